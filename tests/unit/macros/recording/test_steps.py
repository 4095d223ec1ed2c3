"""Gestures and what was seen before them become steps that pass the checks of the file.

Recorded keys say which window they were pressed in, as those of a compiled run do.
"""

from dataclasses import replace

import numpy as np
import pytest

from automation.core import hand_events
from automation.core.geometry import Rect, ScreenPoint
from automation.core.hand_events import Context
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.core.secrets import literal
from automation.macros import describe as describing
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.codec import read, write
from automation.macros.describe import recorded_target
from automation.macros.images import decode
from automation.macros.macro import Box, Landmark, Macro, Titled
from automation.macros.record.drafts import BY_WORDS, METHOD, NO_TARGET, Drafter
from automation.macros.record.gestures import Pause
from automation.macros.record.session import RecordingSession
from automation.macros.walk import fill
from tests.fakes.recorded import NAMES, Hands

WINDOW = WindowInfo(7, "Invoices - Books", "books", 40, Rect(100, 50, 640, 480), is_active=True)


def describe(context):
    """Describe what a recording has seen."""
    return describing.with_picture(context, recorded_target(context))


def element(name, role, x, y, w=80, h=24, **more):
    return ScreenElement(name, role, Rect(x, y, w, h), "tree", window_id=7, **more)


def line(name, x, y, w=60, h=14):
    return ScreenElement(name, "text", Rect(x, y, w, h), "ocr", window_id=7)


def picture():
    pixels = np.zeros((480, 640, 4), np.uint8)
    pixels[:, ::7] = 200
    pixels[::9] = 90
    return Frame(pixels, ScreenPoint(100, 50), 0.0)


SAVE = element("Save", "button", 300, 400, parent_name="Details")
VENDOR = element("", "field", 300, 200, 160)
TREE = (
    SAVE,
    VENDOR,
    element("Vendor", "label", 220, 202, 60, 18),
    element("Amount", "label", 220, 242, 60, 18),
    element("12:45", "label", 302, 372, 60, 18),
)


def seen(at, thing=None, **more):
    facts = {"frame": picture(), "window": WINDOW, "element": thing, "elements": TREE, **more}
    return Context(ScreenPoint(*at), **facts)


def steps(hands, contexts):
    drafter = Drafter()
    made = [step for gesture in hands.gestures() for step in drafter.steps(gesture, contexts)]
    return made, drafter


def first_events(hands):
    return [g.span.first for g in hands.gestures() if not isinstance(g, Pause)]


def accepted(made, drafter):
    """Return what the checks of a macro file refuse of these steps."""
    return refusals(Macro(deskhand=1, name="m", params=drafter.params, steps=tuple(made)))


def test_a_click_becomes_a_step_with_everything_that_was_known_of_its_target():
    hands = Hands().click(330, 410)
    context = seen(
        (330, 410), SAVE, lines=(line("Save", 320, 405, 40), line("Total due", 300, 430))
    )
    [step], drafter = steps(hands, {first_events(hands)[0]: context})
    target = step.target
    assert (step.id, target.window, target.app) == ("save", "Invoices - Books", "books")
    assert (target.role, target.name, target.within, target.text) == (
        "button",
        "Save",
        "Details",
        "Save",
    )
    assert target.near == (Landmark(text="Total due", side="above", dx=0, dy=-27),)
    assert target.place.box == Box(x=200, y=350, w=80, h=24)
    assert target.place.window == Box(x=100, y=50, w=640, h=480)
    assert target.place.press == (30, 10)
    shown = decode(drafter.images[target.image])
    assert (shown.rect.w, shown.rect.h, target.press) == (160, 64, (80, 32))
    around = picture().crop(Rect(250, 378, 160, 64)).pixels
    assert np.array_equal(shown.pixels[:, :, :3], around[:, :, :3])
    assert accepted([step], drafter) == ()


def test_a_field_without_a_name_is_told_by_the_label_beside_it():
    target = describe(seen((350, 210), VENDOR)).target
    assert (target.role, target.name, target.label) == ("field", "", "Vendor")


