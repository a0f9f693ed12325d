# otf.h, the half that reads: handlers, readers, streams, buffers.

load common
load otf

setup_file() {
	common_setup
	mkdir "$BATS_FILE_TMPDIR/ours" "$BATS_FILE_TMPDIR/reference"
	for name in print buffers client misuse progress; do
		otf_ours "$BATS_FILE_TMPDIR/ours/read-$name" "$REPO/tests/api/otf/read-$name.c" -I"$BUILD" -I"$REPO/libotfpipe"
	done
	for name in print buffers progress; do
		otf_reference "$BATS_FILE_TMPDIR/reference/read-$name" "$REPO/tests/api/otf/read-$name.c" -I"$BUILD" \
			-I"$REPO/libotfpipe"
	done
}

setup() {
	common_setup
	ours=$BATS_FILE_TMPDIR/ours
	reference=$BATS_FILE_TMPDIR/reference
}

ours() {
	"$ours/read-print" "$@" >o
}

# same TRACE ACTION...: both print the same.
same() {
	ours "$@"
	"$reference/read-print" "$@" >r
	diff o r
}

# same_set TRACE ACTION...: the same, but for the order of lines between two -NAME: equal times come in another order.
same_set() {
	ours "$@"
	"$reference/read-print" "$@" >r
	for file in o r; do
		awk '/^-/ { n++ } { print n + 0 "\t" $0 }' $file | sort -s -k 1,1n -k 2 >$file.sorted
	done
	diff o.sorted r.sorted
}

# What a reader does with a whole trace.
everything='all:defs all:markers -events events progress:time progress:old -snaps snaps progress:time-snaps -stats
	stats progress:old-stats -again events snaps stats markers defs -window min=1000 max=30000 events snaps stats
	-rest min=0 max=18446744073709551615 set-off=1 status=1 status=2 events events snaps stats all-are=1 status=1
	-stream stream=1 defs events events snaps stats reader -only only=12 events every'

# The OTF sets of the corpus that the reference reads: it fails at most compressed ones.
plain_sets() {
	find "$SHARED/corpus/otf1" "$SHARED/corpus/public" -name '*.otf' | grep -v _z_ | sort
}

# The times of events, snapshots and statistics that were printed after "-NAME" do not go back.
in_order() {
	awk '/^-/ { last = 0 } /^[A-Z][A-Za-z]* [0-9]/ && !/^(Def|Marker|Unknown)/ {
		if ($2 < last) { print "goes back: " $0; exit 1 }
		last = $2
	} /^[a-z]/ { last = 0 }' "$1"
}

@test "otf.h: a reader delivers of each set of the corpus what the reference delivers" {
	need_shared
	need_reference_library
	n=0
	for trace in $(plain_sets); do
		# shellcheck disable=SC2086
		same_set "${trace%.otf}" $everything
		in_order o
		n=$((n + 1))
	done
	[ "$n" -ge 20 ]
}

@test "otf.h: unsorted, a reader delivers stream after stream in the order of the reference" {
	need_shared
	need_reference_library
	for trace in $(plain_sets); do
		same "${trace%.otf}" unsorted unsorted unsorted-snaps unsorted-stats events limit=5 reset all:unsorted
	done
}

@test "otf.h: a compressed trace is read as it would be without compression" {
	need_shared
	local dir=$SHARED/corpus/otf1
	# shellcheck disable=SC2086
	for n in n1 n4; do
		for form in short long; do
			"$ours/read-print" "$dir/all_${form}_z_$n/all" $everything | grep -v DefUniqueId >z
			"$ours/read-print" "$dir/all_${form}_plain_$n/all" $everything | grep -v DefUniqueId >plain
			cmp z plain
		done
	done
}

