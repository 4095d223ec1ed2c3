"""One question from opening its card to the answer: an action to approve, or numbered candidates to choose from.

A card gets the keyboard only while the user types into it, and gives it back before the run goes on. Its
window is not managed, so nobody gives it the keyboard again when it is pressed after another window:
while the loan lasts, a press anywhere in it does.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from app.gui import tr
from app.gui.background import timer
from app.gui.overlay.card import ApprovalCard, CardKeys
from app.gui.overlay.card_content import CardContent, card_content, judged_words
from app.gui.overlay.card_state import CardMachine, CardTiming, Engagement
from app.gui.overlay.choice_card import ChoiceCard
from app.gui.overlay.edit_action import (
    ActionEditor,
    action_of,
    can_change,
    changed_proposal,
    is_judged_anew,
)
from app.gui.overlay.placement import MARGIN, MonitorMap, Scene, place_card
from app.gui.overlay.requests import AskApproval, AskChoice, target_points
from app.gui.overlay.scenery import Marks, OverlayPicture, Scenery
from app.gui.overlay.secret_mark import SecretMark
from app.gui.overlay.shapes import Box, Spot
from app.gui.overlay.stage import Stage
from app.gui.overlay.x11 import FocusKeeper
from app.gui.widgets.labels import announce
from app.gui.widgets.theme import Theme
from app.settings import Keys
from automation.core.actions import Action
from automation.core.observation import Frame, Observation, open_menus
from automation.core.proposal import Confirmation, Proposal, Risk, RiskLevel, Verdict
from automation.core.wording import short_name

log = logging.getLogger(__name__)

GIVE_BACK_S: Final = 1.0
"""Longest wait for the focus to be back; under it the executor's own check decides."""
POLL_MS: Final = 10


