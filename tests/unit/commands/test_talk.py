"""What is asked of the program itself is answered at once; nothing is sent."""

import pytest

from automation.commands.find.screen_view import Scene
from automation.commands.policy import CommandsPolicy
from automation.commands.read.grammar import parse
from automation.commands.read.verbs import nearest_verb
from automation.commands.talk import language_of, names_said, talk_of
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome
from tests.fakes.driver import Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import calculator, mousepad, screen, states, two_windows, web_form, win


@pytest.mark.parametrize(
    ("said", "kind", "language"),
    [
        ("help", "help", "en"),
        ("What can you do?", "help", "en"),
        ("please show me some examples", "help", "en"),
        ("Was kannst du?", "help", "de"),
        ("Hilfe!", "help", "de"),
        ("what is on the screen?", "screen", "en"),
        ("what's on my screen", "screen", "en"),
        ("Was ist auf dem Bildschirm?", "screen", "de"),
        ("do it again", "again", "en"),
        ("Nochmal", "again", "de"),
        ("no, the other one", "other", "en"),
        ("stop", "stop", "en"),
        ("Vielen Dank!", "thanks", "de"),
        ("thanks a lot", "thanks", "en"),
        ("Guten Morgen", "hello", "de"),
    ],
)
def test_talk_is_known_in_each_language(said, kind, language):
    found = talk_of(said)
    assert found is not None
    assert (found.kind, found.language) == (kind, language)


@pytest.mark.parametrize(
    "said",
    ["click Help", "open the Help menu", "press Stop", "type thanks", "it", "press Tab again", ""],
)
def test_a_step_is_no_talk(said):
    assert talk_of(said) is None


def test_help_says_what_can_be_said_of_the_window_in_front_and_each_is_understood():
    end = Driver("help", web_form()).decide()
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.DONE
    assert "click Book" in end.suggestions
    assert all(CommandsPolicy.preview(said) for said in end.suggestions)
    german = Driver("Hilfe", web_form()).decide()
    assert "klick auf Book" in german.suggestions
    assert all(CommandsPolicy.preview(said) for said in german.suggestions)


def test_help_is_for_the_program_where_the_window_has_a_help_menu_and_stop_is_a_button_that_is_there():
    assert Driver("help", mousepad()).decide().outcome is Outcome.DONE
    player = screen(
        [win(7, "Player", "player", is_active=True)],
        [element("Stop", "button", Rect(10, 50, 80, 30))],
    )
    assert Driver("stop", player).decide().sentence == "Click “Stop”"


def test_what_is_on_the_screen_is_told_by_kinds():
    said = Driver("what is on the screen?", mousepad()).decide().message
    assert said.startswith("In front is ")
    assert "Menus: File" in said


@pytest.mark.parametrize(
    ("said", "told"),
    [("what does it show?", "It "), ("read the result", "It "), ("was zeigt es an?", "Es ")],
)
def test_what_the_window_shows_is_told(said, told):
    end = Driver(said, calculator()).decide()
    assert end.outcome is Outcome.DONE
    assert end.message.startswith(told)


def test_what_a_field_holds_is_told_and_what_hides_it_is_not():
    shown = screen(
        [win(7, "Order", "order", is_active=True)],
        [
            element("Total", "field", Rect(10, 50, 80, 30), value="84 €"),
            element("PIN", "password", Rect(10, 90, 80, 30), value="1234"),
        ],
    )
    assert Driver("what is in the Total field?", shown).decide().message.endswith("shows “84 €”.")
    assert "1234" not in Driver("what does PIN show?", shown).decide().message


def test_several_steps_are_repeated():
    clauses = parse("repeat 3 times: press Tab, then type x").clauses
    assert [c.source.strip() for c in clauses] == ["press Tab", "type x"] * 3
    assert len(parse("mach das zweimal: drück Tab").clauses) == len(parse("drück Tab").clauses) * 2
    assert parse("repeat 200 times: press Tab").is_too_long


