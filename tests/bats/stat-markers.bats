# otf-stat --markers: marker lines for calls beyond the upper fence of their function.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

recount() {
	python3 "$REPO/tests/oracle/derive.py" "$@"
}

# durations TICKS...: calls of solve by process 1 that take so long.
durations() {
	local ticks time=0 lines=()
	for ticks; do
		lines+=("Enter|$time|1|1|0" "Leave|$((time += ticks))|1|1|0")
	done
	stream 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|1|solve|0|0' "${lines[@]}" >t.otfl
}

@test "a call above p75 + 1.5 * (p75 - p25) gets a marker with its duration" {
	durations 10 10 10 20 20 20 20 35 36
	silent otf-stat --markers t.otfl
	lines 'DefMarker|-|0|1|long call|3' 'Marker|145|1|1|solve took 36.00 us (36 ticks), fence 35.00 us (35 ticks)' |
		diff - out
}

@test "without a resolution times are in ticks" {
	durations 10 10 10 10 10 11
	grep -v ^DefTimerResolution t.otfl | sed 's/^@END.*/@END	14/' >u.otfl
	silent otf-stat --markers u.otfl
	lines 'DefMarker|-|0|1|long call|3' 'Marker|50|1|1|solve took 11 ticks, fence 10 ticks' | diff - out
}

@test "where no call is beyond nothing is printed, which otf-cat --add takes" {
	durations 10 11 12 13
	silent otf-stat --markers t.otfl
	[ ! -s out ]
	mv out markers
	silent otf-cat --add markers --no-pg t.otfl
	cmp t.otfl out
}

@test "durations that differ by less than quantiles are known to are none beyond" {
	durations $(seq 1000000 40 1004000)
	silent otf-stat --markers t.otfl
	[ ! -s out ]
}

@test "markers are those of a plain recount" {
	local seed
	for seed in $(seq "$(by_length 8 30)"); do
		recount generate "$seed" >t.otfl
		exits 0 otf-stat --markers t.otfl
		{ grep -a ^Marker out || :; } | cmp - <(recount markers <t.otfl) || { echo "seed $seed"; false; }
		mv out markers
		silent otf-cat --no-pg --add markers t.otfl
	done
}

# Times as a recount tells them.
ticks() {
	sed -E 's/[0-9.]+ [a-z]+ \(([0-9]+ ticks)\)/\1/g'
}

@test "markers of the sample trace are those of a plain recount" {
	silent otf-stat --markers "$sample"
	grep ^Marker out | ticks | cmp - <(otf-cat "$sample" | recount markers)
	[ "$(grep -c ^DefMarker out)" = 1 ]
}

@test "otf-cat --add puts them in, and they are written and read again" {
	otf-stat --markers "$sample" >markers
	silent otf-cat --add markers "$sample" -o marked
	otf-cat marked | grep -a -e ^Marker -e ^DefMarker | sort >got
	{ cat markers; otf-cat "$sample" | grep -e ^Marker -e ^DefMarker; } | sort | diff - got
	otf-cat -r '!marker' marked | records | cmp - <(otf-cat -r '!marker' "$sample" | records)
}

@test "the definition has a token that is free" {
	otf-stat --markers "$sample" >markers
	largest=$(otf-cat "$sample" | grep ^DefMarker | cut -f 4 | sort -n | tail -n 1)
	[ "$(head -n 1 markers | cut -f 4)" = $((largest + 1)) ]
	stream 'DefFunction|-|0|1|f|0|0' 'DefMarker|-|0|4294967295|a|1' 'DefMarker|-|0|1|b|1' 'Enter|1|1|1|0' 'Leave|2|1|1|0' \
		'Enter|3|1|1|0' 'Leave|4|1|1|0' 'Enter|5|1|1|0' 'Leave|6|1|1|0' 'Enter|6|1|1|0' 'Leave|7|1|1|0' \
		'Enter|8|1|1|0' 'Leave|10|1|1|0' >u.otfl
	silent otf-stat --markers u.otfl
	[ "$(head -n 1 out | cut -f 4)" = 2 ]
}

@test "what is selected counts, with the whole of calls that end in the interval" {
	durations 10 10 10 10 10 11 50
	silent otf-stat --markers -t :61 t.otfl
	[ ! -s out ]
	silent otf-stat --markers -t :62 t.otfl
	[ "$(grep ^Marker out | cut -f 2)" = 50 ]
	silent otf-stat --markers -t 45: t.otfl
	[ ! -s out ]
	silent otf-stat -q --markers -p 2 t.otfl
	[ ! -s out ]
	otf-stat --markers -p 1-4 "$sample" >markers
	otf-filter -p 1-4 "$sample" | otf-stat --markers | diff - markers
}

@test "a stream on standard input, a file or a pipe, gives what the trace does" {
	otf-stat --markers "$sample" >want
	otf-cat "$sample" >t.otfl
	silent otf-stat --markers <t.otfl
	cmp want out
	silent otf-stat --markers < <(cat t.otfl)
	cmp want out
	silent otf-stat -j 3 --markers "$sample"
	cmp want out
}

@test "snapshots in the trace change nothing" {
	otf-snap --points 7 "$sample" -o snapped
	for time in : 3ms:; do
		otf-stat --markers -t $time "$sample" >want
		silent otf-stat --markers -t $time snapped
		cmp want out
	done
}

@test "a stream too long to be kept is read twice" {
	need_mktrace
	mktrace -p 3 -s 2 -e 300k >t.otfl
	silent otf-stat --markers t.otfl
	mv out want
	silent otf-stat --markers < <(cat t.otfl)
	cmp want out
	ticks <want | grep ^Marker | cmp - <(recount markers <t.otfl)
}

@test "options for reports do not go with markers" {
	exits 2 otf-stat --markers --tsv "$sample"
	exits 2 otf-stat --markers --cluster "$sample"
	exits 2 otf-stat --markers --every 1ms "$sample"
	durations 1 2
	exits 2 otf-stat --markers -t 50%: t.otfl
	[ ! -s out ]
}

@test "of an input cut short nothing is printed, exit 3" {
	otf-cat "$sample" | grep -v ^@END >cut.otfl
	exits 3 otf-stat --markers cut.otfl
	[ ! -s out ]
	exits 3 otf-stat --markers <cut.otfl
	[ ! -s out ]
	exits 1 otf-stat --markers none
	[ ! -s out ]
}

@test "a full disk is an error" {
	fails otf-stat --markers "$sample" >/dev/full 2>err
	says 'stdout: write error'
}

@test "oddities of the trace are warnings, and errors with --strict" {
	stream 'DefFunction|-|0|1|f|0|0' 'Enter|1|1|1|0' 'Leave|2|1|1|0' 'Leave|3|1|1|0' >t.otfl
	exits 0 otf-stat --markers t.otfl
	says 'otf-stat: leave without enter: 1'
	exits 1 otf-stat --strict --markers t.otfl
}
