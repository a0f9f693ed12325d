# Every kind of value, through a trace and back, byte by byte.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# there_and_back: ./in through traces of all forms; its records are the same, and nothing is said.
there_and_back() {
	local o
	for o in --short --long '-z 1'; do
		# shellcheck disable=SC2086
		silent otf-write $o t <in || return 1
		silent otf-cat --no-pg t || return 1
		records <out | grep -v ^DefVersion | diff - <(records <in) || { echo "with $o" && return 1; }
		rm t.*
	done
	silent otf-filter --no-pg <in && cmp in out
}

# Properties of DefCounter: 32 is signed, 256 float, 288 double.
counter() { # TYPE VALUE...: records of a counter with these values
	echo "DefCounter|-|0|1|c|$1|0|"
	shift
	i=0
	for v; do
		echo "Counter|$((i += 1))|1|1|$v"
		echo "CounterSnapshot|$((i += 1))|1|5|1|$v"
	done
}

counters() { # TYPE VALUE...
	local -a all
	mapfile -t all < <(counter "$@")
	stream "$one" "${all[@]}" >in
	there_and_back
}

@test "counter values: unsigned ones are the raw bits" {
	counters 0 0 1 9223372036854775807 9223372036854775808 18446744073709551615 4609434218613702656
	counters 64 0 18446744073709551615
	counters 512 18446744073709551615
}

@test "counter values: signed ones have a sign" {
	counters 32 0 1 9223372036854775807 -1 -9223372036854775808 -4294967296
	counters 96 -1
}

@test "counter values: double" {
	counters 288 0.0 -0.0 1.5 -2.5 0.1 1e+300 5e-324 2.2250738585072014e-308 1.7976931348623157e+308 inf -inf nan \
		1.2345678901234568e+17 1234567890123456.0 3.141592653589793
}

@test "counter values: float" {
	counters 256 0.0f -0.0f 1.5f 0.1f 1e+30f 1e-45f 3.4028235e+38f 16777216.0f inff -inff nanf 3.1415927f
}

@test "counter values that have no real stand as raw bits" {
	counters 288 9221120237041090561 18444492273895866368 18446744073709551615
	counters 256 4294967296 18446744073709551615 2143289345
}

@test "the text of a counter value stands for the same bits whatever the definition says" {
	for type in 0 32 256 288; do
		stream "$one" "DefCounter|-|0|1|c|$type|0|" 'Counter|1|1|1|1.5' 'Counter|2|1|1|1.5f' 'Counter|3|1|1|-1' \
			'Counter|4|1|1|inf' 'Counter|5|1|1|nan' 'Counter|6|1|1|-0.0f' | otf-write --long t
		grep ^COUNTER t.1.events | sed 's/.*VALUE //' >bits
		printf '%s\n' 3ff8000000000000 3fc00000 ffffffffffffffff 7ff0000000000000 7ff8000000000000 80000000 |
			diff - bits
		rm t.*
	done
}

@test "a counter whose definition comes late, or is local, has its form" {
	stream "$one" 'DefProcess|-|0|2|q|0' '@SM|1|1' '@SM|2|2' 'DefCounter|-|0|1|c|32|0|' 'DefCounter|-|2|1|c|288|0|' \
		'Counter|5|1|1|-7' 'Counter|6|2|1|2.5' >in
	there_and_back
	stream "$one" 'Counter|5|1|1|-7' 'DefCounter|-|0|1|c|32|0|' 'Counter|6|1|1|-8' | otf-write u
	[ "$(otf-cat u | grep ^Counter | cut -f 5 | tr '\n' ' ')" = "-7 -8 " ]
}

@test "tags of all twelve types" {
	stream "$one" \
		'NoOp|1|1|1:c:0|1:c:255|1:c:65|2:b:-128|2:b:127|3:B:255|4:h:-32768|4:h:32767|5:H:65535' \
		'NoOp|2|1|6:i:-2147483648|6:i:2147483647|7:I:4294967295|8:q:-9223372036854775808|8:q:9223372036854775807' \
		'NoOp|3|1|9:Q:18446744073709551615|10:f:1.5|10:f:-0.0|10:f:inf|11:d:0.1|11:d:-inf|12:a:00ff10' \
		'Enter|4|1|7|0|0:Q:0|4294967295:q:-1' 'SendMsg|5|1|2|3|4|5|0|1:a:41' 'FunctionSummary|6|1|7|1|2|3|1:Q:1' \
		'EnterSnapshot|7|1|1|7|0|1:d:nan' 'Counter|8|1|1|5|1:Q:1' >in
	there_and_back
}

@test "tags on definitions and markers" {
	stream "$one" 'DefProcess|-|0|2|q|0|1:Q:7|2:a:0102' 'DefFunction|-|0|7|f|0|0|1:d:1.5' \
		'DefMarker|-|0|1|m|0' 'Marker|5|1|1|x' 'NoOp|5|1' >in
	there_and_back
}

