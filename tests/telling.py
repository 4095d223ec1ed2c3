"""Says at once what failed and on what machine, and ends a process that hangs where no signal reaches it.

A run that is cut off from outside prints no summary, so each failure is told when it happens.
"""

import faulthandler
import os
import shutil
from pathlib import Path

import pytest

GRACE_S = 60.0
"""How much longer than its own limit a test may take: the limit's signal waits while C code does."""

MOST_LETTERS = 300


class Telling:
    """A pytest plugin of the process that prints."""

    def __init__(self, config):
        self._config = config

    def pytest_runtest_logreport(self, report):
        """Name a test that failed, and why, in a line of its own."""
        if not report.failed:
            return
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is None:
            return
        reporter.ensure_newline()
        reporter.write_line(f"{report.nodeid} failed ({report.when}): {_why(report)}")
        reporter.write_line(f"  {machine()}")


class Hangs:
    """A pytest plugin of each process that runs tests."""

    def __init__(self, usual_s, grace_s=GRACE_S):
        self._usual_s = usual_s
        self._grace_s = grace_s
        self._stderr = os.dup(2)  # tests have their output taken away

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        """End the process, and tell its stacks, where the test's own limit could not end the test."""
        mark = item.get_closest_marker("timeout")
        limit_s = mark.args[0] if mark is not None and mark.args else self._usual_s
        faulthandler.dump_traceback_later(limit_s + self._grace_s, exit=True, file=self._stderr)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()


def machine():
    """Say what the machine has left: memory, room for files, processes that wait for a core."""
    told = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
    memory = int(told["MemAvailable"].split()[0]) >> 10
    disk = shutil.disk_usage(Path.cwd()).free >> 20
    load = os.getloadavg()[0]
    return f"{memory} MiB of memory and {disk} MiB of disk are free, load {load:.1f}"


def _why(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash is not None else str(report.longrepr)
    lines = [line.strip()[:MOST_LETTERS] for line in text.splitlines() if line.strip(" _-=")]
    # What a test could not catch (an error within a paint event) is told with its traceback: last is what it was.
    return " ... ".join(dict.fromkeys((*lines[:1], *lines[-1:])))
