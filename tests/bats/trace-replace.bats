# A trace that exists: --force, what a kill leaves, and otf-write --recover.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	small_trace
	mv t.* "$(mktemp -d)"
}

teardown() {
	[ ! -d disk ] || umount disk 2>/dev/null || true
}

# same A B: the directories hold the same files, to the byte.
same() {
	diff -r "$1" "$2"
}

# killed SYSCALL N COMMAND...: it is killed at its N-th call.
killed() {
	local got=0
	strace -f -o /dev/null -e trace="$1" -e inject="$1":signal=KILL:when="$2" "${@:3}" 2>/dev/null || got=$?
	[ "$got" -eq 137 ]
}

# A replacement of trace/t that was killed between the removal of NAME.otf and the end.
interrupted() {
	need_tools strace
	otf-cat trace/t | killed renameat2 3 otf-write --force -n 1 trace/t
	[ ! -e trace/t.otf ]
	[ -e trace/t.otfpipe-journal ]
}

# What a replacement with -n 1 gives, in ./new.
make_new() {
	mkdir new
	otf-cat trace/t | otf-write -n 1 new/t
}

@test "--force replaces all files of the old trace, stale ones and the thumbnail too" {
	make_new
	touch trace/t.thumb trace/t.9.events trace/t.1.snaps.z trace/t.0.defs
	otf-cat new/t >in
	touch trace/t.txt trace/tt.otf
	silent otf-write --force -n 1 trace/t <in
	touch new/t.txt new/tt.otf
	same trace new
}

@test "a trace may be its own source: compressed and back again it is the same" {
	cp -R trace old
	otf-cat trace/t >want
	silent otf-cat trace/t -z 4 --force -o trace/t
	[ -e trace/t.1.events.z ]
	[ ! -e trace/t.1.events ]
	silent otf-cat trace/t.otf -z 0 --force -o trace/t.otf
	same_text trace/t old/t
	[ "$(ls trace | wc -l)" -eq 4 ]
	otf-filter -p 1 --force -o trace/t trace/t
	[ "$(otf-cat --count -r event trace/t)" -eq "$(awk -F'\t' '!/^(@|Def)/ && $3 == 1' want | wc -l)" ]
}

@test "a large trace is its own source within four descriptors" {
	need_mktrace
	mktrace -p 30 -s 30 -e 20k | otf-write t
	otf-cat --no-pg t >want
	silent otf-cat -f 4 --no-pg t -n 5 --force -o t
	otf-cat --no-pg t | grep -v ^@ | sort | cmp - <(grep -v ^@ want | sort)
}

@test "--force of a name that is new writes it" {
	otf-cat trace/t | silent otf-write --force n
	same_text n trace/t
	nothing n.otfpipe
}

@test "--force without a trace to write is a usage error" {
	exits 2 otf-cat --force trace/t
	says "-o NAME"
}

@test "an input that fails leaves the old trace whole, and nothing beside it" {
	cp -R trace old
	otf-cat trace/t | head -n 9 | exits 3 otf-write --force trace/t
	stream "$one" 'NoOp|5|1' 'NoOp|4|1' | exits 1 otf-write --force trace/t
	printf '@OTFPIPE\t1.0\n@ABORT\tx\ty\n' | exits 1 otf-write --force trace/t
	same trace old
	truncate -s -3 trace/t.2.events
	rm -r old && cp -R trace old
	exits 3 otf-cat trace/t --force -o trace/t || exits 1 otf-cat trace/t --force -o trace/t
	same trace old
}

@test "a full disk leaves the old trace whole" {
	need_mktrace
	mkdir disk
	mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null || skip "no mount here"
	cp trace/t.* disk
	mktrace -p 4 -s 4 -e 1m >in
	exits 1 otf-write --force disk/t <in
	says "No space left on device"
	same trace disk
}

@test "links and directories among the old files are refused, and nothing changes" {
	mv trace/t.1.events elsewhere
	ln -s ../elsewhere trace/t.1.events
	cp -R trace old
	otf-cat trace/t | exits 1 otf-write --force trace/t
	says "trace/t.1.events: is a symbolic link"
	same trace old
	rm trace/t.1.events old/t.1.events
	mkdir trace/t.1.events old/t.1.events
	stream "$one" | exits 1 otf-write --force trace/t
	says "trace/t.1.events: is not a regular file"
	same trace old
}

@test "a directory that forbids it: exit 1, told, the old trace is whole" {
	[ "$(id -u)" -eq 0 ] || skip "wants to be root"
	nobody_runs otf-write
	dir=$(mktemp -d)
	cp trace/t.* "$dir"
	chmod 755 "$dir"
	got=0
	otf-cat trace/t | as_nobody otf-write --force "$dir/t" 2>err || got=$?
	[ "$got" -eq 1 ]
	says "$dir/t.otf: Permission denied"
	same trace "$dir"
	# all may write, but nobody may move what belongs to others
	chmod 1777 "$dir"
	otf-cat trace/t | fails as_nobody otf-write --force "$dir/t" 2>err
	says "Operation not permitted"
	same trace "$dir"
	rm -r "$dir"
}

