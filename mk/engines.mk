# ---- Parquet: programs of the tests; engines that read it, from npm, into build/engines: "make engines" ----

PARQUETTESTS := $(B)/tests/parquet/tables

$(B)/tests/parquet/%: $(B)/obj/tests/parquet/%.o $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

CHECK_ENGINES = @duckdb/node-api@1.5.6-r.1 hyparquet@1 hyparquet-compressors@1
ENGINES = $(CHECK_ENGINES) nodejs-polars@0.25.2 nodejs-polars-linux-x64-gnu@0.25.2 parquet-wasm@0.8 apache-arrow@21 chdb@3

NPM = npm install --prefix build/engines --no-audit --no-fund --loglevel=error
engines_dir = mkdir -p build/engines && echo '{"private": true}' >build/engines/package.json

# all of them, 700 MB, read what is written; CORPORA: directories of traces
engines:
	@command -v npm >/dev/null || { echo "make: engines needs npm" >&2; exit 1; }
	@$(engines_dir)
	$(call say,NPM,build/engines)$(NPM) $(ENGINES)
	@$(submake) commands tests
	@PATH="$(CURDIR)/$(B):$(CURDIR)/$(B)/bench:$$PATH" bats tests/bats/api-parquet.bats tests/bats/to-parquet*.bats
	@tests/parquet/corpora $(B) $(CORPORA)

# those of "make check", where npm can get them; tests that need them skip without
engines-of-check:
	@[ -d build/engines ] || ! command -v npm >/dev/null || { $(engines_dir) && \
	  timeout 180 $(NPM) --fetch-retries=1 --fetch-timeout=20000 $(CHECK_ENGINES) >build/engines.log 2>&1; } || \
	  { rm -rf build/engines; echo "make: npm gives no engines, tests that read Parquet skip: see build/engines.log" >&2; }
