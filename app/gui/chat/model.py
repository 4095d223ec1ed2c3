"""The list model of the chat: frozen rows, and the pictures of their targets.

The newest pictures are kept as they are, older ones packed: a picture takes 400 KB, packed about 10 KB,
and a day's steps must not fill the memory. Those of a stored run are loaded off the UI thread as they
come into view.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QBuffer,
    QByteArray,
    QIODevice,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QImage

from app.gui import tr, tr_said
from app.gui.background import Worker
from app.gui.chat.rows import (
    EFFECTS_SAID,
    AskRow,
    FiguresRow,
    KeepRow,
    OfferRow,
    Row,
    SayRow,
    StepRow,
    Transcript,
    UserRow,
    WordsRow,
    bold_runs,
    clock,
    point_of,
)
from app.gui.widgets.pictures import frame_image
from automation.core.events import Proposed, RunEvent
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame
from automation.core.wording import RECEIPT_WORDS

CROP_LIMIT: Final = 300
UNPACKED: Final = 12
"""More than a window shows at once."""
_QUICK: Final = 80
"""Of Qt's 0..100 for PNG: 80 packs at the quickest level that packs at all (zlib 1)."""

Picture = tuple[QImage, Rect]
"""A piece of a picture of the screen, and the desktop pixels that it shows."""


class CropShelf:
    """Keeps pictures by name and forgets the oldest. UI thread."""

    def __init__(self) -> None:
        self._fresh: OrderedDict[str, Picture] = OrderedDict()
        self._packed: OrderedDict[str, tuple[QByteArray, Rect]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._fresh) + len(self._packed)

    def put(self, key: str, picture: Picture) -> None:
        """Keep a picture; one of the same name gives way."""
        self._packed.pop(key, None)
        self._fresh.pop(key, None)
        self._fresh[key] = picture
        while len(self._fresh) > UNPACKED:
            old, (image, rect) = self._fresh.popitem(last=False)
            self._packed[old] = (_packed(image), rect)
        while len(self) > CROP_LIMIT:
            self._packed.popitem(last=False)

    def get(self, key: str) -> Picture | None:
        """Return a picture; None when it is not there."""
        if key in self._fresh:
            return self._fresh[key]
        found = self._packed.get(key)
        return None if found is None else (QImage.fromData(found[0]), found[1])

    def keep_only(self, is_kept: Callable[[str], bool]) -> None:
        """Forget the pictures whose names are not kept."""
        for shelf in (self._fresh, self._packed):
            for key in [key for key in shelf if not is_kept(key)]:
                del shelf[key]


def _packed(image: QImage) -> QByteArray:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", _QUICK)  # type: ignore[call-overload]  # bytes fail at run time
    return data


ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
CROP_REACH_PX: Final = Rect(0, 0, 448, 224)
"""What is kept of a picture around a target: twice the widest crop that a card shows."""
MOST_REACH_PX: Final = 400
STATE_WORDS: Final = {
    "deciding": tr("Looking"),
    "waiting": tr("Waiting for you"),
    "running": tr("Working"),
    "finished": tr("Done"),
    "dry": tr("Shown, not sent"),
    "rejected": tr("You rejected it"),
    "expired": tr("Nobody answered"),
    "stopped": tr("Stopped"),
    "blocked": tr("Not allowed"),
}

Index = QModelIndex | QPersistentModelIndex


def reach_of(box: Rect | None, point: ScreenPoint | None) -> Rect | None:
    """Return the surroundings of a target that a card may show; None without a target."""
    target = box if box is not None else Rect(point.x, point.y, 1, 1) if point else None
    if target is None:
        return None
    reach = CROP_REACH_PX.around(target.center)
    return reach.union(target.grown(24)).intersection(reach.grown(MOST_REACH_PX))


