# otf-filter: what it keeps is what awk keeps on the line stream of the same trace.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

# All traces that are whole; some of the corpus lack their definitions.
traces() {
	echo "$sample"
	for def in "$SHARED"/corpus/otf1/*/*.0.def "$SHARED"/corpus/otf1/*/*.0.def.z; do
		[ ! -e "$def" ] || echo "${def%.0.def*}.otf"
	done | sampled
}

records() {
	grep -v '^@'
}

# Words that the awk conditions may use. A timed record is no definition and no marker.
words='
BEGIN { FS = "\t" }
/^@SM/ { n = split($3, p, ","); for (i = 1; i <= n; i++) stream[p[i]] = $2 }
/^@/ { next }
function is_def() { return $2 == "-" || $1 == "DefMarker" || $1 == "UnknownRecord" && $4 == "def" }
function is_marker() { return $1 ~ /^(Def)?Marker$/ || $1 == "UnknownRecord" && $4 == "marker" }
function timed() { return !is_def() && !is_marker() }
function message() { return $1 ~ /^(SendMsg|RecvMsg)$/ }
'

# same AWK OPTION...: for each trace. AWK is a condition, or a whole program that sets `keep`.
same() {
	keep=$1
	shift
	traces | while read -r trace; do
		otf-cat --no-pg "$trace" >all || return 1
		awk "$words $keep" all >want
		otf-filter "$@" "$trace" >got 2>err || { echo "exit $? of $* $trace" && cat err && return 1; }
		records <got | cmp - want || { echo "$* $trace" && return 1; }
		if grep -v -e 'nothing matches' -e 'no record is in' err; then echo "$* $trace" && return 1; fi
		[ "$(tail -n 1 got)" = "@END	$(records <got | wc -l)" ] || { tail -n 1 got && return 1; }
	done
}

# The same for only the sample, which has functions, messages and counters in numbers.
same_sample() {
	traces() { echo "$sample"; }
	same "$@"
}

@test "without a selection everything passes" {
	same '1'
}

@test "-p keeps the timed records of processes, and all definitions and markers" {
	same '!timed() || $3 == 1 || $3 == 3' -p 1,3
	same '!timed() || $3 != 2' --process '!2'
	same '!timed() || $3 > 2 && $3 < 8' -p 3-7
}

@test "-p takes names by glob and lists from a file" {
	same_sample '!timed() || $3 == 2 || $3 == 4' -p 'rank 1,rank 3'
	same_sample '!timed() || $3 != 5' -p 'rank *,!rank 4'
	printf 'rank 1\n3-4,!4\n' >list
	same_sample '!timed() || $3 == 2 || $3 == 3' -p @list
}

@test "-p given twice is both" {
	same '!timed() || $3 == 1 || $3 == 2' -p 1 -p 2
}

@test "-s keeps the processes of a stream" {
	same '!timed() || stream[$3] == 1' -s 1
	same '!timed() || stream[$3] != 1' --stream '!1'
}

@test "-t keeps [A,B) of the timed records" {
	same '!timed() || $2 >= 20 && $2 < 40' -t 20:40
	same '!timed() || $2 < 1100000' --time :1100000
	same '!timed() || $2 >= 1100000' --time 1100000:
	same_sample '!timed() || $2 >= 1200000 && $2 < 1500000' -t 1.2ms:1500us
}

@test "-r takes names, numbers and globs, and goes for every record" {
	same '$1 == "Enter" || $1 == "Leave"' -r Enter,Leave
	same '$1 == "Enter" || $1 == "Leave"' -r 2,12
	same '$1 ~ /Summary/' -r '*Summary*'
	same '$1 !~ /^Def/ && $1 != "SendMsg"' -r '!Def*,!SendMsg'
}

@test "-r takes classes" {
	same 'is_def() && !is_marker()' -r def
	same 'is_marker()' -r marker
	same '$1 ~ /Snapshot/ || $1 == "UnknownRecord" && $4 == "snaps"' -r snap
	same '$1 ~ /Summary/ || $1 == "UnknownRecord" && $4 == "stats"' -r stat
	same 'timed() && $1 !~ /Snapshot|Summary/ && !($1 == "UnknownRecord" && $4 != "events")' -r event
	same 'timed() && $1 !~ /Snapshot|Summary|^Enter$/ && !($1 == "UnknownRecord" && $4 != "events")' \
		-r 'event,!Enter'
}

