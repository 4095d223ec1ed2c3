"""`./test`: which checks fail it, and what becomes of a test on the display that passes only alone.

It runs on a copy of the script, with stand-ins for the tools; that for pytest is told how each of its
runs ends.
"""

import gc
import json
import shutil
import stat
import subprocess

import pytest

from tests.repo import tree

_PYTEST = """#!/bin/sh
printf "%s\\n" "$*" >>log
at=1
case "$*" in *"-m desktop"*) echo >>desktops && at=$(($(wc -l <desktops) + 1)) ;; esac
[ ! -e "failed-$at" ] || cp "failed-$at" .pytest_cache/desktop/v/cache/lastfailed
exit "$(sed -n "${at}p" statuses)"
"""


class _Checks:
    def __init__(self, folder):
        self.root = folder
        (folder / ".venv/bin").mkdir(parents=True)
        (folder / ".pytest_cache/desktop/v/cache").mkdir(parents=True)
        (folder / "packaging").mkdir()
        shutil.copy(tree.ROOT / "test", folder / "test")
        tools = dict.fromkeys(("ruff", "mypy", "lint-imports"), "#!/bin/sh\n")
        for name, script in (tools | {"pytest": _PYTEST}).items():
            self._write(folder / ".venv/bin" / name, script)
        self._write(folder / "packaging/setup.sh", "#!/bin/sh\n")

    def _write(self, path, script):
        path.write_text(script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run(self, *statuses, failed=()):
        """Run it; pytest ends so without a display, then so on it, where the first run leaves these failed tests."""
        (self.root / "statuses").write_text("".join(f"{status}\n" for status in statuses))
        text = json.dumps(dict.fromkeys(failed, True), indent=2)
        (self.root / "failed-2").write_text(text)
        return subprocess.run(
            [self.root / "test"], capture_output=True, text=True, check=False, timeout=120
        )

    def runs(self):
        return (self.root / "log").read_text().splitlines()


@pytest.fixture
def checks(tmp_path):
    return _Checks(tmp_path)


def test_all_passed_is_said_only_when_all_passed(checks):
    result = checks.run(0, 0)
    assert result.returncode == 0
    assert "all checks passed" in result.stdout
    assert "UNSTABLE" not in result.stdout
    assert len(checks.runs()) == 2


def test_a_display_test_that_passes_alone_is_named(checks):
    result = checks.run(0, 1, 0, failed=["tests/desktop/test_a.py::test_b[c]"])
    assert result.returncode == 0
    assert (
        "UNSTABLE, passed only when run alone:\ntests/desktop/test_a.py::test_b[c]\n"
        in result.stdout
    )
    *_, again = checks.runs()
    assert "--last-failed" in again
    assert "-n " not in again


def test_a_display_test_that_fails_alone_too_fails_the_run(checks):
    result = checks.run(0, 1, 1, failed=["tests/desktop/test_a.py::test_b"])
    assert result.returncode == 1
    assert "UNSTABLE" not in result.stdout
    assert "FAILED: desktop tests that failed, alone" in result.stdout


@pytest.mark.parametrize(
    ("status", "failed"), [(1, 4), (2, 1), (124, 1)], ids=["many", "interrupted", "too long"]
)
def test_many_failures_and_a_run_that_did_not_end_get_no_second_try(checks, status, failed):
    result = checks.run(
        0, status, 0, failed=[f"tests/desktop/test_a.py::test_{n}" for n in range(failed)]
    )
    assert result.returncode == 1
    assert len(checks.runs()) == 2


def test_other_tests_get_no_second_try(checks):
    result = checks.run(1, 0)
    assert result.returncode == 1
    assert len(checks.runs()) == 2


def test_garbage_is_looked_for_while_tests_run():
    assert gc.isenabled()
