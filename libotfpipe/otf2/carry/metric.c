#include "otf2/carry/metric.h"
#include "otf2/values.h"
#include "record/value.h"

static uint32_t value_type_of(uint64_t type)
{
	if (type == OTFP_OTF2_TYPE_DOUBLE)
		return OTFP_VARTYPE_DOUBLE;
	return type == OTFP_OTF2_TYPE_INT64 ? OTFP_VARTYPE_SIGNED : OTFP_VARTYPE_UNSIGNED;
}

uint32_t otfp_otf2_properties_of_member(const struct otfp_otf2_frame *member)
{
	static const uint16_t scopes[] = {OTFP_SCOPE_START, OTFP_SCOPE_POINT, OTFP_SCOPE_LAST, OTFP_SCOPE_NEXT};
	uint64_t mode = OTFP_OTF2_F(member, MetricMember, metricMode);
	unsigned kind = mode & OTFP_OTF2_METRIC_VALUE_MASK;

	return (kind == OTFP_OTF2_METRIC_VALUE_ACCUMULATED ? OTFP_COUNTER_ACC : OTFP_COUNTER_ABS) |
	       scopes[(mode & OTFP_OTF2_METRIC_TIMING_MASK) / OTFP_OTF2_METRIC_TIMING_POINT % 4] |
	       value_type_of(OTFP_OTF2_F(member, MetricMember, valueType));
}

uint64_t otfp_otf2_type_of_counter(uint32_t properties)
{
	const unsigned type = properties & OTFP_VARTYPE_MASK;

	if (type >= OTFP_VARTYPE_FLOAT)
		return OTFP_OTF2_TYPE_DOUBLE;
	return type & OTFP_VARTYPE_SIGNED ? OTFP_OTF2_TYPE_INT64 : OTFP_OTF2_TYPE_UINT64;
}

uint64_t otfp_otf2_mode_of_counter(uint32_t properties)
{
	static const uint8_t modes[2][4] = {
		{OTFP_OTF2_METRIC_ACCUMULATED_START, OTFP_OTF2_METRIC_ACCUMULATED_POINT,
	         OTFP_OTF2_METRIC_ACCUMULATED_LAST, OTFP_OTF2_METRIC_ACCUMULATED_NEXT},
		{OTFP_OTF2_METRIC_ABSOLUTE_LAST, OTFP_OTF2_METRIC_ABSOLUTE_POINT, OTFP_OTF2_METRIC_ABSOLUTE_LAST,
	         OTFP_OTF2_METRIC_ABSOLUTE_NEXT},
	};

	return modes[(properties & OTFP_COUNTER_TYPE) == OTFP_COUNTER_ABS][(properties & OTFP_SCOPE) / 4];
}
