/*
 * write-text.c - a record as a line of Standard or Legacy ASCII. Old records have the same lines in both, except for
 * blanks: the Pallas writer right-aligned times in ten columns and put eleven blanks before a declaration.
 */
#include "base/num.h"
#include "base/real.h"
#include "vtf3/clip.h"
#include "vtf3/write/writing.h"
#include <stdio.h>

#define TIME_COLUMNS 10
#define DECLARATION_BLANKS 11

/* ---- pieces ---- */

static char *put_word(char *p, const char *s)
{
	size_t n = strlen(s);

	*p++ = ' ';
	memcpy(p, s, n);
	return p + n;
}

static char *put_int(char *p, int32_t v)
{
	*p++ = ' ';
	if (v < 0)
		*p++ = '-';
	return otfp_put_dec(p, v < 0 ? -(uint32_t)v : (uint32_t)v);
}

static char *put_unsigned(char *p, uint32_t v)
{
	*p++ = ' ';
	return otfp_put_dec(p, v);
}

/* Times above 2^53 get the digits of the exact value. */
static char *put_time(char *p, double t, int wide)
{
	char digits[40];
	size_t n;

	t = otfp_vtf3_clip_time(t);
	if (t < 9007199254740992.0)
		n = (size_t)(otfp_put_dec(digits, (uint64_t)t) - digits);
	else
		n = (size_t)snprintf(digits, sizeof digits, "%.0f", t);
	for (size_t i = n; wide && i < TIME_COLUMNS; i++)
		*p++ = ' ';
	memcpy(p, digits, n);
	return p + n;
}

static char *put_real(char *p, double d)
{
	*p++ = ' ';
	return p + otfp_put_double(p, otfp_vtf3_clip_bits(otfp_vtf3_bits(d)));
}

char *otfp_vtf3_put_hexbytes(char *p, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		memcpy(p, otfp_hex3[((const uint8_t *)bytes)[i]] + 1, 2);
		p += 2;
	}
	return p;
}

/* The letter after the backslash; 0 if c needs no escape. */
static char letter_of(char c, unsigned how)
{
	switch (c) {
	case '\n': return 'n';
	case '\r': return 'r';
	case 0: return '0';
	case '"': return how & OTFP_VTF3_QUOTED ? c : 0;
	case '\\': return how & OTFP_VTF3_RAW ? 0 : c;
	default: return 0;
	}
}

char *otfp_vtf3_put_escaped(char *p, const char *s, size_t n, unsigned how, uint64_t *lost)
{
	for (size_t i = 0; i < n; i++) {
		char letter = letter_of(s[i], how);
		if (!letter) {
			*p++ = s[i];
		} else if (how & OTFP_VTF3_RAW) {
			*p++ = s[i] == '"' ? '\'' : ' ';
			++*lost;
		} else {
			*p++ = '\\';
			*p++ = letter;
		}
	}
	return p;
}

static unsigned raw(const struct otfp_vtf3_writer *w)
{
	return w->format == OTFP_VTF3_LEGACY_ASCII ? OTFP_VTF3_RAW : 0;
}

static char *put_text(struct otfp_vtf3_writer *w, char *p, const char *s, size_t n)
{
	*p++ = ' ';
	*p++ = '"';
	p = otfp_vtf3_put_escaped(p, s, n, OTFP_VTF3_QUOTED | raw(w), &w->lost);
	*p++ = '"';
	return p;
}

/* ---- values ---- */

static char *put_value(char *p, int32_t type, uint64_t bits)
{
	if (type == OTFP_VTF3_FLOAT)
		return put_real(p, otfp_vtf3_double(bits));
	*p++ = ' ';
	return otfp_put_dec(p, bits);
}

static char *put_type(char *p, int32_t type)
{
	if (type != OTFP_VTF3_UINT && type != OTFP_VTF3_FLOAT)
		p = put_int(put_word(p, "TYPE"), type);
	else
		p = put_word(p, type == OTFP_VTF3_UINT ? "UINT" : "FLOAT");
	return put_word(p, "8");
}

