/* files.c - the descriptor budget: a ring of open files, least recently used last. See files.h. */
#include "io/files.h"
#include "base/assert.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define FD_SPARE 16        /* descriptors left for others under RLIMIT_NOFILE */
#define FD_LEAST 4         /* used at least, even under a very low limit */
#define FD_MOST (1u << 20) /* used at most, if the limit is "unlimited" */

struct ring {
	struct ring *prev, *next;
};

struct otfp_files {
	pthread_mutex_t lock; /* protects the ring, and opening and closing */
	struct ring ring;     /* open files; the most recently used at next */
	unsigned max, open;
	otfp_stop_fn *stop;
};

struct otfp_file_h {
	struct ring ring; /* first member, so that a ring entry is its file; linked only while fd >= 0 */
	struct otfp_files *fs;
	struct otfp_error *err;
	char *path, *shown; /* shown: the name in messages, often the same pointer */
	struct stat st;     /* on first opening, to notice that another file has the name */
	uint64_t size;
	int fd;    /* -1: currently closed */
	int busy;  /* its thread reads or writes; other threads must not close it */
	int flags; /* O_RDONLY, or O_WRONLY|O_APPEND */
	int lost;  /* errno of a failed close by the budget; reported at the next append or close */
};

/* ---- the budget ---- */

static unsigned allowed_descriptors(void)
{
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim) < 0 || lim.rlim_cur < FD_SPARE + FD_LEAST)
		return FD_LEAST;
	return lim.rlim_cur > FD_MOST ? FD_MOST : (unsigned)lim.rlim_cur - FD_SPARE;
}

unsigned otfp_files_budget(unsigned max, unsigned n)
{
	unsigned share;

	OTFP_ASSERT(n > 0);
	share = (max ? max : allowed_descriptors()) / n;
	return share ? share : 1;
}

int otfp_files_new(struct otfp_files **fs, unsigned max, struct otfp_error *err)
{
	struct otfp_files *n = calloc(1, sizeof(*n));

	*fs = n;
	if (!n)
		return otfp_fail_memory(err);
	pthread_mutex_init(&n->lock, NULL);
	n->ring.prev = n->ring.next = &n->ring;
	n->max = otfp_files_budget(max, 1);
	return 0;
}

void otfp_files_stop(struct otfp_files *fs, otfp_stop_fn *stop)
{
	fs->stop = stop;
}

otfp_stop_fn *otfp_files_stopper(const struct otfp_files *fs)
{
	return fs->stop;
}

void otfp_files_free(struct otfp_files *fs)
{
	OTFP_ASSERT(!fs || (!fs->open && fs->ring.next == &fs->ring));
	if (fs)
		pthread_mutex_destroy(&fs->lock);
	free(fs);
}

static void ring_push(struct otfp_file_h *f)
{
	struct ring *head = &f->fs->ring;

	f->ring.prev = head;
	f->ring.next = head->next;
	head->next->prev = &f->ring;
	head->next = &f->ring;
}

static void ring_drop(struct otfp_file_h *f)
{
	f->ring.prev->next = f->ring.next;
	f->ring.next->prev = f->ring.prev;
}

/* Linux frees the descriptor even if close fails, so there is no second try. */
static void shut(struct otfp_file_h *f)
{
	if (f->fd < 0)
		return;
	OTFP_ASSERT(f->fs->open > 0 && !f->busy);
	ring_drop(f);
	f->fs->open--;
	if (otfp_fd_close(f->fd) < 0 && !f->lost)
		f->lost = errno;
	f->fd = -1;
}

/* Close the least recently used file. @return 0 if there is none to close */
static int evict(struct otfp_files *fs)
{
	for (struct ring *r = fs->ring.prev; r != &fs->ring; r = r->prev)
		if (!((struct otfp_file_h *)r)->busy) {
			shut((struct otfp_file_h *)r);
			return 1;
		}
	return 0;
}

void otfp_files_limit(struct otfp_files *fs, unsigned max)
{
	pthread_mutex_lock(&fs->lock);
	fs->max = otfp_files_budget(max, 1);
	while (fs->open > fs->max && evict(fs))
		;
	pthread_mutex_unlock(&fs->lock);
}

unsigned otfp_files_count(const struct otfp_files *fs)
{
	return fs->open;
}

/* Others use descriptors too, so the system can run out of them before the budget does. */
static int open_within(struct otfp_files *fs, const char *path, int flags)
{
	int fd;

	while (fs->open >= fs->max && evict(fs))
		;
	while ((fd = otfp_fd_open(path, flags, otfp_go_on)) < 0) {
		int e = errno;

		if ((e != EMFILE && e != ENFILE) || !evict(fs)) {
			errno = e;
			return -1;
		}
	}
	return fd;
}

