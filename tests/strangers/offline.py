"""Plays what strangers would say on stills, and counts what came of it: no program, nothing is sent, minutes for thousands.

    python -m tests.strangers.offline list build/stills/FILE.pickle
    python -m tests.strangers.offline play SENTENCES.jsonl ... [--fail] [--meaning]

Whoever writes the sentences sees the picture of a still and what `list` prints, and neither the code nor other
sentences. A line of the file holds `still` (the name of the file without its ending), `say`, and what must have
happened in the end, by the numbers of the list: `press` (what was pressed, in any order), `hold` (number -> text,
option, or true and false of a box), or `model: true` where it takes knowledge or judgement.

A small world plays the program: fields take texts, boxes turn, lists unfold and take what was chosen, everything else
only notes that it was pressed. So it counts what was understood. What a program makes of it, only `run` can tell.
With `--meaning` the sentence encoder tells what words mean that name nothing.
"""

import argparse
import json
import pickle
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from automation.commands.find.screen_view import Scene
from automation.commands.read.values import moment
from automation.core import actions as a
from automation.core.geometry import Rect
from automation.core.proposal import Finish, Outcome, Proposal, Question
from automation.screen.roles import FORM_FIELDS, NUMBERS, TWO_STATES
from model.text_encoder import TextEncoder, folder_of
from tests.fakes.driver import MOST_STEPS, Driver
from tests.fakes.fake_reader import element
from tests.fakes.screens import Seen
from tests.strangers.still import FOLDER, StillReader, told

CHOSEN = frozenset({"tab", "list_item", "tree_item", "row", "cell", "table_cell"})
"""Pressing one of these chooses it."""
MEANS = {
    "ctrl+s": "save", "f5": "reload", "ctrl+p": "print", "ctrl+n": "new", "ctrl+z": "undo", "ctrl+y": "redo",
    "ctrl+f": "find", "alt+left": "back", "alt+right": "forward", "ctrl+t": "new tab", "ctrl+c": "copy",
}  # fmt: skip
"""Keys that do what a button or entry of that name does."""
STEPS = {"up": 1, "right": 1, "down": -1, "left": -1, "home": -1e9, "end": 1e9}
"""By how many of its steps a key moves a number."""
SHOWN_ROWS = 12
UNLISTED = frozenset({"document", "panel", "group", "scrollbar", "separator", "window", "image"})


PARTS = {"Month", "Day", "Year", "Hours", "Minutes", "AM/PM"}
HALVES = {"AM": "1", "PM": "2"}


