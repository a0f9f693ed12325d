# records.def beside the description of the format in ../shared.

load common

setup() {
	common_setup
	need_shared
}

# described: the records of otf2-records.tsv, a line each: kind, id, name, framing, and for each field name, encoding,
# table, version and default. A list is its count's encoding and the encodings of its members.
described() {
	awk -F '\t' '
	/^#/ { next }
	{ row = $1 " " $2 " " $3 " " $11; if (!(row in text)) { order[++n] = row; text[row] = ""; since[row] = $8 } }
	$4 == "-" || $4 == list[row] { next }
	{
		version = $10 == "-" ? "" : "{" $8 ":" ($10 ~ /^legacy/ ? "legacy" : substr($10, $10 ~ /^=/ ? 2 : 1)) "}"
		if ($9 != "-") {
			if (list[row] == $9) { text[row] = text[row] "," $6; next }
			sub(/[^ ]* *$/, "", text[row]); list[row] = $9
			text[row] = text[row] "[" encoding "]" $6
		} else text[row] = text[row] " " $4 ":" $6 ($7 == "-" ? "" : "~" $7) version
		encoding = $6
	}
	END { for (i = 1; i <= n; i++) print order[i], since[order[i]] text[order[i]] }' "$SHARED/spec/formats/otf2-records.tsv"
}

# The same of records.def.
ours() {
	awk '
	BEGIN {
		split("def gdef local ldef event evt snap snap marker marker thumb thumb", w, " ")
		for (i = 1; i in w; i += 2) kind[w[i]] = w[i + 1]
		split("u8 u8 u32 c32 u64 c64 i64 s64 f64 f64 TimeStamp u64 text str value val LocationRef c64 IoParadigmRef u8 RmaSyncLevel c32", w, " ")
		for (i = 1; i in w; i += 2) code[w[i]] = w[i + 1]
		split("String Attribute Location Region Group Metric Comm Parameter RmaWin SourceCodeLocation CallingContext InterruptGenerator IoFile IoHandle LocationGroup", w, " ")
		for (i = 1; i in w; i++) { t = w[i]; gsub(/[A-Z]/, "_&", t); table[w[i] "Ref"] = toupper(substr(t, 2)) }
		table["TimeStamp"] = "CLOCK"
		code["metric"] = "u8,c64"; code["property"] = "u8,u8,val"
	}
	function code_of(t) { return t in code ? code[t] : t ~ /(Ref|Flag)$/ ? "c32" : "u8" }
	/^#/ || NF == 0 || $2 == "Unknown" { next }
	{
		text = kind[$1] " " $4 " " $2 " " $5 " " $6
		for (i = 7; i <= NF; i++) {
			f = $i; version = own = count = ""
			if (match(f, /[{].*/)) { version = substr(f, RSTART); f = substr(f, 1, RSTART - 1) }
			sub(/@.*/, "", f); sub(/^-/, "", f)
			if (match(f, /\/.*/)) { own = substr(f, RSTART + 1); f = substr(f, 1, RSTART - 1) }
			if (match(f, /\[.*/)) { count = substr(f, RSTART + 1, RLENGTH - 2); f = substr(f, 1, RSTART - 1) }
			split(f, part, ":")
			if (own == "idmap") part[1] = "idMap"
			t = $1 == "event" ? table[part[2]] : ""
			if (count) text = text " [" code_of(count) "]" code_of(part[2])
			else text = text " " part[1] ":" (own ? own : code_of(part[2])) (t ? "~" t : "") version
		}
		print text
	}' "$REPO/libotfpipe/otf2/records.def"
}

@test "records.def has all records and fields of the format" {
	# global definitions in files of locations are those of the global file
	described | awk '$1 != "ldef" || $2 < 10' | sort >want
	ours | sort >have
	[ "$(wc -l <have)" -gt 140 ]
	diff want have
}

@test "local files have the global definitions from id 10 on, as they are" {
	described | sed -n 's/^gdef \([1-9][0-9] .*\)/\1/p' | sort >want
	described | sed -n 's/^ldef \([1-9][0-9] .*\)/\1/p' | sort >have
	cut -d' ' -f1 have | sort -n | head -1 | grep -x 10
	comm -13 want have >other
	diff /dev/null other
}
