/* engine.h - private to the files of this room: the functions on what the engine keeps; see wait.h. */
#ifndef OTFP_WAIT_ENGINE_H
#define OTFP_WAIT_ENGINE_H
#include "wait/parts.h"

/** Let somebody follow the engine. */
void otfp_wait_watch(struct otfp_wait_engine *w, const struct wait_watch *watch);
/** Let somebody follow its second clocks. */
void otfp_wait_watch_clocks(struct otfp_wait_engine *w, const struct wait_clock_watch *watch);

/* All functions below that return int: @return 0, or -1 when memory is out, or as they say. */

/* wait.c */

/** The process with an index in the state; call it for each index in order. @return NULL when memory is out */
struct wait_process *otfp_wait_process(struct otfp_wait_engine *w, uint32_t index, uint32_t process);

/** What snapshots said of collective operations is known. */
int otfp_wait_settle(struct otfp_wait_engine *w);

/* event.c */

/** A call is opened, by an event or a snapshot. */
int otfp_wait_open_call(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_process *state,
                        struct otfp_call *call);
/** Take an event that need not wait. @param index  of the process */
int otfp_wait_event(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec);
/* tick.c */

/** Hold an event if it must wait for others of its tick. @return 1 if it is held, 0 if it must not wait; -1 */
int otfp_wait_hold(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index, const struct otfp_record *rec);
/** Take the held events that need not wait any more. */
int otfp_wait_release(struct otfp_wait_engine *w);
/** The tick is over: take all. */
int otfp_wait_end_tick(struct otfp_wait_engine *w);

/* function.c */

/** The cell of a callee that has none yet. @return NULL when memory is out */
struct wait_cell *otfp_wait_cell(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_callee *callee);
/** The cell of an open call. */
static inline struct wait_cell *wait_cell_of(const struct otfp_call *call)
{
	return call->place;
}

/** @return whether a function of a process communicates; -1 */
int otfp_wait_communicates(struct otfp_wait_engine *w, uint32_t process, uint32_t token);
/** Judge all functions again after a definition. */
void otfp_wait_judge_functions(struct otfp_wait_engine *w);
/** What a collective operation is. @param loc  process of the record */
struct wait_collective otfp_wait_collective_kind(const struct otfp_wait_engine *w, uint32_t loc, uint32_t token);

/* group.c */

/** @return the group of a communicator, ready to use; NULL if it is not defined, or with w->failed set */
struct wait_group *otfp_wait_group(struct otfp_wait_engine *w, uint32_t loc, uint32_t token);
/** @return 1 + index in g->members of a process, or if it is no member of its root process; 0 = neither is */
uint32_t otfp_wait_member(const struct otfp_wait_engine *w, const struct wait_group *g, uint32_t process);
/** How many members had ended an operation before the state of resume.c. */
uint32_t otfp_wait_over(const struct wait_group *g, uint64_t index);
/** The counts of the state are known, and nothing began since. */
int otfp_wait_keep_over(struct otfp_wait_engine *w);
void otfp_wait_groups_release(struct otfp_wait_engine *w);

/* resume.c */

/** Before the state there was something since `time` that is not known, and would matter. */
static inline void otfp_wait_doubt(struct otfp_wait_engine *w, uint64_t time)
{
	w->needs_earlier = time < w->needs_earlier ? time : w->needs_earlier;
}

/** Something that is not known as a whole happens on a process: it matters from the interval on. */
static inline void otfp_wait_meet_old(struct otfp_wait_engine *w, const struct wait_process *p, uint64_t since)
{
	if (p->last >= w->o.from)
		otfp_wait_doubt(w, since);
}

/* clock.c */

/** The options of an engine that has no more than the clocks of one with options o. */
static inline struct otfp_wait_options otfp_wait_clocks_alone(const struct otfp_wait_options *o)
{
	return (struct otfp_wait_options){.clocks = 1,
	                                  .comm = o->comm,
	                                  .has_from = o->has_from,
	                                  .has_to = o->has_to,
	                                  .from = o->from,
	                                  .to = o->to,
	                                  .is_cut = o->is_cut};
}

