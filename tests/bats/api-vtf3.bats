# vtf3.h: the programs of the VTF3 report and others, with the library as it is installed.

load common
load stream

# The library of a build with sanitizers wants them in the program, too.
setup_file() {
	common_setup
	local flags='' program
	case $BUILD in
	*/san-*) flags="-fsanitize=$(basename "$BUILD" | sed 's/^san-//; s/-/,/g')" ;;
	esac
	for program in fig1 fig3 example1 example2 copy print; do
		# shellcheck disable=SC2086
		${CC:-gcc} -std=c99 -Wall -Wextra -Werror -Wno-unused-but-set-variable -Wno-unused-parameter $flags -I"$BUILD" \
			-o "$BATS_FILE_TMPDIR/vtf3-$program" "$REPO/tests/api/vtf3-$program.c" "$BUILD/libotfpipe-vtf3.so" \
			-Wl,-rpath,"$BUILD" || return 1
	done
	# shellcheck disable=SC2086
	${CC:-gcc} -std=c89 -pedantic -Wall -Wextra -Werror $flags -I"$BUILD" -o "$BATS_FILE_TMPDIR/vtf3-trace" \
		"$REPO/tests/api/vtf3-trace.c" "$BUILD/libotfpipe-vtf3.so" -Wl,-rpath,"$BUILD" || return 1
	if [ -z "$flags" ] && command -v g++ >/dev/null; then
		g++ -std=c++98 -pedantic -Wall -Wextra -Werror -I"$BUILD" -o "$BATS_FILE_TMPDIR/vtf3-profile" \
			"$REPO/tests/api/vtf3-profile.cc" "$BUILD/libotfpipe-vtf3.so" -Wl,-rpath,"$BUILD" || return 1
	fi
}

setup() {
	common_setup
	PATH=$BATS_FILE_TMPDIR:$PATH
	vtf3=$SHARED/corpus/vtf3
}

# Little-endian bytes: le4 INTEGER..., le8 DOUBLE, head6 LENGTH TYPE.
le4() { python3 -c 'import struct,sys; sys.stdout.buffer.write(struct.pack("<%di" % (len(sys.argv) - 1), *map(int, sys.argv[1:])))' "$@"; }
le8() { python3 -c 'import struct,sys; sys.stdout.buffer.write(struct.pack("<d", float(sys.argv[1])))' "$1"; }
head6() { python3 -c 'import struct,sys; sys.stdout.buffer.write(struct.pack("<iH", int(sys.argv[1]), int(sys.argv[2])))' "$@"; }

# A small file in Standard ASCII: cpu 13 of its lines is cpuid 12.
small() {
	cat >"$1" <<-'END'
		C SAVTF
		UNMERGED
		VERSION 30010037
		CLKPERIOD 1e-06
		NCPUS 16
		DEFACT 3 "MPI"
		DEFSTATE 5 ACT 3 "MPI_Send"
		10 DOWNTO 5 CPU 13
		11 SENDMSG 7 42 FROM 13 TO 2 LEN 100
		12 SENDMSG 7 43 FROM 2 TO 13 LEN 300
		13 SENDMSG 7 44 FROM 2 TO 3 LEN 300
		what is this
		20 UPFROM 5 CPU 13
	END
}

@test "the header is good C89 and C++" {
	echo '#include "vtf3.h"' >c.c
	${CC:-gcc} -std=c89 -pedantic -Wall -Wextra -Werror -I"$BUILD" -c c.c
	need_tools g++
	cp c.c c.cc
	g++ -std=c++98 -pedantic -Wall -Wextra -Werror -I"$BUILD" -c c.cc
	cat >>c.cc <<-'END'
		VTF3_DCL_SENDMSG(static, Send);
		static int Send(void *, double, unsigned, unsigned, int, int, int, int) { return 0; }
		const unsigned char headers[][8] = VTF3_HEADER_ALL_INIT;
		VTF3_handler_t handler = (VTF3_handler_t)Send;
	END
	g++ -std=c++11 -Wall -Wextra -Werror -I"$BUILD" -c c.cc
}

