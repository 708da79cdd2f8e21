// SPDX-License-Identifier: GPL-2.0
#include "clock.h"
#include "mark.h"
#include "measure.h"

/* Calibration stops here even if the clock stands still */
#define MOST_TIMES 10000000UL

static void calibrate(struct operation *operation, unsigned long visit_ns)
{
	unsigned long long took;

	operation->times = 1;
	/* the first run pays for what is cold: it is no guide */
	operation->run(1);
	if (clock_unit() == CLOCK_INSN) {
		operation->times = MEASURE_EXACT_TIMES;
		operation->run(operation->times);
		return;
	}
	for (;;) {
		took = operation->run(operation->times);
		if (took >= visit_ns / 4 || operation->times >= MOST_TIMES)
			break;
		operation->times *= 2;
	}
	operation->times = (double)operation->times * visit_ns / (took + 1) + 1;
	if (operation->times > MOST_TIMES)
		operation->times = MOST_TIMES;
}

void measure_calibrate(struct operation *operations, unsigned int count,
		       unsigned long visit_ns)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		calibrate(&operations[i], visit_ns);
}

static unsigned long parts(const struct operation *operation)
{
	return operation->times * (operation->parts ? operation->parts : 1);
}

void measure_round(const struct operation *operations, unsigned int count,
		   const struct metric *metrics, double *costs)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		mark_begin(metrics[i].name);
		costs[i] = operations[i].run(operations[i].times);
		mark_end(metrics[i].name, parts(&operations[i]));
	}
	while (i--) {
		mark_continue(metrics[i].name);
		costs[i] += operations[i].run(operations[i].times);
		mark_end(metrics[i].name, parts(&operations[i]));
		costs[i] /= 2.0 * parts(&operations[i]);
	}
}
