# otf-to-vtf3: traces as VTF3 files, and the way there and back.
load common

setup() {
	common_setup
	need_tools python3
}

vtf3() {
	python3 "$REPO/tests/tools/vtf3.py" "$@"
}

# Whether two Standard Binary files hold the same records.
same_vtf3() {
	python3 "$REPO/tests/oracle/vtf3cmp.py" "$1" "$2"
}

tabs() {
	tr '|' '\t'
}

# The records that VTF3 and OTF both have.
plain_trace() {
	tabs >plain <<-'END'
		@OTFPIPE|1.0
		DefTimerResolution|-|0|1000
		DefProcess|-|0|1|a|0
		DefProcess|-|0|2|b|0
		DefFunctionGroup|-|0|1|g
		DefFunction|-|0|1|f|1|0
		DefFunction|-|0|2|h|1|3
		DefCounterGroup|-|0|1|cg
		DefCounter|-|0|1|c|1|1|#
		DefCounter|-|0|2|d|293|1|s
		Enter|10|1|1|0
		Enter|11|1|2|3
		Counter|12|1|1|18446744073709551615
		Counter|12|2|2|0.1
		SendMsg|13|1|2|0|7|4096|0
		RecvMsg|15|2|1|0|7|4096|0
		Leave|16|1|2|0
		CollectiveOperation|17|2|1|0|1|5|6|3|0
		Leave|20|1|1|0
		@END|18
	END
}

timed() {
	grep -v -e ^@ -e ^Def "$1" | cut -f 1-10
}

@test "what both can say comes back, in all formats and profiles that have it" {
	plain_trace
	for format in std-binary std-ascii fast-ascii; do
		for profile in plain compat full; do
			otf-to-vtf3 --force plain --format $format --profile $profile -o t.vpt
			vtf3-to-otf --no-pg t.vpt | sed 's/	14483635[0-9]*:.*//' >back
			diff <(timed plain) <(timed back)
			grep ^Def plain | sort | diff - <(grep ^Def back | grep -v -e vtf3: -e ^DefKeyValue | sort)
		done
	done
}

@test "Legacy ASCII has lines for old records, and counts the others" {
	plain_trace
	run -1 --separate-stderr otf-to-vtf3 plain --format legacy
	[[ $output == *'10 EXCHANGE ON CPUID 1 DOWNTO "g" 0 CLUSTER 0'* ]]
	[[ $output == *'13 SENDMSG  7 FROM 1 TO 2 LEN 4096'* ]]
	[[ $stderr == *"dropped records that VTF3 cannot contain: Counter: 2"* ]]
	grep -v -e Counter plain | sed 's/^@END.*/@END\t13/; s/	3$/	0/' >simple
	otf-to-vtf3 simple --format legacy -o t.pv
	vtf3-to-otf --no-pg t.pv | sed 's/	14483635[0-9]*:.*//' >back
	diff <(timed simple) <(timed back)
}

@test "VTF3 to OTF to VTF3 with profile full loses no record of any kind" {
	for what in everything levels "calls 200"; do
		vtf3 $what >a.vpt
		vtf3-to-otf a.vpt | otf-to-vtf3 --force --profile full -o b.vpt
		same_vtf3 a.vpt b.vpt
		vtf3-to-otf a.vpt | otf-to-vtf3 --force --profile full --format std-ascii -o b.txt
		vtf3-to-otf b.txt | otf-to-vtf3 --force --profile full -o c.vpt
		same_vtf3 b.vpt c.vpt
	done
}

@test "the same through OTF files, whose strings hold no quotes" {
	vtf3 everything >a.vpt
	vtf3-to-otf a.vpt -o t
	otf-to-vtf3 t --profile full -o b.vpt
	vtf3-to-otf a.vpt | otf-sort | otf-to-vtf3 --profile full -o c.vpt
	vtf3-to-otf --no-pg b.vpt | grep -v -e ^@ -e ^DefVersion | sort >b
	vtf3-to-otf --no-pg c.vpt | grep -v ^@ | sort | diff - b
}

