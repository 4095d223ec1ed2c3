"""The `commands` policy: one object per run, one proposal per call.

The instruction is read once, before the first step; if any part of it is not understood nothing
is done at all. Every later decision is made on the screen as it is then: which clauses belong
together, what is meant, whether it is so already. Only the task's text is an instruction; names
on the screen are compared with it and nothing more.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

from automation.commands import phrases, talk
from automation.commands.dispatch import NO_READING, comes_to_nothing, run
from automation.commands.do import choosing, filling, pointing
from automation.commands.do.context import (
    Act,
    AppFinder,
    Context,
    Instead,
    KeyTest,
    Memory,
    Recall,
    Result,
    Skip,
    aim_at,
    proposal,
)
from automation.commands.do.windows import answered_first, arrival, meant_inside, no_such_window
from automation.commands.find.resolve import closed_place
from automation.commands.find.screen_view import Refs, Scene
from automation.commands.forms import (
    Assign,
    Bare,
    Choose,
    Expand,
    Expect,
    Focus,
    Form,
    Inside,
    Path,
    Point,
    Press,
    Rest,
    Switch,
    TurnUntil,
    Type,
    phrases_of,
)
from automation.commands.matching import Found, Want
from automation.commands.read.by_meaning import ByMeaning
from automation.commands.read.by_pages import on_page_before, parted
from automation.commands.read.by_values import (
    forms_by_names,
    pressed_in_turn,
    righted,
    runs_on,
    told_alone,
    types_any,
    visible_merge,
    with_text_ended,
)
from automation.commands.read.grammar import Clause, Instruction, parse
from automation.commands.read.menu_paths import path_of
from automation.commands.read.things import TELLS, Alike, Things, things_in
from automation.commands.refusal import as_button, is_about_screen, refusal
from automation.commands.targets import literal, says_ref
from automation.commands.words import Quotes, as_said, digits_but
from automation.core.actions import Click, Launch, Window
from automation.core.events import PolicyName, Task
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader, History
from automation.core.proposal import (
    Answered,
    Decision,
    Execution,
    Finish,
    Later,
    Outcome,
    Question,
    StepRecord,
)
from automation.core.text import worded
from automation.core.timing import StopToken
from automation.screen.refs import RefBook
from automation.screen.roles import TWO_STATES

_UNREAD: Final = frozenset({Outcome.NOT_UNDERSTOOD, Outcome.NEEDS_MODEL})
_MAY_BE_OF_ROW: Final = Assign | Bare | Choose | Focus | Point | Press | Switch
MAX_TURNS: Final = 200
"""Forms looked at in one proposal; more means that forms lead to one another in a circle."""
LATE_S: Final = 1.0
"""How long a name that is not there yet is waited for on one picture, after a step of this run."""
MOST_LATE_LOOKS: Final = 3
MOST_AWAITED_LOOKS: Final = 24
"""How often another picture is taken for it: a menu that opens late is a window of its own."""
LOOK_EVERY_S: Final = 0.25


class CommandsPolicy:
    """Implements `core.ports.Policy` for explicit instructions; used by the agent thread."""

    def __init__(
        self,
        reader: ElementReader,
        apps: AppFinder,
        is_key: KeyTest,
        recall: Recall = lambda words, app, title: None,
        looked: Callable[[], Refs | None] = lambda: None,
        alike: Callable[[], Alike | None] = lambda: None,
    ) -> None:
        """Create a policy for one run.

        Args:
            is_key: returns the key names of a chord, None when the words are no key.
            recall: knows what was chosen for a question in earlier runs.
            looked: returns the short names of the last look; asked when the task seems to say one.
            alike: returns what compares meanings; asked when words are not understood otherwise.
        """
        self._meaning = ByMeaning(alike)
        self._recall = recall
        self._looked = looked
        self._refs: Refs | None = None
        self._answer: tuple[ScreenElement, Answered] | None = None
        """What was chosen last, until a step is proposed on it."""
        self._reader = reader
        self._apps = apps
        self._is_key = is_key
        self._memory = Memory()
        self._instruction: Instruction | None = None
        self._text = ""
        self._language = "en"
        """That of the instruction, in which its end is told."""
        self._next_clause = 0
        self._queue: deque[Form] = deque()
        self._readings: tuple[Form, ...] = ()
        """What the clause in front can mean, until one of it was chosen."""
        self._pending: Act | None = None
        self._steps_seen = 0
        self._last_done: StepRecord | None = None
        self._notes: list[str] = []
        self._shown: talk.Held = {}
        """What the window in front showed before the first step."""
        self._dialogs: frozenset[tuple[str, str] | None] = frozenset()
        """The dialogs within it that were there already."""
        self._has_keyed = False
        """Something else than clicks was sent: a field may show what was typed or pasted, a secret too."""
        self._is_confirmed = False
        """The question that the last step brought up was answered."""
        self._is_answered = False
        """One of the notes is what was asked for."""
        self._has_acted = False
        self._opened: set[tuple[int, str]] = set()
        self._is_dry = False
        self._late_looks = 0
        """How often the current form has had another picture taken."""
        self._is_awaited = False
        """The step before said to wait for what the current form names."""
        self._is_brought = False
        """The forms come from another policy, and no step of the run so far is of this one."""
        self._is_elsewhere = False
        """A dry run showed a step after which another window would be in front."""

    @classmethod
    def of_forms(
        cls,
        forms: Sequence[Form],
        reader: ElementReader,
        refs: Refs,
        *,
        apps: AppFinder,
        is_key: KeyTest,
        language: str = "en",
    ) -> "CommandsPolicy":
        """Return a policy that carries forms out, with all that is read back, as if somebody had said them.

        What they aim at is told by short names (`targets.by_ref`). For another policy, which decides and asks
        this one for the steps: a new one for each decision, given the run's history.

        Args:
            language: in which the end is told.
        """
        policy = cls(reader, apps, is_key)
        policy._instruction = Instruction((), Quotes(""))
        policy._queue.extend(forms)
        policy._language = language
        policy._refs = refs
        policy._is_brought = True
        return policy

    @staticmethod
    def preview(text: str) -> tuple[str, ...]:
        """Return the sentences of the clauses, without a screen; empty unless all is understood."""
        clauses = parse(text).clauses
        if any(clause.is_bare or not clause.forms for clause in clauses):
            return ()
        return tuple(phrases.sentence(clause.forms[0]) for clause in clauses)

    @property
    def name(self) -> PolicyName:
        """`commands`."""
        return "commands"

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action, a question, or the end of the task."""
        decision = self._next(task, history, observation, stop)
        if isinstance(decision, Finish):
            return replace(decision, language=self._language)
        return decision

    def _next(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        stop.check()
        is_first = self._instruction is None
        instruction = self._instruction = self._instruction or parse(task.text)
        steps = tuple(c.source for c in instruction.clauses if c.verb and not c.is_inherited)
        if is_first and says_ref(task.text):
            self._refs = self._looked()
        said = tuple(map(instruction.quotes.plain, steps))
        scene = Scene(observation, self._reader, said, self._refs)
        if self._is_brought:
            self._is_brought, self._steps_seen = False, len(history.steps)
            self._note(scene)
        ended = self._begin(task, scene) if is_first else None
        ended = ended or self._take_in(history)
        if ended is not None:
            return ended
        if self._is_elsewhere and self._has_more():
            return self._later("would be looked for after that")
        if self._has_more():
            moved = arrival(self._last_done, self._memory.before, scene, self._language)
            if isinstance(moved, Finish):
                return moved
            if moved is not None:
                self._queue.appendleft(moved)
        self._last_done = None
        decision = self._decide(scene, stop)
        if not isinstance(decision, Later):
            self._memory.before = observation
        return decision

    def _begin(self, task: Task, scene: Scene) -> Finish | None:
        """Return the end of a task that asks for no step, or that is not understood."""
        assert self._instruction is not None, "parsed before the first decision"
        text = self._text = task.text
        if (shown := pointing.numbers_asked(task.numbered)) is not None:
            self._memory.numbered = tuple(pointing.numbered(shown, scene))
        self._language = talk.language_of(text, task.language)
        screens = talk.language_of(" ".join(e.name for e in scene.near), task.language)
        self._meaning.language = talk.language_of(text, screens)  # "Post, 12.9." says none
        if asked := talk.asked(text, scene):
            return talk.answer(asked, scene)
        refused = refusal(self._instruction, scene, self._language)
        if refused is not None and not self._reads_otherwise(self._instruction, scene):
            better = righted(text, scene) if refused.outcome in _UNREAD else None
            is_read = better is not None and self._is_read_righted(*better, scene)
            is_read = is_read or self._is_told_by_meaning(text, scene)
            if not (is_read or (better is not None and self._is_told_righted(*better, scene))):
                return self._begin_in_digits(task, scene, refused)
        elif self._is_meant_first(scene):
            self._is_told_by_meaning(text, scene)
        elif self._is_unclear(scene) and not self._is_told_by_meaning(text, scene):
            unclear = phrases.say(self._language, "unclear_end", words=phrases.quoted(text))
            return Finish(Outcome.NEEDS_MODEL, unclear)
        self._note(scene)
        return None

    def _begin_in_digits(self, task: Task, scene: Scene, refused: Finish) -> Finish | None:
        """Read an instruction once more with its spoken numbers in digits; return the end of the first reading."""
        names = frozenset(w for e in scene.there for w in as_said(e.name).split())
        said, was = digits_but(names, task.text), self._instruction
        if said == task.text:
            return refused
        self._instruction = parse(said)
        if self._begin(replace(task, text=said), scene) is None:
            forms = [form for clause in self._instruction.clauses for form in clause.forms]
            texts = (form.text for form in forms if isinstance(form, Type))
            as_written = all(text in task.text for text in texts)  # a text keeps its words
            if as_written and not (forms and comes_to_nothing(forms[0], self._context(scene))):
                return None
        self._instruction, self._text = was, task.text
        return refused

    def _is_meant_first(self, scene: Scene) -> bool:
        """Tell whether the first step presses or chooses something that its words alone tell wrong."""
        assert self._instruction is not None, "parsed before the first decision"
        clauses = self._instruction.clauses
        first = clauses[0].forms[:1] if clauses else ()
        is_press = bool(first) and isinstance(first[0], _MAY_BE_OF_ROW)
        is_press = is_press and not (len(clauses) == 1 and pointing.is_whole_name(first[0], scene))
        # It is only tried: nothing gets a short name by that.
        return is_press and self._meaning.goes_first(
            Quotes(self._text), lambda: things_in(scene, RefBook())
        )

    def _is_unclear(self, scene: Scene) -> bool:
        """Tell whether it is not clear where a text ends that would be written, and meanings may tell it."""
        assert self._instruction is not None, "parsed before the first decision"
        things = partial(self._things, scene)
        if not runs_on(self._instruction, scene, things, self._language):
            return False
        return self._meaning.compares() is not None

    def _is_read_righted(
        self, instruction: Instruction, words: frozenset[str], scene: Scene
    ) -> bool:
        """Tell whether all is understood of an instruction whose slips are put right; a slip in a value stays."""
        was, self._instruction = self._instruction, instruction
        is_read = refusal(instruction, scene, self._language) is None
        if not (is_read or self._reads_otherwise(instruction, scene)) or types_any(
            (form for clause in self._instruction.clauses for form in clause.forms), words
        ):
            self._instruction = was
            return False
        return True

    def _is_told_righted(
        self, instruction: Instruction, words: frozenset[str], scene: Scene
    ) -> bool:
        """Tell whether an instruction whose slips are put right is told by its meaning; a slip in a value stays."""
        said = instruction.said
        if not (said and self._is_told_by_meaning(said, scene)):
            return False
        told = self._instruction.clauses if self._instruction is not None else ()
        return not types_any((form for clause in told for form in clause.forms), words)

    def _is_told_by_meaning(
        self, text: str, scene: Scene, before: str = "", *, surely: bool = False
    ) -> bool:
        """Tell whether each clause of an instruction is understood, or means a thing that is there.

        Args:
            before: what was done before it, which may name the row that it speaks of.
            surely: none of them may mean several things.
        """
        # What is only tried asks nobody, and remembers nothing.
        trial = replace(
            self._memory, typed_into={*self._memory.typed_into}, named={*self._memory.named}
        )
        quotes, context = Quotes(text), replace(self._context(scene), memory=trial)

        def is_read(words: str) -> bool:
            instruction = parse(quotes.written(words))
            if refusal(instruction, scene, self._language) is not None:
                return False
            first = instruction.clauses[0]
            if first.forms and (
                comes_to_nothing(first.forms[0], context, or_asks=True)
                or pointing.is_head_alone(first.forms[0], context)
            ):
                return False
            return not runs_on(instruction, scene, partial(self._things, scene), self._language)

        words = self._meaning.retell(
            quotes, lambda: self._things(scene), is_read, before, surely=surely
        )
        if words:
            told = parse(quotes.written(words))
            clauses = tuple(map(self._meaning.with_forms, told.clauses))  # the plan tells of them
            self._instruction, self._memory.missed = replace(told, clauses=clauses), ""
        return bool(words)

    def _is_begun_by_meaning(self, scene: Scene, *, surely: bool = False) -> bool:
        """Tell whether what is left of an instruction, the first step of which is not there, is told by its meaning."""
        assert self._instruction is not None, "parsed before the first decision"
        if self._meaning.is_told or (self._has_acted and (surely or self._is_dry)):
            return False
        at, told = self._next_clause - 1, self._instruction
        is_one = len({c.source for c in told.clauses[at - 1 : at + 1]}) == 1 and at > 0
        if at < 0 or is_one or (at > 0 and not self._has_acted) or not told.clauses:
            return False
        text, before = self._text, ""
        if self._has_acted:
            text = told.quotes.written(told.merged_source(at, len(told.clauses) - 1))
            before = told.quotes.written(told.clauses[at - 1].source) if at else ""
        if not self._is_told_by_meaning(text, scene, before, surely=surely):
            return False
        self._queue.clear()
        self._readings, self._next_clause = (), 0
        return True

    def _things(self, scene: Scene) -> Things:
        """Return what can be done in the window in front, by short names."""
        self._refs = scene.refs = self._known_refs() or Refs(RefBook())
        return things_in(scene, self._refs.book)

    def _by_meaning(self, scene: Scene, *, surely: bool = False) -> bool:
        """Take the clause in front by its meaning, where its words name nothing; tell whether it means something."""
        assert self._instruction is not None, "parsed before the first decision"
        # What the steps before would bring up is not there.
        is_shown_only = self._is_dry and self._has_acted
        if is_shown_only or not (self._next_clause and self._queue):
            return False
        clause = self._instruction.clauses[self._next_clause - 1]
        # "Check Ana in, she just came" checks nothing twice.
        only_tells = clause.is_inherited and TELLS.match(clause.source.strip()) is not None
        is_own = only_tells or (clause.is_inherited and self._meaning.orders(clause.source))
        words = self._instruction.quotes.written(clause.source if is_own else clause.whole)
        earlier = self._instruction.clauses[: self._next_clause - 1]
        before = [self._instruction.quotes.written(c.source) for c in earlier]
        surely |= only_tells
        better = righted(words, scene)
        found = None
        righted_words = ((better[0].said, better[1]),) if better is not None else ()
        for said, put in ((words, frozenset[str]()), *righted_words):
            found = found or self._meaning.of_words(
                said, lambda: self._things(scene), before=before, surely=surely
            )
            if found is not None and types_any(found.all_forms, put):
                found = None
                self._meaning.take_back()
        if found is not None:
            self._queue.popleft()
            self._queue.extendleft(reversed(found.forms))
            self._readings = ()
            return True
        return self._has_acted and self._leaves_out(words, scene)

    def _leaves_out(self, words: str, scene: Scene, *, is_so: bool = False) -> bool:
        """Leave out the clause in front, and say so, if it only says why or where; tell whether it is left out."""
        last = self._memory.last
        turned = last is not None and (last.role in TWO_STATES or "checkable" in last.states)
        if not self._meaning.leaves_out(
            words, lambda: self._things(scene), is_so=is_so, has_turned=turned
        ):
            return False
        self._replace_front(())
        self._notes.append(self._left_out(words))
        return True

    def _is_answered_by_meaning(self, question: Question, scene: Scene) -> bool:
        """Tell whether a question which thing is meant has one answer by what the words mean, and take it."""
        if question.answering is None or question.answering.way not in ("number", "or_say"):
            return False
        return self._is_begun_by_meaning(scene, surely=True) or self._by_meaning(scene, surely=True)

    def _ask_meaning(self, context: Context) -> Question:
        """Ask which of the things is meant that the clause in front may mean."""
        front, ways = self._meaning.front, self._meaning.offered
        words = front.words if front is not None else ""
        near = ", ".join(way.words for way in ways)
        text = self._say("is_it_one", name=phrases.quoted(words), near=near)
        elements = [way.thing.listed.element for way in ways]
        return context.ask(elements, literal(words), Want.ANY, text)

    def _note(self, scene: Scene) -> None:
        """Note what is there before the first step."""
        self._shown = talk.results(scene)
        self._dialogs = talk.dialogs_of(scene)

    def _reads_otherwise(self, instruction: Instruction, scene: Scene) -> bool:
        """Read what no pattern does by the things that are there; tell whether all of it is understood then."""
        said = self._language
        if instruction.is_too_long or any(  # no other reading makes a text of that
            filling.no_text(c.forms, c.source, scene, said)
            for c in instruction.clauses if c.forms
        ):  # fmt: skip
            return False
        if not instruction.clauses:
            return False
        clauses: list[Clause] = []
        for clause in instruction.clauses:
            is_read = bool(clause.forms) and not clause.is_bare and is_about_screen(clause, scene)
            words = instruction.words(clause)
            forms = () if is_read else forms_by_names(words, scene)
            read = [replace(clause, forms=(f,), verb=words.split()[0]) for f in forms]
            if not (is_read or read):
                apart = parted(clause, instruction.quotes, scene, instruction.clauses)
                read = list(apart or pressed_in_turn(clause, instruction.quotes, scene))
            if not (is_read or read) and clauses:
                read = on_page_before(clauses[-1], clause, instruction.quotes, scene)
            clauses += read or [clause]
        source = instruction.merged_source(0, len(instruction.clauses) - 1)
        forms = forms_by_names(instruction.quotes.written(source), scene)
        # Of several no words are known by which one of them could be read once more.
        said = source if len(forms) == 1 else ""
        whole = [replace(instruction.clauses[0], source=said, forms=(f,)) for f in forms]
        ways = (clauses, whole)
        for way in ways:
            other = replace(instruction, clauses=tuple(way))
            if way and other != instruction and refusal(other, scene, self._language) is None:
                self._instruction = other
                return True
        return False

    def _has_more(self) -> bool:
        assert self._instruction is not None, "parsed before the first decision"
        return bool(self._queue) or self._next_clause < len(self._instruction.clauses)

    def _take_in(self, history: History) -> Finish | None:
        """Learn what became of the last proposal or question; the end if it was turned down."""
        if history.chosen is not None and self._memory.asked is not None:
            key, elements = self._memory.asked
            if 1 <= history.chosen <= len(elements):
                chosen = self._memory.chosen[key] = elements[history.chosen - 1]
                if told := self._memory.told:
                    self._answer = chosen, Answered(key, told[history.chosen - 1])
            self._queue.extendleft(reversed(self._meaning.answered(history.chosen)))
            self._memory.asked = None
        fresh = history.steps[self._steps_seen :]
        self._steps_seen = len(history.steps)
        if self._pending is None or not fresh:
            self._pending = None
            return None
        act, self._pending = self._pending, None
        return self._after(act, fresh[-1])

    def _after(self, act: Act, record: StepRecord) -> Finish | None:
        verdict = record.confirmation.verdict
        if verdict == "rejected":
            reason = record.confirmation.reason
            text = self._say("rejected_because" if reason else "rejected", reason=reason)
            return Finish(Outcome.REJECTED, text)
        if verdict == "blocked":
            return Finish(Outcome.BLOCKED, record.confirmation.reason or self._say("not_allowed"))
        if verdict not in ("accepted", "edited", "dry_run"):
            return None
        if record.execution is not None and not record.execution.completed:
            return self._once_more(record.execution)
        self._is_dry = self._memory.is_dry = self._is_dry or verdict == "dry_run"
        self._is_elsewhere = self._is_dry and isinstance(record.action, Window | Launch)
        self._last_done = record if verdict != "dry_run" else None
        self._has_acted = True
        if _is_false_check(record):
            detail = record.receipt.detail or worded("it is not so")
            text = worded("{0}: {1}. Nothing more was done.", record.proposal.sentence, detail)
            return Finish(Outcome.UNVERIFIED, text)
        self._memory.tries += 1
        self._memory.was_unchanged = record.receipt.is_unchanged
        if not act.again or self._is_dry:
            self._replace_front(act.then)
        elif self._readings:  # its window was brought up: there it may be a part of one long name
            self._queue.popleft()
            self._readings, self._next_clause = (), self._next_clause - 1
        return None

    def _left_out(self, words: str) -> str:
        return self._say("left_out", words=phrases.quoted(words))

    def _say(self, key: str, **slots: object) -> str:
        return phrases.say(self._language, key, **slots)

    def _once_more(self, cut_short: Execution) -> Finish | None:
        """Keep a step that the user interrupted; text is typed anew where it can be replaced."""
        form = self._queue[0] if self._queue else None
        self._is_confirmed &= form is not None  # else it was the answer to a question
        sent = cut_short.text_sent_chars
        if not isinstance(form, Type) or sent == 0:
            return None
        if form.target is None:
            text = self._say("taken_over", sent=sent, all=len(form.text))
            return Finish(Outcome.FAILED, text)
        self._queue[0] = replace(form, replaces=True)
        return None

    def _replace_front(self, forms: Sequence[Form]) -> None:
        """Put forms in the place of the current one; what it remembered is over."""
        done = self._queue.popleft() if self._queue else None
        self._is_awaited = isinstance(done, Rest) and bool(done.for_next)
        self._readings = ()
        self._queue.extendleft(reversed(forms))
        self._memory.tries = self._late_looks = 0
        self._memory.was_unchanged, self._memory.missed = False, ""

    def _context(self, scene: Scene) -> Context:
        return Context(
            scene,
            self._memory,
            self._is_key,
            self._apps,
            language=self._language,
            recall=self._recall,
            asks_elsewhere=False,
        )

    def _decide(self, scene: Scene, stop: StopToken) -> Decision:
        context = self._context(scene)
        for _ in range(MAX_TURNS):
            stop.check()
            if not (self._queue or self._meaning.offered or self._load_clause(scene)):
                if not self._meaning.rest or self._is_dry:
                    return self._confirmation(scene) or self._done(scene)
                if (decision := self._go_on(scene)) is not None:
                    return decision
                continue
            if self._meaning.offered:
                return self._with_refs(self._ask_meaning(context), scene)
            context.next_form = self._following()
            result = self._run_patiently(context, stop)
            most = MOST_AWAITED_LOOKS if self._is_awaited else MOST_LATE_LOOKS
            if self._may_come_up(result) and self._late_looks < most:
                self._late_looks += 1
                return Later(LOOK_EVERY_S, "Looking for what the step before opens")
            if (decision := self._taken(result, context.scene)) is not None:
                return decision
        return Finish(Outcome.ERROR, "The instruction leads in a circle. Nothing more was done.")

    def _go_on(self, scene: Scene) -> Decision | None:
        """Begin with what is told on the form that the last step has opened; what is decided where it is not told."""
        before = self._meaning
        rest = before.rest
        opened = [d for d in scene.dialogs if d.handle not in self._dialogs]
        self._meaning = ByMeaning(
            before.alike, before.language, known=before.known, filled_before=before.filled_before
        )
        if self._is_told_by_meaning(rest, scene.within(opened[-1]) if opened else scene):
            self._next_clause, self._readings = 0, ()
            return None
        self._meaning = before
        if self._late_looks < MOST_LATE_LOOKS:
            self._late_looks += 1
            return Later(LOOK_EVERY_S, "Looking for what the step before opens")
        return Finish(Outcome.NEEDS_MODEL, self._say("rest_untold", words=phrases.quoted(rest)))

    def _taken(self, result: Result, scene: Scene) -> Decision | None:
        """Return the decision that the form in front comes to; None where the next form is looked at."""
        match result:
            case Act():
                return self._proposed(result, scene)
            case Skip():
                return self._skipped(result, scene)
            case Instead():
                self._replace_front(result.forms)
            case Question():
                if not self._is_answered_by_meaning(result, scene):
                    return self._with_refs(result, scene)
            case Finish():
                if not (
                    result.outcome in NO_READING
                    and (self._is_begun_by_meaning(scene) or self._by_meaning(scene))
                ):
                    return self._ended(result, scene)
        return None

    def _skipped(self, skip: Skip, scene: Scene) -> Finish | None:
        """Pass over the form in front, which is so already; the end where that proves nothing."""
        front = self._meaning.front
        if front is None or not self._meaning.is_unproven:
            if skip.note:
                self._notes.append(skip.note)
                self._is_answered |= skip.is_answer
            self._replace_front(())
            return None
        if self._has_acted and self._leaves_out(front.words, scene, is_so=True):
            return None
        text = f"{phrases.not_understood(self._language, front.words)} {skip.note}".strip()
        return Finish(Outcome.NOT_UNDERSTOOD, text)

    def _proposed(self, act: Act, scene: Scene) -> Decision:
        self._pending = act
        answered, target = self._answer, act.proposal.element
        if (
            answered is not None
            and target is not None
            and (answered[0].name, answered[0].role) == (target.name, target.role)
        ):
            self._answer = None
            act = replace(act, proposal=replace(act.proposal, answered=answered[1]))
        act = replace(act, proposal=self._meaning.marked(act.proposal))
        self._has_keyed |= not isinstance(act.proposal.intent, Click)
        refs = self._known_refs()
        ref = refs.book.ref_of(target) if refs is not None and target is not None else ""
        beside = scene.place_words(target) if target is not None and not target.name.strip() else ""
        later = self._left((*act.then, *list(self._queue)[1:]))
        if self._meaning.rest:
            later = (*later, worded("Fill in what opens: {0}", phrases.quoted(self._meaning.rest)))
        return replace(act.proposal, upcoming=later, ref=ref, beside=beside)

    def _known_refs(self) -> Refs | None:
        """Return the short names that were given so far; read once."""
        if self._refs is None:
            self._refs = self._looked()
        return self._refs

    def _with_refs(self, question: Question, scene: Scene) -> Question:
        """Return a question whose choices have short names: the next task may mean one by it."""
        refs, asked = self._known_refs(), self._memory.asked
        if refs is None or asked is None:
            return question
        scene.named(refs)
        things = dict(enumerate(asked[1], start=1))
        candidates = tuple(
            replace(c, ref=refs.book.ref_of(things[c.n])) if c.has_place and c.n in things else c
            for c in question.candidates
        )
        return replace(question, candidates=candidates)

    def _following(self) -> Form | None:
        assert self._instruction is not None, "parsed before the first decision"
        later = (c.forms[0] for c in self._instruction.clauses[self._next_clause :] if c.forms)
        form = self._queue[1] if len(self._queue) > 1 else next(later, None)
        return form.form if isinstance(form, Inside) else form

    def _run_patiently(self, context: Context, stop: StopToken) -> Result:
        """Run the current form; what the step before has yet to bring up is waited for.

        A page that loads, or a program that has only just started, is no reason to give up.
        """
        options = self._readings or (self._queue[0],)
        result = self._run_front(options, context)
        waited_s = 0.0
        while self._may_come_up(result) and waited_s < LATE_S:
            stop.wait(LOOK_EVERY_S)
            waited_s += LOOK_EVERY_S
            context.scene = context.scene.again()
            result = self._run_front(options, context)
        return result

    def _may_come_up(self, result: Result) -> bool:
        late = {Outcome.NOT_FOUND, Outcome.UNVERIFIED}  # a page tells late what it holds
        is_awaited = self._is_awaited or self._memory.is_grey
        late |= {Outcome.FAILED} if is_awaited else set()  # or what makes a thing usable
        is_missing = isinstance(result, Finish) and result.outcome in late
        is_scrolling = isinstance(self._queue[0], TurnUntil)
        return is_missing and self._has_acted and not self._is_dry and not is_scrolling

    def _run_front(self, options: Sequence[Form], context: Context) -> Result:
        """Run the first of several readings of a clause that can be done, in a dialog that an earlier step opened."""
        whole = context.scene
        opened = [d for d in whole.dialogs if d.handle not in self._dialogs]
        if opened and self._has_acted and not context.scene.top_layers:
            context.scene = whole.within(opened[-1])
            result = self._run_in_window(options, context)
            is_missing = isinstance(result, Finish) and result.outcome in NO_READING
            # The rest of a path was read for a menu; what came up instead is the dialog.
            if not is_missing or (isinstance(options[0], Path) and options[0].through):
                return result
            context.scene = whole
        return self._run_in_window(options, context)

    def _run_in_window(self, options: Sequence[Form], context: Context) -> Result:
        if placed := meant_inside(options, context):
            result = run(placed[0], context)
            if not isinstance(result, Instead):
                return result
            # The window is in front: what the clause means there is all that it can mean.
            options = self._readings = tuple(form.form for form in placed)
            result = self._run_readings(options, context)
            return answered_first(placed[0].where, result, context) or result
        return self._run_readings(options, context)

    def _run_readings(self, options: Sequence[Form], context: Context) -> Result:
        """Run the first reading that can be done; where none can, say why the first cannot."""
        first: Result | None = None
        self._memory.is_stale = self._memory.is_elsewhere = self._memory.is_grey = False
        for option in choosing.exact_first(options, context):
            form, result = option, run(option, context)
            is_tried = isinstance(form, Assign) or (isinstance(form, Press) and form.on is None)
            if is_tried and isinstance(result, Instead) and len(result.forms) == 1:
                (form,) = result.forms  # where its thing is not there, other readings are left
                result = run(form, context)
            is_missing = isinstance(result, Finish) and result.outcome in NO_READING
            if not is_missing or self._memory.is_stale:
                if (named := self._meant_by_all(result, context)) is not None:
                    return named
                self._queue[0], self._readings = form, ()
                return result
            first = first or result
        assert first is not None, "a clause has at least one form"
        if (way := self._by_menus(context)) is not None:
            self._queue[0], self._readings = way, ()
            return run(way, context)
        if (pressed := self._as_pressed(context)) is not None:
            self._queue[0], self._readings = pressed, ()
            return run(pressed, context)
        if self._readings and (opener := self._opener(context.scene)) is not None:
            self._readings, self._next_clause = (), self._next_clause - 1
            return Instead((opener,))
        if otherwise := self._otherwise(context):
            return Instead(otherwise)
        if self._memory.is_elsewhere and not (context.scene.is_part or context.asks_elsewhere):
            return self._run_readings(options, replace(context, asks_elsewhere=True))
        return no_such_window(options, context) or first

    def _meant_by_all(self, result: Result, context: Context) -> Instead | None:
        """Return what all words say, where one name alone is not sure: `the title` of only one thing that has one."""
        assert self._instruction is not None, "parsed before the first decision"
        is_unsure = isinstance(result, Question) and len(result.candidates) == 1
        is_told = is_unsure and len(self._instruction.clauses) > 1  # the other words fit as well
        forms = self._all_by_names(context) if is_told else ()
        if not forms:
            return None
        self._next_clause, self._readings = len(self._instruction.clauses), ()
        return Instead(forms)

    def _otherwise(self, context: Context) -> tuple[Form, ...]:
        """Return what a clause, or all of them, comes to by other ways to read it than its patterns."""
        assert self._instruction is not None, "parsed before the first decision"
        missed = self._memory.missed
        for read in (self._by_values, self._put_right, self._all_by_names):
            forms = read(context)
            if forms and not comes_to_nothing(forms[0], context):
                if read == self._all_by_names:
                    self._next_clause = len(self._instruction.clauses)
                self._readings = ()
                return forms
        self._memory.missed = missed
        return ()

    def _as_pressed(self, context: Context) -> Bare | None:
        """Return the button that the whole clause says, verb and all: `select the train at 10:40`."""
        assert self._instruction is not None, "parsed before the first decision"
        at = self._next_clause - 1
        return as_button(self._instruction, at, context.scene, now=True) if self._readings else None

    def _opener(self, scene: Scene) -> Form | None:
        """Return what opens the closed tab or fold that the clause, or the end of its list, names as a place."""
        assert self._instruction is not None, "parsed before the first decision"
        n, clauses = self._next_clause - 1, self._instruction.clauses
        listed = takewhile(lambda clause: clause.is_inherited, clauses[n + 1 :])
        forms = (form for clause in (clauses[n], *listed) for form in clause.forms)
        places = (closed_place(target, scene) for form in forms for target in phrases_of(form))
        place = next((p for p in places if p is not None), None)
        if place is None or (n, place.name) in self._opened:
            return None
        self._opened.add((n, place.name))
        name = literal(place.name)
        is_fold = bool(place.states & {"expandable", "expanded"})
        if place.role in ("tab", "list_item", "tree_item"):
            return Choose(name)
        return Expand(name, expand=True) if is_fold else Point(name)

    def _by_menus(self, context: Context) -> Path | None:
        """Return the entry of a closed menu that the words of the current clause name, if it is one."""
        assert self._instruction is not None, "parsed before the first decision"
        if not self._readings:
            return None
        clause = self._instruction.clauses[self._next_clause - 1]
        if any(isinstance(form, Path | Type | Expect) for form in clause.forms):
            return None
        words = self._instruction.quotes.plain(clause.whole)
        return path_of(words, clause.forms, context.scene)

    def _by_values(self, context: Context) -> tuple[Form, ...]:
        """Return what the current clause says by the things that are there, where its patterns found none."""
        assert self._instruction is not None, "parsed before the first decision"
        front = self._queue[0]
        if isinstance(front, Path) and front.on is None:  # `New event, title Dentist` is no menu
            return forms_by_names(", ".join(i.text for i in front.items), context.scene)
        if not self._readings:
            return ()
        clause = self._instruction.clauses[self._next_clause - 1]
        ways = (clause.source, clause.whole) if clause.is_inherited else (clause.whole,)
        told = (forms_by_names(self._instruction.quotes.written(w), context.scene) for w in ways)
        return next(filter(None, told), told_alone(clause, self._instruction.quotes))

    def _all_by_names(self, context: Context) -> tuple[Form, ...]:
        """Return what all clauses together say by the names that are there, before anything was done."""
        assert self._instruction is not None, "parsed before the first decision"
        clauses = self._instruction.clauses
        if self._has_acted or not self._readings or self._next_clause != 1:
            return ()
        whole = self._instruction.merged_source(0, len(clauses) - 1)
        return forms_by_names(self._instruction.quotes.written(whole), context.scene)

    def _put_right(self, context: Context) -> tuple[Form, ...]:
        """Return the steps of the current clause without the slips of the keyboard in its words."""
        assert self._instruction is not None, "parsed before the first decision"
        words = self._instruction.clauses[self._next_clause - 1].whole if self._readings else ""
        better = righted(self._instruction.quotes.written(words), context.scene)
        clauses = better[0].clauses if better is not None else ()
        is_read = not any(clause.is_bare or not clause.forms for clause in clauses)
        forms = tuple(clause.forms[0] for clause in clauses) if is_read else ()
        return () if better is None or types_any(forms, better[1]) else forms

    def _load_clause(self, scene: Scene) -> bool:
        """Take the next clause, or several that are one visible name together."""
        assert self._instruction is not None, "parsed before the first decision"
        if self._next_clause >= len(self._instruction.clauses):
            return False
        self._instruction = with_text_ended(self._instruction, self._next_clause, scene)
        clauses = self._instruction.clauses
        if self._refs is not None:
            self._refs.met.clear()
        before = [self._instruction.quotes.written(c.source) for c in clauses[: self._next_clause]]
        things = (lambda: self._things(scene)) if self._has_acted else None
        clause = clauses[self._next_clause]
        if (meant := self._meaning.of_clause(clause.source, things, before)) is not None:
            self._next_clause += 1
            self._queue.extend(meant.forms)
            return True
        is_behind = not any(map(str.isalpha, clause.joint_text))
        said = self._instruction.quotes.written(clause.source).strip()
        if things is not None and is_behind and self._meaning.tells_why(said, things, before):
            self._next_clause += 1
            self._notes.append(self._left_out(said))
            return self._load_clause(scene)
        merged = visible_merge(self._instruction, self._next_clause, scene)
        named, others = merged and merged[0], self._meaning.all_of(clauses)
        parts = parted(clause, self._instruction.quotes, scene, others, whole=named)
        if merged is not None and not parts:
            self._queue.append(merged[0])
            self._next_clause = merged[1] + 1
            return True
        if parts:
            all_of_them = (*clauses[: self._next_clause], *parts, *clauses[self._next_clause + 1 :])
            self._instruction, clause = replace(self._instruction, clauses=all_of_them), parts[0]
        forms = clause.forms
        if clause.is_statement:
            told = clause.source.strip()
            forms = tuple(replace(f, statement=told) if isinstance(f, Assign) else f for f in forms)
        if clause.is_bare or not forms:
            pressed = as_button(self._instruction, self._next_clause, scene)
            forms = (pressed,) if pressed is not None else forms
        self._next_clause += 1
        said = self._instruction.quotes.written(clause.source)
        if clause.is_late and (late := forms_by_names(said, scene, is_loose=True)):
            self._queue.extend(late)  # `zoom of 90` presses no Zoom
            return True
        self._queue.append(forms[0])
        self._readings = forms
        return True

    def _ended(self, finish: Finish, scene: Scene) -> Finish:
        """Return the end; a dry run cannot find what the steps before it would have brought up."""
        if not self._is_dry or finish.outcome is not Outcome.NOT_FOUND:
            return replace(finish, suggestions=self._said_instead(finish, scene))
        return self._later("is not on the screen yet")

    def _said_instead(self, finish: Finish, scene: Scene) -> tuple[str, ...]:
        """Return what can be said after an end: with a name that is there, or of the window in front."""
        names = self._said_with(finish.suggestions)
        if names or self._has_acted or finish.outcome is not Outcome.NOT_FOUND:
            return names
        return talk.names_said(scene, self._language)

    def _said_with(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the rest of the instruction with another name in the place of the one that is not there."""
        assert self._instruction is not None, "parsed before the first decision"
        missed, clauses = self._memory.missed, self._instruction.clauses
        at = self._next_clause - 1
        if not missed or not 0 <= at < len(clauses):
            return tuple(names)
        source = self._instruction.merged_source(at, len(clauses) - 1)
        verb = f"{clauses[at].verb} " if clauses[at].is_inherited else ""
        said = f"{verb}{self._instruction.quotes.written(source).strip()}"
        start = said.casefold().find(missed.casefold())
        if start < 0:
            return ()
        before, after = said[:start], said[start + len(missed) :]
        return tuple(f"{before}{talk.sayable(name)}{after}" for name in names)

    def _later(self, why: str) -> Finish:
        """End a dry run with what it cannot show; `why` follows on "What follows"."""
        later = " Then ".join(f"{said}." for said in self._left(self._queue))
        return Finish(Outcome.DONE, f"What follows {why}: {later}")

    def _left(self, forms: Iterable[Form]) -> tuple[str, ...]:
        """Return the sentences of the forms of the current clause and of all after it."""
        assert self._instruction is not None, "parsed before the first decision"
        clauses = self._instruction.clauses[self._next_clause :]
        later = [form for clause in clauses for form in self._meaning.steps_of(clause)]
        return phrases.upcoming((*forms, *later))

    def _confirmation(self, scene: Scene) -> Decision | None:
        """Offer, once, the button that says again what was said, in a question that the last step brought up."""
        assert self._instruction is not None, "parsed before the first decision"
        clauses = self._instruction.clauses
        if not (clauses and self._has_acted) or self._is_dry or self._is_confirmed:
            return None
        last = self._instruction.quotes.plain(clauses[-1].whole)
        said = self._meaning.front.words if self._meaning.front is not None else last
        found = talk.confirming(self._dialogs, said, scene, self._language)
        if found is None:
            return None
        self._is_confirmed = True
        self._meaning.take_back()
        title, button = found
        answer = proposal(
            Click(aim_at(button)),
            worded("Click {0}", phrases.called(button)),
            Found(button, worded("it answers the question {0}", title)),
        )
        return self._proposed(Act(replace(answer, is_inferred=True)), scene)

    def _done(self, scene: Scene) -> Finish:
        if self._has_acted and not (self._is_answered or self._is_dry or self._has_keyed):
            self._notes.append(talk.result_words(self._shown, scene, self._language))
        if self._has_acted and not self._is_dry:
            self._notes.append(talk.waiting_words(self._dialogs, scene, self._language))
            open_form = talk.left_open(self._dialogs, scene, self._language)
            if self._meaning.known and open_form:  # what was filled in is not taken yet
                return Finish(Outcome.NEEDS_MODEL, self._say("left_open", name=open_form))
        self._notes += [self._left_out(words) for words in self._meaning.left_out]
        notes = " ".join(note for note in dict.fromkeys(self._notes) if note)
        if not self._has_acted:
            more = "" if self._is_answered else f" {self._say('nothing_clicked')}"
            return Finish(Outcome.DONE, f"{notes}{more}".strip())
        return Finish(Outcome.DONE, f"{self._say('done')} {notes}".strip())


def _is_false_check(record: StepRecord) -> bool:
    kinds = ("Shown", "Equals", "Checked", "WindowTitle")
    return type(record.action).__name__ in kinds and record.receipt.kind != "effect_seen"
