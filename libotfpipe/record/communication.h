/* communication.h - which functions communicate, by their names. */
#ifndef OTFP_RECORD_COMMUNICATION_H
#define OTFP_RECORD_COMMUNICATION_H
#include "otfpipe.h"

/** Whether a function communicates: its group is MPI, SHMEM, GASPI or NCCL in any case, or its name begins with MPI_,
 * mpi_, shmem_, gaspi_ or nccl. Either may have p NULL. */
int otfp_is_communication(struct otfp_str function, struct otfp_str group);
#endif
