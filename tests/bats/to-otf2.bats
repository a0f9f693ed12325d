# otf-to-otf2: a trace becomes an OTF2 archive, and what came from OTF2 the same archive.

load common
load stream

setup() {
	common_setup
	need_tools otf2-print python3
	[ -x "$BUILD/otf-to-otf2" ] || skip "libotf2 is not here"
	same="python3 $REPO/tests/oracle/otf2same.py"
	sample s
}

teardown() {
	[ ! -d disk ] || umount disk 2>/dev/null || true
}

# archives: those of the corpora.
archives() {
	need_shared
	echo "$SHARED/corpus/otf2/demo/demo.otf2"
	find "$SHARED/corpus/public/pipit" -name '*.otf2'
}

# traces: a sample of those of the corpora that can be read to their end; of the ones that differ only in their form on disk two.
traces() {
	local trace
	need_shared
	for trace in $(find "$SHARED/corpus" -name '*.otf' -not -path '*/otf1/all_long*' -not -path '*/all_short_z*' |
		sort | sampled); do
		if otf-cat -q --count "$trace" >/dev/null 2>&1; then echo "$trace"; fi
	done
}

# adds_up FILE: each line of a report has read = native + carried + dropped.
adds_up() {
	awk -F '\t' 'NR == 1 { if ($0 != "kind\tread\tnative\tcarried\tdropped\twhy") exit 1; next }
		NF != 6 || $2 != $3 + $4 + $5 || ($4 + $5 && $6 == "") { print; bad = 1 } END { exit bad || NR < 2 }' "$1"
}

# left: what is there of t
left() {
	find . -path './t*'
}

