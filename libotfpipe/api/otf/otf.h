/*
 * otf.h - the C interface of the Open Trace Format, version 1.12.5, by otfpipe: OTF API specification 1.1 and the
 * overview of OTF. Link with -lotfpipe-otf (pkg-config otfpipe-otf). The manual is otfpipe-otf(3); it lists where this
 * library follows a document and version 1.12.5 does not.
 *
 * The library never prints and never exits. Several threads may use it, each with its own handles.
 */
#ifndef OTF_H
#define OTF_H
#include "OTF_CopyHandler.h"
#include "OTF_CopyHandler_stream.h"
#include "OTF_Definitions.h"
#include "OTF_Errno.h"
#include "OTF_FileManager.h"
#include "OTF_Filenames.h"
#include "OTF_HandlerArray.h"
#include "OTF_KeyValue.h"
#include "OTF_MasterControl.h"
#include "OTF_RBuffer.h"
#include "OTF_RStream.h"
#include "OTF_Reader.h"
#include "OTF_Version.h"
#include "OTF_WBuffer.h"
#include "OTF_WStream.h"
#include "OTF_Writer.h"
#include "OTF_inttypes.h"
#endif
