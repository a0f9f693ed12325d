# Every example of README, doc/ and the manual pages is run; output that is shown is compared.

load examples

setup() {
	examples_setup
}

# run_documents KIND FILE...: each of them, also after one has failed.
run_documents() {
	local kind=$1 file failed=0
	shift
	for file; do
		run_document "$kind" "$file" || failed=1
	done
	[ "$failed" -eq 0 ]
}

@test "README is short, has ten examples or more, and each does what it shows" {
	[ "$(wc -l <"$top/README")" -le 150 ]
	[ "$(grep -c '^\$ ' "$top/README")" -ge 10 ]
	run_document fenced README
}

@test "each file below doc/ has examples, and each does what it shows" {
	cd "$top"
	set -- $(find doc -type f ! -path 'doc/pictures/*' | sort)
	cd "$BATS_TEST_TMPDIR"
	[ $# -ge 8 ]
	run_documents fenced "$@"
}

@test "the documents name all files below doc/" {
	cd "$top/doc/cookbook"
	for file in *; do
		[ "$file" = README ] || grep -q "^    $file  " README || { echo "$file"; false; } || exit 1
	done
	cd ..
	for file in *; do
		grep -q "doc/$file" "$top/README" || { echo "$file"; false; } || exit 1
	done
}

@test "each manual page of a command has examples, and each runs in silence" {
	cd "$top"
	set -- man/*.h2m
	[ $# -eq "$(ls cmd/*.c | wc -l)" ]
	cd "$BATS_TEST_TMPDIR"
	run_documents manual "$@"
}

@test "each example of otfpipe(7) runs in silence" {
	run_document manual man/otfpipe.7
}

@test "the example of otfpipe-stream(5) is a whole line stream" {
	awk '/^\.SH/ { on = /EXAMPLES/ } on && /^[@A-Z]/' "$top/man/otfpipe-stream.5.in" |
		sed 's/^\([@A-Za-z]*\)  */\1\t/; s/   */\t/g' >stream
	otf-cat --count stream >count
	[ "$(cat count)" = "$(tail -n 1 stream | cut -f 2)" ]
	[ "$(cat count)" -gt 3 ]
}

@test "the table of otfpipe-stream(5) names every record of the schema" {
	otf-cat --schema >schema
	awk -F '\t' -f "$top/man/schema.awk" schema "$top/man/otfpipe-stream.5.in" >page
	grep -v '^#' schema | cut -f 1 | while read -r name; do
		grep -q "^\.BR $name " page || { echo "$name"; false; } || exit 1
	done
}

@test "the sections of all manual pages stand in the order of man-pages(7)" {
	pages=$(dirname "$(command -v otf-cat)")/man
	[ -e "$pages/otf-cat.1" ] || skip "no manual pages of commands: no help2man here"
	for page in "$pages"/*.[1-9]; do
		sed -n 's/^\.SH "*\([^"]*\)"*$/\1/p' "$page" >sections
		printf '%s\n' NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' 'RETURN VALUE' ERRORS ENVIRONMENT FILES EXAMPLES NOTES 'SEE ALSO' |
			grep -x -f sections >ordered
		diff sections ordered || { echo "$page"; false; } || exit 1
		case $page in
		*.1) grep -x -e DESCRIPTION -e OPTIONS -e 'EXIT STATUS' -e EXAMPLES -e 'SEE ALSO' sections | wc -l | grep -q -x 5 ;;
		*) grep -q -x DESCRIPTION sections ;;
		esac || { echo "$page: a section is missing"; false; } || exit 1
	done
}

@test "groff formats all manual pages without a warning" {
	pages=$(dirname "$(command -v otf-cat)")/man
	command -v groff >/dev/null || skip "no groff here"
	for page in "$pages"/*.[1-9]; do
		groff -man -Tutf8 -ww -z "$page" 2>&1
	done >warnings
	[ ! -s warnings ] || { cat warnings; false; }
}
