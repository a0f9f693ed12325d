# ---- the headers of the C interface otf.h, as <otf.h> and <open-trace-format/otf.h>: $(B)/open-trace-format ----

OTFDIR := libotfpipe/api/otf
OTFMADE := $(patsubst $(OTFDIR)/%.h.in,$(B)/open-trace-format/%.h,$(wildcard $(OTFDIR)/*.h.in))
OTFHDR := $(OTFMADE) $(patsubst $(OTFDIR)/%,$(B)/open-trace-format/%,$(wildcard $(OTFDIR)/OTF*.h $(OTFDIR)/otf*.h))
GENERATED += $(OTFHDR) $(B)/otf-statements.def $(B)/otf-writers.def

otf_awk = awk -f $(OTFDIR)/otf.awk libotfpipe/record/records.def $< >$@
$(OTFMADE): $(B)/open-trace-format/%.h: $(OTFDIR)/%.h.in $(OTFDIR)/otf.awk libotfpipe/record/records.def
	@mkdir -p $(@D)
	@$(otf_awk)

$(B)/otf-statements.def $(B)/otf-writers.def: $(B)/%: $(OTFDIR)/%.in $(OTFDIR)/otf.awk libotfpipe/record/records.def
	@mkdir -p $(@D)
	@$(otf_awk)

$(B)/open-trace-format/%.h: $(OTFDIR)/%.h
	@mkdir -p $(@D)
	@cp $< $@

# it is a client
$(B)/obj/tests/fuzz/fuzz_otfapi.o: private OWN_CFLAGS := -I$(B)/open-trace-format