@dataclass
class World(StillReader):
    """A still whose parts take what is sent to them."""

    told: dict
    changed: dict = field(default_factory=dict)
    """The elements that are no longer as on the still, by their handles."""
    pressed: list = field(default_factory=list)
    keys: list = field(default_factory=list)
    on_the_way: set = field(default_factory=set)
    """Menus and lists that were opened, by their handles: pressed, if that was all that was wanted."""
    is_all_chosen: bool = False
    """Whether Ctrl+A was pressed, so that the next text takes the place of the whole one."""
    open_list: object = None
    open_menus: tuple = ()
    """The menus that are open, each in the one before it."""

    def __post_init__(self):
        super().__init__(self.told)

    def _now(self, elements):
        return [self.changed.get(e.handle, e) if e.handle else e for e in elements]

    def tree(self, observation, *, whole_screen=False):
        return [*self._now(super().tree(observation, whole_screen=whole_screen)), *self._entries()]

    def refreshed(self, element):
        entry = next((e for e in self._entries() if e.handle == element.handle), None)
        return entry or self.changed.get(element.handle) or super().refreshed(element)

    def number(self, element):
        held = self.numbers.get(element.handle)
        now = self.changed.get(element.handle)
        try:
            return held and replace(held, value=float(now.value)) if now else held
        except (TypeError, ValueError):
            return held

    def focused(self, observation):
        there = [e for e in self.tree(observation) if "focused" in e.states]
        return there[0] if there else super().focused(observation)

    def _entries(self):
        """Return the entries of the list or of the menus that are open, below them."""
        return [*self._options(), *self._menu_entries()]

    def _menu_entries(self):
        found = []
        for depth, menu in enumerate(self.open_menus):
            way = [m.handle for m in self.open_menus[: depth + 1]]
            inside = [w[-1] for w in self.told["menus"] if [m.handle for m in w[:-1]] == way]
            box = self.open_menus[0].box
            found += [
                replace(
                    e, box=Rect(box.x + 200 * depth, box.bottom + 24 * n, 190, 24),
                    window_id=menu.window_id or e.window_id, states=e.states | {"showing"},
                )
                for n, e in enumerate(inside)
            ]  # fmt: skip
        return found

    def _options(self):
        combo = self.open_list
        if combo is None:
            return []
        box, names = combo.box, self.told["options"].get(combo.handle, ())
        return [
            element(
                name, "list_item", Rect(box.x, box.bottom + 22 * n, max(box.w, 40), 22),
                window_id=combo.window_id, window_title=combo.window_title, parent_name=combo.name,
                states=frozenset({"enabled", "showing", "selectable"}),
            )
            for n, name in enumerate(names)
        ]  # fmt: skip

    def _change(self, one, **fields):
        self.changed[one.handle] = replace(self.refreshed(one) or one, **fields)

    def _mark(self, one, state, is_on):
        states = (self.refreshed(one) or one).states
        self._change(one, states=states | {state} if is_on else states - {state})

    def _focus(self, one):
        for other in [
            e for e in self._now(self.told["tree"]) if "focused" in e.states and e.handle
        ]:
            self._mark(other, "focused", False)
        self._mark(one, "focused", True)

    def _press(self, one, count=1, button="left"):
        entry = next((e for e in self._options() if e.handle == one.handle), None)
        if entry is not None:
            combo, self.open_list = self.open_list, None
            states = self.refreshed(combo).states - {"expanded"}
            name = entry.name if combo.value is None else combo.name
            self._change(combo, value=entry.name, name=name, states=states)
            return
        self.open_list = None
        if self._unfolds(one):
            self.on_the_way.add(one.handle)
            return
        if one.role == "combo" and self.told["options"].get(one.handle):
            self.open_list = self.refreshed(one)
            self.on_the_way.add(one.handle)
            return
        states = (self.refreshed(one) or one).states
        if one.role == "radio":
            self._choose(one, "checked")
        elif one.role in TWO_STATES or "checkable" in states:
            self._mark(one, "checked", "checked" not in states)
        elif one.role in CHOSEN and "selected" not in states and count == 1 and button == "left":
            self._choose(one, "selected")
            self.pressed.append((one, button, count))
        elif one.role in FORM_FIELDS or one.role in NUMBERS:
            self._focus(one)
        else:
            if "expandable" in states:
                self._mark(one, "expanded", "expanded" not in states)
            self._step(one, count)
            self.pressed.append((one, button, count))

    def _step(self, one, count):
        """Make the number between two buttons larger or smaller, where one of them was pressed."""
        for stepper in Scene(self.told["observation"], self).steppers:
            way = {stepper.more.handle: count, stepper.less.handle: -count}.get(one.handle)
            if way is not None:
                number = self.refreshed(stepper.number)
                text = f"{float(stepper.number.name) + way:g}"
                is_field = number.role == "field"
                self._change(number, **({"value": text} if is_field else {"name": text}))

    def _unfolds(self, one):
        """Open the menu of an entry, if it has one; else close what is open."""
        shown = [e.handle for e in self._menu_entries()]
        above = self.open_menus if one.handle in shown else ()
        while above and one.handle not in [
            w[-1].handle
            for w in self.told["menus"]
            if [m.handle for m in w[:-1]] == [m.handle for m in above]
        ]:
            above = above[:-1]
        way = (*above, one)
        handles = [m.handle for m in way]
        has_more = any(
            [m.handle for m in w[: len(way)]] == handles and len(w) > len(way)
            for w in self.told["menus"]
        )
        self.open_menus = way if has_more else ()
        return has_more

    def _choose(self, one, state):
        for other in self._now(self.told["tree"]):
            is_beside = other.role == one.role and other.parent_name == one.parent_name
            if is_beside and other.handle and state in other.states:
                self._mark(other, state, False)
        self._mark(one, state, True)

    def take(self, proposal):
        """Do what a proposal would send."""
        intent, one = proposal.intent, proposal.element
        match intent:
            case a.Click() if one is not None and one.handle:
                if one.role == "slider" and self.number(one):
                    self._slide(one, intent.at.point)
                else:
                    self._press(one, intent.count, intent.button)
            case a.Write():
                self._write(intent, one)
            case a.Hotkey() if self._turns(intent):
                pass
            case a.Hotkey() if "+".join(intent.keys).casefold() == "ctrl+a":
                self.is_all_chosen = True
            case a.Wait() | a.Move() | a.Shown() | a.Equals() | a.Checked() | a.WindowTitle():
                pass
            case a.Hotkey():
                self.keys.append(intent.keys)
            case _:
                self.keys.append(told(proposal))

    def _slide(self, one, point):
        """Put a slider to where its track was pressed."""
        self._focus(one)
        held = self.number(one)
        share = min(1.0, max(0.0, (point.x - one.box.x) / max(1, one.box.w)))
        step = held.step or 1.0
        steps = round(share * (held.highest - held.lowest) / step)
        self._change(one, value=f"{held.lowest + steps * step:g}")

    def _turns(self, intent):
        """Move the number box or slider that has the keyboard; tell whether it is one and the key is its own."""
        one, steps = self.focused(None), STEPS.get(intent.keys[-1].casefold())
        held = one and one.handle and one.role in NUMBERS and self.number(one)
        if not held or steps is None:
            return False
        step = held.step or 1.0
        value = min(held.highest, max(held.lowest, held.value + steps * intent.repeat * step))
        self._change(one, value=f"{value:g}")
        return True

    def _write(self, intent, one):
        if one is None or not one.handle or intent.at is None:
            areas = [e for e in self.told["tree"] if e.handle and "multi_line" in e.states]
            one = self.focused(None) or (areas[0] if len(areas) == 1 else None)
        if one is None or not one.handle:
            self.keys.append(f"types {intent.text}")
            return
        boxes = [e for e in self.told["tree"] if e.role == "spinner" and one.role == "spinner"]
        boxes = [e for e in boxes if e.parent_name == one.parent_name and e.name.split()[:1]]
        if len(boxes) > 1 and boxes[0].handle == one.handle and boxes[0].name.split()[0] in PARTS:
            left = iter(intent.text)
            for box in boxes:  # a browser goes on to the next part of a day by itself
                said = "".join(islice(left, 4 if box.name.startswith("Year") else 2))
                self._change(box, value=HALVES.get(said) or said.lstrip("0") or "0")
            return
        is_whole = intent.overwrite or self.is_all_chosen or one.role in NUMBERS
        old = self.refreshed(one).value or self.held(None, one) or ""
        self.is_all_chosen = False
        self._focus(one)
        self._change(one, value=_as_day(intent.text, old) if is_whole else old + intent.text)


