/* manager.c - the file manager. It lives as long as a handle that was opened with it. */
#include "api/otf/manager.h"
#include "api/otf/error.h"
#include "api/otf/file.h"
#include <stdlib.h>

enum { NUMBER = 10 }; /* descriptors, for who asks for none */

OTF_FileManager *otf_manager_hold(OTF_FileManager *m)
{
	m->users++;
	return m;
}

void otf_manager_drop(OTF_FileManager *m)
{
	if (!m || --m->users)
		return;
	otfp_packer_free(m->packer);
	otfp_files_free(m->files);
	free(m);
}

OTF_FileManager *OTF_FileManager_open(uint32_t number)
{
	OTF_FileManager *m;
	struct otfp_error err;

	if (!number) {
		otf_misuse("OTF_FileManager_open", "0 files cannot be open, so it is 10");
		number = NUMBER;
	}
	m = calloc(1, sizeof *m);
	if (!m)
		otfp_fail_memory(&err);
	if (m && otfp_files_new(&m->files, number, &err) == 0) {
		m->number = number;
		return otf_manager_hold(m);
	}
	otf_fail(&err);
	free(m);
	return NULL;
}

void OTF_FileManager_close(OTF_FileManager *m)
{
	otf_manager_drop(m);
}

static int has(const OTF_FileManager *m, const char *who)
{
	if (!m)
		otf_misuse(who, "no file manager");
	return m != NULL;
}

uint32_t OTF_FileManager_getCount(OTF_FileManager *m)
{
	return has(m, "OTF_FileManager_getCount") ? otfp_files_count(m->files) : 0;
}

uint32_t OTF_FileManager_getNumber(OTF_FileManager *m)
{
	return has(m, "OTF_FileManager_getNumber") ? m->number : 0;
}

uint32_t OTF_FileManager_setNumber(OTF_FileManager *m, uint32_t number)
{
	if (!has(m, "OTF_FileManager_setNumber"))
		return 0;
	if (!number) {
		otf_misuse("OTF_FileManager_setNumber", "0 files cannot be open");
		return m->number;
	}
	otfp_files_limit(m->files, number);
	return m->number = number;
}

int OTF_FileManager_guaranteeFile(OTF_FileManager *m)
{
	return has(m, "OTF_FileManager_guaranteeFile");
}

/* Whether the file was opened with the manager. */
static int owns(const OTF_FileManager *m, const OTF_File *file, const char *who)
{
	if (m && file && file->manager == m)
		return 1;
	otf_misuse(who, "not a file of this file manager");
	return 0;
}

int OTF_FileManager_registerFile(OTF_FileManager *m, OTF_File *file)
{
	return owns(m, file, "OTF_FileManager_registerFile");
}

int OTF_FileManager_touchFile(OTF_FileManager *m, OTF_File *file)
{
	return owns(m, file, "OTF_FileManager_touchFile") && otfp_file_touch(file->on_disk);
}

int OTF_FileManager_suspendFile(OTF_FileManager *m, OTF_File *file)
{
	if (!owns(m, file, "OTF_FileManager_suspendFile") || !otfp_file_touch(file->on_disk))
		return 0;
	otfp_file_suspend(file->on_disk);
	return 1;
}

int OTF_FileManager_setIofsl(OTF_FileManager *m, uint32_t server_num, char **server_list, OTF_IofslMode mode,
                             uint32_t flags, uint32_t index_buffer_length, uint32_t streamid_bits)
{
	(void)m, (void)server_num, (void)server_list, (void)mode, (void)flags, (void)index_buffer_length;
	(void)streamid_bits;
	otf_misuse("OTF_FileManager_setIofsl", "there is no IOFSL");
	return 0;
}

int OTF_FileManager_getIofsl(OTF_FileManager *m, uint32_t *server_num, char ***server_list, OTF_IofslMode *mode,
                             uint32_t *flags, uint32_t *index_buffer_length, uint32_t *streamid_bits)
{
	(void)server_num, (void)server_list, (void)mode, (void)flags, (void)index_buffer_length, (void)streamid_bits;
	return OTF_FileManager_isIofsl(m);
}

int OTF_FileManager_isIofsl(OTF_FileManager *m)
{
	has(m, "OTF_FileManager_isIofsl");
	return 0;
}
