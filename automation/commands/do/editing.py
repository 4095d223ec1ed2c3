"""Texts by hand: a part is found, the cursor brought there, the part selected and written anew.

Where the program tells its text and its text cursor, each key is followed by a look at where the cursor
stands, and the text is read back. Where it tells nothing, the words are clicked that the picture shows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from automation.commands import phrases
from automation.commands.do.context import Act, Context, Instead, Result, Skip, aim_at, proposal
from automation.commands.do.filling import FRONT, is_secret, means_front, named_field, takes_text
from automation.commands.find.by_place import named_for
from automation.commands.find.coverage import in_page, is_kin
from automation.commands.find.labels import suits
from automation.commands.find.screen_view import in_columns
from automation.commands.forms import (
    Choose,
    Cursor,
    Edit,
    FillIn,
    Form,
    Insert,
    Mark,
    Part,
    Path,
    Phrase,
    Point,
    Press,
    PutCursor,
    Reading,
    Recase,
    Rewrite,
    SheetWork,
    Side,
    Style,
    Transfer,
    Type,
    Written,
)
from automation.commands.language import languages
from automation.commands.language import words as listed
from automation.commands.matching import Found, Want, nearest
from automation.commands.targets import ACTIONABLE, literal, phrase, shown
from automation.commands.words import Quotes, as_said
from automation.core import actions
from automation.core.geometry import ScreenPoint
from automation.core.observation import ScreenElement, TextCursor
from automation.core.ports import ReadsTexts
from automation.core.proposal import Finish, Outcome, Proposal
from automation.core.text import worded
from automation.core.wording import several
from automation.screen.roles import BUTTONS, CELLS, TABLES, TYPED_FIELDS
from automation.screen.rows import in_reading_order


@dataclass(frozen=True, slots=True)
class _Area:
    """A text that can be worked on, as far as its program tells of it."""

    element: ScreenElement | None = None
    text: str | None = None
    """None where it is not told."""
    cursor: TextCursor | None = None
    is_part: bool = False
    """Only the paragraphs that show are told."""


_MOST_MOVES: Final = 24
_MOST_KEYS: Final = 100
"""Presses of one key in one step."""
_FAR: Final = 200
"""Characters from which the cursor goes by lines or from an end of the text."""
_MOST_PLACES: Final = 12
"""Places that are written anew one by one."""
_AFTER_WORDS: Final = (*" .,;:!?\n", "")
"""Before these no blank is left where a word has gone."""
_LINE_FIELD_PX: Final = 45
"""Height of a field from which it may have several lines."""
_WORD: Final = re.compile(r"\w+(?:['\u2019-]\w+)*")
_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_PARAGRAPH: Final = re.compile(r"\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")
_SENTENCE: Final = re.compile(r"[^\s.!?][^.!?\n]*[.!?]*")


def _area(where: Phrase | None, ctx: Context, part: Part | None = None) -> "_Area | Result":
    """Return the text that the words mean, else the one with the keyboard or the only large one.

    Args:
        part: its words, where they stand in one field only, tell which text is meant.
    """
    found = None
    if where is not None and not FRONT.fullmatch(where.text):
        found = ctx.settle(where, Want.EDIT)
        if not isinstance(found, Found) and not means_front(where, ctx):
            open_text = _open_text(ctx, part) if part and _means_writing(where) else None
            if part is None or open_text is None or not spans_of(part, open_text.value or ""):
                return found
    element = (
        ctx.scene.current(found.element) if isinstance(found, Found) else _open_text(ctx, part)
    )
    if element is None or element.role in ("terminal", "group") or element.source == "ocr":
        ctx.memory.last = element or ctx.memory.last
        return _Area(element)  # what it tells, if anything, are pieces without places
    if is_secret(element):
        return Finish(Outcome.BLOCKED, ctx.say("password"))
    ctx.memory.last = element
    reader = ctx.scene.reader
    if not isinstance(reader, ReadsTexts):
        return _Area(element, element.value)
    if element.role not in TYPED_FIELDS and "focused" in element.states:
        parts = reader.paragraphs(element)
        if len(parts) > 0:
            return _joined(element, parts, reader)
    cursor = reader.text_cursor(element) if "focused" in element.states else None
    if cursor is not None and element.value is not None and cursor.characters != len(element.value):
        return _Area(element)  # parts of it are no letters: no place in it can be counted
    return _Area(element, element.value, cursor)


def _means_writing(where: Phrase) -> bool:
    """Tell whether words are for what is written in front, whatever that is called: `the letter`."""
    article, _, noun = where.text.casefold().partition(" ")
    return article in listed("stop_words") and noun in listed("writing_words")


def _open_text(ctx: Context, part: Part | None) -> ScreenElement | None:
    usual = _usual_text(ctx)
    is_told = usual is None or (usual.value is not None and usual.role in TYPED_FIELDS)
    if part is None or not part.words or not is_told:
        return usual
    fields = [
        e for e in in_page(ctx.scene.near, ctx.scene)
        if e.role in TYPED_FIELDS - CELLS and suits(e, Want.EDIT) and "enabled" in e.states
    ]  # fmt: skip
    if part.unit in ("line", "paragraph"):
        # What a field of one line holds is no line of a text: "the line Transport" is one of a table.
        fields = [e for e in fields if "multi_line" in e.states]
        usual = usual if usual is None or not _is_of_one_line(usual) else None
    held = [e for e in map(ctx.scene.current, fields) if spans_of(part, e.value or "")]
    if usual is not None and any(e.handle == usual.handle for e in held):
        return usual
    return held[0] if len(held) == 1 and not is_secret(held[0]) else usual


def _is_of_one_line(field: ScreenElement) -> bool:
    """Tell whether a field takes one line of text and no more."""
    is_low = field.box.h < _LINE_FIELD_PX
    return field.role in TYPED_FIELDS and "multi_line" not in field.states and is_low


def _usual_text(ctx: Context) -> ScreenElement | None:
    focused, last = ctx.scene.focused, ctx.memory.last
    is_text = focused is not None and takes_text(focused) and focused.role not in CELLS | TABLES
    is_last = focused is not None and last is not None and last.handle == focused.handle is not None
    if focused is not None and is_text and (is_last or "multi_line" in focused.states):
        return focused
    large = [
        e
        for e in ctx.scene.near
        if {"multi_line", "editable"} <= e.states and e.role in TYPED_FIELDS | {"group"}
    ]
    if len(large) == 1:
        return ctx.scene.current(large[0])
    return focused if is_text else None


def _joined(element: ScreenElement, parts: Sequence[ScreenElement], reader: ReadsTexts) -> _Area:
    """Return paragraphs as one text, and where the cursor stands in it."""
    at, offset, marked = 0, -1, list[int]()
    for part in parts:
        cursor = reader.text_cursor(part)
        if cursor is not None and cursor.start != cursor.end:
            marked += [at + cursor.start, at + cursor.end]
        if cursor is not None and "focused" in part.states:
            offset = at + cursor.offset
        at += len(part.value or "") + 1
    text = "\n".join(part.value or "" for part in parts)
    start, end = (min(marked), max(marked)) if marked else (0, 0)
    cursor = TextCursor(offset, start, end, len(text)) if offset >= 0 else None
    return _Area(element, text, cursor, is_part=True)


Span = tuple[int, int]


def spans_of(part: Part, text: str) -> list[Span]:
    """Return where the part stands in the text; several where the words fit several places."""
    if part.inside is not None:
        inner = replace(part, inside=None)
        return [
            (at + start, at + end)
            for at, stop in spans_of(part.inside, text)
            for start, end in spans_of(inner, text[at:stop])
        ]
    if part.through is not None:
        first = spans_of(replace(part, through=None), text)[:1]
        later = [e for _, e in spans_of(part.through, text) if first and e >= first[0][1]]
        return [(first[0][0], later[0])] if later else []
    found = _fitting(part, text)
    if part.ordinal is None:
        return found
    at = part.ordinal if part.ordinal < 0 else part.ordinal - 1
    return [found[at]] if -len(found) <= at < len(found) else []


def _fitting(part: Part, text: str) -> list[Span]:
    words = part.words.strip()
    if part.unit == "all":
        return [(0, len(text))]
    if part.unit == "word":
        return _occurrences(words, text) if words else [m.span() for m in _WORD.finditer(text)]
    pattern = {"line": _LINE, "sentence": _SENTENCE}.get(part.unit, _PARAGRAPH)
    if pattern is _PARAGRAPH and "\n\n" not in text:
        pattern = _LINE
    spans = [
        (m.start(), m.start() + len(m[0].rstrip("\n") if pattern is _LINE else m[0].rstrip()))
        for m in pattern.finditer(text)
        if m[0] and not (part.unit == "paragraph" and not m[0].strip())
    ]
    if not words:
        return spans
    wanted = as_said(words)
    lines = [(as_said(text[start:end]), (start, end)) for start, end in spans]
    for fits in (
        lambda line: line == wanted,
        lambda line: line.startswith(wanted),
        lambda line: bool(_occurrences(wanted, line)),
    ):
        if hits := [span for line, span in lines if fits(line)]:
            return hits
    return []


def _occurrences(words: str, text: str) -> list[Span]:
    """Return where the words stand as whole words; written just so, if they are anywhere."""
    ends = (r"(?<!\w)" if words[:1].isalnum() else "", r"(?!\w)" if words[-1:].isalnum() else "")
    whole = r"\s+".join(map(re.escape, words.split()))
    found = list(re.finditer(f"{ends[0]}{whole}{ends[1]}", text, re.IGNORECASE)) if whole else []
    exact = [m.span() for m in found if m[0].split() == words.split()]
    return exact or [m.span() for m in found]


def _told(part: Part) -> str:
    """Return the words for a part of a text, in a sentence."""
    return phrases.part_words(part)


def _named(part: Part, ctx: Context) -> str:
    """Return how a part of a text is called where somebody is told of it."""
    if ctx.language == "en":
        return phrases.opening(_told(part))
    return phrases.quoted(part.words) if part.words else ctx.say("the_place")


def _only(part: Part, area: _Area, text: str, ctx: Context) -> Span | Finish:
    """Return the one place that is meant, or why there is none."""
    if part.unit == "selection":
        cursor = area.cursor
        if cursor is not None and cursor.start != cursor.end:
            return cursor.start, cursor.end
        return Finish(Outcome.NOT_FOUND, ctx.say("nothing_selected"))
    found = spans_of(part, text)
    if len(found) == 1:
        return found[0]
    what = _named(part, ctx)
    if not found:
        near = nearest(part.words, [text[a:b] for a, b in spans_of(Part(part.unit), text)])
        names = ", ".join(map(phrases.quoted, near)) if part.words else ""
        told = f" {ctx.say('nearest', names=names)}" if names else ""
        said = f"{ctx.say('not_in_text', name=what)}{told} {ctx.say('nothing_done')}"
        return Finish(Outcome.NOT_FOUND, said, near)
    return Finish(Outcome.AMBIGUOUS, ctx.say("times_in_text", name=what, count=len(found)))


def _placed(
    part: Part, where: Phrase | None, ctx: Context, *, is_whole: bool = False
) -> "tuple[_Area, Span] | Result":
    """Return a text that is told, and the place of the part in it; else how that is done by the picture.

    Args:
        is_whole: what is selected is all of the text, and not a place in it.
    """
    area = _area(where, ctx, part)
    if not isinstance(area, _Area):
        return area
    known = area.text
    if known is None and area.element is not None:
        known = ctx.scene.current(area.element).value
    if known is not None and part.words and not (area.is_part or ctx.memory.tries):
        missing = _only(part, area, known, ctx)
        if isinstance(missing, Finish) and missing.outcome is Outcome.NOT_FOUND:
            return missing  # nothing is pressed for what is not there
    if area.element is not None and area.text is not None and area.cursor is None:
        if "focused" not in area.element.states and not (ctx.memory.tries or ctx.memory.is_dry):
            found = Found(
                area.element, worded("{0}, the text that is meant", shown(area.element.role))
            )
            click = actions.Click(aim_at(area.element))
            return Act(
                proposal(click, worded("Click {0}", named_field(area.element.name)), found),
                again=True,
            )
        area = replace(area, text=None) if not ctx.memory.is_dry else area
    if area.text is None:
        return area, (0, 0)
    is_counted = (part.unit == "all" and not is_whole) or part.ordinal is not None
    if area.is_part and is_counted and ctx.memory.tries == 0:
        # The paragraphs before those that show are not told: what is counted is counted from an end.
        from_end = part.unit == "all" or (part.ordinal or 0) < 0
        keys = ("ctrl", "end" if from_end else "home")
        to_end, to_start = (
            worded("Go to the end of the text"),
            worded("Go to the beginning of the text"),
        )
        said = to_end if from_end else to_start
        return Act(
            Proposal(actions.Hotkey(keys), sentence=said, evidence=worded("a key")), again=True
        )
    span = _only(part, area, area.text, ctx)
    return span if isinstance(span, Finish) else (area, span)


def mark(form: Mark, ctx: Context) -> Result:
    """Select a part of a text."""
    if form.part.unit == "selection":
        return Skip("")
    if form.where is None and (row := _row_called(form.part, ctx)) is not None:
        return Instead((Choose(row),))
    placed = _placed(form.part, form.where, ctx, is_whole=True)
    if not isinstance(placed, tuple):
        return placed
    area, (start, end) = placed
    if area.text is None:
        return _by_picture(form.part, None, area, ctx)
    return Instead((Cursor(start, end, form.where, worded("to select {0}", _told(form.part))),))


def _row_called(part: Part, ctx: Context) -> Phrase | None:
    """Return the cell with the number of a line where lines are the rows of a table: `select line 4`, below "Line"."""
    if part.unit != "line" or part.ordinal is None or part.words or part.inside or part.through:
        return None
    focused = ctx.scene.focused
    if focused is not None and "multi_line" in focused.states:
        return None
    heads = [e for e in ctx.scene.near if e.role == "column_header"]
    is_of_lines = any(is_kin(as_said(e.name), "line") for e in heads)
    first = min(heads, key=lambda e: e.box.x, default=None)
    number = str(part.ordinal)
    cells = [e for e in ctx.scene.near if e.role == "cell" and e.name.strip() == number]
    below = [e for e in cells if first is not None and in_columns([e], [first])]
    return literal(number) if is_of_lines and len(cells) == len(below) == 1 else None


def put_cursor(form: PutCursor, ctx: Context) -> Result:
    """Bring the text cursor before or after a part of a text."""
    placed = _placed(form.part, form.where, ctx)
    if not isinstance(placed, tuple):
        return placed
    area, span = placed
    if area.text is None:
        return _by_picture(form.part, form.side, area, ctx)
    at = span[0 if form.side == "start" else 1]
    part = _told(form.part)
    before, behind = (
        worded("to put the cursor before {0}", part),
        worded("to put the cursor behind {0}", part),
    )
    return Instead((Cursor(at, at, form.where, before if form.side == "start" else behind),))


def cursor(form: Cursor, ctx: Context) -> Result:
    """Press the keys that bring the text cursor, or what is selected, nearer to where it is to be."""
    area = _area(form.where, ctx)
    if not isinstance(area, _Area):
        return area
    now, tries = area.cursor, ctx.memory.tries
    if area.text is None or now is None:
        if ctx.memory.is_dry or tries or area.element is None:
            return Skip("") if ctx.memory.is_dry else _lost(form)
        found = Found(area.element, worded("{0}, the text that is meant", shown(area.element.role)))
        click = actions.Click(aim_at(area.element))
        return Act(
            proposal(click, worded("Click {0}", named_field(area.element.name)), found), again=True
        )
    marked = (now.start, now.end) if now.start != now.end else (now.offset, now.offset)
    is_all = form.start == 0 and form.end >= len(area.text) > 0
    last = max(form.start, area.text.rfind("\n", 0, form.end) + 1)
    is_marked = is_all or (now.offset == form.end and marked == (last, form.end))
    is_marked = is_marked and area.is_part and tries > 0 and now.start != now.end
    if marked == (form.start, form.end) or is_marked:  # paragraphs tell only what of them is marked
        return Skip("" if tries or form.start == form.end else worded("It is selected already."))
    if tries > _MOST_MOVES or (tries > 2 and ctx.memory.was_unchanged):
        return _lost(form)
    selects = marked[0] == form.start and now.offset in (marked[1], form.start)
    if is_all:
        keys: tuple[str, ...] = ("ctrl", "a")
        times = 1
    elif form.start != form.end and selects and (now.offset == marked[1]):
        key, times = _toward(area.text, now.offset, form.end)
        keys = ("shift", key)
    elif now.offset == form.start:
        keys, times = ("left",), 1  # something else is selected: the cursor goes to where it begins
    else:
        key, times = _toward(area.text, now.offset, form.start)
        keys = (key,)
    pressed = several(worded("Press {0}", phrases.chord(keys)), times)
    purpose = form.said or worded("to get to the place")
    said = worded("{0}, {1}", pressed, purpose)
    return Act(Proposal(actions.Hotkey(keys, times), sentence=said, evidence=purpose), again=True)


def _lost(form: Cursor) -> Finish:
    text = worded(
        "The program does not tell where its text cursor stands, or it went elsewhere: {0} was not reached.",
        form.said or worded("the place"),
    )
    return Finish(Outcome.UNVERIFIED, text)


def _toward(text: str, at: int, goal: int) -> tuple[str, int]:
    """Return a key and how often it is pressed to come nearer to a place."""
    far = abs(goal - at)
    lines = text.count("\n", min(at, goal), max(at, goal))
    if far > _FAR and lines:
        return ("down" if goal > at else "up"), min(lines, _MOST_KEYS)
    return ("right" if goal > at else "left"), min(far, _MOST_KEYS)


def _key(chord: str, times: int = 1) -> tuple[Press, ...]:
    return (
        (Press(chord, Phrase(chord, (Reading(chord),)), times, is_key=True),) if times > 0 else ()
    )


def _at_pixel(words: str, x: int, y: int, count: int = 1, *, extends: bool = False) -> Point:
    target = Phrase(words, (), ScreenPoint(x, y))
    return Point(target, count=count, modifiers=("shift",) if extends else ())


def _by_picture(part: Part, side: Side | None, area: _Area, ctx: Context) -> Result:
    """Select a part, or bring the cursor to a side of it, in a text that only the picture tells."""
    if area.element is not None and area.element.role == "terminal":
        text = worded("In a terminal no text can be worked on by the keyboard. Nothing was done.")
        return Finish(Outcome.NOT_FOUND, text)
    if part.words:
        return _by_words(part, side, area, ctx)
    focus: tuple[Form, ...] = ()
    if area.element is not None and "focused" not in area.element.states:
        focus = (_at_pixel(_told(part), area.element.box.center.x, area.element.box.center.y),)
    if part.unit == "all":
        element = area.element
        is_field = element is not None and element.role in TYPED_FIELDS
        is_line = is_field and element is not None and element.box.h < _LINE_FIELD_PX
        keys = {None: "Ctrl+A", "start": "Ctrl+Home", "end": "Ctrl+End"}[side]
        if is_line and side is not None:  # Tk and Motif know no Ctrl+End in a field of one line
            return Instead((*focus, *_to_side(side)))
        return Instead((*focus, *_key(keys)))
    if part.unit != "line" or part.ordinal is None or part.inside or part.through:
        name = _told(part) if ctx.language == "en" else _named(part, ctx)
        return Finish(Outcome.NOT_FOUND, ctx.say("text_untold", name=name))
    there = (*_key("Ctrl+End"), *_key("Up", -part.ordinal - 1))
    if part.ordinal > 0:
        there = (*_key("Ctrl+Home"), *_key("Down", part.ordinal - 1))
    return Instead((*focus, *there, *_to_side(side)))


def _written_by_picture(
    part: Part, side: Side | None, typed: Written, area: _Area, ctx: Context
) -> Result:
    """Type over a part, or beside it, in a text that only the picture tells, once that part is seen."""
    if area.element is None and any(e.role in ACTIONABLE for e in ctx.scene.near):
        text = worded("No text that can be changed has the keyboard here. Nothing was typed.")
        return Finish(Outcome.NOT_FOUND, text)
    there = _by_picture(part, side, area, ctx)
    return Instead((*there.forms, typed)) if isinstance(there, Instead) else there


def _to_side(side: Side | None) -> tuple[Press, ...]:
    if side is not None:
        return _key("Home" if side == "start" else "End")
    return (*_key("Home"), *_key("Shift+End"))


def _by_words(part: Part, side: Side | None, area: _Area, ctx: Context) -> Result:
    """Click into the words that the picture shows, once they stand there once."""
    box = area.element.box if area.element is not None else None
    hits = [
        (line, span)
        for line in ctx.scene.lines
        if box is None or box.contains(line.box.center)
        for span in _occurrences(part.words, line.name)
    ]
    if part.ordinal is not None and -len(hits) <= (at := part.ordinal - (part.ordinal > 0)) < len(
        hits
    ):
        hits = [hits[at]]
    if len(hits) != 1 or part.through is not None:
        there = (
            f"is {len(hits)} times in the text" if hits else "is not in the text that can be seen"
        )
        text = worded("{0} {1}. Nothing was done.", phrases.opening(_told(part)), there)
        return Finish(Outcome.AMBIGUOUS if hits else Outcome.NOT_FOUND, text)
    line, (start, end) = hits[0]
    spot, y = line.span_box(start, end), line.box.center.y
    if part.unit == "line":
        return Instead((_at_pixel(part.words, spot.center.x, y), *_to_side(side)))
    if len(part.words.split()) == 1:
        after = _key("Left" if side == "start" else "Right") if side is not None else ()
        return Instead((_at_pixel(part.words, spot.center.x, y, 2), *after))
    begin, stop = _at_pixel(part.words, spot.x, y), _at_pixel(part.words, spot.right, y)
    if side is not None:
        return Instead((begin if side == "start" else stop,))
    return Instead((begin, replace(stop, modifiers=("shift",))))


def insert(form: Insert, ctx: Context) -> Result:
    """Write a text beside a part of what is there, with a blank between words, or as its own line."""
    placed = _placed(form.part, form.where, ctx)
    if not isinstance(placed, tuple):
        return placed
    area, span = placed
    is_after = form.side == "end"
    lined = f"\n{form.text}" if is_after else f"{form.text}\n"
    if area.text is None:
        typed = Written(lined if form.as_line else form.text, None, form.where)
        return _written_by_picture(form.part, form.side, typed, area, ctx)
    if (
        form.as_line
        and area.element is not None
        and not area.is_part
        and "multi_line" not in area.element.states
    ):
        text = worded(
            "{0} holds one line only. Nothing was typed.",
            phrases.opening(named_field(area.element.name)),
        )
        return Finish(Outcome.NOT_FOUND, text)
    at, text = span[1 if is_after else 0], form.text
    before, behind = area.text[:at], area.text[at:]
    if form.as_line:
        line = next((s for s in spans_of(Part("line"), area.text) if s[0] <= at <= s[1]), (at, at))
        at = len(area.text) if form.part.unit == "all" and is_after else line[1 if is_after else 0]
        before, behind = area.text[:at], area.text[at:]
        if form.may_stop and (before.rstrip() if is_after else behind.split("\n")[0]).endswith("."):
            return insert(replace(form, text=f"{form.text}.", may_stop=False), ctx)
        is_new = is_after and (before.endswith("\n") or not before)
        text = form.text if is_new else lined
    else:
        text = " " + text if _touch(before, text) else text
        text = text + " " if _touch(text, behind) else text
    place, whole = Cursor(at, at, form.where), before + text + behind
    if form.as_line and area.is_part:  # each paragraph tells only its own text
        typed = Written(form.text, None, form.where)
        return Instead(
            (place, *_key("Enter"), typed) if is_after else (place, typed, *_key("Enter"))
        )
    return Instead((place, Written(text, whole, form.where)))


def _touch(before: str, behind: str) -> bool:
    """Tell whether two texts would run together to one word."""
    return bool(re.search(r"[\w.,;:!?]\Z", before)) and bool(re.match(r"\w", behind))


def rewrite(form: Rewrite, ctx: Context) -> Result:
    """Write something else in place of a part of a text, or of all that fit, the last one first.

    A text that is told is worked on itself even where a dialog is asked for: what comes of it is the same,
    it is read back, and a button that replaces everything would have to be asked about.
    """
    button = _button_of_line(form, ctx)
    return _rewritten(form, ctx) if button is None else Instead((Point(button),))


def _rewritten(form: Rewrite, ctx: Context) -> Result:
    placed = _placed(replace(form.part, ordinal=1) if form.every else form.part, form.where, ctx)
    if not isinstance(placed, tuple):
        return placed
    area, span = placed
    if area.text is None:
        if form.every or form.by_dialog:
            return _replace_dialog(form, ctx)
        typed = Written(form.text, None, form.where)
        return _written_by_picture(form.part, None, typed, area, ctx)
    form = _with_its_stop(form, area.text[: span[1]])
    spans = spans_of(form.part, area.text) if form.every else [span]
    if len(spans) > _MOST_PLACES or (area.is_part and form.every):
        return _replace_dialog(form, ctx)
    steps: list[Form] = []
    text = area.text
    is_line = not form.text and form.part.unit in ("line", "paragraph")
    if is_line and area.is_part:
        return _without_paragraphs(form, span, text)
    for start, end in reversed(spans):
        if text[start:end] == form.text:
            continue
        if is_line:
            end, start = (end + 1, start) if end < len(text) else (end, max(0, start - 1))
        elif not form.text and text[:start].endswith(" ") and text[end : end + 1] in _AFTER_WORDS:
            start -= 1  # of two blanks one is left
        text = text[:start] + form.text + text[end:]
        said = worded("to select {0}", _told(form.part))
        steps += [Cursor(start, end, form.where, said), Written(form.text, text, form.where)]
    return Instead(tuple(steps)) if steps else Skip(worded("It is so already."))


def _button_of_line(form: Rewrite, ctx: Context) -> Phrase | None:
    """Return the button that removes a line of a form, where that has one: the words of its field are no line."""
    part = form.part
    is_line = not form.text and part.unit == "line" and form.where is None
    is_line = is_line and part.inside is None and part.through is None
    if not is_line or (part.ordinal is not None and part.words):
        return None
    if part.ordinal is None:
        return button_of_row(part.words, ctx) if part.words else None
    removing, text = _removing(ctx), _usual_text(ctx)
    has_lines = text is not None and bool((text.value or "").strip())
    is_there = 1 < len(removing) >= abs(part.ordinal) and not has_lines
    n = part.ordinal if part.ordinal > 0 else len(removing) + part.ordinal + 1
    return phrase(f"{removing[0].name} in row {n}", Quotes("")) if is_there else None


def button_of_row(said: str, ctx: Context) -> Phrase | None:
    """Return the button that takes a row away, by words for the row: its name, or its number."""
    named = [phrase(f"the {icon} of {said}", Quotes("")) for icon in ("bin", "cross")]
    if removing := _removing(ctx):
        named.append(phrase(f"{removing[0].name} in row {said}", Quotes("")))
    for target in filter(None, named):
        found = ctx.find(target)
        if isinstance(found, Found) and found.element.role in BUTTONS:
            return target
    return None


def _removing(ctx: Context) -> list[ScreenElement]:
    """Return the buttons that take away one row each: they are called alike and stand in one column."""
    found = [
        e for e in in_page(ctx.scene.near, ctx.scene)
        if e.role in BUTTONS and as_said(e.name).partition(" ")[0] in named_for("bin")
    ]  # fmt: skip
    is_column = len({(e.name, e.box.x) for e in found}) == 1
    return in_reading_order(found) if is_column else []


def _with_its_stop(form: Rewrite, old: str) -> Rewrite:
    """Return a text with the full stop of the instruction, where what it takes the place of has one."""
    is_stopped = form.may_stop and form.part.unit != "word" and old.endswith(".")
    return replace(form, text=f"{form.text}.") if is_stopped else form


def _without_paragraphs(form: Rewrite, span: Span, text: str) -> Result:
    """Delete paragraphs of which each tells only its own text: the end of the last goes by a key."""
    said = worded("to select {0}", _told(form.part))
    key = _key("Delete" if span[1] < len(text) else "Backspace")
    return Instead((Cursor(*span, form.where, said), Written("", None, form.where), *key))


def recase(form: Recase, ctx: Context) -> Result:
    """Write a part of a text in capitals or in small letters."""
    placed = _placed(form.part, form.where, ctx)
    if not isinstance(placed, tuple):
        return placed
    area, (start, end) = placed
    if area.text is None:
        text = worded(
            "This program tells nothing of its text, so I cannot write it anew. Nothing was done."
        )
        return Finish(Outcome.NOT_FOUND, text)
    old = area.text[start:end]
    new = {"upper": old.upper(), "lower": old.lower(), "title": old.title()}[form.case]
    if new == old:
        return Skip(worded("{0} is so already.", phrases.opening(_told(form.part))))
    whole = area.text[:start] + new + area.text[end:]
    said = worded("to select {0}", _told(form.part))
    return Instead((Cursor(start, end, form.where, said), Written(new, whole, form.where)))


def written(form: Written, ctx: Context) -> Result:
    """Type at the text cursor over what is selected, and read afterwards what the text holds."""
    if not form.is_typed:
        focused = ctx.scene.focused
        if focused is not None and is_secret(focused):
            return Finish(Outcome.BLOCKED, ctx.say("password"), hides=(form.text,))
        then = (replace(form, is_typed=True),)
        if not form.text:
            step = Proposal(
                actions.Hotkey(("delete",)),
                sentence=worded("Press Delete"),
                evidence=worded("a key"),
            )
            return Act(step, then=then)
        action = actions.Write(form.text, None)
        step = Proposal(
            action, sentence=phrases.typing(form.text), evidence=worded("the text cursor")
        )
        last = ctx.memory.last
        if form.where is not None and last is not None and last.source == "ocr":
            step = replace(step, element=last)  # what is read in it tells whether the text came
        return Act(step, then=then)
    area = _area(form.where, ctx)
    if ctx.memory.is_dry or not isinstance(area, _Area) or area.text is None:
        return Skip("")
    at = area.cursor.offset if area.cursor is not None else len(area.text)
    is_there = area.text[:at].endswith(form.text)
    if form.expected is not None and not area.is_part:
        is_there = area.text.rstrip() == form.expected.rstrip()
    if is_there:
        return Skip("")
    now = phrases.quoted(area.text)
    return Finish(
        Outcome.UNVERIFIED, worded("The text was to be changed, and reads now: {0}.", now)
    )


def transfer(form: Transfer, ctx: Context) -> Result:
    """Copy or cut a part of a text, a field or a cell, and put it beside a part of a text or into a field."""
    source = ctx.settle(form.source) if form.source is not None else None
    if source is not None and not isinstance(source, Found):
        return source
    takes = Edit("cut" if form.cuts else "copy")
    is_cell = source is not None and source.element.role in CELLS
    if is_cell and form.source is not None and form.to is not None:
        return Instead((Point(form.source), takes, Point(form.to), Edit("paste")))
    placed = _placed(form.part, form.source, ctx)
    if not isinstance(placed, tuple):
        return placed
    area, (start, end) = placed
    if area.text is not None and start == end:
        name = phrases.opening(named_field(area.element.name if area.element else ""))
        return Finish(Outcome.NOT_FOUND, ctx.say("nothing_to_copy", name=name))
    is_line = form.as_line or (form.part.unit in ("line", "paragraph") and form.to_part == Part())
    marked = Mark(form.part, form.source)
    target = form.to or form.source
    text = area.text[start:end] if area.text is not None else None
    if form.to_part is None:
        if form.to is None:
            return Finish(
                Outcome.NOT_UNDERSTOOD,
                worded("It is not said where to paste it. Nothing was done."),
            )
        puts: tuple[Form, ...] = (Mark(Part(), form.to), Edit("paste"))
    elif is_line and text is not None:
        puts = (Insert(text, form.side, form.to_part, target, as_line=True),)
    else:
        puts = (PutCursor(form.side, form.to_part, target), Edit("paste"))
    is_put = not any(isinstance(each, Insert) for each in puts)  # that one reads back itself
    check = (Written(text, None, target, is_typed=True),) if text and is_put else ()
    return Instead((marked, takes, *puts, *check))


_ROW: Final = re.compile(r"(?:the\s+)?(?:(?:row|line|zeile)\s+(?:number\s+)?)?(\d{1,6})", re.I)
_COLUMN: Final = re.compile(r"(?:the\s+)?(?:(?:column|spalte)\s+)?([a-z]{1,3})", re.I)


def cell_at(words: str) -> tuple[str, str]:
    """Return the cell that is clicked for a row or a column, and the keys that select all of it; else nothing."""
    if row := _ROW.fullmatch(words):
        return f"A{row[1]}", "Shift+Space"
    if column := _COLUMN.fullmatch(words):
        return f"{column[1].upper()}1", "Ctrl+Space"
    return "", ""


def _chosen(form: Style, ctx: Context) -> tuple[Form, ...] | Result:
    """Return what selects a part of a text, a cell, a row, a column, or cells up to another one."""
    if form.part is not None:
        marked = mark(first := Mark(form.part, form.where), ctx)
        return marked if isinstance(marked, Finish) else (first,)
    where = form.where
    assert where is not None, "something is named"
    if form.through is not None:
        return (Choose(where, through=form.through),)
    cell, keys = cell_at(where.text)
    found = ctx.settle(literal(cell) if cell else where)
    if not isinstance(found, Found):
        return found
    if found.element.role not in CELLS:
        name = phrases.opening(phrases.called(found.element))
        return Finish(Outcome.NOT_FOUND, ctx.say("select_first", name=name))
    whole = _key(keys) if keys else ()
    return (Point(literal(cell) if cell else where), *whole)


_LETTERS: Final = frozenset("biufk")
"""What the buttons for bold, italic and underlined text show; in German too."""
_CHORD_OF: Final[dict[str, str]] = {
    "bold": "Ctrl+B", "italic": "Ctrl+I", "underline": "Ctrl+U",
    "left": "Ctrl+L", "centre": "Ctrl+E", "right": "Ctrl+R", "justify": "Ctrl+J",
}  # fmt: skip


def style(form: Style, ctx: Context) -> Result:
    """Give what is selected a look: by the button that shows it, the usual key, or the menu."""
    if form.part is not None or form.where is not None:
        chosen = _chosen(form, ctx)
        if not isinstance(chosen, tuple):
            return chosen
        return Instead((*chosen, replace(form, part=None, where=None, through=None)))
    names = _names_of(form.name) if form.look == "named" else _said_of(form.look)
    shown_as = form.name or form.look
    buttons = [
        e for e in ctx.scene.near
        if not {as_said(e.name), as_said(e.description)}.isdisjoint(names) and e.role in ("toggle", "button", "radio", "checkbox") and "enabled" in e.states
    ]  # fmt: skip
    if sum(len(e.name) == 1 for e in ctx.scene.near if as_said(e.name) in _LETTERS) < 2:
        buttons = [e for e in buttons if len(e.name) > 1]  # a key of a drawn keyboard
    is_on = len(buttons) == 1 and "checked" in buttons[0].states
    if form.is_pressed:
        if (
            ctx.memory.is_dry
            or len(buttons) != 1
            or buttons[0].role == "button"
            or is_on == form.on
        ):
            return Skip("")
        text = worded(
            "{0} was pressed, and its button does not show it.", phrases.quoted(buttons[0].name)
        )
        return Finish(Outcome.UNVERIFIED, text)
    if len(buttons) == 1:
        if buttons[0].role != "button" and is_on == form.on:
            return Skip(worded("It is {0} already.", shown_as))
        hit = Found(buttons[0], worded("{0}, found by its name", shown(buttons[0].role)))
        click = actions.Click(aim_at(buttons[0]))
        step = proposal(click, worded("Click {0}", phrases.quoted(buttons[0].name)), hit)
        return Act(step, then=(replace(form, is_pressed=True),))
    entry = offered_entry(names, ctx)
    chord = _CHORD_OF.get(form.look)
    if chord is not None and (entry or not ctx.scene.menus):
        return Instead(_key(chord))
    if entry is not None:
        return Instead((entry,))
    return ctx.not_found(ctx.say("no_style", name=phrases.quoted(shown_as)))


def _said_of(key: str) -> tuple[str, ...]:
    """Return the names under which programs offer something, in all languages, the usual ones first."""
    every = (one.get("offered", {}).get(key, ()) for one in languages().values())
    return tuple(dict.fromkeys(as_said(name) for names in every for name in names))


def _names_of(name: str) -> tuple[str, ...]:
    """Return the names of a look of the program's own: what it is called by in some language too."""
    said = as_said(name)
    keys = {key for one in languages().values() for key in one.get("offered", {})}
    return next((n for key in sorted(keys) if said in (n := _said_of(key))), (said,))


