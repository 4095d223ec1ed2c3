"""The programs of the twenty-ninth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "juice": for_qt("juice.py", "Mosterei Obermair"),
    "farrier": for_qt("farrier.py", "Hufschmiede Rainer"),
    "studio": for_qt("studio.py", "Tonstudio Kellerwerk"),
    "firewood": own("firewood.py", "Brennholz Lechner"),
    "reptiles": own("reptiles.py", "Reptilienstation Auwald"),
    "sharpening": own("sharpening.py", "Schleiferei Zeidler"),
}
