# otf-report: the page says what otf-info, otf-check and otf-stat say, names stay text, and it works in a browser.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# right TRACE [OPTION...]: the page of it has the numbers of the other commands. The options select.
right() {
	local trace=$1
	shift
	otf-report -q "$@" "$trace" >page.html || return 1
	otf-stat -q --json "$@" "$trace" >stat.json || return 1
	otf-info -q --full --json "$trace" >info.json || return 1
	otf-check --json "$trace" >check.json || [ $? -eq 1 ] || return 1
	python3 "$REPO/tests/oracle/report.py" same page.html stat.json info.json check.json >compared || { cat compared && return 1; }
}

# browse PAGE [OPTION...]: what expressions on standard input say, one a line; the console must have no error.
browse() {
	local page=$1
	shift
	python3 "$REPO/tests/tools/browser.py" "$@" "$page"
}

# Names that would be markup, and some that are no text.
hostile() {
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|<b onclick="x()">|0' \
		'DefProcess|-|0|2|</script><img src=x onerror=alert(1)>|0' 'DefFunctionGroup|-|0|1|<!--' \
		'DefFunction|-|0|1|<script>document.title="bad"</script>|1|0' 'DefFunction|-|0|2|"&quot;'"'"'&amp;|1|0' \
		'DefFunction|-|0|3|broken '$'\xff\xc3''|1|0' 'DefFunction|-|0|4|]]>\x1b[31m\r\n\t|1|0' \
		'DefinitionComment|-|0|</dd><script>document.title="bad"</script>' 'Enter|1|1|1|0' 'Enter|2|1|2|0' 'Enter|3|1|3|0' \
		'SendMsg|4|1|2|0|1|9|0' 'RecvMsg|5|2|1|0|1|9|0' 'Enter|6|1|4|0' 'Leave|7|1|4|0' 'Leave|8|1|3|0' 'Leave|9|1|2|0'
}

@test "the sample trace: all numbers are those of otf-stat, otf-info and otf-check" {
	right "$sample"
	grep -q '^compared 8[0-9][0-9] numbers, 0 findings' compared
	silent otf-report "$sample"
	[ -s out ]
}

@test "all traces of the corpus: all numbers are those of the other commands" {
	need_shared
	for t in "$SHARED"/corpus/otf1/{all,synth}*/*.otf; do
		right "$t" || { echo "$t" && return 1; }
	done
}

@test "efficiencies, waits, root causes and the critical path are those of otf-wait" {
	for select in '' '-p 1-5' '-t 1.5ms:3ms' '-t 20%:70%' '-s 2'; do
		otf-report $select "$sample" >page.html
		otf-wait -q --json --by function --table wait,efficiency $select "$sample" >waits.json
		otf-wait -q --json --by process,function --table cause,path $select "$sample" >causes.json
		python3 -c 'import json; print(json.dumps({**json.load(open("causes.json")), **json.load(open("waits.json"))}))' >wait.json
		python3 "$REPO/tests/oracle/report.py" waits page.html wait.json >compared || { cat compared && return 1; }
		grep -q '^[3-9] waits' compared
	done
}

@test "a selection changes the profile, not the facts and the findings" {
	right "$sample" -p 1-3
	grep -q '<p class="note">A selection: <code>otf-report -q -p 1-3 ' page.html
	grep -q 'percent: of the time of the selected processes, each' page.html
	grep -q 'It is that of all processes; its rows are those of the selected ones' page.html
	right "$sample" -t 2ms:3ms
	right "$sample" -t 1500000:1500001
	right "$sample" -r Enter,Leave
	right "$sample" -s 2 -t 25%:75%
	otf-report --strict -p nobody "$sample" >out 2>err && return 1
	grep -q "nothing matches 'nobody'" err
}

@test "piped, stored, with threads and with -o it is the same, but for what the file is" {
	otf-cat --no-pg "$sample" >stored.otfl
	otf-report stored.otfl -o stored.html
	otf-report <stored.otfl >piped.html
	grep -v -e '<dt>name<' -e '<title>' -e '<h1>' -e data-trace stored.html >want
	grep -v -e '<dt>name<' -e '<title>' -e '<h1>' -e data-trace piped.html | diff - want
	otf-report -j 2 stored.otfl | cmp - stored.html
	nothing stored.html.
	exits 1 otf-report stored.otfl -o stored.html
	grep -q 'stored.html: .*--force' err
	otf-report --force stored.otfl -o stored.html
}

@test "a pipe is copied to TMPDIR, since it is read twice; a file is not" {
	otf-cat --no-pg "$sample" >in
	cat in | TMPDIR=. otf-report >piped.html
	strace -f -o calls otf-report <in >stored.html || skip "no strace here"
	fails grep -q -e O_TMPFILE -e 'unlink.*tmp' calls
	cmp stored.html piped.html
	cat in | TMPDIR=./none otf-report >out 2>err && return 1
	grep -q 'none' err
	# the same where the stream does not say its time span
	cat in | sed '1s/	TS:.*//' | otf-report >unsaid.html
	python3 "$REPO/tests/oracle/report.py" bars piped.html >want
	python3 "$REPO/tests/oracle/report.py" bars unsaid.html | diff - want
}

