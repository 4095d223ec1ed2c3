"""Reads clauses that no pattern reads, by what is there: each word is the verb, a thing on the screen, or its value.

People put a value and the thing that gets it in any order: "make #336699 the colour of the heading", "own
money at Paid with", "outward on 12 July". No list of patterns would be complete, so each part of the words that
may be a value is tried: a number, a day, a colour, words in quotes, what a drop-down offers, a name written with
capitals. It is meant if all other words but the verb say which control gets it, and if that is so in one way only.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, pairwise
from typing import Final

from automation.commands.find.coverage import (
    PRESSED,
    Explained,
    explained,
    is_filler,
    said_in,
    surest,
    told_best,
    wording,
)
from automation.commands.find.resolve import resolve
from automation.commands.find.screen_view import ListsOptions, Scene
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Drag,
    Expand,
    Focus,
    Form,
    Insert,
    Inside,
    Open,
    Phrase,
    Point,
    Reading,
    Switch,
    Type,
    WindowOp,
    phrases_of,
)
from automation.commands.language import alternatives
from automation.commands.language import words as listed
from automation.commands.matching import Found, Missing, Want
from automation.commands.read.aligned import aligned
from automation.commands.read.asides import named_windows, windows_at_end
from automation.commands.read.dates import moment
from automation.commands.read.grammar import (
    Clause,
    Instruction,
    forms_of,
    parse,
)
from automation.commands.read.merged import MAX_MERGED
from automation.commands.read.values import colour_of, may_be_told
from automation.commands.read.verbs import starts_with_verb
from automation.commands.targets import COMBOS, literal, phrase
from automation.commands.words import (
    Quotes,
    as_said,
    doubts,
    has_doubt,
    has_quote,
    number,
    ordinal,
    pieces_of,
    without_closing,
    without_opening,
)
from automation.core.observation import ScreenElement
from automation.core.secrets import holds_reference
from automation.screen.roles import NUMBERS, TWO_STATES, TYPED_FIELDS
from automation.screen.rows import in_reading_order

_WORD: Final = re.compile(r"[“„\"«][^“”„\"«»]*[”“\"»]|\d+(?:[.,]\d+)+[^\s,;]*|[^\s,;]+|[,;]")
_QUOTE_MARKS: Final = '“”„"«»'
_END_MARKS: Final = ".!?:"
_SIGNS_AROUND: Final = " ✓✔☐☑○◉●"
"""Signs that pages draw before what a box is called."""
_NUMBER: Final = re.compile(r"[-+\u2212]?\d[\d.,]*(?:\s?[^\W\d]{1,12}|\s?[%°€$£])?")
JOINT: Final = re.compile(
    rf"\s*[,;]\s+(?:(?:{alternatives('and')})\s+)?|\s+(?:{alternatives('and')})\s+", re.IGNORECASE
)
TEXT_FIRST: Final = re.compile(r"[^:]{1,60}:\s")
"""Behind a colon a text of sentences goes on to its end: `Note: Call Anna, weight 13`."""
_MOST_WORDS: Final = 24
_MOST_IN_VALUE: Final = 7
_LEAST_WORDS: Final = 2
_MOST_CHARS: Final = 300
_LEAST_IN_SENTENCE: Final = 3
"""Words behind "and" that are the rest of a sentence; one or two may be what another control is called."""
_LEAST_LETTERS: Final = 5
"""Of a part of a name: "log on" turns on nothing that is called Log all requests."""
_SHOWN: Final = TWO_STATES | {"tab", "list_item", "tree_item"}
"""What is chosen where it stands."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a clause: a control, and what it gets."""

    element: ScreenElement
    value: str
    form: Form


def forms_by_values(text: str, scene: Scene) -> tuple[Form, ...]:
    """Return the one way to read a clause, or several that are joined by commas and `and`; empty for none.

    Beside a password field nothing is read so: which of the words are the secret nobody could tell.
    """
    if _is_beside_secrets(text, scene):
        return ()
    if stated := _ticked(without_closing(text), scene):
        return (stated,)
    if _is_doubtful(_without_names(text, scene)):
        return ()
    # "First name Klara" begins with no polite word.
    for words in dict.fromkeys((without_closing(text), without_closing(without_opening(text)))):
        said = _WORD.findall(words)
        if not 1 < len(said) <= _MOST_WORDS:
            continue
        found = _several(said, scene, "") or _in_one_breath(said, scene)
        if found and not _is_half_off(said, found):
            return tuple(r.form for r in found)
    return ()


def forms_by_names(text: str, scene: Scene) -> tuple[Form, ...]:
    """Return what all words of a clause or of several say by the names that are there; empty for nothing, or in doubt."""
    # What somebody has or is says there what a thing gets, and so does what is denied: but for "tick A, not B".
    words = _without_names(text, scene).rstrip()
    told = ["stating_words", "state_words", "told_words"]
    told += [] if starts_with_verb(text) else ["denials", "but_words"]
    is_doubtful = has_doubt(words, frozenset().union(*map(listed, told))) or words.endswith("?")
    return () if is_doubtful or _is_beside_secrets(text, scene) else aligned(text, scene)


def _in_one_breath(said: Sequence[str], scene: Scene) -> list[_Reading]:
    """Return the readings of `the small hall for 25 guests`: two values; "By post for Ida" turns nothing on."""
    stating = listed("stating_words")  # "The proof is in order" has no value behind "in"
    apart = [
        "," if w.casefold() in listed("part_joints") and before.casefold() not in stating else w
        for before, w in pairwise(said)
    ]
    found = _several([*said[:1], *apart], scene, "")
    pressed = sum(r.element.role in TWO_STATES | PRESSED for r in found)
    is_said = all(r.value in _joined(said) for r in found)
    return found if is_said and pressed <= sum(map(_is_joint, said)) else []


