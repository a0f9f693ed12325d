# otf-slice --every and --max-bytes: numbered traces, each as -t would cut it.

load common
load stream

setup() {
	common_setup
	sample s
}

# same_files A B: the traces have the same files with the same bytes.
same_files() {
	local file
	[ "$(ls "$1".*.* | sed "s/^$1\.//")" = "$(ls "$2".*.* | sed "s/^$2\.//")" ]
	for file in "$1".*; do
		cmp "$file" "$2.${file#"$1".}"
	done
}

# span NAME: its first and last time.
span() {
	otf-cat "$1" | head -n 1 | sed 's/.*TS:\([0-9]*\),\([0-9]*\).*/\1 \2/'
}

@test "pieces of a time are those that -t would cut" {
	read -r first last < <(span s)
	for options in '' --closed '--long -z 1' '-n 0'; do
		# shellcheck disable=SC2086
		silent otf-slice --every 700us $options --force s -o part
		for k in 1 2 3 4 5 6; do
			a=$((first + (k - 1) * 700000))
			# shellcheck disable=SC2086
			otf-slice -t $a:$((a + 700000)) $options --force s -o one
			[ ! -e one.1.events ] || same_files one part.00000$k
			rm one.*
		done
		[ ! -e part.000007.otf ]
		rm part.*
	done
}

@test "a stream in a pipe and several passes do not matter to pieces" {
	otf-snap --points 30 s -o snapped
	otf-slice --every 10% snapped -o one
	otf-cat snapped | silent otf-slice --every 10% -o two
	for k in 01 05 10; do
		same_files one.0000$k two.0000$k
	done
	[ "$(ls one.*.otf | wc -l)" -eq "$(ls two.*.otf | wc -l)" ]
	for options in '-t 2ms:3ms' '-t 40%:' '-t 45%:50%'; do
		# shellcheck disable=SC2086
		otf-slice --every 300us $options snapped -o one --force
		# shellcheck disable=SC2086
		otf-cat snapped | otf-slice --every 300us $options -o two --force
		same_files one.000001 two.000001
	done
}

@test "pieces of a size hold all records once and begin between instants" {
	silent otf-slice --max-bytes 6K s -o part
	[ "$(ls part.*.otf | wc -l)" -gt 5 ]
	for part in part.*.otf; do
		otf-cat --no-pg "$part" >part.otfl
		records <part.otfl | grep -v -e ^Def -e ^Marker -e Snapshot >>all
		[ "$(cat "${part%.otf}".*.events "${part%.otf}".*.snaps 2>/dev/null | wc -c)" -lt 7500 ]
		[ "$(grep -c -e ^DefProcess part.otfl)" -ge 8 ]
		otf-slice --strict --no-pg -t : part.otfl >/dev/null
	done
	otf-cat --no-pg s | records | grep -v -e ^Def -e ^Marker | diff - all
}

@test "records of one time stay in one piece" {
	{
		stream "$one" | grep -v ^@END
		for t in 1 2 3; do
			for _ in $(seq 1000); do printf 'NoOp\t%d\t1\n' $t; done
		done
		printf '@END\t3001\n'
	} >in
	silent otf-slice --max-bytes 1K in -o part
	[ "$(ls part.*.otf | wc -l)" -eq 3 ]
	[ "$(otf-cat part.000002 | grep -c '^NoOp	2	')" -eq 1000 ]
}

@test "a piece without events is written, so that numbers mean times" {
	stream "$one" 'DefFunction|-|0|1|f|0|0' 'Enter|5|1|1|0' 'Leave|47|1|1|0' >in
	silent otf-slice --every 10 in -o part
	[ "$(ls part.*.otf | wc -l)" -eq 5 ]
	otf-cat part.000003 | grep -F "EnterSnapshot	25	1	5	1	0"
}

@test "more pieces than have numbers are refused before the first" {
	stream "$one" 'NoOp|0|1' 'NoOp|1000000|1' | sed '1s/$/\tTS:0,1000000/' >in
	exits 2 otf-slice --max-pieces 999999 --every 1 in -o t
	says 'otf-slice: t: more than the 999999 pieces that --max-pieces allows'
	exits 2 otf-slice --max-pieces 1000000 --every 1 in -o t
	[ "$(find . -name 't.*' | wc -l)" -eq 0 ]
}

@test "more than 10,000 pieces need --max-pieces, and are refused before the first" {
	stream "$one" 'NoOp|0|1' 'NoOp|10000|1' | sed '1s/$/\tTS:0,10000/' >in
	exits 2 otf-slice --every 1 in -o t
	says 'otf-slice: t: more than the 10000 pieces that --max-pieces allows'
	[ "$(find . -name 't.*' | wc -l)" -eq 0 ]
	exits 2 otf-slice --max-pieces 3 --every 2501 in -o t
	silent otf-slice --max-pieces 4 --every 2501 in -o t
	[ "$(find . -name 't.*.otf' | wc -l)" -eq 4 ]
	stream "$one" 'NoOp|5000000000|1' 'NoOp|5000010000|1' | sed '1s/$/\tTS:5000000000,5000010000/' >far
	silent otf-slice --max-pieces 4 --every 2501 far -o far
	exits 2 otf-slice --every 2500 --max-pieces 3 -t 0:10000 in -o u
	silent otf-slice --every 2500 --max-pieces 4 -t 0:10000 in -o u
	exits 2 otf-slice --max-pieces 4 -t 5:10 in -o v
}

@test "one damaged time of a stream without its span makes no thousands of empty pieces" {
	stream "$one" 'DefFunction|-|0|1|f|0|0' 'Enter|0|1|1|0' 'Leave|25|1|1|0' 'NoOp|1000000000000|1' >in
	exits 1 otf-slice --every 10 -o t <in
	says 'otf-slice: t: more than the 10000 pieces that --max-pieces allows; 2 are written'
	[ "$(find . -name 't.*.otf' | wc -l)" -eq 2 ]
	mapfile -t events < <(seq 1000 | sed 's/.*/NoOp|&|1/')
	stream "$one" "${events[@]}" >in
	exits 1 otf-slice --max-bytes 1K --max-pieces 2 in -o u
	[ "$(find . -name 'u.*.otf' | wc -l)" -eq 2 ]
	says 'more than the 2 pieces that --max-pieces allows; 2 are written'
}

@test "many pieces need few descriptors" {
	ulimit -n 40
	silent otf-slice --every 8us s -o part
	[ "$(ls part.*.otf | wc -l)" -gt 450 ]
}

@test "what an earlier run left is not replaced without --force, and told if it is more" {
	otf-slice --every 1ms s -o part
	exits 1 otf-slice --every 2ms s -o part
	says 'part.000001.otf: exists; use --force to replace a trace'
	exits 0 otf-slice --every 2ms --force s.otf -o part.otf
	says 'part.000003: is left from an earlier run and is not one of these pieces'
}

@test "input that ends early leaves the pieces that are whole, and no other" {
	otf-cat s | head -n 2500 >cut
	exits 3 otf-slice --every 1ms -j 2 -z 1 -o threads <cut
	exits 3 otf-slice --every 1ms -o part <cut
	says 'the stream ends after'
	otf-slice --every 1ms s -o whole
	same_files whole.000001 part.000001
	last=$(ls part.*.otf | wc -l)
	[ "$last" -ge 1 ]
	nothing "part.00000$((last + 1))"
	[ "$(ls -d part.*otfpipe* 2>/dev/null | wc -l)" -eq 0 ]
}

@test "provenance is kept in each piece where asked for" {
	otf-cat s | otf-slice --every 2ms --keep-pg -o part
	[ "$(otf-cat part.000002 | grep -c '^@PG')" -eq 3 ]
	otf-cat s | otf-slice --no-pg --every 2ms -o none
	[ "$(otf-cat --no-pg none.000002 | grep -c '^@PG')" -eq 0 ]
}
