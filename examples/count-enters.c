/* count-enters TRACE: how often each function was entered. */
#include <otfpipe.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	struct otfp_str known[1001]; /* functions; a trace with more than 1000 is not counted on */
	unsigned long enters[1001] = {0}, i, n = 0;
	struct otfp_names *names = otfp_names_new();
	const struct otfp_record *rec;
	struct otfp_source *src;
	struct otfp_error err;

	if (otfp_source_open(&src, argc > 1 ? argv[1] : "-", NULL, &err) < 0)
		return fprintf(stderr, "%s\n", err.text), 1;
	while (otfp_source_next(src, &rec) == OTFP_OK && otfp_names_add(names, rec) == OTFP_OK) {
		if (rec->type != OTFP_Enter || n == 1000)
			continue;
		known[n] = otfp_names_of(names, rec, OTFP_Enter_function);
		for (i = 0; known[i].n != known[n].n || memcmp(known[i].p, known[n].p, known[n].n); i++)
			; /* ends at n at the latest */
		n += enters[i]++ == 0;
	}
	for (i = 0; i < n; i++)
		printf("%lu\t%.*s\n", enters[i], (int)known[i].n, known[i].p);
	err = *otfp_source_error(src);
	otfp_source_close(src);
	otfp_names_free(names);
	return err.code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
