"""One step of a macro as a machine of eight phases, and a condition that decides which way a macro goes.

The phases fill in the names, let the recorded pause pass, stop at a breakpoint, bring the window to the
front, wait for what the step needs, see that its keys go where they are meant to, do it, and wait for
its effect. Nothing is slept through: every wait is a look that comes later, and ends with what was
waited for, with its time, or with a stop. A step that was sent is never sent again for its effect.

What a step was done to is read, not looked for again, where the expected effect is what its own target
holds: a box that the user has shown may be called otherwise than in the macro. What cannot be told is
no "no": a receipt of an effect that was seen stands for it, never where a model alone has named the
place, and the report says *not seen*.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from automation.core.actions import Click
from automation.core.errors import MacroError
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader
from automation.core.proposal import Later, Outcome, Proposal, Question, StepRecord
from automation.core.text import worded
from automation.macros import macro as grammar
from automation.macros.effects import goes_with_keyboard, readable
from automation.macros.found import Found
from automation.macros.macro import Condition, Mismatch, Step, Target
from automation.macros.play.conditions import (
    ConditionChecker,
    Sight,
    condition_as_check,
    condition_words,
    read_again,
)
from automation.macros.play.mismatch import (
    LOOK_EVERY_S,
    GiveUp,
    Kind,
    MismatchHandler,
    Reply,
    Trouble,
    question,
    waiting,
)
from automation.macros.play.program import Place, Whether, missing_words
from automation.macros.play.repair import is_shown, repairs_of
from automation.macros.play.step_actions import Aimed, activation, aim, raised_by
from automation.macros.play.step_context import FULL_SPEED, PlayServices, StepContext, StepLog
from automation.macros.play.targets import (
    TargetSearch,
    Unmoved,
    WindowRaiser,
    covered,
    is_gentle,
    waits_elsewhere,
)
from automation.macros.play.values import BadValue, filled, filled_condition, values_in
from automation.macros.play.wording import step_words

MOST_PAUSE_S: Final = 10.0
"""Of a recorded pause that was longer, no more counts: somebody went for a coffee."""
BREATH_S: Final = 0.3
"""Before a step that acts, where the play is slower than the recorded pace: a step that is made of a
run has no pause of its own, and whoever plays it slowly wants to watch."""
MOVE_WAIT_S: Final = 2.0
"""So long a slow program has to show the box as it is, beyond the settling after the press."""

Result = Proposal | Question | Later | GiveUp
_Phase = Callable[["StepRun", StepContext], Result | None]


class StepRun:
    """Does one step at one place of the program; owned by the agent thread."""

    def __init__(
        self,
        place: Place,
        services: PlayServices,
        *,
        before: Observation | None = None,
        pressed: ScreenElement | None = None,
        since_s: float | None = None,
        is_dry: bool = False,
        unmoved: Unmoved | None = None,
        left_out_before: str = "",
    ) -> None:
        """Take a step.

        Args:
            since_s: when the step before ended; None at the beginning.
            unmoved: what stayed over windows that were raised; the steps of a run share it.
        """
        self.place = place
        self.log = StepLog()
        self.handler = MismatchHandler(
            mode_of(place),
            services.clock,
            is_attended=services.is_attended,
            is_dry=is_dry,
            can_point=services.pointer is not None,
        )
        self.before = before
        """What was seen before the last step that was sent, be it this one."""
        self.pressed = pressed
        """What the step before has pressed, until something is sent for this one."""
        self.pointing_s = 0.0
        """For how long the user has pointed, in the last `decide`."""
        self._services = services
        self._is_first = since_s is None
        self._since_s = services.clock.now_s() if since_s is None else since_s
        self._is_dry = is_dry
        self._left_out_before = left_out_before
        self._step: Step = place.step
        self._search = TargetSearch(place, services, self.log)
        self._raiser = WindowRaiser(services, unmoved if unmoved is not None else set())
        self._phase = 0
        self._gave_up: GiveUp | None = None
        self._aimed: Aimed | None = None
        """What was proposed, until it is known what became of it."""
        self._check_put: Proposal | None = None
        """The check of a condition that was seen, until it is in the record."""
        self._is_proven = False
        """The condition of this phase is in the record as a check."""
        self._has_focused = False
        """A first part has brought the keyboard to where the step needs it."""
        self._cut: Trouble | None = None
        """Why the step was cut short with some of it sent; None while it was not."""
        self._record: StepRecord | None = None
        """Of the step itself, once it was done."""
        self._was_asked = ""
        self._to_point = ""
        """The part of the step that the user wants to show; empty for none."""

    @property
    def sentence(self) -> str:
        """What the step does, with its values."""
        return step_words(self._step)

    @property
    def is_itself(self) -> bool:
        """Whether the proposal does the step itself, and does not prepare it or check its effect."""
        is_readying = self._aimed is not None and self._aimed.does != "step"
        return self._phase == _PHASES.index(StepRun._act) and not is_readying

    def decide(self, context: StepContext) -> Result | None:
        """Return what is to be done about the step in this turn; None when it is done."""
        self.pointing_s = 0.0
        if self._to_point:
            return self._point(context)
        while True:
            context.stop.check()
            if self._gave_up is not None or self._phase >= len(_PHASES):
                return self._gave_up
            try:
                result = _PHASES[self._phase](self, context)
            except BadValue as error:
                result = self._handle(Trouble("value", str(error)), context, most_s=0.0)
            except MacroError as error:
                result = self._end(GiveUp(False, Outcome.FAILED, str(error), "stop"))
            if result is not None:
                return result
            self._phase += 1
            self._is_proven = False
            self.handler.reset()

    def on_answer(self, number: int | None) -> None:
        """Act on the user's answer; None when none was given or the choices have moved."""
        if self._was_asked:
            word, self._was_asked = self._was_asked, ""
            if number == 1:
                self._phase += 1
            elif number is not None:
                self._end(self.handler.stopped_by_user(word))
            return
        reply = self.handler.on_answer(number)
        if reply is not None:
            self._obey(reply)

    def on_record(self, record: StepRecord) -> None:
        """Note what became of the last proposal, and go to the next phase where the step was done."""
        self._raiser.on_record()
        if self._check_put is not None:
            self._check_put, self._is_proven = None, True
            return
        if self._aimed is None:
            return
        aimed, self._aimed, self.pressed = self._aimed, None, None
        execution = record.execution
        if aimed.does == "raise":
            return
        if execution is not None and not execution.completed:
            if execution.events_sent or execution.text_sent_chars:
                why = execution.why or "nobody knows why"
                self._cut = Trouble("cut", f"{self.sentence}: it was cut short ({why})")
        elif aimed.does == "focus":
            self._has_focused = True
        else:
            self._was_done(aimed, record)

    def clear_pending(self) -> None:
        """Drop a proposal that did not become a step, and the places that were shown for it."""
        if self._aimed is not None:
            self._search.clear()
        self._raiser.clear_pending()
        self._aimed = self._check_put = None

    def _was_done(self, aimed: Aimed, record: StepRecord) -> None:
        self._record, self.before = record, aimed.seen
        if record.confirmation.verdict == "edited":
            self.handler.history.append("you: corrected")
            self.log.rung = "user"  # what was found is what the user did not want
            self._search.note_correction(aimed.found)
        else:
            self.log.repairs += repairs_of(self.place, aimed)
        self._phase += 1
        self.handler.reset()

    def _obey(self, reply: Reply) -> None:
        match reply.word:
            case "element" if reply.element is not None:
                self._search.choose(reply.part, reply.element)
            case "show":
                self._to_point = reply.part
            case "redo":
                self._cut, self._phase = None, _PHASES.index(StepRun._act)
            case "go_on":
                if self._phase == _PHASES.index(StepRun._expect):
                    self.log.effect = "not seen"
                self._phase += 1
                self._cut = None
            case "skip":
                self._end(GiveUp(True, Outcome.PARTIAL, "You left it out", "you: skip"))
            case "stop":
                self._end(self.handler.stopped_by_user(self.sentence))
            case _:
                return

    def _point(self, context: StepContext) -> Result:
        """Let the user point at the target, then look again; repeat the question if the user leaves."""
        part, self._to_point = self._to_point, ""
        pointer, clock = self._services.pointer, self._services.clock
        assert pointer is not None, "nobody is offered to point"
        began_s = clock.now_s()
        pointed = pointer.point(context.stop)
        self.pointing_s = clock.now_s() - began_s
        if pointed is None:
            return self.handler.once_more()
        self._search.point_to(part, pointed)
        return Later(0.0, settles=True)

    def _end(self, gave_up: GiveUp) -> GiveUp:
        self._gave_up = gave_up
        return gave_up

    def _handle(
        self, trouble: Trouble, context: StepContext, most_s: float | None = None, note: str = ""
    ) -> Result | None:
        """Handle a mismatch; None goes on to the next phase, without the effect that was not seen."""
        handled = self.handler.handle(
            trouble,
            is_sure=context.is_sure,
            most_s=most_s,
            note=note,
            ask_model=lambda left: self._ask_model(left, context),
        )
        if not isinstance(handled, GiveUp):
            return handled
        if trouble.kind == "effect" and not self._is_dry:
            self.log.effect = "not seen"
            self.log.is_effect_left_out = handled.is_skipped
            if handled.is_skipped:
                return None  # the step itself was done
        return self._end(handled)

    def _ask_model(self, trouble: Trouble, context: StepContext) -> Trouble | None:
        calls = self.log.model_calls
        left = self._search.ask_model(self._step, trouble, context)
        self.handler.history += ["asked the model"] * (self.log.model_calls - calls)
        return left

    # The phases. None goes on to the next one.

    def _fill(self, _context: StepContext) -> Result | None:
        self._step = filled(self.place.step, self.place.scope)
        return None

    def _pause(self, _context: StepContext) -> Result | None:
        """Wait for the rest of the recorded pause, which began where the step before ended."""
        if self._is_dry:
            return None
        pause_s, why = pause_before(self._step, self._services.speed, is_first=self._is_first)
        left_s = self._since_s + pause_s - self._services.clock.now_s()
        return waiting(left_s, why, is_pacing=True)

    def _break(self, _context: StepContext) -> Result | None:
        if not (self._services.breaks and self._step.breakpoint) or self._is_dry:
            return None
        return self._ask(f"Breakpoint before: {self.sentence}. Go on?")

    def _ask(self, text: str) -> Question | GiveUp:
        """Ask for a yes; without anybody to ask the step ends."""
        if not self._services.is_attended:
            return self._end(GiveUp(False, Outcome.BLOCKED, f"{text} Nobody is there", "stop"))
        self._was_asked = text
        return question(text, ("Yes, go on", "No, stop"), Outcome.BLOCKED)

    def _front(self, context: StepContext) -> Result | None:
        """Bring the window of the step to the front, unless that may cover what it waits for."""
        return None if waits_elsewhere(self._step) else self._raise(context)

    def _raise(self, context: StepContext) -> Result | None:
        """Bring the window of the step to the front; a dry run shows that, and sees no more than before."""
        raised = self._raiser.first(self._step, context)
        return self._put(raised) if isinstance(raised, Aimed) else raised

    def _put(self, aimed: Aimed) -> Proposal:
        """Return the proposal, and wait for what becomes of it."""
        self._aimed = aimed
        return aimed.proposal

    def _await(self, context: StepContext) -> Result | None:
        wait = self._step.wait
        if wait is None or self._is_dry:
            return None
        return self._until(wait.condition, wait.within_s, "wait", context)

    def _until(
        self, condition: Condition, within_s: float, kind: Kind, context: StepContext
    ) -> Result | None:
        """Return None as soon as the condition is seen to hold."""
        checker = ConditionChecker(
            self._services.finder,
            self.place.source.images,
            context.stop,
            self.before,
            self._known(condition, context),
        )
        verdict = checker.check(condition, context.sight, self.place.scope)
        if verdict.is_so:
            # Half a picture shows less than there is: that something is gone needs a settled one.
            is_sure = context.is_sure or self._is_dry or not getattr(condition, "absent", False)
            return None if is_sure else Later(0.0, settles=True)
        wanted = condition_words(condition)
        said = f"{self.sentence}: waited until {wanted}, but {verdict.sentence}"
        if self.place.rounds:
            said = missing_words(self.place.rounds, wanted, verdict.sentence)
        trouble = Trouble(kind, said)
        if kind == "effect" and verdict.answer == "unknown" and self._is_receipt_enough(condition):
            is_vain = self._element_acted_on is None  # no tree told of it, and none will
            is_over = is_vain or self.handler.patience(trouble, within_s) is None
            if is_over and context.is_sure:
                self.log.effect = "not seen"
                return None
        is_over = kind == "wait" and self.handler.patience(trouble, within_s) is None
        if is_over and (raised := self._raise(context)):  # then it is waited for in the step's own
            if isinstance(raised, Proposal):
                self.handler.reset()
            return raised
        return self._handle(trouble, context, most_s=within_s, note=wanted)

    def _known(self, condition: Condition, context: StepContext) -> ScreenElement | None:
        """Return the element that was acted on, where the condition asks what just that holds.

        The user may have shown it under another name, so that it is not looked for again.
        """
        if self._record is None or not self._is_own(condition):
            return None
        known, point = self._element_acted_on, self._record.point
        if known is None and point is not None:
            return context.sight.reader.at(context.seen, point)
        return known

    def _is_own(self, condition: Condition) -> bool:
        """Return whether the condition asks what the step's own target holds."""
        own = getattr(self._step, "target", None)
        if not (isinstance(condition, grammar.Holds) and isinstance(own, Target)):
            return False
        return condition.target == readable(own)

    @property
    def _element_acted_on(self) -> ScreenElement | None:
        """The element that the step was done to; None where the tree did not tell."""
        element = self._record.proposal.element if self._record is not None else None
        return element if element is not None and element.source == "tree" else None

    def _is_receipt_enough(self, condition: Condition) -> bool:
        """Return whether the receipt of the action proves the condition, which nothing on the screen tells.

        Only where the condition is about the step's own target, and never where a model alone found that.
        """
        if not self._is_own(condition) or self.log.rung == "model":
            return False
        return self._record is not None and self._record.receipt.kind == "effect_seen"

    def _check_focus(self, context: StepContext) -> Result | None:
        """Handle keys whose place was to be chosen by a step that was left out: they go nowhere."""
        if not self._left_out_before or self._is_dry or not goes_with_keyboard(self._step):
            return None
        said = (
            f"{self.sentence}: {self._left_out_before} was left out, which would have chosen "
            "where it goes"
        )
        return self._handle(Trouble("adrift", said), context, most_s=0.0)

    def _act(self, context: StepContext) -> Result | None:
        """Do the step: look, ask, let time pass, or propose the action."""
        if self._cut is not None:
            return self._handle(self._cut, context, most_s=0.0)
        match self._step:
            case grammar.AskMe():
                return None if self._is_dry else self._ask(self._step.question)
            case grammar.Wait():
                return self._rest(self._step)
            case grammar.CheckThat():
                return self._check(self._step, context)
        if raised := self._raise(context):  # it may have been opened behind while it was waited for
            return raised
        astray = None if self._is_dry else self._raiser.astray(self._step, context.seen)
        if astray is not None:
            return self._handle(astray, context)
        found = self._search.find(self._step, context)
        aimed = found if isinstance(found, Trouble) else self._aim(found, context)
        if isinstance(aimed, Trouble):
            return self._without_aim(aimed, context)
        return self._put(aimed) if isinstance(aimed, Aimed) else aimed

    def _rest(self, step: grammar.Wait) -> Result | None:
        if self._is_dry:
            return None
        return self.handler.patience(Trouble("wait", "as the macro says"), step.seconds)

    def _check(self, step: grammar.CheckThat, context: StepContext) -> Result | None:
        if self._is_proven or self._is_dry:
            return None
        unseen = self._until(step.condition, step.within_s, "check", context)
        return unseen if unseen is not None else self._prove(step.condition, context.sight)

    def _prove(self, condition: Condition, sight: Sight) -> Proposal | None:
        """Return a check that records what was seen; None where no check says the same."""
        self._check_put = condition_as_check(condition, sight)
        return self._check_put

    def _aim(self, found: dict[str, Found], context: StepContext) -> Aimed | Trouble | Later | None:
        """Return the proposal, or why there is none now; None where there is nothing to do.

        Nothing is proposed on a look that has not settled, and on a brief one only what goes into a
        field or a box: that there is but one of anything else is told by a whole look.
        """
        if not (context.is_sure or (context.is_settled and is_gentle(found))):
            return Later(0.0, settles=True)
        step, written, seen = self._step, self.place.step, context.seen
        services, scope = self._services, self.place.scope
        values = values_in(written.text, scope) if isinstance(written, grammar.Type) else ()
        aimed = aim(
            step,
            found,
            seen,
            services.reader,
            is_trusted=services.is_trusted,
            values=tuple(values),
            has_focused=self._has_focused,
            pressed=self.pressed,
        )
        if isinstance(aimed, Trouble):
            return self._chosen_window(aimed, seen)
        if aimed is None:
            return None
        refused = self._search.too_weak(step, aimed.proposal, found, seen)
        if trouble := refused or covered(step, aimed.proposal, found, seen):
            return trouble
        for one in found.values():
            self.log.rung, self.log.score = one.rung, one.score
            self.log.find_ms += sum(tried.ms for tried in one.tried)
        passwords = services.passwords(seen) if any(map(is_shown, found.values())) else ()
        return replace(aimed, passwords=passwords)

    def _chosen_window(self, trouble: Trouble, seen: Observation) -> Aimed | Trouble:
        """Return the switch to the window that the user chose; the trouble where none was chosen."""
        step, given = self._step, self._search.given("target")
        if not (isinstance(step, grammar.Window) and trouble.kind == "window" and given):
            return trouble
        shown = (w for w in seen.windows if not w.is_own)
        window = next((w for w in shown if w.window_id == given.window_id), None)
        if window is None:
            return trouble
        raised = raised_by(step, is_trusted=self._services.is_trusted)
        proposal = Proposal(
            activation(step, window), sentence=self.sentence, raised_risk=raised,
            evidence=worded("chosen by you"),
        )  # fmt: skip
        return Aimed(proposal, seen, {})

    def _without_aim(self, trouble: Trouble, context: StepContext) -> Result | None:
        """Raise the target's window where one of our own windows covers it, else handle the mismatch."""
        up = self._raiser.after(self._step, trouble, context)
        if up is not None:
            return self._put(up)
        return self._handle(trouble, context, most_s=0.0 if trouble.kind == "value" else None)

    def _expect(self, context: StepContext) -> Result | None:
        """Wait for the recorded effect; a step that was sent is never sent again for it."""
        expect, record = self._step.expect, self._record
        is_unsent = record is not None and record.confirmation.verdict == "dry_run"
        if self._is_dry or self._is_proven or is_unsent:
            return None
        if unmoved := unmoved_switch(record, self._services.reader):
            trouble = Trouble("effect", f"{self.sentence}: {unmoved}")
            return self._handle(trouble, context, most_s=MOVE_WAIT_S)
        if hit := wrong_target_hit(self._step, record):
            trouble = Trouble("effect", f"{self.sentence}: {hit}")
            return self._handle(trouble, context, most_s=0.0)
        if expect is None:
            return None
        unseen = self._until(expect.condition, expect.within_s, "effect", context)
        if unseen is not None or self.log.effect == "not seen":
            return unseen
        self.log.effect = "seen"
        is_confirmed = record is None or record.receipt.kind == "effect_seen"
        return None if is_confirmed else self._prove(expect.condition, context.sight)


