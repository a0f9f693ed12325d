# otf-to-tau: what a TAU trace keeps of others, what it cannot, and its files. An own reader of TAU is the judge.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	tau=$SHARED/corpus/tau
}

ttf() {
	python3 "$REPO/tests/oracle/ttf.py" "$@"
}

# keeps_rules NAME: NAME.trc and NAME.edf are as TAU's tools want them.
keeps_rules() {
	ttf check "$1.trc" "$1.edf" >rules || {
		cat rules
		return 1
	}
}

# Records as "time node thread param par name", without bookkeeping.
told() {
	ttf events "$1.trc" "$1.edf" | awk -F'\t' '{ print $3, $1, $2, $5, $8, $7 }'
}

head='DefTimerResolution|-|0|1000000'

# Two processes a and b, function f of group G, counter c.
two() {
	stream "$head" 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|3|G' 'DefFunction|-|0|5|f|3|0' \
		'DefFunction|-|0|6|g|3|0' 'DefCounter|-|0|4|c|1|0|#' "$@"
}

# lossy ARGUMENT...: without --lossy it is refused and leaves nothing, then --lossy just works.
lossy() {
	rm -f s.trc s.edf
	exits 1 otf-to-tau "$@"
	says "records or values would be lost; --lossy accepts that"
	nothing s
	exits 0 otf-to-tau --lossy "$@"
}

@test "all calls, messages and values of a trace are there, and the trace is one that TAU's tools take" {
	lossy "$sample" -o s
	keeps_rules s
	otf-cat "$sample" | awk '{ n[$1]++ } END { print n["Enter"], n["Leave"], n["Counter"], n["SendMsg"], n["RecvMsg"] }' >want
	ttf counts s.trc s.edf | diff want -
	# by process: time, function, in order
	otf-cat "$sample" | awk -F'\t' '$1 == "DefFunction" { name[$4] = $5 }
		$1 == "Enter" || $1 == "Leave" { printf "%d %d 0 EntryExit %d %s\n", int(($2 + 500) / 1000), $3 - 1, $1 == "Enter" ? 1 : -1, name[$4] }' |
		sort -s -n -k 2,2 >want
	told s | grep EntryExit >got
	[ -s got ]
	diff want got
}

@test "messages keep sender, receiver, tag and length" {
	otf-to-tau -q --lossy "$sample" -o s
	otf-cat "$sample" | awk -F'\t' '$1 == "SendMsg" || $1 == "RecvMsg" { print $3 - 1, $1 == "SendMsg" ? "MESSAGE_SEND" : "MESSAGE_RECV", $4 - 1, $6, $7 }' |
		sort >want
	ttf events s.trc s.edf | grep "	par	" |
		sed -E "s/^([0-9]+)	.*	(MESSAGE_[A-Z]*)	\[\('comm', 0\), \('length', ([0-9]*)\), \('peer', ([0-9]*)\), \('tag', ([0-9]*)\)\]/\1 \2 \4 \5 \3/" |
		sort | diff want -
}

@test "what TAU has no place for is reported by kind and fails; --lossy and -q" {
	lossy "$sample" -o s
	says "dropped records that a TAU trace cannot contain: DefProcessGroup 1, DefCollectiveOperation 4, DefCounterGroup 1, DefSclFile 4, DefScl 59, DefMarker 2, Marker 3, BeginCollectiveOperation 16, EndCollectiveOperation 16"
	says "times rounded to microseconds: 29"
	cp s.trc once.trc
	silent otf-to-tau --lossy -q --force "$sample" -o s
	cmp s.trc once.trc
	two >in
	otf-to-tau in --force -o s
	cp s.trc old.trc
	exits 1 otf-to-tau -q --force "$sample" -o s
	says "--lossy"
	cmp s.trc old.trc
}

