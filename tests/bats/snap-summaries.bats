# Summary records: what stands in them, and that they are what otfaux says but for the differences in otf-snap(1).

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

model() {
	python3 "$REPO/tests/oracle/summaries.py" "$@"
}

# The times at which the trace has summaries.
points_of() {
	otf-cat -r DefAuxSamplePoint "$1" | awk -F '\t' '!/^@/ && $5 == 1 { print $4 }'
}

summaries() {
	records | grep Summary | sort
}

# What otf-snap makes of a trace at times is what the model says.
is_as_counted() {
	local trace=$1 kinds=$2
	shift 2
	otf-snap --summaries="$kinds" --at "$(points_of aux | paste -sd ,)" "$trace" | summaries >ours
	otf-cat "$trace" | model "$@" $(points_of aux) >counted
	[ -s ours ]
	diff counted ours
}

# is_like_otfaux TRACE: the rules of the model are those of otfaux, and ours where they differ.
is_like_otfaux() {
	rm -f aux.*
	otfaux --statistics -n 7 -o aux "$1.otf" >/dev/null
	otf-cat aux | summaries >theirs
	otf-cat "$1" | model --otfaux $(points_of aux) >counted
	diff counted theirs
	is_as_counted "$1" ''
	rm -f aux.*
	otfaux --statistics --funcgroups --filegroups -n 7 -o aux "$1.otf" >/dev/null
	otf-cat aux | summaries >theirs
	otf-cat "$1" | model --otfaux --groups $(points_of aux) >counted
	diff counted theirs
	is_as_counted "$1" group,message,collective,filegroup --groups
}

# One process: recursion, two collectives of a type, every file operation.
odd_trace() {
	tr ' ' '\t' >odd.otfl <<-'END'
		@OTFPIPE 1.0
		@SM 1 1
		@SM 2 2
		DefTimerResolution - 0 1000
		DefProcess - 0 1 a 0
		DefProcess - 0 2 b 0
		DefFunctionGroup - 0 1 A
		DefFunction - 0 1 f 1 0
		DefFunction - 0 2 g 1 0
		DefCollectiveOperation - 0 1 barrier 1
		DefCollectiveOperation - 0 2 bcast 2
		DefCollectiveOperation - 0 3 scatter 2
		DefCollectiveOperation - 0 4 gather 3
		DefCollectiveOperation - 0 5 alltoall 4
		DefCollectiveOperation - 0 6 other 0
		DefFileGroup - 0 4 files
		DefFile - 0 7 x 4
		DefFile - 0 8 y 4
	END
	awk -v OFS='\t' 'BEGIN {
		for (p = 1; p <= 2; p++) {
			print "Enter", ++t, p, 1, 0
			for (i = 0; i < 3; i++) print "Enter", ++t, p, 2, 0
			for (i = 0; i < 3; i++) print "Leave", ++t, p, 2, 0
			for (c = 1; c <= 7; c++) {
				print "CollectiveOperation", ++t, p, c, 9, 1, 10, 20, 1, 0
				print "BeginCollectiveOperation", ++t, p, c, 100 + c, 9, 1, 1000, 2000, 0
				print "EndCollectiveOperation", ++t, p, 100 + c
			}
			for (op = 0; op < 12; op++) print "FileOperation", ++t, p, 7, 3, op, 100 + op, 1, 0
			print "FileOperation", ++t, p, 7, 3, 34, 55, 1, 0
			print "BeginFileOperation", ++t, p, 5, 0
			print "EndFileOperation", ++t, p, 8, 5, 4, 67, 99, 0
			print "SendMsg", ++t, p, 3 - p, 9, 1, 10, 0
			print "RecvMsg", ++t, p, 3 - p, 9, 99, 12, 0
			print "Leave", ++t, p, 1, 0
		}
	}' >>odd.otfl
	printf '@END\t%d\n' "$(grep -vc ^@ odd.otfl)" >>odd.otfl
	otf-write odd <odd.otfl
}

@test "summaries are those of otfaux, recursion and collectives of one type aside" {
	need_shared
	need_tools otfaux
	for trace in synth_n1/syn synth_n3/syn all_short_plain_n1/all all_short_plain_n4/all all_short_inline/all; do
		echo $trace
		is_like_otfaux "$SHARED/corpus/otf1/$trace"
	done
}

@test "so they are of fresh traces" {
	need_library
	need_tools otfaux
	for seed in 3 4; do
		rm -f t.*
		"$BATS_FILE_TMPDIR/synth" t 5 2000 $((seed - 2)) 0 0 $seed 2>/dev/null
		is_like_otfaux t
	done
}

