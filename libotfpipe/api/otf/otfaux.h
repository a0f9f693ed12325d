/*
 * otfaux.h - auxiliary parts of OTF 1.12.5, by otfpipe: the state at an instant and its snapshots, thumbnails, the
 * matching of messages. They need no trace: the caller passes events in the order of time. The library is that of
 * otf.h; the manual is otfpipe-otf(3).
 */
#ifndef OTFAUX_H
#define OTFAUX_H
#include "OTFAUX_MsgMatching.h"
#include "OTFAUX_State.h"
#include "OTFAUX_Thumbnail.h"
#include "otf.h"
#endif
