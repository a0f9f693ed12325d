/* views.c - the views: names instead of numbers, nanoseconds instead of ticks. See sink.h. */
#include "base/buf.h"
#include "cmd/to-sqlite/sink.h"
#include <inttypes.h>
#include <string.h>

#define NANOSECONDS UINT64_C(1000000000) /* a second */

/* TS(column) is a time in nanoseconds since the first event, NS(expression) a duration. A string is NAME(alias of a
 * definition): `n_alias.text`, joined by JOIN(alias). */
static const char *const views[] = {
	"process AS SELECT p.id, p.stream, p.process AS token, sp.text AS name, p.parent FROM def_process p "
	"LEFT JOIN strings sp ON sp.id = p.name",

	"function AS SELECT f.id, f.stream, f.function AS token, sf.text AS name, sg.text AS category, sl.text AS "
	"file, "
	"l.line FROM def_function f LEFT JOIN strings sf ON sf.id = f.name "
	"LEFT JOIN def_function_group g ON g.id = f.\"group\" LEFT JOIN strings sg ON sg.id = g.name "
	"LEFT JOIN def_scl l ON l.id = f.source LEFT JOIN def_scl_file lf ON lf.id = l.file "
	"LEFT JOIN strings sl ON sl.id = lf.name",

	"slice AS SELECT c.id, TS(c.start) AS ts, NS(c.\"end\" - c.start) AS dur, c.process AS track_id, "
	"p.name AS process, f.category, f.name, c.depth, c.parent AS parent_id, NS(c.exclusive) AS self_dur FROM calls "
	"c "
	"LEFT JOIN function f ON f.id = c.function LEFT JOIN process p ON p.id = c.process",

	"message AS SELECT m.id, TS(m.start) AS ts, NS(m.\"end\" - m.start) AS dur, p.name AS sender, q.name AS "
	"receiver, "
	"sg.text AS communicator, m.tag, m.length, m.send_call, m.recv_call FROM messages m "
	"LEFT JOIN process p ON p.id = m.sender LEFT JOIN process q ON q.id = m.receiver "
	"LEFT JOIN def_process_group g ON g.id = m.\"group\" LEFT JOIN strings sg ON sg.id = g.name",

	"collective AS SELECT c.id, TS(c.start) AS ts, NS(c.\"end\" - c.start) AS dur, p.name AS process, sc.text AS "
	"name, "
	"sg.text AS communicator, c.instance, q.name AS root, c.sent, c.received, c.call FROM collectives c "
	"LEFT JOIN process p ON p.id = c.process LEFT JOIN process q ON q.id = c.root "
	"LEFT JOIN def_collective_operation o ON o.id = c.collective LEFT JOIN strings sc ON sc.id = o.name "
	"LEFT JOIN def_process_group g ON g.id = c.\"group\" LEFT JOIN strings sg ON sg.id = g.name",

	"collective_instance AS SELECT \"group\", instance, min(collective) AS collective, count(*) AS members, "
	"TS(min(start)) AS ts, NS(max(\"end\") - min(start)) AS dur, NS(max(start) - min(start)) AS spread "
	"FROM (SELECT \"group\", instance, collective, start, \"end\" FROM collectives WHERE instance IS NOT NULL "
	"UNION ALL SELECT \"group\", instance, collective, start, \"end\" FROM collectives_elsewhere) "
	"GROUP BY \"group\", instance",

	"wait AS SELECT w.id, TS(w.start) AS ts, NS(w.\"end\" - w.start) AS dur, w.kind, p.name AS process, f.name AS "
	"function, g.name AS caller, q.name AS peer, h.name AS peer_caller, sg.text AS communicator, w.call, "
	"w.peer_call, w.message, w.collective, w.wrong_order FROM waits w "
	"LEFT JOIN process p ON p.id = w.process LEFT JOIN process q ON q.id = w.peer "
	"LEFT JOIN calls c ON c.id = w.call LEFT JOIN function f ON f.id = c.function "
	"LEFT JOIN calls d ON d.id = c.parent LEFT JOIN function g ON g.id = d.function "
	"LEFT JOIN calls e ON e.id = w.peer_call LEFT JOIN calls b ON b.id = e.parent "
	"LEFT JOIN function h ON h.id = b.function "
	"LEFT JOIN def_process_group o ON o.id = w.\"group\" LEFT JOIN strings sg ON sg.id = o.name",

	"wait_profile AS SELECT w.kind, f.name AS function, count(*) AS waits, NS(sum(w.\"end\" - w.start)) AS dur, "
	"NS(max(w.\"end\" - w.start)) AS longest FROM waits w LEFT JOIN calls c ON c.id = w.call "
	"LEFT JOIN function f ON f.id = c.function GROUP BY w.kind, f.name",

	"wait_matrix AS SELECT p.name AS process, q.name AS peer, count(*) AS waits, NS(sum(w.\"end\" - w.start)) AS "
	"dur, "
	"NS(max(w.\"end\" - w.start)) AS longest FROM waits w LEFT JOIN process p ON p.id = w.process "
	"LEFT JOIN process q ON q.id = w.peer GROUP BY w.process, w.peer",

	"life AS SELECT l.id, TS(l.start) AS ts, NS(l.\"end\" - l.start) AS dur, p.name AS process, l.thread, "
	"NS(l.useful) AS useful, NS(l.ideal) AS ideal FROM lives l LEFT JOIN process p ON p.id = l.process",

	"efficiency AS SELECT NS(runtime) AS runtime, NS(ideal) AS ideal, NS(useful) AS useful, NS(most) AS "
	"max_useful, "
	"1.0 * useful / (n * most) AS load_balance, 1.0 * most / runtime AS communication, "
	"1.0 * useful / (n * runtime) AS parallel, 1.0 * most / ideal AS serialization, "
	"CASE WHEN n > 0 THEN 1.0 * ideal / runtime END AS transfer "
	"FROM (SELECT max(\"end\") - min(start) AS runtime, max(ideal) AS ideal, "
	"sum(CASE WHEN thread = 0 THEN useful END) AS useful, max(CASE WHEN thread = 0 THEN useful END) AS most, "
	"sum(thread = 0) AS n FROM lives)",

	"counter AS SELECT c.id, TS(c.time) AS ts, p.name AS process, sc.text AS name, c.value, su.text AS unit "
	"FROM counters c LEFT JOIN process p ON p.id = c.process LEFT JOIN def_counter d ON d.id = c.counter "
	"LEFT JOIN strings sc ON sc.id = d.name LEFT JOIN strings su ON su.id = d.unit",

	"file_operation AS SELECT f.id, TS(f.start) AS ts, NS(f.\"end\" - f.start) AS dur, p.name AS process, "
	"sf.text AS file, CASE f.operation & 31 WHEN 0 THEN 'open' WHEN 1 THEN 'close' WHEN 2 THEN 'read' "
	"WHEN 3 THEN 'write' WHEN 4 THEN 'seek' WHEN 5 THEN 'unlink' WHEN 6 THEN 'rename' WHEN 7 THEN 'dup' "
	"WHEN 8 THEN 'sync' WHEN 9 THEN 'lock' WHEN 10 THEN 'unlock' END AS operation, f.operation & 32 <> 0 AS "
	"failed, "
	"f.bytes, f.call FROM file_operations f LEFT JOIN process p ON p.id = f.process "
	"LEFT JOIN def_file d ON d.id = f.file LEFT JOIN strings sf ON sf.id = d.name",

	"marker AS SELECT m.id, TS(m.time) AS ts, p.name AS process, sm.text AS name, m.text FROM markers m "
	"LEFT JOIN process p ON p.id = m.process LEFT JOIN def_marker d ON d.id = m.marker "
	"LEFT JOIN strings sm ON sm.id = d.name",

	"key_value AS SELECT k.\"table\", k.row, k.at, sk.text AS name, k.type, k.value FROM key_values k "
	"LEFT JOIN def_key_value d ON d.id = k.key LEFT JOIN strings sk ON sk.id = d.name",

	"function_profile AS SELECT f.category, f.name, count(*) AS calls, NS(sum(c.exclusive)) AS self_dur, "
	"NS(sum(c.\"end\" - c.start)) AS dur, NS(max(c.\"end\" - c.start)) AS longest FROM calls c "
	"LEFT JOIN function f ON f.id = c.function GROUP BY f.category, f.name",

	"message_matrix AS SELECT p.name AS sender, q.name AS receiver, count(m.start) AS sent, count(m.\"end\") AS "
	"arrived, "
	"sum(m.length) AS bytes, NS(min(m.\"end\" - m.start)) AS shortest, NS(max(m.\"end\" - m.start)) AS longest, "
	"CAST(round(NS(sum(m.\"end\" - m.start)) * 1.0 / count(m.\"end\" - m.start)) AS INTEGER) AS mean FROM messages "
	"m "
	"LEFT JOIN process p ON p.id = m.sender LEFT JOIN process q ON q.id = m.receiver GROUP BY m.sender, m.receiver",
};

