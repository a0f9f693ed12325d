# ---- SQLite, if pkg-config finds it. Only cmd/to-sqlite calls it, and only otf-to-sqlite is linked with it ----

HAVE_SQLITE := $(shell pkg-config --exists sqlite3 2>/dev/null && echo 1)
SQLITE_CFLAGS := $(if $(HAVE_SQLITE),$(shell pkg-config --cflags sqlite3) -DHAVE_SQLITE=1)
SQLITE_LIBS := $(if $(HAVE_SQLITE),$(shell pkg-config --libs sqlite3))
# commands and rooms that are not built without it
WITHOUT_SQLITE := $(if $(HAVE_SQLITE),,otf-to-sqlite)
WITHOUT_SQLITE_ROOM := $(if $(HAVE_SQLITE),,cmd/to-sqlite/%)

$(B)/otf-to-sqlite: private LIBS += $(SQLITE_LIBS)
