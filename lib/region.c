// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "region.h"
#include "require.h"

#define KB 1024

size_t region_page(void)
{
	return sysconf(_SC_PAGESIZE);
}

bool region_reserve(struct region *region, size_t length, size_t align)
{
	region->length = length;
	region->reserved_length = length + align;
	region->reserved = mmap(NULL, region->reserved_length, PROT_NONE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
				0);
	if (region->reserved == MAP_FAILED) {
		require_unmet("no address space for %zu MB: %s", length >> 20,
			      strerror(errno));
		memset(region, 0, sizeof(*region));
		return false;
	}
	region->start = (char *)(((uintptr_t)region->reserved + align - 1) &
				 ~(align - 1));
	return true;
}

/* Bytes of the mapping that begins there which are in huge pages */
static size_t huge_bytes(const char *start)
{
	FILE *maps = fopen("/proc/self/smaps", "re");
	char line[256], begin[32];
	bool found = false;
	size_t kb = 0;

	if (!maps)
		return 0;
	snprintf(begin, sizeof(begin), "%lx-", (unsigned long)start);
	while (fgets(line, sizeof(line), maps)) {
		if (!strncmp(line, begin, strlen(begin)))
			found = true;
		if (found && sscanf(line, "AnonHugePages: %zu", &kb) == 1)
			break;
	}
	fclose(maps);
	return kb * KB;
}

static bool populate(const struct region *region, bool huge)
{
	void *map = mmap(region->start, region->length, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	size_t got;

	if (map == MAP_FAILED) {
		require_unmet("no memory of %zu MB: %s", region->length >> 20,
			      strerror(errno));
		return false;
	}
	if (madvise(map, region->length, huge ? MADV_HUGEPAGE :
						MADV_NOHUGEPAGE) && huge) {
		require_unmet("no transparent huge pages: %s", strerror(errno));
		return false;
	}
	/* written, and not only read: huge pages of zeroes would be split again */
	memset(map, 1, region->length);
	got = huge ? huge_bytes(region->start) : 0;
	if (huge && got != region->length) {
		require_unmet("%zu of %zu MB are huge: see /sys/kernel/mm/transparent_hugepage",
			      got >> 20, region->length >> 20);
		return false;
	}
	return true;
}

bool region_memory(struct region *region, size_t length, bool huge)
{
	if (!region_reserve(region, length, REGION_HUGE))
		return false;
	if (populate(region, huge))
		return true;
	region_unmap(region);
	return false;
}

void region_unmap(struct region *region)
{
	if (region->reserved)
		munmap(region->reserved, region->reserved_length);
	memset(region, 0, sizeof(*region));
}
