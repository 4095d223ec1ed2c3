"""What a play is called in the history: its macro and its values, never a secret."""

import pytest

from app.macro_told_values import told_values
from app.run_names import asked_again, play_text, short_name, values_in
from automation.macros.codec import read
from automation.macros.player.values import Scope, scope_for

MACRO = """\
deskhand: 1
name: Log in
params: {guest: {}, word: {type: secret}, pin: {}, code: {}, second: {ask: Your password}, later: {}}
columns: [room]
steps:
  - {id: guest, do: type, text: "{{guest}}"}
  - {id: word, do: type, text: "{{word}}"}
  - {id: code, do: type, text: "x{{code}}", target: {role: password, name: Code}}
  - {id: later, do: type, text: "{{later}}", target: {role: field, name: PIN}}
  - {id: room, do: type, text: "{{room}} {{pin}} {{second}}"}
"""
GIVEN = {name: name.upper() for name in ("guest", "word", "pin", "code", "second", "later")}


def test_neither_a_secret_nor_what_goes_into_a_password_field_is_told():
    macro = read(MACRO.encode())
    scope = scope_for(macro, GIVEN)
    assert isinstance(scope, Scope)
    assert told_values(macro, scope, {"room": "4"}) == {"guest": "GUEST", "room": "4"}


def test_nothing_is_told_that_was_handed_on_to_a_macro_which_fills_in_a_password():
    caller = MACRO + "  - {id: sub, do: call, macro: Sub, values: {x: '{{ guest }}'}}\n"
    macro, sub = read(caller.encode()), read(MACRO.encode())
    plain = read(b"deskhand: 1\nname: Plain\nsteps: [{id: a, do: keys, keys: [a]}]\n")
    scope = scope_for(macro, GIVEN)
    assert told_values(macro, scope, {"room": "4"}, (plain,)) == {"guest": "GUEST", "room": "4"}
    assert told_values(macro, scope, {"room": "4"}, (plain, sub)) == {"room": "4"}


@pytest.mark.parametrize(
    ("values", "text", "note"),
    [
        ({}, "Play the macro “Log in”", ""),
        ({"guest": "Bob"}, "Play the macro “Log in” with guest = Bob", "guest = Bob"),
        (
            {"guest": "“B”", "note": "x" * 60},
            f"Play the macro “Log in” with guest = “B”, note = {'x' * 39}…",
            f"guest = “B”, note = {'x' * 39}…",
        ),
        (
            dict.fromkeys("abcdefgh", "1"),
            "Play the macro “Log in” with a = 1, b = 1, c = 1, d = 1, e = 1, f = 1 and 2 more",
            "a = 1, b = 1, c = 1, d = 1, e = 1, f = 1 and 2 more",
        ),
    ],
)
def test_a_play_names_its_values_and_a_list_parts_them_from_its_name(values, text, note):
    assert play_text("Log in", values) == text
    assert short_name("macro", text) == "Log in: macro"
    assert values_in("macro", text) == note
    assert asked_again("macro", text) == "Play the macro “Log in”"
    assert asked_again("commands", text) == text
    assert (short_name("commands", text), values_in("commands", text)) == (text, "")
