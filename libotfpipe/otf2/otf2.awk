# otf2.awk - what is made of records.def. By default otf2-rows.h, the numbers of the rows and the slots of their fields by
# name; with -v out=rows, stored or frames the file otf2-OUT.def:
#     rows     the table of frame.c
#     stored   the table of stored.c: how the records of each row are on disk
#     frames   for other scripts: kind, name, fidelity, and the fields of frames in their order, name:type
BEGIN {
	split("def DEF local LOCAL event EVENT snap SNAP marker MARKER", word, " ")
	for (i = 1; i in word; i += 2) kind[word[i]] = word[i + 1]
	tail["text"] = "TEXT"; tail["metric[]"] = "METRICS"; tail["property[]"] = "PROPERTIES"
	# tables of locations, by the references that go through them
	split("String Attribute Location Region Group Metric Comm Parameter RmaWin SourceCodeLocation CallingContext " \
		"InterruptGenerator IoFile IoHandle LocationGroup", word, " ")
	for (i = 1; i in word; i++) mapped[word[i] "Ref"] = i
	split("u8 U8 u32 C32 u64 C64 i64 S64 f64 F64 text TEXT value VALUE TimeStamp U64 LocationRef C64 IoParadigmRef U8 " \
		"RmaSyncLevel C32 metric METRIC property PROPERTY", word, " ")
	for (i = 1; i in word; i += 2) code[word[i]] = word[i + 1]
	split("StringRef STRINGS AttributeRef ATTRIBUTES SystemTreeNodeRef TREE_NODES " \
		"LocationGroupRef LOCATION_GROUPS LocationRef LOCATIONS RegionRef REGIONS CallsiteRef CALLSITES " \
		"CallpathRef CALLPATHS GroupRef GROUPS MetricMemberRef MEMBERS MetricRef METRICS_SPACE " \
		"CommRef COMMS ParameterRef PARAMETERS RmaWinRef WINDOWS CartDimensionRef DIMENSIONS " \
		"CartTopologyRef TOPOLOGIES SourceCodeLocationRef SOURCES CallingContextRef CONTEXTS " \
		"InterruptGeneratorRef INTERRUPTS IoFileRef IO_FILES IoHandleRef IO_HANDLES " \
		"IoParadigmRef IO_PARADIGMS MarkerRef MARKERS", word, " ")
	for (i = 1; i in word; i += 2) space[word[i]] = word[i + 1]
	split("u8 U8 u32 U32 u64 U64 i64 I64 f64 F64 value VALUE text BYTES TimeStamp U64 LocationRef U64 IoParadigmRef U8 " \
		"RmaSyncLevel U32", word, " ")
	for (i = 1; i in word; i += 2) form[word[i]] = word[i + 1]
}
function tail_of(type) { return type in tail ? tail[type] : type ~ /\[\]$/ ? "LIST" : "NO_TAIL" }
function bare(type) { sub(/\[\]/, "", type); return type }
function code_of(type) { return type in code ? code[type] : type ~ /(Ref|Flag)$/ ? "C32" : "U8" }
# struct otfp_otf2_type
function type_of_field(type) {
	return "{OTFP_OTF2_" (type in form ? form[type] : type ~ /(Ref|Flag)$/ ? "U32" : "U8") ", OTFP_OTF2_" \
		(type in space ? space[type] : "NO_SPACE") ", " (!(type in space) && (!(type in form) || type == "RmaSyncLevel")) "}"
}

# ---- rows ----

# What an older record has for a field: `what` of {VERSION:WHAT}. The fields before it are stored[0 .. nstored - 1]
function missing(what,    i) {
	if (what == "") return "OTFP_OTF2_REQUIRED, 0"
	if (what == "UNDEF") return "OTFP_OTF2_UNDEFINED, 0"
	if (what ~ /^[0-9]/) return "OTFP_OTF2_NUMBER, " what
	for (i = 0; i < nstored; i++) if (stored[i] == (what == "legacy" ? older : what)) break
	return (what == "legacy" ? "OTFP_OTF2_LEGACY, " : "OTFP_OTF2_COPY, ") i
}
# Take the part of `rest` from a character on
function part_from(character,    at, part) {
	at = index(rest, character)
	if (!at) return ""
	part = substr(rest, at + 1); rest = substr(rest, 1, at - 1)
	return part
}
# How a field of records.def is stored; what frames have of it goes to framed[], by slot
function store(field,    name, type, own, slot, what, count, how) {
	rest = field
	what = part_from("{"); sub(/^.*:/, "", what); sub(/}$/, "", what)
	slot = part_from("@"); own = toupper(part_from("/"))
	count = part_from("["); sub(/]$/, "", count)
	type = part_from(":"); name = rest
	if (slot == "") slot = nframed
	if (sub(/^-/, "", name)) { older = name; slot = "OTFP_OTF2_NO_SLOT" }
	else { framed[slot] = name ":" type (count ? "[]" : ""); nframed++ }
	how = "{OTFP_OTF2_AS_" (own ? own : code_of(type)) ", " (count ? "OTFP_OTF2_AS_" code_of(count) : 0) ", " slot ", " \
		($1 != "event" ? 0 : type == "TimeStamp" ? "OTFP_OTF2_BY_CLOCK" : mapped[type] + 0) ", " missing(what) "}, "
	stored[nstored++] = name
	return how
}
# Leaves kind, name, fidelity and the fields of frames, name:type, in $0
function take_row(    i, text) {
	nframed = nstored = 0
	for (i = 7; i <= NF; i++) text = text store($i)
	storage = "{" ($4 == "-" ? 0 : $4) ", " ($5 == "bare") ", " nstored ", {" text "}}"
	text = $1 " " $2 " " $3
	for (i = 0; i < nframed; i++) text = text " " framed[i]
	$0 = text
}

/^#/ || NF == 0 || $1 == "thumb" { next }
{
	take_row()
	frames = frames $0 "\n"
	row = ($1 == "snap" ? "Snap" : "") $2
	for (i = 4; i <= NF; i++) { split($i, part, ":"); names[i] = part[1]; types[i] = part[2] }
	numbers = numbers "\tOTFP_OTF2_" row ",\n"
	rows = rows "[OTFP_OTF2_" row "] = {\"" $2 "\", OTFP_OTF2_" kind[$1] ", OTFP_OTF2_" toupper($3) ", " NF - 3 ", " \
		($1 == "event" ? events++ : 0) ", {"
	if (NF > 3) slots = slots "\n/* " $1 " " $2 " */\nenum {\n"
	for (i = 4; i <= NF; i++) {
		slots = slots "\tOTFP_OTF2_" row "_" names[i] " = " i - 4 ", /* " types[i] " */\n"
		rows = rows "{\"" names[i] "\", " type_of_field(bare(types[i])) ", OTFP_OTF2_" tail_of(types[i]) "}, "
	}
	if (NF > 3) slots = slots "};\n"
	rows = rows "}},\n"
	stores = stores "[OTFP_OTF2_" row "] = " storage ",\n"
}
END {
	if (out == "rows") printf "%s", rows
	if (out == "stored") printf "%s", stores
	if (out == "frames") printf "%s", frames
	if (out) exit
	print "/* otf2-rows.h - made of records.def by otf2.awk */"
	print "#ifndef OTFP_OTF2_ROWS_H\n#define OTFP_OTF2_ROWS_H"
	print "\nenum otfp_otf2_row_number {"
	printf "%s", numbers
	print "\tOTFP_OTF2_NROWS\n};"
	print slots
	print "#endif"
}
