"""What stands on each page of the settings.

What a program may is kept by its own path, never by a window title.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from app.gui.overlay.secret_mark import SecretMark, mark_from, new_mark, paint_mark
from app.gui.preferences.editor import (
    KEY_WORDS,
    DropBox,
    NumberBox,
    SecondsBox,
    SettingRow,
    SettingsEditor,
    Switch,
    rule,
)
from app.gui.preferences.secrets import SecretList
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.inputs import ask_folder
from app.gui.widgets.labels import ElidedLabel, Label, announce
from app.gui.widgets.own_application import SECRET
from app.gui.widgets.theme import Theme
from app.settings import ModelSettings, Permission, permission_key, program_path

WORDS: Final[dict[Permission, str]] = {
    "ask": "Ask each time",
    "allow_r1": "Easy-to-undo steps",
    "allow_r2": "Also what has an effect",
    "never_touch": "Never touch",
    "never_look": "Never look",
}
CHOICES: Final = tuple((permission, WORDS[permission]) for permission in get_args(Permission))


class AppList(QWidget):
    """Owned by the settings window."""

    def __init__(self, theme: Theme, editor: SettingsEditor) -> None:
        super().__init__()
        self._theme = theme
        self._editor = editor
        self.field = QLineEdit()
        self.field.setPlaceholderText("Program, such as /usr/bin/xterm")
        self.field.setAccessibleName("Program to add")
        self.field.returnPressed.connect(self._add)
        self._button = Button(theme, "Add app", icon="plus")
        self._button.clicked.connect(self._add)
        self._problem = Label(theme, "", "small", "r3", wraps=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(line)
        column.addWidget(self._problem)
        column.addLayout(self._rows)
        self._fill()

    @property
    def problem(self) -> str:
        """What is wrong with the program that was to be added."""
        return self._problem.text()

    def _add(self) -> None:
        path, problem = program_path(self.field.text())
        self._say(problem)
        if path:
            self.field.clear()
            self._put(permission_key(path), "ask")

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))

    def _put(self, path: str, permission: Permission | None) -> None:
        apps = {**self._editor.settings.apps}
        is_known = path in apps
        if permission is None:
            apps.pop(path, None)
        else:
            apps[path] = permission
        self._editor.put_field("apps", apps)
        if permission is None or not is_known:
            self._fill()

    def _fill(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        apps = self._editor.settings.apps
        self._say("")
        if not apps:
            text = "No app is here yet, so every one is asked about. Add one to allow or forbid it."
            self._rows.addWidget(Label(self._theme, text, "small", "dim", wraps=True))
        for path, permission in sorted(apps.items(), key=lambda app: Path(app[0]).name.lower()):
            self._rows.addWidget(rule())
            self._rows.addWidget(self._row(path, permission))

    def _row(self, path: str, permission: Permission) -> QFrame:
        name = Path(path).name
        row = QFrame()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 8, 0, 8)
        line.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(self._theme, name, "bold"))
        words.addWidget(ElidedLabel(self._theme, path, "mono", "dim"))
        line.addLayout(words, 1)
        may = DropBox(self._theme, CHOICES, permission, lambda p: self._on_chosen(path, p))
        may.setAccessibleName(f"{name} may")
        line.addWidget(may)
        remove = Button(self._theme, "", icon="trash", kind="flat", size="compact")
        remove.setAccessibleName(f"Remove {name}")
        remove.setToolTip(f"Remove {name}: it is asked about again")
        remove.clicked.connect(lambda: self._put(path, None))
        line.addWidget(remove)
        return row

    def _on_chosen(self, path: str, word: str) -> None:
        for permission in WORDS:
            if permission == word:
                self._put(path, permission)


KEEPING_WIDTH = 200
BELOW = 24
"""Logical pixels that are seen below a sentence, so that it is seen to end there."""
WIPE_SENTENCE = (
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


def keeping_rows(theme: Theme, editor: SettingsEditor) -> tuple[QWidget, ...]:
    """Return the rows of the page."""
    keeping = editor.settings.keeping
    runs = Switch(
        theme,
        keeping.runs == "all",
        lambda is_on: editor.put_keeping("runs", "all" if is_on else "nothing"),
    )
    days = NumberBox(
        theme, (0, 3650), keeping.picture_days, lambda v: editor.put_keeping("picture_days", v)
    )
    days.setSuffix(" days")
    days.setSpecialValueText("for good")
    room = SecondsBox(
        theme, (0.1, 10_000), keeping.picture_gb, lambda v: editor.put_keeping("picture_gb", v)
    )
    room.setSuffix(" GB")
    texts = NumberBox(
        theme, (0, 36_500), keeping.text_days, lambda v: editor.put_keeping("text_days", v)
    )
    texts.setSuffix(" days")
    texts.setSpecialValueText("for good")
    for control in (days, room, texts):
        control.setMinimumWidth(KEEPING_WIDTH)
    wipe = WipeButton(theme)
    wipe.confirmed.connect(editor.wipe_wanted)
    said = WipeResult(theme)
    editor.wiped.connect(said.tell)
    return (
        SettingRow(
            theme,
            "Keep what runs do",
            "Off, no word and no picture is written: only when a run was, how it ended and how "
            "many steps it took.",
            runs,
        ),
        SettingRow(
            theme,
            "Pictures stay",
            "They show what was on your screen. Older ones are deleted; the steps stay.",
            days,
        ),
        SettingRow(theme, "Room for pictures", "Above this the oldest go first.", room),
        SettingRow(
            theme,
            "Runs stay",
            "Whole runs, with what you wrote. Older ones go, but for those that you pinned.",
            texts,
        ),
        SettingRow(theme, "Wipe the history", WIPE_SENTENCE, wipe),
        said,
    )


PICTURE: Final = 44
MOST_LETTERS: Final = 40


class MarkPicture(QWidget):
    """The picture of a mark."""

    def __init__(self, mark: SecretMark) -> None:
        super().__init__()
        self._mark = mark
        self.setFixedSize(QSize(PICTURE, PICTURE))
        self.setAccessibleName("Your mark, for eyes alone")
        self.set_mark(mark)

    def set_mark(self, mark: SecretMark) -> None:
        """Show another mark."""
        self._mark = mark
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the mark."""
        with QPainter(self) as painter:
            paint_mark(painter, self._mark, QRectF(self.rect()))


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
        self.again.clicked.connect(self._on_again)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._picture)
        line.addWidget(self.words)
        line.addWidget(self.again)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(line)

    def _on_words(self) -> None:
        words = " ".join(self.words.text().split())
        if words:
            self._put(SecretMark(self._mark.color, self._mark.sign, words))
        self.words.setText(self._mark.words)

    def _on_again(self) -> None:
        self._put(new_mark())
        self.words.setText(self._mark.words)

    def _put(self, mark: SecretMark) -> None:
        self._mark = mark
        self._picture.set_mark(mark)
        self._editor.put_field("mark", mark.text)