@pytest.mark.parametrize(
    ("beside", "label"),
    [
        ("Warning: you are using the root account. You may harm your system.", ""),
        ("If it is not set a form is sent to us", ""),
        ("What is the name of your dog?", "What is the name of your dog?"),
    ],
)
def test_a_sentence_beside_a_field_is_not_its_name(beside, label):
    """A warning in a bar above goes, and with it the name of what is below it."""
    bar = element(beside, "label", 300, 170, 400, 18)
    target = describe(seen((350, 210), VENDOR, elements=(VENDOR, bar))).target
    assert (target.role, target.name, target.label) == ("field", "", label)


def book_in_harz(second):
    """The row of the middle one of three buttons of one name, beside a town and this text."""
    rows = [
        each
        for place, town in enumerate(("Alpen", "Harz", "Ostsee"))
        for each in (
            element("", "row", 120, 100 + 40 * place, 500, 36),
            element(second, "cell", 130, 105 + 40 * place),
            element(town, "cell", 230, 105 + 40 * place),
            element("Book", "button", 400, 105 + 40 * place, parent_name=f"7 days, {town}"),
        )
    ]
    book = rows[7]
    rows[4] = element("7 days, Harz", "row", 120, 140, 500, 36)
    target = describe(seen((410, 150), book, elements=tuple(rows))).target
    assert (target.name, target.within) == ("Book", "")
    return target.row


def test_one_of_many_is_told_by_a_text_that_only_its_row_has_and_by_another_one():
    """Alone it could be told in another column of another row."""
    assert book_in_harz("7 days") == ("Harz", "7 days")


def test_a_row_is_not_told_by_what_changes_by_itself_if_anything_else_tells_it():
    assert book_in_harz("12:45") == ("Harz",)


def test_texts_that_change_by_themselves_are_no_landmarks():
    marks = describe(seen((330, 410), SAVE)).target.near
    assert "12:45" not in {mark.text for mark in marks}
    assert marks


def test_a_press_near_the_edge_keeps_the_picture_within_the_window_and_the_pixel_in_it():
    described = describe(seen((103, 52)))
    shown = decode(described.picture)
    assert (shown.rect.w, shown.rect.h, described.target.press) == (160, 64, (3, 2))


def test_of_a_secret_field_there_is_no_picture_and_no_text():
    field = element("Password", "password", 300, 200, 160, states=frozenset({"secret"}))
    described = describe(seen((310, 210), field, lines=(line("••••", 305, 205),)))
    assert (described.picture, described.target.image, described.target.text) == (None, None, "")
    assert described.target.name == "Password"


def test_what_a_field_holds_is_kept_nowhere():
    """Neither as its text, nor beside another thing, nor on a picture of a field that has a name."""
    field = element("Note", "field", 300, 200, 160)
    mine, beside = line("my diary", 305, 205), line("Details", 305, 180)
    described = describe(seen((310, 210), field, lines=(mine, beside)))
    assert (described.picture, described.target.image, described.target.text) == (None, None, "")
    assert [mark.text for mark in described.target.near] == ["Details"]
    below = element("Clear", "button", 300, 240, 160)
    marks = describe(seen((310, 250), below, elements=(field, below), lines=(mine, beside)))
    assert "my diary" not in [mark.text for mark in marks.target.near]


def test_what_is_written_in_an_editable_page_is_kept_nowhere():
    page = element("", "document", 200, 100, 400, 300, states=frozenset({"editable"}))
    described = describe(
        seen((310, 210), page, elements=(page,), lines=(line("my diary", 305, 205),))
    )
    assert described.target.text == ""
    assert described.target.near == ()


def test_a_flat_picture_is_no_evidence():
    blank = Frame(np.full((480, 640, 4), 238, np.uint8), ScreenPoint(100, 50), 0.0)
    assert describe(seen((330, 300), frame=blank, elements=())).picture is None


def test_a_click_of_which_nothing_was_seen_is_kept_and_off():
    [step], drafter = steps(Hands().click(5, 5), {})
    assert (step.off, step.comment) == (True, NO_TARGET)
    assert accepted([step], drafter) == ()


def test_a_long_press_is_told_since_a_click_step_has_none():
    [step], _ = steps(Hands().click(330, 410, held_ms=1200), {1: seen((330, 410), SAVE)})
    assert (step.off, "held down for 1.2 s" in step.comment) == (False, True)


