import pytest

from automation.core.errors import Stopped
from automation.core.geometry import Rect
from automation.core.timing import StopToken
from automation.macros.find.finder import LadderFinder
from automation.macros.found import RUNGS, Found, Missed
from automation.macros.macro import Target
from tests.fakes.fake_reader import element, line
from tests.fakes.macro_targets import NO_IMAGES, landmark, searched
from tests.fakes.screens import mousepad_menu, save_dialog, screen, states, web_form, win

SAVE = Rect(100, 100, 60, 24)
EDITOR = win(1, "Untitled - Editor", "editor", is_active=True)
READ = Target(window="Untitled - Editor", app="editor", name="Save", text="Save")


def read_only(*lines, windows=(EDITOR,)):
    """A program without a tree."""
    return screen(list(windows), [], list(lines))


def test_rungs_are_tried_in_order_until_one_hits():
    found = searched(read_only(line("Save", SAVE)), READ)
    assert isinstance(found, Found)
    assert found.rung == "text"
    assert [t.rung for t in found.tried] == list(RUNGS[: RUNGS.index("text") + 1])
    assert all(t.ms >= 0 for t in found.tried)


@pytest.mark.parametrize("lowest", ["tree", "image_near", "image"])
def test_rung_that_is_too_low_for_the_step_is_only_told_of(lowest):
    answer = searched(read_only(line("Save", SAVE)), READ, lowest=lowest)
    assert isinstance(answer, Missed)
    assert answer.why == "not_allowed"
    assert "by the text on it" in answer.sentence
    assert [c.name for c in answer.candidates] == ["Save"]


@pytest.mark.parametrize("lowest", ["text", "landmarks", "model", "user"])
def test_rung_that_is_allowed_is_used(lowest):
    assert isinstance(searched(read_only(line("Save", SAVE)), READ, lowest=lowest), Found)


def test_several_on_one_rung_end_the_search():
    """OCR reads the name once; that does not tell which of the two is meant."""
    twins = [element("Save", box=SAVE), element("Save", box=Rect(300, 100, 60, 24))]
    seen = screen([EDITOR], twins, [line("Save", SAVE)])
    answer = searched(seen, Target(role="button", name="Save", text="Save"))
    assert answer.why == "several"
    assert [t.rung for t in answer.tried] == ["tree"]


def test_missing_target_says_what_was_looked_for_and_where():
    answer = searched(web_form(), Target(role="button", name="Cancel order"))
    assert (answer.why, answer.candidates) == ("missing", ())
    assert "the button “Cancel order” is not in" in answer.sentence.replace("The", "the")
    assert len(answer.tried) == 5


@pytest.mark.parametrize(
    ("over", "named"),
    [
        (win(9, "Bank", "bank", is_active=True), "another window (“Bank”)"),
        (win(9, "deskhand", "deskhand", SAVE, is_own=True), "deskhand's own window"),
    ],
)
def test_what_is_not_seen_of_a_covered_window_is_not_said_to_be_missing(over, named):
    windows = (over, win(1, "Untitled - Editor", "editor"))
    answer = searched(read_only(windows=windows), READ)
    said = f"“Untitled - Editor” is behind {named}; bring it to the front. "
    assert answer.sentence.startswith(said)
    assert "is not in 'Untitled" not in answer.sentence


def test_a_window_under_its_own_dialog_is_not_said_to_be_behind_another():
    about = win(9, "About", "editor", Rect(50, 50, 90, 90), is_active=True)
    answer = searched(read_only(windows=(about, EDITOR)), READ)
    assert "The target “Save” is not in “Untitled - Editor”" in answer.sentence
    assert "A dialog is open: “About”" in answer.sentence


def test_window_that_is_not_there_is_missing():
    answer = searched(web_form(), Target(app="gimp", role="button", name="Book"))
    assert answer.why == "missing"
    assert "“gimp”" in answer.sentence
    assert answer.tried == ()


def test_modal_dialog_over_the_window_blocks_and_is_named():
    dialog = win(3, "Save changes?", "editor", Rect(300, 200, 600, 400), is_active=True)
    behind = win(1, "Untitled - Editor", "editor")
    parts = [
        element("Save changes?", "dialog", dialog.rect, states=states("modal"), window_id=3),
        element("Save", box=Rect(800, 560, 80, 30), window_id=3),
        element("Save", box=SAVE, window_id=1),
    ]
    target = Target(window="Untitled - Editor", app="editor", role="button", name="Save")
    answer = searched(screen([dialog, behind], parts), target)
    assert answer.why == "unsure"
    assert "“Save changes?”" in answer.sentence


def test_dialog_that_is_not_modal_blocks_nothing():
    tools = win(3, "Tools", "editor", Rect(900, 200, 200, 400), is_active=True)
    behind = win(1, "Untitled - Editor", "editor")
    parts = [
        element("Tools", "dialog", tools.rect, window_id=3),
        element("Save", box=SAVE, window_id=1),
    ]
    target = Target(window="Untitled - Editor", app="editor", role="button", name="Save")
    assert isinstance(searched(screen([tools, behind], parts), target), Found)


def test_target_in_the_dialog_is_found():
    target = Target(window="Save As", app="mousepad", role="button", name="Save")
    assert searched(save_dialog(), target).point == Rect(800, 560, 80, 30).center


