"""What keys and menus do in the editor; what the document refuses is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.gui import tr
from app.gui.macros.editor.clipboard import CopiedSteps, Origin, Pasted, Say, copied, pasted
from app.gui.macros.editor.rows import inner_spots, stepped
from app.gui.macros.editor.step_list import StepList
from app.gui.widgets.theme import Theme
from automation.core.errors import MacroError
from automation.macros.edit.edit_operations import apart, is_defined_alike, is_unchanged
from automation.macros.edit.session import EditSession
from automation.macros.edit.tree import Spot
from automation.macros.images import image_paths
from automation.macros.macro import Param, Step


@dataclass(frozen=True, slots=True)
class _Told:
    words: str
    keys: str
    icon: str = ""
    is_of_list: bool = False
    """Its key works only while the list has the focus: a field needs it for itself."""


_TOLD: Final[dict[str, _Told]] = {
    "run": _Told(tr("Run"), "F5", "play"),
    "test": _Told(tr("Test this step"), "F6", "eye"),
    "from_here": _Told(tr("Run from here"), "F7", "play"),
    "to_here": _Told(tr("Run to here"), "F8", "play"),
    "record": _Told(tr("Record here"), "Ctrl+R", "record"),
    "save": _Told(tr("Save"), "Ctrl+S"),
    "undo": _Told(tr("Undo"), "Ctrl+Z", "undo"),
    "redo": _Told(tr("Redo"), "Ctrl+Shift+Z", "redo"),
    "breakpoint": _Told(tr("Stop here first (breakpoint)"), "F9"),
    "off": _Told(tr("On or off"), "Space", "", is_of_list=True),
    "up": _Told(tr("Move up"), "Alt+Up", "up", is_of_list=True),
    "down": _Told(tr("Move down"), "Alt+Down", "down", is_of_list=True),
    "duplicate": _Told(tr("Duplicate"), "Ctrl+D", "copy", is_of_list=True),
    "copy": _Told(tr("Copy"), "Ctrl+C", "copy", is_of_list=True),
    "cut": _Told(tr("Cut"), "Ctrl+X", "", is_of_list=True),
    "paste": _Told(tr("Paste"), "Ctrl+V", "clipboard", is_of_list=True),
    "group": _Told(tr("Group"), "Ctrl+G", "folder"),
    "ungroup": _Told(tr("Ungroup"), "Ctrl+Shift+G"),
    "remove": _Told(tr("Remove"), "Del", "trash", is_of_list=True),
    "select_all": _Told(tr("Select all"), "Ctrl+A", "", is_of_list=True),
    "add": _Told(tr("Add a step by a command"), "Ctrl+L", "plus"),
    "find": _Told(tr("Find a step"), "Ctrl+F", "search"),
    "details": _Told(tr("Details of the step"), "Ctrl+I", "sidebar"),
}
_MORE: Final[tuple[tuple[str, ...], ...]] = (
    ("test", "from_here", "to_here", "breakpoint"),
    ("record", "add", "find", "details"),
    ("undo", "redo", "save"),
    ("up", "down", "duplicate", "off", "group", "ungroup"),
    ("copy", "cut", "paste", "select_all", "remove"),
)


class Actions(QObject):
    """The window's actions; made once."""

    def __init__(self, theme: Theme, window: QWidget, rows: QWidget) -> None:
        """Make them.

        Args:
            window: owns them; keys of most work anywhere in it.
            rows: the list; keys of some work only there.
        """
        super().__init__(window)  # else a change of theme would find the actions of a closed window
        self._theme = theme
        self._all: dict[str, QAction] = {}
        for name, told in _TOLD.items():
            action = QAction(told.words, window)
            action.setShortcut(QKeySequence(told.keys))
            context = Qt.ShortcutContext.WindowShortcut
            holder = window
            if told.is_of_list:
                context, holder = Qt.ShortcutContext.WidgetShortcut, rows
            action.setShortcutContext(context)
            holder.addAction(action)
            self._all[name] = action
        self._paint()
        theme.changed.connect(self._paint)

    def __getitem__(self, name: str) -> QAction:
        return self._all[name]

    def join(self, does: dict[str, Callable[[], object]]) -> None:
        """Say what each does."""
        for name, do in does.items():
            self._all[name].triggered.connect(lambda _=False, do=do: do())

    def menu(self, parent: QWidget) -> QMenu:
        """Return a menu with all of them."""
        menu = QMenu(parent)
        menu.setAccessibleName(tr("What can be done"))
        for place, group in enumerate(_MORE):
            if place:
                menu.addSeparator()
            for name in group:
                menu.addAction(self._all[name])
        return menu

    def _paint(self) -> None:
        for name, told in _TOLD.items():
            if told.icon:
                self._all[name].setIcon(self._theme.icon(told.icon))


