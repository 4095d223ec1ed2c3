"""Drives the commands policy over still screens and tells what it would do, in short words."""

from dataclasses import dataclass, replace

from automation.commands.do.context import Act, Context, Instead, Memory
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Form, Phrase
from automation.commands.policy import CommandsPolicy, run
from automation.commands.targets import phrase
from automation.commands.words import Quotes
from automation.core import actions as a
from automation.core.errors import UnknownKey
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import (
    Confirmation,
    Execution,
    Finish,
    Later,
    Outcome,
    Proposal,
    Question,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from automation.core.timing import StopToken
from automation.desktop.input.keys import parse_chord
from tests.fakes.screens import Seen

MOST_STEPS = 12


@dataclass(frozen=True)
class FakeEntry:
    desktop_id: str
    name: str


@dataclass(frozen=True)
class FakeMatch:
    entry: FakeEntry
    likeness: int = 0


class FakeApps:
    """Five installed applications, found by a part of their names."""

    entries = (
        FakeEntry("mousepad.desktop", "Mousepad"),
        FakeEntry("galculator.desktop", "Galculator"),
        FakeEntry("pcmanfm.desktop", "File Manager PCManFM"),
        FakeEntry("debian-xterm.desktop", "XTerm"),
        FakeEntry("debian-uxterm.desktop", "UXTerm"),
    )

    def find(self, name):
        wanted = name.casefold()
        return [FakeMatch(e) for e in self.entries if wanted in e.name.casefold()]


def is_key(text):
    """Return the real key table's answer."""
    try:
        return parse_chord(text)
    except UnknownKey:
        return None


class Hurried(StopToken):
    """A token whose waits take no time."""

    def wait(self, seconds: float) -> None:
        self.check()


class Driver:
    """One run of the policy; the screen may be replaced between two proposals."""

    def __init__(self, text: str, seen: Seen, alike=None) -> None:
        """Args: alike: compares meanings; None where nothing does."""
        self.policy = CommandsPolicy(seen.reader, FakeApps(), is_key, alike=lambda: alike)
        self.task = Task(text)
        self.reader = seen.reader
        self.seen = seen
        self.steps: list[StepRecord] = []
        self.chosen = None

    def show(self, seen: Seen) -> None:
        self.seen = seen
        self.reader.elements, self.reader.lines = seen.reader.elements, seen.reader.lines

    def decide(self):
        history = History(tuple(self.steps), self.chosen)
        self.chosen = None
        decision = Later(0.0)
        while isinstance(decision, Later):  # the loop looks again, and asks again
            decision = self.policy.propose(self.task, history, self.seen.observation, Hurried())
        return decision

    def take(
        self,
        proposal: Proposal,
        kind="effect_seen",
        verdict="accepted",
        reason="",
        code="",
    ) -> None:
        """Record the proposal as carried out."""
        record = StepRecord(
            len(self.steps) + 1,
            proposal,
            Risk(RiskLevel.R1),
            Confirmation(verdict, "user", reason=reason),
            proposal.intent,
            None,
            Execution(1, 1.0),
            Receipt(kind, "not so" if kind == "denied" else "", code=code),
        )
        self.steps.append(record)

    def step(self):
        """Decide, and carry a proposal out."""
        decision = self.decide()
        if isinstance(decision, Proposal):
            self.take(decision)
        return decision

    def all(self) -> list:
        """Return the decisions up to a question or the end."""
        told = []
        for _ in range(MOST_STEPS):
            told.append(self.step())
            if not isinstance(told[-1], Proposal):
                break
        return told


class Steps:
    """Does forms without the words that lead to them; the screen may be changed between two steps."""

    def __init__(self, seen: Seen, *forms: Form) -> None:
        self.seen = seen
        self.left = list(forms)
        self.memory = Memory()

    def step(self):
        """Return the next proposal, the question or the end; `done` when nothing is left."""
        while self.left:
            form, *rest = self.left
            scene = Scene(self.seen.observation, self.seen.reader)
            context = Context(scene, self.memory, is_key, FakeApps(), next(iter(rest), None))
            result = run(form, context)
            if isinstance(result, Act):
                self.left = [*([form] if result.again else result.then), *rest]
                return result.proposal
            if isinstance(result, Finish | Question):
                return result
            self.left = [*(result.forms if isinstance(result, Instead) else ()), *rest]
        return Finish(Outcome.DONE, "Done.")

    def change(self, called: str, role: str = "", /, **fields) -> None:
        """Change fields of an element of the screen, such as its name or value."""
        old = self.seen.element(called, role)
        elements = self.seen.reader.elements
        elements[elements.index(old)] = replace(old, **fields)


def target(words: str) -> Phrase:
    """Return the words of a target as the grammar reads them."""
    read = phrase(words, Quotes(""))
    assert read is not None
    return read


def told(text: str, seen: Seen) -> str:
    """Return what an instruction comes to: `click Save; write x @Name; ask 4; not_found`."""
    words = [short(decision) for decision in Driver(text, seen).all()]
    if len(words) > 1 and words[-1] == "done":
        words.pop()
    return "; ".join(words)


def short(decision) -> str:
    match decision:
        case Question():
            return f"ask {len(decision.candidates)}"
        case Finish():
            return decision.outcome.value
        case Proposal():
            return _intent(decision)


def _intent(proposal: Proposal) -> str:  # noqa: C901 - one line per action
    match proposal.intent:
        case a.Click() as c:
            held = "".join(f"{m}+" for m in c.modifiers)
            button = "" if c.button == "left" else f"{c.button}-"
            count = "" if c.count == 1 else str(c.count)
            return f"{held}{button}click{count} {_aim(c.at, proposal)}"
        case a.Move() as m:
            return f"move {_aim(m.at, proposal)}"
        case a.Write() as w:
            at = f" @{_aim(w.at, proposal)}" if w.at else ""
            return f"write {w.text!r}{at}{' over' if w.overwrite else ''}"
        case a.Hotkey() as h:
            return f"keys {'+'.join(h.keys)}" + (f" x{h.repeat}" if h.repeat > 1 else "")
        case a.KeyDown() as k:
            return f"down {k.key}"
        case a.KeyUp() as k:
            return f"up {k.key}"
        case a.Scroll() as s:
            at = f" @{s.at.element.name}" if s.at and s.at.element else ""
            return f"scroll {s.direction} {s.amount}{at}"
        case a.Drag() as d:
            end = d.destination.name if d.destination else _by(d)
            return f"drag {d.origin.name} -> {end}"
        case a.Wait() as w:
            return f"wait {w.seconds:g}"
        case a.Window() as w:
            return f"{w.op} {w.title}"
        case a.Launch() as launch:
            return f"launch {launch.desktop_id}"
        case a.Clipboard() as c:
            return c.op
        case a.Shown() as s:
            return f"{'gone' if s.absent else 'shown'} {s.text} {s.within_s:g}"
        case a.Equals() as e:
            return f"equals {e.target}={e.value}"
        case a.Checked() as c:
            return f"checked {c.target} {'on' if c.is_checked else 'off'}"
        case a.WindowTitle() as t:
            return f"title {t.text} {t.within_s:g}"
        case other:
            return repr(other)


def _aim(aim, proposal) -> str:
    if aim.element is None:
        return f"{aim.point.x},{aim.point.y}"
    parent = proposal.element.parent_name if proposal.element else ""
    name = aim.element.name or f"<{aim.element.role}>"
    return f"{name}[{parent}]" if parent else name


def _by(drag) -> str:
    start, end = drag.path[0], drag.path[-1]
    return f"{end.x - start.x:+d},{end.y - start.y:+d}"
