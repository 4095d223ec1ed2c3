"""The programs of the twenty-sixth set."""

import sys
from functools import partial
from pathlib import Path

from tests.strangers.sixteenth_programs import prepared

own = partial(prepared.own, folder=Path(__file__).resolve().parent / "programs")
for_qt = partial(own, python=lambda: sys.executable)

PROGRAMS = {
    "falknerei": for_qt("falknerei.py", "Falknerei Adlerstein - Tagesbuch"),
    "deich": for_qt("deich.py", "Deichverband Nordermarsch - Leitstand"),
    "automaten": for_qt("automaten.py", "Hofautomaten Moser - Bestückung"),
    "schnecken": own("schnecken.py", "Schneckenhof Weinviertel - Gehegebuch"),
    "schauhoehle": own("schauhoehle.py", "Drachenhöhle - Führungsleitung"),
    "fahnen": own("fahnen.py", "Fahnenmacherei Huber - Auftrag 2217"),
}
