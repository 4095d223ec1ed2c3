"""Macros put into a library for a test."""

from automation.macros import macro as grammar
from automation.macros.library import Library
from automation.macros.trust import TrustBook, digest


def a_macro(name, *steps, **more):
    """Return a macro; one step that types where none is given."""
    made = steps or (grammar.Type(id="greet", text="Good morning"),)
    return grammar.Macro(deskhand=1, name=name, steps=made, **more)


def keep(data, macro, images=None, *, is_trusted=False, events=None):
    """Keep a macro below a folder of data and return its folder."""
    folder = Library(data / "macros").save(macro, images or {}, events=events, new=True)
    if is_trusted:
        content = digest(macro, (images or {}).__getitem__)
        TrustBook(data / "macros-trusted.json").trust(content, macro.name, "made")
    return folder


def broken(data, slug, text="deskhand: 1\nname: x\nstepz: []\n"):
    """Put a file there that no macro is."""
    folder = data / "macros" / slug
    folder.mkdir(parents=True)
    (folder / "macro.yaml").write_text(text)
    return folder
