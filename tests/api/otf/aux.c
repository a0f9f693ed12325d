/* aux.c - otfaux.h: states, snapshots, messages, thumbnails. All that it prints is the same with each library; the
 * order of processes and tokens within a snapshot is not, so the test sorts the lines. */
#include <otfaux.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(call) printf("%d %s\n", (int)(call), #call)
#define U PRIu64

static char what[] = "abcdefghijklmnopqrstuvwxyz"; /* data of events */
static int answer = 1;

static const char *text(void *data)
{
	static char letter[2];
	letter[0] = data ? *(char *)data : '-';
	return letter;
}

static void release(void *user, void *data)
{
	printf("release %s%s\n", (char *)user, text(data));
}

static int enter(void *user, uint64_t at, uint64_t time, uint64_t process, uint32_t function, uint32_t source,
                 void *data)
{
	printf("%s %" U " enter %" U " %" U " %u %u %s\n", (char *)user, at, time, process, function, source,
	       text(data));
	return answer;
}

static int send(void *user, uint64_t at, uint64_t time, uint64_t sender, uint64_t receiver, uint32_t comm, uint32_t tag,
                uint32_t length, uint32_t source, uint64_t rtime, uint32_t rlength, uint32_t rsource, void *data)
{
	printf("%s %" U " send %" U " %" U " %" U " %u %u %u %u got %" U " %u %u %s\n", (char *)user, at, time, sender,
	       receiver, comm, tag, length, source, rtime, rlength, rsource, text(data));
	return answer;
}

static int file(void *user, uint64_t at, uint64_t time, uint64_t process, uint32_t id, uint64_t handle, uint32_t source,
                void *data)
{
	printf("%s %" U " file %" U " %" U " %u %" U " %u %s\n", (char *)user, at, time, process, id, handle, source,
	       text(data));
	return answer;
}

static int collective(void *user, uint64_t at, uint64_t time, uint64_t process, uint32_t op, uint64_t id, uint32_t comm,
                      uint32_t root, uint64_t sent, uint64_t received, uint32_t source, void *data)
{
	printf("%s %" U " collective %" U " %" U " %u %" U " %u %u %" U " %" U " %u %s\n", (char *)user, at, time,
	       process, op, id, comm, root, sent, received, source, text(data));
	return answer;
}

static int fileop(void *user, uint64_t at, uint64_t time, uint64_t process, uint64_t id, uint32_t source, void *data)
{
	printf("%s %" U " fileop %" U " %" U " %" U " %u %s\n", (char *)user, at, time, process, id, source,
	       text(data));
	return answer;
}

static int count(void *user, uint64_t at, uint64_t process, uint32_t comm, uint64_t number)
{
	printf("%s %" U " count %" U " %u %" U "\n", (char *)user, at, process, comm, number);
	return answer;
}

static int counter(void *user, uint64_t at, uint64_t time, uint64_t process, uint32_t token, uint64_t value, void *data)
{
	printf("%s %" U " counter %" U " %" U " %u %" U " %s\n", (char *)user, at, time, process, token, value,
	       text(data));
	return answer;
}

static void set(OTFAUX_State *s)
{
	SAY(OTFAUX_State_setReleaseEventDataCallback(s, release, "of "));
	SAY(OTFAUX_State_setWriteEnterSnapshotCallback(s, enter));
	SAY(OTFAUX_State_setWriteSendSnapshotCallback(s, send));
	SAY(OTFAUX_State_setWriteOpenFileSnapshotCallback(s, file));
	SAY(OTFAUX_State_setWriteBeginCollopSnapshotCallback(s, collective));
	SAY(OTFAUX_State_setWriteBeginFileOpSnapshotCallback(s, fileop));
	SAY(OTFAUX_State_setWriteCollopCountSnapshotCallback(s, count));
	SAY(OTFAUX_State_setWriteCounterSnapshotCallback(s, counter));
}

