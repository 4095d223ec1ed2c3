"""Our own sentences: what a clause will do, why it cannot be done, what has to be chosen.

What a step does is `worded`: English in the record, and in the window its language. What is said back to somebody, a
refusal, a question, a result, stands in the language files under `messages` and is in the language of what
was asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal, cast

from automation.commands.forms import (
    CHOSEN,
    Adjust,
    Assign,
    Bare,
    Choose,
    Cursor,
    Drag,
    Edit,
    Entry,
    Expand,
    Expect,
    Fact,
    FileWork,
    FillIn,
    Focus,
    Form,
    Hold,
    Insert,
    Inside,
    Mark,
    Numbers,
    Once,
    Open,
    OpenFile,
    Part,
    Path,
    Phrase,
    Point,
    Press,
    PutCursor,
    Raise,
    Recase,
    Rest,
    Rewrite,
    SaveAs,
    SetTo,
    SheetWork,
    Sort,
    Style,
    Submit,
    Switch,
    Tab,
    Tell,
    Transfer,
    Turn,
    TurnUntil,
    Type,
    Visit,
    WindowOp,
    Written,
)
from automation.commands.language import languages
from automation.core.actions import Check, Checked, Equals, Shown, WindowTitle
from automation.core.observation import ScreenElement
from automation.core.proposal import Answering, AnswerWay, Candidate, Question
from automation.core.secrets import literal, secret_name
from automation.core.text import filled, joined, template, worded
from automation.core.wording import SCROLLS, WINDOW_ACTS, click_words, several, unnamed

MAX_SHOWN_CHARS: Final = 80
_SAID_OF_ITEMS: Final = ("menu", "item", "option", "tab", "button", "link")
_NEVER_NAMES: Final = ("menu item", "menu entry")
_EDITS: Final = {
    "copy": worded("Copy"),
    "cut": worded("Cut"),
    "paste": worded("Paste"),
    "undo": worded("Undo"),
    "redo": worded("Redo"),
    "select_all": worded("Select all"),
    "save": worded("Save"),
    "back": worded("Go back"),
    "forward": worded("Go forward"),
    "reload": worded("Reload"),
}
_TABS: Final = {
    "next": worded("Go to the next tab"),
    "previous": worded("Go to the previous tab"),
    "close": worded("Close the tab"),
    "new": worded("Open a new tab"),
}
_SCROLLS_UNTIL: Final = {
    "up": template("Scroll up until {0} is shown"),
    "down": template("Scroll down until {0} is shown"),
    "left": template("Scroll left until {0} is shown"),
    "right": template("Scroll right until {0} is shown"),
}
_UNITS: Final = {
    "all": template("all of the text"),
    "selection": template("the selection"),
    "word": template("the {0}word{1}"),
    "line": template("the {0}line{1}"),
    "sentence": template("the {0}sentence{1}"),
    "paragraph": template("the {0}paragraph{1}"),
}
_ORDINALS: Final = {
    1: worded("first "), 2: worded("second "), 3: worded("third "), -1: worded("last ")
}  # fmt: skip


def quoted(text: str) -> str:
    """Return the text in our quotes, on one line and cut to a length that can be read."""
    line = "".join("⏎" if c in "\r\n" else "⇥" if c == "\t" else c for c in text)
    line = "".join(c if c.isprintable() else "�" for c in line)
    if len(line) > MAX_SHOWN_CHARS:
        line = f"{line[: MAX_SHOWN_CHARS - 1]}…"
    return worded("“{0}”", line)


def called(element: ScreenElement) -> str:
    """Return the name of a thing in our quotes; what has none is told by its kind and its place."""
    return (
        quoted(element.name) if element.name.strip() else unnamed(element.role, element.box.center)
    )


def opening(words: str) -> str:
    """Return the words with a capital, to begin a sentence with."""
    return filled("{0:A}", words)


def window_words(title: str, app: str = "") -> str:
    """Return the title of a window in our quotes, else its program; some windows have neither."""
    name = title.strip() or app.strip()
    return quoted(name) if name else worded("the window without a title")


def chord(keys: Sequence[str]) -> str:
    """Return key names as people write them: `Ctrl+S`."""
    return "+".join(k.upper() if len(k) == 1 else _key_label(k) for k in keys)


def _key_label(name: str) -> str:
    known = {"pageup": "Page Up", "pagedown": "Page Down", "altgr": "AltGr"}
    return known.get(name, name[:1].upper() + name[1:])


def item_name(item: Phrase) -> str:
    """Return the name of a step of a menu path, as it is announced and has to be met again.

    Items are called "Line Numbers", "Word Wrap" and "Text Box": only what people say after a name
    is a role word there.
    """

    def _is_role(word: str) -> bool:
        is_last = item.text.casefold().endswith(f" {word}")
        return word in _NEVER_NAMES or (is_last and word in _SAID_OF_ITEMS)

    return replace(
        item, readings=tuple(r for r in item.readings if not r.role or _is_role(r.role))
    ).label


def sentence(form: Form) -> str:  # noqa: C901 - one line per form
    """Return what the form will do, before the screen was looked at."""
    match form:
        case Point():
            return _pointing(form)
        case Bare():
            return worded("Click {0}", _name(form.target))
        case Type():
            return typing(form.text, form.target.label if form.target else "")
        case Press():
            if form.on:
                pressed = worded("Click {0} and press {1}", _name(form.on), form.text)
            else:
                pressed = worded("Press {0}", form.text)
            return several(pressed, form.repeat)
        case Hold():
            return worded("Hold {0}", form.key) if form.down else worded("Release {0}", form.key)
        case Turn() | TurnUntil():
            return _scrolling(form)
        case Drag():
            return _dragging(form)
        case Switch():
            return turning(_name(form.target), on=form.on)
        case Choose():
            end = form.through and _name(form.through)
            option = worded("{0} to {1}", _name(form.option), end) if end else _name(form.option)
            return inside(worded("Choose {0}", option), form.target)
        case Adjust():
            return _adjusting(form)
        case SetTo() if form.stage:
            return worded("Read whether {0} holds {1}", _name(form.target), quoted(form.value))
        case Assign() | SetTo():
            return worded("Set {0} to {1}", _name(form.target), quoted(form.value))
        case Fact():
            if form.where is None and form.what == "rows":
                return worded("Read what is shown")
            return worded("Look at {0}", _name(form.where) if form.where else quoted(form.name))
        case Submit():
            return worded("Press the button that sends the form")
        case Numbers():
            return worded("Show a grid") if form.grid else worded("Show numbers")
        case Tell():
            if form.where is None:
                return worded("Read what is shown")
            return worded("Read {0}", _name(form.where))
        case Sort():
            by = worded("Sort by {0}", _name(form.by))
            return worded("{0}, {1}", by, form.said) if form.said else by
        case Expand():
            return unfolding(_name(form.target), expand=form.expand)
        case Path():
            items = joined(" > ", (quoted(item_name(item)) for item in form.items))
            return worded("Choose {0}", items) if form.on is None else turning(items, on=form.on)
        case Entry():
            state = worded("on") if form.on else worded("off")
            return worded("Read whether {0} is {1}", quoted(form.names[-1]), state)
        case Open():
            name = _name(form.target)
            return worded("Start {0}", name) if form.only_app else worded("Open {0}", name)
        case Raise():
            return worded("Switch to the new window")
        case Focus():
            return worded("Switch to {0}", _name(form.target))
        case WindowOp():
            named = _name(form.target) if form.target else worded("the window")
            return filled(WINDOW_ACTS[form.op], named)
        case Tab():
            return _TABS[form.op]
        case Edit():
            return _EDITS[form.op]
        case Rest():
            return worded("Wait {0:g} s", form.seconds)
        case Expect():
            return looking(form.check, contains=form.contains)
        case Inside():
            return inside(sentence(form.form), form.where)
        case Once():
            return worded("{0}, then: {1}", sentence(form.wait), sentence(form.form))
        case Mark() | PutCursor() | Insert() | Rewrite() | Recase() | Style() | Transfer():
            return _of_text(form)
        case Cursor():
            return worded("Press arrow keys, {0}", form.said or worded("to get to the place"))
        case Written():
            return worded("Read the text back") if form.is_typed else typing(form.text)
        case SaveAs() | FillIn() | Visit() | OpenFile() | FileWork() | SheetWork():
            return _of_files(form)


def inside(words: str, where: Phrase | None) -> str:
    """Return what is done in a part of the window; as it is for none."""
    return worded("{0} in {1}", words, _name(where)) if where else words


def turning(name: str, *, on: bool) -> str:
    """Return the sentence for what is switched."""
    return worded("Turn on {0}", name) if on else worded("Turn off {0}", name)


def unfolding(name: str, *, expand: bool) -> str:
    """Return the sentence for what is folded."""
    return worded("Expand {0}", name) if expand else worded("Collapse {0}", name)


def _adjusting(form: Adjust) -> str:
    name = _name(form.target)
    if form.by is None:
        return worded("Increase {0}", name) if form.up else worded("Decrease {0}", name)
    by = worded("{0:g} %", form.by) if form.is_percent else worded("{0:g}", form.by)
    return (
        worded("Increase {0} by {1}", name, by)
        if form.up
        else worded("Decrease {0} by {1}", name, by)
    )


_FILE_ACTS: Final = {
    "new_folder": worded("New folder"),
    "rename": worded("Rename"),
    "copy": worded("Copy"),
    "move": worded("Move"),
    "delete": worded("Delete"),
}
_SHEET_ACTS: Final = {
    "insert_row": worded("Insert row"),
    "insert_column": worded("Insert column"),
    "delete_row": worded("Delete row"),
    "delete_column": worded("Delete column"),
    "hide_row": worded("Hide row"),
    "hide_column": worded("Hide column"),
    "rename": worded("Rename"),
    "add": worded("Add"),
}


def _of_files(form: SaveAs | FillIn | Visit | OpenFile | FileWork | SheetWork) -> str:
    match form:
        case SaveAs():
            return worded("Save it as {0}", quoted(form.name))
        case FillIn():
            name = quoted(form.name)
            return worded("Look for {0}", name) if form.is_filled else worded("Fill in {0}", name)
        case Visit():
            said = worded("Go to {0}", quoted(form.address))
            return inside(said, form.program)
        case OpenFile():
            said = worded("Open {0}", quoted(form.file))
            return inside(said, form.program)
        case FileWork(op="up"):
            return worded("Go up one folder")
        case FileWork(op="paste"):
            return worded("{0} to {1}", worded("Paste"), quoted(form.to))
        case FileWork():
            what = worded("{0} {1}", _FILE_ACTS[form.op], quoted(form.name))
            return worded("{0} to {1}", what, quoted(form.to)) if form.to else what
        case SheetWork():
            act = _SHEET_ACTS[form.op]
            at = worded("{0} at {1}", act, _name(form.at)) if form.at else act
            return worded("{0}: {1}", at, quoted(form.name)) if form.name else at


def part_words(part: Part) -> str:
    """Return the words for a part of a text: `the second line`, `the word “tea”`."""
    which: str = ""
    if part.ordinal:
        which = _ORDINALS.get(part.ordinal) or worded("{0}. ", part.ordinal)
    words = worded(" {0}", quoted(part.words)) if part.words else ""
    found: str = filled(_UNITS[part.unit], which, words)
    if part.unit in ("all", "selection"):
        return found
    if part.inside:
        found = worded("{0} of {1}", found, part_words(part.inside))
    return worded("{0} to {1}", found, part_words(part.through)) if part.through else found


def _of_text(form: Mark | PutCursor | Insert | Rewrite | Recase | Style | Transfer) -> str:
    if isinstance(form, Transfer):
        what = _name(form.source) if form.source else part_words(form.part)
        to = _name(form.to) if form.to else part_words(form.to_part or Part())
        if form.cuts:
            return worded("Cut {0} and paste it at {1}", what, to)
        return worded("Copy {0} and paste it at {1}", what, to)
    return inside(_of_part(form), form.where)


def _of_part(form: Mark | PutCursor | Insert | Rewrite | Recase | Style) -> str:
    match form:
        case Mark():
            return worded("Select {0}", part_words(form.part))
        case PutCursor() | Insert():
            return _at_part(form, part_words(form.part))
        case Rewrite() if not form.text:
            return worded("Delete {0}", part_words(form.part))
        case Rewrite() if form.every:
            return worded("Replace each time {0} with {1}", part_words(form.part), typed(form.text))
        case Rewrite():
            return worded("Replace {0} with {1}", part_words(form.part), typed(form.text))
        case Recase():
            return worded("Write {0} in {1} case", part_words(form.part), form.case)
        case Style():
            what = part_words(form.part) if form.part else worded("it")
            return worded("Make {0} {1}", what, form.name or form.look)


def _at_part(form: PutCursor | Insert, part: str) -> str:
    is_before = form.side == "start"
    if isinstance(form, Insert):
        before, behind = template("Write {0} before {1}"), template("Write {0} behind {1}")
        return filled(before if is_before else behind, typed(form.text), part)
    if is_before:
        return worded("Put the cursor before {0}", part)
    return worded("Put the cursor behind {0}", part)


def _name(target: Phrase) -> str:
    if target.point is not None:
        return worded("at {0}, {1}", target.point.x, target.point.y)
    label = target.label
    is_name = target.is_ref_alone or any(r.label for r in target.readings)
    return quoted(label) if is_name else worded("the {0}", label)


def _pointing(form: Point) -> str:
    if form.button is None:
        return worded("Move the pointer to {0}", _name(form.target))
    return several(clicking(form, _name(form.target)), form.repeat)


def clicking(form: Point, thing: str) -> str:
    """Return the sentence of a click: `Ctrl+click “Save”`, `Double-click “Save”`."""
    return click_words(form.button or "left", form.count, form.modifiers, thing)


def _scrolling(form: Turn | TurnUntil) -> str:
    if isinstance(form, TurnUntil):
        return filled(_SCROLLS_UNTIL[form.direction], quoted(form.text))
    if not form.to_end:
        said = filled(SCROLLS[form.direction], form.amount)
    elif form.direction == "up":
        said = worded("Scroll to the top")
    else:
        said = worded("Scroll to the bottom")
    return inside(said, form.target)


def typing(text: str, field: str = "", *, replaced: str | None = None) -> str:
    """Return the sentence for typing; `replaced` is what the field held and loses."""
    where = quoted(field) if field else ""
    if not text:
        return worded("Clear {0}", where or worded("the field"))
    said = (
        worded("Type {0} into {1}", typed(text), where)
        if where
        else worded("Type {0}", typed(text))
    )
    return worded("{0}, replacing {1}", said, quoted(replaced)) if replaced else said


def typed(text: str) -> str:
    """Return what is typed as it stands in a sentence: quoted, or a secret by its name."""
    name = secret_name(text)
    return worded("the secret {0}", quoted(name)) if name else quoted(literal(text))


def _dragging(form: Drag) -> str:
    if form.edge:
        name = _name(form.origin)
        wider = form.edge == "wider"
        return worded("Make {0} wider", name) if wider else worded("Make {0} narrower", name)
    landing = form.said or (form.destination.label if form.destination else "")
    return dragging(quoted(form.origin.label), quoted(landing) if landing else "", form.by)


def dragging(origin: str, destination: str, by: tuple[int, int]) -> str:
    """Return the sentence for a drag onto something or by a distance.

    Args:
        origin: what is dragged, as it stands in a sentence.
        destination: where to, in the same way; empty for a distance.
        by: pixels to the right and down.
    """
    if destination:
        return worded("Drag {0} to {1}", origin, destination)
    across, down = by
    ways: list[str] = []
    if across:
        px = abs(across)
        ways.append(
            worded("{0} px to the right", px) if across > 0 else worded("{0} px to the left", px)
        )
    if down:
        px = abs(down)
        ways.append(worded("{0} px down", px) if down > 0 else worded("{0} px up", px))
    return worded("Drag {0} {1}", origin, joined(worded(" and "), ways))


def looking(check: Check, *, contains: bool = False, wanted: str = "") -> str:
    """Return the sentence of a check."""
    match check:
        case Shown():
            name = quoted(check.text)
            if check.within_s > 5 and check.absent:
                return worded("Wait until {0} is gone", name)
            if check.within_s > 5:
                return worded("Wait until {0} is shown", name)
            if check.absent:
                return worded("Check that {0} is gone", name)
            return worded("Check that {0} is shown", name)
        case Equals():
            name, value = quoted(check.target), quoted(wanted or check.value)
            if contains:
                return worded("Check that {0} contains {1}", name, value)
            return worded("Check that {0} is {1}", name, value)
        case Checked():
            state = worded("on") if check.is_checked else worded("off")
            return worded("Check that {0} is {1}", quoted(check.target), state)
        case WindowTitle():
            if check.within_s > 5:
                return worded("Wait until a window's title contains {0}", quoted(check.text))
            return worded("Check that a window's title contains {0}", quoted(check.text))


def say(language: str, key: str, **slots: object) -> str:
    """Return one of the sentences of the language files; in English where that language lacks it."""
    own = languages()[language].get("messages", {})
    return str(own.get(key) or languages()["en"]["messages"][key]).format(**slots)


def said_of(language: str, key: str) -> Mapping[str, str]:
    """Return what kinds of things are called: `Buttons` in the head of a list, `buttons` where they are counted."""
    return cast("Mapping[str, str]", languages()[language].get(key) or languages()["en"][key])


def not_understood(language: str, words: str, better: str = "") -> str:
    """Return the sentence for words that are no command."""
    if not better:
        return say(language, "not_understood", words=quoted(words))
    return say(language, "did_you_mean", words=quoted(words), better=quoted(better))


def unread(language: str, words: str, unknown: Sequence[str], said: Sequence[str]) -> str:
    """Return the sentence for a longer text that is no command: which words of it nobody knows, and a form that is one."""
    names = ", ".join(map(quoted, unknown))
    text = say(language, "unread", words=quoted(words), unknown=names)
    form = f" {say(language, 'say_such_as', said=quoted(said[0]))}" if said else ""
    return f"{text}{form} {say(language, 'last_a_model')}"


def not_found(language: str, label: str, nearest: Sequence[str], place: str = "") -> str:
    """Return the sentence for a name that is not there."""
    text = say(
        language,
        "not_found",
        name=quoted(label),
        place=place or say(language, "in_this_window"),
    )
    near = ", ".join(map(quoted, nearest))
    more = f" {say(language, 'nearest', names=near)}" if near else ""
    return f"{text}{more} {say(language, 'nothing_clicked')}"


def not_as_said(language: str, label: str, role: str, target: Phrase) -> str:
    """Return the sentence for a thing of that name that has another role, or stands elsewhere."""
    is_placed = any(r.relation is not None and r.label == label for r in target.readings)
    key = "not_where_said" if is_placed else "not_as_said"
    text = say(language, key, name=quoted(label), kind=_kind(language, role))
    return f"{text} {say(language, 'nothing_clicked')}"


def _kind(language: str, role: str) -> str:
    """Return the noun for a role: `a button`, and in another language the first of its words for it."""
    if language == "en":
        return f"{'an' if role[:1] in 'aeiou' else 'a'} {role}"
    words = languages()[language].get("roles", {}).items()
    return next((str(word).capitalize() for word, said in words if said == role), role)


def too_few(language: str, label: str, count: int) -> str:
    """Return the sentence for an ordinal past the end."""
    key = "only_one" if count == 1 else "too_few"
    text = say(language, key, name=quoted(label), count=count)
    return f"{text} {say(language, 'nothing_clicked')}"


def ambiguous(label: str, roles: Sequence[str], language: str = "en") -> str:
    """Return the question for several things of one name, without how it is answered."""
    counts: list[str] = languages()[language].get("counts") or languages()["en"]["counts"]
    kinds = said_of(language, "kinds")
    role = roles[0] if len(set(roles)) == 1 else ""
    kind = kinds.get(role, kinds["other"]).format(role=role)
    count = counts[len(roles)] if len(roles) < len(counts) else len(roles)
    key = "are_called" if label else "fit"
    return say(language, key, count=count, kinds=kind, name=quoted(label))


AnswerPlace = Literal["press", "card", "write", "anew"]
"""`press`: a key answers. `card`: with modifiers, as other keys go to the program in front. `write`: a line
of a terminal does. `anew`: nobody can answer, and the task is started again."""

_PRESSED: Final[Mapping[AnswerWay, str]] = {
    "number": "press_number", "or_say": "press_or_say", "take": "press_take",
    "take_or_say": "press_take_or_say", "one": "press_one",
}  # fmt: skip
_ANSWERED: Final[Mapping[AnswerPlace, Mapping[AnswerWay, str]]] = {
    "press": _PRESSED,
    "card": _PRESSED,
    "write": {
        "number": "write_number", "or_say": "write_or_say", "take": "write_number",
        "take_or_say": "write_take_or_say", "one": "write_one",
    },
    "anew": {
        "number": "anew_number", "or_say": "anew_or_say", "take": "anew_number",
        "take_or_say": "anew_take_or_say", "one": "anew_one",
    },
}  # fmt: skip


def how_to_answer(answering: Answering, place: AnswerPlace, language: str = "en") -> str:
    """Return the sentence that says how a question is answered.

    Args:
        language: of whoever is asked, for a question that has none of its own.
    """
    spoken = answering.language or language
    chord = say(spoken, "card_chord") if place == "card" else ""
    return say(spoken, _ANSWERED[place][answering.way], chord=chord, more=answering.more)


def question(asks: str, answering: Answering, candidates: tuple[Candidate, ...] = ()) -> Question:
    """Return a question that says how it is answered."""
    text = f"{asks} {how_to_answer(answering, 'press')}"
    return Question(text, candidates, asks=asks, answering=answering)


def upcoming(forms: Sequence[Form]) -> tuple[str, ...]:
    """Return the sentences of several forms, without what is only read back."""
    return tuple(sentence(form) for form in forms if not _is_told_only(form))


def _is_told_only(form: Form) -> bool:
    """Tell whether nothing is sent or checked for a form."""
    match form:
        case SetTo():
            return form.stage == CHOSEN
        case FillIn():
            return form.is_seen
        case _:
            return False