@test "old files of the corpus come back as new records that say the same" {
	need_shared
	for f in "$SHARED"/corpus/vtf3/*pv; do
		vtf3-to-otf "$f" | otf-to-vtf3 --force --profile full -o b.vpt
		diff <(vtf3-to-otf --no-pg "$f" | sort) <(vtf3-to-otf --no-pg b.vpt | sort)
		vtf3-to-otf "$f" | otf-to-vtf3 --force -o c.vpt
		diff <(vtf3-to-otf --no-pg "$f" | grep -v ^Def | sort) <(vtf3-to-otf --no-pg c.vpt | grep -v ^Def | sort)
	done
}

@test "traces of the corpus of OTF keep their calls, messages and unsigned values" {
	need_shared
	n=0
	for f in $(printf '%s\n' "$SHARED"/corpus/otf1/*/*.otf | sampled); do
		[ -e "$f" ] || continue
		otf-cat -q --no-pg "$f" >in 2>/dev/null || continue
		otf-to-vtf3 --force -q --lossy --profile full -o t.vpt <in
		vtf3-to-otf --no-pg --unmerged t.vpt >back
		for fields in Enter:4 Leave:3 SendMsg:4 RecvMsg:4; do # a Leave without function gets the one that is open
			kind=${fields%:*}
			diff <(grep "^$kind	" in | cut -f "1-${fields#*:}" | sort) \
				<(grep "^$kind	" back | cut -f "1-${fields#*:}" | sort) >diffs || { head -n 5 diffs; echo "$f"; false; }
		done
		n=$((n + 1))
	done
	[ $n -gt 0 ]
}

@test "declarations are written in the order of the report" {
	sample s
	otf-to-vtf3 -q --lossy s --format std-ascii --profile full | grep -o '^[A-Z]*' | uniq >got
	printf '%s\n' C CREATOR NCPUS CPUSYM >want
	head -n 4 got | diff want -
	grep -n -e DEFACT -e DEFSTATE -e DEFSAMP -e CLKPERIOD got | cut -d : -f 2 >order
	printf '%s\n' DEFACT DEFSTATE DEFSAMPCLASS DEFSAMP CLKPERIOD | diff - order
}

@test "what VTF3 has no place for is reported, and the file is written with --lossy only" {
	sample s
	run -1 otf-to-vtf3 s -o t.vpt
	[[ $output == *"dropped records that VTF3 cannot contain: Marker: 3"* ]]
	[[ $output == *"BeginProcess: 8"* ]]
	[[ $output == *"t.vpt: "*" records or values would be lost; --lossy accepts that"* ]]
	[ "$(ls t.vpt* 2>/dev/null)" = '' ]
	run -0 otf-to-vtf3 --lossy s -o t.vpt
	[[ $output == *"dropped records that VTF3 cannot contain: Marker: 3"* ]]
	[ "$(vtf3-to-otf t.vpt | grep -c ^Enter)" = "$(otf-cat s | grep -c '^Enter	')" ]
}

# The trace of VTF3 files t.vpt without what compat adds
read_back() {
	vtf3-to-otf --no-pg t.vpt | sed 's/	14483635[0-9]*:.*//' | grep -v -e ^@ -e vtf3: -e ^DefKeyValue
}

