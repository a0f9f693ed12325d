# Each option of otf-filter against a plain statement of its rule, filterrule.py: on the sample trace, and on
# each trace of the corpus that is whole.

setup() {
	load common
	load stream
	common_setup
	sample=$REPO/tests/data/sample.otf
}

corpus() {
	local trace
	find "$SHARED/corpus/otf1" "$SHARED/corpus/public/otf-vis" "$SHARED/corpus/tau" -name '*.otf' | sort | sampled |
		while read -r trace; do
			if otf-cat --count "$trace" >/dev/null 2>&1; then echo "$trace"; fi
		done
}

# agrees RULES: the cases of the rules give the same on all traces.
agrees() {
	python3 "$REPO/tests/oracle/filterrule.py" "$1" "$sample" || return 1
	[ ! -d "$SHARED/corpus" ] ||
		corpus | xargs -d '\n' python3 "$REPO/tests/oracle/filterrule.py" "$1"
}

@test "--match keeps what its expression is true of, or has no word on" {
	agrees match
}

@test "--match with -r lists the definitions and the spots of a kind of marker" {
	otf-filter -r marker --match 'name == "warnings"' "$sample" >got
	otf-cat "$sample" | awk -F'\t' '$1 == "DefMarker" && $5 == "warnings" || $1 == "Marker" && $4 == 2' >want
	[ -s want ]
	records <got | cmp - want
	otf-filter -x -r marker --match 'name == "warnings"' "$sample" >got
	otf-cat "$sample" | records | grep -v -x -F -f want | cmp - <(records <got)
}

@test "--regex makes names regular expressions" {
	agrees regex
	silent otf-filter --group '^M.I$' --regex "$sample"
	otf-filter --group MPI "$sample" | records | cmp - <(records <out)
	silent otf-filter --regex --peer 'k [12]$' --communicator WORLD "$sample"
	otf-filter --peer 'rank [12]' --communicator 'MPI_COMM_WORLD' "$sample" | records | cmp - <(records <out)
	silent otf-filter -p '[02]$' --regex "$sample"
	otf-filter -p '*[02]' "$sample" | records | cmp - <(records <out)
}

@test "a regular expression that does not compile is a usage error" {
	exits 2 otf-filter --function 'a(' --regex "$sample"
	says "otf-filter: --function: invalid regular expression 'a('"
}

@test "a regular expression with more than 1000 choices in repetitions is refused: it would take minutes" {
	for re in "$(printf '(a?)*%.0s' {1..1001})" "a$(printf '?*%.0s' {1..60})" "($(printf 'a?%.0s' {1..1001}))*"; do
		exits 2 otf-filter --function "$re" --regex "$sample"
		says "too large"
	done
}

@test "a regular expression that repeats repetitions is refused before it takes all memory" {
	need_limits
	ulimit -v 1000000
	for re in 'a++++++++++++++++++++++++++' '((((a{99}){99}){9}){9})' 'a{9999999999999999999}' 'a{1}{9999}{8888888}' '([[:alpha:]]{250}x?){250}{3,}' "$(printf '(%.0s' {1..1500})" \
		'a{0\,20000}' "$(printf 'a?%.0s' {1..16000})" "$(printf 'f%d|' {1..12000})f"; do
		exits 2 otf-filter --function "$re" --regex "$sample"
		says "too large"
	done
	for re in '(a{20}|b?c*){20}' '[]+*{9}[:alpha:]+]{200}+' 'a\+\+\+\+\+\+\+\+\+\+\+\+\+\+\+\+\+\+' '^a{0}|()$' 'a{0\,4000}' \
		"$(printf 'f%d|' {1..4000})f" "$(printf 'a+%.0s' {1..4000})" "$(printf '(a?)*%.0s' {1..900})" "($(printf 'a?%.0s' {1..900}))*"; do
		exits 0 otf-filter --regex --function "$re|." "$sample"
	done
}

@test "an expression that does not parse is a usage error and tells the column" {
	exits 2 otf-filter --match 'length >= 5 and tag == 1' "$sample"
	says "otf-filter: --match: column 13: expected && or ||, not 'and tag == 1'"
	[ ! -s out ]
	exits 2 otf-filter --match 'lenght >= 5' "$sample"
	says "column 1: unknown field 'lenght'; did you mean 'length'?"
}

