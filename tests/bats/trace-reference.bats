# Traces made by the reference's writer are read as it reads them; it reads ours as we wrote them.

load common
load stream

setup_file() {
	common_setup
	build_reference
}

setup() {
	common_setup
	need_reference
}

# made PROGRAM ARGUMENT...: a trace t of the reference's writer.
made() {
	local program=$1
	shift
	echo "$program t $*"
	rm -f t.*
	"$BATS_FILE_TMPDIR/$program" t "$@" >log 2>/dev/null
}

# Timed records come by time, file (snaps, stats, events), stream; inline snapshots are events.
in_order() {
	otf-cat --schema | awk -F'\t' '
		FILENAME == "-" { rank[$1] = $3 == "snaps" ? 0 : $3 == "stats" ? 1 : 2; file[$1] = $3; next }
		/^@OTFPIPE/ { flat = /\tIS:1/ }
		/^@SM/ { n = split($3, p, ","); for (i = 1; i <= n; i++) stream[p[i]] = $2 }
		/^@/ || file[$1] == "def" || file[$1] == "marker" { next }
		{
			key = sprintf("%020d %d %010d", $2, flat && rank[$1] == 0 ? 2 : rank[$1], stream[$3])
			if (key < last) { print FILENAME ":" FNR ": " $0; exit 1 }
			last = key
		}' - "$1"
}

# The trace t is read as otfprint reads it, and written again as it was.
is_read_and_written() {
	silent otf-cat --no-pg t
	mv out t.otfl
	in_order t.otfl
	reference_says t >want
	[ -s want ]
	stream_says t.otfl | diff - want
	silent otf-write u <t.otfl
	same_text t u
	rm u.*
}

@test "every record kind in every form: short, long, inline, packed, zeros" {
	need_library
	for form in 0 1 2 3; do
		for z in 0 6; do
			made allrec $form $z 1 0
			is_read_and_written
			[ "$(tail -n 1 t.otfl)" = "@END	$(wc -l <log)" ]
			made allrec $form $z 4 1
			is_read_and_written
			[ "$(tail -n 1 t.otfl)" = "@END	$(wc -l <log)" ]
		done
	done
}

@test "every record kind stands in the stream as often as it was written" {
	need_library
	made allrec 0 0 4 0
	sed 's/^[^\t]*\t//; s/[ (].*//; s/KV$//; s/^NoOp.*/NoOp/' log | sort | uniq -c >want
	otf-cat t | records | cut -f 1 | sort | uniq -c >got
	diff want got
	[ "$(otf-cat --schema | grep -v -c '^#')" -eq $(($(wc -l <got) + 1)) ] # but for UnknownRecord
}

@test "1 to 1000 streams of the reference, short, long and packed" {
	need_library
	for shape in '1 3000 1' '8 400 2' '7 200 7' '40 60 40' '1000 12 1000'; do
		# shellcheck disable=SC2086
		for how in '0 0' '1 0' '0 4' '1 9'; do
			case "$shape $how" in
			'1000 '*' 1 9' | '1000 '*' 0 4') continue ;;
			esac
			set -- $shape
			made synth "$1" "$2" "$3" $how
			is_read_and_written
			[ "$(wc -l <t.otf)" -eq "$3" ]
		done
	done
}

@test "equal times: by stream, and in the order of the file" {
	need_library
	for shape in '1 1' '2 2' '9 9' '2 5' '64 64'; do
		# shellcheck disable=SC2086
		made eqtimes $shape
		exits 1 otf-cat --no-pg t
		says "t.0.def: missing"
		mv out t.otfl
		in_order t.otfl
		records <t.otfl | sed 's/^Enter\t\([0-9]*\)\t\([0-9]*\)\t\([0-9]*\)\t0$/\1 \2 \3/' >got
		awk -F'[:,]' '{ for (i = 2; i <= NF; i++) print $i, $1 }' t.otf >homes
		python3 -c '
home = {int(p, 16): int(s, 16) for p, s in (line.split() for line in open("homes"))}
for t in 10, 20, 30:
    for s in sorted(set(home.values())):
        for k in 1, 2:
            for p in sorted(home):
                if home[p] == s:
                    print(t, p, 10 * t + k)' | diff - got
	done
}

# How otf-write can write; the reference reads its own compressed form only with the shim.
forms() {
	forms=(--short --long)
	if [ -e "$BATS_FILE_TMPDIR/zfix.so" ]; then
		forms+=('-z 4' '--long -z 9')
	else
		echo "# no shim for compressed traces: left out" >&3
	fi
}

