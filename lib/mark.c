// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "mark.h"

static void send(const void *bytes, size_t length)
{
	const unsigned char *byte = bytes;
	unsigned int bit;

	for (; length; length--, byte++) {
		for (bit = 0; bit < 8; bit++) {
			if (*byte >> bit & 1)
				MARK(MARK_BIT_1);
			else
				MARK(MARK_BIT_0);
		}
	}
}

/* Names of metrics are unique within their program only */
static void send_name(const char *name)
{
	send(program_invocation_short_name,
	     strlen(program_invocation_short_name));
	send(".", 1);
	send(name, strlen(name));
}

void mark_begin(const char *name)
{
	send_name(name);
	MARK(MARK_BEGIN);
}

void mark_continue(const char *name)
{
	send_name(name);
	MARK(MARK_CONTINUE);
}

static void send_count(unsigned long operations)
{
	unsigned long long count = operations;

	send(&count, sizeof(count));
}

void mark_end(const char *name, unsigned long operations)
{
	/* what follows is no longer part of the window */
	MARK(MARK_CLOCK_OFF);
	send_name(name);
	send("", 1);
	send_count(operations);
	MARK(MARK_END);
}

void mark_leave(unsigned long operations)
{
	send_count(operations);
	MARK(MARK_LEAVE);
}
