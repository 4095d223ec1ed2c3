"""The keys of model servers: beside the secrets, and never one of them."""

import asyncio

import pytest

from automation.core.actions import Write
from automation.core.errors import Refused, SecretsError
from automation.core.secrets import secret_to_type
from automation.desktop import secrets
from automation.desktop.secrets import Service
from tests.fakes.fake_keyring import CANARY, KeyringBus, item

HOST = "box.example:443"


@pytest.fixture
def use(monkeypatch):
    """Return a function that puts a bus in the place of the session bus."""

    def put(bus):
        def asked(work, *, seconds=0.0):
            return asyncio.run(work(Service(bus)))

        monkeypatch.setattr(secrets, "asked", asked)
        return bus

    return put


def test_a_key_belongs_to_one_host_with_its_port(use):
    use(KeyringBus({"/1": item(f"server:{HOST}", "*"), "/2": item("mail", "*")}))
    assert secrets.key_of(HOST) == CANARY.decode()
    assert secrets.key_of("box.example:8443") is None
    assert secrets.key_of("mail") is None


def test_it_stands_in_no_list_of_secrets_and_cannot_be_typed(use):
    use(KeyringBus({"/1": item(f"server:{HOST}", "*"), "/2": item("mail", "*")}))
    assert [entry.name for entry in secrets.entries()] == ["mail"]
    with pytest.raises(Refused):
        secret_to_type(Write(f"${{secret:server:{HOST}}}"))


def test_it_is_kept_under_its_host(use):
    bus = use(KeyringBus())
    secrets.keep_key(HOST, "sk-1")
    assert bus.made["name"] == f"server:{HOST}"


@pytest.mark.parametrize("key", ["", "k y", "k\ny", "schlüssel", "x" * 5001])
def test_what_is_no_key_is_not_kept_and_not_repeated(use, key):
    bus = use(KeyringBus())
    with pytest.raises(SecretsError) as error:
        secrets.keep_key(HOST, key)
    assert "nothing was stored" in str(error.value)
    assert not key or key not in str(error.value)
    assert bus.asked == []


def test_what_others_wrote_into_the_keyring_is_sent_only_if_it_is_a_key(use):
    answer = ("(oayays)", [["/s", b"", b"two\r\nlines: evil", "text/plain"]])
    use(KeyringBus({"/1": item(f"server:{HOST}", "*")}, GetSecret=answer))
    with pytest.raises(SecretsError, match="is no key") as error:
        secrets.key_of(HOST)
    assert "evil" not in str(error.value)


def test_a_locked_keyring_is_said(use):
    use(KeyringBus({"/1": item(f"server:{HOST}", "*")}, SearchItems=("aoao", [[], ["/1"]])))
    with pytest.raises(SecretsError, match="locked"):
        secrets.key_of(HOST)


def test_a_key_can_be_forgotten(use):
    bus = use(KeyringBus({"/1": item(f"server:{HOST}", "*"), "/2": item("mail", "*")}))
    secrets.forget_key(HOST)
    assert [path for member, path in bus.asked if member == "Delete"] == ["/1"]
