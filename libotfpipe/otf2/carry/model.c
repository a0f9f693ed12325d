#include "otf2/carry/model.h"
#include "otf2/carry/carry.h"
#include "otf2/values.h"
#include "otfpipe.h"
#include "otf2/types.h"
#include <stdlib.h>
#include <string.h>

void otfp_otf2_model_release(struct otfp_otf2_model *m)
{
	otfp_arena_release(&m->arena);
	otfp_buf_release(&m->open);
	free(m->frames);
	free(m->used);
	free(m->processes);
	otfp_map_release(&m->counter_forms);
	otfp_map_release(&m->streams);
	for (unsigned i = 0; i < OTFP_OTF2_NSPACES; i++) {
		free(m->tokens[i].p);
		otfp_map_release(&m->by_id[i]);
		otfp_map_release(&m->token_of[i]);
	}
	otfp_map_release(&m->process_of);
	otfp_map_release(&m->holder_of);
	otfp_map_release(&m->comms);
	otfp_map_release(&m->windows);
	otfp_map_release(&m->metrics);
	memset(m, 0, sizeof *m);
}

const struct otfp_otf2_frame *otfp_otf2_find(const struct otfp_otf2_model *m, unsigned space, uint64_t id)
{
	const uint64_t *at = otfp_map_get(&m->by_id[space], id);

	return at ? m->frames[*at] : NULL;
}

struct otfp_str otfp_otf2_string(struct otfp_otf2_model *m, uint64_t ref)
{
	const uint64_t *at = otfp_map_get(&m->by_id[OTFP_OTF2_STRINGS], ref);
	const struct otfp_otf2_frame *frame;

	if (!at)
		return (struct otfp_str){NULL, 0};
	m->used[*at] = 1;
	frame = m->frames[*at];
	return (struct otfp_str){(const char *)otfp_otf2_contents(frame, OTFP_OTF2_String_string),
	                         (size_t)OTFP_OTF2_F(frame, String, string)};
}

static uint32_t value_of(const struct otfp_map *map, uint64_t key)
{
	const uint64_t *v = otfp_map_get(map, key);

	return v ? (uint32_t)*v : 0;
}

const struct otfp_otf2_process *otfp_otf2_process_of(const struct otfp_otf2_model *m, uint64_t location)
{
	const uint64_t *at = otfp_map_get(&m->process_of, location);

	return at ? &m->processes[*at] : NULL;
}

int otfp_otf2_is_first(const struct otfp_otf2_model *m, size_t i)
{
	unsigned space = otfp_otf2_space_of(m->frames[i]->row);
	const uint64_t *at = space ? otfp_map_get(&m->by_id[space], m->frames[i]->f[0]) : NULL;

	return at && *at == i;
}

/* ---- tokens ---- */

int otfp_otf2_has_tokens(unsigned space)
{
	static const uint8_t has[OTFP_OTF2_NSPACES] = {
		[OTFP_OTF2_ATTRIBUTES] = 1, [OTFP_OTF2_TREE_NODES] = 1, [OTFP_OTF2_LOCATION_GROUPS] = 1,
		[OTFP_OTF2_LOCATIONS] = 1,  [OTFP_OTF2_REGIONS] = 1,    [OTFP_OTF2_GROUPS] = 1,
		[OTFP_OTF2_COMMS] = 1,      [OTFP_OTF2_PARAMETERS] = 1, [OTFP_OTF2_WINDOWS] = 1,
		[OTFP_OTF2_SOURCES] = 1,    [OTFP_OTF2_IO_FILES] = 1,
	};

	return has[space];
}

uint8_t otfp_otf2_counter_form(const struct otfp_otf2_model *m, uint64_t token)
{
	const uint64_t *form = otfp_map_get(&m->counter_forms, token);

	return form ? (uint8_t)*form : OTFP_FORM_RAW;
}

uint32_t otfp_otf2_token(const struct otfp_otf2_model *m, unsigned space, uint64_t ref)
{
	const struct otfp_otf2_process *p;

	if (m->is_original && space != OTFP_OTF2_LOCATIONS)
		return ref < m->tokens[space].n ? m->tokens[space].p[ref] : 0;
	switch (space) {
	case OTFP_OTF2_LOCATIONS: p = otfp_otf2_process_of(m, ref); return p ? p->token : 0;
	case OTFP_OTF2_LOCATION_GROUPS: return value_of(&m->holder_of, ref);
	case OTFP_OTF2_TREE_NODES:
	case OTFP_OTF2_GROUPS:
	case OTFP_OTF2_COMMS:
	case OTFP_OTF2_WINDOWS:
	case OTFP_OTF2_PARAMETERS: return value_of(&m->token_of[space], ref);
	case OTFP_OTF2_ATTRIBUTES:
		return ref < OTFP_OTF2_FIRST_PARAMETER - 1 ? (uint32_t)ref + 1 : value_of(&m->token_of[space], ref);
	default: return (uint32_t)ref + 1;
	}
}
