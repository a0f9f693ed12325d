# otf-snap: snapshots at instants in a line stream or a new trace, thumbnails, exit statuses.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# A stream of two processes in two streams, with something of each kind open at 25.
story() {
	stream '@SM|1|2' '@SM|2|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunction|-|0|5|f|0|0' 'Enter|10|1|5|3' 'Enter|11|2|5|0|9:I:4' 'Enter|12|1|6|0' \
		'Leave|13|1|6|0' 'Counter|14|1|4|77' 'SendMsg|15|1|2|7|1|8|0' 'SendMsg|16|1|2|7|2|8|0' \
		'RecvMsg|17|2|1|7|2|8|0' 'BeginCollectiveOperation|18|2|4|50|7|1|8|9|0' \
		'CollectiveOperation|19|1|4|7|1|8|9|1|0' 'BeginFileOperation|20|1|60|3' \
		'FileOperation|21|2|3|44|0|0|0|2' 'Counter|25|1|4|78' 'Leave|30|1|5|0' 'Leave|31|2|5|0'
}

# What otf-snap with these options adds to ./in.
added() {
	otf-snap -q --no-pg "$@" <in >made || return 1
	grep -v -x -F -f in made | grep -v ^@ || true
}

@test "a snapshot tells all that is open before the events of its instant, stream by stream" {
	story >in
	added --at 25 >got
	lines 'DefAuxSamplePoint|-|0|25|0' 'EnterSnapshot|25|2|11|5|0|9:I:4' 'OpenFileSnapshot|25|2|21|3|44|2' \
		'BeginCollopSnapshot|25|2|18|4|50|7|1|8|9|0' 'EnterSnapshot|25|1|10|5|3' 'SendSnapshot|25|1|15|2|7|1|8|0' \
		'CollopCountSnapshot|25|1|7|1' 'BeginFileOpSnapshot|25|1|20|60|3' 'CounterSnapshot|25|1|14|4|77' |
		diff - got
	grep -A 1 ^CounterSnapshot made | tail -n 1 | grep -q "^Counter	25	1"
	grep -v -e Snapshot -e ^DefAux -e ^@ made | diff - <(grep -v ^@ in)
}

@test "sample points stand behind the global definitions, before local ones and markers" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefFunction|-|1|5|f|0|0' 'DefMarker|-|0|1|m|1' \
		'Marker|3|1|1|x' 'NoOp|5|1' >in
	otf-snap --at 4,9 <in | cut -f 1 | grep -v ^@ | tr '\n' ' ' >got
	[ "$(cat got)" = 'DefTimerResolution DefProcess DefAuxSamplePoint DefAuxSamplePoint DefFunction DefMarker Marker NoOp ' ]
	stream '@SM|1|1' 'DefProcess|-|0|1|a|0' | otf-snap --at 4 | grep -q '^DefAuxSamplePoint	-	0	4	0'
}

@test "points before the first event tell nothing, those behind the last come at the end" {
	story >in
	added --at 3,99 >got
	lines 'DefAuxSamplePoint|-|0|3|0' 'DefAuxSamplePoint|-|0|99|0' 'OpenFileSnapshot|99|2|21|3|44|2' \
		'BeginCollopSnapshot|99|2|18|4|50|7|1|8|9|0' 'SendSnapshot|99|1|15|2|7|1|8|0' 'CollopCountSnapshot|99|1|7|1' \
		'BeginFileOpSnapshot|99|1|20|60|3' 'CounterSnapshot|99|1|25|4|78' | diff - got
	tail -n 2 made | head -n 1 | grep -q ^CounterSnapshot
}

@test "the first event of a stream without definitions counts" {
	stream '@SM|1|1' 'Enter|5|1|7|0' 'Leave|9|1|7|0' | otf-snap --at 6 | grep -q '^EnterSnapshot	6	1	5	7	0'
}

@test "several options name the union of their instants, each once" {
	silent otf-snap --points 4 --every 1ms --at 2ms,50%,2ms --at 3000000 "$sample"
	grep ^DefAux out | cut -f 4 >got
	sort -n -u got | diff - got
	printf '%s\n' 1996068 2000000 2021008 2971129 2971129 3000000 3021008 3946190 4021008 | sort -n -u | diff - got
}