def test_a_drag_has_two_targets_and_its_way_only_where_that_matters():
    hands = Hands().to(330, 410).press().wait(9).to(360, 500).wait(9).to(450, 300).release()
    [drag] = hands.gestures()
    contexts = {
        drag.span.first: seen((330, 410), SAVE),
        drag.span.last: seen((450, 300), VENDOR),
    }
    [step], _ = steps(hands, contexts)
    assert (step.target.name, step.to.label, step.path) == ("Save", "Vendor", ())
    canvas = element("Sheet", "canvas", 200, 200, 400, 200)
    [step], _ = steps(hands, {**contexts, drag.span.first: seen((330, 410), canvas)})
    assert step.path == ((30, 90),)


def test_a_drag_that_selects_by_words_is_off_and_so_is_what_is_typed_over_them():
    hands = Hands().click(330, 210).wait(120).press().wait(9).to(360, 210).wait(9).to(450, 210)
    hands.release().type("x")
    press, drag, _ = [g for g in hands.gestures() if not isinstance(g, Pause)]
    note = element("Note", "field", 300, 200, 160)
    known = {i: seen((330, 210), note) for i in (press.span.first, drag.span.first, drag.span.last)}
    made, drafter = steps(hands, known)
    assert [step.off for step in made] == [False, True, True]
    assert made[1].comment == BY_WORDS
    assert accepted(made, drafter) == ()


def test_typed_text_is_escaped_so_that_exactly_it_is_typed():
    text = "{{name}} {{{ ${secret:x} $${secret:y} {"
    [step], drafter = steps(Hands().type(text), {})
    assert literal(fill(step.text, {})) == text
    assert accepted([step], drafter) == ()


def test_names_on_the_screen_are_no_placeholders():
    odd = element("{{x}} ${secret:mail}", "button", 300, 300)
    hands = Hands().click(310, 310)
    [step], drafter = steps(hands, {1: seen((310, 310), odd, elements=(odd,))})
    assert literal(fill(step.target.name, {})) == odd.name
    assert accepted([step], drafter) == ()


def test_text_is_typed_into_the_field_that_had_the_focus():
    hands = Hands().type("ACME").named("enter")
    [step], _ = steps(hands, {first_events(hands)[0]: seen((350, 210), VENDOR)})
    assert (step.id, step.text, step.enter, step.target.label) == ("vendor", "ACME", True, "Vendor")


def test_a_secret_is_a_parameter_that_is_asked_for():
    hands = (
        Hands()
        .event(hand_events.SECRET)
        .wait(5)
        .event(hand_events.SECRET_OVER)
        .event(hand_events.SECRET)
    )
    field = element("Password", "password", 300, 200)
    made, drafter = steps(hands, {0: seen((310, 210), field)})
    assert [step.text for step in made] == ["{{secret}}", "{{secret_2}}"]
    assert drafter.params["secret"] == grammar.Param(type="secret", ask="Password")
    assert accepted(made, drafter) == ()


def test_what_nobody_could_tell_of_is_asked_for_as_a_text():
    hands = (
        Hands().event(hand_events.SECRET, flags=hand_events.UNTOLD).event(hand_events.SECRET_OVER)
    )
    hands = hands.event(hand_events.SECRET, flags=hand_events.UNTOLD).event(hand_events.SECRET_OVER)
    first, _ = first_events(hands)
    made, drafter = steps(hands, {first: seen((330, 210), window=WINDOW)})
    assert [step.text for step in made] == ["{{text}}", "{{text_2}}"]
    assert made[0].target is None
    assert "make the parameter a secret" in made[0].comment
    assert drafter.params["text"] == grammar.Param(ask="What to type into “books”")
    assert drafter.params["text_2"] == grammar.Param(ask="What to type")
    assert not accepted(made, drafter)


def test_a_key_heard_in_secret_takes_no_context_from_the_click_after_it(tmp_path):
    session = RecordingSession(tmp_path / "journal", NAMES, lambda happening: None)
    hands = (
        Hands()
        .event(hand_events.SECRET)
        .tap(ord("x"))
        .event(hand_events.SECRET_OVER)
        .click(330, 410)
    )
    for event in hands.events:
        context = seen((330, 410), SAVE) if event.kind == hand_events.PRESS else None
        session.feed(event, context)
    made = session.finish("m", "1").macro.steps
    assert [step.id for step in made] == ["secret", "save"]


