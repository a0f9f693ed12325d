/*
 * words.h - the state at an instant as numbers: what its snapshot says, and what a snapshot has no record for.
 *
 * A record is a word with its type, form and process, then its fields; SendSnapshot has one more, OTFP_SENT_IN. Before
 * the first of them each process that had an event or snapshot so far has a word with its number and OTFP_WORDS_LIFE,
 * and one with the time at which its last collective operation ended, 0 if none did; then each oddity that was seen has
 * a word with its number and OTFP_WORDS_ODD, and one that says how often.
 */
#ifndef OTFP_STATE_WORDS_H
#define OTFP_STATE_WORDS_H
#include "base/buf.h"
#include "state/state.h"

enum { OTFP_WORDS_LIFE = 0xffff, OTFP_WORDS_ODD = 0xfffe /* in place of a type */ };

/** Add the state before the events at `time`. @param has_lives  with the words of lives
 * @return 0; 1 if it has what words cannot say: a receive without its send, a message of 4 GiB; -1 when memory is out
 */
OTFP_MUST_CHECK int otfp_words_add(struct otfp_buf *words, const struct otfp_state *state, uint64_t time,
                                   int has_lives);
/** How many fields a record of a type has here. */
unsigned otfp_words_fields(unsigned type);
/** Whether n words are a state. */
int otfp_words_are_good(const uint64_t *words, size_t n);
/** A life. @return the number of its words; 0 if it is none */
size_t otfp_words_life(const uint64_t *words, size_t n, uint32_t *process, uint64_t *ended);
/** Take the oddities that the words after the lives begin with: add them to odd[]. @return the number of these words */
size_t otfp_words_odd(const uint64_t *words, size_t n, uint64_t odd[OTFP_NODDITIES]);
/**
 * Give the records of good words without lives and oddities, of the snapshot at `time`: messages in transit at last, in
 * the order of sending.
 * @param doubt  set to the time of the first two messages whose order is not known, if it may matter; else UINT64_MAX
 * @return 0, what put returned, or -1 when memory is out
 */
OTFP_MUST_CHECK int otfp_words_give(const uint64_t *words, size_t n, uint64_t time, otfp_put_fn *put, void *ctx,
                                    uint64_t *doubt);
/** Add good words as bytes, a quarter as many or less. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_words_pack(struct otfp_buf *bytes, const uint64_t *words, size_t n);
/** The n words again, zero-filled before. @return 0, or -1 if the bytes are not n good words */
OTFP_MUST_CHECK int otfp_words_unpack(uint64_t *words, size_t n, const char *bytes, size_t nbytes);
/** The record that good words begin with, of the snapshot at `time`. @return the number of its words */
size_t otfp_words_record(const uint64_t *words, uint64_t time, struct otfp_record *rec);
#endif
