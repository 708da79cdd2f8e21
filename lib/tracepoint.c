// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse.h"
#include "require.h"
#include "sysfile.h"
#include "tracefs.h"
#include "tracepoint.h"

#define PATH_SIZE 128
/* The largest format file of the kernel has 5 KB */
#define FORMAT_SIZE 16384

static bool read_file(const char *name, const char *file, char *text,
		      size_t size)
{
	char path[PATH_SIZE];
	int dir, got;

	dir = tracefs_open();
	if (dir < 0) {
		require_unmet("no tracefs (root), needed for tracepoint %s: %s", name,
			      strerror(-dir));
		return false;
	}
	snprintf(path, sizeof(path), "events/%s/%s", name, file);
	got = sysfile_read(dir, path, text, size);
	close(dir);
	if (got < 0)
		require_unmet("tracepoint %s: %s", name, strerror(-got));
	return got >= 0;
}

unsigned long tracepoint_id(const char *name)
{
	unsigned long id = 0;
	char text[32];

	if (read_file(name, "id", text, sizeof(text)) &&
	    !parse_uint(text, 1, UINT_MAX, &id))
		require_unmet("tracepoint %s: its id reads '%s'", name, text);
	return id;
}

/* A number after @key in @line, or -1 */
static long number_after(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	if (!at || !isdigit((unsigned char)at[strlen(key)]))
		return -1;
	return strtol(at + strlen(key), NULL, 10);
}

/* "field:unsigned long pfn;	offset:8;	size:8;	signed:0;" */
static bool describes(char *line, const char *field)
{
	size_t length = strlen(field);
	char *end = strchr(line, ';');

	if (!strstr(line, "field:") || !end || end - line <= (long)length)
		return false;
	return !strncmp(end - length, field, length) && end[-length - 1] == ' ';
}

bool tracepoint_offset(const char *name, const char *field, unsigned int size,
		       unsigned int *offset)
{
	char text[FORMAT_SIZE], *line, *rest = text;

	if (!read_file(name, "format", text, sizeof(text)))
		return false;
	while ((line = strsep(&rest, "\n"))) {
		long at = number_after(line, "offset:");

		if (!describes(line, field))
			continue;
		if (at < 0 || at > USHRT_MAX ||
		    number_after(line, "size:") != (long)size)
			break;
		*offset = at;
		return true;
	}
	require_unmet("tracepoint %s has no field %s of %u bytes", name, field,
		      size);
	return false;
}
