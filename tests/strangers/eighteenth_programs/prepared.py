"""The programs of the eighteenth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "bikes": for_qt("bikes.py", "Pedal and Go Bike Hire"),
    "wardrobe": for_qt("wardrobe.py", "Playhouse Costume Store"),
    "optician": for_qt("optician.py", "Clearview Optical Orders"),
    "foodbank": own("foodbank.py", "Northside Food Bank"),
    "printshop": own("printshop.py", "Inkwell Print Shop"),
    "hostel": own("hostel.py", "Harbour Hostel Reception"),
}
