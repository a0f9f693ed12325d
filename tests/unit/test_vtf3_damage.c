/* Files put together, cut, damaged or hostile; and values that cannot be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "vtf3/clip.h"
#include "vtf3room.h"
#include "vtf3/read/scanning.h"

static const enum otfp_vtf3_format formats[] = {OTFP_VTF3_STD_ASCII, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FST_ASCII,
                                                OTFP_VTF3_LEGACY_ASCII};
static struct otfp_error err;

/* A small file of every record type that the format has. */
static void make_file(struct otfp_buf *b, enum otfp_vtf3_format format)
{
	static struct vtf3_record r;
	struct otfp_vtf3_writer *w;
	const char *head;
	size_t n;

	assert_int_equal(otfp_vtf3_writer_new(&w, format, OTFP_VTF3_FULL, &err), 0);
	head = otfp_vtf3_header(format, &n);
	b->n = 0;
	otfp_buf_add(b, head, n);
	for (int token = 1; token <= VTF3_ACTIVITIES; token++) {
		vtf3_activity(&r.rec, token);
		vtf3_put(w, &r.rec, b);
	}
	for (unsigned type = 0; type < OTFP_VTF3_Unrecognizable; type++) {
		int is_old = otfp_vtf3_rows[type].flags & OTFP_VTF3_R_OLD;
		if (type == OTFP_VTF3_Defact_obsol || (format == OTFP_VTF3_LEGACY_ASCII && !is_old))
			continue;
		vtf3_random(&r, type, format);
		vtf3_put(w, &r.rec, b);
	}
	otfp_vtf3_writer_free(w);
}

/* Read all. @return how many records; *bad of them are no records */
static unsigned count(const void *p, size_t n, unsigned *bad, int *cut)
{
	struct otfp_vtf3_scanner *s = vtf3_open(p, n, &err);
	const struct otfp_vtf3_record *rec;
	unsigned all = 0;

	*bad = 0;
	while ((rec = vtf3_next(s))) {
		all++;
		*bad += rec->type == OTFP_VTF3_Unrecognizable;
		assert_true(rec->time >= 0 && rec->time <= 1e30);
	}
	assert_int_equal(otfp_vtf3_scan_bytes(s), n);
	assert_int_equal(otfp_vtf3_scan_records(s), all);
	*cut = otfp_vtf3_scan_is_cut(s);
	otfp_vtf3_scan_close(s);
	return all;
}

/* ---- put together ---- */

static void files_put_together_are_one(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, b = OTFP_BUF_INIT;
	unsigned na, nb, bad;
	int cut;

	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		make_file(&a, formats[i]);
		make_file(&b, formats[i]);
		na = count(a.p, a.n, &bad, &cut);
		nb = count(b.p, b.n, &bad, &cut);
		otfp_buf_add(&a, b.p, b.n);
		assert_int_equal(count(a.p, a.n, &bad, &cut), na + nb);
		assert_int_equal(bad + (unsigned)cut, 0);
	}
	otfp_buf_release(&a);
	otfp_buf_release(&b);
}

static void standard_and_fast_ascii_may_follow_one_another(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, b = OTFP_BUF_INIT;
	unsigned n, bad;
	int cut;

	(void)unused;
	make_file(&a, OTFP_VTF3_STD_ASCII);
	make_file(&b, OTFP_VTF3_FST_ASCII);
	n = count(a.p, a.n, &bad, &cut) + count(b.p, b.n, &bad, &cut);
	otfp_buf_add(&a, b.p, b.n);
	assert_int_equal(count(a.p, a.n, &bad, &cut), n);
	assert_int_equal(bad, 0);
	otfp_buf_release(&a);
	otfp_buf_release(&b);
}

static void lines_may_end_in_cr_lf(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, b = OTFP_BUF_INIT, plain = OTFP_BUF_INIT, crlf = OTFP_BUF_INIT;
	struct otfp_vtf3_scanner *s;

	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		if (formats[i] == OTFP_VTF3_STD_BINARY)
			continue;
		make_file(&a, formats[i]);
		b.n = 0;
		for (size_t k = 0; k < a.n; k++)
			otfp_buf_add(&b, a.p[k] == '\n' ? "\r\n" : &a.p[k], a.p[k] == '\n' ? 2 : 1);
		vtf3_show(&plain, a.p, a.n);
		vtf3_show(&crlf, b.p, b.n);
		assert_string_equal(plain.p, crlf.p);
		s = vtf3_open(b.p, b.n, &err);
		assert_non_null(vtf3_next(s));
		assert_int_equal(s->format, formats[i]);
		otfp_vtf3_scan_close(s);
	}
	otfp_buf_release(&a);
	otfp_buf_release(&b);
	otfp_buf_release(&plain);
	otfp_buf_release(&crlf);
}

