/* restore.c - a trace that came from OTF2: what its tokens and key-values were there. See write/records.h and
 * carrier.h. */
#include "base/grow.h"
#include "otf2/restore/restore.h"
#include "otf2/types.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* ---- keys ---- */

static int learn_parameter(writing *w, const struct otfp_record *def, uint32_t token, const struct otfp_otf2_key *key)
{
	const struct otfp_tag *type =
		otfp_otf2_restore_field(w, def, OTFP_OTF2_Parameter, OTFP_OTF2_Parameter_parameterType);

	if (otfp_grow(&w->parameters, w->nparameters, &w->parameters_cap, sizeof *w->parameters) < 0 ||
	    otfp_map_set(&w->restored.refs[OTFP_OTF2_PARAMETERS], token, w->nparameters) < 0)
		return otfp_fail_memory(w->err);
	w->parameters[w->nparameters++] =
		(struct otfp_otf2_own){NULL, type ? (uint32_t)type->bits : key->type, w->restored.nkeys - 1, def};
	return 0;
}

/* A key of that name may be defined again in another stream. */
int otfp_otf2_restore_learn(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	struct otfp_otf2_restored *a = &w->restored;
	const struct otfp_otf2_key key = otfp_otf2_key_of(def);
	const uint32_t token = (uint32_t)def->f[OTFP_DefKeyValue_key].u;

	if (key.kind == OTFP_OTF2_KEY_NONE || otfp_map_get(&a->key_index, token))
		return key.kind;
	if (otfp_grow(&a->keys, a->nkeys, &a->keys_cap, sizeof key) < 0 ||
	    otfp_map_set(&a->key_index, token, a->nkeys) < 0)
		return otfp_fail_memory(w->err);
	a->keys[a->nkeys++] = key;
	w->is_otf2 |= !w->is_plain;
	if (key.kind == OTFP_OTF2_KEY_ATTRIBUTE && key.type == OTFP_OTF2_TYPE_SOURCE_CODE_LOCATION && !a->source)
		a->source = token;
	if (key.kind == OTFP_OTF2_KEY_PARAMETER && w->is_otf2 && learn_parameter(w, def, token, &key) < 0)
		return OTFP_EFAIL;
	return key.kind;
}

const struct otfp_otf2_key *otfp_otf2_restore_key(const struct otfp_otf2_writing *w, uint32_t token)
{
	static const struct otfp_otf2_key none = {.kind = OTFP_OTF2_KEY_NONE};
	const uint64_t *i = otfp_map_get(&w->restored.key_index, token);

	return i ? &w->restored.keys[*i] : &none;
}

/* ---- references of tokens ---- */

static int token_of(void *ctx, unsigned space, uint32_t token, uint64_t *to)
{
	static const uint8_t by_row[OTFP_OTF2_NSPACES] = {[OTFP_OTF2_REGIONS] = OTFP_W_FUNCTION,
	                                                  [OTFP_OTF2_SOURCES] = OTFP_W_SCL,
	                                                  [OTFP_OTF2_IO_FILES] = OTFP_W_FILE,
	                                                  [OTFP_OTF2_ATTRIBUTES] = OTFP_W_KEY};
	const writing *w = ctx;
	const uint64_t *found;

	if (by_row[space]) {
		const struct otfp_otf2_tokens *s = &w->spaces[by_row[space]];
		found = otfp_map_get(&s->index.map, token);
		if (!found || !s->rows[*found].def)
			return 0;
		*to = s->rows[*found].ref;
		return 1;
	}
	found = otfp_map_get(&w->restored.refs[space], token);
	if (found)
		*to = *found;
	return found != NULL;
}

static int string_of(void *ctx, const char *p, size_t n, uint64_t *to)
{
	*to = otfp_otf2_write_string(ctx, p, n);
	return *to == OTFP_OTF2_NO_REF ? OTFP_EFAIL : 1;
}

struct otfp_otf2_resolver otfp_otf2_restore_resolver(struct otfp_otf2_writing *w)
{
	return (struct otfp_otf2_resolver){w, token_of, string_of};
}

/* ---- what a record was ---- */

static const struct otfp_tag *find_tag(const writing *w, const struct otfp_record *rec, unsigned kind, unsigned row,
                                       unsigned field)
{
	for (uint32_t i = 0; i < rec->ntags; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, rec->tags[i].key);
		if (key->kind == kind && key->row == row && key->field == field)
			return &rec->tags[i];
	}
	return NULL;
}

const struct otfp_tag *otfp_otf2_restore_field(const struct otfp_otf2_writing *w, const struct otfp_record *rec,
                                               unsigned row, unsigned field)
{
	return find_tag(w, rec, OTFP_OTF2_KEY_FIELD, row, field);
}

const struct otfp_tag *otfp_otf2_restore_word(const struct otfp_otf2_writing *w, const struct otfp_record *rec,
                                              unsigned word)
{
	return find_tag(w, rec, OTFP_OTF2_KEY_WORD, 0, word);
}

