# Out and back: OTF -> line stream -> OTF gives the same files, and the reference reads the same records.

load common
load stream

# What does not come back whole and in silence, and why:
# kind, trace below corpus/, what otfpipe says about it, reason.
#   told      exit 1, but --keep-going delivers every record
#   damaged   nothing to come back: tested apart
#   rooted    -n 1 is refused
exceptions='
told	otf1/eqtimes/*	.0.def: missing	its writer made no definitions; the copy has an empty .0.def (bug B5 of the reference)
damaged	tau/edge/otf/one/*	names no process	no process has an event: the master file is empty
damaged	tau/edge/otf/trunc/*	names no process	the same
damaged	tau/threads1/otf/*	the writer stopped at an unsorted time stamp	all records after an unsorted one are missing
rooted	otf1/all_*_n4/*	the local definition	2, 3 and 31 would join stream 1 and its local definitions
'

# exception KIND TRACE: what is said about it, if it is one of that kind.
exception() {
	local kind pattern says reason
	while IFS=$'\t' read -r kind pattern says reason; do
		# shellcheck disable=SC2254
		case ${2#"$SHARED/corpus/"} in
		$pattern) [ "$kind" != "$1" ] || echo "$says" ;;
		esac
	done <<<"$exceptions"
}

setup_file() {
	common_setup
	build_reference
}

setup() {
	common_setup
}

# A sample of the traces of the shared data that can be read, without .otf.
traces() {
	local trace
	need_shared
	find "$SHARED"/corpus/otf1 "$SHARED"/corpus/public/otf-vis "$SHARED"/corpus/tau -name '*.otf' |
		sed 's/\.otf$//' | sort >all
	[ "$(wc -l <all)" -ge 40 ]
	while read -r trace; do
		[ -n "$(exception damaged "$trace")" ] || echo "$trace"
	done <all >sound
	mapfile -t traces < <(sampled <sound)
}

# loud_as COMMAND... TRACE: silent, or exit 1, with --keep-going, and told if the trace is an exception. Output in ./out.
loud_as() {
	local trace=${!#}
	if [ -n "$(exception told "$trace")" ]; then
		exits 1 "$1" --keep-going "${@:2}"
		says "$(exception told "$trace")"
		[ "$(wc -l <err)" -eq 1 ]
	else
		silent "$@"
	fi
}

# The line stream of a trace in ./STUB.otfl.
read_trace() {
	loud_as otf-cat --no-pg "$1"
	mv out "$2.otfl"
	tail -n 1 "$2.otfl" | grep -q '^@END'
}

# comes_back TRACE COPY...: the same files. A copy always has global definitions, if empty ones.
comes_back() {
	local copy
	if [ -n "$(exception told "$1")" ]; then
		for copy in "${@:2}"; do
			silent otf-cat --no-pg -r def "$copy"
			records <out | cmp - /dev/null
			rm "$copy".0.def*
		done
	fi
	same_text "$@"
}

is_plain() {
	[ -z "$(find "$(dirname "$1")" -name "$(basename "$1").*.z")" ]
}

@test "a trace comes back byte for byte, and its stream line for line" {
	traces
	for T in "${traces[@]}"; do
		echo "$T"
		read_trace "$T" t
		silent otf-write u <t.otfl
		if is_plain "$T"; then
			for f in "$T".otf "$T".[0-9a-f]*.*; do
				case $f in
				*.txt) ;;
				*) cmp "$f" "u${f#"$T"}" ;;
				esac
			done
		fi
		silent otf-cat --no-pg u
		cmp out t.otfl
		comes_back "$T" u
		rm u.*
	done
}

@test "otf-cat -o writes the files that otf-write writes" {
	traces
	for T in "${traces[@]}"; do
		echo "$T"
		otf-cat --keep-going "$T" 2>/dev/null | otf-write u
		loud_as otf-cat -o v "$T"
		[ ! -s out ]
		for f in u.*; do
			cmp "$f" "v${f#u}"
		done
		[ "$(ls u.* | wc -l)" -eq "$(ls v.* | wc -l)" ]
		rm u.* v.*
	done
}

@test "otfprint prints of the copy what it prints of the trace, in the same order" {
	need_reference
	traces
	for T in "${traces[@]}"; do
		echo "$T"
		otf-cat --keep-going "$T" 2>/dev/null | otf-write u
		with_zlib_fix otfprint --fullkeyvalue "$T" 2>/dev/null | grep -v '^processing time' >want
		with_zlib_fix otfprint --fullkeyvalue u 2>err | grep -v '^processing time' | cmp - want
		[ -s want ]
		[ ! -s err ]
		rm u.*
	done
}

@test "otfprint and the line stream of a trace tell the same records" {
	need_reference
	traces
	for T in "${traces[@]}"; do
		echo "$T"
		read_trace "$T" t
		reference_says "$T" >want
		stream_says t.otfl | diff - want
		[ -s want ]
	done
}

@test "regrouped to one stream and split again by the old mapping, the files are the same" {
	traces
	for T in "${traces[@]}"; do
		echo "$T"
		read_trace "$T" t
		if [ -n "$(exception rooted "$T")" ]; then
			exits 1 otf-write -n 1 one <t.otfl
			says "$(exception rooted "$T")"
			nothing one
			continue
		fi
		silent otf-write -n 1 one <t.otfl
		[ "$(wc -l <one.otf)" -eq 1 ]
		silent otf-cat --no-pg one
		awk 'NR == FNR { if (/^@SM/) old = old $0 "\n"; next }
			/^@SM/ { printf "%s", old; old = ""; next } 1' t.otfl out >split.otfl
		records <split.otfl | cmp - <(records <t.otfl)
		silent otf-write u <split.otfl
		comes_back "$T" u
		rm one.* u.*
	done
}

@test "compressed with any level and unpacked again, the text is the same" {
	traces
	for T in "${traces[@]}"; do
		case $T in
		*/corpus/otf1/* | */tau/edge/* | */hello_world) levels='1 4 9' ;;
		*) levels=4 ;;
		esac
		read_trace "$T" t
		for z in $levels; do
			echo "$T -z $z"
			silent otf-write -z "$z" packed <t.otfl
			[ "$(ls packed.* | grep -c -v '\.z$')" -eq 1 ]
			silent otf-cat --no-pg packed
			mv out back.otfl
			cmp back.otfl t.otfl
			silent otf-write -z 0 u <back.otfl
			[ "$(ls u.* | grep -c '\.z$')" -eq 0 ]
			comes_back "$T" packed u
			rm packed.* u.*
		done
	done
}

