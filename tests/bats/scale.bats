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

@test "10,000 streams with 256 open files: written, read, filtered" {
	[ "$(wc -l <"$wide.otf")" -eq 10000 ]
	[ "$(find "$BATS_FILE_TMPDIR" -name 'wide.*.events' | wc -l)" -eq 10000 ]
	narrow otf-cat --no-pg "$wide" >back
	cmp <(records <back) <(records <"$wide.otfl")
	narrow otf-filter --no-pg -p 5000-5999 "$wide" >some
	otf-filter --no-pg -p 5000-5999 "$wide.otfl" | records | cmp - <(records <some)
}

@test "10,000 compressed streams with 256 open files: written, read, filtered" {
	narrow otf-write -z 1 t <"$wide.otfl"
	[ "$(find . -name "t.*.events.z" | wc -l)" -eq 10000 ]
	narrow otf-cat --no-pg t >back
	cmp <(records <back) <(records <"$wide.otfl")
	narrow otf-filter --no-pg -r Enter -p 1,10000 t >some
	otf-filter --no-pg -r Enter -p 1,10000 "$wide.otfl" | records | cmp - <(records <some)
}

@test "10,000 processes in few streams hold the same records" {
	narrow otf-write -n 7 t <"$wide.otfl"
	[ "$(wc -l <t.otf)" -eq 7 ]
	# one stream keeps the order of the records at equal times, seven need not
	narrow otf-write -n 1 one <"$wide.otfl"
	otf-cat --no-pg one | records | cmp - <(records <"$wide.otfl")
	otf-cat --no-pg t | records | sort | cmp - <(records <"$wide.otfl" | sort)
}

@test "10,000 streams in and 10,000 out in one command" {
	narrow otf-filter -x -r Counter "$wide" -n 0 -o t
	[ "$(wc -l <t.otf)" -eq 10000 ]
	narrow otf-cat --no-pg t >some
	otf-filter --no-pg -x -r Counter "$wide.otfl" | records | sort | cmp - <(records <some | sort)
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
	timeout 5 otf-write t <in
	[ "$(cat t.otf)" = "1:$(seq -f %.0f 300000 | xargs printf '%x,' | sed 's/,$//')" ]
}