void otfp_otf2_restore_drop(struct otfp_otf2_writing *w, const struct otfp_record *rec, const char *why)
{
	struct otfp_otf2_counts *k = &w->report.kinds[rec->type];

	k->why = why;
	if (otfp_is_timed(rec->file)) {
		w->fate = OTFP_OTF2_DROPPED;
		return;
	}
	if (w->restored.last_lost == rec) /* definitions are counted already */
		return;
	w->restored.last_lost = rec;
	if (k->carried)
		k->carried--;
	else if (k->native)
		k->native--;
	else
		return;
	k->dropped++;
}

void otfp_otf2_restore_lost(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	otfp_otf2_restore_drop(w, rec, "refers to a definition that is gone");
}

void otfp_otf2_restore_no_place(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	otfp_otf2_restore_drop(w, rec, "OTF2 has no place for a key-value");
}

/* Set one field of the frame that is made. */
static int set_field(writing *w, const struct otfp_record *rec, unsigned field, const struct otfp_tag *tag)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(w);
	struct otfp_otf2_frame *frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	uint64_t value;
	int code = otfp_otf2_carrier_field(&r, frame->row, field, tag, &value, &w->frame);

	if (code < 0)
		return otfp_fail_memory(w->err);
	frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	if (code)
		frame->f[field] = value;
	else
		otfp_otf2_restore_lost(w, rec);
	return 0;
}

int otfp_otf2_restore_fill(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	int code = 0;

	for (uint32_t i = 0; i < rec->ntags && code == 0; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, rec->tags[i].key);
		if (key->kind == OTFP_OTF2_KEY_FIELD && key->row == ((struct otfp_otf2_frame *)(void *)w->frame.p)->row)
			code = set_field(w, rec, key->field, &rec->tags[i]);
	}
	return code;
}

int otfp_otf2_restore_attributes(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(w);
	int code = 0;

	for (uint32_t i = 0; i < rec->ntags && code >= 0; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, rec->tags[i].key);
		uint64_t ref, value;
		if (key->kind == OTFP_OTF2_KEY_NONE)
			code = otfp_otf2_write_key_value(w, rec->loc, &rec->tags[i]);
		if (key->kind == OTFP_OTF2_KEY_PROPERTY || key->kind == OTFP_OTF2_KEY_GROUP ||
		    key->kind == OTFP_OTF2_KEY_OTHER ||
		    (key->kind == OTFP_OTF2_KEY_FIELD && otfp_otf2_rows[key->row].kind < OTFP_OTF2_EVENT))
			otfp_otf2_restore_no_place(w, rec);
		if (key->kind != OTFP_OTF2_KEY_ATTRIBUTE)
			continue;
		code = token_of(w, OTFP_OTF2_ATTRIBUTES, rec->tags[i].key, &ref);
		if (code > 0)
			code = otfp_otf2_carrier_value(&r, key->type, &rec->tags[i], &value);
		if (code == 0)
			otfp_otf2_restore_lost(w, rec);
		if (code > 0)
			code = otfp_otf2_write_tag(w, (uint32_t)ref, key->type, value);
	}
	return code < 0 ? otfp_fail_memory(w->err) : 0;
}

struct otfp_str otfp_otf2_restore_name(const struct otfp_otf2_writing *w, const struct otfp_record *def, unsigned slot)
{
	const struct otfp_tag *raw = w->is_otf2 ? otfp_otf2_restore_word(w, def, OTFP_OTF2_WORD_NAME) : NULL;

	return raw ? raw->bytes : def->f[slot].s;
}

/* What a process group was, its key-value `self` says. */
unsigned otfp_otf2_restore_row(const struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	unsigned found = OTFP_OTF2_NGROUP_KINDS;

	for (uint32_t i = 0; i < def->ntags; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, def->tags[i].key);
		for (unsigned k = 0; k < found && key->kind == OTFP_OTF2_KEY_FIELD && key->field == 0; k++)
			if (otfp_otf2_group_kinds[k].row == key->row)
				found = k;
	}
	return found < OTFP_OTF2_NGROUP_KINDS ? otfp_otf2_group_kinds[found].row : OTFP_OTF2_NROWS;
}

/* ---- ranks ---- */

/* The definition of a process group, or NULL. */
static const struct otfp_record *definition_of(const writing *w, uint64_t group)
{
	const uint64_t *row = otfp_map_get(&w->spaces[OTFP_W_PROCESSGROUP].index.map, group);

	return row ? w->spaces[OTFP_W_PROCESSGROUP].rows[*row].def : NULL;
}

static size_t members_of(const writing *w, uint64_t group)
{
	const struct otfp_record *def = definition_of(w, group);

	return def ? def->f[OTFP_DefProcessGroup_members].l.n : 0;
}

static int is_self(const writing *w, uint64_t group)
{
	const struct otfp_record *def = definition_of(w, group);
	const struct otfp_tag *type =
		def ? otfp_otf2_restore_field(w, def, OTFP_OTF2_Group, OTFP_OTF2_Group_groupType) : NULL;

	return type && type->bits == OTFP_OTF2_GROUP_TYPE_COMM_SELF;
}

