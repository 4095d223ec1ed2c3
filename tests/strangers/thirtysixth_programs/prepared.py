"""The programs of the thirty-sixth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "driving": for_qt("driving.py", "Clearway Driving School"),
    "hives": for_qt("hives.py", "Hive Book"),
    "costumes": for_qt("costumes.py", "Thimble Costume Hire"),
    "removals": own("removals.py", "Holloway Removals"),
    "observatory": own("observatory.py", "Nightfall Observatory"),
    "vets": own("vets.py", "Marsh Lane Vets"),
}
