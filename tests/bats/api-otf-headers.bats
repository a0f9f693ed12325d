# otf.h: what the headers declare and the library exports, beside the headers of OTF 1.12.5 and its inventory; how
# programs find both.

load common
load otf

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
	root=$PWD/root
	export PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root LD_LIBRARY_PATH=$root/usr/lib
	headers=root/usr/include/otfpipe/open-trace-format
	api=$REPO/tests/oracle/otf-api.py
	inventory=$SHARED/spec/formats/otf1-api.md
}

@test "otf.h declares each function of OTF 1.12.5 with its type" {
	need_shared
	"$api" signatures "$inventory" >inventory.c
	[ "$(grep -c Static_assert inventory.c)" -eq 645 ]
	gcc -std=c11 -Wall -Werror -I$headers -c inventory.c
	need_reference_library
	"$api" signatures /usr/include/open-trace-format >reference.c
	[ "$(grep -c Static_assert reference.c)" -eq 714 ]
	gcc -std=c11 -Wall -Werror -I$headers -c reference.c
}

@test "macros, enumerators, sizes and offsets are those of OTF 1.12.5" {
	need_reference_library
	"$api" values /usr/include/open-trace-format >values.c
	gcc -std=gnu11 -I/usr/include/open-trace-format -o theirs values.c -lopen-trace-format
	# shellcheck disable=SC2086
	gcc -std=gnu11 -Wall -Wno-type-limits -Werror $SANFLAG -I$headers -o ours values.c
	./theirs >theirs.txt
	./ours | diff theirs.txt -
	[ "$(wc -l <theirs.txt)" -gt 3000 ]
}

@test "what is exported is what OTF 1.12.5 has, and what the manual adds" {
	need_shared
	{ cat "$REPO/tests/api/otf/own" && "$api" functions "$inventory"; } | sort >list
	nm -D --defined-only "$BUILD/libotfpipe-otf.so" | awk '{ print $NF }' | sort | diff list -
}

@test "each function is called by a test" {
	need_shared
	mkdir objects
	local program
	for program in "$REPO"/tests/api/otf/*.c "$REPO"/tests/api/otf/examples/*.c; do
		case $program in */document-1.1.c) continue ;; esac
		gcc -std=c11 -D_GNU_SOURCE -w -I$headers -I"$BUILD" -I"$REPO/libotfpipe" -c -o "objects/$(basename "$program").o" "$program"
	done
	"$api" called objects/*.o >called
	{ grep ^OTF "$REPO/tests/api/otf/own" && "$api" functions "$inventory"; } | sort >list
	comm -23 list called >missing
	cat missing
	[ ! -s missing ]
}

@test "each header compiles alone, as C89 with stdint.h, C11 and C++, without a warning" {
	need_tools g++ clang
	local header warn='-Wall -Wextra -pedantic -Werror -fsyntax-only'
	for header in $headers/*.h; do
		printf '#include <%s>\nextern int x;\n' "$(basename "$header")" >"$(basename "$header").c"
		cp "$(basename "$header").c" "$(basename "$header").cc"
	done
	[ "$(find . -name '*.cc' | wc -l)" -eq 23 ]
	# shellcheck disable=SC2086
	{
		gcc -std=c89 -Wno-long-long $warn -I$headers ./*.c
		gcc -std=c11 -Wstrict-prototypes $warn -I$headers ./*.c
		clang -std=c11 -Wstrict-prototypes $warn -I$headers ./*.c
		g++ -std=c++98 -Wno-long-long $warn -I$headers ./*.cc
		g++ -std=c++17 $warn -I$headers ./*.cc
		clang++ -std=c++17 $warn -I$headers ./*.cc
	}
}

@test "programs find otf.h by both of its names, with pkg-config and with otfpipe-config" {
	need_tools pkg-config
	local name flags
	for name in otf.h otfaux.h open-trace-format/otf.h open-trace-format/otfaux.h; do
		cat >program.c <<-END
			#include <$name>
			int main(void) { return OTF_fileExists("program.c") != 1; }
		END
		flags=$(pkg-config --cflags --libs otfpipe-otf)
		# shellcheck disable=SC2086
		gcc $SANFLAG -Wall -Werror -o program program.c $flags
		./program
		flags=$("$root/usr/bin/otfpipe-config" --includes --libs | sed "s| *-\([IL]\)/| -\1$root/|g")
		# shellcheck disable=SC2086
		gcc $SANFLAG -Wall -Werror -o program program.c $flags
		./program
	done
}

@test "a program can have the library inside, with the flags of pkg-config --static" {
	need_tools pkg-config
	case $BUILD in */san-*) skip "a build with sanitizers" ;; esac
	cat >program.c <<-'END'
		#include <otf.h>
		int main(void) { return OTF_fileExists("program.c") != 1; }
	END
	# shellcheck disable=SC2046
	gcc -static -o program program.c $(pkg-config --static --cflags --libs otfpipe-otf)
	fails ldd program
	./program
}

