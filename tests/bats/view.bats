# otf-view: it says what other commands say of a window, refuses who must not ask, ends by itself, and works in a browser.

load common
load stream
load serving

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	if otf-cat --version -v | grep -qx 'no libmicrohttpd'; then [ "$BATS_TEST_DESCRIPTION" = "without libmicrohttpd it says so" ] || skip "no libmicrohttpd here"; fi
}

# browse [OPTION...]: what expressions on standard input say, one a line; the console must have no error.
browse() {
	{
		echo 'ready.then(() => page.wait())'
		echo 'var rest = () => new Promise(done => { const look = () => timeline.asker.abort || page.tables.abort || page.calls.abort ? setTimeout(look, 20) : setTimeout(done, 60); look() })'
		echo 'rest()'
		cat
	} | python3 "$REPO/tests/tools/browser.py" "$@" "$url" >got
	grep -v '^null$' got >said.page
}

@test "without libmicrohttpd it says so" {
	if ! otf-cat --version -v | grep -qx 'no libmicrohttpd'; then skip "libmicrohttpd is here"; fi
	run otf-view "$sample"
	[ "$status" -eq 2 ]
	[[ ${lines[0]} == *"needs libmicrohttpd"* ]]
}

@test "random windows of the sample trace: profile, waits, calls, messages and open calls are those of the other commands" {
	serve "$sample"
	soon complete
	asked windows "$url" "$sample" 20 1 >compared
	grep -qx 'compared 20 windows, some spans' compared
}

@test "windows that begin at states that the first pass kept say the same" {
	need_mktrace
	mktrace -p 4 -e 30k -s 2 | otf-write -q made
	serve made
	soon complete
	asked windows "$url" made "$(by_length 2 40)" 5 >compared
	grep -q 'some spans' compared
}

@test "what a process does at an instant is the same from a state as from the start of the trace" {
	need_mktrace
	mktrace -p 4 -e 9k -s 2 | otf-write -q made
	otf-snap -q --points 5 -o snapped made
	for trace in "$sample" made snapped; do
		serve "$trace"
		soon complete
		read -r from to rows < <(asked get "$url" overview | python3 -c 'import json, sys; o = json.load(sys.stdin); print(o["from"], o["to"], len(o["processes"]))')
		for i in {0..40}; do echo "url=${url}at?row=$((i % rows))&t=$((from + (to - from) * i / 41))"; done | curl -sK - >states
		kill -TERM "$server"
		ended
		serve -p '!1000000' "$trace" # of a selection the states do not have all messages
		soon complete
		for i in {0..40}; do echo "url=${url}at?row=$((i % rows))&t=$((from + (to - from) * i / 41))"; done | curl -sK - >start
		kill -TERM "$server"
		ended
		cmp states start
		grep -q '"line": [0-9]' states
	done
}

@test "the next and the previous call of a name are those of the whole trace, wherever they are" {
	mktrace -p 6 -s 2 -e 12000 | otf-write t
	serve t
	soon complete
	for name in main init_grid dscal MPI_Allreduce; do
		for from in 0 3000000 20000000; do
			for more in "limit=1&row=4" limit=40; do
				curl -s "${url}calls?name=$name&from=$from&$more" | sed 's/.*"next"//' >whole
				curl -s "${url}calls?name=$name&from=$from&$more&near=1" | sed 's/.*"next"//' >near
				cmp whole near
			done
		done
	done
	grep -q begin near
}

@test "the arguments of a call are the key-values of its record, as otf-print has them, also on the page" {
	need_mktrace
	mktrace -p 3 -e 9k --tags | otf-write -q made
	otf-to-otf2 -q -o made2 made
	otf-snap -q --every 10% -o snapped made
	for trace in made made2.otf2 snapped; do
		serve "$trace"
		soon complete
		asked windows "$url" "$trace" "$(by_length 6 60)" 13 >compared
		asked get "$url" at row=0 t=1082613 | grep -q '"arguments": \[{"key": 2, "name": "offset", "value": "-41447"}, '
		kill -TERM "$server"
		ended
	done
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|1|f|1|0' \
		'DefKeyValue|-|0|2|5|size <b>|' "Enter|10|1|1|0|2:I:4|7:a:$(printf 'ab%.0s' {1..150})" 'Leave|99|1|1|0' >tagged
	serve tagged
	need_browser
	browse <<-'END'
		page.showCall({ row: 0, name: "f", share: null, begin: 10, end: 99 }, 20n), rest().then(() => Array.from(element("call").querySelectorAll("dl > div"), div => div.textContent).filter(text => /^(size|key)/.test(text)).map(text => text.slice(0, 12) + text.slice(-17)))
		element("call").querySelectorAll("b").length
	END
	diff said.page - <<-'END'
		["size <b>4size <b>4", "key 7abababa (300 characters)"]
		0
	END
}

