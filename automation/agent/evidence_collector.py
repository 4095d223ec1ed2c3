"""Collects what is known about an action's target, for `automation.safety.risk`.

Keeps the little that outlives a step: programs the run has worked in, keys it holds down, when each
window was first seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from automation.agent.dialogs import Surroundings, program_names
from automation.agent.parts import TellsMore
from automation.core.actions import (
    Action,
    ButtonDown,
    ButtonUp,
    Check,
    Click,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Scroll,
    Source,
    Window,
    Write,
    aims_of,
    sends_input,
)
from automation.core.errors import SecretsError
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import (
    Frame,
    Observation,
    ScreenElement,
    WindowInfo,
    is_interpreter,
)
from automation.core.pictures import CARET_MAX_WIDTH_PX
from automation.core.ports import ElementReader
from automation.core.proposal import Proposal, RiskLevel
from automation.core.secrets import SecretEntry, asks_password, secret_name
from automation.core.timing import Clock
from automation.safety.danger_words import danger_words, says, unexplained
from automation.safety.evidence import (
    AppKind,
    Evidence,
    FieldKind,
    Origin,
    SecretUse,
    domains_in,
    kinds_of,
    menus,
    site_in_text,
    windows_of,
)
from automation.safety.key_risk import key_name
from automation.safety.risk import assess
from automation.safety.rules import names_one_program, program_key
from automation.screen.field_labels import (
    asks_for_password,
    is_line,
    label_area,
    label_of,
    labels_of,
)
from automation.screen.roles import (
    BOXES,
    BUTTONS,
    INPUTS,
    NAMED_FIELDS,
    TWO_STATES,
    TYPED_FIELDS,
    hides_text,
)

SHORTEST_APP_NAME: Final = 3


class RunMemory:
    """The little that outlives a step: where the run has worked, what it holds down, what came up when."""

    def __init__(self, task: str, clock: Clock, named_apps: frozenset[str] = frozenset()) -> None:
        self._task = task
        self._clock = clock
        self._named_apps = named_apps
        self._began_in: frozenset[str] | None = None
        self._programs: set[str] = set()
        self._sites: set[str] = set()
        self._site = ""
        self._first_seen: dict[int, float | None] = {}
        self._meant: set[int] = set()
        self._is_starting = False
        """A program was started whose window has not been seen yet."""
        self.held_keys: frozenset[str] = frozenset()
        """Keys that earlier actions keep down, by their folded names."""
        self.held_buttons: frozenset[str] = frozenset()

    def saw(self, observation: Observation) -> None:
        """Remember when each window was first seen, and in which program the run began."""
        if self._began_in is None:
            self._began_in = frozenset(program_key(w) for w in _in_front(observation))
        seen_at = self._clock.now_s() if self._first_seen else None
        for window in observation.windows:
            is_first = self._is_starting and not (window.is_popup or window.is_own)
            if is_first and window.window_id not in self._first_seen:
                self._meant.add(window.window_id)
                self._is_starting = False
            self._first_seen.setdefault(window.window_id, seen_at)

    @property
    def site(self) -> str:
        """The site that was last looked at; empty for none."""
        return self._site

    def looks_at(self, site: str) -> None:
        """Remember which site a browser shows where the next action goes."""
        self._site = site

    def acted(self, action: Action | Check, before: Observation, after: Observation) -> None:
        """Remember where the run worked, what it started and what it keeps down."""
        windows = set(windows_of(action, before))
        if isinstance(action, Launch | Window):
            old = {w.window_id for w in before.windows}
            windows |= {w for w in after.windows if w.window_id not in old or w.is_active}
        self._programs |= {program_key(w) for w in windows if not w.is_own}
        if any(AppKind.BROWSER in kinds_of_window(w) for w in windows):
            self._sites.add(self._site)
        self._note_meant(action, before)
        match action:
            case KeyDown():
                self.held_keys |= {key_name(action.key)}
            case KeyUp():
                self.held_keys -= {key_name(action.key)}
            case ButtonDown():
                self.held_buttons |= {action.button}
            case ButtonUp():
                self.held_buttons -= {action.button}

    def _note_meant(self, action: Action | Check, before: Observation) -> None:
        """Note a window that the run pressed something in, wrote into or brought up."""
        match action:
            case Launch():
                self._is_starting = True
            case Click(button="left") | Write() | Window(op="activate"):
                self._meant |= {w.window_id for w in windows_of(action, before)}

    def is_meant(self, window: WindowInfo) -> bool:
        """Tell whether the run has chosen this window for what it does."""
        return window.window_id in self._meant

    def is_new(self, window: WindowInfo, *, is_explicit: bool) -> bool:
        """Tell whether the run has worked elsewhere and nobody has named this window's program.

        Args:
            is_explicit: the user's own words name the step; the first one may then go anywhere.
        """
        begun = self._programs or (set() if is_explicit else set(self._began_in or ()))
        if not begun or window.is_own:
            return False
        if program_key(window) in begun | (self._began_in or frozenset()):
            return False
        # A class is what the window says of itself: it is no name that the user could have meant.
        is_said = len(window.app) >= SHORTEST_APP_NAME and says(self._task, window.app)
        is_meant = is_said or window.app.casefold() in self._named_apps
        return not (names_one_program(window) and is_meant)

    def is_new_site(self, site: str) -> bool:
        """Tell whether the run has worked on other sites and nobody has named this one."""
        return bool(site and self._sites) and not self.knows_site(site)

    def knows_site(self, site: str) -> bool:
        """Tell whether the run has worked on the site, or the task names it."""
        named = domains_in(self._task)
        is_named = any(site == name or site.endswith(f".{name}") for name in named)
        return is_named or site in self._sites

    def age_s(self, window: WindowInfo) -> float | None:
        """Return for how long the window has been seen; None if it was there from the start."""
        seen_at = self._first_seen.get(window.window_id)
        if seen_at is None or window.is_popup:
            return None
        return self._clock.now_s() - seen_at


def kinds_of_window(window: WindowInfo) -> frozenset[AppKind]:
    """Return every kind that the window's program, package and title point to."""
    return kinds_of(window.app, window.executable, window.title, window.app_id)