CONTROL_WIDTH: Final = 200
FIELD_WIDTH: Final = 260
Choices = tuple[tuple[str, str], ...]

POLICIES: Final[Choices] = (("auto", "Auto"), ("commands", "Commands"), ("holotron", "Model"))
PRECISIONS: Final[Choices] = (
    ("auto", "What fits"),
    ("none", "16 bit"),
    ("int8", "8 bit"),
    ("nf4", "4 bit"),
)
DEVICES: Final[Choices] = (
    ("auto", "Best for here"),
    ("cuda", "Graphics card"),
    ("cpu", "Processor"),
)
GRAPHS: Final[Choices] = (("auto", "Where they work"), ("off", "Off"))
THINKING: Final[Choices] = (("auto", "As it was made"), ("on", "On"), ("off", "Off"))
VIEWS: Final[Choices] = (
    ("auto", "If needed"),
    ("whole", "Whole screen"),
    ("window", "Active window"),
    ("half", "Half of it"),
)


class FolderField(QWidget):
    """A path that can be written, or chosen in a dialog."""

    def __init__(self, theme: Theme, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(folder)
        self.field.setMinimumWidth(FIELD_WIDTH)
        self.field.setAccessibleName("Folder of the model")
        self.field.setPlaceholderText("None yet")
        self.choose = Button(theme, "", icon="folder")
        self.choose.setAccessibleName("Choose the folder of the model")
        self.choose.setToolTip("Choose the folder")
        self.choose.clicked.connect(self._on_choose)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self.choose)
        self.setFocusProxy(self.field)

    def _on_choose(self) -> None:
        ask_folder(self.window(), "Folder that holds the model", self.field.text(), self._take)

    def _take(self, folder: str) -> None:
        self.field.setText(folder)
        self.field.editingFinished.emit()


