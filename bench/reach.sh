# bench/reach.sh - what a process costs: memory, and CPU time a record. Sourced by bench/jobs.sh.
#
# The trace `many` has BENCH_PROCESSES processes (default 100,000) with 50 events each in 64 streams; `few` has as many
# events of 16 processes. The goals are those of a million processes: KB of memory a process, and CPU time a record at
# most 3 times that with 16 processes. With OLD the last three columns are those of the old build.

processes=${BENCH_PROCESSES:-100000}

# beside_old TRACE COMMAND: what timeit prints of the command for a trace, ours and, if asked for, the old one
beside_old()
{
	command=$(echo "$2" | sed "s/TRACE/$1/g")
	timeit -n "$runs" "$command" "${old:+$(of_old "$command")}"
}

# reach NAME GOAL COMMAND: one row; TRACE in the command is the trace
reach()
{
	case "processes: $1" in
	*$pattern*) ;;
	*) return 0 ;;
	esac
	need many
	need few
	if [ -n "$title" ]; then
		printf '\n%-32s %12s %8s %12s %12s %8s %8s %8s %12s %8s\n' "$title" 'KB/process' goal 'ns/rec few' \
			'ns/rec many' times goal 'old KB' 'old many' times
		title=
	fi
	few=$(beside_old few "$3")
	many=$(beside_old many "$3")
	printf '%s\t%s\n' "$few" "$many" | awk -F '\t' -v name="$1" -v goal="$2" -v processes="$processes" \
		-v few="$(tail -n 1 few.otfl | cut -f 2)" -v many="$(tail -n 1 many.otfl | cut -f 2)" '
	function per_process(kib) { return kib == "-" ? "-" : sprintf("%.2f", kib * 1.024 / processes) }
	function each(s, n) { return s == "-" ? "-" : sprintf("%.0f", s / n * 1e9) }
	function times(a, b) { return a == "-" || b == "-" ? "-" : sprintf("%.1f", a / many / (b / few)) }
	{
		printf "%-32s %12s %8s %12s %12s %8s %8s %8s %12s %8s\n", name, per_process($9), goal,
			each($2, few), each($8, many), times($8, $2), "3", per_process($12), each($11, many), times($11, $5)
	}'
}

section "of $processes processes"
job "processes: otf-stat --by process,function / otfprofile" many 'otf-stat --tsv --by process,function many' \
	'otfprofile -i many --csv --notex -o U'
section "by processes: $processes beside 16"
reach 'otf-stat' 1.5 'otf-stat TRACE'
reach 'otf-stat --by process' - 'otf-stat --tsv --by process TRACE'
reach 'otf-slice' 1 'otf-slice -t 40%:60% TRACE'
reach 'otf-snap' 0.6 'otf-snap --points 10 TRACE'
reach 'otf-check' 0.8 'otf-check -q TRACE'
reach 'otf-filter' 0.3 "otf-filter -x --function 'solve*' TRACE"
reach 'otf-info' 0.1 'otf-info TRACE'
reach 'otf-diff' - 'otf-diff TRACE TRACE'
reach 'otf-print' - 'otf-print TRACE'
reach 'otf-cat' - 'otf-cat TRACE'
forget many
forget few
