/*
 * valid.h - whether a record that a program made can be written. Records of a reader are valid.
 */
#ifndef OTFP_VALID_H
#define OTFP_VALID_H
#include "record/table.h"

/** The file that the record lives in. It follows from the type, whatever rec->file says; but a snapshot may also
 * live among the events, and UnknownRecord has a field for it. The type is one of the schema. */
static inline unsigned otfp_file_of(const struct otfp_record *rec)
{
	unsigned file = otfp_table[rec->type].file;

	if (rec->type == OTFP_UnknownRecord)
		return (unsigned)rec->f[0].u;
	return file == OTFP_SNAP && rec->file == OTFP_EVENT ? OTFP_EVENT : file;
}

/** What is wrong with the record: its type, a pointer that is missing, a number without meaning.
 * @return NULL if nothing is */
const char *otfp_record_flaw(const struct otfp_record *rec);
#endif
