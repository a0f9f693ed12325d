# otf-remap --causal and --match-messages, against recounts and the reference.

load common
load stream

setup() {
	common_setup
}

clocks() {
	python3 "$REPO/tests/oracle/clocks.py" "$@"
}

remap() {
	otf-remap --no-pg "$@"
}

# A made-up trace ./true, and ./wrong with clocks that are late or drift.
skewed() {
	need_mktrace
	mktrace -s 3 -p 8 -e 15k >true
	printf '%s\n' '1 0 0' '3 0 10ms' '5 0 3ms' '5 20ms 23200us' '6 0 0' '6 1s 1001ms' '8 0 1us' >skew
	remap --clocks skew true >wrong
	[ "$(clocks early true)" = '0 0' ]
	[ "$(clocks early wrong)" != '0 0' ]
}

@test "no message is received before it was sent, processes keep their order, intervals do not shrink" {
	skewed
	remap --causal wrong >got 2>err
	[ "$(clocks early got)" = '0 0' ]
	clocks times got
	clocks order wrong got
	clocks grown wrong got 0
	diff <(otf-stat --table function --tsv wrong 2>/dev/null | cut -f 1-3) \
		<(otf-stat --table function --tsv got 2>/dev/null | cut -f 1-3)
}

@test "the largest correction and the number of early messages are reported exactly" {
	skewed
	remap --causal wrong 2>err >got
	read -r process by from < <(clocks moved wrong got)
	grep -q "^otf-remap: largest correction: process $process by $by ticks (.*) from $from on; $(clocks early wrong |
		cut -d ' ' -f 1) of [0-9]* messages were received too early$" err
	grep -q "^otf-remap: $(clocks ends wrong | cut -d ' ' -f 1) collective operations\\? ended too early$" err
	[ "$(wc -l <err)" -eq 2 ]
	remap -q --causal wrong 2>err | cmp - got
	[ ! -s err ]
}

@test "a trace with correct clocks does not change, and nothing is reported" {
	skewed
	remap --causal true >got 2>err
	cmp true got
	[ ! -s err ]
}

@test "a second time changes nothing" {
	skewed
	remap --causal wrong 2>err | remap --causal - 2>again >got
	[ ! -s again ]
	remap --causal wrong 2>err | cmp - got
}

@test "--min-delay holds for all messages, or by sender and receiver out of a file" {
	skewed
	[ "$(clocks early true 5000)" != '0 0' ]
	remap --causal --min-delay 5us true >got 2>err
	[ "$(clocks early got 5000)" = '0 0' ]
	stream '@SM|1|1' '@SM|2|2' '@SM|3|3' 'DefTimerResolution|-|0|1000' 'SendMsg|10|1|2|0|7|1|0' 'RecvMsg|11|2|1|0|7|1|0' \
		'SendMsg|12|2|3|0|7|1|0' 'RecvMsg|13|3|2|0|7|1|0' 'SendMsg|14|3|1|0|7|1|0' 'RecvMsg|15|1|3|0|7|1|0' >in
	sed -i '1s/$/\tTR:1000/' in
	printf '1 2 20ms\n2 * 100\n* 1 3\n* * 1\n' >delays
	remap --causal --min-delay delays in 2>err | grep Msg | cut -f 1-3 >got
	lines 'SendMsg|10|1' 'RecvMsg|30|2' 'SendMsg|31|2' 'RecvMsg|131|3' 'SendMsg|132|3' 'RecvMsg|135|1' | diff - got
	printf '1 2 20ms\n1 x 1\n' >delays
	exits 2 remap --causal --min-delay delays in
	grep -q 'delays:2: not a process' err
}

@test "--max-shift makes a larger correction an error, before anything is written" {
	skewed
	remap --causal wrong 2>err >got
	by=$(clocks moved wrong got | cut -d ' ' -f 2)
	remap --causal --max-shift "$by" wrong 2>err | cmp - got
	exits 1 remap --causal --max-shift $((by - 1)) wrong
	grep -q "process .* would be moved by $by ticks" err
	grep -q '^@ABORT' out
	fails grep -q '^Enter' out
	exits 1 remap --causal --max-shift 1us wrong -o t
	[ ! -e t.otf ]
}