def _is_half_off(said: Sequence[str], found: Sequence[_Reading]) -> bool:
    """Tell whether one `off` at the end may be about all of several: `helmet and poles off`."""
    switches = [r.form.on for r in found if isinstance(r.form, Switch)]
    is_last = said[-1].rstrip(_END_MARKS).casefold() in listed("off_words")
    return (
        is_last and True in switches and not any(w.casefold() in listed("on_words") for w in said)
    )


_CUT: Final = Type | Assign | Insert | Choose | Point | Open | Focus


def with_text_ended(instruction: Instruction, n: int, scene: Scene) -> Instruction:
    """Return the instruction with the text of a clause ended where the screen tells that a step begins.

    `change the town to Dover and keep changes` ends before a button of that name, and `write Ski camp,
    language French` before a control with its value.
    """
    if not isinstance(next(iter(instruction.clauses[n].forms), None), _CUT):
        return instruction
    instruction = _with_text_joined(instruction, n, scene)
    clause = instruction.clauses[n]
    if stated := fields_first(clause, scene):
        clauses = (*instruction.clauses[:n], *stated, *instruction.clauses[n + 1 :])
        return replace(instruction, clauses=clauses)
    if len(clause.source) > _MOST_CHARS:
        return instruction
    goes_on = TEXT_FIRST.match(clause.source) is not None and _is_for_sentences(clause, scene)
    pieces, quotes = pieces_of(clause.source), instruction.quotes
    is_one = len(pieces) > 1 and _chosen_of_one(clause.forms[0], scene)
    if shorter := _without_contrast(clause, quotes, scene):
        clauses = (*instruction.clauses[:n], shorter, *instruction.clauses[n + 1 :])
        return replace(instruction, clauses=clauses)
    for at in range(1, len(pieces)):
        head = "".join(p.joint_text + p.text for p in pieces[:at])
        rest = pieces[at].text + "".join(p.joint_text + p.text for p in pieces[at + 1 :])
        words = f"{clause.verb if clause.is_inherited else ''} {head.strip()}".strip()
        ended = forms_of(words, quotes)[1]
        if not any(_is_cut_short(whole, ended[0], scene) for whole in clause.forms if ended):
            continue
        steps = _steps_said(quotes.written(rest).strip(), scene, is_loose=is_one)
        if (
            isinstance(clause.forms[0], Choose)
            and all(isinstance(s, Choose) for s in steps)
            and not is_one
        ):
            continue  # of one list, each more one is added to the choice
        if not steps and not goes_on and _tells_somebody(rest) and clause.forms[0].target:
            words = quotes.plain(rest)
            bare = Bare(Phrase(words, (Reading(words, is_literal=True),)))
            order = Clause(rest, (bare,), pieces[at].joint, pieces[at].joint_text)
            shorter = replace(clause, source=head, forms=ended)
            clauses = (*instruction.clauses[:n], shorter, order, *instruction.clauses[n + 1 :])
            return replace(instruction, clauses=clauses)
        if steps and not (goes_on and not all(isinstance(s, Bare | Point) for s in steps)):
            joint, text = pieces[at].joint, pieces[at].joint_text
            later = (Clause(rest, (step,), joint, text, "set") for step in steps)
            placed = windows_at_end(without_opening(words), ended, quotes)
            shorter = replace(clause, source=head, forms=(*ended, *placed))
            clauses = (*instruction.clauses[:n], shorter, *later, *instruction.clauses[n + 1 :])
            return replace(instruction, clauses=clauses)
    return instruction


def _tells_somebody(words: str) -> bool:
    """Tell whether words are an order that has nothing to do with a value: `tell her by text message`."""
    said = words.casefold().split()
    return len(said) > 1 and words[0].islower() and said[1] in listed("subjects")


def fields_first(clause: Clause, scene: Scene) -> tuple[Clause, ...]:
    """Return `type Summer fair into Title` for "type the title Summer fair", where a field is called so; else nothing.

    "Type To whom it may concern" is a text: a small word alone says no field.
    """
    form = next(iter(clause.forms), None)
    if not isinstance(form, Type) or form.target is not None or has_quote(clause.source):
        return ()
    words = form.text.split()
    is_named = len(words) > 1 and (not is_filler(words[0]) or words[0].islower())
    first = JOINT.split(form.text)[0].split()
    if not is_named or len(first) < _LEAST_WORDS or _field_first(first, scene) is None:
        return ()
    whole = _field_first(words, scene)
    forms = (whole.form,) if whole is not None else forms_by_values(form.text, scene)
    return tuple(replace(clause, forms=(f,)) for f in forms)


def _chosen_of_one(form: Form, scene: Scene) -> bool:
    """Tell whether a step chooses of a drop-down, which takes one: what follows is no part of it and no second one."""
    said, target = _told(form) if isinstance(form, Assign | Choose) else ("", None)
    holder = resolve(target, scene, Want.HOLDER) if target is not None else None
    if not isinstance(holder, Found) or holder.element.role not in COMBOS:
        return False
    return not scene.offers(holder.element, said)  # "Bed, breakfast and dinner"


