#include "vtf3/plain.h"
#include "record/value.h"
#include "vtf3/clip.h"
#include <string.h>

/* The inverse of otfp_vtf3_communicator. */
int32_t otfp_vtf3_plain_communicator(uint64_t group)
{
	if (group == 0 || group >= OTFP_VTF3_CPUGRP_MASK)
		return OTFP_VTF3_NOCOMMUNICATOR;
	if (group <= 1u << 30)
		return (int32_t)group - 1;
	return (int32_t)((int64_t)group - (int64_t)OTFP_VTF3_CPUGRP_MASK);
}

int otfp_vtf3_is_all_cpus(uint64_t group, const struct otfp_str *name)
{
	const size_t n = sizeof OTFP_VTF3_ALL_CPUS_NAME - 1;

	return group == OTFP_VTF3_ALL_CPUS && name->n == n && memcmp(name->p, OTFP_VTF3_ALL_CPUS_NAME, n) == 0;
}

/* VTF3 has signed numbers only as floating point. The bounds are those that the report has for unknown ones. */
void otfp_vtf3_plain_counter(const struct otfp_record *def, struct otfp_vtf3_record *out)
{
	static const uint64_t least[2] = {0, UINT64_MAX}, real[2] = {OTFP_VTF3_BITS_MIN, OTFP_VTF3_BITS_MAX};
	uint64_t properties = def->f[2].u, scope = properties & OTFP_SCOPE;
	int is_float = otfp_value_form((uint32_t)properties) != OTFP_FORM_RAW;

	otfp_vtf3_record_init(out, OTFP_VTF3_Defsamp);
	out->v[0].i = otfp_vtf3_plain_token(def->f[0].u);
	out->v[1].i = otfp_vtf3_plain_token(def->f[3].u);
	out->v[2].i = 1;
	out->v[3].u = OTFP_VTF3_ALL_CPUS;
	out->v[4].i = is_float ? OTFP_VTF3_FLOAT : OTFP_VTF3_UINT;
	out->v[5].qs = is_float ? real : least;
	out->v[6].i = (properties & OTFP_COUNTER_TYPE) != OTFP_COUNTER_ABS;
	out->v[7].i = scope == OTFP_SCOPE_LAST  ? OTFP_VTF3_BEFORE :
	              scope == OTFP_SCOPE_POINT ? OTFP_VTF3_POINT :
	              scope == OTFP_SCOPE_NEXT  ? OTFP_VTF3_AFTER :
	                                          OTFP_VTF3_SAMPLE;
	out->v[8].s = def->f[1].s;
	out->v[9].s = def->f[4].s;
}

/* One triplet for each member, as otf2vtf wrote. */
void otfp_vtf3_plain_members(const struct otfp_record *def, uint32_t *triplets, struct otfp_vtf3_record *out)
{
	const struct otfp_list *members = &def->f[2].l;

	for (size_t i = 0; i < members->n; i++) {
		triplets[3 * i] = triplets[3 * i + 1] = otfp_vtf3_plain_cpu(members->p[i]);
		triplets[3 * i + 2] = 1;
	}
	otfp_vtf3_record_init(out, OTFP_VTF3_Defcommunicator);
	out->v[0].i = otfp_vtf3_plain_communicator(def->f[0].u);
	out->v[1].i = out->v[2].i = (int32_t)members->n;
	out->v[3].us = triplets;
}
