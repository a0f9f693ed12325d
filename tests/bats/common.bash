# Helpers of the tests on traces: where things are, what may be missing here, small traces.

# Call from setup: the commands in PATH, an empty directory, the C locale.
common_setup() {
	bats_require_minimum_version 1.5.0
	REPO=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	SHARED=${OTFPIPE_SHARED:-$REPO/../shared}
	export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
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

# fails COMMAND...: its status says no. That of a program that was killed or is not there does not, nor that of grep, cmp
# or diff that cannot read its input. A bare `! command` fails a test as its last command only.
fails() {
	local got=0 most=125
	case $1 in
	grep | cmp | diff) most=1 ;;
	esac
	"$@" || got=$?
	[ "$got" -ge 1 ] && [ "$got" -le "$most" ] || {
		echo "exit $got, not a failure: $*"
		return 1
	}
}

# by_length FEW ALL: how much of it `make check` takes, and with LONG=1 as `make trust` sets it.
by_length() {
	if [ -n "${LONG-}" ]; then echo "$2"; else echo "$1"; fi
}

# sampled: every third line of the input, each test others; with LONG=1 all of them.
sampled() {
	awk -v step="$(by_length 3 1)" -v first="${BATS_TEST_NUMBER:-0}" '(NR + first) % step == 0 { print; n++ } { last = $0 }
		END { if (NR && !n) print last }'
}

# ---- what may be missing ----

need_shared() {
	[ -d "$SHARED/corpus" ] || skip "no shared data in $SHARED"
}

# Only .ci/run installs one.
need_browser() {
	local program
	for program in chromium chromium-browser google-chrome; do
		if command -v "$program" >/dev/null; then return; fi
	done
	skip "no Chromium here"
}

need_tools() {
	local tool
	for tool; do
		command -v "$tool" >/dev/null || skip "no $tool here"
	done
}

# A client program in C++ that setup_file compiles.
need_cxx() { # NAME
	need_tools g++
	[ -x "$BATS_FILE_TMPDIR/$1" ] || skip "the library has sanitizers"
}

need_valgrind() {
	[[ $BUILD != */san-* ]] || return 0
	need_tools valgrind
}

# under_valgrind PROGRAM...: exit 99 if it reads or writes what is not its own, or loses memory. Sanitizers do that by
# themselves.
under_valgrind() {
	case $BUILD in
	*/san-*) "$@" ;;
	*) valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect "$@" ;;
	esac
}

# Sanitizers reserve more address space than any limit.
need_limits() {
	case $BUILD in */san-*) skip "address space cannot be limited with sanitizers" ;; esac
	[ -z "${OTFPIPE_EMULATED-}" ] || skip "an emulator needs address space of its own"
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

# A chroot may have no /dev/pts.
need_terminal() {
	need_tools python3
	python3 -c 'import pty; pty.openpty()' 2>/dev/null || skip "no pseudo-terminal here"
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

# A trace t of 14 records, a copy in ./trace, its records in ./whole. By its version all files have trailers.
small_trace() {
	local tab=$'\t'
	printf '%s\n' 1:1,2 2:3 >t.otf
	printf '%s\n' 'DV1.c.5"x"' DTR3e8 'DP1NM"a"' DP2 'DP3NM"c"PT1' 'DF1G0NM"f"' >t.0.def
	printf '%s\n' a '*1' E1 14 '*2' E1X7 1e '*1' K5Y6V2a S3L4T5C6 28 '*1' L1 '*2' L 28 '*2' >t.1.events
	printf '%s\n' f '*3' E1 23 '*3' R1L4T5C6 L1 23 '*3' >t.2.events
	tr '|' "$tab" >whole <<-'END'
		DefVersion|-|0|1|12|5|x
		DefTimerResolution|-|0|1000
		DefProcess|-|0|1|a|0
		DefProcess|-|0|2|\N|0
		DefProcess|-|0|3|c|1
		DefFunction|-|0|1|f|0|0
		Enter|10|1|1|0
		Enter|15|3|1|0
		Enter|20|2|1|7
		SendMsg|30|1|3|6|5|4|0|5:I:42
		RecvMsg|35|3|1|6|5|4|0
		Leave|35|3|1|0
		Leave|40|1|1|0
		Leave|40|2|0|0
	END
	mkdir trace
	cp t.* trace
}

# same_text A B...: the traces have the same files, compressed or not, with the same text.
same_text() {
	python3 "$REPO/tests/oracle/sametrace.py" "$@"
}

# ---- the reference as a witness ----

# with_zlib_fix COMMAND...: OTF 1.12.5 cannot read its own compressed files with zlib >= 1.2.12.
with_zlib_fix() {
	if [ -e "$BATS_FILE_TMPDIR/zfix.so" ]; then
		LD_PRELOAD=zfix.so LD_LIBRARY_PATH=$BATS_FILE_TMPDIR "$@" # its path may have blanks
	else
		"$@"
	fi
}

# What otfprint says of a trace, sorted; our line stream in the same form.
reference_says() {
	with_zlib_fix otfprint --fullkeyvalue -f 200 "$1" >said
	python3 "$REPO/tests/oracle/otfprint.py" -r <said | sort
}

stream_says() {
	python3 "$REPO/tests/oracle/otfprint.py" <"$1" | sort
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

# skewed: of a stream on standard input, the clocks of processes 2, 5, 8 ... are early by 5 ms, those of 3, 6, 9
# ... late by as many, so that messages are received before they are sent.
skewed() {
	for p in $(seq 30); do
		echo "$p 0 $((10000000 + (p % 3 - (p % 3 == 2) * 3) * 5000000))"
	done >skew.clocks
	otf-remap --no-pg --clocks skew.clocks
}

# ---- OTF2 ----

# otf2_rows: the rows of records.def as frames have them: kind, name, fidelity, fields name:type.
otf2_rows() {
	awk -v out=frames -f "$REPO/libotfpipe/otf2/otf2.awk" "$REPO/libotfpipe/otf2/records.def"
}
