# Helpers that run the examples of the documents and compare the output that is shown.

# Call from setup: an empty directory, the module otf, the C locale.
examples_setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return 1
	PYTHONPATH=$(dirname "$(command -v otf-cat)")/python
	export PYTHONPATH PYTHONDONTWRITEBYTECODE=1
	top=$PWD
	export LC_ALL=C
	unset MAKEFLAGS MFLAGS MAKELEVEL # an example runs make
	cd "$BATS_TEST_TMPDIR" || return 1
	case $PYTHONPATH in */san-*) sanitized_python ;; esac
}

# A Python that loads libraries with sanitizers.
sanitized_python() {
	mkdir -p bin
	cat >bin/python3 <<-END
		#!/bin/sh
		LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 exec $(command -v python3) "\$@"
	END
	chmod +x bin/python3
	PATH=$PWD/bin:$PATH
}

# README and doc/: in fences, "$ command", "> its next line", then its output. To N.sh and N.out here.
# A fence that begins with the name of a tool, ```srun, is run if $tools has this name, and skipped otherwise.
# Fails for a fence without a command.
fenced_examples() {
	awk -v tools=" ${tools-} " '
	/^```/ && fenced { if (!command && !skipped) bad = 1; fenced = 0; next }
	/^```/ { fenced = 1; command = 0; name = ""; tool = substr($0, 4); skipped = tool && !index(tools, " " tool " "); next }
	!fenced || skipped { next }
	/^\$ / { close(name); name = sprintf("%03d", ++n); print substr($0, 3) >(name ".sh"); command = more = 1; next }
	/^> / && more { print substr($0, 3) >(name ".sh"); next }
	{ more = 0; if (name) print >(name ".out") }
	END { exit bad || fenced }' "$1"
}

# Manual: what stands between .EX and .EE of a page, but for the synopsis; one script a block.
manual_examples() {
	awk '
	/^\.SH/ { synopsis = /SYNOPSIS/ }
	/^\.EE/ { on = 0 }
	on { gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print >(name ".sh") }
	/^\.EX/ && !synopsis { on = 1; close(name); name = sprintf("%03d", ++n) }' "$1"
}

# Run all NNN.sh one after the other in ./run; report each that fails or prints something else.
run_scripts() {
	local failed=0 script
	for script in [0-9]*.sh; do
		if ! (cd run && sh "../$script") >got 2>err; then
			failed=$((failed + 1))
			echo "failed: $(cat "$script" err)"
		elif [ -s err ]; then
			failed=$((failed + 1))
			echo "not silent: $(cat "$script" err)"
		elif [ -e "${script%.sh}.out" ] && ! diff -u "${script%.sh}.out" got; then
			failed=$((failed + 1))
			echo "other output: $(cat "$script")"
		fi
	done
	[ "$failed" -eq 0 ]
}

# run_document KIND FILE: all examples of FILE, at least one, in a copy of the test data of their own.
run_document() (
	rm -rf document
	mkdir -p document/run
	cd document || exit 1
	cp -r "$top"/tests/data/sample.* "$top"/tests/data/node* "$top/tests/data/ring" "$top/tests/data/ping.bpv" "$top/otfpipe.mk" "$top/tests/tools/storm.awk" run
	"$1_examples" "$top/$2" || { echo "$2: a fence without a command, or without an end"; exit 1; }
	[ -e 001.sh ] || { echo "$2: no examples"; exit 1; }
	run_scripts || { echo "in $2"; exit 1; }
)
