/* client-names.c - a program that keeps what it is given: names, comments and units are printed after the whole trace
 * was read, arrays and key-values are copied. Argument: a trace of less than 1 MiB of definitions. */
#include <otf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10000 };

static struct kept {
	const char *what, *text;
	uint32_t token;
} kept[MOST];
static unsigned nkept;

static void keep(const char *what, uint32_t token, const char *text)
{
	if (nkept < MOST && text)
		kept[nkept++] = (struct kept){what, text, token};
}

static int process(void *user, uint32_t stream, uint32_t token, const char *name, uint32_t parent,
                   OTF_KeyValueList *list)
{
	keep("process", token, name);
	return OTF_RETURN_OK;
}

static int function(void *user, uint32_t stream, uint32_t token, const char *name, uint32_t group, uint32_t source,
                    OTF_KeyValueList *list)
{
	keep("function", token, name);
	return OTF_RETURN_OK;
}

static int group(void *user, uint32_t stream, uint32_t token, const char *name, OTF_KeyValueList *list)
{
	keep(user, token, name);
	return OTF_RETURN_OK;
}

static int counter(void *user, uint32_t stream, uint32_t token, const char *name, uint32_t properties, uint32_t group,
                   const char *unit, OTF_KeyValueList *list)
{
	keep("counter", token, name);
	keep("unit", token, unit);
	return OTF_RETURN_OK;
}

static int comment(void *user, uint64_t time, uint32_t process, const char *text, OTF_KeyValueList *list)
{
	keep("comment", process, text);
	return OTF_RETURN_OK;
}

/* ---- what is valid until the handler returns: copies ---- */

static uint32_t *members;
static uint32_t nmembers;
static OTF_KeyValueList *pairs;

static int processes(void *user, uint32_t stream, uint32_t token, const char *name, uint32_t n, const uint32_t *list,
                     OTF_KeyValueList *tags)
{
	keep("group", token, name);
	members = realloc(members, (nmembers + n + 1) * sizeof *members);
	memcpy(members + nmembers, list, n * sizeof *list);
	nmembers += n;
	return OTF_RETURN_OK;
}

static int enter(void *user, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
                 OTF_KeyValueList *list)
{
	if (OTF_KeyValueList_getCount(list) && !pairs)
		pairs = OTF_KeyValueList_clone(list);
	return OTF_RETURN_OK;
}

static void set(OTF_HandlerArray *h, void (*handler)(void), void *first, uint32_t type)
{
	OTF_HandlerArray_setHandler(h, (OTF_FunctionPointer *)handler, type);
	OTF_HandlerArray_setFirstHandlerArg(h, first, type);
}

static void print(void)
{
	for (unsigned i = 0; i < nkept; i++)
		printf("%s %u %s\n", kept[i].what, kept[i].token, kept[i].text);
	for (uint32_t i = 0; i < nmembers; i++)
		printf("member %u\n", members[i]);
	for (uint32_t i = 0; pairs && i < OTF_KeyValueList_getCount(pairs); i++) {
		OTF_KeyValuePair *pair;
		OTF_KeyValueList_getPairByIndex(pairs, i, &pair);
		printf("pair %u %d\n", pair->key, (int)pair->type);
	}
}

int main(int argc, char **argv)
{
	OTF_FileManager *manager = OTF_FileManager_open(100);
	OTF_HandlerArray *h = OTF_HandlerArray_open();
	OTF_Reader *reader = OTF_Reader_open(argv[argc - 1], manager);

	set(h, (void (*)(void))process, NULL, OTF_DEFPROCESS_RECORD);
	set(h, (void (*)(void))function, NULL, OTF_DEFFUNCTION_RECORD);
	set(h, (void (*)(void))processes, NULL, OTF_DEFPROCESSGROUP_RECORD);
	set(h, (void (*)(void))group, "function group", OTF_DEFFUNCTIONGROUP_RECORD);
	set(h, (void (*)(void))group, "counter group", OTF_DEFCOUNTERGROUP_RECORD);
	set(h, (void (*)(void))group, "source", OTF_DEFSCLFILE_RECORD);
	set(h, (void (*)(void))counter, NULL, OTF_DEFCOUNTER_RECORD);
	set(h, (void (*)(void))comment, NULL, OTF_EVENTCOMMENT_RECORD);
	set(h, (void (*)(void))enter, NULL, OTF_ENTER_RECORD);
	printf("%d\n", OTF_Reader_readDefinitions(reader, h) != OTF_READ_ERROR);
	printf("%d\n", OTF_Reader_readEvents(reader, h) != OTF_READ_ERROR);
	print();
	OTF_Reader_close(reader);
	OTF_HandlerArray_close(h);
	OTF_FileManager_close(manager);
	if (pairs)
		OTF_KeyValueList_close(pairs);
	free(members);
	return 0;
}
