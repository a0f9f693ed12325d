# The rules of otf-check --rules as the last notes of its manual page: behind what man/otf-check.h2m has for [=examples].
function text(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s }
BEGIN { print "[=examples]\n.SS Rules" }
/^[a-z]/ {
	name = $1
	sub(/^[^ ]* /, "")
	severity = $0; sub(/:.*/, "", severity)
	sub(/^[^:]*: /, "")
	printf ".TP\n.BR %s \" %s\"\n%s.\n", text(name), severity, text(toupper(substr($0, 1, 1)) substr($0, 2))
	next
}
/^  To (mend|fix) it:/ { sub(/^ +/, ""); print; next }
{ sub(/^ +/, ""); print text($0) }
