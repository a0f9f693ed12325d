# OTF2 archives: otf2-to-otf, and archives as a source of every command.

load common
load stream

setup() {
	common_setup
	need_tools otf2-print
	[ -x "$BUILD/otf2-to-otf" ] || skip "libotf2 is not here"
	demo=$SHARED/corpus/otf2/demo/demo.otf2
	pipit=$SHARED/corpus/public/pipit/pipit/tests/data
}

need_demo() {
	[ -e "$demo" ] || skip "no OTF2 archive in $SHARED"
}

# archives: those of the corpora.
archives() {
	need_demo
	echo "$demo"
	find "$pipit" -name '*.otf2'
}

# events NAME...: how many records of these names demo.otfl has.
count() {
	cut -f 1 demo.otfl | grep -c -x "$1"
}

# printed KIND: how many events of a kind otf2-print lists.
printed() {
	grep -c "^$1 " "$SHARED/corpus/otf2/demo.print.txt"
}

# adds_up FILE: each line of a report has read = native + carried + dropped.
adds_up() {
	awk -F '\t' 'NR == 1 { if ($0 != "kind\tread\tnative\tcarried\tdropped\twhy") exit 1; next }
		NF != 6 || $2 != $3 + $4 + $5 || ($4 + $5 && $6 == "") { print; bad = 1 } END { exit bad || NR < 9 }' "$1"
}

@test "each event of the demo archive becomes the record that the mapping says" {
	need_demo
	otf-cat "$demo" >demo.otfl
	[ "$(count Enter)" -eq $(($(printed ENTER) + $(printed CALLING_CONTEXT_ENTER))) ]
	[ "$(count Leave)" -eq $(($(printed LEAVE) + $(printed CALLING_CONTEXT_LEAVE))) ]
	[ "$(count SendMsg)" -eq $(($(printed MPI_SEND) + $(printed MPI_ISEND))) ]
	[ "$(count RecvMsg)" -eq $(($(printed MPI_RECV) + $(printed MPI_IRECV))) ]
	[ "$(count BeginCollectiveOperation)" -eq 4 ]
	[ "$(count EndCollectiveOperation)" -eq 4 ]
	[ "$(count RMAPut)" -eq 2 ]
	[ "$(count RMAGet)" -eq 1 ]
	[ "$(count RMAEnd)" -eq 3 ]
	[ "$(count FileOperation)" -eq 9 ]
	[ "$(count BeginFileOperation)" -eq 2 ]
	[ "$(count EndFileOperation)" -eq 2 ]
	[ "$(count BeginProcess)" -eq 2 ]
	[ "$(count EndProcess)" -eq 2 ]
	[ "$(count Marker)" -eq 2 ]
	# one Metric event has two values, the nonblocking collective operation is a begin and an end
	[ "$(count Counter)" -eq $(($(printed METRIC) + 1)) ]
	timed=$(grep -v -e '^@' -e '^Def' -e '^Marker' demo.otfl | wc -l)
	[ "$timed" -eq $(($(grep -c '^[A-Z_]* *[0-9][0-9]* ' "$SHARED/corpus/otf2/demo.print.txt") + 2)) ]
}

@test "what OTF has no field for stands in key-values and comments" {
	need_demo
	otf-cat "$demo" >demo.otfl
	grep -q "^DefinitionComment	-	0	otf2:def CallingContext self=1 region=t:3 sourceCodeLocation=- parent=0$" demo.otfl
	grep -q "^DefinitionComment	-	0	otf2:archive property=s:DEMO::ORIGIN value=s:written%20by%20otf2demo.c$" demo.otfl
	otf-print "$demo" >text
	grep -q 'otf2.MpiIrecv.requestID=1' text
	grep -q 'otf2.send.length=5000000000' text
	grep -q 'otf2.ProgramEnd.exitStatus=3' text
	grep -q 'otf2.param:p.str=' text
}

