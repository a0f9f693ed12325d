# TAU traces: tau-to-otf, and TAU as a source of every command.

load common
load stream

setup() {
	common_setup
	corpus=$SHARED/corpus/tau
	edge=$corpus/edge
	ring=$REPO/tests/data/ring
}

# What a TAU trace says by the description of its format, and what a stream made of it says.
says_tau() {
	python3 "$REPO/tests/oracle/tau.py" raw "$@"
}

says_stream() {
	python3 "$REPO/tests/oracle/tau.py" stream "$@"
}

# converted NAME ARGUMENT...: exit status into $got, the stream's events to NAME, messages to err.
converted() {
	local name=$1
	shift
	got=0
	tau-to-otf "$@" >"$name.otfl" 2>err || got=$?
	says_stream <"$name.otfl" >"$name"
}

# quiet COMMAND...: exit 0, nothing on standard error, and what it printed.
quiet() {
	silent "$@" || return 1
	cat out
}

need_corpus() {
	[ -d "$corpus" ] || skip "no TAU traces in $SHARED"
}

# records TRC LAYOUT FIELDS...: a file of records "ev nid tid par ti" in a form of python's struct.
records() {
	local file=$1 form=$2
	shift 2
	printf '%s\n' "$@" | python3 -c '
import struct, sys
for line in sys.stdin:
    sys.stdout.buffer.write(struct.pack(sys.argv[1], *map(int, line.split())))' "$form" >"$file"
}

edf() {
	printf '%s\n' '9 dynamic_trace_events' '# id group tag "name" param' '1 TAU_DEFAULT 0 "main" EntryExit' \
		'2 MPI 0 "MPI_Barrier()  " EntryExit' '3 TAUEVENT 0 "value" TriggerValue' "$@" \
		'60000 TRACER 0 "EV_INIT" none' '60003 TRACER 0 "FLUSH_CLOSE" none' '60005 TRACER 0 "WALL_CLOCK" none' \
		'60007 TAU_MESSAGE -7 "MESSAGE_SEND" par' '60008 TAU_MESSAGE -8 "MESSAGE_RECV" par'
}

timed() {
	grep -v -e '^@' -e '^Def' "$1" | tr '\t' ' '
}

# ---- real traces ----

@test "events of real merged traces are those of an independent reader" {
	need_corpus
	for set in ring4 ring4meta threads1 hybrid2x4 metrics2 big5mb; do
		says_tau "$corpus/$set/tau.trc" "$corpus/$set/tau.edf" >want
		converted have "$corpus/$set/tau.trc" "$corpus/$set/tau.edf"
		[ "$got" -eq 0 ]
		[ -s want ]
		cmp want have
		says_tau --whole "$corpus/$set/tau.trc" "$corpus/$set/tau.edf" >want
		converted have --raw-triggers --metadata-counters "$corpus/$set/tau.edf" "$corpus/$set/tau.trc"
		cmp want have
	done
}

@test "events of real traces are those of TAU's own conversion, where that is whole" {
	need_corpus
	for set in ring4 ring4meta hybrid2x4 metrics2 big5mb; do
		otf-cat "$corpus/$set/otf/app" | says_stream --ticks 1000 >want
		tau-to-otf --raw-triggers --metadata-counters "$corpus/$set/tau.trc" "$corpus/$set/tau.edf" |
			says_stream --without 'Cells "active" on rank' >have
		[ -s want ]
		cmp want have
	done
}

@test "files of threads give what their merged pair gives, without a merge" {
	need_corpus
	for set in ring4 ring4meta threads1 hybrid2x4 metrics2; do
		converted pair "$corpus/$set/tau.trc" "$corpus/$set/tau.edf"
		converted directory "$corpus/$set"
		[ -s pair ]
		cmp pair directory
	done
}

@test "an order that TAU's converter stumbles over is repaired and told" {
	need_corpus
	converted have "$corpus/threads1"
	[ "$got" -eq 0 ]
	says 'records out of time order, now sorted: 1, by 24 us at most'
	got=0
	tau-to-otf --strict "$corpus/threads1" >out 2>err || got=$?
	[ "$got" -eq 1 ]
	[ "$(tail -n 1 out | cut -f 1)" = @ABORT ]
}

