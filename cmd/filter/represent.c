#include "cmd/text/signals.h"
#include "cmd/filter/represent.h"
#include "base/num.h"
#include "base/text.h"
#include "record/table.h"
#include "base/grow.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WHAT "--represent"

/* More processes than this are a typing error. */
enum { MAX_PROCESSES = 1 << 24 };

struct group {
	uint32_t *members; /* the first one is kept */
	size_t n, cap;
	int substitutes; /* put a DefProcessSubstitutes for it */
};

void represent_release(struct represent *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->groups[i].members);
	free(r->groups);
	otfp_shorter_sm_release(&r->sm);
	otfp_map_release(&r->group_of);
	otfp_map_release(&r->members);
	otfp_map_release(&r->defined);
	memset(r, 0, sizeof *r);
}

static uint64_t member_key(const struct represent *r, const struct group *g, uint32_t process)
{
	return (uint64_t)(g - r->groups) << 32 | process;
}

static int add_member(struct represent *r, struct group *g, uint32_t process)
{
	if (otfp_map_set(&r->members, member_key(r, g, process), 1) < 0)
		return -1;
	if (otfp_grow(&g->members, g->n, &g->cap, sizeof *g->members) < 0)
		return -1;
	g->members[g->n++] = process;
	g->substitutes |= g->n > 1;
	return 0;
}

/* ---- the file ---- */

struct place {
	const char *file;
	unsigned line;
	struct otfp_error *err;
};

static struct group *add_group(struct represent *r)
{
	if (otfp_grow(&r->groups, r->n, &r->cap, sizeof *r->groups) < 0)
		return NULL;
	return memset(&r->groups[r->n++], 0, sizeof *r->groups);
}

/* Parse N or A-B. @return 0, or -1 if it is neither */
static int get_range(const char *p, uint64_t *from, uint64_t *to)
{
	int over = 0;
	const char *q = otfp_get_dec(p, from, &over), *second;

	*to = *from;
	if (q == p)
		return -1;
	if (*q == '-') {
		second = q + 1;
		q = otfp_get_dec(second, to, &over);
		if (q == second)
			return -1;
	}
	return *q || over || *from > *to || *to > UINT32_MAX ? -1 : 0;
}

static int add_word(struct represent *r, struct group *g, const char *word, const struct place *at)
{
	uint64_t from, to;

	if (get_range(word, &from, &to) < 0)
		return otfp_fail(at->err, OTFP_EUSAGE,
		                 WHAT ": %s:%u: expected a process N or a range A-B, not '%.100s'", at->file, at->line,
		                 word);
	if (to - from + r->group_of.n >= MAX_PROCESSES)
		return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: more than %d processes", at->file, at->line,
		                 MAX_PROCESSES);
	for (uint64_t p = from; p <= to; p++) {
		if (otfp_map_get(&r->group_of, p))
			return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: process %" PRIu64 " is named twice",
			                 at->file, at->line, p);
		if (otfp_map_set(&r->group_of, p, r->n - 1) < 0 || add_member(r, g, (uint32_t)p) < 0)
			return otfp_fail_memory(at->err);
	}
	return 0;
}

static int add_line(struct represent *r, char *text, const struct place *at)
{
	static const char separators[] = " ,\t\v\f\r";
	struct group *g;
	char *word, *rest;
	int rc = 0;

	text[strcspn(text, "#")] = 0;
	word = strtok_r(text, separators, &rest);
	if (!word)
		return 0;
	g = add_group(r);
	if (!g)
		return otfp_fail_memory(at->err);
	for (; rc == 0 && word; word = strtok_r(NULL, separators, &rest))
		rc = add_word(r, g, word, at);
	return rc;
}

/* Find the fields of a message with a process: its peer, and the origin of a remote access. */
static void find_slots(struct represent *r, unsigned type)
{
	const struct otfp_schema *row = otfp_schema(type);
	unsigned n = 0, peers = 0;

	for (unsigned i = 0; i < row->nfields; i++)
		peers += row->fields[i].what == OTFP_W_PEER;
	for (unsigned i = 0; peers && n < 2 && i < row->nfields; i++)
		if (row->fields[i].what == OTFP_W_PEER || row->fields[i].what == OTFP_W_PROCESS)
			r->slots[type][n++] = (uint8_t)(1 + i);
}

int represent_read(struct represent *r, const char *file, struct otfp_error *err)
{
	struct place at = {file, 0, err};
	struct otfp_buf text = OTFP_BUF_INIT;
	int rc = otfp_text_read(&text, file, WHAT, signal_came, err);
	char *line = text.p, *rest;

	r->file = file;
	for (; rc == 0 && line; line = rest) {
		rest = strchr(line, '\n');
		if (rest)
			*rest++ = 0;
		at.line++;
		rc = add_line(r, line, &at);
	}
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		find_slots(r, type);
	otfp_buf_release(&text);
	return rc;
}

