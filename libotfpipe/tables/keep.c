/* keep.c - what the conversions of calls, messages and operations share: whether a row is shown, the first ends. */
#include "tables/inside.h"
#include "base/grow.h"

int otfp_tables_shows(const struct otfp_tables *m, unsigned type, uint32_t process)
{
	return !m->shows || m->shows(m->shows_ctx, type, process);
}

int otfp_tables_shows_any(const struct otfp_tables *m, unsigned type, uint32_t process)
{
	static const uint16_t families[][3] = {
		{OTFP_Enter, OTFP_Leave},
		{OTFP_CollectiveOperation, OTFP_BeginCollectiveOperation, OTFP_EndCollectiveOperation},
		{OTFP_FileOperation, OTFP_BeginFileOperation, OTFP_EndFileOperation},
	};
	unsigned i = 0;
	int shows = 0;

	while (m->shows && families[i][0] != type)
		i++;
	for (unsigned k = 0; m->shows && k < 3; k++)
		shows |= families[i][k] && otfp_tables_shows(m, families[i][k], process);
	return !m->shows || shows;
}

void otfp_tables_show(struct otfp_tables *m, int is_shown)
{
	m->is_hidden = m->is_early || !is_shown;
}

struct otfp_table_cell *otfp_cell_call(const struct otfp_tables *m, struct otfp_table_cell *at, uint32_t process,
                                       uint64_t call)
{
	return otfp_cell_maybe(at, call && otfp_tables_shows_any(m, OTFP_Enter, process), call);
}

uint32_t otfp_tables_keep(struct otfp_tables *m, const struct otfp_first_end *first)
{
	uint32_t at = m->spare;

	if (at) {
		m->spare = m->firsts[at - 1].next;
	} else {
		if (m->nfirsts >= UINT32_MAX - 1 ||
		    otfp_grow(&m->firsts, m->nfirsts, &m->firsts_cap, sizeof *m->firsts) < 0) {
			otfp_tables_fail(m);
			return 0;
		}
		at = (uint32_t)++m->nfirsts;
	}
	m->firsts[at - 1] = *first;
	return at;
}

struct otfp_first_end otfp_tables_give_back(struct otfp_tables *m, uint64_t mark)
{
	struct otfp_first_end *first = mark ? &m->firsts[mark - 1] : NULL, none = {0}, taken;

	if (!first)
		return none;
	taken = *first;
	first->next = m->spare;
	m->spare = (uint32_t)mark;
	return taken;
}
