"""Keys wait until it is certain that none of them went into a password field."""

import pytest

from automation.core import hand_events
from automation.core.hand_events import (
    CTRL,
    KEY_DOWN,
    KEY_UP,
    LOST,
    PAUSED,
    PRESS,
    RELEASE,
    RESUMED,
    SECRET,
    SECRET_OVER,
    HandEvent,
)
from automation.desktop.recording.privacy import MOST_HELD, Discretion
from tests.fakes.keys_and_looks import (
    BACKSPACE,
    ENTER,
    FIELD,
    LEFT,
    MS,
    SHIFT,
    TAB,
    UP,
    USER,
    blind,
    key,
    look,
    typed,
    up,
)


def test_keys_wait_for_a_look_that_began_after_them():
    discretion = Discretion()
    discretion.looked(look(300, 310))
    for n, char in enumerate("ab"):
        discretion.feed(key(1000 + n, char))
    assert typed(discretion, 1100) == ""
    discretion.looked(look(900, 1010))
    assert typed(discretion, 1100) == ""
    discretion.looked(look(1200, 1210))
    assert typed(discretion, 1300) == "ab"


def test_what_was_typed_into_a_password_field_is_one_mark():
    discretion = Discretion()
    for n, char in enumerate("pass"):
        discretion.feed(key(1000 + n, char))
    discretion.looked(look(1200, 1210, secret=True))
    assert typed(discretion) == "*"
    discretion.feed(key(1300, "w"))
    discretion.feed(key(1301, ENTER))
    assert typed(discretion) == "/E"


@pytest.mark.parametrize("kind", [PAUSED, RESUMED, LOST])
def test_a_look_from_before_a_pause_says_nothing_of_what_is_typed_after(kind):
    discretion = Discretion()
    discretion.looked(look(900, 910))
    discretion.feed(HandEvent(1000 * MS, kind))
    discretion.feed(key(1001, "s"))
    discretion.feed(key(1002, TAB))
    discretion.looked(look(1200, 1210))
    assert "s" not in typed(discretion)


def test_a_password_typed_and_left_before_any_look_is_not_let_go():
    discretion = Discretion()
    discretion.looked(look(900, 910))
    discretion.feed(key(1000, "a"))
    discretion.looked(look(1200, 1210))
    discretion.feed(key(1300, TAB))
    discretion.feed(key(1310, "p"))
    discretion.feed(key(1320, TAB))
    discretion.feed(key(1330, "b"))
    discretion.looked(look(1340, 1345))  # too soon after the Tab to tell anything
    assert typed(discretion, 1350) == "aT*/T"
    discretion.looked(look(1600, 1610))
    assert typed(discretion, 1700) == "*"  # the page may have moved the focus since
    discretion.feed(key(1700, "c"))
    discretion.looked(look(1800, 1810))
    assert typed(discretion, 1900) == ""  # the rest of the same text
    discretion.feed(key(3300, "d"))
    discretion.looked(look(3400, 3410))
    assert typed(discretion, 3500) == "/d"


def test_a_look_too_soon_after_tab_tells_nothing():
    """The program comes to the Tab later, and only then shows its password field."""
    discretion = Discretion()
    discretion.looked(look(900, 910, boxes=()))
    discretion.feed(key(1000, TAB))
    discretion.feed(key(1010, "p"))
    discretion.looked(look(1100, 1110, boxes=()))
    assert typed(discretion, 1120) == "T"
    discretion.looked(look(1200, 1210, secret=True))
    assert typed(discretion, 1300) == "*"


def test_where_no_password_field_is_shown_quick_typing_is_kept_whole():
    discretion = Discretion()
    discretion.looked(look(900, 910, boxes=()))
    for n, char in enumerate(["a", TAB, "b", TAB, "c"]):
        discretion.feed(key(1000 + n, char))
    discretion.looked(look(1300, 1310, boxes=()))
    assert typed(discretion) == "aTbTc"


def test_a_look_that_ended_after_the_focus_moved_on_tells_nothing_of_before():
    discretion = Discretion()
    discretion.looked(look(0, 1))
    discretion.feed(key(1000, TAB))
    discretion.feed(key(1010, "p"))
    discretion.feed(HandEvent(1500 * MS, PRESS, 1))
    discretion.feed(HandEvent(1510 * MS, RELEASE, 1))
    discretion.looked(look(1200, 1600))
    discretion.looked(look(1800, 1810))
    assert "p" not in typed(discretion)


def test_a_field_that_took_the_focus_by_itself_ends_what_may_be_kept():
    discretion = Discretion()
    discretion.looked(look(300, 310))
    discretion.feed(key(1000, "a"))
    discretion.looked(look(1200, 1210))
    assert typed(discretion) == "a"
    discretion.feed(key(1300, "p"))
    discretion.looked(look(1400, 1410, secret=True))
    assert typed(discretion) == "*"


def test_a_key_that_comes_up_after_the_password_tells_nothing():
    discretion = Discretion()
    for event in (key(1000, "w"), key(1010, TAB), up(1020, "w"), up(1030, TAB)):
        discretion.feed(event)
    discretion.looked(look(900, 905, secret=True))
    discretion.looked(look(1400, 1410))
    found = [r.event for r in discretion.released(10**9)]
    assert [e.kind for e in found] == [SECRET, SECRET_OVER, KEY_DOWN, KEY_UP]
    assert {e.keysym for e in found[2:]} == {TAB}


