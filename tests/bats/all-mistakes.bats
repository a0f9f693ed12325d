# A mistake never looks like success: what matches nothing is told, contradictions and impossible numbers are refused.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
	commands=$(cd "$REPO/cmd" && ls *.c | sed 's/\.c$//')
}

# tells TEXT COMMAND...: exit 0 with one warning, which contains the text; with --strict exit 1 and the same
tells() {
	local text=$1
	shift
	exits 0 "$@" || return 1
	says "$text" || return 1
	[ "$(wc -l <err)" -eq 1 ] || { cat err && return 1; }
	exits 1 "$@" --strict || return 1
	says "$text" || return 1
	"$@" -q >out 2>err && [ ! -s err ]
}

@test "a name, number, range or glob that matches nothing is told, by every command with the option" {
	for c in otf-cat otf-filter otf-sort otf-print otf-stat otf-to-chrome otf-draw otf-report; do
		echo "$c"
		tells "$c: --process: nothing matches '99', '70-80', 'rank 99', 'worker*'" \
			$c -p '1,rank 99,rank 2,!99,70-80,worker*,rank *,3-' "$sample"
		tells "$c: --stream: nothing matches '7'" $c -s 1,2,7 "$sample"
		silent $c -p '1-8,rank 0,*7' -s 1-2 "$sample"
	done
	tells "otf-filter: --function: nothing matches 'nosuch'" otf-filter --function 'MPI_*,nosuch,3' "$sample"
	[ ! -e x.otf ]
	exits 1 otf-filter --function nosuch "$sample" --strict -o x
	nothing x
	silent otf-filter --regex --function 'MPI_.*' "$sample"
	tells "--function: nothing matches 'NO.*'" otf-filter --regex --function 'MPI_.*,NO.*' "$sample"
	for option in group:9 group:none counter:77 peer:99 peer:nobody communicator:5 tag:987654 length:1000000007; do
		tells "--${option%:*}: nothing matches '${option#*:}'" otf-filter --${option%:*} "${option#*:}" "$sample"
	done
	tells "--process: nothing matches '99'" otf-filter --prune -p 99,1 "$sample"
	tells "--stream: nothing matches '9'" otf-snap --points 2 -s 1,9 "$sample"
	tells "--keep-names: nothing matches 'nosuch'" otf-remap --hash-names=x --keep-names 'main,nosuch' "$sample"
	tells "--inside: nothing matches 'nosuch'" otf-slice --inside 'solve,nosuch' "$sample"
	exits 1 otf-slice --inside nosuch "$sample"
}

@test "keys, numbers and processes of a file that match nothing are told" {
	tells "otf-filter: --no-tags: nothing matches '99', 'foo'" otf-filter --no-tags=99,foo "$sample"
	tells "otf-cat: --num: no record is in the range 9999:" otf-cat --num 9999: "$sample"
	tells "otf-cat: --num: no record is in the range 5:5" otf-cat --num 5:5 "$sample"
	printf 'process 98 5\nprocess 1 77\nfunction 777 3\n' >map
	tells "otf-remap: --map: nothing matches process 98 and 1 more" otf-remap --map map "$sample"
	printf '%s 0 5\n' 98 1 >clocks
	tells "otf-remap: --clocks: nothing matches process 98" otf-remap --clocks clocks "$sample"
	exits 1 otf-remap --clocks clocks --strict -o x "$sample"
	nothing x
	printf '98,1-3 1\n' >streams
	tells "otf-remap: --regroup: nothing matches '98'" otf-remap --regroup streams "$sample"
	printf '98 1 5\n* 99 5\n1 * 5\n' >delays
	tells "otf-remap: --min-delay: nothing matches process 98 and 1 more" \
		otf-remap --causal --min-delay delays "$sample"
	for option in '--regroup streams' '--causal --min-delay delays'; do
		exits 1 otf-remap $option --strict -o x "$sample"
		nothing x
	done
	otf-cat "$sample" | grep -v '^@SM' >bare
	tells "--regroup: nothing matches '98', '1-3': the input has no @SM line" otf-remap --regroup streams bare
	echo 98 99 >file
	tells "otf-filter: --represent: file: process 98 and 1 more are not in the trace" otf-filter --represent file "$sample"
}