static void calls_and_messages(OTFAUX_State *s)
{
	uint64_t time = 1;
	uint32_t length = 2, source = 3;

	SAY(OTFAUX_State_declareProcess(s, 2, 0));
	SAY(OTFAUX_State_processEnter(s, 10, (uint64_t)1 << 40, 100, 1, what));
	SAY(OTFAUX_State_processEnter(s, 11, 1, 101, 1, what + 1));
	SAY(OTFAUX_State_processEnter(s, 12, 1, 102, 1, NULL));
	SAY(OTFAUX_State_processLeave(s, 13, 1, 999));
	SAY(OTFAUX_State_processLeave(s, 13, 2, 0));
	SAY(OTFAUX_State_processLeave(s, 13, 3, 0));
	SAY(OTFAUX_State_writeSnapshot(s, 14, "first"));
	SAY(OTFAUX_State_processSendMsg(s, 20, 1, 2, 5, 6, 7, 8, &time, &length, &source, what + 2));
	printf("%" U " %u %u\n", time, length, source);
	for (unsigned i = 0; i < 20; i++)
		SAY(OTFAUX_State_enqueueRecvMsg(s, 30 + i, 2, 1, 5, i % 3, 70 + i, 80));
	for (unsigned i = 0; i < 10; i++) {
		SAY(OTFAUX_State_processSendMsg(s, 20 + i, 1, 2, 5, i % 2, i, 8, &time, &length, &source,
		                                what + 3 + i));
		printf("%" U " %u %u\n", time, length, source);
	}
	SAY(OTFAUX_State_writeSnapshot(s, 30, "messages"));
	SAY(OTFAUX_State_writeSnapshot(s, 36, "messages"));
}

static void operations(OTFAUX_State *s)
{
	for (unsigned i = 0; i < 4; i++) {
		SAY(OTFAUX_State_processBeginCollectiveOperation(s, 40 + i, 1, i, 0, i, i % 3, 10, 20, 9, what + i));
		SAY(OTFAUX_State_processCollectiveOperation(s, 40 + i, 2, i % 2, 0, 3, 10, 20, 9));
		SAY(OTFAUX_State_processFileOpen(s, 40 + i, 1, 70 + i, i % 3, 3, what + i));
		SAY(OTFAUX_State_processBeginFileOperation(s, 40 + i, 1, i % 3, 3, what + i));
		SAY(OTFAUX_State_processCounter(s, 40 + i, 1, i % 3, i, what + i));
	}
	SAY(OTFAUX_State_writeSnapshot(s, 44, "operations"));
	SAY(OTFAUX_State_processEndCollectiveOperation(s, 45, 1, 1));
	SAY(OTFAUX_State_processEndCollectiveOperation(s, 45, 1, 1));
	SAY(OTFAUX_State_processFileClose(s, 45, 1, 1));
	SAY(OTFAUX_State_processFileClose(s, 45, 1, 1));
	SAY(OTFAUX_State_processEndFileOperation(s, 45, 1, 1));
	SAY(OTFAUX_State_processEndFileOperation(s, 45, 9, 1));
	SAY(OTFAUX_State_writeSnapshot(s, 46, "ends"));
	SAY(OTFAUX_State_setWriteSendSnapshotCallback(s, NULL));
	SAY(OTFAUX_State_setWriteEnterSnapshotCallback(s, NULL));
	SAY(OTFAUX_State_writeSnapshot(s, 47, "without"));
}

static void matching(void)
{
	OTFAUX_MsgMatching_Context *m = OTFAUX_MsgMatching_create();
	uint64_t time = 0;
	uint32_t size = 0, source = 0;

	for (unsigned i = 0; i < 100; i++)
		OTFAUX_MsgMatching_enqueueRecv(m, i % 7, i % 5, 3, 4, 50 + i, 60, 70);
	for (unsigned i = 0; i < 100; i++)
		printf("%d %" U " %u %u\n", OTFAUX_MsgMatching_matchSend(m, i % 5, i % 5, 3, 4, &time, &size, &source),
		       time, size, source);
	SAY(OTFAUX_MsgMatching_matchSend(m, 1, 1, 3, 5, &time, &size, &source));
	OTFAUX_MsgMatching_releaseMemory(m);
	OTFAUX_MsgMatching_destroy(m);
	puts(OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_TIME_NAME " " OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SIZE_NAME
	                                                " " OTFAUX_KEYVALUE_TUD_P2P_RECEIVED_SCL_NAME);
}

/* ---- thumbnails ---- */

