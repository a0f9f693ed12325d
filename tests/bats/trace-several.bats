# Several traces at once: one stream, in the order of the contract, with nothing given to another.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# moved N: the stream on stdin with all processes N higher, without groups of them.
moved() {
	awk -F '\t' -v OFS='\t' -v n="$1" '
	function up(list,    a, i, k, s) {
		k = split(list, a, ",")
		for (i = 1; i <= k; i++) s = s (i > 1 ? "," : "") (a[i] + n)
		return s
	}
	/^@END/ || $1 == "DefProcessGroup" { next }
	/^@SM/ { $3 = up($3) }
	$1 == "DefProcess" { $4 += n }
	$1 == "SendMsg" || $1 == "RecvMsg" { $4 += n }
	!/^@/ && $2 != "-" { $3 += n }
	{ print }'
}

two_traces() {
	otf-cat --no-pg "$sample" | moved 100 | otf-cat --adopt - -o b
	otf-cat --no-pg "$sample" >a.otfl
	otf-cat --no-pg b >b.otfl
}

@test "the timed records of two traces come by time, then file, then trace" {
	two_traces
	otf-cat --no-pg -q "$sample" b >both
	records <both | awk -F '\t' '$2 != "-" && $1 != "Marker"' >timed
	{
		records <a.otfl
		records <b.otfl
	} | awk -F '\t' '$2 != "-" && $1 != "Marker"' | sort -s -t '	' -k 2,2n | cmp - timed
	[ "$(tail -n 1 both)" = "@END	$(records <both | wc -l)" ]
	silent otf-cat -q "$sample" b -o c
	otf-cat --no-pg c | records | diff - <(records <both)
}

@test "streams of later traces are numbered behind those of earlier ones" {
	two_traces
	otf-cat -q "$sample" b b.otfl 2>err | grep '^@SM' >sm || true
	[ "$(head -n 4 sm | cut -f 2 | tr '\n' ' ')" = "1 2 3 4 " ]
	[ "$(sed -n 3p sm)" = "@SM	3	101,102,103,104" ]
}

@test "a definition that both hold alike comes once" {
	two_traces
	otf-cat -q --no-pg "$sample" b >both
	[ "$(grep -c '^DefFunction	' both)" -eq "$(grep -c '^DefFunction	' a.otfl)" ]
	[ "$(grep -c '^DefProcess	' both)" -eq 16 ]
	[ "$(grep -c -e '^DefVersion' -e '^DefTimerResolution' both)" -eq 2 ]
	otf-cat --no-pg "$sample" b >both 2>err
	says "b: DefVersion is left out of the joined trace"
}

@test "what clashes is named, and no trace is made" {
	two_traces
	exits 1 otf-cat "$sample" "$sample" -o c
	says "process 1 clashes with that of $sample"
	sed 's/^\(DefFunction	-	0	7	\)[^	]*/\1other/' b.otfl | otf-write other
	exits 1 otf-cat -q "$sample" other -o c
	says "other: DefFunction 7 clashes with that of $sample"
	nothing c
}

timed() {
	records | awk -F '\t' '$2 != "-"'
}

# ticks FILE RESOLUTION PROCESS ENTER LEAVE [LINE...]: a stream of one call in other ticks
ticks() {
	local file=$1 resolution=$2 process=$3 enter=$4 leave=$5
	shift 5
	stream "@SM|1|$process" "DefTimerResolution|-|0|$resolution" "DefProcess|-|0|$process|p$process|0" \
		'DefFunction|-|0|1|f|0|0' "Enter|$enter|$process|1|0" "$@" "Leave|$leave|$process|1|0" |
		sed "1s/\$/	TR:$resolution	TS:$enter,$leave/" >"$file"
}

