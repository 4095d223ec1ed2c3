"""Reads clauses by what is there: where a text ends and a step begins, and what no pattern reads.

What no pattern reads is laid over the names on the screen (`aligned.py`), unless it is in doubt or beside a
password. A text that is typed ends where the screen tells that a step follows: a control with its value, a button by
its verb. Several clauses may be one name on the screen together ("Copy, Cut and Paste"). And a word that neither a
language nor the screen knows may be a slip of one that they do know: it is put right where a step is not understood
otherwise, and never in what is typed. What is meant for a password field is told before any screen was looked at.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from automation.commands.find.coverage import (
    explained,
    is_filler,
    is_kin,
    said_in,
    told_best,
    wording,
)
from automation.commands.find.labels import PRESSED
from automation.commands.find.resolve import in_window, resolve
from automation.commands.find.screen_view import Scene, is_switch
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Expand,
    Expect,
    Fact,
    Focus,
    Form,
    Insert,
    Inside,
    Once,
    Open,
    OpenFile,
    Part,
    Path,
    Phrase,
    Point,
    Press,
    Reading,
    Rest,
    Rewrite,
    Switch,
    Tell,
    Transfer,
    Turn,
    TurnUntil,
    Type,
    Visit,
    WindowOp,
    phrases_of,
)
from automation.commands.language import alternatives, vocabulary
from automation.commands.language import words as listed
from automation.commands.matching import SURE_LETTERS, Found, Missing, Want
from automation.commands.read.aligned import aligned, without_instead
from automation.commands.read.asides import is_visible, named_windows, said_name, windows_at_end
from automation.commands.read.filled_form import added, says_more
from automation.commands.read.glossed import glossed, is_verb_last
from automation.commands.read.grammar import (
    Clause,
    Instruction,
    Splitter,
    forms_of,
    parse,
)
from automation.commands.read.menu_paths import IN_FIRST, listed_path, meant_path
from automation.commands.read.things import Things
from automation.commands.read.values import sums_up
from automation.commands.read.verbs import looks_like_order, starts_with_verb
from automation.commands.targets import COMBOS, literal, phrase
from automation.commands.words import (
    LOOSE,
    Piece,
    Quotes,
    as_said,
    doubts,
    has_doubt,
    has_quote,
    in_digits,
    is_slip,
    number,
    pieces_of,
    without_closing,
    without_opening,
    words_of,
)
from automation.core.observation import ScreenElement
from automation.core.secrets import holds_reference, names_password, spoken_passwords
from automation.screen.roles import NUMBERS, TWO_STATES, TYPED_FIELDS

_QUOTE_MARKS: Final = '“”„"«»'
_SIGNS_AROUND: Final = " ✓✔☐☑○◉●"
"""Signs that pages draw before what a box is called."""
JOINT: Final = re.compile(
    rf"\s*[,;]\s+(?:(?:{alternatives('and')})\s+)?|\s+(?:{alternatives('and')})\s+", re.IGNORECASE
)
TEXT_FIRST: Final = re.compile(r"[^:]{1,60}:\s")
"""Behind a colon a text of sentences goes on to its end: `Note: Call Anna, weight 13`."""
_LEAST_WORDS: Final = 2
_MOST_CHARS: Final = 300
_LEAST_IN_SENTENCE: Final = 3
"""Words behind "and" that are the rest of a sentence; one or two may be what another control is called."""


def forms_by_names(text: str, scene: Scene, *, is_loose: bool = False) -> tuple[Form, ...]:
    """Return what all words of a clause or of several say by the names that are there; empty for nothing, or in doubt.

    Beside a password field nothing is read so: which of the words are the secret nobody could tell.

    Args:
        is_loose: one word may be all of it.
    """
    if _is_beside_secrets(text, scene) or not (is_loose or " " in text.strip()):
        return ()
    said = _without_last_verb(without_closing(text))
    stated = _ticked(said, scene)
    # What somebody has or is says there what a thing gets, and so does what is denied: but for "tick A, not B".
    told = ["stating_words", "state_words", "told_words"]
    told += [] if starts_with_verb(text) else ["denials", "but_words"]
    said = (
        said if starts_with_verb(text) else without_instead(said)
    )  # `arrival instead of departure`
    is_doubtful = has_doubt(
        _without_names(said, scene), frozenset().union(*map(listed, told))
    ) or text.rstrip().endswith("?")
    forms = () if is_doubtful or _orders_unknown(said) else aligned(said, scene)
    return forms or ((stated,) if stated is not None else ())


def _orders_unknown(said: str) -> bool:
    """Tell whether words are a verb that nobody knows, and a thing: `ignore the message` gives it no text."""
    first, *rest = said.split()
    second = rest[0].casefold() if rest else ""
    word = first.casefold()
    is_word = word.isalpha() and (word not in vocabulary() or word in listed("letting_verbs"))
    return is_word and len(rest) > 1 and second in listed("determiners")


def told_alone(clause: Clause, quotes: Quotes) -> tuple[Form, ...]:
    """Return what a clause that took over a verb says a value is: `click Save, the mileage is 58340`."""
    alone = parse(quotes.written(clause.source)).clauses if clause.is_inherited else ()
    form = alone[0].forms[0] if len(alone) == 1 and alone[0].is_statement else None
    is_number = isinstance(form, Assign) and number(form.value.split(None, 1)[0]) is not None
    return (form,) if form is not None and is_number else ()  # and not "the price is too high"


def _without_last_verb(said: str) -> str:
    """Return words without the verb that types them, where that stands last: `in Name Lara schreiben`."""
    before, _, last = said.rpartition(" ")
    is_last = last.endswith("n") and last in listed("typing_verbs") and not starts_with_verb(said)
    return before if is_last and before.strip() else said


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
        named = _named_next(pieces[at:], quotes, scene) if not (steps or goes_on) else ()
        is_apart = bool(named) or _is_value_of_another(pieces[at:], quotes, scene)
        is_apart |= _tells_somebody(rest) and _told(clause.forms[0])[1] is not None
        if (is_apart or _is_no_more(pieces[at], ended, scene)) and not (steps or goes_on):
            joint, text = pieces[at].joint, pieces[at].joint_text
            later = [Clause(pieces[at].text, (step,), joint, text, "set") for step in named]
            later += _read_apart(pieces[at + len(named) :], quotes)
            shorter = replace(clause, source=head, forms=ended)
            clauses = (*instruction.clauses[:n], shorter, *later, *instruction.clauses[n + 1 :])
            return replace(instruction, clauses=clauses)
        if steps and not (goes_on and not all(isinstance(s, Bare | Point) for s in steps)):
            joint, text = pieces[at].joint, pieces[at].joint_text
            later = [Clause(rest, (step,), joint, text, "set") for step in steps]
            placed = windows_at_end(without_opening(words), ended, quotes)
            shorter = replace(clause, source=head, forms=(*ended, *placed))
            clauses = (*instruction.clauses[:n], shorter, *later, *instruction.clauses[n + 1 :])
            return replace(instruction, clauses=clauses)
    return instruction


def runs_on(
    instruction: Instruction, scene: Scene, things: Callable[[], Things], language: str = "en"
) -> bool:
    """Tell whether words that would be written may say more than the text: `0170 55588 n accept the terms`.

    What stands in quotes is the text itself.

    Args:
        language: of the instruction.
    """
    if not any(_text_of(clause, scene) for clause in instruction.clauses):
        return False
    n = 0
    while n < len(instruction.clauses):
        instruction = with_text_ended(instruction, n, scene)
        n += 1
    there = things()

    def english(words: str) -> str:
        return glossed(words, there, language).english

    if any(
        added(english(instruction.quotes.written(c.source)), there) for c in instruction.clauses
    ):
        return True  # it is not only written: `add a dog called Rex`
    texts = [told for clause in instruction.clauses if (told := _text_of(clause, scene))]
    if any(field is None and _is_button(english(text), there) for text, field in texts):
        return True  # `enter a new order`, beside "New order…"
    if any(is_verb_last(text, language) for text, _ in texts):
        return True  # `der Titel soll Chronik lauten`
    return any(
        says_more(
            english(text),
            words_of(english(field.text)) if field else (),
            there,
            is_placed=field is not None,
        )
        for text, field in texts
    )


def _is_button(text: str, things: Things) -> bool:
    """Tell whether words say all that one button is called, and nothing else that counts."""
    said = {w for w in words_of(text) if w not in LOOSE}
    names = ({*words_of(t.name)} - LOOSE for t in things.able if t.role == "button")
    is_new = not said.isdisjoint(listed("opening_names"))
    return is_new and any(name == said for name in names)


def _text_of(clause: Clause, scene: Scene) -> tuple[str, Phrase | None] | None:
    """Return the words of a clause that would be written, and where; None for no text, or one in quotes."""
    match clause.forms[:1]:
        case (Type(text=text, target=field) | Assign(value=text, target=field),):
            pass
        case (Insert(text=text, where=field) | Rewrite(text=text, where=field),):
            pass
        case _:
            return None
    said = clause.source.partition(":")[2].strip()
    if field is not None and said.startswith(text) and ":" not in said:
        found = resolve(field, scene, Want.EDIT)
        if isinstance(found, Found) and _takes_sentences(found.element, field.text):
            return None  # "Remarks: ..." goes on to its end
    is_fit = 0 < len(text) <= _MOST_CHARS and text.casefold() in clause.source.casefold()
    return (text, field) if is_fit and not _is_closed(clause, field, scene) else None


def _is_closed(clause: Clause, field: Phrase | None, scene: Scene) -> bool:
    """Tell whether a clause ends with the field of its text, which is there: `... into the remarks`."""
    if field is None or not clause.source.casefold().rstrip().endswith(field.text.casefold()):
        return False
    return isinstance(resolve(field, scene, Want.EDIT), Found)


def _named_next(pieces: Sequence[Piece], quotes: Quotes, scene: Scene) -> tuple[Form, ...]:
    """Return the one step of the first of several parts that name another field with its value, else nothing.

    `house number 18b, and the things stand in the garden` goes on no street, whatever the rest of it says.
    """
    is_part = len(pieces) > 1 and pieces[0].joint == "comma"
    steps = (
        _steps_said(quotes.written(pieces[0].text).strip(), scene, is_loose=False)
        if is_part
        else ()
    )
    return steps if len(steps) == 1 and isinstance(steps[0], Assign) else ()


def _is_value_of_another(pieces: Sequence[Piece], quotes: Quotes, scene: Scene) -> bool:
    """Tell whether the first part cannot go on with a text, and all behind it are values of what is there.

    Of `plate HR42 KLM, kind van, fuel diesel` the second part is another value, whatever it is for.
    """
    rest = (
        "".join(p.joint_text + p.text for p in pieces[1:])[len(pieces[1].joint_text) :]
        if len(pieces) > 1
        else ""
    )
    is_value = pieces[0].joint == "comma" and rest and not _goes_on(pieces[0].text.strip())
    return bool(is_value) and bool(_steps_said(quotes.written(rest).strip(), scene, is_loose=False))


def _is_no_more(piece: Piece, ended: Sequence[Form], scene: Scene) -> bool:
    """Tell whether a part is no more of the text for a field of a line: `fabric Linen, we need 3 of them`.

    A name or a number may go on there; a sentence of the user's does in fields for sentences alone.
    """
    target = _told(ended[0])[1] if ended else None
    words = piece.text.strip()
    is_told = words[:1].islower() if piece.joint == "comma" else looks_like_order(words)
    is_told &= words.split()[:1] != [] and words.split()[0] not in listed("denials")
    if target is None or not is_told or not isinstance(ended[0], Type | Assign):
        return False
    found = resolve(target, scene, Want.EDIT)
    if not isinstance(found, Found) or found.element.role not in TYPED_FIELDS:
        return False
    return not _takes_sentences(found.element, target.label)


def _read_apart(pieces: Sequence[Piece], quotes: Quotes) -> list[Clause]:
    """Return the steps of what follows a text, each read by itself; what no pattern reads, by what is there then."""
    first, *more = pieces
    text = first.text + "".join(p.joint_text + p.text for p in more)
    read = Splitter(pieces_of(text.lstrip()), quotes).clauses()
    read = [replace(read[0], joint=first.joint, joint_text=first.joint_text), *read[1:]]
    return [said_late(c, quotes) if c.is_bare or not c.forms else c for c in read]


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
    if not is_named or len(first) < _LEAST_WORDS:
        return ()
    is_counted = any(number(w) is not None for w in (first[0], first[-1]))  # `350 bottles`
    if _field_first(first, scene) is None and not is_counted:
        return ()
    whole = _field_first(words, scene)
    text = in_digits(form.text) if is_counted else form.text  # `ten bottles`
    forms = (whole,) if whole is not None else forms_by_names(text, scene)
    if is_counted and not isinstance(next(iter(forms), None), Assign):
        return ()  # `3 + 4`, whose keys are there
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
    forms = forms_by_names(words, scene, is_loose=is_loose)
    # The name of a button alone may be words of the text, too: its verb tells.
    if forms and not (len(forms) == 1 and isinstance(forms[0], Point)):
        is_on = words.split()[-1].casefold() in listed("on_words")
        # A box alone may be a word of the text; what names its field or list with a value is none.
        are_named = all(
            isinstance(f, Assign) or _has_holder(f) or (isinstance(f, Switch) and is_on >= f.on)
            for f in forms
        )
        return forms if are_named or is_loose else ()
    if (pressed := _pressed(words.split(), scene)) is not None:
        return (pressed,)
    stated = _field_first(words.split(), scene)
    return (stated,) if stated is not None else ()


def _field_first(part: Sequence[str], scene: Scene) -> Assign | None:
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
    is_text = ";" not in value and all(_goes_on(p) and as_said(p) not in known for p in more)
    if is_asked or not is_text or not (first[:1].isupper() or first[:1].isdigit()):
        return None
    is_placed = not listed("part_joints").isdisjoint(value.split())  # `town Dover for Ida`
    if is_placed and not _takes_sentences(field, ""):
        return None
    return Assign(target_of(field, words, scene), value, literal(value))


def _goes_on(words: str) -> bool:
    """Tell whether words behind a comma may go on with a text: one name, a number, the rest of a sentence."""
    if words[:1].isdigit() or (words[:1].isupper() and " " not in words):
        return True
    return words.islower() and len(words.split()) >= _LEAST_IN_SENTENCE and not _is_act(words)


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
    told, names = listed("state_words") | listed("told_words"), before.split()
    said = [word for word in names if word not in listed("here_words")]  # `is weighed now`
    names = names[: next((n for n, word in enumerate(names) if word in told), len(names))]
    for name in (" ".join(said), " ".join(names)):
        if told_best(explained(name, scene.there, scene, Want.CHECK)) is not None:
            return Switch(Phrase(name, (Reading(name),)), on=True)
    return None


def _is_beside_secrets(text: str, scene: Scene) -> bool:
    return holds_reference(text) or any(e.role == "password" for e in scene.there)


def _without_names(text: str, scene: Scene) -> str:
    """Return the words without the whole names of choices and fields that hold such words: `Morning only` is no limit."""
    if not has_doubt(text):
        return text
    told = [e for e in scene.there if e.role in TWO_STATES | COMBOS | NUMBERS | TYPED_FIELDS]
    offered = [option for e in told if e.role in COMBOS for option in scene.offered(e)]
    lone = {e.name for e in told if e.role in TYPED_FIELDS}  # From and Until
    for named in (*(e.name.strip(_SIGNS_AROUND) for e in told), *offered):
        if (" " in named or named in lone) and has_doubt(named):
            text = re.sub(rf"\b{re.escape(named)}\b", "", text, flags=re.IGNORECASE)
    return text


def pressed_in_turn(clause: Clause, quotes: Quotes, scene: Scene) -> tuple[Clause, ...]:
    """Return the presses of `mute Haze and Side left`, each of a button that begins with its verb; else nothing."""
    source = without_opening(without_closing(clause.source))
    parts = JOINT.split(source) if clause.is_bare and len(source) < _MOST_CHARS else []
    if len(parts) < 2 or clause.is_inherited or has_quote(source) or has_doubt(source):
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
    words = without_closing(quotes.plain(clause.source))
    form = Bare(Phrase(words, (Reading(words),)), is_sentence=True)
    return replace(clause, forms=(form,), verb=words.split()[0] if words else "", is_late=True)


def _joined(said: Sequence[str]) -> str:
    return " ".join(said).replace(" ,", ",").replace(" ;", ";")


def _pressed(said: Sequence[str], scene: Scene) -> Point | None:
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
    return Point(target_of(found.element, words, scene))


def target_of(control: ScreenElement, words: str, scene: Scene) -> Phrase:
    """Return the name of a control where no other one has it, else the words that were said of it."""
    name = control.name.strip()
    alone = sum(e.name == control.name for e in scene.there if e.role == control.role) == 1
    if name and alone:
        return literal(name)
    return Phrase(words, (Reading(words),))


# Clauses that are one name on the screen together.

MAX_MERGED: Final = 4
"""Clauses that may be one name together."""


def visible_merge(instruction: Instruction, first: int, scene: Scene) -> tuple[Form, int] | None:
    """Return the longest run of clauses from `first` on that is one visible name, as a form.

    A clause of its own is taken so too when its words, verb and all, are a name on the screen: "Copy, Cut and
    Paste" may be a button's label. Of `Next, Next again` one would be lost.
    """
    clauses = instruction.clauses
    last = min(len(clauses) - 1, first + MAX_MERGED - 1)
    while last > first and any(c.joint == "hard" for c in clauses[first + 1 : last + 1]):
        last -= 1
    for end in range(last, first - 1, -1):
        source = instruction.merged_source(first, end)
        if (way := listed_path(instruction.quotes.plain(source), scene)) is not None:
            return way, end
        if end > first:
            for form in instruction.merged(first, end):
                is_twice = clauses[end].source.split()[:1] == clauses[first].source.split()
                if not is_twice and is_visible(form, scene, loosely=clauses[end].is_inherited):
                    return form.form if isinstance(form, Inside) else form, end
        whole = phrase(source, instruction.quotes)
        if whole is None or (end == first and not _may_be_name(clauses[first])):
            continue
        if is_visible(Bare(whole), scene):
            return Bare(whole), end
    words = clauses[first].source.strip()
    if words.endswith("=") and sums_up(words, scene):
        return Press(words, literal(words)), first  # a lone `7 * 86 =`
    said = _whole(instruction, first, scene)
    return (said, first) if said is not None else None


def _whole(instruction: Instruction, first: int, scene: Scene) -> Bare | Path | None:
    """Return the thing, or the entry of a menu, that a clause says with all its words."""
    clause = instruction.clauses[first]
    is_usual = not clause.forms or isinstance(clause.forms[0], Edit | WindowOp | Rest)
    is_own = not (clause.is_inherited or is_usual)
    if is_own and (name := said_name(clause.source, clause.forms[0], scene)):
        return Bare(literal(name))
    menus = _menu_path(instruction, first, scene)
    if menus is None and clause.is_bare:
        menus = meant_path(instruction.quotes.plain(clause.whole), scene)
    return menus


def _menu_path(instruction: Instruction, first: int, scene: Scene) -> Path | None:
    """Return the path that a lone `File, New Window` is, where a menu of the first name is on the screen."""
    clause = instruction.clauses[first]
    source = IN_FIRST.sub("", clause.source.lstrip(), count=1)  # `Under More, lock it`
    is_placed = source != clause.source.lstrip()
    is_misread = is_placed and isinstance(
        clause.forms[0], WindowOp
    )  # "..., sound the closing horn"
    parts = source.split(",") if clause.is_bare or is_misread else []
    items = [phrase(part, instruction.quotes) for part in parts]
    found = tuple(item for item in items if item is not None)
    if len(found) < 2 or len(found) != len(items) or has_doubt(clause.source):
        return None
    look = in_window if scene.near else resolve
    menu = look(found[0], scene, Want.MENU)
    is_menu = isinstance(menu, Found) and not is_switch(menu.element)  # `poles, helmet` are boxes
    if isinstance(menu, Found) and is_placed:  # `In Appearance, zoom 90`: no
        is_menu = menu.element.role == "menu" or "expandable" in menu.element.states
    return Path(found, said=instruction.quotes.plain(parts[-1]).strip()) if is_menu else None


def _may_be_name(clause: Clause) -> bool:
    """Tell whether a lone clause may also be the name of something to click.

    "Select all" and "Copy" stay commands even where a button is called so; words that were not
    understood, and a verb with a thing ("Open file"), may be names.
    """
    if clause.is_inherited:
        return False
    if clause.is_bare:
        return True
    return isinstance(clause.forms[0], Open | Choose | Switch) and " " in clause.source.strip()


# Slips of the keyboard: `pleae`, `adn`, `asign`.

_WORD: Final = re.compile(r"(?<![\w@./\\:'’-])[^\W\d_]{3,20}(?!['’](?!s\b)|[\w@/\\-]|[.:]\w)")  # noqa: RUF001
"""A bare word: none in an address, a file name or a number."""
_TYPED: Final = ("text", "value", "name", "to", "address", "file", "words")
"""The parts of a form that are written somewhere as they stand."""
_SMALL: Final = 3
"""Letters of the words of a language that are known by two swapped letters, however short: `adn`."""
_LEAST_SHOWN: Final = 7
"""Letters of a name on the screen of which one was lost or doubled: "Place" is no slip of "Palace"."""


def righted(text: str, scene: Scene) -> tuple[Instruction, frozenset[str]] | None:
    """Return an instruction with its slips put right, and the words put in their place; None where it has none."""
    quotes = Quotes(text)
    shown = frozenset(_shown(scene))
    put = {
        m.group(): meant
        for m in _WORD.finditer(quotes.masked)
        if (meant := _meant(m.group() if m.start() else m.group().casefold(), shown))
    }
    if not put:
        return None
    better = _WORD.sub(lambda m: put.get(m.group(), m.group()), quotes.masked)
    return parse(quotes.written(better)), frozenset(word.casefold() for word in put.values())


def types_any(forms: Iterable[Form], words: frozenset[str]) -> bool:
    """Tell whether forms write one of these words somewhere: what is put right may be the value."""
    return not words.isdisjoint(word for form in forms for word in _typed(form))


def _shown(scene: Scene) -> Iterator[str]:
    for element in scene.there:
        yield from _WORD.findall(element.name)


def _meant(word: str, shown: frozenset[str]) -> str:
    """Return the one word that a slip has made this of; nothing where it is a word, or may be several."""
    said = word.casefold()
    there = {name.casefold(): name for name in shown}
    if said in vocabulary() or said in there or any(_has_ending(said, name) for name in there):
        return ""
    of_screen = {name for name in there if _is_shown_slip(said, name)}
    # A word with a capital is a name: no word of a language was meant by it.
    known = _of_language(said) if word.islower() else frozenset()
    meant = of_screen | known
    return there.get(*meant, *meant) if len(meant) == 1 else ""


def _has_ending(first: str, second: str) -> bool:
    """Tell whether one of two words is the other with an ending: "File" is no slip of "Files"."""
    longer = max(first, second, key=len)
    return is_kin(first, second) and longer[-1] != longer[-2]


def _is_shown_slip(said: str, name: str) -> bool:
    is_twin = any(a == b for a, b in pairwise(name))
    least = SURE_LETTERS if len(said) == len(name) or is_twin else _LEAST_SHOWN
    return len(name) >= least and is_slip(said, name)


@cache
def _small_words() -> frozenset[str]:
    return frozenset(w for w in listed("and") | listed("articles") | {"the"} if len(w) == _SMALL)


@lru_cache(maxsize=4096)
def _of_language(said: str) -> frozenset[str]:
    small = {w for w in _small_words() if said[0] == w[0] and said[1:] == w[:0:-1]}
    return frozenset(small | {word for word in vocabulary() if is_slip(said, word)})


def _typed(form: Form) -> Iterable[str]:
    """Yield the words that a form writes somewhere."""
    if isinstance(form, Inside):
        yield from _typed(form.form)
    if isinstance(form, Press):
        return
    for key in _TYPED:
        text = getattr(form, key, None)
        if isinstance(text, str):
            yield from (word.casefold() for word in _WORD.findall(text))


# What of an instruction is meant for a password field, told before any screen was looked at.

_FIELD_WORD: Final = re.compile(r"\s+(?:field|box|input|entry|prompt)$", re.IGNORECASE)

_NO_FIELD: Final = re.compile(
    r"\b(?:forgot|forgotten|lost|reset|change|show|hide)\b", re.IGNORECASE
)

_UNTIL: Final = re.compile(r"\b(?:until|bis)\b.*", re.IGNORECASE)

_SAME: Final = re.compile(
    r"(?:in(?:to|side)? )?(?:it|this|that|there|here|es|dort|dorthin|da|darauf|hinein|(?:the|that|das) (?:field|box|feld))",
    re.IGNORECASE,
)
"""Words for the thing that was meant last."""


def leads_to_password(form: Form) -> bool:
    """Tell whether the focus is in a password field afterwards: `click the new password field`.

    `Password manager` and `Forgot password?` lead elsewhere.
    """
    match form:
        case Inside():
            return _is_password_field(form.where) or leads_to_password(form.form)
        case Once():
            return leads_to_password(form.form)
        case TurnUntil():
            return _is_password_field(Phrase(form.text, ()))
        case Press() if (until := _UNTIL.search(form.text)) and names_password(until.group()):
            return True
        case _:
            return any(map(_is_password_field, phrases_of(form)))


def leads_elsewhere(form: Form) -> bool:
    """Tell whether the focus is surely in something else afterwards: keys and waiting move it nowhere."""
    match form:
        case Inside() | Once():
            return leads_elsewhere(form.form)
        case Press(on=None) | Bare() | Turn() | Expect() | Tell() | Fact():
            return False
        case Focus() | Open() | WindowOp() | Visit() | OpenFile():
            return True
        case _:
            targets = [target.text for target in phrases_of(form)]
            return bool(targets) and not any(
                names_password(words) or _SAME.fullmatch(words) for words in targets
            )


def put_into_password(form: Form, *, is_in_field: bool) -> str:
    """Return the text that a form puts into a password field, or into the one in use if that is one."""
    match form:
        case Inside(where=where):
            is_there = is_in_field or _is_password_field(where)
            return put_into_password(form.form, is_in_field=is_there)
        case Once():
            return put_into_password(form.form, is_in_field=is_in_field)
        case Type(text=text, target=target) | Assign(value=text, target=target):
            pass
        case Insert(text=text, where=target) | Rewrite(text=text, where=target):
            pass
        case Transfer(part=Part(words=text), to=target):
            pass
        case Drag(origin=Phrase(text=text), destination=Phrase() as target):
            pass
        case Choose(option=Phrase(text=text), target=target) if not _EVERYTHING.fullmatch(text):
            pass
        case _:
            return ""
    if target is None and (told := _TOLD_LATE.fullmatch(text)) and names_password(told[2]):
        return told[1]
    if target is None or _SAME.fullmatch(target.text):
        return text if is_in_field else ""
    return text if names_password(target.text) else ""


_EVERYTHING: Final = re.compile("all|alles?|everything", re.IGNORECASE)
"""What `select all in Password` chooses, which is no text."""

_TOLD_LATE: Final = re.compile(
    r"(.+?),?(?:\s+(?:there|dort))?\s+"
    r"(?:(?:after|once|when|while|as soon as|nachdem|sobald|wenn|während)\s+(.+))",
    re.IGNORECASE,
)
"""Words for a text before those that tell where it goes: `type X there after clicking Y`."""


def _is_password_field(target: Phrase) -> bool:
    told = (target.text, *(reading.label for reading in target.readings))
    return any(
        names_password(words)
        and not names_password(words.rpartition(" ")[0])
        and not _NO_FIELD.search(words)
        for words in (_FIELD_WORD.sub("", words) for words in told)
    )


_JOINT: Final = re.compile(r"[;,]\s+|\s+(?:and|then|und|dann|danach)\s+", re.IGNORECASE)

_PASTED: Final = re.compile(
    r"(?:paste|insert|put|füge?|setze?|kopiere?)\s+(?:in\s+)?(.+?)(?:\s+(?:ein|in|there))?\s*",
    re.IGNORECASE,
)
"""Words for a text that is to come into the field in use, as no step of ours does it."""


_PINNING: Final = re.compile(
    r"(?P<joint>^|[.;,]\s+|\b(?:and|then)\s+)(?:please\s+)?pin\s+(?=(?:this|that|his|her|our|your|[^\W\d_]+['\u2019]s)\s+[^\W\d_]{3})",
    re.IGNORECASE,
)
"""`pin Milo's message`: a verb, and nobody's number."""


