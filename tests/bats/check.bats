# otf-check: its options, forms and exit statuses; traces that are whole, and what other commands make of them.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

head=('DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|1|f|0|0')

# lined LINE...: a stream t.otfl of the usual definitions and these.
lined() {
	stream "${head[@]}" "$@" >t.otfl
}

# leaves N: a stream with so many leaves of nothing.
leaves() {
	local i lines=()
	for ((i = 1; i <= $1; i++)); do
		lines+=("Leave|$i|1|1|0")
	done
	lined "${lines[@]}"
}

# only RULE...: what is told in ./out is of these rules.
only() {
	grep -o '\[[a-z-]*\]$' out | sort -u | diff - <(printf '[%s]\n' "$@" | sort)
}

clean() {
	silent otf-check --strict "$@" && [ ! -s out ] || {
		echo "not clean: $*"
		cat out
		return 1
	}
}

# ---- what is whole ----

@test "the sample trace is clean, in silence, from disk and as a stream" {
	clean "$sample"
	otf-cat "$sample" >s.otfl
	clean s.otfl
	clean <s.otfl
	clean -j 3 "$sample"
}

@test "made-up traces are clean" {
	need_mktrace
	local args
	for args in '-p 1 -s 1 -e 1k' '-p 3 -s 2 -e 10k' '-p 16 -s 4 -e 100k' '-p 70 -s 7 -e 50k'; do
		mktrace $args >t.otfl
		clean t.otfl
		rm -f t.[o0-9]*[a-z].events t.otf
		otf-write --force t <t.otfl
		clean t
		otf-write --force -z 4 --long t <t.otfl
		clean t
	done
}

# derived TRACE: what other commands make of a clean trace is clean.
derived() {
	local trace=$1
	otf-snap --points 10 --summaries "$trace" >u.otfl
	clean u.otfl
	otf-write --force u <u.otfl
	clean u
	otf-snap --points 7 --inline "$trace" --force -o u
	clean u
	otf-filter -p 1-4 "$trace" --force -o u
	clean u
	otf-filter --min-duration 50us --prune "$trace" --force -o u
	clean u
	otf-slice --closed -t 30%:60% "$trace" --force -o u
	otf-check --strict u
	otf-slice -t 30%:60% "$trace" --force -o u
	clean u
	otf-cat "$trace" | otf-sort | otf-check --strict
	otf-slice -t 33%: "$trace" | otf-snap --points 5 >u.otfl
	clean u.otfl
}

@test "what snapshots, filters and slices make of the sample is as clean as it" {
	derived "$sample"
}

@test "the same of a trace of the reference library, and of what otfmerge made of it" {
	need_shared
	derived "$SHARED/corpus/otf1/synth_n3/syn.otf"
	derived "$SHARED/corpus/otf1/synth_n1/mrg.otf"
}

