/*
 * wire.h - what we and the process that reads an archive with libotf2 say to each other. It starts with its anchor,
 * global definitions and markers, without being asked; then it waits for the selection, and answers requests in their
 * order.
 */
#ifndef OTFP_OTF2_WIRE_H
#define OTFP_OTF2_WIRE_H
#include "otf2/archive.h"
#include "base/contain.h"

enum otfp_otf2_wish {
	OTFP_OTF2_SELECT, /* for each location two words follow: its id, and its number of events */
	OTFP_OTF2_LOCALS,
	OTFP_OTF2_SNAPS,
	OTFP_OTF2_EVENTS
};

struct otfp_otf2_request {
	uint32_t what;
	uint32_t location; /* of those selected. SELECT: their number */
	uint32_t words;    /* EVENTS: about how many */
	uint32_t reserved;
};

/* What the child tells. */
enum otfp_otf2_told {
	OTFP_OTF2_ANCHOR, /* struct otfp_otf2_anchor_words and texts, see below */
	OTFP_OTF2_FRAMES,
	OTFP_OTF2_LAST,            /* frames, and no more will come */
	OTFP_OTF2_FAILED,          /* a text */
	OTFP_OTF2_LOCATION_FAILED, /* a text: the events of the location end here, others can be read */
	OTFP_OTF2_LOCATION_MISSING /* the same: it has no events at all */
};

struct otfp_otf2_answer {
	uint32_t what;
	uint32_t location;
	uint64_t words; /* that follow */
};

/* Texts follow: creator, description, machine, then name and value of each property. Each is a word with its length and
 * its bytes, filled up with zero bytes, at least one. */
struct otfp_otf2_anchor_words {
	uint64_t version[3], trace_id, nsnapshots, nthumbnails, nproperties;
};

/* What runs in the child: lib-read.c. ctx: the path of an anchor file. */
void otfp_otf2_serve_reading(void *ctx);
/** As otfp_otf2_reader_open, with fn(ctx) in the child instead of otfp_otf2_serve_reading. */
int otfp_otf2_reader_start(struct otfp_otf2_reader **r, const char *path, otfp_contain_fn *fn, void *ctx,
                           otfp_stop_fn *stop, struct otfp_error *err);
extern const char otfp_otf2_lib_version[]; /* of libotf2 */
#endif
