/*
 * limit.c - how fast one core can be: a floor for otf-cat -j 1.
 *
 *     limit parse FILE...    only parse the event files, in turn
 *     limit print FILE...    parse, merge by time and print the records as otf-cat does
 *
 * It checks nothing, knows only what mktrace writes (short form, one line a record), and needs the files in order of
 * their streams. Files are mapped; times are formatted from their last four digits. `print` gives the timed records of
 * `otf-cat --no-pg`, byte for byte but for the values of counters, which it prints as whole numbers; bench/run.sh
 * compares them.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 1024, OUT = 1 << 18, LINE = 256 };
enum kind { ENTER, LEAVE, SEND, RECEIVE, COUNTER, BEGIN, END, BEGIN_COLLECTIVE, END_COLLECTIVE, NKINDS };

/* 16 bytes of text can be copied at once. */
static const struct {
	char text[32];
	uint8_t n, fields;
} lines[NKINDS] = {
#define KIND(name, fields)                     \
	{                                      \
		name "\t", sizeof name, fields \
	}
	[ENTER] = KIND("Enter", 2),
	[LEAVE] = KIND("Leave", 2),
	[SEND] = KIND("SendMsg", 5),
	[RECEIVE] = KIND("RecvMsg", 5),
	[COUNTER] = KIND("Counter", 2),
	[BEGIN] = KIND("BeginProcess", 0),
	[END] = KIND("EndProcess", 0),
	[BEGIN_COLLECTIVE] = KIND("BeginCollectiveOperation", 7),
	[END_COLLECTIVE] = KIND("EndCollectiveOperation", 1),
#undef KIND
};

/* A file, and the record that was read last. */
struct source {
	const unsigned char *p, *end;
	uint64_t time, f[8];
	uint32_t process;
	enum kind kind;
};

static int8_t hex_value[256];
static char digits4[40004];

static void make_tables(void)
{
	memset(hex_value, -1, sizeof hex_value);
	for (int i = 0; i < 16; i++)
		hex_value[(unsigned char)"0123456789abcdef"[i]] = (int8_t)i;
	for (int i = 0; i < 10000; i++)
		snprintf(digits4 + 4 * (size_t)i, 5, "%04d", i);
}

/* ---- parse ---- */

static inline uint64_t get_hex(const unsigned char **at)
{
	const unsigned char *p = *at;
	uint64_t v = 0;
	int d;

	while ((d = hex_value[*p]) >= 0) {
		v = v << 4 | (uint64_t)d;
		p++;
	}
	*at = p;
	return v;
}

/* The field behind that letter, or 0. */
static inline uint64_t get_field(const unsigned char **at, char letter)
{
	if (**at != letter)
		return 0;
	++*at;
	return get_hex(at);
}

static const unsigned char *get_message(struct source *s, const unsigned char *p)
{
	s->f[0] = get_hex(&p);
	s->f[3] = get_field(&p, 'L');
	s->f[2] = get_field(&p, 'T');
	s->f[1] = get_field(&p, 'C');
	s->f[4] = get_field(&p, 'X');
	return p;
}

static const unsigned char *get_collective(struct source *s, const unsigned char *p)
{
	s->kind = p[3] == 'B' ? BEGIN_COLLECTIVE : END_COLLECTIVE;
	p += 4;
	s->f[0] = get_hex(&p);
	s->f[1] = get_field(&p, 'H');
	s->f[2] = get_field(&p, 'C');
	p += *p == 'R';
	s->f[3] = get_field(&p, 'T');
	s->f[4] = get_field(&p, 'S');
	s->f[5] = get_field(&p, 'R');
	s->f[6] = get_field(&p, 'X');
	return p;
}

/* Read the next record. @return 0 at the end */
static inline int next(struct source *s)
{
	const unsigned char *p = s->p;

	for (;;) {
		if (p >= s->end)
			return 0;
		switch (*p) {
		case '*':
			p++;
			s->process = (uint32_t)get_hex(&p);
			p++;
			continue;
		case 'E':
		case 'L':
			s->kind = *p++ == 'E' ? ENTER : LEAVE;
			s->f[0] = get_hex(&p);
			s->f[1] = get_field(&p, 'X');
			break;
		case 'S':
		case 'R':
			s->kind = *p == 'S' ? SEND : RECEIVE;
			p = get_message(s, p + 1);
			break;
		case 'C':
			if (p[1] == 'O') {
				p = get_collective(s, p);
				break;
			}
			s->kind = COUNTER;
			p += 3;
			s->f[0] = get_hex(&p);
			s->f[1] = get_field(&p, 'V');
			break;
		case 'P':
			s->kind = p[1] == 'B' ? BEGIN : END;
			p += 2;
			break;
		default:
			s->time = get_hex(&p);
			p++;
			continue;
		}
		while (*p != '\n')
			p++;
		s->p = p + 1;
		return 1;
	}
}

