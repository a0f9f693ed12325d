/* refs.c - tokens of OTF and references of OTF2. See records.h. */
#include "base/grow.h"
#include "base/hash.h"
#include "otf2/write/records.h"
#include "otf2/original.h"
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* ---- tokens ---- */

/* A peer is a process, and so on: the space in which a token is defined. */
static unsigned space_of(unsigned what)
{
	return what == OTFP_W_PEER || what == OTFP_W_PROCORGROUP ? OTFP_W_PROCESS : what;
}

static uint32_t add_attribute(writing *w, const char *name, uint32_t type, size_t key)
{
	if (otfp_grow(&w->attributes, w->nattributes, &w->attributes_cap, sizeof *w->attributes) < 0)
		return OTFP_OTF2_NO_REF;
	w->attributes[w->nattributes] = (struct otfp_otf2_own){name, type, key, NULL};
	return (uint32_t)w->nattributes++;
}

/* References are dense and in the order of the rows, as readers of OTF2 expect. */
static struct otfp_otf2_token *add_token(writing *w, unsigned what, uint32_t stream, uint32_t token)
{
	struct otfp_otf2_tokens *s = &w->spaces[what];
	uint32_t ref;

	if (otfp_grow(&s->rows, s->n, &s->cap, sizeof *s->rows) < 0 ||
	    otfp_tokens_put(&s->index, stream, token, s->n) < 0)
		return NULL;
	ref = what == OTFP_W_PROCESS ? token : (uint32_t)s->n;
	if (what == OTFP_W_KEY)
		ref = add_attribute(w, NULL, 0, s->n);
	if (what == OTFP_W_KEY && ref == OTFP_OTF2_NO_REF)
		return NULL;
	s->rows[s->n] = (struct otfp_otf2_token){.stream = stream, .token = token, .ref = ref};
	return &s->rows[s->n++];
}

/* The row of a token in a stream, which may be defined for all. */
static struct otfp_otf2_token *find(writing *w, unsigned what, uint32_t stream, uint32_t token)
{
	struct otfp_otf2_tokens *s = &w->spaces[what];
	const uint64_t *row = otfp_tokens_get(&s->index, &stream, token);

	return row ? &s->rows[*row] : add_token(w, what, 0, token);
}

static uint32_t stream_of(const writing *w, uint32_t process)
{
	const uint64_t *stream = otfp_map_get(&w->streams, process);

	return stream ? (uint32_t)*stream : process;
}

struct otfp_otf2_token *otfp_otf2_write_token(struct otfp_otf2_writing *w, unsigned what, uint32_t process,
                                              uint32_t token)
{
	const unsigned space = space_of(what);

	return find(w, space, w->spaces[space].index.local ? stream_of(w, process) : 0, token);
}

int otfp_otf2_write_learn(struct otfp_otf2_writing *w, unsigned what, const struct otfp_record *rec)
{
	const uint32_t token = (uint32_t)rec->f[0].u, stream = what == OTFP_W_PROCESS ? 0 : rec->loc;
	uint32_t found = stream;
	struct otfp_otf2_tokens *s = &w->spaces[what];
	const uint64_t *at = otfp_tokens_get(&s->index, &found, token);
	struct otfp_otf2_token *row = at && found == stream ? &s->rows[*at] : add_token(w, what, stream, token);

	if (!row)
		return otfp_fail_memory(w->err);
	row->def = rec;
	row->more = what == OTFP_W_COUNTER ? 0 : row->more;
	return what == OTFP_W_PROCESS && otfp_otf2_write_process(w, token) == SIZE_MAX ? OTFP_EFAIL : 0;
}

/* ---- processes ---- */

size_t otfp_otf2_write_add_process(struct otfp_otf2_writing *w, uint32_t token)
{
	const struct otfp_otf2_token *row = find(w, OTFP_W_PROCESS, 0, token);

	if (!row)
		return otfp_fail_memory(w->err), SIZE_MAX;
	while (w->nplaces < w->spaces[OTFP_W_PROCESS].n) {
		if (otfp_grow(&w->places, w->nplaces, &w->places_cap, sizeof *w->places) < 0)
			return otfp_fail_memory(w->err), SIZE_MAX;
		w->places[w->nplaces] =
			(struct otfp_otf2_place){.id = w->spaces[OTFP_W_PROCESS].rows[w->nplaces].token};
		w->nplaces++;
	}
	return (size_t)(row - w->spaces[OTFP_W_PROCESS].rows);
}

