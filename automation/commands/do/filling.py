"""Steps that put text into fields."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.commands import language, phrases
from automation.commands.do.choosing import JOINED
from automation.commands.do.context import Act, Context, Instead, Result, Skip, aim_at, proposal
from automation.commands.do.pointing import named_exactly, seen
from automation.commands.do.setting import into_cell, takes_value
from automation.commands.find.by_place import is_pager, named_for
from automation.commands.find.coverage import in_page, is_filler, wording
from automation.commands.find.labels import suits
from automation.commands.find.resolve import resolve
from automation.commands.find.screen_view import Scene, SeesControls
from automation.commands.forms import (
    Assign,
    Edit,
    Form,
    Hold,
    Insert,
    Phrase,
    Point,
    Press,
    Reading,
    Rewrite,
    SetTo,
    Style,
    Switch,
    Type,
    phrases_of,
)
from automation.commands.matching import Found, Missing, Want
from automation.commands.read.asides import has_front, named_windows
from automation.commands.read.values import SUM, as_the_field_has_it, as_unit, is_only_form, sums_up
from automation.commands.targets import (
    ACTIONABLE,
    COMBOS,
    SELECTED_TOGETHER,
    kind_said,
    literal,
    phrase,
    shown,
)
from automation.commands.words import Quotes, as_said, in_digits
from automation.core import actions
from automation.core.geometry import Rect
from automation.core.observation import ScreenElement, WindowInfo, is_browser
from automation.core.proposal import Answering, Candidate, Finish, Outcome, Proposal
from automation.core.secrets import (
    asks_password,
    names_password,
    secret_name,
    spoken_passwords,
)
from automation.core.text import worded
from automation.core.wording import several
from automation.screen.field_labels import SAID, label_of
from automation.screen.roles import (
    BUTTONS,
    CELLS,
    FORM_FIELDS,
    LABELS,
    NUMBERS,
    TWO_STATES,
    TYPED_FIELDS,
    hides_text,
)
from automation.screen.rows import shares_row

_ENDING: Final = re.compile(r"(?<=\w)\.[a-z]\w{1,4}$", re.IGNORECASE)
"""That of a file."""
FRONT: Final = re.compile(
    r"(?:the\s+)?(?:(?:active|current|focused|front)\s+)?"
    r"(?:window|document|editor|text|text ?area|page|terminal|shell|console|prompt|command line|app|here)",
    re.IGNORECASE,
)
_TERMINAL: Final = re.compile(
    r"term(?:inal|inator)?\b|\bterm|rxvt|konsole|kgx|ptyxis|tilix|kitty|alacritty|ghostty|yakuake|guake|\bfoot|^st$",
    re.IGNORECASE,
)
"""Programs in which "the command ls" is `ls`; most of them tell nothing of what they hold."""
_SHEET_CELL: Final = re.compile(r"[A-Z]{1,3}\d{1,7}")
_MOST_NAME_WORDS: Final = 5
"""Words of a field's name with which a text may begin."""
_CARET_LETTERS: Final = 1
"""As what the text cursor of an empty field may be read."""
_TAKING_OVER: Final = frozenset({"enter", "tab", "up", "down"})
"""Keys with which a cell takes what was typed into it."""


_TAKEN_BACK: Final = re.compile(rf"\s(?:{language.alternatives('text_limits')})\s", re.IGNORECASE)


def no_text(forms: Sequence[Form], source: str, scene: Scene, language_said: str) -> Finish | None:
    """Return the end where words in the place of a text tell which one is meant, or say a password.

    What stands in quotes is the text itself, whatever it says.

    Args:
        forms: what the step can mean, the likeliest first.
        source: what was said of it, without what stood in quotes.
    """
    match forms[0]:
        case Type(text=text) | Assign(value=text) | Insert(text=text) | Rewrite(text=text):
            words = text.strip()
        case _:
            return None
    if not words or words.casefold() not in source.casefold():
        return None
    if names_password(words) and (secrets := spoken_passwords(words)):
        said = phrases.say(language_said, "secret_said", words=phrases.quoted(words))
        return Finish(Outcome.BLOCKED, said, hides=secrets)
    # A title has a capital. "... but do not send it" is no part of a text.
    if _TAKEN_BACK.search(words) or (
        not words[0].isupper()
        and (
            any(language.fits_of("told_texts", words))
            or (_is_of_screen(words, scene) and not _is_otherwise(forms, words, scene))
        )
    ):
        said = phrases.say(language_said, "told_text", words=phrases.quoted(words))
        return Finish(Outcome.NEEDS_MODEL, said)
    return None


