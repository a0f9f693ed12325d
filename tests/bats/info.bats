# otf-info: what a trace is.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# told WORD: what stands behind it in ./out
told() {
	sed -n "s/^  $1  *//p" out
}

# json EXPRESSION: of the object t in ./out
json() {
	python3 -c 'import json, sys; t = json.loads(open("out").readline()); print(eval(sys.argv[1]))' "$1"
}

# bytes COMMAND...: how many bytes it read from files
bytes() {
	python3 - "$@" <<-'END'
		import os, subprocess, sys
		p = subprocess.Popen(["env", "ASAN_OPTIONS=detect_leaks=0", "strace", "-f", "-qq", "-e", "trace=read,pread64", "-o", "calls"] + sys.argv[1:],
			stdout=subprocess.DEVNULL)
		assert p.wait() == 0
		print(sum(int(line.rsplit("= ", 1)[1].split()[0]) for line in open("calls") if "= " in line and "= -1" not in line))
	END
}

@test "processes are counted once, and -v, --json and --full know all of them" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t%s\n' "$(seq -s , 20)"
		seq 20 | sed 's/.*/DefProcess\t-\t0\t&\tp&\t0/'
		printf 'DefProcess\t-\t0\t%d\tagain\t0\n' 20 3
		printf 'Enter\t5\t20\t1\t0\n@END\t23\n'
	} | otf-write t
	otf-info t >out
	grep -qx '  processes     20' out
	grep -qx '  processes: 20; -v lists them' out
	otf-info -v t >out
	grep -qx '  20                1  again' out
	otf-info --full t | grep -qx '  processes     20'
	otf-info --json t | python3 -c '
import json, sys
names = [p["name"] for p in json.load(sys.stdin)["processes"]]
assert len(names) == 20 and names[19] == names[2] == "again" and names[18] == "p19"'
}

@test "the sample: format, times, streams, processes, definitions, sizes" {
	silent otf-info "$sample"
	[ "$(head -n 1 out)" = "$sample" ]
	[ "$(told format)" = 'OTF, short form' ]
	[ "$(told version)" = '1.12.5 otfpipe-bench' ]
	[ "$(told resolution)" = '1000000000 ticks per second' ]
	[ "$(told span)" = '1021008 to 4921250, 3.900 ms' ]
	[ "$(told streams)" = 2 ]
	[ "$(told processes)" = 8 ]
	[ "$(told markers)" = 3 ]
	[ "$(told definitions | cut -d: -f 1)" -eq "$(otf-cat "$sample" | grep -c ^Def)" ]
	told 'unique id' | grep -q "^10451216379200822465 (0x910a2dec89025cc1)\$"
	grep -q '^  8  *2  rank 7$' out
	grep -q '^  1000  *0  *8  MPI_COMM_WORLD$' out
}

@test "--json has the numbers that the files have" {
	silent otf-info --json "$sample"
	[ "$(wc -l <out)" -eq 1 ]
	[ "$(json 't["resolution"], t["first"], t["last"]')" = '(1000000000, 1021008, 4921250)' ]
	[ "$(json 'sum(f["bytes"] for f in t["files"])')" -eq "$(cat "${sample%.otf}".* | wc -c)" ]
	[ "$(json 'len(t["files"])')" -eq "$(ls "${sample%.otf}".* | wc -l)" ]
	[ "$(json '[s["processes"] for s in t["streams"]]')" = '[4, 4]' ]
	[ "$(json '[p["name"] for p in t["processes"] if p["stream"] == 2][0]')" = 'rank 4' ]
	otf-cat "$sample" | grep -e '^Def' -e '^Marker' | cut -f 1 | sort | uniq -c | awk '{ print $2, $1 }' >want
	json '"\n".join(sorted("%s %d" % x for x in t["definitions"].items()))' | diff want -
}

@test "the span that only DefTimeRange gives is one by definition" {
	stream 'DefTimerResolution|-|0|1000' 'DefTimeRange|-|0|5|9' "$one" >t.otfl
	silent otf-info --json t.otfl
	[ "$(json 't["first"], t["last"], t["span_by_definition"]')" = '(5, 9, True)' ]
	stream 'DefTimerResolution|-|0|1000' "$one" | silent otf-info --json
	[ "$(json 't["first"], t["last"], t["span_by_definition"]')" = '(None, None, False)' ]
}

