# otf-sort and otf-cat --sort: any order in, the order of the stream out.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

teardown() {
	[ ! -d disk ] || umount disk 2>/dev/null || true
}

# shuffled FILE: a sorted stream in another order, but lines of one place in the order (time, kind of
# file, stream) as they stood. Magic line and @END stay.
shuffled() {
	local inline=0
	head -n 1 "$1" | grep -q IS:1 && inline=1
	otf-cat --schema >schema
	head -n 1 "$1"
	sed '1d;$d' "$1" | awk -v inline=$inline '
	BEGIN { FS = "\t"; srand(1); while (getline <"schema") kind[$1] = $3 }
	{ file = $1 == "UnknownRecord" ? $4 : kind[$1] }
	/^@SM/ { for (i = split($3, p, ","); i; i--) home[p[i]] = $2 }
	/^@/ { place = "@" }
	!/^@/ { place = file == "def" ? "def " $3 : file == "marker" ? file : $2 " " file " " home[$3] }
	inline && !/^@/ { sub(/ snaps /, " events ", place) }
	!(place in at) { at[place] = rand() }
	{ printf "%.9f\t%s\n", at[place], $0 }' | sort -s -k 1,1 | cut -f 2-
	tail -n 1 "$1"
}

# sorts_to FILE COMMAND...: silent, and gives exactly that.
sorts_to() {
	local want=$1
	shift
	silent "$@" || return 1
	cmp out "$want" || { diff out "$want" | head -n 10 && return 1; }
}

# ---- the whole ----

@test "200,000 shuffled records come back the same, through many runs and several merges" {
	need_mktrace
	mktrace -p 16 -s 4 -e 200k --markers | otf-cat --no-pg >want
	shuffled want >in
	fails cmp -s in want
	sorts_to want otf-sort --no-pg in
	(ulimit -n 16 && sorts_to want otf-sort --no-pg --buffer 64K - <in)
	otf-sort -v --buffer 64K in 2>err >out
	[ "$(sed -n 's/.* sorted in \([0-9]*\) runs.*/\1/p' err)" -gt 200 ]
	[ "$(sed -n 's/.*, with \([0-9]*\) merges.*/\1/p' err)" -gt 15 ]
	sorts_to want otf-cat --sort --buffer 1M --no-pg in
}

@test "memory stays near --buffer" {
	need_mktrace
	mktrace -p 16 -s 4 -e 400k >in
	{
		head -n 1 in
		sed '1d;$d' in | tac
		tail -n 1 in
	} | peak otf-sort --buffer 16M | tail -n 1 | cmp - <(tail -n 1 in)
	under 20
	peak otf-sort --buffer 16M <in | tail -n 1 | cmp - <(tail -n 1 in)
	under 20
}

@test "what is in order stays as it is, and needs no merge" {
	need_mktrace
	mktrace -p 16 -s 4 -e 50k | otf-cat --no-pg >want
	sorts_to want otf-sort --no-pg want
	sorts_to want otf-sort --no-pg --buffer 64K want
	otf-sort -v --buffer 64K want 2>err >out
	says ' runs, with 0 merges'
}

