"""The history as its users see it."""

import os
import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from automation.core.actions import Aim, Click, Shown, Write
from automation.core.errors import Damaged, RecordError
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement
from automation.core.proposal import (
    Answered,
    Confirmation,
    Execution,
    Outcome,
    Pictures,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
    Timings,
    Where,
)
from automation.core.text import Worded, again, worded
from automation.records.store import Store

CLICK = Click(Aim(ScreenPoint(10, 20)))
FIELD = ScreenElement(
    "Name", "field", Rect(1, 2, 3, 4), "tree", frozenset({"focused", "enabled"}), "old",
    7, "Form", handle=(":1.5", "/a/b"),
)  # fmt: skip


def frame(shade=0, size=(60, 80)):
    pixels = np.full((*size, 4), shade, np.uint8)
    return Frame(pixels, ScreenPoint(0, 0), 0.0)


def step(n=1, action=CLICK, **more):
    proposal = Proposal(action, element=FIELD, sentence="Click Name", upcoming=("then",))
    known = StepRecord(
        n, proposal, Risk(RiskLevel.R2, ("a reason",)), Confirmation("accepted", "user"), action,
        ScreenPoint(10, 20), Execution(3, 1.5), Receipt("effect_seen", "seen", Rect(0, 0, 5, 5)),
        Timings(1, 2, 3, 4, 5),
    )  # fmt: skip
    return replace(known, **more)


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "home")
    yield opened
    opened.close()


def test_a_step_is_read_back_as_it_was_written(store):
    log = store.new_run(Task("click Name"))
    written = [step(1), step(2, Write("ünïcode 👍\n")), step(3, Shown("x"))]
    for record in written:
        log.intend(record.n, record.proposal, record.action, record.risk)
        log.append(record)
    log.end(Outcome.DONE, "Done.")
    assert store.steps(log.run) == tuple(written)


def test_runs_are_listed_newest_first_with_their_end(store):
    first = store.new_run(Task("one", approve="auto"))
    first.append(step())
    first.end(Outcome.UNVERIFIED, "Not checked.")
    second = store.new_run(Task("two"))
    newest, oldest = store.runs()
    assert (newest.run, newest.outcome, newest.ended_utc) == (second.run, None, "")
    assert (oldest.task, oldest.outcome, oldest.message, oldest.steps, oldest.approve) == (
        "one", Outcome.UNVERIFIED, "Not checked.", 1, "auto",
    )  # fmt: skip
    second.end(Outcome.STOPPED, "Stopped.")


def test_a_run_is_found_by_the_beginning_of_its_id(store):
    log = store.new_run(Task("one"))
    log.end(Outcome.DONE, "Done.")
    assert store.run(log.run[:6]).run == log.run


@pytest.mark.parametrize("name", ["zzzzzz", "a' OR 1", "", "%"])
def test_a_run_that_is_not_there_is_said_so(store, name):
    with pytest.raises(RecordError, match="run"):
        store.run(name)


def test_a_picture_is_read_back_pixel_for_pixel(store):
    shot = frame()
    shot.pixels[..., :3] = np.random.default_rng(1).integers(0, 256, (60, 80, 3), np.uint8)
    log = store.new_run(Task("x"))
    log.append(step(pictures=Pictures(before=log.picture(shot))))
    log.end(Outcome.DONE, "")
    from io import BytesIO

    from PIL import Image

    png = store.picture(store.steps(log.run)[0].pictures.before)
    assert np.array_equal(np.asarray(Image.open(BytesIO(png)))[..., ::-1], shot.pixels[..., :3])


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (7, 1), (33, 65)])
def test_a_picture_of_any_size_is_a_proper_png_file(size):
    from io import BytesIO

    from PIL import Image

    from automation.records.blobs import png_bytes

    pixels = np.random.default_rng(2).integers(0, 256, (*size, 4), np.uint8)
    shot = Frame(np.repeat(pixels, 2, axis=1)[:, ::2], ScreenPoint(0, 0), 0.0)
    with Image.open(BytesIO(png_bytes(shot))) as image:
        image.load()
        assert np.array_equal(np.asarray(image)[..., ::-1], pixels[..., :3])