@test "names are text: no markup, no control characters, valid UTF-8" {
	hostile >in
	otf-report -q --title '<i>"&' in >page.html
	python3 "$REPO/tests/oracle/report.py" whole page.html >texts
	grep -q -x -F '<i>"&' texts
	grep -q -x -F '<script>document.title="bad"</script>' texts
	grep -q -x -F '</dd><script>document.title="bad"</script>' texts
	grep -q -x -F '"&quot;'"'"'&amp;' texts
	grep -q -x -F 'broken \xff\xc3' texts
	grep -q -x -F ']]>\x1b[31m\r\n\t' texts
	[ "$(grep -c -i '<script>' page.html)" -eq 1 ]
	fails grep -q -e '<b ' -e '<img' -e '<i>' page.html
}

@test "names of 20,000 and 100,000 bytes: the page shows their start and end, and has 1000 bytes of them as tooltip" {
	for n in 20000 100000; do
		long_names $n >in
		silent otf-report in -o page$n.html
		[ "$(stat -c %s page$n.html)" -lt 200000 ]
		python3 "$REPO/tests/oracle/report.py" whole page$n.html >texts
		grep -q -x 'fStartx\{20,\}…x\{10,\}End' texts
		grep -q '<td><span title="fStartx\{600,\}…x\{300,\}End">fStartx\{20,\}…x\{10,\}End</span></td>' page$n.html
		fails grep -q 'x\{1000\}' page$n.html
	done
}

@test "in a browser: names of 20,000 bytes keep their end where they are cut" {
	need_browser
	long_names 20000 >in
	otf-report -q --title title in -o page.html
	browse page.html >got <<-'END'
		document.documentElement.scrollWidth <= window.innerWidth
		flame.frames.every(f => /Startx*\u2026x*End$/.test(f.text.textContent) && f.name.length < 1010)
		flame.frames[0].g.dispatchEvent(new MouseEvent("click", {bubbles: true})), flame.frames[0].text.textContent.endsWith("End")
		timeline.data.rows.every(name => name.length < 1010 && name.endsWith("End"))
	END
	printf '%s\n' true true true true | diff got -
}

@test "findings by rule, with the first examples and how to fix them" {
	{ printf '%s\n' 'Enter|5|1|77|0' 'Enter|6|1|77|0'; seq 7 36 | sed 's/$/|1|78|0/; s/^/Enter|/'; } >calls
	mapfile -t calls <calls
	stream '@SM|1|1' "$one" 'DefTimerResolution|-|0|1000' "${calls[@]}" >in
	right in
	grep -q 'data-rule="open-call" data-count="32"' page.html
	grep -q 'data-rule="undefined-function" data-count="2"' page.html
	python3 "$REPO/tests/oracle/report.py" whole page.html >texts
	grep -q -x -F '… 29 more' texts
	grep -q 'To fix it' texts
	otf-report "$sample" | grep -q 'otf-check finds nothing wrong'
}

