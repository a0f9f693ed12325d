# ---- demo, check, fault, mutants, bench, lint, fuzz ----

demo:
	@$(DEPS) $(BUILD_PKGS)
	@$(submake) all
	@PATH="$(CURDIR)/$(B):$$PATH" tests/demo $(B)/demo "$$TRACE"

# LONG=1: all that tests take a part of, such as each number of shares of each row (by_length of tests/bats)
check:
	@$(DEPS) $(BUILD_PKGS) $(CHECK_PKGS)
	@$(submake) all tests engines-of-check
	@JOBS=$(JOBS) T='$(T)' LONG='$(LONG)' tests/run $(B) $(UNITS) $(FUZZREG) $(sort $(wildcard tests/bats/*.bats tests/python/test_*.py))

# CLUSTER: options of bats
cluster:
	@$(DEPS) $(BUILD_PKGS) bats python3 $(CLUSTER_PKGS)
	@$(submake) commands $(B)/bench/mktrace
	@tests/cluster/run $(B) $(CLUSTER)

# each call of each command fails, in turn; FAULTS=--sample=N for some of them
fault: commands $(FAULT)
	@JOBS=$(JOBS) tests/fault/faults $(B) $(FAULTS)

# MUTANTS: options of tests/mutants/run; MUTANTS_JOBS: how many copies of the tree at once
mutants:
	@MUTANTS_JOBS=$(or $(MUTANTS_JOBS),$(JOBS)) tests/mutants/run $(MUTANTS)

# the table of all jobs is $(B)/bench.table then; bench-check FILE=TABLE names what got slower since an earlier one
bench bench-check: commands $(BENCH)
	@[ $@ = bench ] || [ -f '$(FILE)' ] || { echo "make: bench-check needs FILE=TABLE, that an earlier make bench wrote" >&2; exit 1; }
	@T='$(T)' OLD='$(abspath $(OLD))' TABLE="$(CURDIR)/$(B)/bench.table" EARLIER='$(if $(filter bench-check,$@),$(abspath $(FILE)))' \
	  PATH="$(CURDIR)/$(B):$(CURDIR)/$(B)/bench:$$PATH" sh bench/run.sh

# cppcheck would take minutes to unfold the tables of digits.c
LINTED = $(filter-out %/digits.c,$(filter %.c,$(filter libotfpipe/% cmd/%,$(CSOURCES))))
lint: $(GENERATED)
	@$(DEPS) $(LINT_PKGS)
	@for c in clang-format cppcheck; do command -v $$c >/dev/null || \
	  { echo "make: lint needs $$c: install $(LINT_PKGS)" >&2; exit 1; }; done
	$(call say,LINT,clang-format)clang-format --dry-run -Werror $(CSOURCES)
	$(call say,LINT,cppcheck)cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr -j$(JOBS) \
	  --enable=warning,performance,portability --suppress=missingIncludeSystem \
	  -D_GNU_SOURCE -DHAVE_ZSTD=1 -DHAVE_ISAL=1 -D__SIZEOF_INT128__=16 -I. -Ilibotfpipe -I$(B) $(LINTED)
	$(call say,LINT,tests/mutants)tests/mutants/run --list >/dev/null
	$(call say,LINT,tests/house)$(MAKE) $(ALLLIBS:%=$(B)/%.a) $(B)/rooms.a $(B)/libotfpipe.so && tests/house $(B)

reproducible:
	@CC='$(CC)' JOBS=$(JOBS) tests/reproducible all

# libFuzzer where clang has it: build/fuzz/fuzz_*, each run FUZZ_SECONDS
fuzz: $(FUZZREG)
	@if echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return !p && n > 9; }' | \
	  $(FUZZ_CC) -fsanitize=fuzzer,address,undefined -x c -o $(B)/.fuzzer - 2>/dev/null; then \
	  rm -f $(B)/.fuzzer; $(submake) SAN=fuzzer-no-link,address,undefined CC='$(FUZZ_CC)' \
	    $(FUZZERS:%=build/fuzz/%); \
	else echo "make: $(FUZZ_CC) has no libFuzzer here; only the regression binaries are built" >&2; fi

build/fuzz/%: $(B)/obj/tests/fuzz/%.o $(B)/rooms.a $(B)/libotfpipe-otf.a $(B)/libotfpipe.a
	@mkdir -p $(@D) $@.corpus tests/fuzz/corpus
	$(call say,FUZZ,$@)$(FUZZ_CC) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)
	$(Q)test $(FUZZ_SECONDS) -eq 0 || $@ -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=$(@D)/ $@.corpus tests/fuzz/corpus
