#include "otf2/read/anchor.h"
#include "base/fd.h"
#include "otf2/bytes.h"
#include "otf2/types.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	MOST_BYTES = 64 << 20, /* of an anchor file: real ones have some hundred */
	NEWEST_ANCHOR =
		3,        /* format of anchor files that ends with a mark here; newer ones have more fields before it */
	NEWEST_TRACE = 2, /* format of traces */
	WITH_PROPERTIES =
		2, /* formats of anchor files that have them, and from which on they have numbers of snapshots */
	WITH_SNAPSHOTS = 3,
	POSIX = 1, /* file substrates */
	SION = 2,
	NONE = 3,
	PLAIN = 1, /* compressions */
	ZLIB = 2
};

/* ---- the file ---- */

static int read_bytes(unsigned char **bytes, size_t *n, int fd, const char *path, struct otfp_error *err)
{
	struct stat st;
	ssize_t got;

	if (fstat(fd, &st) < 0)
		return otfp_fail_errno(err, "%s: cannot be read", path);
	if (!S_ISREG(st.st_mode))
		return otfp_fail_at(err, OTFP_EDAMAGE, OTFP_FLAW_NONE, path, 0, "is not a regular file");
	if (st.st_size > MOST_BYTES)
		return otfp_fail_at(err, OTFP_EDAMAGE, OTFP_FLAW_NONE, path, 0, "is too large for an anchor file");
	*bytes = malloc((size_t)st.st_size + OTFP_OTF2_SLACK);
	if (!*bytes)
		return otfp_fail_memory(err);
	got = otfp_fd_read_at(fd, *bytes, (size_t)st.st_size, 0);
	if (got < 0)
		return otfp_fail_errno(err, "%s: cannot be read", path);
	memset(*bytes + got, 0, OTFP_OTF2_SLACK);
	*n = (size_t)got;
	return 0;
}

static int read_file(unsigned char **bytes, size_t *n, const char *path, struct otfp_error *err)
{
	int fd = otfp_fd_open(path, O_RDONLY | O_NONBLOCK, otfp_go_on), code; /* a FIFO would wait */

	if (fd < 0)
		return otfp_fail_errno(err, "%s: cannot be opened", path);
	code = read_bytes(bytes, n, fd, path, err);
	if (otfp_fd_close(fd) < 0) { /* nothing was written, so nothing is lost */
	}
	return code;
}

/* ---- its fields ---- */

struct reading {
	struct otfp_otf2_anchor_file *a;
	struct otfp_otf2_bytes b;
	const char *path;
	struct otfp_error *err;
};

static int refuse(const struct reading *r, enum otfp_flaw flaw, const char *what)
{
	return otfp_fail_at(r->err, OTFP_EDAMAGE, flaw, r->path, 0, "%s", what);
}

static const char *text(struct reading *r)
{
	size_t n;

	return otfp_otf2_get_text(&r->b, &n);
}

/* Byte order and name. */
static int take_magic(struct reading *r)
{
	struct otfp_otf2_bytes *b = &r->b;

	if (otfp_otf2_get_u8(b) != OTFP_OTF2_CHUNK ||
	    (b->p < b->end && *b->p != OTFP_OTF2_LITTLE && *b->p != OTFP_OTF2_BIG))
		return refuse(r, OTFP_FLAW_FORMAT, "is not the anchor file of an OTF2 archive");
	b->is_big = otfp_otf2_get_u8(b) == OTFP_OTF2_BIG;
	if (strcmp(text(r), "OTF2") != 0 || b->flaw)
		return refuse(r, OTFP_FLAW_FORMAT, "is not the anchor file of an OTF2 archive");
	return 0;
}

/* @param format  set to that of the anchor file */
static int take_version(struct reading *r, unsigned *format)
{
	struct otfp_otf2_anchor *anchor = &r->a->anchor;
	unsigned trace;

	*format = (unsigned)otfp_otf2_get_u8(&r->b);
	trace = (unsigned)otfp_otf2_get_u8(&r->b);
	for (int i = 0; i < 3; i++)
		anchor->version[i] = (uint8_t)otfp_otf2_get_u8(&r->b);
	if (!r->b.flaw && *format == 0)
		return refuse(r, OTFP_FLAW_CUT, "is not complete: its writer did not close it");
	if (trace <= NEWEST_TRACE)
		return 0;
	return otfp_fail_at(r->err, OTFP_EDAMAGE, OTFP_FLAW_NONE, r->path, 0,
	                    "is of OTF2 %d.%d.%d: its trace format %u is newer than those that otfpipe reads",
	                    anchor->version[0], anchor->version[1], anchor->version[2], trace);
}

