// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compiler.h"
#include "dax.h"
#include "parse.h"
#include "require.h"
#include "sysfile.h"

#define DEVICES "/sys/bus/dax/devices"
#define REASON_SIZE 120
#define PATH_SIZE 128

/* Why a device can't be used */
static void __printf(2, 3) why(char *reason, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reason, REASON_SIZE, format, args);
	va_end(args);
}

unsigned int dax_list(const char *text, char names[][DAX_NAME_SIZE])
{
	unsigned int count = 0;

	for (;;) {
		size_t length = strcspn(text, ",");

		if (!strncmp(text, "/dev/", 5)) {
			text += 5;
			length -= 5;
		}
		if (count == DAX_MOST || length >= DAX_NAME_SIZE ||
		    strncmp(text, "dax", 3) || !isdigit((unsigned char)text[3]) ||
		    memchr(text, '/', length))
			return 0;
		snprintf(names[count++], DAX_NAME_SIZE, "%.*s", (int)length, text);
		if (!text[length])
			return count;
		text += length + 1;
	}
}

/* An attribute of a device; false when there is none or it is no number */
static bool attribute(const char *name, const char *file, unsigned long *value)
{
	char path[PATH_SIZE], text[32];

	snprintf(path, sizeof(path), DEVICES "/%s/%s", name, file);
	return sysfile_read(AT_FDCWD, path, text, sizeof(text)) > 0 &&
	       parse_uint(text, 0, LONG_MAX, value);
}

/* Reads the address, which sysfs gives in hexadecimal, and only root */
static unsigned long long address_of(const char *name)
{
	char path[PATH_SIZE], text[32];

	/* in several pieces: their own files tell */
	snprintf(path, sizeof(path), DEVICES "/%s/mapping1", name);
	if (!access(path, F_OK))
		return 0;
	snprintf(path, sizeof(path), DEVICES "/%s/resource", name);
	if (sysfile_read(AT_FDCWD, path, text, sizeof(text)) <= 0)
		return 0;
	return strtoull(text, NULL, 16);
}

static bool driver_serves(const char *name, char *reason)
{
	char path[PATH_SIZE], driver[PATH_SIZE];
	const char *last;
	ssize_t length;

	snprintf(path, sizeof(path), DEVICES "/%s/driver", name);
	length = readlink(path, driver, sizeof(driver) - 1);
	if (length < 0) {
		why(reason, "no driver is bound to it: see daxctl reconfigure-device");
		return false;
	}
	driver[length] = '\0';
	last = strrchr(driver, '/');
	last = last ? last + 1 : driver;
	if (!strcmp(last, "kmem")) {
		why(reason, "busy: the kernel uses it as memory (kmem)");
		return false;
	}
	return true;
}

/* Fills in what sysfs tells, and opens the device once to see whether it can be */
static bool inspect(const char *name, struct dax *dax, char *reason)
{
	unsigned long size, align;
	char path[PATH_SIZE];
	int fd;

	snprintf(path, sizeof(path), DEVICES "/%s", name);
	if (access(path, F_OK)) {
		why(reason, "no such device in %s", DEVICES);
		return false;
	}
	if (!driver_serves(name, reason))
		return false;
	if (!attribute(name, "size", &size) || !size) {
		why(reason, "too small: it has no size");
		return false;
	}
	/* kernels before 5.10 don't tell; they map by 2 MB unless told otherwise */
	if (!attribute(name, "align", &align))
		align = REGION_HUGE;
	if (!align || align & (align - 1) || size % align) {
		why(reason, "its align (%lu) can't be used", align);
		return false;
	}
	snprintf(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0) {
		why(reason, "%s: %s%s", path, strerror(errno),
		    errno == EACCES ? ": run as root" : "");
		return false;
	}
	close(fd);
	snprintf(dax->name, DAX_NAME_SIZE, "%s", name);
	dax->size = size;
	dax->align = align;
	dax->address = address_of(name);
	return true;
}

static int by_address(const void *left, const void *right)
{
	const struct dax *one = left, *other = right;

	if (one->address != other->address)
		return one->address < other->address ? -1 : 1;
	return strcmp(one->name, other->name);
}

static unsigned int find_named(char names[][DAX_NAME_SIZE], unsigned int count,
			       struct dax *devices)
{
	unsigned int found = 0, i;
	char reason[REASON_SIZE];

	for (i = 0; i < count; i++) {
		if (inspect(names[i], &devices[found], reason))
			found++;
		else
			require_unmet("%s: %s", names[i], reason);
	}
	return found == count ? found : 0;
}

