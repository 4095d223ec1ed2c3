"""Talk: what people ask of the program itself, and what it tells them of the window in front.

No step comes of it. The words are data of the language files: `talk`, `sayings` and `answers`.
"""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, cast, get_args

from automation.commands import phrases
from automation.commands.do.context import Context, Result, Skip, means_last
from automation.commands.do.files import files_called
from automation.commands.find.coverage import in_page, is_kin
from automation.commands.find.resolve import is_disabled
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Fact, Phrase, Tell
from automation.commands.language import fits_of, languages, tokens_of, words
from automation.commands.matching import Disabled, Found, Want, is_exact, match
from automation.commands.targets import ACTIONABLE
from automation.commands.words import (
    as_said,
    doubts,
    number,
    ordinal,
    without_closing,
    without_opening,
)
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement
from automation.core.ports import CountsRows, TellsNumbers
from automation.core.proposal import Finish, Outcome
from automation.screen.field_labels import asks_for_password
from automation.screen.roles import (
    BUTTONS,
    CELLS,
    ENTRIES,
    LABELS,
    LINES,
    MENU_ENTRIES,
    ROWS,
    TABLES,
    TITLES,
    TWO_STATES,
    TYPED_FIELDS,
    VALUE_FIELDS,
    hides_text,
    is_part_of_field,
)
from automation.screen.rows import cells_of, shares_row

_ANSWERS: Final = range(2, 5)
"""How many buttons a question has that waits for an answer, with one that closes it."""
_FILLED_IN: Final = (TYPED_FIELDS | VALUE_FIELDS | TWO_STATES) - BUTTONS
"""Roles of what a form asks for."""
_TABULAR: Final = CELLS | {"table", "row", "column_header"}
"""Roles that are only in a table with rows and columns."""
Kind = Literal["help", "screen", "again", "other", "stop", "thanks", "hello", "pick"]


@dataclass(frozen=True, slots=True)
class Talk:
    """What a whole instruction asks of the program."""

    kind: Kind
    language: str
    number: int = 0
    """Which candidate of the last question: “the second one”; 0 where none is said by its number."""


def talk_of(text: str) -> Talk | None:
    """Return what the whole text asks of the program itself; None where it asks for a step."""
    if len(text) > _MOST_CHARS:
        return None
    for bare in dict.fromkeys((without_closing(text), without_closing(without_opening(text)))):
        for said, slots in fits_of("talk", bare):
            kind, language = said.split()
            assert kind in get_args(Kind), f"no kind of talk: {kind}"
            n = number(slots["n"]) if "n" in slots else ordinal(slots.get("o", ""))
            return Talk(cast("Kind", kind), language, max(n or 0, 0))
    return None


def asked(text: str, scene: Scene) -> Talk | None:
    """Return what the text asks of the program; a thing in front that is called so is meant before.

    Every window has a Help menu, so that "help" is always for the program: `click Help` opens the menu.
    """
    talk = talk_of(text)
    if talk is None or talk.kind == "help":
        return talk
    if talk.kind == "pick":  # without a question before it these words are a name like others
        return None
    said = as_said(without_closing(text))
    is_name = any(as_said(e.name) == said for e in scene.near if e.role in ACTIONABLE)
    return None if is_name else talk


def answer(talk: Talk, scene: Scene) -> Finish:
    """Return the end of a task that only asks: what is said, and what may be said next."""
    said = _answers(talk.language).get(talk.kind, "")
    match talk.kind:
        case "help" | "other":
            return Finish(Outcome.DONE, said, sayings(scene, talk.language))
        case "screen":
            return Finish(
                Outcome.DONE, _screen_words(scene, talk.language), sayings(scene, talk.language)
            )
        case "again":
            return Finish(Outcome.NOT_UNDERSTOOD, said, sayings(scene, talk.language))
        case _:
            return Finish(Outcome.DONE, said)


def language_of(text: str, otherwise: str = "en") -> str:
    """Return the language file with most of the words of a text, of two the one with its first word.

    Args:
        otherwise: the language where no word tells, or where they tell of two as well.
    """
    said = [token.text for token in tokens_of(text)]

    def known(language: str) -> tuple[int, bool]:
        own = _telling(language)
        return len(own.intersection(said)), not own.isdisjoint(said[:1])

    first = max(languages(), key=known)
    is_told = sum(known(language) == known(first) for language in languages()) == 1
    return first if is_told or otherwise not in languages() else otherwise