@test "--full counts all records by type and by process" {
	silent otf-info --full --json "$sample"
	otf-cat "$sample" | grep -v '^@' | cut -f 1 | sort | uniq -c | awk '{ print $2, $1 }' >want
	json '"\n".join(sorted("%s %d" % x for x in t["records"].items()))' | diff want -
	[ "$(json 't["total"]')" -eq "$(otf-cat --count "$sample")" ]
	otf-cat "$sample" | awk -F'\t' '!/^@/ && !/^Marker/ && $2 != "-" {
		p = $3; n[p]++; if (!(p in first)) first[p] = $2; last[p] = $2
		e[p] += $1 == "Enter"; if ($1 == "SendMsg") { s[p]++; b[p] += $7 } if ($1 == "RecvMsg") { r[p]++; c[p] += $7 } }
		END { for (p in n) print p, n[p], e[p], s[p] + 0, b[p] + 0, r[p] + 0, c[p] + 0, first[p], last[p] }' | sort -n >want
	keys='"records", "enters", "sends", "bytes_sent", "receives", "bytes_received", "first", "last"'
	json "'\n'.join(' '.join(str(p[k]) for k in ('process', $keys)) for p in t['processes'])" | diff want -
	silent otf-info --full "$sample"
	[ "$(told records | cut -d: -f 1)" -eq "$(otf-cat "$sample" | grep -v -e '^@' -e ^Def | wc -l)" ]
}

@test "--full agrees with otfinfo on the corpus" {
	need_shared
	for t in synth_n1/syn synth_n3/syn all_short_plain_n4/all; do
		silent otf-info --full --json "$SHARED/corpus/otf1/$t"
		for pair in enters:Enter leaves:Leave sends:SendMsg receives:RecvMsg; do
			n=$(sed -n "s/^| ${pair%:*} *| //p" "$SHARED/corpus/otf1/${t%/*}/otfinfo.txt")
			[ "$(json "t['records'].get('${pair#*:}', 0)")" -eq "$n" ]
		done
		n=$(sed -n 's/^| process definitions *| //p' "$SHARED/corpus/otf1/${t%/*}/otfinfo.txt")
		[ "$(json 't["definitions" if "definitions" in t else "records"]["DefProcess"]')" -eq "$n" ] ||
			[ "$t" = all_short_plain_n4/all ] # otfinfo counts a process that is defined in two streams once
	done
}

@test "the span is that of the line stream's header, for each trace of the corpus" {
	need_shared
	for t in "$SHARED"/corpus/otf1/{all,synth}*/*.otf; do
		silent otf-info --full --json "$t"
		want=$(otf-cat -q "$t" | head -n 1 | tr '\t' '\n' | sed -n 's/^TS://p')
		[ "$(json '"%d,%d" % (t["first"], t["last"])')" = "$want" ]
	done
}

@test "a trace, stored or piped, is the same trace with --full" {
	otf-cat --no-pg "$sample" >stored
	# what is of files goes
	shown='{k: t[k] for k in t if k not in ("name", "format", "files", "streams", "bytes", "events_first", "events_last")}'
	silent otf-info --full --json "$sample"
	json "$shown" >want
	silent otf-info --full --json stored
	json "$shown" | diff want -
	silent otf-info --full --json <stored
	json "$shown" | diff want -
}

@test "of a line stream only the head is read, and that is said" {
	otf-cat "$sample" >stored
	silent bash -c 'otf-cat "$0" | otf-info' "$sample"
	told note | grep -q 'only the head was read'
	[ "$(told span)" = '1021008 to 4921250, 3.900 ms' ]
	[ "$(told markers)" = 3 ]
	told provenance | grep -q otf-cat
	silent otf-info --json stored
	[ "$(json 't["format"], t["total"], t["bytes"]')" = "('lines', 3154, $(wc -c <stored))" ]
	# more would never come
	mkfifo feed
	exec 7<>feed
	head -n 300 stored >&7
	timeout 300 otf-info <feed >out 7>&-
	exec 7>&-
	[ "$(told processes)" = 8 ]
}

@test "a stored line stream without its end is reported, with or without --full" {
	otf-cat "$sample" | head -n 2000 >cut
	exits 3 otf-info cut
	says "cut: ended early"
	[ "$(told processes)" = 8 ]
	exits 3 otf-info --full cut
	says "without @END"
	exits 3 bash -c 'otf-info --full <cut'
	exits 3 otf-info </dev/null
}

@test "snapshots, summaries, thumbnail, provenance, comments and environment show" {
	otf-cat "$sample" | awk '{ print } /^DefTimerRes/ { print "DefinitionComment\t-\t0\tENV HOME=/x\nDefinitionComment\t-\t0\tfirst run" }' |
		sed 's/^@END.*/@END\t3156/' | otf-write --keep-pg t
	silent otf-snap --points 9 --thumbnail --in-place t
	silent otf-snap --summaries --no-snapshots --at 2ms,3ms --in-place t
	silent otf-info t
	told snapshots | grep -q '^at 8 points, '
	[ "$(told summaries)" = 'at 2 points, 2000000 to 3000000' ]
	told provenance | grep -q otf-cat
	[ "$(told comment)" = 'first run' ]
	[ "$(told environment)" = 'HOME=/x' ]
	grep -q '^  thumb  *1 ' out
	grep -q '^  snaps  *2 ' out
	silent otf-info --json t
	[ "$(json 't["summaries"]["points"], t["environment"], t["comments"]')" = "(2, ['HOME=/x'], ['first run'])" ]
	[ "$(json '[f["bytes"] for f in t["files"] if f["kind"] == "thumb"]')" = "[$(wc -c <t.thumb)]" ]
	silent otf-snap --at 2ms --inline "$sample" -o inline
	silent otf-info inline
	told snapshots | grep -q 'among the events$'
}

