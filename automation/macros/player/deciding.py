"""A condition that decides which way a macro goes: yes or no, or asked about; never guessed."""

from automation.core.errors import MacroError
from automation.core.observation import Observation
from automation.core.proposal import Later, Outcome, Question
from automation.macros.player.conditions import Looker, condition_words
from automation.macros.player.instructions import Whether
from automation.macros.player.intents import Trouble
from automation.macros.player.meeting import mode_of
from automation.macros.player.mismatch import LOOK_EVERY_S, GiveUp, Handling
from automation.macros.player.moments import Moment, StepEnd, Tools
from automation.macros.player.values import filled_condition


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
