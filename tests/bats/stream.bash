# Helpers of the tests of line streams, traces and failures; load common first.

# In lines of tests | is the tab.
lines() {
	local line
	for line; do
		printf '%s\n' "${line//|/$'\t'}"
	done
}

# stream LINE...: a whole stream; @END counts the records.
stream() {
	local line n=0
	printf '@OTFPIPE\t1.0\n'
	for line; do
		[ "${line#@}" != "$line" ] || n=$((n + 1))
	done
	lines "$@" "@END|$n"
}

# The least that otf-write takes: one process.
one='DefProcess|-|0|1|p|0'

# long_names N: a stream in which each name has N bytes, from Start to End.
long_names() {
	local fill name
	printf -v fill '%*s' $(($1 - 8)) ''
	name=Start${fill// /x}End
	stream '@SM|1|1,2' 'DefTimerResolution|-|0|1000000' "DefCreator|-|0|$name" "DefinitionComment|-|0|$name" \
		"DefProcess|-|0|1|p$name|0" "DefProcess|-|0|2|q$name|0" "DefProcessGroup|-|0|7|c$name|1,2" \
		"DefFunctionGroup|-|0|3|MPI$name" "DefFunctionGroup|-|0|4|g$name" "DefFunction|-|0|1|f$name|4|0" \
		"DefFunction|-|0|2|h$name|4|0" "DefFunction|-|0|5|MPI_Send$name|3|0" "DefFileGroup|-|0|1|G$name" \
		"DefFile|-|0|1|F$name|1" "DefCollectiveOperation|-|0|4|o$name|1" "DefCounterGroup|-|0|1|u$name" \
		"DefCounter|-|0|1|n$name|0|1|U$name" "DefMarker|-|0|1|m$name|3" "Marker|50|1|1|t$name" 'Enter|0|1|1|0' 'Enter|0|2|1|0' \
		'Enter|10|1|2|0' 'Enter|10|2|2|0' 'Counter|15|1|1|5' 'Enter|20|1|5|0' 'Enter|20|2|5|0' 'SendMsg|30|1|2|7|1|100|0' \
		'CollectiveOperation|32|1|4|7|0|8|8|5|0' 'CollectiveOperation|32|2|4|7|0|8|8|5|0' 'RecvMsg|40|2|1|7|1|100|0' \
		'Counter|55|1|1|9' 'Leave|60|1|5|0' 'Leave|60|2|5|0' 'Leave|70|1|2|0' 'Leave|70|2|2|0' 'Leave|90|1|1|0' 'Leave|90|2|1|0'
}

# exits STATUS COMMAND...: what it printed is in ./out and ./err.
exits() {
	local want=$1 got=0
	shift
	"$@" >out 2>err || got=$?
	[ "$got" -eq "$want" ] || {
		echo "exit $got, not $want: $*"
		cat err
		return 1
	}
}

# silent COMMAND...: exit 0, and nothing on standard error.
silent() {
	exits 0 "$@" || return 1
	[ ! -s err ] || {
		echo "not silent: $*"
		cat err
		return 1
	}
}

# One line of ./err has the text in it.
says() {
	grep -q -F -e "$1" err || {
		echo "no '$1' in:"
		cat err
		return 1
	}
}

# not_emulated [WHY]: for a test that says nothing in an emulator, or takes too long there.
not_emulated() {
	[ -z "${OTFPIPE_EMULATED-}" ] || skip "${1:-too many runs for an emulator}"
}

# nothing PREFIX: there is no file whose name begins so, not even a directory.
nothing() {
	local f
	for f in "$1"*; do
		[ ! -e "$f" ] || {
			echo "left: $f"
			return 1
		}
	done
}

# No trace file stands under its last name; directories beside may.
no_trace() {
	local f
	for f in "$1".*; do
		[ ! -f "$f" ] || {
			echo "there is $f"
			return 1
		}
	done
}

records() {
	grep -v '^@'
}

# peak COMMAND...: its exit status; the kibibytes that it had in memory at most go to ./peak.
peak() {
	python3 -c '
import resource, subprocess, sys
r = subprocess.run(sys.argv[1:]).returncode
open("peak", "w").write("%d\n" % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(r if r >= 0 else 128 - r)' "$@"
}

# under MEBIBYTES: the command of `peak` needed less. Sanitizers and emulators have their own memory.
under() {
	local kib
	kib=$(cat peak)
	sanitized || [ -n "${OTFPIPE_EMULATED-}" ] || [ "$kib" -lt $(($1 * 1024)) ] || {
		echo "$kib KiB, not below $1 MiB"
		return 1
	}
}

sanitized() {
	otf-cat -V -v | grep -q fsanitize
}


# ./out is no whole stream: it ends in @ABORT, if there is anything.
aborted() {
	[ ! -s out ] || tail -n 1 out | grep -q ^@ABORT || {
		echo "no @ABORT at the end:"
		tail -n 3 out
		return 1
	}
}

# soon COMMAND...: it succeeds within a minute.
soon() {
	local i
	for ((i = 0; i < 1200; i++)); do
		if "$@" 2>/dev/null; then return 0; fi
		sleep 0.05
	done
	echo "not within a minute: $*"
	return 1
}

# For soon, of a process: it sleeps, and so waits for its input or its reader; it is no longer the shell, and catches
# signals; it has ended.
waits() {
	grep -q ' S ' "/proc/$1/stat"
}

catches() {
	grep -qvx bash "/proc/$1/comm" || return 1
	grep -q '^SigCgt:.*[1-9a-f]' "/proc/$1/status"
}

is_gone() {
	if kill -0 "$1"; then return 1; fi
}

# as_nobody COMMAND...: run it as user nobody if we are root
as_nobody() {
	if [ "$(id -u)" -eq 0 ]; then
		su nobody -s /bin/sh -c 'exec "$0" "$@"' -- "$(command -v "$1")" "${@:2}"
	else
		"$@"
	fi
}

# Skip unless user nobody can run a command of ours: it may lie where only root gets.
nobody_runs() {
	as_nobody "$1" --version >/dev/null 2>&1 ||
		skip "nobody cannot run $1"
}
