"""The rules by which raw events become gestures."""

import pytest

from automation.core import hand_events
from automation.core.geometry import ScreenPoint
from automation.desktop.input.keys import key
from automation.macros.record.coalesce import Coalescer
from automation.macros.record.gestures import Chord, Click, Drag, Hold, Pause, Scroll, Secret, Text
from tests.fakes.recorded import NAMES, Hands

DEAD_ACUTE, DEAD_CIRCUMFLEX, MULTI, CAPS_LOCK, NUM_LOCK = 0xFE51, 0xFE52, 0xFF20, 0xFFE5, 0xFF7F
BACKSPACE, DOWN = 0xFF08, 0xFF54
KP_1, KP_END, LEFT_TAB = 0xFFB1, 0xFF9C, 0xFE20


def told(hands):
    """Return the gestures in short, without pauses."""
    return [_short(g) for g in hands.gestures() if not isinstance(g, Pause)]


def _short(gesture):
    match gesture:
        case Click():
            return (f"{gesture.button} x{gesture.count}", *gesture.modifiers)
        case Drag():
            return ("drag", gesture.path[0], gesture.path[-1])
        case Scroll():
            return (gesture.direction, gesture.amount)
        case Text():
            return gesture.text + ("⏎" if gesture.enter else "") + ("?" if gesture.doubt else "")
        case Chord():
            return "+".join(gesture.keys) + (f" x{gesture.times}" if gesture.times > 1 else "")
        case Hold():
            return ("hold", *gesture.keys)
        case Secret():
            return "secret"


def test_press_and_release_in_one_place_are_a_click():
    [click] = Hands().click(40, 30).gestures()
    assert (click.at, click.button, click.count, click.held_s) == (
        ScreenPoint(40, 30),
        "left",
        1,
        0.06,
    )
    assert (click.span.first, click.span.last, click.window) == (1, 2, 7)


def test_a_hand_that_shakes_by_5_px_clicks_and_by_6_px_drags():
    assert told(Hands().to(10, 10).press().to(13, 14).release()) == [("left x1",)]
    assert told(Hands().to(10, 10).press().to(16, 10).release()) == [
        ("drag", ScreenPoint(10, 10), ScreenPoint(16, 10))
    ]


def test_a_way_out_and_back_is_a_drag_that_keeps_its_far_end():
    hands = Hands().to(10, 10).press()
    for x in (*range(10, 200, 7), *range(200, 9, -7)):
        hands.wait(8).to(x, 10)
    [drag] = hands.release().gestures()
    assert max(p.x for p in drag.path) >= 198
    assert len(drag.path) <= 5


@pytest.mark.parametrize(("gap_ms", "expected"), [(339, ["left x2"]), (341, ["left x1"] * 2)])
def test_two_presses_within_400_ms_are_a_double_click(gap_ms, expected):
    hands = Hands().click(50, 50, held_ms=60).click(53, 54, ms=gap_ms)
    assert [g[0] for g in told(hands)] == expected


def test_looking_at_what_is_pending_changes_nothing():
    coalescer = Coalescer(NAMES)
    for event in Hands().click(50, 50).wait(100).press().events:
        coalescer.feed(event)
    for _ in range(3):
        [click] = coalescer.pending()
        assert click.count == 2


def test_a_long_press_is_a_click_that_says_so():
    [click] = Hands().click(50, 50, held_ms=501).gestures()
    assert click.is_long
    assert not Hands().click(50, 50, held_ms=500).gestures()[0].is_long


def test_three_clicks_are_one_triple_click_and_the_fourth_begins_anew():
    hands = Hands()
    for _ in range(4):
        hands.click(50, 50)
    assert told(hands) == [("left x3",), ("left x1",)]


def test_clicks_of_other_buttons_places_and_windows_stay_apart():
    assert told(Hands().click(50, 50).click(50, 50, button=3)) == [("left x1",), ("right x1",)]
    assert told(Hands().click(50, 50).click(50, 56)) == [("left x1",)] * 2
    first = Hands().click(50, 50)
    first.window = 8
    assert told(first.click(50, 50)) == [("left x1",)] * 2


