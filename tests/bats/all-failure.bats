# What goes wrong outside: full disks, closed pipes, signals, terminals, files that cannot be read.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

teardown() {
	[ ! -d disk ] || umount disk 2>/dev/null || true
}

@test "a full disk under standard output: exit 1 and told" {
	[ -e /dev/full ] || skip "no /dev/full"
	sample s
	for c in "otf-cat s" "otf-filter s" "otf-filter -p 1 s" "otf-cat --count s" \
		"otf-cat --schema" "otf-cat --help" "otf-cat --version" "otf-filter -V" "otf-write --help"; do
		got=0
		$c >/dev/full 2>err || got=$?
		[ "$got" -eq 1 ] || { echo "$c: $got" && return 1; }
		says "${c%% *}: stdout: "
		[ "$(wc -l <err)" -eq 1 ]
	done
	stream "$one" | fails otf-filter >/dev/full 2>err
	says "stdout: No space left on device"
}

@test "a closed standard output is an error" {
	sample s
	for c in "otf-cat s" "otf-cat --schema" "otf-filter --help" "otf-cat --count s"; do
		got=0
		$c >&- 2>err || got=$?
		[ "$got" -eq 1 ] || { echo "$c: $got" && cat err && return 1; }
	done
	otf-cat "$sample" | silent otf-write t >&-
}

@test "a reader that goes away ends a command silently, by SIGPIPE" {
	mktrace -p 4 -e 200k >in
	for c in 'otf-cat in' 'otf-filter -p 1-4 in' 'otf-cat -' 'otf-filter -r Enter'; do
		set +e
		(trap - PIPE && exec python3 -c 'import os, signal, sys
signal.signal(signal.SIGPIPE, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])' $c) <in 2>err | head -n 1 >out
		got=${PIPESTATUS[0]}
		set -e
		[ "$got" -eq 141 ] || { echo "$c: $got" && return 1; }
		[ ! -s err ] || { cat err && return 1; }
		[ "$(cut -f 1 out)" = @OTFPIPE ]
	done
}

# ends PID STATUS: it ends within a minute, with that status.
ends() {
	local got=0
	soon is_gone "$1" || true
	kill -9 "$1" 2>/dev/null || true
	wait "$1" || got=$?
	[ "$got" -eq "$2" ] || { echo "exit $got, not $2" && cat err && return 1; }
}

# signalled SIGNAL COMMAND...: kill it while it waits for more of its standard input.
signalled() {
	local sig=$1 pid
	shift
	rm -f feed && mkfifo feed
	python3 -c 'import os, signal, sys
for s in signal.SIGINT, signal.SIGTERM, signal.SIGHUP: signal.signal(s, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])' "$@" <feed 2>err 3>&- &
	pid=$!
	exec 7>feed
	mktrace -p 4 -s 4 -e 50k | grep -v ^@END >&7
	soon waits "$pid"
	kill -s "$sig" "$pid"
	ends "$pid" $((128 + $(kill -l "$sig"))) || { echo "$sig: $*" && return 1; }
	exec 7>&-
}

@test "a signal ends a writer by that signal, and nothing is left" {
	for sig in TERM INT HUP; do
		signalled "$sig" otf-write t
		nothing t
		signalled "$sig" otf-write -z 1 t
		nothing t
		signalled "$sig" otf-cat - -o t
		nothing t
		signalled "$sig" otf-filter -p 1 -o t
		nothing t
	done
	signalled TERM otf-filter -p 1 >out
	[ "$(grep -c -e ^@END -e ^@ABORT out)" -eq 0 ]
}

# For soon: a process has opened the file and waits.
reads() {
	ls -l "/proc/$1/fd" | grep -q "/$2\$" && waits "$1"
}

