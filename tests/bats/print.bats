# otf-print: lines for eyes - names, seconds, depth, color - and JSON out of which records can be made anew.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	unset NO_COLOR
}

# shown TEXT: a line of ./out has it behind the columns of time and process, however indented.
shown() {
	sed -E 's/^ *[-+]?[0-9.]*s?  [^ ]*( [0-9]+)? +//' out | grep -q -x -F -e "$1" || {
		echo "no '$1' in:"
		cat out
		return 1
	}
}

# Two processes in two streams, each with its own function 5; 1000 ticks a second.
story() {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|alpha|0' 'DefProcess|-|0|2|b|0' \
		'DefProcessGroup|-|0|7|world|1,2' 'DefFunction|-|1|5|solve|0|3' 'DefFunction|-|2|5|wait|0|0' \
		'DefSclFile|-|0|2|main.c' 'DefScl|-|0|3|2|42' 'DefCounter|-|0|4|flops|0|0|#/s' 'DefKeyValue|-|0|9|5|note|' \
		'Enter|1000|1|5|3' 'Enter|1001|2|5|0' 'Enter|1002|1|6|0|9:I:4' 'SendMsg|1003|1|2|7|8|1024|0' \
		'Leave|1500|1|0|0' 'RecvMsg|1600|2|1|7|8|1024|0' 'Counter|1700|1|4|250' 'Leave|2234|1|5|0' 'Leave|9000|2|5|0'
}

# ---- what a line says ----

@test "a name that is not there is not an empty one" {
	stream 'DefProcess|-|0|1|\N|0' 'DefProcess|-|0|2||0' | silent otf-print --definitions -r DefProcess
	[ "$(grep -c '(none)' out)" -eq 1 ]
}

@test "a line says the seconds since the first event, the process, and what happened by names" {
	story | silent otf-print
	grep -v '^#' out >got
	printf '%s\n' '  +0.000s  alpha    enter solve at main.c:42' '  +0.001s  b        enter wait' \
		'  +0.002s  alpha      enter function 6  {note=4}' '  +0.003s  alpha        send 1024 B to b, tag 8, world' \
		'  +0.500s  alpha      leave function 6  498.0 ms' '  +0.600s  b          receive 1024 B from alpha, tag 8, world' \
		'  +0.700s  alpha      flops = 250 #/s' '  +1.234s  alpha    leave solve  1.234 s' \
		'  +8.000s  b        leave wait  7.999 s' | diff - got
}

@test "above them stand the span, the processes, and how many definitions are not shown" {
	silent otf-print "$sample"
	head -n 4 out >got
	printf '%s\n' '# 3.900 ms from tick 1021008, 1000000000 ticks a second, 8 process definitions' \
		'# times with + count from the first event, at tick 1021008; -t takes them' \
		'# 151 definitions not shown, --definitions shows them' '#        time  process  event' | diff - got
	stream | silent otf-print
	head -n 1 out | grep -q '^# resolution unknown, 0 process definitions$'
}

@test "--ticks and --absolute: the time as ticks, and not from the first event on" {
	story >in
	silent otf-print --ticks in
	grep -q '^    +1234  alpha    leave solve  1234 ticks$' out
	silent otf-print --ticks --absolute in
	grep -q '^     2234  alpha    leave solve  1234 ticks$' out
	silent otf-print --absolute in
	grep -q '^   2.234s  alpha    leave solve  1.234 s$' out
	# without a resolution there are no seconds
	grep -v Resolution in | sed 's/^@END.*/@END\t18/' | silent otf-print
	grep -q '^    +1234  alpha    leave solve  1234 ticks$' out
	# the header says when the events begin, whatever comes first
	sed '1s/$/\tTS:900,9000/' in | silent otf-print
	grep -q '^  +1.334s  alpha    leave solve' out
}