def _as_day(text, old):
    """Return digits as a field shows them that holds a day or a time of as many: 2024-05-01, 08:30."""
    parts = re.findall(r"\d+|\D+", old)
    is_like = sum(map(str.isdigit, parts)) > 1  # not "120 l"
    is_like &= text.isdigit() and len(text) == sum(map(str.isdigit, old))
    if not is_like:
        return text
    left = iter(text)
    return "".join("".join(islice(left, len(p))) if p.isdigit() else p for p in parts)


def listed(kept):
    """Return the things of a still that can be told by number: fields, buttons, boxes, entries, texts."""
    return [e for e in kept["tree"] if e.handle and e.role not in UNLISTED and e.box.area]


def _held(one, number=None):
    """Return what a thing holds: its text, option or number, or whether it is on."""
    if number is not None and one.value is None:
        return f"{number.value:g}"
    if one.role in TWO_STATES or one.role == "radio" or "checkable" in one.states:
        return "checked" in one.states
    return one.value if one.value is not None else (one.name if one.role == "combo" else None)


def describe(kept):
    """Return one line for each thing of a still."""
    lines = []
    for number, one in enumerate(listed(kept)):
        words = [f"{number:3} {one.role:12} {one.name!r}"]
        words += [f"label {one.label!r}"] if one.label and one.label != one.name else []
        words += [f"in {one.parent_name!r}"] if one.parent_name else []
        held = _held(one, kept["numbers"].get(one.handle))
        words += [f"holds {held!r}"] if held not in (None, "") else []
        offers = kept["options"].get(one.handle, ())
        words += [f"offers {list(offers[:SHOWN_ROWS])}"] if offers else []
        words += ["(disabled)"] if "enabled" not in one.states and one.role != "text" else []
        lines.append(f"{' '.join(words)} at {one.box.x},{one.box.y} {one.box.w}x{one.box.h}")
    return lines


