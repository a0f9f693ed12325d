/*
 * server.c - the server: libmicrohttpd has a thread for each connection, which makes the answer.
 *
 * Each request has a connection of its own, so that the age of a connection is the age of its request.
 */
#include "cmd/view/server.h"
#include <string.h>
#ifdef HAVE_MICROHTTPD
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char page[] =
#include "text/view/view.html.inc"
	;
static const char style[] =
#include "text/page/page.css.inc"
#include "text/view/view.css.inc"
	;
static const char script[] =
#include "text/page/tables.js.inc"
#include "text/page/timeline.js.inc"
#include "text/view/ask.js.inc"
#include "text/view/tree.js.inc"
#include "text/view/answers.js.inc"
#include "text/view/drawing.js.inc"
#include "text/view/view.js.inc"
#include "text/view/window.js.inc"
#include "text/view/map.js.inc"
#include "text/view/strips.js.inc"
#include "text/view/panel.js.inc"
#include "text/view/page.js.inc"
	;

static const struct {
	const char *name, *type, *text;
	size_t n;
} files[] = {
	{"", "text/html; charset=utf-8", page, sizeof page - 1},
	{"view.css", "text/css; charset=utf-8", style, sizeof style - 1},
	{"view.js", "text/javascript; charset=utf-8", script, sizeof script - 1},
};

int server_can(void)
{
	return 1;
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* ---- connections ---- */

static int socket_of(struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);

	return info ? info->connect_fd : -1;
}

/* The slot of a socket; -1: a free one. @return NULL if there is none */
static struct server_slot *slot_of(struct server *s, int fd)
{
	for (size_t i = 0; i < SERVER_CONNECTIONS; i++)
		if (s->slots[i].fd == fd)
			return &s->slots[i];
	return NULL;
}

static void notify(void *ctx, struct MHD_Connection *c, void **own, enum MHD_ConnectionNotificationCode what)
{
	struct server *s = ctx;
	struct server_slot *slot;

	(void)own;
	pthread_mutex_lock(&s->lock);
	slot = slot_of(s, what == MHD_CONNECTION_NOTIFY_STARTED ? -1 : socket_of(c));
	if (slot && what == MHD_CONNECTION_NOTIFY_STARTED)
		*slot = (struct server_slot){.fd = socket_of(c), .since = now()};
	else if (slot)
		*slot = (struct server_slot){.fd = -1};
	pthread_mutex_unlock(&s->lock);
}

/* The header of the request of a connection is complete; or its answer is. */
static void note_asked(struct server *s, struct MHD_Connection *c, int begins)
{
	struct server_slot *slot;

	pthread_mutex_lock(&s->lock);
	slot = slot_of(s, socket_of(c));
	if (slot)
		slot->is_asked = 1;
	s->answering += begins ? 1u : -1u;
	s->last = now();
	pthread_mutex_unlock(&s->lock);
}

uint64_t server_tend(struct server *s)
{
	const uint64_t time = now();
	uint64_t idle;

	pthread_mutex_lock(&s->lock);
	for (size_t i = 0; i < SERVER_CONNECTIONS; i++) {
		struct server_slot *slot = &s->slots[i];
		if (slot->fd >= 0 && !slot->is_asked && time - slot->since > SERVER_SECONDS * 1000)
			shutdown(slot->fd, SHUT_RDWR);
	}
	idle = s->answering ? 0 : time - s->last;
	pthread_mutex_unlock(&s->lock);
	return idle;
}

/* ---- answers ---- */

static void add_headers(struct MHD_Response *response, const char *type)
{
	static const char *const headers[][2] = {
		{"Content-Security-Policy",
	         "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
	         "img-src data:; base-uri 'none'; form-action 'none'; "
	         "frame-ancestors 'none'"},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cache-Control", "no-store"},
		{"Connection", "close"},
	};

	MHD_add_response_header(response, "Content-Type", type);
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		MHD_add_response_header(response, headers[i][0], headers[i][1]);
}

static enum MHD_Result respond(struct MHD_Connection *c, unsigned status, const char *type, const void *p, size_t n,
                               enum MHD_ResponseMemoryMode mode)
{
	struct MHD_Response *response = MHD_create_response_from_buffer(n, (void *)(uintptr_t)p, mode);
	enum MHD_Result rc;

	if (!response) {
		if (mode == MHD_RESPMEM_MUST_FREE)
			free((void *)(uintptr_t)p);
		return MHD_NO;
	}
	add_headers(response, type);
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, "Allow", "GET, HEAD");
	rc = MHD_queue_response(c, status, response);
	MHD_destroy_response(response);
	return rc;
}

/* What an answer knows of its connection. */
struct asking {
	struct server *server;
	struct MHD_Connection *connection;
};

static const char *arg_of(void *ctx, const char *name)
{
	const struct asking *a = ctx;

	return MHD_lookup_connection_value(a->connection, MHD_GET_ARGUMENT_KIND, name);
}

