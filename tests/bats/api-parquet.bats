# The writer of Parquet files: what real engines read is what was put.

load common

setup() {
	common_setup
	need_tools node
	[ -d "$BUILD/engines" ] || skip "no engines that read Parquet: make engines"
}

@test "engines read random tables as they were written: no row, one, a group and one more, NULL, extremes" {
	seed=${SEED:-1}
	mkdir tables
	"$BUILD/tests/parquet/tables" tables "$seed" 8
	ENGINES=$BUILD/engines node "$REPO/tests/parquet/compare.mjs" tables >out 2>err ||
		{ echo "seed $seed"; cat out err; return 1; }
	grep -q '^duckdb: 8 files' out
}