@test "all commands read archives, by the name of the anchor file or of its directory" {
	need_demo
	for archive in "$demo" "${demo%.otf2}" $(archives); do
		otf-info "$archive" >out
		otf-info "$archive" | grep -q '^  format  *OTF2$'
		otf-stat "$archive" >out 2>&1
		otf-print "$archive" >out
		otf-slice --closed -t 0s: "$archive" >out
	done
	mkdir experiment
	cp -r "$(dirname "$demo")"/demo* experiment
	otf-cat --no-pg experiment | diff <(otf-cat --no-pg "$demo") -
	otf-cat --no-pg "${demo%.otf2}" | diff <(otf-cat --no-pg "$demo") -
}

@test "a duplicated handle is that of the file operation, so that its close finds it" {
	need_demo
	otf-check "$demo" 2>&1 | sed 's/^[^:]*: //' >out || true
	fails grep -q error: out
	otf-print "$demo" >text
	grep -q 'otf2.IoDuplicateHandle.oldHandle=0' text
	otf-cat "$demo" | awk -F '\t' '$1 == "FileOperation" && $6 == 7 { dup = $5 } $1 == "FileOperation" && $6 == 1 && $5 == dup { n++ }
		END { exit n != 1 }'
}

@test "percent are of the range that the archive gives" {
	need_demo
	otf-cat --no-pg -t 1000:2000 "$demo" | diff - <(otf-cat --no-pg -t 0%:50% "$demo")
	otf-snap --points 4 "$demo" | grep -q '^DefAuxSamplePoint	-	0	1500	'
}

@test "percent of several archives are of the range of all" {
	need_demo
	otf-remap -q --shift 1500 "$demo" | otf-to-otf2 -q -o late
	otf-info late.otf2 >out
	otf-cat -q --no-pg --unify -t 0%:50% "$demo" late.otf2 >half
	otf-cat -q --no-pg --unify -t 1000:2750 "$demo" late.otf2 | diff half -
	grep -q '^Enter' half
	otf-cat -q --no-pg --unify -t 50%: "$REPO/tests/data/sample.otf" "$demo" >half
	grep -q '^Enter' half
}

# classes TRACE: selections by kind of record give what they give of the stream.
classes() {
	local which
	otf-cat --no-pg "$1" >all.otfl
	for which in def marker event snap stat Enter '!event' '!snap' 'def,!DefProcess' 'snap,stat'; do
		otf-cat --no-pg -r "$which" all.otfl >from-stream
		otf-cat --no-pg -r "$which" "$1" | diff from-stream -
		otf-filter --no-pg -x -r "$which" all.otfl >from-stream
		otf-filter --no-pg -x -r "$which" "$1" | diff from-stream -
	done
}

@test "a selection of definitions has those that events need, too" {
	need_demo
	for archive in $(archives); do
		classes "$archive"
	done
	grep -q '^DefCollectiveOperation' <(otf-cat -r def "$demo")
}