@test "traces with different ticks are merged by time, in the least common ticks" {
	ticks m 1000 1 5 7
	ticks n 1000000 2 10 20
	for unify in '' --unify; do
		silent otf-cat $unify m n --force -o both
		[ "$(otf-cat --no-pg both | timed | cut -f 2 | tr '\n' ' ')" = '10 20 5000 7000 ' ]
		[ "$(otf-cat both | grep ^DefTimerResolution)" = "DefTimerResolution	-	0	1000000" ]
		otf-cat both | head -n 1 | grep -q '	TR:1000000\>.*	TS:10,7000\>'
		[ "$(otf-stat --tsv both | awk -F '\t' '$3 == "f" { print $4, $5, $6 }')" = '2 2010 2010' ]
		silent otf-cat --sort $unify n m
		[ "$(timed <out | cut -f 2 | tr '\n' ' ')" = '10 20 5000 7000 ' ]
	done
	ticks odd 3 3 1 2
	silent otf-cat --no-pg m odd n
	[ "$(timed <out | cut -f 2 | tr '\n' ' ')" = '30 60 15000 21000 1000000 2000000 ' ]
	[ "$(sed -n 's/.*	TR:\([0-9]*\).*/\1/p' out)" = 3000000 ]
}

@test "in other ticks all times and durations change, and only these" {
	ticks m 1000 1 5 7
	ticks n 500 2 1 9 'Marker|3|2|1|here' 'EnterSnapshot|4|2|3|1|0' 'FunctionSummary|4|2|1|5|6|7' \
		'CollectiveOperation|5|2|1|1|2|3|4|6|0' 'Counter|6|2|1|77' 'MessageSummary|7|2|1|1|1|1|1|8|9' 'Future|8|2|8'
	lines '@LOST|2|3|4|5' 'DefAuxSamplePoint|-|0|4|0' | cat n - >all
	{
		head -n 1 n
		lines '@SM|1|2' '@LOST|2|3|4|5'
		sed -n '/^Def/p' n
		lines 'DefAuxSamplePoint|-|0|4|0'
		sed -n '/^Marker/p' n
		sed -n '/^[EFCML][^a]*/{/^Mar/d;p}' n
	} >all
	otf-cat --adopt all >n
	silent otf-cat --no-pg m n
	for line in '@LOST|2|6|8|5' 'DefAuxSamplePoint|-|0|8|0' 'Marker|6|2|1|here' 'EnterSnapshot|8|2|6|1|0' \
		'FunctionSummary|8|2|1|5|12|14' 'CollectiveOperation|10|2|1|1|2|3|4|12|0' 'Counter|12|2|1|77' \
		'MessageSummary|14|2|1|1|1|1|1|8|9' 'Future|16|2|8' 'Enter|2|2|1|0' 'Leave|18|2|1|0'; do
		grep -q -x -F -e "${line//|/	}" out || { echo "no $line"; return 1; }
	done
}

@test "a window on traces with different ticks is in the ticks of the result" {
	ticks m 1000 1 5 7
	ticks n 1000000 2 10 20
	otf-write m <m
	otf-write n <n
	silent otf-cat -q --no-pg -t 20:5001 m.otf n.otf
	[ "$(timed <out | cut -f 2 | tr '\n' ' ')" = '20 5000 ' ]
	silent otf-cat -q --no-pg -t 5ms:7ms m.otf n.otf
	[ "$(timed <out | cut -f 2 | tr '\n' ' ')" = '5000 ' ]
}

@test "ticks that have no common multiple in 64 bits: times are rounded to the finest, and by how much at most is said" {
	ticks m 4294967291 1 4294967291 8589934582
	ticks n 3294967311 2 3294967311 3294967312
	for unify in '' --unify; do
		exits 0 otf-cat $unify m n -o c
		says 'times of 1 of 2 traces are rounded to 4294967291 ticks per second, by at most half a tick, 1.16e-10 s'
		[ "$(otf-cat --no-pg c | timed | cut -f 2 | tr '\n' ' ')" = '4294967291 4294967291 4294967292 8589934582 ' ]
		rm c*
	done
	exits 0 otf-cat --ticks 1000 m n
	says 'times of 2 of 2 traces are rounded to 1000 ticks per second, by at most half a tick, 0.0005 s'
	[ "$(timed <out | cut -f 2 | tr '\n' ' ')" = '1000 1000 1000 2000 ' ]
	head -n 1 out | grep -q 'TR:1000	'
	exits 2 otf-cat --ticks 1e3 m n
	exits 2 otf-cat --ticks 0 m n
	# a window keeps what it keeps of the whole
	otf-cat -q --no-pg m n >all
	silent otf-cat -q --no-pg -t 4294967292: m n
	timed <out | diff - <(timed <all | awk -F '\t' '$2 >= 4294967292')
}