def _with_text_joined(instruction: Instruction, n: int, scene: Scene) -> Instruction:
    """Return the instruction with a text whole again whose words were taken for a step that names nothing here.

    `write Come early, and bring a friend into the teaser`: no friend is there to be brought, and the teaser is.
    Where the field of a text is said first, only one for sentences goes on so: "town: Dover and open the map".
    """
    clauses, clause = instruction.clauses, instruction.clauses[n]
    text, target = _told(clause.forms[0])
    joined = instruction
    if not text or has_quote(clause.source) or (target and not _is_for_sentences(clause, scene)):
        return instruction
    for last in range(n + 1, min(n + MAX_MERGED, len(clauses))):
        if not _names_nothing(clauses[last], scene):
            break
        forms = instruction.merged(n, last)
        whole = tuple(f for f in forms if _is_longer(f, text, target, scene))
        if whole:
            one = replace(clause, source=instruction.merged_source(n, last), forms=whole)
            joined = replace(instruction, clauses=(*clauses[:n], one, *clauses[last + 1 :]))
    return joined


def _names_nothing(clause: Clause, scene: Scene) -> bool:
    """Tell whether a clause may be words of a text: nothing is there of what its verb would be done with."""
    if clause.joint not in ("and", "comma") or clause.is_inherited or clause.is_bare:
        return False
    first = clause.verb.casefold().partition(" ")[0]
    if first in listed("pointing_verbs") or not all(isinstance(f, _DEEDS) for f in clause.forms):
        return False
    named = [(form, target) for form in clause.forms for target in phrases_of(form)[:1]]
    windows = [form.where for form in clause.forms if isinstance(form, Inside)]
    windows += [target for form, target in named if isinstance(form, WindowOp | Open)]
    return len(named) == len(clause.forms) and not (
        any(named_windows(where, scene) for where in windows)
        or any(not isinstance(resolve(t, scene, Want.ANY), Missing) for _, t in named)
    )


_DEEDS: Final = Assign | Choose | Drag | Expand | Inside | Open | Type | WindowOp


def _is_longer(form: Form, text: str, target: Phrase | None, scene: Scene) -> bool:
    """Tell whether a step types a text that goes on from this one into a field that is there."""
    said, where = _told(form)
    is_typed = isinstance(form, Type | Assign) and where is not None and target in (None, where)
    is_more = is_typed and len(said) > len(text) and said.startswith(text)
    return is_more and where is not None and isinstance(resolve(where, scene, Want.EDIT), Found)


def _is_for_sentences(clause: Clause, scene: Scene) -> bool:
    """Tell whether a clause names a field that takes any words: a remark may say a weight, a street does not."""
    target = _told(clause.forms[0])[1]
    found = resolve(target, scene, Want.EDIT) if target is not None else None
    if not isinstance(found, Found):
        holder = resolve(target, scene, Want.HOLDER) if target is not None else None
        return not isinstance(holder, Found)
    return _takes_sentences(found.element, clause.source.partition(":")[0])


def _takes_sentences(field: ScreenElement, called: str) -> bool:
    is_long = "multi_line" in field.states
    name = wording(field.name or called)
    return is_long or not listed("sentence_fields").isdisjoint(name.tokens)


def _without_contrast(clause: Clause, quotes: Quotes, scene: Scene) -> Clause | None:
    """Return `set Copies to 3` for "set Copies to 3, not 1", where that field holds 1, or for "instead of what is there"."""
    for match in _CONTRAST.finditer(clause.source):
        head = clause.source[: match.start()]
        forms = forms_of(head, quotes)[1] if not clause.is_inherited else ()
        target = _told(forms[0])[1] if forms else None
        found = resolve(target, scene, Want.EDIT) if target is not None else None
        if forms and isinstance(found, Found) and type(forms[0]) is type(clause.forms[0]):
            held = scene.current(found.element).value or ""
            was = as_said(quotes.plain(match["was"]))
            if was in listed("what_was") or (held and as_said(held) == was):
                anew = (replace(f, replaces=True) if isinstance(f, Type) else f for f in forms)
                return replace(clause, source=head, forms=tuple(anew))
    return None


_CONTRAST: Final = re.compile(
    rf",?\s+(?:{alternatives('contrast_words')})\s+(?P<was>\S.*?)(?:\s+(?:now|before|so far|currently|at the moment|jetzt|bisher))?[.!]?$",
    re.IGNORECASE,
)


def _is_cut_short(whole: Form, head: Form, scene: Scene) -> bool:
    """Tell whether a step is the beginning of another one: of its text, or of a name that is not there."""
    said, name = _told(head)
    text, target = _told(whole)
    if type(head) is not type(whole):
        return False
    if text.casefold() != said.casefold() and target is not None:
        # The name may be read with its article in one of them.
        is_same = name is not None and not _labels(name).isdisjoint(_labels(target))
        return text.lstrip(_QUOTE_MARKS).startswith(said) and is_same
    if name is None:
        return text != said and text.lstrip(_QUOTE_MARKS).startswith(said)
    if isinstance(resolve(name, scene, Want.ANY), Missing) or not text.startswith(said):
        return False
    return target is None or isinstance(resolve(target, scene, Want.ANY), Missing)


def _labels(target: Phrase) -> set[str]:
    return {as_said(reading.label) for reading in target.readings}


def _told(form: Form) -> tuple[str, Phrase | None]:
    """Return the text or value of a step, and what it is about."""
    match form:
        case Type(text=text, target=target) | Insert(text=text, where=target):
            return text, target
        case Assign(value=text, target=target):
            return text, target
        case Choose(option=option, target=target):
            return option.text, target
        case Point(target=target) | Open(target=target) | Focus(target=target):
            return "", target
        case _:
            return "", None


