"""What was typed and taken back is in no file of the recording."""

import pytest

from automation.core import hand_events
from automation.core.geometry import ScreenPoint
from automation.desktop.recording.keys import XKeyNames
from automation.macros.macro import Type
from automation.macros.record.coalesce import coalesce_array
from automation.macros.record.keys import MULTI_KEY
from automation.macros.record.raw_file import unpacked
from automation.macros.record.session import SETTLED_US, RecordingSession
from tests.fakes.recorded import NAMES, Hands

BACKSPACE = 0xFF08


def recorded(tmp_path, hands, *, undo=0, then=None):
    """Return the steps' texts, and the events as they are kept."""
    session = RecordingSession(tmp_path / "journal", XKeyNames(), lambda happening: None)
    for event in hands.events:
        session.feed(event)
    for _ in range(undo):
        session.undo()
    for event in then.events if then else ():
        session.feed(event)
    done = session.finish("m")
    found = unpacked(done.events)
    assert found.note == ""
    return [s.text for s in done.macro.steps if isinstance(s, Type)], found.events


def keys_of(events):
    """Return what the events tell of keys: keysyms and keycodes."""
    return {int(k) for name in ("keysym", "base", "keycode") for k in events[name] if k}


def letters(text):
    return set(map(ord, text))


def test_what_backspace_took_back_is_in_no_file(tmp_path):
    hands = Hands().type("abxy").named("backspace").named("backspace").type("c")
    texts, events = recorded(tmp_path, hands)
    assert texts == ["abc"]
    assert not keys_of(events) & (letters("xy") | {BACKSPACE})
    assert keys_of(events) >= letters("abc")
    assert [g.text for g in coalesce_array(events, NAMES)] == ["abc"]


def test_a_text_that_was_taken_back_whole_is_in_no_file(tmp_path):
    hands = Hands().type("xy").named("backspace").named("backspace")
    texts, events = recorded(tmp_path, hands)
    assert texts == []
    assert not keys_of(events) & letters("xy")
    assert coalesce_array(events, NAMES) == ()


def test_what_was_undone_is_in_no_file(tmp_path):
    texts, events = recorded(tmp_path, Hands().click(5, 6).type("xy"), undo=1)
    assert texts == []
    assert not keys_of(events)
    assert [g.at for g in coalesce_array(events, NAMES)] == [ScreenPoint(5, 6)]


def test_a_key_that_comes_up_after_it_was_undone_tells_nothing(tmp_path):
    hands = Hands().type("a")
    up = hands.events.pop()
    assert up.kind == hand_events.KEY_UP
    later = Hands()
    later.events.append(up._replace(t_us=up.t_us + SETTLED_US))
    _, events = recorded(tmp_path, hands, undo=1, then=later)
    assert not keys_of(events)


def test_of_several_undone_texts_only_the_undone_go(tmp_path):
    hands = Hands().type("ab").wait(2500).type("xy")
    texts, events = recorded(tmp_path, hands, undo=1)
    assert texts == ["ab"]
    assert keys_of(events) >= letters("ab")
    assert not keys_of(events) & letters("xy")


@pytest.mark.parametrize("lead", [MULTI_KEY, 0xFE51])
def test_the_keys_of_a_composed_letter_go_with_it(tmp_path, lead):
    hands = Hands().type("ab").tap(lead)
    hands = (hands.type("'") if lead == MULTI_KEY else hands).type("e").named("backspace")
    _, events = recorded(tmp_path, hands)
    assert not keys_of(events) & ({lead} | letters("'e"))
