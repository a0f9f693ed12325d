# otfpipe-stream.5 from `otf-cat --schema` (first file) and the page with
# @RECORDS@ in it (second file). -v version -v date
BEGIN {
	FS = "\t"
	title["def"] = "Definitions"; title["marker"] = "Markers"; title["events"] = "Events"
	title["snaps"] = "Snapshots"; title["stats"] = "Statistics"
	norder = split("def marker events snaps stats", order, " ")
}

function fields(    i, part, s) {
	for (i = 4; i <= NF; i++) {
		split($i, part, ":")
		s = s (s == "" ? "" : ", ") "\\fI" part[1] "\\fR\\ " part[2]
		if (part[3] != "" && part[3] != "none" && part[3] != "-" && part[3] != part[1])
			s = s "\\ (" part[3] ")"
	}
	return s == "" ? "no fields" : s
}

FNR == NR {
	if ($0 !~ /^#/)
		text[$3] = text[$3] ".TP\n.BR " $1 " \" \\(em " $2 "\"\n" fields() "\n"
	next
}
$0 == "@RECORDS@" {
	for (i = 1; i <= norder; i++)
		if (order[i] in text) printf ".SS %s\n%s", title[order[i]], text[order[i]]
	next
}
{ gsub(/@VERSION@/, version); gsub(/@DATE@/, date); print }
