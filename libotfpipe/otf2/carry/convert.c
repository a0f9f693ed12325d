#include "otf2/carry/convert.h"
#include "base/grow.h"
#include "otf2/original.h"
#include "otf2/carry/original-read.h"
#include "otf2/values.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 }; /* faults that are reported singly */

int otfp_otf2_carrying_init(struct otfp_otf2_carrying *c)
{
	c->model.err = c->err;
	c->source_attribute = UINT64_MAX;
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++)
		for (unsigned i = 0; i < otfp_otf2_rows[row].nfields; i++)
			c->keys[row][i].type = otfp_otf2_rows[row].fields[i].type;
	return otfp_otf2_more(c);
}

/* The attribute whose value is the field `source` of OTF. */
int otfp_otf2_carrying_begin(struct otfp_otf2_carrying *c)
{
	for (size_t i = 0; i < c->model.n; i++) {
		const struct otfp_otf2_frame *f = c->model.frames[i];
		struct otfp_str name;
		if (f->row != OTFP_OTF2_Attribute ||
		    OTFP_OTF2_F(f, Attribute, type) != OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION)
			continue;
		name = otfp_otf2_string(&c->model, OTFP_OTF2_F(f, Attribute, name));
		if (name.n == strlen(OTFP_OTF2_SOURCE) && memcmp(name.p, OTFP_OTF2_SOURCE, name.n) == 0)
			c->source_attribute = f->f[0];
	}
	return 0;
}

void otfp_otf2_carrying_release(struct otfp_otf2_carrying *c)
{
	otfp_otf2_original_close(c->original);
	otfp_otf2_model_release(&c->model);
	otfp_buf_release(&c->text);
	otfp_map_release(&c->named);
	otfp_map_release(&c->sources);
	otfp_map_release(&c->files);
	otfp_map_release(&c->groups);
	otfp_arena_release(&c->batch.arena);
	free(c->batch.recs);
	free(c->batch.out);
	free(c->tags);
}

void otfp_otf2_carrying_clear(struct otfp_otf2_carrying *c)
{
	c->batch.n = c->batch.nmembers = 0;
	if (c->batch.arena.blocks)
		otfp_arena_clear(&c->batch.arena);
}

/* ---- records ---- */

int otfp_otf2_more(struct otfp_otf2_carrying *c)
{
	size_t old = c->batch.cap, cap = old;

	if (otfp_grow(&c->batch.recs, old, &c->batch.cap, sizeof *c->batch.recs) < 0 ||
	    otfp_grow(&c->batch.out, old, &cap, sizeof *c->batch.out) < 0)
		return otfp_fail_memory(c->err);
	memset(c->batch.recs + old, 0, (c->batch.cap - old) * sizeof *c->batch.recs);
	for (size_t i = 0; i < c->batch.cap; i++)
		c->batch.out[i] = &c->batch.recs[i];
	return 0;
}

struct otfp_record *otfp_otf2_emit(struct otfp_otf2_carrying *c, unsigned type)
{
	struct otfp_record *rec = otfp_otf2_append(c, type);

	if (!rec)
		return NULL;
	for (unsigned i = 0; i < OTFP_MAX_FIELDS; i += 4) /* at once a compiler makes a slow instruction of it */
		memset(rec->f + i, 0, 4 * sizeof *rec->f);
	if (!otfp_is_timed(rec->file)) {
		rec->time = 0;
		rec->loc = 0;
		rec->lineno = c->lane ? 0 : c->lineno; /* one that an event needs stands in no file */
	}
	if (c->first == SIZE_MAX)
		c->first = c->batch.n - 1;
	return rec;
}

int otfp_otf2_emit_key(struct otfp_otf2_carrying *c, uint32_t key, unsigned type, struct otfp_str name,
                       struct otfp_str description)
{
	struct otfp_record *rec = name.p && description.p ? otfp_otf2_emit(c, OTFP_DefKeyValue) : NULL;

	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefKeyValue_key].u = key;
	rec->f[OTFP_DefKeyValue_type].u = type;
	rec->f[OTFP_DefKeyValue_name].s = name;
	rec->f[OTFP_DefKeyValue_description].s = description;
	return 0;
}

