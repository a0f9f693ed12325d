# otf-diff: how two traces differ.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# Two processes, each with calls and counters; 14 records.
story() {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunction|-|0|5|f|0|0' 'DefMarker|-|0|1|m|1' 'Marker|12|1|1|x' 'Enter|10|1|5|3' 'Enter|11|2|5|0|9:I:4' \
		'Counter|14|1|4|77' 'SendMsg|15|1|2|7|1|8|0' 'RecvMsg|17|2|1|7|1|8|0' 'Leave|30|1|5|0' 'Leave|31|2|5|0' \
		'EventComment|32|2|end'
}

# edited SED...: the story changed, with the right number at @END, in ./b; the story itself in ./a
edited() {
	story >a
	sed "$@" a | awk -F'\t' -v OFS='\t' '/^@END/ { $2 = n } !/^@/ { n++ } { print }' >b
}

# first A B OPTION...: what is printed without the sums
first() {
	exits 1 otf-diff "$@"
	[ ! -s err ]
	sed '$d' out
}

@test "a trace is the same as itself, stored, compressed, in long form, in other streams: silence" {
	otf-cat "$sample" >stored
	otf-cat "$sample" -z 6 -o packed
	otf-cat "$sample" --long -n 1 -o long
	otf-cat "$sample" -n 0 -o each
	for other in "$sample" stored packed long each; do
		silent otf-diff "$sample" "$other"
		[ ! -s out ]
		silent otf-diff "$other" "$sample"
		silent otf-diff --by-name "$sample" "$other"
		silent otf-diff --ignore time "$sample" "$other"
	done
	silent otf-diff -j 2 packed each
}

