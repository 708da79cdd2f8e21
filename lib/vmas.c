// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "parse.h"
#include "require.h"
#include "sysfile.h"
#include "vmas.h"

/* VMAs of the program itself, its libraries and its stack, and then some */
#define OWN_VMAS 200

static char *standing[VMAS_MOST];
static unsigned int nr_standing;

unsigned long vmas_page_size(void)
{
	static unsigned long size;

	if (!size)
		size = sysconf(_SC_PAGESIZE);
	return size;
}

char *vmas_map(int prot)
{
	return mmap(NULL, vmas_page_size(), prot, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
}

bool vmas_stand(unsigned int count)
{
	while (nr_standing > count)
		munmap(standing[--nr_standing], vmas_page_size());
	while (nr_standing < count) {
		char *page = vmas_map(nr_standing % 2 ? PROT_READ : PROT_NONE);

		if (page == MAP_FAILED) {
			require_unmet("VMA %u of %u: %s", nr_standing + 1,
				      count, strerror(errno));
			/* what comes next needs memory, too */
			vmas_stand(0);
			return false;
		}
		standing[nr_standing++] = page;
	}
	return true;
}

void vmas_require(unsigned int count)
{
	unsigned long most, need = count + OWN_VMAS;
	char text[32];

	if (sysfile_read(AT_FDCWD, "/proc/sys/vm/max_map_count", text,
			 sizeof(text)) < 0 ||
	    !parse_uint(text, 0, ~0UL, &most))
		require_unmet("/proc/sys/vm/max_map_count holds no number");
	else if (most < need)
		require_unmet("too few VMAs allowed: sysctl vm.max_map_count=%lu",
			      need);
}

bool vmas_merges(void)
{
	unsigned long page = (unsigned long)vmas_map(PROT_READ | PROT_WRITE);
	unsigned long start, end;
	bool merged = false;
	char line[512];
	FILE *maps;

	maps = fopen("/proc/self/maps", "re");
	while (maps && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx", &start, &end) == 2 &&
		    start <= page && page < end)
			merged = end - start > vmas_page_size();
	if (maps)
		fclose(maps);
	munmap((void *)page, vmas_page_size());
	return merged;
}