@test "all four layouts of records give the same stream" {
	need_corpus
	for layout in le32 be32 le64 be64; do
		quiet tau-to-otf --no-pg "$corpus/formats/tau.$layout.trc" "$corpus/formats/tau.edf" >$layout
	done
	[ "$(md5sum le32 be32 le64 be64 | cut -c 1-32 | sort -u | wc -l)" -eq 1 ]
}

@test "one rank's own file is a trace; the nodes that only its messages know are processes without events" {
	need_corpus
	converted have "$corpus/ring4/tautrace.2.0.0.trc" "$corpus/ring4/events.2.edf"
	[ "$got" -eq 0 ]
	says 'nodes with messages but no records, added as processes without events: 2'
	says_tau "$corpus/ring4/tautrace.2.0.0.trc" "$corpus/ring4/events.2.edf" | cmp - have
	[ "$(grep -c '^DefProcess	' have.otfl)" -eq 3 ]
}

# ---- edges ----

# edge NAME STATUS [TEXT]: the exit status and the message, or none; the events are those of the reader here.
edge() {
	says_tau --whole "$edge/$1.trc" "$edge/s.edf" >want
	converted have --keep-going --raw-triggers "$edge/$1.trc" "$edge/s.edf"
	[ "$got" -eq "$2" ] || { echo "$1: $got" && cat err && return 1; }
	cmp want have
	[ "$(tail -n 1 have.otfl | cut -f 1)" = @END ]
	if [ -n "$3" ]; then
		says "$1.trc: $3"
		[ "$(wc -l <err)" -eq 1 ]
	else
		[ ! -s err ]
	fi
}

@test "whole traces at the edges convert in silence" {
	need_corpus
	for name in ok big64 gap late late3 cnt amb msgbits; do
		edge "$name" 0
	done
}

@test "repairs are told, and the status is 0" {
	need_corpus
	edge one 0 'processes without a record of their end, as in a truncated trace: 1'
	edge unbal 0 'leaves without an enter, given one at the same time: 1'
	edge cross 0 'leaves of a function that is not the innermost, taken as leaves of the innermost: 2'
	edge noinit 0 'processes without a record of their begin: 1'
}

@test "what is lost is told, and the status is 1" {
	need_corpus
	edge unk 1 'lost: records of events that no EDF defines: 1; the first has id 99'
	edge trunc 1 'ends inside a record, after 17 of 24 bytes'
	edge empty 1 'is empty'
	edge par 1 'lost: function records that are neither enter nor leave: 2'
	edge cont 1 'lost: continuations of long events: 1'
}

@test "with --strict each repair and each loss is an error, and no trace is made" {
	need_corpus
	for name in one unbal cross noinit unk trunc empty par cont; do
		got=0
		tau-to-otf --strict "$edge/$name.trc" "$edge/s.edf" -o t 2>err || got=$?
		[ "$got" -eq 1 ]
		[ ! -e t.otf ]
	done
	quiet tau-to-otf --strict "$edge/ok.trc" "$edge/s.edf" -o t
}

@test "peer threads that the trace tells are those of the messages; a transfer is an RMA record" {
	need_corpus
	converted have "$edge/remote.trc" "$edge/remote.edf"
	[ "$got" -eq 0 ]
	says 'one-sided transfers whose other end is missing: 1'
	timed have.otfl | grep -e Msg -e RMA >records
	diff - records <<-'END'
		SendMsg 100 1 4 0 5 640 0
		RecvMsg 110 4 1 0 5 640 0
		SendMsg 120 2 3 0 6 64 0
		RecvMsg 125 3 2 0 6 64 0
		RMAPut 130 2 2 2 0 3754479259 4096 0
	END
}

