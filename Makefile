# otfpipe - GNU make; everything is built below build/
#
#   make all          the commands, the libraries, the manual, the completions (the default)
#   make demo         install what is missing, build, run the main jobs on a sample trace, or on TRACE=FILE
#   make check        install what is missing, build, run all tests
#   make install      into PREFIX=/usr/local below DESTDIR=; the Python module into pythondir=, see doc/install
#   make uninstall    what install put there
#   make man          refresh the generated pages in man/; needs help2man, which nothing else does
#   make doc          draw the pictures of the cookbook again, and list the documents
#   make lint         clang-format, cppcheck and the rules of the house
#   make trust        faults, fuzzing, kills, a soak, sanitizers, other machines: hours; one table
#   make cluster      start a Slurm of one node, run the tests that need it, stop it
#   make fuzz         fuzz programs below build/fuzz, if clang has libFuzzer
#   make fault        make each call of each command fail, in turn, and judge what the command does
#   make mutants      change the code in small ways, and count what no test notices
#   make bench        the bench jobs, beside the peers that are installed; the table of all goes to build/bench.table
#   make bench-check FILE=TABLE   what got slower since that table
#   make reproducible build twice in folders of other names and compare all files
#   make engines      install engines that read Parquet from npm into build/engines; all read what otf-to-parquet writes
#   make dist         otfpipe-VERSION.tar.gz of what is committed, and its checksum; needs git
#   make deb          Debian packages of that below build/deb; SUITE=bookworm: in a fresh chroot, as root
#   make clean
#
#   SAN=address,undefined   build into build/san-address-undefined with sanitizers
#   T=PATTERN               check: only test files whose name matches; bench: only such jobs
#   OLD=DIR                 bench: beside the commands in DIR, another build, instead of the peers
#   DEPS=:                  demo, check, lint: do not look for Debian packages
#   V=1                     show the commands

.DEFAULT_GOAL := all
CC       = gcc
AR       = ar
CFLAGS   = -O2 -g
PREFIX   = /usr/local
bindir   = $(PREFIX)/bin
libdir   = $(PREFIX)/lib
includedir = $(PREFIX)/include
datadir  = $(PREFIX)/share
mandir   = $(datadir)/man
bashdir  = $(datadir)/bash-completion/completions
zshdir   = $(datadir)/zsh/site-functions
INSTALL  = install
DEPS     = .ci/deps
FUZZ_CC  = clang
FUZZ_SECONDS = 0
JOBS    := $(shell nproc 2>/dev/null || echo 2)

# Debian packages: to build, to test, to lint
BUILD_PKGS = zlib1g-dev libzstd-dev
ISAL_PKG  := $(if $(filter x86_64 aarch64,$(shell uname -m)),libisal-dev)
CHECK_PKGS = libcmocka-dev bats otf-trace libopen-trace-format-dev python3 python3-numpy python3-yaml mawk help2man zstd strace \
             pkg-config clang g++ file man-db groff-base valgrind libopen-trace-format2-dev otf2-tools \
             procps protobuf-compiler libcairo2-dev poppler-utils fonts-dejavu-core \
             libsqlite3-dev sqlite3 libmicrohttpd-dev $(ISAL_PKG) curl less parallel openmpi-bin
CLUSTER_PKGS = slurm-wlm munge
LINT_PKGS  = clang-format cppcheck

VERSION := $(shell sed -n 's/^\#define OTFP_VERSION "\(.*\)"/\1/p' libotfpipe/otfpipe.h)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))
# what the name of the shared library follows: a minor version 0.x may break programs, later ones do not
ABI     := $(if $(filter 0,$(MAJOR)),$(basename $(VERSION)),$(MAJOR))

comma := ,
ifeq ($(SAN),)
B        := build
SANFLAGS :=
else
B        := build/san-$(subst $(comma),-,$(SAN))
SANFLAGS := -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer -DOTFP_CHECKED
endif

