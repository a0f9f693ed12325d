# otf-check: numbers against a plain recount, snapshots against the events, record by record.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

recount() {
	python3 "$REPO/tests/oracle/checkcount.py" "$@"
}

@test "what is found in streams that lost records is what a plain recount finds, from disk, too" {
	otf-cat --no-pg "$sample" >s.otfl
	local seed
	for seed in $(seq "$(by_length 10 40)"); do
		recount break "$seed" <s.otfl >t.otfl
		recount count <t.otfl >want
		otf-check --json t.otfl >out || true
		recount told out | diff want - || { echo "seed $seed"; false; }
		otf-write --force u <t.otfl
		otf-check --json u >out || true
		recount told out | diff want - || { echo "seed $seed, from disk"; false; }
		otf-check -j 3 --json u | cmp - out
	done
	[ "$(awk '{ n += $2 > 0 } END { print n }' want)" -ge 3 ]
}

@test "the same of a longer trace with many messages" {
	need_mktrace
	mktrace -p 12 -s 3 -e 30k | otf-cat --no-pg >s.otfl
	local seed
	for seed in $(seq "$(by_length 4 12)"); do
		recount break "$seed" <s.otfl >t.otfl
		recount count <t.otfl >want
		otf-check --json t.otfl >out || true
		recount told out | diff want - || { echo "seed $seed"; false; }
	done
}

# altered NAME FIELD TEXT: a record of the stream s.otfl, in its middle, has another field, and that is found.
altered() {
	local n
	n=$(grep -n "^$1	" s.otfl | cut -d : -f 1 | awk '{ l[NR] = $0 } END { print l[int((NR + 1) / 2)] }')
	echo "$1 $2 $3: line $n"
	[ -n "$n" ]
	awk -F '\t' -v OFS='\t' -v n="$n" -v f="$2" -v t="$3" 'NR == n { $f = t } { print }' s.otfl >t.otfl
	fails cmp -s s.otfl t.otfl
	exits 1 otf-check t.otfl
	grep "^t.otfl:$n: error: .*\[snapshot\]$" out
}

# All that a snapshot tells, in one process.
all_open() {
	stream 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunction|-|0|1|f|0|0' \
		'DefFunction|-|0|2|g|0|0' 'DefCollectiveOperation|-|0|1|c|1' 'DefProcessGroup|-|0|5|g|1,2' \
		'DefCounter|-|0|1|x|1|0|#' 'DefFile|-|0|1|f|0' 'Enter|1|1|1|0' 'Enter|2|1|2|0' 'SendMsg|3|1|2|0|7|8|0' \
		'SendMsg|3|1|2|0|8|8|0' 'FileOperation|4|1|1|66|0|0|1|0' 'CollectiveOperation|5|1|1|5|0|0|0|1|0' \
		'BeginCollectiveOperation|6|1|1|77|5|0|0|0|0' 'BeginFileOperation|7|1|88|0' 'Counter|8|1|1|9' \
		'NoOp|12|2' 'RecvMsg|13|2|1|0|7|8|0' 'RecvMsg|13|2|1|0|8|8|0' 'CollectiveOperation|14|2|1|5|0|0|0|1|0' \
		'CollectiveOperation|15|2|1|5|0|0|0|1|0' 'EndFileOperation|20|1|1|88|66|1|0|0' \
		'EndCollectiveOperation|21|1|77' 'Leave|22|1|2|0' 'Leave|23|1|1|0' | otf-snap --no-pg --at 10 >s.otfl
	silent otf-check --strict s.otfl
	[ ! -s out ]
}

@test "each record of a snapshot is held against the events" {
	all_open
	altered EnterSnapshot 4 0
	altered EnterSnapshot 5 2
	altered SendSnapshot 4 2
	altered SendSnapshot 5 1
	altered SendSnapshot 7 9
	altered OpenFileSnapshot 4 5
	altered OpenFileSnapshot 6 67
	altered BeginCollopSnapshot 4 5
	altered BeginCollopSnapshot 6 78
	altered CollopCountSnapshot 5 2
	altered BeginFileOpSnapshot 4 6
	altered BeginFileOpSnapshot 5 89
	altered CounterSnapshot 4 7
	altered CounterSnapshot 6 8
}

@test "so it is in snapshots of the sample, in the files of a trace and inline" {
	otf-snap --no-pg --points 10 "$sample" >s.otfl
	altered EnterSnapshot 4 0
	altered CounterSnapshot 4 0
	altered CollopCountSnapshot 5 99
	local inline
	for inline in '' --inline; do
		otf-write --force $inline u <t.otfl
		exits 1 otf-check u
		if [ -z "$inline" ]; then
			grep '^u\.[0-9a-f]*\.snaps:[0-9]*: error: .*\[snapshot\]$' out
		else
			grep '^u\.[0-9a-f]*\.events:[0-9]*: error: .*\[snapshot\]$' out
		fi
		[ "$(wc -l <out)" -eq 1 ]
	done
}

@test "a call that a snapshot lacks is missed, whichever it is" {
	all_open
	local n
	for n in $(grep -n ^EnterSnapshot s.otfl | cut -d : -f 1); do
		sed "${n}d; s/^@END.*/@END	$(($(sed -n 's/^@END	//p' s.otfl) - 1))/" s.otfl >t.otfl
		exits 1 otf-check t.otfl
		[ "$(wc -l <out)" -eq 1 ]
		grep '\[snapshot\]$' out
	done
}

@test "sums of each kind that fall are found" {
	otf-snap --summaries=function,group,message,collective,file,filegroup --no-snapshots --at 4ms,4100us "$sample" >s.otfl
	silent otf-check --strict s.otfl
	[ ! -s out ]
	local name n field
	for name in FunctionSummary FunctionGroupSummary MessageSummary CollopSummary; do
		field=7
		# the last one at 4 ms that has a number, far above what comes at 4.1 ms
		n=$(awk -F '\t' -v name=$name -v f="$field" '$1 == name && $2 < 4050000 && $f > 0 { n = NR } END { print n }' s.otfl)
		echo "$name $field: line $n"
		awk -F '\t' -v OFS='\t' -v n="$n" -v f="$field" 'NR == n { $f = "9000000000000" } { print }' s.otfl >t.otfl
		exits 1 otf-check t.otfl
		[ "$(grep -c '\[summary-falls\]$' out)" -eq 1 ]
	done
}
