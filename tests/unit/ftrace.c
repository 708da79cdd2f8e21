// SPDX-License-Identifier: GPL-2.0
/* Lines of the function_graph tracer, as 5.10 to 7.3 print them */
#include "compiler.h"
#include "unit.h"

/* For what is static in it */
#include "../../lib/ftrace.c"

static void durations(void)
{
	CHECK_DOUBLE(parse_line(" 1)   0.501 us    |  do_mmap();\n", "do_mmap"),
		     501);
	CHECK_DOUBLE(parse_line(" 0)   1.25 us    |  do_mmap();\n", "do_mmap"),
		     1250);
	CHECK_DOUBLE(parse_line(" 12) + 12.345 us   |  do_mmap();\n", "do_mmap"),
		     12345);
	CHECK_DOUBLE(parse_line(" 1) ! 123.456 us  |  do_mmap();\n", "do_mmap"),
		     123456);
	CHECK_DOUBLE(parse_line(" 1) # 1234.567 us |  do_mmap();\n", "do_mmap"),
		     1234567);
	CHECK_DOUBLE(parse_line(" 1) * 12345.67 us |  do_mmap();\n", "do_mmap"),
		     12345670);
	CHECK_DOUBLE(parse_line(" 1) @ 123456.7 us |  do_mmap();\n", "do_mmap"),
		     123456700);
	CHECK_DOUBLE(parse_line(" 1) $ 1234567 us |  do_mmap();\n", "do_mmap"),
		     1234567000);
}

static void what_follows_the_call(void)
{
	CHECK_DOUBLE(parse_line(" 1)   0.5 us    |  do_mmap(); /* = 0x7f */\n",
				"do_mmap"), 500);
	CHECK_DOUBLE(parse_line(" 1)   0.5 us    |      do_mmap();", "do_mmap"),
		     500);
	CHECK_DOUBLE(parse_line(" 1) mmap-77 |   0.5 us    |  do_mmap();\n",
				"do_mmap"), 0);
}

/* No byte before the line is its own */
static void a_line_that_starts_with_its_duration(void)
{
	static const char text[] = "97 us |  do_mmap();";

	CHECK_DOUBLE(parse_line(&text[1], "do_mmap"), 7000);
}

static void other_lines(void)
{
	static const char * const lines[] = {
		"", "\n", "# tracer: function_graph\n",
		"# CPU  DURATION                  FUNCTION CALLS\n",
		"# |     |   |                     |   |   |   |\n",
		" 1)   0.5 us    |  do_munmap();\n",
		" 1)   0.5 us    |  do_mmap_more();\n",
		" 1)   0.5 us    |  not_do_mmap();\n",
		" 1)   0.5 us    |  do_mmap() {\n",
		" 1)               |  do_mmap();\n",
		" 1)   0.5 us    |  }\n",
		" 1)   0.5 us    |  /* do_mmap(); */\n",
		" 1)   0.5 ms    |  do_mmap();\n",
		" 1)   0.5 us\n", "do_mmap();\n", "|", "| ", "|do_mmap", " us |",
		" ------------------------------------------\n",
		" 1)  bash-7  =>  mmap-8\n",
		" 1)               |  do_mmap(); 0.5 us x\n",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		if (parse_line(lines[i], "do_mmap"))
			CHECK_STRING(lines[i], "to be passed over");
}

int main(void)
{
	RUN(durations);
	RUN(what_follows_the_call);
	RUN(a_line_that_starts_with_its_duration);
	RUN(other_lines);
	return unit_end();
}
