"""What stands on each page of the settings: a table of fields, and the few rows that are more than a field.

What a program may is kept by its own path, never by a window title.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, get_args

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget

from app.gui.overlay.secret_mark import SecretMark, mark_from, new_mark, paint_mark
from app.gui.preferences.editor import (
    KEY_WORDS,
    DropBox,
    EntryList,
    NumberBox,
    SecondsBox,
    SettingRow,
    SettingsEditor,
    Switch,
)
from app.gui.preferences.secrets import SecretList
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.inputs import ask_folder
from app.gui.widgets.labels import Label, announce
from app.gui.widgets.layout import row
from app.gui.widgets.own_application import SECRET
from app.gui.widgets.theme import Theme
from app.settings import Permission, permission_key, program_path

CONTROL_WIDTH: Final = 200
FIELD_WIDTH: Final = 260


class OneOf(NamedTuple):
    """A choice: each value of the setting, and its words."""

    choices: tuple[tuple[str, str], ...]


class Number(NamedTuple):
    """A whole number."""

    least: int
    most: int
    suffix: str = ""
    zero: str = ""
    """What stands for the least."""
    unit: float = 1
    """What the setting counts in one of these."""


class Measure(NamedTuple):
    """A number in tenths."""

    least: float
    most: float
    suffix: str = " s"


class OnOff(NamedTuple):
    """A switch."""

    on: object = True
    off: object = False


@dataclass(frozen=True, slots=True)
class Field:
    """One setting and its control."""

    key: str
    """As `SettingsEditor.value` takes it."""
    name: str
    sentence: str
    control: OneOf | Number | Measure | OnOff


def field_row(theme: Theme, editor: SettingsEditor, field: Field) -> SettingRow:
    """Return the row of a setting: its control reads it, and writes it with each change."""
    value, put = editor.value(field.key), partial(editor.put, field.key)
    control: QWidget
    match field.control:
        case OneOf(choices):
            control = DropBox(theme, choices, str(value), put)
        case OnOff(on, off):
            switch = Switch(theme, value == on, lambda is_on: put(on if is_on else off))
            return SettingRow(theme, field.name, field.sentence, switch)
        case Measure(least, most, suffix):
            control = measure = SecondsBox(theme, (least, most), value, put)
            measure.setSuffix(suffix)
        case Number(least, most, suffix, zero, unit):
            shown = max(least, round(value / unit))
            control = number = NumberBox(theme, (least, most), shown, lambda n: put(n * unit))
            number.setSuffix(suffix)
            number.setSpecialValueText(zero)
    control.setMinimumWidth(CONTROL_WIDTH)
    return SettingRow(theme, field.name, field.sentence, control)


def text_row(
    theme: Theme, name: str, sentence: str, text: str, put: Callable[[str], str]
) -> SettingRow:
    """Return a row with a text; `put` takes it, or says in a sentence why it cannot be."""
    field = QLineEdit(text)
    field.setMinimumWidth(CONTROL_WIDTH)
    made = SettingRow(theme, name, sentence, field)
    field.editingFinished.connect(lambda: made.set_problem(put(field.text())))
    return made


WORDS: Final[dict[Permission, str]] = {
    "ask": "Ask each time",
    "allow_r1": "Easy-to-undo steps",
    "allow_r2": "Also what has an effect",
    "never_touch": "Never touch",
    "never_look": "Never look",
}
CHOICES: Final = tuple((permission, WORDS[permission]) for permission in get_args(Permission))


class AppList(EntryList):
    """Owned by the settings window."""

    def __init__(self, theme: Theme, editor: SettingsEditor) -> None:
        self._editor = editor
        self.field = QLineEdit()
        self.field.setPlaceholderText("Program, such as /usr/bin/xterm")
        self.field.setAccessibleName("Program to add")
        add = Button(theme, "Add app", icon="plus")
        super().__init__(theme, row((self.field, 1), add, gap=8))
        self.field.returnPressed.connect(self._add)
        add.clicked.connect(self._add)
        self._fill()

    def _add(self) -> None:
        path, problem = program_path(self.field.text())
        self._say(problem)
        if path:
            self.field.clear()
            self._put(permission_key(path), "ask")

    def _put(self, path: str, permission: str | None) -> None:
        apps = dict(self._editor.settings.apps)
        is_known = apps.pop(path, None) is not None
        self._editor.put("apps", {**apps, path: permission} if permission else apps)
        if permission is None or not is_known:
            self._fill()

    def _fill(self) -> None:
        apps = self._editor.settings.apps.items()
        found = sorted(apps, key=lambda app: Path(app[0]).name.lower())
        text = "No app is here yet, so every one is asked about. Add one to allow or forbid it."
        self._show_entries([self._app(path, permission) for path, permission in found], text)

    def _app(self, path: str, permission: Permission) -> QWidget:
        name = Path(path).name
        may = DropBox(self._theme, CHOICES, permission, lambda word: self._put(path, word))
        may.setAccessibleName(f"{name} may")
        remove = Button(self._theme, "", icon="trash", kind="flat", size="compact")
        remove.setAccessibleName(f"Remove {name}")
        remove.setToolTip(f"Remove {name}: it is asked about again")
        remove.clicked.connect(lambda: self._put(path, None))
        return self._entry(name, path, may, remove)


BELOW: Final = 24
"""Logical pixels that are seen below a sentence, so that it is seen to end there."""
WIPE_SENTENCE: Final = (
    "Every run, pinned ones too, every picture and all backups of the history, for good, with the "
    "reports of macros, the values filled in last and repairs that wait. Old blocks may stay on a "
    "flash disk, in snapshots and in backups of yours."
)


class WipeButton(AskingTwice):
    """Nothing is wiped by one press."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            Button(theme, "Wipe everything…", icon="trash"),
            Button(theme, "Wipe for good", icon="trash", kind="danger"),
            Button(theme, "Keep"),
        )


