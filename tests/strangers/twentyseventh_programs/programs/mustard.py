"""A mustard mill: recipes, casks, filling."""

import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402
from gtk_parts import House, Sheet, Table, form, presses, side  # noqa: E402
from keep import Keep  # noqa: E402

RECIPES = [
    ["Kropps Klassiker", "gelb", "mittel"],
    ["Feuerteufel", "schwarz", "fein"],
    ["Honigzauber", "gelb", "grob"],
]
CASKS = [
    ["Fass 1", "Kropps Klassiker", "reift"],
    ["Fass 2", "Feuerteufel", "fertig"],
    ["Fass 3", "Honigzauber", "reift"],
    ["Fass 4", "Kropps Klassiker", "fertig"],
    ["Fass 5", "Estragonsenf", "gesperrt"],
]

start = sys.argv[1]
keep = Keep()
house = House("Senfmühle Kropp", keep)
name = house.entry("Sorte")
seed = house.combo("Saat", ["gelb", "braun", "schwarz"])
grind = house.choice("Mahlgrad", ["fein", "mittel", "grob"], "mittel")
recipes = Table(keep, "Rezepte", ["Sorte", "Saat", "Mahlgrad"], RECIPES, 110)


def save():
    recipes.enter(name.get_text(), seed.get_active_text(), keep.reads["Mahlgrad"]())
    name.set_text("")


house.page(
    "Rezept",
    form(
        ("_Sortenname", name),
        ("S_aat", seed),
        ("Schär_fe (1–10)", house.scale("Schärfe", 1, 10, 4)),
        ("_Essig (%)", house.spin("Essig", 2, 30, 10)),
    ),
    side(
        house.tick("Honig", "_Honig"),
        house.tick("Estragon", "Es_tragon", start == "rezept"),
        house.tick("Meerrettich", "_Meerrettich"),
        house.tick("Feigen", "Fei_gen"),
    ),
    grind,
    presses(("Rezept s_peichern", save), ("Rezept löschen", recipes.drop)),
    recipes,
)

casks = Table(keep, "Fässer", ["Fass", "Inhalt", "Zustand"], CASKS, 170)


def done():
    casks.put(2, "fertig")


def lock():
    casks.put(2, "gesperrt")


def ripen():
    casks.put(2, "reift")


house.page(
    "Keller",
    casks,
    presses(("_Fertig melden", done), ("_Sperren", lock), ("_Weiter reifen", ripen)),
    presses(("Fass umrühren", house.signal("Fass umrühren"))),
    form(
        ("_Kellertemperatur (°C)", house.scale("Kellertemperatur", 4, 20, 12)),
        ("_Mühlstein", house.combo("Mühlstein", ["steht", "langsam", "schnell"])),
        ("_Zuständig", house.combo("Zuständig", ["Gitti", "Ahmed", "Bernd"])),
    ),
    side(
        house.tick("Kellerlicht", "Keller_licht", True),
        house.tick("Lüfter", "Lüf_ter"),
        house.tick("Kellertür", "Tür verriegelt"),
    ),
)

claim = Gtk.Label(label="Kropps Klassiker", xalign=0)
paper = Gtk.Label(label="weiß", xalign=0)
keep.add("Etikett", claim.get_text)
keep.add("Etikettfarbe", paper.get_text)
words = house.entry("Aufdruck")
color = house.combo("Papier", ["weiß", "kraftbraun", "golden"])


def label():
    claim.set_text(words.get_text())
    paper.set_text(color.get_active_text())


sheet = Sheet(
    house, "Etikett gestalten", "Ü_bernehmen", label, [("Auf_druck", words), ("_Papier", color)]
)
house.page(
    "Abfüllung",
    form(
        (
            "_Gefäß",
            house.combo("Gefäß", ["Glas 100 ml", "Glas 200 ml", "Steintopf", "Tube", "Eimer"]),
        ),
        ("_Stückzahl", house.spin("Stückzahl", 0, 999, 48)),
        ("_Charge", house.entry("Charge", "K-0311")),
        ("Etikett:", claim),
        ("Papier:", paper),
    ),
    house.choice("Bandtempo", ["langsam", "normal", "flott"], "normal"),
    house.tick("Versiegeln", "Deckel _versiegeln", True),
    house.tick("Probe", "Ein Glas als Rückstell_probe"),
    house.tick("Karton", "In Kartons packen"),
    presses(
        ("Etikett gestalten…", sheet.open),
        ("Band starten", house.signal("Band starten")),
        ("Band anhalten", house.signal("Band anhalten")),
    ),
)
house.menu(
    "_Mühle",
    ("_Rezeptbuch drucken", house.signal("Rezeptbuch drucken")),
    ("_Feierabendmodus", False),
)
house.menu("_Ansicht", ("_Gesperrte zeigen", True), ("Große _Tasten", False))
GLib.timeout_add(100, keep.write)
house.go(["rezept", "keller", "band"].index(start))
Gtk.main()
