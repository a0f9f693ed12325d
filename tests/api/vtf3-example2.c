/*
 * vtf3-example2.c - Application Example 2 of the VTF3 report, and the parser of alien records that it wants: it
 * translates "anyfile" into "binfile", both in the current directory.
 *
 * Mended, since the text at hand went through a scanner of printed pages:
 * - a page is lost, with the end of the handler of Sendmsg and the beginning of that of Unrecognizable; it is written
 *   anew from what the comments around it say, between the marks
 * - fcbin was fcb in the handler of Unrecognizable
 * - two comments that are a row of stars had lost their end
 * - a brace that closed the loop over the record types before its second if is gone
 * - what stood at the beginning of a page is indented again
 */
/* clang-format off */
/* Begin of Application Example 2. */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include "vtf3.h"

/* Define a communication control block type for later use.
   It will be passed to some user installed record handlers. */
typedef struct {
    void *fcboutfile;
    void *fcboutmemory;
    void *fcbin;
    int maxmsglength;
    char *sendmsgrecord;
} ccb_t;

/* Two true user record handlers have to be installed here,
   one for the Sendmsg records and one for the Unrecognizable
   records. Declare their prototypes.
   Let the compiler perform strict type checking. */
VTF3_DCL_SENDMSG      (static, MySendmsgHandler      );
VTF3_DCL_UNRECOGNIZABLE (static, MyUnrecognizableHandler);

/* Declare the extern 'alien' ASCII record parser. */
extern int MyAlienParser (void *anydata, int numchars,
                          const char *record);

/*****************************************************************/

/* Now define the first user handler for the Sendmsg records.
   Basically, all record handlers have to give back a
   non-negative integer, otherwise, the processing will be
   aborted after return. */
static int MySendmsgHandler (void *ccbvoid, double time,
                             unsigned int sender,
                             unsigned int receiver,
                             int communicator, int msgtype,
                             int msglength, int scltoken)
{
    ccb_t *ccb;
    int writtenbytes;
    VTF3_rec_t *record;

    /* Prevent excessive casting. */
    ccb = (ccb_t *) ccbvoid;

    /* Check for 'cpuid' translation.
       Keep in mind, 'sender' and 'receiver' are located in the
       stack area. Therefore, they can be modified without any
       problem. In general, it is not allowed to destroy any data
       coming in here. */
    if (sender == 12)
        sender = 14;
    if (receiver == 12)
        receiver = 14;

    /* Invoke the predefined copy handler to put the modified record
       onto the binary output stream. Remember, all the predefined
       copy handlers want to see the control block of an opened
       output device. */
    writtenbytes = VTF3_WriteSendmsg (ccb->fcboutfile, time, sender,
                                    receiver, communicator,
                                    msgtype, msglength,
                                    scltoken);

    /* Now check the message lengths. */
    if (ccb->sendmsgrecord != 0 && msglength <= ccb->maxmsglength)
        /* There is stored any Sendmsg record with a larger or equal
           'msglength' value than this record has.
           We are ready to go out from here. */
        return (writtenbytes);

    /* O.k., we have to store this Sendmsg record in ASCII format.
       VTF3_ComposeSendmsg() is used as the record assembler.
       VTF3_ComposeSendmsg() also needs an opened output device,
       just for the buffers. But, at least because of the different
       formats, this output device cannot be the same as for
       VTF3_WriteSendmsg().
       Hence, another output device has to be used. */
    record = VTF3_ComposeSendmsg (ccb->fcboutmemory, time, sender,
                                  receiver, communicator, msgtype,
                                  msglength, scltoken);

    /* Really store now.
       Pay attention, the memory of data, coming in here from VTF3,
       is recycled after return. Therefore, one has to save all the
       things which should survive. */
    ccb->maxmsglength = msglength;
    if (ccb->sendmsgrecord != 0)
        (void) free (ccb->sendmsgrecord);

    /* [lost in the text at hand, from here ...] */
    ccb->sendmsgrecord = (char *) malloc ((size_t) record->numchars);
    if (ccb->sendmsgrecord == 0)
        return (-1);
    (void) memcpy (ccb->sendmsgrecord, record->record,
                   (size_t) record->numchars);

    /* Ready to leave this function. */
    return (writtenbytes);
}

/*****************************************************************/

/* Now define the second user handler for the Unrecognizable
   records. */
static int MyUnrecognizableHandler (void *ccbvoid, double lastvalidtime,
                                    int numberofunrecognizablechars,
                                    int typeofunrecognizablerecord,
                                    const char *unrecognizablerecord)
{
    ccb_t *ccb;
    int writtenbytes, rc;

    ccb = (ccb_t *) ccbvoid;

    /* Invoke the predefined copy handler, which translates the
       record into an error-flagging Comment record. */
    writtenbytes =
        VTF3_WriteUnrecognizable (ccb->fcboutfile, lastvalidtime,
                                  numberofunrecognizablechars,
                                  typeofunrecognizablerecord,
                                  unrecognizablerecord);
    /* [... to here] */

    /* Pass the Unrecognizable record to the 'alien' ASCII record
       parser, if the input file is of the Standard ASCII Format. */
    if (VTF3_QueryFormat(ccb->fcbin) == VTF3_FILEFORMAT_STD_ASCII) {
        /* Pay attention, 'unrecognizable record'
           is not '\0'-terminated. */
        rc = MyAlienParser ((void *) 0, numberofunrecognizablechars,
                           unrecognizablerecord);

        if (rc < 0)
            /* This would abort the trace file processing. */
            writtenbytes = rc;
    }

    /* Ready to leave this function. */
    return (writtenbytes);
}

