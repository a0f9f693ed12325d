/* test_otfwrite.c - otf.h, the half that writes, while allocations fail: it refuses, and frees what it has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "failing.h"
#include "open-trace-format/OTF_Errno.h"
#include "open-trace-format/OTF_Writer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int setup(void **state)
{
	static char dir[32];

	strcpy(dir, "/tmp/otfwrite-XXXXXX");

	*state = mkdtemp(dir);
	return *state && chdir(dir) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
	char command[100];

	snprintf(command, sizeof command, "rm -r %s", (char *)*state);
	return chdir("/") || system(command);
}

static int fill(OTF_KeyValueList *list)
{
	static uint8_t bytes[1500];
	int failed = OTF_KeyValueList_appendUint32(list, 1, 7);

	failed |= OTF_KeyValueList_appendByteArray(list, 2, bytes, sizeof bytes);
	return failed;
}

static int write_all(OTF_Writer *w, OTF_KeyValueList *list)
{
	uint32_t members[3] = {1, 2, 3};
	int ok = OTF_Writer_writeDefProcessGroup(w, 0, 1, "all", 3, members);

	for (uint64_t t = 1; t < 40; t++)
		ok &= OTF_Writer_writeEnter(w, t, 1, 1 + (uint32_t)t % 20, 0);
	ok &= !fill(list);
	ok &= OTF_Writer_writeNoOpKV(w, 100, 1, list);
	ok &= OTF_Writer_writeSummaryComment(w, 1, 1, "a comment");
	return ok;
}

/* @return 0, or -1 if any call said that it failed */
static int write_trace(OTF_FileManager *m, const char *name)
{
	OTF_Writer *w = OTF_Writer_open(name, 3, m);
	OTF_KeyValueList *list = OTF_KeyValueList_new();
	int ok = w && list;

	if (ok) {
		OTF_Writer_setCompression(w, 4);
		ok = write_all(w, list);
	}
	if (w)
		ok &= OTF_Writer_close(w);
	if (list)
		OTF_KeyValueList_close(list);
	if (!ok)
		assert_true(otf_errno == OTF_ERROR && otf_strerr[0]);
	return ok ? 0 : -1;
}

static int try_trace(void *ctx)
{
	OTF_FileManager *m = OTF_FileManager_open(2);
	int r = m ? write_trace(m, ctx) : -1;

	OTF_FileManager_close(m);
	return r;
}

static void a_writer_without_memory_refuses(void **state)
{
	(void)state;
	each_allocation_fails(try_trace, (void *)(uintptr_t) "t");
}

static int try_master(void *ctx)
{
	OTF_FileManager *m = OTF_FileManager_open(2);
	OTF_MasterControl *mc = m ? OTF_MasterControl_new(m) : NULL, *copy = NULL;
	int ok = mc && OTF_MasterControl_read(mc, ctx);

	if (ok)
		ok = (copy = OTF_MasterControl_clone(mc, m)) != NULL && OTF_MasterControl_write(copy, "copy");
	if (ok)
		assert_int_equal(OTF_MasterControl_getrCount(copy), 3);
	OTF_MasterControl_close(copy);
	OTF_MasterControl_close(mc);
	OTF_FileManager_close(m);
	return ok ? 0 : -1;
}

static void a_master_control_without_memory_refuses(void **state)
{
	FILE *f = fopen("m.otf", "w");

	(void)state;
	assert_non_null(f);
	fputs("1:1,2\n2:3\n", f);
	fclose(f);
	each_allocation_fails(try_master, (void *)(uintptr_t) "m");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_writer_without_memory_refuses, setup, teardown),
		cmocka_unit_test_setup_teardown(a_master_control_without_memory_refuses, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