# Traces of other formats: made2.otf2, made.vtf3, tau.
make_others() {
	mktrace -p 3 -e 9k | otf-write -q made
	otf-to-otf2 -q -o made2 made
	otf-to-vtf3 -q --lossy -o made.vtf3 made
	mktau -n 2 -t 1 -e 3k tau >written
}

@test "traces of other formats: random windows say the same" {
	need_mktrace
	make_others
	for trace in made2.otf2 made.vtf3 tau; do
		serve "$trace"
		soon complete
		asked windows "$url" "$trace" "$(by_length 3 60)" 7 >compared
		grep -q 'some spans' compared
		kill -TERM "$server"
		ended
	done
}

@test "ten clients at once are told the same as one" {
	need_mktrace
	mktrace -p 4 -e 30k -s 2 | otf-write -q made
	serve made
	soon complete
	clients=()
	for i in $(seq 10); do
		asked windows "$url" made "$(by_length 1 20)" "$i" >compared.$i 3>&- &
		clients+=($!)
	done
	for client in "${clients[@]}"; do
		wait "$client"
	done
	[ "$(grep -l 'some spans' compared.* | wc -l)" -eq 10 ]
}

@test "levels that take longer than the records are left out" {
	need_mktrace
	for events in 15k 900k; do
		mktrace -p 1200 -e $events | otf-write -q --force made
		serve made
		soon complete
		asked get "$url" overview | grep -o '"levels": [^]]*' >>levels
		kill -TERM "$server"
		ended
	done
	printf '%s\n' '"levels": [600, 2400, 9600' '"levels": [600, 2400, 9600, 28800' | diff levels -
}

@test "with snapshots, from standard input, and of a line stream it says the same" {
	otf-snap -q --every 5% -o snapped "$sample"
	serve snapped
	soon complete
	[ "$(asked get "$url" overview | grep -o '"snapshots": [0-9]*' | cut -d ' ' -f 2)" -gt 1 ]
	asked windows "$url" snapped 8 2
	kill -TERM "$server"
	ended
	otf-cat "$sample" >stored
	rm address
	otf-view --idle 120s <stored >address 3>&- &
	server=$!
	soon [ -s address ]
	url=$(cat address)
	soon complete
	asked windows "$url" "$sample" 4 3
	kill -TERM "$server"
	ended
	otf-cat "$sample" | otf-view --idle 120s >piped 3>&- &
	server=$!
	soon [ -s piped ]
	asked windows "$(cat piped)" "$sample" 4 4
}

# as_printed WHAT COMMAND...: an answer has what the command prints.
as_printed() {
	asked get "$url" "$1" >answer
	"${@:2}" | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)))' | diff answer -
}

@test "-p, -s, -r and -t select what is shown, and the other commands are given them" {
	serve -p 1-3 -t 1400000:1800000 -r '!SendMsg' --comm MPI_Recv "$sample"
	soon complete
	as_printed profile otf-stat --json -p 1-3 -t 1400000:1800000 -r '!SendMsg' "$sample"
	as_printed waits otf-wait --json -p 1-3 -t 1400000:1800000 --comm MPI_Recv "$sample"
	asked get "$url" overview | grep -q '"first": 1021008, "from": 1400000, "to": 1800000'
	asked get "$url" timeline >drawn
	python3 -c '
import json
drawn = json.load(open("drawn"))
assert [row["name"] for row in drawn["rows"]] == ["rank 0", "rank 1", "rank 2"], drawn["rows"]
assert drawn["messages"] == [] and (drawn["from"], drawn["to"]) == (1400000, 1800000)
'
	asked get "$url" counter name=* | grep -o '"process": [0-9]*' | sort -u >counted
	printf '"process": %s\n' 1 2 | diff counted -
	run asked get "$url" timeline from=0 to=1399999
	[ "$status" -eq 1 ]
	asked get "$url" command | grep -q "otf-stat -t 1400000:1800000 -p 1-3 -r '!SendMsg' "
	kill -TERM "$server"
	ended
	serve -s 2 "$sample"
	asked get "$url" calls name=main limit=100 | grep -o '"process": [0-9]*' | sort -u >called
	otf-print --json -s 2 -r Enter "$sample" | grep -o '"process": *[0-9]*' | sed 's/: */: /' | sort -u | diff called -
}

