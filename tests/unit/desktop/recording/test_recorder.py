"""Whatever goes wrong with one event, those after it are recorded, and the user is told."""

import threading
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from automation.core.errors import CaptureError
from automation.core.hand_events import PRESS, HandEvent
from automation.desktop.recording import recorder as module
from automation.desktop.recording.listen import Released
from automation.desktop.recording.recorder import UNRECORDED, Options, Recorder


@pytest.fixture
def parts(monkeypatch):
    """Hands, eyes and decider that hear nothing: what is released is given by hand."""
    for name in ("Sights", "FrameRing", "Decider", "Scout", "Hands"):
        monkeypatch.setattr(module, name, MagicMock(name=name))
    return SimpleNamespace(release=lambda: module.Decider.call_args.kwargs["on_released"])


@pytest.mark.parametrize(
    ("error", "said"),
    [(CaptureError("no picture"), "no picture"), (ValueError("hunter2"), UNRECORDED)],
)
@pytest.mark.parametrize("where", ["sink", "sight"])
def test_an_event_that_cannot_be_recorded_costs_no_other_one(parts, caplog, error, said, where):
    taken, notes = [], []

    def sink(event, sight):
        if where == "sink" and event.t_us == 1:
            raise error
        taken.append(event.t_us)

    recorder = Recorder(Options(), MagicMock(), sink, on_stop=MagicMock(), on_note=notes.append)
    if where == "sight":
        module.Sights.return_value.of.side_effect = [error, None]
    for t_us in (1, 2):
        parts.release()(Released(HandEvent(t_us, PRESS)))
    recorder.finish()
    assert taken == [2]
    assert notes == [said]
    assert type(error).__name__ in caplog.text
    assert "hunter2" not in caplog.text


def test_a_rest_in_which_something_goes_wrong_costs_no_event(parts):
    taken, notes, ticked = [], [], threading.Event()

    def tick():
        if not ticked.is_set():
            ticked.set()
            raise ValueError

    recorder = Recorder(
        Options(), MagicMock(), lambda event, sight: taken.append(event.t_us),
        on_stop=MagicMock(), on_note=notes.append, tick=tick,
    )  # fmt: skip
    assert ticked.wait(30)
    parts.release()(Released(HandEvent(2, PRESS)))
    recorder.finish()
    assert taken == [2]
    assert notes == [UNRECORDED]