def test_keys_stay_keys_and_one_without_a_name_is_off():
    made, _ = steps(Hands().chord("ctrl", "s").tap(0x1008FFA9).named("f5"), {})
    assert [(step.id, step.keys, step.off) for step in made] == [
        ("ctrl-s", ("ctrl", "s"), False),
        ("keysym-0x1008ffa9", ("keysym 0x1008ffa9",), True),
        ("f5", ("f5",), False),
    ]


BACKSPACE, DOWN = 0xFF08, 0xFF54


def test_what_a_held_key_typed_or_took_back_is_off_and_so_is_what_goes_on_from_there():
    hands = Hands().type("hello world").wait(80).down(BACKSPACE).wait(2000).up(BACKSPACE)
    made, drafter = steps(hands.wait(80).type("x"), {})
    assert [(step.text, step.off) for step in made] == [("hello worl", True), ("x", True)]
    assert "how often it repeated is not known: write the text" in made[0].comment
    assert accepted(made, drafter) == ()


def test_a_held_key_is_off_and_says_how_long_it_was_held():
    made, _ = steps(Hands().tap(DOWN).tap(DOWN, held_ms=2000).type("x"), {})
    assert [step.off for step in made] == [True, True]
    assert made[0].times == 2
    assert "held down for 2.0 s" in made[0].comment
    assert "set how often it is pressed" in made[0].comment


def test_a_held_key_of_the_desktop_is_on_and_so_is_what_goes_where_it_has_led():
    hands = Hands().hold("alt").tap(0xFF09, held_ms=700).let_go("alt").wait(500).type("hello")
    made, _ = steps(hands, {})
    assert [(step.off, "held down for 0.7 s" in step.comment) for step in made] == [
        (False, True),
        (False, False),
    ]


def test_a_key_that_is_let_go_before_it_repeats_is_on():
    made, _ = steps(Hands().tap(DOWN, held_ms=400).chord("ctrl", "s"), {})
    assert [(step.keys, step.off) for step in made] == [(("down",), False), (("ctrl", "s"), False)]


def test_a_modifier_that_is_held_for_long_is_no_held_key():
    made, _ = steps(Hands().hold("ctrl").wait(3000).tap(ord("s")).let_go("ctrl"), {})
    assert [(step.keys, step.off) for step in made] == [(("ctrl", "s"), False)]


def test_text_of_an_input_method_is_asked_for_and_its_keys_are_nowhere():
    [step], drafter = steps(Hands().tap(ord("n"), flags=hand_events.COMPOSED).type("I"), {})
    assert (step.text, step.off, step.comment) == ("{{text}}", False, METHOD)
    assert accepted([step], drafter) == ()


def test_text_whose_keys_have_no_names_is_off_until_somebody_writes_it():
    [step], _ = steps(Hands().tap(0xFE6F).type("e"), {})
    assert (step.text, step.off) == ("e", True)


def test_a_scroll_with_a_modifier_is_kept_and_off():
    [step], _ = steps(Hands().hold("ctrl").wheel(4, 3).let_go("ctrl"), {})
    assert (step.direction, step.amount, step.off) == ("up", 3, True)
    assert "Ctrl" in step.comment


def test_ids_are_unique_and_tell_the_target_also_without_latin_letters():
    hands = Hands()
    for x in (300, 420, 560):
        hands.click(x, 410, ms=900)
    names = ("Save", "Save", "Сохранить")
    things = [element(name, "button", 280 + 120 * n, 400) for n, name in enumerate(names)]
    contexts = {
        event: seen((300, 410), thing)
        for event, thing in zip(first_events(hands), things, strict=True)
    }
    made, _ = steps(hands, contexts)
    assert [step.id for step in made] == ["save", "save-2", "button"]


def test_a_pause_is_told_by_the_step_after_it():
    made, _ = steps(Hands().type("a").wait(5000).click(5, 5), {})
    assert [step.pause_s for step in made] == [0.0, pytest.approx(5.1)]


FIELD = element("Name", "field", 300, 200, 160)


