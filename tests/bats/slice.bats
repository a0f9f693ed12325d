# otf-slice: pieces that stand for themselves.

load common
load stream

setup() {
	common_setup
}

# A trace t of 1000 ticks a second in which everything is open at 50.
busy_trace() {
	stream '@SM|1|1,2' '@SM|2|3' "$one" 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|10|100' \
		'DefProcess|-|0|2|b|0' 'DefProcess|-|0|3|c|0' 'DefProcessGroup|-|0|9|world|1,2,3' \
		'DefProcessGroup|-|0|8|unused|1' 'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|inner|0|0' \
		'DefFunction|-|0|3|unused|0|0' 'DefCollectiveOperation|-|0|4|barrier|1' 'DefFile|-|0|5|data|0' \
		'DefCounter|-|0|6|count|0|0|#' 'DefMarker|-|0|7|mark|2' 'Marker|20|1|7|early' 'Marker|60|1|7|inside' \
		'Enter|10|1|1|0' 'Enter|11|2|1|0' 'Enter|12|3|1|0' 'Counter|15|2|6|33' 'Enter|20|1|2|0|12:I:7' \
		'SendMsg|25|1|3|9|5|100|0' 'SendMsg|26|1|2|9|5|100|0' 'FileOperation|30|2|5|77|0|0|1|0' \
		'BeginCollectiveOperation|35|3|4|88|9|0|8|8|0' 'BeginFileOperation|36|2|99|0' 'RecvMsg|40|2|1|9|5|100|0' \
		'Leave|50|1|2|0' 'RecvMsg|60|3|1|9|5|100|0' 'EndFileOperation|65|2|5|99|77|2|10|0' \
		'EndCollectiveOperation|70|3|88' 'Leave|80|1|1|0' 'FileOperation|85|2|5|77|1|0|1|0' 'Leave|90|2|1|0' \
		'Leave|100|3|1|0' | otf-write t
}

@test "a piece begins with what is open, from its original time, by stream and process" {
	busy_trace
	silent otf-slice --no-pg -t 50:70 t
	records <out | grep -v -e ^Def -e ^Marker >got
	lines 'EnterSnapshot|50|1|10|1|0' 'EnterSnapshot|50|1|20|2|0|12:I:7' 'SendSnapshot|50|1|25|3|9|5|100|0' \
		'EnterSnapshot|50|2|11|1|0' 'OpenFileSnapshot|50|2|30|5|77|0' 'BeginFileOpSnapshot|50|2|36|99|0' \
		'CounterSnapshot|50|2|15|6|33' 'EnterSnapshot|50|3|12|1|0' 'BeginCollopSnapshot|50|3|35|4|88|9|0|8|8|0' \
		'Leave|50|1|2|0' 'RecvMsg|60|3|1|9|5|100|0' 'EndFileOperation|65|2|5|99|77|2|10|0' | diff - got
}

@test "a piece has the definitions in use, its own times, points and markers" {
	busy_trace
	silent otf-slice --no-pg -t 50:70 t
	grep -F TS:50,65 out
	records <out | grep -e ^Def -e ^Marker | cut -f 1,3- >got
	lines 'DefProcess|0|1|p|0' 'DefTimerResolution|0|1000' \
		'DefProcess|0|2|b|0' 'DefProcess|0|3|c|0' 'DefProcessGroup|0|9|world|1,2,3' 'DefFunction|0|1|main|0|0' \
		'DefFunction|0|2|inner|0|0' 'DefCollectiveOperation|0|4|barrier|1' 'DefFile|0|5|data|0' \
		'DefCounter|0|6|count|0|0|#' 'DefVersion|0|1|12|5|otfpipe' \
		'DefinitionComment|0|otfpipe: the run continues after this piece' \
		'DefinitionComment|0|otfpipe: the time range is the window of this piece' 'DefTimeRange|0|50|70' \
		'DefAuxSamplePoint|0|50|0' \
		'DefMarker|0|7|mark|2' 'Marker|1|7|inside' | diff - got
}

@test "at or before the first event nothing is open, and all of a trace stays but unused definitions" {
	busy_trace
	for t in : 0: :101 10: 5:1000; do
		silent otf-slice --no-pg -t $t t
		records <out >"got$t"
	done
	otf-filter --no-pg --prune t | records >pruned
	cmp pruned got:
	cmp pruned got0:
	cmp pruned got:101
	cmp <(grep -v ^Marker pruned) <(grep -v ^Marker got10:)
	otf-filter -x -t 10: t | grep -q -w Marker
}

