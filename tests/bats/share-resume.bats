# Shares that are lost, doubled, killed or requeued: nothing that is written is wrong, and to do it again finishes it.

load common
load stream

setup() {
	common_setup
}

# A trace whose shares take a moment to write: big; its shares as files of their own: made/U.1 ...
big() {
	need_mktrace
	mktrace -p 12 -e "${1:-60k}" -s 5 --tags --markers | otf-write big
}

written() { # K N [OPTION]...
	otf-filter -r '!Counter' --part "$1/$2" big -o "U.%K" "${@:3}"
}

is_whole() {
	for f in W.*; do cmp "$f" "J.${f#W.}" || return 1; done
	[ "$(ls -d J.* | grep -v -c otfpipe-)" -eq "$(ls W.* | wc -l)" ] # a writer that was killed leaves a directory
}

@test "--resume: a share that is written already, from the same input in the same way, is done" {
	big 5k
	silent written 2 3
	md5sum U.2.* >sums
	exits 1 written 2 3
	says 'U.2.otf: exists; use --force'
	silent written 2 3 --resume
	exits 0 written 2 3 --resume -v
	says 'otf-filter: U.2: is share 2 of 3 already'
	# how it works does not count, nor does the way that the share comes
	silent written 2 3 --resume -j 2 -z 3 --long
	silent otf-filter -r '!Counter' --part 2/3 big --resume -o U.2.otf
	otf-cat --part 2/3 big | otf-filter -r '!Counter' --resume - -o U.2
	otf-filter -r '!Counter' --part 2/3 big | otf-write --resume U.2
	# the stage before is not killed
	set -o pipefail
	otf-filter -r '!Counter' --part 2/3 big | otf-write --resume U.2
	set +o pipefail
	md5sum -c --quiet sums
	# what is not there is written
	silent written 1 3 --resume
	silent written 3 3 --resume
	silent written 3 3 --resume
	silent otf-write --join J U.1 U.2 U.3
	otf-filter -r '!Counter' big -o W
	is_whole
}

@test "--resume: what is another share, or none, stays and is an error" {
	big 5k
	silent written 2 3
	md5sum U.2.* >sums
	refused() { # MESSAGE COMMAND...
		exits 1 "${@:2}"
		says "$1"
		md5sum -c --quiet sums
	}
	local other='U.2: exists and is share 2 of 3, of another trace or made with other options; --resume does not replace it'
	refused "$other" otf-filter -r '!Enter' --part 2/3 big -o U.2 --resume
	refused "$other" otf-cat --part 2/3 big -o U.2 --resume
	refused "$other" otf-filter -r '!Counter' --part 1/3 big -o U.2 --resume
	refused "$other" otf-filter -r '!Counter' --part 2/4 big -o U.2 --resume
	otf-remap --shift 1 big -o moved
	refused "$other" otf-filter -r '!Counter' --part 2/3 moved -o U.2 --resume
	refused "$other" otf-filter -r '!Counter' big -o U.2 --resume
	otf-cat big -o U.9
	exits 1 otf-filter -r '!Counter' --part 2/3 big -o U.9 --resume
	says 'U.9: exists and is not a share; --resume does not replace it'
	exits 2 otf-cat --part 2/3 big --resume
	exits 2 written 2 3 --resume --force
	echo x >>U.2.0.def
	exits 1 otf-filter -r '!Enter' --part 2/3 big -o U.2 --resume
}

@test "joining again finds it done" {
	big 5k
	for k in 1 2 3; do written $k 3; done
	silent otf-write --join J U.1 U.2 U.3
	md5sum J.* >sums
	exits 0 otf-write --join J U.1 U.2 U.3
	says 'J.otf: exists, and no share is left: it is joined already'
	silent otf-write -q --join J U.1 U.2 U.3
	md5sum -c --quiet sums
	# with a share there, it is not
	written 2 3
	exits 1 otf-write --join J U.1 U.2 U.3
	md5sum -c --quiet sums
	exits 1 otf-write --join K V.1 V.2
	says 'V.1.otf: no such share'
	nothing K
}

# killed SECONDS COMMAND...: kill -9 after that time
killed() {
	timeout --foreground -s KILL "$@" 2>/dev/null || true
}

