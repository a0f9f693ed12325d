/* forms.h - what the files view/chrome*.c share: the parts that events are made of. */
#ifndef OTFP_CMD_CHROME_FORMS_H
#define OTFP_CMD_CHROME_FORMS_H
#include "record/table.h"
#include "cmd/chrome/chrome.h"

/** {"ph":"B","ts":1.5,"pid":1,"tid":2 - to be ended by otfp_chrome_close. */
void otfp_chrome_open(struct otfp_chrome *c, char phase, uint64_t time, const struct otfp_chrome_thread *t);
void otfp_chrome_close(struct otfp_chrome *c);
/** The thread of a process; new ones are named first. @return NULL when memory is out, told */
const struct otfp_chrome_thread *otfp_chrome_thread(struct otfp_chrome *c, const struct otfp_process *p);

/** A token as a string: its name; without a definition its space and number. */
void otfp_chrome_token(struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token);
/** The same as ,"name":... */
void otfp_chrome_name(struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token);
/** Text that needs no escapes, as `,"key":"text"`. */
void otfp_chrome_word(struct otfp_chrome *c, const char *key, const char *text);
void otfp_chrome_number(struct otfp_chrome *c, const char *key, uint64_t v);
/** Text that may hold anything, as a string. */
void otfp_chrome_text(struct otfp_chrome *c, struct otfp_str s);
/** ,"args":{...} with the fields of a record by the schema that are not 0 and not in `without` (bits by slot),
 * and its key-values; nothing if there are none. */
void otfp_chrome_args(struct otfp_chrome *c, const struct otfp_record *rec, unsigned without);

/** A record as an event of an instant, with all it says. */
void otfp_chrome_instant(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_process *p);

/** What a record about an operation did: OTFP_DID_OPERATE, OTFP_DID_BEGIN, OTFP_DID_END. */
void otfp_chrome_operate(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
void otfp_chrome_begin_operation(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
void otfp_chrome_end_operation(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** What of a list is open at the end. @param file  the word for it; NULL: collective operations */
void otfp_chrome_close_operations(struct otfp_chrome *c, const struct otfp_process *p, const struct otfp_begun_list *l,
                                  uint64_t end, const char *file);

/** Before the first event: what stands above them. */
void otfp_chrome_head(struct otfp_chrome *c);
#endif