@test "a selection of definitions reads no events, one without snapshots no snapshots" {
	otf-snap --points 3 "$REPO/tests/data/sample" | otf-to-otf2 -q --lossy -o x
	classes x.otf2
	rm x/*.evt
	otf-cat --no-pg -r def all.otfl >from-stream
	otf-cat --no-pg -r def x.otf2 | diff from-stream -
	otf-cat --no-pg -r marker x.otf2 >out
	otf-cat --no-pg -r snap x.otf2 >out
	fails otf-cat -r Enter x.otf2
}

@test "selections by kind of record of an OTF trace, snapshots in event files or not" {
	otf-snap --points 3 --summaries "$REPO/tests/data/sample" -o s
	classes s
	otf-snap --points 3 --inline "$REPO/tests/data/sample" -o i
	classes i
}

@test "what comes out is valid, and the reference library reads as many records" {
	need_demo
	for archive in $(find "$pipit" -name '*.otf2'); do
		otf-check --strict "$archive"
	done
	need_tools otfprint
	for archive in $(archives); do
		rm -rf t t.*
		otf2-to-otf "$archive" -o t
		timed=$(otf-cat t | grep -v -e '^@' -e '^Def' -e '^Marker' | wc -l)
		[ "$timed" -eq "$(otf-cat "$archive" | grep -v -e '^@' -e '^Def' -e '^Marker' | wc -l)" ]
		[ "$timed" -eq "$(otfprint --nodef --nomarker t | grep -c '^(#')" ]
	done
}

@test "the report accounts for each record of each archive" {
	need_demo
	for archive in $(archives); do
		otf2-to-otf --report report.tsv "$archive" >out
		adds_up report.tsv
		[ "$(awk -F '\t' '{ n += $5 } END { print n }' report.tsv)" -eq 0 ]
		events=$(otf2-print "$archive" | sed -n '/^Event  /,$p' | grep -c '^[A-Z_]* *[0-9][0-9]* ')
		[ "$(awk -F '\t' '/^event/ { n += $2 } END { print n }' report.tsv)" -eq "$events" ]
		rm report.tsv
	done
	otf2-to-otf --report - --lossy "$demo" -o t | adds_up /dev/stdin
}

@test "without carriers, what they would carry counts as dropped, which is an error without --lossy" {
	need_demo
	otf2-to-otf --report carried.tsv "$demo" >out
	run -1 --separate-stderr otf2-to-otf --no-carriers "$demo" -o t
	[[ $stderr == *"event MpiIsend: 1 read, 0 native, 0 carried, 1 dropped"* ]]
	[[ $stderr == *"records dropped: "*"; --lossy accepts that" ]]
	[ ! -e t.otf ]
	otf2-to-otf -q --no-carriers --lossy --report dropped.tsv "$demo" >plain
	adds_up dropped.tsv
	fails grep -e 'otf2\.[A-Z]' -e 'otf2:' plain
	diff <(awk -F '\t' '$1 !~ /String/ { print $1, $2, $4 }' carried.tsv | tail -n +2) \
		<(awk -F '\t' '$1 !~ /String/ { print $1, $2, $5 }' dropped.tsv | tail -n +2)
	grep -q "	1:I:42	" plain # an attribute of an event stays
}

@test "the counts are printed for all kinds with -v; a report that exists stays without --force" {
	need_demo
	otf2-to-otf -v "$demo" 2>err >out
	grep -q 'event Enter: 3 read, 3 native, 0 carried, 0 dropped' err
	otf2-to-otf "$demo" 2>err >out
	[ ! -s err ]
	echo mine >report
	run -1 otf2-to-otf --report report "$demo" -o t
	[ "$(cat report)" = mine ]
	[ ! -e t.otf ]
	otf2-to-otf --force --report report "$demo" -o t
	adds_up report
}

@test "event files of processes that are not wanted are not opened" {
	need_demo
	need_tools strace
	opened() {
		strace -f -qq -e trace=open,openat -o trace "$@" >out
		grep -v ENOENT trace | grep -o 'demo/[0-9]*\.evt' | sort -u | tr '\n' ' '
	}
	[ "$(opened otf-filter -p 2,3 "$demo")" = "demo/1.evt demo/4294967296.evt " ]
	[ "$(opened otf-cat "$demo" | wc -w)" -eq 4 ]
}

@test "--unwind makes balanced calls of calling contexts and samples" {
	need_demo
	otf2-to-otf --unwind "$demo" | grep -e '^Enter	106[3-5]	' -e '^Leave	106[3-5]	' | cut -f 1-5 >calls
	printf '%s\t%s\t1\t%s\t%s\n' Enter 1063 1 1 Enter 1064 3 0 Leave 1065 3 0 Leave 1065 1 1 | diff - calls
}

@test "an archive that was an OTF trace becomes the same records again" {
	need_tools otf-to-otf2
	otf-to-otf2 -q --lossy "$REPO/tests/data/sample.otf" -o run
	otf-cat --no-pg run.otf2 | diff <(otf-cat --no-pg -r '!stat' "$REPO/tests/data/sample.otf" | sed '1s/	FM.*//') \
		<(sed '1s/	FM.*//' | cat) >differ || [ "$(grep -c '^[<>] [^@]' differ)" -eq 0 ]
	otf2-to-otf --report report run.otf2 -o again
	adds_up report
	otf-diff -q again "$REPO/tests/data/sample.otf"
}

