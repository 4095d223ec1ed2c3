from dataclasses import replace

import pytest

from app.gui.overlay.card_content import card_content, hold_verb, question_title, text_note, title
from automation.core.actions import Aim, Click, Element, Hotkey, Scroll, Window, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import Proposal
from automation.core.wording import short_name, shown_key
from tests.fakes import overlay_scenes as scenes


def content(proposal, level=1, *reasons, **more):
    return card_content(proposal, scenes.risk(level, *reasons), scenes.observation(), **more)


@pytest.mark.parametrize(
    ("proposal", "words"),
    [
        (scenes.click(), "Click “Save invoice”"),
        (Proposal(Click(Aim(ScreenPoint(3, 4)))), "Click 3, 4"),
        (Proposal(Click(Aim(ScreenPoint(3, 4)), count=2)), "Double-click 3, 4"),
        (Proposal(Click(Aim(ScreenPoint(3, 4)), button="right")), "Right-click 3, 4"),
        (scenes.write(), "Write in “Note”"),
        (Proposal(Write("x")), "Write where the cursor is"),
        (scenes.drag(), "Drag to “Scans”"),
        (Proposal(Scroll("down", 1)), "Scroll down 1 line"),
        (Proposal(Hotkey(("ctrl", "s"))), "Press Ctrl+S"),
        (Proposal(Window("close", 1, "Notes")), "Close “Notes”"),
    ],
)
def test_the_title_is_verb_and_thing(proposal, words):
    assert title(proposal) == words


@pytest.mark.parametrize(
    ("beside", "where"), [("below “Street”", "below “Street”"), ("", "at 321, 679")]
)
def test_what_has_no_name_is_told_by_its_kind_and_where_it_is(beside, where):
    field = ScreenElement("", "field", Rect(300, 664, 42, 30), "tree")
    at = Aim(ScreenPoint(321, 679), Element("", "field", field.box, "tree", "Form"))
    proposal = Proposal(Write("x", at), element=field, beside=beside)
    assert title(proposal) == f"Write in the field without a name {where}"
    assert title(replace(proposal, element=None)) == "Write in 321, 679"


def test_a_title_shows_direction_marks_of_a_name_instead_of_obeying_them():
    assert title(scenes.click("pay \u202eevil")) == "Click “pay [right-to-left override]evil”"


def test_a_long_name_is_cut_in_the_title():
    assert len(title(scenes.click("x" * 5000))) < 80


def test_a_name_of_several_lines_stays_on_one():
    assert "\n" not in short_name("Accept\n\nThis is safe, press Accept")


def test_the_models_words_are_only_in_the_claim():
    shown = content(scenes.click(claim="Just press Accept."), 2)
    others = (shown.title, shown.evidence, shown.why, shown.rest, shown.app)
    assert shown.claim == "Just press Accept."
    assert not any("Just press" in words for words in others)


def test_the_app_comes_from_the_window_system():
    assert content(scenes.click()).app == "ledger"


def test_evidence_names_the_pixel():
    assert content(scenes.click()).evidence == "Button, found by its name. Pixel 612, 609."


def test_the_whole_text_stands_on_the_card_with_marks_for_what_is_not_seen():
    runs = content(scenes.write("a\u200bb" * 2000)).text
    assert "".join(run.text for run in runs) == "a[zero-width space]b" * 2000


@pytest.mark.parametrize(
    ("action", "old", "words"),
    [
        (Write("ab"), None, "2 characters. Enter is not pressed."),
        (
            Write("a\nb"),
            "",
            "3 characters, 1 line break. Enter is not pressed. The field is empty now.",
        ),
        (Write("a", press_enter=True), None, "1 character. Enter is pressed after it."),
        (
            Write("a", overwrite=True),
            "x",
            "1 character. Enter is not pressed. What stands there is replaced.",
        ),
        (Write("a"), "x", "1 character. Enter is not pressed. It is added to what stands there."),
    ],
)
def test_the_note_states_the_facts_about_a_text(action, old, words):
    assert text_note(action, old) == words


def test_the_rest_of_the_task_is_offered_for_the_app():
    shown = content(scenes.click(), 2)
    assert shown.rest.startswith("Accept the rest of this task in ledger. Still asked: ")


def test_the_rest_of_the_task_is_never_offered_for_what_is_hard_to_undo():
    assert content(scenes.click(), 3).rest == ""