def test_what_cannot_be_known_at_the_end_is_not_let_go():
    discretion = Discretion()
    discretion.feed(key(1000, "p"))
    assert typed(discretion, 1100) == ""
    assert typed(discretion, 1100, is_over=True) == "*"


def test_shift_and_its_state_do_not_tell_how_a_password_is_written():
    discretion = Discretion()
    discretion.feed(key(1000, SHIFT))
    discretion.feed(key(1001, "P")._replace(state=hand_events.SHIFT))
    discretion.feed(key(1002, ENTER)._replace(state=hand_events.SHIFT))
    discretion.looked(look(900, 905, secret=True))
    found = [r.event for r in discretion.released(2000 * MS, is_over=True)]
    assert [e.kind for e in found] == [SECRET, SECRET_OVER, KEY_DOWN]
    assert not found[2].state


def test_memory_is_bounded():
    discretion = Discretion()
    for n in range(MOST_HELD + 100):
        discretion.feed(key(1000 + n, "p"))
    assert typed(discretion, 1001) == "*"
    assert not any(e.event.kind == KEY_DOWN for e in discretion.released(1001 * MS))


def test_password_fields_that_were_looked_for_before_the_keys_came_tell_nothing():
    """A page shows its password field only on its second step, and moves the focus to it."""
    discretion = Discretion()
    discretion.feed(key(1100, "A"))
    discretion.looked(look(1200, 1210, boxes=(), fields_us=500 * MS))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, boxes=(), fields_us=500 * MS))
    assert typed(discretion, 1700) == "A"
    assert discretion.asks_fields_us == 1301 * MS
    discretion.looked(look(1800, 1810, boxes=()))
    assert typed(discretion, 1900) == "nT"


def test_text_that_waits_in_vain_for_the_password_fields_is_asked_for():
    discretion = Discretion()
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, boxes=(), fields_us=500 * MS))
    assert typed(discretion, 11_000) == ""
    assert typed(discretion, 11_400) == "?/T"


def test_text_is_recorded_everywhere_only_from_when_the_user_wants_it():
    discretion = Discretion()
    discretion.feed(key(1000, "a"))
    discretion.record_text(1100 * MS, is_wanted=True)
    discretion.feed(key(1200, "b"))
    discretion.record_text(1400 * MS, is_wanted=False)
    discretion.feed(key(1500, "c"))
    discretion.looked(blind(1350, 1360))
    discretion.looked(blind(2600, 2610))
    assert typed(discretion, 2700) == "?/b?"


def test_where_no_password_is_shown_a_moved_focus_matters_not():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(look(1200, 1210, boxes=(), focused=USER))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1500, 1510, boxes=()))
    assert typed(discretion) == "AnT"


def test_text_that_nobody_tells_the_field_of_is_left_out_and_keys_are_not():
    discretion = Discretion()
    ctrl_s = key(1003, "s")._replace(state=CTRL)
    for event in (key(1000, "l"), key(1001, "s"), key(1002, ENTER), ctrl_s, key(1004, UP)):
        discretion.feed(event)
    discretion.looked(blind(1300, 1310))
    assert typed(discretion, 1400) == "?/Es" + chr(UP)


def test_a_program_is_given_time_to_tell_its_focus():
    discretion = Discretion()
    discretion.feed(key(1000, "a"))
    discretion.looked(blind(1200, 1210))
    assert typed(discretion, 1300) == ""
    discretion.looked(look(1500, 1510, boxes=()))
    assert typed(discretion, 1600) == "a"
    discretion.feed(key(2000, "b"))
    discretion.looked(blind(3100, 3110))
    assert typed(discretion, 3200) == "?"


@pytest.mark.parametrize(
    ("boxes", "wanted", "heard"), [((), False, "?"), ((), True, "p"), (FIELD, True, "*")]
)
def test_a_program_that_never_answers_counts_as_untold_where_no_password_was_shown(
    boxes, wanted, heard
):
    discretion = Discretion(text_everywhere=wanted)
    discretion.looked(look(900, 910, boxes=boxes))
    discretion.feed(key(1000, "p"))
    assert typed(discretion, 1500) == ""
    assert typed(discretion, 12_000) == heard


def test_what_edits_a_text_that_is_left_out_is_part_of_it():
    discretion = Discretion()
    for n, char in enumerate(["a", SHIFT, "B", BACKSPACE, LEFT, "c", TAB]):
        discretion.feed(key(1000 + n, char))
    discretion.looked(blind(2500, 2510))
    assert typed(discretion) == "?/T"


def test_text_is_recorded_everywhere_where_the_user_wants_it():
    discretion = Discretion(text_everywhere=True)
    for n, char in enumerate(["a", "b", ENTER, "c", TAB]):
        discretion.feed(key(1000 + n, char))
    discretion.looked(blind(1300, 1310))
    assert typed(discretion) == "abEcT"
    discretion.feed(key(2000, "p"))
    discretion.looked(blind(2300, 2310, secret=True))
    assert typed(discretion) == "*"


def test_a_look_right_after_a_key_does_not_tell_where_it_went():
    """The program has not come to the key when the page moves the focus into its password field."""
    discretion = Discretion()
    discretion.looked(look(900, 910))
    discretion.feed(key(1000, "e"))
    discretion.looked(look(1016, 1017))
    assert typed(discretion, 1020) == ""
    discretion.looked(look(1150, 1160, secret=True))
    assert typed(discretion, 1170) == "*"
