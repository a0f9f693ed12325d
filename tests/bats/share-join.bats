# otf-write --join: disjoint shares become one trace, by renaming.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# share NAME STREAM [OPTION]...: of the line stream ./all what is of that stream, and all definitions and markers.
share() {
	awk -F '\t' -v s="$2" '
	/^@SM/ { n = split($3, p, ","); for (i = 1; i <= n; i++) of[p[i]] = $2; if ($2 == s) print; next }
	/^Def/ && $3 != 0 && $3 != s { next }
	/^(@|Def|Marker)/ || of[$3] == s' all | grep -v ^@END | otf-cat --adopt --no-pg - "${@:3}" -o "$1"
}

# Two shares U.0, U.1 of the sample, which has two streams, and what their files hold in ./before.
shares() {
	otf-cat --no-pg "$sample" >all
	share U.0 1 "$@"
	share U.1 2 "$@"
	before
}

before() {
	rm -rf before && mkdir before && cp U.* before
}

# The shares are as they were, and nothing else is there.
unchanged() {
	mkdir now && cp -R U* now
	diff -r before now
}

@test "the shares of a trace make the trace again, without them" {
	shares
	silent otf-write --join U U.0 U.1
	same_text U "${sample%.otf}"
	otf-cat --no-pg U | cmp - all
	cmp U.1.events before/U.0.1.events
	cmp U.2.events before/U.1.2.events
	nothing U.0.otf
	[ "$(ls U* | wc -l)" -eq "$(ls "${sample%.otf}".* | wc -l)" ]
}

@test "files are renamed, not written: they keep their inodes" {
	shares
	inodes=$(stat -c %i U.0.1.events U.1.2.events)
	otf-write --join U U.0.otf U.1.otf
	[ "$(stat -c %i U.1.events U.2.events)" = "$inodes" ]
}

@test "compressed shares and local definitions, statistics and snapshots move as they are" {
	lines '@OTFPIPE|1.0' '@SM|10|1' '@SM|11|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' \
		'DefProcess|-|0|2|q|0' 'DefFunction|-|10|1|f|0|0' 'DefFunction|-|11|1|g|0|0' 'EnterSnapshot|5|1|4|1|0' \
		'Enter|5|1|1|0' 'FunctionSummary|6|2|1|1|2|3' 'Enter|7|2|1|0' >all
	share U.0 10 -z 3
	share U.1 11
	before
	otf-cat --adopt --no-pg all >want
	silent otf-write --join U U.0 U.1
	cmp U.a.def.z before/U.0.a.def.z
	cmp U.b.stats before/U.1.b.stats
	otf-cat --no-pg U | records | grep -v ^DefVersion | diff <(records <want) -
}

@test "the order of shares is that of the command; with --force an old trace goes" {
	shares
	stream "$one" 'NoOp|1|1' | otf-write U
	touch U.7.snaps
	exits 1 otf-write --join U U.1 U.0
	says ": exists"
	silent otf-write --force --join U U.1 U.0
	same_text U "${sample%.otf}"
	[ ! -e U.7.snaps ]
}

@test "definitions that only some shares have are all there, once, and so are markers" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|10' 'DefinitionComment|-|0|a' 'DefinitionComment|-|0|a' 'DefProcess|-|0|1|p|0' \
		'DefMarker|-|0|1|m|0' 'Marker|3|1|1|x' 'NoOp|3|1' | otf-write U.0
	stream '@SM|2|2' 'DefTimerResolution|-|0|10' 'DefinitionComment|-|0|a' 'DefinitionComment|-|0|b' 'DefProcess|-|0|1|p|0' \
		'DefProcess|-|0|2|q|0' 'DefMarker|-|0|1|m|0' 'Marker|3|1|1|x' 'Marker|3|2|1|x' 'NoOp|4|2' |
		otf-write U.1
	silent otf-write --join U U.0 U.1
	otf-cat --no-pg U | records | grep -v DefVersion >have
	lines 'DefTimerResolution|-|0|10' 'DefinitionComment|-|0|a' 'DefinitionComment|-|0|a' 'DefProcess|-|0|1|p|0' \
		'DefinitionComment|-|0|b' 'DefProcess|-|0|2|q|0' 'DefMarker|-|0|1|m|0' 'Marker|3|1|1|x' 'Marker|3|2|1|x' \
		'NoOp|3|1' 'NoOp|4|2' | diff - have
}

