/* define.c - the definitions of an archive, made when all events are known. See records.h. */
#include "otf2/restore/restore.h"
#include "otf2/write/define.h"

typedef struct otfp_otf2_writing writing;
typedef const struct otfp_otf2_token token;

enum { OTF_PARADIGM = 0 }; /* the one paradigm of files */

/* ---- clock, machine, processes ---- */

/* The times of the first event and the last one, or the wider DefTimeRange; 0 if there is neither. */
static void range_of(const writing *w, uint64_t *first, uint64_t *last)
{
	const int has_range = w->has_range && w->range[0] <= w->range[1];

	*first = has_range ? w->range[0] : UINT64_MAX;
	*last = has_range ? w->range[1] : 0;
	for (const struct otfp_otf2_place *p = w->places; p < w->places + w->nplaces; p++) {
		*first = p->events && p->first < *first ? p->first : *first;
		*last = p->events && p->last > *last ? p->last : *last;
	}
	*first = *first > *last ? *last : *first;
}

static int define_clock(writing *w)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_ClockProperties);
	uint64_t first, last;

	range_of(w, &first, &last);
	OTFP_OTF2_F(frame, ClockProperties, timerResolution) = w->resolution ? w->resolution : 1000000000;
	OTFP_OTF2_F(frame, ClockProperties, globalOffset) = first;
	OTFP_OTF2_F(frame, ClockProperties, traceLength) = last - first;
	OTFP_OTF2_F(frame, ClockProperties, realtimeTimestamp) = UINT64_MAX;
	if (w->is_otf2 && w->clock && otfp_otf2_restore_fill(w, w->clock) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_write_definition(w);
}

static int define_machine(writing *w)
{
	const uint64_t name = otfp_otf2_def_text(w, "machine");
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_SystemTreeNode);

	OTFP_OTF2_F(frame, SystemTreeNode, self) = OTFP_OTF2_MACHINE;
	OTFP_OTF2_F(frame, SystemTreeNode, name) = name;
	OTFP_OTF2_F(frame, SystemTreeNode, className) = name;
	OTFP_OTF2_F(frame, SystemTreeNode, parent) = OTFP_OTF2_NO_REF;
	return otfp_otf2_write_definition(w);
}

static int define_location_group(writing *w, size_t row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_LocationGroup);

	OTFP_OTF2_F(frame, LocationGroup, self) = w->places[row].group;
	OTFP_OTF2_F(frame, LocationGroup, name) =
		otfp_otf2_def_name(w, &w->spaces[OTFP_W_PROCESS].rows[row], OTFP_DefProcess_name, "process");
	OTFP_OTF2_F(frame, LocationGroup, locationGroupType) = OTFP_OTF2_LOCATION_GROUP_TYPE_PROCESS;
	OTFP_OTF2_F(frame, LocationGroup, systemTreeParent) = OTFP_OTF2_MACHINE;
	OTFP_OTF2_F(frame, LocationGroup, creatingLocationGroup) = OTFP_OTF2_NO_REF;
	return otfp_otf2_write_definition(w);
}

static int define_location(writing *w, size_t row)
{
	token *t = &w->spaces[OTFP_W_PROCESS].rows[row];
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_Location);

	OTFP_OTF2_F(frame, Location, self) = t->ref;
	OTFP_OTF2_F(frame, Location, name) = otfp_otf2_def_name(w, t, OTFP_DefProcess_name, "process");
	OTFP_OTF2_F(frame, Location, locationType) = OTFP_OTF2_LOCATION_TYPE_CPU_THREAD;
	OTFP_OTF2_F(frame, Location, numberOfEvents) = w->places[row].events;
	OTFP_OTF2_F(frame, Location, locationGroup) = w->places[otfp_otf2_write_root(w, row)].group;
	return otfp_otf2_write_definition(w);
}

