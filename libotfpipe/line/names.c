#include "line/names.h"
#include "base/assert.h"
#include <stdio.h>
#include <string.h>

/* Whether the rest of the name, after eight equal letters, is equal and an HT follows. */
static int rest_matches(const struct otfp_name *s, const char *p)
{
	const char *text = otfp_table[s->type].name;
	unsigned i = 8;

	while (i < s->n && p[i] == text[i])
		i++;
	return i == s->n && p[i] == '\t';
}

const struct otfp_name *otfp_names_search(const struct otfp_name_index *names, const char *p)
{
	uint64_t head = otfp_name_head(p);
	const struct otfp_name *s;

	for (unsigned h = otfp_name_hash(head); (s = &names->slots[h % OTFP_NAME_SLOTS])->type; h++)
		if (s->head == head && (s->n < 8 || rest_matches(s, p)))
			return s;
	return NULL;
}

void otfp_names_init(struct otfp_name_index *names)
{
	char text[64] = "";

	memset(names, 0, sizeof *names);
	for (unsigned t = 1; t < OTFP_NTYPES; t++) {
		int n = snprintf(text, sizeof text, "%s\t", otfp_table[t].name) - 1;
		uint64_t head = otfp_name_head(text);
		unsigned h = otfp_name_hash(head);
		OTFP_ASSERT(n > 0 && (size_t)n < sizeof text - 1);
		while (names->slots[h % OTFP_NAME_SLOTS].type)
			h++;
		names->slots[h % OTFP_NAME_SLOTS] =
			(struct otfp_name){.head = head, .type = (uint8_t)t, .n = (uint8_t)n};
	}
}
