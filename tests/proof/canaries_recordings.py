"""Fuzzed recordings on paper, what becomes of their macros, and the search through all of it."""

import io
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from app.cli.macro_record import step_teller
from app.cli.output import Speaker
from app.macros.library import library_of, trust_of
from app.macros.record import Told, kept, recovered
from app.run_lines import LineWriter
from automation.core import hand_events
from automation.core.errors import AssistantError, MacroError
from automation.desktop.recording.keys import TELLS_NOTHING
from automation.macros.macro import Param, Shows
from automation.macros.record import raw_file
from automation.macros.record.raw_file import unpacked
from tests.proof.canaries_hands import SETTINGS, Hand, recorded
from tests.proof.canaries_macros import use_macro
from tests.proof.canaries_program import HandsDesk
from tests.proof.canaries_search import Canary, Search, bytes_of, canary, logged

NAME = "mail"
KINDS = (
    "keyring", "field", "title", "tree", "ocr", "spoken", "clipboard", "typed", "private", "paused",
    "erased", "undone",
)  # fmt: skip
TYPED = frozenset({"keyring", "spoken", "typed", "private", "paused", "erased", "undone"})
TAKEN_BACK = frozenset({"erased", "undone"})
"""What stood in the recording for a while, and was told as it came."""
LONGEST_S = 240.0
UNGUARDED = (5,)
"""Seeds that are recorded again without the guards."""


