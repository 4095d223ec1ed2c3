"""Another language is put into English and into the words of the screen, and read by its meaning there."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automation.commands.find.screen_view import Scene
from automation.commands.forms import Assign, Point, Type
from automation.commands.read.glossed import by_words, glossed
from automation.commands.read.things import things_in
from automation.commands.targets import literal
from automation.core.geometry import Rect
from automation.core.proposal import Outcome
from automation.screen.refs import RefBook
from tests.fakes.driver import Driver, short, told
from tests.fakes.fake_reader import element
from tests.fakes.screens import screen, states, win

HALLS = ("Nord", "Süd", "Auf dem Hof")


def thing(name, role, y, x=40, w=200, **more):
    held = {"checkbox": states("checkable"), "field": states("editable")}.get(role, states())
    return element(name, role, Rect(x, y, w, 24), **{"states": held, "window_id": 1, **more})


def row(y, *cells):
    return [
        thing(text, "cell", y, x=40 + 220 * n, parent_name=", ".join(cells))
        for n, text in enumerate(cells)
    ]


ORDERS = [
    *(thing(head, "column_header", 30, x=40 + 220 * n) for n, head in enumerate(("Kunde", "Gerät", "Stand"))),
    *row(60, "Berger", "Bohrer", "offen"),
    *row(90, "Huber", "Säge", "fertig"),
    *row(120, "Maier Anna", "Hobel", "offen"),
    thing("Als abgeholt markieren", "button", 200),
    thing("Auftrag löschen", "button", 200, x=260),
    thing("Neuer Auftrag…", "button", 200, x=480),
    thing("Lüftung", "checkbox", 270),
    thing("Nachtmodus", "checkbox", 300),
    thing("Halle", "combo", 330, value="Nord"),
    thing("Bemerkung", "field", 360, value=""),
    thing("Wassertemperatur", "field", 390, value=""),
    thing("Speichern", "button", 420),
    thing("Drucken", "button", 420, x=260),
]  # fmt: skip
NEW = [
    thing("Kunde", "field", 60, value="", parent_name="Neuer Auftrag"),
    thing("Express", "checkbox", 90, parent_name="Neuer Auftrag"),
    thing("Auftrag anlegen", "button", 120, parent_name="Neuer Auftrag"),
    thing("Abbrechen", "button", 120, x=300, parent_name="Neuer Auftrag"),
]


def workshop(things=ORDERS):
    seen = screen([win(1, "Werkstatt", "werkstatt", is_active=True)], list(things))
    seen.reader.options = lambda combo: HALLS if combo.name == "Halle" else ()
    return seen


def there():
    seen = workshop()
    return things_in(Scene(seen.observation, seen.reader), RefBook())


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Schalte bitte die Lüftung aus", "turn off the lüftung"),
        ("Lüftung und Nachtmodus einschalten", "turn on lüftung and nachtmodus"),
        ("hak Lüftung und Nachtmodus ab", "tick lüftung and nachtmodus"),
        ("die Lüftung soll ausgeschaltet werden", "turn off the lüftung"),
        ("Könnten Sie den Auftrag von Huber löschen?", "löschen the auftrag from huber."),
        ("ich möchte das ausdrucken", "drucken that"),
        ("die Temperatur soll 20,5 sein", "the wassertemperatur should be 20.5"),
        ("um 14 Uhr 30, nicht um 9 Uhr", "at 14:30, not at 9:00"),
        ("am 12. Mai", "on 12 Mai"),
        ("nimm das Häkchen bei Lueftung raus", "untick at lüftung"),
        ("bei Lüftung einen Haken setzen", "tick at lüftung"),
        ("stell die Halle auf auf dem Hof", "set the halle to auf dem hof"),
        ("weil das Wetter schlecht ist", "because the wetter schlecht is"),
        ("ausdrucken, damit stimmt was nicht", "drucken, because stimmt what not"),
        ("lösch den Auftrag nicht", "do not löschen the auftrag"),
        ("den Auftrag bitte noch nicht löschen", "do not löschen the auftrag just"),
        ("Lüftung aus, Nachtmodus an", "lüftung off, nachtmodus on"),
        ("Strom aus Wind", "Strom from Wind"),
        ("in die Bemerkung kommt Der Rest", "to bemerkung should be the rest"),
        ("das Kind hat Fieber", "the kind has fieber"),
        ("trag 12 Grad ein, ich hab grad Zeit", "enter 12 degrees, i have grad zeit"),
        ("trag als Kunde Winkler ein", "enter as kunde Winkler"),
        ("Huber hinkt nicht, bitte den Haken entfernen", "huber hinkt not, untick"),
        ("Bitte Nr. 2 löschen", "delete Nr. 2"),
        ("Lüftung ja, Nachtmodus nein", "lüftung yes, nachtmodus off"),
        ("die Säge soll 20 Euro kosten", "the säge should be 20 euros"),
        (
            "Die Lüftung soll an sein und der Nachtmodus aus sein",
            "the lüftung should be on and the nachtmodus off",
        ),
        ("trag als Kunde Herr Winkler ein", "enter as kunde Herr Winkler"),
    ],
)
def test_an_instruction_is_put_into_english_and_the_words_of_the_screen(said, text):
    assert glossed(said, there(), "de").english == text


def test_a_label_is_no_verb_where_a_wish_follows_it():
    seen = workshop([*ORDERS, thing("Beginn", "field", 450, value="")])
    here = things_in(Scene(seen.observation, seen.reader), RefBook())
    assert glossed("Beginn soll um 19:30 sein", here, "de").english == "beginn should be at 19:30"


@pytest.mark.parametrize(("said", "text"), [
    ("sag Huber zu und Maier ab", "accept huber and cancel maier"),
    ("schalt die Lüftung an und den Nachtmodus aus", "turn on the lüftung and turn off the nachtmodus"),
    ("hak Lüftung und Nachtmodus ab", "tick lüftung and nachtmodus"),
])  # fmt: skip
def test_a_verb_is_said_once_and_has_two_prefixes(said, text):
    assert glossed(said, there(), "de").english == text


@pytest.mark.parametrize(("said", "text"), [
    ("nur offene zeigen und die Lüftung einschalten", "nur offene zeigen and turn on the lüftung"),
    ("Lüftung und Nachtmodus einschalten", "turn on lüftung and nachtmodus"),
])  # fmt: skip
def test_a_name_that_is_an_order_takes_no_other_verb(said, text):
    seen = workshop([*ORDERS, thing("Nur offene zeigen", "checkbox", 450)])
    here = things_in(Scene(seen.observation, seen.reader), RefBook())
    assert glossed(said, here, "de").english == text


def test_english_stays_as_it_is():
    found = glossed("turn the die off", there(), "en")
    assert (found.english, found.original("the die")) == ("turn the die off", "the die")


def test_what_was_said_comes_back_for_a_part_of_the_text():
    found = glossed("schreib als Bemerkung der Hund ist krank", there(), "de")
    assert found.original("the hund is krank") == "der Hund ist krank"
    assert found.original("nowhere") == "nowhere"
    assert glossed("um 13 Uhr 3 Kisten", there(), "de").original("3") == "3"
    forms = (
        Type("the hund is krank", None),
        Assign(literal("A"), "krank", literal("krank")),
        Point(literal("B")),
    )
    written, assigned, pressed = found.restored(forms)  # fmt: skip
    assert (written.text, assigned.value, pressed) == ("der Hund ist krank", "krank", forms[2])


@given(st.text(alphabet="aeiäöüß drn.,;!?:\"“”'09AUSGZ", max_size=60))
def test_any_words_are_put_into_others_without_an_error(said):
    found = glossed(said, there(), "de")
    for begin, end, first, last in found.spans:
        assert 0 <= begin <= end <= len(found.english)
        assert 0 <= first <= last <= len(said)


def test_words_are_alike_by_what_they_share_and_a_whole_name_counts_most():
    (scores,) = by_words(["drucken it"], ["Drucken", "Liste drucken", "Löschen"])
    assert scores[0] > scores[1] > scores[2] == 0


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("der Auftrag von Huber kann gelöscht werden", "click Huber[Huber, Säge, fertig]; click Auftrag löschen"),
        ("Huber ist abgeholt, bitte markieren", "click Huber[Huber, Säge, fertig]; click Als abgeholt markieren"),
        ("lösch den Auftrag von Frau Maier", "click Maier Anna[Maier Anna, Hobel, offen]; click Auftrag löschen"),
        ("schreib als Bemerkung Der Hund bellt und druck das Ganze aus", "write 'Der Hund bellt' @Bemerkung; click Drucken"),
        ("bitte ausdrucken", "click Drucken"),
        ("Die Bemerkung soll Familienchronik lauten", "write 'Familienchronik' @Bemerkung over"),
        ("Huber kommt nicht, lösch den Auftrag", "click Huber[Huber, Säge, fertig]; click Auftrag löschen"),
        ("schreib als Bemerkung „Hund bellt, und lüften“ hinein", "write 'Hund bellt, und lüften' @Bemerkung"),
        ("stell bei Huber die Lüftung an", "click Huber[Huber, Säge, fertig]; click Lüftung"),
        ("sichern bitte", "click Speichern"),
        ("schreib das Wort Lea in Bemerkung", "write 'Lea' @Bemerkung over"),
    ],
)  # fmt: skip
def test_german_is_read_by_its_meaning(said, steps):
    assert told(said, workshop()).removesuffix("; done") == steps


@pytest.mark.parametrize(
    "said",
    [
        "lies mir die Aufträge vor",
        "schreib die richtige Antwort in Bemerkung",
        "lösch den Auftrag nicht",
        "der Auftrag von Huber ist falsch",
        "vielleicht den Auftrag von Huber oder den von Berger löschen",
    ],
)
def test_what_is_denied_doubted_or_to_be_thought_of_is_not_done(said):
    assert "click" not in told(said, workshop())
    assert "write" not in told(said, workshop())


def test_a_form_is_filled_in_from_one_german_sentence():
    said = "Auftrag für Anna Gruber anlegen, express"
    steps = told(said, workshop(NEW)).split("; ")
    assert steps[0] == "write 'Anna Gruber' @Kunde[Neuer Auftrag] over"
    assert steps[1].startswith("click Express")
    assert steps[2].startswith("click Auftrag anlegen")


def test_what_a_form_has_yet_to_open_for_is_told_in_it():
    driver = Driver("leg einen neuen Auftrag für Winkler an, express", workshop())
    assert short(driver.step()) == "click Neuer Auftrag…"
    driver.show(workshop(NEW))
    steps = [short(driver.step()) for _ in range(3)]
    assert steps[0] == "write 'Winkler' @Kunde[Neuer Auftrag] over"
    assert steps[2].startswith("click Auftrag anlegen")


def test_a_statement_without_an_order_is_understood_as_german():
    driver = Driver("Berger hat seinen Bohrer verloren", workshop())
    end = driver.decide()
    assert end.outcome is Outcome.NEEDS_MODEL
    assert "Es wurde nichts getan" in end.message


MEMBERS = [
    *row(60, "Lena Groß", "aktiv"),
    *row(90, "Paul Neu", "aktiv"),
    thing("Heizung", "checkbox", 200),
    thing("Licht", "checkbox", 230),
    thing("Drucken", "button", 260),
    thing("Senden", "button", 290),
    thing("Name", "field", 320, value=""),
    thing("Termin anlegen", "button", 350),
    thing("Abbrechen", "button", 350, x=260),
]


def club(**on):
    seen = workshop(MEMBERS)
    seen.reader.elements = [
        replace(e, states=e.states | {"checked"}) if on.get(e.name) else e
        for e in seen.reader.elements
    ]
    return seen


@pytest.mark.parametrize(
    ("said", "never"),
    [
        ("Drucken und nicht senden", "Senden"),
        ("Termin für Lea Sommer anlegen und nicht abbrechen", "Abbrechen"),
        ("Sende nichts", "Senden"),
        ("Heizung nicht ausschalten", "Heizung"),
        ("Mach die Heizung nie aus", "Heizung"),
        ("Die Heizung darf nicht aus", "Heizung"),
        ("Soll ich das drucken?", "Drucken"),
        ("Kann man drucken?", "Drucken"),
        ("Licht an und Heizung nicht ausmachen", "Heizung"),
        ("Frag Lena, ob wir senden sollen", "Senden"),
        ("Schau, ob die Heizung an ist", "Heizung"),
        ("Druck erst morgen", "Drucken"),
        ("Termin für Tim Neu anlegen", "'Tim'"),
        ("Druck die Liste und vergiss das Senden", "Senden"),
    ],
)
def test_what_is_denied_asked_or_for_later_is_not_done(said, never):
    assert never not in told(said, club(Heizung=True))


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("Lass die Heizung aus", "click Heizung"),
        ("Könntest du das bitte drucken?", "click Drucken"),
        ("Termin für Tim Neu anlegen", "write 'Tim Neu' @Name over; click Termin anlegen"),
    ],
)
def test_what_is_ordered_is_done_once_and_as_it_was_said(said, steps):
    assert told(said, club(Heizung=True)).removesuffix("; done") == steps


def test_an_order_behind_what_is_denied_is_not_left_out():
    said = "Die Säge läuft nicht mehr, bitte das Häkchen wegnehmen, und die Lüftung einschalten"
    assert "click" not in told(said, workshop())


@pytest.mark.parametrize(
    "said",
    [
        "Notier als Bemerkung bitte erst nach 17 Uhr anrufen",
        "In die Bemerkung kommt Bitte klingeln",
        "Erhöh die Wassertemperatur um 2 Grad",
        "Ergänze die Bemerkung um Bitte klingeln",
    ],
)
def test_no_text_is_cut_and_no_change_is_written_as_a_value(said):
    steps = told(said, workshop())
    assert "write" not in steps or said.split(" ", 3)[3] in steps or "'Bitte klingeln'" in steps
    assert "um Bitte" not in steps
    assert "'2'" not in steps
