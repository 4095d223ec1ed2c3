"""The window: everything that needs Qt, and its texts in the user's language.

Each text of ours stands in English inside `tr`; what a run says of its steps is a template inside `worded`
(`core/text.py`), and `tr_said` fills that of the window's language. `packaging/translate.py` collects both
into `resources/i18n/deskhand_de.ts` and compiles that. `speak` is called before any other module of the
window is imported, since many texts stand in tables: another language counts from the next start.
Commands are understood in all languages, whatever the window's is.
"""

from importlib.resources import as_file, files
from string import Formatter
from typing import Final, Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from automation.core.text import Worded

_OURS: Final = QTranslator()
_QTS: Final = QTranslator()
"""What Qt words itself: buttons of dialogs, menus of fields."""
_SWAPPED: Final = str.maketrans(",.", ".,")


class _GermanNumbers(Formatter):
    """Writes 1.234,5 for 1,234.5."""

    def format_field(self, value: object, format_spec: str) -> str:
        said = str(super().format_field(value, format_spec))
        return said.translate(_SWAPPED) if isinstance(value, int | float) else said


class _German(str):
    __slots__ = ()

    def format(self, *args: object, **named: object) -> str:
        return _GermanNumbers().vformat(self, args, named)


def tr(text: str) -> str:
    """Return a text of ours in the language of the window; its English where no other is spoken.

    A thread may still load a part of the window when Qt is taken apart at the end: then English too.
    """
    try:
        said = _OURS.translate("", text)
    except RuntimeError:
        return text
    if not said:
        return text
    return _German(said) if "{" in said else said


def tr_said(text: str) -> str:
    """Return what a run says in the language of the window; words of others and of older records as they are."""
    if not isinstance(text, Worded) or _OURS.isEmpty():
        return str(text)
    values = (Worded(tr_said(v)) if isinstance(v, str) else v for v in text.values)
    return _German(_OURS.translate("", text.template) or text.template).format(*values)


def speak(language: Literal["system", "en", "de"]) -> None:
    """Settle the language of the window, its dates and numbers for this process.

    Args:
        language: `system` for that of the user's locale, or English where we do not speak it.
    """
    locale = QLocale.system() if language == "system" else QLocale(language)
    if locale.language() != QLocale.Language.German:
        QLocale.setDefault(QLocale(QLocale.Language.English))
        return
    QLocale.setDefault(locale)
    with as_file(files("resources") / "i18n" / "deskhand_de.qm") as compiled:
        _OURS.load(str(compiled))
    _QTS.load("qtbase_de", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))


def spoken() -> Literal["en", "de"]:
    """Return the language that the window speaks, for sentences that are worded elsewhere."""
    return "en" if _OURS.isEmpty() else "de"


def let_qt_speak() -> None:
    """Hand Qt its own words in that language; the application is there, its windows are not yet."""
    if not _QTS.isEmpty():
        QCoreApplication.installTranslator(_QTS)
