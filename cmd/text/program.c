/* program.c - the name of the program. */
#include "cmd/text/program.h"

static const char *program = "otfpipe";

void program_set_name(const char *name)
{
	program = name;
}

const char *program_name(void)
{
	return program;
}