def _is_of_screen(words: str, scene: Scene) -> bool:
    """Tell whether words mean the text of a thing: `the heading`, or `the price` where something is called so."""
    things = [_thing_said(part.strip(" ,.!")) for part in _AND.split(words)]
    if not all(things):
        return False
    named = {wording(e.name).content for e in scene.there if e.role in _TELLING and e.name}
    nouns = language.words("title_words") | language.words("told_nouns")
    return all(kind_said(t) or t.casefold() in nouns or wording(t).content in named for t in things)


def _is_otherwise(forms: Sequence[Form], words: str, scene: Scene) -> bool:
    """Tell whether only another reading names what is there, or the words are what its drop-down offers.

    `enter the town as Dover` writes into Town, and `set Sort by to the price` chooses.
    """
    for target in phrases_of(forms[0]):
        holder = resolve(target, scene, Want.HOLDER)
        if isinstance(holder, Found) and scene.offers(holder.element, _thing_said(words)):
            return True
    are_there = [
        any(not isinstance(resolve(t, scene, Want.EDIT), Missing) for t in phrases_of(form))
        for form in forms
    ]
    return len(forms) > 1 and not are_there[0] and any(are_there)


def _thing_said(words: str) -> str:
    """Return what stands behind `the` or `my`; empty for other words."""
    determiner, _, name = words.partition(" ")
    return name if determiner.casefold() in language.words("determiners") else ""


_AND: Final = re.compile(rf"\s+(?:{language.alternatives('and')})\s+", re.IGNORECASE)
_TELLING: Final = LABELS | FORM_FIELDS | {"column_header"}
"""What shows a text, or names what does."""


def type_text(form: Type, ctx: Context) -> Result:
    """Type into a named field, else where the focus is."""
    if form.command and _has_terminal(ctx):
        form = replace(form, text=form.command, command="")
    if form.is_selected and ctx.memory.last is not None:
        last = ctx.memory.last
        hit = Found(last, worded("the field of the step before"))
        return _into_drawn(form, hit, ctx, overwrites=True)
    if form.target is None:
        return _into_focus(form, ctx)
    found = ctx.settle(form.target, Want.EDIT)
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND:
        if means_front(form.target, ctx):
            return _into_front(form, form.target, ctx)
        if (cell := into_cell(form.target, form.text, ctx)) is not None:
            return Instead((cell,))
        if form.needs_target and form.text:
            hint = ctx.say("put_in_quotes", text=phrases.quoted("..."))
            return Finish(found.outcome, f"{found.message.rstrip()} {hint}", found.suggestions)
    if not isinstance(found, Found):
        return found
    return _into_field(form, ctx, found)


def _into_front(form: Type, front: Phrase, ctx: Context) -> Result:
    """Type where the focus is in the window in front, which the step names; a box may be called so as a whole."""
    is_put = form.text.split(" ")[0].casefold() in language.words("articles")  # "type steak"
    if is_put and (box := _box_called(f"{form.text} in {front.text}", ctx)) is not None:
        return Instead((Switch(box, on=True),))
    if ctx.scene.front is not None:
        ctx.memory.named.add(ctx.scene.front.window_id)
    return _into_focus(form, ctx)


def _box_called(words: str, ctx: Context) -> Phrase | None:
    """Return the box that all words of a step say: `put the brisket in the window`, beside "Brisket in the window"."""
    said = {w for w in as_said(words).split() if not is_filler(w)}
    boxes = [e for e in ctx.scene.near if e.role in TWO_STATES]
    called = [e for e in boxes if {w for w in as_said(e.name).split() if not is_filler(w)} == said]
    return literal(called[0].name) if len(called) == 1 else None


def _has_terminal(ctx: Context) -> bool:
    window = ctx.scene.front
    is_terminal = window is not None and _TERMINAL.search(window.app) is not None
    return is_terminal or (ctx.scene.focused is not None and ctx.scene.focused.role == "terminal")


def _without_label(text: str, field: ScreenElement) -> str:
    """Return a text without the name of its field before it, in small letters: `write the client name Sam Berg`."""
    name = as_said(field.name or field.label).rstrip(":")
    behind = text[len(name) :].lstrip(" :")
    begins = bool(name) and text[: len(name)] == name and text[len(name) :][:1] in (" ", ":")
    return behind if begins and behind else text


def _without_unit(text: str, field: ScreenElement, scene: Scene) -> str:
    """Return the number alone of one with its unit, for a field that holds a number: `96 BPM` for "Tempo (BPM)"."""
    said = _MEASURED.fullmatch(in_digits(text).strip())
    if said is None or _HELD_NUMBER.fullmatch((field.value or "").strip()) is None:
        return text
    labels = [e for e in scene.near if e.role in LABELS and e.name.startswith(field.name)]
    beside = scene.of_card(field.box, [*labels, *scene.texts_at(field)])
    names = " ".join((field.name, *(label.name for label in beside)))
    units = {as_unit(part) for part in re.findall(r"[\w°%/€$£¥]+", names)}
    units |= {"°"} if units & {"°c", "°f"} else set()
    unit = said["unit"] or said["before"] or ""
    is_known = not unit or as_unit(unit) in units
    return said["number"] if is_known else text


