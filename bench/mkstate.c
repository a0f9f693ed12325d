/* mkstate.c - the state of a trace at a time, as otf-view keeps it: mkstate TRACE TIME >STATE, for --state of otf-stat
 * and otf-wait. */
#include "cmd/run/state.h"
#include "otfpipe.h"
#include "record/table.h"
#include "state/words.h"
#include <stdio.h>
#include <stdlib.h>

struct work {
	struct otfp_state state;
	struct state_head head;
	struct otfp_buf words;
	int has_lives, has_span;
	int rc; /* of otfp_words_add; before it is called the state goes on */
};

enum { GOES_ON = 2 };

static int take(struct work *w, const struct otfp_record *rec)
{
	struct otfp_change did;

	if (otfp_is_timed(rec->file) && rec->time >= w->head.time && w->rc == GOES_ON)
		w->rc = otfp_words_add(&w->words, &w->state, w->head.time, w->has_lives);
	if (rec->file == OTFP_FILE_EVENT) {
		w->head.first = w->has_span ? w->head.first : rec->time;
		w->head.last = rec->time;
		w->has_span = 1;
	}
	w->has_lives &= rec->type != OTFP_CollectiveOperation;
	return w->rc == GOES_ON ? otfp_state_add(&w->state, rec, &did) : 0;
}

static int print(struct work *w)
{
	int is_bad;

	if (w->rc == GOES_ON)
		w->rc = otfp_words_add(&w->words, &w->state, w->head.time, w->has_lives);
	if (w->rc) {
		fprintf(stderr, "mkstate: %s\n", w->rc < 0 ? "out of memory" : "words cannot say this state");
		return 1;
	}
	w->head.n = w->words.n / sizeof(uint64_t);
	is_bad = fwrite(&w->head, sizeof w->head, 1, stdout) != 1 ||
	         (w->words.n && fwrite(w->words.p, w->words.n, 1, stdout) != 1);
	return is_bad || fflush(stdout) ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct work w = {.state.keeps = OTFP_STATE_CALLS | OTFP_STATE_MESSAGES | OTFP_STATE_COLLECTIVES |
	                                OTFP_STATE_FILES | OTFP_STATE_COUNTERS,
	                 .head.time = argc > 2 ? strtoull(argv[2], NULL, 10) : 0,
	                 .has_lives = 1,
	                 .rc = GOES_ON};
	const struct otfp_record *rec;
	struct otfp_source *trace;
	int code;

	if (argc != 3) {
		fprintf(stderr, "usage: mkstate TRACE TIME >STATE\n");
		return 2;
	}
	code = otfp_source_open(&trace, argv[1], NULL, NULL);
	while (code == 0 && (code = otfp_source_next(trace, &rec)) == 0)
		code = take(&w, rec);
	code = code == OTFP_END ? print(&w) : 1;
	otfp_source_close(trace);
	otfp_state_release(&w.state);
	otfp_buf_release(&w.words);
	return code;
}
