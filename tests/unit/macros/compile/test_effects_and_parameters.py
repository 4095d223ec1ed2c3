"""Effects become conditions; typed texts become parameters when the user says so; secrets never texts."""

from dataclasses import replace

import pytest

from automation.core import actions as a
from automation.core.actions import Write
from automation.core.errors import MacroError
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.proposal import Pictures, Receipt, Timings
from automation.macros import macro as g
from automation.macros.checks import refusals
from automation.macros.compile.pieces import Proposed
from automation.macros.compile.proposed_params import with_parameters
from tests.fakes.run_records import painted
from tests.unit.macros.compile.sample_run import (
    SEEN,
    aim,
    click,
    keys,
    kinds,
    made,
    step,
    thing,
    where,
    with_all,
    write,
)  # fmt: skip


def first(*records, **more):
    return made(*records, **more).macro.steps[0]


def test_a_field_that_was_read_back_is_to_hold_what_is_typed():
    condition = first(write(1, "Acme")).expect.condition
    assert isinstance(condition, g.Holds)
    assert (condition.target.name, condition.value) == ("Vendor", "Acme")


def test_the_nameless_text_of_a_window_is_to_hold_what_is_typed_where_it_is_found_again():
    page = thing("", "field", Rect(24, 50, 292, 160))
    condition = first(write(1, "Acme", page)).expect.condition
    assert isinstance(condition, g.Holds)
    assert (condition.target.role, condition.target.image) == ("field", None)
    assert condition.target.place is not None


def test_nothing_is_read_of_a_small_field_that_nothing_tells():
    bare = thing("", "field", Rect(120, 100, 120, 20))
    assert not isinstance(getattr(first(write(1, "Acme", bare)).expect, "condition", None), g.Holds)


def test_a_box_is_to_be_in_the_state_that_was_seen():
    box = thing("Urgent", "checkbox")
    assert (
        first(
            click(1, box, receipt=Receipt("effect_seen", "it is off", code="off"))
        ).expect.condition.value
        == "off"
    )


def test_a_window_that_came_is_waited_for_by_its_title():
    later = click(2, thing("OK"), place=where("Bill 12 saved", "books"))
    assert first(click(1), later).expect.condition == g.Titled(title="Bill * saved")


def test_a_text_that_came_is_waited_for():
    frames = {"x": painted(1), "y": painted(2)}
    status = [ScreenElement("Saved: Acme", "text", Rect(50, 180, 60, 12), "ocr")]
    record = click(2, pictures=Pictures("x", "", "y"))
    compiled = made(
        write(1, "Acme"), record, load=frames.get,
        read=lambda frame: status if (frame.pixels[0, 0] == painted(2).crop(frame.rect).pixels[0, 0]).all() else [],
    )  # fmt: skip
    assert compiled.macro.steps[1].expect.condition == g.Shows(text="Saved: Acme")
    assert with_all(compiled).steps[1].expect.condition == g.Shows(text="Saved: {{vendor}}")


def test_a_text_that_stood_there_before_is_no_effect():
    frames = {"x": painted(1), "y": painted(2)}
    status = [ScreenElement("Saved", "text", Rect(50, 180, 60, 12), "ocr")]
    record = click(1, pictures=Pictures("x", "", "y"))
    compiled = made(record, load=frames.get, read=lambda frame: status)
    assert compiled.macro.steps[0].expect.condition == g.Changed()


def _lines_before_and_after(before, after):
    """Return a reader that sees lines on the first picture, and others on the second."""
    second = painted(2)

    def read(frame):
        is_after = (frame.pixels[0, 0] == second.crop(frame.rect).pixels[0, 0]).all()
        return [x for x in (after if is_after else before) if frame.rect.contains(x.box.center)]

    return {"load": {"x": painted(1), "y": second}.get, "read": read}


def _text(text, y):
    return ScreenElement(text, "text", Rect(26, y, 24, 12), "ocr")