/*****************************************************************/

/* Now define the main program. */
int main (int argc, char **argv)
{
    ccb_t ccb;
    int writeunmergedrecord, nrectypes, *recordtypes, i,
        substituteupfrom;
    VTF3_handler_t *handlers;
    void **firsthandlerargs;
    size_t bytesread, bytestoberead;

    /* Initialize VTF3. */
    (void) VTF3_InitTables ();

    /* Open a binary output device. */
    ccb.fcboutfile = VTF3_OpenFileOutput ("binfile",
                                         VTF3_FILEFORMAT_STD_BINARY,
                                         writeunmergedrecord = 0);

    if (ccb.fcboutfile == 0) {
        (void) printf ("Couldn't open %s\n", "binfile");
        return (127);
    }

    /* Open an ASCII in-core output device. */
    ccb.fcboutmemory =
        VTF3_OpenMemoryOutput (VTF3_FILEFORMAT_STD_ASCII);

    /* Continue the communication control block initialization. */
    ccb.maxmsglength = 0;
    ccb.sendmsgrecord = 0;

    /* Again, how many different record types do exist ? */
    nrectypes = VTF3_GetRecTypeArrayDim ();

    /* Allocate three auxiliary arrays, one for record type magic
       numbers, one for the record handler function pointers
       and one for the first arguments to the record handler
       functions. */
    recordtypes = (int *) malloc ((size_t) nrectypes *
                                   sizeof (int));
    handlers = (VTF3_handler_t *) malloc ((size_t) nrectypes *
                                           sizeof (VTF3_handler_t));
    firsthandlerargs = (void **) malloc ((size_t) nrectypes *
                                          sizeof (void *));
    if (recordtypes == 0 || handlers == 0 || firsthandlerargs == 0){
        (void) printf ("No more memory\n");
        return (127);
    }

    /* Store the record type magic numbers onto the appropriate
       array. Pay attention, the caller does not know their ordering
       scheme. */
    (void) VTF3_GetRecTypeArray (recordtypes);

    /* Store the predefined copy handler function pointers onto my
       array. */
    (void) VTF3_GetCopyHandlerArray (handlers);

    /* What follows, this is the final handler table setup. */
    for (i = 0; i < nrectypes; i++) {

        if (recordtypes[i] == VTF3_RECTYPE_DEFUNMERGED) {
            /* Defunmerged records have to be suppressed. Install 0 as
               the handler. Resetting 'firsthandlerargs[i]' makes Purify
               and Valgrind happy. */
            handlers[i] = 0;
            firsthandlerargs[i] = 0;
            continue;
        }

        if (recordtypes[i] == VTF3_RECTYPE_SENDMSG) {
            /* Replace the predefined copy handler by our own one,
               do not forget to redirect the first argument, too. */
            handlers[i] = (VTF3_handler_t) MySendmsgHandler;
            firsthandlerargs[i] = &ccb;
            continue;
        }

        if (recordtypes[i] == VTF3_RECTYPE_SRCINFO_OBSOL) {
            /* To check whether anybody has created a trace file
               containing Srcinfo_obsol records in the past, install
               the builtin debug handler. This handler will never be
               invoked, it only represents a valid machine address which
               can internally be compared to. Resetting
               'firsthandlerargs[i]' makes Purify and Valgrind happy. */
            handlers[i] = VTF3_DebugHandler;
            firsthandlerargs[i] = 0;
            continue;
        }

        if (recordtypes[i] == VTF3_RECTYPE_UNRECOGNIZABLE) {
            /* Replace the predefined copy handler by our own one, do
               not forget to redirect the first argument, too. Pay
               attention, since 'ccb.fcbin' is not known up to now, it
               keeps uninitialized.
               At the moment, this is not a problem. */
            handlers[i] = (VTF3_handler_t) MyUnrecognizableHandler;
            firsthandlerargs[i] = &ccb;
            continue;
        }

        /* All the other handlers keep the predefined copy handlers,
           directly seeing the opened output device control block. */
        firsthandlerargs[i] = ccb.fcboutfile;

        /* End of loop. */
    }

    /* Open the input device, correctly installing the handlers.
       Furthermore, a value for 'ccb.fcbin' is returned so
       that 'ccb' initialization can be completed, being late but
       early enough with respect to the handlers. */
    ccb.fcbin = VTF3_OpenFileInput ("anyfile", handlers,
                                   firsthandlerargs,
                                   substituteupfrom = 0);

    if (ccb.fcbin == 0) {
        (void) printf ("Couldn't open %s\n", "anyfile");
        return (127);
    }

    /* Free the auxiliary arrays. */
    (void) free (firsthandlerargs);
    (void) free (handlers);
    (void) free (recordtypes);

    /* Now push the operation
       to portion-wise process the input file contents. */
    do bytesread = VTF3_ReadFileInputLtdBytes (ccb.fcbin,
                                               bytestoberead = 50000);

        while (bytesread != 0);

    /* Print now, if something is to be done. */
    if (ccb.sendmsgrecord != 0) {
        (void) printf ("%s\n", ccb.sendmsgrecord);
        (void) free (ccb.sendmsgrecord);
    }

    /* Close all devices. */
    (void) VTF3_Close (ccb.fcbin);
    (void) VTF3_Close (ccb.fcboutmemory);
    (void) VTF3_Close (ccb.fcboutfile);

    return (0);
}

/* End of Application Example 2. */
/* clang-format on */

int MyAlienParser(void *anydata, int numchars, const char *record)
{
	(void)anydata;
	printf("alien: %.*s\n", numchars, record);
	return 0;
}
