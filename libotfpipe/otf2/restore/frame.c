/* frame.c - frames of definitions that came from OTF2, and the references in them. See restore.h. */
#include "otf2/restore/restore.h"

struct otfp_otf2_frame *otfp_otf2_restore_make(struct otfp_otf2_writing *w, unsigned row)
{
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, row, 0);

	w->tags.n = 0;
	otfp_otf2_undefine(frame);
	return frame;
}

int otfp_otf2_restore_put_filled(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	int code = otfp_otf2_restore_fill(w, def);

	return code < 0 ? code : otfp_otf2_write_definition(w);
}

int otfp_otf2_restore_is_undefined(const struct otfp_otf2_writing *w, const struct otfp_record *def, unsigned field)
{
	const struct otfp_tag *undefined = otfp_otf2_restore_word(w, def, OTFP_OTF2_WORD_UNDEFINED);

	return undefined && undefined->bits >> field & 1;
}

uint64_t otfp_otf2_restore_text(struct otfp_otf2_writing *w, const struct otfp_record *def, unsigned field,
                                const struct otfp_str *text)
{
	if (!text->n && otfp_otf2_restore_is_undefined(w, def, field))
		return OTFP_OTF2_NO_REF;
	return otfp_otf2_write_string(w, text->p, text->n);
}

uint64_t otfp_otf2_restore_name_ref(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	const struct otfp_str name = otfp_otf2_restore_name(w, def, 1);

	return otfp_otf2_restore_text(w, def, OTFP_OTF2_Region_name, &name); /* the same field in all rows */
}

uint64_t otfp_otf2_restore_ref(struct otfp_otf2_writing *w, unsigned space, uint64_t token)
{
	const uint64_t *ref = otfp_map_get(&w->restored.refs[space], token);

	return ref ? *ref : OTFP_OTF2_NO_REF;
}
