# otf-stat --partial and --combine: shares of a trace give what the whole gives.

load common
load stream

setup() {
	common_setup
	sample s
}

# shares TRACE N [OPTION]...: to 1.part ... N.part
shares() {
	local trace=$1 n=$2 k
	shift 2
	rm -f ./*.part
	for k in $(seq "$n"); do
		otf-stat "$@" --part "$k/$n" --partial "$trace" >"$k.part"
	done
}

# adds_up TRACE N [OPTION]...
adds_up() {
	local trace=$1 n=$2 form
	shares "$@"
	shift 2
	for form in --json --tsv ''; do
		otf-stat -q $form "$@" "$trace" >want
		# shellcheck disable=SC2046
		otf-stat -q $form --combine $(ls ./*.part | sort -r) >got
		cmp want got
	done
}

@test "shares of a trace, in any order, give byte for byte what the whole gives" {
	otf-cat s | otf-write -n 7 seven
	for n in 1 2 3 4 5 6 7; do
		adds_up seven "$n"
	done
	for by in path process,function group,communicator,tag process,file; do
		adds_up seven 3 --by "$by"
		adds_up seven 2 --by "$by" --every 10%
		adds_up seven 4 --by "$by" -t 20%:80%
	done
}

@test "made-up traces add up, messages across shares too" {
	for seed in 11 12 13 14 15 16; do
		python3 "$BATS_TEST_DIRNAME/statgen.py" "$seed" | otf-write -q --force r
		n=$(otf-cat r | grep -c '^@SM')
		adds_up r "$n"
		adds_up r "$n" --by path,process,tag,communicator --every 20%
	done
}

@test "every shared trace adds up" {
	need_shared
	for T in synth_n3/syn synth_n3/aux all_long_plain_n4/all all_short_z_n4/all; do
		adds_up "$SHARED/corpus/otf1/$T.otf" 3
	done
}

@test "what was combined can be combined again" {
	otf-cat s | otf-write -n 4 four
	shares four 4 --by process,path
	otf-stat --by process,path --json four >want
	otf-stat --combine --partial 3.part 1.part >31.part
	otf-stat --combine --json 2.part 31.part 4.part >got
	cmp want got
	otf-stat --combine --partial 31.part 2.part >312.part
	otf-stat --combine --folded 312.part - <4.part >got
	otf-stat --by process --folded four >want
	cmp want got
}

@test "a single share does not report messages whose other half is in another share" {
	silent otf-stat --part 1/2 --partial s
	silent otf-stat --part 2/2 --partial s
}

@test "a text that was cut is exit 3, and prints nothing" {
	shares s 2
	for cut in 1 100 1000 5000 20000; do
		head -c -"$cut" 2.part >cut
		exits 3 otf-stat --combine 1.part cut
		[ ! -s out ]
	done
	: >cut
	exits 3 otf-stat --combine cut
}

@test "a text that was damaged is refused with its line" {
	shares s 2
	sed '20s/[0-9]/x/3' 1.part >bad
	exits 1 otf-stat --combine bad
	says 'bad:20:'
	sed 30d 1.part >bad
	exits 1 otf-stat --combine bad
	says '@END gives another number of lines'
	{ cat 1.part; echo; } >bad
	exits 1 otf-stat --combine bad
	sed '1s/1$/2/' 1.part >bad
	exits 1 otf-stat --combine bad
	says 'version'
	exits 1 otf-stat --combine s.otf
	exits 1 otf-stat --combine missing
	for line in 'row|99|0|0,0,0,0|0,0,0,0,0,0,0,0|0|0|0|0|' 'path|5|1' 'counted|1' 'define|9|0|1|0|x' 'odd|1' \
		'row|0|0|1,0,0,0|1,1,1,1,0,0,0,0|2|5|1|4|1:1' 'sent|1|2|3|4|5' 'nothing'; do
		{ head -n 3 1.part; lines "$line" '@END|4'; } >bad
		exits 1 otf-stat --combine bad
		says 'bad:4:'
	done
}

@test "texts that do not belong together are refused" {
	shares s 2
	exits 1 otf-stat --combine 1.part 1.part
	says '1.part: is share 1 of 2, as is 1.part'
	# without numbers the processes tell
	sed -e '/^part/d' -e "s/^@END.*/@END	$(($(wc -l <1.part) - 2))/" 1.part >plain
	exits 1 otf-stat --combine plain plain
	says 'another share'
	otf-stat --part 2/2 --partial --by path s >other
	exits 1 otf-stat --combine 1.part other
	says 'other options'
	otf-stat --part 2/2 --partial -t 10%: s >other
	exits 1 otf-stat --combine 1.part other
	sed 's/^\(define.*\)main$/\1niam/' 2.part >other
	exits 1 otf-stat --combine 1.part other
	says 'another trace'
	sed '2s/1000000000/1000/' 2.part >other
	exits 1 otf-stat --combine 1.part other
	exits 2 otf-stat --combine --folded 1.part
}

