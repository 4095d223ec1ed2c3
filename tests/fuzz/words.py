"""Attacks on what people and installed programs write: tasks, chords, marks, desktop entries."""

import os
from contextlib import ExitStack
from pathlib import Path
from random import Random

from app.gui.overlay.secret_mark import mark_from
from app.task_text import TaskRefused, checked_task
from automation.commands.forms import Form
from automation.commands.phrases import sentence
from automation.commands.policy import CommandsPolicy
from automation.commands.read.grammar import parse
from automation.commands.read.verbs import VERBS
from automation.core.errors import UnknownKey
from automation.core.text import visible_text
from automation.desktop.input.keys import chord_label, parse_chord
from automation.desktop.launcher import read_entry
from automation.safety.key_risk import chord_risk, key_name
from tests.fuzz.mutation import Bytes, Words, pick
from tests.fuzz.watch import Target, wrong

_TASKS = (
    'type "Ada Lovelace" into Name, check Large print, click Save card',
    "click the second Save in the toolbar then press Ctrl+S 3 times",
    "fill E-mail with a@b.c and Age with 42",
    "drag “Report” to Trash; scroll down 5 in the list until “Total” is shown",
    'wait until "Saved" appears, then close the window',
    "open File > Export > PDF and choose A4 in Paper",
    "select row 3, 4 and 5 in the table; hold Ctrl and click Beta",
    "go to the next tab. turn off Wi-Fi. set Volume to 30%",
    "click at 100, 200 after 2 seconds",
    *(f"{verb} Save" for verb in sorted(VERBS)[::3]),
)
_CHORDS = (
    "Ctrl+Shift+Return", "Ctrl-S", "Escape Escape", "Ctrl++", "F5", "alt + tab", "Page Up",
    "Super+l", "ä", "num7",
)  # fmt: skip
_MARKS = ("amber-kite:paper boat", "moss-star:quiet anchor", "sea-leaf:x", ":", "amber:kite")
_ENTRY = b"""[Desktop Entry]
Type=Application
Name=Editor
Name[de]=Schreiber
GenericName=Text Editor
Keywords=write;text;
Exec=sh -c "echo \\"%k\\" $1" %U --name %c %i
TryExec=sh
Icon=editor
Path=/tmp
Terminal=false
OnlyShowIn=GNOME;X;
Actions=new;

[Desktop Action new]
Name=New
Exec=editor --new
"""
_HERE = {
    "HOME": "/nowhere",
    "LANG": "de_DE.UTF-8@euro",
    "PATH": os.defpath,
    "XDG_CURRENT_DESKTOP": "X:GNOME",
}


def targets(scratch: Path, closing: ExitStack) -> list[Target]:
    """Return the attacks."""
    return [_tasks(), _policy(), _chords(), _key_names(), _marks(), _entries(scratch)]


def _tasks() -> Target:
    def _feed(text):
        task = checked_task(text)
        for clause in parse(task).clauses:
            for form in clause.forms:
                if not isinstance(form, Form) or not sentence(form):
                    wrong(f"{form} is no form")
        if any(char in visible_text(text) for char in "\u202e\u2066\x00\x1b\ud800"):
            wrong("a hidden character stays hidden")
        return True

    kept = (
        "click " + "a in " * 3990,
        "“" * 20_000,
        "'a" * 10_000,
        "and " * 5000,
        "press " + "ctrl+" * 3990,
    )
    return Target("tasks", Words(_TASKS), _feed, (TaskRefused,), 60_000, kept=kept)


def _policy() -> Target:
    def _feed(text):
        CommandsPolicy.preview(checked_task(text))
        return True

    return Target("previews of tasks", Words(_TASKS, 400), _feed, (TaskRefused,), 20_000)


def _chords() -> Target:
    def _feed(text):
        names = parse_chord(text)
        if parse_chord(chord_label(names)) != names or len(set(names)) < len(names):
            wrong(f"{names} is not what its label says")
        return True

    kept = ("Page Up + alt + tab + ϑ", "alt + tab + \u1c80")
    return Target("chords", _Chords(), _feed, (UnknownKey,), 100_000, kept=kept)


class _Chords:
    """Chords of real names, odd names and odd signs."""

    def __init__(self):
        self._words = Words(_CHORDS, 200)

    def one(self, rng: Random) -> str:
        """Return one input."""
        if rng.random() < 0.5:
            return self._words.one(rng)
        parts = [pick(rng, _CHORDS) for _ in range(1 + int(rng.random() * 3))]
        parts.append(chr(int(rng.random() * 0x11000)))
        return pick(rng, ("+", "-", " + ", "++")).join(parts)

    def every_cut(self):
        """Yield cut chords."""
        return self._words.every_cut()


def _key_names() -> Target:
    def _feed(text):
        level, _reason = chord_risk(frozenset(key_name(part) for part in text.split("+")))
        return level > 0

    return Target("risk of chords", _Chords(), _feed, (), 300_000)


def _marks() -> Target:
    def _feed(text):
        mark = mark_from(text)
        if mark is not None and mark_from(mark.text) != mark:
            wrong(f"{mark} changed on the way through the settings")
        return mark is not None

    return Target("secret marks", Words(_MARKS, 200), _feed, (), 300_000)


def _entries(scratch: Path) -> Target:
    path = scratch / "x.desktop"

    def _feed(data):
        path.write_bytes(data)
        entry = read_entry(path, "x.desktop", _HERE)
        if entry is None:
            return False
        for argument in entry.argv:
            if "\0" in argument:
                wrong(f"{entry.argv!r} cannot be started")
        return bool(entry.name)

    kept = (
        b"[Desktop Entry]\nType=Application\nName=x\nExec=" + b"a " * 120_000,
        b"[Desktop Entry]\nType=Application\nName=x\nExec=" + b'"' + b"\\" * 120_000,
        b"[Desktop Entry]\nType=Application\nName=x\nExec=" + b"a" * 240_000 + b'"',
        b"[Desktop Entry]\nType=Application\nName=x\nExec=a\0b\n",
        b"[Desktop Entry]\nType=Application\nName=x\nExec=a" + b" " * 240_000 + b'"',
        b"[Desktop Entry]\nType=Application\nName=x\nExec=a " + b'""' * 120_000,
    )
    return Target("desktop entries", Bytes((_ENTRY,)), _feed, (), 80_000, kept=kept)
