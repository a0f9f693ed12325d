# Every example of README, doc/ and the manual pages is run; output that is shown is compared.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return 1
	PYTHONPATH=$(dirname "$(command -v otf-cat)")/python
	export PYTHONPATH PYTHONDONTWRITEBYTECODE=1
	top=$PWD
	export LC_ALL=C
	unset MAKEFLAGS MFLAGS MAKELEVEL # an example runs make
	cd "$BATS_TEST_TMPDIR" || return 1
	case $PYTHONPATH in */san-*) sanitized_python ;; esac
}

# A Python that loads libraries with sanitizers.
sanitized_python() {
	mkdir -p bin
	cat >bin/python3 <<-END
		#!/bin/sh
		LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 exec $(command -v python3) "\$@"
	END
	chmod +x bin/python3
	PATH=$PWD/bin:$PATH
}

# README and doc/: in fences, "$ command", "> its next line", then its output. To N.sh and N.out here.
# Fails for a fence without a command.
fenced_examples() {
	awk '
	/^```/ { if (fenced && !command) bad = 1; fenced = !fenced; command = 0; name = ""; next }
	!fenced { next }
	/^\$ / { close(name); name = sprintf("%03d", ++n); print substr($0, 3) >(name ".sh"); command = more = 1; next }
	/^> / && more { print substr($0, 3) >(name ".sh"); next }
	{ more = 0; if (name) print >(name ".out") }
	END { exit bad || fenced }' "$1"
}

# Manual: what stands between .EX and .EE of a page, but for the synopsis; one script a block.
manual_examples() {
	awk '
	/^\.SH/ { synopsis = /SYNOPSIS/ }
	/^\.EE/ { on = 0 }
	on { gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print >(name ".sh") }
	/^\.EX/ && !synopsis { on = 1; close(name); name = sprintf("%03d", ++n) }' "$1"
}

# Run all NNN.sh one after the other in ./run; report each that fails or prints something else.
run_scripts() {
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

# run_document KIND FILE: all examples of FILE, at least one, in a copy of the test data of their own.
run_document() (
	rm -rf document
	mkdir -p document/run
	cd document || exit 1
	cp -r "$top"/tests/data/sample.* "$top/tests/data/ring" "$top/tests/data/ping.bpv" "$top/otfpipe.mk" run
	"$1_examples" "$top/$2" || { echo "$2: a fence without a command, or without an end"; exit 1; }
	[ -e 001.sh ] || { echo "$2: no examples"; exit 1; }
	run_scripts || { echo "in $2"; exit 1; }
)

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
	[ "$(wc -l <"$top/README")" -le 120 ]
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
