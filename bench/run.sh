#!/bin/sh
# bench/run.sh - this project beside its peers, in one run: make bench [T=PATTERN] [OLD=DIR]
#
# Wants our commands, mktrace, timeit, inflate and the programs for otf.h in PATH. What is to be compared stands in
# bench/jobs.sh. A job without its peer (Debian: otf-trace, mawk) is timed alone; one
# whose own command is not there is left out; both are told.
#
#   T              only jobs with this pattern in their name
#   OLD            absolute path of a directory with the commands of another build, which are then the peers; jobs for
#                  which it has no command are left out
#   TABLE          where the table of all jobs goes, see bench/table.sh; default: nowhere
#   EARLIER        absolute path of such a table: name what got slower since
#   BENCH_EVENTS   size of the main trace, default 17m (about 300 MB; needs about
#                  3 GB below TMPDIR)
#   BENCH_PROCESSES  processes of the trace for bench/reach.sh, default 100000
#   BENCH_RUNS     timed runs of each command after one warm-up, default 3; with EARLIER the best of 7
set -u
export LC_ALL=C

pattern=${T-}
old=${OLD-}
export OLD_PATH="$old:${PATH#*:}" # ours are the first directory
earlier=${EARLIER-}
runs=${BENCH_RUNS:-${EARLIER:+7}}
runs=${runs:-3}
of=medians
[ -z "$earlier" ] || of=best
jobs=$(cd "$(dirname "$0")" && pwd)/jobs.sh
# shellcheck source=bench/table.sh
. "${jobs%/*}/table.sh"
top=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck disable=SC2034
python="$top/tests/python/python $top/bench/python.py"
missing=' '
status=0

die()
{
	echo "bench: $*" >&2
	exit 1
}

have()
{
	command -v "$1" >/dev/null 2>&1
}

# ---- traces, made when a job needs them ----

# count EVENTS: 17m as a number
count()
{
	case $1 in
	*m) echo "${1%m}000000" ;;
	*k) echo "${1%k}000" ;;
	*) echo "$1" ;;
	esac
}

# make_trace NAME STREAMS PROCESSES EVENTS: the trace, and the same as a line stream
make_trace()
{
	mktrace -s "$2" -p "$3" -e "$4" >"$1.otfl" && otf-write "$1" <"$1.otfl"
}

# make_counted NAME STREAMS PROCESSES EVENTS: the trace; of the line stream only the end, which counts the records
make_counted()
{
	mktrace -s "$2" -p "$3" -e "$4" | otf-write "$1" && otf-cat "$1" | tail -n 1 >"$1.otfl"
}

# shuffled NAME: the records of T, each by itself somewhere
shuffled()
{
	{
		sed '/^[^@]/,$d' T.otfl
		grep -v '^@' T.otfl | shuf --random-source=T.otfl
		tail -n 1 T.otfl
	} >"$1.otfl"
}

