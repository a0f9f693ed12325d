# otf-wait: traces by hand, with what must come out of them; random ones are compared with tests/wait/recount.py.

load common
load stream
load calls

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# waits [OPTION...] FILE: kind, process, count, sum, longest and peer, by kind and process.
waits() {
	otf-wait -q --tsv --table wait --by process,peer --top 0 "$@" |
		awk -F '\t' '$1 == "wait" { print $2, $3, $7, $8, $9, $5 }' | sort
}

# counted NAME FILE [OPTION...]
counted() {
	otf-wait -q --json --table wait "${@:2}" | head -n 1 | sed "s/.*\"$1\": \([0-9]*\).*/\1/"
}

# efficiency FILE: runtime, ideal, useful, max_useful, skewed
efficiency() {
	otf-wait -q --tsv --table efficiency "$@" | awk -F '\t' 'NR > 1 { print $5, $6, $7, $9, $15 }'
}

@test "a late sender: from the enter of the receiver to that of the sender; efficiencies; the path goes to the sender" {
	{
		call 1 1 0 50
		call 1 10 30 35 'SendMsg|31|1|2|1|5|8|0'
		call 2 1 0 52
		call 2 11 10 42 'RecvMsg|40|2|1|1|5|8|0'
	} | make t.otfl
	# min(E(s), time r) - E(r) = min(30, 40) - 10
	[ "$(waits t.otfl)" = 'late_sender 2 1 20 20 1' ]
	# useful: a 50 - 5 = 45, b 52 - 32 = 20. T = 52. The second clock of a is 30 at the send and 45 at the end; that of b
	# is max(10, 30) = 30 at the receive, and 40 at the end: ideal 45
	[ "$(efficiency t.otfl)" = '52 45 65 45 0' ]
	# LB = 65 / 90, CE = 45 / 52, PE = 65 / 104, SE = 45 / 45, TE = 45 / 52
	otf-wait --tsv --table efficiency t.otfl | awk -F '\t' 'NR == 2 { print $10, $11, $12, $13, $14 }' >got
	[ "$(cat got)" = '0.7222222222222222 0.8653846153846154 0.625 1.0 0.8653846153846154' ]
	# backward from the end of b: main from 52 to 42, MPI_Recv to 30, and a in main from there
	otf-wait --tsv --table path --by process,function t.otfl | cut -f 2,4,6 | lines "$(cat)" >got
	lines 'process|function|time' '1|1|30' '2|11|12' '2|1|10' | diff - got
	# main: 40 on the path, (45 + 20) / 2 on average; MPI_Recv: 12, (0 + 32) / 2
	otf-wait --tsv --table path t.otfl | cut -f 2,4,6 >got
	lines 'function|time|critical_imbalance' '1|40|8' '11|12|0' | diff - got
	# that is of the whole run, what of the path is shown is not
	otf-wait --tsv --table path -p 2 t.otfl | cut -f 2,4,6 >got
	lines 'function|time|critical_imbalance' '11|12|0' '1|10|8' | diff - got
	# functions of one name are one: 40 of all, 30 and 10
	awk -F '\t' -v OFS='\t' '$1 == "DefFunction" && $4 == 1 { print; $4 = 20 }
		$3 == 2 && $4 == 1 && /^(Enter|Leave)/ { $4 = 20 } 1' t.otfl | sed '$d' | otf-cat --adopt >named.otfl
	otf-wait --tsv --table path named.otfl | cut -f 2,4,6 >got
	lines 'function|time|critical_imbalance' '1|30|8' '11|12|0' '20|10|8' | diff - got
	# a was in main while b waited
	otf-wait --tsv --table blame t.otfl | cut -f 2,4,6 >got
	lines 'process|function|time' '1|1|20' | diff - got
	# and so the cause: a was longer in main than b before b began to wait
	otf-wait --tsv --table cause t.otfl | cut -f 2,4,6-8 >got
	lines 'process|function|direct|propagated|total' '1|1|20|0|20' | diff - got
}

@test "a receive that comes before its send is skewed; the wait ends with the receive" {
	{
		call 1 10 30 35 'SendMsg|31|1|2|1|5|8|0'
		call 2 11 10 25 'RecvMsg|20|2|1|1|5|8|0'
	} | make t.otfl
	# min(30, 20) - 10
	[ "$(waits t.otfl)" = 'late_sender 2 1 10 10 1' ]
	[ "$(counted skewed t.otfl)" = 1 ]
	exits 0 otf-wait t.otfl
	says 'received before they were sent, or over before all had begun: 1'
	exits 1 otf-wait --strict t.otfl
	# no way for the path
	otf-wait -q --tsv --table path --by process t.otfl | cut -f 2,4 >got
	lines 'process|time' '-|20' '1|5' | diff - got
}

@test "wrong order: an earlier message to the same receiver is pending" {
	{
		call 1 10 20 22 'SendMsg|21|1|2|1|1|8|0'
		call 1 10 30 32 'SendMsg|31|1|2|1|2|8|0'
		call 2 11 10 40 'RecvMsg|35|2|1|1|2|8|0'
		call 2 11 45 47 'RecvMsg|46|2|1|1|1|8|0'
	} | make t.otfl
	# the message of 31 is received first: 30 - 10
	waits t.otfl >got
	printf '%s\n' 'late_sender 2 1 20 20 1' 'wrong_order 2 1 20 20 1' | diff - got
}

@test "a late receiver: from the enter of the sender to that of a blocking receive; else it is unknown" {
	{
		call 1 10 10 40 'SendMsg|11|1|2|1|5|8|0'
		call 2 11 30 45 'RecvMsg|38|2|1|1|5|8|0'
	} | make t.otfl
	# min(E(r), L(s)) - E(s) = min(30, 40) - 10
	[ "$(waits t.otfl)" = 'late_receiver 1 1 20 20 2' ]
	sed 's/\t11\t0$/\t12\t0/' t.otfl >u.otfl # MPI_Waitall
	[ -z "$(waits u.otfl)" ]
	[ "$(counted unknown t.otfl) $(counted unknown u.otfl)" = '0 1' ]
	# the send is left before the receiver enters
	{
		call 1 10 10 29 'SendMsg|11|1|2|1|5|8|0'
		call 2 11 30 45 'RecvMsg|38|2|1|1|5|8|0'
	} | make t.otfl
	[ -z "$(waits t.otfl)" ]
}

@test "late sender and late receiver in one call count once, several receives in one call as the longest" {
	{
		call 1 13 10 60 'SendMsg|11|1|2|1|5|8|0' 'RecvMsg|50|1|2|1|5|8|0'
		call 2 13 30 61 'SendMsg|31|2|1|1|5|8|0' 'RecvMsg|51|2|1|1|5|8|0'
	} | make t.otfl
	# of a both last from 10 to 30
	[ "$(waits t.otfl)" = 'late_sender 1 1 20 20 2' ]
	{
		call 1 10 20 22 'SendMsg|21|1|2|1|5|8|0'
		call 3 10 35 37 'SendMsg|36|3|2|1|5|8|0'
		call 2 12 5 50 'RecvMsg|40|2|1|1|5|8|0' 'RecvMsg|45|2|3|1|5|8|0'
	} | make t.otfl
	# 20 - 5 for a, 35 - 5 for c
	[ "$(waits t.otfl)" = 'late_sender 2 1 30 30 3' ]
}

@test "barrier and all to all: up to the last enter, and from the first leave" {
	{
		call 1 14 10 50 "$(op 1 1 0 11 49)"
		call 2 14 20 52 "$(op 2 1 0 21 51)"
		call 3 14 40 51 "$(op 3 1 0 41 50)"
	} | make t.otfl
	# 40 - 10, 40 - 20, 0; 50 - 50, 52 - 50, 51 - 50
	waits t.otfl >got
	printf '%s\n' 'barrier_completion 2 1 2 2 -' 'barrier_completion 3 1 1 1 -' 'barrier_wait 1 1 30 30 3' \
		'barrier_wait 2 1 20 20 3' | diff - got
	# as CollectiveOperation: begin and duration
	{
		call 1 16 10 50 'CollectiveOperation|11|1|4|1|0|0|0|38|0'
		call 2 16 20 52 'CollectiveOperation|21|2|4|1|0|0|0|30|0'
		call 3 16 40 51 'CollectiveOperation|41|3|4|1|0|0|0|9|0'
	} | make t.otfl
	waits t.otfl | sed 's/nxn/barrier/' | diff got -
	# useful: nothing, but for the time before: none. The second clock starts at the begin of each life: 0, 10, 30
	[ "$(efficiency t.otfl)" = '42 30 0 0 0' ]
}

@test "a late broadcast: up to the enter of the root" {
	{
		call 1 15 10 35 "$(op 1 2 2 11 34)"
		call 2 15 30 33 "$(op 2 2 2 31 32)"
		call 3 15 50 52 "$(op 3 2 2 51 52)"
	} | make t.otfl
	# 30 - 10; c comes after the root
	[ "$(waits t.otfl)" = 'late_broadcast 1 1 20 20 2' ]
}

@test "reduce: the root waits for the first, and then for the last of the others" {
	{
		call 1 16 10 60 "$(op 1 3 1 11 59)"
		call 2 16 30 33 "$(op 2 3 1 31 32)"
		call 3 16 50 52 "$(op 3 3 1 51 52)"
	} | make t.otfl
	# 30 - 10, 50 - 30; others send and go on
	waits t.otfl >got
	printf '%s\n' 'early_reduce 1 1 20 20 3' 'reduce_spread 1 1 20 20 3' | diff - got
}

@test "MPI_Scan: a member waits for those of lower positions" {
	{
		call 3 16 10 103 "$(op 3 6 0 10 103)"
		call 1 16 20 23 "$(op 1 6 0 20 23)"
		call 2 16 100 103 "$(op 2 6 0 100 103)"
	} | make t.otfl
	# c: 100 - 10, for b; a waits for nobody, b not for a, which came before it
	[ "$(waits t.otfl)" = 'early_scan 3 1 90 90 2' ]
	# b did nothing else before
	otf-wait --tsv --table cause t.otfl | cut -f 2,3,6 | lines "$(cat)" >got
	lines 'process|process_name|direct' | diff - <(head -n 1 got)
	[ "$(awk 'NR > 1 { sum += $NF } END { print sum }' got)" = 90 ]
}

@test "MPI_Init and MPI_Finalize end when all that are in them have entered; causes count from MPI_Init on" {
	{
		call 1 12 0 100
		call 2 12 70 100
		call 3 12 90 95
		call 1 2 100 110
		call 2 2 100 140
		call 3 2 95 150
		call 1 10 110 200
		call 2 10 140 145
		call 3 10 150 200
	} | make t.otfl
	sed -i -e 's/MPI_Waitall/MPI_Init_thread/' -e 's/MPI_Send\t/mpi_finalize_\t/' t.otfl
	# init: 90 - 0, 90 - 70; finalize: 150 - 110; b leaves at 145, and waits for nobody
	waits t.otfl >got
	printf '%s\n' 'finalize_wait 1 1 40 40 3' 'init_wait 1 1 90 90 3' 'init_wait 2 1 20 20 3' | diff - got
	# c began late, and nobody knows why; in the finalize a waits since c was 55 in solve and itself 10
	otf-wait --tsv --table cause t.otfl | cut -f 2,4,5,8 >got
	lines 'process|function|function_name|total' '3|-|(unknown)|110' '3|2|solve|40' | diff - got
	# backward from the end of a: to c at 150, and to its enter at 90, where it began
	otf-wait --tsv --table path --by process t.otfl | cut -f 2,4 >got
	lines 'process|time' '-|90' '3|60' '1|50' | diff - got
	# in one tick the order of records and the numbers of processes say nothing
	{
		call 1 10 10 30
		call 2 10 30 30
		call 3 1 10 40
	} >calls
	make a.otfl <calls
	sed -e 's/|1|10|0$/|X|10|0/; s/|2|10|0$/|1|10|0/; s/|X|10|0$/|2|10|0/' calls | make b.otfl
	sed -i 's/MPI_Send\t/MPI_Finalize\t/' a.otfl b.otfl
	[ "$(waits a.otfl)" = 'finalize_wait 1 1 20 20 2' ]
	[ "$(waits b.otfl)" = 'finalize_wait 2 1 20 20 1' ]
}

