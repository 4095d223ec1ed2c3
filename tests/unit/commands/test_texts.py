"""Texts by hand: parts are found and worked on by keys, and what came of it is read back."""

from dataclasses import replace

import pytest

from automation.commands.do.editing import spans_of
from automation.commands.forms import (
    Insert,
    Mark,
    Part,
    Phrase,
    PutCursor,
    Reading,
    Recase,
    Rewrite,
    SaveAs,
    Style,
    Transfer,
)
from automation.commands.read.grammar import Clause, Instruction, parse
from automation.commands.words import Quotes
from automation.core.actions import Click, Clipboard, Hotkey, Write
from automation.core.geometry import Rect
from automation.core.observation import TextCursor
from automation.core.proposal import Finish, Outcome, Proposal
from tests.fakes.driver import Driver, short
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.screens import screen, states, win

AREA = Rect(20, 60, 600, 400)
ROTA = "Desk rota\nMonday: Nadia\nTuesday: Piet\nWednesday: Nadia\n"
MOST = 60


class Editor(FakeReader):
    """A window with one text that takes keys as the usual editors do."""

    def __init__(self, text: str, *more, caret: int = 0, role: str = "field", extra=()) -> None:
        super().__init__(more)
        self.held, self.caret, self.anchor, self.clip = text, caret, caret, ""
        self.states = states("editable", "focused", "multi_line", *extra)
        self.role = role
        self.tells_cursor = True

    @property
    def marked(self):
        return self.held[min(self.caret, self.anchor) : max(self.caret, self.anchor)]

    def area(self):
        made = element("", self.role, AREA, states=self.states, value=self.held)
        return replace(made, handle=(":fake", "/area"))

    def tree(self, observation, *, whole_screen=False):
        return [*super().tree(observation, whole_screen=whole_screen), self.area()]

    def refreshed(self, asked):
        return self.area() if asked.handle == (":fake", "/area") else super().refreshed(asked)

    def text_cursor(self, asked):
        ends = sorted((self.caret, self.anchor)) if self.marked else [0, 0]
        return TextCursor(self.caret, *ends, len(self.held)) if self.tells_cursor else None

    def paragraphs(self, asked):
        return ()

    def take(self, action):
        match action:
            case Hotkey(keys, times):
                for _ in range(times):
                    self._press(*keys)
            case Write(text):
                self._put(text)
            case Clipboard(op="paste"):
                self._put(self.clip)
            case Clipboard(op):
                self.clip = self.marked
                if op == "cut":
                    self._put("")

    def _put(self, text):
        start, end = sorted((self.caret, self.anchor))
        self.held = self.held[:start] + text + self.held[end:]
        self.caret = self.anchor = start + len(text)

    def _press(self, *keys):
        held, key = set(keys[:-1]), keys[-1]
        if key == "backspace" and not self.marked:
            self.anchor = self.caret - 1
            return self._put("")
        if key == "delete":
            self.anchor = self.anchor if self.marked else self.caret + 1
            return self._put("")
        start, end = sorted((self.caret, self.anchor))
        if self.marked and key in ("left", "right") and "shift" not in held:
            self.caret = self.anchor = start if key == "left" else end
            return None
        if keys == ("ctrl", "a"):
            self.anchor, self.caret = 0, len(self.held)
            return None
        lines = self.held[: self.caret].split("\n")
        self.caret = {
            "left": max(0, self.caret - 1),
            "right": min(len(self.held), self.caret + 1),
            "home": 0,
            "end": len(self.held),
            "backspace": self.caret,
            "down": min(len(self.held), self.held.find("\n", self.caret) + 1 or len(self.held)),
            "up": max(0, sum(len(x) + 1 for x in lines[:-2])),
        }[key]
        if "shift" not in held:
            self.anchor = self.caret
        return None


def phrase_of(name):
    return Phrase(name, (Reading(name, is_literal=True),))


