# Small traces of three processes that call and wait; load common and stream first.

# trace LINE...: processes 1 to 3, communicator 1 of all, functions and operations by number; lines in any order of time.
trace() {
	lines '@OTFPIPE|1.0|TR:1000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefProcess|-|0|3|c|0' \
		'DefProcessGroup|-|0|1|world|1,2,3' 'DefProcessGroup|-|0|2|pair|1,2' \
		'DefFunction|-|0|1|main|0|0' 'DefFunction|-|0|2|solve|0|0' 'DefFunction|-|0|10|MPI_Send|0|0' \
		'DefFunction|-|0|11|MPI_Recv|0|0' 'DefFunction|-|0|12|MPI_Waitall|0|0' \
		'DefFunction|-|0|13|MPI_Sendrecv|0|0' 'DefFunction|-|0|14|MPI_Barrier|0|0' \
		'DefFunction|-|0|15|MPI_Bcast|0|0' 'DefFunction|-|0|16|MPI_Reduce|0|0' \
		'DefCollectiveOperation|-|0|1|MPI_Barrier|1' 'DefCollectiveOperation|-|0|2|MPI_Bcast|2' \
		'DefCollectiveOperation|-|0|3|MPI_Reduce|3' 'DefCollectiveOperation|-|0|4|MPI_Allreduce|4' \
		'DefCollectiveOperation|-|0|5|what|0' 'DefCollectiveOperation|-|0|6|MPI_Scan|4' \
		'DefCollectiveOperation|-|0|7|MPI_Ibarrier|1'
	lines "$@" | sort -s -t $'\t' -k 2,2n
	lines "@END|$(($# + 21))"
}

# call PROCESS FUNCTION FROM TO [RECORD...]: Enter, the records, Leave.
call() {
	local p=$1 f=$2 from=$3 to=$4
	printf '%s\n' "Enter|$from|$p|$f|0" "${@:5}" "Leave|$to|$p|$f|0"
}

# op PROCESS TYPE ROOT FROM TO: Begin and EndCollectiveOperation in communicator 1.
op() {
	printf '%s\n' "BeginCollectiveOperation|$4|$1|$2|7|1|$3|0|0|0" "EndCollectiveOperation|$5|$1|7"
}

# make FILE: the trace of the lines on standard input.
make() {
	local all
	mapfile -t all
	trace "${all[@]}" >"$1"
}
