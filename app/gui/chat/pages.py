"""The page before the first task (one question, one field, what can be said), and a past run, read only."""

import time
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.gui import tr, tr_said
from app.gui.chat.model import ChatModel, ReadPicture, StoredPictures, Wanted
from app.gui.chat.panel import Composer, column_of
from app.gui.chat.rows import LEAVE, WAKE, KeepRow, SayRow, host_words, stored_rows
from app.gui.chat.step_list import StepList
from app.gui.commands import Commands
from app.gui.model_page.wording import UNNAMED, is_loaded
from app.gui.widgets.buttons import Button, KeyCaps
from app.gui.widgets.labels import ElidedLabel, Icon, Label, RunsLabel, announce
from app.gui.widgets.layout import Flow, Framed, centred, column, empty, row, scrolled
from app.gui.widgets.theme import Theme
from app.long_work import progress_words
from app.task_text import is_script_run
from automation.core.events import PolicyName
from automation.core.generation import EngineStatus
from automation.core.proposal import StepRecord
from automation.core.wording import quoted

if TYPE_CHECKING:
    from automation.records.rows import RunInfo


COLUMN_WIDTH: Final = 720
COMMAND_HINT: Final = tr('Click Save, then type "March" into Note')
GOAL_HINT: Final = tr("Say what should be done")
GOALS: Final = (
    tr("Open the newest PDF in Downloads"),
    tr("Turn on dark mode in the settings"),
    tr("Work out 17.5 % of 240 in the calculator"),
)
"""Examples that need a model."""
COMMANDS_SAID: Final = tr("Name what you see.")
GOALS_SAID: Final = tr("Say what you want.")
IN_FRONT: Final = tr("For example, in ")


def examples_for(
    policy: PolicyName, commands: Sequence[str], *, takes_goals: bool
) -> tuple[str, ...]:
    """Return three examples that work with whoever decides."""
    if not takes_goals:
        return tuple(commands)
    return GOALS if policy in ("holotron", "remote") else (*GOALS[:2], *commands[:1])


class Hint(Framed):
    """A sentence that is worth knowing before a task is given, and one button."""

    pressed = Signal()

    def __init__(
        self, theme: Theme, icon: str, token: str, button: str, parent: QWidget | None = None
    ) -> None:
        super().__init__("card", parent)
        self._title = Label(theme, "", "bold", wraps=True)
        self._rest = Label(theme, "", "body", "dim", wraps=True)
        self.button = Button(theme, button, size="compact")
        self.button.clicked.connect(self.pressed)
        self.buttons = column(self.button, gap=6)
        picture = (Icon(theme, icon, token), 0, Qt.AlignmentFlag.AlignTop)
        text = column(self._title, self._rest, gap=2)
        line = row(picture, (text, 1), self.buttons, gap=12, margins=(16, 12, 16, 12), into=self)
        line.setAlignment(self.buttons, Qt.AlignmentFlag.AlignVCenter)

    def say(self, title: str, rest: str) -> None:
        """Say this; an empty title hides the card."""
        self._title.setText(title)
        self._rest.setText(rest)
        self.setVisible(bool(title))


class WakeHint(Hint):
    """Asks whether sleeping programs are woken; its first button is yes, the other one no."""

    chosen = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "eye", "text2", WAKE)
        self.leave = Button(theme, LEAVE, size="compact")
        self.pressed.connect(lambda: self.chosen.emit(True))
        self.leave.clicked.connect(lambda: self.chosen.emit(False))
        self.buttons.addWidget(self.leave)