_PHASES: Final[tuple[_Phase, ...]] = (
    StepRun._fill,
    StepRun._pause,
    StepRun._break,
    StepRun._front,
    StepRun._await,
    StepRun._check_focus,
    StepRun._act,
    StepRun._expect,
)


class ConditionRun:
    """Decides one condition at one turn of the program; owned by the agent thread.

    Yes or no, or asked about: never guessed.
    """

    def __init__(
        self,
        test: Whether,
        services: PlayServices,
        *,
        before: Observation | None,
        is_dry: bool,
        is_new: bool,
    ) -> None:
        """Take a condition; it is new where something was sent since the same one was asked about."""
        self.test = test
        self.handler = MismatchHandler(
            mode_of(test.place), services.clock, is_attended=services.is_attended
        )
        self._services = services
        self._before = before
        self._is_dry = is_dry
        self._must_look = not (is_new or is_dry)
        self._answer: bool | GiveUp | None = None

    @property
    def sentence(self) -> str:
        """What is asked."""
        return f"Whether {condition_words(self.test.condition)}"

    def decide(self, context: StepContext) -> bool | Question | Later | GiveUp:
        """Return whether it is so, or what must come first."""
        context.stop.check()
        if self._answer is not None:
            return self._answer
        if self._must_look:
            self._must_look = False
            return Later(LOOK_EVERY_S, "Looking once more")
        try:
            return self._look(context)
        except MacroError as error:
            return GiveUp(False, Outcome.FAILED, str(error), "stop")

    def _look(self, context: StepContext) -> bool | Question | Later | GiveUp:
        place = self.test.place
        condition = filled_condition(self.test.condition, place.scope)
        checker = ConditionChecker(
            self._services.finder, place.source.images, context.stop, self._before
        )
        verdict = checker.check(condition, context.sight, place.scope)
        if verdict.answer != "unknown" or self._is_dry:
            # Which way a macro goes is never decided on a picture that is still being drawn.
            is_sure = context.is_sure or self._is_dry
            return verdict.is_so if is_sure else Later(0.0, settles=True)
        said = f"{self.sentence} cannot be told: {verdict.sentence}"
        trouble = Trouble("condition", said, why="unsure")
        return self.handler.handle(trouble, is_sure=context.is_sure)

    def on_answer(self, number: int | None) -> None:
        """Act on the user's answer; None when none was given."""
        reply = self.handler.on_answer(number)
        if reply is None:
            return
        if reply.word in ("yes", "no"):
            self._answer = reply.word == "yes"
        elif reply.word == "stop":
            self._answer = self.handler.stopped_by_user(self.sentence)


