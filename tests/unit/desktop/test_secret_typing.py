"""Secrets in the executor's session: read late, typed whole, told to nobody."""

import traceback
from dataclasses import replace

import pytest

from automation.core.actions import Clipboard, Hotkey, Write
from automation.core.errors import InputError, Refused
from automation.core.geometry import Rect
from automation.core.secrets import SecretEntry
from automation.desktop.input.protocol import Budgets
from tests.fakes.executor_parts import ExecutorParts
from tests.fakes.fake_windows import FakeWindows, window

CANARY = "k4narie hunter2"
BANK = "/usr/bin/bank"


class Vault:
    """A keyring in memory that counts how often a value is read."""

    def __init__(self, **values):
        self.values = values
        self.programs = ()
        self.reads = 0

    def entry(self, name):
        if name not in self.values:
            raise Refused("no_secret", name)
        return SecretEntry(name, self.programs)

    def value(self, name):
        self.reads += 1
        return self.values[self.entry(name).name]


def session(vault, *, executable=BANK, **options):
    parts = ExecutorParts(
        windows=FakeWindows(window(1, executable=executable), focused=1), **options
    )
    parts.session._hands = replace(parts.session._hands, secrets=vault)
    return parts


@pytest.fixture
def vault():
    return Vault(mail=CANARY)


@pytest.fixture
def parts(vault):
    return session(vault)


def test_a_secret_is_read_when_it_was_approved_and_not_before(parts, vault):
    prepared = parts.session.prepare(Write("${secret:mail}"))
    assert vault.reads == 0
    execution = parts.execute(prepared.nonce)
    assert vault.reads == 1
    assert parts.backend.text == CANARY
    assert execution.text_sent_chars == len(CANARY)
    assert CANARY not in repr(execution) + repr(prepared)


@pytest.mark.parametrize(
    "text",
    ["a ${secret:mail}", "${secret:mail}${secret:mail}", "${secret:}", "${secret:a b}", "${secret:mail"],
)  # fmt: skip
def test_a_reference_stands_alone(parts, vault, text):
    with pytest.raises(Refused) as refusal:
        parts.session.prepare(Write(text))
    assert refusal.value.reason == "no_secret"
    assert vault.reads == 0


def test_the_sign_itself_is_typed_when_it_is_escaped(parts, vault):
    parts.do(Write("$${secret:mail}"))
    assert parts.backend.text == "${secret:mail}"
    assert vault.reads == 0


def test_a_secret_that_looks_like_a_reference_is_typed_as_it_is(vault):
    vault.values = {"mail": "${secret:bank}", "bank": "other"}
    parts = session(vault)
    parts.do(Write("${secret:mail}"))
    assert parts.backend.text == "${secret:bank}"


def test_only_the_program_that_it_is_for_gets_it(vault):
    vault.programs = (BANK,)
    session(vault).do(Write("${secret:mail}"))
    for other in ("/tmp/bank", "", "/usr/bin/python3"):
        with pytest.raises(Refused) as refusal:
            session(vault, executable=other).session.prepare(Write("${secret:mail}"))
        assert refusal.value.reason == "secret_program"


def test_a_secret_that_was_given_to_another_program_meanwhile_is_not_read(vault):
    parts = session(vault)
    prepared = parts.session.prepare(Write("${secret:mail}"))
    vault.programs = ("/usr/bin/other",)
    with pytest.raises(Refused) as refusal:
        parts.execute(prepared.nonce)
    assert refusal.value.reason == "secret_program"
    assert vault.reads == 0
    assert parts.events == []


@pytest.mark.parametrize("cause", ["kill_key", "corner", "slept", "user"])
def test_a_stop_while_the_keyring_thinks_types_nothing(vault, cause):
    parts = session(vault)
    prepared = parts.session.prepare(Write("${secret:mail}"))
    read = vault.value

    def slow(name):
        end = parts.session.stop if cause == "user" else parts.session.kill
        end(cause)
        return read(name)

    vault.value = slow
    with pytest.raises(Refused) as refusal:
        parts.execute(prepared.nonce)
    assert refusal.value.reason == "stopped"
    assert parts.events == []


