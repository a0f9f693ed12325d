# otf-stat: what it counts, beside a plain recount (stat.py) and otfprofile.

load common
load stream

setup() {
	common_setup
	sample s
	otf-cat --no-pg s >s.otfl
}

# recounted STREAM [OPTION]...: stat.py says the same, byte for byte.
recounted() {
	local from=$1
	shift
	python3 "$REPO/tests/oracle/stat.py" "$@" <"$from" >want
	otf-stat -q --tsv "$@" "$from" >got
	cmp want got || {
		echo "$from $*"
		diff want got | head -n 6
		return 1
	}
}

# span STREAM: first, last and a seventh of the time between, in $first $last $step
span() {
	read -r first last < <(head -n 1 "$1" | sed -n 's/.*TS:\([0-9]*\),\([0-9]*\).*/\1 \2/p') || true
	first=${first:-0}
	last=${last:-1000}
	step=$(((last - first) / 7 + 1))
}

# by several keys, as a whole, in windows, in an interval, and both
recounted_in_all_ways() {
	local by window
	span "$1"
	for by in --by=process --by=path --by=group,function --by=process,communicator,tag,file --by=process,path ''; do
		for window in '' --every=$step --time=$((first + step)):$((first + 4 * step + 1)) \
			"--time=$((first + step)): --every=$((step / 2 + 1))"; do
			# shellcheck disable=SC2086
			recounted "$1" $by $window || return 1
		done
	done
}

@test "the profile of the sample trace is that of a plain recount, by all keys, in windows and intervals" {
	recounted_in_all_ways s.otfl
	[ "$(wc -l <got)" -gt 100 ]
	for by in group function tag file communicator process,function process,group; do
		recounted s.otfl --by "$by"
	done
}

@test "every shared OTF trace has the profile of a plain recount" {
	need_shared
	find "$SHARED"/corpus/otf1 -name '*.otf' | grep -v eqtimes >all
	find "$SHARED"/corpus/tau -name '*.otf' | grep -v -e trunc -e big5mb -e threads1 -e /one/ >>all
	[ "$(wc -l <all)" -gt 20 ]
	while read -r T; do
		otf-cat -q --no-pg "$T" >t.otfl
		span t.otfl
		recounted t.otfl
		recounted t.otfl --by process,function,path,communicator,file "--every=$step"
	done < <(sampled <all)
}

@test "made-up streams of everything, right and wrong, have the profile of a plain recount" {
	for seed in $(by_length '1 2' '1 2 3 4'); do
		python3 "$REPO/tests/tools/statgen.py" "$seed" >r.otfl
		otf-write -q r <r.otfl
		otf-cat -q --no-pg r >spanned.otfl
		rm r.*[!l]
		recounted_in_all_ways spanned.otfl
		recounted r.otfl # no time span in its magic line
	done
}

