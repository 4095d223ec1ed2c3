"""Adds a step: from a menu of kinds, or by a command typed as one would say it.

The commands' own grammar reads what is typed, and no screen is asked. What only a screen could decide
(a name that may be a key, the second of several, a pixel) is not guessed: it is refused with what to do
instead.
"""

from dataclasses import dataclass
from typing import Final

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from app.gui import tr
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ErrorBox
from app.gui.widgets.layout import column, row
from app.gui.widgets.theme import Theme
from app.settings import key_chord
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Expect,
    Focus,
    Form,
    Path,
    Phrase,
    Point,
    Press,
    Reading,
    Rest,
    Switch,
    Tab,
    Turn,
    Type,
    WindowOp,
)
from automation.commands.read.grammar import parse
from automation.commands.targets import ROLE_WORDS
from automation.core.actions import Checked, Equals, Shown, WindowTitle
from automation.core.errors import MacroError
from automation.core.secrets import secret_name
from automation.core.wording import quoted
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Step, Target
from automation.macros.names import ascii_words

NAME: Final = tr("Name it")
"""Stands for the target of a step from the menu until its name is written or picked."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A line of the menu."""

    words: str
    icon: str
    step: Step


_BLANK: Final = Target(name=NAME)


KINDS: Final[tuple[tuple[Kind, ...], ...]] = (
    (
        Kind(tr("Click"), "pointer", grammar.Click(id="click", target=_BLANK)),
        Kind(tr("Type text"), "text", grammar.Type(id="type", text="")),
        Kind(tr("Press keys"), "keyboard", grammar.Keys(id="keys", keys=("enter",))),
        Kind(tr("Scroll"), "scroll", grammar.Scroll(id="scroll", direction="down")),
        Kind(tr("Drag"), "drag", grammar.Drag(id="drag", target=_BLANK, to=_BLANK)),
        Kind(tr("Move the pointer"), "pointer", grammar.Move(id="move", target=_BLANK)),
    ),
    (
        Kind(tr("Window"), "window", grammar.Window(id="window", op="activate", title="*")),
        Kind(tr("Start a program"), "launch", grammar.Launch(id="launch", desktop_id="program")),
        Kind(tr("Clipboard"), "clipboard", grammar.Clipboard(id="clipboard", op="copy")),
    ),
    (
        Kind(tr("Wait"), "wait", grammar.Wait(id="wait", seconds=1.0)),
        Kind(
            tr("Check"),
            "check-square",
            grammar.CheckThat(id="check", condition=grammar.Shows(text=NAME)),
        ),
        Kind(tr("Ask me"), "hand", grammar.AskMe(id="ask", question=tr("Go on?"))),
    ),
    (
        Kind(tr("Group"), "folder", grammar.Group(id="group", title=tr("Group"), steps=())),
        Kind(
            tr("If"), "question", grammar.If(id="if", condition=grammar.Shows(text=NAME), then=())
        ),
        Kind(tr("Repeat"), "refresh", grammar.Repeat(id="repeat", times=2, steps=())),
        Kind(tr("For each row"), "list", grammar.ForEach(id="rows", steps=())),
        Kind(tr("Play a macro"), "macro", grammar.Call(id="call", macro=tr("Another macro"))),
    ),
)
"""In groups; a line of the menu stands between two of them."""


_EDIT_KEYS: Final = {
    "undo": ("ctrl", "z"),
    "redo": ("ctrl", "shift", "z"),
    "select_all": ("ctrl", "a"),
    "save": ("ctrl", "s"),
    "back": ("alt", "left"),
    "forward": ("alt", "right"),
    "reload": ("f5",),
}
_TAB_KEYS: Final = {
    "next": ("ctrl", "tab"),
    "previous": ("ctrl", "shift", "tab"),
    "close": ("ctrl", "w"),
    "new": ("ctrl", "t"),
}
_CONTAINER_KINDS: Final = frozenset({"dialog", "group", "section", "toolbar", "menu", "list"})
_MOST_SCROLL: Final = 1000
_EXAMPLES: Final = tr("Try: click Save, write Anna into Name, press Ctrl+S, wait 2 s.")


class NoStep(MacroError):
    """The words are no step of a macro; the message says why and what to do."""


def steps_of(words: str) -> tuple[Step, ...]:
    """Return the steps that a command means, one or more; their ids may be taken already.

    Raises:
        NoStep: the words are not understood, or need a screen to be decided.
    """
    instruction = parse(words)
    if instruction.is_too_long or not instruction.clauses:
        raise NoStep(f"{quoted(words)} is no command. {_EXAMPLES}")
    found: list[Step] = []
    for clause in instruction.clauses:
        said = instruction.words(clause)
        if clause.is_bare:
            raise NoStep(f"{quoted(said)} is not understood: it begins with no verb. {_EXAMPLES}")
        found += _steps(clause.forms[0], said)
    return tuple(found)


