/* line.c - the tokens and lines that an archive of an OTF trace carries, and its markers. See original.h. */
#include "line/text.h"
#include "otf2/write/define.h"
#include "otf2/original.h"
#include <inttypes.h>

typedef struct otfp_otf2_writing writing;
typedef const struct otfp_otf2_token token;

/* ---- tokens of references ---- */

/* The token of reference i of a kind: 1 with *to set; 0: none; -1: past the last. */
typedef int token_of(const writing *w, unsigned what, uint32_t i, uint32_t *to);

static int token_of_row(const writing *w, unsigned what, uint32_t i, uint32_t *to)
{
	if (i >= w->spaces[what].n)
		return -1;
	*to = w->spaces[what].rows[i].token;
	return 1;
}

static int token_of_attribute(const writing *w, unsigned what, uint32_t i, uint32_t *to)
{
	if (i >= w->nattributes)
		return -1;
	if (w->attributes[i].name)
		return 0;
	return token_of_row(w, what, (uint32_t)w->attributes[i].key, to);
}

static int token_of_comm(const writing *w, unsigned what, uint32_t i, uint32_t *to)
{
	if (i >= w->ncomms)
		return -1;
	*to = 0;
	if (w->comms[i].group == SIZE_MAX)
		return i + 1 == w->world;
	return token_of_row(w, what, (uint32_t)w->comms[i].group, to);
}

static const struct {
	const char *record;
	unsigned what;
	token_of *token;
} tokens[] = {
	{"Region", OTFP_W_FUNCTION, token_of_row},        {"Attribute", OTFP_W_KEY, token_of_attribute},
	{"SourceCodeLocation", OTFP_W_SCL, token_of_row}, {"IoRegularFile", OTFP_W_FILE, token_of_row},
	{"Comm", OTFP_W_PROCESSGROUP, token_of_comm},     {"MetricClass", OTFP_W_COUNTER, token_of_row},
	{"DefMarker", OTFP_W_MARKER, token_of_row},
};

/* The tokens of one kind from reference `from` on, some thousands of them. @return how many, or <0 */
static int list_tokens(writing *w, unsigned kind, uint32_t from)
{
	enum { MOST = 4096 };
	uint32_t token = 0, i;
	int is;

	w->lines.n = 0;
	if (otfp_buf_printf(&w->lines, "%s %" PRIu32 " ", tokens[kind].record, from) < 0)
		return otfp_fail_memory(w->err);
	for (i = 0; i < MOST && (is = tokens[kind].token(w, tokens[kind].what, from + i, &token)) >= 0; i++)
		if ((i && otfp_buf_puts(&w->lines, ",") < 0) ||
		    (is ? otfp_buf_printf(&w->lines, "%" PRIu32, token) : otfp_buf_puts(&w->lines, "-")) < 0)
			return otfp_fail_memory(w->err);
	return (int)i;
}

/* A property of the machine. */
static int put_property(writing *w, const char *name, const char *p, size_t n)
{
	const uint64_t value = otfp_otf2_write_string(w, p, n);

	return otfp_otf2_def_property(w, OTFP_OTF2_SystemTreeNodeProperty, OTFP_OTF2_MACHINE,
	                              otfp_otf2_def_text(w, name), OTFP_OTF2_TYPE_STRING, value);
}

static int define_tokens(writing *w)
{
	int n = 0;

	for (unsigned kind = 0; kind < sizeof tokens / sizeof *tokens && n >= 0; kind++)
		for (uint32_t from = 0; (n = list_tokens(w, kind, from)) > 0; from += (uint32_t)n)
			if (put_property(w, OTFP_OTF2_TOKENS, w->lines.p, w->lines.n) < 0)
				return OTFP_EFAIL;
	return n;
}

/* ---- lines ---- */

static int put_line(writing *w, const char *p, size_t n)
{
	enum { LONGEST = 1 << 20 }; /* of one string: libotf2 puts it into a block of a few MiB */

	for (; n > LONGEST; p += LONGEST, n -= LONGEST)
		if (put_property(w, OTFP_OTF2_PART, p, LONGEST) < 0)
			return OTFP_EFAIL;
	return put_property(w, OTFP_OTF2_LINE, p, n);
}

/* In the order of the records. */
static int define_list(writing *w)
{
	const struct otfp_record **list = (const struct otfp_record **)(void *)w->list.p;
	int code = 0;

	for (size_t i = 0; i < w->list.n / sizeof *list && code == 0; i++) {
		if (list[i]->type == OTFP_DefCounterAssignments)
			code = otfp_otf2_def_assignment(w, list[i]);
		if (code < 0 || w->is_plain || w->is_otf2)
			continue;
		w->lines.n = 0;
		code = otfp_line_add(&w->lines, list[i]) < 0 ? otfp_fail_memory(w->err) :
		                                               put_line(w, w->lines.p, w->lines.n);
	}
	return code;
}

int otfp_otf2_def_lines(struct otfp_otf2_writing *w)
{
	int code = !w->is_plain && !w->is_otf2 ? define_tokens(w) : 0;

	return code < 0 ? code : define_list(w);
}

/* ---- markers ---- */

static int define_marker(writing *w, token *t)
{
	static const uint8_t severities[] = {OTFP_OTF2_SEVERITY_NONE, OTFP_OTF2_SEVERITY_HIGH,
	                                     OTFP_OTF2_SEVERITY_MEDIUM, OTFP_OTF2_SEVERITY_LOW};
	const uint64_t type = t->def ? t->def->f[OTFP_DefMarker_type].u : 0;
	const struct otfp_str name = t->def ? t->def->f[OTFP_DefMarker_name].s : (struct otfp_str){NULL, 0};
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_DefMarker);

	OTFP_OTF2_F(frame, DefMarker, self) = t->ref;
	OTFP_OTF2_F(frame, DefMarker, markerGroup) = 3;
	OTFP_OTF2_F(frame, DefMarker, markerCategory) = name.n;
	OTFP_OTF2_F(frame, DefMarker, severity) = severities[type < sizeof severities ? type : 0];
	if (otfp_otf2_write_contents(w, "OTF", 3) < 0 || otfp_otf2_write_contents(w, name.p, name.n) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_write_definition(w);
}

int otfp_otf2_def_markers(struct otfp_otf2_writing *w)
{
	return otfp_otf2_def_each(w, OTFP_W_MARKER, define_marker);
}
