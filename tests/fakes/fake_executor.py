"""An executor that keeps a log instead of moving anything; passes the contract of the real one."""

import time
from collections.abc import Callable
from itertools import count

from automation.core.actions import Action, Answer, Ask, Plan, Write
from automation.core.errors import ExecutorGone, Refused
from automation.core.ports import Progress
from automation.core.proposal import Confirmation, Execution, Prepared
from automation.core.timing import StopToken


class FakeExecutor:
    """Implements `Executor`.

    `sent` holds what was carried out, with who approved it. `refuse_next` refuses the next call of
    `prepare` or `execute` with this error; `on_execute` runs in the middle of an action, after its
    first event, and may return an execution of its own. `is_gone` ends it for good.
    """

    def __init__(
        self,
        on_execute: Callable[[Action], Execution | None] = lambda action: None,
        window_title: str | Callable[[], str] = "Window",
    ) -> None:
        self.on_execute = on_execute
        self.window_title = window_title if callable(window_title) else lambda: window_title
        self.prepared: list[Action] = []
        self.sent: list[tuple[Action, str]] = []
        self.refuse_next: Refused | None = None
        self.is_gone = False
        self.releases = 0
        self._numbers = count(1)
        self._open: dict[str, tuple[Action, float]] = {}
        self._shown_s: float | None = None
        self._used: set[str] = set()
        self._stale: set[str] = set()

    def prepare(self, action: Action) -> Prepared:
        self._check()
        if isinstance(action, Plan | Ask | Answer):
            raise Refused(
                "unsupported",
                f"{type(action).__name__.lower()} is for the user and not for the machine",
            )
        self.prepared.append(action)
        nonce = f"nonce-{next(self._numbers)}"
        now_s = time.monotonic()
        self._open[nonce] = action, now_s
        self._shown_s = now_s if self._shown_s is None else self._shown_s
        return Prepared(
            nonce=nonce,
            patch_sha="0" * 64,
            window_id=1,
            window_title=self.window_title(),
            app="app",
            geometry=(1920, 1080),
            expires_s=time.monotonic() + 60.0,
        )

    def execute(
        self, nonce: str, confirmation: Confirmation, stop: StopToken, progress: Progress
    ) -> Execution:
        stop.check()
        if not confirmation.is_accepted:
            raise Refused(
                "unsupported", f"the action was not accepted: its verdict is {confirmation.verdict}"
            )
        self._check()
        action = self._take(nonce, confirmation)
        self.sent.append((action, confirmation.by))
        execution = self.on_execute(action)
        if stop.is_set:
            return Execution(1, 1.0, completed=False, cause="stopped", note="you stopped it")
        progress(1, 1)
        chars = len(action.text) if isinstance(action, Write) else 0
        return execution or Execution(2, 1.0, text_sent_chars=chars)

    def release_all(self) -> None:
        self.releases += 1

    def _take(self, nonce: str, confirmation: Confirmation) -> Action:
        if nonce in self._used:
            raise Refused(
                "used", "this approval is no longer good (used); prepare the action again"
            )
        if nonce in self._stale:
            raise Refused(
                "changed", "another action was carried out since; prepare the action again"
            )
        if nonce not in self._open:
            raise Refused(
                "unknown_nonce", "no action is prepared under this nonce; prepare the action first"
            )
        action, minted_s = self._open.pop(nonce)
        self._used.add(nonce)
        if confirmation.action not in (None, action):
            raise Refused(
                "changed", "the approval is for another action than the one that was prepared"
            )
        since_s = self._shown_s if confirmation.verdict == "edited" else minted_s
        if not (since_s or 0.0) <= confirmation.decided_s <= time.monotonic():
            raise Refused("expired", "the approval was not made since the look at the screen")
        self._stale |= set(self._open)
        self._open.clear()
        self._shown_s = None
        return action

    def _check(self) -> None:
        if self.is_gone:
            raise ExecutorGone("the process that sends input ended")
        refusal, self.refuse_next = self.refuse_next, None
        if refusal is not None:
            raise refusal