@test "an archive has the calls, messages and counters of the trace, and otf2-print reads it without a warning" {
	otf-to-otf2 s -o t 2>err
	[ ! -s err ]
	[ "$(ls t t.* | sort | tr '\n' ' ')" = ' 1.def 1.evt 2.def 2.evt 3.def 3.evt 4.def 4.evt 5.def 5.evt 6.def 6.evt 7.def 7.evt 8.def 8.evt t.def t.marker t.otf2 t: ' ]
	otf2-print t.otf2 >printed 2>err
	otf2-print -G t.otf2 >definitions 2>>err
	otf2-marker t.otf2 >markers 2>>err
	[ ! -s err ]
	otf-cat s >s.otfl
	for pair in Enter:ENTER Leave:LEAVE SendMsg:MPI_SEND RecvMsg:MPI_RECV Counter:METRIC BeginProcess:PROGRAM_BEGIN; do
		[ "$(grep -c "^${pair%:*}	" s.otfl)" -eq "$(grep -c "^${pair#*:} " printed)" ] || { echo "$pair" && return 1; }
	done
	grep -q '^REGION .*Name: "MPI_Bcast".*Role: COLL_ONE2ALL, Paradigm: "MPI"' definitions
	grep -q '^COMM .*Name: "MPI_COMM_WORLD"' definitions
	grep -q '^LOCATION  *8  Name: "rank 7".*Type: CPU_THREAD' definitions
	[ "$(grep -c '^MARKER ' markers)" -eq "$(grep -c '^Marker	' s.otfl)" ]
}

@test "otf2-snapshots adds snapshots to an archive" {
	need_tools otf2-snapshots
	otf-to-otf2 -q --lossy s -o t
	otf2-snapshots -n 4 t.otf2 2>err # says something about its own thumbnail
	[ "$(otf-cat -q t.otf2 | grep -c '^EnterSnapshot')" -gt 20 ]
}

@test "the start of a snapshot says how many records it has, also after some were dropped" {
	need_tools mktrace otf-snap otf2-to-otf
	mktrace -p 2 -e 10k | otf-write -q trace
	otf-snap -q --every=10% trace | otf-to-otf2 -q --lossy --no-carriers - -o run
	otf2-to-otf -q run -o again
	otf-filter -q -r '!EnterSnapshot' again | otf-to-otf2 -q --lossy - -o less
	counts() { # announced and present, of the snapshots of process 1
		otf-cat -r snap "$1" | awk -F '\t' '$3 != 1 { next }
			/SnapshotStart/ { sub(/.*=/, ""); said = $0; n = 0; next }
			/SnapshotEnd/ { print said, n; next }
			{ n++ }'
	}
	counts run >before
	counts less >after
	[ "$(wc -l <after)" -gt 5 ]
	awk '$1 != $2 { exit 1 }' before after
	fails diff before after
}

@test "the end of a snapshot says which event follows, also after events were dropped" {
	need_tools mktrace otf-snap otf2-to-otf
	mktrace -p 2 -e 10k | otf-filter -q -r 'def,Enter,Leave' | otf-write -q trace && otf-snap -q --every=10% trace | otf-to-otf2 -q --lossy --no-carriers - -o run
	otf2-to-otf -q run -o again
	otf-filter -q -x --function 'MPI_*' again | otf-to-otf2 -q --lossy - -o less
	follows() { # what is said of process 1, and what is there
		otf-cat -r 'Enter,Leave,snap' "$1" | awk -F '\t' '$3 != 1 { next }
			/SnapshotEnd/ { sub(/.*contReadPos=/, ""); print $0, n + 1 }
			$1 == "Enter" || $1 == "Leave" { n++ }'
	}
	follows run >before
	follows less >after
	[ "$(wc -l <after)" -gt 5 ]
	awk '$1 != $2 { print; bad = 1 } END { exit bad }' before after
	fails diff before after
}

@test "a trace becomes an archive and the same records again, but for statistics: all of the corpus" {
	for trace in s $(traces); do
		otf-cat -q --no-pg "$trace" >one.otfl
		otf-to-otf2 -q --lossy one.otfl -o t --force --report report
		adds_up report
		# statistics are dropped, and nothing else
		awk -F '\t' 'NR > 1 && $5 && $1 !~ /Summary/ { print; bad = 1 } END { exit bad }' report
		otf-cat -q --no-pg t.otf2 >two.otfl
		$same records one.otfl two.otfl || { echo "$trace" && return 1; }
		otf2-print t.otf2 2>&1 >/dev/null | head -n 3 >err
		[ ! -s err ] || { echo "$trace" && cat err && return 1; }
		rm -f report
	done
}

@test "an archive becomes a trace and an archive with the same events: all of the corpora" {
	for archive in $(archives); do
		otf-cat -q "$archive" | otf-to-otf2 -q -o t --force --report report
		adds_up report
		awk -F '\t' '{ n += $5 } END { exit n != 0 }' report
		$same events "$archive" t.otf2 || { echo "$archive" && return 1; }
		rm -f report
	done
}

@test "an archive that is stored as an OTF trace between comes back, too" {
	for archive in $(archives); do
		otf-cat -q "$archive" -o between --force
		otf-to-otf2 -q between -o t --force
		$same events "$archive" t.otf2 || { echo "$archive" && return 1; }
	done
}

@test "an archive that a filter has cut is a smaller archive" {
	need_shared
	otf-filter -q -p 1,2 "$SHARED/corpus/otf2/demo/demo.otf2" | otf-to-otf2 -q --lossy -o t
	otf2-print t.otf2 >printed 2>err
	[ ! -s err ]
	grep -q '^MPI_SEND ' printed
}

@test "a slice of an archive has the groups of its communicators and the members of its metrics, although nothing refers to them" {
	need_shared
	otf-slice -q -t 1200:2000 "$SHARED/corpus/otf2/demo/demo.otf2" | otf-to-otf2 -q --lossy -o t
	otf2-print t.otf2 >printed 2>err
	otf2-print -G t.otf2 >definitions 2>>err
	[ ! -s err ] || { cat err && return 1; }
	grep -q '^COMM .*Name: "MPI_COMM_WORLD".*Group: "world" <[0-9]*>' definitions
	fails grep INVALID definitions
	otf-check --strict t.otf2
}

@test "pieces of an archive are archives: what only key-values and comments refer to stays" {
	need_shared
	for piece in 1000:1100 1038:1045 1100:1200 1900:2600; do
		rm -rf t t.*
		otf-slice -q -t $piece "$SHARED/corpus/otf2/demo/demo.otf2" | otf-to-otf2 -q --lossy -o t
		otf2-print t.otf2 >printed 2>err
		otf2-print -G t.otf2 >definitions 2>>err
		[ ! -s err ] || { cat err && return 1; }
		fails grep INVALID definitions
		otf-check t.otf2 >out 2>&1 || { cat out && return 1; }
		fails grep -e error: -e sample-point out
	done
}

# A stream that came from OTF2: a message in an intercommunicator.
inter() {
	local i=0 key
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1\n@SM\t2\t2\n'
		for key in LocationGroup.self Group.self Group.groupType Group.paradigm InterComm.self InterComm.groupA InterComm.groupB location; do
			printf 'DefKeyValue\t-\t0\t%d\t6\totf2.%s\t\n' $((++i)) $key
		done
		printf 'DefProcess\t-\t0\t1\ta\t0\t1:I:1\t8:Q:0\nDefProcess\t-\t0\t2\tb\t0\t1:I:2\t8:Q:1\nDefFunction\t-\t0\t1\tf\t0\t0\n'
		printf 'DefProcessGroup\t-\t0\t1\tall\t1,2\t2:I:1\t3:B:4\t4:B:4\n'
		printf 'DefProcessGroup\t-\t0\t2\tleft\t1\t2:I:2\t3:B:5\t4:B:4\n'
		printf 'DefProcessGroup\t-\t0\t3\tright\t2\t2:I:3\t3:B:5\t4:B:4\n'
		printf 'DefProcessGroup\t-\t0\t4\tbetween\t1,2\t5:I:4\t6:I:2\t7:I:3\n'
		printf 'Enter\t1\t1\t1\t0\nSendMsg\t5\t1\t2\t4\t7\t8\t0\nRecvMsg\t6\t2\t1\t4\t7\t8\t0\nLeave\t9\t1\t1\t0\n'
	} >lines
	cat lines
	printf '@END\t%d\n' "$(grep -vc '^@' lines)"
}

@test "in a slice an intercommunicator has both of its groups, and messages their ranks" {
	inter | otf-slice -q -t 4: | otf-to-otf2 -q --lossy -o t
	otf2-print -G t.otf2 >definitions
	grep -q '^INTER_COMM .*Group A: "left" <1>, Group B: "right" <2>' definitions
	grep -q '^GROUP .*Name: "left".* 1 Member: 0 ("a" <0>)' definitions
	otf2-print t.otf2 >printed 2>err
	[ ! -s err ]
	grep -q '^MPI_SEND .*Receiver: 0 ("b" <1>)' printed
	grep -q '^MPI_RECV .*Sender: 0 ("a" <0>)' printed
}

@test "snapshots of an archive are announced, so that readers of OTF find them" {
	inter | otf-slice -q -t 4: | otf-to-otf2 -q --lossy -o t
	otf-cat t.otf2 -o u
	otf-cat u | grep -q '^DefAuxSamplePoint	-	0	4	0$'
	otf-check --strict u
}

@test "processes of one stream keep their records and their own order at equal times" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1,2\nDefTimerResolution\t-\t0\t1000\n'
		printf 'DefProcess\t-\t0\t1\ta\t0\nDefProcess\t-\t0\t2\tb\t0\nDefFunction\t-\t0\t1\tf\t0\t0\n'
		for p in 2 1 2 1; do printf 'Enter\t5\t%d\t1\t0\nEventComment\t5\t%d\t%s\nLeave\t5\t%d\t1\t0\n' $p $p "$((++i))" $p; done
	} >lines
	{ cat lines && printf '@END\t%d\n' "$(grep -vc '^@' lines)"; } >t.otfl
	otf-to-otf2 -q --lossy t.otfl -o x
	otf-cat x.otf2 >back
	otf-diff t.otfl x.otf2
	grep '^EventComment' back | cut -f 3,4 | diff <(printf '1\t2\n1\t4\n2\t1\n2\t3\n') -
}

