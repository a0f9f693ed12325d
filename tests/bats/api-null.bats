# otfpipe.h: what tests/unit/test_api_null.c has to call.

load common

setup() {
	common_setup
}

@test "every function that takes a pointer is called with NULL by test_api_null" {
	sed -n 's/^\t\(otfp_[a-z_]*\);$/\1/p' "$REPO/libotfpipe/otfpipe.map" |
		grep -vxE 'otfp_(version|version_number|schema|file_name|field_type_name|what_name|names_new)' | sort >want
	sed -n 's/^\tROW(\(otfp_[a-z_]*\),.*/\1/p' "$REPO/tests/unit/test_api_null.c" | sort -u | diff want -
	[ "$(wc -l <want)" -gt 40 ]
}