class WipeResult(Label):
    """How the wipe went, below its button: the page scrolls there when it is told."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", "small", "dim", wraps=True)
        self.setContentsMargins(0, 12, 0, 0)

    def tell(self, sentence: str) -> None:
        """Say it, and bring it into view, now and once the page has grown by it."""
        page = self._page()
        if page is not None:
            once = Qt.ConnectionType.SingleShotConnection
            page.verticalScrollBar().rangeChanged.connect(self._come_into_view, once)
        self.setText(sentence)
        announce(self, sentence)
        self._come_into_view()

    def _page(self) -> QScrollArea | None:
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        return around

    def _come_into_view(self) -> None:
        page = self._page()
        if page is not None:
            page.ensureWidgetVisible(self, 0, BELOW)


def _wiping(theme: Theme, editor: SettingsEditor) -> tuple[QWidget, ...]:
    wipe, said = WipeButton(theme), WipeResult(theme)
    wipe.confirmed.connect(editor.wipe_wanted)
    editor.wiped.connect(said.tell)
    return SettingRow(theme, "Wipe the history", WIPE_SENTENCE, wipe), said


class MarkPicture(QWidget):
    """The picture of a mark."""

    def __init__(self, mark: SecretMark) -> None:
        super().__init__()
        self._mark = mark
        self.setFixedSize(QSize(44, 44))
        self.setAccessibleName("Your mark, for eyes alone")

    def set_mark(self, mark: SecretMark) -> None:
        """Show another mark."""
        self._mark = mark
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the mark."""
        with QPainter(self) as painter:
            paint_mark(painter, self._mark, QRectF(self.rect()))


MOST_LETTERS: Final = 40