@test "the ideal network: all to one and MPI_Scan carry clocks one way" {
	{
		call 1 1 0 100
		call 1 16 10 60 "$(op 1 3 1 11 59)"
		call 2 1 0 60
		call 2 16 30 33 "$(op 2 3 1 31 32)"
		call 3 1 0 60
		call 3 16 50 52 "$(op 3 3 1 51 52)"
	} | make t.otfl
	# root: max(10, 30, 50) + 40 = 90; b: 30 + 27 = 57; c: 50 + 8 = 58
	otf-wait --tsv --table efficiency --by process t.otfl | awk -F '\t' '$1 == "process" { print $8 }' >got
	printf '%s\n' 90 57 58 | diff - got
	sed 's/^\(Begin.*\)\t3\t7/\1\t6\t7/' t.otfl >u.otfl
	# a takes nothing: 10 + 40; b of a: 57; c of a, b: 58. a ends before it needs anybody; b and c have not begun at 59
	otf-wait -q --tsv --table efficiency --by process u.otfl | awk -F '\t' '$1 == "process" { print $8 }' >got
	printf '%s\n' 50 57 58 | diff - got
}

@test "what cannot be judged is counted and is no wait: outside, incomplete, untyped; operations that do not block" {
	{
		op 1 1 0 11 49
		call 2 14 20 52 "$(op 2 1 0 21 51)"
		call 3 14 40 51 "$(op 3 1 0 41 50)"
		printf '%s\n' 'SendMsg|60|1|2|1|5|8|0'
		call 2 11 55 70 'RecvMsg|65|2|1|1|5|8|0'
	} | make t.otfl
	[ -z "$(waits t.otfl)" ]
	[ "$(counted outside t.otfl)" = 2 ]
	exits 0 otf-wait t.otfl
	says 'messages and operations outside of every communication call: 2'
	{
		call 1 14 10 50 "$(op 1 1 0 11 49)"
		call 2 14 20 52 "$(op 2 1 0 21 51)"
	} | make t.otfl
	[ -z "$(waits t.otfl)" ]
	[ "$(counted incomplete t.otfl) $(counted skewed t.otfl)" = '1 0' ] # nobody knows when c begins
	[ "$(counted incomplete t.otfl -p 1,2) $(counted incomplete t.otfl -p 3)" = '1 0' ]
	for kind in 5 7; do
		{
			call 1 14 10 50 "$(op 1 $kind 0 11 49)"
			call 2 14 20 52 "$(op 2 $kind 0 21 51)"
			call 3 14 40 51 "$(op 3 $kind 0 41 50)"
		} | make t.otfl
		[ -z "$(waits t.otfl)" ]
		[ "$(counted untyped t.otfl)" = $((kind == 5)) ]
	done
}

@test "1024 operations of a communicator are under way; the oldest of more is incomplete" {
	{
		for ((i = 0; i < 1025; i++)); do
			printf '%s\n' "CollectiveOperation|$i|1|1|2|0|0|0|0|0"
		done
		printf '%s\n' "CollectiveOperation|2000|2|1|2|0|0|0|0|0" "CollectiveOperation|2001|2|1|2|0|0|0|0|0"
	} | make t.otfl
	# the first is closed before b begins it; b completes the second; 1023 are left at the end
	[ "$(counted incomplete t.otfl)" = 1024 ]
}

@test "a thread stands for its process in a communicator, has no useful time without calls, and no part in the mean" {
	{
		printf '%s\n' 'DefProcess|-|0|4|thread|2'
		call 1 1 0 50
		call 1 10 30 35 'SendMsg|31|1|2|1|5|8|0'
		call 2 1 0 50
		call 4 11 10 42 'RecvMsg|40|4|1|1|5|8|0'
		printf '%s\n' 'Counter|45|4|1|1'
	} | make t.otfl
	[ "$(waits t.otfl)" = 'late_sender 4 1 20 20 1' ]
	[ "$(efficiency t.otfl)" = '50 50 95 50 0' ]
	otf-wait --tsv --table efficiency --by process t.otfl | awk -F '\t' '$2 == 4 { print $4, $6, $7, $8 }' >got
	[ "$(cat got)" = '1 35 0 30' ] # idle, and its clock is that of the message
}

@test "--comm: other functions communicate; --table efficiency --by function: imbalance" {
	{
		call 1 1 0 100
		call 1 2 20 80
		call 2 1 0 100
		call 2 2 60 80
		call 3 1 0 100
		call 3 2 70 80
	} | make t.otfl
	[ "$(efficiency --comm solve t.otfl)" = '100 90 210 90 0' ]
	# solve takes 60, 20, 10: mean 30, imbalance 30, of 60: 1/2 * 3/2
	otf-wait --tsv --table efficiency --by function t.otfl | awk -F '\t' '$3 == "solve" { print $5, $6, $7, $8, $11, $12 }' >got
	[ "$(cat got)" = '90 30 60 1 30 0.75' ]
	exits 0 otf-wait --comm 'nothing*' t.otfl
	says "--comm: nothing matches 'nothing*'"
}

@test "windows add up to the whole, and calls of a function are windows, too" {
	whole=$(otf-wait --tsv --table wait --top 0 $sample | awk -F '\t' '$1 == "wait" && NR > 1 { c += $3; s += $4 } END { print c, s }')
	parts=$(otf-wait --tsv --table wait --top 0 --every 100us $sample | awk -F '\t' '$1 == "wait" && NR > 1 && $2 != "window" { c += $4; s += $5 } END { print c, s }')
	[ "$whole" = "$parts" ]
	# each process calls time_step six times
	[ "$(otf-wait --tsv --table efficiency --inside time_step $sample | awk -F '\t' 'NR > 1 { print $2, $3 }' | tr '\n' ' ')" = \
		'1 8 2 8 3 8 4 8 5 8 6 8 ' ]
}

@test "an interval has the part of the waits that is in it" {
	{
		call 1 10 30 35 'SendMsg|31|1|2|1|5|8|0'
		call 2 11 10 42 'RecvMsg|40|2|1|1|5|8|0'
	} | make t.otfl
	[ "$(waits -t 5:15 t.otfl)" = 'late_sender 2 1 5 20 1' ]
	[ "$(waits -t 20:25 t.otfl)" = 'late_sender 2 0 5 - 1' ] # it starts before
	[ -z "$(waits -t 31:50 t.otfl)" ]
}

@test "the time on the path is the runtime, the sum of all causes that of all waits with a peer" {
	for options in '' '-t 20%:60%' '-p 1-5' '--buffer 96K'; do
		# shellcheck disable=SC2086
		otf-wait -q $options --table efficiency,wait,cause,blame,path --json --by path --top 0 $sample >all.json
		python3 - all.json "$(case $options in -p*) echo part ;; *) echo whole ;; esac)" <<-'END'
			import json, sys
			all = json.load(open(sys.argv[1]))
			sum_of = lambda table, key='time': sum(row[key] for row in all[table])
			assert all['path_time'] == (all['efficiency'][0]['runtime'] if sys.argv[2] == 'whole' else 3900242) > 0
			assert sys.argv[2] == 'part' or sum_of('path') == all['path_time']
			assert sum_of('cause', 'total') == sum_of('cause', 'direct') + sum_of('cause', 'propagated')
			assert sys.argv[2] == 'part' or sum_of('cause', 'total') == sum_of('blame')
			assert sum_of('blame') == sum(r['sum'] for r in all['wait'] if r['wait'] != 'wrong_order' and
			                              not r['wait'].endswith('completion')) > 0
		END
	done
}

@test "in one tick a send stands before its receive, whatever the numbers of the processes" {
	for sender in 1 2; do
		receiver=$((3 - sender))
		{
			call $sender 2 0 100
			call $sender 10 100 100 "SendMsg|100|$sender|$receiver|1|5|8|0"
			call $receiver 11 0 100 "RecvMsg|100|$receiver|$sender|1|5|8|0"
			call $receiver 2 100 150
		} | make t.otfl
		[ "$(efficiency t.otfl)" = '150 150 150 100 0' ]
		[ "$(waits t.otfl)" = "late_sender $receiver 1 100 100 $sender" ]
		[ "$(counted skewed t.otfl)" = 0 ]
		otf-wait --tsv --table path --by process t.otfl | cut -f 2,4 | sort >got
		lines "process|time" "$sender|100" "$receiver|50" | sort | diff - got
		# through three processes in one tick
		third=3
		{
			call $sender 2 0 100
			call $sender 10 100 100 "SendMsg|100|$sender|$receiver|1|5|8|0"
			call $receiver 11 0 100 "RecvMsg|100|$receiver|$sender|1|5|8|0"
			call $receiver 10 100 100 "SendMsg|100|$receiver|$third|1|5|8|0"
			call $third 11 0 100 "RecvMsg|100|$third|$receiver|1|5|8|0"
			call $third 2 100 170
		} | make t.otfl
		[ "$(efficiency t.otfl | cut -d ' ' -f 2,5)" = '170 0' ]
	done
}

@test "in one tick an operation is over before what its member does next, and begins come before ends" {
	for last in 1 2 3; do # who comes last, in the tick in which the others go on
		for p in 1 2 3; do
			[ $p -eq $last ] && at=100 || at=0
			call $p 2 0 $at
			call $p 14 $at 100 "CollectiveOperation|$at|$p|1|1|0|0|0|$((100 - at))|0"
			call $p 15 100 100 "CollectiveOperation|100|$p|2|1|1|0|0|0|0"
			call $p 2 100 150
		done | make t.otfl
		[ "$(efficiency t.otfl | cut -d ' ' -f 1,2,5)" = '150 150 0' ]
		[ "$(waits t.otfl | cut -d ' ' -f 1,4 | sort | uniq -c | sed 's/^ *//')" = '2 barrier_wait 100' ]
	done
}

@test "an operation without all its members is incomplete, not skewed; what only starts one does not wait" {
	for p in 1 2; do
		call $p 14 $((10 * p)) 50 "BeginCollectiveOperation|$((10 * p))|$p|1|7|1|0|0|0|0" "EndCollectiveOperation|50|$p|7"
	done | make t.otfl
	[ "$(counted skewed t.otfl) $(counted incomplete t.otfl)" = '0 1' ]
	[ "$(waits t.otfl)" = '' ]
	# all are in it, and a ends it before b and c begin; it is incomplete, too, since c never leaves its call. The number
	# does not depend on the table that is asked for
	{
		call 1 14 10 15 "$(op 1 1 0 10 15)"
		call 2 14 20 50 "$(op 2 1 0 20 50)"
		call 3 14 30 60 "$(op 3 1 0 30 50)" | grep -v '^Leave'
	} | make t.otfl
	[ "$(counted skewed t.otfl) $(counted incomplete t.otfl)" = '2 1' ]
	[ "$(efficiency t.otfl | cut -d ' ' -f 5)" = 2 ]
	# the call says that it does not block, also if the operation has the name of the blocking one
	for p in 1 2 3; do
		call $p 18 $((10 * p)) 50 "BeginCollectiveOperation|$((10 * p))|$p|1|7|1|0|0|0|0" "EndCollectiveOperation|50|$p|7"
	done | make t.otfl
	sed -i 's/^DefFunction\t-\t0\t16.*/&\nDefFunction\t-\t0\t18\tMPI_Ibarrier\t0\t0/; s/^@END.*//; /^$/d' t.otfl
	otf-cat --adopt t.otfl 2>/dev/null >u.otfl
	[ "$(waits u.otfl)" = '' ]
}

