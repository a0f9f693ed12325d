# @PART: shares know which share of which trace they are, and what was done to them.

load common
load stream

setup() {
	common_setup
	sample t
}

part() { # COMMAND...: the @PART line of its output
	"$@" | grep '^@PART'
}

@test "a share has its number, the number of shares, and the hash of the whole trace, which a copy has, too" {
	local id
	part otf-cat --part 1/2 t >one
	part otf-cat --part 2/2 t >two
	grep -q -E '^@PART	1	2	[0-9a-f]{32}	0{32}$' one
	grep -q -E '^@PART	2	2	[0-9a-f]{32}	0{32}$' two
	id=$(cut -f 4 one)
	[ "$(cut -f 4 two)" = "$id" ]
	mkdir elsewhere
	cp t.* elsewhere
	touch elsewhere/*
	[ "$(part otf-cat --part 2/3 elsewhere/t.otf | cut -f 4)" = "$id" ]
	# any file counts, each with its name
	for f in t.*; do
		(cd elsewhere && echo >>"$f")
		[ "$(part otf-cat -q --keep-going --part 1/2 elsewhere/t | cut -f 4)" != "$id" ]
		cp "$f" elsewhere
	done
	[ "$(part otf-cat --part 1/2 elsewhere/t | cut -f 4)" = "$id" ]
	for f in t.*; do cp "$f" "elsewhere/u.${f#t.}"; done
	[ "$(part otf-cat --part 1/2 elsewhere/u | cut -f 4)" != "$id" ]
	otf-cat t >out
	[ "$(grep -c '^@PART' out)" -eq 0 ]
}

@test "both ends of a large file count" {
	local id
	need_mktrace
	mktrace -p 2 -e 20k -s 1 | otf-write big
	id=$(part otf-cat --part 1/1 big | cut -f 4)
	for at in 100 -100; do
		cp big.1.events saved
		python3 - $at <<'P'
import sys
at = int(sys.argv[1])
with open("big.1.events", "r+b") as f:
    f.seek(at, 0 if at > 0 else 2)
    f.seek(f.tell() + f.readline().__len__())
    where = f.tell()
    old = f.read(1)
    f.seek(where)
    f.write(b"1" if old != b"1" else b"2")
P
		[ "$(part otf-cat -q --keep-going --part 1/1 big | cut -f 4)" != "$id" ]
		cp saved big.1.events
	done
	[ "$(part otf-cat --part 1/1 big | cut -f 4)" = "$id" ]
}

@test "what a stage was told counts, how it works and where the output goes does not" {
	local plain
	plain=$(part otf-cat --part 1/2 t)
	[ "$(part otf-cat -j 2 -q --no-pg --part 1/2 t)" = "$plain" ]
	[ "$(otf-cat --part 1/2 t | part otf-sort --buffer 1M)" = "$plain" ]
	otf-cat --part 1/2 t -z 3 -o u
	[ "$(part otf-cat u)" = "$plain" ]
	otf-filter -p 1-4,6 --part 1/2 t | grep '^@PART' >short
	[ "$(cat short)" != "$plain" ]
	otf-filter --process=1-4,6 --part 1/2 t | grep '^@PART' | cmp - short
	otf-cat --part 1/2 t | otf-filter -p 1-4,6 | grep '^@PART' | cmp - short
	[ "$(part otf-filter -p 1-4 --part 1/2 t)" != "$(cat short)" ]
	[ "$(part otf-filter -x -p 1-4,6 --part 1/2 t)" != "$(cat short)" ]
	# another command with the same option, and the same option twice in a row
	[ "$(part otf-cat -p 1-4,6 --part 1/2 t)" != "$(cat short)" ]
	[ "$(otf-filter -p 1-4,6 --part 1/2 t | part otf-filter -p 1-4,6)" != "$(cat short)" ]
}

@test "the line is stored, survives every form of a trace, and is gone from the whole" {
	local form line
	for form in '' --long '-z 1' --keep-pg --no-pg; do
		rm -f s?.* w.*
		for k in 1 2; do
			# shellcheck disable=SC2086
			silent otf-cat $form --part $k/2 t -o s$k
		done
		line=$(part otf-cat --part 2/2 t)
		[ "$(part otf-cat s2)" = "$line" ]
		[ "$(otf-info s2 | sed -n 's/^ *share *//p')" = '2 of 2' ]
		otf-info --json s2 | grep -q '"part": 2, "parts": 2,'
		silent otf-write --join w s1 s2
		otf-cat w >out
		[ "$(grep -c '^@PART' out)" -eq 0 ]
		[ "$(cat w.0.def | (gzip -dcf 2>/dev/null || cat) | grep -c PART)" -eq 0 ]
	done
	otf-cat --part 1/2 t | otf-to-vtf3 --profile full -o v.bpv
	[ "$(part vtf3-to-otf v.bpv | cut -f -4)" = "$(part otf-cat --part 1/2 t | cut -f -4)" ]
	otf-info --json t | grep -q '"part": null, "parts": null,'
}

