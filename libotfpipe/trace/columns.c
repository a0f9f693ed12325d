/*
 * columns.c - records of a source as columns of numbers, many by one call: what a program in a language with slow calls
 * reads.
 *
 * Nothing is allocated here. A record that does not fit stays with the source, so the caller can make room and call
 * again.
 */
#include "record/table.h"
#include "trace/source.h"
#include <string.h>

enum { SPAN = sizeof(struct otfp_span), ALIGN = 8 };
_Static_assert(SPAN == 16 && sizeof(struct otfp_tag_row) % ALIGN == 0, "otfpipe.h says so");

/* The table of each record type, by type; then those of OTFP_CONTROL and OTFP_OTHER. */
enum { PLANS = OTFP_NTYPES + 2 };

struct plan {
	struct otfp_column_table *table; /* NULL: skip the record */
	uint8_t index;                   /* of it */
	uint8_t spans;                   /* it has columns that are spans */
};

static inline unsigned plan_index(unsigned type)
{
	return type < OTFP_NTYPES ? type : OTFP_NTYPES + (type & 1);
}

static inline int has_plan(unsigned type)
{
	return (type > OTFP_NONE && type < OTFP_NTYPES) || type == OTFP_CONTROL || type == OTFP_OTHER;
}

/* ---- what the caller wants ---- */

static int is_span(unsigned type, unsigned of)
{
	if (of >= OTFP_MAX_FIELDS)
		return of == OTFP_COL_TAGS || of == OTFP_COL_LINE;
	return otfp_table[type].fields[of].type == OTFP_FIELD_STR ||
	       otfp_table[type].fields[of].type == OTFP_FIELD_LIST;
}

static int is_valid(unsigned type, const struct otfp_col *col)
{
	if (!col->values || col->of >= OTFP_NCOLS)
		return 0;
	if (col->of < OTFP_MAX_FIELDS && (type >= OTFP_NTYPES || col->of >= otfp_table[type].nfields))
		return 0;
	if (is_span(type, col->of))
		return col->width == SPAN;
	return col->width == 1 || col->width == 2 || col->width == 4 || col->width == 8;
}

static int plan_table(struct plan *plans, const struct otfp_columns *c, unsigned index)
{
	struct otfp_column_table *t = &c->tables[index];
	struct plan *p;

	if (!has_plan(t->type) || plans[plan_index(t->type)].table || t->n > t->room || (t->ncolumns && !t->columns))
		return OTFP_EUSAGE;
	p = &plans[plan_index(t->type)];
	*p = (struct plan){.table = t, .index = (uint8_t)index};
	for (unsigned i = 0; i < t->ncolumns; i++) {
		if (!is_valid(t->type, &t->columns[i]))
			return OTFP_EUSAGE;
		p->spans |= t->columns[i].width == SPAN;
	}
	return p->spans && !c->bytes ? OTFP_EUSAGE : 0;
}

static int plan(struct plan *plans, const struct otfp_columns *c)
{
	int code = c->bytes_used > c->bytes_room || (c->order && c->n > c->room) || (c->ntables && !c->tables) ||
	                           (c->processes == NULL && c->nprocesses) || (uintptr_t)c->bytes % ALIGN ?
	                   OTFP_EUSAGE :
	                   0;

	memset(plans, 0, PLANS * sizeof *plans);
	for (unsigned i = 0; i < c->ntables && code == 0; i++)
		code = plan_table(plans, c, i);
	return code;
}

static int has_process(const struct otfp_columns *c, uint32_t process)
{
	size_t low = 0, high = c->nprocesses;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;
		if (c->processes[mid] < process)
			low = mid + 1;
		else
			high = mid;
	}
	return low < c->nprocesses && c->processes[low] == process;
}

static int is_wanted(const struct otfp_columns *c, const struct otfp_record *rec)
{
	if (rec->type >= OTFP_NTYPES)
		return 1;
	if (!otfp_is_timed(rec->type == OTFP_UnknownRecord ? (unsigned)rec->f[OTFP_UnknownRecord_file].u :
	                                                     otfp_table[rec->type].file))
		return 1;
	return rec->time >= c->from && (!c->has_to || rec->time < c->to) && (!c->processes || has_process(c, rec->loc));
}

/* ---- strings, lists, key-values ---- */

static inline size_t aligned(size_t n)
{
	return (n + ALIGN - 1) / ALIGN * ALIGN;
}

/* The bytes of a span and how many things they are; *n OTFP_NO_STRING for no string. Key-values have more than these
 * bytes. */
static const void *span_of(const struct otfp_record *rec, unsigned of, uint64_t *n, size_t *size)
{
	const int is_list = of < OTFP_MAX_FIELDS && otfp_table[rec->type].fields[of].type == OTFP_FIELD_LIST;
	const struct otfp_str *s = of == OTFP_COL_LINE ? &rec->line : &rec->f[of % OTFP_MAX_FIELDS].s;

	if (is_list) {
		*n = rec->f[of].l.n;
		*size = rec->f[of].l.n * sizeof(uint32_t);
		return rec->f[of].l.p;
	}
	*n = s->p ? s->n : OTFP_NO_STRING;
	*size = s->p ? s->n : 0;
	return s->p;
}

static size_t size_of_tags(const struct otfp_record *rec)
{
	size_t size = rec->ntags * sizeof(struct otfp_tag_row);

	for (uint32_t i = 0; i < rec->ntags; i++)
		if (rec->tags[i].type == OTFP_TAG_BYTES)
			size += aligned(rec->tags[i].bytes.n);
	return size;
}

