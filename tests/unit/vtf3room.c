#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "randrec.h"
#include "vtf3/clip.h"
#include "vtf3room.h"

/* ---- at random ---- */

static uint32_t random_number(void)
{
	switch (next_random() % 5) {
	case 0: return 0;
	case 1: return (uint32_t)next_random() % 300;
	case 2: return UINT32_MAX - (uint32_t)next_random() % 2;
	case 3: return 0x80000000u + (uint32_t)next_random() % 9;
	default: return (uint32_t)next_random();
	}
}

static double random_time(void)
{
	switch (next_random() % 5) {
	case 0: return 0;
	case 1: return (double)(next_random() % 1000);
	case 2: return (double)(next_random() >> 2);
	case 3: return rint(1e30 / (double)(1 + next_random() % 1000000));
	default: return (double)(next_random() >> 24);
	}
}

static double random_real(void)
{
	uint64_t bits = next_random();

	return otfp_vtf3_clip_real(next_random() % 3 ? otfp_vtf3_double(bits) : (double)(bits % 1000) / 8);
}

static size_t random_text(char *p, int tame)
{
	static const char wild[] = "\n\r\\\"'n0 \t:", mild[] = " ':\\xyz\xc3\xa4";
	size_t n = next_random() % (VTF3_BYTES - 1);

	for (size_t i = 0; i < n; i++)
		p[i] = tame              ? mild[next_random() % (sizeof mild - 1)] :
		       next_random() % 2 ? wild[next_random() % (sizeof wild - 1)] :
		                           (char)(1 + next_random() % 255);
	p[n] = 0;
	return n;
}

static void random_array(struct vtf3_record *r, unsigned k, unsigned type, int tame)
{
	union otfp_vtf3_value *v = &r->rec.v[k];
	size_t n = otfp_vtf3_elements(&r->rec, k);

	v->p = r->array[k];
	if (type == OTFP_VTF3_A_STRS)
		v->ss = r->names;
	for (size_t i = 0; i < n; i++)
		if (type == OTFP_VTF3_A_STRS)
			random_text(r->text[OTFP_VTF3_MAX_ARGS + i], tame),
				r->names[i] = r->text[OTFP_VTF3_MAX_ARGS + i];
		else if (type == OTFP_VTF3_A_BYTES)
			((char *)r->array[k])[i] = (char)next_random();
		else if (otfp_vtf3_size(type) == 4)
			((uint32_t *)r->array[k])[i] =
				type == OTFP_VTF3_A_VTYPES ? (uint32_t)next_random() % 4 : random_number();
		else
			((uint64_t *)r->array[k])[i] = otfp_vtf3_bits(random_real());
	for (size_t i = 0; type == OTFP_VTF3_A_CPUS && i < n; i++) /* no cpu: its number in ASCII is a group's */
		((uint32_t *)r->array[k])[i] -= ((uint32_t *)r->array[k])[i] == 0x7fffffff;
}

static void random_slot(struct vtf3_record *r, unsigned k, int tame)
{
	unsigned type = otfp_vtf3_rows[r->rec.type].args[k].type;
	union otfp_vtf3_value *v = &r->rec.v[k];

	switch (type) {
	case OTFP_VTF3_A_COUNT: v->i = (int32_t)(next_random() % 5); break;
	case OTFP_VTF3_A_SCL: v->u = tame ? 0 : random_number(); break;
	case OTFP_VTF3_A_ANYCPU:
		v->u = random_number();
		v->u -= v->u == 0x7fffffff;
		break;
	case OTFP_VTF3_A_IOTYPE: v->u = (uint32_t)next_random() % 0x10000; break;
	case OTFP_VTF3_A_VTYPE: v->u = (uint32_t)next_random() % 4; break;
	case OTFP_VTF3_A_SECS: v->d = random_number(); break;
	case OTFP_VTF3_A_DUR: v->d = random_time(); break;
	case OTFP_VTF3_A_REAL: v->d = random_real(); break;
	case OTFP_VTF3_A_STR:
		v->s.n = random_text(r->text[k], tame);
		v->s.p = r->text[k];
		break;
	default:
		if (type < OTFP_VTF3_A_STR)
			v->u = random_number();
		else
			random_array(r, k, type, tame);
	}
}

static struct otfp_str activity_name(int token)
{
	static const char *const names[VTF3_ACTIVITIES + 1] = {"NOACT", "act1", "act2", "act3", "act4", "act5"};

	return (struct otfp_str){names[token], strlen(names[token])};
}

void vtf3_activity(struct otfp_vtf3_record *rec, int token)
{
	otfp_vtf3_record_init(rec, OTFP_VTF3_Defact_obsol);
	rec->v[0].i = token;
	rec->v[1].s = activity_name(token);
}

