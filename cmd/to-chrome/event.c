/* event.c - the names of events, and events at one instant. */
#include "cmd/to-chrome/event.h"

struct chrome_name chrome_name(const struct chrome *c, uint32_t process, unsigned space, uint32_t token)
{
	const struct otfp_names *names = &c->labels.names;
	const uint64_t *at = otfp_map_get(&names->index[space].map, otfp_names_ref(names, space, process, token));

	return (struct chrome_name){.space = space, .token = token, .at = at ? 1 + (uint32_t)*at : 0};
}

static const char *const instants[OTFP_NTYPES] = {
	[OTFP_NoOp] = "no operation",
	[OTFP_SendMsg] = "send",
	[OTFP_SendSnapshot] = "send",
	[OTFP_RecvMsg] = "receive",
	[OTFP_EventComment] = "comment",
	[OTFP_SnapshotComment] = "snapshot comment",
	[OTFP_BeginProcess] = "process begins",
	[OTFP_EndProcess] = "process ends",
	[OTFP_RMAPut] = "RMA put",
	[OTFP_RMAPutRemoteEnd] = "RMA put with remote end",
	[OTFP_RMAGet] = "RMA get",
	[OTFP_RMAEnd] = "RMA end",
	[OTFP_BeginFileOperation] = "file operation begins",
	[OTFP_BeginFileOpSnapshot] = "file operation begins",
};

int chrome_is_instant(unsigned type)
{
	return instants[type] != NULL;
}

void chrome_instant(struct chrome *c, const struct otfp_record *rec, const struct otfp_process *p, char arrow,
                    uint64_t id)
{
	const struct chrome_thread *t = chrome_thread(c, p);

	if (t)
		c->form->put(c, &(struct chrome_event){.phase = CHROME_INSTANT,
		                                       .scope = 't',
		                                       .arrow = arrow,
		                                       .time = rec->time,
		                                       .thread = t,
		                                       .name = chrome_word(instants[rec->type]),
		                                       .category = chrome_word("event"),
		                                       .id = id,
		                                       .rec = rec});
}
