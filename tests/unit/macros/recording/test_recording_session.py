"""A recording as it grows: the live list, undo, what is put in, and what a kill leaves."""

import errno
import os

import pytest

from automation.core import hand_events
from automation.core.errors import MacroError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context, HandEvent
from automation.core.observation import ScreenElement, WindowInfo
from automation.desktop.recording.keys import XKeyNames
from automation.macros.macro import CheckThat, Click, Keys, Param, Shows, Type, Wait
from automation.macros.macro_files import FileError
from automation.macros.record import raw_file, recording_journal
from automation.macros.record.raw_file import event_problems, unpacked
from automation.macros.record.recording_journal import STEPS, cut_off, recover
from automation.macros.record.session import (
    LIVE_US,
    SETTLED_US,
    Changed,
    Recorded,
    RecordingSession,
    Removed,
)

WINDOW = WindowInfo(7, "Orders", "shop", 1, Rect(0, 0, 400, 300))
BUTTON = ScreenElement("Send", "button", Rect(50, 50, 80, 30), "tree", window_id=7)


class Hand:
    def __init__(self, session):
        self.session, self.now = session, 1_000_000

    def put(self, kind, context=None, **fields):
        self.now += 40_000
        self.session.feed(HandEvent(self.now, kind, window=7, **fields), context)

    def click(self):
        context = Context(ScreenPoint(60, 60), None, WINDOW, BUTTON, (BUTTON,))
        self.put(hand_events.PRESS, context, button=1, x=60, y=60)
        self.put(hand_events.RELEASE, button=1, x=60, y=60)
        self.now += 500_000

    def type(self, text):
        for char in text:
            self.put(hand_events.KEY_DOWN, keycode=ord(char), keysym=ord(char))
            self.put(hand_events.KEY_UP, keycode=ord(char))

    def tap(self, keysym):
        self.put(hand_events.KEY_DOWN, keycode=9, keysym=keysym)
        self.put(hand_events.KEY_UP, keycode=9)
        self.now += 600_000

    def rest(self):
        self.now += SETTLED_US
        self.session.tick(self.now)


@pytest.fixture
def told():
    return []


@pytest.fixture
def session(tmp_path, told):
    session = RecordingSession(tmp_path / "one", XKeyNames(), told.append)
    yield session
    session.remove()


@pytest.fixture
def hand(session):
    return Hand(session)


@pytest.fixture
def full(monkeypatch):
    """Descriptors of files for which there is no room on the disk; nothing is full at first."""
    write, files = os.write, set()

    def refusing(descriptor, data):
        if descriptor in files:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", refusing)
    return files


def texts(steps):
    return [getattr(step, "text", type(step).__name__) for step in steps]


def test_steps_are_told_as_they_are_done_and_named_by_what_was_pressed(session, hand, told):
    hand.click()
    hand.type("abc")
    hand.rest()
    assert [type(step) for step in session.steps] == [Click, Type]
    assert session.steps[0].id == "send"
    assert session.steps[1].text == "abc"
    assert [happening.n for happening in told if isinstance(happening, Recorded)] == [0, 1]


def test_text_that_goes_on_is_shown_and_then_changed(session, hand, told):
    hand.type("ab")
    session.tick(hand.now + 1_100_000)
    assert told[-1].step.text == "ab"
    hand.type("c")
    hand.rest()
    assert isinstance(told[-1], Changed)
    assert (told[-1].n, told[-1].step.text) == (told[0].n, "abc")
    assert texts(session.steps) == ["abc"]


def test_a_click_that_may_go_on_is_shown_with_what_was_pressed(session, hand, told):
    hand.click()
    session.tick(hand.now + LIVE_US)
    [shown] = told
    assert (shown.step.target.name, shown.step.off, shown.step.comment) == ("Send", False, "")
    hand.rest()
    assert session.steps == (shown.step,)


def test_a_click_is_not_called_left_out_before_its_picture_was_taken(session, hand, told):
    hand.put(hand_events.PRESS, button=1, x=60, y=60)
    hand.put(hand_events.RELEASE, button=1, x=60, y=60)
    session.tick(hand.now + LIVE_US)
    assert [one.step.off for one in told] == [False]
    hand.rest()
    assert told[-1].step.off


