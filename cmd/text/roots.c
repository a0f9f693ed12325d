#include "cmd/text/roots.h"
#include "cmd/text/message.h"
#include <inttypes.h>

void roots_warn(const struct otfp_roots *r, const char *where)
{
	const struct otfp_roots_coarse c = otfp_roots_coarse(r);
	const char *colon = *where ? ": " : "";

	if (c.others || c.is_cut)
		message_warning("%s%sthere was no memory for all root causes: small ones are \"(other)\"", where,
		                colon);
	if (c.is_cut)
		message_warning("%s%sparts of waits that were passed on are missing in root causes, and are in "
		                "\"(other)\"",
		                where, colon);
	if (c.has_from)
		message_warning("%s%sroot causes are coarse from tick %" PRIu64 " on, for want of memory", where, colon,
		                c.from);
}
