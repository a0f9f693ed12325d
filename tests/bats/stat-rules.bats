# otf-stat --filter-rules: rules for the cheapest calls, and that otf-filter --rules drops these and nothing else.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

recount() {
	python3 "$REPO/tests/oracle/derive.py" "$@"
}

# five LINE...: cheap is called 6 times, pair 4 times under two tokens, dear twice, send once, main once.
five() {
	stream "$@" 'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|cheap|0|0' 'DefFunction|-|0|3|dear|0|0' \
		'DefFunction|-|0|4|pair|0|0' 'DefFunction|-|0|5|pair|0|0' 'DefFunction|-|0|6|send|0|0' 'Enter|0|1|1|0' \
		$(for t in 10 20 30 40 50 60; do echo "Enter|$t|1|2|0" "Leave|$((t + 1))|1|2|0"; done) \
		$(for t in 70 80; do echo "Enter|$t|1|4|0" "Leave|$((t + 2))|1|4|0"; done) \
		$(for t in 90 100; do echo "Enter|$t|1|5|0" "Leave|$((t + 2))|1|5|0"; done) \
		$(for t in 110 130; do echo "Enter|$t|1|3|0" "Leave|$((t + 9))|1|3|0"; done) \
		'Enter|200|1|6|0' 'SendMsg|200|1|2|0|0|8|0' 'Leave|200|1|6|0' 'Leave|300|1|1|0' >t.otfl
}

@test "functions are dropped in order of cost per call until the share of calls is reached" {
	five
	silent otf-stat --filter-rules t.otfl
	printf '%s\n' '# calls that stay: 4 of 14; functions that go: 2' 'cheap -- 0' 'pair -- 0' | cmp - out
	silent otf-stat --filter-rules=42.8 t.otfl
	printf '%s\n' '# calls that stay: 8 of 14; functions that go: 1' 'cheap -- 0' | cmp - out
	silent otf-stat --filter-rules=42.9% t.otfl
	[ "$(grep -c -e -- out)" = 2 ]
}

@test "functions whose calls contain messages or operations are never dropped" {
	five
	silent otf-stat --filter-rules=100 t.otfl
	printf '%s\n' '# calls that stay: 1 of 14; functions that go: 4' 'cheap -- 0' 'pair -- 0' 'dear -- 0' 'main -- 0' |
		cmp - out
	exits 0 otf-stat -v --filter-rules=100 t.otfl
	says 'fewer calls than wanted'
}

@test "zero percent is no rule" {
	five
	for form in otf-filter vampirtrace scorep tau; do
		silent otf-stat --filter-rules=0 --format $form t.otfl
		silent otf-filter --rules out t.otfl
		cmp <(records <out) <(records <t.otfl)
	done
}

@test "each format" {
	five
	silent otf-stat --filter-rules --format vampirtrace t.otfl
	cmp out <(otf-stat --filter-rules --format otf-filter t.otfl)
	silent otf-stat --filter-rules --format scorep t.otfl
	printf '%s\n' '# calls that stay: 4 of 14; functions that go: 2' SCOREP_REGION_NAMES_BEGIN $'\tEXCLUDE cheap' \
		$'\tEXCLUDE pair' SCOREP_REGION_NAMES_END | cmp - out
	silent otf-stat --filter-rules --format tau t.otfl
	printf '%s\n' '# calls that stay: 4 of 14; functions that go: 2' BEGIN_EXCLUDE_LIST '"cheap"' '"pair"' \
		END_EXCLUDE_LIST | cmp - out
}

# drops FORM PERCENT: the rules for t.otfl drop what a plain recount drops, and say how much that is.
drops() {
	otf-stat --filter-rules="$2" --format "$1" t.otfl >rules 2>err
	recount rules "$2" "$1" <t.otfl >want 2>head
	head -n 1 rules | diff head - || return 1
	otf-filter --rules rules t.otfl | grep -a -v ^@ | cmp want -
}

@test "what goes by the rules, of whatever names, is what a plain recount says" {
	local seed form
	for seed in $(seq "$(by_length 6 25)"); do
		recount generate "$seed" >t.otfl
		for form in otf-filter scorep tau; do
			drops $form 40 && drops $form 100 || { echo "seed $seed, $form"; false; }
		done
	done
}

@test "of the sample trace at least that share of calls goes, and nothing but calls" {
	otf-cat "$sample" >t.otfl
	for form in vampirtrace scorep tau; do
		silent otf-stat --filter-rules=30 --format $form "$sample"
		mv out rules
		otf-filter --rules rules "$sample" >left.otfl
		[ $(($(grep -c ^Enter left.otfl) * 10)) -le $(($(grep -c ^Enter t.otfl) * 7)) ]
		grep -v -e ^@ -e ^Enter -e ^Leave t.otfl >want
		grep -v -e ^@ -e ^Enter -e ^Leave left.otfl | cmp want -
		grep -v ^@ left.otfl | comm -13 <(grep -v ^@ t.otfl | sort) <(sort) >more
		[ "$(grep -c -v ^@ more)" = 0 ]
	done
}