@test "every trace of the corpus, shuffled, comes back the same" {
	need_shared
	n=0
	for t in "$SHARED"/corpus/otf1/*/*.otf; do
		otf-cat --keep-going --no-pg "$t" >want 2>/dev/null || true
		shuffled want >in
		sorts_to want otf-sort --buffer 64K --no-pg in || { echo "$t" && return 1; }
		sorts_to want otf-cat --sort --no-pg - <in || { echo "$t" && return 1; }
		n=$((n + 1))
	done
	[ $n -gt 20 ]
}

@test "a trace as the source comes as otf-cat gives it" {
	otf-cat --no-pg "$sample" >want
	sorts_to want otf-sort --no-pg "$sample"
	sorts_to want otf-sort --no-pg --buffer 64K "$sample"
	sorts_to want otf-cat --no-pg --sort "$sample"
}

@test "with -o it makes the trace that otf-write makes of the sorted stream" {
	otf-cat --no-pg "$sample" >want
	shuffled want >in
	silent otf-sort --buffer 64K in -o t
	otf-write u <want
	same_text t u
	exits 1 otf-write v <in
	silent otf-sort -n 0 -z 1 in -o w
	[ -e w.8.events.z ]
}

@test "traces of any order are sorted, then joined" {
	otf-cat --no-pg "$sample" >a
	sed 's/^\(@SM	1	\).*/\11/; s/^\(@SM	2	\).*/\12/' a | otf-filter --no-pg -p 1 -r '!Def*' >one
	sed 's/^\(@SM	1	\).*/\11/; s/^\(@SM	2	\).*/\12/' a | otf-filter --no-pg -p 2 -r '!Def*' >two
	for f in one two; do
		grep -v '^@SM' $f | sed "1a @SM	1	$([ $f = one ] && echo 1 || echo 2)" >$f.otfl
		shuffled $f.otfl >$f.in
		fails cmp -s $f.in $f.otfl
	done
	otf-cat --no-pg one.otfl two.otfl >want
	grep -q '^@SM	2	2$' want
	sorts_to want otf-sort --no-pg --buffer 128K one.in two.in
	exits 2 otf-sort --buffer 127K one.in two.in
	says 'sorting 2 sources needs at least 131072 bytes'
}

# ---- the order ----

@test "equal ones stay as they came" {
	stream '@SM|1|1,2' "$one" 'EventComment|5|2|a' 'EventComment|5|1|b' 'EventComment|4|1|c' \
		'EventComment|5|2|d' 'EventComment|5|1|e' 'EventComment|4|2|f' >in
	stream '@SM|1|1,2' "$one" 'EventComment|4|1|c' 'EventComment|4|2|f' 'EventComment|5|2|a' \
		'EventComment|5|1|b' 'EventComment|5|2|d' 'EventComment|5|1|e' >want
	sorts_to want otf-sort --no-pg in
}

@test "at equal times snapshots come first, then statistics, then events; of each, stream by stream" {
	stream '@SM|1|2' '@SM|2|1' 'NoOp|7|1' 'NoOp|7|2' 'FunctionSummary|7|1|1|1|1|1' \
		'FunctionSummary|7|2|1|1|1|1' 'EnterSnapshot|7|1|3|1|0' 'EnterSnapshot|7|2|3|1|0' 'NoOp|6|1' >in
	stream '@SM|1|2' '@SM|2|1' 'NoOp|6|1' 'EnterSnapshot|7|2|3|1|0' 'EnterSnapshot|7|1|3|1|0' \
		'FunctionSummary|7|2|1|1|1|1' 'FunctionSummary|7|1|1|1|1|1' 'NoOp|7|2' 'NoOp|7|1' >want
	sorts_to want otf-sort --no-pg in
}

@test "definitions that come late go to the front, global ones first, then stream by stream" {
	stream 'NoOp|1|1' 'DefFunction|-|2|1|b|0|0' 'NoOp|3|1' 'DefFunction|-|1|1|a|0|0' 'DefFunction|-|0|2|y|0|0' \
		'NoOp|2|1' "$one" 'DefFunction|-|1|3|a3|0|0' 'UnknownRecord|-|1|def|Dx' >in
	stream 'DefFunction|-|0|2|y|0|0' "$one" 'DefFunction|-|1|1|a|0|0' 'DefFunction|-|1|3|a3|0|0' \
		'UnknownRecord|-|1|def|Dx' 'DefFunction|-|2|1|b|0|0' 'NoOp|1|1' 'NoOp|2|1' 'NoOp|3|1' >want
	sorts_to want otf-sort --no-pg in
}

@test "markers stand behind the definitions as they came, whatever their times" {
	stream 'Marker|9|1|4|x' 'NoOp|1|1' 'DefMarker|-|0|5|five|1' 'Marker|2|1|5|y' "$one" >in
	stream "$one" 'Marker|9|1|4|x' 'DefMarker|-|0|5|five|1' 'Marker|2|1|5|y' 'NoOp|1|1' >want
	sorts_to want otf-sort --no-pg in
}

