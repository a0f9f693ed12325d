#include "cmd/picture/range.h"
#include "cmd/picture/axis.h"
#include <math.h>
#include <stdlib.h>

enum {
	VALUES_LEAST = 5, /* with fewer columns nothing is cut */
	FEW = 50,         /* at most one column in so many is cut */
	FLATTENS = 8      /* by what factor the largest value exceeds those that stay */
};

/* ---- linear ---- */

static void make_linear(struct value_range *r, double low, double high, double count)
{
	low = low > 0 && low < high * 0.7 ? 0 : low; /* heights can be compared if they start at 0 */
	if (high <= low) {
		low = low > 0 ? 0 : low - 1;
		high = high > low ? high : low + 1;
	}
	r->step = axis_step((high - low) / count);
	r->low = floor(low / r->step + 1e-9) * r->step;
	r->high = ceil(high / r->step - 1e-9) * r->step;
}

static int by_value(const void *a, const void *b)
{
	const float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

/* The largest value of each column, sorted. @return their number */
static size_t sort_values(const struct otfp_curve_counter *counter, float *values)
{
	size_t n = 0;

	for (size_t i = 0; i < counter->n; i++)
		for (size_t k = 0; k < counter->curves[i].n; k++)
			values[n++] = counter->curves[i].points[k].most;
	if (n)
		qsort(values, n, sizeof *values, by_value);
	return n;
}

/* The largest value to show: less than all if a few flatten the others. */
static double highest(const struct otfp_curve_counter *counter, const float *values, size_t n)
{
	const size_t few = n / FEW > 1 ? n / FEW : 1;
	const double usual = n > few ? (double)values[n - 1 - few] : 0;

	return n >= VALUES_LEAST && usual > 0 && counter->most > FLATTENS * usual ? usual : counter->most;
}

/* ---- logarithmic ---- */

static double least_positive(const struct otfp_curve_counter *counter)
{
	double least = counter->most;

	for (size_t i = 0; i < counter->n; i++)
		for (size_t k = 0; k < counter->curves[i].n; k++) {
			const struct otfp_curve_point *p = &counter->curves[i].points[k];
			const float values[] = {p->first, p->least, p->most, p->last};
			for (unsigned m = 0; m < 4; m++)
				least = values[m] > 0 && (double)values[m] < least ? (double)values[m] : least;
		}
	return least;
}

static void make_log(struct value_range *r, double low, double high, double count)
{
	const double from = floor(log10(low) + 1e-9), to = fmax(ceil(log10(high) - 1e-9), from + 1);

	r->is_log = 1;
	r->step = fmax(ceil((to - from) / count), 1);
	r->low = pow(10, from);
	r->high = pow(10, to);
}

/* ---- all ---- */

int range_make(struct value_range *r, const struct otfp_curve_counter *counter, double count, int is_log)
{
	float *values;
	size_t n = 0;

	*r = (struct value_range){0};
	for (size_t i = 0; i < counter->n; i++)
		n += counter->curves[i].n;
	if (is_log && counter->most > 0) {
		make_log(r, least_positive(counter), counter->most, count);
		return 0;
	}
	values = malloc((n + 1) * sizeof *values);
	if (!values)
		return -1;
	r->n = sort_values(counter, values);
	make_linear(r, counter->least, highest(counter, values, n), count);
	while (r->ncut < n && (double)values[n - 1 - r->ncut] > r->high)
		r->ncut++;
	free(values);
	return 0;
}

double range_place(const struct value_range *r, double value)
{
	const double place = !r->is_log     ? (value - r->low) / (r->high - r->low) :
	                     value > r->low ? log(value / r->low) / log(r->high / r->low) :
	                                      0;

	return fmin(place, 1);
}

int range_number(const struct value_range *r, unsigned i, double *value)
{
	*value = r->is_log ? r->low * pow(10, r->step * i) : r->low + r->step * i;
	return *value <= (r->is_log ? r->high * 1.001 : r->high + r->step / 2);
}