def _steps_said(words: str, scene: Scene, *, is_loose: bool) -> tuple[Form, ...]:
    """Return the steps that words are beyond doubt: buttons by their verbs, or controls that are named with their values.

    Args:
        is_loose: they follow no text, so that an option without its control is one of them, too.
    """
    forms = forms_by_values(words, scene)
    if not forms and (pressed := _pressed(words.split(), scene)) is not None:
        return (pressed.form,)
    if not forms and (stated := _field_first(words.split(), scene)) is not None:
        return (stated.form,)
    if not forms and is_loose and (chosen := _state(words.split(), scene)) is not None:
        return (chosen.form,)
    if not forms:
        # A box alone may be a word of the text; what names its field or list with a value is none.
        named = forms_by_names(words, scene)
        is_said = all(isinstance(f, Assign) or (isinstance(f, Choose) and f.target) for f in named)
        return named if is_said else ()
    are_named = all(isinstance(f, Assign | Switch) or _has_holder(f) for f in forms)
    return forms if are_named or is_loose else ()


def _field_first(part: Sequence[str], scene: Scene) -> _Reading | None:
    """Return what a field gets whose whole name the words begin with: `Subject Ski camp`; "Town hall" says none."""
    part = part[1:] if is_filler(part[0]) else part  # `the preview line Come and meet the lambs`
    words = _joined(part)
    said = as_said(words)
    fields = [e for e in scene.there if e.role in TYPED_FIELDS and e.name.strip()]
    named = [e for e in fields if said.startswith(f"{as_said(e.name)} ")]
    field = max(named, key=lambda e: len(e.name), default=None)
    value = _joined(part[len(as_said(field.name).split()) :]) if field else ""
    if field is None or not value or has_doubt(words) or _is_beside_secrets(words, scene):
        return None
    is_asked = part[0].casefold() in listed("asking_verbs") and not re.search(r"[\d@]", value)
    first, *more = JOINT.split(value)
    # Two words behind a comma may be a field that is not there: `Nickname Lala`.
    known = {as_said(e.name) for e in scene.there} if more else set()
    is_text = ";" not in value and all(
        p[:1].isdigit()
        or (p[:1].isupper() and " " not in p and as_said(p) not in known)
        or (p.islower() and len(p.split()) >= _LEAST_IN_SENTENCE and not _is_act(p))
        for p in more
    )
    if is_asked or not is_text or not (first[:1].isupper() or first[:1].isdigit()):
        return None
    is_placed = not listed("part_joints").isdisjoint(value.split())  # `town Dover for Ida`
    if is_placed and not _takes_sentences(field, ""):
        return None
    return _Reading(field, value, Assign(target_of(field, words, scene), value, literal(value)))


def _is_act(words: str) -> bool:
    """Tell whether words begin as an order does, of what is here or not: `apply the changes`."""
    return starts_with_verb(words) or words.split()[0] in listed("button_verbs")


def _has_holder(form: Form) -> bool:
    if isinstance(form, Point):  # a button, and no star of `Lovely, four stars`
        return any(reading.is_literal for reading in form.target.readings)
    return isinstance(form, Choose) and form.target is not None


def _ticked(text: str, scene: Scene) -> Switch | None:
    """Return the box that a statement says, where it is to be ticked: `Rex has arrived, tick him`."""
    before, _, after = text.rpartition(",")
    words = after.casefold().split()
    words = words[1:] if words[:1] and words[0] in listed("and") else words
    if " ".join(words) not in listed("tick_echoes") or doubts(before) - listed("told_words"):
        return None
    box = told_best(explained(before, scene.there, scene, Want.CHECK))
    return Switch(Phrase(before, (Reading(before),)), on=True) if box is not None else None


def _is_beside_secrets(text: str, scene: Scene) -> bool:
    return holds_reference(text) or any(e.role == "password" for e in scene.there)


def _without_names(text: str, scene: Scene) -> str:
    """Return the words without the whole names of choices that hold such words: `Morning only` is no limit."""
    for choice in scene.there:
        if choice.role in TWO_STATES and " " in choice.name.strip() and has_doubt(choice.name):
            name = re.escape(choice.name.strip(_SIGNS_AROUND))
            text = re.sub(rf"\b{name}\b", "", text, flags=re.IGNORECASE)
    return text


def pressed_in_turn(clause: Clause, quotes: Quotes, scene: Scene) -> tuple[Clause, ...]:
    """Return the presses of `mute Haze and Side left`, each of a button that begins with its verb; else nothing."""
    source = without_opening(without_closing(clause.source))
    parts = JOINT.split(source) if clause.is_bare and len(source) < _MOST_CHARS else []
    if len(parts) < 2 or clause.is_inherited or has_quote(source) or _is_doubtful(source):
        return ()
    verb, found = "", dict[ScreenElement, Clause]()
    for part in parts:
        ways = (part, f"{verb} {part}") if verb else (part,)
        said = (said_late(replace(clause, source=way), quotes) for way in ways if way.strip())
        button, step = next(((b, c) for c in said if (b := _named_by(c, scene))), (None, clause))
        if button is None or button in found:
            return ()
        verb, found[button] = step.verb, step
    return tuple(found.values())


def _named_by(clause: Clause, scene: Scene) -> ScreenElement | None:
    """Return the button that all words of a clause say, and whose name begins with the verb."""
    (target,) = phrases_of(clause.forms[0])
    button = resolve(target, scene, Want.BUTTON)
    is_begun = isinstance(button, Found) and said_in(clause.verb).starts(
        wording(button.element.name)
    )
    return button.element if isinstance(button, Found) and is_begun else None


def said_late(clause: Clause, quotes: Quotes) -> Clause:
    """Return a part that no pattern reads as the press of what is called so; else it is read by what is there then."""
    words = quotes.plain(clause.source).strip()
    form = Bare(Phrase(words, (Reading(words),)), is_sentence=True)
    return replace(clause, forms=(form,), verb=words.split()[0] if words else "", is_late=True)