@test "what is not all shares of one trace, once each, is not joined" {
	for k in 1 2; do otf-cat --part $k/2 t -o s$k; done
	otf-cat --part 1/2 t -o again
	otf-cat --part 2/2 t -r '!Marker' -o other
	otf-cat --part 2/3 t -o third
	otf-remap --shift 1 t -o u
	otf-cat --part 2/2 u -o foreign
	otf-cat t | otf-filter -s 2 -o plain
	md5sum ./*.* >sums
	refused() { # MESSAGE SHARE...
		exits 1 otf-write --join w "${@:2}"
		says "$1"
		md5sum -c --quiet sums
		nothing w
	}
	refused 's1: is share 1 of 2; missing: 2' s1
	refused 's2: is share 2 of 2; missing: 1' s2
	refused 'again: is share 1 of 2, as is s1' s1 again s2
	refused 'other: was made with other options than s1' s1 other
	refused 'third: is share 2 of 3, but s1 is share 1 of 2' s1 third
	refused 'foreign: ' s1 foreign
	refused 'plain: is not a numbered share, but s1 is share 1 of 2' s1 plain
	refused 's1: is share 1 of 2, but plain is not a numbered share' plain s1
	silent otf-write --join w s2 s1
	same_text w t
}

@test "the shares that are missing are listed, not all of many" {
	need_mktrace
	mktrace -p 30 -e 3k -s 15 | otf-write big
	otf-cat --part 3/15 big -o s
	otf-cat --part 14/15 big -o u
	exits 1 otf-write --join w s u
	says 's: is share 3 of 15; missing: 1, 2, 4, 5, 6, 7, 8, 9 and others'
}

@test "a share is not shared again, and several traces are another whole" {
	otf-cat --part 1/2 t -o s1
	exits 2 otf-cat --part 1/2 s1
	says '--part 1/2: s1.otf is share 1 of 2; a share cannot be shared again'
	exits 2 otf-stat --part 1/2 --partial s1
	otf-filter --prune -s 1 t -o a
	otf-filter --prune -s 2 t -o b
	silent otf-cat -q --unify --part 1/1 a b
	[ "$(grep -c '^@PART' out)" -eq 0 ]
	[ "$(part otf-cat --part 1/1 a | wc -l)" -eq 1 ]
}

@test "profiles of shares are combined if they are the whole, in any number of steps" {
	local k
	need_mktrace
	mktrace -p 40 -e 20k -s 11 | otf-write big
	otf-stat --tsv big >want
	for k in 1 2 3 4 5; do otf-stat --partial --part $k/5 big >$k.part; done
	silent otf-stat --combine --tsv 3.part 1.part 5.part 2.part 4.part
	cmp out want
	exits 1 otf-stat --combine --tsv 1.part 2.part 4.part 5.part
	says '1.part: is share 1 of 5; missing: 3'
	[ ! -s out ]
	exits 1 otf-stat --combine 1.part 2.part 1.part
	says '1.part: is share 1 of 5, as is 1.part'
	otf-cat --part 3/5 big | otf-stat --partial >3.piped
	cmp 3.piped 3.part
	silent otf-stat --combine --partial 1.part 4.part
	mv out 14.part
	otf-stat --combine --partial 3.part 2.part >23.part
	exits 1 otf-stat --combine --tsv 14.part 23.part
	says '14.part: is share 1 of 5; missing: 5'
	silent otf-stat --combine --tsv 14.part 23.part 5.part
	cmp out want
	exits 1 otf-stat --combine --tsv 14.part 23.part 5.part 4.part
	says '4.part: is share 4 of 5, as is 14.part'
	otf-remap --shift 1 big -o moved
	otf-stat --partial --part 3/5 moved >foreign
	exits 1 otf-stat --combine 1.part foreign
	otf-stat --partial --part 3/5 -r Enter big >other
	exits 1 otf-stat --combine 1.part other
	says 'other: was made with other options than 1.part'
	otf-stat --partial big >all
	exits 1 otf-stat --combine 1.part all
	says 'all: is not a numbered share'
}

@test "a @PART line that is none passes, and is no share" {
	for line in '@PART' '@PART|1|2' '@PART|0|2|00000000000000000000000000000000|00000000000000000000000000000000' \
		'@PART|3|2|00000000000000000000000000000000|00000000000000000000000000000000' \
		'@PART|1|2|00000000000000000000000000000000|0000000000000000000000000000000' \
		'@PART|1|2|0000000000000000000000000000000x|00000000000000000000000000000000' \
		'@PART|1|2|00000000000000000000000000000000|00000000000000000000000000000000|'; do
		stream "$line" "$one" 'NoOp|5|1' >in
		silent otf-filter --no-pg -r def,NoOp in
		cmp out in
		otf-stat --partial in >out
		[ "$(grep -c ^part out)" -eq 0 ]
	done
}
