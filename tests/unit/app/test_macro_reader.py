"""Modal dialogs of toolkits that tell the tree nothing of it."""

from app.macros.play import ModalReader
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.macros.find.finder import LadderFinder
from automation.macros.found import Found
from automation.macros.macro import Target
from tests.fakes.fake_reader import element
from tests.fakes.macro_targets import NO_IMAGES
from tests.fakes.screens import screen, win

SAVE = Rect(100, 500, 60, 24)
BOX = Rect(300, 200, 300, 140)
MAIN = win(1, "Guest list", "guests")
DIALOG = win(2, "What is new", "guests", BOX, is_active=True)
TARGET = Target(window="Guest list", app="guests", role="button", name="Save")


def desk(*more):
    return screen([DIALOG, MAIN], [element("Save", box=SAVE, window_id=1), *more])


def found(seen, *modal):
    asked = []

    def find_modal(windows):
        asked.append(sorted(windows))
        return modal

    finder = LadderFinder(ModalReader(seen.reader, find_modal))
    return finder.find(TARGET, seen.observation, NO_IMAGES, StopToken()), asked


def test_a_target_under_a_dialog_that_the_window_manager_calls_modal_is_not_pressed():
    answer, asked = found(desk(element("What is new", "dialog", BOX, window_id=2)), 2)
    assert answer.why == "unsure"
    assert "“What is new”" in answer.sentence
    assert asked[0] == [1, 2]


def test_a_modal_window_of_which_the_tree_tells_nothing_is_in_the_way_too():
    assert found(desk(), 2)[0].why == "unsure"


def test_a_window_that_is_not_modal_is_not_in_the_way():
    answer, _ = found(desk(element("What is new", "dialog", BOX, window_id=2)))
    assert isinstance(answer, Found)
    assert answer.point == SAVE.center


def test_nobody_is_asked_while_a_program_shows_one_window():
    other = win(3, "Other", "another", BOX, is_active=True)
    seen = screen([other, MAIN], [element("Save", box=SAVE, window_id=1)])
    answer, asked = found(seen, 3)
    assert isinstance(answer, Found)
    assert asked == []


def test_everything_else_is_asked_of_the_reader():
    seen = desk()
    save = seen.reader.elements[0]
    reader = ModalReader(seen.reader, lambda windows: ())
    assert reader.at(seen.observation, SAVE.center) == save
    assert reader.refreshed(save) == save
    assert reader.focused(seen.observation) is None
    assert list(reader.text(seen.observation)) == []
