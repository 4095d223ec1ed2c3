import pytest

from automation.core.errors import InputError
from automation.desktop.input.keymap import KEY_PACE_S, REMAP_S, SETTLE_S, plan_text
from automation.desktop.input.plan import KeyEvent, Pause, Remap, Tap, Typed
from tests.fakes.fake_backend import FakeBackend
from tests.fakes.keyboards import SHIFT, keyboard

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