@test "a trace that TAU can hold is converted in silence" {
	two 'Enter|10|1|5|0' 'Enter|11|2|5|0' 'SendMsg|12|1|2|0|7|100|0' 'Counter|13|1|4|42' 'RecvMsg|14|2|1|0|7|100|0' \
		'Leave|15|2|5|0' 'Leave|16|1|5|0' >in
	silent otf-to-tau in -o s
	[ ! -s out ]
	keeps_rules s
	told s >got
	cat >want <<-'END'
		10 0 0 EntryExit 1 f
		12 0 0 par [('comm', 0), ('length', 100), ('peer', 1), ('tag', 7)] MESSAGE_SEND
		13 0 0 TriggerValue 42 c
		16 0 0 EntryExit -1 f
		11 1 0 EntryExit 1 f
		14 1 0 par [('comm', 0), ('length', 100), ('peer', 0), ('tag', 7)] MESSAGE_RECV
		15 1 0 EntryExit -1 f
	END
	diff want got
	head -n 1 s.edf | grep -q -x '12 dynamic_trace_events'
	grep -q -x '1 G 0 "f" EntryExit' s.edf
	grep -q -x '3 TAUEVENT 0 "c" TriggerValue' s.edf
}

@test "named, piped, stored: the same files" {
	otf-to-tau -q --lossy "$sample" -o direct
	otf-cat "$sample" | otf-to-tau -q --lossy -o piped
	otf-cat "$sample" >stored.otfl
	otf-to-tau -q --lossy -o stored.trc stored.otfl
	for n in piped stored; do
		cmp direct.trc $n.trc
		cmp direct.edf $n.edf
	done
}

@test "tau to otf to tau keeps every enter, leave, message and trigger of the corpus" {
	need_shared
	for set in ring4 ring4meta threads1 hybrid2x4 metrics2 big5mb; do
		ttf events "$tau/$set/tau.trc" "$tau/$set/tau.edf" >want
		# as they are: all is equal, the time too
		tau-to-otf -q --raw-triggers --metadata-counters "$tau/$set/tau.trc" "$tau/$set/tau.edf" >raw
		exits 0 otf-to-tau -q --force raw -o raw
		keeps_rules raw
		ttf events raw.trc raw.edf | cmp - want || { echo "$set, raw" && return 1; }
		# by OTF files, with triggers as one value and facts as comments: in the order of values, times of the rest
		tau-to-otf -q "$tau/$set/tau.trc" "$tau/$set/tau.edf" -o t --force
		exits 0 otf-to-tau -q t -o t --force
		keeps_rules t
		ttf events t.trc t.edf >got
		for kind in EntryExit par; do
			grep "	$kind	" want >a || true
			grep "	$kind	" got | cmp - a || { echo "$set, $kind" && return 1; }
		done
		for f in want got; do
			grep "	TriggerValue	" "$f" | grep -v ' |' | cut -f 1,2,5- >$f.values
			grep "	TriggerValue	" "$f" | grep ' |' | cut -f 1,2,5- | sort >$f.facts
			grep -v -P '\t0$' "$f" | grep "	TriggerValue	" | grep -v ' |' >$f.times
		done
		# by thread and event, as a flush may stand between the three of a trigger; OTF has no quotes in names
		for f in want got; do
			sed -i "s/'/ /g; s/  */ /g" $f.values $f.times
			sort -s -t '	' -k 1,2 -k 5,5 $f.values >$f.sorted
		done
		cmp want.sorted got.sorted || { echo "$set, values" && return 1; }
		cmp want.facts got.facts || { echo "$set, facts" && return 1; }
		cmp want.times got.times || { echo "$set, times" && return 1; }
	done
}

