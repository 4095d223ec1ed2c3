"""Where a text without quotes ends: before a button or a control with its value, as the screen tells."""

import pytest

from automation.commands.read.grammar import parse
from automation.core.geometry import Rect
from automation.core.proposal import Proposal
from tests.fakes.driver import Driver, told
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.screens import Seen, screen, states, win

PAGE = win(1, "Boat club - Chromium", "chromium", is_active=True)
FIELD = states("editable", "focusable")


class Offering(FakeReader):
    """A reader that tells what drop-downs offer."""

    def options(self, element):
        return {"Language": ("English", "French"), "Sprache": ("Deutsch", "Dänisch")}.get(
            element.name, ()
        )


def page(*buttons, fields=("Town", "Subject", "Remarks"), more=()):
    """Fields with their labels, a drop-down, a box and buttons."""
    parts = [element("Boat club", "document", Rect(0, 90, 1280, 700))]
    for n, name in enumerate(fields):
        parts.append(element(name, "text", Rect(40, 100 + 30 * n, 90, 20)))
        parts.append(
            element(name, "field", Rect(140, 100 + 30 * n, 200, 22), states=FIELD, value="Rye")
        )
    parts += [
        element("Language", "combo", Rect(140, 300, 200, 22), value="English"),
        element("Boat licence", "checkbox", Rect(140, 330, 120, 20), states=states("checkable")),
        *(element(n, "button", Rect(40 + 160 * i, 400, 140, 26)) for i, n in enumerate(buttons)),
        *more,
    ]
    seen = screen([PAGE], parts)
    return Seen(seen.observation, Offering(seen.reader.elements))


