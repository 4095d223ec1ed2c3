"""The programs of the thirtieth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "pigeons": for_qt("pigeons.py", "Wendle Valley Racing Pigeons"),
    "icecream": for_qt("icecream.py", "Gelateria Fontana - Kitchen"),
    "lighthouse": for_qt("lighthouse.py", "Coast Lights"),
    "greens": own("greens.py", "Course Keeper - Birch Hill"),
    "dyehouse": own("dyehouse.py", "Tansy Lane Dyehouse"),
    "waterlab": own("waterlab.py", "Water Laboratory"),
}
