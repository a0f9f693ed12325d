# otf-snap --in-place: what stays, what is replaced, and that it is all or nothing.

load common
load stream

setup() {
	common_setup
	sample t
	mkdir old
}

teardown() {
	[ ! -d disk ] || umount disk 2>/dev/null || true
}

# What tells whether files were touched.
marks() {
	stat -c '%n %i %s %y' "$@"
}

# same A B: the directories hold the same files, to the byte.
same() {
	diff -r "$1" "$2"
}

@test "events, markers, summaries and local definitions stay untouched, plain or packed" {
	otf-cat --no-pg t | sed '/^DefFunction	-	0	1	/{p;s/	0	1	/\t1\t9999\t/}' | awk '/^@END/ { $0 = "@END\t" n } !/^@/ { n++ } 1' >with
	for z in 0 4; do
		otf-snap --points 3 --summaries with -z $z -o u
		rm u.*.snaps*
		marks u.*.events* u.*.stats* u.*.marker* u.[12].def* >before
		[ "$(wc -l <before)" -ge 6 ]
		silent otf-snap --points 7 --in-place u
		marks u.*.events* u.*.stats* u.*.marker* u.[12].def* | diff before -
		[ -e u.1.snaps ]
		[ -e u.0.def ]
		[ "$(grep -c ^DAUX u.0.def)" -eq 9 ]
		otf-snap --no-pg --points 7 --summaries with -o v
		otf-cat --no-pg -r snap u | diff - <(otf-cat --no-pg -r snap v)
		rm u.* v.*
	done
}

@test "in place, -o and the filter give the same snapshots" {
	silent otf-snap --points 11 t -o u
	silent otf-snap --points 11 --in-place t.otf
	same_text t u
	cmp t.1.snaps u.1.snaps
	cmp t.0.def u.0.def
	cmp t.otf u.otf
}

@test "a second run replaces, other instants too; --remove leaves the trace as it was" {
	cp t.* old
	otf-snap --points 4 --in-place t
	cp t.1.snaps once
	silent otf-snap --points 4 --in-place t
	cmp t.1.snaps once
	silent otf-snap --at 50% -z 2 --in-place t
	[ ! -e t.1.snaps ]
	[ -e t.1.snaps.z ]
	[ "$(otf-cat -q t | grep -c ^DefAux)" -eq 1 ]
	silent otf-snap --remove --in-place t
	rm -f once out err
	mkdir new && mv t.* new
	same old new
}

@test "a thumbnail stays where the events stay, goes with --remove and --inline, and is made on demand" {
	echo old >t.thumb
	silent otf-snap --points 4 --in-place t
	grep -q old t.thumb
	silent otf-snap --thumbnail --in-place t
	otf-snap --thumbnail t -o u
	cmp t.thumb u.thumb
	[ "$(otf-cat -q t | grep -c ^DefAux)" -eq 3 ]
	silent otf-snap --points 4 --inline --in-place t
	[ ! -e t.thumb ]
	silent otf-snap --points 4 --thumbnail --in-place t
	cmp t.thumb u.thumb
	silent otf-snap --remove --in-place t
	[ ! -e t.thumb ]
}

@test "--inline writes the events anew, and inline snapshots are replaced" {
	cp t.* old
	silent otf-snap --points 4 --inline --in-place t
	nothing t.1.snaps
	grep -q ^TE t.1.events
	otf-snap --no-pg --inline --points 4 old/t -o u
	same_text t u
	silent otf-snap --points 3 --in-place t
	nothing t.1.snaps
	[ "$(grep -c '^DAUX.*Y2' t.0.def)" -eq 2 ]
	silent otf-snap --remove --in-place t
	same_text t old/t
}

