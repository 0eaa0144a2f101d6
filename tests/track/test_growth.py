# SPDX-License-Identifier: MIT
"""bench/track/growth.py: what callgrind dumps, and what more workers make of it."""

import os
import sys
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "bench/track"))
import growth


def dump(name, instructions):
    trigger = "Program termination" if name is None else f"Client Request: {name}"
    return (f"part: 1\n\n\ndesc: I1 cache: \ndesc: Trigger: {trigger}\n\npositions: line\nevents: Ir\n"
            f"summary: {instructions}\n\n\nfn=(1) f\n0 {instructions}\n\ntotals: {instructions}\n")


TWO_CALLS = [("alone", 10), ("task", 30), ("task", 20), ("task", 25), ("alone", 5), ("task", 8), ("alone", 2),
             ("call: lbx_order_sort, 7 boxes", 0), ("alone", 40), ("call: lbx_order_check, 7 boxes", 0),
             (None, 18446744073699283691)]


class Growth(unittest.TestCase):
    def setUp(self):
        self.calls = growth.calls_of("".join(dump(*one) for one in TWO_CALLS))

    def test_dumps(self):
        sort, check = self.calls
        self.assertEqual((sort.name, sort.alone, sort.shares), ("lbx_order_sort, 7 boxes", 17, [[30, 20, 25], [8]]))
        self.assertEqual((check.name, check.alone, check.shares), ("lbx_order_check, 7 boxes", 40, []))
        self.assertEqual(sort.total(), 100)

    def test_the_next_task_goes_to_the_worker_that_is_free_first(self):
        self.assertEqual([growth.longest([30, 20, 25], workers) for workers in (1, 2, 3, 64)], [75, 45, 30, 30])
        self.assertEqual(growth.longest([5] * 9, 2), 25)
        self.assertEqual(growth.longest([], 2), 0)

    def test_pace(self):
        sort, check = self.calls
        self.assertEqual([sort.with_workers(workers) for workers in (1, 2, 64)], [1, 100 / 70, 100 / 55])
        self.assertEqual(check.with_workers(64), 1)

    def test_lines_are_read_as_they_are_written(self):
        rows = growth.Growth("", "\n".join(call.said() for call in self.calls)).rows
        self.assertEqual(rows[0][:5], ("lbx_order_sort", "7 boxes", "2", "4", "17.00"))
        self.assertEqual(rows[1][:5], ("lbx_order_check", "7 boxes", "0", "0", "100.00"))
        self.assertEqual(set(rows[0][5]), set(map(str, growth.WORKERS)))
        self.assertEqual(rows[0][5]["2"], "1.43")
        self.assertRaises(growth.Unusable, growth.Growth, "", "nothing")


if __name__ == "__main__":
    unittest.main()