@test "tags: the bits of every NaN" {
	stream "$one" 'NoOp|1|1|1:d:nan|1:d:0x7ff8000000000001|1:d:0xfff8000000000000|1:d:0x7ff0000000000001' \
		'NoOp|2|1|1:f:nan|1:f:0x7fc00001|1:f:0xffc00000|1:f:0x7f800001' >in
	there_and_back
	stream "$one" 'NoOp|1|1|1:d:0x3ff8000000000000|1:f:0x3fc00000' | otf-write u
	otf-cat u | grep '	1:d:1.5	1:f:1.5$'
}

@test "tags: byte arrays of any length, many tags" {
	long=$(printf '%02x' $(seq 0 255) | head -c 510)
	for n in 2 38 40 42 80 82 508; do
		echo "NoOp|$n|1|1:a:${long:0:$n}|1:a:00|1:a:${long:0:$n}|2:B:1"
	done >some
	mapfile -t all <some
	stream "$one" "${all[@]}" "NoOp|999|1$(printf '|%d:Q:1' $(seq 1000))" >in
	there_and_back
}

# Every byte but NUL, which no string holds; all escapes in their canonical form.
every_byte() {
	python3 -c '
import sys
esc = {9: b"\\t", 10: b"\\n", 13: b"\\r", 92: b"\\\\"}
out = b""
for c in range(1, 256):
    if chr(c) in sys.argv[1]: continue
    out += esc.get(c) or (b"\\x%02x" % c if c < 32 or c == 127 else bytes([c]))
sys.stdout.buffer.write(out)' "$1"
}

# A stream that has this text in every kind of string; the text on stdin.
texts() {
	local t
	t=$(cat && echo .)
	t=${t%.}
	stream "$one" "DefinitionComment|-|0|${t//|/!}" "DefProcess|-|0|2|${t//|/!}|0" "DefFunction|-|0|7|${t//|/!}|0|0" \
		"DefCounter|-|0|1|${t//|/!}|0|0|${t//|/!}" "DefKeyValue|-|0|1|9|${t//|/!}|${t//|/!}" \
		"DefMarker|-|0|1|${t//|/!}|0" "Marker|5|1|1|${t//|/!}" "EventComment|5|1|${t//|/!}"
}

@test "strings hold every byte but NUL, quote and LF" {
	every_byte '"
' | texts >in
	there_and_back
}

@test "quotes and newlines in strings become blanks, counted and told once" {
	every_byte '' | texts >in
	exits 0 otf-write t <in
	[ "$(wc -l <err)" -eq 1 ]
	says "t: 20 quotes, newlines and missing strings became blanks"
	otf-cat --no-pg t | records | grep -v ^DefVersion >got
	sed 's/"/ /g; s/\\n/ /g' in | records | diff - got
	exits 0 otf-write -q u <in
	[ ! -s err ]
	cmp t.0.def u.0.def
}

@test "empty strings, no string at all, text that looks like something else" {
	stream 'DefProcess|-|0|1||0' 'DefProcess|-|0|2|\N|0' 'DefFunction|-|0|1||0|0' 'DefFunction|-|0|2|NM|0|0' \
		'DefFunction|-|0|3|\\N|0|0' 'DefFunction|-|0|4|@END|0|0' 'DefFunction|-|0|5|*1|0|0' 'DefCreator|-|0|' \
		'EventComment|5|1|' 'EventComment|5|1|0' 'EventComment|5|1| x ' >in
	there_and_back
}

@test "lists: empty, of one, of 100,000" {
	stream "$one" 'DefProcessGroup|-|0|1|none|' 'DefProcessGroup|-|0|2|one|1' 'DefAttributeList|-|0|1|' \
		'DefProcessSubstitutes|-|0|1|1,4294967295,0' 'DefCounterAssignments|-|0|1|' \
		"DefProcessGroup|-|0|3|many|$(seq -s , 100000)" >in
	there_and_back
}

@test "the largest and the smallest numbers" {
	stream '@SM|1|0,1,4294967295' 'DefProcess|-|0|4294967295|p|4294967295' 'DefTimerResolution|-|0|18446744073709551615' \
		'DefVersion|-|0|255|0|255|x' 'Enter|0|0|0|0' 'Leave|0|0|0|0' \
		'Enter|18446744073709551615|4294967295|4294967295|4294967295' \
		'BeginCollectiveOperation|18446744073709551615|4294967295|4294967295|18446744073709551615|1|4294967295|18446744073709551615|0|0' >in
	silent otf-write t <in
	otf-cat t | records | grep -v '^DefVersion	-	0	1	12' | diff - <(records <in)
}

@test "a string that would make a line of more than 16 MiB is refused with its place" {
	python3 -c 'import sys; sys.stdout.buffer.write(b"DV1.c.5\"x\"\nDCR\"" + b"\1" * 6000000 + b"\"\n")' >z.0.def
	echo 1:1 >z.otf
	printf '0\n*1\n' >z.1.events
	exits 1 otf-cat z
	says "record 2: DefCreator gives a line longer than 16 MiB"
	[ "$(grep -c ^@END out)" -eq 0 ]
}