def _in_front(observation: Observation) -> tuple[WindowInfo, ...]:
    """Return the window in which the user was at work: the active one, else the topmost other."""
    others = [w for w in observation.windows if not (w.is_own or w.is_minimised or w.is_popup)]
    window = observation.active_window or next(iter(others), None)
    return (window,) if window else ()


_PAGE: Final = "document"
SAME_PLACE: Final = 0.5
"""Common part of two boxes, of both together, from which a nameless field stands in another's place."""


@dataclass(slots=True)
class _Met:
    """What was met in one window."""

    names: set[str] = field(default_factory=set)
    """Of fields that hid what they held."""
    places: tuple[Rect, ...] = ()
    """Of all that hold a password, relative to the window, as it was read last."""
    has_answered: bool = False
    """A browser has told of a page."""


class PasswordPlaces:
    """Knows where passwords may stand on a picture that is kept. Serves one run."""

    def __init__(self, reader: ElementReader, *, silence_counts: bool = True) -> None:
        """Know nothing yet.

        Args:
            silence_counts: a browser that has told of no page counts as a whole.
        """
        self._reader = reader
        self._silence_counts = silence_counts
        self._met: dict[int, _Met] = {}

    def boxes(
        self, observation: Observation, read: Sequence[ScreenElement] | None = None
    ) -> tuple[Rect, ...]:
        """Return where passwords stand: fields that hide one, that did, or that are called so.

        The windows of a browser that has told of no page yet count as a whole: silence is no answer. A
        window is read when it is first seen, and later while it has the keyboard.

        Args:
            read: what the tree told of the active window on this look; None asks it.
        """
        windows = [w for w in observation.windows if not (w.is_own or w.is_minimised or w.is_popup)]
        is_new = any(w.window_id not in self._met for w in windows)
        if read is None or is_new:
            read = self._reader.tree(observation, whole_screen=is_new)
        return tuple(box for window in windows for box in self._of(window, read))

    def _of(self, window: WindowInfo, read: Sequence[ScreenElement]) -> tuple[Rect, ...]:
        met = self._met.setdefault(window.window_id, _Met())
        elements = [e for e in read if e.window_id == window.window_id]
        if elements:
            met.has_answered |= any(e.role == _PAGE for e in elements)
            met.names |= {e.name.casefold() for e in elements if hides_text(e) and e.name}
            found = (e.box for e in elements if _holds_one(e, elements, met, window))
            met.places = tuple(box.offset(-window.rect.x, -window.rect.y) for box in found)
        is_page = AppKind.BROWSER in kinds_of_window(window) and not window.is_dialog
        if is_page and self._silence_counts and not met.has_answered:
            return (window.rect,)
        return tuple(place.offset(window.rect.x, window.rect.y) for place in met.places)


