#include "line/names.h"
#include <string.h>

void otfp_names_init(struct otfp_names *names)
{
	memset(names, 0, sizeof *names);
	for (unsigned t = 1; t < OTFP_NTYPES; t++) {
		unsigned h = 0;
		for (const char *c = otfp_table[t].name; *c; c++)
			h = otfp_name_hash(h, *c);
		while (names->type[h % OTFP_NAME_SLOTS])
			h++;
		names->type[h % OTFP_NAME_SLOTS] = (uint8_t)t;
	}
}

unsigned otfp_names_find(const struct otfp_names *names, const char *p, size_t n, unsigned h)
{
	unsigned t;

	for (; (t = names->type[h % OTFP_NAME_SLOTS]); h++)
		if (strncmp(otfp_table[t].name, p, n) == 0 && !otfp_table[t].name[n])
			return t;
	return OTFP_NONE;
}