@test "a closed piece has Enter and Leave, and each receive has its send" {
	busy_trace
	silent otf-slice --no-pg -t 50:65 --closed t
	records <out | grep -v -e ^Def -e ^Marker >got
	lines 'Enter|50|1|1|0' 'Enter|50|1|2|0|12:I:7' 'SendMsg|50|1|3|9|5|100|0' 'Leave|50|1|2|0' \
		'Enter|50|2|1|0' 'FileOperation|50|2|5|77|0|0|0|0' 'BeginFileOperation|50|2|99|0' \
		'Enter|50|3|1|0' 'BeginCollectiveOperation|50|3|4|88|9|0|8|8|0' 'RecvMsg|60|3|1|9|5|100|0' \
		'Leave|65|1|1|0' 'EndFileOperation|65|2|0|99|0|31|0|0' 'FileOperation|65|2|5|77|1|0|0|0' 'Leave|65|2|1|0' \
		'EndCollectiveOperation|65|3|88' 'Leave|65|3|1|0' >want
	diff <(sort want) <(sort got)
	grep -F TS:50,65 out
	exits 0 otf-slice -v -t 30:35 --closed t
	says 'otf-slice: 2 messages are in transit at the end'
}

@test "the Leaves of a closed piece stand in the order of the stream, at the last record if that is the end" {
	stream '@SM|1|1' '@SM|2|2' "$one" 'DefProcess|-|0|2|q|0' 'DefFunction|-|0|1|f|0|0' 'Enter|5|1|1|0' \
		'Enter|5|2|1|0' 'NoOp|9|1' 'NoOp|9|2' >in
	silent otf-slice --no-pg -t 6:99 --closed in
	records <out | grep -v ^Def >got
	lines 'Enter|6|1|1|0' 'Enter|6|2|1|0' 'NoOp|9|1' 'Leave|9|1|1|0' 'NoOp|9|2' 'Leave|9|2|1|0' | diff - got
	otf-sort --no-pg <out | cmp - out
	silent otf-slice -q --no-pg -t 6:9 --closed in
	[ "$(grep -c '^Leave	9	' out)" -eq 2 ]
}

@test "the n-th call of a function is cut out with its Enter and Leave" {
	stream '@SM|1|1' '@SM|2|2' "$one" 'DefProcess|-|0|2|q|0' 'DefFunction|-|0|1|solve_a|0|0' 'DefFunction|-|0|2|f|0|0' \
		'Enter|5|1|1|0' 'Enter|6|1|1|0' 'Leave|7|1|1|0' 'Enter|8|2|1|0' 'Enter|9|1|2|0' 'Leave|10|1|2|0' \
		'Leave|11|1|1|0' 'Leave|12|2|1|0' >in
	silent otf-slice --inside 'solve*' in
	grep -F TS:5,11 out
	silent otf-slice --inside 'solve*' --nth 2 in
	grep -F TS:6,7 out
	otf-cat in | silent otf-slice --inside 1 --nth 1 -p 2 -
	grep -F TS:8,12 out
	silent otf-slice --inside 2 -p 1,q in
	grep -F TS:9,10 out
	exits 1 otf-slice --inside 'solve*' --nth 4 in
	says "otf-slice: --nth: no call 4 of 'solve*'; the last one is 3"
	exits 1 otf-slice --inside nothing in
	says "otf-slice: --inside: no call of 'nothing'"
	exits 1 otf-slice --inside 'solve*' --nth 9 -p 1 in
	grep -F "no call 9 of 'solve*' by process 1; the last one is" err
}

@test "a call that does not end lasts to the end" {
	stream "$one" 'DefFunction|-|0|1|f|0|0' 'Enter|5|1|1|0' 'NoOp|7|1' >in
	exits 0 otf-slice -v --inside f in
	says 'the call has no Leave'
	grep -F TS:5,7 out
}

