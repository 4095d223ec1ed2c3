"""Looks for the effect of an action, independent of whoever proposed it.

A field is read back, a box's state is read again, windows are compared; where nothing of that can be
told, pictures are. What could not be measured is `not_seen`, never `effect_seen`.

An effect is what changed because of the press, since right before its first event; small parts that
moved while a card was up confirm nothing. Events of the accessibility tree are not listened for: GTK,
Qt and Chromium were asked, and for a press they send nothing that the state of the thing and the
picture do not tell afterwards.
"""

from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final, Protocol, TypeAlias, runtime_checkable

from rapidfuzz.distance import Levenshtein

from automation.core.actions import (
    Action,
    Answer,
    Ask,
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
    Plan,
    Scroll,
    Wait,
    Window,
    Write,
)
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.pictures import ink_level
from automation.core.ports import CountsLetters, ElementReader, Screen, TellsNumbers
from automation.core.proposal import Proposal, Receipt, ReceiptCode
from automation.core.secrets import holds_reference
from automation.core.text import as_number, same_value, worded
from automation.core.timing import Clock, StopToken, SystemClock
from automation.core.wording import (
    is_greyed,
    landed_on,
    landing_receipt,
    slipped_away,
    took_keyboard,
)
from automation.safety.checks import Checker, read_back
from automation.safety.key_risk import presses_enter
from automation.safety.risk_rules import chords_of
from automation.safety.screen_changes import (
    NEAR,
    changed_places,
    focus_holders,
    left_by_focus,
    scrolled,
    seen_change,
    took_press,
    window_changes,
)
from automation.safety.text_rules import questions
from automation.screen.folding import spaced, unspaced
from automation.screen.roles import BOXES, FORM_FIELDS, VALUE_FIELDS, hides_text

_STATEFUL: Final = frozenset(
    {"checkbox", "radio", "toggle", "menu_item", "tab", "list_item", "tree_item"}
)
_LIT: Final = _STATEFUL | {"button", "link", "menu"}
"""What looks otherwise while the pointer lies on it."""
_LIT_WHEN_LEFT: Final = frozenset({"combo", "column_header", "icon"})
"""The same, of what may also be turned by a wheel over it."""
BY_ITSELF_PART: Final = 0.02
"""Of the length of a slider: one that has moved by no more may have moved by itself since the last look."""
NEAR_PART: Final = 0.05
"""Of that length: so near to the pressed pixel it has gone there; a knob is some pixels wide."""
TAKEN: Final = worded("it has the keyboard now")
LOOKED_PRESSED: Final = worded("it looked pressed while the button was down")
ASKS_FIRST: Final = worded("a question opened, and nothing is done before it is answered")
MAIN_PRESSED: Final = worded("only the main button of the dialog looked pressed")
ENTER_UNSEEN: Final = worded("the text is in its field, and nothing shows that Enter did anything")
NOT_MOVED: Final = worded("nothing moved under the pointer; the end may be reached")
FAINT: Final = 0.7
"""What stands out from its ground by less than this part of the others in its menu is greyed out."""
MENU_EDGE_PX: Final = 3
"""How thick the border of a menu is, which is no letter."""
LIT_PX: Final = 8
"""How far the shadow or the ring of such a thing reaches beyond its box."""
_SAYING: Final = frozenset(
    {"text", "label", "status", "heading", "cell", "field", "spinner", "progress", "checkbox"}
)
"""Small things in whose boxes one letter may change."""
MOST_SAYING_PX: Final = 60_000
LEAST_LETTERS: Final = 2
"""Letters and digits of a text that OCR must find; a single one may be misread."""
MISREAD: Final = 0.2
"""Part of the letters of a text that OCR may misread."""
MOST_LETTERS: Final = 2.2
"""Letters that have room in a field for each part of it that is as wide as it is high."""
KNOB_SLACK_PX: Final = 6
UNREAD: Final = worded("whether it is on cannot be read on the picture")
UNLIKE: Final = 0.5
"""Words that share no larger part of their letters are others, however badly OCR reads."""
CLOSED: Final = worded("it is gone with what it stood in, as an entry goes with its menu")


_MOVES_ON: Final = frozenset("\n\r\t")
"""Typed as keys that send a password off or leave its field."""
_Looks: TypeAlias = tuple[Observation, Observation]
"""Right before the first event, and after the last."""


