# otf-to-sqlite: a database that says what the records say, whole or not at all.

load common
load stream

setup() {
	common_setup
	need_tools otf-to-sqlite python3
	sample=$REPO/tests/data/sample.otf
	otf-cat --schema >schema
}

# right STREAM [undefined]: the database of it says what it says; the counts are in ./counts.
right() {
	rm -f t.db
	otf-to-sqlite -q "$1" -o t.db
	python3 "$REPO/tests/oracle/sqlite.py" t.db "$1" schema ${2+"$2"} >counts || { cat counts && return 1; }
}

# ask SQL: its rows, with HT between columns.
ask() {
	python3 -c '
import sqlite3, sys
for row in sqlite3.connect("t.db").execute(sys.argv[1]):
    print(*["NULL" if x is None else x.hex() if isinstance(x, bytes) else x for x in row], sep="\t")' "$1"
}

@test "the sample trace: every table says what the records say, and the database is sound" {
	silent otf-to-sqlite "$sample" -o t.db
	cp t.db direct.db
	otf-cat --no-pg "$sample" >in
	right in
	grep -qx 'calls 1237 messages 48 collectives 16 files 0 counters 382 markers 3 tags 0' counts
	cmp direct.db t.db
}

@test "all traces of the corpus" {
	need_shared
	for t in $(printf '%s\n' "$SHARED"/corpus/otf1/{all,synth,eqtimes}*/*.otf | sampled); do
		otf-cat -q --no-pg --keep-going "$t" >in || true
		right in undefined || { echo "$t" && return 1; }
	done
}

@test "generated traces: messages in both orders, parts with snapshots, summaries, key-values" {
	need_mktrace
	mktrace -p 9 -s 3 -e 20k >in
	right in
	otf-write s <in
	mktrace -p 9 -s 3 -e 20k | skewed >in
	right in
	otf-slice --no-pg -t 40%:60% s >in
	right in
	otf-snap --no-pg --points 5 --summaries s >in
	right in
	otf-slice --no-pg -t 40%:60% s | grep -v -e ^Def -e '^@END' | { cat && echo '@END	0'; } >in # not a definition left
	sed -i '$d' in
	printf '@END\t%d\n' "$(grep -vc '^@' in)" >>in
	right in undefined
}

@test "what has one end has NULL at the other, and is reported" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'Leave|1|1|9|0' 'Enter|2|1|5|0' \
		'SendMsg|3|1|2|0|5|8|0' 'RecvMsg|4|2|1|0|6|9|0' 'EndCollectiveOperation|5|1|70' \
		'BeginCollectiveOperation|6|1|3|71|0|1|8|9|0' 'BeginFileOperation|7|1|81|0' 'EndFileOperation|8|1|9|80|1|2|100|0' >in
	exits 0 otf-to-sqlite in -o t.db
	for what in 'leaves without an enter, calls without start: 1' 'calls open at the end, without end: 1' \
		'messages that were not received, without end: 1' 'messages that were not sent, without start: 1' \
		'operations that did not begin, without start: 2' 'operations open at the end, without end: 2'; do
		says "otf-to-sqlite: $what" || return 1
	done
	exits 1 otf-to-sqlite --strict in -o u.db
	right in undefined
	ask 'SELECT start, "end", exclusive, depth FROM calls ORDER BY id' >got
	lines 'NULL|1|NULL|NULL' '2|NULL|NULL|0' | diff - got
	ask 'SELECT length, received, start, "end", send_call, recv_call FROM messages ORDER BY id' >got
	lines '8|NULL|3|NULL|2|NULL' 'NULL|9|NULL|4|NULL|NULL' | diff - got
}

@test "numbers above 2^63-1 are text, broken UTF-8 is a blob, what is absent is NULL" {
	printf '@OTFPIPE\t1.0\nDefProcess\t-\t0\t1\t\\N\t0\nDefFunction\t-\t0\t5\tf\xff\t0\t0\nDefFunction\t-\t0\t6\ta\\x00b\t0\t0\n' >in
	printf 'DefFunction\t-\t0\t7\t\xc3\xa4\t0\t0\nDefCounter\t-\t0\t4\tc\t0\t0\t\\N\n' >>in
	printf 'Enter\t1\t1\t5\t0\t7:a:00ff\t8:Q:18446744073709551615\t9:d:nan\t9:q:-5\n' >>in
	printf 'Counter\t2\t1\t4\t18446744073709551615\nCounter\t2\t1\t4\t-7\nCounter\t2\t1\t4\tnan\nCounter\t2\t1\t4\t0.5f\n' >>in
	printf 'Counter\t18446744073709551615\t1\t4\tinf\nLeave\t18446744073709551615\t1\t5\t0\n@END\t12\n' >>in
	right in undefined
	ask 'SELECT typeof(text), text FROM strings WHERE text LIKE "%" OR typeof(text) = "blob" ORDER BY id' >got
	lines 'blob|66ff' 'blob|610062' 'text|ä' 'text|c' | diff - got
	ask 'SELECT name, parent FROM def_process' >got
	lines 'NULL|NULL' | diff - got
	ask 'SELECT value, typeof(value) FROM counters ORDER BY id' >got
	lines '18446744073709551615|text' '-7|integer' 'NULL|null' '0.5|real' 'inf|real' | diff - got
	ask 'SELECT "end", exclusive FROM calls' >got
	lines '18446744073709551615|18446744073709551614' | diff - got
	ask 'SELECT type, value FROM key_values' >got
	lines 'bytes|00ff' 'uint64|18446744073709551615' 'double|NULL' 'int64|-5' | diff - got
}

@test "a local definition is meant by its stream, a token of another stream is another" {
	stream '@SM|1|1' '@SM|2|2' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|5|of all|0|0' \
		'DefFunction|-|2|5|of b|0|0' 'Enter|1|1|5|0' 'Enter|2|2|5|0' 'Leave|3|1|5|0' 'Leave|4|2|5|0' >in
	right in
	ask 'SELECT process, name FROM slice ORDER BY id' >got
	lines 'a|of all' 'b|of b' | diff - got
	# also for waits: only the first of them communicates
	sed -i 's/of all/MPI_Recv/' in
	right in
	[ "$(ask 'SELECT group_concat(useful) FROM lives')" = 0,2 ]
}

@test "times of the views are nanoseconds since the first event, of any resolution" {
	for case in '1000 5 2000000000' '1000000000 5 2000' '3 5 666666666666' '1000000000000 5 2' '999999937 5 2000'; do
		read -r resolution first want <<<"$case"
		stream "DefTimerResolution|-|0|$resolution" "$one" "Enter|$first|1|9|0" "Enter|$((first + 2000))|1|9|0" \
			"Leave|$((first + 2000))|1|9|0" "Leave|$((first + 2000))|1|9|0" >in
		right in undefined
		[ "$(ask 'SELECT max(ts) FROM slice')" = "$want" ]
		[ "$(ask 'SELECT max(dur) FROM slice')" = "$want" ]
	done
	stream "$one" 'Enter|5|1|9|0' 'Leave|7|1|9|0' >in
	exits 0 otf-to-sqlite in -o u.db
	says 'ticks per second are unknown'
}

@test "indexes that the manual names are used" {
	silent otf-to-sqlite "$sample" -o t.db
	while read -r table where; do
		ask "EXPLAIN QUERY PLAN SELECT * FROM $table WHERE $where" | grep "SEARCH.* $table USING "
	done <<-END
		calls id = 3
		calls process = 3 AND start > 5
		messages sender = 3 AND start > 5
		messages receiver = 3 AND "end" > 5
		collectives "group" = 3 AND instance = 5
		waits call = 3
		key_values "table" = 'calls' AND row = 3
	END
}

@test "ten questions: the answers are those of otf-stat" {
	need_mktrace
	for t in sample made; do
		if [ $t = made ]; then
			mktrace -p 16 -s 4 -e 50k >in
		else
			otf-cat --no-pg "$sample" >in
		fi
		rm -f t.db
		silent otf-to-sqlite in -o t.db
		for table in function matrix message length collective counter; do
			otf-stat --tsv --table $table in >$table.tsv
		done
		otf-stat --tsv --table function --by process,group in >group.tsv
		otf-stat --tsv --table function --by path in >path.tsv
		otf-stat --tsv --table function --by process in >process.tsv
		otf-stat --tsv --table message --by process in >sender.tsv
		python3 - <<-'END'
			import csv, sqlite3
			db = sqlite3.connect("t.db")
			def ask(sql):
			    return sorted(tuple(map(str, r)) for r in db.execute(sql))
			def stat(table, *columns):
			    return sorted(tuple(r[c] for c in columns) for r in csv.DictReader(open(table + ".tsv"), delimiter="\t",
			                  quoting=csv.QUOTE_NONE))
			def same(what, a, b):
			    assert a and a == b, (what, [x for x in a if x not in b][:3], [x for x in b if x not in a][:3])
			same("calls, exclusive", ask("SELECT name, calls, self_dur, longest FROM function_profile"),
			     stat("function", "function_name", "calls", "exclusive", "max"))
			same("sum", ask("SELECT name, sum(dur), min(dur) FROM slice GROUP BY name"),
			     stat("function", "function_name", "sum", "min"))
			same("groups", ask("SELECT process, category, count(*), sum(self_dur) FROM slice GROUP BY track_id, category"),
			     stat("group", "process_name", "group_name", "calls", "exclusive"))
			same("processes", ask("SELECT process, count(*), sum(self_dur) FROM slice GROUP BY track_id"),
			     stat("process", "process_name", "calls", "exclusive"))
			same("paths", ask("""WITH RECURSIVE p(id, path, self) AS (
			         SELECT id, name, self_dur FROM slice WHERE parent_id IS NULL
			         UNION ALL SELECT s.id, p.path || ';' || s.name, s.self_dur FROM p JOIN slice s ON s.parent_id = p.id)
			         SELECT path, count(*), sum(self) FROM p GROUP BY path"""),
			     stat("path", "path_name", "calls", "exclusive"))
			same("matrix", ask("SELECT sender, receiver, sent, arrived, bytes, shortest, longest, mean FROM message_matrix"),
			     stat("matrix", "sender_name", "receiver_name", "sent", "received", "bytes_sent", "latency_min", "latency_max",
			          "latency_mean"))
			same("messages", ask("SELECT count(start), count(\"end\"), sum(length), sum(received) FROM messages"),
			     stat("message", "sent", "received", "bytes_sent", "bytes_received"))
			same("lengths", ask("""SELECT low, count(*), sum(length) FROM (SELECT length, CASE WHEN length = 0 THEN 0 ELSE
			         1 << (length(printf('%o', length)) * 3 - 3 + CASE WHEN substr(printf('%o', length), 1, 1) >= '4' THEN 2
			         WHEN substr(printf('%o', length), 1, 1) >= '2' THEN 1 ELSE 0 END) END AS low FROM messages) GROUP BY low"""),
			     stat("length", "length", "sent", "bytes_sent"))
			same("senders", ask("SELECT sender, count(*), sum(length) FROM message GROUP BY sender"),
			     [r for r in stat("sender", "process_name", "sent", "bytes_sent") if r[1] != "0"])
			same("collectives", ask("SELECT name, count(*), sum(sent), sum(received), sum(dur), max(dur) FROM collective GROUP BY name"),
			     stat("collective", "collective_name", "count", "bytes_sent", "bytes_received", "time", "max"))
			same("counters", ask("SELECT name, count(*), min(value), max(value) FROM counter GROUP BY name"),
			     stat("counter", "counter_name", "count", "min", "max"))
		END
	done
}

@test "waits, root causes, lives and efficiencies are those that otf-wait prints; waits belong to their calls and messages" {
	need_mktrace
	mktrace -p 16 -s 4 -e 50k >made
	mktrace -p 9 -s 3 -e 20k | skewed >skewed
	silent "$REPO/tests/wait/database" "$BUILD" "$sample" made skewed
	silent "$REPO/tests/wait/database" "$BUILD" --random 1 12
	otf-to-sqlite -q "$sample" -o t.db
	otf-wait --table wait,efficiency --tsv --top 3 "$sample" >want
	ask 'SELECT kind, sum(waits), sum(dur), max(longest) FROM wait_profile GROUP BY kind' | sort >got
	awk -F '\t' -v OFS='\t' '$1 == "wait" && $2 != "wrong_order" && $2 != "wait" { print $2, $3, $4, $5 }' want | sort | diff - got
	ask 'SELECT kind, dur, ts + (SELECT value FROM meta WHERE key = "first"), process, function, caller, peer, peer_caller,
		communicator FROM wait ORDER BY dur DESC LIMIT 3' | sed 's/\tNULL/\t-/g' >got
	awk -F '\t' -v OFS='\t' '$1 == "worst" && $2 != "wait" { print $2, $3, $4, $6, $8, $10, $12, $14, $16 }' want | diff - got
	ask 'SELECT sum(waits), sum(dur) FROM wait_matrix' >got
	ask 'SELECT count(*), sum(dur) FROM wait' | diff - got
	# other functions communicate
	otf-to-sqlite -q --comm time_step "$sample" -o u.db
	mv u.db t.db
	[ "$(ask 'SELECT group_concat(DISTINCT function) FROM wait')" = time_step ]
}

@test "of an interval: the rows that reach into it, as they are in the whole, open at its end" {
	silent otf-to-sqlite "$sample" -o full.db
	silent otf-to-sqlite -t 2ms:3ms "$sample" -o t.db
	python3 - <<-'END' >got
		import sqlite3
		db = sqlite3.connect("t.db")
		db.execute("ATTACH 'full.db' AS f")
		def both(part, full):
		    (a,), (b,), (n,) = [db.execute("SELECT count(*) FROM (" + x + ")").fetchone() for x in
		                        (part + " EXCEPT " + full, full + " EXCEPT " + part, part)]
		    print(a, b, n > 0)
		cut = 'CASE WHEN "end" < 3000000 THEN "end" END'
		here = 'WHERE ifnull("end", 3000000) >= 2000000 AND start < 3000000'
		for table, columns in (("calls", "id, process, function, start, {}, depth, parent, source"),
		                       ("messages", "id, sender, receiver, tag, length, start, {}, send_call"),
		                       ("collectives", "id, process, instance, sent, start, {}, call")):
		    both('SELECT %s FROM %s' % (columns.format('"end"'), table), 'SELECT %s FROM f.%s %s' % (columns.format(cut), table, here))
		both("SELECT time, process, counter, value FROM counters", "SELECT time, process, counter, value FROM f.counters "
		     "WHERE time >= 2000000 AND time < 3000000")
		both("SELECT kind, process, call, start, \"end\", peer_call, message FROM waits",
		     "SELECT kind, process, call, start, \"end\", peer_call, message FROM f.waits WHERE \"end\" > 2000000 AND \"end\" < 3000000")
		print(*db.execute("SELECT (SELECT count(*) FROM def_function) = (SELECT count(*) FROM f.def_function), min(s.ts - t.ts), "
		                  "max(s.ts - t.ts) FROM slice s JOIN f.slice t USING (id)").fetchone())
	END
	for i in 1 2 3 4 5; do echo '0 0 True'; done | cat - <(echo '1 0 0') | diff - got
}

# as_whole TABLE COLUMNS WHERE: those rows of the database of the whole are all that t.db has.
as_whole() {
	for way in "t.$1 EXCEPT SELECT $2 FROM w.$1 WHERE $3" "w.$1 WHERE $3 EXCEPT SELECT $2 FROM t.$1"; do
		sqlite3 t.db "ATTACH 'whole.db' AS w" "ATTACH 't.db' AS t" "SELECT $2 FROM $way" >differ
		[ ! -s differ ] || { echo "$way" && head -n 3 differ && return 1; }
	done
}

@test "operations that begin in the tick in which the one before ends have their instance, too" {
	stream 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcessGroup|-|0|9|w|1,2' 'DefCollectiveOperation|-|0|4|x|1' \
		'BeginCollectiveOperation|10|1|4|26|9|0|5|8|0' 'EndCollectiveOperation|20|1|26' \
		'CollectiveOperation|20|1|4|9|0|8|1|0|0' 'CollectiveOperation|20|1|4|9|0|8|1|17|0' \
		'BeginCollectiveOperation|20|1|4|27|9|0|5|8|0' 'EndCollectiveOperation|20|1|27' \
		'BeginCollectiveOperation|20|2|4|26|9|0|5|8|0' 'EndCollectiveOperation|20|2|26' >in
	otf-to-sqlite -q in -o i.db
	python3 -c 'import sqlite3; print(*sqlite3.connect("i.db").execute("SELECT process, instance, start, \"end\" FROM collectives"))' >got
	[ "$(cat got)" = '(1, 1, 10, 20) (1, 2, 20, 20) (1, 3, 20, 37) (1, 4, 20, 20) (2, 1, 20, 20)' ]
}

@test "of some processes: their rows are those of the whole; others count in messages, instances and waits" {
	otf-to-sqlite -q "$sample" -o whole.db
	for by in '-p 1-3' '-s 1' '-p rank?2'; do
		read -ra options <<<"$by"
		otf-to-sqlite -q --force "${options[@]}" "$sample" -o t.db
		mine="(SELECT id FROM def_process WHERE id IN ($(ask 'SELECT group_concat(DISTINCT process) FROM calls')))"
		as_whole calls '*' "process IN $mine"
		as_whole collectives '*' "process IN $mine"
		as_whole counters 'time, process, counter, value' "process IN $mine"
		as_whole lives 'process, thread, start, "end", useful, ideal' "process IN $mine"
		as_whole messages 'id, sender, receiver, "group", tag, length, received, start, "end"' \
			"sender IN $mine OR receiver IN $mine"
		as_whole waits 'kind, process, call, start, "end", peer, message, collective' "process IN $mine"
		as_whole collective_instance '*' "instance IN (SELECT instance FROM collectives WHERE process IN $mine)"
		[ "$(ask 'SELECT count(*) FROM waits')" -gt 0 ]
		[ "$(ask 'SELECT count(*) FROM messages WHERE start IS NULL OR "end" IS NULL')" -eq 0 ]
		[ "$(ask 'SELECT min(members) FROM collective_instance')" -eq 8 ]
		[ -z "$(ask 'PRAGMA foreign_key_check')" ]
	done
	otf-to-sqlite -q --force -r Enter,Leave,def "$sample" -o t.db
	as_whole calls '*' 1
	as_whole waits 'kind, process, call, start, "end", peer' 1
	[ "$(ask 'SELECT (SELECT count(*) FROM messages) + (SELECT count(*) FROM counters)')" -eq 0 ]
	otf-to-sqlite -q --force -r SendMsg "$sample" -o t.db
	as_whole messages 'id, sender, receiver, tag, length, start, "end"' 1
	[ "$(ask 'SELECT (SELECT count(*) FROM calls) + (SELECT count(*) FROM waits)')" -eq 0 ]
	exits 2 otf-to-sqlite --part 1/2 "$sample" -o 1.db
	says '--part 1/2: a database needs the whole trace'
	[ ! -e 1.db ]
	exits 1 otf-to-sqlite --strict -p 99 "$sample" -o u.db
	says "nothing matches '99'"
	nothing u.db
}

@test "killed at any time there is no file, or a whole one" {
	need_mktrace
	mktrace -p 8 -s 2 -e 100k >in
	otf-to-sqlite -q in -o whole.db
	whole=$(wc -c <whole.db)
	for ms in 2 20 60 100 150 200 300 400 600 900; do
		rm -f t.db
		timeout -s KILL 0.$(printf '%03d' $ms) otf-to-sqlite -q in -o t.db 2>/dev/null || true
		[ ! -e t.db ] || [ "$(wc -c <t.db)" -eq "$whole" ]
		[ ! -e t.db ] || python3 "$REPO/tests/oracle/sqlite.py" t.db in schema >/dev/null
	done
	rm -f t.db
	silent otf-to-sqlite in -o t.db
	nothing t.db. # the next one removes what was left
	cmp t.db whole.db
	# SIGTERM while indexes are made
	cp t.db old.db
	timeout -s TERM 0.2 otf-to-sqlite -q --force in -o t.db || true
	cmp t.db old.db
	nothing t.db.
}

@test "an output that exists, is no regular file, or has no room is refused; an input cut short makes none" {
	otf-to-sqlite "$sample" -o t.db
	exits 1 otf-to-sqlite "$sample" -o t.db
	says 'exists'
	mktrace -p 2 -e 1k | head -n 700 >begin
	exits 1 timeout 10 otf-to-sqlite -o t.db < <(cat begin; exec sleep 11) # before all is read
	silent otf-to-sqlite --force "$sample" -o t.db
	exits 2 otf-to-sqlite "$sample"
	says 'name the output: give -o FILE'
	for out in - /dev/null /dev/stdout; do
		exits 2 otf-to-sqlite "$sample" -o "$out"
		says 'a database needs a regular file'
	done
	otf-cat "$sample" | head -n 500 >cut
	exits 3 otf-to-sqlite cut -o u.db
	nothing u.db
	exits 1 otf-to-sqlite "$sample" -o missing/u.db
	(ulimit -f 64 && exits 1 otf-to-sqlite "$sample" -o u.db)
	nothing u.db
	stream "$one" 'Leave|7|1|5|0' 'Enter|5|1|5|0' >in
	exits 1 otf-to-sqlite in -o u.db
	says 'process 1: time goes back from 7 (process 1, line 3) to 5; sort the records with otf-sort'
	nothing u.db
}

@test "an empty stream is a database without rows; lines of a later version are kept" {
	stream >in
	right in
	ask 'SELECT count(*) FROM slice' | grep -x 0
	stream 'DefTimerResolution|-|0|1000' "$one" 'Strange|5|1|x' 'Enter|6|1|7|0' 'Leave|7|1|7|0' >in
	silent otf-to-sqlite --force in -o t.db
	[ "$(ask 'SELECT line FROM other')" = "$(grep Strange in)" ]
}

@test "the time of rows and of indexes is told with -v; a million records need little memory" {
	need_mktrace
	mktrace -p 8 -s 2 -e 1m >in
	peak otf-to-sqlite in -o t.db
	under 48
	exits 0 otf-to-sqlite -v in --force -o t.db
	grep -E '^otf-to-sqlite: [0-9]+ rows in [0-9.]+ s, indexes and views in [0-9.]+ s$' err
}

@test "a counter value that is no number is NULL, so that sums and extremes are those of the others" {
	stream 'DefTimerResolution|-|0|1000' "$one" 'DefCounterGroup|-|0|1|g' 'DefCounter|-|0|1|load|289|1|%' 'Counter|1|1|1|0.5' 'Counter|2|1|1|nan' \
		'Counter|3|1|1|1.5' 'Counter|4|1|1|2.5' 'Counter|5|1|1|-3.5' >in
	silent otf-to-sqlite in -o c.db
	[ "$(sqlite3 c.db 'SELECT max(value), min(value), avg(value), count(*) FROM counter')" = '2.5|-3.5|0.25|5' ]
	[ "$(sqlite3 c.db 'SELECT DISTINCT typeof(value) FROM counter WHERE value IS NULL')" = null ]
}

# Times from 2^63 on are text in the tables, so the views compute with their digits.
@test "the views of a trace whose times pass 2^63 are those of the same trace at other times" {
	otf-to-sqlite "$REPO/tests/data/sample.otf" -o near.db
	for shift in 9223372036854000000 9223372036853754000 18446744073700000000; do
		otf-remap --shift $shift "$REPO/tests/data/sample.otf" | otf-to-sqlite -o far.db --force
		[ "$(sqlite3 far.db 'select typeof(max(start)) from calls')" = text ]
		for view in $(sqlite3 near.db "select name from sqlite_master where type = 'view'"); do
			[ "$view" != key_value ] || continue
			diff <(sqlite3 near.db "select * from $view") <(sqlite3 far.db "select * from $view")
		done
	done
}