# snapped NAME OF: a copy with snapshots every 1000th of the span of the trace T; the middle 1000th goes to the file window
snapped()
{
	need T
	span=$(otf-cat T | head -n 1 | sed 's/.*TS:\([0-9]*,[0-9]*\).*/\1/')
	every=$(((${span#*,} - ${span%,*}) / 1000))
	echo "$((${span%,*} + 500 * every)) $((${span%,*} + 501 * every))" >window
	otf-snap --every "$every" "$2" -o "$1" && ln "$2.otfl" "$1.otfl"
}

# tau NAME OPTION...: a TAU run in the directory NAME, and how many records it has
tau()
{
	run=$1
	shift
	records=$(mktau "$@" -e $((events / 17 * 10)) "$run") && printf '@END\t%s\n' "$records" >"$run.otfl"
}

# need INPUT: the trace or stream of that name
# otf2 NAME LOCATIONS: an OTF2 archive in the directory NAME, and how many events it has
otf2()
{
	records=$(mkotf2 -l "$2" -e $((events / 17 * 10)) "$1") && printf '@END\t%s\n' "$records" >"$1.otfl"
}

need()
{
	name=${1%.otfl}
	[ ! -e "$name.otfl" ] || return 0
	case $name in
	T) make_trace T 4 16 "$events" ;;
	tenth) make_trace tenth 4 16 $((events / 10)) ;;
	hundredth) make_trace hundredth 4 16 $((events / 100)) ;;
	P64) make_trace P64 64 64 "$events" ;;
	long) need T && otf-cat --long T -o long && ln T.otfl long.otfl ;;
	packed) need T && otf-cat T -z 4 -o packed && ln T.otfl packed.otfl ;;
	shuffled) need T && shuffled shuffled ;;
	copy) need T && otf-cat T -o copy && ln T.otfl copy.otfl ;;
	snapped) need T && need tenth && snapped snapped T && snapped snapped-tenth tenth ;;
	tau-threads) tau "$name" -n 8 -t 1 ;;
	tau-merged) tau "$name" -m -n 8 -t 1 ;;
	tau-both) tau "$name" -n 4 -t 2 ;;
	vtf3) need T && otf-to-vtf3 -q --lossy --profile full T -o vtf3.vpt && ln T.otfl vtf3.otfl ;;
	vtf3-ascii) need T && otf-to-vtf3 -q --lossy --profile full --format std-ascii T -o vtf3-ascii.vpt &&
		ln T.otfl vtf3-ascii.otfl ;;
	otf2-*) otf2 "$name" "${name#otf2-}" ;;
	zst) need T && otf-cat --zstd T >lines.zst && ln T.otfl zst.otfl ;;
	written) printf '@END\t%s\n' "$events" >written.otfl ;;
	many) make_counted many 64 "$processes" $((processes * 50)) ;;
	few) make_counted few 16 16 $((processes * 50)) ;;
	of-*) make_trace "$name" "${name#of-}" 1024 $((events / 4)) ;;
	*) false ;;
	esac || die "no trace '$1'"
}

# size INPUT: bytes that have to be read
size()
{
	case $1 in
	*.otfl) wc -c <"$1" ;;
	tau-*) cat "$1"/*.trc | wc -c ;;
	otf2-*) cat "$1"/traces/*.evt | wc -c ;;
	vtf3*) wc -c <"$1.vpt" ;;
	zst) wc -c <lines.zst ;;
	written) echo 0 ;;
	*) cat "$1".otf "$1".*.* | wc -c ;;
	esac
}

# timed: of a line stream, the timed records, without the values of counters
timed()
{
	awk -F '\t' -v OFS='\t' '!/^@/ && $2 != "-" { if ($1 == "Counter") $5 = ""; print }'
}

# check_limit: the floor prints what otf-cat prints
check_limit()
{
	need hundredth
	limit print hundredth.*.events | timed >limit.out
	otf-cat --no-pg hundredth | timed | cmp -s - limit.out || die "limit does not print what otf-cat prints"
}

# forget NAME: a trace that no other job needs
forget()
{
	rm -rf "$1".otf "$1".*.* "$1.otfl" "$1"
}

# ---- rows ----

section()
{
	title=$1
}

# A title over the first row of its section.
head_line()
{
	[ -n "$title" ] || return 0
	printf '\n%-48s %8s %8s %6s %8s %8s %6s %7s %7s %7s %8s %8s\n' "$title" 'ours s' 'peer s' wall \
		'ours cpu' 'peer cpu' cpu 'Mrec/s' 'MB/s' 'ns/rec' 'ours MiB' 'peer MiB'
	title=
}

# row NAME RECORDS BYTES: from what timeit prints
row()
{
	awk -F '\t' -v name="$1" -v records="$2" -v bytes="$3" '
	function seconds(s) { return s == "-" ? "-" : sprintf("%.3f", s) }
	function ratio(a, b) { return a == "-" || b == "-" || b == 0 ? "-" : sprintf("%.2f", a / b) }
	function rate(n) { return $1 == "-" || $1 == 0 ? "-" : sprintf("%.1f", n / $1 / 1e6) }
	function each(s) { return s == "-" ? "-" : sprintf("%.1f", s / records * 1e9) }
	function mib(kib) { return kib == "-" ? "-" : sprintf("%.1f", kib / 1024) }
	{
		printf "%-48s %8s %8s %6s %8s %8s %6s %7s %7s %7s %8s %8s\n", name,
			$1 == "-" ? "failed" : seconds($1), seconds($4), ratio($1, $4),
			seconds($2), seconds($5), ratio($2, $5),
			rate(records), rate(bytes), each($2), mib($3), mib($6)
	}'
}

# lacks JOB COMMAND: whether its program is not there; told once
lacks()
{
	program=${2%% *}
	case $program in
	*/tests/python/python) python3 -c '' 2>/dev/null || program=python3 ;;
	esac
	[ -n "$program" ] && ! have "$program" || return 1
	case $missing in
	*" $program "*) ;;
	*)
		missing="$missing$program "
		echo "bench: no $program here: $1" >&2
		;;
	esac
}