@test "--max-calls keeps the first calls of each function and process, whole" {
	agrees max-calls
	otf-filter --max-calls 2 "$sample" | awk -F'\t' '$1 == "Enter" { d[$3]++; if (++n[$3, $4] > 2) bad = 1 }
		$1 == "Leave" && --d[$3] < 0 { bad = 1 } END { for (p in d) bad += d[p]; exit bad != 0 }'
}

@test "--rules obeys filter files of VampirTrace, Score-P and TAU" {
	agrees rules
}

@test "--rules tells what it does not obey" {
	printf '%s\n' SCOREP_FILE_NAMES_BEGIN 'EXCLUDE */lib/*' SCOREP_FILE_NAMES_END SCOREP_REGION_NAMES_BEGIN \
		'EXCLUDE MANGLED MPI_*' SCOREP_REGION_NAMES_END >scorep
	exits 0 otf-filter --rules scorep "$sample"
	says 'otf-filter: --rules: scorep:1: ignoring the rules for source files'
	says 'otf-filter: --rules: scorep:5: ignoring MANGLED: patterns match the names in the trace'
	[ "$(wc -l <err)" -eq 2 ]
	otf-filter -x --function 'MPI_*' "$sample" | records | cmp - <(records <out)
	printf '%s\n' BEGIN_FILE_INCLUDE_LIST '*.c' END_FILE_INCLUDE_LIST BEGIN_EXCLUDE_LIST 'MPI_#' \
		END_EXCLUDE_LIST BEGIN_INSTRUMENT_SECTION 'loops routine="#"' END_INSTRUMENT_SECTION >tau
	exits 0 otf-filter --rules tau "$sample"
	says 'otf-filter: --rules: tau:1: ignoring this list'
	says 'otf-filter: --rules: tau:7: ignoring this list'
	otf-filter -x --function 'MPI_*' "$sample" | records | cmp - <(records <out)
}

@test "a TAU rule without the place in the source fits names with one" {
	printf 'BEGIN_EXCLUDE_LIST\nint f(int *) C\nEND_EXCLUDE_LIST\n' >tau
	stream 'DefFunction|-|0|1|int f(int *) C [{a.c} {1,2}]|0|0' 'DefFunction|-|0|2|int f(int x) C|0|0' \
		'Enter|5|1|1|0' 'Enter|5|1|2|0' 'Leave|6|1|2|0' 'Leave|7|1|0|0' >in
	otf-filter --no-pg --rules tau <in >got
	[ "$(records <got | grep -c -e ^Enter -e ^Leave)" -eq 2 ]
	grep -q '^Enter.*	2	0$' got
}

@test "a rule file with a bad line is a usage error with its place" {
	for bad in 'f' 'f -- x' 'f -- 1 S:0' 'f -- 1 S:5-3' 'f -- 5 Q' '@ x' '@ 1 -- ON'; do
		printf '# rules\ng -- 5\n%s\n' "$bad" >rules
		exits 2 otf-filter --rules rules "$sample"
		says 'otf-filter: --rules: rules:3: '
	done
	printf 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE a\n' >rules
	exits 2 otf-filter --rules rules "$sample"
	says 'rules:2: the file ends inside a list'
	printf 'BEGIN_EXCLUDE_LIST\na\nEND_EXCLUDE_LIST\nb\n' >rules
	exits 2 otf-filter --rules rules "$sample"
	says 'rules:4: expected BEGIN_EXCLUDE_LIST'
	exits 1 otf-filter --rules no-such-file "$sample"
	says 'otf-filter: --rules: no-such-file: No such file'
}

@test "--min-duration drops both ends of short calls" {
	agrees min-duration
}

@test "what --min-duration drops goes to --rejects in its order" {
	otf-filter --min-duration 50us --rejects no "$sample" >yes
	records <yes >kept
	otf-cat "$sample" | records | grep -v -x -F -f <(grep -v ^Def kept) >want
	records <no | cmp - want
	[ "$(grep -c ^Enter no)" -gt 10 ]
	[ "$(grep -c ^Enter no)" -eq "$(grep -c ^Leave no)" ]
	otf-filter -x --min-duration 50us "$sample" | records | grep -e ^Enter -e ^Leave |
		cmp - <(grep -e ^Enter -e ^Leave no)
}

