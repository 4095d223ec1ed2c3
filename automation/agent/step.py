"""Takes one proposal from risk to approval, and hands it on to be carried out.

Assess, prepare, confirm: in this order, whoever proposes and whoever approves. The executor looks at
the target while no card is on the screen; a correction by the user is judged and prepared anew.
"""

from collections import Counter
from dataclasses import replace
from typing import Final, NoReturn

import msgspec

from automation.agent.aim_checks import check_agreement, check_uncovered
from automation.agent.carry import Carrier, refusal_means
from automation.agent.dialogs import OpenedMenus
from automation.agent.evidence_collector import EvidenceCollector
from automation.agent.journal import AgentSignal, Journal
from automation.agent.outcomes import has_landed, is_seen, is_told_next, needs_sight
from automation.agent.parts import (
    Eyes,
    OffersPicture,
    Parts,
    PauseGate,
    RevokesGrants,
    ShowsReasons,
    View,
)
from automation.agent.pending import ENDS_ON_REJECTION, LookAgain, Pending, RunEnds, Took
from automation.agent.text_delivery import PRESS_IT
from automation.core.actions import (
    Action,
    Check,
    Scroll,
    Write,
    aims_of,
    kind_of,
    sends_input,
    to_json,
)
from automation.core.errors import PolicyError, Refused, Stopped
from automation.core.events import Confirmed, Proposed, Task
from automation.core.observation import Observation
from automation.core.proposal import (
    NOT_SENT,
    Confirmation,
    Finish,
    Outcome,
    Pictures,
    Prepared,
    Proposal,
    Risk,
    RiskLevel,
    Timings,
)
from automation.core.text import changed_values, joined, worded
from automation.core.timing import StopToken
from automation.core.wording import NOTHING_SENT
from automation.safety.evidence import Evidence
from automation.safety.risk import YOUNG_WINDOW_S, assess
from automation.safety.risk_rules import (
    Astray,
    astray,
    astray_words,
    may_hold_editor,
    types_secret,
)
from automation.safety.text_rules import without_secret_words


def corrected_sentence(proposal: Proposal, action: Action) -> str:
    """Return the sentence of a proposal with the corrected text and place in it."""
    before, sentence = proposal.intent, proposal.sentence
    if isinstance(before, Write) and isinstance(action, Write) and before.text != action.text:
        old, new = f"“{before.text}”", f"“{action.text}”"
        told = changed_values(sentence, lambda words: words.replace(before.text, action.text, 1))
        sentence = told if old in sentence else worded("Type {0}", new)
    points = [aim.point for aim in aims_of(action)]
    if isinstance(before, Action) and points != [aim.point for aim in aims_of(before)]:
        places = joined(worded(" and "), (f"{point.x}, {point.y}" for point in points))
        sentence = worded("{0}, moved by you to {1}", sentence, places)
    return sentence


_INTENTS: Final = msgspec.json.Decoder(Action | Check)
ASIDE_S: Final = 1.0
"""How long the sign of a run may take to leave the target: it is told of the step right before."""
ASIDE_POLL_S: Final = 0.02
YOUNG: Final = worded("The window came up a moment ago, so I waited and looked again")
MOST_WAITS: Final = 2
"""How often one step waits for that: where a window is new at each look, no rule can decide."""
FIELD_CHANGED: Final = worded("The field changed after you approved, so I looked again")


