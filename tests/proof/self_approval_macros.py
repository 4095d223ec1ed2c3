"""The windows of macros, for the proof of self-approval: real ones, over macros on the disk."""

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QWidget

from app.gui.background import Worker
from app.gui.macros.editor.control import EditorControl, EditorTools
from app.gui.macros.editor.opening import OpeningCard
from app.gui.macros.library import page
from app.gui.macros.library.bars import Choice
from app.gui.macros.library.before_run import BeforeRun
from app.gui.macros.picker import Picker
from app.gui.macros.recording.control import Keeping
from app.gui.macros.recording.panel import RecordingPanel
from app.gui.overlay.x11 import X11FocusKeeper, open_window_server
from app.gui.tray import MenuMacro, Tray
from app.gui.window.main_window import MainWindow
from app.macros.changes import Changes
from app.macros.play_request import PlayRequest
from app.settings import Folders
from automation.macros import macro as grammar
from automation.macros.macro import Param
from automation.macros.record.session import Recorded, Recording
from tests.fakes.macro_shelves import a_macro, keep
from tests.proof.self_approval_shown import SETTINGS, Maker, Part, Stage, is_shown, put_up

NAME, SLUG = "Pay the bill", "pay-the-bill"
PARAMS = {
    "vendor": Param(ask="Which vendor?", default="Nord"),
    "amount": Param(type="number", least=0, most=100, default="12"),
    "kind": Param(type="choice", choices=("bill", "credit"), default="bill"),
    "urgent": Param(type="yes_no", default="no"),
}
STEPS = (
    grammar.Click(id="pay", target=grammar.Target(window="Bank", role="button", name="Pay")),
    grammar.Type(id="vendor", text="{{vendor}} {{amount}} {{kind}} {{urgent}}"),
)


class NotedMacros(QObject):
    """Who plays, edits and records for the windows: it notes what it is told, and does nothing."""

    changed = Signal()
    said = Signal(str, bool)
    begun = Signal(object)
    stepped = Signal(object, object)
    ended = Signal(object, object, object)
    values_wanted = Signal(object, object)
    trust_wanted = Signal(object)
    left = Signal(str)
    picked = Signal(object)
    is_recording = is_picking = False
    editors = None

    def __init__(self, stage: Stage) -> None:
        """Note on this stage; the library is the one below its folder."""
        super().__init__()
        changes = Changes.at(stage.data)
        self.library, self.book = changes.library, changes.book
        for name in ("play", "edit", "record", "begin", "begin_for"):
            setattr(self, name, stage.decided(name))

    def is_busy(self) -> bool:
        """Say that everything may begin."""
        return False

    def refresh(self) -> None:
        """Tell that the macros are others."""
        self.changed.emit()


def _kept(stage: Stage) -> None:
    """Keep a macro that nobody trusts, as an import does."""
    if not (stage.data / "macros" / SLUG).exists():
        keep(stage.data, a_macro(NAME, *STEPS, params=PARAMS))


def _library_window(stage: Stage) -> tuple[MainWindow, NotedMacros]:
    _kept(stage)
    macros = NotedMacros(stage)
    window = MainWindow(stage.theme, SETTINGS, ("click File, then New",))
    window.macros.use(stage.data, macros, lambda: True)
    stage.note(window)
    stage.note(window.commands)
    stage.note(window.past)
    window.show()
    window.macros.open()
    stage.note(window.macros.page)
    stage.note(window.macros.before_run, "trusted")
    return window, macros


def _library(stage: Stage) -> Part:
    """Show the page of macros, with a macro chosen and the offer to read one that came in."""
    window, macros = _library_window(stage)
    page = window.macros.page
    page.notice.say("It is not trusted.", [Choice("Read it", stage.decided("read"), "shield")])
    is_up = lambda: page.isVisible() and page.chosen.isVisible()  # noqa: E731
    return Part(is_up, kept=(window, macros))


def _context(stage: Stage) -> Part:
    """Show the menu of a macro on the page."""
    shown = _library(stage)
    page = shown.kept[0].macros.page

    def menu() -> QWidget | None:
        return QApplication.activePopupWidget()

    def again() -> None:
        if menu() is None and shown.is_up():
            middle = page.list.visualRect(page.list.currentIndex()).center()
            page.list.customContextMenuRequested.emit(middle)

    is_up = lambda: menu() is not None  # noqa: E731
    return Part(is_up, again, (*shown.kept, put_up(is_up, again)))


def _before_run(stage: Stage) -> tuple[BeforeRun, PlayRequest]:
    _kept(stage)
    macros = NotedMacros(stage)
    before_run = BeforeRun(stage.theme, stage.data, macros, lambda: True)
    stage.note(before_run, "trusted")
    return before_run, PlayRequest(SLUG, approve="auto", by="window")


def _reading(stage: Stage) -> Part:
    """Show the reading before a run: Trust can be pressed, all of it is on the screen."""
    before_run, request = _before_run(stage)
    before_run.ask_trust(request)

    def is_up() -> bool:
        dialog = before_run.dialog
        return dialog is not None and dialog.isVisible() and dialog.trust.isEnabled()

    def again() -> None:
        stage.note(before_run.dialog)

    return Part(is_up, again, before_run)


def _form(stage: Stage) -> Part:
    """Show the form before a run: everything is filled in, so that Play plays."""
    before_run, request = _before_run(stage)
    before_run.ask_values(request)

    def is_up() -> bool:
        return before_run.form is not None and before_run.form.isVisible()

    def again() -> None:
        stage.note(before_run.form)

    return Part(is_up, again, before_run)


