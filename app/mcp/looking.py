"""Looks for another program: what a window lists, what is different since, and its picture made small.

Neither our own window nor those of the program that asks are looked at: what stands there is the user's
history, and the questions that the program asks its user. A picture shows the window that is listed and
its menus alone. The history tells which programs were shown to whom, each once: before anything is told of it.
"""

import io
import threading
from dataclasses import dataclass
from typing import Final

from app.executor_host import host_pids
from app.hand_over import window_pids
from app.look import Look, drawn, look
from app.mcp.tasks import adopt_desktop
from app.run_options import keep_under
from app.run_start import settings_in
from app.settings import user_folders
from automation.core.events import Task
from automation.core.geometry import Rect
from automation.core.proposal import Effects, Outcome
from automation.core.timing import StopToken
from automation.core.wording import one_line
from automation.records.store import Store
from automation.screen.refs import Listing, changes, text_of

LONGEST_PX: Final = 2000
"""Longest edge, in pixels, of a picture that hosts take without making it smaller."""
ASLEEP: Final = (
    "This program shows its controls only when it is woken, which the user alone can allow; only its text "
    "could be read."
)
WINDOW: Final = "a window"
WITH_PICTURE: Final = ", with pictures"
SHOWN: Final = (
    "The program was told what this window shows. Later looks at it are not listed again."
)
LOOK_AGAIN_S: Final = 0.1
"""How often one that waits for another look asks whether it is still wanted."""
_COVER: Final = (128, 128, 128)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a program is told of one look."""

    summary: str
    """Our words alone."""
    text: str
    """From the screen."""
    png: bytes = b""


class Eyes:
    """The looks of one server; one at a time."""

    def __init__(self) -> None:
        self._is_looking = threading.Lock()
        self._last: Listing | None = None
        """What the program was told last."""
        self._noted: set[str] = set()
        """What the history tells of the looks so far."""

    def look(
        self,
        window: str,
        stop: StopToken,
        *,
        asked_by: str,
        has_picture: bool,
        only_changes: bool,
    ) -> Seen:
        """Look at a window.

        Args:
            asked_by: what the program that is shown it calls itself.

        Raises:
            AssistantError: there is nothing to look at, or it must not be, or that it is cannot be kept.
            Stopped: a stop was asked for.
        """
        while not self._is_looking.acquire(timeout=LOOK_AGAIN_S):
            stop.check()
        try:
            return self._look(
                window, stop, asked_by=asked_by, has_picture=has_picture, only_changes=only_changes
            )
        finally:
            self._is_looking.release()

    def _look(
        self, window: str, stop: StopToken, *, asked_by: str, has_picture: bool, only_changes: bool
    ) -> Seen:
        adopt_desktop()
        folders = user_folders()
        folders.create()
        guests = host_pids() | window_pids()
        settings = settings_in(folders)
        seen = look(folders, settings, stop, window=window, guests=guests)
        what = f"look at {one_line(seen.window.app) or WINDOW}{WITH_PICTURE if has_picture else ''}"
        png = _picture(seen) if has_picture else b""
        stop.check()  # one that nobody waits for any more tells nothing
        self._note(Task(what, "commands", keep=keep_under(settings, None), asked_by=asked_by))
        stop.check()
        before, self._last = self._last, seen.listing
        if only_changes and before is not None and before.app == seen.listing.app:
            different = changes(before, seen.listing)
            summary = (
                "What is different since your last look." if different else "Nothing is different."
            )
            return Seen(summary, different.text(), png)
        more = f" {seen.listing.omitted} more are not listed." if seen.listing.omitted else ""
        asleep = f" {ASLEEP}" if seen.asleep is not None else ""
        summary = f"{len(seen.listing.items)} things.{more}{asleep}"
        return Seen(summary, text_of(seen.listing), png)

    def _note(self, task: Task) -> None:
        """Keep in the history that a program was shown what another one shows, the first time."""
        if task.text in self._noted:
            return
        store = Store(user_folders().data)
        try:
            store.new_run(task).end(Outcome.DONE, SHOWN, effects=Effects.VERIFIED)
        finally:
            store.close()
        self._noted.add(task.text)


def _picture(seen: Look) -> bytes:
    """Return the window and its menus with the short names, no longer than `LONGEST_PX`, as PNG.

    What other windows cover of it is painted over.
    """
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only a picture needs it

    origin = seen.observation.frame.origin
    popups, over = _above(seen)
    box = _around([seen.window.rect, *popups]).intersection(seen.observation.frame.rect)
    with Image.open(io.BytesIO(drawn(seen))) as whole:
        draw = ImageDraw.Draw(whole)
        for rect in over:
            x, y = rect.x - origin.x, rect.y - origin.y
            draw.rectangle((x, y, x + rect.w - 1, y + rect.h - 1), fill=_COVER)
        x, y = box.x - origin.x, box.y - origin.y
        picture = whole.crop((x, y, x + box.w, y + box.h))
    picture.thumbnail((LONGEST_PX, LONGEST_PX))
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _above(seen: Look) -> tuple[list[Rect], list[Rect]]:
    """Return where the window's own menus are, and where other programs' windows lie over it."""
    windows = [one for one in seen.observation.windows if not one.is_minimised]
    numbers = [one.window_id for one in windows]
    at = numbers.index(seen.window.window_id) if seen.window.window_id in numbers else 0
    popups = [one.rect for one in windows if one.is_popup and one.pid == seen.window.pid]
    over = [one.rect for one in windows[:at] if one.pid != seen.window.pid]
    return popups, over


def _around(rects: list[Rect]) -> Rect:
    left, top = min(rect.x for rect in rects), min(rect.y for rect in rects)
    right, bottom = max(rect.right for rect in rects), max(rect.bottom for rect in rects)
    return Rect(left, top, right - left, bottom - top)
