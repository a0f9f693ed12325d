/* read-buffers.c - buffers of otf.h on a file a.events and in memory: what each function returns and where it leaves
 * the buffer. tests/bats/api-otf-read.bats builds it with our library and with the reference, and compares. */
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static OTF_RBuffer *b;

static void show(const char *what, long long result)
{
	char *rest = OTF_RBuffer_printRecord(b);

	printf("%s %lld: time %lld process %d rest '%s'\n", what, result, (long long)OTF_RBuffer_getCurrentTime(b),
	       (int)OTF_RBuffer_getCurrentProcess(b), rest);
	free(rest);
}

static void show_record(void)
{
	char *record = OTF_RBuffer_getRecord(b);

	if (record)
		printf("record '%.*s'\n", (int)strcspn(record, "\n"), record);
	else
		printf("no record\n");
}

static void show_string(void)
{
	const char *s = OTF_RBuffer_readString(b);

	printf("string %s\n", s ? s : "NULL");
	show("after string", 0);
}

static void show_array(uint32_t **array, uint32_t *size)
{
	uint32_t i, n = OTF_RBuffer_readArray(b, array, size);

	printf("array of %u in %u:", n, *size);
	for (i = 0; i < n; i++)
		printf(" %x", (*array)[i]);
	printf("\n");
	show("after array", n);
}

static void file(OTF_FileManager *manager)
{
	uint64_t at;
	int i;

	b = OTF_RBuffer_open("a.events", manager);
	printf("%d", OTF_RBuffer_setSize(b, 1 << 20));
	printf("%d", OTF_RBuffer_setSize(b, 10));
	printf("%d\n", OTF_RBuffer_setJumpSize(b, 1 << 22));
	OTF_RBuffer_setZBufferSize(b, 1 << 20);
	for (i = 0; i < 5; i++) {
		show("line", OTF_RBuffer_guaranteeRecord(b));
		show_record();
		show("at record", 0);
		show_record();
		show("newline", OTF_RBuffer_readNewline(b));
	}
	for (at = 0; at < 72; at += 3) {
		show("jump", OTF_RBuffer_jump(b, at));
		show_record();
	}
	for (at = 0; at < 0x40; at += 8) {
		show("search", OTF_RBuffer_searchTime(b, at));
		show_record();
	}
	printf("properties %d, size %llu, position %d\n", OTF_RBuffer_getFileProperties(b),
	       (unsigned long long)OTF_RBuffer_getFileSize(b), OTF_RBuffer_getFilePos(b) <= OTF_RBuffer_getFileSize(b));
	printf("close %d\n", OTF_RBuffer_close(b));
	printf("none %d\n", OTF_RBuffer_open("nothing.events", manager) != NULL);
}

static void memory(void)
{
	static const char text[] = "DA12 NM \"x  y\" QQ1,2,3, X\nzz AbC DEFX\n00fG7ffL 0fg\n12345678901234567 9\nABC \n"
				   "Q\n\"unclosed\nnext\" x\nlast";
	uint32_t *array = NULL, size = 0;
	uint8_t bytes[10];

	b = OTF_RBuffer_open_with_external_buffer(sizeof text - 1, text, 0);
	OTF_RBuffer_setSize(b, 1 << 20);
	show("line", OTF_RBuffer_guaranteeRecord(b));
	show_record();
	show("keyword D", OTF_RBuffer_testKeyword(b, "D"));
	show("prefix D", OTF_RBuffer_testPrefix(b, "D"));
	show("keyword A", OTF_RBuffer_testKeyword(b, "A"));
	show("number", OTF_RBuffer_readUint32(b));
	show("N", OTF_RBuffer_testChar(b, 'N'));
	show("X", OTF_RBuffer_testChar(b, 'X'));
	OTF_RBuffer_skipKeyword(b);
	show("past keyword", 0);
	OTF_RBuffer_skipKeyword(b);
	show("no keyword", 0);
	show_string();
	show_string();
	OTF_RBuffer_skipSpaces(b);
	OTF_RBuffer_skipKeyword(b);
	show_array(&array, &size);
	OTF_RBuffer_skipSpaces(b);
	show_array(&array, &size);
	free(array);
	show("newline", OTF_RBuffer_readNewline(b));
	show("no number", OTF_RBuffer_readUint32(b));
	OTF_RBuffer_readNewline(b);
	memset(bytes, 0, sizeof bytes);
	show("bytes", OTF_RBuffer_readBytes(b, bytes, sizeof bytes));
	OTF_RBuffer_skipKeyword(b);
	show("bytes", OTF_RBuffer_readBytes(b, bytes, sizeof bytes));
	printf("%x\n", bytes[0]);
	OTF_RBuffer_readNewline(b);
	show("64 bits", (long long)OTF_RBuffer_readUint64(b));
	show("32 bits", OTF_RBuffer_readUint32(b));
	OTF_RBuffer_readNewline(b);
	show("keyword AB", OTF_RBuffer_testKeyword(b, "AB"));
	show("keyword ABC", OTF_RBuffer_testKeyword(b, "ABC"));
	OTF_RBuffer_readNewline(b);
	show("keyword Q", OTF_RBuffer_testKeyword(b, "Q"));
	show("newline char", OTF_RBuffer_testChar(b, '\n'));
	show("newline", OTF_RBuffer_readNewline(b));
	show_string();
	show("newline", OTF_RBuffer_readNewline(b));
	show("line", OTF_RBuffer_guaranteeRecord(b));
	show_record();
	show("newline", OTF_RBuffer_readNewline(b));
	OTF_RBuffer_setCurrentTime(b, 5);
	OTF_RBuffer_setCurrentProcess(b, 7);
	show("set", 0);
	printf("close %d\n", OTF_RBuffer_close(b));
}

int main(void)
{
	OTF_FileManager *manager = OTF_FileManager_open(10);

	file(manager);
	memory();
	OTF_FileManager_close(manager);
	return 0;
}
