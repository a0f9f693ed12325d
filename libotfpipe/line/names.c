#include "line/names.h"
#include <string.h>

void otfp_names_init(struct otfp_names *names)
{
	memset(names, 0, sizeof *names);
	for (unsigned t = 1; t < OTFP_NTYPES; t++) {
		struct otfp_name name = {.type = (uint8_t)t};
		unsigned h = 0;
		for (const char *c = otfp_table[t].name; *c; c++) {
			h = otfp_name_hash(h, *c);
			name.text[name.n++] = *c;
		}
		while (names->slots[h % OTFP_NAME_SLOTS].type)
			h++;
		names->slots[h % OTFP_NAME_SLOTS] = name;
	}
}
