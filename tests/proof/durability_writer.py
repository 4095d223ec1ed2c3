"""A program that writes a history and says what was acknowledged, when it has been promised.

    python -m tests.proof.durability_writer HOME SEED STEPS [STEPS-PER-RUN]

It writes what a run writes (an intent, a picture, a step), and settings, and it opens and closes the
history in between. Its lines on standard output:

    run RUN | intent RUN N | step RUN N ADDRESS | end RUN | wiping RUN | wiped RUN |
    trying THEME | theme THEME | full
"""

import contextlib
import os
import sys
from pathlib import Path

import numpy as np

from app.settings import Settings, SettingsFile
from automation.core.errors import DiskFull, SettingsError
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Outcome, Pictures
from automation.records.removal import Wish
from automation.records.store import Store
from tests.unit.records.test_store import CLICK, step

STEPS_PER_RUN = 7
RUNS_AT_A_TIME = 2
JOURNAL_PAGES = 40
"""A journal is folded into the file after so many pages, so that a short log holds some foldings."""
THEMES = ("dark", "light", "system")


def say(*words):
    """Tell in one write, so that a line is whole or absent."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def shot(rng):
    """Return a picture that no other is equal to."""
    return Frame(rng.integers(0, 256, (24, 40, 4), np.uint8), ScreenPoint(0, 0), 0.0)


def write(home, seed, steps, *, per_run=STEPS_PER_RUN):
    """Write so many steps; a full disk ends it early, and is said."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    taken = 0
    try:
        while taken < steps:
            taken += _write_some(home, rng, steps - taken, per_run)
            _save_next_theme(SettingsFile(home / "settings.json"))
    except (DiskFull, SettingsError):
        say("full")


def _write_some(home, rng, steps, per_run):
    store = Store(home / "data")
    try:
        with store._ledger.alone("fold often") as database:
            database.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_PAGES}")
        taken = 0
        for _ in range(RUNS_AT_A_TIME):
            taken += _one_run(store, rng, min(per_run, steps - taken))
        if taken > per_run:
            _wipe_one(store)
        return taken
    finally:
        store.close()


def _wipe_one(store):
    run = store.runs()[1].run
    say("wiping", run)
    store.wipe(Wish(run=run))
    say("wiped", run)


def _one_run(store, rng, steps):
    if steps <= 0:
        return 0
    log = store.new_run(Task("write until the end"))
    say("run", log.run)
    try:
        for n in range(1, steps + 1):
            address = log.picture(shot(rng))
            record = step(n, pictures=Pictures(before=address))
            log.intend(n, record.proposal, CLICK, record.risk)
            say("intent", log.run, n)
            log.append(record)
            # Room may have been short for the picture alone; then the step says that it has none.
            say("step", log.run, n, address if store.holds_picture(address) else "-")
    except DiskFull:
        with contextlib.suppress(DiskFull):
            log.end(Outcome.ENVIRONMENT, "The disk is full.")
            say("end", log.run)
        raise
    log.end(Outcome.DONE, "Done.")
    say("end", log.run)
    return steps


def _save_next_theme(file):
    found = file.load()[0].theme
    theme = THEMES[(THEMES.index(found) + 1) % len(THEMES)]
    say("trying", theme)
    file.save(Settings(theme=theme))
    say("theme", theme)


def main():
    """Write what the command line says."""
    home, seed, steps = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    per_run = int(sys.argv[4]) if len(sys.argv) > 4 else STEPS_PER_RUN
    write(home, seed, steps, per_run=per_run)


if __name__ == "__main__":
    main()
