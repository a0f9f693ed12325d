/* define.c - definitions that came from OTF2 become the same definitions again. See write/records.h. */
#include "otf2/restore/restore.h"
#include "otf2/carry/carry.h"
#include "otf2/original.h"
#include "otf2/carry/paradigm.h"
#include "otf2/write/define.h"
#include <stdlib.h>
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* Call define for each definition of a type, in their order. */
static int each(writing *w, unsigned type, int (*define)(writing *w, const struct otfp_record *def))
{
	const struct otfp_record *const *list = (const struct otfp_record *const *)(const void *)w->list.p;
	int code = 0;

	for (size_t i = 0; i < w->list.n / sizeof *list && code == 0; i++)
		if (list[i]->type == type)
			code = define(w, list[i]);
	return code;
}

/* ---- properties ---- */

/* The properties of a definition: its key-values of that kind. */
static int define_properties(writing *w, const struct otfp_record *def, unsigned kind, unsigned row, uint64_t owner)
{
	const struct otfp_otf2_resolver r = otfp_otf2_restore_resolver(w);

	for (uint32_t i = 0; i < def->ntags; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, def->tags[i].key);
		uint64_t value, name;
		int code;
		if (key->kind != kind)
			continue;
		code = otfp_otf2_carrier_value(&r, key->type, &def->tags[i], &value);
		name = otfp_otf2_write_string(w, key->name.p, key->name.n);
		if (code == 0)
			otfp_otf2_restore_lost(w, def);
		else if (code < 0 || otfp_otf2_def_property(w, row, owner, name, key->type, value) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* ---- the system tree and the processes ---- */

static int define_domains(writing *w, const struct otfp_record *def, uint64_t node)
{
	for (uint32_t i = 0; i < def->ntags; i++) {
		const struct otfp_otf2_key *key = otfp_otf2_restore_key(w, def->tags[i].key);
		struct otfp_otf2_frame *frame;
		if (key->kind != OTFP_OTF2_KEY_FIELD || key->row != OTFP_OTF2_SystemTreeNodeDomain)
			continue;
		frame = otfp_otf2_restore_make(w, OTFP_OTF2_SystemTreeNodeDomain);
		OTFP_OTF2_F(frame, SystemTreeNodeDomain, systemTreeNode) = node;
		OTFP_OTF2_F(frame, SystemTreeNodeDomain, systemTreeDomain) = def->tags[i].bits;
		if (otfp_otf2_write_definition(w) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

static int define_node(writing *w, const struct otfp_record *def)
{
	const uint64_t name = otfp_otf2_restore_name_ref(w, def),
		       ref = otfp_otf2_restore_ref(w, OTFP_OTF2_TREE_NODES, def->f[0].u);
	struct otfp_otf2_frame *frame;

	if (otfp_otf2_restore_row(w, def) != OTFP_OTF2_SystemTreeNode)
		return 0;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_SystemTreeNode);
	OTFP_OTF2_F(frame, SystemTreeNode, name) = name;
	if (otfp_otf2_restore_put_filled(w, def) < 0 ||
	    define_properties(w, def, OTFP_OTF2_KEY_PROPERTY, OTFP_OTF2_SystemTreeNodeProperty, ref) < 0)
		return OTFP_EFAIL;
	return define_domains(w, def, ref);
}

static int define_location_group(writing *w, const struct otfp_record *def)
{
	const uint64_t name = otfp_otf2_restore_name_ref(w, def),
		       ref = otfp_otf2_restore_ref(w, OTFP_OTF2_LOCATION_GROUPS, def->f[0].u);
	struct otfp_otf2_frame *frame;

	if (ref == OTFP_OTF2_NO_REF)
		return 0;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_LocationGroup);
	OTFP_OTF2_F(frame, LocationGroup, self) = ref;
	OTFP_OTF2_F(frame, LocationGroup, name) = name;
	OTFP_OTF2_F(frame, LocationGroup, locationGroupType) = OTFP_OTF2_LOCATION_GROUP_TYPE_PROCESS;
	if (otfp_otf2_restore_put_filled(w, def) < 0)
		return OTFP_EFAIL;
	return define_properties(w, def, OTFP_OTF2_KEY_GROUP, OTFP_OTF2_LocationGroupProperty, ref);
}

/* The location group of a process: its own, that of its key-value, or that of its parent. */
static uint64_t group_of(writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *holder =
		otfp_otf2_restore_field(w, def, OTFP_OTF2_Location, OTFP_OTF2_Location_locationGroup);
	const uint64_t parent = def->f[OTFP_DefProcess_parent].u;
	uint64_t ref = otfp_otf2_restore_ref(w, OTFP_OTF2_LOCATION_GROUPS, holder ? holder->bits : def->f[0].u);

	if (ref == OTFP_OTF2_NO_REF && !holder && parent)
		ref = otfp_otf2_restore_ref(w, OTFP_OTF2_LOCATION_GROUPS, parent);
	return ref;
}

static int define_location(writing *w, const struct otfp_record *def)
{
	const size_t row = otfp_otf2_write_process(w, (uint32_t)def->f[0].u);
	const uint64_t name = otfp_otf2_restore_name_ref(w, def);
	struct otfp_otf2_frame *frame;

	if (row == SIZE_MAX)
		return OTFP_EFAIL;
	if (w->places[row].is_no_location)
		return 0;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_Location);
	if (!otfp_otf2_restore_is_undefined(w, def, OTFP_OTF2_NAME_OF_LOCATION))
		OTFP_OTF2_F(frame, Location, name) = name;
	OTFP_OTF2_F(frame, Location, locationType) = OTFP_OTF2_LOCATION_TYPE_CPU_THREAD;
	if (otfp_otf2_restore_fill(w, def) < 0)
		return OTFP_EFAIL;
	frame = (struct otfp_otf2_frame *)(void *)w->frame.p;
	OTFP_OTF2_F(frame, Location, self) = w->places[row].id;
	OTFP_OTF2_F(frame, Location, numberOfEvents) = w->places[row].events;
	OTFP_OTF2_F(frame, Location, locationGroup) = group_of(w, def);
	if (otfp_otf2_write_definition(w) < 0)
		return OTFP_EFAIL;
	return define_properties(w, def, OTFP_OTF2_KEY_PROPERTY, OTFP_OTF2_LocationProperty, w->places[row].id);
}

/* ---- communicators and windows ---- */

static int define_user(writing *w, const struct otfp_record *def, unsigned row)
{
	const uint64_t name = otfp_otf2_restore_name_ref(w, def);

	if (otfp_otf2_restore_row(w, def) != row)
		return 0;
	otfp_otf2_restore_make(w, row);
	/* the same fields in all three rows */
	OTFP_OTF2_F((struct otfp_otf2_frame *)(void *)w->frame.p, Comm, name) = name;
	return otfp_otf2_restore_put_filled(w, def);
}

static int define_comm(writing *w, const struct otfp_record *def)
{
	int code = define_user(w, def, OTFP_OTF2_Comm);

	return code < 0 ? code : define_user(w, def, OTFP_OTF2_InterComm);
}

static int define_window(writing *w, const struct otfp_record *def)
{
	return define_user(w, def, OTFP_OTF2_RmaWin);
}

/* ---- functions, source locations, files ---- */

/* A function that was no region of OTF2: a command has added it. */
static void fill_new_region(struct otfp_otf2_frame *frame)
{
	OTFP_OTF2_F(frame, Region, canonicalName) = OTFP_OTF2_F(frame, Region, name);
	OTFP_OTF2_F(frame, Region, description) = 0;
	OTFP_OTF2_F(frame, Region, regionRole) = OTFP_OTF2_REGION_ROLE_FUNCTION;
	OTFP_OTF2_F(frame, Region, regionFlags) = OTFP_OTF2_REGION_FLAG_NONE;
	OTFP_OTF2_F(frame, Region, endLineNumber) = 0;
	if (OTFP_OTF2_F(frame, Region, sourceFile) == OTFP_OTF2_NO_REF)
		OTFP_OTF2_F(frame, Region, beginLineNumber) = 0;
}

/* The paradigm of a function, if its group has the name of one: a command may have changed it. Else that of `tag`. */
static uint64_t paradigm_of(writing *w, const struct otfp_record *def, const struct otfp_tag *tag)
{
	const struct otfp_otf2_token *group =
		otfp_otf2_write_token(w, OTFP_W_FUNCTIONGROUP, def->loc, (uint32_t)def->f[OTFP_DefFunction_group].u);
	const int paradigm =
		group && group->def ? otfp_otf2_paradigm_by_name(&group->def->f[OTFP_DefFunctionGroup_name].s) : -1;

	if (paradigm >= 0)
		return (uint64_t)paradigm;
	return tag ? tag->bits : OTFP_OTF2_PARADIGM_USER;
}

static int define_region(writing *w, const struct otfp_record *def)
{
	const uint64_t paradigm =
		paradigm_of(w, def, otfp_otf2_restore_field(w, def, OTFP_OTF2_Region, OTFP_OTF2_Region_paradigm));
	const uint64_t name = otfp_otf2_restore_name_ref(w, def);
	uint64_t file = OTFP_OTF2_NO_REF, line = 0;
	struct otfp_otf2_token *t = otfp_otf2_write_token(w, OTFP_W_FUNCTION, 0, (uint32_t)def->f[0].u);
	struct otfp_otf2_frame *frame;

	if (!t)
		return otfp_fail_memory(w->err);
	if (def->f[OTFP_DefFunction_source].u)
		otfp_otf2_write_source_of(w, def, &file, &line);
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_Region);
	OTFP_OTF2_F(frame, Region, self) = t->ref;
	OTFP_OTF2_F(frame, Region, name) = name;
	OTFP_OTF2_F(frame, Region, sourceFile) = file;
	if (file != OTFP_OTF2_NO_REF)
		OTFP_OTF2_F(frame, Region, beginLineNumber) = line;
	if (!otfp_otf2_restore_field(w, def, OTFP_OTF2_Region, OTFP_OTF2_Region_regionRole))
		fill_new_region(frame);
	if (otfp_otf2_restore_fill(w, def) < 0)
		return OTFP_EFAIL;
	OTFP_OTF2_F((struct otfp_otf2_frame *)(void *)w->frame.p, Region, paradigm) = paradigm;
	return otfp_otf2_write_definition(w);
}

static int define_callsite(writing *w, const struct otfp_record *def)
{
	uint64_t file = OTFP_OTF2_NO_REF, line = 0;
	struct otfp_otf2_frame *frame;

	if (!otfp_otf2_restore_field(w, def, OTFP_OTF2_Callsite, OTFP_OTF2_Callsite_self))
		return 0;
	otfp_otf2_write_file_of(w, def, &file, &line);
	if (otfp_otf2_restore_is_undefined(w, def, OTFP_OTF2_Callsite_sourceFile))
		file = OTFP_OTF2_NO_REF;
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_Callsite);
	OTFP_OTF2_F(frame, Callsite, sourceFile) = file;
	OTFP_OTF2_F(frame, Callsite, lineNumber) = line;
	return otfp_otf2_restore_put_filled(w, def);
}

