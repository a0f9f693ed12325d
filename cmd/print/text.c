/*
 * text.c - what a record says, as text for people; line.c makes a line of it.
 *
 * Each record type has a pattern: %0 to %7 are its fields; %f2 is the word for the file operation in field 2; a part in
 * [ ] is omitted if all its fields are 0. Types without a pattern, like definitions, are printed with their name and
 * all fields of the schema. Frequent records have code instead of a pattern.
 */
#include "base/error.h"
#include "cmd/print/forms.h"
#include "record/fileop.h"

static const char *const patterns[OTFP_NTYPES] = {
	[OTFP_Marker] = "marker %0: %1",
	[OTFP_NoOp] = "nothing",
	[OTFP_SendMsg] = "send %3 to %0, tag %2, %1",
	[OTFP_RecvMsg] = "receive %3 from %0, tag %2, %1",
	[OTFP_CollectiveOperation] = "%0 in %1[, root %2], sent %3, received %4, took %5",
	[OTFP_BeginCollectiveOperation] = "begin %0 in %2[, root %3], sent %4, received %5, id %1",
	[OTFP_EndCollectiveOperation] = "end collective operation, id %0",
	[OTFP_EventComment] = "comment: %0",
	[OTFP_BeginProcess] = "process begins",
	[OTFP_EndProcess] = "process ends",
	[OTFP_FileOperation] = "%f2 %0, %3, took %4, handle %1",
	[OTFP_BeginFileOperation] = "begin file operation, id %0",
	[OTFP_EndFileOperation] = "end %f3 %0, %4, handle %2, id %1",
	[OTFP_RMAPut] = "put %4 from %0 to %1, tag %3, %2",
	[OTFP_RMAPutRemoteEnd] = "put %4 from %0 to %1 with remote end, tag %3, %2",
	[OTFP_RMAGet] = "get %4 from %1 to %0, tag %3, %2",
	[OTFP_RMAEnd] = "remote access ends with %0, tag %2, %1",
	[OTFP_SnapshotComment] = "snapshot comment: %0",
	[OTFP_EnterSnapshot] = "open: %1, since %0",
	[OTFP_SendSnapshot] = "on its way: %4 to %1, tag %3, %2, since %0",
	[OTFP_OpenFileSnapshot] = "open: file %1, handle %2, since %0",
	[OTFP_BeginCollopSnapshot] = "running: %1 in %3[, root %4], sent %5, received %6, id %2, since %0",
	[OTFP_BeginFileOpSnapshot] = "running: file operation, id %1, since %0",
	[OTFP_CollopCountSnapshot] = "so far: %1 collective operations in %0",
	[OTFP_CounterSnapshot] = "last: %1 = %2, at %0",
	[OTFP_SummaryComment] = "summary comment: %0",
	[OTFP_FunctionSummary] = "so far %0: %1 calls, exclusive %2, inclusive %3",
	[OTFP_FunctionGroupSummary] = "so far group %0: %1 calls, exclusive %2, inclusive %3",
	[OTFP_MessageSummary] = "so far[ with %0][ in %1][ tag %2]: %3 sent (%5), %4 received (%6)",
	[OTFP_CollopSummary] = "so far[ %1][ in %0]: %2 sent (%4), %3 received (%5)",
	[OTFP_FileOperationSummary] = "so far %0: %1 opens, %2 closes, %3 reads (%6), %4 writes (%7), %5 seeks",
	[OTFP_FileGroupOperationSummary] =
		"so far group %0: %1 opens, %2 closes, %3 reads (%6), %4 writes (%7), %5 seeks",
	[OTFP_UnknownRecord] = "unknown record in a file of %0: %1",
};

static void print_operation(struct print *p, uint64_t v)
{
	static const char *const flags[] = {"failed", "asynchronous", "collective",
	                                    "direct", "synchronous",  "read lock"};
	const char *word = otfp_fileop_kind(v) == OTFP_FILEOP_OTHER ? "other operation on" : otfp_fileop_word(v);

	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		if (v / OTFP_FILEOP_FAILED >> i & 1) {
			pen_puts(&p->pen, flags[i]);
			pen_puts(&p->pen, " ");
		}
	if (word) {
		pen_puts(&p->pen, word);
		return;
	}
	pen_puts(&p->pen, "operation ");
	pen_dec(&p->pen, v);
}

