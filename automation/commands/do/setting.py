"""Steps that give a control a value: numbers, sliders, dates, and whatever `set X to Y` may mean.

Values are asked of the accessibility tree and never set by it: a program that is told a value past its own widgets need
not do what it does when somebody chooses one. The tree says where a control stands, keys bring it on, and it is read again.

GTK takes a typed number only when its box is left, so Tab follows where the program still holds another
one, but not before a key of the user's. Qt drops letters that come to a full part of a date, so the
first part is double-clicked and only digits are typed. A browser's boxes go on by themselves when they
are full (a year with six digits). What shall be held goes along (`Proposal.wanted`) and judges the step.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import dropwhile
from math import inf
from typing import Final

from automation.commands import language, phrases
from automation.commands.do import sorting
from automation.commands.do.choosing import at_told_value, in_group, offering, showing, state_called
from automation.commands.do.context import Act, Context, Instead, Result, Skip, aim_at, proposal
from automation.commands.do.pointing import is_on_page, seen, seen_by_all_words
from automation.commands.find.by_place import is_changed_beside, is_pager
from automation.commands.find.coverage import said_in
from automation.commands.find.resolve import CELL_ADDRESS
from automation.commands.find.screen_view import Scene, SeesControls, is_same_box
from automation.commands.forms import (
    CHOSEN,
    Adjust,
    Assign,
    Choose,
    Drag,
    Edit,
    Form,
    Phrase,
    Press,
    Reading,
    SetTo,
    Switch,
    Type,
)
from automation.commands.matching import Found, Want, match
from automation.commands.read.values import (
    OFF_WORDS,
    ON_WORDS,
    SPELLED,
    Part,
    as_unit,
    colour_of,
    day_and_time,
    filled,
    is_answered_by_choice,
    keys_of,
    may_be_told,
    may_hold,
    moment,
    moment_of,
    nearest_half_day,
    numbers_of,
    only_value,
    parts_by_ranges,
    typed_date,
    units_of,
)
from automation.commands.targets import COMBOS, literal
from automation.commands.words import as_said, in_digits, raised, without_closing
from automation.core import actions
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import NumberRange, ScreenElement
from automation.core.ports import TellsNumbers
from automation.core.proposal import Finish, Outcome
from automation.core.secrets import holds_reference
from automation.core.text import as_number, same_value, worded
from automation.core.wording import several
from automation.screen.composed import Stepper, has_own_ground, has_selection, is_of_colour
from automation.screen.roles import NUMBERS, TITLES, TWO_STATES, TYPED_FIELDS
from automation.screen.rows import shares_row

_MOST_TURNS: Final = 8
"""How often keys may be sent to a slider before it is said where it stands."""
_MOST_KEYS: Final = 100
_MOST_PRESSES: Final = 60
"""How often the buttons beside a number are pressed."""
_COMMA: Final = re.compile(r"\d,\d{1,2}\b")
_END_LABEL_PX: Final = 30
"""How far off the line of a slider the text at its end stands at most."""
_PERCENT: Final = re.compile(r"\s*(?:%|percent|per cent|prozent)\s*$", re.IGNORECASE)
_MINUS: Final = re.compile(r"\s*(?:minus|negative)\s", re.IGNORECASE)
_SAID_NUMBER: Final = re.compile(
    r"(?:(?:exactly|number|value|the (?:number|value)|minus|negative)\s+)?(?P<before>[€$£¥]|[^\W\d_]{3}\b)?\s*"
    r"[-+\u2212]?\d[\d.,\u00a0\u202f']*(?:(?:st|nd|rd|th)\b)?\s*(?P<after>(?:[€$£¥%\"]|°?[^\W\d_]{0,14}(?:/[^\W\d_]{1,8})?\.?|[^\W\d_]+ [^\W\d_]+))[.!]?",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"[-+\u2212]?\d[\d.,]*")
_WORD: Final = re.compile(r"[€$£¥%]|°?[^\W\d_]+(?:/[^\W\d_]+)?|°")
_TIMES: Final = frozenset({"ms", "second", "minute", "hour", "day", "week", "month", "year"})
_MEASURES: Final = frozenset(SPELLED.values()) - _TIMES
_WEB_YEAR_DIGITS: Final = 6
"""A browser's box for the year is full only then, and goes on to the next box."""
_ENDS: Final = re.compile(
    r"(-?\d+(?:\.\d+)?)\s*(?:to|-|\u2013|\.{2,3}|\u2026)\s*(-?\d+(?:\.\d+)?)", re.IGNORECASE
)
"""The ends of a slider in its label: "Volume (0 to 10)"."""
_NUMBER_GAP_PX: Final = 20
"""How far over or under a drawn slider the number stands at most that tells its place."""
_PX_FOR_ONE: Final = 0.5
"""How far the knob of a slider goes for one at least, so that its place tells a number."""
_MOST_DRAGS: Final = 6
"""How often the knob of a drawn slider is dragged before it is said where it stands."""
_CARETS: Final = "|lI!]"
"""As what the text cursor behind a text may be read."""
_FROM_NOUGHT: Final = frozenset({"hour", "minute", "second"})
"""Parts of a date that may be 0; of the others that means that the field is empty."""


def assign(form: Assign, ctx: Context) -> Result:
    """Give a field, a drop-down or a box a value, whatever it turns out to be."""
    if form.statement and not may_be_told(form, form.statement, ctx.scene, is_late=True):
        return _untold(form, ctx)
    told = (
        _into_what_is(seen, form, ctx)
        or _into_what_is(seen_by_all_words, form, ctx)
        or _into_colour(form, ctx)
        or at_told_value(form.option, form.target, ctx)
        or _at_crossing(form, ctx)
    )
    if as_said(form.target.label) in language.words("whole_words") - {"text"}:
        field = seen(
            form.target, ctx, Want.EDIT
        )  # `set the page to landscape` replaces no document
        if told is None or (field is not None and field.element.role == "document"):
            return _untold(form, ctx)
    return told or Instead((into_cell(form.target, form.value, ctx) or _typed(form),))


def _untold(form: Assign, ctx: Context) -> Finish:
    told = phrases.quoted(f"{form.target.text}: {form.value}")
    return Finish(Outcome.NEEDS_MODEL, ctx.say("needs_model", words=told))


