"""What a run leaves behind: a report, a line of health, repairs; steps have the editor's numbers."""

from datetime import UTC, datetime, timedelta

import msgspec
import numpy as np
import pytest

from automation.core.errors import MacroError
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.pictures import PAINT_LEVEL
from automation.core.proposal import Outcome
from automation.macros import macro as grammar
from automation.macros.found import Found
from automation.macros.macro import Target
from automation.macros.play.health import Health, ago, keep_health, read_health, take_run
from automation.macros.play.linking import Source, link
from automation.macros.play.program import Place
from automation.macros.play.repair import repair_of, with_steps
from automation.macros.play.report import Reporter, StepReport, keep_report, read_report, step_name
from automation.macros.play.rows import over_rows
from automation.macros.play.values import Scope
from tests.fakes.fake_reader import element
from tests.fakes.macro_world import NoImages, Rig, World, click, macro, thing

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)


def step(state="done", rung="tree", **more):
    return StepReport(
        id="a", do="click", macro="M", state=state, sentence="Click", rung=rung, **more
    )


def report(*steps, outcome="done", started="2026-01-10T12:00:00+00:00"):
    reporter = Reporter("M", "d")
    for one in steps:
        reporter.step(one)
    return reporter.report("run-1", started, outcome, "Done.")


def test_a_report_is_kept_and_read_again_and_private(tmp_path):
    made = report(step(rung="image"), step("skipped", "", handled=("skip",)))
    file = keep_report(tmp_path, made)
    assert read_report(file) == made
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_what_is_no_report_is_told(tmp_path):
    file = tmp_path / "x.json"
    file.write_text("[1]")
    with pytest.raises(MacroError, match="is no report"):
        read_report(file)


def test_only_a_run_without_a_hitch_is_green():
    assert report(step()).is_green
    assert not report(step(), step("skipped")).is_green
    assert not report(step(), outcome="unverified").is_green
    assert not report().is_green
    assert not report(step("dry_run")).is_green


def test_the_line_of_health_counts_rungs_and_tells_when_it_was_green():
    steps = [step(rung="image")] * 7 + [step(rung="image_near")] * 2 + [step(rung="text")]
    health = Health().after(report(*steps))
    later = NOW + timedelta(days=2, hours=3)
    assert health.line(later) == "image 9, text 1, model 0; last went well 2 days ago"
    failed = health.after(report(step("failed", "model"), outcome="not_found"))
    assert failed.line(later) == "image 0, text 0, model 1; last went well 2 days ago"
    assert Health().after(report(step("failed", ""))).line(NOW).endswith("never went well")
    unseen = health.after(report(step(), outcome="unverified")).line(later)
    assert unseen.endswith("; the last came to its end, and not all of it could be seen")
    assert Health().line(NOW) == "never replayed"
    assert health.after(report(step("dry_run"))) == health


def test_a_part_of_a_macro_never_makes_it_green(tmp_path):
    take_run(tmp_path, "m", report(step("failed", ""), outcome="not_found"))
    before = read_health(tmp_path, "m")
    take_run(tmp_path, "m", report(step()), ("a", "a"))
    assert read_health(tmp_path, "m") == before
    take_run(tmp_path, "m", report(step()), ("a", ""))
    assert (read_health(tmp_path, "m").runs, read_health(tmp_path, "m").last_green) == (2, "")
    take_run(tmp_path, "m", report(step()))
    assert read_health(tmp_path, "m").green == 1


def test_times_are_told_in_one_unit():
    for passed, said in (
        (timedelta(seconds=5), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=5), "5 hours ago"),
        (timedelta(days=40), "40 days ago"),
    ):
        assert ago(NOW.isoformat(), NOW + passed) == said
    assert ago("yesterday", NOW) == "at some time"


def test_health_is_a_hint_that_survives_damage(tmp_path):
    keep_health(tmp_path, "m", Health(runs=3, green=1))
    assert read_health(tmp_path, "m").runs == 3
    (tmp_path / "macro-runs/health/m.json").write_text("{")
    assert read_health(tmp_path, "m") == Health()


def seen():
    pixels = np.zeros((300, 400, 4), np.uint8)
    window = WindowInfo(1, "F", "app", 7, Rect(50, 40, 300, 200), is_active=True)
    monitor = Monitor(1, Rect(0, 0, 400, 300), 1.0)
    return Observation(
        Frame(pixels, ScreenPoint(0, 0), 0.0), (monitor,), (window,), ScreenPoint(0, 0)
    )


def found(name="New name"):
    box = Rect(100, 100, 40, 20)
    return Found(box.center, box, "model", 0.9, element(name, "button", box, window_id=1), 1)


def test_a_repair_shows_both_pictures_and_changes_its_step_only():
    target = Target(name="Old", image="img/old.png", window="F*", row=("r",))
    inner = grammar.Click(id="s", target=target)
    made = macro(click("A", "a"), grammar.Group(id="g", title="G", steps=(inner,)))
    repair = repair_of("Test", inner, "target", found(), seen())
    assert repair.old_image == "img/old.png"
    assert repair.picture.rect == Rect(40, 78, 160, 64)
    assert repair.press == (80, 32)
    fixed = msgspec.structs.replace(repair.target, image="img/new.png")
    kept = with_steps(made, {repair.step_id: {repair.part: fixed}})
    assert kept.steps[0] == made.steps[0]
    fixed = kept.steps[1].steps[0].target
    assert (fixed.name, fixed.image, fixed.window, fixed.row) == (
        "New name",
        "img/new.png",
        "F*",
        ("r",),
    )
    assert fixed.place.box == grammar.Box(x=50, y=60, w=40, h=20)


def test_a_repair_keeps_no_picture_of_a_password():
    step = grammar.Click(id="s", target=Target(name="Old"))
    beside = Rect(150, 100, 40, 20)
    picture = repair_of("T", step, "target", found(), seen(), (beside,)).picture
    assert (picture.crop(beside).pixels[..., :3] == PAINT_LEVEL).all()
    assert (picture.crop(found().box).pixels == seen().frame.crop(found().box).pixels).all()
    assert repair_of("T", step, "target", found(), seen(), (found().box,)) is None


def test_a_name_from_the_screen_is_no_placeholder_and_one_of_the_macro_stays():
    step = grammar.Click(id="s", target=Target(name="Old"))
    fixed = repair_of("T", step, "target", found("{{amount}}"), seen()).target
    assert fixed.name == "{{{{amount}}"
    step = grammar.Click(id="s", target=Target(name="{{vendor}}"))
    assert repair_of("T", step, "target", found("Ann"), seen()).target.name == "{{vendor}}"


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