@runtime_checkable
class SeesControls(Protocol):
    """A reader that reads drawn controls again on another picture, where a program shows no tree."""

    def drawn_again(self, observation: Observation, element: ScreenElement) -> ScreenElement | None:
        """Return a drawn box with its state on that picture; None where it cannot be told."""

    def knob(self, observation: Observation, element: ScreenElement) -> Rect | None:
        """Return the knob of a drawn slider; None where none is found."""

    def held(self, observation: Observation, element: ScreenElement) -> str | None:
        """Return what is read in a drawn field; None where nothing is."""


def read_again(reader: ElementReader, element: ScreenElement) -> ScreenElement | None:
    """Read an element again; None where it is gone, or its handle means a thing of another kind."""
    fresh = reader.refreshed(element)
    return fresh if fresh is not None and fresh.role == element.role else None


class EffectVerifier:
    """Implements `core.ports.Verifier`. Owned by the agent thread."""

    def __init__(self, reader: ElementReader, screen: Screen, clock: Clock | None = None) -> None:
        self._reader = reader
        self._checker = Checker(reader, screen, clock or SystemClock())

    def check(self, check: Check, observation: Observation, stop: StopToken) -> Receipt:
        """Look until the check holds or its time is up."""
        return self._checker.check(check, observation, stop)

    def told(self, action: Action, proposal: Proposal) -> Receipt | None:
        """Return what the tree tells of the effect at this moment; None where only a picture can."""
        element = proposal.element
        match action:
            case Click():
                return self._told_of_click(action, proposal)
            case Hotkey() if element is not None and (proposal.wanted or element.role == "slider"):
                return self._as_wanted(proposal, element)
            case Write() if element is not None and element.role == "spinner":
                return None if action.press_enter else self._number_typed(action, proposal, element)
            case Write() if element is not None and element.role in VALUE_FIELDS:
                if action.press_enter or "secret" in element.states:
                    return None
                return next(iter(self._read_backs(action, proposal, [element])), None)
            case _:
                return None

    def receipt(
        self,
        action: Action,
        proposal: Proposal,
        before: Observation,
        after: Observation,
        pressed: Rect | None = None,
    ) -> Receipt:
        """Return what was seen of the effect; `pressed` is what looked otherwise during the press."""
        if isinstance(action, ButtonDown | ButtonUp | KeyDown | KeyUp):
            return Receipt("not_seen", worded("a held key or button shows nothing by itself"))
        if isinstance(action, Plan | Ask | Answer | Wait):
            return Receipt("not_seen", worded("it has no effect on the screen"))
        if isinstance(action, Window):
            return _window(action, before, after)
        if isinstance(action, Launch):
            return _launch(before, after)
        if isinstance(action, Move):
            return _move(action.at.point, after)
        seen = self._on_screen(action, proposal, before, after)
        if seen.kind == "effect_seen" and self._asks_first(action, before, after):
            return Receipt("landed", ASKS_FIRST, seen.changed, code="asks")
        is_enter = any(map(presses_enter, chords_of(action)))
        if is_enter and seen.kind == "effect_seen" and self._is_main_button(seen, before, after):
            return Receipt("landed", MAIN_PRESSED, seen.changed)
        if seen.kind == "not_seen" and isinstance(action, Click) and pressed is not None:
            element = proposal.element
            is_there = element is None or not self._slipped(element, action.at.point)
            if is_there and took_press(action.at.point, element, pressed, before):
                return Receipt("landed", LOOKED_PRESSED, seen.changed)
        return seen

    def _asks_first(self, action: Action, before: Observation, after: Observation) -> bool:
        """Tell whether a dialog that was answered stays, and a question came up over it: "Replace it?"."""
        changes = window_changes(before, after)
        opened = [w for w in changes.opened if w.is_dialog and not w.is_popup]
        is_gone = any(not w.is_popup for w in changes.closed)  # a list of names closes as one types
        if not opened or is_gone or isinstance(action, Scroll | Drag):
            return False
        at = action.at.point if isinstance(action, Click) else None
        was = before.window_reached(at) if at else before.active_window
        is_kept = was is not None and any(w.window_id == was.window_id for w in after.windows)
        if was is None or not (was.is_dialog and is_kept):
            return False
        ids = {w.window_id for w in opened}
        told = [e.name for e in self._reader.tree(after, whole_screen=True) if e.window_id in ids]
        if not told:
            told = [line.name for w in opened for line in self._reader.text(after, w.rect)]
        return any(map(questions, (*told, *(w.title for w in opened))))

    def _is_main_button(self, seen: Receipt, before: Observation, after: Observation) -> bool:
        """Tell whether all that changed is the face of the dialog's main button, which Enter presses."""
        windows = window_changes(before, after)
        if (
            seen.changed is None
            or seen.code
            or windows.opened
            or windows.closed
            or windows.activated
        ):
            return False
        mains = (
            e for e in focus_holders(self._reader) if "default" in e.states and e.role == "button"
        )
        faces = [e.box.grown(LIT_PX) for e in mains]
        return any(face.union(seen.changed) == face for face in faces)

    def _slipped(self, element: ScreenElement, point: ScreenPoint) -> bool:
        now = read_again(self._reader, element)
        return now is not None and slipped_away(now, point)

    def _on_screen(
        self,
        action: Click | Write | Scroll | Drag | Hotkey | HoldAndTap | Clipboard,
        proposal: Proposal,
        before: Observation,
        after: Observation,
    ) -> Receipt:
        match action:
            case Click():
                return self._click(action, proposal, before, after)
            case Write():
                return self._write(action, proposal, before, after)
            case Scroll():
                return self._scroll(action, proposal.element, before, after)
            case Drag():
                return self._drag(action, proposal, before, after)
            case Clipboard(op="copy" | "set"):
                return Receipt("not_seen", worded("the clipboard is not looked at"))
            case Hotkey() if proposal.element is not None:
                return (
                    self.told(action, proposal)
                    or self._drawn_number(proposal, after)
                    or seen_change(before, after, element=proposal.element)
                )
            case Hotkey() | HoldAndTap() | Clipboard():
                return seen_change(before, after, element=self._reader.focused(after))

    def _click(
        self, action: Click, proposal: Proposal, before: Observation, after: Observation
    ) -> Receipt:
        element = proposal.element
        told = self._told_of_click(action, proposal) or self._drawn_box(
            action, proposal, before, after
        )
        if told is not None:
            return told
        seen = self._seen_of_click(action, proposal, before, after)
        is_drawn = element is not None and element.source == "ocr"
        if is_drawn and proposal.wanted in ("on", "off") and seen.kind == "effect_seen":
            # An entry that goes with its menu: the press came, its state is not shown any more.
            return replace(seen, kind="landed")
        return seen

    def _seen_of_click(
        self, action: Click, proposal: Proposal, before: Observation, after: Observation
    ) -> Receipt:
        element = proposal.element
        holders = focus_holders(self._reader)
        left = left_by_focus(self._reader, element)
        now = read_again(self._reader, element) if element is not None else None
        if other := landed_on(self._reader, action, element, after, holders):
            return landing_receipt(other)
        tree, point = _Tree(self._reader, before, after), action.at.point
        seen = seen_change(before, after, point=point, element=element, unfocused=left, tree=tree)
        if element is None or window_changes(before, after).opened:
            return seen
        if element.source != "tree" and self._is_faint(element, point, before):
            return Receipt("denied", worded("it is greyed out"), seen.changed)
        if is_greyed(element):
            return Receipt("denied", worded("it is greyed out"), seen.changed)
        if now is None or (seen.kind == "not_seen" and not took_keyboard(now, holders)):
            return seen
        if slipped_away(now, point):
            if changed_places(before, after, element.box, now.box):
                return Receipt("effect_seen", worded("its row changed places"), seen.changed)
            return Receipt("not_seen", worded("it moved away as it was pressed"), seen.changed)
        return seen if seen.kind != "not_seen" else Receipt("landed", TAKEN, seen.changed)

    def _drawn_box(
        self, action: Click, proposal: Proposal, before: Observation, after: Observation
    ) -> Receipt | None:
        """Return what the picture tells of a drawn box that was pressed; None of other things."""
        element, reader = proposal.element, self._reader
        is_box = element is not None and element.source == "ocr" and element.role in BOXES
        if element is None or not is_box or action.button != "left" or action.count != 1:
            return None
        fresh = reader.drawn_again(after, element) if isinstance(reader, SeesControls) else None
        if fresh is None:
            # OCR may read the same words a little otherwise.
            name, lines = unspaced(element.name), reader.text(after, element.box.grown(2))
            is_like = any(_likeness(name, unspaced(line.name)) > UNLIKE for line in lines)
            has_gone = bool(window_changes(before, after).closed) or not is_like
            return Receipt("landed", CLOSED) if has_gone else Receipt("not_seen", UNREAD)
        if proposal.wanted in ("on", "off"):
            return _switched(fresh, on=proposal.wanted == "on")
        return _state_change(element, fresh)

    def _is_faint(self, element: ScreenElement, point: ScreenPoint, before: Observation) -> bool:
        """Tell whether a drawn entry of a menu is greyed out: the others in it stand out more."""
        menu = before.window_reached(point)
        if menu is None or not menu.is_popup:
            return False
        inside = menu.rect.grown(-MENU_EDGE_PX)
        lines = self._reader.text(before, menu.rect)
        others = [e.box for e in lines if not element.box.contains(e.box.center)]
        own, *inks = (
            ink_level(before.frame.crop(box.intersection(inside)).pixels)
            for box in (element.box, *others)
        )
        return bool(inks) and own < FAINT * max(inks)

    def _told_of_click(self, action: Click, proposal: Proposal) -> Receipt | None:
        element = proposal.element
        if element is None or action.button != "left":
            return None
        if proposal.wanted or element.role == "slider":
            return self._as_wanted(proposal, element, action.at.point)
        return (
            _state_change(element, read_again(self._reader, element)) if action.count == 1 else None
        )

    def _as_wanted(
        self, proposal: Proposal, element: ScreenElement, at: ScreenPoint | None = None
    ) -> Receipt | None:
        """Compare what a thing holds or is with what the proposal says that it shall; None if untold.

        Where it says nothing, a slider must have gone the way to where it was pressed.
        """
        fresh = read_again(self._reader, element)
        if fresh is None:
            return None
        if proposal.wanted in ("on", "off"):
            return _switched(fresh, on=proposal.wanted == "on")
        if proposal.wanted in ("open", "closed"):
            return _unfolded(fresh, is_wanted=proposal.wanted == "open")
        held = _held(element, fresh, proposal.wanted)
        if held is None or at is None or proposal.wanted:
            return held
        if not self._went_to(element, fresh, at):
            return Receipt("landed", f"{held.detail}, where it may have gone by itself")
        return held

    def _went_to(self, element: ScreenElement, fresh: ScreenElement, point: ScreenPoint) -> bool:
        """Tell whether a slider has moved as a press at the pixel moves it: there, or some way towards it.

        A player's position goes on by itself, by little. Upright ones begin below.
        """
        reader = self._reader
        span = reader.number(element) if isinstance(reader, TellsNumbers) else None
        was, now = as_number(element.value or ""), as_number(fresh.value or "")
        if span is None or not span.has_ends or was is None or now is None:
            return False
        box, length = element.box, span.highest - span.lowest
        along, whole = (box.bottom - point.y, box.h) if box.h > box.w else (point.x - box.x, box.w)
        goal = span.lowest + length * along / max(whole, 1)
        if (now - was) * (goal - was) <= 0:
            return False
        near = NEAR_PART * length
        return abs(now - was) > BY_ITSELF_PART * length or abs(goal - now) <= near < abs(goal - was)

    def _number_typed(
        self, action: Write, proposal: Proposal, element: ScreenElement
    ) -> Receipt | None:
        """Compare what was typed with a number's box: with its text, and with what its program holds.

        GTK takes a typed number only when its box is left, and puts back what is too large.
        """
        fresh = read_again(self._reader, element)
        if fresh is None or fresh.value is None:
            return None
        reader, typed = self._reader, as_number(fresh.value)
        number = reader.number(element) if isinstance(reader, TellsNumbers) else None
        is_told = number is not None and number.has_ends
        held = f"{number.value:.15g}" if number is not None and is_told else fresh.value
        if proposal.wanted and same_value(held, proposal.wanted):
            return _held(element, replace(fresh, value=held), proposal.wanted)
        said = read_back(action, proposal.element, fresh, fresh.value)
        if said.kind != "effect_seen" or typed is None or same_value(held, fresh.value):
            return said
        detail = worded("typed, and the program holds {0} until the field is left", held)
        return Receipt("landed", detail, code="not_taken")

    def _write(
        self, action: Write, proposal: Proposal, before: Observation, after: Observation
    ) -> Receipt:
        """Read the field back; where it cannot be read, compare pictures."""
        fields = self._fields(action, proposal, after)
        hidden = [f for f in fields if hides_text(f)]
        if hidden:
            return self._counted(action, proposal, hidden[0], (before, after))
        target = proposal.element
        if target is not None and target.role == "spinner" and not action.press_enter:
            told = self._number_typed(action, proposal, target)
            if told is not None:
                return told
        read = [] if action.press_enter else self._read_backs(action, proposal, fields)
        if read:
            kinds = ("effect_seen", "landed")
            best = (r for kind in kinds for r in read if r.kind == kind)
            return next(best, read[0])
        point = action.at.point if action.at else None
        seen = seen_change(before, after, point=point, element=fields[0] if fields else None)
        if seen.kind == "effect_seen" and action.press_enter and action.text:
            return self._entered(action, proposal, fields, seen, (before, after))
        return self._drawn_field(action, proposal, before, after, seen) or seen

    def _drawn_number(self, proposal: Proposal, after: Observation) -> Receipt | None:
        """Return what is read in a drawn box for a number that was left; None where nothing is."""
        field, reader = proposal.element, self._reader
        is_drawn = field is not None and field.source == "ocr" and field.role == "spinner"
        if field is None or not is_drawn or not isinstance(reader, SeesControls):
            return None
        held = reader.held(after, field)
        if held is None or as_number(held) is None:
            return None
        if not same_value(held, proposal.wanted):
            return Receipt("not_seen", worded("another number is read in it"), code="rewritten")
        is_sure = len(unspaced(proposal.wanted)) >= LEAST_LETTERS
        return Receipt("effect_seen" if is_sure else "landed", worded("the number is read in it"))

    def _drawn_field(
        self,
        action: Write,
        proposal: Proposal,
        before: Observation,
        after: Observation,
        seen: Receipt,
    ) -> Receipt | None:
        """Return what OCR reads in a field that only the picture shows; None where that tells nothing.

        A letter or two may be misread: then the text has landed at most. What is quite another text, or
        is longer than it can be, was not put there as it was typed.
        """
        field, reader, wanted = proposal.element, self._reader, unspaced(action.text)
        is_field = field is not None and field.source == "ocr" and field.role in VALUE_FIELDS
        if (
            field is None
            or not is_field
            or action.press_enter
            or not isinstance(reader, SeesControls)
        ):
            return None
        if seen.kind not in ("landed", "effect_seen") or holds_reference(action.text):
            return None
        # An empty field has a text cursor alone, which may be read as a letter.
        was = unspaced(reader.held(before, field) or "") if field.value != "" else ""
        now = unspaced(reader.held(after, field) or "")
        # All of it, with every sign: "50" is not "-50", and what was to go may stand there still.
        is_alone = action.overwrite or proposal.wanted == action.text
        holds = (wanted,) if is_alone else (was + wanted, wanted + was)
        if len(wanted) >= LEAST_LETTERS and now != was and now in holds:
            return Receipt("effect_seen", worded("the text is read in its field"), seen.changed)
        if now and not any(_may_be_read_as(text, now, field.box) for text in holds):
            told = worded(
                "what is read in the field differs: {0} letters, {1} typed", len(now), len(wanted)
            )
            return Receipt("not_seen", told, seen.changed)
        return Receipt(
            "landed", worded("the field took something that is not read for sure"), seen.changed
        )

    def _entered(
        self,
        action: Write,
        proposal: Proposal,
        fields: list[ScreenElement],
        seen: Receipt,
        looks: _Looks,
    ) -> Receipt:
        """Tell a text that stands in its field as it was typed from one that Enter has sent off."""
        field = next((read_again(self._reader, one) for one in fields), None)
        if field is None or "focused" not in field.states or seen.changed is None:
            return seen
        holds = any(r.kind == "effect_seen" for r in self._read_backs(action, proposal, fields[:1]))
        area = field.box.grown(LIT_PX)
        is_alone = area.union(seen.changed) == area and not window_changes(*looks).opened
        return Receipt("not_seen", ENTER_UNSEEN, seen.changed) if holds and is_alone else seen

    def _counted(
        self, action: Write, proposal: Proposal, field: ScreenElement, looks: _Looks
    ) -> Receipt:
        """Compare how many characters a password field holds; what they are is never asked.

        More dots than have room look as before: what it held right before, as many dots, is compared.
        Where it does not tell, its picture tells that it took something.
        """
        reader, was = self._reader, proposal.element
        count = reader.letters(field) if isinstance(reader, CountsLetters) else None
        is_known = was is not None and was.handle == field.handle and was.value is not None
        held = len(was.value) if was is not None and was.value is not None and is_known else None
        seen = seen_change(*looks, element=field)
        if count is not None and not action.press_enter and not _MOVES_ON & set(action.text):
            told = _dots(action, held, count)
            if told is not None:
                return replace(told, changed=seen.changed)
        if seen.kind == "effect_seen":
            return Receipt(
                "landed", worded("the field took something, which is never read"), seen.changed
            )
        return Receipt("not_seen", worded("a password field is never read"), seen.changed)

    def _read_backs(
        self, action: Write, proposal: Proposal, fields: list[ScreenElement]
    ) -> list[Receipt]:
        """Return what each of the fields tells that hold a text."""
        fresh = [read_again(self._reader, field) for field in fields]
        telling = [(one, one.value) for one in fresh if one is not None and one.value is not None]
        return [read_back(action, proposal.element, one, value) for one, value in telling]

    def _fields(self, action: Write, proposal: Proposal, after: Observation) -> list[ScreenElement]:
        """Return the fields that may have been written into, the likeliest first."""
        target = proposal.element
        found = [target if target is not None and target.role in FORM_FIELDS else None]
        found.append(self._reader.focused(after))
        if not any(found) and action.at is not None:
            found.append(self._reader.at(after, action.at.point))
        return [field for field in found if field is not None]

    def _scroll(
        self, action: Scroll, thing: ScreenElement | None, before: Observation, after: Observation
    ) -> Receipt:
        point = action.at.point if action.at else after.pointer
        receipt = seen_change(before, after, point=point)
        if receipt.is_unchanged:
            return replace(receipt, detail=worded("nothing moved; the end may be reached"))
        windows = window_changes(before, after)
        if receipt.kind != "effect_seen" or windows.opened or windows.closed or windows.activated:
            return receipt
        is_across = action.direction in ("left", "right")
        box = thing.box if thing is not None and thing.source == "tree" else None
        sight = scrolled(before, after, point, is_across=is_across, thing=box)
        if sight == "moved":
            return Receipt("effect_seen", worded("the content moved"), receipt.changed)
        if receipt.changed is not None and self._is_lit(point, receipt.changed, after):
            return Receipt("not_seen", worded("only what lies under the pointer looks otherwise"))
        if sight == "changed":
            return Receipt("effect_seen", worded("it changed under the pointer"), receipt.changed)
        return Receipt("not_seen", NOT_MOVED, receipt.changed)

    def _is_lit(self, point: ScreenPoint, changed: Rect, after: Observation) -> bool:
        """Tell whether all that changed is a thing that looks otherwise because the pointer is on it."""
        under = self._reader.at(after, point)
        if under is None or under.role not in _LIT:
            return False
        return under.box.grown(LIT_PX).union(changed) == under.box.grown(LIT_PX)

    def _drag(
        self, action: Drag, proposal: Proposal, before: Observation, after: Observation
    ) -> Receipt:
        element, reader = proposal.element, self._reader
        if element is not None and element.source == "ocr" and element.role == "slider":
            knob = reader.knob(after, element) if isinstance(reader, SeesControls) else None
            moved = _knob_moved(action, element, knob)
            # Where it was to go was reckoned: which number that is, nobody has told.
            is_reckoned = bool(proposal.wanted) and moved.kind == "effect_seen"
            return replace(moved, kind="landed") if is_reckoned else moved
        start = seen_change(before, after, point=action.path[0], element=proposal.element)
        if start.kind == "effect_seen":
            return start
        end = seen_change(before, after, point=action.path[-1], element=proposal.destination)
        if (
            end.kind == "effect_seen"
            or end.changed is None  # another of that name may have lain there before
            or element is None
            or not self._lies_at_end(action, element, after)
        ):
            return end
        return Receipt("effect_seen", worded("it lies where it was dragged to"), end.changed)

    def _lies_at_end(self, action: Drag, element: ScreenElement, after: Observation) -> bool:
        """Tell whether the tree has a thing called as what was dragged where the drag ended, and did not begin."""
        around = NEAR.around(action.path[-1])
        return bool(element.name) and any(
            e.name == element.name and around.contains(e.box.center)
            for e in self._reader.tree(after)
            if not e.box.contains(action.path[0])
        )


