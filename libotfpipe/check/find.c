/* find.c - findings: where they are, how they name things, and whether they are reported or only counted. */
#include "base/assert.h"
#include "check/inside.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX = 60 }; /* maximum bytes of a name in a message */

/* ---- words ---- */

static const struct {
	const char *word;
	unsigned rule; /* for an undefined token */
} spaces[OTFP_NSPACES] = {
	[OTFP_W_PROCESS] = {"process", OTFP_RULE_UNDEFINED_PROCESS},
	[OTFP_W_PEER] = {"process", OTFP_RULE_UNDEFINED_PROCESS},
	[OTFP_W_PROCORGROUP] = {"process or group", OTFP_RULE_UNDEFINED_PROCESS},
	[OTFP_W_PROCESSGROUP] = {"process group", OTFP_RULE_UNDEFINED_COMMUNICATOR},
	[OTFP_W_ATTRIBUTE] = {"attribute list", OTFP_RULE_UNDEFINED_ATTRIBUTE},
	[OTFP_W_FUNCTION] = {"function", OTFP_RULE_UNDEFINED_FUNCTION},
	[OTFP_W_FUNCTIONGROUP] = {"function group", OTFP_RULE_UNDEFINED_FUNCTION_GROUP},
	[OTFP_W_COLLECTIVE] = {"collective operation", OTFP_RULE_UNDEFINED_COLLECTIVE},
	[OTFP_W_COUNTER] = {"counter", OTFP_RULE_UNDEFINED_COUNTER},
	[OTFP_W_COUNTERGROUP] = {"counter group", OTFP_RULE_UNDEFINED_COUNTER_GROUP},
	[OTFP_W_SCLFILE] = {"source file", OTFP_RULE_UNDEFINED_SOURCE_FILE},
	[OTFP_W_SCL] = {"source", OTFP_RULE_UNDEFINED_SOURCE},
	[OTFP_W_FILE] = {"file", OTFP_RULE_UNDEFINED_FILE},
	[OTFP_W_FILEGROUP] = {"file group", OTFP_RULE_UNDEFINED_FILE_GROUP},
	[OTFP_W_KEY] = {"key", OTFP_RULE_UNDEFINED_KEY},
	[OTFP_W_MARKER] = {"marker", OTFP_RULE_UNDEFINED_MARKER},
};

const char *otfp_check_space_word(unsigned space)
{
	return spaces[space].word;
}

unsigned otfp_check_undefined_rule(unsigned space)
{
	return spaces[space].rule;
}

const struct otfp_defined *otfp_check_defined(const struct otfp_check *c, unsigned space, uint32_t stream,
                                              uint32_t token)
{
	const uint64_t *i = otfp_tokens_get(&c->defs.spaces[space], &stream, token);

	return i ? &c->defs.p[*i] : NULL;
}

/* The text of a word. @param rc  <0: memory was out for it */
static const char *word_of(struct otfp_check *c, struct otfp_buf *b, int rc)
{
	const char *text = rc < 0 ? NULL : otfp_buf_str(b);

	c->failed |= !text;
	return text ? text : "";
}

const char *otfp_check_word(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token)
{
	struct otfp_buf *b = &c->words[c->word++ % (sizeof c->words / sizeof *c->words)];
	const struct otfp_defined *d = otfp_check_defined(c, space, stream, token);
	int n = d && d->name.p ? (int)(d->name.n < NAME_MAX ? d->name.n : NAME_MAX) : 0;
	int rc;

	b->n = 0;
	rc = otfp_buf_printf(b, "%s %" PRIu32, otfp_check_space_word(space), token);
	if (rc == 0 && n)
		rc = otfp_buf_printf(b, " '%.*s'", n, d->name.p);
	return word_of(c, b, rc);
}

const char *otfp_check_process(struct otfp_check *c, uint32_t process)
{
	const struct otfp_process *p = otfp_state_find(&c->state, process);

	return otfp_check_word(c, OTFP_W_PROCESS, p ? otfp_checked_of(c, p)->stream : 0, process);
}

const char *otfp_check_line(struct otfp_check *c, uint32_t lineno)
{
	struct otfp_buf *b = &c->words[c->word++ % (sizeof c->words / sizeof *c->words)];

	b->n = 0;
	if (!lineno || lineno == UINT32_MAX)
		return "";
	return word_of(c, b, otfp_buf_printf(b, " in line %" PRIu32, lineno));
}

/* ---- places ---- */

