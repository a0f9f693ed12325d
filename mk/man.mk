# ---- manual and completions, both from the commands themselves ----

man: $(MANNEW)
	@test -n '$(HELP2MAN)' || { echo "make: man needs help2man; the pages in man/ stay as they are" >&2; exit 1; }
	$(Q)for f in $(MAN15); do cmp -s $(B)/$$f $$f || { echo "  $$f"; cp $(B)/$$f $$f; } || exit 1; done

doc: pictures
	@ls README NEWS CONTRIBUTING $(sort $(wildcard doc/* doc/*/*)) $(MAN15) $(sort $(MANHAND:$(B)/%=%))

MANDATE = $(shell sed -n 's/^otfpipe $(VERSION) (\(.*\))$$/\1/p' NEWS)

# exit status and examples stand in the .h2m in full; help2man would take the text after the examples for a part of them
$(B)/man/%.1: man/%.h2m $(B)/% NEWS
	@mkdir -p $(@D)
	$(call say,MAN,$@)SOURCE_DATE_EPOCH=$$(date -ud '$(MANDATE)' +%s) LC_ALL=C \
	  help2man --no-info --help-option='--help | sed "/^Examples:/,/^$$/d"' --source='otfpipe $(VERSION)' --include=$< $(addprefix --include=,$(filter %.rules,$^)) \
	  --output=$@.full $(B)/$* && \
	  sed '1{/DO NOT MODIFY/d}; /^\.SS "Exit status:"/,/^\.SH/{/^\.SH/!d}; /^License:/d' $@.full >$@ && rm -f $@.full

$(B)/man/otf-check.1: $(B)/man/otf-check.rules
$(B)/man/otf-check.rules: man/rules.awk $(B)/otf-check
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/otf-check --rules >$@.text && awk -f man/rules.awk $@.text >$@ && rm -f $@.text

$(B)/man/otfpipe-stream.5: man/otfpipe-stream.5.in man/schema.awk $(B)/otf-cat
	@mkdir -p $(@D)
	$(call say,MAN,$@)$(B)/otf-cat --schema >$(B)/schema && \
	  awk -v version=$(VERSION) -v date='$(MANDATE)' -f man/schema.awk $(B)/schema man/otfpipe-stream.5.in >$@

$(MANHAND): $(B)/%: % NEWS
	@mkdir -p $(@D)
	$(call say,MAN,$@)sed 's/@VERSION@/$(VERSION)/; s/@DATE@/$(MANDATE)/' $< >$@

$(B)/completions/_%: $(B)/% man/complete.awk
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/$* --otfp-complete >$@.tab && awk -v shell=zsh -v name=$* -f man/complete.awk $@.tab >$@ \
	  && rm -f $@.tab

$(B)/completions/%: $(B)/% man/complete.awk
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/$* --otfp-complete >$@.tab && awk -v shell=bash -v name=$* -f man/complete.awk $@.tab >$@ \
	  && rm -f $@.tab
