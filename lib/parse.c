// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

#define RELEASE_MINORS 1000

bool parse_uint(const char *text, unsigned long min, unsigned long max,
		unsigned long *value)
{
	unsigned long number;
	char *end;

	/* strtoul() takes blanks and a minus sign: neither belongs here */
	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	number = strtoul(text, &end, 10);
	if (errno || *end || number < min || number > max)
		return false;
	*value = number;
	return true;
}

bool parse_size(const char *text, unsigned long min, unsigned long max,
		unsigned long *value)
{
	static const char units[] = "KMG";
	size_t length = strlen(text);
	unsigned long number;
	const char *unit;
	unsigned int shift;
	char digits[32];

	if (!length || length >= sizeof(digits))
		return false;
	unit = strchr(units, text[length - 1]);
	shift = unit ? 10 * (unit - units + 1) : 0;
	memcpy(digits, text, length + 1);
	if (unit)
		digits[length - 1] = '\0';
	if (!parse_uint(digits, 0, max >> shift, &number) ||
	    number << shift < min)
		return false;
	*value = number << shift;
	return true;
}

bool parse_number(const char *text, double *value)
{
	double number;
	char *end;

	/* keeps out what strtod() reads beyond decimals: nan, inf, 0x10, " 1" */
	if (!*text || text[strspn(text, "0123456789.eE+-")])
		return false;
	errno = 0;
	number = strtod(text, &end);
	if (errno || *end || end == text)
		return false;
	*value = number;
	return true;
}

bool parse_release(const char *text, unsigned long *code)
{
	unsigned long major, minor;
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	major = strtoul(text, &end, 10);
	if (*end != '.' || !isdigit((unsigned char)end[1]))
		return false;
	minor = strtoul(end + 1, &end, 10);
	if (major >= RELEASE_MINORS || minor >= RELEASE_MINORS)
		return false;
	*code = major * RELEASE_MINORS + minor;
	return true;
}

int parse_cpu_list(const char *text, unsigned int max,
		   void (*call)(unsigned int number, void *arg), void *arg)
{
	int count = 0;

	bool more = *text && *text != '\n';

	while (more) {
		unsigned long first, last;
		char *end;

		if (!isdigit((unsigned char)*text))
			return -1;
		first = strtoul(text, &end, 10);
		last = first;
		if (*end == '-') {
			if (!isdigit((unsigned char)end[1]))
				return -1;
			last = strtoul(end + 1, &end, 10);
		}
		if (last < first || last >= max)
			return -1;
		for (; first <= last; first++, count++)
			call(first, arg);
		more = *end == ',';
		text = more ? end + 1 : end;
	}
	if (*text == '\n')
		text++;
	return *text ? -1 : count;
}