@test "definitions are lines with --definitions, or as -r says" {
	story >in
	silent otf-print --definitions in
	grep -q -x 'stream 1: DefFunction 5: solve at source location 3' out
	grep -q -x 'DefProcessGroup 7: world, members alpha, b' out
	grep -q -x 'DefScl 3: file main.c, line 42' out
	grep -q 'enter solve' out
	silent otf-print -r DefProcess in
	grep -v '^#' out >got
	printf '%s\n' 'DefProcess 1: alpha' 'DefProcess 2: b' | diff - got
	# what is not to be shown says nothing of definitions
	silent otf-print -r '!Counter' in
	fails grep -q -e '^Def' -e flops out
	grep -q '^# 10 definitions not shown' out
}

@test "every record type is shown" {
	need_shared
	silent otf-print --definitions "$SHARED/corpus/otf1/all_short_plain_n1/all.otf"
	grep -v '^#' out | wc -l >got
	otf-cat --count "$SHARED/corpus/otf1/all_short_plain_n1/all.otf" | diff - got
	shown 'MPI_Bcast in MPI_COMM_WORLD, root proc, sent 8 B, received 16 B, took 32.00 ns at main.c:291'
	shown 'collective read /tmp/a.dat, 4096 B, took 48.00 ns, handle 4 at main.c:291'
	shown 'on its way: 1024 B to proc, tag 9, MPI_COMM_WORLD, since +0.000000019s at main.c:291'
	shown 'so far main: 1 calls, exclusive 17.00 ns, inclusive 18.00 ns'
	shown 'marker errors: something bad'
	# each pattern names fields that there are: no % is left
	fails grep -q '%[0-9f]' out
}

@test "each file operation has its word" {
	for i in 0 1 2 3 4 5 6 7 8 9 10 31; do
		lines "FileOperation|$((i + 1))|1|9|3|$i|100|7|0"
	done >ops
	{ stream 'DefTimerResolution|-|0|1000' 'DefFile|-|0|9|data|0' | grep -v ^@END && cat ops && lines '@END|14'; } >in
	silent otf-print in
	for w in open close read write seek unlink rename dup sync lock unlock 'other operation on'; do
		grep -q "  $w data, 100 B, took 7.000 ms, handle 3$" out || { echo "$w" && return 1; }
	done
	stream 'FileOperation|1|1|9|3|99|100|7|0' | silent otf-print
	grep -q 'failed asynchronous write file 9' out
}

@test "depth is that of open calls, snapshots and Leaves without Enter included" {
	stream 'DefTimerResolution|-|0|1000' 'Leave|1|1|4|0' 'Enter|2|1|5|0' 'Enter|3|1|6|0' 'Leave|4|1|5|0' 'NoOp|5|1' \
		'EnterSnapshot|6|2|1|7|0' 'EnterSnapshot|6|2|2|8|0' 'NoOp|7|2' 'Leave|8|2|8|0' >in
	silent otf-print in
	sed 's/^.*process [12]  //' out | grep -v '^#' >got
	printf '%s\n' 'leave function 4 (was not entered)' 'enter function 5' '  enter function 6' \
		'  leave function 5 (innermost is function 6)  1.000 ms' '  nothing' 'open: function 7, since +0.000s' \
		'  open: function 8, since +0.001s' '    nothing' '  leave function 8  6.000 ms' | diff - got
}

@test "deep recursion says its depth by number and ends in time" {
	{
		printf '@OTFPIPE\t1.0\n'
		seq 1 100000 | sed 's/.*/Enter\t&\t1\t5\t0/'
		printf '@END\t100000\n'
	} >in
	silent otf-print in
	tail -n 1 out | grep -q '  (99999) enter function 5$'
	[ "$(awk '{ if (length > n) n = length } END { print n }' out)" -lt 150 ]
}

