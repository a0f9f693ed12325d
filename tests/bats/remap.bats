# otf-remap: tokens by map files, with all that refers to them; the map the other way round; other streams.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

oracle() {
	python3 "$REPO/tests/oracle/remap.py" "$@"
}

# Two streams with local definitions: token 1 is solve in the first, MPI_Wait in the second.
locals() {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' \
		'DefFunctionGroup|-|1|1|app' 'DefFunction|-|1|1|solve|1|0' 'DefFunctionGroup|-|2|5|app' \
		'DefFunctionGroup|-|2|1|MPI' 'DefFunction|-|2|1|MPI_Wait|1|0' 'DefFunction|-|2|2|solve|5|0' \
		'Enter|1|1|1|0' 'Enter|2|2|1|0' 'Leave|3|2|1|0' 'Enter|4|2|2|0' 'Leave|5|2|2|0' 'Leave|6|1|1|0'
}

map() {
	lines "$@" >map
}

# Each space shifted by 700, processes by 800.
shifted() {
	otf-cat --schema | tr '\t' '\n' | sed -n 's/.*:.*://p' | sort -u | grep -x -e process -e process-group \
		-e attribute-list -e function -e function-group -e collective -e counter -e counter-group -e scl -e scl-file \
		-e file -e file-group -e key -e marker | while read -r space; do
		for old in $(seq 0 200) 512 1000 1001; do
			printf '%s\t%d\t%d\n' "$space" "$old" $((old + (old == 0 ? 90000 : 70000)))
		done
	done
}

@test "tokens of every space and all that refers to them follow, in each record type of the schema" {
	oracle every >in
	[ "$(records <in | cut -f 1 | sort -u | wc -l)" -eq $(($(otf-cat --schema | grep -c -v '^#') - 1)) ]
	oracle map 1 plain >map
	silent otf-remap -q --no-pg --map map in
	mv out got
	oracle apply map <in | diff - got
	otf-remap --no-pg --inverse --map map got | cmp - in
}

@test "a token of a record means the local definition of its stream, else the global one" {
	locals >in
	map 'process|1|9' 'process|2|1' 'function|1|7|1' 'function|1|2|2' 'function|2|1|2' 'function-group|5|6|2'
	silent otf-remap --no-pg --map map in
	sed '1,2d; $d' out >got
	lines '@SM|2|1' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|9|a|0' 'DefProcess|-|0|1|b|0' \
		'DefFunctionGroup|-|1|1|app' 'DefFunction|-|1|7|solve|1|0' 'DefFunctionGroup|-|2|6|app' \
		'DefFunctionGroup|-|2|1|MPI' 'DefFunction|-|2|2|MPI_Wait|1|0' 'DefFunction|-|2|1|solve|6|0' \
		'Enter|1|9|7|0' 'Enter|2|1|2|0' 'Leave|3|1|2|0' 'Enter|4|1|1|0' 'Leave|5|1|1|0' 'Leave|6|9|7|0' | diff - got
	otf-remap --no-pg --inverse --map map out | cmp - in
}

@test "random streams and maps, with local and undefined tokens: as the oracle says, and back; or the clash it sees" {
	clashes=0
	for seed in $(by_length '3 20' '3 10 20 31'); do
		for mode in plain same holes wild; do
			kind=random
			[ $mode != plain ] || kind=plain
			oracle $kind $seed >in
			oracle map $seed $mode >map
			oracle apply map <in >want
			if grep -q ^clash want; then
				exits 1 otf-remap --no-pg --map map in
				says clash
				clashes=$((clashes + 1))
				continue
			fi
			echo "seed $seed $mode"
			silent otf-remap -q --no-pg --map map --write-map applied --force in
			cmp out want
			otf-remap --no-pg --inverse --map applied want | cmp - in
		done
	done
	[ "$clashes" -gt 2 ]
	[ "$clashes" -lt 10 ]
}

