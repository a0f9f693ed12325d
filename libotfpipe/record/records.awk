# records.awk - otfpipe-records.h out of records.def: the record types, and the slots of their fields by name.
BEGIN {
	kind["DEF"] = "a definition"; kind["MARKER"] = "a marker"; kind["EVENT"] = "an event"
	kind["SNAP"] = "a snapshot"; kind["STAT"] = "a statistic"
	member["U8"] = "u, 8 bits"; member["U32"] = "u, 32 bits"; member["U64"] = "u, 64 bits"
	member["VALUE"] = "u, 64 bits of a counter"; member["STR"] = "s"; member["LIST"] = "l"
	member["KIND"] = "u, enum otfp_file"
}
# A row R(...) ends with the parenthesis after its last field; rows O(...) have the slots of their R.
/^[RO]\(/ { in_row = /^R/; fields = 0 }
/^R\(/ {
	split(substr($0, 3), part, /, */)
	name = part[1]; file = part[4]
	types = types "\tOTFP_" name " = " part[2] ",\n"
	if (part[2] + 0 > most) most = part[2] + 0
}
/^ *F\(/ && in_row {
	split(substr($0, index($0, "(") + 1), part, /, */)
	what = part[8]; gsub(/\)/, "", what)
	slot[part[1]] = "\tOTFP_" name "_" part[2] " = " part[1] ", /* " member[part[3]] \
		(what == "NONE" ? "" : "; OTFP_W_" what) " */\n"
	fields++
}
/\)\)$/ && in_row {
	slots = slots "\n/* " name ", " kind[file] " */\nenum {\n"
	for (i = 0; i < fields; i++) slots = slots slot[i]
	slots = slots "};\n"
	in_row = 0
}
END {
	print "/*"
	print " * otfpipe-records.h - the record types, and the slots of their fields: rec->f[OTFP_Enter_function].u"
	print " * Made of records.def; otfpipe.h includes it."
	print " */"
	print "#ifndef OTFPIPE_RECORDS_H"
	print "#define OTFPIPE_RECORDS_H"
	print "\nenum otfp_type {\n\tOTFP_NONE = 0,"
	printf "%s", types
	print "\tOTFP_NTYPES = " most + 1 ","
	print "\tOTFP_CONTROL = 0x100, /* a control line, in `line`: @PG, @SM, @LOST, @FT ... */"
	print "\tOTFP_OTHER = 0x101    /* a record of a name that this library does not know, in `line` */\n};"
	print slots
	print "#endif"
}