static char *put_samples(char *p, const struct otfp_vtf3_record *rec, unsigned slot)
{
	const union otfp_vtf3_value *v = &rec->v[slot];

	for (int32_t i = 0; i < v[0].i; i++) {
		p = put_int(put_word(p, "DEF"), v[1].is[i]);
		p = put_type(p, v[2].is[i]);
		p = put_value(p, v[2].is[i], otfp_vtf3_clipped(rec, slot + 3, (size_t)i));
	}
	return p;
}

/* Two numbers with a colon between them. */
static char *put_pair(char *p, int32_t a, int32_t b)
{
	char *colon = put_int(p, a);

	p = put_int(colon, b);
	*colon = ':';
	return p;
}

static char *put_pairs(char *p, const union otfp_vtf3_value *v)
{
	p = put_int(p, v[0].i);
	for (int32_t i = 0; i < v[0].i; i++)
		p = put_pair(p, v[1].is[i], v[2].is[i]);
	return p;
}

static char *put_triplets(char *p, const uint32_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		*p++ = i % 3 ? ':' : ' ';
		p = otfp_put_dec(p, v[i]);
	}
	return p;
}

static char *put_array(struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec, unsigned slot,
                       unsigned type)
{
	const union otfp_vtf3_value *v = &rec->v[slot];
	size_t n = otfp_vtf3_elements(rec, slot);

	if (type == OTFP_VTF3_A_TRIPLETS)
		return put_triplets(p, v->us, n);
	if (type == OTFP_VTF3_A_BYTES) {
		if (n)
			*p++ = ' ';
		return otfp_vtf3_put_hexbytes(p, v->p, n);
	}
	for (size_t i = 0; i < n; i++)
		switch (type) {
		case OTFP_VTF3_A_STRS: p = put_text(w, p, v->ss[i], strlen(v->ss[i])); break;
		case OTFP_VTF3_A_REALS: p = put_real(p, otfp_vtf3_double(otfp_vtf3_clipped(rec, slot, i))); break;
		case OTFP_VTF3_A_CPUS: p = put_unsigned(p, v->us[i] >> 31 ? v->us[i] : v->us[i] + 1); break;
		default: p = put_int(p, v->is[i]);
		}
	return p;
}

static char *put_iotype(char *p, int32_t type)
{
	if (type != OTFP_VTF3_READ && type != OTFP_VTF3_WRITE)
		return put_int(p, type);
	return put_word(p, type == OTFP_VTF3_READ ? "READ" : "WRITE");
}

static char *put_slot(struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec, unsigned slot, int wide)
{
	const union otfp_vtf3_value *v = &rec->v[slot];
	unsigned type = otfp_vtf3_rows[rec->type].args[slot].type;

	switch (type) {
	case OTFP_VTF3_A_CPU:
	case OTFP_VTF3_A_CPUINT: return put_unsigned(p, v->u + 1);
	case OTFP_VTF3_A_ANYCPU: return put_unsigned(p, v->u >> 31 ? v->u : v->u + 1);
	case OTFP_VTF3_A_UNS: return put_unsigned(p, v->u);
	case OTFP_VTF3_A_SECS: return put_unsigned(p, (uint32_t)otfp_vtf3_clip_seconds(v->d));
	case OTFP_VTF3_A_IOTYPE: return put_iotype(p, v->i);
	case OTFP_VTF3_A_DUR: *p++ = ' '; return put_time(p, v->d, wide);
	case OTFP_VTF3_A_REAL: return put_real(p, v->d);
	case OTFP_VTF3_A_STR: return put_text(w, p, v->s.p, v->s.n);
	case OTFP_VTF3_A_BOUNDS:
		p = put_type(p, v[-1].i);
		p = put_value(p, v[-1].i, otfp_vtf3_clipped(rec, slot, 0));
		return put_value(p, v[-1].i, otfp_vtf3_clipped(rec, slot, 1));
	default: return type > OTFP_VTF3_A_STR ? put_array(w, p, rec, slot, type) : put_int(p, v->i);
	}
}

/* ---- EXCHANGE ---- */

static char *put_activity(struct otfp_vtf3_writer *w, char *p, const char *word, const struct otfp_str *name,
                          int32_t state)
{
	p = put_word(p, word);
	p = put_text(w, p, name->p, name->n);
	return state == OTFP_VTF3_NOSTATE ? p : put_int(p, state);
}

