""""""

import pytest

from automation.core.errors import InputError
from automation.desktop.input.keymap import (
    KEY_PACE_S,
    LOCK_BIT,
    REMAP_S,
    SETTLE_S,
    KeyRow,
    Stroke,
    plan_text,
)
from automation.desktop.input.plan import KeyEvent, Pause, Remap, Tap, Typed
from tests.fakes.fake_backend import FakeBackend
from tests.fakes.keyboards import FOUR_LEVEL, LOCK, ONE_LEVEL, SHIFT, TWO_LEVEL, keyboard

CAPS = 0x02


def typed(text, keymap):
    backend = FakeBackend(keymap)
    for primitive in backend.plan_text(text):
        backend.send(primitive)
    return backend


def remaps(backend):
    return [primitive for primitive in backend.log if isinstance(primitive, Remap)]


def test_text_on_the_layout_changes_no_keyboard_map():
    backend = typed("Hello, World! 100%", keyboard("us"))
    assert backend.text == "Hello, World! 100%"
    assert remaps(backend) == []


def test_other_characters_are_lent_spare_keycodes_which_are_taken_back():
    backend = typed("caf\u00e9 \U0001f642", keyboard("us"))
    assert backend.text == "caf\u00e9 \U0001f642"
    assert [primitive.codes for primitive in remaps(backend)] == [
        ((149, 0xE9), (154, 0x0101F642)),
        ((149, 0), (154, 0)),
    ]


def test_the_last_remap_of_a_text_empties_every_keycode_it_was_lent():
    backend = typed("\u4e00\u4e01\u4e02\u4e03\u4e04\u4e05", keyboard("us"))
    assert backend.lent == {}


def test_a_text_with_more_characters_than_keycodes_goes_in_chunks():
    text = "".join(chr(0x4E00 + n) for n in range(10))
    backend = typed(text, keyboard("us"))
    assert backend.text == text
    assert len(remaps(backend)) == 4


def test_a_character_that_comes_again_uses_its_keycode_again():
    backend = typed("\u00e9\u00e8" * 50, keyboard("us"))
    assert len(remaps(backend)) == 2


def test_shift_is_held_over_a_run_of_capitals_and_let_go_before_return():
    events = [p for p in typed("AB\n", keyboard("us")).log if isinstance(p, KeyEvent)]
    assert events == [
        KeyEvent(SHIFT, True),
        Tap(38),
        KeyEvent(38, False),
        Tap(56),
        KeyEvent(56, False),
        KeyEvent(SHIFT, False),
        Tap(36),
        KeyEvent(36, False),
    ]


def test_no_key_stays_down():
    assert typed("Aa\u00e9B", keyboard("us")).held() == (frozenset(), frozenset())


def test_every_kind_of_line_break_is_one_return():
    assert typed("a\r\nb\nc\rd", keyboard("us")).text == "a\nb\nc\nd"


def test_each_character_is_marked_with_its_place_in_the_text():
    marks = [p.index for p in typed("a\r\n\u00e9", keyboard("us")).log if isinstance(p, Typed)]
    assert marks == [0, 1, 3]


def test_keys_are_paced_and_a_changed_map_is_given_time():
    pauses = [p.seconds for p in typed("\u00e9", keyboard("us")).log if isinstance(p, Pause)]
    assert pauses == [REMAP_S, KEY_PACE_S, SETTLE_S]


def test_the_layout_of_the_moment_of_typing_counts_not_of_planning():
    layouts = [keyboard("us", "ru", group=0)]
    plan = plan_text("\u0444", lambda: layouts[0])
    layouts[0] = keyboard("us", "ru", group=1)
    assert Tap(38) in list(plan)


def test_caps_lock_makes_even_plain_text_lend_a_keycode_so_that_the_backend_switches_it_off():
    backend = typed("abc", keyboard("us", locked=CAPS))
    assert backend.text == "abc"
    assert len(remaps(backend)) == 2