def test_text_that_goes_on_is_shown_with_its_field(session, hand, told):
    field = ScreenElement("Name", "field", Rect(50, 50, 80, 30), "tree", window_id=7)
    context = Context(field.box.center, None, WINDOW, field, (field,))
    hand.put(hand_events.KEY_DOWN, context, keycode=ord("B"), keysym=ord("B"))
    hand.type("ob")
    session.tick(hand.now + LIVE_US)
    [shown] = told
    assert (shown.step.text, shown.step.target.name) == ("Bob", "Name")
    hand.rest()
    assert session.steps == (shown.step,)


def test_text_that_was_shown_and_goes_on_no_more_is_told_once(session, hand, told):
    hand.type("ab")
    session.tick(hand.now + 1_100_000)
    hand.rest()
    assert told == [Recorded(0, session.steps[0])]


def test_what_was_shown_and_came_to_nothing_is_taken_off_once(session, hand, told):
    hand.type("a")
    session.tick(hand.now + 1_100_000)
    hand.put(hand_events.KEY_DOWN, keycode=22, keysym=0xFF08)
    hand.put(hand_events.KEY_UP, keycode=22)
    for _ in range(2):
        hand.now += 1_100_000
        session.tick(hand.now)
        hand.put(hand_events.MOVE)
    hand.rest()
    assert [type(happening) for happening in told] == [Recorded, Removed]
    assert session.steps == ()


def test_undo_takes_back_the_last_step_and_only_that(session, hand, told):
    hand.click()
    hand.type("abc")
    assert session.undo() == (1,)
    assert told[-1] == Removed(1)
    assert [type(step) for step in session.steps] == [Click]
    session.undo()
    assert session.undo() == ()
    assert session.steps == ()


def test_what_is_put_in_stands_after_what_was_done_and_before_what_follows(session, hand):
    hand.type("ab")
    session.insert_check(Shows(text="Saved"))
    session.insert_wait(2.0)
    session.insert_parameter("vendor", Param(ask="Vendor"))
    session.insert_secret("mail")
    hand.click()
    recording = session.finish("m")
    assert [type(step) for step in recording.macro.steps] == [
        Type, CheckThat, Wait, Type, Type, Click,
    ]  # fmt: skip
    assert texts(recording.macro.steps)[3:5] == ["{{vendor}}", "${secret:mail}"]
    assert list(recording.macro.params) == ["vendor"]
    assert len({step.id for step in recording.macro.steps}) == 6


def test_a_name_that_no_secret_can_have_is_refused(session):
    with pytest.raises(MacroError, match="no name for a secret"):
        session.insert_secret("a} b")


def test_a_secret_is_asked_for_and_an_undone_one_is_not(session, hand):
    hand.put(hand_events.SECRET)
    hand.put(hand_events.SECRET_OVER)
    hand.rest()
    hand.put(hand_events.SECRET)
    hand.put(hand_events.SECRET_OVER)
    hand.rest()
    session.undo()
    recording = session.finish("m")
    assert texts(recording.macro.steps) == ["{{secret}}"]
    assert list(recording.macro.params) == ["secret"]


def test_the_first_half_of_a_stop_key_is_taken_back(session, hand):
    hand.type("ab")
    hand.tap(0xFF1B)
    session.drop_last_tap(("esc",))
    assert texts(session.steps) == ["ab"]
    session.drop_last_tap(("esc",))
    assert texts(session.steps) == ["ab"]


def test_of_two_taps_the_last_is_taken_back(session, hand):
    hand.tap(0xFF1B)
    hand.now -= 600_000
    hand.tap(0xFF1B)
    session.drop_last_tap(("esc",))
    (step,) = session.steps
    assert isinstance(step, Keys)
    assert (step.keys, step.times) == (("esc",), 1)


def test_resting_writes_nothing_more(session, hand, tmp_path):
    hand.type("ab")
    hand.rest()
    size = (tmp_path / "one" / "events.bin").stat().st_size
    for _ in range(20):
        hand.rest()
    assert (tmp_path / "one" / "events.bin").stat().st_size == size


def test_what_could_not_be_ended_for_want_of_room_is_a_step_later(session, hand, full):
    hand.type("abc")
    full.add(session._journal.events._descriptor)
    with pytest.raises(FileError):
        hand.rest()
    full.clear()
    assert texts(session.finish("Orders").macro.steps) == ["abc"]


def test_a_step_that_found_no_room_is_written_and_told_later(session, hand, full, told, tmp_path):
    hand.type("abc")
    full.add(session._journal._steps)
    with pytest.raises(FileError):
        hand.rest()
    assert (session.steps, told) == ((), [])
    events = session._journal.events.count
    with pytest.raises(FileError):
        hand.rest()
    full.clear()
    hand.rest()
    assert texts(recover(tmp_path / "one").steps) == texts(session.steps) == ["abc"]
    assert told == [Recorded(0, session.steps[0])]
    assert session._journal.events.count == events
    assert session.undo() == (0,)