class _Tree:
    """Answers for the tree where pictures could be misread; asked only there."""

    def __init__(self, reader: ElementReader, before: Observation, after: Observation) -> None:
        self._reader, self._before, self._after = reader, before, after

    def lit_at(self, point: ScreenPoint) -> Rect | None:
        """Return the part that may look otherwise because the pointer has left the pixel."""
        under = self._reader.at(self._before, point)
        if under is None or under.box.area > MOST_SAYING_PX:  # a page may not tell what is on it
            return None
        is_lit = under.role in _LIT | _LIT_WHEN_LEFT
        return under.box.grown(LIT_PX) if is_lit else Rect(point.x, point.y, 0, 0)

    def has_words_at(self, spot: Rect) -> bool:
        """Tell whether a small thing that says something lies there."""
        there = self._reader.at(self._after, spot.center)
        return there is not None and there.role in _SAYING and there.box.area <= MOST_SAYING_PX


def _knob_moved(action: Drag, slider: ScreenElement, knob: Rect | None) -> Receipt:
    """Compare where the knob of a drawn slider stands with where it was dragged to."""
    if knob is None:
        return Receipt("not_seen", worded("where its knob stands now cannot be seen"))
    half = knob.w / 2
    goal = min(max(action.path[-1].x, slider.box.x + half), slider.box.right - half)
    began = abs(action.path[0].x - (knob.x + half))
    if abs(knob.x + half - goal) <= max(half / 2, KNOB_SLACK_PX):
        return Receipt("effect_seen", worded("its knob stands where it was dragged to"))
    is_same = began <= KNOB_SLACK_PX
    return Receipt(
        "not_seen",
        worded("its knob is where it was") if is_same else worded("its knob stands elsewhere"),
    )