def test_equal_pictures_are_kept_once(store, tmp_path):
    log = store.new_run(Task("x"))
    addresses = [log.picture(frame(9)) for _ in range(3)]
    log.append(step(pictures=Pictures(before=addresses[0], after=addresses[1])))
    log.end(Outcome.DONE, "")
    again = store.new_run(Task("y"))
    assert again.picture(frame(9)) == addresses[0]
    again.append(step(pictures=Pictures(before=addresses[0])))
    again.end(Outcome.DONE, "")
    assert len(list((tmp_path / "home" / "blobs").glob("??/*.png"))) == 1
    assert store.picture(addresses[0])[:4] == b"\x89PNG"


def test_a_picture_that_was_changed_on_disk_is_not_shown(store, tmp_path):
    log = store.new_run(Task("x"))
    address = log.picture(frame(9))
    log.append(step(pictures=Pictures(before=address)))
    log.end(Outcome.DONE, "")
    path = next((tmp_path / "home" / "blobs").glob("??/*.png"))
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(Damaged, match="not what was written"):
        store.picture(address)


def test_text_that_no_file_can_hold_is_kept_with_a_mark(store):
    log = store.new_run(Task("a\ud800b"))
    log.append(step(1, Write("x\udfffy")))
    log.end(Outcome.DONE, "")
    assert store.steps(log.run)[0].action == Write("x?y")
    assert store.runs()[0].task == "a?b"


def test_everything_is_private(store, tmp_path):
    log = store.new_run(Task("x"))
    log.append(step(pictures=Pictures(before=log.picture(frame()))))
    log.end(Outcome.DONE, "")
    home = tmp_path / "home"
    modes = {p: stat.S_IMODE(p.lstat().st_mode) for p in [home, *home.rglob("*")]}
    assert {m for p, m in modes.items() if p.is_dir()} == {0o700}
    assert {m for p, m in modes.items() if p.is_file()} == {0o600}


@pytest.mark.parametrize("name", ["history.db", "blobs"])
def test_a_link_in_our_place_is_refused(tmp_path, name):
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    target = tmp_path / "elsewhere"
    if name == "blobs":
        target.mkdir()
    else:
        target.write_bytes(b"mine")
    (home / name).symlink_to(target)
    with pytest.raises(RecordError, match="link"):
        Store(home)
    assert target.is_dir() or target.read_bytes() == b"mine"


def states(store, tmp_path):
    with sqlite3.connect(tmp_path / "home" / "history.db") as database:
        found = [row[0] for row in database.execute("SELECT state FROM intent ORDER BY id")]
    database.close()
    return found


def test_an_intent_is_open_until_its_outcome_is_there(store, tmp_path):
    log, record = store.new_run(Task("x")), step()
    log.intend(1, record.proposal, CLICK, record.risk)
    assert states(store, tmp_path) == ["open"]
    log.append(record)
    assert states(store, tmp_path) == ["done"]
    log.end(Outcome.DONE, "")


def test_a_refused_intent_is_withdrawn_and_the_next_try_has_its_own(store, tmp_path):
    log, record = store.new_run(Task("x")), step()
    log.intend(1, record.proposal, CLICK, record.risk)
    log.withdraw(1)
    log.intend(1, record.proposal, CLICK, record.risk)
    log.append(record)
    log.end(Outcome.DONE, "")
    assert states(store, tmp_path) == ["withdrawn", "done"]


def test_an_intent_without_outcome_is_unknown_when_the_run_ends(store, tmp_path):
    log, record = store.new_run(Task("x")), step()
    log.intend(1, record.proposal, CLICK, record.risk)
    log.end(Outcome.FAILED, "")
    assert states(store, tmp_path) == ["unknown"]


