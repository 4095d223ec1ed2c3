"""One step on its way: wait for what it needs, find, propose, wait for its effect.

Nothing is slept through: every wait is a look that comes later, and ends with what was waited for,
with its time, or with a stop.
"""

from collections.abc import Callable
from typing import Final

from automation.core.errors import MacroError
from automation.core.observation import Observation, ScreenElement
from automation.core.proposal import Later, Outcome, Proposal, Question, StepRecord
from automation.macros import macro as grammar
from automation.macros.describing.fronts import goes_with_keyboard
from automation.macros.macro import Condition, Step
from automation.macros.player.conditions import Looker, Verdict, condition_words
from automation.macros.player.expected import Acted
from automation.macros.player.instructions import Place
from automation.macros.player.intents import Kind, Nothing, Trouble
from automation.macros.player.meeting import Meeting, mode_of
from automation.macros.player.mismatch import (
    GiveUp,
    Handling,
    Reply,
    question,
    waiting,
)
from automation.macros.player.moments import Moment, Notes, Result, StepEnd, Tools
from automation.macros.player.pausing import pause_before
from automation.macros.player.proposed import Proposed
from automation.macros.player.proposing import Proposer, Ready, repairs_of
from automation.macros.player.raising import Raiser, Unmoved, waits_elsewhere
from automation.macros.player.rounds import missing_words
from automation.macros.player.seeking import Seeker
from automation.macros.player.strays import strayed_press
from automation.macros.player.switches import MOVE_WAIT_S, unmoved_switch
from automation.macros.player.values import BadValue, filled
from automation.macros.player.wording import step_words

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
