"""Rules that hold for every file of the repository."""

import ast
import re

import pytest

from tests.repo import tree

_MOST_LINES = 1000
_TEXT_SUFFIXES = {
    ".cfg", ".cmd", ".css", ".desktop", ".html", ".json", ".md", ".py", ".qss", ".service", ".sh",
    ".svg", ".toml", ".txt", ".xml", ".yaml", ".yml", "",
}  # fmt: skip
_FORBIDDEN = {
    "a folder of one machine": r"(?<![\w.])/(?:work|home|root|Users|mnt|opt/(?:pypi|wheels))/[A-Za-z.]",
    "a scratch folder of one machine": r"/tmp/(?!\.X11-unix)\w+/",
    "a package host": r"\b(?:pypi\.org|pythonhosted\.org|deb\.debian\.org|download\.pytorch\.org)",
    "a merge that was not finished": r"^(?:<{7}|>{7}) ",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "a token": r"\b(?:ghp|hf|sk)_(?!abcdef)[A-Za-z0-9]{20,}",
}
_SAYS_THEM_ITSELF = {"tests/repo/test_tree.py"}


def _text_files():
    return [path for path in tree.files() if path.suffix in _TEXT_SUFFIXES]


def test_the_walk_finds_the_project():
    found = {path.as_posix() for path in tree.files()}
    assert {"pyproject.toml", "run", "test", ".ci/run", "automation/__init__.py"} <= found


@pytest.mark.parametrize("meaning", _FORBIDDEN)
def test_no_file_names(meaning):
    pattern = re.compile(_FORBIDDEN[meaning], re.MULTILINE)
    found = [
        f"{path}: {match[0]}"
        for path in _text_files()
        if path.as_posix() not in _SAYS_THEM_ITSELF
        for match in pattern.finditer((tree.ROOT / path).read_text(encoding="utf-8"))
    ]
    assert found == []


def test_no_python_file_is_too_long():
    lengths = {
        path.as_posix(): len((tree.ROOT / path).read_text(encoding="utf-8").splitlines())
        for path in tree.python_files()
    }
    assert {path: lines for path, lines in lengths.items() if lines > _MOST_LINES} == {}


def test_every_module_says_what_it_is():
    """A test file may leave it to its name."""
    silent = [
        path.as_posix()
        for path in tree.python_files()
        if not path.name.startswith("test_")
        and not (text := (tree.ROOT / path).read_text(encoding="utf-8")).startswith('"""')
        and not ast.get_docstring(ast.parse(text))
    ]
    assert silent == []


def test_no_init_file_where_it_would_hide_a_package():
    """One under tests/ would hide `model` or `app`; one in packaging/ the `packaging` library."""
    inits = [path.as_posix() for path in tree.files("__init__.py")]
    assert [path for path in inits if path.startswith(("tests/", "packaging/"))] == []


def test_every_package_says_that_it_is_typed():
    assert all((tree.ROOT / package / "py.typed").is_file() for package in tree.PACKAGES)


def test_package_init_files_do_no_work():
    """They hold a docstring, or choose a backend; nothing runs when they are imported."""
    working = (ast.Call, ast.For, ast.While, ast.With, ast.Try)
    busy = [
        path.as_posix()
        for path in tree.files("__init__.py")
        for statement in ast.parse((tree.ROOT / path).read_text(encoding="utf-8")).body
        if isinstance(statement, working)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call))
    ]
    assert busy == []


def test_the_desktop_marker_stands_in_the_file_that_it_marks():
    """Files without it are not even read for a run of the desktop tests (`tests/conftest.py`)."""
    elsewhere = [
        path.as_posix()
        for path in tree.python_files()
        if not path.name.startswith("test_")
        and path.as_posix() != "tests/conftest.py"
        and "mark.desktop" in (tree.ROOT / path).read_text(encoding="utf-8")
    ]
    assert elsewhere == []


@pytest.mark.parametrize("name", ["run", "test", ".ci/run", "packaging/setup.sh"])
def test_scripts_can_be_started(name):
    path = tree.ROOT / name
    assert path.stat().st_mode & 0o111
    assert path.read_text().startswith("#!/bin/sh\n")


def test_the_windows_script_has_the_line_ends_that_windows_needs():
    content = (tree.ROOT / "run.cmd").read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n")
