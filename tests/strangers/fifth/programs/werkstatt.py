"""Qt: eine Fahrradwerkstatt mit Drehknopf, Tabelle, Werkzeugkasten und Kalender."""

import json
import os
import sys
from pathlib import Path

from PySide6.QtCore import QDate, QDateTime, Qt, QTime, QTimer
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QApplication,
    QCalendarWidget,
    QCheckBox,
    QCommandLinkButton,
    QDateTimeEdit,
    QDial,
    QDoubleSpinBox,
    QFontComboBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QTextEdit,
    QTimeEdit,
    QToolBox,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

TEILE = [
    ("Schlauch", "12", "6,90"),
    ("Bremszug", "30", "3,50"),
    ("Kette", "7", "18,00"),
    ("Sattel", "4", "29,90"),
]


class Fenster(QMainWindow):
    """Drei Reiter, eine Menüleiste und eine Werkzeugleiste."""

    def __init__(self, start):
        super().__init__()
        self.setWindowTitle("Radwerkstatt")
        self.resize(860, 600)
        self.felder = {}
        self.klicks = {}
        self.zuletzt = None
        self.reiter = QTabWidget()
        for name, baue in REITER.items():
            self.reiter.addTab(baue(self), name)
        self.reiter.setCurrentIndex(list(REITER).index(start) if start in REITER else 0)
        self.setCentralWidget(self.reiter)
        self._menues()
        self.uhr = QTimer(self, interval=120)
        self.uhr.timeout.connect(self.schreibe)
        self.uhr.start()

    def zaehle(self, name):
        self.klicks[name] = self.klicks.get(name, 0) + 1

    def _knopf(self, text):
        knopf = QPushButton(text)
        knopf.clicked.connect(lambda: self.zaehle(text))
        return knopf

    def _haken(self, text, an=False):
        haken = QCheckBox(text)
        haken.setChecked(an)
        self.felder[text] = haken.isChecked
        return haken

    def _eintrag(self, menue, text):
        menue.addAction(text, lambda: self.zaehle("menü " + text.rstrip(".…")))

    def _menues(self):
        auftrag = self.menuBar().addMenu("&Auftrag")
        for text in ("Neuer Auftrag", "Auftrag öffnen…", "Auftrag speichern"):
            self._eintrag(auftrag, text)
        drucken = auftrag.addMenu("Drucken")
        for text in ("Etikett", "Laufzettel", "Rechnung"):
            self._eintrag(drucken, text)
        bearbeiten = self.menuBar().addMenu("&Bearbeiten")
        for text in ("Rückgängig", "Suchen…"):
            self._eintrag(bearbeiten, text)
        ansicht = self.menuBar().addMenu("A&nsicht")
        gruppe = QActionGroup(self)
        for text in ("Kompakt", "Normal", "Breit"):
            wahl = QAction(text, self, checkable=True, checked=text == "Normal")
            gruppe.addAction(wahl)
            ansicht.addAction(wahl)
        self.felder["Ansicht"] = lambda: gruppe.checkedAction().text()
        ansicht.addSeparator()
        preise = QAction("Preise anzeigen", self, checkable=True, checked=True)
        ansicht.addAction(preise)
        self.felder["Preise anzeigen"] = preise.isChecked
        leiste = self.addToolBar("Werkzeuge")
        klappe = QToolButton(text="Sortieren", popupMode=QToolButton.InstantPopup)
        menue = QMenu(klappe)
        for text in ("Nach Eingang", "Nach Kunde", "Nach Termin"):
            self._eintrag(menue, text)
        klappe.setMenu(menue)
        leiste.addWidget(klappe)
        eilig = QToolButton(text="Nur eilige", checkable=True)
        self.felder["Nur eilige"] = eilig.isChecked
        leiste.addWidget(eilig)

    def _annahme(self):
        seite = QWidget()
        reihe = QHBoxLayout(seite)
        links = QFormLayout()
        reihe.addLayout(links)
        for name in ("Kundin/Kunde", "Rahmennummer"):
            feld = QLineEdit()
            self.felder[name] = feld.text
            links.addRow(name, feld)
        preis = QDoubleSpinBox(maximum=900, decimals=2, value=25, suffix=" €", singleStep=0.5)
        self.felder["Kostenrahmen"] = preis.value
        links.addRow("Kostenrahmen", preis)
        abholung = QTimeEdit(QTime(15, 0))
        abholung.setDisplayFormat("HH:mm")
        self.felder["Abholung um"] = lambda: abholung.time().toString("HH:mm")
        links.addRow("Abholung um", abholung)
        fertig = QDateTimeEdit(QDateTime(QDate(2025, 4, 7), QTime(12, 0)))
        fertig.setDisplayFormat("dd.MM.yyyy HH:mm")
        self.felder["Fertig bis"] = lambda: fertig.dateTime().toString("dd.MM.yyyy HH:mm")
        links.addRow("Fertig bis", fertig)
        schrift = QFontComboBox()
        schrift.setMaximumWidth(200)
        links.addRow("Schrift auf dem Zettel", schrift)
        leih = QGroupBox("Leihrad", checkable=True, checked=False)
        innen = QVBoxLayout(leih)
        for name in ("Damenrad", "Herrenrad", "Lastenrad"):
            knopf = QRadioButton(name)
            knopf.setChecked(name == "Damenrad")
            self.felder[name] = knopf.isChecked
            innen.addWidget(knopf)
        self.felder["Leihrad"] = leih.isChecked
        links.addRow(leih)
        rechts = QVBoxLayout()
        reihe.addLayout(rechts)
        kasten = QToolBox()
        namen = {
            "Bremsen": ["Beläge tauschen", "Züge nachstellen"],
            "Schaltung": ["Schaltauge richten", "Kassette reinigen"],
            "Licht": ["Dynamo prüfen", "Rücklicht ersetzen"],
        }
        for gruppe, arbeiten in namen.items():
            blatt = QWidget()
            spalte = QVBoxLayout(blatt)
            for arbeit in arbeiten:
                spalte.addWidget(self._haken(arbeit))
            kasten.addItem(blatt, gruppe)
        self.felder["Kasten"] = lambda: kasten.itemText(kasten.currentIndex())
        rechts.addWidget(kasten)
        befund = QTextEdit()
        befund.setPlainText("Hinterrad eiert.")
        befund.setMaximumHeight(80)
        befund.setAccessibleName("Befund")
        self.felder["Befund"] = befund.toPlainText
        rechts.addWidget(QLabel("Befund"))
        rechts.addWidget(befund)
        knoepfe = QHBoxLayout()
        knoepfe.addWidget(self._knopf("Annehmen"))
        knoepfe.addWidget(self._knopf("Ablehnen"))
        rechts.addLayout(knoepfe)
        return seite

    def _lager(self):
        teiler = QSplitter(Qt.Horizontal)
        self.felder["Teiler"] = lambda: teiler.sizes()[0]
        baum = QTreeWidget()
        baum.setHeaderLabel("Regale")
        for regal, faecher in (("Regal A", ["Reifen", "Felgen"]), ("Regal B", ["Öl", "Fett"])):
            knoten = QTreeWidgetItem([regal])
            baum.addTopLevelItem(knoten)
            for fach in faecher:
                kind = QTreeWidgetItem([fach])
                kind.setFlags(kind.flags() | Qt.ItemIsUserCheckable)
                kind.setCheckState(0, Qt.Unchecked)
                knoten.addChild(kind)
                self.felder["fach " + fach] = lambda kind=kind: (
                    kind.checkState(0) == Qt.CheckState.Checked
                )
            self.felder["offen " + regal] = knoten.isExpanded
        teiler.addWidget(baum)
        tabelle = QTableWidget(len(TEILE), 3)
        tabelle.setHorizontalHeaderLabels(["Teil", "Bestand", "Preis"])
        for zeile, teil in enumerate(TEILE):
            for spalte, text in enumerate(teil):
                tabelle.setItem(zeile, spalte, QTableWidgetItem(text))
        self.felder["Tabelle"] = lambda: [
            " | ".join(tabelle.item(z, s).text() for s in range(3)) for z in range(len(TEILE))
        ]
        teiler.addWidget(tabelle)
        teiler.setSizes([260, 580])
        return teiler

    def _termine(self):
        seite = QWidget()
        reihe = QHBoxLayout(seite)
        kalender = QCalendarWidget()
        kalender.setSelectedDate(QDate(2025, 4, 7))
        self.felder["Tag"] = lambda: kalender.selectedDate().toString("dd.MM.yyyy")
        self.felder["Blatt"] = lambda: f"{kalender.monthShown():02}.{kalender.yearShown()}"
        reihe.addWidget(kalender)
        spalte = QVBoxLayout()
        reihe.addLayout(spalte)
        spalte.addWidget(QLabel("Auslastung in Prozent"))
        knauf = QDial(minimum=0, maximum=100, value=50)
        knauf.setAccessibleName("Auslastung in Prozent")
        self.felder["Auslastung"] = knauf.value
        balken = QProgressBar(maximum=100, value=50)
        knauf.valueChanged.connect(balken.setValue)
        spalte.addWidget(knauf)
        spalte.addWidget(balken)
        verweis = QCommandLinkButton("Tag sperren", "An diesem Tag nimmt niemand Räder an")
        verweis.clicked.connect(lambda: self.zaehle("Tag sperren"))
        spalte.addWidget(verweis)
        spalte.addWidget(self._haken("Samstags geöffnet", True))
        spalte.addWidget(self._haken("Mittagspause"))
        return seite

    def schreibe(self):
        stand = {name: lies() for name, lies in self.felder.items()}
        stand |= {"clicks " + name: zahl for name, zahl in self.klicks.items()}
        stand["Reiter"] = self.reiter.tabText(self.reiter.currentIndex())
        text = json.dumps(stand)
        if text != self.zuletzt:
            pfad = Path(os.environ["STRANGERS_STATE"])
            pfad.with_suffix(".neu").write_text(text)
            pfad.with_suffix(".neu").replace(pfad)
            self.zuletzt = text


REITER = {"Annahme": Fenster._annahme, "Lager": Fenster._lager, "Termine": Fenster._termine}


def main():
    app = QApplication(sys.argv)
    fenster = Fenster("".join(sys.argv[1:]))
    fenster.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
