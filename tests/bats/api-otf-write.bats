# otf.h, the half that writes: key-values, master controls, buffers, streams, writers, copy handlers.

load common
load otf

twins='write-lists write-master write-buffers write-stream write-writer write-copy members'

setup_file() {
	common_setup
	mkdir "$BATS_FILE_TMPDIR/ours" "$BATS_FILE_TMPDIR/reference"
	for name in $twins write-cases write-misuse write-names; do
		otf_ours "$BATS_FILE_TMPDIR/ours/$name" "$REPO/tests/api/otf/$name.c"
	done
	for name in $twins write-cases; do
		otf_reference "$BATS_FILE_TMPDIR/reference/$name" "$REPO/tests/api/otf/$name.c"
	done
}

setup() {
	common_setup
	ours=$BATS_FILE_TMPDIR/ours
	reference=$BATS_FILE_TMPDIR/reference
}

# both PROGRAM ARG...: run it in o, built with our library, and in r, with the reference.
both() {
	local program=$1
	shift
	mkdir -p o r
	(cd o && "$ours/$program" "$@" >>printed 2>&1)
	(cd r && "$reference/$program" "$@" >>printed 2>&1)
}

# The files in o and r are equal byte by byte, but for the unique id, which is made from the time.
same_files() {
	cat >same.py <<'END'
import os, re, sys, zlib

def text(path):
    data = open(path, "rb").read()
    if path.endswith(".def.z"):
        data = zlib.decompressobj().decompress(data)
    return re.sub(rb"(?m)^(DUI|DEFUNIQUEID )[0-9a-f]+$", rb"\1", data)

names = sorted(os.listdir("r"))
assert names and names == sorted(os.listdir("o")), names
sys.exit(" ".join(n for n in names if text("r/" + n) != text("o/" + n)) or None)
END
	python3 same.py
}

@test "otf.h: lists of key-values answer as those of the reference, and look the same" {
	need_reference_library
	both write-lists
	[ "$(wc -l <o/printed)" -gt 100 ]
	same_files
}

@test "otf.h: a long byte array is removed whole, and is not doubled" {
	"$ours/write-lists" own | sed '1,/^clone of NULL/d' >printed
	[ "$(grep -c 'removeKey(l, 100) = 0: 14 keys, 15 of' printed)" -eq 1 ]
	[ "$(grep -c 'appendKeyValueList(l, source) = 0: 15 keys, 16 of' printed)" -eq 1 ]
	[ "$(grep -c 'appendKeyValueList(l, source) = 0: 15 keys, 18 of' printed)" -eq 1 ]
}

@test "otf.h: a master control has what that of the reference has" {
	need_reference_library
	mkdir o r
	printf '1:1,2\nG:zz\n0:5\nffffffff:6\n2:2,3\n 3 : 7 , 8\t\n5:9\nxx\n4:a,b,a\n' | tee o/odd.otf >r/odd.otf
	printf '2:5\n1:3\n2:4\n' | tee o/unsorted.otf >r/unsorted.otf
	: | tee o/empty.otf >r/empty.otf
	printf '1:5\n1:6' | tee o/cut.otf >r/cut.otf
	both write-master
	both write-master odd unsorted empty cut odd.otf
	same_files
}

@test "otf.h: the members of OTF_WStream and OTF_MasterControl have the places and values of the reference" {
	need_reference_library
	both members "$REPO/tests/data/sample" copy
	[ "$(wc -l <o/printed)" -gt 100 ]
	grep -q '^1021367: process 5 goes to stream 1$' o/printed
	grep -q '^copy, stream 2, format 1, files 0 1 0 0 0, level 2, buffers 1 1$' o/printed
	same_files
}

@test "otf.h: a damaged line of a master file has its place in otf_strerr" {
	cat >damaged.c <<'END'
#include <otf.h>
#include <stdio.h>

int main(void)
{
	OTF_FileManager *m = OTF_FileManager_open(1);
	OTF_MasterControl *mc = OTF_MasterControl_new(m);
	int read = OTF_MasterControl_read(mc, "damaged");

	printf("%d %u %s\n", read, OTF_MasterControl_getrCount(mc), otf_strerr);
	OTF_MasterControl_close(mc);
	OTF_FileManager_close(m);
	return 0;
}
END
	printf '1:1,2\n2:2\n' >damaged.otf
	otf_ours damaged damaged.c
	[ "$(./damaged)" = "1 2 damaged.otf:2: a process is in two streams" ]
}

