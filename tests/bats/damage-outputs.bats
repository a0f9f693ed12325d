# An input that is damaged but could be read on: what every command does with its output.

load common
load stream

# bad: a TAU run of two nodes, one without its .edf.
setup() {
	common_setup
	stream 'DefTimerResolution|-|0|1000000' 'DefProcess|-|0|1|a|0' 'DefProcess|-|0|2|b|0' 'DefFunctionGroup|-|0|1|g' \
		'DefFunction|-|0|1|f|1|0' 'Enter|1|1|1|0' 'Enter|1|2|1|0' 'Leave|5|1|1|0' 'Leave|5|2|1|0' >in
	mkdir bad
	otf-to-tau in -o whole
	for node in 0 1; do
		cp whole.trc bad/tautrace.$node.0.0.trc
	done
	cp whole.edf bad/events.0.edf
	damaged='bad: is damaged, so there is no output; --keep-going writes what can be read'
}

writers() {
	cat <<-'END'
		otf-cat -o x
		otf-cat -z 1 -o x
		otf-sort -o x
		otf-filter -p 1 -o x
		otf-filter --prune -o x
		otf-remap --shift 1 -o x
		otf-snap --points 2 -o x
		otf-slice -t : -o x
		otf-snap --summaries --no-snapshots --points 2 -o x
		otf-to-tau -o x
		otf-to-vtf3 --lossy -o x.vtf
		otf-to-chrome -o x.json
		otf-to-chrome --format perfetto -o x.pb
		otf-draw -o x.svg
		otf-draw --profile -o x.svg
		otf-draw --flame -o x.svg
		tau-to-otf -o x
	END
	if command -v otf-to-otf2 >/dev/null; then echo otf-to-otf2 --lossy -o x; fi
	echo otf-to-parquet -o x
	if command -v otf-to-sqlite >/dev/null; then echo otf-to-sqlite -o x.db; fi
}

@test "damage: no command gives an output its name, unless --keep-going asks for what can be read; exit 1 in both cases" {
	writers | while read -r -a command; do
		echo "${command[*]}"
		exits 1 "${command[@]}" bad
		says "${command[0]}: $damaged"
		nothing x
		exits 1 "${command[@]}" --keep-going bad
		ls x* >/dev/null
		rm -rf x*
	done
}

@test "damage: a stream on standard output ends with @ABORT, so that no later stage commits" {
	for command in otf-cat 'otf-filter -p 1' otf-sort 'otf-remap --shift 1' 'otf-snap --points 2' 'otf-slice -t :' tau-to-otf; do
		exits 1 $command bad
		says "$damaged"
		tail -n 1 out | grep -q ^@ABORT
		$command bad 2>/dev/null | exits 1 otf-write x
		nothing x
		exits 1 $command --keep-going bad
		tail -n 1 out | grep -q ^@END
	done
	for command in 'otf-stat --partial' 'otf-stat --filter-rules' 'otf-wait --partial'; do
		exits 1 $command bad
		says "$damaged"
	done
}

@test "damage: what is for people is printed as far as it goes, and a report says so itself" {
	for command in otf-stat otf-wait otf-print otf-info; do
		exits 1 $command bad
		[ -s out ]
	done
	exits 1 otf-report bad -o x.html
	grep -q 'events.1.edf' x.html
}
