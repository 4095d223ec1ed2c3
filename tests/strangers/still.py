"""Keep what each prepared start shows, and read sentences on it without the program: fast, and nothing is sent.

    python -m tests.strangers.still keep [--set NAME] [--program NAME]
    python -m tests.strangers.still read build/stills/FILE.pickle < sentences.txt

`keep` writes for each start a picture to look at (PNG) and what the reader tells of it (pickle). `read` tells what
the commands policy would do with each line, as if every step had its effect on the same picture: good for finding
sentences that are read wrongly, no count of what is done.
"""

import argparse
import pickle
import subprocess
import sys
import time
from pathlib import Path

from PIL import Image

from app.look import eyes, settled
from app.run_start import settings_in
from app.settings import user_folders
from automation.commands.find.screen_view import Scene
from automation.core.proposal import Finish, Proposal, Question
from automation.core.timing import StopToken
from automation.screen.roles import BUTTONS
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import FakeReader
from tests.fakes.screens import Seen
from tests.strangers import run as runs
from tests.strangers.session import ROOT, NotReady

FOLDER = ROOT / "build" / "stills"
SETTLE_S = 1.0
MOST_S = 120
NUMBERS = {"slider", "spinner", "field", "progress"}


class StillReader(FakeReader):
    """Answers what the real reader answered when the still was taken."""

    def __init__(self, told):
        super().__init__(told["everywhere"], told["lines"])
        self.told = told
        self.numbers = {handle: held for handle, held in told["numbers"].items() if held}

    def tree(self, observation, *, whole_screen=False):
        return self.told["everywhere" if whole_screen else "tree"]

    def menus(self, observation):
        return self.told["menus"]

    def options(self, element):
        return self.told["options"].get(element.handle, ())

    def described(self, element):
        return self.told["tips"].get(element.handle, ())

    def drawn(self, observation, texts):
        return self.told["drawn"]

    def drawn_cells(self, observation, texts):
        return self.told["cells"]

    def knob(self, observation, element):
        return None

    def held(self, observation, element):
        return None

    def refreshed(self, element):
        return self.told["fresh"].get(element.handle, element)

    def focused(self, observation):
        return self.told["focused"]


def take(file):
    """Keep what the window in front of this display tells; runs in the session of the program."""
    folders = user_folders()
    folders.create()
    opened = eyes(folders, settings_in(folders), lambda window: False, frozenset())
    with opened as (screen, reader):
        seen = settled(screen, reader, StopToken())
        scene = Scene(seen, reader)
        tree, lines = list(reader.tree(seen)), list(reader.text(seen))
        handled = [e for e in tree if e.handle]
        told = {
            "observation": seen,
            "tree": tree,
            "everywhere": list(reader.tree(seen, whole_screen=True)),
            "lines": lines,
            "drawn": reader.drawn(seen, lines),
            "cells": [] if tree else list(reader.drawn_cells(seen, lines)),
            "menus": [tuple(way) for way in reader.menus(seen)],
            "options": {
                e.handle: list(reader.options(e))
                for e in (*tree, *scene.composed) if e.handle and e.role == "combo"
            },
            "numbers": {e.handle: reader.number(e) for e in handled if e.role in NUMBERS},
            "tips": {
                e.handle: list(reader.described(e))
                for e in handled if e.role in BUTTONS and not any(map(str.isalnum, e.name))
            },
            "fresh": {e.handle: reader.refreshed(e) for e in handled},
            "focused": reader.focused(seen),
        }  # fmt: skip
    file.write_bytes(pickle.dumps(told))
    Image.fromarray(seen.frame.pixels[..., :3]).save(file.with_suffix(".png"))


def keep(name, program):
    """Start each prepared start of a set once and keep what it shows."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    starts = dict.fromkeys((e.program, e.start) for e in runs.load(name))
    for wanted, start in starts:
        if program not in (None, wanted):
            continue
        file = FOLDER / f"{name}-{wanted}-{str(start or 0).replace('/', '_')}.pickle"
        try:
            with runs.begun(wanted, start, wake=True) as (session, _):
                time.sleep(SETTLE_S)
                argv = [sys.executable, "-m", "tests.strangers.still", "take", str(file)]
                subprocess.run(
                    argv, cwd=ROOT, env=runs.environment(session), timeout=MOST_S, check=True
                )
        except (NotReady, subprocess.SubprocessError) as why:
            sys.stdout.write(f"{file.stem}: not kept: {why}\n")
        else:
            sys.stdout.write(f"{file.stem}: kept\n")
        sys.stdout.flush()


def told(decision):
    """Return one line for what is decided."""
    match decision:
        case Proposal(element=element) if element is not None:
            return (
                f"{decision.sentence} [{element.role} {element.name!r} in {element.parent_name!r}]"
            )
        case Proposal():
            return decision.sentence
        case Question():
            return f"ASKS {decision.text} {[c.name for c in decision.candidates]}"
        case Finish():
            return f"ENDS {decision.outcome.value}: {decision.message}"


def read(file, sentences):
    """Tell what each sentence comes to on a still."""
    kept = pickle.loads(file.read_bytes())
    for sentence in filter(None, map(str.strip, sentences)):
        decisions = Driver(sentence, Seen(kept["observation"], StillReader(kept))).all()
        sys.stdout.write(f"* {sentence}\n" + "".join(f"    {told(d)}\n" for d in decisions))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("work", choices=("keep", "take", "read"))
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--set", choices=sorted(runs.SETS), default="first", help="which starts")
    parser.add_argument("--program", help="only this program")
    given = parser.parse_args()
    if given.work == "keep":
        keep(given.set, given.program)
    elif given.file is None:
        parser.error(f"{given.work} wants a FILE")
    elif given.work == "take":
        take(given.file)
    else:
        read(given.file, sys.stdin)


if __name__ == "__main__":
    main()