@test "a run directory that is written is one that is read: the same as the pair" {
	need_shared
	for set in ring4 hybrid2x4; do
		tau-to-otf -q "$tau/$set" >in
		exits 0 otf-to-tau -q in -o pair --force
		exits 0 otf-to-tau -q in --run dir --force -f 3
		(cd dir && find . -name '*.trc' | sort) >got
		(cd "$tau/$set" && find . -name 'tautrace*' | sort) | diff - got
		ls dir/events.*.edf >got
		[ "$(wc -l <got)" -eq "$(find "$tau/$set" -name 'events.*.edf' | wc -l)" ]
		for edf in dir/events.*.edf; do cmp "$edf" pair.edf; done
		for trc in dir/*.trc; do
			place=$(basename "$trc" .trc | cut -d . -f 2,4)
			ttf dump pair.trc pair.edf | awk -v n="${place%.*}" -v t="${place#*.}" '$3 == n && $4 == t' | cut -d ' ' -f 2- >want
			ttf dump "$trc" pair.edf | cut -d ' ' -f 2- | diff want -
		done
		tau-to-otf -q dir | otf-to-tau -q --force -o again
		ttf events again.trc again.edf >got
		ttf events pair.trc pair.edf | diff - got
	done
}

@test "times are absolute again; --absolute of tau-to-otf does not add the base twice" {
	need_shared
	for option in -q '-q --absolute'; do
		# shellcheck disable=SC2086
		tau-to-otf $option "$tau/edge/ok.trc" "$tau/edge/s.edf" | otf-to-tau --force -o t
		ttf dump t.trc t.edf | diff - <(ttf dump "$tau/edge/ok.trc" "$tau/edge/s.edf" | sed 's/17000000../1700000000/')
	done
}

@test "every trace of the corpus: calls, messages and values are as many as there were" {
	need_shared
	find "$SHARED/corpus" -name '*.otf' | sort | sampled | while read -r trace; do
		otf-cat "$trace" >in 2>err || continue
		otf-to-tau -q --lossy --force in -o t
		grep -q -e '^Enter	' -e '^Counter	' in || continue
		awk -F'\t' '{ n[$1]++ } $1 ~ /^(Send|Recv)Msg$/ { } END { print n["Enter"] + 0, n["Leave"] + 0, n["SendMsg"] + 0, n["RecvMsg"] + 0 }' in >want
		ttf counts t.trc t.edf | cut -d ' ' -f 1,2,4,5 | diff want - || { echo "$trace" && return 1; }
		[ "$(ttf counts t.trc t.edf | cut -d ' ' -f 3)" -ge "$(grep -c '^Counter	' in)" ]
	done
}

# ---- processes ----

# places NAME: node.thread of each thread, by the events of it
places() {
	ttf dump "$1.trc" "$1.edf" | awk '{ print $3 "." $4 }' | sort -u | tr '\n' ' '
}

@test "processes without parent are nodes by their numbers, those below them their threads" {
	stream "$head" 'DefProcess|-|0|9|third|0' 'DefProcess|-|0|2|first|0' 'DefProcess|-|0|20|deep|11' 'DefProcess|-|0|11|kid|2' \
		'DefProcess|-|0|4|second|0' 'DefFunction|-|0|5|f|0|0' 'Enter|1|9|5|0' 'Enter|2|2|5|0' 'Enter|3|20|5|0' 'Enter|4|11|5|0' |
		silent otf-to-tau -o s
	told s | cut -d ' ' -f 1-3 | sort -n >got
	printf '%s\n' '1 2 0' '2 0 0' '3 0 2' '4 0 1' | diff - got
	keeps_rules s
	[ "$(places s)" = '0.0 0.1 0.2 1.0 2.0 ' ]
}

@test "names of the form that tau-to-otf gives say node and thread, if all are of it" {
	stream "$head" 'DefProcess|-|0|1|node 1, thread 0|0' 'DefProcess|-|0|2|node 0, thread 1|0' \
		'DefProcess|-|0|3|node 0, thread 0|0' 'NoOp|5|1' | silent otf-to-tau -o s
	[ "$(places s)" = '0.0 0.1 1.0 ' ]
	stream "$head" 'DefProcess|-|0|1|node 1, thread 0|0' 'DefProcess|-|0|2|node 0, thread 1|0' \
		'DefProcess|-|0|3|node 0, thread 1|0' 'NoOp|5|1' | silent otf-to-tau --force -o s
	[ "$(places s)" = '0.0 1.0 2.0 ' ]
	stream "$head" 'DefProcess|-|0|1|node 65536, thread 0|0' 'NoOp|5|1' | silent otf-to-tau --force -o s
	[ "$(places s)" = '0.0 ' ]
}

@test "a ring of parents, a parent that is not there, a process without definition" {
	stream "$head" 'DefProcess|-|0|1|a|2' 'DefProcess|-|0|2|b|1' 'DefProcess|-|0|3|c|77' 'DefFunction|-|0|5|f|0|0' \
		'Enter|1|8|5|0' 'SendMsg|2|3|9|0|1|1|0' | silent otf-to-tau -o s
	keeps_rules s
	[ "$(places s | wc -w)" -eq 5 ]
	told s | grep -q '^2 2 0 par .*peer., 4'
}

@test "a trace of definitions alone, and one of nothing" {
	two | silent otf-to-tau -o s
	keeps_rules s
	[ "$(places s)" = '0.0 1.0 ' ]
	stream | silent otf-to-tau -o none
	[ ! -s none.trc ]
	ttf check none.trc none.edf
}

@test "a thread's end stands where EndProcess is once all have begun, else at the end" {
	two 'BeginProcess|10|1' 'EndProcess|20|1' 'BeginProcess|30|2' 'Counter|35|1|4|1' 'EndProcess|40|2' 'Counter|50|1|4|1' |
		silent otf-to-tau -o s
	ttf dump s.trc s.edf | grep -e INIT -e CLOSE | cut -d ' ' -f 2,3,6 >got
	printf '%s\n' '10 0 "EV_INIT"' '30 1 "EV_INIT"' '40 1 "FLUSH_CLOSE"' '50 0 "FLUSH_CLOSE"' | diff - got
	keeps_rules s
}

@test "a thread that continues after its end ends once more" {
	two 'BeginProcess|1|2' 'Counter|2|1|4|1' 'EndProcess|3|1' 'EndProcess|3|1' 'Counter|4|1|4|2' | silent otf-to-tau -o s
	ttf dump s.trc s.edf | grep CLOSE | cut -d ' ' -f 2,3 | tr '\n' ';' | grep -q -x '3 0;4 0;4 1;'
	keeps_rules s
}

@test "the thread of a peer stands in a record of its own, where it is not the first of its node" {
	stream "$head" 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|a1|1' 'DefProcess|-|0|3|b|0' 'SendMsg|5|3|2|0|7|8|0' \
		'RecvMsg|6|2|3|0|7|8|0' >in
	silent otf-to-tau in -o s
	keeps_rules s
	told s >got
	cat >want <<-'END'
		6 0 1 par [('comm', 0), ('length', 8), ('peer', 1), ('tag', 7)] MESSAGE_RECV
		5 1 0 TriggerValue 1 RemoteMessageThreadID
		5 1 0 par [('comm', 0), ('length', 8), ('peer', 0), ('tag', 7)] MESSAGE_SEND
	END
	diff want got
	grep -q '^7004 TAUEVENT 1 "RemoteMessageThreadID" TriggerValue' s.edf
	tau-to-otf s.trc s.edf | grep -e ^SendMsg -e ^RecvMsg | cut -f 1-4 >got
	lines 'SendMsg|0|3|2' 'RecvMsg|1|2|3' | diff - got
}

# ---- functions, counters, names ----

@test "definitions of one name and group are one event; other ones of the name get a number" {
	stream "$head" 'DefProcess|-|0|1|a|0' 'DefFunctionGroup|-|0|1|G' 'DefFunctionGroup|-|0|2|H' 'DefFunction|-|0|5|f|1|0' \
		'DefFunction|-|0|6|f|2|0' 'DefFunction|-|0|7|f|1|0' 'DefCounter|-|0|5|f|1|0|#' 'Enter|1|1|7|0' 'Leave|2|1|7|0' \
		'Enter|3|1|6|0' 'Leave|4|1|6|0' >in
	exits 0 otf-to-tau in -o s
	says "names changed: they had a quote or a line end, or were not unique: 2"
	keeps_rules s
	grep '^[123] ' s.edf >got
	printf '%s\n' '1 G 0 "f" EntryExit' '2 H 0 "f [2]" EntryExit' '3 TAUEVENT 0 "f [3]" TriggerValue' | diff - got
	told s | cut -d ' ' -f 1,5- | tr '\n' ';' | grep -q -x '1 1 f;2 -1 f;3 1 f \[2\];4 -1 f \[2\];'
}

@test "a token means the definition of its own stream" {
	stream '@SM|1|1' '@SM|2|2' "$head" 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|5|every|0|0' \
		'DefFunction|-|2|5|own|0|0' 'Enter|1|1|5|0' 'Enter|2|2|5|0' 'Leave|3|2|0|0' 'Leave|4|1|0|0' | silent otf-to-tau -o s
	told s | cut -d ' ' -f 1,6 | sort -n | tr '\n' ' ' | grep -q -x '1 every 2 own 3 own 4 every '
}

@test "what is not defined gets a name, what is defined late has its own" {
	stream "$head" 'DefProcess|-|0|1|a|0' 'Enter|1|1|5|0' 'DefFunction|-|0|6|late|0|0' 'Enter|2|1|6|0' 'Counter|3|1|9|1' |
		silent otf-to-tau -o s
	told s | cut -d ' ' -f 1,6- | tr '\n' ';' | grep -q -x '1 function 5;2 late;3 counter 9;'
	keeps_rules s
}

@test "names and groups fit into a line of the .edf" {
	stream "$head" 'DefProcess|-|0|1|a|0' 'DefFunctionGroup|-|0|1|my "own" group' 'DefFunction|-|0|5|say "hi"\n\tthere|1|0' \
		'DefFunction|-|0|6||0|0' 'DefFunction|-|0|7|\N|0|0' 'Enter|1|1|5|0' >in
	exits 0 otf-to-tau in -o s
	says "names changed"
	grep -q -x "1 my__own__group 0 \"say 'hi'  there\" EntryExit" s.edf
	keeps_rules s
}

@test "the format's own events keep their numbers, and functions of their names get other ones" {
	stream "$head" 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|1|FLUSH|0|0' 'DefFunction|-|0|2|EV_INIT|0|0' 'Enter|1|1|1|0' \
		'Enter|2|1|2|0' >in
	exits 0 otf-to-tau in -o s
	ttf dump s.trc s.edf | sed -n 3,4p | cut -d ' ' -f 5- >got
	printf '%s\n' '1 "FLUSH"' '1 "EV_INIT [2]"' | diff - got
	grep -q '^60001 TRACER 0 "FLUSH" EntryExit' s.edf
	keeps_rules s
}

@test "a leave without a token ends the innermost call; one without a call is lost and reported" {
	two 'Leave|1|1|0|0' 'Enter|2|1|5|0' 'Enter|3|1|6|0' 'Leave|4|1|0|0' 'Leave|5|1|5|0' 'Leave|6|1|5|0' >in
	lossy in -o s
	says "Leave records without an open call dropped: 1"
	told s | cut -d ' ' -f 1,5- | tr '\n' ';' | grep -q -x '2 1 f;3 1 g;4 -1 g;5 -1 f;6 -1 f;'
}

@test "values of counters: signs, reals, what is too large; those that only grow" {
	stream "$head" 'DefProcess|-|0|1|a|0' 'DefCounter|-|0|1|signed|33|0|#' 'DefCounter|-|0|2|raw|1|0|#' \
		'DefCounter|-|0|3|double|289|0|#' 'DefCounter|-|0|4|grows|0|0|#' 'Counter|1|1|1|-5' 'Counter|2|1|2|18446744073709551615' \
		'Counter|3|1|3|2.5' 'Counter|4|1|3|-7.0' 'Counter|5|1|3|1e300' 'Counter|6|1|3|nan' 'Counter|7|1|4|9' >in
	lossy in -o s
	says "counter values cut to whole numbers: 1"
	says "counter values reduced to the maximum of 64 bits: 2"
	told s | awk '{ print $1, $5 }' | tr '\n' ';' | grep -q -x '1 -5;2 -1;3 2;4 -7;5 9223372036854775807;6 0;7 9;'
	grep -q '^4 TAUEVENT 1 "grows" TriggerValue' s.edf
	grep -q '^1 TAUEVENT 0 "signed" TriggerValue' s.edf
}

@test "a message keeps what its record has room for; the rest is reported" {
	two 'SendMsg|1|1|2|0|65535|67108863|0' 'SendMsg|2|1|2|0|65536|67108864|0' 'SendMsg|3|1|2|9|4294967295|4294967295|0' >in
	lossy in -o s
	says "message tags cut to 16 bits: 2"
	says "message lengths reduced to 67108863, the maximum of TAU: 2"
	told s | sed 's/.*par //' >got
	cat >want <<-'END'
		[('comm', 0), ('length', 67108863), ('peer', 1), ('tag', 65535)] MESSAGE_SEND
		[('comm', 0), ('length', 67108863), ('peer', 1), ('tag', 0)] MESSAGE_SEND
		[('comm', 1), ('length', 67108863), ('peer', 1), ('tag', 65535)] MESSAGE_SEND
	END
	diff want got
}

@test "communicators are numbered as messages use them, but those of TAU keep their numbers; 64 fit" {
	two 'DefProcessGroup|-|0|100|communicator 1|1,2' 'SendMsg|1|1|2|7|0|0|0' 'SendMsg|2|1|2|100|0|0|0' 'SendMsg|3|1|2|9|0|0|0' \
		'SendMsg|4|1|2|7|0|0|0' >in
	lossy in -o s # the group is lost
	told s | sed "s/.*('comm', \([0-9]*\)).*/\1/" | tr '\n' ' ' | grep -q -x '0 1 2 0 '
	# shellcheck disable=SC2046
	two $(seq 1 70 | sed 's/.*/SendMsg|&|1|2|10&|0|0|0/') >in
	lossy in -o s --force
	says "messages moved to the first communicator, because TAU has at most 64: 6"
}