@test "statistics are dropped with a report, and without --lossy no archive is written" {
	otf-snap --summaries --no-snapshots --points 3 s -o sums
	status=0
	otf-to-otf2 sums -o t --report report 2>err || status=$?
	[ "$status" -eq 1 ]
	grep -q 'FunctionSummary: [0-9]* read, 0 native, 0 carried, [0-9]* dropped: OTF2 has no statistics' err
	adds_up report
	rm report
	[ "$(left)" = '' ]
	otf-to-otf2 -q --lossy sums -o t
	[ -e t.otf2 ]
}

@test "--no-carriers leaves out what only otfpipe knows, and counts it as dropped" {
	status=0
	otf-to-otf2 -q --no-carriers s -o t || status=$?
	[ "$status" -eq 1 ]
	[ "$(left)" = '' ]
	otf-to-otf2 -q --no-carriers --lossy --report report s -o t
	adds_up report
	awk -F '\t' '$4 && NR > 1 { exit 1 }' report
	awk -F '\t' '$1 == "Enter" && $2 == $3 { found = 1 } END { exit !found }' report
	otf2-print -G t.otf2 >definitions
	fails grep -e 'OTF::record' -e 'OTF::line' -e 'OTF::tokens' definitions
}

@test "--no-carriers leaves out what came from an archive, too" {
	need_shared
	otf-cat "$SHARED/corpus/otf2/demo/demo.otf2" | otf-to-otf2 -q --no-carriers --lossy -o u
	otf2-print -G u.otf2 >definitions
	fails grep 'otf2[.:]' definitions
}

