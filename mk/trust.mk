# ---- trust: everything that proves that nothing is lost; hours. See doc/trust ----

TRUST_MINUTES ?= 60
TRUST_SOAK_MINUTES ?= 60
TRUST_KILLS ?= 1000
TRUST_DAMAGES ?= 100000
TRUST_RECORDS ?= 50000

# not in the recipe, which "make -n" would then run
trust: export TRUST_MAKE = $(MAKE) DEPS=:

trust:
	@$(DEPS) $(BUILD_PKGS) $(CHECK_PKGS)
	@$(submake) commands tests
	@MAKE="$$TRUST_MAKE" BUILD='$(B)' FUZZERS='$(FUZZERS)' T='$(T)' TRUST_MINUTES=$(TRUST_MINUTES) \
	  TRUST_SOAK_MINUTES=$(TRUST_SOAK_MINUTES) TRUST_KILLS=$(TRUST_KILLS) \
	  TRUST_DAMAGES=$(TRUST_DAMAGES) TRUST_RECORDS=$(TRUST_RECORDS) JOBS=$(JOBS) tests/trust/run