@test "a DefMarker behind a marker that needs it goes before all markers" {
	stream "$one" 'DefMarker|-|0|3|three|1' 'Marker|9|1|4|x' 'NoOp|1|1' 'DefMarker|-|0|4|four|1' >in
	stream "$one" 'DefMarker|-|0|4|four|1' 'DefMarker|-|0|3|three|1' 'Marker|9|1|4|x' 'NoOp|1|1' >want
	sorts_to want otf-sort --no-pg in
	sorts_to want otf-sort --no-pg want
}

@test "control lines go to the front as they came" {
	stream '@XY|first' 'NoOp|2|1' '@LOST|1|5|6|7' "$one" '@SM|1|1' 'NoOp|1|1' '@YZ' >in
	stream '@XY|first' '@LOST|1|5|6|7' '@SM|1|1' '@YZ' "$one" 'NoOp|1|1' 'NoOp|2|1' >want
	sorts_to want otf-sort --no-pg in
	stream 'NoOp|1|1' '@PG|ID:1|PN:p' >in
	otf-sort in | sed -n 2,3p >out
	[ "$(head -n 1 out)" = '@PG	ID:1	PN:p' ]
	grep -q '^@PG	ID:2	PP:1	PN:otf-sort	' out
}

@test "an @SM line that comes last holds for all records" {
	stream 'NoOp|1|1' 'EventComment|1|2|a' 'EventComment|1|3|b' 'EventComment|1|2|c' 'NoOp|1|4' \
		'@SM|3|1,4' '@SM|2|3,2' >in
	stream '@SM|3|1,4' '@SM|2|3,2' 'EventComment|1|2|a' 'EventComment|1|3|b' 'EventComment|1|2|c' \
		'NoOp|1|1' 'NoOp|1|4' >want
	sorts_to want otf-sort --no-pg in
}

@test "so it does for records that are on the disk already, also if a stream grows" {
	need_tools seq
	{
		lines '@OTFPIPE|1.0' '@SM|1|5'
		seq 1 20000 | awk '{ print "EventComment\t" $1 % 7 "\t" $1 % 6 "\t" $1 }'
		lines '@SM|1|0,2' '@SM|9|4,1' '@SM|3|3' '@END|20000'
	} >in
	{
		lines '@OTFPIPE|1.0' '@SM|1|5' '@SM|1|0,2' '@SM|9|4,1' '@SM|3|3'
		seq 1 20000 | awk 'BEGIN { split("1 9 1 3 9 1", home, " ") }
			{ print $1 % 7, home[$1 % 6 + 1], "EventComment\t" $1 % 7 "\t" $1 % 6 "\t" $1 }' |
			sort -s -k 1,1n -k 2,2n | cut -d ' ' -f 3-
		lines '@END|20000'
	} >want
	sorts_to want otf-sort --no-pg --buffer 64K in
	sorts_to want otf-sort --no-pg in
}

@test "processes that no @SM names are as of one stream, behind the others" {
	stream 'NoOp|1|9' 'NoOp|1|7' 'NoOp|1|3' 'NoOp|1|8' '@SM|1|8' >in
	stream '@SM|1|8' 'NoOp|1|8' 'NoOp|1|9' 'NoOp|1|7' 'NoOp|1|3' >want
	sorts_to want otf-sort --no-pg in
}

@test "an @SM line that contradicts another is refused" {
	stream '@SM|1|1,2' '@SM|2|2' 'NoOp|1|1' >in
	exits 1 otf-sort in
	says "otf-sort: in: '@SM\\t2\\t2': a process is in two streams"
	aborted
}

@test "inline snapshots keep their places among the events of their file" {
	stream '@SM|1|1' '@SM|2|2' 'NoOp|7|2' 'EnterSnapshot|7|2|3|1|0' 'NoOp|7|1' 'EnterSnapshot|7|1|3|1|0' |
		sed '1s/$/	IS:1/' >in
	stream '@SM|1|1' '@SM|2|2' 'NoOp|7|1' 'EnterSnapshot|7|1|3|1|0' 'NoOp|7|2' 'EnterSnapshot|7|2|3|1|0' |
		sed '1s/$/	IS:1/' >want
	sorts_to want otf-sort --no-pg in
	silent otf-sort in -o t
	otf-cat t | records | grep -v ^Def | cmp - <(records <want)
	silent otf-sort t
	records <out | grep -v ^Def | cmp - <(records <want)
}

