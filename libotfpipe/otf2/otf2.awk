# otf2.awk - what is made of records.def. By default otf2-rows.h, the numbers of the rows and the slots of their fields by
# name; with -v out=rows, stored, shapes, frames or read the file otf2-OUT.def:
#     rows     the table of frame.c
#     stored   the table of stored.c: how the records of each row are on disk
#     shapes   kind and size of each row, what is looked at for each frame
#     frames   for other scripts: kind, name, fidelity, and the fields of frames in their order, name:type
#     read     the callbacks that libotf2 calls, each makes a frame (lib-read.c), and their registration
# Exceptions are the rows with hand-written functions: MappingTable has a handle instead of its number, and only libotf2
# makes Unknown.
BEGIN {
	split("def DEF local LOCAL event EVENT snap SNAP marker MARKER", word, " ")
	for (i = 1; i in word; i += 2) kind[word[i]] = word[i + 1]
	split("def GlobalDef local Def event Evt snap Snap marker Marker", word, " ")
	for (i = 1; i in word; i += 2) library[word[i]] = word[i + 1]
	tail["text"] = "TEXT"; tail["metric[]"] = "METRICS"; tail["property[]"] = "PROPERTIES"
	split("u8 uint8_t u32 uint32_t u64 uint64_t i64 int64_t f64 double value OTF2_AttributeValue", word, " ")
	for (i = 1; i in word; i += 2) c_type[word[i]] = word[i + 1]
	# what libotf2 counts in 32 bits; others in 8
	count["u64"] = count["StringRef"] = "uint32_t"
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
	# arguments that come before the fields
	split("def data local data event location,time,position,data,tags snap location,time,data,tags marker data", word, " ")
	for (i = 1; i in word; i += 2) head[word[i]] = word[i + 1]
	split("location OTF2_LocationRef time OTF2_TimeStamp position uint64_t data void* tags OTF2_AttributeList*", word, " ")
	for (i = 1; i in word; i += 2) head_type[word[i]] = word[i + 1]
}
function type_of(type) { return type in c_type ? c_type[type] : "OTF2_" type }
function count_of(type) { return type in count ? count[type] : "uint8_t" }
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

