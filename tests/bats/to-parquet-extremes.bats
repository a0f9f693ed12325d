# otf-to-parquet at its limits, and what an engine can skip: no row, one, a group and one more, NULL alone, the largest
# numbers, names that are no UTF-8, many processes and counters; encodings, statistics, row groups that are not read.

load common
load stream
load columns

setup() {
	common_setup
	need_engines
	sample=$REPO/tests/data/sample.otf
}

# agree TRACE [OPTION...]: the tables are those of the database, by DuckDB. In ./counts how many.
agree() {
	local trace=$1
	shift
	rm -rf t t.db
	otf-to-parquet -q "$@" "$trace" -o t
	otf-to-sqlite -q "$trace" -o t.db
	otf-to-parquet --check t
	node "$REPO/tests/parquet/database.mjs" t t.db >counts 2>err || { cat counts err && return 1; }
}

# engines_agree: all that are here read the same from ./t
engines_agree() {
	node "$REPO/tests/parquet/folder.mjs" t >read 2>err || [ $? -eq 77 ] || { cat read err && return 1; }
}

# pruned N PATTERN WHERE: the row groups that DuckDB reads for it are "N of M"
pruned() {
	local is
	is=$(node "$REPO/tests/parquet/prune.mjs" "$2" "$3")
	[ "$is" = "$1 row groups" ] || { echo "$is, not $1: $3" && return 1; }
}

@test "no row, one row, a row group and one row more" {
	stream 'DefTimerResolution|-|0|1000' >in
	agree in
	grep -q '^[0-9]* tables, 1 rows' counts
	[ "$(ask "SELECT count(*), count(start_ns) FROM 't/calls/*.parquet'")" = '0|0' ]
	stream 'DefTimerResolution|-|0|1000' 'Enter|5|1|1|0' 'Leave|9|1|1|0' >in
	agree in
	[ "$(ask "SELECT count(*), sum(dur_ns)::BIGINT FROM 't/calls/*.parquet'")" = '1|4000000' ]
	for n in 1236 1237 1 100000; do
		agree "$sample" --rows-per-group "$n" --tables calls,def_function
		[ "$(ask "SELECT num_rows, num_row_groups FROM parquet_file_metadata('t/calls/*.parquet')")" = "1237|$(((1236 + n) / n))" ]
	done
}

@test "columns of NULL alone: nothing of them is stored but that, and statistics count them" {
	agree "$sample"
	columns="FROM parquet_metadata('t/calls/*.parquet') WHERE path_in_schema LIKE '%_raw'"
	[ "$(ask "SELECT count(*), min(stats_null_count), max(stats_null_count), count(stats_min_value) $columns")" = '4|1237|1237|0' ]
	[ "$(ask "SELECT max(total_uncompressed_size) < 100 $columns")" = true ]
	[ "$(ask "SELECT count(file_raw) FROM 't/calls/*.parquet'")" = 0 ]
}

@test "2^64-1 in each unsigned field; nanoseconds beyond 2^63-1 are 2^63-1" {
	most=18446744073709551615
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|4294967295|b|0' 'DefFunction|-|0|1|f|0|0' \
		"DefCounter|-|0|1|c|0|0|u" "DefCounter|-|0|2|d|0|0|s" 'Enter|0|1|1|0' "Counter|6|1|1|$most" \
		'Counter|6|1|2|-9223372036854775808' 'SendMsg|7|1|4294967295|0|4294967295|4294967295|0' "Leave|$most|1|1|0" >in
	agree in
	engines_agree
	[ "$(ask "SELECT start_ns, end_ns, dur_ns FROM 't/calls/*.parquet'")" = '0|9223372036854775807|9223372036854775807' ]
	[ "$(ask "SELECT value_unsigned, value_signed FROM 't/counters/*.parquet' ORDER BY id")" = "$most|NULL"$'\n''NULL|-9223372036854775808' ]
	[ "$(ask "SELECT receiver, tag, length FROM 't/sends/*.parquet'")" = '4294967295|4294967295|4294967295' ]
	stream 'DefTimerResolution|-|0|1000000000' "Enter|18446744073709551614|1|1|0" "Leave|$most|1|1|0" >in
	agree in
	[ "$(ask "SELECT start_tick, start_ns, dur_ns FROM 't/calls/*.parquet'")" = '18446744073709551614|0|1' ]
}

