# vtf3-to-otf, and VTF3 files as a source of every command.
load common
load stream

setup() {
	common_setup
	need_tools python3
}

# vtf3 WHAT >FILE
vtf3() {
	python3 "$REPO/tests/tools/vtf3.py" "$@"
}

# Records alone, without key-values and the definitions of these.
plain() {
	vtf3-to-otf --no-pg "$@" | grep -v -e '^@' -e ^DefKeyValue | sed 's/	14483635[0-9]*:.*//'
}

tabs() {
	tr '|' '\t'
}

@test "calls become Enter and Leave, activities and states groups and functions, cpus processes" {
	vtf3 calls 1 >t.vpt
	plain t.vpt >got
	tabs >want <<-'END'
		DefTimerResolution|-|0|1000000
		DefinitionComment|-|0|vtf3:28 1 2
		DefFunctionGroup|-|0|1|USER
		DefFunction|-|0|1|main|1|0
		DefFunction|-|0|2|solve|1|0
		DefFunction|-|0|3|lock|1|0
		DefProcess|-|0|1|cpu 0|0
		DefProcess|-|0|2|cpu 1|0
		Enter|0|1|1|0
		Leave|5|1|1|0
	END
	diff want got
}

@test "all that OTF has no record for is there as calls, key-values or comments" {
	vtf3 everything >t.vpt
	plain t.vpt | grep -v ^Def >got
	tabs >want <<-'END'
		Enter|1|1|1|0
		Enter|2|1|2|0
		Enter|3|1|3|0
		Counter|4|1|7|0.25
		Counter|4|1|9|77
		Counter|5|2147483649|9|78
		Leave|7|1|3|0
		Enter|8|1|3221225473|0
		EventComment|9|1|vtf3:562a 0 40220000 0 b 1 2 7879 0
		Leave|10|1|3221225473|0
		Enter|11|1|3221225474|0
		Leave|12|1|3221225474|0
		Enter|13|1|3221225475|0
		Leave|15|1|3221225475|0
		CollectiveOperation|16|1|10|0|0|0|4|1|0
		EventComment|17|1|between
		Leave|20|1|2|0
		Leave|20|1|1|0
		Enter|21|65537|1|0
		Leave|22|65537|1|0
	END
	diff want got
	plain t.vpt | grep ^Def >defs
	tabs >want <<-'END'
		DefProcessGroup|-|0|2147483649|node|1,2
		DefScl|-|0|5|4|10
		DefCounterGroup|-|0|2|hardware
		DefCounter|-|0|7|load|293|2|%
		DefCounter|-|0|9|flops|8|2|#
		DefFunction|-|0|3221225473|loop|
		DefinitionComment|-|0|ENV USER=me
		DefProcess|-|0|65537|cpu 0 thread 1|1
		DefProcess|-|0|2147483649|node|0
		DefFunction|-|0|3221225474|parallel sum|
	END
	while IFS= read -r line; do
		grep -q -F -- "$line" defs || { echo "not there: $line"; false; }
	done <want
}

@test "an Upto over several calls leaves them all, one to an unknown state leaves one" {
	vtf3 levels >t.vpt
	plain t.vpt | grep -v ^Def >got
	tabs >want <<-'END'
		Enter|1|1|1|0
		Enter|2|1|2|0
		Enter|3|1|3|0
		Leave|4|1|3|0
		Leave|4|1|2|0
		Leave|5|1|1|0
	END
	diff want got
	vtf3-to-otf t.vpt | grep -q '^Leave	4	1	3	0.*1448363523:I:2'
}

@test "calls that are known to end later end in the order of time, of one time as they began" {
	vtf3 locks 500 >t.vpt
	plain t.vpt | awk -F '\t' '$1 == "Leave" { print $2, $3 }' >got
	python3 -c 'print(*(f"{t} {p}" for t, p in sorted((500 + i * 7919 % 101, i + 1) for i in range(500))), sep="\n")' |
		diff - got
}

@test "bytes that were not sent go as a key-value, floating-point samples as they are" {
	need_shared
	vtf3-to-otf "$SHARED/corpus/vtf3/binlib_all_records.bpv" | grep -q '^CollectiveOperation	40	3	6	1	1	0	4	15	0	1448363527:i:-1$'
	vtf3 everything >t.vpt
	vtf3-to-otf t.vpt | grep -q '^Counter	4	1	7	0.25	'
}

@test "lines in any dress say what an independent writer of them says" {
	for seed in 1 2 3 4 5; do
		python3 "$REPO/tests/tools/vtf3lines.py" "$seed" t.vpt want
		plain t.vpt | grep -e ^DefFunction.- -e ^Enter -e ^Leave -e ^SendMsg -e ^RecvMsg -e ^Counter >got
		diff want got
	done
}

