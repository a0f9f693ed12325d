#include "line/header.h"
#include "base/num.h"
#include <inttypes.h>
#include <string.h>

static const char *const forms[] = {
	[OTFP_DISK_SHORT] = "short",
	[OTFP_DISK_LONG] = "long",
	[OTFP_DISK_MIXED] = "mixed",
};

/* Needs no end pointer: HT or LF follows the text of a key. */
static int get_number(const char **p, uint64_t *v)
{
	int over = 0;
	const char *q = otfp_get_dec(*p, v, &over);

	if (q == *p || over)
		return -1;
	*p = q;
	return 0;
}

static int get_resolution(struct otfp_header *h, const char *p, const char *end)
{
	return get_number(&p, &h->resolution) < 0 || p != end || h->resolution == 0 ? -1 : 0;
}

static int get_times(uint64_t *first, uint64_t *last, const char *p, const char *end)
{
	if (get_number(&p, first) < 0 || *p++ != ',' || get_number(&p, last) < 0)
		return -1;
	return p == end && *first <= *last ? 0 : -1;
}

static int get_span(struct otfp_header *h, const char *p, const char *end)
{
	h->has_span = 1;
	return get_times(&h->first, &h->last, p, end);
}

static int get_events(struct otfp_header *h, const char *p, const char *end)
{
	h->has_events = 1;
	return get_times(&h->events_first, &h->events_last, p, end);
}

/* "from,to", or "from," if the run ends in the window. */
static int get_window(struct otfp_header *h, const char *p, const char *end)
{
	h->has_window = 1;
	h->window_ends = end > p && end[-1] != ',';
	if (h->window_ends)
		return get_times(&h->window_from, &h->window_to, p, end);
	return get_number(&p, &h->window_from) < 0 || p + 1 != end ? -1 : 0;
}

static int get_form(struct otfp_header *h, const char *p, const char *end)
{
	for (unsigned i = OTFP_DISK_SHORT; i <= OTFP_DISK_MIXED; i++)
		if (strlen(forms[i]) == (size_t)(end - p) && memcmp(forms[i], p, (size_t)(end - p)) == 0) {
			h->form = (uint8_t)i;
			return 0;
		}
	return -1;
}

static int get_bit(uint8_t *bit, int one, const char *p, const char *end)
{
	if (end - p != 1 || (*p != '0' && *p != '1'))
		return -1;
	*bit = *p - '0' == one;
	return 0;
}

static int get_inline(struct otfp_header *h, const char *p, const char *end)
{
	return get_bit(&h->inline_snaps, 1, p, end);
}

static int get_trailer(struct otfp_header *h, const char *p, const char *end)
{
	return get_bit(&h->no_trailer, 0, p, end);
}

static const struct {
	char key[4];
	int (*get)(struct otfp_header *h, const char *p, const char *end);
} keys[] = {
	{"TR:", get_resolution}, {"TS:", get_span},    {"EV:", get_events}, {"FM:", get_form},
	{"IS:", get_inline},     {"TL:", get_trailer}, {"WN:", get_window},
};

static int get_key(struct otfp_header *h, const char *p, const char *end, struct otfp_buf *other,
                   struct otfp_error *err)
{
	for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
		if (end - p >= 3 && memcmp(keys[i].key, p, 3) == 0)
			return keys[i].get(h, p + 3, end) == 0 ?
			               0 :
			               otfp_fail(err, OTFP_EFAIL, "bad key '%.*s' in the magic line",
			                         otfp_shown_bytes((size_t)(end - p)), p);
	if (otfp_buf_add(other, "\t", 1) < 0 || otfp_buf_add(other, p, (size_t)(end - p)) < 0)
		return otfp_fail_memory(err);
	return 0;
}

int otfp_header_parse(struct otfp_header *h, const char *p, size_t n, struct otfp_buf *other, struct otfp_error *err)
{
	static const char magic[] = OTFP_MAGIC "1.";
	const char *end = p + n, *q;

	memset(h, 0, sizeof *h);
	if (n < sizeof OTFP_MAGIC - 1 || memcmp(p, OTFP_MAGIC, sizeof OTFP_MAGIC - 1))
		return otfp_fail(err, OTFP_EFAIL, "not a line stream: no @OTFPIPE line");
	if (n < sizeof magic - 1 || memcmp(p, magic, sizeof magic - 1))
		return otfp_fail(err, OTFP_EFAIL, "unsupported line stream version; only 1.x can be read");
	for (p += sizeof magic - 1; p < end && *p >= '0' && *p <= '9'; p++)
		;
	if (p[-1] == '.')
		return otfp_fail(err, OTFP_EFAIL, "bad magic line");
	for (; p < end; p = q) {
		if (*p++ != '\t')
			return otfp_fail(err, OTFP_EFAIL, "bad magic line");
		q = memchr(p, '\t', (size_t)(end - p));
		q = q ? q : end;
		if (get_key(h, p, q, other, err) < 0)
			return OTFP_EFAIL;
	}
	h->other.p = other->n ? other->p : NULL;
	h->other.n = other->n;
	return 0;
}

int otfp_header_format(const struct otfp_header *h, struct otfp_buf *b)
{
	int r = otfp_buf_puts(b, OTFP_MAGIC "1.0");

	if (r == 0 && h->resolution)
		r = otfp_buf_printf(b, "\tTR:%" PRIu64, h->resolution);
	if (r == 0 && h->form)
		r = otfp_buf_printf(b, "\tFM:%s", forms[h->form]);
	if (r == 0 && h->has_span)
		r = otfp_buf_printf(b, "\tTS:%" PRIu64 ",%" PRIu64, h->first, h->last);
	if (r == 0 && h->has_events && (h->events_first != h->first || h->events_last != h->last))
		r = otfp_buf_printf(b, "\tEV:%" PRIu64 ",%" PRIu64, h->events_first, h->events_last);
	if (r == 0 && h->inline_snaps)
		r = otfp_buf_puts(b, "\tIS:1");
	if (r == 0 && h->no_trailer)
		r = otfp_buf_puts(b, "\tTL:0");
	if (r == 0 && h->has_window)
		r = otfp_buf_printf(b, "\tWN:%" PRIu64 ",", h->window_from);
	if (r == 0 && h->has_window && h->window_ends)
		r = otfp_buf_printf(b, "%" PRIu64, h->window_to);
	if (r == 0 && h->other.n)
		r = otfp_buf_add(b, h->other.p, h->other.n);
	return r == 0 ? otfp_buf_add(b, "\n", 1) : r;
}