void represent_rewind(struct represent *r)
{
	r->next = 0;
	r->dropped = 0;
}

/* ---- records ---- */

static struct group *group_of(const struct represent *r, uint64_t process)
{
	const uint64_t *i = otfp_map_get(&r->group_of, process);

	return i ? &r->groups[*i] : NULL;
}

static int is_dropped(const void *ctx, uint64_t process)
{
	const struct represent *r = ctx;
	const struct group *g = group_of(r, process);

	return g && g->members[0] != process;
}

static const struct otfp_record *make_substitutes(struct represent *r, const struct group *g)
{
	r->substitutes = (struct otfp_record){.type = OTFP_DefProcessSubstitutes, .file = OTFP_FILE_DEF};
	r->substitutes.f[0].u = g->members[0];
	r->substitutes.f[1].l = (struct otfp_list){g->members, g->n};
	return &r->substitutes;
}

/* They come after the other global definitions. */
const struct otfp_record *represent_next(struct represent *r, const struct otfp_record *rec)
{
	if (rec &&
	    (rec->type == OTFP_CONTROL || (rec->type < OTFP_NTYPES && rec->file == OTFP_FILE_DEF && rec->loc == 0)))
		return NULL;
	while (r->next < r->n) {
		const struct group *g = &r->groups[r->next++];
		if (g->substitutes)
			return make_substitutes(r, g);
	}
	return NULL;
}

/* The group represents the processes that its member represents, too. If the DefProcessSubstitutes of the group is put
 * already, put it again, instead of the record. @return 1 to put *rec, 0 to drop it, <0 */
static int extend(struct represent *r, struct group *g, const struct otfp_record **rec, struct otfp_error *err)
{
	const struct otfp_record *old = *rec;
	struct otfp_list members = old->f[1].l;

	for (size_t i = 0; i < members.n; i++)
		if (!otfp_map_get(&r->members, member_key(r, g, members.p[i])) && add_member(r, g, members.p[i]) < 0)
			return otfp_fail_memory(err);
	g->substitutes = 1;
	if (old->ntags && !r->quiet)
		message_warning(WHAT ": dropped the key-values of DefProcessSubstitutes of process %" PRIu64,
		                old->f[0].u);
	if (g >= r->groups + r->next)
		return 0;
	*rec = make_substitutes(r, g);
	r->substitutes.loc = old->loc;
	return 1;
}

static int is_represented(const struct represent *r, const struct otfp_record *rec)
{
	if (!otfp_is_timed(rec->file) && rec->type != OTFP_Marker)
		return 0;
	if (is_dropped(r, rec->loc))
		return 1;
	for (const uint8_t *slot = r->slots[rec->type]; *slot; slot++)
		if (is_dropped(r, rec->f[*slot - 1].u))
			return 1;
	return 0;
}

int represent_record(struct represent *r, const struct otfp_record **rec, struct otfp_error *err)
{
	uint64_t token = (*rec)->f[0].u;
	int represented;

	if ((*rec)->type == OTFP_CONTROL)
		return otfp_sm_shorten(&r->sm, rec, is_dropped, r, err);
	if ((*rec)->type >= OTFP_NTYPES)
		return 1;
	if ((*rec)->type == OTFP_DefProcessSubstitutes && group_of(r, token))
		return extend(r, group_of(r, token), rec, err);
	represented = is_represented(r, *rec);
	r->dropped += (uint64_t)represented;
	return !represented;
}

int represent_learn(struct represent *r, const struct otfp_record *rec)
{
	if (rec->type != OTFP_DefProcess || !group_of(r, rec->f[0].u))
		return 0;
	return otfp_map_set(&r->defined, rec->f[0].u, 1);
}

static int report_missing(const struct represent *r, uint64_t process, int strict, struct otfp_error *err)
{
	size_t n = r->group_of.n - r->defined.n;
	char more[40] = " is not";
	int code;

	if (n > 1)
		snprintf(more, sizeof more, " and %zu more are not", n - 1);
	code = otfp_fail(err, OTFP_EFAIL, WHAT ": %s: process %" PRIu64 "%s in the trace", r->file, process, more);
	if (!strict)
		message_warning("%s", err->text);
	return strict ? code : 0;
}

/* Report the first missing process in the order of the file; members from old substitutes do not count. */
int represent_end(const struct represent *r, int strict, struct otfp_error *err)
{
	if (r->quiet)
		return 0;
	message_note(1, "dropped %" PRIu64 " records of represented processes", r->dropped);
	for (size_t i = 0; i < r->n; i++)
		for (size_t j = 0; j < r->groups[i].n; j++) {
			uint64_t process = r->groups[i].members[j];
			if (otfp_map_get(&r->group_of, process) && !otfp_map_get(&r->defined, process))
				return report_missing(r, process, strict, err);
		}
	return 0;
}
