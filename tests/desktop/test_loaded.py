"""The process out of which tests start programs lasts as long as the run."""

import pytest

from automation.desktop.virtual import VirtualDesktop
from tests.kit import loaded

pytestmark = pytest.mark.desktop


def test_who_waits_outlives_the_desktop_in_which_it_was_first_asked(desktop, monkeypatch):
    monkeypatch.setattr(loaded, "_loaders", [])
    with VirtualDesktop.start() as other, monkeypatch.context() as there:
        for name, value in other.env.items():
            there.setenv(name, value)
        assert loaded.run("--help").returncode == 0
    assert loaded.run("--help").returncode == 0
    loaded._loader().close()
