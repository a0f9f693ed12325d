/* file.c - the bytes of one file, compressed if its name ends in ".z". */
#include "api/otf/file.h"
#include "api/otf/error.h"
#include "io/there.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEVEL = OTF_FILECOMPRESSION_COMPRESSED, IN_ROOM = 64 << 10, ZBUFFER_LEAST = 32 };

static const uint64_t unknown = (uint64_t)-1;

/* ---- open and close ---- */

static void give_back(OTF_File *f)
{
	otfp_file_close(f->on_disk);
	if (f->unpack)
		f->unpack->ops->release(f->unpack);
	otfp_buf_release(&f->in);
	f->on_disk = NULL;
	f->unpack = NULL;
}

static int is_packed(const char *name)
{
	size_t n = strlen(name);

	return n > 2 && strcmp(name + n - 2, ".z") == 0;
}

static int open_to_write(OTF_File *f, const char *name, OTF_FileCompression level)
{
	OTF_FileManager *m = f->manager;
	int code = otfp_file_rewrite(&f->on_disk, m->files, name, &m->err);

	f->level = is_packed(name) ? (int)level : 0;
	if (code == 0 && f->level && !m->packer)
		code = otfp_packer_new(&m->packer, NULL, &m->err);
	if (code == 0 && f->level)
		code = otfp_packer_start(f->on_disk, f->level);
	return code;
}

static int open_name(OTF_File *f, const char *name)
{
	OTF_FileManager *m = f->manager;
	int code = otfp_file_open(&f->on_disk, m->files, name, &m->err);

	return code == 0 && is_packed(name) ? otfp_unpack_zlib.init(&f->unpack, name, &m->err) : code;
}

/* A file that is not there may be there in its compressed form. */
static int open_to_read(OTF_File *f, const char *name)
{
	OTF_FileManager *m = f->manager;
	struct otfp_error ignored;
	char *packed;
	int code = otfp_file_is_there(name, NULL, &m->err);

	if (code)
		return code < 0 ? code : open_name(f, name);
	if (asprintf(&packed, "%s.z", name) < 0)
		return otfp_fail_memory(&m->err);
	code = open_name(f, otfp_file_is_there(packed, NULL, &ignored) > 0 ? packed : name);
	free(packed);
	return code;
}

static OTF_File *refuse_open(const char *what)
{
	otf_misuse("OTF_File_open", what);
	return NULL;
}

static OTF_File *new_file(void)
{
	OTF_File *f = calloc(1, sizeof *f);
	struct otfp_error err;

	if (f)
		return f;
	otfp_fail_memory(&err);
	otf_fail(&err);
	return NULL;
}

OTF_File *OTF_File_open_zlevel(const char *filename, OTF_FileManager *manager, OTF_FileMode mode,
                               OTF_FileCompression compression)
{
	OTF_File *f;
	int code;

	if (!filename || !manager || mode == OTF_FILEMODE_NOTHING)
		return refuse_open("no file name, no file manager or no mode");
	if (compression > 9)
		return refuse_open("the level of compression is above 9");
	f = new_file();
	if (!f)
		return NULL;
	f->manager = otf_manager_hold(manager);
	f->mode = mode == OTF_FILEMODE_WRITE ? OTF_FILEMODE_WRITE : OTF_FILEMODE_READ;
	code = mode == OTF_FILEMODE_WRITE ? open_to_write(f, filename, compression ? compression : LEVEL) :
	                                    open_to_read(f, filename);
	if (code == 0)
		return f;
	otf_fail(&manager->err);
	give_back(f);
	otf_manager_drop(manager);
	free(f);
	return NULL;
}

OTF_File *OTF_File_open(const char *filename, OTF_FileManager *manager, OTF_FileMode mode)
{
	return OTF_File_open_zlevel(filename, manager, mode, 0);
}

OTF_File *OTF_File_open_with_external_buffer(uint32_t len, const char *buffer, uint8_t is_compressed, OTF_FileMode mode)
{
	struct otfp_error err;
	OTF_File *f;

	if (!buffer || mode != OTF_FILEMODE_READ)
		return refuse_open("no memory, or another mode than OTF_FILEMODE_READ");
	f = new_file();
	if (!f)
		return NULL;
	f->mode = mode;
	f->memory = buffer;
	f->size = len;
	if (!is_compressed || otfp_unpack_zlib.init(&f->unpack, "memory", &err) == 0)
		return f;
	otf_fail(&err);
	free(f);
	return NULL;
}

