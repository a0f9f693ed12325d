#include "tau/layout.h"

enum { LOOK_MAX = 64 }; /* maximum number of records to look at */

static void put16(char *p, uint16_t v, int big)
{
	v = big ? htobe16(v) : htole16(v);
	memcpy(p, &v, sizeof v);
}

static void put32(char *p, uint32_t v, int big)
{
	v = big ? htobe32(v) : htole32(v);
	memcpy(p, &v, sizeof v);
}

static void put64(char *p, uint64_t v, int big)
{
	v = big ? htobe64(v) : htole64(v);
	memcpy(p, &v, sizeof v);
}

void otfp_tau_encode(char *p, const struct otfp_tau_record *r, enum otfp_tau_layout layout)
{
	int big = layout == OTFP_TAU_BE24 || layout == OTFP_TAU_BE32, wide = layout >= OTFP_TAU_LE32;

	memset(p, 0, otfp_tau_size(layout));
	if (wide)
		put64(p, (uint64_t)r->ev, big);
	else
		put32(p, (uint32_t)r->ev, big);
	put16(p + (wide ? 8 : 4), r->nid, big);
	put16(p + (wide ? 10 : 6), r->tid, big);
	put64(p + (wide ? 16 : 8), (uint64_t)r->par, big);
	put64(p + (wide ? 24 : 16), r->ti, big);
}

/* How well the bytes match a layout. Par 3 in the first record outweighs all else, since TAU's own reader only
 * checks that. */
static unsigned score(const char *p, size_t n, uint64_t size, const struct otfp_edf *edf, enum otfp_tau_layout layout)
{
	size_t each = otfp_tau_size(layout), looked = n / each, known = 0, event;
	unsigned points = 0;

	if (looked > LOOK_MAX)
		looked = LOOK_MAX;
	if (!looked)
		return 0;
	for (size_t i = 0; edf && i < looked; i++)
		known += otfp_edf_index(edf, otfp_tau_decode(p + i * each, layout).ev) != SIZE_MAX;
	event = edf ? otfp_edf_index(edf, otfp_tau_decode(p, layout).ev) : SIZE_MAX;
	points += 4 * (unsigned)(64 * known / looked);
	points += event != SIZE_MAX && edf->events[event].kind == OTFP_EDF_INIT ? 2 : 0;
	points += size % each == 0;
	return points + (otfp_tau_decode(p, layout).par == OTFP_TAU_INIT_PAR ? 1024 : 0);
}

int otfp_tau_detect(const char *p, size_t n, uint64_t size, const struct otfp_edf *edf, enum otfp_tau_layout *layout)
{
	static const enum otfp_tau_layout order[] = {OTFP_TAU_NATIVE, OTFP_TAU_BE24 - OTFP_TAU_NATIVE,
	                                             OTFP_TAU_NATIVE + 2, OTFP_TAU_BE32 - OTFP_TAU_NATIVE};
	unsigned best = 0;

	*layout = OTFP_TAU_NATIVE;
	for (unsigned i = 0; i < OTFP_TAU_NLAYOUTS; i++) {
		unsigned points = score(p, n, size, edf, order[i]);
		if (points > best) {
			best = points;
			*layout = order[i];
		}
	}
	return best >= 1024;
}
