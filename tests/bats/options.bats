# What all commands have in common: help, version, usage errors, letters.

setup() {
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	if [ -n "$OTFPIPE_BUILD" ]; then
		PATH=$(cd "$top" && cd "$OTFPIPE_BUILD" && pwd):$PATH
	elif ! command -v otf-filter >/dev/null; then
		PATH=$top/build:$PATH
	fi
	commands=$(cd "$top/cmd" && ls *.c | sed 's/\.c$//')
	version=$(sed -n 's/^#define OTFP_VERSION "\(.*\)"/\1/p' "$top/libotfpipe/otfpipe.h")
}

@test "every command has --help on stdout, of 100 columns at most" {
	for c in $commands; do
		$c --help >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err"
		[ ! -s "$BATS_TEST_TMPDIR/err" ]
		head -n 1 "$BATS_TEST_TMPDIR/out" | grep "^Usage: $c "
		awk 'length > 100 { print; bad = 1 } END { exit bad }' "$BATS_TEST_TMPDIR/out"
		grep '^Exit status:$' "$BATS_TEST_TMPDIR/out"
	done
}

@test "every command has --version" {
	for c in $commands; do
		[ "$($c --version | head -n 1)" = "$c (otfpipe) $version" ]
		[ "$($c -v -V | grep -c '^compiler: ')" -eq 1 ]
	done
}

@test "a full disk under --help is an error" {
	[ -e /dev/full ] || skip "no /dev/full"
	for c in $commands; do
		run sh -c "$c --help >/dev/full"
		[ "$c" = otf-check ] && want=4 || want=1
		[ "$status" -eq "$want" ]
	done
}

@test "no letter has two meanings in any two commands" {
	for c in $commands; do
		$c --otfp-complete
	done | awk -F'\t' '
		$1 != "" && $1 in name && name[$1] != $2 { print $1, name[$1], $2; bad = 1 }
		$1 != "" { name[$1] = $2 }
		$2 in letter && letter[$2] != $1 { print $2, letter[$2], $1; bad = 1 }
		{ letter[$2] = $1 }
		NF != 4 { print; bad = 1 }
		END { exit bad || NR == 0 }'
}

@test "an unknown option is a usage error of two lines on stderr" {
	for c in $commands; do
		run sh -c "$c --no-such-option 2>&1 >/dev/null"
		[ "$status" -eq 2 ]
		[ "${lines[0]}" = "$c: unknown option '--no-such-option'" ]
		[ "${lines[1]}" = "Try '$c --help' for more information." ]
	done
}