@test "a damaged trace has a report that says so; one that ends early has none" {
	sample s
	printf 'Q' | dd of=s.1.events bs=1 seek=2000 conv=notrunc 2>/dev/null
	exits 1 otf-report s -o page.html
	grep -q 's.1.events:' err
	otf-check --json s >check.json || [ $? -eq 1 ]
	python3 "$REPO/tests/oracle/report.py" findings page.html check.json | grep -q '[1-9] rules'
	otf-cat "$sample" | head -c 20000 >cut
	exits 3 otf-report cut -o cut.html
	nothing cut.html
	otf-cat "$sample" | head -n 500 | exits 3 otf-report -o cut.html
	nothing cut.html
	: >empty
	exits 1 otf-report empty -o empty.html || exits 3 otf-report empty -o empty.html
	nothing empty.html
}

@test "a trace without events, and one with only definitions" {
	stream >in
	right in
	stream "$one" 'DefFunction|-|0|1|f|0|0' >in
	right in
}

@test "long tables are cut, and the page says how" {
	right "$sample"
	otf-report --rows 3 "$sample" >few.html
	python3 "$REPO/tests/oracle/report.py" table page.html functions | head -n 3 >want
	python3 "$REPO/tests/oracle/report.py" table few.html functions | diff - want
	grep -q 'The first 3 of 57 rows. <code>otf-stat --top 0 --table function</code> lists all' few.html
	grep -q 'The first 3 of 8 rows. <code>otf-info --full -v</code> lists all' few.html
	otf-report --rows 0 "$sample" | cmp - page.html
}

@test "a process that is left out has sent what is under way at the start, but later snapshots send nothing again" {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'SendSnapshot|10|1|5|2|0|7|64|0' 'SendSnapshot|20|1|5|2|0|7|64|0' 'RecvMsg|30|2|1|0|7|64|0' \
		'RecvMsg|40|2|1|0|7|64|0' >in
	silent otf-report -p 2 in -o page.html
	grep -F 'a to b: 2 messages, 128 B, mean latency 25.00 ms' page.html
	otf-stat --tsv --table message -p 2 in | awk -F '\t' '$1 == "message" && $3 == 2 && $7 == 25 && $8 == 25 { n++ } END { exit n != 1 }'
}

@test "the picture of the messages has a square for each pair, or for several processes" {
	otf-report "$sample" >page.html
	[ "$(grep -c '<rect x=.*data-bytes' page.html)" -eq 16 ]
	grep -q 'data-bytes="267808" data-messages="3".*<title>rank 0 to rank 7: 3 messages, 261.5 KiB' page.html
	need_mktrace
	mktrace -p 200 -s 4 -e 20k >in
	otf-report -q in >page.html
	grep -q 'a square is 4 processes by 4' page.html
	sum=$(grep -o 'data-messages="[0-9]*' page.html | awk -F '"' '{ n += $2 } END { print n }')
	[ "$sum" -eq "$(otf-cat --count -r SendMsg in)" ]
}

# 1000 ticks: main, in it a message of 100 ticks from a to b, and b idle from 500 on.
timed() {
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunctionGroup|-|0|1|MPI' 'DefFunctionGroup|-|0|2|Application' 'DefFunction|-|0|1|main|2|0' \
		'DefFunction|-|0|2|MPI_Send|1|0' 'DefFunction|-|0|3|MPI_Recv|1|0' 'DefCounter|-|0|1|load|0|1|C' \
		'Enter|1000|1|1|0' 'Enter|1000|2|1|0' 'Enter|1250|1|2|0' 'SendMsg|1250|1|2|0|1|9|0' 'Enter|1250|2|3|0' \
		'Counter|1300|1|1|5' 'RecvMsg|1350|2|1|0|1|9|0' 'Leave|1400|1|2|0' 'Leave|1400|2|3|0' 'Leave|1500|2|1|0' \
		'Counter|1700|1|1|9' 'Leave|2000|1|1|0'
}

