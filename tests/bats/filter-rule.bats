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
	find "$SHARED/corpus/otf1" "$SHARED/corpus/public/otf-vis" "$SHARED/corpus/tau" -name '*.otf' | sort |
		while read -r trace; do
			! otf-cat --count "$trace" >/dev/null 2>&1 || echo "$trace"
		done
}

# agrees RULES: the cases of the rules give the same on all traces.
agrees() {
	python3 "$REPO/tests/bats/filterrule.py" "$1" "$sample" || return 1
	[ ! -d "$SHARED/corpus" ] ||
		corpus | xargs python3 "$REPO/tests/bats/filterrule.py" "$1"
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
	says "otf-filter: --function: bad expression 'a('"
}

@test "an expression that does not parse is a usage error and tells the column" {
	exits 2 otf-filter --match 'length >= 5 and tag == 1' "$sample"
	says "otf-filter: --match: column 13: && or || is wanted, not 'and tag == 1'"
	[ ! -s out ]
	exits 2 otf-filter --match 'lenght >= 5' "$sample"
	says "column 1: there is no field 'lenght'"
}