@test "an archive, or any part of one, is refused without --force; with it nothing of the old one stays" {
	for part in t.otf2 t.def t.marker t/1.evt; do
		mkdir -p "$(dirname $part)"
		echo mine >$part
		status=0
		otf-to-otf2 s -o t 2>err || status=$?
		[ "$status" -eq 1 ]
		grep -q 'exists; use --force' err
		[ "$(cat $part)" = mine ]
		rm -r t*
	done
	mkdir t
	echo mine >t/notes
	for n in 1 2; do
		status=0
		otf-to-otf2 s -o t --force 2>err || status=$?
		[ "$status" -eq 1 ]
		grep -q 't/notes: is not a file of a trace; nothing is replaced' err
		[ "$(left | sort | tr '\n' ' ')" = './t ./t/notes ' ]
	done
	rm -r t
	otf-to-otf2 s -o t
	otf-filter -p 1 s | otf-to-otf2 -q --lossy --force -o t
	[ "$(ls t | tr '\n' ' ')" = '1.def 1.evt ' ] || otf-info t.otf2
	[ "$(find . -name '*otfpipe*')" = '' ]
}

@test "the directory cannot be written: an error, and nothing changes" {
	[ "$(id -u)" -ne 0 ] || skip "root writes everywhere"
	mkdir d
	chmod a-w d
	fails otf-to-otf2 s -o d/t
	[ "$(ls d)" = '' ]
	chmod u+w d
}

# waiting: mktrace with a file operation that begins first and never ends: all that its process does waits
waiting() {
	mktrace "$@" | awk -F '\t' '/^@END/ { $0 = $1 "\t" $2 + 2 } !done && /^Enter/ { done = 1
		printf "DefFile\t-\t0\t1\tf\t0\nBeginFileOperation\t%s\t%s\t1\t0\n", $2, $3 } { print }'
}

