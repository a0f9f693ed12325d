# otf-to-chrome: trace events that keep the rules of their format and say what the records say.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# right FILE [STREAM]: the JSON keeps the rules, and says what the stream says; what it counted is in ./counts.
right() {
	python3 "$REPO/tests/oracle/chrome.py" "$@" >counts || { cat counts && return 1; }
}

# events EXPRESSION: it, of each event e of ./out for which it is not None.
events() {
	python3 -c '
import json, sys
for e in json.load(open("out"), parse_float=str)["traceEvents"]:
    v = eval(sys.argv[1], {"e": e})
    if v is not None: print(v)' "$1"
}

# Two processes, one with a thread below it; 1000 ticks a second.
story() {
	stream '@SM|1|1,3' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefProcess|-|0|3|worker|1' 'DefFunctionGroup|-|0|7|MPI' 'DefFunction|-|0|5|f|7|0' \
		'DefFunction|-|2|5|of b|0|0' 'Enter|10|1|5|0' 'Enter|11|2|5|0' 'Enter|12|3|6|0' 'SendMsg|13|1|2|0|4|8|0' \
		'Leave|20|1|5|0' 'RecvMsg|21|2|1|0|4|8|0' 'Leave|25|2|5|0' 'Leave|30|3|6|0'
}

@test "the sample trace: calls, messages, counters, markers are those of its records" {
	silent otf-to-chrome "$sample"
	otf-cat --no-pg "$sample" >in
	right out in
	grep -q '^calls 1237 messages 48 counters 382 markers 3 ' counts
}