def _is_doubtful(text: str) -> bool:
    """Tell whether words ask, limit or make a condition.

    That something is so is what it gets, and so is what is not wanted, unless the order names another step.
    """
    stating = listed("stating_words") | listed("state_words")
    text = " ".join(_without_instead(text.split())) or text  # `arrival instead of departure`
    is_asked = text.rstrip().endswith("?") or text.casefold().partition(" ")[0] in stating
    denials = frozenset() if starts_with_verb(text) else listed("denials") | listed("but_words")
    return is_asked or has_doubt(text, stating | denials)


def _is_joint(word: str) -> bool:
    return word in ",;" or word.casefold() in listed("and") | listed("but_words")


def _several(
    said: Sequence[str],
    scene: Scene,
    verb: str,
    before: Sequence[str] = (),
    given: Sequence[_Reading] = (),
) -> list[_Reading]:
    """Return the readings of all parts, each as short as can be; empty where one cannot be read."""
    ends = [n for n, word in enumerate(said) if _is_joint(word)]
    for end in [*ends, len(said)]:
        part = [word for word in said[:end] if word not in ",;"]
        rest = list(dropwhile(_is_joint, said[end:]))
        if not part:
            continue
        # `the seats C4 and C5`: what stands alone is of the kind of the one before.
        whole = part if len(part) > 1 else [*before, *part]
        if _is_echo(part, scene, verb, given):
            return _several(rest, scene, verb, before, given) if rest else list(given)
        if both := _from_to(whole, scene):
            more = [*given, *both]
            return _several(rest, scene, verb, (), more) if rest else more
        found = _step_of(said[:end], whole, scene, verb)
        if given and (found is None or _is_second(found, given)):
            found = _button_called(part, scene)
        if found is None and not verb:
            found = _field_first(said[:end], scene)
        if found is None or _is_second(found, given):
            continue
        if not rest:
            return [*given, found]
        own, others = _verb_apart(whole)
        if later := _several(rest, scene, own or verb, others[:-1], (*given, found)):
            return later
    return []


def _step_of(said: Sequence[str], whole: Sequence[str], scene: Scene, verb: str) -> _Reading | None:
    """Return what the words of one step say; `whole` has what they take over from the step before."""
    part = [word for word in said if word not in ",;"]
    found = (_one(whole, scene, verb) if len(whole) > 1 else None) or _state(part, scene)
    found = found or _usual(part, scene) or _pressed(part, scene)
    return None if found is not None and _crosses(found.value, said) else found


def _crosses(value: str, said: Sequence[str]) -> bool:
    """Tell whether a value goes over a comma that is none of its own, or a lone verb stands behind one: `..., Add`."""
    if said[-2:-1] in ([","], [";"]) and said[-1].casefold() in listed("giving_verbs"):
        return True
    parts = _joined(said)
    return parts != " ".join(said) and value not in parts


def _joined(said: Sequence[str]) -> str:
    return " ".join(said).replace(" ,", ",").replace(" ;", ";")


def _is_second(found: _Reading, given: Sequence[_Reading]) -> bool:
    """Tell whether a field would get a second value in the place of its first: `owner Wenzel, Greta` is one name."""
    holds_one = found.element.role in TYPED_FIELDS | COMBOS | NUMBERS
    return holds_one and any(r.element is found.element for r in given)


def _is_echo(part: Sequence[str], scene: Scene, inherited: str, given: Sequence[_Reading]) -> bool:
    """Tell whether words only say once more what the parts before are for: `it's a diesel, change the fuel`."""
    if " ".join(part).casefold() in listed("echoes"):
        return True
    verb, rest = _verb_apart(part)
    things = [r.element for r in given]
    is_given = bool(things and rest and (verb or inherited))
    return is_given and told_best(explained(" ".join(rest), things, scene, Want.ANY)) is not None


def _one(said: Sequence[str], scene: Scene, inherited: str) -> _Reading | None:
    """Return the only way to read the words of one step."""
    verb, rest = _verb_apart(said)
    text = " ".join(said)
    is_asked = said[0].casefold() in listed("asking_verbs") and not re.search(r"[\d@]", text)
    is_other = starts_with_verb(text) or is_asked
    if not rest or (not verb and is_other):
        return None
    if len(rest) < _LEAST_WORDS:
        return _offered(rest, scene) if verb in listed("choosing_verbs") else None
    told = _stated(rest, scene) if not verb else None
    is_told = not verb and any(word.casefold() in listed("state_words") for word in rest[1:])
    if told is not None or is_told or _is_denied(rest):
        return told
    if not verb and (turned := _turned(rest, scene)) is not None:
        return turned
    rest = _without_instead(rest)
    is_typing = not (verb or inherited) or (verb or inherited) in listed("typing_verbs")
    is_dictated = not (verb or inherited)
    readings = [
        found
        for first, end in _spans(rest)
        if (found := _given(rest, first, end, scene, is_typing, is_dictated)) is not None
    ]
    is_new = verb in listed("adding_verbs") and any(t.is_entry for t in said_in(text).terms)
    if is_new or (not readings and verb in listed("moving_verbs")):
        return None  # where it is to go is no part of a name: `move Cork up`, "add a row for Cork"
    if not readings:
        shown = _shown_choice(rest, scene) or _offered(rest, scene) or _star(rest, scene)
        return shown or (_of_kind(rest, scene) if verb in listed("choosing_verbs") else None)
    one = readings[0].element
    if verb in listed("adding_verbs") and one.role in NUMBERS:
        return None  # `add 500 to the mileage` is no 500
    # Of "600 ms" all is the value, where the number alone would be one too.
    longest = max(readings, key=lambda r: len(r.value))
    return longest if all(r.element is one for r in readings) else None


