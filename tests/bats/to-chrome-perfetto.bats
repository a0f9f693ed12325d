# otf-to-chrome --format perfetto: a trace that Perfetto's schema describes, which says what the JSON and the records say.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# right STREAM [OPTION]...: what is made of it is right; the counts are in ./counts, the trace in ./pf.
right() {
	local in=$1
	shift
	otf-to-chrome -q "$@" "$in" >json
	otf-to-chrome -q --format perfetto "$@" "$in" >pf
	[ $# -gt 0 ] || in_whole="$in"
	python3 "$REPO/tests/oracle/perfetto.py" pf json ${in_whole:+"$in_whole"} >counts || {
		cat counts
		return 1
	}
	in_whole=
}

# decoded: ./text is what protoc reads in ./pf; it knows all fields, and writes as many bytes.
decoded() {
	need_tools protoc
	protoc -I "$REPO/tests/oracle" --decode=perfetto.protos.Trace perfetto.proto <pf >text || return 1
	fails grep -qE '^ *[0-9]+[:{ ]' text || return 1
	protoc -I "$REPO/tests/oracle" --encode=perfetto.protos.Trace perfetto.proto <text | wc -c >got
	wc -c <pf | diff - got
}

@test "the sample trace: the bytes are those of the schema, and say what JSON and the records say" {
	silent otf-to-chrome --format perfetto "$sample"
	otf-cat --no-pg "$sample" >in
	right in
	cmp out pf
	grep -q '^calls 1237 operations 16 instants 115 counters 382 arrows 48' counts
	decoded
	grep -c 'type: TYPE_SLICE_BEGIN' text | grep -qx 1253
	grep -q 'process_name: "rank 0"' text
	grep -q 'sequence_flags: 1$' text
}

@test "all traces of the corpus" {
	need_shared
	for t in $(printf '%s\n' "$SHARED"/corpus/otf1/{all,synth,eqtimes}*/*.otf | sampled); do
		otf-cat -q --no-pg --keep-going "$t" >in || true
		right in || { echo "$t" && return 1; }
		decoded || return 1
	done
}

@test "generated traces, parts of them, and times as stored" {
	need_mktrace
	mktrace -p 9 -s 3 -e 20k >in
	right in
	right in --absolute
	right in -p 1-3 -r '!Counter'
	otf-write t <in
	right t.otf -t 20%:60%
	decoded
}

@test "at least 8 times smaller than JSON with -z, and four times without" {
	need_mktrace
	mktrace -p 16 -s 4 -e 100k >in
	right in
	otf-to-chrome --format perfetto -z 1 in >pf.gz
	zcat pf.gz | cmp - pf
	[ $((8 * $(wc -c <pf.gz))) -lt "$(wc -c <json)" ]
	[ $((4 * $(wc -c <pf))) -lt "$(wc -c <json)" ]
	otf-to-chrome -z 9 in | zcat | cmp - json
	otf-to-chrome -z 0 in | cmp - json
}

@test "names of any bytes are UTF-8; a name is there once, whatever refers to it" {
	printf '@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\t\xff"\\\\\\x1b\xc3\xa4\t0\nDefFunction\t-\t0\t5\tf\xff\xfe\t0\t0\n' >in
	printf 'DefFunction\t-\t0\t6\tf\xff\xfe\t0\t0\nDefFunctionGroup\t-\t0\t7\t\xc3\xa4\n' >>in
	printf 'Enter\t1\t1\t5\t0\nEnter\t2\t1\t6\t0\nEnter\t2\t1\t8\t0\nLeave\t2\t1\t8\t0\nLeave\t2\t1\t6\t0\nLeave\t2\t1\t5\t0\n@END\t11\n' >>in
	right in
	decoded
	grep -c 'name: "f\\357\\277\\275\\357\\277\\275"' text | grep -qx 1
	grep -q 'name: "function 8"' text # not defined: not interned
	# a name as long as a line may be
	long=$(head -c 300000 /dev/zero | tr '\0' x)
	stream 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|$long|0" 'Enter|1|1|5|0' "EventComment|2|1|$long" 'Leave|2|1|5|0' >in
	right in
	decoded
}

@test "processes and tokens of 32 bits, key-values of all types, twice the same key" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|4294967295|last|0' 'DefProcess|-|0|4294967294|thread|4294967295' \
		'DefKeyValue|-|0|7|5|note|' 'Enter|1|4294967295|4294967295|0|7:I:42|7:b:-128|8:q:-9223372036854775808|9:Q:18446744073709551615|10:a:00ff' \
		'Enter|2|4294967294|5|0|7:d:nan|8:f:0.5|9:i:-1|10:H:65535|11:c:7|12:d:1e+300' 'Leave|3|4294967294|5|0|7:h:-2' \
		'Leave|4|4294967295|4294967295|0' >in
	right in
	decoded
	grep -q 'int_value: -9223372036854775808' text
	grep -q 'uint_value: 18446744073709551615' text
	grep -q 'name: "note #2"' text
}

@test "a counter is an integer or a real number; what is none is left out, what is too large is rounded" {
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|t|1' \
		'DefCounter|-|0|4|flops|0|0|#/s' 'DefCounter|-|0|5|load|288|0|' 'DefCounter|-|0|6|load|32|0|' \
		'Counter|1|1|4|18446744073709551615' 'Counter|1|1|4|9223372036854775807' 'Counter|2|1|5|0.5' 'Counter|3|1|5|nan' \
		'Counter|4|1|5|-inf' 'Counter|5|1|5|9218868437227405313' 'Counter|6|1|6|-7' 'Counter|7|2|4|1' \
		'Counter|8|1|4|1.5f' >in
	exits 0 otf-to-chrome --format perfetto in
	says 'counter values that are no finite numbers, left out: 3'
	says 'counter values above 2^63-1, rounded to real numbers: 1'
	right in --absolute # 5 is a real number that JSON and this leave out; the count of the records knows no types
	decoded
	grep -q 'double_counter_value: 1.8446744073709552e+19' text
	grep -q 'counter_value: 9223372036854775807' text
	grep -q 'unit_name: "#/s"' text
	exits 1 otf-to-chrome --format perfetto --strict in
}

@test "operations that overlap have tracks of their own, others share one" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefCollectiveOperation|-|0|3|bcast|2' \
		'DefFile|-|0|9|data|0' 'CollectiveOperation|1|1|3|0|1|8|9|5|0' 'BeginCollectiveOperation|2|1|3|70|0|1|8|9|0' \
		'BeginFileOperation|3|1|80|0|7:I:42' 'EndFileOperation|4|1|9|80|1|2|100|0' 'EndCollectiveOperation|6|1|70' \
		'FileOperation|7|1|9|1|3|100|2|0' 'CollectiveOperation|7|1|3|0|1|8|9|5|0' 'BeginCollectiveOperation|18|1|3|71|0|1|8|9|0' \
		'BeginFileOperation|19|1|81|0' 'EndCollectiveOperation|20|1|99' 'EndFileOperation|20|1|9|98|1|2|100|0' >in
	right in
	decoded
	grep -c 'name: "collective operations"' text | grep -qx 2
	# the file operation that never ends is open while one without a begin ends
	grep -c 'name: "file operations"' text | grep -qx 2
}

@test "times are whole nanoseconds, rounded down; those of an operation are at most 2^63-1" {
	for resolution in 3 7 1000000000000 999999937; do
		stream "DefTimerResolution|-|0|$resolution" 'DefProcess|-|0|1|a|0' 'Enter|1|1|5|0' 'Enter|2|1|6|0' 'Leave|3|1|6|0' \
			'Leave|5000|1|5|0' >in
		right in || return 1
	done
	stream 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|a|0' 'DefCollectiveOperation|-|0|4|barrier|1' 'Enter|5|1|9|0' \
		'CollectiveOperation|6|1|4|0|0|0|0|18446744073709551615|0' >in
	right in
	decoded
	grep -q 'timestamp: 9223372036854775807' text
	# as stored, time 2^63 nanoseconds is too late
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|a|0' 'Enter|9223372036854775807|1|5|0' \
		'Leave|9223372036854775808|1|5|0' >in
	right in
	exits 1 otf-to-chrome --format perfetto --absolute in -o late
	says 'time 9223372036854775808: more than 2^63-1 nanoseconds after time 0'
	nothing late
}

@test "markers: of a process or of all; those before the first event are shown there, which is reported" {
	stream 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|5|9' 'DefProcess|-|0|1|p|0' 'DefMarker|-|0|7|mark|2' \
		'Enter|5|1|5|0' 'Leave|9|1|5|0' 'Marker|6|1|7|one' 'Marker|8|0|7|all' 'Marker|2|1|7|early' >in
	exits 0 otf-to-chrome --format perfetto in
	says 'events before the first time of the trace, shown there: 1'
	right in
	decoded
	grep -q 'name: "all processes"' text
}

@test "an empty stream is a trace without events; without a resolution a tick is a microsecond" {
	stream >in
	right in
	exits 0 otf-to-chrome --format perfetto in
	says 'there is no event: the output is empty'
	decoded
	stream 'DefProcess|-|0|1|a|0' 'Enter|5|1|5|0' 'Leave|7|1|5|0' >in
	right in
	exits 0 otf-to-chrome --format perfetto in
	says 'a tick is shown as a microsecond'
}

@test "a definition after its first use names what follows" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|6|old|0|0' 'Enter|1|1|5|0' \
		'Enter|2|1|6|0' 'DefFunction|-|1|6|local|0|0' 'DefFunction|-|0|5|late|0|0' 'Leave|3|1|6|0' 'Leave|4|1|5|0' \
		'Enter|5|1|5|0' 'Leave|6|1|5|0' 'Enter|7|1|6|0' 'Leave|8|1|6|0' >in
	right in
	decoded
	grep -c 'name: "local"' text | grep -qx 1
}

@test "an input cut short, a full disk, a name that is taken: no file" {
	otf-cat "$sample" | head -n 500 >cut
	exits 3 otf-to-chrome --format perfetto cut -o new.pf
	exits 3 otf-to-chrome --format perfetto -z 6 cut -o new.pf
	nothing new.pf
	[ -e /dev/full ] || skip "no /dev/full"
	for z in 0 6; do
		exits 1 otf-to-chrome --format perfetto -z $z "$sample" -o /dev/full
		says '/dev/full: No space left on device'
	done
	otf-to-chrome --format perfetto "$sample" -o new.pf
	exits 1 otf-to-chrome "$sample" -o new.pf
	exits 2 otf-to-chrome --format proto "$sample"
	says "json or perfetto"
}

@test "binary output to a terminal is refused" {
	need_tools script
	need_terminal
	SHELL=/bin/sh script -qec "otf-to-chrome --format perfetto '$sample'" /dev/null >out </dev/null || true
	grep -q 'terminal' out
	SHELL=/bin/sh script -qec "otf-to-chrome -z 1 '$sample'" /dev/null >out </dev/null || true
	grep -q 'terminal' out
}

@test "a million records need little memory" {
	need_mktrace
	mktrace -p 8 -s 2 -e 1m >in
	peak otf-to-chrome --format perfetto in >/dev/null
	under 16
	peak otf-to-chrome --format perfetto -z 1 in >/dev/null
	under 16
}

@test "skewed clocks: both ends of a message have its flow" {
	need_mktrace
	mktrace -p 9 -s 3 -e 20k | skewed >in
	right in
	decoded
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'Enter|3|1|9|0' 'Enter|3|2|9|0' \
		'RecvMsg|3|2|1|0|5|8|0' 'RecvMsg|4|2|1|0|6|8|0' 'SendMsg|6|1|2|0|5|8|0' 'Leave|6|1|9|0' 'Leave|6|2|9|0' >in
	right in
	grep -q ' arrows 1$' counts
}

@test "a message with an end where no call encloses it has no flow" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'SendMsg|1|1|2|0|1|8|0' 'Enter|2|1|9|0' \
		'Enter|2|2|9|0' 'RecvMsg|3|2|1|0|1|8|0' 'RecvMsg|3|2|1|0|3|8|0' 'SendMsg|4|1|2|0|2|8|0' 'RecvMsg|5|2|1|0|2|8|0' \
		'Leave|6|1|9|0' 'Leave|6|2|9|0' 'SendMsg|7|1|2|0|3|8|0' >in
	right in
	grep -q ' arrows 1$' counts
	decoded
	# of tag 2, and where tag 3 was received: its send has none
	[ "$(grep -c 'flow_ids' text)" -eq 3 ]
	exits 0 otf-to-chrome --format perfetto in
	says 'messages with an end outside of every call, shown without an arrow: 2'
}

@test "operations that are all open have a track each, which is found at once" {
	need_limits
	{
		lines '@OTFPIPE|1.0|TR:1000' 'DefProcess|-|0|1|p|0'
		seq 200000 | awk '{ print "BeginCollectiveOperation\t" $1 "\t1\t1\t" $1 "\t0\t0\t8\t8\t0" }'
		seq 200000 | awk '{ print "EndCollectiveOperation\t" $1 + 200000 "\t1\t" $1 }'
		printf '@END\t400001\n'
	} >in
	(ulimit -t 15 && otf-to-chrome -q --format perfetto in >out) # seconds of the processor, of which it needs less than one
}
