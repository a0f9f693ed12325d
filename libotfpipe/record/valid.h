/*
 * valid.h - check that a record made by a program can be written. Records from a reader are always valid.
 */
#ifndef OTFP_RECORD_VALID_H
#define OTFP_RECORD_VALID_H
#include "record/table.h"

/** The kind of file of a record. It follows from the type, not from rec->file; but a snapshot may also be in an event
 * file, and UnknownRecord has a field for it. rec->type must be a known type. */
static inline unsigned otfp_file_of(const struct otfp_record *rec)
{
	unsigned file = otfp_table[rec->type].file;

	if (rec->type == OTFP_UnknownRecord)
		return (unsigned)rec->f[0].u;
	return file == OTFP_FILE_SNAP && rec->file == OTFP_FILE_EVENT ? OTFP_FILE_EVENT : file;
}

/** Text of what is wrong with a record: an unknown type, a missing pointer, a number out of range.
 * @return NULL if the record is valid */
const char *otfp_record_flaw(const struct otfp_record *rec);
#endif