@test "so they do when the stream says so late" {
	stream '@SM|1|1' 'NoOp|7|1' 'EnterSnapshot|7|1|3|1|0' '@IS|1' >in
	stream '@SM|1|1' '@IS|1' 'NoOp|7|1' 'EnterSnapshot|7|1|3|1|0' >want
	sorts_to want otf-sort --no-pg in
	sorts_to want otf-sort --no-pg want
}

@test "records of unknown names are sorted by their time as events, or as definitions" {
	stream '@SM|1|1' '@SM|2|2' 'Foo|5|2|x' 'Bar|-|2' 'Foo|5|1' 'NoOp|5|1' 'EnterSnapshot|5|2|3|1|0' 'Foo|4|7|y|z' \
		'DefFunction|-|2|1|f|0|0' >in
	stream '@SM|1|1' '@SM|2|2' 'Bar|-|2' 'DefFunction|-|2|1|f|0|0' 'Foo|4|7|y|z' 'EnterSnapshot|5|2|3|1|0' \
		'Foo|5|1' 'NoOp|5|1' 'Foo|5|2|x' >want
	sorts_to want otf-sort --no-pg in
	sorts_to want otf-sort --no-pg - <in
	exits 1 otf-sort in -o t
	exits 0 otf-sort --skip-unknown in -o t
	says '4 records of unknown type were dropped'
}

@test "records of unknown names without a place are refused with their number" {
	for line in 'Foo|' 'Foo|x|1' 'Foo|5' 'Foo|5|' 'Foo|-|' 'Foo|5x|1' 'Foo|5|1x' 'Foo|-5|1' 'Foo|5|4294967296' \
		'Foo|18446744073709551616|1'; do
		stream "$one" "$line" >in
		exits 1 otf-sort in
		says "otf-sort: in: record 2: Foo: expected a time or '-', then a loc"
		aborted
	done
}

@test "a trace on disk whose time goes back is sorted: the same records, with their times in the first line" {
	small_trace
	printf '%s\n' f '*3' E1 9 R1L4T5C6 23 L1 23 '*3' >t.2.events
	exits 1 otf-check t
	grep -q '^t.2.events:4: error: process 3: time goes back from 15 (process 3) to 9; sort the records with otf-sort ' out
	otf-cat --no-pg --keep-going t 2>/dev/null | records | sort >want
	for threads in 1 2; do
		silent otf-sort -j $threads --no-pg t
		head -n 1 out | grep -q '	TS:9,40'
		records <out | sort | cmp - want
		records <out | awk -F '\t' '$2 != "-" { print $2 }' >times
		sort -n times | cmp - times
		[ "$(wc -l <times)" -eq 8 ]
		mv out sorted
		silent otf-cat -j $threads --sort --no-pg t
		cmp out sorted
	done
	silent otf-sort t -o s
	silent otf-sort --force t -o t
	otf-check s t >found || true
	fails grep '\[order\]$' found
	cmp s.2.events t.2.events
	otf-cat --no-pg t | records | sort | cmp - want
}

@test "a long trace whose time goes back everywhere is sorted within the buffer" {
	printf '1:1\n' >t.otf
	printf '%s\n' DTR3e8 DP1 DF1G0NM\"f\" >t.0.def
	python3 -c '
for i in range(60000, 0, -1):
    print("%x\n*1\n%s1" % (i, "LE"[i & 1]))
print("1\n*1")' >t.1.events
	silent otf-sort --no-pg t -o s
	[ "$(otf-cat --count s)" -eq 60003 ]
	peak otf-sort --buffer 1M t | awk -F '\t' '/^[^@D]/ && $2 < last { exit 1 } /^[^@D]/ { last = $2 }'
}

@test "joined streams keep the places of unknown names and of inline snapshots" {
	stream '@SM|1|1' 'Foo|9|1' 'NoOp|7|1' 'Foo|5|1' >a
	stream '@SM|1|2' 'NoOp|8|2' 'EnterSnapshot|7|2|3|1|0' 'NoOp|6|2' | sed '1s/$/	IS:1/' >b
	stream '@SM|1|1' '@SM|2|2' 'Foo|5|1' 'NoOp|6|2' 'NoOp|7|1' 'EnterSnapshot|7|2|3|1|0' 'NoOp|8|2' 'Foo|9|1' |
		sed '1s/$/	IS:1/' >want
	sorts_to want otf-sort --no-pg a b
}

