# otf-wait: causes, blame and the critical path by window and by call.

load common
load stream
load calls

setup() {
	common_setup
}

# b waits 10..30 and 50..90 for a, which is 20 longer in solve, then 40 longer in main; both of it in calls of step.
waits() {
	{
		call 1 17 0 45
		call 1 2 0 30
		call 1 10 30 34 'SendMsg|31|1|2|1|5|8|0'
		call 1 17 45 100
		call 1 10 90 95 'SendMsg|91|1|2|1|5|8|0'
		call 2 17 0 45
		call 2 2 0 10
		call 2 11 10 35 'RecvMsg|34|2|1|1|5|8|0'
		call 2 17 45 100
		call 2 11 50 96 'RecvMsg|95|2|1|1|5|8|0'
	} | make some.otfl
	sed 's/^DefFunction\t-\t0\t16\t/DefFunction\t-\t0\t17\tstep\t0\t0\n&/; s/^@END.*/@END	46/' some.otfl >t.otfl
}

@test "causes by window: the part of a wait in a window is shared out there, whenever its cause was" {
	waits
	otf-wait --tsv --table cause t.otfl | cut -f 3,5-8 >got
	lines 'process_name|function_name|direct|propagated|total' 'a|step|40|0|40' 'a|solve|20|0|20' | diff - got
	otf-wait --tsv --table cause --every 20 t.otfl | cut -f 2,4,6-9 >got
	lines 'window|process_name|function_name|direct|propagated|total' '0|a|solve|10|0|10' '20|a|solve|10|0|10' \
		'40|a|step|10|0|10' '60|a|step|20|0|20' '80|a|step|10|0|10' | diff - got
	otf-wait --tsv --table cause --every 20 -t 15:55 t.otfl | cut -f 2,6,9 >got
	lines 'window|function_name|total' '15|solve|15' '35|step|5' | diff - got
	# shares are of the window
	otf-wait --json --table cause --every 20 t.otfl >out
	[ "$(grep -c '"share": 1.0' out)" -eq 5 ]
}

@test "causes by call of a function; waits outside of its calls are in no window" {
	waits
	otf-wait --tsv --table cause --inside step t.otfl | cut -f 2,4,6-9 >got
	lines 'call|process_name|function_name|direct|propagated|total' '1|a|solve|20|0|20' '2|a|step|40|0|40' | diff - got
	otf-wait --tsv --table cause --inside solve t.otfl | cut -f 2,6,9 >got
	lines 'call|function_name|total' | diff - got
}

@test "the critical path and blame by window are parts of those of the run" {
	waits
	# both end at 100: the path is that of a, which never waits
	otf-wait --tsv --table path --every 50 --by process,function t.otfl | cut -f 2,4,6-8 >got
	lines 'window|process_name|function_name|time|share' '0|a|solve|30|0.6' '0|a|step|16|0.32' '0|a|MPI_Send|4|0.08' \
		'50|a|step|45|0.9' '50|a|MPI_Send|5|0.1' | diff - got
	otf-wait --tsv --table blame --every 50 t.otfl | cut -f 2,4,6-8 >got
	lines 'window|process_name|function_name|time|share' '0|a|solve|20|1.0' '50|a|step|40|1.0' | diff - got
	# read process by process, or all together
	otf-wait --json --table path,blame --every 7 --buffer 96K t.otfl >few
	otf-wait --json --table path,blame --every 7 t.otfl | diff few -
}

@test "what has no windows is refused with the reason" {
	waits
	for bad in '--table path --inside step' '--table blame --inside step' '--table gain --inside step' \
		'--table gain --every 10'; do
		exits 2 otf-wait $bad t.otfl
		[ ! -s out ]
	done
	grep -F -e '--table gain is of the whole run' err
}

@test "by window, causes, blame and path of random traces add up to those of the run, and are those of -t" {
	timeout 300 "$REPO/tests/wait/windows" "$(dirname "$(command -v otf-wait)")" 1 "$(by_length 5 12)" >out || { cat out; false; }
}

@test "a window that is read from a state on, as otf-view keeps it, is that of the whole run: random traces" {
	timeout 300 "$REPO/tests/wait/resume" "$BUILD" 2079 "$(by_length 12 400)" >out || { cat out; false; }
}

@test "a profile that is read from a state on is that of the whole run: random traces" {
	timeout 300 "$REPO/tests/wait/resume" "$BUILD" 2079 "$(by_length 8 400)" otf-stat >out || { cat out; false; }
	timeout 300 "$REPO/tests/wait/resume" "$BUILD" 4079 "$(by_length 4 200)" otf-stat --by path,process >out ||
		{ cat out; false; }
}

@test "a file that is no state, of another order of time, or for another table is refused" {
	otf-cat "$REPO/tests/data/sample.otf" >s.otfl
	mkstate s.otfl 1007000 >state # nobody lives
	exits 4 otf-wait -q --json -t 1017000:1117000 --state state s.otfl
	grep -F 'the window needs a state before 0' err
	otf-wait -q --json -t 1500000:1600000 s.otfl >whole
	for time in 1222000 1400000; do # at the second one messages are in transit whose calls are over
		mkstate s.otfl $time >state
		otf-wait -q --json -t 1500000:1600000 --state state s.otfl >part
		cmp part whole
	done
	mkstate s.otfl 1222000 >state
	exits 1 otf-wait --json -t 1222000:1600000 --state state s.otfl
	grep -F 'no state from before the window' err
	head -c 100 state >cut
	exits 1 otf-wait --json -t 1500000:1600000 --state cut s.otfl
	grep -F 'cut: is not a state that otf-view wrote' err
	exits 1 otf-wait --json -t 1500000:1600000 --state s.otfl s.otfl
	exits 1 otf-wait --json -t 1500000:1600000 --state none s.otfl
	grep -F 'none: No such file' err
	exits 2 otf-wait --json --state state s.otfl
	exits 2 otf-wait -t 1500000:1600000 --state state s.otfl
	exits 2 otf-wait --json -t 1500000:1600000 --by process --state state s.otfl
}

@test "causes do not depend on how processes are spread over streams, nor on their tokens if these keep their order" {
	sample=$REPO/tests/data/sample.otf
	otf-wait -q --tsv --table cause,path --by process,function "$sample" | cut -f 3- >want
	for n in 1 3; do
		otf-cat -q "$sample" | otf-write -n $n "streams$n"
		otf-wait -q --tsv --table cause,path --by process,function "streams$n" | cut -f 3- | diff want -
	done
	for p in $(seq 8); do printf 'process\t%s\t%s\n' "$p" "$((100 + 3 * p))"; done >map
	otf-remap -q --map map "$sample" -o other
	otf-wait -q --tsv --table cause,path --by process,function other | cut -f 3- | diff want -
}
