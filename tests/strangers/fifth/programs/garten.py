"""GTK 3: ein Gartenplaner mit Stapel, Klappen, Schaltern, Liste und Kalender."""

import json
import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

FELDER = {}
KLICKS = {}
ZULETZT = [None]
BEETE = [
    ("Hochbeet", "Salat", 3, False),
    ("Südbeet", "Tomate", 8, True),
    ("Zaun", "Bohne", 12, False),
    ("Topf", "Basilikum", 1, False),
]


def zaehle(name):
    KLICKS[name] = KLICKS.get(name, 0) + 1


def schreibe():
    stand = {name: lies() for name, lies in FELDER.items()}
    stand |= {"clicks " + name: zahl for name, zahl in KLICKS.items()}
    text = json.dumps(stand)
    if text != ZULETZT[0]:
        pfad = Path(os.environ["STRANGERS_STATE"])
        pfad.with_suffix(".neu").write_text(text)
        pfad.with_suffix(".neu").replace(pfad)
        ZULETZT[0] = text
    return True


def knopf(text):
    neu = Gtk.Button(label=text)
    neu.connect("clicked", lambda _b: zaehle(text))
    return neu


def benannt(gitter, zeile, text, teil):
    schild = Gtk.Label(label=text, xalign=0)
    schild.set_mnemonic_widget(teil)
    gitter.attach(schild, 0, zeile, 1, 1)
    gitter.attach(teil, 1, zeile, 1, 1)


def giessen():
    gitter = Gtk.Grid(row_spacing=10, column_spacing=14, margin=14)
    for zeile, (name, an) in enumerate((("Automatik", False), ("Bei Regen pausieren", True))):
        schalter = Gtk.Switch(active=an, halign=Gtk.Align.START)
        FELDER[name] = schalter.get_active
        benannt(gitter, zeile, name, schalter)
    menge = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 50, 1)
    menge.set_value(10)
    menge.set_size_request(260, -1)
    FELDER["Wassermenge"] = lambda: round(menge.get_value())
    benannt(gitter, 2, "Wassermenge in Liter", menge)
    stunde = Gtk.SpinButton.new_with_range(0, 23, 1)
    stunde.set_value(6)
    FELDER["Beginn"] = stunde.get_value_as_int
    benannt(gitter, 3, "Beginn (Uhr)", stunde)
    quelle = Gtk.ComboBoxText()
    for text in ("Regentonne", "Brunnen", "Leitung"):
        quelle.append_text(text)
    quelle.set_active(0)
    FELDER["Quelle"] = quelle.get_active_text
    benannt(gitter, 4, "Quelle", quelle)
    klappe = Gtk.Expander(label="Weitere Angaben")
    innen = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=8)
    klappe.add(innen)
    duenger = Gtk.CheckButton(label="Dünger beimischen")
    FELDER["Dünger"] = duenger.get_active
    innen.pack_start(duenger, False, False, 0)
    notiz = Gtk.Entry(placeholder_text="Notiz für die Nachbarn")
    FELDER["Notiz"] = notiz.get_text
    innen.pack_start(notiz, False, False, 0)
    FELDER["Weitere Angaben"] = klappe.get_expanded
    gitter.attach(klappe, 0, 5, 2, 1)
    art = None
    reihe = Gtk.Box(spacing=0)
    reihe.get_style_context().add_class("linked")
    for text in ("Sparsam", "Mittel", "Reichlich"):
        teil = Gtk.RadioButton.new_with_label_from_widget(art, text)
        teil.set_mode(False)
        art = art or teil
        FELDER[text] = teil.get_active
        reihe.pack_start(teil, False, False, 0)
    art.set_active(True)
    gitter.attach(reihe, 0, 6, 2, 1)
    knoepfe = Gtk.Box(spacing=8)
    for text in ("Jetzt gießen", "Plan sichern"):
        knoepfe.pack_start(knopf(text), False, False, 0)
    gitter.attach(knoepfe, 0, 7, 2, 1)
    return gitter


