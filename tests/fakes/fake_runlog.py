"""A run log in memory that can be made to fail at its n-th write."""

from collections.abc import Collection

from automation.core.actions import Action, Check
from automation.core.errors import DiskFull
from automation.core.observation import Frame
from automation.core.pictures import picture_sha
from automation.core.proposal import Effects, Outcome, Proposal, Risk, StepRecord
from automation.core.secrets import without_hidden


class FakeRunLog:
    """`calls` keeps the order in which it was written to."""

    def __init__(self, fails_at: int = 0) -> None:
        self._fails_at = fails_at
        self.calls: list[str] = []
        self.intents: dict[int, Action | Check] = {}
        self.records: list[StepRecord] = []
        self.outcome: Outcome | None = None
        self.message = ""
        self.concealed: set[str] = set()

    @property
    def run(self) -> str:
        return "run-1"

    def picture(self, frame: Frame) -> str:
        return picture_sha(frame)

    def intend(self, n: int, proposal: Proposal, action: Action | Check, risk: Risk) -> None:
        self._write("intend")
        self.intents[n] = action

    def withdraw(self, n: int) -> None:
        self._write("withdraw")
        del self.intents[n]

    def append(self, record: StepRecord) -> None:
        self._write("append")
        self.records.append(record)

    def conceal(self, texts: Collection[str]) -> None:
        self._write("conceal")
        self.concealed |= set(texts)
        self.records = [without_hidden(record, texts) for record in self.records]

    def end(
        self,
        outcome: Outcome,
        message: str,
        *,
        effects: Effects = Effects.NONE,
        unseen: int = 0,
        asked: int = 0,
        waited_s: float = 0.0,
    ) -> None:
        self.calls.append("end")
        self.outcome, self.message = outcome, message
        self.effects, self.unseen, self.asked = effects, unseen, asked
        self.waited_s = waited_s

    def _write(self, call: str) -> None:
        self.calls.append(call)
        if len(self.calls) == self._fails_at:
            raise DiskFull("the disk is full; free 200 MB, then go on")