def test_focus_that_comes_between_two_clicks_leaves_them_a_double_click():
    assert told(Hands().click(50, 50).event(hand_events.FOCUS).click(50, 50)) == [("left x2",)]


def test_modifiers_held_over_several_clicks_are_no_keys():
    hands = Hands().hold("ctrl").click(10, 10).click(90, 90).let_go("ctrl")
    assert told(hands) == [("left x1", "ctrl"), ("left x1", "ctrl")]


@pytest.mark.parametrize(("gap_ms", "expected"), [(150, [("down", 3)]), (151, [("down", 1)] * 3)])
def test_notches_within_150_ms_are_one_scroll(gap_ms, expected):
    assert told(Hands().to(5, 5).wheel(5, 3, ms=gap_ms)) == expected


def test_the_wheel_turned_the_other_way_is_another_scroll():
    assert told(Hands().wheel(5, 2).wheel(4).wheel(7)) == [("down", 2), ("up", 1), ("right", 1)]


def test_letters_with_shift_are_text_and_chords_are_keys():
    hands = Hands().type("Hello, World!").chord("ctrl", "s").chord("ctrl", "shift", "t")
    assert told(hands) == ["Hello, World!", "ctrl+s", "ctrl+shift+t"]


def test_a_shifted_sign_in_a_chord_is_told_by_its_own_key():
    hands = Hands().hold("ctrl", "shift").tap(ord("!"), base=ord("1")).let_go("shift", "ctrl")
    assert told(hands) == ["ctrl+shift+1"]
    assert told(Hands().hold("ctrl", "shift").tap(ord("+")).let_go("shift", "ctrl")) == ["ctrl++"]


def test_shift_let_go_before_the_letter_changes_nothing():
    hands = Hands().hold("shift").wait(20).down(ord("A"), code=38).let_go("shift")
    assert told(hands.up(ord("a"), code=38).tap(ord("b"))) == ["Ab"]


@pytest.mark.parametrize(("rest_ms", "expected"), [(1500, ["ab"]), (1541, ["a", "b"])])
def test_a_pause_of_one_and_a_half_seconds_ends_a_text(rest_ms, expected):
    assert told(Hands().tap(ord("a"), held_ms=40).tap(ord("b"), ms=rest_ms - 40)) == expected


@pytest.mark.parametrize(
    ("ends", "then"),
    [
        (lambda h: h.click(5, 5), [("left x1",)]),
        (lambda h: h.event(hand_events.FOCUS), []),
        (lambda h: h.named("left"), ["left"]),
        (lambda h: h.named("tab"), ["tab"]),
        (lambda h: h.wheel(5), [("down", 1)]),
    ],
)
def test_a_text_ends_at_a_click_a_focus_change_and_a_navigation_key(ends, then):
    assert told(ends(Hands().type("ab")).type("cd")) == ["ab", *then, "cd"]


def test_backspace_edits_the_text_and_before_it_is_a_key():
    hands = Hands().type("abd").named("backspace").type("c")
    assert told(hands) == ["abc"]
    hands = Hands().type("a").named("backspace").named("backspace")
    assert told(hands) == ["backspace"]


def test_enter_ends_the_text_as_part_of_it_and_alone_is_a_key():
    assert told(Hands().type("ab").named("enter").named("enter", ms=900)) == ["ab⏎", "enter"]
    assert told(Hands().type("a").named("backspace").named("enter")) == ["enter"]


def test_taps_of_one_key_and_its_repeats_are_counted():
    assert told(Hands().named("down").named("down").named("down", ms=500)) == ["down x2", "down"]
    hands = Hands().down(0xFF54)
    for _ in range(9):
        hands.wait(900).down(0xFF54)
    assert told(hands.up(0xFF54)) == ["down x10"]


def test_a_letter_that_repeats_is_typed_as_often():
    hands = Hands().down(ord("a"))
    for _ in range(4):
        hands.wait(33).down(ord("a"))
    assert told(hands.wait(900).up(ord("a"))) == ["aaaaa"]


