# otf-stat --diff: two traces compared, and --fail-above.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# Two runs with clocks of 1 ms and 1 us. By hand, in microseconds of exclusive time:
#   a: main 0..100000 without solve 10000..40000: main 70000, solve 30000
#   b: main 0..130000 without solve 10000..60000 and init 70000..75000: main 75000, solve 50000, init 5000
runs() {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|1|main|0|0' \
		'DefFunction|-|0|2|solve|0|0' 'Enter|0|1|1|0' 'Enter|10|1|2|0' 'Leave|40|1|2|0' 'Leave|100|1|1|0' >a.otfl
	stream 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|7|q|0' 'DefFunction|-|0|12|solve|0|0' \
		'DefFunction|-|0|13|init|0|0' 'DefFunction|-|0|11|main|0|0' 'Enter|0|7|11|0' 'Enter|10000|7|12|0' \
		'Leave|60000|7|12|0' 'Enter|70000|7|13|0' 'Leave|75000|7|13|0' 'Leave|130000|7|11|0' >b.otfl
}

@test "rows are joined by names and sorted by difference, in ticks of the finer clock" {
	runs
	silent otf-stat --diff a.otfl b.otfl --tsv --table function
	lines 'table|function_name|in|calls_a|calls_b|exclusive_a|exclusive_b|exclusive_diff|exclusive_ratio' \
		'function|solve|both|1|1|30000|50000|20000|1.6666666666666667' \
		'function|main|both|1|1|70000|75000|5000|1.0714285714285714' \
		'function|init|b|-|1|-|5000|5000|-' | diff - out
	silent otf-stat --diff b.otfl a.otfl --tsv --table function
	grep -x "$(lines 'function|init|a|1|-|5000|-|-5000|-')" out
	silent otf-stat --diff --tsv --table function --sort name a.otfl b.otfl
	[ "$(cut -f 2 out | tr '\n' ' ')" = 'function_name init main solve ' ]
}

@test "for people there are a summary, units, changes in percent and a total" {
	runs
	silent otf-stat --diff a.otfl b.otfl
	tr -s ' ' <out >narrow
	cat >want <<-'END'
		a a.otfl
		b b.otfl

		 a b difference change
		span 100.0 ms 130.0 ms +30.00 ms +30.0%
		processes 1 1 0 0.0%
		events 4 6 +2 +50.0%

		function
		function calls_a calls_b exclusive_a exclusive_b exclusive_diff change
		solve 1 1 30.00 ms 50.00 ms +20.00 ms +66.7%
		main 1 1 70.00 ms 75.00 ms +5.000 ms +7.1%
		init - 1 - 5.000 ms +5.000 ms only in b
		total 2 3 100.0 ms 130.0 ms +30.00 ms +30.0%
	END
	diff want narrow
}

@test "--json has both traces and null where a row is missing" {
	runs
	silent otf-stat --diff a.otfl b.otfl --json --table function
	python3 - <<-'END'
		import json
		o = json.load(open("out"))
		assert o["resolution"] == 1000000 and o["a"]["resolution"] == 1000 and o["b"]["name"] == "b.otfl"
		init = o["function"][2]
		assert init["calls_a"] is None and init["exclusive_ratio"] is None and init["in"] == "b", init
		assert o["function"][0]["exclusive_diff"] == 20000
	END
}

@test "--folded has the paths with the times of both, for difference flame graphs" {
	runs
	silent otf-stat --diff a.otfl b.otfl --folded
	printf '%s\n' 'main;solve 30000 50000' 'main 70000 75000' 'main;init 0 5000' | diff - out
}

@test "processes are joined by rank, and threads by their place below it, whatever their tokens and names" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|x 1|0' 'DefProcess|-|0|2|x 2|0' 'DefProcess|-|0|65537|t|1' \
		'DefFunction|-|0|1|f|0|0' 'Enter|0|1|1|0' 'Enter|0|2|1|0' 'Enter|0|65537|1|0' 'Leave|1|1|1|0' \
		'Leave|2|2|1|0' 'Leave|3|65537|1|0' >a.otfl
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|20|y 1|0' 'DefProcess|-|0|10|y 0|0' 'DefProcess|-|0|30|u|10' \
		'DefProcess|-|0|40|v|20' 'DefFunction|-|0|1|f|0|0' 'Enter|0|10|1|0' 'Enter|0|20|1|0' 'Enter|0|30|1|0' \
		'Enter|0|40|1|0' 'Leave|1|40|1|0' 'Leave|11|10|1|0' 'Leave|12|20|1|0' 'Leave|13|30|1|0' >b.otfl
	silent otf-stat --diff --by process --table function --sort name --tsv a.otfl b.otfl
	lines 'process_rank|process_name|in|exclusive_a|exclusive_b' '0|x 1|both|1|11' '0.0|t|both|3|13' '1|x 2|both|2|12' \
		'1.0|v|b|-|1' >want
	cut -f 2,3,4,7,8 out | diff want -
}