/* A thread of a thread. */
static int define_parent(writing *w, size_t row)
{
	token *t = &w->spaces[OTFP_W_PROCESS].rows[row];
	const size_t root = otfp_otf2_write_root(w, row);
	const uint64_t parent = t->def ? t->def->f[OTFP_DefProcess_parent].u : 0;

	if (root == row || parent == w->spaces[OTFP_W_PROCESS].rows[root].token)
		return 0;
	return otfp_otf2_def_property(w, OTFP_OTF2_LocationProperty, t->ref, otfp_otf2_def_text(w, "OTF::parent"),
	                              OTFP_OTF2_TYPE_LOCATION, parent);
}

static int define_processes(writing *w)
{
	int code = define_machine(w);
	uint32_t groups = 0;

	for (size_t i = 0; i < w->nplaces && code == 0; i++)
		if (otfp_otf2_write_root(w, i) == i) {
			w->places[i].group = groups++;
			code = define_location_group(w, i);
		}
	for (size_t i = 0; i < w->nplaces && code == 0; i++)
		code = define_location(w, i);
	for (size_t i = 0; i < w->nplaces && code == 0; i++)
		code = define_parent(w, i);
	return code;
}

/* ---- files ---- */

static int define_file(writing *w, token *t)
{
	const uint64_t ref = t->ref;
	token *group = t->def ? otfp_otf2_def_find(w, OTFP_W_FILEGROUP, t->def, t->def->f[OTFP_DefFile_group].u) : NULL;
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_IoRegularFile);
	uint64_t group_name;

	OTFP_OTF2_F(frame, IoRegularFile, self) = ref;
	OTFP_OTF2_F(frame, IoRegularFile, name) = otfp_otf2_def_name(w, t, OTFP_DefFile_name, "file");
	OTFP_OTF2_F(frame, IoRegularFile, scope) = OTFP_OTF2_MACHINE;
	if (otfp_otf2_write_definition(w) < 0 || !group)
		return group ? OTFP_EFAIL : 0;
	group_name = otfp_otf2_def_string(w, &group->def->f[OTFP_DefFileGroup_name].s);
	return otfp_otf2_def_property(w, OTFP_OTF2_IoFileProperty, ref, otfp_otf2_def_text(w, "OTF::group"),
	                              OTFP_OTF2_TYPE_STRING, group_name);
}

static int define_io_paradigm(writing *w)
{
	const uint64_t name = otfp_otf2_def_text(w, "OTF file operations");
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_IoParadigm);

	OTFP_OTF2_F(frame, IoParadigm, self) = OTF_PARADIGM;
	OTFP_OTF2_F(frame, IoParadigm, identification) = name;
	OTFP_OTF2_F(frame, IoParadigm, name) = name;
	OTFP_OTF2_F(frame, IoParadigm, ioParadigmClass) = OTFP_OTF2_IO_PARADIGM_CLASS_SERIAL;
	OTFP_OTF2_F(frame, IoParadigm, ioParadigmFlags) = OTFP_OTF2_IO_PARADIGM_FLAG_NONE;
	return otfp_otf2_write_definition(w);
}

static int define_handle(writing *w, uint32_t number)
{
	const struct otfp_otf2_handle *h = &w->handles[number];
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_IoHandle);

	OTFP_OTF2_F(frame, IoHandle, self) = number;
	OTFP_OTF2_F(frame, IoHandle, file) = w->spaces[OTFP_W_FILE].rows[h->file].ref;
	OTFP_OTF2_F(frame, IoHandle, ioParadigm) = OTF_PARADIGM;
	OTFP_OTF2_F(frame, IoHandle, ioHandleFlags) = OTFP_OTF2_IO_HANDLE_FLAG_NONE;
	OTFP_OTF2_F(frame, IoHandle, comm) = OTFP_OTF2_NO_REF;
	OTFP_OTF2_F(frame, IoHandle, parent) = OTFP_OTF2_NO_REF;
	return otfp_otf2_write_definition(w);
}

static int define_files(writing *w)
{
	int code = w->spaces[OTFP_W_FILE].n ? define_io_paradigm(w) : 0;

	if (code == 0)
		code = otfp_otf2_def_each(w, OTFP_W_FILE, define_file);
	for (uint32_t i = 0; i < w->nhandles && code == 0; i++)
		code = define_handle(w, i);
	return code;
}

/* ---- attributes, parameters ---- */

