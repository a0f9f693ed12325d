/* back-again-define.c - definitions that came from OTF2 become the same definitions again. See back.h. */
#include "otf2/back-again.h"
#include "otf2/original.h"
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_back back;

/* ---- frames ---- */

struct otfp_otf2_frame *otfp_otf2_again_make(struct otfp_otf2_back *b, unsigned row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_back_frame(b, row, 0);

	b->tags.n = 0;
	if (frame)
		otfp_otf2_undefine(frame);
	return frame;
}

int otfp_otf2_again_put(struct otfp_otf2_back *b)
{
	return otfp_otf2_back_append(b, &b->definitions);
}

static int put_filled(back *b, const struct otfp_record *def)
{
	int code = otfp_otf2_again_fill(b, def);

	return code < 0 ? code : otfp_otf2_again_put(b);
}

uint64_t otfp_otf2_again_name_ref(struct otfp_otf2_back *b, const struct otfp_record *def)
{
	const struct otfp_str name = otfp_otf2_again_name(b, def, 1);

	return otfp_otf2_back_string(b, name.p, name.n);
}

uint64_t otfp_otf2_again_ref(struct otfp_otf2_back *b, unsigned space, uint64_t token)
{
	const uint64_t *ref = otfp_map_get(&b->again.refs[space], token);

	return ref ? *ref : OTFP_OTF2_NO_REF;
}

/* Call define for each definition of a type, in their order. */
static int each(back *b, unsigned type, int (*define)(back *b, const struct otfp_record *def))
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)b->list.p;
	int code = 0;

	for (size_t i = 0; i < b->list.n / sizeof *list && code == 0; i++)
		if (list[i]->type == type)
			code = define(b, list[i]);
	return code;
}

/* ---- properties ---- */

/* The properties of a definition: its key-values of that kind. */
static int define_properties(back *b, const struct otfp_record *def, unsigned kind, unsigned row, uint64_t owner)
{
	const struct otfp_otf2_resolver r = otfp_otf2_again_resolver(b);

	for (uint32_t i = 0; i < def->ntags; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_again_key(b, def->tags[i].key);
		struct otfp_otf2_frame *frame;
		uint64_t value, name;
		int code;
		if (key->kind != kind)
			continue;
		code = otfp_otf2_uncarry_value(&r, key->type, &def->tags[i], &value);
		name = otfp_otf2_back_string(b, key->name.p, key->name.n);
		if (code == 0)
			continue;
		if (code < 0 || !(frame = otfp_otf2_again_make(b, row)))
			return OTFP_EFAIL;
		/* the same fields in all rows of properties */
		OTFP_OTF2_F(frame, LocationProperty, location) = owner;
		OTFP_OTF2_F(frame, LocationProperty, name) = name;
		OTFP_OTF2_F(frame, LocationProperty, type) = key->type;
		OTFP_OTF2_F(frame, LocationProperty, value) = value;
		if (otfp_otf2_again_put(b) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* ---- the system tree and the processes ---- */

static int define_domains(back *b, const struct otfp_record *def, uint64_t node)
{
	for (uint32_t i = 0; i < def->ntags; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_again_key(b, def->tags[i].key);
		struct otfp_otf2_frame *frame;
		if (key->kind != OTFP_OTF2_KEY_FIELD || key->row != OTFP_OTF2_SystemTreeNodeDomain)
			continue;
		if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_SystemTreeNodeDomain)))
			return OTFP_EFAIL;
		OTFP_OTF2_F(frame, SystemTreeNodeDomain, systemTreeNode) = node;
		OTFP_OTF2_F(frame, SystemTreeNodeDomain, systemTreeDomain) = def->tags[i].bits;
		if (otfp_otf2_again_put(b) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

static int define_node(back *b, const struct otfp_record *def)
{
	const uint64_t name = otfp_otf2_again_name_ref(b, def),
		       ref = otfp_otf2_again_ref(b, OTFP_OTF2_TREE_NODES, def->f[0].u);
	struct otfp_otf2_frame *frame;

	if (otfp_otf2_again_row(b, def) != OTFP_OTF2_SystemTreeNode)
		return 0;
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_SystemTreeNode)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, SystemTreeNode, name) = name;
	if (put_filled(b, def) < 0 ||
	    define_properties(b, def, OTFP_OTF2_KEY_PROPERTY, OTFP_OTF2_SystemTreeNodeProperty, ref) < 0)
		return OTFP_EFAIL;
	return define_domains(b, def, ref);
}

static int define_location_group(back *b, const struct otfp_record *def)
{
	const uint64_t name = otfp_otf2_again_name_ref(b, def),
		       ref = otfp_otf2_again_ref(b, OTFP_OTF2_LOCATION_GROUPS, def->f[0].u);
	struct otfp_otf2_frame *frame;

	if (ref == OTFP_OTF2_NO_REF)
		return 0;
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_LocationGroup)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, LocationGroup, self) = ref;
	OTFP_OTF2_F(frame, LocationGroup, name) = name;
	OTFP_OTF2_F(frame, LocationGroup, locationGroupType) = OTFP_OTF2_LOCATION_GROUP_TYPE_PROCESS;
	if (put_filled(b, def) < 0)
		return OTFP_EFAIL;
	return define_properties(b, def, OTFP_OTF2_KEY_GROUP, OTFP_OTF2_LocationGroupProperty, ref);
}