def test_a_key_held_without_a_word_of_repeats_is_a_hold_and_a_letter_in_doubt():
    [held] = Hands().tap(0xFF54, held_ms=800).gestures()
    assert (held.keys, held.seconds) == (("down",), 0.8)
    [text] = Hands().type("a").tap(ord("b"), held_ms=660).gestures()
    assert (text.text, text.doubt) == ("ab", "held")
    assert told(Hands().type("a").tap(ord("b"), held_ms=650)) == ["ab"]


def test_a_keyboard_may_repeat_sooner():
    coalescer = Coalescer(NAMES, 500_000)
    for event in Hands().event(hand_events.PAUSED).type("a").tap(ord("b"), held_ms=500).events:
        coalescer.feed(event)
    assert [gesture.doubt for gesture in coalescer.finish()] == ["held"]


@pytest.mark.parametrize(
    ("keys", "held_ms", "is_held"),
    [
        ("ctrl s", 999, False),
        ("ctrl s", 1000, True),
        ("ctrl v", 700, True),
        ("ctrl shift z", 700, True),
        ("shift down", 700, True),
        ("ctrl right", 700, True),
    ],
)
def test_keys_that_do_no_more_when_they_are_held_may_be_held_for_longer(keys, held_ms, is_held):
    *held, last = keys.split()
    keysym = ord(last) if len(last) == 1 else key(last).keysyms[0]
    [done] = Hands().hold(*held).tap(keysym, held_ms=held_ms).let_go(*reversed(held)).gestures()
    assert isinstance(done, Hold) == is_held


ENTER = 0xFF0D


def test_the_enter_that_ends_a_text_may_be_held_too():
    [text] = Hands().type("ok").tap(ENTER, held_ms=900).gestures()
    assert (text.text, text.enter, text.doubt) == ("ok", True, "held")
    [text] = Hands().type("ok").wait(80).down(ENTER).wait(900).event(hand_events.FOCUS).gestures()
    assert (text.enter, text.doubt) == (True, "held")
    assert told(Hands().type("ok").tap(ENTER).type("x")) == ["ok⏎", "x"]
    assert told(Hands().type("ok").tap(ENTER).tap(ENTER)) == ["ok⏎", "enter"]


def test_an_enter_whose_repeats_are_told_is_counted():
    hands = Hands().type("ok").wait(80).down(ENTER).wait(700).down(ENTER).wait(33).down(ENTER)
    assert told(hands.wait(900).up(ENTER)) == ["ok⏎", "enter x2"]


def test_a_text_is_settled_when_its_enter_comes_up():
    coalescer = Coalescer(NAMES)
    for event in Hands().type("ok").tap(ENTER).events:
        coalescer.feed(event)
    assert [gesture.text for gesture in coalescer.settled] == ["ok"]


def test_a_tap_of_super_is_none_of_the_hold_of_super_after_it():
    hands = Hands().hold("super").let_go("super").hold("super").wait(900).tap(ord("e"))
    assert told(hands.let_go("super")) == ["super", "super+e"]


def test_a_key_that_was_pressed_a_few_times_and_then_held_is_a_hold():
    [held] = Hands().tap(DOWN).tap(DOWN).tap(DOWN, held_ms=2000).gestures()
    assert (held.keys, held.times, held.seconds) == (("down",), 3, 2.0)


@pytest.mark.parametrize(
    "then",
    [
        lambda hands: hands.tap(ord("b")),
        lambda hands: hands.hold("shift").let_go("shift"),
        lambda hands: hands.press().release(),
        lambda hands: hands.event(hand_events.FOCUS),
        lambda hands: hands.event(hand_events.SECRET).event(hand_events.SECRET_OVER),
        lambda hands: hands.event(hand_events.PAUSED),
    ],
)
def test_a_key_was_held_too_where_something_else_came_before_it_was_let_go(then):
    text = then(Hands().type("ab").wait(80).down(BACKSPACE).wait(900)).up(BACKSPACE).gestures()[0]
    assert (text.text[:1], text.doubt) == ("a", "held")
    held = then(Hands().down(DOWN).wait(900)).up(DOWN).gestures()[0]
    assert (held.keys, held.seconds >= 0.9) == (("down",), True)


