"""Who takes a step out takes along what only that step vouched for: the window that one before it waits for."""

import msgspec
import pytest

from automation.macros.edit.document import Document
from automation.macros.macro import Click, Group, Keys, Macro, Shows, Target, Titled, Until, Wait


def click(step_id, window="Editor", **more):
    return Click(id=step_id, target=Target(window=window, name="OK"), **more)


def titled(title="Update", *, absent=False):
    return Until(condition=Titled(title=title, absent=absent), within_s=10.0)


OPENS = click("opens", expect=titled())
CHANCE = click("chance", "Update")
NEXT = click("next")


def document(*steps):
    return Document(Macro(deskhand=1, name="m", steps=steps))


def expected(edited):
    return edited.step("opens").expect


def remove(edited, *ids):
    edited.remove(ids)


def turn_off(edited, *ids):
    edited.set_off(ids, True)


@pytest.mark.parametrize("work", [remove, turn_off])
@pytest.mark.parametrize(
    ("chance", "steps"),
    [
        (CHANCE, (NEXT,)),
        (CHANCE, ()),
        (CHANCE, (Wait(id="pause", seconds=1.0), NEXT)),
        (CHANCE, (click("off", "Update", off=True), NEXT)),
        (CHANCE, (Keys(id="next", keys=("alt", "tab")),)),
        (CHANCE, (Keys(id="next", keys=("a",), wait=titled("Editor")),)),
        (Keys(id="chance", keys=("esc",), wait=titled()), (NEXT,)),
        (Group(id="chance", title="Away", steps=(click("away", "Update"),)), (NEXT,)),
        (click("chance", "Update - 3 packages"), (NEXT,)),
    ],
)
def test_a_window_is_not_waited_for_without_the_one_step_that_worked_in_it(work, chance, steps):
    opens = msgspec.structs.replace(OPENS, expect=titled("Update*"))
    edited = document(opens, chance, *steps)
    before = edited.macro
    work(edited, "chance")
    assert expected(edited) is None
    edited.undo()
    assert edited.macro == before
    assert not edited.can_undo


@pytest.mark.parametrize(
    ("opens", "steps"),
    [
        (OPENS, (click("next", "Update"),)),
        (OPENS, (Keys(id="next", keys=("a",)),)),
        (OPENS, (Keys(id="next", keys=("a",), wait=titled()),)),
        (OPENS, (Group(id="g", title="", steps=(click("next", "Update"),)),)),
        (msgspec.structs.replace(OPENS, expect=titled("Other")), (NEXT,)),
        (msgspec.structs.replace(OPENS, expect=titled(absent=True)), (NEXT,)),
        (msgspec.structs.replace(OPENS, expect=Until(condition=Shows(text="Update"))), (NEXT,)),
    ],
)
def test_a_window_is_waited_for_where_others_work_in_it_or_another_one_was_meant(opens, steps):
    edited = document(opens, CHANCE, *steps)
    edited.remove(["chance"])
    assert expected(edited) == opens.expect


def test_only_the_nearest_step_before_is_meant():
    edited = document(OPENS, NEXT, CHANCE)
    edited.remove(["chance"])
    assert expected(edited) == OPENS.expect
    edited = document(click("first", "Update"), OPENS, NEXT)
    edited.remove(["first"])
    edited.remove(["next"])
    assert expected(edited) == OPENS.expect


def test_steps_in_several_places_go_in_one_edit_that_selects_what_it_did():
    more = click("opens-2", expect=titled("News"))
    steps = (OPENS, CHANCE, NEXT, more, click("news", "News"), click("last"))
    edited, told = document(*steps), []
    edited.watch(told.append)
    edited.set_off(["chance", "news"], True)
    assert [edited.step(one).expect for one in ("opens", "opens-2")] == [None, None]
    assert told[-1].select == ("chance", "news")
    assert edited.undo_words == "Turn off 2 steps, and expect 2 windows no more"
    edited.undo()
    edited.remove(["news", "chance"])
    assert [edited.step(one).expect for one in ("opens", "opens-2")] == [None, None]
    assert edited.undo_words == "Remove 2 steps, and expect 2 windows no more"
    edited.undo()
    assert edited.macro.steps == steps


def test_what_is_off_already_or_turned_on_takes_nothing_along():
    edited = document(OPENS, msgspec.structs.replace(CHANCE, off=True), NEXT)
    edited.set_off(["chance"], True)
    assert not edited.can_undo
    edited.set_off(["chance"], False)
    edited.set_breakpoint(["chance"], True)
    assert expected(edited) == OPENS.expect


@pytest.mark.parametrize(
    ("work", "words"),
    [(remove, "Remove step"), (turn_off, "Turn off step")],
)
def test_an_edit_says_that_a_window_is_expected_no_more(work, words):
    edited = document(OPENS, CHANCE, NEXT)
    work(edited, "next")
    assert edited.undo_words == words
    work(edited, "chance")
    assert edited.undo_words == f"{words}, and expect a window no more"
    assert edited.undo().words == f"{words}, and expect a window no more"
    assert edited.redo_words == f"{words}, and expect a window no more"


def test_a_step_that_is_turned_off_and_on_again_brings_no_window_back_but_its_undo_does():
    edited = document(OPENS, CHANCE, NEXT)
    edited.set_off(["chance"], True)
    edited.set_off(["chance"], False)
    assert expected(edited) is None
    assert edited.undo_words == "Turn on step"
    edited.undo()
    edited.undo()
    assert expected(edited) == OPENS.expect
