/*
 * mutate.c - damages an OTF2 archive in one way after the other, and counts what its readers say to that.
 *
 *     mutate ARCHIVE.otf2 FROM TO     the damages of these numbers, each always the same for the same archive
 *
 * Each is read in a process of its own, twice: as frames and as records. It is a crash if that process ends by a signal
 * or a sanitizer's report; a hang after SECONDS; told if there is a message that the whole archive does not have; else
 * silent: without effect, in values, in kinds (another record of the same form), or elsewhere. Crashes, hangs, what is
 * silent elsewhere and cuts that are not told are printed and are failures.
 */
#include "otf2/archive.h"
#include "otfpipe-formats.h"
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_FILES = 64, SECONDS = 20, MOST_MIB = 64 };

struct file {
	char path[256]; /* below the room */
	unsigned char *p;
	size_t n;
};

struct seen {
	uint64_t told, content, kinds, form;
	long memory; /* at the start, KiB */
};

static struct file files[MOST_FILES];
static unsigned nfiles;
static char room[64], anchor[320];
static struct seen *seen; /* shared with the process that reads */

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static uint64_t mix(uint64_t sum, uint64_t v)
{
	return (sum ^ v) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

/* ---- files ---- */

static void write_file(const struct file *f, const unsigned char *p, size_t n)
{
	char path[400];
	FILE *out;

	snprintf(path, sizeof path, "%s/%s", room, f->path);
	out = fopen(path, "wb");
	if (!out || fwrite(p, 1, n, out) != n || fclose(out) != 0)
		die(path);
}

static void load(const char *dir, const char *name)
{
	struct file *f = &files[nfiles];
	struct stat st;
	char path[600];
	FILE *in;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || nfiles == MOST_FILES)
		return;
	f->n = (size_t)st.st_size;
	f->p = malloc(f->n + 1);
	in = fopen(path, "rb");
	if (!f->p || !in || fread(f->p, 1, f->n, in) != f->n)
		die(path);
	fclose(in);
	snprintf(f->path, sizeof f->path, "%s", name);
	write_file(f, f->p, f->n);
	nfiles++;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

/* The anchor file, the definitions, the markers, and the files of locations. */
static void load_all(const char *name)
{
	static const char *const extensions[] = {"otf2", "def", "marker"};
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name, *dot = strrchr(base, '.');
	const int stem = (int)(dot ? dot - base : 0);
	char dir[300], path[600], room_dir[400];
	struct dirent *e;
	DIR *d;

	snprintf(dir, sizeof dir, "%.*s", slash ? (int)(slash - name) : 1, slash ? name : ".");
	for (unsigned i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%.*s.%s", stem, base, extensions[i]);
		load(dir, path);
	}
	snprintf(anchor, sizeof anchor, "%s/%.*s.otf2", room, stem, base);
	snprintf(room_dir, sizeof room_dir, "%s/%.*s", room, stem, base);
	if (mkdir(room_dir, 0700) != 0)
		die(room_dir);
	snprintf(path, sizeof path, "%s/%.*s", dir, stem, base);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		snprintf(path, sizeof path, "%.*s/%s", stem, base, e->d_name);
		load(dir, path);
	}
	if (d)
		closedir(d);
	qsort(files, nfiles, sizeof *files, by_path);
}

/* ---- reading ---- */

static void hear(void *ctx, const struct otfp_error *e)
{
	(void)ctx;
	for (const char *p = e->text; *p; p++)
		seen->told = mix(seen->told, (unsigned char)*p);
}

static void note(int code, const struct otfp_error *e)
{
	if (code < 0)
		hear(NULL, e);
}

static void take_frames(const uint64_t *p, size_t words)
{
	for (size_t at = 0; at < words;) {
		const struct otfp_otf2_frame *f = (const void *)(p + at);
		if (!otfp_otf2_frame_is_sound(p + at, words - at))
			abort();
		seen->form = mix(seen->form, f->ntags);
		seen->kinds = mix(seen->kinds, f->row);
		for (size_t i = 0; i < f->words; i++)
			seen->content = mix(seen->content, p[at + i]);
		at += f->words;
	}
}

typedef int read_fn(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);

static void read_part(read_fn *read, struct otfp_otf2_reader *r, unsigned i, const struct otfp_error *err)
{
	const uint64_t *p;
	size_t words;
	int code;

	while ((code = read(r, i, &p, &words)) == 0 || code == OTFP_EDAMAGE) {
		if (code == 0)
			take_frames(p, words);
		note(code, err);
	}
	note(code, err);
}

static void read_locations(struct otfp_otf2_reader *r, const uint64_t *ids, const uint64_t *events, unsigned n,
                           const struct otfp_error *err)
{
	int code = otfp_otf2_reader_select(r, ids, events, n);

	note(code, err);
	for (unsigned i = 0; i < n && code == 0; i++) {
		read_part(otfp_otf2_reader_locals, r, i, err);
		read_part(otfp_otf2_reader_snaps, r, i, err);
		read_part(otfp_otf2_reader_events, r, i, err);
	}
}

