# The table of otfpipe-shares(7): each row with 1, 3 and 17 shares; with LONG=1 each of them of plain and of compressed
# traces.

load common
load stream

setup_file() {
	common_setup
	need_mktrace
	# five streams, so that 17 shares cut them
	mktrace -p 20 -e 3k -s 5 --tags --markers | otf-write plain
	otf-snap --summaries --no-snapshots --points 3 --in-place plain
	otf-snap --points 4 --in-place plain
	otf-cat -z 4 plain -o packed
	printf 'DefMarker|-|0|50|m|2\nMarker|2000000|3|50|here\n' | tr '|' '\t' >./--add
	printf 'MPI_Send;MPI_Recv -- 3\nsolve -- 1\n' >./--rules
	printf '1,2,5\n7,8,9,10\n' >./--represent
	printf 'process\t3\t103\nprocess\t5\t2\nprocess\t2\t5\nfunction\t1\t1000\n' >./--map
	printf '* 0 1000\n2 0 500\n2 5000000 5000900\n' >./--clocks
	printf '1-10 1\n11-20 2\n' >./--regroup
	sed -n 's/\\-/-/g; s/^\(otf-[^ ].*[^ ]\)   *\(joined\|combined\|refused\|added\)/\1|\2/p' "$REPO/man/otfpipe-shares.7" >table
	[ "$(wc -l <table)" -gt 60 ]
}

setup() {
	common_setup
	table=$BATS_FILE_TMPDIR/table
	of_plain=$(by_length '1 17' '1 3 17')
	of_packed=$(by_length 3 '1 3 17')
}

# each_cut FUNCTION ARG...: call it with ARG... TRACE N for each trace and number of shares.
each_cut() {
	local n
	for n in $of_plain; do "$@" "$BATS_FILE_TMPDIR/plain" "$n" || return 1; done
	for n in $of_packed; do "$@" "$BATS_FILE_TMPDIR/packed" "$n" || return 1; done
}

