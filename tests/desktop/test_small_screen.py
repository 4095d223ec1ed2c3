"""On a small screen pill and card step aside for what lies under them, without and with a question."""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from automation.desktop.virtual import VirtualDesktop
from tests.desktop.application_rig import READY_S, Application
from tests.desktop.top_button import TITLE
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

PROGRAM = Path(__file__).with_name("top_button.py")


@pytest.mark.parametrize("mode", ["auto", *slow("ask")])
def test_a_button_under_the_pill_is_pressed(monkeypatch, fresh_home, mode):
    config = fresh_home / "config"
    config.mkdir(parents=True, mode=0o700)
    settings = {"approval": {"mode": mode, "expiry_s": 300.0}}
    (config / "settings.json").write_text(json.dumps(settings))
    with VirtualDesktop.start((800, 600)) as small:
        for name, value in small.env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("DESKHAND_HOME", str(fresh_home))
        argv = [sys.executable, str(PROGRAM)]
        program = small.spawn(argv, stdout=subprocess.PIPE)
        with closing(Application(fresh_home)) as application:
            wait_for(lambda: application.window(TITLE), READY_S)
            wait_for(application.is_ready, READY_S)
            application.write("click Ring, click Ring, click Rest")
            application.press("Return")
            application.accept_until(lambda: application.outcomes() == ["done"])
        program.terminate()
        assert program.stdout.read().split() == [b"Ring", b"Ring", b"Rest"]