def _dots(action: Write, held: int | None, count: int) -> Receipt | None:
    """Return what the number of characters in a password field tells; None where that tells nothing.

    Args:
        held: how many it held before; None where that is not known.
    """
    typed = {
        len(action.text),
        len(action.text.encode("utf-16-le", "surrogatepass")) // 2,
    }  # as Qt and Swing count
    if action.overwrite:
        if count in typed:
            told = worded("as many characters as were typed are in the field")
            return Receipt("effect_seen", told)
    elif held is None or not action.text:
        if count:
            return None
    elif count - held in typed:
        return Receipt("effect_seen", worded("as many characters as were typed came to the field"))
    elif count not in (0, held):
        return Receipt("landed", worded("the field took something, which is never read"))
    return Receipt(
        "not_seen", worded("the field holds another number of characters than were typed")
    )


def _may_be_read_as(text: str, read: str, field: Rect) -> bool:
    """Tell whether OCR may read a text so: with few other letters, and no more of them.

    Of a long text a field shows a part alone.
    """
    if text == read or (text.isdigit() and read.isdigit()):
        return text == read
    if len(text) * field.h > MOST_LETTERS * field.w:
        return True
    most = max(1, round(MISREAD * len(text))) if len(text) >= LEAST_LETTERS else 0
    if len(text) == 1:
        return len(read) == 1
    return abs(len(text) - len(read)) <= min(1, most) and Levenshtein.distance(text, read) <= most


