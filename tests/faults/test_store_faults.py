"""What was acknowledged is on disk: a full disk, changed bytes. Killed writers are a proof."""

import hashlib
import os
import random
import resource
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest

from automation.core.errors import AssistantError, DiskFull
from automation.core.events import Task
from automation.core.proposal import Outcome, Pictures
from automation.records.removal import Limits, Swept
from automation.records.store import Store
from tests.unit.records.test_store import frame, step


@pytest.fixture
def small_files():
    """Let no file of this process grow beyond a limit; yields the function that sets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, ignored)


def test_a_full_disk_loses_no_finished_step_and_says_so(tmp_path, small_files):
    store = Store(tmp_path)
    log = store.new_run(Task("fill the disk"))
    small_files(200_000)
    done = 0

    def write_until_full():
        nonlocal done
        for n in range(1, 2000):
            log.append(step(n))
            done = n

    with pytest.raises(DiskFull, match="disk is full"):
        write_until_full()
    small_files(resource.RLIM_INFINITY)
    assert done > 0
    log.append(step(done + 1))
    log.end(Outcome.ENVIRONMENT, "The disk was full.")
    assert [record.n for record in store.steps(log.run)] == list(range(1, done + 2))
    store.close()
    again = Store(tmp_path)
    assert again.notice == ""
    assert again.runs()[0].steps == done + 1
    again.close()


def test_pictures_go_first_when_room_is_short(tmp_path, small_files):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    shot = frame(size=(600, 600))
    shot.pixels[...] = np.random.default_rng(1).integers(0, 256, shot.pixels.shape, np.uint8)
    small_files(600_000)
    address = log.picture(shot)
    log.append(step(1, pictures=Pictures(before=address)))
    log.end(Outcome.DONE, "Done.")
    small_files(resource.RLIM_INFINITY)
    assert store.steps(log.run)[0].pictures.before == ""
    assert store.runs()[0].lost_pictures == 1
    assert not list((tmp_path / "blobs").glob("??/*"))
    store.close()


def test_a_picture_that_cannot_be_kept_does_not_take_its_step_with_it(tmp_path):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    shutil.rmtree(tmp_path / "blobs")
    (tmp_path / "blobs").write_text("no folder")
    address = log.picture(frame(size=(60, 60)))
    log.append(step(1, pictures=Pictures(before=address)))
    log.end(Outcome.DONE, "Done.")
    assert [record.n for record in store.steps(log.run)] == [1]
    assert store.runs()[0].lost_pictures == 1
    store.close()


def test_no_room_for_the_intent_means_that_nothing_may_be_sent(tmp_path, small_files):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    record = step()
    small_files(1)
    with pytest.raises(DiskFull):
        log.intend(1, record.proposal, record.action, record.risk)
    small_files(resource.RLIM_INFINITY)
    log.end(Outcome.ENVIRONMENT, "")
    store.close()


def test_any_flipped_byte_is_survived_and_no_file_is_overwritten(tmp_path):
    home = tmp_path / "home"
    store = Store(home)
    log = store.new_run(Task("original"))
    for n in range(1, 4):
        log.append(step(n))
    log.end(Outcome.DONE, "Done.")
    store.close()
    whole = (home / "history.db").read_bytes()
    rng = random.Random(7)
    for at in [*range(0, 100, 7), *(rng.randrange(len(whole)) for _ in range(40))]:
        harmed = bytearray(whole)
        harmed[at] ^= 0xFF
        place = tmp_path / f"at-{at}"
        place.mkdir(mode=0o700)
        (place / "history.db").write_bytes(harmed)
        open_and_use(place)
        asides = [p for p in place.glob("history.db.corrupt-*") if p.name.endswith("Z")]
        for aside in asides:
            assert hashlib.sha256(aside.read_bytes()).digest() == hashlib.sha256(harmed).digest()


def open_and_use(home: Path) -> None:
    """Everything works, or says in an error of ours why not."""
    try:
        store = Store(home)
    except AssistantError:
        return
    try:
        for info in store.runs():
            store.steps(info.run)
        log = store.new_run(Task("after"))
        log.append(step(1))
        log.end(Outcome.DONE, "")
    except AssistantError:
        pass
    finally:
        store.close()


def test_a_folder_that_may_not_be_written_is_said(tmp_path):
    if os.geteuid() == 0:
        (tmp_path / "home").write_text("a file where the folder should be")
    else:
        tmp_path.chmod(0o500)
    with pytest.raises(AssistantError, match="could not make the folder"):
        Store(tmp_path / "home")


def test_steps_that_found_no_room_are_written_when_there_is_some(tmp_path, small_files):
    store = Store(tmp_path)
    log = store.new_run(Task("fill the disk"))
    log.append(step(1))
    log.intend(2, step(2).proposal, step(2).action, step(2).risk)
    small_files(1)
    with pytest.raises(DiskFull):
        log.append(step(2))
    with pytest.raises(DiskFull):
        log.end(Outcome.ENVIRONMENT, "The disk is full.")
    small_files(resource.RLIM_INFINITY)
    assert store.run(log.run).outcome is None
    assert store.sweep(Limits()) == Swept()
    info = store.run(log.run)
    assert (info.outcome, info.message) == (Outcome.ENVIRONMENT, "The disk is full.")
    assert [record.receipt.kind for record in store.steps(log.run)] == [
        "effect_seen",
        "effect_seen",
    ]
    store.close()


def test_a_run_whose_end_never_found_room_is_closed_by_the_next_start(tmp_path, small_files):
    store = Store(tmp_path)
    log = store.new_run(Task("fill the disk"))
    log.intend(1, step(1).proposal, step(1).action, step(1).risk)
    small_files(1)
    with pytest.raises(DiskFull):
        log.end(Outcome.ENVIRONMENT, "The disk is full.")
    store.close()
    small_files(resource.RLIM_INFINITY)
    again = Store(tmp_path)
    assert again.recovered == (log.run,)
    assert [record.receipt.kind for record in again.steps(log.run)] == ["not_seen"]
    again.close()


def test_what_waits_in_memory_has_a_bound(tmp_path, small_files, monkeypatch):
    monkeypatch.setattr("automation.records.writer.MAX_UNSAVED", 3)
    store = Store(tmp_path)
    log = store.new_run(Task("fill the disk"))
    small_files(1)
    for n in range(1, 8):
        with pytest.raises(DiskFull):
            log.append(step(n))
    small_files(resource.RLIM_INFINITY)
    log.end(Outcome.ENVIRONMENT, "")
    assert [record.n for record in store.steps(log.run)] == [5, 6, 7]
    store.close()