# ---- time ----

@test "times of any resolution become microseconds, to the nearest" {
	for case in 1000000000:1499,1500,2000:1,2,2 1000:7,8,9:7000,8000,9000 3:1,2,3:333333,666667,1000000 \
		1:5,6,7:5000000,6000000,7000000 3000000:1,2,4:0,1,1; do
		IFS=: read -r rate in want <<<"$case"
		stream "DefTimerResolution|-|0|$rate" 'DefProcess|-|0|1|a|0' $(echo "$in" | tr , '\n' | sed 's/.*/Counter|&|1|4|0/') |
			exits 0 otf-to-tau --force -o s
		[ "$(told s | cut -d ' ' -f 1 | paste -s -d ,)" = "$want" ] || { echo "$case: $(told s)" && return 1; }
	done
	printf '@OTFPIPE\t1.0\tTR:1000\nDefProcess\t-\t0\t1\ta\t0\nCounter\t4\t1\t4\t0\n@END\t2\n' | silent otf-to-tau --force -o s
	told s | grep -q '^4000 '
}

@test "a stream that does not say its ticks, and one out of order, are errors" {
	stream "$one" 'NoOp|5|1' 'Enter|5|1|2|0' >in
	exits 1 otf-to-tau in -o s
	says "has no timer resolution (ticks per second)"
	two 'Enter|9|1|5|0' 'Leave|8|1|5|0' >in
	exits 1 otf-to-tau in -o s
	says "process 1: time goes back from 9 (process 1, line 9) to 8; sort the records with otf-sort"
	nothing s
	otf-sort in | silent otf-to-tau -o s
}