@test "otf.h: record limits stop and continue the reading of each kind" {
	need_shared
	need_reference_library
	local trace=$SHARED/corpus/otf1/all_short_plain_n1/all
	same "$trace" limit=0 events progress:time sizes limit=3 events progress:time defs markers unsorted events snaps \
		stats all:defs all:markers all:snaps all:stats all:events progress:time events
	same "$trace" stream=1 limit=2 events progress:time all:events all:snaps all:stats all:defs all:markers
}

@test "otf.h: intervals contain their start and not their end" {
	need_shared
	need_reference_library
	local trace=$SHARED/corpus/otf1/all_short_plain_n1/all
	for min in 0 16 20 21 48 49; do
		for max in 17 20 22 40 48 100; do
			same "$trace" min=$min max=$max limit=4 all:events snaps stats
		done
	done
	same "$trace" limit=4 events min=20 events reset events
}

@test "otf.h: a large trace is read from any time as if it had been read from its start" {
	need_mktrace
	mktrace -p 6 -s 2 -e 60k | otf-write big
	ours big events
	for at in 10 50 90; do
		from=$(awk -v at=$at '/^Enter/ { t[n++] = $2 } END { print t[int(n * at / 100)] }' o)
		"$ours/read-print" big min="$from" max=$((from + 5000)) events | grep '^[A-Z]' >some
		awk -v from="$from" '/^[A-Z]/ && $2 >= from && $2 < from + 5000' o | cmp - some
	done
}

@test "otf.h: disabled processes are not delivered" {
	need_shared
	need_reference_library
	local trace=$SHARED/corpus/otf1/all_short_plain_n4/all
	same_set "$trace" set-off=99 status=99 on=99 off=99 set-off=1 status=1 events - off=2 events - all-are=0 status=1 \
		events unsorted snaps progress:time - all-are=1 events - set-off=1 set-off=2 set-off=3 set-off=31 events defs
}

@test "otf.h: a change of the status starts the reading anew, its older names do not" {
	need_shared
	ours "$SHARED/corpus/otf1/all_short_plain_n1/all" quiet=1 limit=3 events set-off=99 limit=100 events reset limit=3 \
		events off=99 limit=100 events set-off=1 min=10 limit=2 events reset sizes status=1 events
	[ "$(grep '^events' o | tr '\n' ' ')" = "events 3 events 29 events 3 events 26 events 2 events 29 " ]
}

@test "otf.h: a handler stops the reading, which then starts anew" {
	need_shared
	need_reference_library
	local trace=$SHARED/corpus/otf1/all_short_plain_n1/all
	same "$trace" stop=3 events progress:time events events stop=2 snaps snaps stop=1 unsorted unsorted
	same "$trace" stop=3 defs defs defs stop=5 markers markers
}

# progress MIN MAX LIMIT: the times of the progress are those of the reference; the bytes begin where its do, but for the
# 1 KiB a stream that it reads to find the first process, grow, and end at 100 %.
progress() {
	"$ours/read-progress" "$REPO/tests/data/sample" "$@" >o
	"$reference/read-progress" "$REPO/tests/data/sample" "$@" >r
	diff <(grep -v ^bytes o) <(grep -v ^bytes r)
	paste -d ' ' <(grep ^bytes o) <(grep ^bytes r) | awk '
		$2 != $7 || $3 > $8 || $8 - $3 > 2048 || $4 < last || $4 < $3 || $4 > $5 { print "wrong: " $0; exit 1 }
		{ last = $4 }
		END { if (last != $5) { print "not all: " $0; exit 1 } }'
}

@test "otf.h: the progress of an interval ends at 100 % of it, with the times that the reference gives" {
	need_reference_library
	progress 0 18446744073709551615 500
	[ "$(grep -c '^bytes 1 0 [0-9]* 44791$' o)" -eq 7 ]
	progress 1500000 2500000 200
	[ "$(grep -c '^bytes' o)" -eq 6 ]
	progress 1500000 2500000 847
	progress 0 2000000 300
	progress 4000000 99999999 300
	progress 4000000 4921250 100000
	progress 0 4921250 100000
	progress 0 1 100
}

