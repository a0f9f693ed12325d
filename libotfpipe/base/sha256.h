/* sha256.h - SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104). */
#ifndef OTFP_BASE_SHA256_H
#define OTFP_BASE_SHA256_H
#include <stddef.h>
#include <stdint.h>

enum { OTFP_SHA256_BLOCK = 64, OTFP_SHA256_SIZE = 32 };

struct otfp_sha256 {
	uint32_t h[8];
	uint8_t block[OTFP_SHA256_BLOCK];
	uint64_t n; /* bytes hashed so far */
};

/** Start a hash; nothing is allocated. */
void otfp_sha256_begin(struct otfp_sha256 *s);
/** Hash n more bytes. */
void otfp_sha256_add(struct otfp_sha256 *s, const void *p, size_t n);
/** Write the hash of all bytes added. */
void otfp_sha256_end(struct otfp_sha256 *s, uint8_t digest[OTFP_SHA256_SIZE]);

/* A prepared key: the states after its inner and its outer block. */
struct otfp_hmac {
	struct otfp_sha256 inner, outer;
};

/** Prepare a key of n bytes. */
void otfp_hmac_key(struct otfp_hmac *k, const void *key, size_t n);
/** The HMAC of n bytes; k can be used again. */
void otfp_hmac(const struct otfp_hmac *k, const void *p, size_t n, uint8_t digest[OTFP_SHA256_SIZE]);
#endif
