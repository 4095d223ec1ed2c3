"""What stands on an approval card, as one value made from proposal, risk and observation.

The title is ours; the model's words stand apart as its claim. Names of things come from the screen and
are data: hidden characters are made visible and long names are cut, so that a name can neither deceive
nor push our words away. The text to be typed is shown whole.
"""

from dataclasses import dataclass
from typing import Final

from app.gui import tr, tr_said
from app.gui.overlay.requests import acted_on, target_points
from app.gui.widgets.pictures import RISK_WORDS, Crop, claim_head, step_words, then_words
from automation.core.actions import (
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    Element,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Scroll,
    Window,
    Write,
)
from automation.core.geometry import ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Proposal, Risk, RiskLevel
from automation.core.secrets import literal, secret_name
from automation.core.text import TextRun, joined, visible_runs, worded
from automation.core.wording import (
    action_words,
    kind_words,
    quoted,
    short_name,
    text_length,
    unnamed,
)

TIMES: Final = "\u00d7"
"""The sign before a count."""
_HOLD_VERBS: Final = {
    "send": tr("send"),
    "delete": tr("delete"),
    "remove": tr("remove"),
    "pay": tr("pay"),
    "buy": tr("buy"),
    "order": tr("order"),
    "submit": tr("submit"),
    "publish": tr("publish"),
    "post": tr("post"),
    "erase": tr("erase"),
    "format": tr("format"),
    "discard": tr("discard"),
    "uninstall": tr("uninstall"),
    "overwrite": tr("overwrite"),
}
"""First word of a button's name that we say ourselves on the button that is held."""


def press_words(intent: Click | Move | ButtonDown | ButtonUp) -> str:
    """Return what the tag beside a press says; empty for a plain click or a move."""
    if isinstance(intent, Move):
        return ""
    named = "" if intent.button == "left" else intent.button
    if isinstance(intent, ButtonDown):
        return tr("{0} hold").format(named).strip()
    if isinstance(intent, ButtonUp):
        return tr("{0} let go").format(named).strip()
    times = f"{TIMES}{intent.count}" if intent.count > 1 else ""
    return f"{named} {times}".strip()


def title(proposal: Proposal) -> str:
    """Return verb and thing: what is going to happen."""
    intent = proposal.intent
    destination = _destination(proposal, intent) if isinstance(intent, Drag) else ""
    path = (_thing(proposal), *map(quoted, proposal.leads_to))
    return tr_said(action_words(intent, joined(worded(", then "), path), destination))


def question_title(proposal: Proposal) -> str:
    """Return the title as a question, for what is hard to undo."""
    return f"{title(proposal)}?"


def hold_verb(proposal: Proposal) -> str:
    """Return the verb on the button that is held: `Hold to send`, `Hold to type`."""
    name = proposal.element.name if proposal.element else ""
    first = name.split()[0].lower() if name.split() else ""
    if isinstance(proposal.intent, Click) and first in _HOLD_VERBS:
        return _HOLD_VERBS[first]
    match proposal.intent:
        case Click():
            return tr("click")
        case Write():
            return tr("type")
        case Drag():
            return tr("drag")
        case Hotkey() | KeyDown() | KeyUp() | HoldAndTap():
            return tr("press")
        case Window(op="close"):
            return tr("close")
        case Launch():
            return tr("start")
        case Clipboard():
            return tr("paste") if proposal.intent.op == "paste" else tr("do it")
        case _:
            return tr("do it")


def pixel_words(proposal: Proposal) -> str:
    """Return where the action happens, in device pixels; empty when it has no place."""
    match proposal.intent:
        case Click() | Move() | ButtonDown() | ButtonUp():
            point = proposal.intent.at.point
            return tr("Pixel {0}, {1}.").format(point.x, point.y)
        case Drag():
            first, last = proposal.intent.path[0], proposal.intent.path[-1]
            seconds = proposal.intent.duration_s
            return tr("Press at {0}, {1}, let go at {2}, {3}, in {4:g} s.").format(
                first.x, first.y, last.x, last.y, seconds
            )
        case Scroll() | Write():
            aim = proposal.intent.at
            return tr("Pixel {0}, {1}.").format(aim.point.x, aim.point.y) if aim else ""
        case _:
            return ""


def text_note(intent: Write, old: str | None) -> str:
    """Return the facts about a text to be typed: length, line breaks, Enter, what stands there."""
    breaks = intent.text.count("\n")
    length = (
        tr("Typed by name, not shown")
        if secret_name(intent.text)
        else tr_said(text_length(literal(intent.text)))
    )
    if breaks:
        length += tr(", 1 line break") if breaks == 1 else tr(", {0} line breaks").format(breaks)
    enter = tr("Enter is pressed after it.") if intent.press_enter else tr("Enter is not pressed.")
    sentences = [f"{length}.", enter]
    if intent.overwrite:
        sentences.append(tr("What stands there is replaced."))
    elif old:
        sentences.append(tr("It is added to what stands there."))
    elif old == "":
        sentences.append(tr("The field is empty now."))
    return " ".join(sentences)