@test "an option that would change nothing is a usage error" {
	refuses() { # TEXT COMMAND...
		local text=$1
		shift
		exits 2 "$@" && says "$text"
	}
	for c in otf-cat otf-sort otf-filter 'otf-filter --prune'; do
		refuses '--exclude needs an option that selects records' $c -x "$sample"
	done
	exits 0 otf-filter -x --function solve "$sample"
	refuses '--ticks is for several traces' otf-cat --ticks 5 "$sample"
	refuses '--format needs --filter-rules' otf-stat --longest 2 --format tau "$sample"
	refuses '--folded prints the calls of functions' otf-stat --folded --table message "$sample"
	refuses '--by is for tables: leave out --markers' otf-wait --markers --by process "$sample"
	refuses '--folded takes --by process and --by path only' otf-wait --folded --by function "$sample"
	refuses '--markers are of the whole run: leave out --every' otf-wait --markers --every 1ms "$sample"
	refuses '--markers are of the whole run: leave out --inside' otf-wait --markers --inside solve "$sample"
	for option in '--by function' '--messages none' '--max-messages 3' '--depth 2'; do
		refuses 'give --timeline, too' otf-draw --counter '*' $option "$sample"
	done
	refuses '--write-map -: several traces have a map each' otf-remap --unify --write-map - -o x "$sample" "$sample"
}

@test "what exists is matched by its definition, by a record or by its stream" {
	stream '@SM|1|5' 'DefProcess|-|0|1|a|0' 'DefFunction|-|0|3|f|0|0' 'Enter|1|1|4|0' 'Enter|2|7|3|0' 'Leave|3|7|3|0' \
		'Leave|4|1|4|0' >in
	silent otf-filter -p 1,5,7 --function 3,4,f in
	tells "--function: nothing matches '5'" otf-filter --function 3,4,5 in
	seq 100 120 >many
	tells "nothing matches '100', '101', '102', '103', '104' and 16 more" otf-cat -p @many,1 in
	otf-write t <in
	silent otf-cat -p 1,5,7 t
}

@test "an interval without records is told, by every command with -t" {
	for c in otf-cat otf-filter otf-sort otf-print otf-stat otf-to-chrome otf-draw otf-report otf-slice 'otf-stat --markers'; do
		echo "$c"
		tells "--time: no record is in the interval 10s:11s" $c -t 10s:11s "$sample"
		tells "--time: no record is in the interval :5" $c -t :5 "$sample"
		silent $c -t 1.1ms:1.2ms "$sample"
		otf-cat "$sample" | silent $c -t 1.1ms: -
	done
	exits 1 otf-slice --strict -t 10s:11s "$sample" -o y
	nothing y
	# a part of a long call has a profile
	silent otf-stat -q -t 1500000:1500001 "$sample"
}

@test "--by without such rows is told" {
	tells 'otf-stat: --by file: the report has no such row' otf-stat --by file "$sample"
	tells 'otf-stat: --by file: the report has no such row' otf-stat --by process,file --json "$sample"
	silent otf-stat --table matrix --by process "$sample"
	silent otf-stat --by process,tag,communicator,path "$sample"
	silent otf-stat --by file --partial "$sample"
}