@test "random ticks: no time is rounded by more than is said, and the order holds" {
	python3 - <<-'END'
		import random, subprocess
		from fractions import Fraction
		random.seed(7)
		for n in range(30):
		    own = [random.randrange(1, 2 ** random.choice((20, 40, 59))) for _ in range(2)]
		    times = [sorted(random.randrange(0, 20 * t) for _ in range(9)) for t in own]
		    want = []
		    for k in range(2):
		        lines = ["@OTFPIPE\t1.0\tTR:%d" % own[k], "DefTimerResolution\t-\t0\t%d" % own[k], "DefProcess\t-\t0\t%d\tp\t0" % (k + 1)]
		        lines += ["Counter\t%d\t%d\t1\t%d" % (t, k + 1, i) for i, t in enumerate(times[k])]
		        open("r%d" % k, "w").write("\n".join(lines + ["@END\t%d" % (len(lines) - 1)]) + "\n")
		    r = subprocess.run(["otf-cat", "--no-pg", "r0", "r1"], capture_output=True, text=True)
		    assert r.returncode == 0, r.stderr
		    ticks = int(r.stdout.split("TR:")[1].split()[0])
		    bound = Fraction(1, 2 * ticks) if "rounded" in r.stderr else 0
		    got = [l.split("\t") for l in r.stdout.split("\n") if l.startswith("Counter")]
		    assert len(got) == 18
		    at = [int(f[1]) for f in got]
		    assert at == sorted(at)
		    for f in got:
		        k = int(f[2]) - 1
		        assert abs(Fraction(int(f[1]), ticks) - Fraction(times[k][int(f[4])], own[k])) <= bound, (own, f)
	END
}

@test "times that do not fit into 64 bits are refused with their place, and --rescale helps" {
	ticks m 4294967291 1 5 7
	ticks n 4294967311 2 10 20
	otf-remap -q --rescale 1000000000 m -o m9
	otf-remap -q --rescale 1000000000 n -o n9
	silent otf-cat -q m9 n9
	ticks late 10 3 1 18446744073709551615
	ticks m 1000 1 5 7
	exits 1 otf-cat --unify m late -o c
	says 'late: the time 18446744073709551615 of its last record does not fit into 64 bits at 1000 ticks per second'
	sed -i '1s/	TS:.*//' late
	for unify in '' --unify; do
		exits 1 otf-cat $unify m late -o c
		says 'late:7: the time 18446744073709551615 of Leave does not fit into 64 bits'
		nothing c
	done
	sed -i '/^DefTimerR/d; s/TR:[^	]*//' late
	exits 1 otf-cat --unify m late
	says 'late: ticks per second are unknown, but m has 1000'
}

@test "the resolution of a later trace is kept if the first has none of its own" {
	ticks m 1000 1 5 7
	ticks n 1000 2 10 20
	sed -i '/^DefTimerR/d; s/^@END	5/@END	4/' m
	silent otf-cat m n
	[ "$(grep -c ^DefTimerResolution out)" -eq 1 ]
}

@test "local definitions move with their streams" {
	two_traces
	sed 's/^DefMarker/DefFunction	-	2	5000	local	1	0\n&/; s/^\(@END\).*/\1 x/' b.otfl | grep -v '^@END' |
		otf-cat --adopt - -o local
	otf-cat -q --no-pg "$sample" local >both
	grep -q '^DefFunction	-	4	5000	local	1	0$' both
	silent otf-cat -q "$sample" local -o c
	[ -e c.4.def ]
}

@test "damage in any of them is damage of the whole" {
	two_traces
	echo garbage >>b.2.events
	exits 1 otf-cat -q "$sample" b
	[ "$(grep -c '^@END' out)" -eq 0 ]
	exits 1 otf-cat --keep-going "$sample" b
	says "b.2.events:"
	grep -q '^@END' out
}
