#include "otf2/carried.h"
#include "base/error.h"
#include "otf2/restore/carrier.h"
#include "base/buf.h"
#include "base/map.h"
#include <string.h>

struct carried {
	struct otfp_map keys;    /* by stream << 32 | token: those that may refer to a token */
	struct otfp_buf scratch; /* contents of a carrier */
};

/* What a token of OTF is that stands for a reference; 0 = its definition need not stay. */
static const uint8_t by_key[OTFP_OTF2_NSPACES] = {
	[OTFP_OTF2_ATTRIBUTES] = OTFP_W_KEY,          [OTFP_OTF2_PARAMETERS] = OTFP_W_KEY,
	[OTFP_OTF2_REGIONS] = OTFP_W_FUNCTION,        [OTFP_OTF2_SOURCES] = OTFP_W_SCL,
	[OTFP_OTF2_IO_FILES] = OTFP_W_FILE,           [OTFP_OTF2_LOCATIONS] = OTFP_W_PROCESS,
	[OTFP_OTF2_LOCATION_GROUPS] = OTFP_W_PROCESS, [OTFP_OTF2_GROUPS] = OTFP_W_PROCESSGROUP,
	[OTFP_OTF2_COMMS] = OTFP_W_PROCESSGROUP,      [OTFP_OTF2_WINDOWS] = OTFP_W_PROCESSGROUP,
	[OTFP_OTF2_TREE_NODES] = OTFP_W_PROCESSGROUP,
};
/* The same of a definition in a comment. It keeps no processes but those that an I/O handle needs. */
#define OF_COMMENTS                                                               \
	[OTFP_OTF2_ATTRIBUTES] = OTFP_W_KEY, [OTFP_OTF2_PARAMETERS] = OTFP_W_KEY, \
	[OTFP_OTF2_REGIONS] = OTFP_W_FUNCTION, [OTFP_OTF2_SOURCES] = OTFP_W_SCL, [OTFP_OTF2_IO_FILES] = OTFP_W_FILE
static const uint8_t by_comment[OTFP_OTF2_NSPACES] = {OF_COMMENTS};
static const uint8_t by_handle[OTFP_OTF2_NSPACES] = {OF_COMMENTS, [OTFP_OTF2_COMMS] = OTFP_W_PROCESSGROUP};

struct user {
	const uint8_t *spaces;
	otfp_use_fn *use;
	void *ctx;
};

static int use_token(void *ctx, unsigned space, uint32_t token, uint64_t *to)
{
	const struct user *u = ctx;
	int code = u->spaces[space] ? u->use(u->ctx, u->spaces[space], token, space == OTFP_OTF2_TREE_NODES) : 0;

	*to = token;
	return code < 0 ? code : 1;
}

static int use_string(void *ctx, const char *p, size_t n, uint64_t *to)
{
	(void)ctx, (void)p, (void)n;
	*to = 0;
	return 1;
}

static void release(void *state)
{
	struct carried *c = state;

	otfp_map_release(&c->keys);
	otfp_buf_release(&c->scratch);
}

/* ---- key-values ---- */

/* What a key means, in 64 bits. */
static uint64_t pack(const struct otfp_otf2_key *key)
{
	return (uint64_t)key->kind << 56 | (uint64_t)key->row << 40 | (uint64_t)key->field << 32 | key->type;
}

static struct otfp_otf2_key unpack(uint64_t v)
{
	return (struct otfp_otf2_key){.kind = (uint8_t)(v >> 56),
	                              .row = (uint16_t)(v >> 40),
	                              .field = (uint8_t)(v >> 32),
	                              .type = (uint32_t)v};
}

static struct otfp_otf2_type type_of(const struct otfp_otf2_key *key)
{
	if (key->kind == OTFP_OTF2_KEY_FIELD)
		return otfp_otf2_rows[key->row].fields[key->field].type;
	if (key->kind == OTFP_OTF2_KEY_ATTRIBUTE || key->kind == OTFP_OTF2_KEY_PROPERTY ||
	    key->kind == OTFP_OTF2_KEY_GROUP)
		return otfp_otf2_value_type(key->type);
	return (struct otfp_otf2_type){0};
}

/* What a marker is about: two key-values, of which one says what the other refers to. */
static int is_scope(const struct otfp_otf2_key *key)
{
	return key->kind == OTFP_OTF2_KEY_FIELD && key->row == OTFP_OTF2_Marker &&
	       (key->field == OTFP_OTF2_Marker_scope || key->field == OTFP_OTF2_Marker_scopeRef);
}