@test "the bars of the timeline are where the calls are, at each level of detail" {
	timed >in
	otf-report in >page.html
	python3 "$REPO/tests/oracle/report.py" bars page.html >bars
	for level in 0 1 2 3; do
		tab=$'\t'
		lines 'a|0|0.000|1.000|main|Application' 'a|1|0.250|0.400|MPI_Send|MPI' 'b|0|0.000|0.500|main|Application' \
			'b|1|0.250|0.400|MPI_Recv|MPI' | sed "s/^/$level$tab/" | diff - <(grep "^$level$tab" bars)
	done
	otf-report -t 1250:1500 -p b in >page.html
	python3 "$REPO/tests/oracle/report.py" bars page.html | grep '^0' | cut -f 2- >bars
	lines 'b|0|0.000|1.000|main|Application' 'b|1|0.000|0.600|MPI_Recv|MPI' | diff - bars
	# the same without a header that says when the last event is
	head -n 1 in | grep -q -v TS:
	otf-write t <in
	otf-report t | python3 "$REPO/tests/oracle/report.py" bars /dev/stdin | cmp - <(otf-report in | python3 "$REPO/tests/oracle/report.py" bars /dev/stdin)
	otf-report <in | python3 "$REPO/tests/oracle/report.py" bars /dev/stdin | cmp - <(otf-report in | python3 "$REPO/tests/oracle/report.py" bars /dev/stdin)
}

@test "the picture of the timeline: bars of a call inside another are in a lane of their own" {
	timed >in
	otf-report in >page.html
	# 600 columns; two rows of 30 pixels, in each two lanes of 14.5
	grep -q 'd="M0 0.0h600v14.5h-600zM0 30.0h300v14.5h-300z"><title>Application</title>' page.html
	grep -q 'd="M150 14.5h90v14.5h-90zM150 44.5h90v14.5h-90z"><title>MPI</title>' page.html
}

@test "without options a page of many processes, messages and counters has less than 5 MB" {
	need_mktrace
	mktrace -p 64 -e 300k | otf-report >page.html
	[ "$(wc -c <page.html)" -lt 5000000 ]
	[ "$(wc -c <page.html)" -gt 2000000 ]
}

@test "the page keeps the limit of the detail, and says nothing that it does not have" {
	need_mktrace
	mktrace -p 16 -s 4 -e 100k >in
	for limit in 0 100K 500K 5M; do
		otf-report --detail $limit in >page.html
		sed -n '/<script type="application.json"/,/<.script>/p' page.html >data
		[ "$(wc -c <data)" -le $(($(numfmt --from=iec $limit) + 20000)) ]
		[ "$limit" != 0 ] || [ ! -s data ]
		[ "$limit" = 0 ] || grep -q '"columns":600' data
		grep -q '<svg.*aria-label="timeline"' page.html
	done
	grep -q '"columns":28800' data
	otf-report -r 'def' in >page.html
	fails grep -q 'id="timeline"' page.html
}

@test "records out of order: no report" {
	stream '@SM|1|1' "$one" 'DefTimerResolution|-|0|1000' 'DefFunction|-|0|1|f|0|0' 'Enter|5|1|1|0' 'Leave|4|1|1|0' >in
	exits 1 otf-report in -o page.html
	says 'sort the records with otf-sort'
	nothing page.html
}

@test "pictures: flame graph, time by process, counters are well-formed and have the values" {
	timed >in
	otf-report in >page.html
	python3 "$REPO/tests/oracle/report.py" whole page.html >texts
	grep -q -x 'MPI_Send: 150.0 ms, 10.00%' texts
	grep -q -x 'main: 1.500 s, 100.00%' texts
	grep -q 'load, C' texts
	fails grep -q -e '<?xml' -e 'CDATA' page.html
}