def _switched(fresh: ScreenElement, *, on: bool) -> Receipt | None:
    """Return what a box tells that was to be on or off; None where it is not known to be a box."""
    is_on = "checked" in fresh.states
    if is_on == on:
        return Receipt(
            "effect_seen",
            worded("it is on") if on else worded("it is off"),
            code="on" if on else "off",
        )
    if "checkable" not in fresh.states and not is_on:
        return None
    return Receipt(
        "denied", worded("it is still on") if is_on else worded("it is still off"), code="still"
    )


def _likeness(name: str, read: str) -> float:
    return SequenceMatcher(None, name, read, autojunk=False).ratio()


def _unfolded(fresh: ScreenElement, *, is_wanted: bool) -> Receipt | None:
    """Return what a section tells that was to be open or closed; None where it tells no such state."""
    is_open = "expanded" in fresh.states
    if not is_open and "expandable" not in fresh.states:
        return None
    if is_open == is_wanted:
        return Receipt("effect_seen", worded("it is open") if is_open else worded("it is closed"))
    return Receipt(
        "denied",
        worded("it is still open") if is_open else worded("it is still closed"),
        code="still",
    )


def _held(before: ScreenElement, fresh: ScreenElement, wanted: str) -> Receipt | None:
    """Return what a slider or a number's box tells of what it holds; None where that says nothing.

    Args:
        wanted: what it was to hold after this step; empty where the step only leads there.
    """
    value = fresh.value
    if value is None:
        return None
    is_same = before.value is not None and same_value(value, before.value)
    if wanted and same_value(value, wanted):
        if is_same:
            return Receipt(
                "landed", worded("it holds {0}, as it did before", value), code="there_before"
            )
        return Receipt("effect_seen", worded("it holds {0}", value), code="exact")
    if is_same and not wanted:
        return None
    if is_same:
        return Receipt("denied", worded("it still holds {0}", value), code="as_it_was")
    if not wanted:
        return Receipt("effect_seen", worded("it stands at {0}", value))
    return Receipt(
        "landed", worded("it holds {0}, and was to hold {1}", value, wanted), code="rewritten"
    )


