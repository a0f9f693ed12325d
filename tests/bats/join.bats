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
	sed 's/TR:1000000000/TR:1000/; s/^\(DefTimerResolution.*\)1000000000/\11000/' b.otfl | otf-write slow
	exits 1 otf-cat "$sample" slow -o c
	says "slow: 1000 ticks per second, but $sample has 1000000000"
	nothing c
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
