#include "otf/scan.h"
#include "record/control.h"
#include "record/value.h"
#include <string.h>

enum { SCAN_ROOM = 64 }; /* records a batch */
enum { AUX_INLINE = 2 }; /* sample point type in DefAuxSamplePoint */

int otfp_is_stored(const struct otfp_record *rec)
{
	const size_t n = sizeof OTFP_STORED - 1;
	const struct otfp_str *s = &rec->f[0].s;
	enum otfp_control kind;

	if (rec->type != OTFP_DefinitionComment || rec->loc != 0 || s->n <= n || memcmp(s->p, OTFP_STORED, n) != 0)
		return 0;
	kind = otfp_control_of(s->p + n, s->n - n);
	return kind == OTFP_C_PG || kind == OTFP_C_LOST || kind == OTFP_C_PART || kind == OTFP_C_CUT;
}

/* Decode the control line of a stored comment: the writer replaced `"` by \x22. */
static int take_stored(struct otfp_scan *scan, const struct otfp_str *s)
{
	const char *p = s->p + sizeof OTFP_STORED - 1, *end = s->p + s->n;
	const struct otfp_str line = {p, (size_t)(end - p)};

	if (otfp_control_of(line.p, line.n) == OTFP_C_PART)
		otfp_share_get(&scan->share, &line);
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

	r->special_counters |= form != OTFP_FORM_RAW;
	return otfp_map_set(&r->counters, (uint64_t)rec->loc << 32 | rec->f[0].u, form);
}

static int take_comment(struct otfp_scan *scan, const struct otfp_record *rec)
{
	scan->is_window |= otfp_is_window(rec);
	scan->continues |= otfp_is_continues(rec);
	return otfp_is_stored(rec) ? take_stored(scan, &rec->f[0].s) : 0;
}

/* The first of them counts. */
static void take_range(struct otfp_scan *scan, const struct otfp_record *rec)
{
	if (scan->has_range)
		return;
	scan->has_range = 1;
	scan->range[0] = rec->f[OTFP_DefTimeRange_min].u;
	scan->range[1] = rec->f[OTFP_DefTimeRange_max].u;
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
	case OTFP_DefAuxSamplePoint: scan->has_inline |= rec->f[1].u == AUX_INLINE; return 0;
	case OTFP_DefTimeRange: take_range(scan, rec); return 0;
	case OTFP_DefinitionComment: return take_comment(scan, rec);
	default: return 0;
	}
}

int otfp_scan_definitions(struct otfp_scan *scan, struct otfp_fileset *set, uint32_t id)
{
	struct otfp_reading *r = set->reading;
	const struct otfp_record *rec;
	struct otfp_cursor c;
	int code;

	r->quiet = 1; /* the second pass reports damage */
	code = otfp_cursor_open(&c, set, id, OTFP_FILE_DEF, SCAN_ROOM);
	if (code == 0) {
		while ((code = otfp_cursor_next(&c, &rec)) == 0 && take(scan, r, rec) == 0)
			;
		if (code == 0)
			code = otfp_fail_memory(r->err);
		otfp_cursor_release(&c);
		code = code == OTFP_END ? 0 : code;
	}
	r->quiet = 0;
	return code;
}
