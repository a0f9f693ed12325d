# What all commands have in common: help, version, usage errors, letters.

load common

setup() {
	common_setup
	commands=$(cd "$REPO/cmd" && ls *.c | sed 's/\.c$//')
	version=$(sed -n 's/^#define OTFP_VERSION "\(.*\)"/\1/p' "$REPO/libotfpipe/otfpipe.h")
}

@test "every command has --help on stdout, of 80 columns at most" {
	for c in $commands; do
		$c --help >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err"
		[ ! -s "$BATS_TEST_TMPDIR/err" ]
		head -n 1 "$BATS_TEST_TMPDIR/out" | grep "^Usage: $c "
		awk 'length > 80 { print; bad = 1 } END { exit bad }' "$BATS_TEST_TMPDIR/out"
		grep '^Exit status:$' "$BATS_TEST_TMPDIR/out"
	done
}

@test "every --help begins with three examples, and then says what the command does" {
	for c in $commands; do
		$c --help | sed '/^Usage:/d; /^   or:/d' | sed -n '3,8p' >"$BATS_TEST_TMPDIR/head"
		[ "$(sed -n 1p "$BATS_TEST_TMPDIR/head")" = Examples: ] || { echo "$c"; false; } || exit 1
		[ "$(sed -n 2,4p "$BATS_TEST_TMPDIR/head" | grep -c "^  .*$c")" -ge 2 ] || { echo "$c"; false; } || exit 1
		[ "$(sed -n 2,4p "$BATS_TEST_TMPDIR/head" | grep -c '^  ')" -eq 3 ]
		[ -z "$(sed -n 5p "$BATS_TEST_TMPDIR/head")" ]
		sed -n 6p "$BATS_TEST_TMPDIR/head" | grep -q '^[A-Z]' || { echo "$c"; false; } || exit 1
	done
}

@test "the examples of --help have no option that the command does not take" {
	for c in $commands; do
		$c --otfp-complete | cut -f 2 | sed 's/^/--/' >"$BATS_TEST_TMPDIR/taken"
		$c --help | sed '/^Exit status:/,$d' | sed -n '/^Examples:/,/^$/p' | tr '|' '\n' | grep "^ *$c " | grep -o -- ' --[a-z-]*' | tr -d ' ' |
			grep -v -x -F -f "$BATS_TEST_TMPDIR/taken" >"$BATS_TEST_TMPDIR/others" || true
		[ ! -s "$BATS_TEST_TMPDIR/others" ] || { echo "$c"; cat "$BATS_TEST_TMPDIR/others"; false; } || exit 1
	done
}

@test "every command has --version" {
	for c in $commands; do
		[ "$($c --version | head -n 1)" = "$c (otfpipe) $version" ]
		[ "$($c -v -V | grep -c '^compiler: ')" -eq 1 ]
	done
}

@test "a full disk under --help is an error" {
	[ -e /dev/full ] || skip "no /dev/full"
	for c in $commands; do
		run sh -c "$c --help >/dev/full"
		case $c in otf-check | otf-diff) want=4 ;; *) want=1 ;; esac
		[ "$status" -eq "$want" ]
	done
}

@test "no letter has two meanings in any two commands" {
	for c in $commands; do
		$c --otfp-complete
	done | awk -F'\t' '
		$1 != "" && $1 in name && name[$1] != $2 { print $1, name[$1], $2; bad = 1 }
		$1 != "" { name[$1] = $2 }
		$2 in letter && letter[$2] != $1 { print $2, letter[$2], $1; bad = 1 }
		{ letter[$2] = $1 }
		NF != 5 { print; bad = 1 }
		END { exit bad || NR == 0 }'
}

@test "an unknown option is a usage error of two lines on stderr" {
	for c in $commands; do
		run sh -c "$c --no-such-option 2>&1 >/dev/null"
		[ "$status" -eq 2 ]
		[ "${lines[0]}" = "$c: unknown option '--no-such-option'" ]
		[ "${lines[1]}" = "Try '$c --help' for more information." ]
	done
}

@test "the help of an option starts with a lower-case word or a number, and has no full stop" {
	for c in $commands; do
		$c --otfp-complete
	done | awk -F'\t' '$4 !~ /^(--)?[a-z0-9N]/ || $4 ~ /\.$/ && $4 !~ /\.\.\.$/ { print; bad = 1 } END { exit bad || NR == 0 }'
}

