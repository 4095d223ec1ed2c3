"""How the tests of a process that died are given to the others: xdist's own way waits for ever.

It hands over the whole of what the process had. A file that was done is then sent as a list of no
tests, after which nobody asks for more; and the test that ended the process is run again, and ends the next.
A process begins its last test only when it knows the next one or that there is none: so one that gets the
rest of a file, a single test, gets more with it.
"""

from contextlib import suppress

from xdist.scheduler import LoadFileScheduling

LEAST_TESTS = 2
"""That a process must have to begin one."""


class Scheduler(LoadFileScheduling):
    """Gives whole files to processes, as `--dist loadfile`."""

    def remove_node(self, node):
        """Hand over what was not begun; return the test in which the process died, None for none."""
        files = self.assigned_work.pop(node)
        open_files = {name: tests for name, tests in files.items() if not all(tests.values())}
        died_in = next(
            (test for tests in open_files.values() for test, ended in tests.items() if not ended),
            None,
        )
        for tests in open_files.values():
            tests.update((test, True) for test in tests if test == died_in)
        self.workqueue.update({name: t for name, t in open_files.items() if not all(t.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return died_in

    def _reschedule(self, node):
        # One that died a moment ago takes nothing; what it was given is handed over as soon as that is known.
        with suppress(OSError):
            super()._reschedule(node)
            while (
                not node.shutting_down and self._pending_of(self.assigned_work[node]) < LEAST_TESTS
            ):
                super()._reschedule(node)
