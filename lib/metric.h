/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_METRIC_H
#define PERF_REGRESS_METRIC_H

#include <stdbool.h>

#include "clock.h"
#include "verdict.h"

enum metric_kind {
	/*
	 * What an operation costs: NAME_ns of kind time, or NAME_insn of kind
	 * count where the clock counts instructions. They are two metrics with
	 * a limit each, as one says nothing about the other.
	 */
	METRIC_COST,
	/* One cost over another: NAME_ratio, or NAME_insn_ratio */
	METRIC_COST_RATIO,
	/* A kernel counter, or a rate of such: NAME as it stands */
	METRIC_COUNTER,
	/*
	 * Work done in a time, such as Mbit/s: NAME as it stands, of kind time.
	 * Without meaning where the clock counts instructions.
	 */
	METRIC_RATE,
	/* What the lab's probe counts: NAME as it stands, of kind count */
	METRIC_COUNT,
};

/* A figure that a test gives */
struct metric {
	const char *name;	/* [a-z0-9_.]+, unique in the test */
	const char *what;	/* one line for --list */
	enum metric_kind kind;
	const char *unit;	/* one word; not of costs */
	bool higher_better;
};

/* Initialisers of costs, which have no more to say */
#define COST(base, of) { .name = base, .what = of, .kind = METRIC_COST }
#define COST_RATIO(base, of) \
	{ .name = base, .what = of, .kind = METRIC_COST_RATIO }

/* Room for a name with what metric_name() appends */
#define METRIC_NAME_SIZE 64

/*
 * metric_name - the full name of a metric, as on metric lines and in limits
 * @unit: what the clock counts
 * @name: METRIC_NAME_SIZE bytes for the name
 */
void metric_name(const struct metric *metric, enum clock_unit unit, char *name);

/* metric_unit - its unit, one word: ns, insn, ratio or the metric's own */
const char *metric_unit(const struct metric *metric, enum clock_unit unit);

/* metric_kind - its kind: time, ratio, count or counter */
const char *metric_kind(const struct metric *metric, enum clock_unit unit);

/*
 * metric_is_counted - whether @name is a figure that the lab's probe gives of
 * the operation whose cost @metric is: its name, a point, what is counted
 */
bool metric_is_counted(const struct metric *metric, const char *name);

/*
 * metric_print - print the metric line that README describes
 * @estimate: its figures; a value that isn't finite prints a diagnostic that
 *	      says so instead, as a parser must never see one
 * @limit: what it was judged by, or NULL
 */
void metric_print(const struct metric *metric, enum clock_unit unit,
		  const struct estimate *estimate, const struct limit *limit);

#endif
