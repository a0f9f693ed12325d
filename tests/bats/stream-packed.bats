# Line streams compressed with --zstd.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	need_tools zstd
	otf-cat -V -v | grep -q '^zstd' || skip "built without zstd"
}

@test "--zstd packs the stream of every command that has one; zstd unpacks it, and every command reads it" {
	for command in otf-cat otf-filter otf-sort 'otf-snap --points 2' 'otf-slice -t 1ms:2ms' 'otf-remap --shift +1'; do
		$command "$sample" --no-pg >want
		silent $command --no-pg --zstd "$sample"
		zstd -dcq <out | cmp - want
		mv out packed
		silent otf-cat --no-pg - <packed
		cmp out want
	done
	otf-cat --zstd "$sample" | otf-filter --zstd -p 1-3 | otf-write t
	otf-filter -p 1-3 "$sample" | records | cmp - <(otf-cat t | records)
}

@test "levels and threads change how much is packed, not what" {
	otf-cat --no-pg "$sample" >want
	for how in --zstd=1 --zstd=19 '--zstd -j 2' '--zstd=3 -j 4'; do
		silent otf-cat --no-pg $how "$sample"
		zstd -dcq <out | cmp - want
	done
	otf-cat --no-pg --zstd=19 "$sample" >best
	otf-cat --no-pg --zstd "$sample" >fast
	[ "$(wc -c <best)" -lt "$(wc -c <fast)" ]
	[ "$(wc -c <fast)" -lt $(($(wc -c <want) / 2)) ]
}

@test "a level that zstd does not have, and --zstd where no stream is written, are usage errors" {
	for level in 0 20 x -1 ''; do
		exits 2 otf-cat --zstd="$level" "$sample"
	done
	exits 2 otf-cat --zstd "$sample" -o t
	says "line stream"
	otf-cat "$sample" -o copy
	exits 2 otf-snap --zstd --points 2 --in-place copy
	otf-diff copy "$sample"
	nothing t
}

@test "a thread that unpacks ahead makes no difference" {
	need_mktrace
	mktrace -p 4 -s 2 -e 100k | otf-cat --zstd >many.zst
	zstd -dcq <many.zst >many
	zstd -q --rm -B4096 many -o other.zst
	otf-cat --no-pg many.zst >want
	for threads in 2 5; do
		silent otf-cat --no-pg -j $threads many.zst
		cmp out want
		silent otf-cat --no-pg -j $threads other.zst
		cmp out want
	done
}

@test "a packed stream that was cut or damaged is told, and nothing is written" {
	otf-cat --zstd "$sample" >whole
	size=$(wc -c <whole)
	for n in 3 4 100 $((size / 2)) $((size - 1)); do
		head -c "$n" whole >cut
		exits 3 otf-write t <cut
		if [ "$n" -gt 3 ]; then says 'stdin: compressed data ends inside a'; else says 'no newline'; fi
		nothing t
		exits 3 sh -c 'otf-cat - <cut | otf-write t'
		nothing t
		[ "$n" -gt 8 ] || continue # no format is recognized by three bytes
		otf-cat --no-pg cut >one 2>said && return 1
		exits 3 otf-cat --no-pg -j 2 cut
		cmp out one
		cmp err said
	done
	cp whole bad
	printf 'xxxx' | dd of=bad bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
	exits 1 otf-write t <bad
	nothing t
}

@test "a stream that fails ends with @ABORT inside the packed stream, too" {
	lines '@OTFPIPE|1.0' 'DefProcess|-|0|1|a|0' 'Enter|5|1' '@END|2' >in
	otf-cat --zstd - <in >out 2>err && return 1
	zstd -dcq <out | tail -n 1 | grep -q '^@ABORT	otf-cat	'
	otf-write t <out 2>err && return 1
	grep -q 'aborted' err
}

@test "a full disk is told as for a plain stream" {
	[ -w /dev/full ] || skip "no /dev/full"
	exits 1 sh -c 'otf-cat --zstd "$1" >/dev/full' sh "$sample"
	says 'No space left'
}
