# otf-check: each rule is broken by a trace here that breaks nothing else.

load common
load stream

setup() {
	common_setup
}

head=('DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|1|f|0|0')

# lined LINE...: a stream t.otfl of the usual definitions and these.
lined() {
	stream "${head[@]}" "$@" >t.otfl
}

# stored LINE...: the same as a trace t on disk.
stored() {
	lined "$@"
	otf-write t <t.otfl
	rm t.otfl
}

# vtf3 FORMAT, tau: the same as a VTF3 file t.vpt, as a TAU trace t.trc and t.edf, of records of 24 bytes.
vtf3() {
	lined "${calls[@]}"
	otf-to-vtf3 --format "$1" t.otfl -o t.vpt
	rm t.otfl
}

tau() {
	lined 'DefFunction|-|0|2|g|0|0' 'Enter|1|1|1|0' 'Enter|2|1|2|0' 'Leave|3|1|2|0' 'Leave|5|1|1|0'
	otf-to-tau t.otfl -o t
	rm t.otfl
}

# otf2 [LINE...]: the same as an OTF2 archive t.otf2.
otf2() {
	lined "${calls[@]}" "$@"
	otf-to-otf2 t.otfl -o t
	rm t.otfl
}

# bytes FILE AT BYTES: write over some, from the end if AT is negative.
bytes() {
	printf "$3" | dd of="$1" bs=1 seek=$(($2 < 0 ? $(stat -c %s "$1") + $2 : $2)) conv=notrunc 2>/dev/null
}

calls=('Enter|1|1|1|0' 'Leave|5|1|1|0')

# behind LINE TEXT FILE: a line more.
behind() {
	sed -i "$1a $2" "$3"
}

# ---- files and lines ----

break_malformed() {
	stored "${calls[@]}"
	behind 3 'E1Q3' t.1.events
}

break_unreadable() {
	otf2
	rm t/1.evt
	mkdir t/1.evt
}

break_chunk() {
	otf2
	bytes t/1.evt 2 '\5' # the number of its first event
}

break_padding() {
	otf2
	bytes t.def -2 '\0'
}

break_end_mark() {
	otf2
	printf x >>t/1.evt
}

break_undefined_reference() {
	mkotf2 -l 1 -e 32 m >/dev/null
	"$BUILD/tests/otf2/frames" m/traces.otf2 . t LocationGroup.systemTreeParent=9
	rm -r m
}

break_unknown_record() {
	stored "${calls[@]}"
	behind 3 'Q2L' t.1.events
}

break_key_value() {
	stored "${calls[@]}"
	behind 3 'K5Y99V2' t.1.events
}

break_cut() {
	lined "${calls[@]}"
	sed -i '$d' t.otfl
}

break_trailer() {
	stored "${calls[@]}"
	sed -i '$d' t.1.events
	sed -i '$d' t.1.events
}

break_gave_up() {
	break_trailer
	lines ffffffffffffffff '*1' >>t.1.events
}

break_compression() {
	lined 'DefMarker|-|0|1|m|1' 'Marker|1|1|1|x' "${calls[@]}"
	otf-write -z 4 t <t.otfl
	rm t.otfl
	echo "this is no zlib" >t.0.marker.z
}

break_master() {
	stored "${calls[@]}"
	echo x >>t.otf
}

break_two_streams() {
	lined '@SM|1|1,2' '@SM|2|2' "${calls[@]}"
}

break_home() {
	stored 'DefProcess|-|0|9|c|0' "${calls[@]}"
	sed -i 's/^1:.*/1:1/' t.otf
	behind 3 '*9\nN\n*1' t.1.events
}

break_no_events() {
	stored '@SM|1|1' "${calls[@]}"
	echo 2:2 >>t.otf
}

break_no_definitions() {
	stored "${calls[@]}"
	sed -i s/^1:.*/1:1/ t.otf
	mv t.0.def t.1.def
}

break_shadowed() {
	stored "${calls[@]}"
	echo >t.1.events.z
}

break_stray() {
	stored "${calls[@]}"
	cp t.1.events t.7.events
}

break_header() {
	printf '@OTFPIPE\t2.0\n' >t.otfl
}

break_format() {
	echo "this is no trace" >t.vpt
}

break_no_newline() {
	vtf3 std-ascii
	truncate -s -1 t.vpt
}

