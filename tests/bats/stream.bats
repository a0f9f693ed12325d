# The contract of the line stream, on otf-filter and otf-write as its readers.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

@test "a stream without @END: exit 3, no @END written on, no trace" {
	otf-cat "$sample" | grep -v ^@END >cut
	exits 3 otf-filter <cut
	says "stdin: the stream ends after 3154 records without @END"
	[ "$(grep -c -e ^@END -e ^@ABORT out)" -eq 0 ]
	exits 3 otf-write t <cut
	nothing t
}

@test "kill -9 of the first stage reaches the last one, which commits nothing" {
	mkfifo in
	(
		set +e
		sh -c 'echo $$ >pid; exec otf-cat in' | otf-filter -v | otf-write t
		echo "${PIPESTATUS[*]}" >status
	) 2>err 3>&- &
	whole=$!
	exec 7>in
	mktrace -p 4 -e 100k | grep -v ^@END >&7
	kill -9 "$(cat pid)"
	exec 7>&-
	wait $whole
	[ "$(cat status)" = "137 3 3" ]
	nothing t
	[ "$(grep -c 'without @END\|no newline' err)" -eq 2 ]
}

@test "a last line without LF is no line" {
	printf '@OTFPIPE\t1.0\nEnter\t5\t1\t7\t0\n@END\t1' >cut
	exits 3 otf-filter <cut
	says "stdin:3: the last line has no newline"
	[ "$(grep -c -e ^@END out)" -eq 0 ]
	exits 3 otf-write t <cut
	printf '@OTFPIPE\t1.0' >cut
	exits 3 otf-write t <cut
	nothing t
}

@test "empty input is a stream that was cut" {
	exits 3 otf-filter </dev/null
	says "stdin: empty input: nothing came from"
	exits 3 otf-write t </dev/null
	nothing t
}

@test "another version than 1.x is called so, however short the line is" {
	for version in 1 2 '' 2.0 9.0; do
		printf '@OTFPIPE\t%s\n@END\t0\n' "$version" >in
		exits 1 otf-filter <in
		says 'stdin:1: unsupported line stream version; only 1.x can be read'
	done
	printf '@OTFPIPE\t1.\n@END\t0\n' >in
	exits 1 otf-filter <in
	says 'stdin:1: bad magic line'
}

@test "fewer records than @END counts: a warning, committed; --strict refuses" {
	otf-cat "$sample" | grep -e ^@ -e ^Def -e ^Enter >some
	n=$(records <some | wc -l)
	exits 0 otf-write t <some
	says "$n records, but @END counts 3154"
	[ "$(otf-cat --count t)" -eq "$n" ]
	exits 0 otf-filter <some
	[ "$(tail -n 1 out)" = "@END	$n" ]
	exits 0 otf-filter -q <some
	[ ! -s err ]
	exits 1 otf-write --strict strict <some
	says "$n records, but @END counts 3154"
	nothing strict
	exits 1 otf-filter --strict <some
	tail -n 1 out | grep '^@ABORT	otf-filter	stdin:'
}

@test "more records than @END counts are an error" {
	lines '@OTFPIPE|1.0' "$one" 'NoOp|5|1' '@END|1' >in
	exits 1 otf-filter <in
	says "stdin:4: 2 records, but @END counts only 1"
	tail -n 1 out | grep '^@ABORT	otf-filter	'
	exits 1 otf-write t <in
	nothing t
}

@test "anything after @END is an error" {
	for rest in 'NoOp|5|1' '@END|1' '@XX|y' '' '@OTFPIPE|1.0'; do
		stream "$one" >in
		lines "$rest" >>in
		exits 1 otf-filter <in
		says "stdin:4: data after @END"
		exits 1 otf-write t <in
	done
	stream "$one" >in
	printf 'x' >>in
	exits 1 otf-write t <in
	says "stdin:4: data after @END"
	nothing t
}

