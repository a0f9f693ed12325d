/* options.c - the options of otf-draw. */
#include "cmd/draw/draw.h"

static const char *word_of(const char *const *words, unsigned n, unsigned i)
{
	return i < n ? words[i] : NULL;
}

static const char *by_word(unsigned i)
{
	static const char *const words[] = {"group", "function"};

	return word_of(words, 2, i);
}

static const char *message_word(unsigned i)
{
	static const char *const words[] = {"longest", "largest", "none"};

	return word_of(words, 3, i);
}

const char *otfp_draw_bars_word(unsigned i)
{
	static const char *const words[] = {"process", "group"};

	return word_of(words, 2, i);
}

const char *otfp_draw_matrix_word(unsigned i)
{
	static const char *const words[] = {"bytes", "count", "latency"};

	return word_of(words, 3, i);
}

#define AT(member) offsetof(struct otfp_drawing, member)
const struct otfp_option otfp_drawing_options[] = {
	{0, "timeline", NULL, "draw what each process does at each time; this is the default", OTFP_OPT_FLAG, 1,
         AT(timeline), NULL},
	{0, "profile", "BARS", "draw bars of exclusive time, one for each process (the default) or group",
         OTFP_OPT_OPTIONAL, 0, AT(profile_word), otfp_draw_bars_word},
	{0, "matrix", "VALUE", "draw messages by sender and receiver; bytes if VALUE is not given", OTFP_OPT_OPTIONAL,
         0, AT(matrix_word), otfp_draw_matrix_word},
	{0, "flame", NULL, "draw a flame graph: time by call path", OTFP_OPT_FLAG, 1, AT(flame), NULL},
	{0, "counter", "SET", "draw the values of these counters over time; with --timeline below the rows",
         OTFP_OPT_SET, 0, AT(counter), NULL},
	{0, "by", "KEY", "one color for each", OTFP_OPT_WORD, 0, AT(by), by_word},
	{0, "depth", "N",
         "show N levels of the call stack in a row of a timeline, if there is room; 1: only the "
         "innermost calls; 0 or not given: as the calls are long enough",
         OTFP_OPT_NUMBER, OTFP_TIMELINE_LANES, AT(depth), NULL},
	{0, "messages", "WHICH", "which messages of a timeline to draw if there are too many", OTFP_OPT_WORD, 0,
         AT(messages), message_word},
	{0, "max-messages", "N", "draw at most N messages; as many as can be told apart if not given",
         OTFP_OPT_GIVEN_NUMBER, 1000000, AT(most), NULL},
	{0, "inside", "SET",
         "draw a call of one of these functions, from Enter to Leave; with -p by one of these "
         "processes",
         OTFP_OPT_SET, 0, AT(inside), NULL},
	{0, "nth", "N", "--inside: call N, counted from 1; the first if not given", OTFP_OPT_GIVEN_NUMBER, 2147483647,
         AT(nth), NULL},
	{0, "absolute", NULL, "times as stored, not from the first event on", OTFP_OPT_FLAG, 1, AT(is_absolute), NULL},
	{0},
};

const struct otfp_option otfp_paper_options[] = {
	{'o', "output", "FILE", "write FILE, which appears when it is complete, not standard output", OTFP_OPT_OUTPUT,
         OTFP_WRITES_FILE, AT(output), NULL},
	{0, "format", "FORM", "form of the picture; if not given, by the end of the name of FILE, else svg",
         OTFP_OPT_WORD, 0, AT(form), otfp_picture_word},
	{0, "width", "PIXELS", "width of the picture, 200 to 20000; 1200 if not given", OTFP_OPT_GIVEN_NUMBER,
         OTFP_PICTURE_MOST, AT(width), NULL},
	{0, "height", "PIXELS", "height of the picture, 200 to 20000; if not given, as it needs", OTFP_OPT_GIVEN_NUMBER,
         OTFP_PICTURE_MOST, AT(height), NULL},
	{0, "dark", NULL, "draw on a dark background", OTFP_OPT_FLAG, 1, AT(is_dark), NULL},
	{0, "title", "TEXT", "title of the picture; the name of the trace if not given", OTFP_OPT_STRING, 0, AT(title),
         NULL},
	{0, "force", NULL, "replace FILE if it exists, once the new one is complete", OTFP_OPT_FLAG, 1, AT(force),
         NULL},
	{0},
};
#undef AT
