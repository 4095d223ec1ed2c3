"""The programs of the twenty-third set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "rink": for_qt("rink.py", "Frostgate Ice Rink"),
    "seeds": for_qt("seeds.py", "Hollin Seed Bank"),
    "tattoo": for_qt("tattoo.py", "Black Heron Tattoo"),
    "crane": own("crane.py", "Tall Reach Crane Desk"),
    "polling": own("polling.py", "Polling Station 14"),
    "stitch": own("stitch.py", "Stitch Desk"),
}
