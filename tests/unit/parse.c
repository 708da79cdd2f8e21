// SPDX-License-Identifier: GPL-2.0
#include "parse.h"
#include "unit.h"

static void whole_numbers(void)
{
	unsigned long value;

	CHECK(parse_uint("0", 0, 9, &value) && value == 0);
	CHECK(parse_uint("9", 0, 9, &value) && value == 9);
	CHECK(parse_uint("007", 1, 9, &value) && value == 7);
	CHECK(parse_uint("18446744073709551615", 0, ~0UL, &value) &&
	      value == ~0UL);
}

static void no_whole_numbers(void)
{
	static const char * const wrong[] = {
		"", "0", "10", "-1", "+1", " 1", "1 ", "1\n", "0x1", "1e1", "1.0",
		"one", "1one", "18446744073709551616", "4294967298",
		"99999999999999999999999999999999999999",
	};
	unsigned long value = 77;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (parse_uint(wrong[i], 1, 9, &value))
			CHECK_STRING(wrong[i], "to be refused");
	CHECK(!parse_uint("18446744073709551616", 0, ~0UL, &value));
	CHECK_INT(value, 77);
}

static void sizes(void)
{
	unsigned long value;

	CHECK(parse_size("0", 0, 9, &value) && value == 0);
	CHECK(parse_size("4096", 1, 1UL << 30, &value) && value == 4096);
	CHECK(parse_size("4K", 1, 1UL << 30, &value) && value == 4096);
	CHECK(parse_size("2M", 1, 1UL << 30, &value) && value == 2UL << 20);
	CHECK(parse_size("1G", 1, 1UL << 30, &value) && value == 1UL << 30);
}

static void no_sizes(void)
{
	static const char * const wrong[] = {
		"", "K", "2m", "2MB", "2KM", "M2", "-2M", "2 M", "0x2M", "1.5M", "0",
		"0K", "2G", "1025M", "99999999999999999999M", "18446744073709551615G",
		"00000000000000000000000000000002M",
	};
	unsigned long value = 77;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (parse_size(wrong[i], 1, 1UL << 30, &value))
			CHECK_STRING(wrong[i], "to be refused");
	CHECK_INT(value, 77);
}

static void decimal_numbers(void)
{
	static const struct {
		const char *text;
		double value;
	} good[] = {
		{ "5000", 5000 }, { "0.05", 0.05 }, { ".5", 0.5 }, { "5.", 5 },
		{ "1e6", 1e6 }, { "1E-3", 0.001 }, { "-2.5", -2.5 }, { "+1", 1 },
		{ "0", 0 }, { "1e308", 1e308 },
	};
	double value;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		value = 77;
		CHECK(parse_number(good[i].text, &value));
		CHECK_DOUBLE(value, good[i].value);
	}
}

static void no_decimal_numbers(void)
{
	static const char * const wrong[] = {
		"", ".", "-", "+", "e", "e5", "1e", "1e+", "--1", "1-2", "1,5", "1.2.3",
		" 1", "1 ", "1\n", "0x10", "nan", "NAN", "inf", "-inf", "infinity",
		"1e999", "-1e999", "1e-999", "five", "5ns", "5%",
	};
	double value = 77;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (parse_number(wrong[i], &value))
			CHECK_STRING(wrong[i], "to be refused");
	CHECK_DOUBLE(value, 77);
}

static void releases(void)
{
	static const struct {
		const char *text;
		unsigned long code;
	} good[] = {
		{ "6.12", 6012 }, { "6.12.117-amd64", 6012 }, { "7.3-rc1+", 7003 },
		{ "5.10.0-28-amd64", 5010 }, { "10.0", 10000 }, { "999.999", 999999 },
	};
	static const char * const wrong[] = {
		"", "6", "6.", ".1", "6.x", "v6.1", "-6.1", "6.-1", "6. 1", "6,1",
		"1000.1", "6.1000", "99999999999999999999.1", "6.99999999999999999999",
	};
	unsigned long code;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		code = 77;
		CHECK(parse_release(good[i].text, &code));
		CHECK_INT(code, good[i].code);
	}
	code = 77;
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (parse_release(wrong[i], &code))
			CHECK_STRING(wrong[i], "to be refused");
	CHECK_INT(code, 77);
}

static char called[256];

static void note(unsigned int number, void *arg)
{
	size_t length = strlen(called);

	CHECK(arg == called);
	snprintf(called + length, sizeof(called) - length, " %u", number);
}

static int list(const char *text, unsigned int max)
{
	called[0] = '\0';
	return parse_cpu_list(text, max, note, called);
}

static void cpu_lists(void)
{
	CHECK_INT(list("0", 1), 1);
	CHECK_STRING(called, " 0");
	CHECK_INT(list("0-3,8,10-11\n", 12), 7);
	CHECK_STRING(called, " 0 1 2 3 8 10 11");
	CHECK_INT(list("5-5", 8), 1);
	CHECK_STRING(called, " 5");
	CHECK_INT(list("", 8), 0);
	CHECK_INT(list("\n", 8), 0);
	CHECK_STRING(called, "");
}

static void no_cpu_lists(void)
{
	static const char * const wrong[] = {
		"x", "-", "-1", "1-", "1-x", "3-1", ",", ",1", "1,,2", "0-1-2", "0x1",
		" 1", "1 2", "1;2", "8", "0-8", "0-4294967296", "4294967296",
		"0-99999999999999999999", "99999999999999999999",
		"18446744073709551615", "18446744073709551616", "0-3:1/2", "all",
		"\x01\xff",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (list(wrong[i], 8) != -1)
			CHECK_STRING(wrong[i], "to be refused");
}

static void cpu_lists_that_stop_short(void)
{
	CHECK_INT(list("1,", 8), -1);
	CHECK_INT(list("1,\n", 8), -1);
	CHECK_INT(list("1\n2", 8), -1);
}

static void a_huge_range_is_refused_before_any_call(void)
{
	CHECK_INT(list("0-18446744073709551615", 8192), -1);
	CHECK_STRING(called, "");
}

int main(void)
{
	RUN(whole_numbers);
	RUN(no_whole_numbers);
	RUN(sizes);
	RUN(no_sizes);
	RUN(decimal_numbers);
	RUN(no_decimal_numbers);
	RUN(releases);
	RUN(cpu_lists);
	RUN(no_cpu_lists);
	RUN(cpu_lists_that_stop_short);
	RUN(a_huge_range_is_refused_before_any_call);
	return unit_end();
}
