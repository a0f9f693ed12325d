/* metric.h - modes and types of metrics of OTF2, and properties of counters of OTF. */
#ifndef OTFP_OTF2_CARRY_METRIC_H
#define OTFP_OTF2_CARRY_METRIC_H
#include "otf2/frame.h"

/** The properties of the counter of a MetricMember. OTF has no relative modes, and fewer types. */
uint32_t otfp_otf2_properties_of_member(const struct otfp_otf2_frame *member);
/** The mode of a counter with these properties. */
uint64_t otfp_otf2_mode_of_counter(uint32_t properties);
/** The type of the values of a counter with these properties. */
uint64_t otfp_otf2_type_of_counter(uint32_t properties);
#endif
