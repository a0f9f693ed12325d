/* identity.h - a hash that tells one trace from another, without reading it all: for its shares (@PART). */
#ifndef OTFP_OTF_READ_IDENTITY_H
#define OTFP_OTF_READ_IDENTITY_H
#include "otf/read/fileset.h"
#include "record/share.h"

/**
 * Hash the names, sizes, first and last 4 KiB of all files of a trace whose master file has been read. Names have no
 * directory, and times of files do not count: the hash is the same on every node.
 * @return 0 or <0
 */
int otfp_fileset_identity(struct otfp_fileset *fs, char id[OTFP_SHARE_HASH + 1]);
#endif