# prof.csv of the reference against ours, each number within the six digits that it prints
as_otfprofile() {
	otf-stat -q --by process,function --table function --tsv "$1" >calls
	otf-stat -q --by process --table message,collective --tsv "$1" >others
	otf-stat -q --table matrix,length --tsv "$1" >lengths
	otf-cat "$1" >stream
	python3 - "$2" <<-'END'
	import csv, sys
	def blocks(name):
	    head = None
	    for line in open(name, newline=""):
	        f = line.rstrip("\n").split("\t")
	        if f == [""]: continue
	        if f[0] == "table": head = f
	        else: yield dict(zip(head, f))
	types, tps, kinds = {}, 1, {1: "BARRIER", 2: "ONE2ALL", 3: "ALL2ONE", 4: "ALL2ALL"}
	for line in open("stream", errors="replace"):
	    f = line.rstrip("\n").split("\t")
	    if f[0] == "DefCollectiveOperation": types[f[3]] = kinds[int(f[5])]
	    if f[0] == "DefTimerResolution": tps = int(f[3])
	ours = {}
	for r in blocks("calls"):
	    ours["FUNCTION", r["process_name"], r["function_name"]] = [int(r["calls"]), int(r["exclusive"]) / tps, int(r["sum"]) / tps]
	for r in blocks("others"):
	    if r["table"] == "message":
	        ours["P2P", r["process_name"]] = [int(r[k]) for k in ("sent", "received", "bytes_sent", "bytes_received")]
	    else:
	        to = ours.setdefault(("COLLOP", r["process_name"], types[r["collective"]]), [0, 0, 0, 0, 0])
	        for i, k in enumerate(("count", "count", "bytes_sent", "bytes_received", "time")):
	            to[i] += int(r[k]) / (tps if k == "time" else 1)
	matrix = {(r["sender_name"], r["receiver_name"]): (r["sent"], r["bytes_sent"]) for r in blocks("lengths") if r["table"] == "matrix"}
	wanted = {"FUNCTION": 3, "P2P": 2, "COLLOP": 3}
	seen, heads = set(), {}
	for f in csv.reader(open(sys.argv[1]), delimiter=";"):
	    if not f: continue
	    if f[0] in ("P2PCMC", "P2PCMS"):
	        if f[1] == "Process": heads[f[0]] = f[2:]; continue
	        for name, n in zip(heads[f[0]], f[2:]):
	            if name: assert matrix.get((f[1], name), ("0", "0"))[f[0] == "P2PCMS"] == n, f
	        seen.add(f[0]); continue
	    if f[0] not in wanted or f[1] == "Process": continue
	    key = tuple(f[:wanted[f[0]]])
	    theirs = [float(x) for x in f[len(key):]][:len(ours[key])]
	    if f[0] == "COLLOP": # the reference counts no send of 0 bytes, and no time between begin and end
	        ours[key] = [a if b else b for a, b in zip(ours[key], theirs)]
	    for a, b in zip(ours[key], theirs):
	        assert abs(a - b) <= 5e-6 * abs(b), (key, ours[key], theirs)
	    del ours[key]
	    seen.add(f[0])
	assert seen == {"FUNCTION", "P2P", "COLLOP", "P2PCMC", "P2PCMS"}, seen
	assert not any(v[0] for k, v in ours.items()), ours
	END
}

@test "calls, times, messages, matrix and collective operations are those of otfprofile" {
	need_shared
	as_otfprofile "$SHARED/corpus/otf1/synth_n1/syn.otf" "$SHARED/corpus/otf1/synth_n1/prof.csv"
	as_otfprofile "$SHARED/corpus/otf1/synth_n3/syn.otf" "$SHARED/corpus/otf1/synth_n3/prof.csv"
}

@test "a larger trace gives what otfprofile gives" {
	need_mktrace
	need_tools otfprofile
	mktrace -p 8 -e 50k -s 3 | otf-write -q big
	otfprofile --csv -M -S --notex -i big -o ref >/dev/null
	as_otfprofile big ref.csv
}

@test "a stream gives what the trace gives, and a selection what the selected stream gives" {
	for form in --tsv --json --folded ''; do
		otf-stat $form s >direct
		otf-cat s | otf-stat $form >piped
		cmp direct piped
		[ -s direct ]
	done
	local tables=function,collective,counter,file,rma # messages have a second process: see below
	otf-stat -q -p 1-3 -r '!Counter' --table $tables --tsv s >direct
	otf-filter -p 1-3 -r '!Counter' s | otf-stat -q --table $tables --tsv >piped
	cmp direct piped
	otf-stat -q -s 2 -r Enter,Leave --by process,function --tsv s >direct # names are known all the same
	grep -q 'rank 5.*main' direct
	fails grep -q 'rank 1' direct
}

# of_processes LIST FILE COLUMN...: the rows of FILE in which one of the columns has a number of the list.
of_processes() {
	awk -F '\t' -v list=",$1," -v columns="${*:3}" '
		$1 == "table" { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ n = split(columns, c, " "); for (i = 1; i <= n; i++) if (index(list, "," $(at[c[i]]) ",")) { print; next } }' "$2"
}

