"""How a run says what ended it.

What keys did that no picture proves: a page opened in a browser, a text cursor that moved.

A check proves what came of the steps before it only if it did not hold before them.
"""

from dataclasses import replace

import pytest

from automation.agent.outcomes import cursor_before, finish_for, moved_cursor, opened_page
from automation.core.actions import Aim, Checked, Click, Hotkey, Move, Shown, Wait, Write
from automation.core.errors import LoadError
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import TextCursor
from automation.core.proposal import Outcome, Receipt
from automation.safety.rules import RuledConfirmer, Rules
from tests.fakes.fake_reader import FakeReader, element
from tests.fakes.fake_verifier import SEEN, FakeVerifier
from tests.fakes.screens import screen, states, win
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import Rig, SmallScreen, click, observation

BAR = element(
    "Address and search bar", "field", Rect(200, 40, 500, 30), window_id=5,
    states=states("editable", "focused"),
)  # fmt: skip
LEFT = replace(BAR, states=states("editable"))
PAGE = element("One", "document", Rect(0, 80, 1280, 720), window_id=5)
ENTER = Hotkey(("enter",))


def look(title, *, is_active=True):
    windows = [win(5, title, "chromium", is_active=is_active)]
    if not is_active:
        windows.append(win(6, "Notes", "mousepad", is_active=True))
    return screen(windows, []).observation


NEW = (look("One - Chromium"), look("Two - Chromium"))


def test_a_new_title_and_a_bar_without_the_keyboard_prove_it():
    receipt = opened_page(ENTER, BAR, NEW, FakeReader([LEFT, PAGE]))
    assert receipt is not None
    assert receipt.kind == "effect_seen"


@pytest.mark.parametrize(
    ("action", "met", "looks", "found"),
    [
        (ENTER, BAR, (NEW[0], NEW[0]), [LEFT, PAGE]),
        (ENTER, BAR, NEW, [BAR, PAGE]),
        (ENTER, BAR, NEW, [LEFT]),
        (ENTER, BAR, NEW, [PAGE]),
        (ENTER, BAR, (NEW[0], look("Two - Chromium", is_active=False)), [LEFT, PAGE]),
        (ENTER, LEFT, NEW, [LEFT, PAGE]),
        (ENTER, None, NEW, [LEFT, PAGE]),
        (ENTER, BAR, NEW, [LEFT, replace(PAGE, box=Rect(0, 0, 1280, 720))]),
        (Hotkey(("tab",)), BAR, NEW, [LEFT, PAGE]),
        (Write("x"), BAR, NEW, [LEFT, PAGE]),
    ],
)
def test_nothing_is_claimed_where_one_of_them_is_not_so(action, met, looks, found):
    assert opened_page(action, met, looks, FakeReader(found)) is None


class CursorReader(FakeReader):
    """Tells where the text cursor stands, one answer after the other."""

    def __init__(self, *cursors, held=BAR):
        super().__init__([held])
        self._cursors = list(cursors)

    def text_cursor(self, element):
        return self._cursors.pop(0)


def cursor(offset, start=0, end=0, characters=10):
    return TextCursor(offset, start, end, characters)


def told(action, reader, met=BAR):
    held = cursor_before(action, met, NEW[0], reader)
    receipt = moved_cursor(action, held, NEW[1], reader)
    return receipt and receipt.kind


@pytest.mark.parametrize(
    ("keys", "before", "after", "kind"),
    [
        (("ctrl", "end"), cursor(0), cursor(10), "effect_seen"),
        (("left",), cursor(5), cursor(4), "effect_seen"),
        (("ctrl", "a"), cursor(10), cursor(10, 0, 10), "effect_seen"),
        (("backspace",), cursor(10), cursor(9, characters=9), "effect_seen"),
        (("ctrl", "end"), cursor(10), cursor(10), "landed"),
        (("home",), cursor(0), cursor(0), "landed"),
        (("home",), cursor(5), cursor(5), None),
        (("ctrl", "s"), cursor(0), cursor(0), None),
        (("left",), cursor(5), None, None),
        (("left",), None, cursor(5), None),
    ],
)
def test_a_field_tells_what_keys_did_to_its_text_cursor(keys, before, after, kind):
    assert told(Hotkey(keys), CursorReader(before, after)) == kind


