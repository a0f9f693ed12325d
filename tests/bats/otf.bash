# Helpers of the tests of otf.h: the same program, built with our library and with the reference.

# otf_ours PROGRAM FILE.c...: build it with our headers and library, as C or C++ by its suffix.
otf_ours() {
	local program=$1 flags='' compiler=${CC:-gcc} standard=-std=c11
	shift
	case $1 in
	*.cc) compiler=${CXX:-g++} standard=-std=c++11 ;;
	esac
	flags=$(otf_sanitizers)
	# shellcheck disable=SC2086
	$compiler $standard -D_GNU_SOURCE -g -Wall -Wextra -Werror -Wno-unused-parameter -Wno-cast-function-type $flags -I"$BUILD/open-trace-format" -I"$BUILD" \
		-o "$program" "$@" "$BUILD/libotfpipe-otf.so" -Wl,-rpath,"$BUILD" -pthread
}

# The flags with which the library was built.
otf_sanitizers() {
	case $BUILD in
	*/san-*) echo "-fsanitize=$(basename "$BUILD" | sed 's/^san-//; s/-/,/g')" ;;
	esac
}

# otf_reference PROGRAM FILE.c...: the same with the reference, if it is here.
otf_reference() {
	local program=$1 compiler='gcc -std=gnu11'
	shift
	has_reference || return 0
	case $1 in
	*.cc) compiler='g++ -std=c++11' ;;
	esac
	$compiler -g -w -I/usr/include/open-trace-format -o "$program" "$@" -lotfaux -lopen-trace-format -lm -pthread
}

has_reference() {
	[ -e /usr/include/open-trace-format/otf.h ]
}

need_reference_library() {
	has_reference || skip "no libopen-trace-format-dev here"
}
