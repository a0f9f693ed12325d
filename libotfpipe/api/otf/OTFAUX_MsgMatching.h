/* OTFAUX_MsgMatching.h - match sends with receives: otfaux.h. The manual is otfpipe-otf(3). */
#ifndef OTFAUX_MSGMATCHING_H
#define OTFAUX_MSGMATCHING_H
#include "OTFAUX_State.h"
#include "otf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef OTFAUX_State OTFAUX_MsgMatching_Context;

/** @return an empty context; NULL when memory is out */
OTF_API OTFAUX_MsgMatching_Context *OTFAUX_MsgMatching_create(void);
/** Free a context, which may be NULL. */
OTF_API void OTFAUX_MsgMatching_destroy(OTFAUX_MsgMatching_Context *context);
/** Announce a receive, before its send. When memory is out otf_errno is set. */
OTF_API void OTFAUX_MsgMatching_enqueueRecv(OTFAUX_MsgMatching_Context *context, uint64_t sender, uint64_t receiver,
                                            uint32_t tag, uint32_t communicator, uint64_t time, uint32_t size,
                                            uint32_t source);
/**
 * Match a send with the oldest receive of the same sender, receiver, tag and communicator that has no send yet.
 * @param time, size, source  set to those of the receive; each may be NULL
 * @return 1; 0 if there is none
 */
OTF_API int OTFAUX_MsgMatching_matchSend(OTFAUX_MsgMatching_Context *context, uint64_t sender, uint64_t receiver,
                                         uint32_t tag, uint32_t communicator, uint64_t *time, uint32_t *size,
                                         uint32_t *source);
/** Free memory that no unmatched receive needs. */
OTF_API void OTFAUX_MsgMatching_releaseMemory(OTFAUX_MsgMatching_Context *context);

/* ---- names and types of keys for the receive of a message among the key-values of its send ---- */

#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_TIME_NAME "TUD::p2p-received-time"
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_TIME_TYPE OTF_UINT64
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SIZE_NAME "TUD::p2p-received-size"
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SIZE_TYPE OTF_UINT32
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SCL_NAME "TUD::p2p-received-scl"
#define OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SCL_TYPE OTF_UINT32

#ifdef __cplusplus
}
#endif
#endif
