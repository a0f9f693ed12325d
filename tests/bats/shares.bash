# Helpers of the tests that start shares and put them together. Need common.bash.

# whole_trace [OPTION of otf-write]...: the trace big, of 20 streams with counters and messages between them; want.tsv
# and want are what is made of the whole.
whole_trace() {
	need_mktrace
	mktrace -p 40 -e 20k -s 20 --markers | otf-write "$@" big
	otf-stat --by process,function --tsv big >want.tsv
	otf-filter -x -r Counter "$@" big -o want
}

# same_as_whole PROFILE TRACE
same_as_whole() {
	local file
	cmp want.tsv "$1" || return 1
	for file in want.*; do
		[ "$file" = want.tsv ] || cmp "$file" "$2.${file#want.}" || return 1
	done
	[ "$(ls want.* | grep -c -v tsv)" -eq "$(ls "$2".* | grep -c .)" ]
}

# put_together N: the shares share.1 to share.N and the partial profiles p.1 to p.N.
put_together() {
	otf-stat --combine --tsv p.* >got.tsv
	# shellcheck disable=SC2046
	otf-write --join joined $(seq -f share.%.0f "$1")
	same_as_whole got.tsv joined
	rm -f p.* joined.* got.tsv
	nothing share
}
