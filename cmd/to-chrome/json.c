/* json.c - events in the JSON object form of the Trace Event Format. */
#include "base/json.h"
#include "base/error.h"
#include "base/real.h"
#include "record/tag.h"
#include "record/value.h"
#include "cmd/to-chrome/event.h"

/* ---- the parts ---- */

static void put_word(struct chrome *c, const char *key, const char *text)
{
	pen_key(&c->pen, key, "");
	pen_word(&c->pen, text);
}

static void put_number(struct chrome *c, const char *key, uint64_t v)
{
	pen_key(&c->pen, key, "");
	pen_dec(&c->pen, v);
}

/* Any bytes as a string. */
static void put_text(struct chrome *c, struct otfp_str s)
{
	c->scratch.n = 0;
	if (otfp_json_add(&c->scratch, s) < 0)
		pen_fail(&c->pen);
	else
		pen_put(&c->pen, c->scratch.p, c->scratch.n);
}

static void put_name(struct chrome *c, const struct chrome_name *name)
{
	const struct label *label = name->at ? label_at(&c->labels, name->at - 1) : NULL;

	if (OTFP_LIKELY(label != NULL)) {
		pen_put_short(&c->pen, label->p, label->n);
		return;
	}
	pen_put(&c->pen, "\"", 1);
	pen_puts(&c->pen, name->is_word ? name->word : otfp_named_word(name->space));
	if (!name->is_word) {
		pen_put(&c->pen, " ", 1);
		pen_dec(&c->pen, name->token);
	}
	pen_put(&c->pen, "\"", 1);
}

static void put_token(struct chrome *c, uint32_t process, unsigned space, uint32_t token)
{
	const struct chrome_name name = chrome_name(c, process, space, token);

	put_name(c, &name);
}

/* Digits that each program that reads numbers as binary64 keeps. */
enum { EXACT_DIGITS = 15 };

/* Put a time; with --absolute one that does not fit in a binary64 number is a string. */
static char *put_time(struct chrome *c, char *p, uint64_t time)
{
	char *end = otfp_decimal_put_since(&c->clock.decimal, p, time, c->clock.base);
	const size_t n = (size_t)(end - p);

	if (OTFP_LIKELY(!c->o.absolute || n <= EXACT_DIGITS || n - (memchr(p, '.', n) != NULL) <= EXACT_DIGITS))
		return end;
	memmove(p + 1, p, n);
	p[0] = p[n + 1] = '"';
	return p + n + 2;
}

/* {"ph":"B","ts":1.5,"pid":1,"tid":2,"name": */
static void open_event(struct chrome *c, char phase, const struct chrome_event *e)
{
	char *p = pen_room(&c->pen, 66 + OTFP_DECIMAL_MAX + sizeof e->thread->place);

	*p++ = c->events++ ? ',' : ' ';
	memcpy(p, "\n{\"ph\":\"", 8);
	p[8] = phase;
	memcpy(p + 9, "\",\"ts\":", 7);
	p += 16;
	p = put_time(c, p, e->time);
	memcpy(p, e->thread->place, sizeof e->thread->place);
	p += e->thread->n;
	memcpy(p, ",\"name\":", 8);
	c->pen.out.p = p + 8;
	otfp_json_down(&c->pen.json);
	otfp_json_comma(&c->pen.json);
}

static void close_event(struct chrome *c)
{
	pen_end(&c->pen, '}');
}

/* ---- args ---- */

static void put_real(struct chrome *c, const struct otfp_tag *t)
{
	c->pen.out.p = otfp_json_put_real(pen_room(&c->pen, OTFP_JSON_REAL_MAX),
	                                  otfp_real_of(t->bits, t->type == OTFP_TAG_FLOAT));
}

static void put_bytes(struct chrome *c, const struct otfp_tag *t)
{
	c->scratch.n = 0;
	if (otfp_buf_reserve(&c->scratch, otfp_tag_room(t)) < 0) {
		pen_fail(&c->pen);
		return;
	}
	pen_put(&c->pen, "\"", 1);
	pen_put(&c->pen, c->scratch.p, (size_t)(otfp_tag_put_value(c->scratch.p, t) - c->scratch.p));
	pen_put(&c->pen, "\"", 1);
}

static void put_key(struct chrome *c, const struct otfp_record *rec, uint32_t i)
{
	const unsigned n = chrome_repeats(rec, i);

	pen_next(&c->pen);
	put_token(c, rec->loc, OTFP_NAMED_KEY, rec->tags[i].key);
	if (n > 1) {
		c->pen.out.p[-1] = ' '; /* in place of the quote */
		pen_put(&c->pen, "#", 1);
		pen_dec(&c->pen, n);
		pen_put(&c->pen, "\"", 1);
	}
	pen_put(&c->pen, ":", 1);
}