@pytest.mark.parametrize(
    "said",
    [
        "change his town to Dover and keep the changes",
        "set Town to Dover and keep changes",
        "set Town to Dover, keep the changes",
        "the town should be Dover and keep the changes",
        "Town: Dover and keep my changes",
        "fill Town with Dover and keep the changes",
        "replace the town with Dover and keep the changes",
        'set Town to "Dover" and keep changes',
        "type “Dover” into Town and keep changes",
        "fill in Dover as the town and keep the changes",
        "enter Dover in Town and keep the changes",
    ],
)
def test_a_text_ends_before_a_button_in_a_sentence(said):
    step = "write 'Dover' @Town over; click Keep changes"
    assert told(said, page("Keep changes", "Close")) == step


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("type 5 as the town and keep the changes", "write '5' @Town over; click Keep changes"),
        ("tick boat licence and keep the changes", "click Boat licence; click Keep changes"),
        ("click Close and keep the changes", "click Close; click Keep changes"),
        ("town Dover, keep the changes", "write 'Dover' @Town over; click Keep changes"),
        ("choose French as the language and keep the changes", "click Language"),
        ("keep the changes and then close it", "click Keep changes; close Boat club - Chromium"),
    ],
)
def test_so_do_other_steps(said, meaning):
    assert told(said, page("Keep changes", "Close")).startswith(meaning)


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("turn the plan over and tick boat licence", "click Turn plan over; click Boat licence"),
        ("lock this plan, set Town to Dover", "click Lock plan; write 'Dover' @Town over"),
        ("unfurl it all and tick boat licence", "needs_model"),
        ("if the plan is full then tick boat licence", "needs_model"),
        ("lock the plan unless it rains and tick boat licence", "needs_model"),
    ],
)
def test_a_sentence_that_no_pattern_reads_ends_before_a_step(said, meaning):
    assert told(said, page("Turn plan over", "Lock plan")) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("ändere Ort auf Kiel und behalte die Änderungen", "click Änderungen behalten"),
        ("setz Ort auf Kiel, übernimm die Änderungen", "click Änderungen übernehmen"),
        ("trag bei Ort Kiel ein und verwirf den Entwurf", "click Entwurf verwerfen"),
    ],
)
def test_it_ends_there_in_german(said, meaning):
    name = meaning.removeprefix("click ")
    assert told(said, page(name, fields=("Ort",))) == f"write 'Kiel' @Ort over; {meaning}"


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("set Town to Dover, language French", "write 'Dover' @Town over; click Language"),
        ("the town should be Dover and the language French", "write 'Dover' @Town over; click Language"),
        ("write Ski camp there instead, language French", "write 'Ski camp'; click Language"),
        ("clear the subject and write Ski camp there instead, language French",
         "write '' @Subject over; write 'Ski camp'; click Language"),
        ("set Town to Dover and boat licence on", "write 'Dover' @Town over; click Boat licence"),
        ("set Town to Dover and Subject Ski camp", "write 'Dover' @Town over; write 'Ski camp' @Subject over"),
        ("set Town to Dover, remarks Bring 2 boats", "write 'Dover' @Town over; write 'Bring 2 boats' @Remarks over"),
        ("change the subject to Regatta, town Dover", "write 'Regatta' @Subject over; write 'Dover' @Town over"),
    ],
)  # fmt: skip
def test_a_text_ends_before_a_control_with_its_value(said, meaning):
    assert told(said, page()).startswith(meaning)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("change the subject to Keep calm and carry on", "Keep calm and carry on"),
        ("change the subject to Bread, milk and eggs", "Bread, milk and eggs"),
        ("set Subject to Bread and fresh milk", "Bread and fresh milk"),
        ("set Subject to Tea, Keep", "Tea, Keep"),
        ("set Subject to Rain and town hall", "Rain and town hall"),
        ("set Subject to Rain, remarks none", "Rain, remarks none"),
        ("set Subject to English and French", "English and French"),
        ("set Subject to Regatta, weather fine", "Regatta, weather fine"),
        ("set Subject to Winners and losers, French", "Winners and losers, French"),
    ],
)
def test_a_text_goes_on_where_nothing_on_the_screen_is_said(said, text):
    seen = page("Keep changes", "Fresh milk", "Keep")
    assert told(said, seen) == f"write {text!r} @Subject over"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("type We meet there instead", "We meet there"),
        ("type Hello there", "Hello there"),
        ("type kettle instead", "kettle"),
        ("write Stove there instead", "Stove"),
    ],
)
def test_what_says_where_a_text_goes_is_no_part_of_it(said, text):
    assert Driver(said, page()).step().intent.text == text


def test_beside_a_password_nothing_is_read_off_a_text():
    secret = element("Password", "password", Rect(140, 360, 200, 22), states=FIELD)
    seen = page(more=(secret,))
    assert told("set Subject to Dover, language French", seen) == (
        "write 'Dover, language French' @Subject over"
    )


def test_a_required_field_is_said_without_its_sign():
    seen = page(fields=("Town", "Subject *"))
    meaning = "write 'Dover' @Town over; write 'Ski camp' @Subject * over"
    assert told("set Town to Dover and Subject Ski camp", seen) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("town Dover, Kent", "write 'Dover, Kent' @Town over"),
        ("town Dover and Rye", "write 'Dover and Rye' @Town over"),
        ("subject 12 Mill Lane, Dover", "write '12 Mill Lane, Dover' @Subject over"),
        ("subject Mill Lane, 2nd floor, town Rye", "write 'Mill Lane, 2nd floor' @Subject over; write 'Rye' @Town over"),
        ("language French, English", "needs_model"),  # the second would take the place of the first
        ("town Dover, Keep", "write 'Dover' @Town over; click Keep"),  # the whole name of the one button
        ("town Dover, county Kent", "needs_model"),
        ("town Dover, County Kent", "needs_model"),
    ],
)  # fmt: skip
def test_a_field_gets_one_text_and_no_second_in_the_place_of_the_first(said, meaning):
    assert told(said, page("Keep")) == meaning