size_t otfp_otf2_write_root(struct otfp_otf2_writing *w, size_t row)
{
	enum { DEEPEST = 64 }; /* a process may be its own parent */
	const struct otfp_otf2_tokens *s = &w->spaces[OTFP_W_PROCESS];

	for (int i = 0; i < DEEPEST; i++) {
		const struct otfp_record *def = s->rows[row].def;
		const uint64_t *parent = def ? otfp_map_get(&s->index.map, def->f[OTFP_DefProcess_parent].u) : NULL;

		if (!parent || !def->f[OTFP_DefProcess_parent].u)
			return row;
		row = *parent;
	}
	return row;
}

/* ---- strings ---- */

enum { STRING_WORDS = OTFP_OTF2_HEAD_WORDS + 2 }; /* of the frame of a string before the text */

/* Whether text i is p[0..n). @return 1, 0, or <0 */
static int is_text(writing *w, size_t i, const char *p, size_t n)
{
	const struct otfp_otf2_text *t = &w->texts[i];
	const size_t words = STRING_WORDS + (n + sizeof(uint64_t) - 1) / sizeof(uint64_t);
	const uint64_t *frame;
	int code;

	if (t->n != n || t->p || n == 0)
		return t->n == n && (n == 0 || memcmp(t->p, p, n) == 0);
	code = otfp_otf2_spool_get(&w->defined, OTFP_OTF2_PART_STRINGS, t->place, words, &frame);
	return code < 0 ? code : memcmp(frame + STRING_WORDS, p, n) == 0;
}

/* Put the frame of text i, which is p[0..n). @return 0 or <0 */
static int put_text(writing *w, size_t i, const char *p, size_t n, uint64_t *place)
{
	const size_t words = STRING_WORDS + (n + sizeof(uint64_t) - 1) / sizeof(uint64_t);
	struct otfp_otf2_frame *frame;

	w->text.n = 0;
	if (otfp_buf_reserve(&w->text, words * sizeof(uint64_t)) < 0)
		return otfp_fail_memory(w->err);
	frame = (struct otfp_otf2_frame *)(void *)w->text.p;
	memset(frame, 0, STRING_WORDS * sizeof(uint64_t));
	((uint64_t *)frame)[words - 1] = 0;
	frame->row = OTFP_OTF2_String;
	frame->words = (uint32_t)words;
	OTFP_OTF2_F(frame, String, self) = i;
	OTFP_OTF2_F(frame, String, string) = n;
	if (n)
		memcpy((uint64_t *)frame + STRING_WORDS, p, n);
	w->longest = words > w->longest ? words : w->longest;
	return otfp_otf2_spool_put(&w->defined, OTFP_OTF2_PART_STRINGS, frame, words, place);
}

static int add_text(writing *w, uint64_t hash, const char *p, size_t n)
{
	enum { SHORT = 4096 };
	struct otfp_otf2_text t = {.n = n};

	if ((n <= SHORT && !(t.p = otfp_arena_copy(&w->arena, p, n))) ||
	    otfp_grow(&w->texts, w->ntexts, &w->texts_cap, sizeof *w->texts) < 0 ||
	    otfp_map_set(&w->strings, hash, w->ntexts) < 0)
		return otfp_fail_memory(w->err);
	if (put_text(w, w->ntexts, p, n, &t.place) < 0)
		return OTFP_EFAIL;
	w->texts[w->ntexts++] = t;
	return 0;
}

uint32_t otfp_otf2_write_string(struct otfp_otf2_writing *w, const char *p, size_t n)
{
	const char *nul = n ? memchr(p, 0, n) : NULL; /* no string of OTF2 contains one */
	const uint64_t *known;
	uint64_t hash;
	int is = 0;

	n = nul ? (size_t)(nul - p) : n;
	hash = otfp_hash_bytes(OTFP_HASH_INIT, p, n);
	if (w->lacks_reference)
		return OTFP_OTF2_NO_REF;
	for (; (known = otfp_map_get(&w->strings, hash)) != NULL; hash++)
		if ((is = is_text(w, *known, p, n)))
			break;
	if (is > 0)
		return (uint32_t)*known;
	if (is == 0 && add_text(w, hash, p, n) == 0)
		return (uint32_t)w->ntexts - 1;
	w->lacks_reference = 1;
	return OTFP_OTF2_NO_REF;
}