def _thing(proposal: Proposal) -> str:
    if proposal.element is not None and proposal.element.name.strip():
        return quoted(proposal.element.name)
    match proposal.intent:
        case Click() | Move() | ButtonDown() | ButtonUp():
            aim = proposal.intent.at
        case Scroll() | Write() if proposal.intent.at is not None:
            aim = proposal.intent.at
        case _:
            return ""
    named = _element_text(aim.element)
    if named or proposal.element is None:
        return named or _at(aim.point)
    return unnamed(proposal.element.role, aim.point, proposal.beside)


def _destination(proposal: Proposal, intent: Drag) -> str:
    if proposal.destination is not None and proposal.destination.name.strip():
        return quoted(proposal.destination.name)
    return _element_text(intent.destination) or _at(intent.path[-1])


def _element_text(element: Element | None) -> str:
    """Return the name that the screen gave; what a model calls a thing is no name of it."""
    if element is None or element.source == "model" or not element.name.strip():
        return ""
    return quoted(element.name)


def _at(point: ScreenPoint) -> str:
    return f"{point.x}, {point.y}"


Fact = tuple[str, str]

MAX_CLAIM_CHARS: Final = 600
MAX_REASONS: Final = 3
REST: Final = tr(
    "Accept the rest of this task in {app}. Still asked: what is hard to undo, another site, a window "
    "that has just come up. It ends with a pause or when a target has changed."
)
JUDGED_THEN: Final = tr("This is judged when you use it; if it is riskier, you are asked again.")
ASKED_AGAIN: Final = tr("Use it, and you are asked again.")
A_KEY: Final = "a key"
"""What the built-in commands give as evidence of a key that they were told."""


@dataclass(frozen=True, slots=True)
class CardContent:
    """The words and the picture of one card; empty fields are left out."""

    title: str
    level: RiskLevel
    app: str = ""
    """From the window system."""
    consequence: str = ""
    facts: tuple[Fact, ...] = ()
    crop: Crop | None = None
    text: tuple[TextRun, ...] = ()
    note: str = ""
    """Facts about the text, or about where keys go."""
    evidence: str = ""
    why: str = ""
    ahead: str = ""
    """Which step of how many it is, and what comes next; as far as that is known."""
    claim: str = ""
    claimed_by: str = ""
    """The program that asked for it, as that calls itself; empty where a model says the claim."""
    rest: str = ""
    """The offer to accept the rest of the task in this app."""
    hold_label: str = ""
    safe_label: str = ""
    warning: str = ""
    """Something about the card itself, such as a key that is taken."""

    @property
    def is_danger(self) -> bool:
        """Tell whether it is hard to undo."""
        return self.level >= RiskLevel.R3

    @property
    def has_claim(self) -> bool:
        """Tell whether somebody else than the user is behind it, and is named."""
        return bool(self.claim or self.claimed_by)

    @property
    def claim_head(self) -> str:
        """Whose claim it is, in words."""
        return claim_head(self.claimed_by)

    @property
    def spoken(self) -> str:
        """The whole card as a screen reader says it, before it arms."""
        text = "".join(run.text for run in self.text)
        claim = (
            " ".join(filter(None, (f"{self.claim_head}:", self.claim))) if self.has_claim else ""
        )
        facts = " ".join(f"{name}: {value}." for name, value in self.facts)
        parts = (
            f"{self.title}.",
            f"{RISK_WORDS[self.level]}.",
            self.consequence,
            facts,
            text,
            self.note,
            self.evidence,
            self.why,
            self.ahead,
            claim,
        )
        return " ".join(part for part in parts if part)


