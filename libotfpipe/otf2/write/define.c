/* define.c - the definitions of an archive, made when all events are known. See records.h. */
#include "otf2/restore/restore.h"
#include "otf2/write/define.h"

typedef struct otfp_otf2_writing back;
typedef const struct otfp_otf2_token token;

enum { OTF_PARADIGM = 0 }; /* the one paradigm of files */

/* ---- clock, machine, processes ---- */

/* The times of the first event and the last one, or the wider DefTimeRange; 0 if there is neither. */
static void range_of(const back *b, uint64_t *first, uint64_t *last)
{
	const int has_range = b->has_range && b->range[0] <= b->range[1];

	*first = has_range ? b->range[0] : UINT64_MAX;
	*last = has_range ? b->range[1] : 0;
	for (const struct otfp_otf2_place *p = b->places; p < b->places + b->nplaces; p++) {
		*first = p->events && p->first < *first ? p->first : *first;
		*last = p->events && p->last > *last ? p->last : *last;
	}
	*first = *first > *last ? *last : *first;
}

static int define_clock(back *b)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_ClockProperties);
	uint64_t first, last;

	range_of(b, &first, &last);
	OTFP_OTF2_F(frame, ClockProperties, timerResolution) = b->resolution ? b->resolution : 1000000000;
	OTFP_OTF2_F(frame, ClockProperties, globalOffset) = first;
	OTFP_OTF2_F(frame, ClockProperties, traceLength) = last - first;
	OTFP_OTF2_F(frame, ClockProperties, realtimeTimestamp) = UINT64_MAX;
	if (b->is_otf2 && b->clock && otfp_otf2_restore_fill(b, b->clock) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_def_put(b);
}

static int define_machine(back *b)
{
	const uint64_t name = otfp_otf2_def_text(b, "machine");
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_SystemTreeNode);

	OTFP_OTF2_F(frame, SystemTreeNode, self) = OTFP_OTF2_MACHINE;
	OTFP_OTF2_F(frame, SystemTreeNode, name) = name;
	OTFP_OTF2_F(frame, SystemTreeNode, className) = name;
	OTFP_OTF2_F(frame, SystemTreeNode, parent) = OTFP_OTF2_NO_REF;
	return otfp_otf2_def_put(b);
}

static int define_location_group(back *b, size_t row)
{
	const uint64_t name =
		otfp_otf2_def_name(b, &b->spaces[OTFP_W_PROCESS].rows[row], OTFP_DefProcess_name, "process");
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_LocationGroup);

	OTFP_OTF2_F(frame, LocationGroup, self) = b->places[row].group;
	OTFP_OTF2_F(frame, LocationGroup, name) = name;
	OTFP_OTF2_F(frame, LocationGroup, locationGroupType) = OTFP_OTF2_LOCATION_GROUP_TYPE_PROCESS;
	OTFP_OTF2_F(frame, LocationGroup, systemTreeParent) = OTFP_OTF2_MACHINE;
	OTFP_OTF2_F(frame, LocationGroup, creatingLocationGroup) = OTFP_OTF2_NO_REF;
	return otfp_otf2_def_put(b);
}

static int define_location(back *b, size_t row)
{
	token *t = &b->spaces[OTFP_W_PROCESS].rows[row];
	const uint64_t name = otfp_otf2_def_name(b, t, OTFP_DefProcess_name, "process");
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_Location);

	OTFP_OTF2_F(frame, Location, self) = t->ref;
	OTFP_OTF2_F(frame, Location, name) = name;
	OTFP_OTF2_F(frame, Location, locationType) = OTFP_OTF2_LOCATION_TYPE_CPU_THREAD;
	OTFP_OTF2_F(frame, Location, numberOfEvents) = b->places[row].events;
	OTFP_OTF2_F(frame, Location, locationGroup) = b->places[otfp_otf2_write_root(b, row)].group;
	return otfp_otf2_def_put(b);
}

