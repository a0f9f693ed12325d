#include "otf2/read/plain.h"
#include <inttypes.h>
#include <stdlib.h>

int otfp_otf2_plain_open(struct otfp_otf2_plain *p, struct otfp_files *files, const char *path,
                         const struct otfp_otf2_shape *shape, unsigned kind, struct otfp_error *err)
{
	p->shape = shape;
	p->rows = shape->rows[kind];
	return otfp_otf2_file_open(&p->file, files, path, shape->definition_chunk, shape->block, err);
}

void otfp_otf2_plain_close(struct otfp_otf2_plain *p)
{
	otfp_otf2_file_close(&p->file);
	free(p->frame);
	p->frame = NULL;
	p->room = 0;
}

static int enter_chunk(struct otfp_otf2_plain *p)
{
	const struct otfp_otf2_chunk *c = &p->file.chunk;
	int code = otfp_otf2_file_chunk(&p->file);

	if (code == 0 && (c->first != 1 || c->last != 0)) /* records of these files are not numbered */
		code = otfp_otf2_file_damaged(&p->file, OTFP_FLAW_CHUNK,
		                              "the chunk has the records %" PRIu64 " to %" PRIu64 ", not 1 to 0",
		                              c->first, c->last);
	return code;
}

/* ---- records ---- */

static struct otfp_otf2_frame *begin_frame(struct otfp_otf2_plain *p, unsigned row, uint64_t length)
{
	const size_t words = otfp_otf2_words_at_most(length);

	if (words > p->room) {
		free(p->frame);
		p->room = 0;
		p->frame = malloc(words * sizeof *p->frame);
		if (!p->frame) {
			otfp_fail_memory(p->file.err);
			return NULL;
		}
		p->room = words;
	}
	*(struct otfp_otf2_frame *)(void *)p->frame =
		(struct otfp_otf2_frame){.row = (uint16_t)row, .words = OTFP_OTF2_HEAD_WORDS};
	return (void *)p->frame;
}

/* The frame of a table has only the number of its ids. */
static int decode_ids(struct otfp_otf2_frame *frame, struct otfp_otf2_bytes *record, struct otfp_otf2_locals *locals)
{
	frame->words += otfp_otf2_rows[OTFP_OTF2_MappingTable].nfields;
	return otfp_otf2_locals_take_ids(locals, record, &OTFP_OTF2_F(frame, MappingTable, mappingType),
	                                 &OTFP_OTF2_F(frame, MappingTable, numberOfIds));
}

static int decode_offset(struct otfp_otf2_frame *frame, struct otfp_otf2_bytes *record, struct otfp_otf2_locals *locals)
{
	int code;

	otfp_otf2_decode_fields(frame, record, NULL);
	if (record->flaw)
		return 0;
	code = otfp_otf2_locals_add_offset(locals, OTFP_OTF2_F(frame, ClockOffset, time),
	                                   OTFP_OTF2_F(frame, ClockOffset, offset));
	if (code > 0)
		otfp_otf2_flaw(record, "is not after the one before");
	return code < 0 ? code : 0;
}

static int decode(struct otfp_otf2_frame *frame, struct otfp_otf2_bytes *record, struct otfp_otf2_locals *locals)
{
	if (locals && frame->row == OTFP_OTF2_MappingTable)
		return decode_ids(frame, record, locals);
	if (locals && frame->row == OTFP_OTF2_ClockOffset)
		return decode_offset(frame, record, locals);
	if (frame->row == OTFP_OTF2_Unknown)
		record->p = record->end;
	otfp_otf2_decode_fields(frame, record, NULL);
	return 0;
}

static int read_record(struct otfp_otf2_plain *p, struct otfp_otf2_locals *locals, const struct otfp_otf2_frame **frame)
{
	const unsigned known = p->rows[*p->file.b.p], row = known == OTFP_OTF2_NROWS ? OTFP_OTF2_Unknown : known;
	const char *name = known == OTFP_OTF2_NROWS ? "an unknown record" : otfp_otf2_rows[row].name;
	struct otfp_otf2_bytes record;
	struct otfp_otf2_frame *f;
	int code = otfp_otf2_file_record(&p->file, &record, name);

	if (code < 0)
		return code;
	f = begin_frame(p, row, (uint64_t)(record.end - record.p));
	if (!f)
		return OTFP_EFAIL;
	if (decode(f, &record, locals) < 0)
		return otfp_fail_memory(p->file.err);
	if (!record.flaw && record.p < record.end && !p->shape->is_newer)
		otfp_otf2_flaw(&record, "has more bytes than fields");
	p->done++;
	p->can_skip = record.flaw != NULL;
	if (record.flaw)
		return otfp_otf2_file_damaged(&p->file, OTFP_FLAW_LINE, "%s %s", name, record.flaw);
	*frame = f;
	return 0;
}

/* ---- all that is in a file ---- */

static int end_chunk(struct otfp_otf2_plain *p)
{
	int code;

	p->file.b.p++;
	code = otfp_otf2_file_padding(&p->file);
	return code < 0 ? code : enter_chunk(p);
}

int otfp_otf2_plain_next(struct otfp_otf2_plain *p, struct otfp_otf2_locals *locals,
                         const struct otfp_otf2_frame **frame)
{
	struct otfp_otf2_file *f = &p->file;
	int code = f->nchunk ? 0 : enter_chunk(p);

	p->can_skip = 0;
	while (code == 0) {
		code = otfp_otf2_file_need(f, 1);
		if (code < 0)
			return code;
		f->record = otfp_otf2_file_at(f);
		if (f->b.p == f->b.end)
			return otfp_otf2_file_ended(f, NULL);
		if (*f->b.p == OTFP_OTF2_END_OF_FILE) {
			f->b.p++;
			code = otfp_otf2_file_end(f);
			return code < 0 ? code : OTFP_END;
		}
		if (*f->b.p != OTFP_OTF2_END_OF_CHUNK)
			return read_record(p, locals, frame);
		code = end_chunk(p);
	}
	return code;
}