PARAGRAPH = replace(
    element("", "text", Rect(0, 300, 500, 30), window_id=5, states=states("editable", "focused")),
    handle=(":1.9", "/other"),
)


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (PARAGRAPH, "effect_seen"),
        (replace(PARAGRAPH, states=states("focused")), None),
        (replace(BAR, handle=(":1.9", "/again")), None),
    ],
)
def test_another_paragraph_that_has_the_keyboard_tells_that_the_cursor_moved(held, kind):
    reader = CursorReader(cursor(3))
    before = cursor_before(Hotkey(("ctrl", "end")), BAR, NEW[0], reader)
    after = CursorReader(held=held)
    receipt = moved_cursor(Hotkey(("ctrl", "end")), before, NEW[1], after)
    assert (receipt and receipt.kind) == kind


@pytest.mark.parametrize(
    ("point", "after", "kind"),
    [
        (BAR.box.center, cursor(8), "effect_seen"),
        (BAR.box.center, cursor(3), "landed"),
        (ScreenPoint(900, 700), cursor(8), None),
    ],
)
def test_a_click_into_a_text_is_told_by_its_cursor(point, after, kind):
    click = Click(Aim(point))
    assert told(click, CursorReader(cursor(3), after), met=None) == kind


def test_of_what_is_pressed_no_text_cursor_is_asked():
    button = element("Save", "button", Rect(0, 0, 40, 20), window_id=5)
    assert cursor_before(Click(Aim(button.box.center)), button, NEW[0], CursorReader()) is None


def test_a_password_field_is_not_asked():
    hidden = replace(BAR, states=states("editable", "focused", "secret"))
    assert cursor_before(Hotkey(("left",)), hidden, NEW[0], CursorReader(cursor(1))) is None


NOTHING = Receipt("not_seen", "nothing changed", code="unchanged")
UNKNOWN = Receipt("not_seen", "nobody can tell")
SAVED = Shown("Saved", within_s=1.0)


def run(*intents, name="commands", screen=None, receipts=(), checks=()):
    more = {} if screen is None else {"screen": screen}
    rig = Rig(
        ScriptedPolicy(proposing(*intents), name), verifier=FakeVerifier(receipts, checks), **more
    )
    return rig.run()


@pytest.mark.parametrize("check", [SAVED, Checked("Wrap", is_checked=True)])
def test_what_held_before_a_step_that_changed_nothing_proves_nothing_of_it(check):
    ended = run(click(), check, receipts=[NOTHING])
    assert ended.outcome is Outcome.UNVERIFIED
    assert ended.message.startswith("Not seen: Click: nothing changed.")


def test_neither_do_several_of_them():
    ended = run(click(), SAVED, Checked("Wrap", is_checked=True), receipts=[NOTHING])
    assert ended.outcome is Outcome.UNVERIFIED


def test_what_came_only_after_the_step_proves_it():
    assert run(click(), SAVED, receipts=[NOTHING], checks=[NOTHING, SEEN]).outcome is Outcome.DONE


@pytest.mark.parametrize(("looks", "outcome"), [(2, Outcome.DONE), (99, Outcome.UNVERIFIED)])
def test_what_holds_on_a_screen_that_has_changed_since_proves_it(looks, outcome):
    before, after = observation(), observation(shade=200)
    screen = SmallScreen(*[before] * looks, after)
    assert run(click(), SAVED, screen=screen, receipts=[NOTHING]).outcome is outcome


