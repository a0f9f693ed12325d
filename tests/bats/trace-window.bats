# -t on a named trace: the files are entered by binary search, and nothing else may change.

load common
load stream

setup() {
	common_setup
}

# same_window TRACE STREAM INTERVAL: out of the files and out of the whole stream the same comes.
same_window() {
	otf-cat --no-pg -t "$3" "$1" >from-files
	otf-filter --no-pg -t "$3" "$2" >from-stream
	cmp from-files from-stream
}

@test "an interval of a trace is the same as the interval of its stream, wherever it lies" {
	need_mktrace
	mktrace -p 7 -e 200k -s 3 --tags --markers | otf-write big
	otf-cat --no-pg big >big.otfl
	[ "$(stat -c %s big.1.events)" -gt 1000000 ]
	read -r first last < <(head -n 1 big.otfl | sed 's/.*TS:\([0-9]*\),\([0-9]*\).*/\1 \2/')
	for k in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
		a=$((first + (last - first) * k / 12 - 3))
		for width in 0 1 1000 100000 99999999; do
			same_window big big.otfl "$a:$((a + width))"
		done
		same_window big big.otfl "$a:"
		same_window big big.otfl ":$a"
	done
	# times of records, to the tick
	grep '^Enter' big.otfl | awk -F '\t' 'NR % 9973 == 0 { print $2 }' >times
	[ "$(wc -l <times)" -gt 5 ]
	while read -r t; do
		same_window big big.otfl "$t:$((t + 1))"
		[ "$(grep -c "^[A-Z][A-Za-z]*	$t	" from-files)" -gt 0 ]
		same_window big big.otfl "$((t - 500)):$t"
	done <times
}

@test "in compressed files the flush points are searched" {
	need_mktrace
	mktrace -p 4 -e 900k -s 2 | otf-write -z 1 big
	[ "$(stat -c %s big.1.events.z)" -gt 500000 ]
	otf-cat --no-pg big >big.otfl
	for k in 0 1 2 3 4 5 6 7 8 9; do
		same_window big big.otfl "${k}1%:${k}1.01%"
	done
	same_window big big.otfl 97%:
	# finished, and several streams in one file: what stands behind the entered one comes, too
	python3 - <<-'END'
	import zlib
	d = zlib.decompressobj().decompress(open("big.1.events.z", "rb").read())
	half, end = d.index(b"\n", len(d) // 2) + 1, len(d)
	with open("big.1.events.z", "wb") as f:
	    for a, b in ((0, half), (half, end)):
	        z = zlib.compressobj(1)
	        for i in range(a, b, 100000):
	            f.write(z.compress(d[i:min(i + 100000, b)]) + z.flush(zlib.Z_FULL_FLUSH))
	        f.write(z.flush())
	END
	for k in 0 2 4 6 8; do
		same_window big big.otfl "${k}3%:${k}3.02%"
		same_window big big.otfl "${k}3%:"
	done
}

@test "an interval of every shared trace is that of its stream" {
	need_shared
	find "$SHARED"/corpus/otf1 "$SHARED"/corpus/public/otf-vis "$SHARED"/corpus/tau/*/otf -name '*.otf' |
		grep -v -e eqtimes -e threads1 -e /one/ -e /trunc/ >all
	[ "$(wc -l <all)" -gt 20 ]
	while read -r T; do
		otf-cat --no-pg "$T" >t.otfl
		read -r first last < <(head -n 1 t.otfl | sed 's/.*TS:\([0-9]*\),\([0-9]*\).*/\1 \2/')
		for k in 0 1 2 3 4; do
			same_window "$T" t.otfl "$((first + (last - first) * k / 5)):$((first + (last - first) * (k + 2) / 5))"
		done
	done <all
}

@test "an interval behind a long run of records of one time is empty, not damaged" {
	echo 1:1 >t.otf
	printf 'DV1.c.5"x"\nDTR3e8\n' >t.0.def
	{
		printf '1\n*1\nE1\n5\n*1\n'
		awk 'BEGIN { for (i = 0; i < 100000; i++) print "E1" }'
		printf '5\n*1\n'
	} >t.1.events
	silent otf-cat -q --no-pg -t 6: t
	[ "$(records <out | grep -c ^Enter)" -eq 0 ]
	silent otf-cat --no-pg -t 5: t
	[ "$(records <out | grep -c ^Enter)" -eq 100000 ]
}

@test "what is needed of the time before the interval is still read" {
	need_mktrace
	mktrace -p 4 -e 50k -s 2 | otf-write big
	otf-cat --no-pg big >big.otfl
	for options in '--function 10-20' '-x' '--group 2'; do
		# shellcheck disable=SC2086
		otf-filter --no-pg $options -t 10%:30% big >from-files
		# shellcheck disable=SC2086
		otf-filter --no-pg $options -t 10%:30% big.otfl | cmp - from-files
	done
	otf-filter --no-pg -t 10%:20% --rejects rest big >part
	[ $(($(records <part | wc -l) + $(records <rest | grep -v ^Def | wc -l))) -eq "$(records <big.otfl | wc -l)" ]
}

@test "behind a search damage is still told with its line" {
	need_mktrace
	mktrace -p 1 -e 200k -s 1 | otf-write big
	line=$(($(wc -l <big.1.events) - 100))
	line=$((line + $(tail -n +$line big.1.events | grep -n ^E | head -n 1 | cut -d : -f 1) - 1))
	sed -i "${line}s/^E.*/Ezz/" big.1.events
	exits 1 otf-cat -t 99%: big
	says "big.1.events:$line: Enter"
	otf-cat --no-pg -q -t :99% big -z 1 -o packed
	python3 - <<-'END'
	import zlib
	d = zlib.decompressobj().decompress(open("packed.1.events.z", "rb").read())
	at = d.rindex(b"\nE", 0, len(d) - 1000)
	d = d[:at] + b"\nEzz" + d[d.index(b"\n", at + 1):]
	z = zlib.compressobj(1)
	with open("packed.1.events.z", "wb") as f:
	    for i in range(0, len(d), 50000):
	        f.write(z.compress(d[i:i + 50000]) + z.flush(zlib.Z_FULL_FLUSH))
	END
	exits 1 otf-cat -t 98%: packed
	grep 'packed.1.events.z: line [0-9]* after byte [0-9]*: Enter' err
}

@test "an interval costs what it holds, not what the trace holds" {
	need_mktrace
	mktrace -p 2 -e 600k -s 2 | otf-write big
	strace -f -o calls -e trace=pread64,read otf-cat -t 50%:50.01% big >out 2>/dev/null || skip "no strace"
	read=$(awk '/big\.|pread64/ { n += $NF } END { print n + 0 }' calls)
	[ "$read" -gt 0 ]
	[ "$read" -lt $(($(stat -c %s big.1.events) / 4)) ]
}

# A stream without first and last time in its header.
no_span() {
	local range=${1:+DefTimeRange	-	0	$1	$2}
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1\nDefTimerResolution\t-\t0\t1000\n'
		printf 'DefProcess\t-\t0\t1\tp\t0\nDefFunction\t-\t0\t1\tf\t0\t0\n'
		echo "$range" | sed '/^$/d'
		printf 'DefFunctionGroup\t-\t0\t1\tg\n'
		seq 0 100 1000 | awk '{ print "Enter\t" $1 "\t1\t1\t0" }'
	} >lines
	cat lines
	printf '@END\t%d\n' "$(grep -vc '^@' lines)"
}