def _holds_one(
    element: ScreenElement, elements: Sequence[ScreenElement], met: _Met, window: WindowInfo
) -> bool:
    if hides_text(element):
        return True
    is_entered = element.role in NAMED_FIELDS or "editable" in element.states
    if not is_entered or element.role in (_PAGE, "terminal") or "multi_line" in element.states:
        return False
    if names := (element.name,) if element.name else labels_of(element.box, elements):
        return any(asks_password(name) or name.casefold() in met.names for name in names)
    here = element.box.offset(-window.rect.x, -window.rect.y)
    return any(here.overlap(place) >= SAME_PLACE for place in met.places)


class SecretFields:
    """What the screen tells of secrets: which fields hold one, and where a secret would go.

    A password that is shown stands in a field like any other: its name tells, or that it hid its text before.
    """

    def __init__(
        self, reader: ElementReader, find_secret: Callable[[str], SecretEntry | None]
    ) -> None:
        self._reader = reader
        self._find_secret = find_secret

    def use(
        self, action: Action, windows: Sequence[WindowInfo], observation: Observation
    ) -> SecretUse | None:
        """Return what is known of the secret that the action types; None when it types none.

        The field is looked up in the tree: a policy's word for what it aims at could be wrong.
        """
        name = secret_name(action.text) if isinstance(action, Write) else ""
        if not name or not isinstance(action, Write):
            return None
        try:
            entry = self._find_secret(name)
        except SecretsError as error:
            return SecretUse(name, is_known=False, problem=str(error))
        if entry is None:
            return SecretUse(name, is_known=False)
        reader = self._reader
        field = (
            reader.at(observation, action.at.point) if action.at else reader.focused(observation)
        )
        fits = bool(windows) and all(
            w.executable in entry.programs and w.is_vouched and not is_interpreter(w.executable)
            for w in windows
        )
        return SecretUse(
            name,
            is_limited=bool(entry.programs),
            is_for_program=fits,
            field=_field_kind(field),
        )

    def is_hidden(
        self, element: ScreenElement | None, proposal: Proposal, observation: Observation
    ) -> bool:
        """Tell whether the target is a password field, by the tree or by what stands beside it."""
        if hides_text(element) or hides_text(proposal.element):
            return True
        if not _may_type(proposal.intent):
            return False
        field = element or proposal.element
        if field is None or field.name.strip() or not is_line(field):
            return asks_for_password(field, ())
        texts = self._reader.tree(observation)
        if label_of(field.box, texts):
            return asks_for_password(field, texts)
        return asks_for_password(field, self._reader.text(observation, label_area(field.box)))


def _may_type(intent: Action | Check) -> bool:
    """Tell whether the action can put letters into the field that has the keyboard."""
    match intent:
        case Write() | Clipboard(op="paste"):
            return True
        case Hotkey():
            return any(len(key) == 1 for key in intent.keys)
        case HoldAndTap():
            return any(len(key) == 1 for key in intent.tap)
        case KeyDown():
            return len(intent.key) == 1
        case _:
            return False


def _field_kind(element: ScreenElement | None) -> FieldKind:
    if hides_text(element):
        return "password"
    is_field = element is not None and (
        element.role in TYPED_FIELDS - {"terminal"} or "editable" in element.states
    )
    return "readable" if is_field else "unknown"


