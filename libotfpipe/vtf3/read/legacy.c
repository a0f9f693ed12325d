#include "vtf3/read/legacy.h"
#include "base/assert.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/map.h"
#include "vtf3/stacks.h"
#include "vtf3/table.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MADE_MAX 8 /* records from one old record: two states with their activities, a location, and the call */
#define NEAR 256   /* size of the cache of state tokens */
#define KEY(a, b) ((uint64_t)(uint32_t)(a) << 32 | (uint32_t)(b))

struct otfp_vtf3_legacy {
	struct otfp_vtf3_record made[MADE_MAX];
	const struct otfp_vtf3_record *out[MADE_MAX];
	size_t n;
	struct otfp_map activities; /* old tokens with a declaration */
	struct otfp_map states;     /* state token, by KEY(old activity token, number) */
	struct near_state {
		uint64_t key;
		int32_t state;
		int is_set;
	} near[NEAR];            /* cache, by the low bits of the number */
	struct otfp_map taken;   /* state tokens in use */
	struct otfp_map sources; /* location token, by KEY(file, line) */
	int32_t last_state, last_source;
	struct otfp_vtf3_stacks stacks;
	struct otfp_arena names; /* memory of the names of one call */
	struct otfp_error *err;
};

int otfp_vtf3_legacy_new(struct otfp_vtf3_legacy **to, struct otfp_error *err)
{
	struct otfp_vtf3_legacy *l = calloc(1, sizeof *l);

	*to = l;
	if (!l)
		return otfp_fail_memory(err);
	for (unsigned i = 0; i < MADE_MAX; i++)
		l->out[i] = &l->made[i];
	l->last_state = l->last_source = OTFP_VTF3_FRESH - 1;
	l->err = err;
	return 0;
}

void otfp_vtf3_legacy_free(struct otfp_vtf3_legacy *l)
{
	if (!l)
		return;
	otfp_map_release(&l->activities);
	otfp_map_release(&l->states);
	otfp_map_release(&l->taken);
	otfp_map_release(&l->sources);
	otfp_vtf3_stacks_release(&l->stacks);
	otfp_arena_release(&l->names);
	free(l);
}

static struct otfp_vtf3_record *make(struct otfp_vtf3_legacy *l, enum otfp_vtf3_type type)
{
	struct otfp_vtf3_record *rec = &l->made[l->n++];

	OTFP_ASSERT_HOT(l->n <= MADE_MAX);
	otfp_vtf3_record_init(rec, type);
	return rec;
}

/* ---- source locations ---- */

/* The token of the source location of an old record, declared if it is new. @return 0, or -1 when memory is out */
static int source_of(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec, unsigned scl, unsigned file,
                     int32_t *token)
{
	uint64_t key = KEY(rec->v[file].u, rec->v[file + 1].u), *at;
	struct otfp_vtf3_record *def;

	*token = rec->v[scl].i;
	if (!(rec->flags & OTFP_VTF3_HAS_SRC))
		return 0;
	at = otfp_map_get(&l->sources, key);
	*token = at ? (int32_t)*at : l->last_source + 1;
	if (at)
		return 0;
	l->last_source++;
	def = make(l, OTFP_VTF3_Defscl);
	def->v[0].i = *token;
	def->v[1].i = 1;
	def->v[2].is = &rec->v[file].i;
	def->v[3].is = &rec->v[file + 1].i;
	return otfp_map_set(&l->sources, key, (uint32_t)*token);
}

/* ---- activities and states ---- */

static int32_t new_token(int32_t old)
{
	return (int32_t)((uint32_t)old - 1);
}

/* A name from a word and a number, valid until the next record. */
static struct otfp_str numbered(struct otfp_vtf3_legacy *l, const char *word, int32_t number)
{
	char *name = otfp_arena_get(&l->names, 40);
	int n = name ? snprintf(name, 40, "%s %d", word, number) : 0;

	return (struct otfp_str){name ? name : "", (size_t)n};
}

static int declare_activity(struct otfp_vtf3_legacy *l, int32_t old, struct otfp_str name)
{
	struct otfp_vtf3_record *def = make(l, OTFP_VTF3_Defact);

	def->v[0].i = new_token(old);
	def->v[1].s = name.n ? name : numbered(l, "activity", old);
	return otfp_map_set(&l->activities, (uint32_t)old, 1);
}

