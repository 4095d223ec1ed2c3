"""The fields of one step: those of its kind, then those that every step has."""

from collections.abc import Sequence
from typing import Final, get_args

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractSpinBox, QVBoxLayout, QWidget

from app.macros.editor.condition_form import ConditionForm
from app.macros.editor.conditional import Conditional, UntilField
from app.macros.editor.fields import KeysField, LineField, TextField
from app.macros.editor.labelled import Labelled, heading
from app.macros.editor.sentences import MISMATCH_WORDS
from app.macros.editor.value_lines import ValueLines
from app.preferences.controls import DropBox, NumberBox, SecondsBox
from app.widgets.checkbox import CheckBox
from app.widgets.flow import Flow
from app.widgets.theme import Theme
from automation.core.actions import MAX_WAIT_S, Modifier
from automation.core.actions import Button as MouseButton
from automation.macros import macro as grammar
from automation.macros.macro import Condition, Step, Until

_BUTTONS: Final[dict[MouseButton, str]] = {
    "left": "Left",
    "right": "Right",
    "middle": "Middle",
    "back": "Back",
    "forward": "Forward",
}
_COUNTS: Final = (("1", "Once"), ("2", "Double"), ("3", "Triple"))
_DIRECTIONS: Final = (("down", "Down"), ("up", "Up"), ("left", "Left"), ("right", "Right"))
_WINDOW_OPS: Final = (
    ("activate", "Bring to the front"),
    ("close", "Close"),
    ("minimise", "Minimise"),
    ("maximise", "Maximise"),
)
_CLIPBOARD_OPS: Final = (
    ("copy", "Copy"),
    ("cut", "Cut"),
    ("paste", "Paste"),
    ("set", "Put a text on it"),
)
_RISKS: Final = (
    ("", "As the rules say"),
    ("effect", "Has an effect"),
    ("irreversible", "Hard to undo"),
)
_MOST_REPEATS: Final = 100_000


