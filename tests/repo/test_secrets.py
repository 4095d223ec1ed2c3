"""The value of a secret is read in the executor and nowhere else."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
READERS = {
    "automation/desktop/input/secrets.py",
    "automation/desktop/secret_value.py",
    "automation/desktop/secrets.py",
}
_READS = re.compile(r"desktop\.secrets(?:\.value| import value)|\bGetSecret\b|KeyringSecrets")


def test_only_the_executor_imports_what_reads_a_value():
    sources = (
        p for folder in ("app", "model", "automation") for p in (ROOT / folder).rglob("*.py")
    )
    found = {
        str(path.relative_to(ROOT))
        for path in sources
        if _READS.search(path.read_text(encoding="utf-8"))
    }
    assert found == READERS