class ModelHint(Hint):
    """One line on what is missing without a model, and the button that mends it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "chip", "text2", tr("Load model"), parent)
        self.show_engine(EngineStatus())

    def show_engine(self, status: EngineStatus) -> None:
        """Say what is missing; nothing is once a model is loaded."""
        self.say(*_missing_words(status))
        self.button.say(tr("Show") if status.state == "loading" else tr("Load model"))
        self.setVisible(not is_loaded(status))


def _missing_words(status: EngineStatus) -> tuple[str, str]:
    name = status.name or UNNAMED
    match status.state:
        case "loading":
            loading = status.loading
            words = progress_words(loading) if loading else tr("Getting ready")
            return tr("{0} is being loaded.").format(name), words
        case "failed":
            return tr("{0} is not loaded.").format(name), status.problem
        case _:
            return (
                tr("No model is loaded."),
                tr(
                    "Commands work: name things that are on the screen. "
                    "Goals such as “file this invoice” need the main model."
                ),
            )


class IdlePage(QWidget):
    """Owned by the main window; says what can be asked and what cannot."""

    def __init__(
        self, theme: Theme, commands: Commands, *, stop_key: str, examples: Sequence[str]
    ) -> None:
        super().__init__()
        self._theme = theme
        self._commands = commands
        self._examples_said = tuple(examples)
        self._shown: tuple[str, ...] = ()
        self._takes_goals = False
        self._front: tuple[str, tuple[str, ...]] = ("", ())
        """The window in front, and what can be said of it."""
        self.composer = Composer(theme, COMMAND_HINT)
        self.composer.sent.connect(commands.send)
        self.hint = ModelHint(theme, self)  # with a parent: it shows itself
        self.hint.pressed.connect(commands.load_model)
        self.notice = Hint(theme, "shield", "r2", tr("Show"))
        self.notice.hide()
        self.waking = WakeHint(theme)
        self.waking.chosen.connect(commands.wake)
        self.waking.hide()
        self._said = RunsLabel(theme, ((COMMANDS_SAID, False),), tone="dim")
        self._promise = self._made_promise(stop_key)
        self._examples = QVBoxLayout()
        self.sayings: list[Button] = []
        """What can be said, a button each."""
        page = QWidget()
        page.setMaximumWidth(COLUMN_WIDTH)
        asked = (
            Label(theme, tr("What should I do?"), "display"),
            6,
            self._promise,
            20,
            self.composer,
        )
        hints = (self.hint, 12, self.waking, 12, self.notice)
        ways = self._made_ways()
        said = (self._examples, 20, ways, 28)
        column((None, 3), *asked, 12, *said, *hints, (None, 4), gap=0, into=page)
        column(scrolled(centred(page, (24, 24, 24, 24))), into=self)
        self.show_engine(EngineStatus(), "auto")

    def show_engine(
        self, status: EngineStatus, policy: PolicyName, *, has_server: bool = False
    ) -> None:
        """Fit what is asked for and the examples to whoever decides."""
        self.hint.show_engine(status)
        if has_server:
            self.hint.hide()
        has_model = has_server or is_loaded(status)
        takes_goals = self._takes_goals = has_model and policy != "commands"
        self.composer.set_hint(GOAL_HINT if takes_goals else COMMAND_HINT)
        self._said.set_runs(((GOALS_SAID if takes_goals else COMMANDS_SAID, False),))
        self._promise.rearrange()
        self._general = examples_for(policy, self._examples_said, takes_goals=takes_goals)
        self._show_sayings()

    def show_front(self, title: str, sayings: Sequence[str]) -> None:
        """Show what can be said of the window that was in front; without any the general examples stand there."""
        self._front = (title, tuple(sayings))
        self._show_sayings()

    def _show_sayings(self) -> None:
        title, sayings = self._front
        if self._takes_goals or not sayings:
            self._show_examples("", self._general)
        else:
            self._show_examples(title, sayings)

    def _made_ways(self) -> Flow:
        commands = self._commands
        ways = (
            (
                tr("Try the demo"),
                "play",
                tr("Fill a small form: each step waits for you"),
                commands.demo,
            ),
            (tr("More examples"), "question", tr("What can be said, with examples"), commands.help),
            (
                tr("Record a macro"),
                "macro",
                tr("Show it once; it replays without a model"),
                commands.macros,
            ),
            (tr("Use a model"), "chip", tr("For goals in your own words"), commands.model),
        )
        buttons = []
        for text, icon, tip, wish in ways:
            button = Button(self._theme, text, icon=icon, kind="flat", size="compact")
            button.setToolTip(tip)
            button.clicked.connect(wish)
            buttons.append(button)
        return Flow(buttons, 4, 4)

    def _made_promise(self, stop_key: str) -> Flow:
        def said(words: str) -> QWidget:
            return RunsLabel(self._theme, ((words, False),), tone="dim")

        caps = [KeyCaps(self._theme, press) for press in stop_key.split()]
        before = said(tr("I show every action before it happens, and"))
        return Flow([self._said, before, *caps, said(tr("stops me at any moment."))], 6, 4)

    def _show_examples(self, window: str, examples: tuple[str, ...]) -> None:
        """Show examples: general ones go into the field, those for a window in front are done at once."""
        if (window, *examples) == self._shown:
            return
        self._shown = (window, *examples)
        empty(self._examples)
        buttons: list[Button] = []
        self.sayings = buttons
        for example in examples:
            button = Button(self._theme, example, size="compact")
            button.setToolTip(tr("Do this") if window else tr("Put this into the field"))
            wish = self._commands.send.emit if window else self._take
            button.clicked.connect(lambda _=False, text=example, wish=wish: wish(text))
            buttons.append(button)
        if window:
            said = ((IN_FRONT, False), (tr_said(quoted(window)), True), (":", False))
            self._examples.addWidget(RunsLabel(self._theme, said, tone="dim"))
            self._examples.addSpacing(8)
        self._examples.addWidget(Flow(buttons, 8, 8))

    def _take(self, example: str) -> None:
        self.composer.set_text(example)
        self.composer.setFocus()


MOST_WINDOWS: Final = 6
SAVE: Final = tr("Save as macro")
SAVE_TIP: Final = tr("Keep what was done as a macro that replays without a model")
LOOKING: Final = tr("Looking whether a macro can be made of it")


class PastPanel(QWidget):
    """Owned by the main window. UI thread; pictures come from a worker of its own."""

    opened = Signal(str)
    """A run is shown: whoever makes macros tells by `show_keepable` whether one can be made of it."""

    def __init__(self, theme: Theme, commands: Commands | None = None) -> None:
        super().__init__()
        self.commands = commands or Commands(self)
        self._task, self.run, self._when = "", "", ""
        """Of the run that shows; empty while none does."""
        self._is_pinned = self._is_play = False
        self.model = ChatModel(time.monotonic, self)
        self.steps = StepList(theme, self.model, self.commands, is_live=False)
        self._pictures = StoredPictures(self)
        self._pictures.loaded.connect(self.model.put_crop)
        self._pictures.lost.connect(self.model.lose_crop)
        self.model.fetch_crops_with(self._pictures.ask)
        self._words = ElidedLabel(theme, "", "body", "dim")
        self.again = Button(theme, tr("Run again"), icon="play", kind="flat", size="compact")
        self.again.clicked.connect(self._again)
        self.pin = Button(theme, tr("Pin"), icon="pin", kind="flat", size="compact")
        self.pin.clicked.connect(lambda: self.commands.pin.emit(self.run, not self._is_pinned))
        self.keep = Button(theme, SAVE, icon="macro", kind="flat", size="compact")
        self.keep.clicked.connect(self._offer)
        self._offered: KeepRow | None = None
        """What the run would be as a macro; None while that is not known, or where it cannot be one."""
        self.steps.keep_pressed.connect(self._on_keep_pressed)
        strip = Framed("card")
        strip.setMinimumHeight(48)
        buttons = (self.pin, self.keep, self.again)
        row((self._words, 1), *buttons, margins=(14, 6, 8, 6), into=strip)
        row(column_of(self.steps, strip), into=self)
        self.setFocusProxy(self.steps)

    def forget(self) -> None:
        """Show no run any more, and hold nothing of the one that showed."""
        self._task, self.run, self._when = "", "", ""
        self._pictures.forget()
        self._offered = None
        self._words.set_whole_text("")
        self.model.clear()

    def show_run(
        self, info: "RunInfo", steps: Sequence[StepRecord], read: ReadPicture, when: str
    ) -> None:
        """Show a run; `read` returns a picture of it, and is called on a worker."""
        self._task, self.run, self._when = info.task, info.run, when
        self._is_play = info.policy == "macro"
        # Of what was not kept nobody has the words, nor of a script its command line; and what another
        # program asked for never becomes a task of the user's.
        has_words = info.is_kept and not is_script_run(info.policy, info.task)
        self.again.setHidden(bool(info.asked_by) or not has_words)
        wanted = {
            str(step.n): Wanted(
                step.pictures.before,
                step.proposal.element.box if step.proposal.element else None,
                step.point,
            )
            for step in steps
            if step.pictures.before and (step.proposal.element or step.point)
        }
        self._pictures.serve(wanted, read)
        rows = stored_rows(
            info.task,
            steps,
            outcome=info.outcome,
            message=info.message,
            unseen=info.unseen,
            asked=info.asked,
            waited_s=info.waited_s,
            asked_by=info.asked_by,
            effects=info.effects,
            seconds=_seconds(info.started_utc, info.ended_utc),
            crop_key=lambda step: str(step.n) if str(step.n) in wanted else "",
        )
        went = host_words(info.host) if info.host else ""
        told = (text for text in (_touched(steps), went, info.pictures_note) if text)
        self.model.show((*rows, *(SayRow(text) for text in told)))
        self._show_pin(is_pinned=info.is_pinned)
        self._show_keep(None, LOOKING)
        self.steps.scrollToTop()
        self.opened.emit(info.run)

    def show_keepable(self, run: str, found: KeepRow | str) -> None:
        """Show what a run would be as a macro, or why it cannot be one, if it is the one that shows."""
        if run != self.run:
            return
        if isinstance(found, KeepRow):
            self._show_keep(found, SAVE_TIP)
        else:
            self._show_keep(None, found)

    def _show_keep(self, offered: KeepRow | None, tip: str) -> None:
        self._offered = offered
        self.keep.setEnabled(offered is not None)
        self.keep.setToolTip(tip)
        self.keep.setAccessibleDescription(tip)

    def _again(self) -> None:
        if self._is_play:
            self.commands.play_again.emit(self.run)
        else:
            self.commands.send.emit(self._task)

    def _offer(self) -> None:
        """Put the card at the end, as under a run that has just ended."""
        if self._offered is not None:
            self.model.put_offer(self._offered)
            self.steps.focus_card()

    def _on_keep_pressed(self, row: KeepRow, name: str, asked: frozenset[str]) -> None:
        self.model.put_offer(row.pressed(name, asked))
        self.commands.keep_run.emit(row.run, name, asked)

    def show_pin(self, run: str, *, is_pinned: bool) -> None:
        """Show whether a run stays whatever its age, if it is the one that shows."""
        if run == self.run:
            self._show_pin(is_pinned=is_pinned)
            announce(self.pin, tr("Pinned") if is_pinned else tr("Not pinned any more"))

    def _show_pin(self, *, is_pinned: bool) -> None:
        self._is_pinned = is_pinned
        kept = tr("pinned, stays whatever its age") if is_pinned else tr("saved run")
        self._words.set_whole_text(f"{self._when} · {kept}")
        self.pin.say(tr("Unpin") if is_pinned else tr("Pin"))
        what = (
            tr("let it go with the others in its time")
            if is_pinned
            else tr("keep it whatever its age")
        )
        self.pin.setAccessibleName(tr("{0} this run: {1}").format(self.pin.text(), what))
        self.pin.setToolTip(what[:1].upper() + what[1:])

    def close_pictures(self) -> None:
        """End the worker; before the application ends."""
        self._pictures.close()


def _touched(steps: Sequence[StepRecord]) -> str:
    """Say in which windows something was done; titles are those of the time."""
    titles: dict[str, None] = {}
    for step in steps:
        element = step.proposal.element
        if step.execution is not None and element is not None and element.window_title:
            titles.setdefault(element.window_title)
    if not titles:
        return ""
    named = [tr_said(quoted(title)) for title in list(titles)[:MOST_WINDOWS]]
    more = len(titles) - len(named)
    return (
        tr("It touched: ")
        + ", ".join(named)
        + (tr(" and {0} more.").format(more) if more > 0 else ".")
    )


def _seconds(started_utc: str, ended_utc: str) -> float:
    try:
        took = datetime.fromisoformat(ended_utc) - datetime.fromisoformat(started_utc)
    except ValueError:
        return 0.0
    return took.total_seconds()