_MEASURED: Final = re.compile(
    r"(?P<before>[€$£¥])?\s*(?P<number>\d+(?:[.,]\d+)?)\s*(?P<unit>°?[^\W\d]*|[%€$£¥])"
)
_HELD_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")


def _into_field(form: Type, ctx: Context, found: Found) -> Result:
    element = ctx.scene.current(found.element)
    if is_secret(element) and not secret_name(form.text):
        return Finish(Outcome.BLOCKED, ctx.say("password"), hides=(form.text,))
    is_of_sheet = element.role == "cell" and _SHEET_CELL.fullmatch(element.name.strip()) is not None
    key = phrase("Delete", Quotes(""))
    if is_of_sheet and not form.text and form.target is not None and key is not None:
        # Ctrl+A would select the whole sheet.
        return Instead((Point(form.target), Press("Delete", key, is_key=True)))
    if form.target is not None and takes_value(element, form.text, ctx):
        return Instead((SetTo(form.target, form.text),))
    if tags := _as_tags(form, element, ctx):
        return Instead(tags)
    dated = _as_dated(form.text, element, ctx.scene)
    if dated is None:
        name = named_field(element.name or (form.target.label if form.target else ""))
        said = ctx.say("not_a_moment", name=phrases.opening(name), value=phrases.quoted(form.text))
        return Finish(Outcome.FAILED, said)
    told = as_said(form.target.text) if form.target is not None else ""
    is_told = bool(element.name) and {*as_said(element.name).split()} <= {*told.split()}
    text = dated if is_told else _without_label(dated, element)
    form = replace(form, text=_without_unit(text, element, ctx.scene))
    ctx.memory.last = element
    ctx.memory.typed_into.add(element.handle)
    is_long = "multi_line" in element.states or element.role == "terminal"
    overwrites = form.replaces or not (is_long or element.value == "")
    if element.role == "cell" and element.source == "ocr":
        overwrites = False  # what is typed takes the place of what the cell holds
    elif element.source == "ocr":
        return _into_drawn(form, replace(found, element=element), ctx, overwrites=overwrites)
    # A click would move the caret of a long text away from where the user has it.
    at = None if is_long and not overwrites and "focused" in element.states else aim_at(element)
    action = actions.Write(form.text, at, overwrite=overwrites)
    name = element.name or form.target.label if form.target else element.name
    words = phrases.typing(form.text, name, replaced=element.value if overwrites else None)
    typing = proposal(action, words, replace(found, element=element))
    return Act(typing, then=_taken_over(form, element, ctx))


def _as_tags(form: Type, field: ScreenElement, ctx: Context) -> tuple[Type, ...]:
    """Return a text with Enter for each tag of a field whose tags stand beside it: `the tags winter and one-pot`."""
    name = wording(field.name or label_of(field.box, ctx.scene.near))
    if form.enters or not form.text or language.words("tag_fields").isdisjoint(name.tokens):
        return ()
    around = field.box.grown(_TAGS_PX)
    marks = language.words("close_words") | frozenset(named_for("bin"))
    has_tags = any(
        e.role in BUTTONS and around.contains(e.box.center) and not marks.isdisjoint(e.name.casefold().split())
        for e in ctx.scene.near
    )  # fmt: skip
    texts = [text for text in JOINED.split(form.text) if text]
    return tuple(
        replace(form, text=text, enters=True, replaces=False) for text in texts if has_tags
    )


_TAGS_PX: Final = 60


def _as_dated(text: str, field: ScreenElement, scene: Scene) -> str | None:
    """Return a date in the form that its field shows, other texts as they are; None where that is not clear."""
    is_line = field.role == "field" and "multi_line" not in field.states
    if not is_line or not text.strip() or secret_name(text):
        return text
    there = [e for e in (*scene.near, *scene.lines_so_far) if e.role in LABELS and e.name.strip()]
    behind = [e for e in there if is_only_form(e.name) and _stands_behind(e.box, field.box)]
    label = label_of(field.box, there, SAID)
    told = (field.name, field.description, label, *(e.name for e in behind))
    is_told = field.source == "tree"

    def held() -> str:
        if is_told or field.value is not None or not isinstance(scene.reader, SeesControls):
            return field.value or ""
        return scene.reader.held(scene.observation, field) or ""

    return as_the_field_has_it(text, told, held, is_sure=is_told)


def _stands_behind(text: Rect, field: Rect) -> bool:
    """Tell whether a text stands right of a field in its row, or right below it."""
    is_right = shares_row(text, field) and 0 <= text.x - field.right <= _HINT_PX
    is_below = field.x <= text.center.x < field.right and 0 <= text.y - field.bottom <= field.h
    return is_right or is_below