static void adopt(struct otfp_file_h *f, int fd)
{
	OTFP_ASSERT(f->fd < 0);
	f->fd = fd;
	f->fs->open++;
	ring_push(f);
}

/* ---- opening ---- */

/*
 * Whether `now`, the file with the name of f, is still f. The same inode decides. Some network file systems renumber
 * inodes; then size and time decide.
 */
static int same_file(const struct otfp_file_h *f, const struct stat *now)
{
	if (now->st_dev == f->st.st_dev && now->st_ino == f->st.st_ino)
		return 1;
	if ((uint64_t)now->st_size != f->size)
		return 0;
	return f->flags != O_RDONLY ||
	       (now->st_mtim.tv_sec == f->st.st_mtim.tv_sec && now->st_mtim.tv_nsec == f->st.st_mtim.tv_nsec);
}

/* Open f if needed and make it the most recently used. Needs the lock. @return 0 or <0 with err set */
static int make_open(struct otfp_file_h *f)
{
	struct stat now;

	if (f->fd >= 0) {
		ring_drop(f);
		ring_push(f);
		return 0;
	}
	int fd = open_within(f->fs, f->path, f->flags);

	if (fd < 0)
		return otfp_fail_errno(f->err, "%s", f->shown);
	adopt(f, fd);
	if (fstat(fd, &now) < 0) {
		int r = otfp_fail_errno(f->err, "%s", f->shown);

		shut(f);
		return r;
	}
	if (!same_file(f, &now)) {
		shut(f);
		return otfp_fail(f->err, OTFP_EFAIL, "%s: was replaced by another file while in use", f->shown);
	}
	return 0;
}

/* Open f and keep it open until end_use. @return 0 or <0 with err set */
static int begin_use(struct otfp_file_h *f)
{
	int r;

	pthread_mutex_lock(&f->fs->lock);
	OTFP_ASSERT(!f->busy);
	r = make_open(f);
	f->busy = r == 0;
	pthread_mutex_unlock(&f->fs->lock);
	return r;
}

static void end_use(struct otfp_file_h *f)
{
	pthread_mutex_lock(&f->fs->lock);
	OTFP_ASSERT(f->busy);
	f->busy = 0;
	pthread_mutex_unlock(&f->fs->lock);
}

static void drop_handle(struct otfp_file_h *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->fs->lock);
	shut(f);
	pthread_mutex_unlock(&f->fs->lock);
	if (f->shown != f->path)
		free(f->shown);
	free(f->path);
	free(f);
}

static struct otfp_file_h *make_handle(struct otfp_files *fs, const char *path, const char *shown,
                                       struct otfp_error *err)
{
	struct otfp_file_h *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->fs = fs;
	f->err = err;
	f->fd = -1;
	f->path = strdup(path);
	f->shown = shown == path ? f->path : strdup(shown);
	if (f->path && f->shown)
		return f;
	drop_handle(f);
	return NULL;
}

/* Open for the first time, unless it is open as fd, and note the identity of the file. @return 0, or -1 with errno */
static int open_first(struct otfp_file_h *f, int fd, int more_flags)
{
	pthread_mutex_lock(&f->fs->lock);
	if (fd < 0)
		fd = open_within(f->fs, f->path, f->flags | more_flags);
	if (fd >= 0)
		adopt(f, fd);
	pthread_mutex_unlock(&f->fs->lock);
	if (fd < 0)
		return -1;
	if (fstat(fd, &f->st) < 0)
		return -1;
	if (S_ISDIR(f->st.st_mode)) {
		errno = EISDIR;
		return -1;
	}
	f->size = (uint64_t)f->st.st_size;
	return 0;
}

/* f is freed. @return <0, with errno as it was */
static int fail_first(struct otfp_file_h *f, struct otfp_error *err)
{
	int e = errno, r = otfp_fail_errno(err, "%s", f->shown);

	drop_handle(f);
	errno = e;
	return r;
}

static int new_file(struct otfp_file_h **out, struct otfp_file_h *f, int flags, int more_flags, struct otfp_error *err)
{
	*out = NULL;
	if (!f)
		return otfp_fail_memory(err);
	f->flags = flags;
	if (open_first(f, -1, more_flags) < 0)
		return fail_first(f, err);
	*out = f;
	return 0;
}

int otfp_file_adopt(struct otfp_file_h **out, struct otfp_files *fs, const char *path, int fd, struct otfp_error *err)
{
	struct otfp_file_h *f = make_handle(fs, path, path, err);

	*out = NULL;
	if (!f) {
		close(fd);
		return otfp_fail_memory(err);
	}
	if (open_first(f, fd, 0) < 0)
		return fail_first(f, err);
	*out = f;
	return 0;
}

