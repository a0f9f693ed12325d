/* Token maps, references by the table of record types, and records with other tokens. */
#include "remap/rename.h"
#include "remap/unify.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct otfp_error err;

static struct otfp_renaming renaming(uint32_t space, uint32_t stream, uint32_t from, uint32_t to, uint8_t kind)
{
	return (struct otfp_renaming){
		.space = space, .stream = stream, .from = from, .to = to, .kind = kind, .used = 1};
}

static struct otfp_record record(unsigned type, uint32_t loc, uint64_t a, uint64_t b)
{
	struct otfp_record rec = {.type = (uint16_t)type, .loc = loc, .file = otfp_schema(type)->file};

	rec.f[0].u = a;
	rec.f[1].u = b;
	return rec;
}

/* ---- the map ---- */

static void a_token_has_one_entry_and_a_number_one_owner(void **state)
{
	struct otfp_tokenmap m = {0};

	(void)state;
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 0, 1, 2, OTFP_STAYS_THERE)), 0);
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 0, 1, 3, OTFP_STAYS_THERE)), 1);
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 0, 5, 2, OTFP_STAYS_THERE)), 2);
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 7, 5, 2, OTFP_STAYS_THERE)), 0);
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 7, 1, 2, OTFP_TO_LOCAL)), 2);
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 8, 1, 9, OTFP_TO_GLOBAL)), 0);
	assert_int_equal(otfp_tokenmap_add(&m, renaming(OTFP_W_SCL, 9, 1, 9, OTFP_TO_GLOBAL)), 0);
	assert_int_equal(otfp_tokenmap_get(&m, OTFP_W_SCL, 7, 5)->to, 2);
	assert_null(otfp_tokenmap_get(&m, OTFP_W_FILE, 7, 5));
	otfp_tokenmap_release(&m);
}

static void written_and_read_it_is_the_same(void **state)
{
	static const char want[] = "process\t4\t3\nfunction\t1\t2\nfunction\t9\t9\nfunction\t1\t9\t5\tglobal\n"
				   "function\t1\t1\t6\tlocal\n";
	struct otfp_tokenmap m = {0}, back = {0};
	char name[] = "/tmp/otfpipe-map-XXXXXX";
	struct otfp_buf text = OTFP_BUF_INIT;
	FILE *f = fdopen(mkstemp(name), "w");

	(void)state;
	assert_non_null(f);
	otfp_tokenmap_add(&m, renaming(OTFP_W_FUNCTION, 5, 1, 9, OTFP_TO_GLOBAL));
	otfp_tokenmap_add(&m, renaming(OTFP_W_FUNCTION, 6, 1, 1, OTFP_TO_LOCAL));
	otfp_tokenmap_add(&m, renaming(OTFP_W_FUNCTION, 0, 1, 2, OTFP_STAYS_THERE));
	otfp_tokenmap_add(&m, renaming(OTFP_W_FUNCTION, 0, 3, 3, OTFP_STAYS_THERE)); /* says nothing */
	otfp_tokenmap_add(&m, renaming(OTFP_W_FUNCTION, 0, 9, 9, OTFP_STAYS_THERE));
	otfp_tokenmap_add(&m, renaming(OTFP_W_PROCESS, 0, 4, 3, OTFP_STAYS_THERE));
	assert_int_equal(otfp_tokenmap_format(&m, &text), 0);
	assert_non_null(otfp_buf_str(&text));
	assert_string_equal(text.p, want);
	fputs(text.p, f);
	fclose(f);
	otfp_buf_release(&text);
	assert_int_equal(otfp_tokenmap_read(&back, name, 0, &err), 0);
	assert_int_equal(back.n, 5);
	otfp_tokenmap_release(&back);
	assert_int_equal(otfp_tokenmap_read(&back, name, 1, &err), 0);
	assert_int_equal(otfp_tokenmap_get(&back, OTFP_W_PROCESS, 0, 3)->to, 4);
	assert_int_equal(otfp_tokenmap_get(&back, OTFP_W_FUNCTION, 6, 1)->kind, OTFP_TO_GLOBAL);
	remove(name);
	otfp_tokenmap_release(&m);
	otfp_tokenmap_release(&back);
}

/* ---- references ---- */

static void references_are_those_of_the_table(void **state)
{
	struct otfp_refs refs[OTFP_NTYPES];
	uint8_t active[OTFP_NWHATS];

	(void)state;
	memset(active, 1, sizeof active);
	otfp_refs_make(refs, active);
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const struct otfp_schema *row = otfp_schema(type);
		unsigned n = 0;
		for (unsigned i = 0; i < row->nfields; i++)
			n += row->fields[i].what > OTFP_W_NONE && row->fields[i].what < OTFP_W_MATCHING;
		assert_int_equal(refs[type].n + (otfp_table[type].defines != 0), n);
	}
	assert_true(refs[OTFP_Leave].ref[0].blank);
	assert_false(refs[OTFP_Enter].ref[0].blank);
	assert_true(refs[OTFP_Enter].ref[1].blank);
	memset(active, 0, sizeof active);
	active[OTFP_W_PROCESSGROUP] = 1;
	otfp_refs_make(refs, active);
	assert_int_equal(refs[OTFP_SendMsg].n, 1);
	assert_int_equal(refs[OTFP_DefCounterAssignments].n, 1);
	assert_int_equal(refs[OTFP_Enter].n, 0);
}

/* ---- records ---- */

static void begin(struct otfp_rename *r, struct otfp_claims *claims)
{
	r->claims = claims;
	r->err = &err;
	r->name = "test";
	assert_int_equal(otfp_rename_begin(r), 0);
}

