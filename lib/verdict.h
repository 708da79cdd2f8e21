/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PERF_REGRESS_VERDICT_H
#define PERF_REGRESS_VERDICT_H

#include <stdbool.h>

#include "stats.h"

#define LIMIT_REASON_SIZE 120

/* What a metric must hold; see the file `limits` */
struct limit {
	double value;
	/* figure of a regression that is known and still there */
	double known;
	bool has_known;
	/* true: the metric must not be larger; false: not smaller */
	bool at_most;
	/* why it is so: a commit or a report; may be empty, or cut short */
	char reason[LIMIT_REASON_SIZE];
};

/* Where an interval lies */
enum zone {
	ZONE_INSIDE,	/* all of it inside the limit */
	ZONE_KNOWN,	/* all of it outside the limit, inside what is known */
	ZONE_OUTSIDE,	/* all of it outside both */
	ZONE_ACROSS,	/* on both sides of a border: nothing can be said yet */
};

enum verdict {
	VERDICT_PASS,
	VERDICT_XFAIL,
	VERDICT_UNDECIDED,
	VERDICT_FAIL,
};

/* The course of a judgement; starts as all zeroes */
struct judgement {
	unsigned int sets;
	enum zone last;
	enum verdict verdict;
	bool decided;
};

/* verdict_zone - where the interval of @estimate lies by @limit */
enum zone verdict_zone(const struct limit *limit,
		       const struct estimate *estimate);

/* verdict_of - what a zone means for figures that repeat exactly */
enum verdict verdict_of(enum zone zone);

/*
 * verdict_add - judge one more set of fresh samples
 * @judgement: what earlier sets said; updated
 * @zone: where the interval of the new set lies
 *
 * A first set inside the limit passes. Anything else needs two sets in a row
 * that agree: one bad set on a shared machine is no regression, and a good
 * one after a bad one is no proof of health.
 *
 * Return: true when the verdict is settled; further sets change nothing then.
 */
bool verdict_add(struct judgement *judgement, enum zone zone);

/*
 * verdict_worse - the verdict of a whole from those of two parts
 *
 * A part that failed fails the whole; a part that could not be decided keeps
 * the rest from passing.
 */
enum verdict verdict_worse(enum verdict one, enum verdict other);

#endif