@test "so they are of collectives, files and recursion of every kind" {
	need_tools otfaux
	odd_trace
	is_like_otfaux odd
}

@test "summaries of the sample trace are what its events add up to" {
	otf-snap --summaries=function,message,collective,file --points 6 "$sample" | tee out | summaries >ours
	otf-cat "$sample" | model $(awk -F '\t' '/^DefAux/ && $5 == 1 { print $4 }' out) >counted
	[ -s ours ]
	diff counted ours
}

@test "records come by time, stream, process, kind and token" {
	otf-snap --summaries=function,group,message,collective,file --points 3 "$sample" | grep Summary >out
	[ -s out ]
	awk -F '\t' -v OFS='\t' '
		BEGIN { n = split("Function FunctionGroup Message Collop FileOperation", k, " ")
			for (i = 1; i <= n; i++) rank[k[i] "Summary"] = i }
		{ print $2, $3, rank[$1], $1 == "CollopSummary" ? $5 : $4 }' out >keys
	sort -c -n -k 1,1 -k 2,2 -k 3,3 -k 4,4 keys
}

@test "only the kinds that are asked for are made" {
	for kind in function:Function group:FunctionGroup message:Message collective:Collop file:FileOperation; do
		otf-snap --summaries="${kind%:*}" --points 3 "$sample" | records | grep Summary | cut -f 1 | sort -u >got
		[ ! -s got ] || [ "$(cat got)" = "${kind#*:}Summary" ]
	done
	exits 2 otf-snap --summaries=functions --points 3 "$sample"
	says "--summaries: unknown value 'functions'; did you mean 'function'?"
}

@test "summaries without instants are a usage error" {
	exits 2 otf-snap --summaries "$sample"
	exits 2 otf-snap --remove --summaries=file "$sample"
}

@test "the last instant is after the last event and includes it" {
	otf-snap --summaries=message --points 4 "$sample" | tee out | records | grep MessageSummary | tail -n 1 >last
	end=$(awk -F '\t' '!/^@/ && $1 !~ /Summary|Snapshot/ && $2 + 0 > n { n = $2 + 0 } END { printf "%d", n + 1 }' out)
	[ "$(cut -f 2 last)" = "$end" ]
}

@test "old summaries are replaced, once and again" {
	sample t
	otf-snap --summaries --points 4 t -o u
	otf-snap --summaries --points 4 u -o v
	otf-cat --no-pg u >a
	otf-cat --no-pg v >b
	cmp a b
	otf-snap --summaries --in-place --points 2 t
	[ "$(points_of t | wc -l)" = 2 ]
	otf-snap --remove --summaries --in-place t
	otf-cat t >out
	fails grep -e Summary -e DefAux out
	otf-cat --no-pg t | records | cmp - <(otf-cat --no-pg "$sample" | records)
}

@test "summaries of some streams only leave the others alone" {
	sample t
	otf-snap --summaries=function -s 2 --points 3 t | records | grep Summary | cut -f 3 | sort -u >got
	otf-cat t | awk -F '\t' '$1 == "@SM" && $2 == 2 { gsub(",", "\n", $3); print $3 }' | sort >in2
	[ -s got ]
	comm -23 got in2 >other
	[ ! -s other ]
}

@test "a piece of a run counts calls that were open from its beginning on" {
	tr '|' '\t' >piece.otfl <<-'END'
		@OTFPIPE|1.0
		@SM|1|1
		DefTimerResolution|-|0|1000
		DefFunction|-|0|7|f|0|0
		DefFunction|-|0|8|g|0|0
		EnterSnapshot|100|1|10|7|0
		EnterSnapshot|100|1|20|8|0
		Leave|110|1|8|0
		Leave|130|1|7|0
		@END|7
	END
	otf-snap --summaries --at 120,140 piece.otfl | records | grep Function.*Summary >out
	tr '|' '\t' <<-'END' | diff - out
		FunctionSummary|120|1|7|0|10|20
		FunctionSummary|120|1|8|0|10|10
		FunctionSummary|140|1|7|0|20|30
		FunctionSummary|140|1|8|0|10|10
	END
}

@test "a stream without events has no summaries" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|0|9' 'DefProcess|-|0|1|p|0' >t.otfl
	silent otf-snap --summaries --points 2 t.otfl
	fails grep Summary out
}

# ---- --no-snapshots: summaries alone ----