@test "--min-duration holds no more than that time of the stream" {
	{
		printf '@OTFPIPE\t1.0\nEnter\t0\t1\t1\t0\n'
		seq 1 300000 | awk '{ print "Counter\t" $1 "\t1\t1\t5"}'
		printf 'Leave\t300000\t1\t1\t0\n@END\t300002\n'
	} >in
	peak sh -c 'otf-filter --no-pg --min-duration 100 <in >got'
	under 16
	cmp in got
	otf-filter --no-pg --min-duration 400000 <in | records | cmp - <(grep ^Counter in)
}

@test "--min-duration takes a time and no percent" {
	exits 2 otf-filter --min-duration 5% "$sample"
	says 'otf-filter: --min-duration: a duration cannot be a percentage'
	exits 2 otf-filter --min-duration x "$sample"
	printf '@OTFPIPE\t1.0\n@END\t0\n' >in
	exits 2 otf-filter --min-duration 5ms - <in
}

@test "--represent keeps the first process of each group" {
	agrees represent
}

@test "--represent writes what a trace of the first processes needs" {
	printf '1 2 3\n4 5\n' >groups
	silent otf-filter --represent groups "$sample" -o small
	otf-cat small >all
	[ "$(grep ^@SM all | cut -f 2-)" = "$(lines '1|1,4' '2|6,7,8')" ]
	[ "$(grep ^DefProcessSubstitutes all | cut -f 4-)" = "$(lines '1|1,2,3' '4|4,5')" ]
	[ "$(grep -c ^DefProcess'	' all)" -eq 8 ]
	printf '6 4 7\n' >more
	silent otf-filter --represent more small -o smaller
	[ "$(otf-cat smaller | grep ^DefProcessSubstitutes | cut -f 4-)" = "$(lines '1|1,2,3' '6|6,4,7,5')" ]
	[ "$(otf-cat smaller | grep ^Enter | cut -f 3 | sort -u | tr '\n' ' ')" = "1 6 8 " ]
}

@test "--represent leaves the record of substitutes to --record, and tells of processes that are not there" {
	printf '1 2\n3 77 78\n' >groups
	exits 0 otf-filter -v --represent groups -r Enter "$sample"
	says 'otf-filter: --represent: groups: process 77 and 1 more are not in the trace'
	[ "$(records <out | cut -f 1 | sort -u)" = Enter ]
	[ "$(records <out | cut -f 3 | sort -u | tr '\n' ' ')" = "1 3 4 5 6 7 8 " ]
}

@test "--represent sends what it drops to --rejects" {
	printf '1 2 3\n4 5\n' >groups
	otf-filter --represent groups --rejects no "$sample" | records >yes
	[ "$(grep -c ^Enter yes)" -gt 0 ]
	otf-cat "$sample" | records | grep -v -x -F -f <(grep -v ^Def yes) >want
	records <no | cmp - want
}

@test "a file of groups with a bad line is a usage error with its place" {
	for bad in 'rank' '1-' '5-3' '-1' '1 2 1' '4 7' '5000000000' '1-4000000000'; do
		printf '7 8\n%s\n' "$bad" >groups
		exits 2 otf-filter --represent groups "$sample"
		says 'otf-filter: --represent: groups:2: '
	done
	exits 1 otf-filter --represent no-such-file "$sample"
}

@test "--dry-run counts what would stay, by record and process" {
	for options in '' '-p 1,3' '--function MPI_* -x' '--min-duration 50us' '--no-tags'; do
		# shellcheck disable=SC2086
		otf-filter $options "$sample" | records >kept
		# shellcheck disable=SC2086
		silent otf-filter --dry-run $options "$sample"
		otf-cat "$sample" | records >all
		{
			awk -F'\t' 'NR == FNR { n[$1]++; next } { k[$1]++ }
				END { for (x in n) print "record", x, k[x] + 0, n[x] }' all kept
			awk -F'\t' '$2 == "-" || $1 == "DefMarker" { next } NR == FNR { n[$3]++; next } { k[$3]++ }
				END { for (x in n) print "process", x, k[x] + 0, n[x] }' all kept
			echo total - "$(wc -l <kept)" "$(wc -l <all)"
		} | sort >want
		sed 1d out | cut -f 1-4 | tr '\t' ' ' | sort | cmp - want
	done
}