static unsigned int find_all(struct dax *devices)
{
	char reasons[DAX_MOST][REASON_SIZE + DAX_NAME_SIZE + 2];
	unsigned int found = 0, unfit = 0, i;
	DIR *dir = opendir(DEVICES);
	char reason[REASON_SIZE];
	struct dirent *entry;

	while (dir && found < DAX_MOST && unfit < DAX_MOST &&
	       (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' ||
		    strlen(entry->d_name) >= DAX_NAME_SIZE)
			continue;
		if (inspect(entry->d_name, &devices[found], reason))
			found++;
		else
			snprintf(reasons[unfit++], sizeof(reasons[0]), "%.31s: %s",
				 entry->d_name, reason);
	}
	if (dir)
		closedir(dir);
	if (!found && !unfit)
		require_unmet("no dax device in %s: see ndctl create-namespace -m devdax",
			      DEVICES);
	for (i = 0; !found && i < unfit; i++)
		require_unmet("%s", reasons[i]);
	qsort(devices, found, sizeof(*devices), by_address);
	return found;
}

unsigned int dax_find(char names[][DAX_NAME_SIZE], unsigned int count,
		      struct dax *devices)
{
	return count ? find_named(names, count, devices) : find_all(devices);
}

static size_t round_up(size_t length, size_t align)
{
	return (length + align - 1) / align * align;
}

bool dax_adjacent(const struct dax *devices, unsigned int count, size_t length,
		  struct dax_piece *pieces)
{
	unsigned int i, j;

	for (i = 0; i < count; i++)
		for (j = 0; j < count; j++) {
			const struct dax *low = &devices[i], *high = &devices[j];

			if (!low->address || low->size < length ||
			    high->size < length ||
			    low->address + low->size != high->address)
				continue;
			pieces[0].dax = low;
			pieces[0].length = round_up(length, low->align);
			pieces[0].offset = low->size - pieces[0].length;
			pieces[1].dax = high;
			pieces[1].length = round_up(length, high->align);
			pieces[1].offset = 0;
			return true;
		}
	return false;
}

static int by_align(const void *left, const void *right)
{
	const struct dax_piece *one = left, *other = right;

	if (one->dax->align != other->dax->align)
		return one->dax->align > other->dax->align ? -1 : 1;
	/* as they came: qsort() alone need not keep that order */
	return one->dax < other->dax ? -1 : 1;
}

unsigned int dax_share(const struct dax *devices, unsigned int count,
		       size_t length, struct dax_piece *pieces)
{
	unsigned int i, used = 0;

	for (i = 0; i < count; i++)
		pieces[i] = (struct dax_piece){ .dax = &devices[i] };
	qsort(pieces, count, sizeof(*pieces), by_align);
	for (i = 0; i < count && length; i++) {
		struct dax_piece *piece = &pieces[i];

		/* of what is still wanted, the share of those not asked yet */
		piece->length = round_up((length + count - i - 1) / (count - i),
					 piece->dax->align);
		if (piece->length > piece->dax->size)
			piece->length = piece->dax->size;
		length -= piece->length < length ? piece->length : length;
		used++;
	}
	return used;
}

static bool map_piece(const struct dax_piece *piece, char *at)
{
	char path[PATH_SIZE];
	void *map;
	int fd;

	snprintf(path, sizeof(path), "/dev/%s", piece->dax->name);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0) {
		require_unmet("%s: %s", path, strerror(errno));
		return false;
	}
	map = mmap(at, piece->length, PROT_READ | PROT_WRITE,
		   MAP_SHARED | MAP_FIXED, fd, piece->offset);
	if (map == MAP_FAILED)
		require_unmet("%s: %zu MB at %zu MB can't be mapped: %s", path,
			      piece->length >> 20, piece->offset >> 20,
			      strerror(errno));
	close(fd);
	return map != MAP_FAILED;
}

/* Has all pages mapped, by writes that change nothing: they may be somebody's */
static void touch(const struct region *region)
{
	size_t page = region_page(), at;
	char nothing = 0;

	for (at = 0; at < region->length; at += page) {
		/* a compiler that knew its value would only read */
		asm volatile("" : "+r" (nothing));
		__atomic_fetch_or(region->start + at, nothing, __ATOMIC_RELAXED);
	}
}

bool dax_map(struct region *region, const struct dax_piece *pieces,
	     unsigned int count)
{
	size_t length = 0, align = region_page();
	unsigned int i;
	char *at;

	for (i = 0; i < count; i++) {
		length += pieces[i].length;
		if (pieces[i].dax->align > align)
			align = pieces[i].dax->align;
	}
	if (!region_reserve(region, length, align))
		return false;
	at = region->start;
	for (i = 0; i < count; i++) {
		if (!map_piece(&pieces[i], at)) {
			region_unmap(region);
			return false;
		}
		at += pieces[i].length;
	}
	touch(region);
	return true;
}