@test "a signal ends a command that waits for another file than its input" {
	mktrace -p 2 -e 1k >in
	mkfifo more
	exec 7<>more # so that it never ends
	for command in 'otf-cat --add more' 'otf-remap --regroup more' 'otf-remap --map more' 'otf-remap --clocks more' \
		'otf-filter --rules more' 'otf-filter -p @more'; do
		# shellcheck disable=SC2086
		$command in >out 2>err 3>&- 7>&- &
		pid=$!
		soon reads "$pid" more
		kill -TERM "$pid"
		ends "$pid" 143 || { echo "$command" && return 1; }
		[ ! -s out ]
	done
	exec 7>&-
}

@test "a signal ends a command whose reader does not read" {
	mktrace -p 4 -e 200k >in
	mkfifo full
	otf-cat in >full 2>err 3>&- &
	pid=$!
	exec 7<full
	soon waits "$pid"
	kill -TERM "$pid"
	ends "$pid" 143
	cat <&7 >out
	exec 7<&-
	[ "$(grep -c -e ^@END -e ^@ABORT out)" -eq 0 ]
}

@test "a signal ends a command that makes much out of little" {
	stream "$one" 'DefFunction|-|0|1|f|0|0' 'Enter|0|1|1|0' 'Leave|1000000000000000|1|1|0' |
		sed '1s/$/\tTS:0,1000000000000000/' >in
	for command in 'otf-snap --every 2000000 --max-points 1000000000' \
		'otf-snap --summaries --no-snapshots --every 2000000 --max-points 1000000000' \
		'otf-slice --every 10000000000 --max-pieces 200000 -o t'; do
		# shellcheck disable=SC2086
		$command in >/dev/null 2>err 3>&- &
		pid=$!
		soon catches "$pid"
		kill -TERM "$pid"
		ends "$pid" 143
	done
}

@test "a signal that was ignored at the start stays ignored" {
	stream "$one" 'NoOp|5|1' >in
	mkfifo feed
	sh -c 'trap "" HUP INT; exec otf-write t' <feed 3>&- &
	pid=$!
	exec 7>feed
	head -n 2 in >&7
	soon waits "$pid"
	kill -s HUP "$pid"
	kill -s INT "$pid"
	tail -n +3 in >&7
	exec 7>&-
	wait "$pid"
	[ -e t.otf ]
}

@test "kill -9 of a writer at any moment leaves no file under a final name, the whole trace, or a journal" {
	mktrace -p 40 -s 40 -e 400k >in
	otf-write whole <in
	for i in $(seq 20); do
		z=$((i % 2))
		otf-write -z $z t <in 3>&- &
		pid=$!
		sleep "0.$(printf %03d $((RANDOM % 120 + 1)))"
		kill -9 "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
		if [ -e t.otf ]; then
			otf-cat --no-pg t | cmp - <(otf-cat --no-pg whole) || return 1
		elif [ -e t.otfpipe-journal ]; then
			# between the first rename and the last: no NAME.otf, and the next run completes it
			exits 1 otf-write t <in || return 1
			says "exists"
			otf-cat --no-pg t | cmp - <(otf-cat --no-pg whole) || return 1
		else
			silent otf-write t <in || return 1
			cmp t.1f.events whole.1f.events || return 1
		fi
		rm -rf t.*
	done
}

@test "of two writers of one name one wins, the other leaves nothing" {
	mktrace -p 50 -s 50 -e 20k >in
	otf-write whole <in
	for i in 1 2 3 4 5; do
		otf-write t <in 2>err1 3>&- &
		first=$!
		x=0 y=0
		otf-write -z 1 t.otf <in 2>err2 3>&- || y=$?
		wait $first || x=$?
		[ $((x + y)) -eq 1 ] || { cat err1 err2 && return 1; }
		[ "$(ls -d t.* | wc -l)" -eq "$(ls -d whole.* | wc -l)" ]
		otf-cat --no-pg t | cmp - <(otf-cat --no-pg whole)
		cat err1 err2 >err
		[ "$(wc -l <err)" -eq 1 ]
		grep -q -e exists -e "another command is writing it" err
		rm t.*
	done
}

# small_disk: ./disk with 1 MiB
small_disk() {
	mkdir disk
	mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null || skip "no mount here"
}