@test "inline snapshots far behind the head of a file are found by their sample points" {
	need_mktrace
	mktrace -p 4 -s 2 -e 60k | otf-write u
	otf-snap --at 90% --inline --in-place u
	otf-cat u | head -n 1 | grep -q IS:1
	silent otf-snap --at 95% --in-place u
	[ "$(otf-cat -r snap u | grep Snapshot | cut -f 2 | sort -u | wc -l)" -eq 1 ]
	# and where nothing announces them
	sed -i /^DAUX/d u.0.def
	mkdir v w && cp u.* v && cp u.* w
	exits 1 otf-snap --at 50% --in-place v/u
	says "event files contain snapshots that no sample point announces"
	same v w
	silent otf-snap --at 50% --inline --in-place v/u
	[ "$(otf-cat -r snap v/u | grep Snapshot | cut -f 2 | sort -u | wc -l)" -eq 1 ]
}

@test "damage, cut files and what is odd under --strict leave the trace as it was" {
	echo 'E1Q3' >>t.2.events
	cp t.* old
	exits 1 otf-snap --points 4 --in-place t
	mkdir now && cp t.* now && same old now
	exits 1 otf-snap --points 4 --keep-going --in-place t
	cmp t.2.events old/t.2.events
	[ -e t.1.snaps ]
	cp old/t.* . && rm t.*.snaps
	truncate -s -3 t.1.events
	cp t.1.events old
	exits 1 otf-snap --points 4 --in-place t
	nothing t.1.snaps
	nothing t.otfpipe
	sample t
	cp t.* old
	sed -i '0,/^L/s//L1\nL/' t.1.events
	cp t.1.events old
	exits 1 otf-snap --strict --points 4 --in-place t
	nothing t.1.snaps
	exits 0 otf-snap --points 4 --in-place t
	[ -e t.1.snaps ]
}

@test "without global definitions it is damage, too" {
	rm t.0.def
	exits 1 otf-snap --points 4 --in-place t
	says "is damaged and was not changed"
	nothing t.1.snaps
	nothing t.0.def
}

@test "a full disk leaves the trace whole" {
	mkdir disk
	mount -t tmpfs -o size=200k tmpfs disk 2>/dev/null || skip "no mount here"
	cp t.* disk
	cp t.* old
	exits 1 otf-snap --points 4000 --in-place disk/t
	says "No space left on device"
	same disk old
}

@test "event files that are links stay links" {
	mkdir far
	mv t.1.events far
	ln -s far/t.1.events t.1.events
	silent otf-snap --points 4 --in-place t
	[ -L t.1.events ]
	[ -e t.1.snaps ]
	exits 1 otf-snap --points 4 --inline --in-place t
	says "is a symbolic link"
}

@test "what is stored of earlier commands stays, and nothing is added unless asked for" {
	otf-cat t | otf-write --keep-pg u
	otf-cat u | grep ^@PG >pg
	silent otf-snap --points 4 --in-place u
	otf-cat u | grep ^@PG | head -n -1 | diff - <(head -n -1 pg)
	[ "$(otf-cat u | grep -c ^@PG)" -eq "$(wc -l <pg)" ]
	silent otf-snap --points 4 --keep-pg --in-place u
	otf-cat u | grep -q '^@PG.*otf-snap'
}

@test "a stream without event file gets none but the least" {
	rm t.2.events
	exits 1 otf-snap --points 4 --in-place t
	nothing t.2.events
	exits 1 otf-snap --points 4 --keep-going --in-place t
	[ -e t.2.events ]
	exits 0 otf-cat t
}

# In memory, where there is such a place: a disk would take its time for each fsync.
kills() {
	local tmp=$BATS_TEST_TMPDIR
	need_tools strace
	[ ! -w /dev/shm ] || tmp=/dev/shm
	TMPDIR=$tmp run "$REPO/tests/replace-kill" --in-place "$@"
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "a kill at any system call leaves the old trace, the new one, or a journal that completes it" {
	kills each renameat2 unlinkat unlink mkdir mkdirat fsync flock
}

@test "a kill at any system call of the recovery is recovered from" {
	kills recovery renameat2 unlinkat unlink mkdirat fsync flock
}

@test "a kill at a random moment, too" {
	kills random 20
}
