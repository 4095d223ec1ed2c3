"""Says plain things of each still by the names that it shows, in ways that people use, and writes what must come of them.

    python -m tests.strangers.spoken SEED SENTENCES_PER_STILL [PREFIX] > build/spoken.jsonl
    python -m tests.strangers.offline play build/spoken.jsonl --fail

The ways stand in `spoken.yaml`. A sentence may say two things at once, and a quarter are in small letters. It knows what
it means, so nobody has to write down what is right; what people say in other words it cannot tell. Names that two things
have, and such as hold more than words, are left out.
"""

import argparse
import json
import pickle
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from automation.commands.find.coverage import in_page
from automation.commands.find.resolve import is_disabled
from automation.commands.find.screen_view import Scene
from automation.commands.talk import language_of, number_for, takes_words, turns_pages
from automation.commands.words import as_said
from automation.screen.rows import cells_of
from tests.strangers.offline import World, listed
from tests.strangers.still import FOLDER

WAYS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
NAME = re.compile(r"[^\W\d_][\w .&/%'-]{0,33}")
OPTIONS = 2
"""Options of a list that are said."""
OF_BROWSER = {"english", "german"}
SHARE_OF_TWO, SHARE_OF_SMALL = 0.4, 0.25
TRIES = 4


@dataclass(frozen=True)
class Thing:
    """What can be said of one thing, and what must be so then: what it holds, or that it was pressed."""

    kind: str
    words: dict
    hold: dict = field(default_factory=dict)
    press: tuple = ()


def things(kept) -> Iterator[Thing]:
    """Yield what can be said of a still, by the numbers of its list."""
    scene = Scene(kept["observation"], World(kept))
    page = {e.handle for e in in_page(scene.near, scene)}
    there = listed(kept)
    times = Counter(as_said(called(e)) for e in there if e.role not in ("text", "label"))
    for number, one in enumerate(there):
        name = called(one)
        if one.handle not in page or is_disabled(one) or as_said(name) in OF_BROWSER:
            continue
        if one.role in ("checkbox", "toggle"):
            yield from of_box(number, one, scene, there, is_one=times[as_said(name)] == 1)
        elif times[as_said(name)] == 1 and NAME.fullmatch(name):
            yield from of_control(number, one, scene)


def called(one):
    return (one.name.strip() or one.label.strip()).rstrip(":")


def of_box(number, one, scene, there, *, is_one):
    """Yield the turning of a box, which may be called as others in the rows of a table."""
    name, is_on = called(one), "checked" in one.states
    if turns_pages(one, scene) or not NAME.fullmatch(name):
        return
    if is_one:
        yield Thing("off" if is_on else "on", {"x": name}, {number: not is_on})
        return
    cells = cells_of(one.parent_name)
    row = next((c for c in cells if NAME.fullmatch(c) and c != name), "") if len(cells) > 1 else ""
    like = [e for e in there if called(e) == name and row in cells_of(e.parent_name)]
    if row and not is_on and len(like) == 1:
        yield Thing("row_box", {"x": name, "r": row}, {number: True})


def of_control(number, one, scene):
    """Yield what can be done with a control that is no box."""
    words = {"x": called(one)}
    match one.role:
        case "combo":
            held = as_said(scene.current(one).value or one.name)
            offers = [o for o in scene.offered(one) if NAME.fullmatch(o) and as_said(o) != held]
            yield from (Thing("choice", words | {"o": o}, {number: o}) for o in offers[:OPTIONS])
        case "radio" if "checked" not in one.states:
            yield Thing("radio", words, {number: True})
        case "slider" | "spinner" if wanted := number_for(one, scene):
            yield Thing("number", words | {"n": wanted}, {number: wanted})
        case "field" if "multi_line" not in one.states and takes_words(one, scene):
            yield Thing("field", words, {number: "text"})
        case "button":
            yield Thing("button", words, press=(number,))
        case "tab" if "selected" not in one.states:
            yield Thing("tab", words, press=(number,))


def sentence(known, language, chance) -> dict:
    """Return one sentence for one thing or two of a still, with what must come of it."""
    ways, said, hold, press = WAYS[language], "", {}, []
    is_small = chance.random() < SHARE_OF_SMALL
    kinds = sorted({thing.kind for thing in known})
    done = []
    for _ in range(TRIES):
        kind = chance.choice(kinds)
        thing = chance.choice([t for t in known if t.kind == kind])
        last = done[-1] if done else None
        if last is not None and (kind in ("tab", last.kind) or thing.words["x"] == last.words["x"]):
            continue
        slots = {k: w.lower() if is_small else w for k, w in thing.words.items()}
        if language == "de" and "n" in slots:
            slots["n"] = slots["n"].replace(".", ",")
        said += chance.choice(ways["joints"]) if done else ""
        said += chance.choice(ways[kind]).format(t=ways["text"], **slots)
        hold |= {str(n): ways["text"] if held == "text" else held for n, held in thing.hold.items()}
        press += thing.press
        done.append(thing)
        if len(done) > 1 or kind in ("tab", "button") or chance.random() > SHARE_OF_TWO:
            break
    return {"say": said, "hold": hold, "press": press}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("sentences", type=int, help="of each still")
    parser.add_argument("prefix", nargs="?", default="", help="how the names of the stills begin")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    for file in sorted(FOLDER.glob(f"{given.prefix}*.pickle")):
        kept = pickle.loads(file.read_bytes())
        known = list(things(kept))
        language = language_of(" ".join(called(e) for e in listed(kept) if e.role != "cell"))
        for _ in range(given.sentences if known else 0):
            line = {"still": file.stem} | sentence(known, language, chance)
            sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