@test "otf.h: OTF_File_open finds the compressed form of a file that is read, as the reference does" {
	need_reference_library
	otf-cat "$REPO/tests/data/sample.otf" | otf-write -z 6 t
	echo 'one line' >both
	cp t.1.events.z both.z
	"$ours/read-progress" t.1.events t.2.events both none t.3.events >o
	"$reference/read-progress" t.1.events t.2.events both none t.3.events | diff - o
	grep -q '^t.1.events: open, 99 bytes: f[0-9a-f]*$' o
}

@test "otf.h: a trace whose master file is empty, or names no process, is not opened" {
	: >empty.otf
	printf '\n' >blank.otf
	printf 'xx\n' >other.otf
	for name in empty blank other; do
		fails "$ours/read-progress" $name 0 100 5 >o
		echo "$name: no reader, otf_errno 1" | diff - o
		if has_reference; then
			fails "$reference/read-progress" $name 0 100 5 | diff - o
		fi
	done
}

@test "otf.h: progress is known after the first read, in ticks and in bytes" {
	need_shared
	local trace=$SHARED/corpus/otf1/all_short_plain_n4/all
	ours "$trace" progress:time progress:old progress:bytes progress:bytes-snaps limit=0 events progress:time \
		progress:bytes limit=100 events progress:time progress:bytes snaps progress:bytes-snaps stats \
		progress:bytes-stats progress:old-snaps progress:time-stats
	cat >want <<-'END'
		open 1
		progress time: 0
		progress old: 0
		progress bytes: 0
		progress bytes-snaps: 0
		events 0
		progress time: 1 0 0 48
		progress bytes: 1 0 NOW 1204
		events 29
		progress time: 1 0 48 48
		progress bytes: 1 0 1204 1204
	END
	grep -v '^[A-Z]' o | sed 's/^\(progress bytes: 1 0\) [1-9][0-9] 1204/\1 NOW 1204/' | head -11 | cmp - want
	grep -q '^progress bytes-snaps: 1 0 \([0-9]*\) \1$' o
	grep -q '^progress bytes-stats: 1 0 \([0-9]*\) \1$' o
	ours "$trace" stream=1 progress:bytes events progress:bytes snaps progress:bytes-snaps stats progress:time-stats \
		progress:bytes-stats
	grep -q '^progress bytes: 0$' o
	grep -q '^progress bytes: 1 0 1093 1093$' o
}

@test "otf.h: closed streams are opened again and read from their start" {
	need_shared
	ours "$SHARED/corpus/otf1/all_short_plain_n1/all" quiet=1 size=4096 sizes limit=5 events defs close limit=100 events \
		defs stream=1 events
	[ "$(grep -E '^(events|defs)' o | tr '\n' ' ')" = "events 5 defs 5 events 29 defs 58 events 0 " ]
}

@test "otf.h: what a program reads of a stream is not read by its reader, too" {
	need_shared
	for how in events unsorted; do
		ours "$SHARED/corpus/otf1/all_short_plain_n1/all" quiet=1 limit=3 $how stream=1 events reader limit=100 $how
		[ "$(grep -E "^(events|$how)" o | sed 's/.* //' | tr '\n' ' ')" = "3 26 0 " ]
	done
}

@test "otf.h: one descriptor is enough for any number of streams" {
	need_mktrace
	mktrace -p 40 -s 20 -e 3k | otf-write many
	ours many quiet=1 events
	cp o want
	(ulimit -n 16 && ours many files=1 quiet=1 events files=1)
	grep -q '^files 1 of 1$' o
	grep -v '^files' o | cmp - want
}

