/* define-marker.c - markers of OTF2. See define.h. */
#include "otf2/carry/define.h"
#include "otf2/carry/original-read.h"
#include "otf2/values.h"

/* values of OTF_MARKER_TYPE_... */
enum { UNKNOWN_TYPE, ERROR_TYPE, WARNING_TYPE, HINT_TYPE };

static struct otfp_str text_of(const struct otfp_otf2_frame *f, unsigned field)
{
	return (struct otfp_str){(const char *)otfp_otf2_contents(f, field), (size_t)f->f[field]};
}

static int define_kind(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	static const uint8_t types[] = {[OTFP_OTF2_SEVERITY_NONE] = UNKNOWN_TYPE,
	                                [OTFP_OTF2_SEVERITY_LOW] = HINT_TYPE,
	                                [OTFP_OTF2_SEVERITY_MEDIUM] = WARNING_TYPE,
	                                [OTFP_OTF2_SEVERITY_HIGH] = ERROR_TYPE};
	uint64_t severity = OTFP_OTF2_F(f, DefMarker, severity);
	struct otfp_record *rec;

	if (otfp_otf2_carry(c, f, OTFP_OTF2_DefMarker_markerGroup) < 0 ||
	    (severity >= sizeof types && otfp_otf2_carry(c, f, OTFP_OTF2_DefMarker_severity) < 0) ||
	    !(rec = otfp_otf2_emit(c, OTFP_DefMarker)))
		return OTFP_EFAIL;
	rec->f[OTFP_DefMarker_marker].u = (uint32_t)f->f[0] + 1;
	rec->f[OTFP_DefMarker_name].s = text_of(f, OTFP_OTF2_DefMarker_markerCategory);
	rec->f[OTFP_DefMarker_type].u = severity < sizeof types ? types[severity] : UNKNOWN_TYPE;
	return 0;
}

/* The process that a marker is put on. OTF has no marker of the whole trace: it goes to the first one. */
static uint32_t process_of(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f, int *is_exact)
{
	uint64_t scope = OTFP_OTF2_F(f, Marker, scope), ref = OTFP_OTF2_F(f, Marker, scopeRef);
	uint32_t token = 0;

	*is_exact = scope == OTFP_OTF2_MARKER_SCOPE_LOCATION;
	if (*is_exact)
		token = otfp_otf2_token(&c->model, OTFP_OTF2_LOCATIONS, ref);
	else if (scope == OTFP_OTF2_MARKER_SCOPE_LOCATION_GROUP)
		token = otfp_otf2_token(&c->model, OTFP_OTF2_LOCATION_GROUPS, ref);
	*is_exact &= token != 0;
	return token ? token : c->model.nprocesses != 0;
}

/* Carry the scope; what it refers to is a token, as in all key-values, unless the kind of scope has none. */
static int carry_scope(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	const unsigned space = otfp_otf2_scope_of_marker(OTFP_OTF2_F(f, Marker, scope));
	const uint64_t ref = OTFP_OTF2_F(f, Marker, scopeRef);
	int code = otfp_otf2_carry(c, f, OTFP_OTF2_Marker_scope);

	if (code == 0)
		code = otfp_otf2_carry(c, f, OTFP_OTF2_Marker_scopeRef);
	if (code == 0 && !c->options.plain && ref != UINT64_MAX && space)
		c->tags[c->ntags - 1].bits = otfp_otf2_token(&c->model, space, ref);
	return code;
}

static int define_marker(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	struct otfp_record *rec;
	int is_exact;
	uint32_t process = process_of(c, f, &is_exact);

	if ((OTFP_OTF2_F(f, Marker, duration) && otfp_otf2_carry(c, f, OTFP_OTF2_Marker_duration) < 0) ||
	    (!is_exact && carry_scope(c, f) < 0) || !(rec = otfp_otf2_emit(c, OTFP_Marker)))
		return OTFP_EFAIL;
	rec->time = OTFP_OTF2_F(f, Marker, timestamp);
	rec->loc = process;
	rec->f[OTFP_Marker_marker].u = otfp_otf2_token(&c->model, OTFP_OTF2_MARKERS, OTFP_OTF2_F(f, Marker, marker));
	rec->f[OTFP_Marker_text].s = text_of(f, OTFP_OTF2_Marker_text);
	return otfp_otf2_find(&c->model, OTFP_OTF2_MARKERS, OTFP_OTF2_F(f, Marker, marker)) ?
	               0 :
	               otfp_otf2_undefined(c, f, OTFP_OTF2_MARKERS, OTFP_OTF2_F(f, Marker, marker));
}

int otfp_otf2_define_markers(struct otfp_otf2_carrying *c)
{
	int code = 0;

	c->lineno = 0;
	for (size_t i = 0; i < c->model.n && code == 0; i++) {
		const struct otfp_otf2_frame *f = c->model.frames[i];
		if (otfp_otf2_rows[f->row].kind != OTFP_OTF2_MARKER)
			continue;
		c->lineno++;
		otfp_otf2_begin(c);
		if (f->row == OTFP_OTF2_DefMarker && c->original)
			code = 0; /* one of its lines */
		else
			code = f->row == OTFP_OTF2_DefMarker ? define_kind(c, f) : define_marker(c, f);
		if (code == 0)
			code = otfp_otf2_end(c, f->row);
		if (code == 0 && c->original && f->row == OTFP_OTF2_Marker)
			code = otfp_otf2_original_marker(c);
	}
	return code == 0 && c->original ? otfp_otf2_original_markers_end(c) : code;
}
