# ---- install, uninstall, dist, clean ----

$(B)/otfpipe.pc: $(B)/flags Makefile mk/install.mk libotfpipe/otfpipe.h FORCE
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(libdir)' 'includedir=$(includedir)' '' \
	  'Name: otfpipe' 'Description: records of Open Trace Format files and line record streams' \
	  'Version: $(VERSION)' 'Requires.private: zlib$(if $(HAVE_ZSTD), libzstd)' \
	  'Libs: -L$${libdir} -lotfpipe' 'Libs.private: -lm -lpthread' \
	  'Cflags: -I$${includedir}/otfpipe' >$@

$(B)/otfpipe-%.pc: $(B)/otfpipe.pc
	@sed -e 's/^Name: .*/Name: otfpipe-$*/' -e 's/-lotfpipe/-lotfpipe-$*/' -e '/^Libs.private/d' \
	  -e 's/^Description: .*/Description: the C interface of another library, by otfpipe/' \
	  -e 's/^Requires.private: .*/Requires.private: otfpipe/' $< >$@

D = $(DESTDIR)
install: all $(ALLLIBS:lib%=$(B)/%.pc)
	$(Q)$(INSTALL) -d $(D)$(bindir) $(D)$(libdir)/pkgconfig $(D)$(includedir)/otfpipe $(D)$(bashdir) $(D)$(zshdir) \
	  $(addprefix $(D)$(mandir)/man,1 3 5 7)
	$(Q)$(INSTALL) $(BINS) $(D)$(bindir)
	$(Q)$(INSTALL) -d $(D)$(datadir)/otfpipe && $(INSTALL) -m 644 otfpipe.magic otfpipe.mk $(D)$(datadir)/otfpipe
	$(Q)for l in $(ALLLIBS); do \
	  $(INSTALL) -m 644 $(B)/$$l.a $(B)/$$l.so.$(VERSION) $(D)$(libdir) && \
	  ln -sf $$l.so.$(VERSION) $(D)$(libdir)/$$l.so.$(ABI) && ln -sf $$l.so.$(VERSION) $(D)$(libdir)/$$l.so && \
	  $(INSTALL) -m 644 $(B)/$${l#lib}.pc $(D)$(libdir)/pkgconfig || exit 1; done
	$(Q)$(INSTALL) -m 644 $(HEADERS) $(D)$(includedir)/otfpipe
	$(Q)for f in $(CMDS); do \
	  $(INSTALL) -m 644 $(B)/completions/$$f $(D)$(bashdir) && \
	  $(INSTALL) -m 644 $(B)/completions/_$$f $(D)$(zshdir) || exit 1; done
	$(Q)for f in $(MAN15) $(MAN37); do $(INSTALL) -m 644 $$f $(D)$(mandir)/man$${f##*.} || exit 1; done

uninstall:
	rm -f $(CMDS:%=$(D)$(bindir)/%) $(CMDS:%=$(D)$(bashdir)/%) $(CMDS:%=$(D)$(zshdir)/_%) \
	  $(foreach m,$(notdir $(MAN15) $(MAN37)),$(D)$(mandir)/man$(lastword $(subst ., ,$m))/$m) \
	  $(foreach l,$(ALLLIBS),$(addprefix $(D)$(libdir)/$l,.a .so .so.$(ABI) .so.$(VERSION))) \
	  $(ALLLIBS:lib%=$(D)$(libdir)/pkgconfig/%.pc) \
	  $(addprefix $(D)$(includedir)/otfpipe/,$(notdir $(HEADERS)))
	rm -f $(addprefix $(D)$(datadir)/otfpipe/,otfpipe.magic otfpipe.mk)
	-for d in $(D)$(includedir)/otfpipe $(D)$(datadir)/otfpipe; do test ! -d $$d || rmdir $$d; done

# of what is committed; times are the commit's, so two runs give the same bytes
DIST = otfpipe-$(VERSION)
dist:
	@test -e .git && command -v git >/dev/null || { \
	  echo "make: dist packs what is committed: it needs git, and to run in a clone" >&2; exit 1; }
	$(call say,DIST,$(DIST).tar.gz)git -c tar.umask=0022 archive --format=tar --prefix=$(DIST)/ HEAD >$(DIST).tar && \
	  gzip -9nf $(DIST).tar || { rm -f $(DIST).tar; exit 1; }
