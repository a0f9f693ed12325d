# otf-remap beside otf-check: what a remap makes is as clean as what it was made of.

setup() {
	load common
	load stream
	common_setup
	cd "$BATS_TEST_TMPDIR" || return 1
}

# findings: how often each rule is broken by standard input; places and tokens differ
findings() {
	otf-check --json >report.json || [ $? -eq 1 ] || return 1
	python3 - <<'END'
import json
from collections import Counter
report = json.load(open("report.json"))
found = Counter()
for trace in report["traces"]:
    for finding in trace["findings"]:
        found[finding["rule"]] += finding.get("more", 1)
for rule in sorted(found):
    print(rule, found[rule])
END
}

# as_clean TRACE OPTION...
as_clean() {
	trace=$1
	shift
	otf-cat --no-pg "$trace" | findings >before
	otf-remap --no-pg "$@" "$trace" | findings >after
	# who is missing in a collective operation is known of global groups alone
	[ "$1" != --unify ] || sed -i '/^collective-missing /d' before after
	cmp before after || { echo "$trace $*"; diff before after; return 1; }
}

whole_traces() {
	echo "$REPO/tests/data/sample.otf"
	[ ! -d "$SHARED/corpus" ] || find "$SHARED/corpus/otf1" -name '*.otf' | sort | while read -r trace; do
		if otf-cat --count "$trace" >/dev/null 2>&1; then echo "$trace"; fi
	done
}

@test "the rules that break before otf-remap break after it, as often" {
	whole_traces >traces
	printf 'process 1 501\nfunction 1 601\nfunction 2 602\nprocess-group 1000 1700\ncounter 1 900\n' >map
	while read -r trace; do
		as_clean "$trace" --map map
		as_clean "$trace" --unify
		as_clean "$trace" --hash-names=salt
		as_clean "$trace" --shift 12345
		as_clean "$trace" --scale 3
	done <traces
}

@test "a trace with messages received too early has none after --causal" {
	otf-remap --shift 0 "$REPO/tests/data/sample.otf" >good
	printf '3 0 100us\n' >late
	otf-remap --clocks late good >skewed
	findings <good >before
	findings <skewed | grep -q early-receive
	otf-remap --causal -q skewed | findings >after
	cmp before after
}