def _list(stage: Stage) -> Part:
    """Show the list of a choice of the form."""
    form = _form(stage)

    def box() -> QComboBox:
        found = form.kept.form.findChildren(QComboBox)
        return next(one for one in found if one.findData("credit") >= 0)

    def is_up() -> bool:
        return form.is_up() and box().view().isVisible()

    def show() -> None:
        if form.is_up() and not box().view().isVisible():
            box().showPopup()

    def again() -> None:
        show()
        box().currentIndexChanged.connect(stage.decided("chosen"))

    return Part(is_up, again, (form.kept, put_up(is_up, show)))


def _editor(stage: Stage) -> Part:
    """Show an editor with an edit that is not saved."""
    _kept(stage)
    macros = NotedMacros(stage)
    tools = EditorTools(
        stage.theme, macros, macros, macros, Worker(), Changes.at(stage.data), lambda: "auto"
    )
    control = EditorControl(tools, stage.data)
    control.open(SLUG)

    def is_up() -> bool:
        return any(one.window.isVisible() for one in control.editors)

    def again() -> None:
        (editor,) = control.editors
        document = editor.session.document
        document.change(replace(document.step("vendor"), comment="changed"))
        document.watch(stage.decided("edited"))
        stage.note(editor.window, "closed", "saved")

    return Part(is_up, again, (control, macros))


def _opening(stage: Stage) -> Part:
    """Show what is there while a long macro is read."""
    card = OpeningCard(stage.theme, NAME)
    stage.note(card)
    card.show()
    return Part(lambda: is_shown(card), kept=card)


def _panel(stage: Stage) -> RecordingPanel:
    panel = RecordingPanel(stage.theme, open_window_server(), X11FocusKeeper())
    stage.note(panel)
    panel.open("Recording", has_terminal=False, pause_keys="", stop_keys="Pause")
    for number, step in enumerate(STEPS):
        panel.rows.take(Recorded(number, step))
    panel.begin()
    return panel


def _recording(stage: Stage) -> Part:
    """Show the panel of a recording that is under way."""
    panel = _panel(stage)
    return Part(panel.isVisible, kept=panel)


def _naming(stage: Stage) -> Part:
    """Show the panel of a recording that is over, with a name: Enter and Save would keep it."""
    panel = _panel(stage)
    folders = Folders(stage.folder / "config", stage.data, stage.folder / "runtime")
    folders.create()
    changes = Changes.at(stage.data)
    keeping = Keeping(panel, folders, changes.library, changes.book)
    keeping.kept.connect(stage.decided("kept"))
    keeping.over.connect(stage.decided("over"))
    recording = Recording(a_macro("Recording", *STEPS, params=PARAMS), {}, b"")

    def again() -> None:
        keeping.ask(recording, "What was recorded", "", stage.decided("forgotten"))

    again()
    return Part(lambda: panel.isVisible() and panel.name.save.isVisible(), again, keeping)


def _picker(stage: Stage) -> Part:
    """Show the picture of the screen in which a target is pointed at."""
    folders = Folders(stage.folder / "config", stage.data, stage.folder / "runtime")
    folders.create()
    settings = replace(SETTINGS, use_ocr=False)
    picker = Picker(stage.theme, folders, lambda: settings)
    picker.picked.connect(stage.decided("picked"))
    picker.left.connect(stage.decided("left"))
    picker.begin()
    return Part(lambda: any(one.isVisible() for one in picker.surfaces), kept=picker)


def _dialogs(stage: Stage) -> Part:
    """Show the dialogs for files: what stands in them would be taken."""
    parent = QWidget()
    page.ask_macro_file(parent, stage.decided("file"))
    page.ask_macro_folder(parent, stage.decided("folder"))
    page.ask_export(parent, "macro.zip", stage.decided("export"))
    dialogs = parent.findChildren(QFileDialog)
    here = stage.folder / "files"
    (here / "folder").mkdir(parents=True)
    (here / "came.zip").write_bytes(b"")
    for dialog, name in zip(dialogs, ("came.zip", "folder", "macro.zip"), strict=True):
        dialog.setDirectory(str(here))
        dialog.selectFile(name)
        dialog.finished.connect(stage.decided("finished"))
    return Part(lambda: all(is_shown(one) for one in dialogs), kept=(parent, dialogs))


def _completing(stage: Stage) -> Part:
    """Show what a dialog for files offers for the name that is being written."""
    shown = _dialogs(stage)
    parent, (dialog, *others) = shown.kept
    for other in others:
        other.hide()
    field = dialog.findChild(QLineEdit, "fileNameEdit")

    def is_up() -> bool:
        return is_shown(dialog) and field.completer().popup().isVisible()

    def again() -> None:
        if is_shown(dialog) and not is_up():
            field.setText("came")
            field.completer().setCompletionPrefix("c")
            field.completer().complete()

    return Part(is_up, again, (parent, dialog, put_up(is_up, again)))


def _submenu(stage: Stage) -> Part:
    """Show the tray's menu of macros, that plays and records."""
    tray = Tray(stage.theme)
    tray.show_macros((MenuMacro(SLUG, NAME, "Ctrl+Alt+1"),))
    stage.note(tray)
    stage.note(tray.commands)
    menu = tray._macros

    def again() -> None:
        if not menu.isVisible():
            menu.popup(QPoint(300, 300))

    again()
    return Part(menu.isVisible, again, tray)


MACROS: dict[str, Maker] = {
    "library": _library, "context": _context, "reading": _reading, "form": _form, "list": _list,
    "editor": _editor, "opening": _opening, "recording": _recording, "naming": _naming,
    "picker": _picker, "dialogs": _dialogs, "completing": _completing, "submenu": _submenu,
}  # fmt: skip
