/*
 * fuzz_vtf3_convert.c - bytes as Standard Binary, its records as those of OTF, and these as VTF3 again: whatever the
 * file holds, each record has a type and strings, and what comes out is VTF3.
 */
#include <stdio.h>
#include <stdlib.h>
#include "vtf3/write/records.h"
#include "vtf3/read/records.h"
#include "vtf3/read/legacy.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct otfp_error err;

static void broken(const char *what, int line)
{
	fprintf(stderr, "%d: not so: %s (%s)\n", line, what, err.text);
	abort();
}

static void look_at(const struct otfp_record *rec)
{
	const struct otfp_schema *s = otfp_schema(rec->type);

	CHECK(s != NULL);
	for (unsigned i = 0; i < s->nfields; i++)
		CHECK(s->fields[i].type != OTFP_FIELD_STR || rec->f[i].s.p != NULL);
	for (uint32_t i = 0; i < rec->ntags; i++)
		CHECK(rec->tags[i].type < OTFP_NTAGTYPES);
}

static void pass_on(struct otfp_vtf3_reading *c, struct otfp_vtf3_writing *b)
{
	for (size_t i = 0; i < c->n; i++) {
		look_at(c->out[i]);
		CHECK(otfp_vtf3_write_record(b, c->out[i]) == 0);
	}
	otfp_vtf3_read_clear(c);
}

static void convert_all(struct otfp_vtf3_scanner *s, struct otfp_vtf3_reading *c, struct otfp_vtf3_writing *b)
{
	const struct otfp_vtf3_record *rec, *const *made;
	struct otfp_vtf3_legacy *l;
	int code = 0;
	size_t n;

	CHECK(otfp_vtf3_legacy_new(&l, &err) == 0);
	while (code == 0 && otfp_vtf3_scan_next(s, &rec) == 0) {
		CHECK(otfp_vtf3_legacy_record(l, rec, &made, &n) == 0);
		for (size_t i = 0; i < n && code == 0; i++)
			code = otfp_vtf3_reading(c, made[i]);
		pass_on(c, b);
	}
	if (code == 0)
		code = otfp_vtf3_read_end(c);
	CHECK(code == 0 || err.text[0]);
	pass_on(c, b);
	otfp_vtf3_legacy_free(l);
}

/* The profile full of what was read holds nothing unknown but what was so before. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct otfp_vtf3_write_options options = {.format = OTFP_VTF3_STD_BINARY, .profile = OTFP_VTF3_FULL};
	struct otfp_vtf3_reading c;
	struct otfp_vtf3_writing b;
	struct otfp_vtf3_scanner *s;

	err.text[0] = '\0';
	CHECK(otfp_vtf3_scan_open_memory(&s, OTFP_VTF3_STD_BINARY, &err) == 0);
	CHECK(otfp_vtf3_scan_feed(s, data, size) == 0);
	CHECK(otfp_vtf3_read_init(&c, &err) == 0);
	CHECK(otfp_vtf3_write_init(&b, &options, &err) == 0);
	c.is_unsorted = size % 2 == 0;
	convert_all(s, &c, &b);
	CHECK(otfp_vtf3_write_end(&b) == 0);
	otfp_vtf3_scan_close(s);
	otfp_vtf3_read_release(&c);
	otfp_vtf3_write_release(&b);
	return 0;
}