@test "with -p messages are complete: what partners outside of the selection sent and received is needed" {
	local seed p
	otf-snap --points 3 s -o snapped
	for seed in s snapped 3 4 5 6; do
		[ -e $seed.otf ] || python3 "$REPO/tests/tools/statgen.py" $seed >$seed
		for p in 1 1,2 2,3,99; do
			for t in '' '-t 20:60' '-t 40:'; do
				[[ $seed != s* || -z $t ]] || t='-t 40%:80%'
				otf-stat -q $t --table matrix --tsv $seed >all
				otf-stat -q $t --table matrix --tsv -p $p $seed >some
				of_processes $p all sender receiver | diff - <(tail -n +2 some)
				otf-stat -q $t --by process --table length --tsv $seed >all
				otf-stat -q $t --by process --table length --tsv -p $p $seed >some
				of_processes $p all process | diff - <(tail -n +2 some)
			done
		done
	done
	silent otf-stat -p 1 s # no message is said to have one half
	otf-stat -p 1,2 --partial s >few.part # a share has its own halves alone
	otf-stat -p '!1,!2' --partial s >rest.part
	otf-stat --combine --tsv few.part rest.part >joined
	otf-stat --tsv s | cmp - joined
}

# same_interval TRACE INTERVAL: entered at a snapshot it gives what the whole stream gives.
same_interval() {
	local by
	for by in process,path communicator,tag,file,process ''; do
		otf-stat -q -t "$2" --json ${by:+--by $by} "$1" >from-files
		otf-cat "$1" | otf-stat -q -t "$2" --json ${by:+--by $by} >from-stream
		cmp from-files from-stream || return 1
	done
}

@test "an interval is entered at the snapshot before it, which changes nothing" {
	otf-snap --points 9 s -o snapped
	for t in 0%: 30%:60% 50%: 95%:95.1%; do
		same_interval snapped "$t"
	done
	otf-stat -t 50%: --tsv snapped >with
	rm snapped.1.snaps # announced, but not there
	otf-stat -t 50%: --tsv snapped | cmp - with
	otf-stat -t 50%: --tsv s | cmp - with
}

@test "what lies before that snapshot is not even read" {
	need_mktrace
	mktrace -p 4 -e 200k -s 1 | otf-write plain
	otf-snap --points 9 plain -o snapped
	sed -i "$(($(wc -l <snapped.1.events) / 3))s/.*/damage/" snapped.1.events
	exits 1 otf-stat -q --tsv snapped
	silent otf-stat -q -t 70%: --tsv snapped
	otf-stat -q -t 70%: --tsv plain | cmp - out
}

@test "a slice has the profile of its interval" {
	for t in 2ms: 1500us:; do # what has an end goes on in the gap between the last event and that
		otf-slice -t "$t" s -o piece
		otf-stat -q --by process,path --tsv piece >got
		otf-stat -q --by process,path --tsv -t "$t" s >want
		cmp got want
		rm piece.*
	done
}

@test "windows add up to the whole" {
	otf-stat --table function --tsv s >whole
	for every in 1ms 77us 3s; do
		otf-stat --table function --every "$every" --tsv s >windows
		python3 - <<-'END'
		def rows(name):
		    for line in open(name):
		        f = line.rstrip("\n").split("\t")
		        if f[0] in ("table", "window"): head = f
		        elif f != [""]: yield dict(zip(head, f))
		sums = {}
		for r in rows("windows"):
		    s = sums.setdefault(r["function"], [0] * 4)
		    for i, k in enumerate(("calls", "exclusive", "inclusive", "sum")): s[i] += int(r[k])
		for r in rows("whole"):
		    assert sums.pop(r["function"]) == [int(r[k]) for k in ("calls", "exclusive", "inclusive", "sum")], r
		assert not sums
		END
	done
}

@test "percent of --every are of the time from the first event to the last, where snapshots stand before it, too" {
	stream 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|1|f|0|0' 'EnterSnapshot|0|1|0|1|0' 'Enter|50|1|1|0' \
		'Leave|90|1|1|0' 'Leave|100|1|1|0' 'SnapshotComment|200|1|x' | sed '1s/$/\tTS:0,200\tEV:50,100/' >in
	exits 0 otf-stat --tsv --every 10% in
	mv out percent
	exits 0 otf-stat --tsv --every 5 in
	cmp out percent
	exits 0 otf-slice --every 10% in -o percent
	exits 0 otf-slice --every 5 in -o ticks
	[ "$(ls percent.*.otf | wc -l)" -eq "$(ls ticks.*.otf | wc -l)" ]
}

