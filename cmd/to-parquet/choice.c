#include "cmd/to-parquet/choice.h"
#include "cmd/text/message.h"
#include <string.h>

/* All tables, in order. */
static struct names {
	unsigned n;
	struct name {
		unsigned place;
		char text[OTFP_TABLE_NAME];
	} all[OTFP_NTABLES];
} names;

static void make_names(void)
{
	for (unsigned place = 1; place < OTFP_NTABLES; place++)
		if (otfp_table_name(names.all[names.n].text, place, OTFP_FOR_PARQUET))
			names.all[names.n++].place = place;
}

static const struct name *name_at(unsigned i)
{
	if (!names.n)
		make_names();
	return i < names.n ? &names.all[i] : NULL;
}

const char *tables_word(unsigned i)
{
	const struct name *name = name_at(i);

	return name ? name->text : NULL;
}

int tables_parse(uint8_t wanted[OTFP_NTABLES], const char *list)
{
	for (const char *p = list;; p++) {
		const size_t n = strcspn(p, ",");
		const int at = word_find(tables_word, p, n);
		if (at < 0)
			return word_usage("--tables", tables_word, p, n);
		wanted[name_at((unsigned)at)->place] = 1;
		p += n;
		if (!*p)
			return -1;
	}
}