@test "without carriers function 0 and its group get a number that is free, and calls stay balanced" {
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefTimerResolution|-|0|1000
		DefProcess|-|0|1|a|0
		DefFunctionGroup|-|0|0|none
		DefFunctionGroup|-|0|1|g
		DefFunction|-|0|0|zero|0|0
		DefFunction|-|0|8|f|1|0
		DefFunction|-|0|2147483647|taken|1|0
		Enter|1|1|8|0
		Enter|2|1|0|0
		Leave|3|1|0|0
		Leave|4|1|8|0
		@END|11
	END
	for how in plain:std-binary plain:std-ascii plain:fast-ascii compat:std-binary compat:std-ascii compat:fast-ascii \
		compat:legacy; do
		format=${how#*:}
		otf-to-vtf3 --force --profile "${how%:*}" --format $format in -o t.vpt 2>err
		[ ! -s err ]
		read_back | sort >got
		sed -e 's/	0	zero	0/	2147483646	zero	2147483647/' -e 's/	0	none/	2147483647	none/' \
			-e 's/^\(Enter.*\|Leave.*\)	0	0$/\1	2147483646	0/' in | grep -v ^@ | sort >want
		[ $format = legacy ] || diff want got
		vtf3-to-otf t.vpt | otf-check
	done
	run -0 otf-to-vtf3 -v in
	otf-to-vtf3 -v in 2>&1 >/dev/null | grep -q 'function 0 is written as 2147483646'
	# a function that nothing defines is called, too
	grep -v 'zero' in | sed 's/^@END.*/@END	10/' >undefined
	for profile in plain compat; do
		otf-to-vtf3 -q --force --profile $profile undefined -o t.vpt
		vtf3-to-otf --no-pg t.vpt | grep -q '^Enter	2	1	2147483646	'
	done
	vtf3-to-otf t.vpt | otf-check
}

@test "without carriers a number that comes into use after it stood for function 0 is refused" {
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefTimerResolution|-|0|1000
		DefProcess|-|0|1|a|0
		Enter|2|1|0|0
		Enter|3|1|2147483647|0
		Leave|4|1|2147483647|0
		Leave|5|1|0|0
		@END|6
	END
	for profile in plain compat; do
		run -1 otf-to-vtf3 -q --profile $profile in -o t.vpt
		[[ $output == *"Enter: function 0 was written as 2147483647, which is now in use; otf-remap --map"* ]]
	done
	[ ! -e t.vpt ]
	otf-to-vtf3 -q --profile full in -o t.vpt
	[ "$(read_back | grep -c -e ^Enter -e ^Leave)" -eq 4 ]
}

@test "without carriers what our reader would refuse is dropped and reported" {
	plain_trace
	sed 's/^DefTimerR.*/&\nDefTimerResolution	-	0	500/; s/^@END.*/@END	19/' plain >in
	run -0 otf-to-vtf3 --lossy in -o t.vpt
	[[ $output == *"dropped records that VTF3 cannot contain: DefTimerResolution: 1"* ]]
	diff <(otf-to-vtf3 plain) t.vpt
	sed 's/^\(CollectiveOperation	17.*	\)3	0$/\118446744073709551615	0/' plain >in
	run -0 otf-to-vtf3 --lossy --force in -o t.vpt
	[[ $output == *"CollectiveOperation: 1"* ]]
	vtf3-to-otf t.vpt >back
}

@test "values with a sign stay what they are, as floating-point ones" {
	sample s
	otf-to-vtf3 --force -q --lossy s -o t.vpt
	otf-cat s | awk -F '\t' '$1 == "Counter" && $4 == 2 { print $2, $5 + 0 }' >want
	vtf3-to-otf t.vpt | awk -F '\t' '$1 == "Counter" && $4 == 2 { print $2, $5 + 0 }' | diff want -
	grep -q -e - want
}

@test "a Defsamp names the cpu group of all processes, which is declared before, and unknown bounds" {
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefTimerResolution|-|0|1000
		DefCounter|-|0|1|c|1|1|#
		DefCounter|-|0|2|d|293|1|s
		DefCounterGroup|-|0|1|cg
		DefProcess|-|0|7|b|0
		DefProcess|-|0|1|a|0
		DefProcess|-|2|7|b|0
		Counter|12|7|1|18446744073709551615
		Counter|12|7|2|-0.5
		@END|9
	END
	for profile in plain compat full; do
		otf-to-vtf3 -q --lossy --profile $profile --format std-ascii in >got
		grep -a -e ^DEFGROUP -e ^DEFSAMP\  got >samples
		cat >want <<-'END'
			DEFGROUP 4294967295 "otfpipe: all processes" NMEMBS 2 1 7
			DEFSAMP 0 CLASS 0 GROUP 1 CPU 4294967295 UINT 8 0 18446744073709551615 DIFF 0 HINT 4 "c" "#"
			DEFSAMP 1 CLASS 0 GROUP 1 CPU 4294967295 FLOAT 8 -1e+300 1e+300 DIFF 0 HINT 2 "d" "s"
		END
		diff want samples
		grep -a -q -x 'NCPUS 2' got # the process of two streams is one
		vtf3-to-otf --no-pg got | grep -v ^@ >back # the group is for other readers
		fails grep -q DefProcessGroup back
		diff <(grep ^DefCounter in | sort) <(grep ^DefCounter back | sort)
	done
	diff <(grep -v ^@ in | sort) <(sort back)
	grep -v -e Counter -e '	2	7' in | sed 's/^@END.*/@END	3/' >without
	otf-to-vtf3 --format std-ascii without >got
	fails grep -q DEFGROUP got
}

@test "the cpu group of all processes comes before a counter that is defined late, and leaves those of the trace alone" {
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefProcess|-|0|1|a|0
		Enter|1|1|1|0
		DefCounter|-|0|1|c|1|1|#
		Counter|2|1|1|5
		DefCounter|-|0|2|d|1|1|#
		Counter|2|1|2|5
		Leave|3|1|1|0
		@END|7
	END
	for profile in plain full; do
		otf-to-vtf3 -q --profile $profile --format std-ascii in >got
		[ "$(grep -a -o -e ^DEFGROUP -e ^DEFSAMP -e ' DOWNTO' got | tr '\n' ' ')" = ' DOWNTO DEFGROUP DEFSAMP DEFSAMP ' ]
	done
	there_and_back in std-ascii
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefProcess|-|0|1|a|0
		DefProcess|-|0|2|b|0
		DefProcessGroup|-|0|4294967295|mine|2
		DefProcessGroup|-|0|2147483649|other|1
		DefCounter|-|0|1|c|1|1|#
		Counter|2|2|1|5
		@END|6
	END
	otf-to-vtf3 --format std-ascii in >got
	[ "$(grep -c ^DEFGROUP got)" -eq 2 ]
	grep -q -x 'DEFGROUP 4294967295 "mine" NMEMBS 1 2' got
	there_and_back in std-binary
	# a program that keeps our group: it is written once
	sed 's/mine/otfpipe: all processes/' in >ours
	otf-to-vtf3 --format std-ascii ours | grep -c ^DEFGROUP | grep -q -x 2
	there_and_back ours std-binary
}

@test "a file of basic I/O has no communicator" {
	printf '@OTFPIPE\t1.0\nDefFile\t-\t0\t3\tf\t0\n@END\t1\n' >in
	otf-to-vtf3 --format std-ascii in >got
	grep -q -x 'IOFILE 2 -32767 "f"' got
	vtf3-to-otf --no-pg got | grep ^DefFile | diff <(grep ^DefFile in) -
	# one of MPI-I/O stays what it is, with communicator 0, too
	printf 'C SAVTF\nIOFILE 2 0 "f"\nIOFILE 3 7 "g"\n' >mpi
	vtf3-to-otf mpi | otf-to-vtf3 --format std-ascii | diff mpi -
}

@test "a name in .gz is gzip, standard output and -o give the same bytes" {
	vtf3 calls 3000 >a.vpt
	otf-to-vtf3 a.vpt >b.vpt
	otf-to-vtf3 a.vpt -o c.vpt
	cmp b.vpt c.vpt
	otf-to-vtf3 a.vpt -o d.vpt.gz
	gzip -dc d.vpt.gz | cmp - b.vpt
	otf-cat a.vpt | otf-to-vtf3 | cmp - b.vpt
}

@test "formats and profiles that are none are usage errors" {
	vtf3 calls 1 >a.vpt
	run -2 otf-to-vtf3 --format binary a.vpt
	[[ $output == *"--format: unknown value 'binary'; expected std-ascii, std-binary, fast-ascii or legacy"* ]]
	run -2 otf-to-vtf3 --profile all a.vpt
	for profile in plain full; do
		run -2 otf-to-vtf3 --profile $profile --format legacy a.vpt
		[[ $output == *"--profile $profile: Legacy ASCII has lines for old records only"* ]]
	done
	run -2 otf-to-vtf3 --modern --format legacy a.vpt
	otf-to-vtf3 --profile compat --format legacy a.vpt | cmp - <(otf-to-vtf3 --format legacy a.vpt)
}

@test "an input without end: exit 3, and no file" {
	vtf3 calls 50 | head -c 900 >a.vpt
	run -3 otf-to-vtf3 a.vpt -o b.vpt
	[ ! -e b.vpt ]
	run -3 bash -c 'vtf3-to-otf a.vpt 2>/dev/null | otf-to-vtf3 -o b.vpt'
	[ ! -e b.vpt ]
}

@test "otf-to-vtf3: a full disk is an error, plain and gzip" {
	[ -e /dev/full ] || skip "no /dev/full here"
	vtf3 calls 5000 >a.vpt
	run -1 bash -c 'otf-to-vtf3 a.vpt >/dev/full'
	run -1 otf-to-vtf3 a.vpt -o /dev/full
	ln -s /dev/full full.gz
	run -1 otf-to-vtf3 a.vpt -o full.gz
}

@test "file(1) knows the files by otfpipe.magic" {
	need_tools file
	vtf3 calls 1 >a.vpt
	otf-to-vtf3 a.vpt --format std-ascii -o b
	otf-to-vtf3 a.vpt --format fast-ascii -o c
	otf-cat a.vpt >d
	file -b -m "$REPO/otfpipe.magic" a.vpt | grep -q 'VTF3 trace (Vampir), Standard Binary'
	file -b -m "$REPO/otfpipe.magic" b | grep -q 'VTF3 trace (Vampir), Standard ASCII'
	file -b -m "$REPO/otfpipe.magic" c | grep -q 'VTF3 trace (Vampir), Fast ASCII'
	file -b -m "$REPO/otfpipe.magic" d | grep -q 'otfpipe line stream version 1.0'
}

# What comes back of a line stream, as file `back`; everything but the magic line and provenance is in `want` and `got`.
there_and_back() { # STREAM FORMAT [SUFFIX]
	otf-to-vtf3 --force "$1" --profile full --format "$2" -o "t.vpt$3" 2>errors
	vtf3-to-otf --no-pg "t.vpt$3" >back 2>>errors
	[ ! -s errors ]
	grep -v -e ^@OTFPIPE -e ^@PG "$1" | sort >want
	grep -v -e ^@OTFPIPE back | sort | diff want - >diffs || { head -n 5 diffs; echo "$1 $2"; false; }
	diff <(grep -v -e ^@ -e ^Def "$1") <(grep -v -e ^@ -e ^Def back) >diffs || { head -n 5 diffs; echo "$1 $2"; false; }
}

@test "profile full loses nothing of the corpora of OTF and TAU, in any format" {
	need_shared
	n=0
	for f in "$SHARED"/corpus/otf1/*/*.otf "$SHARED"/corpus/tau/*/; do
		rm -f in
		case $f in
		*/) tau-to-otf -q "$f" >in 2>/dev/null || continue ;;
		*) otf-cat -q --no-pg "$f" >in 2>/dev/null || continue ;;
		esac
		[ "$(wc -l <in)" -lt 30000 ] || continue
		for format in std-binary std-ascii fast-ascii; do
			there_and_back in $format
			otf-diff -q in back >/dev/null
			otf-diff in back
		done
		there_and_back in std-binary .gz
		n=$((n + 1))
	done
	[ $n -gt 10 ]
}

