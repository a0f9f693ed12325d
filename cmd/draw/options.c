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

const char *draw_bars_word(unsigned i)
{
	static const char *const words[] = {"process", "group"};

	return word_of(words, 2, i);
}

const char *draw_matrix_word(unsigned i)
{
	static const char *const words[] = {"bytes", "count", "latency", "excess"};

	return word_of(words, 4, i);
}

#define AT(member) offsetof(struct draw_options, member)
const struct option_row draw_options[] = {
	FLAG(0, "timeline", "draw what each process does at each time; this is the default", timeline),
	{0, "profile", "BARS", "draw bars of exclusive time, one for each process (the default) or group", OPT_OPTIONAL,
         0, AT(profile_word), draw_bars_word},
	{0, "matrix", "VALUE", "draw messages by sender and receiver; bytes if VALUE is not given", OPT_OPTIONAL, 0,
         AT(matrix_word), draw_matrix_word},
	FLAG(0, "flame", "draw a flame graph: time by call path", flame),
	{0, "counter", "SET", "draw the values of these counters over time; with --timeline below the rows", OPT_SET, 0,
         AT(counter), NULL},
	FLAG(0, "log", "with --counter: a logarithmic axis", is_log),
	{0, "by", "KEY",
         "one color for each; if not given, group, but function where one group has more than 90% of the time in calls",
         OPT_WORD, 0, AT(by), by_word},
	{0, "depth", "N",
         "show N levels of the call stack in a row of a timeline, if there is room; 1: only the "
         "innermost calls; 0 or not given: as many as the lengths of the calls allow",
         OPT_NUMBER, OTFP_TIMELINE_LANES, AT(depth), NULL},
	{0, "messages", "WHICH", "which messages of a timeline to draw if there are too many", OPT_WORD, 0,
         AT(messages), message_word},
	{0, "max-messages", "N", "draw at most N messages; as many as can be told apart if not given", OPT_GIVEN_NUMBER,
         1000000, AT(most), NULL},
	{0, "inside", "SET",
         "draw a call of one of these functions, from Enter to Leave; with -p by one of these "
         "processes",
         OPT_SET, 0, AT(inside), NULL},
	{0, "nth", "N", "with --inside: call N; the first is 1, and the default", OPT_GIVEN_NUMBER, 2147483647, AT(nth),
         NULL},
	FLAG(0, "absolute", "show times as stored, not from the first event", is_absolute),
	{0},
};

const struct option_row paper_options[] = {
	{'o', "output", "FILE", "write FILE, which appears when it is complete, not standard output", OPT_OUTPUT,
         WRITES_FILE, AT(output), NULL},
	{0, "format", "FORM", "form of the picture; if not given, by the end of the name of FILE, else svg", OPT_WORD,
         0, AT(form), picture_word},
	{0, "width", "PIXELS", "width of the picture, 200 to 20000; 1200 if not given", OPT_GIVEN_NUMBER, PICTURE_MOST,
         AT(width), NULL},
	{0, "height", "PIXELS", "height of the picture, 200 to 20000; if not given, as the content needs",
         OPT_GIVEN_NUMBER, PICTURE_MOST, AT(height), NULL},
	FLAG(0, "dark", "draw on a dark background", is_dark),
	{0, "title", "TEXT", "title of the picture; the name of the trace if not given", OPT_STRING, 0, AT(title),
         NULL},
	FLAG(0, "force", "replace FILE if it exists, once the new one is complete", force),
	{0},
};
#undef AT
