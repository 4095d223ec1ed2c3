"""What every `ElementReader` promises, on the fake and on the real one over scripted programs."""

import pytest

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import WindowInfo
from automation.desktop.elements.reader import DesktopReader
from tests.fakes.fake_bus import SHOWING, FakeBus, Thing
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.fake_screen import observation

EDITOR = WindowInfo(1, "Editor", "editor", 10, Rect(0, 0, 300, 200), is_active=True)
MAIL = WindowInfo(2, "Mail", "mail", 11, Rect(300, 0, 300, 200))
SAVE, NAME = Rect(20, 20, 60, 20), Rect(20, 60, 100, 20)
SECRET, SEND = Rect(20, 100, 100, 20), Rect(320, 20, 60, 20)
LINES = [
    line("Save", SAVE, window_id=1),
    line("hidden", SECRET, window_id=1),
    line("Send", SEND, window_id=2),
]


class Eyes:
    """Finds the scripted lines that are not painted over."""

    problem = ""

    def lines(self, frame):
        return [
            x
            for x in LINES
            if frame.rect.contains(x.box.center) and _is_untouched(frame.crop(x.box))
        ]

    def warm_up(self):
        """Nothing to load."""

    def close(self):
        """Nothing to give back."""


def _is_untouched(frame):
    return bool((frame.pixels[:, :, :3] == 200).all())


@pytest.fixture
def fake_reader():
    return FakeReader(
        [
            element("Save", "button", SAVE, window_id=1),
            element("Name", "field", NAME, window_id=1, states=frozenset({"focused", "showing"})),
            element(
                "Password", "password", SECRET, window_id=1, states=frozenset({"secret", "showing"})
            ),
            element("Send", "button", SEND, window_id=2),
        ],
        LINES,
    )


@pytest.fixture
def desktop_reader():
    editor = [
        Thing(43, "Save", SAVE),
        Thing(61, "Name", NAME, states=(*SHOWING, 7, 12), text=""),
        Thing(40, "Password", SECRET, text="canary"),
    ]
    bus = FakeBus(
        (10, [Thing(23, "Editor", EDITOR.rect, children=editor)]),
        (11, [Thing(23, "Mail", MAIL.rect, children=[Thing(43, "Send", SEND)])]),
    )
    reader = DesktopReader(bus=bus, ocr=Eyes())
    yield reader
    reader.close()


@pytest.fixture(params=["fake_reader", "desktop_reader"])
def reader(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def seen():
    return observation(None, EDITOR, MAIL)


def controls(elements):
    return [e.name for e in elements if e.role != "window"]


def test_tree_gives_the_active_window_in_order(reader, seen):
    assert controls(reader.tree(seen)) == ["Save", "Name", "Password"]


def test_tree_gives_all_windows_when_asked(reader, seen):
    assert controls(reader.tree(seen, whole_screen=True)) == ["Save", "Name", "Password", "Send"]


def test_password_field_is_secret_and_has_no_value(reader, seen):
    secret = next(e for e in reader.tree(seen) if e.role == "password")
    assert "secret" in secret.states
    assert secret.value is None
    assert reader.refreshed(secret).value is None


def test_text_never_comes_from_a_password_field(reader, seen):
    assert [e.name for e in reader.text(seen)] == ["Save"]


def test_text_of_a_region_may_lie_in_any_window(reader, seen):
    assert [e.name for e in reader.text(seen, MAIL.rect)] == ["Send"]


def test_text_is_marked_as_read_by_ocr(reader, seen):
    assert {(e.source, e.role, e.handle) for e in reader.text(seen)} == {("ocr", "text", None)}


def test_at_gives_what_lies_under_the_pixel(reader, seen):
    assert reader.at(seen, SEND.center).name == "Send"
    assert reader.at(seen, ScreenPoint(639, 479)) is None


def test_refreshed_gives_the_element_again(reader, seen):
    save = next(e for e in reader.tree(seen) if e.name == "Save")
    assert reader.refreshed(save).name == "Save"


def test_refreshed_gives_none_for_a_line_of_text(reader, seen):
    assert reader.refreshed(reader.text(seen)[0]) is None


def test_focused_gives_the_field_with_the_keyboard(reader, seen):
    assert reader.focused(seen).name == "Name"


def test_empty_desktop_is_no_error(reader):
    empty = observation()
    assert list(reader.tree(empty)) == []
    assert reader.focused(empty) is None
    assert reader.at(empty, ScreenPoint(5, 5)) is None