def test_an_empty_text_sends_nothing():
    assert typed("", keyboard("us", locked=CAPS)).log == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("ab\x07", "character 3 .* U\\+0007"),
        ("\x1b", "character 1"),
        ("a\x85", "character 2"),
        ("\x7f", "U\\+007F"),
    ],
)
def test_a_control_character_is_refused_by_place_before_anything_is_planned(text, place):
    with pytest.raises(InputError, match=place):
        plan_text(text, lambda: pytest.fail("the keyboard was read"))


@pytest.mark.parametrize(
    "char", ["\ud83d", "\ufffe", "\U0010ffff", "\ufdd0", "\ufeff", "\u2028", "\u2029"]
)
def test_what_is_no_character_or_would_not_arrive_as_sent_is_refused(char):
    with pytest.raises(InputError, match="cannot be typed"):
        plan_text(f"x{char}", lambda: keyboard("us"))


def test_a_keyboard_without_spare_keycodes_says_so_and_offers_to_paste():
    with pytest.raises(InputError, match="paste the text instead"):
        typed("\u00e9", keyboard("us", spare=()))


def test_a_capital_is_its_letter_with_shift():
    strokes = keyboard("us").strokes
    assert (strokes["a"], strokes["A"]) == (Stroke(38, False), Stroke(38, True))


def test_the_active_layout_decides_where_a_letter_is():
    keymap = keyboard("us", "ru", group=1)
    assert "a" not in keymap.strokes
    assert keymap.strokes["\u0444"] == Stroke(38, False)


def test_a_key_with_one_layout_serves_the_others_too():
    assert keyboard("us", "ru", group=1).strokes[" "] == Stroke(65, False)


def test_a_layout_beyond_the_last_wraps_around():
    assert keyboard("us", group=3).strokes["a"] == Stroke(38, False)


def test_a_key_may_name_the_group_that_stands_for_missing_ones():
    row = KeyRow(((ONE_LEVEL, (0x61,)), (ONE_LEVEL, (0x62,))), redirect=1)
    assert row.keysym(3, 0) == 0x62


def test_a_level_is_reached_by_the_modifiers_of_the_keys_type_only():
    row = KeyRow(((FOUR_LEVEL, (0x71, 0x51, 0x40, 0)),))
    assert [row.keysym(0, mods) for mods in (0, 0x01, 0x80, 0x81, 0x04)] == [
        0x71,
        0x51,
        0x40,
        0,
        0x71,
    ]


def test_caps_lock_does_not_change_where_a_letter_is():
    assert keyboard("us", locked=LOCK_BIT).strokes["A"] == Stroke(38, True)


def test_keypad_keys_type_no_text_because_num_lock_decides():
    assert keyboard("us", locked=0x10).strokes["7"] == Stroke(16, False)


def test_spare_keycodes_are_empty_ones_that_are_no_modifier():
    keymap = keyboard("us", spare=(8, 93, 149, 154))
    assert keymap.spare == (149, 154)
    assert not {SHIFT, LOCK} & set(keymap.spare)


def test_spare_keycodes_among_the_letters_serve_only_where_there_are_no_others():
    assert keyboard("us", spare=(93, 97)).spare == (93, 97)


def test_a_shortcut_letter_is_found_in_the_layout_that_is_not_active():
    assert keyboard("us", "ru", group=1).code_of_char("c") == 54


def test_a_shortcut_letter_that_no_layout_has_is_found_by_its_place():
    keymap = keyboard("ru")
    assert keymap.code_of_char("c") is None
    assert keymap.code_by_place("c") == 54


def test_a_sign_that_needs_shift_is_no_plain_key():
    assert keyboard("us").code_of_char("?") is None


def test_an_emptied_keycode_is_spare_again():
    keymap = keyboard("us", spare=())
    assert keymap.spare == ()
    assert keymap.without({200}).spare == (200,)


def test_a_type_that_ignores_shift_gives_its_character_without_it():
    row = KeyRow(((TWO_LEVEL, (0x31,)),))
    assert row.keysym(0, 0x01) == 0
