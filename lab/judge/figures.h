/* SPDX-License-Identifier: GPL-2.0 */
#ifndef JUDGE_FIGURES_H
#define JUDGE_FIGURES_H

/* The figures of the probe's report (lab/probe/report.h), and their limits */
#include <stdbool.h>

#include "metric.h"
#include "stats.h"

#define FIGURES_TEST_SIZE 64
#define FIGURES_ERROR_SIZE 200

struct figure {
	struct figure *next;
	char test[FIGURES_TEST_SIZE];
	/* OPERATION.MEASURE */
	char name[METRIC_NAME_SIZE];
	/* of OPERATION */
	unsigned int length;
	/* why it has none; or empty */
	char error[FIGURES_ERROR_SIZE];
	bool has_estimate;
	struct estimate estimate;
	bool has_limit;
	struct limit limit;
};

/*
 * figures_read - read a report
 * @path: the report
 * @error: FIGURES_ERROR_SIZE bytes, for what is wrong with all of it
 *
 * An operation that has an error instead of figures gives one figure, whose
 * @error is set.
 *
 * Return: false when it can't be read, is not whole or tells an error of all.
 */
bool figures_read(const char *path, char *error);

/*
 * figures_limits - give figures of @test their limits
 * @path: limits file
 * @release: of the guest's kernel, as parse_release() codes it
 *
 * A limit without a figure makes one that has no estimate.
 *
 * Return: false, after a message on stderr, when the file is wrong.
 */
bool figures_limits(const char *path, const char *test, unsigned long release);

/* figures_next - the one after @figure (NULL: the first) that is of @test */
struct figure *figures_next(struct figure *figure, const char *test);

/* figures_metric - what metric_print() needs to know of @figure */
struct metric figures_metric(const struct figure *figure);

#endif
