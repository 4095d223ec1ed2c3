"""The policy over several proposals: what it remembers, asks, refuses and says."""

from dataclasses import replace
from itertools import pairwise

import pytest

from automation.commands.find.screen_view import cost
from automation.commands.policy import CommandsPolicy
from automation.core.actions import Click, Hotkey, Launch, Window, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.proposal import Answered, Execution, Finish, Outcome, Proposal, Question
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import FakeReader, element, line
from tests.fakes.screens import (
    calculator,
    combo_open,
    file_manager,
    mousepad,
    mousepad_menu,
    save_dialog,
    screen,
    states,
    table,
    terminal,
    two_windows,
    web_form,
    win,
)


def test_a_proposal_says_what_why_and_what_follows():
    proposal = Driver("click Book, then press Enter", web_form()).decide()
    assert proposal.sentence == "Click “Book”"
    assert proposal.evidence == "button, found by its name"
    assert proposal.upcoming == ("Press Enter",)
    assert proposal.element.name == "Book"
    assert proposal.claim == ""


def test_the_aim_keeps_the_element_it_was_meant_for():
    aim = Driver("click Book", web_form()).decide().intent.at
    assert aim.point == ScreenPoint(240, 575)
    assert (aim.element.name, aim.element.role, aim.element.source) == ("Book", "button", "tree")


def test_a_menu_path_is_taken_one_look_at_a_time():
    driver = Driver("open File > Save As, type report.txt and press Enter", mousepad())
    assert driver.step().sentence == "Click “File”, then “Save As”"
    driver.show(mousepad_menu())
    assert driver.step().sentence == "Click “Save As...”"
    driver.show(save_dialog())
    typing = driver.step()
    assert typing.intent == Write("report.txt", None, overwrite=True)
    assert typing.sentence == "Type “report.txt” into “Name”, replacing “Untitled 1”"
    assert driver.step().sentence == "Press Enter"
    assert driver.step() == Finish(Outcome.DONE, "Done.")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Line Numbers", "Line Numbers"),
        ("Word Wrap", "Word Wrap"),
        ("Text Box", "Text Box"),
        ("the Save item", "Save"),
        ("the menu item Save", "Save"),
        ("the New menu", "New"),
        ("Save", "Save"),
    ],
)
def test_a_menu_path_announces_its_items_by_their_whole_names(said, name):
    proposal = Driver(f"open View > {said}", mousepad()).decide()
    assert proposal.leads_to == (name,)
    assert proposal.sentence == f"Click “View”, then “{name}”"
    assert CommandsPolicy.preview(f"open View > {said}") == (f"Choose “View” > “{name}”",)


def test_a_dialogs_name_is_replaced_only_the_first_time():
    driver = Driver("type a, then type b", save_dialog())
    assert driver.step().intent.overwrite
    assert not driver.step().intent.overwrite


def test_a_drop_down_is_opened_before_its_option_is_clicked():
    driver = Driver("choose Blue in Colour", web_form())
    opening = driver.step()
    assert opening.sentence == "Open “Colour” and choose “Blue”"
    assert opening.upcoming == ("Choose “Blue”",)
    driver.show(combo_open())
    assert driver.step().sentence == "Choose “Blue”"
    assert driver.step().outcome is Outcome.UNVERIFIED  # it shows "Red" still
    colour = driver.seen.element("Colour")
    driver.reader.elements[driver.reader.elements.index(colour)] = replace(colour, value="Blue")
    assert driver.step().outcome is Outcome.DONE


def test_several_of_one_name_are_numbered_in_reading_order_and_told_apart():
    question = Driver("click Edit", table()).decide()
    assert [c.n for c in question.candidates] == [1, 2, 3, 4]
    assert question.candidates[2].name == "Edit (Eifel)"
    assert question.outcome is Outcome.AMBIGUOUS
    assert question.text == (
        "Four buttons are called “Edit”. Press a number, or say more: “Edit in the Ostsee row”."
    )


def test_the_chosen_candidate_is_taken():
    driver = Driver("click Edit and click Add row", table())
    assert isinstance(driver.step(), Question)
    driver.chosen = 3
    proposal = driver.step()
    assert proposal.element.parent_name == "Eifel"
    assert proposal.evidence == "button, chosen by you"
    assert driver.step().sentence == "Click “Add row”"