/* The bytes that the spans of a record need. */
static size_t size_of_spans(const struct otfp_column_table *t, const struct otfp_record *rec)
{
	size_t sum = 0, size;
	uint64_t n;

	for (unsigned i = 0; i < t->ncolumns; i++) {
		if (t->columns[i].width != SPAN)
			continue;
		if (t->columns[i].of == OTFP_COL_TAGS) {
			sum += size_of_tags(rec);
		} else {
			span_of(rec, t->columns[i].of, &n, &size);
			sum += aligned(size);
		}
	}
	return sum;
}

static struct otfp_span put_bytes(struct otfp_columns *c, const void *p, uint64_t n, size_t size)
{
	const struct otfp_span span = {c->bytes_used, n};

	if (size)
		memcpy(c->bytes + c->bytes_used, p, size);
	c->bytes_used += aligned(size);
	return span;
}

static struct otfp_span put_tags(struct otfp_columns *c, const struct otfp_record *rec)
{
	const struct otfp_span span = {c->bytes_used, rec->ntags};

	c->bytes_used += rec->ntags * sizeof(struct otfp_tag_row);
	for (uint32_t i = 0; i < rec->ntags; i++) {
		const struct otfp_tag *tag = &rec->tags[i];
		struct otfp_tag_row row = {.key = tag->key, .type = tag->type, .bits = tag->bits};
		if (tag->type == OTFP_TAG_BYTES)
			row.bytes = put_bytes(c, tag->bytes.p, tag->bytes.n, tag->bytes.n);
		memcpy(c->bytes + span.at + i * sizeof row, &row, sizeof row);
	}
	return span;
}

static void put_span(struct otfp_columns *c, char *to, const struct otfp_record *rec, unsigned of)
{
	struct otfp_span span;
	const void *p;
	uint64_t n;
	size_t size;

	if (of == OTFP_COL_TAGS) {
		span = put_tags(c, rec);
	} else {
		p = span_of(rec, of, &n, &size);
		span = put_bytes(c, p, n, size);
	}
	memcpy(to, &span, sizeof span);
}

/* ---- rows ---- */

static inline uint64_t number_of(const struct otfp_record *rec, unsigned of)
{
	if (OTFP_LIKELY(of < OTFP_MAX_FIELDS))
		return rec->f[of].u;
	if (of == OTFP_COL_TIME)
		return rec->time;
	return of == OTFP_COL_LOC ? rec->loc : rec->form;
}

static inline void put_number(char *to, uint64_t v, unsigned width)
{
	const uint32_t v4 = (uint32_t)v;
	const uint16_t v2 = (uint16_t)v;
	const uint8_t v1 = (uint8_t)v;

	if (width == 4)
		memcpy(to, &v4, 4);
	else if (width == 8)
		memcpy(to, &v, 8);
	else if (width == 2)
		memcpy(to, &v2, 2);
	else
		memcpy(to, &v1, 1);
}

static inline void put_row(struct otfp_columns *c, struct otfp_column_table *t, const struct otfp_record *rec)
{
	const size_t row = t->n++;

	for (const struct otfp_col *col = t->columns, *end = col + t->ncolumns; col < end; col++) {
		char *to = (char *)col->values + row * col->stride;
		if (OTFP_UNLIKELY(col->width == SPAN))
			put_span(c, to, rec, col->of);
		else
			put_number(to, number_of(rec, col->of), col->width);
	}
	t->ntags += rec->ntags;
	t->forms |= 1u << rec->form;
}

/* Whether the row fits; if not for want of bytes, c->need says how many. */
static inline int has_room(struct otfp_columns *c, const struct plan *p, const struct otfp_record *rec)
{
	size_t size;

	if (p->table->n == p->table->room || (c->order && c->n == c->room))
		return 0;
	if (OTFP_LIKELY(!p->spans))
		return 1;
	size = size_of_spans(p->table, rec);
	if (size <= c->bytes_room - c->bytes_used)
		return 1;
	c->need = size;
	return 0;
}

/* Append records until one does not fit. @return how many were taken or skipped, or <0 */
static ptrdiff_t put_all(struct otfp_columns *c, const struct plan *plans, const struct otfp_record *const *recs,
                         size_t n)
{
	const int selects = c->from || c->has_to || c->processes;

	for (size_t i = 0; i < n; i++) {
		const struct plan *p = &plans[plan_index(recs[i]->type)];
		if (p->table && (!selects || is_wanted(c, recs[i]))) {
			if (!has_room(c, p, recs[i]))
				return (ptrdiff_t)i;
			put_row(c, p->table, recs[i]);
			if (c->order)
				c->order[c->n] = p->index;
			c->n++;
		}
		if (c->names && otfp_names_add(c->names, recs[i]) < 0)
			return OTFP_EFAIL;
	}
	return (ptrdiff_t)n;
}

int otfp_source_columns(struct otfp_source *src, struct otfp_columns *c)
{
	const struct otfp_record *const *recs;
	struct plan plans[PLANS];
	size_t n, before;
	ptrdiff_t taken;
	int code;

	if (!src || !c || plan(plans, c) < 0)
		return OTFP_EUSAGE;
	c->need = 0;
	before = c->n;
	do {
		code = otfp_source_batch(src, &recs, &n);
		if (code)
			return c->n > before ? 0 : code;
		taken = put_all(c, plans, recs, n);
		if (taken < 0)
			return src->over = otfp_fail_memory(src->err);
	} while ((size_t)taken == n);
	src->recs = recs + taken;
	src->n = n - (size_t)taken;
	return 0;
}
