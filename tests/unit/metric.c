// SPDX-License-Identifier: GPL-2.0
#include <float.h>
#include <math.h>
#include <regex.h>

#include "child.h"
#include "metric.h"
#include "unit.h"

/* The frozen form of design.md */
#define NUMBER "-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?"
#define LINE "^# perf: [a-z0-9_.]+ value=" NUMBER " unit=[^ =]+" \
	" better=(lower|higher) kind=(count|counter|ratio|time)" \
	"( n=[1-9][0-9]* mad=" NUMBER " lo=" NUMBER " hi=" NUMBER ")?" \
	"( limit=" NUMBER ")?\n$"

static const struct metric cost = COST("pair", "a pair");
static const struct metric ratio = COST_RATIO("pair", "a pair over another");
static const struct metric counter = {
	.name = "zone.lock_share", .what = "share", .kind = METRIC_COUNTER,
	.unit = "locks", .higher_better = true,
};

static const struct metric rate = {
	.name = "streams", .what = "throughput", .kind = METRIC_RATE,
	.unit = "Mbit/s", .higher_better = true,
};

static struct {
	const struct metric *metric;
	enum clock_unit unit;
	struct estimate estimate;
	const struct limit *limit;
} printed;

static void print(void *arg)
{
	(void)arg;
	metric_print(printed.metric, printed.unit, &printed.estimate,
		     printed.limit);
}

static const char *line_of(const struct metric *metric, enum clock_unit unit,
			   struct estimate estimate, const struct limit *limit)
{
	printed.metric = metric;
	printed.unit = unit;
	printed.estimate = estimate;
	printed.limit = limit;
	child_run(print, NULL);
	CHECK_INT(child.status, 0);
	CHECK_STRING(child.err, "");
	return child.out;
}

static bool has_form(const char *line)
{
	regex_t form;
	bool has;

	if (regcomp(&form, LINE, REG_EXTENDED | REG_NOSUB))
		return false;
	has = !regexec(&form, line, 0, NULL, 0);
	regfree(&form);
	return has;
}

static void names(void)
{
	char name[METRIC_NAME_SIZE];

	metric_name(&cost, CLOCK_NS, name);
	CHECK_STRING(name, "pair_ns");
	metric_name(&cost, CLOCK_INSN, name);
	CHECK_STRING(name, "pair_insn");
	metric_name(&ratio, CLOCK_NS, name);
	CHECK_STRING(name, "pair_ratio");
	metric_name(&ratio, CLOCK_INSN, name);
	CHECK_STRING(name, "pair_insn_ratio");
	metric_name(&counter, CLOCK_NS, name);
	CHECK_STRING(name, "zone.lock_share");
	metric_name(&counter, CLOCK_INSN, name);
	CHECK_STRING(name, "zone.lock_share");
	metric_name(&rate, CLOCK_NS, name);
	CHECK_STRING(name, "streams");
}

static void units_and_kinds(void)
{
	CHECK_STRING(metric_unit(&cost, CLOCK_NS), "ns");
	CHECK_STRING(metric_unit(&cost, CLOCK_INSN), "insn");
	CHECK_STRING(metric_unit(&ratio, CLOCK_NS), "ratio");
	CHECK_STRING(metric_unit(&ratio, CLOCK_INSN), "ratio");
	CHECK_STRING(metric_unit(&counter, CLOCK_INSN), "locks");
	CHECK_STRING(metric_kind(&cost, CLOCK_NS), "time");
	CHECK_STRING(metric_kind(&cost, CLOCK_INSN), "count");
	CHECK_STRING(metric_kind(&ratio, CLOCK_NS), "ratio");
	CHECK_STRING(metric_kind(&ratio, CLOCK_INSN), "count");
	CHECK_STRING(metric_kind(&counter, CLOCK_NS), "counter");
	CHECK_STRING(metric_kind(&counter, CLOCK_INSN), "counter");
	CHECK_STRING(metric_unit(&rate, CLOCK_NS), "Mbit/s");
	CHECK_STRING(metric_kind(&rate, CLOCK_NS), "time");
	CHECK_STRING(metric_kind(&rate, CLOCK_INSN), "time");
}

static void lines_to_the_letter(void)
{
	const struct limit limit = { .value = 5000, .at_most = true };
	const struct estimate many = {
		.n = 31, .min = 1, .median = 1234.5, .mad = 0.25, .lo = 1200,
		.hi = 1300.125,
	};
	const struct estimate one = { .n = 1, .median = 3, .lo = 3, .hi = 3 };

	CHECK_STRING(line_of(&cost, CLOCK_NS, many, &limit),
		     "# perf: pair_ns value=1234.5 unit=ns better=lower kind=time n=31 mad=0.25 lo=1200 hi=1300.125 limit=5000\n");
	CHECK_STRING(line_of(&ratio, CLOCK_INSN, many, NULL),
		     "# perf: pair_insn_ratio value=1234.5 unit=ratio better=lower kind=count n=31 mad=0.25 lo=1200 hi=1300.125\n");
	CHECK_STRING(line_of(&counter, CLOCK_NS, one, NULL),
		     "# perf: zone.lock_share value=3 unit=locks better=higher kind=counter\n");
	CHECK_STRING(line_of(&counter, CLOCK_NS, one, &limit),
		     "# perf: zone.lock_share value=3 unit=locks better=higher kind=counter limit=5000\n");
	CHECK_STRING(line_of(&rate, CLOCK_NS, one, NULL),
		     "# perf: streams value=3 unit=Mbit/s better=higher kind=time\n");
}