@pytest.mark.parametrize(
    "said", ["show numbers", "show names", "zeig die Nummern", "zeig die Namen"]
)
def test_numbers_go_on_all_that_can_be_pressed_eight_at_once(said):
    driver = Driver(f"{said}, click Add row", table())
    question = driver.step()
    assert [c.n for c in question.candidates] == list(range(1, 10))
    assert [c.n for c in question.candidates if not c.has_place] == [9]
    driver.chosen = 9
    more = driver.step()
    names = [c.name for c in more.candidates]
    assert not set(names[:-1]) & {c.name for c in question.candidates}
    driver.chosen = 1
    assert driver.step().element.box == more.candidates[0].box
    assert driver.step().sentence == "Click “Add row”"


def test_what_was_chosen_last_time_stands_first_and_keeps_its_number():
    plain = Driver("click Edit", table())
    asked = plain.decide().candidates
    plain.chosen = 2
    step = plain.step()
    assert step.answered == Answered("CLICK:Edit", asked[1].name)
    assert plain.decide().outcome is Outcome.DONE
    front = table().observation.active_window
    known = {("CLICK:Edit", front.app, front.title): (asked[1].name, step.element)}
    again = Driver("click Edit", table())
    again.policy._recall = lambda *asked: known.get(asked)
    question = again.decide()
    assert isinstance(question, Question)
    assert [c.n for c in question.candidates] == [2, 1, *range(3, len(asked) + 1)]
    assert question.candidates[0].name == f"{asked[1].name}, as last time"
    again.chosen = 2
    assert again.step().element == step.element
    other = Driver("click the Edit button", table())
    other.policy._recall = lambda *asked: known.get(asked)
    assert other.decide().candidates == asked


def test_what_was_chosen_last_time_and_is_not_there_now_changes_nothing():
    asked = Driver("click Edit", table()).decide().candidates
    gone = element("Edit", "button", Rect(1, 1, 9, 9))
    for name in ("Edit (Nowhere)", asked[0].name.partition(" (")[0]):
        driver = Driver("click Edit", table())
        driver.policy._recall = lambda *asked, name=name: (name, gone)
        assert driver.decide().candidates == asked


def numbered(said, seen, before="show numbers"):
    """Return a run after one that had put numbers on things, and what had them."""
    driver = Driver(said, seen)
    driver.task = replace(driver.task, numbered=before)
    return driver, Driver(before, seen).decide().candidates


@pytest.mark.parametrize("said", ["click 3", "klick auf 3", "double-click number 3", "click the 3"])
def test_after_show_numbers_a_sentence_says_a_number(said):
    driver, shown = numbered(f"{said}, then click Cancel", save_dialog())
    assert driver.step().element.box == shown[2].box
    assert driver.step().sentence == "Click “Cancel”"
    assert Driver(said, save_dialog()).decide().outcome is Outcome.NOT_FOUND


def test_after_show_numbers_a_text_goes_into_the_field_of_that_number():
    driver, shown = numbered("type plan.txt into 1", save_dialog())
    assert shown[0].role == "field"
    assert driver.step().sentence == "Type “plan.txt” into “Name”, replacing “Untitled 1”"
    assert numbered("type plan.txt into 2", save_dialog())[0].decide().outcome is Outcome.NOT_FOUND


def test_a_number_is_that_of_the_page_of_things_that_was_shown():
    driver, shown = numbered("click 2", table(), "show numbers after 8")
    assert driver.step().element.box == shown[1].box
    assert shown[1].box != Driver("show numbers", table()).decide().candidates[1].box
    assert numbered("click 9", save_dialog())[0].decide().outcome is Outcome.NOT_FOUND


def test_a_thing_that_is_called_so_and_a_number_that_was_shown_are_asked_about():
    driver, shown = numbered("click 7", calculator())
    question = driver.decide()
    assert [c.name for c in question.candidates] == ["7", shown[6].name]
    driver.chosen = 2
    assert driver.step().element.box == shown[6].box
    assert numbered('click "7"', calculator())[0].step().element.name == "7"
    same = numbered("click 1", screen([win(1, "w", "a", is_active=True)], [element("1", "button", Rect(9, 9, 40, 20))]))  # fmt: skip
    assert same[0].step().element.name == "1"


def test_a_number_whose_thing_is_gone_presses_nothing():
    driver = Driver("show numbers", save_dialog())
    question = driver.decide()
    gone = question.candidates[0].box
    kept = [e for e in save_dialog().reader.elements if e.box != gone]
    driver.show(screen(save_dialog().observation.windows, kept))
    driver.chosen = 1
    assert isinstance(driver.decide(), Question)


