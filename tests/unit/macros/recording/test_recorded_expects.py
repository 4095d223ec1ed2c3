"""A recording tells the effect of a step as soon as the next one begins, in the list and on the disk."""

from dataclasses import replace
from pathlib import Path

import pytest

from automation.core import hand_events
from automation.core.hand_events import Context, FieldValue
from automation.desktop.recording.keys import XKeyNames
from automation.macros.macro import Holds, Shows, Titled
from automation.macros.macro_files import FileError
from automation.macros.record import session
from automation.macros.record.drafts import ENTER, METHOD
from automation.macros.record.recording_journal import recover
from automation.macros.record.seen_effects import Shown, Tree
from automation.macros.record.session import Changed, RecordingSession
from tests.unit.macros.recording.recorded_effects import BOOKS, SAVE_AS, box, seen_at, thing
from tests.unit.macros.recording.test_recording_session import Hand

SAVED = Titled(title="Save as")
FIELD = thing("Vendor", "field", value="")


class Watched(Hand):
    """A hand and the desktop that it works."""

    def __init__(self, session):
        super().__init__(session)
        self.told_us = 0
        self.shows(BOOKS)

    def shows(self, *windows):
        self.now += 200_000
        self.session.seen.show(Shown(self.now, self.now + 1000, windows))
        self.now += 200_000

    def tells(self, *elements):
        self.now += 300_000
        self.session.seen.tell(Tree(self.now, self.now + 1000, elements))
        self.now += 1_700_000

    def presses(self, element, place=BOOKS):
        self.put(hand_events.PRESS, seen_at(place, element), button=1, x=60, y=60)
        self.put(hand_events.RELEASE, button=1, x=60, y=60)
        self.now += 500_000

    def types_into(self, text, element=FIELD):
        context = Context(element.box.center, None, BOOKS, element, (element,))
        self.put(hand_events.KEY_DOWN, context, keycode=ord(text[0]), keysym=ord(text[0]))
        self.put(hand_events.KEY_UP, keycode=ord(text[0]))
        self.type(text[1:])
        self.now += 200_000
        self.session.seen.read(FieldValue(element.handle, text, self.now, self.now + 1000))

    def rest(self):
        self.now += 3_000_000
        self.session.tick(self.now)


@pytest.fixture
def told():
    return []


@pytest.fixture
def hand(tmp_path, told):
    session = RecordingSession(tmp_path / "one", XKeyNames(), told.append)
    yield Watched(session)
    session.remove()


def conditions(session):
    return [s.expect.condition if s.expect else None for s in session.steps]


def opened(hand):
    hand.presses(thing("Save"))
    hand.shows(SAVE_AS, BOOKS)
    hand.presses(thing("OK"), SAVE_AS)
    hand.rest()


def test_a_step_says_what_it_did_once_the_next_one_is_there(hand, told):
    opened(hand)
    assert conditions(hand.session) == [SAVED, None]
    changed = [one for one in told if isinstance(one, Changed)]
    assert [(one.n, one.step.expect.condition) for one in changed] == [(0, SAVED)]


def test_the_last_step_says_it_at_the_end(hand):
    hand.tells(box())
    hand.presses(box())
    hand.tells(box("checked"))
    (step,) = hand.session.finish("m").macro.steps
    assert (type(step.expect.condition), step.expect.condition.value) == (Holds, "on")


def test_a_text_says_what_its_field_holds_and_one_that_goes_on_only_at_its_end(hand):
    hand.types_into("abc")
    hand.type("d")
    hand.rest()
    assert [step.text for step in hand.session.finish("m").macro.steps] == ["abcd"]
    assert conditions(hand.session) == [None]


def test_a_text_that_was_read_back_says_it(hand):
    hand.types_into("abc")
    hand.rest()
    hand.presses(thing("Save"))
    hand.rest()
    assert conditions(hand.session)[0].value == "abc"


def test_a_step_that_is_undone_takes_with_it_what_it_told_of_the_one_before(hand):
    opened(hand)
    hand.session.undo()
    assert conditions(hand.session) == [None]
    hand.presses(thing("Other"))
    hand.rest()
    assert conditions(hand.session) == [None, None]


