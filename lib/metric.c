// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "metric.h"

/* As many digits as any figure here is known to, and a few more */
#define DIGITS 7
#define NUMBER_SIZE 400

static const char *suffix(const struct metric *metric, enum clock_unit unit)
{
	switch (metric->kind) {
	case METRIC_COST:
		return unit == CLOCK_INSN ? "_insn" : "_ns";
	case METRIC_COST_RATIO:
		return unit == CLOCK_INSN ? "_insn_ratio" : "_ratio";
	default:
		return "";
	}
}

void metric_name(const struct metric *metric, enum clock_unit unit, char *name)
{
	snprintf(name, METRIC_NAME_SIZE, "%s%s", metric->name,
		 suffix(metric, unit));
}

const char *metric_unit(const struct metric *metric, enum clock_unit unit)
{
	switch (metric->kind) {
	case METRIC_COST:
		return unit == CLOCK_INSN ? "insn" : "ns";
	case METRIC_COST_RATIO:
		return "ratio";
	default:
		return metric->unit;
	}
}

const char *metric_kind(const struct metric *metric, enum clock_unit unit)
{
	if (metric->kind == METRIC_COUNTER)
		return "counter";
	if (metric->kind == METRIC_RATE)
		return "time";
	if (unit == CLOCK_INSN || metric->kind == METRIC_COUNT)
		return "count";
	return metric->kind == METRIC_COST ? "time" : "ratio";
}

bool metric_is_counted(const struct metric *metric, const char *name)
{
	static const char *const counted[] = {
		"insn", "l1d_misses", "l2_misses", "llc_misses",
		"shared_stores", "shared_loads",
	};
	size_t length = strlen(metric->name);
	unsigned int i;

	if (metric->kind != METRIC_COST ||
	    strncmp(name, metric->name, length) || name[length] != '.')
		return false;
	for (i = 0; i < ARRAY_SIZE(counted); i++)
		if (!strcmp(name + length + 1, counted[i]))
			return true;
	return false;
}

/* " KEY=VALUE", without an exponent and without zeroes at the end */
static void print_number(const char *key, double value)
{
	double size = value < 0 ? -value : value;
	char text[NUMBER_SIZE];
	int decimals = DIGITS;
	size_t length;

	for (; size >= 1 && decimals > 1; size /= 10)
		decimals--;
	length = snprintf(text, sizeof(text), "%.*f", decimals, value);
	while (length && text[length - 1] == '0')
		length--;
	if (length && text[length - 1] == '.')
		length--;
	text[length] = '\0';
	printf(" %s=%s", key, strcmp(text, "-0") ? text : "0");
}

void metric_print(const struct metric *metric, enum clock_unit unit,
		  const struct estimate *estimate, const struct limit *limit)
{
	char name[METRIC_NAME_SIZE];

	metric_name(metric, unit, name);
	if (!__builtin_isfinite(estimate->median) ||
	    !__builtin_isfinite(estimate->mad) ||
	    !__builtin_isfinite(estimate->lo) ||
	    !__builtin_isfinite(estimate->hi)) {
		printf("# %s has no finite value\n", name);
		return;
	}
	printf("# perf: %s", name);
	print_number("value", estimate->median);
	printf(" unit=%s better=%s kind=%s", metric_unit(metric, unit),
	       metric->higher_better ? "higher" : "lower",
	       metric_kind(metric, unit));
	if (estimate->n > 1) {
		printf(" n=%u", estimate->n);
		print_number("mad", estimate->mad);
		print_number("lo", estimate->lo);
		print_number("hi", estimate->hi);
	}
	if (limit)
		print_number("limit", limit->value);
	printf("\n");
}
