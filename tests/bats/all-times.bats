# Times with a + count from the first event, for every command with -t or --at, and wherever that time comes from.

load common
load stream

setup() {
	common_setup
}

# A stream of three records from tick 1000 on, a tick a nanosecond. KEYS of the magic line, then more lines.
from_1000() {
	local keys=$1
	shift
	stream 'DefTimerResolution|-|0|1000000000' "$one" "$@" 'Enter|1000|1|1|0' 'NoOp|1005|1' 'Leave|1010|1|1|0' |
		sed "1s/\$/\tTR:1000000000$keys/"
}

@test "the first time is that of the header, of DefTimeRange, or of the first record, in this order" {
	from_1000 $'\tTS:990,1010' 'DefTimeRange|-|0|980|1010' >header
	from_1000 '' 'DefTimeRange|-|0|980|1010' >range
	from_1000 '' >records
	for at in header:15 range:25 records:5; do
		for t in "+${at#*:}" "+${at#*:}ns" "+${at#*:}:+$((${at#*:} + 1))" "+$((${at#*:} - 1)).5ns:+${at#*:}.5ns"; do
			otf-filter --no-pg -r event -t "$t" "${at%:*}" | grep -v '^@' >got
			printf 'NoOp\t1005\t1\n' | cmp - got
			otf-filter --no-pg -r event -t "$t" <"${at%:*}" | grep -v '^@' | cmp - got
		done
	done
}

@test "every command takes a time from the first event, from a trace and from a pipe" {
	from_1000 '' 'DefFunction|-|0|1|f|0|0' >records
	otf-write trace <records
	for input in records trace -; do
		otf-filter --no-pg -t +5:+6 $input <records | grep '^[ELN]' >got
		printf 'NoOp\t1005\t1\n' | cmp - got
		otf-filter --no-pg -r event --match 'time >= +1ns && +9 > time' $input <records | grep -c '^[NE]' >got
		[ "$(cat got)" -eq 1 ]
		otf-print -t +5 $input <records | grep -v '^#' >got
		[ "$(wc -l <got)" -eq 1 ]
		grep -q nothing got
		otf-stat -t +2:+6 --tsv --table function $input <records | grep -P '^function\t1\tf\t0\t4\t4\t'
		otf-slice --no-pg -t +2:+6 $input <records | grep -P '^EnterSnapshot\t1002\t1\t1000\t1\t'
		otf-snap --no-pg --at +2,+50ns,1004 $input <records | grep -P '^DefAux' | cut -f 4 | tr '\n' ' ' >got
		[ "$(cat got)" = "1002 1004 1050 " ]
		otf-snap --no-pg --summaries --no-snapshots --at +5ns $input <records | grep -P '^FunctionSummary\t1005\t1\t1\t1\t5\t5'
		otf-to-tau -t +2:+6 --profile profiles --force $input <records
		grep -q '^"f" 0 0 0.004 0.004 ' profiles/profile.0.0.0
		otf-stat -t +2:+6 --markers $input <records >markers
	done
}

@test "in a stream without any event times count from 0, and nothing is found" {
	stream "$one" >none
	exits 0 otf-filter -t +5: none
	says "no record is in the interval +5:"
	exits 1 otf-filter --strict -t +5: none
}

@test "an input that is read ahead keeps its faults and its end" {
	from_1000 '' | head -n 2 >cut
	exits 3 otf-filter -t +0: cut
	says "cut"
	stream "$one" '@ABORT|otf-cat|broken' | head -n 3 >aborted
	exits 1 otf-filter -t +0: aborted
	says "aborted by otf-cat: broken"
	stream "$one" 'Enter|x|1|1|0' >bad
	exits 1 otf-filter -t +0: bad
	says "bad:3"
}

@test "what a + cannot count is refused" {
	from_1000 '' >records
	for t in + ++1 +-1 +5x: :+ 1:+; do
		exits 2 otf-filter -t "$t" records
		says "--time: invalid time"
		says "or +2ms from the first event"
	done
	exits 2 otf-snap --every +5 records
	says "--every: invalid time '+5'"
	exits 2 otf-filter --min-duration +5ns records
	exits 2 otf-stat --every +5ns records
	exits 2 otf-filter --match 'duration > +5ns' records
	exits 2 otf-filter -t +20:+10 records
	says "the interval ends before it starts: 1020:1010"
}

@test "ticks per second that only DefTimerResolution says count as those of the first line" {
	stream "DefTimerResolution|-|0|1000000" "$one" 'DefFunction|-|0|7|f|0|0' 'DefCounter|-|0|3|c|0|0|#' 'Enter|500000|1|7|0' \
		'Counter|500000|1|3|1' 'Counter|1000000|1|3|500' 'Leave|1500000|1|7|0' >without
	sed '1s/$/	TR:1000000/' without >with
	for command in otf-stat 'otf-stat --tsv --table counter' 'otf-stat --table iteration --inside f' otf-wait \
		'otf-filter --min-duration 900ms' 'otf-remap --shift 1s' 'otf-remap --rescale 1000' \
		'otf-remap --causal --min-delay 1ms'; do
		$command with | sed '1s/	TR:[0-9]*//; /^@PG/d' >want
		[ -s want ]
		$command without | sed '1s/	TR:[0-9]*//; /^@PG/d' | diff want -
	done
	otf-stat --partial without >part
	diff <(otf-stat with) <(otf-stat --combine part)
	otf-stat --tsv --table counter without | grep '	998.0	998.0$'
}
