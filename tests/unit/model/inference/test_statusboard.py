"""The status reaches every listener, whatever the others do."""

from automation.core.engine import EngineStatus
from model.inference.engine import StatusBoard

READY = EngineStatus(state="ready")


def test_listeners_hear_every_status_until_they_stop_listening():
    board, heard = StatusBoard(), []
    stop_listening = board.listen(heard.append)
    board.put(READY)
    stop_listening()
    stop_listening()
    board.put(EngineStatus())
    assert heard == [READY]
    assert board.status == EngineStatus()


def test_a_listener_that_fails_does_not_keep_it_from_the_others(caplog):
    board, heard = StatusBoard(), []
    board.listen(lambda _status: 1 / 0)
    board.listen(heard.append)
    board.put(READY)
    assert heard == [READY]
    assert "listener" in caplog.text
