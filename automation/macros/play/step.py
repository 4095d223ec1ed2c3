"""One step on its way: wait for what it needs, find, propose, wait for its effect.

Nothing is slept through: every wait is a look that comes later, and ends with what was waited for,
with its time, or with a stop.

Meets the mismatches of one step in their order: patience, a settled look, the model, the user, the end.

A condition that decides which way a macro goes: yes or no, or asked about; never guessed.

What a step is expected to do to the very thing that it goes to, and what nobody can tell of it.

How long a play waits before a step, at its speed: as the person did, and slowly enough to watch.

What was proposed for one step, and what became of it: done, only its first part done, or cut short.

Whether a press is known to have gone to another thing: what comes after it would be done wrong.

Whether a box that a step pressed has moved: one that stays as it was means the press did nothing.

What comes after it would be done with the wrong setting. No word of the macro is needed to tell: a
press on a box always moves it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Click
from automation.core.errors import MacroError
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import Later, Outcome, Proposal, Question, StepRecord
from automation.macros import macro as grammar
from automation.macros.effects import goes_with_keyboard, readable
from automation.macros.macro import Condition, Mismatch, Step, Target
from automation.macros.play.actions import Kind, Nothing, Trouble
from automation.macros.play.conditions import (
    Looker,
    Sight,
    Verdict,
    condition_words,
    proof_of,
    read_again,
)
from automation.macros.play.mismatch import (
    DRY_RUN,
    LOOK_EVERY_S,
    GiveUp,
    Handling,
    Reply,
    outcome_of,
    question,
    waiting,
)
from automation.macros.play.moment import FULL_SPEED, Moment, Notes, Result, StepEnd, Tools
from automation.macros.play.program import Place, Whether, missing_words
from automation.macros.play.targets import (
    Proposer,
    Raiser,
    Ready,
    Seeker,
    Unmoved,
    repairs_of,
    waits_elsewhere,
)
from automation.macros.play.timing import AS_RECORDED, SLOWLY
from automation.macros.play.values import BadValue, filled, filled_condition
from automation.macros.play.wording import step_words

_SEEN: Final = frozenset({"several", "not_allowed"})
"""Why a target cannot be used that is on the screen, in the finder's words."""


def mode_of(place: Place) -> Mismatch:
    """Return what the step, or for it its macro, says is to be done; never `default`."""
    own = place.step.on_mismatch
    return place.source.macro.on_mismatch if own == "default" else own


class Meeting:
    """Serves one step; owned by the agent thread."""

    def __init__(self, handling: Handling, seeker: Seeker, notes: Notes, *, is_dry: bool) -> None:
        self._handling = handling
        self._seeker = seeker
        self._notes = notes
        self._is_dry = is_dry

    def meet(
        self, step: Step, trouble: Trouble, moment: Moment, most_s: float | None, note: str
    ) -> Later | Question | GiveUp | None:
        """Wait while there is time, then return what is to be done; None goes on without the effect.

        Args:
            step: its names filled in.
            trouble: why it cannot be done as recorded.
            moment: what is seen.
            most_s: how long it may take; None takes what is usual.
            note: what the status line says is waited for; empty takes the trouble's sentence.

        Raises:
            Stopped: a stop was asked for.
        """
        if self._is_dry:
            is_there = trouble.why in _SEEN
            return GiveUp(False, outcome_of(trouble), trouble.sentence, DRY_RUN, is_there)
        shown = Trouble(trouble.kind, note or trouble.sentence, why=trouble.why)
        later = self._handling.patience(shown, most_s)
        if later is not None:
            return later
        if not moment.is_sure:
            return Later(0.0, settles=True)
        if trouble.kind == "target" and self._handling.asks_model:
            left = self._after_model(step, trouble, moment)
            if left is None:
                return Later(0.0, settles=True)
            trouble = left
        result = self._handling.after_patience(trouble)
        if isinstance(result, GiveUp) and trouble.kind == "effect":
            self._notes.effect = "not seen"
            self._notes.is_effect_left_out = result.is_skipped
            return None if result.is_skipped else result  # the step itself was done
        return result

    def _after_model(self, step: Step, trouble: Trouble, moment: Moment) -> Trouble | None:
        calls = self._notes.model_calls
        left = self._seeker.asked(step, trouble, moment)
        self._handling.history += ["asked the model"] * (self._notes.model_calls - calls)
        return left