@test "a full disk, of the archive or of what waits for it, is an error, and leaves nothing" {
	need_mktrace
	mktrace -p 4 -e 200k >big
	waiting -p 1 -e 60k >waits
	for limit in 60:big 600:big 1000:waits; do
		status=0
		(ulimit -f ${limit%:*} && exec otf-to-otf2 -q --lossy ${limit#*:} -o t 2>err) || status=$?
		[ "$status" -eq 1 ] || { echo "exit $status" && cat err && return 1; }
		grep -q 'File too large' err || { cat err && return 1; }
		[ "$(left)" = '' ]
	done
}

@test "killed at any time: the old archive or the new one, and the next command cleans up" {
	otf-filter -p 1 s | otf-to-otf2 -q --lossy -o t
	otf-cat -q --no-pg t.otf2 >old
	otf-to-otf2 -q --lossy s -o u
	otf-cat -q --no-pg u.otf2 >new
	need_tools strace
	for call in renameat2:1 renameat2:2 renameat2:4 renameat2:6 unlinkat:1 unlinkat:3; do
		strace -f -qq -o /dev/null -e "inject=${call%:*}:signal=KILL:when=${call#*:}" otf-to-otf2 -q --lossy --force s -o t || true
		otf-write -q --recover t
		[ "$(find . -name '*otfpipe*')" = '' ] || { echo "$call" && ls -R && return 1; }
		otf-cat -q --no-pg t.otf2 >got
		cmp -s got old || cmp got new || { echo "$call" && return 1; }
	done
}

@test "10000 processes need few descriptors and a bounded memory" {
	need_mktrace
	need_limits
	mktrace -p 10000 -e 40k >many
	(ulimit -n 256 && ulimit -v 400000 && otf-to-otf2 -q --lossy many -o t)
	[ "$(ls t | grep -c evt)" -eq 10000 ]
}

# on_disk KIB COMMAND...: COMMAND writes to ./disk, which has so much room; it fails with an error and leaves nothing there.
on_disk() {
	local room=$1 status=0
	shift
	mount -t tmpfs -o size="${room}k" tmpfs disk 2>/dev/null || skip "no mount here"
	"$@" >out 2>err || status=$?
	ls -A disk >left
	umount disk
	[ "$status" -eq 1 ] || { echo "$room KiB: exit $status" && cat err && return 1; }
	grep -q "^${1##*/}: .*No space left on device$" err
	[ "$(wc -l <err)" -eq 1 ]
	[ ! -s left ] || { cat left && return 1; }
}

@test "a full disk: an error, and nothing is left" {
	mktrace -p 4 -e 20k >in
	otf-to-otf2 -q in -o whole
	mkdir disk
	# in events, local definitions, global definitions, the journal
	for room in 16 32 64 128 256; do
		on_disk $room otf-to-otf2 -q in -o disk/t
	done
	mktrace -p 4 -e 2k >in.small
	for room in 16 32 48 64; do
		on_disk $room otf-to-otf2 -q in.small -o disk/t
	done
	for room in 16 64 256; do
		on_disk $room otf2-to-otf whole.otf2 -o disk/t
	done
	waiting -p 4 -e 20k >in.waits
	TMPDIR=$PWD/disk on_disk 128 otf-to-otf2 -q in.waits -o t
	[ "$(left)" = '' ]
}

# kinds ARCHIVE: how many events and snapshots of each kind each location has.
kinds() {
	"$BUILD/tests/otf2/frames" "$1" | grep -aoE '^[0-9]+: [A-Za-z]+' | grep -v -e ': ClockOffset' -e ': MappingTable' | sort | uniq -c
}

@test "all records with extreme values come back as what they were, and no comment is left out" {
	[ -x "$BUILD/tests/otf2/extreme" ] || skip "no program that writes it"
	"$BUILD/tests/otf2/extreme" . ex
	otf2-to-otf -q --lossy --keep-going ex.otf2 >t.otfl 2>/dev/null || [ $? -eq 1 ]
	otf-to-otf2 -q --lossy --report report t.otfl -o t
	fails grep -a 'left out' report
	kinds ex.otf2 >before
	[ "$(wc -l <before)" -gt 300 ]
	kinds t.otf2 | diff before -
	# numbers with all bits set are numbers
	"$BUILD/tests/otf2/frames" t.otf2 | grep -a '^0: RmaPut .*matchingId=18446744073709551615'
}

@test "the output needs a name, and is not standard output" {
	for line in 'otf-to-otf2 s' 'otf-to-otf2 s -o -' 'otf-to-otf2 s -o .'; do
		status=0
		$line 2>err || status=$?
		[ "$status" -eq 2 ]
	done
}

@test "a slice of an archive is a valid archive, though definitions that nothing uses are gone" {
	need_shared
	for run in ping-pong-otf2 ping-pong-otf2-papi; do
		otf-cat -q "$SHARED/corpus/public/pipit/pipit/tests/data/$run" >whole
		from=$(awk '/^Enter/ && ++n == 9 { print $2 }' whole)
		to=$(awk '/^Enter/ && ++n == 25 { print $2 }' whole)
		otf-slice -t "$from:$to" whole | otf-to-otf2 --force -o piece
		otf2-print piece.otf2 >out 2>err
		[ ! -s err ] || { cat err && return 1; }
		grep -q '^MPI_RECV .*Communicator: "MPI_COMM_WORLD"' out
		otf2-print -G piece.otf2 >out 2>err
		[ ! -s err ] || { cat err && return 1; }
		fails grep -E 'INVALID|COMM .*Group: UNDEFINED' out
		otf-check -q --rule unreceived=off piece.otf2
	done
}

# again ARCHIVE: it becomes a trace, and an archive with the same records, whatever their numbers are.
again() {
	otf-cat -q "$1" | otf-to-otf2 -q --force -o again
	frames "$1" >frames.before
	frames again.otf2 >frames.after
	python3 "$REPO/tests/otf2/same.py" frames.before frames.after
}

# numbers: the fields of enumerations and flags, but those that say what other fields are.
numbers() {
	awk '/^(def|event|snap|marker)/ { for (i = 4; i <= NF; i++) { split($i, part, ":"); f = ($1 == "snap" ? "Snap" : "") $2 "." part[1]
		if (part[2] !~ /Ref(\[\])?$/ && part[2] !~ /^([uif][0-9]|text|value|metric|property|TimeStamp)/ &&
			f !~ /^(Group.groupType|Group.paradigm|Attribute.type|MetricMember.valueType)$/) print f }
	}' <(otf2_rows)
}

@test "all fields of an archive come back, also numbers outside of the enumerations of libotf2" {
	need_shared
	PATH=$BUILD/tests/otf2:$PATH
	otf-snap -q --at 1008,1011,1019,1050 "$SHARED/corpus/otf2/demo/demo.otf2" | otf-to-otf2 -q --lossy -o snaps
	for archive in $(archives) snaps.otf2; do
		again "$archive"
	done
	numbers >fields
	[ "$(wc -l <fields)" -gt 60 ]
	for number in 255 77; do
		rm -rf odd odd.*
		frames snaps.otf2 . odd $(sed "s/\$/=$number/" fields)
		again odd.otf2
	done
	rm -rf odd odd.*
	frames snaps.otf2 . odd Region.name=4294967295 Region.canonicalName=4294967295 \
		Comm.name=4294967295 Location.name=4294967295 LocationGroup.name=4294967295 MetricMember.unit=4294967295 \
		Attribute.description=4294967295 Parameter.name=4294967295 SourceCodeLocation.file=4294967295 \
		LocationProperty.name=4294967295 ParameterString.string=4294967295
	again odd.otf2
}

