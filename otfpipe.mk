# otfpipe.mk - pattern rules for traces, to include in a Makefile; NAME.otf is an OTF trace.
#
#   make NAME.checked    check the trace; fails on errors and warnings
#   make NAME.tsv        the profile, columns separated by tabs
#   make NAME.folded     call paths and their exclusive time, for flame graphs
#   make NAME.html       the report, for a browser
#   make NAME.json       trace-event JSON, for Perfetto, Chrome and speedscope
#
# The options of a command can be set: OTF_STATFLAGS = --by process,function

OTF_CHECKFLAGS = --strict
OTF_STATFLAGS =
OTF_CHROMEFLAGS =
OTF_REPORTFLAGS =

%.checked: %.otf
	otf-check $(OTF_CHECKFLAGS) $<
	touch $@

%.tsv: %.otf
	otf-stat --tsv $(OTF_STATFLAGS) $< >$@.part && mv $@.part $@

%.folded: %.otf
	otf-stat --folded $(OTF_STATFLAGS) $< >$@.part && mv $@.part $@

%.json: %.otf
	otf-to-chrome $(OTF_CHROMEFLAGS) $< >$@.part && mv $@.part $@

%.html: %.otf
	otf-report --force $(OTF_REPORTFLAGS) -o $@ $<
