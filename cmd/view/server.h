/* server.h - HTTP on the loopback interface: who may ask, what is asked, how long it may take. */
#ifndef CMD_VIEW_SERVER_H
#define CMD_VIEW_SERVER_H
#include "cmd/view/guard.h"
#include "cmd/view/view.h"

enum { SERVER_CONNECTIONS = 64, SERVER_SECONDS = 10 /* for the header of a request, and for each wait after it */ };

struct MHD_Daemon;

/* A connection: since when it is open. */
struct server_slot {
	int fd;         /* -1 = free */
	int is_asked;   /* its header is complete */
	uint64_t since; /* ms */
};

struct server {
	struct views *views;
	char token[GUARD_TOKEN + 1];
	unsigned port;
	struct MHD_Daemon *daemon;
	pthread_mutex_t lock;
	struct server_slot slots[SERVER_CONNECTIONS];
	uint64_t last; /* ms: when a request came or was answered */
	unsigned answering;
};

/** @return whether this build can serve: it has libmicrohttpd */
int server_can(void);
/** Listen on 127.0.0.1. @param port  0 = any. @return 0, or <0 with err filled */
int server_start(struct server *s, struct views *all, unsigned port, struct otfp_error *err);
/** Now and then: end connections whose header does not come. @return ms since somebody asked */
uint64_t server_tend(struct server *s);
/** End all connections, after views_stop(). */
void server_stop(struct server *s);
#endif