def test_super_and_alt_tapped_alone_are_keys_and_shift_and_ctrl_are_nothing():
    hands = Hands().hold("super").let_go("super").wait(999).hold("ctrl").let_go("ctrl")
    hands.hold("shift").let_go("shift").hold("alt").let_go("alt")
    assert told(hands) == ["super", "alt"]
    assert told(Hands().hold("alt").click(5, 5).let_go("alt")) == [("left x1", "alt")]
    assert told(Hands().chord("super", "e")) == ["super+e"]


def test_locks_are_no_keys_since_the_text_tells_what_they_did():
    hands = Hands().tap(CAPS_LOCK, held_ms=700).tap(ord("A")).tap(CAPS_LOCK).tap(NUM_LOCK)
    assert told(hands.tap(KP_1).tap(0xFFAA)) == ["A1*"]
    assert told(Hands().tap(KP_END)) == ["end"]


def test_altgr_makes_text_and_shift_tab_is_tab_with_shift():
    assert told(Hands().hold("altgr").tap(ord("@")).let_go("altgr").type("x")) == ["@x"]
    assert told(Hands().hold("shift").tap(LEFT_TAB, base=0xFF09).let_go("shift")) == ["shift+tab"]


def test_dead_keys_and_the_compose_key_make_letters():
    assert told(Hands().tap(DEAD_ACUTE).type("e").tap(DEAD_CIRCUMFLEX).type("O")) == ["éÔ"]
    assert told(Hands().tap(DEAD_ACUTE).tap(0x20).tap(DEAD_ACUTE).tap(DEAD_ACUTE)) == ["'\u00b4"]
    for first, second in ((DEAD_CIRCUMFLEX, DEAD_ACUTE), (DEAD_ACUTE, DEAD_CIRCUMFLEX)):
        assert told(Hands().tap(first).tap(second).type("a")) == ["ấ"]
    assert told(Hands().tap(0xFE63).type("o")) == ["ø"]
    assert told(Hands().tap(MULTI).type('"u').tap(MULTI).type("n~")) == ["üñ"]


def test_a_dead_key_waits_for_its_letter_however_long():
    assert told(Hands().type("a").tap(DEAD_ACUTE).type("e", ms=4000)) == ["aé"]


@pytest.mark.parametrize(
    "odd",
    [
        lambda h: h.tap(DEAD_ACUTE).type("q"),
        lambda h: h.tap(MULTI).type("=e"),
        lambda h: h.tap(0xFE6F).type("e"),
        lambda h: h.type("a").tap(DEAD_ACUTE).named("backspace"),
    ],
)
def test_what_is_not_certain_is_marked(odd):
    [text] = odd(Hands()).gestures()
    assert text.doubt == "composed"


def composed(text, hands=None):
    hands = hands or Hands()
    for char in text:
        hands.tap(ord(char), flags=hand_events.COMPOSED)
    return hands


def test_keys_that_an_input_method_takes_are_part_of_its_text():
    hands = composed("nihongo").tap(ord(" "), flags=hand_events.COMPOSED)
    hands.wait(4000).named("down").named("enter").named("enter")
    text, enter = hands.gestures()
    assert (text.doubt, text.is_pending, text.has_enter, text.enter) == (
        "method",
        False,
        True,
        False,
    )
    assert enter.keys == ("enter",)


def test_without_keys_to_compose_the_arrows_and_enter_are_what_they_always_are():
    text, down, enter = composed("ka").named("enter").named("down").named("enter").gestures()
    assert (text.doubt, text.is_pending) == ("method", False)
    assert (down.keys, enter.keys) == (("down",), ("enter",))


def test_tab_ends_the_text_of_an_input_method():
    text, tab = composed("ka").named("tab").gestures()
    assert (text.doubt, text.is_pending, tab.keys) == ("method", True, ("tab",))


@pytest.mark.parametrize("is_held", [True, False], ids=["held", "let go"])
@pytest.mark.parametrize("end", [" ", "enter"])
def test_a_sign_typed_by_its_number_is_one_doubtful_text(is_held, end):
    hands = Hands().hold("ctrl").hold("shift").tap(ord("U"), base=ord("u"))
    if not is_held:
        hands.let_go("shift").let_go("ctrl")
    for char in "20ac":
        hands.tap(ord(char.upper() if is_held else char), base=ord(char))
    if is_held:
        hands.let_go("shift").let_go("ctrl")
    else:
        hands = hands.type(end) if end == " " else hands.named(end)
    [text] = hands.gestures()
    assert (text.doubt, text.has_enter) == ("method", False)
    assert text.is_pending == is_held