def run(editor, *forms, told=short):
    """Let the policy do the forms, a tuple being the readings of one; return the end and what was sent."""
    seen = screen([win(1, "rota.txt - Mousepad", "mousepad", is_active=True)], [])
    driver = Driver("", replace(seen, reader=editor))
    each = (form if isinstance(form, tuple) else (form,) for form in forms)
    clauses = tuple(Clause("", readings, "then", "", "do") for readings in each)
    driver.policy._instruction = Instruction(clauses, Quotes(""))
    sent = []
    for _ in range(MOST):
        decision = driver.step()
        if not isinstance(decision, Proposal):
            return decision, sent
        editor.take(decision.intent)
        sent.append(told(decision))
    raise AssertionError(sent)


@pytest.mark.parametrize(
    ("part", "texts"),
    [
        (Part("all"), [ROTA]),
        (Part("word", "nadia"), ["Nadia", "Nadia"]),
        (Part("word", "Nadia", -1), ["Nadia"]),
        (Part("word", "Nad"), []),
        (Part("word", ordinal=1, inside=Part("line", ordinal=3)), ["Tuesday"]),
        (Part("line", ordinal=2), ["Monday: Nadia"]),
        (Part("line", ordinal=-1), ["Wednesday: Nadia"]),
        (Part("line", "Tuesday: Piet"), ["Tuesday: Piet"]),
        (Part("line", "Tuesday"), ["Tuesday: Piet"]),
        (Part("line", "Piet"), ["Tuesday: Piet"]),
        (Part("line", ordinal=9), []),
        (Part("word", "Monday", through=Part("word", "Piet")), ["Monday: Nadia\nTuesday: Piet"]),
        (Part("word", "Piet", through=Part("word", "Monday")), []),
    ],
)
def test_a_part_is_where_its_words_stand(part, texts):
    assert [ROTA[start:end] for start, end in spans_of(part, ROTA)] == texts


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Part("sentence", ordinal=2), "Bring tea."),
        (Part("sentence", "tea"), "Bring tea."),
        (Part("paragraph", ordinal=2), "We end at six."),
        (Part("paragraph", "hall"), "Come to the hall. Bring tea."),
    ],
)
def test_sentences_and_paragraphs_are_parts(part, text):
    letter = "Come to the hall. Bring tea.\n\nWe end at six."
    assert [letter[start:end] for start, end in spans_of(part, letter)] == [text]


@pytest.mark.parametrize("caret", [0, 7, 30, len(ROTA)])
@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Part(), ROTA),
        (Part("word", "Piet"), "Piet"),
        (Part("line", ordinal=2), "Monday: Nadia"),
        (Part("line", ordinal=-1), "Wednesday: Nadia"),
    ],
)
def test_a_part_is_selected_wherever_the_cursor_was(part, text, caret):
    editor = Editor(ROTA, caret=caret)
    end, _ = run(editor, Mark(part))
    assert (end.outcome, editor.marked) == (Outcome.DONE, text)


def test_keys_that_bring_the_cursor_to_a_part_say_on_the_card_what_for():
    _, evidence = run(Editor(ROTA), Mark(Part("word", "Piet")), told=lambda step: step.evidence)
    assert evidence
    assert set(evidence) == {"to select the word “Piet”"}