@test "Score-P: main, MPI and callers of what stays are not excluded" {
	stream 'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|caller|0|0' 'DefFunction|-|0|3|dear|0|0' \
		'DefFunction|-|0|4|free|0|0' 'DefFunction|-|0|5|MPI_Comm_rank|0|0' 'DefFunction|-|0|6|leaf|0|0' \
		'DefFunction|-|0|7|mpi_caller|0|0' 'DefFunction|-|0|8|again|0|0' 'Enter|0|1|1|0' \
		'Enter|1|1|2|0' 'Enter|2|1|3|0' 'SendMsg|3|1|2|0|0|8|0' 'Leave|900|1|3|0' 'Leave|901|1|2|0' \
		'Enter|902|1|4|0' 'Enter|904|1|6|0' 'Leave|905|1|6|0' 'Leave|906|1|4|0' \
		'Enter|907|1|7|0' 'Enter|907|1|5|0' 'Leave|908|1|5|0' 'Leave|909|1|7|0' \
		'Enter|910|1|8|0' 'Enter|911|1|8|0' 'Leave|912|1|8|0' 'Leave|913|1|8|0' 'Leave|1000|1|1|0' >t.otfl
	silent otf-stat --filter-rules=100 --format scorep t.otfl
	printf '%s\n' '# calls that stay: 5 of 9; functions that go: 3' SCOREP_REGION_NAMES_BEGIN $'\tEXCLUDE leaf' \
		$'\tEXCLUDE again' $'\tEXCLUDE free' SCOREP_REGION_NAMES_END | cmp - out
	exits 0 otf-stat -v --filter-rules=100 --format scorep t.otfl
	says 'are main or MPI, or call functions that stay'
	otf-stat --filter-rules=100 t.otfl | grep -q '^caller -- 0'
	# what was open when the interval starts are callers, too
	otf-snap --no-pg --at 2 t.otfl -o s
	silent otf-stat --filter-rules=100 --format scorep -t 2: s
	cp out whole
	fails grep -q -e caller -e main out
	otf-stat --filter-rules=100 --format scorep -t 2: t.otfl | cmp - whole
}

@test "names that a form cannot hold are left out with a warning" {
	stream 'DefFunction|-|0|1|a;b|0|0' 'DefFunction|-|0|2|c#d|0|0' 'DefFunction|-|0|3|two\nlines|0|0' 'Enter|1|1|1|0' \
		'Leave|2|1|1|0' 'Enter|2|1|2|0' 'Leave|3|1|2|0' 'Enter|3|1|3|0' 'Leave|4|1|3|0' >t.otfl
	exits 0 otf-stat --filter-rules=100 t.otfl
	says "otf-stat: --filter-rules: functions that no rule can match alone: 2, the first is 'a;b'"
	grep -q '^c#d -- 0$' out
	exits 0 otf-stat --filter-rules=100 --format tau t.otfl
	says "functions that no rule can match alone: 2, the first is 'c#d'"
	grep -q '^"a;b"$' out
	exits 0 otf-stat --filter-rules=100 --format scorep t.otfl
	says "functions that no rule can match alone: 1, the first is 'two\nlines'"
}

@test "rules can be appended to older rules" {
	five
	printf '%s\n' 'dear -- 1' >old
	otf-stat --filter-rules t.otfl | cat old - >all
	silent otf-filter --rules all t.otfl
	[ "$(grep ^Enter out | cut -f 4 | paste -sd ' ')" = '1 3 6' ]
	printf '%s\n' SCOREP_REGION_NAMES_BEGIN 'EXCLUDE dear' SCOREP_REGION_NAMES_END >old
	otf-stat --filter-rules --format scorep t.otfl | cat old - >all
	silent otf-filter --rules all t.otfl
	[ "$(grep ^Enter out | cut -f 4 | paste -sd ' ')" = '1 6' ]
}

@test "messages of records that -r leaves out keep their functions all the same" {
	five
	silent otf-stat --filter-rules=100 -r '!SendMsg' t.otfl
	fails grep send out
}

@test "calls of what is selected count" {
	five
	silent otf-stat --filter-rules=100 -t 70:110 t.otfl
	printf '%s\n' '# calls that stay: 0 of 4; functions that go: 1' 'pair -- 0' | cmp - out
}

@test "an interval gives the same rules where it is entered at a snapshot" {
	otf-snap --points 7 "$sample" -o snapped
	otf-stat --filter-rules -t 3ms: "$sample" >want
	silent otf-stat --filter-rules -t 3ms: snapped
	cmp want out
}

@test "a stream and the trace that it is of give the same rules" {
	otf-stat --filter-rules "$sample" >want
	otf-cat "$sample" | silent otf-stat --filter-rules
	cmp want out
	silent otf-stat -j 3 --filter-rules "$sample"
	cmp want out
}

@test "options that make no sense are usage errors" {
	for percent in 101 -1 x 1ms 100.0000001; do
		exits 2 otf-stat --filter-rules=$percent "$sample"
		says "otf-stat: --filter-rules: want percent from 0 to 100, not '$percent'"
		[ ! -s out ]
	done
	exits 2 otf-stat --filter-rules --format vampir "$sample"
	says "otf-stat: --format: unknown value 'vampir'; expected otf-filter, vampirtrace, scorep or tau"
	exits 2 otf-stat --format tau "$sample"
	exits 2 otf-stat --filter-rules --tsv "$sample"
	exits 2 otf-stat --filter-rules -o u "$sample"
	otf-stat --partial --by process,function "$sample" >p
	exits 2 otf-stat --filter-rules --combine p
	says 'otf-stat: --filter-rules and --combine exclude each other'
}

@test "of an input cut short nothing is printed, exit 3" {
	otf-cat "$sample" | grep -v ^@END >cut.otfl
	exits 3 otf-stat --filter-rules cut.otfl
	[ ! -s out ]
}

@test "a full disk is an error" {
	fails otf-stat --filter-rules "$sample" >/dev/full 2>err
	says 'stdout: write error'
}