static int define_file(writing *w, const struct otfp_record *def)
{
	const struct otfp_tag *scope =
		otfp_otf2_restore_field(w, def, OTFP_OTF2_IoRegularFile, OTFP_OTF2_IoRegularFile_scope);
	const int is_directory = otfp_otf2_restore_word(w, def, OTFP_OTF2_WORD_DIRECTORY) != NULL;
	const struct otfp_otf2_token *t = otfp_otf2_write_token(w, OTFP_W_FILE, 0, (uint32_t)def->f[0].u);
	const uint32_t ref = t ? t->ref : OTFP_OTF2_NO_REF;
	const uint64_t name = otfp_otf2_restore_name_ref(w, def);
	struct otfp_otf2_frame *frame;

	if (!scope)
		scope = otfp_otf2_restore_field(w, def, OTFP_OTF2_IoDirectory, OTFP_OTF2_IoDirectory_scope);
	frame = otfp_otf2_restore_make(w, is_directory ? OTFP_OTF2_IoDirectory : OTFP_OTF2_IoRegularFile);
	OTFP_OTF2_F(frame, IoRegularFile, self) = ref;
	OTFP_OTF2_F(frame, IoRegularFile, name) = name;
	OTFP_OTF2_F(frame, IoRegularFile, scope) =
		scope ? otfp_otf2_restore_ref(w, OTFP_OTF2_TREE_NODES, scope->bits) : OTFP_OTF2_NO_REF;
	if (scope && scope->bits && OTFP_OTF2_F(frame, IoRegularFile, scope) == OTFP_OTF2_NO_REF)
		otfp_otf2_restore_lost(w, def);
	if (otfp_otf2_write_definition(w) < 0)
		return OTFP_EFAIL;
	return define_properties(w, def, OTFP_OTF2_KEY_PROPERTY, OTFP_OTF2_IoFileProperty, ref);
}

