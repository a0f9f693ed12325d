# extreme.awk - out of otf2-frames.def, the rows of records.def, the calls of libotf2 that write each record, with the values of round k; see extreme.c.
BEGIN {
	split("u8 uint8_t u32 uint32_t u64 uint64_t i64 int64_t", word, " ")
	for (i = 1; i in word; i += 2) plain[word[i]] = word[i + 1]
	split("def GlobalDef event Evt snap Snap marker Marker", word, " ")
	for (i = 1; i in word; i += 2) library[word[i]] = word[i + 1]
	enums = "^(Type|Paradigm|ParadigmClass|ParadigmProperty|.*(Type|Role|Domain|Mode|Kind|Occurrence|Op|Class|Scope|Option|Severity|Periodicity|Base))$"
}
/^#/ || NF == 0 || $1 == "local" || $2 == "Unknown" { next }
{
	row = ($1 == "snap" ? "Snap" : "") $2
	tagged = $1 == "event" || $1 == "snap"
	text = "static void extreme_" row "(void *w, int k)\n{\n\t" \
		($2 == "Location" ? "if (k >= NLOCATIONS)\n\t\treturn;\n" : "(void)k;\n") "\tCHECK(OTF2_" library[$1] "Writer_" \
		(tagged ? "" : "Write") $2 "(w" (tagged ? ", tags(k), next_time()" : "")
	for (i = 4; i <= NF; i++) {
		split($i, part, ":"); t = part[2]
		# the type of a value that follows
		split($(i + 1), after, ":")
		if (t == "text") text = text ", some_text(k)"
		else if (t == "metric[]") text = text ", some_count(k), metric_types, metric_values"
		else if (t == "property[]") text = text ", some_count(k), properties, types, values"
		else if (t == "u64[]") text = text ", many(k), list_u64"
		else if (t == "StringRef[]") text = text ", many(k), list_u32"
		else if (t ~ /\[\]$/) text = text ", some_count(k), list_u32"
		else if (t == "value") text = text ", value(k)"
		else if (t == "Type" && after[2] == "value") text = text ", type(k)"
		else if (part[1] == "self" && t == "LocationRef") text = text ", location(k)"
		else if (t ~ enums) text = text ", some_enum(k)"
		else text = text ", (" (t in plain ? plain[t] : "OTF2_" t) ")number(k)"
	}
	print text "));\n}\n"
	calls[$1] = calls[$1] "\textreme_" row ",\n"
}
END {
	for (k in calls) print "static void (*const " k "_rows[])(void *, int) = {\n" calls[k] "};\n"
}
