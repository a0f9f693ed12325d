# otf-stat --longest: the longest calls, each as a row.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

definitions=('DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|1|main|0|0'
	'DefFunction|-|0|2|step|0|0' 'DefFunction|-|0|3|MPI_Barrier|0|0')
head='table|process|process_name|function|function_name|begin|end|duration'

# On a: main 0..90, step 10..30 and 40..60, in it MPI_Barrier 40..60. On b: main 0.. is open, step 10..30.
calls() {
	stream '@SM|1|1,2' "${definitions[@]}" 'Enter|0|1|1|0' 'Enter|0|2|1|0' 'Enter|10|2|2|0' 'Enter|10|1|2|0' \
		'Leave|30|2|2|0' 'Leave|30|1|2|0' 'Enter|40|1|2|0' 'Enter|40|1|3|0' 'Leave|60|1|3|0' 'Leave|60|1|2|0' 'Leave|90|1|1|0'
}

@test "the longest calls come first, then by begin, process and depth" {
	calls >t.otfl
	exits 0 otf-stat --longest 10 --tsv t.otfl
	lines "$head" 'longest|1|a|1|main|0|90|90' 'longest|1|a|2|step|10|30|20' 'longest|2|b|2|step|10|30|20' \
		'longest|1|a|2|step|40|60|20' 'longest|1|a|3|MPI_Barrier|40|60|20' | diff - out
	[ "$(cat err)" = 'otf-stat: call not ended: 1' ]
	exits 1 otf-stat --strict --longest 10 --tsv t.otfl
	silent otf-stat --longest 2 --function step --tsv t.otfl
	lines "$head" 'longest|1|a|2|step|10|30|20' 'longest|2|b|2|step|10|30|20' | diff - out
	silent otf-stat --longest 9 --function 'MPI_*' --json t.otfl
	python3 -c '
import json
o = json.load(open("out"))
assert o["function"] == "MPI_*" and o["calls"] == 1 and o["resolution"] == 1000 and o["last"] == 90, o
assert o["longest"] == [{"process": 1, "process_name": "a", "function": 3, "function_name": "MPI_Barrier",
                         "begin": 40, "end": 60, "duration": 20}], o'
}

@test "of a time window, a process or a stream the longest calls are those that end in it" {
	calls >t.otfl
	silent otf-stat --longest 9 -t 11:61 --tsv t.otfl
	lines "$head" 'longest|1|a|2|step|10|30|20' 'longest|2|b|2|step|10|30|20' 'longest|1|a|2|step|40|60|20' \
		'longest|1|a|3|MPI_Barrier|40|60|20' | diff - out
	silent otf-stat --longest 9 -t 10:60 --tsv t.otfl
	[ "$(cut -f 6,7 out | tail -n +2 | tr '\t\n' ' ;')" = '10 30;10 30;' ]
	silent otf-stat --longest 1 --function step -p b --tsv t.otfl
	[ "$(cut -f 3 out | tail -n 1)" = b ]
	exits 0 otf-stat --longest 1 --function step -s 1 --tsv t.otfl
	[ "$(cut -f 3 out | tail -n 1)" = a ]
	silent otf-stat --longest 9 -r def --tsv t.otfl
	[ ! -s out ]
}

@test "people read the longest calls with begin and end as -t takes them" {
	calls >t.otfl
	silent otf-stat --longest 1 --function step t.otfl
	diff - <(tr -s ' ' <out) <<-'END'
		longest of 3 calls
		process function begin end duration
		a step +0.010s +0.030s 20.00 ms
	END
	silent otf-stat --longest 1 --function MPI_Allreduce "$sample"
	begin=$(awk 'NR == 3 { print $4 }' out)
	silent otf-print -t "$begin" "$sample"
	grep -q MPI_Allreduce out
}

@test "random traces: the longest calls beside a plain recount" {
	local seed f n rows=0
	for seed in $(seq "$(by_length 3 10)"); do
		python3 "$REPO/tests/tools/statgen.py" $seed | otf-filter -q -x -r snap >t.otfl
		for n in 1 7 100000; do
			for f in f1 twin local; do
				python3 "$REPO/tests/oracle/longest.py" $n $f <t.otfl >want
				otf-stat -q --longest $n --function $f --tsv t.otfl >got
				diff want got
			done
			python3 "$REPO/tests/oracle/longest.py" $n '' 5 25 <t.otfl >want
			otf-stat -q --longest $n -t 5:25 --tsv t.otfl >got
			diff want got
			rows=$((rows + $(wc -l <got)))
		done
	done
	[ "$rows" -gt "$(by_length 6 20)" ]
}

@test "the longest calls of a trace are those of its stream, with any number of threads, and of a slice those of its window" {
	local n
	otf-cat --no-pg "$sample" >t.otfl
	for n in 3 50 1000; do
		python3 "$REPO/tests/oracle/longest.py" $n <t.otfl >want
		for j in 1 2 4; do
			silent otf-stat -j $j --longest $n --tsv "$sample"
			diff want out
		done
		silent otf-stat --longest $n --tsv <t.otfl
		diff want out
		otf-stat -q --longest $n -t 2000000:3000000 --tsv "$sample" >want
		otf-slice -q -t 2000000:3000000 "$sample" | otf-stat -q --longest $n --tsv >got
		diff want got
	done
}

@test "the longest calls need memory for those kept, however many there are" {
	need_limits
	awk 'BEGIN { OFS = "\t"; print "@OTFPIPE", "1.0"; print "DefProcess", "-", 0, 1, "p", 0; print "DefFunction", "-", 0, 1, "f", 0, 0
		for (i = 0; i < 1000000; i++) { print "Enter", 2 * i, 1, 1, 0; print "Leave", 2 * i + 1 + (i == 77777), 1, 1, 0 }
		print "@END", 2000002 }' |
		(ulimit -v 200000 && exec otf-stat -j 1 --longest 2 --tsv) >out
	[ "$(cut -f 6 out | tr '\n' ' ')" = 'begin 155554 0 ' ]
}

@test "what makes no sense with --longest is a usage error" {
	local bad
	calls >t.otfl
	for bad in '--longest 0' '--longest -1' '--longest 1 --by process' '--longest 1 --table function' '--longest 1 --every 5' \
		'--longest 1 --inside step' '--longest 1 --sort max' '--longest 1 --top 3' '--longest 1 --columns max' \
		'--longest 1 --folded' '--longest 1 --depth 3' '--longest 1 --diff t.otfl' '--longest 1 --partial' \
		'--longest 1 --combine' '--longest 1 --from-summaries' '--longest 1 --cluster' \
		'--longest 1 --markers' '--longest 1 --filter-rules' '--function step' \
		'--longest 1 --part 1/2'; do
		exits 2 otf-stat $bad t.otfl
		[ ! -s out ]
		[ -s err ]
	done
	exits 0 otf-stat --longest 1 --function nothere --tsv t.otfl
	grep -q "nothing matches 'nothere'" err
	printf '@OTFPIPE\t1.0\n@END\t0\n' >t.otfl
	exits 0 otf-stat --longest 1 t.otfl
	[ "$(wc -l <err)" -eq 1 ]
	otf-stat --help | grep -q 'longest calls'
}

@test "a stream that was cut prints no longest calls" {
	calls | grep -v '@END' >t.otfl
	exits 3 otf-stat --longest 3 t.otfl
	[ ! -s out ]
	fails otf-stat --longest 3 "$sample" >/dev/full
}