@test "communicators but the usual are groups of those that used them" {
	need_corpus
	converted have "$edge/msgbits.trc" "$edge/s.edf"
	grep -q '^DefProcessGroup	-	0	3	communicator 1	1$' have.otfl
	grep -q '^DefProcessGroup	-	0	4	communicator 63	1$' have.otfl
	timed have.otfl | grep Msg >records
	diff - records <<-'END'
		SendMsg 1 1 1 4 65535 67108863 0
		RecvMsg 2 1 1 3 43981 2891136 0
	END
}

@test "an EDF with CR LF, without a last newline, with a wrong count or a definition twice is read" {
	need_corpus
	converted lf "$edge/ok.trc" "$edge/s.edf"
	converted crlf "$edge/ok.trc" "$edge/crlf.edf"
	cmp lf.otfl <(sed 's/crlf/s/' crlf.otfl)
	{ sed '1s/12/99/' "$edge/s.edf" && printf '1 X 0 "other" EntryExit\n%s' '77 X 0 "last" EntryExit'; } >odd.edf
	quiet tau-to-otf "$edge/ok.trc" odd.edf >odd.otfl
	grep -q '^DefFunction	-	0	77	last' odd.otfl
	grep -q '^DefFunction	-	0	1	main' odd.otfl
}

# ---- made here ----

@test "a line of an EDF that is none is told with its place, the rest is read, and the status is 1" {
	edf 'nonsense' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '1 0 0 1 10' '1 0 0 -1 12' '60003 0 0 0 13'
	converted have a.trc a.edf
	[ "$got" -eq 1 ]
	says 'a.edf:6: invalid event definition: nonsense'
	[ "$(wc -l <have)" -eq 2 ]
}

@test "a process begins with EV_INIT and ends with FLUSH_CLOSE, calls that are open are left before" {
	edf >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '1 0 0 1 11' '2 0 0 1 12' '60003 0 0 0 15'
	converted have a.trc a.edf
	[ "$got" -eq 0 ]
	says 'calls open at the end of their process, ended there: 2'
	timed have.otfl | diff - <(printf '%s\n' 'BeginProcess 0 1' 'Enter 1 1 1 0' 'Enter 2 1 2 0' 'Leave 5 1 2 0' \
		'Leave 5 1 1 0' 'EndProcess 5 1')
	tau-to-otf --leave-open a.trc a.edf >open.otfl 2>err
	says 'calls open at the end of their process, left open: 2'
	[ "$(grep -c ^Leave open.otfl)" -eq 0 ]
}

@test "a record behind a later one goes before it, so does the beginning of its process" {
	edf >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '1 0 0 1 6' '1 0 0 -1 12' '60003 0 0 0 11'
	converted have a.trc a.edf
	says 'records out of time order, now sorted: 2, by 4 us at most'
	timed have.otfl | diff - <(printf '%s\n' 'BeginProcess 0 1' 'Enter 0 1 1 0' 'Leave 6 1 1 0' 'EndProcess 6 1')
}

@test "times that fall with every record are sorted all the same" {
	edf >a.edf
	python3 - >a.trc <<-'END'
		import struct, sys
		def put(*r): sys.stdout.buffer.write(struct.pack("<iHHqQ", *r))
		put(60000, 0, 0, 3, 1000000)
		for i in range(20000):
		    put(3, 0, i % 2, i, 1000000 + (i * 7919) % 20000)
		put(60003, 0, 0, 0, 1020001)
	END
	converted have a.trc a.edf
	[ "$got" -eq 0 ]
	[ "$(grep -c ^Counter have.otfl)" -eq 20000 ]
	timed have.otfl | cut -d ' ' -f 2 | sort -nc
	says_tau a.trc a.edf | cmp - have
}

@test "records of one time stand by process, of a process as they came" {
	edf >a.edf
	records a.trc '<iHHqQ' '60000 1 0 3 10' '60000 0 0 3 10' '1 1 0 1 10' '1 0 0 1 10' '1 1 0 -1 10' '1 0 0 -1 10' \
		'60003 1 0 0 10' '60003 0 0 0 10'
	converted have a.trc a.edf
	[ ! -s err ]
	timed have.otfl | cut -d ' ' -f 1,3 | tr '\n' ' ' |
		diff - <(printf '%s ' BeginProcess\ 1 Enter\ 1 Leave\ 1 EndProcess\ 1 BeginProcess\ 2 Enter\ 2 Leave\ 2 EndProcess\ 2)
}