def _state_change(before: ScreenElement, fresh: ScreenElement | None) -> Receipt | None:
    """Return what the states tell of a click; None when they tell nothing."""
    if fresh is None:
        return None
    if before.role in FORM_FIELDS and "focused" in fresh.states:
        return Receipt("effect_seen", worded("it has the keyboard"), code="focused")
    # Lists hand the handle of a row that has left to another row.
    if before.role not in _STATEFUL or spaced(before.name) != spaced(fresh.name):
        return None
    for state, on, off in (
        ("checked", worded("it is on"), worded("it is off")),
        ("selected", worded("it is selected"), worded("it is not selected")),
        ("expanded", worded("it is open"), worded("it is closed")),
    ):
        had, has = state in before.states, state in fresh.states
        if had != has:
            return Receipt("effect_seen", on if has else off, code=_code(state, has=has))
    if before.role == "radio" and "checked" in fresh.states:
        return Receipt("effect_seen", worded("it is on, as before"), code="on")
    if before.role == "tab" and "selected" in fresh.states:
        return Receipt("effect_seen", worded("it is selected, as before"))
    if before.role in ("checkbox", "toggle") and "checkable" in before.states:
        is_on = "checked" in fresh.states
        return Receipt(
            "denied", worded("it is still on") if is_on else worded("it is still off"), code="still"
        )
    return None


