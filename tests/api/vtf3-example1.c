/*
 * vtf3-example1.c - Application Example 1 of the VTF3 report, and a main() that calls it: vtf3-example1 FILE...
 *
 * Mended, since the text at hand went through a scanner of printed pages:
 * - stdio.h is included, for printf()
 * - the brace that closed the function behind the second memset() is gone; what follows it is indented again
 */
/* clang-format off */
/* Begin of Application Example 1. */

#include <stdlib.h>
#include <stddef.h>
#include <string.h>
#include <stdio.h>
#include "vtf3.h"

int QueryFormat (const char *filename)
{
    int nrectypes, substituteupfrom, fileformat;
    VTF3_handler_t *handlers;
    void **firsthandlerargs, *fcb;

    /* Initialize VTF3. */
    (void) VTF3_InitTables ();

    /* How many different record types do exist ? */
    nrectypes = VTF3_GetRecTypeArrayDim ();

    /* Allocate two auxiliary arrays, one for the user record
       handler function pointers and one for the first arguments to
       the user record handler functions. */
    handlers = (VTF3_handler_t *) malloc ((size_t) nrectypes *
                                         sizeof (VTF3_handler_t));
    firsthandlerargs = (void **) malloc ((size_t) nrectypes *
                                         sizeof (void *));
    if (handlers == 0 || firsthandlerargs == 0) {
        (void) printf ("No more memory\n");
        (void) exit (127);
    }

    /* We shall not read anything, but, 'VTF3_OpenFileInput()'
       will copy both arrays into dark places.
       Make Purify and Valgrind happy. */
    (void) memset (handlers, 0,
                  (size_t) nrectypes * sizeof (VTF3_handler_t));
    (void) memset (firsthandlerargs, 0,
                  (size_t) nrectypes * sizeof (void *));

    /* Open the input device. */
    fcb = VTF3_OpenFileInput (filename, handlers, firsthandlerargs,
                              substituteupfrom = 0);

    /* Check the returned file control block address. */
    if (fcb != 0) {
        /* It is valid, ask for the file format. */
        fileformat = VTF3_QueryFormat (fcb);
        /* Close the input device. */
        (void) VTF3_Close (fcb);
    }
    else
        /* The file could not be opened,
           the file format keeps undefined. */
        fileformat = VTF3_FILEFORMAT_UNDEFINED;

    /* Free the auxiliary vectors. */
    (void) free (firsthandlerargs);
    (void) free (handlers);

    /* Give back the determined value. */
    return (fileformat);
}

/* End of Application Example 1. */
/* clang-format on */

int main(int argc, char **argv)
{
	static const char *const names[] = {"undefined", "standard ASCII", "standard binary", "fast ASCII"};

	for (int i = 1; i < argc; i++)
		printf("%s: %s\n", argv[i], names[QueryFormat(argv[i]) - VTF3_FILEFORMAT_UNDEFINED]);
	return 0;
}
