/* vtf3-fig1.c - figure 1 of the VTF3 report, as it is. */
/* clang-format off */
#include <stddef.h>
#include <stdio.h>
#include "vtf3.h"

int main (void)
{
    const char *outfilename = "mytracefile";
    void *fcb;
    int writeunmergedrecord, writtenchars;
    size_t writtenbytes;

    (void) VTF3_InitTables ();
    fcb = VTF3_OpenFileOutput (outfilename, VTF3_FILEFORMAT_STD_ASCII,
                              writeunmergedrecord = 0);

    if (fcb == 0) {
        (void) printf ("Couldn't open %s\n", outfilename);
        return (127);
    }
    writtenchars = 8; /* file format header */
    writtenbytes = (size_t) writtenchars * sizeof (char);
    writtenchars = VTF3_WriteDefversion (fcb, VTF3_GetVersionNumber ());
    writtenbytes += (size_t) writtenchars * sizeof (char);
    writtenchars = VTF3_WriteDefcreator (fcb, "Stephan's TraceLib");
    writtenbytes += (size_t) writtenchars * sizeof (char);
    /* Write all the other records. */
    (void) VTF3_Close (fcb);
    (void) printf ("Wrote %lu bytes\n", (unsigned long) writtenbytes);
    return (0);
}
/* clang-format on */
