# otf2.awk - out of otf2.def: otf2-rows.h, the numbers of the rows and the slots of their fields by name; with
# table=1 otf2-rows.def, the rows.
BEGIN {
	split("def DEF local LOCAL event EVENT snap SNAP marker MARKER", word, " ")
	for (i = 1; i in word; i += 2) kind[word[i]] = word[i + 1]
	tail["text"] = "TEXT"; tail["metric[]"] = "METRICS"; tail["property[]"] = "PROPERTIES"
}
/^#/ || NF == 0 { next }
{
	name = ($1 == "snap" ? "Snap" : "") $2
	numbers = numbers "\tOTFP_OTF2_" name ",\n"
	rows = rows "[OTFP_OTF2_" name "] = {\"" $2 "\", OTFP_OTF2_" kind[$1] ", OTFP_OTF2_" toupper($3) ", " NF - 3 ", " \
		($1 == "event" ? events++ : 0) ", {"
	if (NF > 3) slots = slots "\n/* " $1 " " $2 " */\nenum {\n"
	for (i = 4; i <= NF; i++) {
		split($i, part, ":")
		slots = slots "\tOTFP_OTF2_" name "_" part[1] " = " i - 4 ", /* " part[2] " */\n"
		t = part[2] in tail ? tail[part[2]] : part[2] ~ /\[\]$/ ? "LIST" : "NO_TAIL"
		sub(/\[\]/, "", part[2])
		rows = rows "{\"" part[1] "\", \"" part[2] "\", OTFP_OTF2_" t "}, "
	}
	if (NF > 3) slots = slots "};\n"
	rows = rows "}},\n"
}
END {
	if (table) {
		printf "%s", rows
		exit
	}
	print "/* otf2-rows.h - made of otf2.def by otf2.awk */"
	print "#ifndef OTFP_OTF2_ROWS_H\n#define OTFP_OTF2_ROWS_H"
	print "\nenum otfp_otf2_row_number {"
	printf "%s", numbers
	print "\tOTFP_OTF2_NROWS\n};"
	print slots
	print "#endif"
}