def test_a_grid_gets_finer_with_each_number_until_a_pixel_is_pressed():
    driver = Driver("show grid", table())
    boxes = []
    while isinstance(decision := driver.step(), Question):
        assert [c.n for c in decision.candidates] == list(range(1, 10))
        boxes.append(decision.candidates[4].box)
        driver.chosen = 5
    assert len(boxes) > 2
    assert all(inner.area < outer.area for outer, inner in pairwise(boxes))
    assert boxes[-1].contains(decision.intent.at.point)


def test_a_window_without_anything_to_press_gets_no_numbers():
    finish = Driver("show numbers", screen([win(1, "Empty", "empty", is_active=True)], [])).decide()
    assert finish.outcome is Outcome.NOT_FOUND
    assert "I can read no names" in finish.message


def test_an_unanswered_question_is_asked_again():
    driver = Driver("click Edit", table())
    assert isinstance(driver.decide(), Question)
    assert isinstance(driver.decide(), Question)


def test_a_choice_that_is_gone_is_asked_again():
    driver = Driver("click Edit", table())
    driver.decide()
    kept = [e for e in table().reader.elements if e.parent_name != "Eifel"]
    driver.show(screen(table().observation.windows, kept))
    driver.chosen = 3
    assert len(driver.decide().candidates) == 3


def test_a_step_that_was_not_carried_out_is_proposed_again():
    driver = Driver("click Book, then click Search", web_form())
    assert driver.decide().sentence == "Click “Book”"
    assert driver.decide().sentence == "Click “Book”"
    driver.take(driver.decide(), verdict="expired")
    assert driver.decide().sentence == "Click “Book”"


def test_a_rejection_ends_the_task():
    driver = Driver("click Book, then click Search", web_form())
    driver.take(driver.decide(), verdict="rejected", reason="wrong page")
    assert driver.decide() == Finish(
        Outcome.REJECTED, "You rejected it: wrong page. Nothing more was done."
    )


def test_a_click_without_visible_change_does_not_end_the_task():
    driver = Driver("click Book, then click Search", web_form())
    driver.take(driver.decide(), kind="not_seen", code="unchanged")
    assert driver.decide().sentence == "Click “Search”"


def test_a_false_check_ends_the_task():
    driver = Driver("verify that Newsletter is checked, then click Book", web_form())
    driver.take(driver.decide(), kind="denied")
    finish = driver.decide()
    assert finish.outcome is Outcome.UNVERIFIED
    assert finish.message == "Check that “Newsletter” is on: not so. Nothing more was done."


def test_what_is_so_already_is_done_and_said():
    assert Driver("check Terms", web_form()).decide() == Finish(
        Outcome.DONE, "“Terms” is on already. Nothing was clicked."
    )


def test_a_dry_run_names_what_it_cannot_show_yet():
    driver = Driver("click File, then click Save, then press Ctrl+P", mousepad())
    driver.take(driver.decide(), verdict="dry_run")
    finish = driver.decide()
    assert finish.outcome is Outcome.DONE
    assert finish.message == (
        "What follows is not on the screen yet: Click “Save”. Then Press Ctrl+P."
    )


def test_a_dry_run_shows_no_place_in_the_window_that_would_be_left():
    driver = Driver("switch to News, click Open, then press Ctrl+P", two_windows())
    proposal = driver.decide()
    assert isinstance(proposal.intent, Window)
    driver.take(proposal, verdict="dry_run")
    assert driver.decide() == Finish(
        Outcome.DONE,
        "What follows would be looked for after that: Click “Open”. Then Press Ctrl+P.",
    )


def test_a_dry_run_that_ends_with_another_window_says_no_more():
    driver = Driver("switch to News", two_windows())
    driver.take(driver.decide(), verdict="dry_run")
    assert driver.decide() == Finish(Outcome.DONE, "Done.")


def test_nothing_is_done_when_a_later_part_is_not_understood():
    finish = Driver("click Book, then clik Search", web_form()).decide()
    assert finish.outcome is Outcome.NOT_UNDERSTOOD
    assert finish.message == (
        "I did not understand “clik Search”. Did you mean “click Search”? Nothing was done."
    )
    assert finish.suggestions == ("click Search",)


def test_a_goal_needs_the_model():
    finish = Driver("find the cheapest flight", web_form()).decide()
    assert finish.outcome is Outcome.NEEDS_MODEL
    assert finish.message == (
        "I do not know “find the cheapest flight” as a step. Say its steps by the names on the "
        "screen; a goal as a whole needs a model. Nothing was done."
    )
    assert "click Book" in finish.suggestions


