/* SHA-256 by the examples of FIPS 180-4, HMAC by those of RFC 4231. */
#include "base/sha256.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void assert_hex(const uint8_t *digest, const char *hex)
{
	char text[2 * OTFP_SHA256_SIZE + 1];

	for (unsigned i = 0; i < OTFP_SHA256_SIZE; i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	assert_string_equal(text, hex);
}

static void assert_sha256(const char *text, const char *hex)
{
	struct otfp_sha256 s;
	uint8_t digest[OTFP_SHA256_SIZE];

	otfp_sha256_begin(&s);
	otfp_sha256_add(&s, text, strlen(text));
	otfp_sha256_end(&s, digest);
	assert_hex(digest, hex);
}

static void examples_of_the_standard(void **state)
{
	(void)state;
	assert_sha256("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	assert_sha256("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	assert_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void a_million_letters_in_pieces(void **state)
{
	struct otfp_sha256 s;
	uint8_t digest[OTFP_SHA256_SIZE];
	char piece[1000];

	(void)state;
	memset(piece, 'a', sizeof piece);
	otfp_sha256_begin(&s);
	for (unsigned n = 0, left = 1000000; left; left -= n) {
		n = n % 997 + 1;
		n = n < left ? n : left;
		otfp_sha256_add(&s, piece, n);
	}
	otfp_sha256_end(&s, digest);
	assert_hex(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void assert_hmac(const void *key, size_t nkey, const char *text, const char *hex)
{
	struct otfp_hmac k;
	uint8_t digest[OTFP_SHA256_SIZE];

	otfp_hmac_key(&k, key, nkey);
	for (int again = 0; again < 2; again++) {
		otfp_hmac(&k, text, strlen(text), digest);
		assert_hex(digest, hex);
	}
}

static void keyed_examples(void **state)
{
	char key[131];

	(void)state;
	memset(key, 0x0b, 20);
	assert_hmac(key, 20, "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
	assert_hmac("Jefe", 4, "what do ya want for nothing?",
	            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
	memset(key, 0xaa, sizeof key);
	assert_hmac(key, sizeof key, "Test Using Larger Than Block-Size Key - Hash Key First",
	            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_of_the_standard),
		cmocka_unit_test(a_million_letters_in_pieces),
		cmocka_unit_test(keyed_examples),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
