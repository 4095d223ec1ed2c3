"""What was proposed for one step, and what became of it: done, only its first part done, or cut short."""

from automation.core.observation import Observation, ScreenElement
from automation.core.proposal import Proposal, StepRecord
from automation.macros.macro import Condition, Step
from automation.macros.player.intents import Trouble
from automation.macros.player.proofs import proof_of
from automation.macros.player.proposing import Ready
from automation.macros.player.sight import Sight
from automation.macros.player.wording import step_words


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
