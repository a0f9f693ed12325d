# --part K/N: shares of the streams of a trace.

load common
load stream

setup() {
	common_setup
}

@test "the shares of a trace are disjoint, and together they are the whole" {
	need_mktrace
	local n k
	mktrace -p 40 -e 40k -s 11 --tags --markers | otf-write big
	otf-cat --no-pg big >whole
	for n in 1 2 3 7 11; do
		: >shares
		for k in $(seq "$n"); do
			silent otf-cat --no-pg --part "$k/$n" big
			records <out | grep -v '^Def' >>shares
			grep -c '^@SM' out >>streams."$n"
			[ "$(grep -v Marker out | grep ^Def)" = "$(grep -v Marker whole | grep ^Def)" ]
		done
		cmp <(sort shares) <(records <whole | grep -v '^Def' | sort)
		[ "$(awk '{ n += $1 } END { print n }' streams."$n")" -eq 11 ]
	done
}

@test "the shares are balanced by the bytes of their files" {
	need_mktrace
	mktrace -p 64 -e 200k -s 16 | otf-write big
	for k in 1 2 3 4; do
		otf-cat --count --part "$k/4" big
	done >counts
	awk '{ if (!min || $1 < min) min = $1; if ($1 > max) max = $1 } END { exit !(max < 1.2 * min) }' counts
}

@test "a share is a trace of its own, with any command and any number of threads" {
	need_mktrace
	mktrace -p 8 -e 20k -s 4 | otf-write big
	silent otf-cat --part 2/3 big -o share
	[ "$(wc -l <share.otf)" -le 2 ]
	otf-cat --no-pg --part 2/3 -j 3 big | records | cmp - <(otf-cat --no-pg share | records)
	otf-filter --no-pg -r Enter --part 2/3 big | records | cmp - <(otf-filter --no-pg -r Enter share | records)
	otf-sort --no-pg --part 2/3 big | records | cmp - <(otf-cat --no-pg share | records)
	# each of several traces is shared
	otf-cat --no-pg --part 1/2 big -o a
	[ "$(otf-cat --count --part 1/2 big)" -eq "$(otf-cat --count a)" ]
}

@test "times in percent mean the same in every share" {
	need_mktrace
	mktrace -p 8 -e 5k -s 4 | otf-write big
	otf-cat --no-pg big | head -n 1 >whole
	for k in 1 2 3; do
		otf-cat --no-pg --part "$k/3" big | head -n 1 | cmp - whole
		otf-cat --part "$k/3" -t 25%:50% big | records
	done | LC_ALL=C sort -u >shares
	otf-cat -t 25%:50% big | records | LC_ALL=C sort -u | cmp - shares
}

@test "a share behind the last stream has the definitions and nothing else, but makes no trace" {
	sample t
	silent otf-cat --no-pg --part 5/7 t
	[ "$(records <out | grep -c -v ^Def)" -eq 0 ]
	[ "$(grep -c ^DefProcess out)" -gt 0 ]
	[ "$(grep -c ^@SM out)" -eq 0 ]
	tail -n 1 out | grep -q ^@END
	for n in 1 2 3 4 5 6 7; do
		for k in $(seq "$n"); do
			otf-stat --partial --part "$k/$n" t >"$k.part"
		done
		otf-stat --combine --tsv ./*.part | cmp - <(otf-stat --tsv t)
		rm -f ./*.part
	done
}

@test "what is no share is a usage error" {
	sample t
	exits 2 otf-cat --part 0/3 t
	says "not a share K/N like 2/4"
	exits 2 otf-cat --part 4/3 t
	exits 2 otf-cat --part 1 t
	exits 2 otf-cat --part 1/2/3 t
	exits 2 otf-cat --part 1/99999999999999999999999 t
	exits 2 otf-cat --part 1000/1000 t -o u
	says "--part 1000/1000: t.otf has only"
	nothing u
	exits 2 otf-cat --part 1/2 -
	says "stdin is a line stream"
	otf-cat t >t.otfl
	exits 2 otf-cat --part 1/2 t.otfl
	says "t.otfl is a line stream"
}

@test "shares written apart and joined are the trace again, file by file" {
	need_mktrace
	local k
	mktrace -p 30 -e 30k -s 9 --tags --markers | otf-write big
	for k in 1 2 3 4; do
		silent otf-cat --part "$k/4" big -o "share$k"
	done
	silent otf-write --join whole share1 share2 share3 share4
	for f in big.*; do
		cmp "$f" "whole.${f#big.}"
	done
	nothing share1
}

@test "streams of one size are dealt in the order of the master file" {
	for i in 1 2 3 4 5; do echo "@SM|$i|$i"; done >sm
	for i in 1 2 3 4 5; do echo "DefProcess|-|0|$i|p|0"; done >def
	for i in 1 2 3 4 5; do echo "NoOp|9|$i"; done >events
	mapfile -t all < <(cat sm def events)
	stream "${all[@]}" | otf-write t
	[ "$(stat -c %s t.?.events | sort -u | wc -l)" -eq 1 ]
	for k in 1 2 3; do
		otf-cat --part $k/3 t | sed -n 's/^@SM\t\([0-9]*\).*/\1/p' | paste -sd ' '
	done >got
	printf '%s\n' '1 4' '2 5' 3 | diff - got
}

@test "the largest streams are dealt first, so that small ones fill the shares up" {
	for i in 1 2 3 4 5; do echo "@SM|$i|$i"; done >sm
	for i in 1 2 3 4 5; do echo "DefProcess|-|0|$i|p|0"; done >def
	for n in 1 2 3 4 20; do
		i=$((${i:-0} % 5 + 1))
		for ((k = 0; k < 100 * n; k++)); do echo "NoOp|$k|$i"; done
	done | sort -t '|' -s -n -k 2,2 >events
	mapfile -t all < <(cat sm def events)
	stream "${all[@]}" | otf-write t
	for k in 1 2; do
		otf-cat --part $k/2 t | sed -n 's/^@SM\t\([0-9]*\).*/\1/p' | paste -sd ' '
	done >got
	printf '%s\n' 5 '1 2 3 4' | diff - got
}
