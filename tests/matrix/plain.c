// SPDX-License-Identifier: GPL-2.0
/* A program that needs no library: it builds when one is absent */
#include "kselftest.h"

int main(void)
{
	ksft_print_header();
	ksft_set_plan(1);
	ksft_test_result_pass("plain\n");
	ksft_exit_pass();
}
