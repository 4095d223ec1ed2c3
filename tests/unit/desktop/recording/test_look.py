"""What the scout tells of a program that answers by a script: when it read what, and what it asks again.

A box is read again once after it was pressed, when its program may have turned it.
"""

import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from automation.core.errors import CaptureError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import PRESS, RELEASE, HandEvent
from automation.core.observation import WindowInfo
from automation.desktop.recording import look
from automation.desktop.recording.listen import Glance, Look, Moment
from automation.desktop.recording.look import MOST_REST_S, TURNED_US, PressedBox, Scout, read_again
from automation.desktop.recording.privacy import PasswordFields
from tests.fakes.fake_reader import element

WINDOW = WindowInfo(7, "Login", "app", 42, Rect(0, 0, 400, 300), is_active=True)
FOCUSED = frozenset({"focused", "editable"})
BOX = Rect(10, 40, 100, 20)


def field(name, **more):
    return element(name, "field", window_id=7, states=FOCUSED, handle=("bus", name), **more)


USER, KEY = field("User"), field("Key", box=BOX)


class Program:
    """Answers as it is told to, and writes down what it was asked."""

    def __init__(self):
        self.focused, self.shown, self.values, self.boxes = USER, [USER, KEY], {}, ()
        self.asked = []

    def focus(self, seen):
        self.asked.append("focus")
        return (self.focused,) if self.focused is not None else ()

    def refreshed(self, thing):
        self.asked.append(f"value of {thing.name}")
        return field(thing.name, value=self.values.get(thing.name))

    def secret_boxes(self, seen):
        self.asked.append("password fields")
        return self.boxes

    def tree(self, seen, *, whole_screen=False):
        self.asked.append("tree")
        return self.shown


@pytest.fixture
def scout():
    """A scout without its thread and its display, and the looks that it told."""
    made, program = Scout.__new__(Scout), Program()
    made._windows = SimpleNamespace(
        windows=lambda: (WINDOW,), pointer=lambda: ScreenPoint(0, 0), menus=lambda: (),
        monitors=lambda: (),
    )  # fmt: skip
    made._probe = SimpleNamespace(is_taken=lambda: False)
    made._reader, made.looks = program, []
    made._wanted_us, made._wanted_value = (lambda: None), (lambda: None)
    made._wanted_fields_us = made._due_box = lambda: None
    made._is_terminal, made._on_look = (lambda window: False), made.looks.append
    made._fields, made.latest, made._seen = PasswordFields(), None, None
    made._took_s = made._looked_s = made._asked_s = made._failed_s = 0.0
    return made


GLANCE = Glance(None, ())


def test_a_full_look_asks_for_the_focus_last_and_tells_when_the_rest_was_read(scout):
    scout._reader.values["User"] = "kunde"
    scout._look(GLANCE)
    (look,) = scout.looks
    asked = scout._reader.asked
    assert asked.index("tree") < asked.index("value of User") < asked.index("focus")
    assert look.tree_read_us <= look.fields_read_us < look.held.ended_us <= look.began_us
    assert (look.focused, look.held.value) == (USER, "kunde")
    assert scout.latest is look


def test_a_focus_that_cannot_be_asked_for_leaves_what_the_tree_told(scout):
    def fails(seen):
        raise CaptureError

    scout._reader.focus = fails
    scout._look(GLANCE)
    (look,) = scout.looks
    assert look.elements == (USER, KEY)
    assert look.held is None


def test_a_check_reads_no_tree_and_keeps_when_that_was_read(scout):
    scout._look(GLANCE)
    scout._reader.asked.clear()
    scout._reader.focused = KEY
    scout._check(GLANCE, scout.latest)
    first, second = scout.looks
    assert "tree" not in scout._reader.asked
    assert "password fields" not in scout._reader.asked
    assert second.tree_read_us == first.tree_read_us
    assert second.fields_read_us == first.fields_read_us
    assert second.began_us > first.ended_us
    assert second.held is None  # it tells no value
    assert second.focused == KEY