@test "an archive that does not exist, or is cut, is an error that names it" {
	need_demo
	run -1 --separate-stderr otf2-to-otf nosuch.otf2
	[[ $stderr == *nosuch.otf2* ]]
	cp -r "$(dirname "$demo")"/demo* .
	truncate -s 20 demo/0.evt
	run -1 --separate-stderr otf2-to-otf demo.otf2 -o t
	[[ $stderr == *demo/0.evt* ]]
	[ ! -e t.otf ]
}

# rounds: a stream of two processes with three collective operations, long after whose begin the end comes.
rounds() {
	awk 'BEGIN { OFS = "\t"
		print "@OTFPIPE", "1.0", "TR:1000"
		print "@SM", 1, 1
		print "@SM", 2, 2
		put("DefTimerResolution", "-", 0, 1000)
		for (p = 1; p <= 2; p++) put("DefProcess", "-", 0, p "\trank " p - 1 "\t0")
		put("DefProcessGroup", "-", 0, "9\tworld\t1,2")
		put("DefFunction", "-", 0, "1\tmain\t0\t0")
		put("DefCollectiveOperation", "-", 0, "3\tMPI_Bcast\t2")
		for (round = 1; round <= 3; round++) {
			for (p = 1; p <= 2; p++)
				put("BeginCollectiveOperation", ++t, p, "3\t" round "\t9\t" round % 3 "\t" 10 * round "\t" round "\t0")
			for (i = 0; i < 20000; i++) {
				put("Enter", ++t, 1, "1\t0")
				put("Leave", ++t, 1, "1\t0")
			}
			for (p = 1; p <= 2; p++) put("EndCollectiveOperation", ++t, p, round)
		}
		print "@END", n
	}
	function put(name, time, p, rest) { n++; print name, time, p, rest }'
}

@test "a collective operation has its data at the begin, however far its end is" {
	need_tools otf-to-otf2
	rounds >in
	otf-to-otf2 -q --lossy --no-carriers in -o run
	fields() { # of the operations, but not their tokens and those of the group; the n-th of a process is number n
		awk 'BEGIN { FS = OFS = "\t" }
			/^BeginColl/ { at[$3, $5] = ++n[$3]; $5 = n[$3]; $4 = $6 = ""; print }
			/^EndColl/ { $4 = at[$3, $4]; print }' "$1"
	}
	otf-cat run.otf2 >out
	diff <(fields in) <(fields out)
	[ "$(grep -c ^Enter out)" -eq 60000 ]
	otf-check --strict run.otf2
}

@test "an interval and processes of an archive are those of the whole" {
	need_tools otf-to-otf2
	otf-to-otf2 -q --lossy --no-carriers "$REPO/tests/data/sample.otf" -o run
	otf-cat --no-pg run.otf2 >whole
	for option in '-t 2ms:3ms' '-t :2ms' '-p 2,3' '-p 2 -t 1ms:2ms'; do
		diff <(otf-filter --no-pg $option run.otf2 | grep -v -e '^Def' -e '^@END') \
			<(otf-filter --no-pg $option whole | grep -v -e '^Def' -e '^@END')
	done
}

@test "what comes after an interval is not read" {
	mkotf2 -l 2 -e 400k many >/dev/null
	otf-filter --no-pg -t :100us many | grep -v '^@' >whole
	for at in 2200000 1100000; do # behind the first chunk
		dd if=/dev/zero bs=1 count=40 seek=$at of=many/traces/0.evt conv=notrunc 2>/dev/null
		fails otf-cat -q --count many
		otf-filter --no-pg -t :100us many | grep -v '^@' | cmp - whole
	done
	[ "$(wc -l <whole)" -gt 100 ]
}

