"""Whatever a run holds, a macro comes out that may be kept, and types nothing that was not allowed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from automation.core.actions import Write
from automation.core.secrets import secret_name
from automation.macros import macro as grammar
from automation.macros.checks import refusals
from automation.macros.codec import read as read_file
from automation.macros.codec import write
from automation.macros.compile.compiler import compile_run
from automation.macros.compile.proposed_params import with_parameters
from automation.macros.images import check_images, image_paths
from automation.macros.titles import fits_title, pattern_of
from automation.macros.walk import escape, fill, names, walk
from tests.fakes.run_records import NAMES, TEXTS, load, read, runs
from tests.slow import examples

MANY = settings(max_examples=examples(60), deadline=None)


def typed_texts(macro):
    return [w.step.text for w in walk(macro) if isinstance(w.step, grammar.Type)]


@MANY
@given(runs(), st.booleans())
def test_every_run_gives_a_macro_that_passes_every_check_and_reads_back(run, can_read):
    compiled = compile_run(run, "a run", load, read if can_read else None)
    macro = compiled.macro
    assert refusals(macro) == ()
    assert read_file(write(macro)) == macro
    assert set(compiled.images) == set(image_paths(macro))
    assert check_images(macro, compiled.images.__getitem__) == ()


@MANY
@given(runs())
def test_only_texts_of_accepted_steps_are_typed_and_no_hidden_one(run):
    macro = compile_run(run, "a run", load, read).macro
    allowed = {
        step.action.text
        for step in run.steps
        if step.confirmation.is_accepted and isinstance(step.action, Write)
    }
    for text in typed_texts(macro):
        asked = [name for name in names(text) if name in macro.params]
        assert asked or secret_name(text) or text in {escape(one) for one in allowed}
        assert "<secret:" not in text


@MANY
@given(runs())
def test_a_run_is_compiled_to_the_same_bytes_each_time(run):
    first, second = (compile_run(run, "a run", load, read) for _ in range(2))
    assert write(first.macro) == write(second.macro)
    assert first == second


@MANY
@given(runs())
def test_every_dropped_step_is_told_with_its_number(run):
    compiled = compile_run(run, "a run", load, None)
    known = {step.n for step in run.steps}
    for dropped in compiled.dropped:
        assert dropped.n in known
        assert dropped.sentence.startswith(f"Step {dropped.n}, ")
        assert "<secret:" not in dropped.sentence


@MANY
@given(runs())
def test_accepted_parameters_pass_the_checks_and_give_the_old_texts_back(run):
    compiled = compile_run(run, "a run", load, read)
    changed = with_parameters(compiled.macro, compiled.proposals)
    assert refusals(changed) == ()
    assert read_file(write(changed)) == changed
    values = {one.name: one.text for one in compiled.proposals}
    values |= {name: f"<{name}>" for name in compiled.macro.params}
    asked = {name: f"<{name}>" for name in compiled.macro.params}
    before = [fill(text, asked) for text in typed_texts(compiled.macro)]
    assert [fill(text, values) for text in typed_texts(changed)] == before


@settings(max_examples=examples(400), deadline=None)
@given(NAMES, st.lists(TEXTS, max_size=3), st.booleans())
def test_a_title_fits_the_pattern_that_was_made_of_it(title, typed, has_program):
    pattern = pattern_of(title, typed, has_program=has_program)
    if pattern:
        assert fits_title(fill(pattern, {}), title)
        assert any(char.isalpha() for char in pattern)