class MarkEditor(QWidget):
    """The mark, a field for its words, and a button that draws another."""

    def __init__(self, theme: Theme, editor: SettingsEditor) -> None:
        super().__init__()
        self._editor = editor
        self._mark = mark_from(editor.settings.mark) or new_mark()
        self._picture = MarkPicture(self._mark)
        self.words = QLineEdit(self._mark.words)
        self.words.setMaxLength(MOST_LETTERS)
        self.words.setAccessibleName("Words of your mark")
        self.words.setProperty(SECRET, True)
        self.words.setMinimumWidth(180)
        self.words.editingFinished.connect(self._on_words)
        self.again = Button(theme, "Draw another", icon="refresh")
        self.again.clicked.connect(lambda: self._put(new_mark()))
        row(self._picture, self.words, self.again, gap=12, into=self)

    def _on_words(self) -> None:
        words = " ".join(self.words.text().split())
        self._put(SecretMark(self._mark.color, self._mark.sign, words or self._mark.words))

    def _put(self, mark: SecretMark) -> None:
        if mark != self._mark:
            self._mark = mark
            self._picture.set_mark(mark)
            self._editor.put("mark", mark.text)
        self.words.setText(mark.words)


class FolderField(QWidget):
    """A path that can be written, or chosen in a dialog."""

    def __init__(self, theme: Theme, folder: str) -> None:
        super().__init__()
        self.field = QLineEdit(folder)
        self.field.setMinimumWidth(FIELD_WIDTH)
        self.field.setAccessibleName("Folder of the model")
        self.field.setPlaceholderText("None yet")
        self.choose = Button(theme, "", icon="folder")
        self.choose.setAccessibleName("Choose the folder of the model")
        self.choose.setToolTip("Choose the folder")
        self.choose.clicked.connect(self._on_choose)
        row((self.field, 1), self.choose, gap=8, into=self)
        self.setFocusProxy(self.field)

    def _on_choose(self) -> None:
        ask_folder(self.window(), "Folder that holds the model", self.field.text(), self._take)

    def _take(self, folder: str) -> None:
        self.field.setText(folder)
        self.field.editingFinished.emit()


def _folder_row(theme: Theme, editor: SettingsEditor) -> SettingRow:
    control = FolderField(theme, editor.settings.model.folder)
    sentence = "Where the checkpoint lies. Nothing in it is ever run as a program."
    made = SettingRow(theme, "Folder", sentence, control)

    def put() -> None:
        text = control.field.text().strip()
        problem = folder_problem(text)
        made.set_problem(problem)
        if not problem:
            editor.put("model.folder", str(Path(text).expanduser()) if text else "")

    control.field.editingFinished.connect(put)
    return made


def folder_problem(text: str) -> str:
    """Say in a sentence why a folder cannot hold a model; empty when it can, or when none is set."""
    if not text:
        return ""
    if "\x00" in text:
        return "A folder's name has no such letter."
    return "" if Path(text).expanduser().is_dir() else f"There is no folder {text}."


def _cannot_be_off(theme: Theme, _editor: SettingsEditor) -> QWidget:
    text = (
        "Four things cannot be turned off: the stop keys, the check right before each click, "
        "asking for what is hard to undo, and hands off my own windows."
    )
    said = Label(theme, text, "small", "dim", wraps=True)
    said.setContentsMargins(0, 12, 0, 0)
    return said


DANGER_WORD: Final = range(2, 61)
"""How many letters a word of danger may have."""


def _danger_row(theme: Theme, editor: SettingsEditor) -> SettingRow:
    def put(text: str) -> str:
        words = tuple(word.strip() for word in text.split(",") if word.strip())
        for word in words:
            if len(word) not in DANGER_WORD:
                return f"“{word[:20]}” has {len(word)} letters; 2 to 60 can be used."
        editor.put("extra_danger_words", words)
        return ""

    sentence = "A button with one of these words is always asked. Several with a comma."
    shown = ", ".join(editor.settings.extra_danger_words)
    return text_row(theme, "Words that are hard to undo", sentence, shown, put)


