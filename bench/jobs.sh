# bench/jobs.sh - what is compared with what; read by bench/run.sh.
#
#   job NAME INPUT OURS PEER    INPUT: what is read, NAME.otfl = the stream; see need() in run.sh
#
# Both commands have the traces that they name in the current directory, write a trace U if any,
# and throw standard output away.

section 'reading'
job 'otf-cat -j 1 / otfprint' T 'otf-cat -j 1 T' 'otfprint -o /dev/null T'
job 'otf-cat -j 2 / otfprint' T 'otf-cat -j 2 T' 'otfprint -o /dev/null T'
job 'otf-print -j 1 / otfprint' T 'otf-print -j 1 T' 'otfprint -o /dev/null T'
job 'otf-print --json -j 1 / otfprint' T 'otf-print --json -j 1 T' 'otfprint -o /dev/null T'
job 'otf-draw --timeline / otf-cat -j 1' T 'otf-draw --timeline T' 'otf-cat -j 1 T'
job 'otf-to-chrome -j 1 / otfprint' T 'otf-to-chrome -j 1 T' 'otfprint -o /dev/null T'
job 'otf-to-chrome --format perfetto -j 1 / otfprint' T 'otf-to-chrome --format perfetto -j 1 T' 'otfprint -o /dev/null T'
job 'otf-cat --count / otfprint -s' T 'otf-cat --count T' 'otfprint -s T'
job 'otf-cat -j 1 of the long form / otfprint' long 'otf-cat -j 1 long' 'otfprint -o /dev/null long'
job 'otf-stat -j 1 of the long form / otfprofile' long 'otf-stat -j 1 --tsv --by process,function long' \
	'otfprofile -i long --csv --notex -o U'
forget long

section 'the limit of a core (bench/limit.c)'
case 'limit of a core' in *$pattern*) check_limit ;; esac
job 'limit of a core: parsing / all' T 'limit parse T.*.events' 'limit print T.*.events'
job 'limit of a core: otf-cat -j 1 / limit' T 'otf-cat -j 1 T' 'limit print T.*.events'
job 'limit of a core: otf-cat -j 2 / -j 1' T 'otf-cat -j 2 T' 'otf-cat -j 1 T'
job 'limit of a core: otf-print -j 1 / otf-cat -j 1' T 'otf-print -j 1 T' 'otf-cat -j 1 T'
job 'limit of a core: otf-stat -j 1 / limit' T 'otf-stat -j 1 --tsv --by process,function T' 'limit print T.*.events'

section 'streams compressed with zstd'
job 'otf-cat --zstd / otf-cat | zstd -1' zst 'otf-cat --zstd T' 'otf-cat T | zstd -q -1'
job 'otf-cat --zstd -j 2 / otf-cat | zstd -1' zst 'otf-cat --zstd -j 2 T' 'otf-cat T | zstd -q -1'
job 'otf-cat of zstd / zstd -dc | otf-cat' zst 'otf-cat lines.zst' 'zstd -dcq lines.zst | otf-cat -'
job 'otf-cat -j 2 of zstd / zstd -dc | otf-cat' zst 'otf-cat -j 2 lines.zst' 'zstd -dcq lines.zst | otf-cat -'

section 'reading and writing'
job 'otf-cat | otf-write -n 1 / otfmerge -n 1' T 'otf-cat T | otf-write -n 1 U' 'otfmerge -n 1 -o U T'
job 'otf-cat -o / otfmerge -n 4' T 'otf-cat T -o U' 'otfmerge -n 4 -o U T'
job 'otf-filter -p 1-4 -j 1 -o / otfmerge -n 4' T 'otf-filter -j 1 -p 1-4 T -o U' 'otfmerge -n 4 -o U T'
job 'otf-filter -p 1-4 -j 2 -o / otfmerge -n 4' T 'otf-filter -j 2 -p 1-4 T -o U' 'otfmerge -n 4 -o U T'
job 'otf-snap -o / otfaux --snapshots' T 'otf-snap --points 100 T -o U' 'otfaux --snapshots -n 100 -o U T'

section 'streams'
job 'otf-filter -p 1-4 / mawk' T.otfl 'otf-filter -p 1-4 <T.otfl' \
	"mawk -F '\\t' '/^@/ || \$2 == \"-\" || (\$3 >= 1 && \$3 <= 4)' T.otfl"
job 'otf-sort / sort -S 64M -k 2,2n' shuffled.otfl 'otf-sort <shuffled.otfl' \
	"sort -S 64M -t '$(printf '\t')' -k 2,2n shuffled.otfl"
forget shuffled

