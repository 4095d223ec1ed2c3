"""Carries an approved step out: intend, execute, look, verify, append.

The intent is durable before the first event; the outcome is durable before anybody is told. What
could not be seen to its end is recorded as unknown.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from automation.agent.aim_checks import SLACK_PX, GotKeyboard, StillThere, Target
from automation.agent.dialogs import OpenedMenus
from automation.agent.evidence_collector import EvidenceCollector
from automation.agent.journal import AgentSignal, Journal
from automation.agent.outcomes import (
    LOCKED,
    Checks,
    cursor_before,
    finish_for,
    moved_cursor,
    needs_sight,
    opened_page,
    typed_so_far,
)
from automation.agent.parts import Eyes, HoldsKeys, Parts, RevokesGrants, View
from automation.agent.pending import ENDS_ON_REJECTION, LookAgain, Pending, RunEnds, Took
from automation.agent.text_delivery import Delivery, as_typed
from automation.core.actions import Action, Check, Click, Wait, Write, needs_focus, sends_input
from automation.core.errors import AssistantError, Halt, Refused, Stopped
from automation.core.events import Working
from automation.core.observation import OWN_PROGRAM, Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.proposal import NOT_SENT, Confirmation, Execution, Receipt
from automation.core.text import joined, worded
from automation.core.timing import Clock, StopToken
from automation.core.wording import KEPT_AWAY, ON_RELEASE
from automation.safety.risk_rules import TELLS_NOTHING
from automation.safety.screen_changes import restless_parts, window_changes
from automation.screen.roles import TYPED_FIELDS

CLOSED_WITHIN_S: Final = 60.0
"""Longer than anybody reads a menu."""
MENU_POLL_S: Final = 0.1


def await_no_own_menu(parts: Parts, stop: StopToken) -> None:
    """Wait until no menu of ours is open, for `CLOSED_WITHIN_S` at most; not where nobody tells."""
    until_s = parts.clock.now_s() + CLOSED_WITHIN_S
    while any(map(_is_own_menu, parts.windows())) and parts.clock.now_s() < until_s:
        parts.clock.wait(MENU_POLL_S, stop)


def _is_own_menu(window: WindowInfo) -> bool:
    is_own = window.is_own or window.app.casefold() == OWN_PROGRAM
    return is_own and window.is_menu and not window.is_minimised


BACK_WITHIN_S: Final = 1.0
"""How long the keyboard may be elsewhere: a card that was pressed had it, and programs tell late."""
POLL_S: Final = 0.02
ELSEWHERE: Final = worded(
    "what had the keyboard when the keys were approved has it no more; nothing was sent"
)
TAKES_NONE: Final = worded(
    "something that takes no text has got the keyboard, which letters could press; nothing was sent"
)


class SameFocus:
    """Has the same thing the keyboard still? Asked right before keys are sent that name no place.

    The executor compares windows and their titles; a page or a dialog that is drawn in the same window
    takes the keyboard without changing either. The tree is asked for what it said had the keyboard when
    the step was judged. Where it said nothing then, nothing is known.
    """

    def __init__(
        self, reader: ElementReader, clock: Clock, look: Callable[[], Observation]
    ) -> None:
        """Take the ways to look.

        Args:
            look: takes a fresh picture; only asked where the element does not answer for itself.
        """
        self._reader, self._clock, self._look = reader, clock, look

    def check(self, pending: Pending, action: Action, stop: StopToken) -> None:
        """Let keys pass that go where they went when the step was judged.

        Raises:
            Refused: `changed`.
            CaptureError: it had to be looked for, and there is no picture.
            Stopped: the user or a limit stopped it.
        """
        met = pending.met
        if not needs_focus(action):
            return
        if met is None or "focused" not in met.states:
            if isinstance(action, Write) and self._is_lost():
                raise Refused("changed", TAKES_NONE)
            return
        until_s = self._clock.now_s() + BACK_WITHIN_S
        while not self._has_keyboard(met):
            if self._clock.now_s() >= until_s:
                raise Refused("changed", ELSEWHERE)
            self._clock.wait(POLL_S, stop)

    def _is_lost(self) -> bool:
        """Tell whether something that takes no text has the keyboard now, where nothing was told before."""
        found = self._reader.focused(self._look())
        if found is None or found.role in TELLS_NOTHING:
            return False
        return found.role not in TYPED_FIELDS and "editable" not in found.states

    def _has_keyboard(self, met: ScreenElement) -> bool:
        now = self._reader.refreshed(met)
        if now is not None:
            return "focused" in now.states
        # Some toolkits forget their handles.
        found = self._reader.focused(self._look())
        return found is not None and _is_same(met, found)


def _is_same(met: ScreenElement, found: ScreenElement) -> bool:
    """Tell whether they are one thing, by what it is called; without a name by where it is."""
    alike = ("name", "role", "window_id")
    if any(getattr(met, one) != getattr(found, one) for one in alike):
        return False
    is_there = max(abs(met.box.x - found.box.x), abs(met.box.y - found.box.y)) <= SLACK_PX
    return ("secret" in met.states) == ("secret" in found.states) and (bool(met.name) or is_there)


READ_MS: Final = 1000.0
"""So long after the first look the screen is looked at anew: a clock has gone on meanwhile."""
STALE_REFUSALS: Final = frozenset(
    {"changed", "retitled", "own_menu", "expired", "used", "unknown_nonce"}
)
"""Refusals after which a new look and a new proposal help."""
_OF_ITSELF: Final = frozenset({"retitled", "own_menu"})
"""Those that come up in ordinary use: titles go on by themselves, and the user may open our menus."""
TOLD_S: Final = 0.1
"""How long the tree is asked for the effect before the screen is waited for as after any action."""
WANTED_S: Final = 1.0
"""The same where it is known what the target shall hold: pages tell late what was typed."""
TOLD_POLL_S: Final = 0.01
LATE_DRAW_S: Final = 0.25
"""How long after a look another one follows where no tree tells: Swing draws up to 0.2 s late (measured)."""
LATE_S: Final = 1.0
"""How long a field is read again before it is believed that a text did not come."""
LATE_POLL_S: Final = 0.05
NOT_LOOKED: Final = Receipt("not_seen", worded("its effect was not looked at"))
PROGRESS_EVERY_S: Final = 0.1
"""Listeners are told how far an action is no more often than this."""


class Carrier:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        parts: Parts,
        journal: Journal,
        collector: EvidenceCollector,
        eyes: Eyes,
        stop: StopToken,
        menus: OpenedMenus,
    ) -> None:
        self._parts = parts
        self._journal = journal
        self._collector = collector
        self._eyes = eyes
        self._stop = stop
        self._menus = menus
        self._still_there = StillThere(parts, lambda: eyes.glance().observation)
        self._got_keyboard = GotKeyboard(parts.reader)
        self._same_focus = SameFocus(parts.reader, parts.clock, lambda: eyes.glance().observation)
        self.delivery = Delivery(parts.reader)
        """Asked before a step is taken whether it may follow the last text."""
        self._checks = Checks(parts.verifier, lambda: eyes.glance().observation)
        self._told_s = 0.0

    def carry(self, pending: Pending) -> Took | LookAgain:
        """Carry the step out and record what came of it.

        Raises:
            RunEnds: the executor refused it for good.
            Stopped: it was stopped; what had been sent is recorded.
            InputError: the executor failed or is gone; the step is recorded as unknown.
        """
        intent = pending.proposal.intent
        self._stop.check()
        quiet = self._quiet(pending)
        self._journal.intend(pending)
        self._journal.advance(AgentSignal.ACCEPTED, pending.proposal.sentence)
        if not isinstance(intent, Action):
            return self._checked(pending, intent)
        started_s = self._parts.clock.now_s()
        try:
            target = self._target(pending, intent)
            decided, reader = pending.view.observation, self._parts.reader
            cursor = cursor_before(intent, pending.met, decided, reader)
            held = self.delivery.field_before(pending, intent)
            pending = replace(pending, held=held, cursor=cursor)
            self._menus.pressing(quiet, is_mouse_taken=self._parts.is_mouse_taken())
        except Refused as refusal:
            return self._refused(pending, refusal)
        except BaseException:  # whatever it is: nothing was sent
            with suppress(AssistantError):
                self._journal.withdraw(pending.n)
            raise
        try:
            execution = self._execution(pending, intent, target)
        except Refused as refusal:
            return self._refused(pending, refusal)
        except Stopped:
            self._keep_cut(pending, started_s, "stopped", worded("stopped while it was being sent"))
            raise
        except BaseException:  # whatever it is: events may be out
            self._keep_cut(
                pending, started_s, "failed", worded("it is not known how much of it was sent")
            )
            raise
        if execution.cause == "user_active" and self._was_stop_key():
            execution = replace(execution, cause="stopped", note=worded("the stop key was pressed"))
        timings = replace(pending.timings, execute=self._ms_since(started_s))
        self._journal.advance(AgentSignal.EXECUTED)
        return self._verified(replace(pending, timings=timings), intent, execution, quiet)

    def _refused(self, pending: Pending, refusal: Refused) -> LookAgain:
        self._journal.withdraw(pending.n)
        if refusal.reason == "user_active" and self._was_stop_key():
            raise Stopped("kill_key") from refusal
        return refusal_means(refusal, pending, self._parts, self._journal, self._stop)

    def _was_stop_key(self) -> bool:
        """Tell whether what ended the action as a takeover began a press of the stop key."""
        return self._parts.true_cause(Halt("takeover")).cause not in ("takeover", LOCKED)

    def _quiet(self, pending: Pending) -> Observation:
        """Return what the effect is compared with: the screen as it is right before the first event.

        While a model thought or a person read the card a clock went on and windows came: none of
        that is an effect.
        """
        decided, intent = pending.view.observation, pending.proposal.intent
        is_fresh = pending.timings.propose + pending.timings.confirm < READ_MS
        if is_fresh or not isinstance(intent, Action) or not _changes_screen(intent):
            return decided
        quiet = self._eyes.glance().observation
        parts = restless_parts(decided, quiet)
        return replace(quiet, settled=decided.settled, restless=parts)

    def _keep_cut(self, pending: Pending, started_s: float, cause: str, detail: str) -> None:
        """Record a step of which nobody tells how far it came."""
        partial = Execution(0, self._ms_since(started_s), completed=False, note=detail, cause=cause)
        self._journal.keep(pending.record(Receipt("not_seen", detail), partial))

    def _target(self, pending: Pending, action: Action) -> Target | None:
        """Return what is watched while the action is sent, if that may be ended."""
        if not sends_input(action) or pending.confirmation is None:
            return None
        self._same_focus.check(pending, action, self._stop)
        target = self._still_there.check(pending, action, self._stop)
        return None if self._collector.is_holding else target

    def _execution(self, pending: Pending, action: Action, target: Target | None) -> Execution:
        if isinstance(action, Wait):
            started_s = self._parts.clock.now_s()
            self._parts.clock.wait(action.seconds, self._stop)
            return Execution(0, self._ms_since(started_s))
        if not sends_input(action) or pending.confirmation is None:
            return Execution(0, 0.0)
        executor, approved = self._parts.executor, (pending.nonce, pending.confirmation)
        is_field = target is not None and self._got_keyboard.is_asked(action, target[0])
        if target is not None and is_field and isinstance(executor, HoldsKeys):
            return self._typed(pending, target, executor, pending.confirmation)
        if target is None or not isinstance(action, Click):
            return executor.execute(*approved, self._stop, self._progress)
        with self._still_there.watching(target, self._stop) as until:
            execution = executor.execute(*approved, until, self._progress)
        return until.judged(action, execution)

    def _typed(
        self, pending: Pending, target: Target, executor: HoldsKeys, confirmation: Confirmation
    ) -> Execution:
        """Have a field pressed, and typed into unless another one has the keyboard then."""
        nonce, seen = pending.nonce, pending.view.observation

        def answer(may_type: bool) -> None:
            executor.answer(nonce, may_type=may_type)

        with self._got_keyboard.watching(target, seen, answer, self._stop) as keyboard:
            execution = executor.execute_held(
                nonce, confirmation, self._stop, self._progress, keyboard.pressed.set
            )
        return keyboard.judged(execution)

    def _progress(self, done: int, total: int) -> None:
        now_s = self._parts.clock.now_s()
        if done < total and now_s - self._told_s < PROGRESS_EVERY_S:
            return
        self._told_s = now_s
        journal = self._journal
        journal.tell(Working(journal.run, journal.state.value, worded("{0} of {1}", done, total)))

    def _verified(
        self, pending: Pending, action: Action, execution: Execution, quiet: Observation
    ) -> Took:
        """Look, compare, record; the new view serves as the next step's before."""
        started_s = self._parts.clock.now_s()
        before, view = pending.view.observation, pending.view
        try:
            if _changes_screen(action):
                is_brief = execution.completed and self._is_told(
                    pending, as_typed(action, execution)
                )
                view = self._eyes.look_after(action, before, is_brief=is_brief)
            # First: the reader still knows what had the keyboard before, until it reads the tree anew.
            receipt = self._receipt(pending, action, (quiet, view.observation), execution)
            if receipt.kind in ("landed", "not_seen") and _may_draw_late(
                pending, action, execution
            ):
                self._parts.clock.wait(LATE_DRAW_S, self._stop)
                view = self._eyes.glance()
                receipt = self._receipt(pending, action, (quiet, view.observation), execution)
            until_s = self._parts.clock.now_s() + LATE_S
            while _may_come_late(action, receipt) and self._parts.clock.now_s() < until_s:
                self._parts.clock.wait(LATE_POLL_S, self._stop)
                receipt = self._receipt(pending, action, (quiet, view.observation), execution)
            self._menus.pressed(view.observation)
            after = self._kept(view.observation)
        except BaseException:  # whatever it is: the step was sent
            unseen = _cut_short(action, execution) or NOT_LOOKED
            self._journal.keep(pending.record(unseen, execution))
            raise
        pictures = replace(pending.pictures, after=after)
        timings = replace(pending.timings, verify=self._ms_since(started_s))
        self._collector.acted(action, before, view.observation)
        if needs_sight(action):
            self._checks.acted(receipt, view.observation)
        looks = (quiet, view.observation)
        self.delivery.took(pending, as_typed(action, execution), receipt, looks)
        record = replace(pending, timings=timings, pictures=pictures).record(receipt, execution)
        self._journal.keep(record)
        return Took(record, View(view.observation, 0.0))

    def _kept(self, seen: Observation) -> str:
        """Keep the picture of a look without the passwords on it; return its address."""
        return self._journal.picture(seen.frame, self._collector.passwords(seen))

    def _is_told(self, pending: Pending, action: Action) -> bool:
        """Wait until the tree tells the effect, where whoever proposed it waits for what follows."""
        clock, proposal = self._parts.clock, pending.compared
        until_s = clock.now_s() + (WANTED_S if proposal.wanted else TOLD_S)
        while proposal.awaits_effect:
            told = self._parts.verifier.told(action, proposal)
            if told is None or told.kind in ("effect_seen", "landed"):
                return told is not None and told.kind == "effect_seen"
            if clock.now_s() >= until_s:
                return False
            clock.wait(TOLD_POLL_S, self._stop)
        return False

    def _receipt(
        self,
        pending: Pending,
        action: Action,
        looks: tuple[Observation, Observation],
        execution: Execution,
    ) -> Receipt:
        if cut := _cut_short(action, execution):
            return cut
        if isinstance(action, Wait):
            return Receipt("effect_seen", worded("waited {0:g} s", action.seconds))
        if not sends_input(action):
            return Receipt("effect_seen", worded("shown to you"))
        parts = self._parts
        receipt = parts.verifier.receipt(
            as_typed(action, execution), pending.compared, *looks, execution.pressed
        )
        if execution.cause == "slipped" and self._needs_release(pending, receipt, looks):
            return Receipt("not_seen", execution.why, receipt.changed)
        if receipt.kind not in ("landed", "not_seen"):
            return receipt
        told = opened_page(action, pending.met, looks, parts.reader)
        return told or moved_cursor(action, pending.cursor, looks[1], parts.reader) or receipt

    def _needs_release(
        self, pending: Pending, receipt: Receipt, looks: tuple[Observation, Observation]
    ) -> bool:
        """Tell whether a press alone does nothing to the target, so that the effect is not its own.

        A button, a link and a box act when the mouse button is let go over them. A new state of the
        thing itself, a window that came, or a thing that is gone proves the press all the same.
        """
        element = pending.compared.element
        if element is None or element.role not in ON_RELEASE:
            return False
        if receipt.code in ("on", "off") or window_changes(*looks).opened:
            return False
        return self._parts.reader.refreshed(element) is not None

    def _checked(self, pending: Pending, check: Check) -> Took:
        started_s = self._parts.clock.now_s()
        self._journal.advance(AgentSignal.EXECUTED)
        receipt = self._checks.check(check, pending.view.observation, self._stop)
        view = self._eyes.glance()
        timings = replace(pending.timings, verify=self._ms_since(started_s))
        pictures = replace(pending.pictures, after=self._kept(view.observation))
        record = replace(pending, timings=timings, pictures=pictures).record(receipt)
        self._journal.keep(record)
        return Took(record, View(view.observation, 0.0))

    def _ms_since(self, started_s: float) -> float:
        return (self._parts.clock.now_s() - started_s) * 1000


