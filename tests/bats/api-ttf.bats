# TAU_tf.h: programs from the reader chapter of the TAU reference guide, and the writer; the library as it is installed.

load common
load stream

# The library of a build with sanitizers wants them in the program, too.
setup_file() {
	common_setup
	local library=(-I"$REPO/libotfpipe/api" "$BUILD/libotfpipe-tau.so" -Wl,-rpath,"$BUILD") program
	case $BUILD in
	*/san-*) library+=("-fsanitize=$(basename "$BUILD" | sed 's/^san-//; s/-/,/g')") ;;
	esac
	for program in ttf-read ttf-write; do
		compile -std=c11 "$program.c" "${library[@]}"
	done
	for program in ttf-keeps ttf-phases; do
		compile -std=c89 "$program.c" "${library[@]}"
	done
	if [[ $BUILD != */san-* ]] && command -v g++ >/dev/null; then
		CC=g++ compile -std=c++98 ttf-shift.cc -Wno-long-long "${library[@]}"
	fi
}

compile() { # -std=STANDARD FILE FLAG...
	${CC:-gcc} "$1" -pedantic -Wall -Wextra -Werror -D_GNU_SOURCE -o "$BATS_FILE_TMPDIR/${2%.*}" "$REPO/tests/api/$2" "${@:3}"
}

setup() {
	common_setup
	PATH=$BATS_FILE_TMPDIR:$PATH
	tau=$SHARED/corpus/tau
	edge=$tau/edge
}

ttf() {
	python3 "$REPO/tests/oracle/ttf.py" "$@"
}

# read_all TRC EDF: the document's loop, which has to end.
read_all() {
	timeout 300 ttf-read "$@"
}

# A trace of 8 records, as the smallest pair of the corpus.
small() {
	ttf-write small.trc small.edf <<-'END'
		group 1 G
		state 1 1 main
		state 2 1 f
		enter 1000 0 0 1
		enter 1010 0 0 2
		leave 1020 0 0 2
		leave 1500 0 0 1
		thread 1 0
	END
}

@test "the header compiles as C++, and its functions are found" {
	need_tools g++
	cat >prog.cc <<-'END'
		#include <TAU_tf.h>
		int main(int argc, char **argv)
		{
			Ttf_FileHandleT fh = Ttf_OpenFileForInput(argv[1], argv[argc - 1]);
			Ttf_CallbacksT cb = Ttf_CallbacksT();
			int n = Ttf_ReadNumEvents(fh, cb, 1024);
			return Ttf_CloseFile(fh) && n == 9 ? 0 : 1;
		}
	END
	case $BUILD in */san-*) skip "the library has sanitizers" ;; esac
	g++ -Wall -Wextra -Werror -I"$REPO/libotfpipe/api" -o prog prog.cc "$BUILD/libotfpipe-tau.so" -Wl,-rpath,"$BUILD"
	small
	./prog small.trc small.edf
}

@test "the library has the functions of the header, and nothing else" {
	need_tools nm
	nm -D --defined-only "$BUILD/libotfpipe-tau.so" | awk '$2 == "T" { print $3 }' | sort >has
	sed -n 's/^TTF_API .*\b\(Ttf_[A-Za-z0-9]*\)(.*/\1/p' "$REPO/libotfpipe/api/TAU_tf.h" | sort >says
	[ "$(wc -l <says)" -ge 25 ]
	diff says has
}

@test "every callback of every corpus set is as an own reader tells it" {
	need_shared
	for set in ring4 ring4meta threads1 hybrid2x4 metrics2 big5mb; do
		read_all "$tau/$set/tau.trc" "$tau/$set/tau.edf" >got
		ttf calls "$tau/$set/tau.trc" "$tau/$set/tau.edf" | cmp - got || { echo "$set" && return 1; }
	done
	for t in ring4/tautrace.2.0.0:ring4/events.2 hybrid2x4/tautrace.1.0.3:hybrid2x4/events.1 edge/ok:edge/s edge/ok:edge/crlf \
		edge/cnt:edge/s edge/msgbits:edge/s edge/remote:edge/remote edge/late3:edge/s edge/amb:edge/s edge/one:edge/s \
		edge/cross:edge/s edge/unbal:edge/s edge/par:edge/s edge/cont:edge/s edge/gap:edge/s; do
		read_all "$tau/${t%:*}.trc" "$tau/${t#*:}.edf" >got
		ttf calls "$tau/${t%:*}.trc" "$tau/${t#*:}.edf" | cmp - got || { echo "$t" && return 1; }
	done
}

