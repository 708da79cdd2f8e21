// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sharing.h"
#include "windows.h"

/*
 * Under -icount CPUs take turns, each for some million instructions: in a
 * short window one may have run alone. So each must have done so many
 * operations, and this part of an even share.
 */
#define FEWEST_OPERATIONS 1000
#define PART_OF_SHARE 4

struct operation *operations;
bool windows_counting;

static unsigned int nr_cpus, set;
static char why_not[WINDOWS_WHY_SIZE];

/* The window that is open */
static struct {
	struct operation *operation;
	struct window *window;
	/* that have joined it and not left; that have at all */
	unsigned int threads, joined;
	/* that they have done */
	__u64 operations[WINDOWS_MOST_CPUS];
} now;

void windows_init(unsigned int cpus)
{
	nr_cpus = cpus;
}

void windows_error(const char *format, ...)
{
	char *why = now.operation ? now.operation->why_not : why_not;
	va_list list;

	if (*why)
		return;
	va_start(list, format);
	vsnprintf(why, WINDOWS_WHY_SIZE, format, list);
	va_end(list);
}

const char *windows_why_not(void)
{
	if (now.operation)
		windows_error("a window has no end");
	return why_not[0] ? why_not : NULL;
}

static void *allocate(size_t size)
{
	void *memory = calloc(1, size);

	if (!memory) {
		fprintf(stderr, "probe: no memory for windows\n");
		exit(1);
	}
	return memory;
}

static struct operation *find(const char *name)
{
	struct operation **at = &operations;

	for (; *at; at = &(*at)->next)
		if (!strcmp((*at)->name, name))
			return *at;
	*at = allocate(sizeof(**at));
	snprintf((*at)->name, sizeof((*at)->name), "%s", name);
	return *at;
}

static void drop_windows(struct operation *operation)
{
	struct window *window = operation->first;

	while (window) {
		struct window *next = window->next;

		free(window->records);
		free(window);
		window = next;
	}
	operation->first = NULL;
	operation->last = NULL;
	operation->nr_windows = 0;
}

static struct window *add_window(struct operation *operation)
{
	struct window *window = allocate(sizeof(*window));

	if (operation->last)
		operation->last->next = window;
	else
		operation->first = window;
	operation->last = window;
	operation->nr_windows++;
	return window;
}

static void resume(void)
{
	sites_resume();
	windows_counting = true;
}

static void pause(void)
{
	if (windows_counting)
		sites_pause();
	windows_counting = false;
}

/* Takes back what was counted when the window was closed */
static void reopen(struct window *window)
{
	__u32 r;
	int m;

	for (r = 0; r < window->nr_records; r++) {
		__u32 site = window->records[r].site;

		for (m = 0; m < NR_MEASURES; m++)
			sites_count[m][site] = window->records[r].count[m];
	}
	free(window->records);
	window->records = NULL;
	window->nr_records = 0;
}

void windows_begin(const char *name, bool go_on)
{
	struct operation *operation = find(name);

	if (now.operation) {
		windows_error("a window of %s begins inside it", name);
		return;
	}
	if (operation->set != set) {
		drop_windows(operation);
		operation->set = set;
	}
	memset(&now, 0, sizeof(now));
	now.operation = operation;
	sites_clear();
	sharing_clear();
	if (go_on && operation->last) {
		now.window = operation->last;
		reopen(now.window);
	} else {
		now.window = add_window(operation);
	}
	if (!now.window->timed)
		resume();
}

void windows_clock_on(void)
{
	/* threads may read the clock for themselves */
	if (!now.operation || now.threads)
		return;
	pause();
	if (!now.window->timed) {
		sites_clear();
		sharing_clear();
		now.window->timed = true;
	}
	resume();
}

void windows_clock_off(void)
{
	if (now.operation && !now.threads)
		pause();
}

static __u32 fill_records(struct record *records)
{
	__u32 site, n = 0;
	int m;

	for (site = 0; site < nr_sites; site++) {
		__u64 any = 0;

		for (m = 0; m < NR_MEASURES; m++)
			any |= sites_count[m][site];
		if (!any)
			continue;
		if (records) {
			records[n].site = site;
			for (m = 0; m < NR_MEASURES; m++)
				records[n].count[m] = sites_count[m][site];
		}
		n++;
	}
	return n;
}

void windows_join(void)
{
	if (!now.operation)
		return;
	now.threads++;
	now.joined++;
}

void windows_leave(unsigned int cpu, __u64 operations)
{
	if (!now.operation)
		return;
	if (!now.threads) {
		windows_error("a thread leaves that has not joined");
		return;
	}
	now.threads--;
	now.operations[cpu] += operations;
}

static void check_shares(void)
{
	__u64 sum = 0;
	unsigned int cpu;

	for (cpu = 0; cpu < nr_cpus; cpu++)
		sum += now.operations[cpu];
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		__u64 done = now.operations[cpu];

		if (done < FEWEST_OPERATIONS ||
		    done * nr_cpus * PART_OF_SHARE < sum)
			windows_error("CPU %u did only %llu of a window's %llu operations",
				      cpu, done, sum);
	}
}

void windows_end(const char *name, __u64 operations)
{
	struct window *window = now.window;

	if (!now.operation || strcmp(now.operation->name, name)) {
		windows_error("a window of %s ends that isn't open", name);
		return;
	}
	pause();
	if (now.threads)
		windows_error("a window ends with %u threads in it",
			      now.threads);
	if (!operations)
		windows_error("a window without operations");
	if (now.joined && nr_cpus > 1) {
		check_shares();
		window->shared = true;
		sharing_collect(now.operations, nr_cpus);
	}
	window->operations += operations;
	window->nr_records = fill_records(NULL);
	window->records = allocate((window->nr_records + 1) *
				   sizeof(*window->records));
	fill_records(window->records);
	now.operation = NULL;
}

void windows_set(void)
{
	set++;
}
