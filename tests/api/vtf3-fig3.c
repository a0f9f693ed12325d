/* vtf3-fig3.c - figure 3 of the VTF3 report, as it is. */
/* clang-format off */
#include <stdio.h>
#include <stddef.h>
#include "vtf3.h"

int main (void)
{
    const char *outfile = "mytracefile";
    const unsigned char formatheaders [] [8] = VTF3_HEADER_ALL_INIT;
    int fileformat = VTF3_FILEFORMAT_STD_ASCII;
    FILE *fp;
    size_t writtenbytes;
    void *fcb;
    VTF3_rec_t *rcbaddress;

    fp = fopen (outfile, "wb");
    if (fp == 0) {
        (void) printf ("Couldn't open %s\n", outfile);
        return (127);
    }
    (void) fwrite (&formatheaders[fileformat][0], sizeof (char), 8, fp);
    writtenbytes = 8 * sizeof (char); /* file format header */
    (void) VTF3_InitTables ();
    fcb = VTF3_OpenMemoryOutput (fileformat);
    rcbaddress = VTF3_ComposeDefversion (fcb, VTF3_GetVersionNumber ());
    if (fileformat == VTF3_FILEFORMAT_STD_BINARY)
        (void) fwrite (rcbaddress->record, sizeof (char),
            (size_t) rcbaddress->numchars, fp);
    else
        (void) fprintf (fp, "%s\n", rcbaddress->record);
    writtenbytes += (size_t) rcbaddress->numchars * sizeof (char);
    rcbaddress = VTF3_ComposeDefcreator (fcb, "Stephan's TraceLib");
    if (fileformat == VTF3_FILEFORMAT_STD_BINARY)
        (void) fwrite (rcbaddress->record, sizeof (char),
            (size_t) rcbaddress->numchars, fp);
    else
        (void) fprintf (fp, "%s\n", rcbaddress->record);
    writtenbytes += (size_t) rcbaddress->numchars * sizeof (char);
    /* Compose and write all the other records. */
    (void) VTF3_Close (fcb);
    (void) fclose (fp);
    (void) printf ("Wrote %lu bytes\n", (unsigned long) writtenbytes);
    return (0);
}

/* clang-format on */
