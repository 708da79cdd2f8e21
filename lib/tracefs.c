// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "compiler.h"
#include "tracefs.h"

/* The C library got wrappers of these late; the numbers are the same everywhere */
#ifndef SYS_fsopen
#define SYS_fsopen 430
#define SYS_fsconfig 431
#define SYS_fsmount 432
#endif
#define FSOPEN_CLOEXEC_FLAG 1
#define FSMOUNT_CLOEXEC_FLAG 1
#define FSCONFIG_CREATE_COMMAND 6

static int mount_detached(void)
{
	int context, mount, error;

	context = syscall(SYS_fsopen, "tracefs", FSOPEN_CLOEXEC_FLAG);
	if (context < 0)
		return -errno;
	if (syscall(SYS_fsconfig, context, FSCONFIG_CREATE_COMMAND, NULL, NULL,
		    0))
		mount = -1;
	else
		mount = syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC_FLAG, 0);
	error = -errno;
	close(context);
	return mount < 0 ? error : mount;
}

int tracefs_open(void)
{
	static const char * const places[] = {
		"/sys/kernel/tracing",
		"/sys/kernel/debug/tracing",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		int dir = open(places[i], O_PATH | O_DIRECTORY | O_CLOEXEC);

		/* the directory is there, and empty, without a mount too */
		if (dir >= 0 && !faccessat(dir, "current_tracer", F_OK, 0))
			return dir;
		if (dir >= 0)
			close(dir);
	}
	return mount_detached();
}
