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

# The lines of what --partial wrote, compressed or not.
text() {
	zstd -dcf "$1"
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
	for seed in $(by_length '11 12' '11 12 13 14 15 16'); do
		python3 "$REPO/tests/tools/statgen.py" "$seed" | otf-write -q --force r
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
	for cut in 1 100 1000 2000; do
		head -c -"$cut" 2.part >cut
		exits 3 otf-stat --combine 1.part cut
		[ ! -s out ]
	done
	: >cut
	exits 3 otf-stat --combine cut
	text 2.part >text
	for cut in 1 5 100 10000; do
		head -c -"$cut" text >cut
		exits 3 otf-stat --combine --partial 1.part cut
		says 'otf-stat: cut: truncated: no @END'
		[ -z "$(zstd -dcfq out 2>/dev/null | grep @END)" ]
	done
}

@test "a text that was damaged is refused with its line" {
	shares s 2
	text 1.part >1.text
	sed '20s/[0-9]/x/3' 1.text >bad
	exits 1 otf-stat --combine bad
	says 'bad:20:'
	sed 30d 1.text >bad
	exits 1 otf-stat --combine bad
	says '@END gives another number of lines'
	{ cat 1.text; echo; } >bad
	exits 1 otf-stat --combine bad
	says 'data after @END'
	cat 1.part 1.part >bad
	exits 1 otf-stat --combine bad
	says 'data after @END'
	sed '1s/2$/3/' 1.text >bad
	exits 1 otf-stat --combine bad
	says 'bad:1: unknown version'
	sed '1s/2$/1/' 1.text >bad
	exits 1 otf-stat --combine bad
	says 'bad:1: version 1 of the format, of an older otfpipe: count this share again'
	exits 1 otf-stat --combine s.otf
	says 's.otf:1: not a line that --partial writes'
	exits 1 otf-stat --combine missing
	for line in 'row|99|0|0|0,0,0,0|0|' 'path|2|1' 'path|0|1' 'define|9|0|1|0|x' 'define|0|0|1|0|\q' 'odd|1' 'process|1|-|2' \
		'row|0|0|1|1,1,1' 'row|0|0|1|1,1,1,1|2|5|1|4|1:1' 'row|0|0|1|1,1,1,1|2|5|1|4|2:1,1:1' 'row|0|0|1|1,1,1,1|0|5|1|4' \
		'sent|1|2|3|4|5,6' 'sent|1|2|3|4|5 6 -12' 'received|1|2|3|4|5:1' 'nothing' 'row|5|0|1,1|1' 'process|1|1|1|0|1|2' \
		'process|1|1|0|0|1|1'; do
		{ head -n 5 1.text; lines "$line" '@END|6'; } >bad
		exits 1 otf-stat --combine bad
		says 'bad:6: not a line that --partial writes'
	done
	for twice in 'define|0|0|1|0|x' 'process|1|-|1' 'path|1|1' 'row|0|0|1|1,1,1,1'; do
		{ head -n 5 1.text; lines "$twice" "$twice" '@END|7'; } >bad
		exits 1 otf-stat --combine bad
		says 'bad:7: not'
	done
	{ head -n 5 1.text; lines 'process|1|-|1' 'define|0|0|1|0|x' '@END|7'; } >bad
	exits 1 otf-stat --combine bad
	says 'bad:7: not in order'
}

