# What a process, a call path and a pair of processes cost: little memory for many.

load common
load stream

setup_file() {
	common_setup
	need_mktrace
	mktrace -p 50000 -e 2500k -s 64 | otf-write many
}

setup() {
	common_setup
	many=$BATS_FILE_TMPDIR/many
}

# within MEBIBYTES COMMAND...
within() {
	local most=$1
	shift
	peak "$@" >/dev/null
	under "$most"
}

# groups N P: the trace `groups` of N groups of P processes
groups() {
	python3 - "$1" "$2" <<-'END' | otf-write groups
		import sys
		n, processes = int(sys.argv[1]), int(sys.argv[2])
		members = [100000 + i for i in range(processes)]
		listed = ",".join(map(str, members))
		print("@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t" + listed)
		print("DefTimerResolution\t-\t0\t1000")
		for i in members:
		    print(f"DefProcess\t-\t0\t{i}\tp{i}\t0")
		for i in range(n):
		    print(f"DefProcessGroup\t-\t0\t{1000000 + i}\tg{i}\t{listed}")
		for i in members:
		    print(f"BeginProcess\t{i}\t{i}")
		print(f"@END\t{1 + n + 2 * processes}")
	END
}

@test "50,000 processes: what follows the state needs at most a kilobyte for each" {
	within 50 otf-slice --no-pg -t 40%:60% "$many"
	within 36 otf-snap --no-pg --points 10 "$many"
	within 46 otf-check -q "$many"
	within 28 otf-filter --no-pg -x --function 'solve*' "$many"
	within 46 otf-diff "$many" "$many"
}

@test "50,000 processes: their profile needs less than two kilobytes for each" {
	within 92 otf-stat "$many"
}

@test "400,000 processes: what the trace is, in a few megabytes" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t%s\n' "$(seq -s , 400000)"
		seq 400000 | sed 's/.*/DefProcess\t-\t0\t&\tp&\t0/'
		printf '@END\t400000\n'
	} | otf-write processes
	within 26 otf-info processes
}

# pairs HALF SWEEPS: the trace `pairs` of 2 HALF processes; in each sweep each of a half waits for each of the other one,
# and these for them
pairs() {
	python3 - "$1" "$2" <<-'END' | otf-cat -q --adopt - | otf-write pairs
		import sys
		half, sweeps = int(sys.argv[1]), int(sys.argv[2])
		n = 2 * half
		out = ["@OTFPIPE\t1.0\tTR:1000000000", "DefTimerResolution\t-\t0\t1000000000"]
		out += [f"DefProcess\t-\t0\t{p + 1}\tp{p}\t0" for p in range(n)]
		out += ["DefFunctionGroup\t-\t0\t1\tMPI"]
		out += [f"DefFunction\t-\t0\t{i}\t{f}\t{int(i > 2)}\t0" for i, f in enumerate("main solve MPI_Send MPI_Recv".split(), 1)]
		out += [f"Enter\t0\t{p + 1}\t1\t0" for p in range(n)]
		print("\n".join(out))
		t = 0
		for k in range(2 * half * sweeps):
		    lines = []
		    s, r = (0, half) if k % 2 else (half, 0)  # who sends, who receives
		    for i in range(half):
		        a, b, e = s + i + 1, r + (i + k // 2) % half + 1, t + 1000 + (i * 7 + k) % 900
		        lines += [(t + 5, f"Enter\t{t + 5}\t{b}\t4\t0"), (t + 1, f"Enter\t{t + 1}\t{a}\t2\t0"), (e, f"Leave\t{e}\t{a}\t2\t0"),
		                  (e, f"Enter\t{e}\t{a}\t3\t0"), (e + 1, f"SendMsg\t{e + 1}\t{a}\t{b}\t0\t0\t8\t0"), (e + 20, f"Leave\t{e + 20}\t{a}\t3\t0"),
		                  (e + 50, f"RecvMsg\t{e + 50}\t{b}\t{a}\t0\t0\t8\t0"), (e + 51, f"Leave\t{e + 51}\t{b}\t4\t0")]
		    lines.sort(key=lambda x: x[0])
		    print("\n".join(l for _, l in lines))
		    t += 2000
		print("\n".join(f"Leave\t{t}\t{p + 1}\t1\t0" for p in range(n)))
	END
}

@test "waits of very many pairs of processes: rows that are asked for, and no more than --buffer for their causes" {
	half=$(by_length 160 448) sweeps=$(by_length 1 3) # 51,200 pairs that wait, or 401,408 pairs with 1.2 million waits
	pairs "$half" "$sweeps"
	peak otf-wait -q --table wait --by process,peer --tsv pairs >got
	under "$(by_length 30 160)"
	[ "$(awk -F '\t' '$1 == "wait" && $2 == "late_sender" { rows++; waits += $7 } END { print rows, waits }' got)" = \
		"$((2 * half * half)) $((2 * half * half * sweeps))" ]
	within "$(by_length 22 90)" otf-wait -q --table cause --buffer "$(by_length 8M 64M)" pairs
	within "$(by_length 26 96)" otf-wait -q --table gain --buffer "$(by_length 8M 64M)" pairs
}

# once_and_again: line stream of very many call paths that are called once, then fewer that are called again and again
once_and_again() {
	awk -v OFS='\t' 'function walk(path, depth, i) {
			for (i = 0; i < depth; i++) {
				f[i] = 1 + int(path / 31 ^ i) % 31
				print "Enter", ++time, 1, f[i], 0
			}
			while (depth--)
				print "Leave", ++time, 1, f[depth], 0
		}
		BEGIN {
			print "@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1\nDefProcess\t-\t0\t1\tp\t0"
			for (i = 1; i < 32; i++)
				print "DefFunction", "-", 0, i, "f" i, 0, 0
			for (path = 0; path < 31 ^ 4; path += 6)
				walk(path, 4)
			for (again = 0; again < 4; again++)
				for (path = 0; path < 31 ^ 3; path++)
					walk(path, 3)
			print "@END", 32 + time
		}'
}

