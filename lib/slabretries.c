// SPDX-License-Identifier: GPL-2.0
#include "nodes.h"
#include "slabmeasure.h"
#include "slabretries.h"

#define FAIL(metric) { \
	.name = metric "_cmpxchg_fail", \
	.what = "cmpxchg_double_fail of all attempts", \
	.kind = METRIC_COUNTER, .unit = "share", \
}

#define ATTEMPTS(metric) { \
	.name = metric "_attempts", .what = "attempts for each object", \
	.kind = METRIC_COUNTER, .unit = "attempts/object", \
}

#define SLOW(metric) { \
	.name = metric "_free_slowpath", .what = "frees on the slow path", \
	.kind = METRIC_COUNTER, .unit = "share", \
}

const struct metric
slabretries_metrics[NR_SLABOBJECTS][NR_SLABRETRIES_METRICS] = {
	[SLABOBJECT_MESSAGE] = {
		FAIL("message"), ATTEMPTS("message"), SLOW("message")
	},
	[SLABOBJECT_DATAGRAM] = {
		FAIL("datagram"), ATTEMPTS("datagram"), SLOW("datagram")
	},
	[SLABOBJECT_STREAM] = {
		FAIL("stream"), ATTEMPTS("stream"), SLOW("stream")
	},
	[SLABOBJECT_FILE] = {
		FAIL("file"), ATTEMPTS("file"), SLOW("file")
	},
	[SLABOBJECT_EVENTFD] = {
		FAIL("eventfd"), ATTEMPTS("eventfd"), SLOW("eventfd")
	},
	[SLABOBJECT_PIPE] = {
		FAIL("pipe"), ATTEMPTS("pipe"), SLOW("pipe")
	},
	[SLABOBJECT_VMA] = {
		FAIL("vma"), ATTEMPTS("vma"), SLOW("vma")
	},
};

bool slabretries_sample(const struct options *options, struct samples *samples,
			enum slabobject object)
{
	const struct slabmeasure_enough enough = slabmeasure_enough(options, true);
	struct slabwindow window = { .title = slabobject_kinds[object].what };
	bool far = nodes_count() > 1;
	struct slabcache cache;

	if (!slabmeasure_once(object,
			      far ? SLABPLACE_CROSS_NODE : SLABPLACE_SAME_CPU,
			      far ? SLABMEASURE_SHALLOW : SLABMEASURE_DEEP,
			      &enough, &window, &cache))
		return false;
	samples_add(samples, SLABRETRIES_FAIL,
		    slab_fail_rate(cache.design, &window.counts));
	samples_add(samples, SLABRETRIES_ATTEMPTS,
		    slab_attempts(cache.design, &window.counts) / window.done);
	samples_add(samples, SLABRETRIES_SLOW, slab_slow_share(&window.counts));
	return true;
}