@test "--absolute keeps the times; the base stands in a comment either way" {
	quiet tau-to-otf "$ring" >from.otfl
	quiet tau-to-otf --absolute "$ring" >absolute.otfl
	base=$(sed -n 's/^DefinitionComment.*otfpipe: tau base time \([0-9]*\) us$/\1/p' from.otfl)
	[ "$base" -gt 1000000000000000 ]
	grep -q "tau base time $base us" absolute.otfl
	awk -F '\t' -v OFS='\t' -v base="$base" '!/^@/ && $2 != "-" { $2 = sprintf("%.0f", $2 + base) } 1' from.otfl | grep -v '^@' |
		cmp - <(grep -v '^@' absolute.otfl | sed 's/ us, and times are absolute$/ us/')
	[ "$(head -n 1 absolute.otfl | sed 's/.*TS:\([0-9]*\).*/\1/')" = "$base" ]
}

@test "the span in the header is that of the records" {
	for option in '' --raw-triggers; do
		quiet tau-to-otf $option "$ring" >t.otfl
		span=$(timed t.otfl | cut -d ' ' -f 2 | sort -n | sed -n '1p; $p' | paste -s -d ,)
		[ "$(head -n 1 t.otfl | sed 's/.*TS:\([0-9,]*\).*/\1/')" = "$span" ]
	done
}

@test "a switch that goes 0, 1, 0 is no trigger, nor is what comes any other way" {
	edf '4 TAUEVENT 0 "switch" TriggerValue' '5 TAUEVENT 0 "often" TriggerValue' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '4 0 0 0 20' '4 0 0 1 50' '4 0 0 0 90' '3 0 0 0 91' '3 0 0 -7 91' '3 0 0 0 92' \
		'3 0 0 0 93' '3 0 0 0 93' '3 0 0 0 93' '5 0 0 0 94' '5 0 0 3 94' '5 0 0 0 94' '5 0 0 3 95' '60003 0 0 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	timed t.otfl | grep Counter | cut -d ' ' -f 2,4,5 |
		diff - <(printf '%s\n' '10 4 0' '40 4 1' '80 4 0' '81 3 -7' '83 3 0' '84 5 0' '84 5 3' '84 5 0' '85 5 3')
}

@test "the records of a trigger may stand apart, with other events between them" {
	edf '4 TAUEVENT 0 "alarm" TriggerValue' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '3 0 0 0 20' '4 0 0 0 20' '4 0 0 9 20' '4 0 0 0 20' '3 0 0 5 20' '1 0 0 1 21' \
		'1 0 0 -1 22' '3 0 0 0 22' '60003 0 0 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	timed t.otfl | grep Counter | diff - <(printf '%s\n' 'Counter 10 1 4 9' 'Counter 10 1 3 5')
}

@test "facts are comments, of those that recorded them; what holds other values stays a counter" {
	edf '4 TAUEVENT 0 "pid | 4711" TriggerValue' '5 TAUEVENT 0 "LIMIT | 3" TriggerValue' \
		'6 TAUEVENT 0 "bytes | second" TriggerValue' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '60000 1 0 3 10' '4 1 0 0 20' '4 1 0 1 20' '4 1 0 0 20' '5 0 0 0 20' '5 0 0 1 20' \
		'5 0 0 0 20' '5 1 0 0 20' '5 1 0 1 20' '5 1 0 0 20' '6 0 0 17 30' '60003 0 0 0 99' '60003 1 0 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	grep -q '	otfpipe: tau metadata of process 2: pid | 4711$' t.otfl
	[ "$(grep -c 'otfpipe: tau metadata' t.otfl)" -eq 2 ]
	timed t.otfl | grep Counter | diff - <(echo 'Counter 20 1 6 17')
	quiet tau-to-otf --metadata-counters a.trc a.edf >t.otfl
	fails grep -q 'tau metadata' t.otfl
	[ "$(grep -c '^Counter' t.otfl)" -eq 4 ]
}