RIM_PX: Final = 4
"""How far a field's frame and ring reach into its box. A text that is higher than that, or wider than
it and a caret, reaches out of the rim wherever in the box it stands."""
_PLAIN_FIELD_ROLES: Final = TYPED_FIELDS - {"terminal"}


def shows_nothing(element: ScreenElement, frame: Frame) -> bool:
    """Tell whether a field that takes text has one colour inside its rim, but for a caret.

    A form is filled in field by field, and each is empty when it is pressed and when it is typed
    into. What stands in a field that takes text is no label either: of it only orders to assistants
    count.

    Of everything else, and of what is too flat or cut off to be sure of, it is never said.

    Args:
        element: what the tree tells, its box in device pixels.
    """
    if element.role not in _PLAIN_FIELD_ROLES or "editable" not in element.states:
        return False
    inner = element.box.grown(-RIM_PX)
    if inner.w <= CARET_MAX_WIDTH_PX or 2 * inner.h < element.box.h:
        return False
    part = frame.crop(inner)
    if part.rect != inner:
        return False
    pixels = np.ascontiguousarray(part.pixels).view(np.uint32)[:, :, 0] & np.uint32(0x00FFFFFF)
    columns = np.flatnonzero((pixels != pixels[0, 0]).any(axis=0))
    return columns.size == 0 or int(columns[-1] - columns[0]) + 1 <= CARET_MAX_WIDTH_PX


LABEL_AREA: Final = Rect(0, 0, 260, 52)
"""What OCR reads around a pixel about which the tree says nothing."""
LARGEST_CONTROL: Final = 0.25
"""What covers more of its window than this is a page or a panel, whose name is no label."""
CONTROL_ROLES: Final = frozenset(
    {"button", "toggle", "link", "menu_item", "checkbox", "radio", "tab", "icon", "image", "text"}
)
"""Things that are pressed, however large."""
TURNED: Final = 1.3
"""A face so many times as high as wide is read turned as well."""
INK_LEVELS: Final = 28
"""Difference (0..255) from the ground from which a pixel of a face counts as drawn."""
INK_MARGIN_PX: Final = 8
NEAR_PX: Final = 28
"""How far from a pixel a word stands that may belong to the sign there, where no tree tells."""
_NAMED_ROLES: Final = frozenset(
    {"button", "toggle", "link", "menu_item", "menu", "checkbox", "radio"}
)
"""Controls that show their own name and nothing else; the others show what they hold."""
_DESCRIBED: Final = CONTROL_ROLES - {"text", "image"} | {"menu"}
BARE_PX: Final = 40
"""What is no larger than this both ways is a box to tick without its words."""
LABEL_REACH_PX: Final = 300
"""How far from a bare box the words are read that say what it ticks."""
LABEL_GAP_PX: Final = 40
"""How far right of a bare box those words begin."""
SURE: Final = 0.8
"""How sure OCR is of a line that it reads turned: the wrong way round most lines are rubbish."""
_HARMLESS_AIMS: Final = (Move, Scroll, Window, Launch)
"""Actions whose level does not depend on what element they meet, so that none is looked up."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is at an action's target: the tree's element, and what else the screen calls it.

    The accessibility tree is asked first, OCR only where the tree is silent or a page names its own things.
    """

    element: ScreenElement | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """What the picture shows on a control, as far as its name does not say it."""

    labels: tuple[str, ...] = ()
    other: str = ""
    """The words that nothing explains; empty where the picture says what the tree says."""


