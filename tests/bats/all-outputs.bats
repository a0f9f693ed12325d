# Nothing is destroyed: what every command writes, and every option that names an output.
load common
load stream

# Each row: a name, the output as a file of a trace or in a directory, and the command without --force; OUT is the
# output, s the trace that is read.
rows=(
	'trace     OUT.otf            otf-cat s -o OUT'
	'write     OUT.otf            otf-write OUT <s.otfl'
	'sort      OUT.otf            otf-sort s -o OUT'
	'filter    OUT.otf            otf-filter -p 1 s -o OUT'
	'remap     OUT.otf            otf-remap --shift 5 s -o OUT'
	'slice     OUT.otf            otf-slice -t 2ms:3ms s -o OUT'
	'pieces    OUT.000001.otf     otf-slice --every 2ms s -o OUT'
	'snap      OUT.otf            otf-snap --points 3 s -o OUT'
	'summaries OUT.otf            otf-snap --summaries --no-snapshots --points 3 s -o OUT'
	'fromvtf3  OUT.otf            vtf3-to-otf ping.bpv -o OUT'
	'fromtau   OUT.otf            tau-to-otf ring -o OUT'
	'vtf3      OUT                otf-to-vtf3 --lossy s -o OUT'
	'gzip      OUT.gz             otf-to-vtf3 --lossy s -o OUT.gz'
	'chrome    OUT                otf-to-chrome s -o OUT'
	'page      OUT                otf-report s -o OUT'
	'sqlite    OUT                otf-to-sqlite s -o OUT'
	'parquet   OUT/calls/part-0.parquet otf-to-parquet s -o OUT'
	'draw      OUT                otf-draw s -o OUT'
	'trc       OUT.trc            otf-to-tau --lossy s -o OUT'
	'edf       OUT.edf            otf-to-tau --lossy s -o OUT'
	'run       OUT/events.0.edf   otf-to-tau --lossy s --run OUT'
	'archive   OUT.otf2           otf-to-otf2 --lossy s -o OUT'
	'location  OUT/1.evt          otf-to-otf2 --lossy s -o OUT'
	'otf2def   OUT.def            otf-to-otf2 --lossy s -o OUT'
	'report    OUT                otf-to-otf2 --lossy s -o other --report OUT'
	'profiles  OUT/profile.0.0.0  otf-to-tau --profile OUT s'
	'rejects   OUT                otf-filter -p 1 --rejects OUT s'
	'map       OUT                otf-remap --unify --write-map OUT s'
	'newmap    OUT                otf-remap --map names --write-map OUT s'
	'clocks    OUT                otf-remap --causal --write-clocks OUT s'
	'gate      OUT                otf-stat --diff --fail-above 10% --junit OUT s s'
)

setup() {
	common_setup
	sample s
	cp "$REPO/tests/data/ping.bpv" .
	cp -R "$REPO/tests/data/ring" .
	otf-cat --no-pg s >s.otfl
	printf 'function\t7\t4242\n' >names
	sources=$(sum_sources)
}