_HINT_PX: Final = 40
"""How far behind a field stands at most how its date is written."""


def _into_drawn(form: Type, found: Found, ctx: Context, *, overwrites: bool) -> Result:
    """Type into a field that only the picture shows; what it may hold is selected by three clicks.

    Ctrl+A goes to the beginning of a line in Tk and in Motif, and what is typed then stands before
    what was to go.
    """
    element = ctx.memory.last = found.element
    name = element.name or (form.target.label if form.target else "")
    if not form.text and (form.is_selected or element.value == ""):
        return _emptied(form, found, ctx)
    if form.is_selected:
        step = proposal(actions.Write(form.text, None), phrases.typing(form.text, name), found)
        return Act(replace(step, wanted=form.text))
    if overwrites and element.value != "":
        click = actions.Click(aim_at(element), count=3)
        said = worded("Triple-click {0}, to select what it holds", named_field(name))
        return Act(proposal(click, said, found), then=(replace(form, is_selected=True),))
    return Act(
        proposal(actions.Write(form.text, aim_at(element)), phrases.typing(form.text, name), found)
    )


def _emptied(form: Type, found: Found, ctx: Context) -> Result:
    """Delete what is selected in a drawn field, and read then whether a text stands in it still."""
    element, scene = found.element, ctx.scene
    named = named_field(element.name or (form.target.label if form.target else ""))
    if not form.is_selected:
        return Skip(ctx.say("empty_already", name=phrases.opening(named)))
    if not form.is_deleted:
        said = worded("Press Delete, to empty {0}", named)
        step = proposal(actions.Hotkey(("delete",)), said, found)
        return Act(step, then=(replace(form, is_deleted=True),))
    if ctx.memory.is_dry or not isinstance(scene.reader, SeesControls):
        return Skip("")
    held = scene.reader.held(scene.observation, element) or ""
    if len("".join(held.split())) <= _CARET_LETTERS:
        return Skip("")
    name = phrases.opening(named)
    text = ctx.say("still_holds", name=name, held=phrases.quoted(held))
    return Finish(Outcome.UNVERIFIED, text)


def named_field(name: str) -> str:
    """Return the name of a field in our quotes; what has none is the field."""
    return phrases.quoted(name) if name else worded("the field")


def _taken_over(form: Type, element: ScreenElement, ctx: Context) -> tuple[Form, ...]:
    """Return the Enter with which a cell, a search or a pager takes its text, if the words leave it out.

    A cell that is still being edited shows a text which its program does not have. Keys that follow
    are meant for the cell, and Enter has gone on to the next one.
    """
    is_cell = element.role == "cell"
    enter = phrase("Enter", Quotes(""))
    is_taken = form.enters or (form.text.strip().isdecimal() and is_pager(element, ctx.scene))
    if enter is None or not (is_cell or is_taken) or _takes_over(ctx.next_form, ctx):
        return ()
    is_for_cell = (
        is_cell and form.target is not None and isinstance(ctx.next_form, Press | Edit | Style)
    )
    back = (Point(form.target),) if is_for_cell and form.target is not None else ()
    return (Press("Enter", enter, is_key=True), *back)


def _takes_over(following: Form | None, ctx: Context) -> bool:
    """Tell whether the step that follows presses Enter, Tab, an arrow key or what goes to a page."""
    pressed = following.target.text if isinstance(following, Press | Point) else ""
    if as_said(pressed) in language.words("goes_to"):
        return True
    if not isinstance(following, Press) or following.on is not None:
        return False
    keys = ctx.is_key(following.text)
    return keys is not None and keys[-1] in _TAKING_OVER


def _inside_fold(fold: ScreenElement, ctx: Context) -> Found | None:
    """Return the field for text that an open fold holds first: `open Notes and write ...`."""
    under = replace(fold.box, y=fold.box.bottom, h=2 * fold.box.h)
    below = [e for e in ctx.scene.near if e.role not in LABELS and e.box.y >= under.y]
    first = min(below, key=lambda e: e.box.y, default=fold)
    is_in = fold.role in BUTTONS and takes_text(first) and under.intersection(first.box).area
    return Found(first, worded("the field of the part that is open")) if is_in else None


