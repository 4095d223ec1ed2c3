"""`deskhand secret set` reads a secret without showing it, or not at all.

What a program's permission is kept under.
"""

import getpass
import io
import os
import subprocess
import sys

import pytest

from app.cli.parser import run
from app.settings import permission_key, program_path
from automation.core.errors import NoKeyring, SecretsError
from automation.desktop import secrets

CANARY = "k4narie-hunter2"


class _Terminal:
    """A standard input that calls itself a terminal."""

    def isatty(self):
        return True


def test_a_terminal_that_would_show_it_is_asked_for_nothing(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr("sys.stdin", _Terminal())
    monkeypatch.setattr(secrets, "keep", lambda *arguments: asked.append(arguments))
    monkeypatch.setattr(getpass, "getpass", getpass.fallback_getpass)
    monkeypatch.setattr(getpass, "_raw_input", lambda *_, **__: asked.append("read") or CANARY)
    assert run(["secret", "set", "mail"]) == 2
    out, err = capsys.readouterr()
    assert asked == []
    assert "would show what you type" in err
    assert out == ""


def test_a_real_terminal_shows_no_letter_of_it():
    """A pseudo terminal in its own session; no bus, so that nothing is kept anywhere."""
    ours, theirs = os.openpty()
    argv = [sys.executable, "-m", "app.main", "secret", "set", "mail"]
    env = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"}
    process = subprocess.Popen(
        argv, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
    )
    os.close(theirs)
    seen = b""
    try:
        while b"not shown): " not in seen:
            seen += os.read(ours, 4096)
        os.write(ours, f"{CANARY}\n".encode())
        while True:
            try:
                seen += os.read(ours, 4096) or b""
            except OSError:  # the other side is closed
                break
        assert process.wait() == 9
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert CANARY.encode() not in seen
    assert b"no session bus" in seen


@pytest.mark.parametrize("text", [b"\xff\xfe", b"", b"\n"])
def test_what_is_no_text_is_not_kept(text):
    argv = [sys.executable, "-m", "app.main", "secret", "set", "mail"]
    done = subprocess.run(argv, input=text, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_secret_is_not_kept_for_a_script_that_starts_the_program(tmp_path, monkeypatch, capsys):
    starter = tmp_path / "browser"
    starter.write_text('#!/bin/sh\nexec /usr/lib/browser/browser "$@"\n')
    starter.chmod(0o755)
    kept = []
    monkeypatch.setattr(secrets, "keep", lambda *arguments: kept.append(arguments))
    monkeypatch.setattr("sys.stdin", io.StringIO(CANARY))
    assert run(["secret", "set", "mail", "--for", str(starter)]) == 2
    assert kept == []
    assert "is a script that starts another program" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("list",), ("remove", "mail"), ("set", "mail")])
@pytest.mark.parametrize(
    ("raised", "status"),
    [
        (NoKeyring("no keyring service runs"), 9),
        (SecretsError("there are several secrets called “mail”"), 8),
        (KeyboardInterrupt(), 130),
    ],
)
def test_the_status_says_whether_the_keyring_or_the_secret_is_at_fault(
    monkeypatch, capsys, words, raised, status
):
    def fail(*_, **__):
        raise raised

    for name in ("entries", "keep", "remove"):
        monkeypatch.setattr(secrets, name, fail)
    monkeypatch.setattr("sys.stdin", io.StringIO(CANARY))
    assert run(["secret", *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("deskhand: ")
    assert CANARY not in err


@pytest.mark.parametrize("words", [("list",), ("remove", "mail"), ("set", "mail")])
def test_without_a_session_bus_the_environment_is_at_fault(monkeypatch, capsys, words):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    monkeypatch.setattr("sys.stdin", io.StringIO(CANARY))
    assert run(["secret", *words]) == 9
    assert "no session bus" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/usr/bin/mousepad", "/usr/bin/mousepad"),
        (
            "/var/lib/flatpak/app/org.x.Notes/current/active/export/bin/org.x.Notes",
            "flatpak:org.x.Notes",
        ),
        ("/data/ann/export/bin/tool", "/data/ann/export/bin/tool"),
    ],
)
def test_a_flatpak_is_kept_by_its_id_and_all_others_by_their_file(path, key):
    assert permission_key(path) == key


def test_the_starter_that_flatpak_exports_leads_to_the_id(tmp_path):
    starter = tmp_path / "flatpak/app/org.x.Notes/1/export/bin/org.x.Notes"
    starter.parent.mkdir(parents=True)
    starter.write_text("#!/bin/sh\n")
    starter.chmod(0o755)
    link = tmp_path / "flatpak/exports/bin/org.x.Notes"
    link.parent.mkdir(parents=True)
    link.symlink_to(starter)
    path, problem = program_path(str(link))
    assert (permission_key(path), problem) == ("flatpak:org.x.Notes", "")