def test_password_fields_are_looked_for_again_where_somebody_waits_for_that(scout):
    scout._look(GLANCE)
    scout._reader.boxes = (BOX,)
    scout._wanted_fields_us = lambda: scout.looks[0].began_us
    scout._check(GLANCE, scout.latest)
    look = scout.looks[-1]
    assert look.secret_boxes == (BOX,)
    assert look.fields_read_us >= scout.looks[0].began_us
    assert not scout._is_stale(look)


def test_nothing_is_read_of_a_field_that_may_hold_a_password(scout):
    scout._reader.boxes = (BOX,)
    scout._reader.focused = KEY
    scout._reader.shown = [USER, KEY]
    scout._reader.values = {"User": "kunde", "Key": "hunter2"}
    scout._look(GLANCE)
    (look,) = scout.looks
    assert look.is_secret
    assert look.held is None


def test_a_field_that_shows_a_password_is_a_password_field(scout):
    shown = field("Password", box=BOX)
    scout._reader.focused, scout._reader.shown = shown, [USER, shown]
    scout._look(GLANCE)
    (look,) = scout.looks
    assert look.is_secret
    assert look.secret_boxes == (BOX,)
    assert "secret" in look.focused.states
    assert "value of Password" not in scout._reader.asked


def test_what_has_the_focus_is_known_though_its_window_was_not_read_yet(scout):
    scout._reader.values["User"] = "kunde"
    scout._look(GLANCE)
    scout._reader.focused = field("New")
    scout._reader.values["New"] = ""
    scout._check(GLANCE, scout.latest)
    look = scout.looks[-1]
    assert look.focused.name == look.held.handle[1] == "New"
    assert look.held.value == ""


def test_a_field_whose_focus_may_have_gone_is_not_asked_first(scout):
    scout._look(GLANCE)
    scout._wanted_us = lambda: scout.looks[-1].began_us + 1
    scout._reader.asked.clear()
    scout._reader.focused = KEY
    scout._check(GLANCE, scout.latest)
    assert "value of User" not in scout._reader.asked


class Turns:
    """Ends the scout's thread after so many turns."""

    def __init__(self, count):
        self.count = count

    def wait(self, seconds):
        self.count -= 1
        return self.count < 0


def test_what_somebody_waits_for_is_asked_before_the_whole_tree(scout, monkeypatch):
    monkeypatch.setattr("automation.desktop.recording.look.be_quiet", lambda: None)
    scout._frames = SimpleNamespace(latest=lambda: GLANCE)
    scout._windows.close = lambda: None
    scout._probe_connection = SimpleNamespace(disconnect=lambda: None)
    scout._took_s = scout._looked_s = scout._asked_s = 0.0
    scout._look(GLANCE)
    scout._seen = None  # the picture changed, so that the tree is due
    scout._took_s = scout._looked_s = scout._asked_s = 0.0
    ended_us = scout.latest.ended_us
    scout.latest = replace(scout.latest, began_us=0, ended_us=0)
    scout._wanted_us = lambda: 1
    scout._reader.asked.clear()
    scout._closing = Turns(1)
    scout._serve()
    assert "focus" in scout._reader.asked
    assert "tree" not in scout._reader.asked
    scout._closing = Turns(1)
    scout._wanted_us = lambda: None
    scout._serve()
    assert "tree" in scout._reader.asked
    assert scout.latest.ended_us > ended_us


@pytest.mark.parametrize(("wanted_us", "share"), [(1, 1), (0, 4)])
def test_a_slow_program_is_asked_sooner_where_the_focus_has_moved(
    scout, wanted_us, share, monkeypatch
):
    now_s = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    scout._wanted_us = lambda: wanted_us
    for asked_s, least_s in ((0.2, share * 0.2), (9.0, MOST_REST_S)):
        scout._asked_s = asked_s
        for rest_s in (least_s - 0.05, least_s + 0.05):
            last = Look(0, round((now_s - rest_s) * 1e6), (), is_secret=True)
            assert scout._is_asked(last) == (rest_s > least_s)


def fails(*_, **__):
    raise CaptureError