@dataclass(frozen=True, slots=True)
class TargetReader:
    """Reads for one step."""

    reader: ElementReader
    observation: Observation
    origin: Origin
    has_button_down: bool
    """An earlier action keeps a mouse button down: moving is dragging."""

    def read(self, proposal: Proposal, action: Action) -> Target:
        """Return what the action meets; text on the picture stands in where the tree is silent."""
        aims = aims_of(action)
        is_drag = isinstance(action, Move) and self.has_button_down
        if isinstance(action, _HARMLESS_AIMS) and not is_drag:
            return Target(proposal.element)
        if not aims:
            return Target(self._focus())
        resolved, point = proposal.element, aims[0].point
        is_found = resolved is not None and resolved.source == "tree"
        if self.origin == "user" and is_found and resolved and resolved.box.contains(point):
            return Target(resolved)
        seen = (resolved.name,) if resolved else ()
        element = self.reader.at(self.observation, point)
        sources: tuple[Source, ...] = ("ocr",)
        if (element is None or not element.name) and (
            not resolved or resolved.source not in sources
        ):
            is_named = resolved is not None or aims[0].element is not None
            seen = (*seen, *self._read_label(point, is_named=is_named))
        return Target(element, tuple(name for name in dict.fromkeys(seen) if name))

    def dropped_on(self, action: Action) -> tuple[str, ...]:
        """Return what the place is called where a button is let go, by tree and by picture."""
        match action:
            case Drag():
                point = action.path[-1]
            case ButtonUp():
                point = action.at.point
            case Move() if self.has_button_down:
                point = action.at.point
            case _:
                return ()
        element = self.reader.at(self.observation, point)
        named = (element.name,) if element and element.name else ()
        return (*named, *self._read_label(point))

    def _focus(self) -> ScreenElement | None:
        """Return what gets the keys; None when nobody tells, as with a menu that hides its entries."""
        focus = self.reader.focused(self.observation)
        open_menus = {w.window_id for w in menus(self.observation)}
        is_below = focus is not None and open_menus and focus.window_id not in open_menus
        return None if is_below else focus

    def face(self, target: Target, action: Action) -> Face:
        """Return what the picture shows on the target besides its name, whichever way it is turned.

        The name is what a program or a page says of itself; the picture is what the user sees. Not read
        where a field shows nothing. What shows content in a program, and was named by the user, has
        words of its own; of them only those of danger count.
        """
        element, aims = target.element, aims_of(action)
        if element is None or not element.name or isinstance(action, _HARMLESS_AIMS):
            return Face()
        window = self.observation.window_reached(aims[0].point if aims else element.box.center)
        if window is None or shows_nothing(element, self.observation.frame):
            return Face()
        is_entry = element.role in TYPED_FIELDS and "editable" not in element.states
        is_pressed = is_entry or element.role in CONTROL_ROLES - {"text"}
        is_page = AppKind.BROWSER in kinds_of_window(window)
        if not is_pressed and element.box.h > LABEL_AREA.h * 2:
            return Face()
        box = element.box.grown(0 if is_pressed else 4).intersection(window.rect)
        drawn = _drawn_part(self.observation, box) if is_pressed else box
        found = self.reader.text(self.observation, drawn)
        if element.role in BOXES and not is_page:
            found = self._without_parts(element, found)
        lines = [e.name for e in found if e.window_id in (0, window.window_id)]
        is_high = drawn.h > TURNED * drawn.w
        if is_pressed and (is_high or not lines):
            for quarters in (1, 3) if is_high else (1, 3, 2):
                lines += self._turned_lines(drawn, window, quarters)
        is_content = not is_pressed and self.origin == "user" and not is_page
        face = _told_apart(element, tuple(dict.fromkeys(lines)), is_content=is_content)
        return replace(face, labels=(*face.labels, *self._beside(element, window)))

    def _without_parts(
        self, box: ScreenElement, lines: Sequence[ScreenElement]
    ) -> Sequence[ScreenElement]:
        """Leave out what the controls in a box show that has others in it: a frame that is ticked."""
        tree = self.reader.tree(self.observation)
        parts = [e for e in tree if e.box.area < box.box.area and box.box.contains(e.box.center)]
        if not any(e.role in INPUTS | TWO_STATES | BUTTONS for e in parts):
            return lines
        return [x for x in lines if not any(e.box.intersection(x.box).area for e in parts)]

    def _beside(self, element: ScreenElement, window: WindowInfo) -> tuple[str, ...]:
        """Return the words beside a bare box to tick: right of it, else left, as on a line of settings.

        They are another thing of the program, which may not say that they belong together.
        """
        box = element.box
        if element.role not in TWO_STATES or max(box.w, box.h) > BARE_PX or element.description:
            return ()
        reach, top, height = LABEL_REACH_PX, box.y - 6, box.h + 12
        right = self._words_in(Rect(box.right, top, reach, height), window)
        right = [line for line in right if line.box.x - box.right <= LABEL_GAP_PX]
        left = right or self._words_in(Rect(box.x - reach, top, reach, height), window)
        return tuple(line.name for line in left)

    def _words_in(self, area: Rect, window: WindowInfo) -> list[ScreenElement]:
        """Return the lines in a part of a window, which must not hold a box: it would read as a letter."""
        part = area.intersection(window.rect)
        lines = self.reader.text(self.observation, part) if part.area else ()
        return [line for line in lines if line.window_id in (0, window.window_id)]

    def described(self, target: Target) -> tuple[str, ...]:
        """Return what the program says of a control besides its name; nothing of what shows content."""
        element = target.element
        if (
            element is None
            or element.role not in _DESCRIBED
            or not isinstance(self.reader, TellsMore)
        ):
            return ()
        return tuple(self.reader.described(element))

    def _turned_lines(self, box: Rect, window: WindowInfo, quarters: int) -> list[str]:
        """Return what is read in the box when its picture is turned by so many quarters."""
        part = self.observation.frame.crop(box)
        if not part.rect.area:
            return []
        turned = replace(part, pixels=np.ascontiguousarray(np.rot90(part.pixels, quarters)))
        alone = replace(window, rect=turned.rect, frame=None)
        seen = replace(self.observation, frame=turned, windows=(alone,))
        return [e.name for e in self.reader.text(seen, turned.rect) if e.confidence >= SURE]

    def _read_label(self, point: ScreenPoint, *, is_named: bool = True) -> tuple[str, ...]:
        lines = self.reader.text(self.observation, LABEL_AREA.around(point))
        reach = 6 if self.origin == "user" and is_named else NEAR_PX
        return tuple(line.name for line in lines if line.box.grown(reach).contains(point))