@test "--no-snapshots makes the summaries that are made without it, and no snapshots" {
	otf-snap --summaries --points 5 "$sample" | grep Summary >want
	otf-snap --summaries --no-snapshots --points 5 "$sample" | tee out | grep Summary | cmp - want
	fails grep -e Snapshot -e '^DefAux.*	0$' out
	otf-snap --summaries --no-snapshots --every 1ms "$sample" | grep -c MessageSummary
}

@test "snapshots, events and the thumbnail stay when summaries are put in or removed" {
	need_tools sha256sum
	sample t
	otf-snap --points 3 --thumbnail --in-place t
	sha256sum t.*.events t.*.snaps t.*.marker t.thumb >before
	cp t.0.def def
	silent otf-snap --summaries --no-snapshots --points 4 --in-place t
	sha256sum -c --quiet before
	[ -e t.1.stats ]
	[ "$(points_of t | wc -l)" = 4 ]
	silent otf-snap --remove=summaries --in-place t
	sha256sum -c --quiet before
	cmp def t.0.def
	nothing t.1.stats
	nothing t.2.stats
}

@test "an input cut short keeps its exit status, and no trace appears" {
	otf-cat "$sample" | head -c 50000 >cut.otfl
	exits 3 otf-snap --summaries --no-snapshots --at 2ms cut.otfl -o u
	nothing u
	exits 3 otf-to-tau --profile d cut.otfl
	nothing d
	otf-snap --summaries --no-snapshots --points 5 "$sample" | head -c 60000 >cut.otfl
	exits 3 otf-stat --from-summaries cut.otfl
	[ ! -s out ]
}

@test "a full disk and a closed pipe are noticed" {
	[ -e /dev/full ] || skip "no /dev/full"
	otf-snap --summaries --no-snapshots --points 50 "$sample" 2>err | head -n 1 >one
	[ ! -s err ]
	status=0
	otf-snap --summaries --no-snapshots --points 5 "$sample" >/dev/full 2>err || status=$?
	[ "$status" = 1 ]
	otf-snap --summaries --no-snapshots --points 5 "$sample" -o s
	status=0
	otf-stat --from-summaries s >/dev/full 2>err || status=$?
	[ "$status" = 1 ]
}

@test "--remove=snapshots keeps the summaries, --remove=summaries the snapshots and the thumbnail" {
	sample t
	otf-snap --points 3 --summaries --thumbnail --in-place t
	for word in snapshots summaries snapshots,summaries; do
		rm -f u.*
		for f in t.*; do cp "$f" "u${f#t}"; done
		silent otf-snap --remove=$word --in-place u
		case $word in *snap*) fails ls u.1.snaps u.thumb ;; *) ls u.1.snaps u.thumb ;; esac 2>/dev/null
		case $word in *summ*) fails ls u.1.stats ;; *) ls u.1.stats ;; esac 2>/dev/null
		otf-cat u | grep -c Snapshot | awk -v none="${word#*snap}" -v word=$word '($1 == 0) != (none != word) { exit 1 }'
		otf-cat u | grep -c Summary | awk -v none="${word#*summ}" -v word=$word '($1 == 0) != (none != word) { exit 1 }'
		otf-snap --no-pg --remove=$word <(otf-cat --no-pg t) | records | cmp - <(otf-cat --no-pg u | records)
	done
	otf-snap --remove --in-place t
	otf-cat --no-pg t | cmp - <(otf-snap --no-pg --remove=snapshots t)
	[ "$(points_of t | wc -l)" = 3 ]
	otf-snap --no-pg --remove --summaries t | cmp - <(otf-snap --no-pg --remove=summaries t)
}

@test "summaries of the shares of a trace are joined to those of the trace" {
	for k in 1 2; do silent otf-snap --summaries --no-snapshots --at 2ms,4ms --part $k/2 "$sample" -o share.$k; done
	otf-write --join all share.1 share.2
	otf-snap --no-pg --summaries --no-snapshots --at 2ms,4ms "$sample" | records | cmp - <(otf-cat --no-pg all | records)
	exits 2 otf-snap --summaries --at 2ms --part 1/2 "$sample"
	says '--part 1/2: a snapshot needs the whole trace; leave out --part'
}

@test "options that have no sense together are usage errors" {
	for options in '--no-snapshots --points 5' '--no-snapshots --thumbnail -o u' '--summaries --no-snapshots' \
		'--summaries --remove=summaries' '--remove=summaries --points 5' '--remove=all' '--remove --no-snapshots --summaries'; do
		echo "$options"
		# shellcheck disable=SC2086
		exits 2 otf-snap $options "$sample"
		[ ! -s out ]
	done
	nothing u
}