# the parameters of the callback of a row
function parameters(    i, n, part, list, t, x) {
	n = split(head[$1], part, ",")
	for (i = 1; i <= n; i++) list = list ", " head_type[part[i]] " " part[i]
	for (i = 4; i <= NF; i++) {
		t = bare(types[i]); x = names[i]
		if (tail_of(types[i]) == "TEXT") list = list ", const char *" x
		else if (tail_of(types[i]) == "LIST") list = list ", " count_of(t) " n_" x ", const " type_of(t) " *" x
		else if (tail_of(types[i]) == "METRICS") list = list ", uint8_t n_" x ", const OTF2_Type *t_" x ", const OTF2_MetricValue *" x
		else if (tail_of(types[i]) == "PROPERTIES")
			list = list ", uint8_t n_" x ", const OTF2_IoParadigmProperty *p_" x ", const OTF2_Type *t_" x ", const OTF2_AttributeValue *" x
		else list = list ", " type_of(t) " " x
	}
	return substr(list, 3)
}
# the statements that fill the fields of a frame and then its contents
function packing(    i, t, x, text, contents) {
	for (i = 4; i <= NF; i++) {
		t = bare(types[i]); x = names[i]
		if (tail_of(types[i]) == "TEXT") {
			text = text "\tf[" i - 4 "] = strlen(" x ");\n"
			contents = contents "\tat = pack_text(at, " x ");\n"
		} else if (tail_of(types[i]) != "NO_TAIL") {
			text = text "\tf[" i - 4 "] = n_" x ";\n"
			contents = contents "\tfor (size_t i = 0; i < n_" x "; i++) {\n"
			if (types[i] == "metric[]") contents = contents "\t\t*at++ = t_" x "[i];\n\t\t*at++ = " x "[i].unsigned_int;\n"
			else if (types[i] == "property[]")
				contents = contents "\t\t*at++ = p_" x "[i];\n\t\t*at++ = t_" x "[i];\n\t\t*at++ = word_of_value(t_" x "[i], " x "[i]);\n"
			else contents = contents "\t\t*at++ = " x "[i];\n"
			contents = contents "\t}\n"
		} else if (t == "value") text = text "\tf[" i - 4 "] = word_of_value(" names[i - 1] ", " x ");\n"
		else if (t == "f64") text = text "\tf[" i - 4 "] = word_of_double(" x ");\n"
		else text = text "\tf[" i - 4 "] = (uint64_t)" x ";\n"
	}
	return text (contents ? "\tuint64_t *at = f + " NF - 3 ";\n" contents : "")
}
# words of the contents
function room(    i, text) {
	for (i = 4; i <= NF; i++) {
		if (tail_of(types[i]) == "TEXT") text = text " + words_of_text(" names[i] ")"
		if (tail_of(types[i]) == "LIST") text = text " + n_" names[i]
		if (tail_of(types[i]) == "METRICS") text = text " + 2u * n_" names[i]
		if (tail_of(types[i]) == "PROPERTIES") text = text " + 3u * n_" names[i]
	}
	return text
}
function callback(    has_tags) {
	has_tags = head[$1] ~ /tags/
	return "static OTF2_CallbackCode read_" row "(" parameters() ")\n{\n" \
		(has_tags ? "\t(void)location;\n" : "") ($1 == "event" ? "\t(void)position;\n" : "") \
		"\tuint64_t *f = frame(data, OTFP_OTF2_" row ", " (has_tags ? "time" : "0") ", " NF - 3 room() ", " \
		(has_tags ? "tags" : "NULL") ");\n\n\tif (!f)\n\t\treturn OTF2_CALLBACK_ERROR;\n" \
		packing() "\treturn OTF2_CALLBACK_SUCCESS;\n}\n\n"
}
function registration() {
	return "\tok &= OTF2_" library[$1] "ReaderCallbacks_Set" $2 "Callback(callbacks, read_" row ") == OTF2_SUCCESS;\n"
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
	plain = 1
	for (i = 4; i <= NF; i++) {
		slots = slots "\tOTFP_OTF2_" row "_" names[i] " = " i - 4 ", /* " types[i] " */\n"
		rows = rows "{\"" names[i] "\", " type_of_field(bare(types[i])) ", OTFP_OTF2_" tail_of(types[i]) "}, "
		if (tail_of(types[i]) != "NO_TAIL") plain = 0
	}
	if (NF > 3) slots = slots "};\n"
	rows = rows "}},\n"
	stores = stores "[OTFP_OTF2_" row "] = " storage ",\n"
	shapes = shapes "[OTFP_OTF2_" row "] = {OTFP_OTF2_" kind[$1] ", " (plain ? NF - 3 " + OTFP_OTF2_HEAD_WORDS" : 0) "},\n"
	registered[$1] = registered[$1] registration()
	if ($2 != "MappingTable") callbacks = callbacks callback()
	if ($1 == "local" || $2 == "Unknown") next
}
END {
	if (out == "rows") printf "%s", rows
	if (out == "stored") printf "%s", stores
	if (out == "shapes") printf "%s", shapes
	if (out == "frames") printf "%s", frames
	if (out == "read") {
		printf "%s", callbacks
		for (k in registered) {
			print "static int register_" k "(OTF2_" library[k] "ReaderCallbacks *callbacks)\n{\n\tint ok = callbacks != NULL;\n"
			print registered[k] "\treturn ok;\n}\n"
		}
	}
	if (out) exit
	print "/* otf2-rows.h - made of records.def by otf2.awk */"
	print "#ifndef OTFP_OTF2_ROWS_H\n#define OTFP_OTF2_ROWS_H"
	print "\nenum otfp_otf2_row_number {"
	printf "%s", numbers
	print "\tOTFP_OTF2_NROWS\n};"
	print slots
	print "#endif"
}
