// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "env.h"
#include "gates.h"
#include "judge.h"
#include "mark.h"
#include "progress.h"
#include "require.h"

static struct samples samples;
static struct estimate estimates[TEST_MOST_METRICS];
static struct judgement judgements[TEST_MOST_METRICS];

/* A set that looks bad is always repeated, however little time there is */
#define FEWEST_SETS 2

/* Takes a set and judges it; false when it can't be had */
static bool take_set(const struct point *point, unsigned int index,
		     const struct options *options, bool *settled)
{
	unsigned int m;

	samples.metrics = point->metrics;
	memset(samples.count, 0, sizeof(samples.count));
	mark_set();
	if (!point->sample(options, &samples))
		return false;
	*settled = true;
	for (m = 0; m < point->nr_metrics; m++) {
		const struct limit *limit = gates_find(index, m);

		/* its figures stay those that its verdict rests on */
		if (judgements[m].decided)
			continue;
		if (stats_estimate(samples.value[m], samples.count[m],
				   &estimates[m])) {
			require_unmet("%s: no interval from %u samples",
				      point->metrics[m].name, samples.count[m]);
			return false;
		}
		if (limit && !verdict_add(&judgements[m],
					  verdict_zone(limit, &estimates[m])))
			*settled = false;
	}
	return true;
}

/* Says of a metric that is not simply inside its limit why that is so */
static void explain(const char *name, const struct limit *limit,
		    const struct judgement *judgement)
{
	switch (judgement->verdict) {
	case VERDICT_XFAIL:
		printf("# %s: outside its limit, inside %g, which is known: %s\n",
		       name, limit->known, limit->reason);
		break;
	case VERDICT_FAIL:
		printf("# %s: outside its limit", name);
		if (limit->has_known)
			printf(" and outside %g, which is known", limit->known);
		printf(", twice in a row%s%s\n", limit->reason[0] ? ": " : "",
		       limit->reason);
		break;
	case VERDICT_UNDECIDED:
		printf("# %s: skipped: inconclusive, on both sides of a limit: see --seconds\n",
		       name);
		break;
	default:
		break;
	}
}

static const char *why_unjudged(const struct options *options)
{
	if (options->report_only)
		return "--report-only";
	return env_distrust() ? env_distrust() : "no metric of it has a limit";
}

static enum verdict report(const struct point *point, unsigned int index,
			   const struct options *options)
{
	enum verdict verdict = VERDICT_PASS;
	unsigned int m, judged = 0;

	for (m = 0; m < point->nr_metrics; m++) {
		const struct limit *limit = gates_find(index, m);
		char name[METRIC_NAME_SIZE];

		metric_print(&point->metrics[m], clock_unit(), &estimates[m],
			     limit);
		if (!limit)
			continue;
		judged++;
		metric_name(&point->metrics[m], clock_unit(), name);
		explain(name, limit, &judgements[m]);
		verdict = verdict_worse(verdict, judgements[m].verdict);
	}
	if (judged)
		return verdict;
	printf("# %s: skipped: reported, not judged: %s\n", point->name,
	       why_unjudged(options));
	return VERDICT_UNDECIDED;
}

enum verdict judge_point(const struct test *test, unsigned int index,
			 const struct options *options,
			 unsigned long long deadline)
{
	const struct point *point = &test->points[index];
	unsigned int sets = 0;
	bool settled;

	if (point->require)
		point->require(options);
	if (require_flush(point->name))
		return VERDICT_UNDECIDED;

	memset(judgements, 0, sizeof(judgements));
	progress_show(point->name);
	do {
		if (!take_set(point, index, options, &settled)) {
			progress_show(NULL);
			require_flush(point->name);
			return VERDICT_UNDECIDED;
		}
		sets++;
	} while (!settled && (sets < FEWEST_SETS || clock_now() < deadline));
	progress_show(NULL);
	return report(point, index, options);
}
