/* reader.h - a trace that is read: private to otf.h. */
#ifndef OTFP_API_OTF_READER_H
#define OTFP_API_OTF_READER_H
#include "api/otf/rstream.h"
#include "base/map.h"
#include "merge/timetree.h"

/* Direct-mapped cache of processes, by their low bits. */
enum { OTF_KNOWN = 16 };

/* A stream whose file of one kind is merged. */
struct otf_source {
	OTF_RStream *stream;
	OTF_RBuffer *b; /* of the stream */
	const char *at; /* position of b after its last record, known without a load from b; a handler may move b */
	uint64_t known[OTF_KNOWN]; /* (process + 1) << 1 | whether its records are delivered */
	int ended;
	int has_to;
	uint64_t from, to; /* bytes of the file: where reading began; if has_to, where the interval ends */
};

/* The files of one kind, as they are read. */
struct otf_merge {
	uint8_t file;    /* enum otfp_file */
	uint8_t started; /* 0: the next read starts anew */
	uint8_t is_old;  /* the tree: streams were read without it */
	uint8_t is_cut;  /* the end of a file is missing: err says which */
	uint8_t has_ends;
	struct otf_source *sources;
	unsigned n;
	struct otfp_timetree tree;
	uint64_t now;         /* time of the last record */
	uint64_t first, last; /* times of all sources, if has_ends */
	struct otfp_error err;
};

struct struct_OTF_Reader {
	OTF_FileManager *manager;
	OTF_MasterControl *master;
	char *stub;
	struct otfp_map processes; /* process -> whether it is enabled */
	OTF_RStream **streams;     /* that are open, by id */
	size_t n, cap;
	uint32_t size, zsize; /* as they were set */
	size_t block;         /* bytes read at a time from a file */
	uint64_t limit, min, max;
	uint32_t at[OTFP_NFILES]; /* of definitions and markers: 0 = global, then index of the stream + 1 */
	struct otf_merge merges[OTFP_NFILES];
	uint8_t reading;        /* kinds that are being read, a bit each */
	OTF_KeyValueList *list; /* of the record that a handler gets */
};

/** A stream of the reader is being closed. */
void otf_reader_forget(OTF_Reader *r, const OTF_RStream *s);
/** Events, snapshots and statistics are read from their start next time. */
void otf_reader_begin_anew(OTF_Reader *r);
/** Whether a process of the stream is enabled. */
int otf_reader_wants(const OTF_Reader *r, const OTF_MapEntry *stream);
/** Read the timed files of a kind, enum otfp_file. @return as the functions of OTF_Reader.h */
uint64_t otf_merge_read(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers);
/** The same, stream after stream. */
uint64_t otf_merge_read_unsorted(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers);
/** Forget which processes are enabled. */
void otf_merge_forget_processes(struct otf_merge *m);
/** Free what the merge has. */
void otf_merge_release(struct otf_merge *m);
#endif
