/* mastercontrol.h - which processes are in which stream, as programs see it: private to otf.h. */
#ifndef OTFP_API_OTF_MASTERCONTROL_H
#define OTFP_API_OTF_MASTERCONTROL_H
#include "api/otf/manager.h"
#include "open-trace-format/OTF_MasterControl.h"

#endif