@test "a time beyond 64 bits in microseconds is refused where it is, and nothing is left" {
	late() { # RATE TIME [COMMENT]
		stream "DefTimerResolution|-|0|$1" "${3:-DefinitionComment|-|0|x}" 'DefProcess|-|0|1|a|0' 'Counter|1|1|4|0' \
			"Counter|$2|1|4|0"
	}
	late 1000 18446744073709551 | exits 0 otf-to-tau --lossy -q --force -o fits
	late 1000 18446744073709552 | exits 1 otf-to-tau --lossy -q -o s
	says 'process 1: Counter at time 18446744073709552: does not fit into 64 bits in microseconds'
	nothing s
	base='DefinitionComment|-|0|otfpipe: tau base time 5 us'
	late 1000000 18446744073709551610 "$base" | exits 0 otf-to-tau --lossy -q --force -o fits
	late 1000000 18446744073709551611 "$base" | exits 1 otf-to-tau --lossy -q -o s
	says 'Counter at time 18446744073709551611: does not fit'
	nothing s
}

# ---- what is dropped ----

@test "key-values, unknown records and notes of losses are reported" {
	two '@LOST|1|0|9|3' 'Enter|1|1|5|0|7:I:3|8:I:4' 'UnknownRecord|2|1|events|what' 'Novelty|3|1|5' >in
	lossy in -o s
	says "key-values dropped: 2"
	says "lines of unknown records dropped: 1"
	says "@LOST lines (events that an earlier program lost) dropped: 1"
	says "UnknownRecord 1"
}

