# otfpipe - GNU make; everything is built below build/
#
#   make              the commands, the library, the manual, the completions
#   make demo         install what is missing, build, run the main job on a sample trace
#   make check        install what is missing, build, run all tests
#   make install      PREFIX=/usr/local DESTDIR=
#   make lint fuzz bench dist clean uninstall
#
#   SAN=address,undefined   build into build/san-address-undefined with sanitizers
#   T=PATTERN               check: only test files whose name matches; bench: only such jobs
#   DEPS=:                  demo, check, lint: do not look for Debian packages
#   V=1                     show the commands

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
CHECK_PKGS = libcmocka-dev bats otf-trace libopen-trace-format-dev python3 mawk help2man zstd strace
LINT_PKGS  = clang-format cppcheck

VERSION := $(shell sed -n 's/^\#define OTFP_VERSION "\(.*\)"/\1/p' libotfpipe/otfpipe.h)
MAJOR   := $(firstword $(subst ., ,$(VERSION)))

comma := ,
ifeq ($(SAN),)
B        := build
SANFLAGS :=
else
B        := build/san-$(subst $(comma),-,$(SAN))
SANFLAGS := -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

has_header = $(shell echo '\#include <$(1)>' | $(CC) $(CPPFLAGS) -E -x c - >/dev/null 2>&1 && echo 1)
HAVE_ZSTD := $(call has_header,zstd.h)
HELP2MAN  := $(shell command -v help2man 2>/dev/null)

BASEFLAGS = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Ilibotfpipe -I$(B) -pthread \
            $(if $(HAVE_ZSTD),-DHAVE_ZSTD=1) $(CPPFLAGS)
COMPILE   = $(CC) $(BASEFLAGS) $(CFLAGS) $(EXTRA_CFLAGS) $(SANFLAGS)
LIBS      = -lz $(if $(HAVE_ZSTD),-lzstd) -lm -pthread