@test "wrong order needs an earlier send that the call leaves waiting" {
	for second in 20 21; do
		{
			call 1 10 20 22 'SendMsg|20|1|3|1|5|8|0'
			call 2 10 20 22 "SendMsg|$second|2|3|1|5|8|0"
			call 3 11 0 30 'RecvMsg|30|3|2|1|5|8|0'
			call 3 11 30 40 'RecvMsg|40|3|1|1|5|8|0'
		} | make t.otfl
		[ "$(waits t.otfl | grep -c wrong_order)" -eq $((second - 20)) ]
	done
	{
		call 1 10 20 22 'SendMsg|20|1|3|1|5|8|0'
		call 2 10 20 22 'SendMsg|21|2|3|1|5|8|0'
		call 3 12 0 30 'RecvMsg|30|3|2|1|5|8|0' 'RecvMsg|30|3|1|1|5|8|0'
	} | make t.otfl
	[ "$(waits t.otfl | grep -c wrong_order)" -eq 0 ]
}

@test "root causes: a wait that is passed on goes to where the time was lost" {
	{
		call 1 2 0 100
		call 1 10 100 104 'SendMsg|101|1|2|1|5|8|0'
		call 2 1 0 10
		call 2 11 10 105 'RecvMsg|104|2|1|1|5|8|0'
		call 2 1 105 110
		call 2 10 110 114 'SendMsg|111|2|3|1|5|8|0'
		call 3 1 0 10
		call 3 11 10 115 'RecvMsg|114|3|2|1|5|8|0'
	} | make t.otfl
	[ "$(waits t.otfl)" = 'late_sender 2 1 90 90 1
late_sender 3 1 100 100 2' ]
	# b waits 90 for a: solve of a 100, of b 0. c waits 100 for b: main of b is 5 longer, its MPI_Recv has 5 beside the
	# wait of 90, which goes to a
	otf-wait --tsv --table cause t.otfl | cut -f 2,4,6-8 >got
	lines 'process|function|direct|propagated|total' '1|2|90|90|180' '2|1|5|0|5' '2|11|5|0|5' | diff - got
	otf-wait --tsv --table cause --by process t.otfl | cut -f 2,4-6 >got
	lines 'process|direct|propagated|total' '1|90|90|180' '2|10|0|10' | diff - got
	otf-wait --tsv --table cause --by path,wait t.otfl | cut -f 3-7 >got
	lines 'path_name|wait|direct|propagated|total' 'solve|late_sender|90|90|180' 'MPI_Recv|late_sender|5|0|5' \
		'main|late_sender|5|0|5' >want
	sort want | diff - <(sort got)
	otf-wait t.otfl | grep '^late_sender  *190.0 ms .* a in solve  *94.7 %$'
	# only the part of the waits in the window is shared out
	otf-wait --tsv --table cause --by process -t 50: t.otfl | cut -f 2,6 >got
	lines 'process|total' '1|104' '2|6' | diff - got
}

@test "root causes count from the last synchronization of the two, by a message or an operation of all" {
	{
		call 1 2 0 100
		call 1 14 100 110 'BeginCollectiveOperation|100|1|1|7|1|0|0|0|0' 'EndCollectiveOperation|110|1|7'
		call 1 1 110 150
		call 1 10 150 154 'SendMsg|151|1|2|1|5|8|0'
		call 2 1 0 90
		call 2 14 90 110 'BeginCollectiveOperation|90|2|1|7|1|0|0|0|0' 'EndCollectiveOperation|110|2|7'
		call 2 11 110 155 'RecvMsg|154|2|1|1|5|8|0'
		call 3 1 0 90
		call 3 14 90 110 'BeginCollectiveOperation|90|3|1|7|1|0|0|0|0' 'EndCollectiveOperation|110|3|7'
	} | make t.otfl
	# what a did before the barrier has no part in the second wait
	otf-wait --tsv --table cause t.otfl | cut -f 2,4,6-8 >got
	lines 'process|function|direct|propagated|total' '1|1|40|0|40' '1|2|20|0|20' | diff - got
}

@test "two causes overlap 2 to 1: two functions of one process share a wait that is shorter than both" {
	{
		call 1 2 0 50
		call 1 1 50 80
		call 1 10 80 84 'SendMsg|81|1|2|1|5|8|0'
		call 2 2 0 10
		call 2 1 10 20
		call 2 11 50 85 'RecvMsg|84|2|1|1|5|8|0'
	} | make t.otfl
	# b was outside of every call for 30 and waits 30 for a, which was 40 longer in solve and 20 in main
	otf-wait --tsv --table cause t.otfl | cut -f 3,5-9 >got
	lines 'process_name|function_name|direct|propagated|total|share' 'a|solve|20|0|20|0.6666666666666666' \
		'a|main|10|0|10|0.3333333333333333' | diff - got
	otf-wait t.otfl | grep -E '^late_sender +30.*a in solve +66.7 %$'
}

@test "two causes overlap 2 to 1: what is passed on, and what the one in between adds" {
	{
		call 1 2 0 50
		call 1 10 50 54 'SendMsg|51|1|2|1|5|8|0'
		call 2 1 0 10
		call 2 11 10 55 'RecvMsg|54|2|1|1|5|8|0'
		call 2 1 55 65
		call 2 10 65 69 'SendMsg|66|2|3|1|5|8|0'
		call 3 1 0 5
		call 3 11 5 70 'RecvMsg|69|3|2|1|5|8|0'
	} | make t.otfl
	# c waits 60 for b: 40 of them are the wait of b for the solve of a, 15 its main, which is 20 and that of c 5, and 5
	# the rest of its receive
	# b itself waits 40 for a: of 100 in all a causes 80
	otf-wait --tsv --table cause t.otfl | cut -f 3,5-8 >got
	lines 'process_name|function_name|direct|propagated|total' 'a|solve|40|40|80' 'b|main|15|0|15' \
		'b|MPI_Recv|5|0|5' | diff - got
	otf-wait --tsv --table cause -p 2 t.otfl | cut -f 3,5-9 >got
	lines 'process_name|function_name|direct|propagated|total|share' 'b|main|15|0|15|0.15' 'b|MPI_Recv|5|0|5|0.05' |
		diff - got
	otf-wait --tsv --table cause -p 2,3 --by function t.otfl | cut -f 3,4-7 >got
	lines 'function_name|direct|propagated|total|share' 'main|15|0|15|0.15' 'MPI_Recv|5|0|5|0.05' | diff - got
	otf-wait --tsv --table cause --by process t.otfl | cut -f 3,4-7 >got
	lines 'process_name|direct|propagated|total|share' 'a|40|40|80|0.8' 'b|20|0|20|0.2' | diff - got
	otf-wait t.otfl | grep -E '^late_sender +100.*a in solve +80.0 %$'
}

@test "root causes: a function without a name is not outside of every call" {
	{
		call 1 2 0 90
		call 1 10 120 124 'SendMsg|121|1|2|1|5|8|0'
		call 2 11 10 125 'RecvMsg|124|2|1|1|5|8|0'
	} | make named.otfl
	sed "s|solve||" named.otfl >t.otfl
	grep -q "^DefFunction.-.0.2..0.0$" t.otfl
	# b waits 110 for a, which was 90 in the function and 30 outside of every call
	otf-wait --tsv --table cause t.otfl | cut -f 2,4,6-8 >got
	lines 'process|function|direct|propagated|total' '1|2|82|0|82' '1|-|28|0|28' | diff - got
}

@test "root causes of simulated programs are those of the definition, computed in another way" {
	need_shared
	oracle=$SHARED/tools/insight
	[ -e "$oracle/cause.py" ] || skip "no oracle"
	for kind in imbalance moving pipeline master bcast chain slowlink; do
		python3 "$oracle/sim.py" 1 $kind $kind
	done
	for seed in $(seq "$(by_length 8 20)"); do # some random programs block
		python3 "$oracle/sim.py" "$seed" "r$seed" 2>/dev/null || true
	done
	[ "$(ls ./*.stream | wc -l)" -gt "$(by_length 10 20)" ]
	silent "$REPO/tests/wait/roots" "$BUILD" "$oracle/cause.py" ./*.stream
}

# many_partners PROCESSES ROUNDS: in each round a process computes and sends to another one, and receives; bare records
many_partners() {
	python3 - "$@" <<-'END'
		import random, sys
		n, rounds, r = int(sys.argv[1]), int(sys.argv[2]), random.Random(1)
		print("@OTFPIPE\t1.0\tTR:1000000000\nDefTimerResolution\t-\t0\t1000000000")
		for p in range(n): print(f"DefProcess\t-\t0\t{p + 1}\tp{p}\t0")
		print("DefFunctionGroup\t-\t0\t1\tMPI")
		for i, f in enumerate("main compute solve MPI_Send MPI_Recv".split(), 1): print(f"DefFunction\t-\t0\t{i}\t{f}\t{int(i > 3)}\t0")
		lines, t = [], [0] * n
		def put(p, time, *fields): lines.append((time, [fields[0], time, p + 1, *fields[1:], 0]))
		for p in range(n): put(p, 0, "Enter", 1)
		for k in range(rounds):
		    far, sent = 1 + k % (n - 1), []
		    for p in range(n):
		        f = r.choice((2, 3))
		        put(p, t[p], "Enter", f); t[p] += r.randrange(100, 2000); put(p, t[p], "Leave", f)
		        put(p, t[p], "Enter", 4); put(p, t[p] + 1, "SendMsg", (p + far) % n + 1, 0, k % 7, 8); sent.append(t[p])
		        t[p] += 20; put(p, t[p], "Leave", 4)
		    for p in range(n):
		        put(p, t[p], "Enter", 5); t[p] = max(t[p] + 10, sent[(p - far) % n] + 50)
		        put(p, t[p] - 1, "RecvMsg", (p - far) % n + 1, 0, k % 7, 8); put(p, t[p], "Leave", 5)
		for p in range(n): put(p, t[p], "Leave", 1)
		for _, l in sorted(lines, key=lambda x: x[0]): print(*l, sep="\t")
	END
}

@test "root causes of processes with many partners are those of the definition" {
	need_shared
	[ -e "$SHARED/tools/insight/cause.py" ] || skip "no oracle"
	many_partners 24 40 >24.stream
	many_partners 40 25 >40.stream
	silent "$REPO/tests/wait/roots" "$BUILD" "$SHARED/tools/insight/cause.py" 24.stream 40.stream
}

@test "a key of --by that no table has is a usage error that names the tables that have it" {
	exits 2 otf-wait --table gain --by process,function "$sample"
	says '--by process is for --table efficiency, wait, cause, blame, path, idle'
	exits 2 otf-wait --diff --table efficiency --by process "$sample" "$sample"
	says '--by process is for --table wait, cause, blame, path, idle'
	for pair in efficiency:path cause:peer blame:communicator path:wait transfer:function idle:path wait:node; do
		exits 2 otf-wait --table ${pair%:*} --by ${pair#*:} "$sample"
		says "--by ${pair#*:} is for --table "
	done
	exits 0 otf-wait -q --table cause,efficiency --by wait "$sample"
}

@test "figures do not depend on which streams processes are in, to the tick" {
	need_shared
	sim=$SHARED/tools/insight/sim.py
	[ -e "$sim" ] || skip "no simulator"
	for seed in 166 196; do # in these a tick went to another row
		python3 "$sim" $seed s
		otf-cat -q --adopt <s.stream >a.otfl
		for n in 0 1 3; do
			otf-cat -q --force -n $n a.otfl -o t
			for table in efficiency wait cause path; do
				otf-wait -q --tsv --table $table --by process,function t.otf
			done >got.$n
			otf-wait -q --tsv --table transfer,gain t.otf >>got.$n
		done
		cmp got.0 got.1
		cmp got.0 got.3
	done
}

@test "figures do not depend on the numbers of ranks, nor on their streams" {
	need_shared
	sim=$SHARED/tools/insight/sim.py
	[ -e "$sim" ] || skip "no simulator"
	silent "$REPO/tests/wait/labels" "$BUILD" "$sim" "$(by_length 4 100)"
	grep -E '^(4|100) programs: all the same$' out
}

@test "the screen is the same with and without a second pass" { # which -t needs
	local found=0
	python3 - "$REPO/tests/wait" "$(by_length 40 400)" <<-'END'
		import sys
		sys.path.insert(0, sys.argv[1])
		sys.dont_write_bytecode = True
		import randomtrace
		for seed in range(1, int(sys.argv[2]) + 1):
		    print(*randomtrace.lines(seed, 8)[0], sep='\n', file=open(f'{seed}.otfl', 'w'))
	END
	for t in *.otfl; do
		otf-wait -q "$t" >once
		otf-wait -q -t 0: "$t" >twice
		cmp once twice
		found=$((found + $(grep -c '^critical path.*, [1-9][0-9]* time' once || true)))
	done
	[ "$found" -gt 10 ]
	{ # a call below MPI_Recv is on the path
		call 1 1 0 50
		call 1 10 30 35 'SendMsg|31|1|2|1|5|8|0'
		call 2 1 0 52
		call 2 11 10 42
		call 2 20 32 41 'RecvMsg|40|2|1|1|5|8|0'
	} | make t.otfl
	for t in t.otfl "$sample"; do
		otf-wait -q "$t" >once
		otf-wait -q -t 0: "$t" >twice
		cmp once twice
	done
}

@test "root causes of traces of programs are those of a recount" {
	need_shared
	cd "$SHARED/corpus"
	"$REPO/tests/wait/traces" "$BUILD" otf2/records/ps/traces.otf2 tau/{ring4,ring4meta,hybrid2x4,metrics2}/otf/app.otf \
		public/pipit/pipit/tests/data/ping-pong-otf2/traces.otf2 vtf3/tau_convert_pv.pv >"$BATS_TEST_TMPDIR/said"
	[ "$(cat "$BATS_TEST_TMPDIR/said")" = "7 traces, 116 waits: all the same" ]
}

@test "an operation in which a thread stands for a member may be the last one of two others, though a later one is complete" {
	# 1 waits 6 for 2 in MPI_Finalize; they left an MPI_Scan together. Since then 2 was outside of calls for 149, 1 for 138
	otf-wait -q --table cause --tsv --by process,function,wait "$REPO/tests/wait/threads-in-operations.otfl" |
		awk -F '\t' '$6 == "finalize_wait"' | cut -f 2,4,5,7-9 >got
	lines '2|-|(no call)|6|0|6' | diff - got
}

@test "without tables all is on one screen of 80 columns and 24 lines" {
	silent otf-wait $sample
	[ "$(wc -l <out)" -le 23 ]
	[ "$(wc -L <out)" -le 80 ]
	grep '^parallel efficiency 58.2 % = load balance 76.9 % \* communication 75.6 %$' out
	otf-cat $sample | otf-wait | diff out -
	otf-wait - <$sample 2>/dev/null | diff /dev/null - # no line stream
}

@test "the screen has one row for a function and its caller, whatever called them" {
	# b receives in main, which solve calls first, then no one
	{
		call 1 2 0 500
		call 1 10 50 51 'SendMsg|50|1|2|1|5|8|0'
		call 1 10 150 151 'SendMsg|150|1|2|1|5|8|0'
		call 2 2 0 90
		call 2 1 5 80
		call 2 11 10 60 'RecvMsg|52|2|1|1|5|8|0'
		call 2 1 100 200
		call 2 11 110 160 'RecvMsg|152|2|1|1|5|8|0'
	} | make t.otfl
	otf-wait t.otfl >screen
	[ "$(grep -c '^late_sender ' screen)" -eq 1 ]
	grep '^late_sender  80.00 ms .* MPI_Recv < main ' screen
	[ "$(otf-wait --table wait --by path --top 0 --tsv t.otfl | grep -c '^wait.late_sender')" -eq 2 ]
}

@test "the screen begins with sentences: what is lost, who causes it, what no wait explains" {
	said() { # FILE: up to the empty line, in one line
		otf-wait "$@" 2>/dev/null | sed '/^$/,$d' | tr '\n' ' '
	}
	# b waits 90 of 105 for a, which was in solve for 100 and b for none
	{
		call 1 2 0 100
		call 1 10 100 105 'SendMsg|101|1|2|1|5|8|0'
		call 2 1 0 10
		call 2 11 10 105 'RecvMsg|104|2|1|1|5|8|0'
	} | make t.otfl
	[ "$(said t.otfl)" = '52.4 % of the time is useful. The largest loss is late_sender: 42.9 %. a causes 100.0 % of the waiting, all of it in solve, where it takes 100.0 ms and the others none. Without that the runtime on an ideal network would be 90.0 % less, 10.00 ms. ' ]
	[ "$(said -p 2 t.otfl)" = '9.5 % of the time of the selected processes is useful. The largest loss is late_sender: 85.7 %. a causes 100.0 % of the waiting, all of it in solve. ' ]
	# b is in solve, too, for 88 less; and c computes for 100: then all others wait for it as long
	{
		call 1 2 0 100
		call 1 10 100 105 'SendMsg|101|1|2|1|5|8|0'
		call 2 2 0 12
		call 2 11 12 105 'RecvMsg|104|2|1|1|5|8|0'
	} >calls
	make near.otfl <calls
	[[ $(said near.otfl) == *'where it takes 100.0 ms and the others 12.00 ms on average. If it took as long there as the others, the runtime on an ideal network would be 88.0 % less, 12.00 ms. ' ]]
	call 3 1 0 100 | cat calls - | make long.otfl
	[[ $(said long.otfl) == *'where it takes 100.0 ms and the others 6.000 ms on average. If it took as long there as the others, the runtime on an ideal network would be less than 1 % shorter. ' ]]
	# nobody waits, or nobody communicates
	{
		call 1 2 0 100
		call 2 2 0 100
		call 1 10 100 120 'SendMsg|101|1|2|1|5|8|0'
		call 2 11 100 120 'RecvMsg|104|2|1|1|5|8|0'
	} | make even.otfl
	[ "$(said even.otfl)" = '83.3 % of the time is useful. The largest loss is communication without a wait: 16.7 %. No wait is above 1 %. 16.7 % is communication in which the trace shows no wait, 8.3 % in MPI_Send: transfer, overhead, or what has no record. ' ]
	call 1 2 0 100 | make alone.otfl
	[ "$(said alone.otfl)" = '100.0 % of the time is useful: no process communicates. ' ]
	# waits are largest, and the rest is above a tenth
	{
		call 1 2 0 100
		call 1 10 100 140 'SendMsg|101|1|2|1|5|8|0'
		call 2 1 0 10
		call 2 11 10 140 'RecvMsg|139|2|1|1|5|8|0'
	} | make rest.otfl
	[[ $(said rest.otfl) == *' 28.6 % is communication in which the trace shows no wait, 14.3 % in MPI_Send: transfer, overhead, or what has no record. ' ]]
	# a name is cut, and shows no control characters
	sed "s/solve/$(printf 'x%.0s' {1..300})\\x1b/" t.otfl >long.otfl
	[ "$(otf-wait long.otfl | wc -L)" -le 100 ]
}

@test "the rest: what of the communication of a function is neither a wait nor a completion, and why" {
	rest() { # FILE: function, communication, waits, completions, rest
		otf-wait -q --tsv --table efficiency --by function "$@" |
			awk -F '\t' '$1 == "rest" { print $(NF - 5), $(NF - 4), $(NF - 3), $(NF - 2), $(NF - 1) }'
	}
	{
		call 1 12 0 1050
		call 1 11 1050 1060 'RecvMsg|1060|1|2|1|5|8|0'
		call 2 1 0 1000
		call 2 10 1000 1010 'SendMsg|1000|2|1|1|5|8|0'
		call 1 14 1060 1100 "$(op 1 1 0 1060 1100)"
		call 2 14 1090 1095 "$(op 2 1 0 1090 1095)"
		call 3 14 1090 1097 "$(op 3 1 0 1090 1097)"
	} | make t.otfl
	sed -i 's/MPI_Waitall/MPI_Probe/' t.otfl
	# the barrier: a 30 of 40 and then 5, b all of 5, c 5 of 7 and then 2
	rest t.otfl >got
	lines 'MPI_Probe 1050 0 0 1050' 'MPI_Barrier 52 30 7 15' 'MPI_Send 10 0 0 10' 'MPI_Recv 10 0 0 10' | diff - got
	# in windows of 1000: a part of the probe each
	rest --every 1000 t.otfl >got
	lines 'MPI_Probe 1000 0 0 1000' 'MPI_Probe 50 0 0 50' 'MPI_Barrier 52 30 7 15' 'MPI_Send 10 0 0 10' \
		'MPI_Recv 10 0 0 10' | diff - got
	[ "$(rest -p 2 t.otfl | head -n 1)" = 'MPI_Send 10 0 0 10' ]
	# the probe is 1050 of a 1100, b 1095, c 7
	exits 0 otf-wait t.otfl
	tr '\n' ' ' <out | grep -q ' 49.3 % is communication in which the trace shows no wait, 47.7 % in MPI_Probe: a probe has no record of its message. '
	exits 2 otf-wait --combine --table efficiency --by function t.otfl
}

@test "transfer: from when all senders of a call have entered; excess is above the median of the length class" {
	transfer() { # sender, receiver, count, bytes, time, excess, others, with sends
		otf-wait -q --tsv --table transfer "$@" |
			awk -F '\t' '$1 == "transfer" { print $2, $4, $6, $7, $8, $9, $11, $12 }'
	}
	{
		call 1 2 0 10
		call 1 10 10 12 'SendMsg|11|1|2|1|5|8|0'
		call 1 10 12 14 'SendMsg|13|1|2|1|6|100|0'
		call 3 10 30 34 'SendMsg|31|3|2|1|5|9|0'
		call 2 1 0 20
		call 2 13 20 24 'SendMsg|21|2|3|1|7|15|0'
		call 2 12 24 60 'RecvMsg|59|2|1|1|5|8|0' 'RecvMsg|59|2|3|1|5|9|0'
		call 2 11 60 62 'RecvMsg|61|2|1|1|6|100|0'
		call 3 11 34 40 'RecvMsg|37|3|2|1|7|15|0'
	} | make t.otfl
	# lengths 8 to 15: 59 - 30 = 29 and 29 in one call, where c entered last, and 37 - 34 = 3; the median is 29
	transfer t.otfl >got
	lines '1 2 2 108 30 0 1 0' '3 2 1 9 29 0 1 0' '2 3 1 15 3 0 0 0' | diff - got
	# of four the lower one of 3, 3, 29, 29: two are 26 above it. a started sends before, and c did not
	{
		call 1 2 0 10
		call 1 10 10 12 'SendMsg|11|1|2|1|5|8|0'
		call 3 10 30 34 'SendMsg|31|3|2|1|5|9|0'
		call 2 1 0 20
		call 2 13 20 22 'SendMsg|21|2|3|1|7|15|0'
		call 2 13 22 24 'SendMsg|23|2|3|1|8|15|0'
		call 2 12 24 60 'RecvMsg|59|2|1|1|5|8|0' 'RecvMsg|59|2|3|1|5|9|0'
		call 3 11 34 40 'RecvMsg|37|3|2|1|7|15|0'
		call 3 11 40 46 'RecvMsg|43|3|2|1|8|15|0'
	} | make u.otfl
	sed -i 's/MPI_Sendrecv/MPI_Isend/' u.otfl
	transfer u.otfl >got
	lines '1 2 1 8 29 26 1 1' '3 2 1 9 29 26 1 1' '2 3 2 30 6 0 0 0' | diff - got
	transfer --buffer 96K u.otfl | diff got -
	# the medians are of all, also with a selection; an interval has what is received in it
	[ "$(transfer -p 1 u.otfl)" = '1 2 1 8 29 26 1 1' ]
	[ "$(transfer -t :40 u.otfl)" = '2 3 1 15 3 0 0 0' ]
	otf-cat -q -n 0 u.otfl -o u
	for k in 1 2; do otf-wait --partial --part $k/2 u.otf >p.$k; done
	transfer --combine p.1 p.2 | diff got -
	# 26 of 60
	otf-wait -q u.otfl | sed '/^$/,$d' | tr '\n' ' ' | grep -q 'Messages from a to b take 26.00 ms more than is usual for their length, 43.3 % of the runtime, with up to 1 other in a call. '
	exits 2 otf-wait --table transfer --every 10 u.otfl
	exits 2 otf-wait --table transfer --inside main u.otfl
}

@test "transfer keeps to --buffer: pairs with little time become one row, and all rows are exact" {
	awk 'BEGIN {
		OFS = "\t"
		print "@OTFPIPE", "1.0", "TR:1000"
		print "@SM", 1, 1
		print "DefTimerResolution", "-", 0, 1000
		for (p = 1; p <= 40; p++) print "DefProcess", "-", 0, p, "p" p, 0
		print "DefFunctionGroup", "-", 0, 1, "MPI"
		print "DefFunction", "-", 0, 1, "MPI_Send", 1, 0
		print "DefFunction", "-", 0, 2, "MPI_Recv", 1, 0
		for (k = 0; k < 3; k++) for (a = 1; a <= 40; a++) for (b = 1; b <= 40; b++) if (a != b) {
			d = ((a * 37 + b * 101 + k * 13) % 97 + 1) * (a % 7 == 3 ? 50 : 1)
			print "Enter", t + 0, a, 1, 0; print "SendMsg", t + 0, a, b, 0, 0, 8 * (k + 1), 0
			print "Leave", t + 1, a, 1, 0; print "Enter", t + 1, b, 2, 0
			print "RecvMsg", t + 1 + d, b, a, 0, 0, 8 * (k + 1), 0; print "Leave", t + 1 + d, b, 2, 0
			t += d + 2
		}
	}' | otf-cat -q --adopt - >t.otfl
	otf-wait --tsv --table transfer t.otfl >all 2>warning
	[ ! -s warning ]
	otf-wait --tsv --table transfer --buffer 96K t.otfl >some 2>warning
	n=$(awk -F '\t' '$3 == "(other)" { print $6 }' some)
	grep -q "counted as (other): $n; a larger --buffer" warning
	[ "$n" -gt 1000 ]
	[ "$(wc -l <some)" -gt 300 ]
	[ "$(wc -l <some)" -lt 620 ]
	# the slow ones are there, each as in the table of all, and the sums are the same
	head -n 200 all | diff - <(head -n 200 some)
	[ -z "$(grep -v '(other)' some | grep -vxFf all)" ]
	sums() { awk -F '\t' '$1 == "transfer" { for (i = 6; i < 10; i++) n[i] += $i } END { print n[6], n[7], n[8], n[9] }' "$1"; }
	[ "$(sums all)" = "$(sums some)" ]
	otf-wait -q --json --table transfer --buffer 96K t.otfl | grep -q "\"sender\": null, \"sender_name\": \"(other)\", .*\"count\": $n,"
	otf-cat -q -n 0 t.otfl -o t
	for k in 1 2; do otf-wait --partial --part $k/2 t.otf >p.$k; done
	otf-wait -q --tsv --table transfer --buffer 96K --combine p.1 p.2 | diff some -
	# the same by node, if each process has one of its own
	sed 's/\tp\([0-9]\)\t0$/\tp0\1\t0/;s/\tp\([0-9]*\)\t0$/\tnode \1\t0/' t.otfl | otf-wait --tsv --table transfer --by node --buffer 96K >nodes 2>warning
	grep -q "of pairs of nodes with little time, counted as (other): $n; a larger --buffer" warning
	counts() { sed '1d;/^$/,$d' "$1" | cut -f "$2" | sed 's/node 0*/p/g' | sort; }
	diff <(counts some 3,5-12) <(counts nodes 2-10)
}

@test "transfer by node: the groups, or processes, whose names say which node it is" {
	pairs() { # sender, receiver, count, bytes, time, excess
		otf-wait -q --tsv --table transfer --by node "$@" | awk -F '\t' '$1 == "transfer" { print $2, $3, $4, $5, $6, $7 }'
	}
	{
		call 1 10 0 2 'SendMsg|1|1|2|1|1|8|0'
		call 1 10 2 4 'SendMsg|3|1|3|1|1|8|0'
		call 2 11 0 10 'RecvMsg|9|2|1|1|1|8|0'
		call 3 11 4 40 'RecvMsg|39|3|1|1|1|8|0'
		call 2 10 10 12 'SendMsg|11|2|3|1|1|8|0'
		call 3 11 40 46 'RecvMsg|45|3|2|1|1|8|0'
	} | make t.otfl
	with() { sed "/^DefFunction\t-\t0\t1\t/{h;s/.*/$1/;s/|/\t/g;G}" t.otfl | sed '/^@END/d' | otf-cat -q --adopt - >u.otfl; }
	# 1 and 2 share a, 3 has another one, or none: 9, 35 and 5, of which 26 is above the median 9
	want='a a 1 8 9 0'
	for group in 'DefProcessGroup|-|0|90|__NODE__a|1,2\nDefProcessGroup|-|0|91|__NODE__b|3' \
		'DefCreator|-|0|VampirTrace 5.14.4\nDefProcessGroup|-|0|90|a|1,2\nDefProcessGroup|-|0|91|b|3\nDefProcessGroup|-|0|92|OMP Thread Team 0|1\nDefProcessGroup|-|0|93|MPI Communicator 0|1,3' \
		'DefKeyValue|-|0|7|2|otf2.SystemTreeNodeDomain.systemTreeDomain|\nDefProcessGroup|-|0|90|a|1,2|7:B:4|7:B:1\nDefProcessGroup|-|0|91|b|3|7:B:1\nDefProcessGroup|-|0|92|machine|1,2,3|7:B:0' \
		'DefKeyValue|-|0|7|11|otf2.SystemTreeNode.className|\nDefProcessGroup|-|0|90|a|1,2|7:a:4e6f6465\nDefProcessGroup|-|0|91|b|3|7:a:6e6f6465\nDefProcessGroup|-|0|92|node 7|1,2,3|7:a:6e'; do
		with "$group"
		sed -i 's/\tworld\t/\tMPI_COMM_WORLD\t/;s/\tpair\t/\tMPI Communicator 1\t/' u.otfl
		pairs u.otfl >got
		lines 'a b 2 16 40 26' "$want" | diff - got
	done
	with 'DefProcessGroup|-|0|90|Node01|1,2\nDefProcessGroup|-|0|91|node names|3\nDefProcessGroup|-|0|92|nodes|1\nDefProcessGroup|-|0|93|node 1 to 2|2'
	pairs u.otfl >got
	lines 'Node01 (none) 2 16 40 26' 'Node01 Node01 1 8 9 0' | diff - got
	pairs -p 2 u.otfl >got
	lines 'Node01 Node01 1 8 9 0' 'Node01 (none) 1 8 5 0' | diff - got
	pairs -t :40 u.otfl >got
	lines 'Node01 (none) 1 8 35 26' 'Node01 Node01 1 8 9 0' | diff - got
	otf-wait -q --json --table transfer --by node u.otfl | grep -q '{"sender_node": "Node01", "receiver_node": "(none)", "count": 2,'
	otf-wait -q --table transfer --by node u.otfl | grep -q '^Node01  *(none)  *2  *16 B  *40.00 ms  *26.00 ms'
	otf-cat -q -n 0 u.otfl -o u
	otf-wait -q --tsv --table transfer --by node u.otf >whole
	for k in 1 2; do otf-wait --partial --part $k/2 u.otf >p.$k; done
	otf-wait -q --tsv --table transfer --by node --combine p.2 p.1 | diff whole -
	# names as TAU gives them; a thread is where its process is
	sed 's/\ta\t0$/\tnode 0, thread 0\t0/;s/\tb\t0$/\tworker\t1/;s/\tc\t0$/\tnode 1, context 0, thread 2\t0/' t.otfl >u.otfl
	pairs u.otfl >got
	lines 'node 0 node 1 2 16 40 26' 'node 0 node 0 1 8 9 0' | diff - got
	# without names, or with names that contradict each other, there is no table
	exits 1 otf-wait --table transfer --by node t.otfl
	[ ! -s out ]
	grep -q '^otf-wait: the trace does not say on which nodes its processes ran$' err
	exits 1 otf-wait --table transfer --by node -t :0 t.otfl
	with 'DefProcessGroup|-|0|90|__NODE__a|1,2\nDefProcessGroup|-|0|91|__NODE__b|2,3'
	exits 1 otf-wait --table transfer --by node u.otfl
	grep -q '^otf-wait: process 2 is on two nodes, a and b$' err
	exits 2 otf-wait --by node u.otfl
	exits 2 otf-wait --table wait --by node u.otfl
	exits 2 otf-wait --folded --by node u.otfl
	exits 2 otf-wait --diff --by node u.otfl u.otfl
	exits 2 otf-wait --partial --by node u.otfl
}

@test "random traces: transfer by process and by node is that of a recount" {
	silent "$REPO/tests/wait/transfers" "$BUILD" 1 "$(by_length 30 400)"
	grep '^[0-9]* traces, [1-9][0-9]* messages: all the same$' out
}

@test "transfer of collective operations: from the last enter that a member needs to its own leave" {
	for kind in '1 0' '2 2' '3 2' '6 0'; do
		{
			call 1 14 0 50 "BeginCollectiveOperation|0|1|${kind% *}|7|1|${kind#* }|4|4|0" 'EndCollectiveOperation|50|1|7'
			call 2 14 20 42 "BeginCollectiveOperation|20|2|${kind% *}|7|1|${kind#* }|4|4|0" 'EndCollectiveOperation|42|2|7'
			call 3 14 40 60 "BeginCollectiveOperation|40|3|${kind% *}|7|1|${kind#* }|4|4|0" 'EndCollectiveOperation|60|3|7'
		} | make t.otfl
		otf-wait -q --tsv --table transfer t.otfl | awk -F '\t' '$1 == "operation" && NR > 1 { print $3, $6, $7, $8, $9 }' | tail -n 1
	done >got
	# barrier: 10, 2, 20 from 40 on. Of b: 30, 22, 20. To b: 50, 2, 20. MPI_Scan: 50, 22, 20
	lines 'MPI_Barrier 16 3 24 32' 'MPI_Bcast 16 3 24 72' 'MPI_Reduce 16 3 24 72' 'MPI_Scan 16 3 24 92' | diff - got
}

@test "halo and slow link: the excess is that of the slow pair" {
	need_shared
	cases=$SHARED/tools/insight/cases
	[ -e "$cases/halo.stream" ] || skip "no cases"
	otf-wait -q --tsv --table transfer "$cases/halo.stream" |
		awk -F '\t' '$1 == "transfer" { print($9 < 500 ? "less" : $3 "|" $5 "|" $9) }' | uniq | lines "$(cat)" >got
	lines 'rank 2|rank 3|14150' 'rank 4|rank 3|14150' less | diff - got
}

@test "the sentences of typical programs name the culprit, or say that there is none" {
	need_shared
	sim=$SHARED/tools/insight/sim.py
	[ -e "$sim" ] || skip "no simulator"
	while IFS='|' read -r kind want; do
		python3 "$sim" 1 "$kind" "$kind" >/dev/null
		otf-cat --adopt <"$kind.stream" 2>/dev/null | otf-wait | sed '/^$/,$d' | tr '\n' ' ' | grep -q -- "$want" ||
			{ echo "$kind" && return 1; }
	done <<-'END'
		imbalance|rank 3 causes 100.0 % of the waiting, all of it in solve, where it takes 20.00 us and the others 10.00 us on average. If it took as long there as the others, the runtime on an ideal network would be 33.3 % less, 20.00 us. $
		chain|rank 0 causes 93.[0-9] % of the waiting, all of it in io, where it takes 50.00 us and the others none. Without that the runtime on an ideal network would be 85.0 % less, 8.000 us. $
		bcast|rank 0 causes 100.0 % of the waiting, all of it in io, where it takes 50.00 us and the others none. Without that the runtime on an ideal network would be 71.4 % less, 20.00 us. $
		slowlink|rank 3 causes 87.[0-9] % of the waiting, all of it in MPI_Recv.*Messages from rank 2 to rank 3 take 5.700 us more than is usual for their length, 33.1 % of the runtime. $
		pipeline|No process causes more than a fifth of the waiting. $
		moving|No process causes more than a fifth of the waiting.*Moving imbalance takes 39.3 % of the runtime: the slowest process changes. $
	END
}

@test "--folded: paths with the ticks of their waits; --markers: the worst, which otf-cat --add takes" {
	silent otf-wait --folded $sample
	total=$(otf-wait --tsv --table wait --top 0 $sample | awk -F '\t' '$1 == "wait" && NR > 1 && $2 != "wrong_order" { s += $4 } END { print s }')
	[ "$(awk '{ s += $NF } END { print s }' out)" = "$total" ]
	grep '^main;solve;time_step;exchange_halo;MPI_Recv;late_sender [1-9]' out
	cp out paths
	silent otf-wait --folded --by path $sample
	cmp out paths
	exits 2 otf-wait --folded --by function $sample
	silent otf-wait --folded --by process $sample
	grep '^rank 0;main;' out
	silent otf-wait --markers --top 3 $sample
	cp out markers
	[ "$(wc -l <markers)" -eq 4 ]
	silent otf-cat --add markers $sample -o marked
	[ "$(otf-cat -r Marker marked | grep -c '^Marker.*: [0-9.]* us in MPI_.*, for rank ')" -eq 3 ]
}

@test "what excludes each other, and a trace without events" {
	exits 2 otf-wait --every 1ms --inside solve $sample
	exits 2 otf-wait --inside solve -t 1: $sample
	exits 2 otf-wait --inside time_step --table path $sample
	exits 2 otf-wait --folded --table wait $sample
	exits 2 otf-wait --every 1 --max-points 10 --table wait $sample
	says 'more than the 10 windows'
	stream "$one" >t.otfl
	silent otf-wait t.otfl
	silent otf-wait --json --table efficiency,wait,cause,blame,path --by process,function t.otfl
	python3 -m json.tool <out >/dev/null
	run -1 bash -c "otf-wait '$sample' >/dev/full"
	head -c 3000 <(otf-cat $sample) >cut.otfl
	exits 3 otf-wait cut.otfl
	[ ! -s out ]
}

@test "times up to 2^64 - 1, and parents in a circle, end" {
	{
		call 1 1 18446744073709551600 18446744073709551615
		printf '%s\n' 'DefProcess|-|0|4|x|5' 'DefProcess|-|0|5|y|4'
		call 4 1 18446744073709551605 18446744073709551615
		call 5 11 18446744073709551606 18446744073709551615
	} | make t.otfl
	silent timeout 20 otf-wait t.otfl
	silent timeout 20 otf-wait --every 5 --table efficiency,wait t.otfl
	[ "$(efficiency t.otfl)" = '15 15 15 15 0' ]
}

# idle [OPTION...] FILE: thread, function, regions, their time, idle time
idle() {
	otf-wait -q --tsv --table idle --by process,function "$@" | awk -F '\t' 'NR > 1 { print $2, $4, $7, $8, $9 }'
}

@test "idle: what threads do not use of the parallel regions of their process" {
	cat >t.otfl <<-'END'
		@OTFPIPE	1.0	TR:1000
		DefProcess	-	0	1	a	0
		DefProcess	-	0	2	a.1	1
		DefProcess	-	0	3	a.2	1
		DefProcess	-	0	4	b	0
		DefFunctionGroup	-	0	1	OMP-PREG
		DefFunctionGroup	-	0	2	App
		DefFunction	-	0	1	main	2	0
		DefFunction	-	0	2	parallel	1	0
		DefFunction	-	0	3	!$omp for @a.c:3	2	0
		DefFunction	-	0	4	ompi_work	2	0
		Enter	0	1	1	0
		Enter	0	4	2	0
		Enter	10	1	4	0
		Leave	20	1	4	0
		Enter	20	1	2	0
		Enter	25	2	3	0
		Enter	30	1	3	0
		Leave	40	1	3	0
		Leave	45	2	3	0
		Leave	60	1	2	0
		Enter	70	1	3	0
		Enter	80	3	4	0
		Leave	90	3	4	0
		Leave	100	1	3	0
		Enter	110	1	2	0
		Leave	120	1	2	0
		Leave	130	1	1	0
		Leave	130	4	2	0
		@END	28
	END
	# 3 begins after the first region; nobody works in the last one; what is in another one, or by itself, is none
	idle t.otfl >got
	lines '2 3 1 30 30' '2 2 1 40 20' '3 3 1 30 20' | diff - got
	[ "$(idle -t +30:+85 t.otfl)" = "$(lines '2 2 1 30 15' '2 3 1 15 15' '3 3 1 15 10')" ]
	[ "$(idle -p 3 t.otfl)" = '3 3 1 30 20' ]
	otf-wait -q --tsv --table idle t.otfl | tail -n 1 | grep -x $'idle\t2\t3\t100\t70\t0.7'
	otf-wait -q --tsv --table idle --by function t.otfl | tail -n 2 | cut -f 2,4- >got
	lines $'3\t2\t2\t60\t50\t0.8333333333333334' $'2\t1\t1\t40\t20\t0.5' | diff - got
	otf-wait t.otfl | tail -n 2 | paste -s -d ' ' | grep -x '2 threads are idle for 70.00 ms of 100.0 ms in parallel regions, 70.0 %, most in !$omp for @a.c:3.'
	otf-report t.otfl | grep -F '<p>2 threads are idle for 70.00 ms of 100.0 ms in parallel regions, 70.0 %, most in !$omp for @a.c:3.</p>'
	# a region that is not left
	sed '/^Leave.60.1/d; /^Leave.1[0-9]*.1/d; /^Enter.[17][01]*0.1/d; s/END.28/END\t21/' t.otfl >u.otfl
	[ "$(idle u.otfl)" = "$(lines '3 2 1 110 100' '2 2 1 110 90')" ]
	exits 2 otf-wait --table idle --every 10 t.otfl
	exits 2 otf-wait --table idle --inside main t.otfl
	exits 2 otf-wait --diff --table idle t.otfl t.otfl
	[ -z "$(idle "$sample")" ]
}

@test "idle: the smallest case, and threads of a real run, are those of a recount" {
	need_shared
	case=$SHARED/tools/insight/cases/team.stream
	[ ! -e "$case" ] || [ "$(idle "$case")" = '2 7 1 1000 900' ]
	cd "$SHARED/corpus/tau/hybrid2x4"
	otf-cat -q tau.trc tau.edf | sed 's/\tmain int[^\t]*/\t!$omp parallel/' >"$BATS_TEST_TMPDIR/t.otfl"
	cd "$BATS_TEST_TMPDIR"
	idle t.otfl | sort >got
	lines '2 5 1 3390 3028' '3 5 1 3390 2599' '4 5 1 3390 2375' '6 5 1 3392 3034' '7 5 1 3392 890' '8 5 1 3392 2371' |
		diff - got
}

# gain [OPTION...] FILE: process, function, own time, mean of the others, ideal runtime and gain
gain() {
	otf-wait -q --tsv --table gain "$@" | awk -F '\t' 'NR > 1 { print $2, $4, $6, $7, $8, $9 }'
}

@test "gain: the ideal runtime if a function on a process took what it takes on the others" {
	{
		call 1 2 0 30
		call 1 14 30 62 "$(op 1 1 0 30 62)"
		call 2 2 0 60
		call 2 14 60 62 "$(op 2 1 0 60 62)"
		call 3 2 0 11
		call 3 1 11 20
		call 3 14 20 62 "$(op 3 1 0 20 62)"
		call 3 2 62 82
	} | make t.otfl
	# ideal 60 + 20. solve on b: (30 + 31) / 2 = 30.5, and 50.5 with the 20 of c
	gain t.otfl | head -n 1 >got
	[ "$(cat got)" = '2 2 60 31 51 29' ]
	# solve on c: (30 + 60) / 2 = 45 of 31, so 20 become 29.03: 60 + 29.03. No other calls main: then 60 + 20
	[ "$(gain t.otfl | grep '^3 2')" = '3 2 31 45 89 -9' ]
	# from 40 on solve is 0, 20, 20: on b 10, and 10 + 20
	[ "$(gain -t +40: t.otfl | grep '^2 2')" = '2 2 20 10 30 10' ]
	otf-cat t.otfl | otf-wait --table gain | grep -q '^b  *solve .* +29.00 ms$'
	[ "$(gain -p 3 t.otfl | grep -c '^1')" = 0 ]
	# a causes what c waits for from 40 on, but is over by then: solve is 10 on b and 6 on c
	{
		call 1 2 0 28
		call 1 10 28 30 'SendMsg|29|1|2|1|5|8|0'
		call 2 11 0 31 'RecvMsg|30|2|1|1|5|8|0'
		call 2 2 31 50
		call 2 10 50 52 'SendMsg|51|2|3|1|5|8|0'
		call 3 11 0 54 'RecvMsg|53|3|2|1|5|8|0'
		call 3 2 54 60
	} | make t.otfl
	[ "$(gain -t +40: t.otfl | grep '^1 2')" = '1 2 0 8 16 0' ]
	# a process alone has no others
	call 1 2 0 30 | make one.otfl
	[ -z "$(gain one.otfl)" ]
	# a barrier, one to all, all to one and a prefix carry the clocks of a repair
	for kind in '4 0' '2 2' '3 1' '6 0'; do
		{
			call 1 2 0 30
			call 1 14 30 62 "$(op 1 $kind 30 62)"
			call 2 2 0 60
			call 2 14 60 62 "$(op 2 $kind 60 62)"
			call 3 2 0 20
			call 3 14 20 62 "$(op 3 $kind 20 62)"
			call 1 2 62 72
			call 3 2 62 82
		} | make t.otfl
		gain t.otfl | grep -E '^(2 2|3 2)'
	done >got
	# solve: a 40, b 60, c 40. b at 40: all, and of b, 40 + 20; to a: 40 + 10. c at 50: 60, or 25 where it takes none, + 25
	lines '2 2 60 40 60 20' '3 2 40 50 85 -5' '2 2 60 40 60 20' '3 2 40 50 85 -5' '2 2 60 40 50 20' '3 2 40 50 70 0' \
		'2 2 60 40 60 20' '3 2 40 50 85 -5' | diff - got
}

# even [N]: two processes that call solve and a barrier N times; they take 3 and 1 in turn
even() {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\nDefProcess\t-\t0\t1\ta\t0\nDefProcess\t-\t0\t2\tb\t0\n'
		printf 'DefProcessGroup\t-\t0\t9\tworld\t1,2\nDefFunctionGroup\t-\t0\t1\tMPI\n'
		printf 'DefFunction\t-\t0\t1\tsolve\t0\t0\nDefFunction\t-\t0\t2\tMPI_Barrier\t1\t0\n'
		printf 'DefCollectiveOperation\t-\t0\t1\tMPI_Barrier\t1\n'
		awk -v n="$1" 'function put(t, p, text) { line[t] = line[t] sprintf(text, t, p) }
			BEGIN {
				for (i = 0; i < n; i++)
					for (p = 1; p <= 2; p++) {
						end = 5 * i + ((i + p) % 2 ? 3 : 1)
						put(5 * i, p, "Enter\t%d\t%d\t1\t0\n")
						put(end, p, "Leave\t%d\t%d\t1\t0\n")
						put(end, p, "Enter\t%d\t%d\t2\t0\n")
						put(end, p, "BeginCollectiveOperation\t%d\t%d\t1\t" i "\t9\t0\t0\t0\t0\n")
						put(5 * i + 5, p, "EndCollectiveOperation\t%d\t%d\t" i "\n")
						put(5 * i + 5, p, "Leave\t%d\t%d\t2\t0\n")
					}
				for (t = 0; t <= 5 * n; t++)
					printf "%s", line[t]
			}'
	} | awk '{ print } !/^@/ { n++ } END { print "@END\t" n }'
}

