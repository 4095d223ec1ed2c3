"""A real keyring service on the session bus of the test desktop."""

import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from automation.desktop import virtual
from automation.desktop.secrets import secret_service_problem

READY_S = 60.0


@contextmanager
def keyring(env, *, is_locked=False):
    """Run gnome-keyring, unlocked unless told, with an empty store in a folder of its own.

    Yields:
        The folder in which it keeps its files.
    """
    program = virtual.find_program("gnome-keyring-daemon", "gnome-keyring")
    with tempfile.TemporaryDirectory(prefix="deskhand-keyring-") as folder:
        argv = [program, "--replace", "--components=secrets", "--foreground"]
        argv += [] if is_locked else ["--unlock"]
        process = subprocess.Popen(
            argv,
            env={**env, "XDG_DATA_HOME": folder, "XDG_RUNTIME_DIR": folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            if not is_locked:
                process.stdin.write(b"login")
            process.stdin.close()
            deadline_s = time.monotonic() + READY_S
            # Asking it anything before would make the bus start a locked one of its own.
            while not _has_owner(env):
                assert time.monotonic() < deadline_s, "gnome-keyring does not come to the bus"
                assert process.poll() is None, "gnome-keyring ended"
                time.sleep(0.02)
            if not is_locked:
                assert secret_service_problem() == ""
            yield Path(folder)
        finally:
            process.terminate()
            process.wait(60)


def _has_owner(env):
    ask = ["--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner"]
    said = subprocess.run(
        ["dbus-send", "--session", "--print-reply", *ask, "string:org.freedesktop.secrets"],
        env=env,
        capture_output=True,
        check=True,
    )
    return b"boolean true" in said.stdout