struct clock {
	uint64_t resolution, base;
};

/* Put p[0..n), ticks, as whole nanoseconds. Products stay below 2^63 where they can; SQLite goes on with real numbers
 * where not. @return 0, or -1 when memory is out */
static int put_nanoseconds(struct otfp_buf *b, const struct clock *c, const char *p, size_t n)
{
	const uint64_t r = c->resolution;
	const int k = (int)n;

	if (NANOSECONDS % r == 0)
		return otfp_buf_printf(b, "((%.*s) * %" PRIu64 ")", k, p, NANOSECONDS / r);
	if (r % NANOSECONDS == 0)
		return otfp_buf_printf(b, "((%.*s) / %" PRIu64 ")", k, p, r / NANOSECONDS);
	return otfp_buf_printf(b,
	                       "((%.*s) / %" PRIu64 " * 1000000000 + (%.*s) %% %" PRIu64 " * 1000000000 / %" PRIu64 ")",
	                       k, p, r, k, p, r, r);
}

/* The end of the argument that begins at p, at its parenthesis. */
static const char *end_of(const char *p)
{
	for (unsigned depth = 1;; p++) {
		depth += *p == '(';
		depth -= *p == ')';
		if (!depth)
			return p;
	}
}

static int put_time(struct otfp_buf *b, const struct clock *c, const char *p, size_t n)
{
	struct otfp_buf since = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&since, "%.*s - %" PRIu64, (int)n, p, c->base);

	if (rc == 0)
		rc = put_nanoseconds(b, c, since.p, since.n);
	otfp_buf_release(&since);
	return rc;
}