# straddling: a process with three chunks of calls, within which an operation on a file, a transfer, a collective operation
# and the process itself begin in one chunk and end in a later one.
straddling() {
	awk 'BEGIN { OFS = "\t"
		print "@OTFPIPE", "1.0", "TR:1000000"
		for (p = 1; p <= 2; p++) print "@SM", p, p
		put("DefTimerResolution", "-", 0, 1000000)
		for (p = 1; p <= 2; p++) put("DefProcess", "-", 0, p "\trank " p - 1 "\t0")
		put("DefProcessGroup", "-", 0, "9\tworld\t1,2")
		put("DefFunction", "-", 0, "1\tmain\t0\t0")
		put("DefFile", "-", 0, "4\tout\t0")
		put("DefCollectiveOperation", "-", 0, "3\tMPI_Bcast\t2")
		put("BeginProcess", ++t, 1, "")
		put("FileOperation", ++t, 1, "4\t1\t0\t0\t0\t0")
		for (i = 1; i <= 120000; i++) {
			put("Enter", ++t, 1, "1\t0")
			if (i == 30000) put("BeginFileOperation", ++t, 1, "5\t0")
			if (i == 45000) put("BeginCollectiveOperation", ++t, 1, "3\t8\t9\t1\t1\t2\t0")
			if (i == 46000) put("RMAPut", ++t, 1, "0\t2\t9\t6\t64\t0")
			if (i == 60000) put("EndCollectiveOperation", ++t, 1, "8")
			if (i == 70000) put("RMAEnd", ++t, 1, "0\t9\t6\t0")
			if (i == 100000) put("EndFileOperation", ++t, 1, "4\t5\t1\t2\t100\t0")
			put("Leave", ++t, 1, "1\t0")
		}
		put("EndProcess", ++t, 1, "")
		print "@END", n
	}
	function put(name, time, p, rest) { n++; print name "\t" time "\t" p (rest == "" ? "" : "\t" rest) }'
}

@test "what an interval of an archive ends is what began before it, in whichever chunk" {
	need_tools otf-to-otf2
	straddling >in
	otf-to-otf2 -q --lossy --no-carriers in -o run
	[ "$(stat -c %s run/1.evt)" -gt $((2 * 1024 * 1024)) ]
	otf-cat --no-pg run >whole
	grep -q '^EndFileOperation	.*	2	100	' whole
	for window in 0:50000 110000:130000 119000:119500 139000:141000 140004: 200000:210000 240000: 239999:; do
		diff <(otf-filter -q --no-pg -t "$window" run | grep -v -e '^Def' -e '^@') \
			<(otf-filter -q --no-pg -t "$window" whole | grep -v -e '^Def' -e '^@')
	done
	otf-filter -q -t 140004:210000 run | grep -e '^RMAEnd' -e '^EndFile'
}

@test "an interval of an archive costs what it holds: chunks before it and after it are not read" {
	need_tools otf-to-otf2 strace
	straddling >in
	otf-to-otf2 -q --lossy --no-carriers in -o run
	ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o calls -e trace=pread64 otf-filter -q -t 118000:118100 run >out
	read=$(awk '{ n += $NF } END { print n + 0 }' calls)
	[ "$read" -gt 0 ]
	[ "$read" -lt $(($(stat -c %s run/1.evt) / 2)) ]
	# 40 damaged bytes there are not met
	dd if=/dev/zero bs=1 count=40 seek=500000 of=run/1.evt conv=notrunc 2>/dev/null
	fails otf-cat -q --count run
	otf-filter -q -t 118000:118100 run | cmp - out
}

@test "a slice of an archive begins at a snapshot before it" {
	need_tools otf-to-otf2 mktrace otf-snap otf-slice
	mktrace -p 2 -e 60k | otf-write -q trace
	otf-snap -q --every=10% trace -o snaps
	otf-to-otf2 -q --lossy --no-carriers snaps -o run
	otf-cat --no-pg run >whole
	[ "$(grep -c '^DefAuxSamplePoint' whole)" -gt 5 ]
	at=$(awk -F '\t' '/^DefAuxSamplePoint/ { print $4 }' whole | sed -n 4p)
	otf-slice -v --no-pg -t "$((at + 1000)):$((at + 90000))" run >slice 2>err
	grep -q "state as of the snapshot at $at\$" err
	diff <(grep -v -e '^Def' -e '^@' slice) \
		<(otf-slice -q --no-pg -t "$((at + 1000)):$((at + 90000))" whole | grep -v -e '^Def' -e '^@')
}