def test_the_language_of_an_answer_is_that_of_the_words():
    assert language_of("den Knopf mit dem Fisch") == "de"
    assert language_of("the button with the fish") == "en"
    assert language_of("lass Name leer") == "de"


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Title: Spring issue", "en"),
        ("taste gets 4 stars", "en"),
        ("set Taste to 4", "en"),
        ("Quantity 2", "en"),
        ("Titel: Spring", "de"),
        ("drück die Taste", "de"),
        ("Menge 2", "de"),
        ("4 Sterne", "de"),
        ("spring zum Ende", "de"),
        ("taste", ""),
        ("Spring: issue", ""),
        ("Brief: short", ""),
        ("Alter: 12", ""),
        ("Name: Anna", ""),
        ("klick Save", "de"),
        ("Save klick", "en"),
    ],
)
@pytest.mark.parametrize("window", ["en", "de"])
def test_a_word_of_two_languages_does_not_tell_which_one_is_spoken(said, language, window):
    assert language_of(said, window) == (language or window)


def test_a_short_verb_with_a_slip_has_one_that_it_was_meant_to_be():
    meant = {"opn": "open", "typ": "type", "klik": "klick", "schreb": "schreib"}
    assert {word: nearest_verb(word) for word in meant} == meant
    assert nearest_verb("the") is None


def test_words_of_no_language_are_answered_in_that_of_the_window():
    assert language_of("drck F7") == "en"
    assert language_of("drck F7", "de") == "de"
    assert language_of("click F7", "de") == "en"
    assert language_of("drck F7", "xx") == "en"
    assert language_of("Frobnicate") == "en"


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("scroll down in Chromium", "en"),
        ("press Tab", "en"),
        ("Scroll down", "en"),
        ("drück Enter", "de"),
        ("press Enter", "en"),
        ("Klick Speichern", "de"),
    ],
)
def test_a_short_instruction_is_in_the_language_of_its_verb(said, language):
    assert language_of(said) == language


def test_nothing_can_be_done_again_before_something_was_done():
    end = Driver("do it again", web_form()).decide()
    assert end.outcome is Outcome.NOT_UNDERSTOOD
    assert end.suggestions


def test_the_result_of_a_sum_is_told_at_its_end_and_a_text_that_was_typed_is_not():
    driver = Driver("press 7", calculator())
    driver.take(driver.decide())
    driver.show(calculator("84"))
    assert driver.decide().message == "Done. It shows “84”."
    driver = Driver('type "84" into 0', calculator())
    driver.take(driver.decide())
    driver.show(calculator("84"))
    assert driver.decide().message == "Done."


def test_what_closes_or_sends_is_no_example():
    parts = [
        element(name, "button", Rect(10, 50 + 40 * n, 80, 30))
        for n, name in enumerate(("Close Document", "Send", "Bold"))
    ]
    shown = screen([win(7, "Order", "order", is_active=True)], parts)
    assert "click Bold" in Driver("help", shown).decide().suggestions


def test_a_window_that_is_not_open_is_offered_in_the_instruction_that_named_it():
    end = Driver("close Frobnicator", two_windows()).decide()
    assert end.outcome is Outcome.NOT_FOUND
    assert all(said.startswith("close ") for said in end.suggestions)
    assert end.suggestions


def test_what_a_field_for_a_password_came_to_hold_is_never_told():
    def login(pin):
        parts = [
            element("PIN", "field", Rect(110, 50, 80, 30), value=pin),
            element("Log in", "button", Rect(10, 90, 80, 30)),
        ]
        return screen([win(7, "Login", "login", is_active=True)], parts)

    driver = Driver("press Log in", login(""))
    driver.take(driver.decide())
    driver.show(login("hunter2"))
    assert "hunter2" not in driver.decide().message
    for said in ("what is in the PIN field?", "what does it show?"):
        assert "hunter2" not in Driver(said, login("hunter2")).decide().message


