// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "limitfile.h"

/* In order of the report */
static struct figure *figures;

/* @name: OPERATION.MEASURE */
static struct figure *find(const char *test, const char *name)
{
	struct figure **at = &figures;

	for (; *at; at = &(*at)->next)
		if (!strcmp((*at)->test, test) && !strcmp((*at)->name, name))
			return *at;
	*at = calloc(1, sizeof(**at));
	if (!*at) {
		perror("judge");
		exit(1);
	}
	snprintf((*at)->test, sizeof((*at)->test), "%s", test);
	snprintf((*at)->name, sizeof((*at)->name), "%s", name);
	(*at)->length = strrchr(name, '.') - name;
	return *at;
}

/* @name: TEST.OPERATION.MEASURE, or NULL; it is cut in two */
static struct figure *find_whole(char *name)
{
	char *point = name ? strchr(name, '.') : NULL;

	if (!point || !strchr(point + 1, '.') ||
	    point - name >= FIGURES_TEST_SIZE ||
	    strlen(point + 1) >= METRIC_NAME_SIZE)
		return NULL;
	*point = '\0';
	return find(name, point + 1);
}

static bool take_samples(char *words)
{
	static double samples[STATS_MAX_SAMPLES];
	struct figure *figure = find_whole(strtok(words, " "));
	struct estimate *estimate;
	unsigned int n = 0, i;
	char *word;

	if (!figure)
		return false;
	estimate = &figure->estimate;
	for (word = strtok(NULL, " "); word && n < STATS_MAX_SAMPLES;
	     word = strtok(NULL, " "))
		samples[n++] = strtod(word, NULL);
	if (!n)
		return false;
	figure->has_estimate = true;
	if (!stats_estimate(samples, n, estimate))
		return true;
	/* too few for an interval: it is all that was seen */
	estimate->n = n;
	estimate->lo = samples[0];
	estimate->hi = samples[0];
	for (i = 1; i < n; i++) {
		if (samples[i] < estimate->lo)
			estimate->lo = samples[i];
		if (samples[i] > estimate->hi)
			estimate->hi = samples[i];
	}
	return true;
}

/* That of a window, so that it is the sum of the functions told of it */
static bool take_figure(char *words)
{
	struct figure *figure = find_whole(strtok(words, " "));
	const char *word = strtok(NULL, " ");

	if (!figure || !figure->has_estimate || !word)
		return false;
	figure->estimate.median = strtod(word, NULL);
	return true;
}

/* @words: TEST.OPERATION TEXT */
static bool take_error(char *words)
{
	size_t length = strcspn(words, " ");
	char name[FIGURES_TEST_SIZE + METRIC_NAME_SIZE];
	struct figure *figure;

	snprintf(name, sizeof(name), "%.*s.", (int)length, words);
	figure = find_whole(name);
	if (!figure)
		return false;
	snprintf(figure->error, sizeof(figure->error), "%s", words + length);
	return true;
}

static bool take_line(char *line, char *error)
{
	if (!strncmp(line, "error * ", 8)) {
		snprintf(error, FIGURES_ERROR_SIZE, "%s", line + 8);
		return false;
	}
	snprintf(error, FIGURES_ERROR_SIZE, "malformed line: %.60s", line);
	if (!strncmp(line, "samples ", 8))
		return take_samples(line + 8);
	if (!strncmp(line, "figure ", 7))
		return take_figure(line + 7);
	if (!strncmp(line, "error ", 6))
		return take_error(line + 6);
	return true;
}

bool figures_read(const char *path, char *error)
{
	bool good = true, whole = false;
	char *line = NULL;
	size_t size = 0;
	FILE *file;

	file = fopen(path, "re");
	if (!file) {
		snprintf(error, FIGURES_ERROR_SIZE, "%s: %s", path,
			 strerror(errno));
		return false;
	}
	while (good && getline(&line, &size, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		whole = !strcmp(line, "end");
		good = take_line(line, error);
	}
	free(line);
	fclose(file);
	if (good && !whole)
		snprintf(error, FIGURES_ERROR_SIZE, "%s is not whole", path);
	return good && whole;
}

static const char *take_limit(void *arg, const char *name,
			      const struct limit *limit)
{
	struct figure *figure;

	/* the tests' own metrics have no points in their names */
	if (!strchr(name, '.'))
		return NULL;
	figure = find(arg, name);
	if (figure->has_limit)
		return "this metric has a limit already";
	if (!limit->at_most)
		return "fewer are better: the operator must be <=";
	figure->limit = *limit;
	figure->has_limit = true;
	return NULL;
}

bool figures_limits(const char *path, const char *test, unsigned long release)
{
	FILE *file = fopen(path, "re");
	bool read;

	if (!file) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return false;
	}
	read = !limits_read(file, path, test, release, take_limit,
			    (void *)test);
	fclose(file);
	return read;
}

struct figure *figures_next(struct figure *figure, const char *test)
{
	for (figure = figure ? figure->next : figures; figure;
	     figure = figure->next)
		if (!strcmp(figure->test, test))
			return figure;
	return NULL;
}

struct metric figures_metric(const struct figure *figure)
{
	const char *measure = figure->name + figure->length + 1;
	struct metric metric = {
		.name = figure->name, .kind = METRIC_COUNT, .unit = measure,
	};

	/* those of all levels of the cache */
	if (strstr(measure, "_misses"))
		metric.unit = "misses";
	return metric;
}
