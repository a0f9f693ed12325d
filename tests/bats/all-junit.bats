# --junit of otf-check and of the gate of otf-stat: JUnit XML for CI.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

junit() {
	python3 "$REPO/tests/oracle/junit.py" "$1"
}

@test "otf-check --junit has a test for each rule, and its failures are those that the exit status says" {
	silent otf-check --junit clean.xml "$sample"
	junit clean.xml >cases
	[ "$(cut -f 1 cases | sort -u)" = passed ]
	[ "$(cut -f 3 cases)" = "$(otf-check --rules | sed -n 's/ (\(off\|error\|warning\)): .*//p')" ]
	otf-cat "$sample" | sed '/^RecvMsg.1470941/d' >t.otfl
	exits 1 otf-check --junit t.xml t.otfl
	cp out printed
	junit t.xml >cases
	[ "$(grep '^failure' cases)" = "$(lines 'failure|t.otfl|count|t.otfl:3158: error: 3153 records, but @END counts 3154')" ]
	grep -q '^passed.*unreceived.*never received$' cases
	exits 1 otf-check --strict --junit strict.xml --rule open-call=off t.otfl
	junit strict.xml >cases
	[ "$(grep -c '^failure' cases)" -eq 2 ]
	[ "$(grep '^skipped' cases | cut -f 3 | tr '\n' ' ')" = 'open-call ' ] || cat cases
	sed 's/ \[[a-z-]*\]$//' printed >want
	grep -v -e '^skipped' -e "passed.*	$" cases | cut -f 4 | sort | diff - <(sort want)
}

@test "otf-check --junit: all findings are the text, and without a complete check there is no file" {
	stream "$one" 'Leave|1|1|7|0' 'Leave|2|1|7|0' >bad.otfl
	exits 1 otf-check --rule 'leave*=error' --junit t.xml bad.otfl
	python3 - t.xml <<-'END'
		import sys, xml.etree.ElementTree as t
		texts = [f.text for f in t.parse(sys.argv[1]).iter("failure")]
		assert any(len(x.split("\n")) == 2 and x.split("\n")[1].startswith("bad.otfl:4: error: ") for x in texts), texts
	END
	exits 4 otf-check --junit u.xml "$sample" nothere
	[ ! -e u.xml ]
	exits 1 otf-check --junit u.xml "$sample" bad.otfl --rule 'leave*=error'
	[ "$(junit u.xml | cut -f 2 | sort -u | wc -l)" -eq 2 ]
}

@test "the gate of otf-stat writes a test for each row that it compares, and the failures are its lines" {
	otf-remap -q --scale 1.25 "$sample" -o slower
	exits 0 otf-stat --diff --fail-above 10%,2% --junit same.xml "$sample" "$sample"
	junit same.xml >cases
	[ "$(cut -f 1 cases | sort -u)" = passed ]
	otf-stat -q --diff --tsv --top 0 "$sample" "$sample" | awk -F '\t' '$1 == "function" && $2 != "function_name"' >rows
	[ "$(grep -c 'passed	function	' cases)" -eq "$(($(wc -l <rows) + 1))" ]
	exits 1 otf-stat --diff --fail-above 10%,2% --top 1 --junit gate.xml "$sample" slower
	[ "$(grep -c 'otf-stat: slower: ' err)" -eq 1 ]
	junit gate.xml | sed -n 's/^failure.*	//p' >failed
	exits 1 otf-stat --diff --fail-above 10%,2% --top 0 "$sample" slower
	sed -n 's/^otf-stat: slower: //p' err | diff - failed
	[ "$(wc -l <failed)" -gt 10 ]
	exits 1 otf-stat -q --diff --fail-above 10% -r def --junit none.xml "$sample" slower
	[ "$(junit none.xml | cut -f 1,3,4)" = "$(lines 'failure|fail-above|no times to compare')" ]
}

@test "--junit is well-formed XML whatever bytes names are made of" {
	local name
	name=$'a\\x01<&>"\'\\x1b]]>\xff\xef\xbf\xbf\xe2\x80\xae'
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|$name|0" "DefFunction|-|0|1|$name|0|0" "DefFunction|-|0|2|b|0|0" \
		'Enter|0|1|1|0' 'Enter|1|1|2|0' 'Leave|3|1|2|0' 'Leave|5|1|1|0' 'Leave|7|1|1|0' >t.otfl
	sed 's/Leave	3/Leave	2/' t.otfl >u.otfl
	exits 1 otf-check --strict --junit check.xml t.otfl
	junit check.xml >cases
	grep '^failure' cases
	exits 1 otf-stat --diff --by process,function --fail-above 1% --junit gate.xml t.otfl u.otfl
	junit gate.xml >cases
	grep -F 'a\x01<&>"' cases | grep -F '\x1b]]>\xff?\xe2\x80\xae'
	cp t.otfl $'odd\x01<&"\n.otfl'
	exits 1 otf-check --strict --junit odd.xml $'odd\x01<&"\n.otfl'
	junit odd.xml >cases
	grep -F 'odd\x01<&"\n.otfl' cases
}

@test "--junit writes a whole file or none, and not over one without --force" {
	echo old >x.xml
	exits 4 otf-check --junit x.xml "$sample"
	[ "$(cat x.xml)" = old ]
	exits 1 otf-stat --diff --fail-above 10% --junit x.xml "$sample" "$sample"
	[ ! -s out ]
	[ "$(cat x.xml)" = old ]
	exits 3 otf-stat --diff --fail-above 10% --junit x.xml --force "$sample" - < <(otf-cat "$sample" | head -n 500)
	[ "$(cat x.xml)" = old ]
	silent otf-check --junit x.xml --force "$sample"
	junit x.xml >cases
	exits 0 otf-stat --diff --fail-above 10% --junit x.xml --force "$sample" "$sample"
	junit x.xml | grep -q MPI_Recv
	mkfifo pipe
	junit pipe >cases &
	silent otf-check --junit pipe "$sample"
	wait $!
	[ -s cases ]
	for bad in 'otf-check --junit -' 'otf-check --junit y.xml --rules' 'otf-check --force' 'otf-stat --junit y.xml' \
		'otf-stat --diff --junit y.xml' 'otf-stat --diff --fail-above 10% --junit -'; do
		exits 2 $bad "$sample" "$sample"
		[ ! -s out ]
	done
	fails otf-check --junit /dev/full "$sample"
	[ "$(find . -name 'y*' -o -name '*otfpipe*')" = '' ]
}
