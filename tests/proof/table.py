"""Makes the README's table of promises from the figures that the proofs left.

A figure whose code has changed since it was counted says so there. After such a change:
`python -m tests.proof.table`.
"""

import json
import re
from typing import Any

from tests.proof.proof import ROOT
from tests.proof.registry import NAMES, load

RESULTS = ROOT / "tests" / "proof" / "results.json"
README = ROOT / "README.md"
_BEGIN = "<!-- proofs: made by ./test --proof -->"
_END = "<!-- end of proofs -->"
_PLACE = re.compile(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}", re.DOTALL)


def table(results: dict[str, dict[str, Any]]) -> str:
    """Return the table as Markdown; a promise that nobody has counted yet stands there too."""
    lines = ["| promise | must | measured | on |", "|---|---|---|---|"]
    for name, row in results.items():
        result = row["result"] if row["is_kept"] else f"**not kept**: {row['result']}"
        is_of_this_code = row["digest"] == load(name).digest()
        date = row["date"] if is_of_this_code else f"{row['date']}, before the latest changes"
        lines.append(f"| {row['title']} | {row['must']} | {result} | {date} |")
    missing = (load(name) for name in NAMES if name not in results)
    lines += [f"| {proof.title} | {proof.must} | not counted yet | |" for proof in missing]
    return "\n".join(lines)


def readme_with(results: dict[str, dict[str, Any]]) -> str:
    """Return the README with the table of these results in its place."""
    text = README.read_text(encoding="utf-8")
    block = f"{_BEGIN}\n{table(results)}\n{_END}"
    if not _PLACE.search(text):
        message = f"README.md has no place for the table; expected {_BEGIN} and {_END}"
        raise ValueError(message)
    return _PLACE.sub(lambda _: block, text)


def write_readme() -> None:
    """Put the table of the kept results into the README."""
    if RESULTS.exists():
        results = json.loads(RESULTS.read_text(encoding="utf-8"))
        README.write_text(readme_with(results), encoding="utf-8")


if __name__ == "__main__":
    write_readme()