@test "more windows than anybody reads are refused" {
	stream "$one" 'DefFunction|-|0|1|f|0|0' 'Enter|0|1|1|0' 'Leave|1000000000000000|1|1|0' |
		sed '1s/$/\tTS:0,1000000000000000/' >in
	exits 2 otf-stat --every 1 in
	says 'otf-stat: --every: more than the 1000000 windows that --max-points allows'
	exits 2 otf-stat --every 1ms --max-points 10 in
	exits 2 otf-stat --tsv --every 1 -t 5:1000 --max-points 994 in
	exits 0 otf-stat --tsv --every 1 -t 5:1000 --max-points 995 in
	# of a stream that does not say its span, when the first record is too late
	sed '1s/\t.*//; 1s/$/\t1.0/' in >unknown
	exits 2 otf-stat --every 1 - <unknown
	says 'otf-stat: --every: more than the 1000000 windows that --max-points allows'
	exits 2 otf-stat --every 1 -r Enter,Leave --max-points 10 - <unknown
	says 'more than the 10 windows'
	exits 0 otf-stat --every 1 --max-points 10 -t 0:10 unknown
	exits 0 otf-stat --tsv --every 1 -t 5:1000 in
	[ "$(grep -c '	f	' out)" -eq 995 ]
}

@test "quantiles are at most one in a hundred off" {
	python3 - >q.otfl <<-'END'
	import random
	random.seed(7)
	t, out = 0, ["DefFunction\t-\t0\t1\tf\t0\t0"]
	for _ in range(3000):
	    d = int(random.lognormvariate(9, 3))
	    out += ["Enter\t%d\t1\t1\t0" % t, "Leave\t%d\t1\t1\t0" % (t + d)]
	    t += d + 1
	print("\n".join(["@OTFPIPE\t1.0"] + out + ["@END\t%d" % len(out)]))
	END
	otf-stat --table function --json q.otfl >q.json
	python3 - <<-'END'
	import json
	d, enter = [], 0
	for line in open("q.otfl"):
	    f = line.split("\t")
	    if f[0] == "Enter": enter = int(f[1])
	    if f[0] == "Leave": d.append(int(f[1]) - enter)
	d.sort()
	r = json.load(open("q.json"))["function"][0]
	for p in 25, 50, 75, 95, 99:
	    true = d[max(1, -(-len(d) * p // 100)) - 1]
	    assert abs(r["p%d" % p] - true) <= true / 100 + 1, (p, true, r)
	assert (r["min"], r["max"], r["calls"]) == (d[0], d[-1], len(d))
	END
}

@test "recursion counts once in inclusive time, each call in the sum; of a group the outermost counts" {
	stream 'DefProcess|-|0|1|p|0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|1|f|1|0' 'DefFunction|-|0|2|h|1|0' 'Enter|10|1|1|0' \
		'Enter|20|1|1|0' 'Enter|22|1|2|0' 'Leave|30|1|2|0' 'Leave|50|1|1|0' 'Leave|100|1|1|0' >r.otfl
	silent otf-stat --tsv r.otfl
	[ "$(grep ^function out | cut -f 2-10)" = "$(lines '1|f|2|82|90|120|30|90|60' '2|h|1|8|8|8|8|8|8')" ]
	silent otf-stat --tsv --by group r.otfl
	[ "$(grep ^function out | cut -f 2-7)" = "$(lines '1|g|3|90|90|128')" ]
	silent otf-stat --tsv --by process r.otfl
	[ "$(grep ^function out | cut -f 2-6)" = "$(lines '1|p|3|90|90')" ]
	silent otf-stat --folded r.otfl
	[ "$(cat out)" = "$(printf '%s\n' 'f 60' 'f;f 22' 'f;f;h 8')" ]
}

@test "folded paths have the process before them if asked for, and no ; in a name" {
	stream 'DefProcess|-|0|1|p;1|0' 'DefFunction|-|0|1|a;b|0|0' 'Enter|1|1|1|0' 'Enter|2|1|2|0' 'Leave|5|1|2|0' \
		'Leave|9|1|1|0' >f.otfl
	exits 0 otf-stat -q --folded --by process f.otfl
	[ "$(cat out)" = "$(printf '%s\n' 'p:1;a:b 5' 'p:1;a:b;2 3')" ]
	for by in function process,group tag; do
		exits 2 otf-stat --folded --by $by f.otfl
		says 'otf-stat: --folded prints call paths: of --by it takes process and path'
	done
}

@test "a message that came before it was sent is reversed, and pairs do not depend on who is read first" {
	stream 'RecvMsg|5|2|1|0|7|8|0' 'SendMsg|9|1|2|0|7|8|0' 'SendMsg|10|1|2|0|7|8|0' 'RecvMsg|15|2|1|0|7|8|0' >m.otfl
	silent otf-stat --tsv --table message m.otfl
	[ "$(sed 1d out | cut -f 1-9)" = "$(lines 'message|2|2|16|16|1|5|5|5')" ]
}

@test "latencies of a pair whose sum is beyond 64 bits have their mean" {
	stream 'DefTimerResolution|-|0|1000000000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'SendMsg|0|1|2|0|1|8|0' 'SendMsg|1|1|2|0|2|8|0' 'SendMsg|2|1|2|0|3|8|0' \
		'RecvMsg|10000000000000000000|2|1|0|1|8|0' 'RecvMsg|12000000000000000001|2|1|0|2|8|0' \
		'RecvMsg|14000000000000000002|2|1|0|3|8|0' >in
	silent otf-stat --tsv --table matrix in
	[ "$(tail -n 1 out | cut -f 6,7,10-)" = $'3\t3\t0\t10000000000000000000\t14000000000000000000\t12000000000000000000' ]
}

@test "oddities are counted in warnings and in the JSON, and fail with --strict" {
	stream 'DefProcess|-|0|1|p|0' 'Leave|1|1|1|0' 'Enter|2|1|77|0' 'SendMsg|3|1|2|0|7|8|0' 'RecvMsg|4|1|3|0|7|8|0' \
		'EndCollectiveOperation|5|1|4' 'BeginCollectiveOperation|6|1|4|1|1|1|1|1|0' 'Enter|7|1|8|0' >o.otfl
	exits 0 otf-stat --json o.otfl
	says 'otf-stat: leave without enter: 1'
	says 'otf-stat: message sent and not received: 1'
	says 'otf-stat: message received and not sent: 1'
	says 'otf-stat: call not ended: 2'
	says 'otf-stat: end of a collective operation that was not begun: 1'
	says 'otf-stat: collective operation not ended: 1'
	says 'otf-stat: function without definition: 2'
	python3 -c 'import json; o = json.load(open("out"))["odd"]; assert o["call_not_ended"] == 2, o; assert len(o) >= 7, o'
	exits 0 otf-stat -q o.otfl
	[ ! -s err ]
	exits 1 otf-stat --strict o.otfl
	exits 0 otf-stat --strict s
}

@test "JSON is JSON, whatever bytes names are made of" {
	printf '@OTFPIPE\t1.0\nDefFunction\t-\t0\t1\ta"\\\\\\x01\\n\xff\xc3\xa9\xed\xa0\x80\t0\t0\n' >j.otfl
	printf 'Enter\t1\t1\t1\t0\nLeave\t18446744073709551615\t1\t1\t0\n@END\t3\n' >>j.otfl
	otf-stat -q --json j.otfl >j.json
	python3 -c '
import json
r = json.load(open("j.json"))["function"][0]
assert r["function_name"] == "a\"\\\x01\n\ufffd\u00e9\ufffd\ufffd\ufffd", r
assert r["exclusive"] == 2**64 - 2, r'
	otf-stat -q --tsv j.otfl | grep -q 'a"\\\\\\x01\\n'
}

@test "local definitions are rows of their own, and equal names of different tokens are, too" {
	stream '@SM|1|1' '@SM|2|2' 'DefFunction|-|0|1|f|0|0' 'DefFunction|-|0|2|f|0|0' 'DefFunction|-|2|1|g|0|0' \
		'Enter|1|1|1|0' 'Enter|2|2|1|0' 'Leave|3|2|1|0' 'Leave|4|1|1|0' 'Enter|5|1|2|0' 'Leave|6|1|2|0' >l.otfl
	silent otf-stat --tsv --table function l.otfl
	[ "$(grep ^function out | cut -f 2-5)" = "$(lines '1|f|1|3' '1@2|g|1|1' '2|f|1|1')" ]
	otf-stat --json --table function l.otfl | python3 -c '
import json, sys
assert [r["function"] for r in json.load(sys.stdin)["function"]] == [1, "1@2", 2]'
}

@test "a group of one stream comes by its token, then its stream, whatever functions it has" {
	stream '@SM|1|1' '@SM|2|2' 'DefFunctionGroup|-|1|1|G' 'DefFunctionGroup|-|2|1|H' 'DefFunction|-|1|9|f|1|0' \
		'DefFunction|-|2|3|g|1|0' 'Enter|1|1|9|0' 'Enter|2|2|3|0' 'Leave|3|2|3|0' 'Leave|4|1|9|0' >l.otfl
	silent otf-stat --tsv --table function --by group,function l.otfl
	[ "$(grep ^function out | cut -f 2-5)" = "$(lines '1@1|G|9@1|f' '1@2|H|3@2|g')" ]
}

@test "the table for people has units, the longest first" {
	silent otf-stat --table function,message s
	[ "$(sed -n '3s/ .*//p' out)" = MPI_Recv ]
	sed -n 3p out | grep -q '6\.297 ms'
	grep -q 'MiB' out
}

@test "--table and --by refuse what there is not, -o has no place" {
	exits 2 otf-stat --by nothing s
	says "--by: unknown value 'nothing'; expected process, group, function, path, communicator, tag or file"
	exits 2 otf-stat --table function,x s
	exits 2 otf-stat -o out s
	exits 2 otf-stat --every 0 s
	exits 2 otf-stat -t 5:3 s
	exits 2 otf-stat --combine
	exits 2 otf-stat --combine --by process s.otfl
}

@test "a cut stream gives no report and exit 3, an aborted one exit 1" {
	head -n 2000 s.otfl | exits 3 otf-stat
	[ ! -s out ]
	head -c 50000 s.otfl | exits 3 otf-stat --json
	[ ! -s out ]
	{ head -n 2000 s.otfl; printf '@ABORT\tx\ty\n'; } | exits 1 otf-stat
	[ ! -s out ]
}

@test "a full disk is exit 1, a reader that goes away is silent" {
	[ -c /dev/full ] || skip "no /dev/full"
	for form in --tsv --json --folded --partial ''; do
		local got=0
		otf-stat $form s >/dev/full 2>err || got=$?
		[ "$got" -eq 1 ]
		says 'stdout'
	done
	otf-stat --by process,path --tsv s 2>err | head -n 1 >/dev/null
	[ ! -s err ]
}

@test "an empty trace has an empty profile" {
	stream >e.otfl
	silent otf-stat e.otfl
	printf 'processes      0\nrecords        0 events\n' | cmp - out
	exits 0 otf-stat --table function e.otfl
	[ ! -s out ]
	silent otf-stat --json e.otfl
	python3 -m json.tool out >/dev/null
	exits 0 otf-stat --folded e.otfl
	exits 0 otf-stat --every 1 --tsv e.otfl
	[ ! -s out ]
}

@test "memory does not grow with the length of a trace" {
	need_mktrace
	mktrace -p 64 -e 1m -s 4 | otf-write -q big
	peak otf-stat -q --by process,function big >/dev/null
	under 64
}

@test "rows alike stand by name, those without one last, whatever came first" {
	local sends=('SendMsg|5|1|9|0|1|0|0' 'SendMsg|5|2|9|0|1|0|0' 'SendMsg|5|3|9|0|1|0|0' 'SendMsg|5|4|9|0|1|0|0')
	for order in '0 1 2 3' '3 2 1 0' '1 3 0 2' '2 0 3 1'; do
		read -ra i <<<"$order"
		stream 'DefProcess|-|0|1|c|0' 'DefProcess|-|0|3|b|0' 'DefProcess|-|0|4|a|0' "${sends[i[0]]}" \
			"${sends[i[1]]}" "${sends[i[2]]}" "${sends[i[3]]}" >in
		exits 0 otf-stat --table matrix in
		[ "$(sed '1,2d; $d; s/ .*//' out | paste -sd ' ')" = 'a b c 2' ]
	done
}

# paths N: a trace of two processes with N calls by random, many call paths
paths() {
	python3 - "$1" <<-'END' | otf-write paths
		import random, sys
		random.seed(5)
		print("@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1,2\nDefTimerResolution\t-\t0\t1000")
		for p in (1, 2):
		    print(f"DefProcess\t-\t0\t{p}\tp{p}\t0")
		for f in range(1, 31):
		    print(f"DefFunction\t-\t0\t{f}\tf{f}\t0\t0")
		n, time, stacks = int(sys.argv[1]), 0, {1: [], 2: []}
		lines = []
		def leave(p):
		    lines.append(f"Leave\t{time}\t{p}\t{stacks[p].pop()}\t0")
		for i in range(n):
		    p = random.choice((1, 2))
		    time += random.randrange(3)
		    while len(stacks[p]) > 1 and random.random() < 0.55:
		        leave(p)
		    f = 1 if not stacks[p] else random.randrange(2, 31)
		    stacks[p].append(f)
		    lines.append(f"Enter\t{time}\t{p}\t{f}\t0")
		for p in (1, 2):
		    while stacks[p]:
		        leave(p)
		print("\n".join(lines))
		print(f"@END\t{33 + len(lines)}")
	END
}

# sums_of FILE: calls, exclusive and inclusive time of all rows; fails unless in each window a path has its own time and
# that of the paths it calls
sums_of() {
	python3 - "$1" <<-'END'
		import collections, sys
		rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1]) if line != "\n"]
		rows = rows[:1] + [row for row in rows if row != rows[0]]
		at = {name: i for i, name in enumerate(rows[0])}
		below, own = collections.Counter(), {}
		for row in rows[1:]:
		    key = tuple(row[at[k]] for k in ("window", "process") if k in at)
		    path = row[at["path_name"]].split(";")
		    calls, exclusive, inclusive = (int(row[at[k]]) for k in ("calls", "exclusive", "inclusive"))
		    own[key, *path] = exclusive, inclusive
		    below[key, *path[:-1]] += inclusive
		for path, (exclusive, inclusive) in own.items():
		    assert path[-1] == "(other)" or inclusive == exclusive + below[path], path
		print(*(sum(int(row[at[k]]) for row in rows[1:]) for k in ("calls", "exclusive")),
		      sum(1 for path in own if path[-1] == "(other)") > 0)
	END
}