@test "each trace of the corpus is the same as itself stored" {
	need_shared
	for trace in $(printf '%s\n' "$SHARED"/corpus/otf1/{all,synth}*/*.otf | sampled); do
		otf-cat -q "$trace" >stored
		silent otf-diff "$trace" stored
		silent otf-diff --by-name stored "$trace"
	done
}

@test "traces of the corpus that differ in form, packing and grouping alone differ in their id alone" {
	need_shared
	for other in all_short_plain_n4 all_short_z_n1 all_short_z_n4 all_long_plain_n1 all_long_plain_n4 all_long_z_n4; do
		silent otf-diff --ignore DefUniqueId.id "$SHARED"/corpus/otf1/{all_short_plain_n1,$other}/all
		first "$SHARED"/corpus/otf1/{all_short_plain_n1,$other}/all | head -n 1 >got
		[ "$(cat got)" = 'definitions: 1 difference: DefUniqueId differs in id' ]
	done
}

@test "two traces of one run that were stored in another order of processes are the same" {
	stream '@SM|1|1' '@SM|2|2' 'Enter|5|1|7|0' 'Leave|5|1|7|0' 'Enter|5|2|7|0' 'Leave|5|2|7|0' >a
	stream '@SM|1|1,2' 'Enter|5|2|7|0' 'Enter|5|1|7|0' 'Leave|5|2|7|0' 'Leave|5|1|7|0' >b
	silent otf-diff a b
	silent otf-diff b a
}

@test "far more records of one time than the window holds, by process here and by turns there, are the same" {
	for p in 1 2; do yes "NoOp|5|$p" | head -n 500; done >by_process
	for _ in {1..500}; do printf '%s\n' 'NoOp|5|2' 'NoOp|5|1'; done >by_turns
	mapfile -t lines_a <by_process
	mapfile -t lines_b <by_turns
	stream "${lines_a[@]}" >a
	stream "${lines_b[@]}" >b
	silent otf-diff a b
}

@test "one changed field is reported with its process, both places and its name" {
	edited '/^SendMsg/s/\t7\t1\t/\t7\t2\t/'
	first a b >got
	lines 'process 1 (a): 1 difference: SendMsg differs in tag' '< a:10: SendMsg|15|1|2|7|1|8|0' \
		'> b:10: SendMsg|15|1|2|7|2|8|0' | diff - got
	[ "$(tail -n 1 out)" = '1 difference: 1 in 1 process' ]
}

@test "each field of each record of the sample, when it is changed, is the one that is named" {
	otf-cat --no-pg "$sample" | awk -F'\t' '!/^@/ && $2 != "-" && !seen[$1]++ { print NR, $1 }' >places
	otf-cat --no-pg "$sample" >a
	otf-cat --schema | tr '\t' ' ' >schema
	while read -r number name; do
		i=0
		for field in $(grep "^$name " schema | cut -d' ' -f 4-); do
			[ "${field#*:string}" = "$field" ] || continue
			awk -F'\t' -v OFS='\t' -v nr="$number" -v f=$((4 + i)) 'NR == nr { $f = $f + 1 } { print }' a >b
			first a b | head -n 1 | sed 's/^[^:]*: //' >got
			[ "$(cat got)" = "1 difference: $name differs in ${field%%:*}" ]
			i=$((i + 1))
		done
	done <places
	[ "$(wc -l <places)" -ge 5 ]
}

@test "each record that one trace lacks is one difference, of either side" {
	story | grep -v '^@' >records
	n=$(wc -l <records)
	for ((i = 1; i <= n; i++)); do
		line=$(sed -n "${i}p" records)
		edited "/^${line//$'\t'/\\t}\$/d"
		first a b >got
		grep -q ": 1 difference: ${line%%$'\t'*} is only in a\$" got
		grep -q -x -F "< a:$i: $line" got
		first b a >got
		grep -q -x -F "> a:$i: $line" got
	done
}

@test "a missing record among thousands of its kind does not upset the others" {
	otf-cat --no-pg "$sample" >a
	awk -F'\t' '$1 == "Enter" && $3 == 3 && ++n == 50 { next } $1 == "Counter" && $3 == 5 && ++m == 9 { next } { print }' a >b
	exits 1 otf-diff -q a b
	exits 1 otf-diff a b
	[ "$(tail -n 1 out)" = '2 differences: 2 in 2 processes' ]
	grep -q '^process 3 (rank 2): 1 difference: Enter is only in a$' out
	grep -q '^process 5 (rank 4): 1 difference: Counter is only in a$' out
}

@test "sixty records in a row that one trace lacks are sixty differences, and what follows is the same" {
	otf-cat --no-pg "$sample" >a
	awk -F'\t' '!/^@/ && $2 != "-" && $3 == 3 && ++n > 100 && n <= 160 { next } { print }' a >b
	exits 1 otf-diff a b
	[ "$(tail -n 1 out)" = '60 differences: 60 in 1 process' ]
	exits 1 otf-diff b a
	[ "$(tail -n 1 out)" = '60 differences: 60 in 1 process' ]
}

@test "a process that one trace lacks is reported with the number of its records" {
	otf-cat --no-pg "$sample" >a
	awk -F'\t' '/^@SM/ || $2 == "-" || $3 != 4' a >b
	n=$(awk -F'\t' '!/^@/ && $2 != "-" && $3 == 4' a | grep -v -c ^Marker)
	exits 1 otf-diff --ignore marker a b
	[ "$(tail -n 1 out)" = "$n differences: $n in 1 process" ]
	grep -q "^process 4 (rank 3): $n differences, the first: .* is only in a\$" out
}

@test "definitions are compared by what they define, in whatever order" {
	edited -e '/^DefFunction/{h;d}' -e '/^DefMarker/{x;p;x}'
	silent otf-diff a b
	edited 's/^DefFunction\t-\t0\t5\tf/DefFunction\t-\t0\t5\tg/'
	first a b >got
	lines 'definitions: 1 difference: DefFunction differs in name' '< a:4: DefFunction|-|0|5|f|0|0' \
		'> b:4: DefFunction|-|0|5|g|0|0' | diff - got
	edited 's/^DefFunction\t-\t0\t5\tf/DefFunction\t-\t0\t6\tf/'
	exits 1 otf-diff a b
	[ "$(tail -n 1 out)" = '2 differences: 2 in definitions' ]
}

@test "markers and tags and times are compared, too" {
	edited '/^Marker/s/x$/y/'
	first a b | head -n 1 >got
	[ "$(cat got)" = 'markers: 1 difference: Marker differs in text' ]
	edited 's/9:I:4/9:I:5/'
	first a b | head -n 1 >got
	[ "$(cat got)" = 'process 2 (b): 1 difference: Enter differs in tags' ]
	edited 's/^Counter\t14/Counter\t13/'
	first a b | head -n 1 >got
	[ "$(cat got)" = 'process 1 (a): 1 difference: Counter differs in time' ]
}

@test "what --ignore names does not count: records, classes, fields, fields of records, tags, times" {
	edited -e 's/9:I:4/9:I:5/' -e '/^SendMsg/s/\t8\t0$/\t9\t0/'
	silent otf-diff --ignore tags,length a b
	silent otf-diff --ignore tags --ignore SendMsg.length a b
	silent otf-diff --ignore Enter,SendMsg a b
	silent otf-diff --ignore event a b
	silent otf-diff --ignore Enter.tags,event.length a b
	exits 1 otf-diff --ignore tags,RecvMsg.length a b
	exits 1 otf-diff --ignore Leave.tags,length a b
	edited -e '/^DefMarker/d' -e '/^Marker/d'
	silent otf-diff --ignore marker a b
	edited '/^Enter/s/\t5\t/\t6\t/'
	silent otf-diff --ignore function a b
}

@test "without times, traces of one run at another time are the same, and records by their order" {
	otf-cat --no-pg "$sample" >a
	awk -F'\t' -v OFS='\t' '!/^@/ && $2 != "-" { $2 = $2 + 5000000 } { print }' a | sed '1s/\tTS:[0-9,]*//' >b
	silent otf-diff --ignore time a b
	awk -F'\t' -v OFS='\t' '$1 == "Leave" && $3 == 2 && ++n == 40 { $4 += 1 } { print }' b >c
	first --ignore time a c | head -n 1 >got
	[ "$(cat got)" = 'process 2 (rank 1): 1 difference: Leave differs in function' ]
}

@test "without the times of one record type, those of the others count" {
	otf-cat --no-pg "$sample" >a
	awk -F'\t' -v OFS='\t' '$1 == "Counter" { $2 = $2 + 2000000 } { print }' a | otf-sort --no-pg | sed '1s/\tTS:[0-9,]*//' >b
	silent otf-diff --ignore Counter a b
	exits 1 otf-diff a b
	awk -F'\t' -v OFS='\t' '/^Leave/ && ++n == 70 { $2 = $2 + 1 } { print }' a >c
	silent otf-diff --ignore Leave.time a c
	exits 1 otf-diff --ignore Enter.time a c
	[ "$(tail -n 1 out)" = '1 difference: 1 in 1 process' ]
}

@test "an unknown word under --ignore is a usage error" {
	for word in nosuch Enter.nosuch nosuch.time Enter.; do
		exits 2 otf-diff --ignore "$word" "$sample" "$sample"
		says "is not a record, a field or RECORD.FIELD"
	done
}

@test "--by-name takes traces that number their definitions differently for the same" {
	stream '@SM|1|1' 'DefProcess|-|0|1|p|0' 'DefFunctionGroup|-|0|3|g' 'DefFunction|-|0|5|f|3|0' 'DefFunction|-|0|6|h|3|0' \
		'DefKeyValue|-|0|2|5|k|' 'Enter|10|1|5|0|2:I:4' 'Enter|11|1|6|0' 'Leave|12|1|6|0' 'Leave|13|1|5|0' >a
	stream '@SM|7|9' 'DefProcess|-|0|9|p|0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|6|f|1|0' 'DefFunction|-|0|5|h|1|0' \
		'DefKeyValue|-|0|8|5|k|' 'Enter|10|9|6|0|8:I:4' 'Enter|11|9|5|0' 'Leave|12|9|5|0' 'Leave|13|9|6|0' >b
	silent otf-diff --by-name a b
	exits 1 otf-diff a b
	sed 's/^Leave\t12\t9\t5/Leave\t12\t9\t6/' b >c
	first --by-name a c | head -n 1 >got
	[ "$(cat got)" = 'process 1 (p): 1 difference: Leave differs in function' ]
	# the same numbers, other names
	sed 's/\tf\t/\tx\t/' a >d
	exits 1 otf-diff --by-name a d
	grep -q '^process 1 (p): 2 differences, the first: Enter differs in function' out
}

@test "--by-name knows a name whose definition comes later" {
	stream 'DefTimerResolution|-|0|1000' 'DefFunction|-|0|5|f|3|0' 'DefFunctionGroup|-|0|3|g' >a
	stream 'DefTimerResolution|-|0|1000' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|6|f|1|0' >b
	silent otf-diff --by-name a b
	sed 's/\tg$/\tother/' b >c
	exits 1 otf-diff --by-name a c
	grep -q '^definitions: .* differences' out
}

@test "control lines do not count without --all" {
	story >a
	sed -e '/^@SM/d' -e '1a @SM\t1\t1,2\n@LOST\t1\t4\t5\t6' a >b
	silent otf-diff a b
	exits 1 otf-diff --all a b
	[ "$(tail -n 1 out)" = '3 differences: 3 in control lines' ]
}

@test "records of unknown name are compared as text, with their process" {
	edited '/^Counter/a Novel\t15\t1\tx\ty'
	sed 's/x\ty/x\tz/' b >c
	silent otf-diff b b
	first b c | head -n 1 >got
	[ "$(cat got)" = 'process 1 (a): 1 difference: record differs in text' ]
}

@test "--list prints each difference, else only the first of each place is printed" {
	edited -e 's/^Leave\t30/Leave\t29/' -e 's/^Counter\t14\t1\t4\t77/Counter\t14\t1\t4\t78/'
	first a b >got
	[ "$(head -n 1 got)" = 'process 1 (a): 2 differences, the first: Counter differs in value' ]
	[ "$(wc -l <got)" -eq 3 ]
	first --list a b | grep -v '^[<>]' >got
	lines 'process 1 (a): Counter differs in value' 'process 1 (a): Leave differs in time' | diff - got
}

@test "--max-differences stops there, -q at the first without a word" {
	edited -e 's/^Leave\t30/Leave\t29/' -e 's/^Counter\t14\t1\t4\t77/Counter\t14\t1\t4\t78/'
	exits 1 otf-diff --max-differences 1 a b
	[ "$(tail -n 1 out)" = '1 difference: 1 in 1 process; the comparison is incomplete' ]
	exits 1 otf-diff -q a b
	[ ! -s out ]
	[ ! -s err ]
	silent otf-diff -q a a
	exits 2 otf-diff --max-differences 0 a b
}

@test "--json is an object a line, the last with the sums" {
	edited -e '/^Leave\t30/d' -e 's/\tf\t0/\t"\\\\\t0/' -e 's/9:I:4/9:I:5/'
	exits 1 otf-diff --json a b
	python3 - <<-'END'
		import json
		rows = [json.loads(line) for line in open("out")]
		assert [r.get("where") for r in rows] == ["definitions", "process", "process", None], rows
		assert rows[0]["fields"] == ["name"] and rows[0]["kind"] == "changed"
		assert rows[0]["b"]["line"].split("\t")[4] == '"\\\\'
		assert rows[1] == {"where": "process", "process": 1, "name": "a", "differences": 1, "kind": "missing",
			"record": "Leave", "fields": [], "a": {"number": 12, "line": "Leave\t30\t1\t5\t0"}, "b": None}
		assert rows[2]["fields"] == ["tags"]
		assert rows[3] == {"differences": 3, "control": 0, "definitions": 1, "markers": 0, "records": 2,
			"processes": 2, "whole": True}
	END
}

@test "a piped stream gives what the trace gives" {
	otf-cat "$sample" | awk -F'\t' -v OFS='\t' '$1 == "Enter" && ++n == 300 { $4 += 1 } { print }' >b
	exits 1 otf-diff "$sample" b
	mv out want
	otf-cat "$sample" >stored
	for way in 'otf-diff stored b' 'otf-cat stored | otf-diff - b' 'otf-diff stored - <b' \
		'otf-filter stored | otf-diff - <(cat b)'; do
		exits 1 bash -c "$way"
		diff <(sed 's/^\([<>]\) [^:]*:/\1 /' want) <(sed 's/^\([<>]\) [^:]*:/\1 /' out)
	done
}

@test "an input that was cut short is never the same" {
	otf-cat "$sample" >a
	head -n 2000 a >cut
	exits 4 otf-diff a cut
	exits 4 otf-diff cut a
	says "without @END"
	exits 4 bash -c 'head -c 30000 a | otf-diff - a'
	# what differs before the end counts
	sed '1000s/\t[0-9]*$/\t77777/' cut >other
	exits 1 otf-diff a other
	grep -q '; the comparison is incomplete$' out
	says "without @END"
}

@test "a damaged trace is a failure, with --keep-going too, unless a difference was found" {
	otf-cat "$sample" -n 2 -o t
	truncate -s -1 t.2.events
	exits 4 otf-diff "$sample" t
	exits 4 otf-diff --keep-going t t
	says "t.2.events"
}

@test "an abort by an earlier stage is reported" {
	{ otf-cat "$sample" | head -n 500; printf '@ABORT\totf-x\tno more\n'; } >a
	exits 4 otf-diff "$sample" a
	says "otf-diff: a: aborted by otf-x: no more"
	{ otf-cat "$sample" | head -n 500; printf '@ABORT\totf-x\n'; } >a
	exits 4 otf-diff a "$sample"
	grep -qx 'otf-diff: a: aborted by otf-x: no reason given' err
}

@test "traces that are missing, one or three of them, standard input twice, -o: refused" {
	exits 4 otf-diff "$sample" nosuch
	says "nosuch: no such trace"
	exits 2 otf-diff "$sample"
	exits 2 otf-diff "$sample" "$sample" "$sample"
	exits 2 otf-diff - -
	exits 2 otf-diff -o x "$sample" "$sample"
}

@test "a full disk is a failure, a closed pipe is silent" {
	[ -e /dev/full ] || skip "no /dev/full"
	edited '/^Leave\t30/d'
	exits 4 bash -c 'otf-diff a b >/dev/full'
	says "stdout"
	exits 4 bash -c 'otf-diff --json a a >/dev/full'
	bash -c 'otf-diff --list a b 2>err | head -n 0'
	[ ! -s err ]
}

@test "one changed field among 200,000 records is found and named, in bounded memory" {
	need_mktrace
	mktrace -p 16 -s 4 -e 200k >a
	awk -F'\t' -v OFS='\t' '$1 == "Leave" && NR > 150000 && !done { $4 += 1; done = 1; print NR >"place" } { print }' a >b
	otf-write t <a
	fails peak otf-diff t b >out
	under 64
	head -n 1 out | grep -q ': 1 difference: Leave differs in function$'
	line=$(sed -n "$(cat place)p" b)
	grep -q -F -e "$line" out
	[ "$(tail -n 1 out)" = '1 difference: 1 in 1 process' ]
	otf-cat "$sample" >/dev/null
	silent otf-diff t a
}

@test "traces that differ everywhere need no more memory than those that are the same" {
	need_mktrace
	mktrace -p 16 -s 4 -e 200k >a
	awk -F'\t' -v OFS='\t' '!/^@/ && $2 != "-" { $2 += 1 } { print }' a | sed '1s/\tTS:[0-9,]*//' >b
	fails peak otf-diff --ignore marker a b >out
	under 64
	grep -q 'in 16 processes$' out
	grep -q '^process 1 .*: .* differs in time$' out
}

@test "scattered changes, losses and additions are each one difference, of the process where they were made" {
	otf-cat --no-pg "$sample" >a
	for seed in 1 2 3 4 5; do
		python3 "$REPO/tests/tools/scatter.py" $seed <a >b 2>want
		exits 1 otf-diff a b
		sed -n 's/^process \([0-9]*\) (.*): \([0-9]*\) difference.*/\1 \2/p' out | diff want -
	done
}

@test "10,000 streams with 256 open files are compared in little memory" {
	need_mktrace
	mktrace -p 10000 -s 10000 -e 100k >wide.otfl
	otf-write wide <wide.otfl
	(ulimit -n 256 && peak otf-diff wide wide.otfl >out 2>err)
	[ ! -s out ]
	[ ! -s err ]
	under 256
	sed 's/^Enter\(.*\)\t0$/Enter\1\t1/' wide.otfl >other
	(ulimit -n 256 && fails peak otf-diff wide other >out 2>err)
	under 512
	[ "$(tail -n 1 out | cut -d' ' -f 1)" -eq "$(grep -c '^Enter.*	0$' wide.otfl)" ]
}

@test "a TAU trace is two names" {
	ring=$REPO/tests/data/ring
	otf-diff -q "$ring" "$ring"
	run otf-diff "$ring"
	[ "$status" -eq 2 ]
	need_shared
	tau="$SHARED/corpus/tau/ring4"
	otf-diff "$tau/tau.trc" "$tau/tau.edf" "$tau/tau.trc" "$tau/tau.edf"
	run otf-diff "$tau/tau.trc" "$tau/tau.edf" "$tau"
	[ "$status" -eq 1 ] # tokens of definitions
	[[ $output != *process* ]]
}

@test "--help says where times are compared" {
	otf-diff --help | tr '\n' ' ' | grep -q 'use otf-stat --diff, with --fail-above'
}