@test "names and units of any length and with any bytes are whole, at any depth" {
	local long='a name that is longer than most names are, 45'
	calls() {
		for n in $(seq 40); do
			echo "Enter|$n|1|7|0"
			[ $((n % 20)) -ne 0 ] || printf '%s|%s|1|%s\n' Counter $n '1|5' Counter $n '2|6' Counter $n '3|7' Counter $n '4|8'
		done
	}
	mapfile -t calls < <(calls)
	stream 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|$long|0" 'DefCounter|-|0|1|a\x1b|0|0|b\x07' \
		"DefCounter|-|0|2|$long|0|0|m" "DefCounter|-|0|3|c|0|0|$long" 'DefFunction|-|0|7|f|0|0' "${calls[@]}" >in
	silent otf-print in
	grep -v -e ' enter ' -e '^#' out | sed "s/^ *[^ ]*s  $long *//" >got
	printf '%s\n' 'a\x1b = 5 b\x07' "$long = 6 m" "c = 7 $long" 'counter 4 = 8' >four
	{ cat four; sed 's/^/(40) /' four; } | diff - got
}

@test "durations have four digits in any unit, and are what otf-stat has" {
	n=0
	for t in 0 1 9 999 1000 9999 99994 99995 999949 999950 1234567 999949999 999950000 59999999999; do
		n=$((n + 1))
		lines "Enter|0|$n|5|0" "Leave|$t|$n|5|0"
	done | sort -t "$(printf '\t')" -s -n -k 2,2 >ops
	{ stream 'DefTimerResolution|-|0|1000000000' | grep -v ^@END && cat ops && lines '@END|29'; } >in
	silent otf-print in
	sed -n 's/.*leave function 5  //p' out >got
	printf '%s\n' '0 s' '1.000 ns' '9.000 ns' '999.0 ns' '1.000 us' '9.999 us' '99.99 us' '100.0 us' '999.9 us' \
		'1.000 ms' '1.235 ms' '999.9 ms' '1.000 s' '60.00 s' | sort >want
	sort got | diff want -
}

@test "durations of slow and odd clocks are right, and those beyond all measure are ticks" {
	for r in '1 9000000 9000000.0 s' '1 5000000000 5000000000 ticks' '3 1 333.3 ms' '7 100 14.29 s' \
		'18446744073709551615 18446744073709551615 1.000 s'; do
		read -r resolution ticks want <<<"$r"
		stream "DefTimerResolution|-|0|$resolution" 'Enter|0|1|5|0' "Leave|$ticks|1|5|0" | silent otf-print
		grep -q "leave function 5  $want\$" out || { echo "$r" && cat out && return 1; }
	done
}

@test "lists and byte arrays are cut unless -v; -v has all fields" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcessGroup|-|0|7|all|1,2,3,4,5,6,7,8,9' \
		'NoOp|1|1|3:a:000102030405060708090a' 'DefFunction|-|0|5|f|0|0' >in 2>&1
	exits 0 otf-print --definitions in
	shown 'nothing  {key 3=0001020304050607... (11 B)}'
	grep -q 'process 8 ... (9)$' out
	exits 0 otf-print -v --definitions in
	shown 'nothing  {key 3=000102030405060708090a}'
	grep -q 'process 8, process 9$' out
	grep -q -x 'DefFunction 5: f, group function group 0 at source location 0' out
	story | silent otf-print -v -r Enter
	grep -q 'enter solve at main.c:42$' out
}

@test "control characters and broken UTF-8 do not reach the terminal" {
	printf '@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\t\\x1b[31mred\t0\nDefFunction\t-\t0\t5\tt\\tn\\n\xff\xc2\x9b\xc3\xa4\t0\t0\nEnter\t1\t1\t5\t0\nEventComment\t2\t1\t\x9b\\x07\n@END\t5\n' >in
	silent otf-print --definitions in
	grep -q 'enter t\\tn\\n\\xff\\xc2\\x9bä$' out
	grep -q '\\x1b\[31mred' out
	grep -q 'comment: \\x9b\\x07$' out
	[ "$(LC_ALL=C tr -d '\n\040-\176' <out | od -An -tx1 | tr -s ' \n' | tr -d ' ' | sed 's/c3a4//g')" = '' ]
}

