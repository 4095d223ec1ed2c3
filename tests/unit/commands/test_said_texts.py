"""What people say of texts: which words are meant, in which field they stand, and what nobody guesses."""

from dataclasses import replace

import pytest

from automation.core.actions import Click, Write
from automation.core.geometry import Rect
from automation.core.proposal import Outcome, Proposal
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import screen, states, win
from tests.unit.commands.test_texts import Editor

NOTE = "Dear Uma,\nthe boat is blue.\nBring rope and paint.\nWe meet on Friday."
STYLES = ("Bold", "Italic", "Underline", "Center", "Bulleted list")
MOST = 80


class Page(FakeReader):
    """A page of fields, each of which takes keys as the usual editors do; a click gives it the keyboard."""

    def __init__(self, held, *more, focus="", large=("Note",)):
        super().__init__(more)
        self.parts = {name: Editor(text) for name, text in held.items()}
        self.focus, self.large = focus, large

    def field(self, name):
        part, at = self.parts[name], list(self.parts).index(name)
        more = {"multi_line"} if name in self.large else set()
        more |= {"focused"} if name == self.focus else set()
        box = Rect(20, 60 + 110 * at, 600, 100 if name in self.large else 24)
        made = element(name, "field", box, states=states("editable", *more), value=part.held)
        return replace(made, handle=(":fake", f"/{name}"))

    def tree(self, observation, *, whole_screen=False):
        known = super().tree(observation, whole_screen=whole_screen)
        return [*known, *map(self.field, self.parts)]

    def refreshed(self, asked):
        name = asked.handle[1].removeprefix("/") if asked.handle else ""
        return self.field(name) if name in self.parts else super().refreshed(asked)

    def text_cursor(self, asked):
        return self.parts[asked.name].text_cursor(asked)

    def paragraphs(self, asked):
        return ()

    def take(self, action):
        at = action.at if isinstance(action, Click | Write) else None
        if at is not None and at.element is not None and at.element.name in self.parts:
            self.focus = at.element.name
        if self.focus in self.parts:
            part = self.parts[self.focus]
            if isinstance(action, Write) and action.overwrite:
                part.anchor, part.caret = 0, len(part.held)
            part.take(action)


def done(reader, sentence, title="Uma - Letters"):
    """Carry a sentence out; return how it ends, and what was sent."""
    seen = screen([win(1, title, "letters", is_active=True)], [])
    driver = Driver(sentence, replace(seen, reader=reader))
    sent = []
    for _ in range(MOST):
        decision = driver.step()
        if not isinstance(decision, Proposal):
            return getattr(decision, "outcome", None), sent
        reader.take(decision.intent)
        sent.append(short(decision))
    raise AssertionError(sent)


def buttons():
    return [element(n, "button", Rect(20 + 60 * k, 20, 50, 20)) for k, n in enumerate(STYLES)]


@pytest.mark.parametrize(
    ("sentence", "marked", "button"),
    [
        ("make the word rope bold", "rope", "Bold"),
        ("Make the word rope bold in the text", "rope", "Bold"),
        ("underline Uma", "Uma", "Underline"),
        ("make Bring rope bold", "Bring rope", "Bold"),
        ("The word Friday should be in italics", "Friday", "Italic"),
        ("the last line has to be underlined", "We meet on Friday.", "Underline"),
        ("make the words the boat in the second line italic", "the boat", "Italic"),
        ("centre the first line", "Dear Uma,", "Center"),
        ("make the first two lines bold", "Dear Uma,\nthe boat is blue.", "Bold"),
        ("put lines 2 to 3 in italics", "the boat is blue.\nBring rope and paint.", "Italic"),
        (
            "Turn the second and the third line into a bulleted list",
            "the boat is blue.\nBring rope and paint.",
            "Bulleted list",
        ),
        ("mach das Wort rope fett", "rope", "Bold"),
        ("Mach Uma kursiv", "Uma", "Italic"),
        ("Friday soll unterstrichen sein", "Friday", "Underline"),
        (
            "die letzten zwei Zeilen fett machen",
            "Bring rope and paint.\nWe meet on Friday.",
            "Bold",
        ),
    ],
)
def test_words_get_a_look_once_they_are_selected(sentence, marked, button):
    page = Page({"Subject": "Summer", "Note": NOTE}, *buttons(), focus="Note")
    outcome, sent = done(page, sentence)
    assert (outcome, page.parts["Note"].marked, sent[-1]) == (
        Outcome.DONE,
        marked,
        f"click {button}",
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "make the word canoe bold",
        "underline Walter",
        "the word Sunday should be italic",
        "make the ninth line bold",
        "make the first and the third line bold",
        "make Bold bold",
        "underline the word paint in the second line",
    ],
)
def test_nothing_gets_a_look_that_is_not_in_the_text(sentence):
    page = Page({"Subject": "Summer", "Note": NOTE}, *buttons(), focus="Note")
    outcome, sent = done(page, sentence)
    assert (outcome, sent) == (Outcome.NOT_FOUND, [])


