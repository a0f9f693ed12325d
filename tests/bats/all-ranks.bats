# A thread that is no member of a communicator sends and receives for its rank: every command pairs its messages so.

load common
load stream

setup() {
	common_setup
	# ranks 1 and 2; 3 is a thread of 1, 4 one of 3, 5 a thread of 2; the group `all` has thread 3, too
	{
		lines '@OTFPIPE|1.0|TR:1000000000' '@SM|1|1,2,3,4,5' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
			'DefProcess|-|0|3|a.1|1' 'DefProcess|-|0|4|a.1.1|3' 'DefProcess|-|0|5|b.1|2' \
			'DefProcessGroup|-|0|10|world|1,2' 'DefProcessGroup|-|0|11|all|1,2,3' \
			'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|8|MPI_Send|0|0' 'DefFunction|-|0|9|MPI_Recv|0|0'
		cat <<-'END' | tr '|' '\t'
			Enter|0|1|1|0
			Enter|0|2|1|0
			Enter|0|3|1|0
			Enter|0|4|1|0
			Enter|0|5|1|0
			SendMsg|100|2|1|10|0|8|0
			RecvMsg|110|3|2|10|0|8|0
			SendMsg|120|3|2|10|0|16|0
			RecvMsg|130|5|1|10|0|16|0
			RecvMsg|140|4|2|10|1|32|0
			SendMsg|150|5|1|10|1|32|0
			SendMsg|160|2|3|11|0|64|0
			RecvMsg|170|3|2|11|0|64|0
			Leave|200|1|1|0
			Leave|200|2|1|0
			Leave|200|3|1|0
			Leave|200|4|1|0
			Leave|200|5|1|0
		END
		lines '@END|28'
	} >t.otfl
}

@test "otf-stat, otf-check and otf-wait pair the messages of threads" {
	otf-stat --tsv --table message t.otfl >got 2>err
	[ ! -s err ]
	[ "$(tail -n 1 got | cut -f 2,3,6)" = "$(printf '4\t4\t1')" ]
	otf-stat --tsv --table matrix t.otfl | cut -f 2,4,6,7 | tail -n +2 >got
	lines '1|2|1|1' '2|1|2|2' '2|3|1|1' | diff - got
	otf-check t.otfl >got || true
	grep early-receive got
	[ "$(grep -c 'unreceived\|receive-unsent' got)" -eq 0 ]
	[ "$(otf-wait --json --table wait t.otfl | head -n 1 | sed 's/.*"unreceived": \([0-9]*\), "unsent": \([0-9]*\).*/\1\2/')" = 00 ]
}

@test "a row of messages in SQLite has the processes of both records" {
	otf-to-sqlite t.otfl -o t.db
	sqlite3 t.db 'select sender, receiver, start, end from messages order by 3' >got
	printf '%s\n' '2|3|100|110' '3|5|120|130' '5|4|150|140' '2|3|160|170' | diff - got
}

@test "arrows, --match-messages and corrected clocks know them, too" {
	otf-to-chrome t.otfl -o t.json 2>err
	[ ! -s err ]
	[ "$(grep -c '"ph":"s"' t.json)" -ge 3 ]
	[ "$(otf-remap --match-messages t.otfl | grep ^SendMsg | cut -f 2,3,9 | tr '\t' ' ')" = '100 2 1:Q:110
120 3 1:Q:130
150 5 1:Q:140
160 2 1:Q:170' ]
	otf-remap --causal t.otfl | grep Msg >got
	[ "$(awk '$1 == "RecvMsg" && $3 == 4 { print ($2 < 150) }' got)" -eq 0 ]
}

@test "a slice, and snapshots, have a message of a thread that is in transit, as its record has it" {
	otf-slice -t 125:175 t.otfl >s.otfl
	[ "$(grep ^SendSnapshot s.otfl | tr '\t' ' ')" = 'SendSnapshot 125 3 120 2 10 0 16 0' ]
	[ "$(otf-stat --tsv --table message s.otfl 2>&1 | tail -n 1 | cut -f 3)" -eq 3 ]
	[ "$(otf-check s.otfl | grep -c 'unreceived\|receive-unsent')" -eq 0 ]
	otf-snap --at 125 t.otfl | otf-slice -t 126:175 | otf-check >got || true
	[ "$(grep -c 'unreceived\|receive-unsent' got)" -eq 0 ]
}

@test "a group that a stream defines for itself counts in it" {
	sed -e "s/^DefProcessGroup.-.0.10.*/$(printf 'DefProcessGroup\t-\t1\t10\tworld\t1,2')/" t.otfl >local.otfl
	[ "$(otf-stat --tsv --table message local.otfl 2>err | tail -n 1 | cut -f 2,3)" = "$(printf '4\t4')" ]
	[ ! -s err ]
	# where the communicator has no definition nothing says who is in it
	grep -v '^DefProcessGroup.-.0.10' t.otfl | sed 's/^@END.*/@END\t27/' >none.otfl
	otf-stat --tsv --table message none.otfl >got 2>err
	grep -q 'not received: 3' err
}

@test "a rank may hand its halves to its threads, in any way: what is paired stays the same" {
	for seed in 1 2 3 4 5; do
		awk -v seed=$seed -v OFS='\t' 'BEGIN { srand(seed); FS = "\t" }
			/Msg\t/ && $5 == 10 && $3 <= 2 { $3 = rand() < 0.5 ? $3 : ($3 == 1 ? 3 : 5) }
			{ print }' t.otfl >moved.otfl
		otf-stat --tsv --table message,matrix t.otfl >want
		otf-stat --tsv --table message,matrix moved.otfl | diff want -
	done
}

# members of groups are kept only where there may be threads; a group before its threads is one without
@test "definitions may come in any order" {
	{ grep -v '^DefProcess.-.0.[345]' t.otfl | head -n 6; grep '^DefProcess.-.0.[345]' t.otfl
		tail -n +10 t.otfl | grep -v '^DefProcess.-'; } >other.otfl
	diff <(sort t.otfl) <(sort other.otfl)
	otf-stat --tsv --table message,matrix t.otfl >want
	otf-stat --tsv --table message other.otfl >got
	[ "$(tail -n 1 got | cut -f 2,3)" = "$(printf '4\t4')" ]
	otf-wait --tsv --table wait --by process,peer t.otfl >want
	otf-wait --tsv --table wait --by process,peer other.otfl | diff want -
}