@test "--dry-run writes nothing and foretells the bytes of plain files" {
	silent otf-filter --dry-run --max-calls 5 --rejects no -o small "$sample"
	[ ! -e no ]
	nothing small
	foretold=$(tail -n 1 out | cut -f 5)
	otf-filter --max-calls 5 -o small -z 0 "$sample"
	real=$(cat small.*.* | wc -c)
	[ $((foretold * 100)) -ge $((real * 97)) ]
	[ $((foretold * 100)) -le $((real * 103)) ]
	[ "$(awk -F'\t' '$1 == "record" { n += $5 } END { print n }' out)" = "$foretold" ]
}

@test "--dry-run on a full disk fails" {
	[ -e /dev/full ] || skip "no /dev/full"
	status=0
	otf-filter --dry-run "$sample" >/dev/full 2>err || status=$?
	[ "$status" -eq 1 ]
	says 'otf-filter: stdout: '
}

@test "--prune drops the definitions that nothing uses" {
	agrees prune
}

# All processes belong to MPI_COMM_WORLD, so without it there are fewer.
@test "--prune with -p makes a trace of those processes alone" {
	silent otf-filter -p 1,2,5 -r 'def,event,!DefProcessGroup,!*Collective*' --prune "$sample" -o small
	otf-cat small >all
	[ "$(grep '^DefProcess	' all | cut -f 4 | tr '\n' ' ')" = "1 2 3 4 5 6 8 " ] # with their peers
	[ "$(grep ^@SM all | cut -f 3 | tr '\n' ' ')" = "1,2,3,4 5,6,8 " ]
}

@test "--prune does the same on a pipe, a file at standard input, and a trace" {
	otf-filter --no-pg --prune --function 'MPI_*' --no-tags "$sample" >want
	otf-cat --no-pg "$sample" >in
	cat in | otf-filter --no-pg --prune --function 'MPI_*' --no-tags | cmp - want
	otf-filter --no-pg --prune --function 'MPI_*' --no-tags - <in | cmp - want
	{
		head -c 10 >/dev/null # what was read already is not read again
		otf-filter --no-pg --prune --function 'MPI_*' --no-tags
	} < <(printf '0123456789' && cat in) | cmp - want
	mkdir tmp
	cat in | TMPDIR=$PWD/tmp otf-filter --no-pg --prune --function 'MPI_*' --no-tags | cmp - want
	nothing tmp/
}

@test "--prune reads lists and rules once, though its input twice" {
	mkfifo groups rules
	otf-filter --represent <(printf '1 2 3\n') --rules <(echo 'MPI_* -- 3') -r @<(echo '!Marker') --prune "$sample" |
		records >got
	printf '1 2 3\n' >a
	echo 'MPI_* -- 3' >b
	otf-filter --represent a --rules b -r '!Marker' --prune "$sample" | records | cmp - got
	[ "$(grep -c ^DefProcessSubstitutes got)" -eq 1 ]
	[ "$(grep -c ^Enter got)" -gt 0 ]
}

@test "--prune tells what is amiss once" {
	otf-cat "$sample" | head -n 500 >short
	exits 3 otf-filter --prune short
	[ "$(wc -l <err)" -eq 1 ]
	exits 3 sh -c 'cat short | otf-filter --prune'
	[ "$(wc -l <err)" -eq 1 ]
	aborted || [ "$(grep -c ^@END out)" -eq 0 ]
	exits 1 otf-filter --prune no-such-trace
	[ "$(wc -l <err)" -eq 1 ]
	exits 2 otf-filter --prune --match 'x' "$sample"
	[ "$(wc -l <err)" -eq 1 ]
	sed 's/^Leave\t[0-9]*\t1\t/&x/' <(otf-cat "$sample") >bad
	exits 1 otf-filter --prune bad
	[ "$(wc -l <err)" -eq 1 ]
	exits 1 env TMPDIR=/no/such/dir sh -c "otf-cat '$sample' | otf-filter --prune"
	says 'otf-filter: /no/such/dir: cannot create a copy of stdin'
}

@test "both passes of --prune leave the same unread: damage among what nobody wants is no concern" {
	for f in "$REPO"/tests/data/sample.*; do cp "$f" "bad.${f##*/sample.}"; done
	sed -i '200s/.*/garbage!/' bad.2.events
	silent otf-filter --no-pg -p 1 bad
	silent otf-filter --no-pg --prune -p 1 bad
	mv out pruned
	silent otf-filter --no-pg --prune -p 1 "$sample"
	cmp <(records <out) <(records <pruned)
	exits 1 otf-filter --prune -p 5 bad
	says 'bad.2.events:200'
}