@test "call paths that are called again keep to --buffer, too, after many that were folded" {
	once_and_again >in
	peak otf-stat --by path --buffer 40M <in >out 2>err
	grep -q 'counted as (other) below their caller: [1-9]' err
	under 40
}

@test "the profile of many processes is that of their shares" {
	for k in 1 2 3; do
		otf-stat --partial --part $k/3 "$many" >"share.$k"
	done
	otf-stat --combine --tsv share.3 share.1 share.2 >combined
	otf-stat --tsv "$many" | cmp - combined
}

# of_groups PERCENT: the MiB that this share of the definitions of the trace `groups` takes, and 8 for all else
of_groups() {
	echo $(($(wc -c <groups.0.def) * $1 / 100 / 1048576 + 8))
}

@test "many groups with many members need no more memory than their definitions have bytes, and a fifth" {
	groups 1800 1800
	most=$(of_groups 120)
	for command in "otf-cat --no-pg" "otf-check -q" otf-stat "otf-slice --no-pg -t 100100:100200" otf-info otf-wait \
		"otf-filter --no-pg --prune" "otf-to-vtf3 -q --lossy --profile full"; do
		within $most $command groups
	done
	within $most otf-slice -q --every 300 groups -o pieces
	[ "$(echo pieces.*.otf | wc -w)" -gt 3 ]
	within "$(of_groups 80)" otf-diff groups groups
	within "$(of_groups 80)" otf-diff --by-name groups groups
}

@test "otf-diff packs the definitions that it keeps" {
	groups 1800 1800
	otf-cat --no-pg groups | sed 's/\tg0\t/\tother\t/' | otf-write changed
	exits 1 peak otf-diff groups changed
	under "$(of_groups 40)"
}

@test "a report and an archive of many groups with many members need no more memory than other commands" {
	groups 2500 2500
	within "$(of_groups 120)" otf-report groups
	[ ! -x "$BUILD/otf-to-otf2" ] || within "$(of_groups 120)" otf-to-otf2 -q groups -o archive
}

@test "an archive of many groups with many members becomes a trace in the memory of its definitions" {
	groups 1800 1800
	otf-to-otf2 -q groups -o archive
	within $(($(wc -c <archive.def) / 1048576 + 8)) otf2-to-otf -q archive -o t
	cmp groups.0.def t.0.def
}