@test "of several traces the one that was aborted is named" {
	{ otf-cat "$sample" | head -n 500; printf '@ABORT\totf-x\tno more\n'; } >a
	exits 1 otf-info --full "$sample" a
	says "otf-info: a: aborted by otf-x: no more"
}

@test "compressed files and their sizes show, and so do several traces, each in its block" {
	otf-cat "$sample" -z 6 -o packed
	silent otf-info packed "$sample"
	[ "$(grep -c '^  format' out)" -eq 2 ]
	[ "$(told span | sort -u | wc -l)" -eq 1 ]
	grep -q '^  events  *2  *2 ' out
	silent otf-info --json packed "$sample"
	[ "$(wc -l <out)" -eq 2 ]
	[ "$(json 'sum(f["packed"] for f in t["files"])')" -eq 4 ]
}

@test "processes stand below their parents, long lists need -v" {
	stream '@SM|1|1,2,3' 'DefProcess|-|0|1|top|0' 'DefProcess|-|0|2|mid|1' 'DefProcess|-|0|3|low|2' 'NoOp|1|3' |
		otf-write t
	silent otf-info t
	sed -n 's/^  [123]  *1  //p' out >got
	printf '%s\n' top '  mid' '    low' | diff got -
	# one that is its own ancestor
	stream '@SM|1|1,2' 'DefProcess|-|0|1|a|2' 'DefProcess|-|0|2|b|1' 'NoOp|1|1' | otf-write round
	silent otf-info round
	{
		printf '@OTFPIPE\t1.0\n'
		for i in {1..20}; do printf 'DefProcess\t-\t0\t%d\tp%d\t0\n' "$i" "$i"; done
		printf '@END\t20\n'
	} >many
	silent otf-info many
	grep -q '^  processes: 20; -v lists them$' out
	silent otf-info -v many
	grep -q '^  20 .*  p20$' out
}

@test "names that would move the cursor or break JSON do not" {
	printf '@OTFPIPE\t1.0\n@SM\t1\t1\nDefProcess\t-\t0\t1\t\\x1b[2J"\\\\\xe4\t0\n@END\t1\n' >in
	silent otf-info in
	fails grep -q $'\x1b' out
	silent otf-info --json in
	[ "$(json 'ascii(t["processes"][0]["name"])')" = "'\\x1b[2J\"\\\\\\ufffd'" ]
}

