# Completion file of one command, from its --otfp-complete output on stdin:
# letter HT long HT arg HT help HT words. -v shell=bash|zsh -v name=COMMAND
# An argument that may be left out stands in brackets. "," before the words: a list of them by comma. If the
# argument has the form NAME=..., each word is such a name.
BEGIN { FS = "\t"; fn = "_" name; gsub(/-/, "_", fn) }

{
	optional = $3 ~ /^\[/
	arg = $3; gsub(/[][]/, "", arg)
	equals = arg ~ /=/ ? "=" : ""
	n++
	letter[n] = $1; long[n] = $2; args[n] = arg; opt[n] = optional; help[n] = $4
	list[n] = sub(/^, /, "", $5)
	words[n] = $5
	if (equals) { gsub(/ /, "= ", words[n]); words[n] = words[n] (words[n] ? "=" : "") }
	if ($1 != "") options = options " -" $1
	if ($2 != "") options = options " --" $2 (arg != "" && !optional ? "=" : "")
}

# What stands before the value in a case of bash: --long, and -x if the value may be the next word.
function patterns(i) { return (letter[i] != "" ? "-" letter[i] "|" : "") "--" long[i] }

function bash_file(    i) {
	print "# bash completion for " name
	print fn "()"
	print "{"
	print "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words= before="
	print "\tCOMPREPLY=()"
	print "\t# --option=value comes as three words"
	print "\tif [[ $cur == = ]]; then"
	print "\t\tcur="
	print "\telif [[ $prev == = ]]; then"
	print "\t\tprev=${COMP_WORDS[COMP_CWORD-2]}"
	for (i = 1; i <= n; i++) if (opt[i]) {
		print "\telif [[ $prev == --" long[i] " ]]; then"
		print "\t\tprev="
	}
	print "\tfi"
	print "\tcase $prev in"
	for (i = 1; i <= n; i++) {
		if (args[i] == "") continue
		printf "\t%s)%s\n", patterns(i), words[i] == "" ? " return ;;" : ""
		if (words[i] == "") continue
		if (list[i]) print "\t\t[[ $cur != *,* ]] || before=${cur%,*},"
		print "\t\twords='" words[i] "' ;;"
	}
	print "\tesac"
	print "\tif [[ $words ]]; then"
	print "\t\tCOMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"${cur#\"$before\"}\"))"
	print "\telif [[ $cur == -* ]]; then"
	print "\t\tCOMPREPLY=($(compgen -W '" substr(options, 2) "' -- \"$cur\"))"
	print "\tfi"
	print "\t[[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace"
	print "}"
	print "complete -o default -F " fn " " name
}

function zsh_quote(s) {
	gsub(/\\/, "\\\\", s)
	gsub(/\[/, "\\[", s); gsub(/\]/, "\\]", s); gsub(/:/, "\\:", s)
	gsub(/'/, "'\\''", s)
	return s
}

function zsh_spec(opt, plus, arg, help) {
	printf " \\\n  '*%s%s[%s]%s'", opt, plus, zsh_quote(help), arg
}

function zsh_values(i) {
	if (words[i] == "") return "_files"
	return list[i] ? "_values -s , " zsh_quote(args[i]) " " words[i] : "(" words[i] ")"
}

function zsh_file(    i, a) {
	print "#compdef " name
	printf "_arguments -s -S"
	for (i = 1; i <= n; i++) {
		a = args[i] == "" ? "" : (opt[i] ? "::" : ":") zsh_quote(args[i]) ":" zsh_values(i)
		if (letter[i] != "") zsh_spec("-" letter[i], args[i] == "" ? "" : "+", a, help[i])
		if (long[i] != "")
			zsh_spec("--" long[i], args[i] == "" ? "" : opt[i] ? "=-" : "=", a, help[i])
	}
	print " \\\n  '*:trace:_files'"
}

END { if (shell == "zsh") zsh_file(); else bash_file() }