@test "gain: a function is made even in each of its calls, or in several together" {
	even 10 >t.otfl
	[ "$(gain t.otfl | head -n 1)" = '- 1 - 20 20 10' ]
	otf-wait -q --json --table gain t.otfl >out
	grep -F '"process": null, "process_name": "(all)", "function": 1, "function_name": "solve", "own": null, "mean_of_others": 20' out
	grep -F '"gain_calls_together": 1,' out
	# only what is in the interval: of the third calls 2 of a alone, and twice 3 and 1
	[ "$(gain -t +11:+25 t.otfl | head -n 1)" = '- 1 - 5 6 2' ]
	even 30000 >u.otfl
	silent otf-wait --table gain u.otfl
	otf-wait -q --tsv --table gain u.otfl | grep -x $'gain\t-\t(all)\t1\tsolve\t-\t60000\t60000\t30000'
	otf-wait --tsv --table gain --buffer 96K u.otfl >out 2>err
	grep -x $'gain\t-\t(all)\t1\tsolve\t-\t60000\t90000\t0' out
	grep 'the gain on all processes changes up to [248]* successive calls together; a larger --buffer' err
	otf-wait -q --json --table gain --buffer 96K u.otfl | grep '"gain_calls_together": [248],'
	need_shared
	python3 "$SHARED/tools/insight/sim.py" 1 m moving
	otf-cat --adopt m.stream >m.otfl
	gain m.otfl | head -n 1 | grep -x -e '- 3 - 11250 11250 8750'
}

