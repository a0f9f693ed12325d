/* digits.c - the tables of base/num.h. */
#include "base/num.h"

/* Each macro adds one digit, so that few lines make the constant table of 40000 bytes. */
#define D(a, b, c)                                                                                                 \
	a, b, c, '0', a, b, c, '1', a, b, c, '2', a, b, c, '3', a, b, c, '4', a, b, c, '5', a, b, c, '6', a, b, c, \
		'7', a, b, c, '8', a, b, c, '9'
#define C(a, b)                                                                                           \
	D(a, b, '0'), D(a, b, '1'), D(a, b, '2'), D(a, b, '3'), D(a, b, '4'), D(a, b, '5'), D(a, b, '6'), \
		D(a, b, '7'), D(a, b, '8'), D(a, b, '9')
#define B(a) \
	C(a, '0'), C(a, '1'), C(a, '2'), C(a, '3'), C(a, '4'), C(a, '5'), C(a, '6'), C(a, '7'), C(a, '8'), C(a, '9')

const char otfp_digits4[40004] = {B('0'), B('1'), B('2'), B('3'), B('4'), B('5'), B('6'), B('7'), B('8'), B('9')};

#undef B
#undef C
#undef D

/* In the same way, three hex digits, and their number without leading zeros. */
#define D(a, b, c)                                               \
	{                                                        \
		a, b, c, 3 - (a == '0') - (a == '0' && b == '0') \
	}
#define C(a, b)                                                                                                   \
	D(a, b, '0'), D(a, b, '1'), D(a, b, '2'), D(a, b, '3'), D(a, b, '4'), D(a, b, '5'), D(a, b, '6'),         \
		D(a, b, '7'), D(a, b, '8'), D(a, b, '9'), D(a, b, 'a'), D(a, b, 'b'), D(a, b, 'c'), D(a, b, 'd'), \
		D(a, b, 'e'), D(a, b, 'f')
#define B(a)                                                                                                          \
	C(a, '0'), C(a, '1'), C(a, '2'), C(a, '3'), C(a, '4'), C(a, '5'), C(a, '6'), C(a, '7'), C(a, '8'), C(a, '9'), \
		C(a, 'a'), C(a, 'b'), C(a, 'c'), C(a, 'd'), C(a, 'e'), C(a, 'f')

const char otfp_hex3[4097][4] = {B('0'), B('1'), B('2'), B('3'), B('4'), B('5'), B('6'), B('7'),
                                 B('8'), B('9'), B('a'), B('b'), B('c'), B('d'), B('e'), B('f')};

const uint8_t otfp_ndigits[10000] = {[0 ... 9] = 1, [10 ... 99] = 2, [100 ... 999] = 3, [1000 ... 9999] = 4};