static void put_tag(struct chrome *c, const struct otfp_tag *t)
{
	char text[2 * OTFP_DEC_MAX + OTFP_REAL_MAX];

	if (t->type == OTFP_TAG_BYTES)
		put_bytes(c, t);
	else if (t->type == OTFP_TAG_FLOAT || t->type == OTFP_TAG_DOUBLE)
		put_real(c, t);
	else
		pen_put(&c->pen, text, (size_t)(otfp_tag_put_value(text, t) - text));
}

static void put_value(struct chrome *c, const struct otfp_record *rec, const struct otfp_field *f, unsigned slot)
{
	const union otfp_value *v = &rec->f[slot];
	const int space = otfp_named_space(f->what);

	pen_key(&c->pen, f->name, "");
	if (f->type == OTFP_FIELD_STR)
		put_text(c, v->s);
	else if (space >= 0)
		put_token(c, rec->loc, (unsigned)space, (uint32_t)v->u);
	else
		pen_dec(&c->pen, otfp_true_number(&c->labels.names.carriers, rec, slot));
}

/* Begin the object before its first member. @param outside  the JSON state of the event before its args */
static void begin_args(struct chrome *c, uint64_t outside)
{
	if (c->pen.json.more != outside)
		return;
	pen_key(&c->pen, "args", "");
	pen_begin(&c->pen, '{');
}

/* Write `,"args":{...}`; nothing if there are none. */
static void put_args(struct chrome *c, const struct otfp_record *rec, unsigned without)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const uint64_t outside = c->pen.json.more;

	for (unsigned i = 0; i < s->nfields; i++) {
		if (without >> i & 1 || !chrome_has_arg(rec, &s->fields[i], i))
			continue;
		begin_args(c, outside);
		put_value(c, rec, &s->fields[i], i);
	}
	for (uint32_t i = 0; i < rec->ntags; i++) {
		begin_args(c, outside);
		put_key(c, rec, i);
		put_tag(c, &rec->tags[i]);
	}
	if (c->pen.json.more != outside)
		pen_end(&c->pen, '}');
}

/* ---- counters ---- */

/* Counters with the same name in one process of the viewer need an id, or they share a track. */
static void put_counter_id(struct chrome *c, const struct chrome_event *e)
{
	const struct chrome_thread *t = e->thread;
	const otfp_ref ref = otfp_names_ref(&c->labels.names, OTFP_NAMED_COUNTER, t->process, e->name.token);
	const int is_twin = c->twins.n && otfp_map_get(&c->twins, ref);

	if (t->pid == t->process && !is_twin)
		return;
	pen_key(&c->pen, "id", "");
	pen_put(&c->pen, "\"", 1);
	pen_dec(&c->pen, t->process);
	if (is_twin) {
		pen_put(&c->pen, ".", 1);
		pen_dec(&c->pen, (uint32_t)ref);
	}
	pen_put(&c->pen, "\"", 1);
}

/* Put the value of a counter as a JSON number, without the f of a float. @return its length, 0 = no JSON number */
static size_t number_of(char *text, const struct otfp_record *rec, uint64_t bits, const struct otfp_definition *d)
{
	size_t n = (size_t)(otfp_value_put(text, bits, rec->form) - text);
	const int is_whole = strspn(text, "-0123456789") >= n;

	/* a real without a decimal form is printed as its bits, which is not its value */
	if (is_whole)
		return rec->form >= OTFP_FORM_DOUBLE || (d && otfp_value_form(d->detail) >= OTFP_FORM_DOUBLE) ? 0 : n;
	if (memchr(text, 'n', n)) /* inf, nan */
		return 0;
	return text[n - 1] == 'f' ? n - 1 : n;
}

static void put_counter(struct chrome *c, const struct chrome_event *e)
{
	const struct otfp_definition *counter = chrome_definition(c, &e->name);
	char text[OTFP_VALUE_ROOM + 4] = "";
	const size_t n = number_of(text, e->rec, e->rec->f[e->slot + 1].u, counter);

	if (!n) {
		c->counts[CHROME_NUMBERS]++;
		return;
	}
	open_event(c, e->phase, e);
	put_name(c, &e->name);
	put_word(c, "cat", "counter");
	put_counter_id(c, e);
	pen_key(&c->pen, "args", "");
	pen_put(&c->pen, "{", 1);
	put_text(c, counter && counter->unit.n ? counter->unit : (struct otfp_str){"value", 5});
	pen_put(&c->pen, ":", 1);
	pen_put(&c->pen, text, n);
	pen_put(&c->pen, "}", 1);
	close_event(c);
}

