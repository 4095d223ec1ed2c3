"""The programs of the twenty-seventh set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "dolls": for_qt("dolls.py", "Puppenklinik Rosenau"),
    "lock": for_qt("lock.py", "Schleuse Kaltbrunn"),
    "circus": for_qt("circus.py", "Zirkus Bellavista"),
    "mudbath": own("mudbath.py", "Moorbad Sankt Veit"),
    "mustard": own("mustard.py", "Senfmühle Kropp"),
    "ghosttrain": own("ghosttrain.py", "Geisterbahn Schattenreich"),
}