@test "the second of two writers of a name is refused at once" {
	mkfifo feed
	otf-write --force trace/t <feed 2>first 3>&- &
	pid=$!
	exec 7>feed
	otf-cat trace/t | head -n 3 >&7
	soon test -e trace/t.otfpipe-lock
	stream "$one" | exits 1 otf-write --force trace/t.otf
	says "trace/t.otf: another command is writing it"
	exits 1 otf-write --recover trace/t
	says "another command is writing it"
	otf-cat trace/t | tail -n +4 >&7
	exec 7>&-
	wait $pid
	[ ! -s first ]
	nothing trace/t.otfpipe
}

# In memory, where there is such a place: a disk would take its time for each fsync.
kills() {
	local tmp=$BATS_TEST_TMPDIR
	need_tools strace
	[ ! -w /dev/shm ] || tmp=/dev/shm
	TMPDIR=$tmp run "$REPO/tests/replace-kill" "$@"
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "a kill at any system call of the commit leaves the old trace, the new one, or a journal that completes it" {
	kills each renameat2 unlinkat unlink mkdir mkdirat fsync flock
}

@test "a kill while several threads remove the old files leaves the new trace, and the next command removes the rest" {
	not_emulated 'an emulator makes the same system calls for itself'
	kills --many each unlinkat clone3 exit
	[[ $output == *" 0 old, "* ]]
	kills --many recovery unlinkat
}

@test "a kill at any system call of the recovery is recovered from" {
	kills recovery renameat2 unlinkat unlink mkdirat fsync flock
}

@test "a reader completes what was interrupted, says so, and reads the new trace" {
	make_new
	interrupted
	exits 0 otf-cat --no-pg trace/t
	says "trace/t.otf: completed a write that was interrupted"
	[ "$(wc -l <err)" -eq 1 ]
	otf-cat --no-pg new/t | cmp - out
	same trace new
	silent otf-cat trace/t
}

@test "a writer completes what was interrupted before it refuses or replaces the trace" {
	make_new
	interrupted
	stream "$one" | exits 1 otf-write trace/t
	says "completed a write that was interrupted"
	says ": exists; use --force"
	same trace new
}

@test "otf-write --recover completes it, once, and a trace that is whole stays as it is" {
	make_new
	interrupted
	exits 0 otf-write --recover trace/t.otf
	says "trace/t.otf: completed a write that was interrupted"
	same trace new
	silent otf-write --recover trace/t
	same trace new
	silent otf-write --recover no-such-trace
	exits 1 otf-write --recover no/such/dir
	exits 2 otf-write --recover
}

@test "files that were moved or renamed together meanwhile are recovered as well" {
	make_new
	interrupted
	mv trace moved
	cd moved
	for f in t.*; do
		mv "$f" "u${f#t}"
	done
	exits 0 otf-write --recover u
	rm out err
	for f in u*; do
		mv "$f" "t${f#u}"
	done
	cd ..
	same moved new
}

@test "a reader of a directory that may not write names the way out" {
	[ "$(id -u)" -eq 0 ] || skip "wants to be root"
	nobody_runs otf-info
	dir=$(mktemp -d)
	chmod 755 "$dir"
	mkdir "$dir/run"
	touch "$dir/run/.otfpipe-journal"
	exits 1 as_nobody otf-info "$dir/run"
	says "a write was interrupted: 'otf-write --recover $dir/run' completes it"
	rm -r "$dir"
}

@test "a reader that may not write names the way out" {
	[ "$(id -u)" -eq 0 ] || skip "wants to be root"
	nobody_runs otf-cat
	interrupted
	dir=$(mktemp -d)
	cp -R trace/. "$dir"
	chmod 755 "$dir"
	fails as_nobody otf-cat "$dir/t" 2>err >out
	says "'otf-write --recover $dir/t' completes it"
	[ "$(wc -l <err)" -eq 1 ]
	aborted
	rm -r "$dir"
}

@test "what a killed writer left beside is removed by --recover, which says so" {
	need_tools strace
	cp -R trace old
	otf-cat trace/t | killed renameat2 1 otf-write --force trace/t
	[ -e trace/t.otfpipe-lock ]
	left=$(ls -d trace/t.otfpipe-??????)
	exits 0 otf-write --recover trace/t
	says "$left: removed: left by a writer that was killed"
	same trace old
}

@test "a directory beside with files that are not ours stays and is told" {
	mkdir trace/t.otfpipe-abcdef trace/t.otfpipe-notours
	touch trace/t.otfpipe-abcdef/notes trace/t.otfpipe-abcdef/.1.events
	exits 1 otf-write --recover trace/t
	says "trace/t.otfpipe-abcdef: Directory not empty"
	[ -e trace/t.otfpipe-abcdef/notes ]
	[ -d trace/t.otfpipe-notours ]
}

@test "a write to a new name that was killed is completed, too" {
	need_tools strace
	otf-cat trace/t >in
	killed renameat2 3 otf-write n <in
	[ ! -e n.otf ]
	exits 0 otf-cat --no-pg n
	says "completed a write that was interrupted"
	same_text n trace/t
	nothing n.otfpipe
}

@test "-j packs with several threads into the same bytes" {
	need_mktrace
	mktrace -p 8 -s 5 -e 60k >in
	for z in 1 6; do
		mkdir j$z
		otf-write -z $z j$z/t <in
		for j in 0 1 2 5; do
			mkdir k
			silent otf-write -j $j -z $z k/t <in
			same j$z k
			rm -r k
		done
	done
}