@test "the span is that of DefTimeRange where the stream says none, and none is a usage error" {
	story >in
	exits 2 otf-snap --points 4 <in
	says "needs the first and last time"
	exits 2 otf-snap --at 25% <in
	sed '/^DefTimerRes/a DefTimeRange\t-\t0\t10\t29' in | sed 's/^@END.*/@END\t20/' | otf-snap --points 2 >got
	grep -q '^DefAuxSamplePoint	-	0	20	0' got
	story | sed '1s/$/\tTS:10,29/' | otf-snap --points 2 | grep -q '^DefAuxSamplePoint	-	0	20	0'
}

@test "old snapshots and their points are replaced, never doubled; a second run changes nothing" {
	otf-snap --no-pg --points 7 "$sample" >once
	otf-snap --no-pg --points 7 <once | diff once -
	otf-snap --no-pg --points 3 <once >fewer
	otf-snap --no-pg --points 3 "$sample" | diff - fewer
	otf-snap --no-pg --remove <once | diff - <(otf-cat --no-pg "$sample")
	otf-snap --no-pg --at 4ms --inline --points 7 "$sample" | otf-snap --no-pg --remove | sed '1s/\tIS:1//' |
		diff - <(otf-cat --no-pg "$sample")
}

@test "snapshots that say what is open where a stream begins stay, with their point" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefAuxSamplePoint|-|0|10|0' \
		'DefAuxSamplePoint|-|0|20|0' 'EnterSnapshot|10|1|3|5|0' 'Counter|12|1|4|7' 'EnterSnapshot|20|1|3|5|0' \
		'Leave|25|1|5|0' >in
	silent otf-snap --no-pg --at 15 in
	records <out >got
	lines 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefAuxSamplePoint|-|0|15|0' 'DefAuxSamplePoint|-|0|10|0' \
		'EnterSnapshot|10|1|3|5|0' 'Counter|12|1|4|7' 'EnterSnapshot|15|1|3|5|0' 'CounterSnapshot|15|1|12|4|7' \
		'Leave|25|1|5|0' | diff - got
	otf-snap --no-pg --at 15 out | records | diff - got
	otf-snap --no-pg --at 10 in | grep -c ^EnterSnapshot | grep -q -x 1
}

@test "-s samples some streams and leaves the snapshots of the others" {
	story | otf-snap --no-pg --at 20,25 >in
	otf-snap --no-pg -s 2 --at 25,28 <in >got
	grep -e Snapshot -e ^DefAux in | grep -v '^[^D][^	]*	[0-9]*	1	' >want # those of process 1 go
	grep -e Snapshot -e ^DefAux got | grep -v '^[^D][^	]*	[0-9]*	1	' | grep -v '^DefAux.*	28	' | diff want -
	[ "$(grep -c '^DefAux.*	25	' got)" -eq 1 ]
	awk -F'\t' '/Snapshot/ && $3 == 1 { print $2 }' got | uniq | tr '\n' ' ' | grep -q -x '25 28 '
	# process 2 lives in stream 1, which comes first at one instant
	awk -F'\t' '/Snapshot/ && $2 == 25 { print $3 }' got | uniq | tr '\n' ' ' | grep -q -x '2 1 '
}

@test "--inline snapshots stand in their stream before the events of the instant" {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'Enter|5|1|7|0' 'Enter|5|2|7|0' 'Enter|9|1|8|0' 'Enter|9|2|8|0' 'Leave|10|1|8|0' >in
	otf-snap --inline --no-pg --at 9 <in >got
	head -n 1 got | grep -q IS:1
	grep 'Enter' got | cut -f 1-3 | tail -n 4 >seen
	lines 'EnterSnapshot|9|1' 'Enter|9|1' 'EnterSnapshot|9|2' 'Enter|9|2' | diff - seen
	grep -q '^DefAuxSamplePoint	-	0	9	2' got
	otf-write t <got
	nothing t.1.snaps
	printf '%s\n' 5 '*1' E7 9 '*1' TE7O5 E8 a '*1' L8 a '*1' | diff - t.1.events
	otf-cat t | records | grep -v ^DefVersion | diff - <(records <got)
}

@test "-o gives the files that the filter and otf-write give" {
	otf-snap --no-pg --points 9 --summaries "$sample" | otf-write a
	silent otf-snap --points 9 --summaries "$sample" -o b
	same_text a b
	silent otf-snap --points 9 --inline -z 3 "$sample" -o c
	otf-snap --no-pg --points 9 --inline "$sample" | otf-write -z 3 d
	same_text c d
	[ -e c.1.events.z ] && nothing c.1.snaps
}