class WhetherRun:
    """Serves one condition at one turn of the program; owned by the agent thread."""

    def __init__(
        self, test: Whether, tools: Tools, *, before: Observation | None, is_dry: bool, is_new: bool
    ) -> None:
        """Take a condition.

        Args:
            test: where the program stands.
            tools: what the run works with.
            before: what was seen before the last step that was sent.
            is_dry: nothing is sent, so that nothing is waited for.
            is_new: something was sent since the same condition was asked about.
        """
        self.test = test
        mode = mode_of(test.place)
        self.handling = Handling(mode, tools.clock, is_attended=tools.is_attended)
        self._tools = tools
        self._before = before
        self._is_dry = is_dry
        self._must_look = not (is_new or is_dry)
        self._answer: bool | None = None
        self._ended: StepEnd | None = None

    @property
    def sentence(self) -> str:
        """What is asked."""
        return f"Whether {condition_words(self.test.condition)}"

    def decide(self, moment: Moment) -> bool | Question | Later | StepEnd:
        """Return whether it is so, or what must come first.

        Raises:
            Stopped: a stop was asked for.
        """
        moment.stop.check()
        if self._ended is not None:
            return self._ended
        if self._answer is not None:
            return self._answer
        if self._must_look:
            self._must_look = False
            return Later(LOOK_EVERY_S, "Looking once more")
        try:
            return self._look(moment)
        except MacroError as error:
            return StepEnd(is_done=False, gave_up=GiveUp(False, Outcome.FAILED, str(error), "stop"))

    def _look(self, moment: Moment) -> bool | Question | Later | StepEnd:
        place = self.test.place
        condition = filled_condition(self.test.condition, place.scope)
        looker = Looker(self._tools.finder, place.source.images, moment.stop, self._before)
        verdict = looker.look(condition, moment.sight, place.scope)
        if verdict.answer != "unknown" or self._is_dry:
            # Which way a macro goes is never decided on a picture that is still being drawn.
            is_sure = moment.is_sure or self._is_dry
            return verdict.is_so if is_sure else Later(0.0, settles=True)
        said = f"{self.sentence} cannot be told: {verdict.sentence}"
        trouble = Trouble("condition", said, why="unsure")
        later = self.handling.patience(trouble)
        if later is not None:
            return later
        if not moment.is_sure:
            return Later(0.0, settles=True)
        result = self.handling.after_patience(trouble)
        return StepEnd(is_done=False, gave_up=result) if isinstance(result, GiveUp) else result

    def chose(self, number: int | None) -> None:
        """Take the user's answer in."""
        reply = self.handling.answered(number)
        if reply is None:
            return
        if reply.word in ("yes", "no"):
            self._answer = reply.word == "yes"
        elif reply.word == "stop":
            self._ended = StepEnd(
                is_done=False, gave_up=self.handling.stopped_by_user(self.sentence)
            )


