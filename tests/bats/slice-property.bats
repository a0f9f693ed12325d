# otf-slice at random places: from a trace, a stream, a pipe, at once or in two steps the same piece comes.

load common
load stream

setup() {
	common_setup
}

# cut_anywhere TRACE N [OPTION]...: at N places, see tests/oracle/slices.py
cut_anywhere() {
	local trace=$1 n=$2
	shift 2
	otf-cat -q --no-pg "$trace" >whole.otfl
	python3 "$REPO/tests/oracle/slices.py" "$trace" whole.otfl "$n" "$BATS_TEST_NUMBER" "$@"
}

@test "the sample trace, as it is, and with snapshots" {
	sample s
	cut_anywhere s 8
	cut_anywhere s 4 --closed
	otf-snap --points 20 s -o snapped
	cut_anywhere snapped 12
	cut_anywhere snapped 4 --closed
	otf-snap --points 20 --inline s -o inlined
	cut_anywhere inlined 8
}

@test "a trace of our own with all that can be open" {
	need_mktrace
	mktrace -p 6 -e 20k -s 3 --tags --markers | otf-write big
	cut_anywhere big 8
	cut_anywhere big 8 --closed
	otf-snap --points 50 big -z 1 -o snapped
	cut_anywhere snapped 10
}

@test "every shared trace of the reference" {
	need_shared
	find "$SHARED"/corpus/otf1 -name '*.otf' | grep -v eqtimes >all
	[ "$(wc -l <all)" -gt 10 ]
	while read -r T; do
		cut_anywhere "$T" 3
		cut_anywhere "$T" 1 --closed
	done < <(sampled <all)
}

@test "snapshots of the reference serve as ours do" {
	need_library
	need_tools otfaux
	build_reference
	"$BATS_FILE_TMPDIR/synth" syn 4 5000 2 0 0 7 >/dev/null
	otfaux --snapshots -n 20 syn.otf >/dev/null
	cut_anywhere syn 10
}

@test "the state in a piece is that of the whole trace" {
	sample s
	for k in 1 2 3 4 5 6; do
		a=$((1100000 + k * 400000)) t=$((1300000 + k * 500000))
		otf-slice -t $a: s -o piece --force
		otf-snap --no-pg --at $t piece >from-piece
		otf-snap --no-pg --at $t s | grep "Snapshot	$t	" >want
		[ -s want ]
		grep "Snapshot	$t	" from-piece | diff - want
	done
}