@test "with --keep-going damage is skipped, and the page says so" {
	otf-cat "$sample" | otf-write -q damaged
	sed -i '1000s/^/what is this\n/' damaged.1.events
	serve --keep-going damaged
	soon complete
	asked get "$url" overview >whole
	grep -q '"damage": "damaged.1.events' whole
	grep -q '"levels": \[600, ' whole
	asked get "$url" profile >answer
	{ otf-stat -q --json --keep-going damaged || true; } | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)))' | diff answer -
}

@test "several traces are answered by their numbers" {
	otf-filter -q -p 1-2 -o part "$sample"
	serve "$sample" part
	[ "$(asked get "$url" overview trace=1 | grep -o '"name": "[^"]*"' | head -4 | tr '\n' ' ')" = "\"name\": \"$sample\" \"name\": \"part\" \"name\": \"rank 0\" \"name\": \"rank 1\" " ]
	as_printed 'profile' otf-stat --json "$sample"
	asked get "$url" profile trace=1 from=0 to=9000000 >answer
	otf-stat --json -t 0:9000000 part | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)))' | diff answer -
	run asked get "$url" overview trace=2
	[ "$status" -eq 1 ]
	[[ $output == *'trace: want a number from 0 to 1'* ]]
}

@test "a picture of a window is what otf-draw draws" {
	serve "$sample"
	curl -s "${url}picture?format=svg&from=1400000&to=1800000" >part.svg
	otf-draw -t 1400000:1800000 --title "$sample" "$sample" | diff part.svg -
	curl -s "${url}picture?format=png" | head -c 4 | grep -q PNG
	[ "$(curl -s -o said.page -w '%{http_code}' "${url}picture?format=../x")" = 400 ]
}

@test "standard input is called stdin in the errors of answers" {
	{ otf-cat "$sample"; printf 'Enter|x|1|1|0\n'; } >broken
	rm -f address
	otf-view --idle 120s <broken >address 2>said 3>&- &
	server=$!
	soon [ -s address ]
	url=$(cat address)
	soon complete
	for what in timeline profile waits; do
		run asked get "$url" $what
		[ "$status" -eq 1 ]
		[[ $output == *'"error": "stdin'* ]]
	done
	asked get "$url" overview | grep -q '"damage": "stdin'
}

@test "levels, also with few bars, and rows that are asked for have the calls and the shares of the trace" {
	need_mktrace
	serve --memory 1M "$sample"
	soon complete
	asked get "$url" timeline columns=600 | grep -q '"from_trace": false'
	asked windows "$url" "$sample" "$(by_length 4 60)" 11
	kill -TERM "$server"
	ended
	mktrace -p 200 -e 20k -s 2 | otf-write -q made
	serve made
	soon complete
	asked get "$url" timeline rows=150-159 columns=600 | grep -q '"per_row": 1, "from_trace": false'
	asked windows "$url" made "$(by_length 2 40)" 12
}

@test "while the first pass goes on, a long window is drawn as far as it is read" {
	need_mktrace
	mktrace -p 8 -e 3m -s 2 | otf-write -q made
	serve made
	python3 - "$url" <<-'END'
		import json, sys, urllib.request
		def drawn(**more):
		    return json.load(urllib.request.urlopen(sys.argv[1] + "timeline?columns=500&rows=2-4"))
		def spans(answer, until):
		    return [[(s[0], s[1], answer["keys"][s[3]]) for s in row["spans"] if s[2] < until] for row in answer["rows"]]
		early = drawn()
		while early["rows"] == [] or early["read_to"] == early["from"]:
		    early = drawn()
		until = early["read_to"]
		assert early["from_trace"] is False and (until is None or early["from"] < until <= early["to"]), until
		while json.load(urllib.request.urlopen(sys.argv[1] + "overview"))["complete"] is False:
		    pass
		late = drawn()
		assert late["read_to"] is None and late["from_trace"] is False and len(late["messages"]) > 0
		if until and early["columns"] == late["columns"]:
		    until -= 2 * (late["to"] - late["from"]) // late["columns"]
		    assert spans(early, until) == spans(late, until)
	END
}

