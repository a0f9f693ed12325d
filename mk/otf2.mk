# ---- OTF2: its table; libotf2, which only tests and benchmarks use, if pkg-config finds it ----

HAVE_OTF2 := $(shell pkg-config --exists otf2 2>/dev/null && echo 1)
OTF2_CFLAGS := $(if $(HAVE_OTF2),$(shell pkg-config --cflags otf2))
OTF2_LIBS := $(if $(HAVE_OTF2),$(shell pkg-config --libs otf2))
OTF2_DEFS := $(patsubst %,$(B)/otf2-%.def,rows stored frames)
GENERATED += $(B)/otf2-rows.h $(OTF2_DEFS)

$(B)/otf2-rows.h: libotfpipe/otf2/otf2.awk libotfpipe/otf2/records.def
	@mkdir -p $(@D)
	@awk -f $^ >$@

$(OTF2_DEFS): $(B)/otf2-%.def: libotfpipe/otf2/otf2.awk libotfpipe/otf2/records.def
	@mkdir -p $(@D)
	@awk -v out=$* -f $^ >$@

# rounds each time with one instruction, no call: nothing there looks at errno
$(B)/obj/libotfpipe/otf2/read/timed.o: private BASEFLAGS += -fno-math-errno

# programs of the tests
OTF2TESTS := $(B)/tests/otf2/frames $(B)/tests/otf2/mutate $(if $(HAVE_OTF2),$(B)/tests/otf2/extreme)

$(B)/otf2-extreme.def: tests/otf2/extreme.awk $(B)/otf2-frames.def
	@mkdir -p $(@D)
	@awk -f $^ >$@

$(B)/obj/tests/otf2/extreme.o: $(B)/otf2-extreme.def
$(B)/obj/tests/otf2/extreme.o $(B)/obj/bench/otf2-reads.o: private OWN_CFLAGS := $(OTF2_CFLAGS)
$(B)/tests/otf2/extreme $(B)/bench/otf2-reads: private LIBS += $(OTF2_LIBS)

$(B)/tests/otf2/%: $(B)/obj/tests/otf2/%.o $(B)/libotfpipe.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)