def serve(scout, monkeypatch, *, turns, pictures=()):
    """Let the thread's work take so many turns, all at one time; the pictures are taken away from the list."""
    monkeypatch.setattr("automation.desktop.recording.look.be_quiet", lambda: None)
    scout._frames = SimpleNamespace(latest=lambda: pictures.pop(0) if pictures else GLANCE)
    scout._windows.close = lambda: None
    scout._probe_connection = SimpleNamespace(disconnect=lambda: None)
    scout._closing = Turns(turns)
    scout._serve()


def test_a_question_for_the_focus_that_fails_is_not_repeated_at_once(scout, monkeypatch, caplog):
    scout._look(GLANCE)
    scout.latest = replace(scout.latest, began_us=0, ended_us=0)
    scout._wanted_us = lambda: 1
    scout._reader.focus = fails
    serve(scout, monkeypatch, turns=5)
    assert [r.message for r in caplog.records].count(
        "the focus could not be read: CaptureError"
    ) == 1


def test_a_tree_that_fails_is_not_read_again_at_once(scout, monkeypatch, caplog):
    scout._reader.tree = fails
    serve(scout, monkeypatch, turns=5)
    assert [r.message for r in caplog.records] == ["the tree could not be read: CaptureError"]


def test_a_question_that_failed_is_asked_again_after_a_while(scout):
    scout._look(GLANCE)
    scout.latest = replace(scout.latest, began_us=0, ended_us=0)
    scout._wanted_us = lambda: 1
    scout._failed_s = time.monotonic()
    assert not scout._is_asked(scout.latest)
    scout._failed_s -= MOST_REST_S
    assert scout._is_asked(scout.latest)


def test_after_a_pause_all_is_read_again_and_nothing_told_of_before_it(scout, monkeypatch):
    """A press right after it would have the name and the password fields of another page."""
    scout._look(GLANCE)
    scout._seen = GLANCE
    scout._reader.asked.clear()
    scout._wanted_us = lambda: 1
    scout._looked_s, scout._took_s = time.monotonic() - 1, 9.0
    pictures = [None, GLANCE]
    serve(scout, monkeypatch, turns=1, pictures=pictures)
    assert scout.latest is None
    scout._reader.shown = [KEY]
    serve(scout, monkeypatch, turns=1, pictures=pictures)
    assert scout._reader.asked[0] == "tree"
    assert scout.latest.elements == (KEY,)


def test_a_pressed_box_is_read_before_the_tree_and_after_keys_that_wait(scout, monkeypatch):
    monkeypatch.setattr("automation.desktop.recording.look.be_quiet", lambda: None)
    scout._frames = SimpleNamespace(latest=lambda: GLANCE)
    scout._windows.close = lambda: None
    scout._probe_connection = SimpleNamespace(disconnect=lambda: None)
    told, due = [], [KEY]
    scout._on_box, scout._due_box = told.append, (lambda: due.pop() if due else None)
    scout._look(GLANCE)
    scout.latest = replace(scout.latest, began_us=0, ended_us=0)
    scout._wanted_us = lambda: 1
    scout._closing = Turns(1)
    scout._serve()
    assert due == [KEY]
    scout._wanted_us = lambda: None
    scout._reader.asked.clear()
    scout._closing = Turns(1)
    scout._serve()
    assert [turned.box.name for turned in told] == ["Key"]
    assert scout._reader.asked == ["value of Key"]


def test_a_field_that_only_the_text_beside_it_names_is_told_of_when_the_tree_was_read(scout):
    """A page's next step shows a password and puts the keyboard there before anybody looks."""
    scout._look(GLANCE)
    scout._seen = GLANCE
    bare = replace(field("PIN"), name="")
    scout._reader.focused = bare
    before = scout.latest
    scout._check(GLANCE, before)
    assert scout.latest is before
    assert scout._seen is None, "the tree is read as soon as may be"
    scout._reader.shown = [USER, KEY, field("PIN")]
    scout._look(GLANCE)
    assert scout.latest.is_secret
    scout._reader.focused = replace(bare, handle=KEY.handle)
    scout._check(GLANCE, scout.latest)
    assert scout.latest.focused == KEY


def test_of_a_field_that_no_reading_of_the_tree_has_it_is_told_that_nobody_knows(scout):
    scout._reader.focused = replace(field("covered"), name="")
    scout._reader.shown = []
    scout._look(GLANCE)
    assert not scout.latest.is_told


