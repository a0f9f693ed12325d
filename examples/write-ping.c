/*
 * write-ping NAME: write an OTF trace of two processes; one sends the other a message. A trace of that name is
 * replaced when the new one is complete.
 */
#include <otfpipe.h>
#include <stdio.h>
#include <string.h>

enum { PING = 1, PONG = 2, MAIN = 1, TICKS = 1000000 };

static struct otfp_str string(const char *text)
{
	struct otfp_str s = {text, strlen(text)};

	return s;
}

static void define_process(struct otfp_sink *sink, unsigned process, const char *name)
{
	struct otfp_record rec;

	otfp_record_init(&rec, OTFP_DefProcess);
	rec.f[OTFP_DefProcess_process].u = process;
	rec.f[OTFP_DefProcess_name].s = string(name);
	otfp_sink_put(sink, &rec);
}

/* After an error every put returns that error, and so does the end: it is enough to check the end. */
static void write_definitions(struct otfp_sink *sink)
{
	struct otfp_record rec;

	otfp_record_init(&rec, OTFP_DefTimerResolution);
	rec.f[OTFP_DefTimerResolution_ticks].u = TICKS;
	otfp_sink_put(sink, &rec);
	define_process(sink, PING, "ping");
	define_process(sink, PONG, "pong");
	otfp_record_init(&rec, OTFP_DefFunction);
	rec.f[OTFP_DefFunction_function].u = MAIN;
	rec.f[OTFP_DefFunction_name].s = string("main");
	otfp_sink_put(sink, &rec);
}

/* Both slots of Enter and Leave are the same. */
static void write_call(struct otfp_sink *sink, enum otfp_type type, unsigned process, uint64_t time)
{
	struct otfp_record rec;

	otfp_record_init(&rec, type);
	rec.time = time;
	rec.loc = process;
	rec.f[OTFP_Enter_function].u = MAIN;
	otfp_sink_put(sink, &rec);
}

static void write_message(struct otfp_sink *sink, uint64_t sent, uint64_t received)
{
	struct otfp_record rec;

	otfp_record_init(&rec, OTFP_SendMsg);
	rec.time = sent;
	rec.loc = PING;
	rec.f[OTFP_SendMsg_receiver].u = PONG;
	rec.f[OTFP_SendMsg_length].u = 64;
	otfp_sink_put(sink, &rec);
	otfp_record_init(&rec, OTFP_RecvMsg);
	rec.time = received;
	rec.loc = PONG;
	rec.f[OTFP_RecvMsg_sender].u = PING;
	rec.f[OTFP_RecvMsg_length].u = 64;
	otfp_sink_put(sink, &rec);
}

/* Records come in the order of time. */
static int write_trace(struct otfp_sink *sink)
{
	struct otfp_header header;

	memset(&header, 0, sizeof header);
	header.resolution = TICKS;
	otfp_sink_begin(sink, &header);
	write_definitions(sink);
	write_call(sink, OTFP_Enter, PING, 10);
	write_call(sink, OTFP_Enter, PONG, 12);
	write_message(sink, 20, 25);
	write_call(sink, OTFP_Leave, PING, 30);
	write_call(sink, OTFP_Leave, PONG, 31);
	return otfp_sink_end(sink);
}

int main(int argc, char **argv)
{
	struct otfp_write_options options;
	struct otfp_sink *sink;
	struct otfp_error err;
	int code;

	otfp_write_options_init(&options);
	options.force = 1;
	if (otfp_sink_open(&sink, "otf", argc > 1 ? argv[1] : "ping", &options, NULL, &err) < 0)
		return fprintf(stderr, "write-ping: %s\n", err.text), 1;
	code = write_trace(sink);
	if (code < 0)
		fprintf(stderr, "write-ping: %s\n", otfp_sink_error(sink)->text);
	otfp_sink_close(sink);
	return code < 0;
}