@test "facts about the OTF trace itself are no loss" {
	two 'DefVersion|-|0|1|12|5|x' 'DefCreator|-|0|me' 'DefUniqueId|-|0|7' 'DefTimeRange|-|0|1|2' 'DefAuxSamplePoint|-|0|1|0' \
		'NoOp|1|1' | silent otf-to-tau -o s
	two 'DefinitionComment|-|0|hello' >in
	lossy in -o s --force
	says "DefinitionComment 1"
}

@test "snapshots are reported as lost, and their records are not taken for events" {
	two 'EnterSnapshot|9|1|3|5|0' 'Leave|10|1|5|0' >in
	lossy in -o s
	says "EnterSnapshot 1"
	[ "$(told s | wc -l)" -eq 1 ]
}

@test "comments that only look like those of tau-to-otf are comments" {
	for text in 'base time x us' 'base time 5' 'wall clock 99999999999999999999 s' 'triggers 4,' 'triggers' 'metadata of process : x' \
		'metadata x' 'name 4' 'else 1'; do
		two "DefinitionComment|-|0|otfpipe: tau $text" 'Counter|5|1|4|1' >in
		lossy in -o s --force
		says "DefinitionComment 1" || { echo "$text" && return 1; }
		told s | grep -q '^5 ' || return 1
	done
}

