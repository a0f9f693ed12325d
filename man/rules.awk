# The rules of otf-check --rules as the section [rules] of its manual.
function text(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s }
BEGIN { print "[rules]" }
/^[a-z]/ {
	name = $1
	sub(/^[^ ]* /, "")
	severity = $0; sub(/:.*/, "", severity)
	sub(/^[^:]*: /, "")
	printf ".TP\n.BR %s \" %s\"\n%s.\n", text(name), severity, text(toupper(substr($0, 1, 1)) substr($0, 2))
	next
}
/^  To fix it:/ { print "To mend it:"; next }
{ sub(/^ +/, ""); print text($0) }