def test_what_a_run_typed_is_never_told_as_its_result():
    driver = Driver('type "${secret:bank}" into 0', calculator())
    driver.take(driver.decide())
    driver.show(calculator("hunter2"))
    assert "hunter2" not in driver.decide().message


def _surgery(options=None):
    """A page in a browser: a form with one thing of each kind, a table of boxes, tabs, a day and a secret."""
    page = element("Surgery", "document", Rect(0, 80, 1280, 720))

    def part(name, role, y, x=40, *marks, **more):
        held = {"field": ("editable",), "checkbox": ("checkable",)}.get(role, ())
        return element(name, role, Rect(x, y, 140, 24), states=states(*held, *marks), **more)

    rows = [
        part(name, "cell", 400 + 30 * n, parent_name=f"{name}, Tuesday") for n, name in enumerate(("Rex", "Bella"))
    ] + [
        part("Vaccinated", "checkbox", 400 + 30 * n, 240, parent_name=f"{name}, Tuesday")
        for n, name in enumerate(("Rex", "Bella"))
    ]  # fmt: skip
    things = [
        element("Minimise", "button", Rect(1200, 10, 30, 30)), page,
        part("Save", "button", 100), part("Delete", "button", 100, 240), part("Owner", "field", 140, value=""),
        part("Wi-Fi password", "field", 140, 240, value=""), part("Date of birth", "field", 140, 440, value=""),
        part("Fee", "field", 140, 640, value="-2.50"), part("Urgent", "checkbox", 180),
        part("Vet of Rex", "combo", 220, value="Dr Ames"), part("Visits", "tab", 260, 40, "selected"),
        part("Owners", "tab", 260, 240), *rows,
    ]  # fmt: skip
    seen = screen([win(1, "Surgery", "chromium", is_active=True)], things)
    lists = {"Vet of Rex": ("Dr Ames", "Dr Boyle", "Mr Cole")} if options is None else options
    seen.reader.options = lambda combo: lists.get(combo.name, ())
    return seen


def test_examples_are_of_the_page_and_of_what_can_be_done_there():
    said = names_said(Scene(_surgery().observation, _surgery().reader), "en")
    assert said[-1] == "tick Urgent and tick Vaccinated for Rex"
    assert "click Save" in said
    assert len(said) == len({*said})
    assert not [
        s for s in said if any(no in s for no in ("Minimise", "password", "Date", "Fee", "Delete"))
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_example_is_carried_out_as_it_stands(language):
    """But what is chosen in a list, which opens on no still screen."""
    for said in names_said(Scene(_surgery({}).observation, _surgery({}).reader), language):
        last = Driver(said, _surgery({})).all()[-1]
        assert isinstance(last, Finish), said
        assert last.outcome is Outcome.DONE, said


@pytest.mark.parametrize("said", ["choose Dr Boyle in Vet of Rex", "choose Mr Cole in Vet of Rex"])
def test_an_option_is_chosen_in_a_list_whose_name_has_several_words(said):
    first = Driver(said, _surgery()).step()
    option = said.removeprefix("choose ").partition(" in ")[0]
    assert f"choose “{option}”" in first.sentence


def test_a_tab_may_be_called_as_programs_are():
    tabs = screen(
        [win(1, "Choir", "choir", is_active=True)],
        [element(n, "tab", Rect(40 + 200 * k, 40, 120, 30)) for k, n in enumerate(("Singers", "Programme"))],
    )  # fmt: skip
    for said in ("open the Programme tab", "open the programme"):
        assert Driver(said, tabs).step().element.name == "Programme"


def test_a_number_behind_no_belongs_to_its_name():
    assert [c.source for c in parse("choose No. 3 in Crucible. Click Save").clauses] == [
        "choose No. 3 in Crucible", "Click Save",
    ]  # fmt: skip