/* The location group of a process: its own, that of its key-value, or that of its parent. */
static uint64_t group_of(back *b, const struct otfp_record *def)
{
	const struct otfp_tag *holder =
		otfp_otf2_again_field(b, def, OTFP_OTF2_Location, OTFP_OTF2_Location_locationGroup);
	const uint64_t parent = def->f[OTFP_DefProcess_parent].u;
	uint64_t ref = otfp_otf2_again_ref(b, OTFP_OTF2_LOCATION_GROUPS, holder ? holder->bits : def->f[0].u);

	if (ref == OTFP_OTF2_NO_REF && !holder && parent)
		ref = otfp_otf2_again_ref(b, OTFP_OTF2_LOCATION_GROUPS, parent);
	return ref;
}

static int define_location(back *b, const struct otfp_record *def)
{
	const size_t row = otfp_otf2_back_process(b, (uint32_t)def->f[0].u);
	const uint64_t name = otfp_otf2_again_name_ref(b, def);
	struct otfp_otf2_frame *frame;

	if (row == SIZE_MAX)
		return OTFP_EFAIL;
	if (b->places[row].is_no_location)
		return 0;
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_Location)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Location, name) = name;
	OTFP_OTF2_F(frame, Location, locationType) = OTFP_OTF2_LOCATION_TYPE_CPU_THREAD;
	if (otfp_otf2_again_fill(b, def) < 0)
		return OTFP_EFAIL;
	frame = (struct otfp_otf2_frame *)(void *)b->frame.p;
	OTFP_OTF2_F(frame, Location, self) = b->places[row].id;
	OTFP_OTF2_F(frame, Location, numberOfEvents) = b->places[row].events;
	OTFP_OTF2_F(frame, Location, locationGroup) = group_of(b, def);
	if (otfp_otf2_again_put(b) < 0)
		return OTFP_EFAIL;
	return define_properties(b, def, OTFP_OTF2_KEY_PROPERTY, OTFP_OTF2_LocationProperty, b->places[row].id);
}

/* ---- communicators and windows ---- */

static int define_user(back *b, const struct otfp_record *def, unsigned row)
{
	const uint64_t name = otfp_otf2_again_name_ref(b, def);

	if (otfp_otf2_again_row(b, def) != row)
		return 0;
	if (!otfp_otf2_again_make(b, row))
		return OTFP_EFAIL;
	/* the same fields in all three rows */
	OTFP_OTF2_F((struct otfp_otf2_frame *)(void *)b->frame.p, Comm, name) = name;
	return put_filled(b, def);
}

static int define_comm(back *b, const struct otfp_record *def)
{
	int code = define_user(b, def, OTFP_OTF2_Comm);

	return code < 0 ? code : define_user(b, def, OTFP_OTF2_InterComm);
}

static int define_window(back *b, const struct otfp_record *def)
{
	return define_user(b, def, OTFP_OTF2_RmaWin);
}

/* ---- metrics ---- */

static const struct otfp_tag *instance_of(const back *b, const struct otfp_record *counter)
{
	return otfp_otf2_again_field(b, counter, OTFP_OTF2_MetricInstance, OTFP_OTF2_MetricInstance_self);
}