/* ---- communicators ---- */

static struct otfp_otf2_communicator *add_comm(writing *w, size_t group)
{
	if (otfp_grow(&w->comms, w->ncomms, &w->comms_cap, sizeof *w->comms) < 0) {
		otfp_fail_memory(w->err);
		return NULL;
	}
	w->comms[w->ncomms] = (struct otfp_otf2_communicator){.group = group, .ref = (uint32_t)w->ncomms};
	return &w->comms[w->ncomms++];
}

/* A communicator of all locations, whose number + 1 is in *which. */
static struct otfp_otf2_communicator *comm_of_all(writing *w, uint32_t *which)
{
	struct otfp_otf2_communicator *comm;

	if (*which)
		return &w->comms[*which - 1];
	comm = add_comm(w, SIZE_MAX);
	*which = (uint32_t)w->ncomms;
	return comm;
}

struct otfp_otf2_communicator *otfp_otf2_write_threads(struct otfp_otf2_writing *w)
{
	return comm_of_all(w, &w->threads);
}

static int add_member(writing *w, struct otfp_otf2_communicator *comm, uint32_t process)
{
	const size_t row = otfp_otf2_write_process(w, process);
	const uint32_t member = (uint32_t)row;
	const size_t rank = comm->members.n / sizeof member;

	if (row == SIZE_MAX)
		return OTFP_EFAIL;
	if (!otfp_map_get(&comm->ranks, row) && otfp_map_set(&comm->ranks, row, rank) < 0)
		return otfp_fail_memory(w->err);
	return otfp_buf_add(&comm->members, &member, sizeof member) < 0 ? otfp_fail_memory(w->err) : 0;
}

/* Add the processes of a group; a member that is no process may be a group, whose processes are added once.
 * @param seen  the rows of the groups that were such members */
static int add_members(writing *w, struct otfp_otf2_communicator *comm, const struct otfp_record *def,
                       struct otfp_map *seen, int depth)
{
	enum { DEEPEST = 16 };
	const struct otfp_list *list = &def->f[OTFP_DefProcessGroup_members].l;
	int code = 0;

	for (size_t i = 0; i < list->n && code == 0; i++) {
		uint32_t stream = def->loc;
		const uint64_t *process = otfp_map_get(&w->spaces[OTFP_W_PROCESS].index.map, list->p[i]);
		const struct otfp_otf2_tokens *groups = &w->spaces[OTFP_W_PROCESSGROUP];
		const uint64_t *group = otfp_tokens_get(&groups->index, &stream, list->p[i]);

		if (process || !group || !groups->rows[*group].def || depth == DEEPEST)
			code = add_member(w, comm, list->p[i]);
		else if (!otfp_map_get(seen, *group))
			code = otfp_map_set(seen, *group, 1) < 0 ?
			               otfp_fail_memory(w->err) :
			               add_members(w, comm, groups->rows[*group].def, seen, depth + 1);
	}
	return code;
}

int otfp_otf2_write_members(struct otfp_otf2_writing *w, struct otfp_otf2_communicator *comm,
                            const struct otfp_record *def)
{
	struct otfp_map seen = {0};
	const int code = add_members(w, comm, def, &seen, 0);

	otfp_map_release(&seen);
	return code;
}

struct otfp_otf2_communicator *otfp_otf2_write_comm(struct otfp_otf2_writing *w, uint32_t process, uint32_t group)
{
	struct otfp_otf2_token *row;
	struct otfp_otf2_communicator *comm;

	if (!group)
		return comm_of_all(w, &w->world);
	row = otfp_otf2_write_token(w, OTFP_W_PROCESSGROUP, process, group);
	if (!row)
		return otfp_fail_memory(w->err), NULL;
	if (row->more)
		return &w->comms[row->more - 1];
	comm = add_comm(w, (size_t)(row - w->spaces[OTFP_W_PROCESSGROUP].rows));
	if (!comm)
		return NULL;
	row->more = (uint32_t)w->ncomms;
	return row->def && otfp_otf2_write_members(w, comm, row->def) < 0 ? NULL : comm;
}

