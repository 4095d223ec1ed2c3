"""The programs of the twenty-fourth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "dialysis": for_qt("dialysis.py", "Chair Plan - Dialysis Unit"),
    "fireworks": for_qt("fireworks.py", "Firing Script - Lakeside Show"),
    "subtitles": for_qt("subtitles.py", "Subtitle Desk - The Long Valley"),
    "tramdepot": own("tramdepot.py", "Depot Board - North Yard"),
    "perfume": own("perfume.py", "Scent Bench"),
    "notary": own("notary.py", "Notary Diary"),
}