@test "-x drops what would be kept, and leaves alone what no option is about" {
	same '!timed() || $3 != 1' -x -p 1
	same '$1 != "Enter"' -x -r Enter
	same '!timed() || $3 != 1 || $2 >= 30' -x -p 1 -t :30
	same '$1 != "Counter" && $1 != "CounterSnapshot" || $(4 + ($1 == "CounterSnapshot")) != 1' -x --counter 1
}

@test "options by field keep records without such a field" {
	same '$1 != "Counter" && $1 != "CounterSnapshot" || $(4 + ($1 == "CounterSnapshot")) == 1' --counter 1
	same_sample '!message() || $4 == 3' --peer 3
	same_sample '!message() || $4 == 3' --peer 'rank 2'
	same_sample '!message() || $6 > 100' --tag '!0-100'
	same_sample '!message() || $7 >= 4096' --length 4096-
	same_sample 'message() ? $5 == 1000 : $1 ~ /^(Begin)?Coll/ ? $5 == 1000 || $6 == 1000 : 1' --communicator 1000
	same_sample '!message() && $1 !~ /^(Begin|End)?Coll/' --communicator '!MPI_COMM_WORLD'
}

# A Leave without a function belongs to the innermost open call.
calls='
$1 == "DefFunction" { name[$4] = $5; group[$4] = $6 }
$1 == "Enter" { n = ++depth[$3]; f = open[$3, n] = $4 }
$1 == "Leave" { n = depth[$3]--; f = $4 ? $4 : open[$3, n] }
$1 != "Enter" && $1 != "Leave" || want(f)
'

@test "--function takes numbers and names, and a Leave goes with its Enter" {
	same_sample "function want(f) { return f == 8 || f == 9 } $calls" --function 8,9
	same_sample "function want(f) { return name[f] ~ /^MPI_/ } $calls" --function 'MPI_*'
	same_sample "function want(f) { return name[f] !~ /^MPI_/ } $calls" -x --function 'MPI_*'
}

@test "--group selects the calls of the functions in groups" {
	same_sample "function want(f) { return group[f] == 2 } $calls" --group 2
	same_sample "function want(f) { return group[f] == 3 || group[f] == 6 } $calls" --group 'Kernel,lib[c]'
	same_sample "function want(f) { return name[f] ~ /^MPI_/ && name[f] !~ /Send/ } $calls" \
		--group MPI --function '!MPI_Send'
}

@test "what stays is balanced" {
	otf-filter --function 'MPI_*,flux_?' -p 1-6 "$sample" |
		awk -F'\t' '$1 == "Enter" { d[$3]++ } $1 == "Leave" && --d[$3] < 0 { bad = 1 }
			END { for (p in d) bad += d[p]; exit bad != 0 }'
}

@test "--no-tags drops the key-values, all or by key" {
	traces | while read -r trace; do
		otf-filter --no-tags "$trace" | records | awk -F'\t' '$1 == "Enter" || $1 == "NoOp" { print NF }' |
			sort -u >got
		otf-cat "$trace" | awk -F'\t' '$1 == "Enter" { print 5 } $1 == "NoOp" { print 3 }' | sort -u >want
		cmp got want
		otf-cat "$trace" | records | sed 's/	7:[a-zA-Z]:[^	]*//g' >want
		otf-filter --no-tags=7 "$trace" | records | cmp - want
		[ "$(otf-filter --no-tags=7 "$trace" | tail -n 1)" = "@END	$(wc -l <want)" ]
	done
}

@test "--rejects gets what is dropped, with the definitions, as a stream of its own" {
	otf-filter -p 1-3 --rejects no.otfl "$sample" >yes.otfl
	otf-cat --no-pg no.otfl >copy
	[ "$(head -n 1 no.otfl | cut -f 1)" = @OTFPIPE ]
	otf-cat "$sample" | awk "$words"'is_def() || timed() && $3 > 3' >want
	records <no.otfl | cmp - want
	records <copy | cmp - want
	[ "$(tail -n 1 no.otfl)" = "@END	$(wc -l <want)" ]
	grep -q ^@SM no.otfl
}

@test "rejects of a stream that ended early say so" {
	otf-cat "$sample" | head -n 300 >short.otfl
	run otf-filter -p 1 --rejects /dev/fd/4 - <short.otfl 4>no.otfl
	[ "$status" -eq 3 ]
	tail -n 1 no.otfl | grep '^@ABORT	otf-filter'
	run otf-filter -p 1 --rejects nothing.otfl - <short.otfl
	[ "$status" -eq 3 ]
	[ ! -e nothing.otfl ]
}