def _at_crossing(form: Assign, ctx: Context) -> Instead | None:
    """Return the choice in the row of the name and the column of the value: `Parks: very`."""
    words = f"{form.option.text} of {form.target.text}"
    if all(term.place for term in said_in(form.target.text).terms):
        return None  # "left: Biscuit" tells that it went, and not where it stands
    said = Phrase(words, (Reading(words),))
    found = seen_by_all_words(said, ctx, Want.CHECK)
    if found is None or found.element.role not in TWO_STATES:
        return None
    is_one = found.element.role == "radio"
    return Instead((Choose(said) if is_one else Switch(said, on=True),))


_Look = Callable[[Phrase, Context, Want], Found | None]


def _into_what_is(look: _Look, form: Assign, ctx: Context) -> Instead | None:
    """Give the value to the control that the words name; None where they name none for sure."""
    value, is_loose = form.value.casefold(), look is not seen
    choice = Instead((Choose(form.option, form.target),))
    is_number = _number(form.value) is not None
    if not (is_number or is_loose) and offering(form.option, form.target, ctx) is not None:
        return choice
    if is_loose and is_number and (number := look(form.target, ctx, Want.NUMBER)):
        return Instead((SetTo(form.target, form.value, is_slider=number.element.role == "slider"),))
    holder = look(form.target, ctx, Want.HOLDER)
    is_combo = holder is not None and holder.element.role in COMBOS
    field = look(form.target, ctx, Want.EDIT)
    if (
        field is not None
        and may_hold(field.element, form.value, form.target.text)
        and not (  # `the stone` is no "Name on the stone" where Stone offers it
            is_combo and holder is not None and ctx.scene.offers(holder.element, form.option.label)
        )
    ):
        typed = Instead(_typed_or_chosen(form, field.element, ctx))
        return state_called(form, field.element, ctx) or typed
    if is_combo:
        return choice
    if value in ON_WORDS | OFF_WORDS and look(form.target, ctx, Want.CHECK):
        return Instead((Switch(form.target, on=value in ON_WORDS),))
    slider = look(form.target, ctx, Want.SLIDER)  # which may stand in a group of its name
    if holder is not None and not (slider and _SAID_NUMBER.fullmatch(form.value.strip())):
        return choice
    if slider:
        return Instead((SetTo(form.target, form.value, is_slider=True),))
    if not is_loose and in_group(form.option, form.target, ctx) is not None:
        return choice
    return choice if not is_loose and showing(form.target, ctx) is not None else None


def _typed(form: Assign) -> Type:
    return Type(form.value, form.target, replaces=True, needs_target=True)


def _typed_or_chosen(form: Assign, field: ScreenElement, ctx: Context) -> tuple[Form, ...]:
    """Return the typing, and of a drop-down that takes text the choice of what it offers then."""
    form = only_value(form, field)
    if field.role not in COMBOS or field.source != "tree" or holds_reference(form.value):
        return (_typed(form),)
    known = tuple(e.handle for e in ctx.scene.near if match(form.value, e.name))
    return _typed(form), Choose(form.option, is_listed=True, known=known, is_if_offered=True)


def _into_colour(form: Assign, ctx: Context) -> Instead | None:
    """Give a colour to a button that shows one."""
    if colour_of(form.value) is None:
        return None
    found = seen(form.target, ctx, Want.CLICK) or seen_by_all_words(form.target, ctx, Want.CLICK)
    words = as_said(form.target.text).split()
    is_said = "#" in form.value or not language.words("colour_words").isdisjoint(words)
    if found is None or found.element.role != "button" or not is_said:
        return None
    return Instead((SetTo(form.target, form.value, is_colour=True),))


def _colour(form: SetTo, ctx: Context) -> Result:
    """Open the button's picker, type the parts of the colour, press Enter, and look what it shows then."""
    scene, parts = ctx.scene, colour_of(form.value)
    found = ctx.settle(form.target)
    if not isinstance(found, Found) or parts is None:
        return found if not isinstance(found, Found) else Skip("")
    element, name = found.element, _name(found.element, form)
    following = (replace(form, stage=form.stage + 1),)
    if form.stage == 0:
        if _shows(element, parts, scene):
            return Skip(ctx.say("already", name=name, state=phrases.quoted(form.value)))
        said = worded("Open {0}, to set it to {1}", name, phrases.quoted(form.value))
        return Act(proposal(actions.Click(aim_at(element)), said, found), then=following)
    fields = [_part_field(part, scene) for part in ("red_words", "green_words", "blue_words")]
    whole = _part_field("hex_words", scene)
    told = (
        [f"#{parts[0]:02x}{parts[1]:02x}{parts[2]:02x}"]
        if None in fields
        else list(map(str, parts))
    )
    at = [whole] if None in fields else fields
    if form.last is None and None in at:
        text = worded("{0} has opened no fields for a colour that I know.", phrases.opening(name))
        return Finish(Outcome.NOT_FOUND, worded("{0} Nothing more was typed.", text))
    if form.stage <= len(told) and (field := at[form.stage - 1]) is not None:
        text = told[form.stage - 1]
        step = Found(field, worded("a field for the parts of a colour"))
        action = actions.Write(text, aim_at(field), overwrite=True)
        said = phrases.typing(text, field.name, replaced=field.value)
        return Act(proposal(action, said, step), then=following)
    if form.last is None:
        said = worded("Press Enter, so that {0} takes the colour", name)
        done = (replace(form, stage=form.stage + 1, last=0.0),)
        return Act(proposal(actions.Hotkey(("enter",)), said, found), then=done)
    if _shows(element, parts, scene):
        return Skip("")
    text = worded(
        "{0} does not show the colour {1} now.", phrases.opening(name), phrases.quoted(form.value)
    )
    return Finish(Outcome.UNVERIFIED, text)


def _part_field(key: str, scene: Scene) -> ScreenElement | None:
    words = language.words(key)
    named = [e for e in scene.near if e.role in TYPED_FIELDS and as_said(e.name) in words]
    return named[0] if len(named) == 1 else None


