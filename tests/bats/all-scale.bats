# Many streams, many records: with few open files, in bounded memory, with the same result.

load common
load stream

setup_file() {
	common_setup
	need_mktrace
	mktrace -p 10000 -s 10000 -e 200k >wide.otfl
	narrow otf-write wide <wide.otfl
}

setup() {
	common_setup
	wide=$BATS_FILE_TMPDIR/wide
}

# narrow COMMAND...: with 256 open files at most, in less than 512 MiB.
narrow() {
	(ulimit -n 256 && peak "$@" 2>err) || { cat err && return 1; }
	[ ! -s err ] || { cat err && return 1; }
	under 512
}

# keep_processes FROM TO: stdin without its end, and without what tells of other processes
keep_processes() {
	awk -F '\t' -v from="$1" -v to="$2" '
	/^@END/ { next }
	/^@SM/ || $1 == "DefProcess" { p = /^@/ ? $3 : $4; if (p < from || p > to) next }
	{ print }'
}

timed() {
	awk -F '\t' '!/^@/ && $2 != "-"'
}

@test "10,000 streams with 256 open files: written, read, filtered" {
	[ "$(wc -l <"$wide.otf")" -eq 10000 ]
	[ "$(find "$BATS_FILE_TMPDIR" -name 'wide.*.events' | wc -l)" -eq 10000 ]
	narrow otf-cat --no-pg "$wide" >back
	cmp <(records <back) <(records <"$wide.otfl")
	narrow otf-filter --no-pg -p 5000-5999 "$wide" >some
	otf-filter --no-pg -p 5000-5999 "$wide.otfl" | records | cmp - <(records <some)
}

@test "10,000 compressed streams with 256 open files: written, read, filtered and merged" {
	narrow otf-write -z 1 t <"$wide.otfl"
	[ "$(find . -name "t.*.events.z" | wc -l)" -eq 10000 ]
	narrow otf-cat --no-pg t >back
	cmp <(records <back) <(records <"$wide.otfl")
	narrow otf-filter --no-pg -x -r Enter t -n 1 -z 1 -o one
	[ "$(wc -l <one.otf)" -eq 1 ]
	otf-filter --no-pg -x -r Enter "$wide.otfl" | records | cmp - <(otf-cat --no-pg one | records)
}

@test "10,000 processes in few streams hold the same records" {
	narrow otf-write -n 7 t <"$wide.otfl"
	[ "$(wc -l <t.otf)" -eq 7 ]
	# one stream keeps the order of the records at equal times, seven need not
	narrow otf-cat "$wide" -n 1 -o one
	otf-cat --no-pg one | records | cmp - <(records <"$wide.otfl")
	otf-cat --no-pg t | records | sort | cmp - <(records <"$wide.otfl" | sort)
}

@test "10,000 streams in and 10,000 out in one command" {
	narrow otf-filter -x -r Counter "$wide" -n 0 -o t
	[ "$(wc -l <t.otf)" -eq 10000 ]
	narrow otf-cat --no-pg t >some
	otf-filter --no-pg -x -r Counter "$wide.otfl" | records | sort | cmp - <(records <some | sort)
}

@test "two traces of 1,000 streams each become one of 2,000, then one of one stream" {
	mktrace -p 2000 -s 2000 -e 40k >all
	otf-filter --no-pg -p 1-1000 -r '!Def*Group' all | keep_processes 1 1000 | otf-cat --adopt - -o low
	otf-filter --no-pg -p 1001-2000 -r '!Def*Group' all | keep_processes 1001 2000 | otf-cat --adopt - -o high
	narrow otf-cat -q --no-pg low high >both
	[ "$(grep -c ^@SM both)" -eq 2000 ]
	timed <both | cmp - <(timed <all)
	narrow otf-cat -q -f 60 low high -n 1 -o one
	otf-cat --no-pg one | timed | cmp - <(timed <all)
}

@test "a record added to each of 10,000 streams" {
	seq -f 'EventComment	1500000	%.0f	x' 10000 >add
	narrow otf-cat --no-pg --add add "$wide" >more
	grep -v '^EventComment' more | records | cmp - <(records <"$wide.otfl")
	[ "$(grep -c '^EventComment' more)" -eq 10000 ]
}

@test "2 million events through five stages, each in less than 32 MiB" {
	mktrace -p 64 -s 8 -e 2m >big
	stage() {
		local dir=$1
		shift
		mkdir "$dir" && (cd "$dir" && peak "$@")
	}
	stage 1 otf-cat --no-pg "$PWD/big" | stage 2 otf-filter --no-pg -p 1-60 | stage 3 otf-filter --no-pg -x -r Counter |
		stage 4 otf-filter --no-pg --function '!MPI_*' | stage 5 otf-write t
	for dir in 1 2 3 4 5; do
		(cd $dir && under 32) || { echo "stage $dir" && return 1; }
	done
	otf-filter --no-pg -p 1-60 -r '!Counter' --function '!MPI_*' big >want
	mkdir 6 7
	(cd 6 && peak otf-cat --no-pg ../5/t >../got && under 32)
	cmp <(records <got) <(records <want)
	(cd 7 && peak otf-filter -p 1-60 -r '!Counter' --function '!MPI_*' ../big -o t && under 32)
	for f in 7/t.*; do
		cmp "$f" "5/${f#7/}"
	done
}

@test "processes in descending order cost no more than in ascending order" {
	{
		printf '@OTFPIPE\t1.0\n@SM\t1\t'
		seq -s , 300000 -1 1
		lines 'NoOp|5|1' '@END|1'
	} >in
	(ulimit -t 20 && otf-write t <in) # seconds of the processor, of which it needs less than one
	[ "$(cat t.otf)" = "1:$(seq -f %.0f 300000 | xargs printf '%x,' | sed 's/,$//')" ]
}

@test "a stream without records costs a writer 1 KB, not a buffer" {
	{
		printf '@OTFPIPE\t1.0\n'
		seq 5000 | sed 's/.*/@SM\t&\t&/'
		printf 'DefTimerResolution\t-\t0\t1000\n@END\t1\n'
	} >in
	peak otf-write t <in
	under 20 # `peak` itself needs 14
	[ "$(wc -l <t.otf)" -eq 5000 ]
}
