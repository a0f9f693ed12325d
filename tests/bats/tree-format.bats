# What a new format touches: its directory, and its row in libotfpipe/trace/format.c.

load common

setup() {
	common_setup
	case $BUILD in */san-*) skip "of make, not of programs" ;; esac
}

@test "a format is its directory and a row: then all commands read it" {
	mkdir -p tree/build
	cp -a "$REPO"/{Makefile,mk,libotfpipe,cmd,man,otfpipe.magic,tests} tree
	(cd "$BUILD" && tar cf - --exclude=./tests --exclude=./engines --exclude=./check --exclude=./bench .) | tar xf - -C tree/build
	cp -r "$REPO/tests/tools/toy" tree/libotfpipe/toy
	sed -i -e '/^#include "vtf3\/read\/source.h"/i #include "toy/toy.h"' -e '/^	{LINES, .look = otfp_line_look},/a \
		{.name = "toy", .word = "toy", .look = otfp_toy_look, .open = otfp_toy_open, .source = \&otfp_toy_ops},' tree/libotfpipe/trace/format.c
	[ "$(diff "$REPO/libotfpipe/trace/format.c" tree/libotfpipe/trace/format.c | grep -c '^>')" -eq 2 ]
	make -s -C tree DEPS=: build/otf-cat build/otf-stat build/otf-info >made 2>&1 || { cat made && return 1; }
	printf 'TOY\n5\n8\n' >calls
	tree/build/otf-cat --no-pg calls | grep -v ^@ >got
	printf '%s\n' 'DefProcess|-|0|1|toy|0' 'DefFunction|-|0|7|play|0|0' 'Enter|5|1|7|0' 'Leave|6|1|7|0' 'Enter|8|1|7|0' \
		'Leave|9|1|7|0' | tr '|' '\t' | diff - got
	tree/build/otf-stat --tsv calls | grep -P '^function\t7\tplay\t2\t2\t2'
	tree/build/otf-info calls | grep -E 'format +TOY'
}