def _drawn_part(observation: Observation, box: Rect) -> Rect:
    """Return the part of the box in which something is drawn on its ground.

    All of it where there is none, and of a box that the picture does not show.
    """
    part = observation.frame.crop(box)
    if part.rect != box or not box.area:
        return box
    colours = part.pixels[:, :, :3].astype(np.int16)
    drawn = np.abs(colours - np.median(colours.reshape(-1, 3), axis=0)).max(axis=2) > INK_LEVELS
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    if not rows.size:
        return box
    ink = Rect(
        box.x + int(columns[0]),
        box.y + int(rows[0]),
        int(columns[-1] - columns[0]) + 1,
        int(rows[-1] - rows[0]) + 1,
    )
    return ink.grown(INK_MARGIN_PX).intersection(box)


def _told_apart(element: ScreenElement, lines: tuple[str, ...], *, is_content: bool) -> Face:
    """Return those of the lines that the element's own name and value do not say; of content, those of danger."""
    told = tuple(text for text in (element.name, element.value) if text)
    shown = " ".join(lines)
    known = {hit.meaning.name for text in told for hit in danger_words(text)}
    says_more = any(hit.meaning.name not in known for hit in danger_words(shown))
    if is_content:
        return Face((shown,) if says_more else ())
    labels = [shown] if says_more or unexplained(shown, told) else []
    labels += [line for line in lines if unexplained(line, told)]
    is_named = element.role in _NAMED_ROLES
    return Face(tuple(dict.fromkeys(labels)), unexplained(shown, told) if is_named else "")


def name_of(element: ScreenElement | None, window: WindowInfo | None) -> str:
    """Return what the tree calls the target; a page's or a panel's name is none of its own."""
    if element is None:
        return ""
    is_large = window is not None and element.box.area > LARGEST_CONTROL * window.rect.area
    return "" if is_large and element.role not in CONTROL_ROLES else element.name