@dataclass(frozen=True, slots=True)
class Acted:
    """A step, its names filled in, and the record of it; None while nothing was sent for it."""

    step: Step
    record: StepRecord | None

    @property
    def is_confirmed(self) -> bool:
        """Tell whether an effect of it was seen, be it the expected one or not."""
        return self.record is not None and self.record.receipt.kind == "effect_seen"

    def meant_by(self, condition: Condition, sight: Sight) -> ScreenElement | None:
        """Return what the step was done to, where the condition asks what just that holds.

        Who has shown it knows it by another name than the macro, so that it is not looked for again.
        """
        if self.record is None or not self.is_own(condition):
            return None
        met, point = self._met, self.record.point
        return met or (sight.reader.at(sight.observation, point) if point is not None else None)

    @property
    def is_beyond_telling(self) -> bool:
        """Tell whether no wait helps where it cannot be told what it holds: no tree told of it."""
        return self._met is None

    @property
    def _met(self) -> ScreenElement | None:
        """What it was done to, where the tree told of that."""
        element = self.record.proposal.element if self.record is not None else None
        return element if element is not None and element.source == "tree" else None

    def is_own(self, condition: Condition) -> bool:
        """Tell whether the condition asks what the very thing holds that the step goes to."""
        own = getattr(self.step, "target", None)
        if not (isinstance(condition, grammar.Holds) and isinstance(own, Target)):
            return False
        return condition.target == readable(own)


MOST_PAUSE_S: Final = 10.0
"""Of a recorded pause that was longer, no more counts: somebody went for a coffee."""
BREATH_S: Final = 0.3
"""Before a step that acts, where the play is slower than the recorded pace: a step that is made of a
run has no pause of its own, and whoever plays it slowly wants to watch."""


def pause_before(step: Step, speed: float, *, is_first: bool) -> tuple[float, str]:
    """Return the seconds between the end of the step before and this one, and why they are waited.

    Args:
        step: what is to be done.
        speed: of the play; from `FULL_SPEED` on nothing is waited.
        is_first: nothing was done before, so that no recorded pause counts.
    """
    if speed >= FULL_SPEED:
        return 0.0, AS_RECORDED
    pause_s = 0.0 if is_first else min(step.pause_s, MOST_PAUSE_S)
    if speed < 1.0 and pause_s < BREATH_S and _acts(step):
        return BREATH_S / speed, SLOWLY
    return pause_s / speed, AS_RECORDED


def _acts(step: Step) -> bool:
    return not isinstance(step, grammar.Wait | grammar.CheckThat | grammar.AskMe)


class Proposed:
    """Serves one step, for which more than one proposal may be made; owned by the agent thread."""

    def __init__(self, before: Observation | None, pressed: ScreenElement | None) -> None:
        """Stand before the first proposal.

        Args:
            before: what was seen before the last step that was sent.
            pressed: what that step has pressed with one click.
        """
        self.before = before
        """What was seen before the last step that was sent, be it this one."""
        self.pressed = pressed
        """What the step before has pressed, until something is sent for this one."""
        self.has_focused = False
        """A first part has brought the keyboard to where the step needs it."""
        self.is_proven = False
        """The condition in hand is in the record as a check; who goes on to another takes it back."""
        self.cut: Trouble | None = None
        """Why the step was cut short with some of it sent; None while it was not."""
        self.record: StepRecord | None = None
        """Of the step itself, once it was done."""
        self._ready: Ready | None = None
        self._proof: Proposal | None = None

    @property
    def is_put(self) -> bool:
        """Tell whether a proposal for the step itself waits for what becomes of it."""
        return self._ready is not None

    @property
    def is_readying(self) -> bool:
        """Tell whether what waits only readies the step: its window comes up, its field gets the keyboard."""
        intended = self._ready.intended if self._ready is not None else None
        return intended is not None and (intended.is_raise or intended.is_first_part)

    def put(self, ready: Ready) -> Proposal:
        """Return the proposal that does the step, and wait for what becomes of it."""
        self._ready = ready
        return ready.intended.proposal

    def prove(self, condition: Condition, sight: Sight) -> Proposal | None:
        """Return the check that says what was seen, and wait for it; None where none says the same."""
        self._proof = proof_of(condition, sight)
        return self._proof

    def took(self, record: StepRecord, step: Step) -> Ready | None:
        """Take in what became of the last proposal; return what did the step, None while nothing has.

        Args:
            record: of that proposal.
            step: its names filled in.
        """
        if self._proof is not None:
            self._proof, self.is_proven = None, True
            return None
        if self._ready is None:
            return None
        ready, self._ready, self.pressed = self._ready, None, None
        execution = record.execution
        if ready.intended.is_raise:
            return None
        if execution is not None and not execution.completed:
            if execution.events_sent or execution.text_sent_chars:
                why = execution.why or "nobody knows why"
                self.cut = Trouble("cut", f"{step_words(step)}: it was cut short ({why})")
            return None
        if ready.intended.is_first_part:
            self.has_focused = True
            return None
        self.record, self.before = record, ready.seen
        return ready

    def give_up(self) -> None:
        """Forget a proposal that did not become a step."""
        self._ready = self._proof = None