static int is_left(void *ctx)
{
	const struct asking *a = ctx;
	struct pollfd fd = {socket_of(a->connection), POLLRDHUP, 0};

	return poll(&fd, 1, 0) > 0 && fd.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

/* The trace that is asked for, of all. @return NULL after request_fail */
static struct view *view_of(struct views *all, struct request *r)
{
	uint64_t i = 0;

	return request_number(r, "trace", all->n - 1, &i) < 0 ? NULL : &all->p[i];
}

/* Write the answer, or the error of a refusal. */
static enum MHD_Result answer(struct asking *a, view_answer *how, unsigned status, const char *why)
{
	struct request r = {.arg = arg_of, .is_left = is_left, .ctx = a, .status = MHD_HTTP_OK};
	struct view *v;
	struct otfp_buf text = OTFP_BUF_INIT;
	int is_bad;

	r.json.out = request_memory(&text);
	if (!r.json.out)
		return MHD_NO;
	if (!how)
		request_fail(&r, status, "%s", why);
	else if ((v = view_of(a->server->views, &r)))
		how(v, &r);
	if (!r.type)
		putc('\n', r.json.out);
	is_bad = ferror(r.json.out);
	if (fclose(r.json.out) != 0 || is_bad || is_left(a)) {
		otfp_buf_release(&text);
		return MHD_NO;
	}
	return respond(a->connection, r.status, r.type ? r.type : "application/json", text.p, text.n,
	               MHD_RESPMEM_MUST_FREE);
}

/* ---- requests ---- */

static enum MHD_Result see_header(void *ctx, enum MHD_ValueKind kind, const char *key, const char *value)
{
	struct guard_head *h = ctx;

	(void)kind;
	h->bytes += strlen(key) + (value ? strlen(value) : 0) + 4;
	if (strcasecmp(key, "Host") == 0) {
		h->nhosts++;
		h->host = value ? value : "";
	}
	if (strcasecmp(key, "Origin") == 0)
		h->origin = value ? value : "";
	if (strcasecmp(key, "Transfer-Encoding") == 0 ||
	    (strcasecmp(key, "Content-Length") == 0 && (!value || strcmp(value, "0") != 0)))
		h->has_body = 1;
	return MHD_YES;
}

static enum MHD_Result serve(struct asking *a, const char *path)
{
	view_answer *how = view_answer_named(path);

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(path, files[i].name) == 0)
			return respond(a->connection, MHD_HTTP_OK, files[i].type, files[i].text, files[i].n,
			               MHD_RESPMEM_PERSISTENT);
	return answer(a, how, MHD_HTTP_NOT_FOUND, "there is nothing here");
}

static enum MHD_Result handle(void *ctx, struct MHD_Connection *c, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **own)
{
	struct asking a = {ctx, c};
	struct guard_head h = {.method = method, .path = url, .bytes = strlen(url)};
	const char *rest = NULL, *why = NULL;
	enum MHD_Result rc;
	unsigned refused;

	(void)version;
	(void)data;
	(void)size;
	(void)own;
	MHD_get_connection_values(c, MHD_HEADER_KIND, see_header, &h);
	refused = guard_check(&h, a.server->token, &rest, &why);
	note_asked(a.server, c, 1);
	rc = refused ? answer(&a, NULL, refused, why) : serve(&a, rest);
	note_asked(a.server, c, 0);
	return rc;
}

/* ---- start and end ---- */

static int start(struct server *s, unsigned port, struct otfp_error *err)
{
	const struct sockaddr_in here = {.sin_family = AF_INET,
	                                 .sin_port = htons((uint16_t)port),
	                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	const union MHD_DaemonInfo *info;

	errno = 0;
	s->daemon = MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL,
	                             (uint16_t)port, NULL, NULL, handle, s, MHD_OPTION_SOCK_ADDR, &here,
	                             MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS,
	                             MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SERVER_SECONDS,
	                             MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)2 * GUARD_HEADER,
	                             MHD_OPTION_NOTIFY_CONNECTION, notify, s, MHD_OPTION_END);
	if (!s->daemon)
		return errno ? otfp_fail_errno(err, "127.0.0.1:%u", port) :
		               otfp_fail(err, OTFP_EFAIL, "127.0.0.1:%u: cannot listen", port);
	info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
	s->port = info ? info->port : port;
	return 0;
}

int server_start(struct server *s, struct views *all, unsigned port, struct otfp_error *err)
{
	*s = (struct server){.views = all, .last = now()};
	for (size_t i = 0; i < SERVER_CONNECTIONS; i++)
		s->slots[i].fd = -1;
	pthread_mutex_init(&s->lock, NULL);
	if (guard_token(s->token) < 0)
		return otfp_fail_errno(err, "random bits");
	return start(s, port, err);
}

void server_stop(struct server *s)
{
	if (s->daemon)
		MHD_stop_daemon(s->daemon);
	pthread_mutex_destroy(&s->lock);
}
#else

int server_can(void)
{
	return 0;
}

int server_start(struct server *s, struct views *all, unsigned port, struct otfp_error *err)
{
	(void)s;
	(void)all;
	(void)port;
	return otfp_fail(err, OTFP_EFAIL, "this build has no libmicrohttpd");
}

uint64_t server_tend(struct server *s)
{
	(void)s;
	return 0;
}

void server_stop(struct server *s)
{
	(void)s;
}
#endif