@test "functions of the same name are one row" {
	runs
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|1|main|0|0' \
		'DefFunction|-|0|2|solve|0|0' 'DefFunction|-|0|3|solve|0|0' 'Enter|0|1|1|0' 'Enter|10|1|2|0' \
		'Leave|20|1|2|0' 'Enter|20|1|3|0' 'Leave|40|1|3|0' 'Leave|100|1|1|0' >twin.otfl
	silent otf-stat --diff twin.otfl a.otfl --tsv --table function --columns calls,exclusive,max
	grep "$(lines 'function|solve|both|2|1|-1|0.5|30|30|0|1.*|20|30|10|1.5')" out
}

@test "random traces: every table and key beside a plain recount" {
	local seed by
	for seed in $(seq "$(by_length 2 6)"); do
		python3 "$REPO/tests/tools/statgen.py" $seed >a.otfl
		python3 "$REPO/tests/tools/statgen.py" $((seed + 100)) >b.otfl
		for by in '' process process,function path,group communicator tag,communicator file; do
			python3 "$REPO/tests/oracle/statdiff.py" a.otfl b.otfl ${by:+--by "$by"}
		done
	done
}

@test "what is selected is selected in both: processes, an interval, each with its own clock" {
	runs
	silent otf-stat --diff --table function -t +10ms:+40ms --tsv a.otfl b.otfl
	# main was entered before: it has no call, and no time of its own
	lines 'function|solve|both|1|1|30000|30000|0|1.0' 'function|main|both|0|0|0|0|0|-' >want
	tail -n +2 out | diff want -
	exits 0 otf-stat --diff --table function -p 7 --tsv a.otfl b.otfl
	[ "$(cut -f 3 out | sort -u | tr '\n' ' ')" = 'b in ' ]
}

@test "a side may be a file that --partial wrote, which says how the other is counted" {
	runs
	otf-write a <a.otfl
	otf-write b <b.otfl
	otf-stat --diff --tsv --by path a b >want
	otf-stat --partial --by path a >a.part
	otf-stat --partial --by path b >b.part
	silent otf-stat --diff --tsv a.part b
	diff want out
	silent otf-stat --diff --tsv a b.part
	diff want out
	silent otf-stat --diff --tsv --by path a.part b.part
	diff want out
	exits 1 otf-stat --diff --tsv --by function a.part b
	says 'a.part: is counted with another --by'
	otf-stat --partial --every 10ms a >w.part
	exits 1 otf-stat --diff w.part b
	says 'w.part: is counted by --every; --diff compares no windows'
	head -c -4 a.part >cut.part
	exits 3 otf-stat --diff cut.part b
	[ ! -s out ]
}

@test "summaries of both are compared" {
	otf-snap --summaries --no-snapshots --points 4 "$sample" -o a
	otf-remap --scale 1.5 a -o b
	otf-stat --diff --tsv --table collective --columns count a b >want
	silent otf-stat --diff --from-summaries --tsv --table collective --columns count a b
	diff want out
	silent otf-stat --diff --from-summaries --table function --top 1 --tsv a b
	tail -n 1 out | cut -f 2-6 | grep -x "$(lines 'MPI_Recv|both|48|48|6297423')"
}

@test "--fail-above: the same run passes, and rows that got slower are named" {
	runs
	silent otf-stat --diff --fail-above 10% a.otfl a.otfl
	silent otf-stat --diff --fail-above 0% b.otfl b.otfl
	exits 1 otf-stat --diff --fail-above 10% a.otfl b.otfl
	cat >want <<-'END'
		otf-stat: b.otfl: function, all rows: exclusive 130.0 ms, was 100.0 ms, +30.0%
		otf-stat: b.otfl: function solve: exclusive 50.00 ms, was 30.00 ms, +66.7%
		otf-stat: b.otfl: function init: exclusive 5.000 ms, new
	END
	diff want err
	[ -s out ]
	# a run that is faster passes
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|1|main|0|0' 'Enter|0|1|1|0' \
		'Leave|50|1|1|0' >fast.otfl
	silent otf-stat --diff --fail-above 0% a.otfl fast.otfl
}