static void set_activity(struct otfp_vtf3_record *rec, unsigned token, unsigned name)
{
	rec->v[token].i = 1 + (int32_t)(next_random() % VTF3_ACTIVITIES);
	rec->v[name].s = activity_name(rec->v[token].i);
}

static void set_exchange(struct otfp_vtf3_record *rec, enum otfp_vtf3_format format)
{
	set_activity(rec, OTFP_EXCH_ACT, OTFP_EXCH_ACTNAME);
	set_activity(rec, OTFP_EXCH_FROMACT, OTFP_EXCH_FROMNAME);
	rec->v[OTFP_EXCH_TYPE].i = (int32_t)(next_random() % 3);
	rec->v[OTFP_EXCH_VALIDITY].u = OTFP_VTF3_TOKEN_VALID | OTFP_VTF3_NAME_VALID;
	if (format == OTFP_VTF3_STD_BINARY || format == OTFP_VTF3_FST_ASCII)
		rec->v[OTFP_EXCH_CLUSTER].i = 0;
}

void vtf3_random(struct vtf3_record *r, enum otfp_vtf3_type type, enum otfp_vtf3_format format)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];
	unsigned file = 0, scl = 0;

	memset(r, 0, sizeof *r);
	r->rec.type = (uint16_t)type;
	r->rec.time = row->kind == OTFP_VTF3_EVENT ? random_time() : 0;
	for (unsigned k = 0; k < row->nargs; k++)
		random_slot(r, k, format == OTFP_VTF3_LEGACY_ASCII);
	for (unsigned i = 0; i < row->ndisk; i++) {
		file = row->disk[i].how == OTFP_VTF3_D_SRC ? row->disk[i].slot : file;
		scl = row->disk[i].how == OTFP_VTF3_D_LAST ? row->disk[i].slot : scl;
	}
	if (file && next_random() % 2) {
		r->rec.flags |= OTFP_VTF3_HAS_SRC;
		r->rec.v[scl].i = OTFP_VTF3_SCLNONE;
	}
	if (type == OTFP_VTF3_Exchange_obsol)
		set_exchange(&r->rec, format);
	if (type == OTFP_VTF3_Defstate_obsol) {
		set_activity(&r->rec, OTFP_SYMBOL_ACT, OTFP_SYMBOL_ACTNAME);
		r->rec.v[OTFP_SYMBOL_VALIDITY].u = OTFP_VTF3_TOKEN_VALID | OTFP_VTF3_NAME_VALID;
	}
}

/* ---- compared ---- */

static void assert_same_array(const struct otfp_vtf3_record *a, const struct otfp_vtf3_record *b, unsigned k,
                              unsigned type)
{
	size_t n = otfp_vtf3_elements(a, k);

	assert_int_equal(n, otfp_vtf3_elements(b, k));
	for (size_t i = 0; i < n; i++)
		if (type == OTFP_VTF3_A_STRS)
			assert_string_equal(a->v[k].ss[i], b->v[k].ss[i]);
		else if (otfp_vtf3_size(type) == 8)
			assert_true(otfp_vtf3_clipped(a, k, i) == otfp_vtf3_clipped(b, k, i));
	if (n && (otfp_vtf3_size(type) == 1 || otfp_vtf3_size(type) == 4))
		assert_memory_equal(a->v[k].p, b->v[k].p, n * otfp_vtf3_size(type));
}

static int is_activity(unsigned type, unsigned k)
{
	if (type == OTFP_VTF3_Defstate_obsol)
		return k == OTFP_SYMBOL_ACT;
	return type == OTFP_VTF3_Exchange_obsol && (k == OTFP_EXCH_ACT || k == OTFP_EXCH_FROMACT);
}

static int is_source(const struct otfp_vtf3_record *rec, unsigned k)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];

	for (unsigned i = 0; i < row->ndisk; i++)
		if (row->disk[i].how == OTFP_VTF3_D_SRC)
			return k == row->disk[i].slot || k == row->disk[i].slot + 1u;
	return 0;
}

void assert_same_vtf3(const struct otfp_vtf3_record *a, const struct otfp_vtf3_record *b, int tokens)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[a->type];

	assert_string_equal(row->name, otfp_vtf3_rows[b->type].name);
	assert_true(a->time == b->time);
	assert_int_equal(a->flags, b->flags);
	for (unsigned k = 0; k < row->nargs; k++) {
		const union otfp_vtf3_value *x = &a->v[k], *y = &b->v[k];
		if ((is_source(a, k) && !(a->flags & OTFP_VTF3_HAS_SRC)) || (!tokens && is_activity(a->type, k)))
			continue;
		switch (row->args[k].type) {
		case OTFP_VTF3_A_DUR:
		case OTFP_VTF3_A_REAL:
		case OTFP_VTF3_A_SECS: assert_true(x->d == y->d); break;
		case OTFP_VTF3_A_STR:
			assert_int_equal(x->s.n, y->s.n);
			assert_memory_equal(x->s.p, y->s.p, x->s.n);
			assert_int_equal(y->s.p[y->s.n], 0);
			break;
		default:
			if (row->args[k].type > OTFP_VTF3_A_STR)
				assert_same_array(a, b, k, row->args[k].type);
			else
				assert_int_equal(x->u, y->u);
		}
	}
}

