# Every example of README and of the manual pages is run; output that is shown is compared.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return 1
	top=$PWD
	export LC_ALL=C
	unset MAKEFLAGS MFLAGS MAKELEVEL # an example runs make
	mkdir "$BATS_TEST_TMPDIR/run"
	cp -r tests/data/sample.* tests/data/ring tests/data/ping.bpv "$BATS_TEST_TMPDIR/run"
}

# README: in fences, "$ command", "> its next line", then its output. To N.sh and N.out here.
readme_examples() {
	awk '
	/^```/ { fenced = !fenced; name = ""; next }
	!fenced { next }
	/^\$ / { close(name); name = sprintf("%03d", ++n); print substr($0, 3) >(name ".sh"); command = 1; next }
	/^> / && command { print substr($0, 3) >(name ".sh"); next }
	{ command = 0; print >(name ".out") }' "$top/README"
}

# Manual: what stands between .EX and .EE of a page, one script a block.
manual_examples() {
	awk '
	/^\.EE/ { on = 0 }
	on { gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print >(name ".sh") }
	/^\.EX/ { on = 1; close(name); name = sprintf("%03d", ++n) }' "$1"
}

# Run all NNN.sh one after the other; tell each that fails or prints something else.
run_examples() {
	local failed=0 script
	for script in [0-9]*.sh; do
		if ! (cd run && sh "../$script") >got 2>err; then
			failed=$((failed + 1))
			echo "failed: $(cat "$script" err)"
		elif [ -s err ]; then
			failed=$((failed + 1))
			echo "not silent: $(cat "$script" err)"
		elif [ -e "${script%.sh}.out" ] && ! diff -u "${script%.sh}.out" got; then
			failed=$((failed + 1))
			echo "other output: $(cat "$script")"
		fi
	done
	[ "$failed" -eq 0 ]
}

@test "README has examples, and each does what it shows" {
	cd "$BATS_TEST_TMPDIR"
	readme_examples
	[ "$(ls [0-9]*.sh | wc -l)" -ge 20 ]
	run_examples
}

@test "each example of otf-cat(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-cat.h2m"
	run_examples
}

@test "each example of otf-check(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-check.h2m"
	sed -i '/^big.3.events/d' [0-9]*.sh # what a finding looks like
	run_examples
}

@test "each example of otf-diff(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-diff.h2m"
	run_examples
}

@test "each example of otf-info(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-info.h2m"
	run_examples
}

@test "each example of otf-filter(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-filter.h2m"
	run_examples
}

@test "each example of otf-remap(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-remap.h2m"
	run_examples
}

@test "each example of otf-slice(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-slice.h2m"
	run_examples
}

@test "each example of otf-snap(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-snap.h2m"
	run_examples
}

@test "each example of otf-sort(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-sort.h2m"
	run_examples
}

@test "each example of otf-stat(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-stat.h2m"
	run_examples
}

@test "each example of otf-to-tau(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-to-tau.h2m"
	run_examples
}

@test "each example of otf-write(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-write.h2m"
	run_examples
}

@test "each example of otf-print(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-print.h2m"
	run_examples
}

@test "each example of otf-to-chrome(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-to-chrome.h2m"
	run_examples
}

@test "each example of tau-to-otf(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/tau-to-otf.h2m"
	run_examples
}

@test "the table of otfpipe-stream(5) names every record of the schema" {
	otf-cat --schema >"$BATS_TEST_TMPDIR/schema"
	awk -F '\t' -f man/schema.awk "$BATS_TEST_TMPDIR/schema" man/otfpipe-stream.5.in >"$BATS_TEST_TMPDIR/page"
	grep -v '^#' "$BATS_TEST_TMPDIR/schema" | cut -f 1 | while read -r name; do
		grep -q "^\.BR $name " "$BATS_TEST_TMPDIR/page" || { echo "$name"; false; } || exit 1
	done
}

@test "each example of vtf3-to-otf(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/vtf3-to-otf.h2m"
	run_examples
}

@test "each example of otf-to-vtf3(1) runs in silence" {
	cd "$BATS_TEST_TMPDIR"
	manual_examples "$top/man/otf-to-vtf3.h2m"
	run_examples
}