@test "options that contradict each other are usage errors, in any order" {
	excludes() { # COMMAND A B [ARGUMENT]...
		local c=$1 a=$2 b=$3 pair
		shift 3
		for pair in "$a $b" "$b $a"; do
			exits 2 $c $pair "$@" || return 1
			grep -q -e 'exclude each other' err || { cat err && return 1; }
		done
	}
	for c in otf-cat otf-filter otf-sort otf-slice otf-snap otf-remap otf-write tau-to-otf vtf3-to-otf; do
		excludes $c --long --short
		excludes $c --no-pg --keep-pg
	done
	for c in $commands; do
		excludes $c -q -v
	done
	excludes otf-cat --count '-o x' "$sample"
	for a in --json --tsv --folded --partial; do
		for b in --json --tsv --folded --partial; do
			[ $a = $b ] || excludes otf-stat $a $b "$sample"
		done
	done
	for other in '--every 1' --partial --combine --folded; do
		excludes otf-stat --from-summaries "$other" "$sample"
	done
	excludes otf-stat --cluster --filter-rules "$sample"
	excludes otf-stat --markers --filter-rules "$sample"
	excludes otf-stat --markers --cluster "$sample"
	excludes otf-check --json --markers "$sample"
	excludes otf-slice '-t 1:2' '--inside f' "$sample"
	excludes otf-slice '--every 1' '--max-bytes 1M' "$sample"
	excludes otf-snap --in-place '-o x' "$sample"
	excludes otf-snap --in-place '-n 1' "$sample"
	excludes otf-snap --in-place '--part 1/2' "$sample"
	excludes otf-snap --remove --no-snapshots "$sample"
	excludes otf-remap --causal '--shift 1' "$sample"
	excludes otf-remap --causal --inverse "$sample"
	excludes otf-remap '--map x' --unify "$sample"
	excludes otf-remap '--rescale 1000' '--scale 2' "$sample"
	excludes otf-write --join --recover x
	excludes otf-write --join --long x
	excludes otf-to-tau '-o x' '--run y' "$sample"
	excludes otf-to-tau '--profile x' '--run y' "$sample"
	nothing x
}

@test "an option may be repeated with the same value; with another one that is no list it is a usage error" {
	silent otf-cat --short --short -z 4 -z 4 -t 1ms: -t 1ms: "$sample" -o x -o x
	rm x.*
	silent otf-stat --json --json --by process --by function "$sample"
	silent otf-cat -p 1 -p 2 -r event -r def "$sample"
	for pair in '-z 1 -z 2' '-n 1 -n 2' '-o x -o y' '-t :1ms -t 1ms:' '--part 1/2 --part 2/2' '-j 1 -j 2' '--num :1 --num :2' \
		'--buffer 1M --buffer 2M'; do
		exits 2 otf-cat $pair "$sample"
		says 'is given twice, with different values'
	done
	exits 2 otf-print --color always --color never "$sample"
	exits 2 otf-remap --hash-names=a --hash-names=b "$sample"
	nothing x
	nothing y
}

