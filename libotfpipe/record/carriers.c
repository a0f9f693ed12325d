#include "record/carriers.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int is_named(struct otfp_str s, const char *name)
{
	const size_t n = strlen(name);

	return s.n == n && memcmp(s.p, name, n) == 0;
}

void otfp_carriers_add(struct otfp_carriers *c, const struct otfp_record *rec)
{
	const struct otfp_str name = rec->f[OTFP_DefKeyValue_name].s;
	const uint32_t key = (uint32_t)rec->f[OTFP_DefKeyValue_key].u;

	if (rec->type != OTFP_DefKeyValue || name.n < 5 || memcmp(name.p, "otf2.", 5) != 0)
		return;
	if (is_named(name, "otf2.send.length"))
		c->length = key;
	else if (is_named(name, "otf2.Location.locationType"))
		c->location_type = key;
	else if (is_named(name, "otf2.MetricMember.base"))
		c->base = key;
	else if (is_named(name, "otf2.MetricMember.exponent"))
		c->exponent = key;
}

uint64_t otfp_carried_number(const struct otfp_carriers *c, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_field *f = &otfp_table[rec->type].fields[slot];
	const struct otfp_tag *length =
		f->what == OTFP_W_LENGTH && f->type == OTFP_FIELD_U32 ? otfp_record_tag(rec, c->length) : NULL;

	return length && length->type == OTFP_TAG_UINT64 && length->bits > UINT32_MAX ? length->bits : UINT32_MAX;
}

int otfp_carried_device(const struct otfp_carriers *c, const struct otfp_record *rec)
{
	enum { ACCELERATOR = 2, METRIC = 3 }; /* OTF2_LocationType */
	const struct otfp_tag *type;

	if (rec->type != OTFP_DefProcess || !c->location_type)
		return 0;
	type = otfp_record_tag(rec, c->location_type);
	return type && (type->bits == ACCELERATOR || type->bits == METRIC);
}

size_t otfp_carried_scale(const struct otfp_carriers *c, const struct otfp_record *rec, char text[OTFP_SCALED_UNIT])
{
	enum { BINARY = 0 }; /* OTF2_Base; the other one is decimal */
	const struct otfp_tag *base, *exponent;

	if (rec->type != OTFP_DefCounter || !c->exponent || !(exponent = otfp_record_tag(rec, c->exponent)) ||
	    !exponent->bits)
		return 0;
	base = c->base ? otfp_record_tag(rec, c->base) : NULL;
	return (size_t)snprintf(text, OTFP_SCALED_UNIT, "%s^%" PRId64, base && base->bits == BINARY ? "2" : "10",
	                        (int64_t)exponent->bits);
}
