"""A macro that somebody hands over as a folder: nothing beside it is reached through a link."""

import pytest

from automation.core.errors import MacroError
from automation.macros.package import read_source

MACRO = """\
deskhand: 1
name: Linked
steps:
  - {id: a, do: click, target: {image: img/a.png}}
"""
PNG = b"\x89PNG\r\n\x1a\n not shown here"


def folder(tmp_path):
    made = tmp_path / "given"
    made.mkdir()
    (made / "macro.yaml").write_text(MACRO)
    return made


def test_a_picture_beside_the_macro_is_read(tmp_path):
    made = folder(tmp_path)
    (made / "img").mkdir()
    (made / "img" / "a.png").write_bytes(PNG)
    assert read_source(made).image("img/a.png") == PNG


def test_a_folder_of_pictures_that_is_a_link_is_not_followed(tmp_path):
    made, private = folder(tmp_path), tmp_path / "private"
    private.mkdir()
    (private / "a.png").write_bytes(PNG)
    (made / "img").symlink_to(private)
    with pytest.raises(MacroError, match="is a link, and none is followed"):
        read_source(made).image("img/a.png")
    with pytest.raises(MacroError, match="is a link"):
        read_source(made / "macro.yaml").package()