def test_a_step_that_found_no_room_stands_before_what_is_done_after_it(
    session, hand, full, tmp_path
):
    hand.click()
    full.add(session._journal._steps)
    with pytest.raises(FileError):
        hand.type("abc")
    full.clear()
    hand.type("d")
    hand.rest()
    assert [type(step) for step in session.steps] == [Click, Type]
    assert recover(tmp_path / "one").steps == session.steps


def test_a_recording_that_was_cut_off_is_there_up_to_its_last_whole_line(tmp_path, told):
    root = tmp_path / "recordings"
    session = RecordingSession(root / "1", XKeyNames(), told.append)
    hand = Hand(session)
    hand.click()
    hand.type("abc")
    hand.rest()
    hand.click()
    hand.rest()
    session.undo()
    assert cut_off(root) == ()
    session._journal.close()  # what the system does when the process is killed
    assert cut_off(root) == (root / "1",)
    whole = recover(root / "1")
    assert whole.steps == session.steps
    assert whole.events
    file = root / "1" / STEPS
    file.write_bytes(file.read_bytes() + b'{"n":9,"step":{"do":"click","id":"x')
    assert recover(root / "1").steps == session.steps


def test_wherever_the_file_is_cut_off_all_whole_lines_before_are_there(tmp_path, told):
    session = RecordingSession(tmp_path / "1", XKeyNames(), told.append)
    hand = Hand(session)
    for _ in range(4):
        hand.click()
        hand.type("abc")
        hand.rest()
    everything = session.steps
    session._journal.close()
    file = tmp_path / "1" / STEPS
    data = file.read_bytes()
    for end in range(0, len(data), 7):
        file.write_bytes(data[:end])
        found = recover(tmp_path / "1").steps
        whole = data[:end].count(b"\n")
        assert found == everything[: len(found)]
        assert whole <= len(found) <= whole + 1


PASSWORD, PUT_IN = Param(type="secret"), Param(ask="Secret")


def typed_secretly(hand, flags=0):
    hand.put(hand_events.SECRET, flags=flags)
    hand.put(hand_events.SECRET_OVER)
    hand.rest()


def test_a_value_called_as_a_password_that_was_typed_is_another_one(session, hand):
    typed_secretly(hand)
    session.insert_parameter("secret", PUT_IN)
    macro = session.finish("m").macro
    assert texts(macro.steps) == ["{{secret}}", "{{secret_2}}"]
    assert macro.params == {"secret": PASSWORD, "secret_2": PUT_IN}


def test_a_value_called_as_a_text_that_is_not_told_is_another_one(session, hand):
    typed_secretly(hand, hand_events.UNTOLD)
    session.insert_parameter("text", Param(ask="Text"))
    macro = session.finish("m").macro
    assert texts(macro.steps) == ["{{text}}", "{{text_2}}"]
    assert macro.params == {"text": Param(ask="What to type"), "text_2": Param(ask="Text")}


def test_a_password_that_is_typed_after_a_value_of_its_name_is_another_one(session, hand):
    session.insert_parameter("secret", PUT_IN)
    typed_secretly(hand)
    macro = session.finish("m").macro
    assert texts(macro.steps) == ["{{secret}}", "{{secret_2}}"]
    assert macro.params == {"secret": PUT_IN, "secret_2": PASSWORD}


def test_a_value_that_is_put_in_twice_is_asked_for_once(session, hand):
    typed_secretly(hand)
    for param in (PUT_IN, PUT_IN, Param(ask="secret"), PUT_IN):
        session.insert_parameter("secret", param)
    macro = session.finish("m").macro
    assert texts(macro.steps)[1:] == [
        "{{secret_2}}", "{{secret_2}}", "{{secret_3}}", "{{secret_2}}",
    ]  # fmt: skip
    assert macro.params == {
        "secret": PASSWORD, "secret_2": PUT_IN, "secret_3": Param(ask="secret"),
    }  # fmt: skip


def test_the_other_name_of_a_value_is_one_that_a_macro_can_have(session):
    longest = "n" * 40
    session.insert_parameter(longest, Param(ask="One"))
    session.insert_parameter(longest, Param(ask="Two"))
    session._journal.close()
    found = recover(session._journal.folder)
    other = f"{'n' * 38}_2"
    assert texts(found.steps) == [f"{{{{{longest}}}}}", f"{{{{{other}}}}}"]
    assert found.params == {longest: Param(ask="One"), other: Param(ask="Two")}


