"""Gives every action a level of risk, in code, from what is known about its target.

Each rule looks at one kind of evidence and may only raise; the highest level wins. What a policy
says of an action is one more rule. Text on the screen, names and titles never lower a level: an
exemption below (a text field, a menu that only opens) falls back to the level of a target about
which nothing is known, so that whoever controls a role gains nothing over an empty name.
"""

from collections.abc import Callable, Iterator
from typing import Final

from automation.core.actions import (
    Action,
    Answer,
    Ask,
    ButtonDown,
    ButtonUp,
    Check,
    Checked,
    Click,
    Clipboard,
    Drag,
    Equals,
    HoldAndTap,
    Hotkey,
    KeyDown,
    Launch,
    Move,
    Plan,
    Scroll,
    Shown,
    Wait,
    Window,
    WindowTitle,
    Write,
)
from automation.core.proposal import Risk, RiskLevel
from automation.safety import text_rules
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import (
    ENTRY_ROLES,
    FILE_ROLES,
    SWITCH_ROLES,
    Finding,
    base_risk,
    chords_of,
)
from automation.safety.chords import presses_enter, types_something
from automation.safety.evidence import Evidence
from automation.safety.secret_rules import judged_secret, types_secret
from automation.safety.words import danger_words, says, word_count

R0, R1, R2, R3, R4 = RiskLevel