def test_what_is_missing_is_said_with_the_nearest_names():
    finish = Driver("click Boo", web_form()).decide()
    assert finish.outcome is Outcome.NOT_FOUND
    assert finish.suggestions[0] == "click Book"
    assert finish.message.startswith("“Boo” is not in this window. Nearest: “Book”")
    assert finish.message.endswith("Nothing was clicked.")


def test_what_stands_only_in_another_window_is_asked_for_and_brought_up():
    driver = Driver("click Imprint", two_windows())
    question = driver.step()
    assert question.text == (
        "“Imprint” is not in this window but in “News - Chromium”. Press a number to take it."
    )
    driver.chosen = 1
    assert driver.step().intent.at.element.name == "Imprint"


def test_a_covered_choice_brings_its_window_to_the_front_first():
    driver = Driver("click Reload", _covered(front_id=4))
    driver.step()
    driver.chosen = 1
    assert driver.step().intent == Window("activate", 9, "Behind")
    driver.show(_covered(front_id=9))
    assert isinstance(driver.step().intent, Click)


def _covered(front_id):
    front = win(4, "Front", "a", Rect(0, 0, 600, 600), is_active=front_id == 4)
    behind = win(9, "Behind", "b", Rect(0, 0, 600, 600), is_active=front_id == 9)
    order = [front, behind] if front_id == 4 else [behind, front]
    reload = element("Reload", "button", Rect(100, 100, 40, 20), window_id=9, window_title="Behind")
    other = element("Other", "button", Rect(200, 100, 40, 20), window_id=4)
    return screen(order, [reload, other])


class Stacked(FakeReader):
    """Shows of each window only what no other window of the look lies over, as the real one does."""

    def tree(self, observation, *, whole_screen=False):
        found = super().tree(observation, whole_screen=whole_screen)
        known = {w.window_id for w in observation.windows}
        tops = ((e, observation.window_reached(e.box.center)) for e in found)
        return [e for e, top in tops if e.window_id in known and top.window_id == e.window_id]


def _three(front_id=1):
    """Return a window in front without a Reload, and two with one, of which one covers the other."""
    place = Rect(0, 0, 300, 300)
    front = win(1, "Front", "a", Rect(400, 0, 300, 300), is_active=front_id == 1)
    upper = win(2, "Upper", "b", place, is_active=front_id == 2)
    lower = win(3, "Lower", "b", place, is_active=front_id == 3)
    order = sorted((front, upper, lower), key=lambda w: w.window_id != front_id)
    box = Rect(100, 100, 40, 20)
    reloads = [
        element("Reload", "button", box, window_id=n, window_title=title, handle=(":b", f"/{n}"))
        for n, title in ((2, "Upper"), (3, "Lower"))
    ]
    other = element("Other", "button", Rect(500, 100, 40, 20), window_id=1)
    seen = screen(order, [])
    return replace(seen, reader=Stacked([other, *reloads]))


def test_a_name_that_two_windows_show_is_asked_about_though_one_covers_the_other():
    driver = Driver("click Reload", _three())
    question = driver.step()
    assert isinstance(question, Question)
    assert [c.window for c in question.candidates] == ["Upper", "Lower"]
    driver.chosen = 2
    assert driver.step().intent == Window("activate", 3, "Lower")
    driver.show(_three(front_id=3))
    assert driver.step().element.window_id == 3


def test_what_stands_in_front_is_meant_before_what_is_covered():
    driver = Driver("click Reload", _three(front_id=2))
    assert driver.step().element.window_id == 2


def test_what_is_loosely_meant_is_asked_and_not_done():
    only_save_as = screen([win(1, "w", "a", is_active=True)], [element("Save As...", "button")])
    question = Driver("click Save", only_save_as).decide()
    assert isinstance(question, Question)
    assert (
        question.text == "“Save” is not in this window. Did you mean “Save As...”? Press a number."
    )


def test_a_password_field_with_the_focus_is_left_to_the_user():
    secret = element("Password", "password", Rect(9, 9, 90, 20), states=states("focused", "secret"))
    finish = Driver("type hunter2", screen([win(1, "w", "a", is_active=True)], [secret])).decide()
    assert finish == Finish(
        Outcome.BLOCKED,
        "Not allowed: this is a password field. Type it yourself, then press Go on.",
        hides=("hunter2",),
    )


