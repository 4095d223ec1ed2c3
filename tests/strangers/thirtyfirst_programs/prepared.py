"""The programs of the thirty-first set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "windpark": for_qt("windpark.py", "Windpark Hohenried"),
    "sprachbuero": for_qt("sprachbuero.py", "Sprachbüro Lindner"),
    "strandkorb": for_qt("strandkorb.py", "Strandkörbe Krüger"),
    "steinbruch": own("steinbruch.py", "Steinbruch Felsegg"),
    "lawinen": own("lawinen.py", "Lawinenwarndienst Silbertal"),
    "nudeln": own("nudeln.py", "Nudelmanufaktur Moser"),
}
