// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "require.h"
#include "setting.h"
#include "sysfile.h"

/* Longer than a test of this collection keeps a setting */
#define PATIENCE_MS 20000
#define POLL_MS 20
#define NS_PER_MS 1000000L

static bool write_all(int file, const char *text)
{
	size_t length = strlen(text);

	return pwrite(file, text, length, 0) == (ssize_t)length;
}

static void restore(const void *arg)
{
	const struct setting *setting = arg;

	write_all(setting->file, setting->before);
}

static bool lock(int file, const char *path)
{
	const struct timespec wait = { .tv_nsec = POLL_MS * NS_PER_MS };
	unsigned int i;

	for (i = 0; flock(file, LOCK_EX | LOCK_NB); i++) {
		if ((errno != EWOULDBLOCK && errno != EINTR) ||
		    i == PATIENCE_MS / POLL_MS) {
			require_unmet("%s is in use by another test: %s", path,
				      strerror(errno));
			return false;
		}
		nanosleep(&wait, NULL);
	}
	return true;
}

/* Opens and locks it; -1 after noting why */
static int open_locked(const char *path, int flags)
{
	int file = open(path, flags | O_CLOEXEC);

	if (file < 0) {
		require_unmet("%s: %s", path, strerror(errno));
		return -1;
	}
	if (lock(file, path))
		return file;
	close(file);
	return -1;
}

int setting_lock(const char *path)
{
	return open_locked(path, O_RDONLY);
}

/* With the file locked */
static bool change(struct setting *setting, const char *path,
		   const char *value)
{
	int got = sysfile_read(AT_FDCWD, path, setting->before,
			       sizeof(setting->before));

	if (got < 0 || got == sizeof(setting->before) - 1) {
		require_unmet("%s can't be read: %s", path,
			      strerror(got < 0 ? -got : E2BIG));
		return false;
	}
	if (!guard_start(&setting->guard, path, restore, setting))
		return false;
	if (write_all(setting->file, value))
		return true;
	require_unmet("%s can't be set to '%s': %s", path, value,
		      strerror(errno));
	guard_end(&setting->guard);
	return false;
}

bool setting_change(struct setting *setting, const char *path,
		    const char *value)
{
	setting->file = open_locked(path, O_RDWR);
	if (setting->file < 0)
		return false;
	if (change(setting, path, value))
		return true;
	close(setting->file);
	return false;
}

void setting_restore(struct setting *setting)
{
	guard_end(&setting->guard);
	close(setting->file);
}