static uint64_t mode_of(const back *b, const struct otfp_record *counter)
{
	const struct otfp_tag *mode = otfp_otf2_again_word(b, counter, OTFP_OTF2_KEY_METRIC_MODE);

	return mode ? mode->bits : otfp_otf2_back_mode((uint32_t)counter->f[OTFP_DefCounter_properties].u);
}

static int is_first(struct otfp_map *seen, uint64_t key)
{
	return !otfp_map_get(seen, key);
}

/* A member is in each class that has it. */
static int define_member(back *b, const struct otfp_record *def)
{
	const struct otfp_tag *self = otfp_otf2_again_field(b, def, OTFP_OTF2_MetricMember, 0);
	const struct otfp_str *unit = &def->f[OTFP_DefCounter_unit].s;
	const uint64_t name = otfp_otf2_again_name_ref(b, def), of_unit = otfp_otf2_back_string(b, unit->p, unit->n);
	struct otfp_otf2_frame *frame;

	if (!self || !is_first(&b->again.seen, self->bits))
		return 0;
	if (otfp_map_set(&b->again.seen, self->bits, 1) < 0)
		return otfp_fail_memory(b->err);
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_MetricMember)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, MetricMember, name) = name;
	OTFP_OTF2_F(frame, MetricMember, metricMode) = mode_of(b, def);
	OTFP_OTF2_F(frame, MetricMember, valueType) =
		otfp_otf2_back_value_type((uint32_t)def->f[OTFP_DefCounter_properties].u);
	OTFP_OTF2_F(frame, MetricMember, unit) = of_unit;
	return put_filled(b, def);
}

/* The members of a class: its counters that are of no instance; if a filter has removed them, those of one instance. */
static int list_class(back *b, const struct otfp_record *def, int of_instance)
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)b->list.p;
	const struct otfp_tag *first = NULL;

	b->lines.n = 0;
	for (size_t i = 0; i < b->list.n / sizeof *list; i++) {
		const struct otfp_tag *member, *instance;
		uint64_t number;
		if (list[i]->type != OTFP_DefCounter || list[i]->f[OTFP_DefCounter_group].u != def->f[0].u)
			continue;
		instance = instance_of(b, list[i]);
		if (of_instance && !first)
			first = instance;
		if (of_instance ? !instance || instance->bits != first->bits : instance != NULL)
			continue;
		member = otfp_otf2_again_field(b, list[i], OTFP_OTF2_MetricMember, 0);
		number = member ? member->bits : OTFP_OTF2_NO_REF;
		if (otfp_buf_add(&b->lines, &number, sizeof number) < 0)
			return otfp_fail_memory(b->err);
	}
	return 0;
}

static int define_class(back *b, const struct otfp_record *def)
{
	struct otfp_otf2_frame *frame;

	if (!otfp_otf2_again_field(b, def, OTFP_OTF2_MetricClass, 0))
		return 0;
	if (list_class(b, def, 0) < 0 || (!b->lines.n && list_class(b, def, 1) < 0))
		return OTFP_EFAIL;
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_MetricClass)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, MetricClass, metricMembers) = b->lines.n / sizeof(uint64_t);
	if (otfp_otf2_again_fill(b, def) < 0 || otfp_otf2_back_contents(b, b->lines.p, b->lines.n) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_again_put(b);
}

/* The scope of an instance is a token: of what, its kind says. */
static uint64_t scope_of(back *b, uint64_t kind, uint64_t token)
{
	static const uint8_t spaces[] = {
		[OTFP_OTF2_SCOPE_LOCATION] = OTFP_OTF2_LOCATIONS,
		[OTFP_OTF2_SCOPE_LOCATION_GROUP] = OTFP_OTF2_LOCATION_GROUPS,
		[OTFP_OTF2_SCOPE_SYSTEM_TREE_NODE] = OTFP_OTF2_TREE_NODES,
		[OTFP_OTF2_SCOPE_GROUP] = OTFP_OTF2_GROUPS,
	};

	return kind < sizeof spaces ? otfp_otf2_again_ref(b, spaces[kind], token) : UINT64_MAX;
}

