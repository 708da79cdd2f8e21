# SPDX-License-Identifier: GPL-2.0
# Totals of the KTAP that kselftest's runner printed, counted in results, not programs.
# built: names of the tests that should have run; left_out: of those that could not be built.
# Exits 1 when a result is a failure, when a test gave no result, or when there is none at all.

function count(name, what, n) {
	counts[name, what] += n
	total[what] += n
}

function results(name) {
	return counts[name, "passed"] + counts[name, "failed"] + \
	       counts[name, "skipped"] + counts[name, "xfail"]
}

# A result of the program that is running
/^# (# )*(not )?ok [0-9]+/ {
	line = $0
	gsub(/^(# )+/, "", line)
	if (line ~ /^not ok/)
		fresh["failed"]++
	else if (line ~ /# SKIP/)
		fresh["skipped"]++
	else if (line ~ /# XFAIL/)
		fresh["xfail"]++
	else
		fresh["passed"]++
}

# The result of the program as a whole, which comes after its own
/^(not )?ok [0-9]+ selftests: perf_regress: / {
	name = $0
	sub(/^.*selftests: perf_regress: /, "", name)
	sub(/ .*/, "", name)
	for (what in fresh)
		count(name, what, fresh[what])
	delete fresh

	if (/^not ok/) {
		if (!counts[name, "failed"])
			count(name, "failed", 1)
	} else if (!results(name)) {
		count(name, / # SKIP/ ? "skipped" : "failed", 1)
	}
}

END {
	n = split(built, names)
	for (i = 1; i <= n; i++) {
		name = names[i]
		if (!results(name)) {
			print "# " name " gave no result"
			count(name, "failed", 1)
		}
		verdict = counts[name, "failed"] ? "FAIL" : counts[name, "xfail"] ? "XFAIL" : \
			  counts[name, "passed"] ? "PASS" : "SKIP"
		printf "# %s: %s (%d passed, %d failed, %d skipped, %d xfail)\n", name, verdict, \
			counts[name, "passed"], counts[name, "failed"], \
			counts[name, "skipped"], counts[name, "xfail"]
	}
	n = split(left_out, names)
	for (i = 1; i <= n; i++) {
		print "# " names[i] ": SKIP (not built: make said above which library is missing)"
		count(names[i], "skipped", 1)
	}
	if (total["xfail"])
		print "# xfail: outside the limit, but known and accepted; the results tell why"
	printf "%d passed, %d failed, %d skipped%s\n", total["passed"], total["failed"], \
		total["skipped"], total["xfail"] ? ", " total["xfail"] " xfail" : ""
	exit total["failed"] > 0 || total["passed"] + total["skipped"] + total["xfail"] == 0
}
