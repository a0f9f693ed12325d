/* group.c - groups of processes that came from OTF2, and what a filter has removed of them. See
 * restore.h. */
#include "otf2/restore/restore.h"
#include "otf2/original.h"
#include "otf2/write/define.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* ---- groups of processes ---- */

static int is_comm_locations(const writing *w, const struct otfp_record *def, uint64_t paradigm)
{
	const struct otfp_tag *type, *of;

	if (def->type != OTFP_DefProcessGroup)
		return 0;
	type = otfp_otf2_restore_field(w, def, OTFP_OTF2_Group, OTFP_OTF2_Group_groupType);
	of = otfp_otf2_restore_field(w, def, OTFP_OTF2_Group, OTFP_OTF2_Group_paradigm);
	return type && of && type->bits == OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS && of->bits == paradigm;
}

/* The place of a process among all locations. */
static uint64_t place_of(writing *w, uint32_t process)
{
	const size_t at = otfp_otf2_write_process(w, process);
	uint64_t n = 0;

	for (size_t row = 0; at != SIZE_MAX && row < at && row < w->nplaces; row++)
		n += !w->places[row].is_no_location;
	return at == SIZE_MAX ? UINT64_MAX : n;
}

/* The group of all locations of a paradigm, to which members of other groups refer by their places in it. */
static const struct otfp_record *locations_of(const writing *w, uint64_t paradigm)
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)w->list.p;

	for (size_t i = 0; i < w->list.n / sizeof *list; i++)
		if (is_comm_locations(w, list[i], paradigm))
			return list[i];
	return NULL;
}

static uint64_t rank_among(writing *w, uint64_t paradigm, uint32_t process)
{
	const struct otfp_record *def;

	if (w->restored.located[paradigm % OTFP_OTF2_PARADIGMS])
		return place_of(w, process);
	def = locations_of(w, paradigm);
	for (size_t k = 0; def && k < def->f[OTFP_DefProcessGroup_members].l.n; k++)
		if (def->f[OTFP_DefProcessGroup_members].l.p[k] == process)
			return k;
	return UINT64_MAX;
}

static int list_members(writing *w, const struct otfp_record *def, uint64_t type, uint64_t paradigm)
{
	const struct otfp_list *members = &def->f[OTFP_DefProcessGroup_members].l;

	w->lines.n = 0;
	for (size_t i = 0; i < members->n; i++) {
		const uint64_t member = type == OTFP_OTF2_GROUP_TYPE_COMM_GROUP ?
		                                rank_among(w, paradigm, members->p[i]) :
		                                otfp_otf2_restore_ref(w, OTFP_OTF2_LOCATIONS, members->p[i]);
		if (member < UINT32_MAX || type != OTFP_OTF2_GROUP_TYPE_COMM_GROUP)
			if (otfp_buf_add(&w->lines, &member, sizeof member) < 0)
				return otfp_fail_memory(w->err);
	}
	return 0;
}

/* ---- what a filter has removed ---- */

/* otf-slice removes what no record refers to, but key-values refer to it, too: what they need is made anew. */

/* Add a group of which w->lines has the members. */
static int put_group(writing *w, const char *name, uint64_t type, uint64_t paradigm, uint64_t ref)
{
	return otfp_otf2_def_group(w, ref, otfp_otf2_def_text(w, name), type, paradigm, w->lines.p,
	                           w->lines.n / sizeof(uint64_t));
}

/* If the group of all locations of a paradigm is gone, number another one. */
static void locate(writing *w, uint64_t paradigm)
{
	uint64_t *located = &w->restored.located[paradigm % OTFP_OTF2_PARADIGMS];

	if (!*located && !locations_of(w, paradigm))
		*located = ++w->restored.counts[OTFP_OTF2_GROUPS];
}

void otfp_otf2_restore_number_locations(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *type = otfp_otf2_restore_field(w, def, OTFP_OTF2_Group, OTFP_OTF2_Group_groupType),
			      *of = otfp_otf2_restore_field(w, def, OTFP_OTF2_Group, OTFP_OTF2_Group_paradigm);

	if (type && of && type->bits == OTFP_OTF2_GROUP_TYPE_COMM_GROUP)
		locate(w, of->bits);
}

static int put_locations(writing *w, uint64_t paradigm)
{
	w->lines.n = 0;
	for (size_t row = 0; row < w->nplaces; row++)
		if (!w->places[row].is_no_location &&
		    otfp_buf_add(&w->lines, &w->places[row].id, sizeof w->places[row].id) < 0)
			return otfp_fail_memory(w->err);
	return put_group(w, "OTF::locations", OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS, paradigm,
	                 w->restored.located[paradigm] - 1);
}

/* @return the paradigm whose group of all locations has a number, counted from 1; OTFP_OTF2_PARADIGMS if there is none
 */
static unsigned paradigm_of(const writing *w, uint64_t number)
{
	unsigned i = 0;

	while (i < OTFP_OTF2_PARADIGMS && w->restored.located[i] != number)
		i++;
	return i;
}

/* Those that were numbered are the first groups. */
static int put_all_locations(writing *w)
{
	unsigned paradigm;
	int code = 0;

	for (uint64_t n = 1; code == 0 && !w->restored.has_groups; n++) {
		paradigm = paradigm_of(w, n);
		if (paradigm == OTFP_OTF2_PARADIGMS)
			w->restored.has_groups = 1;
		else
			code = put_locations(w, paradigm);
	}
	return code;
}

