# otf-write: which files it makes, what stands in them, and what it refuses.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

files() { # NAME: what follows its stub, in one line
	(cd "$(dirname "$1")" && ls -d "$(basename "$1")".*) | sed "s/^$(basename "$1")//" | tr '\n' ' '
}

# Process N writes at time N, in this order; the definitions come first.
writers() {
	local -a all=()
	local p t=0
	for p in 9 8 7 6 5 4 3 2 1; do
		all+=("DefProcess|-|0|$p|p$p|0")
	done
	for p; do
		all+=("NoOp|$((t += 1))|$p")
	done
	stream "${all[@]}"
}

@test "-n 0 is a stream a process, in the order of their first records" {
	writers 5 2 9 5 1 >in
	silent otf-write -n 0 t <in
	lines '1:5' '2:2' '3:9' '4:1' | diff - t.otf
	[ "$(grep -l '^\*9' t.*.events)" = t.3.events ]
	silent otf-write plain <in
	cmp t.otf plain.otf
}

@test "-n K makes new streams until there are K, then takes the first with the fewest processes" {
	writers 5 2 9 1 7 3 4 2 >in
	silent otf-write -n 3 t <in
	lines '1:1,4,5' '2:2,7' '3:3,9' | diff - t.otf
	silent otf-write -n 1 one <in
	lines '1:1,2,3,4,5,7,9' | diff - one.otf
	silent otf-write -n 100 many <in
	[ "$(wc -l <many.otf)" -eq 7 ]
	for n in 1 2 3 7 100; do
		otf-cat "$sample" | awk -F'\t' -v K="$n" '
			/^(@|Def|Marker)/ || $3 in of { next }
			{ s = 1; if (n < K) s = ++n; else for (i = 2; i <= n; i++) if (count[i] < count[s]) s = i
			  count[s]++; of[$3] = s; }
			END { for (p in of) print p, of[p] }' | sort -n >want
		otf-cat "$sample" | otf-write -n "$n" s$n
		otf-cat s$n | awk -F'\t' '/^@SM/ { n = split($3, p, ","); for (i = 1; i <= n; i++) print p[i], $2 }' |
			sort -n | diff want -
	done
}

@test "ids of streams go on in hexadecimal, and so do processes" {
	stream '@SM|255|16,4294967295' '@SM|4096|10' 'NoOp|1|10' 'NoOp|2|16' >in
	silent otf-write t <in
	lines 'ff:10,ffffffff' '1000:a' | diff - t.otf
	[ "$(files t)" = ".0.def .1000.events .ff.events .otf " ]
}

@test "@SM is followed, and who is missing in it gets a new stream" {
	{ writers 5 2 9 1 7 | sed '1a @SM	4	9,2\n@SM	2	8'; } >in
	silent otf-write t <in
	lines '2:8' '4:2,9' '5:5' '6:1' '7:7' | diff - t.otf
	silent otf-write -n 2 u <in
	lines '1:5,7,9' '2:1,2' | diff - u.otf
	otf-cat "$sample" | silent otf-write s
	cmp s.otf "$sample"
}

@test "@SM that cannot be is refused" {
	for bad in '@SM|1' '@SM|1|' '@SM|0|1' '@SM|4294967295|1' '@SM|x|1' '@SM|1|1,' '@SM|1|1,x' '@SM|1|4294967296' \
		'@SM|1|1|2'; do
		stream "$bad" "$one" 'NoOp|5|1' | exits 1 otf-write t || { echo "$bad" && return 1; }
		says "@SM"
	done
	stream '@SM|1|1' '@SM|2|1' 'NoOp|5|1' | exits 1 otf-write t
	says "a process is in two streams"
	nothing t
}

@test "an unsorted record is refused with its place, and nothing is left" {
	stream "$one" 'Enter|5|1|7|0' 'Enter|4|1|7|0' >in
	exits 1 otf-write t <in
	says "stdin:4: process 1: time goes back from 5 (process 1, line 3) to 4; sort the records with otf-sort"
	nothing t
	stream "$one" 'Enter|5|1|7|0' 'Enter|4|2|7|0' | exits 1 otf-write t
	stream "$one" 'Enter|5|1|7|0' 'EnterSnapshot|4|1|4|7|0' | exits 1 otf-write -z 1 t
	nothing t
	stream "$one" 'DefMarker|-|0|1|m|0' 'Marker|9|1|1|a' 'Marker|3|1|1|b' 'Enter|2|1|7|0' 'Enter|2|1|7|0' |
		silent otf-write t
}

