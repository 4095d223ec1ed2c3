"""One step of a macro as one call of a script."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from automation.macros import macro as grammar
from automation.macros.macro import Condition, Step, Until
from automation.macros.script.layout import Call, Expr, Str, Tuple
from automation.macros.script.targets import Targets, plain
from automation.macros.script.texts import Texts, texts_of, values

Args = Iterator[tuple[str, Expr]]
_USUAL_S: Final = Until(condition=grammar.Changed()).within_s
_USUAL_CHECK_S: Final = grammar.CheckThat(id="x", condition=grammar.Changed()).within_s


@dataclass(frozen=True, slots=True)
class Here:
    """Where a step is written: what its names are called, and where its targets go."""

    targets: Targets
    variable: Callable[[str], str]
    """Returns what a name of the macro is called in the script; empty for one without a value."""
    secrets: frozenset[str]
    on_mismatch: grammar.Mismatch
    """What steps do that say `default`; written out where it is not the script's own."""


def call_of(step: Step, here: Here, leads_to: tuple[str, ...] = ()) -> Call:
    """Return the call that does a step which is no block and calls no macro."""
    texts = texts_of(step, here.secrets)
    name, args = _kind(step, here, texts)
    more: list[tuple[str, Expr]] = []
    if leads_to:
        more.append(("leads_to", Tuple(tuple(Str(word) for word in leads_to))))
    is_waited_for = isinstance(step, grammar.Wait) and name == "hand.wait_until"
    more += _how(step, here, texts, with_wait=not is_waited_for)
    return Call(name, (*args, *more))


def question_of(condition: Condition, step: Step, here: Here) -> Call:
    """Return the call that tells whether a condition of a block holds."""
    texts = texts_of(step, here.secrets)
    args = [("", _condition(condition, here, texts))]
    args += [(key, value) for key, value in _named(texts, here)]
    args += _mismatch(step, here)
    return Call("hand.sees", tuple(args))


def _kind(  # noqa: C901 - one line per kind
    step: Step, here: Here, texts: Texts
) -> tuple[str, tuple[tuple[str, Expr], ...]]:
    match step:
        case grammar.Click() | grammar.Move() | grammar.Drag() | grammar.Scroll():
            return _pointer(step, here, texts)
        case grammar.Type():
            return "hand.type", tuple(_typing(step, here, texts))
        case grammar.Keys():
            return "hand.keys", tuple(_keys(step, here, texts))
        case grammar.Window():
            named = (("title", step.title), ("app", step.app))
            which = tuple((key, Str(texts.shown(text, key))) for key, text in named if text)
            return "hand.window", (("", Str(step.op)), *which)
        case grammar.Launch():
            return "hand.launch", (("", Str(step.desktop_id)),)
        case grammar.Clipboard():
            text = (("", Str(texts.shown(step.text, "text"))),) if step.text else ()
            return "hand.clipboard", (("", Str(step.op)), *text)
        case grammar.CheckThat():
            within = _other("within_s", step.within_s, _USUAL_CHECK_S)
            return "hand.check", (("", _condition(step.condition, here, texts)), *within)
        case grammar.Wait(wait=Until() as wait) if not step.seconds:
            within = _other("within_s", wait.within_s, _USUAL_S)
            return "hand.wait_until", (("", _condition(wait.condition, here, texts)), *within)
        case grammar.Wait():
            return "hand.wait", (("", plain(step.seconds)),)
        case grammar.AskMe():
            return "hand.ask", (("", Str(texts.shown(step.question, "question"))),)
        case _:
            message = f"{type(step).__name__} is written as a block"
            raise AssertionError(message)


