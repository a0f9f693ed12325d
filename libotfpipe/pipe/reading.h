/* reading.h - how the sources of a job are read and its traces written. */
#ifndef OTFP_PIPE_READING_H
#define OTFP_PIPE_READING_H
#include "otfpipe-cmd.h"

/** As the options of the command say; `report` is not set. */
struct otfp_read_options otfp_job_reading(const struct otfp_job *job);
/** What the stage, which has begun, would drop for its time or process alone the source need not read. */
void otfp_job_narrow(const struct otfp_job *job, struct otfp_source *src);
/** As the options of the command say, which has a struct otfp_writer. */
struct otfp_write_options otfp_job_writing(const struct otfp_job *job);
/** What otfp_run refuses before it opens anything. @return 0, or 2 after telling the usage error */
int otfp_job_usage(const struct otfp_job *job);
#endif
