"""What a row of the editor's list says: the step's sentence in pieces, its target, and what the last run made of it.

The sentences are those of the replay; here they are only taken apart, so that names can be bold and
parameters look like what they are. Values without Qt, made once per step and state.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF

from app.gui import tr, tr_said
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect, ScreenPoint
from automation.core.wording import kind_words, quoted, short_name
from automation.macros import macro as grammar
from automation.macros.edit.document import Document
from automation.macros.edit.tree import Row, Spot
from automation.macros.found import RUNGS, Rung
from automation.macros.macro import Branch, Mismatch, Place, Step, Target
from automation.macros.play.conditions import condition_words
from automation.macros.play.repair import Repair
from automation.macros.play.report import Report, StepReport
from automation.macros.play.wording import step_words
from automation.macros.walk import targets

Tone = Literal["", "faint", "ok", "r2", "r3"]

FOUND_BY: Final[dict[str, str]] = {
    "tree": tr("accessibility"),
    "image_near": tr("picture, near"),
    "image": tr("picture"),
    "text": tr("text on screen"),
    "landmarks": tr("landmarks"),
    "model": tr("the model"),
    "user": tr("you"),
}
_WAYS: Final[dict[Rung, str]] = {
    "tree": tr("Accessibility"),
    "image_near": tr("Picture, near"),
    "image": tr("Picture"),
    "text": tr("Text on screen"),
    "landmarks": tr("Landmarks"),
    "model": tr("Ask the model"),
    "user": tr("Ask me"),
}
_SIDES: Final = {
    "left_of": tr("left of"),
    "right_of": tr("right of"),
    "above": tr("above"),
    "below": tr("below"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """One rung of the ladder for one target."""

    rung: Rung
    name: str
    evidence: str
    """What is looked for; empty where nothing was recorded."""
    state: str = ""
    tone: Tone = "faint"


def evidence(target: Target, rung: Rung) -> str:
    """Return what a rung has to go by, in a few words; empty when it has nothing."""
    match rung:
        case "tree":
            return _tree(target)
        case "image_near" if target.image and target.place:
            return tr("where it was")
        case "image" if target.image:
            return tr("anywhere")
        case "text":
            word = target.text or target.name
            return tr_said(quoted(word)) if word else ""
        case "landmarks" if target.near:
            first = target.near[0]
            more = tr(" and {0} more").format(len(target.near) - 1) if len(target.near) > 1 else ""
            return f"{_SIDES[first.side]} {tr_said(quoted(first.text))}{more}"
        case "model":
            return tr("if one is loaded")
        case _:
            return ""


def _tree(target: Target) -> str:
    role = tr_said(kind_words(target.role))
    name = target.name or target.label
    if not name and not (role and (target.row or target.within)):
        return ""
    what = f"{role} {tr_said(quoted(name))}".strip() if name else role
    return what + (
        tr(" in the row of {0}").format(tr_said(quoted(target.row[0]))) if target.row else ""
    )


def first_rung(target: Target) -> Rung:
    """Return the best way that the target has evidence for."""
    return next((rung for rung in RUNGS if evidence(target, rung)), "user")


def is_lower(target: Target | None, rung: str) -> bool:
    """Tell whether a rung is a lower one than the target's first."""
    if target is None or rung not in RUNGS:
        return False
    return RUNGS.index(rung) > RUNGS.index(first_rung(target))


def ways_of(
    target: Target, on_mismatch: Mismatch, report: StepReport | None = None, *, risk: str = ""
) -> tuple[Way, ...]:
    """Return the ways in their order, those without evidence left out; asking the user is the last.

    Args:
        on_mismatch: what the step does when nothing is found; asking the model is a way only then.
        report: what became of the step in the last run; None before it.
        risk: what the step says of itself; a model is not asked for one that says something.
    """
    asked = {"ask_model": ("model", "user"), "ask_me": ("user",)}.get(on_mismatch, ())
    asked = asked[-1:] if risk else asked
    found: list[Way] = []
    for rung in RUNGS:
        told = evidence(target, rung)
        is_asking = rung in ("model", "user")
        if (is_asking and rung not in asked) or not (told or rung == "user"):
            continue
        state, tone = _state(rung, report)
        found.append(Way(rung, _WAYS[rung], told or tr("always last"), state, tone))
    return tuple(found)