@test "in a browser: the timeline zooms, says the command, and shows the color of the call" {
	need_browser
	timed >in
	otf-write t <in
	otf-report t -o page.html
	browse page.html --size 1200x900 >got <<-'END'
		timeline.command.textContent
		var colorAt = (share, y) => Array.from(timeline.canvas.getContext("2d").getImageData(timeline.left + share * timeline.plot(), timeline.top + y, 1, 1).data).slice(0, 3).join()
		var red = c => { const [r, g, b] = c.split(",").map(Number); return r > 180 && g < 90 }
		var green = c => { const [r, g, b] = c.split(",").map(Number); return g > 150 && r < 150 }
		[red(colorAt(0.3, timeline.row - 6)), green(colorAt(0.6, 4)), red(colorAt(0.6, timeline.row - 6)), green(colorAt(0.6, timeline.row + 4))]
		timeline.canvas.focus(), timeline.canvas.dispatchEvent(new KeyboardEvent("keydown", {key: "+"})), [timeline.from, timeline.to]
		timeline.command.textContent
		timeline.show(0.25, 0.4), timeline.where.textContent
		[red(colorAt(0.02, timeline.row - 6)), red(colorAt(0.98, timeline.row - 6))]
		timeline.show(0.3, 0.3), timeline.under.textContent
		timeline.show(0, 1), document.querySelector(".tools button").click(), [timeline.from, timeline.to]
		getComputedStyle(document.querySelector(".timeline > svg")).display
		timeline.show(0, 1), Array.from(document.querySelectorAll(".tools button")).find(b => b.textContent === "color by group").click(), colorAt(0.3, timeline.row - 6) === colorAt(0.3, 2 * timeline.row - 6)
	END
	grep -v '^null' got >said
	diff said - <<-'END'
		"otf-draw -t 1000:2000 -o part.svg t"
		[true, true, false, false]
		[0.25, 0.75]
		"otf-draw -t 1250:1750 -o part.svg t"
		"150.0 ms from +250.0 ms"
		[true, true]
		"This is all the detail that the page contains; the otf-draw command above draws the rest."
		[0.25, 0.75]
		"none"
		false
	END
	otf-draw -t 1250:1750 -o part.svg t
}

@test "in a browser: a page of any size is painted within 3 s" {
	need_browser
	need_mktrace
	otf-report "$sample" -o small.html
	mktrace -p 10000 -e 120k | otf-report -o many.html
	mktrace -p 64 -e "$(by_length 300k 16m)" | otf-report -q -o long.html
	for page in small many long; do
		[ "$(stat -c %s $page.html)" -lt 5000000 ]
		# the machine may be busy: the least of at most five
		for ((i = 0; i < 5; i++)); do
			time=$(browse $page.html <<<"new Promise(done => new PerformanceObserver(list => done(Math.round(list.getEntriesByName('first-contentful-paint')[0].startTime))).observe({type: 'paint', buffered: true}))")
			[ "$time" -ge 3000 ] || break
		done
		echo "# first paint of $page.html, $(stat -c %s $page.html) bytes: $time ms" >&3
		[ "$time" -lt 3000 ]
	done
}

@test "in a browser: the flame graph zooms and searches" {
	need_browser
	otf-report "$sample" -o page.html
	browse page.html >got <<-'END'
		var frame = flame.frames.find(f => f.name === "time_step"), rect = frame.rect
		frame.g.dispatchEvent(new MouseEvent("click", {bubbles: true})), Math.round(Number(rect.getAttribute("width"))) === Math.round(flame.width)
		flame.svg.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"})), Number(rect.getAttribute("width")) === frame.width
		var input = document.querySelector(".flame input"); input.value = "TIME_ST"; void input.dispatchEvent(new Event("input"))
		flame.frames.filter(f => f.rect.getAttribute("fill") === "#e600e6").every(f => f.name === "time_step")
		rect.getAttribute("fill")
	END
	grep -v '^null' got >said
	printf '%s\n' true true true '"#e600e6"' | diff said -
}

