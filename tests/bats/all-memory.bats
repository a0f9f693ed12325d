# Too little memory, and what cannot be looked at: never a result that looks complete.

load common
load stream

setup() {
	common_setup
}

# A line of 15 MiB, which is more than the rest of a command needs.
big_stream() {
	python3 - <<-'END'
		head = "@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000\n"
		open("big.otfl", "w").write(head + "DefinitionComment\t-\t0\t" + 15728640 * "x" + "\n@END\t2\n")
		open("tiny.otfl", "w").write(head + "@END\t1\n")
	END
}

# with_little COMMAND...: with 6 MiB more address space than the command needs for tiny.otfl in place of big.otfl.
with_little() {
	local kb=6000 # status 1: otf-diff found differences
	until (ulimit -v $kb && "${@/big.otfl/tiny.otfl}") >/dev/null 2>&1 || [ $? -eq 1 ]; do
		kb=$((kb + 1000))
		[ $kb -lt 100000 ]
	done
	(ulimit -v $((kb + 6000)) && exec "$@")
}

@test "without memory otf-diff and otf-check fail with 4, as for any failure of their own" {
	need_limits
	big_stream
	for command in "otf-diff tiny.otfl big.otfl" "otf-diff -q big.otfl tiny.otfl" "otf-check big.otfl" \
		"otf-check --markers big.otfl" "otf-check -q big.otfl"; do
		exits 4 with_little $command
		says "${command%% *}: out of memory"
	done
}

@test "differences found before memory was out are no result: otf-diff fails with 4" {
	need_limits
	python3 - <<-'END'
		def write(name, function, last):
		    with open(name, "w") as f:
		        f.write("@OTFPIPE\t1.0\nDefTimerResolution\t-\t0\t1000\n")
		        for i in range(2000):
		            f.write(f"Enter\t{i}\t1\t{function if i == 5 else 7}\t0\nLeave\t{i}\t1\t7\t0\n")
		        f.write(f"DefinitionComment\t-\t0\t{last}\n@END\t4002\n")
		write("a.otfl", 7, "x")
		write("tiny.otfl", 8, "x")
		write("big.otfl", 8, 15728640 * "x")
	END
	exits 1 otf-diff a.otfl tiny.otfl
	exits 4 with_little otf-diff a.otfl big.otfl
	says "otf-diff: out of memory"
	exits 4 with_little otf-diff --list a.otfl big.otfl
}

@test "without memory otf-stat --partial ends without @END, and --combine refuses what it wrote" {
	need_limits
	big_stream
	exits 1 with_little otf-stat --partial big.otfl
	says "otf-stat: out of memory"
	mv out part
	zstd -dcfq part >text 2>err || true
	fails grep @END text
	fails otf-stat --combine part
}

@test "a trace that otf-check cannot check is an error in its JSON, with the reason" {
	need_limits
	sample s
	exits 4 otf-check --json missing s
	python3 - <<-'END'
		import json
		missing, s = json.load(open("out"))["traces"]
		assert missing["trace"] == "missing" and missing["findings"] == [] and missing["errors"] == 1
		assert missing["failure"].startswith("missing: ")
		assert s["errors"] == 0 and "failure" not in s
	END
	big_stream
	exits 4 with_little otf-check --json big.otfl
	python3 -c 'import json; t = json.load(open("out"))["traces"][0]
assert t["errors"] == 1 and t["failure"] == "out of memory"'
}

@test "otf-info of files that it cannot look at fails, and never prints less without a word" {
	need_tools strace
	small_trace
	otf-cat t >s.otfl
	strace -qq -o trial true 2>/dev/null || skip "no ptrace here"
	for file in t.otf t.0.def s.otfl; do
		name=${file/t.*/t}
		otf-info "$name" >want
		for call in newfstatat openat pread64; do
			for when in 1 2 3 4; do
				got=0
				strace -qq -o trial -P "$file" -e "inject=$call:error=EIO:when=$when" \
					otf-info "$name" >out 2>err || got=$?
				[ "$got" -eq 1 ] || cmp out want || { echo "$file $call $when: $got" && return 1; }
			done
		done
	done
}