section 'compressed'
job 'otf-cat -j 1 of .z / inflate' packed 'otf-cat -j 1 packed' 'inflate packed.*.z'
job 'otf-cat -j 2 of .z / inflate' packed 'otf-cat -j 2 packed' 'inflate packed.*.z'
job 'otf-cat -j 1 of .z / inflate + plain' packed 'otf-cat -j 1 packed' 'inflate packed.*.z && otf-cat -j 1 T'
job 'otf-cat -j 2 of .z / inflate + plain' packed 'otf-cat -j 2 packed' 'inflate packed.*.z && otf-cat -j 1 T'
job 'otf-cat -z 1 -j 1 -o / otfmerge -z 1' T 'otf-cat -j 1 -z 1 T -o U' 'otfmerge -n 4 -z 1 -o U T'
job 'otf-cat -z 1 -j 2 -o / otfmerge -z 1' T 'otf-cat -j 2 -z 1 T -o U' 'otfmerge -n 4 -z 1 -o U T'

section 'a window (rates are those of the whole)'
job '-t of 0.1% / the whole' T 'otf-cat -t 50%:50.1% T' 'otf-cat T'
job '-t of 0.1% / the whole, 1/10 of the events' tenth 'otf-cat -t 50%:50.1% tenth' 'otf-cat tenth'
job '-t of 0.1% / -t of 1% of 1/10' T 'otf-cat -t 50%:50.1% T' 'otf-cat -t 50%:51% tenth'
job '-t of 0.1% of .z / the whole' packed 'otf-cat -t 50%:50.1% packed' 'otf-cat packed'
forget packed

section 'TAU traces (rates are those of their records)'
job 'tau-to-otf of files of threads' tau-threads 'tau-to-otf tau-threads'
job 'tau-to-otf of a merged trace' tau-merged 'tau-to-otf tau-merged'
job 'tau-to-otf, threads to be found' tau-both 'tau-to-otf tau-both'
job 'tau-to-otf -o' tau-threads 'tau-to-otf tau-threads -o U'
job 'tau-to-otf -o of a merged trace' tau-merged 'tau-to-otf tau-merged -o U'
forget tau-threads
forget tau-merged
forget tau-both
job 'vtf3-to-otf of Standard Binary' vtf3 'vtf3-to-otf vtf3.vpt'
job 'vtf3-to-otf of Standard ASCII' vtf3-ascii 'vtf3-to-otf vtf3-ascii.vpt'
job 'otf-to-vtf3 to Standard Binary' T 'otf-to-vtf3 -q --lossy --profile full T'
forget vtf3
forget vtf3-ascii

section 'Parquet: all tables / DuckDB writes those of events from memory'
job_parquet 'otf-to-parquet -j 1 / DuckDB from memory' T

section 'OTF2'
job 'otf-cat of OTF2 / otf2-print' otf2-16 'otf-cat otf2-16' 'otf2-print otf2-16/traces.otf2'
job 'otf-cat of OTF2 / libotf2, empty callbacks' otf2-16 'otf-cat otf2-16' 'otf2-reads global otf2-16/traces.otf2'
job 'otf-cat --count of OTF2 / libotf2, empty callbacks' otf2-16 'otf-cat --count -j 1 otf2-16' 'otf2-reads global otf2-16/traces.otf2'
job 'otf-cat -j 1 of OTF2 / otf2-print' otf2-16 'otf-cat -j 1 otf2-16' 'otf2-print otf2-16/traces.otf2'
job 'otf-cat -j 2 of OTF2 / -j 1' otf2-16 'otf-cat -j 2 otf2-16' 'otf-cat -j 1 otf2-16'
job 'otf2-to-otf -o / otf-cat --count' otf2-16 'otf2-to-otf otf2-16 -o U' 'otf-cat --count -j 1 otf2-16'
forget otf2-16

section 'state'
job 'otf-wait --table efficiency,wait / otf-stat' T 'otf-wait -j 1 --table efficiency,wait T' 'otf-stat -j 1 T'
job 'otf-wait / otf-stat' T 'otf-wait -j 1 T' 'otf-stat -j 1 T'
job 'otf-wait --table cause,path / otf-stat' T 'otf-wait -j 1 --table cause,path T' 'otf-stat -j 1 T'
job 'otf-stat -j 1 / otfprofile' T 'otf-stat -j 1 --tsv --by process,function T' 'otfprofile -i T --csv --notex -o U'
job 'otf-stat -j 1 --table function / otfprofile' T 'otf-stat -j 1 --tsv --table function --by process,function T' \
	'otfprofile -i T --csv --notex -o U'
job 'otf-stat -j 2 / otfprofile' T 'otf-stat -j 2 --tsv --by process,function T' 'otfprofile -i T --csv --notex -o U'
job 'otf-stat of a stream / otfprofile' T.otfl 'otf-stat --tsv --by process,function <T.otfl' \
	'otfprofile -i T --csv --notex -o U'
