# vtf3.awk - make vtf3.h from vtf3.def, which has the records, and vtf3.h.in, which has the text.
#
#     awk -f vtf3.awk vtf3.def vtf3.h.in >vtf3.h
#
# In vtf3.h.in, a line "@Defact" becomes the functions that write and compose that record, "@RECTYPES" the numbers of all
# record types, "@DCLS" the macros that declare handlers. Each record must be in vtf3.h.in exactly once.
BEGIN {
	split("INT CPUINT COMM SCL JOB IOTYPE VTYPE COUNT", w, " ")
	for (i in w) c[w[i]] = "int "
	split("UNS CPU ANYCPU", w, " ")
	for (i in w) c[w[i]] = "unsigned int "
	split("DUR REAL SECS", w, " ")
	for (i in w) c[w[i]] = "double "
	c["STR"] = "const char *"
	c["INTS"] = c["VTYPES"] = "const int *"
	c["CPUS"] = c["TRIPLETS"] = "const unsigned int *"
	c["STRS"] = "char *const *"
	c["REALS"] = "const double *"
	c["VALUES"] = c["BOUNDS"] = c["BYTES"] = "const void *"
	c["CHARS"] = "const char *"
}

function fail(what) {
	print "vtf3.awk: " FILENAME ":" FNR ": " what >"/dev/stderr"
	failed = 1
	exit 1
}

# One record: name, code, kind, arguments.
function take(row,    part, name, type, code) {
	match(row, /\([A-Za-z_]+/)
	name = substr(row, RSTART + 1, RLENGTH - 1)
	split(row, part, /, */)
	code = part[2]
	if (sub(/^PRIVATE \+ /, "", code)) code += 22016
	names[++nnames] = name
	codes[name] = code
	params[name] = part[3] == "EVENT" ? ", double time" : ""
	while (match(row, /[^A-Z]A\([a-z0-9_]+, [A-Z]+\)/)) {
		split(substr(row, RSTART + 3, RLENGTH - 4), part, ", ")
		row = substr(row, RSTART + RLENGTH - 1)
		type = name == "Unrecognizable" && part[2] == "BYTES" ? "CHARS" : part[2]
		if (!(type in c)) fail("no C type for " type)
		params[name] = params[name] ", " c[type] part[1]
	}
}

# break text after commas into lines of about 100 columns; each line but the first starts with a tab, each but the last
# ends in tail
function wrap(text, tail,    out, line, n, word, i) {
	n = split(text, word, ", ")
	for (i = 1; i <= n; i++) {
		if (i > 1 && length(line) + length(word[i]) > 100) {
			out = out line "," tail "\n"
			line = "\t"
		} else if (i > 1)
			line = line ", "
		line = line word[i]
	}
	return out line
}

FNR == NR {
	if ($0 ~ /^[RU]\([A-Z]/) row = ""
	else if (row == "") next
	row = row " " $0
	rest = row
	if (gsub(/\(/, "", rest) == gsub(/\)/, "", rest)) {
		take(row)
		row = ""
	}
	next
}
/^@RECTYPES$/ {
	for (i = 1; i <= nnames; i++) printf "#define VTF3_RECTYPE_%s %d\n", toupper(names[i]), codes[names[i]]
	next
}
/^@DCLS$/ {
	for (i = 1; i <= nnames; i++)
		print wrap("#define VTF3_DCL_" toupper(names[i]) "(storage, function) storage int function(void *firsthandlerarg" \
		           params[names[i]] ")", " \\")
	next
}
/^@/ {
	name = substr($0, 2)
	if (!(name in codes)) fail("unknown record: " name)
	if (done[name]++) fail("used twice: " name)
	print wrap("VTF3_API int VTF3_Write" name "(void *fcb" params[name] ");", "")
	print wrap("VTF3_API VTF3_rec_t *VTF3_Compose" name "(void *fcb" params[name] ");", "")
	next
}
{ print }
END {
	for (i = 1; i <= nnames && !failed; i++)
		if (!done[names[i]]) fail("missing: @" names[i])
}
