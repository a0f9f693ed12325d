# otf-to-parquet: tables that engines read, which say what otf-to-sqlite says; whole or not at all; shares.

load common
load stream
load examples
load columns

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# agree TRACE [OPTION...]: the tables are those of the database, by DuckDB.
agree() {
	rm -rf t.parquet t.db
	otf-to-parquet -q "$@" -o t.parquet
	otf-to-sqlite -q "$@" -o t.db
	otf-to-parquet --check t.parquet
	node "$REPO/tests/parquet/database.mjs" t.parquet t.db >counts 2>err ||
		{ cat counts err && return 1; }
}

# rows DIR: the rows of each table, as trace.json has them.
rows() {
	sed -n 's/^    "\([a-z_]*\)": {"rows": \([0-9]*\),.*/\1 \2/p' "$1/trace.json"
}

@test "the sample trace: each table has the rows of the database, all columns, names and nanoseconds" {
	need_engines
	agree "$sample"
	grep -qE '^63 tables, 2309 rows, ' counts
	otf-cat "$sample" >in
	agree in
	grep -qE '^63 tables, 2309 rows, ' counts
}

@test "an engine reads a trace with messages, operations, snapshots, key-values, and of a selection" {
	need_engines
	need_mktrace
	mktrace -p 9 -s 3 -e 5k >in
	agree in
	otf-write s <in
	agree s -p 2-4 -t 20%:70%
	otf-snap --no-pg --points 5 --summaries s >in
	agree in
}

@test "the directory: trace.json, a directory for each table, files in it; --check finds it sound" {
	silent otf-to-parquet "$sample" -o t.parquet
	[ -f t.parquet/calls/part-0.parquet ]
	[ "$(rows t.parquet | sed -n 's/^calls //p')" -eq 1237 ]
	[ "$(rows t.parquet | sed -n 's/^messages //p')" -eq 48 ]
	[ "$(find t.parquet -type f | wc -l)" -eq "$(($(rows t.parquet | wc -l) + 1))" ]
	head -c 4 t.parquet/calls/part-0.parquet | grep -qx PAR1
	silent otf-to-parquet --check t.parquet
	otf-to-parquet "$sample" -o again
	diff -r t.parquet again
}

@test "without -o, with a wrong table, level or number of rows, with --join and a trace: a usage error, and nothing is made" {
	exits 2 otf-to-parquet "$sample"
	grep -q 'name the output: give -o DIR' err
	exits 2 otf-to-parquet "$sample" -o t --tables call
	grep -q "^otf-to-parquet: --tables: unknown value 'call'; did you mean 'calls'?" err
	exits 2 otf-to-parquet "$sample" -o t --tables calls,
	exits 2 otf-to-parquet "$sample" -o t --rows-per-group 0
	exits 2 otf-to-parquet "$sample" -o t --zstd 0
	exits 2 otf-to-parquet "$sample" -o t --zstd 23
	exits 2 otf-to-parquet "$sample" -o .
	exits 2 otf-to-parquet "$sample" -o -
	exits 2 otf-to-parquet --join t "$sample"
	exits 2 otf-to-parquet --join t --check t
	exits 2 otf-to-parquet --join t -p 1
	exits 2 otf-to-parquet --check t --tables calls
	[ -z "$(find . -name 't*' ! -name tmp)" ]
}

@test "--tables writes these alone; rows are the same in small row groups" {
	silent otf-to-parquet "$sample" --tables calls,def_function -o t
	[ "$(rows t)" = $'calls 1237\ndef_function '"$(otf-cat -r DefFunction "$sample" | grep -c ^DefFunction)" ]
	silent otf-to-parquet "$sample" --tables calls --rows-per-group 100 --zstd 9 -o small
	[ "$(rows small)" = 'calls 1237' ]
	[ "$(stat -c %s small/calls/part-0.parquet)" -gt "$(stat -c %s t/calls/part-0.parquet)" ]
}

@test "a directory that exists is refused without --force, and one with other files with it" {
	otf-to-parquet "$sample" -o t
	cp -R t before
	exits 1 otf-to-parquet "$sample" -p 1 -o t
	grep -q '^otf-to-parquet: t: exists; use --force' err
	mktrace -p 2 -e 1k | head -n 700 >begin
	exits 1 timeout 10 otf-to-parquet -o t < <(cat begin; exec sleep 11) # before all is read
	diff -r before t
	touch t/calls/notes
	exits 1 otf-to-parquet "$sample" -p 1 --force -o t
	grep -q '^otf-to-parquet: t/calls/notes: is not a file of a trace; nothing is replaced' err
	rm t/calls/notes
	diff -r before t
	silent otf-to-parquet "$sample" -p 1 --force -o t/
	[ "$(rows t | sed -n 's/^calls //p')" -lt 1237 ]
	[ "$(ls -A | grep -c otfpipe)" -eq 0 ]
}