class Recorded:
    """One recording under way: who does what in it."""

    def __init__(self, seed: int, folder: Path, *, is_guarded: bool) -> None:
        self.dice = random.Random(seed)
        dice = self.dice
        self.canaries = {k: canary(k, dice, typable=k in TYPED) for k in KINDS}
        self.desk = HandsDesk(dice, self.canaries)
        self.settings = SETTINGS
        self.folder, self.is_guarded = folder, is_guarded
        self.lines = io.StringIO()
        self.cut_off: Path | None = None
        self.counts: Counter[str] = Counter()
        self._main: object = None
        self._is_done = False
        speaker = Speaker(is_json=True)
        speaker._lines = LineWriter(self.lines)
        self.told = Told(
            step_teller(speaker), lambda text: self.lines.write(text), lambda why: None
        )

    def run(self):
        """Record and return the recording, finished or as a kill leaves it."""
        with recorded(self.desk, self.folder, self.told, is_guarded=self.is_guarded) as live:
            self._live, self._hand = live, Hand(self.desk, live, self.dice)
            doings = self._doings()
            self._go_on(doings)
            end_s = self.desk.clock.now_s + LONGEST_S
            while not self._is_done and self.desk.clock.now_s < end_s:
                self.desk.clock.sleep(0.05)
                if self._main is not None:
                    work, self._main = self._main, None
                    work()
                    self._go_on(doings)
            assert self._is_done, f"the user was not done after {LONGEST_S:g} s"
            if self.dice.random() < 0.15:
                live.hush()
                folder = live.let_go()
                recording = recovered(folder, "recovered")
                shutil.rmtree(folder)
                return recording
            recording = live.finish("recorded")
            self.counts["events"] += live.session._count
            self.open_bytes = bytes_of(self.folder)
            live.session.remove()
            return recording

    def hidden(self) -> tuple[Canary, ...]:
        """Return what must be nowhere; a password that came to an open field is text, as any other is."""
        was_open = self.canaries["typed"].is_in(self.desk.open_text.encode())
        left_out = {"keyring", *(["typed"] if was_open else ())}
        return tuple(c for c in self.canaries.values() if c.kind not in left_out)

    def _go_on(self, doings: Iterator) -> None:
        """Do the next thing, and go on after the seconds that it takes; work waits for its turn."""
        found = next(doings, None)
        if found is None:
            self._is_done = True
        elif callable(found):
            self._main = found
        else:
            self.desk.clock.later(found, lambda: self._go_on(doings))

    def _doings(self) -> Iterator:
        dice = self.dice
        yield 0.5
        for _ in range(dice.randrange(2, 6)):
            name = dice.choice(
                ("open", "password", "password", "tab", "code", "by_itself", "vault", "shown",
                 "paste", "paused", "undone", "erased", "put_in", "kill", "vault_goes", "button")
            )  # fmt: skip
            self.counts[name] += 1
            yield from getattr(self, f"_{name}")()
        if dice.random() < 0.5:
            yield from self._hand.rest()

    def _words(self) -> str:
        return "".join(self.dice.choices("abcdefghijklm ", k=self.dice.randrange(1, 12)))

    def _open(self):
        yield from self._hand.click(self.desk.user.box)
        yield from self._hand.type(self._words())

    def _password(self):
        desk, hand = self.desk, self._hand
        if desk.steps:
            yield from hand.click(desk.next.box)
        if not desk.steps or self.dice.random() < 0.5:
            yield from hand.click(self.dice.choice((desk.password, desk.token)).box)
        yield from hand.type(self.canaries["typed"].core)
        yield from self._left()

    def _left(self):
        """Leave a field in one of the ways there are, or type on in it later."""
        way = self.dice.choice(("tab", "enter", "click", "stay"))
        if way in ("tab", "enter"):
            yield from self._hand.tap(way)
        elif way == "click":
            yield from self._hand.click(self.desk.user.box)
        if self.dice.random() < 0.4:
            yield from self._hand.type(self._words())

    def _tab(self):
        yield from self._hand.click(self.desk.user.box)
        yield from self._hand.type(self._words())
        yield from self._hand.tap("tab")
        yield from self._hand.type(self.canaries["typed"].core)
        yield from self._left()

    def _code(self):
        yield from self._hand.click(self.desk.code.box)
        yield from self._hand.type("1234" + self.canaries["typed"].core)
        yield from self._left()

    def _by_itself(self):
        yield from self._hand.click(self.desk.user.box)
        self.desk.clock.later(self.dice.uniform(0, 2.0), self.desk.focus_by_itself)
        yield from self._hand.type(self._words())
        yield self.dice.choice((0.0, 0.3, 2.0))
        self.desk.focus_by_itself()
        yield self.dice.choice((0.0, 0.1, 0.5))
        yield from self._hand.type(self.canaries["typed"].core)

    def _vault(self):
        box = self.desk.vault.rect
        vault = next((w for w in self.desk.windows.stack if w.title and w.app == "vault"), None)
        if vault is not None:
            box = vault.frame or vault.rect
        yield from self._hand.click(box)
        if self.desk.windows.focused == self.desk.vault.window_id:
            yield from self._hand.type(self.canaries["private"].core)

    def _shown(self):
        yield from self._password()
        yield from self._hand.click(self.desk.show.box)
        yield from self._hand.click(self.dice.choice((self.desk.password, self.desk.user)).box)
        if self.desk.focused is self.desk.password:
            yield from self._hand.type(self.canaries["typed"].core)

    def _paste(self):
        yield from self._hand.click(self.dice.choice((self.desk.password, self.desk.user)).box)
        yield from self._hand.paste()

    def _paused(self):
        self._live.pause()
        yield 0.1
        yield from self._hand.click(self.desk.user.box)
        yield from self._hand.type(self.canaries["paused"].core)
        yield 0.2
        self._live.pause()
        yield 0.3

    def _undone(self):
        yield from self._hand.click(self.desk.user.box)
        yield from self._hand.type(self.canaries["undone"].core)
        yield 3.0
        yield self._undo

    def _undo(self) -> None:
        session = self._live.session
        self._live.decide()
        while any(self.canaries["undone"].is_in(repr(step).encode()) for step in session.steps):
            session.undo()

    def _erased(self):
        yield from self._hand.click(self.desk.user.box)
        core = self.canaries["erased"].core
        yield from self._hand.type(core)
        for _ in core:
            yield from self._hand.tap("backspace")
        yield from self._hand.type(self._words())

    def _put_in(self):
        session = self._live.session
        choice = self.dice.choice(
            (
                lambda: session.insert_secret(NAME),
                lambda: session.insert_parameter("code", Param(type="secret", ask="Code")),
                lambda: session.insert_parameter("who", Param(ask="Who")),
                lambda: session.insert_check(Shows(text="Sign in")),
                lambda: session.insert_wait(0.5),
            )
        )

        def put_in() -> None:
            self._live.decide()
            choice()

        yield put_in

    def _kill(self):
        """Keep what a kill would leave at this moment."""

        def kill() -> None:
            self.cut_off = self.folder / "killed"
            shutil.rmtree(self.cut_off, ignore_errors=True)
            shutil.copytree(self._live.session._journal.folder, self.cut_off)

        yield kill

    def _vault_goes(self):
        self.dice.choice((self.desk.move_vault, self.desk.close_vault))()
        yield 0.0

    def _button(self):
        yield from self._hand.click(self.dice.choice((self.desk.show, self.desk.next)).box)


