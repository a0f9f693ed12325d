# otf-to-tau --profile: the files profile.N.C.T that a run with TAU leaves.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

two_threads() {
	stream '@SM|1|1' '@SM|2|2' 'DefTimerResolution|-|0|1000000' "$@" 'DefFunctionGroup|-|0|3|MPI' \
		'DefFunction|-|0|7|main|0|0' 'DefFunction|-|0|8|MPI_Send|3|0' 'DefCounterGroup|-|0|1|g' \
		'DefCounter|-|0|5|bytes|1|1|B' 'Enter|10|1|7|0' 'Enter|20|1|8|0' 'Enter|20|2|7|0' 'Counter|21|1|5|3' \
		'Enter|22|2|7|0' 'Leave|25|1|8|0' 'Counter|26|1|5|5' 'Leave|30|2|7|0' 'Enter|31|1|8|0' 'Leave|33|1|8|0' \
		'Leave|40|1|7|0' 'Leave|41|2|7|0' >t.otfl
}

head='# Name Calls Subrs Excl Incl ProfileCalls # <metadata><attribute><name>Metric Name</name><value>TIME</value></attribute></metadata>'

@test "a file for each process has calls, calls made, exclusive and inclusive microseconds, group and counters" {
	two_threads 'DefProcess|-|0|1|rank 0|0' 'DefProcess|-|0|2|worker|1'
	silent otf-to-tau --profile d t.otfl
	diff - d/profile.0.0.0 <<-END
		2 templated_functions_MULTI_TIME
		$head
		"MPI_Send" 2 0 7 7 0 GROUP="MPI" 
		"main" 1 2 23 30 0 GROUP="TAU_DEFAULT" 
		0 aggregates
		1 userevents
		# eventname numevents max min mean sumsqr
		"bytes" 2 5 3 4 34
	END
	diff - d/profile.0.0.1 <<-END
		1 templated_functions_MULTI_TIME
		$head
		"main" 2 1 21 21 0 GROUP="TAU_DEFAULT" 
		0 aggregates
	END
	[ "$(ls d | wc -l)" = 2 ]
}

@test "processes without parents are nodes" {
	two_threads 'DefProcess|-|0|2|b|0' 'DefProcess|-|0|1|a|0'
	silent otf-to-tau --profile d t.otfl
	[ "$(ls d | paste -sd ' ')" = 'profile.0.0.0 profile.1.0.0' ]
	grep -q MPI_Send d/profile.1.0.0
}

@test "names as TAU has them say where a process goes" {
	two_threads 'DefProcess|-|0|1|node 3, thread 2|0' 'DefProcess|-|0|2|node 4, context 1, thread 0|1'
	silent otf-to-tau --profile d t.otfl
	[ "$(ls d | paste -sd ' ')" = 'profile.3.0.2 profile.4.1.0' ]
}

@test "names that are not all such, or not all different, do not count" {
	two_threads 'DefProcess|-|0|1|node 3, thread 2|0' 'DefProcess|-|0|2|node 3, thread 2|0'
	silent otf-to-tau --profile d t.otfl
	[ "$(ls d | paste -sd ' ')" = 'profile.0.0.0 profile.1.0.0' ]
	two_threads 'DefProcess|-|0|1|node 3, thread 2|0' 'DefProcess|-|0|2|node 4|0'
	silent otf-to-tau --profile e t.otfl
	[ "$(ls e | paste -sd ' ')" = 'profile.0.0.0 profile.1.0.0' ]
}

@test "parents that go in a circle are no threads of one another" {
	two_threads 'DefProcess|-|0|1|a|2' 'DefProcess|-|0|2|b|1'
	silent otf-to-tau --profile d t.otfl
	[ "$(ls d | paste -sd ' ')" = 'profile.0.0.0 profile.1.0.0' ]
}

@test "of an interval what falls into it counts" {
	two_threads 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0'
	silent otf-to-tau --profile d -t 24:32 t.otfl
	grep -q '^"MPI_Send" 1 0 2 2 0' d/profile.0.0.0
	grep -q '^"main" 0 1 6 8 0' d/profile.0.0.0
	grep -q '^"bytes" 1 5 5 5 25' d/profile.0.0.0
	grep -q '^"main" 0 0 8 8 0' d/profile.1.0.0
	silent otf-to-tau --profile e -t 24:32 --strict t.otfl
	exits 1 otf-to-tau --profile f -t 24000: --strict t.otfl
	says '24000:'
}

@test "the times of all functions are those of otf-stat" {
	silent otf-to-tau --profile d "$sample"
	for node in 0 1 2; do
		otf-stat --tsv --by function --table function -p $((node + 1)) "$sample" |
			awk -F '\t' 'NR > 1 && NF { printf "\"%s\" %d %.6f %.6f\n", $3, $4, $5 / 1000, $6 / 1000 }' | sort >want
		sed -n '3,/^0 aggregates/p' d/profile.$node.0.0 | grep '^"' |
			awk '{ printf "%s %d %.6f %.6f\n", $1, $2, $4, $5 }' | sort >got
		[ -s got ]
		diff want got
	done
}

