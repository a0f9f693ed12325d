/*
 * fuzz_partial.c - bytes as what otf-stat --partial wrote. They are refused, or all forms of output can be made of
 * them, and what is written of them again reads back.
 */
#include <fcntl.h>
#include "room.h"
#include "cmd/stat/partial/partial.h"
#include "cmd/stat/print.h"

static char name[100];

static void write_input(const uint8_t *data, size_t size)
{
	int fd;

	snprintf(name, sizeof name, "%s/part", dir);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	close(fd);
}

static void print(const struct otfp_profile *p, enum listing_order order, int form, FILE *out)
{
	const struct listing_choice choice = {.has_top = order == ORDER_PEOPLE, .top = 3};
	struct listing r = {0};

	CHECK(listing_make(&r, p, ~0u, order, &choice) == 0);
	CHECK((form == STAT_FOLDED ? stat_print_folded(&r, out) : stat_print(&r, form, 1, 60, out)) == 0);
	listing_release(&r);
}

static void print_all(const struct otfp_profile *p)
{
	FILE *out = fopen("/dev/null", "w");

	CHECK(out);
	print(p, ORDER_PEOPLE, STAT_TABLE, out);
	print(p, ORDER_WINDOW, STAT_TSV, out);
	print(p, ORDER_TABLE, STAT_JSON, out);
	print(p, ORDER_TABLE, STAT_FOLDED, out);
	fclose(out);
}

static int load(struct otfp_profile *p, struct otfp_shares *shares)
{
	char *names[] = {name};
	int is_short;

	return partial_load(p, shares, names, 1, &is_short, &err);
}

static void check_same(const struct otfp_profile *p, const struct otfp_shares *shares)
{
	struct otfp_profile again = {0};
	struct otfp_shares counted = {0};

	CHECK(load(&again, &counted) == 0);
	CHECK(again.rows.n == p->rows.n && again.names.n <= p->names.n && again.paths.n == p->paths.n);
	CHECK(again.loads.n == p->loads.n && again.events == p->events);
	CHECK(counted.first.parts == shares->first.parts && strcmp(counted.first.digest, shares->first.digest) == 0);
	otfp_shares_release(&counted);
	otfp_profile_release(&again);
}

/* What is joined again, and what is written of the profile. */
static void read_again(const struct otfp_profile *p, const struct otfp_shares *shares)
{
	struct otfp_shares counted = {0};
	char joined[120], *names[] = {name};
	int fd, is_short;

	snprintf(joined, sizeof joined, "%s/joined", dir);
	fd = open(joined, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && partial_join(&counted, names, 1, fd, &is_short, &err) == 0 && close(fd) == 0);
	otfp_shares_release(&counted);
	CHECK(rename(joined, name) == 0);
	check_same(p, shares);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && partial_write(p, shares, fd, &err) == 0 && close(fd) == 0);
	check_same(p, shares);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct otfp_profile p = {0};
	struct otfp_shares shares = {0};

	make_room();
	write_input(data, size);
	if (load(&p, &shares) == 0) {
		print_all(&p);
		read_again(&p, &shares);
	} else {
		CHECK(err.code == OTFP_EFAIL || err.code == OTFP_ETRUNC || err.code == OTFP_EDAMAGE);
		CHECK(strstr(err.text, "part"));
	}
	otfp_shares_release(&shares);
	otfp_profile_release(&p);
	return 0;
}
