/*
 * guard.h - who may ask: only who knows the token, by a name of this machine, from no other page.
 *
 * A page of another origin can let a browser send requests to 127.0.0.1, also under a name of its own that it points
 * there. So the Host must be a name of the loopback interface, an Origin must be the same, and the path must begin with
 * a token that nobody can guess. The port of Host may be another one, as it is behind a tunnel of ssh -L.
 */
#ifndef CMD_VIEW_GUARD_H
#define CMD_VIEW_GUARD_H
#include <stddef.h>

enum { GUARD_TOKEN = 22, GUARD_HEADER = 8192 /* bytes of a header at most */ };

/* What the header of a request says. */
struct guard_head {
	const char *method, *path; /* the path is decoded and has no query */
	const char *host, *origin; /* NULL: there is none */
	unsigned nhosts;           /* headers Host */
	size_t bytes;              /* of all header lines, about */
	int has_body;
};

/** Make a token of 128 random bits. @param token  room for GUARD_TOKEN + 1 bytes. @return 0, or -1 with errno */
int guard_token(char *token);
/** Judge a request. @param rest  set to the path below the token. @return 0, or the HTTP status that refuses it, with
 * *why for people */
unsigned guard_check(const struct guard_head *h, const char *token, const char **rest, const char **why);
#endif