@test "what would end a name is replaced, and equal names get their tokens" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|7|a "b"\n|0|0' \
		'DefFunction|-|0|8|f|0|0' 'DefFunction|-|0|9|f|0|0' 'Enter|1|1|7|0' 'Enter|2|1|8|0' 'Enter|3|1|9|0' \
		'Enter|4|1|10|0' 'Leave|5|1|0|0' 'Leave|5|1|0|0' 'Leave|5|1|0|0' 'Leave|5|1|0|0' >t.otfl
	silent otf-to-tau --profile d t.otfl
	[ "$(sed -n '3,6s/^\("[^"]*"\).*/\1/p' d/profile.0.0.0 | paste -sd ' ')" = \
		"\"a 'b' \" \"f\" \"f [9]\" \"function 10\"" ]
}

@test "profiles that are there stay, or all go with --force" {
	mkdir d
	echo old >d/profile.99.0.0
	echo mine >d/notes
	exits 1 otf-to-tau --profile d "$sample"
	says 'd/profile.99.0.0: exists'
	[ "$(ls d | wc -l)" = 2 ]
	silent otf-to-tau --profile d --force "$sample"
	[ ! -e d/profile.99.0.0 ]
	[ -e d/profile.0.0.0 ]
	[ "$(cat d/notes)" = mine ]
}

@test "-p, -s and -r select what counts in a profile; a trace has no selection" {
	two_threads 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0'
	silent otf-to-tau --profile all t.otfl
	silent otf-to-tau --profile one -p b t.otfl
	[ "$(ls one)" = profile.1.0.0 ]
	cmp one/profile.1.0.0 all/profile.1.0.0
	silent otf-to-tau --profile two -s 2 t.otfl
	diff -r one two
	silent otf-to-tau --profile calls -r '!Counter' t.otfl
	grep -v -e bytes -e event all/profile.0.0.0 | cmp - calls/profile.0.0.0
	for selected in '-p b' '-s 2' '-r Enter' '-t 5:6'; do
		# shellcheck disable=SC2086
		exits 2 otf-to-tau -q --lossy -o u $selected t.otfl
		says 'are for --profile; otf-filter and otf-slice make a part of a trace'
	done
	exits 2 otf-to-tau --profile d --part 1/2 "$sample"
	says '--profile needs the whole trace'
	exits 2 otf-to-tau --lossy -o u --part 1/2 "$sample"
	says 'a TAU trace needs the whole trace'
	exits 2 otf-to-tau t.otfl
	says 'give one of -o NAME, --run DIR and --profile DIR'
	nothing d
	nothing u
}

@test "a directory that cannot be written, and a stream without resolution, are errors" {
	echo >file
	exits 1 otf-to-tau --profile file "$sample"
	exits 1 otf-to-tau --profile missing/d "$sample"
	exits 2 otf-to-tau --profile d --run e "$sample"
	exits 2 otf-to-tau --profile d -o x "$sample"
	stream '@SM|1|1' 'DefProcess|-|0|1|a|0' 'Enter|1|1|7|0' 'Leave|2|1|7|0' >t.otfl
	exits 2 otf-to-tau --profile d t.otfl
	says '--profile: the input defines no timer resolution'
}

@test "values of counters are what their definition says, in a stream and in a trace" {
	stream '@SM|1|1' 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|a|0' 'DefCounterGroup|-|0|1|g' \
		'DefCounter|-|0|5|float|269|1|B' 'Counter|1|1|5|1.5f' 'Counter|2|1|5|4611686019501129728' \
		'Counter|3|1|5|4611686021648613376' >t.otfl
	silent otf-to-tau --profile d t.otfl
	grep -F '"float" 3 2 -2 0.5 10.25' d/profile.0.0.0
	otf-write t <t.otfl
	silent otf-to-tau --profile e t
	diff -r d e
}

@test "profiles whose replacement was killed are completed by otf-write --recover" {
	need_tools strace
	strace -qq -o trial true 2>/dev/null || skip "no ptrace here"
	otf-to-tau --profile want "$sample"
	for when in 1 4 8; do
		otf-filter -q -p 1 "$sample" | otf-to-tau --profile d --force
		ASAN_OPTIONS=detect_leaks=0 strace -f -o /dev/null -e trace=renameat2 -e "inject=renameat2:signal=KILL:when=$when" \
			otf-to-tau --profile d --force "$sample" 2>/dev/null || [ $? -eq 137 ]
		[ -e "$(echo d/.otfpipe-??????)" ]
		exits 0 otf-write --recover d
		[ "$(find d -name '.*' ! -name d)" = '' ]
		diff -r d want || { otf-filter -q -p 1 "$sample" | otf-to-tau --profile old --force && diff -r d old; }
	done
	diff -r d want
}