@test "the macros of the header have the values that programs expect, in the spellings of the report, too" {
	cat >want <<-'END'
		VTF3_CPUGRP_MASK 2147483648
		VTF3_DATAAREPHINT_AFTER 3
		VTF3_DATAAREPHINT_BEFORE 1
		VTF3_DATAAREPHINT_POINT 2
		VTF3_DATAAREPHINT_SAMPLE 4
		VTF3_DATAREPHINT_AFTER 3
		VTF3_DATAREPHINT_BEFORE 1
		VTF3_DATAREPHINT_POINT 2
		VTF3_DATAREPHINT_SAMPLE 4
		VTF3_EXCHANGETYPE_DOWNTO 1
		VTF3_EXCHANGETYPE_UPFROM 3
		VTF3_EXCHANGETYPE_UPTO 2
		VTF3_FILEFORMAT_FST_ASCII 2
		VTF3_FILEFORMAT_STD_ASCII 0
		VTF3_FILEFORMAT_STD_BINARY 1
		VTF3_FILEFORMAT_UNDEFINED -1
		VTF3_FILEIOTYPE_NOTYPE 0
		VTF3_FILEIOTYPE_READ 1
		VTF3_FILEIOTYPE_WRITE 2
		VTF3_NOACT -1
		VTF3_NOCOMMUNICATOR -32767
		VTF3_NOJOB -9999999
		VTF3_NOSTATE -1
		VTF3_SCLNONE 0
		VTF3_VALUETYPE_FLOAT 2
		VTF3_VALUETYPE_UINT 1
		VTF3_VALUE_TYPE_FLOAT 2
		VTF3_VALUE_TYPE_UINT 1
	END
	sed -n 's/^#define \(VTF3_[A-Za-z_]*\) .*/\1/p' "$BUILD/vtf3.h" |
		grep -v -e RECTYPE -e _API$ -e HEADER_ALL_INIT -e 'g$' -e 'p$' | sort >macros
	{
		printf '%s\n' '#include <stdio.h>' '#include "vtf3.h"' 'int main(void) {'
		sed 's/.*/printf("& %.0f\\n", (double)(&));/' macros
		echo 'return 0; }'
	} >m.c
	${CC:-gcc} -std=c89 -pedantic -Wall -Wextra -Werror -I"$BUILD" -o m m.c
	./m | diff want -
	for name in Sendmsg Recvmsg Globalop; do
		grep -q -x "#define VTF3_$name VTF3_Write$name" "$BUILD/vtf3.h"
	done
}

@test "each record type has a macro for its number, and one that declares a handler with the arguments of its writer" {
	{
		printf '%s\n' '#include "vtf3.h"' 'enum { SIZES = 0'
		sed -n 's/^VTF3_API int VTF3_Write\([A-Za-z_]*\)(.*/\1/p' "$BUILD/vtf3.h" | while read -r name; do
			echo "+ VTF3_RECTYPE_${name^^} * 0 + sizeof(1 ? &VTF3_Write$name : &on_$name)"
		done
		echo '};'
	} >use.c
	[ "$(grep -c RECTYPE use.c)" -eq "$(grep -c '^#define VTF3_RECTYPE' "$BUILD/vtf3.h")" ]
	sed -n 's/^VTF3_API int VTF3_Write\([A-Za-z_]*\)(.*/\1/p' "$BUILD/vtf3.h" | while read -r name; do
		echo "VTF3_DCL_${name^^}(extern, on_$name);"
	done >declare.c
	sed -i '1r declare.c' use.c
	${CC:-gcc} -std=c89 -pedantic -Wall -Wextra -Werror -I"$BUILD" -c use.c
	need_tools g++
	sed '1a extern "C" {' use.c >use.cc && echo '}' >>use.cc
	g++ -std=c++98 -pedantic -Wall -Wextra -Werror -I"$BUILD" -c use.cc
}

