#include "line/text.h"
#include "base/esc.h"
#include "base/num.h"
#include "record/tag.h"
#include "record/valid.h"
#include "record/value.h"
#include <string.h>

static char *put_string(char *p, const struct otfp_str *s)
{
	if (s->p)
		return otfp_esc_put(p, s->p, s->n);
	*p++ = '\\';
	*p++ = 'N';
	return p;
}

static char *put_list(char *p, const struct otfp_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (i)
			*p++ = ',';
		p = otfp_put_dec(p, l->p[i]);
	}
	return p;
}

static char *put_word(char *p, const char *word)
{
	size_t n = strlen(word);

	memcpy(p, word, n);
	return p + n;
}

static char *put_field(char *p, unsigned type, const union otfp_value *v, const struct otfp_record *rec)
{
	switch (type) {
	case OTFP_FIELD_VALUE: return otfp_value_put(p, v->u, rec->form);
	case OTFP_FIELD_STR: return put_string(p, &v->s);
	case OTFP_FIELD_LIST: return put_list(p, &v->l);
	case OTFP_FIELD_KIND: return put_word(p, otfp_file_name((unsigned)v->u));
	default: return otfp_put_dec(p, v->u);
	}
}

static char *put_tags(char *p, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags; i++) {
		*p++ = '\t';
		p = otfp_tag_put(p, &rec->tags[i]);
	}
	return p;
}

char *otfp_line_put_fields(char *p, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	for (unsigned i = 0; i < s->nfields; i++) {
		*p++ = '\t';
		p = put_field(p, s->fields[i].type, &rec->f[i], rec);
	}
	return rec->ntags ? put_tags(p, rec) : p;
}

size_t otfp_line_room(const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	size_t n = 0;

	for (unsigned i = 0; i < s->nfields; i++) {
		if (s->fields[i].type == OTFP_FIELD_STR)
			n += 4 * rec->f[i].s.n + 2;
		else if (s->fields[i].type == OTFP_FIELD_LIST)
			n += 11 * rec->f[i].l.n;
	}
	for (uint32_t i = 0; i < rec->ntags; i++)
		n += 1 + otfp_tag_room(&rec->tags[i]);
	return n;
}

int otfp_line_is_dash(const struct otfp_record *rec)
{
	return !otfp_is_timed(otfp_file_of(rec)) && rec->type != OTFP_Marker;
}

int otfp_line_add(struct otfp_buf *b, const struct otfp_record *rec)
{
	char *p;

	if (rec->line.p)
		return otfp_buf_add(b, rec->line.p, rec->line.n);
	if (otfp_buf_printf(b, "%s\t", otfp_table[rec->type].name) < 0 ||
	    otfp_buf_reserve(b, OTFP_LINE_NUMBERS + otfp_line_room(rec)) < 0)
		return -1;
	p = b->p + b->n;
	if (otfp_line_is_dash(rec))
		*p++ = '-';
	else
		p = otfp_put_dec(p, rec->time);
	*p++ = '\t';
	p = otfp_line_put_fields(otfp_put_dec(p, rec->loc), rec);
	b->n = (size_t)(p - b->p);
	return 0;
}