@test "a trace that exists, if only one file of it does, is refused and stays as it is" {
	stream "$one" >in
	for f in t.otf t.0.def t.2.snaps.z t.fade.events t.1.marker t.3.stats.z t.thumb; do
		echo old >"$f"
		exits 1 otf-write t <in || { echo "$f" && return 1; }
		says "$f: exists"
		exits 1 otf-write t.otf <in
		[ "$(cat "$f")" = old ]
		[ "$(ls -d t.*)" = "$f" ]
		rm "$f"
	done
	ln -s nowhere t.otf
	exits 1 otf-write t <in
	rm t.otf
	touch t tt.otf t.txt t.0.defs.bak t.1.event t.otfl
	silent otf-write t <in
}

@test "a file that comes up meanwhile is not overwritten, and nothing else is left" {
	mkfifo feed
	otf-write t <feed 2>err &
	writer=$!
	exec 7>feed
	stream "$one" 'NoOp|5|1' | head -n 3 >&7
	soon waits "$writer"
	echo old >t.1.events
	stream "$one" 'NoOp|5|1' | tail -n 1 >&7
	exec 7>&-
	fails wait $writer
	says "t.1.events"
	[ "$(cat t.1.events)" = old ]
	rm t.1.events
	nothing t.
}

@test "a directory that forbids it, or is not there: exit 1, told, nothing left" {
	stream "$one" >in
	exits 1 otf-write no/such/dir/t <in
	says "no/such/dir/t"
	says "No such file or directory"
	echo >file
	exits 1 otf-write file/t <in
	says "Not a directory"
	[ "$(id -u)" -eq 0 ] || skip "the rest wants to be root"
	nobody_runs otf-write
	dir=$(mktemp -d)
	chmod 755 "$dir"
	fails as_nobody otf-write "$dir/t" <in 2>err
	says "$dir/t"
	says "Permission denied"
	rmdir "$dir"
}

@test "names: with or without .otf, with a path, with blanks, behind --" {
	stream "$one" 'NoOp|5|1' >in
	mkdir d
	silent otf-write a.otf <in
	silent otf-write d/a <in
	silent otf-write "$PWD/d/b.otf" <in
	silent otf-write 'x y' <in
	silent otf-write -- -n <in
	silent otf-write a.1.events <in
	for t in a d/a d/b 'x y' ./-n a.1.events; do
		[ -f "$t.otf" ]
		[ -f "$t.1.events" ]
		cmp a.1.events "$t.1.events"
	done
	exits 2 otf-write '' <in
	nothing .otf
}

@test "any number of processes in turns, with events and snapshots, come to the files that they belong to" {
	local t=0 p round
	local -a all=()
	for p in 1 257 513 769 1025 2049 65537 4294967295; do
		all+=("DefProcess|-|0|$p|p|0")
	done
	for round in 1 2 3; do
		for p in 1 257 513 769 1025 2049 65537 4294967295; do
			all+=("EnterSnapshot|$((t += 1))|$p|1|7|0" "Enter|$t|$p|$((p % 1000))|0")
		done
	done
	stream "${all[@]}" >in
	silent otf-write t <in
	otf-cat t | grep '^Enter' >out
	grep '^Enter' in | diff - out
	for p in 1 101 201 301 401 801 10001 ffffffff; do
		[ "$(grep -l "^\\*$p\$" t.*.events | wc -l)" -eq 1 ]
		[ "$(grep -l "^\\*$p\$" t.*.snaps | sed 's/snaps/events/')" = "$(grep -l "^\\*$p\$" t.*.events)" ]
	done
}

@test "@IS between snapshots puts those behind it into the event files" {
	stream "$one" 'EnterSnapshot|5|1|4|7|0' '@IS|1' 'EnterSnapshot|6|1|4|8|0' >in
	silent otf-write t <in
	grep -q '^TE.*7' t.1.snaps
	grep -q '^TE.*8' t.1.events
}

@test "times of any length are hexadecimal without zeros before them" {
	local -a all=("$one")
	local -a times=(0 1 15 16 4095 4096 16777214 16777215 16777216 16777217 33554432 4294967295 4294967296 \
		281474976710655 281474976710656 9223372036854775807)
	local t
	for t in "${times[@]}"; do
		all+=("Enter|$t|1|7|0")
	done
	stream "${all[@]}" >in
	silent otf-write t <in
	printf '%x\n' "${times[@]}" >want
	grep -v '^[*E]' t.1.events | sed '$d' | diff want -
}

