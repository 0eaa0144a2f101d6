# SPDX-License-Identifier: MIT
"""Threads that share the work of calls: each task runs once, and what is written is the same."""

import _thread
import collections
import ctypes
import gc
import os
import threading
import unittest
import weakref

import lanebox
from lanebox import _library
import numpy as np
from test_lanebox import f4, sheet, u4

N = 40000


def run(workers, task, tasks):
    """Calls task(k) for each k as C would."""
    def called(_, k):
        task(k)
    held = _library._TASK(called)
    start = _library._RUN(workers._made.run)
    workers.apply(start, None, ctypes.cast(held, ctypes.c_void_p), None, tasks)


class Workers(unittest.TestCase):
    def setUp(self):
        r = np.random.default_rng(7)
        self.low = r.uniform(0, 60, (N, 3)).astype(f4)
        self.boxes = lanebox.Aabbs(self.low, self.low + f4(1))
        self.mesh = lanebox.Mesh(*sheet(150))

    def test_each_task_runs_once(self):
        for threads in 1, 2, 5:
            with lanebox.Workers(threads) as workers:
                self.assertEqual(workers.threads, threads)
                for tasks in 0, 1, 2, 100:
                    ran = collections.Counter()
                    run(workers, lambda k: ran.update([k]), tasks)
                    self.assertEqual(ran, collections.Counter(range(tasks)))

    def test_tasks_run_at_once(self):
        with lanebox.Workers(3) as workers:
            together = threading.Barrier(3, timeout=60)
            run(workers, lambda k: together.wait(), 3)
            self.assertFalse(together.broken)

    def test_the_same_bytes(self):
        with lanebox.Workers(3) as workers:
            alone, shared = lanebox.Order(self.boxes), lanebox.Order(self.boxes, workers=workers)
            np.testing.assert_array_equal(alone.pairs(), shared.pairs())
            self.low += f4(.5)
            self.low[::2] += f4(.25)
            alone.refit(self.boxes)
            self.assertEqual(shared.refit(self.boxes, workers=workers), N)
            shared.check(workers=workers)
            np.testing.assert_array_equal(alone.pairs(), shared.pairs())
            self.assertEqual(shared.sort(self.boxes, workers=workers), N)
            for kind in lanebox.ObbTree, lanebox.AabbTree:
                alone, shared = kind(self.mesh), kind(self.mesh, workers=workers)
                np.testing.assert_array_equal(alone.bytes, shared.bytes)
                shared.refit(self.mesh, workers=workers)
                again = kind.from_bytes(shared.bytes, workers=workers)
                again.check(workers=workers)
                np.testing.assert_array_equal(alone.bytes, again.bytes)
            tree = lanebox.AabbTree(self.mesh)
            signs = lanebox.TreeSigns(tree, workers=workers)
            np.testing.assert_array_equal(lanebox.TreeSigns(tree).bytes, signs.bytes)
            lanebox.TreeSigns.from_bytes(signs.bytes, workers=workers).check(workers=workers)
            count = len(self.mesh.indices)
            nodes = lanebox.TreeNodes(np.array([count], u4), np.array([0], u4), width=2)
            np.testing.assert_array_equal(
                lanebox.AabbTree.convert(self.mesh, nodes).bytes,
                lanebox.AabbTree.convert(self.mesh, nodes, workers=workers).bytes)

    def test_errors_are_raised(self):
        with lanebox.Workers(2) as workers:
            order = lanebox.Order(self.boxes, workers=workers)
            with self.assertRaises(lanebox.Error) as raised:
                order.refit(self.boxes, N - 1, workers=workers)
            self.assertEqual(raised.exception.code, lanebox.ERROR_COUNT)
            for wrong in (True, 3, lanebox.Workers, "2"):
                self.assertRaisesRegex(TypeError, "workers is", order.check, workers=wrong)
        for wrong, error in ((0, ValueError), (-1, ValueError), (1.5, TypeError), (True, TypeError)):
            self.assertRaises(error, lanebox.Workers, wrong)

    def test_closed(self):
        workers = lanebox.Workers(2)
        order = lanebox.Order(self.boxes, workers=workers)
        workers.close()
        workers.close()
        self.assertRaisesRegex(RuntimeError, "closed", order.check, workers=workers)
        order.check()

    def test_closed_while_a_call_runs(self):
        workers, ran = lanebox.Workers(2), collections.Counter()
        closer = threading.Thread(target=workers.close)

        def task(k):
            ran.update([k])
            if k == 0:
                closer.start()
                while not workers._pool._shutdown:
                    pass
                inner = collections.Counter()  # of a share that begins now
                held = _library._TASK(lambda _, k: inner.update([k]))
                _library._RUN(workers._made.run)(None, ctypes.cast(held, ctypes.c_void_p), None, 9)
                self.assertEqual(inner, collections.Counter(range(9)))
        run(workers, task, 5)
        closer.join()
        self.assertEqual(ran, collections.Counter(range(5)))

    def test_interrupted(self):
        ran = collections.Counter()

        def task(k):
            if k == 3:
                _thread.interrupt_main()
            ran.update([k])
        with lanebox.Workers(2) as workers:
            with self.assertRaises(KeyboardInterrupt):
                run(workers, task, 1000)
                for _ in range(1000):
                    pass
            self.assertEqual(ran, collections.Counter(range(1000)))

    def test_several_threads_with_the_same_workers(self):
        with lanebox.Workers(2) as workers:
            expected, found = lanebox.Order(self.boxes).pairs(), []
            callers = [threading.Thread(target=lambda: found.append(
                lanebox.Order(self.boxes, workers=workers).pairs())) for _ in range(6)]
            for caller in callers:
                caller.start()
            for caller in callers:
                caller.join()
            self.assertEqual(len(found), 6)
            for pairs in found:
                np.testing.assert_array_equal(pairs, expected)

    def test_in_another_process(self):
        with lanebox.Workers(2) as workers:
            child = os.fork()
            if child == 0:
                try:
                    lanebox.Order(self.boxes, workers=workers)
                except RuntimeError as error:
                    os._exit(0 if "forked" in str(error) else 1)
                os._exit(2)
            self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_freed_if_not_closed(self):
        workers = lanebox.Workers(2)
        lanebox.Order(self.boxes, workers=workers)
        gone, threads = weakref.ref(workers), list(workers._pool._threads)
        del workers
        gc.collect()
        self.assertIsNone(gone())
        for thread in threads:
            thread.join(60)
            self.assertFalse(thread.is_alive())


if __name__ == "__main__":
    unittest.main()
