# ---- pictures: PNG and PDF by cairo, if pkg-config finds it. Only cmd/picture/cairo.c calls it ----

HAVE_CAIRO := $(shell pkg-config --exists 'cairo >= 1.16' cairo-pdf cairo-png 2>/dev/null && echo 1)
CAIRO_CFLAGS := $(if $(HAVE_CAIRO),$(shell pkg-config --cflags cairo) -DHAVE_CAIRO=1)
CAIRO_LIBS := $(if $(HAVE_CAIRO),$(shell pkg-config --libs cairo))

# cairo.o is weak in canvas.o: what does not ask for it, such as otf-report, does not load cairo
$(B)/otf-draw: private LIBS += $(if $(HAVE_CAIRO),-Wl$(comma)-u$(comma)canvas_cairo_png $(CAIRO_LIBS))

# the pictures of the cookbook, for "make doc"
pictures: $(B)/otf-draw $(B)/otf-write $(B)/bench/mktrace
	$(if $(HAVE_CAIRO),$(Q)doc/pictures/draw $(B),@echo "make: no cairo here: the pictures in doc/pictures stay as they are" >&2)
