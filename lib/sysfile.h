/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_SYSFILE_H
#define PERF_REGRESS_SYSFILE_H

#include <stddef.h>

/*
 * sysfile_read - read a small text file of /proc or /sys
 * @dir: directory descriptor that @path is relative to, or AT_FDCWD
 * @path: the file
 * @text: where its start goes, always NUL-terminated, no trailing white space;
 *	  bytes that don't print become '?'
 * @size: size of @text; what doesn't fit is left out
 *
 * Return: the length of @text, or a negative errno.
 */
int sysfile_read(int dir, const char *path, char *text, size_t size);

/*
 * sysfile_write - write text to a file of /proc or /sys in one call
 *
 * Return: 0 or a negative errno.
 */
int sysfile_write(int dir, const char *path, const char *text);

#endif
