"""Which key, button or line of the menu does what; what stands in a field is always taken first."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, SignalInstance

if TYPE_CHECKING:
    from app.macros.editor.window import EditorWindow


class Presses:
    """Owned by the window, whose signals it emits; made when all its parts are there."""

    def __init__(self, window: "EditorWindow") -> None:
        self._window = window
        self._connect_actions()
        self._connect_buttons()

    def _connect_actions(self) -> None:
        window, commands = self._window, self._window.commands
        window.actions_.join(
            {
                "run": self.run,
                "test": self._test,
                "from_here": lambda: self._for_step(window.from_here_pressed),
                "to_here": lambda: self._for_step(window.to_here_pressed),
                "record": self._record,
                "save": window.save,
                "undo": lambda: self._after_fields(commands.undo),
                "redo": lambda: self._after_fields(commands.redo),
                "breakpoint": commands.toggle_breakpoint,
                "off": commands.toggle_off,
                "up": lambda: commands.move(up=True),
                "down": lambda: commands.move(up=False),
                "duplicate": commands.duplicate,
                "copy": commands.copy,
                "cut": commands.cut,
                "paste": commands.paste,
                "group": commands.group,
                "ungroup": commands.ungroup,
                "remove": commands.remove,
                "select_all": window.rows.selectAll,
                "add": window.add_step.line.setFocus,
                "find": window.find_line.open_it,
                "details": window.side.toggle,
            }
        )

    def _connect_buttons(self) -> None:
        window, bar = self._window, self._window.toolbar
        pressed = {
            bar.undo: "undo",
            bar.redo: "redo",
            bar.save: "save",
            bar.record: "record",
            bar.test: "test",
            bar.from_here: "from_here",
            bar.run: "run",
            bar.details: "details",
        }
        for button, name in pressed.items():
            action = window.actions_[name]  # type: ignore[index]  # names of ours
            button.clicked.connect(action.trigger)
            button.setToolTip(f"{button.accessibleName()} ({action.shortcut().toString()})")
            if (
                name != "save"
            ):  # it can always be pressed by its key, and says that there is nothing
                action.enabledChanged.connect(button.setEnabled)
                button.setEnabled(action.isEnabled())
        window.empty.record.clicked.connect(window.actions_["record"].trigger)
        bar.trust.clicked.connect(self._trust)
        bar.more.clicked.connect(
            lambda: self._menu(bar.more.mapToGlobal(bar.more.rect().bottomLeft()))
        )
        window.rows.customContextMenuRequested.connect(
            lambda place: self._menu(window.rows.viewport().mapToGlobal(place))
        )
        window.params.table_wanted.connect(self.run)

    def run(self) -> None:
        """Say that the macro is to run."""
        self._committed(self._window.run_pressed.emit)

    def _test(self) -> None:
        window = self._window
        step_id, document = window.rows.current(), window.document
        if step_id and document.rows[document.row_of(step_id)].is_off:
            said = "This step is off, so a run leaves it out. Turn it on first (Space)."
            window.notice.say(said, is_error=True)
        else:
            self._for_step(window.test_pressed)

    def _for_step(self, signal: SignalInstance) -> None:
        step_id = self._window.rows.current()
        if step_id:
            self._committed(lambda: signal.emit(step_id))

    def _record(self) -> None:
        window = self._window
        self._committed(lambda: window.record_pressed.emit(window.commands.spot()))

    def _trust(self) -> None:
        if not self._window.toolbar.trust.is_trusted:
            self._committed(self._window.trust_pressed.emit)

    def _menu(self, place: QPoint) -> None:
        self._window.actions_.menu(self._window).popup(place)

    def _committed(self, do: Callable[[], object]) -> None:
        """Take what is written in every field, then act; what cannot be taken is said instead."""
        if self._window.commit("Nothing was done"):
            do()
            self._window.show_state()

    def _after_fields(self, do: Callable[[], object]) -> None:
        """Take what is written in a field of the inspector, which is an edit of its own, then act."""
        self._window.inspector.commit()
        do()
        self._window.show_state()