# kinds of values, by the name that --help gives them, and values that none of them may have
@test "numbers that an option cannot have are usage errors, for every option of every command" {
	declare -A bad=(
		[N]='-1 x 1.5 nan 99999999999999999999 1- 5-3 inf 0x10 1e3 +1'
		[SIZE]='-1 x 1.5 nan 99999999999999999999 1- 5-3 inf 0x10 1e3 0 17179869184G'
		[SET]='-1 5-3 99999999999999999999 4294967296 4294967296- 1-4294967296 1-2-3 !'
		[TIME]='x nan inf +1 99999999999999999999 5-3 0x10 1e3 1. .5s 1h'
		[TIME,...]='x nan inf 99999999999999999999 5-3 0x10 1e3 1,'
		[A:B]='x nan + ++1 -1 1- 5:x 5:++1 99999999999999999999: 0x10:'
		[K/N]='0/1 2/1 1/0 x 1 -1/2 1/99999999 1/2/3 nan'
		[FACTOR]='0 -1 x nan inf 1/0 0x10 99999999999999999999'
		[PCT]='-1 x nan inf 101 0x10'
		[SHARE]='-1 x nan inf 0x10'
		[LEVEL]='-1 10 x 1.5 nan 0x1' [STREAMS]='-1 1000001 x nan' [THREADS]='-1 1025 x nan' [MAXFILES]='-1 1000001 x nan'
		[PROCS,SAMPLES]='0 0,0 -1 x 1,x nan 99999999999999999999')
	tried=0
	for c in $commands; do
		while IFS=$'\t' read -r option arg; do
			arg=${arg#[} arg=${arg%]}
			[ -n "$arg" ] && [ -n "${bad[$arg]}" ] || continue
			[ "$option $arg" != 'match N' ] || continue
			case $option in
			zstd) values='-1 0 20 x 1.5 nan 0x1' ;;
			length) values='-1 5-3 99999999999999999999' ;;
			keep-names) values='-1 5-3' ;;
			detail) values='-1 x 1.5 nan 0x10 99999999999999999999' ;;
			idle) values='-1 x 1.5 nan 0x10 5 0 1d 99999999999999999999m' ;;
			shift) values='x nan --1 25%' ;;
			spread) values='-1 x nan inf 0x10 99999999999999999999' ;;
			*) values=${bad[$arg]} ;;
			esac
			set -f
			for value in $values ''; do
				set +f
				tried=$((tried + 1))
				[ "$c" = otf-write ] && set -- name || set -- "$sample"
				[ "$c" = otf-diff ] && set -- "$sample" "$sample"
				[ "$c" != vtf3-to-otf ] || set -- "$REPO/tests/data/ping.bpv"
				case $option in
				min-delay | max-shift | spread) set -- --causal "$@" ;;
				nth) set -- --inside solve "$@" ;;
				esac
				got=0
				timeout 20 $c "--$option=$value" "$@" >out 2>err </dev/null || got=$?
				[ $got -eq 2 ] || { echo "exit $got: $c --$option='$value' $*" && cat err && return 1; }
			done
		done < <($c --otfp-complete | cut -f 2,3)
	done
	[ $tried -gt 500 ]
	exits 2 otf-remap --rescale 0 "$sample"
	says '--rescale: must be at least 1:'
	exits 2 otf-cat -p 4294967296 "$sample"
	says "--process: the largest number is 4294967295: '4294967296'"
	silent otf-cat -q -p 4294967295 "$sample"
	silent otf-filter -q --length 4294967296 "$sample"
}

@test "a trace that is not there: the packed file that is, or the name that is near" {
	sample ring
	gzip ring.otf
	exits 1 otf-cat ring.otf
	says 'otf-cat: ring.otf: no such trace; there is ring.otf.gz: gunzip it first'
	exits 1 otf-stat ring
	says 'there is ring.otf.gz: gunzip it first'
	exits 1 otf-stat ring.otf.gz
	says 'ring.otf.gz: is gzip data; gunzip it first'
	gunzip ring.otf.gz
	mkdir sub
	mv ring.* sub
	for name in sub/rnig.otf sub/Ring.otf sub/rig sub/rinng; do
		exits 1 otf-cat $name
		says "$name: no such trace"
		says '; did you mean ring.otf?'
	done
	exits 1 otf-cat sub/entirely
	fails grep 'did you mean' err
	exits 1 otf-cat nothing/ring
	says 'nothing/ring: no such trace'
}

@test "a file of another kind is called so" {
	while IFS='|' read -r bytes word; do
		printf "$bytes" >file
		head -c 600 /dev/zero >>file
		for command in otf-cat otf-stat otf-info; do
			exits 1 $command file
			says "$command: file: is $word"
		done
		exits 1 otf-check file
		grep -q -F "file: error: is $word" out
	done <<-'END'
		\x1f\x8b|gzip data; gunzip it first
		\xfd7zXZ\x00|xz data; unxz it first
		BZh9|bzip2 data; bunzip2 it first
		PK\x03\x04|a zip archive; unzip it first
		\x89HDF\r\n\x1a\n|an HDF5 file, which otfpipe does not read
		#Paraver (01/01/26)|a Paraver trace, which otfpipe does not read
		\x57\x1d\xd1\x75|the metadata of a CTF trace, which otfpipe does not read
		/* CTF 1.8 */|the metadata of a CTF trace, which otfpipe does not read
		[{"ph":"B"}]|JSON, perhaps of Chrome, which otfpipe does not read
		SQLite format 3|an SQLite database, which otfpipe does not read
		PAR1|a Parquet file, which otfpipe does not read
	END
	tar cf file "$REPO/README" 2>/dev/null
	exits 1 otf-cat file
	says 'is a tar archive; unpack it first'
	: >file
	exits 1 otf-cat file
	says 'file: is empty'
}