# timed_in_turns OURS [PEER]: what timeit prints
timed_in_turns()
{
	timeit ${earlier:+-b} -n "$runs" -c 'rm -f U.*' "$@"
}

# of_old COMMAND: the same with the commands of OLD
of_old()
{
	echo "PATH=\$OLD_PATH; $1"
}

# job NAME INPUT OURS [PEER]: one row
job()
{
	case $1 in
	*$pattern*) ;;
	*) return 0 ;;
	esac
	if lacks "left out: $1" "$3"; then
		return 0
	fi
	label=$1
	peer=${4-}
	if [ -n "$old" ]; then
		[ -x "$old/${3%% *}" ] || return 0
		label="${1%% / *} / old"
		peer=$(of_old "$3")
	elif lacks 'timing ours alone' "$peer"; then
		peer=
	fi
	need "$2"
	head_line
	line=$(timed_in_turns "$3" "$peer") || status=1
	rm -f U.*
	echo "$line" | table_row "$label"
	echo "$line" | row "$label" "$(tail -n 1 "${2%.otfl}.otfl" | cut -f 2)" "$(size "$2")"
}

# job_parquet NAME INPUT: one row; the peer times itself, without what it reads before
job_parquet()
{
	case $1 in
	*$pattern*) ;;
	*) return 0 ;;
	esac
	[ -z "$old" ] || return 0
	need "$2"
	head_line
	ours=$(timeit -n "$runs" -c 'rm -rf U.*' "otf-to-parquet -j 1 -q --force $2 -o $2.parquet") || status=1
	peer=$(ENGINES=$top/build/engines node "$top/bench/columns.mjs" "$2.parquet" U 2>/dev/null) ||
		echo "bench: no DuckDB below build/engines (make engines): timing ours alone: $1" >&2
	rm -rf U.* "$2.parquet"
	line=$(printf '%s\t%s' "$(echo "$ours" | cut -f 1-3)" "${peer:--	-	-}")
	echo "$line" | table_row "$1"
	echo "$line" | row "$1" "$(tail -n 1 "$2.otfl" | cut -f 2)" "$(size "$2")"
}

# build_peers: the programs for otf.h, with the reference: NAME.peer
build_peers()
{
	for source in "${jobs%/*}"/otf-*.c; do
		name=${source##*/}
		gcc -std=gnu11 -O2 -w -o "${name%.c}.peer" "$source" -lopen-trace-format 2>/dev/null
	done
}

# ---- the run ----

for program in otf-cat otf-write mktrace timeit inflate; do
	have $program || die "$program is not in PATH; use make bench"
done
events=$(count "${BENCH_EVENTS:-17m}")

dir=$(mktemp -d "${TMPDIR:-/tmp}/otfpipe-bench.XXXXXX") || exit 1
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
cd "$dir" || exit 1
PATH=$PATH:$dir
build_peers

machine="machine: $(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), Linux $(uname -r)"
ours="ours: $(otf-cat --version | head -n 1)"
against='peer: none'
if [ -n "$old" ]; then
	have "$old/otf-cat" || die "$old/otf-cat: no such command"
	against="peer: $old, $("$old/otf-cat" --version | head -n 1)"
elif have otfprint; then
	against="peer: otf-trace $(otfprint -V 2>/dev/null | head -n 1)"
fi
how="$events events; $of of $runs runs in turns after a warm-up"
printf '%s\n' "$machine" "$ours" "$against" "$how. wall, cpu: ours/peer, below 1 is faster;"
echo "cpu is user + system of all processes; Mrec/s, MB/s (of what is read) are ours by wall, ns/rec ours by cpu;"
echo "MiB is the peak of resident memory (VmHWM) of the biggest process"
table=$dir/table
table_begin "$machine" "$ours" "$against" "$how"
title=

# shellcheck source=bench/jobs.sh
. "$jobs"
table_print
[ -z "${TABLE-}" ] || cp "$table" "$TABLE" || status=1
[ -z "$earlier" ] || table_check "$earlier" || status=1
exit $status
