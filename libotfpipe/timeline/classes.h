/*
 * classes.h - classes of calls: all functions of a group, or all functions of a name. A picture has one color for each.
 *
 * A class is known by its name, so local definitions with the same name are one class. Memory: 100 bytes and the name
 * for each class, and a table of 100 KiB.
 */
#ifndef OTFP_TIMELINE_CLASSES_H
#define OTFP_TIMELINE_CLASSES_H
#include "base/arena.h"
#include "record/names.h"

struct otfp_class {
	struct otfp_str name;
	uint64_t exclusive; /* ticks of its calls without those of the calls that they made */
	uint64_t calls;     /* number of Enter records */
};

/* What a function token means: of a process if streams define functions or groups for themselves, else of all. */
struct otfp_class_memo {
	uint32_t owner, function; /* owner: that process, else 0 */
	uint32_t class;           /* 0 = free */
	uint32_t called;          /* 1 + index of the definition of the function; 0 = it has none */
};

enum { OTFP_CLASS_MEMO_BITS = 12 };

/* Zero-filled, then `by_function`, is empty. Class 0 means that no call is open. */
struct otfp_classes {
	int by_function; /* a class is a function, not a group */
	struct otfp_class *p;
	size_t n, cap;
	struct otfp_map index; /* hash of the name -> class */
	struct otfp_arena arena;
	uint64_t changes; /* of the names that `memo` was filled from */
	struct otfp_class_memo memo[1 << OTFP_CLASS_MEMO_BITS];
};

/** Free all; the classes are empty then, with the same by_function. */
void otfp_classes_release(struct otfp_classes *c);
/** Find or add the class of a name; it is copied. @return its number, 0 when memory is out */
uint32_t otfp_class_named(struct otfp_classes *c, struct otfp_str name);
/** The class of the function token to->function of a process, without the memo. @return 0, or -1 when memory is out */
int otfp_class_find(struct otfp_classes *c, const struct otfp_names *names, uint32_t process,
                    struct otfp_class_memo *to);

/** The entry for a function token of a process; it may be that of another one, see otfp_class_is. */
static inline struct otfp_class_memo *otfp_class_entry(struct otfp_classes *c, uint32_t owner, uint32_t function)
{
	return &c->memo[otfp_hash_slot((uint64_t)owner << 32 | function, OTFP_CLASS_MEMO_BITS)];
}

/** Whose functions a process has: 0 = those of all. */
static inline uint32_t otfp_class_owner(const struct otfp_names *names, uint32_t process)
{
	return names->index[OTFP_NAMED_FUNCTION].local || names->index[OTFP_NAMED_GROUP].local ? process : 0;
}

/** Whether an entry is that of a function; without branches. */
static inline unsigned otfp_class_is(const struct otfp_class_memo *m, const struct otfp_classes *c,
                                     const struct otfp_names *names, uint32_t owner, uint32_t function)
{
	return (m->class != 0) & (m->owner == owner) & (m->function == function) & (c->changes == names->changes);
}

/** The class of a function token of a process. @return it, valid until the next call; NULL when memory is out */
static inline const struct otfp_class_memo *otfp_class_of(struct otfp_classes *c, const struct otfp_names *names,
                                                          uint32_t process, uint32_t function)
{
	const uint32_t owner = otfp_class_owner(names, process);
	struct otfp_class_memo *m = otfp_class_entry(c, owner, function);

	if (__builtin_expect(otfp_class_is(m, c, names, owner, function), 1))
		return m;
	*m = (struct otfp_class_memo){.owner = owner, .function = function};
	return otfp_class_find(c, names, process, m) < 0 ? NULL : m;
}
#endif
