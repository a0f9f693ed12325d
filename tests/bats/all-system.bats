# System calls that fail, or are interrupted: a file that cannot be looked at is not missing, a signal that nobody
# caught changes nothing.

load common
load stream

setup() {
	common_setup
}

teardown() {
	[ ! -d disk ] || umount disk 2>/dev/null || true
}

# A loop of symbolic links cannot be looked at, not even by root.
loop() {
	ln -s "${1##*/}" "$1"
}

@test "a file of a trace that cannot be looked at is an error, not a missing one" {
	small_trace
	for f in t.1.events.z t.2.snaps t.0.defs t.1.marker t.thumb; do
		[ $f != t.0.defs ] || mv t.0.def kept
		loop $f
		for c in 'otf-cat t' 'otf-slice -t 10:20 t -o cut' 'otf-snap --points 2 t -o cut' 'otf-info t' 'otf-check t'; do
			got=0
			$c >out 2>err || got=$?
			case $c in
			otf-check*) [ "$got" -eq 4 ] || [ "$got" -eq 1 ] ;;
			*) [ "$got" -eq 1 ] ;;
			esac || { echo "$c, $f: exit $got" && cat err && return 1; }
			says "$f: Too many levels of symbolic links"
			nothing cut
		done
		rm $f
		[ ! -e kept ] || mv kept t.0.def
	done
	otf-cat --no-pg t | grep -v ^@ | cmp - whole
}

@test "an operand that cannot be looked at is told by name" {
	loop x
	loop y.otf
	for c in 'otf-cat x' 'otf-cat y' 'otf-cat y.otf' 'tau-to-otf x' 'vtf3-to-otf x' 'otf-slice -t 1:2 x'; do
		exits 1 $c
		says "${c##* }"
		says 'Too many levels of symbolic links'
		[ "$(wc -l <err)" -eq 1 ]
	done
}

@test "an output that cannot be looked at is an error, and stays" {
	small_trace
	loop x
	for c in 'otf-to-chrome t -o x' 'otf-to-vtf3 --lossy t -o x'; do
		exits 1 $c
		says 'Too many levels of symbolic links'
		[ -L x ]
		[ "$(echo x*)" = x ]
	done
}

# interrupted COMMAND: run it in two copies of ./in; in the second all system calls are interrupted now and then. Both
# have a stream on a pipe as standard input, must print the same, end with the same status, and leave the same files.
interrupted() {
	local got=0 want=0
	rm -rf a b
	cp -r in a
	cp -r in b
	cat in/l | (cd a && sh -c "$1" >../a.out 2>../a.err) || want=$?
	cat in/l | (cd b && exec env LD_PRELOAD="$PWD/../eintr.so" ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 \
		sh -c "$1" >../b.out 2>../b.err) || got=$?
	[ "$got" -eq "$want" ] && cmp a.out b.out && cmp a.err b.err && diff -r a b >diff || {
		echo "$1: exit $got, not $want"
		cat b.err diff
		return 1
	}
}

@test "signals that nobody caught and short counts change nothing" {
	need_tools gcc
	gcc -shared -fPIC -o eintr.so "$BATS_TEST_DIRNAME/eintr.c" -ldl
	mkdir in
	printf 'MPI_* -- 0\n' >in/rules
	printf 'DefFunction\t-\t0\t999\tadded\t0\t0\n' >in/lines
	(cd in && sample s && sample s2 && otf-cat s >l && otf-to-vtf3 -q --lossy s -o v.gz && otf-to-tau -q --lossy s -o tau &&
		otf-stat --partial s >part)
	if command -v zstd >/dev/null; then
		zstd -q in/l
		interrupted 'otf-cat l.zst'
		interrupted 'otf-info l.zst'
	fi
	mktrace -p 8 -s 8 -e 20k >in/m
	while read -r command; do
		interrupted "$command" || return 1
	done <<-'END'
		otf-cat s
		otf-cat --unify -j 2 s s2
		otf-cat - <l
		otf-cat -z 3 -j 2 - -o t
		otf-cat l --add lines
		otf-write t <m
		otf-write -z 1 -f 4 s --force <m
		otf-write --recover s
		otf-filter -r Enter,Leave --prune --rejects r l
		otf-filter --prune -p 1 -
		otf-filter --rules rules s
		otf-slice -t 25%:75% s -o t
		otf-slice --every 1ms s -o t
		otf-snap --in-place --points 5 s
		otf-snap --in-place --thumbnail --points 5 s
		otf-sort --buffer 1m m
		otf-remap --causal s
		otf-remap --hash-names=x s
		otf-stat s
		otf-stat --json s
		otf-to-tau --profile prof s
		otf-stat --partial s
		otf-snap --summaries --no-snapshots --points 3 s -o t
		otf-check --json s
		otf-diff s s2
		otf-diff s m
		otf-info -v s
		otf-info l
		otf-info --json v.gz
		otf-print s
		otf-print --json s
		otf-to-chrome s
		otf-draw s
		otf-draw s -o t.svg
		otf-to-chrome s -o t
		otf-to-vtf3 --lossy s -o t.gz
		otf-to-vtf3 --lossy --format std-ascii s -o t
		otf-to-tau --lossy s -o t
		vtf3-to-otf v.gz
		tau-to-otf tau.trc tau.edf
		otf-stat --combine part
		otf-cat --help
		otf-cat nosuch
	END
}

@test "a signal that the command catches still ends it while it waits" {
	mkfifo fifo
	sample s
	for c in 'otf-cat fifo' 'otf-write t <fifo' 'otf-cat --add fifo s' 'otf-remap --regroup fifo s' \
		'otf-filter --rejects fifo -r Enter s'; do
		sh -c "exec $c" >out 2>err 3>&- &
		pid=$!
		soon waits $pid # for nothing but the pipe
		kill -TERM $pid
		got=0
		wait $pid || got=$?
		[ $got -eq 143 ] || { echo "$c: exit $got" && cat err && return 1; }
		[ ! -s err ]
		nothing t
	done
}

@test "a full disk under the table of messages of a TAU run is an error, not a signal" {
	need_tools mktau
	mktau -n 4 -t 2 -e 400k run >/dev/null
	mkdir disk
	mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null || skip "no mount here"
	TMPDIR=$PWD/disk exits 1 otf-cat run
	says "disk: temporary file for messages: No space left on device"
	silent otf-cat run
}
