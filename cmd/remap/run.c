/* run.c - otf-remap: a run that changes tokens, names and streams. */
#include "cmd/remap/run.h"
#include "base/set.h"
#include "cmd/text/signals.h"
#include "trace/remap-stage.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(struct remap_options, member)
const struct option_row remap_options[] = {
	{0, "map", "FILE", "renumber tokens by lines SPACE OLD NEW [STREAM]", OPT_INPUTS, 0, AT(map), NULL},
	FLAG(0, "inverse", "apply the map or the clocks backwards: NEW becomes OLD", inverse),
	FLAG(0, "unify", "make one token space of all traces, by the meaning of tokens", unify),
	{0, "write-map", "FILE", "write the map of --map or --unify, for --map", OPT_OUTPUT, WRITES_FILE, AT(write_map),
         NULL},
	{0, "regroup", "FILE", "move processes to other streams by lines PROCESSES STREAM", OPT_INPUT, 0, AT(regroup),
         NULL},
	{0, "buffer", "SIZE", "memory to sort in for --regroup and changed times; 64M if not given", OPT_SIZE,
         (int)OTFP_SORT_LEAST, AT(buffer), NULL},
	{0, "hash-names", "SALT", "hash names, comments and byte arrays; @FILE reads the salt from a file",
         OPT_OPTIONAL, 0, AT(hash_names), NULL},
	{0, "keep-names", "SET", "do not hash these names: globs", OPT_SET, 0, AT(keep_names), NULL},
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(part), NULL},
	{0},
};
#undef AT

void remap_release(void *own)
{
	struct remap_options *o = &((struct remap *)own)->tokens;

	free(o->map);
	otfp_set_free(o->keep_names);
}

static int read_maps(struct otfp_remapper *m, const struct remap_options *o, struct otfp_error *err)
{
	int code = 0;

	for (const char **file = o->map; file && *file && code == 0; file++)
		code = otfp_tokenmap_read(&m->rename.map, *file, o->inverse, err);
	m->renames = o->map != NULL;
	m->write_map = o->map ? o->write_map : NULL;
	m->stop = signal_came;
	return code;
}

static int prepare(struct otfp_remapper *m, struct otfp_anonymous *names, const struct remap_options *o,
                   struct otfp_error *err)
{
	int code = read_maps(m, o, err);

	if (code == 0 && o->hash_names) {
		code = otfp_anonymous_begin(names, o->hash_names, o->keep_names, err);
		m->anonymous = names;
	}
	return code;
}

static void set_job(struct job *job, struct otfp_remapper *m, const struct remap_options *o)
{
	job->read.unify = o->unify;
	if (o->unify || o->regroup)
		job->read.whole = o->unify ? "--unify" : "--regroup";
	job->read.unify_map = o->unify ? o->write_map : NULL;
	job->read.regroup = o->regroup;
	/* in a line stream, records with the same time are in the order of their streams, so new streams need a
	 * sort; a trace may be written in any order of streams */
	if (!job->common->output)
		job->read.regroup_memory = o->buffer ? o->buffer : OTFP_SORT_BUFFER;
	m->report = message_error;
	m->lossless = job->common->output && !job->common->lossy;
	m->replaces = job_replaces(job);
	m->strict = job->common->strict;
	if (m->write_map)
		job->files[1] = &m->map_file;
	if (m->renames || m->anonymous) {
		job->stage = &otfp_remap_stage;
		job->ctx = m;
	}
}

/* Records of unknown type may contain names, so --hash-names drops them. */
static int warn_dropped(const struct job *job, const struct otfp_anonymous *names, int status)
{
	if (!names->dropped || status)
		return status;
	message_warning("--hash-names: %" PRIu64
	                " records of unknown type were dropped, since they may contain names%s",
	                names->dropped, job->common->lossy ? "" : "; --lossy accepts that");
	return job->common->lossy ? 0 : 1;
}

/* The maps of --unify are complete only at the end, but where they cannot be is known before. @return 0 or <0 */
static int check_folder(const char *name, struct otfp_error *err)
{
	const char *slash = strrchr(name, '/');
	char *folder = slash ? strndup(name, (size_t)(slash - name) + 1) : strdup(".");
	int code = folder ? 0 : otfp_fail_memory(err);

	if (code == 0 && access(name, W_OK) < 0 && errno == ENOENT && access(folder, W_OK) < 0)
		code = otfp_fail(err, OTFP_EFAIL, "%s: %s", name, strerror(errno));
	free(folder);
	return code;
}

static int run(struct job *job, const struct remap_options *o, struct otfp_remapper *m, struct otfp_anonymous *names)
{
	struct common *common = job->common;
	struct common silent = *common;
	struct otfp_error err;
	int status, code = prepare(m, names, o, &err);

	if (code == 0 && o->unify && o->write_map && strcmp(o->write_map, "-") != 0)
		code = check_folder(o->write_map, &err);
	if (code < 0) {
		message_print("%s", err.text);
		return exit_status(code);
	}
	set_job(job, m, o);
	if (o->hash_names && !*o->hash_names)
		message_warning("--hash-names without a salt: whoever guesses a name can check the guess; "
		                "--hash-names=@FILE takes a secret salt from FILE");
	silent.no_pg = 1; /* command lines contain names of files, and the salt */
	if (o->hash_names)
		job->common = &silent;
	status = run_job(job);
	job->common = common;
	return warn_dropped(job, names, status);
}

/* run_job with changed tokens, names and streams. @return the exit status */
static int change_tokens(struct job *job, const struct remap_options *o)
{
	struct otfp_remapper *m = calloc(1, sizeof *m);
	struct otfp_anonymous *names = calloc(1, sizeof *names);
	int status;

	if (m && names)
		status = run(job, o, m, names);
	else
		status = message_memory();
	if (m)
		otfp_remapper_release(m);
	free(m);
	free(names);
	return status;
}

int remap_run(struct job *job, void *own)
{
	struct remap *r = own;
	struct clocking *times = &r->times;
	struct remap_options tokens = r->tokens;
	int status;

	if (tokens.unify && tokens.write_map && strcmp(tokens.write_map, "-") == 0 && job->read.nsources > 1)
		return message_usage("--write-map -: several traces have a map each; give the name of a file");
	if (tokens.inverse && tokens.map && times->clocks)
		return message_usage("--inverse undoes --map or --clocks, not both: pipe two otf-remap, the map first");
	times->inverse = tokens.inverse;
	times->buffer = tokens.buffer;
	job->read.unify = tokens.unify;
	job->read.part = tokens.part;
	job->read.any_order = !(times->causal || times->match_messages || job->common->output);
	job->writes_files = tokens.write_map || times->write_clocks;
	status = clocking_begin(job, times);
	if (status < 0)
		status = clocking_end(times, change_tokens(job, &tokens));
	clocking_release(times);
	return status;
}