def role_of(
    element: ScreenElement | None, resolved: ScreenElement | None, *, is_popup: bool
) -> str:
    """Return the role at the target; of two that disagree, one that is not a text field."""
    if element is None:
        return resolved.role if resolved and resolved.source == "tree" else ""
    if is_popup and element.role == "list_item":
        return "menu_item"  # a choice, whose long text is no content
    if resolved and element.role in TYPED_FIELDS and resolved.role not in TYPED_FIELDS:
        return resolved.role
    return element.role


_ORIGINS: Final[dict[str, Origin]] = {"commands": "user", "macro": "macro"}


class EvidenceCollector:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        reader: ElementReader,
        task: Task,
        policy_name: Callable[[], str],
        clock: Clock,
        extra_words: tuple[str, ...] = (),
        find_secret: Callable[[str], SecretEntry | None] = lambda name: None,
        named_apps: frozenset[str] = frozenset(),
    ) -> None:
        self._reader = reader
        self._extra_words = extra_words
        self._secrets = SecretFields(reader, find_secret)
        self._places = PasswordPlaces(reader)
        self._policy_name = policy_name
        self._around = Surroundings(reader)
        self._is_users = not task.asked_by
        # What a macro calls itself, or a program says, is not what the user said: it names no program and no site.
        said = task.text if self._is_users and policy_name() != "macro" else ""
        self._memory = RunMemory(said, clock, named_apps)

    @property
    def origin(self) -> Origin:
        """Who chooses this run's targets: a policy that hands over tells so by its name, and the words of another program are no user's."""
        return self.teller if self._is_users else "model"

    @property
    def teller(self) -> Origin:
        """Whose way of telling what to do it is, whoever wrote the words: by that an end is judged."""
        return _ORIGINS.get(self._policy_name(), "model")

    @property
    def is_holding(self) -> bool:
        """Tell whether the run keeps keys or buttons down between its steps."""
        return bool(self._memory.held_keys or self._memory.held_buttons)

    def passwords(self, observation: Observation) -> tuple[Rect, ...]:
        """Return the places of a look whose picture may be kept only without them."""
        return self._places.boxes(observation, self._around.read_of(observation))

    def saw(self, observation: Observation) -> None:
        """Remember when each window was first seen, and in which program the run began."""
        self._memory.saw(observation)

    def acted(self, action: Action | Check, before: Observation, after: Observation) -> None:
        """Remember where the run worked, what it started and what it keeps down."""
        self._memory.acted(action, before, after)

    def of(
        self, proposal: Proposal, observation: Observation, *, after_refusal: bool = False
    ) -> Evidence:
        """Return everything known about the proposal's target on this observation."""
        intent = proposal.intent
        if not isinstance(intent, Action) or not sends_input(intent):
            return Evidence(
                origin=self.origin, raised=proposal.raised_risk, is_inferred=proposal.is_inferred
            )
        windows = windows_of(intent, observation)
        first = windows[0] if windows else None
        is_popup = bool(first and first.is_popup)
        screen = TargetReader(
            self._reader, observation, self.origin, has_button_down=bool(self._memory.held_buttons)
        )
        target = screen.read(proposal, intent)
        element = target.element
        evidence = replace(
            self._of_place(intent, windows, element, observation),
            name=name_of(element, first),
            role=role_of(element, proposal.element, is_popup=is_popup),
            states=element.states if element else frozenset(),
            extra_words=self._extra_words,
            leads_to=proposal.leads_to,
            seen_labels=target.labels,
            called=_called(intent),
            destination_name=proposal.destination.name if proposal.destination else "",
            dropped_on=screen.dropped_on(intent),
            is_sorted=self.origin != "model" and _is_sorted(proposal.element, proposal.destination),
            is_window_meant=proposal.is_window_named
            or (first is not None and self._memory.is_meant(first)),
            is_secret=self._secrets.is_hidden(element, proposal, observation),
            secret=self._secrets.use(intent, windows, observation),
            after_refusal=after_refusal,
            is_inferred=proposal.is_inferred,
            screen_text=_near_text(element, proposal),
            element=element,
            raised=proposal.raised_risk,
        )
        if assess(intent, evidence).level >= RiskLevel.R3:
            return evidence  # it is asked about in any case, so that no picture need be read
        evidence = replace(evidence, described=screen.described(target))
        if assess(intent, evidence).level >= RiskLevel.R3:
            return evidence
        face = screen.face(target, intent)
        labels = tuple(dict.fromkeys((*target.labels, *face.labels)))
        return replace(evidence, seen_labels=labels, shows=face.other)

    def would_be(
        self, proposal: Proposal, observation: Observation, *, after_refusal: bool = False
    ) -> Evidence:
        """Return what would be known of a proposal that may never be used; nothing is remembered of it."""
        site = self._memory.site
        try:
            return self.of(proposal, observation, after_refusal=after_refusal)
        finally:
            self._memory.looks_at(site)

    def _of_place(
        self,
        action: Action,
        windows: Sequence[WindowInfo],
        element: ScreenElement | None,
        observation: Observation,
    ) -> Evidence:
        """Return what is known of where the action goes: its windows, and what the run did there."""
        first = windows[0] if windows else None
        kinds = frozenset[AppKind]().union(*(kinds_of_window(w) for w in windows))
        focus = None if aims_of(action) else element
        memory, is_explicit = self._memory, self.origin == "user"
        met = element if aims_of(action) else None
        place = self._around.of(
            action, first, kinds, observation, focus, target=met, is_explicit=is_explicit
        )
        memory.looks_at(place.site)
        ages_s = [age for w in windows if (age := memory.age_s(w)) is not None]
        return Evidence(
            question=place.question,
            is_choice=place.is_choice,
            program_names=(
                program_names(first, observation, with_own=True)
                if first and AppKind.BROWSER not in kinds
                else ()
            ),
            takes_value=place.takes_value,
            may_press=place.may_press,
            beside=place.beside,
            page_orders=place.orders,
            app=first.app if first else "",
            title=first.title if first else "",
            kinds=kinds | place.kinds,
            is_own_window=any(w.is_own for w in windows),
            is_frame=any(_is_on_frame(aim.point, observation) for aim in aims_of(action)),
            is_program_known=all(w.executable for w in windows) or isinstance(action, Launch),
            held_keys=memory.held_keys,
            has_button_down=bool(memory.held_buttons),
            is_first_in_app=any(memory.is_new(w, is_explicit=is_explicit) for w in windows),
            is_app_told=all(map(names_one_program, windows)),
            is_new_site=memory.is_new_site(place.site),
            leads_to_site=_typed_site(action, kinds, memory),
            crosses_programs=len({program_key(w) for w in windows}) > 1,
            window_age_s=min(ages_s, default=None),
            origin=self.origin,
        )