@test "--spread: no interval grows by more, and still no message is early" {
	skewed
	for percent in 2 5 300%; do
		remap --causal --spread $percent wrong >got 2>err
		[ "$(clocks early got)" = '0 0' ]
		clocks times got
		clocks order wrong got
		[ "$(clocks grown wrong got "${percent%\%}")" -le 1 ]
	done
	remap --causal wrong 2>err >steep
	[ "$(clocks grown wrong steep 5)" -gt 1000000 ]
}

@test "jumps that cannot be spread stay steep, and are reported" {
	# 1 and 2 send each other a message: each says that it came in 1 tick; 100 are the least
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'SendMsg|1000|1|2|0|7|1|0' 'SendMsg|1000|2|1|0|7|1|0' \
		'RecvMsg|1001|1|2|0|7|1|0' 'RecvMsg|1001|2|1|0|7|1|0' >in
	remap --causal --min-delay 100 --spread 1 in >got 2>err
	[ "$(clocks early got 100)" = '0 0' ]
	grep -q -e '--spread: .* jumps could not be spread' err
}

@test "no collective operation ends before a begin that it needs" {
	skewed
	[ "$(clocks ends true | cut -d ' ' -f 1)" -eq 0 ]
	[ "$(clocks ends wrong | cut -d ' ' -f 1)" -gt 0 ]
	for how in '' '--spread 3'; do
		remap --causal $how wrong 2>err >got
		[ "$(clocks ends got | cut -d ' ' -f 1)" -eq 0 ]
		[ "$(clocks early got)" = '0 0' ]
	done
	[ "$(clocks grown wrong got 3)" -le 1 ]
}

@test "--write-clocks writes what --clocks makes the same bytes of" {
	skewed
	for how in '' '--spread 2'; do
		remap --causal $how --write-clocks table --force wrong >got 2>err
		remap --clocks table wrong | cmp - got
		remap --inverse --clocks table got >back
		[ "$(clocks moved wrong back)" = '0 0 0' ]
	done
	exits 1 remap --causal --write-clocks /dev/full wrong
	exits 2 remap --write-clocks table wrong
}

@test "-v reports the maximum and the mean for each pair of processes" {
	skewed
	remap -v --causal wrong 2>err >got
	python3 - wrong err <<-'END'
		import re, sys
		from collections import defaultdict, deque
		halves, pairs = defaultdict(lambda: (deque(), deque())), defaultdict(list)
		for line in open(sys.argv[1]):
		    w = line.split('\t')
		    if w[0] in ('SendMsg', 'RecvMsg'):
		        got, me, peer = w[0] == 'RecvMsg', int(w[2]), int(w[3])
		        key = ((peer, me) if got else (me, peer)) + (w[4], w[5])
		        if halves[key][not got]:
		            other = halves[key][not got].popleft()
		            pairs[key[:2]].append(other - int(w[1]) if got else int(w[1]) - other)
		        else:
		            halves[key][got].append(int(w[1]))
		told = dict()
		for line in open(sys.argv[2]):
		    m = re.search(r'process (\d+) to (\d+): (\d+) of (\d+) messages .* by (\d+) ticks at most, ([\d.]+)', line)
		    if m:
		        told[int(m[1]), int(m[2])] = int(m[3]), int(m[4]), int(m[5]), m[6]
		want = {}
		for key, by in pairs.items():
		    early = [b for b in by if b > 0]
		    want[key] = len(early), len(by), max(early, default=0), '%.1f' % (sum(early) / len(early) if early else 0)
		assert told == want, (told, want)
		assert any(v[0] for v in want.values())
	END
}

@test "receives without a send stay where they are, and hold nobody" {
	skewed
	otf-filter --no-pg -p 1-5 wrong >some
	remap -v --causal some >got 2>err
	[ "$(clocks early got)" = '0 0' ]
	grep -q ' [1-9][0-9]* receives without a send' err
	clocks order some got
}

# ---- key-values on sends ----