static void gzip(struct otfp_buf *to, const char *p, size_t n)
{
	z_stream z = {.next_in = (void *)(uintptr_t)p, .avail_in = (unsigned)n};

	assert_int_equal(otfp_buf_reserve(to, n + 1000), 0);
	assert_int_equal(deflateInit2(&z, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_out = (unsigned char *)to->p + to->n;
	z.avail_out = (unsigned)(to->cap - to->n);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	to->n = (size_t)((char *)z.next_out - to->p);
	deflateEnd(&z);
}

static void gzip_is_told_by_content(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, z = OTFP_BUF_INIT, plain = OTFP_BUF_INIT, packed = OTFP_BUF_INIT;

	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		make_file(&a, formats[i]);
		z.n = 0;
		gzip(&z, a.p, a.n / 2); /* two members, cut anywhere */
		gzip(&z, a.p + a.n / 2, a.n - a.n / 2);
		vtf3_show(&plain, a.p, a.n);
		vtf3_show(&packed, z.p, z.n);
		assert_string_equal(plain.p, packed.p);
	}
	otfp_buf_release(&a);
	otfp_buf_release(&z);
	otfp_buf_release(&plain);
	otfp_buf_release(&packed);
}

static void gzip_that_is_cut_is_an_error(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, z = OTFP_BUF_INIT;
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_scanner *s;
	int code;

	(void)unused;
	make_file(&a, OTFP_VTF3_STD_BINARY);
	gzip(&z, a.p, a.n);
	s = vtf3_open(z.p, z.n - 5, &err);
	while ((code = otfp_vtf3_scan_next(s, &rec)) == 0)
		;
	assert_int_equal(code, OTFP_EDAMAGE);
	assert_non_null(strstr(err.text, "file: compressed data ends"));
	otfp_vtf3_scan_close(s);
	otfp_buf_release(&a);
	otfp_buf_release(&z);
}

static void records_in_memory_are_read_as_in_a_file(void **unused)
{
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_scanner *s;
	struct otfp_buf a = OTFP_BUF_INIT;
	unsigned bad;
	int cut, code;

	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		unsigned n;

		make_file(&a, formats[i]);
		n = count(a.p, a.n, &bad, &cut);
		assert_int_equal(otfp_vtf3_scan_open_memory(&s, formats[i], &err), 0);
		assert_int_equal(otfp_vtf3_scan_next(s, &rec), OTFP_END);
		for (int k = 0; k < 3; k++) {
			assert_int_equal(otfp_vtf3_scan_feed(s, a.p, a.n), 0);
			while ((code = otfp_vtf3_scan_next(s, &rec)) == 0)
				assert_int_not_equal(rec->type, OTFP_VTF3_Unrecognizable);
			assert_int_equal(code, OTFP_END);
		}
		assert_int_equal(otfp_vtf3_scan_records(s), 3 * n);
		assert_int_equal(otfp_vtf3_scan_bytes(s), 3 * a.n);
		otfp_vtf3_scan_close(s);
	}
	otfp_buf_release(&a);
}

/* ---- cut and damaged ---- */

static void what_is_cut_anywhere_keeps_what_was_before(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT;
	unsigned all, bad;
	int cut;

	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		unsigned before = 0;

		make_file(&a, formats[i]);
		all = count(a.p, a.n, &bad, &cut);
		/* without its header a file is Legacy ASCII */
		for (size_t n = formats[i] == OTFP_VTF3_STD_BINARY ? 8 : 0; n < a.n; n++) {
			unsigned now = count(a.p, n, &bad, &cut);
			assert_true(now <= all + 1);
			assert_true(now - bad >= before);
			assert_true(bad <= 1);
			if (formats[i] == OTFP_VTF3_STD_BINARY) {
				assert_int_equal(cut, bad);
				before = now - bad;
			} else {
				assert_int_equal(cut, n && a.p[n - 1] != '\n' ? 2 : 0);
			}
		}
		if (formats[i] == OTFP_VTF3_STD_BINARY)
			assert_int_equal(before + 1, all);
	}
	otfp_buf_release(&a);
}