def _typed_site(action: Action, kinds: frozenset[AppKind], memory: RunMemory) -> str:
    """Return the site of an address that is typed into a browser; empty for known ones."""
    if not isinstance(action, Write) or AppKind.BROWSER not in kinds:
        return ""
    site = site_in_text(action.text)
    return site if site and not memory.knows_site(site) else ""


def _is_on_frame(point: ScreenPoint, observation: Observation) -> bool:
    window = observation.window_reached(point)
    return window is not None and not window.rect.contains(point)


def _is_sorted(one: ScreenElement | None, other: ScreenElement | None) -> bool:
    """Tell whether an entry of a list is dragged to another one of it, which stands over or under it."""
    of = [(e.source, e.window_id, e.role, e.box.x, e.box.w) for e in (one, other) if e is not None]
    return len(of) == 2 and of[0] == of[1] and of[0][:3:2] == ("tree", "list_item")


def _called(intent: Action) -> tuple[str, ...]:
    """Return what whoever chose the action calls the places that it is aimed at."""
    return tuple(aim.element.name for aim in aims_of(intent) if aim.element and aim.element.name)


def _near_text(element: ScreenElement | None, proposal: Proposal) -> str:
    near = [element, proposal.element, proposal.destination]
    return " ".join(f"{e.description} {e.parent_name}" for e in near if e)