@test "what is odd is told once a kind, and is an error under --strict" {
	stream "$one" 'DefFunction|-|0|1|f|0|0' 'Leave|5|1|1|0' 'Leave|6|1|1|0' 'RecvMsg|7|1|1|0|0|0|0' 'NoOp|9|1' >in
	exits 0 otf-slice -t 8: in
	says 'otf-slice: 2 times leave without enter'
	says 'otf-slice: 1 times receive of a message that was not sent'
	[ "$(wc -l <err)" -eq 2 ]
	silent otf-slice -q -t 8: in
	exits 1 otf-slice --strict -t 8: in -o t
	says 'otf-slice: 2 times leave without enter'
	nothing t
}

@test "a snapshot that contradicts what follows is told" {
	busy_trace
	otf-snap --at 40 t -o s
	silent otf-slice -t 45:60 s
	sed -i /TE/d s.1.snaps
	exits 0 otf-slice -t 45:60 s
	says 'leave without enter'
}

@test "comments of the instant stay, and so do its summaries" {
	stream '@SM|1|1' '@SM|2|2' "$one" 'DefProcess|-|0|2|q|0' 'DefFunction|-|0|1|f|0|0' 'DefAuxSamplePoint|-|0|8|0' \
		'DefAuxSamplePoint|-|0|8|1' 'Enter|5|1|1|0' 'EnterSnapshot|8|1|5|1|0' 'SnapshotComment|8|1|x' \
		'SnapshotComment|8|2|y' 'FunctionSummary|8|1|1|1|0|3' 'Leave|8|1|1|0' >in
	silent otf-slice --no-pg -t 8: in
	records <out | sed -n '/Aux/,$p' >got
	lines 'DefAuxSamplePoint|-|0|8|1' \
		'DefinitionComment|-|0|otfpipe: the time range is the window of this piece' 'DefTimeRange|-|0|8|8' \
		'DefAuxSamplePoint|-|0|8|0' 'EnterSnapshot|8|1|5|1|0' 'SnapshotComment|8|1|x' 'SnapshotComment|8|2|y' 'FunctionSummary|8|1|1|1|0|3' 'Leave|8|1|1|0' | diff - got
}

@test "records of unknown names are cut by their times" {
	stream "$one" 'Future|-|0|1' 'Future|5|1|1' 'Future|8|1|2' 'Future|9|1|3' >in
	silent otf-slice --no-pg -t 6:9 in
	records <out | grep -v ^DefP >got
	lines 'DefinitionComment|-|0|otfpipe: the run continues after this piece' \
		'DefinitionComment|-|0|otfpipe: the time range is the window of this piece' 'DefTimeRange|-|0|6|9' \
		'Future|-|0|1' 'Future|8|1|2' |
		diff - got
}

@test "usage errors: exit 2" {
	busy_trace
	for options in '' '-t 5:3' '-t x' '--nth 1 -t :' '-p 1 -t :' '--inside f --nth 0' '--every 1' '--max-bytes 4K' \
		'--every 1 --max-bytes 4K -o n' '--every 0 -o n' '--max-bytes 4 -o n' '-t : -z 1' '-t : --inside f'; do
		# shellcheck disable=SC2086
		exits 2 otf-slice $options t || return 1
		[ "$(wc -l <err)" -le 2 ]
	done
	nothing n
}

@test "a piece that memory does not keep for the second pass is the same, in as little memory" {
	need_mktrace
	mktrace -p 8 -e 400k -s 2 | otf-write big
	peak otf-slice --no-pg -t : big >out
	under 48
	otf-filter --no-pg --prune big | cmp - out
	otf-cat big | peak otf-slice --no-pg -t 10%: >piped
	under 48
	otf-slice --no-pg -t 10%: big | cmp - <(grep -v ^@PG piped)
}

@test "a named pipe is read once: what is short goes, what is long is refused" {
	need_mktrace
	mktrace -p 2 -e 200 | otf-write short
	otf-slice --no-pg -t 10%: short >want
	otf-slice --no-pg -t 10%: <(otf-cat --no-pg short) | cmp - want
	mktrace -p 2 -e 400k | otf-write long
	mkfifo p
	otf-cat long >p &
	exits 1 otf-slice -t 10%: p
	says 'otf-slice: p: is a pipe and must be read twice; give it as standard input'
}

@test "what must be read twice is refused as a named pipe by all commands, and none waits for another writer" {
	local command
	sample s
	otf-cat s >s.otfl
	mkfifo p
	for command in "otf-slice -t 1ms: --every 10ms -o t" "otf-slice --inside MPI_Send" "otf-remap --causal" \
		"otf-remap --match-messages" otf-draw otf-report; do
		cat s.otfl >p &
		exits 1 timeout 60 $command p
		says ": p: is a pipe and must be read twice; give it as standard input"
		wait $! || true
	done
	nothing t
}