# recursion DEPTH: a process that calls f and g by turns, so deep, a tick between two records; and another, two deep.
recursion() {
	python3 - "$1" <<-'END'
		import sys
		n = int(sys.argv[1])
		print("@OTFPIPE\t1.0\tTS:0,%d\n@SM\t1\t1\n@SM\t2\t2" % (2 * n + 1))
		print("DefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\ta\t0\nDefProcess\t-\t0\t2\tb\t0")
		print("DefFunction\t-\t0\t1\tf\t0\t0\nDefFunction\t-\t0\t2\tg\t0\t0")
		print("Enter\t0\t2\t1\t0\nEnter\t0\t2\t2\t0")
		for i in range(n):
		    print("Enter\t%d\t1\t%d\t0" % (i, i % 2 + 1))
		for i in range(n):
		    print("Leave\t%d\t1\t0\t0" % (n + i))
		print("Leave\t%d\t2\t2\t0\nLeave\t%d\t2\t1\t0\n@END\t%d" % (2 * n, 2 * n + 1, 9 + 2 * n))
	END
}

@test "paths of a deep recursion: 128 frames, then calls count in the last one, and are counted" {
	recursion 10000 >deep
	for form in --json --tsv --folded ''; do
		exits 0 otf-stat --by path --table function $form deep
		says 'otf-stat: calls deeper than 128 frames, counted in the frame at that depth: 9872; --depth shows more'
		[ "$(wc -c <out)" -lt 100000 ]
		[ -z "$form" ] || mv out "want$form"
	done
	python3 - <<-'END'
		import json
		report = json.load(open("want--json"))
		rows = report["function"]
		assert report["depth"] == 128 and report["folded"] == 9872 and len(rows) == 128
		assert sum(r["calls"] for r in rows) == 10002 and sum(r["exclusive"] for r in rows) == 19999 + 20001
		last = max(rows, key=lambda r: r["path"].count(";"))
		assert last["path"].count(";") == 127 and last["calls"] == 9873
		assert last["inclusive"] == last["exclusive"] == 19999 - 2 * 127
	END
	[ "$(awk '{ sum += $NF } END { print sum }' want--folded)" -eq 40000 ]
	[ "$(wc -l <want--folded)" -eq 128 ]
}

@test "--depth is part of what --partial counts, and --combine adds what is deeper" {
	recursion 40 >deep
	otf-write t <deep
	exits 0 otf-stat --json --by path --depth 7 t
	mv out want
	says 'calls deeper than 7 frames, counted in the frame at that depth: 33;'
	for k in 1 2; do
		silent otf-stat --partial --by path --depth 7 --part $k/2 t
		mv out part$k
	done
	exits 0 otf-stat --combine --json part1 part2
	cmp out want
	says 'calls deeper than 7 frames, counted in the frame at that depth: 33;'
	silent otf-stat --partial --by path --depth 8 --part 2/2 t
	mv out part2
	exits 1 otf-stat --combine part1 part2
	says 'part2: was made with other options than part1'
	for k in 1 2; do # without numbers
		sed -e '/^part/d' -e "s/^@END.*/@END	$(($(wc -l <part$k) - 2))/" part$k >plain$k
	done
	exits 1 otf-stat --combine plain1 plain2
	says 'plain2: counted with another --depth'
	exits 2 otf-stat --combine --depth 7 part1 part2
	exits 2 otf-stat --depth 7 t
	exits 2 otf-stat --depth 7 --by function t
}

@test "paths of any depth have the order of their tokens, a path before its extensions" {
	recursion 150 >deep
	silent otf-stat --tsv --by path --table function --depth 0 deep
	awk -F '\t' 'NR > 1 { print $2 }' out >paths
	[ "$(wc -l <paths)" -eq 150 ]
	python3 -c 'p = [[int(t) for t in line.split(";")] for line in open("paths")]
assert p == sorted(p) and len(p[-1]) == 150'
	silent otf-stat --json --by path --depth 0 deep
	grep -q '"depth": null, "folded": 0' out
	silent otf-stat --json --by path --depth 150 deep
	exits 0 otf-stat --folded --by process,path --depth 2 deep
	mv out two
	lines 'a;f 2' 'a;f;g 297' 'b;f 1' 'b;f;g 300' | cmp - two
}