@test "texts that do not belong together are refused" {
	shares s 2
	exits 1 otf-stat --combine 1.part 1.part
	says '1.part: is share 1 of 2, as is 1.part'
	# without numbers the processes tell
	text 1.part >1.text
	sed -e '/^part/d' -e "s/^@END.*/@END	$(($(wc -l <1.text) - 2))/" 1.text >plain
	exits 1 otf-stat --combine plain plain
	says 'another share'
	otf-stat --part 2/2 --partial --by path s >other
	exits 1 otf-stat --combine 1.part other
	says 'other options'
	otf-stat --part 2/2 --partial -t 10%: s >other
	exits 1 otf-stat --combine 1.part other
	# also without numbers, where the options tell
	otf-stat --part 1/2 --partial -t 20%: s >one
	for part in one other; do
		text $part | sed '/^part/d' | awk '/^@END/ { $0 = "@END\t" NR - 1 } 1' >$part.text
	done
	exits 1 otf-stat --combine one.text other.text
	says 'counted with other options'
	text 2.part >2.text
	sed 's/^\(define.*\)main$/\1niam/' 2.text >other
	exits 1 otf-stat --combine 1.part other
	says 'another trace: a definition differs'
	sed '2s/1000000000/1000/' 2.text >other
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
		text part$k >text
		sed -e '/^part/d' -e "s/^@END.*/@END	$(($(wc -l <text) - 2))/" text >plain$k
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

# tagged N: N messages from process 1 to process 2, each with another tag, in two streams: a trace t.
tagged() {
	python3 - "$1" <<-'END' | otf-write --force t
		import sys
		n = int(sys.argv[1])
		print("@OTFPIPE\t1.0\tTS:0,%d\n@SM\t1\t1\n@SM\t2\t2" % (3 * n))
		print("DefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\ta\t0\nDefProcess\t-\t0\t2\tb\t0")
		print("DefProcessGroup\t-\t0\t1\tworld\t1,2")
		for i in range(n):
		    print("SendMsg\t%d\t1\t2\t1\t%d\t%d\t0" % (2 * i, i, i % 7))
		for i in range(n):
		    print("RecvMsg\t%d\t2\t1\t1\t%d\t%d\t0" % (2 * n + i, i, i % 7))
		print("@END\t%d" % (2 * n + 4))
	END
}

@test "combined in whatever steps and order, the text has the same bytes" {
	need_mktrace
	mktrace -p 90 -e 9k -s 90 | otf-write big
	mkdir tmp
	export TMPDIR=$PWD/tmp
	for options in '' '--by process,path,tag,communicator --every 10%'; do
		# shellcheck disable=SC2086
		shares big 70 $options
		otf-stat --combine --partial ./*.part >all
		# shellcheck disable=SC2046
		otf-stat --combine --partial $(ls ./*.part | sort -r) | cmp - all
		otf-stat --combine --partial ./1*.part >a
		otf-stat --combine --partial ./2*.part ./3*.part >b
		otf-stat --combine --partial b ./4*.part >c
		otf-stat --combine --partial ./5*.part a c ./6*.part ./7*.part ./8*.part ./9*.part | cmp - all
		otf-stat --combine --partial all | cmp - all
		# few descriptors, and uncompressed input
		for k in 1 2 3; do text $k.part >$k.text; done
		rm [123].part
		(ulimit -n 60 && otf-stat --combine --partial ./*.text ./*.part) | cmp - all
		# shellcheck disable=SC2086
		otf-stat --json $options big | cmp - <(otf-stat --combine --json ./*.text ./*.part)
		rm ./*.text
	done
	[ -z "$(ls tmp)" ]
}

@test "a half of a message takes at most 24 bytes, and nothing of the other shares is there" {
	tagged 20000
	shares t 2
	[ "$(cat ./*.part | wc -c)" -le $((24 * 40000)) ]
	for k in 1 2; do text $k.part >$k.text; done
	grep -q '^sent	1	2	1	19999	39998:0$' ./*.text
	grep -q '^received	1	2	1	19999	0	59999:0$' ./*.text
	grep '^process	1	' $(grep -l ^sent ./*.text)
	fails grep '^process	1	' $(grep -l ^received ./*.text)
	fails grep world ./*.text # no row refers to the communicator
	otf-stat --part 1/2 --by communicator --partial t | zstd -dcf | grep -q 'world$'
}

@test "messages that are matched may have more rows than memory has room for" {
	tagged 140000
	shares t 2 --by tag --table message,matrix
	TMPDIR=$BATS_TEST_TMPDIR otf-stat --combine --partial 1.part 2.part >both
	text both >text
	fails grep -q -e ^sent -e ^received text
	[ "$(grep -c ^row text)" -eq 280000 ]
	[ "$(tail -n 1 text | cut -f 2)" -eq $(($(wc -l <text) - 1)) ]
	otf-stat --tsv --by tag --table message,matrix t | cmp - <(otf-stat --tsv --combine both)
	need_limits
	(ulimit -v 65536 && otf-stat --combine --partial 1.part 2.part) | cmp - both
}

@test "to combine takes little memory, whatever the number of halves" {
	need_limits
	tagged 200000
	shares t 2 --table message
	(ulimit -v 65536 && otf-stat --combine --partial 1.part 2.part) >both
	[ "$(text both | grep -c ^row)" -eq 1 ]
	(ulimit -v 65536 && otf-stat --combine --tsv 1.part 2.part) >got
	otf-stat --tsv --table message t | cmp - got
}

@test "a directory for temporary files that is full or missing is an error" {
	sample s
	for k in $(seq 33); do otf-stat --partial --part $k/33 s >$k.part; done
	TMPDIR=$BATS_TEST_TMPDIR/none exits 1 otf-stat --combine --partial ./*.part
	says 'none: cannot create a temporary file'
}

@test "--partial writes nothing to a terminal" {
	need_tools script
	need_terminal
	exits 2 script -qec "otf-stat --partial s" /dev/null
	tr -d '\r' <out >err
	[ "$(head -n 1 err)" = 'otf-stat: --partial writes zstd, and standard output is a terminal; zstd -dc shows it' ] ||
		otf-cat --version -v | grep 'no zstd'
}

# thread STREAM: ranks 1 and 2 in streams 1 and 2, a thread of rank 1 in that stream; it receives what rank 2 sends later.
thread() {
	local others=('@SM|1|1' '@SM|2|2' "@SM|$1|3")
	[ "$1" -ne 1 ] || others=('@SM|1|1,3' '@SM|2|2')
	stream "${others[@]}" 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|rank|0' 'DefProcess|-|0|2|other|0' \
		'DefProcess|-|0|3|thread|1' 'DefProcessGroup|-|0|4|all|1,2' 'Enter|1|1|5|0' 'RecvMsg|10|3|2|4|0|8|0' \
		'SendMsg|20|2|1|4|0|8|0' 'SendMsg|30|2|1|4|0|8|0' 'RecvMsg|40|3|2|4|0|8|0' | otf-write -q t
}

@test "a message belongs to the thread that received it, also where its send comes later or is in another share" {
	thread 1
	otf-stat -q --by process --table message --tsv t | cut -f 2,4,5,8,9 >got
	lines 'process|sent|received|reversed|latency_min' '2|2|0|0|-' '3|0|2|1|10' | diff - got
	adds_up t 2 --by process
	otf-filter -q -r def,SendMsg,RecvMsg t -o u # the rank has no record
	adds_up u 2 --by process
}

@test "a thread that is in another share than its process: which message is which only the whole says" {
	thread 3
	local k refused=0
	for k in 1 2 3; do
		otf-stat -q --part "$k/3" --partial t >out 2>>said || { refused=$((refused + 1)) && [ ! -s out ]; }
	done
	[ $refused -eq 1 ]
	grep -c 'process 3 sends or receives for process 1, which is in another share' said
	shares t 3 --table function
	otf-stat -q --tsv --combine ./*.part >got
	otf-stat -q --tsv --table function t | diff - got
}

@test "messages that threads send for their process are matched in the order of times, in a file as in a pipe" {
	stream '@SM|1|2' '@SM|2|3' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|2|a|1' 'DefProcess|-|0|3|b|1' \
		'DefProcessGroup|-|0|4|all|1' 'Leave|1|2|0|0' 'SendMsg|10|3|3|4|0|8|0' 'SendMsg|20|2|2|4|0|8|0' \
		'RecvMsg|40|2|2|4|0|8|0' >in
	otf-write -q t <in
	otf-stat -q --tsv --table message <in >want
	lines 'latency_min|latency_max' '30|30' | diff - <(cut -f 7,8 want)
	otf-stat -q --tsv --table message t | diff want -
	otf-stat -q -j 2 --tsv --table message t | diff want -
	mkfifo pipe
	otf-cat t >pipe &
	otf-stat -q --tsv --table message pipe | diff want -
}
