# otf-remap --hash-names: a trace without names and with all else.

load common
load stream

setup() {
	common_setup
	sample=$REPO/tests/data/sample.otf
}

oracle() {
	python3 "$REPO/tests/oracle/remap.py" "$@"
}

# hashed SALT TEXT: what HMAC-SHA-256 of the text is, cut to 64 bits, by python.
hashed() {
	python3 -c 'import hashlib, hmac, sys
print(hmac.new(sys.argv[1].encode(), sys.argv[2].encode(), hashlib.sha256).hexdigest()[:16])' "$1" "$2"
}

@test "a name is its kind and 64 bits of HMAC-SHA-256, as another implementation has them" {
	long=$(printf 'x%.0s' $(seq 1 300))
	stream 'DefProcess|-|0|1|rank 0|0' 'DefFunctionGroup|-|0|2|MPI' "DefFunction|-|0|3|$long|2|0" \
		'DefCounter|-|0|4|c|0|0|B/s' 'DefKeyValue|-|0|5|11|k|what it is' 'Marker|5|1|1|a text' \
		'EventComment|6|1|said' 'NoOp|7|1|5:a:616263|5:I:3' >in
	for salt in '' secret "$long"; do
		exits 0 otf-remap --no-pg --hash-names${salt:+=$salt} in
		records <out >got
		lines "DefProcess|-|0|1|process_$(hashed "$salt" 'rank 0')|0" \
			"DefFunctionGroup|-|0|2|functiongroup_$(hashed "$salt" MPI)" \
			"DefFunction|-|0|3|function_$(hashed "$salt" "$long")|2|0" \
			"DefCounter|-|0|4|counter_$(hashed "$salt" c)|0|0|unit_$(hashed "$salt" B/s)" \
			"DefKeyValue|-|0|5|11|keyvalue_$(hashed "$salt" k)|description_$(hashed "$salt" 'what it is')" \
			"Marker|5|1|1|text_$(hashed "$salt" 'a text')" "EventComment|6|1|text_$(hashed "$salt" said)" \
			"NoOp|7|1|5:a:$(printf 'bytes_%s' "$(hashed "$salt" abc)" | od -An -v -tx1 | tr -d ' \n')|5:I:3" | diff - got
	done
	otf-remap --no-pg --hash-names in >none
	exits 2 otf-remap --no-pg --hash-names= in
	exits 0 otf-remap --no-pg --hash-names in
	says 'without a salt: whoever guesses a name can check the guess; --hash-names=@FILE'
	printf secret >salt
	otf-remap --no-pg --hash-names=@salt in | cmp - <(otf-remap --no-pg --hash-names=secret in)
	exits 1 otf-remap --hash-names=@nowhere in
	says 'nowhere: No such file'
}

@test "lengths around the blocks of the hash" {
	for n in 1 54 55 56 57 63 64 65 119 120 127 128; do
		text=$(printf 'y%.0s' $(seq 1 "$n"))
		stream "$one" "DefCreator|-|0|$text" >in
		otf-remap --hash-names="$text" in | grep -q "^DefCreator	-	0	creator_$(hashed "$text" "$text")$" || {
			echo "of $n bytes"
			return 1
		}
	done
}

@test "no original string is anywhere in the trace, neither in the stream nor in its files" {
	otf-cat "$sample" | otf-cat --keep-pg -o named
	for t in "$sample" named "$SHARED"/corpus/otf1/all_*_n4/all.otf; do
		[ -e "$t" ] || [ "$t" = named ] || continue
		echo "$t"
		otf-cat --no-pg -q "$t" >in
		oracle strings <in | grep -a -E '.{3}' >strings
		[ -s strings ]
		otf-remap -q --lossy --hash-names=s3cret "$t" >got
		otf-remap -q --lossy --hash-names=s3cret "$t" -o anon --force
		# a version is a number, short words may be hex
		for text in got anon.*; do
			case $text in
			*.z) python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.decompress(open(sys.argv[1], "rb").read()))' "$text" >plain ;;
			*) cp "$text" plain ;;
			esac
			# what names are called is a word that a name may have had in it
			sed 's/[a-z]*_[0-9a-f]\{16\}//g' plain | grep -a -v -e '^DefVersion' -e '^DV' -e ^DEFVERSION >bare || true
			fails grep -a -F -f strings -e s3cret -e named bare
		done
		fails grep -a '@PG' got
		rm -f anon.*
	done
}