@cache
def _telling(language: str) -> frozenset[str]:
    """Return the words by which a text is known to be of a language: none that is a word of another one too."""
    file = languages()[language]
    lists = (
        file["grounding"]["fillers"],
        *(file.get(key, ()) for key in ("title_words", "number_nouns", "star_words")),
        *(file.get(key, ()) for key in ("stating_words", "months", "ordinals", "numbers")),
        *file.get("glosses", {}).get("words", {}).values(),
    )
    more = {word for said in lists for name in said for word in name.casefold().split()}
    told = (_vocabulary(language) | more) - words("shared_words")
    return frozenset(word for word in told if len(word) > 1)


@cache
def _vocabulary(language: str) -> frozenset[str]:
    file = languages()[language]
    lists = (
        file["stop_words"],
        *file["words"].values(),
        *file.get("verbs", {}).values(),
        file.get("telling", ()),
    )
    return frozenset(word for words in lists for said in words for word in said.casefold().split())


def unknown_words(text: str, scene: Scene, language: str) -> tuple[str, ...]:
    """Return the words of a text that are in no list of the language and no name in front; neighbours together.

    None where all or nearly none of the words are known: then no single one of them is what was not read.
    """
    file = languages()[language]
    tables = (
        file["ordinals"],
        file["numbers"],
        file.get("text_units", ()),
        file["grounding"]["parts"],
    )
    known = _vocabulary(language).union(*tables, *(file[key] for key in ("in_words", "and")))
    named = {t.text for e in scene.near if e.role in ACTIONABLE for t in tokens_of(e.name)}
    runs: list[list[str]] = [[]]
    said = [token.text for token in tokens_of(text) if token.text[0].isalnum()]
    for word in said:
        if word in known or word in named or word.isdigit():
            runs.append([])
        else:
            runs[-1].append(word)
    found = tuple(dict.fromkeys(" ".join(run) for run in runs if run))
    count = sum(len(run) for run in runs)
    return found if 0 < 2 * count <= len(said) else ()


def _answers(language: str) -> dict[str, str]:
    return cast("dict[str, str]", languages()[language]["answers"])


# What can be said of the window in front, by its own names.


def sayings(scene: Scene, language: str) -> tuple[str, ...]:
    """Return instructions to show: those of the window in front, or general ones where it tells no names."""
    return names_said(scene, language) or tuple(languages()[language]["general_sayings"])


def names_said(scene: Scene, language: str) -> tuple[str, ...]:
    """Return instructions that can be carried out on the window in front, by its own names; no picture is read.

    One for each kind of thing, of a page and not of its browser, the last of two things at once. A name that two things
    have is none, but for the boxes in the rows of a table.
    """
    templates: dict[str, str] = languages()[language]["sayings"]
    there = [e for e in in_page(scene.near, scene) if not is_disabled(e)]
    times = Counter(as_said(_called(e)) for e in there if e.role in ACTIONABLE)
    found: dict[str, str] = {}
    for element in there:
        kind, slots = _example_of(element, scene, is_one=times[as_said(_called(element))] == 1)
        if kind and kind not in found and all(map(_may_be_shown, slots.values())):
            if language == "de" and "n" in slots:
                slots["n"] = slots["n"].replace(".", ",")
            found[kind] = templates[kind].format_map(slots)
    said = [found[kind] for kind in templates if kind in found]
    if "field" not in found and any(
        "multi_line" in e.states and e.box.h > _LINE_PX for e in scene.near
    ):
        said.append(templates["text"])
    ways = sorted(
        (way for way in scene.menus if len(way) == 2), key=lambda w: (w[0].box.x, w[1].box.y)
    )
    first = {way[0].name: way[1].name for way in reversed(ways)}
    # Not of the first menu, which often begins with what closes or replaces the file.
    menus = [f"{menu} > {entry}" for menu, entry in reversed(first.items()) if _may_be_shown(entry)]
    said += [templates["menu"].format(x=way) for way in menus[1:]]
    two = [found[kind] for kind in _AT_ONCE if kind in found][:2]
    at_once = [templates["both"].format(a=two[0], b=two[1])] if len(two) > 1 else []
    others = [one for one in said if not (at_once and one in two)] or two[:1]
    return (*others[: _MOST_SAYINGS - len(at_once)], *at_once)