static int has(const OTF_File *f, const char *who)
{
	if (!f)
		otf_misuse(who, "no file");
	return f != NULL;
}

/* As in version 1.12.5, a compressed file without any block has an empty one. */
static int end_packed(OTF_File *f)
{
	static const char empty[] = {0, 0, 0, (char)0xff, (char)0xff};

	return f->level && !f->used ? otfp_file_append(f->on_disk, empty, sizeof empty) : 0;
}

static int close_disk(OTF_File *f)
{
	int code = f->failed ? -1 : end_packed(f), closed;

	closed = otfp_file_close(f->on_disk);
	f->on_disk = NULL;
	if (code == 0)
		code = closed;
	if (code < 0)
		otf_fail(&f->manager->err);
	return code;
}

int OTF_File_close(OTF_File *file)
{
	int code;

	if (!has(file, "OTF_File_close"))
		return 0;
	code = file->on_disk ? close_disk(file) : 0;
	give_back(file);
	otf_manager_drop(file->manager);
	free(file);
	return code == 0;
}

void OTF_File_init(OTF_File *o)
{
	(void)o;
}

void OTF_File_finalize(OTF_File *o)
{
	if (has(o, "OTF_File_finalize"))
		give_back(o);
}

/* ---- write ---- */

static int put(OTF_File *f, const void *p, size_t n, int level)
{
	int code = level ? otfp_packer_put(f->manager->packer, f->on_disk, level, p, n) :
	                   otfp_file_append(f->on_disk, p, n);

	f->failed = code < 0;
	f->used = 1;
	return code;
}

int otf_file_append(void *file, const void *p, size_t n)
{
	OTF_File *f = file;

	return put(f, p, n, f->level);
}

static size_t write_all(OTF_File *f, const void *p, size_t n, int level)
{
	if (!has(f, "OTF_File_write"))
		return 0;
	if (f->mode != OTF_FILEMODE_WRITE || !f->on_disk || f->failed || !p) {
		otf_misuse("OTF_File_write", "the file is not open to write, an earlier write failed, or no bytes");
		return 0;
	}
	if (put(f, p, n, level) == 0)
		return n;
	otf_fail(&f->manager->err);
	return 0;
}

size_t OTF_File_write(OTF_File *file, const void *ptr, size_t size)
{
	return write_all(file, ptr, size, file ? file->level : 0);
}

size_t OTF_File_write_internal(OTF_File *file, const void *src, size_t length)
{
	return write_all(file, src, length, 0);
}

/* ---- read ---- */

/* Read bytes as they are stored. @return their number, or <0 with the message set */
static ssize_t read_stored(OTF_File *f, void *to, size_t n)
{
	ssize_t got;

	if (f->memory) {
		got = (ssize_t)(f->size - f->at < n ? f->size - f->at : n);
		memcpy(to, f->memory + f->at, (size_t)got);
	} else {
		got = otfp_file_read(f->on_disk, to, n, f->at);
		if (got < 0)
			otf_fail(&f->manager->err);
	}
	f->at += got > 0 ? (uint64_t)got : 0;
	f->used = 1;
	return got;
}

/* Have compressed bytes. @return 1, 0 at the end, or <0 */
static ssize_t need_input(OTF_File *f)
{
	ssize_t got;

	if (f->in_at < f->in.n)
		return 1;
	f->in_at = f->in.n = 0;
	if (otfp_buf_reserve(&f->in, IN_ROOM) < 0)
		return otf_misuse("OTF_File_read", "out of memory"), -1;
	got = read_stored(f, f->in.p, IN_ROOM);
	f->in.n = got > 0 ? (size_t)got : 0;
	return got;
}

static size_t inflate_some(OTF_File *f, char *to, size_t n)
{
	struct otfp_unpack_io io = {.out = (unsigned char *)to, .out_end = (unsigned char *)to + n};
	int code = 0;

	while (io.out < io.out_end && code == 0) {
		const unsigned char *from = io.out;
		ssize_t more = need_input(f);
		io.in = (const unsigned char *)f->in.p + f->in_at;
		io.in_end = (const unsigned char *)f->in.p + f->in.n;
		if (more >= 0)
			code = f->unpack->ops->step(f->unpack, &io);
		f->in_at = f->in.n - (size_t)(io.in_end - io.in);
		if (more <= 0 && io.out == from)
			break;
	}
	if (code == OTFP_EDAMAGE)
		otf_misuse("OTF_File_read", f->unpack->why);
	return (size_t)(io.out - (unsigned char *)to);
}