hash := \#
has_header = $(shell echo '$(hash)include <$(1)>' | $(CC) $(CPPFLAGS) -E -x c - >/dev/null 2>&1 && echo 1)
HAVE_ZSTD := $(call has_header,zstd.h)
HAVE_ISAL := $(call has_header,isa-l/igzip_lib.h)
GENERATED := $(B)/version.h $(B)/vtf3.h $(B)/otfpipe-records.h
TEXTS := $(patsubst cmd/%,$(B)/text/%.inc,$(wildcard cmd/*/*.js cmd/*/*.css cmd/*/*.html))
GENERATED += $(TEXTS)
include mk/otf2.mk mk/draw.mk mk/sqlite.mk mk/view.mk mk/engines.mk
HELP2MAN  := $(shell command -v help2man 2>/dev/null)

# no path of this folder in what is built
BASEFLAGS = "-ffile-prefix-map=$(CURDIR)=." -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 -Wall -Wextra -I. -Ilibotfpipe -I$(B) -pthread \
            $(if $(HAVE_ZSTD),-DHAVE_ZSTD=1) $(if $(HAVE_ISAL),-DHAVE_ISAL=1) $(CAIRO_CFLAGS) $(SQLITE_CFLAGS) $(CPPFLAGS)
# CFLAGS is of the user: "make CFLAGS=..." replaces it. OWN_CFLAGS is what one file needs
OWN_CFLAGS =
COMPILE   = $(CC) $(BASEFLAGS) $(CFLAGS) $(OWN_CFLAGS) $(EXTRA_CFLAGS) $(SANFLAGS)
# all names of ISA-L are weak
ISAL_LIBS := $(if $(HAVE_ISAL),-Wl$(comma)--push-state$(comma)--no-as-needed -lisal -Wl$(comma)--pop-state)
LIBS      = -lz $(if $(HAVE_ZSTD),-lzstd) $(ISAL_LIBS) -lm -pthread

LIBSRC := $(filter-out libotfpipe/api/% ,$(sort $(wildcard libotfpipe/*/*.c libotfpipe/*/*/*.c)))
LIBOBJ := $(LIBSRC:%.c=$(B)/obj/%.o)
# C interfaces of other libraries: libotfpipe-NAME of libotfpipe/api/NAME*.c or api/NAME/*.c, and its headers
APIS   := tau vtf3 otf
APIHDR := libotfpipe/api/TAU_tf.h $(B)/vtf3.h
HEADERS := libotfpipe/otfpipe.h libotfpipe/otfpipe-names.h libotfpipe/otfpipe-columns.h libotfpipe/otfpipe-tables.h libotfpipe/otfpipe-formats.h $(B)/otfpipe-records.h $(APIHDR)
include mk/otf.mk
api_objects = $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard $(1:%=libotfpipe/api/%*.c) $(1:%=libotfpipe/api/%/*.c))))
APIOBJ := $(call api_objects,$(APIS))
ALLLIBS := libotfpipe $(APIS:%=libotfpipe-%)
CMDS   := $(filter-out $(WITHOUT_SQLITE),$(patsubst cmd/%.c,%,$(sort $(wildcard cmd/*.c))))
CMDOBJ := $(CMDS:%=$(B)/obj/cmd/%.o)
# what commands are made of, one archive
ROOMOBJ := $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(WITHOUT_SQLITE_ROOM),$(sort $(wildcard cmd/*/*.c cmd/*/*/*.c))))
BINS   := $(CMDS:%=$(B)/%)
SCRIPTS := $(B)/otfpipe-config

