# Faults of memory, input and output: tests/fault injects them.

load common

setup() {
	common_setup
	faults=$REPO/tests/fault/faults
	need_tools python3 zstd
	case $BUILD in
	*/san-*) skip "sanitizers and tests/fault both replace malloc" ;;
	esac
	otf-cat --version -v | grep -q '^zstd' || skip "built without zstd"
}

# judged NAME FAULT VERDICT: what the driver says of a program with this mistake.
judged() {
	run python3 "$faults" "$BUILD" --cases "$REPO/tests/fault/selfcases" --case "$1" --only "$2"
	[ "$status" -eq 1 ] || { echo "$output" && return 1; }
	grep -qF "$1: $2" <<<"$output"
	grep -qF ": $3" <<<"$output" || { echo "$output" && return 1; }
}

@test "the driver finds nothing in a program that checks each call" {
	run python3 "$faults" "$BUILD" --cases "$REPO/tests/fault/selfcases" --case good
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
	[[ $output == *" 0 bad"* ]]
}

@test "the driver finds each kind of mistake" {
	judged swallow "write 1 once ENOSPC" "success with other output"
	judged short "write 1 half" "success with other output"
	judged silent "open 1 once EIO" "fails without a message"
	judged status "open 1 once EIO" "exit status 3"
	judged success "open 1 once EIO" "success with other output"
	judged crash "alloc 1 once" "killed by SIGABRT"
	judged leave "read 1 once EIO" "left files"
	judged visible "read 1 once EIO" "fails, but part of its output"
	judged hang "read 1 from EIO" "hangs: it runs"
	judged wait "read 1 once EIO" "hangs: it waits"
}

@test "a program that waits for its child, which works, does not hang" {
	run python3 "$faults" "$BUILD" --cases "$REPO/tests/fault/selfcases" --case work --only 'read 1 once EIO'
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
}

@test "each call of the commands that can fail is one that can be injected" {
	need_tools nm
	nm -D --undefined-only "$BUILD"/otf-* "$BUILD"/*-to-otf | sed -n 's/.* U \([a-z0-9_]*\).*/\1/p' | sort -u >used
	nm -D --defined-only "$BUILD/fault/libfault.so" | sed 's/.* //' | sort -u >known
	grep -xE '(p?(read|write)v?|readlink|getdents|send|recv|(f|fd)?open(at|dir)?|creat|close|l?seek|l?f?stat(at|x)?|dup[23]?|fcntl)(64)?' \
		used >calls
	grep -xE '(access|faccessat|flock|lockf|f(data)?sync|f?truncate|(posix_)?fallocate|f?chmod|poll|select|mmap|realpath)(64)?' \
		used >>calls
	grep -xE '((sym)?link|unlink|rename|mkdir)(at2?)?|rmdir|mk(o?s)?temps?(64)?|mkdtemp|readdir(64)?|pthread_create|(m|c|re|aligned_)alloc|reallocarray' \
		used >>calls
	[ "$(wc -l <calls)" -gt 30 ]
	sort calls | comm -23 - known >missing
	[ ! -s missing ] || { cat missing && return 1; }
}

@test "memory that is out while options are parsed or names are matched is a failure, not a usage error" {
	run python3 "$faults" "$BUILD" --only alloc \
		--case '^(filter-regex|filter-match|remap-regroup|snap|snap-summaries|diff-json)$'
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
}

@test "an interrupted call makes no difference to the files of otf-remap" {
	run python3 "$faults" "$BUILD" --only EINTR --case '^remap-(unify|map|causal)$'
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
}

# All of them: make fault.
@test "no command loses data, crashes or hangs when some call fails" {
	run python3 "$faults" "$BUILD" --sample "$(by_length 2500 10000)"
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
}
