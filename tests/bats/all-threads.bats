# -j: whatever number of threads, the same records, messages and exit status.

load common
load stream

setup() {
	common_setup
}

# same_with_threads COMMAND...: with -j 1, 2, 3 and 8 behind it. What came with one is in ./out1.
same_with_threads() {
	local j got
	for j in 1 2 3 8; do
		got=0
		"$@" -j "$j" >"out$j" 2>"err$j" || got=$?
		echo "exit $got" >>"err$j"
		cmp out1 "out$j"
		diff err1 "err$j"
	done
}

@test "many batches of many streams come in the same order" {
	need_mktrace
	mktrace -p 12 -e 300k -s 5 --tags --markers | otf-write big
	same_with_threads otf-cat --no-pg big
	[ "$(wc -l <out1)" -gt 300000 ]
	same_with_threads otf-cat --no-pg -p 2,7 big
	same_with_threads otf-cat --no-pg -s 4 big
	same_with_threads otf-cat --no-pg -t 20%:21% big
	same_with_threads otf-cat --no-pg -t 50%: -p '!3' big
	same_with_threads otf-cat --count big
}

@test "compressed files are inflated by any number of threads" {
	need_mktrace
	mktrace -p 6 -e 300k -s 3 | otf-write -z 1 big
	same_with_threads otf-cat --no-pg big
	same_with_threads otf-cat --no-pg -t 70%:71% big
}

@test "more files than descriptors, and more threads than files" {
	need_mktrace
	mktrace -p 300 -e 60k -s 300 | otf-write many
	(
		ulimit -n 40
		same_with_threads otf-cat --no-pg many
		same_with_threads otf-cat --no-pg -f 1 many
	)
	mktrace -p 1 -e 10k -s 1 | otf-write one
	same_with_threads otf-cat --no-pg one
}

@test "every set of the corpus is the same with any number of threads" {
	need_shared
	local t n=0
	while IFS= read -r t; do
		same_with_threads otf-cat --no-pg "$t"
		same_with_threads otf-cat --no-pg --keep-going "$t"
		n=$((n + 1))
	done < <(find -L "$SHARED"/corpus/otf1 "$SHARED"/corpus/public "$SHARED"/corpus/tau -name '*.otf' |
		sort | sampled)
	[ "$n" -gt 10 ]
}

@test "damage is told at the same place of the stream" {
	need_mktrace
	local i
	mktrace -p 4 -e 30k -s 4 --tags | otf-write good
	for i in 1 2 3 4 5 6 7 8; do
		rm -f bad.*
		for f in good.*; do cp "$f" "bad.${f#good.}"; done
		python3 - "$i" <<-'PYTHON'
		import random, sys
		random.seed(int(sys.argv[1]))
		for stream in "1234":
		    name = "bad.%s.events" % stream
		    text = bytearray(open(name, "rb").read())
		    for _ in range(30):
		        text[random.randrange(len(text))] = random.choice(b"\n\r0fXZ*K ")
		    open(name, "wb").write(text)
		PYTHON
		same_with_threads otf-cat --no-pg bad
		grep -q '^exit 1' err1
		same_with_threads otf-cat --no-pg --keep-going bad
		[ "$(wc -l <err1)" -gt 20 ]
		same_with_threads otf-cat --no-pg --keep-going -t 30%:60% -p 1,3 bad
	done
}

@test "a file cut short, one that is missing and one that is a directory are told the same" {
	need_mktrace
	mktrace -p 4 -e 30k -s 4 | otf-write bad
	truncate -s 100001 bad.2.events
	same_with_threads otf-cat --no-pg bad
	same_with_threads otf-cat --no-pg --keep-going bad
	rm bad.3.events
	same_with_threads otf-cat --no-pg bad
	mkdir bad.3.events
	same_with_threads otf-cat --no-pg bad
}

@test "inline snapshots seen late are announced at the same place" {
	need_mktrace
	local j
	mktrace -p 2 -e 200k -s 2 | otf-write t
	python3 - <<-'PYTHON'
	text = open("t.2.events").read().split("\n")
	at = next(i for i in range(len(text) // 2, len(text)) if text[i].startswith("*")) + 1
	text.insert(at, "TE1O5")
	open("t.2.events", "w").write("\n".join(text))
	PYTHON
	same_with_threads otf-cat --no-pg t
	[ "$(grep -c -P '^@IS\t1$' out1)" -eq 1 ]
	[ "$(grep -A 1 '^@IS' out1 | cut -f 1 | tail -n 1)" = EnterSnapshot ]
}

@test "a closed pipe and a signal end all threads" {
	need_mktrace
	mktrace -p 4 -e 300k -s 4 | otf-write big
	otf-cat -j 4 big | head -n 5 >few
	[ "$(wc -l <few)" -eq 5 ]
	mkfifo pipe
	otf-cat -j 4 big >pipe 2>err &
	exec 7<pipe
	head -c 100 <&7 >/dev/null
	kill -TERM $!
	exec 7<&-
	local got=0
	wait $! || got=$?
	[ "$got" -ge 128 ]
}
