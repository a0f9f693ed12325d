/*
 * perfetto.h - the state of the form of Perfetto, and its tracks.
 *
 * The output is a message Trace: packets of one sequence. The first one sets what holds for all: the clock of
 * timestamps, which counts nanoseconds since the packet before. The numbers of fields are those of
 * protos/perfetto/trace of Perfetto: trace_packet.proto, interned_data.proto, clock_snapshot.proto and the folder
 * track_event.
 *
 * Memory: the interned strings, 24 bytes a definition, 40 a process and counter, 16 an operation that is open at the
 * same time as others of its process.
 */
#ifndef OTFP_CMD_CHROME_PERFETTO_H
#define OTFP_CMD_CHROME_PERFETTO_H
#include "cmd/chrome/event.h"
#include "base/intern.h"
#include "cmd/chrome/proto.h"

/* Fields of a TracePacket. */
enum {
	OTFP_PACKET_CHROME_EVENTS = 5,
	OTFP_PACKET_CLOCKS = 6,
	OTFP_PACKET_TIMESTAMP = 8,
	OTFP_PACKET_SEQUENCE = 10,
	OTFP_PACKET_EVENT = 11,
	OTFP_PACKET_INTERNED = 12,
	OTFP_PACKET_FLAGS = 13,
	OTFP_PACKET_CLOCK = 58,
	OTFP_PACKET_DEFAULTS = 59,
	OTFP_PACKET_TRACK = 60
};

/* Fields of InternedData, each a table of its own. */
enum {
	OTFP_PERFETTO_CATEGORIES = 1,
	OTFP_PERFETTO_NAMES = 2,
	OTFP_PERFETTO_NOTE_NAMES = 3,
	OTFP_PERFETTO_STRINGS = 29
};

/* A track of operations of a process: they do not overlap. */
struct otfp_perfetto_lane {
	uint64_t free_at; /* the time its last operation ends; UINT64_MAX: it is open */
	uint32_t track;
	uint32_t is_file;
};

struct otfp_perfetto_thread {
	uint32_t track; /* 0: not written yet */
	uint32_t nlanes;
	size_t cap;
	struct otfp_perfetto_lane *lanes;
};

struct otfp_perfetto {
	struct otfp_proto packet, body, interned; /* of the packet that is made: all; its event; its new strings */
	struct otfp_interns strings;
	struct otfp_perfetto_iid {
		uint64_t changes; /* names.changes when it was looked up */
		uint32_t iid;     /* 0: it has no name */
	} * iids;                 /* by index of the definition */
	size_t niids;
	struct otfp_perfetto_thread *threads; /* by index of the process */
	size_t nthreads;
	struct otfp_map counters; /* process << 32 | token -> track */
	uint32_t ntracks;         /* ids of tracks are 1.. */
	uint32_t all;             /* the track of markers of all processes; 0: none */
	uint64_t packets;         /* written so far */
	uint64_t last;            /* nanoseconds: the incremental clock */
};

/** Write pf->packet as a packet: what it has, the body as that field of the packet, the new strings. */
void otfp_perfetto_packet(struct otfp_chrome *c, unsigned field);
/** Write n bytes as a string in UTF-8: a byte that belongs to no sequence becomes U+FFFD. As otfp_form_fn. */
char *otfp_perfetto_text(char *p, const char *s, size_t n);
/** Put a name as a field that is a string. */
void otfp_perfetto_name(struct otfp_chrome *c, struct otfp_proto *m, unsigned field,
                        const struct otfp_chrome_name *name);
/** Put a name as the number of a string that is interned in a table; as a string in another field if it has no
 * definition. */
void otfp_perfetto_named(struct otfp_chrome *c, unsigned table, unsigned field_iid, unsigned field,
                         const struct otfp_chrome_name *name);
/** Put any bytes as a field of the body that is a string. */
void otfp_perfetto_string(struct otfp_chrome *c, unsigned field, struct otfp_str s);
/** Put the args of a record into the body. @param without  fields that are none, bits by slot */
void otfp_perfetto_args(struct otfp_chrome *c, const struct otfp_record *rec, unsigned without);

/* Each function finds a track, or makes it: writes its descriptor as a packet. They return its id; 0 if there was an
 * error. */

/** The track of a thread; the first one of a process makes that of the process, too. */
uint32_t otfp_perfetto_track(struct otfp_chrome *c, const struct otfp_chrome_thread *t);
/** The track of a counter of a thread. */
uint32_t otfp_perfetto_counter(struct otfp_chrome *c, const struct otfp_chrome_event *e);
/** The track of markers of all processes. */
uint32_t otfp_perfetto_all(struct otfp_chrome *c);
/** A track for an operation that begins at a time; it stays in use. */
uint32_t otfp_perfetto_operation(struct otfp_chrome *c, const struct otfp_chrome_thread *t, int is_file,
                                 uint64_t begin);
/** The operation ends at a time: others may use its track from then on. */
void otfp_perfetto_free_lane(struct otfp_chrome *c, const struct otfp_chrome_thread *t, uint32_t track, uint64_t end);
#endif