job 'otf-stat -j 1 of 64 streams / otfprofile' P64 'otf-stat -j 1 --tsv --by process,function P64' \
	'otfprofile -i P64 --csv --notex -o U'
job 'otf-stat -j 2 of 64 streams / -j 1' P64 'otf-stat -j 2 P64' 'otf-stat -j 1 P64'
job 'otf-cat -j 2 of 64 streams / -j 1' P64 'otf-cat -j 2 P64' 'otf-cat -j 1 P64'
forget P64
job 'otf-snap --summaries --in-place / otfaux --all' copy 'otf-snap --in-place --summaries --points 200 copy' \
	'otfaux --all -n 200 -o U T'
job 'otf-snap | otf-snap --summaries --no-snapshots -o / otfaux --all' T \
	'otf-snap --points 200 T | otf-snap --summaries --no-snapshots --points 200 -o U' 'otfaux --all -n 200 -o U T'
job 'otf-slice of 0.1% / otfprint --time' snapped 'otf-slice -t 50%:50.1% snapped' \
	'otfprint --time $(cat window) -o /dev/null snapped'
job 'otf-slice of 0.1% / otf-cat' snapped 'otf-slice -t 50%:50.1% snapped' 'otf-cat snapped'
job 'otf-slice of 0.1% / 1% of 1/10' snapped 'otf-slice -t 50%:50.1% snapped' 'otf-slice -t 50%:51% snapped-tenth'
forget copy
forget snapped
forget snapped-tenth

section 'OTF2: what its source waits for / the global reader of libotf2, with empty callbacks'
job 'OTF2: frames of 4 locations / libotf2' otf2-4 'otf2-reads frames otf2-4/traces.otf2' 'otf2-reads global otf2-4/traces.otf2'
job 'OTF2: frames of 256 locations / libotf2' otf2-256 'otf2-reads frames otf2-256/traces.otf2' 'otf2-reads global otf2-256/traces.otf2'
forget otf2-256

section 'programs for otf.h (rates are those of what is read or written)'
job 'otf.h: reading / the reference' T 'otf-reads T' 'otf-reads.peer T'
job 'otf.h: writing / the reference' written "otf-writes U $events" "otf-writes.peer U $events"
job 'otf.h: writing .z / the reference' written "otf-writes U $events 4" "otf-writes.peer U $events 4"
forget written

section 'pace: what a command costs beside reading'
pace()
{
	job "pace: $1 / otf-cat --count" T "$2" 'otf-cat -j 1 --count T'
}
pace 'otf-cat' 'otf-cat -j 1 T'
pace 'otf-print' 'otf-print -j 1 T'
pace 'otf-stat' 'otf-stat -j 1 T'
pace 'otf-stat --by path' 'otf-stat -j 1 --by path T'
pace 'otf-draw --timeline' 'otf-draw --timeline T'
pace 'otf-check' 'otf-check -j 1 T'
pace 'otf-diff of itself' 'otf-diff T T'
pace 'otf-snap --points 100' 'otf-snap --points 100 T -o U'
pace 'otf-wait' 'otf-wait -j 1 T'
pace 'otf-wait, six tables' 'otf-wait -j 1 --table efficiency,wait,cause,path,blame,transfer T'
pace 'otf-to-chrome' 'otf-to-chrome -j 1 T'
pace 'otf-to-chrome --format perfetto' 'otf-to-chrome --format perfetto -j 1 T'
pace 'otf-to-vtf3' 'otf-to-vtf3 -q --lossy --profile full T'
pace 'otf-report' 'otf-report -j 1 T'
pace 'otf-report, its parts' 'otf-draw --timeline T && otf-stat -j 1 --by path T && otf-wait -j 1 T && otf-check -j 1 T'

section 'the Python module otf'
job 'otf.read / one C call a record' T "$python read T" "$python calls T"
job 'otf.columns of Enter and Leave' T "$python columns T"

section 'by size: otf-cat / otfprint'
job 'size: all events' T 'otf-cat T' 'otfprint -o /dev/null T'
job 'size: 1/10 of the events' tenth 'otf-cat tenth' 'otfprint -o /dev/null tenth'
job 'size: 1/100 of the events' hundredth 'otf-cat hundredth' 'otfprint -o /dev/null hundredth'

section 'by streams, 1/4 of the events: otf-cat / otfprint'
for streams in 1 4 16 64 256 1024; do
	job "streams: $streams" of-$streams "otf-cat of-$streams" "otfprint -f 300 -o /dev/null of-$streams"
	forget of-$streams
done

# shellcheck source=bench/reach.sh
. "${jobs%/*}/reach.sh"
