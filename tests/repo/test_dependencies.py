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
_CHOSEN_BY_THE_USER = {"torch", "mamba-ssm", "causal-conv1d"}
"""Builds that have to fit the machine's GPU; setup.sh names a torch, and never the kernels."""
_PINNED = [requirement for requirement in _ALL if requirement.name not in _CHOSEN_BY_THE_USER]
_LIGHT = [
    Requirement(line)
    for group in ("input", "ocr")
    for line in [*_PROJECT["dependencies"], *_PROJECT["optional-dependencies"][group]]
]
_LISTS = sorted((tree.ROOT / "packaging/linux").glob("*.txt"))


def _pins():
    lines = (tree.ROOT / "packaging/constraints.txt").read_text().splitlines()
    pinned = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in pinned}


def _packages(path):
    return [line for line in path.read_text().splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("requirement", _PINNED, ids=str)
def test_the_set_up_installs_a_version_that_is_allowed(requirement):
    pin = _pins()[canonicalize_name(requirement.name)]
    (version,) = [specifier.version for specifier in pin.specifier]
    assert str(pin.specifier).startswith("==")
    assert requirement.specifier.contains(version)


@pytest.mark.parametrize("name", sorted({requirement.name for requirement in _ALL}))
def test_the_reason_for_a_dependency_is_written_down(name):
    text = (tree.ROOT / "packaging/dependencies.md").read_text()
    row = re.search(rf"^\| *`{re.escape(name)}` *\|(.*)\|(.*)\|$", text, re.MULTILINE)
    assert row, f"{name} has no row in packaging/dependencies.md"
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
    assert not {"torch", "transformers", "tokenizers"} & {one.name for one in _LIGHT}


def test_what_the_user_chooses_is_not_pinned_for_everybody():
    assert not (_CHOSEN_BY_THE_USER | {"triton"}) & set(_pins())


def test_each_system_package_is_listed_once():
    listed = [package for path in _LISTS for package in _packages(path)]
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize(
    ("name", "version", "hole"),
    [
        ("pillow", "11.2.1", "CVE-2025-48379"),
        ("jinja2", "3.1.4", "CVE-2024-56326"),
        ("jinja2", "3.1.5", "CVE-2025-27516"),
        ("torch", "2.5.1", "CVE-2025-32434"),
    ],
)
def test_a_release_with_a_known_hole_is_not_allowed_and_the_reason_is_written_down(
    name, version, hole
):
    (requirement,) = [one for one in _ALL if one.name == name]
    assert not requirement.specifier.contains(version)
    assert hole in (tree.ROOT / "packaging/dependencies.md").read_text()
