"""The rules' own verdict on a step of a macro before it is proposed, for what may be found how."""

from automation.agent.evidence import EvidenceCollector
from automation.core.clock import SystemClock
from automation.core.events import Task
from automation.core.observation import Observation
from automation.core.ports import ElementReader, History
from automation.core.proposal import Decision, Finish, Outcome, Proposal, RiskLevel
from automation.core.stopping import StopToken
from automation.safety.risk import assess


class Judge:
    """Judges as the loop will, without its memory: it only ever asks for more care."""

    def __init__(
        self,
        reader: ElementReader,
        danger_words: tuple[str, ...],
        named_apps: frozenset[str] = frozenset(),
    ) -> None:
        """Prepare.

        Args:
            reader: names what stands at a place.
            danger_words: the user's own.
            named_apps: programs that the macro is for (`Parts`): the second of them is no new ground.
        """
        self._collector = EvidenceCollector(
            reader, Task("", "macro"), _Macro(), SystemClock(), danger_words, named_apps=named_apps
        )

    def __call__(self, proposal: Proposal, observation: Observation) -> RiskLevel:
        """Return the level that the rules give the proposal on this observation."""
        self._collector.saw(observation)
        return assess(proposal.intent, self._collector.of(proposal, observation)).level


class _Macro:
    """Stands for a macro where only the name of the policy counts."""

    name = "macro"

    def propose(
        self, task: Task, history: History, observation: Observation, stop: StopToken
    ) -> Decision:
        return Finish(Outcome.ERROR, "this is no policy")
