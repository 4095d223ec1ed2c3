"""Was der Zugänglichkeitsbaum der genannten Programme zeigt, als eine Zeile JSON."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

SCHALTER = {
    "check box", "radio button", "toggle button", "check menu item", "radio menu item", "switch",
}  # fmt: skip
TEXTE = {"text", "entry", "spin button", "password text", "paragraph", "editbar"}


def blicke(teil, gefunden, tiefe):
    if teil is None or tiefe <= 0:
        return
    art = teil.get_role_name()
    zustand = teil.get_state_set()
    name = teil.get_name() or ""
    if art in SCHALTER and zustand.contains(Atspi.StateType.CHECKED):
        gefunden["an"].append(f"{art} {name}".strip())
    if art == "page tab" and zustand.contains(Atspi.StateType.SELECTED):
        gefunden["reiter"].append(name)
    zu_sehen = zustand.contains(Atspi.StateType.SHOWING)
    if art in TEXTE and zu_sehen and (text := teil.get_text_iface()) is not None:
        zahl = min(2000, Atspi.Text.get_character_count(text))
        gefunden["texte"].append(Atspi.Text.get_text(text, 0, zahl))
    if art == "combo box" and zu_sehen:
        gefunden["auswahl"].append(name)
    if art in {"slider", "spin button"} and zu_sehen:
        gefunden["werte"].append(round(Atspi.Value.get_current_value(teil), 2))
    if art in {"dialog", "alert", "frame", "window"} and zu_sehen and name:
        gefunden["fenster"].append(name)
    for stelle in range(min(teil.get_child_count(), 150)):
        blicke(teil.get_child_at_index(stelle), gefunden, tiefe - 1)


def main():
    gefunden = {name: [] for name in ("an", "reiter", "texte", "auswahl", "werte", "fenster")}
    tisch = Atspi.get_desktop(0)
    for stelle in range(tisch.get_child_count()):
        programm = tisch.get_child_at_index(stelle)
        if programm is not None and programm.get_name() in sys.argv[1:]:
            try:
                blicke(programm, gefunden, 26)
            except GLib.Error as weg:
                gefunden["fehler"] = str(weg)
    sys.stdout.write(json.dumps(gefunden))


if __name__ == "__main__":
    main()
