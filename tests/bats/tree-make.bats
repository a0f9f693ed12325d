# The makefile: what it looks for, what it packs, and what it builds wherever it stands.

load common

setup() {
	common_setup
	case $BUILD in */san-*) skip "of make, not of programs" ;; esac
	cd "$REPO" || return 1
	unset MAKEFLAGS MFLAGS MAKELEVEL
}

# What HAVE_ZSTD is with these flags of the preprocessor.
have_zstd() {
	make -pn DEPS=: CPPFLAGS="$1" clean 2>/dev/null | sed -n 's/^HAVE_ZSTD := *//p'
}

@test "zstd is used only where its header is" {
	mkdir "$BATS_TEST_TMPDIR/with" "$BATS_TEST_TMPDIR/without"
	: >"$BATS_TEST_TMPDIR/with/zstd.h"
	[ "$(have_zstd "-nostdinc '-I$BATS_TEST_TMPDIR/with'")" = 1 ]
	[ "$(have_zstd "-nostdinc '-I$BATS_TEST_TMPDIR/without'")" = "" ]
}

@test "without a target, all is made" {
	make -n DEPS=: B="$BATS_TEST_TMPDIR/b" >"$BATS_TEST_TMPDIR/made" 2>/dev/null || true
	make -n DEPS=: B="$BATS_TEST_TMPDIR/b" all >"$BATS_TEST_TMPDIR/all" 2>/dev/null || true
	[ -s "$BATS_TEST_TMPDIR/all" ]
	cmp "$BATS_TEST_TMPDIR/all" "$BATS_TEST_TMPDIR/made"
}

# What make says of VARIABLE where pkg-config is not, or does not know of libotf2.
without_otf2() { # VARIABLE
	rm -rf "$BATS_TEST_TMPDIR/bin" && mkdir "$BATS_TEST_TMPDIR/bin"
	printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/pkg-config"
	chmod +x "$BATS_TEST_TMPDIR/bin/pkg-config"
	PATH=$BATS_TEST_TMPDIR/bin:$PATH make -pn DEPS=: clean 2>/dev/null | sed -n "s/^$1 :\{0,1\}= *//p"
}

@test "only tests and benchmarks need libotf2" {
	[ "$(without_otf2 HAVE_OTF2)" = "" ]
	[ "$(without_otf2 OTF2_LIBS)" = "" ]
	[[ " $(without_otf2 OTF2TESTS) " == *"/frames "* ]]
	[[ " $(without_otf2 OTF2TESTS) " != *"/extreme "* ]]
	[[ " $(without_otf2 CMDS) " == *" otf2-to-otf "* ]]
	[[ " $(without_otf2 CMDS) " == *" otf-to-otf2 "* ]]
	[[ " $(without_otf2 BUILD_PKGS) " != *otf2* ]]
	[[ " $(without_otf2 BUILD_PKGS) " != *format2* ]]
	fails grep -q trace-format2 <(ldd "$BUILD/otf2-to-otf")
}

@test "without libsqlite3 otf-to-sqlite is not made; only otf-to-sqlite is linked with it" {
	[ "$(without_otf2 HAVE_SQLITE)" = "" ]
	[ "$(without_otf2 SQLITE_LIBS)" = "" ]
	[[ " $(without_otf2 CMDS) " != *" otf-to-sqlite "* ]]
	[[ " $(without_otf2 ROOMOBJ) " != */to-sqlite/* ]]
	[[ " $(without_otf2 ROOMOBJ) " == */to-chrome/* ]]
	[[ " $(without_otf2 BUILD_PKGS) " != *sqlite* ]]
	fails grep -q libsqlite3 <(ldd "$BUILD/otf-cat")
	otf-cat --version -v | grep -E '^(sqlite [0-9.]+|no sqlite)$'
}

@test "every target that the makefile names at its head exists" {
	targets=$(sed -n '1,/^$/s/^#   make \([a-z]*\).*/\1/p' Makefile)
	[ "$(echo "$targets" | wc -l)" -ge 13 ]
	# shellcheck disable=SC2086
	make -n DEPS=: $targets >/dev/null 2>"$BATS_TEST_TMPDIR/err" || { cat "$BATS_TEST_TMPDIR/err"; false; }
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
	run tests/reproducible build/obj/cmd/option/help.o build/obj/libotfpipe/base/num.o
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *" files are the same in both folders" ]]
}