@test "call paths beyond --buffer are folded into (other), and all sums stay exact" {
	paths 60000
	for options in "" "--by process,path" "--every 20%" "-t 10%:60%" "-p 1" "--depth 5"; do
		otf-stat --table function --by path $options --tsv paths >whole
		otf-stat --table function --by path $options --tsv --buffer 2M paths >folded 2>err
		grep 'call paths with few calls, counted as (other) below their caller: [1-9]' err
		sums_of whole >want
		sums_of folded >got
		[ "$(cut -d ' ' -f 1-2 want)" = "$(cut -d ' ' -f 1-2 got)" ]
		grep -q True got
		[ "$(wc -l <folded)" -lt "$(wc -l <whole)" ]
	done
}

@test "call paths take the memory that they need: with less address space than --buffer the output is the same" {
	paths 60000
	otf-stat --by path --tsv paths >want
	[ "$(wc -l <want)" -gt 5000 ]
	(ulimit -v 100000 && otf-stat --by path --tsv paths >got)
	cmp want got
}

@test "a token that streams define differently is another call path in each, below the same caller" {
	stream '@SM|1|1' '@SM|2|2' 'DefFunction|-|0|1|main|0|0' 'DefFunction|-|1|7|f|0|0' 'DefFunction|-|2|7|g|0|0' \
		'Enter|0|1|1|0' 'Enter|0|2|1|0' 'Enter|1|1|7|0' 'Enter|2|2|7|0' 'Leave|4|2|7|0' 'Enter|5|2|7|0' \
		'Leave|6|1|7|0' 'Enter|7|1|7|0' 'Leave|8|1|7|0' 'Leave|8|2|7|0' 'Leave|9|1|1|0' 'Leave|9|2|1|0' >t.otfl
	silent otf-stat --folded t.otfl
	[ "$(sort out)" = "$(printf '%s\n' 'main 7' 'main;f 6' 'main;g 5')" ]
	exits 0 otf-stat -q --folded --depth 1 t.otfl
	[ "$(cat out)" = 'main 18' ]
}