def test_a_text_with_blanks_is_not_typed_while_a_button_has_the_keyboard():
    button = element("Delete", "button", Rect(9, 9, 90, 20), states=states("focused"))
    focused = screen([win(1, "w", "a", is_active=True)], [button])
    finish = Driver('type "hello world"', focused).decide()
    assert finish.outcome is Outcome.NOT_FOUND
    assert "a blank would press it" in finish.message
    assert Driver("type 42", focused).decide().intent == Write("42")


@pytest.mark.parametrize(
    ("said", "top", "is_open", "name"),
    [
        ("open My notes and write wash at 30 degrees", 130, True, "notes"),
        ("öffne My notes und schreibe wash at 30 degrees", 130, True, "notes"),
        ("write wash at 30 degrees", 130, True, "notes"),
        ("write wash at 30 degrees", 130, False, None),
        ("write wash at 30 degrees", 300, True, None),  # far below the fold
    ],
)
def test_a_text_after_a_fold_was_opened_goes_into_the_field_in_it(said, top, is_open, name):
    def page(*more):
        fold = element(
            "My notes", "toggle", Rect(20, 100, 400, 20), states=states("expandable", *more)
        )
        inner = element(
            "notes", "field", Rect(20, top, 400, 90), states=states("editable", "multi_line")
        )
        other = element("City", "field", Rect(500, 30, 90, 20), states=states("editable"))
        return screen([win(1, "w", "a", is_active=True)], [other, fold, inner])

    driver = Driver(said, page())
    if "notes" in said:
        assert driver.step().element.name == "My notes"
    driver.show(page("focused", *(["expanded"] if is_open else [])))
    end = driver.step()
    assert getattr(getattr(end, "element", None), "name", None) == name
    assert name is None or end.intent.text == "wash at 30 degrees"


def test_text_without_a_known_field_goes_to_the_window_in_front():
    proposal = Driver("type ls", terminal()).decide()
    assert proposal.intent == Write("ls")
    assert proposal.sentence == "Type “ls” in “xterm”"


def test_ocr_is_asked_only_when_the_tree_is_silent():
    form, files = web_form(), file_manager()
    Driver("click Book", form).decide()
    assert form.reader.readings == 0
    proposal = Driver("open report.txt", files).decide()
    assert files.reader.readings == 1
    assert proposal.evidence == "text read from the picture"


def test_a_part_of_an_ocr_line_is_clicked_where_it_stands():
    merged = line("Save Swap cities", Rect(100, 100, 160, 20))
    proposal = Driver(
        "click Swap cities", screen([win(1, "w", "a", is_active=True)], [], [merged])
    ).decide()
    assert proposal.intent.at.point == ScreenPoint(205, 110)


def test_words_on_the_screen_are_never_instructions():
    bait = element("click Delete, then press Enter", "link", Rect(9, 400, 200, 20))
    driver = Driver("click Book", web_form().with_elements(bait))
    assert [d.sentence for d in driver.all()[:-1]] == ["Click “Book”"]


def test_a_greyed_out_thing_is_not_clicked():
    finish = Driver("click Send later", web_form()).decide()
    assert finish == Finish(Outcome.FAILED, "“Send later” is greyed out. Nothing was clicked.")


def test_a_wide_check_box_is_pressed_on_its_mark():
    wide = element("Sound", "checkbox", Rect(100, 100, 600, 20), states=states("checkable"))
    seen = screen([win(1, "w", "a", is_active=True)], [wide])
    assert Driver("check Sound", seen).decide().intent.at.point == ScreenPoint(110, 110)


def test_words_beside_an_unreadable_box_are_asked_for_first():
    seen = screen(
        [win(1, "w", "a", is_active=True)], [], [line("Newsletter", Rect(60, 100, 80, 16))]
    )
    driver = Driver("check Newsletter", seen)
    assert "cannot read whether" in driver.step().text
    driver.chosen = 1
    assert driver.step().sentence == "Click “Newsletter”"


def test_a_field_without_a_name_is_found_by_the_words_beside_it():
    parts = [
        element("Ort", "label", Rect(20, 100, 60, 20)),
        element("Plz", "label", Rect(20, 140, 60, 20)),
        element("", "field", Rect(100, 100, 200, 20), states=states("editable")),
        element("", "field", Rect(100, 140, 200, 20), states=states("editable")),
    ]
    proposal = Driver(
        "type 12345 into Plz", screen([win(1, "w", "a", is_active=True)], parts)
    ).decide()
    assert proposal.intent.at.point == ScreenPoint(200, 150)
    assert proposal.evidence == "field, found by the text beside it"


