/*
 * OTF_FileManager.h - any number of files with a bounded number of descriptors: otf.h. Open the manager before what
 * uses it, and close it after. One thread at a time may use a manager and what was opened with it.
 */
#ifndef OTF_FILEMANAGER_H
#define OTF_FILEMANAGER_H
#include "OTF_Definitions.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_File OTF_File;
typedef struct struct_OTF_FileManager OTF_FileManager;

/** @param number  descriptors at most; 0 sets otf_errno and means 10. The caller frees the manager with
 * OTF_FileManager_close.
 * @return NULL with otf_errno set when memory is out */
OTF_API OTF_FileManager *OTF_FileManager_open(uint32_t number);
/** Free a manager, which may be NULL. What still uses it can be closed later, and nothing else. */
OTF_API void OTF_FileManager_close(OTF_FileManager *m);
/** Descriptors in use. */
OTF_API uint32_t OTF_FileManager_getCount(OTF_FileManager *m);
/** Descriptors at most. */
OTF_API uint32_t OTF_FileManager_getNumber(OTF_FileManager *m);
/** Set how many descriptors are used at most; files are suspended if there are more. @return the limit, which 0 does
 * not change */
OTF_API uint32_t OTF_FileManager_setNumber(OTF_FileManager *m, uint32_t number);

/* The budget does by itself what these ask for. They return 1, or 0 for NULL and for a file of another manager. */

/** Suspend the file that was used longest ago if no descriptor is free. */
OTF_API int OTF_FileManager_guaranteeFile(OTF_FileManager *m);
/** Count a file among those of the manager. @return 0 unless it was opened with it */
OTF_API int OTF_FileManager_registerFile(OTF_FileManager *m, OTF_File *file);
/** Mark a file as used last. @return 0 if it is suspended */
OTF_API int OTF_FileManager_touchFile(OTF_FileManager *m, OTF_File *file);
/** Close the descriptor of a file; its next use opens it again. @return 0 if it is suspended */
OTF_API int OTF_FileManager_suspendFile(OTF_FileManager *m, OTF_File *file);

/* There is no IOFSL: these return 0 and, for valid arguments, set nothing. */

OTF_API int OTF_FileManager_setIofsl(OTF_FileManager *m, uint32_t server_num, char **server_list, OTF_IofslMode mode,
                                     uint32_t flags, uint32_t index_buffer_length, uint32_t streamid_bits);
OTF_API int OTF_FileManager_getIofsl(OTF_FileManager *m, uint32_t *server_num, char ***server_list, OTF_IofslMode *mode,
                                     uint32_t *flags, uint32_t *index_buffer_length, uint32_t *streamid_bits);
OTF_API int OTF_FileManager_isIofsl(OTF_FileManager *m);

#ifdef __cplusplus
}
#endif
#endif
