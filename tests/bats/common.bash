# Helpers of the tests on traces: where things are, what may be missing here, small traces.

# Call from setup: the commands in PATH, an empty directory, the C locale.
common_setup() {
	REPO=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	SHARED=${OTFPIPE_SHARED:-$REPO/../shared}
	export LC_ALL=C
	if [ -n "$OTFPIPE_BUILD" ]; then
		BUILD=$(cd "$REPO" && cd "$OTFPIPE_BUILD" && pwd)
	elif command -v otf-cat >/dev/null; then
		BUILD=$(dirname "$(command -v otf-cat)") # tests/run chose
	else
		BUILD=$REPO/build
	fi
	PATH=$BUILD:$BUILD/bench:$PATH
	cd "${BATS_TEST_TMPDIR:-$BATS_FILE_TMPDIR}" || return 1
}

# ---- what may be missing ----

need_shared() {
	[ -d "$SHARED/corpus" ] || skip "no shared data in $SHARED"
}

need_tools() {
	local tool
	for tool; do
		command -v "$tool" >/dev/null || skip "no $tool here"
	done
}

need_reference() {
	need_tools otfprint otfmerge
}

# The reference library with headers, and the programs of the shared data that use it.
need_library() {
	need_tools gcc
	[ -e /usr/include/open-trace-format/otf.h ] || skip "no libopen-trace-format-dev here"
	[ -d "$SHARED/tools/mktrace" ] || skip "no $SHARED/tools/mktrace"
}

need_mktrace() {
	need_tools mktrace
}

# ---- small traces ----

# sample NAME: a copy of the sample trace, as NAME.otf and so on.
sample() {
	local file
	for file in "$REPO"/tests/data/sample.*; do
		cp "$file" "$1.${file##*/sample.}"
	done
}

# same_text A B...: the traces have the same files, compressed or not, with the same text.
same_text() {
	python3 "$REPO/tests/sametrace.py" "$@"
}

# ---- the reference as a witness ----

# with_zlib_fix COMMAND...: OTF 1.12.5 cannot read its own compressed files with zlib >= 1.2.12.
with_zlib_fix() {
	if [ -e "$BATS_FILE_TMPDIR/zfix.so" ]; then
		LD_PRELOAD=$BATS_FILE_TMPDIR/zfix.so "$@"
	else
		"$@"
	fi
}

# What otfprint says of a trace, sorted; our line stream in the same form.
reference_says() {
	with_zlib_fix otfprint --fullkeyvalue -f 200 "$1" >said
	python3 "$REPO/tests/otfprint.py" -r <said | sort
}

stream_says() {
	python3 "$REPO/tests/otfprint.py" <"$1" | sort
}

# For setup_file: the shim and the reference's trace makers, in $BATS_FILE_TMPDIR, where they can be built.
build_reference() {
	local tools=$SHARED/tools/mktrace program
	[ -d "$tools" ] && command -v gcc >/dev/null || return 0
	gcc -O2 -shared -fPIC -o "$BATS_FILE_TMPDIR/zfix.so" "$tools/zfix.c" -ldl -lz
	[ -e /usr/include/open-trace-format/otf.h ] || return 0
	for program in allrec synth eqtimes; do
		gcc -O2 -I/usr/include/open-trace-format -o "$BATS_FILE_TMPDIR/$program" "$tools/$program.c" \
			-lopen-trace-format
	done
}