break_undefined_event() {
	tau
	sed -i '/"g"/d' t.edf
}

# Two records of g that are neither enter nor leave.
break_left_out() {
	tau
	local record
	for record in 3 4; do
		printf '\2' | dd of=t.trc bs=1 seek=$((24 * record + 8)) conv=notrunc status=none
	done
}

break_repaired() {
	tau
	truncate -s -48 t.trc
}

break_count() {
	lined "${calls[@]}"
	sed -i '$s/.*/@END	7/' t.otfl
}

break_aborted() {
	lined "${calls[@]}"
	sed -i '$s/.*/@ABORT	otf-cat	no more/' t.otfl
}

break_lost() {
	lined '@LOST|1|2|3|100' "${calls[@]}"
}

# ---- order and time ----

break_order() {
	lined 'Enter|5|1|1|0' 'Leave|4|1|1|0'
}

break_stream_order() {
	lined '@SM|1|1' '@SM|2|2' 'NoOp|1|2' 'NoOp|1|1'
}

break_header_span() {
	lined "${calls[@]}"
	sed -i '1s/$/	TS:1,4/' t.otfl
}

break_time_range() {
	lined 'DefTimeRange|-|0|1|4' "${calls[@]}"
}

break_outlier() {
	lined 'NoOp|0|1' 'Enter|1600000000000|1|1|0' 'NoOp|1600000000001|1' 'NoOp|1600000000002|2' 'Leave|1600000000009|1|1|0'
}

break_resolution() {
	stream "${head[@]:1}" "${calls[@]}" >t.otfl
}

break_version() {
	lined 'DefVersion|-|0|1|13|0|x' "${calls[@]}"
}

break_reserved() {
	lined 'Enter|1|1|1|0' 'Leave|18446744073709551615|1|1|0'
}

break_process_life() {
	lined 'BeginProcess|1|1' 'EndProcess|2|1' 'NoOp|3|1'
}

# ---- definitions ----

break_duplicate() {
	lined 'DefFunction|-|0|1|f|0|0' "${calls[@]}"
}

break_redefined() {
	lined 'DefFunction|-|0|1|g|0|0' "${calls[@]}"
}

break_cycle() {
	lined 'DefProcess|-|0|3|c|4' 'DefProcess|-|0|4|d|3' "${calls[@]}"
}

break_undefined_process() {
	lined 'NoOp|1|9'
}

break_undefined_communicator() {
	lined 'SendMsg|1|1|2|9|0|8|0' 'RecvMsg|2|2|1|9|0|8|0'
}

break_undefined_function() {
	lined 'Enter|1|1|9|0' 'Leave|2|1|9|0'
}

break_undefined_function_group() {
	lined 'DefFunction|-|0|2|g|9|0' "${calls[@]}"
}

break_undefined_collective() {
	lined 'CollectiveOperation|1|1|9|0|0|1|1|1|0'
}

break_undefined_counter() {
	lined 'Counter|1|1|9|5'
}

break_undefined_counter_group() {
	lined 'DefCounter|-|0|1|x|0|9|#' 'Counter|1|1|1|5'
}

break_undefined_source() {
	lined 'Enter|1|1|1|9' 'Leave|2|1|1|0'
}

break_undefined_source_file() {
	lined 'DefScl|-|0|1|9|5' 'Enter|1|1|1|1' 'Leave|2|1|1|0'
}

break_undefined_file() {
	lined 'FileOperation|1|1|9|5|2|100|1|0'
}

break_undefined_file_group() {
	lined 'DefFile|-|0|1|x|9' 'FileOperation|1|1|1|5|2|100|1|0'
}

break_undefined_attribute() {
	lined 'DefProcessOrGroupAttributes|-|0|1|9' "${calls[@]}"
}

break_undefined_key() {
	lined 'Enter|1|1|1|0|9:I:5' 'Leave|2|1|1|0'
}

break_undefined_marker() {
	lined 'Marker|1|1|9|x' "${calls[@]}"
}

break_key_type() {
	lined 'DefKeyValue|-|0|1|6|k|d' 'Enter|1|1|1|0|1:Q:5' 'Leave|2|1|1|0'
}

# ---- calls, messages ----

break_leave_without_enter() {
	lined 'Leave|1|1|1|0'
}

