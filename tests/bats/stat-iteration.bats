# otf-stat --table iteration: the n-th call of a function on every process, and which function to take.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

definitions=('DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|1|main|0|0'
	'DefFunction|-|0|2|step|0|0' 'DefFunction|-|0|3|MPI_Barrier|0|0' 'DefFunction|-|0|4|init|0|0')

# By hand:
#   step on a: 10..30, 30..60, 60..       on b: 12..31, 31..52, 52..80, 80..85
#   n = 1: begin 10, end 31, mean (20 + 19) / 2 = 19.5, max 20 on a
#   n = 2: begin 30, end 60, mean (30 + 21) / 2 = 25.5, max 30 on a
#   n = 3: begin 52, end 80, one call that ended: mean and max 28 on b, one is open
#   n = 4: on b alone, 80..85: 5
#   max sorted: 5 20 28 30; p25 is the first of 4, p75 the third: fence 28 + 3 * (28 - 5) = 97: nothing is slow
@test "the n-th call on every process is a row" {
	stream '@SM|1|1,2' "${definitions[@]}" 'Enter|0|1|1|0' 'Enter|0|2|1|0' 'Enter|10|1|2|0' 'Enter|12|2|2|0' 'Leave|30|1|2|0' \
		'Enter|30|1|2|0' 'Leave|31|2|2|0' 'Enter|31|2|2|0' 'Leave|52|2|2|0' 'Enter|52|2|2|0' 'Leave|60|1|2|0' \
		'Enter|60|1|2|0' 'Leave|80|2|2|0' 'Enter|80|2|2|0' 'Leave|85|2|2|0' 'Leave|90|2|1|0' >t.otfl
	silent otf-stat --table iteration --inside step --tsv t.otfl
	lines 'table|iteration|calls|open|begin|end|mean|max|slowest|slowest_name|mark' \
		'iteration|1|2|0|10|31|20|20|1|a|-' 'iteration|2|2|0|30|60|26|30|1|a|-' \
		'iteration|3|2|1|52|80|28|28|2|b|-' 'iteration|4|1|0|80|85|5|5|2|b|-' | diff - out
	silent otf-stat --table iteration --inside step --json t.otfl
	python3 -c '
import json
o = json.load(open("out"))
assert o["fence"] == 97 and o["iteration"][2]["open"] == 1 and o["iteration"][0]["mark"] is None, o'
	silent otf-stat --table iteration --inside step --sort max --tsv --top 2 t.otfl
	[ "$(cut -f 2 out | tr '\n' ' ')" = 'iteration 2 3 ' ]
	silent otf-stat --table iteration --inside step --sort mean --tsv t.otfl
	[ "$(cut -f 2 out | tr '\n' ' ')" = 'iteration 3 2 1 4 ' ]
	silent otf-stat --table iteration --inside step -p 1 --tsv t.otfl
	lines 'iteration|3|1|1|60|-|-|-|-|-|-' >want
	tail -n 1 out | diff want -
}

# steps TICKS...: calls of step that take so long, on process 1.
steps() {
	local ticks time=0 lines=()
	for ticks; do
		lines+=("Enter|$time|1|2|0" "Leave|$((time += ticks))|1|2|0")
	done
	stream "${definitions[@]}" "${lines[@]}"
}

# Sorted: 10 10 10 12 12 14 14 18: p25 is the second, 10; p75 the sixth, 14; the fence 14 + 3 * 4 = 26
@test "a call beyond p75 + 3 (p75 - p25) is marked, one at the fence is not" {
	steps 10 12 14 10 26 10 12 14 >t.otfl # sorted 10 10 10 12 12 14 14 26: the same fence
	silent otf-stat --table iteration --inside step --tsv t.otfl
	fails grep -w slow out
	steps 10 12 14 10 27 10 12 14 >t.otfl
	silent otf-stat --table iteration --inside step --tsv t.otfl
	[ "$(grep -w slow out)" = "$(lines 'iteration|5|1|0|46|73|27|27|1|a|slow')" ]
	sed '1s/$/\tTR:1000/' t.otfl >u.otfl
	silent otf-stat --table iteration --inside step --top 2 u.otfl
	tr -d ' ' <out >narrow
	cat >want <<-'END'
		iteration
		iterationcallsopenbeginendmeanmaxslowestmark
		510+0.046s+0.073s27.00ms27.00msaslow
		310+0.022s+0.036s14.00ms14.00msa
		…6more,--top0

		1of8iterationstooklongerthan26.00ms:p75+3(p75-p25)ofmax
	END
	diff want narrow
}

