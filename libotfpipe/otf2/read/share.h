/*
 * share.h - one share of the locations of an archive, for --part K/N: whole streams, which are locations, and several
 * of them where the archive was a trace of OTF with several processes in a stream.
 */
#ifndef OTFP_OTF2_READ_SHARE_H
#define OTFP_OTF2_READ_SHARE_H
#include "otf2/archive.h"
#include "otf2/carry/convert.h"
#include "record/share.h"

/* Zero-filled: the whole archive. */
struct otfp_otf2_share {
	struct otfp_share is; /* parts 0 = the whole */
	struct otfp_map mine; /* set of streams */
};

/**
 * Choose the share that the options ask for, by the numbers of events: from the stream with the most, each to the share
 * with the fewest so far. The id of the trace is a hash of the anchor file and of the locations.
 * @param c  resolved
 * @return 0; OTFP_EUSAGE if the share is empty and may not be; other <0
 */
int otfp_otf2_share_choose(struct otfp_otf2_share *s, struct otfp_otf2_carrying *c, const struct otfp_otf2_anchor *a,
                           const struct otfp_read_options *o);
/** Whether a stream is in it; 0 = of all streams. */
int otfp_otf2_share_has(const struct otfp_otf2_share *s, uint32_t stream);
/** As otfp_otf2_original_next, without the control lines and definitions of other streams. OTFP_EUSAGE if the archive
 * is a share already, which cannot be shared again. */
int otfp_otf2_share_line(const struct otfp_otf2_share *s, struct otfp_otf2_carrying *c, const struct otfp_record **rec);
/** Free what it owns. */
void otfp_otf2_share_release(struct otfp_otf2_share *s);
#endif
