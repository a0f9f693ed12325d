/*
 * otfpipe-formats.h - options of single formats, for struct otfp_read_options and otfp_sink_open; otfpipe.h includes
 * it.
 */
#ifndef OTFPIPE_FORMATS_H
#define OTFPIPE_FORMATS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How to read TAU traces. Only tau-to-otf uses other values than 0. */
struct otfp_tau_options {
	size_t size;           /* of this struct */
	int absolute;          /* keep the times of the files; otherwise the first time becomes 0 */
	int raw_triggers;      /* keep all three records of a user event: 0, value, 0 */
	int metadata_counters; /* keep metadata as counters; otherwise they become comments */
	int collectives;       /* derive collective operations from the names of MPI functions */
	int leave_open;        /* leave calls open that are open at the end of a process */
};

/* How to read VTF3 files. Only vtf3-to-otf uses other values than 0. */
struct otfp_vtf3_options {
	size_t size;      /* of this struct */
	uint64_t rescale; /* ticks per second of the result; 0 = as the file */
	int unmerged;     /* sort, even if no record says that the file is unmerged */
};

/* What became of the records of one kind in a conversion from or to OTF2: read = native + carried + dropped. */
struct otfp_otf2_count {
	const char *kind; /* "event MpiSend" */
	uint64_t read;
	uint64_t native;  /* in fields of the other format */
	uint64_t carried; /* some of it in key-values or comments */
	uint64_t dropped; /* some of it is lost */
	const char *why;  /* why some were carried or dropped; "" = none were */
};

/* How to read OTF2 archives. Only otf2-to-otf uses other values than 0. */
struct otfp_otf2_options {
	size_t size;  /* of this struct */
	int plain;    /* no key-values and comments for what OTF cannot express: it counts as dropped */
	int unwind;   /* make calls of calling contexts and samples */
	int lossless; /* dropped records are an error at the end */
	/* Called at the end for each kind of record that was read; NULL = never. */
	void (*count)(void *ctx, const struct otfp_otf2_count *c);
	void *ctx;
};

/* How to write TAU traces. */
struct otfp_tau_write_options {
	size_t size; /* of this struct */
	int is_run;  /* the name is the directory of a run, with a file for each thread; else a pair of files */
};

/* Forms of VTF3 files. */
enum otfp_vtf3_format { OTFP_VTF3_STD_ASCII, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FST_ASCII, OTFP_VTF3_LEGACY_ASCII };
/* Which records: those of VTF3; also outmoded ones, for old readers; comments, too, for what VTF3 cannot express. */
enum otfp_vtf3_profile { OTFP_VTF3_PLAIN, OTFP_VTF3_COMPAT, OTFP_VTF3_FULL };

/* How to write VTF3 files: otf-to-vtf3(1). The default is Standard Binary, plain. */
struct otfp_vtf3_write_options {
	size_t size; /* of this struct */
	enum otfp_vtf3_format format;
	enum otfp_vtf3_profile profile;
	int modern; /* write no outmoded records, whatever the profile or the origin of the trace */
};

/* How to write OTF2 archives. */
struct otfp_otf2_write_options {
	size_t size; /* of this struct */
	int plain;   /* no attributes and properties for what OTF2 cannot express: it counts as dropped */
	/* Called at the end for each kind of record that was written; NULL = never. */
	void (*count)(void *ctx, const struct otfp_otf2_count *c);
	void *ctx;
};

/* Each of these sets the defaults, and `size`. */

static inline void otfp_tau_options_init(struct otfp_tau_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

static inline void otfp_vtf3_options_init(struct otfp_vtf3_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

static inline void otfp_otf2_options_init(struct otfp_otf2_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

static inline void otfp_tau_write_options_init(struct otfp_tau_write_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

static inline void otfp_vtf3_write_options_init(struct otfp_vtf3_write_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
	o->format = OTFP_VTF3_STD_BINARY;
}

static inline void otfp_otf2_write_options_init(struct otfp_otf2_write_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

#ifdef __cplusplus
}
#endif
#endif
