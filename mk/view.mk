# ---- HTTP: libmicrohttpd, if pkg-config finds it. Only cmd/view/server.c calls it, and only otf-view is linked with it ----

HAVE_MICROHTTPD := $(shell pkg-config --exists 'libmicrohttpd >= 0.9.71' 2>/dev/null && echo 1)
MICROHTTPD_CFLAGS := $(if $(HAVE_MICROHTTPD),$(shell pkg-config --cflags libmicrohttpd) -DHAVE_MICROHTTPD=1)
MICROHTTPD_LIBS := $(if $(HAVE_MICROHTTPD),$(shell pkg-config --libs libmicrohttpd))

# the two files that know of it; whoever installs it later builds them again by "make clean"
$(B)/obj/cmd/view/server.o $(B)/obj/cmd/option/help.o: private OWN_CFLAGS := $(MICROHTTPD_CFLAGS)
$(B)/otf-view: private LIBS += $(MICROHTTPD_LIBS)
