/*
 * scan-old.c - the irregular parts of old records: EXCHANGE lines, and activities, which binary files identify by
 * token and ASCII files by name.
 */
#include "base/num.h"
#include "vtf3/read/text.h"
#include "base/hash.h"

/* ---- cache of names ---- */

static struct otfp_vtf3_near_name *near_name(struct otfp_vtf3_scanner *s, uint64_t head)
{
	return &s->near[otfp_hash_slot(head, 12) % OTFP_VTF3_NEAR];
}

/* Find the activity whose name is at p in the cache. @return the byte after the name and its quote, or NULL */
static const char *get_near(struct otfp_vtf3_scanner *s, const char *p, int quoted, struct otfp_vtf3_named *named)
{
	uint64_t head = otfp_load8(p);
	const struct otfp_vtf3_near_name *near = near_name(s, head);
	const struct otfp_vtf3_activity *a = near->activity;
	size_t k = 0;

	if (!a || near->head != head)
		return NULL;
	while (k < a->name.n && p[k] == a->name.p[k]) /* stops at the end of the line: no cached name has a LF */
		k++;
	if (k < a->name.n || (quoted && p[k] != '"') || !otfp_vtf3_is_gap(p + k + quoted))
		return NULL;
	named->activity = a;
	return p + k + quoted;
}

/* Add an activity to the cache, if its name is in the line without escapes. */
static void keep_near(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_named *named,
                      const struct otfp_vtf3_activity *a)
{
	uint64_t head;

	if (!named->at || memchr(a->name.p, '\n', a->name.n) || memchr(a->name.p, '\\', a->name.n) ||
	    memchr(a->name.p, '"', a->name.n))
		return;
	head = otfp_load8(named->at);
	*near_name(s, head) = (struct otfp_vtf3_near_name){head, a};
}

/* ---- EXCHANGE ---- */

static const char *get_state(struct otfp_vtf3_scanner *s, const char *p, unsigned name, unsigned state,
                             struct otfp_vtf3_named *named)
{
	const char *number, *end;
	int quoted;

	p = otfp_vtf3_skip(p);
	quoted = *p == '"';
	*named = (struct otfp_vtf3_named){p + quoted, NULL};
	end = get_near(s, p + quoted, quoted, named);
	p = end ? end : otfp_vtf3_get_text(s, p, &s->rec.v[name].s, 0);
	s->rec.v[state].i = OTFP_VTF3_NOSTATE;
	if (!p)
		return NULL;
	number = otfp_vtf3_get_int(p, &s->rec.v[state].u);
	return number && otfp_vtf3_is_gap(number) ? number : p;
}

const char *otfp_vtf3_exchange_word(struct otfp_vtf3_scanner *s, const char *word, size_t n, uint32_t *seen)
{
	int type;

	if (n == 4 && !memcmp(word, "FROM", 4))
		return get_state(s, word + n, OTFP_EXCH_FROMNAME, OTFP_EXCH_FROMSTATE, &s->from);
	if (n == 6 && !memcmp(word, "DOWNTO", 6))
		type = OTFP_VTF3_EXCH_DOWNTO;
	else if (n == 4 && !memcmp(word, "UPTO", 4))
		type = OTFP_VTF3_EXCH_UPTO;
	else if (n == 2 && !memcmp(word, "TO", 2))
		type = OTFP_VTF3_EXCH_TO;
	else
		return word;
	s->rec.v[OTFP_EXCH_TYPE].i = type;
	*seen |= 1u << OTFP_EXCH_STATE;
	return get_state(s, word + n, OTFP_EXCH_ACTNAME, OTFP_EXCH_STATE, &s->to);
}

/* TAU's EXCH cpu cluster job activity state; the meaning of the second and third number is a guess. */
const char *otfp_vtf3_exch(struct otfp_vtf3_scanner *s, const char *p)
{
	uint32_t job;

	s->why = "a field is missing or not a number";
	if (!(p = otfp_vtf3_get_int(p, &s->rec.v[OTFP_EXCH_CPU].u)) ||
	    !(p = otfp_vtf3_get_int(p, &s->rec.v[OTFP_EXCH_CLUSTER].u)) || !(p = otfp_vtf3_get_int(p, &job)) ||
	    !otfp_vtf3_is_gap(p) || !(p = get_state(s, p, OTFP_EXCH_ACTNAME, OTFP_EXCH_STATE, &s->to)))
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

/* A new name gets an implied declaration before this record. */
static int token_by_name(struct otfp_vtf3_scanner *s, unsigned name, unsigned token,
                         const struct otfp_vtf3_named *named)
{
	const struct otfp_str *str = &s->rec.v[name].s;
	const struct otfp_vtf3_activity *a = named->activity;
	int is_new = 0;

	if (!a) {
		if (str->n == 0 && s->rec.type == OTFP_VTF3_Exchange_obsol)
			return 0;
		a = otfp_vtf3_activity_named(&s->activities, str->p, str->n, &is_new);
		if (!a)
			return -1;
		keep_near(s, named, a);
	}
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

static int both(struct otfp_vtf3_scanner *s, int is_token, unsigned token, unsigned name,
                const struct otfp_vtf3_named *named)
{
	if (!is_token)
		return token_by_name(s, name, token, named);
	name_by_token(s, token, name);
	return 0;
}

static int complete_symbol(struct otfp_vtf3_scanner *s, int is_token)
{
	static const struct otfp_vtf3_named none;
	union otfp_vtf3_value *v = s->rec.v;

	v[OTFP_SYMBOL_VALIDITY].u = OTFP_VTF3_TOKEN_VALID;
	if (both(s, is_token, OTFP_SYMBOL_ACT, OTFP_SYMBOL_ACTNAME, &none) < 0)
		return -1;
	v[OTFP_SYMBOL_VALIDITY].u |= v[OTFP_SYMBOL_ACTNAME].s.n ? OTFP_VTF3_NAME_VALID : 0;
	return 0;
}

int otfp_vtf3_scan_activities(struct otfp_vtf3_scanner *s, int is_token)
{
	union otfp_vtf3_value *v = s->rec.v;

	if (s->rec.type == OTFP_VTF3_Defact_obsol)
		return otfp_vtf3_activities_define(&s->activities, v[0].i, v[1].s.p, v[1].s.n);
	if (s->rec.type == OTFP_VTF3_Defstate_obsol)
		return complete_symbol(s, is_token);
	v[OTFP_EXCH_VALIDITY].u = OTFP_VTF3_TOKEN_VALID;
	if (both(s, is_token, OTFP_EXCH_ACT, OTFP_EXCH_ACTNAME, &s->to) < 0 ||
	    both(s, is_token, OTFP_EXCH_FROMACT, OTFP_EXCH_FROMNAME, &s->from) < 0)
		return -1;
	v[OTFP_EXCH_VALIDITY].u |= v[OTFP_EXCH_ACTNAME].s.n ? OTFP_VTF3_NAME_VALID : 0;
	return 0;
}