/* A group of the members of def. @return 0 with *ref set, or <0 */
static int put_members(writing *w, const struct otfp_record *def, uint64_t *ref)
{
	const unsigned type = def->f[OTFP_DefProcessGroup_members].l.n ? OTFP_OTF2_GROUP_TYPE_COMM_GROUP :
	                                                                 OTFP_OTF2_GROUP_TYPE_COMM_SELF;
	const int had_locations = w->restored.located[OTFP_OTF2_PARADIGM_MPI] != 0;
	int code = 0;

	locate(w, OTFP_OTF2_PARADIGM_MPI);
	if (!had_locations && w->restored.located[OTFP_OTF2_PARADIGM_MPI])
		code = put_locations(w, OTFP_OTF2_PARADIGM_MPI);
	if (code == 0)
		code = list_members(w, def, OTFP_OTF2_GROUP_TYPE_COMM_GROUP, OTFP_OTF2_PARADIGM_MPI);
	*ref = w->restored.counts[OTFP_OTF2_GROUPS]++;
	return code < 0 ? code : put_group(w, "", type, OTFP_OTF2_PARADIGM_MPI, *ref);
}

/* ---- groups ---- */

/* A group of OTF2, or one that a command added: of locations. */
int otfp_otf2_restore_group(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const unsigned row = otfp_otf2_restore_row(w, def);
	const uint64_t name = otfp_otf2_restore_name_ref(w, def);
	struct otfp_otf2_frame *frame;
	uint64_t type, paradigm;

	if (row != OTFP_OTF2_Group && row != OTFP_OTF2_NROWS)
		return 0;
	if (put_all_locations(w) < 0)
		return OTFP_EFAIL;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_Group);
	OTFP_OTF2_F(frame, Group, name) = name;
	OTFP_OTF2_F(frame, Group, groupType) = OTFP_OTF2_GROUP_TYPE_LOCATIONS;
	OTFP_OTF2_F(frame, Group, paradigm) = OTFP_OTF2_PARADIGM_UNKNOWN;
	OTFP_OTF2_F(frame, Group, groupFlags) = OTFP_OTF2_GROUP_FLAG_NONE;
	OTFP_OTF2_F(frame, Group, self) = w->restored.counts[OTFP_OTF2_GROUPS];
	if (row == OTFP_OTF2_NROWS)
		w->restored.counts[OTFP_OTF2_GROUPS]++;
	if (otfp_otf2_restore_fill(w, def) < 0)
		return OTFP_EFAIL;
	frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	type = OTFP_OTF2_F(frame, Group, groupType);
	paradigm = OTFP_OTF2_F(frame, Group, paradigm);
	if (otfp_otf2_restore_field(w, def, OTFP_OTF2_Group, OTFP_OTF2_Group_members))
		return otfp_otf2_write_definition(w); /* its members are no processes */
	if (list_members(w, def, type, paradigm) < 0)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Group, members) = w->lines.n / sizeof(uint64_t);
	return otfp_otf2_write_contents(w, w->lines.p, w->lines.n) < 0 ? OTFP_EFAIL : otfp_otf2_write_definition(w);
}

/* ---- what refers to them ---- */

/* Whether the token of a key-value is that of a definition that is gone. */
static int is_lost(const writing *w, unsigned space, const struct otfp_tag *tag)
{
	return tag && !otfp_map_get(&w->restored.refs[space], tag->bits);
}

static int note_ref(writing *w, unsigned space, const struct otfp_tag *tag, uint64_t ref)
{
	return otfp_map_set(&w->restored.refs[space], tag->bits, ref) < 0 ? otfp_fail_memory(w->err) : 0;
}

/* The group of a communicator. */
static int lost_group_of_comm(writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *group = otfp_otf2_restore_field(w, def, OTFP_OTF2_Comm, OTFP_OTF2_Comm_group);
	uint64_t ref;
	int code;

	if (!is_lost(w, OTFP_OTF2_GROUPS, group))
		return 0;
	code = put_members(w, def, &ref);
	return code < 0 ? code : note_ref(w, OTFP_OTF2_GROUPS, group, ref);
}

/* The communicator of a window. */
static int lost_comm_of_window(writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *comm = otfp_otf2_restore_field(w, def, OTFP_OTF2_RmaWin, OTFP_OTF2_RmaWin_comm);
	const uint64_t name = otfp_otf2_restore_name_ref(w, def), ref = w->restored.counts[OTFP_OTF2_COMMS];
	uint64_t group;

	if (!is_lost(w, OTFP_OTF2_COMMS, comm))
		return 0;
	w->restored.counts[OTFP_OTF2_COMMS]++;
	if (put_members(w, def, &group) < 0 || note_ref(w, OTFP_OTF2_COMMS, comm, ref) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_def_comm(w, ref, name, group);
}

int otfp_otf2_restore_lost_group(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	int code = lost_group_of_comm(w, def);

	return code < 0 ? code : lost_comm_of_window(w, def);
}

int otfp_otf2_restore_lost_node(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	static const char name[] = "machine";
	const struct otfp_tag *node =
		otfp_otf2_restore_field(w, def, OTFP_OTF2_LocationGroup, OTFP_OTF2_LocationGroup_systemTreeParent);
	const uint64_t string = otfp_otf2_write_string(w, name, sizeof name - 1);
	struct otfp_otf2_frame *frame;

	if (!is_lost(w, OTFP_OTF2_TREE_NODES, node))
		return 0;
	if (note_ref(w, OTFP_OTF2_TREE_NODES, node, w->restored.counts[OTFP_OTF2_TREE_NODES]++) < 0)
		return OTFP_EFAIL;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_SystemTreeNode);
	OTFP_OTF2_F(frame, SystemTreeNode, self) = w->restored.counts[OTFP_OTF2_TREE_NODES] - 1;
	OTFP_OTF2_F(frame, SystemTreeNode, name) = string;
	OTFP_OTF2_F(frame, SystemTreeNode, className) = string;
	return otfp_otf2_write_definition(w);
}
