"""Stand-ins for who plays macros in the window and who keeps their keys."""

from PySide6.QtCore import QObject, Signal


class FakeMacros(QObject):
    """Notes what it was told to do, as `MacroControl` would do it."""

    changed = Signal()
    values_wanted = Signal(object, object)
    trust_wanted = Signal(object)
    editor_wanted = Signal(str)
    record_wanted = Signal(str)

    def __init__(self):
        super().__init__()
        self.played, self.edited, self.recorded = [], [], []
        self.editor_wanted.connect(self.edited.append)
        self.record_wanted.connect(self.recorded.append)
        self.editors = None

    def play(self, request):
        self.played.append(request)


class FakeKeys:
    """Keys as `MacroStarter` keeps them; `Ctrl+Q` is refused."""

    def __init__(self, macros, **chords):
        self.keys, self.all, self._macros = self, dict(chords), macros

    def key(self, slug):
        return self.all.get(slug, "")

    def free(self):
        return ("Ctrl+Alt+1",)

    def set_key(self, slug, chord):
        if chord == "Ctrl+Q":
            return "Ctrl+Q is deskhand's own key; choose another"
        self.all[slug] = chord
        self._macros.changed.emit()
        return ""

    def clear_key(self, slug):
        self.all.pop(slug, None)
        self._macros.changed.emit()
        return ""
