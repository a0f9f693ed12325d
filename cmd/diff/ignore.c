/* ignore.c - --ignore: the records and fields that do not count. */
#include "cmd/diff/diff.h"
#include "cmd/option/option.h"
#include "base/nearest.h"
#include <string.h>

static int is_word(const char *p, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(p, word, n) == 0;
}

/* Whether the word names a record type or its class. */
static int is_of(unsigned type, const char *p, size_t n)
{
	static const char *const classes[OTFP_NFILES] = {
		[OTFP_FILE_DEF] = "def",   [OTFP_FILE_MARKER] = "marker", [OTFP_FILE_SNAP] = "snap",
		[OTFP_FILE_STAT] = "stat", [OTFP_FILE_EVENT] = "event",
	};

	return is_word(p, n, otfp_table[type].name) || is_word(p, n, classes[otfp_table[type].file]);
}

static unsigned parts_of(unsigned type, const char *p, size_t n)
{
	const struct otfp_schema *s = &otfp_table[type];
	unsigned parts = is_word(p, n, "time")   ? DIFF_TIME :
	                 is_word(p, n, "tags")   ? DIFF_TAGS :
	                 is_word(p, n, "stream") ? DIFF_LOC :
	                                           0;

	for (unsigned i = 0; i < s->nfields; i++)
		if (is_word(p, n, s->fields[i].name))
			parts |= 1u << i;
	return parts;
}

/* Ignore the record types that the word names. @return how many there are */
static unsigned ignore_record(struct diff_ignore *ignore, const char *p, size_t n)
{
	unsigned found = 0;

	for (unsigned t = 1; t < OTFP_NTYPES; t++)
		if (is_of(t, p, n)) {
			ignore->records[t] = 1;
			found++;
		}
	return found;
}

/* Ignore a part of the records that p[0..n) names; p NULL = of all records. @return how many types have that part */
static unsigned ignore_part(struct diff_ignore *ignore, const char *p, size_t n, const char *part, size_t part_n)
{
	unsigned found = 0;

	for (unsigned t = 1; t < OTFP_NTYPES; t++) {
		unsigned parts = !p || is_of(t, p, n) ? parts_of(t, part, part_n) : 0;
		ignore->parts[t] |= (uint16_t)parts;
		found += parts != 0;
		ignore->time |= parts & DIFF_TIME && otfp_is_timed(otfp_table[t].file);
	}
	return found;
}

/* @return the known word that is most similar to an unknown term, or NULL */
static const char *nearest_of(const char *p, size_t n)
{
	static const char *const parts[] = {"time", "tags", "stream"};
	struct otfp_nearest nearest = {p, n, NULL, 0};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		otfp_nearest_try(&nearest, parts[i]);
	for (unsigned i = 0; record_word(i); i++)
		otfp_nearest_try(&nearest, record_word(i));
	for (unsigned t = 1; t < OTFP_NTYPES; t++)
		for (unsigned i = 0; i < otfp_table[t].nfields; i++)
			otfp_nearest_try(&nearest, otfp_table[t].fields[i].name);
	return nearest.best;
}

static int ignore_term(struct diff_ignore *ignore, const char *p, size_t n, struct otfp_error *err)
{
	const char *dot = memchr(p, '.', n);
	const char *near;
	unsigned found;

	if (dot)
		found = ignore_part(ignore, p, (size_t)(dot - p), dot + 1, n - (size_t)(dot - p) - 1);
	else
		found = ignore_record(ignore, p, n) + ignore_part(ignore, NULL, 0, p, n);
	if (found)
		return 0;
	near = nearest_of(p, n);
	return otfp_fail(err, OTFP_EUSAGE, "--ignore: '%.*s' is not a record, a field or RECORD.FIELD%s%s%s", (int)n, p,
	                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

int diff_ignore_parse(struct diff_ignore *ignore, const char *text, struct otfp_error *err)
{
	int code = 0;

	while (code == 0) {
		size_t n = strcspn(text, ",");
		code = ignore_term(ignore, text, n, err);
		if (!text[n])
			break;
		text += n + 1;
	}
	return code;
}