@test "the old formats of the corpus say the same in binary and ASCII" {
	need_shared
	for name in dimemas_like binlib_all_records; do
		otf-cat --no-pg "$SHARED/corpus/vtf3/$name.bpv" | otf-sort --no-pg >a
		otf-cat --no-pg "$SHARED/corpus/vtf3/$name.pv" | otf-sort --no-pg >b
		diff a b
	done
}

@test "otf-check finds nothing in the traces of the corpus but what is in them" {
	need_shared
	otf-check "$SHARED/corpus/vtf3/dimemas_like.bpv"
	vtf3-to-otf "$SHARED/corpus/vtf3/dimemas_like.bpv" -o d
	otf-check d
}

@test "a trace of VTF3 survives OTF files: same records from both" {
	vtf3 everything >t.vpt
	vtf3-to-otf t.vpt -o t
	otf-cat --no-pg t | grep -v -e ^@ -e ^Def -e ^EventComment | sort >a
	vtf3-to-otf --no-pg t.vpt | grep -v -e ^@ -e ^Def -e ^EventComment | sort >b
	diff a b
	[ -s a ]
}

@test "gzip, standard input and several commands read the same" {
	vtf3 calls 500 >t.vpt
	gzip -c t.vpt >u
	otf-cat --no-pg t.vpt >a
	otf-cat --no-pg u | diff a -
	vtf3-to-otf --no-pg - <t.vpt | diff a -
	vtf3-to-otf --no-pg - <u | diff a -
	[ "$(otf-cat --count u)" = "$(grep -vc ^@ a)" ]
}

@test "Unmerged is sorted and dropped; the same records without it are refused" {
	vtf3 unmerged >t.vpt
	plain t.vpt | grep -v ^Def | cut -f 1,2 >got
	printf '%s\t%s\n' Enter 3 Leave 4 Enter 7 Leave 9 | diff - got
	vtf3 back >u.vpt
	run -1 vtf3-to-otf u.vpt
	[[ $output == *"u.vpt: byte "*"time 3 is before the previous one"* ]]
	vtf3-to-otf --no-pg --unmerged u.vpt | grep -v ^DefinitionComment >a
	otf-sort --no-pg u.vpt | grep -v ^DefinitionComment | diff a -
	vtf3-to-otf --no-pg t.vpt | grep -v ^DefinitionComment | diff a -
}

@test "fragments in several files are merged, what they declare alike comes once" {
	vtf3 calls 300 >a.vpt
	vtf3 levels >b.vpt
	vtf3-to-otf --no-pg a.vpt b.vpt >got
	[ "$(grep -c ^DefFunction got)" = 4 ]
	[ "$(grep -c ^DefTimerResolution got)" = 1 ]
	[ "$(grep -c -e ^Enter -e ^Leave got)" = 606 ]
	grep -e ^Enter -e ^Leave got | cut -f 2 | sort -n -c
	cat a.vpt b.vpt >ab.vpt
	vtf3-to-otf --no-pg --unmerged ab.vpt | diff got -
}

@test "a token declared twice, differently, is told, kept as a comment, and exit 1" {
	{ vtf3 calls 1; printf '\014\000\000\000\005\126\000\000\000\000\006\000OTHERS'; } >t.vpt
	run -1 --separate-stderr vtf3-to-otf t.vpt
	[[ $stderr == *"conflicting declarations, kept as comments: 1; the first is DefFunctionGroup 1"* ]]
	[[ $output == *"DefinitionComment	-	0	vtf3:5605 0 6:OTHERS"* ]]
}

@test "a time beyond 64 bits is an error, with --rescale it is not" {
	vtf3 late >t.vpt
	run -1 vtf3-to-otf t.vpt
	[[ $output == *"time 2e+20 does not fit into 64 bits"*"--rescale"* ]]
	vtf3-to-otf --rescale 1000 t.vpt >got
	grep -q '^Leave	200000000000000000	' got
	grep -q '^DefTimerResolution	-	0	1000	' got
}

@test "--rescale takes any number of ticks that a resolution may have" {
	vtf3 calls 1 >t.vpt
	for n in 1 999999999999999999 18446744073709551615; do
		vtf3-to-otf --rescale $n t.vpt >got
		cut -f 1-4 got | grep -x "DefTimerResolution	-	0	$n"
	done
}

@test "an unknown record stops the reading, with --keep-going it is kept, exit 1" {
	vtf3 odd >t.vpt
	run -1 vtf3-to-otf t.vpt
	[[ $output == *"t.vpt: byte "*"unknown record (record type 999)"* ]]
	run -1 --separate-stderr vtf3-to-otf --keep-going t.vpt
	[[ $output == *"Enter	1	1	1	0"* ]]
	[[ $output == *"@END"* ]]
	[[ $output == *"EventComment"* ]]
}

