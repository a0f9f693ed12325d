#include "cmd/view/guard.h"
#include <errno.h>
#include <string.h>
#include <sys/random.h>

enum { BAD_REQUEST = 400, FORBIDDEN = 403, NOT_FOUND = 404, NOT_ALLOWED = 405, TOO_LARGE = 431 };

int guard_token(char *token)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	unsigned char random[GUARD_TOKEN];
	ssize_t n;

	while ((n = getrandom(random, sizeof random, 0)) < 0 && errno == EINTR)
		;
	if (n != (ssize_t)sizeof random)
		return -1;
	for (size_t i = 0; i < sizeof random; i++) /* 6 bits each */
		token[i] = digits[random[i] & 63];
	token[GUARD_TOKEN] = '\0';
	return 0;
}

/* Whether text is a name of the loopback interface and a port. */
static int is_loopback(const char *text)
{
	static const char *const names[] = {"127.0.0.1:", "localhost:", "[::1]:"};
	size_t digits;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const size_t n = strlen(names[i]);
		if (strncmp(text, names[i], n) != 0)
			continue;
		digits = strspn(text + n, "0123456789");
		return digits > 0 && digits <= 5 && !text[n + digits];
	}
	return 0;
}

/* Takes the same time wherever they differ. */
static int is_token(const char *p, const char *token)
{
	unsigned char differ = 0;

	for (size_t i = 0; i < GUARD_TOKEN; i++) {
		if (!p[i])
			return 0;
		differ |= (unsigned char)(p[i] ^ token[i]);
	}
	return !differ;
}

static unsigned refuse(unsigned status, const char *text, const char **why)
{
	*why = text;
	return status;
}

unsigned guard_check(const struct guard_head *h, const char *token, const char **rest, const char **why)
{
	static const char http[] = "http://";

	if (strcmp(h->method, "GET") != 0 && strcmp(h->method, "HEAD") != 0)
		return refuse(NOT_ALLOWED, "only GET and HEAD", why);
	if (h->bytes > GUARD_HEADER)
		return refuse(TOO_LARGE, "the header is too large", why);
	if (h->has_body)
		return refuse(BAD_REQUEST, "a request has no body", why);
	if (h->nhosts != 1 || !is_loopback(h->host))
		return refuse(FORBIDDEN, "Host must be 127.0.0.1, localhost or [::1] with a port", why);
	if (h->origin &&
	    (strncmp(h->origin, http, sizeof http - 1) != 0 || strcmp(h->origin + sizeof http - 1, h->host) != 0))
		return refuse(FORBIDDEN, "Origin is another page", why);
	if (h->path[0] != '/' || !is_token(h->path + 1, token) || h->path[1 + GUARD_TOKEN] != '/')
		return refuse(NOT_FOUND, "there is nothing here", why);
	*rest = h->path + 2 + GUARD_TOKEN;
	return 0;
}
