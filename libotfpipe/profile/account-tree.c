/* account-tree.c - the cells of call paths in a tree: see is_tree of struct otfp_profile.
 *
 * Of very many paths most are called once. The numbers of that call are in the cell: it has no row before the path is
 * called again, or the profile ends. So a path that is folded before needs little memory and time.
 */
#include "base/assert.h"
#include "profile/account.h"
#include <string.h>

int otfp_tree_make_row(struct otfp_profile *p, struct otfp_cell *cell)
{
	const int has_time = cell->has_ended && !p->o.sums_only;

	OTFP_ASSERT_HOT(p->is_tree && !cell->row);
	cell->row = otfp_rows_make(&p->rows, OTFP_STAT_FUNCTION);
	if (!cell->row)
		return -1;
	cell->has_ended = 0;
	return has_time ? otfp_account_time(p, cell->row, cell->sum[OTFP_SUM]) : 0;
}

/* Whether calls within the interval count in the cell. */
static int is_counted(const struct otfp_profile *p, const struct otfp_cell *cell)
{
	return cell->epoch && cell->row != &p->nowhere;
}

int otfp_tree_give(struct otfp_profile *p, struct otfp_cell *to, const struct otfp_cell *from)
{
	if (!is_counted(p, from))
		return 0;
	if (!is_counted(p, to)) {
		to->row = from->row;
		to->epoch = from->epoch;
		to->has_ended = from->has_ended;
		memcpy(to->sum, from->sum, sizeof to->sum);
		return 0;
	}
	if (!to->row && otfp_tree_make_row(p, to) < 0)
		return -1;
	for (unsigned i = 0; i < OTFP_CALL_SUMS; i++)
		otfp_cell_add(to, i, from->sum[i]);
	if (from->row)
		return otfp_rows_merge(&p->rows, to->row, from->row);
	return from->has_ended && !p->o.sums_only ? otfp_account_time(p, to->row, from->sum[OTFP_SUM]) : 0;
}

int otfp_tree_end(struct otfp_profile *p)
{
	for (size_t i = 0; i < p->ncells; i++) {
		struct otfp_cell *cell = &p->cells[i];
		const struct otfp_key_values v = {
			{[OTFP_KEY_FUNCTION] = p->paths.paths[i].function, [OTFP_KEY_PATH] = i + 1}};
		otfp_cells_fetch(p->cells, i, p->ncells);
		if (!is_counted(p, cell))
			continue;
		if (!cell->row && otfp_tree_make_row(p, cell) < 0)
			return -1;
		cell->row->key = otfp_profile_row_key(p, OTFP_STAT_FUNCTION, 0, &v);
		otfp_account_cell(cell);
		if (otfp_rows_put(&p->rows, cell->row) < 0)
			return -1;
		cell->row = NULL;
	}
	return 0;
}

void otfp_tree_release(struct otfp_profile *p)
{
	for (size_t i = 0; i < p->ncells; i++)
		if (p->cells[i].row)
			otfp_dist_release(&p->cells[i].row->dist);
}
