# otfpipe.h: the library as it is installed, and programs of strangers.

load common

# The library of a build with sanitizers wants them in the program, too, and only gcc has its libraries.
setup_file() {
	common_setup
	local san=''
	case $BUILD in
	*/san-*) san=$(basename "$BUILD" | sed 's/^san-//; s/-/,/g') ;;
	esac
	make -s -C "$REPO" install DEPS=: SAN="$san" DESTDIR="$BATS_FILE_TMPDIR/root" PREFIX=/usr >/dev/null
	export SANFLAG=${san:+-fsanitize=$san}
}

setup() {
	common_setup
	ln -s "$BATS_FILE_TMPDIR/root" root # what pkg-config prints has to be free of blanks
	root=root
	export PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root LD_LIBRARY_PATH=$root/usr/lib
}

# build PROGRAM COMPILER...: an example as its Makefile builds it.
build() {
	need_tools pkg-config
	cp "$REPO"/examples/* .
	make -s -B "$1" CC="${*:2} -Werror $SANFLAG"
}

# What functions were entered how often, by the stream.
enters() {
	otf-cat "$1" | awk -F '\t' '
		$1 == "DefFunction" { name[$4] = $5 }
		$1 == "Enter" { n[name[$4]]++ }
		END { for (f in n) print n[f] "\t" f }' | sort
}

@test "the program at the top of otfpipe.h prints the time of each event" {
	need_tools pkg-config
	sed -n '/^ \*     #include/,/^ \*     }/s/^ \*     //p' "$root/usr/include/otfpipe/otfpipe.h" >program.c
	[ "$(wc -l <program.c)" -le 14 ]
	# shellcheck disable=SC2046
	gcc -std=c11 -Wall -Wextra -Werror $SANFLAG -o program program.c $(pkg-config --cflags --libs otfpipe)
	sample trace
	./program trace >got
	otf-cat -r event trace | grep -v '^@' | cut -f 2 | diff - got
	[ "$(wc -l <got)" -gt 100 ]
	fails ./program nothing
}

@test "count-enters, of 30 lines, counts the calls of each function" {
	[ "$(wc -l <"$REPO/examples/count-enters.c")" -le 30 ]
	sample trace
	build count-enters gcc -std=c11
	./count-enters trace | sort >got
	enters trace | diff - got
	[ "$(wc -l <got)" -gt 20 ]
	fails ./count-enters nothing 2>said
	grep -q 'nothing: no such trace' said
}

@test "keep-calls is a filter of a pipeline" {
	sample trace
	build keep-calls gcc -std=c11
	otf-cat trace | ./keep-calls MPI_ | otf-write kept
	otf-check -q kept
	enters kept >got
	enters trace | grep MPI_ | diff - got
	otf-cat trace | head -n 200 | fails ./keep-calls MPI_ >cut 2>said
	grep -q 'without @END' said
	tail -n 1 cut | grep -q '^@ABORT'
}

@test "write-ping writes a trace that keeps the rules" {
	build write-ping gcc -std=c11
	./write-ping ping
	./write-ping ping # in place of the first
	otf-check ping
	otf-cat --no-pg ping >got
	grep -q -x $'SendMsg\t20\t1\t2\t0\t0\t64\t0' got
	grep -q -x $'RecvMsg\t25\t2\t1\t0\t0\t64\t0' got
	fails ./write-ping /nowhere/ping 2>said
	grep -q '^write-ping: /nowhere' said
}

@test "the examples are clean C11 and C++17, of gcc and clang" {
	local program
	need_tools clang g++ pkg-config
	SANFLAG='' # of gcc
	for program in count-enters keep-calls write-ping; do
		case $BUILD in
		*/san-*)
			# shellcheck disable=SC2046
			clang -std=c11 -Wall -Wextra -pedantic -Werror -fsyntax-only $(pkg-config --cflags otfpipe) \
				"$REPO/examples/$program.c"
			# shellcheck disable=SC2046
			g++ -x c++ -std=c++17 -Wall -Wextra -pedantic -Werror -fsyntax-only $(pkg-config --cflags otfpipe) \
				"$REPO/examples/$program.c"
			;;
		*)
			build $program clang -std=c11
			build $program g++ -x c++ -std=c++17
			;;
		esac
	done
	case $BUILD in
	*/san-*) return ;;
	esac
	./write-ping ping
	./count-enters ping | grep -q -x $'2\tmain'
}

@test "a program that was compiled with an older header, of fewer options, runs" {
	need_tools pkg-config
	mkdir old
	cp "$root"/usr/include/otfpipe/*.h old
	sed -i '/^struct otfp_read_options {/,/^};/ { /void \*ctx;/d; /(\*report)/d; /(\*stop)/d }' old/otfpipe.h
	fails cmp -s old/otfpipe.h "$root/usr/include/otfpipe/otfpipe.h"
	sed 's/NULL, &err/\&o, \&err/; s/struct otfp_error err;/struct otfp_error err; struct otfp_read_options o; otfp_read_options_init(\&o);/' \
		"$REPO/examples/count-enters.c" >program.c
	# shellcheck disable=SC2046
	gcc -Wall $SANFLAG -Iold -o program program.c $(pkg-config --libs otfpipe)
	sample trace
	./program trace | sort >got
	enters trace | diff - got
}

@test "what is exported is what otfpipe.h declares, and what the version script lists" {
	grep -h -v '^#' "$REPO"/libotfpipe/otfpipe*.h | tr '\n' ' ' | grep -o 'OTFP_API [^;]*;' |
		sed 's/^OTFP_API [^(]*\b\(otfp_[a-z_]*\)(.*/\1/' | sort >declared
	nm -D --defined-only "$BUILD/libotfpipe.so" | awk '{ print $NF }' | sort | diff declared -
	sed -n 's/^\t\(otfp_.*\);$/\1/p' "$REPO/libotfpipe/otfpipe.map" | sort | diff declared -
}

@test "every function has its place in the manual" {
	local name
	sed -n 's/^\t\(otfp_.*\);$/\1/p' "$REPO/libotfpipe/otfpipe.map" >names
	for name in $(cat names); do
		grep -q "[ *]$name(" "$REPO"/man/otfp*.3 "$REPO"/man/libotfpipe.3 || { echo "no page of section 3 has $name" && return 1; }
	done
	cat "$REPO"/man/otfp*.3 | sed -n '/^\.SH SYNOPSIS/,/^\.SH DESC/p' | grep -o '\botfp_[a-z_]*(' | tr -d '(' | sort -u >told
	[ -z "$(grep -v '_options_init$' told | comm -23 - <(sort names))" ] # no page has what is not there
	[ -s "$root/usr/share/man/man3/libotfpipe.3" ]
}

# See doc/internals, "The public interface".
@test "programs of the last release run with this library" {
	local abi
	tests=$REPO/tests/api
	"$REPO/tests/abi" "$BUILD" | sort >now
	abi=$(sed -n 's/^soname libotfpipe\.so\.//p' now)
	if [ ! -e "$tests/abi-$abi" ]; then
		echo "There is no tests/api/abi-$abi. If the version is new: tests/abi build | sort >tests/api/abi-$abi"
		return 1
	fi
	# what is unused may become used
	comm -23 "$tests/abi-$abi" now | grep -v '^member otfp_[a-z]*\.unused ' >gone || true
	if [ -s gone ]; then
		echo "Programs that were compiled with otfpipe $abi rely on this, which is gone or has changed:"
		cat gone
		echo "Undo it, or raise the version: doc/internals says how under \"The public interface\"."
		return 1
	fi
}