/* ---- events ---- */

/* One end of an arrow; viewers attach it to the enclosing call. */
static void put_arrow(struct chrome *c, const struct chrome_event *e)
{
	open_event(c, e->arrow, e);
	pen_word(&c->pen, "message");
	put_word(c, "cat", "message");
	put_number(c, "id", e->id);
	if (e->arrow == 'f')
		put_word(c, "bp", "e");
	close_event(c);
}

static void put_event(struct chrome *c, const struct chrome_event *e)
{
	if (e->phase == CHROME_COUNT) {
		put_counter(c, e);
		return;
	}
	if (e->phase == CHROME_ARROW) {
		put_arrow(c, e);
		return;
	}
	open_event(c, e->phase, e);
	put_name(c, &e->name);
	if (e->phase != CHROME_END) {
		pen_key(&c->pen, "cat", "");
		put_name(c, &e->category);
	}
	if (e->phase == CHROME_BEGIN_ASYNC || e->phase == CHROME_END_ASYNC)
		put_number(c, "id", e->id);
	if (e->phase == CHROME_INSTANT)
		put_word(c, "s", (char[]){e->scope, '\0'});
	if (e->rec)
		put_args(c, e->rec, e->without);
	close_event(c);
	if (e->arrow && e->arrow != 'w')
		put_arrow(c, e);
}

static uint32_t next_operation(struct chrome *c, const struct chrome_thread *t, int is_file, uint64_t begin)
{
	(void)t, (void)is_file, (void)begin;
	return ++c->operations;
}

/* ---- names of threads ---- */

/* {"ph":"M","name":WHAT,"pid":1,"tid":1,"args":{ */
static void open_metadata(struct chrome *c, const char *what, const struct chrome_thread *t)
{
	pen_puts(&c->pen, c->events++ ? ",\n" : " \n");
	pen_begin(&c->pen, '{');
	put_word(c, "ph", "M");
	put_word(c, "name", what);
	pen_put(&c->pen, t->place, t->n);
	pen_key(&c->pen, "args", "");
	pen_begin(&c->pen, '{');
}

/* Write the name of a thread or process, and its place among the others. */
static void put_metadata(struct chrome *c, const char *name, const char *sort_index, const struct chrome_thread *t,
                         uint32_t process)
{
	open_metadata(c, name, t);
	pen_key(&c->pen, "name", "");
	put_token(c, process, OTFP_NAMED_PROCESS, process);
	pen_end(&c->pen, '}');
	close_event(c);
	open_metadata(c, sort_index, t);
	put_number(c, "sort_index", chrome_place(c, process));
	pen_end(&c->pen, '}');
	close_event(c);
}

static void put_thread(struct chrome *c, const struct chrome_thread *t, int is_first)
{
	if (is_first)
		put_metadata(c, "process_name", "process_sort_index", t, t->pid);
	put_metadata(c, "thread_name", "thread_sort_index", t, t->process);
}

/* ---- begin and end ---- */

static int open_nothing(struct chrome *c)
{
	(void)c;
	return 0;
}

static void put_head(struct chrome *c)
{
	pen_begin(&c->pen, '{');
	put_word(c, "displayTimeUnit", "ns");
	pen_puts(&c->pen, ",\n\"otherData\":");
	pen_begin(&c->pen, '{');
	put_word(c, "format", "OTF");
	put_word(c, "program", "otf-to-chrome (otfpipe) " OTFP_VERSION);
	put_number(c, "ticks_per_second", c->clock.resolution);
	put_number(c, "ts_0_is_tick", c->clock.base);
	if (c->creator.p) {
		pen_key(&c->pen, "creator", "");
		put_text(c, c->creator);
	}
	pen_end(&c->pen, '}');
	pen_puts(&c->pen, ",\n\"traceEvents\":");
	pen_begin(&c->pen, '[');
}

static void put_end(struct chrome *c)
{
	pen_put(&c->pen, "\n", 1);
	pen_end(&c->pen, ']');
	pen_end(&c->pen, '}');
	pen_put(&c->pen, "\n", 1);
}

static void release_nothing(struct chrome *c)
{
	(void)c;
}

const struct chrome_form chrome_json = {
	.text = otfp_json_put,
	.open = open_nothing,
	.head = put_head,
	.thread = put_thread,
	.operation = next_operation,
	.put = put_event,
	.end = put_end,
	.release = release_nothing,
};
