# Shares and archives: --part of an archive, shares that are archives, and all of them as the whole again.

load common
load stream

setup() {
	common_setup
	need_mktrace
	mktrace -p 12 -e 3k -s 4 --tags --markers | otf-write plain
	otf-to-otf2 -q --lossy plain -o whole
}

is_whole() { # NAME: an archive
	diff -r whole "$1"
	cmp whole.def "$1.def"
	cmp whole.otf2 "$1.otf2"
	[ ! -e whole.marker ] || cmp whole.marker "$1.marker"
}

# An archive whose shares are from FROM.
by_shares() { # FROM N
	local k
	rm -rf s[0-9]* all*
	for k in $(seq "$2"); do otf-to-otf2 -q --lossy --part "$k/$2" "$1" -o "s$k"; done
	silent otf-to-otf2 -q --lossy $(seq -f s%.0f.otf2 "$2") -o all
}

@test "the shares of a trace of OTF are archives, and all together are the archive of the whole" {
	local n
	# 7 shares cut the streams, 13 are more than there are processes
	for n in 1 2 4 7 13; do
		by_shares plain "$n"
		is_whole all
	done
}

@test "--part of an archive: the shares are disjoint, balanced, and together the whole" {
	local n k
	for n in 1 2 4; do
		by_shares whole.otf2 "$n"
		is_whole all
		for k in $(seq "$n"); do otf-cat --count -r event --part "$k/$n" whole.otf2; done >counts
		[ "$(awk '{ n += $1 } END { print n }' counts)" -eq "$(otf-cat --count -r event whole.otf2)" ]
		awk '{ if (!min || $1 < min) min = $1; if ($1 > max) max = $1 } END { exit !(max < 1.5 * min) }' counts
	done
}

@test "--part of an archive reads whole streams: more shares than those are empty" {
	for k in 1 2 3 4 5 6; do otf-cat --part "$k/6" whole.otf2 -o "s$k"; done
	[ "$(otf-cat --count -r event s5)" -eq 0 ]
	otf-write --join joined s1 s2 s3 s4 s5 s6
	otf-cat whole.otf2 -o want
	silent otf-diff want joined
}

@test "shares of an archive that a tool of OTF2 wrote are joined as traces" {
	command -v mkotf2 >/dev/null || skip "make bench builds mkotf2"
	mkotf2 -l 5 -e 500 tool
	for k in 1 2 3; do otf-cat --part "$k/3" tool/traces.otf2 -o "s$k"; done
	otf-write --join joined s1 s2 s3
	otf-cat tool/traces.otf2 -o want
	silent otf-diff want joined
	# as archives their references would differ
	exits 1 otf-to-otf2 --lossy --part 1/2 tool/traces.otf2 -o X
	says 'came from OTF2 cannot be joined as an archive; join the shares with otf-write --join'
	[ ! -e X.otf2 ]
	[ ! -e X ]
}

@test "a share that is missing, comes twice or is of another trace is refused; a share is not shared again" {
	by_shares plain 3
	exits 1 otf-to-otf2 --lossy s1.otf2 s3.otf2 -o X
	says 'is share 1 of 3; missing: 2'
	exits 1 otf-to-otf2 --lossy s1.otf2 s2.otf2 s2.otf2 s3.otf2 -o X
	says 's2.otf2: is share 2 of 3, as is s2.otf2'
	mktrace -p 12 -e 4k -s 4 | otf-write other
	otf-to-otf2 -q --lossy --part 3/3 other -o t3
	exits 1 otf-to-otf2 --lossy s1.otf2 s2.otf2 t3.otf2 -o X
	says 't3.otf2: is a share of another trace than s1.otf2'
	exits 2 otf-to-otf2 --lossy --part 1/2 s1.otf2 -o X
	says 's1.otf2 is share 1 of 3; a share cannot be shared again'
	exits 2 otf-to-otf2 --lossy --no-carriers --part 1/2 plain -o X
	says 'share 1 of 2: an archive without carriers cannot be joined'
	[ ! -e X.otf2 ]
	[ ! -e X ]
}

@test "at equal times shares are in the order of their streams" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n'
		for p in 1 2 3 4 5 6; do printf '@SM\t%s\t%s\n' $p $p; done
		for p in 1 2 3 4 5 6; do printf 'DefProcess\t-\t0\t%s\tp%s\t0\n' $p $p; done
		for g in 1 2 3 4 5 6; do printf 'DefProcessGroup\t-\t0\t%s\tg%s\t1,2,3,4,5,6\n' $((100 + g)) $g; done
		for t in 1 2 3; do
			for p in 1 2 3 4 5 6; do
				printf 'SendMsg\t%s\t%s\t%s\t%s\t7\t8\t0\n' $t $p $((1 + p % 6)) $((101 + p * t % 6))
			done
		done
		printf '@END\t30\n'
	} | otf-write ties
	rm -rf whole*
	otf-to-otf2 -q ties -o whole
	[ ! -e whole.marker ]
	for n in 2 3 6; do
		by_shares ties "$n"
		is_whole all
	done
}

@test "shares that do not know when the whole ends say that calls and levels were counted up to the end of a share" {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunction|-|0|1|f|0|0' 'Enter|1|1|1|0' 'Enter|2|2|1|0' 'Leave|100|2|1|0' >in
	otf-write t <in
	otf-to-otf2 -o a t
	for trace in t a; do
		otf-stat -q --by process --tsv $trace >want
		for k in 1 2; do
			otf-stat -q --by process --partial --part $k/2 $trace >$trace.$k
		done
		exits "$([ $trace = t ] && echo 0 || echo 1)" otf-stat -q --combine --tsv $trace.1 $trace.2
		[ $trace = a ] || diff want out
	done
	says 'these shares do not know that the whole ends at tick 100; count the whole trace'
	# the first share alone goes on, whatever it is joined with first
	exits 1 otf-stat -q --combine --partial a.2 a.1
	cp out joined
	exits 1 otf-stat -q --combine joined
	exits 1 otf-stat -q --diff joined joined
	# of an interval, too: one share has no record in it
	for k in 1 2; do
		otf-stat -q -t :2 --partial --part $k/2 a >a.$k
	done
	exits 1 otf-stat -q --combine a.1 a.2
	for k in 1 2; do
		otf-stat -q -t :1 --partial --part $k/2 a >a.$k
	done
	exits 0 otf-stat -q --combine a.1 a.2
}