@test "who must not ask is refused, and the server goes on" {
	serve "$sample"
	asked attack "$url"
	[ ! -s said ]
	kill -0 "$server"
}

@test "a header that does not come ends its connection" {
	serve "$sample"
	python3 - "$url" <<-'END'
		import socket, sys, time, urllib.parse
		where = urllib.parse.urlsplit(sys.argv[1])
		s = socket.create_connection((where.hostname, where.port))
		s.settimeout(15)
		start = time.time()
		try:
		    for byte in b"GET / HTTP/1.1\r\nX: " + b"y" * 100:
		        s.send(bytes([byte]))
		        time.sleep(0.5)
		except OSError:
		    pass
		assert time.time() - start < 14, time.time() - start
	END
}

@test "a signal ends it at once, also while it answers, with status 0" {
	for signal in TERM HUP; do
		serve "$sample"
		for _ in 1 2 3 4; do (curl -s "${url}calls?name=main&limit=10000" >/dev/null 2>&1 3>&- &); done
		start=$(date +%s)
		kill -$signal "$server"
		ended
		[ "$status" -eq 0 ]
		[ $(($(date +%s) - start)) -le 5 ]
	done
}

@test "--open: without a browser one line says so, whatever xdg-open prints" {
	mkdir bin
	printf '#!/bin/sh\necho "$@" >opened\necho nothing; echo none found >&2\nexit 3\n' >bin/xdg-open
	chmod +x bin/xdg-open
	PATH=$PWD/bin:$PATH otf-view --open --idle 1s "$sample" >address 2>said
	cmp address opened
	echo 'otf-view: xdg-open: ended with status 3; open the address above in a browser' | diff said -
	printf '#!/bin/sh\nexit 0\n' >bin/xdg-open
	PATH=$PWD/bin:$PATH otf-view --open --idle 1s "$sample" >address 2>said
	[ ! -s said ]
}

@test "many traces leave little memory for each: states that do not fit are not kept" {
	calls=()
	for i in {1..400}; do calls+=("Enter|$i|1|1|0"); done
	for i in {401..800}; do calls+=("Leave|$i|1|1|0"); done
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefFunctionGroup|-|0|1|g' 'DefFunction|-|0|1|f|1|0' "${calls[@]}" >deep
	serve --memory 1M deep{,,,}{,,,,}
	for trace in 0 19; do
		soon eval 'asked get "$url" overview trace='$trace' | grep -q "\"complete\": true"'
	done
}

@test "it ends when nobody asks any more" {
	otf-view --idle 1s "$sample" >address 2>said
	grep -qx 'http://127.0.0.1:[0-9]*/[A-Za-z0-9_-]\{22\}/' address
	[ ! -s said ]
}

