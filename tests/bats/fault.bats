# Faults of memory, input and output: tests/fault injects them.

load common

setup() {
	common_setup
	faults=$REPO/tests/fault/faults
	need_tools python3 zstd
	[ "$(basename "$BUILD")" = build ] || skip "sanitizers and the shim both replace malloc"
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
}

@test "memory that is out while options are parsed or names are matched is a failure, not a usage error" {
	run python3 "$faults" "$BUILD" --only alloc \
		--case '^(filter-regex|filter-match|remap-regroup|snap|stat-summaries|diff-json)$'
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
}

# All of them: make fault.
@test "no command loses data, crashes or hangs when some call fails" {
	run python3 "$faults" "$BUILD" --sample 6000
	[ "$status" -eq 0 ] || { echo "$output" && return 1; }
}
