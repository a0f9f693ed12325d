# otf-slice: what goes wrong outside.

load common
load stream

setup() {
	common_setup
	sample s
}

@test "input that ends early: exit 3, and nothing is committed" {
	otf-cat s | head -n 2000 >cut
	for options in '-t :' '-t 3ms:' '-t 1ms:2ms --closed'; do
		# shellcheck disable=SC2086
		exits 3 otf-slice $options -o t <cut
		says 'the stream ends after'
		nothing t
		# shellcheck disable=SC2086
		exits 3 otf-slice $options <cut
		[ "$(grep -c -e ^@END -e ^@ABORT out)" -eq 0 ]
	done
	exits 3 otf-slice --inside time_step --nth 999 <cut
}

@test "a stage that died is noticed, and an abort passed on" {
	mktrace -p 4 -e 100k >in
	mkfifo feed
	otf-cat in >feed 2>err 3>&- &
	{
		head -n 5000
		kill -9 $!
	} <feed | exits 3 otf-slice -t 1ms:2ms -o t
	nothing t
	{
		otf-cat s | head -n 100
		printf '@ABORT\totf-x\tno more\n'
	} >aborted
	exits 1 otf-slice -t : aborted
	says 'aborted by otf-x: no more'
	[ "$(tail -n 1 out)" = "@ABORT	otf-x	no more" ]
}

@test "a full disk: exit 1, told once" {
	[ -e /dev/full ] || skip "no /dev/full"
	got=0
	otf-slice -t 2ms:3ms s >/dev/full 2>err || got=$?
	[ "$got" -eq 1 ]
	[ "$(wc -l <err)" -eq 1 ]
	says 'otf-slice: stdout: No space left on device'
	got=0
	TMPDIR=/nowhere otf-cat s | TMPDIR=/nowhere otf-slice -t : 2>err || got=$?
	[ "$got" -eq 1 ]
	says '/nowhere: cannot create a copy of stdin'
}

@test "a reader that goes away ends it silently, by SIGPIPE" {
	mktrace -p 4 -e 200k >in
	set +e
	(trap - PIPE && exec python3 -c 'import os, signal, sys
signal.signal(signal.SIGPIPE, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])' otf-slice -t : in) 2>err |
		head -n 1 >out
	got=${PIPESTATUS[0]}
	set -e
	[ "$got" -eq 141 ]
	[ ! -s err ]
}

@test "damage in what is read: exit 1; with --keep-going the rest comes, and 1 still" {
	[ "$(grep -c '^E' s.1.events)" -gt 100 ]
	line=$(grep -n '^E' s.1.events | sed -n 60p | cut -d : -f 1)
	sed -i "${line}s/^E.*/Ezz/" s.1.events
	exits 1 otf-slice -t 4ms: s
	says "s.1.events:$line: Enter"
	aborted
	exits 1 otf-slice -t 4ms: s -o t
	nothing t
	exits 1 otf-slice --keep-going -t 4ms: s
	says "s.1.events:$line: Enter"
	tail -n 1 out | grep ^@END
}

@test "damage before the nearest snapshot is not read" {
	mktrace -p 4 -e 200k -s 2 | otf-write big
	otf-snap --points 100 big -o t
	line=$(($(wc -l <t.1.events) / 2))
	line=$((line + $(tail -n +$line t.1.events | grep -n -m 1 ^E | cut -d : -f 1) - 1))
	otf-slice -t 90%: t >want
	sed -i "${line}s/^E.*/Ezz/" t.1.events
	silent otf-slice -t 90%: t
	cmp want out
	exits 1 otf-slice -t 10%:90% t
	says "t.1.events:$line: Enter"
}

@test "a snapshot that is announced and does not exist is not relied on" {
	mktrace -p 4 -e 40k -s 2 | otf-write big
	otf-snap --points 40 big -o t
	for t in 50% 97%; do
		otf-slice -t $t: t >want
		for keep in 1 3 30; do
			cp t.1.snaps saved.1 && cp t.2.snaps saved.2
			# only every keep-th snapshot, and the last
			for i in 1 2; do
				awk -v keep=$keep '/^[0-9a-f]+$/ && $0 != last { n++; last = $0 }
					NR == FNR { total = n; next }
					FNR == 1 { n = 1 }
					n % keep == 0 || n == total' saved.$i saved.$i >t.$i.snaps
			done
			exits 0 otf-slice -v -t $t: t
			cmp <(grep -v -e ^@ -e ^DefAux -e Snapshot want) <(grep -v -e ^@ -e ^DefAux -e Snapshot out)
			at=$(grep -m 1 ^EnterSnapshot want | cut -f 2)
			diff <(grep "^[A-Z][A-Za-z]*Snapshot	$at	" want) <(grep "^[A-Z][A-Za-z]*Snapshot	$at	" out)
			mv saved.1 t.1.snaps && mv saved.2 t.2.snaps
		done
	done
	rm t.*.snaps
	exits 0 otf-slice -v -t 97%: t
	says 'read from the start'
}

@test "a snapshot of nothing is not relied on in a stream, either" {
	stream "$one" 'DefAuxSamplePoint|-|0|10|0' 'NoOp|10|1' 'NoOp|12|1' >s
	exits 0 otf-slice --no-pg -t 10:12 s
	lines 'DefProcess|-|0|1|p|0' 'DefinitionComment|-|0|otfpipe: the run continues after this piece' \
		'DefinitionComment|-|0|otfpipe: the time range is the window of this piece' 'DefTimeRange|-|0|10|12' \
		'NoOp|10|1' >want
	grep -v ^@ out | cmp - want
	exits 0 otf-slice --no-pg -t 10:12 <s
	grep -v ^@ out | cmp - want
}

@test "a trace is entered at the nearest snapshot" {
	mktrace -p 4 -e 300k -s 2 | otf-write big
	otf-snap --points 100 big -o t
	strace -f -o calls -e trace=pread64,read otf-slice -t 50%:50.01% t >out 2>/dev/null || skip "no strace"
	read=$(awk '{ n += $NF } END { print n + 0 }' calls)
	[ "$read" -gt 0 ]
	[ "$read" -lt $(($(stat -c %s t.1.events) / 2)) ]
	exits 0 otf-slice -v -t 50%:50.01% t
	says 'otf-slice: state as of the snapshot at '
}