def _into_focus(form: Type, ctx: Context) -> Result:
    focused = ctx.scene.focused
    if focused is not None and is_secret(focused) and not secret_name(form.text):
        return Finish(Outcome.BLOCKED, ctx.say("password"), hides=(form.text,))
    is_field = focused is not None and takes_text(focused)
    if focused is not None and "editable" not in focused.states:
        if not form.enters and sums_up(form.text, ctx.scene):  # a display may take no typed point
            return _press_each(Press(form.text, literal(form.text)))
        if "expanded" in focused.states and (inner := _inside_fold(focused, ctx)):
            return _into_field(form, ctx, inner)
    if focused is not None and not is_field and _would_press(focused, form):
        kind = f"the {shown(focused.role)} " if focused.name.strip() else ""
        held = f"{kind}{phrases.called(focused)}"
        return Finish(Outcome.NOT_FOUND, ctx.say("keyboard_on", name=held))
    if focused is None or not is_field:
        named = _named_first(form, ctx) if form.may_name else None
        named = _as_title(form, ctx) if form.is_title else named
        if named is not None:
            return Instead((named,))
        only = _only_field(ctx)
        return _into_field(form, ctx, only) if only is not None else _into_window(form, ctx)
    overwrites = form.replaces or _is_preset(focused, form.text, ctx)
    cell, ctx.memory.last = ctx.memory.last, focused
    ctx.memory.typed_into.add(focused.handle)
    action = actions.Write(form.text, None, overwrite=overwrites)
    text = phrases.typing(form.text, focused.name, replaced=focused.value if overwrites else None)
    typing = proposal(
        action, text, Found(focused, worded("{0}, it has the focus", shown(focused.role)))
    )
    taken: tuple[Form, ...] = _taken_over(form, focused, ctx)
    if not taken and _came_up_in(cell, focused) and not isinstance(ctx.next_form, Press):
        enter = phrase("Enter", Quotes(""))
        assert enter is not None, "one word is a phrase"
        taken = (*taken, Press("Enter", enter, is_key=True))  # else the cell keeps what it held
    return Act(typing, then=taken)


def _came_up_in(cell: ScreenElement | None, field: ScreenElement) -> bool:
    """Tell whether a field came up in the cell of a table that the step before pressed."""
    is_cell = cell is not None and cell.role in CELLS and "multi_line" not in field.states
    return is_cell and cell is not None and cell.box.grown(4).contains(field.box.center)


def _only_field(ctx: Context) -> Found | None:
    """Return the one field of the page in front; None where it has several, or where no page is."""
    pages = [e.box for e in ctx.scene.near if e.role == "document"]
    able = [
        e for e in in_page(ctx.scene.near, ctx.scene)
        if suits(e, Want.EDIT) or e.role == "password" or e.role in NUMBERS | COMBOS
    ]  # fmt: skip
    is_sure = len(pages) == len(able) == 1 and able[0].role in TYPED_FIELDS
    return Found(able[0], worded("the only field of the page")) if is_sure else None


def _names_field(form: Type, ctx: Context) -> bool:
    """Tell whether a text says into which field it goes: `on the notice board: come early`, `Berg under Wording, and ...`."""
    said, links = wording(form.text).tokens, language.words("told_back_links")
    able = (e for e in ctx.scene.near if suits(e, Want.EDIT) and e.role in TYPED_FIELDS)
    fields = (*able, *(e for e in ctx.scene.near if e.role in NUMBERS))
    names = [name for e in fields if (name := wording(e.name or e.label).tokens)]
    for at in (n for n, word in enumerate(said) if word in links):
        rest = said[at + 1 :]
        rest = rest[1:] if rest and rest[0] in language.words("loose_words") else rest
        if any(rest[: len(n)] == n and (at or len(rest) > len(n)) for n in names):
            return True
    return False


def _named_first(form: Type, ctx: Context) -> Type | None:
    """Return the typing into the field whose very name the text begins with; None without one.

    What goes on in small letters ("enter name and city", "enter name only if ...") is no value for sure.
    """
    words = form.text.split()
    for count in range(min(len(words) - 1, _MOST_NAME_WORDS), 0, -1):
        target = phrase(" ".join(words[:count]), Quotes(""))
        found = seen(target, ctx, Want.EDIT) if target is not None else None
        name = found.element.name if found is not None else ""
        is_value = not words[count][0].islower()
        if is_value and as_said(name) == as_said(" ".join(words[:count])) != "":
            return Type(" ".join(words[count:]), target, replaces=True, needs_target=True)
    return None


def _as_title(form: Type, ctx: Context) -> Type | None:
    """Return the typing into the one field for what something is called."""
    fields = [
        e
        for e in ctx.scene.near
        if takes_text(e) and as_said(e.name) in language.words("title_words")
    ]
    target = phrase(fields[0].name, Quotes("")) if len(fields) == 1 else None
    return replace(form, target=target, replaces=True, is_title=False) if target else None


