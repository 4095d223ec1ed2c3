"""A desk that records, compiles and replays macros on live programs, and hears every press that is sent."""

import os
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from app.cli.macro import library, trust_book
from app.desk import open_desk
from app.macros.compile import compiled_run, keep, text_reader
from app.macros.play import MacroRun
from app.macros.play_request import PlayRequest
from app.macros.record import kept
from app.settings import Settings, user_folders
from automation.core.events import Ended, Task
from automation.core.timing import StopToken
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.input.hear_x11 import RawInput
from automation.macros import macro as grammar
from automation.macros.trust import digest
from tests.desktop.elements_rig import Rig
from tests.desktop.recording_rig import recording_rig
from tests.fakes.fake_confirmer import Accepting
from tests.macros_live import guest_book as book
from tests.macros_live.drifts import COMMANDS, MEANT_PRESSES, NAME

LIMIT_S = 180.0
_BUTTONS = (1, 2, 3)
"""Of the mouse; higher numbers are the wheel."""


@dataclass(frozen=True)
class Played:
    """One replay as deskhand tells it, and the presses that the display has seen of it."""

    ended: Ended
    report: object
    presses: int
    seconds: float
    find_ms: tuple[float, ...] = field(default=())

    @property
    def is_done(self):
        """Tell whether every step was done; the program tells more of its effects than pictures."""
        is_whole = self.report is not None and set(self.report.counts) == {"done"}
        return self.ended.outcome == "done" or (self.ended.outcome == "unverified" and is_whole)