@test "traces of the reference library are clean, its snapshots and summaries too" {
	need_shared
	local n
	for n in 1 3; do
		clean "$SHARED/corpus/otf1/synth_n$n/syn.otf" "$SHARED/corpus/otf1/synth_n$n/mrg.otf"
		clean "$SHARED/corpus/otf1/synth_n$n/aux.otf"
	done
	if [ -d "$SHARED/corpus/public/otf-vis" ]; then
		clean "$SHARED"/corpus/public/otf-vis/*/*.otf
	fi
}

@test "the reference's traces of all records: what they hold that cannot be is found" {
	need_shared
	local dir
	# BeginProcess at 0, DefTimeRange from 16; one key of many defined; a snapshot of what never was; no sample
	# points; one process does all collective operations (with four streams the group is another one by stream, and
	# without optional fields they have none)
	for dir in "$SHARED"/corpus/otf1/all_*; do
		echo "$dir"
		exits 1 otf-check "$dir/all.otf"
		case $dir in
		*_n4 | *_zero) only time-range undefined-key snapshot sample-point ;;
		*) only time-range undefined-key snapshot sample-point collective-missing ;;
		esac
	done
}

@test "the reference's traces without definitions lack them, and all their calls are open" {
	need_shared
	local trace
	for trace in "$SHARED"/corpus/otf1/eqtimes/*.otf; do
		exits 1 otf-check "$trace"
		only no-definitions undefined-process undefined-function resolution open-call
	done
}

# ---- places ----

@test "a finding names the line of the file, of what is open where it began" {
	lined 'Enter|1|1|1|0' 'Enter|2|1|1|0' 'Leave|3|1|1|0'
	exits 0 otf-check t.otfl
	lines "t.otfl:6: warning: process 1 'a': function 1 'f' is not left [open-call]" | diff - out
	otf-write t <t.otfl
	exits 0 otf-check t
	grep -F 't.1.events:3: warning: ' out
	[ "$(sed -n 3p t.1.events)" = E1 ]
	rm t.*
	otf-cat "$sample" | grep -v '^@END' >s.otfl
	exits 1 otf-check s.otfl
	grep '^s.otfl: error: .*\[cut\]$' out
}

@test "the line of a receive that nobody sent is its own, in each file form" {
	local form at
	lined '@SM|1|1' '@SM|2|2' 'NoOp|1|1' 'NoOp|2|1' 'NoOp|3|2' 'RecvMsg|4|2|1|0|7|8|0' 'NoOp|5|2'
	for form in --short --long '-z 4'; do
		otf-write --force $form t <t.otfl
		exits 1 otf-check t
		only receive-unsent
		at=$(sed 's/^\(t[^:]*\):\([0-9]*\):.*/\1 \2/' out)
		set -- $at
		if [ "$form" = '-z 4' ]; then
			[ "$1" = t.2.events.z ]
			python3 -c 'import sys, zlib
sys.stdout.write(zlib.decompressobj().decompress(open("t.2.events.z", "rb").read()).decode())' >text
		else
			[ "$1" = t.2.events ]
			cp t.2.events text
		fi
		sed -n "${2}p" text | grep '^R'
	done
}

@test "a stream of a process that is not defined names the line of the control line" {
	stream 'DefTimerResolution|-|0|1000' '@SM|1|1,7' 'DefProcess|-|0|1|a|0' >t.otfl
	run -1 otf-check t.otfl
	[ "$output" = 't.otfl:3: error: process 7 has a stream, but is not defined [undefined-process]' ]
}

@test "a token that other streams alone define is said to be defined there" {
	# its process says the stream of an event
	stream '@SM|1|3' '@SM|2|4' 'DefTimerResolution|-|0|1000' 'DefProcess|-|2|3|c|0' 'DefProcess|-|0|4|d|0' 'DefProcess|-|2|9|x|0' \
		'DefFunctionGroup|-|2|7|g' 'DefFunctionGroup|-|3|7|g' 'DefFunction|-|0|5|f|7|0' 'DefFunctionGroup|-|0|8|g' \
		'DefFunction|-|1|6|f|8|0' 'Enter|1|3|6|0' 'Leave|2|3|6|0' >in
	exits 1 otf-check in
	grep -q 'in:10: error: DefFunction: function group 7 is defined in stream 2 and others, not here \[undefined-function-group\]' out
	grep -q 'error: Enter: process 3 is defined in stream 2 only \[undefined-process\]' out
	fails grep -q 'not defined' out
	stream '@SM|1|3' 'DefTimerResolution|-|0|1000' 'Enter|1|3|6|0' 'Leave|2|3|6|0' >in
	exits 1 otf-check in
	grep -q 'Enter: process 3 is not defined' out
}

# events TIME...: a stream of an event at each time.
events() {
	printf 'NoOp|%s|1\n' "$@" >events
	mapfile -t events <events
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' "${events[@]}" >in
}