@test "a file that ends inside a record: exit 3, and no end" {
	vtf3 calls 50 | head -c 900 >t.vpt
	run -3 vtf3-to-otf t.vpt
	[[ $output == *"t.vpt: ends inside a record"* ]]
	[[ $output != *@END* ]]
	run -3 vtf3-to-otf t.vpt -o t
	[ ! -e t.otf ]
}

@test "a last line without newline is told" {
	printf 'CLKPERIOD 1e-06\nNCPUS 1\nSYMBOL A 1 f\n1 EXCHANGE ON CPUID 1 DOWNTO A 1 CLUSTER 1' >t.pv
	run -0 --separate-stderr vtf3-to-otf t.pv
	[[ $stderr == *"t.pv: the last line has no newline; it may be cut"* ]]
	[[ $output == *"Enter	1	1	2	0"* ]]
}

@test "a text that is no VTF3 is has an unknown format" {
	printf 'C is a language\nNCPUS of this machine: 2\n' >t
	run -1 otf-cat t
	[[ $output == *"has an unknown format"* ]]
	printf 'C only\nC comments\n' >u
	run -1 otf-cat u
	[[ $output == *"has an unknown format"* ]]
}

@test "damaged files end with a message, never with a signal" {
	vtf3 everything >t.vpt
	size=$(stat -c %s t.vpt)
	for at in $(seq 8 7 "$size"); do
		cp t.vpt d.vpt
		printf '\377' | dd of=d.vpt bs=1 seek="$at" conv=notrunc 2>/dev/null
		status=0
		vtf3-to-otf --keep-going d.vpt >out 2>err || status=$?
		[ "$status" -le 3 ] || { cat err; false; }
		[ "$status" = 0 ] || [ -s err ]
	done
}

@test "vtf3-to-otf: /dev/full fails, a closed pipe is silent" {
	[ -e /dev/full ] || skip "no /dev/full here"
	vtf3 calls 5000 >t.vpt
	run -1 bash -c 'vtf3-to-otf t.vpt >/dev/full'
	bash -c 'vtf3-to-otf t.vpt 2>err | head -n 1 >/dev/null; true'
	[ ! -s err ]
}

@test "otf-info tells the format, also where the records are sorted" {
	vtf3 ping >t.vpt
	otf-to-vtf3 t.vpt --format legacy -o t.pv
	for f in t.vpt t.pv; do
		otf-info "$f" | grep -q 'VTF3'
		otf-info --full --json "$f" | grep -q '"format": *"vtf3"'
	done
}

@test "every command reads VTF3: the same as from its line stream" {
	vtf3 ping >t.vpt
	otf-cat --no-pg t.vpt >t.otfl
	for c in otf-stat "otf-print --absolute" "otf-check" "otf-filter --no-pg -p 1" "otf-sort --no-pg" "otf-slice --no-pg -t 100:500"; do
		$c t.otfl | sed 's/t\.otfl/t/' >want
		$c t.vpt | sed 's/t\.vpt/t/' | diff want -
	done
}

@test "without operands standard input is read, and nothing at all is no trace" {
	cp "$REPO/tests/data/ping.bpv" .
	vtf3-to-otf --no-pg <ping.bpv | cmp - <(vtf3-to-otf --no-pg ping.bpv)
	run -3 --separate-stderr vtf3-to-otf </dev/null
	[[ $stderr == "vtf3-to-otf: stdin: is empty" ]]
	: >empty.vpt
	run -3 vtf3-to-otf ping.bpv empty.vpt
	[[ $output == *"empty.vpt: is empty"* ]]
}

@test "a record of no CPU that is carried belongs to the first process; without one to that of CPU 0" {
	printf 'C SAVTF\nCLKPERIOD 0.001\n1 CLSTRREGVAL CLSTR 1\n' >c.vpt
	silent vtf3-to-otf --no-pg c.vpt
	grep -qx 'DefProcess	-	0	1	cpu 0	0	1448363521:B:1' out
	grep -q '^EventComment	1	1	vtf3:' out
	printf 'C SAVTF\nCPUSYM 3 "a"\nCLKPERIOD 0.001\n1 CLSTRREGVAL CLSTR 1\n' >d.vpt
	silent vtf3-to-otf --no-pg d.vpt
	[ "$(grep -c ^DefProcess out)" -eq 1 ]
}

@test "what is found after the end of a file has its name" {
	printf 'C SAVTF\nCPUSYM 1 "a"\n' >r.vpt
	exits 1 vtf3-to-otf --rescale 1000 r.vpt
	says "vtf3-to-otf: r.vpt: --rescale: no clock period"
	printf 'C SAVTF\nCPUSYM 1 "a"\nCPUSYM 1 "b"\nCLKPERIOD 0.001\n' >r.vpt
	run --separate-stderr vtf3-to-otf r.vpt
	[[ $stderr == *"r.vpt: conflicting declarations"* ]]
}