def one_recording(
    seed: int, folder: Path, search: Search, counts: Counter, *, is_guarded: bool = True
) -> None:
    """Record a user of this seed, keep and play the macro, and search everything that was left."""
    with logged() as log:
        made = Recorded(seed, folder, is_guarded=is_guarded)
        recording = made.run()
        _count(counts, made)
        everything = made.hidden()
        settled = tuple(c for c in everything if c.kind not in TAKEN_BACK)
        _search_keys(seed, "the raw recording", recording.events, made, search)
        if made.cut_off is not None:
            search.folder(seed, made.cut_off, settled)
            _search_killed(seed, made, search)
        search.text(seed, "JSON lines", made.lines.getvalue().encode(), settled)
        try:
            there = kept(recording, library_of(folder / "data"), trust_of(folder / "data"))
        except MacroError as error:
            counts["empty"] += not recording.macro.steps
            search.text(seed, "an error", repr(error).encode(), everything)
        else:
            use_macro(seed, made, there, search, counts)
    search.text(seed, "the log", log.getvalue().encode(), everything)
    search.folder(seed, folder / "data", everything)


def _search_killed(seed: int, made: Recorded, search: Search) -> None:
    """Recover what a kill left, and search the raw events of it too."""
    try:
        recording = recovered(made.cut_off, "killed")
    except AssistantError:
        return
    finally:
        shutil.rmtree(made.cut_off)
    _search_keys(seed, "a killed recording", recording.events, made, search)


def _search_keys(
    seed: int, where: str, events: bytes | None, made: Recorded, search: Search
) -> None:
    """Look for any single key that came to a password field or to a window never looked at."""
    if events is None:
        return
    search.bytes += len(events)
    found = raw_file.to_events(unpacked(events))
    told = [e for e in found if e.kind == hand_events.KEY_DOWN and e.keysym not in TELLS_NOTHING]
    secret = [e for e in told if e.keysym and e.t_us in made.desk.secret_us]
    if secret:
        search.hits.append(f"{seed}: {len(secret)} secret keys in {where}")


def _count(counts: Counter, made: Recorded) -> None:
    counts["recordings"] += 1
    counts["secret_keys"] += len(made.desk.secret_us)
    counts["open_keys"] += len(made.desk.open_text)
    counts.update({f"did_{name}": count for name, count in made.counts.items()})


def find_what_is_there(folder: Path) -> Counter:
    """Record with the guards off: keys, texts and pictures must be found then, else the search is blind."""
    search, counts = Search(), Counter()
    for seed in UNGUARDED:
        one_recording(seed, folder / str(seed), search, counts, is_guarded=False)
    return Counter(
        unguarded_keys=sum("secret keys" in hit for hit in search.hits),
        unguarded_texts=sum("in macro.yaml" in hit for hit in search.hits),
        unguarded_pixels=sum("hidden pixels" in hit for hit in search.hits),
    )
