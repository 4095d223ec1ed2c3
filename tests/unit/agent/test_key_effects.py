"""What keys did that no picture proves: a page opened in a browser, a text cursor that moved."""

from dataclasses import replace

import pytest

from automation.agent.outcomes import cursor_before, moved_cursor, opened_page
from automation.core.actions import Aim, Click, Hotkey, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import TextCursor
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import screen, states, win

BAR = element(
    "Address and search bar", "field", Rect(200, 40, 500, 30), window_id=5,
    states=states("editable", "focused"),
)  # fmt: skip
LEFT = replace(BAR, states=states("editable"))
PAGE = element("One", "document", Rect(0, 80, 1280, 720), window_id=5)
ENTER = Hotkey(("enter",))


def look(title, *, is_active=True):
    windows = [win(5, title, "chromium", is_active=is_active)]
    if not is_active:
        windows.append(win(6, "Notes", "mousepad", is_active=True))
    return screen(windows, []).observation


NEW = (look("One - Chromium"), look("Two - Chromium"))


def test_a_new_title_and_a_bar_without_the_keyboard_prove_it():
    receipt = opened_page(ENTER, BAR, NEW, FakeReader([LEFT, PAGE]))
    assert receipt is not None
    assert receipt.kind == "effect_seen"


@pytest.mark.parametrize(
    ("action", "met", "looks", "found"),
    [
        (ENTER, BAR, (NEW[0], NEW[0]), [LEFT, PAGE]),
        (ENTER, BAR, NEW, [BAR, PAGE]),
        (ENTER, BAR, NEW, [LEFT]),
        (ENTER, BAR, NEW, [PAGE]),
        (ENTER, BAR, (NEW[0], look("Two - Chromium", is_active=False)), [LEFT, PAGE]),
        (ENTER, LEFT, NEW, [LEFT, PAGE]),
        (ENTER, None, NEW, [LEFT, PAGE]),
        (ENTER, BAR, NEW, [LEFT, replace(PAGE, box=Rect(0, 0, 1280, 720))]),
        (Hotkey(("tab",)), BAR, NEW, [LEFT, PAGE]),
        (Write("x"), BAR, NEW, [LEFT, PAGE]),
    ],
)
def test_nothing_is_claimed_where_one_of_them_is_not_so(action, met, looks, found):
    assert opened_page(action, met, looks, FakeReader(found)) is None


class CursorReader(FakeReader):
    """Tells where the text cursor stands, one answer after the other."""

    def __init__(self, *cursors, held=BAR):
        super().__init__([held])
        self._cursors = list(cursors)

    def text_cursor(self, element):
        return self._cursors.pop(0)


def cursor(offset, start=0, end=0, characters=10):
    return TextCursor(offset, start, end, characters)


def told(action, reader, met=BAR):
    held = cursor_before(action, met, NEW[0], reader)
    receipt = moved_cursor(action, held, NEW[1], reader)
    return receipt and receipt.kind


@pytest.mark.parametrize(
    ("keys", "before", "after", "kind"),
    [
        (("ctrl", "end"), cursor(0), cursor(10), "effect_seen"),
        (("left",), cursor(5), cursor(4), "effect_seen"),
        (("ctrl", "a"), cursor(10), cursor(10, 0, 10), "effect_seen"),
        (("backspace",), cursor(10), cursor(9, characters=9), "effect_seen"),
        (("ctrl", "end"), cursor(10), cursor(10), "landed"),
        (("home",), cursor(0), cursor(0), "landed"),
        (("home",), cursor(5), cursor(5), None),
        (("ctrl", "s"), cursor(0), cursor(0), None),
        (("left",), cursor(5), None, None),
        (("left",), None, cursor(5), None),
    ],
)
def test_a_field_tells_what_keys_did_to_its_text_cursor(keys, before, after, kind):
    assert told(Hotkey(keys), CursorReader(before, after)) == kind


PARAGRAPH = replace(
    element("", "text", Rect(0, 300, 500, 30), window_id=5, states=states("editable", "focused")),
    handle=(":1.9", "/other"),
)


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (PARAGRAPH, "effect_seen"),
        (replace(PARAGRAPH, states=states("focused")), None),
        (replace(BAR, handle=(":1.9", "/again")), None),
    ],
)
def test_another_paragraph_that_has_the_keyboard_tells_that_the_cursor_moved(held, kind):
    reader = CursorReader(cursor(3))
    before = cursor_before(Hotkey(("ctrl", "end")), BAR, NEW[0], reader)
    after = CursorReader(held=held)
    receipt = moved_cursor(Hotkey(("ctrl", "end")), before, NEW[1], after)
    assert (receipt and receipt.kind) == kind


@pytest.mark.parametrize(
    ("point", "after", "kind"),
    [
        (BAR.box.center, cursor(8), "effect_seen"),
        (BAR.box.center, cursor(3), "landed"),
        (ScreenPoint(900, 700), cursor(8), None),
    ],
)
def test_a_click_into_a_text_is_told_by_its_cursor(point, after, kind):
    click = Click(Aim(point))
    assert told(click, CursorReader(cursor(3), after), met=None) == kind


def test_of_what_is_pressed_no_text_cursor_is_asked():
    button = element("Save", "button", Rect(0, 0, 40, 20), window_id=5)
    assert cursor_before(Click(Aim(button.box.center)), button, NEW[0], CursorReader()) is None


def test_a_password_field_is_not_asked():
    hidden = replace(BAR, states=states("editable", "focused", "secret"))
    assert cursor_before(Hotkey(("left",)), hidden, NEW[0], CursorReader(cursor(1))) is None