@test "nothing on standard input: from what" {
	for command in otf-cat otf-stat 'otf-write x' otf-sort; do
		: | exits 3 $command
		says "stdin: empty input: nothing came from the command before the pipe"
		exits 3 $command </dev/null
		says "stdin: empty input: nothing came from the device"
		: >empty
		exits 3 $command <empty
		says "stdin: empty input: nothing came from the file"
	done
}

@test "-f with a name says that it is --max-files, and which option takes the name of a function" {
	for c in $commands; do
		exits 2 "$c" -f MPI_Wait "$sample"
		[ ! -s out ]
		case $c in
		otf-filter | otf-stat) says "$c: -f is --max-files, a number; --function 'MPI_Wait' selects the calls of a function" ;;
		*) says "$c: -f is --max-files, a number; otf-filter --function 'MPI_Wait' selects the calls of a function" ;;
		esac
		exits 2 "$c" -f 1x "$sample"
		says "$c: --max-files: not a number from 0 to 1000000: '1x'"
	done
}

@test "of a trace with definitions alone, commands whose output is empty then say that there is no event" {
	stream '@SM|1|3' 'DefTimerResolution|-|0|1000' 'DefProcess|-|0|3|c|0' 'DefFunctionGroup|-|0|1|f' 'DefFunction|-|0|5|f|1|0' >in
	for c in otf-to-chrome 'otf-to-chrome --format perfetto' 'otf-stat --tsv' 'otf-stat --folded' \
		'otf-stat --table function' 'otf-stat --markers' 'otf-wait --folded' 'otf-wait --markers'; do
		tells "${c%% *}: there is no event: the output is empty" $c in
		tells "${c%% *}: --process: nothing matches '9'" $c -p 9 in
	done
	tells 'otf-draw: there is no event to draw: the picture is empty' otf-draw in
	# what says it, or has the definitions
	for c in otf-info otf-stat 'otf-stat --json' otf-wait 'otf-wait --json' 'otf-wait --tsv' otf-print otf-filter otf-report 'otf-to-sqlite -o db' 'otf-to-parquet -o tables' 'otf-to-tau -o tau' 'otf-to-vtf3 -o x.bpv'; do
		silent $c in
	done
}

# without_stream COMMAND...: it fails, and nothing is on standard output, not even the first line of a stream.
without_stream() {
	local got=0
	timeout 60 "$@" >out 2>err || got=$?
	[ "$got" -ge 1 ] && [ "$got" -le 2 ] && [ ! -s out ] && [ -s err ] || {
		echo "exit $got: $*"
		head -c 100 out
		cat err
		return 1
	}
}

@test "a wrong value of any option is told before a stream begins, by every command" {
	for c in $commands; do
		case $c in
		vtf3-to-otf) in=$REPO/tests/data/ping.bpv ;;
		*) in=$sample ;;
		esac
		"$c" --help | grep -o -E -e '--[a-z0-9-]+(\[=|=)[A-Z][A-Z:|,/]*' | sort -u >options
		while IFS= read -r option; do
			name=${option%%[=[]*}
			case $name in
			--output | --title | --junit) continue ;; # any text will do
			esac
			case ${option##*=} in
			FILE* | TIME\|FILE | DIR | NAME) value=nosuch/file ;;
			SET | KEYS | SALT) value=@nosuch ;;
			EXPR) value='length ==' ;;
			*) value=1x: ;;
			esac
			without_stream "$c" "$name=$value" "$in"
		done <options
	done
}