@test "a definition that differs is named with its shares, and nothing changes" {
	otf-cat --no-pg "$sample" >all
	share U.0 1
	sed -i 's/^\(DefFunction\t-\t0\t2\t\)/\1other_/' all
	share U.1 2
	before
	exits 1 otf-write --join U U.0 U.1
	says "otf-write: U.1: DefFunction 2 differs from that of U.0"
	[ "$(wc -l <err)" -eq 1 ]
	unchanged
	sed -i 's/^\(DefTimerResolution\t-\t0\t\).*/\17/; s/other_//' all
	rm U.1.*
	share U.1 2
	before
	rm -r now
	exits 1 otf-write --join U U.0 U.1
	says "U.1: DefTimerResolution differs from that of U.0"
	unchanged
}

@test "shares that are not disjoint are refused, and nothing changes" {
	shares
	exits 1 otf-write --join U U.0 U.1 U.0
	says "U.0: named twice"
	otf-cat U.0 | otf-write -n 1 U.2
	before
	exits 1 otf-write --join U U.0 U.1 U.2
	says "U.2: stream 1 is also in U.0: shares must be disjoint"
	sed -i 's/^1:/5:/' U.2.otf
	mv U.2.1.events U.2.5.events
	rm -f U.2.1.*
	before
	exits 1 otf-write --join U U.0 U.1 U.2
	says "U.2: process 1 is also in U.0: shares must be disjoint"
	unchanged
}

@test "missing, damaged and strange shares are refused, and nothing changes" {
	shares
	exits 1 otf-write --join U U.0 U.9
	says "U.9.otf: no such share"
	exits 1 otf-write --force --join U.1 U.0 U.1
	says "U.1: is the trace to be written; name only its shares"
	unchanged
	rm -r now
	touch U.1.9.events
	before
	exits 1 otf-write --join U U.0 U.1
	says "U.1.9.events: belongs to a stream that U.1.otf does not name"
	unchanged
	rm -r now U.1.9.events
	mv U.1.2.events gone && ln -s gone U.1.2.events
	exits 1 otf-write --join U U.0 U.1
	says "U.1.2.events: is not a regular file"
	rm U.1.2.events
	exits 1 otf-write --join U U.0 U.1
	says "U.1.2.events: missing"
	[ -e U.0.otf ]
	[ ! -e U.otf ]
	nothing U.otfpipe
}

@test "usage: at least one share, no option that would rewrite records" {
	shares
	exits 2 otf-write --join U
	for option in '-n 1' --long --inline --recover; do
		exits 2 otf-write --join $option U U.0 U.1
	done
	exits 2 otf-write U U.0
	unchanged
	silent otf-write --join U U.0
	[ -e U.1.events ]
	[ ! -e U.0.otf ]
}

@test "shares on another file system are copied" {
	[ -w /dev/shm ] && [ "$(stat -c %d /dev/shm)" != "$(stat -c %d .)" ] || skip "no other file system"
	shares
	far=$(mktemp -d /dev/shm/otfpipe-XXXXXX)
	mv U.1.* "$far"
	got=0
	silent otf-write --join U U.0 "$far/U.1" || got=$?
	rmdir "$far" || got=$?
	[ "$got" -eq 0 ]
	same_text U "${sample%.otf}"
}

@test "a kill at any moment leaves the shares, or the whole and nothing of them after recovery" {
	need_tools strace
	export ASAN_OPTIONS=detect_leaks=0 # which does not work under strace
	[ ! -w /dev/shm ] || cd "$(mktemp -d /dev/shm/otfpipe-XXXXXX)"
	shares
	otf-write --join U U.0 U.1
	whole=$(cksum U.*)
	for call in link renameat2 unlink; do
		for ((n = 1; ; n++)); do
			rm -rf U* && cp before/* .
			got=0
			strace -f -o /dev/null -e trace=$call -e inject=$call:signal=KILL:when=$n otf-write --join U U.0 U.1 || got=$?
			[ "$got" -eq 137 ] || break
			otf-write -q --recover U
			if [ -e U.otf ]; then
				[ "$(cksum U.*)" = "$whole" ]
			else
				unchanged
				rm -r now
			fi
		done
		[ "$got" -eq 0 ]
	done
	[ "$PWD" = "${PWD#/dev/shm/}" ] || rm -r "$PWD"
}