def _into_window(form: Type, ctx: Context) -> Result:
    """Type into whatever has the keyboard in the active window, where its tree does not tell."""
    window = ctx.scene.front
    if window is None:
        text = worded("No window is open that could take the text. Nothing was typed.")
        return Finish(Outcome.NOT_FOUND, text)
    if _names_field(form, ctx):
        hint = ctx.say("put_in_quotes", text=phrases.quoted("..."))
        missing = phrases.not_found(ctx.language, form.text, ())
        return Finish(Outcome.NOT_FOUND, f"{missing.rstrip()} {hint}")
    focused = ctx.scene.focused
    # What takes a text on an entry is an editor of its name, of which only the stem is selected.
    is_name = focused is not None and focused.role in SELECTED_TOGETHER
    overwrites = form.replaces or is_name or _is_opened_dialog(window, ctx)
    is_asking = window.is_dialog or _is_opened_dialog(window, ctx)
    if is_asking and (field := _only_drawn_field(ctx)) is not None:
        return _into_drawn(
            form, Found(field, worded("the only field seen")), ctx, overwrites=overwrites
        )
    action = actions.Write(form.text, None, overwrite=overwrites)
    where = phrases.window_words(window.title, window.app)
    return Act(
        Proposal(
            action,
            sentence=worded("Type {0} in {1}", phrases.typed(form.text), where),
            evidence=worded("the active window"),
            is_window_named=window.window_id in ctx.memory.named,
        )
    )


def _only_drawn_field(ctx: Context) -> ScreenElement | None:
    """Return the one field that a dialog without a tree shows; None where it has none or several."""
    if ctx.scene.near:
        return None
    fields = [e for e in ctx.scene.drawn if e.source == "ocr" and e.role in TYPED_FIELDS]
    named = fields[0] if len(fields) == 1 else None
    if named is None or any(asks_password(line.name) for line in ctx.scene.lines):
        return None
    return named


def _would_press(focused: ScreenElement, form: Type) -> bool:
    """Tell whether typing the text presses the thing that has the keyboard, as blanks do."""
    presses = any(char in " \n\r" for char in form.text)
    return presses and focused.role in ACTIONABLE and "multi_line" not in focused.states


def takes_text(element: ScreenElement) -> bool:
    """Tell whether a text can be typed into it."""
    return element.role in TYPED_FIELDS or "editable" in element.states


def is_secret(element: ScreenElement) -> bool:
    """Tell whether it is a password field, or is called as one."""
    is_hidden = hides_text(element)
    return is_hidden or (takes_text(element) and asks_password(element.name))


def _is_preset(focused: ScreenElement, text: str, ctx: Context) -> bool:
    """Tell whether the field is a dialog's and holds a proposal, or the name of a file that the text renames.

    Only the stem of such a name is selected: typing `report.txt` over it left `report.txt.txt`.
    """
    if not focused.value or "multi_line" in focused.states or focused.role == "terminal":
        return False
    if focused.handle in ctx.memory.typed_into:
        return False
    ending = _ENDING.search(focused.value)
    if ending is not None and text.casefold().endswith(ending[0].casefold()):
        return True
    dialogs = [e.box for e in ctx.scene.near if e.role == "dialog"]
    return any(box.contains(focused.box.center) for box in dialogs)


def _is_opened_dialog(window: WindowInfo, ctx: Context) -> bool:
    """Tell whether the step before opened this window over another one of the same program.

    Its tree is silent; a name that it proposes is half selected, as in any rename dialog.
    """
    seen = ctx.memory.before
    before = seen.front_window if seen is not None else None
    if before is None or before.window_id == window.window_id or before.pid != window.pid:
        return False
    still_open = any(w.window_id == before.window_id for w in ctx.scene.windows())
    return still_open and window.rect.area < before.rect.area


def means_front(target: Phrase, ctx: Context) -> bool:
    """Tell whether the target is the active window itself: `the document`, its app or title."""
    window = ctx.scene.front
    if window is None:
        return False
    # A window that is called "Shell" is meant before whatever is in front.
    named = named_windows(target, ctx.scene)
    return has_front(named, ctx.scene) if named else FRONT.fullmatch(target.text) is not None


_ALWAYS_KEYS: Final = frozenset(
    {"enter", "tab", "esc", "space", "up", "down", "left", "right", "pageup", "pagedown", "backspace",
     "ctrl", "alt", "super", "capslock", "altgr", "shift"}
    | {f"f{n}" for n in range(1, 25)}
)  # fmt: skip
"""Single keys that are meant even when something visible has the same name."""
_SPOKEN_KEYS: Final = frozenset(
    {"delete", "insert", "home", "end", "print", "pause", "menu", "help", "numlock"}
)
"""Keys that also name buttons: the screen decides."""
_WORDS_FOR_OTHERS: Final = frozenset(
    {"next", "prior", "back", "break", "apps", "application", "scroll"}
)
"""Spellings in the key table that people use for buttons, unless they say `key`."""
_PRESSED: Final = frozenset({"button", "link"})
_ON_SELECTION: Final = frozenset({"copy", "cut", "paste", "select_all"})
"""Commands for which a button called so may be for something else than what is selected."""
_STYLES: Final = ("Ctrl+B", "Ctrl+I", "Ctrl+U")
_CHORDS: Final[dict[str, str]] = {
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Shift+Z",
    "select_all": "Ctrl+A",
    "save": "Ctrl+S",
    "back": "Alt+Left",
    "forward": "Alt+Right",
    "reload": "F5",
}


