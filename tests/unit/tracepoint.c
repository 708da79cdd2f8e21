// SPDX-License-Identifier: GPL-2.0
/* Ids and format files of tracepoints, as 5.10 to 7.3 have them, and others */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "require.h"
#include "unit.h"

/* The unit is given a tracefs that the tests make up */
static const char *made_up_text;
static int made_up_error;

static int made_up_open(void)
{
	return made_up_error ? made_up_error : open("/dev/null", O_RDONLY);
}

static int made_up_read(int dir, const char *path, char *text, size_t size)
{
	(void)dir;
	CHECK(!strncmp(path, "events/kmem/mm_page_alloc/", 26));
	if (!made_up_text)
		return -ENOENT;
	snprintf(text, size, "%s", made_up_text);
	return strlen(text);
}

#define tracefs_open made_up_open
#define sysfile_read made_up_read
#include "../../lib/tracepoint.c"

#define NAME "kmem/mm_page_alloc"

#define COMMON \
	"name: mm_page_alloc\n" \
	"ID: 520\n" \
	"format:\n" \
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" \
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n" \
	"\n" \
	"\tfield:unsigned long pfn;\toffset:8;\tsize:8;\tsigned:0;\n" \
	"\tfield:unsigned int order;\toffset:16;\tsize:4;\tsigned:0;\n"

#define PRINT \
	"\n" \
	"print fmt: \"page=%p pfn=0x%lx order=%d\", REC->pfn != -1UL ? 1 : 0, REC->pfn\n"

static const char format_5_10[] = COMMON
	"\tfield:gfp_t gfp_flags;\toffset:20;\tsize:4;\tsigned:0;\n"
	"\tfield:int migratetype;\toffset:24;\tsize:4;\tsigned:1;\n"
	PRINT;

/* To 7.3 */
static const char format_6_1[] = COMMON
	"\tfield:unsigned long gfp_flags;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:int migratetype;\toffset:32;\tsize:4;\tsigned:1;\n"
	PRINT;

static void look(void *arg)
{
	unsigned int offset = 99, size = 0;
	const char *field;
	char name[32];

	if (sscanf(arg, "%31s %u", name, &size) != 2) {
		printf("id %lu\n", tracepoint_id(NAME));
	} else {
		field = name;
		if (tracepoint_offset(NAME, field, size, &offset))
			printf("at %u\n", offset);
	}
	require_flush("x");
}

/* "id", or a field and its size: what is printed */
static const char *seen(const char *text, const char *what)
{
	made_up_text = text;
	child_run(look, (void *)what);
	CHECK_INT(child.status, 0);
	return child.out;
}

static void ids(void)
{
	CHECK_STRING(seen("520", "id"), "id 520\n");
	CHECK_STRING(seen("4294967295", "id"), "id 4294967295\n");
}

static void ids_that_are_none(void)
{
	static const char * const texts[] = {
		"", "0", "-1", "520 ", "x", "4294967296", "520\n521",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		CHECK_HAS(seen(texts[i], "id"),
			  "# x: skipped: tracepoint " NAME ": its id reads '");
	CHECK_HAS(seen(NULL, "id"),
		  "# x: skipped: tracepoint " NAME ": No such file");
}

static void no_tracefs(void)
{
	made_up_error = -EPERM;
	CHECK_HAS(seen("520", "id"), "id 0\n");
	CHECK_HAS(child.out, "# x: skipped: no tracefs (root), needed for tracepoint "
		  NAME ": Operation not permitted");
	CHECK_HAS(seen(format_6_1, "pfn 8"), "no tracefs");
	made_up_error = 0;
}

static void offsets(void)
{
	static const char * const formats[] = { format_5_10, format_6_1 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		CHECK_STRING(seen(formats[i], "pfn 8"), "at 8\n");
		CHECK_STRING(seen(formats[i], "order 4"), "at 16\n");
		CHECK_STRING(seen(formats[i], "common_type 2"), "at 0\n");
	}
	CHECK_STRING(seen(format_5_10, "gfp_flags 4"), "at 20\n");
	CHECK_STRING(seen(format_6_1, "gfp_flags 8"), "at 24\n");
	CHECK_STRING(seen("\tfield:unsigned long pfn;\toffset:8;\tsize:8;",
			  "pfn 8"), "at 8\n");
}

/* Nothing is read that isn't the field wanted */
static void no_such_field(void)
{
	static const char * const texts[] = {
		"", "\n\n\n", "field:;", "pfn;", "field:pfn", ";",
		"field:unsigned long xpfn;\toffset:8;\tsize:8;",
		"field:unsigned long pfnx;\toffset:8;\tsize:8;",
		"field:unsigned long pfn;\toffset:;\tsize:8;",
		"field:unsigned long pfn;\toffset:-8;\tsize:8;",
		"field:unsigned long pfn;\toffset:99999999999999999999;\tsize:8;",
		"field:unsigned long pfn;\toffset:65536;\tsize:8;",
		"field:unsigned long pfn;\tsize:8;",
		"field:unsigned long pfn;\toffset:8;",
		"field:unsigned int pfn;\toffset:8;\tsize:4;",
		"print fmt: \"pfn; offset:8; size:8;\"",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(texts); i++)
		CHECK_STRING(seen(texts[i], "pfn 8"),
			     "# x: skipped: tracepoint " NAME
			     " has no field pfn of 8 bytes\n");
	CHECK_HAS(seen(format_6_1, "pfn 4"), "has no field pfn of 4 bytes");
	CHECK_HAS(seen(format_6_1, "gfp_flags 4"), "has no field gfp_flags of 4");
	CHECK_HAS(seen(format_6_1, "type 2"), "has no field type of 2 bytes");
	CHECK_HAS(seen(NULL, "pfn 8"), "No such file");
}

int main(void)
{
	RUN(ids);
	RUN(ids_that_are_none);
	RUN(no_tracefs);
	RUN(offsets);
	RUN(no_such_field);
	return unit_end();
}