class ChatModel(QAbstractListModel):
    """Owned by a chat page; UI thread."""

    def __init__(self, clock_s: Callable[[], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock_s = clock_s
        self._transcript = Transcript(clock_s)
        self._rows: list[Row] = []
        self._crops = CropShelf()
        self._fetch: Callable[[str], None] = lambda key: None

    def clear(self) -> None:
        """Begin an empty chat."""
        self.show(())

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows in place of all others."""
        self.beginResetModel()
        self._transcript = Transcript(self._clock_s)
        self._transcript.rows.extend(rows)
        self._rows = list(rows)
        self._crops = CropShelf()
        self.endResetModel()

    def keep_only(self, kept: Container[str]) -> None:
        """Forget the rows and the pictures of all runs but these."""
        if not self._transcript.keep_only(kept):
            return
        self.beginResetModel()
        self._rows = list(self._transcript.rows)
        self._crops.keep_only(lambda key: key.partition("/")[0] in kept)
        self.endResetModel()

    def take(self, happening: RunEvent) -> None:
        """Show an event of the run."""
        self._transcript.apply(happening)
        self._follow()
        if isinstance(happening, Proposed) and happening.frame is not None:
            self._keep_crop(happening, happening.frame)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Add a line of the assistant's own."""
        self._transcript.say(text, is_error=is_error)
        self._follow()

    def offer_to_keep(self, row: KeepRow) -> None:
        """Offer to keep the run that ended last, or show the same offer as it is by now."""
        self._transcript.offer_to_keep(row)
        self._follow()

    def put_offer(self, row: KeepRow) -> None:
        """Offer to keep the run that these rows are of, whatever its last row says."""
        self._transcript.put_offer(row)
        self._follow()

    def offer_to_wake(self) -> None:
        """Ask whether sleeping programs are woken, under the run that found too little for that reason."""
        self._transcript.offer_to_wake()
        self._follow()

    def drop_wake_offer(self, said: str) -> None:
        """Put what came of that question in its place, where it stands."""
        self._transcript.drop_wake_offer(said)
        self._follow()

    def not_kept(self, run: str, problem: str) -> bool:
        """Say under the offer why nothing was kept; False when that is gone."""
        is_shown = self._transcript.not_kept(run, problem)
        self._follow()
        return is_shown

    def kept(self, run: str, said: SayRow, offer: OfferRow) -> bool:
        """Put what was kept in the place of its offer; False when that is gone."""
        is_shown = self._transcript.kept(run, said, offer)
        self._follow()
        return is_shown

    def answer(self, number: int) -> None:
        """Show the user's answer to the open question."""
        self._transcript.answer(number)
        self._follow()

    def toggle(self, index: Index) -> None:
        """Fold or unfold the model's words of a row."""
        self._transcript.toggle(index.row())
        self._follow()

    def _follow(self) -> None:
        """Tell the view what the transcript did: rows changed in place, removed or added."""
        rows = self._transcript.rows
        known = min(len(rows), len(self._rows))
        for at in range(known):
            if rows[at] is not self._rows[at]:
                self._rows[at] = rows[at]
                self.dataChanged.emit(self.index(at), self.index(at))
        if len(self._rows) > known:
            self.beginRemoveRows(QModelIndex(), known, len(self._rows) - 1)
            del self._rows[known:]
            self.endRemoveRows()
        if len(rows) > known:
            self.beginInsertRows(QModelIndex(), known, len(rows) - 1)
            self._rows.extend(rows[known:])
            self.endInsertRows()

    def crop(self, key: str) -> Picture | None:
        """Return the picture round a target; None while it is not there."""
        picture = self._crops.get(key)
        if picture is None:
            self._fetch(key)
        return picture

    def fetch_crops_with(self, fetch: Callable[[str], None]) -> None:
        """Ask here for pictures that are not there; they come back by `put_crop`."""
        self._fetch = fetch

    def put_crop(self, key: str, picture: Picture) -> None:
        """Keep a picture, and show it in the rows that name it."""
        self._crops.put(key, picture)
        for at, row in enumerate(self._rows):
            if isinstance(row, StepRow) and row.crop_key == key:
                self.dataChanged.emit(self.index(at), self.index(at))

    def lose_crop(self, key: str) -> None:
        """Keep no place for a picture that there will never be."""
        rows = self._transcript.rows
        for at, row in enumerate(rows):
            if isinstance(row, StepRow) and row.crop_key == key:
                rows[at] = replace(row, crop_key="")
        self._follow()

    def _keep_crop(self, happening: Proposed, frame: Frame) -> None:
        proposal = happening.proposal
        box = proposal.element.box if proposal.element else None
        reach = reach_of(box, point_of(proposal.intent))
        key = f"{happening.run}/{happening.n}"
        part = frame.crop(reach) if reach is not None else None
        if part is not None and part.pixels.size:
            self.put_crop(key, (frame_image(part), part.rect))
        else:
            self.lose_crop(key)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401
        """Return a row, or one sentence of it for screen readers and the clipboard."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            return spoken(row)
        return None


def spoken(row: Row) -> str:
    """Return a row in words, such as `Step 4: Click Amount. No visible change.`."""
    match row:
        case UserRow():
            return tr("You: {0}").format(row.text)
        case SayRow():
            return f"{row.head} {row.text}".strip()
        case AskRow():
            return row.text + " " + ". ".join(f"{n}: {text}" for n, text in row.choices)
        case StepRow():
            end = tr_said(RECEIPT_WORDS[row.receipt]) if row.receipt else STATE_WORDS[row.state]
            sentence = "".join(text for text, _ in bold_runs(row.sentence))
            parts = (tr("Step {0}: {1}").format(row.n, sentence), end, row.detail)
            said = " ".join(f"{part}." for part in parts if part and part != sentence)
            return (
                tr("{0} The model wrote: {1}").format(said, row.words)
                if row.is_open and row.words
                else said
            )
        case WordsRow():
            said = tr("The model writes: {0}") if row.is_live else tr("The model wrote: {0}")
            return said.format(row.shown if row.is_live else row.whole)
        case OfferRow():
            return ". ".join(words for words in (*row.sayings, row.text) if words)
        case KeepRow():
            asked = ", ".join(text.name for text in row.texts if text.is_asked)
            return (
                tr("Keep it as a macro? It asks for {0}").format(asked)
                if asked
                else tr("Keep it as a macro?")
            )
        case FiguresRow():
            steps = tr("1 step") if row.steps == 1 else tr("{0} steps").format(row.steps)
            if row.is_dry:
                return tr("{0} shown in {1}, nothing was sent").format(steps, clock(row.seconds))
            times = tr("once") if row.asked == 1 else tr("{0} times").format(row.asked)
            told = tr("{0} done in {1}, {2} seen, asked {3}").format(
                steps, clock(row.seconds), row.seen, times
            )
            return told if row.effects is None else f"{told}; {EFFECTS_SAID[row.effects]}"


log = logging.getLogger(__name__)

ReadPicture = Callable[[str], bytes]
"""Returns a PNG by its address in the store; raises an AssistantError when it cannot."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which piece of which stored picture a row shows; the picture's corner is the desktop's."""

    address: str
    box: Rect | None
    point: ScreenPoint | None


class StoredPictures(QObject):
    """Lives in the UI thread and owns one worker; `close` it."""

    loaded = Signal(str, object)
    """The key that was asked for, and its `Picture`; in the UI thread."""
    lost = Signal(str)
    """The key of a picture that is gone or cannot be read."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = Worker(self, "thumbnails")
        self._read: ReadPicture | None = None
        self._wanted: Mapping[str, Wanted] = {}
        self._asked: set[str] = set()
        self._turn = 0

    def serve(self, wanted: Mapping[str, Wanted], read: ReadPicture) -> None:
        """Serve another run from here on; what was asked for before is dropped."""
        self._turn += 1
        self._read, self._wanted, self._asked = read, wanted, set()

    def forget(self) -> None:
        """Serve no run any more."""
        self._turn += 1
        self._read, self._wanted, self._asked = None, {}, set()

    def ask(self, key: str) -> None:
        """Load a picture unless that was asked for before."""
        if key in self._asked or key not in self._wanted or self._read is None:
            return
        self._asked.add(key)
        turn, wanted, read = self._turn, self._wanted[key], self._read
        self._worker.do(
            lambda: self._loaded(turn, wanted, read),
            lambda picture: self._on_found(turn, key, picture),
            lambda _problem: self._on_found(turn, key, None),
        )

    def _loaded(self, turn: int, wanted: Wanted, read: ReadPicture) -> Picture | None:
        if turn != self._turn:
            return None
        return _piece(QImage.fromData(read(wanted.address)), wanted)

    def _on_found(self, turn: int, key: str, picture: Picture | None) -> None:
        if turn != self._turn:
            return
        if picture is None:
            log.warning("a picture of the history cannot be shown")
            self.lost.emit(key)
        else:
            self.loaded.emit(key, picture)

    def close(self) -> None:
        """End the worker."""
        self._turn += 1
        self._worker.close()


def _piece(image: QImage, wanted: Wanted) -> Picture | None:
    reach = reach_of(wanted.box, wanted.point)
    if image.isNull() or reach is None:
        return None
    part = reach.intersection(Rect(0, 0, image.width(), image.height()))
    if part.area == 0:
        return None
    piece = image.copy(part.x, part.y, part.w, part.h)
    return piece.convertToFormat(QImage.Format.Format_RGB32), part