class StepRunner:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        parts: Parts,
        journal: Journal,
        collector: EvidenceCollector,
        eyes: Eyes,
        task: Task,
        stop: StopToken,
        menus: OpenedMenus,
        *,
        gate: PauseGate | None = None,
    ) -> None:
        self._parts = parts
        self._journal = journal
        self._collector = collector
        self._eyes = eyes
        self._task = task
        self._stop = stop
        self._gate = gate
        self._carrier = Carrier(parts, journal, collector, eyes, stop, menus)
        self._is_after_unseen = False
        self._was_after_unseen = False
        """The same before the last step."""
        self._waits: Counter[int] = Counter()
        """How often the step of each number has waited for its window to be older."""

    def take(
        self, proposal: Proposal, view: View, propose_ms: float, *, after_refusal: bool = False
    ) -> Took | LookAgain:
        """Take the step.

        Raises:
            RunEnds: it was blocked or rejected, cannot be carried out, or must not follow a text.
            Stopped: the user or a limit stopped it.
        """
        withheld = self._carrier.delivery.why_withheld(proposal.intent)
        if withheld and self._parts.policy.name in ENDS_ON_REJECTION:
            raise RunEnds(Finish(Outcome.UNVERIFIED, withheld))
        n = len(self._journal.steps) + 1
        _check_valid(proposal.intent)
        timings = Timings(observe=view.ms, propose=propose_ms)
        evidence = replace(
            self._collector.of(proposal, view.observation, after_refusal=after_refusal),
            after_unseen=self._is_after_unseen,
            repeats_uncertain=self._repeats_uncertain(proposal),
        )
        if lost := self._lost(proposal, evidence, view.observation):
            withheld = lost
            if self._parts.policy.name in ENDS_ON_REJECTION:
                raise RunEnds(Finish(Outcome.NOT_FOUND, lost))
        risk = assess(proposal.intent, evidence)
        if (young_s := self._young_for_s(n, proposal, risk, evidence, view.observation)) > 0:
            self._waits[n] += 1
            self._parts.clock.wait(young_s, self._stop)
            return LookAgain(YOUNG)
        pending = self._judged(
            Pending(n, proposal, risk, view, timings, met=evidence.element), evidence
        )
        self._journal.advance(AgentSignal.PROPOSED, pending.proposal.sentence)
        self._tell_proposed(pending)
        if withheld:
            return self._withheld(pending, withheld)
        hidden = self._collector.passwords(view.observation)
        before = self._journal.picture(view.observation.frame, hidden)
        pending = self._journal.pending = replace(pending, pictures=Pictures(before=before))
        try:
            pending = self._confirmed(self._prepared(pending, view.observation), evidence)
        except Refused as refusal:
            return refusal_means(refusal, pending, self._parts, self._journal, self._stop)
        return self._decided(self._with_overlay(pending))

    def _lost(self, proposal: Proposal, evidence: Evidence, seen: Observation) -> str:
        """Say why a text would go where nothing takes it; empty where it may be sent.

        A dry run does nothing that would bring the keyboard to its place.
        """
        if not isinstance(proposal.intent, Action) or self._task.approve == "dry-run":
            return ""
        why = astray(proposal.intent, evidence)
        if why is None or self._blinks(why, evidence, seen):
            return ""
        return astray_words(why, evidence)

    def _blinks(self, why: Astray, evidence: Evidence, seen: Observation) -> bool:
        """Tell whether a text cursor blinks where the keyboard is, so that a text goes there all the same.

        A document may be drawn without a tree (AbiWord), and so may the editor of a name in a list (Qt).
        """
        element, window = evidence.element, seen.active_window
        if window is None or window.is_own or not may_hold_editor(why, evidence):
            return False
        return self._eyes.sees_text_cursor(element.box if element is not None else window.rect)

    def _young_for_s(
        self, n: int, proposal: Proposal, risk: Risk, evidence: Evidence, seen: Observation
    ) -> float:
        """Return for how long a macro waits because its window came up a moment ago; 0 for not at all.

        Only where a rule, or "the rest of this task", could then let the step run: a macro that opens a
        dialog would else end at it each time that nobody can be asked, and ask once a row of a table.
        It is looked at anew, found anew and judged anew afterwards.
        """
        age_s = evidence.window_age_s
        is_asked = evidence.origin == "macro" and risk.is_new_ground
        if age_s is None or not is_asked or self._waits[n] >= MOST_WAITS:
            return 0.0
        later = assess(proposal.intent, replace(evidence, window_age_s=YOUNG_WINDOW_S))
        if later.is_new_ground or not self._may_run_unasked(proposal, later, seen):
            return 0.0
        return YOUNG_WINDOW_S - age_s

    def _may_run_unasked(self, proposal: Proposal, risk: Risk, seen: Observation) -> bool:
        confirmer = self._parts.confirmer
        if self._task.approve in ("assist", "auto") or not isinstance(confirmer, RevokesGrants):
            return self._task.approve in ("assist", "auto")
        return confirmer.ruling(proposal, risk, seen).decision == "run"

    def _judged(self, pending: Pending, evidence: Evidence) -> Pending:
        """Leave out what must not be kept: text that was meant for a password field."""
        if not evidence.is_secret or pending.risk.level < RiskLevel.R4:
            return pending
        if isinstance(pending.proposal.intent, Write):
            if types_secret(pending.proposal.intent):
                return pending
            self._journal.hide(pending.proposal.intent.text)
        proposal, decided = without_secret_words(pending.proposal), pending.confirmation
        if decided is not None and isinstance(proposal.intent, Action):
            decided = replace(decided, action=proposal.intent)
        return replace(pending, proposal=proposal, confirmation=decided)

    def _prepared(self, pending: Pending, seen: Observation) -> Pending:
        """Let the executor look at the target while no card is on the screen."""
        intent = pending.proposal.intent
        if pending.risk.level >= RiskLevel.R4 or self._task.approve == "dry-run":
            return replace(pending, prepared=None)
        if not isinstance(intent, Action) or not sends_input(intent):
            return replace(pending, prepared=None)
        prepared = self._seen_by_hands(intent)
        check_agreement(
            pending.proposal, intent, prepared, seen, lambda: self._eyes.glance().observation
        )
        check_uncovered(pending, intent, self._parts.reader)
        return replace(pending, prepared=prepared)

    def _seen_by_hands(self, action: Action) -> Prepared:
        """Let the executor look; a window of ours that lies at the target may be on its way aside."""
        clock = self._parts.clock
        until_s = clock.now_s() + ASIDE_S
        while True:
            try:
                return self._parts.executor.prepare(action)
            except Refused as refusal:
                if refusal.reason != "own_window" or clock.now_s() >= until_s:
                    raise
            clock.wait(ASIDE_POLL_S, self._stop)

    def _confirmed(self, pending: Pending, evidence: Evidence) -> Pending:
        """Ask until the answer is about what would really run."""
        clock, started_s = self._parts.clock, self._parts.clock.now_s()
        while True:
            self._offer_judge(pending, evidence)
            try:
                confirmation = self._parts.confirmer.confirm(
                    self._journal.shown(pending.proposal), pending.risk, pending.view.observation,
                    self._stop,
                )  # fmt: skip
            except Stopped:
                waited_ms = (clock.now_s() - started_s) * 1000
                timings = replace(pending.timings, confirm=waited_ms)
                self._journal.pending = self._pictured(replace(pending, timings=timings))
                raise
            # A correction is not judged yet: it may be aimed at a password field.
            told = replace(confirmation, action=None)
            self._journal.tell(Confirmed(self._journal.run, pending.n, told))
            timings = replace(pending.timings, confirm=(clock.now_s() - started_s) * 1000)
            pending = replace(pending, confirmation=confirmation, timings=timings)
            if confirmation.verdict != "edited" or confirmation.action is None:
                return pending
            _check_valid(confirmation.action)
            approved = pending.risk.level
            pending = self._corrected(pending, confirmation.action, evidence)
            if pending.risk.level <= approved:
                return pending
            self._tell_proposed(pending)

    def _offer_judge(self, pending: Pending, evidence: Evidence) -> None:
        """Let the card say what a changed action would be judged as; what counts is judged when it is used."""

        def judge(action: Action) -> Risk:
            moved = replace(pending.proposal, intent=action, element=None, destination=None)
            found = self._collector.would_be(
                moved, pending.view.observation, after_refusal=evidence.after_refusal
            )
            return assess(action, replace(found, after_unseen=evidence.after_unseen))

        if isinstance(self._parts.confirmer, ShowsReasons):
            self._parts.confirmer.judge_with(judge)

    def _corrected(self, pending: Pending, action: Action, evidence: Evidence) -> Pending:
        """Judge and prepare the user's correction on a fresh, clean picture."""
        view = View(self._eyes.glance().observation, pending.view.ms)
        sentence = corrected_sentence(pending.proposal, action)
        proposal = replace(
            pending.proposal, intent=action, element=None, destination=None, sentence=sentence
        )
        found = self._collector.of(proposal, view.observation, after_refusal=evidence.after_refusal)
        risk = assess(action, replace(found, after_unseen=evidence.after_unseen))
        corrected = replace(pending, proposal=proposal, risk=risk, view=view, met=found.element)
        return self._prepared(self._judged(corrected, found), pending.view.observation)

    def _decided(self, pending: Pending) -> Took | LookAgain:
        """Act on the decision."""
        verdict = pending.confirmation.verdict if pending.confirmation else "blocked"
        match verdict:
            case "accepted" | "edited":
                if pending.risk.level >= RiskLevel.R4:
                    self._end_blocked(pending)
                if self._gate is not None and self._gate.is_paused:
                    return LookAgain(self._gate.why, is_pause=True)
                if self._has_field_changed(pending):
                    return LookAgain(FIELD_CHANGED, after_refusal=True)
                return self._noted(self._carrier.carry(pending))
            case "rejected":
                return self._rejected(pending)
            case "dry_run":
                record = pending.record(NOT_SENT)
                self._journal.keep(record)
                self._journal.advance(AgentSignal.SKIPPED)
                return Took(record, pending.view)
            case "expired":
                return LookAgain(
                    worded("The time to answer went by, so I looked again."), is_expiry=True
                )
            case "stopped":
                raise Stopped("user")
            case "blocked":
                self._end_blocked(pending)

    def _noted(self, result: Took | LookAgain) -> Took | LookAgain:
        """Remember whether a step was not seen to arrive; a check that holds anew settles it.

        A model sees what came of its steps and finds its own way: there only the last one counts.
        """
        record = result.record if isinstance(result, Took) else None
        if record is None or isinstance(record.action, Scroll) or not needs_sight(record.action):
            return result
        if isinstance(record.action, Check):
            is_proof = is_seen(record) and record.receipt.code != "as_before"
            self._is_after_unseen = self._is_after_unseen and not is_proof
        else:
            before = self._journal.steps[-2:-1]
            is_told = any(is_told_next(step, record) for step in before)
            was = self._was_after_unseen if is_told else self._is_after_unseen
            self._was_after_unseen = was
            is_kept = was and self._collector.teller != "model"
            self._is_after_unseen = is_kept or not has_landed(record)
        return result

    def _repeats_uncertain(self, proposal: Proposal) -> bool:
        """Tell whether a policy wants to do again what may have been done; whoever says so twice means it."""
        steps = self._journal.steps
        if not steps or self._collector.origin != "model":
            return False
        last = steps[-1]
        is_uncertain = last.receipt.kind == "not_seen" and not last.receipt.is_unchanged
        is_sent = last.confirmation.is_accepted and last.receipt.code != "not_sent"
        return (
            is_uncertain
            and is_sent
            and needs_sight(last.action)
            and to_json(last.action) == to_json(proposal.intent)
        )

    def _has_field_changed(self, pending: Pending) -> bool:
        """Tell whether a secret would go elsewhere than approved: a card is read for seconds.

        Not a pixel changes where a page lets an empty password field show what is typed, or moves
        the focus to another one; the executor compares pixels and windows, the tree is asked here.
        """
        intent = pending.proposal.intent
        if not isinstance(intent, Write) or not types_secret(intent):
            return False
        found = self._collector.of(pending.proposal, self._eyes.glance().observation)
        return assess(intent, found).level > pending.risk.level

    def _rejected(self, pending: Pending) -> LookAgain:
        self._journal.keep(pending.record(NOT_SENT))
        reason = pending.confirmation.reason.strip(" .") if pending.confirmation else ""
        said = worded("You rejected it. {0}", NOTHING_SENT)
        if reason:
            said = worded("You rejected it: {0}. {1}", reason, NOTHING_SENT)
        if self._parts.policy.name in ENDS_ON_REJECTION:
            raise RunEnds(Finish(Outcome.REJECTED, said))
        return LookAgain(said, outcome=Outcome.REJECTED)

    def _withheld(self, pending: Pending, why: str) -> LookAgain:
        """Tell a policy that can find another way what must not follow the last text."""
        declined = Confirmation("blocked", "rule:text", reason=joined(" ", (why, PRESS_IT)))
        pending = replace(pending, confirmation=declined)
        self._journal.keep(pending.record(NOT_SENT))
        return LookAgain(why)

    def _end_blocked(self, pending: Pending) -> NoReturn:
        self._journal.keep(pending.record(NOT_SENT))
        reasons = (
            pending.confirmation.reason if pending.confirmation else "",
            *pending.risk.reasons,
        )
        reason = next(
            (reason for reason in reasons if reason), worded("your rules do not allow it")
        )
        needs = pending.risk.needs or NOTHING_SENT
        said = worded("Not allowed: {0}. {1}", reason, needs)
        raise RunEnds(Finish(Outcome.BLOCKED, said))

    def _with_overlay(self, pending: Pending) -> Pending:
        """Keep what the user saw; a step that a rule decided about was not shown."""
        decided = pending.confirmation
        was_shown = decided is not None and decided.by == "user"
        return self._pictured(pending) if was_shown else pending

    def _pictured(self, pending: Pending) -> Pending:
        """Keep the card with its marks, if one is up or was the last one up."""
        confirmer = self._parts.confirmer
        if not isinstance(confirmer, OffersPicture):
            return pending
        hidden = self._collector.passwords(pending.view.observation)
        overlay = self._journal.picture(confirmer.overlay_picture(), hidden)
        return replace(pending, pictures=replace(pending.pictures, overlay=overlay))

    def _tell_proposed(self, pending: Pending) -> None:
        journal = self._journal
        journal.pending = pending
        frame = pending.view.observation.frame
        journal.tell(Proposed(journal.run, pending.n, pending.proposal, pending.risk, frame))


def _check_valid(intent: Action | Check) -> None:
    """Refuse an intent that could be made in code and not be read from a file."""
    try:
        _INTENTS.decode(to_json(intent))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise PolicyError(
            worded("the step {0} is not valid: {1}; nothing was sent", kind_of(intent), str(error))
        ) from error