@test "otf.h: what shows that a file is damaged ends the reading with its place" {
	# damaged NAME LINES WANT: events of stream 1; stream 2 is good
	damaged() {
		printf '1:1,2\n2:3\n' >"$1.otf"
		printf 'DV1.c.5"s"\nDP1NM"a"\n' >"$1.0.def"
		printf '%b' "$2" >"$1.1.events"
		printf '5\n*3\nE1\n35\n*3\nL1\n35\n*3\n' >"$1.2.events"
		ours "$1" errors only=2 events
		[ "$(grep -c '^events -1$' o)" = 1 ]
		grep -Fqx "error: $1.$3" o
	}
	damaged field '0\n*1\nE1\n10\n*2\nE2X\n20\n*2\n' '1.events:6: Enter: source (X/SCL): number expected'
	damaged extra '0\n*1\nE1 junk\n0\n*1\n' '1.events:3: Enter: extra text after the last field'
	damaged over '0\n*1\nE100000000\n0\n*1\n' '1.events:3: Enter: function: number too large'
	damaged time '0\n*1\nE1\n10000000000000000\n*1\nE2\n' '1.events:4: bad time line'
	damaged process '0\n*1\nE1\n10\n*100000000\nE2\n' '1.events:5: bad process line'
	damaged crlf '0\r\n*1\r\nE1\r\n' '1.events:1: carriage return at the end of the line'
	damaged pair '0\n*1\nK1Y99V1\nE1\n0\n*1\n' '1.events:3: key-value of unknown type'
	damaged cut '0\n*1\nE1\n10\n*2\nE' '1.events:6: the last line is cut: it has no newline'
	damaged empty '' '1.events:1: no time and process lines: the events are missing'
	rm empty.1.events
	ours empty errors events
	grep -Fqx 'error: empty.1.events: no such file' o
}

@test "otf.h: what is lost at the end of a file is an error after all else was delivered" {
	small_trace
	for cut in 2 4 5; do
		head -n -$cut trace/t.1.events >t.1.events
		ours t errors events
		[ "$(grep -c '^RecvMsg' o)" = 1 ]
		grep -q '^events -1$' o
		grep -q '^error: t.1.events:[0-9]*: .*the end of the file is missing$' o
	done
	cp trace/t.1.events t.1.events
	ours t errors events events
	fails grep error o
}

@test "otf.h: a file that is cut in a record of a disabled process is an error" {
	small_trace
	printf '%s' L1 >>t.1.events
	ours t errors only=2 set-off=2 events
	grep -Fqx 'error: t.1.events:18: the last line is cut: it has no newline' o
}

@test "otf.h: half a byte array before a record that is passed over is forgotten with it" {
	printf '%s\n' '1:1,2' >t.otf
	printf '%s\n' DTR3e8 'DP1NM"a"' 'DP2NM"b"' DV1.c.5 >t.0.def
	printf '%s\n' 1 '*2' K5YbV0001L9 E1 2 '*2' K5YbV02L1 E1 3 '*1' E7 3 '*1' >t.1.events
	ours t errors only=2 set-off=2 events
	grep -q '^events 1$' o || { cat o; return 1; }
}

@test "otf.h: a cut compressed file is an error after what it has was delivered" {
	need_shared
	need_tools python3
	cp "$SHARED"/corpus/otf1/all_short_z_n1/all.* .
	size=$(stat -c %s all.1.events.z)
	head -c $((size / 2)) all.1.events.z >half && mv half all.1.events.z
	ours all errors events
	grep -q '^Enter' o
	grep -q '^events -1$' o
	grep -q '^error: all.1.events.z' o
}

@test "otf.h: a time that goes back and a process of no stream are reported, but not fatal" {
	small_trace
	sed -i 's/^1e$/1/; s/^28$/1/' t.1.events
	ours t errors events
	grep -q '^events [1-9]' o
	grep -q '^error: t.1.events:7: time goes back from 20 to 1$' o
	sed 's/^\*2$/*9/' trace/t.1.events >t.1.events
	ours t errors events
	grep -q '^events [1-9]' o
	grep -q '^error: t.1.events:[0-9]*: process 9 is not in the master file$' o
	fails grep -q '^[A-Z][A-Za-z]* [0-9]* 9' o
}

