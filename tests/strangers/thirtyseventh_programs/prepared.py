"""The program of the thirty-seventh set."""

from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")

PROGRAMS = {"reiterhof": own("reiterhof.py", "Reiterhof Birkenau")}
