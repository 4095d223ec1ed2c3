"""The programs of the nineteenth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "apiary": for_qt("apiary.py", "Hive Book"),
    "stagelight": for_qt("stagelight.py", "Cue Desk - Lakeside Theatre"),
    "marina": for_qt("marina.py", "Berth Book - Saltmarsh Marina"),
    "sweep": own("sweep.py", "Sweep Round"),
    "bakery": own("bakery.py", "Order Book - Crumb & Sons"),
    "laundry": own("laundry.py", "Counter - White Swan Laundry"),
}
