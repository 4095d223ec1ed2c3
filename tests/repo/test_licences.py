"""The list of licences is that of what is installed, and a bundle can be made without the GPL."""

import importlib.util

from tests.repo import tree

_SPEC = importlib.util.spec_from_file_location("licences", tree.ROOT / "packaging/licences.py")
licences = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(licences)


def _lines(text):
    """Return the lines without that of torch, whose build fits the machine."""
    return [line for line in text.splitlines() if not line.startswith("| torch |")]


def test_the_list_is_that_of_what_is_installed():
    listed = licences.FILE.read_text(encoding="utf-8")
    assert _lines(listed) == _lines(licences.text()), "run: python packaging/licences.py"


def test_every_package_tells_its_licence():
    names = licences.brought()
    told = {name: licences.licence_of(licences.distribution(name)) for name in names}
    assert [name for name, licence in told.items() if licence == "not told"] == []


def test_what_is_under_the_gpl_comes_by_the_input_extra_alone():
    found = {
        name: extras
        for name, extras in licences.brought().items()
        if licences.is_copyleft(licences.licence_of(licences.distribution(name)))
    }
    assert {"pymsgbox", "mouseinfo", "python3-xlib"} <= found.keys()
    assert all(extras == {"input"} for extras in found.values()), found