/* Append the statement of a view. @return 0, or -1 when memory is out */
static int put_view(struct otfp_buf *b, const struct clock *c, const char *p)
{
	int rc = otfp_buf_puts(b, "CREATE VIEW ");

	while (rc == 0 && *p) {
		const int is_time = strncmp(p, "TS(", 3) == 0, is_span = strncmp(p, "NS(", 3) == 0;
		const char *end = is_time || is_span ? end_of(p + 3) : NULL;
		rc = is_time ? put_time(b, c, p + 3, (size_t)(end - p - 3)) :
		     is_span ? put_nanoseconds(b, c, p + 3, (size_t)(end - p - 3)) :
		               otfp_buf_add(b, p, 1);
		p = end ? end + 1 : p + 1;
	}
	return rc == 0 ? otfp_buf_puts(b, ";\n") : rc;
}

int views_create(struct db *d, uint64_t resolution, uint64_t base)
{
	const struct clock c = {resolution ? resolution : 1000000, base};
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&b, "PRAGMA user_version=%d;\n", SCHEMA_VERSION), code;

	for (size_t i = 0; rc == 0 && i < sizeof views / sizeof *views; i++)
		rc = put_view(&b, &c, views[i]);
	code = rc == 0 && otfp_buf_str(&b) ? db_run(d, b.p) : db_fail(d);
	otfp_buf_release(&b);
	return code;
}