@test "a call inside another one of the function is part of it" {
	stream "${definitions[@]}" 'Enter|0|1|2|0' 'Enter|1|1|2|0' 'Leave|5|1|2|0' 'Leave|9|1|2|0' 'Enter|9|1|2|0' 'Leave|10|1|2|0' \
		>t.otfl
	silent otf-stat --table iteration --inside step --tsv t.otfl
	[ "$(cut -f 2-6 out | tail -n +2)" = "$(lines '1|1|0|0|9' '2|1|0|9|10')" ]
}

@test "random traces beside a plain recount" {
	local seed f
	for seed in $(seq "$(by_length 3 10)"); do
		python3 "$REPO/tests/tools/statgen.py" $seed | otf-filter -q -x -r snap >t.otfl
		for f in f1 f2 f3 twin local; do
			python3 "$REPO/tests/oracle/iterations.py" $f <t.otfl >want
			otf-stat -q --table iteration --inside $f --tsv t.otfl >got
			diff want got
		done
	done
	otf-cat --no-pg "$sample" >t.otfl
	python3 "$REPO/tests/oracle/iterations.py" time_step <t.otfl >want
	[ "$(wc -l <want)" -eq 7 ]
	silent otf-stat --table iteration --inside time_step --tsv "$sample"
	diff want out
	otf-cat "$sample" | otf-stat --table iteration --inside time_step --tsv >got
	diff want got
}

# step has the distances 10 10 10 on a and b: spread 0. init: 1 29 on a, 10 20 on b. main is called once, MPI_Barrier
# communicates.
@test "without --inside the function that repeats most evenly at the lowest depth is proposed, with its count" {
	local lines=() p t
	for p in 1 2; do
		lines+=("Enter|0|$p|1|0")
		for t in 0 10 20 30; do
			lines+=("Enter|$t|$p|2|0" "Enter|$((t + 1))|$p|3|0" "Leave|$((t + 2))|$p|3|0" "Leave|$((t + 3))|$p|2|0")
		done
	done
	for t in '4|1' '5|1' '34|1' '4|2' '14|2' '34|2'; do
		lines+=("Enter|${t%|*}|${t#*|}|4|0" "Leave|${t%|*}|${t#*|}|4|0")
	done
	printf '%s\n' "${lines[@]}" | sort -s -t '|' -k 2,2n >sorted
	mapfile -t lines <sorted
	stream '@SM|1|1,2' "${definitions[@]}" "${lines[@]}" >t.otfl
	silent otf-stat --table iteration --tsv t.otfl
	# init: distances 1 29 10 20: mean 15, variance (196 + 196 + 25 + 25) / 4 = 110.5, spread 70.08%
	lines 'table|function_name|depth|processes|calls|calls_min|calls_max|period|spread' \
		'iteration|step|1|2|8|4|4|10|0.0' 'iteration|init|1|2|6|3|3|15|70.079' \
		'iteration|MPI_Barrier|2|2|8|4|4|10|0.0' >want
	sed 's/\(70\.079\)[0-9]*/\1/; s/\t0$/\t0.0/' out | diff want -
	silent otf-stat --table iteration t.otfl
	grep -x 'step is called 4 times on each of 2 processes; --inside prints the calls of a function' out
	silent otf-stat --table iteration "$sample"
	grep -x 'time_step is called 6 times on each of 8 processes; --inside prints the calls of a function' out
}

@test "the loops are those of all processes; -p and -s select whose numbers are printed" {
	local lines=() p t
	for p in 1 2; do # step at depth 1 on both, and main three times on the first alone
		for t in 0 30 60; do
			[ $p = 2 ] && [ $t != 0 ] || lines+=("Enter|$t|$p|1|0")
			lines+=("Enter|$((t + p))|$p|2|0" "Leave|$((t + 10))|$p|2|0")
			[ $p = 2 ] && [ $t != 60 ] || lines+=("Leave|$((t + 20))|$p|1|0")
		done
	done
	lines+=("DefProcess|-|0|3|c|0" 'Enter|0|3|1|0' 'Leave|80|3|1|0')
	printf '%s\n' "${lines[@]}" | sort -s -t '|' -k 2,2n >sorted
	mapfile -t lines <sorted
	stream '@SM|1|1,2,3' "${definitions[@]}" "${lines[@]}" >t.otfl
	# main is called 3 times by one of three processes: it is no loop, though it is one of half of -p 1
	lines 'table|function_name|depth|processes|calls|calls_min|calls_max|period|spread' 'iteration|step|1|2|6|3|3|30|0.0' >all
	silent otf-stat --table iteration --tsv t.otfl
	diff all out
	for p in a 1 '!2,!3'; do
		silent otf-stat --table iteration --tsv -p $p t.otfl
		sed 's/\t2\t6\t/\t1\t3\t/' all | diff - out
	done
	silent otf-stat --table iteration --tsv -s 1 t.otfl
	diff all out
	run otf-stat --table iteration -p 3 t.otfl
	[ "$output" = 'otf-stat: no selected process calls a function that repeats 3 times' ]
}