@pytest.mark.parametrize(
    ("sentence", "field", "text"),
    [
        ("Change Friday to Sunday", "Note", NOTE.replace("Friday", "Sunday")),
        ("change blue to green in the text", "Note", NOTE.replace("blue", "green")),
        ("Change blue to green in the note", "Note", NOTE.replace("blue", "green")),
        ("correct Uma to Ute", "Note", NOTE.replace("Uma", "Ute")),
        ("replace rope with wire", "Note", NOTE.replace("rope", "wire")),
        ("Change Summer to Autumn in the subject", "Subject", "Autumn camp"),
        ("change Summer to Autumn", "Subject", "Autumn camp"),
        ("delete the word rope from the text", "Note", NOTE.replace("rope ", "")),
        (
            "delete the line about paint completely",
            "Note",
            NOTE.replace("Bring rope and paint.\n", ""),
        ),
        ("delete the last two lines", "Note", "Dear Uma,\nthe boat is blue."),
        ("ändere Friday in Sunday", "Note", NOTE.replace("Friday", "Sunday")),
        ("Ändere im Brief blue zu green", "Note", NOTE.replace("blue", "green")),
        ("lösch die zweite und dritte Zeile", "Note", "Dear Uma,\nWe meet on Friday."),
        (
            "Lösche die Zeile über paint komplett",
            "Note",
            NOTE.replace("Bring rope and paint.\n", ""),
        ),
    ],
)
def test_words_are_changed_in_the_one_text_that_holds_them(sentence, field, text):
    page = Page({"Subject": "Summer camp", "Note": NOTE}, focus="Note")
    held = {name: part.held for name, part in page.parts.items()} | {field: text}
    outcome, _ = done(page, sentence)
    assert (outcome, {n: p.held for n, p in page.parts.items()}) == (Outcome.DONE, held)


@pytest.mark.parametrize(
    "sentence",
    [
        "change tea to coffee",
        "change Friday to Sunday in the reply",
        "Change camp to holiday in the subject and the note",
        "delete the word sail from the text",
        "delete Uma from the page",
        "delete the line about sails",
        "change the letter to something nicer",
        "change blue to green in the summary",
        "ändere Tee in Kaffee",
    ],
)
def test_what_is_not_in_a_text_is_not_changed(sentence):
    page = Page({"Subject": "Summer camp", "Note": NOTE}, focus="Note")
    _, sent = done(page, sentence)
    assert sent == []