class KeyboardLoan(QObject):
    """Lends the keyboard to one window of ours and gives it back, one loan at a time. UI thread."""

    def __init__(
        self, window: QWidget, keeper: FocusKeeper, parent: QObject, *, follows_user: bool = False
    ) -> None:
        """Prepare.

        Args:
            follows_user: the keys go back to the window that had them last, and stay where they are
                when another window has them by then; else they go back to the first one always, as
                what a run acts on must have them.
        """
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._follows_user = follows_user
        self._is_lent = False
        self._then: Callable[[], None] | None = None
        self._deadline_s = 0.0
        self._timer = timer(self, POLL_MS, self._look, repeats=True)

    @property
    def is_out(self) -> bool:
        """Tell whether the keys are lent, or on their way back."""
        return self._is_lent or self._timer.isActive()

    def take(self, then: Callable[[], None]) -> None:
        """Make the window the one that gets the keys; `then` puts them to a widget in it."""
        if not self._is_lent or (self._follows_user and not self._is_here()):
            self._keeper.save()
            self._is_lent = True
        self._accept_focus(accepts=True)
        self._window.activateWindow()
        self._heed_presses()
        QTimer.singleShot(0, self._window, then)

    def give_back(self, then: Callable[[], None]) -> None:
        """Return the keys to the window that had them; `then` runs once they are there.

        While they are on their way back, a later `then` takes the place of the earlier one.
        """
        if self._is_lent:
            self._is_lent = False
            is_elsewhere = self._follows_user and not self._is_here()
            self._accept_focus(accepts=False)
            if not is_elsewhere:
                self._keeper.restore()
                self._deadline_s = time.monotonic() + GIVE_BACK_S
                self._timer.start()
        if self._timer.isActive():
            self._then = then
        else:
            then()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keyboard again for a press into the window, before the press gets there."""
        is_press = event.type() is QEvent.Type.MouseButtonPress
        if is_press and self._is_lent and not self._is_here():
            self.take(lambda: None)
        return super().eventFilter(watched, event)

    def _heed_presses(self) -> None:
        handle = self._window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)  # one that is there already is not put there twice

    def _is_here(self) -> bool:
        return self._keeper.is_at(int(self._window.winId()))

    def _look(self) -> None:
        is_late = time.monotonic() >= self._deadline_s
        if not is_late and not self._keeper.is_restored():
            return
        self._timer.stop()
        if is_late:
            log.warning("the focus did not go back to its window within %s s", GIVE_BACK_S)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _accept_focus(self, *, accepts: bool) -> None:
        self._window.setAttribute(Qt.WidgetAttribute.WA_X11DoNotAcceptFocus, not accepts)
        handle = self._window.windowHandle()
        if handle is not None:
            handle.setFlag(Qt.WindowType.WindowDoesNotAcceptFocus, not accepts)


class ShownCard:
    """One card on the screen and what is known of its place. Owned by its session; UI thread."""

    def __init__(self, card: ApprovalCard | ChoiceCard, stage: Stage, view: MonitorMap) -> None:
        self._card = card
        self._stage = stage
        self._view = view
        self._corner = Spot(0, 0)
        self.picture: OverlayPicture | None = None
        """What the picture of this card is painted from, once it was kept."""
        self.is_hidden = False
        """Tell whether the user looks behind it; then it cannot be accepted."""

    def stand(self, scene: Scene) -> bool:
        """Show the card at its place in the scene; tell whether the pointer is over it there."""
        body = self._card.measured()
        self._corner = place_card(body.width(), body.height(), scene)
        self._stage.show_window(self._card, self._view, self._corner)
        self._stage.watch(self._card)
        return self._card.geometry().contains(QCursor.pos())

    def keep_inside(self) -> None:
        """Stay inside the monitor with another size."""
        self._stage.keep_inside(self._card, self._corner)

    def toggle(self) -> None:
        """Hide the card and the marks to look behind them, or show them again."""
        self.is_hidden = not self.is_hidden
        self._stage.set_peeking(is_peeking=self.is_hidden)

    def keep_picture(self, frame: Frame, marks: Marks) -> None:
        """Take the card's picture, once, without the user's mark."""
        if self.picture is not None:
            return
        self._card.conceal_mark(is_concealed=True)
        image = self._card.grab().toImage()
        self._card.conceal_mark(is_concealed=False)
        corner = self._corner.moved(-self._card.margin, -self._card.margin)
        self.picture = OverlayPicture(frame, marks, self._view, image, corner)

    def remove(self) -> None:
        """Take card and marks off the screen for good."""
        self._stage.watch(None)
        self._stage.set_marks({})
        self._stage.remove_window(self._card)


class UserTouch:
    """Notices that the user worked mouse or keyboard after the card came. Owned by its session; UI thread."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pointer = QCursor.pos()
        self._keys_at_open = stage.server.keys_down()
        self._stale_keys = self._keys_at_open
        """Down since before the card was up: by the assistant perhaps, so they approve nothing."""

    @property
    def is_there(self) -> bool:
        """Tell whether the pointer moved since, or a key is down that was not."""
        keys = self._stage.server.keys_down() - self._keys_at_open
        return QCursor.pos() != self._pointer or bool(keys)

    def look(self) -> None:
        """Note which keys came up: pressed again they count."""
        self._stale_keys &= self._stage.server.keys_down()

    def is_chord_down(self, chord: str) -> bool:
        """Tell whether the keys of a chord are held, all of them pressed since."""
        return self._stage.server.is_chord_down(chord, self._stale_keys)


BUSY_MS: Final = 30
"""Between two looks while a bar on the card moves."""
CALM_MS: Final = 200
HEIGHT_SHARE: Final = 0.7
"""Most of the monitor's height that a card may take; on a low one more, so that nothing has to be scrolled."""
WHOLE: Final = 600
"""A card with a picture, reasons and its boxes is no higher."""


def height_limit(monitor: float) -> int:
    """Return how high a card may be on a monitor of this height, in its own pixels."""
    return round(max(monitor * HEIGHT_SHARE, min(monitor - 2 * MARGIN, WHOLE)))


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """What the user has set about cards."""

    mark: SecretMark
    keys: CardKeys = field(default_factory=CardKeys)
    timing: CardTiming = field(default_factory=CardTiming)