@test "--summaries adds sums in the same pass, behind the last event, too" {
	otf-snap --no-pg --points 4 --summaries=function "$sample" >got
	grep ^DefAux got | cut -f 4-5 | tr '\t\n' '  ' | grep -q -x '1996068 0 1996068 1 2971129 0 2971129 1 3946190 0 3946190 1 4921251 1 '
	grep Summary got | cut -f 1 | sort -u | grep -q -x FunctionSummary
	[ "$(grep -e Summary -e Snapshot got | cut -f 1,2 | sed 's/[A-Z][a-z]*\(S[a-z]*\)/\1/' | grep 1996068 | uniq | head -n 1 | cut -c 1-4)" = Snap ]
	exits 2 otf-snap --points 4 --summaries=nonsense "$sample"
	otf-snap --no-pg --remove --summaries <got | diff - <(otf-cat --no-pg "$sample" | sed 's/TS:1021008,4921250/TS:1021008,4921251/') ||
		otf-snap --no-pg --remove --summaries <got | records | diff - <(otf-cat "$sample" | records)
}

@test "--thumbnail says what each process did, and fewer processes if asked" {
	story | sed '1s/$/\tTS:10,31/' | otf-snap --thumbnail=,7 -o t
	# at 10, 13, 16, 19, 22, 25 and 28, behind the events there
	printf '%s\n' 0:7,2 1:5,5,5,5,5,5,5, 2:0,5,5,5,5,5,5, | diff - t.thumb
	story | sed '1s/$/\tTS:10,31/' | otf-snap --thumbnail=,1000 -o n
	printf '%s\n' 0:15,2 "1:5,5,6$(printf ',5%.0s' $(seq 17)),0," "2:0$(printf ',5%.0s' $(seq 20))," | diff - n.thumb
	story | sed '1s/$/\tTS:10,31/' | otf-snap --thumbnail=1 -o u
	head -n 1 u.thumb | grep -q -x 0:15,1
	silent otf-snap --thumbnail "$sample" -o v
	head -n 1 v.thumb | grep -q '^0:1000,'
	for bad in 0 x 1,0 1,2,3 1,; do
		exits 2 otf-snap --thumbnail=$bad "$sample" -o w
	done
	nothing w
}

@test "-v tells the points" {
	exits 0 otf-snap -v --at 2ms,9s "$sample"
	says "otf-snap: point 2000000, before the record at "
	says "otf-snap: point 9000000000, after the last record"
}

@test "what cannot be true is a warning by kind with its count, and an error with --strict" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'Leave|5|1|7|0' 'Leave|6|1|7|0' \
		'RecvMsg|7|1|1|7|1|8|0' >in
	exits 0 otf-snap --at 5 in
	says "leave without enter, 2 times"
	says "receive of a message that was not sent, 1 times"
	[ "$(wc -l <err)" -eq 2 ]
	exits 1 otf-snap --strict --at 5 in
	exits 1 otf-snap --strict --at 5 in -o t
	nothing t
	exits 0 otf-snap -q --at 5 in
	[ ! -s err ]
}

@test "usage errors: no times, bad ones, options that exclude each other" {
	exits 2 otf-snap "$sample"
	says "no times: give --points, --every or --at"
	for bad in '--points 0' '--points x' '--every 0' '--at 1,' '--at 5x' '--points 3 --remove' '--thumbnail' \
		'--at 5 --force' '--remove --thumbnail -o t' '--in-place --points 3 -o t' '--in-place --points 3 -n 2'; do
		exits 2 otf-snap $bad "$sample"
		[ ! -s out ]
	done
	exits 2 otf-snap --at 5 --in-place
	otf-cat "$sample" >s.otfl
	exits 2 otf-snap --at 5 --in-place s.otfl
	says "is not an OTF trace on disk"
	exits 2 otf-snap --at 5 --in-place - <s.otfl
	exits 2 otf-snap --at 5 --in-place "$sample" "$sample"
	nothing t
}

@test "cut input exits 3, an earlier failure passes, /dev/full and a closed pipe are seen" {
	otf-cat "$sample" >whole
	head -n 900 whole | exits 3 otf-snap --points 5
	[ "$(tail -n 1 out | cut -c 1)" != @ ]
	head -n 900 whole | exits 3 otf-snap --points 5 -o t
	nothing t
	{
		head -n 900 whole
		printf '@ABORT\tx\twhy\n'
	} | exits 1 otf-snap --points 5
	aborted
	exits 1 sh -c 'otf-snap --points 50 "$0" >/dev/full' "$sample"
	otf-snap --points 50 "$sample" | head -n 1 | grep -q ^@OTFPIPE
	exits 1 otf-snap --points 5 no-such
}