# about how long a command takes, in ms
takes() {
	local begun
	begun=$(date +%s%N)
	"$@"
	echo $((($(date +%s%N) - begun) / 1000000 + 5))
}

@test "shares that are killed at any time and requeued with --resume are joined to the whole" {
	local ms
	big
	otf-filter -r '!Counter' big -o W
	ms=$(takes written 1 7)
	rm U.*
	for k in 1 2 3 4 5 6 7; do
		for try in 1 2; do
			killed "$(awk -v m="$ms" -v r="$RANDOM" 'BEGIN { printf "%.3f", m * r / 32768 / 1000 + 0.001 }')" \
				otf-filter -r '!Counter' --part $k/7 big -o "U.%K" --resume
		done
	done
	# nothing is half there
	for k in 1 2 3 4 5 6 7; do
		[ ! -e "U.$k.otf" ] || otf-check -q --rule 'open-*=off' "U.$k"
	done
	for k in 5 3 7 1 2 4 6; do exits 0 written $k 7 --resume; done
	exits 0 otf-write --join J U.1 U.2 U.3 U.4 U.5 U.6 U.7
	is_whole
}

@test "a join that is killed at any time is finished by the next one" {
	local ms
	big 20k
	otf-filter -r '!Counter' big -o W
	for k in 1 2 3 4 5 6 7; do written $k 7; done
	mkdir made
	cp U.* made
	ms=$(takes otf-write --join J U.{1..7})
	is_whole
	for try in 1 2 3 4 5 6 7 8 9 10; do
		rm -rf J.* U.*
		cp made/* .
		killed "$(awk -v m="$ms" -v t="$try" 'BEGIN { printf "%.3f", m * t / 10 / 1000 }')" otf-write --join J U.{1..7}
		exits 0 otf-write -q --join J U.{1..7}
		is_whole
		[ "$(ls U.*.otf 2>/dev/null | wc -l)" -eq 0 ]
	done
}

@test "a lost share and a doubled one are named, and nothing is written" {
	big 5k
	for k in 1 2 3 4 5 6 7; do written $k 7; done
	for f in U.4.*; do cp "$f" "V${f#U.4}"; done
	md5sum ./*.* >sums
	exits 1 otf-write --join J U.1 U.2 U.3 U.4 U.5 U.7
	says 'U.1: is share 1 of 7; missing: 6'
	exits 1 otf-write --join J U.1 U.2 U.3 U.4 U.5 V U.7
	says 'V: is share 4 of 7, as is U.4'
	# nor is it read
	exits 1 otf-snap --at 2000000 U.1 U.2 U.3 U.4 U.5 U.7
	says 'U.1: is share 1 of 7; missing: 6'
	exits 1 otf-cat U.1 U.2 U.3 U.4 U.5 U.6 U.7 V -o K
	nothing J
	nothing K
	md5sum -c --quiet sums
	rm V.*
	exits 0 otf-cat -q U.1 U.2 U.3 U.4 U.5 U.6 U.7 --count
}

@test "a share does not take the place of its trace, and several traces have no shares together" {
	sample t
	sample u
	md5sum ./*.* >sums
	exits 1 otf-cat --part 1/2 t --force -o t
	says 'an output must be another file'
	exits 2 otf-snap --summaries --no-snapshots --points 2 --part 1/2 --in-place t
	says 'a share cannot replace its trace'
	exits 2 otf-cat --part 1/2 t u
	says '--part 1/2: takes one trace; share each of them, or join them first'
	md5sum -c --quiet sums
}

@test "a stored share does not know the span of the whole" {
	sample t
	otf-cat --part 1/2 t -o s
	exits 2 otf-filter -t 25%:50% s
	says 'a time in percent needs the first and last time of the input'
	says 'of a share, or what is made of one, give seconds or ticks'
	exits 2 otf-snap --summaries --no-snapshots --points 3 s
	silent otf-filter -t 2ms:3ms s
	otf-info s | grep -q '^  span  *[0-9]'
	# what selects nothing of one share may select something of another
	silent otf-filter -p 1-4,6 --part 2/2 t
	silent otf-filter -p 1-4,6 s
}