@test "@END has a count, a number as all others" {
	for end in '@END' '@END|' '@END|x' '@END|01' '@END|+1' '@END|1|' '@END|18446744073709551617'; do
		lines '@OTFPIPE|1.0' "$one" "$end" >in
		exits 1 otf-filter <in || { echo "$end" && return 1; }
		says "stdin:3: bad"
		[ "$(grep -c ^@END out)" -eq 0 ]
		exits 1 otf-write t <in
	done
	nothing t
}

@test "@ABORT is told, passed on, and exit 1" {
	lines '@OTFPIPE|1.0' "$one" '@ABORT|otf-cat|ring.1.events:7: oh dear' >in
	exits 1 otf-filter --no-pg <in
	says "otf-filter: stdin: aborted by otf-cat: ring.1.events:7: oh dear"
	cmp in out
	exits 1 otf-write t <in
	says "otf-write: stdin: aborted by otf-cat: ring.1.events:7: oh dear"
	nothing t
	otf-filter -q <in 2>/dev/null | otf-filter 2>/dev/null | exits 1 otf-write t
	says "aborted by otf-cat"
	nothing t
}

@test "@ABORT without a reason aborts as well" {
	lines '@OTFPIPE|1.0' '@ABORT|otf-cat' >in
	exits 1 otf-filter --no-pg <in
	says "stdin: aborted by otf-cat"
	tail -n 1 out | grep '^@ABORT	otf-cat'
	lines '@OTFPIPE|1.0' '@ABORT' >in
	exits 1 otf-filter --no-pg <in
	says "stdin:"
	tail -n 1 out | grep '^@ABORT'
}

@test "a stage that fails writes @ABORT with its name and reason" {
	stream "$one" 'Enter|5|1|7' >in
	exits 1 otf-filter --no-pg <in
	lines '@OTFPIPE|1.0' "$one" '@ABORT|otf-filter|stdin:3: Enter: no source' | cmp - out
}

@test "unknown control lines and records pass filters byte by byte" {
	stream '@NEW|x y|\q|' '@ABCDEFGH' '@XY' "$one" 'New|-|0|a|b' 'Thing|5|1|\q||7:Q:x' 'NoOp|6|1' 'Odd|' >in
	silent otf-filter --no-pg <in
	cmp in out
	silent otf-filter -q --no-pg -p 2 -t 9:10 --function 3 --no-tags <in
	grep -v ^NoOp in | sed 's/^@END	5/@END	4/' | cmp - out
	silent otf-cat --no-pg - <in
	cmp in out
}

@test "otf-write refuses a record of unknown name, and drops it with --skip-unknown" {
	stream '@NEW|x' "$one" 'New|5|1|a' 'NoOp|6|1' >in
	exits 1 otf-write t <in
	says "'New'"
	nothing t
	exits 0 otf-write --skip-unknown t <in
	says "1 records of unknown type"
	[ "$(otf-cat t | grep -c ^NoOp)" -eq 1 ]
	exits 0 otf-write -q --skip-unknown u <in
	[ ! -s err ]
}

@test "@FT of an unknown feature stops every reader" {
	stream '@FT|time-travel' "$one" >in
	exits 1 otf-filter <in
	says "stdin:2: the stream needs feature 'time-travel'"
	tail -n 1 out | grep ^@ABORT
	exits 1 otf-write t <in
	stream '@FT' "$one" >in
	exits 1 otf-write t <in
	nothing t
}

@test "what is no control line is refused" {
	for bad in '@' '@X' '@x' '@XYz' '@ABCDEFGHI' '@AB1' '@X Y' '@OTFPIPE|1.0'; do
		stream "$bad" "$one" >in
		exits 1 otf-filter <in || { echo "$bad" && return 1; }
		says "stdin:2: bad control line"
	done
}

@test "only a magic line of version 1 begins a stream" {
	for bad in 'x' '' '#' '@OTFPIPE' '@OTFPIPE|' '@OTFPIPE|1' '@OTFPIPE|1.' '@OTFPIPE|1.|TR:5' '@OTFPIPE|2.0' \
		'@OTFPIPE|10.0' '@OTFPIPE|1.x' '@OTFPIPE 1.0' '@OTFPIPEX|1.0' '@OTFPIPE|1.0 ' 'Enter|5|1|7|0'; do
		lines "$bad" "$one" '@END|1' >in
		exits 1 otf-filter <in || { echo "$bad" && return 1; }
		says "stdin:1: "
		aborted
		exits 1 otf-write t <in
	done
	nothing t
	stream "$one" | sed '1s/1.0/2.0/' | exits 1 otf-filter
	says "version"
}

