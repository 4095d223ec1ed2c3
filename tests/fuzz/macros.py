"""Attacks on macro files and packages: whatever is taken is written and read back as what it was."""

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from automation.core.errors import MacroError
from automation.macros.checks import check
from automation.macros.codec import read, write
from automation.macros.listing import listing
from automation.macros.package import Package, pack, read_zip
from tests.fakes.macro_samples import INVOICE, png
from tests.fakes.recorded import recording
from tests.fuzz.mutation import HALVES, NUMBERS, TEXTS, Bytes, damaged, pick, spliced
from tests.fuzz.recordings import recordings
from tests.fuzz.watch import Target, wrong

_TOKEN = re.compile(r"\n *|\"(?:[^\"\\\n]|\\.)*\"|[A-Za-z0-9_.*/-]+|[^\sA-Za-z0-9]| +|.", re.DOTALL)
_HEAD = "deskhand: 1\nname: Any\n"
_SEEDS = (
    _HEAD + "steps:\n  - {id: a, do: click, target: {role: button, name: Save, image: img/a.png, press: [1, 2]}, count: 2}\n",
    _HEAD + "params:\n  who: {ask: Who?}\n  n: {type: number, least: 0.5}\nsteps:\n  - id: t\n    do: type\n    text: |\n      {{who}}\n      two\n    enter: true\n",
    _HEAD + "columns: [item]\nsteps:\n  - id: f\n    do: for_each\n    steps:\n      - {id: k, do: keys, keys: [ctrl, s]}\n      - {id: w, do: wait, seconds: 1.5}\n",
    _HEAD + 'about: "a \\u2028 b"\nmade: {by: run, at: "2026-01-01"}\nsteps:\n  - id: i\n    do: if\n    condition: {that: text, text: "yes", absent: true}\n    then: []\n',
    _HEAD + "steps:\n  - id: c\n    do: drag\n    target: {text: A, place: {box: {x: 1, y: 2, w: 3, h: 4}, window: {x: 0, y: 0, w: 9, h: 9}}}\n    to: {near: [{text: B, side: above, dx: 1, dy: -2}]}\n",
    _HEAD + "speed: 1\nsteps:\n  - {id: o, do: call, macro: Other, values: {a: b}, expect: {condition: {that: change}}, on_mismatch: skip}\n",
)  # fmt: skip
_RARE = 0.001
"""Share of inputs that are huge or nested without end: each costs a thousand times the others."""
_WORDS = (
    "&a ", "*a", "!!str ", "!x ", "<<: ", "? ", "- ", ": ", "|", ">-", "|2", "|+", "%YAML 1.1\n---\n", "---\n", "...\n", "#", "\t", "{", "}", "[", "]",
    ",", "'", '"', "yes", "no", "null", "true", "~", ".inf", ".nan", "0x1F", "012", "1_0", "12:30:00", "2024-01-01", "1e5", "1e999", "-0", "-0.0", "9" * 30,
    "0." + "1" * 60, '"\\0"', '"\\ud800"', '"\\x85"', '"\\N"', '"\\_"', '"a\\\n  b"', "'a\n\n b'", "a\n  b", "deskhand", "steps", "id", "do", "that", "target",
    "img/../x.png", "img/a.png", "{{who}}", "{{", "${secret:mail}", "\r", "\r\n", "\x00", "\x85", "\u2028", "\ufeff", "\ufffe", "\n  ", "\n    - ", "\n- ",
    "{}", "[]", '""', "{that: text, text: x}", "{name: x}",
)  # fmt: skip


def targets(_scratch: Path, _closing: ExitStack) -> list[Target]:
    """Return the attacks; nothing of them is on disk."""
    return [_files(), _packages(), recordings()]


@dataclass(frozen=True, slots=True)
class Yaml:
    """Mutates macro files by their tokens, so that many still are YAML, and some still macros."""

    seeds: tuple[str, ...]
    _tokens: list[list[str]] = field(default_factory=list, init=False)

    def __post_init__(self):
        """Take the seeds apart once."""
        self._tokens.extend(_TOKEN.findall(seed) for seed in self.seeds)

    def one(self, rng: Random) -> bytes:
        """Return one input."""
        drawn = rng.random()
        if drawn < _RARE:
            return self._endless(rng)
        tokens = list(pick(rng, self._tokens))
        if drawn < 0.1:
            tokens = spliced(tokens, pick(rng, self._tokens), rng)
        for _ in range(1 if drawn < 0.6 else 1 + int(rng.random() * 3)):
            _change(tokens, rng)
        data = "".join(tokens).encode("utf-8", "surrogatepass")
        return damaged(data, rng) if drawn > 0.85 else data

    def every_cut(self) -> Iterator[bytes]:
        """Yield every seed, cut at every offset."""
        return Bytes(tuple(seed.encode() for seed in self.seeds)).every_cut()

    def _endless(self, rng: Random) -> bytes:
        """Return a seed with something huge in it."""
        huge = pick(
            rng,
            (
                "[" * 200_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000, "[0" + ",0" * 100_000 + "]", "'" + "x" * 1_000_000 + "'",
                "9" * 1_000_000, " " * 1_000_000, "\n" * 500_000, "#" * 1_000_000, "!" * 100_000, "&a " * 50_000, "a: " * 50_000, "x" * 1_000_000,
                "{" + ", ".join(f"a{n}: 0" for n in range(50_000)) + "}", '"' + "\\x41" * 200_000 + '"', "\n" + "- - - - " * 5000, "[" * 35 + "]" * 35,
                "".join("\n" + " " * n + "a:" for n in range(1000)), "*a " * 50_000, "\n- &a [*a, *a]" * 20_000,
            ),
        )  # fmt: skip
        tokens = list(pick(rng, self._tokens))
        tokens.insert(int(rng.random() * (len(tokens) + 1)), huge)
        return "".join(tokens).encode()


def _change(tokens: list[str], rng: Random) -> None:
    """Replace, drop, repeat or move tokens of a file, in place."""
    if not tokens:
        tokens.append(pick(rng, _WORDS))
        return
    at = int(rng.random() * len(tokens))
    match int(rng.random() * 10):
        case 0:
            del tokens[at]
        case 1:
            tokens[at:at] = tokens[at : at + 1 + int(rng.random() * 12)]
        case 2:
            del tokens[at : at + 1 + int(rng.random() * 8)]
        case 3 | 4:
            tokens.insert(at, pick(rng, _WORDS))
        case 5:
            other = int(rng.random() * len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 6:
            tokens[at] = str(pick(rng, NUMBERS))
        case 7:
            tokens[at] = pick(rng, HALVES if rng.random() < 0.1 else TEXTS)
        case _:
            tokens[at] = pick(rng, _WORDS)


def _take(data: bytes) -> bool:
    macro = read(data)
    again = read(write(macro))
    if again != macro:
        wrong("the macro changed on its way through a file")
    check(macro)
    listing(macro)
    return True


def _files() -> Target:
    return Target(
        "macro files",
        Yaml((*_SEEDS, INVOICE[: INVOICE.index("  - id: items")])),
        _take,
        (MacroError,),
        800_000,
    )


def _packages() -> Target:
    sound = pack(Package(read(_SEEDS[0].encode()), {"img/a.png": png(4, 4)}, recording()))
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w") as archive:
        archive.writestr("macro.yaml", _SEEDS[1])

    def _feed(data):
        package = read_zip(data, "it").package()
        if read_zip(pack(package), "it").package().macro != package.macro:
            wrong("the macro changed on its way through a package")
        return True

    return Target("macro packages", Bytes((sound, plain.getvalue())), _feed, (MacroError,), 100_000)
