"""`deskhand stop`: ends whatever runs on this display."""

import argparse
import sys

from app.control import ask
from app.folders import user_folders
from app.jsonlines import LineWriter


def stop(arguments: argparse.Namespace) -> int:
    """Ask the running process to stop and say what it answered.

    Returns:
        0 also when nothing runs; 1 when a process holds the socket but does not answer.
    """
    try:
        answer = ask(user_folders().runtime, "stop")
    except (OSError, ValueError) as error:
        sys.stderr.write(
            f"The running process did not answer ({error}). Press the stop key, or end it.\n"
        )
        return 1
    is_running = bool(answer and answer.get("running"))
    message = "Stopped. Nothing is held down." if is_running else "Nothing was running."
    if arguments.json:
        LineWriter(sys.stdout).write("stop", "", {"running": is_running, "message": message})
    else:
        sys.stdout.write(message + "\n")
    return 0
