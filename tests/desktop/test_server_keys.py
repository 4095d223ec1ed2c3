"""The key of a model server on a real keyring."""

import pytest

from automation.desktop import secrets, server_keys
from tests.desktop.keyring_rig import keyring

pytestmark = pytest.mark.desktop


def test_a_key_is_kept_replaced_and_forgotten(desktop):
    with keyring(desktop.env):
        server_keys.keep_key("box.example:443", "sk-first")
        server_keys.keep_key("box.example:443", "sk-second")
        server_keys.keep_key("other.example:443", "sk-other")
        assert server_keys.key_of("box.example:443") == "sk-second"
        assert secrets.entries() == ()
        server_keys.forget_key("box.example:443")
        assert server_keys.key_of("box.example:443") is None
        assert server_keys.key_of("other.example:443") == "sk-other"