/* Each must come back as it was, to seven digits, in the form of the line */
static void numbers_come_back(void)
{
	static const double values[] = {
		0, 1, 10, 100, 5000, 1e15, 1e16, 1e17, 123456789.25, 0.5, 0.05,
		0.1, 1.0 / 3, 2.0 / 3, 9.9999999, 99.99999999, 0.0001234, -1,
		-0.5, -12345.678, 1e22, 1e300, DBL_MAX, -DBL_MAX, 1 << 24,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		const struct estimate estimate = {
			.n = 9, .median = values[i], .mad = fabs(values[i]),
			.lo = values[i], .hi = values[i],
		};
		const struct limit limit = { .value = values[i] };
		const char *line = line_of(&cost, CLOCK_NS, estimate, &limit);
		double off = fabs(values[i]) * 0.000001 + 0.0000001;
		const char *at = strstr(line, "value=");

		CHECK(has_form(line));
		CHECK(at && fabs(strtod(at + 6, NULL) - values[i]) <= off);
		at = strstr(line, "mad=");
		CHECK(at && fabs(strtod(at + 4, NULL) - fabs(values[i])) <= off);
		at = strstr(line, "limit=");
		CHECK(at && fabs(strtod(at + 6, NULL) - values[i]) <= off);
	}
}

/* A sign takes none of the digits, nor adds any */
static void negative_numbers(void)
{
	const struct estimate estimate = {
		.n = 1, .median = -1000.0 / 3, .lo = 0, .hi = 0,
	};

	CHECK_HAS(line_of(&cost, CLOCK_NS, estimate, NULL),
		  " value=-333.3333 ");
}

static void no_minus_zero_and_no_exponent(void)
{
	const struct estimate tiny = {
		.n = 9, .median = -0.00000001, .mad = DBL_MIN, .lo = -DBL_MIN,
		.hi = -0.0,
	};

	CHECK_STRING(line_of(&cost, CLOCK_NS, tiny, NULL),
		     "# perf: pair_ns value=0 unit=ns better=lower kind=time n=9 mad=0 lo=0 hi=0\n");
}

/* The form itself must refuse what a parser could stumble over */
static void the_form_is_strict(void)
{
#define OF(value) "# perf: a value=" value " unit=ns better=lower kind=time\n"
	CHECK(has_form(OF("1")));
	CHECK(!has_form(OF("nan")));
	CHECK(!has_form(OF("inf")));
	CHECK(!has_form(OF("1e5")));
	CHECK(!has_form(OF("1,5")));
	CHECK(!has_form(OF("1.")));
	CHECK(!has_form(OF("1.50")));
	CHECK(!has_form(OF("01")));
	CHECK(!has_form("# perf: A value=1 unit=ns better=lower kind=time\n"));
	CHECK(!has_form("# perf: a value=1 unit=ns better=lower kind=time  x\n"));
	CHECK(!has_form("# perf: a value=1 unit=ns better=lower kind=time n=9\n"));
}

static void nothing_that_is_not_finite(void)
{
	static const double odd[] = { NAN, INFINITY, -INFINITY };
	const struct estimate good = {
		.n = 9, .median = 5, .mad = 1, .lo = 4, .hi = 6,
	};
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct estimate bad = good;

		bad.median = odd[i];
		CHECK_STRING(line_of(&cost, CLOCK_NS, bad, NULL),
			     "# pair_ns has no finite value\n");
		bad = good;
		bad.lo = odd[i];
		CHECK_STRING(line_of(&cost, CLOCK_NS, bad, NULL),
			     "# pair_ns has no finite value\n");
		bad = good;
		bad.hi = odd[i];
		CHECK_STRING(line_of(&cost, CLOCK_NS, bad, NULL),
			     "# pair_ns has no finite value\n");
	}
}

static void no_mad_that_is_not_finite(void)
{
	const struct estimate bad = {
		.n = 9, .median = 5, .mad = INFINITY, .lo = 4, .hi = 6,
	};
	const char *line = line_of(&cost, CLOCK_NS, bad, NULL);

	CHECK_LACKS(line, "inf ");
	CHECK_LACKS(line, "nan ");
}

static void what_the_probe_counts(void)
{
	static const struct metric count = {
		.name = "pair.l2_misses", .kind = METRIC_COUNT,
		.unit = "misses",
	};
	const struct estimate one = { .n = 1, .median = 5, .lo = 5, .hi = 5 };

	CHECK_STRING(line_of(&count, CLOCK_NS, one, NULL),
		     "# perf: pair.l2_misses value=5 unit=misses better=lower kind=count\n");
	CHECK_STRING(line_of(&count, CLOCK_INSN, one, NULL),
		     "# perf: pair.l2_misses value=5 unit=misses better=lower kind=count\n");
	/* cost is called pair */
	CHECK(metric_is_counted(&cost, "pair.insn"));
	CHECK(metric_is_counted(&cost, "pair.shared_stores"));
	CHECK(!metric_is_counted(&cost, "pair"));
	CHECK(!metric_is_counted(&cost, "pair."));
	CHECK(!metric_is_counted(&cost, "pair_insn"));
	CHECK(!metric_is_counted(&cost, "pair.nonsense"));
	CHECK(!metric_is_counted(&cost, "pair.insns"));
	CHECK(!metric_is_counted(&cost, "pai.insn"));
	CHECK(!metric_is_counted(&counter, "zone.lock_share.insn"));
}

int main(void)
{
	RUN(names);
	RUN(units_and_kinds);
	RUN(lines_to_the_letter);
	RUN(numbers_come_back);
	RUN(negative_numbers);
	RUN(no_minus_zero_and_no_exponent);
	RUN(the_form_is_strict);
	RUN(nothing_that_is_not_finite);
	RUN(no_mad_that_is_not_finite);
	RUN(what_the_probe_counts);
	return unit_end();
}