@test "several traces are cut as one" {
	sample s
	otf-cat --part 1/2 s -o a
	otf-cat --part 2/2 s -o b
	for options in '' --closed; do
		# shellcheck disable=SC2086
		exits 0 otf-slice -q --no-pg $options -t 2ms:3ms a b
		# shellcheck disable=SC2086
		otf-slice --no-pg $options -t 2ms:3ms s >want
		diff <(records <want | grep -v ^Def | sort) <(records <out | grep -v ^Def | sort)
	done
}

@test "a comment among inline snapshots is no event, in a stream as in a trace" {
	stream '@SM|1|1' "$one" 'DefFunction|-|0|1|f|0|0' 'Enter|5|1|1|0' 'SnapshotComment|9|1|late' |
		otf-write --inline t
	silent otf-slice --no-pg -t 5: t
	mv out want
	grep -F EV:5,5 want
	otf-cat --no-pg t | otf-slice --no-pg -t 5: | diff want -
}

@test "a piece is valid for otf-check --strict, though calls and messages are open at its end" {
	sample=$REPO/tests/data/sample.otf
	otf-check --strict "$sample"
	for how in '-t 25%:50%' '-t :30%' '-t 60%:' '--inside solve --nth 2' '--closed -t 25%:50%'; do
		silent otf-slice $how "$sample" -o piece --force
		otf-check --strict piece
		otf-slice $how "$sample" | otf-check --strict
	done
	# a piece of a piece, and pieces of one length
	otf-slice -t 25%:50% "$sample" | otf-slice -t :2200000 | tee again | otf-check --strict
	[ "$(grep -c 'otfpipe: the run continues' again)" -eq 1 ]
	otf-slice --every 1ms "$sample" -o part
	for part in part.*.otf; do
		otf-check --strict "$part"
	done
	# the last piece is not one: what is open there is a warning
	[ "$(otf-cat "${part%.otf}" | grep -c 'the run continues')" -eq 0 ]
	# without the comment the same trace has findings
	if otf-filter -q -x -r DefinitionComment again | otf-check --strict >found; then return 1; fi
	grep -q 'open-call' found
}

@test "what begins at one time stands in the order of the trace in a closed piece" {
	stream "$one" 'DefTimerResolution|-|0|1000' 'DefFunction|-|0|1|outer|0|0' 'DefFunction|-|0|2|middle|0|0' \
		'DefFunction|-|0|3|inner|0|0' 'DefFile|-|0|5|data|0' 'Enter|10|1|1|0' 'Enter|10|1|2|0' \
		'FileOperation|10|1|5|77|0|0|1|0' 'Enter|10|1|3|0' 'BeginFileOperation|10|1|99|0' 'NoOp|50|1' \
		'EndFileOperation|80|1|99|5|77|2|10|0' 'Leave|90|1|3|0' 'Leave|90|1|2|0' 'Leave|90|1|1|0' >in
	silent otf-slice --no-pg --closed -t 20:60 in
	records <out | grep -v ^Def | cut -f 1,2,4 >got
	lines 'Enter|20|1' 'Enter|20|2' 'Enter|20|3' 'FileOperation|20|5' 'BeginFileOperation|20|99' 'NoOp|50' \
		'EndFileOperation|60|0' 'FileOperation|60|5' 'Leave|60|3' 'Leave|60|2' 'Leave|60|1' | diff - got
}

@test "a message of the first pass is printed once, though the trace is read twice" {
	sample t
	printf x >t.1.events.z
	exits 0 otf-slice -t 2ms:3ms t
	[ "$(cat err)" = 'otf-slice: t.1.events.z: ignored: the uncompressed file exists, too' ]
}