static int may_read(const OTF_File *f, const void *to, const char *who)
{
	if (!has(f, who))
		return 0;
	if (f->mode != OTF_FILEMODE_WRITE && (f->on_disk || f->memory) && to)
		return 1;
	otf_misuse(who, "the file is not open to read, or no place for the bytes");
	return 0;
}

size_t OTF_File_read_internal(OTF_File *file, void *dest, size_t length)
{
	ssize_t got = may_read(file, dest, "OTF_File_read") ? read_stored(file, dest, length) : 0;

	return got > 0 ? (size_t)got : 0;
}

size_t OTF_File_read(OTF_File *file, void *ptr, size_t size)
{
	if (!may_read(file, ptr, "OTF_File_read"))
		return 0;
	return file->unpack ? inflate_some(file, ptr, size) : OTF_File_read_internal(file, ptr, size);
}

/* ---- places ---- */

/* Move to the bytes after the next 00 00 ff ff. @return 0, or -1 if there is none */
static int find_flush(OTF_File *f)
{
	static const char mark[4] = {0, 0, (char)0xff, (char)0xff};
	const char *found = NULL;

	f->in_at = f->in.n = 0;
	while (!found && need_input(f) > 0) {
		found = memmem(f->in.p + f->in_at, f->in.n - f->in_at, mark, sizeof mark);
		if (!found && f->in.n >= sizeof mark)
			f->at -= sizeof mark - 1; /* it may be cut in two */
		f->in_at = found ? (size_t)(found - f->in.p) + sizeof mark : f->in.n;
		if (!found && f->in.n <= sizeof mark)
			break;
	}
	return found ? f->unpack->ops->restart(f->unpack) : -1;
}

/* Start again at the beginning of the file, with its header. */
static int inflate_again(OTF_File *f)
{
	f->in_at = f->in.n = 0;
	f->unpack->ops->release(f->unpack);
	f->unpack = NULL;
	return otfp_unpack_zlib.init(&f->unpack, otfp_file_path(f->on_disk), &f->manager->err);
}

int OTF_File_seek(OTF_File *file, uint64_t pos)
{
	if (!may_read(file, file, "OTF_File_seek"))
		return -1;
	if (file->memory)
		return otf_misuse("OTF_File_seek", "not in memory"), -1;
	file->at = pos;
	if (!file->unpack)
		return 0;
	return pos ? find_flush(file) : inflate_again(file);
}

uint64_t OTF_File_tell(OTF_File *file)
{
	if (!has(file, "OTF_File_tell") || !file->on_disk)
		return unknown;
	return file->mode == OTF_FILEMODE_WRITE ? otfp_file_size(file->on_disk) : file->at - (file->in.n - file->in_at);
}

uint64_t OTF_File_size(OTF_File *file)
{
	return has(file, "OTF_File_size") && file->on_disk ? otfp_file_size(file->on_disk) : unknown;
}

OTF_FileStatus OTF_File_status(OTF_File *file)
{
	if (!has(file, "OTF_File_status") || !file->on_disk)
		return OTF_FILESTATUS_UNKNOWN;
	if (!file->used)
		return OTF_FILESTATUS_CLOSED;
	return otfp_file_touch(file->on_disk) ? OTF_FILESTATUS_ACTIVE : OTF_FILESTATUS_SUSPENDED;
}

void OTF_File_suspend(OTF_File *file)
{
	if (has(file, "OTF_File_suspend") && file->on_disk)
		otfp_file_suspend(file->on_disk);
}

int OTF_File_revive(OTF_File *file, OTF_FileMode mode)
{
	return has(file, "OTF_File_revive") && file->on_disk &&
	       (mode == OTF_FILEMODE_WRITE) == (file->mode == OTF_FILEMODE_WRITE);
}

void OTF_File_setZBufferSize(OTF_File *file, uint32_t size)
{
	if (has(file, "OTF_File_setZBufferSize") && size < ZBUFFER_LEAST)
		otf_misuse("OTF_File_setZBufferSize", "fewer than 32 bytes");
}

/* ---- names ---- */

int OTF_File_rename(const char *from, const char *to)
{
	return rename(from, to);
}

int OTF_File_access(const char *filename, int mode)
{
	return access(filename, mode);
}

int OTF_File_remove(const char *filename)
{
	return unlink(filename);
}

int OTF_File_clean(const char *filename)
{
	(void)filename;
	return 0;
}
