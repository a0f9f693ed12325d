# otf-stat --from-summaries: the report out of summary records, the events not being read.

load common
load stream

setup_file() {
	common_setup
	build_reference
}

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

points_of() {
	otf-cat -r DefAuxSamplePoint "$1" | awk -F '\t' '!/^@/ && $5 == 1 { print $4 }'
}

# same TRACE OPTION...: what is told from summaries is what is told from events.
same() {
	silent otf-stat --tsv --from-summaries "$@"
	mv out summed
	otf-stat --tsv "$@" >counted 2>/dev/null
	python3 "$REPO/tests/oracle/samecolumns.py" summed counted
}

# All pairs of points of a trace with summaries, and the ends of the trace.
same_everywhere() {
	local trace=$1 from to
	shift
	local points
	points=$(points_of "$trace")
	same "$trace" "$@"
	for from in 0 $points; do
		for to in $points; do
			[ "$from" -lt "$to" ] || continue
			echo "$from:$to $*"
			same "$trace" "$@" -t "$from:$to"
		done
	done
}

@test "an interval between sample points has the sums that its events have" {
	otf-snap --summaries=function,group,message,file --no-snapshots --points 3 "$sample" -o s
	same_everywhere s
	same_everywhere s --by process
	same_everywhere s --by process,function
	same_everywhere s --by group
	same s --by group,function,process
}

@test "so it is in traces with deep recursion, collectives and several streams" {
	need_library
	"$BATS_FILE_TMPDIR/synth" t 5 1000 3 0 0 11 2>/dev/null
	otf-snap --summaries --no-snapshots --points 3 t -o s
	same_everywhere s --by process,function --table function
	same_everywhere s --by process --table function,message
}

@test "collective operations count where they end" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefCollectiveOperation|-|0|3|x|4' \
		'Enter|10|1|1|0' 'BeginCollectiveOperation|20|1|3|7|9|0|100|200|0' \
		'EndCollectiveOperation|40|1|7' 'Leave|50|1|1|0' >t.otfl
	otf-snap --summaries --no-snapshots --at 30,60 t.otfl >s.otfl
	silent otf-stat --tsv --from-summaries --table collective -t 0:30 s.otfl
	[ ! -s out ]
	silent otf-stat --tsv --from-summaries --table collective s.otfl
	printf '%s\t' collective 3 x 1 100 >want
	echo 200 >>want
	tail -n 1 out | cmp - want
}

@test "files have the sums of their operations" {
	local f='FileOperation' records=() i
	for i in 0 2 2 4 3 34 1; do
		records+=("$f|$((10 + 10 * ${#records[@]}))|1|8|1|$i|50|3|0")
	done
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefFile|-|0|8|x|0' "${records[@]}" >t.otfl
	otf-snap --summaries --no-snapshots --at 30,50,90 t.otfl -o s
	same_everywhere s --by file
	same_everywhere s --by process,file
}

@test "summaries of otfaux do as well" {
	need_shared
	need_tools otfaux
	otfaux --statistics -n 5 -o aux "$SHARED/corpus/otf1/synth_n3/syn.otf" >/dev/null
	exits 0 otf-stat --tsv --from-summaries --table message --by process aux
	mv out summed
	otf-stat --tsv --table message --by process aux >counted
	python3 "$REPO/tests/oracle/samecolumns.py" summed counted
}

@test "events are not read: damage among them is not met" {
	sample t
	otf-snap --summaries --no-snapshots --points 4 --in-place t
	otf-stat --tsv --from-summaries t >want
	for file in t.1.events t.2.events; do
		printf '????????' | dd of=$file bs=1 seek=$(($(stat -c %s $file) / 2)) conv=notrunc status=none
	done
	fails otf-stat t >out 2>err
	silent otf-stat --tsv --from-summaries t
	cmp out want
}

@test "an end that is not a sample point is refused, and its neighbours are named" {
	otf-snap --summaries --no-snapshots --points 4 "$sample" -o s
	set -- $(points_of s)
	exits 2 otf-stat --from-summaries -t "$1:$(($2 + 1))" s
	says "$(($2 + 1)) is not a sample point; its neighbours are $2 and $3"
	[ ! -s out ]
	exits 2 otf-stat --from-summaries -t "$(($4 + 1)):" s
	says "the last one is $4"
}

@test "without summaries it says how to make them" {
	exits 2 otf-stat --from-summaries "$sample"
	says "otf-snap --summaries"
	otf-snap --points 4 "$sample" -o s
	exits 2 otf-stat --from-summaries s
}

@test "what summaries do not contain is refused" {
	otf-snap --summaries --no-snapshots --points 4 "$sample" -o s
	for by in path communicator tag; do
		exits 2 otf-stat --from-summaries --by $by s
		says "--by $by: summaries do not contain it"
	done
	exits 2 otf-stat --from-summaries --table matrix s
	exits 2 otf-stat --from-summaries --folded s
	exits 2 otf-stat --from-summaries --every 1ms s
	exits 2 otf-stat --from-summaries --partial s
	exits 2 otf-stat --from-summaries --by group s
	says "--summaries=group"
	otf-snap --summaries=group --no-snapshots --points 4 "$sample" -o g
	exits 2 otf-stat --from-summaries g
	says "--by group"
}

@test "streams without summaries are reported" {
	otf-snap --summaries --no-snapshots -s 2 --points 4 "$sample" -o s
	exits 0 otf-stat --from-summaries --by process --table function s
	says 'streams without summaries: 1, the first is 1;'
	[ -s out ]
}

@test "--from-summaries reads a line stream too" {
	otf-snap --summaries --no-snapshots --points 4 "$sample" >s.otfl
	otf-snap --summaries --no-snapshots --points 4 "$sample" -o s
	otf-stat --from-summaries s >want
	silent otf-stat --from-summaries - <s.otfl
	cmp out want
}

@test "with -p only the sums of these processes are reported" {
	otf-snap --summaries --no-snapshots --points 4 "$sample" -o s
	silent otf-stat --from-summaries --by process --table function --tsv -p 1 s
	[ "$(cut -f 2 out | tail -n +2 | grep -v '^$' | sort -u)" = 1 ]
}