/* "No activity" needs no declaration. */
static int need_activity(struct otfp_vtf3_legacy *l, int32_t old, struct otfp_str name)
{
	if (old == OTFP_VTF3_OLD_NOACT || otfp_map_get(&l->activities, (uint32_t)old))
		return 0;
	return declare_activity(l, old, name);
}

/* Choose a token for a new symbol. @return 0, or -1 when memory is out */
static int fresh_state(struct otfp_vtf3_legacy *l, int32_t activity, int32_t number, int32_t *state)
{
	*state = number;
	if (number < 0 || otfp_map_get(&l->taken, (uint32_t)number)) {
		do
			*state = ++l->last_state;
		while (otfp_map_get(&l->taken, (uint32_t)*state));
	}
	if (otfp_map_set(&l->taken, (uint32_t)*state, 1) < 0)
		return -1;
	return otfp_map_set(&l->states, KEY(activity, number), (uint32_t)*state);
}

/* Find the state of a symbol. An undeclared symbol is declared here; if its number is negative, it gets the name of
 * its activity. */
static int find_state(struct otfp_vtf3_legacy *l, int32_t activity, struct otfp_str name, int32_t number,
                      int32_t *state)
{
	uint64_t *at;
	struct otfp_vtf3_record *def;

	*state = OTFP_VTF3_NOSTATE;
	if (activity == OTFP_VTF3_OLD_NOACT && number == OTFP_VTF3_NOSTATE)
		return 0;
	at = otfp_map_get(&l->states, KEY(activity, number));
	if (at) {
		*state = (int32_t)*at;
		return 0;
	}
	if (need_activity(l, activity, name) < 0 || fresh_state(l, activity, number, state) < 0)
		return -1;
	def = make(l, OTFP_VTF3_Defstate);
	def->v[0].i = new_token(activity);
	def->v[1].i = *state;
	def->v[2].s = number < 0 && name.n ? name : numbered(l, "state", number);
	return 0;
}

static inline int need_state(struct otfp_vtf3_legacy *l, int32_t activity, struct otfp_str name, int32_t number,
                             int32_t *state)
{
	struct near_state *near = &l->near[(uint32_t)number % NEAR];
	int code;

	if (near->is_set && near->key == KEY(activity, number)) {
		*state = near->state;
		return 0;
	}
	code = find_state(l, activity, name, number, state);
	*near = (struct near_state){KEY(activity, number), *state, code == 0};
	return code;
}

static int take_symbol(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec)
{
	const union otfp_vtf3_value *v = rec->v;
	int32_t activity = v[OTFP_SYMBOL_ACT].i, number = v[OTFP_SYMBOL_STATE].i, scl, state;
	struct otfp_vtf3_record *def;
	uint64_t *at;

	if (source_of(l, rec, OTFP_SYMBOL_SCL, OTFP_SYMBOL_FILE, &scl) < 0 ||
	    need_activity(l, activity, v[OTFP_SYMBOL_ACTNAME].s) < 0)
		return -1;
	at = otfp_map_get(&l->states, KEY(activity, number));
	state = at ? (int32_t)*at : 0;
	if (!at && fresh_state(l, activity, number, &state) < 0)
		return -1;
	def = make(l, OTFP_VTF3_Defstate);
	def->v[0].i = new_token(activity);
	def->v[1].i = state;
	def->v[2] = v[OTFP_SYMBOL_NAME];
	def->v[3].i = scl;
	return 0;
}

/* ---- calls ---- */

/* FROM is the state that the cpu is in: leave all states inside it. */
static int apply_from(struct otfp_vtf3_stack *stack, int32_t from)
{
	if (from == OTFP_VTF3_NOSTATE || otfp_vtf3_stack_return(stack, from))
		return 0;
	return stack->n == 0 ? otfp_vtf3_stack_push(stack, from) : 0;
}