@test "in a browser: no error, tables sort and search, the matrix changes its shades" {
	need_browser
	otf-report "$sample" -o page.html
	browse page.html >got <<-'END'
		var table = document.querySelector("#functions table"), rows = () => Array.from(table.tBodies[0].rows)
		var first = () => rows().slice(0, 2).map(r => r.cells[0].textContent)
		first()
		table.tHead.rows[0].cells[0].querySelector("button").click(), first()
		table.tHead.rows[0].cells[0].getAttribute("aria-sort")
		table.tHead.rows[0].cells[0].querySelector("button").click(), first()
		table.tHead.rows[0].cells[2].querySelector("button").click(), first()
		var search = document.querySelector("#functions input"); search.value = "mpi_r"; void search.dispatchEvent(new Event("input"))
		rows().filter(r => r.getClientRects().length).map(r => r.cells[0].textContent).sort()
		document.querySelector("#functions output").textContent
		var opacity = () => Array.from(document.querySelectorAll(".heat rect"), r => r.getAttribute("fill-opacity")).join(" ")
		var before = opacity()
		document.querySelector(".heat input[value=latency]").click(); opacity() !== before
	END
	grep -v null got >said
	diff said - <<-'END'
		["MPI_Recv", "MPI_Allreduce"]
		["advect_velocity", "apply_boundary"]
		"ascending"
		["wall_boundary", "update_state"]
		["time_step", "MPI_Send"]
		["MPI_Recv", "MPI_Reduce"]
		" 2 of 57 rows"
		true
	END
}

@test "in a browser: hostile names stay text, and nothing of them runs" {
	need_browser
	hostile >in
	otf-report -q --title title in -o page.html
	browse page.html >got <<-'END'
		document.title
		document.querySelectorAll("script:not([type]), style").length
		document.querySelectorAll("img, b, i, [onclick], [onerror]").length
		Array.from(document.querySelectorAll("#functions tbody tr"), r => r.cells[0].textContent).includes('<script>document.title="bad"</script>')
		location.protocol
	END
	printf '%s\n' '"title"' 2 0 true '"file:"' | diff got -
}

@test "in a browser: no request but for the page, and a script that is put into it does not run" {
	need_browser
	otf-report "$sample" -o page.html
	sed 's|</body>|<script>document.title = "run"</script></body>|' page.html >changed.html
	echo 'document.title' | browse changed.html >got && return 1
	grep -q '^console: .*Content Security Policy' got
	grep -q '^"sample.otf"' got
	echo 'performance.getEntriesByType("resource").length' | browse page.html | grep -q -x 0
}

@test "in a browser: without scripts, in the dark, on paper and on a small screen all of it is there" {
	need_browser
	otf-report "$sample" -o page.html
	for how in --no-script --dark --print '--size 400x700' '--size 2400x1200'; do
		browse page.html $how >got <<-'END'
			Array.from(document.querySelectorAll("section"), s => s.getBoundingClientRect().height > 40).every(x => x)
			document.documentElement.scrollWidth <= innerWidth
			getComputedStyle(document.body).color !== getComputedStyle(document.body).backgroundColor
		END
		printf '%s\n' true true true | diff got - || { echo "$how" && return 1; }
	done
}

@test "in a browser: on paper there are the pictures, not what is to click, and no row is hidden" {
	need_browser
	otf-report "$sample" -o page.html
	browse page.html --print >got <<-'END'
		["nav", ".tools", "canvas", ".search", ".heat .choices"].map(s => getComputedStyle(document.querySelector(s)).display).every(d => d === "none")
		getComputedStyle(document.querySelector(".timeline > svg")).display
		Array.from(document.querySelectorAll(".scroll"), s => s.scrollHeight <= s.clientHeight + 1).every(x => x)
	END
	printf '%s\n' true '"block"' true | diff got -
}

@test "more than three comments fold" {
	stream "$one" 'DefinitionComment|-|0|a' 'DefinitionComment|-|0|b' 'DefinitionComment|-|0|c' >three
	stream "$one" 'DefinitionComment|-|0|a' 'DefinitionComment|-|0|b' 'DefinitionComment|-|0|c' \
		'DefinitionComment|-|0|d' >four
	otf-report -q three >three.html
	otf-report -q four >four.html
	fails grep -q '<summary>3 lines' three.html
	grep -q '<details><summary>4 lines</summary><div>a</div><div>b</div>' four.html
}

