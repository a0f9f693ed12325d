# otf-view --cache: an index that is kept says what the first pass says, and nothing that is damaged, old or foreign does.

load common
load stream
load serving

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	if otf-cat --version -v | grep -qx 'no libmicrohttpd'; then skip "no libmicrohttpd here"; fi
	mkdir kept
}

# end: the server, which has kept what it was to keep.
end() {
	kill -TERM "$server"
	ended
	[ "$status" -eq 0 ]
}

# keep [OPTION...] TRACE...: let a server keep the index of each trace.
keep() {
	serve --cache kept "$@"
	soon complete
	soon test -z "$(find kept -name '*.otfpipe-*')" -a -n "$(ls kept)"
	end
}

# is_whole: the first answer of the server is that of the end of the first pass, so there was none.
is_whole() {
	asked get "$url" overview "$@" | grep -q '"complete": true'
}

# compares N SEED [OPTION...] TRACE: with its index, kept before, a server answers as one without.
compares() {
	local n=$1 seed=$2
	shift 2
	keep "$@"
	serve --cache kept "$@"
	is_whole
	[ ! -s said ]
	asked answers "$url" "$n" "$seed" >with
	end
	serve "$@"
	soon complete
	asked answers "$url" "$n" "$seed" >without
	end
	cmp with without
	[ "$(ls kept | wc -l)" -eq 1 ]
	rm kept/*
}

@test "with the index that was kept all answers are the same bytes" {
	need_mktrace
	compares "$(by_length 3 20)" 1 "$sample"
	compares "$(by_length 2 20)" 2 -p 1-3 -t 1400000:1800000 -r '!SendMsg' "$sample"
	mktrace -p 4 -e "$(by_length 60k 300k)" -s 2 --markers | otf-write -q made
	compares "$(by_length 2 20)" 3 made
	compares 1 4 --memory 1M -t 10%:70% made
}

@test "the same of other formats, with snapshots, of a stored stream without a span, and of more processes than rows" {
	need_mktrace
	mktrace -p 3 -e 9k | otf-write -q made
	otf-to-otf2 -q -o made2 made
	otf-to-vtf3 -q --lossy -o made.vtf3 made
	mktau -n 2 -t 1 -e 3k tau >written
	otf-snap -q --every 5% -o snapped "$sample"
	otf-cat made | sed '1s/\tTS:[^\t]*//' >stored
	mktrace -p 300 -e 9k >many
	for trace in made2.otf2 made.vtf3 tau snapped stored many; do
		compares "$(by_length 1 20)" 5 "$trace"
	done
}

@test "an index of each trace and selection; that of a trace that has changed takes the place of the old one" {
	otf-cat "$sample" | otf-write -q t
	otf-filter -q -p 1-2 -o part t
	keep t part
	soon [ "$(ls kept | wc -l)" -eq 2 ]
	serve --cache kept part t
	is_whole trace=0
	is_whole trace=1
	end
	keep -p 1 t
	[ "$(ls kept | wc -l)" -eq 3 ]
	otf-filter -q -p 3 --force -o part t
	keep part t
	[ "$(ls kept | wc -l)" -eq 3 ]
	serve --cache kept t part
	is_whole trace=1
	asked get "$url" timeline trace=1 >kept.new
	end
	serve t part
	soon complete
	soon is_whole trace=1
	asked get "$url" timeline trace=1 | cmp - kept.new
	end
	touch part.*.events # their sizes are the same
	serve --cache kept -v part t
	soon complete
	end
	grep -q 'is of the trace as it was before; a new index replaces it$' said
}

@test "a set in a file that has changed selects others, whatever was kept" {
	echo 1-2 >set
	keep -p @set "$sample"
	echo 5-8 >set
	compares 1 6 -p @set "$sample"
}

# spoilt WHAT: with kept/index spoilt the answers are as before, and another index is made.
spoilt() {
	serve --cache kept t
	soon complete
	asked get "$url" timeline columns=600 | cmp - level
	end
	if [ -n "$1" ]; then grep -q "$1" said; else [ ! -s said ]; fi
	cmp "$index" whole
}

