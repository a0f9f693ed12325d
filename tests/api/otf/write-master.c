/* write-master.c - master controls: which processes are in which stream. usage: write-master [NAME...] */
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>

static void show(OTF_MasterControl *mc)
{
	printf("%u streams, %u processes, next %u, check %d\n", OTF_MasterControl_getCount(mc),
	       OTF_MasterControl_getrCount(mc), OTF_MasterControl_getNewStreamId(mc), OTF_MasterControl_check(mc));
	for (uint32_t i = 0; i < OTF_MasterControl_getCount(mc); i++) {
		OTF_MapEntry *e = OTF_MasterControl_getEntryByIndex(mc, i);
		printf(" %u (%u of %u):", e->argument, e->n, e->s);
		for (uint32_t j = 0; j < e->n; j++)
			printf(" %u", e->values[j]);
		printf(" %u %d %d\n", OTF_MasterControl_getValueCount(mc, e->argument),
		       OTF_MasterControl_getValues(mc, e->argument) == e->values,
		       OTF_MasterControl_getEntry(mc, e->argument) == e);
	}
	for (uint32_t i = 0; i < OTF_MasterControl_getrCount(mc); i++) {
		OTF_Pair *pair = OTF_MasterControl_getREntryByIndex(mc, i);
		printf(" %u>%u>%u", pair->argument, pair->value, OTF_MasterControl_mapReverse(mc, pair->argument));
	}
	printf("\n");
}

#define TRY(call) printf("%s = %d\n", #call, (int)(call)), show(mc)

static void append(OTF_MasterControl *mc)
{
	uint32_t list[] = {5, 4, 100, 3}, more[] = {7, 5};

	show(mc);
	for (uint32_t i = 0; i < 15; i++)
		TRY(OTF_MasterControl_append(mc, 3 + i % 3, 100 - 3 * i));
	TRY(OTF_MasterControl_append(mc, 3, 100));
	TRY(OTF_MasterControl_append(mc, 9, 100));
	TRY(OTF_MasterControl_append(mc, 9, 0));
	TRY(OTF_MasterControl_append(mc, 0, 1));
	TRY(OTF_MasterControl_append(mc, 0xffffffff, 1));
	TRY(OTF_MasterControl_appendList(mc, 2, 4, list));
	TRY(OTF_MasterControl_appendList(mc, 2, 2, more));
	TRY(OTF_MasterControl_appendList(mc, 55, 0, more));
	TRY(OTF_MasterControl_getEntry(mc, 99) != NULL);
	TRY(OTF_MasterControl_getEntryByIndex(mc, 99) != NULL);
	TRY(OTF_MasterControl_getREntryByIndex(mc, 99) != NULL);
	TRY(OTF_MasterControl_getValues(mc, 99) != NULL);
	TRY(OTF_MasterControl_getValueCount(mc, 99));
	TRY(OTF_MasterControl_mapReverse(mc, 999));
}

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(100);
	OTF_MasterControl *mc = OTF_MasterControl_new(m), *copy;

	for (int i = 1; i < argc; i++)
		TRY(OTF_MasterControl_read(mc, argv[i]));
	if (argc == 1) {
		append(mc);
		TRY(OTF_MasterControl_write(mc, "written"));
		TRY(OTF_MasterControl_write(mc, "written.otf"));
		copy = OTF_MasterControl_clone(mc, m);
		TRY(OTF_MasterControl_read(mc, "written"));
		OTF_MasterControl_print(copy);
		for (uint32_t i = 0; i < 200; i++)
			OTF_MasterControl_append(copy, 1 + i % 7, 1000 + i);
		show(copy);
		OTF_MasterControl_append(copy, 0xfffffffe, 9999);
		OTF_MasterControl_finish(copy);
	}
	TRY(OTF_MasterControl_read(mc, "missing"));
	OTF_MasterControl_close(mc);
	OTF_FileManager_close(m);
	return 0;
}