@test "all records with extreme values are accounted for, and what is undefined is reported" {
	[ -x "$BUILD/tests/otf2/extreme" ] || skip "no program that writes it"
	"$BUILD/tests/otf2/extreme" . ex
	run -1 --separate-stderr otf2-to-otf --keep-going --report report ex.otf2 -o t
	[[ $stderr == *"ex.otf2: location "*": MpiSend: "*" is not defined"* || $stderr == *"more faults that are not listed"* ]]
	adds_up report
	[ "$(grep -c '^event' report)" -eq 79 ]
	[ "$(grep -c '^def' report)" -eq 38 ]
	[ "$(awk -F '\t' '{ n += $5 } END { print n }' report)" -eq 0 ]
	otf-check t >out 2>&1 || [ $? -eq 1 ]
	run -1 --separate-stderr otf2-to-otf --strict ex.otf2
	[ "$(grep -c . <<<"$stderr")" -le 2 ]
}

@test "each row of the table of the mapping is read, and is native or carried as it says" {
	need_demo
	table=$SHARED/spec/formats/otf2-map.tsv
	[ -e "$table" ] || skip "no table in $SHARED"
	[ -x "$BUILD/tests/otf2/extreme" ] || skip "no program that writes all records"
	"$BUILD/tests/otf2/extreme" . ex
	otf2-to-otf -q --report ex.tsv ex.otf2 -o t || [ $? -eq 1 ]
	otf2-to-otf --report demo.tsv "$demo" >out
	# a record of a newer OTF2 cannot be written; what libotf2 applies counts as native
	awk -F '\t' 'FILENAME != table { split($1, part, " "); read[part[2]] += $2; native[part[2]] += $3; next }
		FNR == 1 || $2 == "Unknown" { next }
		!read[$2] || ($4 == "carried" && native[$2]) || ((($4 == "native" && $5 == "") || $4 == "absorbed") && !native[$2]) {
			print $2, $4, read[$2] + 0, native[$2] + 0
			bad = 1
		}
		END { exit bad || FNR < 119 }' table="$table" <(grep -h -e ^def -e ^event -e ^local ex.tsv demo.tsv) "$table"
}

@test "with --keep-going damage of one location costs only what comes after it there" {
	otf-to-otf2 -q --lossy "$REPO/tests/data/sample.otf" -o x
	otf-cat --no-pg -r event x.otf2 | grep -v '^@' >whole
	for damage in 'dd if=/dev/zero of=x/3.evt bs=1 count=8 seek=2000 conv=notrunc' 'truncate -s 1000 x/3.evt' 'rm x/3.evt'; do
		rm -rf x x.*
		otf-to-otf2 -q --lossy "$REPO/tests/data/sample.otf" -o x
		$damage 2>/dev/null
		fails otf-cat -q x.otf2
		status=0
		otf-cat --keep-going --no-pg -r event x.otf2 >out 2>err || status=$?
		[ "$status" -eq 1 ]
		[ "$(wc -l <err)" -eq 1 ]
		all=$(awk -F '\t' '$3 == 3' whole | wc -l)
		left=$(awk -F '\t' '!/^@/ && $3 == 3' out | wc -l)
		[ "$left" -lt "$all" ]
		grep -q "x/3.evt: .*\($((all - left)) of $all records are lost\|the event file is missing\)" err
		awk -F '\t' '!/^@/ && $3 != 3' out | diff <(awk -F '\t' '$3 != 3' whole) -
		awk -F '\t' '!/^@/ && $3 == 3' out >three
		awk -F '\t' '$3 == 3' whole | head -n "$(wc -l <three)" | diff - three
	done
}

# the events of the records of one process on standard input: a metric is two counters
events() {
	awk -F '\t' '$3 == 1 && !/^@/ { n += $1 == "Counter" ? 0.5 : 1 } END { print n }'
}

