# otf-stat for people: the summary, the largest rows, shares, totals, and text that fits the terminal.

load common
load stream

setup() {
	common_setup
	unset COLUMNS
	sample s
}

# said LABEL: the text of that line of the summary in ./out
said() {
	sed -n "s/^$1  *//p" out
}

# balanced STREAM [FROM TO]: the summary of ./out has the load balance that load.py counts; the stream has no resolution.
balanced() {
	read -r share mean longest process comm < <(python3 "$REPO/tests/oracle/load.py" "${@:2}" <"$1")
	said 'load balance' >got
	grep -qx "$share%: useful time $mean ticks on average, $longest ticks at most (process $process)" got ||
		{ echo "$share $mean $longest $process, not:" && cat got && return 1; }
	[ "$(said communication)" = "$comm% of the time of the processes" ]
}

@test "the summary has span, processes, records, groups, load balance and functions, as a recount has them" {
	otf-cat --no-pg s >s.otfl
	silent otf-stat s
	[ "$(sed -n '2,8p' out | cut -c 1-13 | sed 's/ *$//' | paste -sd ,)" = \
		'span,processes,records,time in calls,communication,load balance,top functions' ]
	[ "$(said span)" = '3.900 ms from tick 1021008 on; times with + count from there' ]
	[ "$(said processes)" = 8 ]
	[ "$(said records)" = "$(grep -v '^@' s.otfl | grep -v -c -P '^(Marker\t|\w+\t-)') events" ]
	otf-stat --by group --table function --json s | python3 -c '
import json, sys
rows = json.load(sys.stdin)["function"]
total = sum(r["exclusive"] for r in rows)
rows.sort(key=lambda r: -r["exclusive"])
print(", ".join("%s %.1f%%" % (r["group_name"], 100 * r["exclusive"] / total) for r in rows))' >want
	said 'time in calls' | cmp - want
	[ "$(said 'top functions')" = 'MPI_Recv 20.9%, MPI_Allreduce 13.4%, time_step 5.6%, … 54 more 60.2%' ]
	otf-cat s | otf-stat | cmp - out
}

@test "the summary begins with a sentence: what is useful, and the function that loses most" {
	otf-stat --by process,function --table function --json s | python3 -c '
import json, sys
sums = {}
for r in json.load(sys.stdin)["function"]:
	sums[r["function_name"]] = sums.get(r["function_name"], 0) + r["exclusive"]
print(max((n for n in sums if n.startswith("MPI_")), key=sums.get))' >most
	silent otf-stat s
	[ "$(head -n 1 out)" = '60.2 % of the time is useful; the largest loss is MPI_Recv: 20.9 %.' ]
	[ "$(cat most)" = MPI_Recv ]
	silent otf-stat --by process s # without functions
	[ "$(head -n 1 out)" = '60.2 % of the time is useful; the rest is communication.' ]
	COLUMNS=30 silent otf-stat s
	[ "$(head -n 3 out | paste -sd ' ')" = '60.2 % of the time is useful; the largest loss is MPI_Recv: 20.9 %.' ]
	# nobody communicates; a name shows no control characters, and is cut; there are no calls
	stream 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|1|main|0|0' 'Enter|0|1|1|0' 'Leave|9|1|1|0' >alone
	exits 0 otf-stat -q alone
	[ "$(head -n 1 out)" = '100.0 % of the time is useful: no process communicates.' ]
	stream 'DefProcess|-|0|1|p|0' "DefFunction|-|0|1|MPI_$(printf 'x%.0s' {1..300})\\x1b|0|0" 'Enter|0|1|1|0' 'Leave|9|1|1|0' >long
	exits 0 otf-stat -q long
	head -n 1 out | grep -q '^0.0 % of the time is useful; the largest loss is MPI_x*…x*\\x1b: 100.0 %.$'
	[ "$(head -n 1 out | wc -m)" -lt 110 ]
	silent otf-stat -r Counter s
	[[ $(head -n 1 out) == span* ]]
	silent otf-stat --tsv s
	fails grep -q useful out
}