@test "--inline puts snapshots into the event files, IS:1 does so as well" {
	stream "$one" 'NoOp|4|1' 'EnterSnapshot|5|1|4|7|0' 'FunctionSummary|5|1|7|1|2|3' 'NoOp|5|1' >in
	silent otf-write t <in
	[ "$(files t)" = ".0.def .1.events .1.snaps .1.stats .otf " ]
	silent otf-write --inline u <in
	[ "$(files u)" = ".0.def .1.events .1.stats .otf " ]
	otf-cat u | head -n 1 | grep 'IS:1'
	otf-cat u | otf-write v
	cmp u.1.events v.1.events
	otf-cat u -o w
	cmp u.1.events w.1.events
}

@test "--long and --short write that form, else it stays" {
	otf-cat "$sample" | silent otf-write --long t
	grep -q ^ENTER t.1.events
	otf-cat t | head -n 1 | grep FM:long
	otf-cat t | silent otf-write u
	cmp t.1.events u.1.events
	cmp t.0.def u.0.def
	otf-cat t | silent otf-write --short v
	for f in def marker 1.events 2.events; do
		f=${f/#[dm]/0.${f:0:1}}
		cmp "v.$f" "${sample%.otf}.$f"
	done
}

@test "-z writes what zlib unpacks to the plain files" {
	otf-cat "$sample" >in
	silent otf-write t <in
	for z in 1 4 9; do
		silent otf-write -z $z z$z <in
		[ "$(files z$z)" = ".0.def.z .0.marker.z .1.events.z .2.events.z .otf " ]
		for f in 0.def 0.marker 1.events 2.events; do
			python3 -c 'import sys, zlib
d = zlib.decompressobj(); sys.stdout.buffer.write(d.decompress(sys.stdin.buffer.read()) + d.flush())' \
				<z$z.$f.z | cmp - t.$f
		done
		cmp z$z.otf t.otf
	done
	silent otf-write -z 0 p <in
	cmp p.1.events t.1.events
	for bad in 10 -1 x ''; do
		exits 2 otf-write -z "$bad" q <in
		exits 2 otf-write -n "${bad/10/1x}" q <in
	done
	nothing q
}

@test "few files open at a time give the same bytes" {
	mktrace -p 60 -s 60 -e 6k >in
	silent otf-write t <in
	silent otf-write -f 7 u <in
	silent otf-write -f 7 -z 1 z <in
	for f in t.*; do
		cmp "$f" "u${f#t}"
	done
	otf-cat --no-pg z | cmp - <(otf-cat --no-pg -f 9 t)
}

@test "DefVersion: kept, and 1.12.5 of otfpipe for a stream that came from elsewhere" {
	stream "$one" | silent otf-write t
	[ "$(grep ^DV t.0.def)" = 'DV1.c.5"otfpipe"' ]
	stream 'DefVersion|-|0|1|2|3|mine' "$one" | silent otf-write u
	[ "$(grep -c ^DV u.0.def)" -eq 1 ]
	otf-cat "$sample" | grep -v ^DefVersion | sed 's/@END.*/@END	3153/' | silent otf-write v
	[ "$(grep -c ^DV v.0.def)" -eq 0 ]
}

@test "a stream has its own DefVersion wherever it stands, and no other" {
	local z
	stream 'DefTimerResolution|-|0|1000' "$one" 'DefVersion|-|0|1|2|3|mine' >middle
	stream "$one" 'Enter|1|1|1|0' 'DefVersion|-|0|1|2|3|mine' >late
	for z in 0 4; do
		silent otf-write --force -z $z t <middle
		otf-cat --no-pg t | grep -e ^Def | diff - <(records <middle)
		silent otf-write --force -z $z t <late
		[ "$(otf-cat t | grep ^DefVersion)" = "$(grep ^DefVersion late)" ]
	done
	stream "$one" 'DefVersion|-|1|1|2|3|local' | otf-write --force t
	[ "$(otf-cat t | grep -c '^DefVersion	-	0	1	12	5	otfpipe')" -eq 1 ]
}

@test "the reference knows a DefVersion behind other definitions, and a trailer after it" {
	need_reference
	stream "$one" 'DefTimerResolution|-|0|1000' 'DefFunction|-|0|1|f|0|0' 'Enter|1|1|1|0' 'Leave|2|1|1|0' | otf-write t
	tail -n 1 t.0.def | grep -x 'DV1.c.5"otfpipe"'
	otfprint t.otf | grep 'DefVersion: stream 0, version: 1.12.5 "otfpipe"'
	otfmerge -n 1 -o m.otf t.otf
	grep -c ^DV m.0.def | grep -x 1
	otf-check t
}

@test "--unique-id writes a new one in place of the old one, else it is kept" {
	otf-cat "$sample" >in
	for t in t u; do
		silent otf-write --unique-id $t <in
		[ "$(grep -c ^DUI $t.0.def)" -eq 1 ]
	done
	[ "$(cat t.0.def u.0.def "${sample%.otf}.0.def" | grep ^DUI | sort -u | wc -l)" -eq 3 ]
	diff <(grep -v ^DUI t.0.def) <(grep -v ^DUI "${sample%.otf}.0.def")
	stream "$one" | silent otf-write --unique-id v
	[ "$(grep -c ^DUI v.0.def)" -eq 1 ]
}

@test "every stream gets an event file, without records one of 0 and *P" {
	stream '@SM|1|1' '@SM|2|10,11' "$one" 'NoOp|5|1' >in
	silent otf-write t <in
	printf '0\n*a\n' | cmp - t.2.events
	otf-cat t | silent otf-write u
	cmp t.2.events u.2.events
	stream '@SM|1|1' 'EnterSnapshot|5|1|5|7|0' | silent otf-write v
	printf '0\n*1\n' | cmp - v.1.events
	otf-cat --no-pg v | grep -v ^@SM | records | grep -v ^DefVersion | grep -c . | grep -x 1
	silent otf-write -z 1 z <in
	otf-cat z | otf-write zz
	cmp zz.2.events t.2.events
}

@test "a stream of definitions alone is a trace" {
	otf-cat "$sample" | grep -e ^@ -e ^Def | grep -v ^@END >some
	otf-cat --adopt --no-pg some >in
	silent otf-write t <in
	otf-cat --no-pg t | records | cmp - <(records <in)
	cmp t.otf "$sample"
	stream "$one" 'DefProcess|-|0|2|q|0' | silent otf-write u
	lines '1:1' '2:2' | diff - u.otf
}

@test "a stream that names no process at all fails and says so" {
	stream 'DefTimerResolution|-|0|1000' | exits 1 otf-write t
	says "the stream has no process"
	stream | exits 1 otf-write t
	nothing t
}

@test "empty byte arrays are told, and the trace is written with --lossy only" {
	stream "$one" 'NoOp|5|1|1:a:|2:B:7|3:a:' 'NoOp|6|1|1:a:00' >in
	exits 1 otf-write t <in
	says "t: 2 empty byte arrays were dropped"
	says "t: 2 records or values would be lost; --lossy accepts that"
	nothing t
	exits 0 otf-write --lossy t <in
	says "2 empty byte arrays"
	[ "$(otf-cat t | grep -c '^NoOp	5	1	2:B:7$')" -eq 1 ]
	exits 0 otf-write --lossy -q v <in
	[ ! -s err ]
}

@test "local definitions stand in their stream, and forbid regrouping" {
	stream '@SM|1|1' '@SM|2|2' 'DefFunction|-|0|7|f|0|0' 'DefFunction|-|2|7|g|0|0' 'Enter|5|1|7|0' 'Enter|6|2|7|0' >in
	silent otf-write t <in
	grep '^DF7' t.2.def
	otf-cat --no-pg t | records | grep -v ^DefVersion | diff - <(records <in)
	exits 1 otf-write -n 1 u <in
	says "the local definition DefFunction 7 would lose its meaning"
	exits 1 otf-filter -n 1 t -o u
	stream '@SM|1|1' 'DefFunction|-|2|7|g|0|0' 'Enter|5|1|7|0' | exits 1 otf-write u
	says "DefFunction 7 is local to stream 2"
	nothing u
	silent otf-write -n 0 same <in
	cmp same.2.def t.2.def
}

@test "definitions alone under -n keep all processes" {
	otf-cat -r def "$REPO/tests/data/sample.otf" | otf-write -n 2 t
	printf '1:1,3,5,7\n2:2,4,6,8\n' | cmp - t.otf
	silent otf-cat --no-pg -r def t
	[ "$(grep -c ^DefProcess out)" -gt 8 ]
}
