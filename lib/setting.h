/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SETTING_H
#define PERF_REGRESS_SETTING_H

#include <stdbool.h>

#include "guard.h"

/* Longest text of a setting */
#define SETTING_SIZE 1024

/*
 * A file of /proc or /sys that is changed for a while, for the whole system. A
 * guard puts it back however this program ends. Who else of this collection
 * wants to change it waits meanwhile.
 */
struct setting {
	/* holds the lock and is what is written to */
	int file;
	char before[SETTING_SIZE];
	struct guard guard;
};

/*
 * setting_change - set a file until setting_restore()
 * @path: the file, which reads as it is written; locked from here on
 * @value: what it is set to
 *
 * Return: false after noting why by require_unmet(), such as that another run
 * has had it changed for too long; the file is as it was then.
 */
bool setting_change(struct setting *setting, const char *path,
		    const char *value);

/*
 * setting_lock - have a file or folder to oneself, among runs of this collection
 *
 * Return: a descriptor that holds the lock until it is closed, also by guards
 * that start meanwhile; or -1 after noting why by require_unmet().
 */
int setting_lock(const char *path);

/* setting_restore - put it back as it was, and let others have it */
void setting_restore(struct setting *setting);

#endif