@test "the load balance is that of a plain recount, in intervals, with open calls, threads and nested communication" {
	grep -v DefTimerResolution <(otf-cat --no-pg s) | sed 's/\tTR:[0-9]*//; /^DefProcess\t/s/\trank [0-9]*\t/\t\\N\t/' >plain
	sed -i "s/^\(@END\t\).*/\1$(grep -vc '^@' plain)/" plain
	silent otf-stat plain
	balanced plain
	for window in '1500000 3000000' '3000000 4921251' '0 1500000'; do
		exits 0 otf-stat -q -t "${window/ /:}" plain
		# shellcheck disable=SC2086
		balanced plain $window
	done
	stream 'DefProcess|-|0|1|\N|0' 'DefProcess|-|0|2|\N|0' 'DefProcess|-|0|3|\N|1' 'DefFunctionGroup|-|0|5|mpi' \
		'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|MPI_Wait|0|0' 'DefFunction|-|0|3|callback|0|0' \
		'DefFunction|-|0|4|Sync|5|0' 'Enter|0|1|1|0' 'Enter|5|2|1|0' 'Enter|7|3|2|0' 'Enter|10|1|2|0' 'Enter|12|1|3|0' \
		'Enter|14|1|4|0' 'Leave|17|1|4|0' 'Leave|18|1|3|0' 'Leave|20|1|2|0' 'Leave|40|1|1|0' 'Enter|50|2|4|0' \
		'NoOp|60|1' 'NoOp|70|3' >made
	exits 0 otf-stat -q made
	balanced made
	[ "$(said 'load balance')" = '98.9%: useful time 47.50 ticks on average, 50 ticks at most (process 1)' ] ||
		[ "$(said 'load balance' | cut -d ' ' -f 1)" = "$share%:" ]
	exits 0 otf-stat -q --by process made
	balanced made
	exits 0 otf-stat -q --depth 1 --by path made
	balanced made
	exits 0 otf-stat -q --every 7 made
	balanced made
	otf-write -q made <made
	otf-stat -q --partial made >part
	otf-stat -q --combine part | cmp - <(otf-stat -q made)
}

@test "an interval that is entered at a snapshot has the summary of the whole stream" {
	otf-snap --points 9 s -o snapped
	for t in 30%:60% 95%: +1ms:+2ms; do
		otf-stat -q -t "$t" snapped >from-files
		otf-cat snapped | otf-stat -q -t "$t" | cmp - from-files
	done
}

@test "ten rows are printed, the others counted, and the total is that of all" {
	silent otf-stat --table function s
	[ "$(wc -l <out)" -eq 14 ]
	grep -qx '… 47 more, --top 0' out
	otf-stat --table function --top 0 s >all
	[ "$(wc -l <all)" -eq 60 ]
	tail -n 1 all | tr -s " " | cmp - <(tail -n 1 out | tr -s " ")
	for top in 1 56 57 58; do
		otf-stat --table function --top $top s >some
		[ "$(grep -c '… ' some)" -eq $((top < 57)) ]
		[ "$(wc -l <some)" -eq $((top < 57 ? top + 4 : 60)) ]
		sed -n 3p some | tr -s ' ' | cmp - <(sed -n 3p all | tr -s ' ')
	done
	otf-stat --tsv --table function s >rows.tsv
	python3 - <<-'END'
	import re
	rows = [dict(zip(open("rows.tsv").readline().split("\t"), l.rstrip("\n").split("\t"))) for l in open("rows.tsv")][1:]
	total = open("all").read().split("\n")[-2].split()
	assert total[0] == "total" and int(total[1]) == sum(int(r["calls"]) for r in rows), total
	assert total[2:4] == ["%.2f" % (sum(int(r["exclusive"]) for r in rows) / 1e6), "ms"], total
	assert total[4] == "100.0%", total
	shares = [float(x) for l in open("all") for x in re.findall(r" (\d+\.\d)%", l)]
	assert abs(sum(shares) - 200) < 4, sum(shares)
	END
}

