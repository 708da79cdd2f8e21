// SPDX-License-Identifier: GPL-2.0
/*
 * KTAP lines. They are printed here rather than by kselftest.h where its form
 * varies: a skip keeps its name on all kernel trees this way.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kselftest.h"
#include "result.h"

void result_plan(unsigned int count)
{
	ksft_print_header();
	ksft_set_plan(count);
}

void result_line(const char *name, enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_PASS:
		ksft_inc_pass_cnt();
		printf("ok %u %s\n", ksft_test_num(), name);
		break;
	case VERDICT_XFAIL:
		ksft_inc_xfail_cnt();
		printf("ok %u %s # XFAIL\n", ksft_test_num(), name);
		break;
	case VERDICT_UNDECIDED:
		ksft_inc_xskip_cnt();
		printf("ok %u %s # SKIP\n", ksft_test_num(), name);
		break;
	case VERDICT_FAIL:
		ksft_inc_fail_cnt();
		printf("not ok %u %s\n", ksft_test_num(), name);
		break;
	}
}

void result_exit(void)
{
	ksft_print_cnts();
	if (ksft_get_fail_cnt())
		exit(KSFT_FAIL);
	if ((unsigned int)ksft_get_xskip_cnt() == ksft_test_num())
		exit(KSFT_SKIP);
	exit(KSFT_PASS);
}
