#include "otf2/read/share.h"
#include "base/sha256.h"
#include "merge/deal.h"
#include "otf2/carry/original-read.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which trace it is a share of ---- */

static void hash_text(struct otfp_sha256 *h, const char *text)
{
	otfp_sha256_add(h, text, strlen(text) + 1);
}

static void hash_number(struct otfp_sha256 *h, uint64_t v)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, v);
	hash_text(h, text);
}

static void identify(struct otfp_share *s, const struct otfp_otf2_model *m, const struct otfp_otf2_anchor *a)
{
	uint8_t digest[OTFP_SHA256_SIZE];
	struct otfp_sha256 h;

	otfp_sha256_begin(&h);
	hash_text(&h, a->creator);
	hash_number(&h, a->trace_id);
	hash_number(&h, m->n);
	for (size_t i = 0; i < m->nlocations; i++) {
		const struct otfp_otf2_frame *f = m->processes[i].location;

		hash_number(&h, OTFP_OTF2_F(f, Location, self));
		hash_number(&h, OTFP_OTF2_F(f, Location, numberOfEvents));
	}
	otfp_sha256_end(&h, digest);
	otfp_share_hash(s->id, digest);
	memset(s->digest, '0', OTFP_SHARE_HASH);
}

/* ---- its streams ---- */

/* The streams and their numbers of events; `at` is the stream. @return 0, or -1 when memory is out */
static int count_events(const struct otfp_otf2_model *m, struct otfp_dealt **streams, size_t *n)
{
	struct otfp_map index = {0};
	size_t cap = 0;
	int code = 0;

	for (size_t i = 0; i < m->nlocations && code == 0; i++) {
		const struct otfp_otf2_process *p = &m->processes[i];
		struct otfp_dealt *row = otfp_map_row(&index, p->stream, streams, n, &cap, sizeof **streams);

		if (!row)
			code = -1;
		else
			*row = (struct otfp_dealt){row->size + OTFP_OTF2_F(p->location, Location, numberOfEvents),
			                           p->stream};
	}
	otfp_map_release(&index);
	return code;
}

/* Deal the streams, of which `at` becomes the index for that. @return 0, or -1 when memory is out */
static int deal(struct otfp_otf2_share *s, struct otfp_dealt *streams, size_t n)
{
	uint32_t *ids = calloc(n + 1, sizeof *ids);
	uint8_t *mine = calloc(n + 1, 1);
	int code = ids && mine ? 0 : -1;

	otfp_deal_sort(streams, n);
	for (size_t i = 0; i < n && code == 0; i++) {
		ids[i] = (uint32_t)streams[i].at;
		streams[i].at = i;
	}
	if (code == 0)
		code = otfp_deal(streams, n, s->is.part, s->is.parts, mine);
	for (size_t i = 0; i < n && code == 0; i++)
		code = mine[i] ? otfp_map_set(&s->mine, ids[i], 1) : 0;
	free(ids);
	free(mine);
	return code;
}

static int choose_streams(struct otfp_otf2_share *s, const struct otfp_otf2_carrying *c,
                          const struct otfp_read_options *o)
{
	struct otfp_dealt *streams = NULL;
	size_t n = 0;
	int code = count_events(&c->model, &streams, &n);

	if (code == 0)
		code = deal(s, streams, n);
	free(streams);
	if (code < 0)
		return otfp_fail_memory(c->err);
	if (s->mine.n || o->empty_part)
		return 0;
	return otfp_fail(c->err, OTFP_EUSAGE, "--part %u/%u: %s has only %zu streams; this share would be empty",
	                 o->part, o->parts, c->name, n);
}

int otfp_otf2_share_choose(struct otfp_otf2_share *s, struct otfp_otf2_carrying *c, const struct otfp_otf2_anchor *a,
                           const struct otfp_read_options *o)
{
	if (!o->parts)
		return 0;
	s->is.part = o->part;
	s->is.parts = o->parts;
	identify(&s->is, &c->model, a);
	return choose_streams(s, c, o);
}

int otfp_otf2_share_has(const struct otfp_otf2_share *s, uint32_t stream)
{
	return !s->is.parts || !stream || otfp_map_get(&s->mine, stream) != NULL;
}

/* ---- the lines of an archive that was a trace of OTF ---- */

static int refuse_again(const struct otfp_otf2_share *s, const struct otfp_otf2_carrying *c,
                        const struct otfp_record *rec)
{
	struct otfp_share is;

	if (otfp_share_get(&is, &rec->line) < 0)
		return 0;
	return otfp_fail(c->err, OTFP_EUSAGE, "--part %u/%u: %s is share %u of %u; a share cannot be shared again",
	                 s->is.part, s->is.parts, c->name, is.part, is.parts);
}

/* Whether a line is in the share. @return 1, 0, or <0 */
static int wants(const struct otfp_otf2_share *s, const struct otfp_otf2_carrying *c, const struct otfp_record *rec)
{
	struct otfp_sm sm;

	if (!s->is.parts)
		return 1;
	if (rec->type != OTFP_CONTROL)
		return otfp_otf2_share_has(s, rec->file == OTFP_FILE_DEF ? rec->loc : 0);
	if (rec->control == OTFP_C_PART)
		return refuse_again(s, c, rec);
	return rec->control != OTFP_C_SM || otfp_sm_begin(&sm, &rec->line) < 0 || otfp_otf2_share_has(s, sm.stream);
}

int otfp_otf2_share_line(const struct otfp_otf2_share *s, struct otfp_otf2_carrying *c, const struct otfp_record **rec)
{
	int code, is_wanted = 0;

	while ((code = otfp_otf2_original_next(c, rec)) == 0 && !(is_wanted = wants(s, c, *rec)))
		;
	return is_wanted < 0 ? is_wanted : code;
}

void otfp_otf2_share_release(struct otfp_otf2_share *s)
{
	otfp_map_release(&s->mine);
}
