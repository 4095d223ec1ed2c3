"""Gives every action a level of risk, in code, from what is known about its target.

Each rule looks at one kind of evidence and may only raise; the highest level wins. What a policy
says of an action is one more rule. Text on the screen, names and titles never lower a level: an
exemption below (a text field, a menu that only opens) falls back to the level of a target about
which nothing is known, so that whoever controls a role gains nothing over an empty name.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    Check,
    Checked,
    Clipboard,
    Equals,
    Launch,
    Move,
    Plan,
    Shown,
    Wait,
    WindowTitle,
    Write,
)
from automation.core.proposal import Risk, RiskLevel
from automation.core.text import has_hidden_control, worded
from automation.safety import text_rules
from automation.safety.evidence import AppKind, Evidence
from automation.safety.risk_labels import (
    app_rule,
    drop_rule,
    field_rule,
    frame_rule,
    keys_rule,
    label_rule,
    place_rule,
    question_rule,
)
from automation.safety.risk_rules import (
    Finding,
    base_risk,
    handles_text,
    judged_secret,
    types_secret,
)

R0, R1, R2, R3, R4 = RiskLevel

YOUNG_WINDOW_S: Final = 1.0
"""A window seen for less than this may have come up under the pointer."""
AFTER_UNSEEN: Final = worded("a step before it was not seen to arrive")
INFERRED: Final = worded("your words do not name it, they seem to mean it")
REPEATS_UNCERTAIN: Final = worded("it may have been done already: what came of it is not known")
OWN_NAME: Final = "deskhand"
_SENDING: Final = frozenset(
    {AppKind.TERMINAL, AppKind.LAUNCHER, AppKind.CHAT, AppKind.MAIL, AppKind.BROWSER}
)
"""Programs in which a line break may send; a page decides itself what Enter does in it."""
_HANDS_OFF: Final = {
    AppKind.PASSWORDS: worded("this is a password manager"),
    AppKind.LOCK: worded("this is the lock or login screen"),
    AppKind.AUTHORITY: worded("this prompt asks for your authority"),
}

Rule = Callable[[Action, Evidence], Iterator[Finding]]


def assess(intent: Action | Check, evidence: Evidence) -> Risk:
    """Return the level of an action or check with one short reason for each rule that raised it."""
    if isinstance(intent, Shown | Equals | Checked | WindowTitle | Plan | Ask | Answer | Wait):
        return Risk(R0)
    base = base_risk(intent, evidence)
    findings = [base, *(finding for rule in _RULES for finding in rule(intent, evidence))]
    level = max(finding.level for finding in findings)
    if evidence.is_untrusted_macro and level < R3:
        level = RiskLevel(level + 1)
        findings.append(Finding(level, worded("this macro is not trusted yet")))
    ranked = sorted(findings, key=lambda finding: -finding.level)
    telling = [f for f in ranked if f.reason and f.level >= min(level, R2)]
    reasons = tuple(dict.fromkeys(f.reason for f in telling))
    needs = next((f.needs for f in ranked if f.level == R4 and f.needs), "")
    is_new = any(finding.is_new_ground for finding in findings)
    is_after_unseen = evidence.after_unseen and level >= R2
    if is_after_unseen:
        reasons = (AFTER_UNSEEN, *reasons)
    if evidence.repeats_uncertain:
        is_after_unseen, reasons = True, (REPEATS_UNCERTAIN, *reasons)
    if evidence.is_inferred:
        reasons = (*reasons, INFERRED)
    first_step = telling[0].first_step if len(reasons) == 1 and telling else ""
    return Risk(level, reasons, needs, is_new, is_after_unseen, first_step, evidence.is_inferred)


def _forbidden(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if evidence.is_own_window:
        yield Finding(R4, worded("that is my own window"))
    if isinstance(action, Launch) and OWN_NAME in action.desktop_id.casefold():
        yield Finding(R4, worded("that is myself"))
    if isinstance(action, Launch) or (isinstance(action, Move) and not evidence.has_button_down):
        return
    for kind, reason in _HANDS_OFF.items():
        if kind in evidence.kinds:
            yield Finding(R4, reason, worded("Do this step yourself, then press Go on."))
    if evidence.is_secret and handles_text(action, evidence) and not types_secret(action):
        yield Finding(
            R4, worded("this is a password field"), worded("Type it yourself, then press Go on.")
        )


def _text(action: Action, evidence: Evidence) -> Iterator[Finding]:
    text = action.text if isinstance(action, Write | Clipboard) else ""
    if not text:
        return
    if isinstance(action, Write) and text_rules.has_line_break(text):
        is_plain = "multi_line" in evidence.states and not evidence.kinds & _SENDING
        yield Finding(
            R2 if is_plain else R3, worded("the text has line breaks, each presses Enter")
        )
    if why := text_rules.command_reason(text):
        yield Finding(R3, why)
    if scheme := text_rules.code_scheme(text):
        yield Finding(R3, worded("the text is a {0} address", scheme))
    if AppKind.BROWSER in evidence.kinds and (scheme := text_rules.odd_scheme(text)):
        yield Finding(R3, worded("the text is a {0} address", scheme))
    if evidence.origin != "user" and evidence.kinds & _SENDING and text_rules.looks_like_code(text):
        yield Finding(R3, worded("the text looks like a one-time code"))
    yield from (Finding(R3, reason) for is_so, reason in _TEXT_RULES if is_so(text))


_TEXT_RULES: Final = (
    (text_rules.looks_secret, worded("the text looks like a key or a password")),
    (has_hidden_control, worded("the text holds hidden characters")),
    (text_rules.telling_path, worded("the text names a file that runs by itself or holds keys")),
    (text_rules.is_reaching_formula, worded("the text is a formula that reaches out of its sheet")),
    (text_rules.is_share, worded("the text names files of another machine")),
)


def _situation(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if isinstance(action, Move) and not evidence.has_button_down:
        return
    if evidence.is_first_in_app:
        reason = worded("this is the first step in {0}", evidence.app or worded("another program"))
        if evidence.is_app_told:
            yield replace(_new_ground(evidence, reason), first_step="told")
        else:  # an interpreter runs it, or nobody vouches for its file
            reason = worded("{0}, and its file does not tell which program that is", reason)
            yield replace(_new_ground(evidence, reason), first_step="untold")
    if evidence.origin != "user":
        yield from _unsettled(evidence)
    said = " ".join((evidence.name, *evidence.seen_labels, *evidence.called, evidence.screen_text))
    if text_rules.gives_orders(said) or evidence.page_orders:
        yield Finding(R3, worded("the page gives orders to assistants, and that is not from you"))


def _unsettled(evidence: Evidence) -> Iterator[Finding]:
    """Say what is not as it was, where the user's own words do not name the step."""
    if evidence.is_new_site:
        yield _new_ground(evidence, worded("this is the first step on another site"))
    if evidence.leads_to_site:
        yield _new_ground(evidence, worded("it leads to {0}", evidence.leads_to_site))
    age = evidence.window_age_s
    if age is not None and age < YOUNG_WINDOW_S:
        yield _new_ground(evidence, worded("the window came up a moment ago"))
    if evidence.after_refusal:
        yield _new_ground(evidence, worded("the target changed since the last look"))
    if not evidence.is_program_known:
        yield Finding(R2, worded("the system does not tell which program this is"))


def _new_ground(evidence: Evidence, reason: str) -> Finding:
    return Finding(R2, reason, is_new_ground=evidence.origin != "user")


def _secret(action: Action, evidence: Evidence) -> Iterator[Finding]:
    is_explicit = evidence.origin != "model"
    yield from judged_secret(action, evidence.secret, evidence.kinds, is_explicit=is_explicit)


def _policy(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if evidence.raised > R0:
        yield Finding(evidence.raised, worded("the policy asks for more care"))


_RULES: Final[tuple[Rule, ...]] = (
    _forbidden, label_rule, drop_rule, question_rule, field_rule, frame_rule, _text, app_rule,
    keys_rule, place_rule, _situation, _secret, _policy,
)  # fmt: skip
