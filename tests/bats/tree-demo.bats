# make demo: the main jobs on the sample, or on a trace of one's own.

setup() {
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	cd "$BATS_TEST_TMPDIR"
}

@test "the demo shows waits, draws a picture, writes a page and an OTF2 archive of the sample" {
	"$top/tests/demo" "$PWD/out" >text
	grep -q 'of the time is useful' text
	grep -q '5 files, the same bytes as those of the pipeline' text
	ls out/picture.*
	[ -s out/report.html ]
	[ "$(otf-cat -r event --count out/archive.otf2)" -gt 2000 ]
}

@test "the demo of one's own trace writes nothing beside it, and ends with five commands, which work" {
	mkdir own
	cp "$top"/tests/data/sample.* own
	ls own >before
	"$top/tests/demo" "$PWD/out" own/sample >text
	ls own | diff before -
	[ -s out/report.html ]
	[ "$(sed -n '/Try next/,$p' text | grep -c '^    otf-')" -eq 5 ]
	sed -n '/Try next/,$s/^    \(otf-[^|]*\).*/\1/p' text | grep -v otf-view >commands
	sh -e commands >/dev/null
	# a build that cannot serve pages proposes no server
	mkdir bin && printf '#!/bin/sh\necho no libmicrohttpd\n' >bin/otf-view && chmod +x bin/otf-view
	PATH=$PWD/bin:$PATH "$top/tests/demo" "$PWD/out" own/sample >text
	[ "$(sed -n '/Try next/,$p' text | grep -c '^    otf-view')" -eq 0 ]
	rm -f profile.svg
	sh -e -c "$(sed -n 's/^    \(otf-draw .*\)/\1/p' text)"
	[ -s profile.svg ]
}

@test "the demo takes OTF2 archives and directories of TAU, and shows the errors of a trace" {
	"$top/tests/demo" "$PWD/out" "$top/tests/data/node.otf2" >/dev/null
	"$top/tests/demo" "$PWD/out" "$top/tests/data/ring" >/dev/null
	printf '3 0 400us\n' >clock && otf-remap --clocks clock "$top/tests/data/sample.otf" -o skewed
	"$top/tests/demo" "$PWD/out" skewed >text 2>err
	grep -q '\[early-receive\]' text
}

@test "the demo of a trace that is not there says so and fails" {
	run "$top/tests/demo" "$PWD/out" none
	[ "$status" -eq 1 ]
	[ "$output" = "demo: $PWD/none is missing" ]
}

@test "make demo gives TRACE to the demo, also with a blank and a quote in it" {
	case $(command -v otf-cat) in */san-*) skip "of make, not of programs" ;; esac
	make -C "$top" -n DEPS=: demo TRACE="my 'trace" | grep -q 'tests/demo build/demo "$TRACE"$'
}

@test "the commands that the demo shows can be pasted, whatever the name of the trace is" {
	mkdir "my 'traces"
	cp "$top/tests/data/ping.bpv" "my 'traces/a \$b.bpv"
	"$top/tests/demo" "$PWD/out" "my 'traces/a \$b.bpv" >text 2>err
	[ "$(sed -n '/Try next/,$p' text | grep -c '^    otf-')" -eq 5 ]
	sed -n '/Try next/,$s/^    \(otf-[^|]*\).*/\1/p' text | grep -v otf-view >commands
	sed -n 's/^\$ \(otf-[a-z]* [^|(]*\)$/\1/p' text | grep -v -e ' -o ' >>commands
	[ "$(wc -l <commands)" -ge 7 ]
	sh -e commands >/dev/null
}

@test "the demo of a damaged trace reads past the damage, and fails if nothing is a trace" {
	cp "$top"/tests/data/sample.* .
	truncate -s 3000 sample.1.events
	"$top/tests/demo" "$PWD/out" sample.otf >text 2>err
	grep -q -F -x "\$ otf-info $PWD/sample.otf --keep-going     (reads past damage)" text
	grep -q 'of the time is useful' text
	[ -s out/report.html ]
	grep -q -F "otf-wait --table gain --keep-going $PWD/sample.otf" text
	run "$top/tests/demo" "$PWD/out" out
	[ "$status" -eq 1 ]
	[[ $output == *'is no trace that can be read' ]]
}
