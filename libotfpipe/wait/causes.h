/*
 * causes.h - private to the files of root causes: who caused waits, and how much of them, by class of waits.
 *
 * Above `most` rows the causes with the smallest sums become one, (other): what they had, and all that they will get,
 * is in its rows. So the rows of other causes stay what they are without that.
 *
 * Memory: 30 bytes a cause, 72 for eight functions of a process at most, 120 a row.
 */
#ifndef OTFP_WAIT_CAUSES_H
#define OTFP_WAIT_CAUSES_H
#include "base/map.h"
#include "wait/roots.h"
#include "wait/tally.h"

/* A cause: a process and what it did. */
struct wait_cause {
	uint32_t process;  /* token */
	uint32_t node;     /* 0 = unknown */
	uint32_t rows;     /* 1 + index of its first row, which has the next one; those of few classes only */
	uint32_t is_other; /* it is a part of (other) */
};

/* Waits whose causes are added up. */
struct wait_class {
	otfp_wide all; /* ticks of them */
	uint64_t window;
	uint32_t path; /* with by_place */
	uint8_t kind, is_reported;
};

/* The causes of a process. */
struct wait_causer {
	uint32_t process;         /* token */
	struct wait_tally *nodes; /* of each node: 1 + index of the cause */
};

/* Zero-filled, but for by_place, by_kind and most. */
struct wait_causes {
	int by_place, by_kind;
	size_t most; /* rows */
	struct otfp_map index;
	struct wait_causer *causers; /* by token */
	size_t ncausers, causers_cap;
	struct wait_tallies tallies; /* of these */
	struct wait_cause *p;
	size_t n, cap;
	struct otfp_map class_index;
	struct wait_class *classes;
	size_t nclasses, classes_cap;
	struct otfp_map row_index; /* but for rows of few classes */
	struct otfp_root_row *rows;
	size_t nrows, rows_cap;
	uint32_t other;   /* 1 + index of (other); 0 = there is none */
	uint64_t nothers; /* causes that are a part of it */
};

/** @return the kind that a place counts waits of that kind as: wrong order is a part of late sender, and early reduce
 * and spread of one call are one wait */
unsigned otfp_wait_place_kind(unsigned kind);
void otfp_wait_causes_release(struct wait_causes *c);
/** The causes of a process. @return NULL when memory is out */
struct wait_causer *otfp_wait_causer(struct wait_causes *c, uint32_t process);
/** @return 1 + index of a cause; 0 when memory is out */
uint32_t otfp_wait_cause_of(struct wait_causes *c, struct wait_causer *of, uint32_t node);
/** @return 1 + index of (other); 0 when memory is out */
uint32_t otfp_wait_cause_other(struct wait_causes *c);
/** The key of a class of waits. @param of  the window, or with by_place the path */
uint64_t otfp_wait_class_key(uint64_t of, unsigned kind, int is_reported);
/** Find the number of a class. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_class_of(struct wait_causes *c, uint64_t window, uint32_t path, uint8_t kind,
                                       int is_reported, uint32_t *class);
/** The row of a cause, or of (other), for a class, valid until the next call. @return NULL when memory is out */
struct otfp_root_row *otfp_wait_cause_row(struct wait_causes *c, uint32_t cause, uint32_t class);
/** Keep to `most` rows. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_causes_bound(struct wait_causes *c);
#endif
