/* define-region.c - source locations, and regions, which are functions of OTF. See define.h. */
#include "otf2/carry/define.h"
#include "otf2/carry/paradigm.h"
#include "otf2/values.h"
#include <string.h>

/* Define something with a name once. */
static int define_name(struct otfp_otf2_carrying *c, struct otfp_map *known, unsigned type, uint32_t token,
                       struct otfp_str name)
{
	size_t first = c->first;
	struct otfp_record *rec;

	if (otfp_map_get(known, token))
		return 0;
	rec = otfp_otf2_emit(c, type);
	c->first = first;
	if (!rec)
		return OTFP_EFAIL;
	rec->f[0].u = token;
	rec->f[1].s = name;
	return otfp_map_set(known, token, 1) < 0 ? otfp_fail_memory(c->err) : 0;
}

/* Define a source location with that token. @return 0 or <0 */
static int define_scl(struct otfp_otf2_carrying *c, uint32_t token, uint64_t file, uint64_t line)
{
	struct otfp_str name = otfp_otf2_string(&c->model, file);
	struct otfp_record *rec;
	int code = define_name(c, &c->files, OTFP_DefSclFile, (uint32_t)file + 1,
	                       name.p ? name : (struct otfp_str){"", 0});

	rec = code == 0 ? otfp_otf2_emit(c, OTFP_DefScl) : NULL;
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefScl_source].u = token;
	rec->f[OTFP_DefScl_file].u = (uint32_t)file + 1;
	rec->f[OTFP_DefScl_line].u = line;
	return 0;
}

/* The token of the source location of a file, by a string reference, and a line; both are defined if they are new.
 * @return 0 or <0 */
static int define_source(struct otfp_otf2_carrying *c, uint64_t file, uint64_t line, uint32_t *token)
{
	uint64_t key = file << 32 | line, *known = otfp_map_get(&c->sources, key);
	size_t first = c->first;
	int code;

	*token = known ? (uint32_t)*known : ++c->last_source;
	if (known)
		return 0;
	code = define_scl(c, *token, file, line);
	c->first = first;
	return code < 0 || otfp_map_set(&c->sources, key, *token) < 0 ? otfp_fail_memory(c->err) : 0;
}

int otfp_otf2_define_source_location(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;

	otfp_otf2_text(c, f, OTFP_OTF2_SourceCodeLocation_file);
	return define_scl(c, (uint32_t)f->f[0] + 1, OTFP_OTF2_F(f, SourceCodeLocation, file),
	                  OTFP_OTF2_F(f, SourceCodeLocation, lineNumber));
}

int otfp_otf2_define_callsite(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;

	otfp_otf2_text(c, f, OTFP_OTF2_Callsite_sourceFile);
	if (otfp_otf2_carry(c, f, OTFP_OTF2_Callsite_self) < 0 ||
	    otfp_otf2_carry(c, f, OTFP_OTF2_Callsite_enteredRegion) < 0 ||
	    otfp_otf2_carry(c, f, OTFP_OTF2_Callsite_leftRegion) < 0)
		return OTFP_EFAIL;
	return define_scl(c, ++c->last_source, OTFP_OTF2_F(f, Callsite, sourceFile),
	                  OTFP_OTF2_F(f, Callsite, lineNumber));
}

/* Carry what DefFunction has no field for. */
static int carry_region(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *f)
{
	static const uint8_t fields[] = {OTFP_OTF2_Region_canonicalName, OTFP_OTF2_Region_description,
	                                 OTFP_OTF2_Region_regionRole,    OTFP_OTF2_Region_paradigm,
	                                 OTFP_OTF2_Region_regionFlags,   OTFP_OTF2_Region_endLineNumber};
	int code = 0;

	for (unsigned i = 0; i < sizeof fields && code == 0; i++)
		code = otfp_otf2_carry(c, f, fields[i]);
	/* without a file there is no source location for the line */
	if (code == 0 && OTFP_OTF2_F(f, Region, sourceFile) == UINT32_MAX)
		code = otfp_otf2_carry(c, f, OTFP_OTF2_Region_beginLineNumber);
	return code;
}

int otfp_otf2_define_region(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	struct otfp_otf2_carrying *c = d->c;
	uint64_t paradigm = OTFP_OTF2_F(f, Region, paradigm), file = OTFP_OTF2_F(f, Region, sourceFile);
	struct otfp_str name = otfp_otf2_name(c, f, OTFP_OTF2_Region_name);
	struct otfp_record *rec;
	uint32_t source = 0;
	int code = carry_region(c, f);

	if (code == 0)
		code = define_name(c, &c->groups, OTFP_DefFunctionGroup, (uint32_t)paradigm + 1,
		                   otfp_otf2_paradigm_name(paradigm));
	if (code == 0 && file != UINT32_MAX) {
		otfp_otf2_text(c, f, OTFP_OTF2_Region_sourceFile);
		code = define_source(c, file, OTFP_OTF2_F(f, Region, beginLineNumber), &source);
	}
	rec = code == 0 ? otfp_otf2_emit(c, OTFP_DefFunction) : NULL;
	if (!rec)
		return OTFP_EFAIL;
	rec->f[OTFP_DefFunction_function].u = (uint32_t)f->f[0] + 1;
	rec->f[OTFP_DefFunction_name].s = name;
	rec->f[OTFP_DefFunction_group].u = (uint32_t)paradigm + 1;
	rec->f[OTFP_DefFunction_source].u = source;
	return 0;
}
