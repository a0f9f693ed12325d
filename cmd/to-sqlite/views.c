/* views.c - the views: names instead of numbers, nanoseconds instead of ticks. See sink.h. */
#include "base/buf.h"
#include "cmd/to-sqlite/sink.h"
#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#define NANOSECONDS UINT64_C(1000000000) /* a second */

/* T(column) is a time in ticks, TS(expression of times) one in nanoseconds since the first event, NS(expression) a
 * duration. A number above 2^63-1 is text in SQLite: where there are such times, T is since the first event, too. */
static const char *const views[] = {
	"process AS SELECT p.id, p.stream, p.process AS token, sp.text AS name, p.parent FROM def_process p "
	"LEFT JOIN strings sp ON sp.id = p.name",

	"function AS SELECT f.id, f.stream, f.function AS token, sf.text AS name, sg.text AS category, sl.text AS "
	"file, "
	"l.line FROM def_function f LEFT JOIN strings sf ON sf.id = f.name "
	"LEFT JOIN def_function_group g ON g.id = f.\"group\" LEFT JOIN strings sg ON sg.id = g.name "
	"LEFT JOIN def_scl l ON l.id = f.source LEFT JOIN def_scl_file lf ON lf.id = l.file "
	"LEFT JOIN strings sl ON sl.id = lf.name",

	"slice AS SELECT c.id, TS(T(c.start)) AS ts, NS(T(c.\"end\") - T(c.start)) AS dur, c.process AS track_id, "
	"p.name AS process, f.category, f.name, c.depth, c.parent AS parent_id, NS(c.exclusive) AS self_dur FROM calls "
	"c "
	"LEFT JOIN function f ON f.id = c.function LEFT JOIN process p ON p.id = c.process",

	"message AS SELECT m.id, TS(T(m.start)) AS ts, NS(T(m.\"end\") - T(m.start)) AS dur, p.name AS sender, q.name "
	"AS "
	"receiver, "
	"sg.text AS communicator, m.tag, m.length, m.send_call, m.recv_call FROM messages m "
	"LEFT JOIN process p ON p.id = m.sender LEFT JOIN process q ON q.id = m.receiver "
	"LEFT JOIN def_process_group g ON g.id = m.\"group\" LEFT JOIN strings sg ON sg.id = g.name",

	"collective AS SELECT c.id, TS(T(c.start)) AS ts, NS(T(c.\"end\") - T(c.start)) AS dur, p.name AS process, "
	"sc.text AS "
	"name, "
	"sg.text AS communicator, c.instance, q.name AS root, c.sent, c.received, c.call FROM collectives c "
	"LEFT JOIN process p ON p.id = c.process LEFT JOIN process q ON q.id = c.root "
	"LEFT JOIN def_collective_operation o ON o.id = c.collective LEFT JOIN strings sc ON sc.id = o.name "
	"LEFT JOIN def_process_group g ON g.id = c.\"group\" LEFT JOIN strings sg ON sg.id = g.name",

	"collective_instance AS SELECT \"group\", instance, min(collective) AS collective, count(*) AS members, "
	"TS(min(T(start))) AS ts, NS(max(T(\"end\")) - min(T(start))) AS dur, NS(max(T(start)) - min(T(start))) AS "
	"spread "
	"FROM (SELECT \"group\", instance, collective, start, \"end\" FROM collectives WHERE instance IS NOT NULL "
	"UNION ALL SELECT \"group\", instance, collective, start, \"end\" FROM collectives_elsewhere) "
	"GROUP BY \"group\", instance",

	"wait AS SELECT w.id, TS(T(w.start)) AS ts, NS(T(w.\"end\") - T(w.start)) AS dur, w.kind, p.name AS process, "
	"f.name AS "
	"function, g.name AS caller, q.name AS peer, h.name AS peer_caller, sg.text AS communicator, w.call, "
	"w.peer_call, w.message, w.collective, w.wrong_order FROM waits w "
	"LEFT JOIN process p ON p.id = w.process LEFT JOIN process q ON q.id = w.peer "
	"LEFT JOIN calls c ON c.id = w.call LEFT JOIN function f ON f.id = c.function "
	"LEFT JOIN calls d ON d.id = c.parent LEFT JOIN function g ON g.id = d.function "
	"LEFT JOIN calls e ON e.id = w.peer_call LEFT JOIN calls b ON b.id = e.parent "
	"LEFT JOIN function h ON h.id = b.function "
	"LEFT JOIN def_process_group o ON o.id = w.\"group\" LEFT JOIN strings sg ON sg.id = o.name",

	"wait_profile AS SELECT w.kind, f.name AS function, count(*) AS waits, NS(sum(T(w.\"end\") - T(w.start))) AS "
	"dur, "
	"NS(max(T(w.\"end\") - T(w.start))) AS longest FROM waits w LEFT JOIN calls c ON c.id = w.call "
	"LEFT JOIN function f ON f.id = c.function GROUP BY w.kind, f.name",

	"wait_matrix AS SELECT p.name AS process, q.name AS peer, count(*) AS waits, NS(sum(T(w.\"end\") - "
	"T(w.start))) AS "
	"dur, "
	"NS(max(T(w.\"end\") - T(w.start))) AS longest FROM waits w LEFT JOIN process p ON p.id = w.process "
	"LEFT JOIN process q ON q.id = w.peer GROUP BY w.process, w.peer",

	"cause AS SELECT c.id, c.kind, p.name AS process, iif(c.unknown, '(unknown)', ifnull(f.name, '(no call)')) AS "
	"function, NS(c.direct) AS direct, NS(c.propagated) AS propagated, NS(c.direct + c.propagated) AS total, "
	"(c.direct + c.propagated) * 1.0 / nullif((SELECT total(direct) + total(propagated) FROM causes), 0) AS share "
	"FROM causes c LEFT JOIN process p ON p.id = c.process LEFT JOIN function f ON f.id = c.function",

	"life AS SELECT l.id, TS(T(l.start)) AS ts, NS(T(l.\"end\") - T(l.start)) AS dur, p.name AS process, l.thread, "
	"NS(l.useful) AS useful, NS(l.ideal) AS ideal FROM lives l LEFT JOIN process p ON p.id = l.process",

	"efficiency AS SELECT NS(runtime) AS runtime, NS(ideal) AS ideal, NS(useful) AS useful, NS(most) AS "
	"max_useful, "
	"1.0 * useful / (n * most) AS load_balance, 1.0 * most / runtime AS communication, "
	"1.0 * useful / (n * runtime) AS parallel, 1.0 * most / ideal AS serialization, "
	"CASE WHEN n > 0 THEN 1.0 * ideal / runtime END AS transfer "
	"FROM (SELECT max(T(\"end\")) - min(T(start)) AS runtime, max(ideal) AS ideal, "
	"sum(CASE WHEN thread = 0 THEN useful END) AS useful, max(CASE WHEN thread = 0 THEN useful END) AS most, "
	"sum(thread = 0) AS n FROM lives)",

	"counter AS SELECT c.id, TS(T(c.time)) AS ts, p.name AS process, sc.text AS name, c.value, su.text AS unit "
	"FROM counters c LEFT JOIN process p ON p.id = c.process LEFT JOIN def_counter d ON d.id = c.counter "
	"LEFT JOIN strings sc ON sc.id = d.name LEFT JOIN strings su ON su.id = d.unit",

	"file_operation AS SELECT f.id, TS(T(f.start)) AS ts, NS(T(f.\"end\") - T(f.start)) AS dur, p.name AS process, "
	"sf.text AS file, CASE f.operation & 31 WHEN 0 THEN 'open' WHEN 1 THEN 'close' WHEN 2 THEN 'read' "
	"WHEN 3 THEN 'write' WHEN 4 THEN 'seek' WHEN 5 THEN 'unlink' WHEN 6 THEN 'rename' WHEN 7 THEN 'dup' "
	"WHEN 8 THEN 'sync' WHEN 9 THEN 'lock' WHEN 10 THEN 'unlock' END AS operation, f.operation & 32 <> 0 AS "
	"failed, "
	"f.bytes, f.call FROM file_operations f LEFT JOIN process p ON p.id = f.process "
	"LEFT JOIN def_file d ON d.id = f.file LEFT JOIN strings sf ON sf.id = d.name",

	"marker AS SELECT m.id, TS(T(m.time)) AS ts, p.name AS process, sm.text AS name, m.text FROM markers m "
	"LEFT JOIN process p ON p.id = m.process LEFT JOIN def_marker d ON d.id = m.marker "
	"LEFT JOIN strings sm ON sm.id = d.name",

	"key_value AS SELECT k.\"table\", k.row, k.at, sk.text AS name, k.type, k.value FROM key_values k "
	"LEFT JOIN def_key_value d ON d.id = k.key LEFT JOIN strings sk ON sk.id = d.name",

	"function_profile AS SELECT f.category, f.name, sum(c.calls) AS calls, NS(sum(c.self)) AS self_dur, "
	"NS(sum(c.whole)) AS dur, NS(max(c.longest)) AS longest "
	"FROM (SELECT function, count(*) AS calls, sum(exclusive) AS self, sum(T(\"end\") - T(start)) AS whole, "
	"max(T(\"end\") - T(start)) AS longest FROM calls GROUP BY function) c "
	"LEFT JOIN function f ON f.id = c.function GROUP BY f.category, f.name",

	"message_matrix AS SELECT p.name AS sender, q.name AS receiver, count(m.start) AS sent, count(m.\"end\") AS "
	"arrived, "
	"sum(m.length) AS bytes, NS(min(T(m.\"end\") - T(m.start))) AS shortest, NS(max(T(m.\"end\") - T(m.start))) AS "
	"longest, "
	"CAST(round(NS(sum(T(m.\"end\") - T(m.start))) * 1.0 / count(m.\"end\" - m.start)) AS INTEGER) AS mean FROM "
	"messages "
	"m "
	"LEFT JOIN process p ON p.id = m.sender LEFT JOIN process q ON q.id = m.receiver GROUP BY m.sender, m.receiver",
};

