/* forms.h - what the files of otf-to-chrome share: the parts of trace events. Errors are kept in c->pen.code. */
#ifndef OTFP_CMD_CHROME_FORMS_H
#define OTFP_CMD_CHROME_FORMS_H
#include "record/table.h"
#include "cmd/chrome/chrome.h"

/** Open an event: {"ph":"B","ts":1.5,"pid":1,"tid":2 */
void otfp_chrome_open(struct otfp_chrome *c, char phase, uint64_t time, const struct otfp_chrome_thread *t);
/** Close the event that otfp_chrome_open opened. */
void otfp_chrome_close(struct otfp_chrome *c);
/** The thread of a process, valid until the next call. At the first call for a process its name is written as an event.
 * @return NULL when memory is out */
const struct otfp_chrome_thread *otfp_chrome_thread(struct otfp_chrome *c, const struct otfp_process *p);

/** Write a token as a string: its name, or without a definition its space and number. */
void otfp_chrome_token(struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token);
/** The same as `,"name":...`. */
void otfp_chrome_name(struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token);
/** Write `,"key":"text"`; text must need no escapes. */
void otfp_chrome_word(struct otfp_chrome *c, const char *key, const char *text);
/** Write `,"key":v`. */
void otfp_chrome_number(struct otfp_chrome *c, const char *key, uint64_t v);
/** Write any bytes as a JSON string. */
void otfp_chrome_text(struct otfp_chrome *c, struct otfp_str s);
/** Write `,"args":{...}` with the key-values of a record and its fields that are not 0; nothing if there are none.
 * @param without  fields to leave out, bits by slot */
void otfp_chrome_args(struct otfp_chrome *c, const struct otfp_record *rec, unsigned without);

/** Write a record as an instant event, with all its fields. */
void otfp_chrome_instant(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_process *p);

/** A record contained a whole operation (OTFP_DID_OPERATE): write it as an async pair. */
void otfp_chrome_operate(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** A record began an operation (OTFP_DID_BEGIN): write the begin of an async pair, if its name is known. */
void otfp_chrome_begin_operation(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** A record ended an operation (OTFP_DID_END): write the end of its pair, and the begin if it is missing. */
void otfp_chrome_end_operation(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** End the operations of a list that are open at time `end`. @param file  the name of file operations; NULL: the list
 * has collective operations */
void otfp_chrome_close_operations(struct otfp_chrome *c, const struct otfp_process *p, const struct otfp_begun_list *l,
                                  uint64_t end, const char *file);

/** Write what comes before the first event. */
void otfp_chrome_head(struct otfp_chrome *c);
#endif
