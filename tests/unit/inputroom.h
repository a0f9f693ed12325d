/* inputroom.h - a directory with a file to read, and what to write there: for the tests of the inputs. */
#ifndef INPUTROOM_H
#define INPUTROOM_H
#include "io/input.h"
#include "base/buf.h"

struct room {
	char dir[64], path[96];
	struct otfp_files *fs;
	struct otfp_pool *pool; /* of two threads */
	struct otfp_error err;
};

int setup_room(void **state);
int teardown_room(void **state);

void put_file(const char *path, const void *p, size_t n);
/* Lines of all lengths up to `longest`, from a fixed pseudo-random sequence. */
void make_lines(struct otfp_buf *b, size_t total, unsigned longest);
/* Pack p as blocks of `block` bytes each ended by a full flush; border[i] = bytes up to behind block i. */
void zlib_blocks(struct otfp_buf *z, const char *p, size_t n, size_t block, int finish, size_t *border);
#ifdef HAVE_ZSTD
/* Append p as one frame with a checksum. */
void zstd_frame(struct otfp_buf *z, const char *p, size_t n);
#endif

/* Read in to its end, checking that each window is whole lines; what is left then goes to out, too. */
int drain(struct otfp_input *in, struct otfp_buf *out);
/* The same with the room's file, into an emptied out: by this thread alone and with one that unpacks ahead, which must
 * make no difference. */
int read_all(struct room *t, enum otfp_packing packing, size_t block, struct otfp_buf *out);

void assert_same(const struct otfp_buf *a, const struct otfp_buf *b);
void assert_prefix(const struct otfp_buf *part, const struct otfp_buf *whole);
/* The room's error has that text and the path of its file. */
void assert_text(const struct room *t, const char *what);
#endif
