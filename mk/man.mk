# ---- manual and completions, both from the commands themselves ----

MANDATE = $(shell sed -n 's/^otfpipe $(VERSION) (\(.*\))$$/\1/p' NEWS)

# exit status and examples stand in the .h2m in full
$(B)/man/%.1: man/%.h2m $(B)/% NEWS
	@mkdir -p $(@D)
	$(call say,MAN,$@)SOURCE_DATE_EPOCH=$$(date -ud '$(MANDATE)' +%s) LC_ALL=C \
	  help2man --no-info --source='otfpipe $(VERSION)' --include=$< $(addprefix --include=,$(filter %.rules,$^)) \
	  --output=$@.full $(B)/$* && \
	  sed '/^\.SS "Exit status:"/,/^\.SH/{/^\.SH/!d}; /^License:/d' $@.full >$@ && rm -f $@.full

$(B)/man/otf-check.1: $(B)/man/otf-check.rules
$(B)/man/otf-check.rules: man/rules.awk $(B)/otf-check
	@mkdir -p $(@D)
	$(call say,GEN,$@)$(B)/otf-check --rules >$@.text && awk -f man/rules.awk $@.text >$@ && rm -f $@.text

$(B)/man/otfpipe-stream.5: man/otfpipe-stream.5.in man/schema.awk $(B)/otf-cat
	@mkdir -p $(@D)
	$(call say,MAN,$@)$(B)/otf-cat --schema >$(B)/schema && \
	  awk -v version=$(VERSION) -v date='$(MANDATE)' -f man/schema.awk $(B)/schema man/otfpipe-stream.5.in >$@

$(MAN37): $(B)/%: % NEWS
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