_MOST_SAYINGS: Final = 4
_LINE_PX: Final = 150
"""A field that is higher is for a text; that of a calculator is not."""
_AT_ONCE: Final = ("box", "row_box", "choice", "number", "field", "radio", "ticked")
"""Kinds of which two can be said in one sentence, the plainest first."""
_HOLDS_NUMBER: Final = re.compile(r"\W*\d")
_MOST_IN_EXAMPLE: Final = 24
"""Letters of a name in an example."""


def _called(element: ScreenElement) -> str:
    return (element.name.strip() or element.label.strip()).rstrip(":")


def _example_of(
    element: ScreenElement, scene: Scene, *, is_one: bool
) -> tuple[str, dict[str, str]]:
    """Return which of the `sayings` of a language file is for a thing, and what stands in it; empty for none.

    Args:
        is_one: nothing else is called so.
    """
    called, states = _called(element), element.states
    match element.role:
        case "checkbox" | "toggle" if not is_one:
            cells = cells_of(element.parent_name)
            row = next((c for c in cells if c[:1].isalpha()), "") if len(cells) > 1 else ""
            is_row = bool(row) and called not in row and "checked" not in states
            return ("row_box", {"x": called, "r": row}) if is_row else ("", {})
        case "checkbox" | "toggle" if not turns_pages(element, scene):
            return "ticked" if "checked" in states else "box", {"x": called}
        case "combo" if is_one:
            held = scene.current(element).value or element.name
            offers = [o for o in scene.offered(element)[1:] if as_said(o) != as_said(held)]
            option = next((o for o in offers if len(o) <= _MOST_IN_EXAMPLE and _may_be_said(o)), "")
            return ("choice", {"x": called, "o": option}) if option else ("", {})
        case "slider" | "spinner" if is_one:
            wanted = number_for(element, scene)
            return ("number", {"x": called, "n": wanted}) if wanted else ("", {})
        case "button" | "radio" | "tab" | "link" | "field" if is_one and _is_example(
            element, scene
        ):
            return element.role, {"x": called}
        case _:
            return "", {}