/** The life of a process reaches `time`: account up to it. */
int otfp_wait_advance_to(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_call_stack *calls,
                         uint64_t time);
/** Begin or end a window that is a call. */
int otfp_wait_open_inside(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time);
int otfp_wait_close_inside(struct otfp_wait_engine *w, struct wait_process *p);
/** The process receives a value of the second clock that was given in a window. */
void otfp_wait_carry(struct wait_process *p, uint64_t window, uint64_t clock);
/** Close the windows of all processes. */
int otfp_wait_clocks_end(struct otfp_wait_engine *w);
/** Find or add a window. @return NULL when memory is out */
struct otfp_wait_window *otfp_wait_window(struct otfp_wait_engine *w, uint64_t window);
/** Count in a window; OTFP_NO_WINDOW counts nowhere. */
int otfp_wait_count(struct otfp_wait_engine *w, uint64_t window, unsigned what, uint64_t n);
/** Count in the window of a process, if that is reported. */
int otfp_wait_count_of(struct otfp_wait_engine *w, const struct wait_process *p, unsigned what, uint64_t n);
/** @return the window of a time, if windows are not calls */
uint64_t otfp_wait_window_at(const struct otfp_wait_engine *w, uint64_t time);

/* stage.c */

/** A process, of which the last arrival is, begins an operation: its stage ends if all processes begin it themselves.
 * @return 0, or -1 when memory is out */
int otfp_wait_stage_stand(struct otfp_wait_engine *w, struct wait_instance *i, struct wait_process *p);

/* rest.c */

/** The life of a process in a window that counts is over, with o.rest: take the time of a cell around others. */
int otfp_wait_rest_end(struct otfp_wait_engine *w, const struct wait_process *p, const struct wait_cell *cell);
/** Add ticks of a wait to its function in a window. */
int otfp_wait_rest_add(struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window, uint64_t ticks);

/* idle.c; all but the first with w->has_threads */

/** A definition came: a process may have a parent. */
void otfp_wait_idle_learn(struct otfp_wait_engine *w, const struct otfp_record *rec);
/** A process lives. */
int otfp_wait_idle_join(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index);
/** A call was opened, or closed, at p->last. @param n  calls that are open now */
int otfp_wait_idle_open(struct otfp_wait_engine *w, struct wait_process *p, const struct wait_function *f, uint32_t n);
int otfp_wait_idle_close(struct otfp_wait_engine *w, struct wait_process *p, const struct wait_function *f, uint32_t n);
/** A process has ended. */
void otfp_wait_idle_over(struct otfp_wait_engine *w, const struct wait_process *p);
/** All lives are closed: so are the regions. */
int otfp_wait_idle_end(struct otfp_wait_engine *w);

/* means.c */

/** After all windows are closed, with o.load: add up the times of functions. @return 0, or -1 when memory is out */
int otfp_wait_means_end(struct otfp_wait_engine *w);

/* call.c */

/** The path of the innermost call of a stack, with o.by of paths. @return 0 when memory is out */
uint32_t otfp_wait_path_of(struct otfp_wait_engine *w, struct otfp_call_stack *s);
/** Begin the outermost communication call of a process. */
int otfp_wait_call_enter(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_process *state, uint64_t time);
/** End it. Then get its stakes, and unref it. */
void otfp_wait_call_leave(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time);
/** Remove the next stake of a call that was left. @return 1 with *instance set; 0 = there is none */
int otfp_wait_call_next_stake(struct otfp_wait_engine *w, uint32_t call, uint32_t *instance);
/** A message or operation does not need the call any more. @param call  1 + index, or 0 */
int otfp_wait_call_unref(struct otfp_wait_engine *w, uint32_t call);
/** Find the waits of the calls that are still open or wait for something. */
int otfp_wait_calls_end(struct otfp_wait_engine *w);
/** Let a call take part in a collective operation. */
int otfp_wait_call_stake(struct otfp_wait_engine *w, uint32_t call, uint32_t instance);
/** The collective operation is over, or will never be complete. */
int otfp_wait_call_unstake(struct otfp_wait_engine *w, uint32_t call, uint32_t instance);
/** A wait from the enter of a call up to part->end, which counts if it is the longest of the call. */
void otfp_wait_call_front(struct wait_call *c, const struct wait_part *part);
void otfp_wait_call_spread(struct wait_call *c, const struct wait_part *part);
void otfp_wait_call_completion(struct wait_call *c, const struct wait_part *part);