@test "profile full loses nothing of the sample, and gives the same files but for the order of definitions" {
	sample s
	otf-cat --no-pg s >in
	for format in std-binary std-ascii fast-ascii; do
		there_and_back in $format
		mkdir $format
		(cd $format && otf-write s <../back)
		for f in s.*; do
			case $f in
			*.def) diff <(sort $f) <(sort $format/$f) ;;
			*) cmp $f $format/$f ;;
			esac
		done
	done
}

@test "a trace that was VTF3 and was cut, filtered and renamed comes back as it is then" {
	vtf3 everything >a.vpt
	vtf3-to-otf --no-pg a.vpt >a
	awk -F '\t' -v OFS='\t' '!/^@/ && $1 !~ /^Def/ && $3 == 1 { $3 = 3 } { print }' a >renamed
	otf-filter --no-pg -t 3:9 a >cut
	grep -v -e ^Leave a >calls
	grep -v -e ^DefKeyValue a >keyless
	sed 's/^Enter	\([0-9]*\)	1	/Enter	\1	2	/' a >moved
	for f in renamed cut calls keyless moved; do
		sed -i "s/^@END.*/@END	$(grep -vc ^@ $f)/" $f
		for format in std-binary std-ascii; do
			there_and_back $f $format
		done
	done
}

