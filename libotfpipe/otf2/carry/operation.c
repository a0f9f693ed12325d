#include "otf2/carry/operation.h"
#include "otf2/values.h"
#include <string.h>
#include <strings.h>

/* values of OTF_COLLECTIVE_TYPE_... */
enum { UNKNOWN_TYPE = OTFP_OTF2_UNKNOWN_OPERATION, BARRIER, ONE_TO_ALL, ALL_TO_ONE, ALL_TO_ALL };

static const struct otfp_otf2_operation operations[] = {
	[OTFP_OTF2_COLLECTIVE_OP_BARRIER] = {"MPI_Barrier", BARRIER},
	[OTFP_OTF2_COLLECTIVE_OP_BCAST] = {"MPI_Bcast", ONE_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_GATHER] = {"MPI_Gather", ALL_TO_ONE},
	[OTFP_OTF2_COLLECTIVE_OP_GATHERV] = {"MPI_Gatherv", ALL_TO_ONE},
	[OTFP_OTF2_COLLECTIVE_OP_SCATTER] = {"MPI_Scatter", ONE_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_SCATTERV] = {"MPI_Scatterv", ONE_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_ALLGATHER] = {"MPI_Allgather", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_ALLGATHERV] = {"MPI_Allgatherv", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_ALLTOALL] = {"MPI_Alltoall", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_ALLTOALLV] = {"MPI_Alltoallv", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_ALLTOALLW] = {"MPI_Alltoallw", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_ALLREDUCE] = {"MPI_Allreduce", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_REDUCE] = {"MPI_Reduce", ALL_TO_ONE},
	[OTFP_OTF2_COLLECTIVE_OP_REDUCE_SCATTER] = {"MPI_Reduce_scatter", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_SCAN] = {"MPI_Scan", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_EXSCAN] = {"MPI_Exscan", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK] = {"MPI_Reduce_scatter_block", ALL_TO_ALL},
	[OTFP_OTF2_COLLECTIVE_OP_CREATE_HANDLE] = {"create handle", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_DESTROY_HANDLE] = {"destroy handle", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_ALLOCATE] = {"allocate", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_DEALLOCATE] = {"deallocate", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE] = {"create handle and allocate", UNKNOWN_TYPE},
	[OTFP_OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE] = {"destroy handle and deallocate", UNKNOWN_TYPE},
};
enum { NOPERATIONS = sizeof operations / sizeof *operations };

const struct otfp_otf2_operation *otfp_otf2_operation(uint64_t op)
{
	return op < NOPERATIONS ? &operations[op] : NULL;
}

int otfp_otf2_operation_by_name(const struct otfp_str *name)
{
	for (int i = 0; i < NOPERATIONS; i++)
		if (strlen(operations[i].name) == name->n && strncasecmp(operations[i].name, name->p, name->n) == 0)
			return i;
	return -1;
}