static int take_storage(struct reading *r)
{
	unsigned substrate, compression;

	r->a->event_chunk = otfp_otf2_get(&r->b, 8);
	r->a->definition_chunk = otfp_otf2_get(&r->b, 8);
	substrate = (unsigned)otfp_otf2_get_u8(&r->b);
	compression = (unsigned)otfp_otf2_get_u8(&r->b);
	if (r->b.flaw)
		return 0;
	if (substrate == SION)
		return refuse(r, OTFP_FLAW_NONE, "is in files of SIONlib, which otfpipe does not read");
	if (substrate == NONE)
		return refuse(r, OTFP_FLAW_NONE, "has no files: its writer was told to write none");
	if (compression == ZLIB)
		return refuse(r, OTFP_FLAW_NONE, "is compressed, which needs OTF2 2.x built with zlib");
	if (substrate != POSIX || compression != PLAIN)
		return refuse(r, OTFP_FLAW_NONE, "has files of an unknown kind");
	if (r->a->event_chunk < OTFP_OTF2_MIN_CHUNK || r->a->event_chunk > OTFP_OTF2_MAX_CHUNK ||
	    r->a->definition_chunk < OTFP_OTF2_MIN_CHUNK || r->a->definition_chunk > OTFP_OTF2_MAX_CHUNK)
		return refuse(r, OTFP_FLAW_NONE, "its size of chunks is not one of OTF2");
	return 0;
}

/* Each has at least the two bytes that end its texts: a damaged number costs no memory. */
static int take_properties(struct reading *r)
{
	const uint64_t n = otfp_otf2_get(&r->b, 4);

	if (n > (uint64_t)(r->b.end - r->b.p) / 2)
		return refuse(r, OTFP_FLAW_CUT, "ends inside its properties");
	r->a->properties = calloc(2 * n + 1, sizeof *r->a->properties);
	if (!r->a->properties)
		return otfp_fail_memory(r->err);
	for (uint64_t i = 0; i < n; i++) {
		r->a->properties[i] = text(r);
		r->a->properties[n + i] = text(r);
		if (!r->b.flaw && !otfp_otf2_is_property(r->a->properties[i]))
			return refuse(r, OTFP_FLAW_NONE, "has a property whose name is not NAME::NAME");
	}
	r->a->anchor.nproperties = (unsigned)n;
	r->a->anchor.names = r->a->properties;
	r->a->anchor.values = r->a->properties + n;
	r->a->anchor.trace_id = otfp_otf2_get(&r->b, 8);
	return 0;
}

/* Whether the end marks come next, or, after fields that are not known, last. */
static int has_end(const struct reading *r, unsigned format)
{
	static const unsigned char end[] = {OTFP_OTF2_END_OF_FILE, OTFP_OTF2_END_OF_BUFFER, OTFP_OTF2_END_OF_CHUNK};
	const size_t left = (size_t)(r->b.end - r->b.p);

	return left >= sizeof end && (left == sizeof end || format > NEWEST_ANCHOR) &&
	       memcmp(r->b.end - sizeof end, end, sizeof end) == 0;
}

static int take_rest(struct reading *r, unsigned format)
{
	struct otfp_otf2_anchor *anchor = &r->a->anchor;
	int code = 0;

	r->a->nlocations = otfp_otf2_get(&r->b, 8);
	r->a->ndefinitions = otfp_otf2_get(&r->b, 8);
	anchor->machine = text(r);
	anchor->creator = text(r);
	anchor->description = text(r);
	if (format >= WITH_PROPERTIES)
		code = take_properties(r);
	if (code == 0 && format >= WITH_SNAPSHOTS) {
		anchor->nsnapshots = otfp_otf2_get(&r->b, 4);
		anchor->nthumbnails = otfp_otf2_get(&r->b, 4);
	}
	r->a->has_end = has_end(r, format);
	if (code == 0 && format == NEWEST_ANCHOR && otfp_otf2_get_u8(&r->b) != OTFP_OTF2_END_OF_FILE && !r->b.flaw)
		code = refuse(r, OTFP_FLAW_NONE, "has no end mark where its fields end");
	return code;
}

static int take_fields(struct reading *r)
{
	unsigned format;
	int code = take_magic(r);

	if (code == 0)
		code = take_version(r, &format);
	if (code == 0)
		code = take_storage(r);
	if (code == 0)
		code = take_rest(r, format);
	return code == 0 && r->b.flaw ? refuse(r, OTFP_FLAW_CUT, "ends early") : code;
}

int otfp_otf2_anchor_read(struct otfp_otf2_anchor_file *a, const char *path, struct otfp_error *err)
{
	struct reading r = {.a = a, .path = path, .err = err};
	size_t n = 0;
	int code = read_file(&a->bytes, &n, path, err);

	if (code < 0)
		return code;
	r.b = (struct otfp_otf2_bytes){.p = a->bytes, .end = a->bytes + n};
	return take_fields(&r);
}

void otfp_otf2_anchor_release(struct otfp_otf2_anchor_file *a)
{
	free(a->bytes);
	free(a->properties);
	*a = (struct otfp_otf2_anchor_file){0};
}
