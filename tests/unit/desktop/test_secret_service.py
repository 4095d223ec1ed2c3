"""What a keyring service may answer: the truth, several truths, and lies."""

import asyncio
import subprocess
import sys

import pytest
from dbus_fast import Message, MessageType, Variant

from automation.core.errors import Refused, SecretsError
from automation.core.secrets import SecretEntry
from automation.desktop import secret_value, secrets
from automation.desktop.secrets import Service
from tests.fakes.fake_keyring import CANARY, SESSION, KeyringBus, item


@pytest.fixture
def use(monkeypatch):
    """Return a function that puts a bus in the place of the session bus."""

    def put(bus):
        def asked(work, *, seconds=0.0):
            return asyncio.run(work(Service(bus)))

        monkeypatch.setattr(secrets, "asked", asked)
        monkeypatch.setattr(secret_value, "asked", asked)
        monkeypatch.setattr(secret_value, "leave_no_core_file", lambda: None)
        return bus

    return put


def test_two_of_one_name_are_never_mixed(use):
    """One would tell for which program it is, the other what is typed."""
    use(KeyringBus({"/1": item("mail", "/usr/bin/bank"), "/2": item("mail")}))
    assert [entry.programs for entry in secrets.entries()] == [("/usr/bin/bank",), ()]
    with pytest.raises(SecretsError, match="several secrets called “mail”"):
        secrets.find("mail")
    with pytest.raises(Refused, match="several secrets called “mail”") as refusal:
        secret_value.KeyringSecrets().value("mail")
    assert refusal.value.reason == "no_secret"


@pytest.mark.parametrize("scope", [None, "\n"])
def test_a_secret_whose_programs_the_keyring_lost_is_typed_into_none(use, scope):
    use(KeyringBus({"/1": item("mail", scope)}))
    assert [entry.is_scope_told for entry in secrets.entries()] == [False]
    with pytest.raises(SecretsError, match="does not say for which programs the secret “mail” is"):
        secrets.find("mail")
    for ask in (secret_value.KeyringSecrets().entry, secret_value.KeyringSecrets().value):
        with pytest.raises(Refused, match="set it anew: deskhand secret set mail") as refusal:
            ask("mail")
        assert refusal.value.reason == "no_secret"


@pytest.mark.parametrize(
    ("kept", "scope"), [((), "*"), (("/usr/bin/a", "/usr/bin/b"), "/usr/bin/a\n/usr/bin/b")]
)
def test_for_which_programs_a_secret_is_stands_in_the_keyring_for_any_too(use, kept, scope):
    bus = use(KeyringBus({"/fresh": item("mail", scope)}))
    secrets.keep("mail", "x", kept)
    assert bus.made == {"application": "deskhand", "name": "mail", "programs": scope}
    assert secrets.find("mail") == SecretEntry("mail", kept)


def test_one_that_an_earlier_version_kept_for_any_field_stays_so(use):
    use(KeyringBus({"/1": item("mail", "")}))
    assert secrets.find("mail") == SecretEntry("mail")


def test_the_secret_before_goes_only_when_the_other_is_kept(use):
    bus = use(KeyringBus({"/old": item("mail"), "/fresh": item("mail", "/usr/bin/bank")}))
    secrets.keep("mail", "x", ("/usr/bin/bank",))
    order = [call for call in bus.asked if call[0] in ("CreateItem", "Delete")]
    assert order == [("CreateItem", "/login"), ("Delete", "/old")]


class ComingUp(KeyringBus):
    """A keyring that has its name, and serves nothing for its first calls."""

    def __init__(self, items, refused):
        super().__init__(items)
        self.refused = refused

    async def call(self, message):
        if self.refused:
            self.refused -= 1
            self.asked.append((message.member, message.path))
            return Message(
                message_type=MessageType.ERROR, reply_serial=1, serial=1,
                error_name="org.freedesktop.DBus.Error.UnknownMethod",
            )  # fmt: skip
        return await super().call(message)


@pytest.mark.parametrize(("refused", "is_found"), [(2, True), (1000, False)])
def test_a_keyring_that_is_coming_up_is_asked_again_for_a_while(
    use, monkeypatch, refused, is_found
):
    monkeypatch.setattr(secrets, "_PAUSE_S", 0.0)
    bus = use(ComingUp({"/1": item("mail")}, refused))
    if is_found:
        assert [entry.name for entry in secrets.entries()] == ["mail"]
    else:
        with pytest.raises(SecretsError, match="UnknownMethod"):
            secrets.entries()
        assert len(bus.asked) == secrets._TRIES + 1