int64_t otfp_otf2_write_rank(struct otfp_otf2_writing *w, const struct otfp_otf2_communicator *comm, uint32_t process)
{
	const size_t row = otfp_otf2_write_process(w, process);
	const uint64_t *rank;

	w->lacks_reference |= row == SIZE_MAX;
	if (row == SIZE_MAX || comm->group == SIZE_MAX)
		return row == SIZE_MAX ? -1 : (int64_t)row;
	rank = otfp_map_get(&comm->ranks, row);
	return rank ? (int64_t)*rank : -1;
}

/* ---- what only OTF2 has ---- */

static const char *copy_name(writing *w, const char *name)
{
	return otfp_arena_copy(&w->arena, name, strlen(name) + 1);
}

static uint32_t find_own(const struct otfp_otf2_own *list, size_t n, const char *name, uint32_t type)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].name && list[i].type == type && strcmp(list[i].name, name) == 0)
			return (uint32_t)i;
	return OTFP_OTF2_NO_REF;
}

uint32_t otfp_otf2_write_attribute(struct otfp_otf2_writing *w, const char *name, uint32_t type)
{
	uint32_t ref = find_own(w->attributes, w->nattributes, name, type);

	if (ref != OTFP_OTF2_NO_REF)
		return ref;
	name = copy_name(w, name);
	ref = name ? add_attribute(w, name, type, SIZE_MAX) : OTFP_OTF2_NO_REF;
	if (ref == OTFP_OTF2_NO_REF) {
		otfp_fail_memory(w->err);
		w->lacks_reference = 1;
	}
	return ref;
}

uint32_t otfp_otf2_write_parameter(struct otfp_otf2_writing *w, const char *name, uint32_t type)
{
	const uint32_t ref = find_own(w->parameters, w->nparameters, name, type);

	if (ref != OTFP_OTF2_NO_REF)
		return ref;
	name = copy_name(w, name);
	if (!name || otfp_grow(&w->parameters, w->nparameters, &w->parameters_cap, sizeof *w->parameters) < 0) {
		otfp_fail_memory(w->err);
		w->lacks_reference = 1;
		return OTFP_OTF2_NO_REF;
	}
	w->parameters[w->nparameters] = (struct otfp_otf2_own){name, type, SIZE_MAX, NULL};
	return (uint32_t)w->nparameters++;
}

/* ---- handles and windows ---- */

uint32_t otfp_otf2_write_window(struct otfp_otf2_writing *w, struct otfp_otf2_communicator *comm)
{
	const uint32_t number = comm->ref;

	if (comm->win)
		return comm->win - 1;
	if (otfp_buf_add(&w->windows, &number, sizeof number) < 0) {
		otfp_fail_memory(w->err);
		return OTFP_OTF2_NO_REF;
	}
	comm->win = (uint32_t)(w->windows.n / sizeof number);
	return comm->win - 1;
}

uint32_t otfp_otf2_write_handle(struct otfp_otf2_writing *w, uint32_t process, uint32_t file, uint64_t handle)
{
	const size_t row = otfp_otf2_write_process(w, process);
	const struct otfp_otf2_token *of = otfp_otf2_write_token(w, OTFP_W_FILE, process, file);
	struct otfp_otf2_handle h = {.handle = handle}, *to;
	uint64_t key;

	if (row == SIZE_MAX || !of) {
		otfp_fail_memory(w->err);
		return OTFP_OTF2_NO_REF;
	}
	h.process = (uint32_t)otfp_otf2_write_root(w, row);
	h.file = (uint32_t)(of - w->spaces[OTFP_W_FILE].rows);
	key = otfp_hash_add(otfp_hash_add((uint64_t)h.process << 32 | h.file, 1), handle);
	to = otfp_map_row(&w->handle_index, key, &w->handles, &w->nhandles, &w->handles_cap, sizeof *w->handles);
	if (!to)
		return otfp_fail_memory(w->err), OTFP_OTF2_NO_REF;
	*to = h;
	return (uint32_t)(to - w->handles);
}