@test "comments that look like carriers stay comments" {
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefProcess|-|0|1|a|0
		DefinitionComment|-|0|otf:DefProcess\t-\t0\t2\tb\t0
		DefinitionComment|-|0|otf-cat
		EventComment|1|1|otf=Enter\t1\t1\t1\t0
		EventComment|1|1|otf-
		EventComment|1|1|otf.
		EventComment|1|1|otf+
		EventComment|1|1|otf:
		EventComment|1|1|vtf3:
		EventComment|1|1|vtf3:1 2 3
		EventComment|2|1|otf-write was here
		@END|11
	END
	for format in std-binary std-ascii fast-ascii; do
		there_and_back in $format
	done
}

@test "a key of VTF3 that a stream defines for itself first, then all, stays defined twice" {
	tabs >in <<-'END'
		@OTFPIPE|1.0
		DefProcess|-|0|1|a|0
		DefKeyValue|-|5|1448363521|2|vtf3.implied|1: no record of VTF3 defines it
		Enter|1|1|1|0
		DefKeyValue|-|0|1448363521|2|vtf3.implied|1: no record of VTF3 defines it
		Leave|2|1|1|0
		@END|5
	END
	for format in std-binary std-ascii fast-ascii; do
		there_and_back in $format
	done
}

@test "damaged carriers are reported with their place and stay comments" {
	while IFS='|' read -r text line what; do
		printf 'C SAVTF\nCLKPERIOD 1e-09\nCPUSYM 1 "a"\nDEFSTATE 1 ACT 0 "f"\n5 DOWNTO 1 CPU 1\n7 C %b\n9 UPFROM 1 CPU 1\n' \
			"$text" >a.txt
		run -1 --separate-stderr vtf3-to-otf --keep-going --no-pg a.txt
		[[ $stderr == *"a.txt:$line: $what"* ]] || { echo "$stderr"; false; }
		[ "$(grep -c -e ^Enter -e ^Leave <<<"$output")" = 2 ] || [ "${text%%=*}" = otf ]
		grep -q 'Comment	.*vtf3:.*otf' <<<"$output"
		vtf3-to-otf -q --keep-going a.txt >a.otfl 2>/dev/null || true
		otf-to-vtf3 --profile full --format std-ascii a.otfl | grep -F "C $(printf '%b' "$text")"
	done <<-'END'
		otf:garbage|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf=garbage|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf:|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf:Enter\t8\t1\t1\t0|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf:Enter\t7\t1\t1|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf:@END\t5|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf:@OTFPIPE\t9.9|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf=@SM\t1\t1|6|a carrier comment (otf: or otf=) has no valid line of its time
		otf+Enter\t7\t1|7|the last part of an OTF line in carrier comments is missing
	END
	printf 'C SAVTF\nCPUSYM 1 "a"\n7 C otf=Enter\t7\t1\t1\t0\n' >a.txt
	run -1 --separate-stderr vtf3-to-otf --no-pg a.txt
	[[ $stderr == *"a.txt:3: no record follows the carrier comment (otf= or otf-)"* ]]
	[[ $output == *"vtf3:"*"otf=Enter"* ]]
}