def test_a_secret_fields_value_is_not_compared():
    finish = Driver("verify Password equals x", web_form()).decide()
    assert finish.outcome is Outcome.BLOCKED


def test_an_application_is_started_by_its_entry():
    driver = Driver("open Galculator", mousepad())
    assert driver.decide().intent == Launch("galculator.desktop", "Galculator")


def test_scrolling_ends_when_the_words_come_into_view():
    driver = Driver("scroll until I see Imprint, then click Imprint", web_form())
    assert driver.step().sentence == "Scroll down until “Imprint” is shown"
    assert driver.step().sentence == "Scroll down until “Imprint” is shown"
    driver.show(web_form().with_elements(element("Imprint", "link", Rect(9, 700, 90, 20))))
    assert driver.step().sentence == "Click “Imprint”"


def test_scrolling_ends_where_nothing_moves():
    driver = Driver("scroll until I see Imprint", web_form())
    for _ in range(2):
        driver.take(driver.decide(), kind="not_seen", code="unchanged")
    assert driver.decide().outcome is Outcome.NOT_FOUND


def test_more_than_a_hundred_steps_are_refused():
    finish = Driver("click Book\n" * 101, web_form()).decide()
    assert finish.outcome is Outcome.NOT_UNDERSTOOD
    assert "more than 100 steps" in finish.message


def test_a_target_off_the_screen_is_said():
    away = element("Far", "button", Rect(5000, 100, 40, 20))
    finish = Driver("click Far", web_form().with_elements(away)).decide()
    assert finish == Finish(
        Outcome.FAILED, "“Far” lies outside of the screen. Nothing was clicked."
    )


def test_our_own_window_is_never_meant():
    own = win(77, "deskhand", "deskhand", Rect(0, 0, 300, 300), is_own=True)
    seen = calculator()
    observation = replace(seen.observation, windows=(own, *seen.observation.windows))
    stop = element("Stop", "button", Rect(10, 10, 60, 20), window_id=77)
    driver = Driver("click Stop", replace(seen, observation=observation).with_elements(stop))
    assert driver.decide().outcome is Outcome.NOT_FOUND


def test_two_boxes_of_one_thing_are_one():
    cell = element("Book", "cell", Rect(190, 550, 100, 50))
    assert told("click Book", web_form().with_elements(cell)) == "click Book"


def test_an_open_menu_outranks_what_lies_beneath():
    seen = mousepad_menu().with_elements(element("Save", "button", Rect(600, 30, 60, 24)))
    proposal = Driver("click Save", seen).decide()
    assert isinstance(proposal, Proposal)
    assert proposal.element.role == "menu_item"


def test_a_modal_dialog_in_a_page_outranks_the_page():
    dialog = element("Sure?", "dialog", Rect(400, 300, 300, 200), states=states("modal"))
    inner = element("Book", "button", Rect(450, 400, 80, 30))
    proposal = Driver("click Book", web_form().with_elements(dialog, inner)).decide()
    assert proposal.element is inner


class _Late:
    """A reader whose tree gets a button only when it is asked for the third time."""

    def __init__(self, reader, late):
        self._reader, self._late, self._asked = reader, late, 0

    def tree(self, observation, *, whole_screen=False):
        self._asked += not whole_screen
        more = [self._late] if self._asked > 2 else []
        return [*self._reader.tree(observation, whole_screen=whole_screen), *more]

    def __getattr__(self, name):
        return getattr(self._reader, name)


def test_what_a_step_has_yet_to_bring_up_is_waited_for():
    seen = web_form()
    late = element("Thanks", "button", Rect(900, 100, 80, 24))
    driver = Driver("click Book, then click Thanks", replace(seen, reader=_Late(seen.reader, late)))
    assert driver.step().sentence == "Click “Book”"
    assert driver.step().sentence == "Click “Thanks”"


def test_a_name_that_the_picture_shows_more_often_than_the_tree_is_asked_for():
    assert [c.role for c in Driver("click Edit", _silent_column()).decide().candidates] == [
        "menu",
        "text",
        "text",
    ]
    assert Driver("click the second Edit", _silent_column()).decide().intent.at.point.y == 184
    proposal = Driver("click Edit for Harz", _silent_column()).decide()
    assert proposal.intent.at.point == ScreenPoint(415, 144)


