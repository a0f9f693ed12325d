/* back-again-group.c - groups of processes that came from OTF2. See back-define.h. */
#include "otf2/back-define.h"

typedef struct otfp_otf2_back back;

/* The place of a process among all locations of a paradigm, to which members of groups refer. */
static uint64_t rank_in_group(back *b, uint64_t paradigm, uint32_t process)
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)b->list.p;

	for (size_t i = 0; i < b->list.n / sizeof *list; i++) {
		const struct otfp_tag *type, *of;
		if (list[i]->type != OTFP_DefProcessGroup)
			continue;
		type = otfp_otf2_again_field(b, list[i], OTFP_OTF2_Group, OTFP_OTF2_Group_groupType);
		of = otfp_otf2_again_field(b, list[i], OTFP_OTF2_Group, OTFP_OTF2_Group_paradigm);
		if (!type || !of || type->bits != OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS || of->bits != paradigm)
			continue;
		for (size_t k = 0; k < list[i]->f[OTFP_DefProcessGroup_members].l.n; k++)
			if (list[i]->f[OTFP_DefProcessGroup_members].l.p[k] == process)
				return k;
	}
	return UINT64_MAX;
}

/* The same, or if there is no such group the place among all locations, which define_all makes one of. */
static uint64_t rank_among(back *b, uint64_t paradigm, uint32_t process)
{
	uint64_t rank = rank_in_group(b, paradigm, process), id;
	size_t row;

	if (rank != UINT64_MAX || !b->again.has_all)
		return rank;
	row = otfp_otf2_back_process(b, process);
	rank = 0;
	for (size_t i = 0; i < row && i < b->nplaces; i++)
		rank += (uint64_t)otfp_otf2_back_location(b, i, &id);
	return rank;
}

static int list_members(back *b, const struct otfp_record *def, uint64_t type, uint64_t paradigm)
{
	const struct otfp_list *members = &def->f[OTFP_DefProcessGroup_members].l;

	b->lines.n = 0;
	for (size_t i = 0; i < members->n; i++) {
		const uint64_t member = type == OTFP_OTF2_GROUP_TYPE_COMM_GROUP ?
		                                rank_among(b, paradigm, members->p[i]) :
		                                otfp_otf2_again_ref(b, OTFP_OTF2_LOCATIONS, members->p[i]);
		if (member < UINT32_MAX || type != OTFP_OTF2_GROUP_TYPE_COMM_GROUP)
			if (otfp_buf_add(&b->lines, &member, sizeof member) < 0)
				return otfp_fail_memory(b->err);
	}
	return 0;
}

/* A group of OTF2, or one that a command added: of locations. */
int otfp_otf2_again_group(struct otfp_otf2_back *b, const struct otfp_record *def)
{
	const unsigned row = otfp_otf2_again_row(b, def);
	const uint64_t name = otfp_otf2_again_string(b, def);
	struct otfp_otf2_frame *frame;
	uint64_t type, paradigm;

	if (row != OTFP_OTF2_Group && row != OTFP_OTF2_NROWS)
		return 0;
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_Group)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Group, name) = name;
	OTFP_OTF2_F(frame, Group, groupType) = OTFP_OTF2_GROUP_TYPE_LOCATIONS;
	OTFP_OTF2_F(frame, Group, paradigm) = OTFP_OTF2_PARADIGM_UNKNOWN;
	OTFP_OTF2_F(frame, Group, groupFlags) = OTFP_OTF2_GROUP_FLAG_NONE;
	OTFP_OTF2_F(frame, Group, self) = b->again.counts[OTFP_OTF2_GROUPS];
	if (row == OTFP_OTF2_NROWS)
		b->again.counts[OTFP_OTF2_GROUPS]++;
	if (otfp_otf2_again_fill(b, def) < 0)
		return OTFP_EFAIL;
	frame = (struct otfp_otf2_frame *)(void *)b->frame.p;
	type = OTFP_OTF2_F(frame, Group, groupType);
	paradigm = OTFP_OTF2_F(frame, Group, paradigm);
	if (list_members(b, def, type, paradigm) < 0)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Group, members) = b->lines.n / sizeof(uint64_t);
	return otfp_otf2_back_contents(b, b->lines.p, b->lines.n) < 0 ? OTFP_EFAIL : otfp_otf2_def_put(b);
}