CAME = (_text("Saved now", 45), _text("Guest list", 200))


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ((_text("Guest list", 200),), g.Shows(text="Saved now")),
        ((_text("Saved now", 180), _text("Guest list", 200)), g.Changed()),
        ((_text("Saved now and then", 180), _text("Guest list", 200)), g.Changed()),
    ],
)
def test_a_text_that_stood_elsewhere_in_the_window_before_is_no_effect(before, expected):
    record = click(1, pictures=Pictures("x", "", "y"))
    compiled = made(record, **_lines_before_and_after(before, CAME))
    assert compiled.macro.steps[0].expect.condition == expected


def test_names_that_were_read_as_one_line_are_no_text_to_wait_for():
    edges = (26, 30, 34, 38, 42, 56, 60, 64, 68, 72)
    menus = replace(_text("File Edit", 45), edges=edges)
    record = click(1, pictures=Pictures("x", "", "y"))
    compiled = made(record, **_lines_before_and_after((), (menus,)))
    assert compiled.macro.steps[0].expect.condition == g.Changed()
    told = made(record, **_lines_before_and_after((), (replace(menus, edges=()),)))
    assert told.macro.steps[0].expect.condition == g.Shows(text="File Edit")


def test_what_is_written_on_the_thing_itself_is_no_effect():
    record = click(1, thing("Saved now, again"), pictures=Pictures("x", "", "y"))
    compiled = made(record, **_lines_before_and_after((), CAME))
    assert compiled.macro.steps[0].expect.condition == g.Changed()


def test_a_window_that_is_too_large_to_be_read_before_is_waited_to_change():
    wide = replace(where(), client=Rect(20, 30, 4000, 2000))
    record = click(1, pictures=Pictures("x", "", "y"), place=wide)
    compiled = made(record, **_lines_before_and_after((), CAME))
    assert compiled.macro.steps[0].expect.condition == g.Changed()


def test_a_window_that_was_there_before_is_no_effect():
    chart = click(2, place=where("Chart", "plot"))
    compiled = made(click(1), chart, click(3), click(4, place=where("Chart", "plot")))
    conditions = [s.expect.condition for s in compiled.macro.steps]
    assert conditions == [g.Titled(title="Chart"), *[g.Changed()] * 3]


def test_a_window_that_is_called_by_what_was_typed_alone_is_no_effect():
    """With another value it has another title."""
    found = click(2, place=where("Acme", "plot"))
    assert made(write(1, "Acme"), click(3), found).macro.steps[1].expect.condition == g.Changed()


def test_otherwise_some_change_is_waited_for_and_nothing_where_nothing_was_seen():
    assert first(click(1)).expect.condition == g.Changed()
    assert first(click(1, receipt=Receipt("not_seen", "x", Rect(1, 1, 2, 2)))).expect is None


def test_an_effect_is_given_a_multiple_of_the_time_that_it_took():
    slow = Timings(execute=1000, verify=2000)
    assert first(click(1, timings=slow)).expect.within_s == 12
    assert first(click(1)).expect.within_s == 5
    assert first(click(1, timings=Timings(verify=1e9))).expect.within_s == 60


def test_keys_that_go_to_another_window_wait_for_it():
    compiled = made(click(1), keys(2, "F5", place=where("Chart", "plot")))
    assert compiled.macro.steps[1].wait.condition == g.Titled(title="Chart")
    assert made(click(1), keys(2, "F5")).macro.steps[1].wait is None


def test_keys_for_the_desktop_wait_for_no_window():
    compiled = made(click(1), keys(2, "alt", "tab", place=where("Chart", "plot")))
    assert compiled.macro.steps[1].wait is None


def test_texts_typed_into_named_fields_are_proposed_under_their_labels():
    total = thing("Total", "field", Rect(120, 130, 120, 20))
    compiled = made(write(1, "Acme"), write(2, "12.50", total), click(3))
    assert [(p.name, p.text, p.type) for p in compiled.proposals] == [
        ("vendor", "Acme", "text"), ("total", "12.50", "number"),
    ]  # fmt: skip
    assert compiled.macro.params == {}
    macro = with_all(compiled)
    assert [s.text for s in macro.steps[:2]] == ["{{vendor}}", "{{total}}"]
    assert macro.steps[0].expect.condition.value == "{{vendor}}"
    assert macro.params["vendor"] == g.Param(ask="Vendor?", default="Acme")
    assert refusals(macro) == ()