@test "names that are no UTF-8, empty, and of a megabyte" {
	long=$(head -c 1000000 /dev/zero | tr '\0' x)
	stream 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|"$'\xff\xfe'"|0" 'DefProcess|-|0|2||0' 'DefFunctionGroup|-|0|1|'$'\xc3''' \
		"DefFunction|-|0|1|$long|1|0" "DefFunction|-|0|2|g|1|0" 'Enter|5|1|1|0' 'Enter|6|2|2|0' 'Leave|9|1|1|0' 'Leave|9|2|2|0' >in
	agree in
	engines_agree
	[ "$(ask "SELECT hex(process_name_raw), hex(function_group_raw), length(function_name), process_name
		FROM 't/calls/*.parquet' WHERE process = 1")" = 'FFFE|C3|1000000|NULL' ]
	[ "$(ask "SELECT '(' || process_name || ')' FROM 't/calls/*.parquet' WHERE process = 2")" = '()' ]
}

@test "10,000 processes and 5,000 counters: the rows of the database, within 256 MiB" {
	need_mktrace
	mktrace -p 10000 -e 40k >in
	agree in
	[ "$(ask "SELECT count(DISTINCT process_name) FROM 't/calls/*.parquet'")" = 10000 ]
	peak otf-to-parquet -q in -o many
	under 256
	counters() {
		printf '%s\n' '@OTFPIPE|1.0' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0'
		seq 5000 | sed 's/.*/DefCounter|-|0|&|counter &|0|0|unit/'
		seq 20000 | awk '{ print "Counter|" $1 "|1|" $1 % 5000 + 1 "|" $1 * 7 }'
		printf '%s\n' '@END|25002'
	}
	counters | tr '|' '\t' >in
	agree in
	[ "$(ask "SELECT count(DISTINCT counter_name), sum(value_unsigned)::BIGINT FROM 't/counters/*.parquet'")" = "5000|$((7 * 20000 * 20001 / 2))" ]
}

@test "encodings, compression and statistics are those that engines know" {
	otf-to-parquet "$sample" -o t
	of() {
		ask "SELECT encodings, compression FROM parquet_metadata('t/calls/*.parquet') WHERE path_in_schema = '$1'"
	}
	[[ "$(of start_ns)" == *DELTA_BINARY_PACKED*'|'* ]]
	[[ "$(of function_name)" == *RLE_DICTIONARY*'|ZSTD' ]]
	[[ "$(of process)" == *RLE_DICTIONARY*'|ZSTD' ]]
	[ "$(ask "SELECT stats_min_value, stats_max_value, stats_null_count FROM parquet_metadata('t/calls/*.parquet')
		WHERE path_in_schema = 'process'")" = "$(ask "SELECT min(process), max(process), 0 FROM 't/calls/*.parquet'")" ]
	[ "$(ask "SELECT stats_min_value, stats_max_value FROM parquet_metadata('t/calls/*.parquet')
		WHERE path_in_schema = 'function_name'")" = "$(ask "SELECT min(function_name), max(function_name) FROM 't/calls/*.parquet'")" ]
}

@test "a window of time reads its row groups alone, a process those of its share" {
	otf-to-parquet --rows-per-group 100 --tables calls,counters "$sample" -o t
	pruned '13 of 13' 't/calls/*.parquet' 'true'
	pruned '0 of 13' 't/calls/*.parquet' 'start_ns > 1000000000000'
	pruned '3 of 13' 't/calls/*.parquet' 'start_ns > 3200000'
	pruned '4 of 13' 't/calls/*.parquet' 'start_ns BETWEEN 2400000 AND 2500000'
	for k in 1 2; do
		otf-to-parquet --part "$k/2" --rows-per-group 100 --tables calls "$sample" -o shares
	done
	pruned '13 of 13' 'shares/calls/*.parquet' true
	pruned '6 of 13' 'shares/calls/*.parquet' 'process = 1'
	silent otf-to-parquet --check shares
}

@test "of one row group a process reads its pages alone, where an engine uses their index" {
	need_mktrace
	[ -d "$ENGINES/node_modules/chdb" ] || skip "no engine of ClickHouse: make engines"
	mktrace -p 16 -e 400k >in
	otf-to-parquet -q --tables calls in -o t
	read -r looked _ all _ groups _ < <(node "$REPO/tests/parquet/pages.mjs" 't/calls/*.parquet' 'process = 3')
	[ "$all" -gt 100000 ]
	[ "$groups" -eq 1 ]
	[ "$looked" -gt 0 ]
	[ "$((looked * 3))" -lt "$all" ] || { echo "$looked of $all rows" && return 1; }
}