@test "the window of a slice is its span: what began before it and ends after it counts in between" {
	stream '@SM|1|1' "$one" 'DefTimerResolution|-|0|1000' 'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|MPI_Init|0|0' \
		'Enter|0|1|1|0' 'Enter|10|1|2|0' 'Leave|166|1|2|0' 'Leave|200|1|1|0' | otf-write t
	otf-slice -t 50:100 t -o s
	otf-slice --closed -t 50:100 t -o c
	otf-stat --tsv -t 50:100 t >want
	grep -P '^function\t2\tMPI_Init\t0\t50\t50' want
	otf-stat --tsv s | diff want -
	otf-cat s | otf-stat --tsv | diff want -
	otf-slice -t 50:100 t | otf-filter -r !Marker | otf-stat --tsv | diff want -
	otf-stat --tsv c | cut -f 1-3,5,6 | diff <(cut -f 1-3,5,6 want) -
	exits 0 otf-info s
	grep -E '^ +window +50 to 100, 50.00 ms, of a longer run$' out
	otf-info --json s | grep -q '"window_from": 50, *"window_to": 100'
	otf-draw --timeline s | grep -F '1 process, 50.00 ms<'
	otf-wait --json --table efficiency s >got
	otf-wait --json --table efficiency -t 50:100 t | diff - got
	otf-report s | grep -q '50.00 ms'
	# a slice of a slice; what is cut at one side only; nothing is cut
	otf-slice -t 20:100 t | otf-slice -t 50: | otf-stat --tsv | diff want -
	diff <(otf-slice -t 50: t | otf-stat --tsv) <(otf-stat --tsv -t 50: t)
	diff <(otf-slice -t :50 t | otf-stat --tsv) <(otf-stat --tsv -t :50 t)
	fails grep -q -e WN: -e DefTimeRange <(otf-slice -t : t)
}

@test "a DefTimeRange that is no window stretches nothing" {
	stream '@SM|1|1' "$one" 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|0|1000000' 'DefFunction|-|0|1|main|0|0' \
		'Enter|10|1|1|0' 'Leave|20|1|1|0' | otf-write t
	otf-stat --tsv t | grep -P '^function\t1\tmain\t1\t10\t10'
	otf-slice -t 5:15 t | otf-stat --tsv >got
	diff <(otf-stat --tsv -t 5:15 t) got
	# the comment alone, or a window that a record is outside of
	otf-slice -t 5:15 t | sed -e /^DefTimeRange/d -e 's/\tWN:[0-9,]*//' | otf-write none
	fails grep -q WN: <(otf-cat none)
	otf-slice -t 12:15 t | sed -e 's/^\(DefTimeRange.*\)\t12\t15/\1\t13\t14/' | otf-write other
	fails grep -q WN: <(otf-cat other)
}

@test "the window of a slice goes through commands that change times, and not into a joined trace" {
	busy_trace
	otf-slice -t 50:70 t -o s
	otf-remap --shift 1000 s | head -n 1 | grep -F WN:1050,1070
	otf-remap --shift 1000 s -o later
	otf-cat later | head -n 1 | grep -F WN:1050,1070
	otf-remap --rescale 10000 s | head -n 1 | grep -F WN:500,700
	otf-cat s | otf-write other
	otf-cat --unify s other >joined
	[ "$(grep -c ^DefProcess joined)" -gt 3 ]
	fails grep -q -e WN: -e 'the window of this piece' joined
}

@test "random windows: the times of a slice are those that otf-stat -t counts" {
	windows=$(by_length 8 40) # with LONG=1 200 in all
	python3 "$REPO/tests/oracle/windows.py" "$REPO/tests/data/sample.otf" "$windows" 1
	[ -d "$SHARED/corpus" ] || skip "no shared data in $SHARED"
	n=40
	for t in "$SHARED"/corpus/public/otf-vis/*/*.otf "$SHARED"/corpus/otf1/{synth_n3/syn,all_long_inline/all,all_short_z_n4/all}.otf; do
		python3 "$REPO/tests/oracle/windows.py" "$t" "$windows" "$n"
		n=$((n + 1))
	done
}

@test "a time in percent of a pipe that does not say its times is of DefTimeRange, and a warning says so" {
	stream '@SM|1|1' "$one" 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|0|1000' 'NoOp|10|1' 'NoOp|500|1' 'NoOp|600|1' >s
	otf-write t <s
	otf-filter -t 50%: t | grep -c ^NoOp | grep -x 2
	otf-cat t | otf-filter -t 50%: | grep -c ^NoOp | grep -x 2
	exits 0 otf-filter -t 55%: s
	says 'times in percent are of DefTimeRange, 0 to 1000: the input does not say when its records begin and end'
	[ "$(grep -c ^NoOp out)" -eq 1 ]
}