# ---- files ----

@test "a trace that exists is replaced with --force only" {
	two >in
	otf-to-tau in -o s
	cp s.trc old.trc
	exits 1 otf-to-tau "$sample" -o s
	says "s.trc: exists; use --force to replace a trace"
	cmp s.trc old.trc
	rm s.trc
	exits 1 otf-to-tau "$sample" -o s.trc
	says "s.edf: exists; use --force to replace a trace"
	exits 0 otf-to-tau -q --lossy --force "$sample" -o s.trc
	keeps_rules s
	[ "$(ls -A | grep -c otfpipe)" -eq 0 ]
}

@test "a TAU trace can be replaced by what becomes of itself" {
	two 'Enter|10|1|5|0' 'Leave|12|1|5|0' | otf-to-tau -o s
	told s >want
	silent otf-to-tau s.trc s.edf --force -o s
	told s | diff want -
	otf-to-tau s.trc s.edf --run run
	silent otf-to-tau run --force --run run
	silent otf-to-tau run --force -o s
	told s | diff want -
	[ "$(wc -l <want)" -eq 2 ]
}

@test "a kill between any two renamings leaves the old trace, the new one, or a journal that a reader completes" {
	need_tools strace python3
	"$REPO/tests/trust/kills" --each renameat2,unlink --case tau >got || { cat got && return 1; }
	grep -q ' [1-9][0-9]* recovered, 0 lost$' got
	"$REPO/tests/trust/kills" 6 --case tau-run >got || { cat got && return 1; }
}

