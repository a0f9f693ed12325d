# Damaged traces: told with file and line, exit 1, @ABORT; --keep-going delivers what can be read.

load common
load stream

setup() {
	common_setup
	small_trace
}

again() {
	rm -f t.*
	cp trace/* .
}

# put N TEXT [FILE]: line N becomes TEXT, the stream-1 events if no FILE is named; N+: behind line N.
put() {
	text=${2//|/$'\t'} at=${1%+} awk 'NR == ENVIRON["at"] { if (behind) print; $0 = ENVIRON["text"] } { print }' \
		behind="$([ "$1" = "${1%+}" ] || echo 1)" "${3:-t.1.events}" >new
	mv new "${3:-t.1.events}"
}

# What otf-cat gave ends in @ABORT, and nobody makes a trace of it.
aborted() {
	mv out got.otfl
	tail -n 1 got.otfl | grep '^@ABORT	otf-cat	' || { echo "no @ABORT at the end" && return 1; }
	exits 1 otf-write u <got.otfl
	exits 1 otf-cat t -o u
	nothing u
}

# kept -RECORD... +RECORD...: --keep-going gives all records but these, and these; @END, exit 1, told the same.
kept() {
	local record
	exits 1 otf-cat --no-pg --keep-going t
	head -n 1 err | diff first -
	records <out | sort >got
	cp whole want
	for record; do
		if [ "${record#-}" != "$record" ]; then
			lines "${record#-}" | grep -v -x -F -f - want >fewer || true
			[ "$(wc -l <fewer)" -lt "$(wc -l <want)" ]
			mv fewer want
		else
			lines "${record#+}" >>want
		fi
	done
	sort want | diff - got
	[ "$(tail -n 1 out)" = "@END	$(wc -l <want)" ]
}

# told PLACE: exit 1 and one message, "otf-cat: PLACE: ...", or one more where the reading went on.
told() {
	exits 1 otf-cat --no-pg t
	[ "$(grep -c -v 't.otf: is damaged, so there is no output' err)" -eq 1 ] ||
		[ "$(grep -c -v 't: is damaged, so there is no output' err)" -eq 1 ]
	head -n 1 err | grep -E "^otf-cat: $1: ."
	head -n 1 err >first
}

# damaged PLACE [-RECORD|+RECORD]...: told, aborted, and kept.
damaged() {
	echo "damaged: $*"
	told "$1"
	aborted
	kept "${@:2}"
}

# odd PLACE [-RECORD|+RECORD]...: the same where the reading goes on, for nothing is lost in the file itself.
odd() {
	damaged "$@"
	grep 'is damaged, so there is no output; --keep-going' got.otfl
}

# Nothing of stream 1.
none_of_1=('-Enter|10|1|1|0' '-Enter|20|2|1|7' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '-Leave|40|1|1|0' '-Leave|40|2|0|0')
no_events=("${none_of_1[@]}" '-Enter|15|3|1|0' '-RecvMsg|35|3|1|6|5|4|0' '-Leave|35|3|1|0')

random_bytes() {
	python3 -c 'import random, sys; sys.stdout.buffer.write(random.Random(7).randbytes(5000))'
}

@test "the trace of these tests is whole" {
	silent otf-cat --no-pg t
	records <out | diff whole -
	silent otf-cat t -o u
	same_text t u
}

@test "no master file: told by both names, nothing made" {
	rm t.otf
	exits 1 otf-cat t
	says "otf-cat: t: "
	[ "$(grep -c ^@END out)" -eq 0 ]
	exits 1 otf-cat t.otf
	says "t.otf"
	exits 1 otf-cat t -o u
	nothing u
}

@test "an empty master file, or garbage: the definitions can be read" {
	: >t.otf
	damaged 't\.otf' "${no_events[@]}"
	echo 'hello world' >t.otf
	damaged 't\.otf:1' "${no_events[@]}"
	lines 1:1,2 'x' 2:3 >t.otf
	damaged 't\.otf:2'
	lines 1:1,2, 2:3 >t.otf
	damaged 't\.otf:1'
	printf '1:1,2\n2:3' >t.otf
	damaged 't\.otf:2' '-Enter|15|3|1|0' '-RecvMsg|35|3|1|6|5|4|0' '-Leave|35|3|1|0'
}

@test "a process in two streams, a process in none" {
	echo 2:3,2 >>t.otf
	damaged 't\.otf:3'
	again
	put 2 2:3,1 t.otf
	damaged 't\.otf:2'
	again
	put 6+ "$(lines 1e '*9' E1)"
	damaged 't\.1\.events:8' '+Enter|30|9|1|0'
}

@test "no definitions: told, all else is whole" {
	rm t.0.def
	grep -v ^Def whole >less && mv less whole
	odd 't\.0\.def'
}

@test "no or empty events of a stream: the other streams and the definitions are read" {
	rm t.1.events
	damaged 't\.1\.events' "${none_of_1[@]}"
	: >t.1.events
	damaged 't\.1\.events(:1)?' "${none_of_1[@]}"
	again
	echo 3:4 >>t.otf
	damaged 't\.3\.events'
}

@test "random bytes as events, and as definitions" {
	random_bytes >t.1.events
	damaged 't\.1\.events:1' "${none_of_1[@]}"
	again
	random_bytes >t.0.def
	exits 1 otf-cat t
	says "otf-cat: t.0.def:1: "
	aborted
	exits 1 otf-cat --keep-going t
	[ "$(wc -l <err)" -lt 30 ] # the rest is counted
	grep -v ^Def whole | diff - <(records <out | grep -v '^UnknownRecord	-	0	def')
	tail -n 1 out | grep ^@END
}

@test "a line cut in its middle, a last line without LF" {
	lines a '*1' E1 14 '*2' >t.1.events
	printf 'E1X' >>t.1.events
	damaged 't\.1\.events:6' '-Enter|20|2|1|7' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '-Leave|40|1|1|0' '-Leave|40|2|0|0'
	again
	truncate -s -1 t.1.events
	damaged 't\.1\.events:17'
	again
	truncate -s -1 t.0.def
	damaged 't\.0\.def:6' '-DefFunction|-|0|1|f|0|0'
}

@test "a missing trailer is damage by the version, or by a file that has one" {
	sed -i '16,17d' t.1.events
	damaged 't\.1\.events:15'
	sed -i '8,9d' t.2.events
	damaged 't\.[12]\.events:[0-9]+'
	put 1 'DV1.b.5"x"' t.0.def
	sed -i '1s/|12|/|11|/; 1s/	12	/	11	/' whole
	silent otf-cat --no-pg t # no file has one, and old writers made none
	records <out | diff whole -
	head -n 1 out | grep -F 'TL:0'
	cp trace/t.2.events .
	damaged 't\.1\.events:15'
}

@test "a file cut right behind a time and process line is damaged" {
	lines a '*1' E1 14 '*2' >t.1.events
	damaged 't\.1\.events:5' '-Enter|20|2|1|7' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '-Leave|40|1|1|0' '-Leave|40|2|0|0'
	lines a '*1' >t.1.events
	damaged 't\.1\.events:2' "${none_of_1[@]}"
	lines 0 '*1' >t.1.events # this is a stream without events
	silent otf-cat --no-pg t
	lines f '*3' >t.2.snaps
	damaged 't\.2\.snaps:2' "${none_of_1[@]}"
}

@test "an unknown keyword is kept as UnknownRecord and told; the stream is whole" {
	put 6+ 'Q2L'
	odd 't\.1\.events:7' '+UnknownRecord|20|2|events|Q2L'
	exits 1 otf-cat --keep-going t -o u
	same_text t u
	rm u.*
	again
	put 6 EA # upper case is no digit
	odd 't\.1\.events:6' '-Enter|20|2|1|7' '+UnknownRecord|20|2|events|EA'
	again
	put 6 'DXY1"\"' t.0.def
	odd 't\.0\.def:6' '-DefFunction|-|0|1|f|0|0' '+UnknownRecord|-|0|def|DXY1"\\"'
	exits 1 otf-cat --keep-going t -o u
	same_text t u
}

@test "a bad field: sub-keyword, upper-case hex, too large, missing, text behind" {
	for bad in E1Q3 E1XA E E1S 'E 1 SCL' E100000001 Effffffffff E1X100000000 'E1 foo' E1X2Z 'E1"' 'E1X7 8' E1,2 \
		S3L4T5 S3L4T5C S3T5L4C6 S3LAT5C6 S3L100000000T4C6 CNT1V10000000000000000 CNT1 COP1 '#hello' \
		'#"hello' '#"a"b' Lx 'L x' 'N1' PBx TE1 TOF1O TC 'TC"' MEx; do
		case $bad in
		MEx) continue ;; # ME is no keyword
		esac
		put 6 "$bad"
		damaged 't\.1\.events:6' '-Enter|20|2|1|7'
	done
}

@test "a bad definition: an unclosed string, a list without its last comma" {
	for bad in 'DF1G0NM"f' 'DF1G0NM' 'DF1G0NMf' 'DF1NM"f"G0' 'DPG1M1,2NM"x"' 'DA1M1' 'DV1.c"x"' 'DV100.c.5"x"' DTR; do
		put 6 "$bad" t.0.def
		damaged 't\.0\.def:6' '-DefFunction|-|0|1|f|0|0'
	done
	put 5 'DP3NM"c' t.0.def
	put 6 'DF1G0NM"f"' t.0.def
	damaged 't\.0\.def:5' '-DefProcess|-|0|3|c|1'
}

@test "a process without a name is none" {
	for legal in DP2 DP2PT1 'DEFPROCESS 2 PARENT 1'; do
		put 4 "$legal" t.0.def
		silent otf-cat --no-pg t
		grep -q -F '	2	\N	' out
		silent otf-cat t -o u
		silent otf-cat --no-pg u
		grep -q -F '	2	\N	' out
		rm u.*
	done
}

@test "lines that end in CR LF" {
	sed -i 's/$/\r/' t.1.events
	damaged 't\.1\.events:1' "${none_of_1[@]}"
	grep -q 'carriage return' first
	again
	sed -i 's/$/\r/' t.otf # the reference reads that
	silent otf-cat --no-pg t
	records <out | sort | diff - <(sort whole)
}

@test "time that goes back is told; --keep-going delivers the records as they stand" {
	put 7 5
	damaged 't\.1\.events:7' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '+SendMsg|5|1|3|6|5|4|0|5:I:42'
	put 7 0
	damaged 't\.1\.events:7' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '+SendMsg|0|1|3|6|5|4|0|5:I:42'
}

@test "records before the first time and process have no place" {
	for at in 1 2; do
		again
		sed -i "${at}iE5" t.1.events
		damaged "t\\.1\\.events:$at"
	done
}

@test "records under a damaged time or process line are not given to another" {
	for bad in '14 x' 14Z 10000000000000000; do
		again
		put 4 "$bad"
		damaged 't\.1\.events:4' '-Enter|20|2|1|7'
	done
	for bad in '*' '*2 q' '*100000000' '*A'; do
		again
		put 5 "$bad"
		damaged 't\.1\.events:5' '-Enter|20|2|1|7'
	done
}

@test "key-values with no record to belong to" {
	put 15+ K1Y6V1
	damaged 't\.1\.events:[0-9]+'
	again
	echo K1Y6V1 >>t.0.def
	damaged 't\.0\.def:7'
}

@test "a damaged key-value is left out" {
	for bad in K5Y6V100000000 K5Y2V100 K5Y9V100000000 K100000000Y6V1 K5YcV1 K5Y10V1 K5Y6 K5Y6V K5Y6VA 'K5Y6V1 x' K5 \
		K5YbV0102L1 K5YbV010L2 K5YbV0102 K5YbL2 K5YbV0102L; do
		put 9 "$bad"
		damaged 't\.1\.events:9' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '+SendMsg|30|1|3|6|5|4|0'
	done
}

@test "a byte array that is shorter than its length has the bytes that are there" {
	put 9 K5YbV0102L3
	damaged 't\.1\.events:(9|10)' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '+SendMsg|30|1|3|6|5|4|0|5:a:0102'
	put 9+ K6Y6V1
	damaged 't\.1\.events:(9|10)' '-SendMsg|30|1|3|6|5|4|0|5:I:42' '+SendMsg|30|1|3|6|5|4|0|5:a:0102|6:I:1'
}

# Lines as all writers spell them are read in another way than those with a blank at their end.
@test "a blank at the end of lines changes nothing: times and tokens of any length, good and damaged" {
	for seed in $(seq "$(by_length 8 30)"); do
		again
		python3 - "$seed" <<'P'
import random, sys
r = random.Random(int(sys.argv[1]))
token = lambda: "%x" % r.choice([r.randrange(16), r.randrange(1 << 12), r.randrange(1 << 32), r.randrange(1 << 33)])
value = lambda: "%x" % r.randrange(1 << r.randrange(1, 66))
message = lambda k: k + "L".join([token(), token()]) + "T" + token() + "C" + token() + r.choice(["", "X" + token()])
record = [lambda: "E" + token(), lambda: "L" + token(), lambda: "E" + token() + "X" + token(),
          lambda: message("S"), lambda: message("R"), lambda: "CNT" + token() + "V" + value(), lambda: "L"]
time, lines = 0, ["0", "*1"]
for i in range(400):
    if r.random() < 0.8:
        time += r.randrange(16 ** r.choice([0, 1, 1, 2, 3, 4, 5, 9] + [14] * (i > 350)))
        lines.append("%x" % time)
    if r.random() < 0.7:
        lines.append(r.choice(["*1", "*1", "*2", "*2", "*3", "*%s" % token()]))
    lines.append(r.choice(record)())
    if r.random() < 0.05:
        at = r.randrange(len(lines[-1]))
        lines[-1] = lines[-1][:at] + r.choice("gGzA/:`@~{;3f") + lines[-1][at + r.randrange(2):]
lines += ["%x" % time, "*1"]
open("t.1.events", "w").write("\n".join(lines) + "\n")
open("blank", "w").write(" \n".join(lines) + " \n")
P
		otf-cat -q --no-pg --keep-going t 2>/dev/null >usual.all || [ $? -eq 1 ]
		mv blank t.1.events
		otf-cat -q --no-pg --keep-going t 2>/dev/null >blank.all || [ $? -eq 1 ]
		records <usual.all >usual
		records <blank.all | sed 's/ $//' >blanks # an UnknownRecord keeps it
		[ "$(wc -l <usual)" -gt 100 ]
		diff usual blanks
	done
}

@test "an empty master file is called empty, and each command that reads it fails" {
	: >t.otf
	for command in otf-cat otf-filter otf-info otf-print otf-remap otf-sort otf-stat otf-to-chrome otf-to-vtf3 otf-wait \
		otf-draw otf-report; do
		exits 1 $command t
		says "$command: t.otf: is empty: it names no process"
	done
	exits 1 otf-check t
	grep -qx 't.otf: error: is empty: it names no process \[master\]' out
}