@test "a client in C89 writes and composes the same, reuses the memory of its names, and closes in any order" {
	need_valgrind
	under_valgrind vtf3-trace 0 0 copy0 0123 >got
	grep -q -x '21 C the end 21' got
	under_valgrind vtf3-trace 1 1 copy1 3210
	vtf3-trace 2 2 copy2 2031 | grep -q -x '0 0 40350000 a:the end 21'
	for format in 0 1 2; do
		cmp $format copy$format
		vtf3-print $format >calls
		mv calls $format
	done
	grep -q -x 'Defsamp 3 1 1 0x80000001 2 .* 1 4 sample 3 #/s' 0
	diff <(grep -v bytes$ 0) <(grep -v bytes$ 1)
	diff <(grep -v bytes$ 0) <(grep -v bytes$ 2)
}

@test "a client in C++ that knows newer records only reads what otf-to-vtf3 writes, with all calls and samples" {
	need_cxx vtf3-profile
	need_valgrind
	sample s
	otf-cat s >lines
	awk -F '\t' '$1 == "DefFunction" { name[$4] = $5 } $1 == "Enter" { n[name[$4]]++ }
		END { for (k in n) print "call", k, n[k] }' lines | sort >want
	for how in plain:std-binary plain:std-ascii plain:fast-ascii full:std-binary; do
		otf-to-vtf3 --force -q --lossy --profile "${how%:*}" --format "${how#*:}" s -o t.vpt
		vtf3-profile t.vpt >got
		fails grep ^bad got
		grep ^call got | cut -d ' ' -f 1-3 | sort | diff want -
		grep -q -x 'value HEAP_CHANGE/Bytes 116 -4181120 4008768' got
		grep -q -x "message $(grep -c ^SendMsg lines)" got
	done
	otf-to-vtf3 --force -q --lossy s -o t.vpt # nothing is asked for
	under_valgrind vtf3-profile t.vpt >again
	cmp got again
	# the old form on request: such a program has no call
	otf-to-vtf3 --force -q --lossy --profile compat s -o t.vpt
	vtf3-profile t.vpt >old
	fails grep -e ^call -e ^bad old
	diff <(grep -v ^call got) old
}

@test "a client in C++ reads what other clients wrote: Exchange in its three directions, values, groups" {
	need_cxx vtf3-profile
	vtf3-trace 1 out copy 0123
	vtf3-profile out >got
	cat >want <<-'END'
		call state 0 1 19
		call state 1 2 2
		value sample 0/# 0 0 0
		value sample 1/# 3 0 0.5
		value sample 2/#/s 0 0 0
		value sample 3/#/s 3 -2 0
		message 1
	END
	diff want got
	otf-to-vtf3 out -o again
	vtf3-profile again | diff want -
}

@test "the library shows names of VTF3 only" {
	need_tools nm
	nm -D --defined-only "$BUILD/libotfpipe-vtf3.so" | awk '{print $3}' | grep -v -e '^VTF3_' -e '^_' >others || true
	[ ! -s others ] || { cat others && return 1; }
	nm -D --defined-only "$BUILD/libotfpipe-vtf3.so" | grep -c ' VTF3_Write' | grep -q -x "$(grep -c '^#define VTF3_RECTYPE' "$BUILD/vtf3.h")"
}

@test "the numbers of record types in the header are those of the library" {
	cat >types.c <<-'END'
		#include <stdio.h>
		#include "vtf3.h"
		int main(void)
		{
			int types[100];
			VTF3_GetRecTypeArray(types);
			for (int i = 0; i < VTF3_GetRecTypeArrayDim(); i++)
				printf("%d\n", types[i]);
		}
	END
	case $BUILD in */san-*) skip "the library has sanitizers" ;; esac
	${CC:-gcc} -I"$BUILD" -o types types.c "$BUILD/libotfpipe-vtf3.so" -Wl,-rpath,"$BUILD"
	sed -n 's/^#define VTF3_RECTYPE_.* //p' "$BUILD/vtf3.h" >want
	./types | diff want -
}

@test "the prototypes have the types of those in the report" {
	report=$(echo "$SHARED"/seeds/001_*.txt)
	[ -f "$report" ] || skip "no report in $SHARED/seeds"
	python3 "$REPO/tests/oracle/vtf3report.py" "$BUILD/vtf3.h" "$report" >got || { cat got && return 1; }
	grep -q -x '51 prototypes' got
}

