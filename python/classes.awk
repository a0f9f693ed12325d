# classes.awk - _classes.pyi out of `otf-cat --schema`: the classes of records, for type checkers and editors.
BEGIN {
	FS = "\t"
	type["u8"] = type["u32"] = type["u64"] = "int"
	type["value"] = "Union[int, float]"
	type["string"] = "Optional[str]"
	type["list"] = "Tuple[int, ...]"
	type["file"] = "str"
	print "from typing import NamedTuple, Optional, Tuple, Union\n\nfrom ._records import Tag"
}
/^#/ { next }
{
	printf "\n\nclass %s(NamedTuple):\n", $1
	if ($3 == "def" || $1 == "DefMarker")
		print "    stream: int"
	else
		print "    time: int\n    process: int"
	for (i = 4; i <= NF; i++) {
		split($i, part, ":")
		# tuple has a method of that name
		print "    " part[1] ": " type[part[2]] (part[1] == "count" ? "  # type: ignore[assignment]" : "")
	}
	print "    tags: Tuple[Tag, ...] = ..."
}
