"""What a step is called where a play ends: the number that the editor has, wherever it stands."""

from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.play.linking import Source, link
from automation.macros.play.program import Place
from automation.macros.play.report import step_name
from automation.macros.play.rows import over_rows
from automation.macros.play.values import Scope
from tests.fakes.macro_world import NoImages, Rig, World, click, macro, thing


def source(*steps):
    return Source(macro(*steps), NoImages(), is_trusted=True)


def name_of(linked, step, main=None, row=0):
    return step_name(Place(step, Scope(), main or linked.main, row), linked.main)


def test_a_play_that_ends_names_the_step_as_the_editor_has_it():
    gone = click("Gone", on_mismatch="stop")
    block = grammar.Group(id="part", title="Part", steps=(click("A", "a"), gone))
    ended = Rig(World([thing("A")]), macro(click("A"), block)).run()
    assert ended.outcome is Outcome.NOT_FOUND
    assert ended.message.startswith(f"Step 2.2 ({gone.id}): ")


def test_a_step_of_a_called_macro_is_said_to_be_one():
    gone = click("Gone", on_mismatch="stop")
    other = macro(click("A", "a"), gone)
    main = macro(grammar.Call(id="call", macro="Other"))
    ended = Rig(World([thing("A")]), main, others={"Other": other}).run()
    assert ended.message.startswith(f"Step 2 of “{other.name}” ({gone.id}): ")


def test_the_block_that_a_table_puts_around_a_macro_has_no_number():
    first, inner = click("A", "each-row"), click("B", "inner")
    block = grammar.Repeat(id="block", times=2, steps=(inner,))
    linked = over_rows(link(source(first, block), {}.__getitem__))
    assert name_of(linked, first, row=3) == "Step 1 (each-row), row 3"
    assert name_of(linked, inner, row=3) == "Step 2.1 (inner), row 3"
    assert set(linked.main.numbers) == {"each-row", "block", "inner"}


def test_a_table_of_the_macro_itself_counts():
    inner = click("B", "inner")
    linked = over_rows(link(source(grammar.ForEach(id="rows", steps=(inner,))), {}.__getitem__))
    assert name_of(linked, inner, row=1) == "Step 1.1 (inner), row 1"