@test "a damaged or cut input leaves no directory, and one that is there as it was" {
	otf-cat "$sample" >in
	head -c 20000 in >cut
	exits 3 otf-to-parquet cut -o t
	[ ! -e t ]
	otf-to-parquet -p 1 "$sample" -o t
	cp -R t before
	exits 3 otf-to-parquet cut --force -o t
	diff -r before t
	[ "$(ls -A | grep -c otfpipe)" -eq 0 ]
}

@test "--check: a file that is missing, cut, foreign or of another table, and trace.json that says other numbers" {
	otf-to-parquet "$sample" -o t
	otf-to-parquet -p 1 "$sample" -o other
	wrong() {
		exits 1 otf-to-parquet --check t
		grep -q "$1" err || { cat err && return 1; }
		rm -rf t
		cp -R whole t
	}
	cp -R t whole
	rm t/waits/part-0.parquet
	wrong 't/waits/part-0.parquet: is missing'
	truncate -s -1 t/calls/part-0.parquet
	wrong 't/calls/part-0.parquet: is not a whole Parquet file'
	cp other/calls/part-0.parquet t/calls
	wrong 'was written by another run than'
	cp t/waits/part-0.parquet t/lives
	wrong 't/lives/part-0.parquet: is of another table than its directory'
	cp t/calls/part-0.parquet t/calls/part-00001.parquet
	wrong 't/calls/part-00001.parquet: is of another share than its name says'
	touch t/notes
	wrong 't/notes: is not a file of a trace'
	sed -i 's/"calls": {"rows": 1237/"calls": {"rows": 1238/' t/trace.json
	wrong 't/trace.json: line [0-9]* is not what the files say'
	rm t/trace.json
	wrong 't/trace.json: '
	# a footer of two million structs, each in the one before
	python3 -c 'import sys; n = 2000000; sys.stdout.buffer.write(b"PAR1" + b"\x1c" * n + n.to_bytes(4, "little") + b"PAR1")' >t/calls/part-0.parquet
	wrong 'its footer is damaged'
	exits 1 otf-to-parquet --check nothing
	silent otf-to-parquet --check t
}

# parts N: all shares of the sample in ./shares.
parts() {
	local k
	rm -rf shares
	for k in $(seq "$1"); do
		otf-to-parquet -q --part "$k/$1" "$sample" -o shares
	done
}

@test "shares: together they have the rows of the whole, and the last one writes trace.json" {
	otf-to-parquet "$sample" -o whole
	for n in 1 3 17; do
		parts "$n"
		otf-to-parquet --check shares
		diff <(rows whole | grep -Ev '^(messages|waits|causes|lives) ') <(rows shares)
		[ -f shares/calls/part-0000"$((n > 9 ? 9 : n))".parquet ]
	done
}

@test "shares: one that is missing, doubled by another option, or foreign is refused by --join" {
	otf-to-parquet --part 1/3 "$sample" -o t
	otf-to-parquet --part 3/3 "$sample" -o t
	[ ! -e t/trace.json ]
	exits 1 otf-to-parquet --join t
	grep -q 'share 2 of 3 is missing\|missing' err
	exits 0 otf-to-parquet --part 2/3 --comm solve "$sample" -o t
	grep -q '^otf-to-parquet: .*; there is no trace.json yet' err
	[ ! -e t/trace.json ]
	exits 1 otf-to-parquet --join t
	silent otf-to-parquet --part 2/3 "$sample" --force -o t
	[ -f t/trace.json ]
	exits 1 otf-to-parquet --part 2/3 "$sample" -o t
	grep -q 't: has all shares; use --force to replace one' err
	silent otf-to-parquet --join t # the last share did it
	echo >>t/trace.json
	exits 1 otf-to-parquet --join t
	grep -q 't/trace.json: exists; use --force' err
	silent otf-to-parquet --join t --force
	silent otf-to-parquet --check t
	rm t/trace.json
	silent otf-to-parquet --join t
	silent otf-to-parquet --check t
	otf-to-parquet "$sample" -o whole
	exits 1 otf-to-parquet --part 2/3 "$sample" --force -o whole
	grep -q 'whole: has a whole trace, to which no share is added' err
	otf-to-parquet --check whole
}

@test "shares: a stream of a share is refused with the cure, and %K names directories" {
	otf-cat --part 2/3 "$sample" >in
	exits 2 otf-to-parquet in -o t
	grep -q -- '--part' err
	[ ! -e t ]
	otf-to-parquet --part 2/3 "$sample" -o t-%K
	[ -f t-2/calls/part-00002.parquet ]
}

@test "shares: the definitions of a stream are in the share that has it" {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunction|-|1|5|f|0|0' 'DefFunction|-|2|5|g|0|0' 'Enter|1|1|5|0' 'Enter|1|2|5|0' 'Leave|2|1|5|0' 'Leave|2|2|5|0' |
		otf-write t
	otf-to-parquet t -o whole
	otf-to-parquet --part 1/2 t -o shares
	otf-to-parquet --part 2/2 t -o shares
	rows whole | grep -x 'def_function 2'
	diff <(rows whole | grep -Ev '^(messages|waits|causes|lives) ') <(rows shares)
}