@test "calls are the newer records, which programs know, and the old ones with profile compat" {
	plain_trace
	otf-to-vtf3 plain --format std-ascii >new
	grep -q '^10 DOWNTO 0 CPU 1$' new
	grep -q '^16 UPFROM 1 CPU 1$' new
	grep -q '^DEFSTATE 1 ACT 0 "h" SCL 3$' new
	grep -q '^DEFACT 0 "g"$' new
	fails grep -e EXCH -e SYMBOL -e DEFTOKEN new
	otf-to-vtf3 plain --format std-ascii --profile plain | cmp - new
	otf-to-vtf3 plain --format std-ascii --profile compat >old
	[ "$(grep -c ' EXCHANGE ON CPUID 1 ' old)" -eq 4 ]
	grep -q ^SYMBOL old
	grep -q ^DEFTOKEN old
	fails grep -e DOWNTO\ 0 -e UPFROM -e UPTO\ 0 -e DEFSTATE -e DEFACT old
	# nothing is carried by either
	fails grep -e ' C ' -e '^C otf' new old
}

@test "an old call made of a state exchange has its job and its source location" {
	printf 'C SAVTF\nCLKPERIOD 1e-09\nDEFSTATE 1 ACT 0 "f"\n5 STATEEXCH 1 TYPE 1 CPU 1 JOB 4 SCL 7\n' >a.txt
	vtf3-to-otf --no-pg a.txt | otf-to-vtf3 --profile compat --format std-ascii --lossy >old
	grep -qx '5 EXCHANGE ON CPUID 1 DOWNTO "activity 1" 1 CLUSTER 0 JOB 4 SCL 7' old
}

