"""Keys wait until it is certain that none of them went into a password field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Rect
from automation.desktop.recording.discretion import MOST_HELD, SETTLE_US, Discretion
from automation.desktop.recording.heard import HandEvent, Held, Look
from tests.fakes.fake_reader import element

FIELD = (Rect(10, 10, 100, 20),)
TAB, ENTER, SHIFT = 0xFF09, 0xFF0D, 0xFFE1
BACKSPACE, LEFT, UP = 0xFF08, 0xFF51, 0xFF52
MS = 1000


def key(ms, char):
    keysym = char if isinstance(char, int) else ord(char)
    return HandEvent(ms * MS, "key_down", keycode=keysym % 251, keysym=keysym)


def up(ms, char):
    return key(ms, char)._replace(kind="key_up")


def look(began, ended, *, secret=False, boxes=FIELD, **more):
    return Look(began * MS, ended * MS, (), secret_boxes=boxes, is_secret=secret, **more)


def blind(began, ended, **more):
    return look(began, ended, **{"boxes": (), "is_told": False, **more})


def typed(discretion, now_ms=10**6, **how):
    """Return what is let go as characters; a secret is `*`, what is untold `?`, the end of one `/`."""
    signs = {"secret": "*", "untold": "?", "secret_over": "/", "press": "P", "release": ""}
    found = [r.event for r in discretion.released(now_ms * MS, **how) if r.event.kind != "key_up"]
    return "".join(
        signs.get(e.kind) or {TAB: "T", ENTER: "E"}.get(e.keysym, chr(e.keysym)) for e in found
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


@pytest.mark.parametrize("kind", ["paused", "resumed", "lost"])
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
    assert typed(discretion, 1900) == "/c"


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
    discretion.feed(HandEvent(1500 * MS, "press", 1))
    discretion.feed(HandEvent(1510 * MS, "release", 1))
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
    assert [e.kind for e in found] == ["secret", "secret_over", "key_down", "key_up"]
    assert {e.keysym for e in found[2:]} == {TAB}


def test_what_cannot_be_known_at_the_end_is_not_let_go():
    discretion = Discretion()
    discretion.feed(key(1000, "p"))
    assert typed(discretion, 1100) == ""
    assert typed(discretion, 1100, is_over=True) == "*"


def test_shift_and_its_state_do_not_tell_how_a_password_is_written():
    discretion = Discretion()
    discretion.feed(key(1000, SHIFT))
    discretion.feed(key(1001, "P")._replace(modifiers=frozenset({"shift"})))
    discretion.feed(key(1002, ENTER)._replace(modifiers=frozenset({"shift"})))
    discretion.looked(look(900, 905, secret=True))
    found = [r.event for r in discretion.released(2000 * MS, is_over=True)]
    assert [e.kind for e in found] == ["secret", "secret_over", "key_down"]
    assert not found[2].modifiers


def test_memory_is_bounded():
    discretion = Discretion()
    for n in range(MOST_HELD + 100):
        discretion.feed(key(1000 + n, "p"))
    assert typed(discretion, 1001) == "*"
    assert not any(e.event.kind == "key_down" for e in discretion.released(1001 * MS))


USER = element("User", "field")


def holding(value):
    return (USER.handle, value)


def held(ms, value):
    """Return what the field held, read a little after the look began."""
    return Held(USER.handle, value, (ms + 5) * MS, (ms + 8) * MS)


def user_look(began, value, **more):
    told = None if value is None else held(began, value)
    return look(began, began + 10, **{"focused": USER, "held": told, **more})


@pytest.mark.parametrize(
    ("value", "heard"),
    [
        ("Ann", "AnnT"),
        ("ann", "AnnT"),
        ("A-n n", "AnnT"),
        ("A", "A*/T"),
        ("", "A*/T"),
        ("An", "A*/T"),
    ],
)
def test_quick_keys_before_tab_are_kept_only_if_the_field_holds_them(value, heard):
    """The page may have moved the focus into its password field after the last look."""
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate(["n", "n", TAB]):
        discretion.feed(key(1300 + n, char))
    assert typed(discretion, 1400) == "A"
    discretion.looked(look(1500, 1510, secret=True))
    assert discretion.asks_value == USER
    assert typed(discretion, 1600) == ""
    discretion.looked(look(1600, 1610, secret=True, read_again=holding(value)))
    assert "A" + typed(discretion, 1700) == heard


@pytest.mark.parametrize(
    ("before", "chars", "after", "heard"),
    [
        ("A", "!!??", "A!!??", "A!!??T"),
        ("A!!??", "!!??", "A!!??", "A*/T"),
        ("kunde12", "12", "kunde12", "A*/T"),
        ("kunde", "12", "kunde12", "A12T"),
        ("ann@", "b.c", "ann@b.c", "Ab.cT"),
        ("ann", "e!?", "anne", "A*/T"),
        (None, "nn", "Ann", "A?/T"),
    ],
)
def test_what_a_field_held_before_does_not_count_as_typed(before, chars, after, heard):
    discretion = Discretion()
    discretion.looked(user_look(300, None))
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, before))
    for n, char in enumerate([*chars, TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, secret=True, read_again=holding(after)))
    assert typed(discretion, 1700) == heard


def test_a_field_that_shows_its_keys_late_is_read_again():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1310, 1320, secret=True, read_again=holding("A")))
    assert typed(discretion, 1350) == "A"
    discretion.looked(look(1440, 1450, secret=True, read_again=holding("An")))
    assert typed(discretion, 1460) == "nT"


def test_a_field_that_is_cleared_when_it_is_left_was_seen_before():
    discretion = Discretion()
    discretion.looked(user_look(900, ""))
    discretion.feed(key(1000, "A"))
    slow = Held(USER.handle, "Ann", 1305 * MS, 1400 * MS)
    for n, char in enumerate(["n", "n"]):
        discretion.feed(key(1302 + n, char))
    discretion.looked(look(1300, 1410, focused=USER, held=slow))
    discretion.feed(key(1500, ENTER))
    discretion.looked(look(1700, 1710, read_again=holding("")))
    assert typed(discretion, 1800) == "AnnE"


def test_a_command_after_a_text_that_was_seen_is_kept():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    discretion.feed(key(1300, "s")._replace(modifiers=frozenset({"ctrl"})))
    discretion.looked(look(1600, 1610, read_again=holding("saved and cleared")))
    assert typed(discretion) == "As"


def test_what_another_field_held_before_is_not_compared():
    discretion = Discretion()
    discretion.looked(user_look(800, "A"))
    discretion.feed(HandEvent(900 * MS, "press", 1))
    discretion.looked(user_look(1060, None))
    discretion.feed(key(1100, "A"))
    discretion.looked(user_look(1200, None))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == "PA?/T"


def test_what_another_field_held_meanwhile_is_not_compared():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    other = Held(("bus", "/other"), "A", 1205 * MS, 1208 * MS)
    discretion.looked(look(1200, 1210, focused=USER, held=other))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == "A?/T"


def test_text_typed_in_a_field_that_the_focus_came_to_by_itself_is_kept():
    other = element("Code", "field", handle=("bus", "/code"))
    discretion = Discretion()
    discretion.looked(user_look(1200, ""))
    discretion.feed(key(1300, "A"))
    told = Held(other.handle, "", 1505 * MS, 1508 * MS)
    discretion.looked(look(1500, 1510, focused=other, held=told))
    for n, char in enumerate(["1", TAB]):
        discretion.feed(key(1600 + n, char))
    assert typed(discretion, 1610) == "*"  # any field may have had the focus between the two
    discretion.looked(look(1700, 1710))
    assert discretion.asks_value == other
    discretion.looked(look(1800, 1810, read_again=(other.handle, "1")))
    assert typed(discretion, 1900) == "/1T"


SEARCH = element("Search", "field", handle=("bus", "/search"))


def search_look(began, value, **more):
    told = Held(SEARCH.handle, value, (began + 5) * MS, (began + 8) * MS)
    return look(began, began + 10, focused=SEARCH, held=told, **more)


def after_a_click(*, secret_first=False):
    """Return a discretion that has seen a password field, and then a click that nobody looked after."""
    discretion = Discretion()
    discretion.looked(look(0, 10, secret=secret_first))
    discretion.feed(HandEvent(1000 * MS, "press", 1))
    return discretion


@pytest.mark.parametrize("value", ["", "12345", "found"])
def test_a_code_whose_form_goes_on_by_itself_is_not_let_go(value):
    """A form may go on after the last digit, without Tab or Enter; what has the focus then got none."""
    discretion = after_a_click()
    for n, char in enumerate("1234"):
        discretion.feed(key(1300 + 120 * n, char))
    discretion.looked(search_look(1900, value))
    discretion.feed(key(1950, TAB))
    discretion.looked(look(2200, 2210, read_again=(SEARCH.handle, value)))
    assert typed(discretion) == "P*/T"


def test_what_was_typed_before_the_first_look_is_kept_where_the_field_shows_it():
    discretion = after_a_click()
    for n, char in enumerate("1234"):
        discretion.feed(key(1300 + 120 * n, char))
    discretion.looked(search_look(1560, "12"))
    assert typed(discretion, 1600) == "P12"
    discretion.feed(key(1700, "5"))
    discretion.looked(search_look(1900, "12345"))
    assert typed(discretion, 2000) == "345"


def test_a_code_between_two_fields_that_were_looked_at_is_not_let_go():
    discretion = after_a_click()
    discretion.looked(user_look(1200, ""))
    for n, char in enumerate("1234"):
        discretion.feed(key(1300 + 120 * n, char))
    discretion.looked(search_look(1900, ""))
    assert typed(discretion, 2000) == "P*"


def test_keys_before_the_first_look_that_type_nothing_are_kept():
    discretion = after_a_click()
    discretion.feed(key(1300, SHIFT))
    discretion.looked(search_look(1900, "found"))
    assert typed(discretion, 2000) == "P" + chr(SHIFT)


def test_quick_text_before_the_only_look_is_kept_where_the_field_holds_it_at_the_end():
    discretion = after_a_click()
    for n, char in enumerate(["a", "b"]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(search_look(1310, "a"))  # it shows its keys late
    discretion.feed(key(1400, "c"))
    discretion.feed(key(1401, TAB))
    discretion.looked(look(1600, 1610, read_again=(SEARCH.handle, "abc")))
    assert typed(discretion, 1700) == "PabcT"


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


def test_a_password_field_that_came_meanwhile_makes_the_text_doubtful():
    discretion = Discretion()
    discretion.feed(key(1100, "A"))
    discretion.looked(user_look(1200, "A", boxes=()))
    for n, char in enumerate(["n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("A")))
    assert typed(discretion, 1700) == "A*/T"


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


def test_what_was_corrected_counts_as_it_stands():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate(["x", BACKSPACE, "n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == f"Ax{chr(BACKSPACE)}nT"


def test_what_was_moved_within_is_not_compared():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(user_look(1200, "A"))
    for n, char in enumerate([LEFT, "n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert "n" not in typed(discretion)


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
    ctrl_s = key(1003, "s")._replace(modifiers=frozenset({"ctrl"}))
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


@given(
    keys=st.lists(st.tuples(st.integers(0, 250), st.sampled_from("ab!")), min_size=1, max_size=10),
    old=st.text("ab!", max_size=4),
    stolen=st.tuples(st.integers(0, 12), st.integers(0, 12)),
    lag_ms=st.integers(0, SETTLE_US // MS - 1),
    every_ms=st.integers(20, 400),
    read_ms=st.integers(0, 19),
    goes_on=st.booleans(),
)
def test_a_page_that_moves_the_focus_by_itself_gets_no_key_recorded(
    keys, old, stolen, lag_ms, every_ms, read_ms, goes_on
):
    """The focus is stolen for some keys, and comes back or goes on to the field behind, without Tab.

    Nobody is told, and a field shows keys late.
    """
    first, last = sorted(stolen)
    now, events, shows = 1000, [], []
    for n, (gap_ms, char) in enumerate(keys):
        now += gap_ms
        is_taken = first <= n < last
        has_gone = goes_on and n >= last > first
        events.append(key(now, "s" if is_taken else char)._replace(keycode=100 + 100 * is_taken))
        if not is_taken:
            shows.append((now + lag_ms, char, SEARCH if has_gone else USER))
    events.append(key(now + 1, TAB))
    taken = [e.t_us // MS for e in events if e.keycode == 200]

    def value(at, field):
        shown = "".join(char for since, char, there in shows if since <= at and there is field)
        return shown if field is SEARCH else old + shown

    def is_secret(at):
        return bool(taken) and taken[0] <= at <= taken[-1]

    def field_of(at):
        return SEARCH if goes_on and taken and at > taken[-1] else USER

    looks = []
    for at in range(300, now + 1, every_ms):
        there = field_of(at)
        read = Held(there.handle, value(at + read_ms, there), at * MS, (at + read_ms) * MS)
        told = {} if is_secret(at) else {"focused": there, "held": read}
        looks.append(look(at, at + read_ms, secret=is_secret(at), **told))
    looks = [one for one in looks if one.ended_us <= events[-1].t_us]
    end = now + 1 + SETTLE_US // MS
    there = field_of(end)
    looks.append(look(end, end + 1, read_again=(there.handle, value(end, there))))
    discretion, heard = Discretion(), []
    merged = [*events, *looks]
    for item in sorted(merged, key=lambda i: i.t_us if hasattr(i, "t_us") else i.ended_us):
        (discretion.looked if isinstance(item, Look) else discretion.feed)(item)
        at = item.ended_us if isinstance(item, Look) else item.t_us
        heard += [r.event for r in discretion.released(at) if r.event.kind == "key_down"]
    heard += [r.event for r in discretion.released((end + 10) * MS) if r.event.kind == "key_down"]
    stolen_keys = [e for e in events if e.keycode == 200 and not _was_between(e, looks, goes_on)]
    assert not {id(e) for e in stolen_keys} & {id(e) for e in heard}
    if first == last and any(one.ended_us <= 1000 * MS for one in looks[:-1]):
        assert [e.keysym for e in heard] == [e.keysym for e in events]


def _was_between(event, looks, goes_on):
    """Tell whether the same field was found before and after a key: a field that lent the focus out.

    That a page does so between two looks is not to be seen, and SECURITY.md says so.
    """
    told = [one for one in looks if one.focused is not None]
    is_before = any(one.ended_us <= event.t_us for one in told)
    return not goes_on and is_before and any(one.began_us >= event.t_us for one in told)


FOCUS = st.sampled_from(["open", "secret"])


@given(
    fields=st.lists(st.tuples(FOCUS, st.integers(1, 6)), min_size=1, max_size=8),
    gap_ms=st.integers(1, 300),
    lag_ms=st.integers(0, SETTLE_US // MS - 1),
    look_ms=st.integers(1, 200),
    every_ms=st.integers(10, 400),
)
def test_nothing_of_a_password_is_ever_let_go(fields, gap_ms, lag_ms, look_ms, every_ms):
    """A world in which the focus follows Tab late and looks take their time, as programs do."""
    discretion, events, focus = Discretion(), [], [(0, fields[0][0] == "secret")]
    now = 1000
    for n, (kind, count) in enumerate(fields):
        for _ in range(count):
            events.append(key(now, "s" if kind == "secret" else "o"))
            now += gap_ms
        events.append(key(now, TAB))
        following = fields[n + 1][0] if n + 1 < len(fields) else "open"
        # The program is never later than the user's next key: else the key would go elsewhere.
        focus.append((now + min(lag_ms, gap_ms), following == "secret"))
        now += gap_ms

    def is_secret(at):
        return [secret for since, secret in focus if since <= at][-1]

    looks = [
        look(at, at + look_ms, secret=is_secret(at + look_ms // 2))
        for at in range(500, now + 2000, every_ms + look_ms)
    ]
    heard = ""
    for item in sorted(
        [*events, *looks], key=lambda i: i.t_us if hasattr(i, "t_us") else i.ended_us
    ):
        if isinstance(item, Look):
            discretion.looked(item)
            heard += typed(discretion, item.ended_us // MS)
        else:
            discretion.feed(item)
    heard += typed(discretion, now + 3000, is_over=True)
    assert "s" not in heard
