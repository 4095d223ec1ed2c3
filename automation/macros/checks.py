"""What must hold of a macro beyond its types: ids, names, evidence, secrets, keys, sizes.

Pure: of the machine it knows nothing. Which names keys have is told by the caller, whose keyboard it
is; calls between macros are looked at by the library, which has them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from automation.core.secrets import BEGIN, ESCAPED, holds_reference, misspelt, secret_name
from automation.macros import macro as grammar
from automation.macros.macro import MAX_DEPTH, MAX_STEPS, Macro, Target
from automation.macros.problems import Finding, Path
from automation.macros.walk import (
    OddPlaceholder,
    Walked,
    check_parameters,
    in_single_braces,
    is_fixed,
    names,
    targets,
    texts,
    walk,
)

IsKey = Callable[[str], bool]

_EVIDENCE: Final = ("role", "name", "label", "text", "near", "image")
"""One of these makes a target; where it was, what it is within or how it is described does not."""


def any_key(_name: str) -> bool:
    """Take every name for a key: for callers without a keyboard."""
    return True


def check(macro: Macro, is_key: IsKey = any_key) -> tuple[Finding, ...]:
    """Return what is wrong with a macro, notes included, in the order of the file.

    Args:
        is_key: tells whether a key has this name; the default takes every name.
    """
    steps = tuple(walk(macro))
    found = [*check_parameters(macro, steps), *_sizes(macro, steps), *_ids(steps)]
    known = frozenset(macro.params)
    secret = frozenset(name for name, param in macro.params.items() if param.type == "secret")
    columns = frozenset(macro.columns)
    for walked in steps:
        found += _step(walked, is_key)
        found += _names(walked, known, columns, secret)
    return tuple(sorted(found, key=lambda one: _order(one.path)))


def refusals(macro: Macro) -> tuple[Finding, ...]:
    """Return the findings for which a macro is not replayed."""
    return tuple(one for one in check(macro) if not one.is_note)


def _order(path: Path) -> tuple[tuple[int, str], ...]:
    return tuple(
        (key, "") if isinstance(key, int) else (-1, "~" if key == "steps" else key)
        for key in path[:3]
    )


def _sizes(macro: Macro, steps: Sequence[Walked]) -> Iterator[Finding]:
    if len(steps) > MAX_STEPS:
        said = f"found {len(steps):,} steps, expected at most {MAX_STEPS:,}"
        yield Finding(("steps",), said, "split it into macros that call each other")
    deep = next((one for one in steps if one.depth > MAX_DEPTH), None)
    if deep is not None:
        said = f"blocks stand in blocks more than {MAX_DEPTH} deep"
        yield Finding(deep.path, said, "put the inner steps into a macro of their own")
    if not macro.steps:
        yield Finding(("steps",), "there is no step", is_note=True)


def _ids(steps: Sequence[Walked]) -> Iterator[Finding]:
    counts = Counter(one.step.id for one in steps)
    seen = set[str]()
    for one in steps:
        if counts[one.step.id] > 1 and one.step.id in seen:
            said = f"another step is called {one.step.id} too"
            yield Finding((*one.path, "id"), said, "give each step a name of its own")
        seen.add(one.step.id)


def _step(walked: Walked, is_key: IsKey) -> Iterator[Finding]:
    yield from _targets(walked)
    yield from _secrets(walked)
    step, path = walked.step, walked.path
    if isinstance(step, grammar.Keys):
        for place, key in enumerate(step.keys):
            if not is_key(key):
                said = f"there is no key called “{key}”"
                yield Finding((*path, "keys", place), said, "use names such as ctrl, f5 or enter")
    elif isinstance(step, grammar.ForEach) and walked.in_rows:
        said = "a for_each stands inside another, and there is one table"
        yield Finding(path, said, "take the inner one out")
    elif isinstance(step, grammar.Wait) and not step.seconds and step.wait is None:
        yield Finding(path, "it waits for nothing", "say how long, or for what", is_note=True)
    else:
        yield from _missing(walked)


def _targets(walked: Walked) -> Iterator[Finding]:
    for inner, target in targets(walked.step):
        path = (*walked.path, *inner)
        if not (walked.is_off or has_evidence(target)):
            said = "nothing says how it is found again: a place alone is never pressed"
            yield Finding(
                path, said, "give it a name, a label, a text, a picture or a text beside it"
            )
        if target.press is not None and target.image is None:
            said = "it says which pixel of a picture was pressed, and there is no picture"
            yield Finding((*path, "press"), said, "add the picture or take it out", is_note=True)


def _missing(walked: Walked) -> Iterator[Finding]:
    """Say what a step on a window or the clipboard lacks."""
    step, path = walked.step, walked.path
    match step:
        case grammar.Window() if not (step.title or step.app):
            yield Finding(path, "it does not say which window", "give it a title or an app")
        case grammar.Clipboard(op="set") if not step.text:
            yield Finding(path, "it does not say what to put on the clipboard", "give it a text")
        case grammar.Clipboard() if step.text and step.op != "set":
            said = f"{step.op} takes no text"
            yield Finding((*path, "text"), said, "take it out, or write op: set")


def has_evidence(target: Target) -> bool:
    """Tell whether anything says how the target is found again; where it was does not."""
    return any(getattr(target, name) for name in _EVIDENCE)


def _secrets(walked: Walked) -> Iterator[Finding]:
    for inner, text in texts(walked.step):
        if not holds_reference(text):
            continue
        if isinstance(walked.step, grammar.Type) and inner == ("text",):
            if secret_name(text):
                continue
            said = f"{BEGIN}...}} stands together with other text, or names no secret"
            advice = f"type it in a step of its own; for the sign itself write {ESCAPED}"
        else:
            said = f"{BEGIN}...}} stands where nothing is typed"
            advice = f"a secret is only ever typed; for the sign itself write {ESCAPED}"
        yield Finding((*walked.path, *inner), said, advice)


def _names(
    walked: Walked, known: frozenset[str], columns: frozenset[str], secret: frozenset[str]
) -> Iterator[Finding]:
    """Say which names in a step's texts stand for nothing, or for what must not stand there."""
    step = walked.step
    for inner, text in texts(step):
        path = (*walked.path, *inner)
        if inner[-1] == "param":
            yield from _name(text, path, known, columns, walked)
        if is_fixed(step, inner):
            continue
        try:
            used, single = names(text), in_single_braces(text)
        except OddPlaceholder as odd:
            said = f"{odd} begins no name of a parameter"
            secret_is = misspelt(text)
            advice = "write {{name}}, or {{{{ for the sign itself"
            if secret_is:
                advice = f"a secret is written {secret_is}, in a text of its own"
            yield Finding(path, said, advice)
            continue
        for name in single:
            if name in known | columns:
                said = f"{{{name}}} stands for itself here, and {name} is a parameter or column"
                yield Finding(path, said, f"for its value write {{{{{name}}}}}", is_note=True)
        for name in used:
            yield from _name(name, path, known, columns, walked)
            if name in secret and not _may_be_secret(step, inner, text, name):
                said = (
                    f"the secret {name} stands together with other text, or where nothing is typed"
                )
                yield Finding(path, said, "type it in a step of its own")


def _may_be_secret(step: grammar.Step, inner: Path, text: str, name: str) -> bool:
    is_typed = isinstance(step, grammar.Type) and inner == ("text",)
    is_handed_on = isinstance(step, grammar.Call) and inner[0] == "values"
    return (is_typed or is_handed_on) and text.strip("{} ") == name and text.startswith("{{")


def _name(
    name: str, path: Path, known: frozenset[str], columns: frozenset[str], walked: Walked
) -> Iterator[Finding]:
    if name in known or (name in columns and walked.in_rows):
        return
    if name in columns:
        said = f"the column {name} has no value outside for_each"
        yield Finding(path, said, "put the step into a for_each")
    else:
        said = f"there is no parameter called {name}"
        yield Finding(path, said, "declare it under params, or under columns for a table")