def folder_problem(text: str) -> str:
    """Say in a sentence why a folder cannot hold a model; empty when it can, or when none is set."""
    if not text:
        return ""
    if "\x00" in text:
        return "A folder's name has no such letter."
    if not Path(text).expanduser().is_dir():
        return f"There is no folder {text}."
    return ""


def model_rows(
    theme: Theme, editor: SettingsEditor, profiles: Sequence[str]
) -> tuple[SettingRow, ...]:
    """Return the rows.

    Args:
        profiles: names of the ways in which a model can be spoken to.
    """
    model = editor.settings.model
    names = dict.fromkeys((*profiles, model.profile))
    spoken = (("auto", "By its files"), *((name, name) for name in names if name != "auto"))

    def choice(name: str, sentence: str, field: str, choices: Choices) -> SettingRow:
        value = str(getattr(model, field))
        box = DropBox(theme, choices, value, lambda chosen: editor.put_model(field, chosen))
        box.setMinimumWidth(CONTROL_WIDTH)
        return SettingRow(theme, name, sentence, box)

    return (
        choice(
            "New tasks",
            "Auto gives instructions that name things to commands, and goals to the model.",
            "policy",
            POLICIES,
        ),
        _folder_row(theme, editor, model),
        SettingRow(
            theme,
            "Load at the start",
            "The model is ready sooner; its memory is taken all the time.",
            Switch(theme, model.load_at_start, lambda v: editor.put_model("load_at_start", v)),
        ),
        choice(
            "Precision",
            "Fewer bits take less memory and make more mistakes.",
            "quantization",
            PRECISIONS,
        ),
        choice("Runs on", "A processor takes minutes for a step.", "device", DEVICES),
        choice("CUDA graphs", "Faster on a card; off where its driver fails.", "graphs", GRAPHS),
        choice(
            "Thinking",
            "The model thinks in words before it answers: slower, and sometimes better.",
            "thinking",
            THINKING,
        ),
        choice(
            "Wide and tall screens",
            "A part of the screen keeps small text readable for the model.",
            "view",
            VIEWS,
        ),
        _pictures_row(theme, editor, model),
        choice(
            "How it is spoken to",
            "Prompt, reply and places differ between models. Calibrate finds out what fits.",
            "profile",
            spoken,
        ),
    )


def _folder_row(theme: Theme, editor: SettingsEditor, model: ModelSettings) -> SettingRow:
    control = FolderField(theme, model.folder)
    sentence = "Where the checkpoint lies. Nothing in it is ever run as a program."
    row = SettingRow(theme, "Folder", sentence, control)

    def put() -> None:
        text = control.field.text().strip()
        problem = folder_problem(text)
        row.set_problem(problem)
        if not problem:
            editor.put_model("folder", str(Path(text).expanduser()) if text else "")

    control.field.editingFinished.connect(put)
    return row


def _pictures_row(theme: Theme, editor: SettingsEditor, model: ModelSettings) -> SettingRow:
    box = NumberBox(
        theme, (1, 4), model.images_kept, lambda count: editor.put_model("images_kept", count)
    )
    box.setMinimumWidth(CONTROL_WIDTH)
    sentence = "How many pictures of the screen the model sees at once, this one counted. 1 to 4."
    return SettingRow(theme, "Pictures", sentence, box)