@test "a port that is in use is an error, and so are a wrong time, standard input twice, a selection of nothing, and no event" {
	serve "$sample"
	port=${url#http://127.0.0.1:}
	run otf-view --port "${port%%/*}" "$sample"
	[ "$status" -eq 1 ]
	[[ $output == "otf-view: 127.0.0.1:${port%%/*}: "* ]]
	run otf-view --idle soon "$sample"
	[ "$status" -eq 2 ]
	run otf-view - -
	[ "$status" -eq 2 ]
	run otf-view -p 99 "$sample"
	[ "$status" -eq 1 ]
	[[ $output == *"has no process that is selected" ]]
	run otf-view -t 1:2 "$sample"
	[ "$status" -eq 1 ]
	run otf-view --strict -p 1-3,nobody "$sample"
	[ "$status" -eq 1 ]
	[[ $output == *"--process: nothing matches 'nobody'" ]]
	run otf-view missing
	[ "$status" -eq 1 ]
	stream 'DefTimerResolution|-|0|1000' >empty
	run otf-view empty
	[ "$status" -eq 1 ]
	[[ $output == *"has no event"* ]]
	run sh -c 'otf-view "$1" >/dev/full' sh "$sample"
	[ "$status" -eq 1 ]
}

@test "a trace that is damaged, changed, cut or removed is an error of the answer, and the server goes on" {
	otf-cat "$sample" | otf-write -q damaged
	printf 'what is this\n' >>damaged.1.events
	serve damaged
	soon complete
	asked get "$url" overview | grep -q '"damage": "damaged.1.events'
	asked get "$url" timeline from=1021008 to=1200000 >early
	run asked get "$url" timeline
	[ "$status" -eq 1 ]
	[[ $output == *'"error": "damaged.1.events'* ]]
	run asked get "$url" profile
	[ "$status" -eq 1 ]
	[[ $output == *'"error": "damaged.1.events'* ]]
	kill -TERM "$server"
	ended
	otf-cat "$sample" | otf-write -q t
	serve t
	soon complete
	asked get "$url" at row=0 t=1600000
	truncate -s -100 t.1.events
	run asked get "$url" at row=0 t=1600000
	[ "$status" -eq 1 ]
	[[ $output == *'t.1.events: has changed'* ]]
	rm t.*
	run asked get "$url" at row=0 t=1600000
	[ "$status" -eq 1 ]
	asked get "$url" overview
}

@test "nothing is kept in TMPDIR, and no process is left" {
	mkdir temporary
	otf-cat "$sample" | TMPDIR=$PWD/temporary otf-view --idle 1s >address
	[ -z "$(ls -A temporary)" ]
	TMPDIR=$PWD/temporary otf-view --idle 120s < <(otf-cat "$sample") >killed 3>&- &
	server=$!
	soon grep -q http killed
	curl -s "$(cat killed)timeline?columns=32768" -o drawn 3>&- &
	kill -KILL "$server"
	ended
	[ "$status" -eq 137 ]
	[ -z "$(ls -A temporary)" ]
}

@test "names are text on the page, whatever they contain" {
	need_browser
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|<b onclick="x()">|0' \
		'DefProcess|-|0|2|</script><img src=x onerror=document.title="bad">|0' 'DefFunctionGroup|-|0|1|<!--' \
		'DefFunction|-|0|1|<script>document.title="bad"</script>|1|0' 'DefFunction|-|0|3|broken '$'\xff\xc3''|1|0' \
		'Enter|1|1|1|0' 'Enter|3|1|3|0' 'SendMsg|4|1|2|0|1|9|0' 'RecvMsg|5|2|1|0|1|9|0' 'Leave|8|1|3|0' 'Leave|9|1|1|0' >hostile
	serve hostile
	browse <<-'END'
		document.querySelectorAll("main img, main b, main script").length
		element("search").value = "script", page.search(), element("found").querySelector("button").textContent
		document.title
	END
	sed -i "s,$sample,SAMPLE," said.page
	diff said.page - <<-'END'
		0
		"<script>document.title=\"bad\"</script>"
		"hostile - otf-view"
	END
}

@test "in a browser: several traces have tabs, which keep the time" {
	need_browser
	otf-filter -q -p 1-2 -o part "$sample"
	serve "$sample" part
	browse <<-'END'
		Array.from(document.querySelectorAll("#traces button"), button => button.textContent).length
		timeline.show(0.1, 0.2), page.hashOfTrace(1)
		timeline.select([0.1, 0.15]), page.hashOfTrace(1)
		document.querySelector("[data-picture=svg]").getAttribute("href").slice(0, 40)
	END
	diff said.page - <<-'END'
		2
		"#trace=1&t=1434732:1824757"
		"#trace=1&t=1434732:1824757&s=1434732:1629744"
		"picture?from=1411032&to=1606044&format=s"
	END
	url="$url#trace=1&t=1411032:1801057"
	browse <<-'END'
		document.querySelector("#traces [aria-current]").textContent
		timeline.range()
		[document.title, timeline.offset]
		location.hash
	END
	diff said.page - <<-'END'
		"part"
		"1411032:1801057"
		["part - otf-view", 0]
		"#trace=1&t=1411032:1801057"
	END
}

@test "in a browser: random places show the calls that are open there" {
	need_browser
	serve "$sample"
	soon complete
	python3 "$REPO/tests/oracle/view.py" screen "$sample" 20 4 | browse
	[ "$(grep -cx true said.page)" -eq 20 ]
	[ "$(wc -l <said.page)" -eq 20 ]
}

@test "in a browser: random places of traces of other formats" {
	need_browser
	need_mktrace
	make_others
	for trace in made2.otf2 made.vtf3 tau; do
		serve "$trace"
		soon complete
		python3 "$REPO/tests/oracle/view.py" screen "$trace" "$(by_length 2 40)" 9 | browse
		[ "$(grep -cx true said.page)" -eq "$(by_length 2 40)" ]
		[ "$(wc -l <said.page)" -eq "$(by_length 2 40)" ]
		kill -TERM "$server"
		ended
	done
}

@test "in a browser: wheel and keys zoom to a thousandth and back; the map moves the window; marks measure; a click shows the call" {
	need_browser
	serve "$sample"
	soon complete
	browse --size 1200x900 <<-'END'
		window.press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })), null
		window.point = (type, target, x, y) => { const box = target.getBoundingClientRect(); target.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, buttons: type === "pointerup" ? 0 : 1, clientX: box.left + x, clientY: box.top + y, bubbles: true })) }, null
		HTMLElement.prototype.setPointerCapture = () => {}, null
		for (let i = 0; i < 40 && timeline.to - timeline.from > 0.001; i++) { const box = timeline.canvas.getBoundingClientRect(); timeline.canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -1, cancelable: true, clientX: box.left + 600, clientY: box.top + 50 })) } null
		rest().then(() => [timeline.to - timeline.from <= 0.001, timeline.part.from_trace, timeline.part.columns > 100])
		press("0"), rest().then(() => [timeline.from, timeline.to])
		for (let i = 0; i < 12 && timeline.to - timeline.from > 0.001; i++) press("w"); null
		rest().then(() => [timeline.to - timeline.from <= 0.001, timeline.part.from_trace])
		(window.before = timeline.from, press("d"), timeline.from > before)
		press("a"), Math.abs(timeline.from - before) < 1e-9
		press("0"), timeline.show(0.1, 0.2), point("pointerdown", element("map"), element("map").clientWidth * 0.5, 5), rest().then(() => [timeline.from.toFixed(2), timeline.to.toFixed(2)])
		press("0"), rest().then(() => { timeline.pointed = 0.25; press("m"); timeline.pointed = 0.75; press("m"); return timeline.marks })
		document.body.textContent.match(/Between the marks: [0-9.]+/)[0]
		element("call").hidden
		(point("pointerdown", timeline.canvas, 500, timeline.top + 4 * timeline.row + 3), point("pointerup", timeline.canvas, 500, timeline.top + 4 * timeline.row + 3), rest().then(() => Array.from(element("call").querySelectorAll("dd"), dd => dd.textContent).slice(0, 3)))
	END
	diff said.page - <<-'END'
		[true, true, true]
		[0, 1]
		[true, true]
		true
		true
		["0.45", "0.55"]
		[0.25, 0.75]
		"Between the marks: 1.950"
		true
		["rank 4", "main", "Application"]
	END
}

