/* plain.h - the default VTF3 form of OTF definitions, when nothing else is known about them. */
#ifndef OTFP_VTF3_PLAIN_H
#define OTFP_VTF3_PLAIN_H
#include "vtf3/table.h"

/*
 * The cpu group of all processes, which the Defsamp of a counter names. It exists for readers of VTF3 only:
 * read/records.h ignores it, write/records.h writes it.
 */
#define OTFP_VTF3_ALL_CPUS 0xffffffffu
#define OTFP_VTF3_ALL_CPUS_NAME "otfpipe: all processes"

/** Whether a cpu group, or the process group that it becomes, is that one. */
int otfp_vtf3_is_all_cpus(uint64_t group, const struct otfp_str *name);
/** The VTF3 token of an OTF token. */
static inline int32_t otfp_vtf3_plain_token(uint64_t token)
{
	return (int32_t)((uint32_t)token - 1);
}
/** The cpuid of a process. */
static inline uint32_t otfp_vtf3_plain_cpu(uint64_t process)
{
	uint32_t p = (uint32_t)process;

	return p & OTFP_VTF3_CPUGRP_MASK ? p : p - 1;
}
/** The communicator of a process group; OTFP_VTF3_NOCOMMUNICATOR if there is none. */
int32_t otfp_vtf3_plain_communicator(uint64_t group);
/** Convert DefCounter to Defsamp; out points to the strings of def. */
void otfp_vtf3_plain_counter(const struct otfp_record *def, struct otfp_vtf3_record *out);
/** Convert DefProcessGroup to Defcommunicator. @param triplets  room for three numbers for each member */
void otfp_vtf3_plain_members(const struct otfp_record *def, uint32_t *triplets, struct otfp_vtf3_record *out);
#endif
