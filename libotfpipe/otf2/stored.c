#include "otf2/stored.h"
#include "otf2/values.h"

const struct otfp_otf2_stored_row otfp_otf2_stored_rows[OTFP_OTF2_NROWS] = {
#include "otf2-stored.def"
};

void otfp_otf2_rows_of_ids(unsigned kind, uint16_t rows[256])
{
	for (unsigned id = 0; id < 256; id++)
		rows[id] = OTFP_OTF2_NROWS;
	for (unsigned row = 0; row < OTFP_OTF2_NROWS; row++) {
		const unsigned id = otfp_otf2_stored_rows[row].id, own = otfp_otf2_rows[row].kind;
		if (row == OTFP_OTF2_Unknown)
			continue;
		/* local records come after global ones in the table: their ids win */
		if (own == kind || (kind == OTFP_OTF2_LOCAL && own == OTFP_OTF2_DEF && id >= OTFP_OTF2_FIRST_SHARED_ID))
			rows[id] = (uint16_t)row;
	}
}

unsigned otfp_otf2_stored_table(uint64_t type)
{
	/* the types of references and the tables are numbered in the same order */
	return type >= OTFP_OTF2_TYPE_STRING && type <= OTFP_OTF2_TYPE_LOCATION_GROUP ?
	               (unsigned)(type - OTFP_OTF2_TYPE_STRING + 1) :
	               0;
}

/* ---- fields of old records ---- */

struct legacy {
	uint8_t old, kind, paradigm, flags; /* kind: the role of a region, the type of a group */
};

enum {
	DYNAMIC = OTFP_OTF2_REGION_FLAG_DYNAMIC,
	PHASE = OTFP_OTF2_REGION_FLAG_PHASE,
};
#define ROLE(name) OTFP_OTF2_REGION_ROLE_##name
#define PARADIGM(name) OTFP_OTF2_PARADIGM_##name
#define OPENMP(old, role)                            \
	{                                            \
		old, ROLE(role), PARADIGM(OPENMP), 0 \
	}
#define USER(old, role, flags)                         \
	{                                              \
		old, ROLE(role), PARADIGM(USER), flags \
	}
#define MPI(old, role)                            \
	{                                         \
		old, ROLE(role), PARADIGM(MPI), 0 \
	}

/* What regionType was before OTF2 1.1; other numbers are of unknown regions. */
static const struct legacy regions[] = {
	{1, ROLE(FUNCTION), PARADIGM(UNKNOWN), 0},
	USER(2, LOOP, 0),
	{3, ROLE(FUNCTION), PARADIGM(UNKNOWN), 0},
	USER(4, FILE_IO, 0),
	OPENMP(5, PARALLEL),
	OPENMP(6, LOOP),
	OPENMP(7, SECTIONS),
	OPENMP(8, SECTION),
	OPENMP(9, WORKSHARE),
	OPENMP(10, SINGLE),
	OPENMP(11, MASTER),
	OPENMP(12, CRITICAL),
	OPENMP(13, ATOMIC),
	OPENMP(14, BARRIER),
	OPENMP(15, IMPLICIT_BARRIER),
	OPENMP(16, FLUSH),
	OPENMP(17, CRITICAL_SBLOCK),
	OPENMP(18, SINGLE_SBLOCK),
	OPENMP(19, WRAPPER),
	OPENMP(20, TASK),
	OPENMP(21, TASK_WAIT),
	MPI(22, BARRIER),
	MPI(23, COLL_ONE2ALL),
	MPI(24, COLL_ALL2ONE),
	MPI(25, COLL_ALL2ALL),
	MPI(26, COLL_OTHER),
	USER(27, CODE, 0),
	USER(28, CODE, DYNAMIC),
	USER(29, CODE, DYNAMIC | PHASE),
	USER(30, LOOP, DYNAMIC),
	USER(31, FUNCTION, DYNAMIC),
	USER(32, LOOP, DYNAMIC | PHASE),
	OPENMP(33, TASK_CREATE),
	OPENMP(34, ORDERED),
	OPENMP(35, ORDERED_SBLOCK),
};

/* What writers write otherwise than readers read it. */
static const struct legacy written_regions[] = {
	{1, ROLE(FUNCTION), PARADIGM(COMPILER), 0},
	USER(3, FUNCTION, 0),
	USER(1, CODE, 0),
	USER(27, CODE, PHASE),
};