@dataclass(frozen=True)
class Came:
    """What a sentence came to."""

    how: str
    """right, picked (asked, and right once answered), wrong (something else was done), asked, unread, missing, other."""
    steps: Sequence[str]
    ended: str


def play(kept, line, alike=None):
    """Play one sentence on a still; a question is answered in each way, and counts as picked where one is right.

    Args:
        alike: compares meanings; without it the commands read words alone.
    """
    came, choices = _played(kept, line, alike, ())
    if came.how != "asked":
        return came
    for n in range(1, choices + 1):
        answered, more = _played(kept, line, alike, (n,))
        if answered.how == "right" and not more:
            return replace(answered, how="picked")
    return came


def _played(kept, line, alike, answers):
    """Return what came of a sentence, and how many choices it ended with."""
    world = World(kept)
    driver = Driver(line["say"], Seen(kept["observation"], world), alike)
    driver.reader = _Fixed(world)
    steps, last, left = [], None, list(answers)
    for _ in range(MOST_STEPS):
        last = driver.decide()
        steps.append(told(last))
        if isinstance(last, Question) and left:
            driver.chosen = left.pop(0)
            continue
        if not isinstance(last, Proposal):
            break
        world.take(last)
        driver.take(last)
    choices = len(last.candidates) if isinstance(last, Question) else 0
    return Came(_judged(world, kept, line, last), steps, steps[-1] if steps else ""), choices


class _Fixed:
    """Takes the lists that the driver wants to give a fake reader: a world has its own."""

    def __init__(self, world):
        self.elements, self.lines = world.elements, world.lines


def _judged(world, kept, line, last):
    did = bool(world.pressed or world.keys or _changes(world, kept))
    if line.get("model"):
        return "wrong" if did else "right"
    if isinstance(last, Question):
        return "asked"
    if isinstance(last, Proposal):
        return "other"
    assert isinstance(last, Finish)
    if _is_as_wanted(world, kept, line):
        return "right" if last.outcome is Outcome.DONE else "other"
    if last.outcome is Outcome.DONE:
        return "wrong"
    if did:
        return "half"
    return {Outcome.NEEDS_MODEL: "unread", Outcome.NOT_FOUND: "missing"}.get(last.outcome, "other")


def _before(kept):
    return {e.handle: _held(e, kept["numbers"].get(e.handle)) for e in kept["tree"] if e.handle}


def _changes(world, kept):
    """Return what holds something else than on the still: handle -> what it holds now."""
    before, fresh = _before(kept), {h: _held(e) for h, e in kept["fresh"].items() if e}
    now = {h: _held(e) for h, e in world.changed.items()}
    # What a program tells only when it is asked is no change.
    known = {h: (before.get(h) or "", fresh.get(h) or "") for h in now}
    return {h: held for h, held in now.items() if (held or "") not in known[h]}