static int define_instance(back *b, const struct otfp_record *def)
{
	const struct otfp_tag *self = instance_of(b, def);
	struct otfp_otf2_frame *frame;

	if (!self || !is_first(&b->again.seen, UINT64_C(1) << 32 | self->bits))
		return 0;
	if (otfp_map_set(&b->again.seen, UINT64_C(1) << 32 | self->bits, 1) < 0)
		return otfp_fail_memory(b->err);
	if (!otfp_otf2_again_make(b, OTFP_OTF2_MetricInstance) || otfp_otf2_again_fill(b, def) < 0)
		return OTFP_EFAIL;
	frame = (struct otfp_otf2_frame *)(void *)b->frame.p;
	OTFP_OTF2_F(frame, MetricInstance, scope) =
		scope_of(b, OTFP_OTF2_F(frame, MetricInstance, metricScope), OTFP_OTF2_F(frame, MetricInstance, scope));
	return otfp_otf2_again_put(b);
}

/* Which location records a class; of an instance it stands with the counter. */
static int define_recorder(back *b, const struct otfp_record *def)
{
	const struct otfp_otf2_token *t = otfp_otf2_back_token(b, OTFP_W_COUNTER, 0, (uint32_t)def->f[0].u);
	const struct otfp_list *members = &def->f[OTFP_DefCounterAssignments_members].l;

	if (!t || !t->def || instance_of(b, t->def))
		return t ? 0 : otfp_fail_memory(b->err);
	for (size_t i = 0; i < members->n; i++) {
		const uint64_t recorder = otfp_otf2_again_ref(b, OTFP_OTF2_LOCATIONS, members->p[i]);
		const uint64_t key = (uint64_t)(2 + i) << 32 ^ (uint64_t)t->ref << 40 ^ recorder;
		struct otfp_otf2_frame *frame;
		if (recorder == OTFP_OTF2_NO_REF || !is_first(&b->again.seen, key))
			continue;
		if (otfp_map_set(&b->again.seen, key, 1) < 0)
			return otfp_fail_memory(b->err);
		if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_MetricClassRecorder)))
			return OTFP_EFAIL;
		OTFP_OTF2_F(frame, MetricClassRecorder, metric) = t->ref;
		OTFP_OTF2_F(frame, MetricClassRecorder, recorder) = recorder;
		if (otfp_otf2_again_put(b) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* ---- functions, source locations, files ---- */

static int define_region(back *b, const struct otfp_record *def)
{
	const uint64_t name = otfp_otf2_again_name_ref(b, def);
	uint64_t file = OTFP_OTF2_NO_REF, line = 0;
	struct otfp_otf2_token *t = otfp_otf2_back_token(b, OTFP_W_FUNCTION, 0, (uint32_t)def->f[0].u);
	struct otfp_otf2_frame *frame;

	if (!t)
		return otfp_fail_memory(b->err);
	if (def->f[OTFP_DefFunction_source].u)
		otfp_otf2_back_source_of(b, def, &file, &line);
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_Region)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Region, self) = t->ref;
	OTFP_OTF2_F(frame, Region, name) = name;
	OTFP_OTF2_F(frame, Region, canonicalName) = name;
	OTFP_OTF2_F(frame, Region, description) = 0;
	OTFP_OTF2_F(frame, Region, regionRole) = OTFP_OTF2_REGION_ROLE_FUNCTION;
	OTFP_OTF2_F(frame, Region, paradigm) = OTFP_OTF2_PARADIGM_USER;
	OTFP_OTF2_F(frame, Region, regionFlags) = OTFP_OTF2_REGION_FLAG_NONE;
	OTFP_OTF2_F(frame, Region, sourceFile) = file;
	OTFP_OTF2_F(frame, Region, beginLineNumber) = line;
	OTFP_OTF2_F(frame, Region, endLineNumber) = 0;
	return put_filled(b, def);
}

