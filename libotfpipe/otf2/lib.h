/* lib.h - what the files that call libotf2, all in the child, have in common. */
#ifndef OTFP_OTF2_LIB_H
#define OTFP_OTF2_LIB_H
#include "otf2/wire.h"
#define OTF2_IGNORE_ATTRIBUTE_DEPRECATED /* old records are read and written as themselves */
#include <otf2/otf2.h>

/** Catch the messages of libotf2 from now on. */
void otfp_otf2_lib_start(void);
/** Whether libotf2 has reported an error. It does not always return it: that of a full disk gets lost on its way. */
int otfp_otf2_lib_erred(void);
/** Forget the error that libotf2 has reported. @return "where: what: its first words", malloc'd; NULL when memory is
 * out */
char *otfp_otf2_lib_forget(const char *where, const char *what);
enum { OTFP_OTF2_OF_ALL = 0 }; /* the location of an answer that is of none */

/** Answer with a text. */
void otfp_otf2_lib_answer_text(enum otfp_otf2_told what, uint32_t location, const char *text);
/** Answer OTFP_OTF2_FAILED with "where: what: the first words of libotf2", and end the process. where may be "". */
void otfp_otf2_lib_fail(const char *where, const char *what) __attribute__((noreturn));
/** Answer with words; ends the process if nobody reads. */
void otfp_otf2_lib_answer(enum otfp_otf2_told what, uint32_t location, const uint64_t *p, size_t words);
#endif
