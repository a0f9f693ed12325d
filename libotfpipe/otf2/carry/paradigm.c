#include "otf2/carry/paradigm.h"
#include "otf2/values.h"
#include <string.h>

/* values of OTF_ATTR_TYPE */
enum { IS_MPI_RANK = 1, IS_PTHREAD = 2, IS_OMP_THREAD = 3, IS_CUDA_THREAD = 8 };

const struct otfp_otf2_mark otfp_otf2_marks[OTFP_OTF2_NMARKS] = {{OTFP_OTF2_PARADIGM_MPI, IS_MPI_RANK},
                                                                 {OTFP_OTF2_PARADIGM_OPENMP, IS_OMP_THREAD},
                                                                 {OTFP_OTF2_PARADIGM_PTHREAD, IS_PTHREAD},
                                                                 {OTFP_OTF2_PARADIGM_CUDA, IS_CUDA_THREAD}};

static const char *const names[] = {
	[OTFP_OTF2_PARADIGM_UNKNOWN] = "UNKNOWN",
	[OTFP_OTF2_PARADIGM_USER] = "USER",
	[OTFP_OTF2_PARADIGM_COMPILER] = "COMPILER",
	[OTFP_OTF2_PARADIGM_OPENMP] = "OMP",
	[OTFP_OTF2_PARADIGM_MPI] = "MPI",
	[OTFP_OTF2_PARADIGM_CUDA] = "CUDA",
	[OTFP_OTF2_PARADIGM_MEASUREMENT_SYSTEM] = "MEASUREMENT",
	[OTFP_OTF2_PARADIGM_PTHREAD] = "PTHREAD",
	[OTFP_OTF2_PARADIGM_HMPP] = "HMPP",
	[OTFP_OTF2_PARADIGM_OMPSS] = "OMPSS",
	[OTFP_OTF2_PARADIGM_HARDWARE] = "HARDWARE",
	[OTFP_OTF2_PARADIGM_GASPI] = "GASPI",
	[OTFP_OTF2_PARADIGM_UPC] = "UPC",
	[OTFP_OTF2_PARADIGM_SHMEM] = "SHMEM",
	[OTFP_OTF2_PARADIGM_WINTHREAD] = "WINTHREAD",
	[OTFP_OTF2_PARADIGM_QTTHREAD] = "QTTHREAD",
	[OTFP_OTF2_PARADIGM_ACETHREAD] = "ACETHREAD",
	[OTFP_OTF2_PARADIGM_TBBTHREAD] = "TBBTHREAD",
	[OTFP_OTF2_PARADIGM_OPENACC] = "OPENACC",
	[OTFP_OTF2_PARADIGM_OPENCL] = "OPENCL",
	[OTFP_OTF2_PARADIGM_MTAPI] = "MTAPI",
	[OTFP_OTF2_PARADIGM_SAMPLING] = "SAMPLING",
	[OTFP_OTF2_PARADIGM_NONE] = "NONE",
	[OTFP_OTF2_PARADIGM_HIP] = "HIP",
	[OTFP_OTF2_PARADIGM_KOKKOS] = "KOKKOS",
};
enum { NPARADIGMS = sizeof names / sizeof *names };

static const char other[] = "OTHER";

struct otfp_str otfp_otf2_paradigm_name(uint64_t paradigm)
{
	const char *name = paradigm < NPARADIGMS ? names[paradigm] : other;

	return (struct otfp_str){name, strlen(name)};
}

int otfp_otf2_paradigm_by_name(const struct otfp_str *name)
{
	for (int i = 0; i < NPARADIGMS; i++)
		if (strlen(names[i]) == name->n && memcmp(names[i], name->p, name->n) == 0)
			return i;
	return -1;
}
