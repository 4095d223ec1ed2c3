"""Short names of a look as targets: what they mean, what a stale one comes to, and forms that aim by them."""

from dataclasses import replace

import pytest

from automation.commands.find.screen_view import Refs, Scene
from automation.commands.forms import (
    Assign,
    Choose,
    Drag,
    Expand,
    Phrase,
    Point,
    Press,
    SetTo,
    Switch,
    Turn,
    Type,
)
from automation.commands.policy import CommandsPolicy
from automation.commands.targets import by_ref
from automation.core.geometry import Rect
from automation.core.observation import NumberRange
from automation.core.proposal import Finish, Outcome, Proposal
from automation.screen.refs import RefBook
from tests.fakes.driver import Driver, FakeApps, is_key, short, target
from tests.fakes.fake_reader import element, line
from tests.fakes.screens import EDITOR, Seen, screen, states


def _form() -> Seen:
    return screen(
        [EDITOR],
        [
            element("Name", "field", Rect(100, 100, 200, 24), states=states("editable"), value=""),
            element("Delete", "button", Rect(400, 100, 80, 24), parent_name="Ada"),
            element("Delete", "button", Rect(400, 140, 80, 24), parent_name="Grace"),
            element("News", "checkbox", Rect(100, 200, 100, 24), states=states("checkable")),
            element("Size", "slider", Rect(100, 240, 200, 24)),
            element(
                "Colour", "combo", Rect(100, 280, 200, 24), states=states("expandable"), value="Red"
            ),
            element("More", "button", Rect(100, 320, 200, 24), states=states("expandable")),
            element("Files", "list", Rect(600, 100, 200, 400)),
            element("a.txt", "list_item", Rect(600, 100, 200, 24)),
            element("b.txt", "list_item", Rect(600, 130, 200, 24)),
        ],
    )


class _Said(Driver):
    """A task on a screen that was looked at before; `ref` is the short name of a thing."""

    def __init__(self, text: str, seen: Seen, before: Seen | None = None) -> None:
        self.book = RefBook()
        looked = before or seen
        self.kept: list[RefBook] = []
        listing = Scene(looked.observation, looked.reader).listing(self.book)
        self.refs = {(x.element.name, x.element.parent_name): x.ref for x in listing}
        words = text.format(**{n: r for (n, p), r in self.refs.items() if not p}, **self._in_rows())
        super().__init__(words, seen)
        self.policy = CommandsPolicy(
            seen.reader,
            FakeApps(),
            is_key,
            looked=lambda: Refs(self.book, keep=self.kept.append),
        )

    def _in_rows(self) -> dict[str, str]:
        return {f"{n}_{p}": r for (n, p), r in self.refs.items() if p}


def _comes_to(text: str, seen: Seen, before: Seen | None = None) -> str:
    told = [short(decision) for decision in _Said(text, seen, before).all()]
    return "; ".join(told[:-1] if len(told) > 1 and told[-1] == "done" else told)


@pytest.mark.parametrize(
    ("said", "comes_to"),
    [
        ("click {Delete_Grace}", "click Delete[Grace]"),
        ("press {Delete_Ada}", "click Delete[Ada]"),
        ("{Delete_Grace}", "click Delete[Grace]"),
        ("right-click {Delete_Grace}", "right-click Delete[Grace]"),
        ("Klick auf {Delete_Grace}", "click Delete[Grace]"),
        ("klicke {Delete_Ada} an", "click Delete[Ada]"),
        ('type "x" into {Name}', "write 'x' @Name"),
        ('tippe "x" in {Name}', "write 'x' @Name"),
        ("set {Name} to Ada", "write 'Ada' @Name over"),
        ("turn on {News}", "click News"),
        ("schalte {News} ein", "click News"),
        ("untick {News}", "done"),
        ("expand {More}", "click More"),
        ("scroll down in {Files}", "scroll down 5 @Files"),
    ],
)
def test_what_a_short_name_says_is_done_with_its_thing(said, comes_to):
    assert _comes_to(said, _form()) == comes_to


def test_one_thing_is_dragged_onto_another_by_their_short_names():
    words = _Said("x", _form())
    one, other = words.refs["a.txt", ""], words.refs["b.txt", ""]
    assert _comes_to(f"drag {one} onto {other}", _form()) == "drag a.txt -> b.txt"
    assert _comes_to(f"ziehe {one} auf {other}", _form()) == "drag a.txt -> b.txt"


def test_a_slider_is_dragged_onto_a_thing_and_not_to_the_number_in_its_short_name():
    said = "drag {Size} to {Files}"
    assert _comes_to(said, _form()) == "drag Size -> Files"