/* ---- print ---- */

static inline char *put_small(char *to, uint64_t v)
{
	unsigned zeros = v < 10 ? 3 : v < 100 ? 2 : v < 1000 ? 1 : 0;

	memcpy(to, digits4 + 4 * v + zeros, 4);
	return to + 4 - zeros;
}

static char *put_number(char *to, uint64_t v)
{
	if (v >= 10000) {
		to = put_number(to, v / 10000);
		memcpy(to, digits4 + 4 * (v % 10000), 4);
		return to + 4;
	}
	return put_small(to, v);
}

/* Times grow slowly: the text of all but the last four digits is kept. */
static inline char *put_time(char *to, uint64_t time)
{
	static uint64_t last = UINT64_MAX;
	static char text[32];
	static size_t n;
	const uint64_t high = time / 10000;

	if (!high)
		return put_small(to, time);
	if (high != last) {
		last = high;
		n = (size_t)(put_number(text, high) - text);
	}
	memcpy(to, text, 16);
	memcpy(to + n, digits4 + 4 * (time - 10000 * high), 4);
	return to + n + 4;
}

static inline char *put_record(char *to, const struct source *s)
{
	memcpy(to, lines[s->kind].text, sizeof lines->text);
	to = put_time(to + lines[s->kind].n, s->time);
	*to++ = '\t';
	to = put_number(to, s->process);
	for (unsigned i = 0; i < lines[s->kind].fields; i++) {
		*to++ = '\t';
		to = s->f[i] < 10000 ? put_small(to, s->f[i]) : put_number(to, s->f[i]);
	}
	*to++ = '\n';
	return to;
}

static void flush(const char *from, const char *to)
{
	while (from < to) {
		ssize_t n = write(STDOUT_FILENO, from, (size_t)(to - from));
		if (n < 0) {
			perror("limit: stdout");
			exit(1);
		}
		from += n;
	}
}

static void print(struct source *sources, int n)
{
	static char out[OUT + LINE];
	struct source *live[FILES_MAX];
	char *to = out;
	int k = 0;

	for (int i = 0; i < n; i++)
		if (next(&sources[i]))
			live[k++] = &sources[i];
	while (k) {
		int first = 0;
		for (int i = 1; i < k; i++)
			if (live[i]->time < live[first]->time)
				first = i;
		to = put_record(to, live[first]);
		if (to > out + OUT) {
			flush(out, to);
			to = out;
		}
		if (!next(live[first])) {
			memmove(live + first, live + first + 1, (size_t)(k - first - 1) * sizeof *live);
			k--;
		}
	}
	flush(out, to);
}

/* ---- files ---- */

static int map(struct source *s, const char *name)
{
	int fd = open(name, O_RDONLY);
	struct stat st;
	void *p;

	if (fd < 0 || fstat(fd, &st) < 0)
		return -1;
	p = mmap(NULL, (size_t)st.st_size + 1, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return -1;
	s->p = p;
	s->end = s->p + st.st_size;
	return 0;
}

int main(int argc, char **argv)
{
	static struct source sources[FILES_MAX];
	uint64_t records = 0, sum = 0;
	int n = argc - 2;

	if (n < 1 || n > FILES_MAX || (strcmp(argv[1], "parse") != 0 && strcmp(argv[1], "print") != 0)) {
		fputs("usage: limit parse|print FILE...\n", stderr);
		return 2;
	}
	make_tables();
	for (int i = 0; i < n; i++)
		if (map(&sources[i], argv[i + 2]) < 0) {
			perror(argv[i + 2]);
			return 1;
		}
	if (argv[1][1] == 'r') {
		print(sources, n);
		return 0;
	}
	for (int i = 0; i < n; i++)
		for (; next(&sources[i]); records++)
			sum += sources[i].time + sources[i].f[0];
	printf("%llu records, sum %llx\n", (unsigned long long)records, (unsigned long long)sum);
	return 0;
}
