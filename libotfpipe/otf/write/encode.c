#include "otf/write/encode.h"
#include "base/num.h"
#include "otf/keyvalue.h"
#include <string.h>

size_t otfp_encode_long_room(const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	size_t n = OTFP_ENCODE_NUMBERS;

	for (unsigned i = 0; i < s->nfields; i++) {
		if (s->fields[i].type == OTFP_FIELD_STR)
			n += rec->f[i].s.n;
		else if (s->fields[i].type == OTFP_FIELD_LIST)
			n += 10 * rec->f[i].l.n;
	}
	for (uint32_t i = 0; i < rec->ntags; i++)
		n += otfp_pair_room(&rec->tags[i]);
	return n;
}

static char *put_string(char *p, const struct otfp_str *s, uint64_t *blanks)
{
	*p++ = '"';
	*blanks += s->p == NULL;
	for (size_t i = 0; i < s->n; i++) {
		int blank = s->p[i] == '"' || s->p[i] == '\n';
		*blanks += (uint64_t)blank;
		*p++ = blank ? ' ' : s->p[i];
	}
	*p++ = '"';
	return p;
}

static char *put_list(char *p, const struct otfp_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		p = otfp_put_hex(p, l->p[i]);
		*p++ = ',';
	}
	return p;
}

OTFP_INLINE char *put_word(char *p, const struct otfp_word *w)
{
	memcpy(p, w->text, sizeof w->text); /* a constant size is faster; the next token overwrites the excess */
	return p + w->n;
}

static uint64_t number_of(const struct otfp_row_part *part, const struct otfp_record *rec)
{
	if (part->slot == OTFP_SLOT_TIME)
		return rec->time;
	return part->slot == OTFP_SLOT_LOC ? rec->loc : rec->f[part->slot].u;
}

/* The long form has a blank between tokens, except in TIGHT parts. */
OTFP_INLINE char *put_part(char *p, const struct otfp_row_part *part, const struct otfp_record *rec, int is_long,
                           uint64_t *blanks)
{
	int blank = is_long && !(part->flags & OTFP_FLAG_TIGHT);

	if (part->s.n) {
		if (blank)
			*p++ = ' ';
		p = put_word(p, is_long ? &part->l : &part->s);
	}
	if (blank)
		*p++ = ' ';
	if (part->type == OTFP_FIELD_STR)
		return put_string(p, &rec->f[part->slot].s, blanks);
	if (part->type == OTFP_FIELD_LIST)
		return put_list(p, &rec->f[part->slot].l);
	return otfp_put_hex(p, number_of(part, rec));
}

OTFP_INLINE int is_left_out(const struct otfp_row_part *part, const struct otfp_record *rec)
{
	if (part->flags & OTFP_FLAG_OPT)
		return rec->f[part->slot].u == 0;
	return part->flags & OTFP_FLAG_NULLOK ? rec->f[part->slot].s.p == NULL : 0;
}

/* A BARE row (Leave) with all fields 0 is written as the keyword alone. */
static int is_bare(const struct otfp_disk_row *row, const struct otfp_record *rec)
{
	uint64_t any = 0;

	for (unsigned i = 0; i < row->nparts; i++)
		any |= rec->f[row->parts[i].slot].u;
	return !any;
}

OTFP_INLINE char *put_parts(char *p, const struct otfp_disk_row *row, const struct otfp_record *rec, int is_long,
                            uint64_t *blanks)
{
	for (unsigned i = 0; i < row->nparts; i++)
		if (!is_left_out(&row->parts[i], rec))
			p = put_part(p, &row->parts[i], rec, is_long, blanks);
	return p;
}

static char *put_row(char *p, const struct otfp_disk_row *row, const struct otfp_record *rec, int is_long,
                     uint64_t *blanks)
{
	p = put_word(p, is_long ? &row->l : &row->s);
	if (row->nparts && !((row->flags & OTFP_ROW_BARE) && is_bare(row, rec)))
		return put_parts(p, row, rec, is_long, blanks);
	if (is_long)
		*p++ = ' ';
	return p;
}

static char *put_prefix(char *p, unsigned file, int is_long)
{
	static const struct otfp_word prefixes[OTFP_NFILES][2] = {
		[OTFP_FILE_DEF] = {OTFP_WORD("D"), OTFP_WORD("DEF")},
		[OTFP_FILE_MARKER] = {OTFP_WORD("M"), OTFP_WORD("MARKER")},
		[OTFP_FILE_SNAP] = {OTFP_WORD("T"), OTFP_WORD("T")},
		[OTFP_FILE_STAT] = {OTFP_WORD("S"), OTFP_WORD("SUM")},
	};

	return put_word(p, &prefixes[file][is_long]);
}

char *otfp_encode_any(char *p, const struct otfp_record *rec, int is_long, uint64_t *blanks)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		p = otfp_pair_put(p, &rec->tags[i], is_long);
	if (rec->type == OTFP_UnknownRecord) {
		memcpy(p, rec->f[1].s.p, rec->f[1].s.n);
		p += rec->f[1].s.n;
	} else {
		p = put_prefix(p, otfp_table[rec->type].file, is_long);
		p = put_row(p, &otfp_rows[rec->type], rec, is_long, blanks);
	}
	*p++ = '\n';
	return p;
}