struct clock {
	uint64_t resolution, base;
	int is_far; /* there may be times above 2^63-1 */
};

enum { LOW_DIGITS = 9 }; /* of a number that is text: each half fits */

static int put_ticks(struct otfp_buf *b, const struct clock *c, const char *p, int n)
{
	if (!c->is_far)
		return otfp_buf_add(b, p, (size_t)n);
	return otfp_buf_printf(b,
	                       "((CAST(substr(%.*s, 1, length(%.*s) - %d) AS INTEGER) - %" PRIu64
	                       ") * 1000000000 + CAST(substr(%.*s, -%d) AS INTEGER) - %" PRIu64 ")",
	                       n, p, n, p, LOW_DIGITS, c->base / 1000000000, n, p, LOW_DIGITS, c->base % 1000000000);
}

/* Put p[0..n), ticks, as whole nanoseconds. Products stay below 2^63 where they can; SQLite goes on with real numbers
 * where not. @return 0, or -1 when memory is out */
static int put_nanoseconds(struct otfp_buf *b, const struct clock *c, const char *p, int n)
{
	const uint64_t r = c->resolution;

	if (NANOSECONDS % r == 0)
		return otfp_buf_printf(b, "((%.*s) * %" PRIu64 ")", n, p, NANOSECONDS / r);
	if (r % NANOSECONDS == 0)
		return otfp_buf_printf(b, "((%.*s) / %" PRIu64 ")", n, p, r / NANOSECONDS);
	return otfp_buf_printf(b,
	                       "((%.*s) / %" PRIu64 " * 1000000000 + (%.*s) %% %" PRIu64 " * 1000000000 / %" PRIu64 ")",
	                       n, p, r, n, p, r, r);
}

