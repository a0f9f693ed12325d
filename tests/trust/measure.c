/*
 * measure FILE COMMAND...: run the command and write the KiB of its largest resident set to FILE. Exits as it does,
 * or with 128 and the number of the signal that ended it. The command dies with this program.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage used;
	int status;
	pid_t child;
	FILE *out;

	if (argc < 3 || (child = fork()) < 0)
		return 125;
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	close(0);
	close(1);
	if (wait4(child, &status, 0, &used) < 0 || !(out = fopen(argv[1], "w")))
		return 125;
	fprintf(out, "%ld\n", used.ru_maxrss);
	fclose(out);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
