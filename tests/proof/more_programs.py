"""The cases that show for more programs, streams and examples what a quicker case shows for one.

`./test` leaves them out for their time; `./test --slow` runs them among all others, this counts them alone.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from tests.proof.proof import ROOT, Figures, Proof, Verdict

SHARDS = 6
_CASES_S = 900
_IS_SLOW = re.compile(r"^from tests\.slow import .*\bslow\b|\bmark\.slow\b", re.MULTILINE)


def files() -> list[str]:
    """Return the files of tests that have such cases."""
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    have = [path for path in found if _IS_SLOW.search(path.read_text(encoding="utf-8"))]
    return [str(path.relative_to(ROOT)) for path in have]


_KINDS = ("desktop and slow", "slow and not desktop and not gpu")
"""Apart, as the tests on a display have one of their own only where they are asked for by name."""


def run(number: int, scratch: Path, part: Sequence[str] = ()) -> Figures:
    """Run one shard: every sixth file, in a process of its own for each kind."""
    found = [_run(kind, scratch / "cases.xml", part or files()[number::SHARDS]) for kind in _KINDS]
    return {name: sum((each[name] for each in found[1:]), found[0][name]) for name in found[0]}


def _run(kind: str, told: Path, part: Sequence[str]) -> Figures:
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", kind]
    argv += [f"--junit-xml={told}", *part]
    environ = {**os.environ, "DESKHAND_SLOW_TESTS": "yes"}
    subprocess.run(argv, cwd=ROOT, env=environ, timeout=_CASES_S, check=False)
    return counted(ElementTree.parse(told).getroot())


def counted(root: ElementTree.Element) -> Figures:
    """Return how many cases a report tells of, and which of them did not pass."""
    cases = list(root.iter("testcase"))
    failed = [
        case for case in cases if {part.tag for part in case} & {"failure", "error", "skipped"}
    ]
    names = [f"{case.get('classname')}.{case.get('name')}" for case in failed]
    return {"cases": len(cases), "failed": names}


def judge(shards: Sequence[Figures]) -> Verdict:
    """Sum up."""
    cases = sum(shard["cases"] for shard in shards)
    failed = [name for shard in shards for name in shard["failed"]]
    is_kept = not failed and all(shard["cases"] for shard in shards)
    result = f"{cases - len(failed)} of {cases} passed"
    return Verdict(is_kept, result, {"cases": cases, "failed": failed})


PROOF = Proof(
    name="more_programs",
    title="cases for more toolkits, programs, streams and examples than `./test` asks",
    must="all",
    shards=SHARDS,
    covers=("app", "automation", "model", "tests/kit", *files()),
    run=run,
    judge=judge,
)