def test_two_steps_may_aim_by_short_names():
    seen = _form()
    assert _comes_to("click {Delete_Grace}, then turn on {News}", seen) == (
        "click Delete[Grace]; click News"
    )


def _without(seen: Seen, name: str, parent: str = "") -> Seen:
    left = [e for e in seen.reader.elements if (e.name, e.parent_name) != (name, parent)]
    return screen([EDITOR], left)


def test_a_stale_name_is_answered_by_what_is_like_it_in_whole_instructions():
    said = _Said("click {Delete_Grace}", _without(_form(), "Delete", "Grace"), _form())
    (end,) = said.all()
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.NOT_FOUND
    assert end.suggestions[0] == f"click {said.refs['Delete', 'Ada']}"
    assert "“Delete”" in end.message
    assert said.kept == [said.book]


def test_what_came_in_the_place_of_a_thing_is_not_pressed():
    old = _form()
    new = screen(
        [EDITOR],
        [replace(e, name="Erase all") if e.name == "News" else e for e in old.reader.elements],
    )
    assert _comes_to("click {News}", new, old) == "not_found"


def test_a_new_thing_among_the_likest_has_a_short_name_of_its_own():
    old, place = _form(), Rect(100, 204, 100, 24)
    new = _without(old, "News").with_elements(element("Newsletter", "checkbox", place))
    said = _Said("turn on {News}", new, old)
    (end,) = said.all()
    first = end.suggestions[0].removeprefix("turn on ")
    assert said.book.given[first].name == "Newsletter"


def _turned(driver: Driver, called: str) -> None:
    """Let the program call its button otherwise, as a player's `Play` is `Pause` when it plays."""
    elements = driver.reader.elements
    at = next(n for n, e in enumerate(elements) if e.name == "More")
    elements[at] = replace(elements[at], name=called)


def test_a_clause_is_done_to_its_end_where_it_changes_the_name_and_the_next_one_is_not():
    said = _Said("click {More} 2 times, then click {More}", _form())
    assert short(said.step()) == "click More"
    _turned(said, "Fewer")
    assert short(said.step()) == "click Fewer"
    assert short(said.step()) == "not_found"


def test_a_text_that_says_something_else_by_now_is_read_and_not_pressed():
    state = element("3 items", "label", Rect(100, 600, 80, 20))
    before, now = _form().with_elements(state), _form()
    now = now.with_elements(replace(state, name="4 items"))
    said = _Said("what does {3 items} show?", now, before)
    assert "4 items" in said.all()[0].message
    assert _comes_to("click {3 items}", now, before) == "not_found"


def test_what_is_really_called_so_is_meant_where_no_look_gave_the_name():
    seen = _form().with_elements(element("e14", "button", Rect(700, 700, 60, 24)))
    assert short(Driver("click e14", seen).decide()) == "click e14"


def test_what_is_really_called_so_and_what_has_the_name_are_asked_about():
    called = element("e2", "button", Rect(700, 700, 60, 24))
    assert _comes_to("press e2", _form().with_elements(called), _form()) == "ask 2"


def test_what_is_really_called_so_is_meant_where_the_name_is_stale():
    called = element("e1", "button", Rect(700, 700, 60, 24))
    new = _without(_form(), "Name").with_elements(called)
    assert _comes_to("press e1", new, _form()) == "click e1"


def test_a_cell_of_a_sheet_is_no_short_name():
    assert target("E14").ref == ""
    assert target("e14").ref == "e14"
    assert target("the e14").text == "e14"


def test_a_field_is_typed_into_and_a_button_is_not():
    assert _comes_to('type "x" into {More}', _form()) == "not_found"


def test_text_read_from_the_picture_is_pressed_by_its_short_name():
    seen = screen([EDITOR], [], [line("Save", Rect(100, 100, 60, 20), window_id=1)])
    assert _comes_to("click o1", seen) == "click Save"


def test_names_that_were_read_as_one_line_have_short_names_each():
    text, edges = "File    Edit", (0, 9, 18, 27, 36, 50, 64, 78, 92, 101, 110, 119, 128)
    bar = line(text.replace("    ", " "), Rect(0, 10, 128, 16), window_id=1)
    bar = replace(bar, edges=(*edges[:5], *edges[8:]))
    seen = screen([EDITOR], [], [bar])
    assert _comes_to("click o2", seen) == "click Edit"
    decision = _Said("click o2", seen).decide()
    assert decision.intent.at.point.x > 92