LIBSRC := $(filter-out libotfpipe/api/%,$(wildcard libotfpipe/*/*.c))
LIBOBJ := $(LIBSRC:%.c=$(B)/obj/%.o)
# C interfaces of other libraries: libotfpipe-NAME of libotfpipe/api/NAME*.c, and its header
APIS   := tau vtf3
APIHDR := libotfpipe/api/TAU_tf.h $(B)/vtf3.h
APIOBJ := $(patsubst %.c,$(B)/obj/%.o,$(wildcard $(APIS:%=libotfpipe/api/%*.c)))
ALLLIBS := libotfpipe $(APIS:%=libotfpipe-%)
CMDS   := $(patsubst cmd/%.c,%,$(wildcard cmd/*.c))
CMDOBJ := $(CMDS:%=$(B)/obj/cmd/%.o)
BINS   := $(CMDS:%=$(B)/%)

UNITS    := $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/test_*.c))
UNITHELP := $(patsubst %.c,$(B)/obj/%.o,$(filter-out tests/unit/test_%,$(wildcard tests/unit/*.c)))
UNITOBJ  := $(UNITS:$(B)/tests/%=$(B)/obj/tests/unit/%.o) $(UNITHELP)
FUZZERS  := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZREG  := $(FUZZERS:%=$(B)/tests/%)
FUZZOBJ  := $(FUZZERS:%=$(B)/obj/tests/fuzz/%.o) $(B)/obj/tests/fuzz/driver.o

BENCH    := $(patsubst bench/%.c,$(B)/bench/%,$(wildcard bench/*.c))
BENCHOBJ := $(BENCH:$(B)/%=$(B)/obj/%.o)

MAN1 := $(if $(HELP2MAN),$(CMDS:%=$(B)/man/%.1))
MAN5 := $(if $(filter otf-cat,$(CMDS)),$(B)/man/otfpipe-stream.5)
MAN37 := $(patsubst %,$(B)/%,$(wildcard man/*.3 man/*.7))
COMPLETIONS := $(CMDS:%=$(B)/completions/%) $(CMDS:%=$(B)/completions/_%)

CSOURCES := $(wildcard libotfpipe/*.h libotfpipe/*/*.[ch] cmd/*.c tests/unit/*.[ch] tests/api/*.c tests/fuzz/*.[ch] bench/*.[ch])

ifeq ($(V),)
Q := @
MAKEFLAGS += --no-print-directory
say = @printf '  %-5s %s\n' $(1) $(2);
endif
# as many jobs as there are cores, unless the caller chose
submake = $(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all commands lib tests demo check bench install uninstall man lint fuzz dist clean FORCE

all: commands lib man $(COMPLETIONS)
commands: $(BINS)
lib: $(ALLLIBS:%=$(B)/%.a) $(ALLLIBS:%=$(B)/%.so)
man: $(MAN1) $(MAN5) $(MAN37)
tests: $(UNITS) $(FUZZREG) $(BENCH)

# ---- what everything depends on: the compiler's flags, and zlib ----

FLAGSTEXT = $(COMPILE)
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '#include <zlib.h>' | $(CC) $(CPPFLAGS) -E -x c - >/dev/null 2>&1 || { \
	  echo "make: zlib.h not found by $(CC): install zlib1g-dev (and, for .zst, libzstd-dev);" >&2; \
	  echo "make: 'make demo' and 'make check' install them on Debian" >&2; exit 1; }
	@echo '$(FLAGSTEXT)' | cmp -s - $@ || echo '$(FLAGSTEXT)' >$@

quote_c = sed 's/[\\"]/\\&/g; s/.*/"&"/'
$(B)/version.h: $(B)/flags
	@{ printf '#define OTFP_BUILD_CC '; $(CC) --version | head -n 1 | $(quote_c); \
	   printf '#define OTFP_BUILD_CFLAGS '; \
	   echo '$(strip $(CFLAGS) $(EXTRA_CFLAGS) $(SANFLAGS))' | $(quote_c); } >$@

$(B)/vtf3.h: libotfpipe/api/vtf3.awk libotfpipe/vtf3/vtf3.def libotfpipe/api/vtf3.h.in
	@mkdir -p $(@D)
	@awk -f $^ >$@

# ---- library, commands, tests ----

$(B)/obj/libotfpipe/%.o: libotfpipe/%.c $(B)/flags | $(B)/version.h $(B)/vtf3.h
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

$(B)/obj/%.o: %.c $(B)/flags | $(B)/version.h $(B)/vtf3.h
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -MMD -MP -c -o $@ $<

.SECONDEXPANSION:
objects_of = $(if $(1:libotfpipe=),$(patsubst %.c,$(B)/obj/%.o,$(wildcard $(1:libotfpipe-%=libotfpipe/api/%*.c))),$(LIBOBJ))
$(ALLLIBS:%=$(B)/%.a): $(B)/%.a: $$(call objects_of,$$*) $(B)/flags
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

# those of an interface have what they need of libotfpipe.a inside, hidden
$(ALLLIBS:%=$(B)/%.so): $(B)/%.so: $$(call objects_of,$$*) $(B)/libotfpipe.a $(B)/flags
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -shared -Wl,-soname,$(@F).$(MAJOR) $(if $(SAN),,-Wl$(comma)-z$(comma)defs) \
	  -Wl,--exclude-libs,libotfpipe.a -o $@.$(VERSION) $(filter %.o,$^) $(B)/libotfpipe.a $(LIBS) && \
	  ln -sf $(@F).$(VERSION) $@.$(MAJOR) && ln -sf $(@F).$(VERSION) $@

$(BINS): $(B)/%: $(B)/obj/cmd/%.o $(B)/libotfpipe.a
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

$(UNITS): $(B)/tests/%: $(B)/obj/tests/unit/%.o $(UNITHELP) $(APIS:%=$(B)/libotfpipe-%.a) $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

$(FUZZREG): $(B)/tests/%: $(B)/obj/tests/fuzz/%.o $(B)/obj/tests/fuzz/driver.o $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BENCH): $(B)/%: $(B)/obj/%.o $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

-include $(LIBOBJ:.o=.d) $(APIOBJ:.o=.d) $(CMDOBJ:.o=.d) $(UNITOBJ:.o=.d) $(FUZZOBJ:.o=.d) \
  $(BENCHOBJ:.o=.d)

# ---- manual and completions, both from the commands themselves ----

MANDATE = $(shell sed -n 's/^otfpipe $(VERSION) (\(.*\))$$/\1/p' NEWS)

# exit status and examples stand in the .h2m in full
$(B)/man/%.1: man/%.h2m $(B)/% NEWS
	@mkdir -p $(@D)
	$(call say,MAN,$@)SOURCE_DATE_EPOCH=$$(date -ud '$(MANDATE)' +%s) LC_ALL=C \
	  help2man --no-info --source='otfpipe $(VERSION)' --include=$< $(addprefix --include=,$(filter %.rules,$^)) \
	  --output=$@.full $(B)/$* && \
	  sed '/^\.SS "Exit status:"/,/^\.SH/{/^\.SH/!d}; /^License:/d' $@.full >$@ && rm -f $@.full

$(B)/man/otf-check.1: $(B)/man/otf-check.rules
$(B)/man/otf-check.rules: man/rules.awk $(B)/otf-check
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/otf-check --rules >$@.text && awk -f man/rules.awk $@.text >$@ && rm -f $@.text

$(B)/man/otfpipe-stream.5: man/otfpipe-stream.5.in man/schema.awk $(B)/otf-cat
	@mkdir -p $(@D)
	$(call say,MAN,$@)$(B)/otf-cat --schema >$(B)/schema && \
	  awk -v version=$(VERSION) -v date='$(MANDATE)' -f man/schema.awk $(B)/schema man/otfpipe-stream.5.in >$@

$(MAN37): $(B)/%: % NEWS
	@mkdir -p $(@D)
	$(call say,MAN,$@)sed 's/@VERSION@/$(VERSION)/; s/@DATE@/$(MANDATE)/' $< >$@

$(B)/completions/_%: $(B)/% man/complete.awk
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/$* --otfp-complete >$@.tab && awk -v shell=zsh -v name=$* -f man/complete.awk $@.tab >$@ \
	  && rm -f $@.tab

$(B)/completions/%: $(B)/% man/complete.awk
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/$* --otfp-complete >$@.tab && awk -v shell=bash -v name=$* -f man/complete.awk $@.tab >$@ \
	  && rm -f $@.tab

# ---- demo, check, bench, lint, fuzz ----

demo:
	@$(DEPS) $(BUILD_PKGS)
	@$(submake) all
	@PATH="$(CURDIR)/$(B):$$PATH" tests/demo $(B)/demo

check:
	@$(DEPS) $(BUILD_PKGS) $(CHECK_PKGS)
	@$(submake) all tests
	@JOBS=$(JOBS) T='$(T)' tests/run $(B) $(UNITS) $(FUZZREG) $(sort $(wildcard tests/bats/*.bats))

bench: commands $(BENCH)
	@T='$(T)' PATH="$(CURDIR)/$(B):$(CURDIR)/$(B)/bench:$$PATH" sh bench/run.sh

# cppcheck would take minutes to unfold the tables of digits.c
LINTED = $(filter-out %/digits.c,$(filter %.c,$(filter libotfpipe/% cmd/%,$(CSOURCES))))
lint:
	@$(DEPS) $(LINT_PKGS)
	@for c in clang-format cppcheck; do command -v $$c >/dev/null || \
	  { echo "make: lint needs $$c: install $(LINT_PKGS)" >&2; exit 1; }; done
	$(call say,LINT,clang-format)clang-format --dry-run -Werror $(CSOURCES)
	$(call say,LINT,cppcheck)cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr -j$(JOBS) \
	  --enable=warning,performance,portability --suppress=missingIncludeSystem \
	  -D_GNU_SOURCE -DHAVE_ZSTD=1 -Ilibotfpipe $(LINTED)
	$(call say,LINT,tests/house)tests/house

# libFuzzer where clang has it: build/fuzz/fuzz_*, each run FUZZ_SECONDS
fuzz: $(FUZZREG)
	@if echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return !p && n > 9; }' | \
	  $(FUZZ_CC) -fsanitize=fuzzer,address,undefined -x c -o $(B)/.fuzzer - 2>/dev/null; then \
	  rm -f $(B)/.fuzzer; $(submake) SAN=fuzzer-no-link,address,undefined CC='$(FUZZ_CC)' \
	    $(FUZZERS:%=build/fuzz/%); \
	else echo "make: $(FUZZ_CC) has no libFuzzer here; only the regression binaries are built" >&2; fi

build/fuzz/%: $(B)/obj/tests/fuzz/%.o $(B)/libotfpipe.a
	@mkdir -p $(@D) $@.corpus tests/fuzz/corpus
	$(call say,FUZZ,$@)$(FUZZ_CC) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)
	$(Q)test $(FUZZ_SECONDS) -eq 0 || $@ -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(@D)/ $@.corpus tests/fuzz/corpus

# ---- install, uninstall, dist, clean ----

$(B)/otfpipe.pc: $(B)/flags Makefile libotfpipe/otfpipe.h FORCE
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(libdir)' 'includedir=$(includedir)' '' \
	  'Name: otfpipe' 'Description: records of Open Trace Format files and line record streams' \
	  'Version: $(VERSION)' 'Requires.private: zlib$(if $(HAVE_ZSTD), libzstd)' \
	  'Libs: -L$${libdir} -lotfpipe' 'Libs.private: -lm -lpthread' \
	  'Cflags: -I$${includedir}/otfpipe' >$@

$(B)/otfpipe-%.pc: $(B)/otfpipe.pc
	@sed -e 's/^Name: .*/Name: otfpipe-$*/' -e 's/-lotfpipe/-lotfpipe-$*/' -e '/^Libs.private/d' \
	  -e 's/^Description: .*/Description: the C interface of another library, by otfpipe/' \
	  -e 's/^Requires.private: .*/Requires.private: otfpipe/' $< >$@

D = $(DESTDIR)
install: all $(ALLLIBS:lib%=$(B)/%.pc)
	$(Q)$(INSTALL) -d $(D)$(bindir) $(D)$(libdir)/pkgconfig $(D)$(includedir)/otfpipe $(D)$(bashdir) $(D)$(zshdir) \
	  $(addprefix $(D)$(mandir)/man,1 3 5 7)
	$(Q)$(INSTALL) $(BINS) $(D)$(bindir)
	$(Q)$(INSTALL) -d $(D)$(datadir)/otfpipe && $(INSTALL) -m 644 otfpipe.magic $(D)$(datadir)/otfpipe
	$(Q)for l in $(ALLLIBS); do \
	  $(INSTALL) -m 644 $(B)/$$l.a $(B)/$$l.so.$(VERSION) $(D)$(libdir) && \
	  ln -sf $$l.so.$(VERSION) $(D)$(libdir)/$$l.so.$(MAJOR) && ln -sf $$l.so.$(VERSION) $(D)$(libdir)/$$l.so && \
	  $(INSTALL) -m 644 $(B)/$${l#lib}.pc $(D)$(libdir)/pkgconfig || exit 1; done
	$(Q)$(INSTALL) -m 644 libotfpipe/otfpipe-cmd.h libotfpipe/record/records.def $(APIHDR) $(D)$(includedir)/otfpipe
	$(Q)sed 's|"record/records.def"|"records.def"|' libotfpipe/otfpipe.h >$(B)/otfpipe.h.installed
	$(Q)$(INSTALL) -m 644 $(B)/otfpipe.h.installed $(D)$(includedir)/otfpipe/otfpipe.h
	$(Q)for f in $(CMDS); do \
	  $(INSTALL) -m 644 $(B)/completions/$$f $(D)$(bashdir) && \
	  $(INSTALL) -m 644 $(B)/completions/_$$f $(D)$(zshdir) || exit 1; done
	$(Q)for f in $(MAN1) $(MAN5) $(MAN37); do $(INSTALL) -m 644 $$f $(D)$(mandir)/man$${f##*.} || exit 1; done

uninstall:
	rm -f $(CMDS:%=$(D)$(bindir)/%) $(CMDS:%=$(D)$(bashdir)/%) $(CMDS:%=$(D)$(zshdir)/_%) \
	  $(foreach m,$(CMDS:%=%.1) otfpipe-stream.5 $(notdir $(MAN37)),$(D)$(mandir)/man$(lastword $(subst ., ,$m))/$m) \
	  $(foreach l,$(ALLLIBS),$(addprefix $(D)$(libdir)/$l,.a .so .so.$(MAJOR) .so.$(VERSION))) \
	  $(ALLLIBS:lib%=$(D)$(libdir)/pkgconfig/%.pc) \
	  $(addprefix $(D)$(includedir)/otfpipe/,otfpipe.h otfpipe-cmd.h records.def $(notdir $(APIHDR)))
	rm -f $(D)$(datadir)/otfpipe/otfpipe.magic
	-for d in $(D)$(includedir)/otfpipe $(D)$(datadir)/otfpipe; do test ! -d $$d || rmdir $$d; done

# of what is committed; times are the commit's, so two runs give the same bytes
DIST = otfpipe-$(VERSION)
dist:
	$(call say,DIST,$(DIST).tar.gz)git -c tar.umask=0022 archive --format=tar --prefix=$(DIST)/ HEAD >$(DIST).tar && \
	  gzip -9nf $(DIST).tar || { rm -f $(DIST).tar; exit 1; }

clean:
	rm -rf build
