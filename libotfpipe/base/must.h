/*
 * must.h - marks functions whose result no caller may ignore, since it says that memory is out, that bytes are lost, or
 * that a file cannot be looked at: compilers warn.
 *
 * A cast to void does not silence gcc. Where a failure cannot happen, or does not matter, an `if` says why.
 */
#ifndef OTFP_BASE_MUST_H
#define OTFP_BASE_MUST_H

#define OTFP_MUST_CHECK __attribute__((warn_unused_result))
#endif