@test "figures 1 and 3 of the report produce the same file" {
	vtf3-fig1 | grep -q -x 'Wrote 54 bytes'
	printf '%s\n' 'C SAVTF' 'VERSION 30010037' "CREATOR \"Stephan's TraceLib\"" | diff - mytracefile
	mv mytracefile 1
	vtf3-fig3 | grep -q -x 'Wrote 54 bytes'
	cmp 1 mytracefile
}

@test "example 1 tells the format; of what has no header Standard ASCII" {
	small ascii
	vtf3-copy ascii binary binary >/dev/null
	vtf3-copy ascii fast fast >/dev/null
	tail -n +2 ascii >legacy
	gzip -k binary
	: >empty
	head -c 5 binary >short
	vtf3-example1 ascii binary fast legacy binary.gz empty short none /bin/sh >got
	cat >want <<-'END'
		ascii: standard ASCII
		binary: standard binary
		fast: fast ASCII
		legacy: standard ASCII
		binary.gz: standard binary
		empty: standard ASCII
		short: standard ASCII
		none: undefined
		/bin/sh: standard ASCII
	END
	diff want got
}

@test "example 2 does its job: cpuid 12 is 14, the longest message, the alien record" {
	small anyfile
	vtf3-example2 >got
	# the first of the longest, as it is written
	printf '%s\n' 'alien: what is this' '12 SENDMSG 7 43 FROM 2 TO 15 LEN 300' | diff - got
	vtf3-print binfile >calls
	cat >want <<-'END'
		Defclkperiod 1e-06
		Defsyscpunums 16
		Defact 3 MPI
		Defstate 3 5 MPI_Send 0
		Downto 10 5 12 0
		Sendmsg 11 14 1 7 42 100 0
		Sendmsg 12 1 14 7 43 300 0
		Sendmsg 13 1 2 7 44 300 0
		Comment 13 UNRECOGNIZABLE record, type 22271, 12 bytes: what is this
		Upfrom 20 5 12 0
	END
	diff want <(grep -v bytes$ calls)
	# no Unmerged: behind the header is the version
	printf 'U\252\245ZBPVI\004\000\000\000\002\000' >want
	head -c 14 binfile | cmp - want
	# any format will do, and in binary no alien parser is asked
	small ascii
	vtf3-copy ascii anyfile binary >/dev/null
	mv binfile first
	printf '%s\n' '12 SENDMSG 7 43 FROM 2 TO 15 LEN 300' | diff - <(vtf3-example2)
	cmp first binfile
}

@test "example 2 is ended by Srcinfo_obsol, and by a file that is not there" {
	export ASAN_OPTIONS=detect_leaks=0 # it leaves by return and exit as it is
	printf '%s\n' 'NCPUS 1' '5 SRC ON CPUID 1 FILE 1 2' '6 C not reached' >anyfile
	exits 127 vtf3-example2
	says 'VTF3: Srcinfo_obsol: the record would lead to a call of VTF3_DebugHandler()'
	rm anyfile
	exits 127 vtf3-example2
	grep -q -x "Couldn't open anyfile" out
}

@test "handlers get what the bytes say" {
	{
		printf 'U\252\245ZBPVI'
		head6 7 10 && le4 1 && printf '\001\000A'
		head6 41 70 && le8 7 && le4 2 1 3 1 4 -9999999 && printf '\002' && le4 0 0
		head6 46 220 && le8 9 && le4 5 2 8 3 -1 64 && le8 12 && printf '\000\000' && le4 77
	} >t
	vtf3-print t >got
	printf '%s\n' 'Defact_obsol 1 A' 'Exchange_obsol 7 2 2 4 1 A 3 -9999999' 'Globalop 9 5 2 8 3 -1 64 12 77' '120 bytes' | diff - got
}

@test "activities of old ASCII files are told before their first use" {
	printf '%s\n' 'SYMBOL A 1 f' '5 EXCHANGE ON CPUID 1 DOWNTO IDLE -99 CLUSTER 1' >t
	vtf3-print t >got
	printf '%s\n' 'Defact_obsol 1 A' 'Defstate_obsol 1 A 3 1 f' 'Defact_obsol 2 IDLE' 'Exchange_obsol 5 0 1 -99 2 IDLE 3 -9999999' \
		'61 bytes' | diff - got
}