@test "enters, leaves, messages and triggers are as many as in the dumps of TAU's own tool" {
	need_shared
	for set in ring4 ring4meta threads1 hybrid2x4 metrics2 big5mb; do
		ttf-read "$tau/$set/tau.trc" "$tau/$set/tau.edf" >got
		if [ -e "$tau/$set/dumpname.txt" ]; then cat "$tau/$set/dumpname.txt"; else zcat "$tau/$set/dumpname.txt.gz"; fi |
			awk '$1 ~ /^[0-9]+$/ && NF > 5' >dump
		[ "$(sed -n 's/^loop = //p' got)" -eq "$(wc -l <dump)" ]
		for pair in 'SendMessage:"MESSAGE_SEND' 'RecvMessage:"MESSAGE_RECV' 'EndTrace:"FLUSH_CLOSE'; do
			[ "$(grep -c "^${pair%:*}" got)" -eq "$(grep -c "${pair#*:}" dump)" ] || { echo "$set $pair" && return 1; }
		done
		# by name: of each state and event as many
		awk -F'\t' '$1 == "DefState" || $1 == "DefUserEvent" { split($3, part, "\""); name[$2] = part[2] }
			$1 == "EnterState" || $1 == "LeaveState" { n[name[$5] "\t" ($1 == "EnterState" ? 1 : -1)]++ }
			$1 == "EventTrigger" { n[name[$5] "\t" $6]++ }
			END { for (k in n) print n[k] "\t" k }' got | sort >ours
		awk -F'"' '{ split($1, w, " "); n[$2 "\t" w[5]]++ } END { for (k in n) print n[k] "\t" k }' dump |
			grep -v -P '\t(EV_INIT|WALL_CLOCK|FLUSH_CLOSE|MESSAGE_SEND|MESSAGE_RECV)\t' | sort | diff - ours || {
			echo "$set"
			return 1
		}
	done
}

@test "the four layouts of records tell the same" {
	need_shared
	for form in le32 be32 le64 be64; do
		read_all "$tau/formats/tau.$form.trc" "$tau/formats/tau.edf" | md5sum
	done | sort -u >sums
	[ "$(wc -l <sums)" -eq 1 ]
}

@test "the document's loop ends: an empty trace, one that was cut, one with an event that is not defined" {
	need_shared
	read_all "$edge/empty.trc" "$edge/s.edf" >got
	tail -n 1 got | grep -q -x 'loop = 0'
	read_all "$edge/trunc.trc" "$edge/s.edf" >got
	tail -n 1 got | grep -q 'loop = 7: .*trunc.trc: ends inside record 7'
	[ "$(grep -c 'State	[0-9]*	0	0' got)" -eq 4 ]
	read_all "$edge/unk.trc" "$edge/s.edf" >got
	tail -n 1 got | grep -q 'loop = 7: .*: 1, the first is record 3, event 99'
	grep -q '^LeaveState	500	0	0	1' got
	ttf-read "$edge/unk.trc" "$edge/s.edf" silent read 99 read 99 read 99 read 99 | cut -d : -f 1 | tr '\n' ' ' >got
	[ "$(cat got)" = 'read = 7 read = -1 read = 0 read = -1 ' ]
}

@test "each seek of the table answers what TAU_tf(3) says" {
	small
	ttf-read small.trc small.edf silent abs 3 rel 1 rel -4 abs 0 abs -3 rel 2 abs 9 abs 10 rel 0 abs -10 rel 1 rel -99 rel 0 \
		abs -9 >got
	cut -d : -f 1 got | tr '\n' ' ' >short
	[ "$(cat short)" = 'abs = 3 rel = 4 rel = 0 abs = 0 abs = 6 rel = 8 abs = 9 abs = 0 rel = 9 abs = 0 rel = 0 rel = 0 rel = 9 abs = 0 ' ]
	grep -c 'has 9 records; no record is' got | grep -q -x 4
	ttf-read small.trc small.edf silent read 100 abs 2 read 100 abs 9 read 1 read 1 abs -1 read 5 | cut -d ' ' -f 3 |
		tr '\n' ' ' >got
	[ "$(cat got)" = '9 2 7 9 0 -1 8 1 ' ]
}

@test "back at the beginning all is told once more; elsewhere nothing is defined again" {
	small
	ttf-read small.trc small.edf loop >once
	ttf-read small.trc small.edf loop abs 0 loop | grep -v ^abs >twice
	cat once once | diff - twice
	ttf-read small.trc small.edf silent loop abs 0 loop | grep -c '^loop = 9' | grep -q -x 2
	ttf-read small.trc small.edf loop abs 1 loop >got
	[ "$(grep -c ^DefState got)" -eq "$(grep -c ^DefState once)" ]
	[ "$(grep -c ^EnterState got)" -eq 4 ]
	# in several calls as in one
	ttf-read small.trc small.edf read 1 read 2 read 3 read 0 read 9 | grep -v -e ^read >got
	grep -v ^loop once | diff - got
}

@test "times are from the first record in the file, or as they are" {
	small
	ttf-read small.trc small.edf absolute read 3 abs 0 subtract read 3 | grep ^Enter >got
	lines 'EnterState|1000|0|0|1' 'EnterState|1010|0|0|2' 'EnterState|0|0|0|1' 'EnterState|10|0|0|2' | diff - got
	need_shared
	read_all "$tau/threads1/tau.trc" "$tau/threads1/tau.edf" | grep -q '^EnterState	-24	0	0'
}

@test "a file that grows is read on, with definitions that came later" {
	small
	cp small.trc grown.trc
	cp small.edf grown.edf
	head -c 96 grown.trc >small.trc
	sed -i '1s/.*/10 dynamic_trace_events/; / "f" /d' small.edf
	ttf-read small.trc small.edf growing read 99 read 99 sh 'cp grown.edf small.edf; cp grown.trc small.trc' read 99 read 99 >got
	grep '^read' got | tr '\n' ' ' >short
	[ "$(cat short)" = 'read = 4 read = 0 read = 5 read = 0 ' ] || { cat got && return 1; }
	grep -q '^LeaveState	500	0	0	1' got
}

@test "an .edf that is written while it is read is looked at again" {
	small
	cp small.edf whole.edf
	sed -i '/ "f" /d' small.edf
	ttf-read small.trc small.edf read 2 sh 'cp whole.edf small.edf' loop >got
	tail -n 1 got | grep -q -x 'loop = 7'
	grep -A 1 '^DefState	2	"f"' got | tail -n 1 | grep -q '^EnterState	10	0	0	2'
	[ "$(grep -c '^DefState	2' got)" -eq 1 ]
}

@test "files beyond 2 GiB, and positions beyond 2^31" {
	small
	tail -c 24 small.trc >last
	head -c 24 small.trc >far.trc
	truncate -s $((24 * 99999999)) far.trc 2>/dev/null || skip "no large files here"
	cat last >>far.trc
	ttf-read far.trc small.edf silent abs -1 read 5 abs 99999999 rel -99999999 rel 100000000 >got
	printf '%s\n' 'abs = 99999999' 'read = 1' 'abs = 99999999' 'rel = 0' 'rel = 100000000' | diff - got
	truncate -s $((24 * 3000000000)) far.trc 2>/dev/null || return 0
	cat last >>far.trc
	ttf-read far.trc small.edf silent abs64 -1 read 5 abs64 2999999999 rel64 2 rel 0 abs64 0 abs64 3000000002 >got
	printf '%s\n' 'abs64 = 3000000000' 'read = 1' 'abs64 = 2999999999' 'rel64 = 3000000001' 'rel = 2147483647' \
		'abs64 = 0' 'abs64 = -1' | diff - got
}

@test "what cannot be opened is NULL with errno" {
	small
	exits 1 ttf-read none.trc small.edf
	says "No such file or directory"
	exits 1 ttf-read small.trc none.edf
	says "No such file or directory"
	exits 1 ttf-read small.trc small.trc
	says "Invalid argument"
	mkdir d
	exits 1 ttf-write d small.edf </dev/null
	says "Is a directory"
}

@test "what the writer writes keeps the rules, and reads back" {
	small
	ttf calls small.trc small.edf >want
	ttf-read small.trc small.edf | diff want -
	[ "$(stat -c %s small.trc)" -eq $((24 * 9)) ]
	ttf dump small.trc small.edf | head -n 1 | grep -q -x '1 1000 0 0 3 "EV_INIT"'
	ttf dump small.trc small.edf | tail -n 4 | cut -d ' ' -f 2- >got
	printf '%s\n' '1500 0 0 0 "FLUSH_CLOSE"' '1500 0 0 0 "WALL_CLOCK"' '1500 1 0 0 "FLUSH_CLOSE"' '1500 1 0 0 "WALL_CLOCK"' |
		diff - got
	ttf check small.trc small.edf | grep -v '^thread' >bad || true # threads have no EV_INIT of their own: TAU's writer, too
	[ ! -s bad ]
}

@test "the writer says what the format has no place for, and writes on" {
	ttf-write w.trc w.edf >got <<-'END'
		period 1e-6
		period 1e-9
		group 1 two words
		state 1 1 say "hi"
		state 2 7 no group
		state 60007 1 taken
		enter 10 0 0 1
		enter 11 65536 0 1
		send 12 0 0 65536 0 1 2 0
		send 12 0 0 1 0 67108864 2 0
		send 12 0 0 1 0 1 65536 0
		send 12 0 0 1 0 1 2 64
		send -1 0 0 1 0 1 2 0
		send 12 0 0 65535 9 67108863 65535 63
		trigger 13 0 0 3 -33.9
		trigger 13 0 0 3 1e300
		leave 14 0 0 1
	END
	cat >want <<-'END'
		2: w.trc: clock period 1e-09 s is not possible; TAU has 1e-06 s
		5: w.trc: state 2: group 7 is not defined
		6: w.trc: token 60007 is reserved for MESSAGE_SEND
		8: w.trc: node 65536, thread 0: the maximum is 65535
		9: w.trc: a message with node 65536, size 1, tag 2, communicator 0 exceeds the limits
		10: w.trc: a message with node 1, size 67108864, tag 2, communicator 0 exceeds the limits
		11: w.trc: a message with node 1, size 1, tag 65536, communicator 0 exceeds the limits
		12: w.trc: a message with node 1, size 1, tag 2, communicator 64 exceeds the limits
		13: w.trc: -1 is not a valid time
		16: w.trc: the value 1e+300 does not fit into 64 bits
		close: -1
	END
	diff want got # token 3 is used but not defined
	grep -q "^1 two_words 0 \"say 'hi'\" EntryExit" w.edf
	echo '3 TAUEVENT 0 "late" TriggerValue' >>w.edf
	ttf-read w.trc w.edf | grep -v ^Def >got
	lines 'EnterState|0|0|0|1' 'SendMessage|2|0|0|65535|0|67108863|65535|63' 'EventTrigger|3|0|0|3|-33' 'LeaveState|4|0|0|1' \
		'EndTrace|0|0' 'loop = 7' | diff - got
}

@test "a full disk is told by the writer" {
	[ -e /dev/full ] || skip "no /dev/full"
	printf '%s\n' 'group 1 G' 'state 1 1 f' 'enter 1 0 0 1' flush 'leave 2 0 0 1' >in
	ttf-write /dev/full w.edf <in >got
	printf '%s\n' '4: /dev/full: No space left on device' '5: /dev/full: No space left on device' 'close: -1' | diff - got
	ttf-write w.trc /dev/full <in >got
	grep -q '^4: /dev/full: No space' got
	tail -n 1 got | grep -q -x 'close: -1'
}

@test "clients keep the names: they are the same after all handles are closed, in another order" {
	need_valgrind
	small
	ttf-write other.trc other.edf <<-'END'
		group 1 G
		group 2 H
		state 1 1 main
		state 2 2 another f
		event 3 0 a value
		enter 5 3 2 1
		enter 6 3 2 2
		trigger 7 3 2 3 1
		leave 8 3 2 2
		leave 9 3 2 1
	END
	under_valgrind ttf-keeps small.trc small.edf other.trc other.edf >got
	for name in small other; do
		ttf-read $name.trc $name.edf >$name
		sed -n '/^Def[TSU]/p' $name
		case $name in
		small) lines '"main": 1' '"f": 1' ;;
		*) lines '"main": 1' '"another f": 1' ;;
		esac
	done | diff - got
	grep -q -x "DefThread	3	2	process 3:2" got
}