@test "an index that is damaged, cut, empty, of another version or another trace is made anew" {
	otf-cat "$sample" | otf-filter -q -p 1-2 -t 0:40% | otf-write -q t
	keep t
	index=$(echo kept/*)
	cp "$index" whole
	serve t
	soon complete
	asked get "$url" timeline columns=600 >level
	end
	size=$(wc -c <whole)
	step=$((size / $(by_length 6 400)))
	for at in $(seq 60 $step $((size - 1))); do
		python3 -c 'import sys
name, at = sys.argv[1], int(sys.argv[2])
text = bytearray(open(name, "rb").read())
text[at] ^= 1 << at % 8
open(name, "wb").write(text)' "$index" "$at"
		spoilt 'is damaged; a new index replaces it$'
	done
	for at in 70 $((size / 2)) $((size - 1)); do
		truncate -s "$at" "$index"
		spoilt 'is damaged; a new index replaces it$'
	done
	for foreign in '' 'something else' "$(head -c 3000 "$sample")"; do
		printf '%s' "$foreign" >"$index"
		spoilt ''
	done
	sed '1s/form 1/form 0/' whole >"$index"
	spoilt ''
	keep -p 1 t
	cp "$(ls kept/* | grep -vxF "$index")" "$index"
	spoilt ''
}

@test "what is no directory is refused" {
	exits 1 otf-view --cache missing "$sample"
	says '--cache: missing: No such file or directory'
	exits 1 otf-view --cache "$sample" "$sample"
	says "--cache: $sample: Not a directory"
}

@test "without permission, without room or where a pipe has the name a warning says so, and the server goes on" {
	need_mktrace
	serve --cache /proc "$sample"
	soon complete
	soon grep -q "^otf-view: /proc/.*\.otf-view: .*; the index is not kept$" said
	asked get "$url" timeline >answer
	end
	[ "$(wc -l <said)" -eq 1 ]
	keep "$sample"
	index=$(echo kept/*)
	rm "$index"
	mkfifo "$index"
	timeout 60 otf-view --cache kept --idle 1s "$sample" >address 2>said 3>&-
	[ -s address ]
	grep -q 'File exists; the index is not kept$' said
}

@test "a full disk is a warning, and nothing is left" {
	mkdir small
	mount -t tmpfs -o size=64k none small 2>/dev/null || skip "no file system can be mounted here"
	serve --cache small "$sample"
	soon complete
	soon grep -q 'No space left on device; the index is not kept$' said || status=$?
	asked get "$url" timeline >answer
	end
	left=$(ls -A small)
	umount small
	[ -z "$left" ]
}

@test "damage, a trace that is being written, definitions after events: no index is kept" {
	otf-cat "$sample" | otf-write -q damaged
	sed -i '1000s/^/what is this\n/' damaged.1.events
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|1|f|0|0' 'Enter|1|1|1|0' \
		'DefProcess|-|0|2|q|0' 'Leave|9|1|1|0' >late
	for trace in '--keep-going damaged' damaged late; do
		serve --cache kept $trace
		soon complete
		end
		[ ! -s said ]
		[ -z "$(ls kept)" ]
	done
}

@test "standard input has no index: a usage error" {
	for operands in '' - "$sample -"; do
		run otf-view --cache kept $operands <"$sample"
		[ "$status" -eq 2 ]
		[[ ${lines[0]} == "otf-view: --cache: standard input "* ]]
	done
}

@test "what a killed server left beside a whole index is removed by the next one, which needs no new index" {
	keep "$sample"
	index=$(echo kept/*)
	cp "$index" whole
	: >"$index.otfpipe-lock"
	serve --cache kept "$sample"
	is_whole
	end
	[ "$(ls kept)" = "${index#kept/}" ]
	cmp "$index" whole
}

@test "two servers keep the same index at once, and a killed one leaves nothing that counts" {
	need_mktrace
	mktrace -p 16 -e "$(by_length 300k 4m)" | otf-write -q made
	for i in $(seq "$(by_length 1 10)"); do
		rm -f kept/*
		otf-view --idle 120s --cache kept made >address.1 2>said.1 3>&- &
		one=$!
		serve --cache kept made
		soon complete
		end
		kill -TERM $one
		wait $one
		[ ! -s said ]
		[ ! -s said.1 ]
	done
	keep made
	cp kept/* whole
	for delay in $(seq 0 "$(by_length 60 4)" 200); do
		rm -f kept/*.otf-view
		serve --cache kept made
		soon complete
		sleep 0.$(printf %03d "$delay")
		kill -KILL "$server"
		ended
		[ "$status" -eq 137 ]
		for index in kept/*.otf-view; do
			if [ -e "$index" ]; then cmp "$index" whole; fi
		done
	done
	keep made
	cmp kept/* whole
}