@test "a later minor version is read" {
	stream "$one" | sed '1s/1.0/1.17/' | silent otf-write t
	[ "$(otf-cat t | grep -c ^DefProcess)" -eq 1 ]
}

@test "keys of the magic line: unknown ones pass, wrong ones are refused" {
	stream "$one" | sed '1s/$/	TR:7	ZZ:a b	FM:long	Q/' >in
	silent otf-filter --no-pg <in
	[ "$(head -n 1 out)" = "@OTFPIPE	1.0	TR:7	FM:long	ZZ:a b	Q" ]
	for bad in TR:0 TR:x TR: TR:1x TS:1 TS:2,1 TS:1,2, FM:x IS:2 TL:; do
		stream "$one" | sed "1s/\$/	$bad/" | exits 1 otf-filter || { echo "$bad" && return 1; }
		says "stdin:1: "
		says "$bad"
	done
}

@test "a bad line is refused with its number, record and field" {
	while IFS= read -r line; do
		field=${line%% *}
		line=${line#* }
		stream "$one" "$line" >in
		exits 1 otf-filter <in || { echo "$line" && return 1; }
		grep -q "^otf-filter: stdin:3: .*$field" err || { echo "$line" && cat err && return 1; }
		[ "$(wc -l <err)" -eq 1 ]
		exits 1 otf-write t <in
	done <<-'EOF'
		time Enter|007|1|7|0
		time Enter|+5|1|7|0
		time Enter|-5|1|7|0
		time Enter|5.0|1|7|0
		time Enter||1|7|0
		time Enter|0x5|1|7|0
		time Enter|18446744073709551616|1|7|0
		time Enter|-|1|7|0
		time Leave|-|1|0|0
		time EnterSnapshot|-|1|5|7|0
		time FunctionSummary|-|1|1|1|1|1
		time Marker|-|1|1|x
		time DefProcess|0|0|1|p|0
		time DefMarker|5|0|1|m|0
		time UnknownRecord|-|1|events|x
		time UnknownRecord|5|0|def|x
		time Enter
		loc Enter|5
		loc Enter|5|-1|7|0
		loc Enter|5|01|7|0
		loc Enter|5|4294967296|7|0
		loc Enter|5||7|0
		function Enter|5|1
		function Enter|5|1|4294967296|0
		function Enter|5|1|07|0
		function Enter|5|1| 7|0
		source Enter|5|1|7
		source Enter|5|1|7|
		key-value Enter|5|1|7|0|
		key-value Enter|5|1|7|0|9
		key-value NoOp|5|1|x
		length SendMsg|5|1|2|3|4|x|0
		matching EndCollectiveOperation|5|1|18446744073709551616
		major DefVersion|-|0|256|1|1|x
		members DefProcessGroup|-|0|1|g|1,,2
		members DefProcessGroup|-|0|1|g|1,
		members DefProcessGroup|-|0|1|g|,1
		members DefProcessGroup|-|0|1|g|1, 2
		members DefProcessGroup|-|0|1|g|1,02
		members DefProcessGroup|-|0|1|g|4294967296
		members DefProcessGroup|-|0|1|g
		name DefProcess|-|0|1|a\q|0
		name DefProcess|-|0|1|a\|0
		name DefProcess|-|0|1|\x4|0
		name DefProcess|-|0|1|\x|0
		name DefProcess|-|0|1|\xgg|0
		name DefProcess|-|0|1|\Nx|0
		name DefProcess|-|0|1|x\N|0
		file UnknownRecord|5|1|event|x
		value Counter|5|1|1|
		value Counter|5|1|1|01
		value Counter|5|1|1|-0
		value Counter|5|1|1|-01
		value Counter|5|1|1|-9223372036854775809
		value Counter|5|1|1|18446744073709551616
		value Counter|5|1|1|+1.5
		value Counter|5|1|1|1.5ff
		value Counter|5|1|1|1.5x
		value Counter|5|1|1|0x10
		value Counter|5|1|1|1e400
		value Counter|5|1|1|1e39f
		value Counter|5|1|1|Inf
		value Counter|5|1|1|infinity
		key-value NoOp|5|1|7:Q
		key-value NoOp|5|1|7:Q:
		key-value NoOp|5|1|:Q:1
		key-value NoOp|5|1|07:Q:1
		key-value NoOp|5|1|4294967296:Q:1
		key-value NoOp|5|1|7:Z:1
		key-value NoOp|5|1|7:QQ:1
		key-value NoOp|5|1|7:Q:01
		key-value NoOp|5|1|7:Q:-1
		key-value NoOp|5|1|7:Q:18446744073709551616
		key-value NoOp|5|1|7:q:9223372036854775808
		key-value NoOp|5|1|7:q:-9223372036854775809
		key-value NoOp|5|1|7:b:-129
		key-value NoOp|5|1|7:b:128
		key-value NoOp|5|1|7:b:-0
		key-value NoOp|5|1|7:B:256
		key-value NoOp|5|1|7:c:256
		key-value NoOp|5|1|7:c:a
		key-value NoOp|5|1|7:h:32768
		key-value NoOp|5|1|7:H:65536
		key-value NoOp|5|1|7:i:-2147483649
		key-value NoOp|5|1|7:I:4294967296
		key-value NoOp|5|1|7:f:1.5f
		key-value NoOp|5|1|7:f:0x1ffffffff
		key-value NoOp|5|1|7:f:0x
		key-value NoOp|5|1|7:d:
		key-value NoOp|5|1|7:d:1e400
		key-value NoOp|5|1|7:a:0
		key-value NoOp|5|1|7:a:0g
		key-value NoOp|5|1|1:Q:1|7:Q:x
		not Foo
		not enter5
		not  Enter|5|1|7|0
		not Enter2|5|1|7|0
		not #
	EOF
	nothing t
}

@test "a line of 15 MiB passes, one of more than 16 MiB is refused, in bounded memory" {
	head -c 15728640 /dev/zero | tr '\0' x >long
	{ printf '@OTFPIPE\t1.0\nDefCreator\t-\t0\t' && cat long && printf '\n@END\t1\n'; } >in
	peak otf-filter --no-pg <in >out
	cmp in out
	under 64
	{ printf '@OTFPIPE\t1.0\nDefCreator\t-\t0\t' && cat long long long long && printf '\n@END\t1\n'; } >in
	fails peak otf-filter <in >out 2>err
	grep -q 'stdin:2: .*16 MiB\|stdin: .*16 MiB.*line 2' err
	under 64
	exits 1 otf-write t <in
	nothing t
	head -c 300000000 /dev/zero | fails peak otf-write t 2>err
	says "16 MiB"
	under 64
}

@test "@ABORT in a stored stream is told with the name of the file" {
	printf '@OTFPIPE\t1.0\n@ABORT\totf-cat\tring.1.events:7: cut\n' >s.otfl
	exits 1 otf-filter s.otfl
	says "otf-filter: s.otfl: aborted by otf-cat: ring.1.events:7: cut"
}

@test "a record of unknown name has no key-values of the record before it" {
	printf '@OTFPIPE\t1.0\nEnter\t1\t1\t1\t0\t5:I:1\nMystery\t2\t1\tx\n@END\t2\n' >in
	silent otf-filter --no-pg --no-tags in
	printf '@OTFPIPE\t1.0\nEnter\t1\t1\t1\t0\nMystery\t2\t1\tx\n@END\t2\n' | cmp - out
}

@test "a message shows 60 bytes of a line at most" {
	local n shown
	for n in 59 60 61 200; do
		shown=$(head -c $((n < 60 ? n : 60)) /dev/zero | tr '\0' y)
		{ head -c "$n" /dev/zero | tr '\0' y && echo; } | stream "$(cat)" >in
		fails otf-cat in >/dev/null 2>err
		grep -F "not a record: '$shown'" err
	done
}
