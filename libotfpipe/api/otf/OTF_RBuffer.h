/*
 * OTF_RBuffer.h - read one file of a trace line by line: otf.h. What is at the position of a buffer is read by the
 * functions below, which never pass the end of the line, but for OTF_RBuffer_readNewline.
 * The manual is otfpipe-otf(3).
 */
#ifndef OTF_RBUFFER_H
#define OTF_RBUFFER_H
#include "OTF_FileManager.h"
#include "OTF_KeyValue.h"
#include "OTF_inttypes.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_RBuffer OTF_RBuffer;

/**
 * Open a file by its name, or if that does not exist, its compressed form with ".z". The caller closes the buffer
 * before the manager.
 * @return NULL with otf_errno set
 */
OTF_API OTF_RBuffer *OTF_RBuffer_open(const char *filename, OTF_FileManager *manager);
/** Read len bytes at `buffer` as if they were a file; they are copied. @param is_compressed  1: they are zlib
 * @return NULL with otf_errno set */
OTF_API OTF_RBuffer *OTF_RBuffer_open_with_external_buffer(uint32_t len, const char *buffer, uint8_t is_compressed);
/** Close a buffer. @return 1, or 0 for NULL */
OTF_API int OTF_RBuffer_close(OTF_RBuffer *rbuffer);

/* Sizes in bytes: they are accepted and remembered, but the library chooses how much it reads at a time. */

/** @return 1, or 0 if the size is smaller than it was: a buffer only grows */
OTF_API int OTF_RBuffer_setSize(OTF_RBuffer *rbuffer, size_t size);
/** @return 1, or 0 if the size is larger than that of the buffer */
OTF_API int OTF_RBuffer_setJumpSize(OTF_RBuffer *rbuffer, size_t size);
OTF_API void OTF_RBuffer_setZBufferSize(OTF_RBuffer *rbuffer, uint32_t size);

/* ---- lines ---- */

/**
 * Move to the next record, past time lines, process lines and empty lines, which set the current time and process.
 * Without OTF_RBuffer_readNewline it is the same record again. A key-value is a record here.
 * @return the record, which ends with '\n' and is valid until the buffer moves to another line; NULL at the end of the
 *   file, or with otf_errno set
 */
OTF_API char *OTF_RBuffer_getRecord(OTF_RBuffer *rbuffer);
/** Have a whole line at the position. @return 1, or 0 at the end of the file and on errors */
OTF_API int OTF_RBuffer_guaranteeRecord(OTF_RBuffer *rbuffer);
/** A copy of the rest of the line, with a NUL and without '\n', which the caller frees. @return NULL: memory is out */
OTF_API char *OTF_RBuffer_printRecord(OTF_RBuffer *rbuffer);
/** Move to the next line. @return 1, or 0 if there is no line, or it has no end */
OTF_API int OTF_RBuffer_readNewline(OTF_RBuffer *rbuffer);

/* ---- what a line has. Blanks before it are skipped, also if it is not there ---- */

/** A number, hexadecimal in lower case; 0 if there is none. Of larger numbers the low bits. */
OTF_API uint64_t OTF_RBuffer_readUint64(OTF_RBuffer *rbuffer);
OTF_API uint32_t OTF_RBuffer_readUint32(OTF_RBuffer *rbuffer);
/** A text between quotes. @return it, valid until the next text is read; NULL if there is none */
OTF_API const char *OTF_RBuffer_readString(OTF_RBuffer *rbuffer);
/**
 * A list of numbers, with a comma after each.
 * @param array  points to NULL or to memory of malloc with *size elements, which grows; the caller frees it
 * @return the number of elements
 */
OTF_API uint32_t OTF_RBuffer_readArray(OTF_RBuffer *rbuffer, uint32_t **array, uint32_t *size);
/** Bytes, two digits each. @return how many there are; more than max_len: the others are not read */
OTF_API uint32_t OTF_RBuffer_readBytes(OTF_RBuffer *rbuffer, uint8_t *array, uint32_t max_len);
/** A key-value, to the list that belongs to the next record. @return 1, or 0 with otf_errno set */
OTF_API uint32_t OTF_RBuffer_readKeyValueList(OTF_RBuffer *buffer);
/* Test what comes next, and pass it if it is that: a character, a word that no capital letter follows, any text.
 * testString is what OTF 1.1 calls testKeyword. @return 1 or 0 */
OTF_API int OTF_RBuffer_testChar(OTF_RBuffer *rbuffer, char c);
OTF_API int OTF_RBuffer_testKeyword(OTF_RBuffer *rbuffer, const char *string);
OTF_API int OTF_RBuffer_testString(OTF_RBuffer *rbuffer, const char *string);
OTF_API int OTF_RBuffer_testPrefix(OTF_RBuffer *rbuffer, const char *string);
/** Pass blanks. */
OTF_API void OTF_RBuffer_skipSpaces(OTF_RBuffer *rbuffer);
/** Pass capital letters. */
OTF_API void OTF_RBuffer_skipKeyword(OTF_RBuffer *rbuffer);

/* ---- time and process: those of the lines passed so far; UINT64_MAX and UINT32_MAX are unknown ---- */

OTF_API uint64_t OTF_RBuffer_getCurrentTime(OTF_RBuffer *rbuffer);
OTF_API void OTF_RBuffer_setCurrentTime(OTF_RBuffer *rbuffer, uint64_t time);
OTF_API uint32_t OTF_RBuffer_getCurrentProcess(OTF_RBuffer *rbuffer);
OTF_API void OTF_RBuffer_setCurrentProcess(OTF_RBuffer *rbuffer, uint32_t process);

/* ---- positions in the file ---- */

/**
 * Move to the first record at or after a byte of the file that has a time line and a process line after that byte. In a
 * compressed file the byte is one of those on the disk.
 * @return 1, or 0 if there is none
 */
OTF_API int OTF_RBuffer_jump(OTF_RBuffer *rbuffer, uint64_t filepos);
/** Move to the first record at or after a time, or to the end. @return 1, or 0 if the file has no time */
OTF_API int OTF_RBuffer_searchTime(OTF_RBuffer *rbuffer, uint64_t time);
/** Find out the size, and the first and the last time. Unlike that of version 1.12.5, this does not move the buffer.
 * @return 1, or 0 if the file has no time */
OTF_API int OTF_RBuffer_getFileProperties(OTF_RBuffer *rbuffer);
/** The same, of OTF 1.1; the size that is given is ignored. */
OTF_API int OTF_RBuffer_getFirstLastTime(OTF_RBuffer *rbuffer, uint64_t filesize);
/** Bytes on the disk: all, and up to the position (of a compressed file: up to what was read). UINT64_MAX if the buffer
 * is in memory. */
OTF_API uint64_t OTF_RBuffer_getFileSize(OTF_RBuffer *rbuffer);
OTF_API uint64_t OTF_RBuffer_getFilePos(OTF_RBuffer *rbuffer);

#ifdef __cplusplus
}
#endif
#endif
