# bench/table.sh - the table at the end of make bench, and what has changed since an earlier one; read by bench/run.sh.
#
# $table: a line for each job: its name, ours / peer in CPU and wall time, MiB of ours and of the peer, fields by HT; - where
# there is none. Lines with # say what was measured, and where.

# table_begin LINE...: the head of the table
table_begin()
{
	printf '# %s\n' "$@" >"$table"
	printf '#job\tcpu\twall\tMiB\tpeer MiB\n' >>"$table"
}

# table_row NAME: from what timeit prints
table_row()
{
	awk -F '\t' -v name="$1" '
	function ratio(a, b) { return a == "-" || b == "-" || b == 0 ? "-" : sprintf("%.3f", a / b) }
	function mib(kib) { return kib == "-" ? "-" : sprintf("%.1f", kib / 1024) }
	{ printf "%s\t%s\t%s\t%s\t%s\n", name, ratio($2, $5), ratio($1, $4), mib($3), mib($6) }' >>"$table"
}

table_print()
{
	printf '\nall, ours / peer\n'
	awk -F '\t' '
	/^# / { print substr($0, 3); next }
	{ sub(/^#/, ""); printf "%-60s %8s %8s %9s %9s\n", $1, $2, $3, $4, $5 }' "$table"
}

# table_check EARLIER: name the jobs whose share of the CPU time of their peer grew by more than 5 %. Exit status 1 if there
# are any, or none could be compared.
table_check()
{
	printf '\nsince %s, ours / peer in CPU time\n' "$1"
	awk -F '\t' '
	/^#/ { next }
	NR == FNR { before[$1] = $2; next }
	!($1 in before) { new++; next }
	$2 == "-" || before[$1] == "-" { alone++; next }
	{ compared++ }
	$2 > before[$1] * 1.05 { slower++; printf "%-60s %8s -> %s, slower by %.0f %%\n", $1, before[$1], $2, ($2 / before[$1] - 1) * 100 }
	END {
		printf "%d compared, %d slower by more than 5 %%", compared, slower
		printf alone ? ", %d without a peer" : "", alone
		printf new ? ", %d not in the earlier table" : "", new
		print ""
		exit slower > 0 || !compared
	}' "$1" "$table"
}