break_leave_other() {
	lined 'DefFunction|-|0|2|g|0|0' 'Enter|1|1|1|0' 'Leave|2|1|2|0'
}

break_open_call() {
	lined 'Enter|1|1|1|0'
}

break_receive_unsent() {
	lined 'NoOp|1|1' 'RecvMsg|2|2|1|0|7|8|0'
}

break_unreceived() {
	lined 'SendMsg|1|1|2|0|7|8|0' 'NoOp|2|2'
}

break_early_receive() {
	lined 'RecvMsg|1|2|1|0|7|8|0' 'SendMsg|2|1|2|0|7|8|0'
}

break_message_length() {
	lined 'SendMsg|1|1|2|0|7|8|0' 'RecvMsg|2|2|1|0|7|9|0'
}

break_message_communicator() {
	lined 'DefProcessGroup|-|0|5|g|1,2' 'SendMsg|1|1|2|0|7|8|0' 'RecvMsg|2|2|1|5|7|8|0'
}

# ---- collective operations, files ----

coll=('DefCollectiveOperation|-|0|1|barrier|1' 'DefProcessGroup|-|0|5|world|1,2')

break_collective_end() {
	lined "${coll[@]}" 'EndCollectiveOperation|1|1|77'
}

break_collective_open() {
	lined "${coll[@]}" 'BeginCollectiveOperation|1|1|1|77|5|0|0|0|0'
}

break_collective_missing() {
	lined "${coll[@]}" 'CollectiveOperation|1|1|1|5|0|0|0|1|0' 'NoOp|2|2'
}

break_collective_member() {
	lined "${coll[0]}" 'DefProcessGroup|-|0|5|world|1' 'CollectiveOperation|1|1|1|5|0|0|0|1|0' \
		'CollectiveOperation|1|2|1|5|0|0|0|1|0'
}

break_id_in_use() {
	lined "${coll[@]}" 'BeginCollectiveOperation|1|1|1|77|0|0|0|0|0' 'BeginCollectiveOperation|2|1|1|77|0|0|0|0|0' \
		'EndCollectiveOperation|3|1|77' 'EndCollectiveOperation|4|1|77'
}

break_file_operation_end() {
	lined 'EndFileOperation|1|1|0|77|5|2|100|0'
}

break_file_operation_open() {
	lined 'BeginFileOperation|1|1|77|0'
}

break_file_close() {
	lined 'FileOperation|1|1|0|5|1|0|1|0'
}

break_file_open() {
	lined 'FileOperation|1|1|0|5|0|0|1|0'
}

# ---- counters, snapshots, summaries ----

break_counter_falls() {
	lined 'DefCounter|-|0|1|x|0|0|#' 'Counter|1|1|1|5' 'Counter|2|1|1|4'
}

break_counter_type() {
	lined 'DefCounter|-|0|1|x|65|0|#' 'Counter|1|1|1|4294967296'
}

break_snapshot() {
	lined 'DefAuxSamplePoint|-|0|3|0' 'Enter|1|1|1|0' 'EnterSnapshot|3|1|2|1|0' 'Leave|5|1|1|0'
}

break_sample_point() {
	lined 'Enter|1|1|1|0' 'EnterSnapshot|3|1|1|1|0' 'Leave|5|1|1|0'
}

break_summary_falls() {
	lined 'DefAuxSamplePoint|-|0|3|1' 'DefAuxSamplePoint|-|0|4|1' 'NoOp|1|1' 'FunctionSummary|3|1|1|2|5|5' \
		'FunctionSummary|4|1|1|1|5|5'
}

break_summary_sums() {
	lined 'DefAuxSamplePoint|-|0|3|1' 'NoOp|1|1' 'FunctionSummary|3|1|1|2|6|5'
}

# ---- all ----

rules() {
	otf-check --rules | sed -n 's/^\([a-z-]*\) (.*): .*/\1/p'
}

severity() {
	otf-check --rules="$1" | sed -n '1s/^[a-z-]* (\(.*\)): .*/\1/p'
}

# The array t: the trace that a function made.
target() {
	t=(t)
	[ ! -e t.otfl ] || t=(t.otfl)
	[ ! -e t.vpt ] || t=(t.vpt)
	[ ! -e t.otf2 ] || t=(t.otf2)
	[ ! -e t.trc ] || t=(t.trc t.edf)
}