DANGER_WORD: Final = range(2, 61)
"""How many letters a word of danger may have."""
CORNERS: Final = (
    ("top_left", "Top left"),
    ("top_right", "Top right"),
    ("bottom_left", "Bottom left"),
    ("bottom_right", "Bottom right"),
    ("off", "None"),
)
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


@dataclass(frozen=True, slots=True)
class Page:
    """One category: how it is listed, and its rows."""

    name: str
    icon: str
    sentence: str
    rows: Sequence[QWidget]


def pages(theme: Theme, editor: SettingsEditor, profiles: Sequence[str]) -> tuple[Page, ...]:
    """Return all pages with controls that hold what is set."""
    return (
        Page(
            "Who decides",
            "chip",
            "Commands, or a model on this computer. What runs already is not changed.",
            model_rows(theme, editor, profiles),
        ),
        Page("Asking", "eye", "When I wait for you before I act.", _asking(theme, editor)),
        Page(
            "Apps",
            "window",
            "What each program may. By the program itself, never by its window title.",
            (AppList(theme, editor),),
        ),
        Page(
            "Secrets",
            "lock",
            "Kept in the system keyring, typed by name into password fields, shown nowhere.",
            (SecretList(theme),),
        ),
        Page("Your mark", "shield", "How you know that a card is mine.", _mark(theme, editor)),
        Page("Keys", "keyboard", "Keys that work in every app.", _keys(theme, editor)),
        Page("Limits", "clock", "What one run may do at most.", _limits(theme, editor)),
        Page(
            "History",
            "trace",
            "What stays of your runs, and for how long.",
            keeping_rows(theme, editor),
        ),
        Page("Look and input", "sun", "How I look, see and press.", _looks(theme, editor)),
    )


def _fixed(control: QWidget) -> QWidget:
    control.setMinimumWidth(CONTROL_WIDTH)
    return control


def _asking(theme: Theme, editor: SettingsEditor) -> tuple[QWidget, ...]:
    approval = editor.settings.approval
    modes = (("ask", "Ask"), ("assist", "Assist"), ("auto", "Auto"))

    def seconds(least: float, most: float, name: str) -> QWidget:
        value = getattr(approval, name)
        return SecondsBox(theme, (least, most), value, lambda v: editor.put_approval(name, v))

    words = QLineEdit(", ".join(editor.settings.extra_danger_words))
    row = SettingRow(
        theme,
        "Words that are hard to undo",
        "A button with one of these words is always asked. Several with a comma.",
        _fixed(words),
    )
    words.editingFinished.connect(lambda: row.set_problem(_put_words(editor, words.text())))
    return (
        SettingRow(
            theme,
            "Mode",
            "Ask shows everything. Assist runs easy-to-undo steps in apps that you allow. "
            "Auto runs what you, or a macro that you trust, name, and of a goal what is easy to undo. "
            "Asked in every mode: what is hard to undo, and the first step of a model or a macro in "
            "a program or on a site that nobody named.",
            _fixed(DropBox(theme, modes, approval.mode, lambda v: editor.put_approval("mode", v))),
        ),
        SettingRow(
            theme,
            "Time before Accept works",
            "Guards against a click that was meant for something else. 0.3 to 5 s.",
            _fixed(seconds(0.3, 5.0, "arming_s")),
        ),
        SettingRow(
            theme,
            "Card stays for",
            "After that I look again and ask again. Nothing is sent.",
            _fixed(seconds(5.0, 300.0, "expiry_s")),
        ),
        SettingRow(
            theme,
            "Accept by countdown",
            "Accepts easy-to-undo steps by itself after so long, unless you press a key or move "
            "the mouse. 0 never does.",
            _fixed(seconds(0.0, 30.0, "countdown_s")),
        ),
        row,
        _cannot_be_off(theme),
    )


def _cannot_be_off(theme: Theme) -> QWidget:
    text = (
        "Four things cannot be turned off: the stop keys, the check right before each click, "
        "asking for what is hard to undo, and hands off my own windows."
    )
    said = Label(theme, text, "small", "dim", wraps=True)
    said.setContentsMargins(0, 12, 0, 0)
    return said


