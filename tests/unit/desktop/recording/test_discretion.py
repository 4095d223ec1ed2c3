"""Keys wait until it is certain that none of them went into a password field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.core.geometry import Rect
from automation.desktop.recording.discretion import MOST_HELD, SETTLE_US, Discretion
from automation.desktop.recording.heard import HandEvent, Look
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
    assert typed(discretion, 1700) == "b"


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
    discretion.looked(look(1200, 1210, focused=USER))
    for n, char in enumerate(["n", "n", TAB]):
        discretion.feed(key(1300 + n, char))
    assert typed(discretion, 1400) == "A"
    discretion.looked(look(1500, 1510, secret=True))
    assert discretion.asks_value == USER
    assert typed(discretion, 1600) == ""
    discretion.looked(look(1600, 1610, secret=True, read_again=holding(value)))
    assert "A" + typed(discretion, 1700) == heard


def test_what_was_corrected_counts_as_it_stands():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(look(1200, 1210, focused=USER))
    for n, char in enumerate(["x", BACKSPACE, "n", TAB]):
        discretion.feed(key(1300 + n, char))
    discretion.looked(look(1600, 1610, read_again=holding("An")))
    assert typed(discretion) == f"Ax{chr(BACKSPACE)}nT"


def test_what_was_moved_within_is_not_compared():
    discretion = Discretion()
    discretion.feed(key(1000, "A"))
    discretion.looked(look(1200, 1210, focused=USER))
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