def test_modal_dialog_within_the_page_blocks_what_is_not_in_it():
    page = win(5, "Shop", "chromium", is_active=True)
    parts = [
        element("Your cookies", "dialog", Rect(400, 300, 400, 200), states=states("modal")),
        element("Accept", box=Rect(500, 450, 80, 24)),
        element("Buy", box=SAVE),
    ]
    seen = screen([page], parts)
    answer = searched(seen, Target(role="button", name="Buy"))
    assert answer.why == "unsure"
    assert "“Your cookies”" in answer.sentence
    assert isinstance(searched(seen, Target(role="button", name="Accept")), Found)


def test_open_menu_is_not_blocked_by_itself():
    target = Target(window="*Mousepad", app="mousepad", role="menu_item", name="Save")
    assert isinstance(searched(mousepad_menu(), target), Found)


def test_text_under_another_window_is_not_there():
    cover = win(7, "Notes", "notes", Rect(90, 90, 100, 100))
    answer = searched(read_only(line("Save", SAVE, window_id=1), windows=(cover, EDITOR)), READ)
    assert answer.why == "missing"


def test_text_of_another_window_is_not_read():
    other = win(7, "Notes", "notes", Rect(600, 0, 600, 600))
    text = line("Save", Rect(700, 100, 60, 24), window_id=7)
    assert searched(read_only(text, windows=(EDITOR, other)), READ).why == "missing"


@pytest.mark.parametrize("lowest", ["tree", "image_near"])
def test_risky_step_wants_the_recorded_title(lowest):
    changed = win(1, "letter.txt - Editor", "editor", is_active=True)
    seen = screen([changed], [element("Delete", box=SAVE)])
    target = Target(window="Untitled - Editor", app="editor", role="button", name="Delete")
    assert isinstance(searched(seen, target), Found)
    answer = searched(seen, target, lowest=lowest)
    assert answer.why == "not_allowed"
    assert "letter.txt" in answer.sentence
    assert "its field Window in the editor (window: of its target in macro.yaml)" in answer.sentence


def test_stop_ends_the_search():
    stop = StopToken()
    stop.stop()
    seen = web_form()
    with pytest.raises(Stopped):
        LadderFinder(seen.reader).find(Target(name="Book"), seen.observation, NO_IMAGES, stop)


def test_no_text_is_read_while_the_tree_tells():
    seen = web_form()
    searched(seen, Target(role="button", name="Book"))
    assert seen.reader.readings == 0


def test_renamed_button_is_found_by_texts_on_both_sides_and_never_for_a_risky_step():
    press = SAVE.center
    above, below = Rect(100, 60, 60, 20), Rect(100, 150, 60, 20)
    marks = (landmark("Draft", above, press), landmark("Footer", below, press))
    parts = [
        element("Draft", "label", above),
        element("Publish", box=SAVE),
        element("Footer", "label", below),
    ]
    target = Target(role="button", name="Post", near=marks)
    found = searched(screen([EDITOR], parts), target)
    assert (found.rung, found.element.name) == ("landmarks", "Publish")
    assert found.score < 0.7
    assert searched(screen([EDITOR], parts), target, lowest="tree").why == "not_allowed"
    assert found.point == press


def beside(role, name, *around):
    text, delete = Rect(20, 102, 60, 20), Rect(300, 100, 60, 24)
    parts = [element(name, role, text), element("Delete", box=delete), *around]
    return screen([EDITOR], parts)


ROW = element("", "list_item", Rect(10, 96, 600, 32))
DELETE = Target(
    role="button",
    name="Delete",
    near=(landmark("Ada", Rect(20, 102, 60, 20), Rect(300, 100, 60, 24).center),),
)


@pytest.mark.parametrize("lowest", ["tree", "landmarks"])
@pytest.mark.parametrize("seen", [beside("cell", "Bob"), beside("label", "Bob", ROW)])
def test_only_row_that_is_left_is_not_pressed_for_another(seen, lowest):
    answer = searched(seen, DELETE, lowest=lowest)
    assert answer.why == "unsure"
    assert "“Bob”" in answer.sentence
    assert "“Ada”" in answer.sentence


@pytest.mark.parametrize("lowest", ["tree", "landmarks"])
def test_same_text_beside_it_is_no_doubt_wherever_the_row_is(lowest):
    assert isinstance(searched(beside("cell", "Ada"), DELETE, lowest=lowest), Found)
    moved = [
        element("Ada", "cell", Rect(20, 302, 60, 20)),
        element("Delete", box=Rect(300, 300, 60, 24)),
    ]
    assert isinstance(searched(screen([EDITOR], moved), DELETE, lowest=lowest), Found)


def test_changed_label_in_a_form_is_a_doubt_for_risky_steps_only():
    seen = beside("label", "3 left")
    assert isinstance(searched(seen, DELETE), Found)
    assert searched(seen, DELETE, lowest="tree").why == "unsure"


def test_renamed_neighbour_is_no_doubt():
    assert isinstance(searched(beside("button", "Bob"), DELETE, lowest="tree"), Found)


def test_another_dialog_of_the_program_is_not_taken_for_the_recorded_one():
    dialog = win(3, "Delete files?", "zenity", Rect(300, 200, 400, 200), is_active=True)
    parts = [
        element("Delete files?", "dialog", dialog.rect),
        element("OK", box=Rect(500, 360, 80, 30)),
    ]
    target = Target(window="Save name", app="zenity", role="button", name="OK")
    answer = searched(screen([dialog], parts), target)
    assert answer.why == "missing"
    assert "“Delete files?”" in answer.sentence
