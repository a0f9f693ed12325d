#include "otf2/write/anchor.h"
#include "base/buf.h"
#include "base/hash.h"
#include "otf2/bytes.h"
#include "otf2/types.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { ANCHOR_FORMAT = 3, TRACE_FORMAT = 2, POSIX = 1, NOT_COMPRESSED = 1 };
/* The version of libotf2 that writes the same bytes. */
static const unsigned char version[] = {3, 0, 2};

/* ---- properties ---- */

/* The last value of a property; NULL: an earlier one has its place, or it is removed. */
static const char *value_of(const struct otfp_otf2_anchor *a, unsigned i)
{
	const char *value = a->values[i];

	for (unsigned k = 0; k < i; k++)
		if (strcasecmp(a->names[k], a->names[i]) == 0)
			return NULL;
	for (unsigned k = i + 1; k < a->nproperties; k++)
		if (strcasecmp(a->names[k], a->names[i]) == 0)
			value = a->values[k];
	return *value ? value : NULL;
}

/* ---- bytes ---- */

/* Functions that append return 0, or -1 when memory is out. */
static int add_number(struct otfp_buf *b, uint64_t v, unsigned n)
{
	unsigned char bytes[sizeof v];

	otfp_otf2_put(bytes, v, n, 0);
	return otfp_buf_add(b, bytes, n);
}

static int add_text(struct otfp_buf *b, const char *text)
{
	return otfp_buf_add(b, text ? text : "", text ? strlen(text) + 1 : 1);
}

static int add_property(struct otfp_buf *b, const char *name, const char *value)
{
	const size_t at = b->n;
	int code = add_text(b, name);

	for (size_t i = at; i < b->n; i++)
		b->p[i] = (char)toupper((unsigned char)b->p[i]);
	return code < 0 ? code : add_text(b, value);
}

static int add_properties(struct otfp_buf *b, const struct otfp_otf2_anchor *a)
{
	unsigned n = 0;
	int code;

	for (unsigned i = 0; i < a->nproperties; i++)
		n += value_of(a, i) != NULL;
	code = add_number(b, n, 4);
	for (unsigned i = 0; i < a->nproperties && code == 0; i++)
		if (value_of(a, i))
			code = add_property(b, a->names[i], value_of(a, i));
	return code;
}

static int add_head(struct otfp_buf *b)
{
	static const unsigned char head[] = {OTFP_OTF2_CHUNK, OTFP_OTF2_LITTLE, 'O', 'T', 'F', '2', 0,
	                                     ANCHOR_FORMAT,   TRACE_FORMAT};

	return otfp_buf_add(b, head, sizeof head) < 0 || otfp_buf_add(b, version, sizeof version) < 0 ? -1 : 0;
}

static int add_body(struct otfp_buf *b, const struct otfp_otf2_anchor *a, const struct otfp_otf2_totals *t)
{
	if (add_number(b, t->event_chunk, 8) < 0 || add_number(b, t->definition_chunk, 8) < 0 ||
	    add_number(b, POSIX, 1) < 0 || add_number(b, NOT_COMPRESSED, 1) < 0 || add_number(b, t->locations, 8) < 0 ||
	    add_number(b, t->definitions, 8) < 0)
		return -1;
	return add_text(b, a->machine) < 0 || add_text(b, a->creator) < 0 || add_text(b, a->description) < 0 ||
	                       add_properties(b, a) < 0 ?
	               -1 :
	               0;
}

static int add_tail(struct otfp_buf *b, const struct otfp_otf2_totals *t)
{
	static const unsigned char marks[] = {OTFP_OTF2_END_OF_FILE, OTFP_OTF2_END_OF_BUFFER, OTFP_OTF2_END_OF_CHUNK};
	/* any number that other traces do not have; the same archive has the same one */
	const uint64_t id = otfp_hash_add(t->digest, otfp_hash_bytes(OTFP_HASH_INIT, b->p, b->n));

	return add_number(b, id, 8) < 0 || add_number(b, t->snapshots, 4) < 0 || add_number(b, 0, 4) < 0 ||
	                       otfp_buf_add(b, marks, sizeof marks) < 0 ?
	               -1 :
	               0;
}

/* ---- the file ---- */

static int check_properties(const char *path, const struct otfp_otf2_anchor *a, struct otfp_error *err)
{
	for (unsigned i = 0; i < a->nproperties; i++)
		if (!otfp_otf2_is_property(a->names[i]))
			return otfp_fail(err, OTFP_EFAIL, "%s: '%.60s' is no name of a property: it must be NAME::NAME",
			                 path, a->names[i]);
	return 0;
}

int otfp_otf2_write_anchor(struct otfp_files *files, const char *path, const struct otfp_otf2_anchor *a,
                           const struct otfp_otf2_totals *t, struct otfp_error *err)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct otfp_file_h *f = NULL;
	int code = check_properties(path, a, err), closed;

	if (code == 0 && (add_head(&b) < 0 || add_body(&b, a, t) < 0 || add_tail(&b, t) < 0))
		code = otfp_fail_memory(err);
	if (code == 0)
		code = otfp_file_create(&f, files, path, path, err);
	if (code == 0)
		code = otfp_file_append(f, b.p, b.n);
	closed = otfp_file_close(f);
	otfp_buf_release(&b);
	return code < 0 ? code : closed;
}
