"""The programs of the twenty-first set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "garage": own("garage.py", "Hollins Motor Repairs"),
    "greenhouse": own("greenhouse.py", "Thornby Nursery Climate"),
    "sawmill": own("sawmill.py", "Brack and Sons Sawmill"),
    "physio": for_qt("physio.py", "Marlow Physio Diary"),
    "school": for_qt("school.py", "Linden School Reports"),
    "brewery": for_qt("brewery.py", "Old Weir Brewery"),
}
