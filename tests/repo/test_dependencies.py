"""Every dependency is bounded, pinned for the set-up, and explained."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repo import tree

_PROJECT = tomllib.loads((tree.ROOT / "pyproject.toml").read_text())["project"]
_GROUPS = [_PROJECT["dependencies"], *_PROJECT["optional-dependencies"].values()]
_ALL = [Requirement(line) for group in _GROUPS for line in group]
_LISTS = sorted((tree.ROOT / "packaging/linux").glob("*.txt"))


def _pins():
    lines = (tree.ROOT / "packaging/constraints.txt").read_text().splitlines()
    pinned = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pinned}


def _packages(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("requirement", _ALL, ids=str)
def test_the_set_up_installs_a_version_that_is_allowed(requirement):
    pin = _pins()[canonicalize_name(requirement.name)]
    (version,) = [specifier.version for specifier in pin.specifier]
    assert str(pin.specifier).startswith("==")
    assert requirement.specifier.contains(version)


@pytest.mark.parametrize("name", sorted({requirement.name for requirement in _ALL}))
def test_the_reason_for_a_dependency_is_written_down(name):
    text = (tree.ROOT / "CONTRIBUTING.md").read_text()
    row = re.search(rf"^\| *`{re.escape(name)}` *\|(.*)\|(.*)\|$", text, re.MULTILINE)
    assert row, f"{name} has no row in the dependency table of CONTRIBUTING.md"
    assert all(cell.strip() for cell in row.groups())


def test_qt_stays_below_the_release_that_ends_python_3_11():
    core = [Requirement(line) for line in _PROJECT["dependencies"]]
    old = [r for r in core if r.name == "PySide6-Essentials" and r.marker]
    allowed = [r for r in old if r.marker.evaluate({"python_version": "3.11"})]
    assert [r.specifier.contains("6.12.0") for r in allowed] == [False]


def test_only_one_package_owns_xlib():
    """python-xlib (which pynput brings) and python3-xlib write over each other's files."""
    assert "python-xlib" not in _pins()
    assert "pynput" not in _pins()


def test_no_model_runtime_is_in_the_light_set():
    assert not {"torch", "transformers", "triton"} & set(_pins())


def test_each_system_package_is_listed_once():
    listed = [package for path in _LISTS for package in _packages(path)]
    assert len(listed) == len(set(listed))