@test "columns are aligned by characters, not bytes" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|äöüäöüäöü|0' 'DefProcess|-|0|2|b|0' 'NoOp|1|1' 'NoOp|2|2' |
		silent otf-print
	grep -q '  äöüäöüäöü  nothing$' out
	grep -q '  b          nothing$' out
}

# ---- color ----

@test "processes are in color on a terminal only, unless told otherwise; NO_COLOR is respected" {
	need_tools script
	need_terminal
	esc=$(printf '\033')
	sample s
	on_terminal() {
		script -q -e -c "$1" /dev/null </dev/null >out 2>&1
		grep -q "$esc\[3[1-6]mrank 0$esc\[m " out
	}
	on_terminal "otf-print --no-pager s"
	fails on_terminal "otf-print --no-pager --color never s"
	fails on_terminal "NO_COLOR=1 otf-print --no-pager s"
	on_terminal "NO_COLOR= otf-print --no-pager s"
	on_terminal "NO_COLOR=1 otf-print --no-pager --color always s"
	silent otf-print "$sample"
	fails grep -q "$esc" out
	mv out plain
	silent otf-print --color=always "$sample"
	sed "s/$esc\[[0-9]*m//g" out | diff plain -
	exits 2 otf-print --color=red "$sample"
	says "--color: unknown value 'red'; expected auto, always or never"
}

# ---- pager ----

# paged [KEYS] COMMAND: run by a shell on a terminal; what appeared is in ./out
paged() {
	need_terminal
	TERM=xterm python3 "$REPO/tests/tools/screen.py" --keys "$1" sh -c "$2" >out 2>err
}

@test "on a terminal a pager shows the text in color: OTF_PAGER, PAGER or less, and --no-pager shows it without" {
	sample s
	printf '%s\n' '#!/bin/sh' "sed 's/^/PAGED /; s/\$/ LESS=''/'" 'echo "$LESS $LV"' >pager
	chmod +x pager
	paged '' "PAGER=./pager otf-print s"
	grep -q '^PAGED #' out
	grep -q $'rank 4\033\\[m   process begins' out
	[ "$(tail -n 1 out)" = 'FRX -c' ]
	paged '' "LESS=X PAGER=./pager otf-print -r marker s"
	[ "$(tail -n 1 out)" = 'X -c' ]
	paged '' "PAGER=no OTF_PAGER=./pager otf-print -r marker s"
	grep -q '^PAGED #' out
	for none in 'PAGER=' 'PAGER=cat' 'PAGER=./pager TERM=dumb' 'OTF_PAGER= PAGER=./pager' 'unset TERM; PAGER=./pager'; do
		paged '' "$none; export PAGER OTF_PAGER TERM; otf-print -r marker s"
		fails grep -q PAGED out
		grep -q 'marker phases' out
	done
	paged '' "PAGER=./pager otf-print --no-pager s"
	fails grep -q PAGED out
	paged '' "PAGER=./pager otf-print --json s"
	fails grep -q PAGED out
	paged '' "PAGER=./pager otf-print s | cat"
	fails grep -q PAGED out
}

@test "leaving the pager early is no error; what fails before or in it is one" {
	need_mktrace
	mktrace -p 4 -e 200k | otf-write -q big
	paged '' "PAGER='head -n 3' otf-print big"
	[ "$(wc -l <out)" -eq 3 ]
	paged '' "otf-cat big | PAGER='head -n 3' otf-print"
	[ "$(wc -l <out)" -eq 3 ]
	got=0
	paged '' "PAGER=./nonesuch otf-print big" || got=$?
	[ $got -eq 1 ]
	grep -q "cannot run the pager './nonesuch'; --no-pager does without" out
	got=0
	paged '' "PAGER='sed s/^/PAGED/' otf-print nonesuch" || got=$?
	[ $got -eq 1 ]
	grep -q 'PAGEDotf-print: nonesuch: no such trace' out
	got=0
	paged '' "PAGER='sed s/^/PAGED/' otf-print" || got=$?
	[ $got -eq 2 ]
	grep -q '^otf-print: no trace named' out
	otf-cat big | head -n 500 >cut
	got=0
	paged '' "PAGER='sed s/^/PAGED/' otf-print cut" || got=$?
	[ $got -eq 3 ]
	[ "$(tail -n 1 out | cut -d : -f 1,2)" = 'PAGEDotf-print: cut' ]
}