@test "what OTF cannot say of an archive is reported: undefined references, attributes of another type than their definition" {
	need_shared
	PATH=$BUILD/tests/otf2:$PATH
	demo=$SHARED/corpus/otf2/demo/demo.otf2
	for change in 'Attribute.type=255:of type UINT32, but defined as 255' 'Region.canonicalName=7777:string 7777 is not defined' \
		'MetricInstance.recorder=7777:location 7777 is not defined' 'CartTopology.communicator=7777:communicator 7777 is not defined' \
		'ParameterString.string=7777:string 7777 is not defined' 'LocationProperty.name=7777:string 7777 is not defined'; do
		rm -rf odd odd.*
		frames "$demo" . odd "${change%%:*}"
		status=0
		otf-cat odd.otf2 2>err >out || status=$?
		[ "$status" -eq 1 ] || { echo "$change" && return 1; }
		grep -qF "${change#*:}" err || { echo "$change" && cat err && return 1; }
	done
}

@test "a slice of an archive keeps the system tree above its processes, and what its metrics and files belong to" {
	need_shared
	PATH=$BUILD/tests/otf2:$PATH
	otf-filter -q -p 3 --prune "$SHARED/corpus/otf2/demo/demo.otf2" >piece
	awk -F '\t' '/^DefProcess\t/ { has[$4] = 1 } /^DefProcessGroup\t/ { n = split($6, m, ","); for (i = 1; i <= n; i++) if (!(m[i] in has)) exit 1 }' piece
	otf-to-otf2 -q piece -o t
	frames t.otf2 >definitions
	[ "$(grep -c '^SystemTreeNode ' definitions)" -eq 2 ]
	fails grep -E '^(LocationGroup.* systemTreeParent|IoRegularFile.* scope)=4294967295' definitions
	grep -q '^SystemTreeNode .*parent=4294967295$' definitions
	grep -q '^SystemTreeNode .*parent=0$' definitions
}

# native: an archive of the records that tests/fault has, with the records of standard input added
native() {
	tr '|' '\t' <"$REPO/tests/fault/again.txt" | grep -v '^@END' | cat - <(lines "$@") >stream
	printf '@END\t%d\n' "$(grep -vc '^@' stream)" >>stream
	otf-to-otf2 -q --force --report report stream -o a
}

@test "comments that are no definition of an archive are dropped with a report; strings that nothing refers to stay" {
	native 'DefinitionComment|-|0|otf2:def String self=90 string=s:alone'
	otf2-print -G a.otf2 | grep '^STRING .*"alone"'
	[[ $(grep ^DefinitionComment report) == *"	0	0	" ]]
	for comment in 'String self=90 string=alone' 'Nothing self=1' 'Region self=0 name=s:main'; do
		fails native "DefinitionComment|-|0|otf2:def $comment"
		grep '^DefinitionComment.*	1	no definition of an archive, or the second one of an id$' report
		rm report
	done
}

@test "a key-value of a command comes back from an archive, or its record counts as dropped" {
	local key kind n
	native
	mv stream whole
	for key in otf2.unknown mine otf2.prop:mine; do
		for kind in $(sed '/^@/d; s/\t.*//' whole | sort -u); do
			n=$(grep -c "^$kind	" whole)
			sed -e "/^DefTimerResolution/i DefKeyValue\t-\t0\t9999\t6\t$key\t" -e "s/^$kind\t.*/&\t9999:I:77777/" \
				-e "s/^@END.*/@END\t$(($(grep -vc '^@' whole) + 1))/" whole >stream
			otf-to-otf2 -q --lossy --force --report report stream -o a
			otf-cat --no-pg a.otf2 | grep -c ":I:77777" >got || true
			awk -F '\t' -v kind="$kind" '$1 == kind { n = $5 } END { print n + 0 }' report >lost
			[ $(($(<got) + $(<lost))) -ge "$n" ] || { echo "$key of $n $kind: $(<got) back, $(<lost) dropped" && return 1; }
		done
	done
}

# original PROPERTY HEX: an archive that says it was an OTF trace, with one property of the machine
original() {
	native
	sed -e "/^DefTimerResolution/i DefKeyValue\t-\t0\t9999\t11\totf2.prop:$1\t" \
		-e "s/^DefProcessGroup\t-\t0\t20\t.*/&\t9999:a:$2/" -e '/^@END/d' stream >changed
	printf 'DefinitionComment\t-\t0\totf2:archive property=s:OTF::ORIGINAL value=s:1\n' >>changed
	printf '@END\t%d\n' "$(grep -vc '^@' changed)" >>changed
	otf-to-otf2 -q --force changed -o a
}

