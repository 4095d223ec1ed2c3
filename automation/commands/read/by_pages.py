"""Reads clauses that say a page of a window first, or at their end, and what is to be done there.

`In Display set Zoom to 90`, `Sounds: Volume 40`, `go to Meter readings, electricity 48213`: the page is opened, and
what follows is read by what stands on it then.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from automation.commands.find.coverage import explained, is_filler, told_best, wording
from automation.commands.find.resolve import IN_FRONT, is_page_entry, resolve
from automation.commands.find.screen_view import Scene
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Focus,
    Form,
    Inside,
    Open,
    Path,
    Point,
    Submit,
    phrases_of,
)
from automation.commands.language import words as listed
from automation.commands.matching import Found, Missing, Want
from automation.commands.read.asides import named_windows
from automation.commands.read.by_values import JOINT, TEXT_FIRST, said_late, target_of
from automation.commands.read.denials import DENIES
from automation.commands.read.grammar import Clause, Splitter, forms_of
from automation.commands.read.verbs import looks_like_order, starts_with_verb
from automation.commands.targets import ACTIONABLE, literal
from automation.commands.words import (
    FREE,
    Piece,
    Quotes,
    as_said,
    has_doubt,
    pieces_of,
    without_closing,
    without_opening,
)
from automation.core.observation import ScreenElement
from automation.screen.roles import BUTTONS, LABELS, MENU_ENTRIES, NUMBERS, TYPED_FIELDS
from automation.screen.rows import shares_row

_MOST_IN_PLACE: Final = 5
_LEAST_WORDS: Final = 2
_PAGES: Final = frozenset({"tab", "list_item", "tree_item"})
"""What brings another page to the front."""
_OPENERS: Final = BUTTONS | {"menu_item"}
"""What brings up a dialog in which the values behind a colon are said."""
_DOTS: Final = ("…", "...")


def parted(
    clause: Clause,
    quotes: Quotes,
    scene: Scene,
    others: Sequence[Clause] = (),
    *,
    whole: Form | None = None,
) -> tuple[Clause, ...]:
    """Return the opening of a page that is said and not in front, and what is to be done there; else nothing.

    A value whose button says the same verb is taken by that: `set the count to 12`, beside "Set count".

    Args:
        others: all clauses of the instruction, which may order the press themselves; none where words were left out.
        whole: what it is as one name, with the clauses behind it; "Room 3, light off" is no menu.
    """
    windows = [form.where for form in clause.forms if isinstance(form, Inside)]
    is_name = whole is not None and not isinstance(whole, Path)
    if is_name or any(named_windows(where, scene) for where in windows):
        return ()
    if first := _with_its_button(clause, quotes, scene, others) or _opened_first(
        clause, quotes, scene
    ):
        return first
    apart = (
        *_opener_apart(clause, scene), *_places_apart(clause), *_entries_apart(clause, scene)
    )  # fmt: skip
    going = listed("going_alone")  # "auf Kegelabend wechseln" is all of it
    for place, step in (pair for pair in apart if pair[1].strip().casefold() not in going):
        is_colon = place.endswith(":")
        page = _page_called(place.rstrip(",:."), scene)
        opener = None if page or not is_colon else _opener_called(place.rstrip(":"), step, scene)
        is_vague = place.rstrip(",").casefold() in listed("vague_names")
        page = page or opener or (_more_called(place.rstrip(","), scene) if is_vague else None)
        pieces = pieces_of(step.lstrip()) if step.strip() else []
        then = Splitter(pieces, quotes).clauses() if pieces and page is not None else []
        is_giving = step.split()[:1] and step.split()[0].casefold() in listed("giving_verbs")
        is_opener = page is not None and _is_opener(page) and is_colon
        is_tab = page is not None and page.role == "tab"
        # read by what the page has: `volume to 70`
        is_told = is_tab and (is_colon or starts_with_verb(step))
        if place.endswith(",") or is_giving or is_opener or is_told or is_vague:
            then = [said_late(c, quotes) if c.is_bare else c for c in then]
        is_read = is_colon or not any(c.is_bare or not c.forms for c in then)
        if not then or page is None or not is_read:
            continue
        # Each entry of several shows its own: "in Room 2 set the humidity to 80".
        is_entry = page.role == "button" and is_page_entry(page, scene)
        is_lone = is_colon and len(JOINT.split(step)) < _LEAST_WORDS
        if is_lone and not (is_tab or opener or is_entry):
            continue
        said = [target for c in then for form in c.forms[:1] for target in phrases_of(form)]
        if said and page.states & IN_FRONT:
            return tuple(then)
        name = target_of(page, place, scene)
        if is_opener and _is_end_of(page, step, scene):
            return *then, Clause(place, (Point(name),), "then", ", then ", is_inherited=True)
        here = Want.EDIT if is_opener else Want.ANY
        is_here = any(isinstance(resolve(t, scene, here), Found) for t in said)
        if not said or (is_here and not is_entry):
            continue
        opening = Choose(name) if page.role in _PAGES else Point(name)
        opens = Clause(place, (opening,), clause.joint, clause.joint_text, is_inherited=True)
        is_last = bool(others) and others[-1] is clause and not DENIES.search(quotes.masked)
        sent = _sent(page) if is_opener and is_last and page.name.rstrip().endswith(_DOTS) else ()
        return opens, *then, *sent
    return ()


def _sent(opener: ScreenElement) -> tuple[Clause, ...]:
    """Return the press of what sends the form that a button opens, which may be called by its verb: `Report fault…`."""
    said = as_said(opener.name).rstrip("…. ").split()
    verb = next((w for w in (*said[-1:], *said[:1]) if starts_with_verb(w)), "submit")
    return (Clause(verb, (Submit(verb),), "then", ", then ", is_inherited=True),)


def _with_its_button(
    clause: Clause, quotes: Quotes, scene: Scene, others: Sequence[Clause]
) -> tuple[Clause, ...]:
    """Return a clause that sets a value and the press of the button in its row that says its verb and its name."""
    form = next(iter(clause.forms), None)
    if not isinstance(form, Assign) or not others or others[-1] is not clause:
        return ()
    if DENIES.search(quotes.masked):  # "..., but don't press Set count"
        return ()
    called = {f"{as_said(clause.verb)} {as_said(r.label)}" for r in form.target.readings}
    found = resolve(form.target, scene, Want.HOLDER), resolve(form.target, scene, Want.EDIT)
    boxes = [f.element.box for f in found if isinstance(f, Found)]
    buttons = [
        e for e in scene.there
        if e.role == "button" and as_said(e.name) in called and any(shares_row(e.box, b) for b in boxes)
        and not e.name.rstrip().endswith(_DOTS)
    ]  # fmt: skip
    if len(buttons) != 1:
        return ()
    press = Clause(buttons[0].name, (Point(literal(buttons[0].name)),), "then", ", then ", is_inherited=True)  # fmt: skip
    return clause, press


def _opened_first(clause: Clause, quotes: Quotes, scene: Scene) -> tuple[Clause, ...]:
    """Return the opening of what is there and the steps behind it: `go to Meter readings, electricity 48213`."""
    whole = next(iter(clause.forms), None)
    pieces = pieces_of(clause.source) if isinstance(whole, Focus | Open) else []
    if len(pieces) < _LEAST_WORDS or clause.is_inherited or has_doubt(clause.source):
        return ()
    head, rest = pieces[0].text, pieces[1].text
    rest += "".join(p.joint_text + p.text for p in pieces[2:])
    forms = forms_of(head, quotes)[1]
    if not forms or type(forms[0]) is not type(whole) or not _is_step(pieces[1]):
        return ()
    name, names = phrases_of(forms[0])[0], phrases_of(clause.forms[0])
    is_whole = not isinstance(resolve(names[0], scene, Want.ANY), Missing)
    is_there = isinstance(resolve(name, scene, Want.CLICK), Found)
    if is_whole or not is_there or named_windows(name, scene):
        return ()
    then = Splitter(pieces_of(rest.lstrip()), quotes).clauses()
    later = (said_late(c, quotes) if c.is_bare or not c.forms else c for c in then)
    return replace(clause, source=head, forms=forms), *later


def on_page_before(before: Clause, clause: Clause, quotes: Quotes, scene: Scene) -> list[Clause]:
    """Return a part that nothing here explains as what is read on the page that the step before opens; else nothing."""
    first = next(iter(before.forms), None)
    said = first.target if isinstance(first, Bare | Focus | Open | Point) else None
    page = resolve(said, scene, Want.CLICK) if said is not None else None
    is_turned = isinstance(next(iter(before.forms[1:]), None), Point)  # `go to page 2`
    is_opened = isinstance(page, Found) and (
        (said is not None and _says_that_it_opens(page.element, said.label))
        or (isinstance(first, Focus | Open) and (is_turned or is_page_entry(page.element, scene)))
    )
    if not (is_opened or before.is_late) or not _is_step(Piece("comma", "", clause.source)):
        return []
    return [said_late(clause, quotes)]


def _opener_apart(clause: Clause, scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the button that opens, as before a colon, and the values: `New meter with the number 7 and the pier 2`."""
    words = without_opening(clause.source).split()
    words = words[1:] if words and words[0].casefold() in listed("pointing_verbs") else words
    for at in (n for n, word in enumerate(words) if n and word.casefold() in listed("with_words")):
        place, step = " ".join(words[:at]).rstrip("…."), " ".join(words[at + 1 :])
        button = _opener_called(place, step, scene)
        if button is not None and _says_that_it_opens(button, place) and not has_doubt(step):
            yield f"{place}:", step