static int define_callsite(back *b, const struct otfp_record *def)
{
	uint64_t file = OTFP_OTF2_NO_REF, line = 0;
	struct otfp_otf2_frame *frame;

	if (!otfp_otf2_again_field(b, def, OTFP_OTF2_Callsite, OTFP_OTF2_Callsite_self))
		return 0;
	otfp_otf2_back_file_of(b, def, &file, &line);
	if (!(frame = otfp_otf2_again_make(b, OTFP_OTF2_Callsite)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Callsite, sourceFile) = file;
	OTFP_OTF2_F(frame, Callsite, lineNumber) = line;
	return put_filled(b, def);
}

static int define_file(back *b, const struct otfp_record *def)
{
	const struct otfp_tag *scope =
		otfp_otf2_again_field(b, def, OTFP_OTF2_IoRegularFile, OTFP_OTF2_IoRegularFile_scope);
	const int is_directory = otfp_otf2_again_word(b, def, OTFP_OTF2_KEY_DIRECTORY) != NULL;
	const struct otfp_otf2_token *t = otfp_otf2_back_token(b, OTFP_W_FILE, 0, (uint32_t)def->f[0].u);
	const uint32_t ref = t ? t->ref : OTFP_OTF2_NO_REF;
	const uint64_t name = otfp_otf2_again_name_ref(b, def);
	struct otfp_otf2_frame *frame;

	if (!scope)
		scope = otfp_otf2_again_field(b, def, OTFP_OTF2_IoDirectory, OTFP_OTF2_IoDirectory_scope);
	if (!(frame = otfp_otf2_again_make(b, is_directory ? OTFP_OTF2_IoDirectory : OTFP_OTF2_IoRegularFile)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, IoRegularFile, self) = ref;
	OTFP_OTF2_F(frame, IoRegularFile, name) = name;
	OTFP_OTF2_F(frame, IoRegularFile, scope) =
		scope ? otfp_otf2_again_ref(b, OTFP_OTF2_TREE_NODES, scope->bits) : OTFP_OTF2_NO_REF;
	if (otfp_otf2_again_put(b) < 0)
		return OTFP_EFAIL;
	return define_properties(b, def, OTFP_OTF2_KEY_PROPERTY, OTFP_OTF2_IoFileProperty, ref);
}

/* ---- comments ---- */

/* When the definitions of a row are made; each after those that it refers to. */
enum { OF_PARADIGMS = 1, OF_GROUPS, OF_METRICS, OF_COMMS, OF_FILES };

static const uint8_t stages[OTFP_OTF2_NROWS] = {
	[OTFP_OTF2_Paradigm] = OF_PARADIGMS,
	[OTFP_OTF2_ParadigmProperty] = OF_PARADIGMS,
	[OTFP_OTF2_IoParadigm] = OF_PARADIGMS,
	[OTFP_OTF2_CallingContext] = OF_GROUPS,
	[OTFP_OTF2_CallingContextProperty] = OF_GROUPS,
	[OTFP_OTF2_Callpath] = OF_GROUPS,
	[OTFP_OTF2_CallpathParameter] = OF_GROUPS,
	[OTFP_OTF2_InterruptGenerator] = OF_GROUPS,
	[OTFP_OTF2_MetricMember] = OF_GROUPS,
	[OTFP_OTF2_Group] = OF_METRICS,
	[OTFP_OTF2_MetricInstance] = OF_METRICS,
	[OTFP_OTF2_MetricClassRecorder] = OF_METRICS,
	[OTFP_OTF2_CartDimension] = OF_COMMS,
	[OTFP_OTF2_CartTopology] = OF_COMMS,
	[OTFP_OTF2_CartCoordinate] = OF_COMMS,
	[OTFP_OTF2_IoHandle] = OF_FILES,
	[OTFP_OTF2_IoPreCreatedHandleState] = OF_FILES,
	[OTFP_OTF2_SystemTreeNodeProperty] = OF_FILES,
	[OTFP_OTF2_SystemTreeNodeDomain] = OF_FILES,
	[OTFP_OTF2_LocationGroupProperty] = OF_FILES,
	[OTFP_OTF2_LocationProperty] = OF_FILES,
	[OTFP_OTF2_IoFileProperty] = OF_FILES,
};

/* The space that a field of a row refers to, or 0. */
static unsigned space_of(unsigned row, unsigned field)
{
	return otfp_otf2_type_of(otfp_otf2_rows[row].fields[field].type).space;
}

/* A filter has removed what the comment refers to, as otf-slice does with unused definitions: it goes, too. */
static int leave_out(back *b, unsigned row, uint64_t self)
{
	const int has_number = strcmp(otfp_otf2_rows[row].fields[0].name, "self") == 0;

	b->report.kinds[OTFP_DefinitionComment].native--;
	b->report.kinds[OTFP_DefinitionComment].carried++;
	b->report.kinds[OTFP_DefinitionComment].why = "left out with the definition that they refer to";
	if (has_number && otfp_map_set(&b->again.lost, (uint64_t)space_of(row, 0) << 32 | (uint32_t)self, 1) < 0)
		return otfp_fail_memory(b->err);
	return 0;
}

/* Whether a field refers to a definition that was left out. */
static int refers_to_lost(const back *b, unsigned row, const uint64_t *f)
{
	for (unsigned i = 0; i < otfp_otf2_rows[row].nfields; i++)
		if (f[i] <= UINT32_MAX && otfp_otf2_rows[row].fields[i].tail == OTFP_OTF2_NO_TAIL &&
		    otfp_map_get(&b->again.lost, (uint64_t)space_of(row, i) << 32 | f[i]))
			return 1;
	return 0;
}

/* Make the definition of a comment, if it is one of the stage. */
static int define_comment(back *b, const struct otfp_record *def)
{
	const struct otfp_otf2_resolver r = otfp_otf2_again_resolver(b);
	uint64_t f[OTFP_OTF2_MAX_FIELDS];
	struct otfp_otf2_frame *frame;
	unsigned row = OTFP_OTF2_NROWS;
	int code;

	if (!otfp_otf2_is_carrier(&def->f[0].s))
		return 0;
	b->lines.n = 0;
	code = otfp_otf2_uncarry_comment(&r, &def->f[0].s, &row, f, &b->lines);
	if (code < 0)
		return otfp_fail_memory(b->err);
	if (row == OTFP_OTF2_NROWS || stages[row] != b->again.stage)
		return 0;
	if (!code || refers_to_lost(b, row, f))
		return leave_out(b, row, f[0]);
	if (row == OTFP_OTF2_Group) /* nothing refers to it by number */
		f[OTFP_OTF2_Group_self] = b->again.counts[OTFP_OTF2_GROUPS]++;
	if (!(frame = otfp_otf2_again_make(b, row)))
		return OTFP_EFAIL;
	memcpy(frame->f, f, otfp_otf2_rows[row].nfields * sizeof *f);
	return otfp_otf2_back_contents(b, b->lines.p, b->lines.n) < 0 ? OTFP_EFAIL : otfp_otf2_again_put(b);
}

static int comments(back *b, int stage)
{
	b->again.stage = stage;
	return each(b, OTFP_DefinitionComment, define_comment);
}

/* ---- all of it ---- */

int otfp_otf2_again_define(struct otfp_otf2_back *b)
{
	static const struct {
		uint16_t type; /* 0: comments of the stage */
		uint8_t stage;
		int (*define)(back *b, const struct otfp_record *def);
	} steps[] = {
		{0, OF_PARADIGMS, NULL},
		{OTFP_DefProcessGroup, 0, define_node},
		{OTFP_DefProcess, 0, otfp_otf2_again_lost_node},
		{OTFP_DefProcess, 0, define_location_group},
		{OTFP_DefProcess, 0, define_location},
		{OTFP_DefFunction, 0, define_region},
		{OTFP_DefScl, 0, define_callsite},
		{0, OF_GROUPS, NULL},
		{OTFP_DefProcessGroup, 0, otfp_otf2_again_group},
		{OTFP_DefCounter, 0, define_member},
		{OTFP_DefCounterGroup, 0, define_class},
		{OTFP_DefCounter, 0, define_instance},
		{OTFP_DefCounterAssignments, 0, define_recorder},
		{0, OF_METRICS, NULL},
		{OTFP_DefProcessGroup, 0, otfp_otf2_again_lost_group},
		{OTFP_DefProcessGroup, 0, define_comm},
		{0, OF_COMMS, NULL},
		{OTFP_DefProcessGroup, 0, define_window},
		{OTFP_DefFile, 0, define_file},
		{0, OF_FILES, NULL},
	};
	int code = 0;

	for (unsigned i = 0; i < sizeof steps / sizeof *steps && code == 0; i++)
		code = steps[i].type ? each(b, steps[i].type, steps[i].define) : comments(b, steps[i].stage);
	return code;
}
