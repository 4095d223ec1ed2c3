"""Goals by a model that reads text: it chooses one thing and one operation, the commands carry it out.

The model names a living element by its short name, never a place on the picture. What it chose becomes a
form of the commands policy, which finds the element anew, works controls by mouse and keys and reads
the value back; the card, the risk and the receipts are those of every run. What came of it is told to the
model with the next look. A reply that cannot be used is asked for once more, and the model told why.
"""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from automation.commands.find.screen_view import Refs, Scene
from automation.commands.forms import Expect, Form, Open, Press, Rest, Visit
from automation.commands.language import ADDRESS
from automation.commands.phrases import sentence
from automation.commands.talk import language_of
from automation.commands.targets import by_ref, form_of, literal
from automation.core.actions import Answer, Ask, Shown
from automation.core.errors import ActionParseError
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History, Policy
from automation.core.proposal import (
    Answering,
    Candidate,
    Decision,
    Finish,
    Later,
    Outcome,
    Proposal,
    Question,
    StepRecord,
)
from automation.core.text import joined, worded
from automation.core.timing import StopToken
from automation.screen.refs import Listing, RefBook
from model.goals.goal_step import Do, GoalStep, Use, also, read_step, step_schema
from model.goals.prompt import Past, likely, told_line, turns_of
from model.prompt.parse import heard_as, thought_in_json
from model.proposing import MOST_ASKS, SECOND_TEMPERATURE, TextVoice, ends_unasked
from model.server.asking import Ask as ServerAsk
from model.server.asking import Reply, ServerModel, message

log = logging.getLogger(__name__)

MOST_FAILED: Final = 3
"""Steps in a row that could not be done, or were refused by the user, after which the run ends."""
LEAST_SURE: Final = 0.05
"""Probability of the chosen name below which the user is asked: what is as unlikely is hardly meant. It tells
little of a small model: of SmolLM2-135M's choices among 12 controls, right and wrong ones lay at 0.3 to 0.7."""
MOST_REST_S: Final = 10.0
ANSWER_TOKENS: Final = 700

UNSURE: Final = worded("The model is not sure what fits best; its own choice stands first.")
UNSURE_HOW: Final = worded("Press a number to take it, or say more.")
DONE: Final = "Nothing is left to do."
REPEATED: Final = worded(
    "The model chose a step again that is done already, so it has nothing more to do. Whether the task "
    "is done is not known: look at it."
)


CarryOut = Callable[[Sequence[Form], Refs], Policy]
"""Returns a policy that does what the forms say, once; their phrases may hold these short names."""