def _says_that_it_opens(button: ScreenElement, said: str) -> bool:
    """Tell whether what a button is called says that more is asked once it is pressed: `New member`, `Import…`."""
    names = {button.name.strip(), said}
    heads = (as_said(name).split() for name in names)
    is_told = any(
        len(words) > 1 and not listed("opening_names").isdisjoint((words[0], words[-1]))
        for words in heads
    )
    return _is_opener(button) and (is_told or any(name.endswith(_DOTS) for name in names))


def _is_opener(element: ScreenElement) -> bool:
    return element.role in _OPENERS or (element.source == "ocr" and element.role in LABELS)


def _is_step(piece: Piece) -> bool:
    """Tell whether words behind the name of a page are a step or a value: no part of the name, and nothing said of it.

    "Terms and conditions" is one name, and "the newest" tells which one is to be opened;
    a new sentence is a step.
    """
    words = without_opening(piece.text).split()
    if piece.joint == "stop" and words:
        return True
    if len(words) < _LEAST_WORDS or is_filler(words[0]):
        return False
    verbs = listed("giving_verbs") | listed("button_verbs")
    is_verb = words[0].casefold() in verbs or starts_with_verb(piece.text)
    is_verb = is_verb or looks_like_order(piece.text)
    is_value = any(word[0].isdigit() or word[0].isupper() for word in words[1:])
    return is_verb or (piece.joint == "comma" and is_value)


