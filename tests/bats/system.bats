# System calls that fail, or are interrupted: a file that cannot be looked at is not missing, a signal that nobody
# caught changes nothing.

load common
load stream

setup() {
	common_setup
}

# A loop of symbolic links cannot be looked at, not even by root.
loop() {
	ln -s "${1##*/}" "$1"
}

@test "a file of a trace that cannot be looked at is an error, not a missing one" {
	small_trace
	for f in t.1.events.z t.2.snaps t.0.defs t.1.marker t.thumb; do
		[ $f != t.0.defs ] || mv t.0.def kept
		loop $f
		for c in 'otf-cat t' 'otf-slice -t 10:20 t -o cut' 'otf-snap --points 2 t -o cut' 'otf-info t' 'otf-check t'; do
			got=0
			$c >out 2>err || got=$?
			case $c in
			otf-check*) [ "$got" -eq 4 ] || [ "$got" -eq 1 ] ;;
			*) [ "$got" -eq 1 ] ;;
			esac || { echo "$c, $f: exit $got" && cat err && return 1; }
			says "$f: Too many levels of symbolic links"
			nothing cut
		done
		rm $f
		[ ! -e kept ] || mv kept t.0.def
	done
	otf-cat --no-pg t | grep -v ^@ | cmp - whole
}

@test "an operand that cannot be looked at is told by name" {
	loop x
	loop y.otf
	for c in 'otf-cat x' 'otf-cat y' 'otf-cat y.otf' 'tau-to-otf x' 'vtf3-to-otf x' 'otf-slice -t 1:2 x'; do
		exits 1 $c
		says "${c##* }"
		says 'Too many levels of symbolic links'
		[ "$(wc -l <err)" -eq 1 ]
	done
}

@test "an output that cannot be looked at is an error, and stays" {
	small_trace
	loop x
	for c in 'otf-to-chrome t -o x' 'otf-to-vtf3 --lossy t -o x'; do
		exits 1 $c
		says 'Too many levels of symbolic links'
		[ -L x ]
		[ "$(echo x*)" = x ]
	done
}
