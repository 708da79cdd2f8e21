// SPDX-License-Identifier: GPL-2.0
#include "verdict.h"

/* Turns "at least" into "at most", so that the rule is written once */
static double flip(const struct limit *limit, double value)
{
	return limit->at_most ? value : -value;
}

enum zone verdict_zone(const struct limit *limit,
		       const struct estimate *estimate)
{
	double good = flip(limit, limit->at_most ? estimate->lo : estimate->hi);
	double bad = flip(limit, limit->at_most ? estimate->hi : estimate->lo);
	double value = flip(limit, limit->value);
	double known = flip(limit, limit->known);

	if (bad <= value)
		return ZONE_INSIDE;
	if (good <= value)
		return ZONE_ACROSS;
	if (!limit->has_known)
		return ZONE_OUTSIDE;
	if (bad <= known)
		return ZONE_KNOWN;
	return good > known ? ZONE_OUTSIDE : ZONE_ACROSS;
}

enum verdict verdict_of(enum zone zone)
{
	switch (zone) {
	case ZONE_INSIDE:
		return VERDICT_PASS;
	case ZONE_KNOWN:
		return VERDICT_XFAIL;
	case ZONE_OUTSIDE:
		return VERDICT_FAIL;
	default:
		return VERDICT_UNDECIDED;
	}
}

bool verdict_add(struct judgement *judgement, enum zone zone)
{
	bool first = !judgement->sets;
	bool agrees = !first && zone == judgement->last;

	if (judgement->decided)
		return true;
	judgement->sets++;
	judgement->last = zone;
	judgement->verdict = VERDICT_UNDECIDED;
	if (zone == ZONE_ACROSS)
		return false;
	if (!agrees && !(first && zone == ZONE_INSIDE))
		return false;

	judgement->verdict = verdict_of(zone);
	judgement->decided = true;
	return true;
}

enum verdict verdict_worse(enum verdict one, enum verdict other)
{
	/* the enum is in this order */
	return one > other ? one : other;
}
