/* manager.h - the file manager: a descriptor budget and what its files share: private to otf.h. */
#ifndef OTFP_API_OTF_MANAGER_H
#define OTFP_API_OTF_MANAGER_H
#include "io/files.h"
#include "io/packer.h"
#include "open-trace-format/OTF_FileManager.h"

struct struct_OTF_FileManager {
	struct otfp_files *files;
	struct otfp_packer *packer; /* NULL until a file is compressed */
	struct otfp_error err;      /* of the call that failed last */
	uint32_t number;
	unsigned users; /* handles that need it, and the program until it closes it */
};

/** Keep a manager until otf_manager_drop. @return m */
OTF_FileManager *otf_manager_hold(OTF_FileManager *m);
void otf_manager_drop(OTF_FileManager *m);
#endif
