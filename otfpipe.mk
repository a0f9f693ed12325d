# otfpipe.mk - pattern rules for traces, to include in a Makefile; NAME.otf is an OTF trace.
#
#   make NAME.checked      check the trace; fails on errors and warnings
#   make NAME.tsv          the profile, columns separated by tabs
#   make NAME.folded       call paths and their exclusive time, for flame graphs
#   make NAME.html         the report, for a browser
#   make NAME.json         trace-event JSON, for Perfetto, Chrome and speedscope
#   make NAME.svg          a picture of the trace; so do NAME.png and NAME.pdf
#   make NAME.slices       OTF_SLICES pieces of equal length: NAME.slice-1of8.otf to NAME.slice-8of8.otf
#   make NAME.shares       OTF_SHARES shares, each by OTF_SHARE: NAME.share-1of8.otf to NAME.share-8of8.otf
#   make NAME.joined.otf   these shares as one trace; they no longer exist then. With -z in OTF_SHARE: also in OTF_JOINFLAGS
#
# With make -j several jobs run at once: shares, slices, and the shares of a profile. Set OTF_SHARES and OTF_SLICES before
# the include, or for one run: make -j 8 OTF_SHARES=8 NAME.tsv. OTF_RUN is put before each command that reads a trace, to
# run it elsewhere: OTF_RUN='srun -N 1 -n 1 --exact'. After a failure or a kill, make starts again where it was.
#
# The options of a command can be set, too: OTF_STATFLAGS = --by process,function
#
# NAME is never run: blanks, quotes, $ and ; may be in it. make itself takes = as an assignment, leaves out a blank at the
# start, and wants -- before a NAME that starts with -; a line break is refused. In a Makefile write $$ for $, and a backslash
# before a blank. A share of a trace (NAME.shares, NAME.joined.otf) has its number in place of %K in NAME.

OTF_SHARES ?= 1
OTF_SLICES ?= 8
OTF_RUN ?=
OTF_SHARE ?= otf-cat
OTF_JOINFLAGS ?=
OTF_CHECKFLAGS ?= --strict
# what NAME.tsv counts, and how it shows it: --top 20; what NAME.folded counts
OTF_STATFLAGS ?=
OTF_TSVFLAGS ?=
OTF_PATHFLAGS ?= --by path
OTF_CHROMEFLAGS ?=
OTF_REPORTFLAGS ?=
OTF_DRAWFLAGS ?=
OTF_SLICEFLAGS ?=

.DELETE_ON_ERROR:

define otf_line


endef
# A name as one word of the shell, whatever is in it; ./ before one that would be an option. make ends a command at a line
# break, even between quotes.
otf_quote = $(if $(findstring $(otf_line),$(1)),$(error a name with a line break))'$(if $(filter -%,$(firstword $(1))),./)$(subst ','\'',$(1))'
# The files NAME.KIND-KofN of the shares; $^ would take names with blanks apart
otf_each_share = $(foreach s,$(otf_shares),$(call otf_quote,$*.$(1)-$s))

# A file that is written as standard output gets its name when it is complete, even if make itself is killed.
otf_new = $(call otf_quote,$@.new)
otf_put = >$(otf_new) && mv $(otf_new) $(call otf_quote,$@) || { rm -f $(otf_new); exit 1; }

# 1of3 2of3 3of3
otf_each = $(addsuffix of$(1),$(shell seq $(1) 2>/dev/null))
otf_shares := $(call otf_each,$(OTF_SHARES))
otf_slices := $(call otf_each,$(OTF_SLICES))
$(if $(otf_shares),,$(error OTF_SHARES is $(OTF_SHARES): not a number from 1 on))
$(if $(otf_slices),,$(error OTF_SLICES is $(OTF_SLICES): not a number from 1 on))
# K and N of KofN
otf_k = $(firstword $(subst of, ,$(1)))
otf_n = $(lastword $(subst of, ,$(1)))
# K/N as percent of the time of a trace; nothing, which means open, at its end
otf_percent = $$(awk 'BEGIN { if ($(1) < $(2)) printf "%.6f%%", 100 * ($(1)) / $(2) }')

define otf_share_rules
%.part-$(1): %.otf
	$$(OTF_RUN) otf-stat --partial --part $(otf_k)/$(otf_n) $$(OTF_STATFLAGS) $$(call otf_quote,$$<) $$(otf_put)

%.paths-$(1): %.otf
	$$(OTF_RUN) otf-stat --partial --table function --part $(otf_k)/$(otf_n) $$(OTF_PATHFLAGS) $$(call otf_quote,$$<) $$(otf_put)

%.share-$(1).otf: %.otf
	$$(OTF_RUN) $$(OTF_SHARE) --part $(otf_k)/$(otf_n) --force $$(call otf_quote,$$<) -o $$(call otf_quote,$$*.share-$(1))
endef
$(foreach s,$(otf_shares),$(eval $(call otf_share_rules,$(s))))

define otf_slice_rule
%.slice-$(1).otf: %.otf
	$$(OTF_RUN) otf-slice --force $$(OTF_SLICEFLAGS) \
	  -t "$$(call otf_percent,$(otf_k) - 1,$(otf_n)):$$(call otf_percent,$(otf_k),$(otf_n))" \
	  $$(call otf_quote,$$<) -o $$(call otf_quote,$$*.slice-$(1))
endef
$(foreach s,$(otf_slices),$(eval $(call otf_slice_rule,$(s))))

# make deletes none of these on its own: after a failure of one share the others stay, and of a trace it would delete only
# NAME.otf.
.PRECIOUS: $(foreach s,$(otf_shares),%.part-$(s) %.paths-$(s) %.share-$(s).otf) $(otf_slices:%=\%.slice-%.otf)

%.checked: %.otf
	$(OTF_RUN) otf-check $(OTF_CHECKFLAGS) $(call otf_quote,$<)
	touch $(call otf_quote,$@)

%.json: %.otf
	$(OTF_RUN) otf-to-chrome $(OTF_CHROMEFLAGS) $(call otf_quote,$<) $(otf_put)

%.html: %.otf
	$(OTF_RUN) otf-report --force $(OTF_REPORTFLAGS) -o $(call otf_quote,$@) $(call otf_quote,$<)

otf_draw = $(OTF_RUN) otf-draw --force $(OTF_DRAWFLAGS) -o $(call otf_quote,$@) $(call otf_quote,$<)
%.svg: %.otf
	$(otf_draw)

%.png: %.otf
	$(otf_draw)

%.pdf: %.otf
	$(otf_draw)

%.tsv: $(otf_shares:%=\%.part-%)
	otf-stat --combine --tsv $(OTF_TSVFLAGS) $(call otf_each_share,part) $(otf_put)
	rm -f $(call otf_each_share,part)

%.folded: $(otf_shares:%=\%.paths-%)
	otf-stat --combine --folded $(call otf_each_share,paths) $(otf_put)
	rm -f $(call otf_each_share,paths)

%.shares: $(otf_shares:%=\%.share-%.otf)
	@:

%.joined.otf: $(otf_shares:%=\%.share-%.otf)
	otf-write --force $(OTF_JOINFLAGS) --join $(call otf_quote,$*.joined) $(call otf_each_share,share)

%.slices: $(otf_slices:%=\%.slice-%.otf)
	@:
