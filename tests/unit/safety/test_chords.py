import pytest

from automation.core.errors import UnknownKey
from automation.desktop.input import keys
from automation.safety.key_risk import chord_risk, key_name

HELD = [set(), {"shift"}, {"ctrl"}, {"alt"}, {"super"}, {"ctrl", "alt"}, {"ctrl", "shift"}]


@pytest.mark.parametrize("spelling", sorted(keys._SPELLINGS))
def test_no_spelling_that_the_hands_know_is_judged_more_lightly_than_the_key_it_means(spelling):
    meant = key_name(keys.key(spelling).name)
    for held in HELD:
        assert (
            chord_risk(frozenset(held | {key_name(spelling)}))[0]
            >= (chord_risk(frozenset(held | {meant}))[0])
        )


@pytest.mark.parametrize("written", ["Return", "RETURN", " return ", "KP_Enter", "num-enter", "\n"])
def test_the_same_key_has_one_name(written):
    assert key_name(written) == "enter"


@pytest.mark.parametrize("modifier", ["ctrl", "shift", "alt", "super"])
def test_the_right_hand_key_is_the_same_modifier(modifier):
    assert key_name(keys.key(f"{modifier}right").name) == modifier


def test_a_name_that_no_key_has_is_still_judged():
    with pytest.raises(UnknownKey):
        keys.key("frobnicate")
    assert chord_risk(frozenset({key_name("frobnicate")}))[0] == 2