static int call(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec, int32_t from, int32_t state,
                int32_t scl)
{
	uint32_t cpu = rec->v[OTFP_EXCH_CPU].u;
	struct otfp_vtf3_stack *stack = otfp_vtf3_stack_of(&l->stacks, cpu);
	int type = rec->v[OTFP_EXCH_TYPE].i;
	struct otfp_vtf3_record *made;

	if (!stack)
		return -1;
	if (type != OTFP_VTF3_EXCH_DOWNTO && type != OTFP_VTF3_EXCH_UPTO && apply_from(stack, from) < 0)
		return -1;
	if (type != OTFP_VTF3_EXCH_DOWNTO && otfp_vtf3_stack_return(stack, state))
		type = OTFP_VTF3_EXCH_UPTO;
	else if (type != OTFP_VTF3_EXCH_UPTO && otfp_vtf3_stack_push(stack, state) < 0)
		return -1;
	OTFP_ASSERT_HOT(l->n < MADE_MAX);
	made = &l->made[l->n++]; /* all its slots are set here */
	made->type = type == OTFP_VTF3_EXCH_UPTO ? OTFP_VTF3_Upto : OTFP_VTF3_Downto;
	made->flags = 0;
	made->time = rec->time;
	made->v[0].i = state;
	made->v[1].u = cpu;
	made->v[2].i = scl;
	return 0;
}

static int take_exchange_obsol(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec)
{
	const union otfp_vtf3_value *v = rec->v;
	int32_t from, state, scl;

	if (source_of(l, rec, OTFP_EXCH_SCL, OTFP_EXCH_FILE, &scl) < 0 ||
	    need_state(l, v[OTFP_EXCH_FROMACT].i, v[OTFP_EXCH_FROMNAME].s, v[OTFP_EXCH_FROMSTATE].i, &from) < 0 ||
	    need_state(l, v[OTFP_EXCH_ACT].i, v[OTFP_EXCH_ACTNAME].s, v[OTFP_EXCH_STATE].i, &state) < 0)
		return -1;
	return call(l, rec, from, state, scl);
}

static int take_exchange(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec)
{
	static const uint16_t types[] = {OTFP_VTF3_Exchange, OTFP_VTF3_Downto, OTFP_VTF3_Upto, OTFP_VTF3_Upfrom};
	int type = rec->v[1].i;
	struct otfp_vtf3_record *made;

	if (type < OTFP_VTF3_EXCH_DOWNTO || type > OTFP_VTF3_EXCH_UPFROM) {
		l->made[l->n++] = *rec;
		return 0;
	}
	made = make(l, types[type]);
	made->time = rec->time;
	made->v[0] = rec->v[2];
	made->v[1] = rec->v[0];
	made->v[2] = rec->v[4];
	return 0;
}

/* ---- records ---- */

/* Copy the record, with a source location instead of file and line. */
static int take_sourced(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec, unsigned scl, unsigned file)
{
	struct otfp_vtf3_record *copy;
	int32_t token;

	if (source_of(l, rec, scl, file, &token) < 0)
		return -1;
	copy = &l->made[l->n++];
	*copy = *rec;
	copy->v[scl].i = token;
	copy->flags &= (uint16_t)~OTFP_VTF3_HAS_SRC;
	return 0;
}

/* @return 0 converted; 1 the record is not old; -1 memory is out */
static int take_any(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec)
{
	switch (rec->type) {
	case OTFP_VTF3_Defact_obsol: return declare_activity(l, rec->v[0].i, rec->v[1].s);
	case OTFP_VTF3_Defstate_obsol: return take_symbol(l, rec);
	case OTFP_VTF3_Exchange_obsol: return take_exchange_obsol(l, rec);
	case OTFP_VTF3_Exchange: return take_exchange(l, rec);
	case OTFP_VTF3_Sendmsg:
	case OTFP_VTF3_Recvmsg: return rec->flags & OTFP_VTF3_HAS_SRC ? take_sourced(l, rec, 5, 6) : 1;
	/* states declared by new records keep their tokens */
	case OTFP_VTF3_Defstate: return otfp_map_set(&l->taken, rec->v[1].u, 1) < 0 ? -1 : 1;
	default: return 1;
	}
}

int otfp_vtf3_legacy_record(struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec,
                            const struct otfp_vtf3_record *const **out, size_t *n)
{
	int code;

	l->n = 0;
	if (l->names.p)
		otfp_arena_clear(&l->names);
	l->out[0] = &l->made[0];
	code = take_any(l, rec);
	if (code < 0)
		return otfp_fail_memory(l->err);
	if (code == 1) {
		l->out[0] = rec;
		l->n = 1;
	}
	*out = l->out;
	*n = l->n;
	return 0;
}