/* All locations, to which the members of the next group refer by number. */
static int define_all(back *b, uint64_t paradigm)
{
	struct otfp_otf2_frame *frame;
	uint64_t id;

	b->lines.n = 0;
	for (size_t i = 0; i < b->nplaces; i++)
		if (otfp_otf2_back_location(b, i, &id) && otfp_buf_add(&b->lines, &id, sizeof id) < 0)
			return otfp_fail_memory(b->err);
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_Group)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Group, self) = b->again.counts[OTFP_OTF2_GROUPS]++;
	OTFP_OTF2_F(frame, Group, name) = 0;
	OTFP_OTF2_F(frame, Group, groupType) = OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS;
	OTFP_OTF2_F(frame, Group, paradigm) = paradigm;
	OTFP_OTF2_F(frame, Group, groupFlags) = OTFP_OTF2_GROUP_FLAG_NONE;
	OTFP_OTF2_F(frame, Group, members) = b->lines.n / sizeof id;
	return otfp_otf2_back_contents(b, b->lines.p, b->lines.n) < 0 ? OTFP_EFAIL : otfp_otf2_def_put(b);
}

/* The group of a communicator is gone, for a command has left out what no record refers to: make it of the members. */
static int define_missing_group(back *b, const struct otfp_record *def, uint64_t *ref)
{
	const uint64_t paradigm = OTFP_OTF2_PARADIGM_MPI;
	const struct otfp_list *members = &def->f[OTFP_DefProcessGroup_members].l;
	struct otfp_otf2_frame *frame;

	if (members->n && rank_among(b, paradigm, members->p[0]) == UINT64_MAX && !b->again.has_all++ &&
	    define_all(b, paradigm) < 0)
		return OTFP_EFAIL;
	if (list_members(b, def, OTFP_OTF2_GROUP_TYPE_COMM_GROUP, paradigm) < 0 ||
	    !(frame = otfp_otf2_again_make(b, OTFP_OTF2_Group)))
		return OTFP_EFAIL;
	*ref = b->again.counts[OTFP_OTF2_GROUPS]++;
	OTFP_OTF2_F(frame, Group, self) = *ref;
	OTFP_OTF2_F(frame, Group, name) = 0;
	OTFP_OTF2_F(frame, Group, groupType) =
		members->n ? OTFP_OTF2_GROUP_TYPE_COMM_GROUP : OTFP_OTF2_GROUP_TYPE_COMM_SELF;
	OTFP_OTF2_F(frame, Group, paradigm) = paradigm;
	OTFP_OTF2_F(frame, Group, groupFlags) = OTFP_OTF2_GROUP_FLAG_NONE;
	OTFP_OTF2_F(frame, Group, members) = b->lines.n / sizeof(uint64_t);
	return otfp_otf2_back_contents(b, b->lines.p, b->lines.n) < 0 ? OTFP_EFAIL : otfp_otf2_def_put(b);
}

static int define_user(back *b, const struct otfp_record *def, unsigned row)
{
	const uint64_t name = otfp_otf2_again_string(b, def);
	const struct otfp_tag *of = otfp_otf2_again_field(b, def, OTFP_OTF2_Comm, OTFP_OTF2_Comm_group);
	uint64_t group = of ? otfp_otf2_again_ref(b, OTFP_OTF2_GROUPS, of->bits) : 0;
	struct otfp_otf2_frame *frame;

	if (otfp_otf2_again_row(b, def) != row)
		return 0;
	if (group == OTFP_OTF2_NO_REF && define_missing_group(b, def, &group) < 0)
		return OTFP_EFAIL;
	if (!otfp_otf2_again_make(b, row) || otfp_otf2_again_fill(b, def) < 0)
		return OTFP_EFAIL;
	/* the name is the same field in all three rows */
	frame = (struct otfp_otf2_frame *)(void *)b->frame.p;
	OTFP_OTF2_F(frame, Comm, name) = name;
	if (row == OTFP_OTF2_Comm)
		OTFP_OTF2_F(frame, Comm, group) = group;
	return otfp_otf2_def_put(b);
}

int otfp_otf2_again_comm(struct otfp_otf2_back *b, const struct otfp_record *def)
{
	int code = define_user(b, def, OTFP_OTF2_Comm);

	return code < 0 ? code : define_user(b, def, OTFP_OTF2_InterComm);
}

int otfp_otf2_again_window(struct otfp_otf2_back *b, const struct otfp_record *def)
{
	return define_user(b, def, OTFP_OTF2_RmaWin);
}