@test "--sort puts the largest values of any column first, in every form that prints rows" {
	for column in calls exclusive inclusive sum min max mean p25 p50 p75 p95 p99; do
		otf-stat --table function --by process,function --sort $column --tsv s >sorted
		python3 - $column <<-'END'
		import sys
		rows = [l.rstrip("\n").split("\t") for l in open("sorted")]
		values = [float(r[rows[0].index(sys.argv[1])].replace("-", "-1")) for r in rows[1:]]
		assert values == sorted(values, reverse=True) and len(set(values)) > 5, values
		END
		[ "$(sort sorted)" = "$(otf-stat --table function --by process,function --tsv s | sort)" ]
		otf-stat --table function --by process,function --sort $column --json s | python3 -c '
import json, sys
print("\n".join("%s\t%s" % (r["process"], r["function"]) for r in json.load(sys.stdin)["function"]))' >order
		cut -f 2,4 sorted | tail -n +2 | cmp - order
	done
	otf-stat --table function --sort name --top 0 s | sed '1,2d; $d' | cut -d ' ' -f 1 >names
	LC_ALL=C sort -c names
	otf-stat --table matrix,function --sort sent --top 2 --tsv s | cut -f 1 | paste -sd ' ' >tables
	[ "$(cat tables)" = 'table function function  table matrix matrix' ] # each table has its own order where it has none
}

@test "without being asked, machine forms have all rows in their own order" {
	otf-stat --table function --tsv s >all
	[ "$(wc -l <all)" -eq 58 ]
	otf-stat --table function --tsv --top 3 s | cmp - <(head -n 4 all)
	[ "$(otf-stat --every 1ms --table function --tsv --top 3 s | grep -c '^[0-9]')" -eq 12 ]
	[ "$(otf-stat --table function,matrix --json --top 3 s | grep -c '"function":\|"sender":')" -eq 7 ]
}

@test "--columns prints these, after the names; what no table has is reported" {
	otf-stat --table function --top 1 --columns max,calls s | sed -n 2p >head
	[ "$(tr -s ' ' <head)" = 'function max calls' ]
	otf-stat --table function --top 1 --tsv --columns percent,max s >rows.tsv
	[ "$(head -n 1 rows.tsv)" = $'table\tfunction\tfunction_name\tpercent\tmax' ]
	otf-stat --columns all s >all
	[ "$(grep -c p99 all)" -eq 4 ]
	exits 0 otf-stat --table function --columns sent,calls s
	says '--columns sent: the report has no such column'
	exits 0 otf-stat --table function --sort sent s
	says '--sort sent: the report has no such column'
	exits 1 otf-stat --strict --table function --sort sent s
	exits 2 otf-stat --columns exlusive s
	says "did you mean 'exclusive'?"
	for bad in '--columns=' '--columns name' '--columns calls,,max' '--sort=' '--sort all' '--sort calls,max' '--top x' \
		'--folded --top 3' '--partial --sort calls' '--cluster --columns max' \
		'--markers --sort max' '--filter-rules --top 1'; do
		# shellcheck disable=SC2086
		exits 2 otf-stat $bad s
	done
}

@test "means are not rounded to ticks" {
	otf-stat --table function --columns mean "$REPO/tests/data/ring" >out
	grep -q '^MPI_Send() *2\.833 us$' out # 34 us of 12 calls
	stream 'DefFunction|-|0|1|f|0|0' "$one" 'Enter|0|1|1|0' 'Leave|1|1|1|0' 'Enter|5|1|1|0' 'Leave|7|1|1|0' >no-resolution
	otf-stat --table function --columns mean no-resolution >out
	grep -q '^f *1\.50$' out
	[ "$(otf-stat --table function --columns mean --tsv no-resolution | tail -n 1 | cut -f 4)" = 2 ]
}

# widest FILE: characters of its longest line
widest() {
	python3 -c 'import sys; print(max(len(l.rstrip("\n")) for l in open(sys.argv[1], encoding="utf-8")))' "$1"
}