@test "gain of random programs is what a simulation says in which the repair is made" {
	need_shared
	sim=$SHARED/tools/insight/sim.py
	[ -e "$sim" ] || skip "no simulator"
	silent "$REPO/tests/wait/repairs" "$BUILD" "$sim" 1 52
	grep -E '^50 programs, [1-9][0-9]* repairs, [1-9][0-9]* on all: all the same$' out
}

# ended: a stream with the number of its records at its end.
ended() {
	awk '/^@END/ { next } { print; n += !/^@/ } END { print "@END\t" n }'
}

# imbalance [OPTION...] FILE: runtime, standing and moving imbalance
imbalance() {
	otf-wait -q --tsv --table efficiency "$@" | awk -F '\t' 'NR > 1 { print $5, $16, $17 }'
}

@test "moving imbalance: in each stage between operations of all another process is the slowest" {
	{
		printf '%s\n' 'Enter|0|1|2|0' 'Enter|0|2|2|0' 'Enter|0|3|2|0'
		call 1 14 30 32 "$(op 1 1 0 30 32)"
		call 2 14 10 32 "$(op 2 1 0 10 32)"
		call 3 14 20 32 "$(op 3 1 0 20 32)"
		call 1 14 42 64 "$(op 1 4 0 42 64)"
		call 2 14 62 64 "$(op 2 4 0 62 64)"
		call 3 14 52 64 "$(op 3 4 0 52 64)"
		printf '%s\n' 'Leave|74|1|2|0' 'Leave|74|2|2|0' 'Leave|100|3|2|0'
	} | make t.otfl
	# stages: a 30 10 10, b 10 30 10, c 20 20 36. Sums 50, 50, 76, mean 58 2/3; the slowest 30 + 30 + 36 = 96
	[ "$(imbalance t.otfl)" = '100 0.17333333333333334 0.2' ]
	# without c 30 + 30 + 10 = 70, and 50 is the sum of each
	[ "$(imbalance -p 1,2 t.otfl)" = '74 0.0 0.2702702702702703' ]
	# from 50 on the stages are a 0 10, b 12 10, c 2 36
	[ "$(imbalance -t +50: t.otfl)" = '50 0.29333333333333333 0.2' ]
	# not if one is missing, or if one that lives is not asked
	grep -v '^DefProcess.-.0.3' t.otfl | grep -v $'^[A-Z][A-Za-z]*\t[0-9]*\t3\t' | sed 's/1,2,3/1,2/' | ended >pair.otfl
	[ "$(imbalance pair.otfl)" = '74 0.0 0.2702702702702703' ]
	sed 's/world\t1,2,3/world\t1,2/' t.otfl | ended >some.otfl
	[ "$(imbalance some.otfl | cut -d ' ' -f 3)" = 0.0 ]
	otf-wait t.otfl | grep -q '^Moving imbalance takes 20.0 % of the runtime: the slowest process changes.$'
	[ "$(otf-wait -q some.otfl | grep -c 'Moving')" = 0 ]
}

