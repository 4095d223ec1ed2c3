"""The documents: how long they may be, that no link in them is dead, and that what they name is there."""

import re
from pathlib import Path

import pytest

from tests.repo import tree

_GUIDE = sorted((tree.ROOT / "resources/guide").glob("*.md"))
_PAGES = [
    *(tree.ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *(tree.ROOT / f"tests/{name}/RESULTS.md" for name in ("benchmarks", "proof")),
    tree.ROOT / "packaging/dependencies.md",
    *_GUIDE,
]
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_FILE = re.compile(r"`((?:app|model|automation|resources|tests|packaging)/[\w./-]+\.\w+)`")
_SHORT = re.compile(r"`([a-z0-9_/]+\.py)`")
_WEB = ("https://", "http://")


def _name(page):
    return page.relative_to(tree.ROOT).as_posix()


def _text(page):
    return _CODE.sub("", page.read_text(encoding="utf-8"))


def _anchors(page):
    headings = (re.sub(r"[^\w\- ]", "", h.strip().lower()) for h in _HEADING.findall(_text(page)))
    return {heading.replace(" ", "-") for heading in headings}


def _dead(page):
    for link in _LINK.findall(_text(page)):
        if link.startswith(_WEB):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{link}: there is no such file"
        elif anchor and anchor not in _anchors(target):
            yield f"{link}: {target.name} has no such heading"


@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_no_link_is_dead(page):
    assert list(_dead(page)) == []


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("nowhere.md", "no such file"),
        ("index.md#nowhere", "no such heading"),
        ("#nowhere", "no such heading"),
    ],
)
def test_a_dead_link_is_found(tmp_path, link, why):
    (tmp_path / "index.md").write_text("# Help\n")
    page = tmp_path / "page.md"
    page.write_text(
        f"# Page\n\n[one]({link}), [two](index.md#help), [web](https://example.org/x)\n"
    )
    (dead,) = _dead(page)
    assert dead.startswith(link)
    assert why in dead


@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_the_files_that_a_document_names_are_there(page):
    text = _text(page)
    assert [name for name in _FILE.findall(text) if not (tree.ROOT / name).exists()] == []
    known = {path.name for path in tree.python_files()}
    assert [name for name in _SHORT.findall(text) if name.rpartition("/")[2] not in known] == []


def _not_beside(cell):
    """Return the short names in a cell that are not in the folder of the path before them, or above it."""
    folder = None
    for word in re.findall(r"`([\w./]+\.py)`", cell):
        if (tree.ROOT / word).exists():
            folder = (tree.ROOT / word).parent
        elif folder is None or not any((up / word).exists() for up in (folder, *folder.parents)):
            yield word


def test_a_short_name_stands_in_the_folder_of_the_path_before_it():
    rows = [line for line in _text(tree.ROOT / "CONTRIBUTING.md").splitlines() if line[:1] == "|"]
    cells = [cell for row in rows for cell in row.split("|")]
    assert sum("automation/" in cell for cell in cells) > 10
    assert [name for cell in cells for name in _not_beside(cell)] == []


@pytest.mark.parametrize(("name", "most"), [("README.md", 10_000), ("CONTRIBUTING.md", 12_000)])
def test_a_document_is_read_in_one_sitting(name, most):
    assert (tree.ROOT / name).stat().st_size <= most


def _part(name, heading):
    text = (tree.ROOT / name).read_text(encoding="utf-8")
    after = text.split(f"\n## {heading}\n", 1)[1]
    return after.split("\n## ", 1)[0].strip().splitlines()


@pytest.mark.parametrize(
    ("name", "heading"), [("CONTRIBUTING.md", "Glossary"), ("CHANGELOG.md", "[Unreleased]")]
)
def test_a_part_keeps_to_forty_lines(name, heading):
    assert 10 < len(_part(name, heading)) <= 40


def test_the_readme_names_the_loop_and_the_way_into_the_code():
    links = _LINK.findall(_text(tree.ROOT / "README.md"))
    assert {"automation/agent/loop.py", "CONTRIBUTING.md", "resources/guide/index.md"} <= set(links)


def test_the_readme_s_sentences_are_tested_ones():
    cases = (tree.ROOT / "tests/unit/commands/sentences.txt").read_text(encoding="utf-8")
    refused = {"not_found", "failed", "needs_model", "not_understood", "ambiguous"}
    tested = {
        sentence
        for _, sentence, meaning in (
            line.split(" | ") for line in cases.splitlines() if line and not line.startswith("#")
        )
        if meaning.split()[0] not in refused
    }
    block = _CODE.search("\n".join(_part("README.md", "Ten things to say")))
    sentences = block[0].splitlines()[1:-1]
    assert len(sentences) == 10
    assert [sentence for sentence in sentences if sentence not in tested] == []


def test_every_page_of_the_guide_is_reached_and_leads_nowhere_outside_it():
    """Help shows the guide where nothing but the installed package is."""
    pages = {page.name: page for page in _GUIDE}
    reached, left = set(), ["index.md"]
    while left:
        name = left.pop()
        reached.add(name)
        links = [link.partition("#")[0] for link in _LINK.findall(_text(pages[name]))]
        inside = {link for link in links if link and not link.startswith(_WEB)}
        assert inside <= set(pages), f"{name} leads to {sorted(inside - set(pages))}"
        left += sorted(inside - reached)
    assert reached == set(pages)


def test_the_guide_is_in_the_package():
    assert Path(_GUIDE[0]).is_relative_to(tree.ROOT / "resources")
    wheel = (tree.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'packages = ["app", "model", "automation", "resources"]' in wheel
    assert "exclude" not in wheel.split("[tool.hatch.build.targets.wheel]")[1].split("\n[", 1)[0]