def mode_of(place: Place) -> Mismatch:
    """Return what is done about a mismatch of a step: its own setting, else its macro's."""
    own = place.step.on_mismatch
    return place.source.macro.on_mismatch if own == "default" else own


def pause_before(step: Step, speed: float, *, is_first: bool) -> tuple[float, str]:
    """Return the seconds between the end of the step before and this one, and why they are waited."""
    if speed >= FULL_SPEED:
        return 0.0, ""
    pause_s = 0.0 if is_first else min(step.pause_s, MOST_PAUSE_S)
    acts = not isinstance(step, grammar.Wait | grammar.CheckThat | grammar.AskMe)
    if speed < 1.0 and pause_s < BREATH_S and acts:
        return BREATH_S / speed, "played slowly"
    return pause_s / speed, "as recorded"


def wrong_target_hit(step: Step, record: StepRecord | None) -> str:
    """Return which other thing a press has hit; empty where none is known, or the effect will tell.

    What comes after such a press would be done wrong. A text or a state that the step waits for says
    more than where the press went.
    """
    expect = step.expect
    if record is None or record.receipt.code != "went_elsewhere":
        return ""
    is_any_change = expect is None or isinstance(expect.condition, grammar.Changed)
    return record.receipt.detail if is_any_change else ""


def unmoved_switch(record: StepRecord | None, reader: ElementReader) -> str:
    """Return the state in which a pressed box has stayed; empty where it changed or nobody tells.

    A press on a box always moves it: what comes after one that did not would be done with the wrong
    setting. No word of the macro is needed to tell.
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
    """Return whether one press has to move it; one of several toggles stays on when it was on."""
    action = record.action
    if not (isinstance(action, Click) and action.button == "left" and action.count == 1):
        return False
    is_off_toggle = box.role == "toggle" and "checked" not in box.states
    return (box.role == "checkbox" or is_off_toggle) and "checkable" in box.states