static void flipped_bytes_are_survived(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT;
	unsigned bad;
	int cut;

	(void)unused;
	for (unsigned i = 0; i < 4; i++) {
		make_file(&a, formats[i]);
		for (size_t k = 0; k < a.n; k++)
			for (int bit = 0; bit < 8; bit += 3) {
				a.p[k] ^= (char)(1 << bit);
				count(a.p, a.n, &bad, &cut);
				a.p[k] ^= (char)(1 << bit);
			}
	}
	otfp_buf_release(&a);
}

static void behind_a_bad_length_reading_goes_on_at_the_next_header(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, b = OTFP_BUF_INIT;
	unsigned nb, bad;
	int cut;

	(void)unused;
	make_file(&b, OTFP_VTF3_STD_BINARY);
	nb = count(b.p, b.n, &bad, &cut);
	otfp_buf_add(&a, b.p, 8);
	for (unsigned i = 0; i < 200000; i++) /* lengths over 4 billion, and more than a window */
		otfp_buf_add(&a, "\377\377\377\377U", 5);
	otfp_buf_add(&a, b.p, b.n);
	assert_int_equal(count(a.p, a.n, &bad, &cut) - bad, nb);
	assert_true(bad > 0 && bad < 20);
	assert_int_equal(cut, 0);
	otfp_buf_release(&a);
	otfp_buf_release(&b);
}

static void an_unknown_type_is_passed_over_by_its_length(void **unused)
{
	static const char file[] = "U\252\245ZBPVI\3\0\0\0\1\2xyz\4\0\0\0\2\0\7\0\0\0";
	struct otfp_vtf3_scanner *s = vtf3_open(file, sizeof file - 1, &err);
	const struct otfp_vtf3_record *rec = vtf3_next(s);

	(void)unused;
	assert_int_equal(rec->type, OTFP_VTF3_Unrecognizable);
	assert_int_equal(rec->v[0].i, 9);
	assert_int_equal(rec->v[1].i, 0x201);
	assert_memory_equal(rec->v[2].p, file + 8, 9);
	assert_string_equal(otfp_vtf3_scan_why(s), "unknown record");
	assert_int_equal(otfp_vtf3_scan_at(s), 8);
	rec = vtf3_next(s);
	assert_int_equal(rec->type, OTFP_VTF3_Defversion);
	assert_int_equal(rec->v[0].i, 7);
	assert_null(vtf3_next(s));
	otfp_vtf3_scan_close(s);
}

static void a_count_beyond_its_record_is_no_record(void **unused)
{
	static const char binary[] =
		"U\252\245ZBPVI\10\0\0\0\50\0\377\377\377\177\1\0\0\0\4\0\0\0\50\0\377\377\377\377";
	static const char ascii[] = "C SAVTF\nDEFGROUP 1 \"a\" NMEMBS 2147483647 1 2\nDEFGROUP 1 \"a\" NMEMBS -1\n"
				    "DEFSCL 1 NPAIRS 4000000000 1:2\n1 SAMP CPU 1 DEF 1 UINT 8\n";
	static const char fast[] = "C FAVTF\n28 7fffffff 1\n28 -1\n32 2 1:a 7fffffff:b\n";
	unsigned bad;
	int cut;

	(void)unused;
	assert_int_equal(count(binary, sizeof binary - 1, &bad, &cut), 2);
	assert_int_equal(bad, 2);
	assert_int_equal(count(ascii, sizeof ascii - 1, &bad, &cut), 4);
	assert_int_equal(bad, 4);
	assert_int_equal(count(fast, sizeof fast - 1, &bad, &cut), 3);
	assert_int_equal(bad, 3);
}

static void millions_of_cpus_are_numbers_only(void **unused)
{
	struct otfp_buf text = OTFP_BUF_INIT;

	(void)unused;
	vtf3_show(&text, "NCPUS 1048576000\n", 17);
	assert_string_equal(text.p, "Defsyscpunums 0 1 [1048576000]\n");
	otfp_buf_release(&text);
}

static void each_bad_line_comes(const char *file)
{
	static const char *const lines[] = {"EVENTBITS 3",    "11 DOWNTO x CPU 1", "12 UPTO 1",
	                                    "DOWNTO 1 CPU 1", "13 NCPUS 1",        "14 UPTO 1 CPU 2 CPU"};
	struct otfp_vtf3_scanner *s = vtf3_open(file, strlen(file), &err);
	const struct otfp_vtf3_record *rec;

	assert_int_equal(vtf3_next(s)->type, OTFP_VTF3_Downto);
	for (unsigned i = 0; i < 6; i++) {
		rec = vtf3_next(s);
		assert_int_equal(rec->type, OTFP_VTF3_Unrecognizable);
		assert_int_equal(rec->v[0].i, strlen(lines[i]));
		assert_memory_equal(rec->v[2].p, lines[i], strlen(lines[i]));
		assert_true(rec->time == 10);
		assert_int_equal(otfp_vtf3_scan_line(s), i + 3);
	}
	assert_null(vtf3_next(s));
	otfp_vtf3_scan_close(s);
}

