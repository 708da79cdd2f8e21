// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../lib/compiler.h"
#include "symbols.h"

#define NAME_SIZE 96

struct symbol {
	__u64 address;
	char name[NAME_SIZE];
};

static struct symbol *symbols;
static unsigned int nr_symbols;

/* "ffffffff81000000 T _stext", or "... t name\t[module]" */
static bool parse(const char *text, struct symbol *symbol)
{
	__u64 address;
	char type, name[64], module[32] = "";

	if (sscanf(text, "%llx %c %63s %31s", &address, &type, name,
		   module) < 3)
		return false;
	/* padding in front of a function, whose name it has */
	if (!address || !strchr("tTwW", type) || !strncmp(name, "__pfx_", 6))
		return false;
	symbol->address = address;
	snprintf(symbol->name, sizeof(symbol->name), "%s%s", name, module);
	return true;
}

static int compare(const void *left, const void *right)
{
	const struct symbol *a = left, *b = right;

	if (a->address != b->address)
		return a->address > b->address ? 1 : -1;
	return strcmp(a->name, b->name);
}

static void drop_aliases(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < nr_symbols; i++)
		if (!n || symbols[i].address != symbols[n - 1].address)
			symbols[n++] = symbols[i];
	nr_symbols = n;
}

static void *grow(void *array, size_t number, size_t size)
{
	array = realloc(array, number * size);
	if (!array) {
		fprintf(stderr, "probe: no memory for symbols\n");
		exit(1);
	}
	return array;
}

static void add_symbol(const char *text)
{
	static unsigned int room;

	if (nr_symbols == room) {
		room = room ? 2 * room : 0x10000;
		symbols = grow(symbols, room, sizeof(*symbols));
	}
	if (parse(text, &symbols[nr_symbols]))
		nr_symbols++;
}

void symbols_add(char byte)
{
	static char line[256];
	static unsigned int length;

	if (byte != '\n') {
		if (length < sizeof(line) - 1)
			line[length++] = byte;
		return;
	}
	line[length] = '\0';
	add_symbol(line);
	length = 0;
}

unsigned int symbols_sort(void)
{
	qsort(symbols, nr_symbols, sizeof(*symbols), compare);
	drop_aliases();
	return nr_symbols;
}

int symbols_find(__u64 address)
{
	unsigned int low = 0, high = nr_symbols;

	while (low < high) {
		unsigned int middle = (low + high) / 2;

		if (symbols[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return (int)low - 1;
}

const char *symbols_name(unsigned int number)
{
	return symbols[number].name;
}

bool symbols_is_interrupt(unsigned int number)
{
	static const char *const begins[] = {
		"asm_sysvec_",		/* x86 */
		"asm_common_interrupt",
		"el0t_64_irq",		/* arm64 */
		"el1h_64_irq",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(begins); i++)
		if (!strncmp(symbols[number].name, begins[i],
			     strlen(begins[i])))
			return true;
	return false;
}
