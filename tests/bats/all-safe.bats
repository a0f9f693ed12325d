# Names and file names never bring control characters or broken UTF-8 to text output or messages.

load common
load stream

setup() {
	common_setup
	need_tools python3
	bad=$'\x1b[31m\x9b0m\xc2\x9bx\xc2\x85\xff\x7f\xe2\x82'
}

# sound FILE...: neither control characters but line ends (and with TABS=1 tabs), nor broken UTF-8
sound() {
	python3 - "$@" <<-'END'
		import os, re, sys
		for name in sys.argv[1:]:
		    text = open(name, 'rb').read().decode('utf-8')
		    found = re.search('[\0-\x08\x0b-\x1f\x7f-\x9f]' if os.environ.get('TABS') else '[\0-\x09\x0b-\x1f\x7f-\x9f]', text)
		    assert not found, (name, text[max(0, found.start() - 60):found.end() + 60])
	END
}

# A stream of records of many kinds; every string is bad.
bad_stream() {
	stream "@PG|ID:1|PN:$bad|VN:1|CL:$bad" '@SM|1|1' '@SM|2|2' "DefinitionComment|-|0|$bad" 'DefTimerResolution|-|0|1000' \
		"DefProcess|-|0|1|$bad|0" "DefProcess|-|0|2|b$bad|0" "DefProcessGroup|-|0|3|$bad|1,2" "DefFunctionGroup|-|0|1|$bad" \
		"DefFunction|-|0|1|$bad|1|1" "DefFunction|-|0|2|f$bad|1|0" "DefSclFile|-|0|1|$bad" 'DefScl|-|0|1|1|7' \
		"DefCounterGroup|-|0|1|$bad" "DefCounter|-|0|1|$bad|0|1|$bad" "DefCollectiveOperation|-|0|1|$bad|1" \
		"DefCreator|-|0|$bad" "DefFileGroup|-|0|1|$bad" "DefFile|-|0|1|$bad|1" "DefKeyValue|-|0|1|8|$bad|$bad" \
		"DefMarker|-|0|1|$bad|1" "Marker|2|1|1|$bad" 'Enter|1|1|1|1' 'Enter|2|1|2|0' 'Counter|3|1|1|5' \
		'SendMsg|3|1|2|3|1|10|0' "EventComment|3|1|$bad" 'RecvMsg|4|2|1|3|1|10|0' \
		'BeginFileOperation|5|1|9|0' 'EndFileOperation|6|1|1|9|1|2|10|0' 'Leave|7|1|2|0' "UnknownRecord|7|1|events|$bad" \
		'CollectiveOperation|7|1|1|3|0|1|1|1|0' 'Leave|8|1|1|0' "$@" |
		sed 's/\x1b/\\x1b/g; s/\x7f/\\x7f/g'
}

@test "what people read shows escapes in place of the bytes of names" {
	bad_stream >in
	bad_stream 'Leave|9|1|2|0' >other
	for how in otf-print 'otf-print --absolute' 'otf-info -v' 'otf-info -v --full' otf-stat 'otf-stat --by process' \
		'otf-stat --by path' 'otf-stat --by file,group,communicator' 'otf-stat --by path --folded' \
		'otf-stat --by process --folded' otf-check 'otf-check --json' 'otf-print --json' 'otf-info --json' \
		'otf-stat --json' 'otf-diff other' 'otf-diff --json other' otf-to-chrome otf-draw otf-report 'otf-stat --cluster'; do
		echo "$how"
		LC_ALL=C $how in >out 2>err || [ $? -eq 1 ]
		[ -s out ] || [ "$how" = otf-check ]
		[[ $how != otf-diff* ]] || export TABS=1
		sound out err
		unset TABS
	done
	otf-print in >out
	grep -q -F '\x1b[31m\x9b0m\xc2\x9bx\xc2\x85\xff\x7f\xe2\x82' out
	otf-stat in | grep -q -F '\x1b[31m\x9b0m\xc2\x9bx'
	otf-print --json in | python3 -c 'import json, sys; [json.loads(l) for l in sys.stdin.buffer]'
}

@test "messages show escapes in place of the bytes of names and arguments" {
	bad_stream >in
	mkdir "$bad"
	bad_stream >"$bad/t"
	sed -i '/^Leave	8/d' "$bad/t"
	for how in "otf-cat $bad" "otf-cat $bad/missing" "otf-check $bad/t" "otf-cat in $bad/t" "otf-cat $bad/t $bad/t" \
		"otf-info $bad/t" "otf-diff in $bad/t" "otf-write $bad/no/t" "otf-stat -p $bad in" "otf-cat --$bad" \
		"otf-stat --by $bad in" "otf-filter --match name==$bad in" "otf-slice --inside $bad in -o s" \
		"otf-filter --function $bad,@$bad in" "otf-remap --map $bad in" "otf-print -t $bad in" "otf-cat -r $bad in" \
		"otf-write -n $bad t" "otf-to-vtf3 --format $bad in" "otf-check --rule $bad=off in" "otf-check --rule leave=$bad in" \
		"otf-stat --columns $bad in" "otf-stat --combine $bad"; do
		echo "$how"
		$how >out 2>err <in || true
		[[ $how != otf-cat* && $how != otf-diff* && $how != otf-filter* ]] || : >out
		sound out err
	done
	otf-cat "$bad/missing" 2>err || true
	grep -q -F 'otf-cat: \x1b[31m\x9b0m\xc2\x9bx\xc2\x85\xff\x7f\xe2\x82/missing: no such trace' err
}

@test "machine formats keep the bytes, escaped as in the line stream" {
	bad_stream >in
	otf-cat --no-pg in | grep ^Def >got
	grep ^Def in | diff - got
	otf-stat --tsv in | grep -q -F $'\\x1b[31m\x9b0m\xc2\x9bx'
}

@test "marks of direction and separators of lines in names are escaped: on a terminal, in pictures, in a report" {
	name=$'a\xe2\x80\xaeb\xe2\x80\xa8c\xe2\x80\xa9d\xd8\x9ce\xe2\x81\xa6f\xe2\x81\xa9g\xef\xbb\xbfh\xe2\x80\x8f\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80'
	stream 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|$name|0" "DefFunction|-|0|1|$name|0|0" 'Enter|1|1|1|0' 'Leave|5|1|1|0' >in
	otf-report in -o page.html || true
	for kind in timeline profile flame; do
		otf-draw --$kind in -o $kind.svg
	done
	for how in otf-print otf-stat otf-wait 'otf-info -v' otf-check 'otf-cat -t 1:5 missing-'"$name"; do
		$how in >out.${how%% *} 2>err.${how%% *} || true
	done
	python3 - out.* err.* page.html ./*.svg <<-'END'
		import re, sys
		for name in sys.argv[1:]:
		    if name == "out.otf-cat":
		        continue
		    text = open(name, encoding="utf-8").read()
		    found = re.search("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]", text)
		    assert not found, (name, text[max(0, found.start() - 60):found.end() + 60])
	END
	grep -q -F 'a\xe2\x80\xaeb\xe2\x80\xa8c\xe2\x80\xa9d\xd8\x9ce\xe2\x81\xa6f\xe2\x81\xa9g\xef\xbb\xbfh\xe2\x80\x8f' out.otf-print
	grep -q $'\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80' out.otf-print
	otf-cat --no-pg in | grep -q "$name"
}
