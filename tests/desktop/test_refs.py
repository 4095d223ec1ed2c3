"""Short names on real windows of GTK, Qt and a browser: what keeps its name over a change, and what is told of it."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.commands.find.screen_view import Scene
from automation.desktop.elements.reader import DesktopReader
from automation.screen.refs import RefBook, changes, line_of, text_of, tokens_of
from tests.desktop.elements_rig import Rig
from tests.kit.waiting import wait_for
from tests.kit.web import chromium

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(300)]

FORM_SCRIPT = str(Path(__file__).with_name("qt_form.py"))
PAGE = """<title>deskhand-player</title>
<h1>Songs</h1><label>Search <input id=s value=tea></label><label>Pin <input type=password value=hunter2></label>
<button id=play onclick="this.textContent = this.textContent == 'Play' ? 'Pause' : 'Play'">Play</button>
<table><tr><th>Song</th><th></th></tr>
<tr><td>Alpha</td><td><button>Remove</button></td></tr>
<tr><td>Beta</td><td><button onclick="this.closest('tr').remove()">Remove</button></td></tr></table>"""


class Looks:
    """Looks at one window again and again, with one book."""

    def __init__(self, rig, reader, title):
        self._rig, self._reader, self._title = rig, reader, title
        self.book = RefBook()

    def scene(self):
        return Scene(self._rig.look(), self._reader)

    def look(self):
        return self.scene().listing(self.book)

    def until(self, is_so):
        """Look until something is listed; return that look."""
        found = []

        def is_there():
            found.append(self.look())
            return is_so(found[-1])

        self._rig.raise_window(self._title)
        wait_for(is_there, 60)
        return found[-1]

    def press(self, listing, name, group=""):
        one = next(x for x in listing if (x.name, x.group) == (name, group))
        self._rig.click(one.element.box.center)
        return one.ref


def has(*names):
    return lambda listing: set(names) <= {one.name for one in listing}


def lacks(name):
    return lambda listing: name not in {one.name for one in listing}


@pytest.fixture
def rig(desktop):
    with closing(Rig(desktop)) as rig:
        yield rig


@pytest.fixture
def reader():
    with closing(DesktopReader()) as reader:
        yield reader


def test_what_an_opened_menu_of_gtk_shows_comes_first_and_the_rest_keeps_its_names(rig, reader):
    with rig.running(["mousepad", "--disable-server"], "Mousepad"):
        looks = Looks(rig, reader, "Mousepad")
        before = looks.until(has("File", "Edit"))
        looks.press(before, "File")
        after = looks.until(has("File", "Save As..."))
        names = [one.name for one in after]
        assert names.index("Save As...") < names.index("Edit")
        told = changes(before, after)
        assert "Save As..." in {one.name for one in told.appeared}
        assert not told.went
        assert {x.name: x.ref for x in before}.items() <= {x.name: x.ref for x in after}.items()
        rig.key(9)  # Escape
        gone = looks.until(lacks("Save As..."))
        assert "Save As..." in {one.name for one in changes(after, gone).went}


def test_what_a_field_of_qt_holds_now_is_told_and_what_a_password_s_holds_never(rig, reader):
    env = {"QT_QPA_PLATFORM": "xcb", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}
    with rig.running([sys.executable, FORM_SCRIPT, "hunter2"], "deskhand-qt-form", **env):
        looks = Looks(rig, reader, "deskhand-qt-form")
        before = looks.until(has("Name", "Remember me"))
        remember = looks.press(before, "Remember me")
        after = looks.until(lambda x: x.get(remember).states[:1] == ("on",))
        told = [change.words for change in changes(before, after).changed]
        assert any(words.startswith(f'{remember} checkbox "Remember me" [on') for words in told)
        lines = [line_of(one) for one in before]
        assert any(' field "Name" = "Ada"' in line for line in lines)
        assert any(line.endswith('button "Locked" [greyed]') for line in lines)
        assert any(
            '"Colour" = "Red" [closed] (choices: Red; Green; Blue)' in line for line in lines
        ), lines
        assert "hunter2" not in text_of(before) + text_of(after)
        assert all(one.value != "hunter2" for one in looks.book.given.values())


def test_what_a_page_has_put_in_the_place_of_a_thing_is_another_one(rig, reader, tmp_path):
    page = tmp_path / "player.html"
    page.write_text(PAGE)
    with rig.running(chromium(tmp_path, f"--app={page.as_uri()}"), "deskhand-player"):
        looks = Looks(rig, reader, "deskhand-player")
        before = looks.until(has("Play", "Alpha", "Beta"))
        groups = {one.group: one.ref for one in before if one.name == "Remove"}
        assert groups.keys() == {"Alpha", "Beta"}
        assert "hunter2" not in text_of(before)
        play = looks.press(before, "Play")
        after = looks.until(has("Pause"))
        assert next(one.ref for one in after if one.name == "Pause") != play
        assert looks.book.living(play, looks.scene().near) is None
        assert looks.book.nearest(play, after)[0].name == "Pause"
        looks.press(after, "Remove", "Beta")
        last = looks.until(lacks("Beta"))
        assert last.get(groups["Beta"]) is None
        assert looks.book.living(groups["Beta"], looks.scene().near) is None
        assert looks.book.living(groups["Alpha"], looks.scene().near) is not None


def test_a_long_page_comes_to_few_lines(rig, reader, tmp_path):
    page = tmp_path / "long.html"
    rows = "".join(
        f"<tr><td>Order {n}</td><td>Berlin {n}</td><td><button>Edit</button></td></tr>"
        for n in range(600)
    )
    page.write_text(f"<title>deskhand-long</title><table>{rows}</table>")
    with rig.running(chromium(tmp_path, f"--app={page.as_uri()}"), "deskhand-long"):
        listing = Looks(rig, reader, "deskhand-long").until(has("Order 3"))
        told = text_of(listing)
        assert len(told.splitlines()) <= 250
        assert tokens_of(told) <= 4_000
        edits = [one for one in listing if one.name == "Edit"]
        assert len({one.group for one in edits}) == len(edits) > 10
