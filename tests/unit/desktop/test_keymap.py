from automation.desktop.input.keymap import LOCK_BIT, KeyRow, Stroke
from tests.fakes.keyboards import FOUR_LEVEL, LOCK, ONE_LEVEL, SHIFT, TWO_LEVEL, keyboard


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
