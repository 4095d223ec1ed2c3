"""Wires the model's pages to the model of this process: presses go down, statuses come up."""

import contextlib
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Qt, Signal

from app.long_work import LongWork
from app.weights_getter import WeightsGetter
from automation.core.errors import AssistantError, Stopped
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.model_host import ModelHost
    from app.modelpage.weights import WeightsStatus
    from app.settings import ModelSettings
    from app.window.model_pages import ModelPages
    from automation.core.engine import EngineStatus

log = logging.getLogger(__name__)

WEIGHTS_FOLDER: Final = "models/holotron-12b"
"""Where the weights go when the user names no other place, below the data folder."""

JOIN_S: Final = 5.0
"""Seconds that closing waits for a point test, which ends between two tokens."""


class ModelControl(QObject):
    """Owned by the application; UI thread."""

    settings_changed = Signal(object)
    """Other `ModelSettings`: to be kept."""
    _test_ended = Signal(str, bool)
    """What came of a point test in a sentence, and whether that is an error."""
    _status_came = Signal(object)
    _weights_came = Signal(object)

    def __init__(
        self,
        pages: "ModelPages",
        settings: "ModelSettings",
        data: Path,
        parent: QObject,
        *,
        runtime: Path,
    ) -> None:
        """Wire the pages; nothing is loaded.

        Args:
            pages: what is pressed, and what shows how it goes.
            settings: the user's, for the model.
            data: our data folder.
            parent: Qt's owner.
            runtime: folder of sockets, where `deskhand stop` looks for long work.
        """
        super().__init__(parent)
        self._pages = pages
        self._settings = settings
        self._data = data
        self._runtime = runtime
        self._works: dict[str, LongWork] = {}
        """What `deskhand stop` can end just now, by name."""
        self._host: ModelHost | None = None
        self._test: threading.Thread | None = None
        self._early: Callable[[ModelHost], None] | None = None
        """What was pressed before there was a host."""
        self._getter = WeightsGetter(self._weights_came.emit)
        queued = Qt.ConnectionType.QueuedConnection
        self._status_came.connect(pages.show_status, queued)
        self._status_came.connect(self._on_status, queued)
        self._weights_came.connect(self._on_weights, queued)
        self._test_ended.connect(lambda text, bad: pages.show_note(text, is_error=bad), queued)
        pages.load_pressed.connect(self._load)
        pages.eject_pressed.connect(lambda: self._with_host(lambda host: host.eject()))
        pages.cancel_pressed.connect(lambda: self._with_host(lambda host: host.cancel()))
        pages.calibrate_pressed.connect(self._calibrate)
        pages.folder_chosen.connect(lambda folder: self._keep(folder=folder))
        pages.weights_wanted.connect(lambda: self._getter.show(self._place()))
        pages.place_changed.connect(lambda folder: self._getter.show(Path(folder)))
        pages.ask_pressed.connect(lambda folder: self._getter.ask(Path(folder)))
        pages.get_pressed.connect(lambda folder: self._getter.get(Path(folder)))
        pages.pause_pressed.connect(self._getter.pause)
        pages.resume_pressed.connect(self._getter.resume)
        pages.stop_getting_pressed.connect(self._getter.stop)
        pages.show_folder(settings.folder)

    def use(self, host: "ModelHost") -> None:
        """Take the host once the desktop is ready, and load at start if the user wants that."""
        self._host = host
        host.set_settings(self._settings)  # they may have changed while the desktop got ready
        host.listen(self._status_came.emit)
        self._pages.show_status(host.status)
        early, self._early = self._early, None
        if early is not None:
            early(host)
        elif self._settings.load_at_start and host.is_set_up:
            host.load()

    def set_settings(self, settings: "ModelSettings") -> None:
        """Use other settings from the next load on."""
        self._settings = settings

    def close(self) -> None:
        """End what this started."""
        self._getter.close()
        if self._host is not None:
            self._host.cancel()
        if self._test is not None:
            self._test.join(JOIN_S)
        for name in tuple(self._works):
            self._works.pop(name).__exit__(None, None, None)

    def _load(self, folder: str) -> None:
        if folder != self._settings.folder:
            self._keep(folder=folder)
        self._with_host(lambda host: host.load())

    def _keep(self, **changes: object) -> None:
        self._settings = msgspec.structs.replace(self._settings, **changes)
        self._pages.show_folder(self._settings.folder)
        self.settings_changed.emit(self._settings)

    def _with_host(self, work: "Callable[[ModelHost], None]") -> None:
        if self._host is None:
            self._early = work
            return
        work(self._host)

    def _calibrate(self) -> None:
        self._with_host(self._begin_test)

    def _begin_test(self, host: "ModelHost") -> None:
        if self._test is not None and self._test.is_alive():
            return
        self._test = threading.Thread(
            target=self._calibrated, args=(host,), name="calibration", daemon=True
        )
        self._test.start()

    def _calibrated(self, host: "ModelHost") -> None:
        stop = StopToken()
        try:
            with self._heard("point test", stop):
                found = host.calibrate(stop)
        except Stopped:
            self._test_ended.emit("The point test was cancelled. What was known stays.", False)
        except AssistantError as error:
            self._test_ended.emit(str(error), True)
        except Exception:  # the thread's top frame: say it, keep the window alive
            log.exception("the point test failed")
            self._test_ended.emit("The point test failed by an error of mine.", True)
        else:
            self._test_ended.emit(found.sentence, not found.is_usable)

    def _place(self) -> Path:
        return self._data / WEIGHTS_FOLDER

    @contextlib.contextmanager
    def _heard(self, name: str, stop: StopToken) -> Iterator[None]:
        """Let `deskhand stop` reach what goes on meanwhile; it goes on where that cannot be."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(LongWork(self._runtime, name, stop.stop))
            except OSError as error:
                log.warning("deskhand stop does not reach this work: %s", type(error).__name__)
            yield

    def _let_hear(self, name: str, stop: "Callable[[], None]", *, is_on: bool) -> None:
        """Begin or end to let `deskhand stop` reach work that is told by its status."""
        if not is_on:
            work = self._works.pop(name, None)
            if work is not None:
                work.__exit__(None, None, None)
        elif name not in self._works:
            self._works[name] = work = LongWork(self._runtime, name, stop)
            try:
                work.__enter__()
            except OSError as error:
                log.warning("deskhand stop does not reach this work: %s", type(error).__name__)

    def _on_status(self, status: "EngineStatus") -> None:
        host = self._host
        if host is not None:
            self._let_hear("model load", host.cancel, is_on=status.state == "loading")

    def _on_weights(self, status: "WeightsStatus") -> None:
        self._pages.show_weights(status)
        is_on = status.state in ("running", "paused")
        self._let_hear("weights download", self._getter.stop, is_on=is_on)
        if status.state == "done":
            self._keep(folder=status.folder)
