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
#ifndef CMD_TO_CHROME_PERFETTO_H
#define CMD_TO_CHROME_PERFETTO_H
#include "cmd/to-chrome/event.h"
#include "base/intern.h"
#include "cmd/to-chrome/proto.h"

/* Fields of a TracePacket. */
enum {
	PACKET_CHROME_EVENTS = 5,
	PACKET_CLOCKS = 6,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_EVENT = 11,
	PACKET_INTERNED = 12,
	PACKET_FLAGS = 13,
	PACKET_CLOCK = 58,
	PACKET_DEFAULTS = 59,
	PACKET_TRACK = 60
};

/* Fields of InternedData, each a table of its own. */
enum { PERFETTO_CATEGORIES = 1, PERFETTO_NAMES = 2, PERFETTO_NOTE_NAMES = 3, PERFETTO_STRINGS = 29 };

/* A track of operations of a process: they do not overlap. */
struct perfetto_lane {
	uint64_t free_at; /* the time its last operation ends; UINT64_MAX: it is open */
	uint32_t track;
	uint32_t is_file;
};

struct perfetto_thread {
	uint32_t track; /* 0: not written yet */
	uint32_t nlanes;
	size_t cap;
	struct perfetto_lane *lanes; /* by track */
	uint32_t open[2]; /* of lanes of collective and of file operations: those before this index are open */
};

enum { PERFETTO_WORD_BITS = 8 };

struct perfetto {
	struct proto packet, body, interned; /* of the packet that is made: all; its event; its new strings */
	struct otfp_interns strings;
	struct perfetto_iid {
		uint64_t changes; /* names.changes when it was looked up */
		uint32_t iid;     /* 0: it has no name */
	} * iids;                 /* by index of the definition */
	size_t niids;
	struct perfetto_word {
		const char *word; /* one of ours, which stays where it is */
		uint32_t iid;
	} words[1 << PERFETTO_WORD_BITS]; /* by its address */
	struct perfetto_thread *threads;  /* by index of the process */
	size_t nthreads;
	struct otfp_map counters; /* process << 32 | token -> track */
	uint32_t ntracks;         /* ids of tracks are 1.. */
	uint32_t all;             /* the track of markers of all processes; 0: none */
	uint64_t packets;         /* written so far */
	uint64_t last;            /* nanoseconds: the incremental clock */
};

/** Write pf->packet as a packet: what it has, the body as that field of the packet, the new strings. */
void perfetto_packet(struct chrome *c, unsigned field);
/** Write n bytes as a string in UTF-8: a byte that belongs to no sequence becomes U+FFFD. As chrome_form_fn. */
char *perfetto_text(char *p, const char *s, size_t n);
/** Put a name as a field that is a string. */
void perfetto_name(struct chrome *c, struct proto *m, unsigned field, const struct chrome_name *name);
/** Put a name as the number of a string that is interned in a table; as a string in another field if it has no
 * definition. */
void perfetto_named(struct chrome *c, unsigned table, unsigned field_iid, unsigned field,
                    const struct chrome_name *name);
/** Put any bytes as a field of the body that is a string. */
void perfetto_string(struct chrome *c, unsigned field, struct otfp_str s);
/** Put the args of a record into the body. @param without  fields that are none, bits by slot */
void perfetto_args(struct chrome *c, const struct otfp_record *rec, unsigned without);

/* Each function finds a track, or makes it: writes its descriptor as a packet. They return its id; 0 if there was an
 * error. */

/** The track of a thread; the first one of a process makes that of the process, too. */
uint32_t perfetto_track(struct chrome *c, const struct chrome_thread *t);
/** The track of a counter of a thread. */
uint32_t perfetto_counter(struct chrome *c, const struct chrome_event *e);
/** The track of markers of all processes. */
uint32_t perfetto_all(struct chrome *c);
/** A track for an operation that begins at a time; it stays in use. */
uint32_t perfetto_operation(struct chrome *c, const struct chrome_thread *t, int is_file, uint64_t begin);
/** The operation ends at a time: others may use its track from then on. */
void perfetto_free_lane(struct chrome *c, const struct chrome_thread *t, uint32_t track, uint64_t end);
#endif