# ---- what is taken ----

@test "bare lines become a sorted stream with --adopt" {
	otf-cat --no-pg "$sample" >all
	shuffled all | sed '1d;$d' >bare
	{
		echo '@OTFPIPE	1.0'
		sed 1d all
	} >want
	sorts_to want otf-sort --no-pg --adopt --buffer 64K - <bare
	sorts_to want otf-cat --no-pg --adopt --sort - <bare
	sorts_to want otf-sort --no-pg --adopt bare
	exits 1 otf-sort bare
}

@test "what is selected is what otf-filter selects of the sorted stream" {
	otf-cat --no-pg "$sample" >all
	shuffled all >in
	otf-filter --no-pg -p 1,3 -t 2ms:3ms -r '!Counter' all >want
	sorts_to want otf-sort --no-pg -p 1,3 -t 2ms:3ms -r '!Counter' in
	sorts_to want otf-cat --sort --no-pg -p 1,3 -t 2ms:3ms -r '!Counter' in
}

@test "a stream of nothing is a stream of nothing" {
	stream >in
	sorts_to in otf-sort --no-pg in
	exits 3 otf-sort - </dev/null
}

@test "a line longer than the buffer passes" {
	head -c 100000 /dev/zero | tr '\0' x >long
	stream 'NoOp|9|1' "EventComment|8|1|$(cat long)" 'NoOp|7|1' "EventComment|6|1|$(cat long)y" "$one" >in
	stream "$one" "EventComment|6|1|$(cat long)y" 'NoOp|7|1' "EventComment|8|1|$(cat long)" 'NoOp|9|1' >want
	sorts_to want otf-sort --no-pg --buffer 64K in
	sorts_to want otf-sort --no-pg in
}

@test "strings, tags, reals and unknown records are the same bytes behind the sort" {
	stream "$one" 'DefCounter|-|0|1|c|8|0|\N' 'EventComment|5|1|a\tb\\\x01\n|1:a:00ff|2:d:0.1|3:f:nan' \
		'Counter|4|1|1|-0.0' 'UnknownRecord|3|1|stats|SXX 1' 'Counter|2|1|1|1e+22' 'Counter|1|1|1|2.5f' >in
	{
		sed -n 1,3p in
		sed -n 4,8p in | tac
		tail -n 1 in
	} >want
	sorts_to want otf-sort --no-pg in
}

@test "--buffer is a size, and says what it takes" {
	stream >in
	for size in 64K 65536 1m 64M 1G; do
		sorts_to in otf-sort --no-pg --buffer $size in
	done
	for size in 0 63K 65535; do
		exits 2 otf-sort --buffer $size in
		says "--buffer: must be at least 64K: '$size'"
	done
	for size in '' K 1X 1KB 1.5M -1 18446744073709551616 17179869184G; do
		exits 2 otf-sort --buffer "$size" in
		says "--buffer: not a size like 512K, 64M or 1G: '$size'"
	done
	exits 2 otf-cat --buffer 1M in
	says '--buffer needs --sort'
}

# ---- what goes wrong ----

@test "a cut input gives no record and exit 3" {
	otf-cat --no-pg "$sample" >all
	head -n 2000 all >in
	exits 3 otf-sort --buffer 64K in
	[ "$(records <out | wc -l)" -eq 0 ]
	[ "$(grep -c -e ^@END -e ^@ABORT out)" -eq 0 ]
	exits 3 otf-sort in -o t
	nothing t
}

@test "@ABORT passes on" {
	{
		otf-cat --no-pg "$sample" | grep -v ^@END
		lines '@ABORT|someone|no more'
	} >in
	exits 1 otf-sort --buffer 64K in
	says 'otf-sort: in: aborted by someone: no more'
	[ "$(tail -n 1 out)" = '@ABORT	someone	no more' ]
	exits 1 otf-sort in -o t
	nothing t
}