@test "otf.h: unknown lines reach their handler as those of the reference do" {
	need_reference_library
	printf '1:1,2\n' >s.otf
	printf '%s\n' 'DV1.c.5"s"' 'DEFQQ 5' '  DQQ5' 'DEF QQ' XYZ '"abc"' D 'DP3' >s.0.def
	printf '%s' 'DP4' >>s.0.def
	printf '%s\n' 0 '*1' K1Y2V3 '  QQ5' E1 -5 E2 '"abc' '  E3' 0 '*1' >s.1.events
	printf '%s\n' 0 '*1' TQQ5 'TC"x"' '  TQ5' E4 'SC"x"' 0 '*1' >s.1.snaps
	printf '%s\n' 0 '*1' 'SUMQQ 5' SQQ5 'SC"x"' 'TC"x"' E4 0 '*1' >s.1.stats
	printf '%s\n' MQQ5 'MARKERQQ 5' '  MQ5' E4 'MD1NM"x"Y1' >s.0.marker
	same s defs events snaps stats markers
	same s only=2 limit=2 all:events
	printf '%s' E >>s.1.events
	same s events
}

@test "otf.h: a buffer answers and moves as that of the reference" {
	need_reference_library
	printf '%s\n' 0 '*1' Ea EbX3 '  10' '*2' La 20 '*1' 'QWE 12 "abc" 1,2,3,' 30 '*1' Lb 30 '*1' >a.events
	"$ours/read-buffers" >o
	"$reference/read-buffers" >r
	diff o r
}

@test "otf.h: names stay valid until the reader is closed, in any order of closing" {
	small_trace
	for i in $(seq 200); do
		printf 'DF%xG0NM"function %d"\n' "$i" "$i"
	done >>t.0.def
	"$ours/read-client" names t >o
	[ "$(wc -l <o)" = 201 ]
	tail -1 o | grep -Fqx 'function 200'
	[ "$(head -1 o)" = f ]
}

@test "otf.h: readers in two threads, and two readers at once, read the same" {
	need_mktrace
	mktrace -p 8 -s 4 -e 20k | otf-write t
	[ "$("$ours/read-client" threads t)" = "1 1 1" ]
}

@test "otf.h: streams and buffers work without a reader" {
	small_trace
	"$ours/read-client" streams t >o
	printf '%s\n' '0 1 0 0 0' 'times 1' 11111 '5000 6000 4' 4 2 'pair 1' 'newline 1' 'E 01' 'jump 1 to 5 0 times 1' | diff o -
}

@test "otf.h: a handler may change what the reader reads" {
	small_trace
	"$ours/read-client" restart t >o
	printf '%s\n' 'enter 10' 1 'enter 15' 'enter 20' 7 | diff o -
}

@test "otf.h: a handler can neither read nor close what is being read" {
	small_trace
	"$ours/read-client" nested t >o
	printf '%s\n' 'f 1 00000' 'definitions 0' '110 00000' '110 00000' '110 00000' 'events 8' 00 'stream 3' \
		'closed 11' | diff o -
}

@test "otf.h: functions that read refuse missing handles" {
	sample t
	"$ours/read-misuse" t
}

@test "otf.h: the reader of the shared tools builds unchanged and reads the same" {
	need_shared
	need_library
	otf_ours probe "$SHARED/tools/mktrace/readprobe.c" -w
	otf_reference probe.ref "$SHARED/tools/mktrace/readprobe.c"
	for trace in synth_n3/syn all_short_plain_n1/all eqtimes/e3; do
		for options in '' 'min=1000 max=9000' dis=1 unsorted; do
			# shellcheck disable=SC2086
			for program in probe probe.ref; do
				./$program "$SHARED/corpus/otf1/$trace" $options | sed 's/ progress rc .*//' | sort >$program.out
			done
			diff probe.out probe.ref.out
		done
	done
}