static void lines_that_are_none_come_with_their_bytes(void **unused)
{
	(void)unused;
	each_bad_line_comes("C SAVTF\n10 DOWNTO 1 CPU 1\nEVENTBITS 3\n11 DOWNTO x CPU 1\n12 UPTO 1\n"
	                    "DOWNTO 1 CPU 1\n13 NCPUS 1\n14 UPTO 1 CPU 2 CPU\n");
	each_bad_line_comes("C SAVTF\r\n10 DOWNTO 1 CPU 1\r\nEVENTBITS 3\r\n11 DOWNTO x CPU 1\r\n12 UPTO 1\r\n"
	                    "DOWNTO 1 CPU 1\r\n13 NCPUS 1\r\n14 UPTO 1 CPU 2 CPU\r\n");
}

static void a_last_line_without_newline_counts(void **unused)
{
	struct otfp_buf text = OTFP_BUF_INIT;

	(void)unused;
	vtf3_show(&text, "C SAVTF\n1 UPTO 2 CPU 3", 22);
	assert_string_equal(text.p, "Upto 1 2 2 0\n");
	vtf3_show(&text, "VERSION 3", 9);
	assert_string_equal(text.p, "Defversion 0 3\n");
	otfp_buf_release(&text);
}

static void words_of_intel_may_come_in_any_order(void **unused)
{
	static const char file[] = "C SAVTF\n5 SENDMSG 7 LEN 8 TO 2 COM 9 FROM 1\n6 RECVMSG 7 COM 9 BY 2 FROM 1 LEN 8\n"
				   "7 GLOBALOP 1 CPU 2 COM 3 ROOT 4 SENT 5 RECVD 6 DELTA 7\n";
	struct otfp_buf text = OTFP_BUF_INIT;

	(void)unused;
	vtf3_show(&text, file, sizeof file - 1);
	assert_string_equal(text.p, "Sendmsg 5 0 1 9 7 8 0\nRecvmsg 6 1 0 9 7 8 0\nGlobalop 7 1 1 3 3 5 6 7 0\n");
	otfp_buf_release(&text);
}

/* Blanks that stand between parts, wider; text is left alone. Where it has no quotes the line is. */
static void widen(struct otfp_buf *to, const struct otfp_buf *from)
{
	int quoted = 0, kept = 1;

	to->n = 0;
	for (size_t i = 0; i < from->n; i++) {
		const char *p = from->p + i;
		const char *lf = memchr(p, '\n', from->n - i);
		if (i == 0 || p[-1] == '\n')
			kept = *p == 'C' || *p == 'S' || memmem(p, (size_t)(lf - p), " C ", 3);
		quoted ^= *p == '"';
		if (quoted && *p == '\\')
			otfp_buf_add(to, from->p + i++, 1);
		if (*p == ' ' && !quoted && !kept)
			otfp_buf_add(to, " \t ", 3);
		else
			otfp_buf_add(to, from->p + i, 1);
	}
}

static void blanks_may_be_wide(void **unused)
{
	struct otfp_buf a = OTFP_BUF_INIT, b = OTFP_BUF_INIT, narrow = OTFP_BUF_INIT, wide = OTFP_BUF_INIT;
	unsigned bad;
	int cut;

	(void)unused;
	for (unsigned i = 0; i < 50; i++) {
		make_file(&a, OTFP_VTF3_STD_ASCII);
		widen(&b, &a);
		assert_true(b.n > a.n);
		count(b.p, b.n, &bad, &cut);
		assert_int_equal(bad, 0);
		vtf3_show(&narrow, a.p, a.n);
		vtf3_show(&wide, b.p, b.n);
		assert_string_equal(narrow.p, wide.p);
	}
	otfp_buf_release(&a);
	otfp_buf_release(&b);
	otfp_buf_release(&narrow);
	otfp_buf_release(&wide);
}

