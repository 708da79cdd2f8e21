/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_DAX_H
#define PERF_REGRESS_DAX_H

#include <stdbool.h>
#include <stddef.h>

#include "region.h"

#define DAX_MOST 64
#define DAX_NAME_SIZE 32

/* A device-dax device, /dev/dax0.0 and its like */
struct dax {
	char name[DAX_NAME_SIZE];	/* dax0.0 */
	size_t size;
	/* its pages: what is mapped must be a multiple of it */
	size_t align;
	/* physical address; 0: only root is told, or it is in several pieces */
	unsigned long long address;
};

/* A piece of a device */
struct dax_piece {
	const struct dax *dax;
	size_t offset;		/* both multiples of its align */
	size_t length;
};

/*
 * dax_list - read a list of names
 * @text: "dax0.0,dax1.0", each may have /dev/ before it
 * @names: room for DAX_MOST names
 *
 * Return: how many there are, or 0 when it is malformed.
 */
unsigned int dax_list(const char *text, char names[][DAX_NAME_SIZE]);

/*
 * dax_find - the devices that can be mapped
 * @names: those to look at
 * @count: how many; 0: all that this machine has, by address and name
 * @devices: where they go, room for DAX_MOST
 *
 * Nothing of a device is changed.
 *
 * Return: how many; 0 after noting why by require_unmet(). Each device that is
 * named must be there, of the others one is enough.
 */
unsigned int dax_find(char names[][DAX_NAME_SIZE], unsigned int count,
		      struct dax *devices);

/*
 * dax_adjacent - two devices of which one begins where the other ends
 * @pieces: the end of the one and the beginning of the other
 * @length: bytes wanted of each
 *
 * Each has a pgmap of its own.
 *
 * Return: false when there are none, or their addresses aren't known.
 */
bool dax_adjacent(const struct dax *devices, unsigned int count, size_t length,
		  struct dax_piece *pieces);

/*
 * dax_share - take about as much from each device
 * @pieces: where it goes: one a device, those with large pages first, so that
 *	    each is aligned behind the other
 * @length: bytes wanted of all together; less where they don't have as much
 *
 * Return: how many pieces.
 */
unsigned int dax_share(const struct dax *devices, unsigned int count,
		       size_t length, struct dax_piece *pieces);

/*
 * dax_map - map pieces of devices, side by side in this order, and touch them
 *
 * What they hold is not changed.
 *
 * Return: false after noting why by require_unmet(); nothing is mapped then.
 */
bool dax_map(struct region *region, const struct dax_piece *pieces,
	     unsigned int count);

#endif