@test "a full disk under otf-write: exit 1, the file is named, nothing is left" {
	small_disk
	mktrace -p 4 -s 4 -e 2m >in
	exits 1 otf-write disk/t <in
	grep -q 'otf-write: disk/t\.[0-9a-z.]*: No space left on device' err || { cat err && return 1; }
	nothing disk/t
	exits 1 otf-write -z 1 disk/t <in
	grep -q 'otf-write: disk/t\.[0-9a-z.]*\.z: No space left on device' err || { cat err && return 1; }
	nothing disk/t
	exits 1 otf-filter -n 0 -o disk/t <in
	nothing disk/t
	[ "$(df --output=used disk | tail -n 1)" -eq 0 ]
	stream "$one" | silent otf-write disk/t
}

@test "a disk that fills up with the last bytes is noticed" {
	small_disk
	stream "$one" $(seq -f 'EventComment|%g|1|xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' 100 199) >in
	for k in 1016 1012 1008 1000; do
		head -c $((k * 1024)) /dev/zero >disk/ballast
		got=0
		otf-write disk/t <in 2>err || got=$?
		if [ "$got" -eq 1 ]; then
			says "No space left on device"
			nothing disk/t
		else
			[ "$(otf-cat --count disk/t)" -eq 102 ]
		fi
		rm -f disk/*
	done
	[ "$got" -eq 0 ]
}

@test "files of limited size are an error like a full disk" {
	mktrace -p 1 -e 200k >in
	got=0
	(ulimit -f 100 && exec otf-write t <in 2>err) || got=$?
	[ "$got" -eq 1 ]
	says "t.1.events: File too large"
	nothing t
}

@test "a terminal as standard input and no operand is a usage error" {
	need_tools script
	need_terminal
	for c in otf-cat otf-sort otf-filter 'otf-filter -p 1' 'otf-write t' 'otf-cat --count'; do
		got=0
		timeout 300 script -q -e -c "$c" /dev/null </dev/null >out 2>&1 || got=$?
		[ "$got" -eq 2 ] || { echo "$c: exit $got" && cat out && return 1; }
		grep -q terminal out
	done
	nothing t
	sample s
	timeout 300 script -q -e -c "otf-cat --count s" /dev/null </dev/null >out
}

@test "a closed standard input is an error" {
	for c in otf-cat otf-filter 'otf-write t'; do
		got=0
		$c <&- >out 2>err || got=$?
		[ "$got" -eq 1 ] || { echo "$c: exit $got" && return 1; }
		says "stdin: Bad file descriptor"
		aborted
	done
	nothing t
	silent otf-cat "$sample" <&-
	otf-cat "$sample" >all
	silent otf-filter --no-pg all -o t <&-
	cmp t.1.events "${sample%.otf}.1.events"
}

@test "directories and missing files as operands are told by name" {
	mkdir dir dir.otf
	for c in 'otf-cat dir' 'otf-filter dir' 'otf-cat .' 'otf-cat dir.otf' 'otf-cat no-such' 'otf-cat no/such.otf' \
		'otf-cat no-such.otfl' 'otf-cat /dev/null/x'; do
		exits 1 $c || { echo "$c" && return 1; }
		says "${c#* }"
		aborted
		[ "$(wc -l <err)" -eq 1 ]
	done
	got=0
	otf-cat <. >out 2>err || got=$?
	[ "$got" -eq 1 ]
	says "stdin: Is a directory"
}

@test "files that may not be read are told by name" {
	dir=$(mktemp -d)
	cp "${sample%.otf}".* "$dir"
	otf-cat "$sample" >"$dir/s.otfl"
	chmod 755 "$dir"
	nobody_runs otf-cat
	for f in sample.otf s.otfl sample.2.events sample.0.def; do
		chmod 000 "$dir/$f"
		t=$dir/sample
		[ $f != s.otfl ] || t=$dir/$f
		exits 1 as_nobody otf-cat "$t"
		says "$dir/$f: Permission denied"
		[ "$(grep -c ^@END out)" -eq 0 ]
		chmod 644 "$dir/$f"
	done
	rm -r "$dir"
}
