// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler.h"
#include "directread.h"
#include "require.h"
#include "workers.h"

#define CACHE_LINES 128

struct directread_lane {
	int file;
	unsigned int cpu;
	char *buffer;
	long long at, size;
	/* reads, by themselves: each lane is written by one thread */
	unsigned long done __aligned(CACHE_LINES);
};

static int open_file(const char *file, long long *size)
{
	int fd = open(file, O_RDONLY | O_DIRECT | O_CLOEXEC | O_NONBLOCK);
	struct stat about = { .st_size = 0 };

	if (fd < 0) {
		require_unmet("%s: %s%s", file, strerror(errno),
			      errno == EINVAL ? ": no O_DIRECT there" : "");
		return -1;
	}
	if (!fstat(fd, &about) && S_ISREG(about.st_mode) &&
	    about.st_size >= DIRECTREAD_SIZE) {
		/* whole reads only */
		*size = about.st_size - about.st_size % DIRECTREAD_SIZE;
		return fd;
	}
	require_unmet("%s: not a regular file of 1 MiB or more", file);
	close(fd);
	return -1;
}

void directread_require(const char *file)
{
	long long size;
	int fd = open_file(file, &size);

	if (fd >= 0)
		close(fd);
}

bool directread_open(struct directread *reads, const char *file,
		     const unsigned int *cpus, unsigned int nr_cpus,
		     unsigned int count)
{
	unsigned int i;

	reads->count = 0;
	reads->lanes = aligned_alloc(CACHE_LINES, count * sizeof(*reads->lanes));
	if (!reads->lanes) {
		require_unmet("no memory for %u reads", count);
		return false;
	}
	for (i = 0; i < count; i++) {
		struct directread_lane *lane = &reads->lanes[i];

		*lane = (struct directread_lane){ .cpu = cpus[i % nr_cpus] };
		lane->file = open_file(file, &lane->size);
		if (lane->file < 0)
			break;
		lane->at = (long long)i * DIRECTREAD_SIZE % lane->size;
		lane->buffer = mmap(NULL, DIRECTREAD_SIZE, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
				    -1, 0);
		if (lane->buffer == MAP_FAILED) {
			require_unmet("no memory for %u reads", count);
			close(lane->file);
			break;
		}
		reads->count++;
	}
	if (reads->count == count)
		return true;
	directread_close(reads);
	return false;
}

static int read_on(void *arg)
{
	struct directread_lane *lane = arg;

	while (!workers_stopped()) {
		ssize_t got = pread(lane->file, lane->buffer, DIRECTREAD_SIZE,
				    lane->at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got != DIRECTREAD_SIZE)
			return got < 0 ? errno : ENODATA;
		lane->at = (lane->at + DIRECTREAD_SIZE) % lane->size;
		lane->done++;
	}
	return 0;
}

bool directread_run(struct directread *reads, unsigned int ms, double *done,
		    double *seconds)
{
	struct worker workers[DIRECTREAD_MOST];
	unsigned int i;
	bool ran;

	for (i = 0; i < reads->count; i++) {
		reads->lanes[i].done = 0;
		workers[i] = (struct worker){
			reads->lanes[i].cpu, read_on, &reads->lanes[i]
		};
	}
	ran = workers_run(workers, reads->count, ms, "direct reads", seconds);
	*done = 0;
	for (i = 0; i < reads->count; i++)
		*done += reads->lanes[i].done;
	return ran;
}

void directread_close(struct directread *reads)
{
	while (reads->count) {
		struct directread_lane *lane = &reads->lanes[--reads->count];

		munmap(lane->buffer, DIRECTREAD_SIZE);
		close(lane->file);
	}
	free(reads->lanes);
}
