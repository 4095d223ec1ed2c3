"""What was acknowledged is on disk: killed writers, a full disk, changed bytes."""

import hashlib
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from automation.core.errors import AssistantError, DiskFull
from automation.core.events import Task
from automation.core.proposal import Outcome, Pictures
from automation.records.store import Store
from tests.unit.records.test_store import frame, step

KILLS = 20

WRITER = """
import sys
from pathlib import Path
import numpy as np
from automation.core.actions import Aim, Click
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame
from automation.core.proposal import Pictures
from automation.records.store import Store
from tests.unit.records.test_store import CLICK, step

store = Store(Path(sys.argv[1]))
log = store.new_run(Task("write until killed"))
rng = np.random.default_rng(int(sys.argv[2]))
print("run", log.run, flush=True)
for n in range(1, 10_000):
    shot = Frame(rng.integers(0, 256, (40, 40, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    address = log.picture(shot)
    record = step(n, pictures=Pictures(before=address))
    log.intend(n, record.proposal, CLICK, record.risk)
    print("intent", n, flush=True)
    log.append(record)
    print("step", n, address, flush=True)
"""


def killed_writer(home, seed):
    """Let a child write, kill it at some moment, return what it had acknowledged."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(home), str(seed)], stdout=subprocess.PIPE, text=True
    ) as child:
        said = child.stdout.readline()
        time.sleep(random.Random(seed).uniform(0.0, 0.15))
        child.send_signal(signal.SIGKILL)
        said += child.stdout.read()
    return [line.split() for line in said.splitlines(keepends=True) if line.endswith("\n")]


def test_no_acknowledged_step_or_picture_is_lost_when_the_writer_is_killed(tmp_path):
    home = tmp_path / "home"
    acknowledged = {}
    for seed in range(KILLS):
        said = killed_writer(home, seed)
        acknowledged[said[0][1]] = said
    store = Store(home)
    steps_seen = 0
    for run, said in acknowledged.items():
        kept = {record.n: record for record in store.steps(run)}
        for word in said:
            if word[0] == "step":
                steps_seen += 1
                record = kept[int(word[1])]
                assert record.receipt.kind == "confirmed"
                assert store.picture(word[2])[:4] == b"\x89PNG"
            elif word[0] == "intent":
                assert int(word[1]) in kept
        assert store.run(run).outcome is Outcome.ERROR
    store.close()
    assert steps_seen > 0
    database = sqlite3.connect(home / "history.db")
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert database.execute("SELECT count(*) FROM intent WHERE state = 'open'").fetchone()[0] == 0
    database.close()
    assert not list((home / "live").iterdir())


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
