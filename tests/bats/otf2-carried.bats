# Key-values in which otf2-to-otf keeps what a field of OTF cannot express, and the commands that use them: lengths of
# messages from 4 GiB on, the scale of a counter, the type of a location.

load common
load stream

setup() {
	common_setup
}

# One message of 5000000000 bytes, by a key of number KEY.
big() { # [KEY]
	local key=${1:-900}
	stream 'DefTimerResolution|-|0|1000000000' 'DefTimeRange|-|0|2000|2501' 'DefProcess|-|0|1|rank 0|0' 'DefProcess|-|0|2|rank 1|0' \
		'DefProcessGroup|-|0|3|world|1,2' "DefKeyValue|-|0|7|8|otf2.MpiIsend.requestID|" \
		"DefKeyValue|-|0|$key|8|otf2.send.length|" \
		"SendMsg|2000|1|2|3|7|4294967295|0|7:Q:6000000000|$key:Q:5000000000" 'SendMsg|2001|1|2|3|8|4294967295|0' \
		"RecvMsg|2500|2|1|3|7|4294967295|0|$key:Q:5000000000" 'RecvMsg|2501|2|1|3|8|4294967295|0'
}

# In all 5000000000 + 4294967295 bytes.
both=9294967295

@test "a message from 4 GiB on counts with its true length, which a key-value carries, in each profile" {
	for key in 900 4278192353; do
		big $key >in
		silent otf-stat --tsv --table message,length in
		cut -f 1-5 out | grep -x "message	2	2	$both	$both"
		grep -P '^length\t4294967296\t1\t1\t5000000000\t5000000000\t' out
		grep -P '^length\t2147483648\t1\t1\t4294967295\t4294967295\t' out
		silent otf-stat --tsv --table matrix --by communicator,tag in
		grep -P '\t5000000000\t5000000000\t' out
	done
	silent otf-info --full --json in
	grep "$both" out
	silent otf-snap --summaries=message --no-snapshots --points 1 in
	grep -P '^MessageSummary\t.*\t9294967295\t0$' out
	silent otf-draw --matrix in
	grep -F '8.657 GiB' out
	otf-report in -o page.html
	grep -F '8.657 GiB' page.html
}

@test "the true length of a message is what otf-print, otf-to-chrome and SQLite show" {
	big >in
	silent otf-print in
	grep -F 'send 5000000000 B to rank 1' out
	grep -F 'receive 5000000000 B from rank 0' out
	silent otf-print --json in
	[ "$(grep -c '"length":5000000000' out)" -eq 2 ]
	[ "$(grep -c '"length":4294967295' out)" -eq 2 ]
	# an arrow is between calls
	sed -e '/^@END/d' -e '/^SendMsg\t2000/i DefFunction\t-\t0\t1\tf\t0\t0\nEnter\t2000\t1\t1\t0\nEnter\t2000\t2\t1\t0' in >calls
	printf 'Leave\t2600\t%d\t1\t0\n' 1 2 >>calls
	printf '@END\t%d\n' "$(grep -vc ^@ calls)" >>calls
	silent otf-to-chrome calls
	[ "$(grep -o '"length":5000000000' out | wc -l)" -eq 2 ]
	need_tools sqlite3 otf-to-sqlite
	silent otf-to-sqlite in -o x.db
	[ "$(sqlite3 x.db 'SELECT length, received FROM messages ORDER BY tag')" = $'5000000000|5000000000\n4294967295|4294967295' ]
	[ "$(sqlite3 x.db 'SELECT bytes FROM message_matrix')" = $both ]
}

@test "otf-filter selects a message by its true length, with --length and --match" {
	big >in
	for select in '--length 5000000000' '--match length>=5e9' '--match length==5000000000'; do
		silent otf-filter ${select/5e9/5000000000} in
		[ "$(grep -c '^SendMsg\|^RecvMsg' out)" -eq 2 ]
		grep -F '900:Q:5000000000' out
	done
	silent otf-filter --length 4294967295 in
	[ "$(grep -c '^SendMsg\|^RecvMsg' out)" -eq 2 ]
	fails grep -F '900:Q:5000000000' out
}

@test "otf-check compares the true lengths of both ends of a message" {
	big >in
	silent otf-check --strict --no-rule unused in || silent otf-check in
	sed '/^RecvMsg\t2500/s/:5000000000/:5000000001/' in >other
	otf-check other >out || true
	grep -F '5000000000 bytes were sent, but 5000000001 bytes received' out
}

@test "shares of a trace keep the true lengths of messages between them" {
	big >in
	silent otf-write -n 0 t <in
	otf-stat --partial --part 1/2 t >a
	otf-stat --partial --part 2/2 t >b
	silent otf-stat --combine --tsv --table message,length,matrix a b
	mv out combined
	silent otf-stat --tsv --table message,length,matrix t
	diff out combined
	grep -F 5000000000 out
}

