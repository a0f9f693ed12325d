#include "record/communication.h"
#include <string.h>
#include <strings.h>

static int is_group(struct otfp_str group)
{
	static const char *const groups[] = {"MPI", "SHMEM", "GASPI", "NCCL"};

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		if (group.n == strlen(groups[i]) && strncasecmp(group.p, groups[i], group.n) == 0)
			return 1;
	return 0;
}

static int is_function(struct otfp_str name)
{
	static const char *const prefixes[] = {"MPI_", "mpi_", "shmem_", "gaspi_", "nccl"};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (name.n >= strlen(prefixes[i]) && memcmp(name.p, prefixes[i], strlen(prefixes[i])) == 0)
			return 1;
	return 0;
}

int otfp_is_communication(struct otfp_str function, struct otfp_str group)
{
	return is_function(function) || is_group(group);
}
