"""Gets the weights on a thread of its own, and tells where that stands as one plain value."""

import logging
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.modelpage.weights import WeightsOffer, WeightsStatus
from automation.core.engine import LoadProgress
from automation.core.errors import AssistantError, Stopped
from automation.core.stopping import StopToken

if TYPE_CHECKING:
    from model.download.pausing import Pause
    from model.download.values import DownloadPlan

log = logging.getLogger(__name__)

WeightsListener = Callable[[WeightsStatus], None]
JOIN_S: Final = 5.0
SPEED_S: Final = 5.0
"""The speed that is shown is that of so many seconds."""


class WeightsGetter:
    """One download at a time. Its methods return at once; the listener is told on any thread."""

    def __init__(
        self, listener: WeightsListener, *, repo: str = "", endpoint: str | None = None
    ) -> None:
        """Prepare without asking anybody.

        Args:
            listener: told every new status.
            repo: `OWNER/NAME` on the hub; empty for Holotron-12B.
            endpoint: address of another hub; None for the library's setting.
        """
        self._listener = listener
        self._repo = repo
        self._endpoint = endpoint
        self._status = WeightsStatus()
        self._lock = threading.RLock()
        self._plan: DownloadPlan | None = None
        self._stop = StopToken()
        self._pause: Pause | None = None
        self._thread: threading.Thread | None = None
        self._marks: list[tuple[float, int]] = []

    @property
    def is_running(self) -> bool:
        """Tell whether something is asked or fetched."""
        return self._thread is not None and self._thread.is_alive()

    def show(self, folder: Path) -> None:
        """Tell where the weights come from and how much room the folder has; asks nobody."""
        if not self.is_running and self._status.state != "done":
            self._put(_at(folder))

    def ask(self, folder: Path) -> None:
        """Ask the host for size and licence."""
        self._begin(lambda: self._ask(folder))

    def get(self, folder: Path) -> None:
        """Fetch into the folder; the user has accepted the licence that was shown."""
        self._begin(lambda: self._get(folder))

    def pause(self) -> None:
        """Let it rest."""
        if self._pause is not None:
            self._pause.pause()
            self._change(state="paused", bytes_per_s=0.0)

    def resume(self) -> None:
        """Let it go on."""
        if self._pause is not None:
            self._marks = []
            self._change(state="running")
            self._pause.resume()

    def stop(self) -> None:
        """End it; what came is kept for the next time."""
        self._stop.stop("user")

    def close(self) -> None:
        """End it and wait for that."""
        self.stop()
        if self._thread is not None:
            self._thread.join(JOIN_S)

    def _begin(self, work: Callable[[], None]) -> None:
        if self.is_running:
            return
        self._stop = StopToken()
        self._thread = threading.Thread(
            target=self._guarded, args=(work,), name="weights", daemon=True
        )
        self._thread.start()

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Stopped:
            self._change(state="offered" if self._status.offer else "unasked", bytes_per_s=0.0)
        except AssistantError as error:
            self._change(state="failed", problem=str(error), bytes_per_s=0.0)
        except OSError as error:
            place, why = error.filename or self._status.folder, error.strerror or error
            problem = f"{place} cannot be used: {why}. Make it writable, or choose another folder."
            self._change(state="failed", problem=problem, bytes_per_s=0.0)
        except Exception as error:  # the thread's top frame: say it, keep the window alive
            log.exception("getting the weights failed")
            problem = f"Getting the weights failed by an error of mine: {type(error).__name__}."
            self._change(state="failed", problem=problem, bytes_per_s=0.0)

    def _ask(self, folder: Path) -> None:
        from model.download.download import plan_download
        from model.download.values import DEFAULT_REPO

        self._plan = None
        self._put(replace(_at(folder), state="asking"))
        plan = plan_download(self._repo or DEFAULT_REPO, folder, endpoint=self._endpoint)
        self._stop.check()
        self._plan = plan
        offer = WeightsOffer(
            size_bytes=plan.bytes,
            files=len(plan.files),
            licence=plan.licence,
            here_bytes=plan.bytes - plan.missing_bytes,
        )
        self._change(state="offered", offer=offer, free_bytes=plan.free_bytes)

    def _get(self, folder: Path) -> None:
        from model.download.download import download
        from model.download.pausing import Pause

        if self._plan is None or self._plan.folder != folder:
            self._ask(folder)
        plan = self._plan
        assert plan is not None, "asking leaves a plan or raises"
        self._pause, self._marks = Pause(), []
        self._change(state="running", problem="")
        try:
            download(
                plan,
                accepted_licence=True,
                progress=self._came,
                stop=self._stop,
                pause=self._pause,
            )
        finally:
            self._pause = None
        self._change(state="done", bytes_per_s=0.0)

    def _came(self, progress: LoadProgress) -> None:
        now_s = time.monotonic()
        marks = self._marks  # another list from the next time on, where somebody resumes meanwhile
        marks.append((now_s, progress.done_bytes))
        while now_s - marks[0][0] > SPEED_S:
            marks.pop(0)
        first_s, first = marks[0]
        speed = (progress.done_bytes - first) / (now_s - first_s) if now_s > first_s else 0.0
        self._change(
            doing=progress.doing,
            done_bytes=progress.done_bytes,
            bytes_per_s=max(0.0, speed),
        )

    def _change(self, **fields: object) -> None:
        """Change some of the status: two threads do, and neither may undo what the other did."""
        with self._lock:
            self._put(replace(self._status, **fields))  # type: ignore[arg-type]  # names of fields

    def _put(self, status: WeightsStatus) -> None:
        with self._lock:
            self._status = status
            self._listener(status)


def host_name() -> str:
    """Return the name of the host that would be asked; empty without the library."""
    try:
        from model.download.hub import default_host
    except ImportError:
        return ""
    return default_host()


def _at(folder: Path) -> WeightsStatus:
    """Return a status that knows the place and nothing else."""
    try:
        free: int | None = shutil.disk_usage(_existing(folder)).free
    except OSError:
        free = None
    return WeightsStatus(host=host_name(), folder=str(folder), free_bytes=free)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there."""
    return next((one for one in (folder, *folder.parents) if one.exists()), Path("/"))
