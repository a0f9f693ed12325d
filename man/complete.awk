# Completion file of one command, from its --otfp-complete output on stdin:
# letter HT long HT arg HT help. -v shell=bash|zsh -v name=COMMAND
BEGIN { FS = "\t"; fn = "_" name; gsub(/-/, "_", fn) }

function zsh_quote(s) {
	gsub(/\\/, "\\\\", s)
	gsub(/\[/, "\\[", s); gsub(/\]/, "\\]", s); gsub(/:/, "\\:", s)
	gsub(/'/, "'\\''", s)
	return s
}

function zsh_spec(opt, plus, arg, help) {
	printf " \\\n  '*%s%s[%s]%s'", opt, plus, zsh_quote(help), arg
}

# An argument that may be left out stands in brackets.
{
	optional = $3 ~ /^\[/
	arg = $3; gsub(/[][=]/, "", arg)
	if ($1 != "") words = words " -" $1
	if ($2 != "") words = words " --" $2 (arg != "" && !optional ? "=" : "")
	if ($1 != "" && arg != "") takes = takes (takes == "" ? "" : "|") "-" $1
	n++
	letter[n] = $1; long[n] = $2; args[n] = arg; opt[n] = optional; help[n] = $4
}

function bash_file() {
	print "# bash completion for " name
	print fn "()"
	print "{"
	print "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}"
	print "\tCOMPREPLY=()"
	if (takes != "") {
		print "\tcase $prev in"
		print "\t" takes ") return ;;"
		print "\tesac"
	}
	print "\t[[ $cur == -* ]] || return"
	print "\tCOMPREPLY=($(compgen -W '" substr(words, 2) "' -- \"$cur\"))"
	print "\t[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace"
	print "}"
	print "complete -o default -F " fn " " name
}

function zsh_file(    i, a) {
	print "#compdef " name
	printf "_arguments -s -S"
	for (i = 1; i <= n; i++) {
		a = args[i] == "" ? "" : (opt[i] ? "::" : ":") zsh_quote(args[i]) ":_files"
		if (letter[i] != "") zsh_spec("-" letter[i], args[i] == "" ? "" : "+", a, help[i])
		if (long[i] != "")
			zsh_spec("--" long[i], args[i] == "" ? "" : opt[i] ? "=-" : "=", a, help[i])
	}
	print " \\\n  '*:trace:_files'"
}

END { if (shell == "zsh") zsh_file(); else bash_file() }
