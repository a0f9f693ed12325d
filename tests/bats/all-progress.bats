# Progress on a terminal: records, rate, share done, time left.

load common
load stream

setup() {
	common_setup
	need_terminal
	line='^otf-filter: [0-9]+ records, [0-9]+/s, 50%, [0-9]+ s left *$'
}

# terminal OPTION... COMMAND...: exit 0; what appeared on the terminal is in ./seen
terminal() {
	python3 "$REPO/tests/tools/terminal.py" "$@" >seen || { echo "exit $?: $*"; cat seen; return 1; }
}

empty() {
	[ -z "$(tr -d '\n' <seen)" ] || { cat seen; return 1; }
}

@test "progress starts by itself after a second on a terminal, and its line is cleared at the end" {
	terminal otf-filter -r '!NoOp'
	grep -E "$line" seen
	# the last that was written is blanks over the whole line, and the cursor is at its start
	[ -z "$(tail -n 2 seen | tr -d ' \n')" ]
	[ "$(tail -n 2 seen | head -n 1 | wc -c)" -ge "$(grep -E "$line" seen | tail -n 1 | wc -c)" ]
	[ "$(grep -c '\\n' seen)" -eq 0 ]
	[ "$(grep -c -v '^@' out)" -eq 1 ]
}

@test "--no-progress and -q show none on a terminal" {
	terminal --for 2.5 otf-filter --no-progress -r '!NoOp'
	empty
	terminal --for 2.5 otf-filter -q -r '!NoOp'
	empty
}

@test "where standard error is no terminal progress is shown if it is asked for" {
	terminal --for 2.5 --stderr file otf-filter -r '!NoOp'
	[ ! -s err ]
	terminal --for 2.5 --stderr file otf-filter --progress -r '!NoOp'
	tr '\r' '\n' <err >lines
	grep -E "$line" lines
	tail -n 1 lines | grep -E '^otf-filter: [0-9]+ records *$'
	[ "$(wc -l <err)" -eq 1 ]
}

@test "a command in the middle of a pipeline leaves progress to the last, and lines on the terminal are not disturbed" {
	terminal --for 2.5 --stdout pipe otf-filter -r '!NoOp'
	empty
	terminal --for 2.5 --stdout terminal otf-filter --no-pg -r '!NoOp'
	[ "$(grep -c -e records seen)" -eq 0 ]
	terminal --stdout pipe otf-filter --progress -r '!NoOp'
	grep -E "$line" seen
}

@test "commands with a report have progress, and clear its line" {
	for command in otf-check otf-print; do
		terminal --stdout file $command || [ $command = otf-check ]
		grep -E "^$command: [0-9]+ records, [0-9]+/s, 50%, " seen
		[ -z "$(tail -n 2 seen | tr -d ' \n')" ] || { echo "$command" && cat seen && return 1; }
	done
}

@test "a report that is printed at the end has progress before it, and is not disturbed" {
	terminal --stdout terminal otf-stat
	grep -E '^otf-stat: [0-9]+ records, ' seen
	[ "$(grep -A 3 -E '^ +$' seen | grep -c 'otf-stat: [0-9]* records')" -eq 0 ]
}

@test "what reads all before its first record says for how long it has been reading: a sort, a copy of the pipe" {
	terminal --for 2 otf-sort
	grep -E '^otf-sort: reading for [1-9][0-9]* s *$' seen
	[ -z "$(tail -n 2 seen | tr -d ' \n')" ]
	[ "$(tail -n 1 out | cut -f 1)" = @END ]
	for command in otf-wait 'otf-slice -t 1:2' 'otf-remap --causal'; do
		terminal --for 2 $command || [ "$command" = 'otf-remap --causal' ]
		grep -E "^${command%% *}: reading for [1-9][0-9]* s *$" seen || { echo "$command" && cat seen && return 1; }
	done
	terminal --for 2 otf-sort -q
	empty
}

@test "a message begins a line of its own, on a terminal and in a file" {
	terminal otf-snap -v --at 60%
	grep -E '^otf-snap: [0-9]+ records, ' seen
	grep -x 'otf-snap: point 691752902764108186, before the record at 864691128455135232' seen
	[ -z "$(grep -B 1 '^otf-snap: point' seen | head -n 1 | tr -d ' ')" ]
	terminal --for 2 --stderr file otf-snap --progress -v --at 60%
	grep -x 'otf-snap: point 691752902764108186, before the record at 864691128455135232' err
}
