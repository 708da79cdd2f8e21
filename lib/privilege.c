// SPDX-License-Identifier: GPL-2.0
#include <cap-ng.h>
#include <stdbool.h>

#include "privilege.h"

int privilege_keep(const int *capabilities)
{
	/* asked for before capng_clear() forgets what the process has */
	bool have[CAP_LAST_CAP + 1] = { false };
	const int *one;

	for (one = capabilities; one && *one != PRIVILEGE_END; one++)
		have[*one] = capng_have_capability(CAPNG_PERMITTED, *one);
	capng_clear(CAPNG_SELECT_BOTH);
	for (one = capabilities; one && *one != PRIVILEGE_END; one++)
		if (have[*one])
			capng_update(CAPNG_ADD,
				     CAPNG_EFFECTIVE | CAPNG_PERMITTED |
				     CAPNG_BOUNDING_SET, *one);
	/* the bounding set too: else root has all back in what it executes */
	return capng_apply(CAPNG_SELECT_BOTH) ? -1 : 0;
}
