# packaging/: what makes Debian packages and the recipe of Spack agree with the tree.

setup() {
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	build=$(dirname "$(command -v otf-cat)")
	cd "$top"
}

@test "the symbols file has what the libraries export; packaging/symbols BUILD writes it" {
	case $build in */san-*) skip "sanitizers add symbols" ;; esac
	packaging/symbols "$build" | diff packaging/debian/libotfpipe.symbols -
}

@test "each file that make install installs is in one Debian package, and each pattern finds one" {
	command -v python3 >/dev/null || skip "no python3"
	make -s --no-print-directory DEPS=: PREFIX=/usr libdir=/usr/lib/arch pythondir=/usr/lib/python3/dist-packages \
		--eval='show-installed: ; @printf "%s\n" $(INSTALLED)' show-installed >"$BATS_TEST_TMPDIR/installed"
	python3 - "$BATS_TEST_TMPDIR/installed" packaging/debian/*.install <<'END'
import fnmatch, sys
files = [line.strip().lstrip("/") for line in open(sys.argv[1])]
bad = len(files) < 100
found = {f: [] for f in files}
for name in sys.argv[2:]:
    for line in open(name):
        pattern = line.split()[0]
        if not pattern.startswith("usr/"):
            continue  # of the source
        hits = [f for f in files if fnmatch.fnmatch(f, pattern) or fnmatch.fnmatch(f, pattern + "/*")]
        if not hits:
            bad = True
            print(name, "finds nothing for", pattern)
        for f in hits:
            found[f].append(name)
for f, names in found.items():
    if len(set(names)) != 1:
        bad = True
        print(f, "is in", names)
sys.exit(bad)
END
}

@test "the recipe of Spack is Python, and has a variant for each optional library" {
	command -v python3 >/dev/null || skip "no python3"
	python3 - packaging/spack/package.py <<'END'
import ast, sys
tree = ast.parse(open(sys.argv[1]).read())
recipe = next(n for n in tree.body if isinstance(n, ast.ClassDef))
calls = [n.value for n in recipe.body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]
variants = {c.args[0].value for c in calls if c.func.id == "variant"}
assert variants == {"zstd", "isal", "cairo", "sqlite", "view"}, variants
needs = {k.value.value for c in calls if c.func.id == "depends_on" for k in c.keywords if k.arg == "when"}
assert needs == {"+" + v for v in variants}, needs
END
	# what the recipe sets to nothing is a variable of the Makefile
	for name in ZSTD ISAL CAIRO SQLITE MICROHTTPD; do
		grep -q "^HAVE_$name := " Makefile mk/*.mk
		grep -q "\"$name\"" packaging/spack/package.py
	done
}

@test "CFLAGS of the user replaces -O2 -g and nothing that a file needs" {
	make -n -B -s DEPS=: all >"$BATS_TEST_TMPDIR/own"
	make -n -B -s DEPS=: all CFLAGS='-O2 -g' | diff "$BATS_TEST_TMPDIR/own" -
	[ "$(grep -c -e ' -O2 -g ' "$BATS_TEST_TMPDIR/own")" -gt 500 ]
}

@test "make dist writes a tarball with its checksum, the same bytes each time, which needs no git to be built" {
	command -v git >/dev/null && [ -e .git ] || skip "no clone here"
	git clone -q . "$BATS_TEST_TMPDIR/clone"
	cd "$BATS_TEST_TMPDIR/clone"
	make -s DEPS=: dist
	set -- otfpipe-*.tar.gz
	[ $# -eq 1 ]
	sha256sum -c --status "$1.sha256"
	cp "$1.sha256" first
	make -s DEPS=: dist
	cmp first "$1.sha256"
	mkdir "$BATS_TEST_TMPDIR/none" && tar -xzf "$1" -C "$BATS_TEST_TMPDIR/none"
	cd "$BATS_TEST_TMPDIR/none"/otfpipe-*
	[ ! -e .git ]
	make -n DEPS=: all >commands
	[ "$(grep -c -w git commands)" -eq 0 ]
}

@test "the tests of the Debian package are programs, and their packages exist" {
	names=$(sed -n 's/^Tests: //p' packaging/debian/tests/control)
	[ "$(echo "$names" | wc -l)" -eq 4 ]
	for name in $names; do
		[ -x "packaging/debian/tests/$name" ]
		sh -n "packaging/debian/tests/$name"
	done
	for package in otfpipe libotfpipe-dev python3-otfpipe otfpipe-doc libotfpipe@ABI@; do
		grep -q -x "Package: $package" packaging/debian/control
	done
}