/* A thread of a thread. */
static int define_parent(back *b, size_t row)
{
	token *t = &b->spaces[OTFP_W_PROCESS].rows[row];
	const size_t root = otfp_otf2_write_root(b, row);
	const uint64_t parent = t->def ? t->def->f[OTFP_DefProcess_parent].u : 0;

	if (root == row || parent == b->spaces[OTFP_W_PROCESS].rows[root].token)
		return 0;
	return otfp_otf2_def_property(b, OTFP_OTF2_LocationProperty, t->ref, "OTF::parent", OTFP_OTF2_TYPE_LOCATION,
	                              parent);
}

static int define_processes(back *b)
{
	int code = define_machine(b);
	uint32_t groups = 0;

	for (size_t i = 0; i < b->nplaces && code == 0; i++)
		if (otfp_otf2_write_root(b, i) == i) {
			b->places[i].group = groups++;
			code = define_location_group(b, i);
		}
	for (size_t i = 0; i < b->nplaces && code == 0; i++)
		code = define_location(b, i);
	for (size_t i = 0; i < b->nplaces && code == 0; i++)
		code = define_parent(b, i);
	return code;
}

/* ---- files ---- */

static int define_file(back *b, token *t)
{
	const uint64_t name = otfp_otf2_def_name(b, t, OTFP_DefFile_name, "file"), ref = t->ref;
	token *group = t->def ? otfp_otf2_def_find(b, OTFP_W_FILEGROUP, t->def, t->def->f[OTFP_DefFile_group].u) : NULL;
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_IoRegularFile);

	OTFP_OTF2_F(frame, IoRegularFile, self) = ref;
	OTFP_OTF2_F(frame, IoRegularFile, name) = name;
	OTFP_OTF2_F(frame, IoRegularFile, scope) = OTFP_OTF2_MACHINE;
	if (otfp_otf2_def_put(b) < 0 || !group)
		return group ? OTFP_EFAIL : 0;
	return otfp_otf2_def_property(b, OTFP_OTF2_IoFileProperty, ref, "OTF::group", OTFP_OTF2_TYPE_STRING,
	                              otfp_otf2_def_string(b, &group->def->f[OTFP_DefFileGroup_name].s));
}

static int define_io_paradigm(back *b)
{
	const uint64_t name = otfp_otf2_def_text(b, "OTF file operations");
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_IoParadigm);

	OTFP_OTF2_F(frame, IoParadigm, self) = OTF_PARADIGM;
	OTFP_OTF2_F(frame, IoParadigm, identification) = name;
	OTFP_OTF2_F(frame, IoParadigm, name) = name;
	OTFP_OTF2_F(frame, IoParadigm, ioParadigmClass) = OTFP_OTF2_IO_PARADIGM_CLASS_SERIAL;
	OTFP_OTF2_F(frame, IoParadigm, ioParadigmFlags) = OTFP_OTF2_IO_PARADIGM_FLAG_NONE;
	return otfp_otf2_def_put(b);
}

static int define_handle(back *b, uint32_t number)
{
	const struct otfp_otf2_handle *h = &b->handles[number];
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_IoHandle);

	OTFP_OTF2_F(frame, IoHandle, self) = number;
	OTFP_OTF2_F(frame, IoHandle, file) = b->spaces[OTFP_W_FILE].rows[h->file].ref;
	OTFP_OTF2_F(frame, IoHandle, ioParadigm) = OTF_PARADIGM;
	OTFP_OTF2_F(frame, IoHandle, ioHandleFlags) = OTFP_OTF2_IO_HANDLE_FLAG_NONE;
	OTFP_OTF2_F(frame, IoHandle, comm) = OTFP_OTF2_NO_REF;
	OTFP_OTF2_F(frame, IoHandle, parent) = OTFP_OTF2_NO_REF;
	return otfp_otf2_def_put(b);
}

static int define_files(back *b)
{
	int code = b->spaces[OTFP_W_FILE].n ? define_io_paradigm(b) : 0;

	if (code == 0)
		code = otfp_otf2_def_each(b, OTFP_W_FILE, define_file);
	for (uint32_t i = 0; i < b->nhandles && code == 0; i++)
		code = define_handle(b, i);
	return code;
}

/* ---- attributes, parameters ---- */

