"""What follows on a step that opens a dialog is looked for in that first, not in what it lies over."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Execution, Finish, Outcome, Proposal, Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import Seen, screen, states, win

DESK = win(1, "Boats", "browser", is_active=True)
FIELD = states("editable", "focusable")
PIERS = ("Pier 1", "Pier 2", "Pier 3")


class Offering(FakeReader):
    """Knows what the drop-down of the dialog offers."""

    def options(self, element):
        return PIERS if element.role == "combo" else ()


def offered(seen):
    return Seen(seen.observation, Offering(seen.reader.elements, seen.reader.lines))


def bookings():
    """A page with a table of bookings."""
    parts = [element("Boats", "document", Rect(0, 80, 1280, 720))]
    parts.append(element("New booking", "button", Rect(40, 150, 120, 30)))
    for n, name in enumerate(("Guest", "Pier")):
        parts.append(element(name, "column_header", Rect(40 + n * 150, 200, 150, 28)))
    for row, names in enumerate((("Luna", "Pier 3"), ("Mara", "Pier 1"))):
        y = 228 + 28 * row
        parts += [element(n, "cell", Rect(40 + k * 150, y, 150, 28)) for k, n in enumerate(names)]
    return parts


def form(*more):
    """A dialog over the table."""
    return [
        element("New booking", "dialog", Rect(180, 200, 400, 300), states=states(*more)),
        element("New booking", "heading", Rect(200, 210, 200, 30)),
        element("Pier", "combo", Rect(280, 260, 150, 28), value="Pier 1"),
        element("Guest", "field", Rect(280, 300, 200, 28), states=FIELD, value=""),
        element("Save", "button", Rect(280, 400, 80, 30)),
    ]


def in_page(*more):
    return offered(screen([DESK], [*bookings(), *form(*more)]))


def in_own_window():
    front = win(2, "New booking", "browser", Rect(180, 200, 400, 300), is_active=True)
    parts = [replace(e, window_id=1) for e in bookings()]
    parts += [replace(e, window_id=2) for e in form()[1:]]
    return offered(screen([front, win(1, "Boats", "browser")], parts))


def steps(said, opened):
    """Return what is done once the dialog is there, up to the list of the drop-down, and the end."""
    driver = Driver(said, offered(screen([DESK], bookings())))
    while not (step := driver.step()).sentence.startswith(("Click “New", "Choose “New")):
        assert step.element.name == "New booking"  # a menu may open by hovering
    driver.show(opened)
    told = []
    while isinstance(step := driver.step(), Proposal):
        told.append(step.sentence)
        if told[-1].startswith("Open"):
            break
    return told, step


PIER = "Open “Pier” and choose “Pier 3”"
GUEST = "Type “Luna” into “Guest”"


@pytest.mark.parametrize("opened", [in_page(), in_page("modal"), in_own_window()])
@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("New booking, Pier 3, guest Luna", [PIER]),
        ("click New booking, Pier 3, and Save", [PIER]),
        ("choose New booking, guest Luna, Pier 3, and Save", [GUEST, PIER]),
        ("click New booking, then choose Pier 3", [PIER]),
        ("New booking, guest Luna, Pier 3, Save", [GUEST, PIER]),
        ("klicke auf New booking, wähle Pier 3", ["Open “Pier” and choose “Pier 3”"]),
    ],
)
def test_what_follows_is_looked_for_in_the_dialog_before_the_page_behind(opened, said, done):
    assert steps(said, opened)[0] == done


@pytest.mark.parametrize(
    "said", ["click New booking, then Mara", "click New booking, then press Pier 1"]
)
def test_nothing_that_lies_under_a_modal_dialog_is_pressed(said):
    told, end = steps(said, in_page("modal"))
    assert not [step for step in told if step.startswith("Click")]
    assert told or (isinstance(end, Finish) and end.outcome is Outcome.NOT_FOUND)


def test_what_the_dialog_has_not_is_still_found_beside_it_where_it_is_not_modal():
    assert steps("click New booking, then click Mara", in_page())[0] == ["Click “Mara”"]


def test_the_browser_itself_can_be_reached_beside_a_modal_dialog():
    bar = element("Reload", "button", Rect(20, 20, 40, 30))
    seen = in_page("modal").with_elements()
    seen.reader.elements.insert(0, bar)
    assert Driver("click Reload", seen).step().element == bar


def test_what_was_there_from_the_start_comes_not_first():
    seen = screen([DESK], [*bookings(), *form()])
    assert isinstance(Driver("click New booking, then click Mara", seen).step(), Proposal)
    driver = Driver("click Pier 3, then click Pier 1", seen)
    assert [driver.step().element.role for _ in range(2)] == ["cell", "cell"]


def test_another_window_is_asked_about_only_when_nothing_else_is_meant():
    _, end = steps("choose New booking, then click Mara", in_own_window())
    assert isinstance(end, Question)


def machine(*answers):
    """A page with two buttons; its question lies over it once it is asked."""
    document = element("Vending", "document", Rect(0, 80, 1280, 720))
    names = ("Refill all", "Lock door", "Remove Carlo Neri")
    buttons = [element(n, "button", Rect(40, 120 + 40 * k, 160, 30)) for k, n in enumerate(names)]
    asked = element("Sure?", "dialog", Rect(300, 200, 400, 200), states=states("modal"))
    parts = [element(n, "button", Rect(320 + 120 * k, 350, 110, 30)) for k, n in enumerate(answers)]
    windows = [win(1, "Vending", "browser", is_active=True)]
    return screen(windows, [document, *buttons, *([asked, *parts] if answers else [])])


@pytest.mark.parametrize(
    ("said", "pressed"),
    [
        ("Refill all, and say yes to the question", ["Refill all", "Yes, refill"]),
        ("Refill all and say yes", ["Refill all", "Yes, refill"]),
        ("Refill all and answer not yet when it asks", ["Refill all", "Not yet"]),
        ("press Refill all and choose Take off when asked", ["Refill all", "Take off"]),
        ("Remove Carlo Neri and say Take off when it asks", ["Remove Carlo Neri", "Take off"]),
        ("Remove Carlo Neri and confirm with Take off", ["Remove Carlo Neri", "Take off"]),
        ("press Refill all and press Take off, when it asks", ["Refill all", "Take off"]),
        ("Klick auf Refill all und sag Take off, wenn es fragt", ["Refill all", "Take off"]),
    ],
)
def test_what_is_said_to_the_question_of_a_step_is_pressed_in_it(said, pressed):
    driver = Driver(said, machine())
    done = [driver.step()]
    driver.show(machine("Not yet", "Yes, refill", "Take off"))
    done += driver.all()
    assert [step.element.name for step in done[:-1]] == pressed, done[-1].message


@pytest.mark.parametrize("said", ["say yes when it asks", "press Take off when it asks"])
def test_no_question_is_answered_that_is_not_asked(said):
    assert told(said, machine()) == "not_found"


@pytest.mark.parametrize(
    ("answers", "note"),
    [
        (("Remove", "Keep"), "“Sure?” waits for an answer: “Remove”, “Keep”."),
        ((), ""),
    ],
)
def test_a_question_that_the_last_step_brought_up_is_told_at_the_end(answers, note):
    driver = Driver("click Remove Carlo Neri", machine())
    driver.step()
    driver.show(machine(*answers))
    end = driver.decide()
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.DONE
    assert end.message == f"Done. {note}".strip()


def test_an_answer_that_the_user_interrupted_is_offered_again():
    driver = Driver("Remove Carlo Neri", machine())
    driver.step()
    driver.show(machine("Remove", "Keep"))
    first = driver.step()
    execution = Execution(3, 1.0, completed=False, note="user_active")
    driver.steps[-1] = replace(driver.steps[-1], execution=execution)
    assert driver.decide().intent == first.intent


@pytest.mark.parametrize(
    ("said", "answers", "pressed"),
    [
        ("Remove Carlo Neri", ("Remove", "Keep"), "Remove"),
        ("Remove Carlo Neri", ("Cancel", "OK"), ""),  # "Sure?" does not tell of what
        ("Remove Carlo Neri", ("Keep Carlo Neri", "Throw out"), ""),
        ("refill all", ("Yes, refill", "Not yet"), "Yes, refill"),
        ("click Remove Carlo Neri", ("Remove", "Keep"), ""),  # no more is asked for than a press
        ("refill all", ("Stop", "Later"), ""),
        ("Remove Carlo Neri", ("Remove", "Keep", "Remove all"), ""),
        ("lock door", ("Do not lock", "Lock"), "Lock"),
    ],
)
def test_the_button_that_says_again_what_was_said_is_asked_about(said, answers, pressed):
    driver = Driver(said, machine())
    driver.step()
    driver.show(machine(*answers))
    step = driver.decide()
    assert (step.element.name if isinstance(step, Proposal) else "") == pressed
    assert isinstance(step, Finish) or step.is_inferred


def test_a_german_verb_in_two_parts_is_said_again_by_its_button():
    document = element("Tour", "document", Rect(0, 80, 1280, 720))
    cancel = element("Absagen", "button", Rect(40, 120, 160, 30))
    asked = element("Absagen?", "dialog", Rect(300, 200, 400, 200), states=states("modal"))
    answers = (("Zurück", 320), ("Ja, absagen", 440))
    buttons = [element(name, "button", Rect(x, 350, 110, 30)) for name, x in answers]
    windows = [win(1, "Tour", "browser", is_active=True)]
    driver = Driver("sag die Tour ab", screen(windows, [document, cancel]))
    assert driver.step().element == cancel
    driver.show(screen(windows, [document, cancel, asked, *buttons]))
    assert driver.decide().element.name == "Ja, absagen"


def test_a_form_that_the_last_step_opened_waits_for_no_answer():
    driver = Driver("click New booking", offered(screen([DESK], bookings())))
    while not (step := driver.step()).sentence.startswith("Click “New"):
        assert step.element.name == "New booking"
    driver.show(in_page("modal"))
    end = driver.decide()
    assert isinstance(end, Finish)
    assert "waits" not in end.message


def test_a_question_without_a_title_is_called_by_its_text():
    seen = machine("Yes", "No")
    seen.reader.elements = [
        replace(e, name="") if e.role == "dialog" else e for e in seen.reader.elements
    ]
    asked = element("Remove Carlo Neri for good?", "label", Rect(320, 240, 300, 24))
    seen.reader.elements.append(asked)
    driver = Driver("Remove Carlo Neri", machine())
    driver.step()
    driver.show(seen)
    step = driver.decide()
    assert step.element.name == "Yes", step
    assert "Remove Carlo Neri for good?" in step.evidence