static void show(const char *path)
{
	char line[4096];
	FILE *f = fopen(path, "r");

	while (f && fgets(line, sizeof line, f))
		fputs(line, stdout);
	if (f)
		fclose(f);
}

static void row(void *data, uint64_t process, const uint32_t *samples)
{
	printf("row %" U, process);
	for (uint32_t i = 0; i < *(uint32_t *)data; i++)
		printf(" %u", samples[i]);
	puts("");
}

static void read_back(const char *stub)
{
	OTFAUX_ThumbnailReader *r = OTFAUX_ThumbnailReader_open(stub);
	uint32_t width, processes;

	if (!r) {
		puts("not open");
		return;
	}
	SAY(OTFAUX_ThumbnailReader_getWidth(r, &width));
	SAY(OTFAUX_ThumbnailReader_getNumberOfProcs(r, &processes));
	printf("%u %u\n", width, processes);
	SAY(OTFAUX_ThumbnailReader_read(r, row, &width));
	SAY(OTFAUX_ThumbnailReader_close(r));
}

static void thumbnail(uint32_t width)
{
	OTFAUX_Thumbnail_Context *t = OTFAUX_Thumbnail_create(100, 200, width);

	if (!t) {
		printf("no thumbnail of width %u\n", width);
		return;
	}
	SAY(OTFAUX_Thumbnail_declareProcess(t, 30));
	SAY(OTFAUX_Thumbnail_declareProcess(t, 2));
	for (unsigned i = 0; i < 100; i += 3) {
		SAY(OTFAUX_Thumbnail_handleEnter(t, 100 + i, i % 2 ? 2 : 30, i));
		SAY(OTFAUX_Thumbnail_handleEnter(t, 101 + i, 3, i));
		if (i % 4 == 0)
			SAY(OTFAUX_Thumbnail_handleLeave(t, 102 + i, i % 2 ? 2 : 30));
	}
	SAY(OTFAUX_Thumbnail_declareProcess(t, 3));
	SAY(OTFAUX_Thumbnail_finalize(t));
	SAY(OTFAUX_Thumbnail_write(t, "thumb", 1, (uint32_t)6));
	SAY(OTFAUX_Thumbnail_write(t, "thumb", 0));
	SAY(OTFAUX_Thumbnail_write(t, "missing/thumb", 1, (uint32_t)6));
	OTFAUX_Thumbnail_destroy(t);
	show("thumb.thumb");
	read_back("thumb");
}

static void of_state(void)
{
	OTFAUX_State *s = OTFAUX_State_create();

	SAY(OTFAUX_State_writeThumbnail(s, "none", 1, (uint32_t)2));
	SAY(OTFAUX_State_setupThumbnail(s, 0, 10, 4));
	SAY(OTFAUX_State_setupThumbnail(s, 0, 10, 5));
	SAY(OTFAUX_State_declareProcess(s, 1, 1));
	SAY(OTFAUX_State_processEnter(s, 1, 1, 5, 0, NULL));
	SAY(OTFAUX_State_processEnter(s, 1, 3, 7, 0, NULL));
	SAY(OTFAUX_State_declareProcess(s, 3, 1));
	SAY(OTFAUX_State_processEnter(s, 4, 3, 8, 0, NULL));
	SAY(OTFAUX_State_processLeave(s, 6, 3, 0));
	SAY(OTFAUX_State_writeThumbnail(s, "state", 1, (uint32_t)2));
	OTFAUX_State_destroy(s);
	show("state.thumb");
}

int main(void)
{
	static const uint32_t widths[] = {0, 1, 7, 99, 100, 101};
	OTFAUX_State *s = OTFAUX_State_create();
	char *name = OTFAUX_Thumbnail_getFilename("a/b.otf");

	set(s);
	calls_and_messages(s);
	operations(s);
	answer = 0;
	SAY(OTFAUX_State_setWriteEnterSnapshotCallback(s, enter));
	OTFAUX_State_destroy(s);
	matching();
	puts(name);
	free(name);
	for (unsigned i = 0; i < sizeof widths / sizeof *widths; i++)
		thumbnail(widths[i]);
	of_state();
	read_back("missing");
	return 0;
}