def test_a_long_way_is_gone_by_lines():
    editor = Editor("\n".join(f"line number {n} of many" for n in range(400)))
    end, sent = run(editor, Mark(Part("line", ordinal=300)))
    assert (end.outcome, editor.marked) == (Outcome.DONE, "line number 299 of many")
    assert len(sent) < 10


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        (PutCursor("end", Part("line", ordinal=2)), "Desk rota\nMonday: Nadia", "\nTuesday"),
        (PutCursor("end", Part("word", "Piet")), "Tuesday: Piet", "\nWednesday"),
        (PutCursor("start", Part("word", "Piet")), "Tuesday: ", "Piet"),
        (PutCursor("start"), "", "Desk"),
    ],
)
def test_the_cursor_is_put_beside_a_part(form, before, after):
    editor = Editor(ROTA, caret=12)
    end, _ = run(editor, form)
    assert end.outcome is Outcome.DONE
    assert editor.held[: editor.caret].endswith(before)
    assert editor.held[editor.caret :].startswith(after)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Insert("x", "end", Part("line", ordinal=1)), ROTA.replace("rota", "rota x")),
        (Insert("!", "end", Part("word", "Piet")), ROTA.replace("Piet", "Piet!")),
        (Insert("very", "start", Part("word", "Piet")), ROTA.replace("Piet", "very Piet")),
        (Insert("Thursday", as_line=True), ROTA + "Thursday"),
        (Insert("Top", "start", as_line=True), "Top\n" + ROTA),
        (
            Insert("Noon", "start", Part("line", "Tuesday"), as_line=True),
            ROTA.replace("Tuesday", "Noon\nTuesday"),
        ),
        (
            Insert("Noon", "end", Part("line", "Tuesday"), as_line=True),
            ROTA.replace("Piet", "Piet\nNoon"),
        ),
        (Rewrite(Part("word", "Piet"), "Olga"), ROTA.replace("Piet", "Olga")),
        (Rewrite(Part("word", "Nadia"), "Olga", every=True), ROTA.replace("Nadia", "Olga")),
        (Rewrite(Part("line", ordinal=2), "Shut"), ROTA.replace("Monday: Nadia", "Shut")),
        (Rewrite(Part("line", ordinal=2), ""), ROTA.replace("Monday: Nadia\n", "")),
        (Rewrite(Part(), ""), ""),
        (Recase(Part("line", ordinal=1), "upper"), ROTA.replace("Desk rota", "DESK ROTA")),
        (Recase(Part(), "lower"), ROTA.lower()),
        (
            Transfer(Part("line", "Tuesday"), to_part=Part(), as_line=True),
            ROTA + "Tuesday: Piet",
        ),
        (
            Transfer(Part("word", "Piet"), to_part=Part("line", ordinal=1), cuts=True),
            ROTA.replace("Piet", "").replace("Desk rota", "Desk rotaPiet"),
        ),
    ],
)
def test_a_text_is_changed_and_read_back(form, text):
    editor = Editor(ROTA, caret=3)
    end, _ = run(editor, form)
    assert (end.outcome, editor.held) == (Outcome.DONE, text)


def test_a_text_that_became_another_one_is_told():
    editor = Editor(ROTA)
    editor._put = lambda text: Editor._put(editor, text + " ")
    end, _ = run(editor, Rewrite(Part("word", "Piet"), "Olga"))
    assert end.outcome is Outcome.UNVERIFIED


@pytest.mark.parametrize(
    ("form", "outcome"),
    [
        (Mark(Part("word", "Nadia")), Outcome.AMBIGUOUS),
        (Mark(Part("word", "Igor")), Outcome.NOT_FOUND),
        (Rewrite(Part("line", ordinal=7), "x"), Outcome.NOT_FOUND),
        (Recase(Part("selection"), "upper"), Outcome.NOT_FOUND),
    ],
)
def test_nothing_is_sent_where_a_part_is_not_the_only_one(form, outcome):
    end, sent = run(Editor(ROTA), form)
    assert (end.outcome, sent) == (outcome, [])


def test_a_password_field_is_not_read():
    end, sent = run(Editor("hunter2", extra=("secret",)), Mark(Part("word", ordinal=1)))
    assert (end.outcome, sent) == (Outcome.BLOCKED, [])


def test_a_field_of_one_line_gets_no_second_one():
    editor = Editor("tea")
    editor.states -= {"multi_line"}
    end, sent = run(editor, Insert("milk", as_line=True))
    assert (end.outcome, sent) == (Outcome.NOT_FOUND, [])


def test_words_are_clicked_where_only_the_picture_tells_the_text():
    editor = Editor("")
    editor.tells_cursor = False
    editor.lines = [line("Bring some tea please", Rect(30, 70, 210, 16))]
    editor.area = lambda: replace(Editor.area(editor), value=None)
    end, sent = run(editor, Mark(Part("word", "tea")), PutCursor("end", Part("line", "Bring")))
    assert end.outcome is Outcome.DONE
    assert [words.split()[0] for words in sent] == ["click2", "click", "keys"]


def test_a_look_is_read_back_from_its_button():
    bold = element("Bold", "toggle", Rect(20, 20, 20, 20))
    editor = Editor(ROTA, bold)

    def take(action):
        if isinstance(action, Click):
            editor.elements[0] = replace(bold, states=bold.states | {"checked"})
        Editor.take(editor, action)

    editor.take = take
    end, sent = run(editor, Style("bold", Part("line", ordinal=1)))
    assert (end, editor.marked) == (Finish(Outcome.DONE, "Done."), "Desk rota")
    assert sent[-1] == "click Bold"
    end, sent = run(editor, Style("bold"))
    assert (sent, "already" in end.message) == ([], True)


CHAIRS = Part("line", "a chair", through=Part("line", "a lamp"))


@pytest.mark.parametrize(
    ("said", "form"),
    [
        ("make the lines from a chair to a lamp a bullet list", Style("named", CHAIRS, name="bullet list")),
        ("Mark the lines from a chair to a lamp", Mark(CHAIRS)),
        ("Markiere die Zeilen von a chair bis a lamp", Mark(CHAIRS)),
        ("Centre the heading Street party", Style("centre", Part("word", "Street party"))),
        ("zentriere die Überschrift Straßenfest", Style("centre", Part("word", "Straßenfest"))),
        ("Music should be a Heading 1", Style("named", Part("word", "Music"), name="Heading 1")),
        ("turn Music into a heading 2", Style("named", Part("word", "Music"), name="heading 2")),
        ("Musik soll eine Überschrift 1 werden", Style("named", Part("word", "Musik"), name="Überschrift 1")),
        ("on a new line under Ruth, write No dogs", Insert("No dogs", "end", Part("word", "Ruth"), as_line=True)),
        ("save it under a new name, flat rules.txt", SaveAs("flat rules.txt")),
        ("speichere es unter einem neuen Namen, flach.txt", SaveAs("flach.txt")),
    ],
)  # fmt: skip
def test_parts_of_texts_by_more_words(said, form):
    found = [replace(f, may_stop=False) if hasattr(f, "may_stop") else f
             for f in parse(said).clauses[0].forms]  # fmt: skip
    assert form in found


@pytest.mark.parametrize("said", ["Mark A1 to D1", "highlight the cells A1 to D1"])
def test_cells_are_marked_as_they_are_selected(said):
    assert parse(said).clauses[0].forms == parse("select cells A1 to D1").clauses[0].forms


@pytest.mark.parametrize("said", ["The total should be a heading", "make Music a Heading"])
def test_a_heading_without_its_number_is_no_style(said):
    assert not any(isinstance(f, Style) for f in parse(said).clauses[0].forms)


def test_a_button_that_does_not_show_the_look_is_told():
    editor = Editor(ROTA, element("Bold", "toggle", Rect(20, 20, 20, 20)))
    end, _ = run(editor, Style("bold"))
    assert end.outcome is Outcome.UNVERIFIED


@pytest.mark.parametrize("form", [Rewrite(Part("word", "tea"), "milk"), Insert("x", "end")])
def test_a_page_that_nobody_edits_is_not_typed_into(form):
    button = element("Order", "button", Rect(20, 300, 60, 20))
    editor = Editor("", button)
    editor.lines = [line("Bring some tea please", Rect(30, 70, 210, 16))]
    editor.states = states()
    end, sent = run(editor, form)
    assert (end.outcome, sent) == (Outcome.NOT_FOUND, [])


def test_words_that_are_not_seen_leave_the_other_readings_of_a_clause():
    editor = Editor("")
    editor.area = lambda: replace(Editor.area(editor), value=None)
    end, sent = run(editor, (Rewrite(Part("word", "the title"), "Autumn"), Mark(Part())))
    assert (end.outcome, sent) == (Outcome.DONE, ["keys ctrl+a"])