CRASH = """
import os, sys
from pathlib import Path
from automation.core.events import Task
from automation.records.store import Store
from tests.unit.records.test_store import CLICK, step
log = Store(Path(sys.argv[1])).new_run(Task("crash"))
log.append(step(1))
log.intend(2, step(2).proposal, CLICK, step(2).risk)
print(log.run, flush=True)
if sys.argv[2] == "die":
    os.kill(os.getpid(), 9)
sys.stdin.read()
"""


def crashing(home, how):
    return subprocess.Popen(
        [sys.executable, "-c", CRASH, str(home), how],
        stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, env=dict(os.environ),
    )  # fmt: skip


def test_a_run_that_a_crash_cut_off_is_closed_at_the_next_start(tmp_path):
    home = tmp_path / "home"
    with crashing(home, "die") as child:
        run = child.stdout.readline().strip()
    store = Store(home)
    assert store.recovered == (run,)
    info = store.run(run)
    assert info.outcome is Outcome.ERROR
    assert info.message == (
        "deskhand closed unexpectedly. Nothing is held down; steps up to 2 are kept."
    )
    first, second = store.steps(run)
    assert first == step(1)
    assert (second.n, second.receipt.kind, second.action) == (2, "not_seen", CLICK)
    store.close()


def test_a_run_that_lives_in_another_process_is_left_alone(tmp_path):
    home = tmp_path / "home"
    with crashing(home, "live") as child:
        run = child.stdout.readline().strip()
        store = Store(home)
        assert store.recovered == ()
        assert store.run(run).outcome is None
        store.close()
        child.stdin.close()


def test_a_picture_without_a_step_is_swept_after_an_hour(store, tmp_path):
    log = store.new_run(Task("x"))
    kept = log.picture(frame(1))
    log.append(step(pictures=Pictures(before=kept)))
    log.picture(frame(2))
    log.end(Outcome.DONE, "")
    store.close()
    home = tmp_path / "home"
    with sqlite3.connect(home / "history.db") as database:
        database.execute("UPDATE meta SET value = '2020-01-01T00:00:00Z'")
    database.close()
    for path in (home / "blobs").glob("??/*.png"):
        os.utime(path, (path.stat().st_mtime - 7200,) * 2)
    again = Store(home)
    assert [p.stem for p in (home / "blobs").glob("??/*.png")] == [kept]
    again.close()


def test_pictures_older_than_the_database_are_left_alone(store, tmp_path):
    stray = tmp_path / "home" / "blobs" / "ab" / ("ab" * 32 + ".png")
    stray.parent.mkdir(mode=0o700)
    stray.write_bytes(b"of a database that was put aside")
    os.utime(stray, (1e9, 1e9))
    Store(tmp_path / "home").close()
    assert stray.exists()


def test_a_step_may_not_be_written_twice(store):
    log = store.new_run(Task("x"))
    log.append(step(1))
    with pytest.raises(RecordError):
        log.append(replace(step(1), point=None))
    log.end(Outcome.DONE, "")


def test_how_long_and_how_often_the_user_was_asked_is_read_back(store):
    log = store.new_run(Task("one"))
    log.end(Outcome.STOPPED, "Stopped.", asked=3, waited_s=61.2345)
    known = store.run(log.run)
    assert (known.asked, known.waited_s) == (3, 61.234)
    living = store.new_run(Task("two"))
    assert store.run(living.run).waited_s is None
    living.end(Outcome.DONE, "Done.")


WHERE = Where("editor", "Form", Rect(0, 0, 9, 9), Rect(0, 0, 9, 9))


def chosen(words, told="Edit (Ostsee)", where=WHERE, **more):
    made = step(where=where, **more)
    return replace(made, proposal=replace(made.proposal, answered=Answered(words, told)))


