"""One round of the dead-man's proof: an app holds keys and a button, then somebody is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.desktop.other_user import OtherUser
from tests.proof.proof import ROOT

VICTIMS = ("executor", "app", "both")
POLL_S = 0.0005
GIVE_UP_S = 5.0
WHERE = ("640", "400")


def one_round(desktop, user, folder, who):
    """Return the milliseconds from the death to nothing held; None if something stays."""
    program = str(ROOT / "tests/desktop/holding_app.py")
    app = desktop.spawn(
        [sys.executable, program, str(folder), *WHERE],
        stdout=subprocess.PIPE,
        PYTHONPATH=str(ROOT),
    )
    try:
        executor_pid, deadman_pid = (int(pid) for pid in app.stdout.readline().split())
        assert len(user.keys_down()) == 2, "the keys are not down"
        assert user.buttons_down() == [1], "the button is not down"
        victims = {"executor": (executor_pid,), "app": (app.pid,), "both": (app.pid, executor_pid)}
        died_s = time.monotonic()
        for pid in victims[who]:
            os.kill(pid, signal.SIGKILL)
        while user.keys_down() or user.buttons_down():
            if time.monotonic() - died_s > GIVE_UP_S:
                return None
            time.sleep(POLL_S)
        return (time.monotonic() - died_s) * 1000
    finally:
        app.kill()
        app.wait()
        app.stdout.close()
        while Path(f"/proc/{deadman_pid}").exists():
            time.sleep(0.01)


def measure(desktop, folder, who, rounds):
    """Run so many rounds with the same victims."""
    user = OtherUser(desktop)
    try:
        times = [one_round(desktop, user, folder, who) for _ in range(rounds)]
    finally:
        user.close()
    released = [round(ms, 2) for ms in times if ms is not None]
    return {"who": who, "released_ms": released, "stuck": len(times) - len(released)}
