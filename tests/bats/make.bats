# The makefile: what it looks for, what it packs, and what it builds wherever it stands.

setup() {
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	cd "$top" || return 1
	unset MAKEFLAGS MFLAGS MAKELEVEL
}

# What HAVE_ZSTD is with these flags of the preprocessor.
have_zstd() {
	make -pn DEPS=: CPPFLAGS="$1" clean 2>/dev/null | sed -n 's/^HAVE_ZSTD := *//p'
}

@test "zstd is used only where its header is" {
	mkdir "$BATS_TEST_TMPDIR/with" "$BATS_TEST_TMPDIR/without"
	: >"$BATS_TEST_TMPDIR/with/zstd.h"
	[ "$(have_zstd "-nostdinc -I$BATS_TEST_TMPDIR/with")" = 1 ]
	[ "$(have_zstd "-nostdinc -I$BATS_TEST_TMPDIR/without")" = "" ]
}

@test "every target that the makefile names at its head exists" {
	targets=$(sed -n '1,/^$/s/^#   make \([a-z]*\).*/\1/p' Makefile)
	[ "$(echo "$targets" | wc -l)" -ge 13 ]
	for target in $targets; do
		make -n DEPS=: "$target" >/dev/null 2>"$BATS_TEST_TMPDIR/err" || { cat "$BATS_TEST_TMPDIR/err"; false; }
	done
}

@test "make dist without git says what it needs" {
	mkdir "$BATS_TEST_TMPDIR/tree"
	tar cf - Makefile NEWS mk man libotfpipe/otfpipe.h | tar xf - -C "$BATS_TEST_TMPDIR/tree"
	run make -C "$BATS_TEST_TMPDIR/tree" dist
	[ "$status" -eq 2 ]
	[[ $output == *"make: dist packs what is committed: it needs git, and to run in a clone"* ]]
}

@test "what is compiled does not depend on the folder, and says nothing of it" {
	command -v gcc >/dev/null || skip "no gcc"
	run tests/reproducible build/obj/cmd/run/option-help.o build/obj/libotfpipe/base/num.o
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *" files are the same in both folders" ]]
}

@test "flags that name folders are not part of --version -v" {
	rm -rf "$BATS_TEST_TMPDIR/tree" && mkdir "$BATS_TEST_TMPDIR/tree"
	tar cf - Makefile NEWS mk man libotfpipe | tar xf - -C "$BATS_TEST_TMPDIR/tree"
	make -C "$BATS_TEST_TMPDIR/tree" -s CFLAGS="-O1 -I/some/where -g" build/version.h
	grep -F '"-O1 -g"' "$BATS_TEST_TMPDIR/tree/build/version.h"
}