@test "where nothing repeats, and where no function matches, that is said" {
	steps 10 12 >t.otfl
	exits 0 otf-stat --table iteration t.otfl
	says 'no function is called 3 times or more by half of the processes'
	exits 1 otf-stat --strict --table iteration t.otfl
	exits 0 otf-stat --table iteration --inside nothere --tsv t.otfl
	says "--inside: nothing matches 'nothere'"
	[ ! -s out ]
	exits 1 otf-stat --strict --table iteration --inside nothere t.otfl
}

@test "more iterations than --max-points allows are refused" {
	steps 1 2 3 4 >t.otfl
	exits 2 otf-stat --table iteration --inside step --max-points 3 t.otfl
	says '--inside: more than the 3 calls that --max-points allows'
	silent otf-stat --table iteration --inside step --max-points 4 t.otfl
}

@test "what makes no sense with iterations is a usage error" {
	local bad
	steps 1 2 >t.otfl
	for bad in '--table iteration,function' '--table iteration --by process' '--table iteration --every 1' \
		'--table iteration --folded' '--table iteration --columns max' '--table iteration --partial' \
		'--table iteration --combine' '--table iteration --from-summaries' '--table iteration -t 1:2' \
		'--table iteration --inside step -t 1:2' '--table iteration --diff t.otfl' '--table iteration --depth 3' \
		'--table iteration --sort calls' '--inside step' '--table iteration --cluster' '--table iteration --markers'; do
		# shellcheck disable=SC2086
		exits 2 otf-stat $bad t.otfl
		[ ! -s out ]
	done
}

@test "a cut stream prints nothing" {
	steps 1 2 3 | head -n 12 >t.otfl
	exits 3 otf-stat --table iteration --inside step t.otfl
	[ ! -s out ]
}

@test "columns that do not fit the terminal are not left out in silence" {
	need_terminal
	for width in 50 160; do
		python3 "$REPO/tests/tools/screen.py" --columns $width otf-stat --table iteration --inside time_step "$sample" >seen$width
	done
	grep -q 'Columns that do not fit 50 characters are left out; --tsv prints them' seen50
	grep -q ' max ' seen160
	fails grep -q 'left out' seen160
}

@test "the slowest process is the one with the most useful time: the others wait for it, and take as long" {
	{
		lines '@OTFPIPE|1.0|TR:1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|5|MPI' \
			'DefFunction|-|0|1|step|0|0' 'DefFunction|-|0|2|reduce|5|0' 'DefFunction|-|0|3|inner|0|0'
		lines 'Enter|0|1|1|0' 'Enter|0|2|1|0' 'Enter|10|1|2|0' 'Enter|15|1|3|0' 'Leave|20|1|3|0' 'Enter|25|2|2|0' \
			'Leave|30|2|2|0' 'Leave|30|2|1|0' 'Leave|31|1|2|0' 'Leave|31|1|1|0'
		# a second step within the same kind of call: no useful time in either, the longest counts
		lines 'Enter|40|1|2|0' 'Enter|40|2|2|0' 'Enter|41|1|1|0' 'Enter|41|2|1|0' 'Leave|45|2|1|0' 'Leave|46|1|1|0' \
			'Leave|50|1|2|0' 'Leave|50|2|2|0' '@END|24'
	} >t.otfl
	silent otf-stat --table iteration --inside step --tsv t.otfl
	[ "$(tail -n +2 out | cut -f 2,8,9,10 | tr '\t' ' ')" = '1 31 2 b
2 5 1 a' ]
	python3 "$REPO/tests/oracle/iterations.py" step <t.otfl | diff - out
	silent otf-stat --table iteration --inside reduce --tsv t.otfl
	[ "$(tail -n +2 out | cut -f 2,8,9,10 | tr '\t' ' ')" = '1 21 1 a
2 10 1 a' ]
}