@test "flags that name folders are not part of --version -v" {
	rm -rf "$BATS_TEST_TMPDIR/tree" && mkdir "$BATS_TEST_TMPDIR/tree"
	tar cf - Makefile NEWS mk man libotfpipe | tar xf - -C "$BATS_TEST_TMPDIR/tree"
	make -C "$BATS_TEST_TMPDIR/tree" -s SAN= CFLAGS="-O1 -I/some/where -g" build/version.h
	grep -F '"-O1 -g"' "$BATS_TEST_TMPDIR/tree/build/version.h"
}

@test "what is installed below a folder with a blank in its name is removed again" {
	root="$BATS_TEST_TMPDIR/a root"
	san=
	case $BUILD in */san-*) san=${BUILD##*/san-} ;; esac
	make -s install DEPS=: SAN="${san//-/,}" DESTDIR="$root" PREFIX=/usr
	"$root/usr/bin/otf-cat" --version | grep -q '^otf-cat '
	for file in lib/libotfpipe.so lib/pkgconfig/otfpipe-vtf3.pc include/otfpipe/otfpipe.h share/man/man1/otf-cat.1 \
		share/otfpipe/otfpipe.mk share/bash-completion/completions/otf-cat share/zsh/site-functions/_otf-cat; do
		[ -s "$root/usr/$file" ]
	done
	make -s uninstall SAN="${san//-/,}" DESTDIR="$root" PREFIX=/usr
	[ -z "$(find "$root" ! -type d)" ]
	[ -z "$(find "$root" -name otfpipe)" ]
}

@test "tests that all skip are no failure; no test at all is one" {
	printf '#!/bin/sh\necho 1..1; echo "ok 1 a test # SKIP no tool"\n' >"$BATS_TEST_TMPDIR/test_skip"
	printf '#!/bin/sh\necho 1..1; echo "not ok 1 a test"\n' >"$BATS_TEST_TMPDIR/test_fail"
	chmod +x "$BATS_TEST_TMPDIR"/test_*
	mkdir "$BATS_TEST_TMPDIR/build"
	T="" run tests/run "$BATS_TEST_TMPDIR/build" "$BATS_TEST_TMPDIR/test_skip"
	[ "$status" -eq 0 ]
	[[ $output == *"test_skip: ok 1 a test # SKIP no tool"* ]]
	T=skip run tests/run "$BATS_TEST_TMPDIR/build" "$BATS_TEST_TMPDIR/test_skip" "$BATS_TEST_TMPDIR/test_fail"
	[ "$status" -eq 0 ]
	T="" run tests/run "$BATS_TEST_TMPDIR/build" "$BATS_TEST_TMPDIR/test_skip" "$BATS_TEST_TMPDIR/test_fail"
	[ "$status" -eq 1 ]
	T=nothing run tests/run "$BATS_TEST_TMPDIR/build" "$BATS_TEST_TMPDIR/test_skip"
	[ "$status" -eq 1 ]
}

# Each is a name of a trace and, read by a shell or by make, a command. $IFS is a blank where a name has none.
hostile_names() {
	cat <<-'END'
		it's
		'; touch ran; '
		a;touch${IFS}ran
		a; touch ran
		a$(touch${IFS}ran)
		a `touch ran` b
		a&touch ran
		a|touch ran
		a"b"
		$(shell touch ran)
		$@ $$ $*
		-x
		-x -y
		a  b	c
		a<b>c
		(a)
		a:b#c
		a*[b]?
		a%b
		a\b\
		~root
		{a,b}!
	END
}

@test "otfpipe.mk: names of traces with quotes, blanks, \$ and ; are names, and nothing of them is run" {
	cd "$BATS_TEST_TMPDIR"
	while IFS= read -r name; do
		rm -rf one && mkdir one && cd one
		otf-cat "$REPO/tests/data/sample.otf" | otf-write "./$name"
		for what in checked tsv folded html json svg png pdf slices joined.otf; do
			make -s -f "$REPO/otfpipe.mk" OTF_SHARES=2 OTF_SLICES=2 -- "$name.$what"
			[ "$what" = slices ] || [ -f "./$name.$what" ]
		done
		[ ! -e ran ]
		otf-stat --tsv "./$name" | cmp - "./$name.tsv"
		otf-stat --folded "./$name" | cmp - "./$name.folded"
		otf-to-chrome "./$name" | cmp - "./$name.json"
		otf-diff "./$name" "./$name.joined"
		[ "$(find . -type f | wc -l)" -eq 29 ]
		cd ..
	done < <(hostile_names)
}

