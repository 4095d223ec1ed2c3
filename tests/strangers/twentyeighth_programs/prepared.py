"""The programs of the twenty-eighth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "oysters": for_qt("oysters.py", "Oyster Beds - Grower's Sheet"),
    "ropewalk": for_qt("ropewalk.py", "Ropewalk - Job Cards"),
    "bindery": for_qt("bindery.py", "Bookbinder's Bench Book"),
    "neon": own("neon.py", "Neon Workshop"),
    "saltpans": own("saltpans.py", "Salt Pans - Day Sheet"),
    "sledrace": own("sledrace.py", "Sled Race Checkpoint"),
}