def _shows(button: ScreenElement, parts: tuple[int, int, int], scene: Scene) -> bool:
    """Tell whether the middle of a button has that colour."""
    box = button.box
    inner = Rect(box.x + box.w // 3, box.y + box.h // 3, max(1, box.w // 3), max(1, box.h // 3))
    return is_of_colour(scene.observation.frame.crop(inner), parts)


def into_cell(target: Phrase, text: str, ctx: Context) -> SetTo | None:
    """Return how a text goes into the cell of a table that is named, where the cell itself is no field."""
    found = seen(target, ctx, Want.OPTION)
    if found is None or found.element.role == "column_header":
        found = seen_by_all_words(target, ctx, Want.OPTION)
    last, focused = ctx.memory.last, ctx.scene.focused
    if target.text in language.words("last_words") and last is not None:  # `change it to B9`
        found = Found(last, worded("the cell of the step before"))
    if found is None or found.element.role != "cell" or holds_reference(text):
        return None
    cell = found.element  # one of a drawn sheet takes what is typed without being opened
    if cell.name.isalpha() and as_number(text) is not None:
        return None  # "set the count of oxygen to 5" is no name of the row Oxygen
    by_list = is_answered_by_choice(cell, ctx.scene) or offering(literal(text), None, ctx)
    is_taken = by_list or "editable" in cell.states or is_changed_beside(cell, ctx.scene)
    if is_taken or _names_row(cell, target, ctx):
        return None
    at = focused.box.center if focused is not None and "editable" in focused.states else None
    is_open = at is not None and cell.box.contains(at)
    return SetTo(target, text, is_cell=True, stage=int(is_open))


def _names_row(cell: ScreenElement, target: Phrase, ctx: Context) -> bool:
    """Tell whether a cell is one by which its row is called: `set the PL 33 job to done` is about another cell of it."""
    own = {*as_said(cell.name).split()}
    said = {re.sub("['\u2019]s$", "", word) for word in as_said(target.label).split()}
    is_said = (own <= said or said <= own) and not CELL_ADDRESS.fullmatch(cell.name)
    row = (
        e for e in ctx.scene.near
        if e.role == "cell" and e.window_id == cell.window_id and shares_row(e.box, cell.box)
    )  # fmt: skip
    return bool(own) and is_said and sum(1 for _ in row) > 1


def _in_cell(form: SetTo, ctx: Context) -> Result:
    """Double-click a cell, type into the field that comes up in it, and read the cell once it is taken."""
    last = ctx.memory.last if form.target.text in language.words("last_words") else None
    called = last.name if last is not None else form.target.label
    name, following = phrases.quoted(called), (replace(form, stage=form.stage + 1),)
    if form.stage == 0:
        found = ctx.settle(form.target, Want.OPTION)
        if not isinstance(found, Found):
            return found
        element = ctx.memory.last = found.element
        click = actions.Click(aim_at(element), count=2)
        return Act(proposal(click, worded("Double-click {0}", name), found), then=following)
    focused, scene = ctx.scene.focused, ctx.scene
    if (last := ctx.memory.last) is None:
        return Skip("")
    element = last
    is_drawn = element.source == "ocr"
    if is_drawn and form.stage == 1 and (opened := _opened_cell(form, element, ctx)) is not None:
        return opened
    if form.stage == 1:
        # Qt tells nothing of the field that comes up in a cell; what it held is selected then.
        place = element.box.grown(4)
        is_in = focused is not None and place.contains(focused.box.center)
        inner = focused if focused is not None and is_in and "editable" in focused.states else None
        at = aim_at(inner) if inner is not None else None
        action = actions.Write(form.value, at, overwrite=at is not None)
        said = phrases.typing(form.value, called, replaced=element.name)
        # What has come up in a drawn cell is read as any drawn field.
        inner = replace(element, role="field", value=None) if is_drawn else inner
        step = replace(proposal(action, said), element=inner or element, wanted=form.value)
        return Act(step, then=following)
    if form.stage == 2:
        reader = scene.reader
        read = reader.held(scene.observation, element) if isinstance(reader, SeesControls) else None
        held = focused.value if focused is not None and "editable" in focused.states else read
        told = (held, (held or "").rstrip(_CARETS).rstrip()) if is_drawn else (held,)
        if not any(text is not None and same_value(text, form.value) for text in told):
            return Finish(Outcome.UNVERIFIED, ctx.say("not_shown", name=name))
        said = worded("Press Enter, so that {0} takes {1}", name, phrases.quoted(form.value))
        step = replace(proposal(actions.Hotkey(("enter",)), said), element=element)
        return Act(replace(step, awaits_effect=True), then=following)
    cells = [e for e in scene.near if e.role == "cell" and is_same_box(e.box, element.box)]
    if len(cells) == 1 and not any(
        same_value(t or "", form.value) for t in (cells[0].name, cells[0].value)
    ):
        return _unmet(name, cells[0].name, form.value, ctx)
    return Skip("")


def _opened_cell(form: SetTo, cell: ScreenElement, ctx: Context) -> Result | None:
    """Select what the field in a drawn cell holds: one of Swing goes on at its end; None where it is selected."""
    if form.presses:
        return None
    name = phrases.quoted(form.target.label)
    frame, front = ctx.scene.observation.frame, ctx.scene.front
    is_in_front = front is not None and front.window_id == cell.window_id
    if not ctx.memory.is_dry and not (is_in_front and has_own_ground(frame, cell.box)):
        text = worded(
            "{0} shows no field to type in after a double-click. Nothing was typed.",
            phrases.opening(name),
        )
        return Finish(Outcome.FAILED, text)
    if has_selection(frame, cell.box):
        return None
    said = worded("Triple-click {0}, to select what it holds", name)
    found = Found(cell, worded("the cell of the step before"))
    step = proposal(actions.Click(aim_at(cell), count=3), said, found)
    return Act(step, then=(replace(form, presses=1),))


def takes_value(element: ScreenElement, text: str, ctx: Context) -> bool:
    """Tell whether a text for this field is a value that has to be read back: a number, a date."""
    if holds_reference(text) or not text.strip():
        return False
    return element.role == "spinner" or bool(_boxes_of(element, ctx))


def set_to(form: SetTo, ctx: Context) -> Result:
    """Bring a control to a value, one look and one action at a time; say what it holds if it does not."""
    if form.stage and ctx.memory.is_dry:
        return Skip("")
    if form.stage == CHOSEN:
        return _as_chosen(form, ctx)
    if form.is_cell:
        return _in_cell(form, ctx)
    if form.is_colour:
        return _colour(form, ctx)
    last = ctx.memory.last
    if form.stage and last is not None and last.source == "ocr" and not form.is_slider:
        # With a ring of focus and a selection in it, it looks otherwise than it did.
        return _drawn_number(form, Found(last, worded("the box of the step before")), ctx)
    found = ctx.settle(form.target, Want.SLIDER if form.is_slider else Want.EDIT)
    if not isinstance(found, Found):
        return found
    element = ctx.memory.last = ctx.scene.current(found.element)
    found = replace(found, element=element)
    value = _in_digits(_without_name(form.value, element), element)
    form = replace(form, value=_without_unit(value, element))
    if boxes := _boxes_of(element, ctx):
        return _date_in_boxes(form, found, boxes, ctx)
    if (stepper := stepper_of(element, ctx)) is not None:
        return _by_buttons(form, found, stepper, ctx)
    return _other_unit(form, element, ctx) or _one_value(_bare(form, element, ctx), found, ctx)


def _bare(form: SetTo, element: ScreenElement, ctx: Context) -> SetTo:
    """Return a number for a spinner without its unit, where that is the one that is shown."""
    is_number = element.role == "spinner" and as_number(element.value or "") is not None
    said = _SAID_NUMBER.fullmatch(form.value.strip()) if is_number else None
    if said is None:
        return form
    units, shown = units_of(said, element, ctx.scene.texts_at(element))
    digits = _DIGITS.search(form.value) if units and units <= shown else None
    return replace(form, value=digits.group()) if digits is not None else form


def _without_name(value: str, element: ScreenElement) -> str:
    """Return a value without words of its control's name before it: `at most 900` for "Rent at most"."""
    words, known = value.split(), set(as_said(element.name).split())
    rest = list(dropwhile(lambda word: as_said(word) in known, words))
    is_number = len(rest) == 1 and rest != words and as_number(rest[0]) is not None
    return rest[0] if is_number else value


def _in_digits(value: str, element: ScreenElement) -> str:
    """Return what a control for numbers takes of `two` and `about 60 %`: the number that is nearest is that one."""
    first, *rest = value.split() or [""]
    if element.role not in NUMBERS or not first:
        return value
    if rest and rest[-1].casefold() in language.words("here_words"):
        rest = rest[:-1]
    if rest and first.casefold() in language.words("about_words"):
        first, *rest = rest
    plain = in_digits(" ".join((first, *rest))).strip()
    return plain if _SAID_NUMBER.fullmatch(plain) else value


def _without_unit(value: str, element: ScreenElement) -> str:
    """Return a number without the unit that its control is named by: `90 minutes` for "Length (minutes)"."""
    said = _SAID_NUMBER.fullmatch(value.strip())
    units = {as_unit(word) for word in _WORD.findall(element.name.partition("(")[2])}
    is_told = said is not None and said["after"] and as_unit(said["after"]) in units
    return value.strip()[: said.start("after")].strip() if said is not None and is_told else value


def _as_chosen(form: SetTo, ctx: Context) -> Result:
    """Tell whether a drop-down shows what was chosen in it, where its program tells that."""
    found = seen(form.target, ctx, Want.HOLDER)
    element = ctx.scene.current(found.element) if found is not None else None
    held = element.value if element is not None and element.source == "tree" else None
    if found is None and ctx.scene.top_layers and not ctx.memory.is_dry:
        text = worded("The list of {0} is still open.", phrases.quoted(form.target.label))
        return Finish(Outcome.UNVERIFIED, text)
    whole = f"{as_said(form.target.text)} {as_said(form.value)}"  # `Paper size A4`, in a page
    if element is None or not held or element.role not in COMBOS or match(form.value, held):
        return Skip("")
    return (
        Skip("") if as_said(held) == whole else _unmet(_name(element, form), held, form.value, ctx)
    )


def _one_value(form: SetTo, found: Found, ctx: Context) -> Result:
    element = found.element
    span = number_of(element, ctx)
    has_ends = element.role == "slider" or (span is not None and span.has_ends)
    if has_ends and (part := on_the_way(form.value) or _end_called(form.value, element, ctx)):
        form = replace(form, value=part)
    wanted = _number(form.value)
    if span is not None and span.has_ends and wanted is not None:
        # What counts in percent itself, or is typed, takes the number as it is said.
        shown = " ".join(e.name for e in ctx.scene.texts_at(element))
        is_way = element.role == "slider" and "%" not in f"{element.name} {shown}"
        goal = _goal(form.value, wanted, span) if is_way else wanted
        is_typed = "editable" in element.states or not is_on_page(element, ctx)
        if element.role == "slider" or not is_typed:
            return _slider(form, found, span, goal, ctx)
        return _number_box(form, found, span, goal, ctx)
    if element.source == "ocr":
        is_slider = element.role == "slider"
        return _drawn_slider(form, found, ctx) if is_slider else _drawn_number(form, found, ctx)
    if element.role == "slider":
        text = ctx.say("slider_takes_number", name=_name(element, form))
        return Finish(Outcome.FAILED, text)
    if span is not None and not span.has_ends and (date := _date_in_text(form, found, ctx)):
        return date
    holds_number = element.role == "spinner" and as_number(element.value or "") is not None
    if holds_number and not any(map(str.isdigit, form.value)):
        if has_ends:
            text = ctx.say("takes_number", name=_name(element, form))
            return Finish(Outcome.NEEDS_MODEL, f"{text} {ctx.say('nothing_pressed')}")
        if " " in form.value.strip():
            return Finish(Outcome.NOT_FOUND, phrases.not_found(ctx.language, form.value, ()))
    return _text(form, found, ctx)


def number_of(element: ScreenElement, ctx: Context) -> NumberRange | None:
    """Return where a control stands and its ends; None where nobody tells."""
    reader = ctx.scene.reader
    return reader.number(element) if isinstance(reader, TellsNumbers) else None


def stepper_of(element: ScreenElement, ctx: Context) -> Stepper | None:
    """Return the number and the buttons of a control that consists of them; None for any other one."""
    is_spinner = element.role == "spinner"
    found = (s for s in ctx.scene.steppers if is_spinner and s.number.handle == element.handle)
    return next(found, None)


def _by_buttons(form: SetTo, found: Found, stepper: Stepper, ctx: Context) -> Result:
    """Press the buttons beside a number until it is the one that is meant, and read it after each press."""
    name, goal = _name(found.element, form), _number(form.value)
    held = as_number(stepper.number.name)
    if goal is None or held is None:
        text = f"{ctx.say('takes_number', name=name)} {ctx.say('nothing_pressed')}"
        return Finish(Outcome.FAILED, text)
    if _is_at(held, goal):
        return Skip("" if form.stage else ctx.say("already", name=name, state=_told(goal)))
    has_moved = form.last is None or not _is_at(held, form.last)
    was_over = form.last is not None and (form.last < goal) != (held < goal)
    if not has_moved or was_over or form.stage >= _MOST_PRESSES:
        return _unmet(name, _told(held), _told(goal), ctx)
    button = stepper.more if goal > held else stepper.less
    said = worded(
        "Press {0}, to bring {1} from {2} to {3}",
        phrases.called(button),
        name,
        _told(held),
        _told(goal),
    )
    step = proposal(actions.Click(aim_at(button)), said, Found(button, found.evidence))
    step = replace(step, awaits_effect=True)
    return Act(step, then=(replace(form, stage=form.stage + 1, last=held),))


def adjust(form: Adjust, ctx: Context) -> Result:
    """Make a number larger or smaller, by its own step or by what the words say."""
    found = ctx.settle(form.target, Want.NUMBER)
    if not isinstance(found, Found):
        # A plain field may hold a number as well.
        looks = (look(form.target, ctx, Want.EDIT) for look in (seen, seen_by_all_words))
        field = next(filter(None, looks), None)
        by = 0 if form.is_percent else form.by or form.times
        held = ctx.scene.current(field.element).value or "" if field else ""
        told = raised(held, by if form.up else -by)
        typed = Type(told, form.target, replaces=True, needs_target=True)
        return Instead((typed,)) if told else found
    element = ctx.scene.current(found.element)
    if (stepper := stepper_of(element, ctx)) is not None:
        return _adjusted_by_buttons(form, found, stepper)
    span = number_of(element, ctx)
    if span is None or not span.has_ends:
        name = phrases.opening(phrases.called(element))
        return Finish(Outcome.FAILED, ctx.say("standing_untold", name=name))
    by = form.by if form.by is not None else (span.step or 1.0) * form.times
    by *= (span.highest - span.lowest) / 100 if form.is_percent else 1
    goal = span.value + (by if form.up else -by)
    if form.by is None:
        goal = min(max(goal, span.lowest), span.highest)
        if goal == span.value:
            name = phrases.opening(phrases.called(element))
            text = ctx.say("at_most" if form.up else "at_least", name=name, value=_told(goal))
            return Finish(Outcome.FAILED, text)
    return Instead((SetTo(form.target, _told(goal), is_slider=element.role == "slider"),))


def _adjusted_by_buttons(form: Adjust, found: Found, stepper: Stepper) -> Result:
    """Press a button of a stepper so often as is said, or go on to the number that comes of the words."""
    held = as_number(stepper.number.name)
    if form.by is not None and held is not None:
        goal = held + (form.by if form.up else -form.by)
        return Instead((SetTo(form.target, _told(goal)),))
    button = stepper.more if form.up else stepper.less
    said = worded("Press {0}", phrases.called(button))
    step = proposal(actions.Click(aim_at(button)), said, Found(button, found.evidence))
    more = (replace(form, times=form.times - 1),) if form.times > 1 else ()
    return Act(replace(step, awaits_effect=True), then=more)


def _goes_on_there(following: Form | None) -> bool:
    """Tell whether the next step goes to where the keyboard is: Enter takes a number too."""
    return isinstance(following, Press | Edit) or (
        isinstance(following, Type) and following.target is None
    )


def _number_box(form: SetTo, found: Found, span: NumberRange, goal: float, ctx: Context) -> Result:
    """Type the number; where the program takes it only when the box is left, leave it by Tab."""
    element, name = found.element, _name(found.element, form)
    text = _told(goal)
    is_unsent = form.stage == 1 and is_pager(element, ctx.scene)  # its page may not be there yet
    if _is_at(span.value, goal) and not is_unsent:
        return Skip("" if form.stage else ctx.say("already", name=name, state=text))
    if form.stage == 0:
        if not span.lowest <= goal <= span.highest:
            return _past_the_end(name, span, ctx)
        typed = text.replace(".", ",") if _COMMA.search(element.value or "") else text
        action = actions.Write(typed, aim_at(element), overwrite=True)
        said = phrases.typing(typed, element.name or form.target.label, replaced=element.value)
        step = replace(proposal(action, said, found), wanted=text, awaits_effect=True)
        return Act(step, then=(replace(form, stage=1),))
    if form.stage == 1:
        if (elsewhere := _elsewhere(element, name, ctx)) is not None:
            return elsewhere
        return Skip("") if _goes_on_there(ctx.next_form) else _left(form, found, text, ctx)
    return _unmet(name, _told(span.value), text, ctx)


def _elsewhere(box: ScreenElement, name: str, ctx: Context) -> Finish | None:
    """Return the end where another field has the keyboard: the text may stand there, and Tab would leave that one."""
    focused = ctx.scene.focused
    if focused is None or focused.handle == box.handle or box.box.contains(focused.box.center):
        return None
    if not (focused.role in TYPED_FIELDS or "editable" in focused.states):
        return None
    other = phrases.called(focused)
    return Finish(Outcome.UNVERIFIED, ctx.say("typed_elsewhere", name=name, other=other))


def _left(form: SetTo, found: Found, wanted: str, ctx: Context) -> Act:
    key = "enter" if is_pager(found.element, ctx.scene) else "tab"
    name, value = _name(found.element, form), phrases.quoted(wanted)
    said = worded("Press {0}, so that {1} takes {2}", phrases.chord((key,)), name, value)
    step = proposal(actions.Hotkey((key,)), said, found)
    step = replace(step, wanted=wanted, awaits_effect=True)
    return Act(step, then=(replace(form, stage=form.stage + 1),))


def _text(form: SetTo, found: Found, ctx: Context) -> Result:
    """Type what is no number into a number's box, such as a time, and leave it."""
    element, name = found.element, _name(found.element, form)
    held = element.value or ""
    if form.stage == 0:
        action = actions.Write(form.value, aim_at(element), overwrite=True)
        said = phrases.typing(form.value, element.name or form.target.label, replaced=element.value)
        return Act(proposal(action, said, found), then=(replace(form, stage=1),))
    is_taken = same_value(held, form.value)
    if form.stage == 1 and not is_taken and (elsewhere := _elsewhere(element, name, ctx)):
        return elsewhere
    if form.stage == 1 and _goes_on_there(ctx.next_form):
        return Skip("")
    if is_taken and form.stage == 2:
        return Skip("")
    if form.stage == 1:
        return _left(form, found, form.value, ctx)
    return _unmet(name, held, form.value, ctx)


def _drawn_number(form: SetTo, found: Found, ctx: Context) -> Result:
    """Type into a number's box that only the picture shows, leave it, and read what it holds then."""
    element, name = found.element, _name(found.element, form)
    following = (replace(form, stage=form.stage + 1),)
    if form.stage == 0:
        said = worded("Triple-click {0}, to select what it holds", name)
        return Act(proposal(actions.Click(aim_at(element), count=3), said, found), then=following)
    if form.stage == 1:
        said = phrases.typing(form.value, element.name or form.target.label)
        step = proposal(actions.Write(form.value, None), said, found)
        return Act(replace(step, wanted=form.value), then=following)
    if form.stage == 2:
        return Skip("") if _goes_on_there(ctx.next_form) else _left(form, found, form.value, ctx)
    scene = ctx.scene
    reader = scene.reader
    held = reader.held(scene.observation, element) if isinstance(reader, SeesControls) else None
    is_other = held is not None and as_number(held) is not None and not same_value(held, form.value)
    return _unmet(name, held or "", form.value, ctx) if is_other else Skip("")


def _drawn_slider(form: SetTo, found: Found, ctx: Context) -> Result:
    """Drag the knob of a slider that only the picture shows; a number beside it says where it stands.

    Its ends are known where its label tells them, as "Volume (0 to 10)" does, or where they are meant
    by a percentage. Else a first drag shows how far the knob goes for one.
    """
    element, name, scene = found.element, _name(found.element, form), ctx.scene
    reader, box = scene.reader, element.box
    knob = reader.knob(scene.observation, element) if isinstance(reader, SeesControls) else None
    ends, wanted = _ENDS.search(element.name), _number(form.value)
    is_part = _PERCENT.search(form.value) is not None
    held = _number_beside(knob, box, scene) if knob is not None else None
    if knob is None or wanted is None or (ends is None and not is_part and held is None):
        text = worded(
            "{0} is a slider, and the picture does not tell between which numbers. Nothing was moved.",
            name,
        )
        return Finish(
            Outcome.FAILED,
            worded("{0} Say a percentage, or to which end it goes.", phrases.opening(text)),
        )
    if ends is None and is_part:
        lowest, highest, held = 0.0, 100.0, None
    else:
        lowest, highest = (float(ends[1]), float(ends[2])) if ends else (-inf, inf)
    goal = wanted if ends is None else _goal(form.value, wanted, NumberRange(0.0, lowest, highest))
    if not lowest <= goal <= highest:
        ends_told = ctx.say("takes_ends", name=name, lowest=_told(lowest), highest=_told(highest))
        return Finish(Outcome.FAILED, f"{ends_told} {ctx.say('nothing_moved')}")
    if held is not None and _is_at(held, goal):
        return Skip("" if form.stage else ctx.say("at_already", name=name, value=_told(goal)))
    is_stuck = form.last is not None and held is not None and _is_at(held, form.last)
    start, track = knob.center, box.w - knob.w
    if form.stage and (held is None or form.stage > _MOST_DRAGS or is_stuck):
        untold = _at_knob(name, highest - lowest, track, ctx)
        return untold if held is None else _unmet(name, _told(held), _told(goal), ctx)
    if ends is not None or held is None:
        part = (goal - lowest) / (highest - lowest)
        end = round(box.x + knob.w / 2 + part * track)
        if form.stage and held is not None:
            end = start.x + round((goal - held) / (highest - lowest) * track)
        elif part in (0.0, 1.0):
            end += knob.w if part else -knob.w
    elif form.last is None:
        end = start.x + (track if goal > held else -track) // 4
    else:
        end = start.x + round((goal - held) * (start.x - form.presses) / (held - form.last))
    front = scene.front.rect if scene.front is not None else box
    end = min(max(end, front.x), front.right - 1)
    action = actions.Drag((start, ScreenPoint(end, start.y)), origin=aim_at(element).element)
    step = proposal(action, worded("Drag the knob of {0} to {1}", name, form.value), found)
    is_told = ends is not None or held is not None
    step = replace(step, wanted=form.value if ends is not None else "")
    following = replace(form, stage=form.stage + 1, last=held, presses=start.x)
    return Act(step, then=(following,) if is_told else ())


def _at_knob(name: str, span: float, track: int, ctx: Context) -> Result:
    """Return the end where only its knob tells where a slider stands: on a short one that is no number."""
    if span <= _PX_FOR_ONE * track:
        return Skip("")
    return Finish(Outcome.UNVERIFIED, ctx.say("knob_only", name=name))


def _number_beside(knob: Rect, slider: Rect, scene: Scene) -> float | None:
    """Return the number that is written over or under the knob of a slider; None without one."""
    near = Rect(
        knob.x - knob.w, slider.y - _NUMBER_GAP_PX, 3 * knob.w, slider.h + 2 * _NUMBER_GAP_PX
    )
    seen_there = [e for e in scene.lines if near.contains(e.box.center)]
    told = [(e.box, number) for e in seen_there if (number := as_number(e.name)) is not None]
    if len(told) > 1:
        told = [(box, n) for box, n in told if box.center.y < knob.center.y]
    return told[0][1] if len(told) == 1 else None


def _slider(form: SetTo, found: Found, span: NumberRange, goal: float, ctx: Context) -> Result:
    """Press the slider, or a page's number that takes no text, near its place, which gives it the keyboard too, then turn it by keys."""
    element, name = found.element, _name(found.element, form)
    if _is_at(span.value, goal):
        return Skip("" if form.stage else ctx.say("at_already", name=name, value=_told(goal)))
    is_upright = element.box.h > element.box.w or element.role == "spinner"
    if form.stage == 0:
        if not span.lowest <= goal <= span.highest:
            return _past_the_end(name, span, ctx)
        part = (goal - span.lowest) / (span.highest - span.lowest)
        aim = actions.Aim(_on_slider(element.box, part), aim_at(element).element)
        said = worded("Press {0} near {1}", name, _told(goal))
        step = replace(proposal(actions.Click(aim), said, found), awaits_effect=True)
        return Act(step, then=(replace(form, stage=1),))
    moved = span.value - form.last if form.last is not None else 0.0
    unit = moved / form.presses if form.presses else span.step or (span.highest - span.lowest) / 100
    stuck = bool(form.presses) and not moved
    more, less = ("up", "down") if is_upright else ("right", "left")
    if abs(goal - span.value) < abs(unit) / 2 and (span.step or form.presses):
        # A press may bring it between two of its steps, from where keys only lead between others.
        is_on_step = form.last is not None and span.is_on_step(abs(unit))
        count = round((goal - span.lowest) / abs(unit))
        if is_on_step or span.value == span.lowest or count > _MOST_KEYS:
            at, wanted = _told(span.value), _told(goal)
            return Skip(ctx.say("as_near", name=name, value=at, goal=wanted))
        said = worded("Press Home, to bring {0} to {1} first", name, _told(span.lowest))
        step = replace(proposal(actions.Hotkey(("home",)), said, found), awaits_effect=True)
        return Act(step, then=(replace(form, stage=form.stage + 1),))
    if stuck or form.stage > _MOST_TURNS:
        return _unmet(name, _told(span.value), _told(goal), ctx)
    is_known = bool(form.presses or span.step)
    presses = round((goal - span.value) / unit) if is_known else (1 if goal > span.value else -1)
    presses = max(-_MOST_KEYS, min(_MOST_KEYS, presses))
    key = more if presses > 0 else less
    pressed = several(worded("Press {0}", phrases.chord((key,))), abs(presses))
    said = worded("{0}, to bring {1} to {2}", pressed, name, _told(goal))
    step = replace(proposal(actions.Hotkey((key,), abs(presses)), said, found), awaits_effect=True)
    return Act(step, then=(replace(form, stage=form.stage + 1, last=span.value, presses=presses),))


def _on_slider(box: Rect, part: float) -> ScreenPoint:
    """Return the pixel of a slider that stands for a part of its way; upright ones begin below."""
    if box.h > box.w:
        edge = min(box.w, box.h // 4) // 2
        return ScreenPoint(box.center.x, box.bottom - edge - round(part * (box.h - 2 * edge)))
    edge = min(box.h, box.w // 4, 24) // 2
    return ScreenPoint(box.x + edge + round(part * (box.w - 2 * edge)), box.center.y)


def _boxes_of(element: ScreenElement, ctx: Context) -> tuple[ScreenElement, ...]:
    """Return the small number boxes that a field is made of, as a browser's date; empty without any."""
    if element.role != "field" or "editable" in element.states or element.source != "tree":
        return ()
    inside = [
        e for e in ctx.scene.near
        if e.role == "spinner" and e.window_id == element.window_id
        and element.box.contains(e.box.center) and e.box.area < element.box.area
    ]  # fmt: skip
    return tuple(sorted(inside, key=lambda e: e.box.x)) if len(inside) > 1 else ()


def _date_in_boxes(
    form: SetTo, found: Found, boxes: Sequence[ScreenElement], ctx: Context
) -> Result:
    """Type a date into the boxes of a browser's field, beginning in the first, and read them all."""
    name = _name(found.element, form)
    spans = [number_of(box, ctx) for box in boxes]
    parts = parts_by_ranges([s for s in spans if s is not None])
    held = [round(s.value) for s in spans if s is not None]
    known = {part: n for part, n in zip(parts, held, strict=False) if n or part in _FROM_NOUGHT}
    told = moment(nearest_half_day(form.value, known), parts)
    if len(parts) != len(boxes) or told is None:
        text = ctx.say("not_a_moment", name=name, value=phrases.quoted(form.value))
        return Finish(Outcome.FAILED, text)
    numbers = numbers_of(filled(told, known), parts)
    if numbers is None:
        return Finish(Outcome.FAILED, ctx.say("say_both", name=name))
    if beyond := _beyond(form, found, parts, ctx):
        return beyond
    if list(numbers) == held:
        return Skip(
            "" if form.stage else ctx.say("already", name=name, state=phrases.quoted(form.value))
        )
    if form.stage:
        return _unmet(name, _listed(held, parts), _listed(numbers, parts), ctx)
    typed = keys_of(numbers, parts, year_digits=_WEB_YEAR_DIGITS)
    said = worded(
        "Type {0} into {1}, for {2}", phrases.quoted(typed), name, phrases.quoted(form.value)
    )
    first = ctx.scene.current(boxes[0])
    action = actions.Write(typed, aim_at(first))
    step = proposal(action, said, Found(first, found.evidence))
    step = replace(step, wanted=str(numbers[0]), awaits_effect=True)
    return Act(step, then=(replace(form, stage=1),))


def _date_in_text(form: SetTo, found: Found, ctx: Context) -> Result | None:
    """Type a date part after part into a field that takes it so, as Qt's; None where it is no date.

    Its first part has to be selected: letters that come to one that is full are dropped, and after
    the last digit of a part the keyboard is in the next one.
    """
    element, name = found.element, _name(found.element, form)
    held = element.value or ""
    now = moment_of(held)
    if now and (beyond := _beyond(form, found, tuple(now), ctx)):
        return beyond
    if (way := typed_date(form.value, held)) is None:
        return None
    typed, wanted = way
    if same_value(held, wanted) or (now and now == moment_of(wanted)):
        return Skip(
            "" if form.stage else ctx.say("already", name=name, state=phrases.quoted(wanted))
        )
    if form.stage > 1:
        return _unmet(name, held, wanted, ctx)
    if form.stage == 0:
        box = element.box
        aim = actions.Aim(ScreenPoint(box.x + box.h // 2, box.center.y), aim_at(element).element)
        said = worded("Double-click the first part of {0}", name)
        step = replace(proposal(actions.Click(aim, count=2), said, found), wanted=held)
        return Act(step, then=(replace(form, stage=1),))
    said = worded(
        "Type {0} into {1}, so that it holds {2}",
        phrases.quoted(typed),
        name,
        phrases.quoted(wanted),
    )
    step = replace(
        proposal(actions.Write(typed, None), said, found), wanted=wanted, awaits_effect=True
    )
    return Act(step, then=(replace(form, value=wanted, stage=2),))  # 07/12 tells no month


def _beyond(form: SetTo, found: Found, parts: Sequence[Part], ctx: Context) -> Result | None:
    """Return the two values of a day with a time, of which a field takes one and another field the other; None where it takes all."""
    day, clock = day_and_time(form.value)
    takes = bool({"day", "month"} & {*parts}), bool({"hour", "hour12"} & {*parts})
    if not (day and clock) or all(takes):
        return None
    own, rest = (day, clock) if takes[0] else (clock, day)
    holding = [
        e for e in ctx.scene.near
        if e.role in TYPED_FIELDS and e.handle != found.element.handle and e.name.strip()
        and bool(("day" if takes[1] else "hour") in (moment_of(ctx.scene.current(e).value or "") or ()))
    ]  # fmt: skip
    if len(holding) != 1:
        key = "date_alone" if takes[0] else "time_alone"
        name = phrases.opening(_name(found.element, form))
        return Finish(Outcome.FAILED, ctx.say(key, name=name))
    return Instead((replace(form, value=own), SetTo(literal(holding[0].name), rest)))


def _listed(numbers: Sequence[int], parts: Sequence[Part]) -> str:
    return ", ".join(
        f"{part.removesuffix('12')} {n}" for part, n in zip(parts, numbers, strict=True)
    )


def on_the_way(words: str) -> str:
    """Return the part of its way that words name, as a percentage: `the far right`; empty for others."""
    said = as_said(without_closing(words)).removeprefix("to ")
    named = (("highest_words", "100 %"), ("lowest_words", "0 %"), ("middle_words", "50 %"))
    return next((part for key, part in named if said in language.words(key)), "")


def drag(form: Drag, ctx: Context) -> Result:
    """Drag one thing onto another; a slider is set, where its end is a number or an end: `drag Power to 10`."""
    end = form.destination
    said = end.text if end is not None else form.said
    slider = None if end is not None and end.ref else seen(form.origin, ctx, Want.SLIDER)
    if slider is not None and (
        _number(said) is not None or on_the_way(said) or _end_called(said, slider.element, ctx)
    ):
        return Instead((SetTo(form.origin, said, is_slider=True),))
    return sorting.drag(form, ctx)


def _end_called(words: str, slider: ScreenElement, ctx: Context) -> str:
    """Return the end of a slider beside or beyond which a text of these words stands, as a percentage; else nothing."""
    if _number(words) is not None and number_of(slider, ctx) is not None:
        return ""  # what a page writes beside it may be where it stands
    along, edge = slider.box, min(slider.box.w, slider.box.h)
    for e in ctx.scene.there:
        if e.role not in TITLES or as_said(e.name) != as_said(words):
            continue
        at = e.box.center
        if along.w > along.h and abs(at.y - along.center.y) <= _END_LABEL_PX:
            far, low, high = at.x, along.x + edge, along.right - edge
        elif along.h > along.w and abs(at.x - along.center.x) <= _END_LABEL_PX:
            far, low, high = -at.y, edge - along.bottom, -along.y - edge
        else:
            continue
        if not low < far < high:
            return "0 %" if far <= low else "100 %"
    return ""


def _number(words: str) -> float | None:
    number = as_number(_PERCENT.sub("", words))
    return -number if number is not None and _MINUS.match(words) else number


def _other_unit(form: SetTo, element: ScreenElement, ctx: Context) -> Finish | None:
    """Refuse a number whose other words are no unit of the control: `10 less`, `2 million`, `2 hours`.

    They are taken for what the control or its label shows, and a sign of money or of a measure also
    where that shows none. A time says nothing without the unit that is counted in.
    """
    if form.stage or not form.value or (element.value and as_number(element.value) is None):
        return None
    if as_number(form.value) is None and not any(c.isdigit() for c in form.value):
        return None  # an end, or a word that the program may know
    said = _SAID_NUMBER.fullmatch(form.value.strip())
    units, shown = units_of(said, element, ctx.scene.texts_at(element))
    known = frozenset[str]() if shown & (_MEASURES | _TIMES) else _MEASURES
    known |= {"%"} if element.role == "slider" else set()  # as far along as that
    if said and units <= shown | known:
        return None
    text = ctx.say("more_than_one", name=_name(element, form), value=phrases.quoted(form.value))
    return Finish(Outcome.NOT_UNDERSTOOD if said else Outcome.NEEDS_MODEL, text)  # or where it goes


def _goal(words: str, number: float, span: NumberRange) -> float:
    """Return the number that is meant; a percentage is one of the way between the ends."""
    if _PERCENT.search(words) is None or (span.lowest, span.highest) == (0.0, 100.0):
        return number
    return span.lowest + (span.highest - span.lowest) * number / 100


def _is_at(value: float, goal: float) -> bool:
    return abs(value - goal) <= 1e-6 * max(1.0, abs(goal))


def _told(number: float) -> str:
    return f"{number:.12g}"


def _name(element: ScreenElement, form: SetTo) -> str:
    return phrases.quoted(element.name or form.target.label)


def _past_the_end(name: str, span: NumberRange, ctx: Context) -> Finish:
    ends = {"lowest": _told(span.lowest), "highest": _told(span.highest)}
    text = ctx.say("takes_ends_holds", name=name, held=_told(span.value), **ends)
    return Finish(Outcome.FAILED, text)


def _unmet(name: str, held: str, wanted: str, ctx: Context) -> Finish:
    values = {"held": phrases.quoted(held), "wanted": phrases.quoted(wanted)}
    return Finish(Outcome.UNVERIFIED, ctx.say("unmet", name=name, **values))
