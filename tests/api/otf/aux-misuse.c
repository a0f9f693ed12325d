/* aux-misuse.c - otfaux.h: what is refused. Arguments: thumbnails, which are damaged. */
#include <otfaux.h>
#include <stdio.h>
#include <stdlib.h>

static int refused, calls;

/* A call that must return 0 and say why. */
#define REFUSED(call)                                                       \
	do {                                                                \
		otf_errno = OTF_NO_ERROR;                                   \
		otf_strerr[0] = 0;                                          \
		calls++;                                                    \
		if ((call) == 0 && otf_errno == OTF_ERROR && otf_strerr[0]) \
			refused++;                                          \
		else                                                        \
			printf("not refused: " #call "\n");                 \
	} while (0)

static void count(void *data, uint64_t process, const uint32_t *samples)
{
	(void)process, (void)samples;
	++*(int *)data;
}

static void read_damaged(const char *stub)
{
	OTFAUX_ThumbnailReader *r = OTFAUX_ThumbnailReader_open(stub);
	int n = 0;

	if (!r) {
		printf("%s: %s\n", stub, otf_strerr);
		return;
	}
	if (OTFAUX_ThumbnailReader_read(r, count, &n))
		printf("%s: not refused\n", stub);
	printf("%s: %d read, %s\n", stub, n, otf_strerr);
	REFUSED(OTFAUX_ThumbnailReader_read(r, count, &n));
	OTFAUX_ThumbnailReader_close(r);
}

static void null_handles(void)
{
	uint32_t n;

	OTFAUX_State_destroy(NULL);
	OTFAUX_MsgMatching_destroy(NULL);
	OTFAUX_MsgMatching_enqueueRecv(NULL, 1, 2, 3, 4, 5, 6, 7);
	OTFAUX_MsgMatching_releaseMemory(NULL);
	OTFAUX_Thumbnail_destroy(NULL);
	REFUSED(OTFAUX_State_setupThumbnail(NULL, 0, 10, 1));
	REFUSED(OTFAUX_State_declareProcess(NULL, 1, 1));
	REFUSED(OTFAUX_State_setReleaseEventDataCallback(NULL, NULL, NULL));
	REFUSED(OTFAUX_State_setWriteEnterSnapshotCallback(NULL, NULL));
	REFUSED(OTFAUX_State_setWriteCounterSnapshotCallback(NULL, NULL));
	REFUSED(OTFAUX_State_enqueueRecvMsg(NULL, 1, 2, 3, 4, 5, 6, 7));
	REFUSED(OTFAUX_State_processEnter(NULL, 1, 2, 3, 4, NULL));
	REFUSED(OTFAUX_State_processLeave(NULL, 1, 2, 3));
	REFUSED(OTFAUX_State_processSendMsg(NULL, 1, 2, 3, 4, 5, 6, 7, NULL, NULL, NULL, NULL));
	REFUSED(OTFAUX_State_processBeginCollectiveOperation(NULL, 1, 2, 3, 4, 5, 6, 7, 8, 9, NULL));
	REFUSED(OTFAUX_State_processEndCollectiveOperation(NULL, 1, 2, 3));
	REFUSED(OTFAUX_State_processCollectiveOperation(NULL, 1, 2, 3, 4, 5, 6, 7, 8));
	REFUSED(OTFAUX_State_processFileOpen(NULL, 1, 2, 3, 4, 5, NULL));
	REFUSED(OTFAUX_State_processFileClose(NULL, 1, 2, 3));
	REFUSED(OTFAUX_State_processBeginFileOperation(NULL, 1, 2, 3, 4, NULL));
	REFUSED(OTFAUX_State_processEndFileOperation(NULL, 1, 2, 3));
	REFUSED(OTFAUX_State_processCounter(NULL, 1, 2, 3, 4, NULL));
	REFUSED(OTFAUX_State_writeSnapshot(NULL, 1, NULL));
	REFUSED(OTFAUX_State_writeThumbnail(NULL, "x", 0));
	REFUSED(OTFAUX_Thumbnail_write(NULL, "x", 0));
	REFUSED(OTFAUX_Thumbnail_finalize(NULL));
	REFUSED(OTFAUX_MsgMatching_matchSend(NULL, 1, 2, 3, 4, NULL, NULL, NULL));
	REFUSED(OTFAUX_Thumbnail_getFilename(NULL));
	REFUSED(OTFAUX_ThumbnailReader_open(NULL));
	REFUSED(OTFAUX_ThumbnailReader_close(NULL));
	REFUSED(OTFAUX_ThumbnailReader_getWidth(NULL, &n));
	REFUSED(OTFAUX_ThumbnailReader_read(NULL, count, NULL));
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		read_damaged(argv[i]);
	null_handles();
	printf("%d calls refused\n", refused);
	return refused != calls;
}