@test "all traces of the corpus: JSON that says what the records say" {
	need_shared
	for t in "$SHARED"/corpus/otf1/{all,synth}*/*.otf; do
		silent otf-to-chrome "$t" || return 1
		otf-cat --no-pg "$t" >in
		right out in || { echo "$t" && return 1; }
	done
	for t in "$SHARED"/corpus/otf1/eqtimes/*.otf; do # without definitions, so damaged
		exits 1 otf-to-chrome --keep-going "$t" || return 1
		otf-cat -q --no-pg --keep-going "$t" >in || true
		right out in || { echo "$t" && return 1; }
	done
}

@test "piped, stored and with -o it is the same" {
	otf-to-chrome "$sample" >direct
	otf-cat "$sample" | otf-to-chrome | cmp - direct
	otf-cat "$sample" >stored.otfl
	otf-to-chrome stored.otfl -o made.json
	cmp made.json direct
	nothing made.json.
}

@test "generated traces with many messages, on several streams" {
	need_mktrace
	mktrace -p 9 -s 3 -e 20k >in
	exits 0 otf-to-chrome -q in
	right out in
}

@test "a child process is a thread of the topmost one, and has its names" {
	story >in
	silent otf-to-chrome in
	right out in
	events '(e["pid"], e["tid"], e["args"]["name"]) if e["ph"] == "M" and "name" in e["args"] else None' | sort >got
	printf '%s\n' "(1, 1, 'a')" "(1, 1, 'a')" "(1, 3, 'worker')" "(2, 2, 'b')" "(2, 2, 'b')" | diff - got
	# parents that make a ring
	stream 'DefProcess|-|0|1|a|2' 'DefProcess|-|0|2|b|1' 'Enter|1|1|5|0' 'Leave|2|1|5|0' >in
	exits 0 otf-to-chrome -q in
	right out
}

@test "a local definition names the function, the group is the category, an unknown one has its number" {
	story >in
	silent otf-to-chrome in
	events '(e["tid"], e["name"], e["cat"]) if e["ph"] == "B" else None' >got
	printf '%s\n' "(1, 'f', 'MPI')" "(2, 'of b', 'function')" "(3, 'function 6', 'function')" | diff - got
}

@test "a definition after its first use does not change the name of an open call" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|6|old|0|0' 'Enter|1|1|5|0' \
		'Enter|2|1|6|0' 'DefFunction|-|1|6|local|0|0' 'DefFunction|-|0|6|new|0|0' 'DefFunction|-|0|5|late|0|0' \
		'Leave|3|1|6|0' 'Leave|4|1|5|0' 'Enter|5|1|5|0' 'Leave|6|1|5|0' >in
	exits 0 otf-to-chrome in
	right out
	events 'e["name"] if e["ph"] == "E" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = 'old function 5 late ' ]
	says 'functions defined again with another name, which is ignored: 1'
}

@test "times are exact decimals of microseconds from the first event on, or absolute" {
	story >in
	silent otf-to-chrome in
	events 'e["ts"] if e["ph"] in "BE" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = '0 1000 2000 10000 15000 20000 ' ]
	silent otf-to-chrome --absolute in
	events 'e["ts"] if e["ph"] in "BE" else None' | head -n 1 | grep -x 10000
	# 3 ticks a second are no decimals: rounded down, different ticks stay different
	sed 's/|/\t/g; s/DefTimerResolution\t-\t0\t1000/DefTimerResolution\t-\t0\t3/' in >thirds
	silent otf-to-chrome thirds
	right out thirds
	events 'e["ts"] if e["ph"] == "B" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = '0.0 333333.3 666666.6 ' ]
	# late times of a fine clock keep all digits
	stream 'DefTimerResolution|-|0|1000000000000' 'DefTimeRange|-|0|0|9' 'Enter|18446744073709551600|1|5|0' \
		'Leave|18446744073709551615|1|5|0' >in
	silent otf-to-chrome in
	events 'e["ts"] if e["ph"] in "BE" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = '18446744073709.551600 18446744073709.551615 ' ]
}

@test "--absolute times that a double would round are strings with all digits, others are numbers" {
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|a|0' 'Enter|1600000000123456789|1|5|0' \
		'Leave|1600000000123456790|1|5|0' >in
	silent otf-to-chrome --absolute in
	right out in
	grep -q '"ph":"B","ts":"1600000000123456.789",' out
	grep -q '"ph":"E","ts":"1600000000123456.790",' out
	grep -q '"ts_0_is_tick":0[,}]' out
	# what it says of time 0 is exact, too
	silent otf-to-chrome in
	right out in
	grep -q '"ts_0_is_tick":1600000000123456789[,}]' out
	grep -q '"ph":"E","ts":0.001,' out
	# 15 digits fit
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|a|0' 'Enter|999999999999999|1|5|0' \
		'Leave|1000000000000000|1|5|0' >in
	silent otf-to-chrome --absolute in
	right out in
	grep -q '"ph":"B","ts":999999999999.999,' out
	grep -q '"ph":"E","ts":"1000000000000.000",' out
	[ "$(python3 -c 'import json
for e in json.load(open("out"))["traceEvents"]:
    if e["ph"] == "B": print("%.3f" % e["ts"])')" = 999999999999.999 ]
}

@test "calls open at the end are closed at the last time, Leaves without Enter are left out; both are reported" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'Leave|1|1|9|0' 'Enter|2|1|5|0' 'Enter|3|1|6|0' \
		'Leave|4|1|5|0' 'NoOp|9|1' >in
	exits 0 otf-to-chrome in
	right out in
	says 'otf-to-chrome: leaves without an enter, left out: 1'
	says 'otf-to-chrome: calls open at the end, closed there: 1'
	says 'leaves of a function that is not the innermost, which was closed: 1'
	events '(e["ph"], e["name"], e["ts"]) if e["ph"] in "BE" else None' | tail -n 2 >got
	printf '%s\n' "('E', 'function 6', 3000)" "('E', 'function 5', 8000)" | diff - got
	exits 1 otf-to-chrome --strict in
}

@test "with -p and -s, calls and operations without an end last to the end of the trace, from a file as from a pipe" {
	stream '@SM|1|1' '@SM|2|2' 'Enter|10|1|7|0' 'BeginFileOperation|12|1|1|0' 'BeginCollectiveOperation|15|1|3|1|9|0|0|0|0' \
		'Enter|30|2|7|0' 'Leave|40|2|7|0' | otf-write t
	for format in json perfetto; do
		for selection in '-p 1' '-s 1' '-p 1 -t 11:35' '-p 1 -t 11:50' '-p 2 -t :35'; do
			otf-to-chrome -q --format $format $selection t >file
			otf-cat t | otf-to-chrome -q --format $format $selection | cmp - file
		done
	done
	otf-to-chrome -q --absolute -p 1 t >json
	[ "$(grep -c '"ph":"[eE]","ts":40,' json)" -eq 3 ]
}

@test "with -p and -s, messages with other processes have the same arrows from a file as from a pipe" {
	stream '@SM|1|1' '@SM|2|2' 'Enter|10|1|7|0' 'Enter|10|2|7|0' 'SendMsg|11|1|2|0|4|8|0' 'RecvMsg|12|2|1|0|4|8|0' \
		'SendMsg|13|2|1|0|5|8|0' 'RecvMsg|14|1|2|0|5|8|0' 'RecvMsg|15|2|1|0|6|8|0' 'SendMsg|16|1|2|0|6|8|0' \
		'SendMsg|17|2|1|0|4|8|0' 'Leave|40|1|7|0' 'Leave|40|2|7|0' | otf-write t
	for format in json perfetto; do
		for selection in '-p 1' '-p 2' '-s 2' '-p 2 -t 12:16'; do
			otf-to-chrome -v --format $format $selection t >file 2>of-file
			otf-cat t | otf-to-chrome -v --format $format $selection 2>of-pipe | cmp - file
			diff of-pipe of-file
		done
	done
}

@test "messages without a send or receive are reported, and their arrows have one end or none" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'Enter|0|1|9|0' 'Enter|0|2|9|0' \
		'SendMsg|1|1|2|0|4|8|0' 'SendMsg|2|1|2|0|5|8|0' 'RecvMsg|3|2|1|0|5|8|0' 'RecvMsg|4|2|1|0|6|8|0' 'Leave|5|1|9|0' \
		'Leave|5|2|9|0' >in
	exits 0 otf-to-chrome in
	right out in
	says 'sends without a receive, shown as an arrow without an end: 1'
	says 'receives without a send, shown without an arrow: 1'
	events '(e["ph"], e["id"]) if e["ph"] in "sf" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = "('s', 1) ('s', 2) ('f', 2) " ]
}

# Messages with both ends, one end and no end in a call, in order and received before they are sent.
loose() {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'SendMsg|1|1|2|0|1|8|0' 'Enter|2|1|9|0' \
		'SendMsg|3|1|2|0|2|8|0' 'SendMsg|4|1|2|0|3|8|0' 'RecvMsg|5|2|1|0|2|8|0' 'RecvMsg|5|2|1|0|5|8|0' 'Enter|6|2|9|0' \
		'RecvMsg|7|2|1|0|1|8|0' 'RecvMsg|8|2|1|0|3|8|0' 'RecvMsg|9|2|1|0|6|8|0' 'RecvMsg|9|2|1|0|7|8|0' 'Leave|10|2|9|0' \
		'SendMsg|11|1|2|0|5|8|0' 'SendMsg|12|1|2|0|6|8|0' 'Leave|13|1|9|0' 'SendMsg|14|1|2|0|7|8|0' 'SendMsg|15|1|2|0|8|8|0' \
		'RecvMsg|16|2|1|0|8|8|0'
}

@test "an arrow has both ends in calls: a message with an end where no call encloses it has none, and is counted" {
	loose >in
	exits 0 otf-to-chrome in
	right out in
	grep -q '^calls 2 messages 2 ' counts
	says 'messages with an end outside of every call, shown without an arrow: 5'
	[ "$(wc -l <err)" -eq 1 ]
	# tag 2 has a start, which nobody ends
	events '(e["ph"], e["id"], e["ts"]) if e["ph"] in "sf" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = "('s', 1, 2000) ('s', 2, 3000) ('f', 2, 7000) ('s', 3, 11000) ('f', 3, 8000) " ]
	[ "$(events '1 if e["ph"] == "i" else None' | wc -l)" -eq 14 ]
	exits 0 otf-to-chrome --strict in
	# without calls there is no arrow, and that was asked for
	silent otf-to-chrome -r '!Enter,!Leave' in
	right out
	[ -z "$(events 'e["ph"] if e["ph"] in "sf" else None')" ]
}

@test "a counter value is a number with its unit; what JSON has no number for is left out and reported" {
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|t|1' \
		'DefCounter|-|0|4|flops|0|0|#/s' 'DefCounter|-|0|5|load|288|0|' 'DefCounter|-|0|6|load|32|0|' \
		'Counter|1|1|4|18446744073709551615' 'Counter|2|1|5|0.5' 'Counter|3|1|5|nan' 'Counter|4|1|5|-inf' \
		'Counter|5|1|5|9218868437227405313' 'Counter|6|1|6|-7' 'Counter|7|2|4|1' 'Counter|8|1|4|1.5f' >in
	exits 0 otf-to-chrome in
	says 'counter values that are no finite numbers, left out: 3'
	right out
	events '(e["name"], e.get("id"), e["args"]) if e["ph"] == "C" else None' >got
	printf '%s\n' "('flops', None, {'#/s': 18446744073709551615})" "('load', None, {'value': '0.5'})" \
		"('load', '1.6', {'value': -7})" "('flops', '2', {'#/s': 1})" "('flops', None, {'#/s': '1.5'})" | diff - got
}

@test "names of any bytes make valid JSON in UTF-8" {
	printf '@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\t\xff"\\\\\\x1b\xc3\xa4\t0\nEnter\t1\t1\t5\t0\nLeave\t2\t1\t5\t0\n@END\t4\n' >in
	silent otf-to-chrome in
	right out in
	grep -q '"\\ufffd\\"\\\\\\u001bä"' out
}

@test "key-values are args by the names of their keys, twice the same key too" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefKeyValue|-|0|7|5|note|' \
		'Enter|1|1|5|0|7:I:42|8:d:nan|7:I:43|9:a:00ff' 'Leave|2|1|5|0|8:f:0.5' >in
	silent otf-to-chrome in
	right out in
	events 'e["args"] if e["ph"] in "BE" else None' >got
	printf '%s\n' "{'note': 42, 'key 8': None, 'note #2': 43, 'key 9': '00ff'}" "{'key 8': '0.5'}" | diff - got
}

@test "operations are pairs of async events, from begin to end or as long as they say" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefCollectiveOperation|-|0|3|bcast|2' \
		'DefFile|-|0|9|data|0' 'CollectiveOperation|1|1|3|0|1|8|9|5|0' 'BeginCollectiveOperation|2|1|3|70|0|1|8|9|0' \
		'BeginFileOperation|3|1|80|0|7:I:42' 'EndFileOperation|4|1|9|80|1|2|100|0' 'EndCollectiveOperation|6|1|70' \
		'FileOperation|7|1|9|1|3|100|2|0' 'BeginCollectiveOperation|8|1|3|71|0|1|8|9|0' 'BeginFileOperation|9|1|81|0' \
		'EndCollectiveOperation|10|1|99' >in
	exits 0 otf-to-chrome in
	says 'operations open at the end, closed there: 2'
	says 'ends of collective operations that did not begin, left out: 1'
	right out
	events '(e["ph"], e["name"], e["cat"], e["ts"]) if e["ph"] in "be" else None' >got
	printf '%s\n' "('b', 'bcast', 'collective', 0)" "('e', 'bcast', 'collective', 5000)" \
		"('b', 'bcast', 'collective', 1000)" "('b', 'read', 'file', 2000)" "('e', 'read', 'file', 3000)" \
		"('e', 'bcast', 'collective', 5000)" "('b', 'write', 'file', 6000)" "('e', 'write', 'file', 8000)" \
		"('b', 'bcast', 'collective', 7000)" "('e', 'bcast', 'collective', 9000)" \
		"('b', 'file operation', 'file', 8000)" "('e', 'file operation', 'file', 9000)" | diff - got
	grep -q '"file operation begins".*"key 7":42' out
}

@test "-t: what is open at both edges is cut there, nothing lies outside" {
	silent otf-to-chrome -t 2ms:3ms "$sample"
	right out
	python3 - out <<-'END'
		import json, sys
		from decimal import Decimal
		d = json.load(open("out"), parse_float=Decimal)
		low, high = (Decimal(n - d["otherData"]["ts_0_is_tick"]) / 1000 for n in (2000000, 3000000))
		t = [e["ts"] for e in d["traceEvents"] if e["ph"] != "M" and e["ph"] != "e"]
		assert t and min(t) == low and max(t) == high, (min(t), max(t), low, high)
	END
	# the calls are those that otf-slice has
	otf-slice --closed -t 2ms:3ms "$sample" | grep -c ^Enter >want
	events '1 if e["ph"] == "B" else None' | wc -l | diff want -
	# of a piped stream it is the same, and -v tells of the edges
	cp out direct
	otf-cat "$sample" | otf-to-chrome -v -t 2ms:3ms 2>err | cmp - direct
	says 'calls open at the end, closed there:'
}

@test "a piece with snapshots begins with the calls that they say are open" {
	otf-slice -t 2ms:3ms "$sample" >piece
	exits 0 otf-to-chrome -q piece
	right out piece
	events 'e["args"]["originaltime"] if e["ph"] == "B" and "originaltime" in e.get("args", {}) else None' | grep -q .
}

@test "-p and -r leave events out, calls stay in pairs" {
	silent otf-to-chrome -p 1,2 "$sample"
	right out
	events 'e["tid"]' | sort -u | tr '\n' ' ' >got
	[ "$(cat got)" = '1 2 ' ]
	for r in '!Leave' '!Counter' Enter SendMsg; do
		silent otf-to-chrome -r "$r" "$sample"
		right out || return 1
	done
	silent otf-to-chrome -r '!Enter' -t 2ms: "$sample"
	right out
	[ -z "$(events '1 if e["ph"] == "B" else None')" ]
	otf-cat "$sample" | silent otf-to-chrome -p 1,2 -t 2ms:3ms
	events 'e["tid"]' | sort -u | tr '\n' ' ' >got
	[ "$(cat got)" = '1 2 ' ]
}

@test "an operation that lasts beyond 64 bits ends at the largest time" {
	stream 'DefTimerResolution|-|0|1000000' "$one" 'DefCollectiveOperation|-|0|4|barrier|1' 'Enter|5|1|9|0' \
		'CollectiveOperation|6|1|4|0|0|0|0|18446744073709551615|0' >in
	exits 0 otf-to-chrome in
	[ "$(grep -o '"ph":"[be]","ts":[0-9]*' out | tr '\n' ' ')" = '"ph":"b","ts":1 "ph":"e","ts":18446744073709551610 ' ]
}

@test "the creator of the trace is shown, the first of several" {
	stream 'DefTimerResolution|-|0|1000' 'DefCreator|-|0|maker "1"' 'DefCreator|-|0|other' "$one" 'Enter|5|1|5|0' \
		'Leave|7|1|5|0' >in
	silent otf-to-chrome in
	[ "$(python3 -c 'import json; print(json.load(open("out"))["otherData"]["creator"])')" = 'maker "1"' ]
}

@test "texts of comments and markers are among the args; fields that are 0 are not" {
	stream 'DefTimerResolution|-|0|1000' "$one" 'DefMarker|-|0|7|mark|2' 'Enter|5|1|5|0' 'EventComment|6|1|a note' \
		'SendMsg|6|1|1|0|0|8|0' 'Marker|6|1|7|inside' >in
	exits 0 otf-to-chrome in
	[ "$(events 'e["args"] if e["name"] in ("comment", "mark") else None' | paste -sd ' ')" = \
		"{'text': 'a note'} {'text': 'inside'}" ]
	events 'sorted(e["args"]) if e["name"] == "send" else None' | grep -q "'length'"
	fails grep -q '"tag":0' out
}

@test "what has no place in trace events is reported" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'NoOp|1|1' 'UnknownRecord|2|1|events|Zx' \
		'CollopCountSnapshot|3|1|0|5' 'FunctionSummary|4|1|5|1|2|3' >in
	exits 0 otf-to-chrome -v in
	says 'records of unknown type, left out: 1'
	says 'summaries and snapshots, not shown: 2'
	exits 0 otf-to-chrome in
	fails grep -q summaries err
	# without a resolution a tick is a microsecond
	stream 'DefProcess|-|0|1|a|0' 'Enter|5|1|5|0' 'Leave|7|1|5|0' >in
	exits 0 otf-to-chrome in
	says 'ticks per second are unknown: a tick is shown as a microsecond'
	right out in
}

@test "records that are not in order are refused: otf-sort helps" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'Leave|7|1|5|0' 'Enter|5|1|5|0' >in
	exits 1 otf-to-chrome in -o x.json
	says 'in:5: process 1: time goes back from 7 (process 1, line 4) to 5; sort the records with otf-sort'
	nothing x.json
	otf-sort in | silent otf-to-chrome
	right out
}

@test "an empty stream is a valid object without events" {
	stream | exits 0 otf-to-chrome
	says 'there is no event: the output is empty'
	right out
	stream 'DefTimerResolution|-|0|7' | exits 0 otf-to-chrome -t 1:2
	says '--time: no record is in the interval 1:2'
	right out
}

@test "an input cut short: exit 3, no file, no whole object" {
	otf-cat "$sample" | head -n 500 >cut
	exits 3 otf-to-chrome cut
	fails python3 -m json.tool out >/dev/null 2>&1
	echo old >kept.json
	exits 3 otf-to-chrome cut -o kept.json --force
	[ "$(cat kept.json)" = old ]
	exits 3 otf-to-chrome cut -o new.json
	nothing new.json
	nothing kept.json.
}

@test "a full disk is an error, and leaves no file" {
	[ -e /dev/full ] || skip "no /dev/full"
	got=0
	otf-to-chrome "$sample" 2>err >/dev/full || got=$?
	[ "$got" -eq 1 ]
	says 'stdout: No space left on device'
	exits 1 otf-to-chrome "$sample" -o /dev/full
	says '/dev/full: No space left on device'
	exits 1 otf-to-chrome "$sample" -o missing/x.json
	says 'No such file'
	exits 2 otf-to-chrome "$sample" -o .
	says "'.' is not a name for a file"
	(ulimit -f 8 && exits 1 otf-to-chrome "$sample" -o big.json)
	nothing big.json
}

@test "-o follows a link, replaces a file, and has the mode of a new file" {
	echo old >file.json
	ln -s file.json link.json
	umask 027
	silent otf-to-chrome "$sample" --force -o link.json
	[ -L link.json ]
	right file.json
	[ "$(stat -c %a file.json)" = 640 ]
	otf-to-chrome "$sample" -o /dev/stdout | cmp - file.json
}

@test "a reader that leaves early ends it in silence" {
	need_mktrace
	mktrace -p 4 -e 200k >in
	(otf-to-chrome in 2>err || echo $? >status) | head -n 1 >/dev/null
	[ ! -s err ]
}

@test "a million records, whatever they are, need little memory" {
	need_mktrace
	mktrace -p 8 -s 2 -e 1m | otf-write big
	peak otf-to-chrome big >/dev/null
	under 16
	otf-cat big | peak otf-to-chrome >/dev/null
	under 16
}

@test "skewed clocks: a message that is received before its send has both ends of its arrow" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'Enter|3|1|9|0' 'Enter|3|2|9|0' \
		'RecvMsg|3|2|1|0|5|8|0' 'RecvMsg|4|2|1|0|5|8|0' 'RecvMsg|4|2|1|0|6|8|0' 'SendMsg|6|1|2|0|5|8|0' \
		'SendMsg|7|1|2|0|7|8|0' 'SendMsg|8|1|2|0|5|8|0' 'RecvMsg|9|2|1|0|7|8|0' 'Leave|9|1|9|0' 'Leave|9|2|9|0' >in
	exits 0 otf-to-chrome in
	right out in
	grep -q '^calls 2 messages 3 ' counts
	says 'receives without a send, shown without an arrow: 1'
	fails grep -q 'sends without' err
	events '(e["ph"], e["id"], e["tid"], e["ts"]) if e["ph"] in "sf" else None' | tr '\n' ' ' >got
	[ "$(cat got)" = "('s', 1, 1, 3000) ('f', 1, 2, 0) ('s', 4, 1, 4000) ('s', 2, 1, 5000) ('f', 2, 2, 1000) ('f', 4, 2, 6000) " ]
	need_mktrace
	mktrace -p 9 -s 3 -e 20k | skewed >in
	otf-check in | grep -q early-receive
	exits 0 otf-to-chrome -q in
	right out in
}
