"""The parts of the application that a run passes through, on the test's own thread, over one window."""

from app.gui.background import Background
from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.runs import AgentThread
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect
from tests.desktop.overlay_rig import Hands

WHOLE = Rect(0, 0, 1920, 1080)
"""The desktop, and the window that takes what is sent."""


class RunRig:
    """What a test works with; `close` ends it."""

    def __init__(self, desktop, qtbot, settings, desk, window):
        self.qtbot, self.window, self.desk = qtbot, window, desk
        self.user = Hands(desktop)
        self.overlay = OverlayConfirmer(Theme("light"), settings, desk.executor)
        self.told = []
        self.background = Background(self.overlay, "rig")
        self.agent = AgentThread(desk, self.overlay, self._post, self.overlay.veil)

    def _post(self, happening):
        self.background.run_on_main(lambda: self._on_happened(happening))

    def _on_happened(self, happening):
        self.told.append(happening)
        self.overlay.show_progress(happening)

    @property
    def director(self):
        return self.overlay.director

    @property
    def session(self):
        return self.director.session

    def until(self, condition):
        self.qtbot.waitUntil(condition, timeout=180_000)

    def all(self, kind):
        """Return what was told of this type, in order."""
        return [one for one in self.told if isinstance(one, kind)]

    def close(self):
        self.agent.join()
        self.desk.close()
        self.overlay.deleteLater()
        self.user.close()