static int64_t search(const struct otfp_list *members, size_t from, size_t to, uint32_t process)
{
	for (size_t i = from; i < to && i < members->n; i++)
		if (members->p[i] == process)
			return (int64_t)(i - from);
	return -1;
}

/* In an intercommunicator the rank of the other side: its members are those of both groups. */
static int64_t rank_in_inter(const writing *w, const struct otfp_record *def, uint32_t from, uint32_t peer)
{
	const struct otfp_list *members = &def->f[OTFP_DefProcessGroup_members].l;
	const struct otfp_tag *a = otfp_otf2_restore_field(w, def, OTFP_OTF2_InterComm, OTFP_OTF2_InterComm_groupA);
	const size_t n = a ? members_of(w, a->bits) : 0;
	const size_t row = otfp_otf2_write_root((writing *)(uintptr_t)w,
	                                        (size_t)*otfp_map_get(&w->spaces[OTFP_W_PROCESS].index.map, from));
	const uint32_t leader = w->spaces[OTFP_W_PROCESS].rows[row].token;
	const int is_in_a = search(members, 0, n, from) >= 0 || search(members, 0, n, leader) >= 0;
	const int is_in_b = search(members, n, members->n, from) >= 0 || search(members, n, members->n, leader) >= 0;

	return is_in_b && !is_in_a ? search(members, 0, n, peer) : search(members, n, members->n, peer);
}

int64_t otfp_otf2_restore_rank(struct otfp_otf2_writing *w, uint32_t from, uint32_t group, uint32_t peer)
{
	const struct otfp_record *def = definition_of(w, group);
	const struct otfp_tag *of;
	const struct otfp_otf2_communicator *comm;

	if (!def)
		return -1;
	if (otfp_otf2_restore_row(w, def) == OTFP_OTF2_InterComm)
		return rank_in_inter(w, def, from, peer);
	comm = otfp_otf2_write_comm(w, from, group);
	if (!comm) {
		w->lacks_reference = 1;
		return -1;
	}
	if (comm->members.n)
		return otfp_otf2_write_rank(w, comm, peer);
	of = otfp_otf2_restore_field(w, def, OTFP_OTF2_Comm, OTFP_OTF2_Comm_group);
	if (!of && (of = otfp_otf2_restore_field(w, def, OTFP_OTF2_RmaWin, OTFP_OTF2_RmaWin_comm)))
		return otfp_otf2_restore_rank(w, from, (uint32_t)of->bits, peer);
	return of && is_self(w, of->bits) ? 0 : -1;
}

/* ---- the anchor file ---- */

/* The value after a word and "s:", up to a blank. @return NUL-terminated, in the arena; NULL: there is none, or memory
 * is out */
static const char *value_of(writing *w, const struct otfp_str *text, const char *word)
{
	const size_t n = strlen(word);
	const char *at = memmem(text->p, text->n, word, n), *end;
	char *copy = NULL;

	if (!at)
		return NULL;
	at += n;
	end = memchr(at, ' ', (size_t)(text->p + text->n - at));
	w->lines.n = 0;
	if (otfp_otf2_decode(&w->lines, at, (size_t)((end ? end : text->p + text->n) - at)) == 0)
		copy = otfp_arena_copy(&w->arena, w->lines.p, w->lines.n + 1);
	if (copy)
		copy[w->lines.n] = '\0';
	else
		w->lacks_reference = 1;
	return copy;
}

/* One that libotf2 would refuse, with the whole archive, is dropped. */
static int take_property(writing *w, const char *const parts[2])
{
	if (!otfp_otf2_is_property(parts[0]) || !*parts[1]) {
		w->fate = OTFP_OTF2_DROPPED;
		w->report.kinds[OTFP_DefinitionComment].why =
			"a property of an archive has a name of the form NAME::NAME, and a value";
		return 0;
	}
	if (otfp_buf_add(&w->restored.names, &parts[0], sizeof parts[0]) < 0 ||
	    otfp_buf_add(&w->restored.values, &parts[1], sizeof parts[1]) < 0)
		return otfp_fail_memory(w->err);
	return 0;
}

int otfp_otf2_restore_archive(struct otfp_otf2_writing *w, const struct otfp_str *text)
{
	const char *machine = value_of(w, text, "otf2:archive machine=s:"),
		   *description = value_of(w, text, "otf2:archive description=s:"),
		   *names[2] = {value_of(w, text, "otf2:archive property=s:"), value_of(w, text, " value=s:")};

	if (w->lacks_reference)
		return otfp_fail_memory(w->err);
	if (machine)
		w->restored.machine = machine;
	if (description) {
		if ((w->description.n && otfp_buf_puts(&w->description, "\n") < 0) ||
		    otfp_buf_puts(&w->description, description) < 0)
			return otfp_fail_memory(w->err);
	}
	return names[0] && names[1] ? take_property(w, names) : 0;
}
