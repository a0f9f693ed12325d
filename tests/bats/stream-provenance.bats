# What stands around the records: @PG, @SM, @LOST; and where a stream may come from.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

@test "--adopt makes a stream of bare record lines, on the user's word" {
	otf-cat "$sample" | records >bare
	exits 1 otf-cat - <bare
	says "not a line stream"
	silent otf-cat --no-pg --adopt - <bare
	cp out adopted
	[ "$(head -n 1 adopted | cut -f 1)" = @OTFPIPE ]
	[ "$(tail -n 1 adopted)" = "@END	$(wc -l <bare)" ]
	records <adopted | cmp - bare
	silent otf-cat --no-pg --adopt bare
	cmp out adopted
	silent otf-write t <adopted
	otf-cat t | records | cmp - bare
	silent otf-cat --adopt bare -o u
	cmp t.1.events u.1.events
}

@test "--adopt takes a stream that was cut, but no half line" {
	otf-cat --no-pg "$sample" | head -n 500 >cut
	silent otf-cat --no-pg --adopt - <cut
	{ cat cut && printf '@END\t497\n'; } | cmp - out
	printf 'Enter\t5\t1\t7' >half
	exits 3 otf-cat --adopt - <half
	says "no newline"
	echo 'hello world' >text
	exits 1 otf-cat --adopt text
	says "text:1: "
}

@test "a stored stream is a source, by its first bytes and not by its name" {
	otf-cat --no-pg "$sample" >stored.otfl
	cp stored.otfl x.dat
	for f in stored.otfl x.dat ./x.dat; do
		silent otf-cat --no-pg "$f"
		cmp out stored.otfl
		silent otf-filter -p 1 --no-pg "$f"
		otf-filter -p 1 --no-pg "$sample" | cmp - out
	done
	exits 3 otf-cat <(head -n 9 stored.otfl)
	says "without @END"
	head -n 9 stored.otfl >x.dat
	exits 3 otf-cat x.dat
	says "x.dat: "
}

@test "a stream stored with zstd is a source" {
	command -v zstd >/dev/null || skip "no zstd"
	otf-cat --no-pg "$sample" >stored.otfl
	zstd -q stored.otfl
	silent otf-cat --no-pg stored.otfl.zst
	cmp out stored.otfl
	silent otf-cat --no-pg <stored.otfl.zst
	cmp out stored.otfl
	silent otf-cat --no-pg <(cat stored.otfl.zst stored.otfl.zst | head -c "$(stat -c %s stored.otfl.zst)")
	cmp out stored.otfl
	head -c 5000 stored.otfl.zst >half.zst
	got=0
	otf-cat half.zst >out 2>err || got=$?
	[ "$got" -eq 1 ] || [ "$got" -eq 3 ]
	says "half.zst: "
	[ "$(grep -c ^@END out)" -eq 0 ]
	exits "$got" otf-write t <half.zst
	nothing t
}

@test "a process substitution is a source" {
	otf-cat --no-pg "$sample" >want
	silent otf-cat --no-pg <(otf-cat --no-pg "$sample")
	cmp out want
	silent otf-filter --no-pg -r Enter <(cat want) -o t
	[ "$(otf-cat t | records | cut -f 1 | sort -u)" = Enter ]
}

@test "@PG: each stage adds one, which points to the one before" {
	otf-cat "$sample" | otf-filter -p 1-4 -t 1ms: | otf-filter --tag '!0' | grep ^@PG >pg
	version=$(sed -n 's/^#define OTFP_VERSION "\(.*\)"/\1/p' "$REPO/libotfpipe/otfpipe.h")
	lines "@PG|ID:1|PN:otf-cat|VN:$version|CL:otf-cat $sample" \
		"@PG|ID:2|PP:1|PN:otf-filter|VN:$version|CL:otf-filter -p 1-4 -t 1ms:" \
		"@PG|ID:3|PP:2|PN:otf-filter|VN:$version|CL:otf-filter --tag !0" | diff - pg
}

@test "@PG: tabs and newlines of the command line are escaped" {
	stream "$one" >in
	otf-filter -q --function "$(printf 'a\tb\nc\\d')" <in | sed -n 2p >pg
	grep -F 'CL:otf-filter -q --function a\tb\nc\\d' pg
	silent otf-filter -q --function x <(otf-filter -q --function "$(printf 'a\tb\nc')" <in)
}

@test "--no-pg leaves out all of them" {
	otf-cat "$sample" | otf-filter -q | otf-filter --no-pg >out
	[ "$(grep -c ^@PG out)" -eq 0 ]
	otf-cat --no-pg "$sample" | cmp - out
}

@test "--keep-pg stores @PG as definition comments, which otf-cat turns back" {
	otf-cat "$sample" | otf-filter -p 1 -r '!Counter' --function 'a"b,!c' >in
	grep ^@PG in >pg
	[ "$(wc -l <pg)" -eq 2 ]
	silent otf-write --keep-pg t <in
	[ "$(grep -c 'otfpipe:@PG' t.0.def)" -eq 3 ]
	grep 'otfpipe:@PG	ID:3	PP:2	PN:otf-write	' t.0.def
	silent otf-cat t
	[ "$(grep -c ^DefinitionComment out)" -eq 0 ]
	grep ^@PG out | head -n 2 | cmp - pg
	grep ^@PG out | tail -n 1 | grep "^@PG	ID:4	PP:3	PN:otf-cat"
	[ "$(otf-cat --no-pg t | grep -c ^@PG)" -eq 0 ]
	grep ^@PG out >pg
	otf-cat t | silent otf-write --keep-pg u
	otf-cat u | grep ^@PG | head -n 4 | cmp - pg
	silent otf-write v <in
	[ "$(grep -c otfpipe: v.0.def)" -eq 0 ]
}

