"""The programs of the twentieth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "campsite": for_qt("campsite.py", "Alder Meadow - Camp Desk"),
    "piano": for_qt("piano.py", "Rossi Piano Tuning - Rounds"),
    "observatory": for_qt("observatory.py", "Hilltop Observatory - Night Planner"),
    "cinema": own("cinema.py", "Regal Two - House Desk"),
    "cobbler": own("cobbler.py", "Heel & Sole - Repair Counter"),
    "wedding": own("wedding.py", "Two Rings - Seating and Day Plan"),
}