static int put_attribute(writing *w, uint32_t ref, uint64_t name, uint64_t description, uint32_t type)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_Attribute);

	OTFP_OTF2_F(frame, Attribute, self) = ref;
	OTFP_OTF2_F(frame, Attribute, name) = name;
	OTFP_OTF2_F(frame, Attribute, description) = description;
	OTFP_OTF2_F(frame, Attribute, type) = type;
	return otfp_otf2_write_definition(w);
}

static int define_attribute(writing *w, uint32_t ref)
{
	const struct otfp_otf2_own *own = &w->attributes[ref];
	token *t = own->name ? NULL : &w->spaces[OTFP_W_KEY].rows[own->key];
	const struct otfp_otf2_key *key = t ? otfp_otf2_restore_key(w, t->token) : NULL;

	if (key && key->kind == OTFP_OTF2_KEY_ATTRIBUTE)
		return put_attribute(w, ref, otfp_otf2_restore_text(w, t->def, OTFP_OTF2_Attribute_name, &key->name),
		                     otfp_otf2_restore_text(w, t->def, OTFP_OTF2_Attribute_description, &key->detail),
		                     key->type);
	if (!t)
		return put_attribute(w, ref, otfp_otf2_def_text(w, own->name), 0, own->type);
	return put_attribute(w, ref, otfp_otf2_def_name(w, t, OTFP_DefKeyValue_name, "key"),
	                     t->def ? otfp_otf2_def_string(w, &t->def->f[OTFP_DefKeyValue_description].s) : 0,
	                     otfp_otf2_write_type(t->def));
}

static int define_parameter(writing *w, uint32_t ref)
{
	const struct otfp_otf2_own *own = &w->parameters[ref];
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_Parameter);

	OTFP_OTF2_F(frame, Parameter, self) = ref;
	OTFP_OTF2_F(frame, Parameter, name) = own->name ? otfp_otf2_def_text(w, own->name) :
	                                                  otfp_otf2_restore_text(w, own->def, OTFP_OTF2_Parameter_name,
	                                                                         &w->restored.keys[own->key].name);
	OTFP_OTF2_F(frame, Parameter, parameterType) = own->type;
	return otfp_otf2_write_definition(w);
}

static int define_values(writing *w)
{
	int code = 0;

	for (uint32_t i = 0; i < w->nattributes && code == 0; i++)
		code = define_attribute(w, i);
	for (uint32_t i = 0; i < w->nparameters && code == 0; i++)
		code = define_parameter(w, i);
	return code;
}

/* ---- all of it ---- */

/* What is not in the strings, the clock and the markers. */
static int define_rest(writing *w)
{
	int code = otfp_otf2_def_paradigms(w);

	if (code == 0)
		code = define_values(w);
	if (code == 0)
		code = define_processes(w);
	if (code == 0)
		code = otfp_otf2_def_each(w, OTFP_W_FUNCTION, otfp_otf2_def_region);
	if (code == 0)
		code = otfp_otf2_def_each(w, OTFP_W_SCL, otfp_otf2_def_source);
	if (code == 0)
		code = otfp_otf2_def_groups(w);
	if (code == 0)
		code = define_files(w);
	return code == 0 ? otfp_otf2_def_lines(w) : code;
}

/* If the trace came from OTF2. */
static int define_again(writing *w)
{
	int code = define_values(w);

	if (code == 0)
		code = otfp_otf2_def_each(w, OTFP_W_SCL, otfp_otf2_def_source);
	return code == 0 ? otfp_otf2_restore_define(w) : code;
}

int otfp_otf2_write_define(struct otfp_otf2_writing *w)
{
	int code;

	w->part = OTFP_OTF2_PART_REST;
	code = w->is_otf2 ? define_again(w) : define_rest(w);
	w->part = OTFP_OTF2_PART_CLOCK;
	if (code == 0)
		code = define_clock(w);
	w->part = OTFP_OTF2_PART_MARKER_KINDS;
	if (code == 0)
		code = w->is_otf2 ? otfp_otf2_restore_markers(w) : otfp_otf2_def_markers(w);
	return code;
}