/* ---- patterns ---- */

static int is_zero(const struct otfp_record *rec, unsigned slot)
{
	switch (otfp_table[rec->type].fields[slot].type) {
	case OTFP_FIELD_STR: return !rec->f[slot].s.n;
	case OTFP_FIELD_LIST: return !rec->f[slot].l.n;
	default: return !rec->f[slot].u;
	}
}

/* Whether all fields in the part at s, up to its ], are 0. */
static int is_void(const struct otfp_record *rec, const char *s)
{
	for (; *s != ']'; s++)
		if (*s == '%' && !is_zero(rec, (unsigned)(s[1] - '0')))
			return 0;
	return 1;
}

/* @return the slots that the pattern contains, as bits */
static unsigned print_pattern(struct print *p, const struct otfp_record *rec, const char *s)
{
	unsigned named = 0;

	while (*s) {
		size_t n = strcspn(s, "%[]");
		pen_put(&p->pen, s, n);
		s += n;
		if (*s == '%') {
			int is_operation = s[1] == 'f';
			unsigned slot = (unsigned)(s[1 + is_operation] - '0');
			if (is_operation)
				print_operation(p, rec->f[slot].u);
			else
				print_field(p, rec, slot);
			named |= 1u << slot;
			s += 2 + is_operation;
		} else if (*s == '[' && is_void(rec, s)) {
			s = strchr(s, ']') + 1;
		} else if (*s) {
			s++;
		}
	}
	return named;
}

/* Fields that the pattern does not contain: the place in the source, if known; the others only if all are asked for. */
static void print_rest(struct print *p, const struct otfp_record *rec, unsigned named)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	for (unsigned i = 0; i < s->nfields; i++) {
		const int is_source = s->fields[i].what == OTFP_W_SCL;
		if (named >> i & 1 || (is_source ? is_zero(rec, i) : !p->o.all))
			continue;
		pen_puts(&p->pen, is_source ? " at " : ", ");
		if (!is_source) {
			pen_puts(&p->pen, s->fields[i].name);
			pen_puts(&p->pen, " ");
		}
		print_field(p, rec, i);
	}
}

/* The place in the source, if known. */
static void print_source(struct print *p, const struct otfp_record *rec, unsigned slot)
{
	if (OTFP_LIKELY(!rec->f[slot].u))
		return;
	pen_puts(&p->pen, " at ");
	print_field(p, rec, slot);
}

/* "DefFunction 8: MPI_Send, group MPI"; the definition of a token begins with its number. */
static void print_by_schema(struct print *p, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const char *between = ": ";

	pen_puts(&p->pen, s->name);
	for (unsigned i = 0; i < s->nfields; i++) {
		const struct otfp_field *f = &s->fields[i];
		const int is_own = i == 0 && is_placeless(rec) && otfp_named_space(f->what) >= 0;
		if (is_own) {
			pen_puts(&p->pen, " ");
			pen_dec(&p->pen, rec->f[i].u);
			continue;
		}
		if (is_zero(rec, i) && !p->o.all && otfp_named_space(f->what) >= 0)
			continue;
		pen_puts(&p->pen, f->what == OTFP_W_SCL ? " at " : between);
		between = ", ";
		if (strcmp(f->name, "name") != 0 && f->what != OTFP_W_SCL && s->nfields > 1) {
			pen_puts(&p->pen, f->name);
			pen_puts(&p->pen, " ");
		}
		print_field(p, rec, i);
	}
}

/* ---- events ---- */