def refusal_means(
    refusal: Refused, pending: Pending, parts: Parts, journal: Journal, stop: StopToken
) -> LookAgain:
    """Return what to do after the executor declined; nothing was sent.

    Raises:
        RunEnds: another look would not help.
        Stopped: the kill key was pressed, or the run was stopped while a menu of ours was open.
    """
    if refusal.reason == "own_menu":
        await_no_own_menu(parts, stop)
    if refusal.reason in STALE_REFUSALS:
        if refusal.reason not in _OF_ITSELF and isinstance(parts.confirmer, RevokesGrants):
            parts.confirmer.revoke_grants()
        return LookAgain(refusal.words, after_refusal=refusal.reason == "changed")
    if refusal.reason == "user_active":
        return LookAgain(worded("Paused, because you moved the mouse."), is_pause=True)
    if refusal.reason == LOCKED:
        return LookAgain(refusal.words, is_pause=True, cause=LOCKED)
    if refusal.reason == "stopped":
        raise Stopped("kill_key") from refusal
    if pending.confirmation is None:
        declined = Confirmation("blocked", "rule:executor", reason=refusal.words)
        pending = replace(pending, confirmation=declined)
    journal.keep(pending.record(NOT_SENT))
    if refusal.reason == "covered" and parts.policy.name not in ENDS_ON_REJECTION:
        return LookAgain(refusal.words)  # a model may close what lies over its target
    raise RunEnds(finish_for(refusal)) from refusal


def _cut_short(action: Action, execution: Execution) -> Receipt | None:
    """Return what is known of an action that did not run to its end; None of one that did."""
    if execution.completed:
        return None
    if execution.cause == KEPT_AWAY:
        return Receipt("denied", execution.why)
    known = (execution.why or worded("it was cut short"), typed_so_far(action, execution))
    return Receipt("not_seen", joined("; ", known))


def _may_come_late(action: Action, receipt: Receipt) -> bool:
    """Tell whether a field is as it was after a text, which pages tell late."""
    return isinstance(action, Write) and receipt.code == "as_it_was"


def _may_draw_late(pending: Pending, action: Action, execution: Execution) -> bool:
    """Tell whether what was pressed is known by its picture alone, so that its effect may be yet to come."""
    element = pending.compared.element
    is_drawn = element is not None and element.source == "ocr"
    return isinstance(action, Click) and is_drawn and execution.completed


def _changes_screen(action: Action) -> bool:
    return sends_input(action) or isinstance(action, Wait)