def _put_words(editor: SettingsEditor, text: str) -> str:
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    for word in words:
        if len(word) not in DANGER_WORD:
            return f"“{word[:20]}” has {len(word)} letters; 2 to 60 can be used."
    editor.put_field("extra_danger_words", words)
    return ""


def _mark(theme: Theme, editor: SettingsEditor) -> tuple[SettingRow, ...]:
    return (
        SettingRow(
            theme,
            "Picture and words",
            "Every card of mine shows them. Do not accept on a card without them.",
            MarkEditor(theme, editor),
        ),
    )


def _keys(theme: Theme, editor: SettingsEditor) -> tuple[SettingRow, ...]:
    corner = DropBox(
        theme, CORNERS, editor.settings.stop_corner, lambda v: editor.put_field("stop_corner", v)
    )
    stop, *others = (_key_row(theme, editor, name) for name in KEY_WORDS)
    row = SettingRow(
        theme,
        "Stop corner",
        "While a task runs, pushing the mouse into this corner of the desktop stops it.",
        _fixed(corner),
    )
    return (stop, row, *others)


def _key_row(theme: Theme, editor: SettingsEditor, name: str) -> SettingRow:
    field = QLineEdit(editor.key_text(name))
    row = SettingRow(theme, KEY_WORDS[name], KEY_SENTENCES[name], _fixed(field))
    field.editingFinished.connect(lambda: row.set_problem(editor.put_key(name, field.text())))
    return row


def _limits(theme: Theme, editor: SettingsEditor) -> tuple[SettingRow, ...]:
    budgets = editor.settings.budgets

    def number(
        name: str, sentence: str, most: int, value: int, put: Callable[[int], None]
    ) -> SettingRow:
        return SettingRow(theme, name, sentence, _fixed(NumberBox(theme, (1, most), value, put)))

    return (
        number(
            "Steps",
            "A run ends after so many actions.",
            10_000,
            budgets.steps,
            lambda v: editor.put_budget("steps", v),
        ),
        number(
            "Minutes",
            "A run ends after so long.",
            1440,
            max(1, round(budgets.wall_s / 60)),
            lambda v: editor.put_budget("wall_s", v * 60.0),
        ),
        number(
            "Letters per action",
            "More than that is never typed in one go.",
            100_000,
            budgets.text_chars,
            lambda v: editor.put_budget("text_chars", v),
        ),
    )


def _looks(theme: Theme, editor: SettingsEditor) -> tuple[SettingRow, ...]:
    settings = editor.settings
    themes = (("system", "As the desktop"), ("light", "Light"), ("dark", "Dark"))
    backends = (("auto", "Best for here"), ("x11", "X11"), ("pyautogui", "pyautogui"))
    look = DropBox(theme, themes, settings.theme, lambda v: editor.put_field("theme", v))
    hands = DropBox(theme, backends, settings.backend, lambda v: editor.put_field("backend", v))
    still = Switch(theme, settings.reduced_motion, lambda v: editor.put_field("reduced_motion", v))
    ocr = Switch(theme, settings.use_ocr, lambda v: editor.put_field("use_ocr", v))
    wake = Switch(
        theme,
        settings.wake_programs == "on",
        lambda v: editor.put_field("wake_programs", "on" if v else "off"),
    )
    return (
        SettingRow(theme, "Colours", "Light, dark, or whatever the desktop uses.", _fixed(look)),
        SettingRow(theme, "Less motion", "Marks on the screen stand still.", still),
        SettingRow(
            theme,
            "Read text in pictures",
            "Finds words that an app does not name by itself. Slower, and on this computer.",
            ocr,
        ),
        SettingRow(
            theme,
            "Wake sleeping programs",
            "Browsers and Qt programs show their fields, lists and boxes only when told to. It costs them "
            "memory and time. A browser that is open by then has to be started again.",
            wake,
        ),
        SettingRow(
            theme,
            "Input",
            "What moves the mouse and presses the keys. Counts from the next start.",
            _fixed(hands),
        ),
    )