# broken: which rules, once each, are told of the trace that was made.
broken() {
	grep -o '\[[a-z-]*\]$' "$1" | sort -u
}

@test "there are rules, each explained once, and each is broken here" {
	rules >names
	[ "$(wc -l <names)" -ge 25 ]
	sort -u names | wc -l | grep -x "$(wc -l <names)"
	declare -F | sed -n 's/^declare -f break_//p' | tr _ - | sort >here
	sort names | diff - here
}

@test "a trace that breaks a rule is reported by that rule, with a place, and by no other" {
	local rule t
	for rule in $(rules); do
		rm -rf t t.*
		"break_${rule//-/_}"
		target
		echo "$rule"
		cat -v t.* | head -n 20
		otf-check "${t[@]}" >out 2>err || true
		cat out
		[ ! -s err ]
		broken out | diff <(echo "[$rule]") -
		grep -E '^t[./][a-z0-9.]+(:[0-9]+)?: (error|warning): .*\[[a-z-]+\]$' out | cmp - out
		[ "$(wc -l <out)" -le 2 ]
	done
}

@test "errors make the exit status 1, warnings with --strict, and neither where the rule is off" {
	local rule t status strict
	for rule in $(rules); do
		rm -rf t t.*
		"break_${rule//-/_}"
		target
		echo "$rule"
		status=1
		[ "$(severity "$rule")" = error ] || status=0
		exits $status otf-check "${t[@]}"
		[ -s out ]
		exits $status otf-check -q "${t[@]}"
		[ ! -s out ]
		exits 1 otf-check --strict "${t[@]}"
		exits 1 otf-check --rule "$rule=error" "${t[@]}"
		exits 0 otf-check --rule "$rule=warn" "${t[@]}"
		[ -s out ]
		exits 0 otf-check --strict --rule "$rule=off" "${t[@]}"
		[ ! -s out ]
	done
}

@test "a stream has the same findings by name, from a file and through a pipe" {
	local rule
	for rule in $(rules); do
		rm -rf t t.*
		"break_${rule//-/_}"
		[ -e t.otfl ] || continue
		echo "$rule"
		otf-check t.otfl >named || true
		otf-check <t.otfl >out || true
		sed 's/^stdin/t.otfl/' out | diff named -
		cat t.otfl | otf-check - >piped || true
		diff out piped
	done
}

# What a trace cannot hold, or otf-write puts right or refuses.
not_stored=' cut header count aborted order stream-order header-span two-streams version '

@test "a stream stored as a trace breaks the same rules, by one thread or three" {
	local rule stored=0
	for rule in $(rules); do
		rm -rf t t.* u.*
		"break_${rule//-/_}"
		[ -e t.otfl ] && [ "${not_stored#* "$rule" }" = "$not_stored" ] || continue
		echo "$rule"
		otf-write u <t.otfl
		otf-check u >out || true
		cat out
		broken out | diff <(echo "[$rule]") -
		(otf-check -j 3 u || true) | diff out -
		stored=$((stored + 1))
	done
	[ "$stored" -ge 40 ]
}

@test "a rule is printed with its explanation, its fix, and the severity that the user gave it" {
	silent otf-check --rules=order
	[ "$(grep -c '^[a-z]' out)" -eq 1 ]
	grep -x 'order (error): times go backwards' out
	grep -F 'To fix it' out
	grep -F 'otf-sort' out
	silent otf-check --rule 'o*=warn' --rules
	grep -x 'order (warning): times go backwards' out
	exits 2 otf-check --rules=nothing
	says "unknown rule 'nothing'"
}

# fixes RULE COMMAND...: of what breaks the rule the command, a line of shell, makes u, in which nothing is found.
fixes() {
	local rule=$1
	rm -rf t t.* u u.*
	"break_${rule//-/_}"
	echo "$*"
	bash -c "$2" 2>/dev/null || true
	exits 0 otf-check --strict "$([ -e u.otf ] && echo u || echo u.otfl)"
	[ ! -s out ]
}

