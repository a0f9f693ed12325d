#include "state/nodes.h"
#include "base/error.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PARENTS_MAX = 64 /* a longer chain of parents is a circle */, SHARED_MEMORY = 1 /* OTF2_SystemTreeDomain */ };

void otfp_nodes_release(struct otfp_nodes *n)
{
	otfp_interns_release(&n->names);
	otfp_map_release(&n->parents);
	for (unsigned i = 0; i < OTFP_NODE_NRULES; i++)
		otfp_map_release(&n->by[i].of);
	free(n->number);
	free(n->name);
	memset(n, 0, sizeof *n);
}

/* ---- names ---- */

/* @return the bytes of `word` if text begins with it, in any case, else 0 */
static size_t begins(struct otfp_str text, const char *word)
{
	const size_t n = strlen(word);

	return text.n >= n && strncasecmp(text.p, word, n) == 0 ? n : 0;
}

/* @return the bytes of `word` and a decimal number if text begins with them, else 0 */
static size_t numbered(struct otfp_str text, const char *word)
{
	const size_t start = begins(text, word);
	size_t at = start;

	while (start && at < text.n && text.p[at] >= '0' && text.p[at] <= '9')
		at++;
	return at > start ? at : 0;
}

static struct otfp_str after(struct otfp_str text, size_t n)
{
	return n ? (struct otfp_str){text.p + n, text.n - n} : text;
}

/* @return the bytes of "node 7" if a name begins so, else 0 */
static size_t node_in(struct otfp_str name)
{
	static const char *const words[] = {"node", "node ", "node_", "node-"};
	size_t n = 0;

	for (size_t i = 0; i < sizeof words / sizeof *words && !n; i++)
		n = numbered(name, words[i]);
	return n;
}

/* @return the bytes of the node in the name of a process, 0 if it is none of TAU's */
static size_t node_of_process(struct otfp_str name)
{
	const size_t n = node_in(name);
	struct otfp_str rest = after(name, n);

	rest = after(rest, numbered(rest, ", context "));
	rest = after(rest, numbered(rest, ", thread "));
	return rest.n ? 0 : n;
}

/* The names that vtunify gives groups which are no nodes. */
static int is_of_vampir(struct otfp_str name)
{
	static const char *const prefixes[] = {"MPI_COMM_", "MPI Communicator", "OMP Thread Team", "GPU_", "__"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (begins(name, prefixes[i]))
			return 1;
	return !name.n || (name.n == 3 && begins(name, "All"));
}

static int is_text(struct otfp_str s, const char *text)
{
	return s.n == strlen(text) && memcmp(s.p, text, s.n) == 0;
}

/* ---- definitions ---- */

/* A rule finds that a process is in the node of that name. */
static int put(struct otfp_nodes *n, unsigned rule, uint64_t process, uint32_t name)
{
	struct otfp_node_map *by = &n->by[rule];
	const uint64_t *known = otfp_map_get(&by->of, process);

	if (known && *known != name && !by->another) {
		by->twice = (uint32_t)process;
		by->first = (uint32_t)*known;
		by->another = name;
	}
	return known ? 0 : otfp_map_set(&by->of, process, name);
}

static int learn_process(struct otfp_nodes *n, const struct otfp_record *rec)
{
	const uint64_t process = rec->f[OTFP_DefProcess_process].u, parent = rec->f[OTFP_DefProcess_parent].u;
	const struct otfp_str name = rec->f[OTFP_DefProcess_name].s;
	const size_t length = node_of_process(name);
	uint32_t number;

	if (parent && otfp_map_set(&n->parents, process, parent) < 0)
		return -1;
	if (!length)
		return 0;
	number = otfp_intern(&n->names, name.p, length);
	return number ? put(n, OTFP_NODES_BY_PROCESS, process, number) : -1;
}

/* The domain, or the class, of a group that was a node of a system tree. */
static int has_domain(const struct otfp_nodes *n, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags && n->domain; i++) /* it may have several */
		if (rec->tags[i].key == n->domain && rec->tags[i].bits == SHARED_MEMORY)
			return 1;
	return 0;
}

static int has_class(const struct otfp_nodes *n, const struct otfp_record *rec)
{
	const struct otfp_tag *tag = n->class_name ? otfp_record_tag(rec, n->class_name) : NULL;

	return tag && tag->bytes.n == 4 && begins(tag->bytes, "node");
}

/* Which rules take a group, as bits; *name becomes the name of the node. */
static unsigned rules_of(const struct otfp_nodes *n, const struct otfp_record *rec, struct otfp_str *name)
{
	const size_t prefix = begins(*name, "__NODE__");
	unsigned rules = 0;

	if (prefix && name->n > prefix) {
		*name = after(*name, prefix);
		return 1u << OTFP_NODES_BY_PREFIX;
	}
	rules |= (unsigned)has_domain(n, rec) << OTFP_NODES_BY_DOMAIN;
	rules |= (unsigned)has_class(n, rec) << OTFP_NODES_BY_CLASS;
	rules |= (unsigned)!is_of_vampir(*name) << OTFP_NODES_BY_CREATOR;
	rules |= (unsigned)(node_in(*name) && node_in(*name) == name->n) << OTFP_NODES_BY_GROUP;
	return rules;
}

