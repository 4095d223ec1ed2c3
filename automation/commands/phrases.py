"""Our own sentences: what a clause will do, why it cannot be done, what has to be chosen.

What a step does is told in English, as the window and the record are. What is said back to somebody, a
refusal, a question, a result, stands in the language files under `messages` and is in the language of what
was asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

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
from automation.core.secrets import literal, secret_name
from automation.core.wording import CLICK_VERBS, unnamed
from resources.role_words import role_words

MAX_SHOWN_CHARS: Final = 80
_SAID_OF_ITEMS: Final = ("menu", "item", "option", "tab", "button", "link")
_NEVER_NAMES: Final = ("menu item", "menu entry")
_EDITS: Final = {
    "copy": "Copy",
    "cut": "Cut",
    "paste": "Paste",
    "undo": "Undo",
    "redo": "Redo",
    "select_all": "Select all",
    "save": "Save",
    "back": "Go back",
    "forward": "Go forward",
    "reload": "Reload",
}
_WINDOW_OPS: Final = {"close": "Close", "minimise": "Minimise", "maximise": "Maximise"}
_TABS: Final = {
    "next": "Go to the next tab",
    "previous": "Go to the previous tab",
    "close": "Close the tab",
    "new": "Open a new tab",
}


def quoted(text: str) -> str:
    """Return the text in our quotes, on one line and cut to a length that can be read."""
    line = "".join("⏎" if c in "\r\n" else "⇥" if c == "\t" else c for c in text)
    line = "".join(c if c.isprintable() else "�" for c in line)
    if len(line) > MAX_SHOWN_CHARS:
        line = f"{line[: MAX_SHOWN_CHARS - 1]}…"
    return f"“{line}”"


def called(element: ScreenElement) -> str:
    """Return the name of a thing in our quotes; what has none is told by its kind and its place."""
    return (
        quoted(element.name)
        if element.name.strip()
        else unnamed(role_words(element.role), element.box.center)
    )


def opening(words: str) -> str:
    """Return the words with a capital, to begin a sentence with."""
    return f"{words[:1].upper()}{words[1:]}"


def window_words(title: str, app: str = "") -> str:
    """Return the title of a window in our quotes, else its program; some windows have neither."""
    name = title.strip() or app.strip()
    return quoted(name) if name else "the window without a title"


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
            return f"Click {_name(form.target)}"
        case Type():
            return typing(form.text, form.target.label if form.target else "")
        case Press():
            times = f" {form.repeat} times" if form.repeat > 1 else ""
            first = f"Click {_name(form.on)} and press" if form.on else "Press"
            return f"{first} {form.text}{times}"
        case Hold():
            return f"{'Hold' if form.down else 'Release'} {form.key}"
        case Turn() | TurnUntil():
            return _scrolling(form)
        case Drag():
            landing = quoted(form.destination.label) if form.destination else ""
            return dragging(quoted(form.origin.label), landing, form.by)
        case Switch():
            return f"Turn {'on' if form.on else 'off'} {_name(form.target)}"
        case Choose():
            where = f" in {_name(form.target)}" if form.target else ""
            end = f" to {_name(form.through)}" if form.through else ""
            return f"Choose {_name(form.option)}{end}{where}"
        case Adjust():
            by = f" by {form.by:g}{' %' if form.is_percent else ''}" if form.by is not None else ""
            return f"{'Increase' if form.up else 'Decrease'} {_name(form.target)}{by}"
        case SetTo() if form.stage:
            return f"Read whether {_name(form.target)} holds {quoted(form.value)}"
        case Assign() | SetTo():
            return f"Set {_name(form.target)} to {quoted(form.value)}"
        case Numbers():
            return "Show a grid" if form.grid else "Show numbers"
        case Tell():
            return f"Read {_name(form.where)}" if form.where else "Read what is shown"
        case Sort():
            return f"Sort by {_name(form.by)}{f', {form.said}' if form.said else ''}"
        case Expand():
            return f"{'Expand' if form.expand else 'Collapse'} {_name(form.target)}"
        case Path():
            way = "Choose" if form.on is None else f"Turn {'on' if form.on else 'off'}"
            return f"{way} {' > '.join(quoted(item_name(item)) for item in form.items)}"
        case Entry():
            return f"Read whether {quoted(form.names[-1])} is {'on' if form.on else 'off'}"
        case Open():
            return f"{'Start' if form.only_app else 'Open'} {_name(form.target)}"
        case Raise():
            return "Switch to the new window"
        case Focus():
            return f"Switch to {_name(form.target)}"
        case WindowOp():
            return f"{_WINDOW_OPS[form.op]} {_name(form.target) if form.target else 'the window'}"
        case Tab():
            return _TABS[form.op]
        case Edit():
            return _EDITS[form.op]
        case Rest():
            return f"Wait {form.seconds:g} s"
        case Expect():
            return looking(form.check, contains=form.contains)
        case Inside():
            return f"{sentence(form.form)} in {_name(form.where)}"
        case Once():
            return f"{sentence(form.wait)}, then: {sentence(form.form)}"
        case Mark() | PutCursor() | Insert() | Rewrite() | Recase() | Style() | Transfer():
            return _of_text(form)
        case Cursor():
            return f"Press arrow keys, {form.said or 'to get to the place'}"
        case Written():
            return "Read the text back" if form.is_typed else typing(form.text)
        case SaveAs() | FillIn() | Visit() | OpenFile() | FileWork() | SheetWork():
            return _of_files(form)


def _of_files(form: SaveAs | FillIn | Visit | OpenFile | FileWork | SheetWork) -> str:
    match form:
        case SaveAs():
            return f"Save it as {quoted(form.name)}"
        case FillIn():
            return f"{'Look for' if form.is_filled else 'Fill in'} {quoted(form.name)}"
        case Visit() | OpenFile():
            what = form.address if isinstance(form, Visit) else form.file
            where = f" in {_name(form.program)}" if form.program else ""
            return f"{'Go to' if isinstance(form, Visit) else 'Open'} {quoted(what)}{where}"
        case FileWork():
            what = f"{form.op.replace('_', ' ').capitalize()} {quoted(form.name)}"
            return (
                "Go up one folder"
                if form.op == "up"
                else f"{what} to {quoted(form.to)}"
                if form.to
                else what
            )
        case SheetWork():
            at = f" at {_name(form.at)}" if form.at else ""
            name = f": {quoted(form.name)}" if form.name else ""
            return f"{form.op.replace('_', ' ').capitalize()}{at}{name}"


def part_words(part: Part) -> str:
    """Return the words for a part of a text: `the second line`, `the word “tea”`."""
    if part.unit in ("all", "selection"):
        return "all of the text" if part.unit == "all" else "the selection"
    count = {1: "first ", 2: "second ", 3: "third ", -1: "last "}
    which = count.get(part.ordinal, f"{part.ordinal}. ") if part.ordinal else ""
    words = f" {quoted(part.words)}" if part.words else ""
    inside = f" of {part_words(part.inside)}" if part.inside else ""
    end = f" to {part_words(part.through)}" if part.through else ""
    return f"the {which}{part.unit}{words}{inside}{end}"


def _of_text(form: Mark | PutCursor | Insert | Rewrite | Recase | Style | Transfer) -> str:
    where = f" in {_name(form.where)}" if not isinstance(form, Transfer) and form.where else ""
    match form:
        case Mark():
            return f"Select {part_words(form.part)}{where}"
        case PutCursor() | Insert():
            side = "before" if form.side == "start" else "behind"
            what = f"Write {typed(form.text)}" if isinstance(form, Insert) else "Put the cursor"
            return f"{what} {side} {part_words(form.part)}{where}"
        case Rewrite():
            every = "each time " if form.every else ""
            with_ = f"Replace {every}{part_words(form.part)} with {typed(form.text)}"
            return f"{with_}{where}" if form.text else f"Delete {part_words(form.part)}{where}"
        case Recase():
            return f"Write {part_words(form.part)} in {form.case} case{where}"
        case Style():
            what = part_words(form.part) if form.part else "it"
            return f"Make {what} {form.name or form.look}{where}"
        case Transfer():
            what = _name(form.source) if form.source else part_words(form.part)
            to = _name(form.to) if form.to else part_words(form.to_part or Part())
            return f"{'Cut' if form.cuts else 'Copy'} {what} and paste it at {to}"


def _name(target: Phrase) -> str:
    if target.point is not None:
        return f"at {target.point.x}, {target.point.y}"
    label = target.label
    is_name = target.is_ref_alone or any(r.label for r in target.readings)
    return quoted(label) if is_name else f"the {label}"


def _pointing(form: Point) -> str:
    if form.button is None:
        return f"Move the pointer to {_name(form.target)}"
    times = f" {form.repeat} times" if form.repeat > 1 else ""
    return f"{clicking(form)} {_name(form.target)}{times}"


def clicking(form: Point) -> str:
    """Return the verb of a click: `Ctrl+click`, `Double-click`."""
    verb = CLICK_VERBS.get((form.button or "left", form.count), "Click")
    held = "+".join(m.capitalize() for m in form.modifiers)
    return f"{held}+{verb[0].lower()}{verb[1:]}" if held else verb


def _scrolling(form: Turn | TurnUntil) -> str:
    if isinstance(form, TurnUntil):
        return f"Scroll {form.direction} until {quoted(form.text)} is shown"
    where = f" in {_name(form.target)}" if form.target else ""
    if form.to_end:
        return f"Scroll to the {'top' if form.direction == 'up' else 'bottom'}{where}"
    return f"Scroll {form.direction} {form.amount}{where}"


def typing(text: str, field: str = "", *, replaced: str | None = None) -> str:
    """Return the sentence for typing; `replaced` is what the field held and loses."""
    where = quoted(field) if field else ""
    if not text:
        return f"Clear {where or 'the field'}"
    into = f" into {where}" if where else ""
    lost = f", replacing {quoted(replaced)}" if replaced else ""
    return f"Type {typed(text)}{into}{lost}"


def typed(text: str) -> str:
    """Return what is typed as it stands in a sentence: quoted, or a secret by its name."""
    name = secret_name(text)
    return f"the secret {quoted(name)}" if name else quoted(literal(text))


def dragging(origin: str, destination: str, by: tuple[int, int]) -> str:
    """Return the sentence for a drag onto something or by a distance.

    Args:
        origin: what is dragged, as it stands in a sentence.
        destination: where to, in the same way; empty for a distance.
        by: pixels to the right and down.
    """
    if destination:
        return f"Drag {origin} to {destination}"
    across, down = by
    ways = [
        f"{abs(n)} px {way}"
        for n, way in (
            (across, "to the right" if across > 0 else "to the left"),
            (down, "down" if down > 0 else "up"),
        )
        if n
    ]
    return f"Drag {origin} {' and '.join(ways)}"


def looking(check: Check, *, contains: bool = False, wanted: str = "") -> str:
    """Return the sentence of a check."""
    match check:
        case Shown():
            verb = "Wait until" if check.within_s > 5 else "Check that"
            return f"{verb} {quoted(check.text)} {'is gone' if check.absent else 'is shown'}"
        case Equals():
            is_word = "contains" if contains else "is"
            return f"Check that {quoted(check.target)} {is_word} {quoted(wanted or check.value)}"
        case Checked():
            return f"Check that {quoted(check.target)} is {'on' if check.is_checked else 'off'}"
        case WindowTitle():
            verb = "Wait until" if check.within_s > 5 else "Check that"
            return f"{verb} a window's title contains {quoted(check.text)}"


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


def ambiguous(label: str, roles: Sequence[str], more: str, language: str = "en") -> str:
    """Return the question for several things of one name."""
    counts: list[str] = languages()[language].get("counts") or languages()["en"]["counts"]
    kinds = said_of(language, "kinds")
    role = roles[0] if len(set(roles)) == 1 else ""
    kind = kinds.get(role, kinds["other"]).format(role=role)
    count = counts[len(roles)] if len(roles) < len(counts) else len(roles)
    text = say(
        language, "are_called" if label else "fit", count=count, kinds=kind, name=quoted(label)
    )
    key = "press_or_say" if more else "press_number"
    return f"{text} {say(language, key, more=quoted(more))}"


def upcoming(forms: Sequence[Form]) -> tuple[str, ...]:
    """Return the sentences of several forms, without what is only read back."""
    told = (f for f in forms if not (isinstance(f, SetTo) and f.stage == CHOSEN))
    return tuple(map(sentence, told))
