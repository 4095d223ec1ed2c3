"""What stands on each page of the settings: a table of fields, and the few rows that are more than a field.

What a program may is kept by its own path, never by a window title.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, get_args

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget

from app.gui import tr
from app.gui.background import Background
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
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.inputs import ask_folder
from app.gui.widgets.labels import Label, announce
from app.gui.widgets.layout import row
from app.gui.widgets.own_application import SECRET
from app.gui.widgets.theme import Theme
from app.settings import (
    MAX_VALUE_CHARS,
    Permission,
    only_for,
    permission_key,
    program_path,
    scope_words,
)
from automation.core.secrets import SecretEntry, is_secret_name, reference
from automation.desktop import secrets

CONTROL_WIDTH: Final = 200
FIELD_WIDTH: Final = 260
ANY_FIELD: Final = tr("Any password field; asked each time")


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
    field.editingFinished.connect(lambda: made.problem.tell(put(field.text())))
    return made


WORDS: Final[dict[Permission, str]] = {
    "ask": tr("Ask each time"),
    "allow_r1": tr("Easy-to-undo steps"),
    "allow_r2": tr("Also what has an effect"),
    "never_touch": tr("Never touch"),
    "never_look": tr("Never look"),
}
CHOICES: Final = tuple((permission, WORDS[permission]) for permission in get_args(Permission))


class AppList(EntryList):
    """Owned by the settings window."""

    def __init__(self, theme: Theme, editor: SettingsEditor) -> None:
        self._editor = editor
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Program, such as /usr/bin/xterm"))
        self.field.setAccessibleName(tr("Program to add"))
        add = Button(theme, tr("Add app"), icon="plus")
        super().__init__(theme, row((self.field, 1), add, gap=8))
        self.field.returnPressed.connect(self._add)
        add.clicked.connect(self._add)
        self._fill()

    def _add(self) -> None:
        path, problem = program_path(self.field.text())
        self.problem.tell(problem)
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
        text = tr("No app is here yet, so every one is asked about. Add one to allow or forbid it.")
        self._show_entries([self._app(path, permission) for path, permission in found], text)

    def _app(self, path: str, permission: Permission) -> QWidget:
        name = Path(path).name
        may = DropBox(self._theme, CHOICES, permission, lambda word: self._put(path, word))
        may.setAccessibleName(tr("{0} may").format(name))
        remove = Button(self._theme, "", icon="trash", kind="flat", size="compact")
        remove.setAccessibleName(tr("Remove {0}").format(name))
        remove.setToolTip(tr("Remove {0}: it is asked about again").format(name))
        remove.clicked.connect(lambda: self._put(path, None))
        return self._entry(name, path, may, remove)


BELOW: Final = 24
"""Logical pixels that are seen below a sentence, so that it is seen to end there."""
WIPE_SENTENCE: Final = tr(
    "Every run, pinned ones too, every picture and all backups of the history, for good, with the "
    "reports of macros, the values filled in last and repairs that wait. Old blocks may stay on a "
    "flash disk, in snapshots and in backups of yours."
)


class WipeButton(AskingTwice):
    """Nothing is wiped by one press."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            Button(theme, tr("Wipe everything…"), icon="trash"),
            Button(theme, tr("Wipe for good"), icon="trash", kind="danger"),
            Button(theme, tr("Keep")),
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
    return SettingRow(theme, tr("Wipe the history"), WIPE_SENTENCE, wipe), said


class MarkPicture(QWidget):
    """The picture of a mark."""

    def __init__(self, mark: SecretMark) -> None:
        super().__init__()
        self._mark = mark
        self.setFixedSize(QSize(44, 44))
        self.setAccessibleName(tr("Your mark, for eyes alone"))

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
        self.words.setAccessibleName(tr("Words of your mark"))
        self.words.setProperty(SECRET, True)
        self.words.setMinimumWidth(180)
        self.words.editingFinished.connect(self._on_words)
        self.again = Button(theme, tr("Draw another"), icon="refresh")
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
        self.field.setAccessibleName(tr("Folder of the model"))
        self.field.setPlaceholderText(tr("None yet"))
        self.choose = Button(theme, "", icon="folder")
        self.choose.setAccessibleName(tr("Choose the folder of the model"))
        self.choose.setToolTip(tr("Choose the folder"))
        self.choose.clicked.connect(self._on_choose)
        row((self.field, 1), self.choose, gap=8, into=self)
        self.setFocusProxy(self.field)

    def _on_choose(self) -> None:
        ask_folder(self.window(), tr("Folder that holds the model"), self.field.text(), self._take)

    def _take(self, folder: str) -> None:
        self.field.setText(folder)
        self.field.editingFinished.emit()


def _folder_row(theme: Theme, editor: SettingsEditor) -> SettingRow:
    control = FolderField(theme, editor.settings.model.folder)
    sentence = tr("Where the checkpoint lies. Nothing in it is ever run as a program.")
    made = SettingRow(theme, tr("Folder"), sentence, control)

    def put() -> None:
        text = control.field.text().strip()
        problem = folder_problem(text)
        made.problem.tell(problem)
        if not problem:
            editor.put("model.folder", str(Path(text).expanduser()) if text else "")

    control.field.editingFinished.connect(put)
    return made


def folder_problem(text: str) -> str:
    """Say in a sentence why a folder cannot hold a model; empty when it can, or when none is set."""
    if not text:
        return ""
    if "\x00" in text:
        return tr("A folder's name has no such letter.")
    return "" if Path(text).expanduser().is_dir() else tr("There is no folder {0}.").format(text)


def _cannot_be_off(theme: Theme, _editor: SettingsEditor) -> QWidget:
    text = tr(
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
                return tr("“{0}” has {1} letters; 2 to 60 can be used.").format(
                    word[:20], len(word)
                )
        editor.put("extra_danger_words", words)
        return ""

    sentence = tr("A button with one of these words is always asked. Several with a comma.")
    shown = ", ".join(editor.settings.extra_danger_words)
    return text_row(theme, tr("Words that are hard to undo"), sentence, shown, put)


KEY_SENTENCES: Final = {
    "stop": tr("Works anywhere, also in the middle of a word. Several with a comma."),
    "command_bar": tr("Opens the bar over any app."),
    "record_pause": tr(
        "While a macro is recorded, leaves out what you do until you press it again."
    ),
    "accept": tr("Works only while a card is up, as all keys below do."),
    "change": tr("Gives the mark handles: arrows move it, typing changes the text."),
    "reject": tr("Asks what is wrong; nothing is sent."),
    "hold": tr("Held for a second; a plain press does nothing."),
    "show": tr("Puts the card away and back."),
}
_CORNER: Final = Field(
    "stop_corner",
    tr("Stop corner"),
    tr("While a task runs, pushing the mouse into this corner of the desktop stops it."),
    OneOf((
        ("top_left", tr("Top left")),
        ("top_right", tr("Top right")),
        ("bottom_left", tr("Bottom left")),
        ("bottom_right", tr("Bottom right")),
        ("off", tr("None")),
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
    spoken = (("auto", tr("By its files")), *((name, name) for name in names if name != "auto"))
    field = Field(
        "model.profile",
        tr("Prompt format"),
        tr("Prompt, reply and places differ between models. Calibrate finds out what fits."),
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


class SecretList(EntryList):
    """Owned by the settings window. The keyring is asked on a thread: its own dialog may come up."""

    def __init__(self, theme: Theme) -> None:
        self.name = _field(tr("Name, such as mail"), tr("Name of the secret"))
        self.value = _field(tr("The secret"), tr("The secret; it is not shown"))
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.program = _field(tr("Program, or any"), tr("Program it is for"))
        self.button = Button(theme, tr("Keep secret"), icon="plus")
        fields = ((field, 1) for field in (self.name, self.value, self.program))
        super().__init__(theme, row(*fields, self.button, gap=8))
        self.button.clicked.connect(self._keep)
        for field in (self.name, self.value, self.program):
            field.returnPressed.connect(self._keep)
        self._background = Background(self, "keyring")
        self._is_read = False

    def showEvent(self, event: QShowEvent) -> None:
        """Read the names when they are first seen: a locked keyring asks for its password then."""
        super().showEvent(event)
        if not self._is_read:
            self._is_read = True
            self._ask(lambda: None)

    def _keep(self) -> None:
        name, value = self.name.text().strip(), self.value.text()
        program = self.program.text().strip()
        paths, problem = only_for([program] if program else [])
        problem = problem or _problem_of(name, value)
        if problem:
            self.problem.tell(problem)
            return
        for field in (self.name, self.value, self.program):
            field.clear()
        self._ask(lambda: secrets.keep(name, value, paths))

    def _ask(self, change: Callable[[], None]) -> None:
        """Change the keyring and read the names again, on a thread of its own."""
        self.button.setEnabled(False)

        def work() -> tuple[SecretEntry, ...]:
            change()
            return secrets.entries(may_prompt=True)

        self._background.run(work, self._show, self._show_problem)

    def _show_problem(self, problem: str) -> None:
        self.button.setEnabled(True)
        self.problem.tell(f"{problem[:1].upper()}{problem[1:]}".rstrip(".") + ".")

    def _show(self, entries: tuple[SecretEntry, ...]) -> None:
        self.button.setEnabled(True)
        text = tr("No secret yet. Add one, then write its name in a task and I type it.")
        self._show_entries([self._secret(entry) for entry in entries], text)

    def _secret(self, entry: SecretEntry) -> QWidget:
        where = scope_words(entry, ANY_FIELD)
        return self._entry(reference(entry.name), where, self._removal(entry.name))

    def _removal(self, name: str) -> AskingTwice:
        """Return what removes a secret: nobody can bring it back, so that one press only asks."""
        theme = self._theme
        ask = Button(theme, "", icon="trash", kind="flat", size="compact")
        ask.setAccessibleName(tr("Remove the secret {0}").format(name))
        ask.setToolTip(tr("Remove {0} from the system keyring; asks once more").format(name))
        yes = Button(theme, tr("Remove for good"), icon="trash", kind="danger", size="compact")
        yes.setAccessibleName(tr("Remove the secret {0} for good").format(name))
        no = Button(theme, tr("Keep"), size="compact")
        no.setAccessibleName(tr("Keep the secret {0}").format(name))
        removal = AskingTwice(ask, yes, no)
        removal.confirmed.connect(lambda: self._ask(lambda: secrets.remove(name)))
        return removal


def _field(hint: str, name: str) -> QLineEdit:
    field = QLineEdit()
    field.setPlaceholderText(hint)
    field.setAccessibleName(name)
    return field


def _problem_of(name: str, value: str) -> str:
    if not is_secret_name(name):
        return tr("The name takes letters, digits, dots, dashes and underscores, up to 60.")
    if len(value) > MAX_VALUE_CHARS:
        return tr("The secret is longer than {0} characters. Nothing was stored.").format(
            MAX_VALUE_CHARS
        )
    problem = secrets.value_problem(value)
    return f"{problem[:1].upper()}{problem[1:]}." if problem else ""


_PAGES: Final[tuple[tuple[str, str, str, tuple[Field | Rows, ...]], ...]] = (
    (
        tr("Who decides"), "chip", tr("Commands, or a model on this computer. What runs already is not changed."),
        (
            Field("model.policy", tr("New tasks"),
                  tr("Auto gives instructions that name things to commands, and goals to the model."),
                  OneOf((("auto", tr("Auto")), ("commands", tr("Commands")), ("holotron", tr("Model")),
                         ("remote", tr("Model on a server"))))),
            _folder_row,
            Field("model.load_at_start", tr("Load at the start"),
                  tr("The model is ready sooner; its memory is taken all the time."), OnOff()),
            Field("model.quantization", tr("Precision"),
                  tr("Fewer bits take less memory and make more mistakes."),
                  OneOf((("auto", tr("What fits")), ("none", tr("16 bit")), ("nf4", tr("4 bit"))))),
            Field("model.device", tr("Runs on"), tr("A processor takes minutes for a step."),
                  OneOf((("auto", tr("Best for here")), ("cuda", tr("Graphics card")), ("cpu", tr("Processor"))))),
            Field("model.graphs", tr("CUDA graphs"), tr("Faster on a card; off where its driver fails."),
                  OneOf((("auto", tr("Where they work")), ("off", tr("Off"))))),
            Field("model.thinking", tr("Thinking"),
                  tr("The model thinks in words before it answers: slower, and sometimes better."),
                  OneOf((("auto", tr("Model's default")), ("on", tr("On")), ("off", tr("Off"))))),
            Field("model.view", tr("Wide and tall screens"),
                  tr("A part of the screen keeps small text readable for the model."),
                  OneOf((("auto", tr("If needed")), ("whole", tr("Whole screen")), ("window", tr("Active window")),
                         ("half", tr("Half of it"))))),
            Field("model.images_kept", tr("Pictures"),
                  tr("How many pictures of the screen the model sees at once, this one counted. 1 to 4."),
                  Number(1, 4)),
        ),
    ),
    (
        tr("Asking"), "eye", tr("When I wait for you before I act."),
        (
            Field("approval.mode", tr("Mode"),
                  tr("Ask shows everything. Assist runs easy-to-undo steps in apps that you allow. "
                  "Auto runs what you, or a macro that you trust, name, and of a goal what is easy to undo. "
                  "Asked in every mode: what is hard to undo, and the first step of a model or a macro in "
                  "a program or on a site that nobody named."),
                  OneOf((("ask", tr("Ask")), ("assist", tr("Assist")), ("auto", tr("Auto"))))),
            Field("approval.arming_s", tr("Time before Accept works"),
                  tr("Guards against a click that was meant for something else. 0.3 to 5 s."),
                  Measure(0.3, 5.0)),
            Field("approval.expiry_s", tr("Card stays for"),
                  tr("After that I look again and ask again. Nothing is sent."), Measure(5.0, 300.0)),
            Field("approval.countdown_s", tr("Accept by countdown"),
                  tr("Accepts easy-to-undo steps by itself after so long, unless you press a key or move "
                  "the mouse. 0 never does."), Measure(0.0, 30.0)),
            _danger_row,
            _cannot_be_off,
        ),
    ),
    (
        tr("Apps"), "window", tr("Permissions for each program. It is known by its file, never by its window title."),
        (AppList,),
    ),
    (
        tr("Secrets"), "lock", tr("Kept in the system keyring, typed by name into password fields, shown nowhere."),
        (lambda theme, _editor: SecretList(theme),),
    ),
    (
        tr("Your mark"), "shield", tr("How you know that a card is mine."),
        (lambda theme, editor: SettingRow(
            theme, tr("Picture and words"),
            tr("Every card of mine shows them. Do not accept on a card without them."),
            MarkEditor(theme, editor)),),
    ),
    (tr("Keys"), "keyboard", tr("Keys that work in every app."), (_keys,)),
    (
        tr("Limits"), "clock", tr("What one run may do at most."),
        (
            Field("budgets.steps", tr("Steps"), tr("A run ends after so many actions."), Number(1, 10_000)),
            Field("budgets.wall_s", tr("Minutes"), tr("A run ends after so long."),
                  Number(1, 1440, unit=60.0)),
            Field("budgets.text_chars", tr("Letters per action"),
                  tr("More than that is never typed in one go."), Number(1, 100_000)),
        ),
    ),
    (
        tr("History"), "trace", tr("What stays of your runs, and for how long."),
        (
            Field("keeping.runs", tr("Keep what runs do"),
                  tr("Off, no word and no picture is written: only when a run was, how it ended and how "
                  "many steps it took."), OnOff("all", "nothing")),
            Field("keeping.picture_days", tr("Pictures stay"),
                  tr("They show what was on your screen. Older ones are deleted; the steps stay."),
                  Number(0, 3650, tr(" days"), tr("for good"))),
            Field("keeping.picture_gb", tr("Room for pictures"), tr("Above this the oldest go first."),
                  Measure(0.1, 10_000, " GB")),
            Field("keeping.text_days", tr("Runs stay"),
                  tr("Whole runs, with what you wrote. Older ones go, but for those that you pinned."),
                  Number(0, 36_500, tr(" days"), tr("for good"))),
            _wiping,
        ),
    ),
    (
        tr("Look and input"), "monitor", tr("How I look, see and press."),
        (
            Field("theme", tr("Colours"), tr("Light, dark, or whatever the desktop uses."),
                  OneOf((("system", tr("As the desktop")), ("light", tr("Light")), ("dark", tr("Dark"))))),
            Field("language", tr("Language"), tr("Of this window, after a restart. Commands work in both."),
                  OneOf((("system", tr("As the desktop")), ("en", "English"), ("de", "Deutsch")))),
            Field("reduced_motion", tr("Less motion"), tr("Marks on the screen stand still."), OnOff()),
            Field("use_ocr", tr("Read text in pictures"),
                  tr("Finds words that an app does not name by itself. Slower, and on this computer."), OnOff()),
            Field("wake_programs", tr("Wake sleeping programs"),
                  tr("Browsers and Qt programs show their fields, lists and boxes only when told to. It costs them "
                  "memory and time. A browser that is open by then has to be started again."),
                  OnOff("on", "off")),
            Field("backend", tr("Input"),
                  tr("What moves the mouse and presses the keys. Applies after a restart."),
                  OneOf((("auto", tr("Best for here")), ("x11", "X11"), ("pyautogui", "pyautogui")))),
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