@test "--fail-above: a row is slower when it takes more than P percent more, and counts from MIN on" {
	runs
	# main takes 75000 instead of 70000, 7.142857..% more; all rows 30%; solve 66.66..% more; init is new
	exits 1 otf-stat --diff --fail-above 7.1428571%,70ms a.otfl b.otfl
	grep 'function main: exclusive 75.00 ms' err
	exits 1 otf-stat --diff --fail-above 7.1428572%,70ms a.otfl b.otfl
	fails grep 'function main' err
	exits 1 otf-stat --diff --fail-above 66%,5001us a.otfl b.otfl
	says 'b.otfl: function solve: exclusive 50.00 ms, was 30.00 ms, +66.7%'
	silent otf-stat --diff --fail-above 67%,5001us a.otfl b.otfl
	exits 1 otf-stat --diff --fail-above 67%,5000us a.otfl b.otfl
	says 'b.otfl: function init: exclusive 5.000 ms, new'
	# percent of the time of all rows in B: init has 5 of 130 ms, 3.846%
	exits 1 otf-stat --diff --fail-above 67%,3.846% a.otfl b.otfl
	silent otf-stat --diff --fail-above 67%,3.847% a.otfl b.otfl
	silent otf-stat --diff --fail-above 30%,100ms a.otfl b.otfl
	exits 1 otf-stat --diff --fail-above 29.9%,100ms a.otfl b.otfl
	says 'b.otfl: function, all rows: exclusive 130.0 ms, was 100.0 ms, +30.0%'
	silent otf-stat --diff --fail-above 67%,1s --sort inclusive a.otfl b.otfl
	silent otf-stat --diff --fail-above 1000%,5001us a.otfl b.otfl
}

@test "--fail-above checks the column of --sort" {
	runs
	exits 1 otf-stat --diff --fail-above 10%,10ms --sort inclusive a.otfl b.otfl
	says 'b.otfl: function solve: inclusive 50.00 ms, was 30.00 ms, +66.7%
otf-stat: b.otfl: function main: inclusive 130.0 ms, was 100.0 ms, +30.0%'
	exits 2 otf-stat --diff --fail-above 10% --sort calls --table function a.otfl b.otfl
	exits 2 otf-stat --diff --fail-above 10% --table matrix a.otfl b.otfl
	otf-remap --scale 2 "$sample" -o slow
	exits 1 otf-stat --diff --fail-above 10% --table matrix --sort latency_mean --top 1 "$sample" slow
	grep 'function\|all rows' err && says "slow: matrix, all rows: latency_mean 263.5 us, was 131.7 us, +100.0%
otf-stat: --fail-above 10%: 17 rows got slower; --top 0 prints them all"
}

@test "--fail-above without anything to check is no success" {
	runs
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'SendMsg|3|1|1|0|0|1|0' >none.otfl
	exits 1 otf-stat -q --diff --fail-above 10% a.otfl none.otfl
	says '--fail-above: none.otfl has no times to compare'
}

@test "what makes no sense with --diff is a usage error" {
	local bad
	runs
	for bad in '' 'a.otfl' 'a.otfl b.otfl a.otfl' '- -' '--every 1ms a.otfl b.otfl' '--combine a.otfl b.otfl' \
		'--partial a.otfl b.otfl' '--cluster a.otfl b.otfl' '--markers a.otfl b.otfl' \
		'--filter-rules a.otfl b.otfl' '--depth 3 a.otfl b.otfl' \
		'--fail-above 10 a.otfl b.otfl' '--fail-above % a.otfl b.otfl' '--fail-above -3% a.otfl b.otfl' \
		'--fail-above 10%, a.otfl b.otfl' '--fail-above 10%,5 a.otfl b.otfl' '--fail-above 10%,x a.otfl b.otfl' \
		'--fail-above 5ms a.otfl b.otfl' '--fail-above= a.otfl b.otfl' '--fail-above 10%,1ms,2 a.otfl b.otfl'; do
		# shellcheck disable=SC2086
		exits 2 otf-stat --diff $bad </dev/null
		[ ! -s out ]
	done
	exits 2 otf-stat --fail-above 10% a.otfl
	says '--fail-above needs --diff'
}

@test "times without a resolution are not compared with times that have one" {
	runs
	grep -v ^DefTimerResolution a.otfl | sed 's/^@END.*/@END	7/' >u.otfl
	exits 1 otf-stat --diff u.otfl b.otfl
	says 'A has no timer resolution: its times cannot be compared with those of B'
	silent otf-stat --diff --tsv --table function u.otfl u.otfl
	grep "$(lines 'function|main|both|1|1|70|70|0|1')" out
}

@test "a side that is cut, damaged or missing: its exit status, and no report" {
	runs
	head -n 6 b.otfl >cut.otfl
	exits 3 otf-stat --diff a.otfl cut.otfl
	[ ! -s out ]
	exits 3 otf-stat --diff cut.otfl a.otfl
	[ ! -s out ]
	exits 1 otf-stat --diff a.otfl nothere
	[ ! -s out ]
}

@test "--columns prints a column once, however often it is named" {
	runs
	silent otf-stat --table function --tsv --columns "$(printf 'calls,%.0s' {1..300})calls" a.otfl
	lines 'table|function|function_name|calls' >want
	head -n 1 out | diff want -
	silent otf-stat --diff --table function --columns all a.otfl b.otfl
	silent otf-stat --diff --by process,communicator,tag --columns all "$sample" "$sample"
}