static void take_anchor(const struct otfp_otf2_anchor *a)
{
	seen->content = mix(seen->content, a->trace_id ^ a->nsnapshots << 32 ^ a->nthumbnails);
	seen->content = mix(seen->content, (uint64_t)a->version[0] << 16 | a->version[1] << 8 | a->version[2]);
	for (const char *p = a->creator; *p; p++)
		seen->content = mix(seen->content, (unsigned char)*p);
	seen->form = mix(seen->form, a->nproperties);
}

static void read_frames(void)
{
	enum { MOST = 1 << 10 };
	static uint64_t ids[MOST], events[MOST];
	struct otfp_read_options o = {.size = sizeof o, .report = hear};
	const struct otfp_otf2_frame *f;
	struct otfp_otf2_reader *r;
	struct otfp_error err;
	unsigned n = 0;
	int code = otfp_otf2_reader_open(&r, anchor, &o, &err);

	note(code, &err);
	if (code < 0)
		return;
	take_anchor(otfp_otf2_reader_anchor(r));
	while ((code = otfp_otf2_reader_definition(r, &f)) != OTFP_END && code != OTFP_EFAIL) {
		note(code, &err);
		if (code == 0)
			take_frames((const uint64_t *)(const void *)f, f->words);
		if (code != 0 || f->row != OTFP_OTF2_Location || n == MOST)
			continue;
		ids[n] = OTFP_OTF2_F(f, Location, self);
		events[n++] = OTFP_OTF2_F(f, Location, numberOfEvents);
	}
	note(code, &err);
	read_locations(r, ids, events, n, &err);
	otfp_otf2_reader_close(r);
}

static void read_records(void)
{
	struct otfp_read_options o = {.size = sizeof o, .keep_going = 1, .report = hear};
	const struct otfp_record *const *recs;
	struct otfp_source *s;
	struct otfp_error err = {0};
	size_t n;
	int code = otfp_source_open(&s, anchor, &o, &err);

	note(code, &err);
	if (code < 0)
		return;
	while ((code = otfp_source_batch(s, &recs, &n)) == 0)
		for (size_t i = 0; i < n; i++)
			seen->content = mix(seen->content, recs[i]->type ^ recs[i]->time);
	note(code, otfp_source_error(s));
	seen->told += otfp_source_troubles(s);
	otfp_source_close(s);
}

/* ---- damages ---- */

static uint64_t state;

static uint64_t draw(uint64_t n)
{
	state += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t z = (state ^ state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (z ^ z >> 31) % n;
}

struct damage {
	const struct file *file;
	unsigned char *p;
	size_t n, at;
	const char *name;
};

static void flip(struct damage *d)
{
	d->p[d->at] ^= (unsigned char)(1 << draw(8));
}

static void set_bytes(struct damage *d)
{
	static const unsigned char bytes[] = {0, 1, 2, 3, 5, 6, 127, 128, 254, 255};

	for (size_t n = 1 + draw(8), c = draw(sizeof bytes); n-- && d->at < d->n; d->at++)
		d->p[d->at] = bytes[c];
}

static void cut(struct damage *d)
{
	d->n = d->at;
}

static void insert(struct damage *d)
{
	const size_t n = 1 + draw(64);

	memmove(d->p + d->at + n, d->p + d->at, d->n - d->at);
	for (size_t i = 0; i < n; i++)
		d->p[d->at + i] = (unsigned char)draw(256);
	d->n += n;
}

static void take_out(struct damage *d)
{
	const size_t left = d->n - d->at, n = 1 + draw(left < 64 ? left : 64);

	memmove(d->p + d->at, d->p + d->at + n, left - n);
	d->n -= n;
}

/* A plain number, of a length, a count, a time or the head of a chunk. */
static void number(struct damage *d)
{
	static const uint64_t numbers[] = {0x7fffffff, 0x80000000, 0x80000001, 0xffffffff,     0x10000000,
	                                   1ull << 32, 1ull << 63, UINT64_MAX, UINT64_MAX - 1, 0x7fffffffffffffff};
	const uint64_t v = numbers[draw(10)];
	const unsigned width = draw(2) ? 4 : 8, is_big = draw(2);

	for (unsigned i = 0; i < width && d->at + i < d->n; i++)
		d->p[d->at + i] = (unsigned char)(v >> 8 * (is_big ? width - 1 - i : i));
}

/* The head of a chunk, or of the anchor file, where its numbers are. */
static void head(struct damage *d)
{
	d->at = draw(d->n < 64 ? d->n : 64);
	if (draw(2))
		number(d);
	else
		set_bytes(d);
}

/* The file of another part of the archive. */
static void exchange(struct damage *d)
{
	const struct file *other = &files[draw(nfiles)];

	d->n = other->n;
	memcpy(d->p, other->p, other->n);
}

static void extend(struct damage *d)
{
	for (size_t n = 1 + draw(64); n--;)
		d->p[d->n++] = (unsigned char)(draw(2) ? draw(256) : 0);
}

static const struct {
	const char *name;
	void (*make)(struct damage *);
	unsigned share; /* of 100 */
} kinds[] = {{"flip", flip, 40},    {"cut", cut, 12},          {"bytes", set_bytes, 14},
             {"insert", insert, 8}, {"remove", take_out, 8},   {"number", number, 10},
             {"head", head, 6},     {"exchange", exchange, 1}, {"extend", extend, 1}};

static int is_changed(const struct damage *d)
{
	return d->n != d->file->n || memcmp(d->p, d->file->p, d->n) != 0;
}

static void make(struct damage *d, uint64_t i)
{
	state = i * UINT64_C(0xd1342543de82ef95);
	do {
		unsigned kind = 0;
		uint64_t share = draw(100);
		while (share >= kinds[kind].share)
			share -= kinds[kind++].share;
		do
			d->file = &files[draw(nfiles)];
		while (!d->file->n);
		memcpy(d->p, d->file->p, d->file->n);
		d->n = d->file->n;
		d->at = draw(d->n);
		d->name = kinds[kind].name;
		kinds[kind].make(d);
	} while (!is_changed(d));
}

/* ---- all ---- */

enum outcome { CRASHED, HUNG, MEMORY, TOLD, NO_EFFECT, VALUES, KINDS, ELSEWHERE, CUT, OUTCOMES };

static const char *const outcome_names[] = {"crashed",   "hung",     "beyond memory", "told",         "without effect",
                                            "in values", "in kinds", "elsewhere",     "cuts not told"};

static enum outcome judge(const struct damage *d, const struct seen *whole, int status, const struct rusage *use)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return HUNG;
	if (status)
		return CRASHED;
	if (use->ru_maxrss - seen->memory > MOST_MIB * 1024L)
		return MEMORY;
	if (seen->told != whole->told)
		return TOLD;
	if (strcmp(d->name, "cut") == 0)
		return CUT;
	if (seen->form != whole->form)
		return ELSEWHERE;
	if (seen->kinds != whole->kinds)
		return KINDS;
	return seen->content == whole->content ? NO_EFFECT : VALUES;
}

