# signatures.awk - _signatures.py out of the headers of otf.h: the constants, the functions and the handlers of the C
# interface. Functions with a variable number of arguments, and those with pointers to pointers, are left out.
function trim(s) { gsub(/^[ \t\n]+|[ \t\n]+$/, "", s); gsub(/[ \t\n]+/, " ", s); return s }

function without_comments(s,    at, out) {
	while ((at = index(s, "/*")) > 0) {
		out = out substr(s, 1, at - 1) " "
		s = substr(s, at)
		s = substr(s, index(s, "*/") + 2)
	}
	return out s
}

# A constant as Python writes it; "" for what is none.
function expression(c) {
	if (c ~ /^\(\(uint64_t\)-[0-9]+\)$/)
		return "2**64 - " substr(c, 13, length(c) - 13)
	return c ~ /^(\(?-?[0-9(]|"|OTF_)/ ? c : ""
}

function constant(line,    name) {
	if (line !~ /^#define OTF_[A-Za-z_0-9]+ /)
		return
	name = line; sub(/^#define /, "", name); sub(/ .*/, "", name)
	line = trim(substr(line, length("#define " name) + 1))
	if (expression(line) != "")
		constants = constants name " = " expression(line) "\n"
}

function enumerators(body,    n, part, i, pair) {
	sub(/^[^{]*\{/, "", body); sub(/\}.*/, "", body)
	n = split(body, part, ",")
	for (i = 1; i <= n; i++)
		if (split(part[i], pair, "=") == 2)
			constants = constants trim(pair[1]) " = " trim(pair[2]) "\n"
}

# "const char *name" as ("const char *", "name")
function parameter(p) {
	p = trim(p)
	match(p, /[A-Za-z_0-9]+$/)
	return "(\"" trim(substr(p, 1, RSTART - 1)) "\", \"" substr(p, RSTART) "\")"
}

function parameters(list,    n, part, i, out) {
	if (trim(list) == "void")
		return "()"
	n = split(list, part, ",")
	for (i = 1; i <= n; i++)
		out = out parameter(part[i]) ", "
	return "(" out ")"
}

# A declaration without its semicolon.
function declaration(d,    head, list) {
	if (d ~ /^(typedef )?enum [A-Za-z_]+ \{/)
		enumerators(d)
	if (d ~ /\.\.\.|\*\*|\{/ || d !~ /\)$/)
		return
	list = d; sub(/\)$/, "", list)
	if (d ~ /^typedef int\(OTF_Handler_/) {
		head = d; sub(/^typedef int\(OTF_Handler_/, "", head); sub(/\).*/, "", head)
		sub(/^[^(]*\([^(]*\(/, "", list)
		handlers = handlers "    \"" head "\": " parameters(list) ",\n"
	} else if (d ~ /^OTF_API /) {
		head = d; sub(/^OTF_API /, "", head); sub(/\(.*/, "", head)
		sub(/^[^(]*\(/, "", list)
		match(head, /[A-Za-z_0-9]+$/)
		functions = functions "    \"" substr(head, RSTART) "\": (\"" trim(substr(head, 1, RSTART - 1)) "\", " \
			parameters(list) "),\n"
	}
}

{ text = text $0 "\n" }
END {
	n = split(without_comments(text), line, "\n")
	for (i = 1; i <= n; i++) {
		if (line[i] ~ /^#/)
			constant(trim(line[i]))
		else if (line[i] !~ /^(extern "C" \{|\})$/)
			code = code line[i] " "
	}
	n = split(code, part, ";")
	for (i = 1; i <= n; i++) { # the semicolons in braces end no declaration
		whole = whole part[i]
		opened = gsub(/\{/, "{", whole)
		if (opened > gsub(/\}/, "}", whole))
			continue
		declaration(trim(whole))
		whole = ""
	}
	print "\"\"\"The C interface otf.h, made of its headers.\"\"\"\n"
	print constants
	print "# name: (type of the result, parameters)\nFUNCTIONS = {\n" functions "}\n"
	print "# record: parameters\nHANDLERS = {\n" handlers "}"
}