static int put_attribute(back *b, uint32_t ref, uint64_t name, uint64_t description, uint32_t type)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_Attribute);

	OTFP_OTF2_F(frame, Attribute, self) = ref;
	OTFP_OTF2_F(frame, Attribute, name) = name;
	OTFP_OTF2_F(frame, Attribute, description) = description;
	OTFP_OTF2_F(frame, Attribute, type) = type;
	return otfp_otf2_def_put(b);
}

static int define_attribute(back *b, uint32_t ref)
{
	const struct otfp_otf2_own *own = &b->attributes[ref];
	token *t = own->name ? NULL : &b->spaces[OTFP_W_KEY].rows[own->key];
	const struct otfp_otf2_key *key = t ? otfp_otf2_restore_key(b, t->token) : NULL;

	if (key && key->kind == OTFP_OTF2_KEY_ATTRIBUTE)
		return put_attribute(b, ref, otfp_otf2_restore_text(b, t->def, OTFP_OTF2_Attribute_name, &key->name),
		                     otfp_otf2_restore_text(b, t->def, OTFP_OTF2_Attribute_description, &key->detail),
		                     key->type);
	if (!t)
		return put_attribute(b, ref, otfp_otf2_def_text(b, own->name), 0, own->type);
	return put_attribute(b, ref, otfp_otf2_def_name(b, t, OTFP_DefKeyValue_name, "key"),
	                     t->def ? otfp_otf2_def_string(b, &t->def->f[OTFP_DefKeyValue_description].s) : 0,
	                     otfp_otf2_write_type(t->def));
}

static int define_parameter(back *b, uint32_t ref)
{
	const struct otfp_otf2_own *own = &b->parameters[ref];
	const uint64_t name = own->name ? otfp_otf2_def_text(b, own->name) :
	                                  otfp_otf2_restore_text(b, own->def, OTFP_OTF2_Parameter_name,
	                                                         &b->again.keys[own->key].name);
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(b, OTFP_OTF2_Parameter);

	OTFP_OTF2_F(frame, Parameter, self) = ref;
	OTFP_OTF2_F(frame, Parameter, name) = name;
	OTFP_OTF2_F(frame, Parameter, parameterType) = b->parameters[ref].type;
	return otfp_otf2_def_put(b);
}

static int define_values(back *b)
{
	int code = 0;

	for (uint32_t i = 0; i < b->nattributes && code == 0; i++)
		code = define_attribute(b, i);
	for (uint32_t i = 0; i < b->nparameters && code == 0; i++)
		code = define_parameter(b, i);
	return code;
}

/* ---- all of it ---- */

/* What is not in the strings, the clock and the markers. */
static int define_rest(back *b)
{
	int code = otfp_otf2_def_paradigms(b);

	if (code == 0)
		code = define_values(b);
	if (code == 0)
		code = define_processes(b);
	if (code == 0)
		code = otfp_otf2_def_each(b, OTFP_W_FUNCTION, otfp_otf2_def_region);
	if (code == 0)
		code = otfp_otf2_def_each(b, OTFP_W_SCL, otfp_otf2_def_source);
	if (code == 0)
		code = otfp_otf2_def_groups(b);
	if (code == 0)
		code = define_files(b);
	return code == 0 ? otfp_otf2_def_lines(b) : code;
}

/* If the trace came from OTF2. */
static int define_again(back *b)
{
	int code = define_values(b);

	if (code == 0)
		code = otfp_otf2_def_each(b, OTFP_W_SCL, otfp_otf2_def_source);
	return code == 0 ? otfp_otf2_restore_define(b) : code;
}

int otfp_otf2_write_define(struct otfp_otf2_writing *b)
{
	int code;

	b->part = OTFP_OTF2_PART_REST;
	code = b->is_otf2 ? define_again(b) : define_rest(b);
	b->part = OTFP_OTF2_PART_CLOCK;
	if (code == 0)
		code = define_clock(b);
	b->part = OTFP_OTF2_PART_MARKER_KINDS;
	if (code == 0)
		code = b->is_otf2 ? otfp_otf2_restore_markers(b) : otfp_otf2_def_markers(b);
	return code;
}