@test "a directory that does not exist is named, if it is needed" {
	export TMPDIR=$PWD/none
	silent otf-sort "$sample"
	exits 1 otf-sort --buffer 64K "$sample"
	says "otf-sort: $TMPDIR: temporary file: No such file or directory"
	aborted
}

@test "a directory that may not be written is named" {
	dir=$(mktemp -d)
	chmod 755 "$dir"
	otf-cat "$sample" >"$dir/s.otfl"
	mkdir -m 555 "$dir/tmp"
	nobody_runs otf-sort
	TMPDIR=$dir/tmp exits 1 as_nobody otf-sort --buffer 64K "$dir/s.otfl"
	rm -r "$dir"
	says "$dir/tmp: temporary file: Permission denied"
	aborted
}

@test "a full disk under the runs is told by name, and is empty afterwards" {
	need_mktrace
	mkdir disk
	mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null || skip "no mount here"
	mktrace -p 4 -e 50k >in
	export TMPDIR=disk
	exits 1 otf-sort --buffer 256K in
	says 'otf-sort: disk: temporary file: No space left on device'
	aborted
	exits 1 otf-sort --buffer 256K in -o t
	nothing t
	[ "$(df --output=used disk | tail -n 1)" -eq 0 ]
	[ -z "$(ls -A disk)" ]
}

@test "a full disk while runs are merged is told, too" {
	need_mktrace
	mkdir disk
	mount -t tmpfs -o size=3m tmpfs disk 2>/dev/null || skip "no mount here"
	mktrace -p 4 -e 40k | otf-cat --no-pg >want
	shuffled want >in
	export TMPDIR=disk
	sorts_to want otf-sort --no-pg --buffer 64K in
	# a record takes its line and 24 bytes; 50 KiB are too few to merge the first runs into
	head -c $((3 * 1024 * 1024 - $(wc -c <in) - 24 * $(wc -l <in) - 50 * 1024)) /dev/zero >disk/ballast
	exits 1 otf-sort --buffer 64K in
	says 'otf-sort: disk: temporary file: No space left on device'
	rm disk/ballast
	[ "$(df --output=used disk | tail -n 1)" -eq 0 ]
}

@test "where files need a name, theirs is gone at once" {
	need_tools strace
	mkdir tmp
	otf-cat --no-pg "$sample" >want
	traced() { # the sanitizer that looks for leaks cannot be traced
		TMPDIR=tmp strace -E ASAN_OPTIONS=detect_leaks=0 -o log -e trace=openat,unlink "$@" \
			otf-sort --no-pg --buffer 64K "$sample" >out
	}
	traced || skip "strace does not work here"
	when=$(grep openat log | grep -n O_TMPFILE | cut -d : -f 1)
	traced -e inject=openat:error=EOPNOTSUPP:when="$when"
	cmp out want
	grep -A 1 'openat(.*"tmp/otfpipe-' log | grep -q 'unlink("tmp/otfpipe-.*= 0'
	[ -z "$(ls -A tmp)" ]
}

@test "a signal ends it by that signal, and leaves no file" {
	need_mktrace
	mkdir tmp
	mktrace -p 4 -e 50k | grep -v ^@END >in
	for sig in TERM HUP KILL; do
		rm -f feed && mkfifo feed
		TMPDIR=$PWD/tmp otf-sort --buffer 64K <feed >out 2>err 3>&- &
		pid=$!
		exec 7>feed
		cat in >&7
		soon eval "ls -l /proc/$pid/fd | grep -q '/tmp/.*deleted'"
		kill -s $sig $pid
		got=0
		wait $pid || got=$?
		exec 7>&-
		[ "$got" -eq $((128 + $(kill -l $sig))) ]
		[ "$(grep -c -e ^@END -e ^@ABORT out)" -eq 0 ]
		[ -z "$(ls -A tmp)" ]
	done
}

@test "a full disk under standard output: exit 1 and told" {
	[ -e /dev/full ] || skip "no /dev/full"
	got=0
	otf-sort --buffer 64K "$sample" >/dev/full 2>err || got=$?
	[ "$got" -eq 1 ]
	says 'otf-sort: stdout: No space left on device'
	[ "$(wc -l <err)" -eq 1 ]
}
