"""Starts macros by key, from the tray and from the command bar, and lists what these three offer."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.background import Background
from app.gui.command_bar_words import BarMacro
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.tray import MOST, MenuMacro, Tray
from app.macros.keys import FILE, PREFIX, KeysFile, MacroKeys
from app.macros.play_request import By, PlayRequest
from app.settings import Folders
from automation.core.events import ApproveMode
from automation.core.text import visible_text

if TYPE_CHECKING:
    from app.executor_host import ExecutorHost
    from app.gui.macros.control import MacroControl
    from app.gui.wiring import BarControl
    from automation.macros.library import Entry


GONE: Final = tr("This macro is gone; nothing was played.")


class MacroStarter(QObject):
    """Owned by the application; UI thread, but for `hear`."""

    library_wanted = Signal()
    """Show all macros."""

    def __init__(
        self,
        control: "MacroControl",
        folders: Folders,
        keeper: SettingsKeeper,
        mode: Callable[[], ApproveMode],
        parent: QObject,
    ) -> None:
        """Read the keys; nothing is grabbed.

        Args:
            folders: where macros, keys and what is kept of plays lie.
            keeper: the settings in force, for deskhand's own keys.
            mode: how the user wants steps approved, as it is chosen now.
        """
        super().__init__(parent)
        self._control, self._mode = control, mode
        self._root = folders.data / "macros"
        self._entries: Mapping[str, Entry] = {}
        """By folder; those that cannot be played included."""
        self._order: tuple[str, ...] = ()
        self._played: frozenset[str] = frozenset()
        self._tray: Tray | None = None
        file = KeysFile(folders.settings_file.with_name(FILE))
        self._is_trust_told = False
        self.keys = MacroKeys(file, lambda: keeper.current.keys, self._name_of)
        self._background = Background(self, "macro-keys")
        control.changed.connect(self.refresh)

    def join(self, tray: Tray, bar: "BarControl") -> None:
        """Offer the macros in tray and bar, once they are read: a start waits for no list."""
        self._tray = tray
        # Whoever works the menu over the session bus may be no person at all.
        tray.macro_pressed.connect(lambda slug: self._play(slug, "tray", approve="ask"))
        tray.macros_wanted.connect(self.library_wanted)
        bar.macros = self.bar_macros
        bar.macro_sent.connect(self._on_bar)

    def listen(self, executor: "ExecutorHost | None") -> None:
        """Read the macros and hear their keys; again when deskhand's own keys are others."""
        self.refresh()
        told = (self.keys.note, self.keys.listen(executor), self._trust_note())
        sentence = " ".join(filter(None, told))
        self.keys.note = ""
        if sentence:
            self._control.said.emit(sentence, True)
        self._show()

    def _trust_note(self) -> str:
        """Return what is wrong with the list of trusted macros; said once in a start."""
        if self._is_trust_told:
            return ""
        self._is_trust_told = True
        return self._control.book.problem

    def hear(self, name: str) -> bool:
        """Take a pressed chord if it is a macro's; from any thread."""
        if not name.startswith(PREFIX):
            return False
        slug = name.removeprefix(PREFIX)
        self._background.run_on_main(lambda: self._play(slug, "key"))
        return True

    def set_key(self, slug: str, chord: str) -> str:
        """Let a chord play the macro of this folder; return why it cannot, empty when it does."""
        problem = self.keys.set(slug, chord)
        if not problem:
            self._control.changed.emit()
        return problem

    def clear_key(self, slug: str) -> str:
        """Give the key of a macro back; return what could not be written down, else empty."""
        problem = self.keys.clear(slug)
        self._control.changed.emit()
        return problem

    def refresh(self) -> None:
        """Read the list of macros again; the keys of those that are gone are given back."""
        entries = self._control.library.entries()
        self._entries = {one.slug: one for one in entries}
        played = self._control.past.recent()
        self._order = (*(slug for slug in played if slug in self._entries), *self._entries)
        self._played = frozenset(played)
        if self._root.is_dir():  # a folder that cannot be reached is no reason to forget keys
            problem = self.keys.forget_others(lambda slug: (self._root / slug).is_dir())
            if problem:
                self._control.said.emit(problem, True)
        self._show()

    def bar_macros(self) -> tuple[BarMacro, ...]:
        """Return what the bar can start, what was played last first."""
        return tuple(
            BarMacro(one.slug, one.name, one.about, one.steps, one.params, self._heard_key(slug))
            for slug in dict.fromkeys(self._order)
            if not (one := self._entries[slug]).problem
        )

    def menu_macros(self) -> tuple[MenuMacro, ...]:
        """Return what the tray offers: those with a key by key, then those played last."""
        keyed = sorted(self.keys.all, key=lambda slug: self.keys.all[slug])
        played = [slug for slug in self._order if slug in self._played]
        return tuple(
            MenuMacro(slug, self._entries[slug].name, self._heard_key(slug))
            for slug in dict.fromkeys((*keyed, *played))
            if slug in self._entries and not self._entries[slug].problem
        )[:MOST]

    def _show(self) -> None:
        if self._tray is not None:
            self._tray.show_macros(self.menu_macros())

    def _heard_key(self, slug: str) -> str:
        return "" if self.keys.problem(slug) else self.keys.key(slug)

    def _name_of(self, slug: str) -> str:
        entry = self._entries.get(slug)
        return entry.name if entry is not None else slug

    def _on_bar(self, slug: str, values: object, is_dry: bool) -> None:  # what the signal carries
        given = cast("Mapping[str, str]", values)
        self._play(slug, "bar", given, "dry-run" if is_dry else None)

    def _play(
        self,
        slug: str,
        by: By,
        values: Mapping[str, str] | None = None,
        approve: ApproveMode | None = None,
    ) -> None:
        entry = self._entries.get(slug)
        if entry is None or not (self._root / slug).is_dir():
            self._control.said.emit(GONE, True)
            self._control.changed.emit()  # other programs of ours may have removed it
            return
        if entry.problem:
            name = visible_text(entry.name)
            self._control.said.emit(
                tr("“{0}” cannot be played: {1}").format(name, entry.problem), True
            )
            return
        mode = approve or self._mode()
        self._control.play(PlayRequest(slug, values or {}, approve=mode, by=by))