class EditorRequests(QObject):
    """What an editor asks of the application: emitted where it is pressed, answered by who owns the window."""

    play = Signal(str, str)
    """The first and the last step that are to run, by id; empty for those of the macro."""
    record = Signal(object)
    """The `Spot` where recorded steps go."""
    pick = Signal(str, str)
    """Id of the step, and the part of it that is picked on the live screen: `target` or `to`."""
    keep_repair = Signal(object)
    leave_repair = Signal(object)
    read = Signal()
    """The macro is to be read, and trusted."""
    save_as = Signal()
    """Another macro is to have the edits: the file is another than was opened."""
    reopen = Signal()
    """Edits are to be thrown away, and the macro opened again as it is on the disk."""


class _Later(QObject):
    """Brings a sentence of another thread to the UI thread."""

    said = Signal(str)


class StepCommands:
    """Owned by the window; every operation is one edit of the document."""

    def __init__(
        self, session: EditSession, rows: StepList, say: Say, brought: Callable[[], None]
    ) -> None:
        """Act on a session.

        Args:
            brought: told when steps were put in that may be neither read nor the user's own.
        """
        self._session = session
        self._document = session.document
        self._rows = rows
        self._say = say
        self._brought = brought
        self._later = _Later()
        self._later.said.connect(say, Qt.ConnectionType.QueuedConnection)
        self.is_read: Callable[[], bool] = lambda: False
        """Tells whether all steps here were made by the user's own hand, or read."""

    def tops(self) -> tuple[str, ...]:
        """Return the selected steps without those that stand inside another selected one."""
        return self._document.outermost(self._rows.selected())

    def spot(self) -> Spot:
        """Return where steps go that are put in now: behind the selected ones, or into an empty block."""
        chosen = self._rows.selected() or ((self._rows.current(),) if self._rows.current() else ())
        if not chosen:
            return self._document.end()
        last = chosen[-1]
        row = self._document.rows[self._document.row_of(last)]
        inner = inner_spots(row)
        is_empty = inner and not any(getattr(row.step, spot.branch) for spot in inner)
        return inner[0] if is_empty else self._document.spot_after(last)

    def insert(self, steps: Sequence[Step]) -> None:
        """Put steps behind the selected ones."""
        self._do(lambda: self._document.insert(steps, self.spot(), tr("Add step")))

    def remove(self) -> None:
        """Take the selected steps out."""
        self._with(self.tops(), self._document.remove)

    def duplicate(self) -> None:
        """Put a copy behind the selected steps."""
        self._with(self.tops(), self._document.duplicate)

    def move(self, *, up: bool) -> None:
        """Move the selected steps by one place."""
        spot = stepped(self._document, self.tops(), up=up)
        if spot is not None:
            self.drop((), spot)

    def drop(self, _ids: Sequence[str], spot: Spot) -> None:
        """Move the selected steps to where they were dropped."""
        self._with(self.tops(), lambda ids: self._document.move(ids, spot))

    def toggle_off(self) -> None:
        """Leave the selected steps out of a run; take them in again if all are out."""
        is_off = self._all(lambda step: step.off)
        self._with(self._rows.selected(), lambda ids: self._document.set_off(ids, not is_off))

    def toggle_breakpoint(self) -> None:
        """Stop before the selected steps; no more if all are stopped at."""
        is_on = self._all(lambda step: step.breakpoint)
        self._with(self._rows.selected(), lambda ids: self._document.set_breakpoint(ids, not is_on))

    def _all(self, has: Callable[[Step], bool]) -> bool:
        return all(has(self._document.step(one)) for one in self._rows.selected())

    def group(self) -> None:
        """Put the selected steps under a heading."""
        self._with(self.tops(), lambda ids: self._document.group(ids, tr("Group")))

    def ungroup(self) -> None:
        """Take the heading of the current step away."""
        if step_id := self._rows.current():
            self._do(lambda: self._document.ungroup(step_id))

    def undo(self) -> None:
        """Take the last edit back."""
        if self._document.can_undo:
            self._do(self._document.undo)

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self._document.can_redo:
            self._do(self._document.redo)

    def copy(self) -> None:
        """Put the selected steps on the clipboard; say later where their pictures cannot be read."""
        later = self._later

        def tell(problem: str) -> None:
            later.said.emit(tr("Copied, but not with all pictures: {0}").format(problem))

        self._copy(tell)

    def cut(self) -> None:
        """Put the selected steps on the clipboard and take them out; not where a picture would be lost."""
        found = self._copy()
        if found is None:
            return
        if problem := found.picture_problem():
            self._say(tr("Not cut: {0}").format(problem))
        else:
            self.remove()

    def _copy(self, tell: Say = lambda _problem: None) -> CopiedSteps | None:
        """Put the selected steps on the clipboard; None where none are selected."""
        steps = [self._document.step(one) for one in self.tops()]
        if not steps:
            return None
        session = self._session
        origin = Origin(session.folder, session.mark, self.is_read())
        writer = session.writer_of(steps)
        found = copied(self._document.macro, steps, session.image, origin, writer, tell)
        QGuiApplication.clipboard().setMimeData(found)
        return found

    def paste(self) -> None:
        """Put copied steps behind the selected ones, with their pictures and parameters."""
        self._do(self._paste)

    def _paste(self) -> None:
        found = pasted(QGuiApplication.clipboard().mimeData())
        if found is None:
            self._say(tr("The clipboard holds no steps. Copy some in the editor first (Ctrl+C)."))
            return
        session, origin = self._session, found.origin
        # After “Save as” the folder is another one, and this editing is still the same.
        is_own = origin is not None and origin.editing is session.mark
        is_here = is_own or (origin is not None and origin.folder == session.folder)
        steps, params = self._apart(found, is_here=is_here)
        paths = image_paths(found.macro)
        images = found.images(session.lacking(paths) if is_here else paths)
        session.insert(steps, images, self.spot(), tr("Paste"), params=params)
        if origin is None or not (is_own and origin.is_read):
            self._brought()

    def _apart(self, found: Pasted, *, is_here: bool) -> tuple[Sequence[Step], dict[str, Param]]:
        """Return what is pasted, under names that mean nothing else here."""
        macro = self._document.macro
        if is_here and (found.macro.params, found.macro.columns) == (macro.params, macro.columns):
            return found.macro.steps, {}  # every name means what it meant
        is_own = is_unchanged if is_here else is_defined_alike
        return apart(found.macro.steps, found.used_params(), macro, is_own)

    def _with(self, ids: tuple[str, ...], edit: Callable[[tuple[str, ...]], object]) -> None:
        """Edit these steps, if there are any."""
        if ids:
            self._do(lambda: edit(ids))

    def _do(self, edit: Callable[[], object]) -> None:
        try:
            edit()
        except MacroError as error:
            self._say(str(error))