def strayed_press(step: Step, record: StepRecord | None) -> str:
    """Return where a press went instead; empty where nothing tells of that, or the effect will tell.

    Args:
        step: what was done; a text or a state that it waits for says more than where the press went.
        record: the step as it was sent; None where nothing was.
    """
    expect = step.expect
    if record is None or record.receipt.code != "went_elsewhere":
        return ""
    is_any_change = expect is None or isinstance(expect.condition, grammar.Changed)
    return record.receipt.detail if is_any_change else ""


MOVE_WAIT_S: Final = 2.0
"""So long a slow program has to show the box as it is, beyond the settling after the press."""


def unmoved_switch(record: StepRecord | None, reader: ElementReader) -> str:
    """Return what a pressed box still is, read once more; empty where it moved or nobody tells.

    Args:
        record: the step as it was sent; None where nothing was.
        reader: tells the state of one element as it is at this moment.
    """
    if record is None or not record.receipt.is_unchanged:
        return ""
    box = record.proposal.element
    if box is None or not _moves_when_pressed(record, box):
        return ""
    fresh, was_on = read_again(box, reader), "checked" in box.states
    if fresh is None or ("checked" in fresh.states) != was_on:
        return ""
    return f"it is still {'on' if was_on else 'off'}"


def _moves_when_pressed(record: StepRecord, box: ScreenElement) -> bool:
    """Tell whether one press has to move it; one of several toggles stays on when it was on."""
    action = record.action
    if not (isinstance(action, Click) and action.button == "left" and action.count == 1):
        return False
    is_off_toggle = box.role == "toggle" and "checked" not in box.states
    return (box.role == "checkbox" or is_off_toggle) and "checkable" in box.states


_Phase = Callable[["StepRun", Moment], Result | None]