def test_a_shortcut_like_that_of_numbers_stays_one_before_other_letters():
    hands = Hands().hold("ctrl").hold("shift").tap(ord("U"), base=ord("u"))
    chord, text = hands.let_go("shift").let_go("ctrl").type("word").gestures()
    assert (chord.keys, text.text, text.doubt) == (("ctrl", "shift", "u"), "word", "")


def test_a_key_without_a_name_is_not_lost():
    assert told(Hands().tap(0x1008FFA9).down(0, code=250)) == ["keysym 0x1008ffa9", "keycode 250"]


def test_secrets_are_one_gesture_and_their_keys_are_nothing():
    hands = Hands().type("me").event(hand_events.SECRET).type("hunter2").event(hand_events.SECRET)
    hands.type("x").event(hand_events.SECRET_OVER).named("enter")
    assert told(hands) == ["me", "secret", "enter"]


def test_what_is_done_while_a_button_is_down_comes_after_it():
    hands = Hands().to(0, 0).press().type("ab").to(90, 0).wheel(5).release().type("c", ms=900)
    assert told(hands) == [
        ("drag", ScreenPoint(0, 0), ScreenPoint(90, 0)),
        "ab",
        ("down", 1),
        "c",
    ]


def test_a_text_ends_where_a_button_goes_down_and_not_where_it_comes_up():
    hands = Hands().type("ab").press().type("c").release()
    assert told(hands) == ["ab", ("left x1",), "c"]


def test_two_buttons_at_once_are_two_clicks_in_the_order_of_their_presses():
    assert told(Hands().press(1).press(3).release(1).release(3)) == [("left x1",), ("right x1",)]


def test_a_lost_release_ends_a_click_or_a_drag_that_is_not_whole():
    assert told(Hands().press().wait(900).press().release()) == [("left x1",), ("left x1",)]
    [drag] = Hands().press().to(50, 0).event(hand_events.LOST).release().gestures()
    assert not drag.is_whole


def test_a_button_that_nothing_is_heard_of_for_a_minute_holds_nothing_back():
    coalescer = Coalescer(NAMES)
    for event in Hands().press().wait(61_000).type("ab").click(9, 9).type("c").events:
        coalescer.feed(event)
    assert [_short(g) for g in coalescer.settled if not isinstance(g, Pause)][:2] == [
        ("left x1",),
        "ab",
    ]


def test_releases_without_a_press_and_unknown_buttons_are_nothing():
    assert told(Hands().release().up(ord("a")).press(12).release(12).press(0)) == []


def test_a_rest_between_gestures_is_told():
    gestures = Hands().click(5, 5).wait(4000).type("a").gestures()
    assert [type(g).__name__ for g in gestures] == ["Click", "Pause", "Text"]
    assert gestures[1].seconds == pytest.approx(4.08)


def dragged(hands):
    return hands.press().wait(20).to(150, 100).wait(20).to(200, 100).release()


@pytest.mark.parametrize(("clicks", "is_after"), [(0, False), (1, True), (2, True)])
def test_a_drag_that_goes_on_from_a_click_is_told_from_one_that_does_not(clicks, is_after):
    hands = Hands().to(100, 100)
    for _ in range(clicks):
        hands.click(100, 100)
    *before, drag = dragged(hands.wait(120)).gestures()
    assert [gesture.count for gesture in before] == [clicks] * bool(clicks)
    assert drag.is_after_click is is_after


@pytest.mark.parametrize(
    "hands",
    [
        Hands().click(100, 100).wait(500),
        Hands().click(60, 100).wait(120).to(100, 100),
        Hands().click(100, 100, button=3).wait(120),
    ],
)
def test_a_drag_later_elsewhere_or_with_another_button_goes_on_from_nothing(hands):
    assert not dragged(hands).gestures()[-1].is_after_click