@test "otf.h: buffers and files write and answer what those of the reference do" {
	need_reference_library
	both write-buffers
	same_files
}

@test "otf.h: each write function of a writer writes the bytes of the reference" {
	need_reference_library
	for form in 0 1 2 3; do
		both write-writer "plain$form" $form 0 $form
		both write-writer "packed$form" $form 6 2
	done
	[ "$(grep -c ' 1 0$' o/printed)" -gt 1000 ]
	same_files
}

@test "otf.h: each write function of a stream writes the bytes of the reference" {
	need_reference_library
	for form in 0 1 2 3; do
		both write-stream "plain$form" $form 0 5
		both write-stream "packed$form" $form 9 255
	done
	same_files
}

@test "otf.h: each copy handler writes the bytes of the reference" {
	need_reference_library
	both write-copy copy
	same_files
}

@test "otf.h: programs written for the reference write the same files" {
	need_library
	local tools=$SHARED/tools/mktrace
	export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 # these programs leak
	for name in allrec synth eqtimes; do
		mkdir -p ours reference
		gcc -w -O1 -I"$BUILD/open-trace-format" -o "ours/$name" "$tools/$name.c" "$BUILD/libotfpipe-otf.so" \
			-Wl,-rpath,"$BUILD" $(otf_sanitizers)
		gcc -w -O1 -I/usr/include/open-trace-format -o "reference/$name" "$tools/$name.c" -lopen-trace-format
	done
	ours=$PWD/ours reference=$PWD/reference
	for form in 0 1 2 3; do
		both allrec "plain$form" $form 0 3 0
		both allrec "zeros$form" $form 0 0 1
		both allrec "packed$form" $form 4 0 0
	done
	both eqtimes one 1 5
	both eqtimes all 0 5
	both synth short 8 3000 3 0 0
	both synth long 4 2000 0 1 0
	both synth packed 4 2000 2 0 6
	same_files
}

@test "otf.h: writeprobe prints and writes what it does with the reference, but for times that go back" {
	need_library
	local tools=$SHARED/tools/mktrace
	export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 # these programs leak
	mkdir o r
	gcc -w -O1 -I"$BUILD/open-trace-format" -o ours "$tools/writeprobe.c" "$BUILD/libotfpipe-otf.so" \
		-Wl,-rpath,"$BUILD" $(otf_sanitizers)
	gcc -w -O1 -I/usr/include/open-trace-format -o reference "$tools/writeprobe.c" -lopen-trace-format
	(cd o && ../ours | sed 's/ (errno.*//' >../ours.printed)
	(cd r && ../reference | sed 's/ (errno.*//' >../reference.printed)
	# what differs: times that go back, a text longer than a buffer of the reference, what follows an error
	run diff reference.printed ours.printed
	[ "$(grep -c '^>' <<<"$output")" -eq 8 ]
	for side in o r; do
		rm $side/back.* $side/zero.1.events $side/max.1.events $side/bigstr.0.def
	done
	same_files
}

@test "otf.h: settings are refused and kept as by the reference" {
	need_reference_library
	both write-cases settings x
	same_files
}

@test "otf.h: a time that goes back is refused once, with its place" {
	"$ours/write-cases" back t >printed
	grep -qx 'OTF_Writer_writeEnterKV(w, 50, 2, 1, 0, list) = 0, t.1.events: process 1: time 50 is before 100, the last one of the file' printed
	[ "$(grep -c ' = 0, ' printed)" -eq 3 ]
	[ "$(cat t.1.events)" = "$(printf '64\n*1\nE1\nc8\n*1\nL1\nc8\n*1')" ]
	[ "$(tail -n 1 printed)" = 'OTF_Writer_close(w) = 1' ]
}

@test "otf.h: records after OTF_Writer_closeAllStreams follow those before it" {
	"$ours/write-cases" rest t >printed
	[ "$(cat t.1.events)" = "$(printf '1\n*1\nE1\n1\n*1\n2\n*1\nL1\n2\n*1')" ]
	[ "$(grep -c '^D' t.0.def)" -eq 4 ]
	[ "$(otf-cat t.otf | grep -c '^\(Enter\|Leave\)	')" -eq 2 ]
}

