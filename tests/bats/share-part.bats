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

@test "a share behind the last process has the definitions and nothing else, as a trace, too" {
	sample t
	silent otf-cat --no-pg --part 9/10 t
	[ "$(records <out | grep -c -v ^Def)" -eq 0 ]
	[ "$(grep -c ^DefProcess out)" -gt 0 ]
	[ "$(grep -c ^@SM out)" -eq 0 ]
	tail -n 1 out | grep -q ^@END
	for k in $(seq 10); do silent otf-cat --part "$k/10" t -o 'U.%K'; done
	mv out want
	otf-cat --no-pg --part 9/10 t | records | cmp - <(otf-cat --no-pg U.9 | records)
	silent otf-info U.9
	silent otf-check --strict -q U.9
	[ "$(cat U.9.otf)" = '' ]
	silent otf-filter -r '!Counter' U.9 -o V
	silent otf-write --join W U.10 U.9 U.8 U.7 U.6 U.5 U.4 U.3 U.2 U.1
	same_text W t
	nothing U.9
	for n in $(by_length '1 4 10' '1 2 3 4 5 6 7 8 9 10'); do
		for k in $(seq "$n"); do
			otf-stat --partial --part "$k/$n" t >"$k.part"
		done
		otf-stat --combine --tsv ./*.part | cmp - <(otf-stat --tsv t)
		rm -f ./*.part
	done
	# only a share may have no stream
	echo >V.otf
	grep -v PART V.0.def >def && mv def V.0.def
	exits 1 otf-cat V
	says 'V.otf: names no process'
	exits 1 otf-cat --keep-going V
	[ "$(grep -c 'names no process' err)" -eq 1 ]
}

@test "what is no share is a usage error" {
	sample t
	exits 2 otf-cat --part 0/3 t
	says "not a share K/N like 2/4"
	exits 2 otf-cat --part 4/3 t
	exits 2 otf-cat --part 1 t
	exits 2 otf-cat --part 1/2/3 t
	exits 2 otf-cat --part 1/99999999999999999999999 t
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

@test "more shares than streams cut streams by processes, in blocks, the largest streams into the most" {
	for i in 1 2 3; do echo "DefProcess|-|0|$i|p|0"; done >def
	for i in 11 12 13 14 15; do echo "DefProcess|-|0|$i|q|0"; done >>def
	for ((k = 0; k < 100; k++)); do
		for i in 11 12 13 14 15; do echo "NoOp|$k|$i"; done
	done >events
	echo 'NoOp|100|1' >>events
	mapfile -t all < <(lines '@SM|1|1,2,3' '@SM|2|11,12,13,14,15' | tr '\t' '|' && cat def events)
	stream "${all[@]}" | otf-write t
	members() { # N: of each share
		for k in $(seq "$1"); do
			otf-cat --part "$k/$1" t | sed -n 's/^@SM\t\([0-9]*\)\t/\1:/p'
		done | paste -sd ' '
	}
	[ "$(members 2)" = '2:11,12,13,14,15 1:1,2,3' ]
	[ "$(members 3)" = '1:1,2,3 2:11,12 2:13,14,15' ]
	[ "$(members 6)" = '1:1,2,3 2:11 2:12 2:13 2:14 2:15' ]
	[ "$(members 7)" = '1:1 1:2,3 2:11 2:12 2:13 2:14 2:15' ]
	[ "$(members 8)" = '1:1 1:2 1:3 2:11 2:12 2:13 2:14 2:15' ]
	[ "$(members 9)" = '1:1 1:2 1:3 2:11 2:12 2:13 2:14 2:15' ]
	for n in 3 6 8; do
		for k in $(seq $n); do silent otf-cat --part "$k/$n" t -o "U.%K"; done
		silent otf-write --join W U.?.otf
		for f in t.*; do cmp "$f" "W.${f#t.}"; done
		rm W.*
	done
}

@test "a cut stream keeps its local definitions and markers, statistics and snapshots" {
	stream '@SM|10|1,2,3' '@SM|11|4,5' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefProcess|-|0|2|q|0' \
		'DefProcess|-|0|3|q|0' 'DefProcess|-|0|4|q|0' 'DefProcess|-|0|5|q|0' 'DefFunction|-|10|1|f|0|0' \
		'DefFunction|-|11|1|g|0|0' 'DefMarker|-|0|7|m|0' 'Marker|9|2|7|x' 'EnterSnapshot|5|1|4|1|0' 'EnterSnapshot|5|3|4|1|0' \
		'Enter|5|1|1|0' 'Enter|5|2|1|0' 'Enter|5|4|1|0' 'FunctionSummary|6|2|1|1|2|3' 'Enter|7|2|1|0' 'Leave|7|3|1|0' 'NoOp|8|1' |
		otf-write t
	for f in a.def a.snaps a.stats 0.marker; do [ -e t.$f ]; done
	for n in 3 4 5; do
		for level in 0 3; do
			otf-cat -z $level t -o whole
			for k in $(seq $n); do silent otf-cat -z $level --part "$k/$n" t -o "U.%K"; done
			silent otf-write -z $level --join W U.?.otf
			for f in whole.*; do cmp "$f" "W.${f#whole.}"; done
			[ "$(ls W.* | wc -l)" -eq "$(ls whole.* | wc -l)" ]
			nothing U.1
			nothing U.2
			rm W.* whole.*
		done
	done
	# other local definitions are no share of this trace
	for k in 1 2 3; do otf-cat --part "$k/3" t -o "U.%K"; done
	echo 'DF2G0NM"h"' >>U.2.a.def
	exits 1 otf-write --join W U.?.otf
	says 'a.def: differs from that of another share'
	nothing W
	[ -e U.1.otf ]
	[ -e U.3.otf ]
}

@test "a share that cannot keep the order of records of one time says so" {
	stream '@SM|1|1,2' "$one" 'DefProcess|-|0|2|q|0' 'NoOp|5|1' 'NoOp|5|2' 'NoOp|6|2' 'NoOp|6|2' 'NoOp|7|1' 'NoOp|7|2' |
		otf-write t
	for k in 1 2; do silent otf-cat --part $k/2 t; done
	stream '@SM|1|1,2' "$one" 'DefProcess|-|0|2|q|0' 'NoOp|5|2' 'NoOp|5|1' 'NoOp|6|2' |
		otf-write --force t
	for k in 1 2; do
		exits 0 otf-cat --part $k/2 t -o "U.%K"
		says 't.otf: stream 1 is cut into shares, and at some times its records are not in the order of their processes'
	done
	silent otf-cat --part 1/1 t
	silent otf-write --join W U.1 U.2
	same() { otf-cat --no-pg "$1" | records | LC_ALL=C sort; }
	[ "$(same t)" = "$(same W)" ]
}

@test "shares that hold parts of a stream without numbers are not joined" {
	stream '@SM|1|1,2' "$one" 'DefProcess|-|0|2|q|0' 'NoOp|5|1' 'NoOp|5|2' | otf-write t
	for k in 1 2; do otf-cat --part $k/2 t | otf-cat --no-pg | grep -v '^@PART' | otf-write U.$k; done
	exits 1 otf-write --join W U.1 U.2
	says 'U.2: stream 1 is also in U.1: shares must be disjoint'
}
