"""A question whose answers are nothing on the screen is one of words: no numbers there, no pixels."""

from dataclasses import replace

import pytest

from app.gui.overlay.choice_card import ANSWER_HINT
from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.overlay.requests import AskChoice
from app.gui.overlay.shapes import Tag
from app.gui.widgets.theme import Theme
from app.settings import Approval, Settings
from automation.commands.phrases import question
from automation.core.events import Asked, Started, Task, Working
from automation.core.geometry import Monitor, Rect
from automation.core.proposal import NOWHERE, Answering, Candidate, Question
from tests.fakes import overlay_scenes as scenes

SETTINGS = Settings(approval=Approval(arming_s=0.3, expiry_s=60.0), mark="amber-kite:paper kite")
PLACED = scenes.question(2).candidates
ANSWERS = (Candidate(3, "Look again", "answer", NOWHERE), Candidate(4, "Stop", "answer", NOWHERE))


class Rig:
    def __init__(self):
        self.confirmer = OverlayConfirmer(Theme("light"), SETTINGS)
        self.director = self.confirmer.director
        self.tell(Started("r", Task("x"), scenes.observation().monitors))

    def tell(self, *happenings):
        for happening in happenings:
            self.confirmer.show_progress(happening)

    def ask(self, *candidates):
        question = Question("What now?", candidates)
        self.tell(Working("r", "asking"), Asked("r", question.text, candidates))
        self.asked = AskChoice(question, scenes.observation())
        self.director.take(self.asked)
        return self.director.session.card

    @property
    def numbers(self):
        """Return the numbers that stand on the screen."""
        marks = self.director.stage.shown_marks().values()
        return [one.text for shapes in marks for one in shapes if isinstance(one, Tag)]

    @property
    def pill(self):
        return self.director.pill.status.state


@pytest.fixture
def rig(qapp):
    made = Rig()
    yield made
    made.director.take_away()


@pytest.mark.parametrize(
    ("candidates", "numbers", "rows", "state"),
    [
        (ANSWERS, [], ["3: Look again", "4: Stop"], "A question"),
        (
            (*PLACED, *ANSWERS),
            ["1", "2"],
            ["1: Edit, button", "2: Edit, button", "3: Look again", "4: Stop"],
            "Which one?",
        ),
        (PLACED, ["1", "2"], ["1: Edit, button", "2: Edit, button"], "Which one?"),
    ],
    ids=["words", "both", "things"],
)
def test_only_what_is_on_the_screen_is_marked_there(rig, candidates, numbers, rows, state):
    card = rig.ask(*candidates)
    assert rig.numbers == numbers
    assert [row.accessibleName() for row in card.rows] == rows
    assert rig.pill == state


@pytest.mark.parametrize(
    ("candidates", "place"), [(ANSWERS, ""), (PLACED, "1001, 226")], ids=["words", "things"]
)
def test_a_row_says_the_pixel_of_a_thing_and_none_of_an_answer(rig, candidates, place):
    assert rig.ask(*candidates).rows[0].place == place


def test_answers_in_words_bring_their_own_way_out(rig):
    card = rig.ask(*ANSWERS)
    assert not card.none_button.isVisible()
    assert card.hint.text() == ANSWER_HINT
    assert rig.ask(*PLACED).none_button.isVisible()


def test_the_pill_tells_a_question_before_its_card_is_there(rig):
    rig.tell(Working("r", "asking"), Asked("r", "What now?", ANSWERS))
    assert rig.pill == "A question"
    rig.tell(Working("r", "asking"), Asked("r", "Which?", PLACED))
    assert rig.pill == "Which one?"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (question("Zwei heißen so.", Answering("or_say", "de", "“x”"), PLACED),
         "Zwei heißen so. Drück Ctrl+Shift und eine Zahl oder sag mehr: “x”."),
        (question("Ich kann es nicht lesen.", Answering("one", "de"), PLACED),
         "Ich kann es nicht lesen. Drück Ctrl+Shift und 1, um darauf zu klicken."),
        (question("Two are called so.", Answering("number", "en"), PLACED),
         "Two are called so. Press Ctrl+Shift and a number."),
        (question("It is in “News”.", Answering("take", "en"), PLACED),
         "It is in “News”. Press Ctrl+Shift and a number to take it."),
        (question("I cannot read it.", Answering("one"), PLACED),
         "I cannot read it. Press Ctrl+Shift and 1 to click it."),
        (Question("“x” is not there. Press a number.", PLACED),
         "“x” is not there. Press a number."),
    ],
)  # fmt: skip
def test_a_card_names_the_keys_that_answer_it(rig, asked, shown):
    rig.director.take(AskChoice(asked, scenes.observation()))
    card = rig.director.session.card
    assert (card.title.text(), card.accessibleName()) == (shown, shown)
    told = "" if asked.answering else "Press Ctrl+Shift and a number, or say more."
    assert card.hint.text() == told, "how to answer is told once"


def test_a_long_question_is_shown_to_its_end(rig):
    text = (
        f"“Save” is not there: {'it was looked for in the window and in its menus, ' * 4}What now?"
    )
    question = Question(text, ANSWERS)
    rig.director.take(AskChoice(question, scenes.observation()))
    card = rig.director.session.card
    assert card.title.text().endswith("What now?")


def test_an_answer_is_asked_on_the_monitor_of_the_window_that_is_worked_in(rig):
    seen = scenes.observation(window=Rect(1400, 84, 600, 500))
    right = Rect(1280, 0, 800, 800)
    seen = replace(seen, monitors=(*seen.monitors, Monitor(2, right, 1.0)))
    rig.director.take(AskChoice(Question("Go on?", ANSWERS), seen))
    assert rig.director.session.picture.view.rect == right