@test "clients keep the names of the corpus" {
	need_shared
	for set in ring4meta hybrid2x4 metrics2; do
		ttf-keeps "$tau/$set/tau.trc" "$tau/$set/tau.edf" | grep ^Def >got
		ttf-read "$tau/$set/tau.trc" "$tau/$set/tau.edf" | grep '^Def[TSU]' | diff - got || { echo "$set" && return 1; }
		[ "$(grep -c ^DefState got)" -gt 20 ]
	done
}

@test "a client in C89 writes two traces, and reuses the memory of its names" {
	need_valgrind
	under_valgrind ttf-phases one.trc one.edf two.trc two.edf
	ttf-read one.trc one.edf >got
	grep -q -x 'DefState	1	"main of node 0"	.*' got
	grep -q -x 'SendMessage	1	0	0	1	0	100	0	0' got
	grep -q -x 'EventTrigger	4	0	0	9	-1' got
	for phase in 0 1 2; do
		grep -q "^DefState	$((2 + phase))	\"phase $phase\"" got
	done
	ttf-read two.trc two.edf | grep -q -x 'RecvMessage	8	0	0	1	0	100	2	0'
}

@test "a client in C++ copies a trace, and closes its handles in any order" {
	need_cxx ttf-shift
	need_valgrind
	small
	ttf-read small.trc small.edf >read
	for kind in DefState DefUserEvent; do
		sed -n "s/^$kind	\([0-9]*	\"[^\"]*\"\).*/\1/p" read | sort -n
	done >names
	for first in '' in; do
		under_valgrind ttf-shift small.trc small.edf b.trc b.edf 7 $first >got
		diff names got
		cmp small.edf b.edf
		sort read | diff - <(ttf-read b.trc b.edf | sort)
		ttf-read b.trc b.edf absolute read 99 | grep -q -x 'EnterState	1007	0	0	1'
	done
}

