#include "base/sha256.h"
#include <string.h>

static const uint32_t rounds[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static uint32_t load(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)(v >> 24);
	p[1] = (uint8_t)(v >> 16);
	p[2] = (uint8_t)(v >> 8);
	p[3] = (uint8_t)v;
}

static void expand(uint32_t w[64], const uint8_t *block)
{
	for (unsigned i = 0; i < 16; i++)
		w[i] = load(block + 4 * i);
	for (unsigned i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
		       (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
	}
}

static void add_block(uint32_t h[8], const uint8_t *block)
{
	uint32_t w[64], s[8];

	expand(w, block);
	memcpy(s, h, sizeof s);
	for (unsigned i = 0; i < 64; i++) {
		uint32_t e = s[4], a = s[0];
		uint32_t t1 =
			s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & s[5]) ^ (~e & s[6])) + rounds[i] + w[i];
		uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
		memmove(s + 1, s, 7 * sizeof *s);
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (unsigned i = 0; i < 8; i++)
		h[i] += s[i];
}

void otfp_sha256_begin(struct otfp_sha256 *s)
{
	static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

	memcpy(s->h, first, sizeof first);
	s->n = 0;
}

void otfp_sha256_add(struct otfp_sha256 *s, const void *p, size_t n)
{
	const uint8_t *from = p;

	while (n) {
		size_t at = s->n % OTFP_SHA256_BLOCK, k = OTFP_SHA256_BLOCK - at < n ? OTFP_SHA256_BLOCK - at : n;
		memcpy(s->block + at, from, k);
		s->n += k;
		from += k;
		n -= k;
		if (at + k == OTFP_SHA256_BLOCK)
			add_block(s->h, s->block);
	}
}

void otfp_sha256_end(struct otfp_sha256 *s, uint8_t digest[OTFP_SHA256_SIZE])
{
	static const uint8_t pad[OTFP_SHA256_BLOCK] = {0x80};
	uint64_t bits = 8 * s->n;
	uint8_t length[8];

	store(length, (uint32_t)(bits >> 32));
	store(length + 4, (uint32_t)bits);
	otfp_sha256_add(s, pad, 1 + (OTFP_SHA256_BLOCK + 55 - s->n % OTFP_SHA256_BLOCK) % OTFP_SHA256_BLOCK);
	otfp_sha256_add(s, length, sizeof length);
	for (unsigned i = 0; i < 8; i++)
		store(digest + 4 * i, s->h[i]);
}

static void begin_padded(struct otfp_sha256 *s, const uint8_t *key, uint8_t with)
{
	uint8_t block[OTFP_SHA256_BLOCK];

	for (unsigned i = 0; i < sizeof block; i++)
		block[i] = key[i] ^ with;
	otfp_sha256_begin(s);
	otfp_sha256_add(s, block, sizeof block);
}

void otfp_hmac_key(struct otfp_hmac *k, const void *key, size_t n)
{
	uint8_t block[OTFP_SHA256_BLOCK] = {0};

	if (n > sizeof block) {
		otfp_sha256_begin(&k->inner);
		otfp_sha256_add(&k->inner, key, n);
		otfp_sha256_end(&k->inner, block);
	} else if (n) {
		memcpy(block, key, n);
	}
	begin_padded(&k->inner, block, 0x36);
	begin_padded(&k->outer, block, 0x5c);
}

void otfp_hmac(const struct otfp_hmac *k, const void *p, size_t n, uint8_t digest[OTFP_SHA256_SIZE])
{
	struct otfp_sha256 s = k->inner;

	otfp_sha256_add(&s, p, n);
	otfp_sha256_end(&s, digest);
	s = k->outer;
	otfp_sha256_add(&s, digest, OTFP_SHA256_SIZE);
	otfp_sha256_end(&s, digest);
}