@test "in a browser: threads fold into their processes, processes into their nodes, and back" {
	need_browser
	mktau -n 2 -t 3 -e 3k tau >written
	serve tau
	soon complete
	browse <<-'END'
		timeline.data.rows.length
		timeline.tree.next(), timeline.rearrange(), timeline.data.rows
		timeline.part.rows.every(row => row.spans.every(span => span[4] > 0 && span[4] <= 1.0001)), timeline.tree.next(), timeline.rearrange(), timeline.data.rows
		new Promise(done => setTimeout(done, 300)).then(() => location.hash)
		timeline.unfold(1), timeline.data.rows
		timeline.tree.toggle(2), timeline.rearrange(), timeline.data.rows.length
		timeline.tree.toggle(2), timeline.rearrange(), timeline.data.rows.length
		timeline.actOnRow("u"), timeline.data.rows.length
		timeline.fold(-1), [timeline.part.lanes, timeline.raw.lanes]
		timeline.fold(1), timeline.part.lanes
	END
	diff said.page - <<-'END'
		6
		["node 0, thread 0: 3 rows", "node 1, thread 0: 3 rows"]
		["node 0: 3 rows", "node 1: 3 rows"]
		"#f=nnode%200&f=nnode%201"
		["node 0: 3 rows", "node 1, thread 0", "node 1, thread 1", "node 1, thread 2"]
		6
		4
		6
		[2, 3]
		3
	END
}

