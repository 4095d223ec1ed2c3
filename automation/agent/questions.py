"""Puts a policy's question to the user and sees to it that the answer still fits the screen."""

from typing import Final

from automation.agent.journal import Journal
from automation.agent.looking import Eyes, View
from automation.agent.parts import Parts
from automation.agent.pending import RunEnds
from automation.agent.states import AgentSignal
from automation.core.events import Asked, Task
from automation.core.observation import Observation
from automation.core.pictures import patches_match
from automation.core.proposal import Candidate, Finish, Outcome, Question
from automation.core.stopping import StopToken

MOST_QUESTIONS: Final = 20
"""Questions after which a run ends, answered or not."""


class Questions:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self, parts: Parts, journal: Journal, eyes: Eyes, task: Task, stop: StopToken
    ) -> None:
        self._parts = parts
        self._journal = journal
        self._eyes = eyes
        self._task = task
        self._stop = stop
        self._asked = 0

    def ask(self, question: Question, view: View) -> tuple[int | None, View]:
        """Return the chosen number and the view to go on from.

        The number is None when the candidates moved while the user was thinking: the policy then
        asks anew.

        Raises:
            RunEnds: nobody chose, or the number given beforehand is none of the candidates.
        """
        self._asked += 1
        self._journal.advance(AgentSignal.QUESTION, question.text)
        self._journal.tell(Asked(self._journal.run, question.text, question.candidates))
        if self._asked > MOST_QUESTIONS:
            raise RunEnds(Finish(Outcome.LIMIT, f"Too many questions: {question.text}"))
        if self._asked == 1 and self._task.pick is not None:
            self._check_pick(question.candidates, self._task.pick)
            self._journal.advance(AgentSignal.CHOSEN)
            self._journal.advance(AgentSignal.OBSERVED)
            return self._task.pick, view
        chosen = self._parts.confirmer.choose(question, view.observation, self._stop)
        self._stop.check()
        if chosen is None:
            raise RunEnds(Finish(question.outcome, question.text))
        self._journal.advance(AgentSignal.CHOSEN)
        fresh = self._eyes.look()
        self._journal.advance(AgentSignal.OBSERVED)
        if _all_still_there(question.candidates, view.observation, fresh.observation):
            return chosen, fresh
        return None, fresh

    def _check_pick(self, candidates: tuple[Candidate, ...], pick: int) -> None:
        numbers = [candidate.n for candidate in candidates]
        if pick not in numbers:
            known = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
            message = f"There is no candidate {pick}; the numbers are {known}. Nothing was sent."
            raise RunEnds(Finish(Outcome.AMBIGUOUS, message))


def _all_still_there(
    candidates: tuple[Candidate, ...], before: Observation, after: Observation
) -> bool:
    """Tell whether every candidate looks as it did when it got its number; answers in words do."""
    return all(
        patches_match(before.frame.crop(candidate.box), after.frame.crop(candidate.box))
        for candidate in candidates
        if candidate.has_place
    )