def _brought(seen: Seen, *forms) -> str:
    """Return what forms come to that another policy brings."""
    driver = Driver("a goal", seen)
    driver.policy = CommandsPolicy.of_forms(
        forms, seen.reader, Refs(BOOKS[id(seen)]), apps=FakeApps(), is_key=is_key
    )
    told = [short(decision) for decision in driver.all()]
    return "; ".join(told[:-1] if len(told) > 1 and told[-1] == "done" else told)


BOOKS: dict[int, RefBook] = {}


@pytest.fixture
def seen() -> Seen:
    form = _form()
    BOOKS[id(form)] = RefBook()
    Scene(form.observation, form.reader).listing(BOOKS[id(form)])
    return form


def _at(seen: Seen, name: str, parent: str = "") -> Phrase:
    given = BOOKS[id(seen)].given.items()
    ref = next(r for r, e in given if (e.name, e.parent_name) == (name, parent))
    return by_ref(ref, BOOKS[id(seen)].given[ref])


def test_forms_of_another_policy_are_carried_out_by_their_short_names(seen):
    at = lambda *name: _at(seen, *name)  # noqa: E731
    cases = [
        (Point(at("Delete", "Grace")), "click Delete[Grace]"),
        (Type("Ada", at("Name"), replaces=True), "write 'Ada' @Name over"),
        (Assign(at("Name"), "Ada", target("Ada")), "write 'Ada' @Name over"),
        (Switch(at("News"), on=True), "click News"),
        (Expand(at("More"), expand=True), "click More"),
        (Turn("down", 5, at("Files")), "scroll down 5 @Files"),
        (Drag(at("a.txt"), at("b.txt")), "drag a.txt -> b.txt"),
        (Press("Enter", target("Enter"), is_key=True), "keys enter"),
        (Press("Ctrl+A", target("Ctrl+A"), is_key=True, on=at("Name")), "click Name; keys ctrl+a"),
    ]
    for form, comes_to in cases:
        assert _brought(seen, form) == comes_to, form


def test_a_slider_is_set_by_its_short_name(seen):
    slider = seen.element("Size")
    seen.reader.numbers[slider.handle] = NumberRange(2, 0, 10, 1)
    form = SetTo(_at(seen, "Size"), "5", is_slider=True)
    assert _brought(seen, form).startswith("click Size; keys")


def test_a_choice_opens_the_drop_down_of_that_short_name(seen):
    form = Choose(target("Blue"), _at(seen, "Colour"))
    assert _brought(seen, form).startswith("click Colour")


def test_another_thing_of_the_same_name_is_never_meant_by_a_short_name(seen):
    aim = Point(_at(seen, "Delete", "Grace"))
    gone = seen.element("Delete")
    seen.reader.elements[:] = [e for e in seen.reader.elements if e.parent_name != "Grace"]
    assert _brought(seen, aim) == "not_found"
    assert gone in seen.reader.elements


def test_the_steps_before_are_none_of_forms_that_another_policy_brings(seen):
    driver = Driver("a goal", seen)
    driver.step()
    first = CommandsPolicy.of_forms(
        [Point(_at(seen, "More"))],
        seen.reader,
        Refs(BOOKS[id(seen)]),
        apps=FakeApps(),
        is_key=is_key,
    )
    driver.policy = first
    decision = driver.step()
    assert isinstance(decision, Proposal)
    driver.policy = CommandsPolicy.of_forms(
        [Switch(_at(seen, "News"), on=True)],
        seen.reader,
        Refs(BOOKS[id(seen)]),
        apps=FakeApps(),
        is_key=is_key,
    )
    assert [short(d) for d in driver.all()] == ["click News", "done"]


def test_a_proposal_tells_the_short_name_of_its_target_however_that_was_said():
    said = _Said("click More, then turn on News", _form())
    assert [d.ref for d in said.all()[:-1]] == [said.refs["More", ""], said.refs["News", ""]]


def test_the_choices_of_a_question_have_short_names_that_the_next_task_may_say():
    seen, book = _form(), RefBook()
    driver = Driver("click Delete", seen)
    kept: list[RefBook] = []
    driver.policy = CommandsPolicy(
        seen.reader, FakeApps(), is_key, looked=lambda: Refs(book, keep=kept.append)
    )
    asked = driver.decide()
    refs = [candidate.ref for candidate in asked.candidates]
    assert [book.given[ref].parent_name for ref in refs] == ["Ada", "Grace"]
    assert kept == [book]
    driver = Driver(f"click {refs[1]}", seen)
    driver.policy = CommandsPolicy(seen.reader, FakeApps(), is_key, looked=lambda: Refs(book))
    assert short(driver.decide()) == "click Delete[Grace]"