def meant_for_passwords(task: str) -> tuple[str, ...]:
    """Return the texts of a task that its own words put into a password field.

    Such a step is refused in any case; this is for what tells and keeps the task meanwhile, and for what
    a model server is not told.
    """
    typed, is_in_field = [], False
    instruction = parse(task)
    for clause in _taken_apart(instruction):
        is_no_verb = clause.is_inherited or clause.is_bare
        pasted = _PASTED.fullmatch(clause.source.strip()) if is_no_verb else None
        if is_in_field and pasted is not None:
            typed.append(instruction.quotes.plain(pasted.group(1)))
        typed += [put_into_password(form, is_in_field=is_in_field) for form in clause.forms]
        if any(map(leads_to_password, clause.forms)):
            is_in_field = True
        elif not is_no_verb and all(map(leads_elsewhere, clause.forms)):
            is_in_field = False
    found = (*typed, *spoken_passwords(_PINNING.sub(r"\g<joint>", task)))
    return tuple(dict.fromkeys(text for text in found if text and not holds_reference(text)))


def _taken_apart(instruction: Instruction) -> Iterator[Clause]:
    """Return the clauses; one that nobody understands is taken apart at its joints."""
    for clause in instruction.clauses:
        parts = _JOINT.split(clause.source) if clause.is_bare else []
        for part in parts if len(parts) > 1 else ():
            apart = parse(instruction.quotes.written(part))
            yield from (replace(c, source=apart.quotes.written(c.source)) for c in apart.clauses)
        if len(parts) < 2:
            yield clause
