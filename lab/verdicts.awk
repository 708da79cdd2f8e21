# SPDX-License-Identifier: GPL-2.0
# Reads the KTAP of kselftest's runner; prints a CSV line a test: test, verdict, then name, value,
# unit and limit of its main metric, the first one that has a limit. ERROR is a test that gave no
# verdict of its own: it crashed, ran out of time, printed nothing.

function field(name, i) {
	for (i = 1; i <= NF; i++)
		if (index($i, name "=") == 1)
			return substr($i, length(name) + 2)
	return ""
}

# What the program that runs now has printed, without the runner's prefixes
/^#/ {
	line = $0
	gsub(/^(# )+/, "", line)
	if (line ~ /^not ok /)
		failed++
	else if (line ~ /^ok .*# SKIP/)
		skipped++
	else if (line ~ /^ok .*# XFAIL/)
		xfailed++
	else if (line ~ /^ok /)
		passed++
	else if (line ~ /^perf: / && field("limit") != "" && metric == "") {
		sub(/^perf: /, "", line)
		sub(/ .*/, "", line)
		metric = line "," field("value") "," field("unit") "," field("limit")
	}
}

# Its result as the runner saw it
/^(not )?ok [0-9]+ selftests: perf_regress: / {
	name = $0
	sub(/^.*selftests: perf_regress: /, "", name)
	sub(/ .*/, "", name)
	if (/# TIMEOUT/ || (/^not ok/ && !failed))
		verdict = "ERROR"
	else if (failed)
		verdict = "FAIL"
	else if (xfailed || /# XFAIL/)
		verdict = "XFAIL"
	else if (passed)
		verdict = "PASS"
	else
		verdict = skipped || /# SKIP/ ? "SKIP" : "ERROR"
	print name "," verdict "," (metric == "" ? ",,," : metric)
	failed = skipped = xfailed = passed = 0
	metric = ""
}
