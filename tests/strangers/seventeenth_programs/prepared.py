"""The programs of the seventeenth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "kennel": for_qt("kennel.py", "Waggery Boarding"),
    "choir": for_qt("choir.py", "Cantabile Library"),
    "aquarium": own("aquarium.py", "Tank Keeper"),
    "kiln": own("kiln.py", "Kiln Log"),
    "coach": own("coach.py", "Coach Trip Planner"),
    "lostproperty": own("lostproperty.py", "Lost Property Office"),
}