def _pointer(
    step: grammar.Click | grammar.Move | grammar.Drag | grammar.Scroll, here: Here, texts: Texts
) -> tuple[str, tuple[tuple[str, Expr], ...]]:
    aim = here.targets.constant(step.target, texts) if step.target is not None else ""
    match step:
        case grammar.Click():
            count = _other("count", step.count, 1)
            return "hand.click", (("", aim), *_button(step), *count, *_modifiers(step))
        case grammar.Move():
            return "hand.move", (("", aim),)
        case grammar.Drag():
            to = here.targets.constant(step.to, texts)
            path = (("path", here.targets.struct(step.path, texts)),) if step.path else ()
            return "hand.drag", (("", aim), ("", to), *_button(step), *_modifiers(step), *path)
        case grammar.Scroll():
            amount = _other("", step.amount, None)
            at = (("at", aim),) if aim else ()
            return "hand.scroll", (("", Str(step.direction)), *amount, *at)


def _typing(step: grammar.Type, here: Here, texts: Texts) -> Args:
    yield "", texts.typed(step.text, here.variable, here.secrets)
    if step.target is not None:
        yield "into", here.targets.constant(step.target, texts)
    yield from _other("replace", step.replace, False)
    yield from _other("enter", step.enter, False)


def _keys(step: grammar.Keys, here: Here, texts: Texts) -> Args:
    for key in step.keys:
        yield "", Str(texts.shown(key, "keys"))
    yield from _other("times", step.times, 1)
    if step.target is not None:
        yield "at", here.targets.constant(step.target, texts)


def _button(step: grammar.Click | grammar.Drag) -> Args:
    if step.button != "left":
        yield "button", Str(step.button)


def _modifiers(step: grammar.Click | grammar.Drag) -> Args:
    if step.modifiers:
        yield "modifiers", Tuple(tuple(Str(word) for word in step.modifiers))


def _other(key: str, value: object, usual: object) -> Args:
    """Yield an argument unless it is what is usual."""
    if value != usual:
        yield key, plain(value)


def _condition(condition: Condition, here: Here, texts: Texts) -> Expr:
    absent = _other("absent", getattr(condition, "absent", False), False)
    match condition:
        case grammar.Shows():
            return Call("shows", (("", Str(texts.shown(condition.text, "text"))), *absent))
        case grammar.Exists():
            return Call("exists", (("", here.targets.constant(condition.target, texts)), *absent))
        case grammar.Titled():
            return Call("titled", (("", Str(texts.shown(condition.title, "title"))), *absent))
        case grammar.Holds():
            value = Str(texts.shown(condition.value, "value"))
            return Call(
                "holds", (("", here.targets.constant(condition.target, texts)), ("", value))
            )
        case grammar.Changed():
            box = condition.box
            return Call("changed", (("", here.targets.struct(box, texts)),) if box else ())
        case grammar.Compares():
            equals = Str(texts.shown(condition.equals, "equals"))
            return Call("compares", (("", Str(condition.param)), ("", equals)))


def _until(until: Until, here: Here, texts: Texts) -> Expr:
    condition = _condition(until.condition, here, texts)
    within = tuple(_other("", until.within_s, _USUAL_S))
    return Call("until", (("", condition), *within)) if within else condition


def _named(texts: Texts, here: Here) -> Args:
    if texts.has_names:
        yield "values", values(texts.names, here.variable)


def _mismatch(step: Step, here: Here) -> Args:
    own = step.on_mismatch if step.on_mismatch != "default" else here.on_mismatch
    if own != "default":
        yield "on_mismatch", Str(own)


def _how(step: Step, here: Here, texts: Texts, *, with_wait: bool) -> Args:
    """Yield what every step may have."""
    yield from _named(texts, here)
    if step.risk:
        yield "risk", Str(step.risk)
    if step.wait is not None and with_wait:
        yield "after", _until(step.wait, here, texts)
    if step.expect is not None:
        yield "expect", _until(step.expect, here, texts)
    yield from _mismatch(step, here)
    yield from _other("breakpoint", step.breakpoint, False)
    yield from _other("pause_s", step.pause_s, 0.0)
