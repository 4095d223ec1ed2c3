"""Recordings by the program itself: a real password field, a terminal never looked at, a real keyring."""

import json
import os
import random
import string
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

from automation.core import hand_events
from automation.core.geometry import Rect
from automation.desktop import secrets
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.virtual import VirtualDesktop
from automation.macros.library import Library
from automation.macros.record import raw_file
from automation.macros.record.raw_file import unpacked
from tests.desktop.elements_rig import Rig
from tests.desktop.keyring_rig import keyring
from tests.desktop.other_user import OtherUser
from tests.proof.canaries_real import (
    LOGIN,
    WAIT_S,
    search_home,
    start_terminal,
    wait_for_windows,
    write_settings,
)
from tests.proof.canaries_search import Canary, canary
from tests.proof.soak_macros import Command

SHIFT = 0xFFE1
TITLE = "sign in"
NAME = "Signed in"
WORDS = "abcdefghijk"
"""What goes into open fields is made of these, and nothing that must be hidden is."""
FIRST_NAMED = 0xFE00
"""Keysyms from here on are keys that type nothing."""
STRIP = (400, 410)
"""A place of the terminal that the form does not cover."""


def real_recordings(count: int, scratch: Path) -> dict:
    """Record and play so many times on a desktop of its own; count what arrived and what was found."""
    counts, hits, looked = Counter(), [], Counter()
    with VirtualDesktop.start((1024, 700)) as desktop, ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, desktop.env))
        stack.enter_context(keyring(desktop.env))
        for number in range(count):
            _Recording(number, desktop, scratch / str(number)).run(counts, hits, looked)
            counts["real_recordings"] += 1
    names = ("real_recordings", "secrets_typed", "wrongly_typed")
    return {
        **{name: counts[name] for name in names},
        "bytes_searched": looked["bytes"],
        "pictures_searched": looked["pictures"],
        "hits": hits,
    }


