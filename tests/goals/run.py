"""Have a model whose answers stand in a table reach each goal of `goals.yaml` in a real program, over HTTP.

    python -m tests.goals.run [--program NAME] [--limit N]

The model finds what it uses among the lines of the prompt, by kind and name, and nowhere else: so a goal that is
reached shows that the lines name what is there, that an answer becomes the right steps, and that the next prompt
tells what came of it. Needs the programs of `tests/strangers/run.py`. Each goal gets a display of its own.
"""

import argparse
import json
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import yaml

from tests.kit.model_server import ModelServer
from tests.strangers import run as strangers
from tests.strangers.entry import Entry, Loader

GOALS = Path(__file__).with_name("goals.yaml")
RESULTS = strangers.ROOT / "build/goals.jsonl"


@dataclass
class Table:
    """Answers one after the other; the same again where the last could not be used."""

    answers: list
    asked: int = 0
    missed: str = ""

    def answer(self, asked):
        prompt = asked.text
        done = re.search(r"^Done so far:((?:\n\d+\. .*)*)", prompt, re.MULTILINE)
        at = len(done[1].strip().splitlines()) if done else 0
        self.asked += 1
        do, kind, text = (
            [part.strip() for part in self.answers[min(at, len(self.answers) - 1)].split("|")]
            + ["", ""]
        )[:3]
        ref = "none"
        if kind:
            line = next(
                (
                    one
                    for one in prompt.splitlines()
                    if re.match(rf"[eo]\d+ {re.escape(kind)}", one)
                ),
                "",
            )
            self.missed = "" if line else f"{kind} is not among the lines"
            ref = line.split()[0] if line else "e0"
        fields = {"plan": "", "ref": ref, "do": do}
        has_text = do in ("type", "set", "choose") or not kind
        return json.dumps(fields | ({"text": text} if has_text else {}))


def goals():
    """Return each goal as an entry and its answers."""
    for group in yaml.load(GOALS.read_text(encoding="utf-8"), Loader):
        for sentence, expect, answers, *more in group["goals"]:
            also = tuple(more[0]) if more else ()
            entry = Entry(group["program"], sentence, expect, group.get("start", ""), also)
            yield entry, [str(one) for one in answers]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="only this program")
    parser.add_argument("--limit", type=int, help="only the first N")
    options = parser.parse_args()
    strangers.load("first")
    wanted = [g for g in goals() if options.program in (None, g[0].program)][: options.limit]
    RESULTS.parent.mkdir(exist_ok=True)
    right = 0
    with RESULTS.open("w", encoding="utf-8") as out:
        for entry, answers in wanted:
            table, began = Table(answers), time.monotonic()
            with ModelServer(table.answer) as server:
                result = strangers.attempt(entry, True, "remote", server.url, strangers.accepting)
            is_right = result["effect"] and not result["wrong press"] and result["exit"] == 0
            right += is_right
            result |= {"asked": table.asked, "missed": table.missed}
            out.write(json.dumps(result, ensure_ascii=False) + "\n")
            out.flush()
            told = SimpleNamespace(**result)
            sys.stdout.write(
                f"{'right' if is_right else 'NOT  '} {entry.program}: {entry.sentence}: exit {told.exit}, "
                f"effect {told.effect}, wrong {told.changed if hasattr(told, 'changed') else '-'}, asked "
                f"{table.asked}, {time.monotonic() - began:.0f} s {'' if is_right else told.message} {table.missed}\n"
            )
            sys.stdout.flush()
    sys.stdout.write(f"{right} of {len(wanted)}\n")
    return 0 if right == len(wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
