"""One look at the screen without a run: what a window has, by short names, and those names on its picture.

Nothing is sent and no window is raised. A window of the user's that is never looked at is not looked at
here either, and its title is not told.
"""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from app.executor_host import own_pids
from app.last_look import LastLook
from app.run_options import rules
from app.settings import AWAKE, Folders, Settings
from automation.agent.parts import Eyes
from automation.commands.find.screen_view import Scene
from automation.core.errors import AssistantError
from automation.core.geometry import Rect
from automation.core.observation import Observation, Private, WindowInfo, nothing_private
from automation.core.ports import Sleep
from automation.core.proposal import Outcome
from automation.core.text import visible_text
from automation.core.timing import StopToken, SystemClock
from automation.desktop.capture import ScreenGrabber
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import waking_bus
from automation.desktop.screen import DesktopScreen
from automation.desktop.windows_x11 import X11Windows
from automation.screen.folding import comparable
from automation.screen.refs import Changes, Listing

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw


NOTHING: Final = "no window is open that could be looked at"
NEVER: Final = "your settings say that this window is never looked at"
_MOST_NAMED: Final = 5


class NoLook(AssistantError):
    """There is nothing to look at, or it must not be; `outcome` says how a command ends by it."""

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(message)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen."""

    observation: Observation
    """The clean picture, and the windows on it."""
    window: WindowInfo
    """Whose things are listed."""
    listing: Listing
    changes: Changes = field(default_factory=Changes)
    """What became of the last look's things; all of a first look is new."""
    asleep: Sleep | None = None
    """Why its controls cannot be read; None where they can be, and for a window that is not in front."""


def look(
    folders: Folders,
    settings: Settings,
    stop: StopToken,
    *,
    window: str = "",
    guests: frozenset[int] = frozenset(),
) -> Look:
    """Look at the window in front, or at the one that is called so, and keep the names that it gives.

    Args:
        window: words of its title, or its program; empty for the window in front.
        guests: processes whose windows are not looked at, besides ours.

    Raises:
        NoLook: no such window is there, several are, or it is never to be looked at.
        AssistantError: the screen cannot be seen.
    """

    def is_private(one: WindowInfo) -> bool:
        return rules(settings).permission(one) == "never_look"

    own = own_pids() | guests
    with eyes(folders, settings, is_private, own) as (screen, reader):
        seen = settled(screen, reader, stop)
        wanted = window_meant(seen, window, is_private)
        if is_private(wanted):
            raise NoLook(NEVER, Outcome.BLOCKED)
        kept = LastLook(folders.runtime)
        book = kept.book()
        scene = Scene(_with_front(seen, wanted), reader)
        listing = scene.listing(book, is_told=wanted != seen.front_window)
        told = kept.changes(listing, book)
        try:
            kept.keep(book, listing)
        except OSError as error:
            raise NoLook(
                f"the names of what is there cannot be kept: {error}", Outcome.ENVIRONMENT
            ) from error
        # A program that tells its page is awake, and to ask costs as much as to read that.
        is_open = wanted == seen.front_window and all(e.role != "document" for e in scene.near)
        return Look(seen, wanted, listing, told, reader.asleep(seen) if is_open else None)


@contextmanager
def eyes(
    folders: Folders, settings: Settings, is_private: Private, own: frozenset[int]
) -> Iterator[tuple[DesktopScreen, DesktopReader]]:
    """Yield what sees the screen and what reads it, as a run has them."""

    def is_woken() -> bool:
        return settings.wake_programs == "on"

    windows = X11Windows(own_pids=own)
    try:
        grabber = ScreenGrabber()
        reader = DesktopReader(
            own_pids=own,
            bus=waking_bus(folders.data / AWAKE, is_woken),
            ocr=Ocr() if settings.use_ocr else None,
            is_private=is_private,
            may_wake=is_woken,
        )
        try:
            yield (
                DesktopScreen(
                    grabber, windows, is_private=is_private, find_secrets=reader.secret_boxes
                ),
                reader,
            )
        finally:
            reader.close()
            grabber.close()
    finally:
        windows.close()


def settled(screen: DesktopScreen, reader: DesktopReader, stop: StopToken) -> Observation:
    """Return what is seen once the screen has come to rest."""
    return Eyes(screen, SystemClock(), stop, reader).look().observation