@test "-r def reads no events" {
	mktrace -p 4 -e 2k -s 2 | otf-write t
	for command in "otf-cat --no-pg" "otf-filter --no-pg" "otf-filter --no-pg --prune" otf-print "otf-print --json"; do
		$command -r def t | grep -v @END >"want.${command// /_}"
	done
	for events in t.*.events; do # not near the ends, where the first and last times are
		sed -i "$(($(wc -l <"$events") / 2))s/.*/what is this/" "$events"
	done
	fails otf-cat --no-pg t >/dev/null
	for command in "otf-cat --no-pg" "otf-filter --no-pg" "otf-filter --no-pg --prune" otf-print "otf-print --json"; do
		$command -r def t >got 2>err
		[ ! -s err ]
		grep -v @END got | cmp - "want.${command// /_}"
	done
}

@test "otf-to-tau refuses more processes than TAU has nodes before it writes anything" {
	{
		printf '@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000000\n'
		seq 65537 | sed 's/.*/DefProcess\t-\t0\t&\tp&\t0/'
		printf 'BeginProcess\t1\t1\n@END\t65539\n'
	} >in.otfl
	for output in "-o t" "--run=t"; do
		exits 1 otf-to-tau $output in.otfl
		says "process 65537: becomes node 65536, thread 0, but TAU allows 65535 at most"
		[ -z "$(find . -name 't*')" ] || { ls && return 1; }
	done
}

# A million call paths: main calls each of 1000 functions, which call each of 1000 others.
a_million_paths() {
	awk 'BEGIN {
		print "@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1\nDefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\tp\t0"
		for (f = 0; f <= 2000; f++)
			printf "DefFunction\t-\t0\t%d\tf%d\t0\t0\n", f + 1, f
		print "Enter\t0\t1\t1\t0"
		for (i = 2; i <= 1001; i++) {
			printf "Enter\t%d\t1\t%d\t0\n", ++time, i
			for (j = 1002; j <= 2001; j++)
				printf "Enter\t%d\t1\t%d\t0\nLeave\t%d\t1\t%d\t0\n", ++time, j, ++time, j
			printf "Leave\t%d\t1\t%d\t0\n", ++time, i
		}
		printf "Leave\t%d\t1\t1\t0\n@END\t%d\n", ++time, 2003 + 2 + 1000 * 2002
	}' | otf-write paths
}

@test "a million call paths: what has few calls is one path, and memory is what --buffer says" {
	a_million_paths
	within 80 otf-stat --by path --buffer 64M --tsv paths
	otf-stat --by path --buffer 64M --folded paths >got
	[ "$(awk '{ n += $NF } END { print n }' got)" -eq 2002001 ]
	grep -q '(other)' got
	within 110 otf-draw --flame paths
	within 150 otf-report paths
}

# 90,000 pairs: each of 300 processes sends a message to each.
many_pairs() {
	awk -v n=300 'BEGIN {
		printf "@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1"
		for (i = 2; i <= n; i++)
			printf ",%d", i
		print "\nDefTimerResolution\t-\t0\t1000"
		for (i = 1; i <= n; i++)
			printf "DefProcess\t-\t0\t%d\tp%d\t0\n", i, i
		for (d = 0; d < n; d++) {
			for (i = 1; i <= n; i++)
				printf "SendMsg\t%d\t%d\t%d\t0\t0\t%d\t0\n", ++time, i, (i + d - 1) % n + 1, i
			for (i = 1; i <= n; i++)
				printf "RecvMsg\t%d\t%d\t%d\t0\t0\t%d\t0\n", ++time, (i + d - 1) % n + 1, i, i
		}
		printf "@END\t%d\n", 1 + n + 2 * n * n
	}' | otf-write pairs
}

@test "90,000 pairs of processes: what has few messages is one pair, and memory is what --buffer says" {
	many_pairs
	within 16 otf-stat --table matrix --buffer 8M --tsv pairs
	grep -q '(other)' <(otf-stat --table matrix --buffer 8M --tsv pairs)
}