@test "a member without events is not compared with those that took part in collective operations" {
	lined "${coll[0]}" 'DefProcess|-|0|3|c|0' 'DefProcessGroup|-|0|5|world|1,2,3' 'CollectiveOperation|1|1|1|5|0|0|0|1|0' \
		'CollectiveOperation|2|1|1|5|0|0|0|1|0' 'CollectiveOperation|3|2|1|5|0|0|0|1|0'
	otf-check t.otfl >out
	[ "$(grep -c . out)" -eq 1 ]
	grep -F "process 2 'b' took part in 1 of 2 collective operations" out || { cat out; return 1; }
}

@test "members of a group may be in any order" {
	lined "${coll[0]}" 'DefProcess|-|0|3|c|0' 'DefProcessGroup|-|0|5|world|3,1,2' 'CollectiveOperation|1|1|1|5|0|0|0|1|0' \
		'CollectiveOperation|1|2|1|5|0|0|0|1|0' 'CollectiveOperation|1|3|1|5|0|0|0|1|0'
	otf-check --strict t.otfl
}

@test "what the reference cannot read is found: the largest time and the largest process" {
	stored 'DefProcess|-|0|4294967295|z|0' 'Enter|1|4294967295|1|0' 'Leave|5|4294967295|1|0'
	exits 1 otf-check t
	grep -q '^t.*.events:3: error: process 4294967295: .*reserves this number \[reserved\]$' out || { cat out; return 1; }
	lines 'process 4294967295 7' >map
	otf-remap --map map t -o u
	otf-check u
	for record in 'NoOp|18446744073709551615|1' 'EnterSnapshot|18446744073709551615|1|1|1|0' \
		'FunctionSummary|18446744073709551615|1|1|0|0|0'; do
		lined "$record"
		otf-check --rule snapshot=off --rule sample-point=off t.otfl | grep -q 'time 18446744073709551615: OTF.*\[reserved\]'
	done
	# one less is readable, and so is a marker
	lined 'DefMarker|-|0|1|m|1' 'Marker|18446744073709551615|1|1|x' 'Enter|1|1|1|0' 'Leave|18446744073709551614|1|1|0'
	otf-check t.otfl
}

@test "what is said to fix it does" {
	local rule
	for rule in malformed key-value trailer gave-up compression master home no-events; do
		fixes $rule 'otf-cat --keep-going t -o u'
	done
	fixes unknown-record 'otf-cat --keep-going t | otf-filter -x -r UnknownRecord -o u'
	fixes cut 'otf-cat --adopt t.otfl -o u'
	fixes count 'otf-cat t.otfl >u.otfl'
	fixes stream-order 'otf-sort t.otfl >u.otfl'
	fixes outlier 'otf-filter -t 1: t.otfl >u.otfl'
	fixes header-span 'otf-write u <t.otfl'
	fixes early-receive 'otf-remap --causal -q t.otfl -o u'
	fixes time-range 'otf-filter -x -r DefTimeRange t.otfl -o u'
	fixes reserved 'otf-remap --shift -1 t.otfl -o u'
	fixes process-life "otf-filter -r '!BeginProcess,!EndProcess' t.otfl -o u"
	fixes undefined-key 'otf-filter --no-tags=9 t.otfl -o u'
	fixes undefined-function 'printf "DefFunction\t-\t0\t9\tx\t0\t0\n" | otf-cat --add - t.otfl -o u'
	for rule in open-call collective-open file-operation-open file-open; do
		fixes $rule 'otf-slice --closed -t : t.otfl -o u'
	done
	for rule in snapshot sample-point; do
		fixes $rule 'otf-write u <t.otfl; otf-snap --at 3 --in-place u'
	done
	for rule in summary-falls summary-sums; do
		fixes $rule 'otf-write u <t.otfl; otf-snap --summaries --no-snapshots --at 3,4 --in-place u'
	done
}

@test "who is not named in a group of groups may be a member by one of them" {
	group() { # MEMBERS: a collective operation of process 2 in a group with them
		stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcessGroup|-|0|5|g|1' \
			"DefProcessGroup|-|0|6|h|$1" 'DefCollectiveOperation|-|0|1|c|1' 'CollectiveOperation|5|2|1|6|0|0|0|1|0'
	}
	group 5 >t.otfl
	otf-check --strict t.otfl
	group 1 >t.otfl
	otf-check t.otfl >out || true
	grep -q "is not a member of process group 6 .*\[collective-member\]$" out
}
