"""The programs of the twenty-second set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "framing": for_qt("framing.py", "Corner & Mount - picture framing"),
    "gliding": for_qt("gliding.py", "Ridge Gliding - flight sheet"),
    "weighbridge": for_qt("weighbridge.py", "Stonehill Quarry - weighbridge"),
    "cheese": own("cheese.py", "Alder Cellar - cheese maturing"),
    "lifeguard": own("lifeguard.py", "Sandbar Lifeguards - day log"),
    "keys": own("keys.py", "Dunmore House - key cabinet"),
}
