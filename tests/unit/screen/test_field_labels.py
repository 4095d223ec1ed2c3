"""Which text labels a field, and fields that nobody calls password fields, known by such a text."""

import pytest

from automation.core.geometry import Rect
from automation.core.secrets import asks_password
from automation.screen.field_labels import (
    GUARDING,
    NAMING,
    SAID,
    Reach,
    asks_for_password,
    gap,
    label_area,
    label_cost,
    label_gap,
    label_of,
    nearest_label,
    own_label,
)
from tests.fakes.fake_reader import element, line

FIELD = element("", "field", Rect(200, 100, 200, 24))
LEFT = Rect(100, 104, 80, 16)


@pytest.mark.parametrize(
    "label",
    ["Password:", "PIN", "Confirm password *", "New passphrase", "Security code", "Passwort",
     "Contraseña", "Código de seguridad", "Mot de passe :", "パスワード", "Geheimzahl", "CVC"],
)  # fmt: skip
def test_such_a_label_asks_for_a_password(label):
    assert asks_password(label)
    assert asks_for_password(FIELD, [line(label, LEFT)])
    assert asks_for_password(element(label, "field", FIELD.box), [])


@pytest.mark.parametrize(
    "label",
    ["Name", "Password hint", "Username or e-mail for password", "Pinboard", "Spin", "Password length",
     "Tell us why your old password was not good"],
)  # fmt: skip
def test_such_a_label_asks_for_none(label):
    assert not asks_for_password(FIELD, [line(label, LEFT)])


def test_the_nearest_text_left_of_a_field_is_its_label():
    texts = [line("Password", Rect(10, 104, 60, 16)), line("Name", LEFT)]
    assert label_of(FIELD.box, texts) == "Name"


def test_a_text_above_is_the_label_where_none_is_left():
    assert label_of(FIELD.box, [line("PIN", Rect(200, 78, 30, 16))]) == "PIN"
    assert label_of(FIELD.box, [line("PIN", Rect(200, 10, 30, 16))]) == ""
    assert label_of(FIELD.box, [line("PIN", Rect(420, 104, 30, 16))]) == ""


def test_a_name_of_its_own_counts_before_what_stands_beside():
    named = element("User", "field", FIELD.box)
    assert not asks_for_password(named, [line("Password", LEFT)])


def test_a_button_is_no_field():
    assert not asks_for_password(element("Password", "button", FIELD.box), [])
    assert not asks_for_password(None, [line("Password", LEFT)])


def test_safety_sees_a_label_that_is_too_far_off_to_be_a_name():
    far = line("Password", Rect(200 - 350 - 60, 104, 60, 16))
    assert GUARDING.beside_px > NAMING.beside_px
    assert GUARDING.above_px >= NAMING.above_px
    assert asks_for_password(FIELD, [far])
    assert label_of(FIELD.box, [far], NAMING) == ""
    assert nearest_label(FIELD, [far]) == ""
    assert label_area(FIELD.box).x == FIELD.box.x - 400


def test_safety_takes_a_label_that_reaches_further_into_its_field():
    label = line("PIN", Rect(112, 104, 96, 16))
    assert label_of(FIELD.box, [label]) == "PIN"
    assert label_of(FIELD.box, [label], NAMING) == ""


def test_what_users_say_reaches_further_up_than_names_do():
    above = Rect(200, 100 - 55 - 16, 80, 16)
    assert SAID.above_px > NAMING.above_px
    assert label_cost(above, FIELD.box) == 110.0
    assert label_gap(above, FIELD) is None


def test_a_reach_is_measured_to_the_pixel():
    reach = Reach(20, 10)
    for far, name in ((20, "N"), (21, "")):
        assert label_of(FIELD.box, [line("N", Rect(200 - far - 40, 104, 40, 16))], reach) == name
    for far, name in ((10, "N"), (11, "")):
        assert label_of(FIELD.box, [line("N", Rect(200, 100 - far - 16, 40, 16))], reach) == name


def test_the_words_of_a_check_box_stand_on_its_right():
    box = element("", "checkbox", Rect(200, 100, 16, 16))
    texts = [line("Left", Rect(150, 100, 40, 16)), line("Loud", Rect(220, 100, 40, 16))]
    assert nearest_label(box, texts) == "Loud"
    assert own_label(box.box, [(t.name, t.box) for t in texts], [], is_box=True) == (
        "Loud",
        "right",
    )


def test_a_sentence_names_nothing():
    text = line("This site is not safe, do not type here", LEFT)
    assert nearest_label(FIELD, [text]) == ""
    assert label_of(FIELD.box, [text]) == text.name


def test_a_text_that_heads_another_column_is_not_the_label_of_this_field():
    head = ("Price", Rect(20, 84, 60, 14))
    other = Rect(20, 100, 60, 24)
    assert own_label(FIELD.box, [head], [], is_box=False) is None
    level = ("Price", Rect(20, 98, 60, 14))
    assert own_label(FIELD.box, [level], [], is_box=False) == ("Price", "left")
    assert own_label(FIELD.box, [level], [Rect(20, 114, 60, 24)], is_box=False) is None
    assert own_label(FIELD.box, [level], [Rect(100, 100, 60, 24)], is_box=False) is None
    assert own_label(other, [head], [FIELD.box], is_box=False) == ("Price", "above")


@pytest.mark.parametrize("side", ["left", "right", "above"])
def test_whatever_may_name_a_field_may_tell_that_it_is_for_a_password(side):
    places = [(x, y) for x in range(-400, 400, 20) for y in range(40, 240, 4)]
    texts = [Rect(200 + x, y, 60, high) for x, y in places for high in (12, 40)]
    named = [text for text in texts if gap(FIELD.box, text, side, NAMING) is not None]
    assert named
    assert all(gap(FIELD.box, text, side, GUARDING) is not None for text in named)


def test_a_low_label_at_the_edge_of_a_high_field_is_one_for_safety_too():
    field = element("", "field", Rect(200, 100, 300, 40))
    assert asks_for_password(field, [line("Password", Rect(120, 130, 60, 20))])


def test_a_text_on_the_left_hides_no_password_label_above_nor_one_further_off():
    field = element("", "field", Rect(200, 100, 300, 40))
    forgot = line("Forgot it?", Rect(120, 130, 60, 20))
    assert label_of(field.box, [forgot]) == forgot.name
    assert asks_for_password(field, [forgot, line("Password", Rect(200, 76, 80, 16))])
    assert asks_for_password(field, [forgot, line("Password", Rect(20, 112, 80, 16))])


def test_a_text_above_names_only_what_it_stands_over_and_one_beside_may_stand_lower():
    field = Rect(384, 97, 369, 39)
    assert label_cost(Rect(169, 70, 85, 27), field) is None  # a tab over the label's column
    assert label_cost(Rect(1, 104, 111, 27), field) == 272
    spinner = Rect(507, 272, 56, 20)
    own, next_row = Rect(130, 285, 58, 17), Rect(130, 305, 58, 17)
    assert label_cost(own, spinner) is not None
    assert label_cost(next_row, spinner) is None