@test "random traces: every figure is that of a recount" {
	silent "$REPO/tests/wait/compare" "$BUILD" 1 200
	grep -E '^200 traces, [1-9][0-9]* waits, [1-9][0-9]* idle threads, [1-9][0-9]* repairs: all the same$' out
}

@test "random traces in 1, 3 and 17 shares: the same bytes as of the whole" {
	silent "$REPO/tests/wait/shares" "$BUILD" 1 12
	otf-cat -q -n 0 "$sample" -o s
	silent "$REPO/tests/wait/shares" "$BUILD" "$sample" s
}

@test "shares: what does not combine is refused, and why; none may be missing, twice or foreign" {
	for k in 1 2; do
		otf-wait --partial --part $k/2 "$sample" >p.$k
	done
	[ "$(cat p.1 p.2 | wc -c)" -lt "$(otf-cat "$sample" | wc -c)" ]
	exits 0 otf-wait --combine p.1 p.2
	exits 1 otf-wait --combine p.1
	says 'p.1: is share 1 of 2; missing: 2'
	exits 1 otf-wait --combine p.1 p.2 p.1
	says 'p.1: is share 1 of 2, as is p.1'
	otf-wait --partial --part 2/2 --comm time_step "$sample" >q.2
	exits 1 otf-wait --combine p.1 q.2
	says 'q.2: was made with other options than p.1'
	exits 1 otf-wait --combine "$sample"
	says 'is not what otf-wait --partial of this version writes'
	zstd -dcfq p.2 | head -n 90 >cut
	exits 3 otf-wait --combine p.1 cut
	head -c 900 p.2 >cut
	exits 3 otf-wait --combine p.1 cut
	exits 2 otf-wait p.1
	says 'print all with --combine'
	otf-wait --partial "$sample" >p
	exits 1 otf-wait p
	says 'give its name to --combine'
	exits 1 otf-wait --partial p.1
	says 'is what --partial wrote already'
	for table in cause blame path gain; do
		exits 2 otf-wait --combine --table $table p.1 p.2
		says "--table $table needs every call, which shares do not have"
	done
	exits 2 otf-wait --combine --by function p.1 p.2
	says 'the load by function needs every call'
	exits 2 otf-wait --combine --inside main p.1 p.2
	says 'give it to --partial'
	exits 2 otf-wait --partial -t 1us:2us "$sample"
	says 'give the others to --combine'
	exits 2 otf-wait --part 1/2 "$sample"
	says 'otf-wait needs the whole trace; count each share with --partial, and print all with --combine'
	exits 2 otf-wait --combine
	says 'needs the files that --partial wrote'
	otf-cat --part 1/2 "$sample" >share
	exits 2 otf-wait share
	says 'is share 1 of 2, and otf-wait needs the whole trace'
	# streams that are no shares by number, and one process in two of them
	for p in 1-4 5-8; do
		otf-filter -q -p $p "$sample" | otf-wait --partial >f.$p
	done
	otf-wait -q --table efficiency,wait --json "$sample" >want
	otf-wait -q --combine --json f.5-8 f.1-4 | cmp - want
	otf-filter -q -p 4 "$sample" | otf-wait --partial >f.4
	exits 1 otf-wait --combine f.1-4 f.4
	says 'has records of process 4, as'
}