@test "of a damaged trace all known facts are printed, and the damage" {
	otf-cat "$sample" -n 2 -o t
	truncate -s -4 t.2.events
	exits 1 otf-info t
	says "t.2.events: is truncated: the trailer after its last record is missing"
	[ "$(told processes)" = 8 ]
	exits 1 otf-info --json t
	[ "$(json '[f["name"] for f in t["files"] if f["cut"]], t["damages"]')" = "(['t.2.events'], 1)" ]
	otf-cat "$sample" -n 2 --force -o t
	rm t.1.events
	exits 1 otf-info t
	says "t.1.events: missing"
	[ "$(told streams)" = 2 ]
	otf-cat "$sample" -n 2 --force -o t
	sed -i '5s/^D/?/' t.0.def
	exits 1 otf-info t
	says "t.0.def:5:"
	[ "$(told processes)" -ge 7 ]
	# the middle of a file is not read without --full
	otf-cat "$sample" -n 2 --force -o t
	sed -i '500s/.*/nonsense/' t.1.events
	exits 0 otf-info t
	exits 1 otf-info --full t
	says "t.1.events:500:"
	[ "$(told processes)" = 8 ]
	rm t.0.def
	exits 1 otf-info t
	says "t.0.def: missing"
	[ "$(told streams)" = 2 ]
}

@test "a trace without NAME.otf, one that is none, a usage error" {
	cp "${sample%.otf}".*.* . && rm -f sample.otf
	exits 1 otf-info sample.otf
	says "sample.otf: no such trace"
	exits 1 otf-info sample
	says "sample: no such trace"
	echo hello >text
	exits 1 otf-info text
	says "has an unknown format"
	exits 2 otf-info -o x "$sample"
	# the others are told of all the same
	exits 1 otf-info nosuch "$sample"
	[ "$(told processes)" = 8 ]
}

@test "a full disk is an error, a closed pipe is silent" {
	[ -e /dev/full ] || skip "no /dev/full"
	exits 1 bash -c 'otf-info "$0" >/dev/full' "$sample"
	says "stdout"
	exits 1 bash -c 'otf-info --json "$0" >/dev/full' "$sample"
	bash -c 'otf-info "$0" "$0" 2>err | head -n 0' "$sample"
	[ ! -s err ]
}

@test "ten times the events, plain or compressed, and it reads hardly more" {
	need_tools strace
	need_mktrace
	mktrace -p 8 -s 8 -e 400k | otf-write small
	mktrace -p 8 -s 8 -e 4m | otf-write large
	few=$(bytes otf-info small)
	many=$(bytes otf-info large)
	[ "$(cat large.*.events | wc -c)" -gt $((8 * $(cat small.*.events | wc -c))) ]
	[ "$many" -lt $((few + 65536)) ]
	mktrace -p 8 -s 8 -e 4m | otf-write -z 1 large-packed
	# from the last point on at which inflating can begin
	many=$(bytes otf-info large-packed)
	[ "$(cat large-packed.*.events.z | wc -c)" -gt 20000000 ]
	[ "$many" -lt 2000000 ]
	silent otf-info --json large-packed
	json 't["compression"]' >got
	cat large-packed.*.events.z | wc -c >bytes
	awk -v text="$(cat large.*.events | wc -c)" '
		FNR == NR { ratio = $1 } FNR != NR { want = text / $1 } END { exit !(ratio > want * 0.9 && ratio < want * 1.1) }' got bytes
}

@test "1,000 streams with 256 open files: a few KiB of each are read, in little memory" {
	need_tools strace
	need_mktrace
	mktrace -p 1000 -s 1000 -e 2m | otf-write wide
	(ulimit -n 256 && peak otf-info wide >out 2>err)
	[ ! -s err ]
	under 16
	[ "$(told streams)" = 1000 ]
	[ "$(told processes)" = 1000 ]
	[ "$(bytes otf-info wide)" -lt $((1000 * 9000 + 1000000)) ]
}

@test "among many streams, a missing file and a duplicate file are reported" {
	need_mktrace
	mkdir -p below/there
	mktrace -p 100 -s 100 -e 10k | otf-write below/there/t
	silent otf-info below/there/t
	(cd below && silent otf-info there/t.otf && cd there && silent otf-info "$PWD/t")
	rm below/there/t.2a.events
	cp below/there/t.2b.events below/there/t.2b.events.z
	exits 1 otf-info below/there/t
	says "below/there/t.2a.events: missing"
	says "below/there/t.2b.events.z: ignored"
	[ "$(told streams)" = 100 ]
}