def _is_example(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether a thing is not chosen already, and takes words if it is a field."""
    if element.role == "field":
        return takes_words(element, scene)
    return element.role not in ("radio", "tab") or not {"checked", "selected"} & element.states


def turns_pages(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether a toggle is one of several in a row, of which one is on: they choose a page or a way to see it."""
    if element.role == "toggle" and not {"checkable", "checked"} & element.states:
        return True  # it unfolds a part
    row = [e for e in scene.near if e.role == "toggle" and shares_row(e.box, element.box)]
    return len(row) > 1 and sum("checked" in e.states for e in row) == 1


def number_for(element: ScreenElement, scene: Scene) -> str:
    """Return a number that a slider or a number's box can hold and does not; empty where its ends are not told."""
    reader = scene.reader
    span = reader.number(element) if isinstance(reader, TellsNumbers) else None
    is_part = element.name != element.parent_name and element.name.endswith(element.parent_name)
    if span is None or not span.has_ends or (is_part and element.parent_name):
        return ""  # a part of a day has no example
    step = span.step or 1.0
    far = round((span.highest - span.lowest) / 2 / step) * step + span.lowest
    near = span.value + step if span.value + step <= span.highest else span.value - step
    wanted = far if element.role == "slider" and far != span.value else near
    return f"{wanted:g}"


def takes_words(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether a field asks for words, as far as its name and what it holds tell."""
    asked = frozenset().union(*map(words, ("day_words", "moment_labels", "counted_labels")))
    held = (scene.current(element).value or "").strip()
    parts = (e for e in scene.near if e.role == "spinner")
    is_number = _HOLDS_NUMBER.match(held) is not None
    is_number |= any(is_part_of_field(e, {element.name}) for e in parts)
    is_secret = hides_text(element) or asks_for_password(element, scene.near)
    return not (is_number or is_secret) and asked.isdisjoint(as_said(_called(element)).split())


_MOST_CHARS: Final = 120
_NAME: Final = re.compile(r"\w(?:[\w .&>-]{0,40}[\w.])?")
"""A name that can stand in a sentence without quotes, and is no story."""


def sayable(name: str) -> str:
    """Return a name as it can stand in an instruction: in quotes, where its words may be read otherwise."""
    return name if _may_be_said(name) else f'"{name}"'


def _may_be_shown(name: str) -> bool:
    """Tell whether a name may stand in an example: what closes, deletes or sends is none to try out."""
    if len(name) > _MOST_IN_EXAMPLE:
        return False
    said = as_said(name).split()
    return _may_be_said(name) and words("not_for_examples").isdisjoint(said)


def _may_be_said(name: str) -> bool:
    joints = {"and", "then", "und", "dann", "or", "oder"}
    return _NAME.fullmatch(name) is not None and joints.isdisjoint(name.casefold().split())


# What is on the screen, in words.

_MOST_NAMES: Final = 12
_MOST_LINES: Final = 8
_HEADS: Final = {
    "button": frozenset({"button"}),
    "field": VALUE_FIELDS | TYPED_FIELDS,
    "box": TWO_STATES,
    "tab": frozenset({"tab"}),
    "menu": frozenset({"menu"}),
    "link": frozenset({"link"}),
}


def _screen_words(scene: Scene, language: str) -> str:
    """Return what the window in front has, and which others are open."""

    def say(key: str, **slots: object) -> str:
        return phrases.say(language, key, **slots)

    if scene.front is None:
        return say("no_window")
    parts = [say("front_is", name=phrases.window_words(scene.front.title, scene.front.app))]
    heads = phrases.said_of(language, "heads")
    for kind, roles in _HEADS.items():
        names = dict.fromkeys(e.name for e in scene.near if e.role in roles and e.name.strip())
        if names:
            listed, more = ", ".join(list(names)[:_MOST_NAMES]), len(names) - _MOST_NAMES
            text = say("and_more", names=listed, count=more) if more > 0 else listed
            parts.append(f"{heads[kind]}: {text}.")
    if len(parts) == 1:
        lines = [line.name for line in scene.lines[:_MOST_LINES]]
        text = " / ".join(lines)
        parts.append(say("it_reads", text=text) if lines else say("reads_nothing"))
    others = [w.title for w in scene.windows() if w != scene.front and w.title and not w.is_bar]
    if others:
        titles = ", ".join(map(phrases.quoted, others[:_MOST_LINES]))
        parts.append(say("also_open", names=titles))
    return "\n".join(parts)


# What a thing shows.


def tell(form: Tell, ctx: Context) -> Result:
    """Tell what a thing shows, or where none is named, what the window in front shows."""
    if form.where is None or means_last(form.where):
        text = shown_words(ctx.scene, ctx.language) or ctx.say("reads_nothing_here")
        return Skip(text, is_answer=True)
    found = ctx.find(form.where, Want.ANY)
    if not isinstance(found, Found):
        return ctx.explain(found, form.where, Want.ANY)
    element = ctx.scene.current(found.element)
    ways = (w for w in ctx.scene.menus if len(w) == 2 and w[0].name == element.name)
    if element.role in MENU_ENTRIES and (entries := [way[1].name for way in ways]):
        text = ctx.say("has", name=phrases.called(element), names=", ".join(entries))
        return Skip(text, is_answer=True)
    return Skip(_told(element, ctx), is_answer=True)


def fact(form: Fact, ctx: Context) -> Result:
    """Answer a question by what the tree or the disk tells; a check that is not so ends the task."""
    if form.what == "rows":
        rows = _rows_told(form, ctx)
        if not isinstance(rows, tuple):
            return rows
        is_so, text = rows
    elif form.where is None:
        is_so, text = _file_told(form, ctx)
    else:
        found = ctx.find(form.where, Want.ANY)
        if not isinstance(found, Found | Disabled):
            return ctx.explain(found, form.where, Want.ANY)
        element = ctx.scene.current(found.element)
        if element.source != "tree":
            said = ctx.say("state_unknown", name=phrases.called(element))
            return Finish(Outcome.UNVERIFIED, said)
        is_box = element.role in TWO_STATES and form.what in ("active", "inactive")
        is_on = "checked" in element.states if is_box else not is_disabled(element)
        words = ("on", "off") if is_box else ("enabled", "disabled")
        state = ctx.say(words[0] if is_on else words[1])
        text = ctx.say("is_so", name=phrases.opening(phrases.called(element)), state=state)
        is_so = is_on == (form.what in ("enabled", "active"))
    if is_so or form.asks:
        return Skip(text, is_answer=True)
    return Finish(Outcome.UNVERIFIED, f"{text} {ctx.say('check_failed')}")


def _rows_told(form: Fact, ctx: Context) -> tuple[bool, str] | Result:
    """Return whether a table has as many rows as was said, and the sentence that tells how many."""
    parts, reader = _of_table(form.where, ctx), ctx.scene.reader
    if not isinstance(parts, list):
        return parts
    name = ctx.say("the_table")
    if form.where is not None and not _is_any_table(form.where):
        named = (r.label for r in form.where.readings if r.role in TABLES and r.label)
        name = phrases.quoted(next(named, form.where.label))
    told = {reader.rows(part) for part in parts} if isinstance(reader, CountsRows) else set()
    if len(told) > 1:
        return Finish(Outcome.NOT_UNDERSTOOD, ctx.say("several_tables"))
    rows = next(iter(told), None)
    if rows is None:
        return Finish(Outcome.UNVERIFIED, ctx.say("rows_unknown", name=name))
    text = ctx.say("has_one_row" if rows.count == 1 else "has_rows", name=name, count=rows.count)
    return rows.count == number(form.name), text


def _is_any_table(target: Phrase) -> bool:
    """Tell whether the words are `the table`, and no name."""
    return any(r.role and not r.label and r.ordinal is None for r in target.readings)


def _of_table(target: Phrase | None, ctx: Context) -> list[ScreenElement] | Result:
    """Return the table that is meant, or parts of it that would lie in several if there were more than one."""
    things = [e for e in in_page(ctx.scene.near, ctx.scene) if e.handle is not None]
    parts = [e for e in things if e.role in _TABULAR] or [
        e for e in things if e.role in TABLES | ROWS
    ]
    if target is None or _is_any_table(target):
        return _outermost(parts) or ctx.not_found(ctx.say("no_table"))
    labels = [r.label for r in target.readings if r.label and not r.relation and not r.ordinal]
    if len(tables := [e for e in things if e.role in TABLES and _is_called(labels, e.name)]) == 1:
        return tables
    heads = [e for e in things if e.role in TITLES and any(is_exact(n, e.name) for n in labels)]
    below = [part for head in heads if (part := _first_below(head, things, parts))]
    if below and not tables:
        return below
    front = ctx.scene.front
    wholes = [e.name for e in things if e.role in ("document", "tab")]
    titles = [*wholes, *([front.title] if front else [])]
    if parts and not tables and any(_is_called(labels, title) for title in titles):
        return _outermost(parts)
    found = ctx.find(target, Want.ANY)
    if not isinstance(found, Found):
        return ctx.explain(found, target, Want.ANY)
    if found.element.role in TABLES:
        return [found.element]
    return Finish(Outcome.UNVERIFIED, ctx.say("rows_unknown", name=phrases.quoted(target.label)))


def _is_called(labels: list[str], name: str) -> bool:
    return any((found := match(label, name)) and found.is_sure for label in labels)


def _outermost(parts: list[ScreenElement]) -> list[ScreenElement]:
    """Return the parts at the four sides: of two tables one is at one of them each."""
    if not parts:
        return []
    ends = [min(parts, key=lambda e: e.box.x), max(parts, key=lambda e: e.box.right)]
    ends += [min(parts, key=lambda e: e.box.y), max(parts, key=lambda e: e.box.bottom)]
    return list(dict.fromkeys(ends))


def _first_below(
    head: ScreenElement, things: list[ScreenElement], parts: list[ScreenElement]
) -> ScreenElement | None:
    """Return the first part of a table below a heading; None where another heading comes before it."""
    if any(part.box.contains(head.box.center) for part in parts):
        return None

    def is_under(box: Rect) -> bool:
        beside = box.right <= head.box.x or head.box.right <= box.x
        return not beside and box.y >= head.box.bottom

    under = (e for e in parts if is_under(e.box))
    first = min(under, key=lambda e: (e.box.y, e.box.x), default=None)
    if first is None:
        return None
    others = [e.box for e in things if e.role == "heading" and is_under(e.box)]
    return None if any(box.y < first.box.y for box in others) else first


def _file_told(form: Fact, ctx: Context) -> tuple[bool, str]:
    """Return whether a file is there as was said, and the sentence that tells it."""
    name = phrases.quoted(form.name)
    folder = _folder_called(form.folder) if form.folder else None
    if form.folder and folder is None:
        return False, ctx.say("no_such_folder", name=phrases.quoted(form.folder))
    is_there = bool(files_called(form.name)) if folder is None else (folder / form.name).is_file()
    where = phrases.quoted(form.folder or str(Path.home()))
    text = ctx.say("file_there" if is_there else "file_not_there", name=name, place=where)
    return is_there == (form.what == "file"), text


def _folder_called(said: str) -> Path | None:
    """Return the folder at a path, or the one of the home that is called so; None where there is none."""
    path = Path(said).expanduser()
    if path.is_absolute():
        return path if path.is_dir() else None
    found: list[Path] = []
    with suppress(OSError):
        own = (entry for entry in Path.home().iterdir() if entry.is_dir())
        found = [entry for entry in own if entry.name.casefold() == said.casefold()]
    return found[0] if len(found) == 1 else None


def _told(element: ScreenElement, ctx: Context) -> str:
    name = phrases.called(element)
    if _is_hidden(element, ctx.scene):
        return ctx.say("hides", name=name)
    if element.role in TWO_STATES:
        state = ctx.say("on" if "checked" in element.states else "off")
        return ctx.say("is_so", name=name, state=state)
    if element.value:
        return ctx.say("shows", name=name, text=_short(element.value, ctx.language))
    if element.role in ENTRIES:
        return ctx.say("is_empty", name=name)
    return ctx.say("it_reads_one", text=_short(element.name, ctx.language))


Held = dict[tuple[str, str] | None, str]
"""What fields hold, by their handles."""


def _is_hidden(element: ScreenElement, scene: Scene) -> bool:
    """Tell whether what a thing holds is told to nobody: it hides it, or its label asks for a password."""
    return hides_text(element) or asks_for_password(element, scene.near)


def _held(scene: Scene, roles: frozenset[str]) -> Held:
    """Return what the things of these roles hold in the window in front; nothing that is secret."""
    things = (e for e in scene.near if e.role in roles and not _is_hidden(e, scene))
    return {e.handle: (scene.current(e).value or "").strip() for e in things}


def shown_words(scene: Scene, language: str) -> str:
    """Return what the window in front shows, in a sentence; empty where nothing can be read."""
    held = _held(scene, VALUE_FIELDS | {"document", "status"})
    shown = {handle: value for handle, value in held.items() if value}
    if len(shown) == 1:
        return phrases.say(language, "it_shows", text=_short(next(iter(shown.values())), language))
    if shown:
        by_handle = {e.handle: e for e in scene.near}
        named = [
            f"{by_handle[handle].name or by_handle[handle].role} {_short(value, language)}"
            for handle, value in list(shown.items())[:_MOST_LINES]
        ]
        return phrases.say(language, "it_shows_all", text=", ".join(named))
    texts = [e.name for e in scene.there if e.role in LINES and e.role not in MENU_ENTRIES]
    lines = texts[:_MOST_LINES] or [line.name for line in scene.lines[:_MOST_LINES]]
    return phrases.say(language, "it_reads", text=" / ".join(lines)) if lines else ""


_MOST_DISPLAYS: Final = 3
"""A window with more fields is a form, of which nobody asks what it shows."""


_DISPLAYS: Final = VALUE_FIELDS - {"combo", "spinner"}
"""What a result stands in: what was chosen, or set, is told with its step."""


def results(scene: Scene) -> Held:
    """Return what the few fields of a window hold that shows a result, as a calculator does; of others nothing."""
    count = sum(e.role in VALUE_FIELDS for e in scene.near)
    return _held(scene, _DISPLAYS) if count <= _MOST_DISPLAYS else {}


def result_words(before: Held, scene: Scene, language: str) -> str:
    """Return the sentence for the one field that shows something else now; empty for none and for several."""
    after = results(scene)
    changed = [value for handle, value in after.items() if before.get(handle, value) != value]
    if len(changed) != 1 or not changed[0]:
        return ""
    return phrases.say(language, "it_shows", text=_short(changed[0], language))


def dialogs_of(scene: Scene) -> frozenset[tuple[str, str] | None]:
    """Return what tells the dialogs that show: those of the page or the window in front, and that window if it is one."""
    front = scene.front
    own = {("window", str(front.window_id))} if front is not None and front.is_dialog else set()
    return frozenset(dialog.handle for dialog in scene.dialogs) | own


def waiting_words(known: frozenset[tuple[str, str] | None], scene: Scene, language: str) -> str:
    """Return the sentence for a question that came up since, which has buttons alone; empty where none did."""
    title, buttons = _question(known, scene, language)
    if len(buttons) not in _ANSWERS:
        return ""
    names = ", ".join(phrases.quoted(e.name) for e in buttons)
    return phrases.say(language, "waits_for_answer", name=title, names=names)


def confirming(
    known: frozenset[tuple[str, str] | None], said: str, scene: Scene, language: str
) -> tuple[str, ScreenElement] | None:
    """Return the question that came up since, and the one of its two buttons that says what was said; else None.

    `Remove Ana from the list` brings up "Remove Ana?" with Remove and Keep. Who asks only for a press is asked nothing
    more, nor who denies anything.
    """
    title, buttons = _question(known, scene, language)
    heard = as_said(without_opening(said)).split()
    verb = next(iter(heard), "")
    if len(buttons) != min(_ANSWERS) or verb in words("never_names") | words("opening_verbs"):
        return None
    if not verb or doubts(said):
        return None
    asked = as_said(title.strip("“”")).split()
    for one in (verb, heard[-1] + verb):  # "sag ihn ab" asks whether to absagen
        is_about = any(is_kin(one, word) for word in asked)
        meant = [b for b in buttons if _says_again(as_said(b.name), one, is_about=is_about)]
        if len(meant) == 1:
            return title, meant[0]
    return None


def _says_again(name: str, verb: str, *, is_about: bool) -> bool:
    """Tell whether a button says a verb again, or yes to a question about it, and denies and ends nothing."""
    said = name.split()
    if not said or doubts(name) or not words("dismissing_words").isdisjoint(said):
        return False
    return any(is_kin(verb, w) for w in said) or (is_about and said[0] in words("affirmations"))


def left_open(known: frozenset[tuple[str, str] | None], scene: Scene, language: str) -> str:
    """Return the title of a form that came up since and still shows; empty where none does."""
    title, inside = _came_up(known, scene, language)
    return title if any(e.role in _FILLED_IN for e in inside) else ""


def _question(
    known: frozenset[tuple[str, str] | None], scene: Scene, language: str
) -> tuple[str, list[ScreenElement]]:
    """Return the title of a dialog that came up since and has buttons alone, and these; none where none did."""
    title, inside = _came_up(known, scene, language)
    if any(e.role in _FILLED_IN for e in inside):
        return "", []
    return title, [e for e in inside if e.role in BUTTONS and e.name.strip()]


def _came_up(
    known: frozenset[tuple[str, str] | None], scene: Scene, language: str
) -> tuple[str, list[ScreenElement]]:
    """Return the title of a dialog that came up since, and what is in it; empty where none did."""
    came = dialogs_of(scene) - known
    inner = next((d for d in reversed(scene.dialogs) if d.handle in came), None)
    front = scene.front
    if not came or front is None:
        return "", []
    name, box = (inner.name, inner.box) if inner is not None else (front.title, front.rect)
    inside = [e for e in scene.near if e is not inner and box.contains(e.box.center)]
    # A question that Qt asks has no title: its text tells what is asked; and on a page a heading is one.
    texts = [e.name.strip() for e in inside if e.role in LABELS and e.name.strip()]
    heading = next((e.name.strip() for e in inside if e.role == "heading"), "")
    told = name.strip() or heading or (texts[0] if len(texts) == 1 else "")
    return phrases.quoted(told) if told else phrases.say(language, "a_dialog"), inside


def _short(value: str, language: str) -> str:
    first = value.splitlines()[0]
    whole = first if len(first) <= _MOST_CHARS else f"{first[:_MOST_CHARS]}…"
    if whole == value:
        return phrases.quoted(whole)
    count = len(value) - len(whole)
    return phrases.say(language, "more_letters", text=phrases.quoted(whole), count=count)
