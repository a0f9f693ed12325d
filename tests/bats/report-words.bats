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
	[ "$(otf-report "$sample" | grep -n -m 1 'class="words"' | cut -d : -f 1)" -lt \
		"$(otf-report "$sample" | grep -n -m 1 '<nav' | cut -d : -f 1)" ]
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
	grep -q 'is communication in which the trace shows no wait.$' got
	# nobody waits
	{
		call 1 2 0 100
		call 2 2 0 100
		call 1 10 100 120 'SendMsg|101|1|2|1|5|8|0'
		call 2 11 100 120 'RecvMsg|104|2|1|1|5|8|0'
	} | make even.otfl
	as_said even.otfl
	[ "$(tail -n 1 got)" = 'No wait is above 1 %.' ]
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