def test_an_interpreter_is_no_program_to_be_for(vault):
    vault.programs = ("/usr/bin/python3",)
    with pytest.raises(Refused) as refusal:
        session(vault, executable="/usr/bin/python3").session.prepare(Write("${secret:mail}"))
    assert refusal.value.reason == "secret_program"


def test_a_secret_is_not_put_on_the_clipboard(parts, vault):
    with pytest.raises(Refused) as refusal:
        parts.session.prepare(Clipboard("set", "${secret:mail}"))
    assert refusal.value.reason == "unsupported"
    assert vault.reads == 0


def test_no_error_says_a_character_of_it(vault):
    vault.values["mail"] = "ab\x07\ud800cd"
    with pytest.raises(Refused) as refusal:
        session(vault).do(Write("${secret:mail}"))
    assert "secret “mail” cannot be typed" in str(refusal.value)
    assert "0007" not in str(refusal.value)
    assert refusal.value.__cause__ is None


def test_what_fails_while_it_is_typed_is_told_by_its_name(parts):
    def fail(_text):
        yield from ()
        raise InputError(f"U+{ord(CANARY[0]):04X} is not on this keyboard")

    prepared = parts.session.prepare(Write("${secret:mail}"))
    measured = parts.backend.plan_text
    calls = []

    def plan(text):
        calls.append(text)
        return measured(text) if len(calls) == 1 else fail(text)

    parts.backend.plan_text = plan
    with pytest.raises(InputError, match="secret “mail” cannot be typed") as error:
        parts.execute(prepared.nonce)
    assert "U+" not in str(error.value)


@pytest.mark.parametrize("late", [False, True])
def test_what_a_library_says_of_it_goes_no_further(parts, late):
    measured, calls = parts.backend.plan_text, []

    def plan(text):
        calls.append(text)
        if late and len(calls) == 1:
            return measured(text)
        raise ValueError(f"cannot map {text!r}")

    prepared = parts.session.prepare(Write("${secret:mail}"))
    parts.backend.plan_text = plan
    with pytest.raises(InputError, match="secret “mail” cannot be typed") as error:
        parts.execute(prepared.nonce)
    assert CANARY not in "".join(traceback.format_exception(error.value))


def test_budgets_count_and_tell_no_length(vault):
    parts = session(vault, budgets=Budgets(chars=len(CANARY) - 1))
    with pytest.raises(Refused) as refusal:
        parts.do(Write("${secret:mail}"))
    assert refusal.value.reason == "budget"
    assert str(len(CANARY)) not in str(refusal.value)
    assert parts.backend.text == ""


def test_nothing_is_typed_while_another_program_holds_the_keyboard(vault):
    parts = session(vault)
    parts.session._hands.display._is_keyboard_taken = lambda: True
    for action in (Write("${secret:mail}"), Write("plain"), Hotkey(("a",))):
        with pytest.raises(Refused) as refusal:
            parts.do(action)
        assert refusal.value.reason == "secure_input"
    assert parts.events == []
    assert vault.reads == 0


@pytest.mark.parametrize(
    "popup",
    [
        window(5, Rect(9, 9, 99, 99), is_popup=True, is_own=True),
        window(5, Rect(9, 9, 99, 99), is_popup=True, app="dunst"),
        window(5, Rect(9, 9, 99, 99), is_popup=True, is_tooltip=True, pid=101),
        window(5, is_popup=True, pid=101),
    ],
    ids=["ours", "a notification", "a tooltip", "over everything"],
)
def test_a_popup_that_is_no_menu_does_not_explain_who_holds_the_keyboard(vault, popup):
    parts = session(vault)
    parts.windows.stack = [*parts.windows.stack, popup]
    parts.session._hands.display._is_keyboard_taken = lambda: True
    with pytest.raises(Refused) as refusal:
        parts.do(Hotkey(("a",)))
    assert refusal.value.reason == "secure_input"


def test_an_open_menu_may_hold_the_keyboard(vault):
    parts = session(vault)
    parts.windows.stack = [
        window(5, Rect(9, 9, 99, 99), is_popup=True, pid=101),
        *parts.windows.stack,
    ]
    parts.session._hands.display._is_keyboard_taken = lambda: True
    assert parts.do(Hotkey(("a",))).completed
