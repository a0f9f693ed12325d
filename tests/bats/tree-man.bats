# The manual pages that are made of the commands and committed: sections 1 and 5.

setup() {
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	build=$(dirname "$(command -v otf-cat)")
	cd "$top" || return 1
}

@test "every command has its page in man/, and there is no page of none" {
	for c in cmd/*.c libotfpipe/api/otf/otfpipe-config.in; do
		basename "${c%.*}"
	done | sort >"$BATS_TEST_TMPDIR/commands"
	for page in man/*.1; do
		basename "$page" .1
	done | sort >"$BATS_TEST_TMPDIR/pages"
	diff "$BATS_TEST_TMPDIR/commands" "$BATS_TEST_TMPDIR/pages"
	[ -e man/otfpipe-stream.5 ]
}

@test "every command is in README and in otfpipe(7), in its list and under SEE ALSO" {
	bad=0
	for c in cmd/*.c; do
		c=$(basename "$c" .c)
		grep -q -w -e "$c" README || { echo "README lacks $c"; bad=1; }
		grep -A 1 -x '\.TP' man/otfpipe.7 | grep -q -F -x ".BR $c (1)" || { echo "the list of otfpipe.7 lacks $c"; bad=1; }
		sed -n '/^\.SH SEE ALSO/,$p' man/otfpipe.7 | grep -q -E "^\.BR $c \(1\),?$" ||
			{ echo "SEE ALSO of otfpipe.7 lacks $c"; bad=1; }
	done
	[ "$bad" -eq 0 ]
}

# see_also PAGE: what stands under SEE ALSO, as NAME.SECTION
see_also() {
	awk '/^\.SH "?SEE ALSO/ { on = 1; next } /^\.SH/ { on = 0 } on' "$1" | tr -d '\\\\' |
		sed -n 's/^\.BR \([^ ]*\) (\([0-9]\)).*/\1.\2/p'
}

@test "SEE ALSO names pages that exist, and leads from otfpipe(7) to every page" {
	cd man
	for page in *.[1357]; do
		[ -n "$(see_also "$page")" ] || { echo "$page: names none"; false; } || exit 1
		for other in $(see_also "$page"); do
			case $other in otf2-print.1 | sqlite3.1) ;; *) [ -e "$other" ] || { echo "$page: $other"; false; } || exit 1 ;; esac
		done
	done
	reached=otfpipe.7
	for page in otfpipe.7 libotfpipe.3; do
		reached="$reached $(see_also "$page" | tr '\n' ' ')"
	done
	printf '%s\n' $reached | sort -u >"$BATS_TEST_TMPDIR/reached"
	ls *.[1357] | sort | comm -23 - "$BATS_TEST_TMPDIR/reached" >"$BATS_TEST_TMPDIR/lost"
	cat "$BATS_TEST_TMPDIR/lost"
	[ ! -s "$BATS_TEST_TMPDIR/lost" ]
}

# build/man is made anew by make check.
@test "the pages in man/ are those that the commands give now; make man refreshes them" {
	command -v help2man >/dev/null || skip "no help2man"
	bad=0
	for page in man/*.h2m man/otfpipe-stream.5; do
		page=${page%.h2m}
		[ -e "$page" ] || page=$page.1
		cmp "$page" "$build/$page" || bad=1
	done
	[ "$bad" -eq 0 ]
}

@test "the pages have no warnings of man" {
	command -v man >/dev/null || skip "no man"
	for page in man/*.[1357]; do
		MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings=w -l "$page" 2>&1 >/dev/null
	done >"$BATS_TEST_TMPDIR/warnings"
	cat "$BATS_TEST_TMPDIR/warnings"
	[ ! -s "$BATS_TEST_TMPDIR/warnings" ]
}