@pytest.mark.parametrize(
    "said",
    ["put Come early, and bring a friend into the remarks", "Remarks: Sits well; needs a walk"],
)
def test_no_text_loses_its_comma(said):
    assert told(said, page()) in ("needs_model", "not_understood")


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Street: Mill Lane, house number 12", "write 'Mill Lane' @Street over; write '12' @House number over"),
        ("Street: Mill Lane, 2nd floor, house number 12", "write 'Mill Lane, 2nd floor' @Street over; write '12' @House number over"),
        ("Town: Dover and street Mill Lane", "write 'Dover' @Town over; write 'Mill Lane' @Street over"),
        ("Town: Dover, boat licence on", "write 'Dover' @Town over; click Boat licence"),
        ("Street: Mill Lane, 2nd floor", "write 'Mill Lane, 2nd floor' @Street over"),
        ("Town: Bread, Kent and rye", "write 'Bread, Kent and rye' @Town over"),
        # Of such a text other fields may be a part.
        ("Remarks: Ring twice, house number 12", "write 'Ring twice, house number 12' @Remarks over"),
        ("Bemerkung: Bitte klingeln, town Dover", "write 'Bitte klingeln, town Dover' @Bemerkung over"),
    ],
)  # fmt: skip
def test_behind_a_colon_a_value_ends_before_another_field_but_a_remark_goes_on(said, meaning):
    fields = ("Town", "Street", "House number", "Remarks", "Bemerkung")
    assert told(said, page(fields=fields)) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("Write Come early, and bring a friend into the remarks", "write 'Come early, and bring a friend' @Remarks over"),
        ("enter Come early, bring a friend and close the door in remarks", "write 'Come early, bring a friend and close the door' @Remarks over"),
        ("remarks: come early and open the gate", "write 'come early and open the gate' @Remarks over"),
        ("set Remarks to Come early, close the gate and keep the changes",
         "write 'Come early, close the gate' @Remarks over; click Keep changes"),
        # What is there is meant, and so is what pointer and keys alone do.
        ("write Come early and put Ida into the town", "write 'Come early'; write 'Ida' @Town over"),
        ("remarks: come early and click Next", "write 'come early' @Remarks over; not_found"),
        # A town takes no sentence: the map may come up yet.
        ("town: Dover and open the map", "write 'Dover' @Town over; not_found"),
        ("type “Come early” and bring a friend into the remarks", "write 'Come early'; not_found"),
    ],
)  # fmt: skip
def test_words_that_no_step_can_be_made_of_here_go_on_with_the_text(said, meaning):
    assert told(said, page("Keep changes", "Close")) == meaning


@pytest.mark.parametrize(
    ("said", "meaning"),
    [
        ("the remarks should read Two nights instead of what is there", "write 'Two nights' @Remarks over"),
        ("change the remarks to Two nights instead of the old text", "write 'Two nights' @Remarks over"),
        ("make the remarks read Two nights in place of what's there", "write 'Two nights' @Remarks over"),
        ("write Two nights in the remarks instead of what is there", "write 'Two nights' @Remarks over"),
        ("the remarks should read A train instead of a plane", "write 'A train instead of a plane' @Remarks over"),
        # What follows is about a thing that was named, and no part of its value.
        ("change the subject to Ski camp and make it a bonus", "needs_model"),
        ("set Town to Dover and make it bigger", "needs_model"),
    ],
)  # fmt: skip
def test_what_a_field_held_and_what_is_done_with_it_is_no_part_of_its_text(said, meaning):
    assert told(said, page()) == meaning


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("At the very end of the text add the line: See you there!", "See you there!"),
        ("add the line: Is it raining?", "Is it raining?"),
        ("add the line: Wait...", "Wait..."),
        ("add the line Come early.", "Come early"),
        ("at the end write: See you!", "See you!"),
        ("append the line Bring cake! to the text", "Bring cake!"),
        ("append the line Bring cake to the note", "Bring cake"),
    ],
)
def test_a_line_keeps_its_last_mark_and_nothing_of_the_order(said, text):
    assert next(f.text for c in parse(said).clauses for f in c.forms if f) == text