@test "the reference reads the traces that otf-write makes: 1, 7 and 1000 streams" {
	need_mktrace
	forms
	for shape in '-p 3 -e 2k -s 1' '-p 16 -e 9k -s 7 --tags --markers' '-p 1000 -e 20k -s 1000'; do
		# shellcheck disable=SC2086
		mktrace $shape >t.otfl
		stream_says t.otfl >want
		for how in "${forms[@]}"; do
			case "$shape $how" in
			*1000*--long*-z*) continue ;;
			esac
			echo "$shape $how"
			# shellcheck disable=SC2086
			silent otf-write $how u <t.otfl
			reference_says u >got 2>err
			# a stream that did not come from OTF gets a version
			sed '/^DefVersion: .*"otfpipe"$/d' got | diff - <(sed '/^DefVersion: .*"otfpipe"$/d' want)
			[ ! -s err ]
			silent otf-cat --no-pg u
			grep -v ^DefVersion out | records | cmp - <(grep -v ^DefVersion t.otfl | records)
			rm u.*
		done
	done
}

@test "otfmerge makes of our trace one with the same events" {
	need_mktrace
	forms
	for how in "${forms[@]}"; do
		mktrace -p 16 -e 9k -s 7 >t.otfl
		# shellcheck disable=SC2086
		silent otf-write $how t <t.otfl
		with_zlib_fix otfmerge -n 1 -o merged t.otf >log 2>&1
		[ "$(wc -l <merged.otf)" -eq 1 ]
		silent otf-cat --no-pg merged
		for s in out t.otfl; do
			grep -v -e ^@ -e ^DefVersion -e ^DefUniqueId -e ^DefCreator $s | sort >$s.sorted
		done
		cmp out.sorted t.otfl.sorted
		rm merged.* t.*
	done
}

@test "odd values mean the same to both" {
	printf '1:1,2\n' >t.otf
	{
		printf 'DV1.c.5"x"\nDTR3e8\n'
		i=0 # a counter of every property
		for p in 0 1 20 40 60 80 a0 100 120 121 5 9 d e0; do
			i=$((i + 1))
			printf 'DCNT%xG0NM"c"P%sU""\n' $i $p
		done
		printf 'DCO1NM"a"Y%s\n' 0 1 2 3 4 9
		printf 'DK1Y%sNM"a"T"b"\n' 0 1 2 3 4 5 6 7 8 9 a b c
		printf 'DAUX1Y%s\n' 0 1 2 7
		printf 'DA1M0,1,2,3,4,5,6,7,8,9,a,b,\nDA2M\nDPG1MNM""\nDPffffffff\nDP0PTffffffff\n'
		printf 'DFL1NM"a\\t\t\r"G0\nDCMT"\\N"\nDCMT"\377\1\177"\n'
	} >t.0.def
	{
		printf '1\n*1\n'
		for i in 1 2 3 4 5 6 7 8 9 a b c d e f; do
			printf "CNT${i}V%s\n" 0 ff 8000000000000000 fffffffffffffff6 4004000000000000 40200000 \
				c0200000 7fefffffffffffff 1 3fb999999999999a 7ff0000000000000 ff800000 80000000
		done
		for op in 0 1 2 3 4 5 6 7 8 9 a b 1f 20 40 60 80 100 200 400 7e2 802 be3 fffff; do
			printf 'F1H2OP%sB3D4\nFF1MI2H3OP%sB4\n' $op $op
		done
		printf 'T0P2C3T4L5\nT5P2C3T4L5\nM0C1T2\nM1C1T2X5\nU0P0C0T0L0\nG7P0C0T0L0\n#""\nL\nL0X1\n'
		printf 'K2Y9V7fc00000\nK3YaVfff0000000000000\nK4Y1Vff\nK5Y2Vff\nK6Y3Vffff\nK7Y9Vc0200000\nN\n'
		printf 'K0Y0V0\nKffffffffY8Vffffffffffffffff\nK1YbVffL1\nK2Y7V8000000000000000\nEffffffff\n'
		printf 'FB5X1\nFE1H2OP3B4\n' # old forms
		printf '1\n*1\n'
	} >t.1.events
	printf '1\n*1\nTS2O1G1T1L1\nTC""\nTBC0CL0H0G0RT0S0R0\n1\n*1\n' >t.1.snaps
	printf '1\n*1\nSF1C2E3I4\nSG1C2Effffffffffffffffffffff\n' | sed 's/Ef*$/E0Iffffffffffffffff/' >t.1.stats
	printf '1\n*1\n' >>t.1.stats
	printf 'MD1NM"a"Y%s\n' 0 1 2 3 9 >t.0.marker
	silent otf-cat --no-pg t
	mv out t.otfl
	reference_says t >want
	stream_says t.otfl | diff - want
	[ "$(wc -l <want)" -gt 300 ]
}