# Steps that press keys: press, hold, the editing chords.


def press(form: Press, ctx: Context) -> Result:
    """Press a key, or the button of that name: key table and screen decide."""
    if form.on is not None:
        return _press_on(form, form.on, ctx)
    is_sum = not form.is_key and SUM.fullmatch(form.text.strip()) is not None
    if is_sum and named_exactly(form.target, ctx) is None:
        return _press_each(form)  # "3 + 4" is no chord of two keys
    chords = _chords(form.text, ctx)
    is_other = form.text.casefold() in _WORDS_FOR_OTHERS or _is_button_called(form, ctx)
    if chords is None or (not form.is_key and is_other):
        return _press_button(form, ctx)
    entries = [e.box for e in ctx.scene.near if e.role == "menu_item" and chords == [("delete",)]]
    if entry := _in_layer(form.text, entries, ctx):
        return entry  # `open the menu of Ulm and delete it`: no key reaches what lies under a menu
    if len(chords) > 1 or len(chords[0]) > 1 or form.is_key or chords[0][0] in _ALWAYS_KEYS:
        return _press_keys(form, chords)
    button = named_exactly(form.target, ctx)
    if len(form.text.strip()) == 1:
        return _press_button(form, ctx) if button else _press_keys(form, chords)
    if chords[0][0] not in _SPOKEN_KEYS:
        return _press_button(form, ctx)
    if button is None:
        return _press_keys(form, chords)
    return _which_press(form, chords, button, ctx)


def _is_button_called(form: Press, ctx: Context) -> bool:
    """Tell whether one button is called like an arrow, as Up that moves an entry, or like Shift, which alone does nothing."""
    said = as_said(form.text)
    if said not in ("up", "down", "left", "right", "shift") or _has_terminal(ctx):
        return False
    called = [e for e in ctx.scene.there if as_said(e.name) == said]
    return len(called) == 1 and (called[0].role in BUTTONS or called[0].source == "ocr")


def _press_each(form: Press) -> Result:
    """Press `7 * 6 =` one after the other: the keys that show this, else those of the keyboard."""
    keys = "".join(form.text.split())
    each = tuple(Press(key, Phrase(key, (Reading(key),))) for key in keys)
    return Instead(each * form.repeat)


def _press_on(form: Press, on: Phrase, ctx: Context) -> Result:
    """Click the thing that the keys are for, and press them then."""
    found = ctx.settle(on)
    if not isinstance(found, Found):
        return found
    if form.text in _STYLES and found.element.role not in (
        "cell",
        "row",
        "column_header",
        "row_header",
    ):
        # A click into a text only moves the caret: the style would be that of another word.
        name = phrases.opening(phrases.called(found.element))
        return Finish(Outcome.NOT_FOUND, ctx.say("select_first", name=name))
    return Instead((Point(on), replace(form, on=None)))


def names_keys(form: Form, ctx: Context) -> bool:
    """Tell whether a step presses what the key table knows."""
    return isinstance(form, Press) and (form.is_key or _chords(form.text, ctx) is not None)


def _press_button(form: Press, ctx: Context) -> Result:
    return Instead((Point(form.target, repeat=form.repeat),))


def _press_keys(form: Press, chords: list[tuple[str, ...]]) -> Result:
    first, *rest = chords
    action = actions.Hotkey(first, form.repeat)
    said = several(worded("Press {0}", phrases.chord(first)), form.repeat)
    then = tuple(Press("+".join(keys), form.target, form.repeat, is_key=True) for keys in rest)
    return Act(
        Proposal(action, sentence=said, evidence=worded("a key")),
        then=then,
    )


def _which_press(form: Press, chords: list[tuple[str, ...]], button: Found, ctx: Context) -> Result:
    """Ask whether the key or the button is meant."""
    key = f"press:{form.text}"
    answer = ctx.memory.chosen.get(key)
    if answer is not None:
        return _press_keys(form, chords) if answer.role == "key" else _press_button(form, ctx)
    window = ctx.scene.front
    box = window.rect if window is not None else button.element.box
    as_key = ScreenElement(f"{phrases.chord(chords[0])} key", "key", box, "window")
    ctx.memory.asked = (key, (button.element, as_key))
    name = phrases.quoted(button.element.name)
    return phrases.question(
        ctx.say("key_or_thing", name=name),
        Answering("number", ctx.language),
        (
            Candidate(
                1,
                button.element.name,
                button.element.role,
                button.element.box,
                button.element.window_title,
            ),
            Candidate(2, as_key.name, "key", box),
        ),
    )


