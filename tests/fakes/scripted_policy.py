"""A policy that says what its script says, in order, and then that it is done."""

from collections.abc import Callable, Iterable

from automation.core.actions import Action, Check
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import History
from automation.core.proposal import Decision, Finish, Outcome, Proposal
from automation.core.timing import StopToken

Line = Decision | Callable[[History], Decision]


class ScriptedPolicy:
    """`seen` keeps what it was shown. A line that was not carried out is said again."""

    def __init__(self, script: Iterable[Line], name: str = "commands") -> None:
        self._script = list(script)
        self._name = name
        self.seen: list[tuple[History, Observation]] = []

    @property
    def name(self) -> str:
        return self._name

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        stop.check()
        self.seen.append((history, observation))
        at = len(history.steps)
        if at >= len(self._script):
            return Finish(Outcome.DONE, "Done.")
        line = self._script[at]
        return line(history) if callable(line) else line


def proposing(*intents: Action | Check) -> list[Proposal]:
    """Return one plain proposal for each intent, with the rest announced as upcoming."""
    names = [type(intent).__name__ for intent in intents]
    return [
        Proposal(intent=intent, sentence=names[at], upcoming=tuple(names[at + 1 :]))
        for at, intent in enumerate(intents)
    ]
