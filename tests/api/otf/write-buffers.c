/* write-buffers.c - write buffers, files and the file manager, token by token. */
#include <otf.h>
#include <stdio.h>
#include <string.h>

#define TRY(call) printf("%s = %d\n", #call, (int)(call))

static void tokens(OTF_WBuffer *b)
{
	static const uint8_t bytes[3] = {1, 2, 255};

	TRY(OTF_WBuffer_writeKeyword(b, "KEY"));
	TRY(OTF_WBuffer_writeKeyword(b, ""));
	TRY(OTF_WBuffer_writeString(b, "a\"b\nc"));
	TRY(OTF_WBuffer_writeString(b, ""));
	TRY(OTF_WBuffer_writeChar(b, 'x'));
	TRY(OTF_WBuffer_writeUint8(b, 0xfe));
	TRY(OTF_WBuffer_writeUint16(b, 0x10));
	TRY(OTF_WBuffer_writeUint32(b, 0));
	TRY(OTF_WBuffer_writeUint32(b, 0xabcdef));
	TRY(OTF_WBuffer_writeUint64(b, 0xfedcba9876543210));
	TRY(OTF_WBuffer_writeNewline(b));
	TRY(OTF_WBuffer_writeBytes(b, bytes, 3));
	TRY(OTF_WBuffer_writeNewline(b));
	TRY(OTF_WBuffer_setTimeAndProcess(b, 0, 1));
	TRY(OTF_WBuffer_setTimeAndProcess(b, 0, 1));
	TRY(OTF_WBuffer_setTimeAndProcess(b, 10, 1));
	TRY(OTF_WBuffer_setTimeAndProcess(b, 10, 2));
	TRY(OTF_WBuffer_setTimeAndProcess(b, 10, 2));
}

static void pairs(OTF_WBuffer *b)
{
	OTF_KeyValueList *list = OTF_KeyValueList_new();
	uint8_t bytes[250] = {1, 2, 3};
	OTF_KeyValuePair pair = {9, OTF_DOUBLE, {0}};

	for (int is_long = 0; is_long < 2; is_long++) {
		OTF_KeyValueList_appendUint32(list, 1, 7);
		OTF_KeyValueList_appendInt8(list, 2, -1);
		OTF_KeyValueList_appendByteArray(list, 3, bytes, 250);
		if (is_long)
			TRY(OTF_WBuffer_writeKeyValueList_long(b, list));
		else
			TRY(OTF_WBuffer_writeKeyValueList_short(b, list));
		TRY(OTF_KeyValueList_getCount(list));
	}
	TRY(OTF_WBuffer_writeKeyValueList_long(b, list));
	TRY(OTF_WBuffer_writeKeyValueList_long(b, NULL));
	OTF_KeyValueList_close(list);
	pair.value.otf_double = 1.5;
	TRY(OTF_WBuffer_writeKeyValuePair_short(b, &pair));
	TRY(OTF_WBuffer_writeKeyValuePair_long(b, &pair));
	memset(&pair.value, 5, sizeof pair.value);
	pair.type = OTF_BYTE_ARRAY;
	pair.value.otf_byte_array.len = 150;
	TRY(OTF_WBuffer_writeKeyValuePair_short(b, &pair));
	TRY(OTF_WBuffer_writeKeyValuePair_short(b, NULL));
}

static void buffer(OTF_FileManager *m, const char *name, OTF_FileCompression level)
{
	OTF_WBuffer *b = level ? OTF_WBuffer_open_zlevel(name, m, level) : OTF_WBuffer_open(name, m);

	TRY(OTF_WBuffer_setSize(b, 10000));
	OTF_WBuffer_setZBufferSize(b, 5000);
	TRY(OTF_WBuffer_setSize(b, 100));
	TRY(OTF_WBuffer_setSize(b, 20000));
	TRY(OTF_WBuffer_guarantee(b, 5000));
	tokens(b);
	TRY(OTF_WBuffer_flush(b));
	TRY(OTF_WBuffer_flush(b));
	pairs(b);
	TRY(OTF_WBuffer_close(b));
}

static void write_file(OTF_FileManager *m)
{
	OTF_File *f = OTF_File_open("file", m, OTF_FILEMODE_WRITE);

	TRY(OTF_File_status(f));
	TRY(OTF_File_write(f, "hello\n", 6));
	TRY(OTF_File_status(f));
	TRY(OTF_File_tell(f));
	TRY(OTF_FileManager_touchFile(m, f));
	TRY(OTF_FileManager_suspendFile(m, f));
	TRY(OTF_File_status(f));
	TRY(OTF_FileManager_getCount(m));
	TRY(OTF_FileManager_touchFile(m, f));
	TRY(OTF_File_size(f));
	TRY(OTF_File_write(f, "world\n", 6));
	TRY(OTF_File_status(f));
	TRY(OTF_FileManager_getCount(m));
	OTF_File_suspend(f);
	TRY(OTF_File_status(f));
	TRY(OTF_File_revive(f, OTF_FILEMODE_WRITE));
	TRY(OTF_File_read(f, (char[9]){0}, 3));
	TRY(OTF_File_seek(f, 3));
	TRY(OTF_File_close(f));
}

static void read_file(OTF_FileManager *m)
{
	OTF_File *f = OTF_File_open_zlevel("file", m, OTF_FILEMODE_READ, 0);
	char text[99] = "";

	TRY(OTF_File_size(f));
	TRY(OTF_File_tell(f));
	TRY(OTF_File_read(f, text, 5));
	TRY(OTF_File_tell(f));
	TRY(OTF_File_seek(f, 8));
	TRY(OTF_File_read(f, text, 50));
	TRY(OTF_File_tell(f));
	TRY(OTF_File_read(f, text, 50));
	TRY(OTF_File_seek(f, 100));
	TRY(OTF_File_tell(f));
	TRY(OTF_File_seek(f, 0));
	TRY(OTF_File_read(f, text, 2));
	TRY(OTF_File_write(f, "x", 1));
	TRY(OTF_File_close(f));
	f = OTF_File_open_with_external_buffer(12, "hello\nworld\n", 0, OTF_FILEMODE_READ);
	TRY(OTF_File_size(f));
	TRY(OTF_File_read(f, text, 5));
	TRY(OTF_File_tell(f));
	TRY(OTF_File_status(f));
	TRY(OTF_File_seek(f, 2));
	TRY(OTF_File_read(f, text, 50));
	TRY(OTF_File_close(f));
	TRY(OTF_File_open("missing", m, OTF_FILEMODE_READ) != NULL);
}

int main(void)
{
	OTF_FileManager *m = OTF_FileManager_open(0);

	TRY(otf_errno);
	TRY(OTF_FileManager_getNumber(m));
	TRY(OTF_FileManager_setNumber(m, 2));
	TRY(OTF_FileManager_setNumber(m, 0));
	TRY(OTF_FileManager_guaranteeFile(m));
	TRY(OTF_FileManager_isIofsl(m));
	TRY(OTF_FileManager_getCount(m));
	buffer(m, "plain", 0);
	buffer(m, "packed.z", 6);
	TRY(OTF_WBuffer_close(OTF_WBuffer_open("empty", m)));
	write_file(m);
	read_file(m);
	OTF_FileManager_close(m);
	return 0;
}