def _code(state: str, *, has: bool) -> ReceiptCode:
    """Return the code of a box's new state; of a row or a branch there is none to wait for."""
    if state != "checked":
        return ""
    return "on" if has else "off"


def _window(action: Window, before: Observation, after: Observation) -> Receipt:
    was, now = _find(action, before), _find(action, after)
    changes = window_changes(before, after)
    match action.op:
        case "activate":
            is_active = now is not None and now.is_active and not now.is_minimised
            return _seen(
                is_active, worded("the window is in front"), worded("the window is not in front")
            )
        case "next":
            return _seen(
                changes.activated is not None,
                worded("another window is in front"),
                worded("no change"),
            )
        case "minimise":
            is_gone = now is None or now.is_minimised
            return _seen(
                is_gone, worded("the window is minimised"), worded("the window is still shown")
            )
        case "maximise":
            is_larger = was is not None and now is not None and now.rect.area > was.rect.area
            return _seen(
                is_larger, worded("the window is larger"), worded("the window has the same size")
            )
        case "close":
            if now is None:
                return Receipt("effect_seen", worded("the window is closed"))
            if changes.opened:
                return Receipt("denied", worded("the window is open and asks something"))
            return Receipt("denied", worded("the window is still open"), code="still")


def _find(action: Window, observation: Observation) -> WindowInfo | None:
    if not action.window_id:
        return observation.active_window
    return next((w for w in observation.windows if w.window_id == action.window_id), None)


def _seen(is_seen: bool, yes: str, no: str) -> Receipt:
    return Receipt("effect_seen", yes) if is_seen else Receipt("denied", no, code="still")


def _launch(before: Observation, after: Observation) -> Receipt:
    changes = window_changes(before, after)
    if any(not w.is_popup for w in changes.opened):
        return Receipt("effect_seen", worded("its window opened"))
    if changes.activated is not None:
        return Receipt("effect_seen", worded("its window came to the front"))
    return Receipt("not_seen", worded("no window opened"), code="unchanged")


def _move(point: ScreenPoint, after: Observation) -> Receipt:
    if after.pointer.distance(point) > 1:
        return Receipt("denied", worded("the pointer is not there"), code="still")
    return Receipt("effect_seen", worded("the pointer is there"), code="focused")
