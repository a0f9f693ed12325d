# otf-snap beside otfaux of OTF 1.12.5, record by record, but for the differences that otf-snap(1) lists.

load common
load stream

setup_file() {
	common_setup
	build_reference
}

setup() {
	common_setup
	need_tools otfaux
}

# Snapshots by time and process, in each group the calls in their order, then the others sorted.
in_groups() {
	otf-cat -q --no-pg -r snap,DefAuxSamplePoint "$1" | grep -v -e ^@ -e '^DefAux.*1$' |
		awk -F'\t' '{ print ($2 == "-" ? 0 : $2) "\t" $3 "\t" ($1 == "EnterSnapshot" ? NR : 1e12) "\t" $0 }' |
		sort -t "$(printf '\t')" -k 1,1n -k 2,2n -k 3,3n -k 4 | cut -f 4-
}

# same_at TRACE TIME...: snapshots at these times are the reference's, in each process in its order.
same_at() {
	local trace=$1 times
	shift
	times=$*
	rm -f theirs.* ours.*
	otfaux --snapshots $(printf -- '-t %s ' "$@") -o theirs "$trace" >log 2>&1
	exits 0 otf-snap -q --at "${times// /,}" --thumbnail "$trace" -o ours
	in_groups theirs >want
	[ -s want ]
	in_groups ours | diff want -
}

# What otfaux --thumbnail writes, by process.
same_thumbnail() {
	sort theirs.thumb | diff - <(sort ours.thumb)
}

# same_points TRACE N: those of -n N too, but for one at the last event, which a sum of rounded numbers makes.
same_points() {
	local last
	last=$(otf-cat "$1" | sed -n '1s/.*TS:[0-9]*,\([0-9]*\).*/\1/p')
	rm -f theirs.* ours.*
	otfaux --snapshots -n "$2" -o theirs "$1" >log 2>&1
	exits 0 otf-snap -q --points "$2" "$1" -o ours
	in_groups theirs | awk -F'\t' -v t="$last" '$2 != t && !(/^DefAux/ && $4 == t)' >want
	[ -s want ]
	in_groups ours | diff want -
}

@test "the traces of the corpus" {
	need_shared
	for trace in synth_n1/syn synth_n3/syn synth_n3/mrg; do
		trace=$SHARED/corpus/otf1/$trace
		same_at "$trace" 1000 1001 5000 33333 77777 110127 137408
		same_thumbnail
		same_points "$trace" 7
	done
}

@test "every kind of record, with key-values, in every form" {
	need_shared
	for trace in "$SHARED"/corpus/otf1/all_{short,long}_{plain_n1,plain_n4}; do
		same_at "$trace/all" 14 17 19 20 22 23 24 25 26 27 28 29 32
	done
}

@test "traces of many forms" {
	need_library
	for seed in 1 2 3 4; do
		rm -f t.*
		"$BATS_FILE_TMPDIR/synth" t $((5 + seed * 9)) $((900 / seed)) $((seed % 4 + 1)) $((seed % 2)) 0 $seed 2>/dev/null
		same_at t 1000 4321 99999 123456 222222
		same_thumbnail
		same_points t 13
		otfaux --thumbnail --thumbnail-procs 7 --thumbnail-samples 33 -o theirs t
		otf-snap --thumbnail=7,33 t -o ours --force
		same_thumbnail
	done
}

@test "summaries in the same pass" {
	need_library
	"$BATS_FILE_TMPDIR/synth" t 9 900 3 0 0 5 2>/dev/null
	otfaux --all -n 7 -o theirs t >log 2>&1
	exits 0 otf-snap --points 7 --summaries --thumbnail t -o ours
	in_groups theirs >want
	in_groups ours | diff want -
	# their sums are another matter
	otf-cat -r stat,DefAuxSamplePoint theirs | grep -v -e ^@ -e '^Def.*0$' | cut -f 1-4 | sort >want
	otf-cat -r stat,DefAuxSamplePoint ours | grep -v -e ^@ -e '^Def.*0$' | cut -f 1-4 | sort | diff want -
	same_thumbnail
}

@test "inline snapshots" {
	need_library
	"$BATS_FILE_TMPDIR/synth" t 9 900 3 0 0 6 2>/dev/null
	otfaux --snapshots --inline-snapshots -t 5000 -t 77777 -o theirs t >log 2>&1
	silent otf-snap --at 5000,77777 --inline t -o ours
	in_groups theirs >want
	[ -s want ]
	in_groups ours | diff want -
}

@test "the reference reads what --in-place leaves" {
	need_library
	need_reference
	"$BATS_FILE_TMPDIR/synth" t 9 900 3 0 0 7 2>/dev/null
	exits 0 otf-snap --points 9 --summaries --thumbnail --in-place t
	otf-cat --no-pg t >t.otfl
	reference_says t >want
	stream_says t.otfl | diff - want
}

@test "a message that is never received is on its way for us, not for otfaux" {
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'SendMsg|10|1|2|7|1|8|0' 'SendMsg|11|1|2|7|2|8|0' 'NoOp|20|1' 'RecvMsg|21|2|1|7|2|8|0' | otf-write t
	otfaux --snapshots -t 15 -o theirs t >log 2>&1
	in_groups theirs | grep Send >want
	lines 'SendSnapshot|15|1|11|2|7|2|8|0' | diff - want
	otf-snap --at 15 t | grep ^SendSnap >got
	lines 'SendSnapshot|15|1|10|2|7|1|8|0' 'SendSnapshot|15|1|11|2|7|2|8|0' | diff - got
}
