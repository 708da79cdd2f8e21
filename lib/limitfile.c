// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "limitfile.h"
#include "parse.h"

#define BLANKS " \t\r\n"
#define MOST_WORDS 10

static int wrong(char *error, const char *what, const char *word)
{
	/* a word of an alien file may hold anything and be very long */
	snprintf(error, LIMITS_ERROR_SIZE, "%s: '%.60s'", what, word);
	return -1;
}

static int parse_metric(char *word, struct limits_line *line, char *error)
{
	char *point = strchr(word, '.');
	size_t length = point ? point - word : 0;

	if (!length || !point[1] || length >= sizeof(line->program) ||
	    strlen(point + 1) >= sizeof(line->metric))
		return wrong(error, "want PROGRAM.METRIC", word);
	memcpy(line->program, word, length);
	line->program[length] = '\0';
	memcpy(line->metric, point + 1, strlen(point));
	return 0;
}

static void keep_reason(const char *text, char *reason)
{
	text += strspn(text, BLANKS);
	snprintf(reason, LIMIT_REASON_SIZE, "%.*s", (int)strcspn(text, "\r\n"),
		 text);
}

/* A running kernel's name may go on, as 6.12.1-amd64: one in the file not */
static int parse_whole_release(const char *word, unsigned long *release,
			       char *error)
{
	if (word[strspn(word, "0123456789.")] || !parse_release(word, release))
		return wrong(error, "not a kernel release", word);
	return 0;
}

static int parse_known(char **word, unsigned int words,
		       struct limits_line *line, char *error)
{
	struct limit *limit = &line->limit;

	if ((words != 4 && words != 6) || strcmp(word[0], "known") ||
	    strcmp(word[2], "since") || (words == 6 && strcmp(word[4], "before")))
		return wrong(error, "want 'known VALUE since RELEASE [before RELEASE]' or nothing",
			     word[0]);
	if (!parse_number(word[1], &limit->known))
		return wrong(error, "not a number", word[1]);
	if (parse_whole_release(word[3], &line->since, error))
		return -1;
	if (words == 6 && parse_whole_release(word[5], &line->before, error))
		return -1;
	if (words == 6 && line->before <= line->since)
		return wrong(error, "must be later than the release it begins with",
			     word[5]);
	if (limit->at_most ? limit->known <= limit->value :
			     limit->known >= limit->value)
		return wrong(error, "known value must lie outside the limit",
			     word[1]);
	if (!limit->reason[0])
		return wrong(error, "known value needs a reason: # commit or report",
			     word[1]);
	limit->has_known = true;
	return 0;
}

int limits_parse(const char *text, struct limits_line *line, char *error)
{
	char *copy, *reason, *save, *word[MOST_WORDS];
	unsigned int words = 0;
	int result = -1;

	memset(line, 0, sizeof(*line));
	copy = strdup(text);
	if (!copy)
		return wrong(error, "no memory", "");
	reason = strchr(copy, '#');
	if (reason)
		*reason++ = '\0';
	for (word[0] = strtok_r(copy, BLANKS, &save); word[words];
	     word[words] = strtok_r(NULL, BLANKS, &save)) {
		if (++words < MOST_WORDS)
			continue;
		wrong(error, "too many words", word[MOST_WORDS - 1]);
		goto out;
	}

	if (!words) {
		result = 0;
		goto out;
	}
	if (reason)
		keep_reason(reason, line->limit.reason);
	if (parse_metric(word[0], line, error))
		goto out;
	if (words < 3) {
		wrong(error, "want PROGRAM.METRIC OP VALUE", word[0]);
		goto out;
	}
	line->limit.at_most = !strcmp(word[1], "<=");
	if (!line->limit.at_most && strcmp(word[1], ">=")) {
		wrong(error, "operator must be <= or >=", word[1]);
		goto out;
	}
	if (!parse_number(word[2], &line->limit.value)) {
		wrong(error, "not a number", word[2]);
		goto out;
	}
	if (words > 3 && parse_known(word + 3, words - 3, line, error))
		goto out;
	result = 1;
out:
	free(copy);
	return result;
}

/* PERF_TESTS holds the names of all tests of the collection, set by the build */
bool limits_in_collection(const char *program)
{
	static const char tests[] = PERF_TESTS;
	const char *at = tests;
	size_t length = strlen(program);

	while ((at = strstr(at, program))) {
		bool starts = at == tests || at[-1] == ' ';

		if (starts && (!at[length] || at[length] == ' '))
			return true;
		at += length;
	}
	return false;
}

int limits_read(FILE *file, const char *name, const char *program,
		unsigned long release,
		const char *(*take)(void *arg, const char *metric,
				    const struct limit *limit),
		void *arg)
{
	char error[LIMITS_ERROR_SIZE];
	struct limits_line line;
	unsigned int number = 0;
	char *text = NULL;
	size_t size = 0;
	ssize_t length;
	int result = 0;

	while ((length = getline(&text, &size, file)) >= 0) {
		const char *problem = error;
		int found;

		number++;
		if (strlen(text) != (size_t)length) {
			snprintf(error, sizeof(error), "holds a NUL byte: not a text file");
			found = -1;
		} else {
			found = limits_parse(text, &line, error);
		}
		if (!found)
			continue;
		if (found > 0) {
			if (release < line.since || !release ||
			    (line.before && release >= line.before))
				line.limit.has_known = false;
			if (!strcmp(line.program, program))
				problem = take(arg, line.metric, &line.limit);
			else if (limits_in_collection(line.program))
				problem = NULL;
			else
				wrong(error, "no test of this name", line.program);
		}
		if (problem) {
			fprintf(stderr, "%s:%u: %s\n", name, number, problem);
			result = -1;
		}
	}
	if (ferror(file)) {
		fprintf(stderr, "%s: can't be read: %s\n", name, strerror(errno));
		result = -1;
	}
	free(text);
	return result;
}