@test "compressed files of other programs are not read through, and their end is not invented" {
	need_mktrace
	mktrace -p 2 -s 2 -e 40k >whole
	otf-write t <whole
	for f in 1 2; do
		python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read(), 9))' \
			<t.$f.events >t.$f.events.z
		rm t.$f.events
	done
	silent otf-info --json t
	[ "$(json 't["last"], [f["last"] for f in t["files"] if f["kind"] == "events"]')" = '(None, [None, None])' ]
	silent otf-info t
	told span | grep -q '^unknown; --full reads all records$'
	silent otf-info --full --json t
	[ "$(json '"TS:%d,%d" % (t["first"], t["last"])')" = "$(otf-cat t | head -n 1 | tr '\t' '\n' | grep ^TS)" ]
}

@test "a TAU trace is one of TAU, named by its directory or by both files" {
	otf-info "$REPO/tests/data/ring" >out
	grep -q '^  format *TAU$' out
	need_shared
	tau="$SHARED/corpus/tau/ring4"
	otf-info --json "$tau/tau.trc" "$tau/tau.edf" "$tau" >out
	[ "$(wc -l <out)" -eq 2 ]
	python3 -c 'import json; assert [json.loads(l)["format"] for l in open("out")] == ["tau"] * 2'
}

@test "of an OTF2 archive the heads of the chunks say how many events there are, whatever is between them" {
	mkotf2 -l 2 -e 600k many >/dev/null
	otf-info many >out
	all=$(told records | cut -d, -f 1)
	each=$((all / 2))
	[ "$all" -ge 600000 ]
	[ "$(told records)" = "$all, by the heads of the chunks" ]
	# a metric is two counters
	otf-cat --no-pg -r event many | awk -F '\t' '!/^@/ { n += $1 == "Counter" ? 0.5 : 1 } END { print n }' >count
	[ "$(cat count)" -eq "$all" ]
	otf-info --json many >out
	[ "$(json '[s["records"] for s in t["streams"]]')" = "[$each, $each]" ]
	[ -n "${OTFPIPE_EMULATED-}" ] || [ "$(bytes otf-info many)" -lt 65536 ]
	dd if=/dev/urandom bs=1000 count=90 seek=2000 of=many/traces/0.evt conv=notrunc 2>/dev/null
	otf-info --json many | diff out -
	# a damaged head: the number is not known, and no guess stands for it
	printf '\0\0\0' | dd bs=1 seek=1048576 of=many/traces/0.evt conv=notrunc 2>/dev/null
	otf-info --json many >out
	[ "$(json '[s["records"] for s in t["streams"]]')" = "[None, $each]" ]
	truncate -s 2000000 many/traces/1.evt
	exits 1 otf-info many
	says "many/traces/1.evt: is truncated"
}

@test "the files of TAU and VTF3 are listed: kinds, sizes, streams, and which is packed" {
	data=$REPO/tests/data
	bytes() { stat -c %s "$@" | awk '{ n += $1 } END { print n }'; }
	gzip -c "$data/ping.bpv" >ping.gz
	otf-info --json "$data/ring" "$data/ping.bpv" ping.gz >out
	python3 - "$(bytes "$data"/ring/*.trc)" "$(bytes "$data"/ring/*.edf)" "$(bytes "$data/ping.bpv")" "$(bytes ping.gz)" <<-'END'
		import json, sys
		trc, edf, ping, packed = map(int, sys.argv[1:])
		ring, plain, gz = [json.loads(line) for line in open("out")]
		total = lambda info, kind: sum(f["bytes"] for f in info["files"] if f["kind"] == kind)
		assert (total(ring, "events"), total(ring, "def")) == (trc, edf), ring["files"]
		assert sorted(f["stream"] for f in ring["files"]) == [0, 0, 0, 0, 1, 2, 3, 4], ring["files"]
		assert [(f["kind"], f["bytes"], f["packed"]) for f in plain["files"] + gz["files"]] == [
		    ("trace", ping, False), ("trace", packed, True)], gz["files"]
	END
}

@test "of many comments the first are printed, and how many more there are" {
	{
		printf '@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000\n'
		for i in $(seq 20); do printf 'DefinitionComment\t-\t0\tremark %d\n' "$i"; done
		printf '@END\t21\n'
	} >many
	otf-info many >out
	grep -q '^  comment  *remark 1$' out
	grep -q '^  *… 4 more; -v lists them$' out
	fails grep -q 'remark 17' out
	otf-info -v many | grep -q 'remark 20$'
	otf-info --json many | grep -q '"remark 20"'
}