@test "a file of an option that is missing, or is no such file, is told before a stream begins" {
	echo 'no such file: 1' >junk
	while read -r c option; do
		for file in nosuch/file junk; do
			without_stream "$c" $option=$file "$sample"
		done
	done <<-'END'
		otf-cat --add
		otf-filter --rules
		otf-filter --represent
		otf-filter --match
		otf-remap --map
		otf-remap --clocks
		otf-remap --regroup
		otf-remap --inverse --clocks
		otf-remap --causal --min-delay
		otf-slice --time
		otf-snap --at
	END
	without_stream otf-filter --rejects nosuch/file "$sample"
	without_stream otf-remap --unify --write-map nosuch/file "$sample"
	without_stream otf-remap --causal --write-clocks nosuch/file "$sample"
	without_stream otf-slice -t 2ms "$sample"
	says 'otf-slice: --time: a piece needs a start and an end: A:B, A: or :B; A:A is what is open at A'
	without_stream otf-slice -t 3ms:2ms "$sample"
	# the same in a pipe
	otf-cat "$sample" >in
	for c in 'otf-cat --add nosuch' 'otf-remap --clocks nosuch' 'otf-remap --regroup nosuch' 'otf-filter --rules nosuch' 'otf-slice -t 2ms'; do
		without_stream $c <in
	done
	# what is wrong with the input is told the next stage
	exits 1 otf-remap --shift 1 nosuch.otf
	grep -q '^@ABORT' out
}

@test "a directory that is no trace names the trace in it" {
	mkdir -p some none
	cp "$REPO"/tests/data/sample.* some
	exits 1 otf-info some
	says 'otf-info: some: is a directory, but not that of a TAU run; name the trace in it: some/sample.otf'
	exits 1 otf-info none
	[ "$(cat err)" = 'otf-info: none: is a directory, but not that of a TAU run' ]
}

@test "an option that has no effect with the others is a usage error" {
	for line in 'otf-check --rules order|--rules=NAME explains one rule' 'otf-stat --max-points 3|give --every or' \
		'otf-wait --max-points 3|give --every or --inside' 'otf-wait --top 3|--top is the number of worst waits' \
		'otf-wait --folded --top 3|--top is' 'otf-wait --table cause --top 3|--top is' \
		'otf-snap --remove --max-points 3|--max-points needs --points, --every or --at'; do
		exits 2 ${line%|*} "$sample"
		says "${line#*|}"
	done
	for option in --json --markers '--max-findings 3' '--part 1/2'; do
		exits 2 otf-check --rules $option
		says 'of the options it takes --rule'
	done
	for command in 'otf-wait --tsv --top 3' 'otf-wait --markers --top 3' 'otf-wait --by process --top 3' \
		'otf-stat --every 1ms --max-points 9' 'otf-wait --every 1ms --max-points 9'; do
		exits 0 $command "$sample"
	done
}

