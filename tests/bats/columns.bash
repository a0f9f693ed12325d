# Helpers of the tests of otf-to-parquet that read what it writes. Need common.bash.

# DuckDB and what compares; ENGINES is where they are.
need_engines() {
	need_tools node sqlite3 otf-to-sqlite
	[ -d "$BUILD/engines" ] || skip "no engines that read Parquet: make engines"
	export ENGINES=$BUILD/engines
}

# ask SQL: its rows
ask() {
	node "$REPO/tests/parquet/duckdb.mjs" -c "$1"
}

# whole_tables: the trace big, of 20 streams with messages, counters and markers, and its tables in ./whole
whole_tables() {
	need_engines
	need_mktrace
	mktrace -p 40 -e 20k -s 20 --markers | otf-write big
	otf-to-parquet -q big -o whole
}

# union_is_whole N: the N shares in ./shares are ./whole but for ids, and their halves of messages its messages; they go
union_is_whole() {
	otf-to-parquet --check shares
	[ "$(ls shares/calls | wc -l)" -eq "$1" ]
	node "$REPO/tests/parquet/shares.mjs" whole shares >union || { cat union && return 1; }
	rm -r shares
}