def test_a_keyring_that_keeps_nothing_loses_nothing(use):
    refusing = KeyringBus({"/old": item("mail")}, CreateItem="org.freedesktop.Secret.Error.Full")
    bus = use(refusing)
    with pytest.raises(SecretsError, match="refused CreateItem") as error:
        secrets.keep("mail", "x")
    assert CANARY.decode() not in str(error.value)
    assert ("Delete", "/old") not in bus.asked


@pytest.mark.parametrize(
    ("member", "answer"),
    [
        ("SearchItems", ("s", ["/1"])),
        ("SearchItems", ("", [])),
        ("OpenSession", ("s", [CANARY.decode()])),
        ("GetSecret", ("s", [CANARY.decode()])),
        ("GetSecret", ("(oayay)", [[SESSION, b"", CANARY]])),
    ],
)
def test_an_answer_of_other_types_is_told_by_its_types_alone(use, member, answer):
    use(KeyringBus({"/1": item("mail")}, **{member: answer}))
    with pytest.raises(Refused, match=f"answered {member} with the types") as refusal:
        secret_value.KeyringSecrets().value("mail")
    assert CANARY.decode() not in str(refusal.value)


@pytest.mark.parametrize("text", ["", "line\nbreak", "tab\t", "a\r", "\x1b[A", "\u202etxt"])
def test_what_another_program_put_there_presses_no_key_of_its_own(use, text):
    """A line break at the end would press Enter, whatever field the focus is in."""
    secret = ("(oayays)", [[SESSION, b"", text.encode(), "text/plain"]])
    use(KeyringBus({"/1": item("mail")}, GetSecret=secret))
    with pytest.raises(Refused, match="set it anew: deskhand secret set mail"):
        secret_value.KeyringSecrets().value("mail")


def test_a_secret_that_is_no_text_is_told_without_a_byte_of_it(use):
    use(
        KeyringBus(
            {"/1": item("mail")}, GetSecret=("(oayays)", [[SESSION, b"", b"\xff" + CANARY, ""]])
        )
    )
    with pytest.raises(Refused, match="not UTF-8 text") as refusal:
        secret_value.KeyringSecrets().value("mail")
    assert refusal.value.__cause__ is None


def test_a_prompt_that_another_program_ends_ends_nothing(use):
    """The path of a prompt can be guessed; an answer of other types is none of the service's."""
    handlers = []
    bus = KeyringBus({}, Unlock=("aoo", [[], "/prompt/1"]), AddMatch=("", []), Prompt=("", []))
    bus.add_message_handler = handlers.append

    async def unlock():
        work = asyncio.create_task(Service(bus).unlock(["/login"]))
        while not handlers:
            await asyncio.sleep(0)
        for signature, body in (("", []), ("s", ["x"]), ("bv", [True, Variant("s", "")])):
            assert not work.done()
            handlers[0](
                Message(
                    message_type=MessageType.SIGNAL,
                    path="/prompt/1",
                    member="Completed",
                    interface="org.freedesktop.Secret.Prompt",
                    signature=signature,
                    body=body,
                )
            )
            await asyncio.sleep(0)
        await work

    with pytest.raises(SecretsError, match="dialog was closed"):
        asyncio.run(unlock())


def test_a_process_that_read_a_secret_leaves_no_core_and_lets_nobody_read_its_memory():
    script = (
        "import ctypes, resource\n"
        "from automation.desktop.secret_value import leave_no_core_file\n"
        "get = lambda: ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)\n"  # PR_GET_DUMPABLE
        "before = get(); leave_no_core_file()\n"
        "print(before, get(), resource.getrlimit(resource.RLIMIT_CORE))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout == b"1 0 (0, 0)\n"


@pytest.mark.parametrize(
    ("is_owned", "startable", "problem", "is_asked"),
    [
        (True, [], "", True),
        (False, ["org.freedesktop.secrets"], "", False),
        (False, ["org.freedesktop.Notifications"], "no keyring service runs", False),
    ],
)
def test_looking_whether_there_is_a_service_starts_none(
    use, is_owned, startable, problem, is_asked
):
    bus = use(KeyringBus(NameHasOwner=("b", [is_owned]), ListActivatableNames=("as", [startable])))
    assert secrets.secret_service_problem()[: len(problem)] == problem
    assert bool(secrets.secret_service_problem()) == bool(problem)
    assert ("SearchItems" in [member for member, _ in bus.asked]) == is_asked
