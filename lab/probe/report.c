// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "symbols.h"
#include "windows.h"

/* Modes that few windows have say nothing */
#define MOST_MODES 4

static const char *const names[NR_MEASURES] = {
	[INSN] = "insn",
	[L1D_MISSES] = "l1d_misses",
	[L2_MISSES] = "l2_misses",
	[LLC_MISSES] = "llc_misses",
	[SHARED_STORES] = "shared_stores",
	[SHARED_LOADS] = "shared_loads",
};

static FILE *out;

/* A window and what it says of the measure that is reported */
struct sample {
	const struct window *window;
	double value;
};

/* A function and its part in one window */
struct part {
	int function;		/* of symbols.h; -1: user space */
	__u64 count;
};

/* Functions of the sites, found once */
static int *functions;
/* In how many windows of an operation functions ran, [0] being user space */
static unsigned int *nr_ran;

static bool counts(const struct record *record, enum measure measure)
{
	return measure == INSN || functions[record->site] >= 0;
}

static double value_of(const struct window *window, enum measure measure)
{
	__u64 sum = 0;
	__u32 r;

	for (r = 0; r < window->nr_records; r++)
		if (counts(&window->records[r], measure))
			sum += window->records[r].count[measure];
	return (double)sum / window->operations;
}

static bool was_interrupted(const struct window *window)
{
	__u32 r;

	for (r = 0; r < window->nr_records; r++) {
		int function = functions[window->records[r].site];

		if (function >= 0 && symbols_is_interrupt(function))
			return true;
	}
	return false;
}

/* Adds the functions that ran in a window; @seen is of no use afterwards */
static void add_ran(const struct window *window, int *seen, int number)
{
	__u32 r;

	for (r = 0; r < window->nr_records; r++) {
		int function = functions[window->records[r].site] + 1;

		if (seen[function] == number)
			continue;
		seen[function] = number;
		nr_ran[function]++;
	}
}

static void find_ran(const struct operation *operation, unsigned int nr)
{
	int *seen = calloc(nr + 1, sizeof(*seen)), number = 0;
	const struct window *window;

	memset(nr_ran, 0, (nr + 1) * sizeof(*nr_ran));
	for (window = operation->first; window && seen; window = window->next)
		add_ran(window, seen, ++number);
	free(seen);
}

static int by_value(const void *left, const void *right)
{
	const struct sample *a = left, *b = right;

	return (a->value > b->value) - (a->value < b->value);
}

static int by_function(const void *left, const void *right)
{
	const struct part *a = left, *b = right;

	return (a->function > b->function) - (a->function < b->function);
}

static int by_count(const void *left, const void *right)
{
	const struct part *a = left, *b = right;

	if (a->count != b->count)
		return a->count < b->count ? 1 : -1;
	return by_function(left, right);
}

static void *allocate(size_t number, size_t size)
{
	void *memory = calloc(number + 1, size);

	if (!memory) {
		fprintf(stderr, "probe: no memory for a report\n");
		exit(1);
	}
	return memory;
}

static void write_functions(const char *name, enum measure measure,
			    const struct window *window)
{
	struct part *parts = allocate(window->nr_records, sizeof(*parts));
	__u32 i, n = 0;

	for (i = 0; i < window->nr_records; i++) {
		parts[i].function = functions[window->records[i].site];
		parts[i].count = window->records[i].count[measure];
	}
	qsort(parts, window->nr_records, sizeof(*parts), by_function);
	for (i = 0; i < window->nr_records; i++) {
		if (n && parts[n - 1].function == parts[i].function)
			parts[n - 1].count += parts[i].count;
		else
			parts[n++] = parts[i];
	}
	qsort(parts, n, sizeof(*parts), by_count);
	for (i = 0; i < n && parts[i].count; i++)
		fprintf(out, "function %s.%s %s %.6f %u\n", name,
			names[measure], parts[i].function < 0 ? "[user]" :
			symbols_name(parts[i].function),
			(double)parts[i].count / window->operations,
			nr_ran[parts[i].function + 1]);
	free(parts);
}

/* @samples: in order of their values */
static void write_modes(const char *name, enum measure measure,
			const struct sample *samples, unsigned int nr)
{
	unsigned int i, length, most, least = nr + 1, written = 0;

	while (written < MOST_MODES) {
		/* the longest run that is shorter than those written */
		const struct sample *mode = NULL;

		most = 0;
		for (i = 0; i < nr; i += length) {
			for (length = 1; i + length < nr; length++)
				if (samples[i + length].value != samples[i].value)
					break;
			if (length > most && length < least) {
				most = length;
				mode = &samples[i];
			}
		}
		if (most < 2)
			break;
		fprintf(out, "mode %s.%s %.6f %u\n", name, names[measure],
			mode->value, most);
		least = most;
		written++;
	}
}

static void write_measure(const struct operation *operation,
			  enum measure measure)
{
	struct sample *samples = allocate(operation->nr_windows,
					  sizeof(*samples));
	const struct window *window;
	unsigned int n = 0;
	unsigned int i;

	for (window = operation->first; window; window = window->next) {
		if (measure >= SHARED_STORES && !window->shared)
			continue;
		samples[n].window = window;
		samples[n].value = value_of(window, measure);
		n++;
	}
	if (!n) {
		free(samples);
		return;
	}
	fprintf(out, "samples %s.%s", operation->name, names[measure]);
	for (i = 0; i < n; i++)
		fprintf(out, " %.6f", samples[i].value);
	fprintf(out, "\n");
	qsort(samples, n, sizeof(*samples), by_value);
	fprintf(out, "figure %s.%s %.6f\n", operation->name, names[measure],
		samples[n / 2].value);
	write_modes(operation->name, measure, samples, n);
	write_functions(operation->name, measure, samples[n / 2].window);
	free(samples);
}

static void write_operation(const struct operation *operation,
			    const struct report_choice *choice)
{
	const struct window *window;
	unsigned int interrupted = 0;
	enum measure measure;

	for (window = operation->first; window; window = window->next)
		interrupted += was_interrupted(window);
	fprintf(out, "windows %s %u %u\n", operation->name,
		operation->nr_windows, interrupted);
	for (measure = 0; measure < NR_MEASURES; measure++) {
		if (measure >= SHARED_STORES ? !choice->sharing :
		    measure > INSN && !choice->misses)
			continue;
		write_measure(operation, measure);
	}
}

static void find_functions(unsigned int nr_symbols)
{
	__u32 site;

	nr_ran = allocate(nr_symbols, sizeof(*nr_ran));

	functions = allocate(nr_sites, sizeof(*functions));
	for (site = 0; site < nr_sites; site++)
		functions[site] = site_is_user(site) ? -1 :
				  symbols_find(sites_address[site]);
}

void report_write(const char *path, const struct report_choice *choice)
{
	const struct operation *operation;
	unsigned int nr_symbols = symbols_sort();
	const char *why_not;

	if (!nr_symbols)
		windows_error("the guest has sent no symbols of its kernel");
	why_not = windows_why_not();
	out = fopen(path, "we");
	if (!out) {
		perror(path);
		return;
	}
	if (why_not) {
		fprintf(out, "error * %s\n", why_not);
	} else {
		find_functions(nr_symbols);
		for (operation = operations; operation;
		     operation = operation->next) {
			if (*operation->why_not) {
				fprintf(out, "error %s %s\n", operation->name,
					operation->why_not);
				continue;
			}
			find_ran(operation, nr_symbols);
			write_operation(operation, choice);
		}
	}
	fprintf(out, "end\n");
	if (fclose(out))
		perror(path);
}