@test "otfpipe.mk refuses a name with a line break" {
	cd "$BATS_TEST_TMPDIR"
	otf-cat "$REPO/tests/data/sample.otf" | otf-write $'a\ntouch ran'
	run make -i -f "$REPO/otfpipe.mk" $'a\ntouch ran.svg'
	[ "$status" -eq 2 ]
	[[ $output == *"a name with a line break"* ]]
	[ ! -e ran ]
}

@test "Python modules of the tests leave no compiled files" {
	cp tests/tools/flip.py "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	python3 -c 'import flip'
	[ ! -e __pycache__ ]
}

# What dpkg installs with every system, or with a compiler or pkg-config, needs no row in CHECK_PKGS. Neither does node: only
# the engines of make engines need it.
@test "each tool without which a test skips comes with a package that make check installs" {
	need_tools dpkg-query
	cd "$BATS_TEST_TMPDIR"
	packages=$(make -C "$REPO" -pn DEPS=: clean 2>/dev/null | sed -n 's/^\(CHECK\|BUILD\)_PKGS = //p')
	tools=$(sed -n 's/^[[:space:]]*need_tools \(.*\)/\1/p; s/.*command -v \([a-z0-9+-]*\) .*skip .*/\1/p' "$REPO"/tests/bats/*.bats "$REPO"/tests/bats/*.bash |
		tr ' ' '\n' | sort -u)
	[ "$(echo "$tools" | wc -l)" -gt 20 ]
	tools=$(for tool in $tools; do
		case $tool in *[!a-z0-9+-]* | node) continue ;; esac # node, which is large, is for one who has it
		[ -e "$BUILD/bench/$tool" ] || [ -e "$BUILD/$tool" ] || echo "$tool"
	done)
	# some are links of update-alternatives
	for tool in $tools; do echo "/usr/bin/$tool" "/bin/$tool" "$(readlink -f "/usr/bin/$tool")"; done |
		xargs dpkg-query -S 2>/dev/null | sed '/^diversion/d; s/:[a-z0-9]*:/:/' >owners || true
	for tool in $tools; do
		package=$(sed -n "s|^\([^:]*\): \(/usr\)\?/bin/$tool\$|\1|p" owners | sed 's/-minimal$//' | head -n 1)
		[ -n "$package" ] || package=$(grep -F ": $(readlink -f "/usr/bin/$tool")" owners | sed 's/:.*//;q')
		[ -n "$package" ] || { echo "no package has $tool"; false; }
		case " $packages make gcc git binutils pkgconf " in *" $package "*) continue ;; esac
		[ "$(dpkg-query -W -f '${Essential}' "$package")" = yes ] || { echo "$tool of $package"; false; }
	done
}

@test "a benchmark ends with a table of all jobs, and beside an earlier one it names what got slower" {
	need_tools otfprint
	cd "$BATS_TEST_TMPDIR"
	run_bench() { TMPDIR=$PWD BENCH_EVENTS=20k BENCH_RUNS=1 T='otf-cat -j 1 / otfprint' TABLE=$PWD/table sh "$REPO/bench/run.sh"; }
	run_bench >out
	[ "$(grep -c '^otf-cat -j 1 / otfprint ' out)" -eq 2 ]
	cut -f 1 table | tail -n 2 >names
	printf '%s\n' '#job' 'otf-cat -j 1 / otfprint' | cmp - names
	sed 's/^\(otf-cat[^\t]*\t\)[^\t]*/\1100/' table >slow
	EARLIER=$PWD/slow run_bench >out
	tail -n 1 out | grep -qx '1 compared, 0 slower by more than 5 %'
	sed 's/^\(otf-cat[^\t]*\t\)[^\t]*/\10.0001/' table >fast
	EARLIER=$PWD/fast fails run_bench >out
	grep -q '^otf-cat -j 1 / otfprint .*, slower by [0-9]* %$' out
	tail -n 1 out | grep -qx '1 compared, 1 slower by more than 5 %'
	sed '/^otf-cat/d' table >other
	EARLIER=$PWD/other fails run_bench >out
	tail -n 1 out | grep -qx '0 compared, 0 slower by more than 5 %, 1 not in the earlier table'
}

@test "each folder of the code has tests that mutants of it must fail" {
	need_tools python3
	tests/mutants/run --list >/dev/null
}