class ApprovalSession(QObject):
    """One question for approval: its card, its marks and its answer. Lives while the card is up; UI thread."""

    ended = Signal()
    """Once, before the request is answered; card and marks are off the screen by then."""

    def __init__(
        self,
        asked: AskApproval,
        stage: Stage,
        theme: Theme,
        options: SessionOptions,
        keeper: FocusKeeper,
        *,
        now: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._asked = asked
        self._judged: tuple[Action, Risk] | None = None
        """What the user has made of the action, and how that would be judged."""
        self._stage = stage
        self._theme = theme
        self._options = replace(options, keys=keys_now(options.keys, asked.observation))
        self._now = now
        self._scenery = Scenery(theme, asked.observation)
        self._view = self._scenery.view_of(asked.proposal)
        self.editor = self._make_editor()
        """What changes the action; None when there is nothing to change."""
        self.card = self._make_card()
        """The window with the buttons."""
        self._loan = KeyboardLoan(self.card, keeper, self)
        self.machine = CardMachine(asked.risk.level, options.timing, now())
        """What decides whether a press counts."""
        self._shown = ShownCard(self.card, stage, self._view)
        self._has_ended = False
        self._is_closed = False
        self._is_held_by_chord = False
        self._touch = UserTouch(stage)
        self._timer = timer(self, CALM_MS, self._tick, repeats=True)
        self._wire()

    @property
    def picture(self) -> OverlayPicture | None:
        """What the picture of this card is painted from, once it has been up."""
        return self._shown.picture

    def open(self, occupied: tuple[Box, ...] = ()) -> None:
        """Show marks and card; `occupied` is where something of ours stands already."""
        drawn = self._scenery.marks(self._proposal, self._asked.risk)
        self._stage.set_marks(drawn)
        points = target_points(self._proposal)
        window = self._scenery.window_of(self._proposal)
        scene = self._scenery.scene(self._view, drawn, points, window, occupied)
        is_inside = self._shown.stand(scene)
        level, timing = self._asked.risk.level, self._options.timing
        self.machine = CardMachine(level, timing, self._now(), is_pointer_inside=is_inside)
        announce(self.card, self.card.content.spoken, is_urgent=True)
        self._tick()

    def on_chord(self, name: str) -> None:
        """React to a chord of the card."""
        match name:
            case "accept" if self.machine.engagement is Engagement.CHANGING:
                self._use()
            case "accept":
                if self._may_decide() and self.machine.accept(self._now()):
                    self._end("accepted")
            case "hold":
                self._is_held_by_chord = self._is_hold_chord_down()
                if self._is_held_by_chord:
                    self._on_hold_pressed()
            case "change":
                self._begin_change()
            case "reject" if self.machine.engagement is Engagement.REJECTING:
                self._on_reason("")
            case "reject":
                self._begin_reject()
            case "show":
                self._toggle()

    def withdraw(self) -> None:
        """Take everything away without an answer, also one that waits for the focus to be back."""
        self._has_ended = True
        self._loan.give_back(lambda: None)
        self._close()

    def stop(self) -> None:
        """End with the answer that the user stopped the run."""
        self._end("stopped")

    @property
    def _proposal(self) -> Proposal:
        """The proposal with the action as it is changed so far."""
        proposal, editor = self._asked.proposal, self.editor
        if editor is None or not editor.is_changed:
            return proposal
        return changed_proposal(proposal, editor.action)

    def _make_editor(self) -> ActionEditor | None:
        action = action_of(self._asked.proposal.intent)
        if action is None or not can_change(action):
            return None
        return ActionEditor(action, self._scenery, self._stage, self._theme, self)

    def _content_of(self, proposal: Proposal) -> CardContent:
        asked = self._asked
        editor = self.editor
        is_elsewhere = editor is not None and is_judged_anew(asked.proposal, editor.action)
        content = card_content(proposal, asked.risk, asked.observation, is_elsewhere=is_elsewhere)
        judged = self._judged
        if (
            is_elsewhere
            and editor is not None
            and judged is not None
            and judged[0] == editor.action
        ):
            content = replace(content, why=judged_words(judged[1], asked.risk))
        return replace(content, warning=asked.lost_chords)

    def show_judged(self, action: Action, risk: Risk) -> None:
        """Say how the changed action would be judged, if it is still this one."""
        if self.editor is None or self._has_ended or self.editor.action != action:
            return
        self._judged = (action, risk)
        self.card.show_changed(self._content_of(self._proposal))
        self._shown.keep_inside()

    def _make_card(self) -> ApprovalCard:
        return ApprovalCard(
            self._theme,
            self._content_of(self._asked.proposal),
            self._options.mark,
            self._options.keys,
            is_solid=self._stage.is_solid,
            height_limit=height_limit(self._view.size.h),
            can_change=self.editor is not None,
        )

    def _wire(self) -> None:
        card = self.card
        if card.content.is_danger:
            card.accept_button.pressed.connect(self._on_hold_pressed)
            card.accept_button.released.connect(self._on_hold_released)
        else:
            card.accept_button.clicked.connect(self._on_accept_pressed)
        card.change_button.clicked.connect(self._begin_change)
        card.reject_button.clicked.connect(self._begin_reject)
        card.reject_panel.reason_given.connect(self._on_reason)
        card.change_panel.use_pressed.connect(self._use)
        for panel in (card.change_panel, card.reject_panel):
            panel.back_pressed.connect(self._back)
        card.body.grown.connect(self._shown.keep_inside)
        self._stage.covered.connect(self._on_covered)
        if (editor := self.editor) is not None:
            text = card.change_panel.editor
            text.textChanged.connect(lambda: editor.set_text(text.toPlainText()))
            card.nudged.connect(editor.nudge)
            card.end_switched.connect(editor.switch_end)
            editor.changed.connect(self._on_changed)

    def _tick(self) -> None:
        now, machine = self._now(), self.machine
        self._touch.look()
        if self._is_held_by_chord and not self._is_hold_chord_down():
            self._on_hold_released()
        self._look_for_touch()
        if machine.may_end_accepted(now) and not self._may_decide():
            return  # `_on_covered` has shown it
        end = machine.tick(now)
        if end == "expired":
            self._end("expired")
            return
        if end == "accepted":
            self._end("accepted")
            return
        self._show_state(now)
        is_busy = machine.is_moving(now) or self._is_held_by_chord
        self._timer.start(BUSY_MS if is_busy else CALM_MS)

    def _show_state(self, now: float) -> None:
        card, machine = self.card, self.machine
        if machine.engagement is not Engagement.READING:
            return
        is_armed = machine.is_armed(now)
        card.set_arming(machine.arming_fraction(now), is_armed=is_armed)
        card.set_hold(machine.hold_fraction(now))
        card.set_seconds_left(machine.seconds_left(now))
        if is_armed:
            card.set_countdown(machine.countdown_fraction(now), machine.countdown_left_s(now))
            self._keep_picture()

    def _look_for_touch(self) -> None:
        """End a countdown at the first key or movement since the card opened."""
        is_counting = self.machine.countdown_left_s(self._now()) is not None
        if is_counting and self._touch.is_there:
            self.machine.touch()
            self.card.end_countdown()

    def _on_accept_pressed(self) -> None:
        if self.machine.engagement is Engagement.READING:
            self.on_chord("accept")

    def _may_decide(self) -> bool:
        """Tell, at the moment of every decision, whether the card is in front of the user."""
        return not self._shown.is_hidden and self._stage.stands()

    def _on_covered(self, is_covered: bool) -> None:
        if self._has_ended:
            return
        self.machine.cover(self._now(), is_covered=is_covered)
        self.card.set_covered(is_covered=is_covered)
        self._shown.keep_inside()
        self._tick()

    def _on_hold_pressed(self) -> None:
        if self._may_decide():
            self.machine.hold(self._now())
            self._tick()

    def _is_hold_chord_down(self) -> bool:
        return self._touch.is_chord_down(self._options.keys.hold)

    def _on_hold_released(self) -> None:
        self._is_held_by_chord = False
        self.machine.let_go()

    def _begin_change(self) -> None:
        editor = self.editor
        if editor is None or self.machine.engagement is not Engagement.READING:
            return
        self._engage(Engagement.CHANGING)
        editor.begin()
        editor.show_marks(self._scenery.marks(self._proposal, self._asked.risk))
        self.card.show_changing(editor.text, len(editor.handles), editor.place_words)
        self._shown.keep_inside()
        self._loan.take(self.card.change_panel.take_focus)

    def _begin_reject(self) -> None:
        if self.machine.engagement is not Engagement.READING:
            return
        self._engage(Engagement.REJECTING)
        self.card.show_rejecting()
        self._shown.keep_inside()
        self._loan.take(self.card.reject_panel.take_focus)

    def _engage(self, engagement: Engagement) -> None:
        if self._shown.is_hidden:
            self._toggle()
        self._keep_picture()
        self.machine.engage(engagement, self._now())

    def _use(self) -> None:
        """Take the change: at once, or back to the card when it must be held to accept."""
        editor = self.editor
        is_ready = self._may_decide() and self.machine.may_use(self._now())
        if editor is None or self.machine.engagement is not Engagement.CHANGING or not is_ready:
            return
        editor.end(keeps=True)
        if self.machine.is_danger:
            self._read_again()
        else:
            self._end("accepted")

    def _back(self) -> None:
        if self.editor is not None and self.machine.engagement is Engagement.CHANGING:
            self.editor.end(keeps=False)
        self._read_again()

    def _read_again(self) -> None:
        self.card.show_reading()
        self._shown.keep_inside()
        self._loan.give_back(self._on_keyboard_back)

    def _on_keyboard_back(self) -> None:
        if not self._has_ended:
            self.machine.engage(Engagement.READING, self._now())
            self._tick()

    def _on_changed(self) -> None:
        """Show the changed action on the screen and on the card."""
        editor = self.editor
        if editor is None:
            return
        proposal = self._proposal
        if is_judged_anew(self._asked.proposal, editor.action):
            self._asked.wishes.put(editor.action)
        drawn = self._scenery.marks(proposal, self._asked.risk)
        self._stage.set_marks(drawn)
        editor.show_marks(drawn)
        self.card.change_panel.set_place(editor.place_words)
        self.card.show_changed(self._content_of(proposal))
        self._shown.keep_inside()

    def _on_reason(self, reason: str) -> None:
        if self.machine.engagement is Engagement.REJECTING:
            self._end("rejected", reason)

    def _toggle(self) -> None:
        """Hide the card to look behind it, or show it again; hidden it cannot be accepted."""
        self._shown.toggle()
        self.machine.move(self._now())

    def _keep_picture(self) -> None:
        asked = self._asked
        marks = self._scenery.marks(asked.proposal, asked.risk)
        self._shown.keep_picture(asked.observation.frame, marks)

    def _end(self, verdict: Verdict, reason: str = "") -> None:
        """End with this verdict; what is accepted with a change of the user's is told as edited."""
        if self._has_ended:
            return
        self._has_ended, decided_s = True, time.monotonic()
        self._keep_picture()
        editor, action = self.editor, None
        if verdict == "accepted" and editor is not None and editor.is_changed:
            verdict, action = "edited", editor.action
        wants_rest = verdict == "accepted" and self.card.body.wants_rest
        answer = Confirmation(
            verdict, "user", action, reason, allow_rest_in_app=wants_rest, decided_s=decided_s
        )
        self._timer.stop()
        self._stage.set_marks({})
        self.card.hide()
        if self._loan.is_out:
            self._loan.give_back(lambda: self._finish(answer))
        else:
            self._finish(answer)

    def _finish(self, answer: Confirmation) -> None:
        self._close()
        self.ended.emit()
        self._asked.ticket.answer(answer)

    def _close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self._timer.stop()
        self._stage.covered.disconnect(self._on_covered)
        if self.editor is not None:
            self.editor.end(keeps=True)
        self._shown.remove()


class ChoiceSession(QObject):
    """One question which of several things is meant. Lives while its card is up; UI thread.

    Choosing approves nothing: the action is asked next.
    """

    ended = Signal()
    """As of `ApprovalSession`."""

    def __init__(
        self,
        asked: AskChoice,
        stage: Stage,
        theme: Theme,
        options: SessionOptions,
        *,
        now: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._asked = asked
        self._stage = stage
        self._now = now
        self._options = options
        self._scenery = Scenery(theme, asked.observation)
        self._candidates = asked.question.candidates[:99]
        self._points = [
            candidate.box.center for candidate in self._candidates if candidate.has_place
        ]
        window = asked.observation.active_window
        home = window.rect.center if window else asked.observation.pointer
        self._view = self._scenery.view_at(self._points[0] if self._points else home)
        app = short_name(window.app, 32) if window else ""
        self.card = ChoiceCard(theme, asked.question, options.mark, app, is_solid=stage.is_solid)
        """The window with the rows."""
        self._machine = CardMachine(RiskLevel.R0, options.timing, now())
        self._has_ended = False
        self._shown = ShownCard(self.card, stage, self._view)
        self.card.chosen.connect(self._choose)
        self.card.none_pressed.connect(lambda: self._end(None))

    @property
    def picture(self) -> OverlayPicture | None:
        """What the picture of this card is painted from."""
        return self._shown.picture

    def is_armed(self) -> bool:
        """Tell whether a choice would count."""
        return self._machine.is_armed(self._now())

    def open(self, occupied: tuple[Box, ...] = ()) -> None:
        """Show numbers and card."""
        observation = self._asked.observation
        drawn = self._scenery.candidates(self._candidates)
        self._stage.set_marks(drawn)
        window = observation.active_window
        scene = self._scenery.scene(self._view, drawn, self._points, window, occupied)
        is_inside = self._shown.stand(scene)
        self._machine = CardMachine(
            RiskLevel.R0, self._options.timing, self._now(), is_pointer_inside=is_inside
        )
        self._shown.keep_picture(observation.frame, drawn)
        announce(self.card, self.card.accessibleName(), is_urgent=True)

    def on_chord(self, name: str) -> None:
        """React to a chord of the card."""
        if name.startswith("pick."):
            self._choose(int(name.removeprefix("pick.")))
        elif name == "reject":
            self._end(None)
        elif name == "show":
            self._shown.toggle()
            self._machine.move(self._now())

    def withdraw(self) -> None:
        """Take everything away without an answer."""
        if not self._has_ended:
            self._has_ended = True
            self._close()

    def stop(self) -> None:
        """End without a choice."""
        self._end(None)

    def _choose(self, number: int) -> None:
        numbers = {candidate.n for candidate in self._asked.question.candidates}
        self._machine.cover(self._now(), is_covered=not self._stage.stands())
        if number in numbers and not self._shown.is_hidden and self._machine.is_armed(self._now()):
            self._end(number)

    def _end(self, number: int | None) -> None:
        if not self._has_ended:
            self._has_ended = True
            self._close()
            self.ended.emit()
            self._asked.ticket.answer(number)

    def _close(self) -> None:
        self._shown.remove()


PREFIX: Final = "card."
"""Names of the card's chords begin with it, so that they differ from other global shortcuts."""


def card_keys(keys: Keys) -> CardKeys:
    """Return the chords that a card shows on its footer."""
    return CardKeys(keys.accept, keys.change, keys.reject, keys.hold, keys.show)


MENU_ACCEPT: Final = "Ctrl+Shift+F9"


MENU_HOLD: Final = "Ctrl+Shift+F9"


MENU_REJECT: Final = "Ctrl+Shift+F8"
"""While a menu is open it gets every key first: Return would choose in it, letters would search in
it. Qt's, GTK's and Chromium's menus pass function keys over."""


MENU_NOTE: Final = tr("A menu is open: use the keys below, a click would close it.")


def keys_now(keys: CardKeys, observation: Observation) -> CardKeys:
    """Return the chords that can be pressed on this screen."""
    if not open_menus(observation.windows):
        return keys
    by_menu = {"accept": MENU_ACCEPT, "hold": MENU_HOLD, "reject": MENU_REJECT}
    return replace(keys, **by_menu, change="", show="", only_keys=True)


def approval_chords(keys: CardKeys, *, is_danger: bool) -> dict[str, str]:
    """Return the chords of an approval card; the plain accept chord never accepts danger."""
    chords = {"change": keys.change, "reject": keys.reject, "show": keys.show}
    chords |= {"hold": keys.hold} if is_danger else {"accept": keys.accept}
    return {PREFIX + name: chord for name, chord in chords.items() if chord}


def choice_chords(keys: CardKeys, numbers: range) -> dict[str, str]:
    """Return the chords of a question: one per number, and the reject chord for none of them."""
    chords = {f"{PREFIX}pick.{n}": f"Ctrl+Shift+{n}" for n in numbers}
    more = {PREFIX + "reject": keys.reject, PREFIX + "show": keys.show}
    return chords | {name: chord for name, chord in more.items() if chord}