@pytest.mark.parametrize(
    "said",
    [
        "the town is Quarry Lane, house number 18b, and the things stand in the front garden",
        "Town: Quarry Lane, house number 18b, and the things stand in the front garden",
    ],
)
def test_no_text_goes_over_another_field_with_its_value(said):
    """The rest may say nothing that is there: it is no part of the first field either."""
    steps = told(said, page("Close", fields=("Town", "House number")))
    assert steps.startswith(
        "write 'Quarry Lane' @Town over; write '18b' @House number over; not_found"
    )


@pytest.mark.parametrize(
    "said",
    [
        "Could you put the length to 11 and type 'hooks missing' under Remarks",
        "put the length to 11 and type hooks missing under Remarks",
        "put the length to 11, write “hooks missing” under Remarks",
    ],
)
def test_no_text_goes_over_an_order_to_type_another_one(said):
    assert "length to" not in told(said, page("Close"))


@pytest.mark.parametrize(
    "said", ["put the town to Dover and type 'Bring hooks' under Remarks", "put the town to Dover, write “Bring hooks” beside Remarks"]
)  # fmt: skip
def test_a_quoted_text_goes_where_it_is_said_to_stand(said):
    steps = "write 'Dover' @Town over; write 'Bring hooks' @Remarks over"
    assert told(said, page("Close")) == steps


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        ("Cell F1 should say Notes and F4 too ripe", ["Cell F1 should say Notes", "Cell F4 should say too ripe"]),
        ("A1 should be Tea, A2 Jam", ["A1 should be Tea", "A2 should be Jam"]),
        ("type Tea into A1 and A2 Jam", ["type Tea into A1", "type Jam into A2"]),
        ("set B2 to 5 and B3 to 6", ["set B2 to 5", "B3 to 6"]),
        ("write Call B2 now into A1", ["write Call B2 now into A1"]),
    ],
)  # fmt: skip
def test_a_next_cell_with_its_value_is_a_step(said, clauses):
    assert [clause.source.strip() for clause in parse(said).clauses] == clauses


@pytest.mark.parametrize(
    "said",
    [
        "Town is Rye Harbour, kind van, language French",
        "type Rye Harbour into Town, colour light grey, language French",
        "Stadt: write Rye Harbour into Town, kind van, language French",
    ],
)
def test_a_value_of_something_that_is_not_there_is_no_part_of_the_text_before(said):
    typed = [getattr(s.intent, "text", "") for s in Driver(said, page()).all()[:-1]]
    assert not any("," in text for text in typed)


def test_two_names_and_the_rest_of_a_sentence_go_on_with_a_text():
    done = told("type Rye, Dover into Town and press Keep it", page("Keep it"))
    assert "'Rye, Dover'" in done


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("Town should be Rye Harbour, we need 3 of them, keep it", "Rye Harbour"),
        ("Town is Rye, accept the exhibitor terms and submit the order", "Rye"),
        ("set Town to Rye Harbour, she comes by train", "Rye Harbour"),
        ("Town is Rye and submit the order", "Rye"),
    ],
)
def test_words_behind_the_text_for_a_line_are_read_apart_or_not_understood(said, typed):
    done = Driver(said, page("Keep it")).all()
    assert [getattr(s.intent, "text", "") for s in done[:-1] if isinstance(s, Proposal)][:1] == [
        typed
    ]
    assert all("," not in getattr(s.intent, "text", "") for s in done[:-1])


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Remarks: we come by train, two of us with dogs", "we come by train, two of us with dogs"),
        ("set Town to Rye, Sussex", "Rye, Sussex"),
        ("type fish, chips and peas into Town", "fish, chips and peas"),
        ('set Town to "Rye, by the sea"', "Rye, by the sea"),
    ],
)
def test_a_text_goes_on_over_a_comma_where_nothing_else_can_be_meant(said, text):
    assert text in told(said, page("Keep it"))