@pytest.mark.parametrize("between", [Wait(1.0), Move(Aim(ScreenPoint(5, 5)))])
def test_a_wait_between_them_changes_nothing_of_that(between):
    ended = run(click(), between, SAVED, receipts=[NOTHING])
    assert ended.outcome is Outcome.UNVERIFIED
    assert ended.message.startswith("Not seen: Click: nothing changed")


def test_steps_before_one_that_changed_nothing_are_proven():
    ended = run(click(), click(name="Bold"), SAVED, receipts=[UNKNOWN, NOTHING])
    assert ended.message.startswith("Not seen: Click: nothing changed")
    assert run(click(), SAVED, receipts=[UNKNOWN]).outcome is Outcome.DONE


@pytest.mark.parametrize(
    ("count", "took", "outcome"),
    [(3, SEEN, Outcome.DONE), (3, UNKNOWN, Outcome.UNVERIFIED), (2, SEEN, Outcome.UNVERIFIED)],
)
def test_a_press_that_selects_is_for_the_text_behind_it(count, took, outcome):
    """What a field holds may be selected already, as Tab leaves it: the press changes nothing."""
    selects = Click(Aim(ScreenPoint(5, 5)), count=count)
    assert run(selects, Write("320"), receipts=[NOTHING, took]).outcome is outcome


COUNT = element("Bottles", "spinner", Rect(10, 10, 80, 20), window_id=5, handle=("page", "/7"))
DRAWN = replace(COUNT, source="ocr", handle=None)
AS_IT_WAS = Receipt("denied", "as it was")
TAKEN = Receipt("effect_seen", "it holds 6", code="exact")


@pytest.mark.parametrize(
    ("typed_in", "field", "wanted", "told", "outcome"),
    [
        (COUNT, COUNT, "6", TAKEN, Outcome.DONE),
        (COUNT, COUNT, "6", AS_IT_WAS, Outcome.UNVERIFIED),
        (COUNT, COUNT, "", TAKEN, Outcome.UNVERIFIED),
        (COUNT, replace(COUNT, handle=("page", "/8")), "6", TAKEN, Outcome.UNVERIFIED),
        (COUNT, None, "6", TAKEN, Outcome.UNVERIFIED),
        (DRAWN, replace(DRAWN, name="Racks"), "6", TAKEN, Outcome.UNVERIFIED),
    ],
)
def test_a_text_that_is_told_when_its_field_is_left_has_arrived(
    typed_in, field, wanted, told, outcome
):
    """Chromium tells one letter that was typed over another one only with the next event."""
    typed, left, sent = proposing(Write("6"), Hotkey(("tab",)), Write("Ada", press_enter=True))
    steps = [replace(typed, element=typed_in), replace(left, element=field, wanted=wanted), sent]
    unattended = RuledConfirmer("auto", Rules(), is_explicit=lambda: True)
    for these, confirmer in ((steps[:2], None), (steps, unattended)):
        r = Rig(
            ScriptedPolicy(these, "commands"), **({"confirmer": confirmer} if confirmer else {})
        )
        r.verifier = FakeVerifier([AS_IT_WAS, told])
        asked = Outcome.DONE if outcome is Outcome.DONE else Outcome.BLOCKED
        assert r.run().outcome is (asked if confirmer else outcome)


@pytest.mark.parametrize("name", ["holotron", "macro"])
def test_to_others_than_the_users_own_instructions_the_state_is_what_counts(name):
    assert run(click(), SAVED, name=name, receipts=[NOTHING]).outcome is Outcome.DONE


def test_a_check_of_its_own_needs_no_step():
    assert run(SAVED).outcome is Outcome.DONE


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("there is no display", "There is no display."),
        ("config.json is missing", "config.json is missing."),
        ("llm_config.hidden_size is 96", "llm_config.hidden_size is 96."),
        ("model-00002-of-00003.safetensors is cut", "model-00002-of-00003.safetensors is cut."),
    ],
)
def test_a_name_at_the_start_of_a_sentence_is_written_as_it_is(said, told):
    assert finish_for(LoadError(said)).message == told