@test "what commands print of the whole trace is made once, before somebody asks, and an answer of a window once for all" {
	mkdir bin
	cp "$(command -v otf-view)" bin
	for command in otf-stat otf-wait; do
		printf '#!/bin/sh\necho %s "$@" >>%q\nsleep 0.2\nexec %q "$@"\n' $command "$PWD/log" "$(command -v $command)" >bin/$command
		chmod +x bin/$command
	done
	: >log
	PATH=$PWD/bin:$PATH
	serve "$sample"
	soon eval '[ "$(wc -l <log)" -eq 6 ]'
	soon eval '! pgrep -P "$server" >/dev/null'
	read -r from to < <(asked get "$url" overview | python3 -c 'import json, sys; o = json.load(sys.stdin); print(o["from"], o["to"])')
	for each in 1 2; do
		for by in '' function group process path; do
			curl -s "${url}profile${by:+?by=$by}" >got
			"$BUILD/otf-stat" -q --json ${by:+--by $by} -t "$from:$to" "$sample" | sed '$a\' | cmp - <(sed '${/^$/d}' got)
		done
		curl -s "${url}waits" | sed '${/^$/d}' | cmp - <("$BUILD/otf-wait" -q --json -t "$from:$to" "$sample")
	done
	[ "$(wc -l <log)" -eq 6 ]
	for i in 1 2 3 4; do curl -s "${url}profile?by=path&from=1400000&to=1600000" >got.$i & done
	soon eval '[ -s got.1 -a -s got.2 -a -s got.3 -a -s got.4 ]'
	curl -s "${url}profile?by=path&from=1400000&to=1600000" >got
	[ "$(wc -l <log)" -eq 7 ]
	for i in 1 2 3 4; do cmp got got.$i; done
	"$BUILD/otf-stat" -q --json --by path -t 1400000:1600000 "$sample" | cmp - <(sed '${/^$/d}' got)
}

@test "a trace that is replaced is an error of all answers that need it, also of those of other commands" {
	otf-cat "$sample" | otf-write -q t
	serve t
	soon complete
	for what in profile 'profile by=group' waits; do # what is kept of the whole is the same
		asked get "$url" $what >first
		asked get "$url" $what | cmp - first
	done
	otf-filter -q -p 1-2 "$sample" | otf-write -q --force t
	for what in profile waits messages 'at row=0 t=1600000' 'calls name=main' 'counter name=*' 'timeline columns=32000'; do
		run asked get "$url" $what
		[ "$status" -eq 1 ]
		[[ $output == *'has changed since otf-view was started'* || $output == *'No such file'* ]]
	done
	curl -s "${url}picture?format=svg" | grep -q 'has changed since'
	asked get "$url" overview
}