@test "text fits the width of a terminal, or COLUMNS, and nothing is cut anywhere else" {
	stream 'DefProcess|-|0|1|process one of many with a name that goes on|0' \
		"DefFunction|-|0|1|$(printf 'f%.0s' {1..300})|0|0" 'DefFunction|-|0|2|ünïcödé ünïcödé ünïcödé ünïcödé ünïcödé|0|0' \
		'Enter|0|1|1|0' 'Enter|1|1|2|0' 'Leave|3|1|2|0' 'Leave|4|1|1|0' >long
	for width in 40 80 100 200; do
		for what in s long '--by process,function long' '--by path long' '--by path s' '-t +1ms:+2ms --every 200us s'; do
			# shellcheck disable=SC2086
			COLUMNS=$width otf-stat -q $what >out
			[ "$(widest out)" -le $width ] || [ $width -eq 40 ] || { cat out && return 1; }
			grep -q '^Columns that do not fit' out || [ $width -gt 80 ]
		done
	done
	grep -q 'exclusive' out
	otf-stat long >whole
	grep -q 'f\{300\}' whole
	fails grep -q '^Columns that do not fit' whole
	COLUMNS=80 otf-stat --by path --table function s | grep -q '^…in;solve;time_step;exchange_halo;MPI_Recv '
	COLUMNS=80 otf-stat --table function --columns all s | grep -q p99 # as asked
	need_terminal
	for width in 80 200; do
		python3 "$REPO/tests/tools/screen.py" --columns $width otf-stat s >seen
		COLUMNS=$width otf-stat s | cmp - seen
	done
}

@test "names that could harm a terminal or a table are shown with escapes, wherever they are" {
	stream 'DefProcess|-|0|1|\x1b[2J|0' 'DefFunctionGroup|-|0|3|g\n\x1b]0;x' 'DefFunction|-|0|1|a\tb\x07|3|0' \
		'Enter|0|1|1|0' 'Leave|9|1|1|0' >hostile
	otf-stat --by process,function hostile >out 2>err
	fails grep -q $'[\x1b\x07]' out
	grep -F 'a\tb\x07' out
	grep -F '(\x1b[2J)' out
	grep -F 'g\n\x1b]0;x 100.0%' out
}

@test "names that a spreadsheet takes as formulas are in --tsv as they are; the manual has a command that makes them text" {
	stream 'DefProcess|-|0|1|@SUM(A1)|0' 'DefFunctionGroup|-|0|3|+1' "DefFunction|-|0|1|=cmd|' /C calc'!A0|3|0" \
		'DefFunction|-|0|2|-2+cmd()|3|0' 'DefFunction|-|0|3|-x|3|0' \
		'Enter|0|1|1|0' 'Enter|1|1|2|0' 'Enter|2|1|3|0' 'Leave|9|1|0|0' 'Leave|9|1|0|0' 'Leave|9|1|0|0' | sed 's/=cmd\t/=cmd;/' >formulas
	otf-stat --tsv --table function --by process,group,function formulas >plain
	[ "$(grep -c -P "\t@SUM\(A1\)\t.*\t\+1\t.*\t(=cmd;' /C calc'!A0|-2\+cmd\(\)|-x)\t" plain)" -eq 3 ]
	sed -n 's/\\-/-/g; s/\\e/\\/g; s/^otf-stat --tsv sample.otf | \(sed .*\) >profile.tsv$/\1/p' "$REPO/man/otfpipe.7" >cure
	[ -s cure ]
	bash ./cure <plain >safe
	fails grep -P '(^|\t)([=+@]|-[^\t]*[^0-9.e+\t-])' safe
	sed "s/\(^\|\t\)'/\1/g" safe | cmp - plain
	printf 'a\t-\t-5\t-1.5e-05\t-0.5\n' >numbers
	bash ./cure <numbers | cmp - numbers
	for command in "$BUILD"/otf-* "$BUILD"/*-to-otf; do
		"$command" --help | grep -q -e --tsv || continue
		grep -q Spreadsheets "$REPO/man/${command##*/}.h2m" || { echo "$command"; false; }
	done
}