@test "otf.h: a writer takes another master control, and its streams other forms" {
	"$ours/write-cases" late t >printed
	[ "$(cat t.otf)" = "$(printf '4:5,28\n8:6,32')" ]
	[ "$(sed -n '3p;6p;9p;11p' t.4.events | tr '\n' ' ')" = 'E1 TENTER 1 OTIME 1 LEAVE 1 LEAVE 1 ' ]
	[ ! -e t.4.snaps ]
}

@test "otf.h: the file manager may be closed before what was opened with it" {
	"$ours/write-cases" order t >printed
	[ "$(grep -c ' = 1$' printed)" -eq 5 ]
	[ "$(cat t.otf)" = "$(printf '1:1\n2:2')" ]
}

@test "otf.h: a compressed file is read from flush points, after it was suspended, and from memory" {
	"$ours/write-cases" packed t.z >printed
	[ "$(grep -c '^second block$' printed)" -eq 2 ]
	[ "$(grep -c '^first block$' printed)" -eq 1 ]
	[ "$(grep -c 'read(f, text, 30) = 25' printed)" -eq 2 ]
	grep -qx 'OTF_File_seek(f, OTF_File_size(f) - 2) = -1' printed
}

@test "otf.h: files are renamed, looked for and removed" {
	"$ours/write-names" >printed
	[ "$(awk '{ print $NF }' printed | tr '\n' ' ')" = '5 1 0 -1 0 0 0 -1 ' ]
}

@test "otf.h: after an error of a file each later write, flush and close returns 0 with the reason" {
	ln -s /dev/full t.1.events
	"$ours/write-cases" full t >printed
	[ "$(grep -c 't.1.events: No space left on device$' printed)" -eq 5 ]
	[ "$(head -n 1 printed)" = 'OTF_WStream_writeEnter(s, 1, 1, 1, 0) = 1' ]
	[ "$(grep -c ' = 0, ' printed)" -eq 8 ]
}

@test "otf.h: a file that may not grow is an error of the writer, too" {
	(trap '' XFSZ && ulimit -f 64 && "$ours/write-cases" cut t >printed)
	[ "$(grep -c 't.1.events: File too large$' printed)" -eq 4 ]
	[ "$(grep -c ' = 0, ' printed)" -eq 3 ]
}

@test "otf.h: a program that is killed leaves whole records, up to what it had flushed" {
	run "$ours/write-cases" killed t
	[ "$status" -eq 137 ]
	[ ! -e t.otf ]
	[ -z "$(tail -c 1 t.1.events | tr -d '\n')" ]
	printf '1:1\n' >t.otf
	[ "$(otf-cat --keep-going t | grep -c '^Enter')" -gt 9000 ]
}

@test "otf.h: 10,000 streams need few descriptors" {
	(ulimit -n 256 && "$ours/write-cases" many t 10000 >printed)
	[ "$(cat printed)" = '1 1' ]
	[ "$(wc -l <t.otf)" -eq 10000 ]
	[ "$(cat t.2710.stats)" = "$(printf '1\n*2710\nSC"x"\n2\n*2710\nSC"x"\n3\n*2710\nSC"x"\n3\n*2710')" ]
}

@test "otf.h: NULL for a handle, and calls out of order, are refused with a reason" {
	"$ours/write-misuse" >printed
	[ "$(wc -l <printed)" -gt 140 ]
	# all but four that must succeed
	[ "$(grep -c ' -1 OTF_\| -1 [^ ]*: ' printed)" -eq "$(($(wc -l <printed) - $(grep -c ' = 0 0 $' printed)))" ]
	[ "$(grep -c ' = 0 0 $' printed)" -eq 3 ]
	[ "$(grep -c '^OTF_MasterControl_get.*Count(NULL.* = 0 -1 ' printed)" -eq 3 ]
}

@test "otf.h: what writes is clean under valgrind" {
	need_tools valgrind
	case $BUILD in */san-*) skip "sanitizers check it" ;; esac
	local check="valgrind -q --leak-check=full --error-exitcode=9"
	ln -s /dev/full full.z.1.events
	$check "$ours/write-misuse" >/dev/null
	$check "$ours/write-copy" c >/dev/null
	$check "$ours/write-cases" full full.z >/dev/null
	$check "$ours/write-cases" packed packed.z >/dev/null
}
