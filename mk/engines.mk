# ---- Parquet: programs of the tests; engines that read it, from npm, into build/engines: "make engines" ----

PARQUETTESTS := $(B)/tests/parquet/tables

$(B)/tests/parquet/%: $(B)/obj/tests/parquet/%.o $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

ENGINES = @duckdb/node-api@1.5.6-r.1 hyparquet@1 hyparquet-compressors@1 nodejs-polars@0.26 nodejs-polars-linux-x64-gnu@0.26 parquet-wasm@0.8 apache-arrow@21

# tests that need them skip without
engines:
	@command -v npm >/dev/null || { echo "make: engines needs npm" >&2; exit 1; }
	@mkdir -p build/engines && echo '{"private": true}' >build/engines/package.json
	$(call say,NPM,build/engines)npm install --prefix build/engines --no-audit --no-fund --loglevel=error $(ENGINES)