int otfp_file_open(struct otfp_file_h **f, struct otfp_files *fs, const char *path, struct otfp_error *err)
{
	return new_file(f, make_handle(fs, path, path, err), O_RDONLY, 0, err);
}

int otfp_file_create(struct otfp_file_h **f, struct otfp_files *fs, const char *path, const char *shown,
                     struct otfp_error *err)
{
	return new_file(f, make_handle(fs, path, shown, err), O_WRONLY | O_APPEND, O_CREAT | O_EXCL, err);
}

int otfp_file_rewrite(struct otfp_file_h **f, struct otfp_files *fs, const char *path, struct otfp_error *err)
{
	return new_file(f, make_handle(fs, path, path, err), O_WRONLY | O_APPEND, O_CREAT | O_TRUNC, err);
}

/* ---- use ---- */

int otfp_file_touch(struct otfp_file_h *f)
{
	int is_open;

	pthread_mutex_lock(&f->fs->lock);
	is_open = f->fd >= 0;
	if (is_open) {
		ring_drop(f);
		ring_push(f);
	}
	pthread_mutex_unlock(&f->fs->lock);
	return is_open;
}

void otfp_file_suspend(struct otfp_file_h *f)
{
	pthread_mutex_lock(&f->fs->lock);
	shut(f);
	pthread_mutex_unlock(&f->fs->lock);
}

ssize_t otfp_file_read(struct otfp_file_h *f, void *p, size_t n, uint64_t at)
{
	int r = begin_use(f);
	ssize_t got;

	if (r < 0)
		return r;
	got = otfp_fd_read_at(f->fd, p, n, at);
	if (got < 0)
		r = otfp_fail_errno(f->err, "%s", f->shown);
	end_use(f);
	return got < 0 ? r : got;
}

/* A close that failed earlier lost data of this file: report it now. */
static int report_lost(struct otfp_file_h *f)
{
	if (!f->lost)
		return 0;
	errno = f->lost;
	return otfp_fail_errno(f->err, "%s", f->shown);
}

int otfp_file_append(struct otfp_file_h *f, const void *p, size_t n)
{
	int r = report_lost(f);
	size_t done;

	OTFP_ASSERT(f->flags != O_RDONLY);
	if (r == 0)
		r = begin_use(f);
	if (r < 0)
		return r;
	done = otfp_fd_write(f->fd, p, n, otfp_go_on);
	if (done < n)
		r = otfp_fail_errno(f->err, "%s", f->shown);
	f->size += done;
	end_use(f);
	return r;
}

/* Not with the descriptor of f: with O_APPEND, Linux appends wherever pwrite is told to write. */
int otfp_file_overwrite(struct otfp_file_h *f, const void *p, size_t n, uint64_t at)
{
	const int fd = otfp_fd_open(f->path, O_WRONLY, otfp_go_on);
	int code = fd < 0 || otfp_fd_write_at(fd, p, n, at) < 0 ? otfp_fail_errno(f->err, "%s", f->shown) : 0;

	OTFP_ASSERT(at + n <= f->size);
	if (fd >= 0 && otfp_fd_close(fd) < 0 && code == 0)
		code = otfp_fail_errno(f->err, "%s", f->shown);
	return code;
}

static int force(int fd, enum otfp_file_force how)
{
	if (how == OTFP_FORCE_WHOLLY)
		return otfp_fd_sync(fd);
	if (how == OTFP_FORCE_END)
		return otfp_fd_end_writing(fd);
	otfp_fd_start_writing(fd);
	return 0;
}

int otfp_file_sync(struct otfp_file_h *f, enum otfp_file_force how)
{
	int r = report_lost(f);

	if (r == 0)
		r = begin_use(f);
	if (r < 0)
		return r;
	if (force(f->fd, how) < 0)
		r = otfp_fail_errno(f->err, "%s", f->shown);
	end_use(f);
	return r;
}

uint64_t otfp_file_size(const struct otfp_file_h *f)
{
	return f->size;
}

const char *otfp_file_path(const struct otfp_file_h *f)
{
	return f->path;
}

int otfp_file_close(struct otfp_file_h *f)
{
	int r = 0;

	if (!f)
		return 0;
	pthread_mutex_lock(&f->fs->lock);
	shut(f);
	pthread_mutex_unlock(&f->fs->lock);
	if (f->flags != O_RDONLY)
		r = report_lost(f);
	drop_handle(f);
	return r;
}