/* What groupTypePre12 was before OTF2 1.2. A group of metrics was read as one of regions: they cannot be told apart. */
static const struct legacy groups[] = {
	{1, OTFP_OTF2_GROUP_TYPE_LOCATIONS, PARADIGM(UNKNOWN), 0},
	{2, OTFP_OTF2_GROUP_TYPE_REGIONS, PARADIGM(UNKNOWN), 0},
	{3, OTFP_OTF2_GROUP_TYPE_REGIONS, PARADIGM(UNKNOWN), 0},
	{4, OTFP_OTF2_GROUP_TYPE_COMM_GROUP, PARADIGM(MPI), 0},
	{5, OTFP_OTF2_GROUP_TYPE_COMM_SELF, PARADIGM(MPI), 0},
	{6, OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS, PARADIGM(MPI), 0},
};

static const struct legacy written_groups[] = {
	{3, OTFP_OTF2_GROUP_TYPE_METRIC, PARADIGM(UNKNOWN), 0},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const struct legacy *by_old(const struct legacy *list, size_t n, uint64_t old)
{
	static const struct legacy unknown;

	for (size_t i = 0; i < n; i++)
		if (list[i].old == old)
			return &list[i];
	return &unknown;
}

uint64_t otfp_otf2_from_legacy(unsigned row, unsigned slot, uint64_t legacy)
{
	const struct legacy *l = row == OTFP_OTF2_Region ? by_old(regions, COUNT(regions), legacy) :
	                                                   by_old(groups, COUNT(groups), legacy);

	if (slot == (row == OTFP_OTF2_Region ? OTFP_OTF2_Region_regionRole : OTFP_OTF2_Group_groupType))
		return l->kind;
	return slot == (row == OTFP_OTF2_Region ? OTFP_OTF2_Region_paradigm : OTFP_OTF2_Group_paradigm) ? l->paradigm :
	                                                                                                  l->flags;
}

/* @return 0 if there is none */
static uint8_t find_old(const struct legacy *list, size_t n, uint64_t kind, uint64_t paradigm, uint64_t flags)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == kind && list[i].paradigm == paradigm && list[i].flags == flags)
			return list[i].old;
	return 0;
}

/* The flags of a region that its old form depends on. */
static uint64_t old_flags(uint64_t role, uint64_t paradigm, uint64_t flags)
{
	if (paradigm != PARADIGM(USER))
		return 0;
	if (role == ROLE(FUNCTION))
		return flags & DYNAMIC;
	return role == ROLE(LOOP) || role == ROLE(CODE) ? flags & (DYNAMIC | PHASE) : 0;
}

static uint64_t old_region(const struct otfp_otf2_frame *f)
{
	const uint64_t role = OTFP_OTF2_F(f, Region, regionRole), paradigm = OTFP_OTF2_F(f, Region, paradigm),
		       flags = old_flags(role, paradigm, OTFP_OTF2_F(f, Region, regionFlags));
	const uint8_t old = find_old(written_regions, COUNT(written_regions), role, paradigm, flags);

	return old ? old : find_old(regions, COUNT(regions), role, paradigm, flags);
}

static uint64_t old_group(const struct otfp_otf2_frame *f)
{
	const uint64_t type = OTFP_OTF2_F(f, Group, groupType), paradigm = OTFP_OTF2_F(f, Group, paradigm),
		       flags = OTFP_OTF2_F(f, Group, groupFlags);
	const uint8_t old = find_old(written_groups, COUNT(written_groups), type, paradigm, flags);

	return old ? old : find_old(groups, COUNT(groups), type, paradigm, flags);
}

uint64_t otfp_otf2_to_legacy(const struct otfp_otf2_frame *frame)
{
	if (frame->row == OTFP_OTF2_Region)
		return old_region(frame);
	if (frame->row == OTFP_OTF2_Group)
		return old_group(frame);
	/* stringValue of a property: type and value follow its owner and name in the frames of all of them */
	return frame->f[OTFP_OTF2_LocationProperty_type] == OTFP_OTF2_TYPE_STRING ?
	               frame->f[OTFP_OTF2_LocationProperty_value] :
	               UINT32_MAX;
}