def _steps(form: Form, said: str) -> tuple[Step, ...]:
    match form:
        case Point() | Bare():
            return _pointing(form, said)
        case Path():
            clicks = tuple(_click(_target(item, said)) for item in form.items)
            if form.on is None:
                return clicks
            return (*clicks[:-1], _switch(Switch(form.items[-1], form.on), said))
        case Choose():
            return _choosing(form, said)
        case Drag() if form.destination is not None:
            target, to = _target(form.origin, said), _target(form.destination, said)
            return (grammar.Drag(id=_id("drag", target), target=target, to=to),)
        case Type() | Assign():
            return _typing(form, said)
        case Switch():
            return (_switch(form, said),)
        case Press():
            return _press(form, said)
        case Turn() if not form.to_end:
            over = _target(form.target, said) if form.target else None
            amount = max(1, min(_MOST_SCROLL, form.amount))
            return (
                grammar.Scroll(id="scroll", direction=form.direction, amount=amount, target=over),
            )
        case _:
            return (_other(form, said),)


def _pointing(form: Point | Bare, said: str) -> tuple[Step, ...]:
    target = _target(form.target, said)
    if isinstance(form, Bare):
        return (_click(target),)
    if form.button is None:
        return (grammar.Move(id=_id("move", target), target=target),)
    click = grammar.Click(
        id=_id("click", target),
        target=target,
        button=form.button,
        count=min(3, form.count),
        modifiers=form.modifiers,
    )
    if form.repeat <= 1:
        return (click,)
    return (grammar.Repeat(id="repeat", times=form.repeat, steps=(click,)),)


def _choosing(form: Choose, said: str) -> tuple[Step, ...]:
    option = _click(_target(form.option, said))
    if form.through is not None:
        return (option, *_pointing(Point(form.through, modifiers=("shift",)), said))
    return (_click(_target(form.target, said)), option) if form.target is not None else (option,)


def _typing(form: Type | Assign, said: str) -> tuple[Step, ...]:
    text = form.text if isinstance(form, Type) else form.value
    replaces = isinstance(form, Assign) or form.replaces
    target = _target(form.target, said, is_field=True) if form.target else None
    if target is not None and secret_name(text):
        target = msgspec.structs.replace(target, role="password")
    typing = grammar.Type(id=_id("type", target), text=text, target=target, replace=replaces)
    is_entered = isinstance(form, Type) and form.enters
    return (typing, grammar.Keys(id="keys", keys=("enter",))) if is_entered else (typing,)


def _switch(form: Switch, said: str) -> Step:
    """Return a press that is left out where the box is as it should be already."""
    target = _target(form.target, said)
    other = grammar.Holds(target=target, value="off" if form.on else "on")
    step_id = f"if-{_id('box', target)}"
    return grammar.If(id=step_id, condition=other, then=(_click(target),))


def _press(form: Press, said: str) -> tuple[Step, ...]:
    keys = key_chord(form.text)
    if keys is None:
        return (_click(_target(form.target, said)),)
    press = grammar.Keys(id="keys", keys=keys, times=min(100, form.repeat))
    return (_click(_target(form.on, said)), press) if form.on is not None else (press,)


def _other(form: Form, said: str) -> Step:
    match form:
        case Rest():
            return grammar.Wait(id="wait", seconds=form.seconds)
        case Expect():
            return _looking(form, said)
        case Edit(op="copy" | "cut" | "paste" as op):
            return grammar.Clipboard(id=op, op=op)
        case Edit():
            return grammar.Keys(id="keys", keys=_EDIT_KEYS[form.op])
        case Tab():
            return grammar.Keys(id="keys", keys=_TAB_KEYS[form.op])
        case Focus():
            return grammar.Window(id="window", op="activate", title=f"*{form.target.label}*")
        case WindowOp() if form.target is not None:
            return grammar.Window(id="window", op=form.op, title=f"*{form.target.label}*")
        case _:
            raise NoStep(
                f"{quoted(said)} is understood, but what it comes to depends on the screen. "
                "Record it, or choose a kind from Add step."
            )


