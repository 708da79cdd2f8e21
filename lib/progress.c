// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <unistd.h>

#include "progress.h"

void progress_show(const char *what)
{
	if (!isatty(STDERR_FILENO))
		return;
	/* back to the start of the line, and clear to its end */
	fprintf(stderr, "\r\033[K%s%s", what ? what : "", what ? " ..." : "");
}