static void a_record_without_such_tokens_is_not_copied(void **state)
{
	struct otfp_claims claims = {0};
	struct otfp_rename r = {0};
	struct otfp_record enter = record(OTFP_Enter, 1, 7, 0), copy;
	const struct otfp_record *rec = &enter;
	struct otfp_arena a = OTFP_ARENA_INIT;

	(void)state;
	otfp_tokenmap_add(&r.map, renaming(OTFP_W_FUNCTION, 0, 8, 1 << 20, OTFP_STAYS_THERE));
	begin(&r, &claims);
	assert_int_equal(otfp_rename_record(&r, &rec, &copy, &a), 0);
	assert_ptr_equal(rec, &enter);
	enter.f[0].u = 8;
	for (int again = 0; again < 2; again++) {
		rec = &enter;
		assert_int_equal(otfp_rename_record(&r, &rec, &copy, &a), 0);
		assert_ptr_equal(rec, &copy);
		assert_int_equal(rec->f[0].u, 1 << 20);
	}
	enter.f[0].u = 1 << 20;
	rec = &enter;
	assert_int_equal(otfp_rename_record(&r, &rec, &copy, &a), OTFP_EFAIL);
	assert_string_equal(err.text, "test: clash: function 1048576 stays, and function 8 becomes 1048576");
	otfp_rename_release(&r);
	otfp_claims_release(&claims);
	otfp_arena_release(&a);
}

static void new_numbers_are_free_even_behind_the_last(void **state)
{
	struct otfp_claims claims = {0};
	uint32_t to;

	(void)state;
	otfp_claims_raise(&claims, OTFP_W_PROCESSGROUP, UINT32_MAX - 1);
	otfp_claims_put(&claims, 0, (struct otfp_claim){.space = OTFP_W_PROCESS, .token = 1, .to = 1});
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESS, &to), 0);
	assert_int_equal(to, UINT32_MAX);
	otfp_claims_put(&claims, 0, (struct otfp_claim){.space = OTFP_W_PROCESS, .token = 2, .to = UINT32_MAX});
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESS, &to), 0);
	assert_int_equal(to, 2);
	otfp_claims_release(&claims);
}

/* ---- unify ---- */

static void parents_far_down_are_decided_on_in_the_end(void **state)
{
	enum { N = 5000 };
	static struct otfp_record defs[N];
	static const struct otfp_record *list[N];
	const char *names[] = {"a", "b"};
	const struct otfp_record streams = {.type = OTFP_CONTROL, .line = {"@SM\t1\t5000", 10}};
	struct otfp_unify_head heads[2] = {{list, N}, {list, N}};
	struct otfp_unify u = {0};

	(void)state;
	for (unsigned i = 0; i < N; i++) {
		defs[i] = record(OTFP_DefProcess, 0, i + 1, 0);
		defs[i].f[1].s = (struct otfp_str){"p", 1};
		defs[i].f[2].u = i + 2; /* the last lives in both, and all are below it */
		list[i] = &defs[i];
	}
	defs[N - 1].f[2].u = 0;
	assert_int_equal(otfp_unify_begin(&u, names, 2, &err), 0);
	assert_int_equal(otfp_unify_streams(&u, 0, &streams), 0);
	assert_int_equal(otfp_unify_streams(&u, 1, &streams), 0);
	assert_int_equal(otfp_unify_plan(&u, heads), 0);
	for (uint32_t i = 1; i <= N; i++) {
		assert_int_equal(otfp_tokenmap_get(&u.parts[0].map, OTFP_W_PROCESS, 0, i)->to, i);
		assert_true(otfp_tokenmap_get(&u.parts[1].map, OTFP_W_PROCESS, 0, i)->to > N);
	}
	otfp_unify_release(&u);
}

/* Processes and groups of processes share their numbers. */
static void a_fresh_number_of_a_process_is_no_group_and_the_other_way_round(void **state)
{
	struct otfp_claims claims = {0};
	uint32_t to;

	(void)state;
	otfp_claims_raise(&claims, OTFP_W_PROCESS, 7);
	otfp_claims_raise(&claims, OTFP_W_FUNCTION, 90);
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESSGROUP, &to), 0);
	assert_int_equal(to, 8);
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESS, &to), 0);
	assert_int_equal(to, 9);
	otfp_claims_put(&claims, 0, (struct otfp_claim){.space = OTFP_W_PROCESS, .token = 1, .to = 11});
	otfp_claims_put(&claims, 0, (struct otfp_claim){.space = OTFP_W_PROCESSGROUP, .token = 1, .to = 13});
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESSGROUP, &to), 0);
	assert_int_equal(to, 10);
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESSGROUP, &to), 0);
	assert_int_equal(to, 12);
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESS, &to), 0);
	assert_int_equal(to, 14);
	otfp_claims_raise(&claims, OTFP_W_PROCESSGROUP, 20);
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_PROCESS, &to), 0);
	assert_int_equal(to, 21);
	assert_int_equal(otfp_claims_fresh(&claims, OTFP_W_FUNCTION, &to), 0);
	assert_int_equal(to, 91);
	otfp_claims_release(&claims);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_has_one_entry_and_a_number_one_owner),
		cmocka_unit_test(written_and_read_it_is_the_same),
		cmocka_unit_test(references_are_those_of_the_table),
		cmocka_unit_test(a_record_without_such_tokens_is_not_copied),
		cmocka_unit_test(new_numbers_are_free_even_behind_the_last),
		cmocka_unit_test(parents_far_down_are_decided_on_in_the_end),
		cmocka_unit_test(a_fresh_number_of_a_process_is_no_group_and_the_other_way_round),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
