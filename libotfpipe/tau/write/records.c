/* records.c - begin and end of the conversion to TAU. See records.h. */
#include "tau/write/records.h"
#include "base/error.h"
#include <stdlib.h>
#include <string.h>

int otfp_to_tau_begin(struct otfp_to_tau_state *s, const struct otfp_header *h, struct otfp_error *err)
{
	otfp_to_tau_resolution(s, h->resolution);
	if (otfp_edf_lines_own(&s->defs) < 0)
		return otfp_fail_memory(err);
	for (size_t i = 0; i < s->defs.n; i++)
		if (!otfp_intern(&s->taken, s->defs.p[i].name, strlen(s->defs.p[i].name)))
			return otfp_fail_memory(err);
	return 0;
}

void otfp_to_tau_release(struct otfp_to_tau_state *s)
{
	for (size_t i = 0; i < s->nplaces; i++)
		free(s->places[i].open);
	free(s->places);
	for (size_t i = 0; i < s->nfacts; i++)
		free(s->facts[i].owners);
	free(s->facts);
	otfp_interns_release(&s->texts);
	otfp_map_release(&s->tau_names);
	otfp_map_release(&s->triggers);
	otfp_map_release(&s->threefold);
	otfp_map_release(&s->comms);
	otfp_map_release(&s->place_index);
	otfp_edf_lines_release(&s->defs);
	otfp_names_release(&s->names);
	otfp_interns_release(&s->words);
	otfp_interns_release(&s->taken);
	otfp_map_release(&s->ids);
	for (int kind = OTFP_EDF_LINE_STATE; kind <= OTFP_EDF_LINE_TRIGGER; kind++) {
		otfp_map_release(&s->defined[kind]);
		otfp_map_release(&s->known[kind]);
	}
}
