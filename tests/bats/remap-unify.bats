# --unify: local definitions become global, and the token spaces of several traces one, by what tokens mean.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

oracle() {
	python3 "$REPO/tests/oracle/remap.py" "$@"
}

# Two streams with local definitions: token 1 is solve in the first, MPI_Wait in the second.
locals() {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunctionGroup|-|1|1|app' 'DefFunction|-|1|1|solve|1|0' 'DefFunctionGroup|-|2|5|app' \
		'DefFunctionGroup|-|2|1|MPI' 'DefFunction|-|2|1|MPI_Wait|1|0' 'DefFunction|-|2|2|solve|5|0' \
		'Enter|1|1|1|0' 'Enter|2|2|1|0' 'Leave|3|2|1|0' 'Enter|4|2|2|0' 'Leave|5|2|2|0' 'Leave|6|1|1|0'
}


@test "what one token means in two streams becomes two, what two mean alike becomes one" {
	locals >in
	silent otf-remap --no-pg --unify in
	records <out >got
	lines 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|1|app' \
		'DefFunction|-|0|1|solve|1|0' 'DefFunctionGroup|-|0|6|MPI' 'DefFunction|-|0|3|MPI_Wait|6|0' \
		'Enter|1|1|1|0' 'Enter|2|2|3|0' 'Leave|3|2|3|0' 'Enter|4|2|1|0' 'Leave|5|2|1|0' 'Leave|6|1|1|0' | diff - got
	[ "$(tail -n 1 out)" = "@END	13" ]
	otf-cat --no-pg --unify <in | cmp - out
}

@test "random streams: no local definition is left, no token has two, and all records mean what they meant" {
	for seed in $(by_length '6 13' '1 2 3 6 13 30'); do
		echo "seed $seed"
		oracle random $seed >in
		silent otf-remap --no-pg --unify --write-map map --force in
		mv out got
		oracle unified <got
		oracle meaning <in >want
		oracle meaning <got | diff want -
		otf-remap --no-pg --map map in | cmp - got
		otf-remap --no-pg --inverse --map map got | oracle meaning | diff want -
	done
}

@test "random pairs of traces: each says in the whole what it says alone" {
	for seed in $(by_length '1 4' '1 2 3 4'); do
		echo "seed $seed"
		oracle random $seed >a
		oracle random $((seed + 100)) >b
		otf-cat --no-pg -q --unify a b >got
		otf-remap --no-pg -q --unify a b | cmp - got
		oracle unified <got
		oracle meaning 1 3 <a | diff - <(oracle meaning 1 3 <got)
		oracle meaning 1 3 <b | diff - <(oracle meaning 4 6 <got)
	done
}

@test "the same trace twice becomes two: processes that are in both get new numbers, reported with -v" {
	otf-cat -v --no-pg --unify "$sample" "$sample" -o c 2>err
	says 'process 1 becomes '
	[ "$(otf-cat c | grep -c ^DefProcess'	')" -eq 16 ]
	[ "$(otf-cat c | grep -c ^DefFunction'	')" -eq "$(otf-cat "$sample" | grep -c ^DefFunction'	')" ]
	otf-cat --no-pg c >c.otfl
	otf-cat "$sample" >a.otfl
	first=$(grep -c ^@SM a.otfl)
	oracle meaning 1 "$first" <a.otfl >want
	oracle meaning 1 "$first" <c.otfl | diff want -
	oracle meaning $((first + 1)) $((2 * first)) <c.otfl | diff want -
}

# The rows of otf-stat without tokens: names of process and function, calls and times.
profile() {
	otf-stat --tsv --by process,function "$@" | awk -F'\t' '$1 == "function"' | cut -f 3,5- | sort
}

# Names, calls and exclusive time of a stream, by hand.
by_hand() {
	python3 -c '
import sys
name, who, home, open_, rows, last = {}, {}, {}, {}, {}, {}
for w in (line.rstrip("\n").split("\t") for line in sys.stdin):
    if w[0] == "@SM":
        home.update((p, w[1]) for p in w[2].split(","))
    elif w[0] == "DefProcess":
        who[w[3]] = w[4]
    elif w[0] == "DefFunction":
        name[w[2], w[3]] = w[4]
    elif w[0] in ("Enter", "Leave"):
        stack = open_.setdefault(w[2], [])
        if stack:
            stack[-1][1] += int(w[1]) - last[w[2]]
        if w[0] == "Enter":
            stack.append([name.get((home[w[2]], w[3])) or name[("0", w[3])], 0])
        else:
            f, t = stack.pop()
            row = rows.setdefault((who[w[2]], f), [0, 0])
            row[0] += 1
            row[1] += t
        last[w[2]] = int(w[1])
for (p, f), (n, t) in sorted(rows.items()):
    print(p, f, n, t, sep="\t")'
}