YOUNG_WINDOW_S: Final = 1.0
"""A window seen for less than this may have come up under the pointer."""
CONTENT_WORDS: Final = 5
"""Longest label, in words, that counts on things that show content: rows, cells, plain text."""
_CONTENT_ROLES: Final = frozenset(
    {
        "list_item",
        "tree_item",
        "cell",
        "row",
        "text",
        "label",
        "icon",
        "image",
        "heading",
        "status",
        "",
    }
)
_MENU_ROLES: Final = frozenset({"menu", "tab", "column_header", "row_header"})
_HANDS_OFF: Final = {
    AppKind.PASSWORDS: "this is a password manager",
    AppKind.LOCK: "this is the lock or login screen",
    AppKind.AUTHORITY: "this prompt asks for your authority",
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
        findings.append(Finding(level, "this macro is not trusted yet"))
    ranked = sorted(findings, key=lambda finding: -finding.level)
    telling = [f.reason for f in ranked if f.reason and f.level >= min(level, R2)]
    needs = next((f.needs for f in ranked if f.level == R4 and f.needs), "")
    return Risk(level, tuple(dict.fromkeys(telling)), needs)


def _forbidden(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if evidence.is_own_window:
        yield Finding(R4, "that is my own window")
    if isinstance(action, Move | Launch):
        return
    for kind, reason in _HANDS_OFF.items():
        if kind in evidence.kinds:
            yield Finding(R4, reason, "Do this step yourself, then press Go on.")
    if evidence.is_secret and _handles_text(action, evidence) and not types_secret(action):
        yield Finding(R4, "this is a password field", "Type it yourself, then press Go on.")


def _handles_text(action: Action, evidence: Evidence) -> bool:
    match action:
        case Write() | Clipboard(op="paste" | "copy" | "cut"):
            return True
        case Hotkey() | KeyDown() | HoldAndTap():
            chords = chords_of(action, evidence.held_keys)
            return any(
                (types_something(c) and not presses_enter(c)) or {"ctrl", "c"} <= c for c in chords
            )
        case _:
            return False


def _label(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if not _sets_off(action, evidence) or evidence.role in ENTRY_ROLES:
        return
    on_screen = (evidence.name, *evidence.seen_labels, evidence.destination_name)
    has_name = any(label.strip() for label in on_screen)
    for label in (*on_screen, *evidence.called):
        if _is_content(label, action, evidence):
            continue
        for hit in danger_words(label):
            if not (hit.meaning.is_menu_word and _only_opens(evidence)):
                yield Finding(hit.meaning.level, f'"{hit.word}": {hit.meaning.reason}')
    yield from _named(evidence)
    if not has_name and "default" in evidence.states:
        yield Finding(R3, "it is the main button of a dialog and its name is not known")
    elif not has_name and "modal" in evidence.states:
        yield Finding(R3, "it is in a dialog and its name is not known")


def _named(evidence: Evidence) -> Iterator[Finding]:
    """Judge what the same instruction presses next, and words of the user's own."""
    for label in evidence.leads_to:
        for hit in danger_words(label):
            yield Finding(hit.meaning.level, f'"{hit.word}": {hit.meaning.reason}')
    labels = (evidence.name, *evidence.seen_labels, *evidence.called, *evidence.leads_to)
    for word in evidence.extra_words:
        if any(says(label, word) for label in labels):
            yield Finding(R3, f'"{word}": you want to be asked about it')


def _sets_off(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action can press what it points at, or what has the focus."""
    if isinstance(action, Click):
        return action.button != "right"
    if isinstance(action, ButtonDown | ButtonUp | Drag):
        return True
    if isinstance(action, Write) and action.at is None and " " in action.text:
        return True  # a blank presses a button that has the focus
    chords = chords_of(action, evidence.held_keys)
    return any({"enter", "space"} & chord for chord in chords)


def _is_content(label: str, action: Action, evidence: Evidence) -> bool:
    """Tell whether the label is what somebody wrote rather than the name of a control."""
    if evidence.role not in _CONTENT_ROLES:
        return False
    is_selection = isinstance(action, Click) and action.count == 1 and evidence.role in FILE_ROLES
    in_files = AppKind.FILES in evidence.kinds and is_selection
    return in_files or word_count(label) > CONTENT_WORDS


def _only_opens(evidence: Evidence) -> bool:
    return evidence.role in _MENU_ROLES and AppKind.BROWSER not in evidence.kinds


def _text(action: Action, evidence: Evidence) -> Iterator[Finding]:
    text = action.text if isinstance(action, Write | Clipboard) else ""
    if not text:
        return
    if isinstance(action, Write) and text_rules.has_line_break(text):
        is_plain = "multi_line" in evidence.states and not evidence.kinds & _SENDING
        yield Finding(R2 if is_plain else R3, "the text has line breaks, each presses Enter")
    if why := text_rules.command_reason(text):
        yield Finding(R3, f"the text {why}")
    if scheme := text_rules.code_scheme(text):
        yield Finding(R3, f"the text is a {scheme} address")
    if text_rules.looks_secret(text):
        yield Finding(R3, "the text looks like a key or a password")
    if text_rules.deceives(text):
        yield Finding(R3, "the text holds hidden characters")
    if AppKind.BROWSER in evidence.kinds and (scheme := text_rules.odd_scheme(text)):
        yield Finding(R3, f"the text is a {scheme} address")


_SENDING: Final = frozenset({AppKind.TERMINAL, AppKind.LAUNCHER, AppKind.CHAT, AppKind.MAIL})
_BRITTLE: Final = frozenset({AppKind.PACKAGES, AppKind.REMOTE, AppKind.BANK, AppKind.DISKS})


def _app(action: Action, evidence: Evidence) -> Iterator[Finding]:
    kinds = evidence.kinds
    if isinstance(action, Move | Scroll | Launch | Window):
        return
    types = _types(action, evidence)
    if AppKind.TERMINAL in kinds and types:
        yield Finding(R3, "it goes to a terminal")
    if AppKind.LAUNCHER in kinds and types:
        yield Finding(R3, "it goes to a launcher, which can start anything")
    if kinds & {AppKind.CHAT, AppKind.MAIL} and _submits(action, evidence):
        yield Finding(R3, "Enter can send the message")
    if AppKind.FILES in kinds and _changes_files(action, evidence):
        yield Finding(R3, "it can move or delete files")
    for kind in sorted(kinds & _BRITTLE):
        yield Finding(R3, f"this is a {kind.value} window")
    if AppKind.SETTINGS in kinds:
        is_switch = isinstance(action, Click) and evidence.role in SWITCH_ROLES | {
            "button",
            "toggle",
        }
        yield Finding(R3 if is_switch or types else R2, "this changes system settings")
    if AppKind.IDE in kinds and _runs_code(action, evidence):
        yield Finding(R3, "it can run code")


def _types(action: Action, evidence: Evidence) -> bool:
    """Tell whether the action can put anything but plain movement into a line of input."""
    match action:
        case Write() | Clipboard(op="paste") | Click(button="middle"):
            return True
        case Hotkey() | KeyDown() | HoldAndTap():
            chords = chords_of(action, evidence.held_keys)
            return any(types_something(c) or len(c) > 1 for c in chords)
        case _:
            return False


def _submits(action: Action, evidence: Evidence) -> bool:
    if isinstance(action, Write):
        return action.press_enter or text_rules.has_line_break(action.text)
    return any(presses_enter(chord) for chord in chords_of(action, evidence.held_keys))


def _changes_files(action: Action, evidence: Evidence) -> bool:
    if isinstance(action, Drag | ButtonUp) or (
        isinstance(action, Clipboard) and action.op in ("cut", "paste")
    ):
        return True
    return any("delete" in chord for chord in chords_of(action, evidence.held_keys))


def _runs_code(action: Action, evidence: Evidence) -> bool:
    if isinstance(action, Click):
        said = " ".join((evidence.name, *evidence.seen_labels, *evidence.called)).casefold()
        return any(word in said for word in ("run", "debug", "start without", "execute"))
    return any(chord & {"f5", "f9", "f10"} for chord in chords_of(action, evidence.held_keys))


def _situation(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if isinstance(action, Move):
        return
    if evidence.is_first_in_app:
        yield Finding(R2, f"this is the first step in {evidence.app or 'another program'}")
    if evidence.origin != "user":
        age = evidence.window_age_s
        if age is not None and age < YOUNG_WINDOW_S:
            yield Finding(R2, "the window came up a moment ago")
        if evidence.after_refusal:
            yield Finding(R2, "the target changed since the last look")
    said = " ".join((evidence.name, *evidence.seen_labels, *evidence.called, evidence.screen_text))
    if text_rules.gives_orders(said):
        yield Finding(R3, "the page gives orders to assistants, and that is not from you")


def _secret(action: Action, evidence: Evidence) -> Iterator[Finding]:
    is_explicit = evidence.origin != "model"
    yield from judged_secret(action, evidence.secret, evidence.kinds, is_explicit=is_explicit)


def _policy(action: Action, evidence: Evidence) -> Iterator[Finding]:
    if evidence.raised > R0:
        yield Finding(evidence.raised, "the policy asks for more care")


_RULES: Final[tuple[Rule, ...]] = (
    _forbidden, _label, _text, _app, _situation, _secret, _policy,
)  # fmt: skip
