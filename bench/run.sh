#!/bin/sh
# bench/run.sh - this project beside its peers, in one run: make bench
#
# Wants otf-cat, otf-write, otf-filter, mktrace and timeit in PATH. Peers that
# are not installed (otfprint and otfmerge of Debian's otf-trace, mawk, python3)
# are left out and their columns show "-".
#
#   BENCH_EVENTS   size of the main trace, default 17m (about 300 MB; needs about
#                  2 GB below TMPDIR)
#   BENCH_RUNS     timed runs of each command after one warm-up, default 3
set -u
export LC_ALL=C

events=${BENCH_EVENTS:-17m}
runs=${BENCH_RUNS:-3}
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

# count EVENTS: 17m as a number
count()
{
	case $1 in
	*m) echo "${1%m}000000" ;;
	*k) echo "${1%k}000" ;;
	*) echo "$1" ;;
	esac
}

# make_trace NAME MKTRACE-OPTION...: the trace, and the same as a line stream in NAME.otfl
make_trace()
{
	name=$1
	shift
	mktrace "$@" >"$name.otfl" || die "mktrace failed"
	otf-write "$name" <"$name.otfl" || die "otf-write failed"
}

records()
{
	tail -n 1 "$1.otfl" | cut -f 2
}

# bytes FILE...: in all
bytes()
{
	cat -- "$@" | wc -c
}

# peer PROGRAM COMMAND: the command, or nothing where the program is not installed
peer()
{
	if have "$1"; then
		echo "$2"
	fi
}

head_line()
{
	printf '%-36s %9s %9s %7s %7s %9s %8s %9s %9s\n' "$1" 'ours s' 'peer s' wall cpu \
		'Mrec/s' 'MB/s' 'ours MiB' 'peer MiB'
}

# job NAME RECORDS BYTES OURS PEER: one row; PEER may be empty
job()
{
	line=$(timeit -n "$runs" -c 'rm -f U.*' "$4" "$5") || status=1
	rm -f U.*
	echo "$line" | awk -F '\t' -v name="$1" -v records="$2" -v bytes="$3" '
	function ratio(a, b) { return a == "-" || b == "-" || b == 0 ? "-" : sprintf("%.2f", a / b) }
	function rate(n) { return $1 == "-" ? "-" : sprintf("%.1f", n / $1 / 1e6) }
	function mib(kib) { return kib == "-" ? "-" : sprintf("%.1f", kib / 1024) }
	{
		printf "%-36s %9s %9s %7s %7s %9s %8s %9s %9s\n", name,
			$1 == "-" ? "failed" : sprintf("%.3f", $1), $4 == "-" ? "-" : sprintf("%.3f", $4),
			ratio($1, $4), ratio($2, $5), rate(records), rate(bytes), mib($3), mib($6)
	}'
}

# cost NAME TRACE: one row of time and memory per record
cost()
{
	line=$(timeit -n "$runs" "otf-cat $2" "$(peer otfprint "otfprint -f 300 -o /dev/null $2")") || status=1
	echo "$line" | awk -F '\t' -v name="$1" -v records="$(records "$2")" '
	function each(s) { return s == "-" ? "-" : sprintf("%.1f", s / records * 1e9) }
	function mib(kib) { return kib == "-" ? "-" : sprintf("%.1f", kib / 1024) }
	{ printf "%-36s %10d %12s %12s %9s %9s\n", name, records, each($1), each($4), mib($3), mib($6) }'
}

# ---- the machine and the versions ----

for program in otf-cat otf-write otf-filter mktrace timeit; do
	have $program || die "$program is not in PATH; use make bench"
done
for program in otfprint otfmerge mawk python3; do
	have $program || echo "bench: no $program here: timing ours alone" >&2
done

dir=$(mktemp -d "${TMPDIR:-/tmp}/otfpipe-bench.XXXXXX") || exit 1
trap 'cd / && rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
cd "$dir" || exit 1

echo "machine: $(nproc) x $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), Linux $(uname -r)"
echo "ours: $(otf-cat --version | head -n 1)"
have otfprint && echo "peer: otf-trace $(otfprint -V 2>/dev/null | head -n 1)"

# ---- ours beside theirs ----

make_trace T -p 16 -e "$events" -s 4
n=$(records T)
size=$(bytes T.otf T.*.def T.*.events)
lines=$(bytes T.otfl)
echo "trace: $n records, $size bytes as OTF, $lines as a line stream; 16 processes, 4 streams"
echo "medians of $runs runs in turns after a warm-up; ratios ours/peer, below 1 is faster;"
echo "Mrec/s and MB/s (of what is read) are ours; MiB is the biggest process"
echo

head_line job
job 'otf-cat vs otfprint' "$n" "$size" \
	'otf-cat T >/dev/null' \
	"$(peer otfprint 'otfprint -o /dev/null T')"
job 'otf-cat --count vs otfprint -s' "$n" "$size" \
	'otf-cat --count T' \
	"$(peer otfprint 'otfprint -s T')"
job 'otf-cat, otf-write -n 1 vs otfmerge' "$n" "$size" \
	'otf-cat T | otf-write -n 1 U' \
	"$(peer otfmerge 'otfmerge -n 1 -o U T')"
job 'otf-cat -o vs otfmerge -n 4' "$n" "$size" \
	'otf-cat T -o U' \
	"$(peer otfmerge 'otfmerge -n 4 -o U T')"
job 'otf-filter -p 1-4 -o vs otfmerge' "$n" "$size" \
	'otf-filter -p 1-4 T -o U' \
	"$(peer otfmerge 'otfmerge -n 4 -o U T')"
job 'otf-filter -p 1-4 vs mawk' "$n" "$lines" \
	'otf-filter -p 1-4 <T.otfl >/dev/null' \
	"$(peer mawk "mawk -F '\\t' '/^@/ || \$2 == \"-\" || (\$3 >= 1 && \$3 <= 4)' T.otfl >/dev/null")"

# the peer of the compressed trace is zlib alone, one file after the other
cat >inflate.py <<'PYTHON'
import sys, zlib
for name in sys.argv[1:]:
    with open(name, "rb", buffering=0) as f:
        z = zlib.decompressobj()
        while block := f.read(262144):
            z.decompress(block)
PYTHON
if otf-cat T | otf-write -z 4 Z; then
	job 'otf-cat of -z 4 vs inflate alone' "$n" "$(bytes Z.*.z)" \
		'otf-cat Z >/dev/null' \
		"$(peer python3 'python3 inflate.py Z.*.z')"
	rm -f Z.*
else
	status=1
fi
rm -f T.*

# ---- cost per record against size and number of streams ----

most=$(count "$events")
[ "$most" -gt 16000000 ] && most=16000000

echo
printf '%-36s %10s %12s %12s %9s %9s\n' 'otf-cat vs otfprint -o /dev/null' records 'ours ns/rec' 'peer ns/rec' \
	'ours MiB' 'peer MiB'
for size in $((most / 16)) $((most / 4)) "$most"; do
	make_trace S -p 16 -e "$size" -s 4
	cost '16 processes, 4 streams' S
	rm -f S.*
done
for streams in 1 16 256; do
	make_trace S -p 256 -e $((most / 4)) -s $streams
	cost "256 processes, $streams streams" S
	rm -f S.*
done
exit $status
