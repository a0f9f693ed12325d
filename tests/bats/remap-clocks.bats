# otf-remap --shift --scale --clocks: other times in all that is a time, in the order of the contract.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

clocks() {
	python3 "$REPO/tests/oracle/clocks.py" "$@"
}

remap() {
	otf-remap --no-pg "$@"
}

# Each field that is a time or a duration, of two processes.
story() {
	stream '@SM|1|1' '@SM|2|2' '@LOST|2|12|14|3' 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|8|42' \
		'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefAuxSamplePoint|-|0|30|0' 'DefMarker|-|0|1|m|1' \
		'Marker|15|2|1|text' 'Enter|10|1|5|0' 'Enter|11|2|5|0|9:I:4' 'Counter|12|1|4|77' \
		'FileOperation|14|2|3|44|0|0|5|0' 'CollectiveOperation|19|1|4|7|1|8|9|3|0' \
		'Future|20|2|x|7' 'UnknownRecord|21|2|events|Z9' \
		'EnterSnapshot|30|1|10|5|0' 'EnterSnapshot|30|2|11|5|0' 'FunctionSummary|30|1|5|1|20|20' \
		'Leave|40|1|5|0' 'Leave|40|2|5|0'
}

@test "a shift moves every time, no duration, and the span of the header" {
	story >in
	remap --shift 100 in >got
	sed -e 's/	\(8	42\)$/	108	142/; s/^DefAux.*/DefAuxSamplePoint	-	0	130	0/; s/^@LOST.*/@LOST	2	112	114	3/' in |
		awk -F '\t' -v OFS='\t' '/^[^@]/ && $2 != "-" { $2 += 100 } /^EnterSnap/ { $4 += 100 } 1' | diff - got
	remap --shift 1ms "$sample" | head -n 1 >moved
	python3 - "$(otf-cat --no-pg "$sample" | head -n 1)" "$(cat moved)" <<-'END'
		import re, sys
		a, b = [[int(x) for x in re.search(r'TS:(\d+),(\d+)', s).groups()] for s in sys.argv[1:]]
		tr = int(re.search(r'TR:(\d+)', sys.argv[1])[1])
		assert [x + tr // 1000 for x in a] == b, (a, b)
	END
}

@test "--rescale changes the ticks and all times, and keeps the instants" {
	story | sed '1s/$/	TR:1000	TS:10,40/' >in
	remap --rescale 3000 in >got
	grep -q '	TR:3000	TS:30,120' got
	grep -q '^DefTimerResolution	-	0	3000$' got
	remap --scale 3 in | sed 's/	TR:1000	/	TR:3000	/; s/^\(DefTimerResolution.*	\)1000$/\13000/' | diff - got
	remap --rescale 1000 got | diff in -
	remap --rescale 700 in | sed -n 's/^Leave	\([0-9]*\).*/\1/p' | sort -u | grep -x 28
	sed 's/^Leave	40/Leave	18446744073709551615/; 1s/	TS:.*//' in >late
	exits 1 remap --rescale 2000 late
	says 'new time would be below 0 or beyond 64 bits'
	sed '1s/	TR:1000//; /^DefTimerResolution/d' in >unknown
	exits 1 remap --rescale 3000 unknown
	says '--rescale: the input defines no timer resolution'
	for other in '--scale 2' '--shift 1' '--clocks x' --causal --inverse; do
		exits 2 remap --rescale 3000 $other in
	done
	exits 2 remap --rescale 0 in
}

@test "a shift and back, a factor from 1 on and back, are the same bytes" {
	otf-cat --no-pg "$sample" >in
	remap --shift 12345 in | remap --shift -12345 - | cmp - in
	remap --shift 12345 in | remap --inverse --shift 12345 - | cmp - in
	remap --scale 7/3 --shift 5us in | remap --inverse --scale 7/3 --shift 5us - | cmp - in
	remap --scale 1 in | cmp - in
}

@test "a factor rounds down each time, and a duration to the difference of its ends" {
	story >in
	remap --scale 1.7 in >got
	clocks times got
	grep -q '^FileOperation	23	2	3	44	0	0	9	0$' got # 14 * 1.7 = 23.8, 19 * 1.7 = 32.3
	grep -q '^CollectiveOperation	32	1	4	7	1	8	9	5	0$' got
	grep -q '^FunctionSummary	51	1	5	1	34	34$' got
	grep -q '^EnterSnapshot	51	1	17	5	0$' got
	grep -q '^DefTimerResolution	-	0	1000$' got
	remap --scale 0.1 in >got
	clocks times got
	for process in 1 2; do
		awk -v p=$process '$2 != "-" && $3 == p && /^[ELCF]/ && !/Snap|Summ/ { print $1 }' in >want
		awk -v p=$process '$2 != "-" && $3 == p && /^[ELCF]/ && !/Snap|Summ/ { print $1 }' got | diff - want
	done
}

@test "clocks of their own: times of a process follow its own, and the order is made again" {
	story >in
	sed -i '1s/$/\tTR:1000/' in
	printf '# later\n2 0 1s\n2 20 1020\n\n2\t40 1080\n' >table
	remap --clocks table in >got 2>err
	[ ! -s err ]
	clocks times got
	clocks order in got
	grep -q '^Enter	10	1	5	0$' got
	grep -q '^Enter	1011	2	5	0	9:I:4$' got
	grep -q '^EnterSnapshot	1050	2	1011	5	0$' got
	grep -q '^Leave	1080	2	5	0$' got
	grep -q '^Marker	1015	2	1	text$' got
	grep -q '^Future	1020	2	x	7$' got
	grep -q '^UnknownRecord	1023	2	events	Z9$' got
	grep -q '^@LOST	2	1012	1014	3$' got
	grep -q '^DefTimeRange	-	0	8	1082$' got
}

@test "the header contains the span of the new times" {
	printf '2 0 1s\n3 0 5ms\n' >table
	remap --clocks table "$sample" -o moved
	otf-cat --no-pg moved | head -n 1 >ours
	remap --clocks table "$sample" | head -n 1 | diff - ours
}

@test "* is the clock of all that have none of their own" {
	story >in
	printf '* 0 7\n2 0 0\n' >table
	remap --clocks table in >got
	[ "$(grep -c '^Enter	17	1' got)" -eq 1 ]
	[ "$(grep -c '^Enter	11	2' got)" -eq 1 ]
}

@test "clocks, factor and shift at once, and back" {
	otf-cat --no-pg "$sample" >in
	printf '1 0 0\n1 20ms 21ms\n2 0 1ms\n2 1ms 2ms\n2 3ms 9ms\n' >table
	remap --clocks table --scale 1.5 --shift 1s in >got
	clocks times got
	clocks order in got
	remap --inverse --clocks table --scale 1.5 --shift 1s got >back
	clocks order in back
	[ "$(clocks moved in back)" = '0 0 0' ]
	diff <(sort in) <(sort back)
}

@test "durations in summaries that a clock cannot change are reported" {
	story >in
	printf '1 0 0\n1 20 20\n1 40 50\n' >table
	remap --clocks table in >got 2>err
	grep -q 'process 1: durations in summaries are unchanged' err
	grep -q '^FunctionSummary	35	1	5	1	20	20$' got
}

@test "a time below 0 or beyond 64 bits is an error that names the first such record" {
	story >in
	exits 1 remap --shift -11 in
	grep -q 'process 1: Enter at 10: its new time would be below 0' err
	stream '@SM|1|1' 'Foo|5|1|x' >other
	exits 1 remap --shift -10 other
	says 'process 1: Foo at 5: its new time would be below 0 or beyond 64 bits'
	stream '@SM|1|1' '@LOST|1|5|20|3' 'Enter|20|1|5|0' >lost
	exits 1 remap --shift -10 lost
	says 'process 1: @LOST at 5: its new time would be below 0 or beyond 64 bits'
	exits 1 remap --shift 18446744073709551610 in
	exits 1 remap --scale 1e19 in
	printf '2 12 0\n' >table
	exits 1 remap --clocks table in
	grep -q 'process 2: Enter at 11' err
	grep -q '^@ABORT	otf-remap	process 2' out
	exits 1 remap --shift -11 in -o t
	[ ! -e t.otf ]
}

@test "a damaged table is a usage error with file and line" {
	story >in
	printf '1 0 0\n1 5 5\n1 4 9\n' >table
	exits 2 remap --clocks table in
	grep -q 'table:3: not after the time in the previous line of the process' err
	printf '1 0 9\n1 5 8\n' >table
	exits 2 remap --clocks table in
	grep -q 'table:2: the clock runs backwards: 8' err
	printf '1 0\n' >table
	exits 2 remap --clocks table in
	exits 1 remap --clocks missing in
	printf '1 0 0\n1 5 5\n1 6 5\n' >table
	remap --clocks table in >out
	exits 2 remap --inverse --clocks table in
	grep -q 'process 1 stands still: its lines 2 and 3 have the same new time' err
}

@test "bad numbers and options that do not go together are usage errors" {
	story >in
	exits 2 remap --shift 1x in
	exits 2 remap --shift -25% "$sample"
	grep -q -e '--shift: a percentage is not a length of time' err
	exits 2 remap --causal --min-delay 1% "$sample"
	exits 2 remap --causal --max-shift 1% "$sample"
	exits 2 remap --scale 0 in
	exits 2 remap --scale 1/0 in
	exits 2 remap --causal --shift 1 in
	exits 2 remap --causal --clocks table in
	exits 2 remap --spread 1 in
	exits 2 remap --causal --spread 0 in
	exits 2 remap --causal --max-shift x in
	exits 2 remap --causal --inverse in
	exits 2 remap --inverse in
}

@test "an input cut short, a full disk and a closed pipe end as the contract says" {
	printf '2 0 1s\n' >table
	otf-cat --no-pg "$sample" >in
	head -c 700 in >cut
	for how in '--shift 5' '--clocks table' --causal --match-messages; do
		exits 3 remap $how cut
		fails grep -q -e ^@END -e ^@ABORT out
		exits 3 sh -c "otf-remap $how <cut"
		exits 1 sh -c "otf-remap $how in >/dev/full"
		otf-remap --no-pg $how in 2>/dev/null | head -n 3 >first
		[ "$(wc -l <first)" -eq 3 ]
	done
}

@test "from a trace, a stored stream or a pipe, with 1 thread or 4, it is the same" {
	need_mktrace
	mktrace -s 3 -p 6 -e 20k | otf-write t
	otf-cat --no-pg t >in
	printf '1 0 10ms\n4 0 0\n4 5ms 6ms\n' >table
	for how in '--shift 5' '--clocks table' '--clocks table --causal' --match-messages; do
		case $how in *causal*) remap --clocks table in >s; how=--causal src=s ;; *) src=in ;; esac
		remap $how $src >want 2>err
		remap $how <$src 2>err | cmp - want
		cat $src | remap $how - 2>err | cmp - want
		[ $src = s ] || remap $how t | cmp - want
		[ $src = s ] || remap -j 4 $how t | cmp - want
	done
}

@test "times and tokens at once: processes are those that the input has, with --unify those that it comes to have" {
	printf 'process 1 101\nfunction 5 55\n' >map
	printf '1 0 100\n2 0 7\n' >table
	story >in
	remap --clocks table in | remap --map map - >want
	remap --clocks table --map map in | cmp - want
	grep -q '^Enter	110	101	55	0$' want
	remap --inverse --map map want | remap --inverse --clocks table - >back
	diff <(sort in) <(sort back)
	exits 2 remap --inverse --clocks table --map map want
	remap --unify "$sample" >unified
	remap --clocks table unified >want
	remap --unify --clocks table "$sample" | cmp - want
	remap --unify --causal unified 2>err >want
	remap --unify --causal "$sample" 2>err | cmp - want
}

@test "--buffer is the memory to sort in" {
	need_mktrace
	mktrace -s 2 -p 4 -e 20k >in
	printf '2 0 1s\n' >table
	remap --clocks table in >want
	remap --clocks table --buffer 64K in | cmp - want
	remap --buffer 64K --match-messages in | cmp - <(remap --match-messages in)
	exits 2 remap --buffer 64K --shift 1 in
}