@test "lines of an archive that was an OTF trace: one that is cut, or none of the stream, is damage" {
	original OTF::line "$(printf 'DefTimeRange\t-\t0\t5\t6' | od -An -tx1 | tr -d ' \n')"
	otf-cat -q --keep-going -r def a.otf2 | grep -x 'DefTimeRange	-	0	5	6'
	for damage in 'OTF::part 404142' 'OTF::line 4e6f4f70' 'OTF::line 4e6f4f70093509310a4e6f4f7009360931'; do
		original $damage
		exits 1 otf-cat a.otf2
		says 'a line of its definitions is damaged'
	done
}

@test "a function that a command has added to an archive is a region of its name" {
	native 'DefFunction|-|0|77|added|5|0'
	otf2-print -G a.otf2 | grep '^REGION .*Name: "added" <[0-9]*> (Aka. "added" <[0-9]*>)'
}

@test "what a command has added to an archive and OTF2 has no place for counts as dropped" {
	local record why
	while IFS='~' read -r record why; do
		fails native 'DefCreator|-|0|first' "$record" 2>err
		awk -F '\t' -v kind="${record%%|*}" -v why="$why" '$1 == kind && $5 == 1 && $6 == why { n++ } END { exit n != 1 }' report ||
			{ echo "$record" && cat report && return 1; }
		rm report
	done <<-'END'
		DefFunctionGroup|-|0|900|mine~a function has a paradigm of OTF2 in place of a group
		DefCollectiveOperation|-|0|900|mine|1~no operation of OTF2
		DefCounterGroup|-|0|900|mine~no metric class of OTF2
		DefCounter|-|0|900|mine|1|0|u~no metric of OTF2
		DefCreator|-|0|me~an archive has one creator
		DefFile|-|0|900|x|3~a file of OTF2 is in no group
		DefFileGroup|-|0|900|mine~no paradigm of files of OTF2
		DefAttributeList|-|0|900|1,7~OTF2 has attributes of paradigms only
		DefProcessOrGroupAttributes|-|0|20|1~OTF2 has attributes of locations only
		DefProcessSubstitutes|-|0|1|2~OTF2 has none
		DefFunction|-|0|900|f|5|0|11:I:5~OTF2 has no place for a key-value
		Counter|50|1|77|5~the counter is no metric of OTF2
		Enter|50|1|10|0|11:I:5~OTF2 has no place for a key-value
	END
	native 'DefFunctionGroup|-|0|900|PTHREAD' 'DefCollectiveOperation|-|0|900|MPI_Bcast|2' 'DefFile|-|0|900|x|0' \
		'DefAttributeList|-|0|900|1,3' 'DefProcessOrGroupAttributes|-|0|1|900' 'DefUniqueId|-|0|7'
}

@test "comments of a command are the description of an archive, as far as it has room" {
	native 'DefinitionComment|-|0|one' 'DefinitionComment|-|0|two'
	otf-cat a.otf2 | grep -x 'DefinitionComment	-	0	otf2:archive description=s:one%0Atwo'
	fails native "DefinitionComment|-|0|$(yes long | head -n 20000 | tr -d '\n')" 'DefinitionComment|-|0|two'
	grep '^DefinitionComment.*	1	the description of an archive has no room$' report
}

@test "properties that libotf2 refuses are dropped with a report; of one that is there twice the last value counts" {
	local property
	native 'DefinitionComment|-|0|otf2:archive property=s:Mine::a value=s:1' \
		'DefinitionComment|-|0|otf2:archive property=s:other::b::c_1 value=s:2' \
		'DefinitionComment|-|0|otf2:archive property=s:mine::A value=s:3'
	otf2-print -I a.otf2 >printed 2>err
	[ ! -s err ]
	[ "$(grep -c '\(MINE::A\|OTHER::B::C_1\)' printed)" -eq 2 ] || { cat printed && return 1; }
	grep -A 1 'MINE::A' printed | grep 'value *3'
	for property in 'one value=s:1' 'x:: value=s:1' '::x value=s:1' 'x:::y value=s:1' 'a::b%2Dc value=s:1' \
		'a::b%C3%A4 value=s:1' 'a::b value=s:'; do
		rm -f report
		fails native "DefinitionComment|-|0|otf2:archive property=s:$property"
		grep '^DefinitionComment.*	1	a property of an archive has a name of the form' report
	done
}

