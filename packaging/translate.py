"""Collect the window's texts and what runs say into `resources/i18n/deskhand_de.ts`, and compile that.

    python packaging/translate.py

A new text is unfinished until its German stands in the .ts; then this is run again. Both files
are committed: no tool of Qt's is needed where deskhand is installed.
"""

import ast
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from automation.safety.evidence import AppKind  # noqa: E402
from automation.screen.roles import CONTAINERS, THINGS  # noqa: E402  # this tree's
from resources.role_words import role_words  # noqa: E402

SOURCES = ROOT / "app" / "gui"
SAYING = ("automation", "app", "model")
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
    with tempfile.TemporaryDirectory() as folder:
        texts_file = Path(folder) / "worded.py"
        texts_file.write_text(
            "".join(f"tr({text!r})\n" for text in worded_texts()), encoding="utf-8"
        )
        _run("pyside6-lupdate", *plain, *files, str(texts_file), "-ts", str(texts))


def worded_texts() -> list[str]:
    """Return the templates that stand in `worded` anywhere, and what kinds of things are called."""
    found = {role_words(role) for role in THINGS | CONTAINERS}
    for package in SAYING:
        for path in sorted((ROOT / package).rglob("*.py")):
            found |= set(worded_in(path.read_text(encoding="utf-8")))
    table = tomllib.loads(
        (ROOT / "automation/safety/danger_words.toml").read_text(encoding="utf-8")
    )
    found |= {str(words["reason"]) for words in table.values()} | {str(kind) for kind in AppKind}
    return sorted(filter(_has_words, found))


_IMPORTED = re.compile(r"^from automation\.core\.text import (?:\(([^)]*)\)|(.*))$", re.MULTILINE)


def _has_words(template: str) -> bool:
    """Tell whether there is anything to translate beside the blanks."""
    return any(c.isalpha() or c in '“"' for text, *_ in Formatter().parse(template) for c in text)


def worded_in(source: str) -> Iterator[str]:
    """Yield the first arguments of `worded` and `template` in a module that has them of `core/text.py`.

    Raises:
        ValueError: one is no literal, so that nobody could ask for its German.
    """
    imported = " ".join(map(" ".join, _IMPORTED.findall(source)))
    is_wording = not {"worded", "template"}.isdisjoint(re.findall(r"\w+", imported))
    for call in ast.walk(ast.parse(source)) if is_wording else ():
        match call:
            case ast.Call(
                func=ast.Name(id="worded" | "template"), args=[ast.Constant(value=str(text)), *_]
            ):
                yield text
            case ast.Call(func=ast.Name(id="worded" | "template"), args=[first, *_]):
                raise ValueError(f"line {first.lineno}: {ast.unparse(first)} is no literal")


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