@test "shares: nanoseconds count from the first event of the whole trace, messages are joined by the engine" {
	need_engines
	parts 3
	otf-to-parquet "$sample" -o whole
	cat >ask.mjs <<-END
		const { duckdb } = await import('$REPO/tests/parquet/engines.mjs')
		const d = await duckdb()
		for (const sql of process.argv.slice(2))
		    console.log((await d.query(sql)).rows.map(r => r.join(' ')).join('\n'))
	END
	key='sender_token, receiver_token, communicator, tag, seq'
	node ask.mjs "SELECT sum(start_ns), sum(dur_ns), count(*) FROM 'shares/calls/*.parquet'" \
		"SELECT count(*), sum(r.start_ns - s.start_ns) FROM 'shares/sends/*.parquet' s JOIN 'shares/receives/*.parquet' r USING ($key)" >is
	node ask.mjs "SELECT sum(start_ns), sum(dur_ns), count(*) FROM 'whole/calls/*.parquet'" \
		"SELECT count(*), sum(dur_ns) FROM 'whole/messages/*.parquet' WHERE start_ns IS NOT NULL AND end_ns IS NOT NULL" >should
	diff is should
}

@test "a name that is no UTF-8 is in the column of bytes; 2^64-1 is a number" {
	need_engines
	stream 'DefTimerResolution|-|0|1000000000' "DefProcess|-|0|1|a"$'\xff'"b|0" 'DefFunction|-|0|1|f|0|0' \
		'DefCounter|-|0|1|c|0|0|u' 'Enter|5|1|1|0' 'Counter|6|1|1|18446744073709551615' 'Leave|9|1|1|0' >in
	agree in
}

@test "--tables of lists and key-values alone have the rows that they have beside all others" {
	mktrace -p 4 -e 2k --tags --markers >tagged
	silent otf-to-parquet tagged -o t
	silent otf-to-parquet tagged --tables def_process_group_members,key_values -o alone
	diff <(rows t | grep -E '^(def_process_group_members|key_values) ') <(rows alone)
	[ "$(rows alone | awk '$2 > 0' | wc -l)" -eq 2 ]
}

@test "arrays of Python are columns of the tables: each time, token and length of sends, receives and counters" {
	need_engines
	python3 -c 'import numpy' || skip "no NumPy here"
	otf-to-parquet "$sample" -o t
	arrays() {
		PYTHONPATH=$BUILD/python python3 -c 'import otf, sys
c = otf.columns(sys.argv[1], sys.argv[2])
for row in sorted(zip(*(c[f].tolist() for f in sys.argv[3:]))):
    print(*row, sep="|")' "$sample" "$@"
	}
	arrays SendMsg time process receiver tag length >should
	ask "SELECT start_tick, sender, receiver, tag, length FROM 't/sends/*.parquet' ORDER BY ALL" | diff - should
	[ "$(wc -l <should)" -eq 48 ]
	arrays RecvMsg time process sender tag length >should
	ask "SELECT start_tick, receiver, sender, tag, length FROM 't/receives/*.parquet' ORDER BY ALL" | diff - should
	arrays Counter time process counter >should
	ask "SELECT time_tick, process, counter FROM 't/counters/*.parquet' ORDER BY ALL" | diff - should
}

@test "row groups of a million rows: at most 256 MiB" {
	need_mktrace
	mktrace -p 100 -s 4 -e 4m >in
	peak otf-to-parquet -q in -o t
	under 256
	[ "$(rows t | sed -n 's/^calls //p')" -gt 1000000 ]
}

@test "tables that memory ends the row groups of have the rows that they have with small row groups" {
	need_mktrace
	need_engines
	mktrace -p 16 -s 4 -e 3m >in
	silent otf-to-parquet in -o t
	silent otf-to-parquet --tables calls,counters,messages --rows-per-group 50000 in -o u
	[ "$(ask "SELECT count(DISTINCT row_group_id) FROM parquet_metadata('t/calls/*.parquet')")" -gt 2 ]
	for table in calls counters messages; do
		for dir in t u; do
			ask "SELECT count(*), sum(hash(x)) FROM '$dir/$table/*.parquet' x" >$dir.sum
		done
		cmp t.sum u.sum
	done
}

@test "1,000 streams with 256 descriptors, whole and in shares" {
	need_mktrace
	mktrace -p 1000 -e 50k -s 1000 | otf-write many
	ulimit -n 256
	silent otf-to-parquet many -o t
	silent otf-to-parquet --part 1/2 many -o shares
	silent otf-to-parquet --part 2/2 many -o shares
	diff <(rows t | grep -Ev '^(messages|waits|causes|lives) ') <(rows shares)
}

@test "the examples of doc/cookbook/columns for DuckDB run" {
	need_engines
	examples_setup
	mkdir -p bin
	printf '#!/bin/sh\nexec node "%s/tests/parquet/duckdb.mjs" "$@"\n' "$top" >bin/duckdb
	chmod +x bin/duckdb
	PATH=$PWD/bin:$PATH
	tools=duckdb run_document fenced doc/cookbook/columns
}