class Paragraphs(Editor):
    """A text that tells each paragraph by itself, and of a selection what lies in the last of them."""

    def paragraphs(self, asked):
        found, at = [], 0
        for n, text in enumerate(self.held.split("\n")):
            is_here = at <= self.caret <= at + len(text)
            words = ("focused",) if is_here else ()
            made = element(f"{n}", "paragraph", AREA, states=states(*words), value=text)
            found.append(replace(made, handle=(":fake", f"/{at}")))
            at += len(text) + 1
        return found

    def text_cursor(self, asked):
        at, size = int(asked.handle[1][1:]), len(asked.value)
        if "focused" not in asked.states:
            return TextCursor(0, 0, 0, size)
        ends = sorted((max(0, self.caret - at), max(0, min(self.anchor - at, size))))
        return TextCursor(self.caret - at, *(ends if self.marked else (0, 0)), size)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Part("line", ordinal=2, through=Part("line", ordinal=3)), "Monday: Nadia\nTuesday: Piet"),
        (Part("line", ordinal=1, through=Part("line", ordinal=3)), ROTA[:37]),
        (Part("line", ordinal=3), "Tuesday: Piet"),
        (Part("word", "Tuesday"), "Tuesday"),
    ],
)
def test_several_paragraphs_are_selected_together(part, text):
    editor = Paragraphs(ROTA, caret=len(ROTA) - 1, role="paragraph")
    end, _ = run(editor, Mark(part))
    assert (end.outcome, editor.marked) == (Outcome.DONE, text)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Part("line", "Piet"), ROTA.rstrip().replace("Tuesday: Piet\n", "")),
        (Part("line", ordinal=1), ROTA.rstrip().replace("Desk rota\n", "")),
        (Part("line", ordinal=4), ROTA.rstrip().removesuffix("\nWednesday: Nadia")),
        (Part("line", ordinal=2, through=Part("line", ordinal=3)), "Desk rota\nWednesday: Nadia"),
    ],
)
def test_a_paragraph_goes_with_its_end(part, text):
    editor = Paragraphs(ROTA.rstrip(), caret=3, role="paragraph")
    end, _ = run(editor, Rewrite(part, ""))
    assert (end.outcome, editor.held) == (Outcome.DONE, text)


@pytest.mark.parametrize(
    ("said", "text", "where"),
    [
        ('add "Lift 2" to the end of the handover note on a new line', "Lift 2", "the handover note"),
        ('add "Lift 2" on a line of its own at the end of the handover note', "Lift 2", "the handover note"),
        ('add the line "Lift 2" at the end of the handover note', "Lift 2", "the handover note"),
        ('write "Lift 2" as a new line in the handover note', "Lift 2", "the handover note"),
        ("Add a new line at the end of the handover note: Lift 2 is out.", "Lift 2 is out", "the handover note"),
        ("At the end of the notice at the door add a new line saying Back soon.", "Back soon", "the notice at the door"),
        ("on a new line at the end of this page write Ask Jo.", "Ask Jo", "this page"),
        ("add a line saying Bye to the note", "Bye", "the note"),
        ("put one more line under the notes for the board: Bring gloves.", "Bring gloves", "the notes for the board"),
    ],
)  # fmt: skip
def test_a_line_goes_to_the_end_of_the_field_that_is_named(said, text, where):
    (clause,) = parse(said).clauses
    form = clause.forms[0]
    assert isinstance(form, Insert)
    assert (form.text, form.where and form.where.text, form.as_line) == (text, where, True)


@pytest.mark.parametrize(
    ("said", "comes_to"),
    [
        ("write on the notice board: come early", "write 'come early' @Notice board over"),
        ("write come early", "write 'come early'"),
        ("write 'Notice board'", "write 'Notice board'"),
    ],
)
def test_words_that_name_a_field_are_not_typed_whole_into_the_window(said, comes_to):
    board = element("Notice board", "field", Rect(20, 60, 300, 24), states=states("editable"))
    other = element("Phone", "field", Rect(20, 100, 300, 24), states=states("editable"))
    seen = screen([win(1, "Rota", "rota", is_active=True)], [board, other])
    assert short(Driver(said, seen).decide()) == comes_to
