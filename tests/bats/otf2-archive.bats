# OTF2 archives by libotf2: what frames carry, and what becomes of archives that are damaged, hostile or not for us.
# tests/otf2/frames prints the frames of an archive, or copies it by frames.

load common
load stream

setup() {
	common_setup
	[ -x "$BUILD/tests/otf2/extreme" ] || skip "no libotf2, which writes the archives"
	PATH=$BUILD/tests/otf2:$PATH
}

# The archive of all records.
extremes() {
	extreme x x
}

# A small one to damage: a directory small with small.otf2.
small() {
	mkotf2 -l 3 -e 3000 small >/dev/null
}

# refused WORDS...: reading small fails with one line that has these words, and no process of ours is left.
refused() {
	need_tools pgrep
	setsid -w sh -c 'echo $$ >group; exec frames -n small/traces.otf2' >out 2>err && { echo "it was read"; return 1; }
	[ "$(wc -l <err)" -eq 1 ]
	[ ! -s out ]
	grep -q '^frames: small/traces[^ ]*: ' err
	for word; do
		grep -qF -- "$word" err || { echo "not $word:"; cat err; return 1; }
	done
	fails pgrep -g "$(cat group)"
}

# change FILE AT BYTES: write over some bytes.
change() {
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

@test "a copy by frames has the same bytes: all records, extreme values" {
	extremes
	mkdir y
	frames x/x.otf2 y x
	for file in x.def x.marker x/0.evt x/1.evt x/4294967296.evt x/18446744073709551614.evt x/0.snap x/1.snap; do
		cmp "x/$file" "y/$file"
	done
	# but for the id of the trace, which libotf2 draws
	[ "$(cmp -l x/x.otf2 y/x.otf2 | wc -l)" -le 8 ]
	frames x/x.otf2 | grep -av '^version\|: ClockOffset \|: MappingTable ' >a
	frames y/x.otf2 | grep -av '^version' >b
	cmp a b
}

@test "a copy of many chunks has the same bytes" {
	extreme x x 20
	mkdir y
	frames x/x.otf2 y x
	for file in x.marker x/0.evt x/1.evt x/0.snap x/1.snap; do
		[ "$(stat -c %s "x/$file")" -gt 1048576 ]
		cmp "x/$file" "y/$file"
	done
}

@test "each row of records.def is in the archive of all records" {
	extremes
	frames x/x.otf2 | grep -aoE '^([0-9]+: )?[A-Z][A-Za-z]+' | sed 's/^[0-9]*: //' | sort -u >have
	# libotf2 alone makes Unknown, of a record that is newer than itself
	awk '/^#/ || NF == 0 || $2 == "Unknown" { next } { print $2 }' <(otf2_rows) | sort -u >want
	diff want have
}

@test "records.def has the rows of the mapping, with its fidelity" {
	need_shared
	awk '/^#/ || NF == 0 { next } $1 == "local" { $1 = "def" } $1 == "def" || $1 == "event" { print $1, $2, $3 }' \
		<(otf2_rows) | sort >have
	awk -F '\t' '$1 == "def" || $1 == "event" { print $1, $2, $4 }' "$SHARED/spec/formats/otf2-map.tsv" | sort >want
	diff want have
}

@test "fields have the names and the order of libotf2's functions" {
	cc=$(command -v gcc) || skip "no gcc"
	printf '#define OTF2_IGNORE_ATTRIBUTE_DEPRECATED\n#include <otf2/otf2.h>\n' | "$cc" -E -P - | tr -s ' \n' ' ' | sed 's/;/;\n/g' |
		grep -oE 'OTF2_(GlobalDef|Def|Evt|Snap|Marker)Writer_[A-Za-z]+ ?\([^;]*\)' |
		sed -E 's/ ?\(/ /; s/[*&]|const //g; s/\) *$//; s/Writer_Write/Writer_/; s/__attribute__.*//' >functions
	awk '
	FNR == NR {
		name = $1; sub(/^[^ ]* /, ""); n = split($0, part, ",")
		for (i = 1; i <= n; i++) { m = split(part[i], word, " "); if (part[i] !~ /OTF2_(GlobalDef|Def|Evt|Snap|Marker)Writer|OTF2_AttributeList/) {
			if (m && !(name ~ /(Evt|Snap)Writer/ && word[m] ~ /^(time|snapTime)$/)) list[name] = list[name] " " word[m] } }
		next
	}
	/^#/ || NF == 0 || $2 == "Unknown" || $2 == "MappingTable" { next }
	{
		split("def GlobalDef local Def event Evt snap Snap marker Marker", w, " ")
		for (i = 1; i in w; i += 2) library[w[i]] = w[i + 1]
		name = "OTF2_" library[$1] "Writer_" $2; want = ""
		for (i = 4; i <= NF; i++) {
			split($i, f, ":")
			# a list is a number and pointers, whose names differ
			want = want (f[2] == "metric[]" ? " [^ ]+ typeIDs metricValues" : f[2] == "property[]" ? " [^ ]+ properties types values" : \
				f[2] ~ /\[\]$/ ? " [^ ]+ " f[1] : " " f[1])
		}
		if (list[name] !~ "^" want "$") { print name ":" list[name] ", not" want; bad = 1 }
		n++
	}
	END { exit bad || n < 130 }' functions <(otf2_rows)
}

@test "an archive of a measurement is copied so that otf2-print shows the same" {
	need_shared
	need_tools otf2-print
	for archive in otf2/demo/demo public/pipit/pipit/tests/data/ping-pong-otf2/traces \
		public/pipit/pipit/tests/data/ping-pong-otf2-papi/traces; do
		rm -rf copy && mkdir copy
		frames "$SHARED/corpus/$archive.otf2" copy copy
		otf2-print -A "$SHARED/corpus/$archive.otf2" | grep -v "^Chunk size def\|^Trace id\|^Version" >a
		otf2-print -A copy/copy.otf2 | grep -v "^Chunk size def\|^Trace id\|^Version" >b
		[ "$(wc -l <b)" -gt 80 ]
		diff a b
	done
}

@test "events are as many with few locations open as with all" {
	mkotf2 -l 300 -e 300k many >/dev/null
	frames many/traces.otf2 | sort >all
	(ulimit -n 40 && frames many/traces.otf2) | sort >few
	cmp all few
	[ "$(grep -c '^[0-9]*: ' all)" -ge 300000 ]
}

@test "a file that ends early is found, wherever it does" {
	small
	cp -r small whole
	for file in traces.otf2 traces.def traces/1.evt traces/2.def; do
		size=$(stat -c %s "whole/$file")
		for at in 0 1 17 $((size / 3)) $((size / 2)) $((size - 20)) $((size - 3)); do
			[ "$at" -ge 0 ] && [ "$at" -lt $((size - 2)) ] || continue
			head -c "$at" "whole/$file" >"small/$file"
			refused || { echo "$file at $at"; cat err; false; }
		done
		cp "whole/$file" "small/$file"
	done
	frames -n small/traces.otf2
}

@test "a missing file, an empty one, a directory and a FIFO are errors, but a location without events needs no file" {
	small
	cp -r small whole
	rm small/traces/1.evt
	refused "traces/1.evt: the event file is missing"
	mkdir small/traces/1.evt
	refused "traces/1.evt: is not a regular file"
	rmdir small/traces/1.evt
	mkfifo small/traces/1.evt
	refused "traces/1.evt: is not a regular file"
	rm small/traces/1.evt
	: >small/traces/1.evt
	refused "traces/1.evt: chunk 1, byte 0: the file ends inside the head of a chunk; 1024 of 1024 records are lost"
	cp whole/traces/1.evt small/traces
	rm small/traces.def
	refused "the file of global definitions is missing"
	cp whole/traces.def small
	rm small/traces/*.def
	frames -n small/traces.otf2
	: >small/traces.otf2
	refused "is not the anchor file of an OTF2 archive"
	rm small/traces.otf2
	refused "there is no such OTF2 archive"
	mkotf2 -l 2 -e 0 none >/dev/null
	rm none/traces/*.evt
	frames -n none/traces.otf2
}

@test "threads give the same as one, and as few descriptors" {
	mkotf2 -l 5 -e 400000 many >/dev/null
	otf-cat --no-pg many/traces.otf2 | cksum >one
	for n in 2 3; do
		otf-cat --no-pg -j "$n" many/traces.otf2 | cksum | cmp - one
		(ulimit -n 25 && otf-cat --no-pg -j "$n" many/traces.otf2) | cksum | cmp - one
	done
}

@test "10,000 locations with 256 open files need less than 96 MiB, with and without threads" {
	mkotf2 -l 10000 -e 4m many >/dev/null
	for j in 1 2; do
		(ulimit -n 256 && peak otf-cat -j $j --count many/traces.otf2 >out)
		[ "$(cat out)" -gt 4000000 ]
		under 96
	done
}

@test "bytes after the end of a file are a warning" {
	small
	otf-cat --no-pg small/traces.otf2 >whole
	for file in traces/1.evt traces/1.def traces.def; do
		printf more >>"small/$file"
	done
	otf-cat --no-pg small/traces.otf2 >out 2>err
	cmp whole out
	grep -qx 'otf-cat: small/traces/1.evt: bytes after its end mark, which are ignored: 4' err
	[ "$(wc -l <err)" -eq 3 ]
}

@test "a file of definitions that is cut costs what comes after the cut, with --keep-going" {
	small
	size=$(stat -c %s small/traces.def)
	truncate -s $((size - 10)) small/traces.def
	run otf-cat small/traces.otf2
	[ "$status" -eq 1 ]
	otf-cat --keep-going small/traces.otf2 >out 2>err || [ $? -eq 1 ]
	grep -q '^otf-cat: small/traces.def: chunk 1, byte [0-9]*: the file ends inside [A-Z]' err
	grep -q '^DefFunction' out
}

@test "what cannot be read is named" {
	small
	cp small/traces.otf2 whole
	change small/traces.otf2 8 '\004'
	change small/traces.otf2 9 '\004\001\002'
	refused "is of OTF2 4.1.2: its trace format 4 is newer than those that otfpipe reads"
	cp whole small/traces.otf2
	change small/traces.otf2 7 '\000'
	refused "is not complete: its writer did not close it"
	cp whole small/traces.otf2
	change small/traces.otf2 28 '\002'
	refused "SIONlib"
	cp whole small/traces.otf2
	change small/traces.otf2 29 '\002'
	refused "is compressed"
	cp whole small/traces.otf2
	change small/traces.otf2 2 'otf2'
	refused "is not the anchor file of an OTF2 archive"
}

@test "an event that is newer than records.def comes as Unknown" {
	small
	frames small/traces.otf2 | grep -m 1 '^1: ' >first
	[[ $(cat first) == "1: Enter "* ]]
	change small/traces/1.evt 27 '\372' # after the head of the chunk and the first time
	frames small/traces.otf2 | grep -m 1 '^1: ' >unknown
	sed 's/Enter \([0-9]*\) .*/Unknown \1/' first | cmp - unknown
}

@test "a snapshot that is newer than records.def counts as dropped" {
	otf-snap --points 3 "$REPO/tests/data/sample" | otf-to-otf2 -q --lossy --no-carriers -o x
	change x/1.snap 31 '\372' # after the head of the chunk, the first time and the start of the snapshot
	otf-cat x.otf2 >out 2>err
	grep 'event Unknown: 1 read, 0 native, 0 carried, 1 dropped' err
	[ "$(grep -c Unknown out)" = 0 ]
}

@test "a file whose end mark lacks its last byte is read, with a warning" {
	small
	for file in traces.otf2 traces.def traces/1.evt; do
		cp small/$file whole
		truncate -s -1 small/$file
		frames -n small/traces.otf2 2>err
		otf-cat --count small/traces.otf2 >out 2>err
		[ "$(cat out)" -gt 3000 ]
		grep -F "$file: " err | grep 'end mark' || { cat err; return 1; }
		otf-check small/traces.otf2 >out || true
		grep -F '[end-mark]' out
		cp whole small/$file
	done
}

@test "an end mark before the last chunk hides nothing" {
	mkotf2 -l 1 -e 200k small >/dev/null
	[ "$(stat -c %s small/traces/0.evt)" -gt 2097152 ]
	# the mark of the end of the first chunk becomes that of the file
	python3 - small/traces/0.evt <<'EOF'
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
at = 1 << 20
while data[at - 1] == 0:
    at -= 1
data[at] = 2
open(sys.argv[1], 'wb').write(data)
EOF
	refused 'chunk 1, byte 10485' 'the file ends here, but another chunk follows' 'of 200000 records are lost'
	otf-cat --keep-going -r event small/traces.otf2 >out 2>err || true
	lost=$(sed -n 's/.*; \([0-9]*\) of 200000 records are lost.*/\1/p' err)
	[ "$lost" -eq 0 ]
}

@test "of thousands of damages each is told, or is in a value: no cut is silent" {
	mkotf2 -l 2 -e 64 small >/dev/null
	mutate small/traces.otf2 1 2000
	[ ! -e "$SHARED/corpus/otf2/demo/demo.otf2" ] || mutate "$SHARED/corpus/otf2/demo/demo.otf2" 1 2000
}

@test "damaged bytes are an error in one line, or are read; nothing hangs or is left" {
	need_tools python3
	extremes
	cp -r x copy
	python3 - <<'EOF'
import os, random, re, subprocess, time
def is_left(group):
    try:
        os.killpg(group, 0)
        return True
    except ProcessLookupError:
        return False

random.seed(20)
files = [os.path.join(d, f) for d, _, names in os.walk('copy') for f in sorted(names)]
for _ in range(150):
    name = random.choice(files)
    whole = open(name, 'rb').read()
    data = bytearray(whole)
    for _ in range(random.choice([1, 1, 4, 16])):
        at = random.randrange(len(data))
        if random.random() < .5:
            data[at] ^= 1 << random.randrange(8)
        else:
            data[at:at + 8] = bytes([random.choice([0, 1, 2, 127, 255])]) * min(8, len(data) - at)
    open(name, 'wb').write(data)
    p = subprocess.Popen(['frames', '-n', 'copy/x.otf2'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    out, err = p.communicate()
    ok = p.returncode == 0 and not err or p.returncode == 1 and re.fullmatch(rb'frames: copy/x[^ ]*: [^\n]+\n', err)
    assert ok and not out, (name, p.returncode, out, err)
    for _ in range(600):
        if not is_left(p.pid):
            break
        time.sleep(.1)
    assert not is_left(p.pid), name
    open(name, 'wb').write(whole)
EOF
}

@test "reading needs no other process" {
	need_tools pgrep
	mkotf2 -l 2 -e 2m big >/dev/null
	mkfifo pipe
	setsid -w sh -c 'echo $$ >group; exec frames big/traces.otf2' >pipe 2>err &
	exec 9<pipe
	read -r _ <&9
	[ "$(pgrep -g "$(cat group)" | wc -l)" -eq 1 ]
	kill -9 "$(cat group)"
	exec 9<&-
}

@test "an archive that exists is not written over" {
	small
	mkdir copy
	frames small/traces.otf2 copy a
	cp -r copy before
	run frames small/traces.otf2 copy a
	[ "$status" -eq 1 ]
	[ "$output" = "frames: copy/a: File exists" ]
	diff -r before copy
	mkdir copy/b
	run frames small/traces.otf2 copy b
	[ "$status" -eq 1 ]
}

@test "an error of who gives the frames to write is reported as it is" {
	small
	head -c 300 small/traces/1.evt >cut
	mv cut small/traces/1.evt
	mkdir copy
	run frames small/traces.otf2 copy a
	[ "$status" -eq 1 ]
	[[ $output == "frames: small/traces/1.evt: chunk 1, byte "*": the file ends inside "*" of 1024 records are lost" ]]
}

@test "a full disk is an error" {
	extremes
	for size in 1 100 300 500; do
		rm -rf copy && mkdir copy
		run bash -c "ulimit -f $size && frames x/x.otf2 copy x"
		[ "$status" -eq 1 ]
		[[ $output == "frames: copy/x"*": File too large" ]]
	done
}

@test "descriptors 0 and 1 may be closed" {
	small
	frames -n small/traces.otf2 <&- >&-
}

@test "a second table of ids of one kind is ignored with a warning, which names its place" {
	need_shared
	otf-cat --keep-going --count "$SHARED/corpus/otf2/records/v11/t.otf2" >out 2>err || [ $? -eq 1 ]
	grep -q 't/4294967296\.def: chunk 1, byte 976: a second MappingTable of kind 3, which is ignored' err
}
