# otf-draw: known traces give known pictures.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

in_picture() {
	python3 "$REPO/tests/oracle/draw.py" "$@"
}

need_cairo() {
	otf-draw -V -v | grep '^cairo ' >/dev/null || skip "built without cairo"
}

# A picture of this width has labels of 139 pixels and a plot of 1000.
plot=(--width 1163)
left=139

# The head of a stream of two processes, a tick a microsecond, and its events.
story() {
	stream 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|1|Application' \
		'DefFunctionGroup|-|0|2|MPI' 'DefFunction|-|0|1|main|1|0' 'DefFunction|-|0|2|MPI_Send|2|0' \
		'DefFunction|-|0|3|MPI_Recv|2|0' "$@"
}

# 1000 ticks: process 1 sends in [100, 400), process 2 receives in [200, 700).
exchange() {
	story 'Enter|5000|1|1|0' 'Enter|5000|2|1|0' 'Enter|5100|1|2|0' 'SendMsg|5100|1|2|0|7|64|0' 'Enter|5200|2|3|0' \
		'Leave|5400|1|2|0' 'RecvMsg|5700|2|1|0|7|64|0' 'Leave|5700|2|3|0' 'Leave|6000|1|1|0' 'Leave|6000|2|1|0'
}

@test "bars begin and end where the calls do, at their depth, with name, time and duration as title" {
	exchange >in
	silent otf-draw "${plot[@]}" in
	in_picture check out
	in_picture rects out call | cut -d' ' -f1,3,5- >got
	diff got - <<-END
		$left 1000 #67bb75 main, Application: 1.000 ms from 0 s
		$((left + 100)) 300 #d73431 MPI_Send, MPI: 300.0 us from 100.0 us
		$left 1000 #67bb75 main, Application: 1.000 ms from 0 s
		$((left + 200)) 500 #d73431 MPI_Recv, MPI: 500.0 us from 200.0 us
	END
	# a lane a depth, a row a process
	in_picture rects out call | cut -d' ' -f2 | sort -n | uniq | wc -l | grep -x 4
	in_picture texts out >got
	for text in in a b main MPI_Send MPI_Recv '2 processes, 1.000 ms' 'us since the first event' 0 100 900; do
		grep -q -x -F "$text" got || { cat got && false; }
	done
}

@test "PNG has the colors of the calls at their pixels" {
	need_cairo
	exchange >in
	silent otf-draw "${plot[@]}" in -o in.svg
	silent otf-draw "${plot[@]}" in -o in.png
	in_picture size in.png | grep "^1163 $(sed -n 's/.*<svg .* height="\([0-9]*\)".*/\1/p' in.svg)\$"
	read -r x y w _ < <(in_picture rects in.svg call | sed -n 2p)
	[ "$x $w" = "$((left + 100)) 300" ]
	# inside, and on both sides of both ends; the first pixel of a call is darker
	in_picture pixel in.png $((x + 250)) $((y + 2)) $((x - 1)) $((y + 2)) $((x + w - 1)) $((y + 2)) $((x + w + 1)) $((y + 2)) \
		$x $((y + 2)) >got
	printf '%s\n' '#d73431' '#f4f5f7' '#d73431' '#f4f5f7' '#811f1d' | diff got -
	silent otf-draw --dark "${plot[@]}" in -o dark.png
	in_picture pixel dark.png $((x + 250)) $((y + 2)) 2 2 $((x - 1)) $((y + 2)) >got
	printf '%s\n' '#d73431' '#14171a' '#1d2125' | diff got -
}

@test "of several calls in a pixel the largest share has it, not the last, faint if less than half of the pixel has calls" {
	# 3 ticks a pixel: in column 10 B has two of them and comes first; in column 20 A has a third; in column 30 A alone;
	# column 40 has the start of a longer call, which is shown from where it has more
	story 'DefFunctionGroup|-|0|8|A' 'DefFunctionGroup|-|0|9|B' 'DefFunction|-|0|8|fa|8|0' 'DefFunction|-|0|9|fb|9|0' \
		'EventComment|0|1|begin' 'Enter|30|1|9|0' 'Leave|32|1|9|0' 'Enter|32|1|8|0' 'Leave|33|1|8|0' 'Enter|61|1|8|0' \
		'Leave|62|1|8|0' 'Enter|90|1|8|0' 'Leave|93|1|8|0' 'Enter|122|1|8|0' 'Leave|126|1|8|0' 'EventComment|3000|1|end' >in
	silent otf-draw "${plot[@]}" in
	in_picture rects out call | cut -d' ' -f1,3,6- >got
	diff got - <<-END
		$((left + 10)) 1 fb, B: 2.000 us from 30.00 us
		$((left + 20)) 1 A: 33.3% of 3.000 us from 60.00 us
		$((left + 30)) 1 fa, A: 3.000 us from 90.00 us
		$((left + 41)) 1 fa, A: 4.000 us from 122.0 us
	END
	# the faint one is between its color and the ground
	[ "$(in_picture rects out call | cut -d' ' -f5 | sort -u | wc -l)" -eq 3 ]
	silent otf-draw --depth 1 "${plot[@]}" in
	in_picture rects out call | cut -d' ' -f1,3 | sort | uniq -c >got
	# bands: B has more of column 10, A still has a part, and a third of column 20
	grep -q " $((left + 10)) 1" got
	grep -q " $((left + 20)) 1" got
}

@test "several calls in a pixel are told as a share" {
	{
		for ((t = 0; t < 3000; t += 3)); do
			printf '%s\n' "Enter|$t|1|2|0" "Leave|$((t + 1))|1|2|0" "Enter|$((t + 1))|1|3|0" "Leave|$((t + 2))|1|3|0"
		done
	} >events
	mapfile -t events <events
	story "${events[@]}" >in
	silent otf-draw --width 400 "${plot[@]:2}" --by group -p 1 in
	in_picture rects out call | grep -o 'MPI: 66.*' >got
	grep -q 'MPI: 66.[0-9]% of' got
}

