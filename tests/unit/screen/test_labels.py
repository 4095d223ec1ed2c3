"""Fields that nobody calls password fields, known by what stands beside them."""

import pytest

from automation.core.geometry import Rect
from automation.core.secrets import asks_password
from automation.screen.labels import asks_for_password, label_of
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
