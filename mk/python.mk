# ---- the Python module otf: plain files, which find the libraries by _place.py ----

PYTHON = python3
# where a Python looks that has its place below PREFIX: that of PYTHON, else that of the system
pythondir = $(or $(firstword $(foreach p,$(PYTHON) /usr/bin/python3,$(shell $(p) -c \
            'import site, sys; p = sys.argv[1] + "/lib"; print(*[d for d in site.getsitepackages() if d.startswith(p)][:1])' \
            '$(PREFIX)' 2>/dev/null))),$(PREFIX)/lib/python3/dist-packages)

PYFILES := $(notdir $(wildcard python/otf/*.py)) py.typed
PYMODULE := $(addprefix $(B)/python/otf/,$(PYFILES) _place.py _signatures.py _classes.pyi)

python: $(PYMODULE) lib

$(B)/python/otf/%: python/otf/%
	@mkdir -p $(@D)
	@cp $< $@

# the name of the libraries' files, and the way to their folder from that of the module
place = printf '%s\n' '"""Where the libraries are."""' 'ABI = "$(ABI)"' 'LIBDIR = "$(1)"'
$(B)/python/otf/_place.py: libotfpipe/otfpipe.h mk/python.mk
	@mkdir -p $(@D)
	@$(call place,../..) >$@

$(B)/python/otf/_signatures.py: python/signatures.awk $(OTFHDR)
	@mkdir -p $(@D)
	@awk -f $< $(sort $(filter %.h,$(filter-out %/otf.h %/otfaux.h $(B)/open-trace-format/OTFAUX%,$(OTFHDR)))) >$@

$(B)/python/otf/_classes.pyi: python/classes.awk $(B)/otf-cat
	@mkdir -p $(@D)
	@$(B)/otf-cat --schema >$@.tab && awk -f $< $@.tab >$@ && rm -f $@.tab