/* message.c */

/** Take SendMsg, RecvMsg, or SendSnapshot if it is news. */
int otfp_wait_message(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_record *rec);
/** A call is left: whether an earlier message than that of its late sender still waits for its receiver. Where receives
 * were posted before the call, their order changes nothing. */
void otfp_wait_judge_order(const struct otfp_wait_engine *w, struct wait_call *c);
/** Count the messages of which only one half was read. */
int otfp_wait_messages_end(struct otfp_wait_engine *w);

/* collective.c */

/** Take the begin of a collective operation. @param end  set to 1 + index of what ends it, 0 = nothing does */
int otfp_wait_begin(struct otfp_wait_engine *w, struct wait_process *p, const struct otfp_begun *b, uint64_t *end);
/** A record that begins an operation of a communicator is held: number the operation now.
 * @param instance  set to 1 + index, 0 = the process is no member. @return 0; -1 as otfp_wait_begin */
int otfp_wait_foresee(struct otfp_wait_engine *w, const struct wait_process *p, uint32_t group, uint64_t *instance);
/** Take an old CollectiveOperation: begin and end in one. */
int otfp_wait_operate(struct otfp_wait_engine *w, struct wait_process *p, uint32_t index,
                      const struct otfp_record *rec);
/** @return how many members have not begun that a member needs at its end. @param end  1 + index */
uint32_t otfp_wait_lacks(const struct otfp_wait_engine *w, uint64_t end);
/** Take the end. @param end  1 + index, or 0 */
int otfp_wait_end_member(struct otfp_wait_engine *w, struct wait_process *p, uint64_t end);
/** Take the ends that are due before `time`. */
int otfp_wait_due(struct otfp_wait_engine *w, uint64_t time);
/** Take those of all times. */
int otfp_wait_due_all(struct otfp_wait_engine *w);
/** A member of a group was in so many operations before its first record. */
int otfp_wait_counted(struct otfp_wait_engine *w, const struct wait_process *p, uint32_t group, uint64_t n);
/** End the outermost communication call of a process, which the instances that it takes part in may wait for. */
int otfp_wait_leave(struct otfp_wait_engine *w, struct wait_process *p, uint64_t time);
int otfp_wait_collectives_end(struct otfp_wait_engine *w);
void otfp_wait_collectives_release(struct otfp_wait_engine *w);

/* instance.c */

/** Find the waits in a collective operation whose members are all there and have left. */
int otfp_wait_judge_instance(struct otfp_wait_engine *w, struct wait_instance *i);

/* ends.c */

/** A call of MPI_Init or MPI_Finalize is entered. */
void otfp_wait_gate_enter(struct otfp_wait_engine *w, const struct wait_call *c);
/** It is left. */
int otfp_wait_gate_leave(struct otfp_wait_engine *w, uint32_t call);
/** The tick is over: find the waits of those that were left. */
int otfp_wait_gates_end_tick(struct otfp_wait_engine *w);

/* deliver.c */

/** A call has received a message, with otfp_wait_report_transfers. */
int otfp_wait_deliver(struct otfp_wait_engine *w, const struct wait_half *sent, const struct wait_half *received);
/** All is known of a call: report its messages. */
int otfp_wait_delivered(struct otfp_wait_engine *w, const struct wait_call *c);
/** Report the members of a blocking operation of which all is known. Their order is as of judge_instance. */
int otfp_wait_operated(struct otfp_wait_engine *w, const struct wait_instance *i);

/* rows.c */

/** Take a wait: add it to its rows and to the worst. */
int otfp_wait_add_found(struct otfp_wait_engine *w, const struct otfp_wait_found *f, uint64_t window);
/** Sort the worst waits, worst first. */
void otfp_wait_rows_end(struct otfp_wait_engine *w);

static inline struct wait_call *wait_call_at(const struct otfp_wait_engine *w, uint32_t call)
{
	return call ? &w->calls[call - 1] : NULL;
}
#endif