static int put_time(struct otfp_buf *b, const struct clock *c, const char *p, int n)
{
	struct otfp_buf since = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&since, "%.*s - %" PRIu64, n, p, c->is_far ? 0 : c->base);

	if (rc == 0)
		rc = put_nanoseconds(b, c, since.p, (int)since.n);
	otfp_buf_release(&since);
	return rc;
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

/* What a name in a view stands for. */
static const struct macro {
	const char *name; /* with its parenthesis */
	int (*put)(struct otfp_buf *b, const struct clock *c, const char *p, int n);
} macros[] = {{"T(", put_ticks}, {"TS(", put_time}, {"NS(", put_nanoseconds}};

static int is_in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Replace a macro in a text. @return 0, or -1 when memory is out */
static int expand(struct otfp_buf *to, const struct clock *c, const struct macro *m, const char *text)
{
	const size_t n = strlen(m->name);
	const char *from = text, *at = text, *end;

	while ((at = strstr(at, m->name)) != NULL) {
		at += n;
		if (at - n > text && is_in_word(at[-(ptrdiff_t)n - 1]))
			continue;
		end = end_of(at);
		if (otfp_buf_add(to, from, (size_t)(at - from) - n) < 0 || m->put(to, c, at, (int)(end - at)) < 0)
			return -1;
		from = at = end + 1;
	}
	return otfp_buf_puts(to, from);
}

/* Append the statement of a view. @return 0, or -1 when memory is out */
static int put_view(struct otfp_buf *b, const struct clock *c, const char *view)
{
	struct otfp_buf text[2] = {OTFP_BUF_INIT, OTFP_BUF_INIT};
	int rc = otfp_buf_puts(&text[0], view);

	for (size_t i = 0; rc == 0 && i < sizeof macros / sizeof *macros; i++) {
		struct otfp_buf *from = &text[i & 1], *to = &text[!(i & 1)];
		to->n = 0;
		rc = otfp_buf_str(from) ? expand(to, c, &macros[i], from->p) : -1;
	}
	if (rc == 0)
		rc = otfp_buf_printf(b, "CREATE VIEW %.*s;\n", (int)text[1].n, text[1].p);
	otfp_buf_release(&text[0]);
	otfp_buf_release(&text[1]);
	return rc;
}

int views_create(struct db *d, const struct otfp_tables_facts *facts)
{
	const struct clock c = {facts->resolution ? facts->resolution : 1000000, facts->start, facts->last > INT64_MAX};
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&b, "PRAGMA user_version=%d;\n", SCHEMA_VERSION), code;

	for (size_t i = 0; rc == 0 && i < sizeof views / sizeof *views; i++)
		rc = put_view(&b, &c, views[i]);
	code = rc == 0 && otfp_buf_str(&b) ? db_run(d, b.p) : db_fail(d);
	otfp_buf_release(&b);
	return code;
}
