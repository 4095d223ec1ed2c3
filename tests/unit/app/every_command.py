"""Runs commands by the program's own entry, on streams as told, and tells how each ended.

    python every_command.py usual|closed|"nobody reads"|"nobody reads either" HOME TOLD COMMANDS

HOME is copied for each command. COMMANDS is JSON: the words of each command by its name. TOLD gets JSON
too: status, lines on standard output, and a traceback on standard error, by name.
"""

import json
import os
import shutil
import sys
import traceback
from pathlib import Path

from app.main import main

LIKE = [(stream.encoding, stream.errors) for stream in (sys.stdout, sys.stderr)]
"""As Python opened them in this locale."""


def give_streams(kind):
    """Replace the three streams as a shell would."""
    if kind == "closed":
        os.closerange(0, 3)
        sys.stdin = sys.stdout = sys.stderr = None
        return
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    unread, gone = os.pipe()
    os.close(unread)
    for number, name in ((1, "out"), (2, "err")):
        is_gone = kind == "nobody reads either" or (kind == "nobody reads" and number == 1)
        os.dup2(gone if is_gone else os.open(name, os.O_CREAT | os.O_WRONLY), number)
    os.close(gone)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays
    sys.stdout, sys.stderr = (
        open(number, "w", encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115
        for number, (encoding, errors) in enumerate(LIKE, 1)
    )


def ended(words):
    """Run one command in this folder; return its status, its lines and its traceback."""
    sys.argv = ["deskhand", *words]
    try:
        status = main()
    except BaseException:  # noqa: BLE001 - an accident is what is looked for
        status = traceback.format_exc()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = f"{status}, but what was said was not taken: Python makes that 120"
    said = Path("out").read_bytes().count(b"\n") if Path("out").exists() else 0
    wrong = Path("err").read_text("utf-8", "replace") if Path("err").exists() else ""
    return [status, said, wrong if "Traceback" in wrong else ""]


def run(kind, home, told, commands):
    """Run them all."""
    found = {}
    for command, words in commands.items():
        folder = told.with_suffix("") / command.replace(" ", "-")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(home, folder / "home")
        (folder / "größe.py").write_text("print('größe 東京')", "utf-8")
        os.chdir(folder)
        os.environ.update(DESKHAND_HOME=str(folder / "home"), XDG_RUNTIME_DIR=str(folder))
        give_streams(kind)
        found[command] = ended(words)
    told.write_text(json.dumps(found))


if __name__ == "__main__":
    if sys.getfilesystemencoding() != "utf-8":
        main()  # begins this program again
    run(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), json.loads(sys.argv[4]))