static int learn(void *state, const struct otfp_record *rec)
{
	struct carried *c = state;
	const struct otfp_otf2_key key = otfp_otf2_key_of(rec);
	const uint64_t at = (uint64_t)rec->loc << 32 | (uint32_t)rec->f[OTFP_DefKeyValue_key].u;

	return by_key[type_of(&key).space] || is_scope(&key) ? otfp_map_set(&c->keys, at, pack(&key)) : 0;
}

/* @return 0 if the key of a tag is none of those */
static int find_key(const struct carried *c, const struct otfp_tag *tag, uint32_t stream, struct otfp_otf2_key *key)
{
	const uint64_t *packed = otfp_map_get(&c->keys, (uint64_t)stream << 32 | tag->key);

	if (!packed && stream)
		packed = otfp_map_get(&c->keys, tag->key);
	if (packed)
		*key = unpack(*packed);
	return packed != NULL;
}

static int use_scope(struct carried *c, const struct otfp_otf2_resolver *r, const struct otfp_record *rec,
                     uint32_t stream)
{
	uint64_t parts[] = {[OTFP_OTF2_Marker_scope] = UINT64_MAX, [OTFP_OTF2_Marker_scopeRef] = 0};
	struct otfp_otf2_key key;
	uint64_t value;
	unsigned space;
	int code;

	for (uint32_t i = 0; i < rec->ntags; i++)
		if (find_key(c, &rec->tags[i], stream, &key) && is_scope(&key))
			parts[key.field] = rec->tags[i].bits;
	space = otfp_otf2_scope_of_marker(parts[OTFP_OTF2_Marker_scope]);
	code = space ? r->token(r->ctx, space, (uint32_t)parts[OTFP_OTF2_Marker_scopeRef], &value) : 0;
	return code < 0 ? code : 0;
}

static int use_tag(struct carried *c, const struct otfp_otf2_resolver *r, const struct otfp_tag *tag, uint32_t stream)
{
	struct otfp_otf2_key key;
	uint64_t value;
	int code;

	if (!find_key(c, tag, stream, &key) || is_scope(&key))
		return 0;
	code = key.kind == OTFP_OTF2_KEY_FIELD ?
	               otfp_otf2_carrier_field(r, key.row, key.field, tag, &value, &c->scratch) :
	               otfp_otf2_carrier_value(r, key.type, tag, &value);
	c->scratch.n = 0;
	return code < 0 ? code : 0;
}

/* ---- both ---- */

static int is_handle(const struct otfp_str *text)
{
	static const char head[] = "otf2:def IoHandle ";

	return text->n >= sizeof head - 1 && memcmp(text->p, head, sizeof head - 1) == 0;
}

static int use_comment(struct carried *c, const struct otfp_otf2_resolver *r, const struct otfp_str *text)
{
	uint64_t fields[OTFP_OTF2_MAX_FIELDS];
	unsigned row;
	int code = otfp_otf2_is_carrier(text) ? otfp_otf2_carrier_comment(r, text, &row, fields, &c->scratch) : 0;

	c->scratch.n = 0;
	return code < 0 ? code : 0;
}

static int use_carriers(void *state, const struct otfp_record *rec, uint32_t stream, otfp_use_fn *use, void *ctx)
{
	struct carried *c = state;
	struct user user = {by_key, use, ctx};
	const struct otfp_otf2_resolver r = {&user, use_token, use_string};
	int code = 0;

	if (rec->type == OTFP_SnapshotComment)
		code = use_comment(c, &r, &rec->f[OTFP_SnapshotComment_text].s);
	if (rec->type == OTFP_DefinitionComment) {
		const struct otfp_str *text = &rec->f[OTFP_DefinitionComment_text].s;
		user.spaces = is_handle(text) ? by_handle : by_comment;
		code = use_comment(c, &r, text);
		user.spaces = by_key;
	}
	for (uint32_t i = 0; i < rec->ntags && code == 0 && c->keys.n; i++)
		code = use_tag(c, &r, &rec->tags[i], stream);
	return code == 0 && rec->type == OTFP_Marker && rec->ntags ? use_scope(c, &r, rec, stream) : code;
}

const struct otfp_carried_ops otfp_otf2_carried_ops = {.size = sizeof(struct carried),
                                                       .learn = learn,
                                                       .use = use_carriers,
                                                       .release = release};
