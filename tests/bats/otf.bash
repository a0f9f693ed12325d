# Helpers of the tests of otf.h: the same program, built with our library and with the reference.

# otf_ours PROGRAM FILE.c...: build it with our headers and library, as C or C++ by its suffix.
otf_ours() {
	local program=$1 flags='' compiler=${CC:-gcc} standard=-std=c11
	shift
	case $1 in
	*.cc) compiler=${CXX:-g++} standard=-std=c++11 ;;
	esac
	case $BUILD in
	*/san-*) flags="-fsanitize=$(basename "$BUILD" | sed 's/^san-//; s/-/,/g')" ;;
	esac
	# shellcheck disable=SC2086
	$compiler $standard -D_GNU_SOURCE -g -Wall -Wextra -Werror -Wno-unused-parameter $flags -I"$BUILD/open-trace-format" \
		-o "$program" "$@" "$BUILD/libotfpipe-otf.so" -Wl,-rpath,"$BUILD" -pthread
}

# otf_reference PROGRAM FILE.c...: the same with the reference, if it is here.
otf_reference() {
	local program=$1
	shift
	has_reference || return 0
	gcc -std=gnu11 -g -w -I/usr/include/open-trace-format -o "$program" "$@" -lotfaux -lopen-trace-format -lm -pthread
}

has_reference() {
	[ -e /usr/include/open-trace-format/otf.h ]
}

need_reference_library() {
	has_reference || skip "no libopen-trace-format-dev here"
}
