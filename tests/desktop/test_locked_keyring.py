"""A locked keyring on a bus that starts nothing: what would ask for the password is missing."""

import os
import subprocess
import time

import pytest

from automation.core.errors import NoKeyring
from automation.desktop import secrets
from tests.desktop.keyring_rig import keyring

pytestmark = pytest.mark.desktop

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir={folder}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy>{more}</busconfig>
"""
DEAF_PROMPTER = """[D-BUS Service]
Name=org.gnome.keyring.SystemPrompter
Exec={program} 5
"""


@pytest.fixture(params=["missing", "never starts"])
def bus(request, tmp_path, monkeypatch):
    """A session bus of its own, where no prompter can be had or it never comes up."""
    more = ""
    if request.param == "never starts":
        services = tmp_path / "services"
        services.mkdir()
        text = DEAF_PROMPTER.format(program="/usr/bin/sleep")
        (services / "prompter.service").write_text(text, encoding="ascii")
        more = f"<servicedir>{services}</servicedir>"
    config = tmp_path / "bus.conf"
    config.write_text(BUS.format(folder=tmp_path, more=more), encoding="ascii")
    argv = ["dbus-daemon", f"--config-file={config}", "--print-address", "--nofork"]
    daemon = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
    try:
        yield dict(os.environ)
    finally:
        daemon.terminate()
        daemon.wait(60)
        daemon.stdout.close()


def test_a_locked_keyring_that_nobody_can_unlock_is_told_before_the_time_is_up(bus, monkeypatch):
    monkeypatch.setattr(secrets, "_PROMPTER_S", 1.0)
    with keyring(bus, is_locked=True):
        began_s = time.monotonic()
        with pytest.raises(NoKeyring, match="cannot be opened here"):
            secrets.keep("mail", "x")
        assert time.monotonic() - began_s < secrets.PROMPT_S
