#include "otf2/report.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdio.h>

static const char *const kind_words[] = {[OTFP_OTF2_DEF] = "def",
                                         [OTFP_OTF2_LOCAL] = "local",
                                         [OTFP_OTF2_EVENT] = "event",
                                         [OTFP_OTF2_SNAP] = "snap",
                                         [OTFP_OTF2_MARKER] = "marker"};

static const char *usual_reason(const struct otfp_otf2_report *r, unsigned kind)
{
	const struct otfp_otf2_counts *k = &r->kinds[kind];

	if (!r->of_otf && kind < OTFP_OTF2_NROWS && otfp_otf2_rows[kind].fidelity == OTFP_OTF2_ABSORBED)
		return "applied while reading";
	if (kind == OTFP_OTF2_THUMBNAILS)
		return "thumbnails are pictures, not records";
	if (k->dropped)
		return "no counterpart without key-values and comments";
	return k->carried ? "in key-values or comments" : "";
}

static void name_kind(const struct otfp_otf2_report *r, unsigned kind, char *name)
{
	if (r->of_otf)
		snprintf(name, OTFP_OTF2_KIND_ROOM, "%s", kind ? otfp_table[kind].name : "unknown");
	else if (kind == OTFP_OTF2_THUMBNAILS)
		snprintf(name, OTFP_OTF2_KIND_ROOM, "thumbnail");
	else
		snprintf(name, OTFP_OTF2_KIND_ROOM, "%s %s", kind_words[otfp_otf2_rows[kind].kind],
		         otfp_otf2_rows[kind].name);
}

static struct otfp_otf2_count count_of(const struct otfp_otf2_report *r, unsigned kind, char *name)
{
	const struct otfp_otf2_counts *k = &r->kinds[kind];

	name_kind(r, kind, name);
	return (struct otfp_otf2_count){.kind = name,
	                                .read = k->native + k->carried + k->dropped,
	                                .native = k->native,
	                                .carried = k->carried,
	                                .dropped = k->dropped,
	                                .why = k->why ? k->why : usual_reason(r, kind)};
}

static unsigned kinds_of(const struct otfp_otf2_report *r)
{
	return r->of_otf ? OTFP_NTYPES : OTFP_OTF2_MAX_KINDS;
}

uint64_t otfp_otf2_report_dropped(const struct otfp_otf2_report *r)
{
	uint64_t n = 0;

	for (unsigned kind = 0; kind < kinds_of(r); kind++)
		n += r->kinds[kind].dropped;
	return n;
}

static void say(const struct otfp_otf2_count *c, const char *where, struct otfp_error *err,
                void (*report)(void *ctx, const struct otfp_error *e), void *ctx)
{
	otfp_fail(err, c->dropped ? OTFP_OK : OTFP_END,
	          "%s: %s: %" PRIu64 " read, %" PRIu64 " native, %" PRIu64 " carried, %" PRIu64 " dropped%s%s", where,
	          c->kind, c->read, c->native, c->carried, c->dropped, *c->why ? ": " : "", c->why);
	report(ctx, err);
}

void otfp_otf2_report_all(const struct otfp_otf2_report *r, const char *where, struct otfp_error *err,
                          void (*report)(void *ctx, const struct otfp_error *e), void *report_ctx,
                          void (*count)(void *ctx, const struct otfp_otf2_count *c), void *count_ctx)
{
	char name[OTFP_OTF2_KIND_ROOM];

	for (unsigned kind = 0; kind < kinds_of(r); kind++) {
		struct otfp_otf2_count c = count_of(r, kind, name);
		if (!c.read)
			continue;
		if (report)
			say(&c, where, err, report, report_ctx);
		if (count)
			count(count_ctx, &c);
	}
}
