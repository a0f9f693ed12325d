/*
 * vtf3-args.h - the arguments of vtf3.def as arguments of C functions.
 *
 * A(name, type) of vtf3.def becomes ", (name, type)", so that the arguments of a row are a list for VTF3_MAP. With
 * VTF3_RECORD a pointer to the current record:
 *
 *     VTF3_PARAMS(args)  , unsigned int cpuid, const char *name
 *     VTF3_PASS(args)    , VTF3_RECORD->v[0].u, VTF3_RECORD->v[1].s.p
 *     VTF3_STORE(args)   VTF3_RECORD->v[0].u = cpuid; VTF3_RECORD->v[1].s = vtf3_str(name);
 */
#ifndef OTFP_VTF3_ARGS_H
#define OTFP_VTF3_ARGS_H
#include "vtf3/record.h"
#include "vtf3.h"
#include <string.h>

/* clang-format off */
#define A(name, type) , (name, type)
#define X(name, type)

/* VTF3_MAP(m, 0, a, b) is m(0, a) m(1, b). */
#define VTF3_MAP(m, ...) VTF3_MAP_N(__VA_ARGS__, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)(m, __VA_ARGS__)
#define VTF3_MAP_N(z, a, b, c, d, e, f, g, h, i, j, k, n, ...) VTF3_MAP_##n
#define VTF3_MAP_0(m, z)
#define VTF3_MAP_1(m, z, a) m(0, a)
#define VTF3_MAP_2(m, z, a, b) VTF3_MAP_1(m, z, a) m(1, b)
#define VTF3_MAP_3(m, z, a, b, c) VTF3_MAP_2(m, z, a, b) m(2, c)
#define VTF3_MAP_4(m, z, a, b, c, d) VTF3_MAP_3(m, z, a, b, c) m(3, d)
#define VTF3_MAP_5(m, z, a, b, c, d, e) VTF3_MAP_4(m, z, a, b, c, d) m(4, e)
#define VTF3_MAP_6(m, z, a, b, c, d, e, f) VTF3_MAP_5(m, z, a, b, c, d, e) m(5, f)
#define VTF3_MAP_7(m, z, a, b, c, d, e, f, g) VTF3_MAP_6(m, z, a, b, c, d, e, f) m(6, g)
#define VTF3_MAP_8(m, z, a, b, c, d, e, f, g, h) VTF3_MAP_7(m, z, a, b, c, d, e, f, g) m(7, h)
#define VTF3_MAP_9(m, z, a, b, c, d, e, f, g, h, i) VTF3_MAP_8(m, z, a, b, c, d, e, f, g, h) m(8, i)
#define VTF3_MAP_10(m, z, a, b, c, d, e, f, g, h, i, j) VTF3_MAP_9(m, z, a, b, c, d, e, f, g, h, i) m(9, j)

/* the C type of an argument, and its member of union otfp_vtf3_value */
#define VTF3_C_INT int, i
#define VTF3_C_CPUINT int, i
#define VTF3_C_COMM int, i
#define VTF3_C_SCL int, i
#define VTF3_C_JOB int, i
#define VTF3_C_IOTYPE int, i
#define VTF3_C_VTYPE int, i
#define VTF3_C_COUNT int, i
#define VTF3_C_UNS unsigned int, u
#define VTF3_C_CPU unsigned int, u
#define VTF3_C_ANYCPU unsigned int, u
#define VTF3_C_DUR double, d
#define VTF3_C_REAL double, d
#define VTF3_C_SECS double, d
#define VTF3_C_STR const char *, s
#define VTF3_C_INTS const int *, is
#define VTF3_C_VTYPES const int *, is
#define VTF3_C_CPUS const unsigned int *, us
#define VTF3_C_TRIPLETS const unsigned int *, us
#define VTF3_C_STRS char *const *, ss
#define VTF3_C_REALS const double *, ds
#define VTF3_C_VALUES const void *, p
#define VTF3_C_BOUNDS const void *, p
#define VTF3_C_BYTES const void *, p
#define VTF3_C_CHARS const char *, p

#define VTF3_NAME(name, type) name
#define VTF3_KIND(name, type) VTF3_C_##type
#define VTF3_APPLY(m, ...) m(__VA_ARGS__)

#define VTF3_PARAMS(...) VTF3_MAP(VTF3_PARAM, 0 __VA_ARGS__)
#define VTF3_PARAM(k, arg) , VTF3_APPLY(VTF3_TYPE, VTF3_KIND arg) VTF3_NAME arg
#define VTF3_TYPE(type, member) type

#define VTF3_PASS(...) VTF3_MAP(VTF3_PASS_ONE, 0 __VA_ARGS__)
#define VTF3_PASS_ONE(k, arg) , VTF3_APPLY(VTF3_GET, VTF3_KIND arg, (VTF3_RECORD)->v[k])
#define VTF3_GET(type, member, slot) VTF3_GET_##member(type, slot)
#define VTF3_GET_i(type, slot) (slot).i
#define VTF3_GET_u(type, slot) (slot).u
#define VTF3_GET_d(type, slot) (slot).d
#define VTF3_GET_s(type, slot) (slot).s.p
#define VTF3_GET_is(type, slot) (slot).is
#define VTF3_GET_us(type, slot) (slot).us
#define VTF3_GET_ds(type, slot) (slot).ds
#define VTF3_GET_ss(type, slot) (type)(slot).ss
#define VTF3_GET_p(type, slot) (slot).p

#define VTF3_STORE(...) VTF3_MAP(VTF3_STORE_ONE, 0 __VA_ARGS__)
#define VTF3_STORE_ONE(k, arg) VTF3_APPLY(VTF3_SET, VTF3_KIND arg, (VTF3_RECORD)->v[k], VTF3_NAME arg)
#define VTF3_SET(type, member, slot, name) VTF3_SET_##member(slot, name)
#define VTF3_SET_i(slot, name) (slot).i = (name);
#define VTF3_SET_u(slot, name) (slot).u = (name);
#define VTF3_SET_d(slot, name) (slot).d = (name);
#define VTF3_SET_s(slot, name) (slot).s = vtf3_str(name);
#define VTF3_SET_is(slot, name) (slot).is = (name);
#define VTF3_SET_us(slot, name) (slot).us = (name);
#define VTF3_SET_ds(slot, name) (slot).ds = (name);
#define VTF3_SET_ss(slot, name) (slot).ss = (const char *const *)(name);
#define VTF3_SET_p(slot, name) (slot).p = (name);

/* An event has its time before all arguments. */
#define VTF3_TIME_PARAM_DEF
#define VTF3_TIME_PARAM_EVENT , double time
#define VTF3_TIME_PASS_DEF
#define VTF3_TIME_PASS_EVENT , (VTF3_RECORD)->time
#define VTF3_TIME_STORE_DEF
#define VTF3_TIME_STORE_EVENT (VTF3_RECORD)->time = time;

/* clang-format on */

/** A C string as otfp_str; NULL is the empty string. */
static inline struct otfp_str vtf3_str(const char *p)
{
	return p ? (struct otfp_str){p, strlen(p)} : (struct otfp_str){"", 0};
}
#endif