sum_sources() {
	cat s.* ping.bpv ring/* names | cksum
}

teardown() {
	[ -z "$sources" ] || [ "$(sum_sources)" = "$sources" ]
}

# split ROW OUT: sets name, file and line, with OUT in place
split() {
	read -r name file line <<<"${1//OUT/$2}"
}

# run_line LINE: run it without messages of warnings, output to out. @return its exit status in status
run_line() {
	status=0
	(eval "$1 -q" >out 2>err) || status=$?
}

# left NAME: nothing under the name, nor beside it
left() {
	compgen -G "$1*" || compgen -G "$1/*otfpipe*" || true
}

@test "an output that exists is refused without --force and stays as it is" {
	for row in "${rows[@]}"; do
		split "$row" t
		mkdir -p "$(dirname "$file")"
		echo mine >"$file"
		run_line "$line"
		[ "$status" -eq 1 ] || { echo "$name: exit $status" && return 1; }
		says "exists"
		[ "$(cat "$file")" = mine ] || { echo "$name: $file has changed" && return 1; }
		[ "$(find . -path './t*' -type f)" = "./$file" ] || { echo "$name" && ls -R && return 1; }
		rm -rf t t.*
	done
}

@test "--force replaces it, and leaves nothing else" {
	for row in "${rows[@]}"; do
		split "$row" t
		mkdir -p "$(dirname "$file")"
		echo mine >"$file"
		run_line "$line --force"
		[ "$status" -eq 0 ] || { echo "$name: exit $status" && cat err && return 1; }
		if grep -q -x mine "$file"; then echo "$name: not replaced" && return 1; fi
		[ "$(find . -name '*otfpipe*')" = '' ]
		rm -rf t t.*
	done
}

# victims: files of inputs and other names of them
victims() {
	ln s.otfl hard
	ln -s s.otfl soft
	ln s.1.events hard.events
	mkdir -p folder
	echo s.otf ./s.otf folder/../s.otf s.1.events hard.events
}

@test "a file that is an input is not an output, with --force neither, whatever its spelling" {
	victims >list
	for out in $(cat list); do
		for line in "otf-to-chrome s -o $out" "otf-to-vtf3 --lossy s -o $out" "otf-filter -p 1 s --rejects $out -o t" \
			"otf-remap --unify --write-map $out s" "otf-remap --causal --write-clocks $out s" \
			"otf-stat --diff --fail-above 10% --junit $out s s"; do
			run_line "$line --force"
			[ "$status" -eq 1 ] || { echo "$line: exit $status" && return 1; }
			says "is the input"
			[ "$(left t)" = '' ]
		done
	done
	for out in s.otfl hard soft; do
		for in in s.otfl hard soft '<s.otfl' '<hard'; do
			run_line "otf-to-chrome $in -o $out --force"
			[ "$status" -eq 1 ] || { echo "$in $out: exit $status" && return 1; }
			says "is the input"
		done
	done
	for line in 'otf-to-vtf3 ping.bpv -o ping.bpv' 'otf-to-tau --profile ring ring/tautrace.0.0.0.trc ring/events.0.edf' \
		'otf-to-chrome ring -o ring/events.1.edf' 'otf-to-tau --lossy s --run ring' 'otf-remap --map names --write-map names s' \
		'otf-cat --add names s -o s' 'otf-filter -p @names --rejects names s' 'otf-filter --rules names --rejects ./names s' \
		'otf-remap --regroup names --unify --write-map names s' 'otf-remap --clocks names --unify --write-map names s'; do
		case $line in *--profile* | *--run* | *--add*) continue ;; esac
		run_line "$line --force"
		[ "$status" -eq 1 ] || { echo "$line: exit $status" && return 1; }
		says "is the input"
	done
}

@test "a stored line stream named NAME.otf is not replaced by the trace NAME; a trace may replace itself" {
	cp s.otfl l.otf
	run_line 'otf-cat l.otf --force -o l'
	[ "$status" -eq 1 ]
	says "l.otf: is the input l.otf"
	cmp l.otf s.otfl
	sample t
	exits 0 otf-filter -q -p 1-4 t --force -o t
	exits 0 otf-snap -q --points 3 --in-place t
	exits 0 otf-to-tau -q --lossy s -o pair
	exits 0 otf-to-tau -q --lossy pair.trc pair.edf --force -o pair
	exits 0 otf-to-tau -q --lossy s --run dir
	exits 0 otf-to-tau -q --lossy dir --force --run dir
	exits 0 otf-to-otf2 -q --lossy s -o archive
	exits 0 otf-to-otf2 -q archive.otf2 --force -o archive
}

@test "a numbered piece does not replace the trace that is still read" {
	sample t.000001
	cat t.* | cksum >before
	run_line 'otf-slice --every 1ms t.000001 -o t --force'
	[ "$status" -eq 1 ]
	says "t.000001.otf: is an input, which is still read"
	cat t.* | cksum | cmp - before
}

@test "what is appended to an input is refused, as cat does" {
	cp s.otfl t
	status=0
	otf-cat t >>t 2>err || status=$?
	[ "$status" -eq 1 ]
	says "standard output: is the input t"
	cmp t s.otfl
}

@test "- is standard output wherever a file is written" {
	otf-to-chrome s -o - | cmp - <(otf-to-chrome s)
	otf-to-vtf3 -q --lossy s -o - | cmp - <(otf-to-vtf3 -q --lossy s)
	otf-cat --no-pg s -o - | cmp - s.otfl
	otf-filter --no-pg -p 1 s -o t --rejects - >got
	otf-filter --no-pg -p 1 s --rejects rest >/dev/null
	cmp got rest
	otf-remap -q --unify --write-map - s -o u >got
	otf-remap -q --unify --write-map map s >/dev/null
	cmp got map
	otf-remap -q --causal --write-clocks - s -o v >got
	otf-remap -q --causal --write-clocks clocks s >/dev/null
	cmp got clocks
	[ "$(find . -name "-*")" = "" ]
	for line in 'otf-filter -p 1 s --rejects -' 'otf-remap --causal --write-clocks - s' 'otf-write - <s.otfl' 'otf-to-tau s -o -' \
		'otf-to-tau s --run -' 'otf-to-otf2 s -o -' 'otf-to-otf2 s'; do
		run_line "$line"
		[ "$status" -eq 2 ] || { echo "$line: exit $status" && return 1; }
		[ "$(find . -name '-*')" = '' ]
	done
}

@test "devices, pipes and descriptors are written as they are" {
	otf-to-chrome s >want
	otf-to-chrome s -o /dev/stdout | cmp - want
	{ echo first && otf-to-chrome s -o /dev/stdout; } >got
	{ echo first && cat want; } | cmp - got
	otf-to-chrome s -o /dev/fd/4 4>got
	cmp got want
	mkfifo pipe
	cat pipe >got &
	otf-to-chrome s -o pipe
	wait $!
	cmp got want
	[ -p pipe ]
	otf-to-chrome s -o /dev/null
	[ -c /dev/null ]
	[ "$(find . -name '*otfpipe*')" = '' ]
}

@test "a name without a base is a usage error for every output" {
	mkdir folder
	for row in "${rows[@]}"; do
		for out in . .. folder/ folder/. ''; do
			case $row in *OUT/*) [ -z "$out" ] || continue ;; gzip*) continue ;; esac
			split "$row" "'$out'"
			run_line "$line"
			[ "$status" -eq 2 ] || { echo "$line: exit $status" && return 1; }
			says "is not a name for"
		done
	done
	[ "$(find . -name '..*' -o -name '.?*' -type f)" = '' ]
	[ "$(ls -A folder)" = '' ]
}

@test "two outputs of one name are a usage error" {
	for line in 'otf-filter -p 1 s -o t --rejects t.otf' 'otf-filter -p 1 s -o t --rejects ./t.1.events' 'otf-filter -p 1 s -o t.otf --rejects t' \
		'otf-remap --unify --write-map m --causal --write-clocks ./m s'; do
		run_line "$line"
		[ "$status" -eq 2 ] || { echo "$line: exit $status" && return 1; }
		says "both write"
		[ "$(find . -path './t*' -o -name m -o -name '*otfpipe*')" = '' ]
	done
}

@test "a command that fails leaves nothing under the name, and what was there" {
	head -n 1500 s.otfl >cut
	for row in "${rows[@]}"; do
		case $row in fromvtf3* | fromtau* | *newmap*) continue ;; esac
		split "$row" t
		line=" $line"
		line=${line/ s -o/ cut -o}
		line=${line/ s --run/ cut --run}
		line=${line/%" s"/ cut}
		line=${line/s.otfl/cut}
		run_line "$line"
		[ "$status" -eq 3 ] || { echo "$line: exit $status" && cat err && return 1; }
		[ "$(left t)" = '' ] || [ "$name" = pieces ] || { echo "$line" && left t && return 1; }
		rm -rf t t.*
	done
}

@test "a file that grows beyond the limit is an error with a message, not a signal, and leaves nothing" {
	need_mktrace
	mktrace -p 1 -e 40k >big
	for line in 'otf-write t <big' 'otf-cat big -o t' 'otf-write -z 1 -j 2 t <big' 'otf-to-vtf3 --lossy big -o t' 'otf-to-chrome big -o t' \
		'otf-to-tau --lossy big -o t' 'otf-to-tau --lossy big --run t' 'otf-to-otf2 --lossy big -o t' 'otf-filter -r def --rejects t big' 'otf-to-vtf3 --lossy big -o t.gz'; do
		status=0
		(ulimit -f 60 && eval "exec $line -q" >/dev/null 2>err) || status=$?
		[ "$status" -eq 1 ] || { echo "$line: exit $status" && return 1; }
		says "File too large"
		[ "$(left t)" = '' ] || { echo "$line" && left t && return 1; }
	done
}

@test "a full device is an error" {
	[ -e /dev/full ] || skip "no /dev/full"
	for row in "${rows[@]}"; do
		case $row in chrome* | page* | vtf3* | rejects* | newmap* | clocks*) split "$row" /dev/full ;; *) continue ;; esac
		run_line "$line"
		[ "$status" -eq 1 ] || { echo "$line: exit $status" && return 1; }
		says "No space left on device"
	done
}

@test "what a killed writer left goes with the next one on that name" {
	for row in "${rows[@]}"; do
		split "$row" t
		case $row in
		archive* | location* | otf2def*) mkdir -p t.otfpipe-a1b2C3/locations &&
			touch t.otfpipe-a1b2C3/locations/1.evt t.otfpipe-a1b2C3/locations.otf2 t.otfpipe-lock ;;
		parquet*) mkdir -p t.otfpipe-a1b2C3/locations/calls && touch t.otfpipe-lock &&
			touch t.otfpipe-a1b2C3/locations/trace.json t.otfpipe-a1b2C3/locations/calls/part-0.parquet ;;
		*OUT/*) mkdir -p t/.otfpipe-a1b2C3 && touch t/.otfpipe-lock ;;
		trc* | edf* | *OUT.otf*) mkdir t.otfpipe-a1b2C3 && touch t.otfpipe-a1b2C3/.otf t.otfpipe-lock ;;
		*) touch "$file.otfpipe-a1b2C3" "$file.otfpipe-lock" ;;
		esac
		case $name in pieces) rm t.* && continue ;; esac
		run_line "$line"
		[ "$status" -eq 0 ] || { echo "$line: exit $status" && cat err && return 1; }
		[ "$(find . -name '*otfpipe*')" = '' ] || { echo "$line" && find . -name '*otfpipe*' && return 1; }
		rm -rf t t.*
	done
}

@test "kill -9 at each renaming of every kind of output leaves the old one, the new one, or one that is completed" {
	need_tools strace python3
	for case in vtf3 chrome rejects write-map write-clocks; do
		"$REPO/tests/trust/kills" --each renameat2,fsync,unlink --case $case >got || { cat got && return 1; }
	done
	"$REPO/tests/trust/kills" 6 --case profiles >got || { cat got && return 1; }
}

@test "a writer whose time is up leaves nothing" {
	need_tools python3
	mkfifo feed
	otf-write t <feed 2>err 3>&- &
	pid=$!
	exec 7>feed
	head -n 100 s.otfl >&7
	until [ -n "$(left t)" ]; do sleep 0.01; done
	kill -XCPU $pid
	status=0
	wait $pid || status=$?
	exec 7>&-
	[ "$status" -eq 152 ]
	[ "$(left t)" = '' ]
}

@test "a lock that cannot be removed is reported, and the exit status is 1" {
	need_tools strace
	for command in 'otf-cat s -o t' 'otf-draw s -o t.svg' 'otf-to-sqlite s -o t.db' 'otf-report s -o t.html'; do
		# the last unlink of a command is that of its lock
		n=$(strace -f -qq -e trace=unlink -e signal=none $command --force 2>&1 >/dev/null | grep -c 'unlink(')
		status=0
		strace -f -qq -o /dev/null -e "inject=unlink:error=EIO:when=$n" $command --force >out 2>err || status=$?
		[ "$status" -eq 1 ] || { echo "$command: $status" && return 1; }
		grep -q '\.otfpipe-lock: cannot remove the lock: ' err || { cat err && return 1; }
		rm -f ./*.otfpipe-lock
	done
}

@test "every output that is a file is written through a symbolic link, and a trace of several files behind links stays" {
	sample=$REPO/tests/data/sample.otf
	mkdir real
	for way in 'otf-draw -o|svg' 'otf-report -o|html' 'otf-to-sqlite -q -o|db' 'otf-to-chrome -q -o|json' \
		'otf-to-vtf3 -q --lossy -o|vtf' 'otf-check --junit|xml' 'otf-filter -p 1 -o copy --rejects|otfl' \
		'otf-to-otf2 -q --lossy -o copy --report|tsv' 'otf-draw -o|png' 'otf-draw --profile -o|pdf' \
		'otf-to-chrome -q --format perfetto -o|perfetto' 'otf-to-chrome -q -z 1 -o|json.gz' \
		'otf-to-vtf3 -q --lossy -o|vtf.gz'; do
		[[ $way != *@(png|pdf) ]] || otf-draw -V -v | grep '^cairo ' >/dev/null || continue
		file=link.${way#*|}
		read -ra command <<<"${way%|*} $file"
		ln -s "real/$file" "$file"
		"${command[@]}" --force "$sample" >/dev/null 2>err # it points to nothing, and is replaced itself
		[ ! -L "$file" ] && [ -s "$file" ] || { echo "$way" && return 1; }
		echo old >"real/$file"
		ln -sf "real/$file" "$file"
		"${command[@]}" --force "$sample" >/dev/null 2>err
		[ "$(readlink "$file")" = "real/$file" ]
		[ "$(stat -c %s "real/$file")" -gt 10 ]
	done
	for way in 'otf-to-tau -q --lossy --run|run' 'otf-to-tau -q --profile|profile'; do
		read -ra command <<<"${way%|*}"
		mkdir "real/${way#*|}"
		ln -s "real/${way#*|}" "${way#*|}"
		"${command[@]}" "${way#*|}" --force "$sample" 2>err
		[ "$(readlink "${way#*|}")" = "real/${way#*|}" ]
		[ "$(find "real/${way#*|}" -type f | wc -l)" -ge 8 ] # of 8 processes
	done
	otf-write real/t <s.otfl
	otf-to-otf2 -q --lossy s.otfl -o real/a
	otf-to-tau -q --lossy s.otfl -o real/u
	for file in real/t.* real/a.* real/a real/u.*; do
		ln -s "$file" "${file#real/}"
	done
	find real ./*.* -type f -o -type l | sort | xargs ls -l >before
	for way in 'otf-filter -p 1 -o t|t.otf' 'otf-sort -o t|t.otf' 'otf-cat -o t|t.otf' 'otf-slice -t 1: -o t|t.otf' \
		'otf-remap --shift 1 -o t|t.otf' 'otf-snap --points 1 -o t|t.otf' 'otf-to-otf2 -q --lossy -o a|a.otf2' \
		'otf-to-tau -q --lossy -o u|u.trc'; do
		read -ra command <<<"${way%|*}"
		exits 1 "${command[@]}" --force s.otfl
		says "${way#*|}: is a symbolic link; the trace is not replaced"
	done
	rm -f err out
	find real ./*.* -type f -o -type l | sort | grep -v -e ./before -e ./err -e ./out | xargs ls -l >after
	diff <(grep -v -e before -e err -e out before) after
}
