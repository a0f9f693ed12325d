# otf-report: the sentences at the top of the page are those of otf-wait.

load common
load stream
load calls

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# shown [OPTION...] FILE: the sentences of the page, a line each, with the characters of markup as they are.
shown() {
	otf-report "$@" | sed -n '/^<div class="words">$/,/^<\/div>$/ s/^<p>\(.*\)<\/p>$/\1/p' |
		sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g'
}

# said [OPTION...] FILE: those of otf-wait.
said() {
	COLUMNS=2000 otf-wait "$@" | sed '/^$/,$d'
}

# as_said [OPTION...] FILE: the page has the sentences of otf-wait, and some.
as_said() {
	shown "$@" >got
	[ -s got ]
	said "$@" | tr '\n' ' ' >want
	tr '\n' ' ' <got | diff - want
}

@test "the page begins with the sentences of otf-wait, of what is selected" {
	as_said "$sample"
	grep -q '^rank 6 causes 37.5 % of the waiting' got
	as_said -p 1-4 "$sample"
	grep -q 'of the selected processes' got
	as_said -t 1.5ms:3ms "$sample"
	[ "$(otf-report "$sample" | grep -o -e 'class="words"' -e 'class="tiles"' -e '<nav' -e '<section id="[a-z]*' |
		sed 's/.*"\(.\)/\1/' | awk '!seen[$0]++' | paste -sd ' ')" = \
		'words" tiles" <nav timeline waits causes critical groups functions paths messages matrix lengths collectives counters processes health trace' ]
}

@test "rows of causes and of the path lead to a place in the timeline" {
	# b waits from 10 to 100 for a
	{
		call 1 2 0 100
		call 1 10 100 105 'SendMsg|101|1|2|1|5|8|0'
		call 2 1 0 10
		call 2 11 10 105 'RecvMsg|104|2|1|1|5|8|0'
	} | make t.otfl
	otf-report t.otfl >page.html
	rows() { sed -n "/<section id=\"$1\"/,/<\/section>/ s/^<tr>//p" page.html; }
	[ "$(rows causes | sed 's/<svg.*<\/svg>//; s/<a href="#timeline" data-from="\([0-9]*\)" data-to="\([0-9]*\)">/\1 \2 /; s/<[^>]*>/|/g')" = \
		'|a||solve||90.00 ms||0 s||90.00 ms||100.0%||0 146 +10.00 ms|||' ]
	rows waits | sed 's/<[^>]*>/|/g' | grep '|a in solve|.*|100.0%|'
	rows critical | head -n 1 | grep '^<td>a</td><td>solve</td>.*data-from="0" data-to="151">+0 s</a></td></tr>$'
	[ "$(rows critical | grep -c 'data-from')" -eq "$(rows critical | wc -l)" ]
	# nobody waits: there are no causes
	call 1 2 0 100 | make alone.otfl
	otf-report alone.otfl >page.html
	fails grep -e 'id="causes"' -e 'id="critical"' -e '#causes' page.html
	# what is long is cut, and the page says how
	otf-report --rows 3 "$sample" >page.html
	[ "$(rows causes | wc -l)" -eq 3 ]
	grep -q 'The first 3 of .* rows. <code>otf-wait --table cause --by process,function</code>' page.html
}

@test "the root cause of a spread is that of all waits at reduces, also of those without an early reduce" {
	{
		call 1 2 0 10 && call 1 16 10 21 && op 1 3 1 10 21
		call 2 2 0 20 && call 2 16 20 22 && op 2 3 1 20 22
		call 3 2 0 18 && call 3 16 18 22 && op 3 3 1 18 22
		call 1 2 21 110 && call 1 16 110 201 && op 1 3 1 110 201
		call 2 2 22 100 && call 2 16 100 201 && op 2 3 1 100 201
		call 3 2 22 200 && call 3 16 200 201 && op 3 3 1 200 201
	} | make t.otfl
	otf-wait --by wait,process,function --table cause --tsv t.otfl | grep -q 'reduce_spread'
	otf-report t.otfl >page.html
	sed -n '/<section id="waits"/,/<\/section>/ s/^<tr>//p' page.html | grep -c 'reduce.*<td>c in solve</td>' | grep -x 2
	COLUMNS=300 otf-wait t.otfl | grep -q '^reduce_spread .*c in solve  *9[0-9]\.[0-9] %'
}

@test "waits that begin before the interval have a sum, and no largest one, as in otf-wait" {
	{
		call 1 2 0 100 && call 1 10 100 105 'SendMsg|101|1|2|1|5|8|0'
		call 2 1 0 10 && call 2 11 10 105 'RecvMsg|104|2|1|1|5|8|0'
	} | make t.otfl
	otf-wait --table wait --by function --tsv -t 50:110 t.otfl | grep -q -P '^wait\tlate_sender\t11\tMPI_Recv\t0\t50\t-\t-'
	otf-report -t 50:110 t.otfl >page.html
	python3 "$REPO/tests/oracle/report.py" table page.html waits | grep -q -P '^late_sender\tMPI_Recv\t0\t50\.00 ms\t[0-9.]+%\t–\t–\t'
}

