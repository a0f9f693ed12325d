# otf-snap, otf-slice and otf-stat on every trace of the corpus: whether it is named or comes as a line stream, the
# same comes out; and what is damaged or odd never ends in a crash.

setup() {
	load common
	load stream
	common_setup
	need_shared
}

# Of OTF and VTF3 a file, of TAU a directory that has the files of a run.
all_traces() {
	find "$SHARED/corpus" -name '*.otf' -o -path '*/vtf3/*.*pv'
	find "$SHARED/corpus/tau" -name tau.edf -printf '%h\n'
}

# traces whole|damaged [FILTER]
traces() {
	all_traces | sort | ${2:-cat} | while read -r trace; do
		if otf-cat --count "$trace" >/dev/null 2>&1; then
			[ "$1" != whole ] || echo "$trace"
		else
			[ "$1" != damaged ] || echo "$trace"
		fi
	done
}

# both_ways COMMAND...: for a sample of the whole traces, named and as a stream
both_ways() {
	traces whole sampled | while read -r trace; do
		direct=0
		piped=0
		"$@" "$trace" >direct.out 2>direct.err || direct=$?
		otf-cat --no-pg "$trace" | "$@" >piped.out 2>piped.err || piped=$?
		[ "$direct" -eq "$piped" ] && cmp direct.out piped.out && [ "$direct" -le 2 ] ||
			{ echo "$* $trace: exit $direct, piped $piped"; return 1; }
	done
}

# unshaken COMMAND...: for each damaged trace an exit status of the contract
unshaken() {
	traces damaged | while read -r trace; do
		for option in --strict --keep-going; do
			status=0
			"$@" "$option" "$trace" >out 2>err || status=$?
			case $status in
			1 | 3) [ -s err ] ;;
			0) ;; # what is damaged was not read
			*) false ;;
			esac || { echo "$* $option $trace: exit $status"; return 1; }
		done
	done
}

@test "the corpus has whole traces and damaged ones" {
	[ "$(traces whole | wc -l)" -ge 20 ]
	[ "$(traces whole | grep -c -e /vtf3/ -e /tau/[^/]*$)" -ge 8 ]
	[ "$(traces damaged | wc -l)" -ge 1 ]
}

@test "otf-snap: named or piped, the same" {
	both_ways otf-snap --no-pg --points 7
	both_ways otf-snap --no-pg --summaries --every 20% --at 1,30%
	both_ways otf-snap --no-pg --remove
}

@test "otf-slice: named or piped, the same" {
	both_ways otf-slice --no-pg -t 25%:60%
	both_ways otf-slice --no-pg --closed -t 25%:60%
}

@test "otf-stat: named or piped, the same" {
	both_ways otf-stat --tsv
	both_ways otf-stat --json --by process,function
	both_ways otf-stat --tsv --every 1ms
	both_ways otf-stat --folded --by process
	both_ways otf-stat --tsv -t 30%:70%
	both_ways otf-stat --partial
}

@test "otf-snap --summaries --no-snapshots: named or piped, the same" {
	both_ways otf-snap --no-pg --summaries=function,message,collective,filegroup --no-snapshots --points 5
}

@test "damaged traces end in a message and an exit status" {
	unshaken otf-snap --at 7,70000
	unshaken otf-slice -t 5:60000
	unshaken otf-stat --tsv
}
