#include "otf/scan.h"
#include "record/value.h"
#include <string.h>

int otfp_is_stored(const struct otfp_record *rec)
{
	static const char *const begins[] = {OTFP_STORED "@PG\t", OTFP_STORED "@LOST\t"};
	const struct otfp_str *s = &rec->f[0].s;

	if (rec->type != OTFP_DefinitionComment || rec->loc != 0)
		return 0;
	for (unsigned i = 0; i < sizeof begins / sizeof *begins; i++) {
		size_t n = strlen(begins[i]);
		if (s->n > n && memcmp(s->p, begins[i], n) == 0)
			return 1;
	}
	return 0;
}

/* The control line of a stored comment; `"` was kept out of it as \x22. */
static int take_stored(struct otfp_scan *scan, const struct otfp_str *s)
{
	const char *p = s->p + sizeof OTFP_STORED - 1, *end = s->p + s->n;

	while (p < end) {
		int quote = end - p >= 4 && memcmp(p, "\\x22", 4) == 0;
		if (otfp_buf_add(&scan->controls, quote ? "\"" : p, 1) < 0)
			return -1;
		p += quote ? 4 : 1;
	}
	return otfp_buf_add(&scan->controls, "\n", 1);
}

static int take_counter(struct otfp_reading *r, const struct otfp_record *rec)
{
	enum otfp_form form = otfp_value_form((uint32_t)rec->f[2].u);

	r->special_counters |= form != OTFP_RAW;
	return otfp_map_set(&r->counters, (uint64_t)rec->loc << 32 | rec->f[0].u, form);
}

static int take(struct otfp_scan *scan, struct otfp_reading *r, const struct otfp_record *rec)
{
	switch (rec->type) {
	case OTFP_DefTimerResolution:
		if (!scan->resolution)
			scan->resolution = rec->f[0].u;
		return 0;
	case OTFP_DefVersion: scan->is_1_12 |= rec->f[0].u == 1 && rec->f[1].u == 12; return 0;
	case OTFP_DefCounter: return take_counter(r, rec);
	case OTFP_DefinitionComment: return otfp_is_stored(rec) ? take_stored(scan, &rec->f[0].s) : 0;
	default: return 0;
	}
}

int otfp_scan_definitions(struct otfp_scan *scan, struct otfp_reading *r, struct otfp_input *in, uint32_t id)
{
	struct otfp_stream s;
	int code;

	otfp_stream_init(&s, r, in, id, OTFP_DEF);
	r->quiet = 1;
	while ((code = otfp_stream_next(&s)) == 0) {
		if (take(scan, r, &s.rec) < 0) {
			code = otfp_fail_memory(r->err);
			break;
		}
	}
	r->quiet = 0;
	otfp_stream_release(&s);
	return code == OTFP_END ? 0 : code;
}