@test "windows in percent need no span in the header" {
	otf-wait --table efficiency --every 25% --tsv "$REPO/tests/data/sample.otf" >want
	otf-cat --no-pg "$REPO/tests/data/sample.otf" | grep -v ^@END |
		sed -e 's/\tTS:[0-9,]*//' -e '/^DefTimerResolution/aDefTimeRange\t-\t0\t1021008\t4921250' | otf-cat --adopt - >spanless
	otf-wait --table efficiency --every 25% --tsv spanless | cmp - want
}

@test "shares: a bit that flips in what --partial wrote is an error" {
	otf-wait --version -v | grep -q '^zstd' || skip "built without zstd"
	otf-wait --partial "$sample" >p
	otf-wait --combine --tsv p >want
	silent python3 - p want <<-'EOF'
		import subprocess, sys
		part, want = (open(name, "rb").read() for name in sys.argv[1:])
		for at in range(0, len(part), 131):
		    damaged = part[:at] + bytes([part[at] ^ 1 << at % 8]) + part[at + 1:]
		    open("damaged", "wb").write(damaged)
		    r = subprocess.run(["otf-wait", "--combine", "--tsv", "damaged"], capture_output=True)
		    if r.returncode not in (1, 3) or b"otf-wait: damaged" not in r.stderr:
		        print(at, r.returncode, r.stdout == want, r.stderr)
	EOF
}

