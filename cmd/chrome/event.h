/*
 * event.h - an event of a timeline, as chrome.c, operation.c and thread.c make it of records, and the forms that write
 * it: JSON (json.c) or the protobuf of Perfetto (perfetto.c). Errors are kept in c->pen.code.
 */
#ifndef OTFP_CMD_CHROME_EVENT_H
#define OTFP_CMD_CHROME_EVENT_H
#include "record/table.h"
#include "cmd/chrome/chrome.h"

/* A name: a word of ours, or that of a token. */
struct otfp_chrome_name {
	const char *word; /* NULL: the token */
	unsigned space;   /* enum otfp_named */
	uint32_t token;
	uint32_t at; /* 1 + place of its definition; 0 = not defined: its space and number are the name */
};

/* The letters are those of the Trace Event Format. */
enum otfp_chrome_phase {
	OTFP_CHROME_BEGIN = 'B', /* of a call */
	OTFP_CHROME_END = 'E',
	OTFP_CHROME_INSTANT = 'i',
	OTFP_CHROME_ARROW = 'f', /* the end of an arrow at an earlier instant, of arrow w */
	OTFP_CHROME_COUNT = 'C',
	OTFP_CHROME_BEGIN_ASYNC = 'b', /* of an operation, which need not nest with calls */
	OTFP_CHROME_END_ASYNC = 'e'
};

/* Zero-filled, then what the phase has. */
struct otfp_chrome_event {
	char phase; /* enum otfp_chrome_phase */
	char scope; /* of an instant: t thread, p process, g all */
	char arrow; /* s an arrow starts here, f it ends here, w it will end here if its send comes; 0 none */
	uint64_t time;
	const struct otfp_chrome_thread *thread;
	struct otfp_chrome_name name, category;
	uint64_t id;                   /* of the arrow or the operation */
	const struct otfp_record *rec; /* its fields and key-values are the args; of a counter its value; NULL: none */
	unsigned without;              /* fields that are no args, bits by slot */
	unsigned slot;                 /* of a counter: its token in rec; the value is in the next one */
	otfp_ref ref;                  /* of a counter: its definition ... */
	const struct otfp_definition *counter; /* ... or NULL */
};

/* How events are written. */
struct otfp_chrome_form {
	otfp_form_fn *text; /* of the labels */
	/** Begin, after c->pen. @return 0 or <0 */
	int (*open)(struct otfp_chrome *c);
	/** Write what comes before the first event; the definitions at the head are known. */
	void (*head)(struct otfp_chrome *c);
	/** A thread was seen for the first time. @param is_first  the first one with its pid; NULL: nothing to do */
	void (*thread)(struct otfp_chrome *c, const struct otfp_chrome_thread *t, int is_first);
	/** @return the id of an operation that begins at a time, for both its events; 0 if there was an error */
	uint32_t (*operation)(struct otfp_chrome *c, const struct otfp_chrome_thread *t, int is_file, uint64_t begin);
	void (*put)(struct otfp_chrome *c, const struct otfp_chrome_event *e);
	/** Write what comes after the last event. */
	void (*end)(struct otfp_chrome *c);
	void (*release)(struct otfp_chrome *c);
};
extern const struct otfp_chrome_form otfp_chrome_json, otfp_chrome_perfetto;

/** The thread of a process, valid until the next call. @return NULL when memory is out */
const struct otfp_chrome_thread *otfp_chrome_thread(struct otfp_chrome *c, const struct otfp_process *p);
/** The definition of a process. @return NULL if there is none */
const struct otfp_definition *otfp_chrome_process(const struct otfp_chrome *c, uint32_t process);
/** The place of a process among the others: that of its definition. */
uint64_t otfp_chrome_place(const struct otfp_chrome *c, uint32_t process);
/** The name of a token in a record of a process. */
struct otfp_chrome_name otfp_chrome_name(const struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token);
/** A name that is a word of ours. */
struct otfp_chrome_name otfp_chrome_word(const char *word);
/** How often the key of key-value i of a record came before, plus 1. Args need different names, so the second has the
 * suffix " #2". Only some keys before are compared. */
unsigned otfp_chrome_repeats(const struct otfp_record *rec, uint32_t i);
/** Whether a field is among the args: those that are 0 or NULL are not. No event with args has lists or counter
 * values. */
int otfp_chrome_has_arg(const struct otfp_record *rec, const struct otfp_field *f, unsigned slot);

/** Write a record as an instant event, with all its fields. @param arrow,id  as in the event */
void otfp_chrome_instant(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_process *p, char arrow,
                         uint64_t id);

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
#endif
