"""The programs of the twenty-fifth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "soap": for_qt("soap.py", "Fernhill Soap Works"),
    "survey": for_qt("survey.py", "Plumbline - Mill Lane"),
    "cellar": for_qt("cellar.py", "Under the Stairs"),
    "archery": own("archery.py", "Yew Tree Archers"),
    "clocks": own("clocks.py", "Tick & Sons - Repair Book"),
    "rings": own("rings.py", "Saltmarsh Ringing Station"),
}
