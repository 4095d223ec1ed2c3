"""Collect the texts of the window into `resources/i18n/deskhand_de.ts`, and compile that.

    python packaging/translate.py

A new text is unfinished until its German stands in the .ts; then this is run again. Both files
are committed: no tool of Qt's is needed where deskhand is installed.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "app" / "gui"
TEXTS = ROOT / "resources" / "i18n" / "deskhand_de.ts"


def collect(texts: Path) -> None:
    """Bring the sources' texts into `texts`; those that are gone go from there."""
    files = sorted(str(path.relative_to(ROOT)) for path in SOURCES.rglob("*.py"))
    plain = (
        "-no-obsolete",
        "-locations",
        "none",
        "-disable-heuristic",
        "similartext",
        "-sort-messages",
    )
    _run("pyside6-lupdate", *plain, *files, "-ts", str(texts))


def compile_texts(texts: Path, compiled: Path) -> None:
    """Write what Qt loads."""
    _run("pyside6-lrelease", "-silent", str(texts), "-qm", str(compiled))


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(tool)
    subprocess.run([program, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    TEXTS.parent.mkdir(exist_ok=True)
    collect(TEXTS)
    compile_texts(TEXTS, TEXTS.with_suffix(".qm"))