@test "what is installed is found by pkg-config, compiles, links both ways, and goes again" {
	need_tools pkg-config make
	case $BUILD in */san-*) skip "the library has sanitizers" ;; esac
	case $(basename "$BUILD") in build) ;; *) skip "not the usual build" ;; esac
	make -s -C "$REPO" install DEPS=: DESTDIR="$PWD/root" PREFIX=/usr >/dev/null
	root=root/usr # what pkg-config prints has to be free of blanks
	export PKG_CONFIG_LIBDIR=$root/lib/pkgconfig:$(pkg-config --variable pc_path pkg-config)
	export PKG_CONFIG_SYSROOT_DIR=root
	flags=$(pkg-config --cflags --libs otfpipe-tau)
	small
	# shellcheck disable=SC2086
	gcc -D_GNU_SOURCE -o shared "$REPO/tests/api/ttf-read.c" $flags
	LD_LIBRARY_PATH=$root/lib ./shared small.trc small.edf >got
	ttf-read small.trc small.edf | diff - got
	static=$(pkg-config --static --libs otfpipe-tau | sed "s|-lotfpipe-tau|$root/lib/libotfpipe-tau.a|; s|-lotfpipe\b|$root/lib/libotfpipe.a|")
	# shellcheck disable=SC2046,SC2086
	gcc -D_GNU_SOURCE -o static "$REPO/tests/api/ttf-read.c" $(pkg-config --cflags otfpipe-tau) $static
	./static small.trc small.edf | diff - got
	make -s -C "$REPO" uninstall DESTDIR="$PWD/root" PREFIX=/usr >/dev/null
	[ -z "$(find root -type f -o -type l)" ]
}