@test "percent, --every and --points of a stream without the span are of DefTimeRange" {
	no_span 0 1000 >s
	otf-cat -t 25%:50% <s | grep '^Enter' | cut -f 2 >out
	seq 300 100 400 | diff - out
	otf-cat -t 25%:50% <s | grep -v -e '^Enter' -e '^@END' -e '^@PG' | diff <(grep -v -e '^Enter' -e '^@END' s) -
	otf-filter --match 'time > 75%' <s | grep '^Enter' | cut -f 2 | diff <(seq 800 100 1000) -
	otf-slice -t 25%:50% <s | grep '^Enter	' | cut -f 2 | diff <(seq 300 100 400) -
	otf-slice --every 50% -o x <s
	[ "$(ls x.*.otf | wc -l)" -eq 3 ]
	otf-stat --tsv --every 25% <s >out
	otf-snap --points 4 <s | grep -c '^DefAuxSamplePoint' >out
	[ "$(cat out)" -eq 3 ]
	otf-snap --at 50% <s | grep '^DefAuxSamplePoint' | cut -f 4 >out
	[ "$(cat out)" -eq 500 ]
	otf-snap --summaries --no-snapshots --points 2 <s | grep -q '^FunctionSummary	'
	# the end is that of the stream
	run otf-cat -t 25%:50% <(head -n 8 s)
	[ "$status" -eq 3 ]
	grep -q 'without @END' <<<"$output"
}

@test "a stream without the span and without DefTimeRange knows no percent" {
	no_span "" >s
	for command in "otf-cat -t 25%:50%" "otf-slice --every 50% -o x" "otf-snap --points 4" "otf-stat --every 10%"; do
		run $command <s
		[ "$status" -eq 2 ]
		grep -q 'needs the first and last time of the input' <<<"$output"
	done
	otf-cat -t 250:450 <s | grep '^Enter' | cut -f 2 | diff <(seq 300 100 400) -
}

# An OTF2 archive and a stream without TS do not say when their events end.
@test "a call that goes on past both ends of an interval is in it, in every input that has it" {
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunctionGroup|-|0|1|MPI' 'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|MPI_Init|1|0' \
		'Enter|0|1|1|0' 'Enter|0|2|1|0' 'Enter|10|1|2|0' 'Enter|20|2|2|0' 'Enter|500|2|1|0' 'Leave|510|2|1|0' \
		'Leave|800|1|2|0' 'Leave|800|2|2|0' 'Leave|1000|1|1|0' 'Leave|1000|2|1|0' |
		otf-write t
	otf-cat t >stored
	sed '1s/	TS:[^	]*//' stored >plain
	otf-to-otf2 -q --lossy plain -o a
	for window in 100:400 5:400 100:505 100:5000; do
		for command in 'otf-stat --tsv --table function' 'otf-stat --json --by process' 'otf-stat --tsv --every 100' \
			'otf-stat --cluster' otf-to-chrome; do
			$command -t $window t >want 2>err
			for input in stored plain; do
				$command -t $window $input | diff - want || { echo "$command -t $window $input" && return 1; }
			done
		done
		otf-stat --tsv --table function -t $window t | cut -f 3- >want
		otf-stat --tsv --table function -t $window a.otf2 | cut -f 3- | diff - want
		otf-to-tau -q --force --profile p -t $window a.otf2
		otf-to-tau -q --force --profile q -t $window t
		diff -r p q
	done
	otf-stat -t 100:400 plain | grep '^span  *1.000 s'
	otf-stat -t 100:400 a.otf2 | grep '^span  *1.000 s'
	otf-to-chrome -t 100:400 plain | grep -c '"ph":"E","ts":400000' | grep -x 4
}
