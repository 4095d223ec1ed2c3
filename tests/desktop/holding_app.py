"""An app of its own process that has its executor hold two keys and a button, then waits.

    python tests/desktop/holding_app.py STATE_FOLDER X Y

Prints the process ids of the executor and the dead-man once everything is down.
"""

import sys
import threading
import time
from pathlib import Path

from automation.core.actions import Aim, ButtonDown, KeyDown
from automation.core.geometry import ScreenPoint
from automation.core.proposal import Confirmation
from automation.core.timing import StopToken
from automation.desktop.input.client import ExecutorClient, ExecutorOptions


def main(state_folder, x, y):
    """Hold everything and wait to be killed."""
    client = ExecutorClient(ExecutorOptions(Path(state_folder)))
    ready = client.start()
    for action in (KeyDown("shift"), KeyDown("ctrl"), ButtonDown(Aim(ScreenPoint(x, y)))):
        nonce = client.prepare(action).nonce
        accepted = Confirmation("accepted", "user", decided_s=time.monotonic())
        client.execute(nonce, accepted, StopToken(), lambda done, total: None)
    sys.stdout.write(f"{ready.pid} {ready.deadman_pid}\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