@test "places in names of functions become source locations, and the whole name a comment" {
	edf '4 G 0 "f [{dir/a.c} {12,1}-{19,2}]  " EntryExit' '5 G 0 "g [{dir/a.c} {12}]" EntryExit' \
		'6 H 0 "h [OpenMP location: file:b.c <7, 9>] [THROTTLED]" EntryExit' '7 H 0 "plain [x]" EntryExit' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '60003 0 0 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	grep -e ^DefScl -e '^DefFunction	.*	[4-7]	' t.otfl | tr '\t' ' ' | diff - <(printf '%s\n' 'DefSclFile - 0 1 dir/a.c' \
		'DefScl - 0 1 1 12' 'DefFunction - 0 4 f 3 1' 'DefFunction - 0 5 g 3 1' 'DefSclFile - 0 2 b.c' \
		'DefScl - 0 2 2 7' 'DefFunction - 0 6 h [THROTTLED] 4 2' 'DefFunction - 0 7 plain [x] 4 0')
	grep -q '	otfpipe: tau name 4 f \[{dir/a.c} {12,1}-{19,2}\]  $' t.otfl
}

@test "every group is defined, counters are signed, and say whether they only grow" {
	edf '4 TAUEVENT 1 "cycles" TriggerValue' '60001 TRACER 0 "FLUSH" EntryExit' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '4 0 0 5 10' '60003 0 0 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	awk -F '\t' '$1 == "DefFunctionGroup" { group[$4] = 1 } $1 == "DefFunction" && !($6 in group) { exit 1 }' t.otfl
	grep '^DefCounter	' t.otfl | cut -f 4-6 | tr '\t' ' ' | diff - <(printf '%s\n' '3 value 37' '4 cycles 32')
}

# A message is: peer << 24 | tag << 16 | length, as long as these are small.
@test "where several threads of a node send or receive, ends are found in the order of the messages" {
	edf >a.edf
	send=$(((1 << 24) + (5 << 16) + 8)) receive=$(((5 << 16) + 8))
	records a.trc '<iHHqQ' '60000 0 0 3 10' '60000 0 1 3 10' '60000 1 0 3 10' '60000 1 1 3 10' "60007 0 1 $send 20" \
		"60007 0 0 $send 21" "60008 1 0 $receive 22" "60008 1 1 $receive 30" "60007 0 0 $((send + 1)) 31" \
		'60003 0 0 0 99' '60003 0 1 0 99' '60003 1 0 0 99' '60003 1 1 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	timed t.otfl | grep Msg | cut -d ' ' -f 1-4 | diff - <(printf '%s\n' 'SendMsg 10 2 3' 'SendMsg 11 1 4' \
		'RecvMsg 12 3 2' 'RecvMsg 20 4 1' 'SendMsg 21 1 3')
}

@test "messages of several threads are joined within their communicator" {
	edf >a.edf
	message=$(((5 << 16) + 8)) peer=$((1 << 24)) other=$((1 << 42))
	records a.trc '<iHHqQ' '60000 0 0 3 10' '60000 0 1 3 10' '60000 1 0 3 10' '60000 1 1 3 10' \
		"60007 0 0 $((message + peer)) 20" "60007 0 1 $((message + peer + other)) 21" \
		"60008 1 0 $((message + other)) 22" "60008 1 1 $message 30" \
		'60003 0 0 0 99' '60003 0 1 0 99' '60003 1 0 0 99' '60003 1 1 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	timed t.otfl | grep Msg | cut -d ' ' -f 1-4 | diff - <(printf '%s\n' 'SendMsg 10 1 4' 'SendMsg 11 2 3' \
		'RecvMsg 12 3 2' 'RecvMsg 20 4 1')
}