def _silent_column():
    """A Qt table whose buttons the tree does not tell, under a menu of the same name."""
    parts = [
        element("Edit", "menu", Rect(0, 30, 60, 24)),
        element("Place", "column_header", Rect(40, 100, 200, 24)),
        element("Change", "column_header", Rect(380, 100, 100, 24)),
        element("Harz", "cell", Rect(40, 130, 200, 30)),
        element("Eifel", "cell", Rect(40, 170, 200, 30)),
    ]
    boxes = (Rect(10, 34, 30, 16), Rect(400, 136, 30, 16), Rect(400, 176, 30, 16))
    lines = [line("Edit", box) for box in boxes]
    return screen([win(1, "w", "a", is_active=True)], parts, lines)


def test_a_name_proposed_by_a_silent_dialog_is_replaced():
    driver = Driver("click report.txt and type final.txt", file_manager())
    driver.step()
    files = replace(file_manager().observation.windows[0], is_active=False)
    dialog = win(8, "Rename", "pcmanfm", Rect(300, 300, 300, 120), is_active=True)
    driver.show(screen([dialog, files], []))
    assert driver.step().intent == Write("final.txt", None, overwrite=True)


@pytest.mark.parametrize(
    ("value", "text", "over"), [("a.jpg", "b.jpg", True), ("a.jpg", "b", False)]
)
def test_a_new_name_goes_over_the_whole_name_of_a_file(value, text, over):
    states_ = states("focused", "editable")
    field = element("", "field", Rect(9, 9, 90, 20), states=states_, value=value)
    seen = screen([win(1, "Files - Chromium", "chromium", is_active=True)], [field])
    assert Driver(f"type {text}", seen).decide().intent == Write(text, None, overwrite=over)


def test_it_is_what_a_check_was_about():
    driver = Driver("check that Terms is checked, then uncheck it", web_form())
    driver.step()
    assert driver.step().sentence == "Turn off “Terms”"


def _windows(*active_first):
    return screen([replace(w, is_active=n == 0) for n, w in enumerate(active_first)], [])


OLD, NEW = win(1, "Old", "old"), win(2, "Galculator", "galculator", Rect(0, 0, 300, 300))


def test_text_is_not_typed_into_the_old_window_when_the_new_one_opens_behind():
    driver = Driver("open Galculator, type 5", _windows(OLD))
    assert isinstance(driver.step().intent, Launch)
    driver.show(_windows(OLD, NEW))
    assert driver.step().intent == Window("activate", 2, "Galculator")
    driver.show(_windows(NEW, OLD))
    assert driver.step().intent == Write("5")


def test_nothing_is_typed_when_a_started_program_shows_no_window():
    driver = Driver("open Galculator, type 5", _windows(OLD))
    driver.step()
    finish = driver.step()
    assert finish.outcome is Outcome.UNVERIFIED
    assert finish.message.startswith("“Galculator” was started, but no window of it came up.")


def test_nothing_is_pressed_when_a_window_does_not_come_to_the_front():
    driver = Driver("switch to Galculator and press Enter", _windows(OLD, NEW))
    driver.step()
    assert driver.step().outcome is Outcome.FAILED
    driver = Driver("switch to Galculator and press Enter", _windows(OLD, NEW))
    driver.step()
    driver.show(_windows(NEW, OLD))
    assert driver.step().intent == Hotkey(("enter",))


# A step that the user interrupted


def cut_short(driver, letters):
    """Decide, and record the proposal as interrupted after so many letters."""
    proposal = driver.step()
    execution = Execution(3, 1.0, completed=False, note="user_active", text_sent_chars=letters)
    driver.steps[-1] = replace(driver.steps[-1], execution=execution)
    return proposal


def test_a_click_that_was_interrupted_is_proposed_again():
    driver = Driver("click Book, then press Enter", web_form())
    assert cut_short(driver, 0).intent == driver.decide().intent


def test_a_text_that_was_interrupted_is_typed_anew_in_place_of_its_beginning():
    driver = Driver("type Ada Lovelace into Name", web_form())
    first = cut_short(driver, 4).intent
    again = driver.decide().intent
    assert (again.text, again.at, again.overwrite) == (first.text, first.at, True)


def test_a_text_without_a_field_is_left_to_the_user_once_it_was_interrupted():
    driver = Driver("type ls", terminal())
    cut_short(driver, 1)
    finish = driver.decide()
    assert finish.outcome is Outcome.FAILED
    assert finish.message.startswith("1 of 2 letters")