def _places_apart(clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield each way to part a clause into the place that it may say and the rest: `In Display set Zoom to 90`."""
    source = without_opening(clause.source)
    if colon := TEXT_FIRST.match(source):
        yield source[: colon.end() - 1], source[colon.end() :]
        return
    words, inside = source.split(), listed("page_ins")
    if clause.is_inherited or has_doubt(source):
        return
    firsts = (listed("page_places"), inside)  # `Schalte unter Ansicht die Leiste ein`
    for at, (word, places) in enumerate(zip(words, firsts, strict=False)):
        ends = range(min(len(words) - 1, at + 1 + _MOST_IN_PLACE), at + 1, -1)
        for end in ends if word.casefold() in places else ():
            yield " ".join(words[at + 1 : end]), " ".join((*words[:at], *words[end:]))
    for at in range(len(words) - 2, max(1, len(words) - 2 - _MOST_IN_PLACE), -1):
        if words[at].casefold() in inside:  # `turn on dark mode under Appearance`
            yield " ".join(words[at + 1 :]), " ".join(words[:at])


def _entries_apart(clause: Clause, scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield the entry of several pages that is named, as before a colon, and the rest: `turn the fogger off for Room 3`."""
    words = without_closing(without_opening(clause.source)).split()
    bare = [as_said(word.strip(",;:.")) for word in words]
    if clause.is_inherited or has_doubt(clause.source) or len(words) <= _LEAST_WORDS:
        return
    called = [as_said(e.name).split() for e in scene.there if e.role in ACTIONABLE]
    entries = [e for e in scene.there if e.role == "button" and is_page_entry(e, scene)]
    for entry in entries:
        name = as_said(entry.name).split()
        for at, n in product(range(len(words)), range(len(name), 1, -1)):
            if bare[at : at + n] != name[:n]:
                continue
            begin = [other for other in called if other[:n] == name[:n]]
            like = [other for other in called if {*name[:n]} <= {*other} <= {*bare}]
            if all(other[:n] == name[:n] for other in like) and len(begin) == 1:
                link = at and words[at - 1].casefold() in listed("page_links")
                rest = " ".join((*words[: at - 1 if link else at], *words[at + n :]))
                known = {w for other in called if other != name for w in other}
                is_step = any(w in known - FREE or w[0].isdigit() for w in as_said(rest).split())
                if len(rest.split()) >= _LEAST_WORDS and is_step:
                    place = " ".join(words[at : at + n]).rstrip(",;:.")
                    yield f"{place}:", rest.strip(" ,:")
                break


def _opener_called(words: str, step: str, scene: Scene) -> ScreenElement | None:
    """Return the button, or the entry of a menu, that all words name and two or more values follow: `New customer: name Villa Rosa, how often monthly`.

    Or one that is stated: `Edit Granny Smith: the setter is Tomasz`.
    """
    parts, told = [part.split() for part in JOINT.split(step)], step.casefold().split()
    is_stated = bool(told) and told[0] in listed("determiners")
    is_stated &= not listed("stating_words").isdisjoint(told)
    least = 1 if is_stated else _LEAST_WORDS
    if len(parts) < least or not parts or len(parts[0]) < _LEAST_WORDS:
        return None
    buttons = [e for e in scene.there if _is_opener(e)]
    found = explained(words, buttons, scene, Want.CLICK)
    button = told_best(found)
    return button if button is not None and not found[0].left else None


def _more_called(words: str, scene: Scene) -> ScreenElement | None:
    """Return the one button that brings up more of what can be done: `under More lock the cabinet`."""
    said = re.compile(rf"{re.escape(as_said(words))}\W*")
    found = [e for e in scene.there if e.role in BUTTONS and said.fullmatch(as_said(e.name))]
    return found[0] if len(found) == 1 else None


def _is_end_of(button: ScreenElement, step: str, scene: Scene) -> bool:
    """Tell whether the values are for fields before a button, which are empty: `Add item` takes what they hold then."""
    fields = [e for e in scene.there if e.role in TYPED_FIELDS and e.box.y < button.box.bottom]
    heads = [(e, wording(e.name).content) for e in fields if e.name.strip()]
    parts = [wording(part).tokens for part in JOINT.split(step)]
    named = [[e for e, name in heads if part[: len(name)] == name] for part in parts]
    texts = [e for found in named for e in found if e.role not in NUMBERS]
    return all(named) and not any(scene.current(e).value for e in texts)


def _page_called(words: str, scene: Scene) -> ScreenElement | None:
    """Return the tab, or the entry of several pages, whose whole name is said."""
    name = words.split()
    is_told = len(name) > 1 and name[-1].casefold() in listed("page_words")
    name = name[:-1] if is_told else name
    roles = _PAGES | BUTTONS if is_told else _PAGES
    pages = [e for e in scene.there if e.role in roles or is_page_entry(e, scene)]
    menus = [e for e in scene.there if e.role in MENU_ENTRIES and e not in pages]
    found = explained(" ".join(name), [*pages, *menus], scene, Want.CLICK)
    page = told_best(found)
    if page is None or found[0].left:
        begins = [
            e for e in pages if len(name) > 1 and as_said(e.name).startswith(f"{as_said(words)} ")
        ]
        page = begins[0] if len(begins) == 1 else None  # "Room 3", of “Room 3 Lion's mane”
    if page is None or page in menus:  # the Board menu is no page “Boarding”
        return None
    rivals = [
        e for e in scene.there
        if e.role in ACTIONABLE and as_said(e.name) == as_said(page.name)
        and not e.box.intersection(page.box).area
    ]  # fmt: skip
    return None if rivals else page  # the drop-down Bills is no page