class _Recording:
    """Somebody signs in while it is recorded; then the macro signs in."""

    def __init__(self, number: int, desktop, folder: Path) -> None:
        self._number, self._desktop = number, desktop
        self._dice = dice = random.Random(number)
        kinds = ("keyring", "field", "title", "shown", "typed", "private")
        self._canaries = {kind: canary(kind, dice, typable=True) for kind in kinds}
        for kind in ("typed", "private"):
            self._canaries[kind] = _without_words(kind, dice)
        folder.mkdir()
        self._home, self._fields = folder / "home", folder / "fields.json"
        self._complaints = folder / "complaints"
        self._said = b""

    def run(self, counts: Counter, hits: list[str], looked: Counter) -> None:
        """Record, play and search."""
        secret = self._canaries["keyring"].text
        write_settings(self._home)
        secrets.keep("mail", secret)
        terminal = start_terminal(self._desktop, self._canaries)
        try:
            self._with_form(self._canaries["field"].text, self._record)
            if not any(b'"{{secret}}"' in line for line in self._said.splitlines()):
                hits.append(f"{self._number}: no secret is asked for: {self._said[-600:]!r}")
            arrived = self._with_form("", self._play)
        finally:
            terminal.terminate()
            terminal.wait(WAIT_S)
            secrets.remove("mail")
        is_whole = arrived["Password"] == secret
        counts["secrets_typed"] += is_whole
        counts["wrongly_typed"] += secret in arrived["User"] + arrived["Plain"]
        if not is_whole:
            hits.append(f"{self._number}: the secret did not arrive whole: {self._said[-600:]!r}")
        self._search_keys(hits)
        search_home(self._number, self._home, self._said, self._canaries.values(), hits, looked)

    def _with_form(self, password: str, work) -> dict:
        """Do something with a fresh form; return what its fields hold afterwards."""
        argv = [sys.executable, str(LOGIN), str(self._fields), TITLE, password]
        form = self._desktop.spawn(argv)
        try:
            wait_for_windows(self._desktop, self._canaries["title"].text, TITLE)
            work()
            return json.loads(self._fields.read_text())
        finally:
            form.terminate()
            form.wait(WAIT_S)

    def _record(self) -> None:
        boxes = self._boxes()
        command = self._command("macro", "record", "--name", NAME, "--json")
        user = OtherUser(self._desktop)
        try:
            line = command.until("note")
            while line is not None and "Recording." not in line["message"]:
                line = command.until("note")
            doings = [self._fill_in, self._sign_in, self._look_into_terminal]
            self._dice.shuffle(doings)
            for do in doings:
                do(user, boxes)
            command.say("stop")
            command.until("end")
        finally:
            user.close()
            self._end(command)

    def _fill_in(self, user: OtherUser, boxes: dict[str, Rect]) -> None:
        _click(user, boxes["User"])
        _type(user, "".join(self._dice.choices(WORDS, k=6)))
        time.sleep(1.0)

    def _sign_in(self, user: OtherUser, boxes: dict[str, Rect]) -> None:
        """Type a password, by a click or by Tab, and leave it in one of two ways."""
        if self._dice.random() < 0.5:
            _click(user, boxes["Password"])
        else:
            _click(user, boxes["User"])
            user.tap("tab")
            time.sleep(0.3)
        _type(user, self._canaries["typed"].core)
        if self._dice.random() < 0.5:
            user.tap("tab")
        time.sleep(1.0)

    def _look_into_terminal(self, user: OtherUser, boxes: dict[str, Rect]) -> None:
        user.move(*STRIP)
        time.sleep(0.3)
        user.click()
        time.sleep(0.7)
        _type(user, self._canaries["private"].core)
        time.sleep(0.5)

    def _play(self) -> None:
        """Play it with the secret of the keyring, every step accepted."""
        macro = Library(self._home / "data" / "macros").open(NAME).macro
        values = [
            f"--param={name}={'mail' if param.type == 'secret' else 'abc'}"
            for name, param in macro.params.items()
        ]
        command = self._command("macro", "play", NAME, "--approve", "ask", "--json", *values)
        try:
            while line := command.until("proposal", "end"):
                if line["event"] == "end":
                    break
                command.say(json.dumps({"n": line["n"], "decision": "accept"}))
        finally:
            self._end(command)

    def _boxes(self) -> dict[str, Rect]:
        rig, reader = Rig(self._desktop), DesktopReader()
        try:
            assert rig.find(reader, "Plain", "field")
            return {
                e.name: e.box for e in reader.tree(rig.look()) if e.role in ("field", "password")
            }
        finally:
            reader.close()
            rig.close()

    def _command(self, *arguments: str) -> Command:
        env = {**self._desktop.env, "DESKHAND_HOME": str(self._home)}
        return Command(env, self._complaints, *arguments)

    def _end(self, command: Command) -> None:
        _, complaint = command.close()
        lines = "\n".join(map(json.dumps, command.lines))
        self._said += f"{lines}\n{complaint}\n".encode()

    def _search_keys(self, hits: list[str]) -> None:
        """Look for any single key that is in no open text; those of open texts must be there."""
        keys: set[int] = set()
        for path in self._home.rglob("*.bin"):
            found = raw_file.to_events(unpacked(path.read_bytes()))
            keys |= {
                e.keysym for e in found if e.kind == hand_events.KEY_DOWN and e.keysym < FIRST_NAMED
            }
        if odd := keys - set(map(ord, WORDS)) - {0}:
            hits.append(f"{self._number}: {len(odd)} secret keys in the raw recording")
        if not keys & set(map(ord, WORDS)):
            hits.append(f"{self._number}: there is no open text in the raw recording")


def _without_words(kind: str, dice: random.Random) -> Canary:
    """Return a canary of which no character is in an open text."""
    others = "".join(sorted({*string.ascii_letters, *string.digits} - set(WORDS)))
    core = "".join(dice.choices(others, k=16))
    return Canary(kind, core, core)


def _click(user: OtherUser, box: Rect) -> None:
    """Press at the right end of a field, which nothing covers."""
    user.move(box.right - 15, box.center.y)
    time.sleep(0.3)
    user.click()
    time.sleep(0.7)


def _type(user: OtherUser, text: str) -> None:
    for char in text:
        shift = user.modifier_code(SHIFT) if char.isupper() else None
        if shift is not None:
            user.press(shift)
        user.tap(char.lower())
        if shift is not None:
            user.release(shift)
        time.sleep(0.06)