@pytest.mark.parametrize(
    ("thing", "is_over"),
    [
        (replace(FIELD, value=""), True),
        (replace(FIELD, value=None), False),
        (replace(FIELD, value="Bob"), False),
        (replace(FIELD, value="", states=frozenset({"multi_line"})), False),
        (replace(FIELD, value="", role="combo"), False),
        (replace(FIELD, value="", role="combo", states=frozenset({"editable"})), True),
        (replace(FIELD, value="", role="terminal"), False),
    ],
)
def test_what_was_typed_into_an_empty_field_takes_the_place_of_what_is_there(thing, is_over):
    hands = Hands().type("Ada")
    (at,) = first_events(hands)
    (typed,), drafter = steps(hands, {at: seen((310, 210), thing)})
    assert typed.replace is is_over
    assert not accepted([typed], drafter)


NOTES = WindowInfo(7, "Untitled 1 - Mousepad", "mousepad", 40, Rect(0, 0, 640, 480), is_active=True)
CHANGED = replace(NOTES, title="*Untitled 1 - Mousepad")
BOOKS = WindowInfo(8, "Invoices - Books", "books", 41, Rect(0, 0, 640, 480))
HELD_FIELD = ScreenElement("Vendor", "field", Rect(10, 10, 80, 24), "tree", window_id=8)
BUTTON = ScreenElement("Save", "button", Rect(10, 10, 80, 24), "tree", window_id=8)


def seen_held(window, element=None):
    elements = (element,) if element else ()
    return Context(ScreenPoint(20, 20), window=window, element=element, elements=elements)


def held_steps(hands, *contexts):
    """Return the steps, with what was seen before each gesture."""
    found = [g for g in hands.gestures() if not isinstance(g, Pause)]
    before = {g.span.first: c for g, c in zip(found, contexts, strict=True) if c is not None}
    drafter = Drafter()
    return [step for gesture in found for step in drafter.steps(gesture, before)]


def told(step):
    return step.wait.condition.title if step.wait is not None else None


def test_keys_say_their_window_once():
    made = held_steps(
        Hands().chord("ctrl", "a").named("delete"), seen_held(NOTES), seen_held(NOTES)
    )
    assert [step.keys for step in made] == [("ctrl", "a"), ("delete",)]
    assert made[0].wait == grammar.Until(condition=Titled(title="Untitled * - Mousepad"))
    assert made[1].wait is None


def test_a_document_that_is_changed_is_the_same_window():
    hands = Hands().chord("ctrl", "a").wait(2000).type("hello").chord("ctrl", "s")
    made = held_steps(hands, seen_held(NOTES), seen_held(NOTES), seen_held(CHANGED))
    assert [told(step) for step in made] == ["Untitled * - Mousepad", None, None]


def test_what_was_typed_before_is_data_in_a_title():
    hands = Hands().type("Miller")
    hands.window = 8
    hands.wait(2000).chord("ctrl", "s")
    made = held_steps(hands, seen_held(NOTES), seen_held(replace(BOOKS, title="Miller - Books")))
    assert told(made[1]) == "* - Books"


def test_keys_in_another_window_say_that():
    hands = Hands().chord("ctrl", "a")
    hands.window = 8
    hands.chord("ctrl", "v")
    hands.window = 7
    hands.named("delete")
    made = held_steps(hands, seen_held(NOTES), seen_held(BOOKS), seen_held(NOTES))
    assert [told(step) for step in made] == [
        "Untitled * - Mousepad",
        "Invoices - Books",
        "Untitled * - Mousepad",
    ]


@pytest.mark.parametrize(
    "keys",
    [("alt", "tab"), ("super", "d"), ("ctrl", "alt", "t"), ("print",), ("alt", "f2")],
    ids=" ".join,
)
def test_keys_for_the_desktop_say_no_window_and_any_may_be_in_front_after_them(keys):
    hands = Hands().chord("ctrl", "a").chord(*keys).named("delete")
    made = held_steps(hands, *[seen_held(NOTES)] * 3)
    assert [told(step) for step in made] == [
        "Untitled * - Mousepad",
        None,
        "Untitled * - Mousepad",
    ]


@pytest.mark.parametrize(
    "keys", [("alt", "f4"), ("ctrl", "w"), ("alt", "f"), ("f2",)], ids=" ".join
)
def test_keys_for_a_program_say_its_window(keys):
    (made,) = held_steps(Hands().chord(*keys), seen_held(NOTES))
    assert told(made) == "Untitled * - Mousepad"


def test_text_says_its_window_where_it_has_no_field():
    (typed,) = held_steps(Hands().type("hello"), seen_held(NOTES))
    assert (typed.target, told(typed)) == (None, "Untitled * - Mousepad")