other() {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|other|0' 'DefFunctionGroup|-|0|1|MPI' \
		'DefFunction|-|0|1|MPI_Wait|1|0' 'DefFunction|-|0|2|init|1|0' 'Enter|1|1|1|0' 'Enter|4|1|2|0' 'Leave|6|1|2|0' \
		'Leave|9|1|1|0' 'Enter|11|1|2|0' 'Leave|15|1|2|0'
}

@test "the profile of what was local is what each process did, by otf-stat and by hand" {
	locals >in
	otf-remap --no-pg --unify in >got
	profile in >want
	[ "$(wc -l <want)" -eq 3 ]
	profile got | diff want -
	by_hand <in | diff <(cut -f 1-4 want) -
	by_hand <got | diff <(cut -f 1-4 want) -
	grep -q 'b	MPI_Wait	1	1' want
}

@test "the profile of two traces is that of each, by otf-stat and by hand" {
	locals >a
	other >b
	otf-cat --no-pg -q --unify a b >c
	{
		profile a
		profile b
	} | sort >want
	[ "$(wc -l <want)" -eq 5 ]
	profile c | diff want -
	by_hand <c | diff <(cut -f 1-4 want) -
	otf-cat --no-pg --unify "$sample" "$sample" 2>/dev/null >c
	{
		profile "$sample"
		profile "$sample"
	} | sort | diff - <(profile c)
}

@test "traces of other ticks are brought to their least common ticks" {
	locals >a
	stream '@SM|1|1' 'DefTimerResolution|-|0|10' 'DefProcess|-|0|1|o|0' 'DefFunction|-|0|1|g|0|0' 'Enter|1|1|1|0' \
		'FunctionSummary|2|1|1|3|4|5' 'EnterSnapshot|2|1|1|1|0' 'Leave|3|1|1|0' | sed '1s/$/\tTR:10\tTS:1,3/' >b
	sed -i '1s/$/\tTR:1000/' a
	otf-cat --no-pg -q --unify a b >c
	grep -q '^DefTimerResolution	-	0	1000' c
	[ "$(grep -c ^DefTimerResolution c)" -eq 1 ]
	grep -q '^FunctionSummary	200	3	4	3	400	500' c
	grep -q '^EnterSnapshot	200	3	100	4	0' c
	grep -q '^Leave	300	3	4	0' c
	otf-cat --no-pg -q --unify b a >c
	[ "$(grep ^DefTimerResolution c)" = "DefTimerResolution	-	0	1000" ]
	grep -q '^Enter	100	1	1	0' c
	sed '1s/TR:10/TR:7/; s/^\(DefTimerResolution.*	\)10$/\17/' b >odd
	otf-cat --no-pg -q --unify a odd >c
	grep -q '^Leave	3000	3	4	0' c
	[ "$(head -n 1 c)" = '@OTFPIPE	1.0	TR:7000' ]
	sed 's/^Leave	3/Leave	18446744073709551615/' b >late
	exits 1 otf-cat -q --unify a late
	says 'does not fit into 64 bits'
}

@test "a token that is nowhere defined stays, unless it is another's; 0 stays none" {
	stream '@SM|1|1' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|0|zero|0|0' 'DefFunction|-|0|8|f|0|0' 'Enter|1|1|8|0' 'Enter|2|1|0|0' >a
	stream '@SM|1|2' 'DefProcess|-|0|2|b|0' 'Enter|1|2|8|0' 'Enter|2|2|9|0' 'Enter|3|2|0|0' >b
	otf-cat --no-pg --unify a b | grep ^Enter >got
	# 8 of b is not f, and 0 of b is not zero, which gives way since b has no such token
	lines 'Enter|1|1|8|0' 'Enter|1|2|10|0' 'Enter|2|1|9|0' 'Enter|2|2|11|0' 'Enter|3|2|0|0' | diff - got
}

