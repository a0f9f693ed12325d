/* region.c - paradigms, functions and source locations of an archive. See define.h. */
#include "otf2/restore/restore.h"
#include "otf2/write/define.h"
#include <string.h>
#include <strings.h>

typedef struct otfp_otf2_writing writing;
typedef const struct otfp_otf2_token token;

static const struct {
	const char *group; /* beginning of the name of a function group */
	const char *name;
	uint8_t paradigm, class;
} paradigms[] = {
	{"MPI", "MPI", OTFP_OTF2_PARADIGM_MPI, OTFP_OTF2_PARADIGM_CLASS_PROCESS},
	{"OMP", "OpenMP", OTFP_OTF2_PARADIGM_OPENMP, OTFP_OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN},
	{"OpenMP", "OpenMP", OTFP_OTF2_PARADIGM_OPENMP, OTFP_OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN},
	{"PTHREAD", "POSIX threads", OTFP_OTF2_PARADIGM_PTHREAD, OTFP_OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT},
	{"CUDA", "CUDA", OTFP_OTF2_PARADIGM_CUDA, OTFP_OTF2_PARADIGM_CLASS_ACCELERATOR},
};
enum { NPARADIGMS = sizeof paradigms / sizeof *paradigms };

static unsigned paradigm_of(const struct otfp_str *group)
{
	for (unsigned i = 0; i < NPARADIGMS; i++) {
		const size_t n = strlen(paradigms[i].group);
		if (group->n >= n && strncasecmp(group->p, paradigms[i].group, n) == 0)
			return paradigms[i].paradigm;
	}
	return OTFP_OTF2_PARADIGM_USER;
}

int otfp_otf2_def_paradigms(struct otfp_otf2_writing *w)
{
	for (unsigned i = 0; i < NPARADIGMS; i++) {
		const uint64_t name = otfp_otf2_def_text(w, paradigms[i].name);
		struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_Paradigm);
		OTFP_OTF2_F(frame, Paradigm, paradigm) = paradigms[i].paradigm;
		OTFP_OTF2_F(frame, Paradigm, name) = name;
		OTFP_OTF2_F(frame, Paradigm, paradigmClass) = paradigms[i].class;
		if ((!i || paradigms[i].paradigm != paradigms[i - 1].paradigm) && otfp_otf2_write_definition(w) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* The role of an MPI function, by the beginning of its name after MPI_; the first one that fits. */
static unsigned role_of(const struct otfp_str *name)
{
	static const struct {
		const char *start;
		uint8_t role;
	} roles[] = {
		{"Barrier", OTFP_OTF2_REGION_ROLE_BARRIER},
		{"Bcast", OTFP_OTF2_REGION_ROLE_COLL_ONE2ALL},
		{"Scatter", OTFP_OTF2_REGION_ROLE_COLL_ONE2ALL},
		{"Gather", OTFP_OTF2_REGION_ROLE_COLL_ALL2ONE},
		{"Reduce_s", OTFP_OTF2_REGION_ROLE_COLL_ALL2ALL},
		{"Reduce", OTFP_OTF2_REGION_ROLE_COLL_ALL2ONE},
		{"All", OTFP_OTF2_REGION_ROLE_COLL_ALL2ALL},
		{"Scan", OTFP_OTF2_REGION_ROLE_COLL_OTHER},
		{"Exscan", OTFP_OTF2_REGION_ROLE_COLL_OTHER},
		{"Send", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Recv", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Isend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Irecv", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Bsend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Ssend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Rsend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Wait", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Test", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"File_", OTFP_OTF2_REGION_ROLE_FILE_IO},
		{"Win_", OTFP_OTF2_REGION_ROLE_RMA},
		{"Put", OTFP_OTF2_REGION_ROLE_RMA},
		{"Get", OTFP_OTF2_REGION_ROLE_RMA},
		{"Accumulate", OTFP_OTF2_REGION_ROLE_RMA},
	};

	if (name->n <= 4 || strncasecmp(name->p, "MPI_", 4) != 0)
		return OTFP_OTF2_REGION_ROLE_FUNCTION;
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		const size_t n = strlen(roles[i].start);
		if (name->n - 4 >= n && strncasecmp(name->p + 4, roles[i].start, n) == 0)
			return roles[i].role;
	}
	return OTFP_OTF2_REGION_ROLE_FUNCTION;
}

void otfp_otf2_write_file_of(struct otfp_otf2_writing *w, const struct otfp_record *scl, uint64_t *file, uint64_t *line)
{
	token *of = otfp_otf2_def_find(w, OTFP_W_SCLFILE, scl, scl->f[OTFP_DefScl_file].u);

	if (of)
		*file = otfp_otf2_def_string(w, &of->def->f[OTFP_DefSclFile_name].s);
	*line = scl->f[OTFP_DefScl_line].u;
}

void otfp_otf2_write_source_of(struct otfp_otf2_writing *w, const struct otfp_record *function, uint64_t *file,
                               uint64_t *line)
{
	const uint64_t source = function->f[OTFP_DefFunction_source].u;
	token *scl = source ? otfp_otf2_def_find(w, OTFP_W_SCL, function, source) : NULL;

	if (scl)
		otfp_otf2_write_file_of(w, scl->def, file, line);
}

int otfp_otf2_def_region(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t)
{
	const uint64_t name = otfp_otf2_def_name(w, t, OTFP_DefFunction_name, "function");
	token *group =
		t->def ? otfp_otf2_def_find(w, OTFP_W_FUNCTIONGROUP, t->def, t->def->f[OTFP_DefFunction_group].u) :
			 NULL;
	uint64_t file = 0, line = 0;
	struct otfp_otf2_frame *frame;

	if (t->def)
		otfp_otf2_write_source_of(w, t->def, &file, &line);
	frame = otfp_otf2_def_make(w, OTFP_OTF2_Region);
	OTFP_OTF2_F(frame, Region, self) = t->ref;
	OTFP_OTF2_F(frame, Region, name) = name;
	OTFP_OTF2_F(frame, Region, canonicalName) = name;
	OTFP_OTF2_F(frame, Region, regionRole) =
		t->def ? role_of(&t->def->f[OTFP_DefFunction_name].s) : OTFP_OTF2_REGION_ROLE_UNKNOWN;
	OTFP_OTF2_F(frame, Region, paradigm) =
		group ? paradigm_of(&group->def->f[OTFP_DefFunctionGroup_name].s) : OTFP_OTF2_PARADIGM_UNKNOWN;
	OTFP_OTF2_F(frame, Region, sourceFile) = file;
	OTFP_OTF2_F(frame, Region, beginLineNumber) = line;
	return otfp_otf2_write_definition(w);
}

int otfp_otf2_def_source(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t)
{
	token *file = t->def ? otfp_otf2_def_find(w, OTFP_W_SCLFILE, t->def, t->def->f[OTFP_DefScl_file].u) : NULL;
	const uint64_t name = file ? otfp_otf2_restore_text(w, t->def, OTFP_OTF2_SourceCodeLocation_file,
	                                                    &file->def->f[OTFP_DefSclFile_name].s) :
	                             0;
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_SourceCodeLocation);

	OTFP_OTF2_F(frame, SourceCodeLocation, self) = t->ref;
	OTFP_OTF2_F(frame, SourceCodeLocation, file) = name;
	OTFP_OTF2_F(frame, SourceCodeLocation, lineNumber) = t->def ? t->def->f[OTFP_DefScl_line].u : 0;
	return otfp_otf2_write_definition(w);
}