@test "file and line of old messages are source locations for handlers, and stay for copies" {
	printf '%s\n' '5 SENDMSG 42 FROM 1 TO 2 LEN 3 SRC 7:12' '6 RECVMSG 42 BY 2 FROM 1 LEN 3 SRC 7:13' \
		'7 SENDMSG 42 FROM 1 TO 2 LEN 3 SRC 7:12' '8 SENDMSG 42 FROM 1 TO 2 LEN 3' >t
	vtf3-print t | grep -v bytes >got
	cat >want <<-'END'
		Defscl 1048576 7:12
		Sendmsg 5 0 1 -32767 42 3 1048576
		Defscl 1048577 7:13
		Recvmsg 6 1 0 -32767 42 3 1048577
		Sendmsg 7 0 1 -32767 42 3 1048576
		Sendmsg 8 0 1 -32767 42 3 0
	END
	diff want got
	vtf3-copy t a ascii >/dev/null
	tail -n +2 a | diff t -
}

@test "Upfrom comes as Upto where that is asked for" {
	printf '%s\n' 'C SAVTF' '1 DOWNTO 5 CPU 1' '2 DOWNTO 6 CPU 1' '2 DOWNTO 9 CPU 2' '3 UPFROM 6 CPU 1' '4 DOWNTO 6 CPU 1' \
		'5 DOWNTO 7 CPU 1' '6 UPTO 5 CPU 1' '7 UPFROM 5 CPU 1' '8 UPFROM 5 CPU 1' '9 UPFROM 9 CPU 2' >t
	vtf3-print t upto | grep Up >got
	printf '%s\n' 'Upto 3 5 0 0' 'Upto 6 5 0 0' 'Upto 7 -1 0 0' 'Upto 8 -1 0 0' 'Upto 9 -1 1 0' | diff - got
	vtf3-print t | grep -c ^Upfrom | grep -q -x 4
}

@test "reading by bytes and by records" {
	small t
	vtf3-copy t a ascii recs 5 | tr '\n' ' ' >got
	[ "$(cat got)" = '5 5 2 0 ' ]
	vtf3-copy t b ascii bytes 100 >parts
	[ "$(awk '{n += $1} END {print n}' parts)" -eq "$(stat -c %s t)" ]
	[ "$(head -n 2 parts | awk '$1 < 100 || $1 > 150' | wc -l)" -eq 0 ]
	cmp a b
	vtf3-copy t c ascii | grep -q -x "$(stat -c %s t)"
	cmp a c
	vtf3-copy t d ascii bytes 1 | wc -l | grep -q -x 13 # 12 records and the end
	cmp a d
}

@test "handlers that are not there pass over their records" {
	small t
	vtf3-copy t a ascii >/dev/null
	grep -q SENDMSG a
	vtf3-copy t b ascii without 80 >/dev/null
	# what is no record has the time of the last event, handled or not
	grep -v SENDMSG a | diff - b
}

@test "files of the original writer are copied as they are" {
	need_shared
	for f in "$vtf3"/dimemas_like.bpv; do
		vtf3-copy "$f" a binary bytes 64 >/dev/null
		cmp "$f" a
	done
	# but for the length of type 230, which that writer got wrong: 4 bytes of nothing
	for f in "$vtf3"/binlib_*.bpv; do
		vtf3-copy "$f" a binary >/dev/null
		[ "$(cmp -l "$f" a 2>/dev/null | head -n 1 | awk '{print $1}')" -gt 300 ]
		[ $(($(stat -c %s "$f") - $(stat -c %s a))) -eq 4 ]
		python3 - "$f" a <<-'END'
			import struct, sys
			def records(name):
			    b, at, all = open(name, "rb").read(), 8, []
			    while at < len(b):
			        n, t = struct.unpack_from("<iH", b, at)
			        all.append((t, b[at + 6:at + 6 + n]))
			        at += 6 + n
			    return all
			a, b = map(records, sys.argv[1:])
			assert len(a) == len(b)
			for x, y in zip(a, b):
			    assert x == y or x[0] == y[0] == 230 and x[1][:-4] == y[1], (x, y)
		END
		vtf3-copy a b ascii >/dev/null
		vtf3-copy b c fast >/dev/null
		vtf3-copy c d binary >/dev/null
		cmp a d
	done
}

