/* reading.h - how the sources of a job are read. */
#ifndef OTFP_PIPE_READING_H
#define OTFP_PIPE_READING_H
#include "otfpipe-cmd.h"

/** As the options of the command say; `report` is not set. */
struct otfp_read_options otfp_job_reading(const struct otfp_job *job);
/** What the stage, which has begun, would drop for its time or process alone the source need not read.
 * @return 0 or <0 */
int otfp_job_narrow(const struct otfp_job *job, struct otfp_source *src);
#endif