def _is_as_wanted(world, kept, line):
    things = listed(kept)
    before = _before(kept)
    wanted = {things[int(n)].handle: held for n, held in line.get("hold", {}).items()}
    wanted = {h: held for h, held in wanted.items() if _plain(held) != _plain(before.get(h))}
    radios = {e.handle for e in things if e.role == "radio"}  # another one turns them off
    got = {
        h: held
        for h, held in _changes(world, kept).items()
        if h in wanted or held or h not in radios
    }
    pressed_on = {things[int(n)].handle for n in line.get("press", ())}  # a switch is pressed, too
    got = {h: held for h, held in got.items() if h in wanted or h not in pressed_on}
    for whole in [e for e in things if e.handle in wanted]:
        parts = [e for e in things if e.parent_name == whole.name and e.name.split()[:1]]
        parts = [e for e in parts if e.role == "spinner" and e.name.split()[0] in PARTS]
        if parts and _is_moment(wanted[whole.handle], [world.refreshed(e) for e in parts]):
            del wanted[whole.handle]
            got = {h: x for h, x in got.items() if h not in {e.handle for e in parts}}
    is_held = {h: _plain(x) for h, x in wanted.items()} == {h: _plain(x) for h, x in got.items()}
    presses = {things[int(n)].handle for n in line.get("press", ())}
    presses -= set(_changes(world, kept))  # pressing it has turned it
    done = {one.handle for one, _, _ in world.pressed} | (world.on_the_way & presses)
    done |= {e.handle for e in things if e.handle in presses and _is_meant(e, world.keys)}
    return is_held and done == presses


def _is_moment(said, boxes):
    """Tell whether the parts of a browser's day or time hold what was said of the whole."""
    held = {box.name.split()[0]: int(box.value or 0) for box in boxes}
    said = re.sub(r"\b0(?=\d:)", "", str(said))
    told = [
        moment(said, order) for order in ((), ("month", "day", "year"), ("day", "month", "year"))
    ]
    if "Hours" in held:
        late = 12 * (held.get("AM/PM") == 2) - 12 * (held["Hours"] == 12)
        now = {"hour": held["Hours"] + late, "minute": held["Minutes"]}
        alike = ({"hour": t["hour"] + 12 * (t.get("half") == 2 and t["hour"] < 12), "minute": t.get("minute", 0)}
                 for t in told if t and "hour" in t)  # fmt: skip
        return now in alike
    now = {"year": held.get("Year"), "month": held.get("Month"), "day": held.get("Day")}
    return any(t and all(now[p] == n for p, n in t.items() if p in now) for t in told)


def _is_meant(one, keys):
    """Tell whether a key that was pressed does what this button or entry does."""
    name = one.name.casefold()
    meant = [MEANS.get("+".join(k).casefold()) for k in keys if isinstance(k, tuple)]
    return any(word and re.match(rf"{word}\b", name) for word in meant)


def _plain(held):
    if not isinstance(held, str):
        return held
    text = " ".join(held.split()).casefold().rstrip(".")
    try:
        return float(text)
    except ValueError:
        return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("work", choices=("list", "play"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument(
        "--fail", action="store_true", help="tell of each sentence that was not done"
    )
    parser.add_argument("--meaning", action="store_true", help="with the sentence encoder")
    given = parser.parse_args()
    alike = TextEncoder(folder_of()).alike if given.meaning else None
    if given.work == "list":
        for file in given.files:
            sys.stdout.write("\n".join(describe(pickle.loads(file.read_bytes()))) + "\n")
        return
    for file in given.files:
        counts = Counter()
        lines = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
        stills = {}
        for line in lines:
            kept = stills.get(line["still"])
            if kept is None:
                kept = stills[line["still"]] = pickle.loads(
                    (FOLDER / f"{line['still']}.pickle").read_bytes()
                )
            came = play(kept, line, alike)
            counts[came.how] += 1
            if given.fail and came.how != "right":
                sys.stdout.write(f"{came.how:8}{line['still']}|{line['say']}\n")
                sys.stdout.write("".join(f"            {step}\n" for step in came.steps))
        share = 100 * counts["right"] / max(1, len(lines))
        sys.stdout.write(
            f"{file.stem}: {share:.1f} % of {len(lines)} {dict(counts.most_common())}\n"
        )


if __name__ == "__main__":
    main()