@test "transfers with the same key are joined, whichever way they are told" {
	edf '70000 T 0 "ONESIDED_MESSAGE_SEND" TriggerValue' '70006 T 0 "ONESIDED_MESSAGE_RECIPROCAL_RECV" TriggerValue' \
		'70002 T 0 "ONESIDED_MESSAGE_ID_TriggerValueT1" TriggerValue' \
		'70003 T 0 "ONESIDED_MESSAGE_ID_TriggerValueT2" TriggerValue' >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '60000 0 1 3 10' '70000 0 0 4096 20' '70002 0 0 7 20' '70003 0 0 1 20' \
		'70006 0 1 -1 25' '70002 0 1 7 25' '70003 0 1 1 25' '70000 0 0 1 30' '60003 0 0 0 99' '60003 0 1 0 99'
	converted have a.trc a.edf
	[ "$got" -eq 1 ]
	says 'lost: records of incomplete one-sided transfers: 1'
	timed have.otfl | grep RMA | awk '{ tag = $1 == "RMAPut" ? $7 : $6 } NR == 1 { first = tag }
		{ print $1, $2, $3, $4, tag == first, $8 }' | diff - <(printf '%s\n' 'RMAPut 10 1 1 1 4096' 'RMAEnd 15 2 1 1 ')
}

@test "traces by chance give what the reader says, in every layout, with the threads at both ends of messages" {
	for seed in $(seq "$(by_length 8 25)"); do
		python3 "$REPO/tests/oracle/tau.py" make "$seed" a.trc a.edf
		says_tau --whole --ends a.trc a.edf >want
		tau-to-otf --raw-triggers a.trc a.edf >t.otfl 2>err
		says_stream --ends <t.otfl >have
		cmp want have || { echo "seed $seed" && return 1; }
		timed t.otfl | sort -s -c -k 2,2n -k 3,3n
	done
}

@test "--collectives makes operations out of calls, with the group of all" {
	edf >a.edf
	records a.trc '<iHHqQ' '60000 0 0 3 10' '1 0 0 1 10' '2 0 0 1 20' '2 0 0 -1 30' '60003 0 0 0 99'
	tau-to-otf --collectives a.trc a.edf >t.otfl 2>err
	grep -q '^DefCollectiveOperation	-	0	1	MPI_Barrier	1$' t.otfl
	timed t.otfl | sed -n '3,6p' | diff - <(printf '%s\n' 'Enter 10 1 2 0' 'BeginCollectiveOperation 10 1 1 2 2 0 0 0 0' \
		'EndCollectiveOperation 20 1 2' 'Leave 20 1 2 0')
}

# ---- runs and directories ----

@test "nodes have gaps, threads parents and nodes groups" {
	edf >a.edf
	records a.trc '<iHHqQ' '60000 7 3 3 10' '60000 7 9 3 10' '60000 2 0 3 10' '60003 7 3 0 99' '60003 7 9 0 99' '60003 2 0 0 99'
	quiet tau-to-otf a.trc a.edf >t.otfl
	grep '^DefProcess' t.otfl | cut -f 1,4- | tr '\t' ' ' | diff - <(printf '%s\n' 'DefProcess 1 node 2, thread 0 0' \
		'DefProcess 2 node 7, thread 3 0' 'DefProcess 3 node 7, thread 9 2' 'DefProcessGroup 4 all processes 1,2,3' \
		'DefProcessGroup 5 node 2 1' 'DefProcessGroup 6 node 7 2,3')
}

@test "of several runs each has its group, and its nodes stand behind those of the runs before" {
	edf >a.edf
	records a.trc '<iHHqQ' '60000 3 0 3 10' "60007 3 0 $((3 << 24)) 20" '60003 3 0 0 99'
	quiet tau-to-otf a.trc a.edf "$ring" a.edf a.trc >t.otfl
	grep '^DefProcess	' t.otfl | cut -f 5 | tr '\n' ';' |
		diff - <(for n in 3 4 5 6 7 11; do printf 'node %s, thread 0;' $n; done)
	grep '^DefProcessGroup' t.otfl | cut -f 5- | tr '\t' ' ' |
		diff - <(printf '%s\n' 'run 1: a.trc 1' "run 2: $ring 2,3,4,5" 'run 3: a.trc 6')
	timed t.otfl | grep '^SendMsg .* 6 6 ' | grep -c . | grep -qx 1
	[ "$(grep -c '^DefFunction	.*	main' t.otfl)" -eq 2 ] # main and main int (int, char **)
}

