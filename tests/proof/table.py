"""Writes RESULTS.md, the table of promises, from the figures that the proofs left in results.json.

A figure whose code has changed since it was counted says so. That is known when the table is written,
so `python -m tests.proof.table` marks the rows anew for the code that is there.
"""

import json
from typing import Any

from tests.proof.proof import ROOT
from tests.proof.registry import NAMES, load

OLDER_CODE = ", before the latest changes"
RESULTS = ROOT / "tests" / "proof" / "results.json"
TABLE = ROOT / "tests" / "proof" / "RESULTS.md"
_HEAD = """# The promises, counted

Written by `./test --proof`, which counts each promise in full; do not edit it by hand. `./test` runs
the same bodies with small counts. Two cores, Xvfb, our own workers at nice +10. A row that was
counted on older code says so as of when this was written; `.venv/bin/python -m tests.proof.table`
marks the rows anew.

"""
_FOOT = """
Counted once by hand, `python -m tests.proof.soak --minutes 60`, on 2026-11-26 and on older code: 0
crashes, losses, hangs or stuck keys in 60 minutes, 821 runs, 112 recordings, 124 plays of them, 303
faults.
"""


def table(results: dict[str, dict[str, Any]]) -> str:
    """Return the table as Markdown; a promise that nobody has counted yet stands there too."""
    lines = ["| promise | must | measured | on |", "|---|---|---|---|"]
    for name, row in results.items():
        result = row["result"] if row["is_kept"] else f"**not kept**: {row['result']}"
        is_of_this_code = row["digest"] == load(name).digest()
        date = row["date"] + ("" if is_of_this_code else OLDER_CODE)
        lines.append(f"| {row['title']} | {row['must']} | {result} | {date} |")
    missing = (load(name) for name in NAMES if name not in results)
    lines += [f"| {proof.title} | {proof.must} | not counted yet | |" for proof in missing]
    return "\n".join(lines)


def page(results: dict[str, dict[str, Any]]) -> str:
    """Return RESULTS.md with the table of these results."""
    return f"{_HEAD}{table(results)}\n{_FOOT}"


def write_table() -> None:
    """Write RESULTS.md from the results that are kept."""
    if RESULTS.exists():
        results = json.loads(RESULTS.read_text(encoding="utf-8"))
        TABLE.write_text(page(results), encoding="utf-8")


if __name__ == "__main__":
    write_table()