@test "folded call paths of shares add up" {
	paths 60000
	otf-stat --table function --by path --tsv paths >whole
	for part in 1 2; do
		otf-stat --by path --table function --buffer 1M --part $part/2 --partial paths >part$part 2>err
		grep -q '(other)' err
	done
	otf-stat --combine --tsv part1 part2 >folded
	sums_of whole >want
	sums_of folded >got
	[ "$(cut -d ' ' -f 1-2 want)" = "$(cut -d ' ' -f 1-2 got)" ]
	grep -q True got
}

@test "--fail-above does not judge folded call paths: part of their time is in (other)" {
	paths 60000
	exits 0 otf-stat --diff --table function --by path --fail-above 5% paths paths
	exits 1 otf-stat --diff --table function --by path --buffer 1M --fail-above 5% paths paths
	says "--fail-above: paths: call paths or pairs were counted as (other); a larger --buffer keeps all of them"
}

# pairs N: a trace of 60 processes that send N messages to one another, some of which are received late or not at all
pairs() {
	python3 - "$1" <<-'END' | otf-write pairs
		import random, sys
		random.seed(7)
		n, time, lines, sent = 60, 0, [], []
		print("@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t" + ",".join(str(i + 1) for i in range(n)))
		print("DefTimerResolution\t-\t0\t1000")
		for p in range(n):
		    print(f"DefProcess\t-\t0\t{p + 1}\tp{p + 1}\t0")
		def receive(m):
		    lines.append(f"RecvMsg\t{time}\t{m[1]}\t{m[0]}\t0\t{m[2]}\t{m[3]}\t0")
		for i in range(int(sys.argv[1])):
		    time += random.randrange(3)
		    m = random.randrange(n) + 1, random.choice((random.randrange(n), 3)) + 1, random.randrange(3), i % 5000
		    lines.append(f"SendMsg\t{time}\t{m[0]}\t{m[1]}\t0\t{m[2]}\t{m[3]}\t0")
		    sent.append(m)
		    while len(sent) > 800:
		        receive(sent.pop(random.choice((0, 0, 0, random.randrange(800)))))
		print("\n".join(lines))
		print(f"@END\t{1 + n + len(lines)}")
	END
}