/* A Leave without a function is printed with that of the call that it ends. */
static void print_leave(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	const uint32_t function = rec->f[0].u || !did->call ? (uint32_t)rec->f[0].u : did->call->function;

	pen_puts(&p->pen, "leave ");
	print_token(p, rec, OTFP_NAMED_FUNCTION, function);
	if (!did->call) {
		pen_puts(&p->pen, " (was not entered)");
		return;
	}
	if (did->odd == OTFP_ODD_LEAVE_OTHER) {
		pen_puts(&p->pen, " (innermost is ");
		print_token(p, rec, OTFP_NAMED_FUNCTION, did->call->function);
		pen_puts(&p->pen, ")");
	}
	pen_puts(&p->pen, "  ");
	if (rec->time >= did->call->time)
		print_duration(p, rec->time - did->call->time);
	else
		pen_puts(&p->pen, "(before its enter)");
}

void print_body(struct print *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	const char *pattern = patterns[rec->type];

	if (did && rec->type == OTFP_Enter) {
		pen_puts(&p->pen, "enter ");
		print_token(p, rec, OTFP_NAMED_FUNCTION, (uint32_t)rec->f[0].u);
		print_source(p, rec, 1);
	} else if (did && rec->type == OTFP_Leave) {
		print_leave(p, rec, did);
		print_source(p, rec, 1);
	} else if (did && rec->type == OTFP_Counter) {
		print_token(p, rec, OTFP_NAMED_COUNTER, (uint32_t)rec->f[0].u);
		pen_puts(&p->pen, " = ");
		print_field(p, rec, 1);
	} else if (pattern) {
		print_rest(p, rec, print_pattern(p, rec, pattern));
	} else {
		print_by_schema(p, rec);
	}
	if (OTFP_UNLIKELY(rec->ntags))
		print_tags(p, rec);
}

void print_definition(struct print *p, const struct otfp_record *rec)
{
	if (rec->type >= OTFP_NTYPES) { /* unknown name */
		print_bytes(p, rec->line);
		return;
	}
	if (rec->loc) {
		pen_puts(&p->pen, "stream ");
		pen_dec(&p->pen, rec->loc);
		pen_puts(&p->pen, ": ");
	}
	print_body(p, rec, NULL);
}

/* ---- the head ---- */

static void head_count(struct print *p, uint64_t n, const char *what)
{
	pen_dec(&p->pen, n);
	pen_puts(&p->pen, what);
	pen_puts(&p->pen, n == 1 ? "" : "s");
}

static void head_span(struct print *p)
{
	const struct time_form *c = &p->clock;

	if (c->has_span) {
		print_duration(p, c->last - c->first);
		pen_puts(&p->pen, " from tick ");
		pen_dec(&p->pen, c->first);
		pen_puts(&p->pen, ", ");
	}
	if (c->resolution)
		head_count(p, c->resolution, " tick");
	pen_puts(&p->pen, c->resolution ? " a second, " : "resolution unknown, ");
}

static uint64_t count_processes(const struct otfp_names *names)
{
	uint64_t n = 0;

	for (size_t i = 0; i < names->n; i++)
		n += names->definitions[i].space == OTFP_NAMED_PROCESS;
	return n;
}

void print_head(struct print *p)
{
	const char *word = p->o.ticks ? "ticks" : "time";

	if (p->is_headed)
		return;
	p->is_headed = 1;
	pen_puts(&p->pen, "# ");
	head_span(p);
	head_count(p, count_processes(&p->labels.names), " process definition");
	pen_puts(&p->pen, "\n");
	if (!p->o.absolute) {
		pen_puts(&p->pen, "# times with + count from the first event, at tick ");
		pen_dec(&p->pen, p->clock.base);
		pen_puts(&p->pen, "; -t takes them\n");
	}
	if (p->hidden) {
		pen_puts(&p->pen, "# ");
		head_count(p, p->hidden, " definition");
		pen_puts(&p->pen, " not shown, --definitions shows them\n");
	}
	pen_puts(&p->pen, "#");
	pen_pad(&p->pen, p->time_width - strlen(word) - 1);
	pen_puts(&p->pen, word);
	pen_puts(&p->pen, "  process");
	pen_pad(&p->pen, p->place_width - strlen("process") + 2);
	pen_puts(&p->pen, "event\n");
}