UNITS    := $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/test_*.c))
UNITHELP := $(patsubst %.c,$(B)/obj/%.o,$(filter-out tests/unit/test_%,$(wildcard tests/unit/*.c)))
# what tests/unit/failing.c can let fail
FAILING  := malloc calloc realloc aligned_alloc strdup strndup \
            $(addprefix otfp_,arena_get arena_copy buf_reserve buf_add buf_puts grow map_set map_row intern index_add)
UNITOBJ  := $(UNITS:$(B)/tests/%=$(B)/obj/tests/unit/%.o) $(UNITHELP)
# private: what is built for an object, such as the flags, has those of all
$(UNITOBJ): private OWN_CFLAGS := -Wno-unused-result
FUZZERS  := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZREG  := $(FUZZERS:%=$(B)/tests/%)
FUZZOBJ  := $(FUZZERS:%=$(B)/obj/tests/fuzz/%.o) $(B)/obj/tests/fuzz/driver.o

FAULT    := $(B)/fault/libfault.so $(B)/fault/selftest
FAULTOBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/fault/*.c))

BENCH    := $(patsubst bench/%.c,$(B)/bench/%,$(filter-out $(if $(HAVE_OTF2),,bench/otf2-%),$(wildcard bench/*.c)))
BENCHOBJ := $(BENCH:$(B)/%=$(B)/obj/%.o)

# pages of sections 1 and 5 are committed; those that are made anew stand in build/man
MAN15  := $(CMDS:%=man/%.1) man/otfpipe-stream.5
MANNEW := $(if $(HELP2MAN),$(MAN15:%=$(B)/%))
# those that nothing generates but date and version
MANHAND := $(patsubst %,$(B)/%,$(wildcard man/*.3 man/*.7) man/otfpipe-config.1)
COMPLETIONS := $(CMDS:%=$(B)/completions/%) $(CMDS:%=$(B)/completions/_%)

CSOURCES := $(wildcard libotfpipe/*.h libotfpipe/*/*.[ch] libotfpipe/*/*/*.[ch] cmd/*.c cmd/*/*.[ch] cmd/*/*/*.[ch] tests/unit/*.[ch] tests/api/*.c tests/api/otf/*.[ch] tests/otf2/*.c tests/parquet/*.c tests/fuzz/*.[ch] tests/fault/*.[ch] tests/trust/*.c bench/*.[ch])

ifeq ($(V),)
Q := @
MAKEFLAGS += --no-print-directory
say = @printf '  %-5s %s\n' $(1) $(2);
endif
# as many jobs as there are cores, unless the caller chose
submake = $(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all commands lib python tests demo check cluster fault mutants trust bench bench-check install uninstall man doc pictures lint fuzz \
  reproducible dist deb clean engines engines-of-check FORCE

all: commands lib python $(MANHAND) $(COMPLETIONS)
commands: $(BINS) $(SCRIPTS)
lib: $(ALLLIBS:%=$(B)/%.a) $(ALLLIBS:%=$(B)/%.so)
tests: $(UNITS) $(FUZZREG) $(FAULT) $(BENCH) $(MANNEW) $(OTF2TESTS) $(PARQUETTESTS)

# ---- what everything depends on: the compiler's flags, and zlib ----

# without the place of this folder, which changes nothing of what is built
FLAGSTEXT = $(subst $(CURDIR),.,$(COMPILE))
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '#include <zlib.h>' | $(CC) $(CPPFLAGS) -E -x c - >/dev/null 2>&1 || { \
	  echo "make: zlib.h not found by $(CC): install zlib1g-dev (and, for .zst, libzstd-dev);" >&2; \
	  echo "make: 'make demo' and 'make check' install them on Debian" >&2; exit 1; }
	@echo '$(FLAGSTEXT)' | cmp -s - $@ || echo '$(FLAGSTEXT)' >$@

quote_c = sed 's/[\\"]/\\&/g; s/.*/"&"/'
# of the flags those that name folders are left out: they would differ with the place of the build
$(B)/version.h: $(B)/flags
	@{ printf '#define BUILD_CC '; $(CC) --version | head -n 1 | $(quote_c); \
	   printf '#define BUILD_CFLAGS '; \
	   echo '$(strip $(foreach f,$(CFLAGS) $(EXTRA_CFLAGS) $(SANFLAGS),$(if $(findstring /,$f),,$f)))' | $(quote_c); } >$@

$(B)/otfpipe-records.h: libotfpipe/record/records.awk libotfpipe/record/records.def
	@mkdir -p $(@D)
	@awk -f $^ >$@

$(B)/vtf3.h: libotfpipe/api/vtf3.awk libotfpipe/vtf3/vtf3.def libotfpipe/api/vtf3.h.in
	@mkdir -p $(@D)
	@awk -f $^ >$@

# a text that a program contains, as strings of C: #include "text/ROOM/FILE.inc"
$(TEXTS): $(B)/text/%.inc: cmd/%
	@mkdir -p $(@D)
	@sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $< >$@

# ---- library, commands, tests ----

$(B)/obj/tests/fault/%.o: tests/fault/%.c $(B)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -fPIC -MMD -MP -c -o $@ $<

$(B)/obj/libotfpipe/%.o: libotfpipe/%.c $(B)/flags | $(GENERATED)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

$(B)/obj/%.o: %.c $(B)/flags | $(GENERATED)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -MMD -MP -c -o $@ $<

.SECONDEXPANSION:
objects_of = $(if $(1:libotfpipe=),$(call api_objects,$(1:libotfpipe-%=%)),$(LIBOBJ))
$(ALLLIBS:%=$(B)/%.a): $(B)/%.a: $$(call objects_of,$$*) $(B)/flags
	$(call say,AR,$@)rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)

# those of an interface have what they need of libotfpipe.a inside, hidden
$(ALLLIBS:%=$(B)/%.so): $(B)/%.so: $$(call objects_of,$$*) $(B)/libotfpipe.a libotfpipe/otfpipe.map $(B)/flags
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -shared -Wl,-soname,$(@F).$(ABI) $(if $(SAN),,-Wl$(comma)-z$(comma)defs) \
	  -Wl,--exclude-libs,libotfpipe.a $(if $(*:libotfpipe=),,-Wl$(comma)--version-script=libotfpipe/otfpipe.map) \
	  -o $@.$(VERSION) $(filter %.o,$^) $(B)/libotfpipe.a $(LIBS) && \
	  ln -sf $(@F).$(VERSION) $@.$(ABI) && ln -sf $(@F).$(VERSION) $@

$(B)/rooms.a: $(ROOMOBJ) $(B)/flags
	$(call say,AR,$@)rm -f $@ && $(AR) rcsD $@ $(filter %.o,$^)

$(BINS): $(B)/%: $(B)/obj/cmd/%.o $(B)/rooms.a $(B)/libotfpipe.a
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

$(UNITS): $(B)/tests/%: $(B)/obj/tests/unit/%.o $(UNITHELP) $(B)/rooms.a $(APIS:%=$(B)/libotfpipe-%.a) $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) $(FAILING:%=-Wl,--wrap=%) -o $@ $^ -lcmocka $(LIBS)

$(FUZZREG): $(B)/tests/%: $(B)/obj/tests/fuzz/%.o $(B)/obj/tests/fuzz/driver.o $(B)/rooms.a $(B)/libotfpipe-otf.a $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

# without sanitizers: they have malloc to themselves
$(B)/fault/libfault.so: $(filter-out %/selftest.o,$(FAULTOBJ))
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(LDFLAGS) -shared -o $@ $^ -ldl -pthread

$(B)/fault/selftest: $(B)/obj/tests/fault/selftest.o
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^

$(BENCH): $(B)/%: $(B)/obj/%.o $(B)/rooms.a $(B)/libotfpipe-otf.a $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

-include $(LIBOBJ:.o=.d) $(APIOBJ:.o=.d) $(CMDOBJ:.o=.d) $(ROOMOBJ:.o=.d) $(UNITOBJ:.o=.d) $(FUZZOBJ:.o=.d) \
  $(FAULTOBJ:.o=.d) $(BENCHOBJ:.o=.d) $(OTF2TESTS:$(B)/%=$(B)/obj/%.d) $(PARQUETTESTS:$(B)/%=$(B)/obj/%.d)

include mk/man.mk mk/check.mk mk/trust.mk mk/python.mk mk/install.mk

clean:
	rm -rf build