@test "--match-messages adds to each send what the reference adds" {
	need_reference
	need_tools otfaux
	need_mktrace
	mktrace -s 2 -p 6 -e 20k | otf-write t
	otfaux --match-messages -o theirs t.otf
	remap --match-messages t -o ours
	otf-cat --no-pg -r 'event,DefKeyValue' theirs | grep -v ^@ >want
	grep -q 'SendMsg.*:Q:' want
	otf-cat --no-pg -r 'event,DefKeyValue' ours | grep -v ^@ | diff - want
}

@test "--match-messages adds the same as the reference to traces of the corpus" {
	need_shared
	need_tools otfaux
	for t in "$SHARED"/corpus/otf1/synth_n*/syn.otf; do
		rm -f theirs.*
		otfaux --match-messages -o theirs "$t"
		otf-cat --no-pg -r 'event,DefKeyValue' theirs | grep -v ^@ >want
		grep -q 'SendMsg.*:Q:' want
		remap --match-messages "$t" | otf-cat --no-pg -r 'event,DefKeyValue' - | grep -v ^@ | diff - want
	done
}

@test "defined keys are used again, and others come after the largest, as with the reference" {
	need_reference
	need_tools otfaux
	stream '@SM|1|1' '@SM|2|2' 'DefVersion|-|0|1|12|5|x' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' \
		'DefProcess|-|0|2|b|0' 'DefKeyValue|-|0|1|8|mine|x' 'DefKeyValue|-|0|5|6|TUD::p2p-received-size|' \
		'SendMsg|10|1|2|0|7|100|0|1:Q:5' 'SendMsg|11|1|2|0|7|100|3' 'RecvMsg|12|1|2|0|9|90|0' \
		'SendMsg|13|2|1|0|9|90|0' 'RecvMsg|20|2|1|0|7|99|4' 'SendMsg|21|1|2|0|8|1|0' 'RecvMsg|22|2|1|0|8|1|0' >in
	otf-write t <in
	otfaux --match-messages -o theirs t.otf
	otf-cat --no-pg -r 'event,DefKeyValue' theirs | grep -v ^@ | sort >want
	remap --match-messages in | grep -e Msg -e DefKey | sort | diff - want
	grep -q '^SendMsg	10	1	2	0	7	100	0	1:Q:5	6:Q:20	5:I:99	7:I:4$' want
	grep -q '^SendMsg	13	2	1	0	9	90	0	6:Q:12	5:I:90	7:I:0$' want # it was received before
}

@test "what is there is replaced, so that a second time changes nothing" {
	need_mktrace
	mktrace -s 2 -p 4 -e 5k >in
	remap --match-messages in >once
	remap --match-messages once | cmp - once
	remap --shift 1000 in | remap --match-messages - >want
	remap --shift 1000 once | remap --match-messages - | cmp - want
	remap --shift 1000 --match-messages in | cmp - want
}

@test "if the largest key is in use, smaller ones that are free are taken" {
	stream 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefKeyValue|-|0|4294967295|8|mine|x' \
		'DefKeyValue|-|2|2|8|theirs|x' 'SendMsg|10|1|2|0|7|100|0|1:Q:5' 'RecvMsg|20|2|1|0|7|99|4' >in
	silent remap --match-messages in
	grep -q '^SendMsg	10	1	2	0	7	100	0	1:Q:5	3:Q:20	4:I:99	5:I:4$' out
	sed 's/	4294967295	8	mine/	4294967294	8	mine/' in | silent remap --match-messages -
	grep -q '^SendMsg	.*	4294967295:Q:20	3:I:99	4:I:4$' out
}

@test "a key in use that nobody defined is not taken" {
	stream 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'SendMsg|10|1|2|0|7|100|0|2:Q:5' 'RecvMsg|20|2|1|0|7|99|4' >in
	remap --match-messages in >got
	grep -q '^SendMsg	10	1	2	0	7	100	0	2:Q:5	1:Q:20	3:I:99	4:I:4$' got
	clocks times got
}

@test "--causal with --match-messages adds the new times" {
	skewed
	remap --causal wrong 2>err | remap --match-messages - >want
	remap --causal --match-messages wrong 2>err | cmp - want
}