def test_a_word_of_the_task_and_a_date_in_a_text_are_proposed():
    word = step(1, Write("hello"))
    date = step(2, Write("due 2026-11-22, please"))
    compiled = made(word, date, task="type Hello and the date")
    assert [(p.name, p.text) for p in compiled.proposals] == [
        ("text", "hello"),
        ("date", "2026-11-22"),
    ]
    assert [s.text for s in with_all(compiled).steps] == ["{{text}}", "due {{date}}, please"]


def test_a_parameter_in_the_name_of_a_target_takes_its_picture_away():
    frames = {"x": painted(1)}
    row = thing("Acme", "list_item", Rect(40, 60, 80, 20))
    compiled = made(write(1, "Acme"), click(2, row, pictures=Pictures("x")), load=frames.get)
    assert compiled.macro.steps[1].target.image is not None
    target = with_all(compiled).steps[1].target
    assert (target.name, target.image, target.press, target.near) == ("{{vendor}}", None, None, ())


def test_a_text_may_be_named_by_the_user_and_stands_inside_words_of_others_too():
    compiled = made(write(1, "{{a}} Dear Acme, {{x}}"), write(2, "Acmes"))
    macro = with_parameters(compiled.macro, [Proposed("firm", "", "Acme", ())])
    assert [s.text for s in macro.steps] == ["{{{{a}} Dear {{firm}}, {{{{x}}", "Acmes"]


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [("Firm", "Acme", "name"), ("firm", "nobody typed it", "no step"), ("firm", " ", "no text")],
)
def test_a_parameter_that_stands_for_nothing_is_refused(name, text, word):
    with pytest.raises(MacroError, match=word):
        with_parameters(made(write(1, "Acme")).macro, [Proposed(name, "", text, ())])


def test_a_reference_to_a_secret_stays_one():
    login = thing("Password", "password", states=frozenset({"secret"}))
    assert first(write(1, "${secret:mail}", login)).text == "${secret:mail}"
    assert made(write(1, "${secret:mail}", login)).proposals == ()


@pytest.mark.parametrize("text", ["<secret:8 chars>", "a <secret:8 chars>", "typed openly"])
def test_a_text_that_was_hidden_or_went_into_a_password_field_is_asked_for(text):
    login = thing("Password", "password", states=frozenset({"secret"}))
    compiled = made(write(1, text, login, receipt=SEEN))
    assert compiled.macro.steps[0].text == "{{password}}"
    assert compiled.macro.params["password"].type == "secret"
    assert compiled.macro.params["password"].default is None
    assert text not in repr(compiled.macro)
    assert any("secret" in note for note in compiled.notes)


def test_a_key_of_a_password_is_left_out():
    assert kinds(made(keys(1, "secret"), click(2))) == ["Click"]


def test_ids_come_from_names_and_stay_apart():
    compiled = made(
        click(1), click(2), click(3, thing("保存")), step(4, a.Launch("gedit.desktop", "Editor"))
    )
    assert [s.id for s in compiled.macro.steps] == ["save", "save-2", "click", "start-editor"]


def test_going_to_the_next_window_becomes_going_to_that_window():
    compiled = made(step(1, a.Window("next")), click(2, place=where("Chart", "plot")))
    step_one = compiled.macro.steps[0]
    assert (step_one.op, step_one.title, step_one.app) == ("activate", "Chart", "plot")


def test_a_long_text_is_typed_in_several_steps():
    text = "ab€" * 20_000
    steps = made(
        step(1, Write(text, aim(thing("Notes", "field")), overwrite=True, press_enter=True))
    ).macro.steps
    assert "".join(s.text for s in steps) == text
    assert [s.replace for s in steps] == [True] + [False] * (len(steps) - 1)
    assert [s.enter for s in steps] == [False] * (len(steps) - 1) + [True]
    assert len({s.id for s in steps}) == len(steps) > 1