static int run(struct rusage *use)
{
	pid_t pid;
	int status;

	*seen = (struct seen){0};
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		alarm(SECONDS);
		getrusage(RUSAGE_SELF, use);
		seen->memory = use->ru_maxrss;
		read_frames();
		read_records();
		_exit(0);
	}
	while (wait4(pid, &status, 0, use) < 0) {
	}
	return status;
}

static int count(uint64_t from, uint64_t to, const struct seen *whole)
{
	uint64_t n[OUTCOMES] = {0};
	size_t longest = 0;
	struct damage d;
	struct rusage use;

	for (unsigned i = 0; i < nfiles; i++)
		longest = files[i].n > longest ? files[i].n : longest;
	d.p = malloc(longest + 128);
	if (!d.p)
		die("malloc");
	for (uint64_t i = from; i <= to; i++) {
		enum outcome o;
		make(&d, i);
		write_file(d.file, d.p, d.n);
		o = judge(&d, whole, run(&use), &use);
		n[o]++;
		if (o <= MEMORY || o >= ELSEWHERE)
			printf("%" PRIu64 ": %s: %s at byte %zu of %s\n", i, outcome_names[o], d.name, d.at,
			       d.file->path);
		if (from != to)
			write_file(d.file, d.file->p, d.file->n);
	}
	free(d.p);
	printf("%" PRIu64 " damages:", to - from + 1);
	for (unsigned i = 0; i < OUTCOMES; i++)
		printf("%s %" PRIu64 " %s", i ? "," : "", n[i], outcome_names[i]);
	putchar('\n');
	return n[CRASHED] + n[HUNG] + n[MEMORY] + n[ELSEWHERE] + n[CUT] != 0;
}

static void remove_room(void)
{
	char path[400];

	for (unsigned i = 0; i < nfiles; i++) {
		snprintf(path, sizeof path, "%s/%s", room, files[i].path);
		unlink(path);
	}
	anchor[strlen(anchor) - strlen(".otf2")] = 0;
	rmdir(anchor);
	rmdir(room);
}

int main(int argc, char **argv)
{
	struct seen whole;
	struct rusage use;
	int failed;

	if (argc != 4) {
		fputs("usage: mutate ARCHIVE.otf2 FROM TO\n", stderr);
		return 2;
	}
	strcpy(room, access("/dev/shm", W_OK) == 0 ? "/dev/shm/mutate-XXXXXX" : "/tmp/mutate-XXXXXX");
	seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (seen == MAP_FAILED || !mkdtemp(room))
		die("a room");
	load_all(argv[1]);
	failed = run(&use);
	whole = *seen;
	if (!failed)
		failed = count(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), &whole);
	if (strcmp(argv[2], argv[3]) == 0)
		printf("kept: %s\n", anchor);
	else
		remove_room();
	return failed != 0;
}
