/* mkstate.c - the state of a trace at a time, as otf-view keeps it: mkstate TRACE TIME >STATE, for otf-wait --state. */
#include "otfpipe.h"
#include "record/table.h"
#include "state/words.h"
#include <stdio.h>
#include <stdlib.h>

static int print(const struct otfp_state *state, uint64_t time, int has_lives)
{
	struct otfp_buf words = OTFP_BUF_INIT;
	uint64_t head[2] = {time, 0};
	int rc = otfp_words_add(&words, state, time, has_lives);

	if (rc) {
		fprintf(stderr, "mkstate: %s\n", rc < 0 ? "out of memory" : "words cannot say this state");
		return 1;
	}
	head[1] = words.n / sizeof *head;
	rc = fwrite(head, sizeof head, 1, stdout) != 1 || (words.n && fwrite(words.p, words.n, 1, stdout) != 1);
	otfp_buf_release(&words);
	return rc || fflush(stdout) ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct otfp_state state = {.keeps = OTFP_STATE_CALLS | OTFP_STATE_MESSAGES | OTFP_STATE_COLLECTIVES};
	const uint64_t time = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	const struct otfp_record *rec;
	struct otfp_source *trace;
	struct otfp_change did;
	int code, has_lives = 1;

	if (argc != 3) {
		fprintf(stderr, "usage: mkstate TRACE TIME >STATE\n");
		return 2;
	}
	code = otfp_source_open(&trace, argv[1], NULL, NULL);
	while (code == 0 && (code = otfp_source_next(trace, &rec)) == 0) {
		if (otfp_is_timed(rec->file) && rec->time >= time)
			break;
		has_lives &= rec->type != OTFP_CollectiveOperation;
		code = otfp_state_add(&state, rec, &did);
	}
	if (code == 0 || code == OTFP_END)
		code = print(&state, time, has_lives);
	otfp_source_close(trace);
	otfp_state_release(&state);
	return code ? 1 : 0;
}
