/* records.c - converts records of VTF3, carriers or not. See records.h. */
#include "vtf3/read/records.h"
#include <stdlib.h>

/* ---- one record ---- */

int otfp_vtf3_reading(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	if (OTFP_UNLIKELY(rec->type == OTFP_VTF3_Comment || c->waits))
		return otfp_vtf3_carried_read(c, rec);
	return otfp_vtf3_read_native(c, rec);
}

/* ---- what OTF cannot represent ---- */

static int fits(double d)
{
	return d < 18446744073709551616.0;
}

int otfp_vtf3_has_record(const struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];
	double sum = rec->time;

	for (unsigned k = 0; k < row->nargs; k++) {
		sum += row->args[k].type == OTFP_VTF3_A_DUR ? rec->v[k].d : 0;
		if (row->args[k].type == OTFP_VTF3_A_STR && rec->v[k].s.n > OTFP_VTF3_STRING_MAX)
			return 0;
	}
	if (rec->type == OTFP_VTF3_Defclkperiod) {
		double rate = 1 / rec->v[0].d + 0.5;
		return rec->v[0].d > 0 && rate >= 1 && fits(rate) && (!c->period || c->period == rec->v[0].d);
	}
	return row->kind == OTFP_VTF3_DEF || fits(sum);
}

/* ---- begin and end ---- */

void otfp_vtf3_read_clear(struct otfp_vtf3_reading *c)
{
	c->n = 0;
	if (c->arena.blocks)
		otfp_arena_clear(&c->arena);
}

int otfp_vtf3_read_init(struct otfp_vtf3_reading *c, struct otfp_error *err)
{
	int code;

	*c = (struct otfp_vtf3_reading){.err = err, .job = OTFP_VTF3_NOJOB};
	code = otfp_vtf3_writer_new(&c->binary, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FULL, err);
	return code < 0 ? code : otfp_vtf3_writer_new(&c->fast, OTFP_VTF3_FST_ASCII, OTFP_VTF3_FULL, err);
}

void otfp_vtf3_read_release(struct otfp_vtf3_reading *c)
{
	struct otfp_map *maps[] = {&c->declared,       &c->cpus,      &c->value_types, &c->forms,
	                           &c->names_by_token, &c->functions, &c->operations};

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		otfp_map_release(maps[i]);
	for (size_t i = 0; i < c->ncpus; i++) {
		free(c->cpu[i]->open);
		free(c->cpu[i]->regions);
		free(c->cpu[i]);
	}
	free(c->cpu);
	free(c->recs);
	free(c->out);
	free(c->later);
	free(c->threads);
	otfp_arena_release(&c->arena);
	otfp_arena_release(&c->names);
	otfp_buf_release(&c->text);
	otfp_vtf3_carried_free(c->carried);
	otfp_vtf3_writer_free(c->binary);
	otfp_vtf3_writer_free(c->fast);
}
