# otf-stat --cluster: groups of processes alike, and that otf-filter --represent takes them.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

recount() {
	python3 "$REPO/tests/oracle/derive.py" "$@"
}

# calls PROCESS SOLVE COPY: ticks in two functions.
calls() {
	echo "$(($1 * 1000)) $1 1 $2"
	echo "$(($1 * 1000 + 500)) $1 2 $3"
}

# four LINE...: with these lines at the head; processes 1, 3 and 4 are alike within 0.1, 2 is not.
four() {
	local lines
	mapfile -t lines < <({ calls 1 100 100; calls 2 100 150; calls 3 110 100; calls 4 100 90; } | awk '{
		print "Enter|" $1 "|" $2 "|" $3 "|0"; print "Leave|" $1 + $4 "|" $2 "|" $3 "|0" }')
	stream '@SM|1|1,2' '@SM|2|3,4' "$@" 'DefFunction|-|0|1|solve|0|0' 'DefFunction|-|0|2|copy|0|0' "${lines[@]}" >t.otfl
}

@test "a line a cluster, the process that began it first" {
	four
	silent otf-stat --cluster t.otfl
	printf '%s\n' '1 3 4' 2 | cmp - out
}

@test "the share is that of the exclusive time of the larger one, and at it is within" {
	four
	silent otf-stat --cluster=0.2 t.otfl
	printf '%s\n' '1 2 3 4' | cmp - out
	silent otf-stat --cluster=0.1999 t.otfl
	printf '%s\n' '1 3 4' 2 | cmp - out
	silent otf-stat --cluster=0 t.otfl
	printf '%s\n' 1 2 3 4 | cmp - out
	silent otf-stat --cluster=1 t.otfl
	printf '%s\n' '1 2 3 4' | cmp - out
}

@test "clusters are those of a plain recount" {
	local share seed
	for seed in $(seq "$(by_length 8 25)"); do
		recount generate "$seed" >t.otfl
		for share in 0 0.1 0.35 0.6 0.999999 1; do
			exits 0 otf-stat --cluster=$share t.otfl
			recount cluster $share <t.otfl | cmp - out || { echo "seed $seed, $share"; false; }
		done
	done
}

# unlike N: processes 1 to N, 6 calls each, whose functions and lengths differ.
unlike() {
	local lines
	mapfile -t lines < <(awk -v n="$1" 'BEGIN { srand(5); for (p = 1; p <= n; p++) for (i = 0; i < 6; i++) {
		f = 1 + int(rand() * 12); t = p * 100000 + i * 9000
		print "Enter|" t "|" p "|" f "|0"; print "Leave|" t + 1000 * (1 + int(rand() * 8)) "|" p "|" f "|0" } }')
	stream "${lines[@]}"
}

@test "of many processes that are unlike the clusters are those of a plain recount" {
	local share
	unlike 300 >t.otfl
	for share in 0.05 0.2 0.5 0.8; do
		silent otf-stat --cluster=$share t.otfl
		recount cluster $share <t.otfl | cmp - out
		[ "$(wc -l <out)" -gt 1 ]
	done
}

@test "local definitions of one name in different streams are one function" {
	stream '@SM|1|1' '@SM|2|2' 'DefFunction|-|1|7|solve|0|0' 'DefFunction|-|2|9|solve|0|0' 'Enter|1|1|7|0' \
		'Enter|1|2|9|0' 'Leave|90|1|7|0' 'Leave|90|2|9|0' >t.otfl
	silent otf-stat --cluster=0 t.otfl
	[ "$(cat out)" = '1 2' ]
}

@test "otf-filter --represent takes the clusters" {
	four 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcess|-|0|3|c|0' 'DefProcess|-|0|4|d|0'
	otf-write t <t.otfl
	otf-stat --cluster t | silent otf-filter --represent /dev/stdin t -o u
	otf-cat -r DefProcessSubstitutes u | records >got
	lines 'DefProcessSubstitutes|-|0|1|1,3,4' | cmp - got
	[ "$(otf-cat -r event u | records | cut -f 3 | sort -u | paste -sd ' ')" = '1 2' ]
}

@test "only processes that are selected are in clusters" {
	four
	silent otf-stat --cluster=1 -p 2-3 t.otfl
	[ "$(cat out)" = '2 3' ]
	silent otf-stat --cluster -t 3000: t.otfl
	[ "$(cat out)" = '3 4' ]
}

@test "clusters out of what --partial wrote are those of the trace" {
	otf-stat --cluster=0.9 "$sample" >want
	for k in 1 2; do
		otf-stat --partial --part $k/2 --by process,function "$sample" >$k.part
	done
	silent otf-stat --combine --cluster=0.9 2.part 1.part
	cmp want out
	otf-stat --partial --by process,group,function --every 1ms "$sample" >whole.part
	silent otf-stat --combine --cluster=0.9 whole.part
	cmp want out
}

@test "what --partial wrote has to be by process and function" {
	otf-stat --partial "$sample" >p
	exits 2 otf-stat --combine --cluster p
	says 'otf-stat: --cluster: the combined counts are not by process and function; count them with --by process,function'
	[ ! -s out ]
	otf-stat --partial --by process,function --table message "$sample" >p
	exits 2 otf-stat --combine --cluster p
}

@test "a stream and the trace that it is of have the same clusters" {
	otf-stat --cluster=0.9 "$sample" >want
	otf-cat "$sample" | silent otf-stat --cluster=0.9
	cmp want out
	silent otf-stat -j 3 --cluster=0.9 "$sample"
	cmp want out
}

@test "processes that called nothing are in no cluster" {
	stream 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'Enter|1|1|7|0' 'Leave|9|1|7|0' 'SendMsg|9|2|1|0|0|8|0' >t.otfl
	silent otf-stat --cluster=1 t.otfl
	[ "$(cat out)" = 1 ]
}

@test "an interval gives the same clusters where it is entered at a snapshot" {
	otf-snap --points 7 "$sample" -o snapped
	for time in 3ms: 2500001:3200000; do
		otf-stat --cluster=0.8 -t $time "$sample" >want
		silent otf-stat --cluster=0.8 -t $time snapped
		cmp want out
	done
}

@test "an empty trace has no clusters" {
	stream >t.otfl
	silent otf-stat --cluster t.otfl
	[ ! -s out ]
}

@test "a share that is none is a usage error" {
	for share in 1.1 -1 x 0.1s 1e-1 .5 1.000000000001; do
		exits 2 otf-stat --cluster="$share" "$sample"
		says "otf-stat: --cluster: want a share from 0 to 1, not '$share'"
		[ ! -s out ]
	done
}

@test "options for reports do not go with clusters" {
	for option in --tsv --json --folded --partial '--by process' '--table function' '--every 1ms' --from-summaries \
		--filter-rules --markers '--format tau'; do
		exits 2 otf-stat --cluster $option "$sample"
		[ ! -s out ]
	done
}

@test "of an input cut short nothing is printed, exit 3" {
	otf-cat "$sample" | grep -v ^@END >cut.otfl
	exits 3 otf-stat --cluster cut.otfl
	[ ! -s out ]
}

@test "a full disk is an error" {
	fails otf-stat --cluster "$sample" >/dev/full 2>err
	says 'stdout: write error'
}

@test "oddities of the trace are warnings, and errors with --strict" {
	stream 'DefFunction|-|0|1|f|0|0' 'Enter|1|1|1|0' 'Leave|2|1|1|0' 'Leave|3|1|1|0' >t.otfl
	exits 0 otf-stat --cluster t.otfl
	says 'otf-stat: leave without enter: 1'
	exits 1 otf-stat --strict --cluster t.otfl
}