class StepRun:
    """Serves one step at one place of the program; owned by the agent thread."""

    def __init__(
        self,
        place: Place,
        tools: Tools,
        *,
        before: Observation | None,
        pressed: ScreenElement | None,
        since_s: float | None,
        is_dry: bool,
        unmoved: Unmoved | None = None,
        left_out_before: str = "",
    ) -> None:
        """Take a step.

        Args:
            place: the step as it is written.
            tools: what the run works with.
            before: what was seen before the last step that was sent.
            pressed: what that step has pressed with one click.
            since_s: when the step before ended; None at the beginning.
            is_dry: nothing is sent, so that nothing is waited for.
            unmoved: what stayed over windows that were raised; the steps of a run share it.
            left_out_before: what was left out that would have said where this step goes, in words.
        """
        self.place = place
        self.notes = Notes()
        self.handling = Handling(
            mode_of(place),
            tools.clock,
            is_attended=tools.is_attended,
            can_point=tools.pointer is not None,
        )
        self._tools = tools
        self._is_first = since_s is None
        self._since_s = tools.clock.now_s() if since_s is None else since_s
        self._is_dry = is_dry
        self._left_out_before = left_out_before
        self._step: Step = place.step
        self._phase = 0
        self._seeker = Seeker(place, tools, self.notes)
        self._raiser = Raiser(tools, unmoved if unmoved is not None else set())
        self._proposer = Proposer(place, tools, self.notes, self._seeker)
        self._meeting = Meeting(self.handling, self._seeker, self.notes, is_dry=is_dry)
        self._proposed = Proposed(before, pressed)
        self._was_asked = ""
        self._to_point = ""
        """The part of the step that the user wants to show; empty for none."""
        self.pointing_s = 0.0
        """For how long the user has pointed, in the last `decide`."""
        self._ended: StepEnd | None = None

    @property
    def sentence(self) -> str:
        """What the step does, with its values."""
        return step_words(self._step)

    def decide(self, moment: Moment) -> Result:
        """Return what is to be done about the step at this moment.

        Raises:
            Stopped: a stop was asked for.
        """
        self.pointing_s = 0.0
        if self._to_point:
            return self._point(moment)
        while True:
            moment.stop.check()
            if self._ended is not None:
                return self._ended
            if self._phase >= len(_PHASES):
                return StepEnd(is_done=True)
            try:
                result = _PHASES[self._phase](self, moment)
            except BadValue as error:
                result = self._meet(Trouble("value", str(error)), moment, most_s=0.0)
            except MacroError as error:
                gave_up = GiveUp(False, Outcome.FAILED, str(error), "stop")
                return self._end(gave_up)
            if result is not None:
                return result
            self._phase += 1
            self._proposed.is_proven = False
            self.handling.reset()

    def _point(self, moment: Moment) -> Result:
        """Let the user show the target, and look anew; who leaves that is asked again."""
        part, self._to_point = self._to_point, ""
        pointer, clock = self._tools.pointer, self._tools.clock
        assert pointer is not None, "nobody is offered to point"
        began_s = clock.now_s()
        pointed = pointer.point(moment.stop)
        self.pointing_s = clock.now_s() - began_s
        if pointed is None:
            return self.handling.once_more()
        self._seeker.take(part, pointed)
        return Later(0.0, settles=True)

    def chose(self, number: int | None) -> None:
        """Take the user's answer in; None when it fits the screen no more."""
        if self._was_asked:
            word, self._was_asked = self._was_asked, ""
            if number == 1:
                self._phase += 1
            elif number is not None:
                self._end(self.handling.stopped_by_user(word))
            return
        reply = self.handling.answered(number)
        if reply is not None:
            self._obey(reply)

    def _obey(self, reply: Reply) -> None:
        match reply.word:
            case "element" if reply.element is not None:
                self._seeker.give(reply.part, reply.element)
            case "show":
                self._to_point = reply.part
            case "redo":
                self._proposed.cut, self._phase = None, _PHASES.index(StepRun._act)
            case "go_on":
                self._go_on()
            case "skip":
                self._end(GiveUp(True, Outcome.PARTIAL, "You left it out", "you: skip"))
            case "stop":
                self._end(self.handling.stopped_by_user(self.sentence))
            case _:
                return

    def _go_on(self) -> None:
        if self._phase == _PHASES.index(StepRun._expect):
            self.notes.effect = "not seen"
        self._phase += 1
        self._proposed.cut = None

    def took(self, record: StepRecord) -> None:
        """Take in what became of the last proposal."""
        self._raiser.took()
        done = self._proposed.took(record, self._step)
        if done is None:
            return
        if record.confirmation.verdict == "edited":
            self.handling.history.append("you: corrected")
            self.notes.rung = "user"  # what was found is what the user did not want
            self._seeker.correct(done.found)
        else:
            self.notes.repairs += repairs_of(self.place, done)
        self._phase += 1
        self.handling.reset()

    def give_up_pending(self) -> None:
        """Forget a proposal that did not become a step, and a place that was shown for it."""
        if self._proposed.is_put:
            self._seeker.forget()
        self._raiser.give_up()
        self._proposed.give_up()

    @property
    def is_itself(self) -> bool:
        """Tell whether what is proposed is the step, not what readies it or says what came of it."""
        return self._phase == _PHASES.index(StepRun._act) and not self._proposed.is_readying

    @property
    def before(self) -> Observation | None:
        """What was seen before the last step that was sent."""
        return self._proposed.before

    @property
    def pressed(self) -> ScreenElement | None:
        """What the step before has pressed, until something is sent for this one."""
        return self._proposed.pressed

    def _end(self, gave_up: GiveUp) -> StepEnd:
        self._ended = StepEnd(is_done=False, gave_up=gave_up)
        return self._ended

    def _fill(self, _moment: Moment) -> Result | None:
        self._step = filled(self.place.step, self.place.scope)
        return None

    def _pause(self, _moment: Moment) -> Result | None:
        """Let the step's pause pass, which began where the step before ended."""
        if self._is_dry:
            return None
        pause_s, why = pause_before(self._step, self._tools.speed, is_first=self._is_first)
        return waiting(self._since_s + pause_s - self._tools.clock.now_s(), why)

    def _break(self, moment: Moment) -> Result | None:
        if not (self._tools.breaks and self._step.breakpoint) or self._is_dry:
            return None
        return self._ask(f"Breakpoint before: {self.sentence}. Go on?")

    def _ask(self, text: str) -> Question | StepEnd:
        """Ask for a yes; without anybody to ask the step ends."""
        if not self._tools.is_attended:
            return self._end(GiveUp(False, Outcome.BLOCKED, f"{text} Nobody is there", "stop"))
        self._was_asked = text
        names = [("Yes, go on", "answer"), ("No, stop", "answer")]
        return question(text, names, [None, None], Outcome.BLOCKED)

    def _front(self, moment: Moment) -> Result | None:
        """Bring the window of the step to the front, unless that may cover what it waits for."""
        return None if waits_elsewhere(self._step) else self._raise(moment)

    def _raise(self, moment: Moment) -> Result | None:
        """Bring the window of the step to the front; a dry run shows that, and sees no more than before."""
        raised = self._raiser.first(self._step, moment)
        return self._proposed.put(raised) if isinstance(raised, Ready) else raised

    def _await(self, moment: Moment) -> Result | None:
        wait = self._step.wait
        if wait is None or self._is_dry:
            return None
        return self._until(wait.condition, wait.within_s, "wait", moment)

    def _until(
        self, condition: Condition, within_s: float, kind: Kind, moment: Moment
    ) -> Result | None:
        """Return None as soon as the condition is seen to hold."""
        verdict = self._look(condition, moment)
        if verdict.is_so:
            # Half a picture shows less than there is: that something is gone needs a settled one.
            is_sure = moment.is_sure or self._is_dry or not getattr(condition, "absent", False)
            return None if is_sure else Later(0.0, settles=True)
        wanted = condition_words(condition)
        said = f"{self.sentence}: waited until {wanted}, but {verdict.sentence}"
        if self.place.rounds:
            said = missing_words(self.place.rounds, wanted, verdict.sentence)
        trouble = Trouble(kind, said)
        if kind == "effect" and verdict.answer == "unknown" and self._is_receipt_enough(condition):
            is_vain = self._acted.is_beyond_telling
            is_over = is_vain or self.handling.patience(trouble, within_s) is None
            if is_over and moment.is_sure:
                self.notes.effect = "not seen"
                return None
        is_over = kind == "wait" and self.handling.patience(trouble, within_s) is None
        if is_over and (raised := self._raise(moment)):  # then it is waited for in the step's own
            if isinstance(raised, Proposal):
                self.handling.reset()
            return raised
        return self._meet(trouble, moment, most_s=within_s, note=wanted)

    def _look(self, condition: Condition, moment: Moment) -> Verdict:
        """Return what is seen of a condition, of what was acted on where just that is meant."""
        met = self._acted.meant_by(condition, moment.sight)
        images = self.place.source.images
        looker = Looker(self._tools.finder, images, moment.stop, self.before, met)
        return looker.look(condition, moment.sight, self.place.scope)

    def _is_receipt_enough(self, condition: Condition) -> bool:
        """Tell whether what was seen of the press may stand for what its own thing holds.

        Never where a model alone said which thing that is.
        """
        is_own = self._acted.is_own(condition) and self.notes.rung != "model"
        return is_own and self._acted.is_confirmed

    @property
    def _acted(self) -> Acted:
        return Acted(self._step, self._proposed.record)

    def _meet(
        self, trouble: Trouble, moment: Moment, most_s: float | None = None, note: str = ""
    ) -> Result | None:
        """Wait while there is time, then do what is to be done about the mismatch."""
        met = self._meeting.meet(self._step, trouble, moment, most_s, note)
        return self._end(met) if isinstance(met, GiveUp) else met

    def _aim(self, moment: Moment) -> Result | None:
        """Send nothing to wherever the keyboard is, where that was to be chosen by what was left out."""
        if not self._left_out_before or self._is_dry or not goes_with_keyboard(self._step):
            return None
        said = (
            f"{self.sentence}: {self._left_out_before} was left out, which would have chosen "
            "where it goes"
        )
        return self._meet(Trouble("adrift", said), moment, most_s=0.0)

    def _act(self, moment: Moment) -> Result | None:
        """Do the step: look, ask, let time pass, or propose the action."""
        if self._proposed.cut is not None:
            return self._meet(self._proposed.cut, moment, most_s=0.0)
        match self._step:
            case grammar.AskMe():
                return None if self._is_dry else self._ask(self._step.question)
            case grammar.Wait():
                return self._rest(self._step)
            case grammar.CheckThat():
                return self._check(self._step, moment)
            case _:
                return self._propose(moment)

    def _rest(self, step: grammar.Wait) -> Result | None:
        if self._is_dry:
            return None
        return self.handling.patience(Trouble("wait", "as the macro says"), step.seconds)

    def _check(self, step: grammar.CheckThat, moment: Moment) -> Result | None:
        if self._proposed.is_proven or self._is_dry:
            return None
        unseen = self._until(step.condition, step.within_s, "check", moment)
        return unseen if unseen is not None else self._proposed.prove(step.condition, moment.sight)

    def _propose(self, moment: Moment) -> Result | None:
        if raised := self._raise(moment):  # it may have been opened behind while it was waited for
            return raised
        if not self._is_dry and (
            astray := self._raiser.astray(self._step, moment.sight.observation)
        ):
            return self._meet(astray, moment)
        ready = self._proposer.ready(
            self._step, moment, has_focused=self._proposed.has_focused, pressed=self.pressed
        )
        match ready:
            case Trouble():
                up = self._raiser.after(self._step, ready, moment)
                if up is not None:
                    return self._proposed.put(up)
                return self._meet(ready, moment, most_s=0.0 if ready.kind == "value" else None)
            case Nothing():
                return None
            case Later():
                return ready
            case Ready():
                return self._proposed.put(ready)

    def _expect(self, moment: Moment) -> Result | None:
        """Wait for the recorded effect; a step that was sent is never sent again for it."""
        expect, record = self._step.expect, self._proposed.record
        is_unsent = record is not None and record.confirmation.verdict == "dry_run"
        if self._is_dry or self._proposed.is_proven or is_unsent:
            return None
        if unmoved := unmoved_switch(record, self._tools.reader):
            trouble = Trouble("effect", f"{self.sentence}: {unmoved}")
            return self._meet(trouble, moment, most_s=MOVE_WAIT_S)
        if strayed := strayed_press(self._step, record):
            trouble = Trouble("effect", f"{self.sentence}: {strayed}")
            return self._meet(trouble, moment, most_s=0.0)
        if expect is None:
            return None
        unseen = self._until(expect.condition, expect.within_s, "effect", moment)
        if unseen is not None or self.notes.effect == "not seen":
            return unseen
        self.notes.effect = "seen"
        is_confirmed = record is None or record.receipt.kind == "effect_seen"
        return None if is_confirmed else self._proposed.prove(expect.condition, moment.sight)


_PHASES: Final[tuple[_Phase, ...]] = (
    StepRun._fill,
    StepRun._pause,
    StepRun._break,
    StepRun._front,
    StepRun._await,
    StepRun._aim,
    StepRun._act,
    StepRun._expect,
)
