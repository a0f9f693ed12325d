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
	  -e 's/^Requires.private: .*/Requires.private: otfpipe/' \
	  $(if $(filter otf,$*),-e 's|^Cflags: .*|& -I$${includedir}/otfpipe/open-trace-format|') $< >$@

$(SCRIPTS): $(B)/%: $(OTFDIR)/%.in FORCE
	@sed -e 's|@includedir@|$(includedir)|g' -e 's|@libdir@|$(libdir)|g' $< >$@ && chmod 755 $@

# folders and files below DESTDIR, which may have a blank in its name
INSTALLDIRS = $(bindir) $(libdir)/pkgconfig $(includedir)/otfpipe/open-trace-format $(datadir)/otfpipe $(bashdir) $(zshdir) \
              $(addprefix $(mandir)/man,1 3 5 7) $(pythondir)/otf
INSTALLED = $(CMDS:%=$(bindir)/%) $(SCRIPTS:$(B)/%=$(bindir)/%) $(CMDS:%=$(bashdir)/%) $(CMDS:%=$(zshdir)/_%) \
            $(foreach m,$(notdir $(MAN15) $(MANHAND)),$(mandir)/man$(lastword $(subst ., ,$m))/$m) \
            $(foreach l,$(ALLLIBS),$(addprefix $(libdir)/$l,.a .so .so.$(ABI) .so.$(VERSION))) \
            $(ALLLIBS:lib%=$(libdir)/pkgconfig/%.pc) $(addprefix $(includedir)/otfpipe/,$(notdir $(HEADERS))) \
            $(OTFHDR:$(B)/%=$(includedir)/otfpipe/%) \
            $(addprefix $(datadir)/otfpipe/,otfpipe.magic otfpipe.mk) $(addprefix $(pythondir)/otf/,$(notdir $(PYMODULE)))

export DESTDIR
install: all $(ALLLIBS:lib%=$(B)/%.pc)
	$(Q)for d in $(INSTALLDIRS); do $(INSTALL) -d "$$DESTDIR$$d" || exit 1; done
	$(Q)$(INSTALL) $(BINS) $(SCRIPTS) "$$DESTDIR$(bindir)"
	$(Q)$(INSTALL) -m 644 otfpipe.magic otfpipe.mk "$$DESTDIR$(datadir)/otfpipe"
	$(Q)lib="$$DESTDIR$(libdir)"; for l in $(ALLLIBS); do \
	  $(INSTALL) -m 644 $(B)/$$l.a $(B)/$$l.so.$(VERSION) "$$lib" && \
	  ln -sf $$l.so.$(VERSION) "$$lib/$$l.so.$(ABI)" && ln -sf $$l.so.$(VERSION) "$$lib/$$l.so" && \
	  $(INSTALL) -m 644 $(B)/$${l#lib}.pc "$$lib/pkgconfig" || exit 1; done
	$(Q)$(INSTALL) -m 644 $(HEADERS) "$$DESTDIR$(includedir)/otfpipe"
	$(Q)$(INSTALL) -m 644 $(OTFHDR) "$$DESTDIR$(includedir)/otfpipe/open-trace-format"
	$(Q)for f in $(CMDS); do \
	  $(INSTALL) -m 644 $(B)/completions/$$f "$$DESTDIR$(bashdir)" && \
	  $(INSTALL) -m 644 $(B)/completions/_$$f "$$DESTDIR$(zshdir)" || exit 1; done
	$(Q)for f in $(MAN15) $(MANHAND); do $(INSTALL) -m 644 $$f "$$DESTDIR$(mandir)/man$${f##*.}" || exit 1; done
	$(Q)$(INSTALL) -m 644 $(PYMODULE) "$$DESTDIR$(pythondir)/otf"
	$(Q)$(call place,$(shell realpath -ms --relative-to='$(pythondir)/otf' '$(libdir)')) >"$$DESTDIR$(pythondir)/otf/_place.py"

uninstall:
	$(Q)for f in $(INSTALLED); do rm -f "$$DESTDIR$$f" || exit 1; done
	$(Q)rm -rf "$$DESTDIR$(pythondir)/otf/__pycache__"
	-$(Q)for d in $(includedir)/otfpipe/open-trace-format $(includedir)/otfpipe $(datadir)/otfpipe $(pythondir)/otf; do test ! -d "$$DESTDIR$$d" || rmdir "$$DESTDIR$$d"; done

# of what is committed; times are the commit's, so two runs give the same bytes
DIST = otfpipe-$(VERSION)
dist:
	@test -e .git && command -v git >/dev/null || { \
	  echo "make: dist packs what is committed: it needs git, and to run in a clone" >&2; exit 1; }
	$(call say,DIST,$(DIST).tar.gz)git -c tar.umask=0022 archive --format=tar --prefix=$(DIST)/ HEAD >$(DIST).tar && \
	  gzip -9nf $(DIST).tar && sha256sum $(DIST).tar.gz >$(DIST).tar.gz.sha256 || { rm -f $(DIST).tar; exit 1; }

# Debian packages of that, below build/deb. SUITE=bookworm, or another, builds them in a chroot, as root
deb: dist
	@SUITE='$(SUITE)' packaging/deb $(B) $(DIST).tar.gz $(VERSION) $(ABI)