@test "less is left with q, with the trace on standard input, too" {
	need_tools less
	sample s
	unset PAGER OTF_PAGER LESS
	paged q "otf-print s"
	grep -q 'process begins' out
	paged q "otf-cat s | otf-print"
	grep -q 'process begins' out
}

# ---- markers, and times for -t ----

@test "markers stand at their times, before what happens then" {
	stream "$one" 'DefMarker|-|0|1|m|3' 'Marker|30|1|1|late' 'Marker|5|1|1|early' 'Marker|20|2|1|same' \
		'Marker|20|1|1|again' 'NoOp|10|1' 'NoOp|20|1' 'NoOp|25|1' >in
	otf-print --absolute in | grep -v '^#' | awk '{ print $1, $NF }' | paste -sd , >got
	[ "$(cat got)" = '5 early,10 nothing,20 same,20 again,20 nothing,25 nothing,30 late' ]
	otf-print in | grep -v '^#' | awk '{ print $1 }' | paste -sd , >got
	[ "$(cat got)" = '-5,+0,+10,+10,+10,+15,+20' ] # from the first event, not from the first marker
	otf-print --absolute -t 6:25 in | grep -v '^#' | awk '{ print $1, $NF }' | paste -sd , >got
	[ "$(cat got)" = '10 nothing,20 same,20 again,20 nothing' ]
	otf-print --absolute -p 2 in | grep -v '^#' | awk '{ print $1, $NF }' >got
	[ "$(cat got)" = '20 same' ]
	stream 'DefMarker|-|0|1|m|3' 'Marker|30|1|1|late' 'Marker|5|1|1|early' | otf-print | grep -v '^#' | awk '{ print $NF }' |
		paste -sd , >got
	[ "$(cat got)" = early,late ]
	otf-print --json in | grep '"Marker"' | cut -d , -f 2 | paste -sd , >got
	[ "$(cat got)" = '"time":30,"time":5,"time":20,"time":20' ] # the order of the stream
	otf-cat "$sample" | sed '/^Marker/d; s/^\(@END\t\).*/\1&/; s/^@END.*/@END\t3150/' >without
	otf-print "$sample" | grep -v -e ' marker ' -e '^#' >got
	otf-print -r event "$sample" | grep -v '^#' | cmp - got
}

@test "a time that it prints can be given to -t, and selects the records at that time" {
	for resolution in 1000000000 1000 3 2095191439 999999999999; do
		stream "DefTimerResolution|-|0|$resolution" "$one" 'NoOp|1000000007|1' 'NoOp|1000000008|1' \
			'Enter|1000000009|1|1|0' 'NoOp|1000000011|1' 'NoOp|1000000012|1' 'NoOp|123456789012|1' >in
		for how in '' --ticks --absolute '--ticks --absolute'; do
			# shellcheck disable=SC2086
			otf-print $how in | grep -v '^#' >all
			[ "$(wc -l <all)" -eq 6 ]
			while read -r line; do
				time=${line%% *}
				otf-print $how -t "$time" <in | grep -v '^#' | sed 's/^ *//' >got
				[ "$(tr -s ' ' <got)" = "$(tr -s ' ' <<<"$line")" ] || { echo "$resolution $how $time" && cat got && return 1; }
				otf-filter -r event --no-pg -t "$time:" in | grep -c '^[NE]' >>counts
			done <all
		done
	done
	[ "$(head -n 6 counts | paste -sd ' ')" = '6 5 4 3 2 1' ]
	otf-print "$sample" | grep -e 'enter MPI_Recv' | sed -n 7p >line
	otf-print -t "$(awk '{ print $1 }' line)" "$sample" | grep -v '^#' | cmp - line
}

