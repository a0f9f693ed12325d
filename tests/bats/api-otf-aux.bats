# otfaux.h: states and their snapshots, matching of messages, thumbnails.

load common
load otf

setup_file() {
	common_setup
	otf_ours "$BATS_FILE_TMPDIR/ours" "$REPO/tests/api/otf/aux.c"
	otf_reference "$BATS_FILE_TMPDIR/reference" "$REPO/tests/api/otf/aux.c"
	otf_ours "$BATS_FILE_TMPDIR/misuse" "$REPO/tests/api/otf/aux-misuse.c"
}

setup() {
	common_setup
	ours=$BATS_FILE_TMPDIR/ours
}

@test "otfaux: states, messages and thumbnails are those of the reference" {
	need_reference_library
	"$ours" | sort >a
	"$BATS_FILE_TMPDIR/reference" | sort >b
	[ "$(wc -l <a)" -gt 500 ]
	diff b a
}

@test "otfaux: a snapshot has the processes as they were first named, and the kinds in their order" {
	"$ours" >a
	order=$(awk '/^(messages 30|ends)/ { print $3 }' a | uniq | tr '\n' ' ')
	[ "$order" = "enter send count enter file collective count fileop counter " ]
	tokens=$(awk '/^operations 44 counter/ { print $6 }' a | tr '\n' ' ')
	[ "$tokens" = "0 1 2 " ]
}

@test "otfaux: what the program otfaux does with a trace gives the snapshots and thumbnail of the reference" {
	sample t
	otf_ours trace "$REPO/tests/api/otf/aux-trace.c"
	./trace t ours | sort >ours
	[ "$(wc -l <ours)" -gt 900 ]
	[ "$(wc -l <ours.thumb)" -eq 9 ]
	need_reference_library
	otf_reference theirs-trace "$REPO/tests/api/otf/aux-trace.c"
	./theirs-trace t theirs | sort >theirs
	diff theirs ours
	diff <(sort theirs.thumb) <(sort ours.thumb)
}

@test "otfaux: NULL handles, damaged thumbnails and messages that nobody receives are refused with a reason" {
	printf '0:4,2\n1:1,2,3,4,\n2:1,2,3,\n' >short.thumb
	printf '0:4,2\n1:1,2,3,4,\n' >few.thumb
	printf '0:4,1\n1:1,2,3,4,\n2:1,2,3,4,\n' >many.thumb
	printf '0:ffffffff,1\n1:1,\n' >wide.thumb
	printf '1:4,1\n' >head.thumb
	printf '' >empty.thumb
	printf '0:,1\n' >width.thumb
	printf '0:2,1\n1:1,,\n' >sample.thumb
	"$BATS_FILE_TMPDIR/misuse" short few many wide head empty width sample missing >said
	diff - said <<-'END'
		short: 1 read, short.thumb:3: no line of a thumbnail
		few: 1 read, few.thumb:3: no line of a thumbnail
		many: 1 read, many.thumb:3: no line of a thumbnail
		wide: 0 read, wide.thumb:2: no line of a thumbnail
		head: head.thumb:1: no line of a thumbnail
		empty: empty.thumb:1: no line of a thumbnail
		width: width.thumb:1: no line of a thumbnail
		sample: 0 read, sample.thumb:2: no line of a thumbnail
		missing: missing.thumb: No such file or directory
		32 calls refused
	END
}

@test "otfaux: no leak, no invalid read" {
	need_tools valgrind
	case $BUILD in */san-*) skip "a build with sanitizers" ;; esac
	valgrind -q --leak-check=full --error-exitcode=9 "$ours" >/dev/null
}
