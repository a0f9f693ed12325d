# The Python module otf as it is installed, and the examples of its manual. What it does: tests/python.

load common

setup_file() {
	common_setup
	case $BUILD in
	*/san-*) return 0 ;;
	esac
	make -s -C "$REPO" install DEPS=: DESTDIR="$BATS_FILE_TMPDIR/root" PREFIX=/usr >/dev/null
}

setup() {
	common_setup
	need_tools python3
	case $BUILD in
	*/san-*) skip "a Python without sanitizers" ;;
	esac
	ROOT=$BATS_FILE_TMPDIR/root
	MODULE=$(find "$ROOT" -type d -name otf)
	unset PYTHONPATH OTFPIPE_LIB LD_LIBRARY_PATH
}

# with_module ARGUMENT...: Python with the installed module
with_module() {
	PYTHONPATH=$(dirname "$MODULE") python3 "$@"
}

@test "the installed module finds its libraries beside it, also elsewhere" {
	[ "$(with_module -c 'import otf; print(otf.__version__)')" = "$(otf-cat --version | sed -n '1s/.* //p')" ]
	with_module -c 'import otf; print(otf._lib._name)' >got
	grep -q -F "$ROOT" got
	cp -r "$ROOT" moved
	PYTHONPATH=$(dirname "$(find moved -type d -name otf)") python3 -c 'import otf; print(otf._lib._name)' >got
	grep -q -F "$PWD/moved" got
}

@test "a library that is not there is an error that says where it was looked for" {
	cp -r "$MODULE" otf
	fails python3 -c 'import otf' 2>said
	grep -q 'ImportError: otf: libotfpipe is not installed' said
	OTFPIPE_LIB=$BUILD python3 -c 'import otf'
	OTFPIPE_LIB=/nowhere fails python3 -c 'import otf' 2>said
	grep -q '/nowhere/libotfpipe.so' said
}

@test "pythondir chooses the place of the module, and make uninstall takes it away" {
	make -s -C "$REPO" install DEPS=: DESTDIR="$PWD/root" PREFIX=/opt/o libdir=/opt/o/lib64 pythondir=/srv/py >/dev/null
	PYTHONPATH=root/srv/py python3 -c 'import otf; print(otf._lib._name)' >got
	grep -q -F "$PWD/root/opt/o/lib64/libotfpipe.so." got
	PYTHONPATH=root/srv/py PYTHONDONTWRITEBYTECODE='' python3 -c 'import otf'
	make -s -C "$REPO" uninstall DEPS=: DESTDIR="$PWD/root" PREFIX=/opt/o libdir=/opt/o/lib64 pythondir=/srv/py
	[ ! -e root/srv/py/otf ]
}

@test "the module is typed: a stub has the class of each record" {
	[ -e "$MODULE/py.typed" ]
	otf-cat --schema | sed -n 's/^\([A-Z][A-Za-z]*\)\t.*/class \1(NamedTuple):/p' | sort >want
	grep '^class' "$MODULE/_classes.pyi" | sort | diff want -
	command -v mypy >/dev/null || return 0 # which is much to install for one test
	cat >program.py <<-'END'
		import otf
		e: otf.Enter = otf.Enter(1, 1, 7, 0)
		n: int = e.function
		for r in otf.read("x"):
		    pass
	END
	MYPYPATH=$(dirname "$MODULE") mypy --strict --cache-dir=/dev/null program.py
	echo 's: str = e.function' >>program.py
	MYPYPATH=$(dirname "$MODULE") fails mypy --strict --cache-dir=/dev/null program.py
}

@test "the examples of otf-python(7) do what they say" {
	local n=0 script
	awk '
	/^\.SH/ { synopsis = /SYNOPSIS/ }
	/^\.EE/ { on = 0 }
	on { gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print >(name ".py") }
	/^\.EX/ && !synopsis { on = 1; close(name); name = sprintf("%03d", ++n) }' "$REPO/man/otf-python.7"
	sample run
	for script in [0-9]*.py; do
		n=$((n + 1))
		if grep -q 'columns\|frame' "$script" && ! with_module -c 'import numpy, pandas'; then
			with_module -m py_compile "$script"
			continue
		fi
		with_module -W error::ResourceWarning "$script" >"$script.out"
	done
	[ "$n" -ge 6 ]
}

# module MODULE: whether the Python of tests/python has it
has_module() {
	"$REPO/tests/python/python" -c "import $1" 2>/dev/null
}

@test "the examples of doc/cookbook/python for NumPy and pandas run" {
	local tools='' python
	load examples
	unset PYTHON
	if has_module numpy; then tools=numpy; fi
	if has_module pandas; then tools="$tools pandas"; fi
	[ "$tools" ] || skip "no NumPy here"
	examples_setup
	mkdir -p bin
	python=$("$REPO/tests/python/python" -c 'import sys; print(sys.executable)') # not the one in bin, which would run itself
	printf '#!/bin/sh\nPYTHON="%s" exec "%s/tests/python/python" "$@"\n' "$python" "$REPO" >bin/python3
	chmod +x bin/python3
	PATH=$PWD/bin:$PATH
	tools=$tools run_document fenced doc/cookbook/python
}

@test "the import of the module leaves no bytecode in the tree" {
	[ -z "$(find "$REPO/python" "$REPO/tests/python" -name __pycache__)" ]
}