/* What a line in another dress says: as the writers put it, and each time other than they do. */
static void lines_say_the_same_in_any_dress(void **unused)
{
	static const struct {
		const char *lines[8], *says;
	} same[] = {
		{{"12 DOWNTO 3 CPU 4 SCL 5", "12  DOWNTO 3 CPU 4 SCL 5", "12 DOWNTO 3 SCL 5 CPU 4",
	          "+12 DOWNTO +3 CPU\t4 SCL 5", "1.2e1 DOWNTO 03 CPU 4 SCL 000000005 ",
	          "12 DOWNTO 3 CPU 9 CPU 4 SCL 5\r", "\t12\tDOWNTO\t3\tCPU4\tSCL5"},
	         "Downto 12 3 3 5"},
		{{"12 UPFROM -3 CPU 4", "12 UPFROM -3 CPU 4 ", "12.0 UPFROM -00000003 CPU +4",
	          "12 UPFROM -3 SCL 0 CPU 4"},
	         "Upfrom 12 -3 3 0"},
		{{"12345678901 UPTO 12345678 CPU 10000001", "12345678901 UPTO 12345678 CPU 10000001\t",
	          "1234567890.1e1 UPTO 12345678 CPU 0010000001"},
	         "Upto 12345678901 12345678 10000000 0"},
		{{"5 SENDMSG 9 7 FROM 1 TO 2 LEN 8", "5 SENDMSG 9  7 FROM 1 TO 2 LEN 8",
	          "5 SENDMSG 9 7 TO 2 FROM 1 LEN 8", "5 SENDMSG 7 FROM 1 TO 2 LEN 8 COM 9",
	          "5 SENDMSG 9 7 FROM1 TO2 LEN8"},
	         "Sendmsg 5 0 1 9 7 8 0"},
		{{"5 RECVMSG 7 BY 2 FROM 1 LEN 8 SCL 3", "5 RECVMSG 7 FROM 1 BY 2 SCL 3 LEN 8",
	          "5 RECVMSG 7 TO 2 FROM 1 LEN 8 SCL 3"},
	         "Recvmsg 5 1 0 -32767 7 8 3"},
	};
	struct otfp_buf file = OTFP_BUF_INIT, text = OTFP_BUF_INIT;

	(void)unused;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		for (unsigned k = 0; k < 8 && same[i].lines[k]; k++) {
			file.n = 0;
			otfp_buf_printf(&file, "C SAVTF\n%s\n", same[i].lines[k]);
			vtf3_show(&text, file.p, file.n);
			assert_int_equal(text.p[strcspn(text.p, "\n")], '\n');
			text.p[strcspn(text.p, "\n")] = 0;
			assert_string_equal(text.p, same[i].says);
		}
	otfp_buf_release(&file);
	otfp_buf_release(&text);
}

/* ---- values that cannot be ---- */

static void times_and_reals_are_clipped(void **unused)
{
	static const double times[][2] = {{-1, 0},          {0.4, 0},
	                                  {0.5, 1},         {1e300, 1e30},
	                                  {INFINITY, 1e30}, {1e-310, 0},
	                                  {-0.0, 0},        {1e30, 1e30},
	                                  {2.5, 3},         {4503599627370497, 4503599627370497}};
	static const double reals[][2] = {{INFINITY, 1e300}, {-INFINITY, -1e300}, {1e301, 1e300}, {-1e301, -1e300},
	                                  {1e-301, 0},       {-1e-301, 0},        {1e300, 1e300}, {-2.5, -2.5}};

	(void)unused;
	for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
		assert_true(otfp_vtf3_clip_time(times[i][0]) == times[i][1]);
	for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++)
		assert_true(otfp_vtf3_clip_real(reals[i][0]) == reals[i][1]);
	assert_true(otfp_vtf3_clip_real(NAN) == 1e300);
	assert_true(otfp_vtf3_clip_time(NAN) == 1e30);
	assert_true(otfp_vtf3_clip_time(-NAN) == 1e30);
	assert_true(otfp_vtf3_clip_seconds(5e9) == 4294967295.0);
}