@test "otf-slice, otf-remap and otf-sort pass the true length of a message on" {
	big >in
	for command in 'otf-slice -t 0:3000' 'otf-remap --offset 5' 'otf-sort' 'otf-snap --points 3' 'otf-cat --unify'; do
		otf-cat in >x
		$command x >y 2>/dev/null || continue
		silent otf-stat --tsv --table message y
		cut -f 4 out | grep -x $both
	done
	otf-slice -t 2200:3000 in >cut # the message is in transit at its start
	grep -P '^SendSnapshot\t.*\t4294967295\t0.*Q:5000000000' cut
	silent otf-check cut
}

# A counter with a base and an exponent: 1000000 is 1 s.
scaled() { # BASE EXPONENT
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|rank 0|0' 'DefCounterGroup|-|0|1|all' \
		'DefKeyValue|-|0|10|2|otf2.MetricMember.base|' 'DefKeyValue|-|0|11|7|otf2.MetricMember.exponent|' \
		"DefCounter|-|0|1|time|0|1|s|10:B:$1|11:q:$2" 'DefCounter|-|0|2|plain|0|1|s|10:B:1|11:q:0' \
		'Counter|2000|1|1|1000000' 'Counter|3000|1|1|2000000' 'Counter|3000|1|2|5'
}

@test "the scale of a counter is shown beside its values, wherever they are" {
	scaled 1 -6 >in
	silent otf-stat --table counter in
	grep -F 'time [10^-6 s]' out
	grep -w plain out | grep -vF '['
	silent otf-stat --tsv --table counter in
	cut -f 3 out | grep -xF 'time [10^-6 s]'
	silent otf-stat --partial in
	mv out part
	silent otf-stat --combine --tsv --table counter part
	cut -f 3 out | grep -xF 'time [10^-6 s]'
	silent otf-print in
	grep -F 'time = 1000000 10^-6 s' out
	grep -E 'plain = 5 s$' out
	silent otf-to-chrome in
	grep -F '"args":{"10^-6 s":1000000}' out
	silent otf-draw --timeline --counter time in
	grep -F '10^-6 s' out
	otf-report in -o page.html
	grep -F 'time [10^-6 s]' page.html
	scaled 0 10 >in
	silent otf-print in
	grep -F 'time = 1000000 2^10 s' out
	need_tools sqlite3 otf-to-sqlite
	silent otf-to-sqlite in -o x.db
	[ "$(sqlite3 x.db "SELECT DISTINCT name, unit FROM counter")" = $'time|2^10 s\nplain|s' ]
}

@test "the scale of a metric of OTF2 and a message above 4 GiB come back as they were" {
	need_shared
	need_tools otf2-to-otf otf-to-otf2
	for case in metric-exponent/exp message-above-4-GiB/big; do
		in=$SHARED/corpus/cases/$case/traces.otf2
		rm -rf x x.*
		silent otf2-to-otf "$in" -o x
		silent otf-to-otf2 x -o y --force
		carried='^(DefCounter|Counter|SendMsg|RecvMsg)\t'
		diff <(otf-cat "$in" | grep -P "$carried") <(otf-cat y.otf2 | grep -P "$carried")
	done
	grep -F 10^-6 <(otf-print "$SHARED/corpus/cases/metric-exponent/exp/traces.otf2")
	otf-cat y.otf2 | grep 'Q:5000000000'
}

@test "accelerators and places for metrics alone do not count in the shares of communication and balance" {
	need_shared
	need_tools otf2-to-otf
	for case in accel metricloc; do
		in=$SHARED/corpus/cases/not-a-process/$case/traces.otf2
		silent otf-stat "$in"
		grep -F 'communication  50.0% of the time of the processes' out
		grep -F 'load balance   100.0%' out
		silent otf-report "$in" -o $case.html
		need_tools sqlite3 otf-to-sqlite
		silent otf-to-sqlite "$in" -o $case.db
		[ "$(sqlite3 $case.db 'SELECT load_balance, parallel FROM efficiency')" = '1.0|0.5' ]
	done
}

@test "without a process that has no parent there are no efficiencies, in SQLite as in otf-wait" {
	need_tools sqlite3 otf-to-sqlite
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|1' 'DefFunctionGroup|-|0|1|g' \
		'DefFunction|-|0|1|f|1|0' 'Enter|1|2|1|0' 'Leave|5|2|1|0' >in
	silent otf-wait in
	grep -F 'communication - = serialization - * transfer -' out
	silent otf-to-sqlite in -o x.db
	[ "$(sqlite3 -separator ' ' x.db \
		'SELECT load_balance, communication, parallel, serialization, transfer FROM efficiency')" = '    ' ]
}