class ReplayDesk:
    """One process's desk on a private desktop; `close` ends it."""

    def __init__(self, desktop, folder: Path):
        self.desktop, self.folder = desktop, Path(folder)
        os.environ.update(desktop.env)
        os.environ["DESKHAND_HOME"] = str(self.folder / "home")
        self.folders = user_folders()
        self.folders.create()
        self.settings = Settings()
        self.desk = open_desk(self.folders, self.settings)
        self.desk.warm_up()
        self.shelf, self.trusted = library(), trust_book()
        self._presses = RawInput(desktop.display)
        self._makings = 0

    def close(self):
        self._presses.close()
        self.desk.close()

    def _presses_heard(self):
        heard = self._presses.events()
        return sum(
            getattr(event, "kind", "") == "button" and event.is_down and event.code in _BUTTONS
            for event in heard
        )

    def recorded(self, app):
        """Have the form filled in by a user's own hands and recorded; return the macro's name."""
        name = f"{app.name} recorded"
        app.open()
        boxes = self._boxes(app)
        self._makings += 1
        with recording_rig(self.desktop, self.folder / f"recording-{self._makings}") as hands:
            hands.ready(book.TITLE)
            for what in MEANT_PRESSES:
                hands.click(boxes[what])
                if what == "name":
                    hands.type(NAME)
                hands.rest()
            hands.rest(1)
            kept(_with_text(hands.finish(name)), self.shelf, self.trusted)
        _must_be_done(app)
        return name

    def _boxes(self, app):
        """Return where the things lie that the user presses."""
        rig, reader = Rig(self.desktop), DesktopReader()
        try:
            rig.find(reader, book.SAVE, "button")
            elements = reader.tree(rig.look())
        finally:
            reader.close()
            rig.close()
        row = next(e.box for e in elements if e.name == book.MEANT and e.box.h < 60)
        level = [e for e in elements if e.name == book.EDIT and _is_level(e.box, row)]
        field_ = next(e for e in elements if (e.role, e.name) == ("field", book.NAME))
        newsletter = next(e for e in elements if e.name == book.NEWSLETTER)
        save = next(e for e in elements if e.name == book.SAVE)
        found = (field_, newsletter, level[0], save)
        return dict(zip(MEANT_PRESSES, (e.box for e in found), strict=True))

    def compiled(self, app):
        """Have the form filled in by the `commands` policy and that run compiled; return the name."""
        name = f"{app.name} compiled"
        app.open()
        ended = self.instruct(COMMANDS)
        assert ended.outcome == "done", f"{app.name}: {ended.outcome}: {ended.message}"
        _must_be_done(app)
        self.compile(ended.run, name)
        return name

    def written(self, app):
        """Keep the form's macro as a person writes it, by names alone; return its name."""
        name = f"{app.name} written"
        field_ = grammar.Target(window=book.TITLE, role="field", name=book.NAME)
        newsletter = grammar.Target(window=book.TITLE, role="checkbox", name=book.NEWSLETTER)
        edit = grammar.Target(window=book.TITLE, role="button", name=book.EDIT, row=(book.MEANT,))
        save = grammar.Target(window=book.TITLE, role="button", name=book.SAVE)
        saved = grammar.Until(condition=grammar.Shows(text=book.SAVED + NAME))
        steps = (
            grammar.Type(id="name", text=NAME, target=field_, replace=True),
            grammar.Click(id="newsletter", target=newsletter),
            grammar.Click(id="edit", target=edit),
            grammar.Click(id="save", target=save, expect=saved),
        )
        macro = grammar.Macro(deskhand=1, name=name, steps=steps)
        self.shelf.save(macro, {}, new=True)
        self.trusted.trust(digest(macro, {}.__getitem__), name, "made")
        return name

    def instruct(self, text, listener=lambda event: None):
        """Run an instruction by the `commands` policy and return how it ended."""
        task = Task(text, policy="commands", approve="ask", timeout_s=LIMIT_S)
        return self.desk.run(task, Accepting(), listener, StopToken())

    def compile(self, run, name):
        """Compile a run of the history and keep the macro, trusted."""
        with text_reader() as read:
            compiled = compiled_run(self.desk.store, run, name, read)
        keep(compiled, (), self.shelf, self.trusted)
        return compiled

    def guarded(self, name):
        """Keep the same macro with a look for the dialog before it; return its name."""
        opened = self.shelf.open(name)
        macro = opened.macro
        window = next(s.target.window for s in macro.steps if getattr(s, "target", None))
        is_inside = name.startswith("web")
        target = grammar.Target(
            window=window if is_inside else book.DIALOG, role="button", name=book.DIALOG_BUTTON
        )
        condition = (
            grammar.Shows(text=book.DIALOG_TEXT) if is_inside else grammar.Titled(title=book.DIALOG)
        )
        close = grammar.Click(id="not-now", target=target)
        look = grammar.If(id="is-there-news", condition=condition, then=(close,))
        changed = msgspec.structs.replace(macro, name=f"{name} guarded", steps=(look, *macro.steps))
        images = {path: opened.image(path) for path in _images(opened.folder)}
        self.shelf.save(changed, images, new=True)
        self.trusted.trust(digest(changed, images.__getitem__), changed.name, "made")
        return changed.name

    def play(self, name, *, keep_records="nothing"):
        """Play a macro as the window does, every step accepted."""
        request = PlayRequest(
            self.shelf.folder(name).name, approve="ask", by="window", timeout_s=LIMIT_S,
            keep=keep_records,
        )  # fmt: skip
        macro_run = MacroRun(
            request, self.shelf, self.trusted, settings=self.settings, data=self.folders.data
        )
        self._presses_heard()
        started_s = time.monotonic()
        ended = self.desk.run(
            macro_run.task, Accepting(), macro_run.listen, StopToken(),
            brought=macro_run.brought,
        )  # fmt: skip
        seconds = time.monotonic() - started_s
        report = macro_run.report
        find_ms = tuple(step.find_ms for step in report.steps if step.rung) if report else ()
        return Played(ended, report, self._presses_heard(), seconds, find_ms)


def _with_text(recording):
    """Return the recording with the text that was typed, where it was left open for the user.

    It is, where the tree did not tell in time which field had the keyboard.
    """
    steps = tuple(
        msgspec.structs.replace(step, text=NAME)
        if isinstance(step, grammar.Type) and step.text.startswith("{{")
        else step
        for step in recording.macro.steps
    )
    macro = msgspec.structs.replace(recording.macro, steps=steps, params={})
    return replace(recording, macro=macro)


def _must_be_done(app):
    assert app.told("saved"), f"{app.name} was not saved: {app.lines()}"
    assert tuple(app.presses) == MEANT_PRESSES, f"{app.name}: {app.presses}"


def _is_level(box, row):
    return box.y <= row.center.y <= box.bottom


def _images(folder):
    return [f"img/{file.name}" for file in sorted((folder / "img").glob("*.png"))]