class GoalsPolicy:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        server: ServerModel,
        reader: ElementReader,
        carry_out: CarryOut,
        voice: TextVoice,
        looked: Callable[[], Refs | None] = lambda: None,
    ) -> None:
        """Prepare one run.

        Args:
            looked: returns the short names of the last look, which choices of a question have too.
        """
        self._server = server
        self._reader = reader
        self._carry_out = carry_out
        self._voice = voice
        self._book = RefBook()
        self._past: list[Past] = []
        self._active: Policy | None = None
        """Carries the last choice out; None while the model chooses."""
        self._first_step = 0
        """How many steps the run had when that began."""
        self._failed = 0
        self._has_done = False
        """Something was done, or found to be so already, and not just waited for: else the task is not done."""
        self._unsure: tuple[GoalStep, ...] = ()
        """The choices that the user was asked about, in the order of their numbers."""
        self._is_users = False
        """The user chose the last step, in such a question."""
        self._looked = looked

    @property
    def name(self) -> str:
        """The policy's name."""
        return "remote"

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        """Return the next action.

        Raises:
            ActionParseError: the model's replies are no steps.
            ServerError: the server could not be asked.
        """
        if (ended := ends_unasked(task, history)) is not None:
            return ended
        if self._unsure:
            choices, self._unsure = self._unsure, ()
            self._past.pop()
            if history.chosen is not None and 1 <= history.chosen <= len(choices):
                self._is_users = True
                self._past.append(Past(choices[history.chosen - 1]))
                return self._begin(self._past[-1].step, task, history, observation, stop)
            return self._next(task, history, observation, stop)  # they moved meanwhile
        if self._active is not None:
            decision = self._active.propose(task, history, observation, stop)
            if not isinstance(decision, Finish):
                return self._told(decision)
            self._active = None
            ended = self._take_in(decision, history.steps[self._first_step :])
            if ended is not None:
                return ended
        return self._next(task, history, observation, stop)

    def _next(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        scene = Scene(observation, self._reader)
        listing = scene.listing(self._book)
        step, reply = self._asked(task, listing, stop)
        self._past.append(Past(step))
        self._is_users = False
        if isinstance(step.intent, Use) and _sureness(reply, step.intent.listed.ref) < LEAST_SURE:
            others = (also(step.intent, one) for one in likely(task.text, listing))
            uses = [step.intent, *(use for use in others if use is not None)]
            self._unsure = (step, *(GoalStep(use) for use in uses[1:]))
            return Question(
                joined(" ", (UNSURE, UNSURE_HOW)),
                self._candidates(uses, scene),
                asks=UNSURE,
                answering=Answering("take_or_say"),
            )
        return self._begin(step, task, history, observation, stop)

    def _candidates(self, uses: Sequence[Use], scene: Scene) -> tuple[Candidate, ...]:
        """Return choices, each told by what would be done and named as a look of the user's names its thing."""
        refs = self._looked()
        if refs is not None:
            scene.named(refs)
        found = []
        for n, use in enumerate(uses, start=1):
            element = use.listed.element
            ref = refs.book.ref_of(element) if refs is not None else ""
            words, title = sentence(_form(use)), element.window_title
            found.append(Candidate(n, words, element.role, element.box, title, ref))
        return tuple(found)

    def _begin(
        self,
        step: GoalStep,
        task: Task,
        history: History,
        observation: Observation,
        stop: StopToken,
    ) -> Decision:
        """Return the first decision of a step that was chosen."""
        intent = step.intent
        if isinstance(intent, Do) and intent.what in ("ask", "answer"):
            action = Ask(intent.text) if intent.what == "ask" else Answer(intent.text)
            return Proposal(action, claim=step.plan)
        forms = _forms(intent)
        is_done = isinstance(intent, Do) and intent.what == "done"
        if is_done and not forms:
            return Proposal(Answer(DONE), claim=step.plan)
        self._first_step = len(history.steps)
        active = self._carry_out(forms, Refs(self._book))
        decision = active.propose(task, history, observation, stop)
        if not isinstance(decision, Finish):
            self._active = active
            return self._told(decision)
        ended = self._take_in(decision, ())
        return ended or self._next(task, history, observation, stop)

    def _told(self, decision: Proposal | Question | Later) -> Decision:
        if not isinstance(decision, Proposal) or not self._past:
            return decision
        chosen = worded("chosen by the model at {0}", self._server.host)
        if self._is_users:
            chosen = worded("chosen by you")
        evidence = joined("; ", (decision.evidence, chosen))
        return replace(decision, claim=told_line(self._past[-1].step.plan), evidence=evidence)

    def _take_in(self, finish: Finish, records: Sequence[StepRecord]) -> Finish | None:
        """Keep what came of the last choice for the next prompt; the end where nothing goes on."""
        past = self._past[-1]
        if finish.outcome is Outcome.DONE:
            intent = past.step.intent
            self._failed = 0
            self._has_done |= not (isinstance(intent, Do) and intent.what == "wait")
            if not records and len(self._past) > 1 and self._past[-2].step.intent == intent:
                return Finish(Outcome.UNVERIFIED, REPEATED)
            unchanged = any(record.receipt.is_unchanged for record in records)
            words = "nothing on the screen changed" if unchanged else ""
            self._past[-1] = replace(past, result=words or ("" if records else finish.message))
            if isinstance(intent, Do) and intent.what == "done":
                return replace(finish, message=DONE)
            return None
        self._failed += 1
        if finish.outcome is Outcome.BLOCKED or self._failed >= MOST_FAILED:
            return finish
        self._past[-1] = replace(past, result=finish.message)
        return None

    def _asked(self, task: Task, listing: Listing, stop: StopToken) -> tuple[GoalStep, Reply]:
        correction = ""
        for ask in range(1, MOST_ASKS + 1):
            turns = turns_of(task.text, self._past, listing, correction=correction)
            asked = ServerAsk(
                turns,
                schema=step_schema(listing, may_end=self._has_done),
                max_tokens=ANSWER_TOKENS,
                temperature=0.0 if ask == 1 else SECOND_TEMPERATURE,
                wants_logprobs=True,
            )
            reply = self._server.reply(asked, stop, heard_as(_plan_of, self._voice.said))
            try:
                return read_step(reply.text, listing, may_end=self._has_done), reply
            except ActionParseError as error:
                if ask == MOST_ASKS:
                    said = message("asked_again", asks=MOST_ASKS, last=told_line(str(error)))
                    language = language_of(task.text, task.language)
                    raise ActionParseError(said.in_language(language)) from error
                log.info("the reply could not be used")
                self._voice.again()
                correction = str(error)
        raise AssertionError  # the last ask returns or raises


def _plan_of(reply: str) -> str | None:
    return thought_in_json(reply, "plan")


def _sureness(reply: Reply, ref: str) -> float:
    """Return how likely the model held the name that it wrote; 1 where the server does not tell."""
    text = "".join(token.text for token in reply.tokens)
    start = text.find(f'"{ref}', max(text.find('"ref"'), 0))
    if start < 0:
        return 1.0
    first, last, at, total = start + 1, start + 1 + len(ref), 0, 0.0
    for token in reply.tokens:
        if at < last and at + len(token.text) > first:
            total += token.logprob
        at += len(token.text)
    return math.exp(min(total, 0.0))


def _forms(intent: Use | Do) -> tuple[Form, ...]:
    """Return what the commands policy is to do; nothing for a `done` that shows nothing."""
    if isinstance(intent, Use):
        return (_form(intent),)
    text = intent.text.strip()
    match intent.what:
        case "key":
            return (Press(text, literal(text), is_key=True),)
        case "start" if ADDRESS.fullmatch(text):
            return (Visit(text),)
        case "start":
            return (Open(literal(text), only_app=True),)
        case "wait":
            return (Rest(_seconds(text)),)
        case "done" if text:
            return (Expect(Shown(text)),)
        case _:
            return ()


def _form(use: Use) -> Form:
    return form_of(use.operation, by_ref(use.listed.ref, use.listed.element), use.text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        return 1.0
    return min(max(seconds, 0.2), MOST_REST_S) if math.isfinite(seconds) else 1.0
