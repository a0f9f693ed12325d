/* marker.c - markers that came from OTF2. See restore.h. */
#include "otf2/restore/restore.h"
#include "otf2/original.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* The text of a key-value; one zero byte is an empty text. */
static struct otfp_str text_of(const struct otfp_tag *tag, const char *usual)
{
	if (!tag)
		return (struct otfp_str){usual, strlen(usual)};
	return (struct otfp_str){tag->bytes.p, strnlen(tag->bytes.p, tag->bytes.n)};
}

int otfp_otf2_restore_marker_kind(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	static const uint8_t severities[] = {OTFP_OTF2_SEVERITY_NONE, OTFP_OTF2_SEVERITY_HIGH,
	                                     OTFP_OTF2_SEVERITY_MEDIUM, OTFP_OTF2_SEVERITY_LOW};
	const struct otfp_otf2_token *t = otfp_otf2_write_token(w, OTFP_W_MARKER, def->loc, (uint32_t)def->f[0].u);
	const struct otfp_tag *given =
		otfp_otf2_restore_field(w, def, OTFP_OTF2_DefMarker, OTFP_OTF2_DefMarker_severity);
	const struct otfp_str group = text_of(otfp_otf2_restore_field(w, def, OTFP_OTF2_DefMarker,
	                                                              OTFP_OTF2_DefMarker_markerGroup),
	                                      "OTF"),
			      *category = &def->f[OTFP_DefMarker_name].s;
	const uint64_t type = def->f[OTFP_DefMarker_type].u;
	struct otfp_otf2_frame *frame;

	if (!t)
		return otfp_fail_memory(w->err);
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_DefMarker);
	OTFP_OTF2_F(frame, DefMarker, self) = t->ref;
	OTFP_OTF2_F(frame, DefMarker, markerGroup) = group.n;
	OTFP_OTF2_F(frame, DefMarker, markerCategory) = category->n;
	OTFP_OTF2_F(frame, DefMarker, severity) = type < sizeof severities ? severities[type] : OTFP_OTF2_SEVERITY_NONE;
	if (given)
		OTFP_OTF2_F(frame, DefMarker, severity) = given->bits;
	if (otfp_otf2_write_contents(w, group.p, group.n) < 0 ||
	    otfp_otf2_write_contents(w, category->p, category->n) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_write_definition(w);
}

/* What the scope of a marker is, without key-values its process. */
static void fill_scope(writing *w, const struct otfp_record *rec, struct otfp_otf2_frame *frame)
{
	const struct otfp_tag *scope = otfp_otf2_restore_field(w, rec, OTFP_OTF2_Marker, OTFP_OTF2_Marker_scope),
			      *given = otfp_otf2_restore_field(w, rec, OTFP_OTF2_Marker, OTFP_OTF2_Marker_scopeRef);
	const uint64_t kind = scope ? scope->bits : OTFP_OTF2_MARKER_SCOPE_LOCATION,
		       scoped = given ? given->bits : UINT64_MAX, of = scope ? scoped : rec->loc;
	const unsigned space = otfp_otf2_scope_of_marker(kind);
	const uint64_t *ref = space ? otfp_map_get(&w->restored.refs[space], of) : &of;

	OTFP_OTF2_F(frame, Marker, scope) = kind;
	OTFP_OTF2_F(frame, Marker, scopeRef) = ref ? *ref : UINT64_MAX;
	if (!ref && of)
		otfp_otf2_restore_lost(w, rec);
}

int otfp_otf2_restore_marker(struct otfp_otf2_writing *w, const struct otfp_record *rec)
{
	const struct otfp_tag *duration = otfp_otf2_restore_field(w, rec, OTFP_OTF2_Marker, OTFP_OTF2_Marker_duration);
	const struct otfp_otf2_token *t =
		otfp_otf2_write_token(w, OTFP_W_MARKER, rec->loc, (uint32_t)rec->f[OTFP_Marker_marker].u);
	const struct otfp_str *text = &rec->f[OTFP_Marker_text].s;
	const size_t n = text->n ? strnlen(text->p, text->n) : 0;
	struct otfp_otf2_frame *frame;

	if (!t)
		return otfp_fail_memory(w->err);
	frame = otfp_otf2_restore_make(w, OTFP_OTF2_Marker);
	OTFP_OTF2_F(frame, Marker, timestamp) = rec->time;
	OTFP_OTF2_F(frame, Marker, duration) = duration ? duration->bits : 0;
	OTFP_OTF2_F(frame, Marker, marker) = t->ref;
	fill_scope(w, rec, frame);
	OTFP_OTF2_F(frame, Marker, text) = n;
	return otfp_otf2_write_contents(w, text->p, n) < 0 ? OTFP_EFAIL : otfp_otf2_write_definition(w);
}