# ---- selection ----

@test "a selection shows some lines of the whole, with their depth and durations" {
	otf-print "$sample" | grep -v '^#' >whole
	silent otf-print -p 'rank 0' -r event "$sample"
	grep -v '^#' out >got
	grep '  rank 0 ' whole | grep -v ' marker ' | diff - got
	silent otf-print -r Leave "$sample"
	grep -v '^#' out >got
	grep ' leave ' whole | diff - got
	silent otf-print -r event -t 2ms:3ms "$sample"
	grep -v '^#' out >got
	awk '$1 + 0 >= 0.000978992 && $1 + 0 < 0.001978992' whole | grep -v ' marker ' | diff - got
	otf-cat "$sample" | silent otf-print -r event -t 2ms:3ms
	grep -v '^#' out | diff - got
	silent otf-print -s 2 -r event "$sample"
	grep -v '^#' out | diff - <(otf-cat "$sample" | otf-print -s 2 -r event | grep -v '^#')
}

@test "piped, stored and named it is the same" {
	otf-print "$sample" >want
	otf-cat "$sample" | otf-print | cmp - want
	otf-cat "$sample" >in
	otf-print in | cmp - want
	otf-print - <in | cmp - want
	otf-print --json "$sample" >want
	otf-cat --no-pg "$sample" | otf-print --json | cmp - want
}

# ---- JSON ----

# anew FILE: the stream made of the objects of FILE.
anew() {
	otf-cat --schema >schema
	python3 "$REPO/tests/oracle/printjson.py" schema <"$1"
}