@test "with --keep-going a location goes on at the next sound chunk, and says how many events are lost between" {
	mkotf2 -l 2 -e 600k many >/dev/null
	otf-cat --no-pg -r event many >whole
	[ "$(stat -c %s many/traces/0.evt)" -gt 3500000 ] # four chunks
	# in a chunk, in its head, in two heads, in the first head, at the end
	for places in 1500000 1048576 '1048576 2097152' 0 3500000; do
		rm -rf odd
		cp -r many odd
		for at in $places; do
			dd if=/dev/zero bs=1 count=40 seek="$at" of=odd/traces/0.evt conv=notrunc 2>/dev/null
		done
		fails otf-cat -q --count odd
		for j in 1 2; do
			status=0
			otf-cat -j $j --keep-going --no-pg -r event odd >out 2>err || status=$?
			[ "$status" -eq 1 ]
			grep -q '^@END' out
			lost=$(sed -n 's/.*; \([0-9]*\) of [0-9]* records are lost.*/\1/p' err | awk '{ n += $1 } END { print n + 0 }')
			[ "$lost" -gt 1 ]
			[ "$(events <out)" -eq $(($(events <whole) - lost)) ]
			[ "$places" = 3500000 ] || cmp <(tail -n 1001 out | sed '$d' | cut -f 1-3) <(tail -n 1001 whole | sed '$d' | cut -f 1-3)
		done
		otf-check odd >found 2>&1 || true
		grep -q "odd/traces/0.evt: error: chunk .* records are lost" found
	done
}

@test "threads stop at the same record as one, and say the same before it" {
	mkotf2 -l 3 -e 60k many >/dev/null
	for at in 20 100000 150000; do
		rm -rf odd
		cp -r many odd
		dd if=/dev/zero bs=1 count=40 seek="$at" of=odd/traces/1.evt conv=notrunc 2>/dev/null
		for command in 'otf-cat --no-pg' 'otf-cat --no-pg --keep-going' 'otf-cat --no-pg --strict' 'otf-check --keep-going'; do
			for j in 1 2 3; do
				status=0
				$command -j $j odd >out.$j 2>&1 || status=$?
				echo "$status" >>out.$j
			done
			grep -q odd/traces/1.evt out.1
			cmp out.1 out.2
			cmp out.1 out.3
		done
	done
}

@test "threads find the order of one: in all, in a window, of many locations" {
	mkotf2 -l 5 -e 60k few >/dev/null
	mkotf2 -l 130 -e 60k many >/dev/null
	for archive in few many; do
		for window in '' '-t 30%:60%'; do
			for j in 1 2 3; do
				# shellcheck disable=SC2086
				otf-cat --no-pg -j $j $window $archive >out.$j
			done
			cmp out.1 out.2
			cmp out.1 out.3
		done
	done
}

@test "collective operations after lost events are not matched with those before" {
	mkotf2 -l 2 -e 600k many >/dev/null
	otf-cat --no-pg -r event many >whole
	dd if=/dev/zero bs=1 count=40 seek=1500000 of=many/traces/0.evt conv=notrunc 2>/dev/null
	otf-cat --keep-going --no-pg -r event many >out 2>/dev/null || true
	# begin and end of each operation are as far apart as they were
	spans() {
		awk -F '\t' '$3 == 1 && $1 == "BeginCollectiveOperation" { begin[$5] = $2 }
			$3 == 1 && $1 == "EndCollectiveOperation" && $4 in begin { print begin[$4], $2 }' | sort
	}
	spans <whole >before
	spans <out >after
	[ "$(wc -l <after)" -gt 1000 ]
	[ -z "$(comm -13 before after)" ]
}

@test "a record of an archive has a place: the file of its location, and the number of its event" {
	need_demo
	[ -x "$BUILD/tests/otf2/frames" ] || skip "no program that changes archives"
	"$BUILD/tests/otf2/frames" "$demo" . odd Enter.region=77 MpiSend.receiver=9
	otf-check odd.otf2 >out 2>&1 || true
	grep -q '^odd/0.evt:3: error: .*Enter: function 78 is not defined' out
	grep -q '^odd.otf2: error: location 0: event 6: MpiSend: rank 9 is not in communicator' out
	grep -q '^odd.def:[0-9]*: warning: .*MPI_COMM_WORLD' out
}