def offered_thing(key: str, role: str = "") -> Phrase:
    """Return how a button or a field is called that the program offers for something."""
    names = _said_of(key)
    readings = [Reading(name, role=kind) for kind in (role, "") for name in names]
    return Phrase(names[0], tuple(readings))


def offered_entry(key: str | Sequence[str], ctx: Context) -> Path | None:
    """Return the way to the menu entry under which the program offers something; None where it lists none.

    An entry is called by its own name or with that of its menu: `Insert > Rows`.
    """
    names = _said_of(key) if isinstance(key, str) else key
    for way in ctx.scene.menus:
        called = {as_said(way[-1].name), as_said(" ".join(e.name for e in way[-2:]))}
        if len(way) > 1 and way[-1].role != "menu" and not called.isdisjoint(names):
            items = (literal(e.name) for e in way)
            return Path(tuple(items), is_exact=True)
    return None


def _replace_dialog(form: Rewrite, ctx: Context) -> Result:
    """Replace words by the program's own dialog, in the whole text."""
    entry = offered_entry("replace_entry", ctx)
    if entry is None:
        text = worded("This program lists no menu entry for search and replace. Nothing was done.")
        return Finish(Outcome.NOT_FOUND, text)
    fields = (
        Type(
            form.part.words, offered_thing("find_field", "field"), replaces=True, needs_target=True
        ),
        Type(form.text, offered_thing("replace_field", "field"), replaces=True, needs_target=True),
    )
    button = "replace_all" if form.every else "replace_one"
    return Instead((entry, *fields, Point(offered_thing(button, "button"))))


