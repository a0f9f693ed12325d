/* scan-arrays.c - memory for the text and arrays of one record, and the values in them. */
#include "vtf3/clip.h"
#include "vtf3/read/scanning.h"
#include <stdlib.h>

enum { LEAST = 4096 }; /* bytes of that memory */

int otfp_vtf3_scratch(struct otfp_vtf3_scanner *s, size_t n)
{
	size_t wanted = 8 * n + LEAST;

	if (wanted > s->scratch_n) {
		free(s->scratch);
		s->scratch = malloc(wanted);
		s->scratch_n = s->scratch ? wanted : 0;
		if (!s->scratch)
			return -1;
	}
	s->free = s->scratch;
	return 0;
}

void otfp_vtf3_clip_values(const struct otfp_vtf3_record *rec, unsigned slot, char *values)
{
	size_t n = otfp_vtf3_elements(rec, slot);

	for (size_t i = 0; i < n; i++) {
		uint64_t bits = otfp_vtf3_clipped(rec, slot, i);
		memcpy(values + i * sizeof bits, &bits, sizeof bits);
	}
}