@test "many communicators of many ranks: memory below the bytes of their members, and each rank has its process" {
	[ -x "$BUILD/tests/otf2/frames" ] || skip "no program that changes archives"
	python3 - "$REPO/tests/fault/again.txt" >large <<-'END'
		import sys
		n, groups = 100000, 60
		members = ",".join("12"[i % 2] for i in range(n))
		lines = [line.rstrip("\n").replace("|", "\t") for line in open(sys.argv[1])][:-1]
		first = next(i for i, line in enumerate(lines) if not line.startswith(("@", "Def")))
		defs = [f"DefProcessGroup\t-\t0\t{100 + i}\tg{i}\t{members}\t11:I:{100 + i}\t12:B:5\t13:B:4" for i in range(groups)]
		defs += [f"DefProcessGroup\t-\t0\t{300 + i}\tc{i}\t{members}\t15:I:{300 + i}\t16:I:{100 + i}" for i in range(groups)]
		lines[first:first] = defs
		lines += [f"SendMsg\t60\t1\t2\t{300 + i}\t7\t8\t0" for i in range(groups)]
		print("\n".join(lines))
		print("@END\t%d" % sum(not line.startswith("@") for line in lines))
	END
	otf-to-otf2 -q large -o t
	peak otf-cat -r DefProcessGroup t.otf2 | cut -f 5 | grep -c '^[gc][0-9]*$' >got
	[ "$(<got)" -eq 120 ]
	under 60
	for rank in 0:1 63:2 64:1 99999:2 100000:0; do
		"$BUILD/tests/otf2/frames" t.otf2 . "at${rank%:*}" "MpiSend.receiver=${rank%:*}"
		otf-cat -q -r SendMsg "at${rank%:*}.otf2" | awk -F '\t' -v want="${rank#*:}" '$2 == 60 { n++; if ($4 != want) exit 1 } END { exit n != 60 }'
	done
}

@test "-p @ID is the process of a location, of the archive and of the trace, in every command" {
	need_demo
	otf2-to-otf -q --lossy "$demo" -o t
	for input in "$demo" t; do
		for same in '3 @4294967296' '1,4 @0,@7' '!4 !@7' '1,2 @0,Rank*,!@7'; do
			otf-cat -p "${same% *}" "$input" | grep -v '^@PG' >number
			otf-cat -p "${same#* }" "$input" | grep -v '^@PG' >location
			cmp number location
		done
		otf-stat --tsv --by process -p @7,@1 "$input" >location
		otf-stat --tsv --by process -p 2,4 "$input" | cmp - location
	done
	[ "$(otf-filter --peer @1 t | grep -c '^SendMsg\|^ReceiveMsg')" -gt 0 ]
	[ "$(otf-filter --peer @1 t | grep -c Msg)" -eq "$(otf-filter --peer 2 t | grep -c Msg)" ]
	run --separate-stderr otf-cat -p @3 t
	[[ $stderr == *"--process: nothing matches '@3'" ]]
}

@test "-p @ID: a file of that name is a list of processes" {
	need_demo
	otf2-to-otf -q --lossy "$demo" -o t
	echo 2 >7
	otf-cat -p @7 t | grep -v '^@PG' >list
	otf-cat -p 2 t | grep -v '^@PG' | cmp - list
}

@test "transfers that are all open, with ids of equal low bits, have a tag each, which is found at once" {
	need_limits
	{
		lines '@OTFPIPE|1.0|TR:1000' '@SM|1|1' 'DefProcess|-|0|1|p|0' 'DefProcessGroup|-|0|9|all|1'
		seq 150000 | awk '{ print "RMAPut\t" $1 "\t1\t1\t1\t9\t7\t8\t0" }'
		printf '@END\t150002\n'
	} >in
	otf-to-otf2 -q --lossy --no-carriers in -o t
	(ulimit -t 15 && otf2-to-otf -q --lossy --no-carriers t.otf2 >out) # seconds of the processor, of which it needs less than one
	awk -F '\t' '/^RMAPut/ && $7 != 6 + ++n { exit 1 }' out
}
