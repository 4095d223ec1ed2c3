"""What is said back is in the language of what was asked; the sentences are data of the language files."""

import ast
import re
from string import Formatter

import pytest

from automation.commands import phrases
from automation.commands.language import languages
from automation.commands.policy import CommandsPolicy
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome, Question
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import calculator, mousepad, screen, two_windows, web_form, win
from tests.repo import tree


def form(*things):
    return screen([win(7, "Kasse", "kasse", is_active=True)], things)


EDITS = [element("Edit", "button", Rect(10, 50 + 40 * n, 80, 30)) for n in range(3)]
BOX = element("News", "checkbox", Rect(10, 50, 80, 20), states=frozenset({"checkable", "checked", "enabled"}))  # fmt: skip
GREY = element("Save", "button", Rect(10, 50, 80, 30), states=frozenset({"disabled"}))
PIN = element(
    "PIN", "password", Rect(10, 50, 80, 30), states=frozenset({"secret", "editable", "enabled"})
)


@pytest.mark.parametrize(
    ("said", "seen", "told"),
    [
        ("klick auf Quittung", web_form(), "“Quittung” ist nicht in diesem Fenster."),
        ("plane bitte meinen ganzen Urlaub", web_form(), "nicht als Schritt."),
        (
            "klick auf Edit",
            form(*EDITS),
            "Drei Knöpfe heißen “Edit”. Drück eine Zahl oder sag mehr: “das zweite Edit”.",
        ),
        ("klick auf das fünfte Edit", form(*EDITS), "“Edit” gibt es in diesem Fenster nur 3-mal."),
        ("hake News an", form(BOX), "“News” ist schon an. Es wurde nichts angeklickt."),
        ("klick auf Save", form(GREY), "“Save” ist ausgegraut. Es wurde nichts angeklickt."),
        ("gib 1234 in PIN ein", form(PIN), "Nicht erlaubt: Das ist ein Passwortfeld."),
        (
            "wechsle zu Rechnungsbuch",
            two_windows(),
            "Kein Fenster heißt “Rechnungsbuch”. Offen sind: ",
        ),
        ("was zeigt es an?", calculator(), "Es zeigt "),
        ("Was ist auf dem Bildschirm?", mousepad(), "Vorne ist "),
    ],
)
def test_a_german_sentence_is_answered_in_german(said, seen, told):
    end = Driver(said, seen).decide()
    text = end.text if isinstance(end, Question) else end.message
    assert isinstance(end, Question | Finish)
    assert told in text
    assert not {"is", "the", "nothing", "not", "press"} & set(re.findall(r"[a-z]+", text.lower()))


def test_a_run_that_a_german_sentence_asked_for_ends_in_german():
    driver = Driver("klick auf Save", form(element("Save", "button", Rect(10, 50, 80, 30))))
    assert driver.step().sentence == "Click “Save”"
    assert driver.decide().message == "Fertig."
    assert (
        Driver("click Nothing here", web_form()).decide().message.endswith("Nothing was clicked.")
    )


def test_what_a_german_question_offers_to_say_is_understood():
    more = phrases.say("de", "more_second", name="Edit")
    assert CommandsPolicy.preview(f"klick auf {more}")
    driver = Driver(f"klick auf {more}", form(*EDITS))
    assert driver.decide().element == EDITS[1]


def test_a_word_of_english_that_nobody_knows_is_answered_in_english():
    end = Driver("frobnicate", web_form()).decide()
    assert end.outcome is Outcome.NOT_UNDERSTOOD
    assert end.message == "I did not understand “frobnicate”. Nothing was done."


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_every_language_has_every_sentence_with_the_same_slots(language):
    own, english = languages()[language]["messages"], languages()["en"]["messages"]
    assert list(own) == list(english)
    for key, text in own.items():
        assert _slots(text) == _slots(english[key]), key
    assert len(languages()[language]["counts"]) == len(languages()["en"]["counts"])
    assert languages()[language]["heads"].keys() == languages()["en"]["heads"].keys()


def _slots(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_sentence_of_the_files_is_said_and_every_one_that_is_said_is_there():
    said = set()
    for path in (tree.ROOT / "automation" / "commands").rglob("*.py"):
        said |= {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        asked = re.findall(
            r"say\(\s*(?:self\._?language, |language, )?['\"]([a-z_]+)['\"]", path.read_text()
        )
        assert set(asked) <= languages()["en"]["messages"].keys(), path.name
    assert languages()["en"]["messages"].keys() - said == set()
