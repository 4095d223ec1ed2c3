"""What tests of macros share."""

import pytest

from automation.macros.edit.session import EditSession
from automation.macros.library import Library
from automation.macros.macro import Macro, Wait


@pytest.fixture
def library(tmp_path):
    """Return a library with one macro, “One”."""
    library = Library(tmp_path / "macros")
    steps = (Wait(id="a", seconds=1), Wait(id="b", seconds=2))
    library.save(Macro(deskhand=1, name="One", steps=steps))
    return library


@pytest.fixture
def opened(library):
    """Return a function that opens a macro for editing; what is open at the end is closed."""
    sessions = []

    def open_it(name="One"):
        sessions.append(EditSession(library, name))
        return sessions[-1]

    yield open_it
    for session in sessions:
        session.close()