static char *put_exchange(struct otfp_vtf3_writer *w, char *p, const union otfp_vtf3_value *v)
{
	static const char *const words[] = {"TO", "DOWNTO", "UPTO"};
	int32_t type = v[OTFP_EXCH_TYPE].i;

	if (v[OTFP_EXCH_FROMACT].i != OTFP_VTF3_OLD_NOACT || v[OTFP_EXCH_FROMSTATE].i != OTFP_VTF3_NOSTATE)
		p = put_activity(w, p, "FROM", &v[OTFP_EXCH_FROMNAME].s, v[OTFP_EXCH_FROMSTATE].i);
	return put_activity(w, p, words[type >= 0 && type <= 2 ? type : 0], &v[OTFP_EXCH_ACTNAME].s,
	                    v[OTFP_EXCH_STATE].i);
}

/* ---- the line ---- */

/* Whether a part is omitted. Legacy ASCII has file and line, but no source locations. */
static int is_left_out(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, const struct otfp_vtf3_text *t)
{
	if (!(t->flags & OTFP_VTF3_T_OPT))
		return t->flags & OTFP_VTF3_T_ALT;
	if (t->flags & OTFP_VTF3_T_SRC)
		return !(rec->flags & OTFP_VTF3_HAS_SRC);
	if (otfp_vtf3_is_none(rec, t->slot))
		return 1;
	if (w->format != OTFP_VTF3_LEGACY_ASCII || otfp_vtf3_rows[rec->type].args[t->slot].type != OTFP_VTF3_A_SCL)
		return 0;
	w->lost++;
	return 1;
}

static char *put_part(struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec,
                      const struct otfp_vtf3_text *t)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];
	int old = w->format == OTFP_VTF3_LEGACY_ASCII;

	if (t->flags & OTFP_VTF3_T_SAMPLES)
		return put_samples(p, rec, t->slot);
	if (t->n && row->args[t->slot].type != OTFP_VTF3_A_BOUNDS)
		p = put_word(p, t->word);
	if ((t->flags & OTFP_VTF3_T_ON) && rec->type != OTFP_VTF3_Globalop)
		p = put_word(p, "CPUID");
	if (t->flags & OTFP_VTF3_T_SRC)
		p = put_pair(p, rec->v[t->slot].i, rec->v[t->slot + 1].i);
	else if (t->flags & OTFP_VTF3_T_PAIRS)
		p = put_pairs(p, &rec->v[t->slot]);
	else
		p = put_slot(w, p, rec, t->slot, old && (t->flags & OTFP_VTF3_T_WIDE));
	return (row->flags & OTFP_VTF3_R_EXCH) && (t->flags & OTFP_VTF3_T_ON) ? put_exchange(w, p, rec->v) : p;
}

static char *put_head(const struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];
	size_t n = strlen(row->keyword);

	if (row->kind == OTFP_VTF3_EVENT) {
		p = put_time(p, rec->time, w->format == OTFP_VTF3_LEGACY_ASCII);
		*p++ = ' ';
	} else if (w->format == OTFP_VTF3_LEGACY_ASCII) {
		memset(p, ' ', DECLARATION_BLANKS);
		p += DECLARATION_BLANKS;
	}
	memcpy(p, row->keyword, n);
	return p + n;
}

char *otfp_vtf3_put_text(struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];

	p = put_head(w, p, rec);
	if (row->flags & OTFP_VTF3_R_COMMENT) {
		*p++ = ' ';
		p = otfp_vtf3_put_escaped(p, rec->v[0].s.p, rec->v[0].s.n, raw(w), &w->lost);
	} else {
		for (unsigned i = 0; i < row->ntext; i++) {
			if ((row->text[i].flags & OTFP_VTF3_T_GAP) && w->format == OTFP_VTF3_LEGACY_ASCII)
				*p++ = ' ';
			if (!is_left_out(w, rec, &row->text[i]))
				p = put_part(w, p, rec, &row->text[i]);
		}
	}
	*p++ = '\n';
	return p;
}
