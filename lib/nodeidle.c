// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <string.h>

#include "nodeidle.h"
#include "nodes.h"
#include "require.h"

#define STAT "/proc/stat"
/* user, nice, system, idle, iowait, irq, softirq, steal; guest is in user */
#define NR_TIMES 8
#define IDLE 3
#define IOWAIT 4
#define LINE_SIZE 4096

int nodeidle_parse(FILE *stat, unsigned int (*node_of)(unsigned int cpu),
		   struct nodeidle *now)
{
	unsigned long long time[NR_TIMES];
	unsigned int cpu, node, i;
	char line[LINE_SIZE];
	int count = 0;

	memset(now, 0, sizeof(*now));
	while (fgets(line, sizeof(line), stat)) {
		/* the first line, without a number, is all CPUs together */
		if (strncmp(line, "cpu", 3) || line[3] == ' ')
			continue;
		if (sscanf(line, "cpu%u %llu %llu %llu %llu %llu %llu %llu %llu",
			   &cpu, &time[0], &time[1], &time[2], &time[3],
			   &time[4], &time[5], &time[6], &time[7]) != NR_TIMES + 1)
			return -1;
		node = node_of(cpu);
		if (node >= NODEIDLE_MOST_NODES)
			node = NODEIDLE_MOST_NODES - 1;
		now->idle[node] += time[IDLE] + time[IOWAIT];
		for (i = 0; i < NR_TIMES; i++)
			now->total[node] += time[i];
		count++;
	}
	return count;
}

bool nodeidle_take(struct nodeidle *now)
{
	FILE *stat = fopen(STAT, "re");
	int count;

	if (!stat) {
		require_unmet(STAT ": %s", strerror(errno));
		return false;
	}
	count = nodeidle_parse(stat, nodes_of, now);
	fclose(stat);
	if (count <= 0)
		require_unmet(STAT " tells of no CPU's time");
	return count > 0;
}

void nodeidle_add(struct nodeidle *sum, const struct nodeidle *before,
		  const struct nodeidle *after)
{
	unsigned int node;

	for (node = 0; node < NODEIDLE_MOST_NODES; node++) {
		/* iowait may go back */
		if (after->idle[node] > before->idle[node])
			sum->idle[node] += after->idle[node] - before->idle[node];
		if (after->total[node] > before->total[node])
			sum->total[node] += after->total[node] - before->total[node];
	}
}

double nodeidle_share(const struct nodeidle *sum, unsigned int node)
{
	double share;

	if (!sum->total[node])
		return -1;
	share = (double)sum->idle[node] / sum->total[node];
	return share > 1 ? 1 : share;
}