@test "a definition after the first event also gets its token by its meaning" {
	stream '@SM|1|1' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|8|f|0|0' 'Enter|1|1|8|0' >a
	stream '@SM|1|2' 'DefProcess|-|0|2|b|0' 'Enter|1|2|3|0' 'DefFunction|-|1|4|f|0|0' 'DefFunction|-|1|8|g|0|0' \
		'DefFunction|-|1|3|h|0|0' 'Enter|2|2|4|0' 'Enter|3|2|8|0' 'Enter|4|2|3|0' >b
	otf-cat --no-pg --unify a b >c
	oracle unified <c
	oracle meaning 2 2 <c | cut -d '|' -f 3- >got
	grep -c 'DefFunction' got
	[ "$(grep -c -F '(DefFunction|-|f' got)" -eq 1 ]
	[ "$(grep -c -F '(DefFunction|-|g' got)" -eq 1 ]
	[ "$(grep -c -F '(DefFunction|-|h' got)" -ge 1 ]
	[ "$(grep -c '^DefFunction	-	0' c)" -eq 3 ]
}

@test "with --unify streams of local definitions can be regrouped" {
	locals >in
	exits 1 otf-write -n 1 x <in
	silent otf-remap --unify in -n 1 -o x
	[ "$(cat x.otf)" = 1:1,2 ]
	otf-cat --no-pg x | records | grep ^Enter >got
	lines 'Enter|1|1|1|0' 'Enter|2|2|3|0' 'Enter|4|2|1|0' | diff - got
}

@test "the map of --unify is read by --map and turned round by --inverse; of several traces there is one each" {
	stream '@SM|1|1' '@SM|2|2' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|1|1|solve|0|0' \
		'DefCounter|-|1|1|c|0|0|u' 'DefCounterAssignments|-|1|1|1' 'DefFunction|-|2|1|MPI_Wait|0|0' 'DefFunction|-|2|2|solve|0|0' \
		'Enter|1|1|1|0' 'Enter|2|2|1|0' 'Enter|4|2|2|0' >in
	otf-remap --no-pg --unify --write-map map in >got
	otf-remap --no-pg --map map in | cmp - got
	# definitions that came first from another stream come first
	otf-remap --no-pg --inverse --map map got | sort | diff <(sort in) -
	otf-remap --no-pg -q --unify --write-map both in in >two
	otf-remap --no-pg --map both.2 in | records | grep ^Enter >got
	grep ^Enter two | awk -F'\t' '$3 > 2' | diff - got
	exits 1 otf-remap --unify --write-map /dev/full in -o c
	nothing c
}

@test "the corpus: traces without local definitions pass as they are, the others keep their meaning" {
	need_shared
	for t in "$SHARED"/corpus/otf1/*/*.otf; do
		echo "$t"
		otf-cat --no-pg -q --keep-going "$t" >a.otfl || true
		otf-remap --no-pg -q --unify a.otfl >b.otfl
		if grep -q -P '^Def[A-Za-z]*\t-\t[1-9]' a.otfl; then
			oracle unified <b.otfl
			diff <(oracle meaning <a.otfl) <(oracle meaning <b.otfl)
		else
			cmp a.otfl b.otfl
		fi
		otf-remap -q --unify a.otfl b.otfl -n 2 -o c --force
		rm -f c.*
	done
}

@test "the reference reads a unified trace" {
	need_reference
	locals >in
	otf-remap --unify in -o u
	otf-cat --no-pg u >u.otfl
	reference_says u >want
	[ -s want ]
	stream_says u.otfl | diff - want
}

@test "local definitions of one process that differ are an error; a share that is cut ends with 3" {
	stream '@SM|1|1' '@SM|2|2' 'DefProcess|-|1|1|a|0' 'DefProcess|-|2|1|b|0' 'NoOp|1|1' >in
	exits 1 otf-remap --unify in
	says 'DefProcess 1 of stream 2 becomes 1, which has a different definition'
	locals >a
	head -n 8 a >cut
	exits 3 otf-cat --unify a cut
	exits 3 otf-cat --unify cut a -o c
	no_trace c
	run bash -c 'otf-cat --unify a a >/dev/full'
	[ "$status" -eq 1 ]
}