@test "@LOST is always stored and comes back" {
	stream "$one" 'NoOp|5|1' '@LOST|1|5|9|12' 'NoOp|9|1' '@LOST|1|10|11|1' >in
	for o in '' --long '-z 1' --no-pg --keep-pg; do
		# shellcheck disable=SC2086
		silent otf-write $o t <in
		otf-cat t >out
		[ "$(grep ^@LOST out)" = "$(grep ^@LOST in)" ]
		grep -v ^DefVersion out | records | cmp - <(records <in)
		rm t.*
	done
	silent otf-filter -q -p 2 <in
	[ "$(grep -c ^@LOST out)" -eq 2 ]
}

@test "@LOSTX is not @LOST, nor is @SMX @SM: control lines of other names pass, and nobody takes them for known ones" {
	stream '@SMX|1|1' '@LOSTX|1|5|9|12' '@PGX|ID:7' '@ISX' "$one" 'NoOp|5|1' >in
	for command in otf-cat otf-filter otf-sort 'otf-remap --scale 1' 'otf-filter --prune'; do
		# shellcheck disable=SC2086
		silent $command --no-pg <in
		cmp in out
	done
	silent otf-write t <in
	[ "$(grep -c otfpipe: t.0.def)" -eq 0 ]
	otf-info in >out
	[ "$(grep -c -i lost out)" -eq 0 ]
	silent otf-check --strict --rule '*=off' --rule lost=error in
	otf-remap --hash-names=key <in >out
	[ "$(grep -c -e LOSTX -e SMX -e PGX -e ISX out)" -eq 0 ]
}

@test "a comment that only looks like a stored control line does no harm" {
	for text in '@END\t7' '@ABORT\tx\ty' '@FT\tx' '@OTFPIPE\t2.0' '@' '@x y' '@SM\t1\t9' '@END' 'hello'; do
		stream "DefinitionComment|-|0|otfpipe:$text" "$one" 'NoOp|5|1' >in
		silent otf-write t <in
		silent otf-cat --no-pg t
		mv out got
		silent otf-filter --no-pg <got
		cmp out got
		grep -v ^DefVersion got | records | cmp - <(records <in) || { echo "$text" && return 1; }
		[ "$(grep -c ^@SM got)" -eq 1 ]
		rm t.*
	done
}

@test "otf-cat --count prints the number of records, and only that" {
	[ "$(otf-cat --count "$sample")" = 3154 ]
	[ "$(otf-cat "$sample" | otf-cat --count)" = 3154 ]
	[ "$(otf-cat --count -p 1 -r Enter "$sample")" = "$(otf-filter -p 1 -r Enter "$sample" | records | wc -l)" ]
	exits 3 otf-cat --count <(otf-cat "$sample" | head -n 99)
	exits 2 otf-cat --count -o t "$sample"
	exits 1 otf-cat --count no-such
	nothing t
}

@test "--adopt with traces only is a usage error, and so is --schema with anything else" {
	for trace in "$sample" "$REPO/tests/data/ping.bpv" "$REPO/tests/data/ring" "$REPO/tests/data/node.otf2"; do
		for c in otf-cat otf-sort 'otf-cat --unify'; do
			exits 2 $c --adopt "$trace" -o t
			says '--adopt is for line streams, and '
			nothing t
		done
	done
	echo 'Enter	1	1	7	0' >bare
	exits 1 otf-cat --adopt "$sample" bare # bare is read: it lacks a resolution
	says 'bare: ticks per second are unknown'
	for option in --count '--num 1:2' '-p 1' '-t 1:' --adopt --sort --unify '-o t' '-n 3' --zstd "$sample" -; do
		exits 2 otf-cat --schema $option
		says '--schema prints the table of all record types'
	done
	nothing t
	exits 0 otf-cat --schema -q
}

@test "otf-cat --schema prints a row a record, in five columns and more" {
	silent otf-cat --schema
	head -n 1 out | grep '^#'
	awk -F'\t' '!/^#/ && ($1 !~ /^[A-Z][A-Za-z]*$/ || $2 !~ /^[0-9]+$/ || $3 !~ /^(def|marker|events|snaps|stats)$/) {
		print; bad = 1 } END { exit bad }' out
	[ "$(grep -c -v '^#' out)" -eq "$(grep -c '^R(' "$REPO/libotfpipe/record/records.def")" ]
	[ "$(grep -v '^#' out | cut -f 1 | sort -u | wc -l)" -eq "$(grep -c -v '^#' out)" ]
}

@test "-V -v tells of the build on standard output" {
	for c in otf-cat otf-filter otf-write; do
		silent $c -V -v
		grep -q '^zlib' out || grep -qi 'zlib' out
		silent $c --help
		[ -s out ]
		silent $c -V
		[ -s out ]
		exits 2 $c --frobnicate
		exits 2 $c -W
	done
	exits 2 otf-write
	exits 2 otf-write a b
}
