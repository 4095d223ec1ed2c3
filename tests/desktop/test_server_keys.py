"""The key of a model server on a real keyring."""

import pytest

from automation.desktop import secrets
from tests.desktop.keyring_rig import keyring

pytestmark = pytest.mark.desktop


def test_a_key_is_kept_replaced_and_forgotten(desktop):
    with keyring(desktop.env):
        secrets.keep_key("box.example:443", "sk-first")
        secrets.keep_key("box.example:443", "sk-second")
        secrets.keep_key("other.example:443", "sk-other")
        assert secrets.key_of("box.example:443") == "sk-second"
        assert secrets.entries() == ()
        secrets.forget_key("box.example:443")
        assert secrets.key_of("box.example:443") is None
        assert secrets.key_of("other.example:443") == "sk-other"