def _chords(text: str, ctx: Context) -> list[tuple[str, ...]] | None:
    """Return the chords that the words name, one after the other; None when they name none."""
    bare = " ".join(text.split())
    bare = re.sub(r"^(?:arrow[ -](\w+)|(\w+)[ -]arrow)$", r"\1\2", bare, flags=re.IGNORECASE)
    bare = re.sub(r"\s*\+\s*(?=\S)", "+", bare) if len(bare) > 1 else bare
    if not bare or len(bare) > 200:
        return None
    if keys := ctx.is_key(bare):
        return [keys]
    parts = bare.split(" ")
    if len(parts) < 2:
        return None
    if (joined := ctx.is_key("+".join(parts))) and joined[0] in (
        "ctrl",
        "alt",
        "shift",
        "super",
        "altgr",
    ):
        return [joined]
    each = [ctx.is_key(part) for part in parts] if any("+" in part for part in parts) else [None]
    return [keys for keys in each if keys] if all(each) else None


def hold(form: Hold, ctx: Context) -> Result:
    """Press a key and keep it down, or let it go."""
    keys = ctx.is_key(form.key)
    if keys is None or len(keys) != 1:
        text = ctx.say("no_key", name=phrases.quoted(form.key))
        # "Release Hargreaves" may be a button's verb, and "hold 25 minutes" the name of a field.
        verb = "hold" if form.down else "release"
        is_shown = any(verb in as_said(e.name).split() for e in ctx.scene.near)
        return Finish(Outcome.NOT_FOUND if is_shown else Outcome.NOT_UNDERSTOOD, text)
    action = actions.KeyDown(keys[0]) if form.down else actions.KeyUp(keys[0])
    key = phrases.chord(keys)
    said = worded("Hold {0}", key) if form.down else worded("Release {0}", key)
    return Act(Proposal(action, sentence=said, evidence=worded("a key")))


def _in_layer(name: str, layers: Sequence[Rect], ctx: Context) -> Act | None:
    """Return the press of the one entry or button in an open menu or dialog that is called so."""
    found = [
        e for e in ctx.scene.near
        if e.name.casefold().rstrip("….") == name.casefold() and e.role in ("menu_item", "button")
        and any(box.contains(e.box.center) for box in layers)
    ]  # fmt: skip
    if len(found) != 1:
        return None
    hit = Found(found[0], worded("{0}, found by its name", shown(found[0].role)))
    said = worded("Click {0}", phrases.quoted(found[0].name))
    return Act(proposal(actions.Click(aim_at(found[0])), said, hit))


def edit(form: Edit, ctx: Context) -> Result:
    """Copy, cut, paste, undo, redo, save, select all: a button in sight that is called so, else the chord.

    While a menu or a dialog is open that has such an item, the item is meant: the chord would not
    reach the window below.
    """
    dialogs = [e.box for e in ctx.scene.near if e.role == "dialog"]
    if pressed := _in_layer(phrases.sentence(form), (*ctx.scene.top_layers, *dialogs), ctx):
        return pressed
    if form.called is not None and form.op not in _ON_SELECTION:
        button = named_exactly(form.called, ctx)
        if button is not None and button.element.role in _PRESSED:
            return Instead((Point(form.called),))
    is_web = ctx.scene.front is not None and is_browser(ctx.scene.front.app)
    plain = [
        e
        for e in _saving(ctx)
        if language.words("saved_nouns").issuperset(as_said(e.name).split()[1:])
    ]
    if form.op == "save" and (is_web or len(plain) == 1):
        return _save_page(ctx, _saving(ctx) if is_web else plain)
    if form.op in ("copy", "cut", "paste"):
        clip = actions.Clipboard(form.op)
        return Act(
            Proposal(
                clip,
                ctx.scene.focused,
                sentence=phrases.sentence(form),
                evidence=worded("the usual keys"),
            )
        )
    chord = _CHORDS[form.op]
    keys = ctx.is_key(chord) or tuple(chord.casefold().split("+"))
    text = worded("{0} ({1})", phrases.sentence(form), chord)
    return Act(Proposal(actions.Hotkey(keys), sentence=text, evidence=worded("the usual keys")))


def _saving(ctx: Context) -> list[ScreenElement]:
    """Return the buttons whose names begin with "Save"."""
    pressed = [e for e in ctx.scene.near if e.role in _PRESSED and e.name]
    return [e for e in pressed if as_said(e.name).split()[:1] == ["save"]]


def _save_page(ctx: Context, saving: Sequence[ScreenElement]) -> Result:
    """Press the one button that saves: a browser's chord would keep the page as a file."""
    if len(saving) != 1:
        return Finish(Outcome.NOT_FOUND, ctx.say("save_buttons" if saving else "no_save_button"))
    hit = Found(saving[0], worded("{0}, the only one that saves", shown(saving[0].role)))
    said = worded("Click {0}", phrases.quoted(saving[0].name))
    return Act(proposal(actions.Click(aim_at(saving[0])), said, hit))