def _looking(form: Expect, said: str) -> Step:
    check = form.check
    condition: Condition
    match check:
        case Shown():
            condition, within = grammar.Shows(text=check.text, absent=check.absent), check.within_s
        case WindowTitle():
            condition, within = grammar.Titled(title=f"*{check.text}*"), check.within_s
        case Equals() if not form.contains:
            target = (
                _target(form.target, said, is_field=True) if form.target else _named(check.target)
            )
            condition, within = grammar.Holds(target=target, value=check.value), form.within_s
        case Checked():
            target = _target(form.target, said) if form.target else _named(check.target)
            value = "on" if check.is_checked else "off"
            condition, within = grammar.Holds(target=target, value=value), form.within_s
        case _:
            raise NoStep(
                f"{quoted(said)} looks for a part of what a field holds; a macro compares the whole. "
                "Write: check that Name is Anna."
            )
    if said.casefold().startswith("wait"):
        return grammar.Wait(
            id="wait", wait=grammar.Until(condition=condition, within_s=within or 10.0)
        )
    return grammar.CheckThat(id="check", condition=condition, within_s=within or 5.0)


def _click(target: Target) -> Step:
    return grammar.Click(id=_id("click", target), target=target)


def _id(kind: str, target: Target | None) -> str:
    name = ascii_words(target.name, 40) if target is not None else ""
    return name or kind


def _named(name: str) -> Target:
    return Target(name=name, label=name, role="field")


def _target(phrase: Phrase, said: str, *, is_field: bool = False) -> Target:
    """Return the target that the words name most exactly.

    Raises:
        NoStep: they are a pixel, or count equals.
    """
    if phrase.point is not None or not phrase.readings:
        raise NoStep(
            f"{quoted(said)} names a pixel, which a macro never presses. Name what is there, or pick "
            "it on the screen."
        )
    reading = _best(phrase)
    if reading.ordinal is not None:
        raise NoStep(
            f"{quoted(said)} counts things that look alike; their order changes. Say what stands in "
            "the same row: click Edit in the Ostsee row."
        )
    return _of(reading, is_field=is_field)


def _best(phrase: Phrase) -> Reading:
    """Return the reading that says most; a quoted name is taken as it is."""
    named = [r for r in phrase.readings if r.label] or list(phrase.readings)
    literal = next((r for r in named if r.is_literal), None)
    if literal is not None and len(named) == 1:
        return literal
    return max(named, key=lambda r: (bool(r.relation), r.ordinal is not None, bool(r.role)))


def _of(reading: Reading, *, is_field: bool) -> Target:
    role = "field" if is_field else _role(reading.role)
    row: tuple[str, ...] = ()
    within = ""
    relation = reading.relation
    if relation is not None and relation.kind == "in":
        if relation.anchor_kind in _CONTAINER_KINDS:
            within = relation.anchor.label
        else:
            row = (relation.anchor.label,)
    name = reading.label
    if is_field:
        return Target(name=name, label=name, role=role, row=row, within=within)
    return Target(name=name, text=name, role=role, row=row, within=within)


def _role(word: str) -> str:
    """Return our role for a word that means one; a word for several kinds of things gives none."""
    roles = ROLE_WORDS.get(word, frozenset())
    if word in roles:
        return word
    return next(iter(roles)) if len(roles) == 1 else ""


HINT = tr("Type a command, record it, or pick it on the screen.")


class AddStep(QWidget):
    """Says which steps are wanted; where they go is the window's to know."""

    wanted = Signal(object)
    """A tuple of steps."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.problem = ErrorBox(theme)
        self.button = Button(theme, tr("Add step"), icon="plus", size="compact")
        self.button.clicked.connect(self._open)
        self.menu = self._made_menu()
        self.line = QLineEdit()
        self.line.setFont(theme.font("small"))
        self.line.setPlaceholderText(HINT)
        self.line.setAccessibleName(tr("Command for another step"))
        self.line.setAccessibleDescription(tr("click Save, write Anna into Name, press Ctrl+S"))
        self.line.returnPressed.connect(self._on_command)
        self.line.textEdited.connect(lambda _: self.problem.show_problem(""))
        column(row(self.button, (self.line, 1), gap=8), self.problem, gap=8, into=self)

    def _made_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName(tr("Kinds of steps"))
        for place, group in enumerate(KINDS):
            if place:
                menu.addSeparator()
            for kind in group:
                action = menu.addAction(self._theme.icon(kind.icon), kind.words)
                action.triggered.connect(lambda _=False, step=kind.step: self._want((step,)))
        return menu

    def _want(self, steps: tuple[Step, ...]) -> None:
        self.problem.show_problem("")
        self.wanted.emit(steps)

    def _open(self) -> None:
        self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _on_command(self) -> None:
        words = self.line.text().strip()
        if not words:
            return
        try:
            steps = steps_of(words)
        except NoStep as error:
            self.problem.show_problem(str(error))
            return
        self.line.clear()
        self._want(steps)