KEY_SENTENCES: Final = {
    "stop": "Works anywhere, also in the middle of a word. Several with a comma.",
    "command_bar": "Opens the bar over any app.",
    "record_pause": "While a macro is recorded, leaves out what you do until you press it again.",
    "accept": "Works only while a card is up, as all keys below do.",
    "change": "Gives the mark handles: arrows move it, typing changes the text.",
    "reject": "Asks what is wrong; nothing is sent.",
    "hold": "Held for a second; a plain press does nothing.",
    "show": "Puts the card away and back.",
}
_CORNER: Final = Field(
    "stop_corner",
    "Stop corner",
    "While a task runs, pushing the mouse into this corner of the desktop stops it.",
    OneOf((
        ("top_left", "Top left"),
        ("top_right", "Top right"),
        ("bottom_left", "Bottom left"),
        ("bottom_right", "Bottom right"),
        ("off", "None"),
    )),
)  # fmt: skip


def _keys(theme: Theme, editor: SettingsEditor) -> tuple[QWidget, ...]:
    stop, *others = (
        text_row(
            theme, words, KEY_SENTENCES[name], editor.key_text(name), partial(editor.put_key, name)
        )
        for name, words in KEY_WORDS.items()
    )
    return (stop, field_row(theme, editor, _CORNER), *others)


def _profile_row(theme: Theme, editor: SettingsEditor, profiles: Sequence[str]) -> SettingRow:
    names = dict.fromkeys((*profiles, editor.settings.model.profile))
    spoken = (("auto", "By its files"), *((name, name) for name in names if name != "auto"))
    field = Field(
        "model.profile",
        "Prompt format",
        "Prompt, reply and places differ between models. Calibrate finds out what fits.",
        OneOf(spoken),
    )
    return field_row(theme, editor, field)


Rows = Callable[[Theme, SettingsEditor], QWidget | tuple[QWidget, ...]]


@dataclass(frozen=True, slots=True)
class Page:
    """One category: how it is listed, and its rows."""

    name: str
    icon: str
    sentence: str
    rows: Sequence[QWidget]