def test_a_field_says_the_window_itself():
    hands = Hands(8).type("hello").chord("ctrl", "s")
    typed, chord = held_steps(hands, seen_held(BOOKS, HELD_FIELD), seen_held(BOOKS, HELD_FIELD))
    assert typed.target.window == "Invoices - Books"
    assert [typed.wait, chord.wait] == [None, None]


def test_a_click_says_the_window_unless_it_is_off():
    hands = Hands(8).click(20, 20).wait(600).chord("ctrl", "s")
    clicked, chord = held_steps(hands, seen_held(BOOKS, BUTTON), seen_held(BOOKS))
    assert (clicked.target.window, chord.wait) == ("Invoices - Books", None)
    clicked, chord = held_steps(hands, seen_held(BOOKS), seen_held(BOOKS))
    assert (clicked.off, told(chord)) == (True, "Invoices - Books")


def test_a_wheel_turned_over_another_window_leaves_the_keyboard_where_it_was():
    """A replay brings that window to the front."""
    hands = Hands().chord("ctrl", "a").wheel(5, 2).named("delete")
    made = held_steps(hands, seen_held(NOTES), seen_held(BOOKS, HELD_FIELD), seen_held(NOTES))
    assert [told(step) for step in made] == [
        "Untitled * - Mousepad",
        None,
        "Untitled * - Mousepad",
    ]


def test_a_text_of_an_input_method_without_a_field_says_its_window():
    hands = Hands()
    for char in "ab":
        hands.tap(ord(char), flags=hand_events.COMPOSED)
    (step,) = held_steps(hands, seen_held(NOTES))
    assert told(step) == "Untitled * - Mousepad"


@pytest.mark.parametrize(
    "context",
    [
        None,
        seen_held(None),
        seen_held(replace(NOTES, is_popup=True)),
        seen_held(replace(NOTES, title=" - 12")),
    ],
    ids=["nothing seen", "no window", "a popup", "no word in its title"],
)
def test_a_window_that_is_not_known_is_not_said(context):
    made = held_steps(Hands().chord("ctrl", "a"), context)
    assert made[0].wait is None


def test_what_is_recorded_passes_the_checks_and_is_read_back_as_it_was():
    hands = Hands().chord("ctrl", "a").wait(2000).type("hello")
    made = held_steps(hands, seen_held(replace(NOTES, title="{{x}} - Mousepad")), seen_held(NOTES))
    macro = Macro(deskhand=1, name="m", steps=tuple(made))
    assert refusals(macro) == ()
    assert read(write(macro)) == macro


def record(folder, *parts):
    """Return the titles that the steps of a session wait for; a part acts on it, or is keys."""
    shown = {}
    session = RecordingSession(folder / "journal", NAMES, lambda h: shown.update({h.n: h}))
    hands = Hands()
    for part in parts:
        if callable(part):
            part(session)
            continue
        begun = len(hands.events)
        for event in hands.wait(2000).chord(*part).events[begun:]:
            session.feed(event, seen_held(NOTES) if event.kind == hand_events.KEY_DOWN else None)
    shown_before = dict(shown)
    session.tick(hands.now_us + 1_500_000)
    live = [told(shown[n].step) for n in shown if n not in shown_before]
    return [told(step) for step in session.finish("m").macro.steps], live


def test_after_a_step_that_was_put_in_the_window_is_said_again(tmp_path):
    titles, _ = record(
        tmp_path,
        ("ctrl", "a"),
        lambda s: s.insert(grammar.AskMe(id="q", question="?")),
        ("ctrl", "b"),
    )
    assert titles == ["Untitled * - Mousepad", None, "Untitled * - Mousepad"]


def test_after_the_step_that_said_it_was_undone_the_window_is_said_again(tmp_path):
    titles, _ = record(tmp_path, ("ctrl", "a"), lambda s: s.undo(), ("ctrl", "b"), ("ctrl", "c"))
    assert titles == ["Untitled * - Mousepad", None]


def test_what_still_goes_on_is_shown_as_it_will_be(tmp_path):
    titles, live = record(tmp_path, ("ctrl", "a"), ("ctrl", "b"))
    assert titles == ["Untitled * - Mousepad", None]
    assert live == [None]
