/* plain.h - what definitions of OTF are in VTF3 when nothing else is known of them. */
#ifndef OTFP_VTF3_PLAIN_H
#define OTFP_VTF3_PLAIN_H
#include "vtf3/table.h"

/** A token, and the number of a process. */
static inline int32_t otfp_vtf3_plain_token(uint64_t token)
{
	return (int32_t)((uint32_t)token - 1);
}
static inline uint32_t otfp_vtf3_plain_cpu(uint64_t process)
{
	uint32_t p = (uint32_t)process;

	return p & OTFP_VTF3_CPUGRP_MASK ? p : p - 1;
}
/** A process group; OTFP_VTF3_NOCOMMUNICATOR if it is none. */
int32_t otfp_vtf3_plain_communicator(uint64_t group);
/** DefCounter as Defsamp; its strings are those of def. */
void otfp_vtf3_plain_counter(const struct otfp_record *def, struct otfp_vtf3_record *out);
/** DefProcessGroup as Defcommunicator. @param triplets  room for three numbers a member */
void otfp_vtf3_plain_members(const struct otfp_record *def, uint32_t *triplets, struct otfp_vtf3_record *out);
#endif