@test "--help offers what the command takes, and nothing else of what commands share" {
	listed=''
	while read -r c missing; do
		listed="$listed$c "
		$c --otfp-complete | cut -f 2 >"$BATS_TEST_TMPDIR/taken"
		for o in output no-pg lossy keep-going max-files strict threads; do
			case " $missing " in
			*" $o "*)
				run grep -x -e "$o" "$BATS_TEST_TMPDIR/taken"
				[ "$status" -eq 1 ]
				run sh -c "$c --$o=x </dev/null 2>&1"
				[ "$status" -eq 2 ]
				# the others are accepted everywhere, so that one set of options works for a whole pipeline
				[ $o != output ] || [[ ${lines[0]} =~ ^"$c: "(unknown option \'--output\'|--output: this) ]]
				[ $o = output ] || [ "$($c --$o --version | head -n 1)" = "$($c --version | head -n 1)" ]
				;;
			*) grep -x -e "$o" "$BATS_TEST_TMPDIR/taken" || { echo "$c lacks --$o"; false; } ;;
			esac
		done
	done <<-'END'
		otf-cat
		otf-check output no-pg lossy keep-going
		otf-diff output no-pg lossy
		otf-draw no-pg lossy
		otf-filter
		otf-info output no-pg lossy keep-going
		otf-print output no-pg lossy
		otf-remap
		otf-report no-pg lossy keep-going
		otf-slice
		otf-snap
		otf-sort
		otf-stat output no-pg lossy
		otf-to-chrome no-pg lossy
		otf-to-otf2 no-pg
		otf-to-parquet no-pg lossy
		otf-to-sqlite no-pg lossy
		otf-to-tau no-pg
		otf-to-vtf3 no-pg
		otf-view output no-pg lossy
		otf-wait output no-pg lossy
		otf-write output keep-going
		otf2-to-otf
		tau-to-otf
		vtf3-to-otf
	END
	# shellcheck disable=SC2086
	[ "$listed" = "$(printf '%s ' $commands)" ] # a new command has a line here
}

@test "what else otf-check and otf-diff exit with is in their help, and --lossy only where it is taken" {
	otf-check --help | grep '^  4  failed'
	otf-check --help | grep '^  1  errors were found'
	otf-diff --help | grep '^  1  they differ$'
	otf-cat --help | grep '^  1  failed, or data was dropped (0 with --lossy)$'
	otf-print --help | grep '^  1  failed$'
}

@test "a misspelt option or value gets the nearest one or the list" {
	while IFS='|' read -r command message; do
		run sh -c "$command </dev/null 2>&1 >/dev/null"
		[ "$status" -eq 2 ]
		[ "${lines[0]}" = "${command%% *}: $message" ] || { echo "$output"; false; }
	done <<-'END'
		otf-cat --dad|unknown option '--dad'; did you mean '--add'?
		otf-stat --tabel|unknown option '--tabel'; did you mean '--table'?
		otf-stat --by rank|--by: unknown value 'rank'; expected process, group, function, path, communicator, tag or file
		otf-stat --by=file,proces|--by: unknown value 'proces'; did you mean 'process'?
		otf-stat --filter-rules --format tua|--format: unknown value 'tua'; did you mean 'tau'?
		otf-snap --summaries=colective|--summaries: unknown value 'colective'; did you mean 'collective'?
		otf-snap --remove=summary|--remove: unknown value 'summary'; did you mean 'summaries'?
		otf-print --color red|--color: unknown value 'red'; expected auto, always or never
		otf-to-vtf3 --format fast|--format: unknown value 'fast'; expected std-ascii, std-binary, fast-ascii or legacy
		otf-to-vtf3 --profile ful|--profile: unknown value 'ful'; did you mean 'full'?
		otf-check --rule open-cal=off|--rule: unknown rule 'open-cal'; did you mean 'open-call'?
		otf-check --rule nothing=off|--rule: unknown rule 'nothing'; --rules lists them
		otf-check --rules=no-newlin|--rules: unknown rule 'no-newlin'; did you mean 'no-newline'?
		otf-diff --ignore tmie a b|--ignore: 'tmie' is not a record, a field or RECORD.FIELD; did you mean 'time'?
		otf-cat --stre|option '--stre' is ambiguous: --stream or --streams
	END
}

@test "an option that another command has now is refused with the new spelling" {
	sed -n 's/^	{"\(.*\)", MOVED([^"]*"\([^"]*\)".*/\1 --\2/p' "$REPO/cmd/option/moved.c" >moved
	while IFS='|' read -r command message; do
		grep -v -x -e "$command" moved >left || true
		mv left moved
		for line in "$command" "$command=x" "$command x --tsv" "${command%% *} --strict ${command#* }"; do
			run sh -c "$line </dev/null 2>&1 >/dev/null"
			[ "$status" -eq 2 ]
			[ "${lines[0]}" = "${command%% *}: ${command#* }: $message" ] || { echo "$output"; false; }
		done
		fails grep -q -x -e "${command#* --}" <("${command%% *}" --otfp-complete | cut -f 2)
	done <<-'END'
		otf-stat --summaries|use otf-snap --summaries --no-snapshots
		otf-stat --points|use otf-snap --summaries --no-snapshots --points
		otf-stat --at|use otf-snap --summaries --no-snapshots --at
		otf-stat --in-place|use otf-snap --summaries --no-snapshots --in-place
		otf-stat --remove|use otf-snap --remove=summaries
		otf-stat --tau|use otf-to-tau --profile DIR
		otf-stat --output|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --zstd|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --streams|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --level|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --long|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --short|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --inline|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --keep-pg|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --unique-id|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --skip-unknown|this command only prints; otf-snap --summaries --no-snapshots writes a trace
		otf-stat --resume|this command only prints; otf-snap --summaries --no-snapshots writes a trace
	END
	[ ! -s moved ] # a new row has a line here
	for line in 'otf-stat -o x' 'otf-stat -ox' 'otf-stat -n 4' 'otf-stat -z4' 'otf-stat --diff --summ' 'otf-stat --part 1/2 --in-place'; do
		run sh -c "$line </dev/null 2>&1 >/dev/null"
		[ "$status" -eq 2 ]
		[[ ${lines[0]} == *'otf-snap --summaries --no-snapshots'* ]] || { echo "$output"; false; }
	done
}

# What bash would offer after these words of a command line.
offered() {
	( . "$BUILD/completions/$1"
	compopt() { :; } # outside a completion it is an error
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	"_${1//-/_}"
	echo "${COMPREPLY[*]}" )
}

@test "bash completes options and their values" {
	[ "$(offered otf-stat --ta)" = "--table=" ]
	[ "$(offered otf-stat --table me)" = "message" ] # otf-stat --table me<TAB>
	[ "$(offered otf-stat --table = ma)" = "matrix" ]
	[ "$(offered otf-stat --table =)" = "function message matrix length collective counter file rma iteration" ]
	[ "$(offered otf-stat --by process,fu)" = "process,function" ]
	[ "$(offered otf-stat --by = process,tag,f)" = "process,tag,function process,tag,file" ]
	[ "$(offered otf-stat --format s)" = "scorep" ]
	[ "$(offered otf-snap --summaries = m)" = "message" ]
	[ "$(offered otf-snap --summaries m)" = "" ] # a value that may be left out needs the =
	[ "$(offered otf-print --color a)" = "auto always" ]
	[ "$(offered otf-to-vtf3 --format = fast)" = "fast-ascii" ]
	[ "$(offered otf-to-vtf3 --profile c)" = "compat" ]
	[ "$(offered otf-check --rule open)" = "open-call=" ]
	[ "$(offered otf-check --rules = open)" = "open-call" ]
	[ "$(offered otf-filter -r SendMsg,RecvM)" = "SendMsg,RecvMsg" ]
	[ "$(offered otf-filter --record sna)" = "snap" ]
	[ "$(offered otf-diff --ignore DefTimer)" = "DefTimerResolution" ]
	[ "$(offered otf-filter -o m)" = "" ] # a file
}

@test "the completions for zsh name the values" {
	grep -F "'*--color=[color processes; auto means on a terminal]:WHEN:(auto always never)'" \
		"$BUILD/completions/_otf-print"
	grep -F ':KEYS:_values -s , KEYS process group function path communicator tag file' \
		"$BUILD/completions/_otf-stat"
}