# rows WORD FUNCTION: call it for each row of that kind; the command of the row is in ${row[@]}, what comes next in $next,
# and in $part whether it has --part.
rows() {
	local line i
	while read -r -u 9 line; do
		read -r -a row <<<"${line%%|*}"
		next=${line#*|}
		[ "${row[0]}" != otf-view ] || otf-view -V -v | grep -q '^libmicrohttpd ' || continue
		for i in "${!row[@]}"; do
			[ "${row[i]}" != FILE ] || row[i]=$BATS_FILE_TMPDIR/${row[i - 1]}
		done
		part=$("${row[0]}" --help | grep -c -e ' --part=') || true
		"$2" || {
			echo "row: $line"
			return 1
		}
	done 9< <(grep "|$1" "$table")
}

# A share as output of the row: from the trace itself, from a pipe, or from a stored share.
share() { # TRACE K N OUTPUT [OPTION]...
	local trace=$1 k=$2 n=$3 output=$4
	shift 4
	if [ "${row[0]}" = otf-write ]; then
		otf-cat --part "$k/$n" "$trace" | otf-write "$@" "$output"
	elif [ "$part" -eq 1 ]; then
		"${row[@]}" "$@" --part "$k/$n" "$trace" -o "$output"
	else
		otf-cat --part "$k/$n" "$trace" | "${row[@]}" "$@" -o "$output"
	fi
}

whole() { # TRACE OUTPUT [OPTION]...
	if [ "${row[0]}" = otf-write ]; then
		otf-cat "$1" | otf-write "${@:3}" "$2"
	else
		"${row[@]}" "${@:3}" "$1" -o "$2"
	fi
}

# Through VTF3, which stores that it is a share.
by_vtf3() { # OUTPUT COMMAND...: of a line stream to VTF3
	"${row[@]}" -o "$1.vpt" && vtf3-to-otf -q "$1.vpt" -o "$1" "${@:2}"
}

is_joined() { # TRACE N [OPTION]...
	local trace=$1 n=$2 k f
	shift 2
	rm -f U.* V.* W.*
	if [[ $next == *'of whole streams' ]] && [ "$n" -gt 5 ]; then
		exits 2 share "$trace" 3 "$n" U.3 && says 'is a share of a part of a stream, and --' && [ ! -e U.3.otf ]
		return
	fi
	for k in $(seq "$n"); do
		if [ "${row[0]}" = otf-to-vtf3 ]; then
			otf-cat --part "$k/$n" "$trace" | by_vtf3 "U.$k" "$@" 2>err || return 1
		else
			share "$trace" "$k" "$n" "U.$k" "$@" 2>err || return 1
		fi
		if grep 'cut into shares' err; then return 1; fi
	done
	otf-write "$@" --join W $(seq -f U.%.0f "$n") || return 1
	if [ "${row[0]}" = otf-to-vtf3 ]; then
		otf-cat "$trace" | by_vtf3 V "$@" || return 1
	else
		whole "$trace" V "$@" || return 1
	fi
	for f in V.*; do
		[ "${f%.vpt}" = "$f" ] || continue
		cmp "$f" "W.${f#V.}" || return 1
	done
	[ "$(ls W.* | wc -l)" -eq "$(ls V.* | grep -v -c vpt)" ]
}

joined_plain() {
	local n
	for n in $of_plain; do is_joined "$BATS_FILE_TMPDIR/plain" "$n" || return 1; done
}

joined_packed() {
	local n
	for n in $of_packed; do is_joined "$BATS_FILE_TMPDIR/packed" "$n" -z 4 || return 1; done
}

@test "joined rows: the join of the shares is the output for the whole, of plain traces" {
	rows joined joined_plain
}

@test "joined rows: the join of the shares is the output for the whole, of compressed traces" {
	rows joined joined_packed
}

# ---- combined ----

# --partial of each share, then --combine in each form
profile() { # TRACE N: the options for --partial are in ${row[@]:1}, those for the output in ${output[@]}
	local k form
	for k in $(seq "$2"); do "${row[@]}" --partial --part "$k/$2" "$1" >"$k.part" || return 1; done
	for form in "${forms[@]}"; do
		# shellcheck disable=SC2086
		"${row[@]}" $form "$1" >want && otf-stat --combine $form $(seq -f %.0f.part "$2") >got && cmp want got || return 1
	done
}

combined() { # TRACE N
	local forms=('' --tsv --json) k
	case "${row[*]}" in
	*--folded)
		row=(otf-stat --by path) forms=(--folded)
		profile "$@"
		;;
	*--cluster)
		row=(otf-stat --by process,function)
		for k in $(seq "$2"); do "${row[@]}" --partial --part "$k/$2" "$1" >"$k.part"; done
		otf-stat --combine --cluster $(seq -f %.0f.part "$2") >got
		otf-stat --cluster "$1" | cmp - got
		;;
	otf-stat*) profile "$@" ;;
	otf-wait)
		for k in $(seq "$2"); do otf-wait --partial --part "$k/$2" "$1" >"$k.part" || return 1; done
		for form in --tsv --json; do
			otf-wait -q --combine $form $(seq -f %.0f.part "$2") >got || return 1
			otf-wait -q $form "$1" | cmp - got || return 1
		done
		;;
	otf-cat*)
		for k in $(seq "$2"); do "${row[@]}" --part "$k/$2" "$1"; done | awk '{ n += $1 } END { print n }' >got
		"${row[@]}" "$1" | cmp - got
		;;
	otf-print)
		for k in $(seq "$2"); do "${row[@]}" --part "$k/$2" "$1"; done | grep -v '^#' | sort >got
		"${row[@]}" "$1" | grep -v '^#' | sort | cmp - got
		;;
	otf-check) checked "$@" ;;
	otf-to-otf2*)
		rm -rf NAME* share.* whole whole.*
		for k in $(seq "$2"); do "${row[@]:0:3}" "share.$k" --part "$k/$2" "$1" || return 1; done
		"${row[@]}" $(seq -f share.%.0f.otf2 "$2") && "${row[@]:0:3}" whole "$1" || return 1
		diff -r NAME whole && for k in def marker otf2; do cmp NAME.$k whole.$k || return 1; done
		;;
	*) return 1 ;;
	esac
}