static int learn_group(struct otfp_nodes *n, const struct otfp_record *rec)
{
	const struct otfp_list members = rec->f[OTFP_DefProcessGroup_members].l;
	struct otfp_str name = rec->f[OTFP_DefProcessGroup_name].s;
	const unsigned rules = rules_of(n, rec, &name);
	const uint32_t number = rules ? otfp_intern(&n->names, name.p, name.n) : 0;

	if (rules && !number)
		return -1;
	for (unsigned rule = 0; rule < OTFP_NODE_NRULES; rule++)
		for (size_t i = 0; rules >> rule & 1 && i < members.n; i++)
			if (put(n, rule, members.p[i], number) < 0)
				return -1;
	return 0;
}

static void learn_key(struct otfp_nodes *n, const struct otfp_record *rec)
{
	const struct otfp_str name = rec->f[OTFP_DefKeyValue_name].s;
	const uint32_t key = (uint32_t)rec->f[OTFP_DefKeyValue_key].u;

	if (is_text(name, "otf2.SystemTreeNodeDomain.systemTreeDomain"))
		n->domain = key;
	else if (is_text(name, "otf2.SystemTreeNode.className"))
		n->class_name = key;
}

int otfp_nodes_add(struct otfp_nodes *n, const struct otfp_record *rec)
{
	if (n->is_chosen)
		return 0;
	switch (rec->type) {
	case OTFP_DefProcess: return learn_process(n, rec);
	case OTFP_DefProcessGroup: return learn_group(n, rec);
	case OTFP_DefKeyValue: learn_key(n, rec); return 0;
	case OTFP_DefCreator: n->is_vampir |= begins(rec->f[0].s, "VampirTrace") != 0; return 0;
	default: return 0;
	}
}

/* ---- the choice ---- */

static struct otfp_str text_of(const struct otfp_nodes *n, uint32_t name)
{
	return n->names.strings[name - 1].text;
}

static int by_text(const void *a, const void *b, void *ctx)
{
	return otfp_order_text(text_of(ctx, *(const uint32_t *)a), text_of(ctx, *(const uint32_t *)b));
}

/* So that the numbers do not depend on the order of definitions. */
static int number_names(struct otfp_nodes *n)
{
	const size_t count = n->names.n;

	n->number = malloc((count + 1) * sizeof *n->number);
	n->name = malloc((count + 1) * sizeof *n->name);
	if (!n->number || !n->name)
		return -1;
	for (size_t i = 0; i < count; i++)
		n->name[i] = (uint32_t)i + 1;
	qsort_r(n->name, count, sizeof *n->name, by_text, n);
	for (size_t i = 0; i < count; i++)
		n->number[n->name[i] - 1] = (uint32_t)i + 1;
	return 0;
}

static int check_rule(const struct otfp_nodes *n, struct otfp_error *err)
{
	const struct otfp_node_map *by = &n->by[n->rule];
	struct otfp_str first, another;

	if (!by->another)
		return 0;
	first = text_of(n, by->first);
	another = text_of(n, by->another);
	return otfp_fail(err, OTFP_EFAIL, "process %" PRIu32 " is on two nodes, %.*s and %.*s", by->twice,
	                 otfp_shown_bytes(first.n), first.p, otfp_shown_bytes(another.n), another.p);
}

int otfp_nodes_choose(struct otfp_nodes *n, struct otfp_error *err)
{
	if (n->is_chosen)
		return 0;
	while (n->rule < OTFP_NODE_NRULES &&
	       (!n->by[n->rule].of.n || (n->rule == OTFP_NODES_BY_CREATOR && !n->is_vampir)))
		n->rule++;
	if (n->rule == OTFP_NODE_NRULES)
		return otfp_fail(err, OTFP_EFAIL, "the trace does not say on which nodes its processes ran");
	if (check_rule(n, err) < 0)
		return OTFP_EFAIL;
	n->is_chosen = 1;
	return number_names(n) < 0 ? otfp_fail_memory(err) : 0;
}

uint32_t otfp_nodes_of(const struct otfp_nodes *n, uint32_t process)
{
	const uint64_t *name = otfp_map_get(&n->by[n->rule].of, process), *parent;

	for (int i = 0; !name && i < PARENTS_MAX && (parent = otfp_map_get(&n->parents, process)); i++) {
		process = (uint32_t)*parent;
		name = otfp_map_get(&n->by[n->rule].of, process);
	}
	return name ? n->number[*name - 1] : 0;
}

struct otfp_str otfp_nodes_name(const struct otfp_nodes *n, uint32_t number)
{
	return text_of(n, n->name[number - 1]);
}
