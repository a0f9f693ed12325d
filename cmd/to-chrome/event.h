/*
 * event.h - an event of a timeline, as chrome.c, operation.c and thread.c make it of records, and the forms that write
 * it: JSON (json.c) or the protobuf of Perfetto (perfetto.c). Errors are kept in c->pen.code.
 */
#ifndef CMD_TO_CHROME_EVENT_H
#define CMD_TO_CHROME_EVENT_H
#include "record/table.h"
#include "cmd/to-chrome/chrome.h"

/* A name: a word of ours, or that of a token. Of 16 bytes, which functions return in registers. */
struct chrome_name {
	union {
		const char *word;
		struct {
			uint32_t space, token; /* space: enum otfp_named */
		};
	};
	uint32_t is_word;
	uint32_t at; /* 1 + place of its definition; 0 = not defined: its space and number are the name */
};

/* The letters are those of the Trace Event Format. */
enum chrome_phase {
	CHROME_BEGIN = 'B', /* of a call */
	CHROME_END = 'E',
	CHROME_INSTANT = 'i',
	CHROME_ARROW = 'f', /* the end of an arrow at an earlier instant, of arrow w */
	CHROME_COUNT = 'C',
	CHROME_BEGIN_ASYNC = 'b', /* of an operation, which need not nest with calls */
	CHROME_END_ASYNC = 'e'
};

/* Zero-filled, then what the phase has. It is short: up to 80 bytes are cleared without a call or a loop. */
struct chrome_event {
	char phase;       /* enum chrome_phase */
	char scope;       /* of an instant: t thread, p process, g all */
	char arrow;       /* s an arrow starts here, f it ends here, w it will end here if its send comes; 0 none */
	uint8_t slot;     /* of a counter, which is the name: its token in rec; the value is in the next one */
	unsigned without; /* fields that are no args, bits by slot */
	uint64_t time;
	const struct chrome_thread *thread;
	struct chrome_name name, category;
	uint64_t id;                   /* of the arrow or the operation */
	const struct otfp_record *rec; /* its fields and key-values are the args; of a counter its value; NULL: none */
};

/* How events are written. */
struct chrome_form {
	chrome_form_fn *text; /* of the labels */
	/** Begin, after c->pen. @return 0 or <0 */
	int (*open)(struct chrome *c);
	/** Write what comes before the first event; the definitions at the head are known. */
	void (*head)(struct chrome *c);
	/** A thread was seen for the first time. @param is_first  the first one with its pid; NULL: nothing to do */
	void (*thread)(struct chrome *c, const struct chrome_thread *t, int is_first);
	/** @return the id of an operation that begins at a time, for both its events; 0 if there was an error */
	uint32_t (*operation)(struct chrome *c, const struct chrome_thread *t, int is_file, uint64_t begin);
	void (*put)(struct chrome *c, const struct chrome_event *e);
	/** Write what comes after the last event. */
	void (*end)(struct chrome *c);
	void (*release)(struct chrome *c);
};
extern const struct chrome_form chrome_json, chrome_perfetto;

/** The thread of a process, valid until the next call. @return NULL when memory is out */
const struct chrome_thread *chrome_thread(struct chrome *c, const struct otfp_process *p);
/** The place of a process among the others: that of its definition. */
uint64_t chrome_place(const struct chrome *c, uint32_t process);
/** The name of a token in a record of a process. */
struct chrome_name chrome_name(const struct chrome *c, uint32_t process, unsigned space, uint32_t token);
/** The definition of a name. @return NULL if it has none */
static inline const struct otfp_definition *chrome_definition(const struct chrome *c, const struct chrome_name *name)
{
	return name->at ? &c->labels.names.definitions[name->at - 1] : NULL;
}
/** A name that is a word of ours. */
static inline struct chrome_name chrome_word(const char *word)
{
	return (struct chrome_name){.word = word, .is_word = 1};
}
/** How often the key of key-value i of a record came before, plus 1. Args need different names, so the second has the
 * suffix " #2". Only some keys before are compared. */
unsigned chrome_repeats(const struct otfp_record *rec, uint32_t i);
/** Whether a field is among the args: those that are 0 or NULL are not. No event with args has lists or counter
 * values. */
int chrome_has_arg(const struct otfp_record *rec, const struct otfp_field *f, unsigned slot);

/** @return whether records of a type are events at one instant */
int chrome_is_instant(unsigned type);
/** Write a record as an instant event, with all its fields. @param arrow,id  as in the event */
void chrome_instant(struct chrome *c, const struct otfp_record *rec, const struct otfp_process *p, char arrow,
                    uint64_t id);

/** A record contained a whole operation (OTFP_DID_OPERATE): write it as an async pair. */
void chrome_operate(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** A record began an operation (OTFP_DID_BEGIN): write the begin of an async pair, if its name is known. */
void chrome_begin_operation(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** A record ended an operation (OTFP_DID_END): write the end of its pair, and the begin if it is missing. */
void chrome_end_operation(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did);
/** End the operations of a list that are open at time `end`. @param file  the name of file operations; NULL: the list
 * has collective operations */
void chrome_close_operations(struct chrome *c, const struct otfp_process *p, const struct otfp_begun_list *l,
                             uint64_t end, const char *file);
#endif