@pytest.mark.parametrize(
    "one",
    [
        replace(field(""), role="button", states=frozenset({"focused"})),
        replace(field(""), states=FOCUSED | {"multi_line"}),
        replace(field(""), role="document"),
        field("Town"),
    ],
)
def test_what_no_text_beside_it_makes_a_password_is_told_of_at_once(scout, one):
    scout._look(GLANCE)
    scout._reader.focused = replace(one, handle=("bus", "new"))
    before = scout.latest
    scout._check(GLANCE, before)
    assert scout.latest is not before
    assert scout.latest.is_told


def test_a_look_at_a_password_field_that_came_since_tells_where_password_fields_are(scout):
    """A page's second step: what was pressed next is painted over by what this look tells."""
    scout._look(GLANCE)
    scout._reader.boxes = (BOX, BOX.grown(40))
    scout._reader.focused = replace(field("Key", box=BOX), role="password", handle=("bus", "new"))
    scout._check(GLANCE, scout.latest)
    assert scout.latest.is_secret
    assert set(scout.latest.secret_boxes) == {BOX, BOX.grown(40)}
    scout._reader.asked.clear()
    scout._check(GLANCE, scout.latest)
    assert "password fields" not in scout._reader.asked, "they are known by now"


PRESSED_WINDOW = WindowInfo(7, "Orders", "shop", 40, Rect(0, 0, 400, 300))
PRESSED_BOX = element(
    "Urgent", "checkbox", Rect(10, 10, 80, 20), window_id=7, handle=("bus", "urgent"),
    states=frozenset({"checkable"}),
)  # fmt: skip
AT = ScreenPoint(20, 20)
MOMENT = Moment(
    AT, PRESSED_WINDOW, (PRESSED_WINDOW,), look=Look(1, 2, (PRESSED_WINDOW,), (PRESSED_BOX,))
)
T_US = 1_000_000


@pytest.fixture
def at(monkeypatch):
    def _at(t_us):
        monkeypatch.setattr(look.time, "monotonic_ns", lambda: t_us * 1000)

    yield _at
    monkeypatch.setattr(look.time, "monotonic_ns", time.monotonic_ns)


def pressed(moment=MOMENT, button=1):
    box = PressedBox()
    box.heard(HandEvent(T_US, PRESS, button), moment)
    box.heard(HandEvent(T_US, RELEASE, button), None)
    return box


def test_a_pressed_box_is_due_once_after_a_while(at):
    box = pressed()
    at(T_US + TURNED_US - 1)
    assert box.due() is None
    at(T_US + TURNED_US)
    assert box.due() == PRESSED_BOX
    assert box.due() is None


def test_one_that_is_still_down_or_was_followed_by_another_press_is_not(at):
    at(T_US + TURNED_US)
    down = PressedBox()
    down.heard(HandEvent(T_US, PRESS, 1), MOMENT)
    assert down.due() is None
    box = pressed()
    box.heard(HandEvent(T_US + 1, PRESS, 3), MOMENT)
    assert box.due() is None


@pytest.mark.parametrize(
    "moment",
    [
        replace(MOMENT, look=None),
        replace(MOMENT, point=ScreenPoint(200, 200)),
        replace(
            MOMENT, look=replace(MOMENT.look, elements=(replace(PRESSED_BOX, states=frozenset()),))
        ),
    ],
)
def test_what_is_no_box_is_not_asked_for(at, moment):
    at(T_US + TURNED_US)
    assert pressed(moment).due() is None
    assert pressed(button=3).due() is None


def test_what_is_read_of_it_is_told_with_its_time_and_nothing_where_it_does_not_tell():
    def fails(box):
        raise CaptureError

    on = replace(PRESSED_BOX, states=PRESSED_BOX.states | {"checked"})
    turned = read_again(PRESSED_BOX, SimpleNamespace(refreshed=lambda box: on))
    assert turned.box == on
    assert turned.began_us <= turned.ended_us
    assert read_again(PRESSED_BOX, SimpleNamespace(refreshed=lambda box: None)) is None
    assert read_again(PRESSED_BOX, SimpleNamespace(refreshed=fails)) is None