@test "rejects that cannot be written are an error" {
	run otf-filter -p 1 --rejects no/such/dir "$sample"
	[ "$status" -eq 1 ]
	[ ! -e /dev/full ] || {
		run otf-filter -p 1 --rejects /dev/full "$sample"
		[ "$status" -eq 1 ]
	}
}

@test "-o writes what otf-write would" {
	otf-filter -p 1,2 "$sample" -o one
	otf-filter -p 1,2 "$sample" | otf-write two
	for f in one.*; do
		cmp "$f" "two${f#one}"
	done
}

@test "as a stage of a pipeline it does the same" {
	otf-filter -p 1-4 --function 'MPI_*' --no-pg "$sample" >want
	otf-cat --no-pg "$sample" | otf-filter --no-pg -p 1-4 --function 'MPI_*' | cmp - want
	otf-filter --no-pg -p 1-4 "$sample" | otf-filter --no-pg --function 'MPI_*' - | cmp - want
}

@test "messages to processes that were dropped are counted with -v" {
	otf-filter -p 1 "$sample" 2>err >got
	[ ! -s err ]
	n=$(awk "$words"'message() && $4 != 1' got | wc -l)
	otf-filter -v -p 1 "$sample" 2>err >/dev/null
	grep "kept $n records whose peer was dropped" err
}

@test "a Leave that closes nothing stays, and is told once" {
	printf '@OTFPIPE\t1.0\nLeave\t5\t1\t0\t0\nLeave\t6\t1\t0\t0\nLeave\t7\t1\t9\t0\n@END\t3\n' >in
	otf-filter --no-pg --function 7 - <in >got 2>err
	[ "$(records <got | wc -l)" -eq 2 ]
	[ "$(grep -c -v 'nothing matches' err)" -eq 1 ]
	otf-filter -q --no-pg --function 7 - <in 2>err >got
	[ ! -s err ]
}

@test "unknown records and control lines pass untouched" {
	printf '@OTFPIPE\t1.0\n@NEW\tx y\nNewThing\t5\t1\tz\nEnter\t6\t2\t1\t0\n@END\t2\n' >in
	otf-filter --no-pg -p 1 --function 7 - <in >got
	printf '@OTFPIPE\t1.0\n@NEW\tx y\nNewThing\t5\t1\tz\n@END\t1\n' | cmp - got
	fails otf-filter --no-pg -r '!New*,!Enter' - <in
	otf-filter --no-pg -r '!N*' - <in | grep -v -q NewThing
}

@test "bad sets, times and records are usage errors" {
	for bad in '-p 5-1' '-p 1,,2' '--process=' '-s a' '--tag x' '--length 1-2-3' '-t 5 -t 6' '-t 9:1' '-t 1x:' \
		'-r Foo' '-r Enter,Fo*' '-r 999' '-r !Foo' '--bogus' '-t' '--no-tags=5-1'; do
		# shellcheck disable=SC2086
		run otf-filter $bad "$sample"
		[ "$status" -eq 2 ] || { echo "$bad: $status $output" && return 1; }
		[ "${output#otf-filter: }" != "$output" ] || { echo "$bad: $output" && return 1; }
	done
	run otf-filter -r Enter,Foo "$sample"
	echo "$output" | grep "'Foo'"
}

@test "a list that cannot be read is an error" {
	run otf-filter -p @no-such-file "$sample"
	[ "$status" -eq 1 ]
	run otf-filter -r @no-such-file "$sample"
	[ "$status" -eq 1 ]
	echo event >list
	same_sample 'timed() && $1 !~ /Snapshot|Summary/' -r @list
}

@test "a Leave goes with the call that it ends, also if it names another function" {
	stream 'Enter|10|1|5|0' 'Enter|20|1|6|0' 'Leave|30|1|7|0' 'Leave|40|1|0|0' >in
	otf-filter -q --no-pg --function 6 in | grep -v '^@' | diff <(lines 'Enter|20|1|6|0' 'Leave|30|1|7|0') -
	otf-filter -q --no-pg -x --function 6,7 in | grep -v '^@' | diff <(lines 'Enter|10|1|5|0' 'Leave|40|1|0|0') -
}