def card_content(
    proposal: Proposal,
    risk: Risk,
    observation: Observation,
    *,
    is_elsewhere: bool = False,
) -> CardContent:
    """Return what the card says.

    Args:
        observation: The clean picture that the proposal was made on.
        is_elsewhere: The risk was found for another place or text than the proposal's by now.
    """
    window = acted_on(proposal, observation)
    app = short_name(window.app, 32) if window is not None else ""
    is_danger = risk.level >= RiskLevel.R3
    verb = hold_verb(proposal)
    # What words only seem to mean is asked about whatever was accepted.
    has_rest = bool(app) and risk.level <= RiskLevel.R2 and not risk.is_inferred
    return CardContent(
        title=question_title(proposal) if is_danger else title(proposal),
        level=risk.level,
        app=app,
        consequence=_consequence(risk) if is_danger and not is_elsewhere else "",
        facts=_facts(proposal, window) if is_danger else _from_to(proposal),
        crop=_crop(proposal, risk, observation),
        text=_text(proposal),
        note=_note(proposal, window),
        evidence=_evidence(proposal),
        why=JUDGED_THEN if is_elsewhere else _why(risk),
        ahead=_ahead(proposal),
        claim=" ".join(proposal.claim.split())[:MAX_CLAIM_CHARS],
        claimed_by=proposal.claimed_by,
        rest=REST.format(app=app) if has_rest else "",
        hold_label=tr("Hold to {0}").format(verb),
        safe_label=tr("Do not {0}").format(verb),
    )


def judged_words(risk: Risk, before: Risk) -> str:
    """Return why a changed action would be asked about; a riskier one is asked about again when used."""
    reasons = "; ".join(map(tr_said, risk.reasons[:MAX_REASONS]))
    said = tr("{0} here").format(RISK_WORDS[risk.level]) + (f": {reasons}." if reasons else ".")
    return f"{said} {ASKED_AGAIN}" if risk.level > before.level else said


def _consequence(risk: Risk) -> str:
    reason = tr_said(risk.reasons[0]) if risk.reasons else tr("it cannot be taken back")
    return tr("Hard to undo: {0}.").format(reason)


def _why(risk: Risk) -> str:
    reasons = risk.reasons[1:] if risk.level >= RiskLevel.R3 else risk.reasons
    if not reasons or risk.level < RiskLevel.R2:
        return ""
    return tr("Asked because: {0}.").format("; ".join(map(tr_said, reasons[:MAX_REASONS])))


def _facts(proposal: Proposal, window: WindowInfo | None) -> tuple[Fact, ...]:
    facts = list(_from_to(proposal))
    element = proposal.element
    if element is not None and element.name and not facts:
        role = tr_said(kind_words(element.role))
        role = role[:1].upper() + role[1:] or tr("Thing")
        facts.append((role, short_name(element.name, 120)))
    if element is not None and element.parent_name:
        facts.append((tr("In"), short_name(element.parent_name, 120)))
    if window is not None and window.title:
        facts.append((tr("Window"), short_name(window.title, 120)))
    return tuple(facts)


def _from_to(proposal: Proposal) -> tuple[Fact, ...]:
    if not isinstance(proposal.intent, Drag):
        return ()
    origin, destination = proposal.intent.origin, proposal.intent.destination
    start = _named(proposal.element or origin)
    end = _named(proposal.destination or destination)
    return tuple(fact for fact in ((tr("From"), start), (tr("To"), end)) if fact[1])


def _named(thing: ScreenElement | Element | None) -> str:
    return short_name(thing.name, 120) if thing is not None else ""


def _crop(proposal: Proposal, risk: Risk, observation: Observation) -> Crop | None:
    points = target_points(proposal)
    if not points or isinstance(proposal.intent, Write | Drag):
        return None
    point = points[0]
    element = proposal.element
    box = element.box if element is not None and element.box.contains(point) else None
    return Crop(observation.frame, point, risk.level, box, point, hairlines=True)


def _text(proposal: Proposal) -> tuple[TextRun, ...]:
    match proposal.intent:
        case Write(text=text) if secret_name(text):
            return (TextRun(tr("the secret “{0}”").format(secret_name(text)), is_mark=True),)
        case Write() | Clipboard(op="set"):
            return visible_runs(proposal.intent.text)
        case _:
            return ()


def _note(proposal: Proposal, window: WindowInfo | None) -> str:
    match proposal.intent:
        case Write():
            old = proposal.element.value if proposal.element is not None else None
            return text_note(proposal.intent, old)
        case Hotkey() | KeyDown() | KeyUp() | HoldAndTap():
            named = (window.title or window.app) if window is not None else ""
            return tr("The keys go to {0}.").format(
                tr_said(quoted(named)) if named else tr("what has the focus")
            )
        case _:
            return ""


def _ahead(proposal: Proposal) -> str:
    place, then = step_words(proposal), then_words(proposal)
    return " ".join(f"{words}." for words in (place, then) if words)


def _evidence(proposal: Proposal) -> str:
    is_key = isinstance(proposal.intent, Hotkey | KeyDown | KeyUp | HoldAndTap)
    # That it is a key the title says.
    found = (
        ""
        if is_key and proposal.evidence == A_KEY
        else tr_said(proposal.evidence).strip().rstrip(".")
    )
    sentence = f"{found[:1].upper()}{found[1:]}." if found else ""
    return f"{sentence} {pixel_words(proposal)}".strip()