@test "an option that needs another one is a usage error without it, in every command" {
	refuses() { # TEXT COMMAND...
		local text=$1
		shift
		exits 2 "$@" && says "$text"
	}
	refuses '--regex needs --process, --function, --group, --counter, --peer or --communicator' otf-filter --regex "$sample"
	refuses '--regex needs' otf-filter --match 'process == 1' --regex --tag 3 "$sample"
	refuses '--nth needs --inside' otf-draw --nth 2 "$sample" -o a.svg
	refuses '--nth needs --inside' otf-slice -t 1ms:2ms --nth 2 "$sample"
	refuses '--log needs --counter' otf-draw --log "$sample" -o a.svg
	refuses '--max-pieces needs --every or --max-bytes' otf-slice -t 1ms:2ms --max-pieces 3 "$sample"
	refuses '--no-snapshots needs --summaries' otf-snap --points 3 --no-snapshots "$sample"
	refuses '--keep-names needs --hash-names' otf-remap --keep-names main "$sample"
	refuses '--write-map needs --map or --unify' otf-remap --shift 5 --write-map x "$sample"
	refuses '--inverse needs --map, --clocks, --shift or --scale' otf-remap --inverse "$sample"
	for option in '--min-delay 1us' '--max-shift 1us' '--spread 5' '--write-clocks x'; do
		refuses "${option% *} needs --causal" otf-remap --shift 5 $option "$sample"
	done
	refuses '--buffer needs --regroup, --scale' otf-remap --shift 5 --buffer 1M "$sample"
	refuses '--function needs --longest' otf-stat --function solve "$sample"
	for command in otf-stat otf-wait; do
		refuses '--fail-above needs --diff' $command --fail-above 5% "$sample"
		refuses '--junit needs --fail-above' $command --diff --junit x "$sample" "$sample"
		refuses '--force needs --junit' $command --force "$sample"
	done
	refuses '--force needs --junit' otf-check --force "$sample"
	for option in '--max-points 3' '--depth 2' '--buffer 1M'; do
		refuses '--markers' otf-stat --markers $option "$sample"
	done
	refuses '--json and --color=always exclude each other' otf-print --json --color=always "$sample"
	otf-print --json "$sample" >want
	otf-print --json --color=never "$sample" | cmp - want
	refuses '--hash-names and --keep-pg exclude each other' otf-remap --hash-names=x --keep-pg -o x "$sample"
	refuses '--messages none and --max-messages exclude' otf-draw --messages none --max-messages 3 "$sample" -o a.svg
	refuses '--combine and --part exclude each other: give --part to --partial' otf-wait --combine --part 1/2 p q
	refuses '--check and --force exclude each other' otf-to-parquet --check d --force
	for option in '-z 4' '-n 2' --long --keep-pg --force --resume --unique-id --skip-unknown; do
		refuses '--recover and' otf-write --recover $option x
	done
	for option in --keep-pg --skip-unknown --resume; do
		refuses '--join and' otf-write --join $option x y z
	done
	exits 0 otf-remap --scale 2 --buffer 1M "$sample"
	exits 0 otf-remap --clocks /dev/null --inverse "$sample"
	exits 0 otf-filter -p 'rank 1' --regex "$sample"
}

@test "each other option of every command changes what comes out, or is a usage error" {
	# what is so already: one trace, in order, in the short form, with snapshots in files of their own, the default, of
	# equal traces, no findings, all counters and no key-values, causal clocks; lists that say everything
	cat >known <<-'END'
		otf-cat --sort
		otf-cat --unify
		otf-cat -o --inline
		otf-cat -o --short
		otf-cat -o --sort
		otf-cat -o --unify
		otf-check --markers
		otf-check --max-findings=1
		otf-diff --all
		otf-diff --by-name
		otf-diff --ignore=time
		otf-diff --list
		otf-diff --max-differences=1
		otf-draw --timeline
		otf-filter --counter=*
		otf-filter --no-tags
		otf-filter -o --counter=*
		otf-filter -o --inline
		otf-filter -o --no-tags
		otf-filter -o --short
		otf-remap --causal
		otf-remap --unify
		otf-remap -o --causal
		otf-remap -o --inline
		otf-remap -o --short
		otf-remap -o --unify
		otf-sort -o --inline
		otf-sort -o --short
		otf-stat --record=event
		otf-to-vtf3 --format=std-binary
		otf-to-vtf3 --modern
	END
	"$REPO/tests/tools/effects" "$sample" >found || { cat found && return 1; }
	cut -d' ' -f1 known | while read -r c; do command -v "$c" >/dev/null || sed -i "/^$c /d" known; done
	sort found | diff known -
}