@test "a function that a command has moved to the group of another paradigm has that paradigm" {
	native 'DefFunctionGroup|-|0|900|CUDA' 'DefFunction|-|0|77|added|900|0' 'DefFunction|-|0|78|moved|900|0|20:B:4'
	for name in added moved; do
		otf2-print -G a.otf2 | grep "^REGION .*Name: \"$name\".* Paradigm: CUDA"
	done
}

@test "file operations that end in another order than they began are whole, and events in the order of time" {
	python3 - >s.otfl <<-'END'
		import random
		random.seed(3)
		print("@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1")
		print("DefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\tp\t0\nDefFile\t-\t0\t1\tf\t0")
		for t in range(1, 400):
		    print(f"FileOperation\t{t}\t1\t1\t{t}\t2\t{t}\t{random.randrange(1, 300)}\t0")
		print("@END\t402")
	END
	otf-to-otf2 s.otfl -o t
	otf2-print t.otf2 | awk '/^IO_OPERATION_/ { print $3 }' >times
	[ "$(wc -l <times)" -eq 798 ]
	sort -n -c times
	otf-cat --no-pg t.otf2 | cmp - s.otfl
}

@test "100,000 transfers that end in the order in which they began take no longer than others" {
	awk 'BEGIN {
		OFS = "\t"; n = 100000
		print "@OTFPIPE", "1.0", "TR:1000", "FM:short"
		print "@SM", 1, 1
		print "DefProcess", "-", 0, 1, "p", 0
		for (i = 1; i <= n; i++) print "RMAPut", i, 1, 0, 1, 0, i % 50000, 8, 0
		for (i = 1; i <= n / 2; i++) print "RMAEnd", n + i, 1, 0, 0, i % 50000, 0
		print "@END", 1 + n + n / 2
	}' >many
	timeout 5 otf-to-otf2 -q -o t many
	otf-cat t.otf2 | records | cmp - <(records <many)
	otf2-print t.otf2 | grep -m 2 "RMA_OP_COMPLETE" | sed 's/.*Matching: \([0-9]*\).*/\1/' >two
	[ "$(awk '{ print $1 % 4294967296, int($1 / 4294967296) }' two | tr '\n' ' ')" = '1 1 1 50001 ' ]
}

@test "a definition that is longer than the least chunk of libotf2" {
	{
		lines '@OTFPIPE|1.0|TR:1000' '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0'
		printf 'DefProcessGroup\t-\t0\t9\tg\t%s\n@END\t3\n' "$(yes 1 | head -n 300000 | paste -sd ,)"
	} >s.otfl
	otf-to-otf2 s.otfl -o t
	otf-cat --no-pg t.otf2 | cmp - s.otfl
	# the same where there are no lines, which are as long
	native "DefProcessGroup|-|0|99|g|$(yes 1 | head -n 300000 | paste -sd ,)"
	otf-cat a.otf2 | awk -F '\t' '/^DefProcessGroup/ && $5 == "g" { n = gsub(",", "", $6) } END { exit n != 299999 }'
}

@test "a group in a group is unfolded once: where each group has the two before it, and where one has itself" {
	{
		lines '@OTFPIPE|1.0|TR:1000' '@SM|1|1,2' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
			'DefProcessGroup|-|0|100|start|2,1' 'DefProcessGroup|-|0|101|self|100,101,100'
		seq 102 116 | awk '{ print "DefProcessGroup|-|0|" $1 "|twice|" $1 - 1 "," $1 - 2 }' | tr '|' '\t'
		seq 101 116 | awk '{ print "SendMsg|5|1|2|" $1 "|1|8|0" }' | tr '|' '\t'
		printf '@END\t35\n'
	} >s.otfl
	otf-to-otf2 -q --lossy --no-carriers s.otfl -o t
	otf2-to-otf -q --lossy --no-carriers t.otf2 | awk -F '\t' '/^DefProcessGroup/ { print $5, $6 }' | sort -u >got
	grep -v ^OTF:: got >of-groups
	lines 'machine 1,2' 'self 2,1' 'start 2,1' 'twice 2,1' | diff - of-groups
	silent otf-to-otf2 s.otfl -o u
	otf-cat --no-pg u.otf2 | cmp - s.otfl
}

@test "what refers to a definition that a filter removed is counted as dropped" {
	need_shared
	status=0
	otf-filter -q -x -r DefFunction "$SHARED/corpus/otf2/demo/demo.otf2" | otf-to-otf2 -o t 2>err || status=$?
	[ "$status" -eq 1 ]
	grep -q ': Enter: .* dropped: refers to a definition that is gone$' err
	[ ! -e t.otf2 ]
}
