"""A `systemctl --user` that keeps what it is told in a folder, as a program in the PATH.

    fake_systemctl.py FOLDER --user --no-pager VERB [WORDS]

It enables, starts and shows timers as far as `app.macros.schedule` asks; `FOLDER/refuse` holds
a verb that it refuses, `FOLDER/environment` what `show-environment` prints.
"""

import os
import sys
from pathlib import Path

NEXT = "Mon 2026-11-23 09:00:00 UTC"


def install(folder, path):
    """Write the program into a folder and return the PATH that finds it first."""
    state = folder / "systemd-state"
    state.mkdir()
    (state / "environment").write_text("DISPLAY=:0\nXAUTHORITY=/run/user/1/xauth\n")
    programs = folder / "programs"
    programs.mkdir()
    program = programs / "systemctl"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{__file__}" "{state}" "$@"\n')
    program.chmod(0o700)
    return f"{programs}{os.pathsep}{path}"


def main(folder, *words):
    """Do one command; return its exit status."""
    state = Path(folder)
    with (state / "calls").open("a") as calls:
        calls.write(" ".join(words) + "\n")
    assert words[:2] == ("--user", "--no-pager"), words
    verb, *rest = words[2:]
    if (state / "refuse").exists() and (state / "refuse").read_text() == verb:
        sys.stderr.write(f"Failed to {verb}:\n no.\n")
        return 1
    names = [word for word in rest if not word.startswith("-")]
    active = state / f"active-{names[0]}" if names else None
    match verb:
        case "show-environment":
            sys.stdout.write((state / "environment").read_text())
        case "restart":
            active.touch()
        case "disable":
            active.unlink(missing_ok=True)
        case "show":
            is_on = active.exists()
            facts = {
                "ActiveState": "active" if is_on else "inactive",
                "NextElapseUSecRealtime": NEXT if is_on else "",
                "ExecMainStatus": "9" if (state / "ran").exists() else "0",
                "ExecMainExitTimestamp": NEXT if (state / "ran").exists() else "",
            }
            asked = [word.partition("=")[2] for word in rest if word.startswith("--property=")]
            sys.stdout.write("".join(f"{name}={facts[name]}\n" for name in asked))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