@test "--modern: no old records with profile compat, none made of Exchange in the others" {
	plain_trace
	otf-to-vtf3 plain --modern --format std-ascii >modern
	otf-to-vtf3 plain --modern --profile compat --format std-ascii | cmp - modern
	otf-to-vtf3 plain --format std-ascii | cmp - modern
	vtf3-to-otf --no-pg modern | timed /dev/stdin | diff <(timed plain) -
	printf 'C SAVTF\nCLKPERIOD 1e-09\n5 STATEEXCH 1 TYPE 1 CPU 1 JOB 4\n9 STATEEXCH 1 TYPE 3 CPU 1 JOB 4\n' >a.txt
	vtf3-to-otf --no-pg a.txt >a
	for profile in full plain; do
		[ "$(otf-to-vtf3 a --profile $profile --format std-ascii | grep -a -c ' STATEEXCH ')" -eq 2 ]
	done
	otf-to-vtf3 a --profile full --modern --format std-ascii >modern
	run grep -a ' STATEEXCH ' modern
	[ "$status" = 1 ]
	diff <(grep -v -e ^@ a | sort) <(vtf3-to-otf --no-pg modern | grep -v ^@ | sort)
	# without carriers the job is lost, and reported
	run -1 otf-to-vtf3 a --modern -o t.vpt
	[[ $output == *"records that change if they are read back: Enter: 1"* ]]
}

@test "what VTF3 makes of a sound trace is sound" {
	sample s
	for profile in full plain compat; do
		for format in std-binary std-ascii fast-ascii; do
			otf-to-vtf3 --force -q --lossy --profile $profile --format $format s -o t.vpt
			otf-check t.vpt
		done
	done
}

@test "--rescale reaches what comments carry, too" {
	sample s
	otf-to-vtf3 --force --profile full s -o t.vpt
	vtf3-to-otf --rescale 2000000000 t.vpt | grep -v -e ^@ -e ^Def | sort >got
	otf-remap --scale 2 s | grep -v -e ^@ -e ^Def | sort | diff - got
	grep -q ^BeginCollectiveOperation got
}

@test "infinite counter values keep their signs" {
	printf '%b\n' '@OTFPIPE\t1.0' 'DefTimerResolution\t-\t0\t1000' 'DefProcess\t-\t0\t1\tp\t0' 'DefCounterGroup\t-\t0\t1\tg' \
		'DefCounter\t-\t0\t1\tload\t289\t1\t%' 'Counter\t1\t1\t1\tinf' 'Counter\t2\t1\t1\t-inf' '@END\t6' >in
	otf-to-vtf3 --lossy --format std-ascii in -o x.vtf
	diff <(grep SAMP.CPU x.vtf | sed 's/.* //') <(printf '%s\n' 1e+300 -1e+300)
}