# The findings of the shares are those of the whole, without messages between shares.
checked() {
	local k
	awk 'NR % 797 == 0 && /^(Leave|SendMsg)/ { next } { print }' <(otf-cat --no-pg "$1") | grep -v '^@END' |
		otf-cat --adopt - --force -o bad
	for k in $(seq "$2"); do
		"${row[@]}" --part "$k/$2" bad 2>>warned
	done | grep -v ' more' | sort -u >got
	"${row[@]}" bad | sort >want
	[ -s got ] || return 1
	[ "$(wc -l <want)" -gt 0 ] || return 1
	comm -23 got want | grep -v '\[\(receive-unsent\|unreceived\|.*missing\)\]$' >blamed || true
	comm -13 got want | grep -v ' more\|\[\(receive-unsent\|unreceived\|early-receive\|message-.*\|collective-.*\)\]$' >lost || true
	cat blamed lost
	[ ! -s blamed ] || return 1
	[ ! -s lost ]
}

# in a shell of its own: it changes the row
one_combined() { # TRACE N
	(combined "$@")
}

combined_all() {
	each_cut one_combined
}

@test "combined rows: the second step makes the output for the whole" {
	rows combined combined_all
}

# ---- added ----

# tables DIR: the rows of each table that needs no other share
tables() {
	sed -n 's/^    "\([a-z_]*\)": {"rows": \([0-9]*\),.*/\1 \2/p' "$1/trace.json" | grep -Ev '^(messages|waits|causes|lives) '
}

# The shares fill one directory, in any order; the last one completes it.
one_added() { # TRACE N
	local k
	rm -rf whole DIR
	"${row[0]}" -q "$1" -o whole || return 1
	for k in $(seq "$2" -1 1); do
		[ ! -e DIR/trace.json ] && "${row[@]}" -q --part "$k/$2" "$1" || return 1
	done
	"${row[0]}" --check DIR && diff <(tables whole) <(tables DIR)
}

added() {
	each_cut one_added
}

@test "added rows: the directory of the shares has the rows of the whole" {
	rows added added
}

# ---- refused ----

is_refused() { # COMMAND...: exit 2, what to do, and no output
	local name
	exits 2 "$@" || return 1
	says 'needs the whole trace; '
	case "$next" in
	*'leave out --part'*) ;;
	*'--partial'*) says 'count each share with --partial, and print all with --combine' ;;
	*--unique-id*) says 'give it to otf-write --join' ;;
	*) grep -q -e 'leave out --part' -e 'join the shares with otf-write --join' err ;;
	esac || return 1
	for name in NAME NAME.otf NAME.trc NAME.otf2 DIR; do
		[ ! -e $name ] || return 1
	done
}

refused() {
	local n k output=()
	case " ${row[*]} " in
	*" -n 2 "* | *" --unique-id "*) output=(-o NAME) ;;
	esac
	for n in 3 17; do
		k=2
		otf-cat --part $k/$n "$BATS_FILE_TMPDIR/plain" --force -o stored
		if [ "$part" -eq 1 ]; then
			is_refused "${row[@]}" "${output[@]}" --part $k/$n "$BATS_FILE_TMPDIR/plain" || return 1
		fi
		is_refused "${row[@]}" "${output[@]}" stored || case "${row[*]}" in
		*%* | *--points*) exits 2 "${row[@]}" stored && says 'needs the' ;; # the span is not known
		*) return 1 ;;
		esac
		otf-cat --part $k/$n "$BATS_FILE_TMPDIR/packed" >piped
		is_refused "${row[@]}" "${output[@]}" - <piped || return 1
	done
	# one share is the whole
	"${row[@]}" "${output[@]}" - < <(otf-cat --part 1/1 "$BATS_FILE_TMPDIR/plain") >out 2>err || {
		cat err
		return 1
	}
	rm -rf NAME* DIR
}

@test "refused rows: a usage error that says what to do, before anything is written" {
	rows refused refused
}

@test "every command that reads traces has a row" {
	for command in "$REPO"/cmd/otf-*.c; do
		command=$(basename "$command" .c)
		case $command in otf-diff | otf-info) continue ;; esac # they show a share as it is
		grep -q "^$command[ |]" "$table" || {
			echo "no row: $command"
			return 1
		}
	done
}