@test "shares: a line @LAST that is none is an error" {
	otf-wait --partial "$sample" | zstd -dcfq >p
	for last in '3 4000000' '\t4000000' 4000000 '3\t4000000x' '4294967296\t4000000'; do
		sed "/^@END/i @LAST\\t$last" p >bad
		exits 1 otf-wait --combine bad
		says 'a malformed @LAST'
	done
	sed '/^@END/i @LAST\t3\t4000000' p >good
	exits 0 otf-wait --combine good
}

@test "a location that is no CPU is no process of the efficiencies, nor of the load balance" {
	need_shared
	need_tools otf2-to-otf
	for case in accel metricloc; do
		trace=$SHARED/corpus/cases/not-a-process/$case/traces.otf2
		otf-wait --table efficiency --tsv "$trace" | tail -n 1 | cut -f 2,3,10,12 >out
		diff out <(lines '2|1|1.0|0.5')
		otf-stat "$trace" >out
		grep -q '^load balance *100.0%' out
		otf2-to-otf "$trace" -o $case
		otf-wait --tsv "$trace" >want
		otf-wait --tsv $case | diff - want
	done
}

@test "without a process that has no parent all efficiencies are none" {
	for parent in 1 9; do
		stream 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|master|0" "DefProcess|-|0|2|w|$parent" \
			'DefFunction|-|0|1|main|0|0' 'Enter|0|2|1|0' 'Leave|9|2|1|0' >in
		otf-wait --table efficiency --tsv in | tail -n 1 | cut -f 2,3,10- >out
		diff out <(lines '0|1|-|-|-|-|-|0|-|-')
		otf-wait in >out
		grep -q '^parallel efficiency - = load balance - \* communication -$' out
		grep -q '^communication - = serialization - \* transfer -$' out
		otf-wait --table efficiency --json in | grep -q '"transfer": null'
	done
}

@test "one process is called so" {
	stream 'DefTimerResolution|-|0|1000' "DefProcess|-|0|1|a|0" 'DefFunction|-|0|1|main|0|0' 'Enter|0|1|1|0' 'Leave|9|1|1|0' >in
	otf-wait in | grep -q '^1 process, runtime'
}

@test "MPI_COMM_SELF, a communicator without members, is complete: nobody waits in it" {
	{
		call 1 14 10 20 $(op 1 1 0 11 19)
		call 2 14 30 40 $(op 2 1 0 31 39)
	} | make in
	sed 's/^DefProcessGroup\t-\t0\t1\tworld\t1,2,3/DefProcessGroup\t-\t0\t1\tself\t/' in >self
	silent otf-wait --strict self
	grep -q '^no waits were found' out
	silent otf-wait --strict --table wait --tsv self
	need_shared
	need_tools otf2-to-otf
	silent otf-wait --strict "$SHARED/corpus/cases/comm-self/self/traces.otf2"
	silent otf-check --strict "$SHARED/corpus/cases/comm-self/self/traces.otf2"
}

# rows TABLE PROCESSES [OPTION...]: the lines of a table by process that are of these processes.
rows() {
	local top=
	[ "$1" != wait ] || top='--top 0'
	otf-wait -q --tsv --table "$1" --by process $top "${@:3}" | awk -F '\t' -v of=",$2," '
		/^table/ { column = 0; for (i = 1; i <= NF; i++) if ($i == "process") column = i; next }
		column && index(of, "," $column ",")' | sort
}

@test "-p, -s and -t select what is reported: a row of a selected process is that of the whole, cause and path too" {
	for processes in 3 1,4,7 2,3,5,6,8; do
		for table in efficiency wait path cause; do
			for window in '' '-t 20%:60%'; do
				# shellcheck disable=SC2086
				rows $table $processes $window $sample >whole
				# shellcheck disable=SC2086
				rows $table $processes -p $processes $window $sample | diff whole -
				[ -s whole ] || [ $table = path ] || [ $table = cause ]
			done
		done
	done
	rows wait 1,2,3,4 $sample | diff - <(rows wait 1,2,3,4,5,6,7,8 -s 1 $sample)
	# each wait is that of one process
	for kind in late_sender nxn_wait; do
		for p in 1 2 3 4 5 6 7 8; do rows wait $p -p $p $sample; done | awk -F '\t' -v k=$kind '$2 == k { s += $6 } END { print s }' >sum
		otf-wait -q --tsv --table wait --top 0 $sample | awk -F '\t' -v k=$kind '$2 == k { print $4 }' | diff sum -
	done
	otf-wait -p 3 $sample >screen
	grep '^late_sender ' screen
	grep '^1 process, runtime ' screen
	grep 'their share of the time of the selected processes' screen
}

@test "a filter before it: how many messages have no partner is said in the text, in JSON, and as a warning" {
	otf-filter -p 3 $sample >part.otfl
	sent=$(grep -c '^SendMsg' part.otfl) received=$(grep -c '^RecvMsg' part.otfl)
	exits 0 otf-wait part.otfl
	grep "^$sent messages* sent and not received, $received received and not sent: waits are unknown$" out
	how='without waits; if records were filtered out before, use -p, -s and -t of otf-wait'
	says "messages sent and not received: $sent, $how"
	says "messages received and not sent: $received, $how"
	[ "$(counted unreceived part.otfl) $(counted unsent part.otfl)" = "$sent $received" ]
	[ "$(counted unreceived $sample -p 3) $(counted unsent $sample -p 3)" = '0 0' ]
	otf-wait --strict -q part.otfl >/dev/null && exit 1
	{
		call 1 10 5 10 'SendMsg|6|1|3|1|5|8|0' 'SendMsg|7|1|3|1|5|8|0'
		call 2 11 55 70 'RecvMsg|65|2|1|1|5|8|0'
	} | make t.otfl
	exits 0 otf-wait -q t.otfl
	grep '^2 messages sent and not received, 1 received and not sent: waits are unknown$' out
	[ "$(counted unreceived t.otfl) $(counted unsent t.otfl)" = '2 1' ]
}

@test "text of TAU: blanks at the end of a name are not in sentences, and all lines fit 80 columns" {
	mapfile -t sends < <(seq 20 | sed 's/.*/SendMsg|1|1|2|1|5|8|0/')
	mapfile -t receives < <(seq 20 | sed 's/.*/RecvMsg|9|2|1|1|5|8|0/')
	{
		call 1 10 0 16 "${sends[@]}" 'SendMsg|15|1|3|1|5|8|0'
		call 1 2 16 30
		call 2 12 0 20 "${receives[@]}"
	} | make t.otfl
	sed -i 's/MPI_Waitall/MPI_Waitall()  /' t.otfl
	otf-wait -q t.otfl >out
	[ "$(wc -L <out)" -le 80 ]
	grep -q 'MPI_Waitall(): which' out
	tr '\n' ' ' <out | grep -q '20 messages are received in a call that may not block for it: whether that waited is unknown'
}

@test "the kinds of waits have one name, and each list has all of them" {
	{
		call 1 10 20 24 'SendMsg|20|1|2|1|5|8|0'
		call 3 10 21 24 'SendMsg|22|3|2|1|5|8|0'
		call 2 11 5 30 'RecvMsg|29|2|3|1|5|8|0'
		call 2 11 31 40 'RecvMsg|39|2|1|1|5|8|0'
	} | make t.otfl
	otf-wait -q --json --table wait t.otfl | grep -o '"wait": "[a-z_]*"' | cut -d '"' -f 4 | sort -u >json
	grep -x wrong_order json
	otf-wait -q --tsv --table wait t.otfl | awk -F '\t' '$1 ~ /^(wait|worst)/ { print $2 }' | sort -u | diff json -
	otf-wait -q --table wait t.otfl | grep -o '^[a-z]*_[a-z]*' | sort -u | diff json -
	otf-wait -q t.otfl | sed '/is a part of/d' | grep -o '^[a-z]*_[a-z]*' | sort -u | diff json -
	otf-report -q t.otfl -o page.html
	for kind in $(cat json); do grep "<td>$kind</td>" page.html; done
}

@test "defined processes without events are counted and named; what only groups others is none of them" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1,2,3\n@SM\t2\t4,5,6,7\nDefTimerResolution\t-\t0\t1000\n'
		for p in 1 2 3 4 5 6 7 90; do
			printf 'DefProcess\t-\t0\t%d\trank %d\t0\n' $p $p
		done
		printf 'DefFunction\t-\t0\t1\tmain\t0\t0\n'
		printf 'Enter\t0\t1\t1\t0\nEnter\t0\t3\t1\t0\nLeave\t9\t3\t1\t0\nLeave\t10\t1\t1\t0\n@END\t14\n'
	} >silent
	otf-wait silent >got
	tail -n 1 got | grep -x '5 defined processes have no events: rank 2, rank 4, rank 5, rank 6, \.\.\.'
	otf-wait -p 1-3 silent >got
	[ "$(grep -c 'no events' got)" -eq 0 ]
	sed 's/^@SM\t1.*/@SM\t1\t1,3/; s/^@SM\t2.*/@SM\t2\t7/' silent | otf-wait - >got
	tail -n 1 got | grep -x '1 defined process has no events: rank 7'
}

@test "root causes with little memory: the rest is (other), sums are exact, and it is said from where on they are coarse" {
	mktrace -p 300 -e 60k >in
	otf-wait -q --json --table cause in >whole.json
	otf-wait --json --table cause --buffer 96k in >few.json 2>err
	grep -q 'small ones are "(other)"' err
	grep -q 'root causes are coarse from tick [0-9]* on' err
	python3 - <<-'EOF'
		import json
		whole, few = (json.load(open(name)) for name in ('whole.json', 'few.json'))
		assert whole['causes_other'] == whole['causes_cut'] == 0 and whole['causes_coarse_from'] is None
		assert few['causes_other'] > 0 and few['causes_coarse_from'] > 0
		total = lambda said: sum(r['total'] for r in said['cause'])
		assert total(whole) == total(few) > 0
		assert [r['process'] for r in few['cause']].index(None) == len(few['cause']) - 1 > 10
		last = few['cause'][-1]
		assert last['process_name'] == last['function_name'] == '(other)' and last['total'] > 0
		assert all(r['process_name'] != '(other)' for r in whole['cause'])
	EOF
	otf-wait -q --tsv --table cause --by wait --buffer 96k in | cut -f 2,5 >few
	otf-wait -q --tsv --table cause --by wait in | cut -f 2,5 | cmp - few
	otf-wait -q --diff --table cause --buffer 96k in in >diff
	grep -q '(other)' diff
}

@test "root causes: files in TMPDIR take what memory does not; one that is full is an error" {
	mktrace -p 40 -e 100k >in
	mkdir tmp
	(
		ulimit -f 100
		trap '' XFSZ
		TMPDIR=$PWD/tmp run otf-wait -q --table cause --buffer 96k in
		[ "$status" -eq 1 ]
		[[ $output == "otf-wait: $PWD/tmp: temporary file: "* ]]
	)
	[ -z "$(ls -A tmp)" ]
	TMPDIR=$PWD/tmp otf-wait -q --table cause --buffer 96k in >out
	[ -s out ]
	[ -z "$(ls -A tmp)" ]
}

@test "what repairs would gain does not depend on the order of streams in the second pass" {
	mktrace -p 8 -s 4 -e 20k | otf-write -q t
	otf-cat t >t.otfl
	otf-wait -q --tsv --table gain t >files
	otf-wait -q --tsv --table gain t.otfl >stream
	[ "$(wc -l <files)" -gt 3 ]
	cmp files stream
}