def beete():
    kasten = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=14)
    suche = Gtk.SearchEntry(placeholder_text="Beete durchsuchen")
    FELDER["Suche"] = suche.get_text
    kasten.pack_start(suche, False, False, 0)
    lager = Gtk.ListStore(str, str, int, bool)
    for zeile in BEETE:
        lager.append(list(zeile))
    tabelle = Gtk.TreeView(model=lager)
    for spalte, name in enumerate(("Beet", "Pflanze", "Anzahl")):
        teil = Gtk.CellRendererText(editable=name == "Pflanze")
        if name == "Pflanze":
            teil.connect("edited", lambda _t, ort, neu: lager[ort].__setitem__(1, neu))
        kopf = Gtk.TreeViewColumn(name, teil, text=spalte)
        kopf.set_sort_column_id(spalte)
        kopf.set_min_width(130)
        tabelle.append_column(kopf)
    haken = Gtk.CellRendererToggle()
    haken.connect("toggled", lambda _t, ort: lager[ort].__setitem__(3, not lager[ort][3]))
    tabelle.append_column(Gtk.TreeViewColumn("Geerntet", haken, active=3))
    FELDER["Zeilen"] = lambda: [f"{z[0]} | {z[1]} | {z[2]}" for z in lager]
    FELDER["geerntet"] = lambda: sorted(z[0] for z in lager if z[3])

    def gewaehlt():
        ort = tabelle.get_selection().get_selected()[1]
        return lager[ort][0] if ort else ""

    FELDER["Zeile"] = gewaehlt
    kasten.pack_start(tabelle, True, True, 0)
    kasten.pack_start(knopf("Beet anlegen"), False, False, 0)
    return kasten


def kalender():
    kasten = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8, margin=14)
    blatt = Gtk.Calendar(year=2025, month=4, day=12)
    FELDER["Aussaat"] = lambda: f"{blatt.props.day}.{blatt.props.month + 1}.{blatt.props.year}"
    kasten.pack_start(blatt, False, False, 0)
    liste = Gtk.ListBox()
    for text in ("Möhren säen", "Rasen mähen", "Hecke schneiden"):
        zeile = Gtk.ListBoxRow()
        zeile.add(Gtk.Label(label=text, xalign=0, margin=6))
        liste.add(zeile)
    FELDER["Aufgabe"] = lambda: (
        liste.get_selected_row().get_child().get_text() if liste.get_selected_row() else ""
    )
    kasten.pack_start(liste, False, False, 0)
    return kasten


def kopfleiste(fenster, stapel):
    kopf = Gtk.HeaderBar(title="Gartenplaner", show_close_button=True)
    wechsel = Gtk.StackSwitcher(stack=stapel)
    kopf.set_custom_title(wechsel)
    menueknopf = Gtk.MenuButton()
    menueknopf.add(Gtk.Image.new_from_icon_name("open-menu-symbolic", Gtk.IconSize.BUTTON))
    menueknopf.set_tooltip_text("Menü")
    menueknopf.get_accessible().set_name("Menü")
    blase = Gtk.Popover()
    innen = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, margin=8, spacing=4)
    for text in ("Plan drucken", "Einstellungen", "Über Gartenplaner"):
        teil = Gtk.ModelButton(text=text)
        teil.connect("clicked", lambda _b, text=text: zaehle("menü " + text))
        innen.pack_start(teil, False, False, 0)
    innen.show_all()
    blase.add(innen)
    menueknopf.set_popover(blase)
    kopf.pack_end(menueknopf)
    fenster.set_titlebar(kopf)


def main():
    GLib.set_prgname("gartenplaner")
    fenster = Gtk.Window(title="Gartenplaner")
    fenster.set_default_size(640, 520)
    stapel = Gtk.Stack()
    for name, teil in (("Gießen", giessen()), ("Beete", beete()), ("Kalender", kalender())):
        stapel.add_titled(teil, name, name)
    kopfleiste(fenster, stapel)
    fenster.add(stapel)
    fenster.connect("destroy", Gtk.main_quit)
    fenster.show_all()
    start = "".join(sys.argv[1:])
    if start:
        stapel.set_visible_child_name(start)
    FELDER["Seite"] = stapel.get_visible_child_name
    GLib.timeout_add(120, schreibe)
    Gtk.main()


if __name__ == "__main__":
    main()
