// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sysfile.h"

int sysfile_read(int dir, const char *path, char *text, size_t size)
{
	size_t length = 0, i;
	ssize_t got = 0;
	int fd, error;

	text[0] = '\0';
	fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	while (length < size - 1) {
		got = read(fd, text + length, size - 1 - length);
		if (got <= 0)
			break;
		length += got;
	}
	error = got < 0 ? -errno : 0;
	close(fd);
	if (error)
		length = 0;

	while (length && isspace((unsigned char)text[length - 1]))
		length--;
	text[length] = '\0';
	for (i = 0; i < length; i++)
		if (!isprint((unsigned char)text[i]) && text[i] != '\n')
			text[i] = '?';
	return error ? error : (int)length;
}

int sysfile_write(int dir, const char *path, const char *text)
{
	size_t length = strlen(text);
	ssize_t put;
	int fd, error = 0;

	fd = openat(dir, path, O_WRONLY | O_CLOEXEC | O_TRUNC);
	if (fd < 0)
		return -errno;
	put = write(fd, text, length);
	if (put < 0)
		error = -errno;
	else if ((size_t)put != length)
		error = -EIO;
	close(fd);
	return error;
}
