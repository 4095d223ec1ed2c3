"""A picture that cannot be kept never takes its step with it, whatever the reason."""

import shutil
import threading

import pytest

from automation.core.events import Task
from automation.core.proposal import Outcome, Pictures
from automation.records import blobs
from automation.records.store import Store
from tests.unit.records.test_store import frame, step


def raising(error):
    def fail(*args, **kwargs):
        raise error

    return fail


@pytest.mark.parametrize(
    ("target", "name", "error"),
    [
        (blobs, "png_bytes", MemoryError()),
        (blobs, "png_bytes", ValueError("odd shape")),
        (blobs, "png_bytes", OSError(5, "Input/output error")),
        (threading.Thread, "start", RuntimeError("can't start new thread")),
    ],
    ids=["memory", "shape", "disk", "thread"],
)
def test_a_step_is_kept_without_the_picture_that_cannot_be(
    tmp_path, monkeypatch, target, name, error
):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    monkeypatch.setattr(target, name, raising(error))
    address = log.picture(frame(size=(60, 60)))
    log.append(step(1, pictures=Pictures(before=address)))
    log.end(Outcome.DONE, "Done.")
    monkeypatch.undo()
    assert store.steps(log.run)[0].pictures.before == ""
    assert store.runs()[0].lost_pictures == 1
    store.close()


def test_a_folder_that_goes_away_takes_only_the_pictures_with_it(tmp_path):
    store = Store(tmp_path)
    log = store.new_run(Task("x"))
    shot = frame(size=(60, 60))
    log.append(step(1, pictures=Pictures(before=log.picture(shot))))
    shutil.rmtree(tmp_path / "blobs")
    (tmp_path / "blobs").write_text("no folder")
    later = store.new_run(Task("y"))
    later.append(step(1, pictures=Pictures(before=later.picture(shot))))
    for each in (log, later):
        each.end(Outcome.DONE, "Done.")
    assert store.runs()[0].lost_pictures == 1
    assert store.steps(later.run)[0].pictures.before == ""
    store.close()