/* ---- written and read ---- */

void vtf3_put(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b)
{
	size_t n = b->n;
	ssize_t put = otfp_vtf3_compose(w, rec, b);

	assert_true(put >= 0);
	assert_int_equal(b->n - n, put);
}

struct otfp_vtf3_scanner *vtf3_open(const void *p, size_t n, struct otfp_error *err)
{
	static int fd = -1; /* one file at a time */
	struct otfp_vtf3_scanner *s;
	struct otfp_input *in;

	if (fd >= 0)
		close(fd);
	fd = memfd_create("vtf3", MFD_CLOEXEC);
	assert_true(fd >= 0 && write(fd, p, n) == (ssize_t)n && lseek(fd, 0, SEEK_SET) == 0);
	assert_int_equal(otfp_input_open_fd(&in, fd, "file", OTFP_DETECT_GZIP, 4096, err), 0);
	assert_int_equal(otfp_vtf3_scan_open(&s, in, err), 0);
	return s;
}

const struct otfp_vtf3_record *vtf3_next(struct otfp_vtf3_scanner *s)
{
	const struct otfp_vtf3_record *rec;
	int code;

	do
		code = otfp_vtf3_scan_next(s, &rec);
	while (code == 0 && (rec->flags & OTFP_VTF3_IMPLIED));
	assert_true(code >= 0);
	return code ? NULL : rec;
}

static void show_slot(struct otfp_buf *to, const struct otfp_vtf3_record *rec, unsigned k)
{
	const union otfp_vtf3_value *v = &rec->v[k];
	unsigned type = otfp_vtf3_rows[rec->type].args[k].type;
	size_t n = type > OTFP_VTF3_A_STR ? otfp_vtf3_elements(rec, k) : 0;

	if (type == OTFP_VTF3_A_STR)
		otfp_buf_printf(to, " \"%s\"", v->s.p);
	else if (type == OTFP_VTF3_A_DUR || type == OTFP_VTF3_A_REAL || type == OTFP_VTF3_A_SECS)
		otfp_buf_printf(to, " %.17g", v->d);
	else if (type < OTFP_VTF3_A_STR)
		otfp_buf_printf(to, " %d", v->i);
	for (size_t i = 0; i < n; i++)
		if (type == OTFP_VTF3_A_STRS)
			otfp_buf_printf(to, " [%s]", v->ss[i]);
		else if (type == OTFP_VTF3_A_BYTES)
			otfp_buf_printf(to, " %02x", ((const uint8_t *)v->p)[i]);
		else if (otfp_vtf3_size(type) == 8)
			otfp_buf_printf(to, " %llx", (unsigned long long)otfp_vtf3_clipped(rec, k, i));
		else
			otfp_buf_printf(to, " [%u]", v->us[i]);
}

void vtf3_show(struct otfp_buf *to, const void *p, size_t n)
{
	const struct otfp_vtf3_record *rec;
	struct otfp_error err;
	struct otfp_vtf3_scanner *s = vtf3_open(p, n, &err);

	to->n = 0;
	while (otfp_vtf3_scan_next(s, &rec) == 0) {
		otfp_buf_printf(to, "%s %.0f", otfp_vtf3_rows[rec->type].name, rec->time);
		for (unsigned k = 0; k < otfp_vtf3_rows[rec->type].nargs; k++)
			if (!is_source(rec, k) || (rec->flags & OTFP_VTF3_HAS_SRC))
				show_slot(to, rec, k);
		otfp_buf_printf(to, "\n");
	}
	otfp_buf_str(to);
	otfp_vtf3_scan_close(s);
}

int vtf3_corpus(const char *name, struct otfp_buf *b)
{
	char path[200];
	FILE *f;
	size_t n;

	snprintf(path, sizeof path, "../shared/corpus/vtf3/%s", name);
	f = fopen(path, "rb");
	if (!f)
		return -1;
	b->n = 0;
	do {
		assert_int_equal(otfp_buf_reserve(b, 4096), 0);
		n = fread(b->p + b->n, 1, 4096, f);
		b->n += n;
	} while (n);
	fclose(f);
	return 0;
}
