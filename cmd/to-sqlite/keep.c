/* keep.c - what the conversions of calls, messages and operations share: whether a row is shown, the first ends. */
#include "cmd/to-sqlite/convert.h"
#include "base/grow.h"

int convert_shows(const struct convert *c, unsigned type, uint32_t process)
{
	return !c->shows || c->shows(c->shows_ctx, type, process);
}

int convert_shows_any(const struct convert *c, unsigned type, uint32_t process)
{
	static const uint16_t families[][3] = {
		{OTFP_Enter, OTFP_Leave},
		{OTFP_CollectiveOperation, OTFP_BeginCollectiveOperation, OTFP_EndCollectiveOperation},
		{OTFP_FileOperation, OTFP_BeginFileOperation, OTFP_EndFileOperation},
	};
	unsigned i = 0;
	int shows = 0;

	while (c->shows && families[i][0] != type)
		i++;
	for (unsigned k = 0; c->shows && k < 3; k++)
		shows |= families[i][k] && convert_shows(c, families[i][k], process);
	return !c->shows || shows;
}

void convert_show(struct convert *c, int is_shown)
{
	c->db.is_hidden = c->is_early || !is_shown;
}

void convert_call_id(struct convert *c, struct db_table *t, uint32_t process, uint64_t call)
{
	cell_maybe(&c->db, t, call && convert_shows_any(c, OTFP_Enter, process), call);
}

uint32_t convert_keep(struct convert *c, const struct db_first *first)
{
	uint32_t at = c->spare;

	if (at) {
		c->spare = c->firsts[at - 1].next;
	} else {
		if (c->nfirsts >= UINT32_MAX - 1 ||
		    otfp_grow(&c->firsts, c->nfirsts, &c->firsts_cap, sizeof *c->firsts) < 0) {
			db_fail(&c->db);
			return 0;
		}
		at = (uint32_t)++c->nfirsts;
	}
	c->firsts[at - 1] = *first;
	return at;
}

struct db_first convert_give_back(struct convert *c, uint64_t mark)
{
	struct db_first *first = mark ? &c->firsts[mark - 1] : NULL, none = {0}, taken;

	if (!first)
		return none;
	taken = *first;
	first->next = c->spare;
	c->spare = (uint32_t)mark;
	return taken;
}
