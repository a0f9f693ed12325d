/*
 * scan-old.c - what is irregular in old records: the lines of EXCHANGE, and activities that binary files know by
 * token and ASCII files by name.
 */
#include "vtf3/text.h"

static const char *get_state(struct otfp_vtf3_scanner *s, const char *p, unsigned name, unsigned state)
{
	const char *number;

	p = otfp_vtf3_get_text(s, p, &s->rec.v[name].s, 0);
	s->rec.v[state].i = OTFP_VTF3_NOSTATE;
	if (!p)
		return NULL;
	number = otfp_vtf3_get_int(p, &s->rec.v[state].u);
	return number && otfp_vtf3_is_gap(number) ? number : p;
}

const char *otfp_vtf3_exchange_word(struct otfp_vtf3_scanner *s, const char *word, size_t n, uint32_t *seen)
{
	static const char *const words[] = {"TO", "DOWNTO", "UPTO"};

	if (n == 4 && !memcmp(word, "FROM", 4))
		return get_state(s, word + n, OTFP_EXCH_FROMNAME, OTFP_EXCH_FROMSTATE);
	for (unsigned type = 0; type < 3; type++) {
		if (strlen(words[type]) != n || memcmp(words[type], word, n) != 0)
			continue;
		s->rec.v[OTFP_EXCH_TYPE].u = type;
		*seen |= 1u << OTFP_EXCH_STATE;
		return get_state(s, word + n, OTFP_EXCH_ACTNAME, OTFP_EXCH_STATE);
	}
	return word;
}

/* EXCH cpu cluster job activity state, by TAU: the meaning of the second and third is a guess. */
const char *otfp_vtf3_exch(struct otfp_vtf3_scanner *s, const char *p)
{
	uint32_t job;

	s->why = "a part of it is missing or no number";
	if (!(p = otfp_vtf3_get_int(p, &s->rec.v[OTFP_EXCH_CPU].u)) ||
	    !(p = otfp_vtf3_get_int(p, &s->rec.v[OTFP_EXCH_CLUSTER].u)) || !(p = otfp_vtf3_get_int(p, &job)) ||
	    !otfp_vtf3_is_gap(p) || !(p = get_state(s, p, OTFP_EXCH_ACTNAME, OTFP_EXCH_STATE)))
		return NULL;
	s->rec.v[OTFP_EXCH_CPU].u--;
	p = otfp_vtf3_skip(p);
	return otfp_vtf3_is_eol(p) ? p + 1 + (*p == '\r') : NULL;
}

/* ---- activities ---- */

static void name_by_token(struct otfp_vtf3_scanner *s, unsigned token, unsigned name)
{
	const struct otfp_vtf3_activity *a = otfp_vtf3_activity_by_token(&s->activities, s->rec.v[token].i);

	if (a)
		s->rec.v[name].s = a->name;
}

/* A new name is declared by an implied record before this one. */
static int token_by_name(struct otfp_vtf3_scanner *s, unsigned name, unsigned token)
{
	const struct otfp_str *str = &s->rec.v[name].s;
	const struct otfp_vtf3_activity *a;
	int is_new;

	if (str->n == 0 && s->rec.type == OTFP_VTF3_Exchange_obsol)
		return 0;
	a = otfp_vtf3_activity_named(&s->activities, str->p, str->n, &is_new);
	if (!a)
		return -1;
	s->rec.v[token].i = a->token;
	s->rec.v[name].s = a->name;
	if (!is_new || s->nimplied == OTFP_VTF3_IMPLIED_MAX)
		return 0;
	otfp_vtf3_record_init(&s->implied[s->nimplied], OTFP_VTF3_Defact_obsol);
	s->implied[s->nimplied].flags = OTFP_VTF3_IMPLIED;
	s->implied[s->nimplied].v[0].i = a->token;
	s->implied[s->nimplied++].v[1].s = a->name;
	return 0;
}

static int both(struct otfp_vtf3_scanner *s, int is_token, unsigned token, unsigned name)
{
	if (!is_token)
		return token_by_name(s, name, token);
	name_by_token(s, token, name);
	return 0;
}

int otfp_vtf3_scan_activities(struct otfp_vtf3_scanner *s, int is_token)
{
	union otfp_vtf3_value *v = s->rec.v;
	unsigned valid = OTFP_VTF3_TOKEN_VALID;
	int symbol = s->rec.type == OTFP_VTF3_Defstate_obsol;

	if (s->rec.type == OTFP_VTF3_Defact_obsol)
		return otfp_vtf3_activities_define(&s->activities, v[0].i, v[1].s.p, v[1].s.n);
	if (both(s, is_token, symbol ? OTFP_SYMBOL_ACT : OTFP_EXCH_ACT,
	         symbol ? OTFP_SYMBOL_ACTNAME : OTFP_EXCH_ACTNAME) < 0 ||
	    (!symbol && both(s, is_token, OTFP_EXCH_FROMACT, OTFP_EXCH_FROMNAME) < 0))
		return -1;
	valid |= v[symbol ? OTFP_SYMBOL_ACTNAME : OTFP_EXCH_ACTNAME].s.n ? OTFP_VTF3_NAME_VALID : 0;
	v[symbol ? OTFP_SYMBOL_VALIDITY : OTFP_EXCH_VALIDITY].u = valid;
	return 0;
}