# The rows, columns and sheets of a spreadsheet: which entries work on them is data of the language files.


def sheet_work(form: SheetWork, ctx: Context) -> Result:
    """Insert, hide or delete a row or a column, add or rename a sheet.

    The row or column is the one of a cell, which is clicked first. A table that has no such entry may have a
    button in each row, which takes that row away.
    """
    entry = offered_entry(f"{form.op}_after" if form.after else form.op, ctx)
    beside: tuple[Form, ...] = ()
    if entry is None and form.after:  # the row below is the one above the next
        entry = offered_entry(form.op, ctx)
        key = "Down" if form.op == "insert_row" else "Right"
        beside = (Press(key, literal(key), is_key=True),)
    if entry is None and form.op == "delete_row" and form.at is not None:
        button = button_of_row(form.at.text, ctx)
        if button is not None:
            return Instead((Point(button),))
    if entry is None:
        return ctx.not_found(ctx.say("no_menu_entry", name=phrases.sentence(form)))
    at = (Point(_cell_of_line(form, form.at)),) if form.at is not None else ()
    if form.op == "rename" and form.at is not None and _is_only_tab(form.at, ctx):
        at = ()
    name = (FillIn(form.name, "text"),) if form.name and form.op in ("rename", "add") else ()
    return Instead((*at, *beside, entry, *name))


def _is_only_tab(sheet: Phrase, ctx: Context) -> bool:
    """Tell whether the sheet is the one that is shown: a press on its tab would change nothing."""
    found = ctx.settle(sheet)
    if not isinstance(found, Found) or found.element.role != "tab":
        return False
    tabs = [e for e in ctx.scene.near if e.role == "tab"]
    return len(tabs) == 1 or "selected" in found.element.states


def _cell_of_line(form: SheetWork, at: Phrase) -> Phrase:
    """Return the cell that is clicked for a row or a column that is named by its number or letter."""
    cell, keys = cell_at(at.text)
    kind = {"Shift+Space": "row", "Ctrl+Space": "column"}.get(keys, "-")
    return literal(cell) if kind in form.op else at