@test "what was interrupted is completed by the next command, whatever names it: TRC, EDF, the directory or NAME" {
	need_tools strace
	local left
	two 'Enter|10|1|5|0' 'Leave|12|1|5|0' | otf-to-tau -o old
	two 'Enter|20|1|5|0' 'Leave|29|1|5|0' >in
	otf-to-tau in -o new
	mkdir middle
	cp old.trc middle/s.trc
	cp old.edf middle/s.edf
	(cd middle && exec strace -f -o /dev/null -e trace=renameat2 -e inject=renameat2:signal=KILL:when=3 \
		otf-to-tau ../in --force -o s 2>/dev/null) && skip "strace cannot kill here"
	[ ! -e middle/s.trc ]
	[ -e middle/s.otfpipe-journal ]
	for command in 'tau-to-otf s.trc s.edf' 'otf-info s.edf s.trc' 'otf-write --recover s' 'otf-to-tau ../in --force -o s'; do
		rm -rf w
		cp -R middle w
		# shellcheck disable=SC2086
		(cd w && exec $command >/dev/null 2>../err)
		cmp w/s.trc new.trc
		cmp w/s.edf new.edf
		left=$(ls -A w)
		[ "$left" = 's.edf
s.trc' ]
	done
}

@test "what is no file is not replaced, and only the files of a run in its directory" {
	two >in
	mkdir d.trc
	exits 1 otf-to-tau in -o d --force
	says "d.trc: is not a regular file; the trace is not replaced"
	touch target
	ln -s target l.edf
	exits 1 otf-to-tau in -o l --force
	says "l.edf: is a symbolic link; the trace is not replaced"
	otf-to-tau in --run run/
	exits 1 otf-to-tau in --run run
	says "exists; use --force to replace a trace"
	silent otf-to-tau in --run run --force
	echo mine >run/notes
	silent otf-to-tau in --run run --force
	[ "$(cat run/notes)" = mine ]
	[ -e run/tautrace.1.0.0.trc ]
	exits 1 otf-to-tau in --run target --force
	says "target/: Not a directory"
	[ "$(find . -name '*otfpipe*' | wc -l)" -eq 0 ]
}

@test "modes of new files are those of any" {
	two >in
	umask 027
	otf-to-tau in -o s
	otf-to-tau in --run run
	[ "$(stat -c %a s.trc s.edf run run/events.0.edf | tr '\n' ' ')" = '640 640 750 640 ' ]
}

@test "an input that was cut short, aborted or damaged leaves nothing" {
	otf-cat "$sample" | head -n 500 >in
	exits 3 otf-to-tau -o s <in
	nothing s
	exits 3 otf-to-tau --run s <in
	nothing s
	two 'Enter|1|1|5|0' | sed 's/^@END.*/@ABORT\tother\tbroke/' >in
	exits 1 otf-to-tau -o s <in
	says "aborted by other: broke"
	nothing s
	two 'Enter|1|1|5|0' 'Enter|x|1|5|0' >in
	exits 1 otf-to-tau in -o s
	nothing s
	# and what was there stays
	two >in
	otf-to-tau in -o s
	cp s.trc old.trc
	exits 3 otf-to-tau --force -o s < <(otf-cat "$sample" | head -n 500)
	cmp s.trc old.trc
	[ "$(find . -name '*otfpipe*' | wc -l)" -eq 0 ]
}

@test "a full disk, and a file of limited size: exit 1 with a message, nothing is left" {
	need_mktrace
	mktrace -p 4 -e 200k >in
	for way in '-o t' '--run t'; do
		got=0
		# shellcheck disable=SC2086
		(ulimit -f 100 && exec otf-to-tau -q --lossy $way <in 2>err) || got=$?
		[ "$got" -eq 1 ]
		says "File too large"
		nothing t
	done
	mkdir disk
	mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null || skip "no mount here"
	exits 1 otf-to-tau -q --lossy -o disk/t <in
	grep -q 'otf-to-tau: disk/t\.trc: No space left on device' err || { cat err && return 1; }
	nothing disk/t
	umount disk
}

@test "a place where nothing can be created is reported with its name" {
	two >in
	exits 1 otf-to-tau in -o none/s
	says "none/s.trc: No such file or directory"
	exits 1 otf-to-tau in --run none/s
	says "none/s: No such file or directory"
	exits 1 otf-to-tau missing -o s
	nothing s
}

@test "a signal leaves nothing" {
	mkfifo in
	otf-to-tau -o s <in 2>err &
	pid=$!
	exec 7>in
	two | head -n 4 >&7
	soon eval 'find . | grep -q s.otfpipe'
	kill -TERM $pid
	exec 7>&-
	got=0
	wait $pid || got=$?
	[ "$got" -ne 0 ]
	nothing s
}

@test "usage errors" {
	exits 2 otf-to-tau "$sample"
	says "name the output: give one of -o NAME, --run DIR and --profile DIR"
	exits 2 otf-to-tau "$sample" -o a --run b
	exits 2 otf-to-tau "$sample" -o a -n 3
	exits 2 otf-to-tau "$sample" -o -
	says "cannot go to standard output"
	nothing a
}

@test "memory does not grow with the trace" {
	need_mktrace
	mktrace -p 16 -s 4 -e 1m | peak otf-to-tau -q --lossy -o t
	under 32
}

@test "the manual describes each event type that every .edf defines" {
	stream 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|p|0' | otf-to-tau -q -o bare
	sed -n 's/^[0-9]* [A-Z_]* -*[0-9]* "\(.*\)" .*/\1/p' bare.edf >types
	[ "$(wc -l <types)" -eq 9 ]
	sed 's/\\-/-/g; s/\\&//g' "$REPO/man/otf-to-tau.1" >page
	while read -r type; do
		grep -qF -- "$type" page || { echo "no $type" && return 1; }
	done <types
}
