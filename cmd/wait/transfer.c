/* transfer.c - the tables of what the network took. */
#include "cmd/wait/tables.h"

/* Bytes per second; without a resolution, none. */
static void rate_cell(struct table *t, otfp_wide bytes, otfp_wide ticks)
{
	const double seconds = t->resolution ? otfp_wide_real(ticks) / (double)t->resolution : 0;
	const struct cell_value v = {.is = CELL_REAL,
	                             .unit = OTFP_UNIT_BYTES,
	                             .real = seconds > 0 ? otfp_wide_real(bytes) / seconds : 0};

	if (seconds > 0)
		table_cell(t, &v);
	else
		table_none(t);
}

static void put_node(const struct otfp_nodes *nodes, struct table *t, uint32_t node, int is_other)
{
	const struct cell_value name =
		node && !is_other ? cell_text(otfp_nodes_name(nodes, node)) : (struct cell_value){0};

	if (name.is == CELL_TEXT)
		table_cell(t, &name);
	else
		table_word(t, is_other ? "(other)" : "(none)");
}

/* A process, or a node. */
static void put_place(const struct wait_view *v, struct table *t, uint32_t place, int is_other)
{
	if (v->nodes)
		put_node(v->nodes, t, place, is_other);
	else if (is_other)
		wait_view_word(t, "(other)");
	else
		wait_view_name(v, t, OTFP_NAMED_PROCESS, place);
}

static void put_pair(const struct wait_view *v, struct table *t, const struct otfp_transfer_row *row, int is_other)
{
	put_place(v, t, row->sender, is_other);
	put_place(v, t, row->receiver, is_other);
	table_number(t, row->count);
	table_bytes(t, row->bytes);
	table_ticks(t, row->ticks);
	table_ticks(t, row->excess);
	rate_cell(t, row->bytes, row->ticks);
	table_number(t, row->others);
	table_number(t, row->with_sends);
}

void wait_table_transfer(const struct wait_view *v, struct table *t)
{
	static const struct table_column processes[] = {TABLE_NAMED("sender"), TABLE_NAMED("receiver")},
					 nodes[] = {{"sender_node", TABLE_TEXT}, {"receiver_node", TABLE_TEXT}};
	static const struct table_column columns[] = {{"count", 0},
	                                              {"bytes", 0},
	                                              {"time", TABLE_KEY},
	                                              {"excess", TABLE_KEY},
	                                              {"bytes_per_second", 0},
	                                              {"with_others", 0},
	                                              {"with_sends", 0}};
	size_t n;
	const struct otfp_transfer_row *rows = otfp_transfers_rows(v->transfers, &n);
	const struct otfp_transfer_row *other = otfp_transfers_other(v->transfers);

	table_begin(t, "transfer", NULL);
	if (v->nodes)
		table_columns(t, nodes, sizeof nodes / sizeof *nodes);
	else
		table_columns(t, processes, sizeof processes / sizeof *processes);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n; i++)
		put_pair(v, t, &rows[i], 0);
	if (other)
		put_pair(v, t, other, 1);
	table_end(t);
}

void wait_table_operation(const struct wait_view *v, struct table *t)
{
	static const struct table_column columns[] = {{"operation", TABLE_PROGRAMS},
	                                              {"operation_name", TABLE_TEXT},
	                                              TABLE_NAMED("communicator"),
	                                              {"bytes_below", 0},
	                                              {"count", 0},
	                                              {"bytes", 0},
	                                              {"time", TABLE_KEY},
	                                              {"bytes_per_second", 0}};
	size_t n;
	const struct otfp_operation_row *rows = otfp_transfers_operations(v->transfers, &n);

	table_begin(t, "operation", NULL);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < n; i++) {
		wait_view_name(v, t, OTFP_NAMED_COLLECTIVE, rows[i].operation);
		wait_view_name(v, t, OTFP_NAMED_COMMUNICATOR, rows[i].communicator);
		table_bytes(t, (otfp_wide)1 << rows[i].length_class);
		table_number(t, rows[i].count);
		table_bytes(t, rows[i].bytes);
		table_ticks(t, rows[i].ticks);
		rate_cell(t, rows[i].bytes, rows[i].ticks);
	}
	table_end(t);
}
