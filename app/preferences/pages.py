"""What stands on each page of the settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QLineEdit, QWidget

from app.preferences.apps import AppList
from app.preferences.controls import DropBox, NumberBox, SecondsBox, Switch
from app.preferences.editor import KEY_WORDS, SettingsEditor
from app.preferences.keeping import keeping_rows
from app.preferences.mark import MarkEditor
from app.preferences.model_rows import model_rows
from app.preferences.rows import SettingRow
from app.preferences.secrets import SecretList
from app.widgets.labels import Label
from app.widgets.theme import Theme

CONTROL_WIDTH: Final = 200
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
