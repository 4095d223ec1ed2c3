"""The programs of the thirty-third set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "sauna": for_qt("sauna.py", "Saunahaus"),
    "taxidermist": for_qt("taxidermist.py", "Präparatorium"),
    "parachutes": for_qt("parachutes.py", "Packraum"),
    "vinegar": own("vinegar.py", "Essigkeller"),
    "sewage": own("sewage.py", "Klärwerk"),
    "screenprint": own("screenprint.py", "Siebdruck"),
}