def test_undo_of_a_value_leaves_the_password_of_its_name(session, hand):
    typed_secretly(hand)
    session.insert_parameter("secret", PUT_IN)
    session.undo()
    macro = session.finish("m").macro
    assert (texts(macro.steps), macro.params) == (["{{secret}}"], {"secret": PASSWORD})


def test_the_name_of_a_value_that_was_undone_is_free_again(session, hand):
    for said in ("vendor", "Vendor"):
        session.insert_parameter("vendor", Param(ask=said))
        session.undo()
    session.insert_parameter("vendor", PASSWORD)
    macro = session.finish("m").macro
    assert (texts(macro.steps), macro.params) == (["{{vendor}}"], {"vendor": PASSWORD})


def test_a_value_that_was_put_in_twice_is_kept_when_one_of_them_is_undone(session):
    session.insert_parameter("vendor", PUT_IN)
    session.insert_parameter("vendor", PUT_IN)
    session.undo()
    session.insert_parameter("vendor", Param(ask="other"))
    macro = session.finish("m").macro
    assert texts(macro.steps) == ["{{vendor}}", "{{vendor_2}}"]
    assert macro.params == {"vendor": PUT_IN, "vendor_2": Param(ask="other")}


@pytest.mark.parametrize("undone", [False, True])
def test_of_a_recording_that_was_cut_off_each_step_asks_for_its_own_value(session, hand, undone):
    typed_secretly(hand)
    session.insert_parameter("secret", Param(ask="undone"))
    if undone:
        session.undo()
    session.insert_parameter("secret", PUT_IN)
    typed_secretly(hand)
    steps = session.steps
    session._journal.close()
    found = recover(session._journal.folder)
    assert found.steps == steps
    asked = [found.params[text.strip("{}")] for text in texts(found.steps)]
    first = [] if undone else [Param(ask="undone")]
    assert asked == [PASSWORD, *first, PUT_IN, PASSWORD]
    assert len(found.params) == len(asked)


def test_a_recording_that_is_as_long_as_one_may_be_ends_in_good_order(session, hand, monkeypatch):
    monkeypatch.setattr(raw_file, "MAX_EVENTS", 9)
    hand.click()
    hand.type("ab")
    assert not session.is_full
    hand.type("c")
    assert session.is_full
    hand.type("never heard")
    hand.rest()
    hand.rest()
    recording = session.finish("Long")
    assert texts(recording.macro.steps) == ["Click", "abc"]
    assert event_problems(recording.events) == ()
    assert len(unpacked(recording.events)) == 9


def test_an_undo_that_finds_no_room_takes_nothing_back_and_can_be_done_again(
    session, hand, told, monkeypatch
):
    hand.click()
    hand.type("abc")
    hand.rest()
    before = len(told)

    def refuse(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(recording_journal, "write_whole", refuse)
        with pytest.raises(FileError):
            session.undo()
    assert texts(session.steps) == ["Click", "abc"]
    assert len(told) == before
    assert session.undo() == (1,)
    assert texts(session.steps) == ["Click"]
    folder = session.let_go()
    assert texts(recover(folder).steps) == ["Click"]


def test_a_journal_that_cannot_be_opened_again_is_opened_for_the_next_step(
    session, hand, monkeypatch
):
    hand.click()
    hand.type("abc")
    hand.rest()
    opened = recording_journal.open_private

    def scarce(*given):
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as few:
        few.setattr(recording_journal, "open_private", scarce)
        assert session.undo() == (1,)
    assert recording_journal.open_private is opened
    hand.type("def")
    hand.rest()
    assert session.undo() == (2,)
    hand.type("ghi")
    hand.rest()
    assert texts(recover(session.let_go()).steps) == ["Click", "ghi"]


def test_what_is_told_late_has_no_time_before_what_came_after_it(session, hand):
    hand.click()
    hand.now -= 700_000
    hand.type("a")
    assert event_problems(session.finish("Late").events) == ()


def test_the_events_of_a_recording_that_was_cut_off_are_recovered_as_a_whole_file(session, hand):
    hand.click()
    hand.rest()
    folder = session.let_go()
    with (folder / "events.bin").open("ab") as file:
        file.write(bytes(70))
    found = recover(folder).events
    assert event_problems(found) == ()
    assert len(unpacked(found)) == 4