@test "a record with the number of an event that OTF2 does not have is written as usual; the number is told as lost" {
	for event in 'Enter|1|1|1|0' 'Leave|1|1|1|0' 'SendMsg|1|1|2|3|4|5|0' 'BeginCollectiveOperation|1|1|10|1|3|0|4|4|0' \
		'RMAPut|1|1|0|2|3|4|5|0'; do
		stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|rank 0|0' 'DefProcess|-|0|2|rank 1|0' \
			'DefFunctionGroup|-|0|1|app' 'DefFunction|-|0|1|main|1|0' 'DefProcessGroup|-|0|3|world|1,2' \
			'DefCollectiveOperation|-|0|10|barrier|1' 'DefKeyValue|-|0|7|2|otf2.event|' "$event|7:B:250" >in
		fails otf-to-otf2 -q --force -o strange in 2>err
		grep -E '^otf-to-otf2: strange: [0-9]+ records or values would be lost; --lossy accepts that$' err
		otf-to-otf2 -q --lossy --force -o strange in
		case $event in Enter* | Leave*) otf-cat strange.otf2 | grep "^${event%%|*}	1	1	1" ;; esac
	done
}

# A trace with keys of OTF2 whose process group and file are none of OTF2, and one record.
mixed() { # RECORD...
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|rank 0|0' 'DefProcess|-|0|2|rank 1|0' \
		'DefFunctionGroup|-|0|1|app' 'DefFunction|-|0|1|main|1|0' 'DefProcessGroup|-|0|3|world|1,2' \
		'DefCollectiveOperation|-|0|10|barrier|1' 'DefFileGroup|-|0|3|g' 'DefFile|-|0|4|f|0' \
		'DefKeyValue|-|0|7|2|otf2.event|' 'DefKeyValue|-|0|8|8|otf2.MpiIsend.requestID|' "$@" >in
}

# The archive of `mixed`, which no reader may complain of.
accepted() { # OPTION...
	otf-to-otf2 -q --force --report report "$@" -o mixed in
	[ -z "$(otf2-print mixed.otf2 2>&1 >/dev/null)" ]
	[ -z "$(otf-check mixed.otf2 2>&1)" ]
}

@test "a record that refers to no communicator, window or handle of OTF2 is dropped from a trace that came from OTF2" {
	need_tools otf2-print
	for event in 'SendMsg|1|1|2|3|4|5|0' 'RecvMsg|1|1|2|0|4|5|0' 'CollectiveOperation|1|1|10|5|3|0|4|4|0' \
		'RMAPut|1|1|0|2|3|4|5|0' 'RMAPutRemoteEnd|1|1|0|2|3|4|5|0' 'FileOperation|1|1|4|1|0|0|0|0' \
		'SendSnapshot|1|1|0|2|3|4|5|0' 'BeginCollopSnapshot|1|1|0|10|1|3|0|4|4|0'; do
		mixed "$event"
		fails otf-to-otf2 -q --force -o mixed in 2>err
		grep -E 'lost; --lossy accepts that$' err
		accepted --lossy
		grep -E "^${event%%|*}	1	0	0	1	" report
	done
	mixed 'BeginCollectiveOperation|1|1|10|1|3|0|4|4|0' 'EndCollectiveOperation|2|1|1'
	accepted --lossy
	grep -E '^BeginCollectiveOperation	1	0	0	1	' report
	grep -E '^EndCollectiveOperation	1	0	0	1	' report
}

@test "a record with the number of an event that it cannot be is written as usual; the number is told as lost" {
	need_tools otf2-print
	# 5 MpiSend, 14 MpiCollectiveEnd, 57 CallingContextEnter
	for event in 5 14 57; do
		for record in 'Enter|1|1|1|0' 'NoOp|1|1' 'BeginProcess|1|1'; do
			rest=()
			[ "${record%%|*}" != Enter ] || rest=('Leave|2|1|1|0')
			mixed "$record|7:B:$event" "${rest[@]}"
			fails otf-to-otf2 -q --force -o mixed in 2>err
			grep -E 'lost; --lossy accepts that$' err
			accepted --lossy
			grep -E "^${record%%|*}	1	0	0	1	" report
			[ "${record%%|*}" != Enter ] || otf-cat mixed.otf2 | grep '^Enter	1	1	1'
		done
	done
}

@test "a collective operation without an end is sought to the end of its file, and the events after it are all there" {
	stream 'DefProcess|-|0|1|a|0' 'DefProcessGroup|-|0|100|g|1' 'DefFunctionGroup|-|0|1|fg' 'DefFunction|-|0|1|f|1|0' \
		'DefCollectiveOperation|-|0|1|MPI_Allreduce|4' 'BeginCollectiveOperation|10|1|1|7|100|0|8|8|0' \
		'Enter|20|1|1|0' 'Leave|30|1|1|0' >in
	otf-to-otf2 -q --lossy --no-carriers in -o t
	otf2-to-otf -q --lossy --no-carriers t.otf2 >out
	[ "$(grep -c -e '^Enter.20' -e '^Leave.30' out)" -eq 2 ]
}
