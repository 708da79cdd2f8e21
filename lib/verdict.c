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

	if (zone == ZONE_INSIDE)
		judgement->verdict = VERDICT_PASS;
	else if (zone == ZONE_KNOWN)
		judgement->verdict = VERDICT_XFAIL;
	else
		judgement->verdict = VERDICT_FAIL;
	judgement->decided = true;
	return true;
}

enum verdict verdict_worse(enum verdict one, enum verdict other)
{
	/* the enum is in this order */
	return one > other ? one : other;
}