class StepForm(QWidget):
    """Made anew for each step; every whole value is put at once."""

    edited = Signal(object, str, str)
    """The step as it should be, its one part that was changed, and a key: edits of one key in a row are
    one undo."""
    wrong = Signal(str)
    """Why something written cannot be taken."""

    def __init__(
        self,
        theme: Theme,
        step: Step,
        params: Sequence[str] = (),
        macros: Sequence[str] = (),
    ) -> None:
        """Show a step.

        Args:
            theme: colours and fonts.
            step: what is edited.
            params: names that may stand in texts.
            macros: names of macros that may be called.
        """
        super().__init__()
        self._theme = theme
        self._step = step
        self._params = tuple(params)
        self._macros = tuple(macros)
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(8)
        self._own()
        self._common()

    @property
    def step(self) -> Step:
        """The step with all that was put."""
        return self._step

    def take(self, step: Step) -> None:
        """Go on from a step whose target or block was changed elsewhere, and what it expects with it."""
        self._step = step
        self._expected.show_until(step.expect)

    def commit(self, *, is_leaving: bool = False) -> str:
        """Put what is written and not yet taken; return why that cannot be, empty when it was.

        The field that cannot be taken gets the keyboard; those behind it are left as they are.

        Args:
            is_leaving: nobody can write it anew, so those behind it are taken, and none gets the keyboard.
        """
        wrong = ""
        for field in self.findChildren(QWidget):
            problem = ""
            match field:
                case QAbstractSpinBox():
                    field.interpretText()
                case LineField() | TextField():
                    field.commit()
                case KeysField() | ValueLines():
                    problem = field.commit()
                case _:
                    continue
            if problem and not is_leaving:
                field.setFocus()
                return problem
            wrong = wrong or problem
        return wrong

    def _put(self, name: str, value: object, key: str = "") -> None:
        if getattr(self._step, name) == value:
            return
        self._step = msgspec.structs.replace(self._step, **{name: value})
        self.edited.emit(self._step, name, key)

    def _own(self) -> None:
        match self._step:
            case grammar.Click() | grammar.Drag() | grammar.Scroll():
                self._pointing(self._step)
            case grammar.Type() | grammar.Keys() | grammar.Clipboard():
                self._keyboard(self._step)
            case grammar.Window() | grammar.Launch():
                self._windows(self._step)
            case grammar.Wait() | grammar.CheckThat() | grammar.AskMe():
                self._waiting(self._step)
            case grammar.Group() | grammar.If() | grammar.Repeat():
                self._blocks(self._step)
            case grammar.Call():
                self._call(self._step)

    def _pointing(self, step: grammar.Click | grammar.Drag | grammar.Scroll) -> None:
        if isinstance(step, grammar.Scroll):
            self._choice("Direction", "direction", _DIRECTIONS, step.direction)
            self._number("Lines", "amount", (1, 1000), step.amount)
            return
        self._choice("Button", "button", tuple(_BUTTONS.items()), step.button)
        if isinstance(step, grammar.Click):
            box = DropBox(
                self._theme, _COUNTS, str(step.count), lambda n: self._put("count", int(n))
            )
            self._add("Press it", box)
        self._modifiers(step.modifiers)

    def _modifiers(self, held: tuple[Modifier, ...]) -> None:
        boxes: dict[Modifier, CheckBox] = {}

        def put() -> None:
            self._put("modifiers", tuple(key for key, box in boxes.items() if box.isChecked()))

        for key in get_args(Modifier):
            box = boxes[key] = CheckBox(self._theme, key.capitalize())
            box.setAccessibleName(f"Hold {key.capitalize()}")
            box.setChecked(key in held)
            box.toggled.connect(put)
        row = Flow(tuple(boxes.values()), 16, 8)
        row.setAccessibleName("Keys held")
        self._lines.addWidget(Labelled(self._theme, "Keys held", row, below=True))

    def _keyboard(self, step: grammar.Type | grammar.Keys | grammar.Clipboard) -> None:
        match step:
            case grammar.Type():
                self._text("Text", "text", step.text, hint="What is typed")
                self._check("Replace what the field holds", "replace", value=step.replace)
                self._check("Press Enter after it", "enter", value=step.enter)
            case grammar.Keys():
                keys = KeysField(self._theme, step.keys, lambda keys: self._put("keys", keys))
                keys.wrong.connect(self.wrong)
                self._lines.addWidget(Labelled(self._theme, "Keys", keys, below=True))
                self._number("Times", "times", (1, 100), step.times)
            case grammar.Clipboard():
                self._choice("Do", "op", _CLIPBOARD_OPS, step.op)
                self._text("Text for the clipboard", "text", step.text, hint="Only to put on it")

    def _windows(self, step: grammar.Window | grammar.Launch) -> None:
        if isinstance(step, grammar.Launch):
            self._line("Program", "desktop_id", step.desktop_id, hint="org.example.App.desktop")
            return
        self._choice("Do", "op", _WINDOW_OPS, step.op)
        self._line("Title", "title", step.title, hint="* for any words")
        self._line("Program", "app", step.app, hint="its file name")

    def _waiting(self, step: grammar.Wait | grammar.CheckThat | grammar.AskMe) -> None:
        match step:
            case grammar.Wait():
                self._seconds("Seconds", "seconds", step.seconds)
            case grammar.CheckThat():
                self._condition("Check that", "condition", step.condition)
                self._seconds("At most", "within_s", step.within_s)
            case grammar.AskMe():
                self._text("Question", "question", step.question, hint="Answered with yes or no")

    def _blocks(self, step: grammar.Group | grammar.If | grammar.Repeat) -> None:
        match step:
            case grammar.Group():
                self._line("Title", "title", step.title)
            case grammar.If():
                self._condition("If", "condition", step.condition)
            case grammar.Repeat():
                self._number("Times", "times", (1, _MOST_REPEATS), step.times)
                self._until_condition(step)

    def _until_condition(self, step: grammar.Repeat) -> None:
        def put(condition: Condition | None) -> None:
            self._put("until", condition)

        words = "Stop as soon as something is so"
        self._lines.addWidget(
            Conditional(self._theme, words, "Until", step.until, self._params, put)
        )

    def _call(self, step: grammar.Call) -> None:
        names = dict.fromkeys((step.macro, *self._macros))
        box = DropBox(
            self._theme,
            [(name, name) for name in names],
            step.macro,
            lambda name: self._put("macro", name),
        )
        self._add("Macro", box)
        values = ValueLines(self._theme, step.values, lambda given: self._put("values", given))
        values.wrong.connect(self.wrong)
        self._lines.addWidget(Labelled(self._theme, "Values", values, below=True))

    def _common(self) -> None:
        step = self._step
        if not isinstance(step, grammar.Group):
            words, now = tuple(MISMATCH_WORDS.items()), step.on_mismatch
            box = DropBox(self._theme, words, now, lambda key: self._put("on_mismatch", key))
            self._lines.addWidget(Labelled(self._theme, "If it does not match", box, below=True))
        self._area("Comment", "comment", step.comment, hint="none")
        self._choice("Risk", "risk", _RISKS, step.risk)
        self._until("Wait first until something is so", "Wait until", "wait", step.wait)
        what = "Expect something after it"
        self._expected = self._until(what, "Expect that", "expect", step.expect)
        if step.pause_s:
            self._seconds("Pause when it is played slowly", "pause_s", step.pause_s)
        self._check("Stop here first (breakpoint, F9)", "breakpoint", value=step.breakpoint)
        self._check("Off: left out of a run (Space)", "off", value=step.off)

    def _until(self, words: str, name: str, field: str, until: Until | None) -> UntilField:
        def put(found: Until | None, key: str) -> None:
            self._put(field, found, key and f"{field} {key}")

        shown = UntilField(self._theme, words, name, until, self._params, put)
        self._lines.addWidget(shown)
        return shown

    def _add(self, word: str, control: QWidget) -> None:
        self._lines.addWidget(Labelled(self._theme, word, control))

    def _choice(self, word: str, name: str, choices: Sequence[tuple[str, str]], value: str) -> None:
        self._add(word, DropBox(self._theme, choices, value, lambda key: self._put(name, key)))

    def _number(self, word: str, name: str, bounds: tuple[int, int], value: int) -> None:
        self._add(word, NumberBox(self._theme, bounds, value, lambda n: self._put(name, n, name)))

    def _seconds(self, word: str, name: str, value: float) -> None:
        box = SecondsBox(self._theme, (0.0, MAX_WAIT_S), value, lambda s: self._put(name, s, name))
        self._add(word, box)

    def _line(self, word: str, name: str, value: str, *, hint: str = "") -> None:
        field = LineField(self._theme, word, value, lambda t: self._put(name, t), hint=hint)
        self._add(word, field)

    def _text(self, word: str, name: str, value: str, *, hint: str = "") -> None:
        field = TextField(
            self._theme, word, value, lambda t: self._put(name, t), self._params, hint=hint
        )
        self._lines.addWidget(Labelled(self._theme, word, field, below=True))

    def _area(self, word: str, name: str, value: str, *, hint: str = "") -> None:
        field = TextField(self._theme, word, value, lambda t: self._put(name, t), hint=hint)
        self._add(word, field)

    def _condition(self, word: str, name: str, condition: Condition) -> None:
        form = ConditionForm(
            self._theme, word, condition, self._params, lambda found: self._put(name, found)
        )
        self._lines.addWidget(heading(self._theme, word))
        self._lines.addWidget(form)

    def _check(self, words: str, name: str, *, value: bool) -> None:
        box = CheckBox(self._theme, words)
        box.setChecked(value)
        box.toggled.connect(lambda is_on: self._put(name, is_on))
        self._lines.addWidget(box)