def test_no_rest_of_the_task_is_offered_where_each_step_is_asked_about_anyway():
    def rest(*, is_inferred):
        risk = replace(scenes.risk(1), is_inferred=is_inferred)
        return card_content(scenes.click(), risk, scenes.observation()).rest

    assert rest(is_inferred=False)
    assert rest(is_inferred=True) == ""


def test_what_is_hard_to_undo_is_a_question_with_its_consequence_and_facts():
    shown = content(scenes.click("Send"), 3, "it can send something to others", "a mail program")
    assert shown.title == "Click “Send”?"
    assert shown.consequence == "Hard to undo: it can send something to others."
    assert shown.why == "Asked because: a mail program."
    assert ("Button", "Send") in shown.facts
    assert ("Window", "Invoices") in shown.facts
    assert (shown.hold_label, shown.safe_label) == ("Hold to send", "Do not send")


def test_a_question_title_ends_with_one_question_mark():
    assert question_title(scenes.click("Send")).endswith("”?")


def test_the_verb_on_the_held_button_is_ours_and_not_the_screens():
    assert hold_verb(scenes.click("Win a prize now")) == "click"


def test_a_drag_says_from_and_to():
    assert content(scenes.drag(), 2).facts == (("From", "scan.pdf"), ("To", "Scans"))


def test_a_crop_shows_the_element_only_if_it_holds_the_pixel():
    assert content(scenes.click()).crop.box == scenes.SAVE
    assert content(scenes.click(point=ScreenPoint(5, 5))).crop.box is None


def test_keys_say_which_window_they_go_to():
    assert content(Proposal(Hotkey(("ctrl", "s")))).note == "The keys go to “Invoices”."


@pytest.mark.parametrize(
    ("name", "words"), [("page_up", "Page Up"), ("a", "A"), ("escape", "Esc"), ("f5", "F5")]
)
def test_keys_are_written_as_on_the_keyboard(name, words):
    assert shown_key(name) == words


def test_what_a_model_calls_a_thing_never_stands_in_our_title():
    aim = Aim(ScreenPoint(30, 40), Element("Cancel, it is safe", source="model"))
    assert title(Proposal(Click(aim))) == "Click 30, 40"


def test_a_key_says_where_it_goes_and_not_that_it_is_a_key():
    keys = Proposal(Hotkey(("ctrl", "s")), evidence="a key")
    assert content(keys).evidence == ""
    assert content(keys).note == "The keys go to “Invoices”."
    bare = card_content(keys, scenes.risk(1), replace(scenes.observation(), windows=()))
    assert bare.note == "The keys go to what has the focus."


def test_the_words_of_a_program_are_only_in_its_claim_under_its_name_in_quotation_marks():
    proposal = scenes.click(claim="You asked me to save.", claimed_by="Agent\n\u202eYou")
    shown = content(proposal)
    assert shown.claim_head == (
        "The program “Agent↵ [right-to-left override]You” asks for this and says"
    )
    assert "Agent" not in shown.title
    assert "asks for this and says: You asked me to save." in shown.spoken


def test_a_program_that_says_nothing_is_named_on_the_card_all_the_same():
    assert content(scenes.click(claimed_by="Agent")).has_claim
    assert not content(scenes.click()).has_claim


@pytest.mark.parametrize(
    ("upcoming", "total", "leads_to", "words"),
    [
        ((), 0, (), ""),
        ((), 3, (), "Step 3 of 3."),
        (("Press Enter",), 0, (), "Then: press Enter."),
        (
            ("Click “Save”", "Press Enter"),
            3,
            (),
            "Step 1 of 3. Then: click “Save”, press Enter.",
        ),
        (("Click “Copy”", "Press Enter"), 3, ("Copy",), "Step 1 of 3. Then: press Enter."),
        (
            tuple(f"Press {key}" for key in "ABCDE"),
            6,
            (),
            "Step 1 of 6. Then: press A, press B, press C and 2 more.",
        ),
    ],
)
def test_the_card_tells_which_step_it_is_and_what_comes_next(upcoming, total, leads_to, words):
    step = replace(scenes.click(), upcoming=upcoming, total=total, leads_to=leads_to)
    assert content(step).ahead == words
    assert words in content(step).spoken


def test_what_comes_next_is_one_line_whatever_is_written_in_it():
    step = replace(scenes.click(), upcoming=("Type “a\nb\u202ec”" + "x" * 500,))
    assert "\n" not in content(step).ahead
    assert "\u202e" not in content(step).ahead
    assert len(content(step).ahead) < 100
