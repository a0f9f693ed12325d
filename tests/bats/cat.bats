# otf-cat: records by number, records put in.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# ---- --num ----

@test "--num A:B is the A-th up to before the B-th record, as @END counts them" {
	otf-cat --no-pg "$sample" >all
	for range in 1:2 1:3 7:8 200:300 3154:3155; do
		silent otf-cat --no-pg --num $range "$sample"
		from=${range%:*} to=${range#*:}
		records <all | sed -n "$from,$((to - 1))p" | cmp - <(records <out)
		[ "$(tail -n 1 out)" = "@END	$((to - from))" ]
		[ "$(grep '^@[^E]' out)" = "$(grep '^@[^E]' all)" ]
	done
}

@test "--num with an open end, an empty range, and more than there are" {
	otf-cat --no-pg "$sample" | records >all
	silent otf-cat --no-pg --num 3000: "$sample"
	tail -n +3000 all | cmp - <(records <out)
	silent otf-cat --no-pg --num :3000 "$sample"
	head -n 2999 all | cmp - <(records <out)
	silent otf-cat --no-pg --num : "$sample"
	cmp all <(records <out)
	exits 0 otf-cat --no-pg --num 9:9 "$sample"
	says '--num: no record is in the range 9:9'
	[ "$(tail -n 1 out)" = "@END	0" ]
	silent otf-cat --num 3000:5000 --count "$sample"
	[ "$(cat out)" -eq 155 ]
	exits 0 otf-cat --num 5000: --count "$sample"
	says '--num: no record is in the range 5000:'
	[ "$(cat out)" -eq 0 ]
}

@test "--num counts what the selection lets through" {
	otf-cat --no-pg -r Enter -p 1,2 "$sample" | records | sed -n 5,8p >want
	silent otf-cat --no-pg --num 5:9 -r Enter -p 1,2 "$sample"
	cmp want <(records <out)
	otf-cat --no-pg -t 2ms:3ms -r event "$sample" | records | sed -n 5,8p >want
	silent otf-cat --no-pg --num 5:9 -t 2ms:3ms -r event "$sample"
	cmp want <(records <out)
}

@test "--num with -o writes a trace of these records, the streams as they were" {
	silent otf-cat --num 1:200 "$sample" -o t
	silent otf-cat --no-pg t
	otf-cat --no-pg "$sample" | records | head -n 199 | cmp - <(records <out)
	[ "$(grep ^@SM out)" = "$(otf-cat "$sample" | grep ^@SM)" ]
}

@test "--num reads nothing behind the last record that it wants" {
	small_trace
	lines garbage >>t.2.events
	silent otf-cat --num 1:10 t
	exits 1 otf-cat --num 1:15 t
	lines '@OTFPIPE|1.0' 'NoOp|1|1' 'NoOp|2|1' >part
	mkfifo in
	timeout 300 otf-cat --num 1:3 - <in >out &
	exec 7>in
	cat part >&7
	wait $! # though the stream goes on
	exec 7>&-
	[ "$(tail -n 1 out)" = "@END	2" ]
}

@test "a stream that ends before the range does is no whole stream" {
	lines '@OTFPIPE|1.0' 'NoOp|1|1' 'NoOp|2|1' >cut
	exits 0 otf-cat --num 1:3 - <cut
	exits 3 otf-cat --num 1:4 - <cut
	[ "$(grep -c ^@END out)" -eq 0 ]
	exits 3 otf-cat --num 1: - <cut
	exits 3 otf-cat --num 1:4 - -o t <cut
	nothing t
}

@test "a range that is none is a usage error" {
	for range in '' 5 0:5 5:0 5:3 a:b 1:2:3 -1:2 1:+2 ' 1:2' 18446744073709551616:; do
		exits 2 otf-cat --num "$range" "$sample" || { echo "$range" && return 1; }
		says "--num: "
		[ ! -s out ]
	done
}

# ---- --add ----

# A stream of two processes in two streams, whose last records are all of one time.
even() {
	stream '@SM|1|1,3' '@SM|2|2' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcess|-|0|3|c|0' \
		'DefFunction|-|0|1|f|0|0' 'DefFunction|-|1|9|local|0|0' 'DefFunction|-|2|9|local|0|0' \
		'DefMarker|-|0|1|m|0' 'Marker|7|1|1|x' "$@"
}

# same_as LINE...: the records in ./out are those of even, with some more
same_as() {
	even "$@" | records | diff - <(records <out)
}

@test "what was taken out of a stream and is put in again stands where it stood" {
	otf-cat --no-pg "$sample" >all
	awk -F '\t' '
		NR == FNR { times[$2]++; next }
		/^@/ { print; next }
		/^DefKeyValue/ || /^DefCo/ || /Marker/ || ($2 != "-" && times[$2] == 1 && FNR % 3 == 0) { print >"part"; next }
		{ print }' all all | sed '/^@END/d' >rest
	[ "$(wc -l <part)" -gt 500 ]
	shuf --random-source=all part >shuffled
	silent otf-cat --no-pg --adopt --add part - <rest
	sed '/^@[EO]/d; /^Def[CK]/d' all | cmp - <(sed '/^@[EO]/d; /^Def[CK]/d' out)
	silent otf-cat --no-pg --adopt --add shuffled - <rest
	sort all | cmp - <(sort out)
	silent otf-cat --adopt --add shuffled - -o t <rest
	otf-cat --no-pg t | records | sort | cmp - <(records <all | sort)
}

@test "at one time an added record stands behind those of its kind and stream" {
	lines 'EventComment|50|1|+' 'EventComment|50|2|+' 'SummaryComment|50|1|+' 'SnapshotComment|50|2|+' \
		'SnapshotComment|50|1|+' 'EventComment|49|2|+' 'EventComment|51|1|+' >add
	even 'SnapshotComment|50|1|s' 'SummaryComment|50|1|t' 'EventComment|50|1|e' 'EventComment|50|3|e' \
		'EventComment|50|2|e' >in
	silent otf-cat --no-pg --add add <in
	cp out all
	tail -n +12 out | records >got
	lines 'EventComment|49|2|+' 'SnapshotComment|50|1|s' 'SnapshotComment|50|1|+' 'SnapshotComment|50|2|+' \
		'SummaryComment|50|1|t' 'SummaryComment|50|1|+' 'EventComment|50|1|e' 'EventComment|50|3|e' \
		'EventComment|50|1|+' 'EventComment|50|2|e' 'EventComment|50|2|+' 'EventComment|51|1|+' >want
	diff want <(grep Comment all)
	# and through a trace, whose readers merge by the same order
	silent otf-cat --add add - -o t <in
	otf-cat --no-pg t | grep Comment | diff want -
	otf-write u <in
	silent otf-cat --no-pg --add add u
	grep Comment out | diff want -
}

@test "snapshots that stand in event files keep their places there" {
	lines '@OTFPIPE|1.0|IS:1' '@SM|1|1' "$one" 'EventComment|5|1|a' 'EnterSnapshot|5|1|1|1|0' 'EventComment|5|1|b' \
		'@END|4' >in
	lines 'SnapshotComment|5|1|+' 'EventComment|5|1|+' >add
	silent otf-cat --no-pg --add add <in
	[ "$(tail -n 4 out | cut -f 1,4 | head -n 3)" = "$(lines 'EventComment|b' 'SnapshotComment|+' 'EventComment|+')" ]
}

@test "added definitions stand behind those of their stream, markers behind all markers" {
	lines 'Marker|1|2|2|early' 'DefMarker|-|0|2|n|1' 'DefFunction|-|2|30|two|0|0' 'DefFunction|-|1|31|one|0|0' \
		'DefFunction|-|0|32|all|0|0' 'DefinitionComment|-|0|hello' >add
	even 'EventComment|50|1|e' | otf-cat --no-pg --add add >out
	lines 'DefFunction|-|0|1|f|0|0' 'DefFunction|-|0|32|all|0|0' 'DefinitionComment|-|0|hello' \
		'DefFunction|-|1|9|local|0|0' 'DefFunction|-|1|31|one|0|0' 'DefFunction|-|2|9|local|0|0' \
		'DefFunction|-|2|30|two|0|0' 'DefMarker|-|0|1|m|0' 'Marker|7|1|1|x' 'DefMarker|-|0|2|n|1' \
		'Marker|1|2|2|early' 'EventComment|50|1|e' | diff - <(records <out | grep -v ^DefProcess)
}

@test "a definition that is there already is not put in twice" {
	lines 'DefFunction|-|0|1|f|0|0' 'DefFunction|-|2|1|f|0|0' 'DefProcess|-|0|2|b|0' 'DefMarker|-|0|1|m|0' \
		'DefFunction|-|2|9|local|0|0' >add
	even >in
	silent otf-cat --no-pg --add add <in
	cmp in out
	lines 'DefFunction|-|0|40|new|0|0' 'DefFunction|-|0|40|new|0|0' >twice
	silent otf-cat --no-pg --add twice --add twice <in
	[ "$(grep -c new out)" -eq 1 ]
}

@test "a definition that says something else is an error with its place" {
	even 'EventComment|50|1|e' >in
	while read -r line what; do
		lines 'DefinitionComment|-|0|ok' "$line" >add
		exits 1 otf-cat --add add - -o t <in || { echo "$line" && return 1; }
		says "otf-cat: add:2: $what"
		nothing t
	done <<-'END'
		DefFunction|-|0|1|g|0|0 DefFunction 1 is defined differently in the trace
		DefFunction|-|0|1|f|0|0|5:I:1 DefFunction 1 is defined differently in the trace
		DefFunction|-|1|1|g|0|0 DefFunction 1 is defined differently in the trace
		DefFunction|-|0|9|g|0|0 DefFunction 9 is defined differently in the trace
		DefMarker|-|0|1|m|3 DefMarker 1 is defined differently in the trace
		DefFunction|-|3|50|g|0|0 DefFunction: the trace has no stream 3
		DefVersion|-|0|1|12|5|x DefVersion: not in the trace, and cannot be added
	END
	lines 'DefFunction|-|0|40|new|0|0' >first
	lines 'DefFunction|-|0|41|x|0|0' 'DefFunction|-|0|40|other|0|0' >second
	exits 1 otf-cat --add first --add second <in
	says "otf-cat: second:2: DefFunction 40 is defined differently in an earlier line"
	lines 'DefVersion|-|0|1|12|6|x' >add
	exits 1 otf-cat --add add "$sample"
	says "otf-cat: add:1: DefVersion differs from that in the trace"
}

@test "a line that is no record, or of an unknown process, is an error with its place" {
	even >in
	while read -r line what; do
		lines 'DefinitionComment|-|0|ok' 'Enter|5|1|1|0' "$line" >add
		exits 1 otf-cat --add add <in || { echo "$line" && return 1; }
		says "otf-cat: add:3: $what"
		aborted
	done <<-'END'
		Enter|5|1 Enter: no function
		Enter|-|1|1|0 Enter: time does not fit this record
		Thing|5|1|1|0 not a record: 'Thing'
		@SM|3|4 control lines cannot be added
		Enter|5|4|1|0 Enter: the trace has no process 4
		Marker|5|4|1|x Marker: the trace has no process 4
	END
	printf 'Enter\t5' >add
	exits 1 otf-cat --add add <in
	says "otf-cat: add:1: last line has no newline"
	exits 1 otf-cat --add absent "$sample" -o t
	says "otf-cat: absent: No such file"
	nothing t
}

@test "records of a process that is added with them make a stream of their own" {
	even 'EventComment|50|1|e' >in
	lines 'Enter|60|8|1|0' 'DefProcess|-|0|8|new|0' >add
	silent otf-cat --add add - -o t <in
	lines '1:1,3' '2:2' '3:8' | diff - t.otf
	otf-cat t | grep '^Enter	60	8'
}

@test "--add from standard input, compressed, into several traces" {
	small_trace
	mkdir other
	{
		lines '1:4'
	} >other/t.otf
	printf '%s\n' 'DV1.c.5"x"' DTR3e8 'DP4NM"d"' >other/t.0.def
	printf '%s\n' c '*4' 'E1' 'c' '*4' >other/t.1.events
	lines 'EventComment|12|4|+' 'EventComment|12|1|+' 'EventComment|12|3|+' >add
	otf-cat --no-pg -q --add - t other/t <add >out
	lines 'Enter|10|1|1|0' 'EventComment|12|1|+' 'EventComment|12|3|+' 'Enter|12|4|1|0' 'EventComment|12|4|+' \
		'Enter|15|3|1|0' | diff - <(records <out | grep -v ^Def | head -n 6)
	if command -v zstd >/dev/null && otf-cat -V -v | grep -q zstd; then
		zstd -q add
		otf-cat --no-pg -q --add add.zst t other/t | diff out -
	fi
	exits 2 otf-cat --add - <add
	exits 2 otf-cat --add - - <add
	exits 2 otf-cat --add - --add - t <add
	says "standard input cannot be read twice"
}

@test "selection, --num and --count see what was added" {
	lines 'EventComment|2000000|1|+' 'EventComment|2000000|2|+' 'EventComment|9000000|1|+' 'Marker|5|1|1|new' \
		'DefMarker|-|0|77|m|0' >add
	otf-cat --no-pg --add add "$sample" >all
	[ "$(records <all | wc -l)" -eq 3159 ]
	[ "$(otf-cat --count --add add "$sample")" -eq 3159 ]
	silent otf-cat --no-pg --add add -p 1 -t 2ms:3ms -r EventComment,marker "$sample"
	grep -e '^Marker' -e '^DefMarker' -e '^EventComment	2000000	1' all | diff - <(records <out)
	silent otf-cat --no-pg --add add --num 150:170 "$sample"
	records <all | sed -n 150,169p | cmp - <(records <out)
	head -n 1 all | grep -q 'TS:1021008,9000000$'
}

@test "a stream that was cut stays one with records added" {
	lines 'EventComment|2000000|1|+' >add
	otf-cat "$sample" | grep -v ^@END >cut
	exits 3 otf-cat --add add - -o t <cut
	nothing t
	exits 3 otf-cat --add add - <cut
	[ "$(grep -c ^@END out)" -eq 0 ]
}

@test "a pipe by name is opened once, so that its writer loses nothing" {
	otf-cat --no-pg "$sample" >want
	for i in 1 2 3 4 5 6 7 8 9 10; do
		rm -f p && mkfifo p
		timeout 300 otf-cat --no-pg "$sample" >p &
		exits 0 timeout 300 otf-cat --no-pg p
		wait $!
		cmp out want
	done
}

@test "a trace by the name of its master file is opened once" {
	command -v strace >/dev/null && strace -o trace true || skip "no strace that works"
	silent otf-cat "$sample" -o t
	ASAN_OPTIONS=detect_leaks=0 strace -e trace=open,openat -o trace otf-cat t.otf >/dev/null
	[ "$(grep -c '"t.otf"' trace)" -eq 1 ]
}

# processes SHIFT: a trace of two processes in turns, whose process lines differ in length. SHIFT blanks come before the
# first event, so that over all shifts each line once ends a block.
processes() {
	echo '1:a,10' >turns.otf
	printf 'DTR3b9aca00\nDPaNM"ten"\nDP10NM"sixteen"\n' >turns.0.def
	awk -v shift="$1" 'BEGIN {
		printf "%*s\n", shift, ""
		for (t = 1048576; t < 1048576 + 20000; t++)
			printf "%x\n*%s\nE1\n", t, t % 2 ? "a" : "10"
		printf "%x\n*%s\n", t - 1, (t - 1) % 2 ? "a" : "10"
	}' >turns.1.events
}

@test "process lines of different lengths, wherever a block of the file ends" {
	awk 'BEGIN { for (t = 1048576; t < 1048576 + 20000; t++) printf "Enter\t%d\t%d\t1\t0\n", t, t % 2 ? 10 : 16 }' >want
	for shift in $(seq 0 25); do
		processes "$shift"
		otf-cat --no-pg turns | grep ^Enter >out
		cmp want out
	done
}

@test "what a command only prints, and that does not fit, fails" {
	[ -w /dev/full ] || skip "no /dev/full"
	exits 1 sh -c 'otf-cat --schema >/dev/full'
	says 'otf-cat: stdout: write error'
}