# ring N: N processes; each sends to the next one
ring() {
	local i records=()
	for i in $(seq "$1"); do records+=("DefProcess|-|0|$i|p$i|0"); done
	for i in $(seq "$1"); do
		records+=("SendMsg|$((2 * i))|$i|$((i % $1 + 1))|0|7|100|0" "RecvMsg|$((2 * i + 1))|$((i % $1 + 1))|$i|0|7|100|0")
	done
	stream "${records[@]}"
}

@test "the matrix has a square for each pair of up to 64 processes; of 65, a square is of two" {
	ring 64 >r64
	ring 65 >r65
	otf-report -q r64 >r64.html
	otf-report -q r65 >r65.html
	[ "$(grep -o 'p1 … p2' r65.html | wc -l)" -gt 0 ]
	[ "$(grep -c ' … p' r64.html)" -eq 0 ]
}

# levels_of N: the columns of each level of detail of a page of N processes with a call each
levels_of() {
	awk -v n="$1" 'BEGIN {
		printf "@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1"
		for (i = 2; i <= n; i++)
			printf ",%d", i
		print "\nDefTimerResolution\t-\t0\t1000\nDefFunction\t-\t0\t1\tf\t0\t0"
		for (i = 1; i <= n; i++)
			printf "DefProcess\t-\t0\t%d\tp%d\t0\n", i, i
		for (i = 1; i <= n; i++)
			printf "Enter\t%d\t%d\t1\t0\n", ++time, i
		for (i = 1; i <= n; i++)
			printf "Leave\t%d\t%d\t1\t0\n", ++time, i
		printf "@END\t%d\n", 2 + 3 * n
	}' | otf-report | grep -o '"columns":[0-9]*' | tr '\n' ' '
}

@test "many processes with few events have no level of detail that takes more time than they do" {
	[ "$(levels_of 1000)" = '"columns":600 "columns":2400 "columns":9600 "columns":28800 ' ]
	[ "$(levels_of 1200)" = '"columns":600 "columns":2400 "columns":9600 ' ]
	[ "$(levels_of 15000)" = '"columns":600 ' ]
}

@test "squares of messages whose halves come far apart count each once, though the pairs were folded between" {
	{
		printf 'DefTimerResolution\t-\t0\t1000\n'
		seq 640 | awk '{ printf "DefProcess\t-\t0\t%d\tp%d\t0\n", $1, $1 }'
		awk 'BEGIN { OFS = "\t"; n = 640
			for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i != j) print "SendMsg", 10, i, j, 0, 1, 8, 0
			for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) if (i != j) print "RecvMsg", 20, j, i, 0, 1, 8, 0 }'
	} | otf-cat --adopt - >in
	otf-report -q in -o r.html
	grep -q 'pairs with few messages are (other) in the table' r.html
	grep -o 'data-messages="[0-9]*"' r.html | tr -dc '0-9\n' >counts
	[ "$(wc -l <counts)" -eq 4096 ]
	[ "$(sort counts | uniq -c | tr -s ' ' | tr '\n' ';')" = ' 4032 100; 64 90;' ]
}

@test "a selected process that only others wait for is in the table of root causes" {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|slow|0' 'DefProcess|-|0|2|fast|0' \
		'DefFunction|-|0|5|solve|0|0' 'DefFunction|-|0|6|MPI_Send|0|0' 'DefFunction|-|0|7|MPI_Recv|0|0' \
		'Enter|0|1|5|0' 'Enter|0|2|7|0' 'Leave|100|1|5|0' 'Enter|100|1|6|0' 'SendMsg|100|1|2|0|0|8|0' \
		'Leave|101|1|6|0' 'RecvMsg|110|2|1|0|0|8|0' 'Leave|110|2|7|0' | otf-write -q t
	otf-wait -q --by process,function --table cause -p slow t | grep -q '^slow *solve *100.0 ms'
	otf-report -p slow t >page.html
	python3 "$REPO/tests/oracle/report.py" table page.html causes | grep -q '^slow.solve.100.0 ms'
	otf-report -p fast t | grep -c 'id="causes"' | grep -qx 0
}