def test_after_one_that_was_undone_the_next_one_tells_it(hand):
    opened(hand)
    hand.session.undo()
    hand.presses(thing("Cancel"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [SAVED, None]


def opens_and_goes_on(hand):
    """A, B in the window that came, C."""
    opened(hand)
    hand.presses(thing("Name"), SAVE_AS)
    hand.rest()


def test_two_steps_that_are_undone_take_with_them_what_the_first_told(hand):
    opens_and_goes_on(hand)
    hand.session.undo()
    assert conditions(hand.session) == [SAVED, None]
    hand.session.undo()
    assert conditions(hand.session) == [None]
    written = (hand.session._journal.folder / "steps.jsonl").read_bytes()
    assert b"Save as" not in written
    hand.presses(thing("Cancel"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [SAVED, None]


def test_a_step_before_one_that_was_put_in_and_undone_is_taken_back_with_what_it_told(hand):
    opened(hand)
    hand.session.insert_check(Shows(text="Saved"))
    hand.session.undo()
    assert conditions(hand.session) == [SAVED, None]
    hand.session.undo()
    assert conditions(hand.session) == [None]


def test_a_step_that_was_put_in_stays_between_those_around_it_once_more_is_undone(hand):
    hand.presses(thing("Save"))
    hand.shows(SAVE_AS, BOOKS)
    hand.session.insert_check(Shows(text="Saved"))
    hand.presses(thing("OK"), SAVE_AS)
    hand.rest()
    hand.session.undo()
    hand.presses(thing("Cancel"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [None] * 3


def test_what_undone_steps_did_is_no_effect_of_the_one_that_stays(hand):
    hand.tells(box())
    hand.presses(box())
    hand.presses(thing("Other"))
    hand.tells(box("checked"))
    hand.presses(thing("Save"))
    hand.rest()
    hand.session.undo()
    hand.session.undo()
    hand.presses(thing("Cancel"))
    hand.rest()
    assert conditions(hand.session) == [None, None]


def composes(hand, keys, *reads, before=None, confirmed=True):
    """Type with an input method that is on; the field is read before, and then to hold each of these."""
    if before is not None:
        hand.session.seen.read(FieldValue(FIELD.handle, before, hand.now, hand.now + 1000))
        hand.now += 400_000
    field = replace(FIELD, value="?" if before is None else before)
    for n, char in enumerate(keys):
        context = Context(FIELD.box.center, None, BOOKS, field, (field,)) if n == 0 else None
        hand.put(
            hand_events.KEY_DOWN,
            context,
            keycode=ord(char),
            keysym=ord(char),
            flags=hand_events.COMPOSED,
        )
        hand.put(hand_events.KEY_UP, keycode=ord(char))
    if confirmed:
        hand.tap(0xFF0D)
    for value in reads:
        hand.now += 500_000
        hand.session.seen.read(FieldValue(FIELD.handle, value, hand.now, hand.now + 1000))
    hand.now += 200_000


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "日本", ("日本", True)),
        ("東京", "東京日本", ("日本", False)),
        ("東京", "東日本京", ("日本", False)),
        ("{{x}} ", "{{x}} {{y}}", ("{{{{y}}", False)),
    ],
)
def test_what_an_input_method_wrote_is_read_in_its_field(hand, before, after, expected):
    hand.presses(FIELD)
    composes(hand, "nihon", after, before=before)
    hand.presses(thing("Save"))
    hand.rest()
    _, step, _ = hand.session.steps
    assert (step.text, step.replace) == expected
    assert step.comment == ENTER
    recording = hand.session.finish("m")
    assert recording.macro.params == {}
    assert "nihon" not in str(recording.macro)


@pytest.mark.parametrize(
    ("before", "reads"),
    [
        (None, ("日本",)),
        ("東京", ("日本",)),
        ("東京", ("東京",)),
        ("東京", ("東京\ufffc\x07",)),
        ("", ()),
    ],
    ids=[
        "not read before",
        "something else was taken away",
        "nothing came",
        "no text",
        "not read after",
    ],
)
def test_what_was_written_and_not_seen_is_asked_for(hand, before, reads):
    hand.presses(replace(FIELD, value="x"))
    composes(hand, "nihon", *reads, before=before or None)
    hand.presses(thing("Save"))
    hand.rest()
    _, step, _ = hand.session.steps
    assert (step.text, step.comment.startswith(METHOD)) == ("{{text}}", True)
    assert list(hand.session.finish("m").macro.params) == ["text"]


@pytest.mark.parametrize(("after", "is_known"), [("日本語", False), ("日本", True)])
def test_what_an_input_method_still_held_may_come_as_the_field_is_left(hand, after, is_known):
    hand.presses(FIELD)
    composes(hand, "nihon", "日本", before="", confirmed=False)
    hand.put(hand_events.PRESS, seen_at(BOOKS, thing("Other")), button=1, x=60, y=60)
    hand.put(hand_events.RELEASE, button=1, x=60, y=60)
    hand.now += 400_000
    hand.session.seen.read(FieldValue(FIELD.handle, after, hand.now, hand.now + 1000))
    hand.now += 400_000
    hand.rest()
    text = hand.session.finish("m").macro.steps[1].text
    assert text == ("日本" if is_known else "{{text}}")


def test_a_field_read_before_something_was_typed_there_tells_nothing(hand):
    hand.session.seen.read(FieldValue(FIELD.handle, "", hand.now, hand.now + 1000))
    hand.now += 400_000
    hand.type("ab")
    hand.now += 3_000_000
    composes(hand, "ni", "ab日")
    hand.presses(thing("Save"))
    hand.rest()
    texts = [step.text for step in hand.session.finish("m").macro.steps[:2]]
    assert texts == ["ab", "{{text}}"]


def test_text_in_doubt_for_another_reason_is_read_too(hand):
    hand.presses(FIELD)
    context = Context(FIELD.box.center, None, BOOKS, FIELD, (FIELD,))
    hand.put(hand_events.KEY_DOWN, context, keycode=97, keysym=0xFF20)
    hand.put(hand_events.KEY_UP, keycode=97)
    hand.type("=e")
    hand.now += 600_000
    hand.session.seen.read(FieldValue(FIELD.handle, "€", hand.now, hand.now + 1000))
    hand.now += 200_000
    hand.presses(thing("Save"))
    hand.rest()
    step = hand.session.finish("m").macro.steps[1]
    assert (step.text, step.off, step.comment) == ("€", False, "")


@pytest.mark.parametrize(
    "broken", [ValueError("Save as"), FileError(Path("x"), "write", OSError())]
)
def test_an_effect_that_cannot_be_told_costs_no_step(hand, monkeypatch, caplog, broken):
    def refuse(*_):
        raise broken

    monkeypatch.setattr(session, "effect_of", refuse)
    opens_and_goes_on(hand)
    hand.session.insert_check(Shows(text="Saved"))
    hand.presses(thing("OK"), SAVE_AS)
    steps = hand.session.finish("m").macro.steps
    assert [step.expect for step in steps] == [None] * 5
    assert type(broken).__name__ in caplog.text
    assert "Save as" not in caplog.text


def test_what_is_put_in_tells_nothing_of_the_step_before(hand):
    hand.presses(thing("Save"))
    hand.shows(SAVE_AS, BOOKS)
    hand.session.insert_check(Shows(text="Saved"))
    hand.presses(thing("OK"), SAVE_AS)
    hand.rest()
    assert conditions(hand.session) == [None] * 3


def test_what_happens_in_a_pause_is_no_effect(hand):
    hand.tells(box())
    hand.presses(box())
    hand.put(hand_events.PAUSED)
    hand.tells(box("checked"))
    hand.put(hand_events.RESUMED)
    hand.presses(thing("Save"))
    hand.rest()
    assert conditions(hand.session) == [None, None]


def test_the_first_half_of_a_stop_key_brings_no_taps_back(hand):
    hand.tap(0xFF1B)
    hand.now -= 600_000
    hand.tap(0xFF1B)
    hand.session.drop_last_tap(("esc",))
    (step,) = hand.session.finish("m").macro.steps
    assert step.times == 1


def test_a_recording_that_was_cut_off_has_its_effects(hand):
    opened(hand)
    hand.session._journal.close()
    found = recover(hand.session._journal.folder)
    assert found.steps == hand.session.steps
    assert found.steps[0].expect.condition == SAVED


def test_what_a_step_says_is_in_no_file_once_it_is_undone(hand):
    opened(hand)
    hand.session.undo()
    hand.session.undo()
    written = (hand.session._journal.folder / "steps.jsonl").read_bytes()
    assert b"Save as" not in written