def test_words_that_stand_in_two_fields_are_changed_in_none():
    page = Page({"Title": "tea", "Subject": "tea for two", "Note": NOTE})
    outcome, sent = done(page, "change tea to coffee")
    assert (outcome, sent) == (Outcome.NOT_FOUND, [])


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("add the line Bring a towel. at the end", f"{NOTE}\nBring a towel."),
        ("add the line Bring a towel", f"{NOTE}\nBring a towel"),
        ('add a new last line "Yours: Ida"', f"{NOTE}\nYours: Ida"),
        ('at the end of the text add the line "Yours"', f"{NOTE}\nYours"),
        ('at the end of the note, write " Bye."', f"{NOTE} Bye."),
        ('at the start of the text write "PS. "', f"PS. {NOTE}"),
        ('Am Ende des Textes schreib " Danke."', f"{NOTE} Danke."),
        ("At the very end, on a line of its own, add: Yours", f"{NOTE}\nYours"),
        ("write Yours at the end on a new line", f"{NOTE}\nYours"),
        ("Type Hello above the first line", f"Hello\n{NOTE}"),
        ("write PS below the last line", f"{NOTE}\nPS"),
        ("add a blank line after the first line", NOTE.replace("Uma,", "Uma,\n")),
        ("insert an empty line before line 2", NOTE.replace("Uma,", "Uma,\n")),
        ("copy the first line to the end", f"{NOTE}\nDear Uma,"),
        (
            "Move the last line to the top",
            f"We meet on Friday.\n{NOTE}".removesuffix("We meet on Friday."),
        ),
        ("Füge eine leere Zeile nach der ersten Zeile ein", NOTE.replace("Uma,", "Uma,\n")),
        ("At the end, on a line of its own, add: We bring tea.", f"{NOTE}\nWe bring tea."),
        ("Add Agenda as a new first line.", f"Agenda\n{NOTE}"),
        (
            "Add Now as a new line above the second line.",
            NOTE.replace("the boat", "Now.\nthe boat"),
        ),
        ("Change the last line to We met.", NOTE.replace("meet on Friday", "met")),
        ("change the first line to Hello Uma.", NOTE.replace("Dear Uma,", "Hello Uma")),
        ("Change Friday to Sunday.", NOTE.replace("Friday", "Sunday")),
        (
            'Put a line "Hats: two" below the line that begins with Bring',
            NOTE.replace("paint.", "paint.\nHats: two"),
        ),
        (
            "insert a line Hurry up above the last line",
            NOTE.replace("We meet", "Hurry up\nWe meet"),
        ),
        (
            'Füge unter der zweiten Zeile eine Zeile "Es ist alt." ein',
            NOTE.replace("blue.", "blue.\nEs ist alt."),
        ),
    ],
)
def test_a_text_is_added_where_it_is_said(sentence, text):
    page = Page({"Subject": "Summer camp", "Note": NOTE}, focus="Note")
    outcome, _ = done(page, sentence)
    assert (outcome, page.parts["Note"].held) == (Outcome.DONE, text)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("write Sunday instead of Friday", NOTE.replace("Friday", "Sunday")),
        ("Schreib Sonntag statt Friday", NOTE.replace("Friday", "Sonntag")),
        ("replace Friday in the last line with Sunday", NOTE.replace("Friday", "Sunday")),
        (
            "the second line should read The boat is red.",
            NOTE.replace("the boat is blue", "The boat is red"),
        ),
        ('append "See you." to the last line', f"{NOTE} See you."),
        ('add " at seven" after Friday', NOTE.replace("Friday", "Friday at seven")),
        ("insert the word red before boat", NOTE.replace("boat", "red boat")),
        ("put a comma after the word rope", NOTE.replace("rope", "rope,")),
        ("make Uma upper case", NOTE.replace("Uma", "UMA")),
        ("remove the last word", NOTE.replace(" Friday", "")),
        ("At the bottom write Bye", f"{NOTE} Bye"),
        ("At the end, add Bye", f"{NOTE} Bye"),
        ("put the cursor after the word rope", NOTE),
    ],
)
def test_a_part_is_written_anew_or_goes_on(sentence, text):
    page = Page({"Subject": "Summer camp", "Note": NOTE}, focus="Note")
    outcome, _ = done(page, sentence)
    assert (outcome, page.parts["Note"].held) == (Outcome.DONE, text)


@pytest.mark.parametrize(
    "sentence",
    [
        "write Sunday instead of Monday",
        "replace Friday in the first line with Sunday",
        "make Walter upper case",
        "insert the word red before car",
        "put the word order after the summary",
    ],
)
def test_nothing_is_written_where_the_words_do_not_stand(sentence):
    page = Page({"Subject": "Summer camp", "Note": NOTE}, focus="Note")
    outcome, sent = done(page, sentence)
    assert (outcome, sent) == (Outcome.NOT_FOUND, [])


@pytest.mark.parametrize(
    "sentence",
    [
        "add the line 5 to the chart",
        "add the line Tea to the order",
        'put a line "Hats" below the line that begins with Hats',
        "add a line under the heading Prices",
    ],
)
def test_no_line_is_added_where_nobody_knows_the_place(sentence):
    page = Page({"Subject": "Summer camp", "Note": NOTE}, focus="Note")
    _, sent = done(page, sentence)
    assert sent == []


@pytest.mark.parametrize(
    ("sentence", "sent"),
    [
        ("search for rope", ["write 'rope' @Search over", "keys enter"]),
        ("Look for Uma", ["write 'Uma' @Search over", "keys enter"]),
        ("search for the cheapest rope", []),
        ("search for and replace rope", []),
    ],
)
def test_what_is_searched_for_goes_into_the_field_that_searches(sentence, sent):
    search = element("Search", "field", Rect(400, 20, 200, 24), states=states("editable"), value="")
    assert done(Page({"Note": NOTE}, search), sentence)[1] == sent
    assert done(Page({"Subject": "tea", "Note": NOTE}), sentence)[1] == []