@test "unknown records and control lines pass" {
	stream '@SM|1|1' '@XY|7' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'Strange|5|1|x' 'Enter|6|1|7|0' \
		'UnknownRecord|7|1|snaps|Zz' 'UnknownRecord|8|1|events|Zz' 'Strange|9|1|x' >in
	otf-snap --no-pg --at 7 <in >got
	grep -v -e ^DefAux -e ^EnterSnap -e ^@END got | diff - <(grep -v ^@END in)
	grep -A 1 ^EnterSnap got | tail -n 1 | grep -q ^UnknownRecord
}

@test "10,000 processes and streams are sampled within some descriptors and memory" {
	need_mktrace
	mktrace -p 10000 -s 10000 -e 200k | otf-write t
	ulimit -n 256
	silent otf-snap --points 4 --in-place t
	[ "$(ls | grep -c "^t.*snaps$")" -gt 1000 ]
	otf-cat --no-pg -r '!snap,!DefAuxSamplePoint' t >got
	peak otf-snap --points 4 --in-place t
	under 192
	silent otf-snap --points 4 t -o u
	otf-cat --no-pg -r '!snap,!DefAuxSamplePoint' u | diff -q - got
}

@test "more than 10,000 times are refused before anything is written, unless --max-points allows them" {
	stream "$one" 'NoOp|0|1' 'NoOp|1000000000000|1' | sed '1s/$/\tTS:0,1000000000000/' >in
	for times in "--every 1" "--points 4294967295" "--points 10001" "--points 5000 --every 200000000" \
		"--points 3 --max-points 2" "--at 5 --every 1 --max-points 1000000000"; do
		exits 2 otf-snap $times in
		says 'that --max-points allows'
		fails grep -q NoOp out
		exits 2 otf-snap $times in -o t
		exits 2 otf-snap --summaries --no-snapshots $times in -o t
		[ "$(find . -name 't.*' | wc -l)" -eq 0 ]
	done
	silent otf-snap --points 10000 in
	[ "$(grep -c DefAuxSamplePoint out)" -eq 9999 ]
	silent otf-snap --points 10001 --max-points 10001 in
	exits 2 otf-snap --summaries --no-snapshots --every 1000 --max-points 1000000001 in
	silent otf-snap --summaries --no-snapshots --points 20000 --max-points 20000 in
}

@test "skewed clocks: a message that was received before its send is not in transit" {
	need_mktrace
	mktrace -p 9 -s 3 -e 20k | skewed >in
	silent otf-write t <in
	otf-snap --no-pg --points 40 t >got
	python3 - got <<-'END'
		import sys
		from collections import defaultdict
		halves, sent, received, point, checked = defaultdict(lambda: [[], []]), [], set(), None, 0
		rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1])]
		for i, f in enumerate(rows): # the k-th send of a key is the k-th receive
		    if f[0] in ("SendMsg", "RecvMsg"):
		        key = (f[2], f[3], *f[4:6]) if f[0] == "SendMsg" else (f[3], f[2], *f[4:6])
		        halves[key][f[0] == "RecvMsg"].append(i)
		pair = {s: r for a, b in halves.values() for s, r in zip(a, b)}
		early = sum(r < s for s, r in pair.items())
		assert early > 100, early
		points, open_, shown = set(), defaultdict(set), defaultdict(set)
		for f in rows:
		    if f[0] == "DefAuxSamplePoint":
		        points.add(int(f[3]))
		for f in rows:
		    if f[0] == "SendSnapshot":
		        shown[int(f[1])].add((f[2], *f[3:7]))
		for t in points:
		    want = {(rows[s][2], rows[s][1], *rows[s][3:6]) for a, b in halves.values() for s in a
		            if int(rows[s][1]) < t and not (s in pair and int(rows[pair[s]][1]) < t)}
		    assert shown[t] == want, (t, shown[t] ^ want)
		    checked += len(want)
		assert checked > 100 and len(points) > 30, (checked, points)
	END
	# otf-slice begins with the same messages
	t=$(grep DefAuxSamplePoint got | sed -n 20p | cut -f 4)
	otf-slice --no-pg -t "$t": in | grep ^SendSnapshot | sort | diff - <(grep "^SendSnapshot	$t	" got | sort)
	otf-slice --no-pg -t "$t": t | grep ^SendSnapshot | sort | diff - <(grep "^SendSnapshot	$t	" got | sort)
}