# pair_sums FILE: the sums of the rows of each window, and whether there are others
pair_sums() {
	awk -F '\t' '/sender/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		/./ {
			w = at["window"] ? $at["window"] : 0
			sums[w] = ++known[w] && sums[w]
			for (k in at)
				if (k ~ /^(sent|received|bytes_sent|bytes_received|reversed)$/)
					sum[w, k] += $at[k]
			others += /\(other\)/
		}
		END {
			for (k in sum)
				print k, sum[k] | "sort"
			close("sort")
			print (others > 0)
		}' "$1"
}

@test "pairs of processes beyond --buffer are folded into (other), and all sums stay exact" {
	pairs 20000
	for options in "" "--every 25%" "-t 10%:60%" "-p 1-30" "--by tag"; do
		otf-stat --table matrix,message,length $options --tsv pairs >whole
		otf-stat --table matrix,message,length $options --tsv --buffer 64K pairs >folded 2>err
		grep 'pairs of processes with few messages, counted as (other): [1-9]' err
		for file in whole folded; do # a line of the matrix has a sender in its header
			awk '/sender/ { skip = 1 } !/./ { skip = 0 } !skip' $file >$file.rest
			awk '/sender/ { take = 1 } !/./ { take = 0 } take' $file >$file.matrix
			pair_sums $file.matrix >$file.sums
		done
		cmp whole.rest folded.rest
		diff <(head -n -1 whole.sums) <(head -n -1 folded.sums)
		[ "$(tail -n 1 whole.sums)$(tail -n 1 folded.sums)" = 01 ]
		[ "$(wc -l <folded)" -lt "$(wc -l <whole)" ]
	done
}