/* ---- all of it ---- */

static int comments(writing *w, int stage)
{
	w->restored.stage = stage;
	return each(w, OTFP_DefinitionComment, otfp_otf2_restore_comment);
}

int otfp_otf2_restore_markers(struct otfp_otf2_writing *w)
{
	int code = each(w, OTFP_DefMarker, otfp_otf2_restore_marker_kind);

	return code < 0 ? code : each(w, OTFP_Marker, otfp_otf2_restore_marker);
}

int otfp_otf2_restore_define(struct otfp_otf2_writing *w)
{
	static const struct {
		uint16_t type; /* 0: comments of the stage */
		uint8_t stage;
		int (*define)(writing *w, const struct otfp_record *def);
	} steps[] = {
		{0, OTFP_OTF2_OF_PARADIGMS, NULL},
		{OTFP_DefProcessGroup, 0, define_node},
		{OTFP_DefProcess, 0, otfp_otf2_restore_lost_node},
		{OTFP_DefProcess, 0, define_location_group},
		{OTFP_DefProcess, 0, define_location},
		{OTFP_DefFunction, 0, define_region},
		{OTFP_DefScl, 0, define_callsite},
		{0, OTFP_OTF2_OF_GROUPS, NULL},
		{OTFP_DefProcessGroup, 0, otfp_otf2_restore_group},
		{OTFP_DefCounter, 0, otfp_otf2_restore_member},
		{OTFP_DefCounterGroup, 0, otfp_otf2_restore_class},
		{OTFP_DefCounter, 0, otfp_otf2_restore_instance},
		{OTFP_DefCounterAssignments, 0, otfp_otf2_restore_recorder},
		{0, OTFP_OTF2_OF_METRICS, NULL},
		{OTFP_DefProcessGroup, 0, otfp_otf2_restore_lost_group},
		{OTFP_DefProcessGroup, 0, define_comm},
		{0, OTFP_OTF2_OF_COMMS, NULL},
		{OTFP_DefProcessGroup, 0, define_window},
		{OTFP_DefFile, 0, define_file},
		{0, OTFP_OTF2_OF_FILES, NULL},
	};
	int code = 0;

	for (unsigned i = 0; i < sizeof steps / sizeof *steps && code == 0; i++)
		code = steps[i].type ? each(w, steps[i].type, steps[i].define) : comments(w, steps[i].stage);
	return code < 0 ? code : otfp_otf2_restore_rest(w);
}
