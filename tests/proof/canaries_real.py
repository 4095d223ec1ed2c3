"""Runs of the program itself: a real keyring, password field, terminal and executor."""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import numpy as np
from PIL import Image

from automation.desktop import secrets
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.keyring_rig import keyring
from tests.proof.canaries_search import Canary, canary
from tests.proof.proof import ROOT

WAIT_S = 60.0
PAPER, INK = (0x13, 0x57, 0x9B), (0xB9, 0x75, 0x31)
"""Colours of the terminal that is never looked at; nothing else on the desktop has them."""
LOGIN = ROOT / "tests" / "desktop" / "qt_login.py"


def real_runs(count: int, scratch: Path) -> dict:
    """Run so many tasks on a desktop of its own; count what arrived and what was found."""
    counts, hits, looked = Counter(), [], Counter()
    with VirtualDesktop.start((1024, 700)) as desktop, ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, desktop.env))
        stack.enter_context(keyring(desktop.env))
        for number in range(count):
            _one_run(number, desktop, scratch / str(number), counts, hits, looked)
            counts["real_runs"] += 1
    return {
        "real_runs": counts["real_runs"],
        "paper_runs": 0,
        "reruns_without_guards_hit": 0,
        "secrets_typed": counts["secrets_typed"],
        "wrongly_typed": counts["wrongly_typed"],
        "bytes_searched": looked["bytes"],
        "pictures_searched": looked["pictures"],
        "hits": hits,
    }


def _one_run(number, desktop, folder, counts, hits, looked) -> None:
    dice = random.Random(number)
    kinds = ("keyring", "field", "title", "shown", "clipboard", "spoken")
    canaries = {kind: canary(kind, dice, typable=True) for kind in kinds}
    secret, spoken = canaries["keyring"].text, canaries["spoken"].text
    folder.mkdir()
    home, fields = folder / "home", folder / "fields.json"
    write_settings(home)
    secrets.keep("mail", secret)
    programs = []
    try:
        programs.append(start_terminal(desktop, canaries))
        argv = [sys.executable, str(LOGIN), str(fields), "sign in", canaries["field"].text]
        programs.append(desktop.spawn(argv))
        programs.append(_clipboard(desktop, canaries["clipboard"].text))
        wait_for_windows(desktop, canaries["title"].text, "sign in")
        before = json.loads(fields.read_text())
        task, wanted = dice.choice(
            (
                ("type ${secret:mail} into Password", secret),
                ("set Password to ${secret:mail}", secret),
                ("type bob into User, then type ${secret:mail} into Password", secret),
                ("type ${secret:mail} into Plain", None),
                (f'type "{spoken}" into Password', None),
                (f"type bob into User and set Password to {spoken}", None),
                ("type ${secret:nobody} into Password", None),
            )
        )
        said = _run_task(desktop, home, task)
        after = json.loads(fields.read_text())
    finally:
        for program in reversed(programs):
            program.terminate()
            program.wait(WAIT_S)
        secrets.remove("mail")
    arrived = after["Password"]
    counts["secrets_typed"] += wanted is not None and arrived == wanted
    is_wrong = (
        arrived not in (wanted, before["Password"]) or secret in after["Plain"] + after["User"]
    )
    counts["wrongly_typed"] += is_wrong or (wanted is None and arrived != before["Password"])
    if wanted is not None and arrived != wanted:
        hits.append(f"{number}: the secret did not arrive whole after {task!r}: {said[-300:]!r}")
    search_home(number, home, said, canaries.values(), hits, looked)


def _run_task(desktop, home: Path, task: str) -> bytes:
    """Run the command line, accept every step, and return all that it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "app.main", "do", task, "--approve", "ask", "--json"],
        cwd=ROOT,
        env={**desktop.env, "DESKHAND_HOME": str(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said = b""
    try:
        for line in process.stdout:
            said += line
            told = json.loads(line) if line.startswith(b"{") else {}
            if told.get("event") == "proposal":
                answer = json.dumps({"n": told["n"], "decision": "accept"})
                process.stdin.write(answer.encode() + b"\n")
                process.stdin.flush()
        process.wait(WAIT_S)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stdin.close()
    return said


def search_home(number, home, said, canaries, hits, looked) -> None:
    every: tuple[Canary, ...] = tuple(canaries)
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    for where, data in [("output", said), *((p.name, p.read_bytes()) for p in files)]:
        looked["bytes"] += len(data)
        hits += [f"{number}: {c.kind} in {where}" for c in every if c.is_in(data)]
    for path in (p for p in files if p.suffix == ".png"):
        with Image.open(path) as picture:
            pixels = np.asarray(picture.convert("RGB"))
        looked["pictures"] += 1
        for colour in (PAPER, INK):
            if found := int((pixels == np.array(colour)).all(axis=2).sum()):
                hits.append(f"{number}: {found} pixels of the terminal in {path.name}")


def write_settings(home: Path) -> None:
    """Tell deskhand never to look at the terminal."""
    (home / "config").mkdir(mode=0o700, parents=True)
    xterm = str(Path("/usr/bin/xterm").resolve())
    settings = {"version": 1, "apps": {xterm: "never_look"}}
    (home / "config" / "settings.json").write_text(json.dumps(settings))


def start_terminal(desktop, canaries) -> subprocess.Popen:
    paper, ink = (f"#{r:02x}{g:02x}{b:02x}" for r, g, b in (PAPER, INK))
    script = f"printf %s '{canaries['shown'].core}'; sleep 1000"
    title = canaries["title"].text
    place = ["-geometry", "60x20+280+170", "-bg", paper, "-fg", ink]
    return desktop.spawn(["xterm", *place, "-T", title, "-e", "sh", "-c", script])


def _clipboard(desktop, text: str) -> subprocess.Popen:
    owner = subprocess.Popen(
        ["xclip", "-quiet", "-selection", "clipboard"],
        env=desktop.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    owner.stdin.write(text.encode())
    owner.stdin.close()
    return owner


def wait_for_windows(desktop, *titles: str) -> None:
    """Wait until the windows are there and the last of them has the focus."""
    windows = X11Windows(desktop.display)
    try:
        deadline_s = time.monotonic() + WAIT_S
        while not all(any(w.title == title for w in windows.windows()) for title in titles):
            assert time.monotonic() < deadline_s, f"the windows {titles} did not come up"
            time.sleep(0.02)
        window = next(w for w in windows.windows() if w.title == titles[-1])
        windows.activate(window.window_id)
        while (focus := windows.focus()) is None or focus.window_id != window.window_id:
            assert time.monotonic() < deadline_s, "the login window does not take the focus"
            time.sleep(0.02)
    finally:
        windows.close()
