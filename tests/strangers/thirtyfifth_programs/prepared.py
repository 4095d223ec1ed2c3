"""The programs of the thirty-fifth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "uhrmacher": for_qt("uhrmacher.py", "Uhrenwerkstatt Lindner"),
    "feuerwehr": for_qt("feuerwehr.py", "Feuerwehr Oberndorf"),
    "archiv": for_qt("archiv.py", "Stadtarchiv Werdau"),
    "kleingarten": own("kleingarten.py", "Gartenfreunde Sonnental"),
    "bergbahn": own("bergbahn.py", "Luftseilbahn Chäserberg"),
    "kegeln": own("kegeln.py", "Kegelklub Alle Neune"),
}