@test "otfpipe-config has the options of otfconfig" {
	config=$root/usr/bin/otfpipe-config
	[ "$("$config" --have-zlib)" = yes ]
	[ "$("$config" --have-zoidfs)" = no ]
	"$config" --version | grep -q '^1\.12\.5 "salmon"$'
	"$config" -V | grep -q '^1\.12\.5 "salmon"$'
	[ "$("$config" --includes)" = "-I/usr/include/otfpipe -I/usr/include/otfpipe/open-trace-format" ]
	[ "$("$config" --libs)" = "-L/usr/lib -lotfpipe-otf" ]
	[ "$("$config" --includes --libs)" = "$("$config" --includes) $("$config" --libs)" ]
	"$config" --sizes | grep -q '^ sizeof( uint64_t )= 8$'
	"$config" --help | grep -q -e --have-zoidfs
	"$config" -h | grep -q -e --have-zoidfs
	"$config" >said
	grep -q -e --have-zoidfs said
	fails "$config" --sizes --what 2>said
	grep -q "^otfpipe-config: unknown option '--what'" said
	need_tools otfconfig
	for option in --help --have-zlib --have-zoidfs --includes --libs --version --sizes; do
		otfconfig --help | grep -q -e $option
	done
	otfconfig --sizes | tr -d ' ' | sort >theirs
	"$config" --sizes | tr -d ' ' | sort | diff theirs -
}

# ---- the documents: OTF API specification 1.1, and the overview of OTF ----

@test "functions have the types of the specification 1.1, or those that the manual lists" {
	gcc -std=c11 -Wall -Wextra -pedantic -Werror -I$headers -c "$REPO/tests/api/otf/document-1.1.c"
}

@test "the examples of the overview do what it says" {
	local name
	for name in write stream-write read stream-read master; do
		# as C with the flags of a user: the handlers of the overview have no key-values
		otf_ours $name "$REPO/tests/api/otf/examples/$name.c"
	done
	ASAN_OPTIONS=detect_leaks=0 ./master >said # it does not close what it opens
	diff - said <<-'END'
		 stream 1 contains process 100
		 stream 1 contains process 101
		 stream 2 contains process 102
		 stream 2 contains process 103
	END
	./write
	for name in otf 0.def 1.events; do mv test.$name mytrace.$name; done
	[ "$(./read | tr '\n' ' ')" = "we just entered function 1 byebye " ]
	[ "$(./stream-read)" = 'process 1 is named "proc one"' ]
	otf-check -q mytrace
	rm mytrace.*
	./stream-write
	mv test.0.def mytrace.0.def
	[ "$(./stream-read)" = 'process 1 is named "proc one"' ]
}

# ---- programs as strangers write them ----

build_client() {
	local program=$1 suffix=${2:-c}
	otf_ours ours-"$program" "$REPO/tests/api/otf/$program.$suffix"
	otf_reference theirs-"$program" "$REPO/tests/api/otf/$program.$suffix"
}

# as_theirs PROGRAM ARGUMENT...: both give the same output, and ours is clean under valgrind
as_theirs() {
	local program=$1
	shift
	./ours-"$program" "$@" >ours.txt
	if has_reference; then
		./theirs-"$program" "$@" >theirs.txt
		diff theirs.txt ours.txt
	fi
	clean "$program" "$@"
}

clean() {
	local program=$1
	shift
	case $BUILD in */san-*) return ;; esac
	if command -v valgrind >/dev/null; then
		valgrind -q --leak-check=full --error-exitcode=9 ./ours-"$program" "$@" >/dev/null
	fi
}

@test "texts stay valid after the callback, for 1 MiB of definitions" {
	sample t
	build_client client-names
	as_theirs client-names t
	grep -q '^function [0-9]* MPI_Send' ours.txt
}

@test "handles may be closed in any order" {
	sample t
	build_client client-close
	./ours-client-close t t.1.events >said
	[ ! -s said ]
	clean client-close t t.1.events
}

@test "macros and constants work where programs need constants, in C and C++" {
	build_client client-macros
	as_theirs client-macros
	cp "$REPO/tests/api/otf/client-macros.c" client-macros.cc
	otf_ours in-cc client-macros.cc
	./in-cc | diff ours.txt -
}

@test "a program in C++ reads a trace, keeps names, and copies with handlers of its own" {
	need_tools g++
	sample t
	build_client client cc
	as_theirs client t copy
	otf-check -q copy || [ $? -eq 1 ]
}

# ---- names of files, values, errors ----

@test "names of files, bits of counter values and errors are those of the reference" {
	build_client names
	if has_reference; then
		./theirs-names >theirs
		./ours-names | diff theirs -
	fi
	[ "$(./ours-names | wc -l)" -gt 1000 ]
}

@test "a name that has no room is refused, not cut" {
	build_client names
	diff - <(./ours-names refused) <<-'END'
		refused, -1: OTF_getFilename: the name is longer than the buffer
		refused, -1: OTF_getFilename: no such type of file
		refused, -1: OTF_getFilename: the name is NULL
		refused, -1: OTF_stripFilename: there is no name
		refused, -1: OTF_stripFilename: there is no name
		ring.1.def
		999
	END
}

@test "the example of otfpipe-otf(3) compiles and counts calls" {
	sample t
	sed -n '/^\.SH EXAMPLES/,/^\.SH NOTES/p' "$REPO/man/otfpipe-otf.3" | sed -n '/^\.EX/,/^\.EE/p' | sed '1d; $d; s/\\-/-/g; s/\\e/\\/g' >example.c
	otf_ours example example.c
	[ "$(./example t)" = "$(otf-cat t | grep -c '^Enter') calls" ]
	fails ./example missing 2>said
	grep -q 'missing' said
}