@test "the reference reads what -z wrote" {
	need_reference
	traces
	for T in "${traces[@]}"; do
		case $T in
		*/synth_n?/* | */all_short_*/* | */tau/*/otf/app | */out/out) ;;
		*) continue ;;
		esac
		echo "$T"
		otf-cat --keep-going "$T" 2>/dev/null | otf-write -z 6 packed
		with_zlib_fix otfprint --fullkeyvalue "$T" 2>/dev/null | grep -v '^processing time' >want
		with_zlib_fix otfprint --fullkeyvalue packed 2>err | grep -v '^processing time' | cmp - want
		[ -s want ]
		[ ! -s err ]
		rm packed.*
	done
}

@test "to the other form and back, the text is the same" {
	traces
	for T in "${traces[@]}"; do
		echo "$T"
		read_trace "$T" t
		form=$(sed -n '1s/.*FM:\([a-z]*\).*/\1/p' t.otfl)
		other=$(echo shortlong | sed "s/$form//")
		silent otf-write "--$other" x <t.otfl
		silent otf-cat --no-pg x
		mv out x.otfl
		grep -q "FM:$other" x.otfl
		records <x.otfl | cmp - <(records <t.otfl)
		silent otf-write "--$form" u <x.otfl
		comes_back "$T" u
		rm x.* u.*
	done
}

@test "an empty master file is damage: exit 1, nothing committed" {
	need_shared
	for name in one trunc; do
		T=$SHARED/corpus/tau/edge/otf/$name/app
		exits 1 otf-cat "$T"
		says "$(exception damaged "$T")"
		exits 1 otf-cat "$T" -o u
		nothing u
	done
}

@test "a trace whose writer gave up is damaged, and --keep-going delivers what there is" {
	need_shared
	T=$SHARED/corpus/tau/threads1/otf/app
	exits 1 otf-cat --no-pg "$T"
	says "$(exception damaged "$T")"
	grep -q -E 'app\.[0-9]+\.events:[0-9]+: ' err
	mv out t.otfl
	tail -n 1 t.otfl | grep '^@ABORT	otf-cat	'
	exits 1 otf-write u <t.otfl
	nothing u
	exits 1 otf-cat --no-pg --keep-going "$T"
	says "$(exception damaged "$T")"
	tail -n 1 out | grep '^@END'
	mv out t.otfl
	need_reference
	reference_says "$T" 2>/dev/null >want
	stream_says t.otfl | diff - want
	silent otf-write u <t.otfl
	silent otf-cat --no-pg u
	records <out | cmp - <(records <t.otfl)
}
