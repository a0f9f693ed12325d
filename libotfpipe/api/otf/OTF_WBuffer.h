/*
 * OTF_WBuffer.h - write one file of a trace, token by token: otf.h. A buffer grows with what is written; its size says
 * when it goes to the file. After an error of the file every later call returns 0.
 */
#ifndef OTF_WBUFFER_H
#define OTF_WBUFFER_H
#include "OTF_File.h"
#include "OTF_Filenames.h"
#include "OTF_KeyValue.h"
#include "OTF_inttypes.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_WBuffer OTF_WBuffer;

/** Create or empty a file; one whose name ends in ".z" is compressed, with level 4 or `compression`, 1 to 9. The caller
 * closes it with OTF_WBuffer_close. @return NULL with otf_errno set */
OTF_API OTF_WBuffer *OTF_WBuffer_open(const char *filename, OTF_FileManager *manager);
OTF_API OTF_WBuffer *OTF_WBuffer_open_zlevel(const char *filename, OTF_FileManager *manager,
                                             OTF_FileCompression compression);
/** Write the last time and process once more if there were any, and what is buffered; free the buffer.
 * @return 1, or 0 with otf_errno set: then data are missing */
OTF_API int OTF_WBuffer_close(OTF_WBuffer *wbuffer);

/* @return 1, or 0 with otf_errno set */

/** Bytes that are buffered, 1 MiB unless set; a buffer does not become smaller. */
OTF_API int OTF_WBuffer_setSize(OTF_WBuffer *wbuffer, size_t size);
/** Size of the buffer for compressed data, in bytes; under 32 is refused. It changes nothing that can be seen. */
OTF_API void OTF_WBuffer_setZBufferSize(OTF_WBuffer *wbuffer, uint32_t size);
/** Write what is buffered to the file. */
OTF_API int OTF_WBuffer_flush(OTF_WBuffer *wbuffer);
/** Have room for that many bytes, which then go to the file together. */
OTF_API int OTF_WBuffer_guarantee(OTF_WBuffer *wbuffer, size_t space);
/** Write lines of time, in ticks, and process where they are needed. A time before that of the last call is refused. */
OTF_API int OTF_WBuffer_setTimeAndProcess(OTF_WBuffer *wbuffer, uint64_t t, uint32_t p);

/* @return bytes written, without the quotes of a string; 0 with otf_errno set */

OTF_API uint32_t OTF_WBuffer_writeKeyword(OTF_WBuffer *wbuffer, const char *keyword);
/** In quotes; quotes and newlines in it become blanks. */
OTF_API uint32_t OTF_WBuffer_writeString(OTF_WBuffer *wbuffer, const char *string);
OTF_API uint32_t OTF_WBuffer_writeChar(OTF_WBuffer *wbuffer, const char character);
/** Hexadecimal without leading zeros. */
OTF_API uint32_t OTF_WBuffer_writeUint8(OTF_WBuffer *wbuffer, uint8_t value);
OTF_API uint32_t OTF_WBuffer_writeUint16(OTF_WBuffer *wbuffer, uint16_t value);
OTF_API uint32_t OTF_WBuffer_writeUint32(OTF_WBuffer *wbuffer, uint32_t value);
OTF_API uint32_t OTF_WBuffer_writeUint64(OTF_WBuffer *wbuffer, uint64_t value);
OTF_API uint32_t OTF_WBuffer_writeNewline(OTF_WBuffer *wbuffer);
/** Two hexadecimal digits a byte. */
OTF_API uint32_t OTF_WBuffer_writeBytes(OTF_WBuffer *wbuffer, const uint8_t *value, uint32_t len);
/** The line of a pair; of a byte array one part. A pair of unknown type is refused. */
OTF_API uint32_t OTF_WBuffer_writeKeyValuePair_short(OTF_WBuffer *buffer, OTF_KeyValuePair *pair);
OTF_API uint32_t OTF_WBuffer_writeKeyValuePair_long(OTF_WBuffer *buffer, OTF_KeyValuePair *pair);
/** The lines of all pairs; empties the list, which may be NULL. */
OTF_API uint32_t OTF_WBuffer_writeKeyValueList_short(OTF_WBuffer *buffer, OTF_KeyValueList *list);
OTF_API uint32_t OTF_WBuffer_writeKeyValueList_long(OTF_WBuffer *buffer, OTF_KeyValueList *list);

#ifdef __cplusplus
}
#endif
#endif
