"""The programs of the thirty-second set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "tyres": for_qt("tyres.py", "Tyre Bay"),
    "pawn": for_qt("pawn.py", "Pawn Desk"),
    "glass": for_qt("glass.py", "Glass Studio"),
    "loom": own("loom.py", "Weaving Mill"),
    "driving": own("driving.py", "Driving School"),
    "vinyl": own("vinyl.py", "Record Plant"),
}