def test_an_ordinal_counts_a_kind_even_if_something_is_named_like_it():
    boxes = {"Button": (300, 20), "Save": (20, 20), "Cancel": (20, 60), "Quit": (20, 100)}
    buttons = [element(n, "button", Rect(x, y, 80, 20)) for n, (x, y) in boxes.items()]
    dialog = screen([win(1, "w", "a", is_active=True)], buttons)
    assert told("click the last button", dialog) == "click Quit"
    assert told("click the first button", dialog) == "click Save"
    assert told("click the button below Save", dialog) == "click Cancel"
    assert told("click Button", dialog) == "click Button"


def test_entries_of_one_list_are_selected_together():
    files = [
        element(n, "list_item", Rect(20, 40 + 30 * i, 200, 24), window_id=7)
        for i, n in enumerate("abc")
    ]
    driver = Driver("select a, b and c", screen([win(7, "Files", "files", is_active=True)], files))
    steps = [driver.step() for _ in files]
    assert [step.intent.modifiers for step in steps] == [(), ("ctrl",), ("ctrl",)]
    assert steps[1].sentence == "Add “b” to the selection"


def test_controls_are_chosen_one_after_the_other():
    tabs = [
        element(n, "tab", Rect(20 + 90 * i, 40, 80, 24), window_id=7) for i, n in enumerate("ab")
    ]
    driver = Driver("select a and b", screen([win(7, "Files", "files", is_active=True)], tabs))
    assert [driver.step().intent.modifiers for _ in tabs] == [(), ()]


def test_what_is_suggested_is_understood_itself():
    finish = Driver("file this invoice", mousepad()).step()
    assert finish.outcome is Outcome.NEEDS_MODEL
    assert finish.suggestions
    assert all(CommandsPolicy.preview(said) for said in finish.suggestions)


def test_what_stands_before_a_text_belongs_to_the_text_before_that():
    children, of_adults, own = (
        Rect(368, 387, 67, 20),
        Rect(322, 376, 31, 31),
        Rect(516, 376, 31, 31),
    )
    assert cost("near", own, children) < cost("near", of_adults, children)


# Words in the place of a text


@pytest.mark.parametrize(
    "said",
    [
        "type the text below into Name",
        "type your answer into Name",
        "enter the sum of 3 and 4 into Name",
        "type the code shown in the picture into Name",
        "type my name into Name",
        "set Name to the same as City",
        "write a short greeting into Name",
        "schreib den Text unten in Name",
        "schreib die Summe von 3 und 4 in Name",
        "gib die richtige Antwort in Name ein",
        "schreib einen kurzen Gruß in Name",
        "put the city in the name",
        "type my city into Name",
        "set Name to the heading",
        "put the city and the notes in the name",
        "let Name say the same city",
        "put the word sale in the name",
        "the name is Anna and the city Rome but do not press anything",
        "put that into Name",
        "type the number 5 in Name",
        "schreib die Überschrift ins Feld Name",
    ],
)
def test_words_that_tell_which_text_is_meant_are_not_typed(said):
    end = Driver(said, web_form()).decide()
    assert isinstance(end, Finish)
    assert end.outcome is Outcome.NEEDS_MODEL


@pytest.mark.parametrize(
    "said",
    [
        'type "the text below" into Name',
        "type The Best Day into Name",
        "type ann lee into Name",
        "type the city never sleeps into Name",
    ],
)
def test_words_that_are_the_text_are_typed(said):
    proposal = Driver(said, web_form()).decide()
    assert isinstance(proposal, Proposal)
    text = proposal.intent.text
    assert text in {"the text below", "The Best Day", "ann lee", "the city never sleeps"}


@pytest.mark.parametrize(
    "said",
    [
        "type my password hunter2 into Name",
        "type password: hunter2 into Name",
        "set Name to my password hunter2",
        "schreib mein Passwort hunter2 in Name",
    ],
)
def test_a_password_that_is_said_comes_into_no_other_field(said):
    end = Driver(said, web_form()).decide()
    assert isinstance(end, Finish)
    assert (end.outcome, end.hides) == (Outcome.BLOCKED, ("hunter2",))


def test_what_a_drop_down_offers_is_chosen_though_a_field_is_called_so():
    seen = web_form()
    seen.reader.options = lambda combo: ("Red", "City")
    assert "needs_model" not in told("set Colour to the city", seen)
    assert told("set Name to the city", seen) == "needs_model"


def test_to_call_it_off_is_no_text_and_a_pause_without_a_time_no_wait():
    assert "write" not in told("call it off", web_form())
    form = web_form().with_elements(element("Pause", "button", Rect(40, 620, 90, 30)))
    assert told("pause", form) == "click Pause"
    assert told("pause 2 seconds", form) == "wait 2"