@test "there and back gives the bytes of the stream and of the files, for the whole corpus" {
	need_shared
	shifted >map
	for t in "$SHARED"/corpus/otf1/*/*.otf; do
		echo "$t"
		otf-cat --no-pg -q --keep-going "$t" >a.otfl || true # some are damaged
		otf-write -q --force a <a.otfl
		otf-remap --no-pg -q --map map a.otfl >b.otfl
		fails cmp -s a.otfl b.otfl
		otf-remap --no-pg -q --inverse --map map b.otfl | cmp - a.otfl
		otf-remap -q --map map a -o b --force
		otf-cat --no-pg -q b | diff - b.otfl >/dev/null
		otf-remap -q --inverse --map map b -o c --force
		for f in a.*; do
			[ "$f" = a.otfl ] || cmp "$f" "c.${f#a.}"
		done
		rm -f [abc].*
	done
}

@test "the reference reads what was remapped: the same, with other numbers" {
	need_reference
	map 'function|7|4242' 'process|1|4' 'process|4|1' 'process-group|1|77'
	otf-remap --no-pg --map map "$sample" >r.otfl
	otf-write r <r.otfl
	reference_says r >want
	[ -s want ]
	stream_says r.otfl | diff - want
}

@test "a token of source code in the key-value of --match-messages follows" {
	stream 'DefProcess|-|0|1|p|0' 'DefKeyValue|-|0|5|6|TUD::p2p-received-scl|' 'DefKeyValue|-|0|6|6|other|' \
		'SendMsg|1|1|1|0|0|0|3|5:I:3|6:I:3' 'SendMsg|1|1|1|0|0|0|3|5:I:0' >in
	map 'scl|3|8' 'key|6|9'
	otf-remap --map map in | grep ^SendMsg | cut -f 8- >got
	lines '8|5:I:8|9:I:3' '3|5:I:0' | sed '2s/^3/8/' | diff - got
}

@test "0 in a source, a parent or a leave says none, whatever the map says of it" {
	stream 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|0|f|0|0' 'Enter|1|1|0|0' 'Leave|2|1|0|0' >in
	map 'scl|0|5' 'process|0|6' 'function|0|7' 'function-group|0|8'
	otf-remap --no-pg --map map in | records >got
	lines 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|7|f|8|0' 'Enter|1|1|7|0' 'Leave|2|1|0|0' | diff - got
	map 'scl|4|0'
	stream 'DefProcess|-|0|1|p|0' 'Enter|1|1|2|4' >in
	exits 1 otf-remap --map map in
	says 'scl 4 becomes 0, which means none in Enter'
}

@test "process 0 lives in a stream as others do" {
	stream '@SM|3|0' 'DefProcess|-|0|0|p|0' 'DefFunction|-|0|7|f|0|0' 'DefFunction|-|3|7|g|0|0' 'Enter|1|0|7|0' >in
	map 'function|7|8|3'
	otf-remap --no-pg --map map in | grep -q '^Enter	1	0	8'
	[ "$(otf-remap --unify in | grep ^Enter | cut -f 3,4)" = "0	8" ]
}

@test "@SM and @LOST name processes, too; a list that was not in order stays in its order" {
	stream '@SM|1|1,2,3' '@SM|2|9,4' '@LOST|3|0|5|7' 'DefProcess|-|0|1|p|0' >in
	map 'process|1|20' 'process|9|8' 'process|3|30'
	otf-remap --no-pg --map map in | grep '^@[SL]' >got
	lines '@SM|1|2,20,30' '@SM|2|8,4' '@LOST|30|0|5|7' | diff - got
	otf-remap --no-pg --map map in | otf-remap --no-pg --inverse --map map | cmp - in
}

@test "two tokens that would be one are an error that names both, and there is no trace" {
	map 'function|7|8'
	exits 1 otf-remap --map map "$sample" -o c
	says 'function 7 becomes 8'
	says 'function 8 stays'
	nothing c
	# one that is defined nowhere
	stream 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|7|f|0|0' 'Enter|1|1|8|0' >in
	exits 1 otf-remap --map map in
	says 'function 8 stays'
	[ "$(tail -n 1 out | cut -f 1)" = @ABORT ]
	# a global one behind a local one
	stream '@SM|1|1' 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|7|f|0|0' 'DefFunction|-|1|8|g|0|0' 'Enter|1|1|7|0' >in
	exits 1 otf-remap --map map in
	says 'function 8 of stream 1 stays'
	# a member that would be a process and was a group
	stream '@SM|1|1' 'DefProcess|-|0|1|p|0' 'DefProcessGroup|-|0|9|g|1' 'DefProcessOrGroupAttributes|-|0|9|3' >in
	map 'process|1|9'
	exits 1 otf-remap --map map in
	says 'the number of a process'
}

@test "a definition after the first event is renamed like those before it" {
	stream 'DefProcess|-|0|1|p|0' 'DefFunction|-|0|7|f|0|0' 'Enter|1|1|8|0' 'DefFunction|-|0|8|g|0|0' 'Leave|2|1|8|0' >in
	map 'function|7|8' 'function|8|7'
	otf-remap --no-pg --map map in | cut -f 1,4 | records >got
	lines 'DefProcess|1' 'DefFunction|8' 'Enter|7' 'DefFunction|7' 'Leave|7' | diff - got
}

@test "damage in a map is reported with file and line" {
	check() {
		printf '# first\n\n%b\n' "$1" >map
		exits 2 otf-remap --map map "$sample"
		says "--map: map:3: $2"
	}
	check 'funktion\t1\t2' "not a token space: 'funktion'"
	check 'peer\t1\t2' "not a token space: 'peer'"
	check 'function\t1' 'expected SPACE OLD NEW [STREAM [global|local]]'
	check 'function\t1\t2\t3\tglobal\tx' 'expected SPACE'
	check 'function\t-1\t2' "not a token or stream: '-1'"
	check 'function\t1\t4294967296' "not a token or stream: '4294967296'"
	check 'function\t1\t2x' "not a token or stream: '2x'"
	check 'function\t1\t2\t0' "not a stream: '0'"
	check 'function\t1\t2\t3\tx' "expected global or local, not 'x'"
	check 'process\t1\t2\t3' 'processes are global; drop the stream'
	printf 'scl 1 2\nscl 1 3\n' >map
	exits 2 otf-remap --map map "$sample"
	says 'map:2: scl 1 is listed twice as old token'
	printf 'scl 1 2\nscl 3 2\n' >map
	exits 2 otf-remap --map map "$sample"
	says 'map:2: scl 2 is listed twice as new token'
	exits 2 otf-remap --inverse --map map "$sample"
	says 'map:2: scl 2 is listed twice as new token'
	exits 1 otf-remap --map nowhere "$sample"
	says '--map: nowhere: No such file'
	printf 'scl 1 2\0\n' >map
	exits 2 otf-remap --map map "$sample"
}

@test "options that do not go together are usage errors" {
	: >map
	exits 2 otf-remap --map map --unify "$sample"
	exits 2 otf-remap --inverse "$sample"
	exits 2 otf-remap --write-map x "$sample"
	exits 2 otf-remap --keep-names 'x*' "$sample"
	exits 2 otf-remap --buffer 1M "$sample"
	exits 2 otf-remap -n 0 --map map "$sample"
}

@test "a map that changes nothing passes lines on, and so does no option at all" {
	otf-cat --no-pg "$sample" >in
	sed 's/^\(Enter.*\)/\1/' in >same
	map 'function|70000|70001'
	otf-remap --no-pg --map map in | cmp - in
	otf-remap --no-pg in | cmp - in
	otf-remap --no-pg --unify in | cmp - in
}

@test "piped and direct give the same" {
	map 'function|7|4242' 'process|1|4' 'process|4|1'
	otf-cat "$sample" | otf-remap --map map | otf-write a
	otf-remap --map map "$sample" -o b
	same_text a b
	printf '1-4 2\n5-8 1\n' >streams
	otf-remap --regroup streams "$sample" -o c
	otf-cat "$sample" | otf-remap --regroup streams | otf-write d
	same_text c d
	otf-cat --no-pg c >c.otfl
	otf-remap --no-pg --regroup streams "$sample" | cmp - c.otfl
}

@test "records of unknown type stay, with a warning that they keep the old tokens" {
	stream 'DefProcess|-|0|1|p|0' 'Enter|1|1|7|0' 'NewThing|2|1|7' 'UnknownRecord|3|1|events|X7' >in
	map 'function|7|8' 'process|1|2'
	exits 0 otf-remap --no-pg --map map in
	says '2 records of unknown type are not changed'
	grep -q '^NewThing	2	1	7' out
	grep -q '^UnknownRecord	3	2	events	X7' out
}

@test "--write-map says what was there, for --inverse" {
	map 'function|7|4242' 'function|70000|8' 'process|1|100'
	otf-remap --no-pg --map map --write-map wrote "$sample" >got
	lines 'process|1|100' 'function|7|4242' | diff - wrote
	otf-remap --no-pg --inverse --map wrote got | diff - <(otf-cat --no-pg "$sample")
	exits 1 otf-remap --map map --write-map /dev/full "$sample" -o c
	says '/dev/full: No space left on device'
	nothing c
	exits 1 otf-remap --map map --write-map no/where "$sample"
	aborted
}

@test "processes go to other streams, and records of one time with them" {
	stream '@SM|1|1,2' '@SM|2|3' 'DefProcess|-|0|1|p|0' 'Enter|5|1|7|0' 'Enter|5|2|7|0' 'Enter|5|3|7|0' 'Leave|6|2|7|0' >in
	printf '%s\n' '# all' '3 1' '1-2 2' >streams
	otf-remap --no-pg --regroup streams in | cut -f 1-3 | sed '1d;$d' >got
	lines '@SM|1|3' '@SM|2|1,2' 'DefProcess|-|0' 'Enter|5|3' 'Enter|5|1' 'Enter|5|2' 'Leave|6|2' | diff - got
	otf-remap --regroup streams "$sample" -o t
	otf-sort --no-pg t | diff - <(otf-cat --no-pg t)
	locals >in
	echo '1-2 2' >streams
	exits 1 otf-remap --regroup streams in
	says 'DefFunctionGroup 1 is local to stream 1, which process 1 leaves or joins; --unify makes it global'
	silent otf-remap --unify --regroup streams in
	for bad in '1' '1 2 3' 'x 1' '1 0' '1 y' '1-0 1'; do
		echo "$bad" >streams
		exits 2 otf-remap --regroup streams in
		says '--regroup: streams:1: '
	done
}

@test "the first line of --regroup that has a process counts; lines of one process are many, and need little" {
	stream '@SM|1|1,2,3,4' 'Enter|5|1|7|0' >in
	printf '%s\n' '2-3 7' '2 8' '1 9' '1 10' '1-4 11' >streams
	otf-remap --no-pg --regroup streams in | grep ^@SM >got
	lines '@SM|7|2,3' '@SM|9|1' '@SM|11|4' | diff - got
	printf '%s\n' '1 2' '5 3' '6-7 3' '!8 4' '5 4' >streams
	exits 1 otf-remap --strict --regroup streams in
	says "--regroup: nothing matches '5'"
	exits 0 otf-remap --regroup streams in
	[ "$(grep -c "nothing matches '5'$" err)" -eq 2 ]
	[ "$(grep -c "nothing matches" err)" -eq 4 ]
	seq 1 20000 | awk '{ print $1, $1 % 8 + 1 }' >streams
	stream "@SM|1|$(seq -s , 1 20000)" 'Enter|5|1|7|0' >in
	peak otf-remap --no-pg --regroup streams in >out
	[ "$(grep -c ^@SM out)" -eq 8 ]
	under 64 # of rules with a set each 180
}

@test "an input cut short is exit 3, a full disk 1, a closed pipe silent" {
	map 'function|7|4242'
	otf-cat "$sample" | head -n 200 >short
	: >streams
	for option in '--map map' '--unify' '--hash-names=s' '--regroup streams'; do
		exits 3 otf-remap $option short
		fails grep -q ^@END out
		exits 3 otf-remap $option short -o c
		nothing c
		run bash -c "otf-remap $option \"\$0\" >/dev/full" "$sample"
		[ "$status" -eq 1 ]
		[[ "$output" == *"No space left"* ]]
		otf-remap $option "$sample" 2>err | head -n 1 >/dev/null
		[ ! -s err ]
	done
}
