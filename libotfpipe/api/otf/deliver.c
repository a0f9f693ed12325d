/* deliver.c - decode the record at the position of a buffer, if there is a handler for it, and call the handler. */
#include "api/otf/deliver.h"
#include "api/otf/error.h"
#include "api/otf/keyvalue.h"
#include <pthread.h>
#include <string.h>

static struct otfp_keywords keywords; /* constant once it is made */

static void make_keywords(void)
{
	otfp_keywords_init(&keywords);
}

static const struct otfp_keyword *find_keyword(unsigned file, const char *p, size_t n)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_keywords);
	return otfp_keywords_find(&keywords, file, p, n);
}

/* ---- after a record ---- */

/* Go to `end`, after the line of a record. */
static inline void pass_to(OTF_RBuffer *b, const char *end)
{
	b->in->p = end;
	b->after = 0;
	if (OTFP_UNLIKELY(!otfp_scratch_is_empty(&b->scratch)))
		otfp_pairs_clear(&b->pairs);
}

void otf_pass(OTF_RBuffer *b)
{
	if (b->at == OTF_AT_LINE)
		pass_to(b, (const char *)rawmemchr(b->in->p, '\n') + 1);
}

/* ---- key-values and texts ---- */

int otf_fill_list(OTF_RBuffer *b, OTF_KeyValueList *list)
{
	struct otfp_record rec;

	if (b->pairs.missing) {
		b->pairs.missing = 0;
		return otf_rbuffer_damage(b, OTFP_FLAW_KEYVALUE,
		                          "the byte array before this record is shorter than its length");
	}
	rec.ntags = 0;
	if (b->scratch.ntags)
		otfp_pairs_give(&b->pairs, &rec);
	if (otf_list_fill(list, &rec) == 0)
		return 0;
	return otf_fail_memory();
}

/* Copy the texts of a record and end them with NUL. */
static int end_texts(OTF_RBuffer *b, struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	for (unsigned i = 0; i < s->nfields; i++) {
		struct otfp_str *text = &rec->f[i].s;
		if (s->fields[i].type != OTFP_FIELD_STR || !text->p)
			continue;
		text->p = otf_rbuffer_text(b, text->p, text->n);
		if (!text->p)
			return OTFP_EFAIL;
	}
	return 0;
}

/* ---- records ---- */

/* Call the handler of a record that is decoded. */
static inline int call(OTF_RBuffer *b, const OTF_HandlerArray *handlers, OTF_KeyValueList *list,
                       const struct otfp_record *rec, const char *end)
{
	unsigned number = otfp_table[rec->type].number;
	int code = b->scratch.ntags | list->count ? otf_fill_list(b, list) : 0;

	if (OTFP_UNLIKELY(code < 0))
		return code;
	pass_to(b, end);
	code = otf_call(handlers->pointer[number], handlers->first[number], rec, list);
	return OTFP_LIKELY(code == OTF_RETURN_OK) ? OTF_COUNTED : OTF_STOPPED;
}

static __attribute__((noinline, cold)) int refuse(OTF_RBuffer *b, const struct otfp_decode_error *e)
{
	char text[200];

	if (b->scratch.failed) {
		return otf_fail_memory();
	}
	otfp_decode_explain(e, text, sizeof text);
	return otf_rbuffer_damage(b, OTFP_FLAW_LINE, text);
}

/* A record of a known type; p is the byte after its keyword. */
static int take_known(OTF_RBuffer *b, unsigned row, const char *p, const OTF_HandlerArray *handlers,
                      OTF_KeyValueList *list)
{
	struct otfp_decode_error e;
	struct otfp_record rec;
	const char *end;

	if (!handlers->pointer[otfp_table[otfp_rows[row].type].number]) {
		otf_pass(b);
		return OTF_COUNTED;
	}
	rec.time = b->time;
	rec.loc = otfp_is_timed(b->file) ? b->process : b->id;
	end = otfp_decode(row, p, &rec, &b->scratch, &e);
	if (OTFP_UNLIKELY(!end))
		return refuse(b, &e);
	if (!otfp_numbers[rec.type] && end_texts(b, &rec) < 0)
		return OTFP_EFAIL;
	return call(b, handlers, list, &rec, end);
}

/* A line of no known keyword is delivered without the prefix of its kind of file. */
static const char *past_prefix(unsigned file, const char *p)
{
	static const char *const prefixes[OTFP_NFILES][2] = {
		[OTFP_FILE_DEF] = {"DEF", "D"},
		[OTFP_FILE_MARKER] = {"MARKER", "M"},
		[OTFP_FILE_SNAP] = {"T"},
		[OTFP_FILE_STAT] = {"SUM", "S"},
	};

	for (unsigned i = 0; i < 2 && prefixes[file][i]; i++)
		if (strncmp(p, prefixes[file][i], strlen(prefixes[file][i])) == 0)
			return p + strlen(prefixes[file][i]);
	return p;
}

/* The time and process of an unknown record: definitions and markers have none. */
static int take_unknown(OTF_RBuffer *b, const char *end, const OTF_HandlerArray *handlers)
{
	uint64_t time = b->file == OTFP_FILE_MARKER ? 0 : b->time;
	uint32_t process = otfp_is_timed(b->file) ? b->process : b->id;
	OTF_FunctionPointer *pointer = handlers->pointer[OTF_UNKNOWN_RECORD];
	const char *p = b->at == OTF_AT_CUT ? b->in->p : past_prefix(b->file, b->in->p);
	const char *text = otf_rbuffer_text(b, p, (size_t)(end - p));
	OTF_Handler_UnknownRecord *f = (OTF_Handler_UnknownRecord *)(void (*)(void))pointer;

	if (!text)
		return OTFP_EFAIL;
	if (b->file == OTFP_FILE_DEF)
		time = UINT64_MAX;
	pass_to(b, end + (b->at == OTF_AT_LINE));
	return f(handlers->first[OTF_UNKNOWN_RECORD], time, process, text) == OTF_RETURN_OK ? OTF_COUNTED : OTF_STOPPED;
}

/* The rest of a line that is cut is an unknown record. Without a handler for these, it is an error. */
static int take_cut(OTF_RBuffer *b, const OTF_HandlerArray *handlers)
{
	int code;

	if (!handlers->pointer[OTF_UNKNOWN_RECORD])
		return otf_rbuffer_damage(b, OTFP_FLAW_CUT, "the last line is cut: it has no newline");
	code = take_unknown(b, b->in->end, handlers);
	b->in->p = b->in->lines = b->in->end;
	b->at = OTF_AT_END;
	b->after = OTF_SEEN_NO_RECORD; /* the handler was told that the file is cut */
	return code == OTF_COUNTED ? OTF_UNCOUNTED : code;
}

int otf_deliver_any(OTF_RBuffer *b, const OTF_HandlerArray *handlers, OTF_KeyValueList *list)
{
	const struct otfp_keyword *word;
	const char *p;
	int code = otf_rbuffer_next(b);

	if (code <= 0)
		return code;
	if (b->at == OTF_AT_CUT)
		return take_cut(b, handlers);
	p = b->in->p + (*b->in->p == '#');
	while (otfp_is_letter(*p))
		p++;
	word = find_keyword(b->file, b->in->p, (size_t)(p - b->in->p));
	if (word)
		return take_known(b, word->row, p, handlers, list);
	if (handlers->pointer[OTF_UNKNOWN_RECORD])
		return take_unknown(b, rawmemchr(p, '\n'), handlers);
	otf_pass(b);
	return OTF_COUNTED;
}
