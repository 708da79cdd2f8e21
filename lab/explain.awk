# SPDX-License-Identifier: GPL-2.0
# Reads, for each kernel, the probe's report (lab/probe/report.h) and the log of the test; prints
# the table of lab/explain. Set name (TEST.OPERATION.MEASURE), kernels and rows.

BEGIN {
	nr = split(kernels, kernel, " ")
	operation = name
	sub(/\.[^.]*$/, "", operation)
	own = name
	sub(/^[^.]*\./, "", own)
	sub(/\.insn$/, "_insn", own)
}

FNR == 1 {
	k = int((nr_files + 2) / 2)
	nr_files++
}

$1 == "windows" && $2 == operation {
	windows[k] = $3
	interrupted[k] = $4
}

$1 == "mode" && $2 == name {
	modes[k] = modes[k] sprintf(", %.6g in %d", $3, $4)
}

$1 == "figure" && $2 == name {
	figure[k] = $3
}

$1 == "function" && $2 == name {
	f = $3
	# What runs now and then (a timer, random numbers) was in this window by chance.
	if ($5 < windows[k] / 10)
		f = "[rare]"
	if (!(f in seen)) {
		seen[f] = 1
		functions[++nr_functions] = f
	}
	value[f, k] += $4
}

# Of the test itself, behind the runner's prefixes
/^(# )+perf: / {
	for (i = 1; $i == "#" || $i == "perf:"; i++)
		;
	if ($i == own && sub(/^value=/, "", $(i + 1)))
		clock[k] = $(i + 1)
}

# User space belongs to what the clock counts, and to nothing else
function apart(f) {
	return f == "[user]" && name !~ /\.insn$/
}

function size(f, d) {
	d = nr == 1 ? value[f, 1] : value[f, 2] - value[f, 1]
	return d < 0 ? -d : d
}

function row(what, a, b) {
	if (nr == 1)
		printf "%-44s %12.2f\n", what, a
	else
		printf "%-44s %12.2f %12.2f %+12.2f\n", what, a, b, b - a
}

END {
	for (i = 2; i <= nr_functions; i++) {
		f = functions[i]
		for (j = i; j > 1 && size(functions[j - 1]) < size(f); j--)
			functions[j] = functions[j - 1]
		functions[j] = f
	}
	for (k = 1; k <= nr; k++) {
		short[k] = kernel[k]
		sub(/^.*\//, "", short[k])
	}
	printf "%-44s %12s", "function", short[1]
	if (nr > 1)
		printf " %12s %12s", short[2], "difference"
	printf "\n"
	for (i = 1; i <= nr_functions; i++) {
		f = functions[i]
		if (apart(f))
			continue
		sum[1] += value[f, 1]
		sum[2] += value[f, 2]
		if (++shown <= rows) {
			row(f, value[f, 1], value[f, 2])
			continue
		}
		others++
		rest[1] += value[f, 1]
		rest[2] += value[f, 2]
	}
	if (others)
		row("(" others " others)", rest[1], rest[2])
	row("sum", sum[1], sum[2])
	row(name, figure[1], figure[2])
	if (clock[1] != "")
		row("by the clock: " own, clock[1], clock[2])
	if ("[user]" in seen && apart("[user]"))
		row("apart: [user]", value["[user]", 1], value["[user]", 2])
	for (k = 1; k <= nr; k++)
		printf "%s: the median of %d windows, %d of them interrupted%s\n", short[k], \
			windows[k], interrupted[k], modes[k] == "" ? "" : "; modes: " \
			substr(modes[k], 3)
}