@test "records made before the node was known belong to that of their file" {
	mkdir run
	edf >run/events.4.edf
	records run/tautrace.4.0.0.trc '<iHHqQ' '60000 65535 0 3 10' '1 4 0 1 10' '1 4 0 -1 12' '60003 4 0 0 13'
	converted have run
	[ "$got" -eq 0 ]
	says 'records without a node, given the node of their file: 1'
	[ "$(grep -c '^DefProcess	' have.otfl)" -eq 1 ]
}

@test "a node whose EDF is missing is left out, told, and the status is 1" {
	cp -r "$ring" run
	rm run/events.1.edf
	converted have run
	[ "$got" -eq 1 ]
	says 'run/events.1.edf: missing; the records of node 1 are ignored'
	grep -q '	node 1, thread 0	' have.otfl # it has messages
	[ "$(grep -c ^BeginProcess have.otfl)" -eq 3 ]
}

@test "more files than descriptors are read at once" {
	need_tools mktau
	mktau -n 60 -t 2 -e 20k many >n
	quiet tau-to-otf many >free.otfl
	quiet tau-to-otf -f 8 --no-pg many >few.otfl
	cmp <(grep -v '^@PG' free.otfl) few.otfl
	(ulimit -n 40 && quiet tau-to-otf --no-pg many) | cmp - few.otfl
}

@test "a merged trace and the files of its threads are the same also when threads share times" {
	need_tools mktau
	mktau -n 5 -t 3 -e 30k directory >n
	mktau -n 5 -t 3 -e 30k -m merged >n
	quiet tau-to-otf directory >a.otfl
	quiet tau-to-otf merged >b.otfl
	cmp <(timed a.otfl) <(timed b.otfl)
	says_tau merged/tau.trc merged/tau.edf | cmp - <(says_stream <b.otfl)
}

@test "the run in tests/data is what mktau makes" {
	need_tools mktau
	not_emulated 'mktau writes in the byte order of the machine, as TAU does'
	mktau -e 300 made >n
	diff -r made "$ring"
}

# ---- as a source of every command ----

@test "every command reads TAU traces, and pairs in a row are one source" {
	quiet otf-cat --no-pg "$ring" >cat.otfl
	quiet tau-to-otf --no-pg "$ring" | cmp - cat.otfl
	quiet otf-filter --no-pg "$ring" | cmp - cat.otfl
	quiet otf-stat --table function --tsv "$ring" >direct
	quiet otf-stat --table function --tsv cat.otfl | cmp - direct
	quiet otf-slice -t 25%:75% "$ring" -o piece
	quiet otf-cat -o whole cat.otfl
	quiet otf-slice -t 25%:75% whole -o other
	cmp <(otf-cat --no-pg piece | grep -v -e '^@' -e ^DefVersion) <(otf-cat --no-pg other | grep -v -e '^@' -e ^DefVersion)
	quiet otf-snap --at 50% "$ring" | grep -q ^EnterSnapshot
	quiet otf-sort --no-pg "$ring" | cmp - cat.otfl
}

@test "TAU traces and others are joined like any two" {
	need_tools mktau
	mktau -e 300 -m pair >n
	tau-to-otf --no-pg pair/tau.trc pair/tau.edf >a.otfl
	got=0
	otf-cat pair/tau.edf pair/tau.trc a.otfl >out 2>err || got=$?
	[ "$got" -eq 1 ]
	says 'process 1 clashes'
	got=0
	otf-cat a.otfl pair/tau.edf pair/tau.trc >out 2>err || got=$?
	[ "$got" -eq 1 ]
	says 'process 1 clashes'
	quiet otf-cat --count pair/tau.trc pair/tau.edf "$ring" >count
	[ "$(cat count)" -gt 500 ]
}