void otfp_check_at(struct otfp_check *c, const struct otfp_record *rec, struct otfp_finding *at)
{
	*at = (struct otfp_finding){.has_origin = 1};
	c->o.origin(c->o.ctx, rec, &at->origin);
	if (rec->type < OTFP_NTYPES && (otfp_is_timed(otfp_table[rec->type].file) || rec->type == OTFP_Marker)) {
		at->is_in_time = 1;
		at->time = rec->time;
		at->process = rec->loc;
	}
}

void otfp_check_at_event(const struct otfp_check *c, const struct otfp_process *p, uint32_t lineno, uint64_t time,
                         struct otfp_finding *at)
{
	*at = (struct otfp_finding){
		.has_origin = 1,
		.origin = {.stream = otfp_checked_of(c, p)->stream, .file = OTFP_FILE_EVENT, .lineno = lineno},
		.is_in_time = 1,
		.time = time,
		.process = p->process,
	};
}

/* ---- findings ---- */

static void report(struct otfp_check *c, unsigned rule, struct otfp_finding *f)
{
	OTFP_ASSERT(rule < OTFP_NRULES);
	f->rule = rule;
	f->severity = c->o.severity[rule];
	if (!c->stopped)
		c->stopped = c->o.found(c->o.ctx, f);
}

/* What is open at the end of a piece of a longer trace, and expected there. */
static const uint8_t is_of_the_end[OTFP_NRULES] = {
	[OTFP_RULE_OPEN_CALL] = 1,          [OTFP_RULE_UNRECEIVED] = 1, [OTFP_RULE_COLLECTIVE_OPEN] = 1,
	[OTFP_RULE_COLLECTIVE_MISSING] = 1, [OTFP_RULE_FILE_OPEN] = 1,  [OTFP_RULE_FILE_OPERATION_OPEN] = 1,
};

/* Count a finding. @return whether to report it */
static int counts(struct otfp_check *c, unsigned rule)
{
	if (c->is_piece && is_of_the_end[rule])
		return 0;
	if (c->o.severity[rule] == OTFP_SEVERITY_OFF || c->stopped)
		return 0;
	if (c->found[rule] < OTFP_CHECK_REPORTED) {
		c->found[rule]++;
		return 1;
	}
	c->more[rule]++;
	return 0;
}

/* Whether the text names the process. */
static int names_process(const char *text, uint32_t process)
{
	char word[32];
	const int n = snprintf(word, sizeof word, "process %" PRIu32, process);

	for (const char *p = text; (p = strstr(p, word)); p += n)
		if (p[n] < '0' || p[n] > '9')
			return 1;
	return 0;
}

static void vfind(struct otfp_check *c, unsigned rule, const struct otfp_finding *at, const char *fmt, va_list ap)
{
	struct otfp_finding f = *at;
	char text[600];

	vsnprintf(text, sizeof text, fmt, ap);
	f.text = text;
	if (f.is_in_time && !names_process(text, f.process))
		f.whose = otfp_check_process(c, f.process);
	report(c, rule, &f);
}

void otfp_check_find(struct otfp_check *c, unsigned rule, const struct otfp_finding *at, const char *fmt, ...)
{
	va_list ap;

	if (!counts(c, rule))
		return;
	va_start(ap, fmt);
	vfind(c, rule, at, fmt, ap);
	va_end(ap);
}

void otfp_check_find_here(struct otfp_check *c, unsigned rule, const struct otfp_record *rec, const char *fmt, ...)
{
	struct otfp_finding at;
	va_list ap;

	if (!counts(c, rule))
		return;
	otfp_check_at(c, rec, &at);
	va_start(ap, fmt);
	vfind(c, rule, &at, fmt, ap);
	va_end(ap);
}

int otfp_check_error(struct otfp_check *c, const struct otfp_error *e)
{
	int rule = otfp_rule_of_flaw(e->flaw);
	struct otfp_finding f = {.error = e, .text = e->text + e->where + (e->where ? 2 : 0)};

	if (rule < 0 && e->code != OTFP_EDAMAGE)
		return 0;
	if (rule < 0)
		rule = OTFP_RULE_UNREADABLE;
	if (e->more && c->o.severity[rule] != OTFP_SEVERITY_OFF)
		c->more[rule] += e->more;
	else if (!e->more && counts(c, (unsigned)rule))
		report(c, (unsigned)rule, &f);
	return 1;
}

void otfp_check_report_more(struct otfp_check *c)
{
	for (unsigned i = 0; i < OTFP_NRULES; i++) {
		struct otfp_finding f = {.more = c->more[i], .text = ""};
		if (c->more[i])
			report(c, i, &f);
	}
}