def _state(rung: Rung, report: StepReport | None) -> tuple[str, Tone]:
    """Return how the last run got on with a rung: the ladder is gone down until one matches."""
    if report is None or (report.state in ("skipped", "dry_run") and not report.rung):
        return "", "faint"
    if report.rung == rung:
        return "matched", "ok"
    if any(one.rung == rung for one in report.tried):
        return tr("no match"), "r2"
    if report.rung in RUNGS and RUNGS.index(rung) > RUNGS.index(report.rung):
        return tr("not tried"), "faint"
    if report.rung or (report.state == "failed" and rung not in ("model", "user")):
        return tr("no match"), "r2"
    return "", "faint"


GRIP: Final = 14
THUMB: Final = (80, 40)
PADDING_LEFT: Final = 6
PADDING_RIGHT: Final = 14
GAP: Final = 12
INDENT: Final = 20
ICON: Final = 15
MARK: Final = 11
LEAST_WORDS: Final = 300
"""Room that the sentence keeps before a column goes."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Left edges and widths in logical pixels, from the left edge of the row."""

    number: QRectF
    thumb: float
    words: float
    words_end: float
    mark: float
    """Left of the mark; negative where the column is left out."""
    found: QRectF
    ms: QRectF
    has_found: bool
    has_ms: bool


def columns(theme: Theme, width: float, digits: int) -> Columns:
    """Return the columns for a width of the list.

    Args:
        digits: letters of the longest number of a step.
    """
    caption = QFontMetricsF(theme.font("caption", tabular=True))
    number_w = max(16.0, caption.horizontalAdvance("0" * max(2, digits)) + 2)
    widest = max(
        caption.horizontalAdvance(word) for word in (*FOUND_BY.values(), tr("did not match"))
    )
    found_w, ms_w = max(120.0, widest + 4), max(42.0, caption.horizontalAdvance("00,000") + 2)
    number_x = PADDING_LEFT + GRIP + GAP
    thumb = number_x + number_w + GAP
    words = thumb + THUMB[0] + GAP
    end = width - PADDING_RIGHT
    has_ms = end - ms_w - found_w - MARK - 3 * GAP - words >= LEAST_WORDS
    has_found = end - found_w - MARK - 2 * GAP - words >= LEAST_WORDS
    ms_x = end - ms_w
    found_x = (ms_x - GAP if has_ms else end) - found_w
    mark = found_x - GAP - MARK
    return Columns(
        number=QRectF(number_x, 0, number_w, 0),
        thumb=thumb,
        words=words,
        words_end=(mark if has_found else end) - GAP,
        mark=mark if has_found else -1.0,
        found=QRectF(found_x, 0, found_w, 0),
        ms=QRectF(ms_x, 0, ms_w, 0),
        has_found=has_found,
        has_ms=has_ms,
    )


@dataclass(frozen=True, slots=True)
class InPicture:
    """The target within its picture."""

    press: ScreenPoint
    """The pixel that is pressed."""
    box: Rect | None
    """The target's outline; None where only the pixel is known."""