def _pressed(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return the button that a sentence says from its verb on: `keep the changes`, `rotate it clockwise`."""
    words, others = " ".join(said), {word.casefold() for word in said[1:]}
    is_verb = said[0].casefold() in listed("button_verbs") or bool(others & listed("determiners"))
    is_told = any(word.casefold() in listed("state_words") for word in said)
    if not others or not is_verb or is_told or has_doubt(words):
        return None
    form = Bare(Phrase(words, (Reading(words),)), is_sentence=True)
    found = resolve(form.target, scene, Want.BUTTON)
    if not isinstance(found, Found) or found.element.role not in PRESSED:
        return None
    return _Reading(found.element, "", Point(target_of(found.element, words, scene)))


def _button_called(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return the button whose whole name a part is, behind the values that it is about: `guest Luna, save`."""
    name = as_said(" ".join(said).rstrip(_END_MARKS))
    called = [e for e in scene.there if e.role in PRESSED and as_said(e.name) == name]
    if len(called) != 1 or called[0].role != "button":
        return None
    return _Reading(called[0], "", Point(literal(called[0].name)))


def _stated(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return what the words say of a thing, as that is what it is to be: `growth is climbing`, `taste gets 4 stars`."""
    for at, n in ((at, n) for at in range(1, len(said)) for n in (4, 3, 2, 1)):
        words, name, value = " ".join(said[at : at + n]).casefold(), said[:at], said[at + n :]
        if words not in listed("stating_words") or not value or _is_denied(said):
            continue
        both = [*name, *value]
        if all(word.casefold() in listed("subjects") or is_filler(word) for word in name):
            return _state(value, scene) or (_one(value, scene, "") if len(value) > 1 else None)
        is_bare_is = words in listed("state_words")
        turned = _turned(both, scene)
        if turned is not None:
            # That a switch is off may be told as well as ordered.
            return None if is_bare_is else turned
        if is_bare_is and all(map(is_filler, value)):  # "The helmet is here"
            return None
        shown = _shown_choice(both, scene) or _star(both, scene)
        if is_bare_is and shown is not None and isinstance(shown.form, Switch):
            # "The soup is paid" only tells, where no box is called so.
            said_of_it = {w.casefold() for w in both if not is_filler(w)}
            return shown if set(as_said(shown.element.name).split()) == said_of_it else None
        # What is only told is a value where a drop-down offers it, or as any value is written.
        at_worst = () if is_bare_is else (Want.HOLDER, Want.EDIT)
        span = len(name), len(both)
        return shown or _given(
            both, *span, scene, is_typing=True, is_dictated=True, at_worst=at_worst
        )
    return None


def _is_denied(said: Sequence[str]) -> bool:
    return any(word.casefold() in listed("denials") for word in said)


def _state(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return what a part chooses, turns on or off by its name alone: `it's a diesel`, `not insured`, `no poles`."""
    words = " ".join(said).rstrip(_END_MARKS).split()
    opening = next((n for n in (3, 2, 1) if " ".join(words[:n]).casefold() in listed("it_is")), 0)
    is_aside = listed("subjects")
    words = list(dropwhile(lambda w: is_filler(w) or w.casefold() in is_aside, words[opening:]))
    is_off = bool(words) and words[0].casefold() in listed("denials")
    words = list(dropwhile(is_filler, words[1:] if is_off else words))
    is_test = any(word.casefold() in listed("test_joints") for word in words[1:2])  # `check that`
    is_told = any(word.casefold() in listed("state_words") for word in words)
    if not words or is_test or is_told or _is_denied(words):
        return None
    name = " ".join(words)
    pool = [e for e in scene.there if e.role in TWO_STATES]  # and no label of one
    found = explained(name, pool, scene, Want.OPTION)
    choice = told_best(found) if found and found[0].own and found[0].left == 0 else None
    if choice is not None and choice.role in TWO_STATES and not (is_off and choice.role == "radio"):
        return _chosen(choice, name, on=not is_off)
    return _offered(words, scene) if not is_off else None


def _chosen(choice: ScreenElement, words: str, *, on: bool = True) -> _Reading:
    """Return the choice of what shows; a box that is on already stays so."""
    phrase = Phrase(words, (Reading(words),))
    is_box = choice.role in TWO_STATES and choice.role != "radio"
    return _Reading(choice, words, Switch(phrase, on=on) if is_box else Choose(phrase))


def _usual(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return what a pattern reads in one of the parts, where the thing that it names is there."""
    clauses = parse(" ".join(said)).clauses
    if len(clauses) != 1 or clauses[0].is_bare:
        return None
    for form in clauses[0].forms:
        if (
            clauses[0].is_statement
            and isinstance(form, Assign)
            and not may_be_told(form, clauses[0].source, scene)
        ):
            return None
        named = [resolve(target, scene, Want.ANY) for target in phrases_of(form)]
        first = next((n for n in named if isinstance(n, Found)), None)
        if isinstance(form, Inside) and not named_windows(form.where, scene):
            continue  # its place would be lost
        if first is not None and all(isinstance(n, Found) for n in named):
            return _Reading(first.element, _told(form)[0], form)
    return None


def _from_to(said: Sequence[str], scene: Scene) -> list[_Reading]:
    """Return what goes into two fields: `the quiet hours from 21:30 to 6:45`, `it starts at 9:00 and ends at 9:30`."""
    _, rest = _verb_apart(said)
    text = " ".join(rest).rstrip(_END_MARKS)
    first, second = (alternatives(key) for key in ("from_words", "to_words"))
    pairs = re.finditer(rf"(?:^|\s)(?:{first})\s(?=(.+?)\s(?:{second})\s(.+))", text, re.IGNORECASE)
    for start in pairs:
        values = start[1], start[2]
        before = text[: start.start()].split()
        ends = _fields_of_ends(before, scene)
        is_named = bool(ends) and all(
            w[0].isupper() or w[0].isdigit() for v in values for w in v.split()
        )
        if not is_named and not all(moment(v) is not None or _NUMBER.fullmatch(v) for v in values):
            continue
        name = " ".join(w for w in before if w.casefold() not in listed("ways_only") | {"go"})
        hits = [h.element for h in surest(explained(name, scene.there, scene, Want.EDIT))]
        hits = [e for e in hits if e.role == "field"] or hits  # none of the boxes in a field
        if len(hits) != len(values) and not ends:
            continue
        ordered = ends if len(hits) != len(values) else in_reading_order(hits)
        return [
            _Reading(
                field, value, Assign(target_of(field, f"{n} {name}", scene), value, literal(value))
            )
            for n, field, value in zip((1, 2), ordered, values, strict=True)
        ]
    return []


def _fields_of_ends(said: Sequence[str], scene: Scene) -> list[ScreenElement]:
    """Return the one field for a start and the one for an end, where the page says whose they are."""
    known = {word for e in scene.there for word in as_said(e.name).split()}
    if any(not is_filler(w) and as_said(w) not in known for w in said):
        return []
    fields = [e for e in scene.there if e.role in TYPED_FIELDS or "editable" in e.states]
    ends = [
        [e for e in fields if as_said(e.name) in listed(key)] for key in ("from_names", "to_names")
    ]
    return [end[0] for end in ends if len(end) == 1 and all(len(e) == 1 for e in ends)]


def target_of(control: ScreenElement, words: str, scene: Scene) -> Phrase:
    """Return the name of a control where no other one has it, else the words that were said of it."""
    name = control.name.strip()
    alone = sum(e.name == control.name for e in scene.there if e.role == control.role) == 1
    if name and alone:
        return literal(name)
    return Phrase(words, (Reading(words),))


def _turned(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return the switch that is turned: `birthday reminders off`."""
    is_on = said[-1].casefold() in listed("on_words")
    if not is_on and said[-1].casefold() not in listed("off_words"):
        return None
    words = " ".join(said[:-1])
    found = explained(words, scene.there, scene, Want.CHECK)
    boxes = surest(found)
    box = boxes[0].element if len(boxes) == 1 and _is_said(found, words) else None
    form = Switch(Phrase(words, (Reading(words),)), on=is_on)
    return _Reading(box, said[-1], form) if box is not None else None


def _is_said(found: Sequence[Explained], words: str) -> bool:
    """Tell whether the whole name of the surest thing was said, or more than some letters of it."""
    letters = sum(len(w) for w in words.split() if not is_filler(w))
    return bool(found) and (found[0].left == 0 or letters >= _LEAST_LETTERS)


def _without_instead(said: Sequence[str]) -> list[str]:
    """Return the words without what was there before: `5 files instead of 2`."""
    text = " ".join(said).casefold()
    for words in listed("instead_words"):
        before, found, after = text.rpartition(f" {words} ")
        if found and 0 < len(after.split()) <= _LEAST_WORDS:
            return list(said[: len(before.split())])
    return list(said)


def _verb_apart(said: Sequence[str]) -> tuple[str, list[str]]:
    """Return the verb that gives a value, and the other words; in German it may stand at the end or in two parts."""
    verbs, particles = listed("giving_verbs"), listed("giving_particles")
    folded = [word.casefold() for word in said]
    for n in (3, 2, 1):
        if " ".join(folded[:n]) in verbs:
            is_parted = len(said) > n + 1 and folded[-1] in particles
            return " ".join(folded[:n]), list(said[n : -1 if is_parted else None])
    if folded[-1] in verbs:
        return folded[-1], list(said[:-1])
    at = next((n for n, word in enumerate(folded) if word in verbs), 0)
    if at and folded[0] in listed("place_words"):  # `under Show pick Delivery`
        return folded[at], [*said[:at], *said[at + 1 :]]
    return "", list(said)


def _spans(said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where a value may begin and end, so that other words are left."""
    for first in range(len(said)):
        for end in range(first + 1, min(first + _MOST_IN_VALUE, len(said)) + 1):
            if end - first < len(said) and (end - first == 1 or not _has_quote(said[first:end])):
                yield first, end


def _has_quote(said: Sequence[str]) -> bool:
    return any(word[0] in _QUOTE_MARKS for word in said)


def _given(
    said: Sequence[str],
    first: int,
    end: int,
    scene: Scene,
    is_typing: bool,
    is_dictated: bool,
    at_worst: Sequence[Want] = (),
) -> _Reading | None:
    """Return the control that the words around a value say, where it may take that value."""
    if first and said[first - 1].casefold() in listed("by_words"):
        return None  # `down by 10`
    is_loose = end - first > 1 and (is_filler(said[end - 1]) or is_filler(said[first]))
    if is_loose and _plain(said, first, end).casefold() not in _ends():
        return None
    if end - first == 1 and said[first].casefold() in listed("stop_words"):
        return None  # an article is no value: `add a tag evening`
    ways = listed("ways_only")
    others = " ".join(w for w in (*said[:first], *said[end:]) if w.casefold() not in ways)
    plain = _plain(said, first, end)
    combos = [e for e in scene.there if e.role in COMBOS and scene.offers(e, plain)]
    wants = _wants(said, first, end, is_typing=is_typing, is_dictated=is_dictated)
    wants = wants or list(at_worst)
    if combos:
        wants = [Want.HOLDER, *(w for w in wants if w is not Want.HOLDER)]
    for want in wants:
        pool = combos if want is Want.HOLDER and combos else scene.there
        control = told_best(explained(others, pool, scene, want))
        if control is not None and (want is not Want.CLICK or control.role == "button"):
            target = target_of(control, others, scene)
            option = Phrase(plain, (Reading(plain, is_literal=True),))
            form = Choose(option, target) if want is Want.HOLDER else Assign(target, plain, option)
            return _Reading(control, plain, form)
    return None


def _plain(said: Sequence[str], first: int, end: int) -> str:
    """Return a value without its quotes, and without the mark that ends the sentence."""
    value = " ".join(said[first:end]).strip(_QUOTE_MARKS)
    return (value.rstrip(_END_MARKS) or value) if end == len(said) else value


def _ends() -> frozenset[str]:
    """Return the words for where a slider ends: `all the way to the right`."""
    return listed("highest_words") | listed("lowest_words")


def _wants(
    said: Sequence[str], first: int, end: int, *, is_typing: bool, is_dictated: bool
) -> list[Want]:
    """Return which kinds of controls take a value that is written so."""
    plain = _plain(said, first, end)
    if said[first][0] in _QUOTE_MARKS:
        return [Want.EDIT]
    if _NUMBER.fullmatch(plain) or number(plain) is not None:
        return [Want.NUMBER, Want.SLIDER, Want.EDIT]
    if plain.casefold() in _ends():
        return [Want.SLIDER, Want.NUMBER]
    if moment(plain) is not None:
        return [Want.EDIT, Want.NUMBER]
    if colour_of(plain) is not None and (is_typing or "#" in plain):
        return [Want.EDIT, Want.CLICK]
    if is_typing and _is_named(said, first, end, is_dictated=is_dictated):
        return [Want.EDIT, Want.HOLDER]
    is_choice = any(word.casefold() in listed("as_words") for word in said[end : end + 1])
    return [Want.HOLDER] if is_choice else []


def _is_named(said: Sequence[str], first: int, end: int, *, is_dictated: bool) -> bool:
    """Tell whether words are written as names are, and joined to the others: `Delivery as its description`.

    What is dictated follows the name of its field: `last name Weiss`.
    """
    joints = listed("value_joints")
    around = (said[first - 1] if first else "", said[end] if end < len(said) else "")
    is_joined = any(word.casefold() in joints for word in around)
    is_joined |= is_dictated and end == len(said) and not is_filler(around[0])  # "age of Rex 4"
    return is_joined and all(w[0].isupper() or w[0].isdigit() or "@" in w for w in said[first:end])


def _shown_choice(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return the choice that shows and that all words say: `four stars as the overall rating`."""
    words = " ".join(_without_page(said, scene))
    found = explained(words, scene.there, scene, Want.OPTION)
    choice = told_best(found) if _is_said(found, words) else None
    if choice is None or choice.role not in _SHOWN:
        return None
    return _chosen(choice, words)


def _offered(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return what only one drop-down offers, closed as it is: `zone C please`."""
    is_aside = (w.casefold() in listed("subjects") or is_filler(w) for w in said)
    first = next((n for n, aside in enumerate(is_aside) if not aside), 0)
    name = " ".join(said[first:]).rstrip(_END_MARKS)
    combos = [e for e in scene.there if e.role in COMBOS and scene.offers(e, name)]
    rivals = [
        e for e in scene.there
        if as_said(e.name) == as_said(name) and not any(c.box.contains(e.box.center) for c in combos)
    ]  # fmt: skip
    is_one = len(combos) == 1 and not rivals
    return _Reading(combos[0], name, Choose(literal(name))) if is_one else None


def _of_kind(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return the choice of an option that is said together with its drop-down: `the Willow room`, `size M`."""
    for at in range(1, len(said)):
        for name, option in ((said[at:], said[:at]), (said[:at], said[at:])):
            holder = told_best(explained(" ".join(name), scene.there, scene, Want.HOLDER))
            plain = " ".join(dropwhile(is_filler, option)).rstrip(_END_MARKS)
            if holder is None or not plain or not _may_offer(holder, plain, scene):
                continue
            known = wording(holder.name).tokens
            if all(is_filler(word) or word in known for word in wording(" ".join(name)).tokens):
                target = target_of(holder, " ".join(name), scene)
                return _Reading(holder, plain, Choose(literal(plain), target))
    return None


def _may_offer(holder: ScreenElement, words: str, scene: Scene) -> bool:
    """Tell whether a drop-down may offer what begins with the words, as far as its program tells."""
    said = words.split()
    is_told = holder.role in COMBOS and holder.source == "tree" and "editable" not in holder.states
    if not is_told or any(is_filler(w) or number(w) or ordinal(w) for w in said):
        return False
    offered = scene.reader.options(holder) if isinstance(scene.reader, ListsOptions) else ()
    begun = [o for o in offered if f"{as_said(o)} ".startswith(f"{as_said(words)} ")]
    return not offered or len(begun) == 1


def _star(said: Sequence[str], scene: Scene) -> _Reading | None:
    """Return the press of the last of some stars: `four stars as the overall rating` is the fourth star of that."""
    for at in range(len(said) - 1):
        count, others = number(said[at]), [*said[:at], *said[at + 2 :]]
        if count and as_said(said[at + 1]) in listed("star_words"):
            while others and is_filler(others[0]):
                del others[0]
            words = f"the {count}th star of {' '.join(others)}" if others else f"the {count}th star"
            target = phrase(words, Quotes(""))
            star = resolve(target, scene, Want.CLICK) if target is not None else None
            if isinstance(star, Found) and target is not None:
                return _Reading(star.element, str(count), Point(target))
    return None


def _without_page(said: Sequence[str], scene: Scene) -> list[str]:
    """Return the words without what is only the page in front: `the calendar` where that is one."""
    title = next((e.name for e in scene.there if e.role == "document"), "").casefold().split()
    return [word for word in said if not title or word.casefold() != title[-1]]
