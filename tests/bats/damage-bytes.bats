# Damage below the level of lines: compressed data that are cut or changed, and every single byte of a trace.

load common
load stream

setup() {
	common_setup
	small_trace
}

# pack HOW FILE...: FILE becomes FILE.z, in two blocks that meet between two lines. HOW:
#   open      as the reference writes it, never finished
#   finished  one finished stream          joined    two finished streams
#   halves    two finished streams that meet in the middle of a line
#   mixed     a finished stream and an open one
pack() {
	python3 - "$@" <<'PYTHON'
import os, sys, zlib

def deflate(text, flush):
    z = zlib.compressobj(6)
    middle = text.index(b"\n", len(text) // 2) + 1
    return (z.compress(text[:middle]) + z.flush(zlib.Z_FULL_FLUSH) + z.compress(text[middle:]) + z.flush(flush))

how = sys.argv[1]
for path in sys.argv[2:]:
    text = open(path, "rb").read()
    middle = len(text) // 2 + (how != "halves") * (text[len(text) // 2:].index(b"\n") + 1)
    if how in ("open", "finished"):
        data = deflate(text, zlib.Z_FULL_FLUSH if how == "open" else zlib.Z_FINISH)
    else:
        last = zlib.Z_FULL_FLUSH if how == "mixed" else zlib.Z_FINISH
        data = zlib.compress(text[:middle]) + deflate(text[middle:] , last)
    open(path + ".z", "wb").write(data)
    os.remove(path)
PYTHON
}

repack() {
	rm -f t.*
	cp trace/* .
	pack "$@"
}

# The records of stream 1 that came are the first ones; all others came.
all_but_the_rest_of_1() {
	local one='^\(Enter\|Leave\|SendMsg\)	[0-9]*	[12]	'
	records <"$1" | grep -v "$one" | cmp - <(grep -v "$one" whole)
	records <"$1" | grep "$one" >came || true
	grep "$one" whole | head -n "$(wc -l <came)" | cmp - came
}

# damaged_z FILE: told by name, @ABORT, nothing made; --keep-going gives what stands before, @END, exit 1.
damaged_z() {
	exits 1 otf-cat --no-pg t
	grep "^otf-cat: $1:" err
	mv out got.otfl
	tail -n 1 got.otfl | grep '^@ABORT	otf-cat	'
	exits 1 otf-write u <got.otfl
	exits 1 otf-cat -o u t
	nothing u
	exits 1 otf-cat --no-pg --keep-going t
	grep "^otf-cat: $1:" err
	[ "$(tail -n 1 out)" = "@END	$(records <out | wc -l)" ]
}

@test "compressed as the reference does it, finished, joined: all legal, and whole" {
	for how in open finished joined halves mixed; do
		echo $how
		repack $how t.0.def t.1.events t.2.events
		silent otf-cat --no-pg t
		records <out | diff whole -
		silent otf-cat -o u t
		records <out | cmp - /dev/null
		silent otf-cat --no-pg u
		records <out | diff whole -
		rm u.*
	done
}

@test "a long trace in finished and joined streams is read to its end" {
	need_mktrace
	mktrace -p 2 -e 120k -s 1 >long.otfl
	silent otf-write long <long.otfl
	otf-cat --no-pg long | records >want
	[ "$(stat -c %s long.1.events)" -gt 1200000 ] # more than any buffer
	cp long.1.events events
	for how in open finished joined halves mixed; do
		echo $how
		cp events long.1.events
		rm -f long.1.events.z
		pack $how long.1.events
		silent otf-cat --no-pg long
		records <out | cmp - want
	done
}

@test "compressed events cut at any byte: told, and --keep-going gives what stands before" {
	repack open t.1.events t.2.events
	cp t.1.events.z events.z
	for ((n = 0; n < $(stat -c %s events.z); n += 3)); do
		head -c $n events.z >t.1.events.z
		damaged_z t.1.events.z
		all_but_the_rest_of_1 out
	done
}

@test "a cut between two blocks is noticed by the trailer" {
	python3 -c '
import zlib
text = open("t.1.events", "rb").read()
z = zlib.compressobj(6)
open("t.1.events.z", "wb").write(z.compress(text[:text.index(b"28")]) + z.flush(zlib.Z_FULL_FLUSH))'
	rm t.1.events
	damaged_z t.1.events.z
	all_but_the_rest_of_1 out
	[ "$(wc -l <came)" -eq 3 ]
}

@test "compressed definitions that are cut" {
	repack open t.0.def t.1.events
	cp t.0.def.z def.z
	for n in 0 1 2 20 33 $(($(stat -c %s def.z) - 1)); do
		echo "$n bytes"
		head -c "$n" def.z >t.0.def.z
		damaged_z t.0.def.z
		records <out | grep -v ^Def | cmp - <(grep -v ^Def whole)
	done
}

@test "compressed data that are corrupt, or no such data at all" {
	repack open t.1.events
	printf '\377\377\377\377' | dd of=t.1.events.z bs=1 seek=12 conv=notrunc status=none
	damaged_z t.1.events.z
	all_but_the_rest_of_1 out
	cp trace/t.1.events t.1.events.z
	damaged_z t.1.events.z
	all_but_the_rest_of_1 out
	[ ! -s came ]
	repack finished t.1.events
	printf '\1\2\3\4' | dd of=t.1.events.z bs=1 seek=$(($(stat -c %s t.1.events.z) - 4)) conv=notrunc status=none
	damaged_z t.1.events.z
	all_but_the_rest_of_1 out
	for how in open finished; do
		repack $how t.1.events
		echo junk >>t.1.events.z
		damaged_z t.1.events.z
		records <out | diff whole -
	done
}

# One trace of all kinds of files.
all_files() {
	lines 'MD1NM"m"Y1' 'MS1T14P1V"here"' >t.0.marker
	lines 'DF2G0NM"g"' >t.1.def
	lines 1e '*1' TE1Oa 1e '*1' >t.1.snaps
	lines 28 '*2' SF1N1E2I3 28 '*2' >t.1.stats
}

@test "no byte that is changed, removed or cut off makes a crash, a hang, or a silent loss" {
	not_emulated
	all_files
	timeout 1000 python3 "$REPO/tests/tools/flip.py" t
}

@test "the same in compressed files" {
	not_emulated
	all_files
	pack open t.0.def t.1.def t.0.marker t.1.events t.2.events t.1.snaps t.1.stats
	timeout 1000 python3 "$REPO/tests/tools/flip.py" t
}