def in_picture(target: Target, size: tuple[int, int]) -> InPicture:
    """Return where the target lies in its picture.

    Args:
        size: width and height of its picture in pixels.
    """
    x, y = target.press or (size[0] // 2, size[1] // 2)
    press = ScreenPoint(x, y)
    if target.place is None:
        return InPicture(press, None)
    place = target.place
    dx, dy = _pressed(place)
    return InPicture(press, Rect(x - dx, y - dy, place.box.w, place.box.h))


def pressed_at(target: Target, size: tuple[int, int], point: ScreenPoint) -> Target:
    """Return the target with another pixel of its picture as the one that is pressed.

    The box stays where it is in the picture: its own note of the press moves along.

    Args:
        size: width and height of the picture in pixels.
        point: the pixel; held within the picture.
    """
    x = max(0, min(size[0] - 1, point.x))
    y = max(0, min(size[1] - 1, point.y))
    old = in_picture(target, size).press
    place = target.place
    if place is not None:
        dx, dy = _pressed(place)
        place = msgspec.structs.replace(place, press=(dx + x - old.x, dy + y - old.y))
    return msgspec.structs.replace(target, press=(x, y), place=place)


def _pressed(place: Place) -> tuple[int, int]:
    return place.press or (place.box.w // 2, place.box.h // 2)


def inner_spots(row: Row) -> tuple[Spot, ...]:
    """Return the beginnings of the lists inside a block; empty for a step without any."""
    return tuple(Spot(row.id, branch, 0) for branch in _branches(row.step))


def _branches(step: Step) -> tuple[Branch, ...]:
    if hasattr(step, "steps"):
        return ("steps",)
    return ("then", "otherwise") if hasattr(step, "then") else ()


def spots_at(document: Document, gap: int) -> tuple[tuple[int, Spot], ...]:
    """Return the places between two rows, each with its depth, the outermost first.

    Args:
        gap: before the row of this place; the number of rows is the end.
    """
    rows = document.rows
    found: dict[int, Spot] = {}
    if gap > 0:
        above = rows[gap - 1]
        inner = inner_spots(above)
        if inner:
            found[above.depth + 1] = inner[0]
        for at in _with_parents(document, above):
            if _ends_before(document, at, gap):
                found.setdefault(at.depth, document.spot_after(at.id))
    if gap < len(rows):
        below = rows[gap]
        found[below.depth] = document.spot_of(below.id)
    if not rows:
        found[1] = Spot()
    return tuple(sorted(found.items()))


def _with_parents(document: Document, row: Row) -> list[Row]:
    found = [row]
    while block := document.spot_of(found[-1].id).block:
        found.append(document.rows[document.row_of(block)])
    return found


def _ends_before(document: Document, row: Row, gap: int) -> bool:
    """Tell whether a step and all that is inside it stand before a gap."""
    rows = document.rows
    return gap >= len(rows) or rows[gap].depth <= row.depth


def stepped(document: Document, ids: Sequence[str], *, up: bool) -> Spot | None:
    """Return where steps go that are moved by one place; None where they cannot.

    At the end of a block they leave it; before a block they stay outside of it.
    """
    if not ids:
        return None
    first, last = document.spot_of(ids[0]), document.spot_after(ids[-1])
    if (first.block, first.branch) != (last.block, last.branch):
        return None
    if up:
        if first.index > 0:
            return Spot(first.block, first.branch, first.index - 1)
        if first.branch == "otherwise":
            step = document.step(first.block)
            return Spot(first.block, "then", len(getattr(step, "then", ())))
        return document.spot_of(first.block) if first.block else None
    if last.index < _length(document, last):
        return Spot(last.block, last.branch, last.index + 1)
    if last.branch == "then":
        return Spot(last.block, "otherwise", 0)
    return document.spot_after(last.block) if last.block else None


def _length(document: Document, spot: Spot) -> int:
    if not spot.block:
        return document.end().index
    return len(getattr(document.step(spot.block), spot.branch))


@dataclass(slots=True)
class RunStates:
    """Kept by the window, read by list and inspector; UI thread."""

    reports: dict[str, StepReport] = field(default_factory=dict)
    """By the step's id: what became of it at its last turn."""
    repairs: dict[tuple[str, str], Repair] = field(default_factory=dict)
    """By id and part: what was found elsewhere and is neither kept nor left yet."""
    running: str = ""
    """Id of the step that runs; empty when none does."""

    def take(self, report: Report) -> None:
        """Begin with what a run before made of the macro's own steps."""
        own = (one for one in report.steps if one.macro == report.macro)
        self.reports = {one.id: one for one in own}

    def begin(self, ids: Iterable[str]) -> None:
        """Forget what is told of these steps, because they run again."""
        for step_id in ids:
            self.reports.pop(step_id, None)

    def repairs_of(self, step_id: str) -> tuple[Repair, ...]:
        """Return what is offered for a step."""
        return tuple(one for (at, _part), one in self.repairs.items() if at == step_id)


Look = Literal["plain", "name", "param"]

_QUOTED: Final = re.compile("“([^“”]*)”|„([^„“]*)“")
_PARAM: Final = re.compile(r"\{\{ ?([a-z][a-z0-9_]{0,39}) ?\}\}")
_COMMENT_CHARS: Final = 80
MISMATCH_WORDS: Final[dict[Mismatch, str]] = {
    "default": tr("Like the macro"),
    "ask_model": tr("Ask the model, then me"),
    "ask_me": tr("Ask me"),
    "retry": tr("Try again"),
    "skip": tr("Leave the step out"),
    "stop": tr("Stop"),
}
_ICONS: Final[dict[type, str]] = {
    grammar.Click: "pointer",
    grammar.Move: "pointer",
    grammar.Drag: "drag",
    grammar.Scroll: "scroll",
    grammar.Type: "text",
    grammar.Keys: "keyboard",
    grammar.Window: "window",
    grammar.Launch: "launch",
    grammar.Clipboard: "clipboard",
    grammar.Wait: "wait",
    grammar.CheckThat: "check-square",
    grammar.Group: "folder",
    grammar.If: "question",
    grammar.Repeat: "refresh",
    grammar.ForEach: "list",
    grammar.Call: "macro",
    grammar.AskMe: "hand",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a sentence that look alike."""

    text: str
    look: Look = "plain"


def icon_of(step: Step) -> str:
    """Return the name of the icon for the kind of step."""
    return _ICONS[type(step)]


def pieces_of(step: Step) -> tuple[Piece, ...]:
    """Return the step's sentence: names of targets bold without quotes, parameters as chips."""
    if isinstance(step, grammar.Group):
        return (Piece(step.title or tr("Group"), "name"),)
    sentence = tr_said(step_words(step))
    known = {short_name(word, 80) for word in _names_of(step)}
    typed = short_name(step.text) if isinstance(step, grammar.Type) else None
    found: list[Piece] = []
    at = 0
    for quote in _QUOTED.finditer(sentence):
        found.append(Piece(sentence[at : quote.start()]))
        words, at = quote.group(1) or quote.group(2) or "", quote.end()
        if words == typed:
            found += _typed(words)
            typed = None
        elif words in known:
            found += _with_params(words, "name")
        else:
            found += (
                Piece(quote.group()[0], "name"),
                *_with_params(words, "name"),
                Piece(quote.group()[-1], "name"),
            )
    found.append(Piece(sentence[at:]))
    return tuple(piece for piece in found if piece.text)


def _typed(words: str) -> tuple[Piece, ...]:
    """Return what is typed: a parameter alone stands without quotes."""
    inner = tuple(_with_params(words, "plain"))
    if len(inner) == 1 and inner[0].look == "param":
        return inner
    return (Piece("“"), *inner, Piece("”"))


def _with_params(words: str, look: Look) -> Iterator[Piece]:
    at = 0
    for param in _PARAM.finditer(words):
        if param.start() > at:
            yield Piece(words[at : param.start()], look)
        yield Piece(f"{{{{{param.group(1)}}}}}", "param")
        at = param.end()
    if at < len(words):
        yield Piece(words[at:], look)


def _names_of(step: Step) -> Iterator[str]:
    for _path, target in targets(step):
        yield " ".join(name_of(target).split())


def name_of(target: Target) -> str:
    """Return what a target is called; empty where only a picture or a neighbour tells it."""
    return target.name or target.label or target.text or target.about


def sentence_of(step: Step) -> str:
    """Return the sentence as plain text."""
    return "".join(piece.text for piece in pieces_of(step))


def second_line(step: Step, *, is_off: bool, branch: str = "") -> str:
    """Return what else is to know of the step, in one line.

    Args:
        branch: `otherwise` for a step of that half of a choice.
    """
    return " · ".join(_notes(step, is_off=is_off, branch=branch))


def _notes(step: Step, *, is_off: bool, branch: str) -> Iterator[str]:
    if is_off:
        yield tr("off")
    if branch == "otherwise":
        yield tr("otherwise")
    if step.breakpoint:
        yield tr("stops here first (breakpoint)")
    if step.wait is not None:
        said = tr("{0}, at most {1:g} s").format(
            tr_said(condition_words(step.wait.condition)), step.wait.within_s
        )
        yield tr("first wait until {0}").format(said)
    if isinstance(step, grammar.CheckThat):
        yield tr("within {0:g} s").format(step.within_s)
    if step.expect is not None:
        yield tr("expect: {0} within {1:g} s").format(
            tr_said(condition_words(step.expect.condition)), step.expect.within_s
        )
    if step.on_mismatch != "default":
        said = MISMATCH_WORDS[step.on_mismatch]
        yield tr("if it does not match: {0}{1}").format(said[0].lower(), said[1:])
    if step.risk:
        yield (
            tr("counts as hard to undo")
            if step.risk == "irreversible"
            else tr("counts as having an effect")
        )
    if step.comment.strip():
        yield short_name(step.comment, _COMMENT_CHARS)


Mark = Literal["", "known", "lower", "failed", "open"]
"""Shape beside the word: disc, diamond, triangle, hollow circle."""


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of the list in words."""

    number: str
    depth: int
    pieces: tuple[Piece, ...]
    second: str
    """What else is to know of the step, in one line."""
    trouble: str
    """Why the last run stopped here; empty where it did not."""
    icon: str
    target: Target | None
    """What the picture shows; None without a target."""
    is_block: bool
    is_off: bool
    is_breakpoint: bool
    is_running: bool
    found_by: str
    mark: Mark
    ms: str
    spoken: str
    """The whole row in one sentence."""


def view_of(row: Row, states: RunStates) -> RowView:
    """Return how a row looks."""
    step = row.step
    report = states.reports.get(row.id)
    is_running = states.running == row.id
    found_by, mark = _found(step, report)
    if states.repairs_of(row.id):
        mark = "lower"
    second = (
        tr("Running") if is_running else second_line(step, is_off=row.is_off, branch=row.branch)
    )
    trouble = "" if is_running else _trouble(report)
    ms = _ms(report)
    return RowView(
        number=row.number,
        depth=row.depth,
        pieces=pieces_of(step),
        second=second,
        trouble=trouble,
        icon=icon_of(step),
        target=target_of(step),
        is_block=hasattr(step, "steps") or hasattr(step, "then"),
        is_off=row.is_off,
        is_breakpoint=step.breakpoint,
        is_running=is_running,
        found_by=found_by,
        mark=mark,
        ms=ms,
        spoken=_spoken(row, (second, trouble), found_by, ms),
    )


def target_of(step: Step) -> Target | None:
    """Return the target that a step acts on first; None when it has none."""
    target = getattr(step, "target", None)
    return target if isinstance(target, Target) else None


def _trouble(report: StepReport | None) -> str:
    """Return why a step failed, without the sentence that its row begins with already."""
    if report is None or report.state != "failed":
        return ""
    why = report.message.removeprefix(f"{report.sentence}: ")
    return why[:1].upper() + why[1:]


def _found(step: Step, report: StepReport | None) -> tuple[str, Mark]:
    if report is None:
        return "", ""
    if report.state == "failed":
        return _failed(step, report), "failed"
    if report.state == "skipped":
        return tr("left out"), "open"
    if report.rung:
        lower = is_lower(target_of(step), report.rung)
        return FOUND_BY.get(report.rung, report.rung), "lower" if lower else "known"
    return (tr("not needed"), "open") if target_of(step) is None else ("", "")


def _failed(step: Step, report: StepReport) -> str:
    """Return what found the target all the same: a step that may not run has met what it is for."""
    if report.rung:
        return FOUND_BY.get(report.rung, report.rung)
    return tr("did not match") if target_of(step) else tr("failed")


def _ms(report: StepReport | None) -> str:
    """Return how long the target was looked for, or the step took where there is none."""
    if report is None or report.state == "skipped":
        return ""
    return f"{report.find_ms if report.rung else report.ms:,.0f}"


def _spoken(row: Row, lines: tuple[str, ...], found_by: str, ms: str) -> str:
    parts = [
        tr("Step {0}: {1}").format(row.number, sentence_of(row.step)),
        *(line.rstrip(".") for line in lines),
    ]
    if found_by:
        parts.append(
            tr("Found by: {0}").format(found_by) + (tr(", {0} ms").format(ms) if ms else "")
        )
    return ". ".join(part for part in parts if part) + "."