# far TEXT: it is found, in the stream and in the trace on disk, and otf-info has the number of events.
far() {
	local n=${1#*: }
	n=${n%% *}
	otf-write --force t <in
	for trace in in t; do
		exits 0 otf-check "$trace"
		grep -q "^$trace.*: warning: process 1 'a': $1 \\[outlier\\]$" out || { cat out && return 1; }
		[ "$(wc -l <out)" -eq 1 ]
		exits 1 otf-check --strict "$trace"
		otf-info --full "$trace" | grep -q "^  note  *$n of [0-9]* events, at [0-9]*, \\(is\\|are\\) far \\(before\\|after\\) all others, which take .*; see otf-check$"
		otf-info --full --json "$trace" | grep -q "\"outliers\": $n,"
	done
}

near() {
	silent otf-check --strict in
	[ ! -s out ]
	fails grep -q 'far' <(otf-info --full in)
	otf-info --full --json in | grep -q '"outliers": 0,'
}

@test "a few events that are 1000 times as far from all others as these take are outliers, the first or the last" {
	events 0 1600000000000000000 1600000000000000001 1600000000000000500 1600000000000001000
	far 'time 0: 1 of 5 events is before a gap of 1600000000000000000 ticks; the others take 1000 ticks'
	events 7 1001008 1001009 1002000 1002008
	far 'time 7: 1 of 5 events is before a gap of 1001001 ticks; the others take 1000 ticks'
	# 1000 times the span is not more than that
	events 7 1000007 1000009 1001000 1001007
	near
	events 0 1 2 3 18446744073709551000
	far 'time 18446744073709551000: 1 of 5 events is after a gap of 18446744073709550997 ticks; the others take 3 ticks'
	events 5 6 1000000 1000001 1000002 1000003 1000004 1000005 1000006 1000007
	far 'time 5: 2 of 10 events are before a gap of 999994 ticks; the others take 7 ticks'
	# more than a fifth may be a phase of the run; others of one time have no span
	events 5 6 1000000 1000001 1000002 1000003 1000004 1000005 1000006
	near
	events 0 1000000 1000000 1000000 1000000
	near
	events 5
	near
	# the place is that of the event; several processes, one with a clock of its own
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'NoOp|100|1' 'NoOp|101|2' \
		'NoOp|102|1' 'NoOp|103|1' 'NoOp|104|1' 'NoOp|106|1' 'NoOp|106|1' 'NoOp|999999|2' >in
	rm -f t.*
	otf-write t <in
	exits 0 otf-check t
	grep -q "^t.2.events:[0-9]*: warning: process 2 'b': time 999999: 1 of 8 events is after a gap of 999893 ticks; " out
	silent otf-check --rule outlier=off t
	[ ! -s out ]
}

@test "a receive before its send names both places" {
	lined 'RecvMsg|1|2|1|0|7|8|0' 'SendMsg|3|1|2|0|7|8|0'
	exits 1 otf-check t.otfl
	lines "t.otfl:6: error: process 2 'b': received 2 ticks before it was sent, by process 1 'a' in line 7 [early-receive]" | diff - out
}

@test "late definitions of a stream count" {
	lined 'Enter|1|1|2|0' 'DefFunction|-|0|2|g|0|0' 'Leave|2|1|2|0'
	clean t.otfl
}

@test "snapshots among the events of a stream stand in the order of the events" {
	lined 'DefAuxSamplePoint|-|0|3|0' '@IS|1' '@SM|1|1' '@SM|2|2' 'Enter|1|1|1|0' 'Enter|1|2|1|0' 'NoOp|3|1' \
		'EnterSnapshot|3|2|1|1|0' 'Leave|5|1|1|0' 'Leave|5|2|1|0'
	clean t.otfl
	sed -i /^@IS/d t.otfl
	exits 0 otf-check t.otfl
	only stream-order
}

@test "what has to do with processes without events is not missed" {
	lined 'DefCollectiveOperation|-|0|1|x|1' 'DefProcessGroup|-|0|5|g|1,2' 'SendMsg|1|1|2|5|7|8|0' \
		'RecvMsg|2|1|2|5|7|8|0' 'CollectiveOperation|3|1|1|5|0|0|0|1|0'
	clean t.otfl
}

# ---- options ----

@test "rules are set one after the other, by name or glob" {
	lined 'Leave|1|1|1|0' 'Enter|2|1|1|0'
	exits 1 otf-check t.otfl
	[ "$(wc -l <out)" -eq 2 ]
	exits 0 otf-check --rule 'leave-*=warn' t.otfl
	[ "$(grep -c ': warning: ' out)" -eq 2 ]
	exits 1 otf-check --rule '*=off' --rule open-call=error t.otfl
	only open-call
	exits 2 otf-check --rule leave=off t.otfl
	says "unknown rule 'leave'"
	exits 2 otf-check --rule open-call=loud t.otfl
	exits 2 otf-check --rule open-call t.otfl
	[ ! -s out ]
}

@test "twenty findings of a rule are printed and the others counted" {
	leaves 25
	exits 1 otf-check t.otfl
	[ "$(grep -c 'leave of function 1' out)" -eq 20 ]
	[ "$(tail -n 1 out)" = 't.otfl: error: 5 more like these [leave-without-enter]' ]
	[ "$(wc -l <out)" -eq 21 ]
}

@test "of damaged lines, too, in all files together" {
	local n
	lined '@SM|1|1' '@SM|2|2' 'NoOp|1|1' 'NoOp|1|2'
	otf-write t <t.otfl
	for n in 1 2; do
		for i in $(seq 30); do
			sed -i '3i E1Q3' t.$n.events
		done
	done
	exits 1 otf-check t
	[ "$(grep -c 'malformed' out)" -eq 21 ]
	grep -F 't: error: 40 more like these [malformed]' out
}

@test "--max-findings stops at the N-th error, with --strict at the N-th finding" {
	lined 'Enter|1|1|1|0' 'Leave|2|1|1|0' 'Leave|3|1|1|0' 'Leave|4|1|1|0' 'EndProcess|5|1' 'NoOp|6|1' 'NoOp|7|1' \
		'Leave|8|1|1|0'
	exits 1 otf-check --max-findings 1 t.otfl
	[ "$(wc -l <out)" -eq 1 ]
	exits 1 otf-check --max-findings 3 t.otfl
	[ "$(grep -c error: out)" -eq 3 ]
	[ "$(grep -c warning: out)" -ge 2 ]
	exits 1 otf-check --strict --max-findings 3 t.otfl
	[ "$(wc -l <out)" -eq 3 ]
	exits 1 otf-check --max-findings 0 t.otfl
	mv out unlimited
	exits 1 otf-check t.otfl
	diff unlimited out
	exits 1 otf-check --max-findings 1 t.otfl "$sample" t.otfl
	[ "$(wc -l <out)" -eq 1 ]
}

@test "several traces are checked each on its own" {
	lined 'Leave|1|1|1|0'
	cp t.otfl u.otfl
	exits 1 otf-check "$sample" t.otfl u.otfl
	[ "$(wc -l <out)" -eq 2 ]
	grep ^t.otfl out
	grep ^u.otfl out
}

@test "JSON has each trace, its findings and how many they are" {
	local bad_name
	leaves 25
	bad_name=$(printf 'x\377"\\\\')
	exits 1 otf-check --json t.otfl "$sample"
	python3 - <<-'END'
		import json
		d = json.load(open("out"))
		t, s = d["traces"]
		assert t["trace"] == "t.otfl" and t["errors"] == 25 and t["warnings"] == 0
		f = t["findings"]
		assert len(f) == 21 and f[20] == {"rule": "leave-without-enter", "severity": "error", "more": 5}, f[20]
		assert f[3] == {"rule": "leave-without-enter", "severity": "error", "file": "t.otfl", "line": 9, "time": 4,
		                "process": 1, "message": "leave of function 1 'f', but no call is open"}, f[3]
		assert s["findings"] == [] and s["errors"] == 0
	END
	lined "DefFunction|-|0|2|$bad_name|0|0" 'Leave|1|1|2|0'
	exits 1 otf-check --json t.otfl
	python3 -c 'import json; assert "\ufffd\"\\" in json.load(open("out"))["traces"][0]["findings"][0]["message"]'
	exits 1 otf-check --json --max-findings 1 t.otfl t.otfl
	python3 -c 'import json; assert len(json.load(open("out"))["traces"]) == 1'
}

@test "JSON of damage has file and line apart from what it is" {
	lined 'NoOp|1|1'
	otf-write t <t.otfl
	sed -i '3i E1Q3' t.1.events
	exits 1 otf-check --json t
	python3 - <<-'END'
		import json
		f, = json.load(open("out"))["traces"][0]["findings"]
		assert f["file"] == "t.1.events" and f["line"] == 3 and f["message"] == "Enter: extra text after the last field", f
	END
}

@test "markers are put in by otf-cat --add, at the time and process of what was found" {
	lined 'DefMarker|-|0|1|m|1' 'Enter|1|1|1|0' 'Leave|7|2|1|0'
	silent otf-check --markers --rule leave-without-enter=warn t.otfl
	lines 'DefMarker|-|0|3|otf-check warning|2' \
		"Marker|7|2|3|leave of function 1 'f', but no call is open [leave-without-enter]" \
		"Marker|1|1|3|function 1 'f' is not left [open-call]" | diff - out
	exits 1 otf-check --markers t.otfl
	otf-check --markers t.otfl >markers || true
	silent otf-cat --add - --no-pg t.otfl <markers
	grep "^Marker	7	2	2	leave of function 1 'f'" out
	mv out marked.otfl
	silent otf-write marked <marked.otfl
	silent otf-check --markers "$sample"
	[ ! -s out ]
	exits 2 otf-check --markers "$sample" t.otfl
	exits 2 otf-check --markers --json t.otfl
}

@test "markers of a trace on disk go into a copy, from standard input" {
	lined 'Leave|1|1|1|0'
	otf-write t <t.otfl
	otf-check --markers t | otf-cat --add - t -o u
	otf-cat -r Marker u | grep '^Marker	1	1	.*leave-without-enter'
}

# ---- exit statuses ----

@test "what cannot be opened is the command's own failure, 4, and others are checked all the same" {
	exits 4 otf-check nothing
	says 'otf-check: nothing: no such trace'
	lined 'Leave|1|1|1|0'
	exits 4 otf-check nothing t.otfl
	only leave-without-enter
}

@test "a file of unknown format is a finding" {
	echo text >file
	exits 1 otf-check file
	only format
	grep -x 'file: error: has an unknown format \[format\]' out
}

@test "a full disk is a failure of its own" {
	leaves 25
	local status=0
	otf-check t.otfl >/dev/full 2>err || status=$?
	[ $status -eq 4 ]
	says 'stdout: write error'
	status=0
	otf-check --rules >/dev/full 2>err || status=$?
	[ $status -eq 4 ]
	status=0
	otf-check --help >/dev/full 2>err || status=$?
	[ $status -eq 4 ]
}

@test "usage errors are 2, and nothing is read" {
	exits 2 otf-check -o u "$sample"
	says "unknown option '-o'"
	exits 2 otf-check --nothing
	exits 2 otf-check --max-findings x "$sample"
}

@test "an input cut short is a finding, wherever it is cut" {
	lined 'Enter|1|1|1|0' 'Leave|2|1|1|0'
	local n size
	size=$(stat -c %s t.otfl)
	for ((n = 0; n < size; n += 5)); do
		head -c "$n" t.otfl >cut.otfl
		exits 1 otf-check <cut.otfl
		only cut || only header
	done
}

@test "of a stream that is refused nothing is said about what was not read" {
	lined 'Enter|1|1|1|0' 'Enter|x|1|1|0' 'Leave|2|1|1|0' 'Leave|3|1|1|0'
	exits 1 otf-check t.otfl
	only malformed
	grep '^t.otfl:7: error: Enter: bad time or loc' out
	printf '@OTFPIPE\t1.0\n@FT\tfuture\n@END\t0\n' >f.otfl
	exits 1 otf-check f.otfl
	only header
}

# ---- damage ----

@test "damage in each kind of file is found" {
	lined 'DefMarker|-|0|1|m|1' 'Marker|1|1|1|x' "DefAuxSamplePoint|-|0|3|2" 'Enter|1|1|1|0' 'EnterSnapshot|3|1|1|1|0' \
		'FunctionSummary|3|1|1|1|1|1' 'Leave|5|1|1|0'
	otf-write t <t.otfl
	lines 'DFG3NM"x"' >t.1.def
	clean t
	mkdir whole
	cp t.* whole
	local file
	for file in t.0.def t.1.def t.0.marker t.1.events t.1.snaps t.1.stats t.otf; do
		echo $file
		cp whole/* .
		printf '\001\002\003\n' >>$file
		exits 1 otf-check t
		grep "^$file:[0-9]*: error: " out
		cp whole/* .
		truncate -s -1 $file
		exits 1 otf-check t
		grep "^$file:[0-9]*: error: .*\[cut\]" out
	done
}

@test "unread files with names of the trace are reported, other files are not" {
	lined 'NoOp|1|1'
	otf-write t <t.otfl
	rm t.otfl
	touch t.thumb t.txt t.1.events~ t.gz u.7.events tt.7.events
	clean t
	local file
	for file in t.0.events t.01.events t.2.def t.2.stats.z t.1f.marker; do
		cp t.1.events $file
		exits 0 otf-check t
		grep "^$file: warning: .*\[stray\]$" out
		[ "$(wc -l <out)" -eq 1 ]
		(cd / && otf-check "$OLDPWD/t") | grep -F "/$file: warning: "
		rm $file
	done
}

@test "-v reports the numbers" {
	leaves 3
	exits 1 otf-check -v t.otfl
	says 'otf-check: t.otfl: 3 errors, 0 warnings'
	exits 0 otf-check -v "$sample"
	says '0 errors, 0 warnings'
}

@test "whatever byte is changed, the check ends with a status of its own, and finds what otf-cat refuses" {
	not_emulated
	lined 'DefMarker|-|0|1|m|1' 'Marker|1|1|1|x' 'DefAuxSamplePoint|-|0|3|2' 'Enter|1|1|1|0' 'EnterSnapshot|3|1|1|1|0' \
		'FunctionSummary|3|1|1|1|1|1' 'Leave|5|1|1|0'
	otf-write t <t.otfl
	timeout 1000 python3 "$REPO/tests/tools/flipcheck.py" t
	otf-write --force -z 4 t <t.otfl
	timeout 1000 python3 "$REPO/tests/tools/flipcheck.py" t
}

@test "whatever byte of a stream is changed, the check ends with a status of its own" {
	not_emulated
	otf-cat --no-pg "$sample" | head -n "$(by_length 25 60)" >head.otfl
	{
		cat head.otfl
		printf '@END\t%d\n' "$(records <head.otfl | wc -l)"
	} >s.otfl
	timeout 1000 python3 "$REPO/tests/tools/flipcheck.py" --stream s.otfl
}

# ---- VTF3 and TAU ----

# foreign: a small trace as VTF3 in all formats, t.FORMAT, and as one of TAU, t.trc and t.edf.
formats='std-binary std-ascii fast-ascii legacy'
foreign() {
	local format
	lined 'DefCounter|-|0|1|c|1|0|#' 'Enter|1|1|1|0' 'SendMsg|2|1|2|0|1|8|0' 'Counter|2|1|1|7' 'Enter|2|2|1|0' \
		'RecvMsg|3|2|1|0|1|8|0' 'Leave|4|2|1|0' 'Leave|5|1|1|0'
	for format in $formats; do
		otf-to-vtf3 -q --lossy --format $format t.otfl -o t.$format
	done
	otf-to-tau -q --lossy t.otfl -o t
}

@test "whatever byte of a VTF3 file is changed, the check ends with a status of its own" {
	not_emulated
	local format
	foreign
	for format in $formats; do
		otf-check t.$format
		timeout 1000 python3 "$REPO/tests/tools/flipcheck.py" --stream t.$format
	done
}

@test "whatever byte of a TAU trace is changed, the check ends with a status of its own" {
	not_emulated
	foreign
	clean t.trc t.edf
	timeout 1000 python3 "$REPO/tests/tools/flipcheck.py" --stream t.trc t.edf
}

@test "a VTF3 file cut short is a finding" {
	foreign
	head -c -3 t.std-binary >cut
	exits 1 otf-check cut
	only cut
	grep -x 'cut: error: ends inside a record \[cut\]' out
	head -c -3 t.std-ascii >cut
	exits 1 otf-check --strict cut
	only no-newline malformed open-call
	grep '^cut:[0-9]*: error: .*\[malformed\]' out
	gzip -c t.std-binary | head -c -20 >cut
	exits 1 otf-check cut
	grep '^cut: error: .*\[cut\]' out
	gzip -c t.std-binary >cut
	dd if=/dev/zero of=cut bs=1 seek=150 count=20 conv=notrunc status=none
	exits 1 otf-check cut
	only compression
}

@test "a VTF3 file that says what cannot be is a finding at its line, and JSON has it" {
	foreign
	sed 's/^4 /1 /; s/^5 /1e25 /' t.std-ascii >bad
	exits 1 otf-check bad
	grep '^bad:[0-9]*: error: time 1 is before the previous one.*\[order\]' out
	sed 's/^5 /1e25 /' t.std-ascii >bad
	exits 1 otf-check --json bad
	python3 - <<-'END'
		import json
		found = json.load(open("out"))["traces"][0]["findings"][0]
		assert (found["rule"], found["file"]) == ("malformed", "bad"), found
		assert open("bad").read().split("\n")[found["line"] - 1].startswith("1e25 "), found
	END
	awk '/CLKPERIOD/ { print "CLKPERIOD 0.5" } { print }' t.std-ascii >bad
	exits 1 otf-check bad
	grep '^bad:[0-9]*: error: clock period .*\[redefined\]' out
}

@test "a TAU trace cut short is a finding: within a record, between two, without a node's definitions" {
	foreign
	head -c -3 t.trc >cut.trc
	exits 1 otf-check cut.trc t.edf
	only cut
	grep -x 'cut.trc: error: ends inside a record, after 21 of 24 bytes \[cut\]' out
	head -c -48 t.trc >cut.trc
	exits 0 otf-check cut.trc t.edf
	only repaired
	exits 1 otf-check --strict cut.trc t.edf
	head -c -10 t.edf >cut.edf
	exits 1 otf-check t.trc cut.edf
	grep '^cut.edf:[0-9]*: error: invalid event definition.*\[malformed\]' out
	grep '^t.trc: error: lost: .*\[undefined-event\]' out
	otf-to-tau -q --lossy t.otfl --run run
	rm run/events.1.edf
	exits 1 otf-check run
	grep '^run/events.1.edf: error: missing.*\[no-definitions\]' out
}

@test "an .edf with a damaged first line is still the other half" {
	foreign
	sed -i '1s/dynamic/dynamik/' t.edf
	exits 1 otf-check t.edf t.trc
	only malformed
	mkdir run
	mv t.edf t.trc run
	exits 1 otf-check run
	only malformed
}

@test "traces of VTF3 and TAU from elsewhere: what is cut is a finding, as otf-cat fails" {
	need_shared
	local file n size
	for file in "$SHARED"/corpus/vtf3/*.*pv "$SHARED/corpus/tau/ring4/tau.trc"; do
		size=$(stat -c %s "$file")
		for n in 1 2 3 4 5 6 7; do
			head -c $((size * n / 8 - n)) "$file" >cut.trc
			set -- cut.trc
			[ "${file%.trc}" = "$file" ] || set -- cut.trc "$SHARED/corpus/tau/ring4/tau.edf"
			if otf-cat -q --count "$@" >/dev/null 2>&1; then
				exits 0 otf-check "$@" || exits 1 otf-check "$@"
			else
				exits 1 otf-check "$@"
			fi
			[ ! -s err ]
		done
	done
}

# ---- limits ----

@test "memory is bounded, whatever the length" {
	need_mktrace
	mktrace -p 64 -s 4 -e 1m | otf-write t
	peak otf-check t
	under 16
	otf-snap --points 50 --summaries t -o u
	peak otf-check --strict u
	under 64
	peak otf-check -j 2 u
	under 64
}

@test "a counter has the values of its type: the least signed one, written in its own bytes or in 64 bits, is one" {
	# type properties: 32 signed, 64 in 4 bytes, 128 in 2, 192 in 1
	while read -r properties value found; do
		stream 'DefTimerResolution|-|0|1000' "$one" "DefCounter|-|0|6|x|$properties|0|#" "Counter|15|1|6|$value" >in
		otf-check in >out || true
		grep -c '\[counter-type\]$' out >got || true
		[ "$(cat got)" = "$found" ] || { echo "$properties $value: $(cat out)"; false; }
	done <<-END
		96 -2147483648 0
		96 -2147483649 1
		96 -1 0
		96 4294967295 0
		96 4294967296 1
		64 4294967295 0
		64 4294967296 1
		160 -32768 0
		160 -32769 1
		224 -128 0
		224 -129 1
		224 255 0
		224 256 1
		32 -9223372036854775808 0
	END
}

# found RULE TRACE...: otf-check finds an error of that rule, and says nothing on stderr.
found() {
	local rule=$1
	shift
	exits 1 otf-check --strict "$@"
	grep -q ": error: .* \\[$rule\\]\$" out || { cat out err; return 1; }
	[ ! -s err ] || { cat err; return 1; }
	exits 1 otf-check --json "$@"
	fails grep '"errors": 0' out
}

@test "what can be read only in part is a finding, not a message beside it, in every format" {
	need_tools otf-to-otf2
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|1|g' \
		'DefFunction|-|0|1|f|1|0' 'Enter|1|1|1|0' 'Enter|1|2|1|0' 'Leave|5|1|1|0' 'Leave|5|2|1|0' >in
	for form in otf otf2 tau vtf3 lines; do
		for damage in missing empty cut; do
			rm -rf t t.*
			case $form in
			otf) otf-write -n 0 t <in && file=t.2.events && t=(t) ;;
			otf2) otf-to-otf2 in -o t && file=t/2.evt && t=(t.otf2) ;;
			tau) otf-to-tau in -o t && file=t.trc && t=(t.trc t.edf) ;;
			vtf3) otf-to-vtf3 in -o t.vpt && file=t.vpt && t=(t.vpt) ;;
			lines) cp in t.otfl && file=t.otfl && t=(t.otfl) ;;
			esac
			silent otf-check "${t[@]}"
			case $damage in
			missing)
				[ $form = otf ] || [ $form = otf2 ] || continue # else there is no trace
				rm $file
				found no-events "${t[@]}"
				;;
			empty)
				: >$file
				exits 1 otf-check "${t[@]}" || [ $form = tau ] || [ $form = vtf3 ]
				;;
			cut)
				truncate -s -5 $file
				found '[a-z-]*' "${t[@]}"
				;;
			esac
			echo "$form $damage"
		done
	done
}

@test "an OTF2 archive with an event file that is missing, empty or cut has an error; others name --keep-going" {
	need_shared
	need_tools otf2-to-otf
	for case in missing empty half; do
		cp -r "$SHARED/corpus/cases/broken-otf2/$case"* .
		chmod -R u+w $case*
		found "$([ $case = missing ] && echo no-events || echo cut)" $case.otf2
		exits 1 otf-stat $case.otf2
		says '--keep-going reads the rest'
		exits 1 otf-cat --keep-going --count $case.otf2
		[ "$(cat out)" -eq $([ $case = half ] && echo 9 || echo 7) ] # only the end mark is cut off
	done
}

@test "events that a location of OTF2 declares and does not have are an error" {
	need_tools otf-to-otf2
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|1|f|1|0' \
		'Enter|1|1|1|0' 'Leave|5|1|1|0' >two
	sed '/^Leave/d; s/^@END.*/@END\t5/; s/^Enter\t1/&/' two >one
	otf-to-otf2 two -o t2
	otf-to-otf2 one -o t1
	cp t1/1.evt t2/1.evt
	found cut t2.otf2
	exits 1 otf-cat t2.otf2
	says 'location 1: event 1: its events end here, but its definition declares 2'
}

@test "definitions of OTF2 that a damaged byte hides are an error, not fewer definitions" {
	need_shared
	need_tools otf2-to-otf
	cp -r "$SHARED/corpus/cases/broken-otf2/base"* .
	chmod -R u+w base*
	printf '\\x%02x' $((0x$(xxd -s 104 -l 1 -p base.def) ^ 0x15)) >byte
	printf "$(cat byte)" | dd of=base.def bs=1 seek=104 conv=notrunc status=none
	for command in otf-cat 'otf-cat --strict' 'otf-stat' 'otf-cat -o x'; do
		exits 1 $command base.otf2
		says 'base.def: chunk 1, byte 103: String has more bytes than fields; --keep-going'
	done
	nothing x
	exits 1 otf-check base.otf2
	grep -F '[malformed]' out
	LC_ALL=C sed 's/main/m\x00in/' "$SHARED/corpus/cases/broken-otf2/base.def" >base.def
	exits 1 otf-cat --keep-going --count base.otf2
	[ "$(cat out)" -eq 8 ] # all but the function of that name
}
