#include "parquet/read.h"
#include "base/fd.h"
#include "parquet/bytes.h"
#include "parquet/thrift.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { END = 8, FOOTER_MAX = 1 << 30, DEPTH = 16 };

static const char magic[] = "PAR1";

/* ---- thrift ---- */

/* Where a struct in the compact protocol is read. */
struct input {
	const uint8_t *p, *end;
	int is_bad;
};

static unsigned get_byte(struct input *in)
{
	if (in->p == in->end) {
		in->is_bad = 1;
		return 0;
	}
	return *in->p++;
}

static uint64_t get_varint(struct input *in)
{
	uint64_t v = 0;
	unsigned byte, shift = 0;

	do {
		byte = get_byte(in);
		v |= shift < 64 ? (uint64_t)(byte & 127) << shift : 0;
		shift += 7;
	} while (byte & 128 && !in->is_bad);
	return v;
}

static int64_t get_number(struct input *in)
{
	const uint64_t v = get_varint(in);

	return (int64_t)(v >> 1 ^ (0 - (v & 1)));
}

/* @return the bytes, NULL if they are not there */
static const char *get_binary(struct input *in, size_t *n)
{
	const uint64_t k = get_varint(in);
	const char *p = (const char *)in->p;

	if (in->is_bad || k > (uint64_t)(in->end - in->p)) {
		in->is_bad = 1;
		return NULL;
	}
	in->p += k;
	*n = (size_t)k;
	return p;
}

/* Read the head of a field. @param id  that of the field before. @return its type, 0 at the end of the struct */
static unsigned get_field(struct input *in, int *id)
{
	const unsigned head = get_byte(in);

	if (head >> 4)
		*id += (int)(head >> 4);
	else if (head & 15)
		*id = (int)get_number(in);
	return in->is_bad ? 0 : head & 15;
}

/* @return how many elements a list has; their type in *type */
static uint64_t get_list(struct input *in, unsigned *type)
{
	const unsigned head = get_byte(in);

	*type = head & 15;
	return head >> 4 == 15 ? get_varint(in) : head >> 4;
}

static void skip(struct input *in, unsigned type, unsigned depth);

static void skip_list(struct input *in, unsigned depth)
{
	unsigned type;

	for (uint64_t n = get_list(in, &type); n && !in->is_bad; n--)
		if (type == OTFP_THRIFT_TRUE || type == OTFP_THRIFT_FALSE)
			get_byte(in);
		else
			skip(in, type, depth);
}

static void skip_struct(struct input *in, unsigned depth)
{
	int id = 0;

	for (unsigned type; (type = get_field(in, &id)) != 0 && !in->is_bad;)
		skip(in, type, depth);
}

static void skip(struct input *in, unsigned type, unsigned depth)
{
	size_t n;

	if (depth == 0)
		in->is_bad = 1;
	else if (type == OTFP_THRIFT_STRUCT)
		skip_struct(in, depth - 1);
	else if (type == OTFP_THRIFT_LIST)
		skip_list(in, depth - 1);
	else if (type == OTFP_THRIFT_BINARY)
		get_binary(in, &n);
	else if (type == OTFP_THRIFT_BYTE)
		get_byte(in);
	else if (type >= OTFP_THRIFT_I16 && type <= OTFP_THRIFT_I64)
		get_varint(in);
	else if (type != OTFP_THRIFT_TRUE && type != OTFP_THRIFT_FALSE)
		in->is_bad = 1;
}

/* ---- the metadata ---- */

static void keep(struct otfp_parquet_facts *f, struct input *in)
{
	size_t n = 0;
	const char *p = get_binary(in, &n);

	if (p && (memchr(p, '\0', n) || otfp_buf_add(&f->pairs, p, n) < 0 || otfp_buf_add(&f->pairs, "", 1) < 0))
		in->is_bad = 1;
}