@test "all but names is as it was, but the unique id goes" {
	otf-cat "$sample" | otf-filter -x -r DefUniqueId --no-pg >in
	otf-remap --hash-names=s in >got
	# the same records with the same numbers
	python3 - "$REPO" in got <<-'END'
		import subprocess, sys
		table = {}
		for row in subprocess.run(["otf-cat", "--schema"], stdout=subprocess.PIPE, text=True).stdout.splitlines()[1:]:
		    name, _, _, *fields = row.split("\t")
		    table[name] = [f.split(":")[1] == "string" for f in fields]
		names, back = {}, {}
		for a, b in zip(open(sys.argv[2]), open(sys.argv[3])):
		    a, b = a.rstrip("\n").split("\t"), b.rstrip("\n").split("\t")
		    assert len(a) == len(b), (a, b)
		    for i, (x, y) in enumerate(zip(a, b)):
		        text = a[0] in table and i >= 3 and (table[a[0]] + [False] * 9)[i - 3] and a[0] != "DefVersion"
		        if not text or x in ("", "\\N"):
		            assert x == y or ":a:" in x, (a, b)
		            continue
		        assert x != y, (a, b)
		        assert names.setdefault((a[0], i, x), y) == y and back.setdefault((a[0], i, y), x) == x
		assert len(open(sys.argv[2]).readlines()) == len(open(sys.argv[3]).readlines())
	END
	numbers() {
		otf-stat --tsv --by process,function "$1" | awk -F'\t' '$1 == "function"' |
			awk -F'\t' -v OFS='\t' '{ for (i = 2; i <= NF; i++) if ($i !~ /^[0-9.-]+$/) $i = "x"; print }' | sort
	}
	numbers in >want
	[ -s want ]
	numbers got | diff want -
}

@test "the same name has the same hash in another trace with the same salt, and another with another" {
	stream "$one" 'DefFunction|-|0|1|solve|0|0' >a
	stream "$one" 'DefFile|-|0|9|x|0' 'DefFunction|-|0|7|solve|0|0' >b
	name() {
		otf-remap --hash-names="$1" "$2" | grep ^DefFunction | cut -f 5
	}
	[ "$(name s a)" = "$(name s b)" ]
	[ "$(name s a)" != "$(name t a)" ]
	[ "$(name '' a)" != "$(name t a)" ]
}

@test "names that are to be kept are, and empty ones and none" {
	stream 'DefProcess|-|0|1|\N|0' 'DefFunction|-|0|1|MPI_Send|0|0' 'DefFunction|-|0|2|mine|0|0' 'DefFunction|-|0|3||0|0' >in
	otf-remap --hash-names --keep-names 'MPI_*,PMPI_*' in | records | cut -f 5 >got
	[ "$(head -n 2 got | tr '\n' ' ')" = '\N MPI_Send ' ]
	[ "$(sed -n 3p got | cut -c 1-9)" = function_ ]
	[ "$(sed -n 4p got)" = '' ]
}

@test "control lines, keys of the header and records that may contain names are dropped; losses are reported" {
	{
		printf '@OTFPIPE\t1.0\tTR:1000\tXX:/home/me\n@PG\tID:1\tPN:x\tCL:x /home/me\n@XY\t/home/me\n@LOST\t1\t2\t3\t4\n'
		lines '@SM|1|1' 'DefProcess|-|0|1|p|0' 'NewThing|2|1|home' 'UnknownRecord|3|1|events|Xhome' 'NoOp|4|1' '@END|4'
	} >in
	exits 1 otf-remap --hash-names in
	says '2 records of unknown type were dropped, since they may contain names'
	fails grep home out
	grep -q '^@LOST	1' out
	grep -q '^@SM' out
	[ "$(tail -n 1 out)" = '@END	2' ]
	exits 1 otf-remap --hash-names in -o t
	says '2 records of unknown type may contain names and would be lost; --lossy accepts that'
	nothing t
	exits 0 otf-remap --lossy --hash-names in -o t
	exits 0 otf-remap --lossy --hash-names in
	otf-remap --lossy -q --hash-names=s3cret in | cmp - <(otf-remap -q --lossy --no-pg --hash-names=s3cret in)
}

@test "piped and direct give the same, with a map too" {
	printf 'function\t7\t4242\n' >map
	otf-cat "$sample" | otf-remap --hash-names=s --map map | otf-write a
	otf-remap --hash-names=s --map map "$sample" -o b
	same_text a b
	otf-remap --map map "$sample" | otf-remap --no-pg --hash-names=s | cmp - <(otf-cat --no-pg b)
}

@test "the unique id of the original goes, and a new one may come" {
	stream "$one" 'DefUniqueId|-|0|4711' 'DefUniqueId|-|0|4712|1:I:5' >in
	silent otf-remap --hash-names=s in
	if grep -e UniqueId -e 4711 out; then return 1; fi
	silent otf-remap --hash-names=s in --unique-id -o t
	[ "$(otf-cat t | grep -c ^DefUniqueId)" -eq 1 ]
	if otf-cat t | grep -e 4711 -e 4712; then return 1; fi
	otf-remap in | grep -q '^DefUniqueId	-	0	4711$'
}