static void what_cannot_be_written_is_refused(void **unused)
{
	static char text[70001];
	struct otfp_vtf3_record rec;
	struct otfp_vtf3_writer *w;
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	memset(text, 'x', 70000);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defcreator);
	rec.v[0].s = (struct otfp_str){text, 70000};
	assert_int_equal(otfp_vtf3_writer_new(&w, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FULL, &err), 0);
	assert_int_equal(otfp_vtf3_compose(w, &rec, &b), OTFP_EUSAGE);
	assert_string_equal(err.text, "vtf3: Defcreator: text longer than 65535 bytes");
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defsyscpunums);
	rec.v[0].i = -1;
	assert_int_equal(otfp_vtf3_compose(w, &rec, &b), OTFP_EUSAGE);
	otfp_vtf3_writer_free(w);
	assert_int_equal(otfp_vtf3_writer_new(&w, OTFP_VTF3_LEGACY_ASCII, OTFP_VTF3_FULL, &err), 0);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defsampclass);
	assert_int_equal(otfp_vtf3_compose(w, &rec, &b), OTFP_EUSAGE);
	assert_string_equal(err.text, "vtf3: Defsampclass: Legacy ASCII has no line for it");
	assert_int_equal(b.n, 0);
	otfp_vtf3_writer_free(w);
	otfp_buf_release(&b);
}

/* Defcreator of n bytes, or Defpattern of n / each elements. @return 0 or OTFP_EUSAGE */
static int compose_long(enum otfp_vtf3_format format, unsigned type, size_t n, size_t each, struct otfp_buf *b)
{
	struct otfp_vtf3_record rec;
	struct otfp_vtf3_writer *w;
	void *all = calloc(n, 1);
	int code;

	otfp_vtf3_record_init(&rec, type);
	memset(all, type == OTFP_VTF3_Defcreator ? 'x' : 0, n);
	if (type == OTFP_VTF3_Defcreator) {
		rec.v[0].s = (struct otfp_str){all, n};
	} else {
		rec.v[5].i = (int32_t)(n / each);
		rec.v[6].ds = all;
	}
	b->n = 0;
	assert_int_equal(otfp_vtf3_writer_new(&w, format, OTFP_VTF3_FULL, &err), 0);
	code = otfp_vtf3_compose(w, &rec, b) < 0 ? OTFP_EUSAGE : 0;
	otfp_vtf3_writer_free(w);
	free(all);
	return code;
}

static void what_is_written_is_not_too_long_to_be_read(void **unused)
{
	static const struct {
		enum otfp_vtf3_format format;
		unsigned type;
		size_t each, most;
	} longest[] = {{OTFP_VTF3_STD_BINARY, OTFP_VTF3_Defpattern, 8, OTFP_VTF3_RECORD_MAX},
	               {OTFP_VTF3_STD_ASCII, OTFP_VTF3_Defcreator, 1, OTFP_LINE_MAX},
	               {OTFP_VTF3_FST_ASCII, OTFP_VTF3_Defcreator, 1, OTFP_LINE_MAX}};
	struct otfp_buf b = OTFP_BUF_INIT;

	(void)unused;
	for (size_t i = 0; i < sizeof longest / sizeof *longest; i++) {
		assert_int_equal(compose_long(longest[i].format, longest[i].type, longest[i].most - 200,
		                              longest[i].each, &b),
		                 0);
		assert_true(b.n > longest[i].most - 200 && b.n <= longest[i].most);
		assert_int_equal(compose_long(longest[i].format, longest[i].type, longest[i].most + 8, longest[i].each,
		                              &b),
		                 OTFP_EUSAGE);
		assert_int_equal(b.n, 0);
	}
	otfp_buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_put_together_are_one),
		cmocka_unit_test(standard_and_fast_ascii_may_follow_one_another),
		cmocka_unit_test(lines_may_end_in_cr_lf),
		cmocka_unit_test(gzip_is_told_by_content),
		cmocka_unit_test(gzip_that_is_cut_is_an_error),
		cmocka_unit_test(records_in_memory_are_read_as_in_a_file),
		cmocka_unit_test(what_is_cut_anywhere_keeps_what_was_before),
		cmocka_unit_test(flipped_bytes_are_survived),
		cmocka_unit_test(behind_a_bad_length_reading_goes_on_at_the_next_header),
		cmocka_unit_test(an_unknown_type_is_passed_over_by_its_length),
		cmocka_unit_test(a_count_beyond_its_record_is_no_record),
		cmocka_unit_test(millions_of_cpus_are_numbers_only),
		cmocka_unit_test(lines_that_are_none_come_with_their_bytes),
		cmocka_unit_test(a_last_line_without_newline_counts),
		cmocka_unit_test(words_of_intel_may_come_in_any_order),
		cmocka_unit_test(blanks_may_be_wide),
		cmocka_unit_test(lines_say_the_same_in_any_dress),
		cmocka_unit_test(times_and_reals_are_clipped),
		cmocka_unit_test(what_cannot_be_written_is_refused),
		cmocka_unit_test(what_is_written_is_not_too_long_to_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