@test "who does not read the answer holds up nobody, and not the end" {
	serve "$sample"
	soon complete
	python3 - "$url" "$server" <<-'END'
		import os, signal, socket, sys, time, urllib.parse, urllib.request
		where = urllib.parse.urlsplit(sys.argv[1])
		crowd = []
		for _ in range(20):
		    s = socket.socket()
		    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
		    s.connect((where.hostname, where.port))
		    s.sendall(f"GET {where.path}timeline?columns=32768 HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
		    crowd.append(s)
		start = time.time()
		urllib.request.urlopen(sys.argv[1] + "timeline?columns=500").read()
		assert time.time() - start < 10, time.time() - start
		os.kill(int(sys.argv[2]), signal.SIGTERM)
		start = time.time()
		while time.time() - start < 5 and os.path.exists(f"/proc/{sys.argv[2]}") and "Z" not in open(f"/proc/{sys.argv[2]}/stat").read().split()[2]:
		    time.sleep(0.02)
		assert time.time() - start < 3, time.time() - start
	END
	ended
	[ "$status" -eq 0 ]
}

@test "markers and collective operations of a window are those of otf-print" {
	serve "$sample"
	python3 - "$url" "$sample" <<-'END'
		import json, subprocess, sys, urllib.request
		def drawn(window):
		    return json.load(urllib.request.urlopen(f"{sys.argv[1]}timeline?columns=1200&{window}"))
		def printed(*options):
		    lines = subprocess.run(["otf-print", "--json", *options, sys.argv[2]], check=True, stdout=subprocess.PIPE).stdout
		    return [json.loads(line) for line in lines.splitlines()]
		whole = drawn("")
		markers = [each for each in printed("-r", "Marker") if each.get("record") == "Marker"]
		assert [each["text"] for each in whole["markers"]] == [each["text"] for each in markers] and markers
		assert [each["time"] for each in whole["markers"]] == [each["time"] for each in markers]
		part = drawn("from=1500000&to=1600000&rows=0-7")
		assert [each["text"] for each in part["markers"]] == [each["text"] for each in markers if 1500000 <= each["time"] < 1600000]
		assert part["markers_left_out"] == 0
		begun = {(each["time"], each["process"]) for each in printed() if each.get("record") == "BeginCollectiveOperation"}
		seen = [(span[0], row["process"]) for row in whole["rows"] for span in row["operations"]]
		assert seen and set(seen) <= begun, set(seen) - begun
	END
}

@test "in a browser: rows are pinned, hidden, sorted and put back, and the link keeps that" {
	need_browser
	serve "$sample"
	soon complete
	browse <<-'END'
		timeline.actOnRow("p", 5), timeline.actOnRow("h", 1), timeline.data.rows
		timeline.level().messages.every(message => message.sender_row < 7 && message.receiver_row < 7)
		timeline.actOnRow("o", 5, "MPI_Recv"), timeline.data.rows[0]
		timeline.data.rows.slice(1).map(name => Number(name.slice(5))).join() === "1,2,3,5,6,7"
		new Promise(done => setTimeout(done, 300)).then(() => location.hash)
		element("search").value = "residual grows", page.search(), element("found").querySelector("button").click(), rest().then(() => timeline.share(1575000) > timeline.from && timeline.share(1575000) < timeline.to && timeline.to - timeline.from < 0.06)
		timeline.show(0, 1), timeline.actOnRow("u"), rest().then(() => timeline.data.rows.map(name => name.slice(5)).join())
	END
	diff said.page - <<-'END'
		["\u2022 rank 4", "rank 1", "rank 2", "rank 3", "rank 5", "rank 6", "rank 7"]
		true
		"\u2022 rank 4"
		false
		"#pin=5&hide=1&sort=MPI_Recv"
		true
		"0,1,2,3,4,5,6,7"
	END
	url="$url#pin=5&hide=1"
	browse <<-'END'
		timeline.data.rows.length
	END
	[ "$(cat said.page)" = 7 ]
}

@test "in a browser: zoom, calls, selection, search, next and previous, and a link that shows the same" {
	need_browser
	serve "$sample"
	soon complete
	browse --size 1200x900 <<-'END'
		timeline.data.rows.length
		timeline.canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: -1, cancelable: true })), rest().then(() => (timeline.to - timeline.from).toFixed(3))
		timeline.show(0.2, 0.201), rest().then(() => [timeline.part.from_trace, timeline.command.textContent])
		location.hash
		timeline.show(0, 1), rest().then(() => timeline.canvas.dispatchEvent(new PointerEvent("pointerdown", { pointerId: 1, button: 0, clientX: 0 }))), 1
		timeline.dragged = null, timeline.select([0.1, 0.2]), rest().then(() => [element("window-title").textContent, document.querySelectorAll("#tables tbody tr").length > 3, element("error").hidden])
		page.showOf("waits"), rest().then(() => document.querySelector("#tables h3").textContent)
		page.showOf("messages"), rest().then(() => document.querySelectorAll("#tables tbody tr").length > 1)
		page.showOf("command"), rest().then(() => document.querySelector("#tables code").textContent)
		timeline.select(null), page.showOf("profile"), element("search").value = "mpi_recv", page.search(), element("found").querySelector("button").click(), rest().then(() => element("found").querySelectorAll("li").length)
		element("found").querySelector("li button").click(), rest().then(() => page.call.begin)
		page.step(1), rest().then(() => page.call.begin)
		page.step(-1), rest().then(() => page.call.begin)
		page.showCall({ row: 4, name: "MPI_Recv", share: null, begin: 1708889, end: 2437782 }, 1800000n), rest().then(() => Array.from(element("call").querySelectorAll("dd"), dd => dd.textContent).slice(0, 3))
		timeline.showRows("2-3"), rest().then(() => timeline.data.rows)
	END
	sed -i "s,$sample,SAMPLE," said.page
	diff said.page - <<-'END'
		8
		"0.800"
		[true, "otf-draw -t 1801057:1804957 -o part.svg SAMPLE"]
		"#t=1801057:1804957"
		1
		["Selection", true, true]
		"efficiency"
		true
		"otf-slice -o part -t 1411032:1801057 SAMPLE"
		11
		1708889
		2962490
		1708889
		["rank 4", "MPI_Recv", "MPI"]
		["rank 2", "rank 3"]
	END
}
