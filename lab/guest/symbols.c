// SPDX-License-Identifier: GPL-2.0
/*
 * Hands the kernel's functions, as lines of /proc/kallsyms, to the probe. For
 * each byte it loads from an address that ends in this byte, by an instruction
 * whose other operand is a number that the probe knows (lab/probe/marks.c):
 * that is a hundred times as fast as a serial port.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/compiler.h"

/* the last bytes are read past, up to the end of an int */
static const int table[65] PERF_ATTRIBUTE((__aligned__(256)));

static void send(const char *text)
{
	for (; *text; text++)
		asm volatile("testl $0x5ca1da7a, (%%rax)" : :
			     "a" ((const char *)table + (unsigned char)*text),
			     "m" (table) : "cc");
}

int main(void)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	char line[256];

	if (!file) {
		perror("/proc/kallsyms");
		exit(1);
	}
	/* "ffffffff81000000 T name": data is of no use */
	while (fgets(line, sizeof(line), file))
		if (strlen(line) > 17 && strchr("tTwW", line[17]))
			send(line);
	return 0;
}