def window_meant(
    seen: Observation, words: str, is_private: Private = nothing_private
) -> WindowInfo:
    """Return the window that the words name, the front one for none.

    Args:
        is_private: no words name such a window, and it is told to nobody.

    Raises:
        NoLook: none is so named, or several are.
    """
    shown = [w for w in seen.windows if not (w.is_own or w.is_popup or w.is_minimised or w.is_bar)]
    if not words:
        front = seen.front_window
        if front is None:
            raise NoLook(NOTHING, Outcome.NOT_FOUND)
        return front
    said = comparable(words)
    shown = [w for w in shown if not is_private(w)]
    exact = [w for w in shown if comparable(w.title) == said]
    named = exact or [w for w in shown if said in comparable(w.title) or said == comparable(w.app)]
    if len(named) == 1:
        return named[0]
    titles = ", ".join(f"“{visible_text(w.title)}”" for w in (named or shown)[:_MOST_NAMED])
    if named:
        text = f"{len(named)} windows are called so: {titles}; say more of the title"
        raise NoLook(text, Outcome.AMBIGUOUS)
    text = f"no window is called “{visible_text(words)}”; there are: {titles}"
    raise NoLook(text if shown else NOTHING, Outcome.NOT_FOUND)


def _with_front(seen: Observation, window: WindowInfo) -> Observation:
    """Return what is seen as if that window were the one in front, with its own popups over it.

    The terminal that asks, and other windows of ours, lie over nothing: a task brings the window up first.
    """
    windows = [w for w in seen.windows if not w.is_own]
    if window == seen.front_window:
        return replace(seen, windows=tuple(windows))
    over = [w for w in windows if w.is_popup and w.pid == window.pid]
    others = (replace(w, is_active=False) for w in windows if w not in (window, *over))
    return replace(seen, windows=(*over, replace(window, is_active=True), *others))


# The picture with the names on it.

_INK: Final = (20, 24, 32)
_PAPER: Final = (255, 255, 255)
_TAG_PX: Final = 12
_GAP_PX: Final = 2


def drawn(seen: Look) -> bytes:
    """Return the picture as PNG, with a frame and the name at each thing that shows and can be used."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - only who draws needs it

    frame = seen.observation.frame
    picture = Image.fromarray(frame.pixels[:, :, 2::-1].copy(), "RGB")
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(_TAG_PX)
    boxes = [(one.ref, one.element.box) for one in seen.listing if one.operations]
    boxes = [(ref, box) for ref, box in boxes if _shows(box, seen)]
    area = Rect(0, 0, frame.rect.w, frame.rect.h)
    taken: list[Rect] = []
    for ref, box in boxes:
        at = Rect(box.x - frame.origin.x, box.y - frame.origin.y, box.w, box.h)
        draw.rectangle((at.x, at.y, at.right - 1, at.bottom - 1), outline=_INK)
        width = round(draw.textlength(ref, font=font)) + 2 * _GAP_PX
        tag = free_place(at, width, area, taken)
        taken.append(tag)
        _write(draw, tag, ref, font)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _write(draw: "ImageDraw", tag: Rect, ref: str, font: object) -> None:
    draw.rectangle((tag.x, tag.y, tag.right - 1, tag.bottom - 1), fill=_INK)
    draw.text((tag.x + _GAP_PX, tag.y), ref, fill=_PAPER, font=font)  # type: ignore[arg-type]


def _shows(box: Rect, seen: Look) -> bool:
    """Tell whether the middle of a thing can be seen: nothing else lies over its window there."""
    top = seen.observation.window_reached(box.center)
    return top is not None and (top.window_id == seen.window.window_id or top.is_popup)


def free_place(box: Rect, width: int, area: Rect, taken: Sequence[Rect]) -> Rect:
    """Return where a tag covers no other one: at a corner of its thing, over it or beside it."""
    height = _TAG_PX + _GAP_PX
    places = (
        Rect(box.x, box.y - height, width, height),
        Rect(box.x - width, box.y, width, height),
        Rect(box.right, box.y, width, height),
        Rect(box.x, box.bottom, width, height),
    )
    free = (
        place
        for place in places
        if place.intersection(area) == place
        and not any(place.intersection(other).area for other in taken)
    )
    return next(free, Rect(box.x, box.y, width, height))