def test_what_was_chosen_for_a_question_is_found_by_its_words_and_its_window(store):
    kept = store.new_run(Task("click Edit"))
    kept.append(chosen('CLICK:"Ö" Edit', "first"))
    kept.append(chosen('CLICK:"Ö" Edit', "second", n=2))
    kept.append(step(3))
    kept.append(chosen('CLICK:"Ö" Edit', "rejected", n=4, confirmation=Confirmation("rejected", "user")))  # fmt: skip
    kept.end(Outcome.DONE, "Done.")
    assert store.answer('CLICK:"Ö" Edit', "editor", "Form").proposal.answered.told == "second"
    assert store.answer("CLICK:Edit", "editor", "Form") is None
    assert store.answer('CLICK:"Ö" Edit', "other", "Form") is None
    assert store.answer('CLICK:"Ö" Edit', "editor", "Other") is None


def test_nothing_is_remembered_of_a_run_that_is_not_kept(store):
    kept = store.new_run(Task("click Edit", keep="nothing"))
    kept.append(chosen("CLICK:Edit"))
    kept.end(Outcome.DONE, "Done.")
    assert store.answer("CLICK:Edit", "editor", "Form") is None


def test_runs_that_programs_asked_for_can_be_listed_alone_by_their_names(store):
    for task in (
        Task("mine"),
        Task("theirs", asked_by="Agent"),
        Task("x", keep="nothing", asked_by="Agent"),
    ):
        store.new_run(task).end(Outcome.DONE, "Done.")
    assert [run.asked_by for run in store.runs()] == ["", "Agent", ""]
    assert [run.task for run in store.runs(of_programs=True)] == ["theirs"]
    assert [run.asked_by for run in store.runs(of_programs=False)] == ["", ""]


def test_the_host_that_a_run_sent_to_is_kept_with_it_and_of_an_unkept_run_is_not(store):
    for task in (Task("mine"), Task("x", keep="nothing")):
        log = store.new_run(task)
        store.note_host(log.run, "gpu-box.example:443")
        log.end(Outcome.DONE, "Done.")
    assert [run.host for run in store.runs()] == ["", "gpu-box.example:443"]


SAID = worded("Type {0} into {1}", worded("“{0}”", "Anna"), worded("“{0}”", "Name"))


def said_step(**more):
    known = step(**more)
    receipt = replace(known.receipt, detail=worded("it holds {0}", 7))
    return replace(known, proposal=replace(known.proposal, sentence=SAID), receipt=receipt)


def test_what_a_sentence_was_made_of_comes_back_with_its_english(store):
    log = store.new_run(Task("x"))
    log.append(said_step())
    log.end(Outcome.DONE, worded("Stopped, because {0}.", worded("it is {0}", "late")))
    (kept,), run = store.steps(log.run), store.run(log.run)
    assert (kept.proposal.sentence, kept.receipt.detail) == (SAID, "it holds 7")
    assert kept.proposal.sentence.values[1].values == ("Name",)
    assert kept.receipt.detail.values == (7,)
    assert run.message == "Stopped, because it is late."
    assert run.message.values[0].template == "it is {0}"


def test_a_text_that_is_taken_out_goes_out_of_what_sentences_were_made_of(store, tmp_path):
    log = store.new_run(Task("x"))
    log.append(said_step())
    log.conceal({"Anna"})
    log.end(Outcome.DONE, "Done.")
    (kept,) = store.steps(log.run)
    assert kept.proposal.sentence == "Type “<secret:4 chars>” into “Name”"
    store.close()
    assert not [
        f for f in (tmp_path / "home").rglob("*") if f.is_file() and b"Anna" in f.read_bytes()
    ]


DEEP = [1]
for _ in range(10_000):
    DEEP = ["{0}", DEEP]


@pytest.mark.parametrize(
    "parts",
    [["Click {9}", "x"], ["{0.__class__}", "x"], ["Other"], [1], [[]], ["{0:d}", "x"], DEEP],
    ids=range(7),
)
def test_parts_that_do_not_make_the_sentence_leave_its_english(parts):
    told = again("Click Name", parts)
    assert told == "Click Name"
    assert not isinstance(told, Worded)