@test "the legend has the shares of exclusive time that otf-stat counts, and says what of, in every interval" {
	for how in '' '-t 1500us:3ms' '-p 1-3' '-t 25%:60% -p rank*,!2'; do
		for by in group function; do
			# shellcheck disable=SC2086
			silent otf-draw --width 20000 --by $by $how "$sample" -o out.svg --force
			in_picture legend out.svg | grep -v 'outside of calls' | cut -f2- >got
			# shellcheck disable=SC2086
			otf-stat --tsv --table function --by $by $how "$sample" >stat
			python3 - "$how" "$by" out.svg <<-'END'
				import csv, re, sys
				rows = list(csv.DictReader(open("stat"), delimiter="\t"))
				shown = dict(line.rstrip("\n").split("\t") for line in open("got"))
				text = open("out.svg").read()
				n = int(re.search(r">(\d+) process", text).group(1))
				assert text.count("% of the time in calls<") == 1
				how = sys.argv[1]
				first, last = 1021008, 4921250
				begin, end = first, last
				if "us:" in how: begin, end = 1500000, 3000000
				if "25%" in how: begin, end = first + -(-(last - first) // 4), first + -(-(last - first) * 60 // 100)
				name = sys.argv[2] + "_name" if sys.argv[2] + "_name" in rows[0] else "name"
				calls = sum(int(r["exclusive"]) for r in rows)
				said = {r[name]: int(r["exclusive"]) / calls for r in rows if int(r["exclusive"])}
				idle = re.search(r">outside of calls<.*?>([0-9.]+)% of all time<", text, re.DOTALL)
				idle = float(idle.group(1)) if idle else 0
				assert abs(idle - 100 * (1 - calls / (n * (end - begin)))) < 0.0501, idle
				assert set(said) == set(shown), (set(said) ^ set(shown))
				for key, share in said.items():
				    want = "%.1f%%" % (share * 100) if share >= 0.0005 else "<0.1%"
				    assert abs(float(want.strip("<%")) - float(shown[key].strip("<%"))) < 0.11, (key, want, shown[key])
			END
		done
	done
}

@test "bars of the innermost call are as long as otf-stat says" {
	# no call is shorter than a pixel, so nothing is lost
	exchange >in
	otf-stat --tsv --table function --by function in >stat
	silent otf-draw --depth 1 --by function "${plot[@]}" in
	in_picture rects out call | awk '{ w[$6] += $3 * $4 } END { for (f in w) print f, w[f] }' | sort >got
	# 8 bands for each process: the area of a function is its share
	python3 - <<-'END'
		import csv
		area = {}
		for line in open("got"):
		    name, size = line.split()
		    area[name.rstrip(":,")] = float(size)
		whole = sum(area.values())
		want = {}
		for row in csv.DictReader(open("stat"), delimiter="\t"):
		    name = [v for v in row.values() if v in ("main", "MPI_Send", "MPI_Recv")][0]
		    want[name] = int(row["exclusive"])
		assert want == {"main": 1200, "MPI_Send": 300, "MPI_Recv": 500}, want
		for name, ticks in want.items():
		    assert abs(area[name] / whole - ticks / 2000) < 0.001, (area, want)
	END
}

@test "there is a line for each message, and no more than --max-messages of the longest or largest ones" {
	silent otf-draw "$sample"
	[ "$(in_picture count out message)" -eq 48 ]
	silent otf-draw --max-messages 5 "$sample"
	[ "$(in_picture count out message)" -eq 5 ]
	in_picture texts out | grep -x '5 of 48 messages are shown: those with the longest time from send to receive'
	silent otf-draw --messages none "$sample"
	[ "$(in_picture count out message)" -eq 0 ]
	story 'SendMsg|10|1|2|0|1|100|0' 'SendMsg|20|1|2|0|2|900|0' 'RecvMsg|30|2|1|0|2|900|0' 'RecvMsg|40|2|1|0|1|100|0' >in
	silent otf-draw --max-messages 1 in
	grep -q 'message from a to b, 100 bytes, tag 1: 30.00 us from 0 s' out
	fails grep -q '900 bytes' out
	silent otf-draw --max-messages 1 --messages largest in
	grep -q 'message from a to b, 900 bytes, tag 2: 10.00 us from 10.00 us' out
	fails grep -q '100 bytes' out
}

@test "a message line goes from its send to its receive" {
	exchange >in
	silent otf-draw "${plot[@]}" in
	d=$(sed -n 's/.*<path d="\(M[^"]*\)".*class="message".*/\1/p' out)
	[[ $d =~ ^M$((left + 100))\ [0-9.]+L$((left + 700))\ [0-9.]+$ ]]
	# in an interval that begins after the send, the line begins at the edge
	silent otf-draw "${plot[@]}" -t 5200: in
	grep -q "<path d=\"M$left [0-9.]*L$((left + 625)) " out
}

@test "markers and collective operations have titles and places" {
	story 'DefMarker|-|0|1|warn|1' 'DefCollectiveOperation|-|0|4|MPI_Barrier|1' 'Marker|250|1|1|look here' \
		'EventComment|0|1|begin' 'BeginCollectiveOperation|100|1|4|1|0|0|0|0|0' 'EndCollectiveOperation|300|1|1' \
		'CollectiveOperation|400|2|4|0|0|0|0|200|0' 'EventComment|1000|1|end' >in
	silent otf-draw "${plot[@]}" in
	in_picture check out
	# a triangle whose point is at the top of the line through the row
	title='<title>marker warn: look here, at 250.0 us</title>'
	top=$(sed -n "s|^<rect x=\"$((left + 250))\" y=\"\([0-9]*\)\" width=\"1\" .*$title.*|\1|p" out)
	grep -q "<path d=\"M$((left + 246)) $((top - 6))L$((left + 255)) $((top - 6))L$((left + 250)).5 $((top + 1))z\".*$title" out
	in_picture rects out collective | cut -d' ' -f1,3,6- >got
	diff got - <<-END
		$((left + 100)) 200 MPI_Barrier: 200.0 us from 100.0 us
		$((left + 400)) 200 MPI_Barrier: 200.0 us from 400.0 us
	END
}

@test "an interval shows what is open at its ends, with the same or another start in the trace" {
	exchange >in
	silent otf-draw "${plot[@]}" -t 5300:5800 in
	in_picture rects out call | cut -d' ' -f1,3,6- >got
	diff got - <<-END
		$left 1000 main, Application: 800.0 us from 0 s
		$left 200 MPI_Send, MPI: 300.0 us from 100.0 us
		$left 1000 main, Application: 800.0 us from 0 s
		$left 800 MPI_Recv, MPI: 500.0 us from 200.0 us
	END
	silent otf-draw --absolute "${plot[@]}" -t 5300:5800 in
	in_picture texts out | grep -x '2 processes, 500.0 us from 5.300 ms'
	in_picture texts out | grep -x 5300
}

@test "more processes than rows share them, and the picture says so" {
	mapfile -t processes < <(for ((p = 1; p <= 900; p++)); do echo "DefProcess|-|0|$p|p$p|0"; done)
	mapfile -t calls < <(for ((p = 1; p <= 900; p++)); do echo "Enter|0|$p|2|0"; done)
	mapfile -t ends < <(for ((p = 1; p <= 900; p++)); do echo "Leave|100|$p|2|0"; done)
	story "${processes[@]}" "${calls[@]}" "${ends[@]}" >in
	silent otf-draw --height 400 in
	in_picture check out
	in_picture texts out | grep -x '900 processes, [0-9]* a row: the color is that of the innermost calls'
	in_picture texts out | grep -x '[0-9]* processes a row'
	in_picture legend out | grep -x -P '#d73431\tMPI\t100.0%'
	grep -o ' height="400"' out | head -n 1
}

@test "stored, piped and named, a trace gives the same picture, byte for byte, in every form" {
	otf-cat "$sample" >stored.otfl
	sed 's/\tTS:[0-9,]*//' stored.otfl >spanless.otfl
	forms=svg
	otf-draw -V -v | grep '^cairo ' >/dev/null && forms='svg png pdf'
	for form in $forms; do
		silent otf-draw --title T --format $form "$sample" -o direct.$form
		for in in stored.otfl spanless.otfl; do
			otf-draw --title T --format $form $in | cmp - direct.$form
			otf-draw --title T --format $form <$in | cmp - direct.$form
			# shellcheck disable=SC2002
			cat $in | otf-draw --title T --format $form | cmp - direct.$form
			cat $in | otf-draw --title T --format $form - | cmp - direct.$form
		done
	done
	nothing otfpipe
}

@test "hostile names are text in a well-formed SVG" {
	# shellcheck disable=SC1112
	for name in '<script>alert(1)</script>' '"><svg onload="x">' "' & &amp; ]]> <!--" $'\x1b[31m\x7f' $'\xff\xfe\xc3' $'\xc2\x85' \
		$'\xef\xbf\xbf' $'\xed\xa0\x80' 'ＡＢＣ ünïcödé'; do
		escaped=${name//$'\x1b'/\\x1b} escaped=${escaped//$'\x7f'/\\x7f}
		stream "DefProcess|-|0|1|$escaped|0" "DefProcess|-|0|2|$escaped|0" "DefFunctionGroup|-|0|1|$escaped" \
			"DefFunction|-|0|1|$escaped|1|0" "DefMarker|-|0|1|$escaped|1" "DefCollectiveOperation|-|0|4|$escaped|1" \
			"Marker|2|1|1|$escaped" 'Enter|1|1|1|0' 'SendMsg|1|1|2|0|1|1|0' 'CollectiveOperation|2|1|4|0|0|0|0|20|0' \
			'RecvMsg|50|2|1|0|1|1|0' 'Leave|100|1|1|0' >in
		silent otf-draw --title "$name" in
		in_picture check out
		fails grep -q '<script' out
		fails grep -q -a -P '[\x00-\x08\x0b-\x1f\x7f]' out
		silent otf-draw --by function --title "$name" in
		in_picture check out
	done
}

@test "names of 20,000 and 100,000 bytes: each picture opens, shows their start and end, and has 1000 bytes of them as titles" {
	need_cairo
	need_tools pdftotext
	for n in 20000 100000; do
		long_names $n >in
		for what in --timeline '--timeline --counter 1' --profile --flame --matrix; do
			# shellcheck disable=SC2086
			for form in svg png pdf; do
				silent otf-draw $what --force in -o out.$form
				[ "$(stat -c %s out.$form)" -lt 150000 ]
			done
			python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("out.svg")'
			grep -q '<text.*Startx*…x*End</text>' out.svg
			grep -q '<title>.*Startx\{600,\}…x\{300,\}End' out.svg
			fails grep -q 'x\{1000\}' out.svg
			pdftotext -layout out.pdf - | grep -q 'Startx*…x*End'
			# what is in the first bytes of a PNG: its width
			[ "$(od -A n -j 16 -N 4 -t u1 out.png | awk '{ print $3 * 256 + $4 }')" = "$(sed -n '2s/.*svg" width="\([0-9]*\).*/\1/p' out.svg)" ]
		done
	done
}

@test "PDF opens, and its text is text" {
	need_cairo
	need_tools pdftoppm pdftotext
	silent otf-draw "$sample" -o s.pdf
	silent pdftoppm -r 96 -png s.pdf page
	in_picture size page-1.png | grep '^1200 '
	pdftotext s.pdf - | grep -x 'rank 7'
}

@test "what is wrong with the options is told" {
	exits 2 otf-draw "$sample" -o x.jpg
	says "'x.jpg': the name does not say which form; give --format svg, png or pdf"
	exits 2 otf-draw "$sample" --width 10
	says '--width: at least 200 pixels'
	exits 2 otf-draw "$sample" --format gif
	exits 2 otf-draw "$sample" --by colour
	exits 1 otf-draw nosuch.otf -o x.svg
	nothing x
	touch x.svg
	exits 1 otf-draw "$sample" -o x.svg
	says 'x.svg'
	[ ! -s x.svg ]
	silent otf-draw "$sample" -o x.svg --force
	in_picture check x.svg
	need_cairo
	silent otf-draw "$sample" --format png -o y.jpg
	in_picture size y.jpg
}

@test "a picture of what the trace does not have is told to be empty" {
	stream 'DefTimerResolution|-|0|1000' "$one" 'NoOp|5|1' 'NoOp|9|1' >in
	exits 0 otf-draw --matrix in
	says 'there is no message to draw: the picture is empty'
	in_picture check out
	for picture in --profile --profile=group --flame; do
		exits 0 otf-draw $picture in
		says 'there is no call to draw: the picture is empty'
		exits 1 otf-draw --strict $picture in
	done
	stream "$one" >in
	exits 0 otf-draw --flame in
	says 'there is no event to draw: the picture is empty'
	[ "$(wc -l <err)" -eq 1 ]
	silent otf-draw --matrix "$sample"
	silent otf-draw --flame "$sample"
	silent otf-draw --profile=group "$sample"
}

@test "an empty selection is told, and the picture is whole" {
	stream "$one" >in
	exits 0 otf-draw in
	says 'there is no event to draw: the picture is empty'
	in_picture check out
	exits 1 otf-draw in --strict -o x.svg
	exits 0 otf-draw -t 9s:10s "$sample"
	says 'no record is in the interval 9s:10s'
	in_picture check out
	exits 0 otf-draw -p nobody "$sample"
	says "nothing matches 'nobody'"
	in_picture check out
	in_picture texts out | grep -x 'no process'
}

@test "every trace of the corpus gives a picture" {
	need_shared
	for t in $(printf '%s\n' "$SHARED"/corpus/otf1/{all,synth}*/*.otf "$SHARED"/corpus/tau/{ring4,hybrid2x4} \
		"$SHARED"/corpus/vtf3/*.?pv "$SHARED"/corpus/otf2/demo | sampled); do
		[ -e "$t" ] || continue
		otf-draw -q "$t" >out 2>err || [ $? -eq 1 ]
		[ -s out ] || { grep -q . err && continue; }
		in_picture check out || { echo "$t" && false; }
	done
}

@test "killed at any time it leaves nothing" {
	need_mktrace
	mktrace -p 16 -e 200k >in
	for after in 0.01 0.05 0.1; do
		timeout -s KILL $after otf-draw in -o x.svg || true
		[ ! -e x.svg ] || in_picture check x.svg
		rm -f x.svg
	done
	silent otf-draw in -o x.svg
	[ "$(echo x.svg*)" = x.svg ]
}

@test "memory depends on the picture, not on the trace, and takes 1 KiB a process" {
	need_limits
	need_mktrace
	mktrace -p 16 -e 1m >in
	(ulimit -v 65536 && silent otf-draw in)
	in_picture count out call >/dev/null
	# 10000 processes: 10000 KiB more
	{
		printf '@OTFPIPE\t1.0\tTS:0,20000\n'
		seq 10000 | awk '{ printf "DefProcess\t-\t0\t%d\tp%d\t0\n", $1, $1 }'
		seq 10000 | awk '{ printf "Enter\t%d\t%d\t1\t0\n", $1, $1 }'
		seq 10000 | awk '{ printf "Leave\t%d\t%d\t1\t0\n", $1 + 10000, $1 }'
		printf '@END\t30000\n'
	} >many
	(ulimit -v 76000 && silent otf-draw many)
	in_picture texts out | grep '^10000 processes, '
}

@test "a trace with snapshots gives the same picture as one without, in less reading" {
	need_mktrace
	mktrace -p 4 -s 2 -e 60k | otf-write plain
	otf-snap --points 50 plain -o snapped
	set -f
	for how in '-t 60%:62%' '-t 60%:62% --profile' '-t 60%:62% --flame' '-t 60%:62% --matrix=count' '-t 60%:62% --depth 3' \
		'--inside time_step --nth 9' '-t 60%:62% --counter *' '-t 60%:62% -p 2-3'; do
		# shellcheck disable=SC2086
		silent otf-draw --title T $how plain -o want.svg --force
		# shellcheck disable=SC2086
		silent otf-draw --title T $how snapped -o got.svg --force
		cmp want.svg got.svg || { echo "$how" && false; }
	done
	set +f
}

@test "an interval of a trace with snapshots costs what the interval costs" {
	need_mktrace
	need_tools strace
	mktrace -p 4 -s 2 -e 300k | otf-write plain
	otf-snap --points 50 plain -o snapped
	for how in --timeline --profile; do
		strace -f -e trace=read,pread64 -o calls otf-draw $how -t 60%:62% snapped >out || skip "strace cannot run it"
		few=$(awk -F ' = ' '{ n += $NF } END { print n }' calls)
		strace -f -e trace=read,pread64 -o calls otf-draw $how snapped >out
		[ $((few * 4)) -lt "$(awk -F ' = ' '{ n += $NF } END { print n }' calls)" ]
	done
}

@test "an announced snapshot that a stream does not have is not trusted" {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunction|-|0|1|f|0|0' 'DefAuxSamplePoint|-|0|50|0' 'Enter|10|1|1|0' 'Enter|20|2|1|0' \
		'EnterSnapshot|50|1|10|1|0' 'Enter|60|1|1|0' 'Leave|80|1|1|0' 'Leave|90|1|1|0' 'Leave|95|2|1|0' >in
	otf-write t <in
	silent otf-draw --title T -t 55:90 t
	[ "$(in_picture rects out call | grep -c 'f, no group')" -eq 3 ]
	otf-draw --title T -t 55:90 <in | cmp - out
}

@test "a call by --inside is the interval, of the processes of -p" {
	silent otf-draw --title T --inside time_step --nth 3 -p 1 "$sample"
	read -r from to < <(otf-slice --inside time_step --nth 3 -p 1 "$sample" | awk -F '\t' \
		'$1 == "Leave" && $4 == f && $2 > m { m = $2 } $1 == "DefFunction" && $5 == "time_step" { f = $4 }
		/^[^@]/ && $2 != "-" && !b { b = $2 } END { print b, m + 1 }')
	otf-draw --title T -t "$from:$to" -p 1 "$sample" | cmp - out
	exits 1 otf-draw --inside nosuch "$sample" -o x.svg
	says "no call of 'nosuch'"
	nothing x
	exits 2 otf-draw --nth 2 "$sample"
	exits 2 otf-draw --inside solve -t 1: "$sample"
}

@test "two runs have one axis: the same time has the same length in both" {
	exchange >in
	otf-remap -q --scale 2 in >slow.otfl
	silent otf-draw "${plot[@]}" in slow.otfl
	in_picture check out
	in_picture rects out call | cut -d' ' -f1,3 >got
	diff got - <<-END
		$left 500
		$((left + 50)) 150
		$left 500
		$((left + 100)) 250
		$left 1000
		$((left + 100)) 300
		$left 1000
		$((left + 200)) 500
	END
	in_picture texts out >got
	for text in 'in and slow.otfl' in slow.otfl 'in: 2 processes, 1.000 ms; slow.otfl: 2 processes, 2.000 ms'; do
		grep -q -x -F "$text" got || { cat got && false; }
	done
	cat in | otf-draw "${plot[@]}" --title T - slow.otfl >got
	otf-draw "${plot[@]}" --title T in slow.otfl | sed 's/>in</>standard input</; s/>in: /standard input: /' | wc -l |
		grep -x "$(wc -l <got)"
	exits 2 otf-draw in in in
	says 'at most two traces'
	exits 2 otf-draw --profile in slow.otfl
	says 'this picture is of one trace'
}

@test "bars are as long as the exclusive time that otf-stat counts" {
	for by in group function; do
		silent otf-draw "${plot[@]}" --profile --by $by "$sample"
		in_picture check out
		otf-stat --tsv --table function --by process,$by "$sample" >stat
		in_picture rects out piece >got
		python3 - <<-'END'
			import csv, re
			rows = list(csv.DictReader(open("stat"), delimiter="\t"))
			names = [k for k in rows[0] if k.endswith("name")]
			said, longest = {}, {}
			for r in rows:
			    who, what = (r[n] for n in names)
			    said[who, what] = int(r["exclusive"])
			    longest[who] = longest.get(who, 0) + int(r["exclusive"])
			most = max(longest.values())
			drawn = set()
			for line in open("got"):
			    x, y, w, h, fill, title = line.rstrip("\n").split(" ", 5)
			    who, what = re.match(r"(.*?): (.*), [0-9.]+ [mun]?s, ", title).groups()
			    assert abs(float(w) - said[who, what] / most * 1000) <= 1.01, (line, said[who, what])
			    drawn.add((who, what))
			left = [k for k in said if said[k] / most * 1000 > 1 and k not in drawn]
			assert not left and len(drawn) > 30, left
		END
	done
	silent otf-draw --profile=group "$sample"
	in_picture rects out piece | grep -q 'MPI: MPI_Recv, '
	in_picture texts out | sed -n '/^MPI$/,/^libc$/p' | head -n 6 | paste -s -d' ' | grep -x 'MPI Kernel Application BLAS libm libc'
}

@test "a cell for each pair of processes with messages, with the bytes, messages and latency that otf-stat counts" {
	otf-stat --json --table matrix "$sample" >stat
	for what in bytes count latency; do
		silent otf-draw --matrix=$what "$sample"
		in_picture check out
		in_picture rects out cell >got
		python3 - $what <<-'END'
			import json, re, sys
			text = json.load(open("stat"))
			def find(v):
			    if isinstance(v, list) and v and isinstance(v[0], dict) and "sender" in v[0]: return v
			    for x in v.values() if isinstance(v, dict) else v if isinstance(v, list) else []:
			        found = find(x)
			        if found: return found
			rows = find(text)
			cells = [l.rstrip("\n").split(" ", 5) for l in open("got")]
			assert len(cells) == len(rows) == 16, (len(cells), len(rows))
			unit = {"B": 1, "KiB": 1024, "ns": 1, "us": 1e3, "ms": 1e6}
			values = sorted(float(re.search(r"(bytes sent|messages|mean latency) ([0-9.]+)", c[5]).group(2)) *
			                unit.get(c[5].split()[-1], 1) for c in cells)
			key = {"bytes": "bytes_sent", "count": "sent", "latency": "latency_mean"}[sys.argv[1]]
			said = sorted(float(r[key]) for r in rows)
			assert all(abs(a - b) <= 0.001 * b for a, b in zip(values, said)), (values, said)
		END
	done
	# the value of a row at the place of its sender, in the column of its receiver
	stream 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcess|-|0|3|c|0' 'SendMsg|1|3|2|0|1|100|0' 'RecvMsg|2|2|3|0|1|100|0' >in
	silent otf-draw --matrix in
	in_picture rects out cell >got
	read -r x y w h _ <got
	[ "$(wc -l <got)" -eq 1 ]
	grep -q 'c to b: bytes sent 100 B' got
	read -r x0 y0 side _ < <(python3 - <<-'END'
		import xml.etree.ElementTree as t
		for e in t.parse("out").getroot().iter():
		    if e.get("fill") == "#f4f5f7": print(e.get("x"), e.get("y"), e.get("width"))
	END
	)
	[ $((x - x0)) -eq $((side / 3)) ]
	[ $((y - y0)) -eq $((2 * side / 3)) ]
}

@test "more than 512 processes share rows of a matrix" {
	{
		printf '@OTFPIPE\t1.0\n'
		seq 1030 | awk '{ printf "DefProcess\t-\t0\t%d\tp%d\t0\n", $1, $1 }'
		seq 1029 | awk '{ printf "SendMsg\t%d\t%d\t%d\t0\t1\t8\t0\nRecvMsg\t%d\t%d\t%d\t0\t1\t8\t0\n", 2 * $1, $1, $1 + 1, 2 * $1 + 1, $1 + 1, $1 }'
		printf '@END\t3088\n'
	} >in
	silent otf-draw --matrix=count in
	in_picture check out
	in_picture texts out | grep -x '3 processes a row and column'
	in_picture rects out cell | grep -o 'messages [0-9]*' | awk '{ n += $2 } END { print n }' | grep -x 1029
}

@test "a frame of the flame graph is as wide as the inclusive time of its path" {
	silent otf-draw --flame --width 1032 "$sample"
	in_picture check out
	in_picture rects out path >got
	otf-stat --folded "$sample" >folded
	python3 - <<-'END'
		import re
		total, paths = 0, {}
		for line in open("folded"):
		    path, ticks = line.rsplit(" ", 1)
		    names, ticks = tuple(path.split(";")), int(ticks)
		    total += ticks
		    for i in range(len(names)):
		        paths[names[:i + 1]] = paths.get(names[:i + 1], 0) + ticks
		said = sorted((names[-1], "%.2f%%" % (ticks / total * 100)) for names, ticks in paths.items() if ticks / total > 0.001)
		drawn, widths = [], []
		for line in open("got"):
		    x, y, w, h, fill, title = line.rstrip("\n").split(" ", 5)
		    name, share = re.match(r"(.*): .*, ([0-9.]+%)$", title).groups()
		    drawn.append((name, share))
		    assert abs(float(w) - float(share[:-1]) * 10) < 1, line
		missing = [p for p in said if p not in drawn]
		assert not missing and len(said) > 50, missing
	END
	# the caller is below what it calls
	read -r _ y_main _ < <(grep ' main: ' got)
	read -r _ y_solve _ < <(grep ' solve: ' got)
	[ "$y_main" -gt "$y_solve" ]
	grep -c '<script>' out | grep -x 1
	fails grep -q -i 'http:' <(grep -v 'xmlns=' out)
}

@test "hostile names are text in the other pictures, too" {
	for name in '<script>alert(1)</script>' ']]></script>' '"><svg onload="x">' $'\x1b[31m' $'\xff\xfe' $'\xef\xbf\xbe'; do
		escaped=${name//$'\x1b'/\\x1b}
		stream "DefProcess|-|0|1|$escaped|0" "DefProcess|-|0|2|$escaped|0" "DefFunctionGroup|-|0|1|$escaped" \
			"DefFunction|-|0|1|$escaped|1|0" "DefCounter|-|0|1|$escaped|1|0|$escaped" 'Enter|1|1|1|0' 'Counter|1|1|1|5' \
			'SendMsg|1|1|2|0|1|1|0' 'Counter|9|1|1|7' 'RecvMsg|50|2|1|0|1|1|0' 'Leave|100|1|1|0' >in
		for how in --profile --profile=group --matrix --flame '--counter=*' '--timeline --counter=*'; do
			# shellcheck disable=SC2086
			silent otf-draw $how --title "$name" in
			in_picture check out
			[ "$(grep -c '<script' out)" -eq $((${#how} == 7)) ]
		done
	done
}

@test "curves have the values of the counters at their times" {
	# a level, and an accumulating counter: 10, 20 and 5 in 100 ms each, at 1000 ticks a second
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefCounter|-|0|1|level|33|0|K' 'DefCounter|-|0|2|sum|0|0|flop' \
		'Counter|0|1|1|0' 'Counter|0|1|2|100' 'Counter|100|1|1|50' 'Counter|100|1|2|110' 'Counter|200|1|1|100' \
		'Counter|200|1|2|130' 'Counter|1000|1|1|0' 'Counter|1000|1|2|135' >in
	silent otf-draw "${plot[@]}" --counter level in
	[ "$(in_picture count out curve)" -eq 1 ]
	in_picture texts out >got
	for text in 'level, K' 0 100 a; do
		grep -q -x "$text" got || { cat got && false; }
	done
	# steps at 100 and 200 ticks: half way up, then to the top
	python3 - $left <<-'END'
		import re, sys, xml.etree.ElementTree as t
		left = int(sys.argv[1])
		d = [e.get("d") for e in t.parse("out").getroot().iter() if e.get("class") == "curve"][0]
		spots = [tuple(map(float, s.split())) for s in re.split("[ML]", d)[1:]]
		ys = sorted({y for _, y in spots})
		assert len(ys) == 3 and abs((ys[0] + ys[2]) / 2 - ys[1]) < 0.02, ys
		assert {x - left - 0.5 for x, _ in spots} == {0, 100, 200, 999, 999.5}, spots
		assert (left + 100.5, ys[2]) in spots and (left + 100.5, ys[1]) in spots, spots
	END
	silent otf-draw --counter sum in
	in_picture texts out >got
	grep -q -x 'sum, flop per second' got
	grep -q -x 200 got # at most 20 in 0.1 s
	silent otf-draw --timeline --counter '*' in
	[ "$(in_picture count out curve)" -eq 2 ]
	exits 0 otf-draw --counter nosuch in
	says "otf-draw: --counter: nothing matches 'nosuch'"
	exits 2 otf-draw --profile --counter level in
}

@test "an input that ends early, is damaged or not sorted gives no picture" {
	otf-cat "$sample" >whole
	head -n 2000 whole >cut.otfl
	exits 3 otf-draw cut.otfl -o x.svg
	nothing x
	got=0
	otf-draw -o x.svg <cut.otfl 2>err || got=$?
	[ "$got" -eq 3 ]
	nothing x
	story 'Enter|10|1|1|0' 'Leave|5|1|1|0' >in
	exits 1 otf-draw in -o x.svg
	says 'sort the records with otf-sort'
	nothing x
	for form in svg png pdf; do
		[ $form = svg ] || otf-draw -V -v | grep '^cairo ' >/dev/null || continue
		got=0
		otf-draw --format $form "$sample" >/dev/full 2>err || got=$?
		[ "$got" -eq 1 ]
		says 'No space left on device'
	done
}

@test "times with + count from the first event" {
	otf-draw --title T -t 2021008:3021008 "$sample" >want
	otf-draw --title T -t +1ms:+2ms "$sample" | cmp - want
	otf-cat "$sample" | otf-draw --title T -t +1ms:+2ms | cmp - want
}

@test "a signal while a large picture is packed stops otf-draw, and nothing is left" {
	need_cairo
	otf-draw "$sample" --width 8000 --height 8000 -o big.png &
	pid=$!
	soon compgen -G 'big.png.otfpipe-??????'
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 143 ]
	[ "$(compgen -G 'big.png*')" = '' ]
}

@test "the matrix of some processes has their messages of both directions, as otf-stat prints them" {
	for by in '-p 1' '-s 2' '-p 1-2 -t 2ms:3ms'; do
		read -ra options <<<"$by"
		otf-draw --matrix "${options[@]}" "$sample" | grep -o '<title>[^<]* to [^<:]*' | sed 's/<title>//' | sort >drawn
		otf-stat --tsv --table matrix "${options[@]}" "$sample" |
			awk -F '\t' '$1 == "matrix" && $8 > 0 { print $3 " to " $5 }' | sort | diff - drawn
		[ -s drawn ]
	done
}

@test "the excess in the matrix is that of otf-wait --table transfer, of some processes and of an interval, too" {
	for by in '' '-p 1' '-s 2' '-t 2ms:3ms' '-p 1-2 -t 2ms:3ms'; do
		read -ra options <<<"$by"
		silent otf-draw --matrix=excess "${options[@]}" "$sample"
		in_picture check out
		in_picture rects out cell >got
		otf-wait --tsv --table transfer "${options[@]}" "$sample" >table
		python3 - <<-'END'
			import re
			unit = {"ps": 1e-3, "ns": 1, "us": 1e3, "ms": 1e6}
			drawn = {}
			for l in open("got"):
			    name, value, u = re.search(r"(\S.* to .*): excess transfer time ([0-9.]+) (\S+)$", l.split(" ", 5)[5]).groups()
			    drawn[name] = float(value) * unit[u]
			rows = [l.rstrip("\n").split("\t") for l in open("table")]
			head = next(r for r in rows if "excess" in r)
			said = {}
			for r in rows:
			    if r[0] != "transfer" or r is head or r[head.index("excess")] == "0": continue
			    said[r[head.index("sender_name")] + " to " + r[head.index("receiver_name")]] = int(r[head.index("excess")])
			assert said and said.keys() == drawn.keys(), (said, drawn)
			assert all(abs(drawn[k] - said[k]) <= 0.001 * said[k] for k in said), (said, drawn)
		END
	done
	# a message that waits for its receiver takes no longer than another
	stream 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|1|MPI' 'DefFunction|-|0|1|s|1|0' \
		'Enter|1|1|1|0' 'SendMsg|1|1|2|0|1|8|0' 'Leave|2|1|1|0' 'Enter|10|2|1|0' 'RecvMsg|11|2|1|0|1|8|0' 'Leave|11|2|1|0' \
		'Enter|21|1|1|0' 'SendMsg|21|1|2|0|1|8|0' 'Enter|21|2|1|0' 'Leave|22|1|1|0' 'RecvMsg|28|2|1|0|1|8|0' 'Leave|28|2|1|0' >in
	silent otf-draw --matrix=excess in
	in_picture rects out cell | grep -q 'a to b: excess transfer time 6$'
	# nothing took longer than another: no cell, and no warning that there are no messages
	sed 's/^RecvMsg\t28/RecvMsg\t22/; s/^Leave\t28/Leave\t22/' in >even
	silent otf-draw --matrix=excess even
	[ -z "$(in_picture rects out cell)" ]
	# 600 processes are 300 squares a side: 1 and 2 send a late message each to 4, which are in one
	python3 - >many <<-'END'
		print("@OTFPIPE\t1.0")
		for p in range(1, 601): print(f"DefProcess\t-\t0\t{p}\tp{p}\t0")
		print("DefFunctionGroup\t-\t0\t1\tMPI\nDefFunction\t-\t0\t1\ts\t1\t0")
		for p in range(1, 601): print(f"Enter\t0\t{p}\t1\t0")
		for p in range(1, 601): print(f"SendMsg\t0\t{p}\t{4 if p < 3 else p % 600 + 1}\t0\t1\t8\t0")
		for p in range(3, 601): print(f"RecvMsg\t5\t{p % 600 + 1}\t{p}\t0\t1\t8\t0")
		for p in 1, 2: print(f"RecvMsg\t{p}00\t4\t{p}\t0\t1\t8\t0")
		print("@END\t2402")
	END
	silent otf-draw --matrix=excess many
	[ "$(in_picture rects out cell | grep -o 'p.*')" = 'p1 to p3: excess transfer time 290' ]
	exits 2 otf-draw --matrix=excess -r '!SendMsg' in
	says '--matrix=excess needs all records: leave out --record'
}

@test "the excess in the matrix keeps no pairs: memory does not follow how many there are" {
	python3 - >all <<-'END'
		n = 400
		print("@OTFPIPE\t1.0")
		for p in range(1, n + 1): print(f"DefProcess\t-\t0\t{p}\tp{p}\t0")
		print("DefFunctionGroup\t-\t0\t1\tMPI\nDefFunction\t-\t0\t1\ts\t1\t0")
		for k in range(1, n):
		    for p in range(n): print(f"Enter\t{20 * k}\t{p + 1}\t1\t0\nSendMsg\t{20 * k}\t{p + 1}\t{(p + k) % n + 1}\t0\t1\t8\t0")
		    for p in range(n): print(f"RecvMsg\t{20 * k + 9}\t{p + 1}\t{(p - k) % n + 1}\t0\t1\t8\t0\nLeave\t{20 * k + 9}\t{p + 1}\t1\t0")
		print(f"@END\t{n + 2 + 4 * n * (n - 1)}")
	END
	peak otf-draw --matrix=excess all >out
	under 50 # a row for each of the 159,600 pairs is 88
}

@test "without fonts there is no PNG and no PDF, with the cure, and SVG is as always" {
	need_cairo
	echo '<?xml version="1.0"?><fontconfig></fontconfig>' >fonts.conf
	for form in png pdf; do
		run env FONTCONFIG_FILE="$PWD/fonts.conf" otf-draw "$sample" -o x.$form
		[ "$status" -eq 1 ]
		[ "$output" = "otf-draw: x.$form: there is no font for PNG and PDF; install one, such as DejaVu Sans, or write SVG" ]
		[ ! -e x.$form ]
	done
	FONTCONFIG_FILE="$PWD/fonts.conf" silent otf-draw "$sample" -o x.svg
}

@test "two names of a picture never have one color, and a line says which are not in their own" {
	{
		lines '@OTFPIPE|1.0|TR:1000' 'DefProcess|-|0|1|a|0'
		n=0
		for group in IO Math PHYS WRF solver; do
			n=$((n + 1))
			lines "DefFunctionGroup|-|0|$n|$group" "DefFunction|-|0|$n|f_$group|$n|0"
		done
		for n in 1 2 3 4 5; do
			lines "Enter|$((n * 100))|1|$n|0" "Leave|$((n * 100 + 100))|1|$n|0"
		done
		lines '@END|21'
	} >in
	for how in --timeline --profile --flame; do
		silent otf-draw "$how" in -o out.svg --force
		[ "$(in_picture legend out.svg | grep -vc outside)" -eq 5 ]
		# Math wants the color of IO, WRF that of PHYS
		grep -q '>Math, WRF: not in their colors of other pictures, which other names have here<' out.svg ||
			grep -q '>WRF, Math: not in their colors of other pictures, which other names have here<' out.svg
		[ "$(grep -o 'class="key"[^>]*fill="#[0-9a-f]*"\|fill="#[0-9a-f]*"[^>]*class="key"' out.svg |
			grep -o '#[0-9a-f]*' | sort | uniq -d | wc -l)" -eq 0 ]
	done
	silent otf-report in -o out.html --force
	grep -q 'not in their colors of other pictures' out.html
}

@test "one group, or one with nine tenths of the time in calls, has a color for each function" {
	# nine tenths and not more are not enough; the same of two traces together
	story 'Enter|0|1|1|0' 'Enter|100|1|2|0' 'Leave|500|1|2|0' 'Enter|500|1|3|0' 'Leave|1000|1|3|0' 'Leave|1000|1|1|0' >other
	for how in --timeline --profile --flame; do
		silent otf-draw "$how" other -o out.svg --force
		in_picture legend out.svg | grep -q -P '\tMPI\t'
	done
	silent otf-draw other other -o out.svg --force
	in_picture legend out.svg | grep -q -P '\tMPI\t'
	# a share of 95 in 100
	story 'Enter|0|1|1|0' 'Enter|50|1|2|0' 'Leave|500|1|2|0' 'Enter|500|1|3|0' 'Leave|1000|1|3|0' 'Leave|1000|1|1|0' >in
	for how in --timeline --profile --flame; do
		silent otf-draw "$how" in -o out.svg --force
		[ "$(in_picture legend out.svg | grep -c -P '\t(MPI_Send|MPI_Recv|main)\t')" -eq 3 ]
		in_picture texts out.svg | grep -q -x 'The color is that of the function: 95.0% of the time in calls is in the group MPI'
		silent otf-draw "$how" --by group in -o out.svg --force
		in_picture legend out.svg | grep -q -P '\tMPI\t'
	done
}

@test "rows without calls fold into a line that says how many, and those with a message or marker stay" {
	{
		lines '@OTFPIPE|1.0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|1|f|1|0'
		for ((p = 1; p <= 30; p++)); do lines "DefProcess|-|0|$p|rank $p|0"; done
		lines 'DefMarker|-|0|1|flag|1' 'Marker|50|12|1|here' 'Enter|0|3|1|0' 'SendMsg|10|3|7|0|1|1|0' 'RecvMsg|20|7|3|0|1|1|0' \
			'Leave|100|3|1|0' '@END|38'
	} >in
	silent otf-draw in
	in_picture texts out >got
	grep -q -x '27 processes without calls' got
	[ "$(grep -x 'rank [0-9]*' got | tr '\n' ' ')" = 'rank 3 rank 7 rank 12 ' ]
	grep -q '^30 processes, ' got
	# alone it keeps its row, and so do all if none has calls
	silent otf-draw -p 3,7,8 in
	in_picture texts out | grep -q -x 'rank 8'
	silent otf-draw -p 20-30 -r RecvMsg in 2>/dev/null || true
	in_picture texts out | grep -q -x 'rank 20'
}

@test "labels lose what all begin and end with, which a note says, and then their middle" {
	for ((p = 1; p <= 12; p++)); do
		lines "DefProcess|-|0|$p|/home/user/program(pid 47) stream $p of the device|0"
	done >definitions
	mapfile -t definitions <definitions
	stream "${definitions[@]}" 'DefFunction|-|0|1|f|0|0' 'Enter|0|1|1|0' 'SendMsg|1|1|2|0|1|1|0' 'RecvMsg|9|2|1|0|1|1|0' \
		'Leave|10|1|1|0' 'Enter|0|12|1|0' 'Leave|10|12|1|0' >unsorted
	otf-sort unsorted >in
	for how in --timeline --profile --matrix; do
		silent otf-draw "$how" --width 500 in -o out.svg --force
		in_picture texts out.svg >got
		tr '\n' ' ' <got | grep -q 'all [a-z]* begin with "/home/user/program(pid 47) stream " and end with " of the device" $'
		grep -q -x 12 got
		grep '^/home' got && false
		silent otf-draw "$how" --width 3000 in -o out.svg --force
	done
}

@test "labels that share their begin and end with those beside them keep what differs" {
	{
		lines '@OTFPIPE|1.0' 'DefFunction|-|0|1|f|0|0' 'DefProcess|-|0|10|host|0'
		for ((p = 1; p <= 9; p++)); do
			lines "DefProcess|-|0|$p|GPU 0 (a device of 80 GB), context 1, stream $((p * 7)) of the device|0"
		done
		for ((p = 1; p <= 10; p++)); do
			lines "Enter|0|$p|1|0" "SendMsg|1|$p|$((p % 9 + 1))|0|1|1|0" "Leave|10|$p|1|0"
		done
		lines '@END|41'
	} | otf-sort >in
	for how in '--timeline --width 300' '--profile --width 300' '--matrix --width 500' --timeline --profile --matrix; do
		silent otf-draw $how in -o out.svg --force
		in_picture texts out.svg >got
		for ((p = 1; p <= 9; p++)); do
			grep '…' got | grep -q "\(^\|[^0-9]\)$((p * 7))\([^0-9]\|\$\)"
		done
	done
}

@test "bars without calls are counted, not drawn, and messages without bytes are told" {
	{
		lines '@OTFPIPE|1.0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|1|f|1|0'
		for ((p = 1; p <= 30; p++)); do lines "DefProcess|-|0|$p|rank $p|0"; done
		lines 'Enter|0|3|1|0' 'SendMsg|10|3|7|0|1|0|0' 'RecvMsg|20|7|3|0|1|0|0' 'Leave|100|3|1|0' '@END|36'
	} >in
	silent otf-draw --profile in
	in_picture texts out >got
	grep -q -x '29 processes without calls have no bar' got
	[ "$(grep -x 'rank [0-9]*' got | tr '\n' ' ')" = 'rank 3 ' ]
	otf-report in | grep -q '29 processes without calls have no bar'
	otf-draw --matrix in >out 2>err
	grep -q 'the picture is empty: no message has bytes; --matrix=count draws how many there are' err
	in_picture texts out | grep -q -x 'no message has bytes; --matrix=count draws how many there are'
	silent otf-draw --matrix=count in
	[ "$(in_picture count out cell)" -eq 1 ]
	fails otf-draw --strict --matrix in
}

@test "too many messages become a density that counts all of them, and options draw lines" {
	{
		lines '@OTFPIPE|1.0' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcess|-|0|3|c|0'
		for ((t = 0; t < 3000; t++)); do
			lines "SendMsg|$((t * 10))|1|3|0|1|1|0" "RecvMsg|$((t * 10 + 1))|3|1|0|1|1|0"
		done
		lines '@END|6003'
	} >in
	silent otf-draw "${plot[@]}" in
	[ "$(in_picture count out message)" -eq 0 ]
	grep -q '>3000 messages, too many for lines: the darker, the more, up to 1[23] in 4 pixels; ' out
	# they cross both gaps, along the whole plot
	in_picture rects out density | awk '{ w[$2] += $3 } END { for (y in w) { n++; if (w[y] < 990) exit 1 } exit n != 2 }'
	silent otf-draw "${plot[@]}" --messages longest in
	[ "$(in_picture count out message)" -gt 100 ]
	[ "$(in_picture count out density)" -eq 0 ]
	silent otf-draw "${plot[@]}" --max-messages 5000 in
	[ "$(in_picture count out message)" -eq 3000 ]
}

@test "cells of a matrix have their numbers up to 16 processes" {
	for n in 16 17; do
		{
			lines '@OTFPIPE|1.0' 'DefTimerResolution|-|0|1000'
			for ((p = 1; p <= n; p++)); do lines "DefProcess|-|0|$p|p$p|0"; done
			lines 'SendMsg|0|1|2|0|1|3000|0' 'SendMsg|0|2|1|0|1|5242880|0' 'RecvMsg|7|1|2|0|1|5242880|0' \
				'RecvMsg|1500|2|1|0|1|3000|0' "@END|$((n + 5))"
		} >in
		silent otf-draw --matrix in -o bytes.svg --force
		silent otf-draw --matrix=latency in -o latency.svg --force
		for text in bytes.svg:2.93Ki bytes.svg:5Mi latency.svg:7ms latency.svg:1.50s; do
			found=$(in_picture texts "${text%:*}" | grep -c -x -F "${text#*:}" || true)
			[ "$found" -eq $((n == 16)) ]
		done
	done
}

@test "slivers of a flame graph are one frame that says how many, with their percentage" {
	{
		lines '@OTFPIPE|1.0' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|1|main|0|0'
		for ((f = 2; f < 42; f++)); do lines "DefFunction|-|0|$f|f$f|0|0"; done
		lines 'Enter|0|1|1|0'
		for ((f = 2; f < 42; f++)); do lines "Enter|$((f * 10))|1|$f|0" "Leave|$((f * 10 + 5 + 2000 * (f == 41)))|1|$f|0"; done
		lines 'Leave|100000|1|1|0' '@END|124'
	} >in
	silent otf-draw --flame in
	in_picture rects out path | cut -d' ' -f6- >got
	diff got - <<-END
		main: 100000, 100.00%
		39 others: 195, 0.19%
		f41: 2005, 2.00%
	END
}

@test "an axis of a counter is cut where one value flattens the others, says so, and --log shows all" {
	{
		lines '@OTFPIPE|1.0' 'DefProcess|-|0|1|a|0' 'DefCounter|-|0|1|c|33|0|B'
		for ((t = 0; t < 100; t++)); do lines "Counter|$((t * 10))|1|1|$((t == 50 ? 1000000 : 10 + t % 10))"; done
		lines '@END|102'
	} >in
	silent otf-draw "${plot[@]}" --counter c in
	in_picture texts out >got
	grep -q -x 'c, B; cut: 1 of 100 values is higher, up to 1M (otf-draw --log shows all)' got
	grep -q -x 20 got
	grep -x 1M got && false
	silent otf-draw "${plot[@]}" --counter c --log in
	in_picture texts out >got
	grep -q -x 'c, B; logarithmic' got
	grep -q -x 1M got
	grep -q -x 10 got
	# two of 100 are no accident, nor are values that grow
	sed 's/^\(Counter\t\(1\|2\|3\)[0-9]0\t.*\)\t[0-9]*$/\1\t900000/' in >often
	silent otf-draw "${plot[@]}" --counter c often
	in_picture texts out | grep -q -x 'c, B'
	exits 2 otf-draw --log in
	says 'otf-draw: --log needs --counter'
}

@test "notes, subtitles and heads of counters are whole at every width, and nothing leaves the picture" {
	{
		lines '@OTFPIPE|1.0' 'DefTimerResolution|-|0|1000000'
		for ((p = 1; p <= 30; p++)); do
			lines "DefProcess|-|0|$p|/home/user/project/program(pid 4711) stream $p of the device with the number $((p * p))|0"
		done
		n=0
		for group in IO Math PHYS WRF the_radiation_driver_of_the_longwave_part MPI; do
			n=$((n + 1))
			lines "DefFunctionGroup|-|0|$n|$group" "DefFunction|-|0|$n|f_$group|$n|0"
		done
		lines 'DefCounter|-|0|1|resident memory of the process as the kernel_counts_it_in_the_pages_of_the_machine|33|0|bytes'
		for ((t = 0; t < 3000; t++)); do
			lines "Enter|$((t * 10))|1|$((t % n + 1))|0" "Counter|$((t * 10))|1|1|$((t == 700 ? 1000000000 : 10 + t % 10))" \
				"SendMsg|$((t * 10))|1|3|0|1|1|0" "RecvMsg|$((t * 10 + 1))|3|1|0|1|1|0" "Leave|$((t * 10 + 9))|1|$((t % n + 1))|0"
		done
		lines "@END|$((32 + 2 * n + 15000))"
	} >in
	for how in '--timeline --counter *' --matrix --profile --flame '--messages longest -p 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18'; do
		for width in 2400 800 400 300; do
			set -f
			silent otf-draw $how --width $width in -o $width.svg --force
			set +f
		done
		python3 - 2400 800 400 300 <<-'END'
			import html, re, sys

			def said(width):
			    texts = re.findall(r'<text ([^>]*)>([^<]*)<', open(width + '.svg').read())
			    kinds = {}
			    for attributes, text in texts:
			        a = dict(re.findall(r'([a-z-]+)="([^"]*)"', attributes))
			        size, x, text = float(a['font-size']), float(a['x']), html.unescape(text)
			        if a.get('text-anchor', 'start') == 'start' and 'transform' not in a:
			            # a character of such texts has more than that part of the size
			            assert x + len(text) * size * 0.44 <= float(width), (width, text)
			            if (x == 16 and size in (11, 12)) or 'font-weight' in a and size == 11:
			                assert '…' not in text, (width, text)
			                kinds.setdefault((x == 16, size), []).append(text)
			    # numbers of columns and of what a pixel has depend on the width; words of any length are broken
			    return {k: re.sub(r'[0-9]+| ', '', ''.join(v)) for k, v in kinds.items()}

			want = said(sys.argv[1])
			assert want
			for width in sys.argv[2:]:
			    assert said(width) == want, (width, said(width), want)
		END
	done
}

@test "the numbers of an axis are whole at every width" {
	exchange >in
	for width in 300 340 411 777; do
		silent otf-draw --absolute -t 0:1000000 --width "$width" --messages none in -o out.svg --force
		python3 - out.svg "$width" <<-'END'
			import re, sys
			text = open(sys.argv[1]).read()
			# the numbers in the middle of their place: 7 pixels a character are more than enough
			found = re.findall(r'<text x="([0-9.]+)"[^>]*font-size="11"[^>]*text-anchor="middle"[^>]*>([0-9.]+)<', text)
			assert found
			assert all(float(x) + len(number) * 3.5 <= float(sys.argv[2]) for x, number in found), found
		END
	done
}

@test "with -p, -s and -t the colors are those of what is shown, from a file as from a pipe" {
	sample=$REPO/tests/data/sample.otf
	otf-snap -q --points 5 "$sample" -o snapped
	for trace in "$sample" snapped; do
		for selection in '-p 1' '-s 2' '-t 1ms:2ms -p 3'; do
			for by in '' '--by function' '--by group'; do
				otf-draw --title t $by $selection "$trace" >file.svg
				otf-cat "$trace" | otf-draw --title t $by $selection | cmp - file.svg
			done
		done
	done
	# process 1 has one function, so its group is drawn, whatever the group has in process 2
	stream '@SM|1|1' '@SM|2|2' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|7|f|1|0' 'DefFunction|-|0|8|g|1|0' \
		'DefFunctionGroup|-|0|1|all' 'Enter|0|1|7|0' 'Enter|1|2|7|0' 'Enter|2|2|8|0' 'Leave|3|2|8|0' 'Leave|4|2|7|0' \
		'Leave|5|1|7|0' | otf-write two
	otf-draw --title t -p 1 two >file.svg
	otf-cat two | otf-draw --title t -p 1 | cmp - file.svg
}
