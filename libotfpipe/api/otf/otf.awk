# otf.awk - the statements of the C interface otf.h, made of records.def: awk -f otf.awk records.def FILE.in
#
# In FILE.in a line `@WHAT TEXT` becomes one line TEXT for each record type that has a WHAT, with %N for the name of the
# function or type and %A for the parameters, each with ", " before it:
#     @write      a write function of OTF_Writer, and its KV form
#     @stream     the same of OTF_WStream: definitions have no parameter for the stream
#     @handler    a handler, with key-values
#     @copy       a copy handler
# @statements becomes the rows of otf-statements.def, @writers those of otf-writers.def, both for C. All other lines are
# copied.
BEGIN {
	# what its parameter has for a type where it is not that of the field
	ctype["DefAttributeList", "types"] = "OTF_ATTR_TYPE *"
	ctype["DefKeyValue", "type"] = "OTF_Type "
	ctype["DefAuxSamplePoint", "type"] = "OTF_AuxSamplePointType "
	plain["U8"] = "uint8_t "; plain["U32"] = "uint32_t "; plain["U64"] = plain["VALUE"] = "uint64_t "
	plain["LIST"] = "const uint32_t *"
}
FNR == NR && /^R\([A-Z]/ {
	split(substr($0, 3), part, /, */)
	gsub(/\)/, "", part[8])
	name = names[++n] = part[1]
	place[name] = part[4]; args[name] = part[8]
	in_row = 1
}
FNR == NR && /^O\(/ { in_row = 0 }
FNR == NR && /^ *F\(/ && in_row {
	split(substr($0, index($0, "(") + 1), part, /, */)
	field[name, part[1]] = part[2]
	type[name, part[1]] = part[3]
	fields[name]++
}
FNR == NR { next }

function is_timed(name) { return place[name] ~ /EVENT|SNAP|STAT/ || name == "Marker" }

# the parameter of a slot as C, or as a row
function slot(name, i, row,    what, c, t) {
	what = field[name, i]; t = type[name, i]
	c = (name, what) in ctype ? ctype[name, what] : plain[t]
	if (t == "STR") return row ? " TEXT(" i ", " what ")" : ", const char *" what
	if (t == "LIST") return row ? " LIST(" i ", " c ", " what ")" : ", uint32_t n_" what ", " c what
	sub(/ $/, "", c)
	return row ? " NUMBER(" i ", " c ", " what ")" : ", " c " " what
}

# all parameters after the handle, in the order of C
function parameters(name, row, in_stream,    out, home, after, i) {
	if (is_timed(name)) {
		out = row ? " TIME" : ", uint64_t time"
		home = row ? " PROCESS" : ", uint32_t process"
	} else
		home = row ? " STREAM" : in_stream ? "" : ", uint32_t stream"
	after = args[name] ~ /^AFTER_/ ? substr(args[name], 7, 1) : 0
	for (i = 0; i < fields[name]; i++)
		out = out (i == after ? home : "") slot(name, i, row)
	return out (after >= fields[name] ? home : "")
}

# break text after commas into lines of at most 100 columns
function wrap(text,    out, line, k, word, i) {
	k = split(text, word, ", ")
	for (i = 1; i <= k; i++) {
		if (i > 1 && length(line) + length(word[i]) > 100) {
			out = out line ",\n"
			line = "\t" word[i]
		} else
			line = line (i > 1 ? ", " : "") word[i]
	}
	return out line
}
function put(text, name, list) {
	gsub(/%N/, name, text)
	gsub(/%A/, list, text)
	print wrap(text)
}

function writes(text, in_stream,    i, name, list) {
	for (i = 1; i <= n; i++) {
		name = names[i]
		if (args[name] ~ /_READ$/) continue
		list = parameters(name, 0, in_stream)
		if (args[name] !~ /_KV/) put(text, name, list)
		put(text, name (args[name] ~ /_KV$/ ? "" : "KV"), list ", OTF_KeyValueList *list")
	}
}
function form(name) { return args[name] ~ /_READ$/ ? "READ" : args[name] ~ /_KVNAME$/ ? "KVNAME" : args[name] ~ /_KV$/ ? "KV" : "BOTH" }

/^@write / { writes(substr($0, 8), 0); next }
/^@stream / { writes(substr($0, 9), 1); next }
/^@handler / || /^@copy / {
	for (i = 1; i <= n; i++) {
		if (names[i] == "UnknownRecord") continue
		no_list = $1 == "@copy" && args[names[i]] ~ /_READ$/
		put(substr($0, length($1) + 2), names[i], parameters(names[i], 0, 0) (no_list ? "" : ", OTF_KeyValueList *list"))
	}
	next
}
/^@statements$/ {
	for (i = 1; i <= n; i++)
		if (names[i] != "UnknownRecord")
			print "S(" names[i] ", " place[names[i]] ", " form(names[i]) "," parameters(names[i], 1, 0) ")"
	next
}

# the names of C parameters
function names_of(list,    out, k, part, i) {
	k = split(list, part, ", ")
	for (i = 1; i <= k; i++) {
		sub(/.*[ *]/, "", part[i])
		out = out (i > 1 ? ", " : "") part[i]
	}
	return out
}
/^@writers$/ {
	for (i = 1; i <= n; i++) {
		if (names[i] == "UnknownRecord") continue
		list = substr(parameters(names[i], 0, 1), 3)
		print (is_timed(names[i]) ? "T(" : "D(") names[i] ", " place[names[i]] ", " form(names[i]) ", (" list "), (" \
			names_of(list) ")," parameters(names[i], 1, 1) ")"
	}
	next
}
{ print }