@test "records in memory, with and without a header" {
	small t
	vtf3-copy t a binary >/dev/null
	tail -c +9 a >nohead
	vtf3-copy nohead b binary memory binary | grep -q -x "$(stat -c %s nohead)"
	cmp a b
	vtf3-copy a b binary memory binary >/dev/null
	cmp a b
}

@test "gzip by the name when writing, by the bytes when reading" {
	small t
	vtf3-copy t a binary >/dev/null
	vtf3-copy t a.GZ binary >/dev/null
	gzip -dc <a.GZ | cmp - a
	gzip -t <a.GZ
	cp a.GZ plainname
	vtf3-copy plainname b binary | grep -q -x "$(stat -c %s a)"
	cmp a b
	vtf3-copy a .gz binary >/dev/null # the name alone is none: `.\.[gG][zZ]$`
	cmp a .gz
}

@test "gzip that ends early is told, by the handler of Unrecognizable, too" {
	for i in $(seq 2000); do echo "$i C line $((i * 7919 % 10007))"; done >t
	gzip t
	head -c 5000 t.gz >cut.gz
	exits 1 vtf3-copy cut.gz a ascii
	says 'cut.gz: compressed data ends inside a member'
	# at the time of the last event
	tail -n 2 a | cut -d ' ' -f 1 | uniq | wc -l | grep -q -x 1
	tail -n 1 a | grep -q 'C UNRECOGNIZABLE record.*cut.gz'
	head -n 2 a | tail -n 1 | grep -q -x '1 C line 7919'
}

@test "a record that is cut is Unrecognizable" {
	small t
	vtf3-copy t a binary >/dev/null
	head -c -5 a >b
	vtf3-print b | grep -q '^Unrecognizable 13 21 22271 '
	vtf3-print b | tail -n 1 | grep -q -x "$(stat -c %s b) bytes"
}

@test "a full disk ends a copy" {
	[ -e /dev/full ] || skip "no /dev/full"
	small t
	exits 1 vtf3-copy t /dev/full ascii
	says '/dev/full: No space left on device'
	for i in $(seq 9000); do echo "$i C a line"; done >t
	exits 127 vtf3-copy t /dev/full ascii
	says 'VTF3: Comment: not copied: /dev/full: No space left on device'
}

@test "what is installed is found by pkg-config, compiles, links both ways, and goes again" {
	need_tools pkg-config make
	case $BUILD in */san-*) skip "the library has sanitizers" ;; esac
	case $(basename "$BUILD") in build) ;; *) skip "not the usual build" ;; esac
	make -s -C "$REPO" install DEPS=: DESTDIR="$PWD/root" PREFIX=/usr >/dev/null
	root=root/usr # what pkg-config prints has to be free of blanks
	[ -s "$root/share/man/man3/vtf3.3" ]
	export PKG_CONFIG_LIBDIR=$root/lib/pkgconfig:$(pkg-config --variable pc_path pkg-config)
	export PKG_CONFIG_SYSROOT_DIR=root
	# shellcheck disable=SC2046
	gcc -o shared "$REPO/tests/api/vtf3-fig1.c" $(pkg-config --cflags --libs otfpipe-vtf3)
	LD_LIBRARY_PATH=$root/lib ./shared | grep -q -x 'Wrote 54 bytes'
	static=$(pkg-config --static --libs otfpipe-vtf3 | sed "s|-lotfpipe-vtf3|$root/lib/libotfpipe-vtf3.a|; s|-lotfpipe\b|$root/lib/libotfpipe.a|")
	# shellcheck disable=SC2046,SC2086
	gcc -o static "$REPO/tests/api/vtf3-fig1.c" $(pkg-config --cflags otfpipe-vtf3) $static
	./static | grep -q -x 'Wrote 54 bytes'
	make -s -C "$REPO" uninstall DESTDIR="$PWD/root" PREFIX=/usr >/dev/null
	[ -z "$(find root -type f -o -type l)" ]
}