@test "--json: the records of the sample and of the corpus can be restored" {
	silent otf-print --json "$sample"
	anew out | cmp - <(otf-cat --no-pg "$sample")
	need_shared
	for t in $(printf '%s\n' "$SHARED"/corpus/otf1/{all,synth}*/*.otf | sampled); do
		silent otf-print --json "$t" || return 1
		anew out | cmp - <(otf-cat --no-pg "$t") || { echo "$t" && return 1; }
	done
}

@test "--json: strings, reals, lists and key-values of any kind can be restored" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\tXY:z\n@FT\tx\xff\n@OWN\n'
		printf 'DefProcess\t-\t0\t1\t\\N\t0\nDefProcess\t-\t0\t2\t\xff\xc3\xa4"\\\\\\x00\\n\t0\nDefProcessGroup\t-\t0\t1\te\t\n'
		printf 'DefinitionComment\t-\t4\t\n'
		for v in 0 -1 18446744073709551615 1.5 -0.0 1e+22 nan inf -inf 1.5f inff nanf 0.1 5e-324; do
			printf 'Counter\t5\t1\t4\t%s\n' "$v"
		done
		printf 'NoOp\t6\t1\t1:c:65\t1:b:-2\t1:q:-9223372036854775808\t2:f:0.1\t2:d:nan\t2:d:0x7ff8000000000001\t2:f:-inf\t3:a:\t3:a:00ff\n'
		printf 'UnknownRecord\t7\t1\tevents\tZ\xfe\nUnknownRecord\t8\t1\tsnaps\tTZ\nOwnRecord\t9\tx\xff\t\n@END\t22\n'
	} | sed '/^@FT/d' >in
	sed -i 's/^@END.*/@END\t22/' in
	exits 0 otf-print --json in
	anew out | diff in -
	python3 -c '
import json
for line in open("out", encoding="utf-8"):
    json.loads(line, parse_constant=lambda c: 1 / 0)'
}

@test "--json: names of any length, times before the first event and reals of any kind are complete" {
	for n in 1 30 31 32 33 5000; do
		name=$(printf "%${n}s" | tr ' ' n)
		{
			printf '@OTFPIPE\t1.0\tTR:1000\tTS:5,9\n'
			printf 'DefProcess\t-\t0\t1\t%s\t0\nDefFunction\t-\t0\t7\t%s\t0\t0\n' "$name" "$name"
			printf 'DefCounter\t-\t0\t3\tc\t288\t0\tu\n'
			printf 'Enter\t3\t1\t7\t0\nEnter\t6\t1\t7\t0\n'
			for v in 5 1.5 1e+22 nan -inf 1.5f -3; do printf 'Counter\t7\t1\t3\t%s\n' "$v"; done
			printf '@END\t12\n'
		} >in
		exits 0 otf-print --json in
		python3 - "$name" <<-'END'
			import json, sys
			name, rows = sys.argv[1], [json.loads(line) for line in open("out")]
			enter = [r for r in rows if r.get("record") == "Enter"]
			assert [(r["process_name"], r["function_name"], r["seconds"]) for r in enter] == \
			    [(name, name, -0.002), (name, name, 0.001)], enter
			value = [(r["process_name"], r["value"], r.get("value_text")) for r in rows if r.get("record") == "Counter"]
			assert value == [(name, v, t) for v, t in ((5, None), (1.5, "1.5"), (1e22, "1e+22"), (None, "nan"),
			    (None, "-inf"), (1.5, "1.5f"), (-3, None))], value
		END
	done
}

@test "--json: names stand beside tokens, seconds beside ticks, by local definitions" {
	story | silent otf-print --json -r Enter
	grep -v '^{"control"' out >got
	printf '%s\n' \
		'{"record":"Enter","time":1000,"seconds":0.000,"process":1,"process_name":"alpha","function":5,"function_name":"solve","source":3,"source_name":"main.c:42"}' \
		'{"record":"Enter","time":1001,"seconds":0.001,"process":2,"process_name":"b","function":5,"function_name":"wait","source":0}' \
		'{"record":"Enter","time":1002,"seconds":0.002,"process":1,"process_name":"alpha","function":6,"source":0,"tags":[{"key":9,"key_name":"note","type":"uint32","value":4}]}' |
		diff - got
	story | silent otf-print --json --ticks -r Leave
	fails grep -q seconds out
}

# ---- what goes wrong ----

@test "an input cut short: exit 3, after what came before" {
	otf-cat "$sample" | head -n 500 >cut
	exits 3 otf-print cut
	otf-print "$sample" | grep -v -e '^#' -e ' marker ' >whole
	[ "$(grep -c ' marker ' out)" -eq 3 ] # they come before the events
	grep -v -e '^#' -e ' marker ' out >got
	[ "$(wc -l <got)" -ge 300 ]
	head -n "$(wc -l <got)" whole | diff - got
	exits 3 otf-print --json cut
	fails grep -q '"@END"' out
	[ "$(grep -c '"record"' out)" -ge 490 ]
}

@test "a full disk is an error; so is an output that is named" {
	[ -e /dev/full ] || skip "no /dev/full"
	for o in '' --json --definitions; do
		got=0
		otf-print $o "$sample" 2>err >/dev/full || got=$?
		[ "$got" -eq 1 ] || return 1
		says 'stdout: No space left on device'
	done
	exits 2 otf-print -o x "$sample"
	nothing x
}

@test "a reader that leaves early ends it in silence" {
	need_mktrace
	mktrace -p 4 -e 200k >in
	for o in '' --json; do
		otf-print $o in 2>err | head -n 1 >/dev/null || true
		[ ! -s err ] || return 1
	done
}

@test "a damaged trace is shown as far as it goes, with exit 1" {
	sample t
	printf 'E999Z\n' >>t.1.events
	exits 1 otf-print --keep-going t
	grep -q 'enter main' out
}

@test "a million records need little memory" {
	need_mktrace
	mktrace -p 8 -s 2 -e 1m | otf-write big
	peak otf-print big >/dev/null
	under 16
	otf-cat big | peak otf-print --json >/dev/null
	under 16
}
