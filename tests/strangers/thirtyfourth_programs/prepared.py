"""The programs of the thirty-fourth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "saddlery": for_qt("saddlery.py", "Harrow & Pike Saddlers"),
    "cylinders": for_qt("cylinders.py", "Northgate Welding Gases"),
    "nails": for_qt("nails.py", "Polished Nail Bar"),
    "foundry": own("foundry.py", "Ashby Bronze Foundry"),
    "crossword": own("crossword.py", "Crossword Desk"),
    "floors": own("floors.py", "Oakham Floor Sanding"),
}