@test "a trace written with -o holds what the stream holds" {
	quiet tau-to-otf "$ring" >s.otfl
	quiet tau-to-otf "$ring" -o t -z 4
	quiet otf-cat t >back.otfl
	cmp <(timed s.otfl) <(timed back.otfl)
	tau-to-otf "$ring" | otf-write same -z 4
	same_text t same
	[ "$(ls t.*.events.z | wc -l)" -eq 4 ]
}

@test "the reference reads what was made" {
	need_reference
	quiet tau-to-otf --collectives "$ring" -o t
	quiet otf-cat --no-pg t >t.otfl
	reference_says t.otf >want
	stream_says t.otfl | diff want -
}

@test "a directory NAME is read where NAME.otf is not; tau-to-otf reads it either way" {
	cp -r "$ring" ring
	quiet otf-cat ring | grep -q 'tau base time'
	sample ring
	silent otf-cat ring
	fails grep -q 'tau base time' out
	quiet tau-to-otf ring | grep -q 'tau base time'
}

# ---- what cannot be ----

@test "half a pair, another format, an empty directory, no name: each says what is wrong" {
	mkdir empty
	stream >l.otfl
	for args in "$ring/events.0.edf:2:is half of a TAU trace; also name its .trc" \
		"$ring/tautrace.0.0.0.trc:2:is half of a TAU trace; also name its .edf" \
		"empty:1:empty: contains no TAU trace" "l.otfl:1:l.otfl: is not a TAU trace" "-:1:is not a TAU trace" "nowhere:1:nowhere: No such file"; do
		name=${args%%:*} rest=${args#*:}
		got=0
		tau-to-otf "$name" >out 2>err || got=$?
		[ "$got" -eq "${rest%%:*}" ] || { echo "$args: $got" && cat err && return 1; }
		says "${rest#*:}"
	done
	got=0
	tau-to-otf 2>err || got=$?
	[ "$got" -eq 2 ]
	got=0
	tau-to-otf "$ring/tautrace.0.0.0.trc" missing.edf >out 2>err || got=$?
	[ "$got" -eq 1 ]
	says 'missing.edf: No such file'
	got=0
	otf-cat --part 1/2 "$ring" >out 2>err || got=$?
	[ "$got" -eq 2 ]
}

@test "a full disk is told" {
	[ -e /dev/full ] || skip "no /dev/full"
	got=0
	tau-to-otf "$ring" >/dev/full 2>err || got=$?
	[ "$got" -eq 1 ]
	says 'stdout: No space left on device'
}

@test "a file that is cut anywhere loses what is cut, says so, and nothing else" {
	need_tools mktau
	mktau -n 2 -e 200 -m pair >n
	size=$(wc -c <pair/tau.trc)
	for at in 1 23 24 25 47 100 1000 2401 $((size - 1)); do
		head -c "$at" pair/tau.trc >cut.trc
		converted have --raw-triggers --metadata-counters cut.trc pair/tau.edf
		[ "$got" -eq $((at % 24 != 0)) ]
		says_tau --whole cut.trc pair/tau.edf >want
		cmp want have
		[ "$(grep -c '^Enter' have.otfl)" -eq "$(grep -c '^Leave' have.otfl)" ]
		timed have.otfl | cut -d ' ' -f 2 | sort -nc
	done
}

@test "memory does not grow with the trace" {
	need_tools mktau timeit
	mktau -n 16 -e 200k small >n
	mktau -n 16 -e 2m large >n
	for run in small large; do
		quiet tau-to-otf "$run" -o "made-$run"
		timeit -n 1 -c : "tau-to-otf $run" '' | cut -f 3 >"kib-$run"
	done
	[ "$(cat kib-large)" -lt $((32 << 10)) ]
	[ "$(cat kib-large)" -lt $(($(cat kib-small) + 8192)) ]
}
