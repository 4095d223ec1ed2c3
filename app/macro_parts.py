"""Everything about macros in the window, joined: what plays, what keeps, what shows and what starts them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.folders import Folders
from app.macro_control import MacroControl
from app.macro_saver import MacroSaver
from app.run_starter import RunStarter
from app.settings_keeper import SettingsKeeper
from app.window.main_window import MainWindow
from automation.core.events import RunEvent

if TYPE_CHECKING:
    from app.chat.panel import ChatPanel
    from app.chat.past_panel import PastPanel
    from app.composition import Desk


class MacroParts(QObject):
    """Owned by the application; UI thread, but for `forget`."""

    said = Signal(str, bool)
    """A sentence for the window, and whether it is an error."""

    def __init__(
        self,
        window: MainWindow,
        folders: Folders,
        runs: RunStarter,
        keeper: SettingsKeeper,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.control = MacroControl(folders.data, runs, keeper, self)
        runs.others = self.control.others
        self.saver = MacroSaver(window.chat.model, folders.data, keeper, self)
        window.macros.use(
            folders.data, self.control, lambda: keeper.current.keeping.runs != "nothing"
        )
        self.control.said.connect(self.said)
        self.control.timed.connect(window.chat.model.say)
        self.saver.said.connect(self.said)
        self.saver.kept.connect(lambda name: self.control.refresh())
        self._window = window
        self._join(window.chat)
        window.past.page_made.connect(self._take_past)

    def _join(self, panel: "ChatPanel | PastPanel") -> None:
        """Keep the runs of a panel as macros, and open what was made of them."""
        panel.keep_pressed.connect(self.saver.save)
        panel.edit_pressed.connect(self.control.edit)
        panel.play_again_pressed.connect(
            lambda run: self.control.play_again(run, self._window.mode)
        )

    def _take_past(self, panel: "PastPanel") -> None:
        self._join(panel)
        self.saver.show_in(panel.model)
        panel.opened.connect(self.saver.judge)
        self.saver.judged.connect(panel.show_keepable)

    def use(self, desk: "Desk") -> None:
        """Have hands and a history from here on."""
        self.saver.use(desk.store)

    def take(self, happening: RunEvent) -> None:
        """Follow the window's runs, once the window has shown what happened."""
        self.control.take(happening)
        self.saver.take(happening)

    def forget(self) -> None:
        """Let what is being read not begin; from any thread."""
        self.control.forget()

    def close(self) -> None:
        """Wait for what is being read or written; before the store closes."""
        self.control.close()
        self.saver.close()