void otfp_otf2_begin(struct otfp_otf2_carrying *c)
{
	c->first = SIZE_MAX;
	c->ntags = 0;
	c->is_carried = c->is_lost = 0;
	c->told_space = 0;
}

int otfp_otf2_seal(struct otfp_otf2_carrying *c)
{
	struct otfp_tag *tags;

	if (!c->ntags || c->first == SIZE_MAX)
		return 0;
	tags = otfp_arena_copy(&c->batch.arena, c->tags, c->ntags * sizeof *tags);
	if (!tags)
		return otfp_fail_memory(c->err);
	c->batch.recs[c->first].tags = tags;
	c->batch.recs[c->first].ntags = (uint32_t)c->ntags;
	return 0;
}

int otfp_otf2_end(struct otfp_otf2_carrying *c, unsigned row)
{
	struct otfp_otf2_counts *k = &c->report.kinds[row];

	if (c->is_lost)
		k->dropped++;
	else if (c->is_carried)
		k->carried++;
	else
		k->native++;
	if (OTFP_UNLIKELY(c->troubles && c->strict))
		return OTFP_EDAMAGE;
	return otfp_otf2_seal(c);
}

struct otfp_tag *otfp_otf2_tag(struct otfp_otf2_carrying *c, uint32_t key)
{
	struct otfp_tag *tag;

	if (otfp_grow(&c->tags, c->ntags, &c->tags_cap, sizeof *c->tags) < 0) {
		otfp_fail_memory(c->err);
		return NULL;
	}
	tag = &c->tags[c->ntags++];
	*tag = (struct otfp_tag){.key = key};
	return tag;
}

int otfp_otf2_carries(struct otfp_otf2_carrying *c)
{
	if (c->original)
		return 0;
	c->is_carried = 1;
	c->is_lost |= c->options.plain;
	return !c->options.plain;
}

struct otfp_str otfp_otf2_keep(struct otfp_otf2_carrying *c, const char *p, size_t n)
{
	struct otfp_str s = {otfp_arena_copy(&c->batch.arena, p ? p : "", n), n};

	if (!s.p)
		otfp_fail_memory(c->err);
	return s;
}

/* ---- damage ---- */

int otfp_otf2_bad(struct otfp_otf2_carrying *c, enum otfp_flaw flaw, const char *fmt, ...)
{
	char what[400], place[80] = "";
	va_list ap;

	c->troubles++;
	if (c->troubles > SHOWN && !c->strict) {
		c->unreported++;
		return 0;
	}
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	if (c->lane && c->lane->process && c->lane->process->location)
		snprintf(place, sizeof place,
		         c->lane->done ? "location %" PRIu64 ": %s %" PRIu64 ": " : "location %" PRIu64 ": ",
		         c->lane->process->location->f[0], c->lane->is_snaps ? "snapshot" : "event", c->lane->done);
	otfp_fail_at(c->err, OTFP_EDAMAGE, flaw, c->name, 0, "%s%s", place, what);
	if (c->strict)
		return OTFP_EDAMAGE;
	if (c->report_to)
		c->report_to(c->report_ctx, c->err);
	return 0;
}

void otfp_otf2_report_unlisted(struct otfp_otf2_carrying *c)
{
	if (!c->unreported)
		return;
	otfp_fail_at(c->err, OTFP_EDAMAGE, OTFP_FLAW_REFERENCE, c->name, 0, "more faults that are not listed: %" PRIu64,
	             c->unreported);
	c->err->more = c->unreported;
	if (c->report_to)
		c->report_to(c->report_ctx, c->err);
}

int otfp_otf2_undefined(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned space, uint64_t ref)
{
	if (space && c->told_space == space && c->told_ref == ref)
		return 0;
	c->told_space = space;
	c->told_ref = ref;
	return otfp_otf2_bad(c, OTFP_FLAW_REFERENCE, "%s: %s %" PRIu64 " is not defined",
	                     otfp_otf2_rows[frame->row].name, otfp_otf2_space_word(space), ref);
}
