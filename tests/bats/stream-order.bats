# Records that are not in the order of time: commands that need order stop, all with one message; the others go on.

load common
load stream

# In `in`, process 2 goes back behind process 1.
setup() {
	common_setup
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|7|f|0|0' \
		'Marker|900|1|1|early' 'Enter|1|1|7|0' 'Enter|10|1|7|0' 'DefFunction|-|0|8|late|0|0' 'Enter|5|2|7|0' 'Leave|12|2|7|0' \
		'Leave|20|1|7|0' 'Leave|22|1|7|0' >in
	why='10: process 2: time goes back from 10 (process 1, line 8) to 5; sort the records with otf-sort'
}

# A command that needs order and its arguments in each line, the output first.
need_order() {
	cat <<-'END'
		otf-stat
		otf-stat --table message
		otf-stat --folded
		otf-stat --every 5
		otf-stat --table iteration --inside f
		otf-stat --longest 3
		otf-wait
		otf-wait --table path
		otf-print
		otf-print --json
		otf-info --full
		otf-report -o x.html
		otf-filter -t 1:5
		otf-filter -x -t 1:5
		otf-filter --min-duration 2
		otf-filter --max-calls 1
		otf-filter --prune
		otf-filter --function f
		otf-filter --group g*
		otf-filter --match duration>0
		otf-filter --communicator 1
		otf-filter -p 1 -o x
		otf-slice -t 1:12
		otf-slice -t 1:12 --closed
		otf-snap --at 7
		otf-snap --at 7 --summaries
		otf-draw -o x.svg
		otf-draw --profile -o x.svg
		otf-draw --flame -o x.svg
		otf-draw --matrix -o x.svg
		otf-to-vtf3 -o x.vtf
		otf-to-tau -o x
		otf-to-chrome -o x.json
		otf-to-chrome --format perfetto -o x.pb
		otf-remap --causal
		otf-remap --shift 5 -o x
		otf-cat -t 1:12
		otf-cat -o x
	END
	if command -v otf-to-otf2 >/dev/null; then echo otf-to-otf2 -o x; fi
	echo otf-to-parquet -o x
	if command -v otf-to-sqlite >/dev/null; then echo otf-to-sqlite -o x.db; fi
}

@test "a time that goes back stops each command that needs order: process, line, both times, the cure" {
	need_order | while read -r -a command; do
		exits 1 "${command[@]}" in
		says "${command[0]}: in:$why"
		nothing x
		exits 1 "${command[@]}" --keep-going in
		says "${command[0]}: in:$why"
		nothing x
		exits 1 "${command[@]}" <in
		says "${command[0]}: stdin:$why"
		nothing x
		otf-sort in >sorted
		"${command[@]}" sorted >out 2>err || true
		fails grep 'goes back' err
		rm -rf x*
	done
	exits 1 otf-write x <in
	says "otf-write: stdin:$why"
	nothing x
}

@test "what does not depend on the order goes on in silence" {
	for command in otf-cat 'otf-cat --count' 'otf-filter -p 1' 'otf-filter --peer 1' 'otf-filter -r Enter' otf-info \
		'otf-remap --shift 5' otf-sort 'otf-cat --sort' 'otf-sort -t 1:12'; do
		silent $command in
		silent $command <in
	done
	silent otf-diff in in
}

@test "several traces are merged, so each must be in order, unless they are sorted" {
	otf-cat --no-pg in | sed '/^Enter/d; s/^@END.*/@END\t9/' >other
	exits 1 otf-cat in other
	says "otf-cat: in:$why"
	silent otf-cat --sort in other
}

@test "a trace on disk that goes back: the same message with the file, --keep-going or not" {
	small_trace
	printf '%s\n' f '*3' E1 9 '*3' R1L4T5C6 L1 9 '*3' >t.2.events
	for command in otf-stat otf-wait otf-print 'otf-slice -t 1:50' 'otf-to-vtf3 -o x.vtf' 'otf-stat --keep-going' \
		'otf-stat -j 2'; do
		exits 1 $command t
		says "${command%% *}: t.2.events:4: process 3: time goes back from 15 (process 3) to 9; sort the records with otf-sort"
		nothing x
	done
	otf-sort t -o sorted
	exits 0 otf-stat sorted
}

@test "a Leave without function is never given to a wrong call where times of a process go back" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|7|f|0|0' 'DefFunction|-|0|8|g|0|0' \
		'Enter|1|1|8|0' 'Leave|5|1|0|0' 'Enter|3|1|7|0' 'Leave|9|1|0|0' >calls
	printf '%s\n' 'f -- 0' 'g -- 100' >rules
	for option in '--function f' '--match function=="f"' '--rules rules'; do
		exits 1 otf-filter $option calls
		says 'calls:8: process 1: time goes back from 5 (process 1, line 7) to 3; sort the records with otf-sort'
	done
	otf-sort calls | otf-filter --no-pg --function f | records | grep '^Leave' >left
	lines 'Leave|5|1|0|0' | cmp - left
}

@test "otf-check names the process whose time goes back, and where the time before it is" {
	exits 1 otf-check in
	grep -q "^in:10: error: process 2 'b': time goes back from 10 (process 1, line 8) to 5 " out
}

@test "what otf-check says to fix it with does fix it" {
	otf-check --rules=order | grep -q 'otf-sort'
	otf-check in >found || true
	grep -q '\[order\]$' found
	otf-sort in >sorted
	otf-cat --sort in -o u
	otf-check sorted u >found || true
	fails grep '\[order\]$' found
}