@test "in a browser: a row jumps to its place, and a link shows the same window, order and open parts" {
	need_browser
	otf-report "$sample" >page.html
	later='new Promise(done => setTimeout(() => done(location.hash), 700))'
	python3 "$REPO/tests/tools/browser.py" page.html >got <<-END
		var jump = document.querySelector("#causes a[data-from]"); [location.hash, timeline.range()]
		jump.click(), timeline.range() === jump.dataset.from + ":" + jump.dataset.to
		document.querySelector("#causes th[data-name=total] button").click(), document.querySelector("details").open = true
		$later.then(hash => hash === "#timeline&t=" + timeline.range() + "&sort.cause=-total&open=0")
		location.hash = "#waits", $later.then(hash => hash === "#waits&t=" + timeline.range() + "&sort.cause=-total&open=0")
		timeline.show(0, 1), $later
	END
	grep -v '^null' got | diff - <(printf '%s\n' '["", null]' true true true true '"#waits&sort.cause=-total&open=0"')
	python3 "$REPO/tests/tools/browser.py" --hash '#waits&t=2000000:3000000&sort.cause=function&sort.function=-max&open=0,99' page.html >got <<-END
		new Promise(done => setTimeout(done, 700)).then(() => [timeline.range(), document.querySelector("details").open, scrollY > 100])
		Array.from(document.querySelectorAll("[aria-sort]"), th => th.dataset.name + " " + th.getAttribute("aria-sort")).join()
		$later
	END
	diff got - <<-'END'
		["2000000:3000000", true, true]
		"function ascending,max descending"
		"#waits&t=2000000:3000000&sort.cause=function&sort.function=-max&open=0"
	END
	# what it does not understand is left out, without an error
	python3 "$REPO/tests/tools/browser.py" --hash '#t=1:99999999999999999999999&t=x&open=-1,z&sort.none=x&sort.cause=none&%ff=%ff&=' page.html >got <<-END
		timeline.range()
		$later
	END
	diff got <(printf 'null\n""\n')
}

@test "each sentence is there where its condition holds, and not where it does not" {
	{
		call 1 2 0 100
		call 1 10 100 140 'SendMsg|101|1|2|1|5|8|0'
		call 2 1 0 10
		call 2 11 10 140 'RecvMsg|139|2|1|1|5|8|0'
	} | make rest.otfl
	as_said rest.otfl
	[ "$(wc -l <got)" -eq 3 ]
	grep -q '^a causes 100.0 % of the waiting, all of it in solve, where it takes 100.0 ms and the others none.$' got
	grep -q 'is communication in which the trace shows no wait, 14.3 % in MPI_Send: ' got
	# nobody waits
	{
		call 1 2 0 100
		call 2 2 0 100
		call 1 10 100 120 'SendMsg|101|1|2|1|5|8|0'
		call 2 11 100 120 'RecvMsg|104|2|1|1|5|8|0'
	} | make even.otfl
	as_said even.otfl
	[ "$(sed -n 2p got)" = 'No wait is above 1 %.' ]
	# nobody communicates
	call 1 2 0 100 | make alone.otfl
	[ "$(shown alone.otfl)" = '100.0 % of the time is useful: no process communicates.' ]
	# there are no calls
	make none.otfl <<<'Marker|5|1|1|x'
	[ -z "$(shown none.otfl)" ]
	[ -z "$(shown -r SendMsg "$sample")" ]
}

@test "names in the sentences are text" {
	{
		call 1 2 0 100
		call 1 10 100 105 'SendMsg|101|1|2|1|5|8|0'
		call 2 11 10 105 'RecvMsg|104|2|1|1|5|8|0'
	} | make t.otfl
	sed 's/solve/<b>"\&\\x1b/' t.otfl >odd.otfl
	as_said odd.otfl
	grep -qF 'all of it in <b>"&\x1b' got
	otf-report odd.otfl | grep -q '^<p>.*in &lt;b&gt;&quot;&amp;\\x1b'
}

@test "the sentences of typical programs" {
	need_shared
	sim=$SHARED/tools/insight/sim.py
	[ -e "$sim" ] || skip "no simulator"
	for kind in imbalance chain bcast slowlink pipeline moving; do
		python3 "$sim" 1 "$kind" "$kind" >/dev/null
		otf-cat --adopt <"$kind.stream" >"$kind.otfl" 2>/dev/null
		as_said "$kind.otfl" || { echo "$kind" && return 1; }
	done
}

@test "of a damaged trace they are about what can be read" {
	otf-cat "$sample" | otf-write -q t
	head -c 3000 t.2.events >cut
	mv cut t.2.events
	exits 1 otf-report t -o page.html
	shown t 2>/dev/null >got || true
	{ COLUMNS=2000 otf-wait --keep-going t 2>/dev/null || true; } | sed '/^$/,$d' >want
	[ -s want ]
	diff <(tr '\n' ' ' <want) <(tr '\n' ' ' <got)
}