_PAGES: Final[tuple[tuple[str, str, str, tuple[Field | Rows, ...]], ...]] = (
    (
        "Who decides", "chip", "Commands, or a model on this computer. What runs already is not changed.",
        (
            Field("model.policy", "New tasks",
                  "Auto gives instructions that name things to commands, and goals to the model.",
                  OneOf((("auto", "Auto"), ("commands", "Commands"), ("holotron", "Model")))),
            _folder_row,
            Field("model.load_at_start", "Load at the start",
                  "The model is ready sooner; its memory is taken all the time.", OnOff()),
            Field("model.quantization", "Precision",
                  "Fewer bits take less memory and make more mistakes.",
                  OneOf((("auto", "What fits"), ("none", "16 bit"), ("int8", "8 bit"), ("nf4", "4 bit")))),
            Field("model.device", "Runs on", "A processor takes minutes for a step.",
                  OneOf((("auto", "Best for here"), ("cuda", "Graphics card"), ("cpu", "Processor")))),
            Field("model.graphs", "CUDA graphs", "Faster on a card; off where its driver fails.",
                  OneOf((("auto", "Where they work"), ("off", "Off")))),
            Field("model.thinking", "Thinking",
                  "The model thinks in words before it answers: slower, and sometimes better.",
                  OneOf((("auto", "Model's default"), ("on", "On"), ("off", "Off")))),
            Field("model.view", "Wide and tall screens",
                  "A part of the screen keeps small text readable for the model.",
                  OneOf((("auto", "If needed"), ("whole", "Whole screen"), ("window", "Active window"),
                         ("half", "Half of it")))),
            Field("model.images_kept", "Pictures",
                  "How many pictures of the screen the model sees at once, this one counted. 1 to 4.",
                  Number(1, 4)),
        ),
    ),
    (
        "Asking", "eye", "When I wait for you before I act.",
        (
            Field("approval.mode", "Mode",
                  "Ask shows everything. Assist runs easy-to-undo steps in apps that you allow. "
                  "Auto runs what you, or a macro that you trust, name, and of a goal what is easy to undo. "
                  "Asked in every mode: what is hard to undo, and the first step of a model or a macro in "
                  "a program or on a site that nobody named.",
                  OneOf((("ask", "Ask"), ("assist", "Assist"), ("auto", "Auto")))),
            Field("approval.arming_s", "Time before Accept works",
                  "Guards against a click that was meant for something else. 0.3 to 5 s.",
                  Measure(0.3, 5.0)),
            Field("approval.expiry_s", "Card stays for",
                  "After that I look again and ask again. Nothing is sent.", Measure(5.0, 300.0)),
            Field("approval.countdown_s", "Accept by countdown",
                  "Accepts easy-to-undo steps by itself after so long, unless you press a key or move "
                  "the mouse. 0 never does.", Measure(0.0, 30.0)),
            _danger_row,
            _cannot_be_off,
        ),
    ),
    (
        "Apps", "window", "Permissions for each program. It is known by its file, never by its window title.",
        (AppList,),
    ),
    (
        "Secrets", "lock", "Kept in the system keyring, typed by name into password fields, shown nowhere.",
        (lambda theme, _editor: SecretList(theme),),
    ),
    (
        "Your mark", "shield", "How you know that a card is mine.",
        (lambda theme, editor: SettingRow(
            theme, "Picture and words",
            "Every card of mine shows them. Do not accept on a card without them.",
            MarkEditor(theme, editor)),),
    ),
    ("Keys", "keyboard", "Keys that work in every app.", (_keys,)),
    (
        "Limits", "clock", "What one run may do at most.",
        (
            Field("budgets.steps", "Steps", "A run ends after so many actions.", Number(1, 10_000)),
            Field("budgets.wall_s", "Minutes", "A run ends after so long.",
                  Number(1, 1440, unit=60.0)),
            Field("budgets.text_chars", "Letters per action",
                  "More than that is never typed in one go.", Number(1, 100_000)),
        ),
    ),
    (
        "History", "trace", "What stays of your runs, and for how long.",
        (
            Field("keeping.runs", "Keep what runs do",
                  "Off, no word and no picture is written: only when a run was, how it ended and how "
                  "many steps it took.", OnOff("all", "nothing")),
            Field("keeping.picture_days", "Pictures stay",
                  "They show what was on your screen. Older ones are deleted; the steps stay.",
                  Number(0, 3650, " days", "for good")),
            Field("keeping.picture_gb", "Room for pictures", "Above this the oldest go first.",
                  Measure(0.1, 10_000, " GB")),
            Field("keeping.text_days", "Runs stay",
                  "Whole runs, with what you wrote. Older ones go, but for those that you pinned.",
                  Number(0, 36_500, " days", "for good")),
            _wiping,
        ),
    ),
    (
        "Look and input", "monitor", "How I look, see and press.",
        (
            Field("theme", "Colours", "Light, dark, or whatever the desktop uses.",
                  OneOf((("system", "As the desktop"), ("light", "Light"), ("dark", "Dark")))),
            Field("reduced_motion", "Less motion", "Marks on the screen stand still.", OnOff()),
            Field("use_ocr", "Read text in pictures",
                  "Finds words that an app does not name by itself. Slower, and on this computer.", OnOff()),
            Field("wake_programs", "Wake sleeping programs",
                  "Browsers and Qt programs show their fields, lists and boxes only when told to. It costs them "
                  "memory and time. A browser that is open by then has to be started again.",
                  OnOff("on", "off")),
            Field("backend", "Input",
                  "What moves the mouse and presses the keys. Applies after a restart.",
                  OneOf((("auto", "Best for here"), ("x11", "X11"), ("pyautogui", "pyautogui")))),
        ),
    ),
)  # fmt: skip


def pages(theme: Theme, editor: SettingsEditor, profiles: Sequence[str]) -> tuple[Page, ...]:
    """Return all pages with controls that hold what is set."""
    found: list[Page] = []
    for name, icon, sentence, parts in _PAGES:
        rows: list[QWidget] = []
        for part in parts:
            made = (
                field_row(theme, editor, part) if isinstance(part, Field) else part(theme, editor)
            )
            rows += made if isinstance(made, tuple) else (made,)
        if not found:
            rows.append(_profile_row(theme, editor, profiles))
        found.append(Page(name, icon, sentence, rows))
    return tuple(found)