/* KeyValue: both are there in what we write */
static void get_pair(struct otfp_parquet_facts *f, struct input *in)
{
	int id = 0, has = 0;

	for (unsigned type; (type = get_field(in, &id)) != 0 && !in->is_bad;)
		if (type == OTFP_THRIFT_BINARY && id == ++has)
			keep(f, in);
		else
			in->is_bad = 1;
	in->is_bad |= has != 2;
}

static void get_pairs(struct otfp_parquet_facts *f, struct input *in)
{
	unsigned type;

	for (uint64_t n = get_list(in, &type); n && !in->is_bad; n--)
		if (type == OTFP_THRIFT_STRUCT)
			get_pair(f, in);
		else
			in->is_bad = 1;
}

/* FileMetaData: num_rows is 3, key_value_metadata 5 */
static int get_metadata(struct otfp_parquet_facts *f, struct input *in)
{
	int id = 0, has_rows = 0;

	for (unsigned type; (type = get_field(in, &id)) != 0 && !in->is_bad;)
		if (id == 3 && type == OTFP_THRIFT_I64) {
			f->rows = (uint64_t)get_number(in);
			has_rows = 1;
		} else if (id == 5 && type == OTFP_THRIFT_LIST)
			get_pairs(f, in);
		else
			skip(in, type, DEPTH);
	return in->is_bad || !has_rows ? -1 : 0;
}

/* ---- the file ---- */

static int fail(const char *path, const char *why, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EFAIL, "%s: is not a whole Parquet file: %s", path, why);
}

static int read_footer(struct otfp_parquet_facts *f, int fd, const char *path, uint64_t length, struct otfp_error *err)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct input in;
	int code = 0;

	if (otfp_buf_reserve(&b, length + 1) < 0)
		return otfp_fail_memory(err);
	if (otfp_fd_read_at(fd, b.p, length, f->bytes - END - length) != (ssize_t)length)
		code = otfp_fail_errno(err, "%s", path);
	in = (struct input){.p = (const uint8_t *)b.p, .end = (const uint8_t *)b.p + length};
	if (code == 0 && get_metadata(f, &in) < 0)
		code = fail(path, "its footer is damaged", err);
	otfp_buf_release(&b);
	return code;
}

static int read_end(struct otfp_parquet_facts *f, int fd, const char *path, struct otfp_error *err)
{
	uint8_t end[END] = {0};
	struct stat st;
	uint64_t length = 0;

	if (fstat(fd, &st) < 0)
		return otfp_fail_errno(err, "%s", path);
	f->bytes = (uint64_t)st.st_size;
	if (!S_ISREG(st.st_mode) || f->bytes < END + sizeof magic - 1)
		return fail(path, "it is too short", err);
	if (otfp_fd_read_at(fd, end, END, f->bytes - END) != END)
		return otfp_fail_errno(err, "%s", path);
	for (unsigned i = 4; i-- > 0;)
		length = length << 8 | end[i];
	if (memcmp(end + 4, magic, 4) != 0)
		return fail(path, "it does not end as one", err);
	if (length > FOOTER_MAX || length > f->bytes - END)
		return fail(path, "its footer is longer than the file", err);
	return read_footer(f, fd, path, length, err);
}

int otfp_parquet_read(struct otfp_parquet_facts *f, const char *path, struct otfp_error *err)
{
	const int fd = otfp_fd_open(path, O_RDONLY | O_NONBLOCK, otfp_go_on);
	int code;

	otfp_parquet_facts_release(f);
	if (fd < 0)
		return otfp_fail_errno(err, "%s", path);
	code = read_end(f, fd, path, err);
	close(fd);
	return code;
}

const char *otfp_parquet_value(const struct otfp_parquet_facts *f, const char *key)
{
	const char *p = f->pairs.p, *const end = p + f->pairs.n;

	while (p && p < end) {
		const char *const value = p + strlen(p) + 1;
		if (strcmp(p, key) == 0)
			return value;
		p = value + strlen(value) + 1;
	}
	return NULL;
}

void otfp_parquet_facts_release(struct otfp_parquet_facts *f)
{
	otfp_buf_release(&f->pairs);
	*f = (struct otfp_parquet_facts){0};
}
