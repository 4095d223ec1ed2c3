"""A program that writes a history and says on standard output what was acknowledged.

    python -m tests.proof.durability_writer HOME SEED STEPS [--small-journal]

It writes what a run writes (an intent, a picture, a step), and settings, and it opens and closes the
history in between. A line is said only when the call that promises it has returned:

    run RUN | intent RUN N | step RUN N ADDRESS | end RUN | theme NUMBER-OF-SAVES | stop
"""

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
from automation.records.store import Store
from tests.unit.records.test_store import CLICK, step

STEPS_PER_RUN = 7
JOURNAL_PAGES = 40
"""A journal is folded into the file after so many pages, so that a short log holds some foldings."""
THEMES = ("dark", "light", "system")


def theme_after(saved):
    """Return the theme that the next save after so many writes."""
    return THEMES[saved % len(THEMES)]


def say(*words):
    """Tell in one write, so that a line is whole or absent."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def shot(rng):
    """Return a picture that no other is equal to."""
    return Frame(rng.integers(0, 256, (24, 40, 4), np.uint8), ScreenPoint(0, 0), 0.0)


def write(home, seed, steps, *, small_journal=False):
    """Write so many steps in runs of a few; ends early, and says `stop`, when the disk is full."""
    rng = np.random.default_rng(seed)
    settings = SettingsFile(home / "settings.json")
    taken = saved = 0
    while taken < steps:
        store = Store(home / "data")
        if small_journal:
            with store._ledger.writing("fold often") as database:
                pass
            database.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_PAGES}")
        for _ in range(2):
            taken += _one_run(store, rng, min(STEPS_PER_RUN, steps - taken))
        store.close()
        settings.save(Settings(theme=theme_after(saved)))
        saved += 1
        say("theme", saved)


def _one_run(store, rng, steps):
    if steps <= 0:
        return 0
    log = store.new_run(Task("write until the end"))
    say("run", log.run)
    for n in range(1, steps + 1):
        address = log.picture(shot(rng))
        record = step(n, pictures=Pictures(before=address))
        log.intend(n, record.proposal, CLICK, record.risk)
        say("intent", log.run, n)
        log.append(record)
        say("step", log.run, n, address)
    log.end(Outcome.DONE, "Done.")
    say("end", log.run)
    return steps


def main():
    """Write, and end with 0 also when the disk is full: that is a thing to be told, no crash."""
    home, seed, steps = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        write(home, seed, steps, small_journal="--small-journal" in sys.argv)
    except (DiskFull, SettingsError) as error:
        say("stop", type(error).__name__)


if __name__ == "__main__":
    main()
